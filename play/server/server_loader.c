/* server_loader.c: games taken up from records, one after the other. */
#include "play/server/server_loader.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "play/server/server_shelf.h"

static ServerGame *from_shelf(const char *shelf, const char *id, Err *err)
{
    ServerShelved shelved;
    StrBuf record;
    strbuf_init(&record);
    ServerGame *game = NULL;
    if (!server_shelf_read(shelf, id, &shelved, &record)) {
        (void)err_set(err, NULL, NULL, "there is no such game");
    } else {
        game = server_game_read_shelved(&shelved, &record, err);
        if (game == NULL) {
            (void)fprintf(stderr, "marshal: %s/%s: %s\n", shelf, id, err->message);
        }
    }
    strbuf_release(&record);
    return game;
}

/* Loads one game, and wakes who waits for it. */
static void load_one(const ServerLoader *loader, ServerLoad *load)
{
    load->game = load->record != NULL ? server_game_read(load->record, load->review, &load->err)
                                      : from_shelf(loader->shelf, load->id, &load->err);
    load->done = true;
    MHD_resume_connection(load->connection);
}

/* The one that waits for longest; NULL when the server ends. Those that still wait then fail. */
static ServerLoad *next_load(ServerLoader *loader)
{
    ServerLoad *load = NULL;
    (void)pthread_mutex_lock(&loader->lock);
    while (loader->count == 0 && !loader->quit) {
        (void)pthread_cond_wait(&loader->wake, &loader->lock);
    }
    if (!loader->quit) {
        load = loader->waiting[0];
        loader->count--;
        memmove(loader->waiting, loader->waiting + 1, loader->count * sizeof loader->waiting[0]);
    }
    (void)pthread_mutex_unlock(&loader->lock);
    return load;
}

static void *run(void *context)
{
    ServerLoader *loader = context;
    ServerLoad *load = NULL;
    while ((load = next_load(loader)) != NULL) {
        load_one(loader, load);
    }
    return NULL;
}

bool server_loader_open(ServerLoader *loader, const char *shelf)
{
    memset(loader, 0, sizeof *loader);
    loader->shelf = shelf;
    (void)pthread_mutex_init(&loader->lock, NULL);
    (void)pthread_cond_init(&loader->wake, NULL);
    return pthread_create(&loader->thread, NULL, run, loader) == 0;
}

void server_loader_close(ServerLoader *loader)
{
    (void)pthread_mutex_lock(&loader->lock);
    loader->quit = true;
    (void)pthread_cond_broadcast(&loader->wake);
    (void)pthread_mutex_unlock(&loader->lock);
    (void)pthread_join(loader->thread, NULL);
    for (unsigned i = 0; i < loader->count; i++) {
        (void)err_set(&loader->waiting[i]->err, NULL, NULL, "the server ends");
        loader->waiting[i]->done = true;
        MHD_resume_connection(loader->waiting[i]->connection);
    }
    loader->count = 0;
}

bool server_load_begin(ServerLoader *loader, ServerLoad *load, const StrBuf *record, const char *id,
                       struct MHD_Connection *connection)
{
    assert(!load->begun && (record != NULL) != (id != NULL));
    (void)pthread_mutex_lock(&loader->lock);
    const bool room = !loader->quit && loader->count < SERVER_LOADS_MAX;
    if (room) {
        load->begun = true;
        load->record = record;
        load->connection = connection;
        (void)snprintf(load->id, sizeof load->id, "%s", id != NULL ? id : "");
        err_clear(&load->err);
        MHD_suspend_connection(connection);
        loader->waiting[loader->count++] = load;
        (void)pthread_cond_signal(&loader->wake);
    }
    (void)pthread_mutex_unlock(&loader->lock);
    return room;
}

ServerGame *server_load_take(ServerLoad *load, Err *err)
{
    assert(load->done);
    ServerGame *game = load->game;
    load->game = NULL;
    if (game == NULL) {
        *err = load->err;
    }
    return game;
}

void server_load_release(ServerLoad *load)
{
    if (load->game != NULL) {
        server_game_discard(load->game);
        load->game = NULL;
    }
}

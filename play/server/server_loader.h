/* server_loader.h: a thread that takes up games from records while the server goes on answering.
 *
 * A record of 50,000 decisions is played through in a second or two. The thread that serves HTTP must not
 * wait for it: it puts the request's connection to sleep (MHD_suspend_connection) and hands the record to
 * this thread, which wakes the connection when the game is there or cannot be had; the request's handler is
 * then called again, and takes the game.
 *
 *     if (!server_load_begun(&load)) { server_load_begin(...): the handler returns without an answer }
 *     else { game = server_load_take(&load, &err); ... server_game_enter(...) }
 *
 * Records are loaded one after the other, so that they never take more than one core.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_LOADER_H
#define MARSHAL_PLAY_SERVER_SERVER_LOADER_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>

#include "engine/err.h"
#include "engine/strbuf.h"
#include "play/server/server_game.h"

enum { SERVER_LOADS_MAX = 32 /* that wait at once */ };

/* One game wanted; all zero: none. It must stay where it is until it is done. */
typedef struct ServerLoad {
    bool begun;
    bool done;                 /* the loader's; read only after the connection was woken */
    bool review;               /* as in server_game_read */
    const StrBuf *record;      /* borrowed: lines of a record; NULL: from the shelf */
    char id[SERVER_KEY_BYTES]; /* of the game on the shelf */
    struct MHD_Connection *connection;
    ServerGame *game; /* NULL: it cannot be had, and err says why */
    Err err;
} ServerLoad;

typedef struct ServerLoader {
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake;
    const char *shelf; /* borrowed */
    bool quit;
    unsigned count;
    ServerLoad *waiting[SERVER_LOADS_MAX]; /* first come, first served */
} ServerLoader;

/* False if no thread can be had. shelf: folder of the games that are kept, or NULL. */
bool server_loader_open(ServerLoader *loader, const char *shelf);
/* Ends after the game it is at; all that wait fail and are woken. */
void server_loader_close(ServerLoader *loader);

static inline bool server_load_begun(const ServerLoad *load) { return load->begun; }
/* Puts the connection to sleep and has the game loaded: of a record (borrowed until it is done), or else of
 * an id on the shelf. False if too many wait, or the server ends. */
bool server_load_begin(ServerLoader *loader, ServerLoad *load, const StrBuf *record, const char *id,
                       struct MHD_Connection *connection);
/* The game, not yet in the table: the caller's; NULL and err if it cannot be had. */
ServerGame *server_load_take(ServerLoad *load, Err *err);
/* Frees a game that nobody took. */
void server_load_release(ServerLoad *load);

#endif

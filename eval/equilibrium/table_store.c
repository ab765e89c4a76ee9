/* table_store.c: experiments into strategies, then games into cells. */
#include "eval/equilibrium/table_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/store/store_export.h"

enum { VERSION_BYTES = sizeof((StoreSource *)NULL)->version, FILES_BYTES = 65 };
enum { NAME_BYTES = POLICY_SPEC_BYTES + 64 };

/* A strategy as the store knows it. */
typedef struct Known {
    char spec[POLICY_SPEC_BYTES];
    char files[FILES_BYTES];
    char version[VERSION_BYTES];
} Known;

/* One experiment: its table and cell, once the strategies are known. */
typedef struct Entry {
    int64_t id;
    uint64_t seed;
    uint32_t table;
    uint32_t strategy[SEAT_COUNT];
} Entry;

typedef struct Reader {
    Store *store;
    const TableFilter *filter;
    StoredTables *tables;
    Known *known[SEAT_COUNT]; /* owned; of all tables, each with its table */
    uint32_t *table_of[SEAT_COUNT];
    uint32_t known_count[SEAT_COUNT];
    Entry *entries; /* owned */
    uint32_t entry_count;
    uint32_t run; /* that games are added to */
    Table *table;
    Err *err;
} Reader;

static bool out_of_memory(const Reader *reader)
{
    return err_set(reader->err, store_file(reader->store), NULL, "out of memory");
}

/* Room for one more item behind count; false if memory ran out. */
static bool grow(void **items, uint32_t count, size_t bytes)
{
    void *grown = realloc(*items, (count + (size_t)1) * bytes);
    if (grown != NULL) {
        *items = grown;
    }
    return grown != NULL;
}

bool table_wants(const TableFilter *filter, Seat seat, const char *name)
{
    bool wanted = filter == NULL || filter->counts[seat] == 0;
    for (size_t i = 0; !wanted && i < filter->counts[seat]; i++) {
        wanted = strcmp(filter->names[seat][i], name) == 0;
    }
    return wanted;
}

void tables_release(StoredTables *tables)
{
    for (uint32_t i = 0; i < tables->count; i++) {
        free(tables->tables[i].overrides);
        table_release(&tables->tables[i].table);
    }
    free(tables->tables);
    *tables = (StoredTables){0, NULL};
}

/* ------------------------------------------------------------------ experiments */

static bool find_table(const Reader *reader, const StoreSource *source, uint32_t *index)
{
    StoredTables *tables = reader->tables;
    for (*index = 0; *index < tables->count; (*index)++) {
        const StoredTable *table = &tables->tables[*index];
        if (strcmp(table->scenario_sha256, source->scenario_sha256) == 0 &&
            strcmp(table->game, source->game) == 0) {
            return true;
        }
    }
    if (!grow((void **)&tables->tables, tables->count, sizeof *tables->tables)) {
        return out_of_memory(reader);
    }
    StoredTable *table = &tables->tables[tables->count];
    memset(table, 0, sizeof *table);
    table->overrides = malloc(source->overrides_json.length + 1);
    if (table->overrides == NULL) {
        return out_of_memory(reader);
    }
    tables->count++;
    (void)snprintf(table->overrides, source->overrides_json.length + 1, "%s", source->overrides_json.text);
    memcpy(table->game, source->game, sizeof table->game);
    memcpy(table->scenario, source->scenario, sizeof table->scenario);
    memcpy(table->title, source->title, sizeof table->title);
    memcpy(table->scenario_sha256, source->scenario_sha256, sizeof table->scenario_sha256);
    table_init(&table->table);
    return true;
}

/* The strategy of a seat, numbered within its table: known, or new. */
static bool find_strategy(Reader *reader, const StoreSource *source, Seat seat, uint32_t table,
                          uint32_t *index)
{
    *index = 0;
    for (uint32_t i = 0; i < reader->known_count[seat]; i++) {
        const Known *known = &reader->known[seat][i];
        if (reader->table_of[seat][i] != table) {
            continue;
        }
        if (strcmp(known->spec, source->policies[seat]) == 0 &&
            strcmp(known->files, source->files[seat]) == 0 && strcmp(known->version, source->version) == 0) {
            return true;
        }
        (*index)++;
    }
    const uint32_t count = reader->known_count[seat];
    if (!grow((void **)&reader->known[seat], count, sizeof(Known)) ||
        !grow((void **)&reader->table_of[seat], count, sizeof(uint32_t))) {
        return out_of_memory(reader);
    }
    Known *known = &reader->known[seat][count];
    memcpy(known->spec, source->policies[seat], sizeof known->spec);
    memcpy(known->files, source->files[seat], sizeof known->files);
    memcpy(known->version, source->version, sizeof known->version);
    reader->table_of[seat][count] = table;
    reader->known_count[seat]++;
    return true;
}

static bool take_experiment(void *context, const StoreSource *source)
{
    Reader *reader = context;
    uint64_t reach = 0;
    if (!table_wants(reader->filter, SEAT_FRENCH, source->policies[SEAT_FRENCH]) ||
        !table_wants(reader->filter, SEAT_COALITION, source->policies[SEAT_COALITION])) {
        return true;
    }
    if (!store_reach(reader->store, source->id, &reach, reader->err)) {
        return false;
    }
    if (reach == 0) {
        return true; /* begun, and nothing played */
    }
    if (!grow((void **)&reader->entries, reader->entry_count, sizeof *reader->entries)) {
        return out_of_memory(reader);
    }
    Entry *entry = &reader->entries[reader->entry_count];
    *entry = (Entry){.id = source->id, .seed = source->seed};
    reader->entry_count++;
    return find_table(reader, source, &entry->table) &&
           find_strategy(reader, source, SEAT_FRENCH, entry->table, &entry->strategy[SEAT_FRENCH]) &&
           find_strategy(reader, source, SEAT_COALITION, entry->table, &entry->strategy[SEAT_COALITION]);
}

/* ------------------------------------------------------------------ names */

/* Name of a strategy: its text, and what tells it from its namesakes. */
static void name_strategy(const Reader *reader, Seat seat, uint32_t index, char name[NAME_BYTES])
{
    const Known *known = &reader->known[seat][index];
    bool files = false;
    bool version = false;
    for (uint32_t i = 0; i < reader->known_count[seat]; i++) {
        const Known *other = &reader->known[seat][i];
        if (reader->table_of[seat][i] == reader->table_of[seat][index] &&
            strcmp(other->spec, known->spec) == 0) {
            files = files || strcmp(other->files, known->files) != 0;
            version = version || strcmp(other->version, known->version) != 0;
        }
    }
    (void)snprintf(name, NAME_BYTES, "%s%s%.8s%s%s%s", known->spec, files ? " (files " : "",
                   files ? known->files : "", files ? ")" : "", version ? " of " : "",
                   version ? known->version : "");
}

static bool name_all(const Reader *reader)
{
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (uint32_t i = 0; i < reader->known_count[seat]; i++) {
            char name[NAME_BYTES];
            name_strategy(reader, seat, i, name);
            Table *table = &reader->tables->tables[reader->table_of[seat][i]].table;
            if (!table_add_strategy(table, seat, name, reader->err)) {
                return false;
            }
        }
    }
    bool good = true;
    for (uint32_t i = 0; good && i < reader->tables->count; i++) {
        good = table_make_cells(&reader->tables->tables[i].table, reader->err);
    }
    return good;
}

/* ------------------------------------------------------------------ games */

static bool take_game(void *context, const StoreGame *game)
{
    Reader *reader = context;
    return table_add_game(reader->table, reader->run, game->number, &game->outcome, reader->err);
}

static bool read_games(Reader *reader)
{
    for (uint32_t i = 0; i < reader->entry_count; i++) {
        const Entry *entry = &reader->entries[i];
        reader->table = &reader->tables->tables[entry->table].table;
        const uint32_t cell = entry->strategy[SEAT_FRENCH] * reader->table->strategies[SEAT_COALITION] +
                              entry->strategy[SEAT_COALITION];
        if (!table_run(reader->table, cell, entry->seed, &reader->run, reader->err) ||
            !store_each(reader->store, entry->id, UINT64_MAX, take_game, reader, reader->err) ||
            reader->err->set) {
            return false;
        }
    }
    return true;
}

static bool read_all(Reader *reader)
{
    return store_each_experiment(reader->store, take_experiment, reader, reader->err) && !reader->err->set &&
           (reader->tables->count > 0 ||
            err_set(reader->err, store_file(reader->store), NULL,
                    "found no games between the strategies asked for, expected some")) &&
           name_all(reader) && read_games(reader);
}

bool tables_read(Store *store, const TableFilter *filter, StoredTables *tables, Err *err)
{
    Err failure;
    err_clear(&failure);
    *tables = (StoredTables){0, NULL};
    Reader reader = {.store = store, .filter = filter, .tables = tables, .err = &failure};
    bool good = store_view_begin(store, &failure);
    if (good) {
        good = read_all(&reader);
        store_view_end(store);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        free(reader.known[seat]);
        free(reader.table_of[seat]);
    }
    free(reader.entries);
    if (!good) {
        tables_release(tables);
        (void)err_set(err, failure.file[0] != '\0' ? failure.file : store_file(store), failure.path, "%s",
                      failure.message);
    }
    return good;
}

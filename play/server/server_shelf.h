/* server_shelf.h: games of the web server on disk, so that they survive its end.
 *
 * A game ID is two files of the folder: ID.jsonl, its record, and ID.json, what else it takes to go on: the
 * keys of seats and watcher and the settings of the page,
 *     {"schema":"marshal/shelf/1","french":"KEY","coalition":"","both":"KEY","bar":true,"plans":false,"pace_ms":0}
 * Both are written whole or not at all. Whoever reads the folder can play every seat: it is made for its
 * owner only.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_SHELF_H
#define MARSHAL_PLAY_SERVER_SERVER_SHELF_H

#include <stdbool.h>

#include "engine/err.h"
#include "play/server/server_game.h"

/* Makes the folder if there is none. False and err if it cannot be written to. */
bool server_shelf_open(const char *folder, Err *err);

/* A game as it is now, taken with its lock held; to be written without it, for a long game has a record of
 * megabytes. */
typedef struct ServerShelfCopy ServerShelfCopy;
ServerShelfCopy *server_shelf_copy(const ServerGame *game);
/* Writes it, and frees the copy. */
bool server_shelf_write(const char *folder, ServerShelfCopy *copy, Err *err);
/* Whether a game of this id stands there, as far as can be seen at once. */
bool server_shelf_has(const char *folder, const char *id);

/* What a game on the shelf needs besides its record. */
typedef struct ServerShelved {
    char id[SERVER_KEY_BYTES];
    char keys[SEAT_BOTH + 1][SERVER_KEY_BYTES];
    bool bar;
    bool plans;
    long pace_ms;
} ServerShelved;

/* True if a game of this id stands there and both files are sound; then the record's lines are appended to
 * record. An id that is not of our making is never looked for. */
bool server_shelf_read(const char *folder, const char *id, ServerShelved *shelved, StrBuf *record);

/* Takes the keys away: the record stays, but nobody can go on with the game by them. */
void server_shelf_retire(const char *folder, const char *id);

#endif

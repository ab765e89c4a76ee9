/* protocol.h: the text protocol between a program that asks for moves and a program that gives them, in one
 * place.
 *
 * Spoken by the policy exec:COMMAND (policy_exec.c), which asks, and by `marshal engine`
 * (play/engine/engine.h), which answers; so an engine of ours can be the COMMAND. In the spirit of UCI: one
 * command a line, words separated by single spaces, UTF-8, ended by a line feed (a carriage return before it
 * is ignored); lines of at most PROTOCOL_LINE_MAX bytes to an engine, PROTOCOL_ANSWER_MAX bytes from a bot.
 * docs/bots.md describes every line; in short:
 *
 *     asked                                answered
 *     marshal 1                            id ..., option ..., then: marshalok 1
 *     isready                              readyok, at once
 *     setoption NAME VALUE
 *     scenario NAME, override PATH=VALUE
 *     newgame SEAT
 *     position start|dice|record|view ...
 *     moves N MOVE MOVE ...                the legal moves in order, for bots without rules of their own
 *     legal                                legal N MOVE MOVE ...
 *     board [SEAT]                         board JSON
 *     go ...                               info ... now and then, then exactly one: bestmove MOVE
 *     stop                                 the bestmove under way, at once
 *     quit                                 the end
 *     anything that cannot be done         error TEXT
 *
 * This file has what both ends share: limits, words, a view as JSON with its bytes in hexadecimal.
 */
#ifndef MARSHAL_AI_PROTOCOL_H
#define MARSHAL_AI_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/strbuf.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_LINE_MAX = 4 * 1024 * 1024, /* a game of a hundred thousand moves */
    PROTOCOL_ANSWER_MAX = 64 * 1024,
};

/* A position as JSON for somebody's eyes; what `marshal show --json`, board and position view have in common.
 */
typedef struct ProtocolBoard {
    const Game *game;
    const State *state;    /* a full state, or the viewer's view */
    uint32_t plies;        /* decisions made so far */
    Seat viewer;           /* SEAT_BOTH: everything is shown */
    const MoveList *legal; /* NULL: worked out from state */
    bool bytes;            /* adds the bytes of state, which must then be a view of viewer, in hexadecimal */
} ProtocolBoard;

/* Appends {"scenario","scenario_sha256","title","plies","viewer","seat","over","legal","position"[,"bytes"]}.
 * "legal" is null where the moves are not the viewer's to know. */
void protocol_write_board(StrBuf *out, const ProtocolBoard *board);

/* Appends " N MOVE MOVE ...". */
void protocol_write_moves(StrBuf *out, const Game *game, const MoveList *legal);

/* Reads exactly size bytes from hexadecimal digits; false if there are more, fewer, or others. */
bool protocol_read_hex(const char *text, uint8_t *bytes, size_t size);

/* The rest of a line that begins with a word followed by a space or nothing; NULL if it begins with another
 * word. */
char *protocol_after(char *line, const char *word);

/* Cuts the first word off a text: returns it, ended by NUL, and moves *text to what follows; NULL if there is
 * none. */
char *protocol_word(char **text);

#endif

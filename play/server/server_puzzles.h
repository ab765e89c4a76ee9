/* server_puzzles.h: puzzles and openings on the page: files beside the scenarios,
 * scenarios/<game>/puzzles/NAME.json (eval/puzzles/puzzle.h) and scenarios/<game>/openings/NAME.json
 * (`marshal openings --json`).
 *
 * A puzzle is opened as a game that stands at its decision: the page shows it as it shows any, from the view
 * of the seat that decides, and only that seat has a key. A move is not played but judged by what the file
 * says of it; nothing else can be done in it, and its record, which knows what the seat does not, is not
 * given away.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_PUZZLES_H
#define MARSHAL_PLAY_SERVER_SERVER_PUZZLES_H

#include "engine/jsonout.h"
#include "eval/puzzles/puzzle.h"
#include "play/server/server_game.h"

struct Call;

enum { SERVER_PUZZLE_SET_BYTES = 64 };

/* The puzzle that a game of the server is. */
typedef struct ServerPuzzle {
    char set[SERVER_PUZZLE_SET_BYTES];
    uint32_t number, count;       /* from 1, of so many in its set */
    Puzzle puzzle;                /* owned */
    char answer[MOVE_TEXT_BYTES]; /* the move that was tried last; "" before */
} ServerPuzzle;

void server_puzzle_free(ServerPuzzle *puzzle);

/* GET puzzles: {"sets":[{"game","set","scenario","title","puzzles":[{"seat","place","level","heuristic"}]}]};
 * a file that cannot be read has "error" in place of what follows "set". */
void server_get_puzzles(struct Call *call);
/* POST puzzles {"game","set","number"}: {"id","keys"} of a game that stands at the puzzle. */
void server_post_puzzles(struct Call *call);
/* A move that was tried, legal where the puzzle stands. */
void server_puzzle_try(ServerGame *game, const char *move);
/* "puzzle" of the state: null for other games;
 * {"set","number","count","level","sims","heuristic","moves","answer"}, answer null before a move was tried,
 * then {"move","right","win","best","best_win","margin","why"}: best and what belongs to it in any case, for
 * who has tried has seen. Words are those of the open decision's choices. */
void server_puzzle_add(JsonOut *out, const ServerGame *game);

/* The openings of the scenario that a game is played on, as the file holds them; {"seats":[]} and "reason"
 * where there is no file, or one that was made of other rules. */
void server_openings_write(const Game *game, StrBuf *out);

#endif

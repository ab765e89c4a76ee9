/* puzzle.h: positions with one clearly best decision, as files (docs/files.md: puzzles).
 *
 * A puzzle holds the record of its game up to the decision, so that the position is reached by the rules and
 * never taken from outside; what is shown of it is the view of the seat that decides (the record knows more:
 * it is for the program, not for the solver). With it come the solution, what a search thinks of every legal
 * move, the margin, and how much search it takes to find the solution.
 *
 *     PuzzleSet set;
 *     if (puzzle_set_read(&set, file, &err)) {
 *         puzzle_open(&set, 0, &replay, &err);            replay.state: the position
 *         replay_release(&replay);
 *         puzzle_set_release(&set);
 *     }
 *
 * Files are hostile input: each error names file, path, found and expected. puzzle_open refuses a puzzle that
 * does not fit the rules any more: another scenario or board, a decision that is not legal, other moves to
 * choose from. Ownership: a PuzzleSet owns all it holds.
 */
#ifndef MARSHAL_EVAL_PUZZLES_PUZZLE_H
#define MARSHAL_EVAL_PUZZLES_PUZZLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/replay.h"
#include "engine/strbuf.h"
#include "eval/review/why.h"

#define PUZZLES_SCHEMA "marshal/puzzles/1"

enum { PUZZLES_MAX = 500, PUZZLE_TEXT_BYTES = 256, PUZZLE_COMMAND_BYTES = 1024, PUZZLE_PLACE_BYTES = 128 };

/* What a search thinks of one legal move, for the seat that decides. */
typedef struct PuzzleMove {
    char move[MOVE_TEXT_BYTES];
    double win;
    double error; /* standard error of that; 0: the move had a short look only */
} PuzzleMove;

typedef struct Puzzle {
    Seat seat;
    uint32_t plies;                 /* decisions made before */
    char place[PUZZLE_PLACE_BYTES]; /* where in the game, in words */
    char source[PUZZLE_TEXT_BYTES]; /* of which game, in words */
    char solution[MOVE_TEXT_BYTES];
    double margin, margin_error; /* win probability of the solution less that of the best other move */
    uint64_t sims;               /* iterations at which most searches find it */
    uint32_t level;              /* 1: at once, each one more: four times as many iterations */
    bool heuristic;              /* the heuristic player finds it */
    uint32_t move_count;
    PuzzleMove *moves;  /* owned: all legal moves, best first */
    uint32_t sentences; /* why it is better than the best other one */
    char why[WHY_SENTENCES][WHY_SENTENCE_BYTES];
    StrBuf record; /* owned: lines of the record up to the decision */
} Puzzle;

typedef struct PuzzleSet {
    char file[ERR_FILE_BYTES]; /* where it was read from; "" if nowhere */
    char game[32];
    char scenario[128];
    char title[128];
    char sha256[65]; /* of the scenario */
    char made_by[PUZZLE_COMMAND_BYTES];
    uint64_t search_sims; /* iterations that the solution and its margin are judged with */
    uint32_t count;
    Puzzle *puzzles; /* owned */
} PuzzleSet;

/* Whether a file says that it holds puzzles: for telling files apart. */
bool puzzle_file_looks_like_one(const char *file);

/* Reads a file. False and err if it is none; nothing needs releasing then. */
bool puzzle_set_read(PuzzleSet *set, const char *file, Err *err);
void puzzle_set_release(PuzzleSet *set);
/* Appends the file's text. */
void puzzle_set_write(const PuzzleSet *set, StrBuf *out);
/* Adds a puzzle, whose lists the set owns from then on. False without memory: they are still the caller's. */
bool puzzle_set_add(PuzzleSet *set, const Puzzle *puzzle);
void puzzle_release(Puzzle *puzzle);

/* Plays the record to the decision. False and err if the puzzle does not fit the rules any more; then nothing
 * needs releasing. */
bool puzzle_open(const PuzzleSet *set, uint32_t index, Replay *replay, Err *err);
/* What the puzzle says of a move; NULL if it is none of its moves. */
const PuzzleMove *puzzle_move(const Puzzle *puzzle, const char *move);

#endif

/* game.h: the one interface between games and everything else.
 *
 * A game module gives one const GameRules (functions, sizes, limits). A Game is that plus the immutable data loaded from
 * one scenario file; it is shared by all threads and never changes after game_load. A State is a fixed number of plain
 * bytes without pointers, copied with memcpy and compared with memcmp. Nothing here allocates but game_load, prints, or
 * exits. All functions may run concurrently on different states of one Game.
 *
 * Laws, tested for every game on random play (tests/test_laws.c):
 *   legal moves are sorted by code, unique, and non-empty unless the game is over;
 *   legal(state) = legal(view of the seat to act);  view(determinize(view)) = view, byte for byte;
 *   parse(text(move)) = move;  same state, move and dice give the same bytes;  check holds after every apply;
 *   every game ends within max_plies decisions;  the JSON of a seat is a function of its view.
 */
#ifndef MARSHAL_ENGINE_GAME_H
#define MARSHAL_ENGINE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/dice.h"
#include "engine/err.h"
#include "engine/journal.h"
#include "engine/json.h"
#include "engine/rng.h"
#include "engine/strbuf.h"

/* Who decides. SEAT_BOTH asks for full view (position printing); SEAT_NONE is the seat to act when the game is over. */
typedef enum Seat { SEAT_FRENCH = 0, SEAT_COALITION = 1, SEAT_NONE = 2, SEAT_BOTH = 3 } Seat;
enum { SEAT_COUNT = 2 };

static inline Seat seat_other(Seat seat) { return seat == SEAT_FRENCH ? SEAT_COALITION : SEAT_FRENCH; }

/* "french", "coalition", "none" or "both". */
const char *seat_name(Seat seat);

/* One atomic decision; the layout is the game's own, ascending codes are the canonical order of a list. */
typedef uint32_t Move;
enum { MOVE_LIST_MAX = 255, STATE_BYTES_MAX = 8192, MOVE_TEXT_BYTES = 96 };

typedef struct MoveList {
    uint32_t count;
    Move moves[MOVE_LIST_MAX];
} MoveList;

/* Every game's state struct begins with this header, so that generic code needs no call to read it. */
typedef struct State {
    uint8_t seat; /* enum Seat: who decides; SEAT_NONE when the game is over */
    uint8_t over; /* 0 while the game goes on, then anything else (the game's own code of its result) */
    uint8_t turn; /* game turn, 0 for the first of the scenario's calendar (aon: year - 1805) */
    uint8_t step; /* the game's own decision point */
} State;

/* Room for a state of any game, aligned for it. */
typedef union StateBuffer {
    State header;
    uint64_t align;
    uint8_t bytes[STATE_BYTES_MAX];
} StateBuffer;

/* OUTCOME_FORFEIT is not for rules: a player gave up, or was made to, before the game was over. */
enum outcome_grade {
    OUTCOME_NONE,
    OUTCOME_DECISIVE,
    OUTCOME_MARGINAL,
    OUTCOME_TIE_BREAK,
    OUTCOME_DRAW,
    OUTCOME_FORFEIT,
    OUTCOME_GRADE_COUNT
};

typedef struct Outcome {
    Seat winner;              /* SEAT_NONE: draw, or not over yet */
    enum outcome_grade grade; /* OUTCOME_NONE while the game goes on */
    int turn;                 /* as printed to people: a year for aon */
} Outcome;

/* "decisive", "marginal", "tie_break", "draw", "forfeit" or "none". */
const char *outcome_grade_name(enum outcome_grade grade);

/* Compact counts of one game for reports, filled move by move by GameRules.summarize; start from all zero bytes. What a
 * card, a point of loss and a place are is the game's business; their ids: GameRules.card_id, .place_id. */
enum { SUMMARY_CARDS_MAX = 128, SUMMARY_PLACES_MAX = 64 };

typedef struct SummaryPlace {
    uint16_t place; /* index */
    uint8_t fights; /* battles fought there, from 1; 255 stands for more */
} SummaryPlace;

typedef struct GameSummary {
    uint64_t cards[SEAT_COUNT][2];           /* bit i of the two words: that seat played card title i */
    uint16_t lost[SEAT_COUNT];               /* corps, or points, lost for good */
    uint8_t place_count;                     /* entries of places */
    SummaryPlace places[SUMMARY_PLACES_MAX]; /* where battles were fought, by ascending place */
} GameSummary;

/* Names longer than this, or a message of check longer than this, are cut. */
enum { GAME_CHECK_BYTES = 256 };

struct GameWords; /* words.h */

typedef struct GameRules {
    const char *id;      /* "aon": also the folder under scenarios/ */
    const char *title;
    size_t state_bytes;  /* size of a state, at most STATE_BYTES_MAX */
    uint32_t max_moves;  /* longest legal list */
    uint32_t max_plies;  /* more decisions than any game can have: a bound for loops, not a rule */

    /* Reads board and scenario (both already parsed, overrides applied) into new immutable data; NULL and err on bad
     * input. release frees it. */
    void *(*load)(const JsonNode *scenario, const JsonNode *board, Err *err);
    void (*release)(void *data);

    /* Sets up a game; draws shuffles from dice; stops at the first real decision. */
    void (*setup)(const void *data, State *state, Dice *dice);
    /* Fills list with the legal moves of the seat to act; returns their number (0 only when over). */
    uint32_t (*legal)(const void *data, const State *state, MoveList *list);
    /* Applies a legal move and everything automatic after it, up to the next decision with two or more choices or the end.
     * An illegal move is a programmer's error (assert); check with game_move_is_legal first. */
    void (*apply)(const void *data, State *state, Move move, Dice *dice);
    /* What the game ended with; while it goes on: no winner, OUTCOME_NONE, and the turn it is now. */
    Outcome (*outcome)(const void *data, const State *state);

    /* view: state with all that seat may not know erased to fixed bytes. SEAT_BOTH copies. out may be state itself.
     * determinize: fills a view of seat, in place, with a random world consistent with what that seat has seen. */
    void (*view)(const void *data, const State *state, Seat seat, State *out);
    void (*determinize)(const void *data, State *view, Seat seat, Rng *rng);
    /* Looks at bytes from outside before they are taken for a view of seat: whether every field is in its range, so that
     * determinize may be tried; false and a message if not. NULL: any bytes will do. */
    bool (*check_view)(const void *data, const State *view, Seat seat, char message[GAME_CHECK_BYTES]);

    /* Move as text, e.g. "area(bayern)"; at most MOVE_TEXT_BYTES with the NUL. parse returns false for unknown text. */
    void (*move_text)(const void *data, Move move, char text[MOVE_TEXT_BYTES]);
    bool (*move_parse)(const void *data, const char *text, Move *move);

    /* Position as readable text and as one JSON object, as seen by seat (SEAT_BOTH: everything, deck order included).
     * state may be a full state: the functions take the view themselves. */
    void (*position_text)(const void *data, const State *state, Seat seat, StrBuf *out);
    void (*position_json)(const void *data, const State *state, Seat seat, StrBuf *out);

    const struct GameWords *words; /* the game in words, NULL if it has none */

    /* Recomputes every invariant of a full state from scratch; false and a message if one is broken. */
    bool (*check)(const void *data, const State *state, char message[GAME_CHECK_BYTES]);

    /* --- what happens inside apply; all NULL (and 0) in games that note nothing in a Journal --- */

    /* One entry of a journal as seat may know it (SEAT_BOTH: all of it), appended to out. text: one plain English
     * sentence with names as in the data, the clause of the rules in brackets at its end. json: one object, whose
     * "kind", "seat" and "clause" are always there: {"kind":"battle_roll","seat":"french","clause":"13.3","area":...}. */
    void (*event_text)(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);
    void (*event_json)(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);

    /* Adds what one apply noted to the counts of the game. summary_kinds: the kinds of entries it looks at, for
     * journal_open, so that nothing else costs time. */
    uint64_t summary_kinds;
    void (*summarize)(const void *data, const Journal *journal, GameSummary *summary);

    /* Names of the indices in a GameSummary: ids as in the JSON data. */
    uint32_t (*card_count)(const void *data);
    const char *(*card_id)(const void *data, uint32_t card); /* "" beyond the last */
    uint32_t (*place_count)(const void *data);
    const char *(*place_id)(const void *data, uint32_t place);
} GameRules;

typedef struct Game {
    const GameRules *rules;
    void *data;                  /* owned by the Game */
    char scenario[128];          /* as asked for: "aon/1805" or a path */
    char title[128];             /* title of the scenario */
    char **overrides;            /* owned: copies of those it was loaded with, in order; NULL: none */
    size_t override_count;
    char sha256[65];             /* SHA-256 over scenario and board as loaded, overrides applied (canonical JSON), hex */
} Game;

/* Loads a scenario: name is a path to a JSON file or "game/name" looked up in the scenarios folder; overrides are
 * "path=value" texts (see scenario.h), override_count of them. False and err on bad input; then game is untouched. */
bool game_load(Game *game, const char *name, const char *const *overrides, size_t override_count, Err *err);
void game_release(Game *game);

/* Thin wrappers, so that callers read well. */
static inline void game_setup(const Game *game, State *state, Dice *dice) { game->rules->setup(game->data, state, dice); }
static inline uint32_t game_legal(const Game *game, const State *state, MoveList *list)
{
    return game->rules->legal(game->data, state, list);
}
static inline void game_apply(const Game *game, State *state, Move move, Dice *dice)
{
    game->rules->apply(game->data, state, move, dice);
}
static inline Outcome game_outcome(const Game *game, const State *state)
{
    return game->rules->outcome(game->data, state);
}

/* True if move stands in the legal list of state. */
bool game_move_is_legal(const Game *game, const State *state, Move move);

#endif

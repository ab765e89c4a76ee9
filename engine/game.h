/* game.h: the one interface between games and everything else.
 *
 * A game module gives one const GameRules (functions, sizes, limits). A Game is that plus the immutable data
 * loaded from one scenario file; it is shared by all threads and never changes after game_load. A State is a
 * fixed number of plain bytes without pointers, copied with memcpy and compared with memcmp. Nothing here
 * allocates but game_load, prints, or exits. All functions may run concurrently on different states of one
 * Game.
 *
 * Laws, tested for every game on random play (tests/eval/test_laws.c):
 *   legal moves are sorted by code, unique, and two or more unless the game is over;
 *   legal(state) = legal(view of the seat to act);  view(determinize(view)) = view, byte for byte;
 *   parse(text(move)) = move;  same state, move and dice give the same bytes;  check holds after every apply;
 *   every game ends within max_plies decisions;  the JSON of a seat is a function of its view;
 *   moves are written in the notation below;  turns never go back and stay below turn_count;
 *   names are unique and fit for notation;  words and events tell a seat nothing that it may not know;
 *   noting events changes nothing;  a summary counts only cards and places that there are.
 *
 * Notation of moves, on which terminal, protocol, records and learned priors rely:
 *   move     = verb [ "(" argument { "," argument } ")" ]         march(mill), swap(7,north), pass
 *   verb     = letter { letter | digit | "_" }                    letters are a-z and A-Z
 *   argument = character { character }, each a letter, a digit or one of _ - + . : /
 * so no spaces, quotes or line feeds; in an outline (words.h) an argument may also be a single question mark.
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

/* Who decides. SEAT_BOTH asks for full view (position printing); SEAT_NONE is the seat to act when the game
 * is over. */
typedef enum Seat { SEAT_FRENCH = 0, SEAT_COALITION = 1, SEAT_NONE = 2, SEAT_BOTH = 3 } Seat;
enum { SEAT_COUNT = 2 };

/* Whether it is one of the two seats that play, neither SEAT_NONE nor SEAT_BOTH. */
static inline bool seat_plays(Seat seat) { return seat == SEAT_FRENCH || seat == SEAT_COALITION; }
static inline Seat seat_other(Seat seat) { return seat == SEAT_FRENCH ? SEAT_COALITION : SEAT_FRENCH; }

/* "french", "coalition", "none" or "both". */
const char *seat_name(Seat seat);
/* The seat of such a name, SEAT_NONE and SEAT_BOTH too; false if it is none of them. */
bool seat_parse(const char *name, Seat *seat);

/* One atomic decision; the layout is the game's own, ascending codes are the canonical order of a list. */
typedef uint32_t Move;
enum { MOVE_LIST_MAX = 255, STATE_BYTES_MAX = 8192, MOVE_TEXT_BYTES = 96, SCRATCH_BYTES_MAX = 20480 };

/* No game has more decisions than this: what GameRules.max_plies may be at most. Everything that keeps a game
 * is made for so many. */
enum { GAME_PLIES_MAX = 1 << 18 };

typedef struct MoveList {
    uint32_t count;
    Move moves[MOVE_LIST_MAX];
} MoveList;

/* Every game's state struct begins with this header, so that generic code needs no call to read it. */
typedef struct State {
    uint8_t seat; /* enum Seat: who decides; SEAT_NONE when the game is over */
    uint8_t over; /* 0 while the game goes on, then anything else (the game's own code of its result) */
    uint8_t turn; /* game turn, 0 for the first of the game's calendar; below GameRules.turn_count */
    uint8_t step; /* the game's own decision point */
} State;

/* Room for a state of any game, aligned for it. */
typedef union StateBuffer {
    State header;
    uint64_t align;
    uint8_t bytes[STATE_BYTES_MAX];
} StateBuffer;

/* Room for what the rules of any game keep between the decisions of one thread (GameRules.advance); start
 * from all zero bytes. */
typedef union GameScratch {
    uint64_t align;
    uint8_t bytes[SCRATCH_BYTES_MAX];
} GameScratch;

/* OUTCOME_FORFEIT is not for rules: a player gave up, or was made to, before the game was over. */
enum outcome_grade {
    OUTCOME_NONE,
    OUTCOME_DECISIVE,
    OUTCOME_MARGINAL,
    OUTCOME_TIE_BREAK,
    OUTCOME_DRAW,
    OUTCOME_FORFEIT,
    OUTCOME_BOTH_LOSE, /* nobody wins and both have lost, which a player may hold for worse than a draw; last,
                          since stores keep the numbers */
    OUTCOME_GRADE_COUNT
};

typedef struct Outcome {
    Seat winner;              /* SEAT_NONE: draw, both have lost, or not over yet */
    enum outcome_grade grade; /* OUTCOME_NONE while the game goes on */
    int turn;                 /* the game's own number of its turn, for GameWords.turn_text; within 16 bits */
} Outcome;

/* "decisive", "marginal", "tie_break", "draw", "forfeit", "both_lose" or "none". */
const char *outcome_grade_name(enum outcome_grade grade);

/* Whether a game ended so that nobody won: a draw, or both have lost. */
static inline bool outcome_is_shared(enum outcome_grade grade)
{
    return grade == OUTCOME_DRAW || grade == OUTCOME_BOTH_LOSE;
}

/* What a game that is over counts for a seat, in half points: 2 won, 1 nobody won, 0 lost. */
static inline uint8_t outcome_halves(const Outcome *outcome, Seat seat)
{
    return !seat_plays(outcome->winner) ? 1 : outcome->winner == seat ? 2 : 0;
}

/* Compact counts of one game for reports, filled move by move by GameRules.summarize; start from all zero
 * bytes. What a card, a point of loss and a place are is the game's business (a city or a region where the
 * map has more spaces than a report should list); their names: GameRules.card_name, .place_name. Indices and
 * numbers that have no room here are counted in dropped (summary.h), and reports say so. */
enum { SUMMARY_CARDS_MAX = 192, SUMMARY_CARD_WORDS = SUMMARY_CARDS_MAX / 64, SUMMARY_PLACES_MAX = 512 };

typedef struct SummaryPlace {
    uint16_t place;  /* index */
    uint16_t fights; /* battles fought there, from 1 */
} SummaryPlace;

typedef struct GameSummary {
    uint64_t cards[SEAT_COUNT][SUMMARY_CARD_WORDS]; /* bit i of the words: that seat played card title i */
    uint16_t lost[SEAT_COUNT];                      /* points of loss (words.h: loss_noun) */
    uint16_t place_count;                           /* entries of places */
    uint32_t dropped;                               /* cards, losses and battles without room above */
    SummaryPlace places[SUMMARY_PLACES_MAX];        /* where battles were fought, by ascending place */
} GameSummary;

/* Names longer than this, or a message of check longer than this, are cut. */
enum { GAME_CHECK_BYTES = 256 };

/* A card or a place as people call it. The texts are the game's and live as long as its data. */
typedef struct GameName {
    const char *id;   /* as in moves and JSON, "" for none */
    const char *name; /* as printed for people */
    bool placed;      /* lies on the map, namely at: */
    float x, y;       /* x to the right, y downwards, in a unit of the game's own, the same for both */
} GameName;

/* The name that stands for no card and no place. */
static inline GameName game_name_none(void) { return (GameName){"", "", false, 0.0F, 0.0F}; }

struct GameWords; /* words.h */

typedef struct GameRules {
    const char *id; /* also the folder under scenarios/ */
    const char *title;
    size_t state_bytes; /* size of a state, at most STATE_BYTES_MAX */
    /* The same of the scenario that was loaded, at most that much, for games whose smaller scenarios need
     * less: Game.rules.state_bytes is this number then. NULL: state_bytes for all. */
    size_t (*state_size)(const void *data);
    uint32_t max_moves; /* longest legal list */
    uint32_t max_plies; /* more decisions than any game can have, at most GAME_PLIES_MAX: a bound for loops,
                           not a rule */

    /* Reads board and scenario (both already parsed, overrides applied) into new immutable data; NULL and err
     * on bad input. release frees it. */
    void *(*load)(const JsonNode *scenario, const JsonNode *board, Err *err);
    void (*release)(void *data);

    /* Sets up a game; draws shuffles from dice; stops at the first real decision. */
    void (*setup)(const void *data, State *state, Dice *dice);
    /* Fills list with the legal moves of the seat to act; returns their number (0 only when over). */
    uint32_t (*legal)(const void *data, const State *state, MoveList *list);
    /* Applies a legal move and everything automatic after it, up to the next decision with two or more
     * choices or the end. An illegal move is a programmer's error (assert); check with game_move_is_legal
     * first. */
    void (*apply)(const void *data, State *state, Move move, Dice *dice);
    /* Both in one, for those who play on: applies a move as apply does and fills list with what is legal
     * then, exactly what legal would list; rules that list the next decision on their way to it need not list
     * it twice. NULL: not worth having. scratch is scratch_bytes of the caller's memory, all zero bytes at
     * first, for one thread and one Game: what rules keep there makes them faster and changes nothing else;
     * NULL: none. */
    void (*advance)(const void *data, State *state, Move move, Dice *dice, void *scratch, MoveList *list);
    size_t scratch_bytes; /* at most SCRATCH_BYTES_MAX */
    /* What the game ended with; while it goes on: no winner, OUTCOME_NONE, and the turn it is now. */
    Outcome (*outcome)(const void *data, const State *state);

    /* view: state with all that seat may not know erased to fixed bytes. SEAT_BOTH copies. out may be state
     * itself. determinize: fills a view of seat, in place, with a random world consistent with what that seat
     * has seen. */
    void (*view)(const void *data, const State *state, Seat seat, State *out);
    void (*determinize)(const void *data, State *view, Seat seat, Rng *rng);
    /* Looks at bytes from outside before they are taken for a view of seat: whether every field is in its
     * range, so that determinize may be tried; false and a message if not. NULL: any bytes will do. */
    bool (*check_view)(const void *data, const State *view, Seat seat, char message[GAME_CHECK_BYTES]);

    /* Move as text, in the notation above; at most MOVE_TEXT_BYTES with the NUL. parse returns false for
     * unknown text. */
    void (*move_text)(const void *data, Move move, char text[MOVE_TEXT_BYTES]);
    bool (*move_parse)(const void *data, const char *text, Move *move);

    /* Position as readable text and as one JSON object, as seen by seat (SEAT_BOTH: everything, deck order
     * included). state may be a full state: the functions take the view themselves. */
    void (*position_text)(const void *data, const State *state, Seat seat, StrBuf *out);
    void (*position_json)(const void *data, const State *state, Seat seat, StrBuf *out);

    const struct GameWords *words; /* the game in words, NULL if it has none */

    /* Recomputes every invariant of a full state from scratch; false and a message if one is broken. */
    bool (*check)(const void *data, const State *state, char message[GAME_CHECK_BYTES]);

    /* --- what happens inside apply; all NULL (and empty) in games that note nothing in a Journal; a game
     * with event_text has event_json too, summarize wants both, and is itself optional --- */

    /* One entry of a journal as seat may know it (SEAT_BOTH: all of it), appended to out. text: one plain
     * English sentence with names as in the data, the clause of the rules in brackets at its end; nothing
     * where the reader may know nothing of it, or another entry tells it. json: one object, whose "kind",
     * "seat" and "clause" are always there:
     * {"kind":"loss","seat":"french","clause":"13.3","place":...}. */
    void (*event_text)(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);
    void (*event_json)(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);

    /* Adds what one apply noted to the counts of the game. summary_kinds: the kinds of entries it looks at,
     * for journal_open, so that nothing else costs time. */
    JournalKinds summary_kinds;
    void (*summarize)(const void *data, const Journal *journal, GameSummary *summary);

    /* The cards and the places that a GameSummary counts by index; both of a pair NULL in games without
     * cards, or without places. The name beyond the last has an empty id. */
    uint32_t (*card_count)(const void *data);
    GameName (*card_name)(const void *data, uint32_t card);
    uint32_t (*place_count)(const void *data);
    GameName (*place_name)(const void *data, uint32_t place);
    /* Whether a map joins two places by a line; NULL: it joins none. */
    bool (*place_adjacent)(const void *data, uint32_t a, uint32_t b);

    /* One more than the highest State.turn that a game of this scenario can come to while it goes on, so that
     * the turns that remain can be told; 1 to 256. NULL: nobody knows. */
    uint32_t (*turn_count)(const void *data);
} GameRules;

typedef struct Game {
    const GameRules *rules;
    GameRules *sized;   /* owned: what rules points to if the game has a state_size of its own, else NULL */
    void *data;         /* owned by the Game */
    char scenario[128]; /* as asked for: "game/name" or a path */
    char title[128];    /* title of the scenario */
    char **overrides;   /* owned: copies of those it was loaded with, in order; NULL: none */
    size_t override_count;
    char sha256[65]; /* SHA-256 over scenario and board as loaded, overrides applied (canonical JSON), hex */
} Game;

/* True if a game fills in every slot that it must, and each group of slots as a whole; else false and err,
 * which names the game and the first slot that is missing. game_load asks it of every game it loads. */
bool game_rules_whole(const GameRules *rules, Err *err);

/* Loads a scenario: name is a path to a JSON file or "game/name" looked up in the scenarios folder; overrides
 * are "path=value" texts (see scenario.h), override_count of them. False and err on bad input; then game is
 * untouched. */
bool game_load(Game *game, const char *name, const char *const *overrides, size_t override_count, Err *err);
/* The same, without overrides, on the board of the file board_path in the place of the scenario's own. */
bool game_load_on(Game *game, const char *name, const char *board_path, Err *err);
void game_release(Game *game);

/* Thin wrappers, so that callers read well. */
static inline void game_setup(const Game *game, State *state, Dice *dice)
{
    game->rules->setup(game->data, state, dice);
}
static inline uint32_t game_legal(const Game *game, const State *state, MoveList *list)
{
    return game->rules->legal(game->data, state, list);
}
static inline void game_apply(const Game *game, State *state, Move move, Dice *dice)
{
    game->rules->apply(game->data, state, move, dice);
}
/* Applies a move; list gets what is legal then if the rules tell it on their way, else it is left empty: to
 * be looked at with game_listed. scratch: see GameRules.advance. */
static inline void game_advance(const Game *game, State *state, Move move, Dice *dice, GameScratch *scratch,
                                MoveList *list)
{
    list->count = 0;
    if (game->rules->advance != NULL) {
        game->rules->advance(game->data, state, move, dice, scratch, list);
    } else {
        game->rules->apply(game->data, state, move, dice);
    }
}
/* The number of legal moves of a state: of list if it is not empty, else it is filled first. */
static inline uint32_t game_listed(const Game *game, const State *state, MoveList *list)
{
    return list->count != 0 ? list->count : game_legal(game, state, list);
}
static inline Outcome game_outcome(const Game *game, const State *state)
{
    return game->rules->outcome(game->data, state);
}

/* True if text is a move in the notation above; outline: question marks may stand for arguments. */
bool game_is_notation(const char *text, bool outline);
/* True if text may be an argument of a move, as ids of cards and places are. */
bool game_is_argument(const char *text);

/* True if move stands in the legal list of state. */
bool game_move_is_legal(const Game *game, const State *state, Move move);

#endif

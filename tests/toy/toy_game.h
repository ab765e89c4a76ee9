/* toy_game.h: the toy game: small, complete in every slot of the interface, and the template for a new game
 * (README.md has its rules and walks through its files).
 *
 * Files: toy.h (what others see of it), this one (data, state, moves and events, for its own files alone),
 * toy_load.c (board and scenario), toy_rules.c (what may be done and what follows), toy_view.c (who knows
 * what, invariants), toy_notation.c (moves, positions as text and JSON, names), toy_events.c (the journal
 * told), toy_words.c (the game in words), toy_game.c (the table of all this), toy_ai.c (how to play it),
 * test_toy.c (its rules by scripted dice), registry.c (the lists with it).
 *
 * The scenario's option "fault" makes the module break one law of engine/game.h on purpose, to see that it is
 * found.
 */
#ifndef MARSHAL_TESTS_TOY_TOY_GAME_H
#define MARSHAL_TESTS_TOY_TOY_GAME_H

#include "engine/game.h"
#include "engine/words.h"
#include "tests/toy/toy.h"

enum {
    TOY_CARDS_MAX = 12,
    TOY_SITES_MAX = 12,
    TOY_NAME_BYTES = 32,
    TOY_BOOK_MAX = 8136,   /* so that a state has STATE_BYTES_MAX bytes */
    TOY_PLIES_MAX = 262144 /* decisions of a game at most */
};

enum toy_fault {
    TOY_FAULT_NONE,
    TOY_FAULT_UNSORTED,   /* list in the wrong order */
    TOY_FAULT_DEAD_END,   /* no moves in round 2 */
    TOY_FAULT_ENDLESS,    /* the last round never ends */
    TOY_FAULT_LEAKY_VIEW, /* the view of a view is another one */
    TOY_FAULT_VIEW_MOVES, /* legal moves depend on the hidden deck */
    TOY_FAULT_BAD_WORLD,  /* determinize changes what the seat knows */
    TOY_FAULT_NOTATION,   /* pass parses as something else */
    TOY_FAULT_IMPURE,     /* apply looks at more than state, move and dice */
    TOY_FAULT_PEEKING,    /* the JSON of a seat shows the deck */
    TOY_FAULT_BAD_JSON,   /* the JSON is none */
    TOY_FAULT_LOST_CARD,  /* a card vanishes */
    TOY_FAULT_SETUP,      /* set-up leaves a byte as it was */
    TOY_FAULT_SEAT,       /* the game is over but a seat decides */
    TOY_FAULT_OUTCOME,    /* over without an outcome */
    TOY_FAULT_CHECK,      /* set-up deals a number that is not in the game */
    TOY_FAULT_SPACES,     /* a move is written with a space */
    TOY_FAULT_SCRIPT,     /* dice that were written down are not read to the end */
    TOY_FAULT_TURN_BACK,  /* a fair is held again */
    TOY_FAULT_TWINS,      /* two places have the same id */
    TOY_FAULT_MUTE,       /* a choice is told in no words */
    TOY_FAULT_TELLTALE,   /* where play stands tells a hidden number */
    TOY_FAULT_NOISY,      /* noting events changes the state */
    TOY_FAULT_GOSSIP,     /* an event tells a hidden number */
    TOY_FAULT_GHOST,      /* a summary counts a card that does not exist */
    TOY_FAULT_DARK,       /* the journal does not say that a number came to light */
    TOY_FAULT_STALE,      /* advance lists what it listed before */
    TOY_FAULT_LONELY,     /* a decision with a single move is left to the players */
    TOY_FAULT_LAWS, /* from here on: no law is broken, but a throw of 18 with three dice takes the process
                       down */
    TOY_FAULT_ABORT = TOY_FAULT_LAWS,
    TOY_FAULT_SEGFAULT,
    TOY_FAULT_OVERFLOW, /* of the stack */
    TOY_FAULT_COUNT
};

/* "none", "unsorted", ...: value of the scenario's option. */
const char *toy_fault_name(enum toy_fault fault);

/* Decision points. */
enum toy_step {
    TOY_STEP_ACT,  /* roll, swap or pass */
    TOY_STEP_THROW /* a one has fallen: keep or push */
};

/* Codes of moves; ascending codes are the order of a list. */
enum {
    TOY_MOVE_ROLL = 0x00, /* plus the number of dice, 1 to 3 */
    TOY_MOVE_SWAP = 0x10,
    TOY_MOVE_PASS = 0x20,
    TOY_MOVE_KEEP = 0x30,
    TOY_MOVE_PUSH = 0x31
};

/* What does not change during a game: board and scenario. */
typedef struct ToyData {
    uint8_t card_count;
    uint8_t cards[TOY_CARDS_MAX]; /* numbers on them, all different */
    char card_id[TOY_CARDS_MAX][TOY_NAME_BYTES], card_name[TOY_CARDS_MAX][TOY_NAME_BYTES];
    uint8_t site_count; /* stalls; fair f is held at stall f modulo site_count */
    char site_id[TOY_SITES_MAX][TOY_NAME_BYTES], site_name[TOY_SITES_MAX][TOY_NAME_BYTES];
    float site_x[TOY_SITES_MAX], site_y[TOY_SITES_MAX];
    uint8_t most_dice, hand_weight;
    uint8_t rounds; /* fairs */
    int first_year;
    uint8_t start[SEAT_COUNT];
    uint16_t actions;    /* decisions of a seat at each fair, at least */
    uint16_t book_bytes; /* of the book that are written in */
    uint16_t both_lose;  /* coins below which both lose, if neither has as many; 0: never */
    enum toy_fault fault;
} ToyData;

typedef struct ToyState {
    State header; /* turn: fair from 0; step: enum toy_step */
    uint32_t points[SEAT_COUNT];
    uint32_t written;         /* actions so far: where the book is written in next */
    uint16_t decisions;       /* of the seat to act at this fair */
    uint8_t hand[SEAT_COUNT]; /* 0: hidden in this view */
    uint8_t deck_count;
    uint8_t deck[TOY_CARDS_MAX]; /* from the bottom; 0 beyond deck_count or hidden */
    uint8_t discard_count;
    uint8_t discard[TOY_CARDS_MAX];
    uint8_t throw_points;       /* of the throw to keep or push */
    uint8_t rubbish;            /* always 0 */
    uint8_t spare;              /* always 0 */
    uint8_t padding[7];         /* always 0 */
    uint8_t book[TOY_BOOK_MAX]; /* what each action brought, open to both: the oldest is written over */
} ToyState;

static inline const ToyState *toy_const(const State *state) { return (const ToyState *)(const void *)state; }
static inline ToyState *toy(State *state) { return (ToyState *)(void *)state; }

/* What happens, as kinds of journal entries; their arguments. */
enum toy_note {
    TOY_NOTE_DEAL,    /* seat's number (secret) */
    TOY_NOTE_PASSED,  /* - */
    TOY_NOTE_SWAPPED, /* number shown, number drawn (secret) */
    TOY_NOTE_GAINED,  /* coins */
    TOY_NOTE_ONE,     /* coins at stake, stall or -1: a one has fallen */
    TOY_NOTE_KEPT,    /* coins kept */
    TOY_NOTE_LOST,    /* coins lost by pushing */
    TOY_NOTE_FAIR,    /* number of the fair that begins, stall or -1 */
    TOY_NOTE_OVER,    /* winner, grade */
    TOY_NOTE_COUNT
};
/* Purposes of JOURNAL_DICE entries. */
enum toy_purpose { TOY_PURPOSE_THROW, TOY_PURPOSE_PUSH };

/* ---- one file each; slots of GameRules, documented in engine/game.h ---- */

/* toy_load.c */
void *toy_load(const JsonNode *scenario, const JsonNode *board, Err *err);
/* Index of a number among the cards; card_count if it is none of them. */
uint32_t toy_card_index(const ToyData *data, unsigned number);
/* Stall of a fair, -1 without stalls. */
int toy_site(const ToyData *data, unsigned turn);

/* toy_rules.c */
void toy_setup(const void *data, State *state, Dice *dice);
uint32_t toy_legal(const void *data, const State *state, MoveList *list);
void toy_apply(const void *data, State *state, Move move, Dice *dice);
void toy_advance(const void *data, State *state, Move move, Dice *dice, void *scratch, MoveList *list);
Outcome toy_outcome(const void *data, const State *state);
int toy_final_points(const ToyData *data, const ToyState *s, Seat seat);

/* toy_view.c */
void toy_view(const void *data, const State *state, Seat seat, State *out);
void toy_determinize(const void *data, State *view, Seat seat, Rng *rng);
bool toy_check_view(const void *data, const State *view, Seat seat, char message[GAME_CHECK_BYTES]);
bool toy_check(const void *data, const State *state, char message[GAME_CHECK_BYTES]);

/* toy_notation.c */
void toy_move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES]);
bool toy_move_parse(const void *data, const char *text, Move *move);
void toy_position_text(const void *data, const State *state, Seat seat, StrBuf *out);
void toy_position_json(const void *data, const State *state, Seat seat, StrBuf *out);
uint32_t toy_card_count(const void *data);
GameName toy_card_name(const void *data, uint32_t card);
uint32_t toy_place_count(const void *data);
GameName toy_place_name(const void *data, uint32_t place);
bool toy_place_adjacent(const void *data, uint32_t a, uint32_t b);
uint32_t toy_turn_count(const void *data);

/* toy_events.c */
void toy_event_text(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);
void toy_event_json(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out);
void toy_summarize(const void *data, const Journal *journal, GameSummary *summary);

/* toy_words.c */
extern const GameWords TOY_WORDS;

#endif

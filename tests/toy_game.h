/* toy_game.h: a tiny game that uses every part of the interface, for tests only.
 *
 * Two seats, some rounds. A deck of different numbers is shuffled; each seat gets one, hidden from the other.
 * In a round each seat rolls one to three dice and adds them to its points, or swaps its hidden number with
 * the top of the deck (the old one is shown and gone), or passes. If a die shows 1, the seat chooses between
 * keeping half of the throw and pushing: one more die, on 4 to 6 the throw counts double, otherwise nothing.
 * At the end the hidden numbers count hand_weight times each. A lead of ten points is a decisive victory.
 *
 * So there are hidden cards, a shared hidden deck, dice, atomic decisions in two steps and draws. The
 * scenario's option "fault" makes the module break one law of engine/game.h on purpose, to see that it is
 * found.
 */
#ifndef MARSHAL_TESTS_TOY_GAME_H
#define MARSHAL_TESTS_TOY_GAME_H

#include "ai/game_ai.h"
#include "engine/game.h"

enum { TOY_CARDS_MAX = 12 };

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
    TOY_FAULT_LAWS,       /* from here on: no law is broken, but a throw of 18 with three dice takes the process down */
    TOY_FAULT_ABORT = TOY_FAULT_LAWS,
    TOY_FAULT_SEGFAULT,
    TOY_FAULT_OVERFLOW,   /* of the stack */
    TOY_FAULT_COUNT
};

/* "none", "unsorted", ...: value of the scenario's option. */
const char *toy_fault_name(enum toy_fault fault);

typedef struct ToyState {
    State header; /* turn: round from 0; step: enum toy_step */
    uint8_t points[SEAT_COUNT];
    uint8_t hand[SEAT_COUNT]; /* 0: hidden in this view */
    uint8_t deck_count;
    uint8_t deck[TOY_CARDS_MAX]; /* from the bottom; 0 beyond deck_count or hidden */
    uint8_t discard_count;
    uint8_t discard[TOY_CARDS_MAX];
    uint8_t throw_points; /* of the throw to keep or push */
    uint8_t rubbish;      /* always 0 */
    uint8_t spare;        /* always 0 */
} ToyState;

extern const GameRules TOY_RULES;
extern const GameAi TOY_AI;

#endif

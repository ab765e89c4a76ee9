/* small_kuhn.h: Kuhn poker behind engine/game.h, for tests only: the smallest game in which hidden cards
 * matter and the right way to play is to mix (H. W. Kuhn, "A simplified two-person poker", 1950).
 *
 * Three cards, 1 to 3, the highest wins. Each seat antes one chip and gets one card, hidden from the other;
 * the third card is never seen. SEAT_FRENCH, the first player, checks or bets a chip. After a check the other
 * may check, which ends the game with a showdown for one chip, or bet. Who faces a bet folds, and loses one
 * chip, or calls, and there is a showdown for two. A showdown shows both cards; after a fold the cards stay
 * hidden.
 *
 * Stakes in an Outcome: OUTCOME_MARGINAL means the winner won 1 chip, OUTCOME_DECISIVE 2 chips. No draws.
 *
 * Setup deals with the dice (two draws). determinize deals the hidden card from the other two, both equally
 * likely: what bets tell about cards is the search's business, not the rules'.
 */
#ifndef MARSHAL_TESTS_AI_SMALL_KUHN_H
#define MARSHAL_TESTS_AI_SMALL_KUHN_H

#include <stdint.h>

#include "engine/game.h"

enum { SMALL_KUHN_CARDS = 3 };

/* Decision points; State.step. */
enum small_kuhn_step {
    SMALL_KUHN_OPEN,          /* French: check or bet */
    SMALL_KUHN_AFTER_CHECK,   /* Coalition: check or bet */
    SMALL_KUHN_FACING_BET,    /* Coalition: fold or call */
    SMALL_KUHN_CHECK_AND_BET, /* French, who checked, faces a bet: fold or call */
    SMALL_KUHN_STEP_COUNT
};

/* Betting and calling are the active choices: odd codes. */
enum small_kuhn_move { SMALL_KUHN_CHECK = 0, SMALL_KUHN_BET = 1, SMALL_KUHN_FOLD = 2, SMALL_KUHN_CALL = 3 };

typedef struct SmallKuhnState {
    State
        header; /* over: 1 + 2 * winner + (chips won - 1); turn: 0; step: the last decision point when over */
    uint8_t cards[SEAT_COUNT]; /* 1 to 3; 0: hidden in this view */
    uint8_t spare[2];          /* 0 */
} SmallKuhnState;

extern const GameRules SMALL_KUHN_RULES;

/* A Game without data; it needs no release. */
Game small_kuhn_game(void);

/* The start with these cards, which must differ. */
void small_kuhn_deal(SmallKuhnState *state, int card_first, int card_second);

/* The same at a given decision point. */
void small_kuhn_at(SmallKuhnState *state, enum small_kuhn_step step, int card_first, int card_second);

/* Who decides at step. */
Seat small_kuhn_seat(enum small_kuhn_step step);

/* Chips SEAT_FRENCH won (negative: lost); 0 while the game goes on. */
int small_kuhn_chips(const SmallKuhnState *state);

/* ---- behaviour strategies, of both seats in one table; all values are chips a game ---- */

typedef struct SmallKuhnStrategy {
    double active[SMALL_KUHN_STEP_COUNT][SMALL_KUHN_CARDS + 1]; /* [step][card]: probability of bet or call */
} SmallKuhnStrategy;

/* Kuhn's equilibria; alpha from 0 to 1/3 is how often the first player bets the lowest card. Worth -1/18. */
SmallKuhnStrategy small_kuhn_equilibrium(double alpha);

/* What SEAT_FRENCH wins on average. */
double small_kuhn_value(const SmallKuhnStrategy *strategy);

/* What seat (with its own sign) wins on average if it answers the other's part of strategy as well as can be.
 */
double small_kuhn_best_response(const SmallKuhnStrategy *strategy, Seat seat);

/* What seat gains by that over its own part of strategy: 0 or more. */
double small_kuhn_gain(const SmallKuhnStrategy *strategy, Seat seat);

/* Mean of both gains: 0 exactly for equilibria, 11/24 if both always toss a coin. */
double small_kuhn_exploitability(const SmallKuhnStrategy *strategy);

#endif

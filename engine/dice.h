/* dice.h: the only door for luck into the rules.
 *
 * apply() and setup() draw from a Dice they are handed and from nothing else. A draw is a whole number from 1
 * to n: a die is dice_draw(d, 6); shuffling n cards is n-1 draws (Fisher-Yates from the last card down, see
 * dice_shuffle); picking one of k things is one draw. A draw with n = 1 is never made.
 *
 * Four makers, one type:
 *   stream     draws from a seeded PCG32 stream                          dice_from_stream
 *   script     draws from a list (worked examples, typed dice, replay);  dice_from_script
 *              a script that runs out or holds a number out of range sets `failed`, and draws return
 *              any number: the caller must look at `failed` after apply, the rules never invent one in
 * silence recorder   any of these with a log attached keeps what fell           dice_record witness    a
 * recorder that also tells somebody of every draw          dice_witness enumerate  an apply is replayed over
 * every outcome with its weight    dice_enumerate_first / _next
 *
 * The caller owns the Dice and the buffers it points to. One Dice is used by one thread. No allocation.
 */
#ifndef MARSHAL_ENGINE_DICE_H
#define MARSHAL_ENGINE_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/journal.h"
#include "engine/rng.h"

enum {
    DICE_ENUMERATE_MAX = 32, /* draws in one enumerated apply */
    DICE_LOG_MAX = 4096,     /* draws one decision of any game can cause, as a size for log buffers */
};

/* Told of each draw as it falls, before the rules go on with it. */
typedef void (*DiceWitness)(void *context, uint32_t sides, uint32_t value);

enum { DICE_OCCASIONS_MAX = 256 };

/* Luck that hangs on what it is for, not on what fell before: of two ways to play on, whoever attacks the
 * same hex meets the same dice there, whatever else he did first. So what is luck for both does not tell them
 * apart (common random numbers). Draws of one game stay independent: no two come from the same stream. */
typedef struct DiceOccasions {
    RngFamily family;
    uint32_t occasion[DICE_OCCASIONS_MAX]; /* a hash table; of more than fit the others are not told apart */
    uint32_t times[DICE_OCCASIONS_MAX];    /* how often it arose; 0: an empty place */
} DiceOccasions;

typedef struct Dice {
    Rng rng;               /* the stream, when kind is DICE_STREAM; else what stands in when they fail */
    uint8_t kind;          /* enum dice_kind */
    bool failed;           /* script ran out or held a number outside 1..n; enumeration too long; log full */
    uint8_t *log;          /* where draws are recorded, or NULL */
    size_t log_size;       /* room in log */
    size_t log_count;      /* draws recorded so far (never more than log_size) */
    DiceWitness witness;   /* told of each draw while there is a log, or NULL */
    void *witness_context; /* borrowed */
    const uint8_t *script; /* the numbers to fall, 1-based */
    size_t script_count;
    size_t script_used;
    uint8_t path[DICE_ENUMERATE_MAX];  /* enumeration: the outcome to take at each draw, 1-based */
    uint8_t sides[DICE_ENUMERATE_MAX]; /* enumeration: n of each draw met so far */
    uint8_t depth;                     /* enumeration: draws made in this replay */
    uint8_t known;                     /* enumeration: entries of path that are fixed */
    Journal *journal; /* borrowed: where the rules note what happens (journal.h); NULL: nowhere, as all makers
                         leave it */
    DiceOccasions *occasions; /* borrowed: a stream for each; NULL: one for all, as all makers leave it */
} Dice;

enum dice_kind { DICE_STREAM, DICE_SCRIPT, DICE_ENUMERATE };

/* A Dice that draws from a stream; no log. */
Dice dice_from_stream(Rng rng);

/* A Dice that draws the given numbers in order; script is borrowed and must outlive the Dice. */
Dice dice_from_script(const uint8_t *script, size_t count);

/* From now on draws follow the occasions that dice_occasion names; for a stream. */
void dice_by_occasion(Dice *dice, DiceOccasions *occasions, const RngFamily *family);

/* The part of dice_occasion for dice that follow occasions. */
void dice_follow_occasion(Dice *dice, uint32_t occasion);

/* Rules that know what the next draws are for may say so: any number that tells it from others. */
static inline void dice_occasion(Dice *dice, uint32_t occasion)
{
    if (dice->occasions != NULL) {
        dice_follow_occasion(dice, occasion);
    }
}

/* Attaches a log buffer (borrowed); each later draw is written to it. Resets log_count. */
void dice_record(Dice *dice, uint8_t *log, size_t size);

/* Has somebody told of each draw that is recorded: for asking people what they rolled, never for the rules.
 */
void dice_witness(Dice *dice, DiceWitness witness, void *context);

/* Enumeration of one apply over all outcomes:
 *     Dice dice; dice_enumerate_first(&dice);
 *     do { State copy = before; apply(copy, move, &dice); use(copy, dice_enumerate_weight(&dice)); }
 *     while (dice_enumerate_next(&dice));
 * Weights are probabilities and add up to 1. More than DICE_ENUMERATE_MAX draws in one apply set `failed`. */
void dice_enumerate_first(Dice *dice);
bool dice_enumerate_next(Dice *dice);
double dice_enumerate_weight(const Dice *dice);

/* The part of dice_draw that is not a plain stream draw. */
uint32_t dice_draw_special(Dice *dice, uint32_t n);

/* A number from 1 to n, all equally likely; n from 2 to 255. */
static inline uint32_t dice_draw(Dice *dice, uint32_t n)
{
    if (dice->kind == DICE_STREAM && dice->log == NULL) {
        return rng_bounded(&dice->rng, n) + 1U;
    }
    return dice_draw_special(dice, n);
}

/* One six-sided die, 1 to 6. */
static inline uint32_t dice_d6(Dice *dice) { return dice_draw(dice, 6); }

/* Shuffles count bytes in place: for i = count-1 down to 1, j = draw(i+1)-1, swap items i and j. count at
 * most 255. */
static inline void dice_shuffle(Dice *dice, uint8_t *items, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = dice_draw(dice, i) - 1U;
        const uint8_t swapped = items[i - 1];
        items[i - 1] = items[j];
        items[j] = swapped;
    }
}

#endif

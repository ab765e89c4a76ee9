/* dice.c: scripted, enumerated and recorded draws. The plain stream draw is inline in dice.h, because it is
 * on the hot path of playouts; everything here is not. */
#include "engine/dice.h"

#include <assert.h>
#include <string.h>

static Dice dice_empty(enum dice_kind kind)
{
    Dice dice;
    memset(&dice, 0, sizeof dice);
    dice.kind = (uint8_t)kind;
    return dice;
}

Dice dice_from_stream(Rng rng)
{
    Dice dice = dice_empty(DICE_STREAM);
    dice.rng = rng;
    return dice;
}

void dice_by_occasion(Dice *dice, DiceOccasions *occasions, const RngFamily *family)
{
    assert(dice->kind == DICE_STREAM);
    occasions->family = *family;
    memset(occasions->times, 0, sizeof occasions->times);
    dice->occasions = occasions;
}

void dice_follow_occasion(Dice *dice, uint32_t occasion)
{
    DiceOccasions *occasions = dice->occasions;
    const uint32_t first = (uint32_t)rng_mix(occasion);
    for (uint32_t i = 0; i < DICE_OCCASIONS_MAX; i++) {
        const uint32_t place = (first + i) % DICE_OCCASIONS_MAX;
        if (occasions->times[place] == 0 || occasions->occasion[place] == occasion) {
            occasions->occasion[place] = occasion;
            const uint64_t before = occasions->times[place]++;
            dice->rng = rng_member(&occasions->family, rng_mix(before << 32U | occasion));
            return;
        }
    }
}

/* Dice that may fail, with the stream that stands in for what they lack. */
static Dice dice_that_may_fail(enum dice_kind kind)
{
    Dice dice = dice_empty(kind);
    rng_init(&dice.rng, 0, 0);
    return dice;
}

Dice dice_from_script(const uint8_t *script, size_t count)
{
    assert(script != NULL || count == 0);
    Dice dice = dice_that_may_fail(DICE_SCRIPT);
    dice.script = script;
    dice.script_count = count;
    return dice;
}

void dice_record(Dice *dice, uint8_t *log, size_t size)
{
    assert(log != NULL || size == 0);
    dice->log = log;
    dice->log_size = size;
    dice->log_count = 0;
}

void dice_witness(Dice *dice, DiceWitness witness, void *context)
{
    dice->witness = witness;
    dice->witness_context = context;
}

void dice_enumerate_first(Dice *dice) { *dice = dice_that_may_fail(DICE_ENUMERATE); }

/* The paths are the leaves of a tree of draws, visited depth first: the last draw with an outcome left moves
 * on, all draws after it are forgotten, since another outcome may lead to other draws. */
bool dice_enumerate_next(Dice *dice)
{
    assert(dice->kind == DICE_ENUMERATE && dice->depth <= dice->known && dice->known <= DICE_ENUMERATE_MAX);
    for (unsigned i = dice->depth; i > 0; i--) {
        if (dice->path[i - 1] < dice->sides[i - 1]) {
            dice->path[i - 1]++;
            dice->known = (uint8_t)i;
            dice->depth = 0;
            dice->log_count = 0;
            return true;
        }
    }
    return false;
}

double dice_enumerate_weight(const Dice *dice)
{
    double weight = 1.0;
    assert(dice->kind == DICE_ENUMERATE);
    for (unsigned i = 0; i < dice->depth; i++) {
        weight /= dice->sides[i];
    }
    return weight;
}

/* There is no number: `failed`, and any. Not always the same: rules that throw again after a tie would do so
 * for ever. */
static uint32_t draw_failed(Dice *dice, uint32_t n)
{
    dice->failed = true;
    return rng_bounded(&dice->rng, n) + 1U;
}

/* Next number of the script, if there is one and it is a face of this die. */
static uint32_t draw_script(Dice *dice, uint32_t n)
{
    if (dice->script_used >= dice->script_count) {
        return draw_failed(dice, n);
    }
    const uint32_t value = dice->script[dice->script_used++];
    return value >= 1 && value <= n ? value : draw_failed(dice, n);
}

static uint32_t draw_enumerate(Dice *dice, uint32_t n)
{
    if (dice->depth >= DICE_ENUMERATE_MAX) {
        return draw_failed(dice, n);
    }
    const unsigned at = dice->depth++;
    if (at >= dice->known) {
        dice->path[at] = 1;
        dice->known = (uint8_t)(at + 1);
    }
    dice->sides[at] = (uint8_t)n;
    return dice->path[at];
}

static uint32_t draw_by_kind(Dice *dice, uint32_t n)
{
    switch ((enum dice_kind)dice->kind) {
    case DICE_STREAM:
        return rng_bounded(&dice->rng, n) + 1U;
    case DICE_SCRIPT:
        return draw_script(dice, n);
    case DICE_ENUMERATE:
        return draw_enumerate(dice, n);
    }
    assert(false);
    return 1;
}

uint32_t dice_draw_special(Dice *dice, uint32_t n)
{
    assert(n >= 2 && n <= UINT8_MAX);
    const uint32_t value = draw_by_kind(dice, n);
    assert(value >= 1 && value <= n);
    if (dice->log != NULL) {
        if (dice->log_count < dice->log_size) {
            dice->log[dice->log_count++] = (uint8_t)value;
        } else {
            dice->failed = true;
        }
        if (dice->witness != NULL) {
            dice->witness(dice->witness_context, n, value);
        }
    }
    return value;
}

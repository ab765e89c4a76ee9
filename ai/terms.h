/* terms.h: phrases that the games' terms share: how often something is so, how much there is of something,
 * in some positions rather than in others. For GameAi.subject_words (ai/game_ai.h). */
#ifndef MARSHAL_AI_TERMS_H
#define MARSHAL_AI_TERMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ai/game_ai.h"

/* The averages of every input over these positions and over those. */
typedef struct TermsPair {
    const double *these;
    const double *those;
} TermsPair;

/* Whether an input lies in a run of them. */
static inline bool terms_within(uint32_t input, uint32_t first, uint32_t last)
{
    return input >= first && input <= last;
}

static inline unsigned terms_percent(double share)
{
    return (unsigned)(100.0 * (share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share) + 0.5);
}

/* "the mill held in 80 % of cases instead of 10 %": the share is left out where it is all or nothing.
 */
static inline void terms_share(const char *subject, const char *state, double here, double there,
                               char words[GAME_AI_WORDS_BYTES])
{
    if (here > 0.995 && there < 0.005) {
        (void)snprintf(words, GAME_AI_WORDS_BYTES, "%.70s %.40s", subject, state);
    } else {
        (void)snprintf(words, GAME_AI_WORDS_BYTES, "%.70s %.40s in %u %% of cases instead of %u %%", subject,
                       state, terms_percent(here), terms_percent(there));
    }
}

/* "cards in the French hand 3.0 instead of 2.5": averages of an input in its unit. */
static inline void terms_number(const TermsPair *pair, uint32_t input, double unit, const char *name,
                                char words[GAME_AI_WORDS_BYTES])
{
    (void)snprintf(words, GAME_AI_WORDS_BYTES, "%.80s %.1f instead of %.1f", name, pair->these[input] * unit,
                   pair->those[input] * unit);
}

/* The input in [first, first + count) that these have most more often than those. */
static inline uint32_t terms_most_gained(const TermsPair *pair, uint32_t first, uint32_t count)
{
    uint32_t best = first;
    for (uint32_t i = first; i < first + count; i++) {
        best = pair->these[i] - pair->those[i] > pair->these[best] - pair->those[best] ? i : best;
    }
    return best;
}

/* How many steps of a run are set, on average (model_add_steps). */
static inline double terms_steps(const double *inputs, uint32_t first, uint32_t steps)
{
    double sum = 0.0;
    for (uint32_t i = first; i < first + steps; i++) {
        sum += inputs[i];
    }
    return sum;
}

#endif

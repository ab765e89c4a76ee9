/* terms.c: see terms.h. */
#include "ai/eagles/terms.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "ai/eagles/inputs.h"
#include "ai/terms.h"

_Static_assert((int)EAGLES_TERM_COUNT <= (int)GAME_AI_TERMS_MAX, "room for all groups");

const char *const EAGLES_TERM_NAMES[EAGLES_TERM_COUNT] = {
    "cities that decide",   "strength near cities that decide",
    "size of the armies",   "states and their sides",
    "pools and production", "alliances",
    "Napoleon's exile",     "time and initiative",
};

/* Whether an input of a scenario's block, or one of the campaign, belongs to a family. */
#define OF_BLOCK(index, FAMILY) terms_within(index, EAGLES_INPUT_##FAMILY, EAGLES_INPUT_##FAMILY##_LAST)
#define OF_CAMPAIGN(input, FAMILY)                                                                           \
    terms_within(input, EAGLES_CAMPAIGN_INPUT_##FAMILY, EAGLES_CAMPAIGN_INPUT_##FAMILY##_LAST)

static bool is_of_campaign(uint32_t input) { return input > (uint32_t)EAGLES_CAMPAIGN_INPUTS; }

/* ------------------------------------------------------------------ groups */

static uint32_t term_of_campaign(uint32_t input)
{
    if (OF_CAMPAIGN(input, NATION_SIDE) || OF_CAMPAIGN(input, CONQUERED) || OF_CAMPAIGN(input, FALLEN)) {
        return EAGLES_TERM_STATES;
    }
    if (OF_CAMPAIGN(input, NATION_STRENGTH)) {
        return EAGLES_TERM_ARMIES;
    }
    if (OF_CAMPAIGN(input, NATION_POOL) || OF_CAMPAIGN(input, PRODUCTION) ||
        OF_CAMPAIGN(input, PRODUCTION_LATE)) {
        return EAGLES_TERM_MEANS;
    }
    return OF_CAMPAIGN(input, EXILE) ? EAGLES_TERM_NAPOLEON : EAGLES_TERM_TIME;
}

static uint32_t term_of_block(uint32_t index)
{
    if (OF_BLOCK(index, CONTROL) || OF_BLOCK(index, CONTROL_LATE) || OF_BLOCK(index, SIEGE) ||
        OF_BLOCK(index, GOALS)) {
        return EAGLES_TERM_CITIES;
    }
    if (OF_BLOCK(index, NEAR)) {
        return EAGLES_TERM_NEAR;
    }
    if (OF_BLOCK(index, STRENGTH)) {
        return EAGLES_TERM_ARMIES;
    }
    return OF_BLOCK(index, POINTS) || OF_BLOCK(index, ALLIANCE) ? EAGLES_TERM_ALLIANCE : EAGLES_TERM_TIME;
}

uint32_t eagles_input_term(const Game *game, uint32_t input)
{
    (void)game;
    assert(input < EAGLES_INPUT_COUNT);
    return is_of_campaign(input) ? term_of_campaign(input) : term_of_block(input % EAGLES_INPUT_BLOCK);
}

/* ------------------------------------------------------------------ subjects */

/* Of a city all that is told of it, of a side near a city all bands. */
static uint32_t subject_in_block(uint32_t index)
{
    if (OF_BLOCK(index, CONTROL) || OF_BLOCK(index, CONTROL_LATE)) {
        return EAGLES_INPUT_CONTROL + (index - EAGLES_INPUT_CONTROL) % EAGLES_INPUT_CITIES;
    }
    if (OF_BLOCK(index, SIEGE)) {
        return index - EAGLES_INPUT_SIEGE + EAGLES_INPUT_CONTROL;
    }
    if (OF_BLOCK(index, GOALS)) { /* follow from the cities */
        return EAGLES_INPUT_GOALS;
    }
    if (OF_BLOCK(index, NEAR)) {
        const uint32_t n = index - EAGLES_INPUT_NEAR;
        const uint32_t side = n / (EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES);
        return EAGLES_INPUT_NEAR + side * EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES + n % EAGLES_INPUT_CITIES;
    }
    return term_of_block(index) == EAGLES_TERM_TIME ? EAGLES_INPUT_MONTHS_LEFT : index;
}
_Static_assert(EAGLES_INPUT_CONTROL_LATE == EAGLES_INPUT_CONTROL + 2 * EAGLES_INPUT_CITIES,
               "a city's number is the rest");

static uint32_t subject_in_campaign(uint32_t input)
{
    if (OF_CAMPAIGN(input, NATION_SIDE)) {
        return EAGLES_CAMPAIGN_INPUT_NATION_SIDE +
               (input - EAGLES_CAMPAIGN_INPUT_NATION_SIDE) % EAGLES_NATIONS_MAX;
    }
    if (OF_CAMPAIGN(input, FALLEN)) {
        return input - EAGLES_CAMPAIGN_INPUT_FALLEN + EAGLES_CAMPAIGN_INPUT_CONQUERED;
    }
    if (OF_CAMPAIGN(input, PRODUCTION_LATE)) {
        return input - EAGLES_CAMPAIGN_INPUT_PRODUCTION_LATE + EAGLES_CAMPAIGN_INPUT_PRODUCTION;
    }
    return input;
}

uint32_t eagles_input_subject(const Game *game, uint32_t input)
{
    (void)game;
    assert(input < EAGLES_INPUT_COUNT);
    if (is_of_campaign(input)) {
        return subject_in_campaign(input);
    }
    return input - input % EAGLES_INPUT_BLOCK + subject_in_block(input % EAGLES_INPUT_BLOCK);
}

/* ------------------------------------------------------------------ words */

static const char *side_words(uint32_t side) { return side == 0 ? "French" : "Coalition"; }

/* Name of a city that decides, by its number; "a city" if there is none. */
static const char *city_words(const EaglesData *d, uint32_t number)
{
    uint8_t cities[EAGLES_INPUT_CITIES];
    return number < eagles_input_cities(d, cities) ? d->city[cities[number]].name : "a city";
}

static void control_words(const EaglesData *d, const TermsPair *pair, uint32_t block, uint32_t number,
                          char *words)
{
    static const char *const states[3] = {"French", "in the Coalition's hands", "besieged"};
    const uint32_t inputs[3] = {block + EAGLES_INPUT_CONTROL + number,
                                block + EAGLES_INPUT_CONTROL + EAGLES_INPUT_CITIES + number,
                                block + EAGLES_INPUT_SIEGE + number};
    unsigned best = 0;
    for (unsigned i = 1; i < 3; i++) {
        best = pair->these[inputs[i]] - pair->those[inputs[i]] >
                       pair->these[inputs[best]] - pair->those[inputs[best]]
                   ? i
                   : best;
    }
    terms_share(city_words(d, number), states[best], pair->these[inputs[best]], pair->those[inputs[best]],
                words);
}

/* The band in which the two differ most. */
static void near_words(const EaglesData *d, const TermsPair *pair, uint32_t subject, uint32_t n, char *words)
{
    static const char *const where[EAGLES_INPUT_BANDS] = {"in", "within 2 hexes of", "within 5 hexes of",
                                                          "within 10 hexes of", "within 20 hexes of"};
    uint32_t best = subject;
    for (uint32_t band = 1; band < EAGLES_INPUT_BANDS; band++) {
        const uint32_t input = subject + band * EAGLES_INPUT_CITIES;
        best = fabs(pair->these[input] - pair->those[input]) > fabs(pair->these[best] - pair->those[best])
                   ? input
                   : best;
    }
    char name[80];
    (void)snprintf(name, sizeof name, "%s SP by morale %s %s",
                   side_words(n / (EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES)),
                   where[(best - subject) / EAGLES_INPUT_CITIES], city_words(d, n % EAGLES_INPUT_CITIES));
    terms_number(pair, best, (double)EAGLES_STRENGTH_UNIT, name, words);
}

static void numbers_of_side(const TermsPair *pair, uint32_t subject, uint32_t side, double unit,
                            const char *what, char *words)
{
    char name[80];
    (void)snprintf(name, sizeof name, "%s %s", side_words(side), what);
    terms_number(pair, subject, unit, name, words);
}

static void block_words(const EaglesData *d, const TermsPair *pair, uint32_t subject, char *words)
{
    const uint32_t index = subject % EAGLES_INPUT_BLOCK;
    const uint32_t block = subject - index;
    if (OF_BLOCK(index, CONTROL)) {
        control_words(d, pair, block, index - EAGLES_INPUT_CONTROL, words);
    } else if (OF_BLOCK(index, NEAR)) {
        near_words(d, pair, subject, index - EAGLES_INPUT_NEAR, words);
    } else if (OF_BLOCK(index, GOALS)) {
        terms_number(pair, subject, 4.0, "such cities in French hands", words);
    } else if (OF_BLOCK(index, STRENGTH)) {
        numbers_of_side(pair, subject, index - EAGLES_INPUT_STRENGTH, (double)EAGLES_STRENGTH_UNIT,
                        "SP by morale on the map", words);
    } else if (OF_BLOCK(index, POINTS)) {
        numbers_of_side(pair, subject, index - EAGLES_INPUT_POINTS, 4.0, "points of victory and alliance",
                        words);
    } else if (OF_BLOCK(index, ALLIANCE)) {
        terms_number(pair, subject, 2.0, "the lasting modifier", words);
    }
}

static void nation_words(const EaglesData *d, const TermsPair *pair, uint32_t subject, uint32_t first,
                         double unit, const char *what, char *words)
{
    const uint32_t nation = subject - first;
    char name[80];
    (void)snprintf(name, sizeof name, "%.40s, %s", nation < d->nations ? d->nation[nation].name : "?", what);
    terms_number(pair, subject, unit, name, words);
}

static void nation_side_words(const EaglesData *d, const TermsPair *pair, uint32_t subject, char *words)
{
    const uint32_t nation = subject - EAGLES_CAMPAIGN_INPUT_NATION_SIDE;
    const uint32_t coalition = subject + EAGLES_NATIONS_MAX;
    const char *name = nation < d->nations ? d->nation[nation].name : "?";
    const double french = pair->these[subject] - pair->those[subject];
    const double other = pair->these[coalition] - pair->those[coalition];
    if (french <= 0.0 && other <= 0.0) {
        terms_share(name, "on neither side", 1.0 - pair->these[subject] - pair->these[coalition],
                    1.0 - pair->those[subject] - pair->those[coalition], words);
    } else {
        const uint32_t gained = french > other ? subject : coalition;
        terms_share(name, french > other ? "on the French side" : "in the Coalition", pair->these[gained],
                    pair->those[gained], words);
    }
}

static void campaign_words(const EaglesData *d, const TermsPair *pair, uint32_t subject, char *words)
{
    if (OF_CAMPAIGN(subject, NATION_SIDE)) {
        nation_side_words(d, pair, subject, words);
    } else if (OF_CAMPAIGN(subject, CONQUERED)) {
        nation_words(d, pair, subject, EAGLES_CAMPAIGN_INPUT_CONQUERED, 1.0, "conquered, times:", words);
    } else if (OF_CAMPAIGN(subject, NATION_STRENGTH)) {
        nation_words(d, pair, subject, EAGLES_CAMPAIGN_INPUT_NATION_STRENGTH, (double)EAGLES_STRENGTH_UNIT,
                     "SP by morale on the map:", words);
    } else if (OF_CAMPAIGN(subject, NATION_POOL)) {
        nation_words(d, pair, subject, EAGLES_CAMPAIGN_INPUT_NATION_POOL, (double)EAGLES_STRENGTH_UNIT,
                     "SP that can be built again:", words);
    } else if (OF_CAMPAIGN(subject, PRODUCTION)) {
        numbers_of_side(pair, subject, subject - EAGLES_CAMPAIGN_INPUT_PRODUCTION, 8.0, "production cities",
                        words);
    } else if (OF_CAMPAIGN(subject, EXILE)) {
        terms_number(pair, subject, 12.0, "months, and three for its beginning,", words);
    }
}

void eagles_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                          char words[GAME_AI_WORDS_BYTES])
{
    const TermsPair pair = {these, those};
    words[0] = '\0'; /* the group's name says it all */
    assert(subject < EAGLES_INPUT_COUNT);
    if (is_of_campaign(subject)) {
        campaign_words(game->data, &pair, subject, words);
    } else {
        block_words(game->data, &pair, subject, words);
    }
}

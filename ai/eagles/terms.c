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

/* Families that tell what a side has near a city, all in the unit of strength, and what they tell. */
static const struct {
    uint32_t first, bands;
    const char *words;
} NEAR_CITIES[] = {
    {EAGLES_INPUT_NEAR, EAGLES_INPUT_BANDS, "SP by morale"},
    {EAGLES_INPUT_MARCH, EAGLES_INPUT_MARCHES, "SP by morale"},
    {EAGLES_INPUT_MASS, EAGLES_INPUT_CLOSE, "SP by morale in one stack"},
    {EAGLES_INPUT_FED, EAGLES_INPUT_CLOSE, "SP by morale in supply"},
    {EAGLES_INPUT_COMMAND, 1, "leadership"},
};
enum { NEAR_FAMILIES = sizeof NEAR_CITIES / sizeof NEAR_CITIES[0] };

static bool is_near_cities(uint32_t index)
{
    return terms_within(index, EAGLES_INPUT_NEAR, EAGLES_INPUT_NAPOLEON_LAST);
}

static uint32_t term_of_block(uint32_t index)
{
    if (OF_BLOCK(index, CONTROL) || OF_BLOCK(index, CONTROL_LATE) || OF_BLOCK(index, SIEGE) ||
        OF_BLOCK(index, GOALS)) {
        return EAGLES_TERM_CITIES;
    }
    if (is_near_cities(index)) {
        return EAGLES_TERM_NEAR;
    }
    if (OF_BLOCK(index, STRENGTH) || OF_BLOCK(index, UNFED)) {
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

/* Strength of a side near a city, in its first band: what stands for all that is told of them; Napoleon is
 * the French side's. */
static uint32_t subject_near_city(uint32_t index)
{
    uint32_t family = 0;
    while (family < NEAR_FAMILIES && index >= NEAR_CITIES[family].first) {
        family++;
    }
    family--;
    const uint32_t n = index - NEAR_CITIES[family].first;
    const uint32_t side =
        OF_BLOCK(index, NAPOLEON) ? 0 : n / (NEAR_CITIES[family].bands * EAGLES_INPUT_CITIES);
    return EAGLES_INPUT_NEAR + side * EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES + n % EAGLES_INPUT_CITIES;
}
_Static_assert(EAGLES_INPUT_NAPOLEON == EAGLES_INPUT_COMMAND + 2 * EAGLES_INPUT_CITIES,
               "a city's number is the rest");

/* Of a city all that is told of it, of a side near a city all that is. */
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
    if (is_near_cities(index)) {
        return subject_near_city(index);
    }
    if (OF_BLOCK(index, UNFED)) {
        return index - EAGLES_INPUT_UNFED + EAGLES_INPUT_STRENGTH;
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

/* The run of a family, one number for each city, in which the two differ most; EAGLES_INPUT_BLOCK if in none.
 */
static uint32_t run_that_differs(const TermsPair *pair, uint32_t first, uint32_t runs)
{
    uint32_t best = EAGLES_INPUT_BLOCK;
    double most = 0.0;
    for (uint32_t run = 0; run < runs; run++) {
        const uint32_t input = first + run * EAGLES_INPUT_CITIES;
        const double difference = fabs(pair->these[input] - pair->those[input]);
        best = difference > most ? run : best;
        most = difference > most ? difference : most;
    }
    return best;
}

static void write_where(const EaglesData *d, uint32_t family, uint32_t run, uint32_t city, char where[80])
{
    unsigned bands;
    const unsigned distance = eagles_input_bands(family, &bands)[run];
    const char *unit = family == EAGLES_INPUT_NEAR ? "hexes" : "MP";
    if (distance == 0) {
        (void)snprintf(where, 80, "in %.40s", city_words(d, city));
    } else {
        (void)snprintf(where, 80, "within %u %s of %.40s", distance, unit, city_words(d, city));
    }
}

/* What of a side near a city differs, in the first family of which that can be said: strength, then how it
 * stands together, is supplied and led. */
static void near_words(const EaglesData *d, const TermsPair *pair, uint32_t block, uint32_t n, char *words)
{
    const uint32_t side = n / (EAGLES_INPUT_BANDS * EAGLES_INPUT_CITIES);
    const uint32_t city = n % EAGLES_INPUT_CITIES;
    char where[80];
    char name[160];
    for (unsigned i = 0; i < NEAR_FAMILIES; i++) {
        const uint32_t runs = NEAR_CITIES[i].bands;
        const uint32_t first = block + NEAR_CITIES[i].first + side * runs * EAGLES_INPUT_CITIES + city;
        const uint32_t run = run_that_differs(pair, first, runs);
        if (run < runs) {
            write_where(d, NEAR_CITIES[i].first, run, city, where);
            (void)snprintf(name, sizeof name, "%s %s %s", side_words(side), NEAR_CITIES[i].words, where);
            terms_number(pair, first + run * EAGLES_INPUT_CITIES, (double)EAGLES_STRENGTH_UNIT, name, words);
            return;
        }
    }
    const uint32_t first = block + EAGLES_INPUT_NAPOLEON + city;
    const uint32_t run = run_that_differs(pair, first, EAGLES_INPUT_CLOSE);
    if (run < EAGLES_INPUT_CLOSE) {
        const uint32_t input = first + run * EAGLES_INPUT_CITIES;
        write_where(d, EAGLES_INPUT_NAPOLEON, run, city, where);
        terms_share("Napoleon", where, pair->these[input], pair->those[input], words);
    }
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
        near_words(d, pair, block, index - EAGLES_INPUT_NEAR, words);
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

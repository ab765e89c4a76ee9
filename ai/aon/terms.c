/* terms.c: see terms.h. */
#include "ai/aon/terms.h"

#include <stdio.h>

#include "ai/aon/inputs.h"
#include "ai/terms.h"
#include "engine/aon/rules.h"

_Static_assert((int)AON_TERM_COUNT <= (int)GAME_AI_TERMS_MAX, "room for all groups");

const char *const AON_TERM_NAMES[AON_TERM_COUNT] = {
    "control of countries",
    "countries about to change hands",
    "strength near capitals",
    "strength elsewhere on the map",
    "size and freshness of the armies",
    "Napoléon",
    "hands of cards",
    "corps ready and in reserve",
    "prisoners and losses",
    "time and initiative",
    "events in effect",
};

#define IN(input, FAMILY) terms_within(input, AON_INPUT_##FAMILY, AON_INPUT_##FAMILY##_LAST)

/* ------------------------------------------------------------------ groups */

/* In the capital area of a major country, or one area from it. */
static bool near_capital(const AonData *d, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        if (d->distance[area][d->capital[major]] <= 1) {
            return true;
        }
    }
    return false;
}

static uint32_t term_of_area(const AonData *d, unsigned area)
{
    return area < d->areas && near_capital(d, area) ? AON_TERM_CAPITALS : AON_TERM_FIELD;
}

uint32_t aon_input_term(const Game *game, uint32_t input)
{
    if (IN(input, STRENGTH) || IN(input, PRESENT)) {
        return term_of_area(game->data, input % AON_AREAS_MAX);
    }
    if (IN(input, ALIGNMENT) || IN(input, MINORS)) {
        return AON_TERM_CONTROL;
    }
    if (terms_within(input, AON_INPUT_OUTNUMBERED, AON_INPUT_AFTER_MOVES_LAST)) {
        return AON_TERM_STAKES;
    }
    if (IN(input, SPENT) || IN(input, TOTAL)) {
        return AON_TERM_ARMIES;
    }
    if (IN(input, NAPOLEON) || IN(input, NAPOLEON_ALONE)) {
        return AON_TERM_NAPOLEON;
    }
    if (IN(input, CARD) || IN(input, HAND) || IN(input, DECK)) {
        return AON_TERM_HAND;
    }
    if (IN(input, AVAILABLE) || IN(input, RESERVE)) {
        return AON_TERM_RESERVE;
    }
    if (IN(input, PRISONERS) || IN(input, LOST)) {
        return AON_TERM_LOSSES;
    }
    return IN(input, EVENT) || IN(input, SURRENDERED) || IN(input, INVADED) ? AON_TERM_EVENTS : AON_TERM_TIME;
}
_Static_assert(AON_INPUT_MOVES == AON_INPUT_AFTER_MOVES_LAST + 1,
               "what is at stake stands together, moves behind it");
_Static_assert(AON_INPUT_STRENGTH == 0 && AON_INPUT_PRESENT % AON_AREAS_MAX == 0,
               "an input's area is its rest");

/* ------------------------------------------------------------------ subjects */

/* Numbers that are counted in steps: their first input stands for all. */
typedef struct Count {
    uint32_t first;
    uint32_t steps; /* in a run; two runs, one a seat, where both names differ */
    const char *name[SEAT_COUNT];
} Count;

static const Count COUNTS[] = {
    {AON_INPUT_MINORS, AON_MINORS_STEPS, {"minor countries under French control", NULL}},
    {AON_INPUT_LEFT, AON_LEFT_STEPS, {"minor countries left to the French if the year ended now", NULL}},
    {AON_INPUT_AFTER_MOVES, AON_AFTER_MOVES_STEPS, {"minor countries within French reach this year", NULL}},
    {AON_INPUT_MISSING, AON_MISSING_STEPS, {"countries beside France that it does not hold", NULL}},
    {AON_INPUT_OPPOSED, AON_OPPOSED_STEPS, {"countries against a decisive French victory", NULL}},
    {AON_INPUT_TAKEN,
     AON_TAKEN_STEPS,
     {"undefended countries beside French armies", "undefended countries beside Coalition armies"}},
    {AON_INPUT_DISTANT,
     AON_DISTANT_STEPS,
     {"undefended countries two areas from French armies",
      "undefended countries two areas from Coalition armies"}},
    {AON_INPUT_STORMED,
     AON_STORMED_STEPS,
     {"weakly held countries beside French armies", "weakly held countries beside Coalition armies"}},
    {AON_INPUT_RESCUED,
     AON_RESCUED_STEPS,
     {"surrenders that French armies could prevent", "surrenders that Coalition armies could prevent"}},
};

/* The number that an input is a step of, NULL if it is none; seat: whose. */
static const Count *count_of(uint32_t input, unsigned *seat)
{
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        const Count *count = &COUNTS[i];
        const uint32_t runs = count->name[1] != NULL ? 2U : 1U;
        if (input >= count->first && input < count->first + runs * count->steps) {
            *seat = (input - count->first) / count->steps;
            return count;
        }
    }
    return NULL;
}

uint32_t aon_input_subject(const Game *game, uint32_t input)
{
    unsigned seat = 0;
    const Count *count = count_of(input, &seat);
    if (count != NULL) {
        return count->first + seat * count->steps;
    }
    if (IN(input, PRESENT)) {
        return input - AON_INPUT_PRESENT + AON_INPUT_STRENGTH;
    }
    if (IN(input, ALIGNMENT)) {
        return input - (input - AON_INPUT_ALIGNMENT) % 8U;
    }
    if (IN(input, FALLS_LATE)) {
        return input - AON_INPUT_FALLS_LATE + AON_INPUT_FALLS;
    }
    if (IN(input, NAPOLEON) || IN(input, NAPOLEON_ALONE)) {
        return IN(input, NAPOLEON) ? AON_INPUT_NAPOLEON : AON_INPUT_NAPOLEON_ALONE;
    }
    if (aon_input_term(game, input) == AON_TERM_TIME) {
        return AON_INPUT_YEARS_LEFT;
    }
    return input;
}

/* ------------------------------------------------------------------ words */

/* The figures of a subject on both sides. */
typedef struct Pair {
    const AonData *d;
    TermsPair inputs;
} Pair;

static const char *const SEAT_WORDS[SEAT_COUNT] = {"French", "Coalition"};

static void area_words(const Pair *pair, uint32_t input, char *words)
{
    char name[80];
    (void)snprintf(name, sizeof name, "%s battle rating in %s", SEAT_WORDS[input / AON_AREAS_MAX & 1U],
                   pair->d->area_name[input % AON_AREAS_MAX]);
    terms_number(&pair->inputs, input, (double)AON_STRENGTH_UNIT, name, words);
}

static void country_words(const Pair *pair, uint32_t subject, char *words)
{
    static const char *const states[8] = {"French",        "in the Coalition",  "insurgent",    "neutral",
                                          "a French ally", "a French dominion", "not detached", ""};
    const uint32_t gained = terms_most_gained(&pair->inputs, subject, 8);
    const unsigned country = (subject - AON_INPUT_ALIGNMENT) / 8U;
    terms_share(pair->d->country_name[country], states[(gained - AON_INPUT_ALIGNMENT) % 8U],
                pair->inputs.these[gained], pair->inputs.those[gained], words);
}

static void napoleon_words(const Pair *pair, char *words)
{
    static const char *const boxes[3] = {"in the reserve", "a prisoner", "lost for good"};
    const uint32_t gained = terms_most_gained(&pair->inputs, AON_INPUT_NAPOLEON, AON_AREAS_MAX + 3);
    const unsigned place = gained - AON_INPUT_NAPOLEON;
    char where[64] = "elsewhere";
    if (place >= AON_AREAS_MAX) {
        (void)snprintf(where, sizeof where, "%s", boxes[(place - AON_AREAS_MAX) % 3U]);
    } else if (place < pair->d->areas) {
        (void)snprintf(where, sizeof where, "in %s", pair->d->area_name[place]);
    }
    terms_share("Napoléon", where, pair->inputs.these[gained], pair->inputs.those[gained], words);
}

static void company_words(const Pair *pair, char *words)
{
    terms_share("Napoléon", "with fewer than four other corps",
                terms_steps(pair->inputs.these, AON_INPUT_NAPOLEON_ALONE, 4),
                terms_steps(pair->inputs.those, AON_INPUT_NAPOLEON_ALONE, 4), words);
}

static void card_words(const Pair *pair, uint32_t input, char *words)
{
    const unsigned n = input - AON_INPUT_CARD;
    const unsigned title = n % AON_CARDS_MAX;
    char name[80];
    (void)snprintf(name, sizeof name, "the card %s",
                   title < pair->d->cards ? pair->d->card[title].title : "?");
    terms_share(name, n / AON_CARDS_MAX == 0 ? "in the French hand" : "in the Coalition's hand",
                pair->inputs.these[input], pair->inputs.those[input], words);
}

static void count_words(const Pair *pair, uint32_t subject, const Count *count, unsigned seat, char *words)
{
    (void)snprintf(words, GAME_AI_WORDS_BYTES, "%.1f %.80s instead of %.1f",
                   terms_steps(pair->inputs.these, subject, count->steps), count->name[seat],
                   terms_steps(pair->inputs.those, subject, count->steps));
}

static void stakes_words(const Pair *pair, uint32_t input, char *words)
{
    static const char *const outlooks[4] = {"a decisive French victory", "a marginal French victory",
                                            "a marginal Coalition victory",
                                            "a Coalition victory by the surrenders due"};
    if (IN(input, OUTLOOK)) {
        terms_share(outlooks[input - AON_INPUT_OUTLOOK], "as things stand", pair->inputs.these[input],
                    pair->inputs.those[input], words);
    } else if (IN(input, SHIELDED)) {
        terms_share(input == AON_INPUT_SHIELDED ? "France" : "a major country",
                    "saved from surrender by a card", pair->inputs.these[input], pair->inputs.those[input],
                    words);
    } else if (IN(input, OUTNUMBERED)) {
        char name[80];
        (void)snprintf(name, sizeof name, "enemy corps less own ones in %s",
                       pair->d->country_name[input - AON_INPUT_OUTNUMBERED]);
        terms_number(&pair->inputs, input, 4.0, name, words);
    } else if (IN(input, ENTERED)) {
        terms_share(pair->d->country_name[input - AON_INPUT_ENTERED], "with the enemy in its capital",
                    pair->inputs.these[input], pair->inputs.those[input], words);
    } else {
        terms_share(pair->d->country_name[input - AON_INPUT_FALLS], "about to surrender",
                    pair->inputs.these[input], pair->inputs.those[input], words);
    }
}

static void box_words(const Pair *pair, uint32_t input, char *words)
{
    static const char *const groups[AON_GROUPS_MAX] = {"French home corps",  "corps of French minor allies",
                                                       "British home corps", "corps of British minor allies",
                                                       "Austrian corps",     "Prussian corps",
                                                       "Russian corps",      "Spanish corps"};
    const uint32_t first = IN(input, RESERVE)     ? AON_INPUT_RESERVE
                           : IN(input, PRISONERS) ? AON_INPUT_PRISONERS
                                                  : AON_INPUT_LOST;
    const char *box = first == AON_INPUT_RESERVE     ? "in the reserve"
                      : first == AON_INPUT_PRISONERS ? "prisoners"
                                                     : "lost for good";
    char name[80];
    (void)snprintf(name, sizeof name, "battle rating of %s %s", groups[(input - first) % AON_GROUPS_MAX],
                   box);
    terms_number(&pair->inputs, input, 2.0 * (double)AON_STRENGTH_UNIT, name, words);
}

static void seat_words(const Pair *pair, uint32_t input, char *words)
{
    char name[80];
    if (IN(input, SPENT)) {
        (void)snprintf(name, sizeof name, "spent %s corps", SEAT_WORDS[input - AON_INPUT_SPENT]);
        terms_number(&pair->inputs, input, (double)AON_STRENGTH_UNIT, name, words);
    } else if (IN(input, TOTAL)) {
        (void)snprintf(name, sizeof name, "%s battle rating on the whole map",
                       SEAT_WORDS[input - AON_INPUT_TOTAL]);
        terms_number(&pair->inputs, input, 4.0 * (double)AON_STRENGTH_UNIT, name, words);
    } else if (IN(input, AVAILABLE)) {
        (void)snprintf(name, sizeof name, "%s battle rating ready to be deployed",
                       SEAT_WORDS[input - AON_INPUT_AVAILABLE]);
        terms_number(&pair->inputs, input, 4.0 * (double)AON_STRENGTH_UNIT, name, words);
    } else {
        (void)snprintf(name, sizeof name, "cards in the %s hand", SEAT_WORDS[(input - AON_INPUT_HAND) & 1U]);
        terms_number(&pair->inputs, input, 4.0, name, words);
    }
}

static void event_words(const Pair *pair, uint32_t input, char *words)
{
    static const char *const events[8] = {
        "the event Britannia", "the event Radetzky", "the event Stein", "the Continental System",
        "the event Joseph",    "an event",           "an event",        "an event"};
    const char *name = IN(input, EVENT)             ? events[input - AON_INPUT_EVENT]
                       : IN(input, SURRENDERED)     ? "the surrender of a major country"
                       : input == AON_INPUT_INVADED ? "an invasion of Russia"
                                                    : "an earlier invasion of Russia";
    terms_share(name, "in effect", pair->inputs.these[input], pair->inputs.those[input], words);
}

void aon_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                       char words[GAME_AI_WORDS_BYTES])
{
    const Pair pair = {game->data, {these, those}};
    unsigned seat = 0;
    const Count *count = count_of(subject, &seat);
    if (IN(subject, STRENGTH)) {
        area_words(&pair, subject, words);
    } else if (IN(subject, ALIGNMENT)) {
        country_words(&pair, subject, words);
    } else if (count != NULL) {
        count_words(&pair, subject, count, seat, words);
    } else if (aon_input_term(game, subject) == AON_TERM_STAKES) {
        stakes_words(&pair, subject, words);
    } else if (IN(subject, NAPOLEON)) {
        napoleon_words(&pair, words);
    } else if (IN(subject, NAPOLEON_ALONE)) {
        company_words(&pair, words);
    } else if (IN(subject, CARD)) {
        card_words(&pair, subject, words);
    } else if (IN(subject, RESERVE) || IN(subject, PRISONERS) || IN(subject, LOST)) {
        box_words(&pair, subject, words);
    } else if (IN(subject, SPENT) || IN(subject, TOTAL) || IN(subject, AVAILABLE) || IN(subject, HAND)) {
        seat_words(&pair, subject, words);
    } else if (aon_input_term(game, subject) == AON_TERM_EVENTS) {
        event_words(&pair, subject, words);
    } else if (subject == AON_INPUT_DECK) {
        terms_number(&pair.inputs, subject, 16.0, "cards in the deck", words);
    } else {
        words[0] = '\0'; /* the group's name says it all */
    }
}

/* ------------------------------------------------------------------ time */

/* Cards at the beginning of a round, whatever is under way for them. */
static bool before_parts(const AonState *s)
{
    for (unsigned i = 0; i < s->depth; i++) {
        if (s->stack[i] == AON_STEP_ROUND_WINDOW) {
            return true;
        }
    }
    return s->header.step == AON_STEP_CAMPAIGN_FIRST || s->header.step == AON_STEP_ROUND_WINDOW;
}

uint32_t aon_moment(const Game *game, const State *state)
{
    (void)game;
    const AonState *s = aon_state_const(state);
    const uint32_t phase = state->turn * (uint32_t)AON_PHASE_COUNT + s->phase;
    if (s->phase != AON_PHASE_CAMPAIGN) {
        return phase * 32U;
    }
    /* what comes before the parts belongs to the first one */
    const uint32_t part = !before_parts(s) && aon_flag(s, AON_FLAG_SECOND) ? 1U : 0U;
    return phase * 32U + (s->round & 15U) * 2U + part;
}

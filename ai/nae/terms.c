/* terms.c: see terms.h. */
#include "ai/nae/terms.h"

#include <assert.h>
#include <stdio.h>

#include "ai/nae/inputs.h"
#include "ai/terms.h"

_Static_assert((int)NAE_TERM_COUNT <= (int)GAME_AI_TERMS_MAX, "room for all groups");

const char *const NAE_TERM_NAMES[NAE_TERM_COUNT] = {
    "where the armies stand",
    "size of the armies",
    "morale, supply and depots",
    "Napoléon",
    "zones and fortresses held",
    "nations and their sides",
    "fleets",
    "cards and action points",
    "resources",
    "victory level and escalade",
    "events in effect",
    "time and initiative",
};

/* ------------------------------------------------------------------ families */

/* What is to be known of a family of inputs to speak of it. */
typedef struct Family {
    uint32_t first, last;
    uint32_t term;
    uint32_t run;     /* inputs in a row that are about the same: a subject; 0: the whole family */
    double unit;      /* of a number, 0: the input tells whether something is so */
    const char *what; /* of a number of a seat, behind "French"; of a nation, behind its name; else all */
} Family;

enum { SAME = 0, EACH = 1 };
/* Steps of middling morale in NAE_STRENGTH_UNIT. */
#define STEPS_IN_UNIT 6.0

static const Family FAMILIES[] = {
#define FAMILY(NAME, TERM, RUN, UNIT, WHAT)                                                                  \
    {                                                                                                        \
        NAE_INPUT_##NAME, NAE_INPUT_##NAME##_LAST, NAE_TERM_##TERM, RUN, UNIT, WHAT                          \
    }
    FAMILY(STRENGTH, PLACES, EACH, STEPS_IN_UNIT, "steps' worth in"),
    FAMILY(MARKER, ZONES, EACH, 0, "held by the"),
    FAMILY(SIEGE, ZONES, EACH, 0, "besieged"),
    FAMILY(DESTROYED, ZONES, EACH, 0, "with its fortress destroyed"),
    FAMILY(NAPOLEON, NAPOLEON, SAME, 0, ""),
    FAMILY(STATUS, NATIONS, NAE_STATUS_COUNT, 0, ""),
    FAMILY(BEATEN, NATIONS, EACH, 1.0, "conquered, times:"),
    FAMILY(POWER, ARMIES, EACH, 2.0 * STEPS_IN_UNIT, "steps' worth on the map:"),
    FAMILY(RESERVE, ARMIES, EACH, 2.0 * STEPS_IN_UNIT, "steps' worth in reserve:"),
    FAMILY(RESOURCES, MONEY, EACH, 5.0, "resources left:"),
    FAMILY(TOTAL, ARMIES, EACH, 4.0 * STEPS_IN_UNIT, "steps' worth on the map"),
    FAMILY(DEMORALISED, CONDITION, EACH, STEPS_IN_UNIT, "steps' worth demoralised"),
    FAMILY(UNSUPPLIED, CONDITION, EACH, STEPS_IN_UNIT, "steps' worth without supply"),
    FAMILY(GENERALS, ARMIES, EACH, 20.0, "attack and defence of generals in command"),
    FAMILY(ARMY, ARMIES, EACH, 0, "on the map in order"),
    FAMILY(ARMY_SHAKEN, CONDITION, EACH, 0, "demoralised"),
    FAMILY(DEPOTS, CONDITION, EACH, 4.0, "depots"),
    FAMILY(FLEETS, SEA, EACH, 8.0, "squadrons"),
    FAMILY(BOXES, SEA, EACH, 8.0, "squadrons in blockade boxes"),
    FAMILY(CARD, CARDS, EACH, 0, ""),
    FAMILY(HAND, CARDS, EACH, 4.0, "cards in hand"),
    FAMILY(SAVED, CARDS, EACH, 2.0, "action points in reserve"),
    FAMILY(LEVEL, LEVEL, SAME, 0, "victory level"),
    FAMILY(LEVEL_LINE, LEVEL, SAME, 0, "victory level"),
    FAMILY(LEVEL_LATE, LEVEL, SAME, 0, "victory level"),
    FAMILY(ESCALADE, LEVEL, SAME, 0, "escalade"),
    FAMILY(FLAG, EVENTS, EACH, 0, "in effect"),
    FAMILY(YEARS_LEFT, TIME, SAME, 0, ""),
    FAMILY(PHASE, TIME, SAME, 0, ""),
    FAMILY(ROUND, TIME, SAME, 0, ""),
    FAMILY(POINTS, CARDS, EACH, 2.0, "action points left of this action"),
    FAMILY(KEYS, ZONES, NAE_KEY_STEPS, 0, "keys held by the enemy:"),
    FAMILY(CAPITAL, ZONES, EACH, 0, "with its capitals in the enemy's hands"),
    FAMILY(DECIDES, TIME, SAME, 0, ""),
#undef FAMILY
};

static const Family *family_of(uint32_t input)
{
    size_t i = 0;
    assert(input < NAE_INPUT_COUNT);
    while (input > FAMILIES[i].last) {
        i++;
    }
    assert(input >= FAMILIES[i].first);
    return &FAMILIES[i];
}

uint32_t nae_input_term(const Game *game, uint32_t input)
{
    (void)game;
    return family_of(input)->term;
}

uint32_t nae_input_subject(const Game *game, uint32_t input)
{
    (void)game;
    const Family *family = family_of(input);
    if (family->term == NAE_TERM_TIME) {
        return NAE_INPUT_YEARS_LEFT;
    }
    if (family->first == NAE_INPUT_LEVEL_LINE || family->first == NAE_INPUT_LEVEL_LATE) {
        return NAE_INPUT_LEVEL;
    }
    return family->run == 0 ? family->first : input - (input - family->first) % family->run;
}

/* ------------------------------------------------------------------ words */

static const char *seat_words(unsigned side) { return side == 0 ? "French" : "Coalition"; }

static const char *zone_words(const NaeData *d, unsigned zone)
{
    return zone < d->zones ? d->zone_name[zone] : "?";
}

static void strength_words(const NaeData *d, const TermsPair *pair, uint32_t subject, char *words)
{
    const unsigned n = subject - NAE_INPUT_STRENGTH;
    char name[80];
    (void)snprintf(name, sizeof name, "%s steps' worth in %s", seat_words(n / NAE_ZONES),
                   zone_words(d, n % NAE_ZONES));
    terms_number(pair, subject, STEPS_IN_UNIT, name, words);
}

static void zone_state_words(const NaeData *d, const TermsPair *pair, const Family *family, uint32_t subject,
                             char *words)
{
    const unsigned n = subject - family->first;
    char state[48];
    (void)snprintf(state, sizeof state, "%s%s", family->what,
                   family->first != NAE_INPUT_MARKER ? ""
                   : n < NAE_ZONES                   ? " French"
                                                     : " Coalition");
    terms_share(zone_words(d, n % NAE_ZONES), state, pair->these[subject], pair->those[subject], words);
}

static void napoleon_words(const NaeData *d, const TermsPair *pair, char *words)
{
    const uint32_t gained = terms_most_gained(pair, NAE_INPUT_NAPOLEON, NAE_ZONES);
    char where[64];
    (void)snprintf(where, sizeof where, "in %.36s", zone_words(d, gained - NAE_INPUT_NAPOLEON));
    terms_share("Napoléon", pair->these[gained] > pair->those[gained] ? where : "off the map",
                pair->these[gained] > pair->those[gained] ? pair->these[gained] : 1.0,
                pair->these[gained] > pair->those[gained] ? pair->those[gained] : 0.0, words);
}

static void status_words(const NaeData *d, const TermsPair *pair, uint32_t subject, char *words)
{
    static const char *const states[NAE_STATUS_COUNT] = {"neutral",
                                                         "at war on the Empire's side",
                                                         "at war on the Coalition's side",
                                                         "under a forced peace",
                                                         "in a forced alliance with the Empire",
                                                         "a protectorate of the Empire",
                                                         "annexed by the Empire's side",
                                                         "annexed by the Coalition's side",
                                                         "part of Naples",
                                                         "not created",
                                                         "dissolved"};
    const uint32_t gained = terms_most_gained(pair, subject, NAE_STATUS_COUNT);
    terms_share(d->nation_name[(subject - NAE_INPUT_STATUS) / NAE_STATUS_COUNT], states[gained - subject],
                pair->these[gained], pair->those[gained], words);
}

static void flag_words(const TermsPair *pair, uint32_t subject, char *words)
{
    static const char *const flags[16] = {"the Punishments",
                                          "the War of Liberation",
                                          "the Continental Blockade",
                                          "the kingdom of Bavaria with Tyrol",
                                          "the corsairs",
                                          "an opening of the Iberian Peninsula",
                                          "a year without a winter round",
                                          "a year with one round more",
                                          "the opening with Austrians only",
                                          "a blockade that is not complete",
                                          "a blockade that has scored",
                                          "a second province of Poland",
                                          "a third province of Poland",
                                          "Napoléon out of the war",
                                          "a defeat of Spain",
                                          "an event"};
    terms_share(flags[subject - NAE_INPUT_FLAG], "in effect", pair->these[subject], pair->those[subject],
                words);
}

/* Of a nation, an army or a card: whether something is so, or how much. */
static void named_words(const TermsPair *pair, const Family *family, uint32_t subject, const char *name,
                        char *words)
{
    if (family->unit > 0.0) {
        char text[96];
        (void)snprintf(text, sizeof text, "%.40s, %s", name, family->what);
        terms_number(pair, subject, family->unit, text, words);
    } else {
        terms_share(name, family->what, pair->these[subject], pair->those[subject], words);
    }
}

static void steps_words(const NaeData *d, const TermsPair *pair, const Family *family, uint32_t subject,
                        char *words)
{
    const bool keys = family->first == NAE_INPUT_KEYS;
    const uint32_t steps = keys                                  ? NAE_KEY_STEPS
                           : family->first == NAE_INPUT_ESCALADE ? NAE_ESCALADE_STEPS
                                                                 : NAE_LEVEL_STEPS;
    const unsigned power = (subject - NAE_INPUT_KEYS) / NAE_KEY_STEPS;
    (void)snprintf(words, GAME_AI_WORDS_BYTES, "%s%s%s %.1f instead of %.1f",
                   keys ? d->nation_name[power] : "", keys ? ", " : "", family->what,
                   terms_steps(pair->these, subject, steps), terms_steps(pair->those, subject, steps));
}

static void side_words(const TermsPair *pair, const Family *family, uint32_t subject, char *words)
{
    char name[96];
    (void)snprintf(name, sizeof name, "%s %s", seat_words(subject - family->first), family->what);
    terms_number(pair, subject, family->unit, name, words);
}

void nae_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                       char words[GAME_AI_WORDS_BYTES])
{
    const NaeData *d = game->data;
    const TermsPair pair = {these, those};
    const Family *family = family_of(subject);
    const unsigned n = subject - family->first;
    words[0] = '\0'; /* the group's name says it all */
    switch (family->first) {
    case NAE_INPUT_STRENGTH:
        strength_words(d, &pair, subject, words);
        break;
    case NAE_INPUT_MARKER:
    case NAE_INPUT_SIEGE:
    case NAE_INPUT_DESTROYED:
        zone_state_words(d, &pair, family, subject, words);
        break;
    case NAE_INPUT_NAPOLEON:
        napoleon_words(d, &pair, words);
        break;
    case NAE_INPUT_STATUS:
        status_words(d, &pair, subject, words);
        break;
    case NAE_INPUT_BEATEN:
    case NAE_INPUT_POWER:
    case NAE_INPUT_RESERVE:
    case NAE_INPUT_RESOURCES:
    case NAE_INPUT_CAPITAL:
        named_words(&pair, family, subject, d->nation_name[n], words);
        break;
    case NAE_INPUT_ARMY:
    case NAE_INPUT_ARMY_SHAKEN:
        named_words(&pair, family, subject, d->piece_name[NAE_FIRST_ARMY + n], words);
        break;
    case NAE_INPUT_CARD:
        terms_share(d->card_title[n], n < NAE_C(1) ? "in the French hand" : "in the Coalition's hand",
                    pair.these[subject], pair.those[subject], words);
        break;
    case NAE_INPUT_LEVEL:
    case NAE_INPUT_ESCALADE:
    case NAE_INPUT_KEYS:
        steps_words(d, &pair, family, subject, words);
        break;
    case NAE_INPUT_FLAG:
        flag_words(&pair, subject, words);
        break;
    default:
        if (family->unit > 0.0) {
            side_words(&pair, family, subject, words);
        }
        break;
    }
}

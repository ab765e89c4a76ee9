/* stakes.c: see stakes.h. */
#include "ai/aon/stakes.h"

#include "ai/aon/inputs.h"

#include <assert.h>

/* What may change hands, as it is added up over the countries. */
typedef struct Stakes {
    const AonData *d;
    const AonState *s;
    const AonField *field;
    ModelInputs *inputs;
    int minors;              /* the French control, or would after the surrenders due */
    int majors;              /* likewise, France left out */
    int taken[SEAT_COUNT];   /* countries a seat could take by a march to the next area ... */
    int distant[SEAT_COUNT]; /* ... to the next but one ... */
    int stormed[SEAT_COUNT]; /* ... or by beating a weaker garrison in the next area */
    int rescued[SEAT_COUNT]; /* own ones about to surrender that a stronger army beside the capital could save
                              */
} Stakes;

/* ------------------------------------------------------------------ the map */

static AreaSet neighbours_held(const Stakes *st, Seat seat, unsigned area)
{
    return st->d->adjacent[area] & st->s->occupied[seat];
}

static unsigned strongest_beside(const Stakes *st, Seat seat, unsigned area)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    unsigned most = 0;
    for (AreaSet rest = neighbours_held(st, seat, area); rest != 0;) {
        const unsigned power = st->field->power[seat][bits_take(&rest)];
        most = power > most ? power : most;
    }
    return most;
}

static bool is_two_areas_from(const Stakes *st, Seat seat, unsigned area)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    for (AreaSet rest = st->d->adjacent[area]; rest != 0;) {
        if (neighbours_held(st, seat, bits_take(&rest)) != 0) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ one country */

/* Enemy corps less own ones in the areas of a major country, if there are any (14.2.1). */
static void add_outnumbered(const Stakes *st, unsigned country, Seat owner)
{
    assert(country < AON_COUNTRIES_MAX);
    assert(seat_plays(owner));
    enum { MOST = 4 };
    int own = 0;
    int foe = 0;
    for (AreaSet rest = aon_country_areas(st->d, st->s, country); rest != 0;) {
        const unsigned area = bits_take(&rest);
        own += st->field->corps[owner][area];
        foe += st->field->corps[seat_other(owner)][area];
    }
    if (foe > 0) {
        const int net = foe - own > MOST ? MOST : foe - own < -MOST ? -MOST : foe - own;
        model_add(st->inputs, AON_INPUT_OUTNUMBERED + country, (float)net / (float)MOST);
    }
}

/* Share of the year's rounds that have begun, 0 before the first. */
static float lateness(const Stakes *st)
{
    if (st->s->phase == AON_PHASE_CAMPAIGN) {
        return (float)st->s->round / (float)st->d->rounds;
    }
    return st->s->phase == AON_PHASE_SURRENDER ? 1.0F : 0.0F;
}

/* The card No Surrender, which may not be played in the last year (14.0 note 1). */
static bool can_prevent(const Stakes *st, Seat owner)
{
    return aon_year(st->s) != st->d->setup.last_year &&
           (aon_hand_titles(st->d, st->s, owner) & st->d->op_cards[AON_OP_PREVENT_SURRENDER]) != 0;
}

/* One that stands against a marginal Coalition victory (6.2.1, A99). */
static bool is_french_major(unsigned country, Seat owner)
{
    return country < AON_MAJORS && country != AON_FRANCE && owner == SEAT_FRENCH;
}

/* An enemy stands in the capital. */
static void weigh_fallen(Stakes *st, unsigned country, Seat owner)
{
    assert(country < AON_COUNTRIES_MAX);
    assert(seat_plays(owner));
    const unsigned area = st->d->capital[country];
    if (country < AON_MAJORS) {
        model_add(st->inputs, AON_INPUT_ENTERED + country, 1.0F);
    }
    if (!aon_surrenders(st->d, st->s, country)) {
        st->majors += is_french_major(country, owner) ? 1 : 0;
        return;
    }
    model_add(st->inputs, AON_INPUT_FALLS + country, 1.0F);
    model_add(st->inputs, AON_INPUT_FALLS_LATE + country, lateness(st));
    if (country < AON_MAJORS && owner == SEAT_COALITION && aon_was_insurgent(st->s, country)) {
        st->majors++; /* it becomes a French dominion (14.2.2, exception); other majors become neutral */
    }
    if (country >= AON_MAJORS) {
        st->minors += owner == SEAT_FRENCH ? -1 : 1;
    } else if (can_prevent(st, owner)) {
        model_add(st->inputs, AON_INPUT_SHIELDED + (country == AON_FRANCE ? 0U : 1U), 1.0F);
    }
    if (strongest_beside(st, owner, area) > st->field->power[seat_other(owner)][area]) {
        st->rescued[owner]++;
    }
}

/* No enemy stands in the capital, but one may come. */
static void weigh_standing(Stakes *st, unsigned country, Seat owner)
{
    assert(country < AON_COUNTRIES_MAX);
    assert(seat_plays(owner));
    const Seat enemy = seat_other(owner);
    const unsigned area = st->d->capital[country];
    const unsigned garrison = st->field->power[owner][area];
    const unsigned threat = strongest_beside(st, enemy, area);
    st->majors += is_french_major(country, owner) ? 1 : 0;
    if (garrison > 0) {
        st->stormed[enemy] += threat > garrison ? 1 : 0;
    } else if (threat > 0) {
        st->taken[enemy]++;
    } else {
        st->distant[enemy] += is_two_areas_from(st, enemy, area) ? 1 : 0;
    }
}

static void weigh(Stakes *st, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const Seat owner = aon_country_seat(st->s, country);
    if (owner == SEAT_NONE || country == AON_BRITAIN) {
        return; /* neutral or no country at all; Britain never surrenders (3.8.1) */
    }
    if (country < AON_MAJORS) {
        add_outnumbered(st, country, owner);
    }
    if (st->field->power[seat_other(owner)][st->d->capital[country]] > 0) {
        weigh_fallen(st, country, owner);
    } else {
        weigh_standing(st, country, owner);
    }
}

/* ------------------------------------------------------------------ all in all */

#define ADD_STEPS(st, FAMILY, number)                                                                        \
    model_add_steps((st)->inputs, AON_INPUT_##FAMILY, AON_##FAMILY##_STEPS, number)
#define ADD_SEAT_STEPS(st, FAMILY, seat, number)                                                             \
    model_add_steps((st)->inputs, AON_INPUT_##FAMILY + (seat)*AON_##FAMILY##_STEPS, AON_##FAMILY##_STEPS,    \
                    number)

/* Army moves a seat may still make in this Campaign Phase, the round under way counted whole: one a round,
 * each for a card but the free one (12.1.2, 12.1.7). Major Campaign, which allows more, is left to its own
 * input. */
static int moves_left(const Stakes *st, Seat seat)
{
    assert(seat_plays(seat));
    if (st->s->phase != AON_PHASE_CAMPAIGN) {
        return 0;
    }
    const int rounds = st->d->rounds + 1 - st->s->round;
    const int paid = st->s->hand_count[seat] + (aon_free_left(st->s, seat) ? 1 : 0);
    return paid < rounds ? paid : rounds;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Minor countries under French control if either seat took, stormed or rescued one country a move. A
 * yardstick, not a forecast: the few major ones among them are counted like the others, and what the
 * Coalition might rescue is not. */
static int minors_after_moves(const Stakes *st)
{
    const int lost = st->taken[SEAT_COALITION] + st->stormed[SEAT_COALITION];
    const int won = st->taken[SEAT_FRENCH] + st->stormed[SEAT_FRENCH] + st->rescued[SEAT_FRENCH];
    return st->minors - least(lost, moves_left(st, SEAT_COALITION)) + least(won, moves_left(st, SEAT_FRENCH));
}

static void add_outlook(const Stakes *st, const AonOutlook *now)
{
    const bool stated[4] = {now->decisive[SEAT_FRENCH], now->marginal[SEAT_FRENCH],
                            now->marginal[SEAT_COALITION], st->majors == 0 && st->minors <= AON_MINORS_LEFT};
    for (unsigned i = 0; i < 4; i++) {
        if (stated[i]) {
            model_add(st->inputs, AON_INPUT_OUTLOOK + i, 1.0F);
        }
    }
    ADD_STEPS(st, MISSING, (int)bits_count(now->missing));
    ADD_STEPS(st, OPPOSED, (int)bits_count(now->opposed));
}

void aon_add_stakes(const AonData *d, const AonState *s, const AonField *field, ModelInputs *inputs)
{
    const AonOutlook now = aon_outlook(d, s);
    Stakes st = {.d = d, .s = s, .field = field, .inputs = inputs, .minors = (int)now.french_minors};
    for (unsigned country = 0; country < d->countries; country++) {
        weigh(&st, country);
    }
    add_outlook(&st, &now);
    ADD_STEPS(&st, LEFT, st.minors);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        ADD_SEAT_STEPS(&st, TAKEN, seat, st.taken[seat]);
        ADD_SEAT_STEPS(&st, DISTANT, seat, st.distant[seat]);
        ADD_SEAT_STEPS(&st, STORMED, seat, st.stormed[seat]);
        ADD_SEAT_STEPS(&st, RESCUED, seat, st.rescued[seat]);
        ADD_SEAT_STEPS(&st, MOVES, seat, moves_left(&st, (Seat)seat));
    }
    if (s->phase == AON_PHASE_CAMPAIGN) {
        ADD_STEPS(&st, AFTER_MOVES, minors_after_moves(&st));
    }
}

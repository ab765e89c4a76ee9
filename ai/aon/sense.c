/* sense.c: strengths, chances and dangers as a player at the table could reckon them. */
#include "ai/aon/sense.h"

#include <assert.h>
#include <string.h>

#include "ai/lanes.h"

/* ------------------------------------------------------------------ chances (13.3, 15) */

static unsigned percent_of_tie(const AonData *d, unsigned a, unsigned b)
{
    unsigned wins = 0;
    for (unsigned die = 0; die < 36; die++) { /* 13.3.6 */
        wins += die / 6 + d->battle_tbm[a] > die % 6 + d->battle_tbm[b] ? 1U : 0U;
    }
    return wins * 100U / 36U;
}

static unsigned percent_of_win(const AonData *d, unsigned a, unsigned b)
{
    const unsigned tie = percent_of_tie(d, a, b);
    unsigned sum = 0;
    for (unsigned die = 0; die < 36; die++) {
        const unsigned by_a = d->battle_losses[a][die / 6];
        const unsigned by_b = d->battle_losses[b][die % 6];
        sum += by_a > by_b ? 100U : by_a == by_b ? tie : 0U;
    }
    return sum / 36U;
}

static unsigned quarters_losses(const AonData *d, unsigned corps, int modifier)
{
    unsigned sum = 0;
    for (int face = 1; face <= 6; face++) {
        int die = face + modifier;
        die = die < d->winter_die_min ? d->winter_die_min : die > d->winter_die_max ? d->winter_die_max : die;
        sum += d->winter_losses[corps][die - d->winter_die_min];
    }
    return sum * 100U / 6U;
}

void aon_odds_init(AonOdds *odds, const AonData *d)
{
    for (unsigned a = 0; a <= AON_STRENGTH_MAX; a++) {
        unsigned sum = 0;
        for (unsigned die = 0; die < 6; die++) {
            sum += d->battle_losses[a][die];
        }
        odds->losses[a] = (uint16_t)(sum * 100U / 6U);
        for (unsigned b = 0; b <= AON_STRENGTH_MAX; b++) {
            odds->win[a][b] = (uint8_t)percent_of_win(d, a, b);
        }
    }
    for (unsigned corps = 0; corps <= AON_CORPS_MAX; corps++) {
        const bool safe = corps < d->winter_minimum_corps;
        odds->quarters[corps][0] = (uint16_t)(safe ? 0U : quarters_losses(d, corps, 0));
        odds->quarters[corps][1] = (uint16_t)(safe ? 0U : quarters_losses(d, corps, d->winter_capital));
        odds->quarters[corps][2] = (uint16_t)(safe ? 0U : quarters_losses(d, corps, d->winter_barren));
    }
}

static unsigned strength_of(int points)
{
    const int strength = (points + 5) / 10;
    return strength < 1 ? 1U : strength > AON_STRENGTH_MAX ? AON_STRENGTH_MAX : (unsigned)strength;
}

int sense_win(const Sense *se, int attacker, int defender)
{
    if (defender <= 0) {
        return 100;
    }
    return attacker <= 0 ? 0 : se->strategy->odds.win[strength_of(attacker)][strength_of(defender)];
}

/* With one companion or more a careful owner always has somebody else to lose: of n corps at most half,
 * rounded up, are lost for good (13.4.1.1). A careless one may lose Napoléon first. */
int sense_napoleon_dies(const Sense *se, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    static const uint8_t percent[SEAT_COUNT][5] = {{0, 75, 6, 3, 0}, {0, 75, 30, 10, 3}};
    return corps < 5 ? percent[se->seat][corps] : 0;
}

int sense_clash_win(const Sense *se, const Clash *clash)
{
    if (clash->foe_count == 0) {
        return 100;
    }
    return clash->attacking ? sense_win(se, clash->own, clash->foe)
                            : 100 - sense_win(se, clash->foe, clash->own);
}

/* Corps x 100 a side may expect to lose. */
static int expected_losses(const Sense *se, int foe_power, int foe_wins, unsigned corps)
{
    const int losses = se->strategy->odds.losses[strength_of(foe_power)] + foe_wins; /* 13.3.5 */
    const int most = 100 * (int)corps;
    return losses < most ? losses : most;
}

int sense_clash(const Sense *se, const Clash *clash)
{
    if (clash->foe_count == 0 || clash->own_count == 0) {
        return 0;
    }
    const int win = sense_clash_win(se, clash);
    const int foe_corps = clash->foe / (int)clash->foe_count;
    const int own_corps = clash->own / (int)clash->own_count;
    int points = expected_losses(se, clash->own, win, clash->foe_count) * foe_corps / 100 * se->w->hunt / 100;
    points -=
        expected_losses(se, clash->foe, 100 - win, clash->own_count) * own_corps / 100 * se->w->caution / 100;
    if (clash->foe_napoleon) {
        points += se->w->napoleon * sense_napoleon_dies(se, clash->foe_count) / 100 * win / 100;
    }
    if (clash->own_napoleon) {
        points -= 2 * se->w->napoleon * sense_napoleon_dies(se, clash->own_count) / 100 * (100 - win) / 100;
    }
    return points;
}

/* ------------------------------------------------------------------ corps and forces */

int sense_corps_power(const Sense *se, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return corps_in(se->hidden, corps) ? se->hidden_power : 10 * (int)aon_br(se->d, se->s, corps);
}

int sense_corps_worth(const Sense *se, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    if (corps == se->d->napoleon) {
        return 10000;
    }
    const bool spent = aon_set_has(se->s, AON_SET_SPENT, corps) && !corps_in(se->hidden, corps);
    return 10 * se->d->br[0][corps] + 4 * se->d->sr[corps] + 3 * se->d->mr[0][corps] + (spent ? 0 : 4);
}

static void find_hidden(Sense *se)
{
    se->hidden = aon_hidden_from(se->d, se->s, se->seat);
    int sum = 0;
    for (CorpsSet rest = se->hidden; !corps_empty(rest);) {
        sum += se->d->br[0][corps_take_first(&rest)];
    }
    const int count = (int)corps_count(se->hidden);
    se->hidden_power = count > 0 ? sum * 9 / count : 0; /* some of them are spent */
}

/* Percent: the fewer minor countries the French have, the more each matters (6.2.1). */
static int scarcity_of_minors(const Sense *se)
{
    const unsigned left = aon_minors_controlled(se->s, se->d, SEAT_FRENCH);
    return left >= 10  ? 100
           : left >= 4 ? 100 + (10 - (int)left) * se->w->scarcity / 6
                       : 100 + se->w->scarcity;
}

void sense_init(Sense *se, const AonData *d, const AonState *view, const AonStrategy *strategy, Seat seat)
{
    assert(seat_plays(seat));
    se->d = d;
    se->s = view;
    se->strategy = strategy;
    se->w = &strategy->weights[seat];
    se->decay = (const int32_t(*)[AON_AREAS_ROW])strategy->decay[seat];
    se->seat = seat;
    se->enemy = seat_other(seat);
    se->on_map = aon_on_map(view);
    se->mine = corps_and(se->on_map, aon_side(d, view, seat));
    se->theirs = corps_minus(se->on_map, se->mine);
    se->has_forces = false;
    se->has_goals = false;
    se->has_army = false;
    se->has_threats = false;
    se->gains_known = 0;
    se->goal_count = 0;
    se->goal_areas = 0;
    se->minors_percent = scarcity_of_minors(se);
    find_hidden(se);
}

static int home_bonus(const Sense *se, unsigned corps, unsigned area)
{
    if (area == AON_NONE || corps_in(se->hidden, corps)) {
        return 0; /* nowhere in particular, or nobody knows who it is */
    }
    return area_in(aon_home_areas(se->d, se->s, corps), area) ? 10 * se->d->battle_home : 0;
}

int sense_set_power(const Sense *se, CorpsSet set, unsigned area, unsigned limit)
{
    assert(area == AON_NONE || area < AON_AREAS_MAX);
    const unsigned count = corps_count(set);
    int sum = 0;
    while (!corps_empty(set)) {
        const unsigned corps = corps_take_first(&set);
        sum += sense_corps_power(se, corps) + home_bonus(se, corps, area);
    }
    return count > limit ? sum * (int)limit / (int)count : sum;
}

static void add_corps(Sense *se, Seat seat, unsigned corps)
{
    assert(seat_plays(seat));
    assert(corps < AON_CORPS_MAX);
    Force *force = &se->force[seat][se->s->place[corps]];
    force->power =
        (int16_t)(force->power + sense_corps_power(se, corps) + home_bonus(se, corps, se->s->place[corps]));
    force->count++;
    if (!corps_in(se->hidden, corps) &&
        (force->leader == AON_NONE || se->d->rank[corps] < se->d->rank[force->leader])) {
        force->leader = (uint8_t)corps;
        force->sr = se->d->sr[corps];
    }
}

void sense_forces(Sense *se)
{
    if (se->has_forces) {
        return;
    }
    se->has_forces = true;
    for (unsigned area = 0; area < se->d->areas; area++) {
        se->force[SEAT_FRENCH][area] = (Force){.leader = AON_NONE};
        se->force[SEAT_COALITION][area] = (Force){.leader = AON_NONE};
    }
    for (CorpsSet rest = se->mine; !corps_empty(rest);) {
        add_corps(se, se->seat, corps_take_first(&rest));
    }
    for (CorpsSet rest = se->theirs; !corps_empty(rest);) {
        add_corps(se, se->enemy, corps_take_first(&rest));
    }
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (AreaSet rest = se->s->occupied[seat]; rest != 0;) {
            Force *force = &se->force[seat][bits_take(&rest)];
            if (force->sr > 0 && force->count > force->sr) { /* 13.2.3 */
                force->power = (int16_t)(force->power * force->sr / force->count);
            }
        }
    }
}

/* For all areas at once: hot, as many are asked about. */
static void fill_threats(Sense *se)
{
    se->has_threats = true;
    for (unsigned area = 0; area < AON_AREAS_ROW; area += LANES) {
        WholeLanes worst = {0};
        for (AreaSet rest = se->s->occupied[se->enemy]; rest != 0;) {
            const unsigned from = bits_take(&rest);
            worst = lanes_larger(
                lanes_load_whole(se->strategy->reach[from] + area) * sense_foe(se, from)->power, worst);
        }
        memcpy(se->threat + area, &worst, sizeof worst);
    }
}

int sense_threat(Sense *se, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    if (!se->has_threats) {
        fill_threats(se);
    }
    return se->threat[area] / 100;
}

/* ------------------------------------------------------------------ countries */

int sense_country_worth(const Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const AonWeights *w = se->w;
    switch (country) {
    case AON_FRANCE:
    case AON_BRITAIN:
        return w->paris;
    case AON_AUSTRIA:
        return w->austria;
    case AON_PRUSSIA:
        return w->prussia;
    case AON_RUSSIA:
        return w->russia;
    case AON_SPAIN:
        return w->spain;
    default:
        return (w->minor + (((se->d->adjacent_to_france >> country) & 1U) != 0 ? w->border : 0)) *
               se->minors_percent / 100;
    }
}

/* How French an alignment is, in percent: dominions are safe from diplomacy, not from insurrections. */
static int frenchness(unsigned alignment)
{
    static const int8_t percent[AON_ALIGNMENT_COUNT] = {100, 0, 0, 50, 95, 100, 50};
    return percent[alignment];
}

int sense_swing(const Sense *se, unsigned country, unsigned to)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned from = aon_alignment(se->s, country);
    int points = sense_country_worth(se, country) * (frenchness(to) - frenchness(from)) / 100;
    points = se->seat == SEAT_FRENCH ? points : -points;
    const Seat before = aon_controller(from);
    if (before != SEAT_NONE && aon_controller(to) != before) { /* 7.3.2: its corps leave the map */
        int corps = 0;
        for (CorpsSet rest = corps_and(se->on_map, se->d->of_country[country]); !corps_empty(rest);) {
            corps += 5 * se->d->br[0][corps_take_first(&rest)];
        }
        points += before == se->seat ? -corps : corps;
    }
    return points;
}

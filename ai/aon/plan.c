/* plan.c: the target function of marches and the search for the best target (12).
 *
 * The worth of standing in an area is the pull of the goals, falling off with distance and scaled by what the
 * army could do there, plus the battle to be fought, less attrition, dangers and crowded winter quarters. */
#include "ai/aon/plan.h"

#include <assert.h>
#include <string.h>

#include "ai/lanes.h"

enum { ROWS = AON_AREAS_ROW / LANES, RUN = 4 };
_Static_assert((int)AON_AREAS_ROW >= (int)AON_AREAS_MAX && AON_AREAS_ROW % (RUN * LANES) == 0,
               "whole runs of vectors");

/* ------------------------------------------------------------------ armies */

/* Share of a goal this army could make good, in percent. */
static int share_of_goal(const Sense *se, const Army *army, const Goal *goal)
{
    const Force *own = sense_own(se, goal->area);
    const bool here = goal->area == army->area;
    const int others = (int)own->count - (here ? army->count : 0);
    const int chance = sense_win(se, army->power + (here ? 0 : own->power), sense_foe(se, goal->area)->power);
    if (goal->company) {
        return army->napoleon ? 0 : 100;
    }
    if (goal->guard) { /* by how much it lowers the chance that the area falls */
        const int without = own->power - (here ? army->power : 0);
        return sense_win(se, goal->threat, without) - sense_win(se, goal->threat, without + army->power);
    }
    if (goal->need > 0) {
        const int have = here ? goal->have : goal->have + army->count;
        const int share = 100 * have / (goal->need + 1);
        return (share < 100 ? share : 100) * chance / 100;
    }
    return others > 0 ? 10 : chance;
}

static int zeal_of(const Sense *se, unsigned corps)
{
    const unsigned patron = se->d->patron[corps];
    return patron == AON_BRITAIN || patron == AON_SPAIN ? se->w->peninsula : se->w->east;
}

static void forget_pulls(Army *army)
{
    army->pulls = 0;
    army->has_attraction = false;
    army->worth_known = 0;
}

static void add_pull(Army *army, unsigned area, int points)
{
    if (points > 0) {
        army->to[army->pulls] = (uint8_t)area;
        army->pull[army->pulls++] = (int16_t)points;
    }
}

void army_init(Sense *se, Army *army, CorpsSet corps, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    sense_goals(se);
    const unsigned leader = aon_leader(se->d, corps);
    army->corps = corps;
    army->area = (uint8_t)area;
    army->count = (uint8_t)corps_count(corps);
    army->napoleon = corps_in(corps, se->d->napoleon);
    army->power = (int16_t)sense_set_power(se, corps, AON_NONE, leader != AON_NONE ? se->d->sr[leader] : 0);
    army->zeal = (int16_t)(leader != AON_NONE ? zeal_of(se, leader) : 100);
    forget_pulls(army);
    for (unsigned i = 0; i < se->goal_count; i++) {
        add_pull(army, se->goals[i].area, se->goals[i].value * share_of_goal(se, army, &se->goals[i]) / 100);
    }
}

Army *army_on_march(Sense *se)
{
    if (!se->has_army) {
        se->has_army = true;
        army_init(se, &se->army, aon_set(se->s, AON_SET_ARMY), se->s->move.area);
    }
    return &se->army;
}

void army_take_all_pulls(const Sense *se, Army *army)
{
    forget_pulls(army);
    for (unsigned i = 0; i < se->goal_count; i++) {
        add_pull(army, se->goals[i].area, se->goals[i].value);
    }
}

int army_pull_here(const Army *army)
{
    int sum = 0;
    for (unsigned i = 0; i < army->pulls; i++) {
        sum += army->to[i] == army->area ? army->pull[i] : 0;
    }
    return sum;
}

/* ------------------------------------------------------------------ worth of an area */

/* All pulls, as felt in each area. Hot: whole rows of neighbours are faster than gathering what one area
 * needs, and a run of rows stays in registers. */
static void add_up_pulls(const Sense *se, const Army *army, WholeLanes *best, WholeLanes *sum)
{
    for (unsigned first = 0; first < ROWS; first += RUN) {
        WholeLanes most[RUN] = {{0}};
        WholeLanes all[RUN] = {{0}};
        for (unsigned i = 0; i < army->pulls; i++) {
            const int32_t *decay = se->decay[army->to[i]] + (size_t)first * LANES;
            for (unsigned n = 0; n < RUN; n++) {
                const WholeLanes worth = lanes_load_whole(decay + (size_t)n * LANES) * army->pull[i] >> 10;
                most[n] = lanes_larger(worth, most[n]);
                all[n] += worth;
            }
        }
        memcpy(best + first, most, sizeof most);
        memcpy(sum + first, all, sizeof all);
    }
}

static void fill_attraction(const Sense *se, Army *army)
{
    /* percent by round: countries surrender at the end of the year to whoever is there, not to who is near
     * (14) */
    static const uint8_t hurry[] = {0, 0, 0, 20, 50, 90, 130};
    const int haste = se->s->round < sizeof hurry ? hurry[se->s->round] : 0;
    WholeLanes best[ROWS];
    WholeLanes sum[ROWS];
    add_up_pulls(se, army, best, sum);
    for (unsigned i = 0; i < army->pulls && haste > 0; i++) {
        const unsigned row = army->to[i] / LANES;
        const unsigned lane = army->to[i] % LANES;
        const int hurried = army->pull[i] * haste / 100;
        best[row][lane] =
            army->pull[i] + hurried > best[row][lane] ? army->pull[i] + hurried : best[row][lane];
        sum[row][lane] += hurried;
    }
    for (unsigned row = 0; row < ROWS; row++) {
        const WholeLanes attraction = best[row] + (sum[row] - best[row]) / 10;
        memcpy(army->attraction + (size_t)row * LANES, &attraction, sizeof attraction);
    }
    army->has_attraction = true;
}

/* The strongest pull in an area and a tenth of the others. */
static int attraction_at(const Sense *se, Army *army, unsigned area)
{
    if (!army->has_attraction) {
        fill_attraction(se, army);
    }
    return army->attraction[area];
}

static Clash clash_at(const Sense *se, const Army *army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const Force *foe = sense_foe(se, area);
    return (Clash){.own = army->power,
                   .own_count = army->count,
                   .own_napoleon = army->napoleon,
                   .foe = foe->power,
                   .foe_count = foe->count,
                   .foe_napoleon = se->enemy == SEAT_FRENCH && se->s->place[se->d->napoleon] == area,
                   .attacking = true};
}

static int battle_at(const Sense *se, const Army *army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const Clash clash = clash_at(se, army, area);
    if (clash.foe_count == 0) {
        return 0;
    }
    const int win = sense_clash_win(se, &clash);
    const int shortfall = se->w->attack - win;
    return sense_clash(se, &clash) - (shortfall > 0 ? shortfall * (20 + army->power / 10) / 10 : 0);
}

/* What an enemy stroke against the area after the march would cost. */
static int danger_at(Sense *se, const Army *army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const int threat = sense_threat(se, area);
    const Force *own = sense_own(se, area);
    const bool joins = area != army->area;
    const int power = army->power + (joins ? own->power : 0);
    const unsigned count = army->count + (joins ? own->count : 0U);
    const int lonely = army->napoleon && count == 1 ? se->w->napoleon / 4 : 0;
    if (threat == 0) {
        return lonely;
    }
    const int lost = sense_win(se, threat, power);
    int points = lonely + army->power * lost / 100 * se->w->exposure / 100;
    if (army->napoleon) {
        points += se->w->napoleon * sense_napoleon_dies(se, count) / 100 * (lost + 10) / 100;
    }
    return points;
}

/* Crowded winter quarters cost corps; the nearer the winter, the more it matters (15). */
static int quarters_at(const Sense *se, const Army *army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    static const uint8_t near[] = {0, 0, 10, 30, 70, 100, 100};
    const AonData *d = se->d;
    const unsigned kind = area_in(d->barren, area) ? 2U : area_in(d->capitals, area) ? 1U : 0U;
    const unsigned others = sense_own(se, area)->count;
    const unsigned count = army->count + (area != army->area ? others : 0U);
    const unsigned round = se->s->round < sizeof near ? se->s->round : 0U;
    return se->strategy->odds.quarters[count][kind] * se->w->quarters / 100 * near[round] / 100;
}

static int attrition_at(const Sense *se, const Army *army, unsigned area, int steps)
{
    assert(area < AON_AREAS_MAX);
    const bool winter = aon_winter(se->d, se->s);
    int points = steps > 2 ? (steps - 2) * army->count * se->w->attrition : 0; /* 12.3.1 */
    if (steps > 0 && area_in(se->d->terrain, area)) {
        points += army->count * se->w->attrition;
    }
    if (winter) {
        points += steps * army->count * se->w->winter;
        points +=
            steps * (int)corps_count(corps_and(army->corps, aon_set(se->s, AON_SET_SPENT))) * se->w->winter;
    }
    return points;
}

/* Napoléon marching alone may die of it: in winter losses are for good, else he is a prisoner for a year
 * (12.3.4). */
static int lonely_march(Sense *se, const Army *army, unsigned area, int steps)
{
    assert(area < AON_AREAS_MAX);
    if (!army->napoleon || army->count > 1 || steps == 0) {
        return 0;
    }
    const int spent = aon_set_has(se->s, AON_SET_SPENT, se->d->napoleon) ? 1 : 0;
    const int terrain = area_in(se->d->terrain, area) ? 1 : 0;
    const int winter = aon_winter(se->d, se->s) ? steps + terrain + spent - 1 : 0;
    const int summer = (steps > 2 ? steps - 3 : -1) + terrain + spent;
    const int ambush =
        sense_threat(se, area) > 0 ? steps * se->w->napoleon / 20 : 0; /* interceptions (12.6) */
    return ambush + se->w->napoleon * winter / 4 + (summer > 0 ? se->w->napoleon * summer / 16 : 0);
}

/* All but the price of the way. */
static int worth_of_being_at(Sense *se, Army *army, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const int points =
        attraction_at(se, army, area) - danger_at(se, army, area) - quarters_at(se, army, area);
    if (area == army->area) {
        return points;
    }
    const int violation = aon_violates(se->d, se->s, se->seat, area, army->corps) ? se->w->violation : 0;
    return points + battle_at(se, army, area) - violation;
}

int army_worth_at(Sense *se, Army *army, unsigned area, int steps)
{
    assert(area < AON_AREAS_MAX);
    if (!area_in(army->worth_known, area)) {
        army->worth_known |= area_bit(area);
        army->worth[area] = worth_of_being_at(se, army, area);
    }
    if (area == army->area) {
        return army->worth[area];
    }
    return army->worth[area] - attrition_at(se, army, area, steps) - lonely_march(se, army, area, steps);
}

/* ------------------------------------------------------------------ reach */

typedef struct Search {
    Sense *se;
    Army *army;
    const March *march;
    Plan best;
    AreaSet seen;
} Search;

static void consider(Search *search, AreaSet areas, int steps)
{
    while (areas != 0) {
        const unsigned area = bits_take(&areas);
        const bool battle = area_in(search->se->s->occupied[search->se->enemy], area);
        if (!battle && attraction_at(search->se, search->army, area) <= search->best.gain) {
            continue; /* all else is against it */
        }
        const int worth = army_worth_at(search->se, search->army, area, steps);
        if (worth > search->best.gain) {
            search->best = (Plan){area, worth};
        }
    }
}

/* Areas beside a set, and not yet seen. */
static AreaSet spread(const Search *search, AreaSet from)
{
    const Sense *se = search->se;
    AreaSet areas = 0;
    while (from != 0) {
        areas |= aon_neighbours(se->d, se->s, bits_take(&from), se->seat);
    }
    return areas & ~search->seen;
}

Plan army_best_march(Sense *se, Army *army, const March *march, unsigned first)
{
    const int staying = army_worth_at(se, army, army->area, 0);
    const AreaSet foes = se->s->occupied[se->enemy];
    AreaSet range = se->d->all_areas;
    Search search = {
        se, army, march, {army->area, first == AON_NONE ? staying : -1000000}, area_bit(army->area)};
    if (se->seat == SEAT_COALITION) {
        range = aon_group_range(se->d, se->s, army->corps); /* 10.3.1 */
    }
    AreaSet frontier = first == AON_NONE ? spread(&search, area_bit(army->area)) : area_bit(first);
    for (int left = march->left, steps = march->used + 1; left > 0 && frontier != 0; left--, steps++) {
        AreaSet open = frontier & range;
        if (left + march->attack < 1) {
            open &= ~foes; /* 13.1.1 */
        }
        search.seen |= frontier;
        consider(&search, open, steps);
        frontier = spread(&search, open & ~foes);
    }
    search.best.gain = (search.best.gain - staying) * army->zeal / 100;
    return search.best;
}

/* ------------------------------------------------------------------ who goes */

static int mobility(const Sense *se, unsigned corps)
{
    const int mr = (int)aon_mr(se->d, se->s, corps) + (aon_winter(se->d, se->s) ? se->d->move_winter : 0);
    return mr <= 0 ? 0 : mr == 1 ? 60 : mr == 2 ? 90 : 100;
}

/* Who takes along the most strength, quick ones first. */
unsigned plan_main_leader(const Sense *se, CorpsSet movable)
{
    unsigned best = AON_NONE;
    int most = -1;
    for (CorpsSet rest = movable; !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        const unsigned sr = se->d->sr[corps];
        const unsigned able = corps_count(corps_and(movable, se->d->up_to_sr[sr]));
        const int points = (int)(able < sr ? able : sr) * mobility(se, corps) * 10 + (int)sr;
        if (points > most) {
            most = points;
            best = corps;
        }
    }
    return best;
}

static unsigned weakest_of(const Sense *se, CorpsSet set)
{
    unsigned weakest = AON_NONE;
    int least = 0;
    while (!corps_empty(set)) {
        const unsigned corps = corps_take_first(&set);
        const int worth = sense_corps_worth(se, corps);
        if (weakest == AON_NONE || worth < least) {
            least = worth;
            weakest = corps;
        }
    }
    return weakest;
}

static CorpsSet without_weakest(const Sense *se, CorpsSet set, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned corps = weakest_of(se, set);
        set = corps != AON_NONE ? corps_without(set, corps) : set;
    }
    return set;
}

/* Corps to stay behind where something is to be held. */
static unsigned garrison_of(Sense *se, unsigned area, unsigned movable)
{
    assert(area < AON_AREAS_MAX);
    sense_goals(se);
    const unsigned staying = sense_own(se, area)->count - movable;
    unsigned wanted = 0;
    if (area_in(se->goal_areas, area)) {
        wanted = 1;
    }
    if (area == se->d->capital[AON_FRANCE] && se->seat == SEAT_FRENCH) {
        wanted = 2;
    }
    return wanted > staying ? wanted - staying : 0;
}

CorpsSet plan_members(Sense *se, CorpsSet movable, unsigned leader, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const unsigned sr = se->d->sr[leader];
    if (leader != plan_main_leader(se, movable)) {
        return corps_one(leader); /* a detachment goes alone */
    }
    unsigned leave = garrison_of(se, area, corps_count(movable));
    CorpsSet others = corps_without(corps_and(movable, se->d->up_to_sr[sr]), leader);
    const unsigned able = corps_count(corps_without(movable, leader));
    const unsigned behind = able - corps_count(others); /* those too senior stay anyway */
    leave = leave > behind ? leave - behind : 0;
    if (leader == se->d->napoleon && leave >= corps_count(others)) {
        leave = corps_empty(others) ? 0 : corps_count(others) - 1; /* he never goes alone */
    }
    const unsigned count = corps_count(others);
    const unsigned most = count - (leave < count ? leave : count);
    others = without_weakest(se, others, count - (most < sr - 1U ? most : sr - 1U));
    return corps_with(others, leader);
}

March plan_march(const Sense *se, unsigned leader, bool forced)
{
    int left = (int)aon_mr(se->d, se->s, leader) + (aon_winter(se->d, se->s) ? se->d->move_winter : 0);
    left += forced ? se->d->card[se->d->forced_march].movement_modifier : 0;
    return (March){left, 0, se->d->move_attack};
}

/* ------------------------------------------------------------------ departures */

static bool sea_is_open(const Sense *se)
{
    return se->seat == SEAT_COALITION && (se->s->events & AON_EVENT_BRITANNIA) != 0 &&
           !aon_flag(se->s, AON_FLAG_SEA_MOVED);
}

/* A single corps by sea (12.4). */
static Plan best_voyage(Sense *se, Army *army, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const int staying = army_worth_at(se, army, army->area, 0);
    AreaSet areas = aon_sea_targets(se->d, se->s, army->area);
    if (aon_is_insurgent(se->d, se->s, corps)) {
        areas &= aon_home_areas(se->d, se->s, corps); /* A17 */
    }
    Plan best = {army->area, staying};
    for (areas &= ~se->s->occupied[se->enemy]; areas != 0;) {
        const unsigned area = bits_take(&areas);
        const int worth = army_worth_at(se, army, area, 1);
        if (worth > best.gain) {
            best = (Plan){area, worth};
        }
    }
    best.gain = (best.gain - staying) * army->zeal / 100;
    return best;
}

/* Napoléon is not left alone near the enemy, and does not leave alone. */
static int abandons_napoleon(Sense *se, CorpsSet members, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const unsigned left = sense_own(se, area)->count - corps_count(members);
    if (se->seat != SEAT_FRENCH || se->s->place[se->d->napoleon] != area) {
        return 0;
    }
    if (corps_in(members, se->d->napoleon)) {
        return left > 0 && corps_count(members) == 1 ? se->w->napoleon / 2 : 0;
    }
    return left == 1 && sense_threat(se, area) > 0 ? se->w->napoleon / 2 : 0;
}

Departure plan_with_leader(Sense *se, unsigned area, unsigned leader)
{
    assert(area < AON_AREAS_MAX);
    const CorpsSet movable = aon_movable_corps(se->d, se->s, area);
    const March march = plan_march(se, leader, false);
    Army army;
    army_init(se, &army, plan_members(se, movable, leader, area), area);
    Departure best = {army_best_march(se, &army, &march, AON_NONE), leader, false};
    best.plan.gain -= abandons_napoleon(se, army.corps, area);
    if (sea_is_open(se) && area_in(se->d->coastal, area)) {
        army_init(se, &army, corps_one(leader), area);
        const Plan voyage = best_voyage(se, &army, leader);
        if (voyage.gain > best.plan.gain) {
            best = (Departure){voyage, leader, true};
        }
    }
    return best;
}

Departure plan_departure(Sense *se, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const CorpsSet movable = aon_movable_corps(se->d, se->s, area);
    const unsigned leader = plan_main_leader(se, movable);
    if (leader == AON_NONE) {
        return (Departure){{area, 0}, AON_NONE, false};
    }
    Departure best = plan_with_leader(se, area, leader);
    const unsigned single = weakest_of(se, corps_without(movable, leader));
    if (single != AON_NONE && single != se->d->napoleon) {
        const Departure detached = plan_with_leader(se, area, single);
        if (detached.plan.gain > best.plan.gain) {
            best = detached;
        }
    }
    return best;
}

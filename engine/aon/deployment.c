/* deployment.c: corps from the reserve to the map (10.2-10.4), as reinforcements, when a country joins a side
 * (7.3.3) and after a violation of its neutrality (12.7.3). Corps are named in index order: one passed over
 * is not named again. */
#include "engine/aon/rules.h"

enum { DEPLOY_VIOLATION = 128 }; /* flag beside the country in deploy_country */

static bool is_event(const AonState *s) { return s->deploy_country != AON_NONE; }
static bool is_violation(const AonState *s)
{
    return is_event(s) && (s->deploy_country & DEPLOY_VIOLATION) != 0;
}
static unsigned event_country(const AonState *s) { return s->deploy_country & ~(unsigned)DEPLOY_VIOLATION; }

static Seat deploying_seat(const AonState *s)
{
    if (is_event(s)) {
        return aon_country_seat(s, event_country(s));
    }
    return aon_in_order(s, aon_first_seat(s));
}

void aon_deploy(Play *p, unsigned country, bool violation, enum aon_step back)
{
    AonState *s = p->s;
    s->deploy_country = (uint8_t)(violation ? country | DEPLOY_VIOLATION : country);
    s->cursor = 0;
    memset(s->deployed, 0, sizeof s->deployed); /* A42: counted afresh */
    aon_call(p, AON_STEP_DEPLOY_CORPS, back);
}

/* ------------------------------------------------------------------ limits (10.2.2) */

static unsigned deployed_count(const AonState *s, unsigned group)
{
    return (s->deployed[group / 2] >> (group % 2 * 4)) & 15U;
}

/* Row of AonData.limits: reformed 1, insurgent 2, both 3. */
static unsigned chart_row(const AonState *s, unsigned group)
{
    static const uint8_t major_of[AON_GROUPS_MAX] = {AON_FRANCE,  AON_FRANCE,  AON_BRITAIN, AON_BRITAIN,
                                                     AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA,  AON_SPAIN};
    const unsigned major = major_of[group];
    const unsigned reform = major == AON_AUSTRIA   ? AON_EVENT_RADETZKY
                            : major == AON_PRUSSIA ? AON_EVENT_STEIN
                                                   : 0;
    return ((s->events & reform) != 0 ? 1U : 0U) + (aon_alignment(s, major) == AON_IC ? 2U : 0U);
}

static AonLimits group_limits(const AonData *d, const AonState *s, unsigned group, Seat seat)
{
    assert(seat_plays(seat));
    if (group == AON_GROUP_FRENCH_MINORS && seat == SEAT_FRENCH) { /* 10.2.3 example */
        const unsigned minors = aon_minors_controlled(s, d, SEAT_FRENCH);
        return (AonLimits){(uint8_t)(minors / d->french_minor_divisors.mobilization),
                           (uint8_t)(minors / d->french_minor_divisors.deployment)};
    }
    AonLimits limits = d->limits[group][seat][chart_row(s, group)];
    if (!is_event(s)) { /* cards work on reinforcements only (A103) */
        limits.deployment = (uint8_t)(limits.deployment + s->bonus[group]);
        if ((group == AON_GROUP_RUSSIA && aon_flag(s, AON_FLAG_RUSSIA_BARRED)) ||
            (group == AON_GROUP_BRITAIN_HOME && aon_flag(s, AON_FLAG_BRITAIN_BARRED))) {
            limits.deployment = 0;
        }
    }
    return limits;
}

/* Corps of groups that have room under both limits. */
static CorpsSet within_limits(const AonData *d, const AonState *s, CorpsSet wanted, Seat seat)
{
    assert(seat_plays(seat));
    const CorpsSet on_map = aon_on_map(s);
    CorpsSet open = corps_none();
    for (unsigned group = 0; group < AON_GROUPS_MAX; group++) {
        const CorpsSet members = corps_and(wanted, d->of_group[group]);
        if (corps_empty(members)) {
            continue;
        }
        const AonLimits limits = group_limits(d, s, group, seat);
        if (corps_count(corps_and(on_map, d->of_group[group])) < limits.mobilization &&
            deployed_count(s, group) < limits.deployment) {
            open = corps_or(open, members);
        }
    }
    return open;
}

/* ------------------------------------------------------------------ areas (10.4.1) */

/* Exception 2: enemy-free areas of insurgents and dominions next to an enemy-free area of France (A12). */
static AreaSet beyond_the_border(const AonData *d, const AonState *s)
{
    const AreaSet free = aon_enemy_free(d, s, SEAT_FRENCH);
    AreaSet near = 0;
    for (AreaSet france = d->country_areas[AON_FRANCE] & free; france != 0;) {
        near |= d->adjacent[bits_take(&france)];
    }
    AreaSet open = 0;
    for (AreaSet rest = near & free; rest != 0;) {
        const unsigned area = bits_take(&rest);
        const unsigned alignment = aon_alignment(s, aon_owner(d, s, area));
        open |= alignment == AON_IC || alignment == AON_FD ? area_bit(area) : 0;
    }
    return open;
}

/* Exception 3: one corps by sea each Reinforcement Phase, not an insurgent one (A17). */
static AreaSet by_sea(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    if ((s->events & AON_EVENT_BRITANNIA) == 0 || aon_flag(s, AON_FLAG_SEA_DEPLOYED) ||
        aon_is_insurgent(d, s, corps)) {
        return 0;
    }
    return d->coastal & aon_enemy_free(d, s, SEAT_COALITION) & aon_controlled_areas(d, s, SEAT_COALITION);
}

static AreaSet deploy_areas(const AonData *d, const AonState *s, unsigned corps, Seat seat)
{
    assert(corps < AON_CORPS_MAX);
    assert(seat_plays(seat));
    const AreaSet home = aon_home_areas(d, s, corps);
    if (is_violation(s)) {
        return home; /* 12.7.3 */
    }
    AreaSet areas = home & aon_enemy_free(d, s, seat);
    if (!is_event(s)) { /* A87 */
        if (seat == SEAT_COALITION) {
            areas |= by_sea(d, s, corps);
        } else if (d->group[corps] == AON_GROUP_FRANCE_HOME) {
            areas |= beyond_the_border(d, s);
        }
    }
    return areas;
}

/* Corps for which the areas of a country are home (7.3.3, A102). */
static CorpsSet corps_of_event(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    CorpsSet set = d->of_country[country];
    for (CountrySet rest = d->detachables[country]; rest != 0;) {
        const unsigned detachable = bits_take32(&rest);
        if (aon_alignment(s, detachable) == AON_UNALIGNED) {
            set = corps_or(set, d->of_country[detachable]);
        }
    }
    return set;
}

static CorpsSet deployable(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    CorpsSet wanted = corps_from(aon_available(d, s, seat), s->cursor);
    if (is_event(s)) {
        wanted = corps_and(wanted, corps_of_event(d, s, event_country(s)));
    }
    wanted = within_limits(d, s, wanted, seat);
    CorpsSet open = corps_none();
    while (!corps_empty(wanted)) { /* corps of one country and group may go to the same areas */
        const unsigned corps = corps_first(wanted);
        const CorpsSet alike =
            corps_and(wanted, corps_and(d->of_country[d->country[corps]], d->of_group[d->group[corps]]));
        if (deploy_areas(d, s, corps, seat) != 0) {
            open = corps_or(open, alike);
        }
        wanted = corps_minus(wanted, alike);
    }
    return open;
}

/* ------------------------------------------------------------------ decisions */

static void close_deployment(Play *p)
{
    p->s->deploy_country = 0;
    p->s->cursor = 0;
    memset(p->s->deployed, 0, sizeof p->s->deployed);
    aon_return(p);
}

static void end_deployment(Play *p)
{
    p->s->cursor = 0;
    if (is_violation(p->s)) {
        aon_go(p, AON_STEP_VIOLATION_ROLE);
    } else {
        close_deployment(p);
    }
}

/* Areas in which nobody of a seat but corps just deployed faces the enemy. Only those of the country now
 * violated are asked about: earlier ones of the same part have answered. */
static AreaSet deployed_among_enemies(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    const CorpsSet deployed = aon_corps_equal(s->from, AON_FROM_DEPLOYED);
    const CorpsSet asked = corps_and(deployed, corps_of_event(d, s, event_country(s)));
    AreaSet areas = 0;
    for (AreaSet rest = s->occupied[SEAT_FRENCH] & s->occupied[SEAT_COALITION]; rest != 0;) {
        const unsigned area = bits_take(&rest);
        const CorpsSet army = aon_army(d, s, area, seat);
        areas |= corps_meet(army, asked) && corps_empty(corps_minus(army, deployed)) ? area_bit(area) : 0;
    }
    return areas & ~((1ULL << s->cursor) - 1U);
}

/* 12.7.3: corps deployed among enemies attack or defend as they like; where their side had an army already it
 * defends. */
void violation_role_run(Play *p)
{
    const Seat seat = deploying_seat(p->s);
    const AreaSet areas = deployed_among_enemies(p->d, p->s, seat);
    if (areas == 0) {
        close_deployment(p);
        return;
    }
    p->s->cursor = (uint8_t)bits_first(areas);
    aon_ask(p->s, seat);
    aon_ask_word(p->s, AON_WORD_ATTACK | AON_WORD_DEFEND);
}

void violation_role_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = deploying_seat(s);
    AON_NOTE(p, ROLE, seat, s->cursor, aon_move_kind(move) == AON_ATTACK, AON_ROLE_VIOLATED);
    const Seat attacker = aon_move_kind(move) == AON_ATTACK ? seat : seat_other(seat);
    const AreaSet bit = area_bit(s->cursor);
    s->mover_defends = attacker == aon_mover(s) ? s->mover_defends & ~bit : s->mover_defends | bit;
    s->cursor++;
}

void deploy_corps_run(Play *p)
{
    const Seat seat = deploying_seat(p->s);
    const CorpsSet open = deployable(p->d, p->s, seat);
    if (corps_empty(open)) {
        end_deployment(p);
        return;
    }
    aon_ask(p->s, seat);
    aon_ask_corps(p->s, AON_CORPS_TAKE, open);
    aon_ask_word(p->s, AON_WORD_STOP);
}

void deploy_corps_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_STOP) {
        end_deployment(p);
        return;
    }
    p->s->cursor = (uint8_t)(aon_move_object(move) + 1U);
    aon_go(p, AON_STEP_DEPLOY_AREA);
}

void deploy_area_run(Play *p)
{
    const Seat seat = deploying_seat(p->s);
    aon_ask(p->s, seat);
    aon_ask_objects(p->s, AON_AREA, deploy_areas(p->d, p->s, p->s->cursor - 1U, seat));
}

void deploy_area_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const unsigned corps = s->cursor - 1U;
    const unsigned area = aon_move_object(move);
    const unsigned group = p->d->group[corps];
    const bool by_sea =
        aon_side_of(p->d, s, corps) == SEAT_COALITION && !area_in(aon_home_areas(p->d, s, corps), area);
    AON_NOTE(p, DEPLOYED, aon_side_of(p->d, s, corps), (int)corps, (int)area, by_sea);
    if (by_sea) {
        aon_flag_set(s, AON_FLAG_SEA_DEPLOYED);
    }
    /* deployed among enemies a corps counts as an interceptor, elsewhere as one that stood there (12.7.3) */
    const bool among_enemies = is_violation(s) && area_in(s->occupied[seat_other(deploying_seat(s))], area);
    s->from[corps] = among_enemies ? AON_FROM_DEPLOYED : AON_FROM_RESIDENT;
    s->deployed[group / 2] = (uint8_t)(s->deployed[group / 2] + (1U << (group % 2 * 4)));
    aon_put(p, corps_one(corps), area); /* fresh: off the map no corps is spent (10.2.5) */
    aon_locate(p, corps_one(corps));
    aon_check_invasion(p);
    aon_go(p, AON_STEP_DEPLOY_CORPS);
}

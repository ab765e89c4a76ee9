/* conquest.c: when a nation falls, and what follows (map 13.7). Tested at the end of each Combat Phase,
 * nations in list order. */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"

enum { REMOVED_BELOW = 4 };

/* ------------------------------------------------------------------ the test */

/* A city counts when the enemy controls it, nobody is besieged in it, and an SP of his stands there. */
static bool is_occupied(const Play *p, unsigned city, unsigned by)
{
    return eagles_control(p->s, city) == by && eagles_siege_value(p->s, city) == 0 &&
           eagles_has(p, p->d->city[city].hex, by, EAGLES_ANY);
}

/* Supply is looked at when rounds begin, or the phase if none was fought (6): marks of then tell. */
static bool paris_has_fallen(const Play *p)
{
    const unsigned paris = p->d->campaign.paris;
    const unsigned hex = p->d->city[paris].hex;
    if (!is_occupied(p, paris, EAGLES_COALITION)) {
        return false;
    }
    for (unsigned i = eagles_first_row(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(p->s, i)) == EAGLES_COALITION &&
            (eagles_row_flags(p->s, i) & EAGLES_FLAG_UNSUPPLIED) == 0) {
            return true;
        }
    }
    return false;
}

/* Cities that must fall: capitals and production cities; every city of some; three for an Allied Holland. */
static bool must_fall(const Play *p, unsigned nation, unsigned city)
{
    assert(nation < EAGLES_NATIONS_MAX && city < EAGLES_CITIES_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesNationData *n = &p->d->nation[nation];
    const EaglesCity *data = &p->d->city[city];
    if (nation == c->holland && p->s->nation[nation].side == EAGLES_COALITION) {
        return city == c->amsterdam || city == c->antwerp || city == c->brussels;
    }
    if (eagles_owner(p, data->hex) != nation || !p->d->hex[data->hex].playable) {
        return false;
    }
    if ((c->all_cities >> nation & 1U) != 0) {
        return true;
    }
    for (unsigned i = 0; i < n->capital_count; i++) {
        if (n->capitals[i] == city) {
            return true;
        }
    }
    return eagles_is_production_city(p, nation, city);
}

static bool has_fallen(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const unsigned by = eagles_other(p->s->nation[nation].side);
    bool any = false;
    if (nation == p->d->france) {
        return paris_has_fallen(p);
    }
    for (unsigned i = 0; i < p->d->nation[nation].capital_count; i++) { /* most often one of them has not */
        const unsigned capital = p->d->nation[nation].capitals[i];
        if (must_fall(p, nation, capital) && !is_occupied(p, capital, by)) {
            return false;
        }
    }
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (must_fall(p, nation, city)) {
            any = true;
            if (!is_occupied(p, city, by)) {
                return false;
            }
        }
    }
    return any;
}

/* ------------------------------------------------------------------ what majors and minors have in common */

static void drop_irregulars(Play *p, unsigned nation)
{
    static const uint8_t TYPES[] = {EAGLES_M, EAGLES_P};
    for (unsigned i = 0; i < 2; i++) {
        const unsigned unit = p->d->nation[nation].unit[TYPES[i]];
        if (unit != EAGLES_NONE) {
            p->s->pool[unit] = 0;
        }
    }
}

static void note_conquest(Play *p, unsigned nation, unsigned by)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesNation *n = &p->s->nation[nation];
    if (n->conquered < 255) {
        n->conquered++;
        n->by_france = (uint8_t)(n->by_france + (by == EAGLES_FRANCE ? 1U : 0U));
    }
    p->s->campaign.conqueror[nation] = (uint8_t)(by + 1);
    n->stored = 0;
    EAGLES_NOTE(p, EAGLES_EVENT_CONQUERED, by, (int)nation, n->conquered);
}

/* ------------------------------------------------------------------ majors */

/* Friends of the beaten state go home from its soil. */
static void send_friends_home(Play *p, unsigned nation, unsigned by)
{
    const unsigned loser = eagles_other(by);
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) != nation) {
            continue;
        }
        eagles_open_gates(p, hex, loser);
        eagles_send_home(p, hex, eagles_is_of_side, loser); /* its own SP are neutral already */
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned hex = p->s->leader_at[l];
        if (hex < EAGLES_OFF_MAP && eagles_owner(p, hex) == nation && eagles_leader_side(p, l) == loser) {
            eagles_send_leader_home(p, l);
        }
    }
}

/* Garrisons of the state itself are besieged no longer. */
static void lift_sieges(Play *p, unsigned nation, unsigned by)
{
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_city_owner(p, city) == nation && eagles_siege_value(p->s, city) > 0 &&
            eagles_besieger(p->s, city) == by) {
            eagles_set_siege(p, city, by, 0);
            eagles_set_control(p, city, EAGLES_NEUTRAL);
        }
    }
}

/* What the conqueror does not hold is nobody's, and the capitals are. */
static void release_cities(Play *p, unsigned nation, unsigned by)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesState *s = p->s;
    const EaglesNationData *n = &p->d->nation[nation];
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_city_owner(p, city) != nation) {
            continue;
        }
        if (eagles_control(s, city) != by) {
            eagles_set_control(p, city, EAGLES_NEUTRAL);
        }
    }
    for (unsigned i = 0; i < n->capital_count; i++) {
        eagles_set_control(p, n->capitals[i], EAGLES_NEUTRAL);
    }
}

static void send_navy_home(Play *p, unsigned nation)
{
    const EaglesState *s = p->s;
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned at = s->ship_at[i];
        const bool own = p->d->unit[p->d->ship_unit[i]].nation == nation;
        const bool afloat = at < EAGLES_OFF_MAP || (at >= EAGLES_COAST && at < EAGLES_SUNK);
        const bool in_port = at < EAGLES_OFF_MAP && eagles_owner(p, at) == nation;
        const bool shut_out =
            !own && in_port && eagles_control(s, p->d->hex[at].city) != eagles_ship_side(p, i);
        if (afloat && ((own && !in_port) || shut_out)) {
            eagles_send_ship_home(p, i);
        } else if (afloat) { /* his leaders leave ships of friends, and friends his ships */
            eagles_put_strangers_off(p, i);
        }
    }
}

static void cede_land(Play *p, unsigned nation, unsigned by)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesState *s = p->s;
    if (nation != c->austria) {
        return;
    }
    if (s->nation[nation].conquered == 1) {
        p->s->campaign.prussia_wait = (uint8_t)(s->header.turn + 1U);
        if (s->nation[c->bavaria].side == by) {
            eagles_cede_region(p, c->tirol, c->bavaria);
        }
        if (s->nation[c->northern_italy].side == by) {
            eagles_cede_region(p, c->venetia, c->northern_italy);
        }
    } else {
        eagles_cede_galicia(p);
    }
}

static void conquer_major(Play *p, unsigned nation, unsigned by)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    EaglesNation *n = &s->nation[nation];
    const EaglesOwners before = eagles_owners(p);
    cede_land(p, nation, by); /* so that who stands there is outside the borders */
    eagles_disband(p, nation, true);
    drop_irregulars(p, nation);
    s->campaign.napoleon_points = 0;
    eagles_set_nation(p, nation, EAGLES_NEUTRAL, n->colour);
    n->flags = (uint8_t)((n->flags | EAGLES_NATION_NOW) & ~(unsigned)EAGLES_NATION_AT_WAR);
    if (nation == p->d->campaign.spain) {
        s->campaign.spanish_flags |= EAGLES_SPAIN_ROSE; /* its level is of no use any more */
    }
    send_friends_home(p, nation, by);
    lift_sieges(p, nation, by);
    eagles_settle_all(p);
    release_cities(p, nation, by);
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (eagles_owner(p, hex) == nation) {
            eagles_open_gates(p, hex, EAGLES_NEUTRAL);
        }
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const unsigned at = s->leader_at[l];
        if (p->d->leader[l].nation == nation && !p->d->leader[l].naval && at < EAGLES_OFF_MAP &&
            eagles_owner(p, at) != nation) {
            eagles_send_leader_home(p, l);
        }
    }
    eagles_recolour(p);
    send_navy_home(p, nation);
    eagles_reclaim(p, &before);
    eagles_settle_all(p);
    eagles_push(p, EAGLES_STEP_LEAVE)->a = (uint8_t)nation;
}

/* ------------------------------------------------------------------ minors */

static bool is_loyal(const Play *p, unsigned nation)
{
    const EaglesCampaignData *c = &p->d->campaign;
    return (c->loyal >> nation & 1U) != 0 ||
           (nation == c->bavaria && p->s->nation[c->austria].conquered == 0);
}

static bool keeps_morale(const Play *p, unsigned nation, unsigned by)
{
    const EaglesCampaignData *c = &p->d->campaign;
    return p->s->campaign.home_side[nation] == by + 1U || nation == c->sweden ||
           (nation == c->saxony && by == EAGLES_FRANCE) || (nation == c->holland && by == EAGLES_COALITION);
}

static void conquer_loyal(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    EaglesState *s = p->s;
    s->nation[nation].flags |= EAGLES_NATION_NOW;
    if (nation == c->bavaria) {
        eagles_disband(p, nation, false);
    }
    const EaglesOwners before = eagles_owners(p);
    eagles_undo_cessions(p, nation);
    eagles_reclaim(p, &before);
    eagles_settle_all(p);
}

/* It goes over to its conqueror; Holland brings Belgium to the Coalition (13.8). Piedmont has no land but
 * what was ceded to it when it was formed, and keeps that. */
static void change_hands(Play *p, unsigned nation, unsigned by)
{
    if (eagles_die(p, EAGLES_DIE_REMOVAL, by, EAGLES_NO_HEX) < REMOVED_BELOW) {
        eagles_disband(p, nation, false);
    }
    p->s->nation[nation].malus = keeps_morale(p, nation, by) ? 0 : 1;
    const EaglesOwners before = eagles_owners(p);
    if (nation != p->d->campaign.piedmont) {
        eagles_undo_cessions(p, nation);
    }
    if (nation == p->d->campaign.holland && by == EAGLES_COALITION) {
        eagles_join_holland_to_coalition(p, true);
    } else {
        eagles_fall_to(p, nation, by);
        eagles_reclaim(p, &before);
    }
}

static void conquer_minor(Play *p, unsigned nation, unsigned by)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (is_loyal(p, nation)) {
        conquer_loyal(p, nation);
    } else if ((c->reverting >> nation & 1U) != 0 || nation == c->rhine_confederation) {
        eagles_revert_minor(p, nation, by);
    } else {
        change_hands(p, nation, by);
    }
    drop_irregulars(p, nation); /* those taken off the map too */
}

void eagles_conquer(Play *p, unsigned nation, unsigned by)
{
    note_conquest(p, nation, by);
    eagles_free_leaders(p, nation);
    if (!is_loyal(p, nation)) { /* prisoners are freed by a change of sides (13.10) */
        eagles_free_prisoners(p, nation);
    }
    if (nation == p->d->france) {
        drop_irregulars(p, nation);
        p->s->campaign.napoleon_points = 0;
        if (p->s->nation[nation].conquered == 1) {
            eagles_exile(p);
        } else {
            eagles_end_at_once(p, EAGLES_CONQUERED_TIMES); /* "wins immediately" */
        }
    } else if (p->d->nation[nation].major) {
        conquer_major(p, nation, by);
    } else {
        conquer_minor(p, nation, by);
    }
}

/* ------------------------------------------------------------------ the step */

/* Trieste in French hands for the first time, and never again: Dalmatia is Italian, if Italy is France's
 * then. */
static void check_trieste(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if ((p->s->campaign.entry_flags & EAGLES_TRIESTE_TAKEN) != 0 ||
        eagles_control(p->s, c->trieste) != EAGLES_FRANCE) {
        return;
    }
    p->s->campaign.entry_flags |= EAGLES_TRIESTE_TAKEN;
    if (p->s->nation[c->northern_italy].side == EAGLES_FRANCE) {
        const EaglesOwners before = eagles_owners(p);
        eagles_cede_region(p, c->dalmatia_region, c->northern_italy);
        eagles_reclaim(p, &before);
    }
}

/* A loyal minor that won a city back can be conquered anew. */
static void look_after_loyal(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesNation *n = &p->s->nation[nation];
    if (!p->d->nation[nation].major && n->side <= EAGLES_COALITION && (n->flags & EAGLES_NATION_NOW) != 0 &&
        !has_fallen(p, nation)) {
        n->flags = (uint8_t)(n->flags & ~(unsigned)EAGLES_NATION_NOW);
    }
}

/* Frame: x the next nation. */
void eagles_conquest_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    if (frame->x == 0) {
        check_trieste(p);
        eagles_check_holland(p);
    }
    while (frame->x < p->d->nations) {
        const unsigned nation = frame->x++;
        const EaglesNation *n = &p->s->nation[nation];
        look_after_loyal(p, nation);
        if (n->side <= EAGLES_COALITION && (n->flags & EAGLES_NATION_NOW) == 0 && has_fallen(p, nation)) {
            eagles_conquer(p, nation, eagles_other(n->side));
            return;
        }
    }
    eagles_pop(p);
}

/* ------------------------------------------------------------------ foreign units leave the capital */

/* SP of a colour and side in a hex that find nowhere to retreat to go home. */
static bool is_stuck(const Play *p, uint32_t key, unsigned argument)
{
    const unsigned unit = eagles_key_unit(key);
    return eagles_unit_side(p, unit) == argument >> 8U && eagles_unit_colour(p, unit) == (argument & 255U);
}

static void send_stuck_home(Play *p, unsigned hex, unsigned side)
{
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        uint16_t out[EAGLES_DIRECTIONS];
        if (eagles_retreat_hexes(p, hex, side, colour, false, out) == 0) {
            eagles_send_home(p, hex, is_stuck, side << 8U | colour);
        }
    }
}

/* Frame: a the nation, x the next hex, b the side to be looked at there. */
void eagles_leave_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    for (; frame->x < p->d->hexes; frame->x++, frame->b = 0) {
        const unsigned hex = frame->x;
        if (eagles_owner(p, hex) != frame->a || !eagles_is_shut(p, hex)) {
            continue;
        }
        while (frame->b < 2) {
            const unsigned side = frame->b++;
            if (!eagles_has(p, hex, side, EAGLES_ANY)) {
                continue;
            }
            send_stuck_home(p, hex, side);
            if (eagles_has(p, hex, side, EAGLES_ANY)) {
                eagles_mark_flight(p, hex, side, true);
                eagles_retreat(p, hex, side);
                return;
            }
        }
        for (unsigned l = 0; l < p->d->leaders; l++) { /* leaders without troops */
            if (p->s->leader_at[l] == hex && eagles_leader_side(p, l) <= EAGLES_COALITION) {
                eagles_displace(p, l);
            }
        }
        eagles_settle(p, hex);
    }
    eagles_pop(p);
}

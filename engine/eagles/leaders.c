/* leaders.c: whose a leader is, where he goes when his troops are gone (map 0, 7.4). */
#include "engine/eagles/chosen.h"
#include "engine/eagles/rules.h"

enum { CAPTIVITY = 12 }; /* months in the grand campaign (9.7) */

static EaglesChosen leaders_at(const EaglesState *s, unsigned place)
{
    return eagles_choose_at(s->leader_at, EAGLES_LEADERS_MAX, (uint16_t)place);
}

/* Those who carry none of some flags. */
static EaglesChosen leaders_without(const EaglesState *s, unsigned flags)
{
    assert(flags <= UINT8_MAX);
    return eagles_choose_flagged(s->leader_flag, EAGLES_LEADERS_MAX, (uint8_t)flags, 0);
}

void eagles_leaders_in(const EaglesState *s, unsigned place, EaglesLeaders *leaders)
{
    leaders->count = eagles_list_chosen(leaders_at(s, place), leaders->leader);
}

void eagles_leaders_flagged(const EaglesState *s, unsigned place, unsigned flag, EaglesLeaders *leaders)
{
    const EaglesChosen flagged = eagles_chosen_except(leaders_at(s, place), leaders_without(s, flag));
    leaders->count = eagles_list_chosen(flagged, leaders->leader);
}

void eagles_leaders_of_group(const EaglesState *s, EaglesLeaders *leaders)
{
    const EaglesChosen group =
        eagles_chosen_except(eagles_chosen_first(EAGLES_LEADERS_MAX), leaders_without(s, EAGLES_FLAG_GROUP));
    const unsigned found = eagles_list_chosen(group, leaders->leader);
    leaders->count = 0;
    for (unsigned k = 0; k < found; k++) { /* after a forced march some may stand behind */
        const uint8_t leader = leaders->leader[k];
        leaders->leader[leaders->count] = leader;
        leaders->count += s->leader_at[leader] == s->group.hex;
    }
}

void eagles_leaders_without(const Play *p, unsigned from, unsigned flags, EaglesLeaders *leaders)
{
    const EaglesState *s = p->s;
    assert(from < EAGLES_OFF_MAP);
    const EaglesChosen there = eagles_choose_within(s->leader_at, EAGLES_LEADERS_MAX, (uint16_t)from,
                                                    (uint16_t)(EAGLES_OFF_MAP - from));
    leaders->count =
        eagles_list_chosen(eagles_chosen_both(there, leaders_without(s, flags)), leaders->leader);
}

/* Nearest hex with an SP of a leader's colour and side and no partisan. A neutral does not leave his country:
 * he goes to his own nation. */
static unsigned nearest_troops(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesState *s = p->s;
    const unsigned from = s->leader_at[leader];
    const unsigned side = eagles_leader_side(p, leader);
    const unsigned colour = eagles_leader_colour(p, leader);
    unsigned best = EAGLES_NO_HEX;
    unsigned best_distance = UINT32_MAX;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned unit = eagles_row_unit(s, i);
        const bool own = eagles_unit_side(p, unit) == side && eagles_unit_colour(p, unit) == colour &&
                         (side <= EAGLES_COALITION || p->d->unit[unit].nation == p->d->leader[leader].nation);
        if (!own || p->d->unit[unit].type == EAGLES_P || hex == from) {
            continue;
        }
        const unsigned distance = eagles_distance(p->d, from, hex);
        if (distance < best_distance) {
            best = hex;
            best_distance = distance;
        }
    }
    return best;
}

/* Where SP of each side are in a hex, as bits. */
enum { STAND_OUTSIDE = 1, STAND_INSIDE = 2 };
static void look_who_stands(const Play *p, unsigned hex, unsigned stand[2])
{
    const EaglesState *s = p->s;
    const unsigned presence = eagles_presence(s, hex);
    stand[0] = stand[1] = 0;
    if (presence != EAGLES_PRESENT_MIXED && p->d->city_of[hex] == EAGLES_NONE) {
        stand[0] = presence == EAGLES_PRESENT_FRANCE ? STAND_OUTSIDE : 0;
        stand[1] = presence == EAGLES_PRESENT_COALITION ? STAND_OUTSIDE : 0;
        return; /* nobody shelters where there is no city */
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned side = eagles_unit_side(p, eagles_row_unit(s, i));
        const bool inside = (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) != 0;
        if (side <= EAGLES_COALITION) {
            stand[side] |= inside ? STAND_INSIDE : STAND_OUTSIDE;
        }
    }
}

/* He is inside a city only if all of his side are, of whatever colour (0). */
void eagles_displace(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    assert(eagles_leader_on_map(s, leader));
    unsigned stand[2] = {0, 0};
    const unsigned side = eagles_leader_side(p, leader);
    const unsigned hex = nearest_troops(p, leader);
    const unsigned kept =
        s->leader_flag[leader] & ~(unsigned)(EAGLES_FLAG_INSIDE | EAGLES_FLAG_GROUP | EAGLES_FLAG_SORTIE);
    if (hex == EAGLES_NO_HEX) {
        s->leader_at[leader] = EAGLES_WAITING;
        s->leader_flag[leader] =
            (uint8_t)(kept & EAGLES_LEADER_FOUGHT); /* he rolls for wounds all the same */
    } else {
        look_who_stands(p, hex, stand);
        const bool inside = side <= EAGLES_COALITION && stand[side] == STAND_INSIDE;
        s->leader_at[leader] = (uint16_t)hex;
        s->leader_flag[leader] =
            (uint8_t)(kept | EAGLES_LEADER_LATE | (inside ? (unsigned)EAGLES_FLAG_INSIDE : 0U));
    }
    EAGLES_NOTE(p, EAGLES_EVENT_DISPLACED, side, (int)leader, (int)hex);
}

void eagles_leaders_alone(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    EaglesLeaders here;
    unsigned stand[2];
    if (p->d->city_of[hex] == EAGLES_NONE && eagles_presence(s, hex) == EAGLES_PRESENT_NOBODY) {
        return; /* most often so where somebody has left: nothing to shelter in, nobody to flee from */
    }
    eagles_leaders_in(s, hex, &here);
    if (here.count > 0) {
        look_who_stands(p, hex, stand);
    }
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        const unsigned side = eagles_leader_side(p, l);
        if (side > EAGLES_COALITION) {
            continue;
        }
        const unsigned own = stand[side];
        if (own == STAND_INSIDE) {
            s->leader_flag[l] |= EAGLES_FLAG_INSIDE;
        } else if ((own & STAND_INSIDE) == 0) {
            s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~EAGLES_FLAG_INSIDE);
        }
        if ((stand[eagles_other(side)] != 0 && own == 0) || eagles_has_partisan(p, hex, side)) {
            eagles_displace(p, l);
        }
    }
}

int eagles_best_leader(const Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value)
{
    const EaglesState *s = p->s;
    EaglesLeaders here;
    int best = -1;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & mask) == value && eagles_leader_side(p, l) == side &&
            (int)p->d->leader[l].leadership > best) {
            best = p->d->leader[l].leadership;
        }
    }
    return best;
}

void eagles_capture_leader(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    const unsigned side = eagles_leader_side(p, leader);
    s->leader_at[leader] = EAGLES_CAPTURED;
    s->leader_flag[leader] = 0;
    s->leader_months[leader] = (p->d->special & EAGLES_CAMPAIGN) != 0 ? CAPTIVITY : 0;
    EAGLES_NOTE(p, EAGLES_EVENT_CASUALTY, side, (int)leader, 255);
}

void eagles_capture_leaders(Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value)
{
    const EaglesState *s = p->s;
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & mask) == value && eagles_leader_side(p, l) == side) {
            eagles_capture_leader(p, l);
        }
    }
}

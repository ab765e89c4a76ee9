/* casualties.c: the end of the Combat Phase (map 10): leaders, siege rolls, control, triggers of scenarios.
 */
#include <assert.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/chosen.h"

/* ------------------------------------------------------------------ leaders */

/* The first unnamed leader of the nation (of the colour, for satellites) who is not in play and was not
 * captured takes the place: one who was drowned, too (10). */
static void replace_leader(Play *p, unsigned leader, unsigned hex, unsigned flags)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    const EaglesLeader *lost = &p->d->leader[leader];
    const unsigned colour = eagles_leader_colour(p, leader);
    const bool major = lost->nation != EAGLES_NONE && p->d->nation[lost->nation].major;
    for (unsigned l = 0; l < p->d->leaders; l++) {
        const EaglesLeader *other = &p->d->leader[l];
        const bool his =
            major ? other->nation == lost->nation : other->nation == EAGLES_NONE && other->colour == colour;
        const bool free = s->leader_at[l] == EAGLES_UNUSED || s->leader_at[l] == EAGLES_WITHDRAWN ||
                          s->leader_at[l] == EAGLES_WAITING || s->leader_at[l] == EAGLES_DEAD;
        if (!other->named && !other->naval && his && free) {
            s->leader_at[l] = (uint16_t)hex;
            s->leader_flag[l] = (uint8_t)flags;
            EAGLES_NOTE(p, EAGLES_EVENT_LEADER, eagles_leader_side(p, l), (int)l, (int)hex);
            return;
        }
    }
}

void eagles_strike_leader(Play *p, unsigned leader, unsigned months)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    s->leader_at[leader] = months == 0 ? EAGLES_DEAD : EAGLES_INJURED;
    s->leader_months[leader] = (uint8_t)months;
    s->leader_flag[leader] = 0;
    EAGLES_NOTE(p, EAGLES_EVENT_CASUALTY, eagles_leader_side(p, leader), (int)leader, (int)months);
}

bool eagles_is_spared(const Play *p, unsigned leader)
{
    return leader == p->d->napoleon && eagles_in_campaign(p);
}

enum { DEADLY = 6 }; /* the die of a wound that kills */

static void roll_for_leader(Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    EaglesState *s = p->s;
    const unsigned side = eagles_leader_side(p, leader);
    uint8_t faces[2];
    eagles_two_dice(p, EAGLES_DIE_CASUALTY, side, s->leader_at[leader], faces);
    if (faces[0] + faces[1] != 12) {
        EAGLES_NOTE(p, EAGLES_EVENT_UNHURT, side, (int)leader);
        return;
    }
    const unsigned die = eagles_die(p, EAGLES_DIE_WOUND, side, s->leader_at[leader]);
    const unsigned hex = s->leader_at[leader];
    const unsigned flags = s->leader_flag[leader] & (unsigned)EAGLES_FLAG_INSIDE;
    eagles_strike_leader(p, leader, die == DEADLY && !eagles_is_spared(p, leader) ? 0 : die);
    if (hex < EAGLES_OFF_MAP) {
        replace_leader(p, leader, hex, flags);
        eagles_settle(p, hex);
    }
}

static void casualties(Play *p)
{
    EaglesState *s = p->s;
    uint8_t list[EAGLES_CHOSEN_MAX];
    const unsigned count = eagles_list_chosen(
        eagles_choose_flagged(s->leader_flag, EAGLES_LEADERS_MAX, EAGLES_LEADER_FOUGHT, EAGLES_LEADER_FOUGHT),
        list);
    for (unsigned i = 0; i < count; i++) { /* others may come to no good with one of them: looked at again */
        const unsigned l = list[i];
        const bool fought = (s->leader_flag[l] & EAGLES_LEADER_FOUGHT) != 0 && p->d->leader[l].named;
        if (fought && (eagles_leader_on_map(s, l) || s->leader_at[l] == EAGLES_WAITING)) {
            roll_for_leader(p, l);
        }
    }
}

/* ------------------------------------------------------------------ sieges and triggers */

/* Hexes of besieged cities, ascending; how many. */
static unsigned list_sieges(const Play *p, uint16_t hexes[EAGLES_CITIES_MAX])
{
    unsigned count = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const uint16_t hex = p->d->city_hex[city];
        unsigned at = count;
        if (eagles_siege_value(p->s, city) == 0) {
            continue;
        }
        for (count++; at > 0 && hexes[at - 1] > hex; at--) {
            hexes[at] = hexes[at - 1];
        }
        hexes[at] = hex;
    }
    return count;
}

/* 9.3: by hex, for the sieges of the active side. */
static void siege_rolls(Play *p)
{
    const EaglesState *s = p->s;
    uint16_t hexes[EAGLES_CITIES_MAX];
    const unsigned count = eagles_any_siege(p) ? list_sieges(p, hexes) : 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned hex = hexes[i];
        const unsigned value = eagles_hex_siege(p, hex);
        const unsigned city = p->d->hex[hex].city;
        if (value == 0 || eagles_besieger(s, city) != s->active) {
            continue;
        }
        const unsigned die = eagles_die(p, EAGLES_DIE_SIEGE, s->active, hex);
        EAGLES_NOTE(p, EAGLES_EVENT_SIEGE_ROLL, s->active, (int)city, (int)die, (int)value);
        if (die <= value) {
            eagles_surrender(p, hex, eagles_other(s->active));
        }
    }
}

static bool french_hold(const Play *p, const char *id)
{
    const unsigned city = eagles_find_city(p->d, id);
    return city != EAGLES_NONE && eagles_control(p->s, city) == EAGLES_FRANCE; /* besieged or not */
}

static void remove_nation(Play *p, unsigned nation)
{
    EaglesState *s = p->s;
    for (unsigned i = 0; i < s->rows;) {
        const uint32_t key = s->row_key[i];
        const unsigned hex = eagles_key_place(key);
        if (hex < EAGLES_OFF_MAP && p->d->unit[eagles_key_unit(key)].nation == nation) {
            eagles_eliminate(p, key, s->row_count[i]);
            eagles_settle(p, hex);
            i = 0;
        } else {
            i++;
        }
    }
}

/* 1806: Saxony goes over when Leipzig and Dresden are French; its new corps comes to Dresden (turn to
 * reinforcement.c). */
static void saxony_falls(Play *p)
{
    EaglesState *s = p->s;
    const unsigned saxony = eagles_find_nation(p->d, "saxony");
    if (saxony == EAGLES_NONE || s->nation[saxony].side != EAGLES_COALITION || !french_hold(p, "leipzig") ||
        !french_hold(p, "dresden")) {
        return;
    }
    remove_nation(p, saxony);
    s->special = (uint8_t)(s->special | EAGLES_SAXONY_FALLS);
    EAGLES_NOTE(p, EAGLES_EVENT_SPECIAL, EAGLES_FRANCE, EAGLES_SAXONY_FALLS);
    eagles_align(p, saxony, EAGLES_FRANCE, p->d->nation[saxony].colour[EAGLES_FRANCE]);
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        eagles_leaders_alone(p, hex);
    }
}

/* 1806: Hesse is out of the war when Cassel is French. */
static void hesse_falls(Play *p)
{
    EaglesState *s = p->s;
    const unsigned hesse = eagles_find_nation(p->d, "hesse");
    if (hesse == EAGLES_NONE || (s->special & EAGLES_HESSE_FALLS) != 0 || !french_hold(p, "cassel")) {
        return;
    }
    remove_nation(p, hesse);
    s->special = (uint8_t)(s->special | EAGLES_HESSE_FALLS);
    EAGLES_NOTE(p, EAGLES_EVENT_SPECIAL, EAGLES_FRANCE, EAGLES_HESSE_FALLS);
}

/* ------------------------------------------------------------------ the end */

static void clean_up(Play *p)
{
    EaglesState *s = p->s;
    memset(s->battle, 0, s->battles * sizeof s->battle[0]); /* those behind are zero */
    memset(s->force, 0, s->forces * sizeof s->force[0]);
    eagles_unmark_all_large(s);
    s->battles = s->forces = s->round = s->rear_tried = 0;
    s->napoleon_hex = EAGLES_NO_HEX;
    eagles_rows_clear_flags(s, EAGLES_FLAG_OUT | EAGLES_FLAG_SORTIE);
    for (unsigned l = 0; l < p->d->leaders; l++) {
        s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & EAGLES_FLAG_INSIDE);
    }
}

static void combat_end_part(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    switch (frame->phase++) {
    case 0:
        p->s->round = p->s->round > 0 ? p->s->round : 1; /* a retreat from here on is one of combat */
        casualties(p);
        break;
    case 1:
        siege_rolls(p);
        eagles_control_check(p);
        if (eagles_any_siege(p)) {
            eagles_check_sieges(p);
        }
        break;
    case 2:
        clean_up(p);
        if ((p->d->special & EAGLES_SAXONY_FALLS) != 0) {
            saxony_falls(p);
        }
        if ((p->d->special & EAGLES_HESSE_FALLS) != 0) {
            hesse_falls(p);
        }
        break;
    case 3:
        if (eagles_in_campaign(p)) {
            eagles_push(p, EAGLES_STEP_CONQUEST);
        }
        break;
    default: /* a conquest asked for supply */
        eagles_rows_clear_flags(p->s, EAGLES_FLAG_UNSUPPLIED);
        eagles_pop(p);
        break;
    }
}

void eagles_combat_end_run(Play *p)
{
    const unsigned depth = p->s->depth;
    do {
        combat_end_part(p);
    } while (eagles_goes_on(p, depth, EAGLES_STEP_COMBAT_END));
}

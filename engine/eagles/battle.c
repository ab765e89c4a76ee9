/* battle.c: questions about battles: who is committed, sizes, morale, whether it is over (map 8.1 to 8.4). */
#include "engine/eagles/battle.h"

#include <assert.h>

int eagles_find_force(const Play *p, unsigned hex, unsigned side)
{
    for (unsigned i = 0; i < p->s->forces; i++) {
        if (p->s->force[i].hex == hex && p->s->force[i].side == side) {
            return (int)i;
        }
    }
    return -1;
}

EaglesForce *eagles_commit(Play *p, unsigned hex, unsigned side, unsigned battle, unsigned flags)
{
    EaglesState *s = p->s;
    const int known = eagles_find_force(p, hex, side);
    if (known >= 0) {
        EaglesForce *force = &s->force[known];
        force->battle = (uint8_t)battle;
        force->flags = (uint8_t)flags;
        return force;
    }
    assert(s->forces < EAGLES_FORCES_MAX);
    unsigned at = s->forces++;
    for (; at > 0 &&
           (s->force[at - 1].hex > hex || (s->force[at - 1].hex == hex && s->force[at - 1].side > side));
         at--) {
        s->force[at] = s->force[at - 1];
    }
    s->force[at] = (EaglesForce){(uint16_t)hex, (uint8_t)side, (uint8_t)battle, (uint8_t)flags};
    return &s->force[at];
}

void eagles_uncommit(Play *p, unsigned index)
{
    EaglesState *s = p->s;
    assert(index < s->forces);
    s->forces--;
    memmove(&s->force[index], &s->force[index + 1], (s->forces - index) * sizeof s->force[0]);
    s->force[s->forces] = (EaglesForce){0};
}

/* Whether a piece with these flags fights for its force; the garrison only, and alone, when it is assaulted
 * (8.2, 9). */
static bool fights(const Play *p, const EaglesForce *force, unsigned flags)
{
    const EaglesBattle *b = &p->s->battle[force->battle];
    const bool assaulted = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && force->side != b->attacker;
    if ((flags & EAGLES_FLAG_OUT) != 0 || (force->flags & EAGLES_FORCE_NEW) != 0) {
        return false;
    }
    if ((flags & EAGLES_FLAG_INSIDE) != 0) {
        return assaulted && force->hex == b->defend;
    }
    return !assaulted;
}

bool eagles_committed(const Play *p, unsigned battle, unsigned side, unsigned row)
{
    const uint32_t key = p->s->row_key[row];
    if (eagles_unit_side(p, eagles_key_unit(key)) != side) {
        return false;
    }
    const int force = eagles_find_force(p, eagles_key_place(key), side);
    return force >= 0 && p->s->force[force].battle == battle &&
           fights(p, &p->s->force[force], eagles_key_flags(key));
}

bool eagles_row_fights(const Play *p, const EaglesForce *force, unsigned row)
{
    const uint32_t key = p->s->row_key[row];
    assert(eagles_key_place(key) == force->hex);
    return eagles_unit_side(p, eagles_key_unit(key)) == force->side &&
           fights(p, force, eagles_key_flags(key));
}

/* Nelson ashore fights in no battle on land (rulebook: Nelson). */
bool eagles_leader_committed(const Play *p, unsigned battle, unsigned side, unsigned leader)
{
    const EaglesState *s = p->s;
    if (!eagles_leader_on_map(s, leader) || eagles_leader_side(p, leader) != side ||
        p->d->leader[leader].naval) {
        return false;
    }
    const int force = eagles_find_force(p, s->leader_at[leader], side);
    const unsigned flags = s->leader_flag[leader];
    return force >= 0 && s->force[force].battle == battle && fights(p, &s->force[force], flags);
}

unsigned eagles_force_count(const Play *p, const EaglesForce *force, bool cavalry)
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    for (unsigned i = eagles_rows_in(s, force->hex); eagles_row_at(s, i, force->hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(p, unit) == force->side && fights(p, force, eagles_row_flags(s, i)) &&
            (!cavalry || p->d->unit[unit].cavalry)) {
            count += s->row_count[i];
        }
    }
    return count;
}

unsigned eagles_battle_count(const Play *p, unsigned battle, unsigned side, bool cavalry)
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    for (unsigned i = 0; i < s->forces; i++) {
        if (s->force[i].battle == battle && s->force[i].side == side) {
            count += eagles_force_count(p, &s->force[i], cavalry);
        }
    }
    return count;
}

/* ------------------------------------------------------------------ morale (8.4) */

unsigned eagles_unit_morale(const Play *p, unsigned unit, unsigned hex)
{
    assert(unit < EAGLES_UNITS_MAX && hex < EAGLES_HEXES_MAX);
    const EaglesUnit *u = &p->d->unit[unit];
    const EaglesNationData *n = &p->d->nation[u->nation];
    const unsigned morale = p->d->hex[hex].area == 4 ? n->area4_morale[u->type] : n->morale[u->type];
    const unsigned malus = p->s->nation[u->nation].malus;
    return morale > malus ? morale - malus : 0;
}

int eagles_base_morale(const Play *p, unsigned battle, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned sp[EAGLES_MORALES] = {0};
    for (unsigned f = 0; f < s->forces; f++) {
        const EaglesForce *force = &s->force[f];
        if (force->battle != battle || force->side != side) {
            continue;
        }
        for (unsigned i = eagles_rows_in(s, force->hex); eagles_row_at(s, i, force->hex); i++) {
            const unsigned unit = eagles_row_unit(s, i);
            if (eagles_unit_side(p, unit) == side && fights(p, force, eagles_row_flags(s, i))) {
                const unsigned morale = eagles_unit_morale(p, unit, force->hex);
                assert(morale < EAGLES_MORALES);
                sp[morale] += s->row_count[i];
            }
        }
    }
    return eagles_base_morale_of(p, battle, side, sp);
}

int eagles_base_morale_of(const Play *p, unsigned battle, unsigned side, const unsigned sp[EAGLES_MORALES])
{
    const EaglesBattle *b = &p->s->battle[battle];
    const bool garrison = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && side != b->attacker;
    int base = 0;
    for (int morale = 1; morale < EAGLES_MORALES; morale++) {
        base = sp[morale] > sp[base] ? morale : base;
    }
    return garrison && base < 1 ? 1 : base;
}

int eagles_morale_of(const Play *p, unsigned battle, unsigned side, const unsigned sp[EAGLES_MORALES])
{
    const EaglesBattle *b = &p->s->battle[battle];
    if (side == EAGLES_FRANCE && (b->round & EAGLES_ROUND_GUARD) != 0) {
        return 3; /* the Guard option: whatever was lost before (11) */
    }
    const int morale = eagles_base_morale_of(p, battle, side, sp) - b->lost[side];
    return morale > 0 ? morale : 0;
}

/* ------------------------------------------------------------------ the end of a battle */

/* Whether somebody of a side still holds its hex of the battle: fighting SP, or a garrison that others must
 * deal with. */
static bool holds(const Play *p, unsigned battle, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    const EaglesBattle *b = &s->battle[battle];
    const int force = eagles_find_force(p, hex, side);
    if (force < 0 || s->force[force].battle != battle) {
        return false;
    }
    const bool sortie = (b->flags & EAGLES_BATTLE_SORTIE) != 0 && side == b->attacker;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned flags = eagles_row_flags(s, i);
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && (flags & EAGLES_FLAG_OUT) == 0 &&
            (!sortie || (flags & EAGLES_FLAG_SORTIE) != 0)) {
            return true;
        }
    }
    return false;
}

void eagles_end_sortie(Play *p, unsigned hex, unsigned side)
{
    EaglesState *s = p->s;
    const unsigned inside = eagles_is_besieged(p, hex, side) ? EAGLES_FLAG_INSIDE : 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (eagles_unit_side(p, eagles_key_unit(key)) == side &&
            (eagles_key_flags(key) & EAGLES_FLAG_SORTIE) != 0) {
            eagles_rows_change(s, key, (key & ~(uint32_t)EAGLES_FLAG_SORTIE) | inside, s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        const bool sallied = (s->leader_flag[l] & EAGLES_FLAG_SORTIE) != 0;
        if ((sallied || inside != 0) && eagles_leader_side(p, l) == side) { /* who fled to them goes in too */
            s->leader_flag[l] = (uint8_t)((s->leader_flag[l] & ~(unsigned)EAGLES_FLAG_SORTIE) | inside);
        }
    }
}

void eagles_end_battle(Play *p, unsigned battle)
{
    EaglesState *s = p->s;
    EaglesBattle *b = &s->battle[battle];
    b->flags |= EAGLES_BATTLE_OVER;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned hexes[2] = {b->attack, b->defend};
        for (unsigned k = 0; k < 2; k++) {
            eagles_end_sortie(p, hexes[k], side);
            if (eagles_hex_siege(p, hexes[k]) == 0) {
                eagles_open_gates(p, hexes[k], side);
            }
        }
    }
}

bool eagles_battle_holds(const Play *p, unsigned battle)
{
    const EaglesBattle *b = &p->s->battle[battle];
    return eagles_battle_on(p->s, battle) && holds(p, battle, b->attack, b->attacker) &&
           holds(p, battle, b->defend, eagles_other(b->attacker));
}

bool eagles_refresh_battles(Play *p)
{
    EaglesState *s = p->s;
    bool changed = false;
    for (unsigned i = 0; i < s->battles; i++) {
        if (eagles_battle_on(s, i) && !eagles_battle_holds(p, i)) {
            eagles_end_battle(p, i);
            changed = true;
        }
    }
    return changed;
}

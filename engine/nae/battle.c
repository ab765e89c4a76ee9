/* battle.c: the course of a battle [14], odds, level, morale, modifiers and the roll (map 12). */
#include "engine/nae/battle.h"

#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/march.h"

/* ---- who fights ---- */

NaePieces nae_fighters(const NaeData *d, const NaeState *s, unsigned role)
{
    const unsigned side = nae_role_side(s, role);
    const NaePieces field = nae_field(d, s, s->battle.zone, side);
    const unsigned how = s->battle.flags & (NAE_BATTLE_LINES | NAE_BATTLE_INTERCEPTION);
    if (role == NAE_ATTACKER &&
        how != NAE_BATTLE_INTERCEPTION) { /* who waits fights with the intercepted only */
        return nae_pieces_minus(field, nae_in_slot(s, field, NAE_WAITING));
    }
    return field;
}

unsigned nae_field_general(const NaeData *d, const NaeState *s, NaePieces set)
{
    NaePieces leaders = nae_pieces_none();
    /* An army's commander goes before the generals of forces that fight beside it (9.2). */
    NAE_EACH_PIECE(army, nae_pieces_and(set, d->armies))
    {
        const unsigned slot = s->bits[army] & NAE_SLOT;
        NAE_EACH_PIECE(general, nae_pieces_and(set, d->generals))
        {
            if ((s->bits[general] & NAE_SLOT) == slot && nae_bit(s, general, NAE_COMMANDS)) {
                nae_pieces_add(&leaders, general);
            }
        }
    }
    if (nae_pieces_empty(leaders)) {
        leaders = nae_with(s, nae_pieces_and(set, d->generals), NAE_COMMANDS);
    }
    if (nae_pieces_empty(leaders)) {
        leaders = nae_pieces_and(set, d->generals);
    }
    return nae_pieces_count(leaders) < 2
               ? nae_pieces_first(leaders)
               : nae_senior(d, s, nae_pieces_or(leaders, nae_pieces_minus(set, d->generals)));
}

unsigned nae_battle_general(const NaeData *d, const NaeState *s, unsigned role)
{
    const NaeBattle *b = &s->battle;
    return b->stage > NAE_STAGE_ROLL && (b->flags & NAE_BATTLE_OVERRUN) == 0
               ? b->chief[role]
               : nae_field_general(d, s, nae_fighters(d, s, role));
}

int nae_tactical(const NaeData *d, unsigned general, unsigned role)
{
    if (general == NAE_NONE) {
        return 0;
    }
    return role == NAE_ATTACKER ? nae_general(d, general)->attack : nae_general(d, general)->defence;
}

unsigned nae_combat_points(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned steps = nae_steps(d, s, set);
    return steps != 0                                                                 ? 2 * steps
           : nae_pieces_empty(nae_with(s, nae_pieces_and(set, d->depots), NAE_FIXED)) ? 0U
                                                                                      : 1U;
}

unsigned nae_cavalry_steps(const NaeData *d, const NaeState *s, NaePieces set)
{
    return nae_steps(d, s, nae_pieces_and(nae_pieces_and(set, d->units), d->cavalry));
}

unsigned nae_cavalry_points(const NaeData *d, const NaeState *s, NaePieces set)
{
    const NaePieces cavalry = nae_pieces_and(set, d->cavalry);
    return nae_cavalry_steps(d, s, set) + nae_pieces_count(nae_pieces_minus(cavalry, d->units));
}

unsigned nae_cavalry_superior(const NaeData *d, const NaeState *s, NaePieces first, NaePieces second)
{
    return nae_cavalry_points(d, s, first) > nae_cavalry_points(d, s, second) ? 1U : 0U;
}

bool nae_has_superiority(const NaeData *d, const NaeState *s, unsigned role)
{
    if (nae_role_side(s, role) == NAE_EMPIRE && nae_battle_played(s, NAE_C(5))) {
        return false;
    }
    return nae_cavalry_superior(d, s, nae_fighters(d, s, role), nae_fighters(d, s, !role)) != 0;
}

static unsigned marked_steps(const NaeData *d, const NaeState *s, NaePieces set, unsigned bit)
{
    return nae_steps(d, s, nae_with(s, nae_pieces_and(set, d->units), bit));
}

bool nae_mostly_unsupplied(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned steps = nae_steps(d, s, set);
    return steps != 0 && 2 * marked_steps(d, s, set, NAE_UNSUPPLIED) >= steps;
}

bool nae_mostly_demoralised(const NaeData *d, const NaeState *s, NaePieces set)
{
    return 2 * marked_steps(d, s, set, NAE_DEMORALISED) > nae_steps(d, s, set);
}

unsigned nae_steps_of(const NaeData *d, const NaeState *s, NaePieces set, unsigned nation)
{
    return nae_steps(d, s, nae_of_nation(d, set, nation));
}

/* ---- odds [14.2] ---- */

/* Stronger by weaker, halves up. */
static unsigned ratio(unsigned strong, unsigned weak)
{
    assert(strong >= weak);
    return weak == 0 ? 255U : (2 * strong + weak) / (2 * weak);
}

int nae_overrun(const NaeData *d, const NaeState *s, NaePieces attacker, NaePieces defender)
{
    const unsigned a = nae_combat_points(d, s, attacker);
    const unsigned b = nae_combat_points(d, s, defender);
    const unsigned odds = a >= b ? ratio(a, b) : ratio(b, a);
    if (odds < d->table.overrun) {
        return 0;
    }
    return a >= b ? (int)odds : -(int)d->table.overrun;
}

/* ---- morale [14.4] ---- */

/* The capitals are in enemy hands; Spain holds out after Dos de Mayo. */
static bool capital_lost(const NaeData *d, const NaeState *s, unsigned nation, unsigned side)
{
    assert(nation < NAE_NATIONS);
    const NaeNation *n = &d->nation[nation];
    if (side > 1 || n->capitals == 0 || (nation == NAE_SPAIN && (s->flags & NAE_LIBERATION) != 0)) {
        return false;
    }
    for (unsigned i = 0; i < n->capitals; i++) {
        if (nae_holder(s, n->capital[i]) != nae_other(side)) {
            return false;
        }
    }
    return true;
}

unsigned nae_unit_morale(const NaeData *d, const NaeState *s, unsigned unit)
{
    assert(unit < NAE_PIECES);
    const unsigned morale = nae_unit(d, unit)->morale[nae_bit(s, unit, NAE_REDUCED) ? 1 : 0];
    const bool lost = capital_lost(d, s, d->nation_of[unit], nae_side_of_piece(s, unit));
    return lost && morale > 0 ? morale - 1 : morale;
}

enum { MORALES = 16 };

/* Steps of each morale; returns the greatest number. */
static unsigned count_morale(const NaeData *d, const NaeState *s, NaePieces set, unsigned steps[MORALES])
{
    unsigned most = 0;
    memset(steps, 0, MORALES * sizeof *steps);
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        const unsigned morale = nae_unit_morale(d, s, unit);
        assert(morale < MORALES);
        steps[morale] += nae_unit_steps(d, s, unit);
        most = steps[morale] > most ? steps[morale] : most;
    }
    return most;
}

/* Where nobody asks, a tie goes to the higher value. */
unsigned nae_force_morale(const NaeData *d, const NaeState *s, NaePieces set)
{
    unsigned steps[MORALES];
    const unsigned most = count_morale(d, s, set, steps);
    unsigned morale = 0;
    for (unsigned i = 0; i < MORALES && most > 0; i++) {
        morale = steps[i] == most ? i : morale;
    }
    return morale;
}

/* ---- the beginning ---- */

unsigned nae_edge_terrain(const NaeData *d, unsigned from, unsigned zone)
{
    const NaeEdge *edge = from < NAE_ZONES ? nae_edge(d, from, zone) : NULL;
    return edge != NULL ? edge->terrain : NAE_EDGE_NONE;
}

void nae_begin_battle(NaePlay *p, unsigned zone, unsigned attacker, unsigned entry, unsigned flags)
{
    NaeBattle *b = &p->s->battle;
    assert(attacker < 2 && zone < p->d->zones);
    memset(b, 0, sizeof *b);
    b->zone = (uint8_t)zone;
    b->attacker = (uint8_t)attacker;
    b->entry = (uint8_t)entry;
    b->flags = (uint16_t)flags;
    b->terrain = (uint8_t)nae_edge_terrain(p->d, entry, zone);
    b->interceptor_entry = (flags & NAE_BATTLE_INTERCEPTION) != 0 ? p->s->reaction.entry : NAE_NONE;
    b->spearhead[0] = b->spearhead[1] = b->second_spearhead = NAE_NONE;
    b->subordinate[0] = b->subordinate[1] = NAE_NONE;
    b->winner = NAE_UNDECIDED;
    b->retreat = b->retreat_second = NAE_NONE;
    p->s->battle_result = NAE_NO_BATTLE;
    (void)nae_push(p, NAE_STEP_BATTLE, SEAT_NONE);
}

/* ---- supply [13.1, 14.5.4] ---- */

/* Zones from where attackers have come: of a campaign each force from its own, those that wait and fight
 * along with an interception too. */
static NaeZones entries_of_attackers(const NaeState *s)
{
    NaeZones zones = s->battle.entry < NAE_ZONES ? nae_zones_one(s->battle.entry) : nae_zones_none();
    for (unsigned i = 0; (s->battle.flags & NAE_BATTLE_MARCH) != 0 && i < s->campaign.waiting; i++) {
        const bool fights = nae_fights_jointly(s, i) || s->campaign.zone[i] == s->battle.zone;
        if (fights && s->campaign.from[i] < NAE_ZONES) {
            nae_zones_add(&zones, s->campaign.from[i]);
        }
    }
    return zones;
}

/* From where enemies of a role have come into the battle: no line of its crosses these [13.3]. Who
 * counter-marches joins who is in it. */
static NaeZones barred_to(const NaeState *s, unsigned role)
{
    if (role == NAE_DEFENDER) {
        return entries_of_attackers(s);
    }
    return s->battle.interceptor_entry < NAE_ZONES ? nae_zones_one(s->battle.interceptor_entry)
                                                   : nae_zones_none();
}

/* Slots of one group of pieces that arrived together trace together; it is a part of a force or all of it. */
static void check_group(NaePlay *p, unsigned role, NaePieces group, NaePieces force, unsigned from)
{
    if (nae_has_units(p->d, group)) {
        (void)nae_check_supply(p, group, force, p->s->battle.zone, from, barred_to(p->s, role));
    }
}

/* A sortie traces as the garrison it was: by sea only. */
static void check_sortie(NaePlay *p, NaePieces set)
{
    nae_remark(p->s, set, 0, NAE_INSIDE);
    check_group(p, NAE_ATTACKER, set, set, NAE_NONE);
    nae_remark(p->s, set, NAE_INSIDE, 0);
}

static void clear_unsupplied(NaePlay *p, NaePieces set) { nae_remark(p->s, set, NAE_UNSUPPLIED, 0); }

/* Forces of a campaign that fight here, each through its own zone of entry; what is left has none of its own
 * [14.5.4]. */
static NaePieces check_campaign(NaePlay *p, NaePieces set)
{
    const NaeCampaign *c = &p->s->campaign;
    const unsigned zone = p->s->battle.zone;
    NaePieces rest = set;
    for (unsigned i = 0; i < c->waiting; i++) {
        const bool jointly = nae_fights_jointly(p->s, i);
        if (jointly || c->zone[i] == zone) {
            const NaePieces there = nae_in_slot(p->s, set, jointly ? NAE_MOVING : NAE_WAITING);
            const NaePieces part = i < 2
                                       ? nae_pieces_and(there, c->group[i])
                                       : nae_pieces_minus(nae_pieces_minus(there, c->group[0]), c->group[1]);
            check_group(p, NAE_ATTACKER, part, jointly ? there : part, c->from[i]);
            rest = nae_pieces_minus(rest, part);
        }
    }
    return rest;
}

static void check_attackers(NaePlay *p)
{
    const NaeBattle *b = &p->s->battle;
    const NaePieces set = nae_fighters(p->d, p->s, NAE_ATTACKER);
    if ((b->flags & NAE_BATTLE_LANDING) != 0 ||
        ((b->flags & NAE_BATTLE_MARCH) != 0 && (p->s->march.flags & NAE_MARCH_SUPPLIED) != 0)) {
        clear_unsupplied(p, set);
    } else if ((b->flags & NAE_BATTLE_SORTIE) != 0) {
        check_sortie(p, set);
    } else {
        const NaePieces others = check_campaign(p, set);
        const NaePieces movers = nae_in_slot(p->s, others, NAE_MOVING);
        const NaePieces standers = nae_pieces_minus(others, movers);
        check_group(p, NAE_ATTACKER, movers, movers, b->entry);
        check_group(p, NAE_ATTACKER, standers, standers,
                    (b->flags & NAE_BATTLE_MARCH) != 0 ? NAE_NONE : b->entry);
    }
}

static void check_defenders(NaePlay *p)
{
    const NaePieces set = nae_fighters(p->d, p->s, NAE_DEFENDER);
    const NaePieces arrived = nae_in_slot(p->s, set, NAE_INTERCEPTING);
    const NaePieces standers = nae_pieces_minus(set, arrived);
    check_group(p, NAE_DEFENDER, arrived, arrived, p->s->battle.interceptor_entry);
    check_group(p, NAE_DEFENDER, standers, standers, NAE_NONE);
}

/* ---- stages ---- */

/* Counter-marches are for battles without interception, and not to help a lone depot [14.1, 12.4]. */
static void stage_counter(NaePlay *p, unsigned role)
{
    const NaeBattle *b = &p->s->battle;
    const unsigned side = nae_role_side(p->s, role);
    const unsigned barred =
        side == NAE_EMPIRE ? NAE_BATTLE_NO_COUNTER_MARCH_E : NAE_BATTLE_NO_COUNTER_MARCH_K;
    if ((b->flags & (NAE_BATTLE_INTERCEPTION | barred)) == 0 &&
        nae_has_units(p->d, nae_fighters(p->d, p->s, role))) {
        nae_push(p, NAE_STEP_COUNTER_MARCH, side)->a = (uint8_t)role;
    }
}

/* B2; under an interception stacking is suspended until after the battle (9.2). */
static void stage_join(NaePlay *p)
{
    if ((p->s->battle.flags & NAE_BATTLE_INTERCEPTION) == 0) {
        nae_tidy_zone(p, p->s->battle.zone);
    }
}

/* Of two armies that were to go different ways the first is lost before it goes: who is left keeps his own
 * [14.10]. */
static void keep_way_of_second(NaePlay *p)
{
    if (!nae_has_units(p->d, nae_loser_part(p->d, p->s, 0)) &&
        nae_has_units(p->d, nae_loser_part(p->d, p->s, 1))) {
        p->s->battle.retreat = p->s->battle.retreat_second;
    }
}

/* Losses that leave a command with too much, or with too few of its own nation, are followed at once by the
 * excess [9.3], and a general without steps of his nation leaves [9.4]; under an interception that waits for
 * the end of the battle, but a general without any unit leaves at once there too [1.2, 12.2]. */
static void stage_order(NaePlay *p, unsigned role)
{
    if (!nae_has_units(p->d, nae_fighters(p->d, p->s, role))) {
        return;
    }
    keep_way_of_second(p);
    if ((p->s->battle.flags & NAE_BATTLE_INTERCEPTION) == 0) {
        nae_tidy_zone(p, p->s->battle.zone);
    } else {
        nae_dissolve_lost(p, p->s->battle.zone);
    }
}

/* When the losses of both sides are placed, who has no unit left to command is in the reserve at once [1.2].
 */
static void send_lost_generals(NaePlay *p)
{
    for (unsigned role = 0; role < 2; role++) {
        const NaePieces set = nae_fighters(p->d, p->s, role);
        if (!nae_has_units(p->d, set)) {
            NAE_EACH_PIECE(piece, nae_pieces_minus(set, p->d->depots))
            {
                nae_put(p->s, piece, NAE_RESERVE, false);
            }
        }
    }
}

static unsigned level_of(const NaeData *d, unsigned total, unsigned weaker)
{
    return total <= 2U * d->table.skirmish_max                                          ? 0U
           : total >= 2U * d->table.major_total && weaker >= 2U * d->table.major_weaker ? 2U
                                                                                        : 1U;
}

static void note_battle(NaePlay *p, unsigned a, unsigned b)
{
    static const int LEVEL[] = {NAE_TOLD_SKIRMISH, NAE_TOLD_MINOR_BATTLE, NAE_TOLD_MAJOR_BATTLE};
    NAE_NOTE(p->dice, BATTLE, p->s->battle.attacker, p->s->battle.zone, (int)(a + 1) / 2, (int)(b + 1) / 2,
             LEVEL[p->s->battle.level]);
}

/* B3, B4: points, odds and level; the overrun, as positive numbers for one by the attacker, or 0. */
int nae_battle_settle(const NaeData *d, NaeState *s)
{
    NaeBattle *b = &s->battle;
    const unsigned attack = nae_combat_points(d, s, nae_fighters(d, s, NAE_ATTACKER));
    const unsigned defence = nae_combat_points(d, s, nae_fighters(d, s, NAE_DEFENDER));
    const unsigned odds = attack >= defence ? ratio(attack, defence) : ratio(defence, attack);
    b->steps[0] = (uint8_t)attack;
    b->steps[1] = (uint8_t)defence;
    if (odds >= d->table.overrun) {
        return attack >= defence ? 1 : -1;
    }
    b->odds = d->table.odds[attack >= defence ? 0 : 1][odds];
    b->level = (uint8_t)level_of(d, attack + defence, attack < defence ? attack : defence);
    return 0;
}

static void stage_odds(NaePlay *p)
{
    const NaeBattle *b = &p->s->battle;
    check_attackers(p); /* of who is left when the stacks are in order [10.7] */
    check_defenders(p);
    const int overrun = nae_battle_settle(p->d, p->s);
    if (overrun != 0) {
        nae_battle_overrun(p, overrun > 0 ? NAE_DEFENDER : NAE_ATTACKER);
        return;
    }
    note_battle(p, b->steps[0], b->steps[1]);
}

/* B5: asked only when two values have the same number of steps. */
static void stage_morale(NaePlay *p, unsigned role)
{
    p->s->battle.morale[role] = (uint8_t)nae_force_morale(p->d, p->s, nae_fighters(p->d, p->s, role));
    nae_push(p, NAE_STEP_MORALE, nae_role_side(p->s, role))->a = (uint8_t)role;
}

void nae_morale_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    unsigned steps[MORALES];
    const unsigned most = count_morale(p->d, p->s, nae_fighters(p->d, p->s, frame->a), steps);
    for (unsigned i = 0; i < MORALES && most > 0; i++) {
        if (steps[i] == most) {
            nae_option(list, nae_move1(NAE_M_MORALE, i));
        }
    }
}

void nae_morale_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    p->s->battle.morale[frame->a] = (uint8_t)nae_move_a(move);
    nae_pop(p);
}

/* B6: the spearhead is asked first, then each special unit: pushed in reverse. */
static void stage_assault(NaePlay *p, unsigned role)
{
    const unsigned side = nae_role_side(p->s, role);
    const NaePieces specials = nae_pieces_and(nae_fighters(p->d, p->s, role), p->d->specials);
    for (unsigned i = NAE_SPECIALS; i-- > 0;) {
        if (nae_pieces_in(specials, NAE_FIRST_SPECIAL + i)) {
            NaeFrame *frame = nae_push(p, NAE_STEP_SPECIAL, side);
            frame->a = (uint8_t)role;
            frame->b = (uint8_t)i;
        }
    }
    nae_push(p, NAE_STEP_SPEARHEAD, side)->a = (uint8_t)role;
}

void nae_spearhead_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NAE_EACH_PIECE(unit,
                   nae_classes(p->d, p->s, nae_pieces_and(nae_fighters(p->d, p->s, frame->a), p->d->units)))
    {
        if (nae_unit(p->d, unit)->stars > 0) {
            nae_option(list, nae_move1(NAE_M_SPEARHEAD, unit));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_SPEARHEAD, NAE_NONE));
    }
}

void nae_spearhead_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    p->s->battle.spearhead[frame->a] = (uint8_t)nae_move_a(move);
    nae_pop(p);
}

void nae_special_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move2(NAE_M_SPECIAL, NAE_FIRST_SPECIAL + frame->b, NAE_W_YES));
    nae_option(list, nae_move2(NAE_M_SPECIAL, NAE_FIRST_SPECIAL + frame->b, NAE_W_NO));
}

void nae_special_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    if (nae_move_b(move) == NAE_W_YES) {
        p->s->battle.specials[frame->a] = (uint8_t)(p->s->battle.specials[frame->a] | 1U << frame->b);
    }
    nae_pop(p);
}

/* B7 [14.5.6]. */
static void stage_subordinate(NaePlay *p, unsigned role)
{
    const unsigned side = nae_role_side(p->s, role);
    const unsigned barred = side == NAE_EMPIRE ? NAE_BATTLE_NO_SUBORDINATE_E : NAE_BATTLE_NO_SUBORDINATE_K;
    if ((p->s->battle.flags & barred) == 0) {
        nae_push(p, NAE_STEP_SUBORDINATE, side)->a = (uint8_t)role;
    }
}

void nae_subordinate_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_fighters(p->d, p->s, frame->a);
    NAE_EACH_PIECE(general, nae_without(p->s, nae_pieces_and(set, p->d->generals), NAE_COMMANDS))
    {
        nae_option(list, nae_move1(NAE_M_SUBORDINATE, general));
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_SUBORDINATE, NAE_NONE));
    }
}

void nae_subordinate_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    p->s->battle.subordinate[frame->a] = (uint8_t)nae_move_a(move);
    nae_pop(p);
}

/* ---- modifiers and the roll [14.5, 14.6] ---- */

static int stars_of(const NaeData *d, unsigned unit)
{
    return unit == NAE_NONE ? 0 : nae_unit(d, unit)->stars;
}

static int special_bonus(const NaeData *d, unsigned used)
{
    int bonus = 0;
    for (unsigned i = 0; i < NAE_SPECIALS; i++) {
        bonus += (used >> i & 1U) != 0 ? d->special[i].bonus : 0;
    }
    return bonus;
}

/* The attacker's edge; the defender's marsh or desert. An army has its engineers for rivers [4]; 36F makes
 * them easy for its activation. */
static int terrain_modifier(const NaeData *d, const NaeState *s, unsigned role)
{
    const NaeBattle *b = &s->battle;
    if (role == NAE_DEFENDER) {
        return nae_zone_is(d, b->zone, NAE_ZONE_ROUGH) ? d->table.rough : 0;
    }
    const bool bridged = (s->action.rivers != 0 && b->attacker == NAE_EMPIRE) ||
                         nae_has_army(d, nae_fighters(d, s, NAE_ATTACKER));
    return bridged && b->terrain == NAE_EDGE_RIVER ? 0 : d->table.edge[b->terrain];
}

static int landing_modifier(const NaeData *d, const NaeState *s)
{
    return (s->battle.flags & NAE_BATTLE_LANDING) == 0        ? 0
           : (s->battle.flags & NAE_BATTLE_LANDING_FREE) != 0 ? 0
                                                              : d->table.landing;
}

/* 33C: Coalition defenders behind the lines of Torres Vedras; every zone of the card has its own entry. */
static int zone_bonus(const NaeState *s, unsigned role)
{
    for (unsigned i = 0; i < NAE_MODIFIERS && nae_role_side(s, role) == NAE_COALITION; i++) {
        if (s->modifier[i].card == NAE_C(33) && s->modifier[i].target == s->battle.zone) {
            return 1;
        }
    }
    return 0;
}

NaeModifiers nae_battle_modifiers(const NaeData *d, const NaeState *s, unsigned role)
{
    const NaeBattle *b = &s->battle;
    const bool attacks = role == NAE_ATTACKER;
    NaeModifiers m = {
        .odds = attacks ? b->odds : 0,
        .cavalry = nae_has_superiority(d, s, role) ? 1 : 0,
        .terrain = terrain_modifier(d, s, role),
        .commander = nae_tactical(d, nae_battle_general(d, s, role), role),
        .subordinate = nae_tactical(d, b->subordinate[role], role),
        .spearhead = stars_of(d, b->spearhead[role]),
        .special = special_bonus(d, b->specials[role]),
        .cards = b->card_bonus[role],
    };
    m.other += attacks ? landing_modifier(d, s) : zone_bonus(s, role);
    m.other += !attacks && (b->flags & NAE_BATTLE_INTERCEPTION) != 0 ? d->table.interception : 0;
    m.other += nae_mostly_unsupplied(d, s, nae_fighters(d, s, role)) ? d->table.unsupplied : 0;
    return m;
}

int nae_modifier_sum(const NaeModifiers *m)
{
    return m->odds + m->cavalry + m->terrain + m->commander + m->subordinate + m->spearhead + m->special +
           m->cards + m->other;
}

int nae_net(int total)
{
    return total < NAE_NET_MIN                   ? NAE_NET_MIN
           : total >= NAE_NET_MIN + NAE_NET_ROWS ? NAE_NET_MIN + NAE_NET_ROWS - 1
                                                 : total;
}

/* One side's two dice: the cell of the table that it reads. */
static NaeCombatCell roll(NaePlay *p, unsigned role, const NaeModifiers *m)
{
    const unsigned first = nae_d6(p);
    const unsigned second = nae_d6(p);
    const int net = nae_net((int)(first + second) + nae_modifier_sum(m));
    const NaeCombatCell cell = p->d->table.combat[p->s->battle.level][net - NAE_NET_MIN];
    const unsigned side = nae_role_side(p->s, role);
    p->s->battle.dice[role] = (uint8_t)(first + second);
    NAE_NOTE(p->dice, BATTLE_MODIFIERS, (Seat)side, p->s->battle.zone, nae_modifier_sum(m), m->odds,
             m->cavalry, m->terrain, m->commander, m->subordinate, m->spearhead, m->special, m->cards,
             m->other);
    NAE_NOTE(p->dice, BATTLE_ROLL, (Seat)side, p->s->battle.zone, (int)first, (int)second, net, cell.losses);
    return cell;
}

/* More on the table wins; else the only side with a plus; else the defender [14.6, A-8]. */
unsigned nae_battle_winner(const NaeCombatCell *attack, const NaeCombatCell *defence)
{
    if (attack->losses != defence->losses) {
        return attack->losses > defence->losses ? NAE_ATTACKER : NAE_DEFENDER;
    }
    return attack->plus != 0 && defence->plus == 0 ? NAE_ATTACKER : NAE_DEFENDER;
}

/* Nobody inflicts more losses than he has steps, nor more than there are [14.8]; the half point of a lone
 * depot is no step (1.1). */
unsigned nae_battle_capped(const NaeBattle *b, unsigned role, unsigned losses)
{
    const unsigned own = b->steps[role] / 2U;
    const unsigned used = (unsigned)__builtin_popcount(b->specials[!role]);
    const unsigned enemy = b->steps[!role] / 2U + used;
    losses = losses > own ? own : losses;
    return losses > enemy ? enemy : losses;
}

/* B9: both totals are fixed before any loss is placed. */
static void stage_roll(NaePlay *p)
{
    NaeBattle *b = &p->s->battle;
    for (unsigned role = 0; role < 2; role++) {
        b->chief[role] = (uint8_t)nae_field_general(p->d, p->s, nae_fighters(p->d, p->s, role));
    }
    const NaeModifiers attack = nae_battle_modifiers(p->d, p->s, NAE_ATTACKER);
    const NaeModifiers defence = nae_battle_modifiers(p->d, p->s, NAE_DEFENDER);
    const NaeCombatCell cell[2] = {roll(p, NAE_ATTACKER, &attack), roll(p, NAE_DEFENDER, &defence)};
    b->winner = (uint8_t)nae_battle_winner(&cell[0], &cell[1]);
    for (unsigned role = 0; role < 2; role++) {
        b->losses[role] = b->to_place[role] = (uint8_t)nae_battle_capped(b, !role, cell[!role].losses);
        b->cavalry_loss[role] = cell[!role].cavalry;
    }
    NAE_NOTE(p->dice, BATTLE_WON, (Seat)nae_role_side(p->s, b->winner), b->zone);
    nae_battle_mark(p);
}

/* ---- the course ---- */

static void stage_early(NaePlay *p, enum nae_battle_stage stage)
{
    switch ((unsigned)stage) {
    case NAE_STAGE_OPEN_CARDS_ATTACKER:
    case NAE_STAGE_OPEN_CARDS_DEFENDER:
        nae_push_battle_cards(p, stage - NAE_STAGE_OPEN_CARDS_ATTACKER, NAE_WINDOW_OPEN);
        break;
    case NAE_STAGE_COUNTER_ATTACKER:
    case NAE_STAGE_COUNTER_DEFENDER:
        stage_counter(p, stage - NAE_STAGE_COUNTER_ATTACKER);
        break;
    case NAE_STAGE_JOIN:
        stage_join(p);
        break;
    case NAE_STAGE_ODDS:
        stage_odds(p);
        break;
    case NAE_STAGE_MORALE_ATTACKER:
    case NAE_STAGE_MORALE_DEFENDER:
        stage_morale(p, stage - NAE_STAGE_MORALE_ATTACKER);
        break;
    case NAE_STAGE_ASSAULT_ATTACKER:
    case NAE_STAGE_ASSAULT_DEFENDER:
        stage_assault(p, stage - NAE_STAGE_ASSAULT_ATTACKER);
        break;
    case NAE_STAGE_SUBORDINATE_ATTACKER:
    case NAE_STAGE_SUBORDINATE_DEFENDER:
        stage_subordinate(p, stage - NAE_STAGE_SUBORDINATE_ATTACKER);
        break;
    case NAE_STAGE_CARDS_ATTACKER:
    case NAE_STAGE_CARDS_DEFENDER:
        nae_push_battle_cards(p, stage - NAE_STAGE_CARDS_ATTACKER, NAE_WINDOW_BATTLE);
        break;
    case NAE_STAGE_ROLL:
        stage_roll(p);
        break;
    default:
        assert(false);
        break;
    }
}

static void stage_late(NaePlay *p, enum nae_battle_stage stage)
{
    const unsigned loser = !p->s->battle.winner;
    switch ((unsigned)stage) {
    case NAE_STAGE_WOUND_CARD: /* 4C comes in the place of the die that it replaces, the attacker's first */
        if (nae_side_role(p->s, NAE_COALITION) == NAE_ATTACKER) {
            nae_battle_wound(p, NAE_ATTACKER);
        }
        nae_push_battle_cards(p, nae_side_role(p->s, NAE_COALITION), NAE_WINDOW_WOUND);
        break;
    case NAE_STAGE_WOUNDS:
        if (nae_side_role(p->s, NAE_COALITION) == NAE_DEFENDER) {
            nae_battle_wound(p, NAE_ATTACKER);
        }
        nae_battle_wound(p, NAE_DEFENDER);
        break;
    case NAE_STAGE_LOSSES_ATTACKER:
    case NAE_STAGE_LOSSES_DEFENDER:
        nae_battle_place_losses(p, stage == NAE_STAGE_LOSSES_ATTACKER ? NAE_ATTACKER : NAE_DEFENDER);
        break;
    case NAE_STAGE_ORDER_ATTACKER:
    case NAE_STAGE_ORDER_DEFENDER:
        stage_order(p, stage == NAE_STAGE_ORDER_ATTACKER ? NAE_ATTACKER : NAE_DEFENDER);
        break;
    case NAE_STAGE_RETREAT_CARD:
        send_lost_generals(p);
        nae_push_battle_cards(p, loser, NAE_WINDOW_RETREAT);
        break;
    case NAE_STAGE_RETREAT_CHOICE:
        nae_battle_choose_retreat(p);
        break;
    case NAE_STAGE_TEST_CARD:
        nae_push_battle_cards(p, loser, NAE_WINDOW_TEST);
        break;
    case NAE_STAGE_TEST:
        nae_battle_test(p);
        break;
    case NAE_STAGE_FAILED_CARD:
        nae_push_battle_cards(p, !loser, NAE_WINDOW_FAILED);
        break;
    case NAE_STAGE_ORDER_FAILED: /* 47F may have left a lesser general in command */
    case NAE_STAGE_ORDER_PURSUED:
    case NAE_STAGE_ORDER_RETREAT: /* of the step lost at the edge */
    case NAE_STAGE_ORDER_RETREAT_SECOND:
        stage_order(p, loser);
        break;
    case NAE_STAGE_PURSUIT_LOSER_CARD:
        nae_push_battle_cards(p, loser, NAE_WINDOW_PURSUED);
        break;
    case NAE_STAGE_PURSUIT_WINNER_CARD:
        nae_push_battle_cards(p, !loser, NAE_WINDOW_PURSUIT);
        break;
    case NAE_STAGE_PURSUIT:
        nae_battle_pursuit(p);
        break;
    case NAE_STAGE_RETREAT_LOSS:
        nae_battle_edge_loss(p, 0);
        break;
    case NAE_STAGE_RETREAT:
        nae_battle_retreat(p, 0);
        break;
    case NAE_STAGE_RETREAT_SECOND_LOSS:
        nae_battle_edge_loss(p, 1);
        break;
    case NAE_STAGE_RETREAT_SECOND:
        nae_battle_retreat(p, 1);
        break;
    case NAE_STAGE_AFTER:
        nae_battle_after(p);
        break;
    default:
        assert(false);
        break;
    }
}

void nae_battle_run(NaePlay *p, NaeFrame *frame)
{
    const enum nae_battle_stage stage = (enum nae_battle_stage)p->s->battle.stage;
    assert(nae_in_battle(p->s) && stage < NAE_STAGE_COUNT);
    (void)frame;
    p->s->battle.stage++;
    if (stage <= NAE_STAGE_ROLL) {
        stage_early(p, stage);
    } else {
        stage_late(p, stage);
    }
}

void nae_battle_overrun(NaePlay *p, unsigned loser)
{
    NaeBattle *b = &p->s->battle;
    b->winner = (uint8_t)!loser;
    b->flags |= NAE_BATTLE_OVERRUN;
    b->stage = NAE_STAGE_AFTER;
    NAE_NOTE(p->dice, OVERRUN, (Seat)nae_role_side(p->s, !loser), b->zone);
    nae_destroy_all(p, nae_fighters(p->d, p->s, loser));
}

/* retreat.c: where the beaten go [14.10], map 12.11, 12.11b; and the retreat of a force that did not fight
 * (sieges). */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/fog.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"

/* ---- edges ---- */

unsigned nae_edge_loss(const NaeData *d, const NaeState *s, unsigned side, unsigned from, unsigned to)
{
    const NaeEdge *edge = from == to ? NULL : nae_edge(d, from, to);
    const bool safe = side == NAE_EMPIRE && (s->battle.flags & NAE_BATTLE_SAFE_RETREAT) != 0;
    if (edge == NULL) {
        return 0;
    }
    if (edge->terrain == NAE_EDGE_RIVER) {
        return safe || (s->action.rivers != 0 && side == NAE_EMPIRE) ? 0U : 1U;
    }
    if (edge->terrain == NAE_EDGE_MOUNTAIN) {
        return safe ? 0U : 1U;
    }
    return edge->terrain == NAE_EDGE_STRAIT ? 1U : 0U; /* pontoons are for rivers and mountains [51F] */
}

/* ---- where to ---- */

/* What of a friend there would take the retreating in: nobody, or somebody to combine with; two corps without
 * a general never combine. */
static bool friend_takes(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned side)
{
    const NaePieces there = nae_standing(d, s, zone, side);
    return !nae_has_units(d, there) || nae_pieces_meet(nae_pieces_or(there, set), d->generals);
}

/* Priority 1 to 5 of an adjacent zone, 0: may not go there. Units bound to their land bar no way: they are
 * lost abroad. */
static unsigned priority_of(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                            unsigned to)
{
    const NaePieces enemies = nae_in_the_way(d, s, to, side);
    const NaePieces free = nae_pieces_minus(set, d->home_only);
    if (!nae_may_enter(d, s, free, side, from, to) || !friend_takes(d, s, set, to, side)) {
        return 0;
    }
    if (!nae_pieces_empty(enemies)) {
        if (nae_pieces_meet(enemies, nae_covered(d, s, side))) {
            return 0; /* fog of war: nobody plans to overrun what he cannot count */
        }
        return !nae_enemy_fortress(d, s, to, side) && nae_overrun(d, s, set, enemies) > 0 ? 5U : 0U;
    }
    if (nae_enemy_fortress(d, s, to, side)) {
        return 0;
    }
    if (nae_besieged(s, to) && nae_fortress_side(d, s, to) == nae_other(side)) {
        return nae_field_units(d, s, to, side) ? 2U : 0U;
    }
    return nae_enemy_controls(d, s, to, side) ? 4U : 1U;
}

/* Priority 3: the friendly fortress of the zone, not besieged, with room for the whole force [13.6]. */
static bool fortress_open(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned side)
{
    const NaePieces inside = nae_garrison(d, s, zone, side);
    return nae_fortress_side(d, s, zone) == side && !nae_besieged(s, zone) && nae_has_units(d, set) &&
           (!nae_has_units(d, inside) || nae_can_combine(d, s, set, inside));
}

/* Zones of the best priority for a set; the zone itself stands for its fortress. barred: zones of the
 * attackers. */
static NaeZones best_zones(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned side,
                           NaeZones barred)
{
    enum { PRIORITIES = 6, FORTRESS = 3 };
    NaeZones zones[PRIORITIES] = {0};
    NAE_EACH_ZONE(to, nae_zones_minus(d->adjacent[zone], barred))
    {
        nae_zones_add(&zones[priority_of(d, s, set, side, zone, to)], to);
    }
    if (fortress_open(d, s, set, zone, side)) {
        nae_zones_add(&zones[FORTRESS], zone);
    }
    for (unsigned i = 1; i < PRIORITIES; i++) {
        if (!nae_zones_empty(zones[i])) {
            return zones[i];
        }
    }
    return nae_zones_none();
}

/* ---- the loser's choice ---- */

NaePieces nae_loser_part(const NaeData *d, const NaeState *s, unsigned army)
{
    const NaePieces set = nae_fighters(d, s, !s->battle.winner);
    const bool two = nae_pieces_count(nae_pieces_and(set, d->armies)) > 1;
    return army == NAE_ALL_TOGETHER ? set
           : !two                   ? (army == 0 ? set : nae_pieces_none())
                                    : nae_army_part(s, set, army == 0 ? 0U : (unsigned)NAE_SECOND_ARMY);
}

static uint8_t *retreat_of(NaeState *s, unsigned army)
{
    return army == 0 ? &s->battle.retreat : &s->battle.retreat_second;
}

/* Where the forces of a joint battle of a campaign came from; none where one alone attacks [12.6]. */
static NaeZones joint_entries(const NaeState *s)
{
    NaeZones zones = nae_zones_none();
    for (unsigned i = 0; (s->battle.flags & NAE_BATTLE_CAMPAIGN) != 0 && i < s->campaign.waiting; i++) {
        if (nae_fights_jointly(s, i) && s->campaign.from[i] != NAE_NONE) {
            nae_zones_add(&zones, s->campaign.from[i]);
        }
    }
    return zones;
}

/* Without a choice: back where they came from, or into the fortress they came out of; NAE_NONE: asked. */
static unsigned fixed_retreat(const NaeState *s)
{
    const NaeBattle *b = &s->battle;
    if (b->winner == NAE_ATTACKER) {
        return (b->flags & NAE_BATTLE_INTERCEPTION) != 0 ? b->interceptor_entry : NAE_NONE;
    }
    return (b->flags & NAE_BATTLE_SORTIE) != 0 ? b->zone : b->entry;
}

/* The way back: no enemies in it, and friends only whom the beaten can join; otherwise they are destroyed
 * (12.11b). */
static bool back_open(const NaeData *d, const NaeState *s, NaePieces set, unsigned to, unsigned side)
{
    return to == s->battle.zone ||
           (nae_pieces_empty(nae_in_the_way(d, s, to, side)) && friend_takes(d, s, set, to, side));
}

void nae_battle_choose_retreat(NaePlay *p)
{
    NaeBattle *b = &p->s->battle;
    const unsigned fixed = fixed_retreat(p->s);
    const unsigned side = nae_role_side(p->s, !b->winner);
    if ((b->winner == NAE_DEFENDER && (b->flags & NAE_BATTLE_LANDING) != 0) ||
        !nae_has_units(p->d, nae_fighters(p->d, p->s, !b->winner))) {
        return; /* nowhere to go [17.2.9], or nobody */
    }
    if (b->winner == NAE_DEFENDER && nae_zones_count(joint_entries(p->s)) > 1) {
        nae_push(p, NAE_STEP_RETREAT, side)->a = NAE_ALL_TOGETHER; /* one force: to one of them */
        return;
    }
    for (unsigned army = 2; army-- > 0;) {
        if (!nae_has_units(p->d, nae_loser_part(p->d, p->s, army))) {
            continue;
        }
        if (fixed != NAE_NONE) {
            const bool open = back_open(p->d, p->s, nae_loser_part(p->d, p->s, army), fixed, side);
            *retreat_of(p->s, army) = (uint8_t)(open ? fixed : NAE_NONE);
        } else {
            nae_push(p, NAE_STEP_RETREAT, side)->a = (uint8_t)army;
        }
    }
}

void nae_retreat_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeState *s = p->s;
    const unsigned role = !s->battle.winner;
    const unsigned side = nae_role_side(s, role);
    const bool safe = side == NAE_EMPIRE && (s->battle.flags & NAE_BATTLE_SAFE_RETREAT) != 0;
    const NaePieces set = nae_loser_part(p->d, s, frame->a);
    if (role == NAE_ATTACKER) {
        NAE_EACH_ZONE(to, joint_entries(s))
        {
            if (back_open(p->d, s, set, to, side)) {
                nae_option(list, nae_move1(NAE_M_RETREAT, to));
            }
        }
        return;
    }
    NaeZones barred = safe ? nae_zones_none() : joint_entries(s); /* all that attackers came from [14.10] */
    if (!safe && s->battle.entry != NAE_NONE) {
        nae_zones_add(&barred, s->battle.entry);
    }
    NAE_EACH_ZONE(to, best_zones(p->d, s, set, s->battle.zone, side, barred))
    {
        nae_option(list, nae_move1(NAE_M_RETREAT, to));
    }
}

void nae_retreat_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    for (unsigned army = 0; army < 2; army++) {
        if (frame->a == army ||
            (frame->a == NAE_ALL_TOGETHER && nae_has_units(p->d, nae_loser_part(p->d, p->s, army)))) {
            *retreat_of(p->s, army) = (uint8_t)nae_move_a(move);
        }
    }
    nae_pop(p);
}

/* Two armies that go the same way are one force: one loss at the edge, and they arrive together [14.10, 9.2].
 */
static bool together(const NaeData *d, const NaeState *s)
{
    return s->battle.retreat == s->battle.retreat_second && nae_has_units(d, nae_loser_part(d, s, 0)) &&
           nae_has_units(d, nae_loser_part(d, s, 1));
}

unsigned nae_edge_losses(const NaeData *d, const NaeState *s)
{
    const NaeBattle *b = &s->battle;
    const unsigned side = nae_role_side(s, !b->winner);
    unsigned losses = b->retreat == NAE_NONE ? 0 : nae_edge_loss(d, s, side, b->zone, b->retreat);
    if (nae_has_units(d, nae_loser_part(d, s, 1)) && b->retreat_second != NAE_NONE && !together(d, s)) {
        losses += nae_edge_loss(d, s, side, b->zone, b->retreat_second);
    }
    return losses;
}

/* ---- going ---- */

/* Feudal corps, militia and others bound to their land die abroad. */
static NaePieces drop_bound(NaePlay *p, NaePieces set, unsigned to)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        const bool bound = p->d->unit[unit].home_only && !nae_is_home(p->s, to, p->d->nation_of[unit]);
        if (bound) {
            NAE_NOTE(p->dice, ELIMINATED, (Seat)nae_side_of_piece(p->s, unit), (int)unit, (int)to,
                     NAE_TOLD_BY_RETREAT);
            nae_destroy(p, unit);
            nae_pieces_drop(&set, unit);
        }
    }
    return set;
}

static void into_fortress(NaePlay *p, NaePieces set, unsigned zone, unsigned side)
{
    const NaePieces inside = nae_garrison(p->d, p->s, zone, side);
    nae_remark(p->s, nae_pieces_and(set, p->d->depots), NAE_FIXED, 0);
    nae_unite(p, set, inside, NAE_STANDING);
    NAE_EACH_PIECE(piece, set)
    {
        if (nae_on_map(p->s, piece)) {
            nae_set_bit(p->s, piece, NAE_INSIDE);
        }
    }
}

/* A set goes from zone to zone, overrunning what priority 5 lets it; fixed depots come along as mobile ones
 * [8.7]. */
static void go(NaePlay *p, NaePieces set, unsigned from, unsigned to, unsigned side)
{
    if (from == to) {
        NAE_NOTE(p->dice, RETREAT_INSIDE, (Seat)side, (int)from);
        into_fortress(p, set, from, side);
        return;
    }
    NAE_NOTE(p->dice, RETREAT, (Seat)side, (int)from, (int)to);
    const NaePieces enemies = nae_in_the_way(p->d, p->s, to, side);
    if (!nae_pieces_empty(enemies)) {
        NAE_NOTE(p->dice, OVERRUN, (Seat)side, (int)to);
        nae_destroy_all(p, enemies);
    }
    set = drop_bound(p, set, to);
    if (!nae_has_units(p->d, set)) {
        /* who led nobody else is in the reserve before he comes anywhere [1.2] */
        nae_destroy_all(p, set);
        return;
    }
    nae_remark(p->s, nae_pieces_and(set, p->d->depots), NAE_FIXED, 0);
    const NaePieces there = nae_standing(p->d, p->s, to, side);
    nae_note_crossing(p, set, side, from, to);
    nae_move_pieces(p, set, to, NAE_STANDING);
    nae_unite(p, set, there, NAE_STANDING);
    nae_tidy_zone(p, to);
    nae_check_siege(p, to); /* besiegers who were overrun besiege no more [15.3] */
}

static void destroy_loser(NaePlay *p, NaePieces set)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        NAE_NOTE(p->dice, ELIMINATED, (Seat)nae_side_of_piece(p->s, unit), (int)unit, p->s->battle.zone,
                 NAE_TOLD_BY_RETREAT);
    }
    nae_destroy_all(p, set);
}

/* Who goes: the second army when the first has gone, all that is left. */
static NaePieces going(const NaeData *d, const NaeState *s, unsigned army)
{
    return army == 0 && !together(d, s) ? nae_loser_part(d, s, army) : nae_fighters(d, s, !s->battle.winner);
}

void nae_battle_edge_loss(NaePlay *p, unsigned army)
{
    const unsigned to = *retreat_of(p->s, army);
    const unsigned side = nae_role_side(p->s, !p->s->battle.winner);
    if (to != NAE_NONE && nae_has_units(p->d, going(p->d, p->s, army)) &&
        nae_edge_loss(p->d, p->s, side, p->s->battle.zone, to) > 0) {
        nae_push(p, NAE_STEP_RETREAT_LOSS, side)->a = (uint8_t)army;
    }
}

/* a: army. */
void nae_retreat_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces loose =
        nae_pieces_and(going(p->d, p->s, frame->a), nae_pieces_or(p->d->units, p->d->depots));
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, loose))
    {
        nae_option(list, nae_move1(NAE_M_RETREAT_LOSS, piece));
    }
}

void nae_retreat_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned piece = nae_move_a(move);
    (void)frame;
    nae_lose_step(p, piece);
    nae_note_loss(p, piece, p->s->battle.zone, NAE_TOLD_BY_RETREAT);
    nae_pop(p);
}

/* Leaders of the army's nation who came or stood with its marker: of an interceptor and who stood there one
 * only is the army's. */
static NaePieces with_the_army(const NaePlay *p, NaePieces leaders, unsigned marker)
{
    const NaePieces mates = nae_in_slot(p->s, leaders, p->s->bits[marker] & NAE_GROUP);
    return nae_of_nation(p->d, mates, p->d->nation_of[marker]);
}

/* Who fought together retreats as one force: the commander of the army, else the highest, leads; without an
 * army the others go to the reserve, with one those who stand above him in his nation [14.10, 10.1]. */
static void lead_as_one(NaePlay *p, NaePieces part)
{
    const NaePieces leaders = nae_with(p->s, nae_pieces_and(part, p->d->generals), NAE_COMMANDS);
    const NaePieces units = nae_pieces_and(part, p->d->units);
    const unsigned marker = nae_pieces_first(nae_pieces_and(part, p->d->armies));
    if (nae_pieces_count(leaders) < 2) {
        return;
    }
    const NaePieces own = marker == NAE_NONE ? leaders : with_the_army(p, leaders, marker);
    const unsigned chief =
        nae_senior(p->d, p->s, nae_pieces_or(nae_pieces_empty(own) ? leaders : own, units));
    NAE_EACH_PIECE(general, leaders)
    {
        const bool above = p->d->nation_of[general] == p->d->nation_of[chief] &&
                           nae_general(p->d, general)->rank < nae_general(p->d, chief)->rank;
        if (general != chief && (marker == NAE_NONE || above)) {
            nae_put(p->s, general, NAE_RESERVE, false);
        } else if (general != chief) {
            nae_clear_bit(p->s, general, NAE_COMMANDS);
        }
    }
}

void nae_battle_retreat(NaePlay *p, unsigned army)
{
    const unsigned to = *retreat_of(p->s, army);
    const NaePieces set = going(p->d, p->s, army);
    const unsigned side = nae_role_side(p->s, !p->s->battle.winner);
    if (nae_pieces_empty(set)) {
        return;
    }
    if (army == 0 && !nae_has_units(p->d, set) && nae_has_units(p->d, nae_loser_part(p->d, p->s, 1))) {
        destroy_loser(p, nae_pieces_minus(set, p->d->depots)); /* the other army takes the depots along */
        return;
    }
    if (to == NAE_NONE || !nae_has_units(p->d, set)) {
        destroy_loser(p, set);
        return;
    }
    lead_as_one(p, nae_army_part(p->s, set, 0));
    lead_as_one(p, nae_army_part(p->s, set, NAE_SECOND_ARMY));
    go(p, nae_pieces_and(set, nae_at(p->d, p->s, p->s->battle.zone)), p->s->battle.zone, to, side);
}

/* ---- retreat without a battle [15.3] ----
 * Frame WITHDRAW: a zone, b side, c 1: a defender between two battles of interior lines [12.6.1]. */

void nae_push_retreat(NaePlay *p, unsigned zone, unsigned side, bool defender)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_WITHDRAW, side);
    frame->a = (uint8_t)zone;
    frame->b = (uint8_t)side;
    frame->c = defender ? 1 : 0;
}

/* Zones of entry of those who still wait to fight in a zone. */
static NaeZones entries_of_waiting(const NaeState *s, unsigned zone)
{
    NaeZones zones = nae_zones_none();
    for (unsigned i = 0; i < s->campaign.waiting; i++) {
        if (s->campaign.zone[i] == zone && s->campaign.from[i] != NAE_NONE) {
            nae_zones_add(&zones, s->campaign.from[i]);
        }
    }
    return zones;
}

/* Besiegers withdraw to where they can be supplied, if there is such a zone [15.3]; a defender as after a
 * battle lost. */
void nae_withdraw_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_field(p->d, p->s, frame->a, frame->b);
    if (!nae_has_units(p->d, set)) {
        return;
    }
    const NaeZones barred = frame->c != 0 ? entries_of_waiting(p->s, frame->a) : nae_zones_none();
    const NaeZones zones = best_zones(p->d, p->s, set, frame->a, frame->b, barred);
    NaeZones supplied = nae_zones_none();
    NAE_EACH_ZONE(to, zones)
    {
        if (frame->c == 0 && nae_supplied(p, set, to, NAE_NONE)) {
            nae_zones_add(&supplied, to);
        }
    }
    NAE_EACH_ZONE(to, nae_zones_empty(supplied) ? zones : supplied)
    {
        nae_option(list, nae_move1(NAE_M_RETREAT, to));
    }
}

void nae_withdraw_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    const unsigned to = nae_move_a(move);
    NaePieces set = nae_field(p->d, p->s, zone, side);
    const bool loses = nae_edge_loss(p->d, p->s, side, zone, to) > 0;
    nae_pop(p);
    if (loses) {
        NaeFrame *next = nae_push(p, NAE_STEP_WITHDRAW_LOSS, side);
        next->a = (uint8_t)zone;
        next->b = (uint8_t)side;
        next->c = (uint8_t)to;
        return;
    }
    go(p, set, zone, to, side);
}

/* Nowhere to go: destroyed, generals to the reserve [14.10]. */
void nae_withdraw_none(NaePlay *p, NaeFrame *frame)
{
    const NaePieces set = nae_field(p->d, p->s, frame->a, frame->b);
    nae_pop(p);
    nae_destroy_all(p, set);
}

/* Frame WITHDRAW_LOSS: as WITHDRAW, c the zone they go to, d 1: the step is lost, and the excess that it left
 * [9.3]. */
void nae_withdraw_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_field(p->d, p->s, frame->a, frame->b);
    const NaePieces loose = nae_pieces_and(set, nae_pieces_or(p->d->units, p->d->depots));
    if (frame->d != 0) {
        return;
    }
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, loose))
    {
        nae_option(list, nae_move1(NAE_M_RETREAT_LOSS, piece));
    }
}

void nae_withdraw_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    frame->d = 1;
    nae_lose_step(p, nae_move_a(move));
    if (nae_field_units(p->d, p->s, zone, frame->b)) {
        nae_tidy_zone(p, zone);
    }
}

void nae_withdraw_loss_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    const unsigned to = frame->c;
    const NaePieces set = nae_field(p->d, p->s, zone, side);
    nae_pop(p);
    if (nae_has_units(p->d, set)) {
        go(p, set, zone, to, side);
    } else {
        nae_destroy_all(p, set);
    }
}

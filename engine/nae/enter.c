/* enter.c: what happens when a force enters a zone: interception, evasion, battle, fortress [12.1-12.3,
 * map 8.4]. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

enum {
    ENTER_INTERCEPT,
    ENTER_EVADE,
    ENTER_CAMPAIGN,
    ENTER_TEST,
    ENTER_BATTLE = NAE_ENTER_AT_BATTLE,
    ENTER_AFTER,
    ENTER_FORTRESS
};

/* Notes where the march went, for attrition [11.4, 11.6]. */
static void note_land(NaePlay *p, unsigned zone)
{
    NaeMarch *m = &p->s->march;
    const unsigned nation = nae_force_nation(p->d, p->s, nae_marchers(p->s));
    m->flags |= NAE_MARCH_MOVED;
    if (nae_zone_is(p->d, zone, NAE_ZONE_POOR)) {
        m->flags |= NAE_MARCH_POOR;
    }
    if (!nae_is_home(p->s, zone, nation)) {
        m->flags |= NAE_MARCH_ABROAD;
    }
    if (nae_is_home(p->s, zone, NAE_RUSSIA)) {
        m->stage |= NAE_STAGE_RUSSIA;
    }
}

/* A corps without a general may have left a covered stack: under fog of war its steps are not told. */
static void note_moved(const NaePlay *p, NaePieces set, unsigned from, unsigned to)
{
    const unsigned general = nae_commander(p->d, p->s, set);
    if (general != NAE_NONE || !p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, MOVED, (Seat)p->s->march.side,
                 (int)(general != NAE_NONE ? general : nae_pieces_first(nae_pieces_and(set, p->d->units))),
                 (int)from, (int)to, p->s->march.mp);
    }
}

void nae_march_to(NaePlay *p, unsigned to)
{
    NaeMarch *m = &p->s->march;
    const NaePieces set = nae_marchers(p->s);
    const unsigned from = m->zone;
    if (to == from) { /* a sortie */
        nae_remark(p->s, set, NAE_INSIDE, 0);
        m->from = NAE_NONE;
        p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
        nae_push(p, NAE_STEP_ENTER, SEAT_NONE)->a = ENTER_EVADE;
        return;
    }
    const NaeEdge *edge = nae_edge(p->d, from, to);
    const unsigned cost = nae_step_cost(p->d, from, to, p->s->action.rivers != 0);
    m->mp = edge->terrain == NAE_EDGE_FULL ? 0 : (uint8_t)(m->mp - cost);
    if (NAE_NOTES_WANTED(p->dice, MOVED)) {
        note_moved(p, set, from, to);
    }
    nae_note_crossing(p, set, m->side, from, to);
    nae_move_pieces(p, set, to, NAE_MOVING);
    m->touched = nae_pieces_minus(m->touched, p->d->depots); /* depots are left or taken once a zone */
    m->from = (uint8_t)from;
    m->zone = (uint8_t)to;
    m->entry = edge->terrain;
    m->turned = 0;
    m->stage &= (uint8_t) ~(NAE_STAGE_LINES | NAE_STAGE_FIGHTS);
    note_land(p, to);
    nae_campaign_note(p, to);
    p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
    nae_push(p, NAE_STEP_ENTER, SEAT_NONE)->a = ENTER_INTERCEPT;
    nae_push(p, NAE_STEP_REST, SEAT_NONE)->a = (uint8_t)from;
    if (nae_pieces_meet(nae_land(p->d, p->s, from, m->side), p->d->depots)) {
        nae_tidy_zone(p, from); /* mobile ones alone in enemy land are lost [8.7] */
    }
}

void nae_push_march_attrition(NaePlay *p)
{
    NaeMarch *m = &p->s->march;
    const bool forced = m->forced > 0 && (m->flags & NAE_MARCH_FREE_FORCED) == 0;
    const bool due = (m->flags & NAE_MARCH_UNSUPPLIED) != 0 || forced;
    if (!due || (m->flags & NAE_MARCH_ATTRITION_DONE) != 0 || nae_march_gone(p)) {
        return;
    }
    m->flags |= NAE_MARCH_ATTRITION_DONE;
    const NaePieces set = nae_marchers(p->s);
    const unsigned first = nae_pieces_first(nae_pieces_and(set, p->d->units));
    const bool inside = nae_bit(p->s, first, NAE_INSIDE);
    /* A forced march is tested with all; without it only the part out of supply is [13.5]. */
    const bool bare =
        (m->flags & NAE_MARCH_UNSUPPLIED) != 0 && (!forced || nae_mostly_unsupplied(p->d, p->s, set));
    const unsigned slot =
        NAE_MOVING | (inside ? (unsigned)NAE_INSIDE : 0U) | (forced ? 0U : (unsigned)NAE_UNSUPPLIED_PART);
    const unsigned flags =
        ((m->flags & NAE_MARCH_POOR) != 0 ? NAE_TEST_POOR : 0U) | (bare ? NAE_TEST_UNSUPPLIED : 0U) |
        ((m->flags & NAE_MARCH_ABROAD) == 0 && nae_is_home(p->s, m->zone, nae_force_nation(p->d, p->s, set))
             ? NAE_TEST_NATIONAL
             : 0U) |
        (nae_bit(p->s, first, NAE_DEMORALISED) ? NAE_TEST_DEMORALISED : 0U) |
        (nae_winter(p->s) ? NAE_TEST_WINTER : 0U);
    nae_push_attrition(p, m->side, m->zone, slot, flags, forced ? m->forced : 0);
}

/* Mobile depots alone do not defend: they are lost to a force that comes in; fixed ones do [8.7]. */
static void take_lone_depots(NaePlay *p)
{
    const NaePieces field = nae_field(p->d, p->s, p->s->march.zone, nae_foe(p->s));
    if (nae_has_units(p->d, field)) {
        return;
    }
    NAE_EACH_PIECE(depot, nae_without(p->s, nae_pieces_and(field, p->d->depots), NAE_FIXED))
    {
        nae_destroy(p, depot);
    }
}

static bool enemies_here(const NaePlay *p)
{
    return !nae_pieces_empty(nae_field(p->d, p->s, p->s->march.zone, nae_foe(p->s)));
}

/* Besiegers of a fortress who meet an enemy in the field count as a field force; a siege by friends goes on.
 */
static void battle(NaePlay *p, NaeFrame *frame)
{
    NaeMarch *m = &p->s->march;
    const bool intercepted = p->s->reaction.entry != NAE_NONE;
    const bool lines = p->s->campaign.on != 0 && p->s->campaign.lines == m->zone + 1;
    const unsigned flags = NAE_BATTLE_MARCH | (intercepted ? NAE_BATTLE_INTERCEPTION : 0U) |
                           (lines ? NAE_BATTLE_LINES : 0U) | (m->from == NAE_NONE ? NAE_BATTLE_SORTIE : 0U) |
                           (nae_any_fights_jointly(p->s) ? NAE_BATTLE_CAMPAIGN : 0U);
    frame->a = ENTER_AFTER;
    /* An army that fights beside one that stands, or waits for the joint battle of a campaign, is the second
     * of the two while it lasts. */
    const NaePieces marchers = nae_marchers(p->s);
    const NaePieces beside = nae_pieces_minus(nae_field(p->d, p->s, m->zone, m->side), marchers);
    if (nae_has_army(p->d, beside) && nae_has_army(p->d, marchers)) {
        nae_number_army(p->s, marchers, NAE_SECOND_ARMY);
    }
    p->s->battle_result = NAE_NO_BATTLE;
    p->s->campaign.asked |= p->s->campaign.on != 0 ? NAE_LINES_CLOSED : 0U;
    nae_begin_battle(p, m->zone, m->side, m->from, flags);
    if (intercepted) {
        p->s->battle.interceptor_entry = p->s->reaction.entry;
    }
}

/* After a battle: marker and a siege attack are free for the winner; the loser's activation is over
 * [8.6, 12.12]. */
static void after_battle(NaePlay *p, NaeFrame *frame)
{
    NaeMarch *m = &p->s->march;
    const bool won = p->s->battle_result == NAE_ATTACKER_WON;
    p->s->battle_result = NAE_NO_BATTLE;
    p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
    frame->a = ENTER_FORTRESS;
    if (!won || nae_march_gone(p)) {
        m->flags |= NAE_MARCH_ENDED;
        m->stage |= NAE_STAGE_OVER;
        m->mp = 0;
        nae_pop(p);
        return;
    }
    const NaePieces set = nae_marchers(p->s);
    if (nae_pieces_empty(nae_pieces_and(nae_army_part(p->s, set, 0), p->d->units))) {
        nae_number_army(p->s, set, 0); /* it stood beside another only for the battle */
    }
    NaeFrame *free_attack = nae_push(p, NAE_STEP_FREE_SIEGE, m->side);
    free_attack->a = m->zone;
    free_attack->b = m->side;
}

/* The mover is gone before the battle: his friends of the zone fight the interceptors alone, a fixed depot
 * too; without them these stand [9.2]. */
static void mover_gone(NaePlay *p, NaeFrame *frame)
{
    const NaeMarch *m = &p->s->march;
    const NaePieces foes = nae_field(p->d, p->s, m->zone, nae_foe(p->s));
    const NaePieces arrived = nae_in_slot(p->s, foes, NAE_INTERCEPTING);
    if (frame->a <= ENTER_BATTLE && !nae_pieces_empty(arrived)) {
        if (nae_defends(p->d, p->s, m->zone, m->side)) {
            battle(p, frame);
            return;
        }
        nae_destroy_all(p, nae_pieces_and(nae_field(p->d, p->s, m->zone, m->side), p->d->depots));
        nae_join(p, arrived, nae_pieces_minus(foes, arrived));
        p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
        nae_pop(p);
        nae_tidy_zone(p, m->zone);
        return;
    }
    p->s->battle_result = NAE_NO_BATTLE;
    p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
    nae_pop(p);
}

/* 44F, the one card that counts as supply: a guerrilla or militia unit alone in a zone that its force enters
 * is removed without a battle. */
static void sweep_irregulars(NaePlay *p)
{
    const NaeMarch *m = &p->s->march;
    if ((m->flags & NAE_MARCH_SUPPLIED) == 0 || m->side != NAE_EMPIRE) {
        return;
    }
    const NaePieces field = nae_field(p->d, p->s, m->zone, NAE_COALITION);
    const unsigned unit = nae_pieces_first(field);
    if (nae_pieces_count(field) == 1 && nae_is_unit(unit) &&
        (p->d->unit[unit].type == NAE_MILITIA || p->d->unit[unit].type == NAE_GUERRILLA)) {
        NAE_NOTE(p->dice, ELIMINATED, SEAT_COALITION, (int)unit, m->zone, NAE_TOLD_BY_CARD);
        nae_destroy(p, unit);
    }
}

void nae_enter_run(NaePlay *p, NaeFrame *frame)
{
    NaeMarch *m = &p->s->march;
    if (nae_march_gone(p)) {
        mover_gone(p, frame);
        return;
    }
    switch (frame->a) {
    case ENTER_INTERCEPT:
        sweep_irregulars(p);
        frame->a = ENTER_EVADE;
        nae_push_interception(p);
        break;
    case ENTER_EVADE:
        frame->a = ENTER_CAMPAIGN;
        if (p->s->reaction.entry == NAE_NONE && nae_field_units(p->d, p->s, m->zone, nae_foe(p->s))) {
            nae_push_evasion(p);
        }
        break;
    case ENTER_CAMPAIGN: /* fight or wait: evasion comes before it, the test after it [9.6] */
        take_lone_depots(p);
        if (!enemies_here(p) || !nae_campaign_asks(p)) {
            frame->a = ENTER_TEST;
        }
        break;
    case ENTER_TEST:
        frame->a = ENTER_BATTLE;
        if (enemies_here(p)) {
            nae_push_march_attrition(p); /* before the first battle [11.1] */
        }
        break;
    case ENTER_BATTLE:
        if (!enemies_here(p)) {
            frame->a = ENTER_FORTRESS;
        } else if ((m->stage & NAE_STAGE_WAITS) != 0) {
            nae_campaign_wait(p);
        } else {
            battle(p, frame);
        }
        break;
    case ENTER_AFTER:
        after_battle(p, frame);
        break;
    default:
        nae_pop(p);
        if (nae_enemy_fortress(p->d, p->s, m->zone, m->side)) {
            nae_push(p, NAE_STEP_FORTRESS, m->side);
        } else if ((m->flags & NAE_MARCH_FREE_SIEGE) != 0 && nae_besieged(p->s, m->zone)) {
            m->flags |= NAE_MARCH_ENDED; /* the free attack did not take it: the force lies before it */
        }
        m->flags &= (uint16_t)~NAE_MARCH_FREE_SIEGE;
        break;
    }
}

/* ---- the free attack after a battle [12.12]; a: zone, b: side ---- */

void nae_free_siege_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (nae_may_attack_free(p->d, p->s, frame->a, frame->b)) {
        nae_option(list, nae_move1(NAE_M_FREE_SIEGE, NAE_W_YES));
        nae_option(list, nae_move1(NAE_M_FREE_SIEGE, NAE_W_NO));
    }
}

void nae_free_siege_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    const unsigned side = frame->b;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_YES) {
        if (!nae_besieged(p->s, zone)) {
            nae_lay_siege(p, zone);
        }
        p->s->march.flags |= NAE_MARCH_FREE_SIEGE;
        nae_push_siege_attack(p, zone, side, p->s->action.free_siege);
    }
}

/* ---- an unbesieged fortress: stop, lay siege, or leave a covering part [8.4] ---- */

static unsigned needed(const NaePlay *p) { return 2U * nae_fortress_level(p->d, p->s, p->s->march.zone); }

/* The subordinate that could lead a covering part of more than one corps: enough command, the rest legal. */
static bool may_cover(const NaePlay *p, NaePieces part, unsigned general)
{
    const NaeData *d = p->d;
    const NaePieces set = nae_marchers(p->s);
    const NaePieces cover = general == NAE_NONE ? part : nae_pieces_or(part, nae_pieces_one(general));
    const NaePieces rest = nae_pieces_minus(set, cover);
    return nae_force_fault(d, p->s, cover, general) == NAE_FAULT_NONE && nae_has_units(d, rest) &&
           nae_force_legal(d, p->s, rest);
}

static bool leads_cover(const NaePlay *p, NaePieces part)
{
    NAE_EACH_PIECE(general,
                   nae_without(p->s, nae_pieces_and(nae_marchers(p->s), p->d->generals), NAE_COMMANDS))
    {
        if (may_cover(p, part, general)) {
            return true;
        }
    }
    return false;
}

/* Whether units can be added to part until they are enough, led by a subordinate if they are several. */
static bool cover_possible(const NaePlay *p, NaePieces part)
{
    if (nae_steps(p->d, p->s, part) >= needed(p)) {
        return nae_pieces_count(part) == 1 ? may_cover(p, part, NAE_NONE) || leads_cover(p, part)
                                           : leads_cover(p, part);
    }
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s,
                                     nae_pieces_minus(nae_pieces_and(nae_marchers(p->s), p->d->units), part)))
    {
        if (!p->d->unit[unit].army_only && cover_possible(p, nae_pieces_or(part, nae_pieces_one(unit)))) {
            return true;
        }
    }
    return false;
}

void nae_fortress_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeMarch *m = &p->s->march;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_FORTRESS, NAE_W_STOP));
    if (nae_can_besiege(p->d, p->s, m->zone, m->side)) {
        nae_option(list, nae_move1(NAE_M_FORTRESS, NAE_W_SIEGE));
    }
    if (!nae_has_units(p->d, nae_standing(p->d, p->s, m->zone, m->side)) &&
        cover_possible(p, nae_pieces_none())) {
        nae_option(list, nae_move1(NAE_M_FORTRESS, NAE_W_COVER));
    }
}

void nae_fortress_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeMarch *m = &p->s->march;
    const unsigned seat = frame->seat;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_COVER) {
        p->s->handled = nae_pieces_none();
        nae_push(p, NAE_STEP_COVER_UNIT, seat);
        return;
    }
    m->flags |= NAE_MARCH_ENDED;
    if (nae_move_a(move) == NAE_W_SIEGE) {
        nae_lay_siege(p, m->zone);
    }
}

void nae_cover_unit_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    const NaePieces part = p->s->handled;
    const NaePieces units = nae_pieces_minus(nae_pieces_and(nae_marchers(p->s), p->d->units), part);
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, units))
    {
        if (!p->d->unit[unit].army_only && cover_possible(p, nae_pieces_or(part, nae_pieces_one(unit)))) {
            nae_option(list, nae_move1(NAE_M_COVER_UNIT, unit));
        }
    }
}

/* The covering part stands and besieges with marker 0; it may not attack this round. */
static void cover(NaePlay *p, unsigned general)
{
    NaeMarch *m = &p->s->march;
    NaePieces part = p->s->handled;
    p->s->handled = nae_pieces_none();
    if (general != NAE_NONE) {
        nae_pieces_add(&part, general);
        nae_set_bit(p->s, general, NAE_COMMANDS);
    }
    NAE_EACH_PIECE(piece, part)
    {
        nae_set_bit(p->s, piece, NAE_ACTIVATED);
        nae_clear_bit(p->s, piece, NAE_SECOND_ARMY);
        nae_pieces_add(&m->touched, piece);
    }
    nae_set_slot(p->s, part, NAE_STANDING);
    nae_lay_siege(p, m->zone);
    nae_tidy_zone(p, m->zone); /* a foreign general without steps of his nation goes at once [9.4] */
}

void nae_cover_unit_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    nae_pieces_add(&p->s->handled, nae_move_a(move));
    if (nae_steps(p->d, p->s, p->s->handled) < needed(p)) {
        return;
    }
    nae_pop(p);
    if (nae_pieces_count(p->s->handled) == 1 && may_cover(p, p->s->handled, NAE_NONE)) {
        cover(p, NAE_NONE);
    } else {
        nae_push(p, NAE_STEP_COVER_GENERAL, seat);
    }
}

void nae_cover_general_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    NAE_EACH_PIECE(general,
                   nae_without(p->s, nae_pieces_and(nae_marchers(p->s), p->d->generals), NAE_COMMANDS))
    {
        if (may_cover(p, p->s->handled, general)) {
            nae_option(list, nae_move1(NAE_M_COVER_GENERAL, general));
        }
    }
}

void nae_cover_general_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    cover(p, nae_move_a(move));
}

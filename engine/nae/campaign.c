/* campaign.c: major campaigns, interior lines, and two cards that bear on marches [12.6, map 9.6, 9.7]. */
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

/* Points left of a force that has joined others for a battle, which they share. */
enum { JOINT = 255 };

/* ---- starting ---- */

/* 43F: French land as it was at the start. */
static bool at_home(const NaePlay *p, unsigned zone) { return p->d->zone[zone].owner == NAE_FRANCE; }

bool nae_campaign_allows(const NaePlay *p, unsigned to)
{
    const NaeCampaign *c = &p->s->campaign;
    return c->on == 0 || c->outside == NAE_NONE || c->outside > 0 || at_home(p, to) ||
           (p->s->march.stage & NAE_STAGE_OUTSIDE) != 0;
}

/* 43C: what marches in the campaign evades Napoleon until the next Coalition action; told by its general. */
static void note_nimble(NaePlay *p)
{
    NaeCampaign *c = &p->s->campaign;
    const unsigned general = nae_chief(p->d, p->s, nae_marchers(p->s));
    if (c->on == 0 || c->card != NAE_C(43) || general == NAE_NONE) {
        return;
    }
    for (unsigned i = 0; i < sizeof c->nimble; i++) {
        if (c->nimble[i] == general) {
            return;
        }
        if (c->nimble[i] == 0) {
            c->nimble[i] = (uint8_t)general;
            return;
        }
    }
}

bool nae_is_nimble(const NaeState *s, unsigned general)
{
    const NaeCampaign *c = &s->campaign;
    return nae_modifier_runs(s, NAE_C(43)) && nae_is_general(general) &&
           (c->nimble[0] == general || c->nimble[1] == general || c->nimble[2] == general);
}

/* All zero but for the generals of 43C. */
static void clear_campaign(NaeState *s)
{
    NaeCampaign *c = &s->campaign;
    uint8_t nimble[sizeof c->nimble];
    memcpy(nimble, c->nimble, sizeof nimble);
    memset(c, 0, sizeof *c);
    memcpy(c->nimble, nimble, sizeof nimble);
    memset(&s->waiting, 0, sizeof s->waiting);
    memset(s->kept, 0, sizeof s->kept);
}

void nae_push_campaign(NaePlay *p, unsigned card, unsigned forces, unsigned outside)
{
    NaeCampaign *c = &p->s->campaign;
    clear_campaign(p->s);
    c->on = 1;
    c->card = (uint8_t)card;
    c->left = (uint8_t)forces;
    c->outside = (uint8_t)outside;
    nae_push(p, NAE_STEP_CAMPAIGN, SEAT_NONE);
}

bool nae_campaign_starts(const NaePlay *p, unsigned zone)
{
    const NaeCampaign *c = &p->s->campaign;
    return c->on == 0 || c->outside == NAE_NONE || c->outside > 0 || at_home(p, zone);
}

bool nae_fights_jointly(const NaeState *s, unsigned i)
{
    return i < s->campaign.waiting && s->campaign.zone[i] == NAE_NONE && s->campaign.mp[i] == JOINT;
}

bool nae_any_fights_jointly(const NaeState *s)
{
    for (unsigned i = 0; i < s->campaign.waiting; i++) {
        if (nae_fights_jointly(s, i)) {
            return true;
        }
    }
    return false;
}

/* The joint battle is over when the force goes on, or another begins. */
static void end_joint(NaeCampaign *c)
{
    for (unsigned i = 0; i < c->waiting; i++) {
        c->mp[i] = c->zone[i] == NAE_NONE ? 0 : c->mp[i];
    }
}

void nae_campaign_note(NaePlay *p, unsigned zone)
{
    NaeCampaign *c = &p->s->campaign;
    end_joint(c);
    note_nimble(p);
    if (c->on != 0 && c->outside != NAE_NONE && !at_home(p, zone) &&
        (p->s->march.stage & NAE_STAGE_OUTSIDE) == 0) {
        p->s->march.stage |= NAE_STAGE_OUTSIDE;
        c->outside = (uint8_t)(c->outside > 0 ? c->outside - 1 : 0);
    }
}

/* ---- fight or wait [9.6] ---- */

static bool another_waits(const NaePlay *p, unsigned zone)
{
    for (unsigned i = 0; i < p->s->campaign.waiting; i++) {
        if (p->s->campaign.zone[i] == zone) {
            return true;
        }
    }
    return false;
}

/* What the activation leaves to the time after the joint battle: it is the same one then. */
static unsigned kept(const NaePlay *p)
{
    const NaeMarch *m = &p->s->march;
    const NaeAction *a = &p->s->action;
    return (a->rivers != 0 ? NAE_KEPT_RIVERS : 0U) | (a->free_siege != 0 ? NAE_KEPT_SIEGE : 0U) |
           ((m->stage & NAE_STAGE_RUSSIA) != 0 ? NAE_KEPT_RUSSIA : 0U) |
           ((m->stage & NAE_STAGE_OUTSIDE) != 0 ? NAE_KEPT_OUTSIDE : 0U) |
           ((m->flags & NAE_MARCH_DEPOT_SPENT) != 0 ? NAE_KEPT_DEPOT_SPENT : 0U) |
           ((m->flags & NAE_MARCH_SECOND_DEPOT_SPENT) != 0 ? NAE_KEPT_SECOND_DEPOT : 0U) |
           ((a->replaced & (NAE_FIRST_REPLACED_LATER | NAE_SECOND_REPLACED_LATER)) != 0
                ? NAE_KEPT_REPLACEMENTS_DUE
                : 0U);
}

void nae_campaign_wait(NaePlay *p)
{
    NaeCampaign *c = &p->s->campaign;
    NaeMarch *m = &p->s->march;
    const NaePieces set = nae_marchers(p->s);
    const unsigned i = c->waiting++;
    assert(i < 3);
    c->zone[i] = m->zone;
    c->from[i] = m->from;
    c->mp[i] = m->mp;
    p->s->kept[i] = (uint8_t)kept(p);
    p->s->action.replaced = NAE_REPLACEMENTS_ASKED;
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        nae_set_was_touched(p->s, unit, nae_pieces_in(m->touched, unit));
    }
    if (i < 2) {
        c->group[i] = set;
    }
    nae_remark(p->s, set, 0, NAE_ACTIVATED);
    nae_set_slot(p->s, set, NAE_WAITING);
    m->stage |= NAE_STAGE_OVER;
}

bool nae_campaign_asks(NaePlay *p)
{
    NaeCampaign *c = &p->s->campaign;
    NaeMarch *m = &p->s->march;
    if (c->on == 0 || (m->flags & NAE_MARCH_CAMPAIGN) != 0 ||
        (m->stage & (NAE_STAGE_WAITS | NAE_STAGE_FIGHTS)) != 0) {
        return false;
    }
    if (c->asked == 0 && (m->stage & NAE_STAGE_LINES) == 0) { /* at every entry before the first battle */
        m->stage |= NAE_STAGE_LINES;
        nae_push_reaction(p, nae_foe(p->s), NAE_AT_FIRST_BATTLE);
        return true;
    }
    if (p->s->reaction.entry != NAE_NONE) {
        return false; /* an interception is fought out at once, the waiting forces with it */
    }
    if (another_waits(p, m->zone)) {
        m->stage |= NAE_STAGE_WAITS;
        return false;
    }
    nae_push(p, NAE_STEP_CAMPAIGN_FIGHT, m->side);
    return true;
}

void nae_campaign_fight_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_CAMPAIGN, NAE_W_FIGHT));
    nae_option(list, nae_move1(NAE_M_CAMPAIGN, NAE_W_WAIT));
}

void nae_campaign_fight_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_WAIT) {
        p->s->march.stage |= NAE_STAGE_WAITS;
    } else {
        p->s->march.stage |= NAE_STAGE_FIGHTS;
    }
}

/* ---- the course ---- */

/* Pieces of the i-th waiting force that still are. */
static NaePieces waiting_force(const NaePlay *p, unsigned i)
{
    const NaeCampaign *c = &p->s->campaign;
    const NaePieces all =
        nae_in_slot(p->s, nae_field(p->d, p->s, c->zone[i], p->s->action.side), NAE_WAITING);
    return i < 2 ? nae_pieces_and(all, c->group[i])
                 : nae_pieces_minus(nae_pieces_minus(all, c->group[0]), c->group[1]);
}

static unsigned first_waiting(const NaePlay *p)
{
    for (unsigned i = 0; i < p->s->campaign.waiting; i++) {
        if (p->s->campaign.zone[i] != NAE_NONE) {
            return i;
        }
    }
    return NAE_NONE;
}

/* A force that goes on: one that waited, or all that did in a zone. */
typedef struct Resumed {
    NaePieces set;
    unsigned from, mp;
    unsigned kept;     /* enum nae_kept */
    unsigned replaced; /* enum nae_replaced: armies whose replacements are due */
} Resumed;

/* Marks that are an army's own, which may have another number in the force that goes on: a depot spent on a
 * test, replacements that are due. before: the armies of a waiting force. */
static void keep_of_armies(const NaePlay *p, unsigned marks, const NaePieces before[2], Resumed *r)
{
    for (unsigned army = 0; army < 2; army++) {
        const unsigned unit = nae_pieces_first(nae_pieces_and(before[army], p->d->units));
        if (unit == NAE_NONE) {
            continue;
        }
        const bool second = nae_bit(p->s, unit, NAE_SECOND_ARMY);
        if ((marks & (army == 0 ? NAE_KEPT_DEPOT_SPENT : NAE_KEPT_SECOND_DEPOT)) != 0) {
            r->kept |= second ? NAE_KEPT_SECOND_DEPOT : NAE_KEPT_DEPOT_SPENT;
        }
        if ((marks & NAE_KEPT_REPLACEMENTS_DUE) != 0) {
            r->replaced |= second ? NAE_SECOND_REPLACED_LATER : NAE_FIRST_REPLACED_LATER;
        }
    }
}

/* Marks of a waiting force for the force that goes on: it is abroad by 43F if all of it is. */
static void keep(const NaePlay *p, unsigned marks, const NaePieces armies[2], Resumed *r)
{
    const unsigned any = NAE_KEPT_RIVERS | NAE_KEPT_SIEGE | NAE_KEPT_RUSSIA;
    r->kept = (r->kept & (marks | ~(unsigned)NAE_KEPT_OUTSIDE)) | (marks & any);
    keep_of_armies(p, marks, armies, r);
}

/* Units that the activation has dropped or taken: still once in all [12.2], map 24.2. */
static NaePieces touched_before(const NaePlay *p, NaePieces set)
{
    NaePieces touched = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(set, p->d->units))
    {
        if (nae_was_touched(p->s, unit)) {
            nae_pieces_add(&touched, unit);
        }
    }
    return touched;
}

/* Goes on with a march in the middle of its entry: the battle, then what is left of its movement. */
static void resume(NaePlay *p, const Resumed *r, unsigned zone)
{
    NaeMarch *m = &p->s->march;
    const unsigned from = r->from;
    nae_clear_march(p->s);
    p->s->action.free_siege =
        (uint8_t)((r->kept & NAE_KEPT_SIEGE) != 0 ? p->d->card[NAE_F(33)].op[0].value : 0);
    p->s->action.rivers = (r->kept & NAE_KEPT_RIVERS) != 0 ? 1 : 0;
    p->s->action.replaced = (uint8_t)(NAE_REPLACEMENTS_ASKED | r->replaced);
    m->side = p->s->action.side;
    m->zone = (uint8_t)zone;
    m->start = (uint8_t)zone;
    m->from = (uint8_t)from;
    m->drop_general = NAE_NONE;
    m->mp = (uint8_t)r->mp;
    m->allowance = (uint8_t)r->mp;
    m->flags = (uint16_t)(NAE_MARCH_MOVED | NAE_MARCH_ATTRITION_DONE | NAE_MARCH_CAMPAIGN | NAE_MARCH_EVENT |
                          ((r->kept & NAE_KEPT_DEPOT_SPENT) != 0 ? NAE_MARCH_DEPOT_SPENT : 0U) |
                          ((r->kept & NAE_KEPT_SECOND_DEPOT) != 0 ? NAE_MARCH_SECOND_DEPOT_SPENT : 0U));
    m->stage = (uint8_t)(((r->kept & NAE_KEPT_RUSSIA) != 0 ? NAE_STAGE_RUSSIA : 0U) |
                         ((r->kept & NAE_KEPT_OUTSIDE) != 0 ? NAE_STAGE_OUTSIDE : 0U));
    m->touched = touched_before(p, r->set);
    m->entry = (uint8_t)(from == NAE_NONE ? 0 : nae_edge(p->d, from, zone)->terrain);
    m->speed = (uint8_t)nae_speed(p->d, p->s, r->set);
    nae_set_slot(p->s, r->set, NAE_MOVING);
    p->s->reaction = (NaeReaction){.general = NAE_NONE, .entry = NAE_NONE};
    nae_push(p, NAE_STEP_MARCH, SEAT_NONE)->a = 3;
    nae_push(p, NAE_STEP_MOVE, m->side);
    nae_push(p, NAE_STEP_ENTER, SEAT_NONE)->a = NAE_ENTER_AT_BATTLE;
}

enum { FORCES = 3 };

/* Who waits in the zone of the first. */
static void list_waiting(const NaePlay *p, unsigned first, NaePieces forces[FORCES])
{
    const NaeCampaign *c = &p->s->campaign;
    for (unsigned i = 0; i < FORCES; i++) {
        const bool here = i >= first && i < c->waiting && c->zone[i] == c->zone[first];
        forces[i] = here ? waiting_force(p, i) : nae_pieces_none();
    }
}

/* The force that the others join: the first with an army, in which their generals may serve, else the first
 * [12.2.3, 12.6]. */
static unsigned force_to_join(const NaePlay *p, const NaePieces forces[FORCES])
{
    unsigned base = NAE_NONE;
    for (unsigned i = 0; i < FORCES; i++) {
        const bool better = base == NAE_NONE
                                ? !nae_pieces_empty(forces[i])
                                : nae_has_army(p->d, forces[i]) && !nae_has_army(p->d, forces[base]);
        base = better ? i : base;
    }
    return base;
}

/* From where those who fight jointly have the worst edge [map A-12]; 36F and an army take rivers out [4]. */
static unsigned worst_entry(const NaePlay *p, unsigned zone, bool rivers_free)
{
    const NaeCampaign *c = &p->s->campaign;
    unsigned worst = NAE_NONE;
    int least = 1;
    for (unsigned i = 0; i < c->waiting; i++) {
        const unsigned terrain = nae_edge_terrain(p->d, c->from[i], zone);
        const int value = rivers_free && terrain == NAE_EDGE_RIVER ? 0 : p->d->table.edge[terrain];
        if (nae_fights_jointly(p->s, i) && value < least) {
            worst = c->from[i];
            least = value;
        }
    }
    return worst;
}

/* All that wait in one zone become one force with the worst edge and the fewest points [9.6]. */
static void fight_together(NaePlay *p, unsigned first)
{
    NaeCampaign *c = &p->s->campaign;
    const unsigned zone = c->zone[first];
    NaePieces forces[FORCES];
    list_waiting(p, first, forces);
    const unsigned base = force_to_join(p, forces);
    end_joint(c);
    Resumed r = {base == NAE_NONE ? nae_pieces_none() : forces[base], c->from[first], c->mp[first],
                 NAE_KEPT_OUTSIDE, 0};
    for (unsigned i = first; i < c->waiting; i++) {
        if (c->zone[i] != zone) {
            continue;
        }
        const NaePieces armies[2] = {nae_army_part(p->s, forces[i], 0),
                                     nae_army_part(p->s, forces[i], NAE_SECOND_ARMY)};
        if (i != base && !nae_pieces_empty(forces[i])) {
            nae_join(p, forces[i], r.set);
            r.set = nae_pieces_or(r.set, forces[i]);
        }
        keep(p, p->s->kept[i], armies, &r);
        r.mp = c->mp[i] < r.mp ? c->mp[i] : r.mp;
        c->zone[i] = NAE_NONE;
        c->mp[i] = JOINT;
    }
    r.set = nae_pieces_and(r.set, nae_at(p->d, p->s, zone));
    r.from = worst_entry(p, zone, (r.kept & NAE_KEPT_RIVERS) != 0 || nae_has_army(p->d, r.set));
    if (nae_has_units(p->d, r.set)) {
        resume(p, &r, zone);
        nae_tidy_zone(p, zone);
    }
}

static void fight_alone(NaePlay *p, unsigned i)
{
    NaeCampaign *c = &p->s->campaign;
    const NaePieces set = waiting_force(p, i);
    const NaePieces armies[2] = {nae_army_part(p->s, set, 0), nae_army_part(p->s, set, NAE_SECOND_ARMY)};
    const unsigned zone = c->zone[i];
    end_joint(c);
    Resumed r = {set, c->from[i], c->mp[i], NAE_KEPT_OUTSIDE, 0};
    c->zone[i] = NAE_NONE;
    if (nae_has_units(p->d, set)) {
        keep(p, p->s->kept[i], armies, &r);
        resume(p, &r, zone);
    }
}

static bool more_to_move(NaePlay *p)
{
    NaeCampaign *c = &p->s->campaign;
    if (c->left == 0 || !nae_event_activation_possible(p->d, p->s, p->s->action.side, NAE_PICK_ANY, 0)) {
        c->left = 0;
        return false;
    }
    nae_push(p, NAE_STEP_CAMPAIGN_NEXT, p->s->action.side);
    return true;
}

void nae_campaign_next_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_SPEND, NAE_W_LAND));
    nae_option(list, nae_move1(NAE_M_SPEND, NAE_W_STOP));
}

void nae_campaign_next_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_STOP) {
        p->s->campaign.left = 0;
        return;
    }
    p->s->campaign.left--;
    nae_push_event_activation(p, seat, NAE_PICK_ANY, 0, 0, NAE_NONE);
}

void nae_campaign_run(NaePlay *p, NaeFrame *frame)
{
    NaeCampaign *c = &p->s->campaign;
    (void)frame;
    if (more_to_move(p)) {
        return;
    }
    const unsigned first = first_waiting(p);
    if (first == NAE_NONE) {
        clear_campaign(p->s);
        nae_pop(p);
    } else if (c->lines == c->zone[first] + 1) {
        nae_push(p, NAE_STEP_CAMPAIGN_ORDER, p->s->action.side);
        if ((c->asked & NAE_ORDER_ASKED) != 0) { /* after each of the battles the defender may go [9.7] */
            nae_push(p, NAE_STEP_CAMPAIGN_STAY, nae_other(p->s->action.side));
        }
        c->asked |= NAE_ORDER_ASKED;
    } else {
        fight_together(p, first);
    }
}

/* Interior lines: which of the waiting forces fights next. */
void nae_campaign_order_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)frame;
    unsigned number = 0;
    for (unsigned i = 0; i < p->s->campaign.waiting; i++) {
        if (p->s->campaign.zone[i] == p->s->campaign.lines - 1) {
            nae_option(list, nae_move1(NAE_M_ORDER, ++number));
        }
    }
}

/* The waiting force of that number, from 1 on, among those that still wait under interior lines. */
static unsigned force_of_number(const NaePlay *p, unsigned number)
{
    unsigned i = 0;
    for (; i < p->s->campaign.waiting; i++) {
        if (p->s->campaign.zone[i] == p->s->campaign.lines - 1 && --number == 0) {
            break;
        }
    }
    assert(i < p->s->campaign.waiting);
    return i;
}

void nae_campaign_order_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    fight_alone(p, force_of_number(p, nae_move_a(move)));
}

void nae_campaign_stay_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (nae_field_units(p->d, p->s, p->s->campaign.lines - 1U, frame->seat)) {
        nae_option(list, nae_move1(NAE_M_STAY, NAE_W_STAY));
        nae_option(list, nae_move1(NAE_M_STAY, NAE_W_RETREAT));
    }
}

void nae_campaign_stay_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned seat = frame->seat;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_RETREAT) {
        nae_push_retreat(p, p->s->campaign.lines - 1U, seat, true);
    }
}

/* ---- 40C ---- */

void nae_scorched_earth(NaePlay *p, unsigned card)
{
    assert(card < NAE_CARDS);
    const NaeMarch *m = &p->s->march;
    const NaePieces set = nae_marchers(p->s);
    const int value = p->d->card[card].op[0].value;
    const unsigned flags =
        (nae_zone_is(p->d, m->zone, NAE_ZONE_POOR) ? NAE_TEST_POOR : 0U) |
        (nae_winter(p->s) ? NAE_TEST_WINTER : 0U) |
        (nae_is_home(p->s, m->zone, nae_force_nation(p->d, p->s, set)) ? NAE_TEST_NATIONAL : 0U);
    nae_card_used(p, card, true);
    if (p->d->zone[m->zone].fortress > 0 && nae_fort_state(p->s, m->zone) == NAE_FORT_DESTROYED) {
        p->s->zone_bits[m->zone] |= NAE_NO_REBUILD;
    }
    nae_push_attrition(p, m->side, m->zone, NAE_MOVING, flags, value);
}

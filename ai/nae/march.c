/* march.c: which card or point is spent, which force acts with it, and where it goes (9, 12). Forces climb
 * the field of what their side wants (sense.h): a step that leads nearer to a greater aim is worth the
 * difference. */
#include <string.h>

#include "ai/nae/scores.h"

enum { NEVER = -1000000, ALWAYS = 1000000, STEP_MORE = 1 };

/* ------------------------------------------------------------------ actions (9.1) */

/* What the best use of a card in a round is worth. */
int nae_score_action(NaeSense *se, Move move)
{
    if (nae_move_kind(move) == NAE_M_ACTION) {
        return nae_move_a(move) == NAE_W_PASS ? 0 : se->w->action / 2;
    }
    const unsigned card = nae_move_a(move);
    const int points = (int)nae_card_value(se->d, se->s, card) * se->w->action;
    const int kept = nae_worth_of_keeping(se, card) * se->w->keep / 100;
    const bool event = nae_event_playable(se->d, se->s, card, NAE_IN_ACTIVATION);
    const int as_event = event ? nae_worth_of_event(se, card) * se->w->event / 100 : NEVER;
    const int as_points = points - kept;
    return as_event > as_points ? as_event : as_points;
}

/* What a step out of a zone, or work in it, brings at best to a force of a strength. */
static int best_gain(NaeSense *se, unsigned zone, int own)
{
    const int here = nae_sense_field(se, zone);
    int best = nae_sense_aim(se, zone) * 8;
    if (nae_can_attack_siege(se->d, se->s, zone, se->side)) {
        best += here / 2;
    }
    for (unsigned i = 0; i < se->d->zone[zone].neighbors; i++) {
        const unsigned next = se->d->zone[zone].edge[i].zone;
        const int enemy = nae_sense_enemy(se, next);
        const int gain = nae_sense_field(se, next) * (enemy > 0 ? 3 : 2) / 2 - here;
        if (own * 100 >= enemy * se->w->attack && gain > best) {
            best = gain;
        }
    }
    return best;
}

/* How much a force standing in a zone may achieve: its strength times what it gains; besiegers first. */
static int promise(NaeSense *se, unsigned zone)
{
    const NaePieces force = nae_land(se->d, se->s, zone, se->side);
    const int steps = (int)nae_steps(se->d, se->s, force);
    const unsigned commander = nae_commander(se->d, se->s, force);
    const int lead = commander == NAE_NONE ? 2 : 4 + nae_general(se->d, commander)->attack;
    const int moved = commander != NAE_NONE && nae_bit(se->s, commander, NAE_ACTIVATED) ? 4 : 1;
    const int gain = best_gain(se, zone, nae_sense_strength(se, force, true));
    return gain / 8 * (steps > 4 ? 4 : steps) * lead / moved;
}

/* The force of a general is worth that of the zone he stands in; splits are worth little. */
int nae_score_spend(NaeSense *se, Move move)
{
    switch (nae_move_kind(move)) {
    case NAE_M_SPEND:
        return nae_move_a(move) == NAE_W_LAND ? 2 : nae_move_a(move) == NAE_W_NAVAL ? 0 : 1;
    case NAE_M_SPEND_ZONE:
        return promise(se, nae_move_a(move));
    case NAE_M_SPEND_FORCE: {
        const unsigned word = nae_move_a(move);
        return word == NAE_W_BOTH || word == NAE_W_IN_BOTH     ? 40
               : word == NAE_W_WHOLE || word == NAE_W_IN_WHOLE ? 50
                                                               : 30;
    }
    case NAE_M_SPEND_PIECE:
        return nae_is_general(nae_move_a(move)) ? 5 : 1;
    case NAE_M_SPEND_POWER: {
        int best = 0;
        NAE_EACH_PIECE(unit, nae_pieces_and(se->d->nation[nae_move_a(move)].pieces, se->d->units))
        {
            const unsigned zone = se->s->place[unit];
            const int worth =
                zone < se->d->zones && !nae_bit(se->s, unit, NAE_ACTIVATED) ? promise(se, zone) : 0;
            best = worth > best ? worth : best;
        }
        return best;
    }
    default:
        return 0;
    }
}

/* Everybody comes along, but not those who besiege or hold a zone the enemy is next to. */
int nae_score_gather(NaeSense *se, Move move)
{
    (void)se;
    switch (nae_move_kind(move)) {
    case NAE_M_GATHER:
        return nae_move_b(move) == NAE_W_JOIN ? 2 : 1;
    case NAE_M_GATHER_UNIT:
        return 3;
    case NAE_M_SWAP:
    case NAE_M_SPLIT:
        return nae_move_a(move) == NAE_NONE ? 2 : 1;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ steps */

/* Whether a force is in supply in a zone that it comes to: who attacks or besieges traces by the zone that he
 * comes from (10.6). */
static bool would_be_supplied(const NaeSense *se, NaePieces force, unsigned zone, unsigned from)
{
    const bool contested = nae_fortress_side(se->d, se->s, zone) == nae_other(se->side) ||
                           !nae_pieces_empty(nae_field(se->d, se->s, zone, nae_other(se->side)));
    return nae_is_supplied(se->d, se->s, force, zone, contested && from < NAE_ZONES ? from : NAE_NONE,
                           NAE_NONE);
}

/* Worth of standing in a zone with a force: the field there, less where supply fails; enemies that are too
 * strong forbid it, weaker ones draw. */
static int worth_of_standing(NaeSense *se, unsigned zone, unsigned from, NaePieces force)
{
    const int enemy = nae_sense_enemy(se, zone);
    int worth = nae_sense_field(se, zone);
    if (enemy > 0) {
        const int own = nae_sense_strength(se, force, true);
        if (own * 100 < enemy * se->w->attack) {
            return NEVER / 2;
        }
        worth += worth / 2;
    }
    if (!would_be_supplied(se, force, zone, from)) {
        worth = worth * se->w->supply / 100;
    }
    return worth;
}

/* Points to every zone within reach by the ways open today; nobody goes on from where an enemy stands. */
static void reach_of(const NaeSense *se, NaePieces force, unsigned from, unsigned most, uint8_t *cost)
{
    NaeZones open = nae_zones_one(from);
    memset(cost, NAE_FAR, NAE_ZONES);
    cost[from] = 0;
    while (!nae_zones_empty(open)) {
        const unsigned zone = nae_zones_take(&open);
        if (zone != from && (nae_enemy_fortress(se->d, se->s, zone, se->side) ||
                             !nae_pieces_empty(nae_field(se->d, se->s, zone, nae_other(se->side))))) {
            continue;
        }
        for (unsigned i = 0; i < se->d->zone[zone].neighbors; i++) {
            const unsigned next = se->d->zone[zone].edge[i].zone;
            const unsigned step = nae_step_cost(se->d, zone, next, false);
            if (step == NAE_NONE || cost[zone] + step > most || cost[zone] + step >= cost[next] ||
                !nae_may_enter(se->d, se->s, force, se->side, zone, next)) {
                continue;
            }
            cost[next] = (uint8_t)(cost[zone] + step);
            nae_zones_add(&open, next);
        }
    }
}

/* Forced points pay when they bring a force onto an aim it would not reach, at the price of attrition. */
int nae_score_forced_march(NaeSense *se, Move move)
{
    const int points = (int)nae_move_a(move);
    const NaePieces force = nae_marchers(se->s);
    const unsigned zone = se->s->march.zone;
    const int steps = (int)nae_steps(se->d, se->s, force);
    const int here = nae_sense_field(se, zone);
    const int own = nae_sense_strength(se, force, true);
    uint8_t cost[NAE_ZONES];
    int best = 0;
    reach_of(se, force, zone, se->s->march.mp + (unsigned)points, cost);
    for (unsigned to = 0; to < se->d->zones; to++) {
        if (cost[to] == NAE_FAR || nae_sense_field(se, to) - here <= best ||
            own * 100 < nae_sense_enemy(se, to) * se->w->attack) {
            continue;
        }
        best = nae_sense_field(se, to) - here;
    }
    const bool free = (se->s->march.flags & NAE_MARCH_FREE_FORCED) != 0;
    return best / 8 -
           (free ? 0 : points * steps * se->w->forced / 10 + (points == 3 ? steps * se->w->forced / 10 : 0));
}

/* A unit worth taking along: not slower than the rest, while there is room (the rules offer no other). */
static int worth_of_taking(const NaeSense *se, unsigned piece)
{
    if (nae_is_unit(piece) && nae_unit_speed(se->d, se->s, piece) < se->s->march.speed) {
        return NEVER;
    }
    return nae_is_unit(piece) ? ALWAYS : NEVER;
}

/* Whether the best step from here leaves the line of supply. */
static bool leads_out_of_supply(NaeSense *se, NaePieces force)
{
    const unsigned here = se->s->march.zone;
    unsigned best = here;
    for (unsigned i = 0; i < se->d->zone[here].neighbors; i++) {
        const unsigned next = se->d->zone[here].edge[i].zone;
        if (nae_sense_field(se, next) > nae_sense_field(se, best) &&
            nae_may_enter(se->d, se->s, force, se->side, here, next)) {
            best = next;
        }
    }
    return best != here && !would_be_supplied(se, force, best, here);
}

/* A link of the line of supply, left in enemy land where none stands. */
static int worth_of_turning(NaeSense *se, unsigned depot, NaePieces force)
{
    const unsigned zone = se->s->march.zone;
    if (nae_bit(se->s, depot, NAE_FIXED) || nae_side_of_zone(se->s, zone) == se->side ||
        se->d->zone[zone].fortress > 0) {
        return NEVER; /* a fortress that falls is a link itself, and the depot makes it one */
    }
    NAE_EACH_PIECE(other, nae_pieces_and(se->s->owned[se->side], se->d->depots))
    {
        if (se->s->place[other] == zone && nae_bit(se->s, other, NAE_FIXED)) {
            return NEVER;
        }
    }
    return nae_is_supplied(se->d, se->s, force, zone, NAE_NONE, NAE_NONE) && leads_out_of_supply(se, force)
               ? ALWAYS / 4
               : NEVER;
}

int nae_score_move(NaeSense *se, Move move)
{
    const NaePieces force = nae_marchers(se->s);
    const unsigned here = se->s->march.zone;
    switch (nae_move_kind(move)) {
    case NAE_M_GO:
        return worth_of_standing(se, nae_move_a(move), here, force);
    case NAE_M_TAKE:
        return worth_of_taking(se, nae_move_a(move));
    case NAE_M_MOVE:
        switch (nae_move_a(move)) {
        case NAE_W_MARK:
            return nae_sense_field(se, here) + nae_sense_aim(se, here) * 8 + 100;
        case NAE_W_SIEGE:
            return ALWAYS; /* a siege begun is fought out: the way on and its supply lead through here */
        case NAE_W_RALLY:
            return ALWAYS / 2;
        case NAE_W_LAY:
            return nae_sense_field(se, here) + 20;
        default:
            return worth_of_standing(se, here, se->s->march.from, force) + STEP_MORE;
        }
    case NAE_M_MOVE_CARD:
        return nae_sense_field(se, here) / 2;
    case NAE_M_TURN_DEPOT:
        return worth_of_turning(se, nae_move_a(move), force);
    case NAE_M_DROP:
    case NAE_M_DISMISS:
    default:
        return NEVER;
    }
}

/* At an enemy fortress: with supply it is besieged by all, for the line of supply leads through it; without,
 * covered and left behind. */
int nae_score_fortress(NaeSense *se, Move move)
{
    const unsigned zone = se->s->march.zone;
    switch (nae_move_kind(move)) {
    case NAE_M_FORTRESS: {
        const bool aim = nae_sense_aim(se, zone) * 8 >= nae_sense_field(se, zone) * 9 / 10;
        const unsigned word = nae_move_a(move);
        const bool besieges = aim || would_be_supplied(se, nae_marchers(se->s), zone, se->s->march.from);
        return word == NAE_W_SIEGE ? 3 : word == NAE_W_COVER ? (besieges ? 1 : 4) : 0;
    }
    case NAE_M_COVER_UNIT:
        return -nae_sense_piece(se, nae_move_a(move));
    default:
        return 0;
    }
}

/* Forces of a campaign wait for each other unless one is strong enough alone. */
int nae_score_campaign(NaeSense *se, Move move)
{
    const unsigned word = nae_move_a(move);
    if (nae_move_kind(move) == NAE_M_STAY) {
        return word == NAE_W_STAY;
    }
    if (nae_move_kind(move) == NAE_M_CAMPAIGN) {
        const int own = nae_sense_strength(se, nae_marchers(se->s), true);
        const int enemy = nae_sense_enemy(se, se->s->march.zone);
        return (word == NAE_W_FIGHT) == (own * 100 >= enemy * 160);
    }
    return 0;
}

/* march.c: which card or point is spent, which force acts with it, and where it goes (9, 12). Forces climb
 * the field of what their side wants (sense.h): a step that leads nearer to a greater aim is worth the
 * difference. */
#include <string.h>

#include "ai/nae/sail.h"
#include "ai/nae/scores.h"
#include "ai/nae/waters.h"

enum {
    NEVER = NAE_IMPOSSIBLE,
    ALWAYS = NAE_ALWAYS,
    STEP_MORE = 1,
    SMALL_GAIN = 25,
    PART = 5,
    MOST_POINTS = 99,
    TOGETHER = 3
};

/* ------------------------------------------------------------------ actions (9.1) */

/* What the forces of the side that may still act have to gain, zone by zone: the best way of each. */
typedef struct Prospect {
    unsigned zone;
    int gain, price;
} Prospect;

enum { PROSPECTS = 40 };

/* The way of a zone that gains most for its price, of those that points can pay; of two armies both rather
 * than one for half the gain. */
static Prospect prospect_of(NaeSense *se, unsigned zone, int points)
{
    NaeWay ways[NAE_PLAN_WAYS];
    const unsigned count = nae_plan_ways(se, zone, ways);
    Prospect best = {zone, 0, 1};
    for (unsigned i = 0; i < count; i++) {
        const int gain = ways[i].price > points ? 0 : nae_plan_gain(se, zone, ways, i);
        if (gain * (best.price + TOGETHER) > best.gain * (ways[i].price + TOGETHER)) {
            best = (Prospect){zone, gain, ways[i].price};
        }
    }
    return best;
}

static unsigned prospects(NaeSense *se, Prospect *list)
{
    unsigned count = 0;
    NaeZones seen = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(se->s->owned[se->side], se->d->units))
    {
        const unsigned zone = se->s->place[unit];
        if (zone >= se->d->zones || nae_zones_in(seen, zone) || count == PROSPECTS) {
            continue;
        }
        nae_zones_add(&seen, zone);
        list[count] = prospect_of(se, zone, MOST_POINTS);
        count += list[count].gain > 0;
    }
    return count;
}

/* Action points that have work: those of forces whose gain for a point is not small beside the greatest. */
static int useful_points(NaeSense *se)
{
    Prospect list[PROSPECTS + 1];
    unsigned count = prospects(se, list);
    int most = 0;
    int points = 0;
    const NaeLanding landing = nae_sail_best(se, MOST_POINTS);
    if (landing.port != NAE_NONE) {
        list[count++] = (Prospect){landing.port, landing.gain, landing.price};
    }
    for (unsigned i = 0; i < count; i++) {
        most = list[i].gain / list[i].price > most ? list[i].gain / list[i].price : most;
    }
    for (unsigned i = 0; i < count; i++) {
        points += list[i].gain / list[i].price * SMALL_GAIN >= most ? list[i].price : 0;
    }
    return points;
}

/* Worth of a number of points to spend, those in reserve added: with work for them whole, without a part. */
static int worth_of_points(NaeSense *se, int points)
{
    if (se->useful < 0) {
        se->useful = useful_points(se) - (int)se->s->side[se->side].reserve_ap;
    }
    const int idle = points > se->useful ? points - (se->useful < 0 ? 0 : se->useful) : 0;
    return (points - idle) * se->w->action + idle * se->w->action / 4;
}

/* What the best use of a card in a round is worth. */
int nae_score_action(NaeSense *se, Move move)
{
    if (nae_move_kind(move) == NAE_M_ACTION) {
        return nae_move_a(move) == NAE_W_PASS ? 0 : worth_of_points(se, 1) * 2 / 3;
    }
    const unsigned card = nae_move_a(move);
    const int points = worth_of_points(se, (int)nae_card_value(se->d, se->s, card));
    const int kept = nae_worth_of_keeping(se, card) * se->w->keep / 100;
    const NaePlay play = nae_reader(se->d, se->s);
    const bool event = nae_event_playable(&play, card, NAE_IN_ACTIVATION);
    const int as_event = event ? nae_worth_of_event(se, card) * se->w->event / 100 : NEVER;
    const int statecraft = nae_worth_of_statecraft(se, card);
    const int spent = (points > statecraft ? points : statecraft) - kept;
    return as_event > spent ? as_event : spent;
}

/* Nothing is paid for what an event or a major campaign activates. */
static bool acts_free(const NaeSense *se)
{
    return se->s->campaign.on != 0 || se->s->action.event != NAE_NONE;
}

/* Whose the commander of the stack in a zone is (6.3). */
static unsigned nation_in(const NaeSense *se, unsigned zone)
{
    const NaePieces field = nae_standing(se->d, se->s, zone, se->side);
    return nae_force_nation(se->d, se->s,
                            nae_has_units(se->d, field) ? field : nae_garrison(se->d, se->s, zone, se->side));
}

/* How much the force that stands in a zone may achieve for an action point. Points that are too few today
 * are kept for the next round. */
static int promise(NaeSense *se, unsigned zone)
{
    if (!nae_zones_in(se->promised, zone)) {
        const bool free = acts_free(se);
        const Prospect best = prospect_of(se, zone, free ? MOST_POINTS : (int)se->s->action.ap);
        se->promise[zone] = free ? best.gain : best.gain / best.price;
        nae_zones_add(&se->promised, zone);
    }
    return se->promise[zone];
}

/* The most that a force of the side which may still act has to gain; of a nation, NAE_NONE: of any. */
static int most_promising(NaeSense *se, unsigned nation)
{
    int best = 0;
    NaeZones seen = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(se->s->owned[se->side], se->d->units))
    {
        const unsigned zone = se->s->place[unit];
        if (zone < se->d->zones && !nae_zones_in(seen, zone)) {
            nae_zones_add(&seen, zone);
            const int worth = nation == NAE_NONE || nation_in(se, zone) == nation ? promise(se, zone) : 0;
            best = worth > best ? worth : best;
        }
    }
    return best;
}

/* A way of the stack that is activated: what it gains for a point; parts of a stack hardly anything. */
static int worth_of_way(NaeSense *se, unsigned word)
{
    const unsigned zone = se->s->frame[se->s->frames - 1].b;
    NaeWay ways[NAE_PLAN_WAYS];
    const unsigned count = nae_plan_ways(se, zone, ways);
    for (unsigned i = 0; i < count; i++) {
        if (ways[i].word == word) {
            const int gain = nae_plan_gain(se, zone, ways, i);
            return PART + 1 + (acts_free(se) ? gain : gain * TOGETHER / (ways[i].price + TOGETHER));
        }
    }
    return 0;
}

/* A landing, for a point; it waits for the next round if there are points for a part of the squadron only. */
static int worth_of_sailing(NaeSense *se)
{
    const NaeLanding landing = nae_sail_best(se, (int)se->s->action.ap);
    return landing.port == NAE_NONE ? 0 : landing.gain / landing.price;
}

/* What points that are too few for a force beyond the sea today do for it in the next round: it is cut off
 * until it makes its link. */
static int worth_of_waiting(NaeSense *se)
{
    int most = 1;
    if (se->s->action.may_save == 0 || acts_free(se) || !nae_waters_landings(se)) {
        return most;
    }
    NAE_EACH_ZONE(port, nae_zones_and(*nae_sense_standing(se), se->d->ports))
    {
        const NaeParty party = nae_plan_party(se, port, nae_standing(se->d, se->s, port, se->side));
        if (nae_sail_link(se, &party, port) > 0) { /* few: looked at first, it is cheap */
            const Prospect best = prospect_of(se, port, MOST_POINTS);
            const int gain = best.gain / best.price;
            most = best.price > (int)se->s->action.ap && gain > most ? gain : most;
        }
    }
    return most;
}

int nae_score_spend(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_SPEND:
        return a == NAE_W_LAND   ? most_promising(se, NAE_NONE)
               : a == NAE_W_STOP ? worth_of_waiting(se)
                                 : worth_of_sailing(se);
    case NAE_M_SPEND_POWER:
        return most_promising(se, a);
    case NAE_M_SPEND_ZONE:
        return promise(se, a);
    case NAE_M_SPEND_FORCE:
        return worth_of_way(se, a);
    case NAE_M_SPEND_PIECE:
        return nae_is_general(a) ? PART : 1;
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
    const NaePlay play = nae_sense_reader(se);
    return nae_supplied(&play, force, zone, contested && from < NAE_ZONES ? from : NAE_NONE);
}

/* The trip of the force that marches. */
static const NaeTrip *trip_of(NaeSense *se)
{
    if (!se->has_trip) {
        const NaeParty party = nae_plan_party(se, se->s->march.start, nae_marchers(se->s));
        se->trip = nae_plan_trip(se, &party, se->s->march.zone, se->s->march.mp);
        se->has_trip = true;
    }
    return &se->trip;
}

/* Forced points pay when they bring a force to a better end, at the price of attrition. */
int nae_score_forced_march(NaeSense *se, Move move)
{
    const int points = (int)nae_move_a(move);
    const NaeParty party = nae_plan_party(se, se->s->march.start, nae_marchers(se->s));
    const NaeTrip trip = nae_plan_trip(se, &party, se->s->march.zone, party.speed + (unsigned)points);
    const bool free = (se->s->march.flags & NAE_MARCH_FREE_FORCED) != 0;
    const int risk = points * party.steps * se->w->forced / 10;
    return trip.best - (free ? 0 : risk + (points == 3 ? risk / 3 : 0));
}

/* A unit worth taking along: not slower than the rest, while there is room (the rules offer no other). */
static int worth_of_taking(const NaeSense *se, unsigned piece)
{
    if (nae_is_unit(piece) && nae_unit_speed(se->d, se->s, piece) < se->s->march.speed) {
        return NEVER;
    }
    return nae_is_unit(piece) ? ALWAYS : NEVER;
}

/* Whether a depot of the side already makes a link of a zone. */
static bool has_fixed_depot(const NaeSense *se, unsigned zone)
{
    NAE_EACH_PIECE(depot, nae_pieces_and(se->s->owned[se->side], se->d->depots))
    {
        if (se->s->place[depot] == zone && nae_bit(se->s, depot, NAE_FIXED)) {
            return true;
        }
    }
    return false;
}

/* A link of the line of supply, left where none stands, in enemy land or where the march leaves its own. */
static int worth_of_turning(NaeSense *se, unsigned depot, NaePieces force)
{
    const unsigned zone = se->s->march.zone;
    const NaeParty party = nae_plan_party(se, zone, force);
    if (!nae_bit(se->s, depot, NAE_FIXED) && nae_sail_link(se, &party, zone) > 0) {
        return ALWAYS / 4;
    }
    if (nae_bit(se->s, depot, NAE_FIXED) || se->d->zone[zone].fortress > 0 || has_fixed_depot(se, zone)) {
        return NEVER; /* a fortress that falls is a link itself, and the depot makes it one */
    }
    const NaeTrip *trip = trip_of(se);
    const NaeFront *front = nae_sense_front(se, nae_force_nation(se->d, se->s, force),
                                            nae_sense_kept_out(se, se->s->march.zone, force));
    if (trip->way == NAE_NONE || trip->gap == 0) {
        return NEVER;
    }
    const unsigned next = se->d->zone[zone].edge[trip->way].zone;
    if (nae_side_of_zone(se->s, zone) == se->side && nae_side_of_zone(se->s, next) == se->side) {
        return NEVER;
    }
    const bool leaves = !nae_zones_in(front->supplied, next) || !nae_plan_traces(se, &party, zone, trip->way);
    return leaves && nae_zones_in(front->supplied, zone) ? ALWAYS / 4 : NEVER;
}

static bool others_stand(const NaeSense *se, unsigned zone, NaePieces force)
{
    const NaePieces standing = nae_standing(se->d, se->s, zone, se->side);
    return nae_has_units(se->d, nae_pieces_minus(standing, force));
}

/* A force that goes on leaves its least corps in a key zone that is held, where nobody else stands: else a
 * single corps of the enemy takes its marker away, and the army comes all the way back for it. */
static int worth_of_leaving(NaeSense *se, unsigned piece, NaePieces force)
{
    const unsigned zone = se->s->march.zone;
    const bool key = nae_zone_is(se->d, zone, NAE_ZONE_KEY) && nae_holder(se->s, zone) == se->side;
    if (!nae_is_unit(piece) || !key || se->w->garrison == 0) {
        return NEVER;
    }
    const bool strong = (int)nae_steps(se->d, se->s, force) >= se->w->garrison;
    const bool goes_on = trip_of(se)->way != NAE_NONE;
    return strong && goes_on && !others_stand(se, zone, force) ? ALWAYS / 2 - nae_sense_piece(se, piece)
                                                               : NEVER;
}

/* Worth of a step: the best end that it leads to. */
static int worth_of_step(NaeSense *se, unsigned to)
{
    const NaeZone *zone = &se->d->zone[se->s->march.zone];
    for (unsigned i = 0; i < zone->neighbors; i++) {
        if (zone->edge[i].zone == to) {
            return trip_of(se)->by_step[i];
        }
    }
    return NAE_IMPOSSIBLE;
}

int nae_score_move(NaeSense *se, Move move)
{
    const NaePieces force = nae_marchers(se->s);
    const unsigned here = se->s->march.zone;
    switch (nae_move_kind(move)) {
    case NAE_M_GO:
        return worth_of_step(se, nae_move_a(move));
    case NAE_M_TAKE:
        return worth_of_taking(se, nae_move_a(move));
    case NAE_M_MOVE:
        switch (nae_move_a(move)) {
        case NAE_W_MARK:
            return trip_of(se)->stay + nae_sense_prize(se, here) * 8 + 1;
        case NAE_W_SIEGE:
            return ALWAYS; /* a siege begun is fought out: the way on and its supply lead through here */
        case NAE_W_RALLY:
            return ALWAYS / 2;
        case NAE_W_LAY:
            return trip_of(se)->stay + 2;
        default:
            return trip_of(se)->idle + STEP_MORE;
        }
    case NAE_M_MOVE_CARD:
        return nae_sense_field(se, here) / 2;
    case NAE_M_TURN_DEPOT:
        return worth_of_turning(se, nae_move_a(move), force);
    case NAE_M_DROP:
        return worth_of_leaving(se, nae_move_a(move), force);
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

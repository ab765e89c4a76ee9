/* sailing.c: fleets of the grand campaign: blockade, landings and loans, home again (map 12).
 *
 * Each fleet has an errand, worked out anew from where it is: troops or points aboard go ashore where they
 * are of use; squadrons strong enough for it seek an enemy fleet, in its port to blockade it, at sea to fight
 * it; transports fetch an army that has no way by land to the aims; whoever is left goes home or stays there.
 */
#include "ai/eagles/sense.h"
#include "engine/eagles/campaign.h"

enum { NOWHERE = 0xFFFF /* an errand's place: to stay */, POINTS_OF_A_MOVE = 4 };

/* ------------------------------------------------------------------ the sea */

/* Areas as bits that can be reached from some in so many steps. */
static unsigned widen(const Play *p, unsigned seas)
{
    unsigned wider = seas;
    for (unsigned sea = 0; sea < p->d->seas; sea++) {
        wider |= (seas >> sea & 1U) != 0 ? p->d->sea[sea].adjacent : 0U;
    }
    return wider;
}

/* Areas to be entered between a place and another: 1 if they border the same one. */
static unsigned sea_way(const Play *p, unsigned from, unsigned to)
{
    unsigned seas = eagles_seas_of(p, from);
    const unsigned goal = eagles_seas_of(p, to);
    for (unsigned way = from >= EAGLES_SEA ? 0 : 1; way <= EAGLES_SEAS_MAX; way++) {
        if ((seas & goal) != 0) {
            return way;
        }
        seas = widen(p, seas);
    }
    return 99;
}

/* Squadrons of a side in a port, or outside it. */
static unsigned squadrons_at(const Play *p, unsigned side, unsigned place)
{
    return eagles_squadrons(p, side, place, 0);
}

/* ------------------------------------------------------------------ errands */

/* The place whose squadrons, so many, would be sought by a fleet of `own`: the most for the way. */
static unsigned find_prey(const Sense *sense, unsigned from, unsigned own)
{
    const Play *p = &sense->p;
    const unsigned enemy = eagles_other(sense->side);
    unsigned best = NOWHERE;
    double most = 0;
    EaglesFleets fleets;
    eagles_list_fleets(p, enemy, 0, 0, &fleets);
    for (unsigned i = 0; i < fleets.count; i++) {
        const unsigned place = eagles_place_of_rank(fleets.rank[i]);
        const unsigned his = squadrons_at(p, enemy, place);
        const unsigned target = place < EAGLES_OFF_MAP ? EAGLES_COAST + place : place;
        const unsigned there = target == from ? 0 : squadrons_at(p, sense->side, target);
        const unsigned way = sea_way(p, from, place);
        if (his > 0 && own >= sense->w->blockade * his && there < sense->w->blockade * his &&
            his / (1.0 + way) > most) {
            most = his / (1.0 + way);
            best = target;
        }
    }
    return best;
}

/* Where troops go ashore: the coast from which the aims are nearest, a free port if there is one. */
static unsigned find_landing(const Sense *sense, unsigned from)
{
    const Play *p = &sense->p;
    unsigned best = NOWHERE;
    double least = FAR;
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        if (!p->d->hex[hex].coastal || eagles_sense_way(sense, hex) == FAR ||
            !eagles_can_land(p, hex, sense->side)) {
            continue;
        }
        const unsigned way = sea_way(p, from, EAGLES_COAST + hex);
        const bool haven = eagles_is_haven(p, hex, sense->side);
        const double cost = eagles_sense_way(sense, hex) + 3.0 * way - (haven ? 4.0 : 0.0);
        if (way <= POINTS_OF_A_MOVE - 2U + (haven ? 1U : 0U) && cost < least) {
            least = cost;
            best = haven ? hex : EAGLES_COAST + hex;
        }
    }
    return best;
}

/* The nearest port of an ally who can use English points. */
static unsigned find_borrower(const Sense *sense, unsigned from)
{
    const Play *p = &sense->p;
    unsigned best = NOWHERE;
    unsigned least = POINTS_OF_A_MOVE;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        const unsigned owner = eagles_owner(p, hex);
        if (owner == EAGLES_NONE || owner == p->d->campaign.england || !p->d->nation[owner].major ||
            p->s->nation[owner].side != sense->side || !eagles_is_haven(p, hex, sense->side) ||
            eagles_pool_sp(p, owner) == 0 || !eagles_can_land(p, hex, sense->side)) {
            continue;
        }
        if (sea_way(p, from, hex) < least) {
            least = sea_way(p, from, hex);
            best = hex;
        }
    }
    return best;
}

static unsigned find_home(const Sense *sense, unsigned from)
{
    const Play *p = &sense->p;
    unsigned best = NOWHERE;
    unsigned least = 99;
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned hex = p->d->city[city].hex;
        if (p->d->city[city].port && eagles_is_haven(p, hex, sense->side) &&
            !eagles_is_blockaded(p, hex, sense->side) && sea_way(p, from, hex) < least) {
            least = sea_way(p, from, hex);
            best = hex;
        }
    }
    return best;
}

/* Foot of the side in a hex that has no way by land to the aims, with a leader: an army to be fetched. */
static bool is_stranded(const Sense *sense, unsigned hex)
{
    enum { ARMY = 3 };
    return hex < sense->p.d->hexes && eagles_sense_way(sense, hex) == FAR &&
           eagles_count(&sense->p, hex, sense->side, EAGLES_OUTSIDE) >= ARMY &&
           eagles_best_leader(&sense->p, hex, sense->side, EAGLES_FLAG_INSIDE, 0) >= 0;
}

static bool carries(const Sense *sense, unsigned place, unsigned flags, bool points)
{
    const Play *p = &sense->p;
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, sense->side, place, flags) &&
            (points ? p->s->ship_points[i] > 0 : eagles_ship_laden(p, i))) {
            return true;
        }
    }
    return false;
}

/* flags: those that the ships meant carry (all at the place: 0). */
static Errand find_errand(const Sense *sense, unsigned place, unsigned flags)
{
    const Play *p = &sense->p;
    const unsigned where = flags != 0 ? (unsigned)EAGLES_ANYWHERE : place;
    const unsigned own = eagles_squadrons(p, sense->side, where, flags);
    const unsigned ships = eagles_ships(p, sense->side, where, flags);
    const unsigned hex = eagles_sea_hex(p, place);
    Errand errand = {NOWHERE, false, false, false};
    if (carries(sense, where, flags, true)) {
        errand.place = find_borrower(sense, place);
    } else if (carries(sense, where, flags, false)) {
        errand.place = find_landing(sense, place);
    } else if (ships > own && place < EAGLES_OFF_MAP && is_stranded(sense, hex)) {
        errand.place = find_landing(sense, place);
        errand.load = errand.place != NOWHERE;
    } else if (ships > own && sense->side == EAGLES_COALITION &&
               place == p->d->city[p->d->campaign.london].hex &&
               p->s->nation[p->d->campaign.england].stored > 0) {
        errand.place = find_borrower(sense, place);
        errand.points = errand.place != NOWHERE;
    }
    if (errand.place == NOWHERE && own > 0) {
        errand.place = find_prey(sense, place, own);
        errand.squadrons = errand.place != NOWHERE;
    }
    if (errand.place == NOWHERE && place >= EAGLES_OFF_MAP) {
        errand.place = find_home(sense, place);
    }
    return errand;
}

/* The errand of the fleet that moves: of its chosen ships, or of all that lie there. */
static Errand moving_errand(const Sense *sense)
{
    SenseMemo *memo = sense->memo;
    if (!memo->knows_errand) {
        const unsigned ships = eagles_ships(&sense->p, sense->side, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP);
        memo->errand = find_errand(sense, sense->p.s->campaign.fleet.at, ships > 0 ? EAGLES_SHIP_GROUP : 0U);
        memo->knows_errand = true;
    }
    return memo->errand;
}

/* ------------------------------------------------------------------ decisions */

static double sail_score(const Sense *sense, unsigned rank)
{
    const unsigned place = eagles_place_of_rank(rank);
    const Errand errand = find_errand(sense, place, 0);
    return errand.place != NOWHERE && errand.place != place ? 1.0 : -1.0;
}

static double ships_score(const Sense *sense, unsigned argument)
{
    const unsigned n = argument & 0xFFU;
    const Errand errand = find_errand(sense, sense->p.s->campaign.fleet.at, 0);
    const bool squadron = sense->p.d->unit[argument >> 9U].type == EAGLES_S;
    return errand.squadrons && !squadron ? -(double)n : (double)n;
}

/* Nearer to where the errand leads; there, in. */
static double course_score(const Sense *sense, unsigned kind, unsigned argument)
{
    const Play *p = &sense->p;
    const Errand errand = moving_errand(sense);
    const unsigned at = p->s->campaign.fleet.at;
    if (kind == EAGLES_MOVE_STOP) {
        return errand.place == NOWHERE || errand.place == at ? 50.0 : 0.0;
    }
    if (errand.place == NOWHERE) {
        return -1.0;
    }
    const bool close = sea_way(p, at, errand.place) == 0; /* at sea, and the place borders the area */
    if (kind == EAGLES_MOVE_TO_PORT) {
        return close && errand.place < EAGLES_OFF_MAP ? 40.0 : -1.0;
    }
    if (kind == EAGLES_MOVE_TO_COAST) {
        return close && errand.place >= EAGLES_COAST && errand.place < EAGLES_SEA ? 40.0 : -1.0;
    }
    const unsigned place = eagles_place_of_rank(argument);
    if (place < EAGLES_SEA) { /* a port or coast of the area */
        return place == errand.place ? 50.0 : 0.0;
    }
    const unsigned way = sea_way(p, place, errand.place);
    return way < sea_way(p, at, errand.place) || (at < EAGLES_SEA && way == 0) ? 30.0 - way : -1.0;
}

static double coast_of_score(const Sense *sense, unsigned nation)
{
    const unsigned hex = eagles_sea_hex(&sense->p, moving_errand(sense).place);
    return hex < sense->p.d->hexes && eagles_owner(&sense->p, hex) == nation ? 1.0 : 0.0;
}

static double load_score(const Sense *sense, bool yes)
{
    const Errand errand = moving_errand(sense);
    return yes == (errand.load || errand.points) ? 1.0 : 0.0;
}

/* A garrison of one stays where the army leaves. */
static double load_row_score(const Sense *sense, unsigned n)
{
    const unsigned hex = eagles_sea_hex(&sense->p, sense->p.s->campaign.fleet.at);
    if (hex >= sense->p.d->hexes || eagles_sense_way(sense, hex) != FAR) {
        return -(double)n;
    }
    return eagles_count(&sense->p, hex, sense->side, EAGLES_ANY) > n ? n : n - 1.5;
}

static double intercept_score(const Sense *sense, unsigned argument)
{
    const unsigned place = eagles_place_of_rank(argument >> 1U);
    const double own = eagles_squadrons(&sense->p, sense->side, place, 0);
    const double his = eagles_squadrons(&sense->p, eagles_other(sense->side), place, 0);
    return (argument & 1U) == 0 ? 0.0 : own - his + 0.5;
}

/* Out of a blockaded port only past fewer squadrons than the own. */
static double run_score(const Sense *sense, bool yes)
{
    const unsigned at = sense->p.s->campaign.fleet.at;
    const double own = eagles_squadrons(&sense->p, sense->side, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP);
    const double his = eagles_squadrons(&sense->p, eagles_other(sense->side), EAGLES_COAST + at, 0);
    return yes ? own - his + 0.5 : 0.0;
}

/* To England with an army that is more than what waits there. */
static double cross_score(const Sense *sense, unsigned argument)
{
    const Play *p = &sense->p;
    const unsigned hex = p->d->city[p->d->campaign.boulogne].hex;
    const double own = eagles_count(p, hex, sense->side, EAGLES_OUTSIDE);
    const double his = eagles_sp_inside(p, p->d->campaign.england, eagles_other(sense->side), false);
    return argument == 0 ? 0.0 : own - 2.0 * his - 4.0;
}

double eagles_sailing_score(const Sense *sense, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    const unsigned kind = eagles_move_kind(move);
    switch (kind) {
    case EAGLES_MOVE_SAIL:
        return sail_score(sense, argument);
    case EAGLES_MOVE_SHIPS:
        return ships_score(sense, argument);
    case EAGLES_MOVE_LOAD:
        return load_score(sense, argument != 0);
    case EAGLES_MOVE_LOAD_ROW:
        return load_row_score(sense, argument & 0xFFU);
    case EAGLES_MOVE_LOAD_POINTS:
        return argument & 0xFFU;
    case EAGLES_MOVE_TO:
    case EAGLES_MOVE_TO_PORT:
    case EAGLES_MOVE_TO_COAST:
    case EAGLES_MOVE_STOP:
        return course_score(sense, kind, argument);
    case EAGLES_MOVE_COAST_OF:
        return coast_of_score(sense, argument);
    case EAGLES_MOVE_PICK_UP:
    case EAGLES_MOVE_DROP:
        return -2.0;
    case EAGLES_MOVE_IRELAND:
        return 60.0;
    case EAGLES_MOVE_INTERCEPT:
        return intercept_score(sense, argument);
    case EAGLES_MOVE_RUN:
        return run_score(sense, argument != 0);
    case EAGLES_MOVE_PURSUE:
        return argument;
    case EAGLES_MOVE_ORDERS:
        return argument == 0 ? 1.0 : 0.0; /* they are kept */
    case EAGLES_MOVE_CROSS:
        return cross_score(sense, argument);
    default:
        return 0;
    }
}

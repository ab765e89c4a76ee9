/* sail.c: landings: chances of a squadron on its way, what it carries, and what the landing is worth [17.2].
 */
#include "ai/nae/sail.h"
#include "ai/nae/waters.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"

enum {
    POINTS = 8, /* points of the field for one of an aim */
    FULL_FORCE = 8,
    FLEET_STEPS = 2, /* that a fleet carries [17.2.8] */
    NEAR = 4,        /* movement points */
    DARING = 6,      /* steps of defenders that halve the worth of a landing, for a step that lands */
    SLOW = 20,       /* what a point more for every activation takes off a general */
    TO_LAND = 3,     /* movement points from a sea zone into the box and ashore [17.2.9] */
    LEAST_GAIN = 40,
    PLAIN_TRANSPORT = 255, /* of a voyage without an event [17.2.8] */
    LOAD_LAST = 3000000,   /* what boards, boards before the squadron sails */
    LOAD_GUARDS = 3100000,
    LOAD_UNIT = 3200000,
    LOAD_OTHER = 3300000,
    LAND_NOW = 5000000
};

/* ------------------------------------------------------------------ troops in the port */

/* Whose lines of supply a cargo has: its general's, who takes command ashore [10.8]. */
static unsigned nation_of(const NaeSense *se, NaePieces cargo)
{
    const unsigned general = nae_pieces_first(nae_pieces_and(cargo, se->d->generals));
    return general == NAE_NONE ? nae_force_nation(se->d, se->s, cargo) : se->d->nation_of[general];
}

/* Line troops board first, then a general and depots for them, then what only fights in an army. Napoleon
 * stays if another can lead the crossing, and a second general stays with the rest. */
static int worth_of_loading(const NaeSense *se, NaePieces cargo, unsigned piece)
{
    if (nae_is_unit(piece)) {
        return (se->d->unit[piece].army_only ? LOAD_GUARDS : LOAD_UNIT) + nae_sense_piece(se, piece);
    }
    if (nae_is_general(piece) && nae_pieces_meet(cargo, se->d->generals)) {
        return 0;
    }
    if (nae_is_depot(piece) && se->d->nation_of[piece] != nation_of(se, cargo)) {
        return 0; /* no link for them [10.2] */
    }
    if (nae_sense_has_napoleon(se, nae_pieces_one(piece))) {
        return LOAD_LAST;
    }
    const int slow = nae_is_general(piece) ? SLOW * (int)nae_general(se->d, piece)->initiative : 0;
    return LOAD_OTHER + nae_sense_piece(se, piece) - slow;
}

/* The piece that boards next of those offered; NAE_NONE: none. */
static unsigned next_aboard(const NaeSense *se, NaePieces cargo, const MoveList *offers)
{
    unsigned best = NAE_NONE;
    int most = 0;
    for (uint32_t i = 0; i < offers->count; i++) {
        const unsigned piece = nae_move_a(offers->moves[i]);
        const int worth = worth_of_loading(se, cargo, piece);
        if (worth > most) {
            best = piece;
            most = worth;
        }
    }
    return best;
}

/* What a squadron that lies in a port would take aboard: tried on a copy of the position, by the rules of
 * loading themselves. */
static NaePieces would_load(const NaeSense *se, unsigned port, uint32_t fleets)
{
    NaeState trial = *se->s;
    Dice quiet = {0}; /* nothing is rolled or noted */
    NaePlay play = nae_reader(se->d, &trial);
    play.dice = &quiet;
    NaeVoyage *v = &trial.voyage;
    v->side = (uint8_t)se->side;
    v->at = NAE_AT_PORT;
    v->place = (uint8_t)port;
    v->transport = PLAIN_TRANSPORT;
    for (unsigned i = 0, fleet; i < NAE_SQUADRON_MAX; i++) {
        fleet = nae_mask_take(&fleets);
        v->carrier[i] = (uint8_t)fleet;
        if (fleet != NAE_NONE) {
            nae_set_bit(&trial, fleet, NAE_SAILING);
        }
    }
    for (;;) {
        MoveList offers = {.count = 0};
        nae_load_options(&play, &offers);
        const NaePieces cargo = nae_cargo(&trial, se->d);
        const unsigned piece = next_aboard(se, cargo, &offers);
        if (piece == NAE_NONE) {
            return cargo;
        }
        nae_load(&play, piece);
    }
}

/* Steps of a cargo that can stand beyond the sea: one that is led and has a depot, which makes a line of
 * supply there; 0: none. */
static int steps_of(const NaeSense *se, NaePieces cargo)
{
    const bool fit = nae_pieces_meet(cargo, se->d->generals) && nae_pieces_meet(cargo, se->d->depots);
    return fit ? (int)nae_steps(se->d, se->s, nae_pieces_and(cargo, se->d->units)) : 0;
}

/* ------------------------------------------------------------------ worth */

/* Steps of the enemy that are near enough to drive a landing force into the sea. */
static int defenders(const NaeSense *se, unsigned port)
{
    int steps = 0;
    NAE_EACH_PIECE(unit, nae_pieces_and(se->s->owned[nae_other(se->side)], se->d->units))
    {
        const unsigned zone = se->s->place[unit];
        steps += zone < se->d->zones && se->strategy->distance[port][zone] <= NEAR
                     ? (int)nae_unit_steps(se->d, se->s, unit)
                     : 0;
    }
    return steps;
}

/* Worth of being ashore with a number of steps. */
static int worth_ashore(NaeSense *se, const NaeFront *front, int steps, unsigned port)
{
    const int weight = steps < FULL_FORCE ? steps : FULL_FORCE;
    const int worth = nae_sense_prize(se, port) * POINTS + front->field[port] * weight / FULL_FORCE;
    return worth / (DARING * (1 + steps) + defenders(se, port)) * DARING * (1 + steps);
}

/* The best landing by the chances of reaching each sea zone. */
static int best_ashore(NaeSense *se, const NaeFront *front, NaePieces cargo, const int chance[NAE_SEAS])
{
    const int steps = (int)nae_steps(se->d, se->s, nae_pieces_and(cargo, se->d->units));
    int best = 0;
    NAE_EACH_ZONE(port, nae_waters_landable(se))
    {
        const int reach =
            nae_may_land(se->d, se->s, cargo, se->side, port) ? nae_waters_chance_at(se, chance, port) : 0;
        const int worth = reach == 0 ? 0 : worth_ashore(se, front, steps, port) / 100 * reach;
        best = worth > best ? worth : best;
    }
    return best;
}

static NaeLanding landing_from(NaeSense *se, unsigned port, int points)
{
    const NaeLanding none = {.port = NAE_NONE};
    const uint32_t fleets = nae_waters_squadron(se, port, true);
    if (fleets == 0 || (int)nae_mask_count(fleets) > points || nae_besieged(se->s, port) ||
        !nae_has_units(se->d, nae_standing(se->d, se->s, port, se->side))) {
        return none;
    }
    const NaePieces cargo = would_load(se, port, fleets);
    const int steps = steps_of(se, cargo);
    const unsigned nation = steps == 0 ? (unsigned)NAE_NONE : nation_of(se, cargo);
    if (nation >= NAE_MAJORS) {
        return none;
    }
    int chance[NAE_SEAS];
    nae_waters_from_port(se, fleets, port, chance);
    const NaeFront *front = nae_sense_front(se, nation, nae_sense_kept_out(se, port, cargo));
    const int weight = steps < FULL_FORCE ? steps : FULL_FORCE;
    const int gain = best_ashore(se, front, cargo, chance) - front->field[port] * weight / FULL_FORCE;
    return gain < LEAST_GAIN ? none : (NaeLanding){port, gain, (int)nae_mask_count(fleets)};
}

NaeLanding nae_sail_best(NaeSense *se, int points)
{
    NaeLanding best = {.port = NAE_NONE};
    if (!nae_waters_landings(se) || nae_winter(se->s)) {
        return best;
    }
    NAE_EACH_ZONE(port, nae_waters_embark(se))
    {
        const NaeLanding next = landing_from(se, port, points);
        best = next.gain > best.gain ? next : best;
    }
    return best;
}

/* ------------------------------------------------------------------ under way */

/* The front of the troops aboard. */
static const NaeFront *front_aboard(NaeSense *se, NaePieces cargo)
{
    return nae_sense_front(se, nation_of(se, cargo), false);
}

/* Going on to a sea zone: its risk, and what may be reached from it. */
static int worth_of_sea(NaeSense *se, NaePieces cargo, unsigned sea)
{
    const NaeVoyage *v = &se->s->voyage;
    int chance[NAE_SEAS];
    nae_waters_from_sea(se, nae_sailing(se->s), sea, v->mp - 1, chance);
    return best_ashore(se, front_aboard(se, cargo), cargo, chance);
}

int nae_sail_worth(NaeSense *se, Move move)
{
    const NaePieces cargo = nae_cargo(se->s, se->d);
    const unsigned a = nae_move_a(move);
    if (!nae_waters_landings(se) || nae_winter(se->s)) {
        return 0;
    }
    if (nae_move_kind(move) == NAE_M_SAIL_LOAD) {
        return worth_of_loading(se, cargo, a);
    }
    if (!nae_has_units(se->d, cargo)) {
        return 0;
    }
    const int steps = (int)nae_steps(se->d, se->s, nae_pieces_and(cargo, se->d->units));
    switch (nae_move_kind(move)) {
    case NAE_M_SAIL_SEA:
        return worth_of_sea(se, cargo, a);
    case NAE_M_SAIL_BOX:
        return nae_zones_in(nae_waters_landable(se), a) && se->s->voyage.mp >= TO_LAND &&
                       nae_may_land(se->d, se->s, cargo, se->side, a)
                   ? worth_ashore(se, front_aboard(se, cargo), steps, a)
                   : 0;
    case NAE_M_SAIL_ASSAULT:
        return LAND_NOW;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ beyond the sea */

/* A key zone counts at the end of the year if it is in supply only [3.2]; so does what is taken from there.
 */
int nae_sail_link(NaeSense *se, const NaeParty *party, unsigned zone)
{
    const unsigned enemy = nae_other(se->side);
    const unsigned owner = se->s->owner[zone];
    if (!nae_waters_landings(se) || party->depots == 0 || party->nation >= NAE_MAJORS ||
        !nae_zone_is(se->d, zone, NAE_ZONE_PORT) || owner >= NAE_MAJORS ||
        nae_side_of(se->s, owner) != enemy || nae_fortress_side(se->d, se->s, zone) == enemy ||
        nae_port_blockaded(se->d, se->s, zone, se->side)) {
        return 0;
    }
    const NaeFront *front = nae_sense_front(se, party->nation, party->kept_out);
    return nae_zones_in(front->supplied, zone) ? 0 : POINTS * nae_sense_power(se, owner);
}

/* sail.c: landings: chances of a squadron on its way, what it carries, and what the landing is worth [17.2]. */
#include "ai/nae/sail.h"
#include "ai/nae/waters.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"

enum {
    POINTS = 8, /* points of the field for one of an aim */
    FULL_FORCE = 8,
    FLEET_STEPS = 2, /* that a fleet carries [17.2.8] */
    TO_LAND = 3,     /* movement points from a sea zone into the box and ashore [17.2.9] */
    LEAST_GAIN = 40,
    LOAD_UNIT = 3000000, /* troops board before the squadron sails, a general and a depot before more troops */
    LOAD_OTHER = 4000000,
    LAND_NOW = 5000000
};

/* ------------------------------------------------------------------ troops in the port */

/* What of the force in a port may go aboard. */
static NaePieces passengers(const NaeSense *se, unsigned port)
{
    return nae_without(se->s, nae_standing(se->d, se->s, port, se->side), NAE_ACTIVATED);
}

/* Steps that a squadron can take from a port: only a force that is led and has a depot, which makes a line of
 * supply beyond the sea, and of which a general can stay with the rest if it does not fit; 0: none. */
static int load_of(const NaeSense *se, const NaeParty *party, unsigned fleets)
{
    const int room = FLEET_STEPS * (int)fleets;
    const unsigned generals = nae_pieces_count(nae_pieces_and(party->pieces, se->d->generals));
    if (!party->led || party->depots == 0 || party->demoralised || party->nation >= NAE_MAJORS ||
        (generals < 2 && party->steps > room)) {
        return 0;
    }
    return party->steps < room ? party->steps : room;
}

/* ------------------------------------------------------------------ worth */

/* Worth of being ashore with a number of steps. */
static int worth_ashore(NaeSense *se, const NaeFront *front, int steps, unsigned port)
{
    const int weight = steps < FULL_FORCE ? steps : FULL_FORCE;
    return nae_sense_prize(se, port) * POINTS + front->field[port] * weight / FULL_FORCE;
}

/* The best landing by the chances of reaching each sea zone. */
static int best_ashore(NaeSense *se, const NaeFront *front, int steps, const int chance[NAE_SEAS])
{
    int best = 0;
    NAE_EACH_ZONE(port, nae_waters_landable(se))
    {
        const int reach = nae_waters_chance_at(se, chance, port);
        const int worth = reach == 0 ? 0 : worth_ashore(se, front, steps, port) / 100 * reach;
        best = worth > best ? worth : best;
    }
    return best;
}

static NaeLanding landing_from(NaeSense *se, unsigned port, int points)
{
    const NaeLanding none = {.port = NAE_NONE};
    const uint32_t fleets = nae_waters_squadron(se, port, true);
    const NaePieces force = passengers(se, port);
    if (fleets == 0 || (int)nae_mask_count(fleets) > points || !nae_has_units(se->d, force)) {
        return none;
    }
    const NaeParty party = nae_plan_party(se, port, force);
    const int steps = load_of(se, &party, nae_mask_count(fleets));
    if (steps == 0) {
        return none;
    }
    int chance[NAE_SEAS];
    nae_waters_from_port(se, fleets, port, chance);
    const NaeFront *front = nae_sense_front(se, party.nation, party.kept_out);
    const int weight = steps < FULL_FORCE ? steps : FULL_FORCE;
    const int gain = best_ashore(se, front, steps, chance) - front->field[port] * weight / FULL_FORCE;
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
    return nae_sense_front(se, nae_force_nation(se->d, se->s, cargo), false);
}

/* Going on to a sea zone: its risk, and what may be reached from it. */
static int worth_of_sea(NaeSense *se, NaePieces cargo, unsigned sea)
{
    const NaeVoyage *v = &se->s->voyage;
    int chance[NAE_SEAS];
    nae_waters_from_sea(se, nae_sailing(se->s), sea, v->mp - 1, chance);
    const int steps = (int)nae_steps(se->d, se->s, nae_pieces_and(cargo, se->d->units));
    return best_ashore(se, front_aboard(se, cargo), steps, chance);
}

static int worth_of_loading(const NaeSense *se, unsigned piece)
{
    return nae_is_unit(piece) ? LOAD_UNIT + nae_sense_piece(se, piece)
           : nae_sense_has_napoleon(se, nae_pieces_one(piece))
               ? LOAD_UNIT - 1 /* the crossing is not for him if another can lead it */
               : LOAD_OTHER + nae_sense_piece(se, piece);
}

int nae_sail_worth(NaeSense *se, Move move)
{
    const NaePieces cargo = nae_cargo(se->s, se->d);
    const unsigned a = nae_move_a(move);
    if (!nae_waters_landings(se) || nae_winter(se->s)) {
        return 0;
    }
    if (nae_move_kind(move) == NAE_M_SAIL_LOAD) {
        return worth_of_loading(se, a);
    }
    if (!nae_has_units(se->d, cargo)) {
        return 0;
    }
    const int steps = (int)nae_steps(se->d, se->s, nae_pieces_and(cargo, se->d->units));
    switch (nae_move_kind(move)) {
    case NAE_M_SAIL_SEA:
        return worth_of_sea(se, cargo, a);
    case NAE_M_SAIL_BOX:
        return nae_zones_in(nae_waters_landable(se), a) && se->s->voyage.mp >= TO_LAND
                   ? worth_ashore(se, front_aboard(se, cargo), steps, a)
                   : 0;
    case NAE_M_SAIL_ASSAULT:
        return LAND_NOW;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ beyond the sea */

/* A key zone counts at the end of the year if it is in supply only [3.2]. */
int nae_sail_link(NaeSense *se, const NaeParty *party, unsigned zone)
{
    if (!nae_waters_landings(se) || party->depots == 0 || party->nation >= NAE_MAJORS ||
        !nae_friendly_port(se->d, se->s, zone, se->side) || se->s->owner[zone] >= NAE_MAJORS ||
        nae_marker(se->s, zone) != se->side || nae_port_blockaded(se->d, se->s, zone, se->side)) {
        return 0;
    }
    const NaeFront *front = nae_sense_front(se, party->nation, party->kept_out);
    return nae_zones_in(front->supplied, zone) ? 0
                                               : POINTS * nae_sense_power(se, se->s->owner[zone]);
}

/* waters.c: chances of squadrons on their way [17.2.5 to 17.2.7], and worth that lies beyond the sea. */
#include "ai/nae/waters.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"

#include <string.h>

enum {
    ENOUGH_TROOPS = 14, /* steps: a squadron takes six at a time (17.2.8) */
    PIP = 11,           /* chances in a hundred that a pip more on the dice is worth in a battle at sea */
    DIE = 7,            /* half pips of a die on the average */
    SURE = 95,
    DIRECT = 97, /* percent left by a sea zone more: of equal ways the shortest */
    TO_LAND = 3, /* movement points from a sea zone into the box and ashore [17.2.9] */
    VOYAGE = 4   /* movement points of land that a crossing is like */
};

bool nae_waters_landings(const NaeSense *se) { return se->w->landing > 0 && !nae_is_hundred_days(se->d); }

/* ------------------------------------------------------------------ what lies where */

uint32_t nae_waters_squadron(const NaeSense *se, unsigned port, bool fresh)
{
    uint32_t there = nae_fleets_at(se->s, se->d, se->side, NAE_AT_PORT, port);
    uint32_t squadron = 0;
    for (unsigned fleet; (fleet = nae_mask_take(&there)) != NAE_NONE;) {
        squadron |= fresh && nae_bit(se->s, fleet, NAE_ACTIVATED) ? 0U : nae_fleet_bit(fleet);
    }
    return squadron;
}

static bool is_landable(const NaeSense *se, unsigned port)
{
    const unsigned enemy = nae_other(se->side);
    const unsigned home = se->d->nation[se->side == NAE_EMPIRE ? NAE_FRANCE : NAE_BRITAIN].capital[0];
    return se->strategy->distance[home][port] == NAE_FAR && /* where an army can march it does */
           nae_hostile_port(se->d, se->s, port, se->side) && nae_side_of_zone(se->s, port) == enemy &&
           nae_fortress_side(se->d, se->s, port) != enemy &&
           nae_fleets_at(se->s, se->d, enemy, NAE_AT_PORT, port) == 0 &&
           nae_pieces_empty(nae_land(se->d, se->s, port, enemy)) &&
           !nae_has_units(se->d, nae_land(se->d, se->s, port, se->side)) &&
           nae_may_land(se->d, se->s, nae_pieces_none(), se->side, port);
}

NaeZones nae_waters_landable(NaeSense *se)
{
    if (!se->has_landable) {
        se->landable = nae_zones_none();
        NAE_EACH_ZONE(port, se->d->ports)
        {
            if (is_landable(se, port)) {
                nae_zones_add(&se->landable, port);
            }
        }
        se->has_landable = true;
    }
    return se->landable;
}

NaeZones nae_waters_embark(const NaeSense *se)
{
    const NaePieces fleets = nae_pieces_and(se->s->owned[se->side], se->d->fleets);
    NaeZones ports = nae_zones_none();
    NAE_EACH_ZONE(port, nae_zones_of(se->s, nae_marked(se->s, fleets, NAE_AT, NAE_AT_PORT)))
    {
        if (nae_friendly_port(se->d, se->s, port, se->side) &&
            nae_side_of_zone(se->s, port) == se->side) { /* who has landed stays ashore */
            nae_zones_add(&ports, port);
        }
    }
    return ports;
}

/* ------------------------------------------------------------------ chances */

/* Half pips that fleets throw in battle on the average [17.3.1]. */
static int weight_of(const NaeSense *se, uint32_t fleets)
{
    int weight = 0;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        weight += DIE + 2 * nae_fleet(se->d, fleet)->tactical;
    }
    return weight;
}

static int chance_of_battle(const NaeSense *se, uint32_t ours, uint32_t foe)
{
    const int chance = 50 + PIP * (weight_of(se, ours) - weight_of(se, foe)) / 2;
    return chance < 100 - SURE ? 100 - SURE : chance > SURE ? SURE : chance;
}

/* Of not being caught by a squadron of the enemy, or of beating it [17.2.5]. */
static int chance_past(const NaeSense *se, uint32_t ours, uint32_t foe)
{
    if (foe == 0) {
        return 100;
    }
    const int faces = 7 - (int)se->d->table.naval_intercept + (int)nae_fleet_initiative(se->d, foe);
    const int caught = faces < 0 ? 0 : faces > 6 ? 6 : faces;
    return 100 - caught * (100 - chance_of_battle(se, ours, foe)) / 6;
}

static int chance_into(const NaeSense *se, uint32_t ours, unsigned sea)
{
    const unsigned enemy = nae_other(se->side);
    int chance = chance_past(se, ours, nae_fleets_at(se->s, se->d, enemy, NAE_AT_SEA, sea));
    NAE_EACH_ZONE(port, se->d->ports_on[sea])
    {
        chance = chance * chance_past(se, ours, nae_fleets_at(se->s, se->d, enemy, NAE_AT_BOX, port)) / 100;
    }
    return chance;
}

/* From the sea zones that are reached on to the next ones, while points are left beside those for landing. */
static void sail_on(const NaeSense *se, uint32_t fleets, int steps, int chance[NAE_SEAS])
{
    int into[NAE_SEAS];
    uint32_t asked = 0; /* seas whose into is known: most are out of reach */
    for (int step = 0; step < steps; step++) {
        int next[NAE_SEAS];
        bool risen = false;
        memcpy(next, chance, sizeof next);
        for (unsigned from = 0; from < NAE_SEAS; from++) {
            for (uint32_t on = chance[from] > 0 ? se->d->sea[from].adjacent : 0; on != 0; on &= on - 1U) {
                const unsigned to = (unsigned)__builtin_ctz(on);
                if ((asked >> to & 1U) == 0) {
                    into[to] = chance_into(se, fleets, to);
                    asked |= 1U << to;
                }
                const int through = chance[from] * into[to] * DIRECT / 10000;
                if (through > next[to] && nae_sea_open(se->d, se->s, fleets, from, to)) {
                    next[to] = through;
                    risen = true;
                }
            }
        }
        if (!risen) {
            return;
        }
        memcpy(chance, next, sizeof next);
    }
}

void nae_waters_from_sea(const NaeSense *se, uint32_t fleets, unsigned sea, int points, int chance[NAE_SEAS])
{
    memset(chance, 0, NAE_SEAS * sizeof *chance);
    chance[sea] = points < TO_LAND ? 0 : chance_into(se, fleets, sea);
    sail_on(se, fleets, points - TO_LAND, chance);
}

void nae_waters_from_port(const NaeSense *se, uint32_t fleets, unsigned port, int chance[NAE_SEAS])
{
    const uint32_t blockaders = nae_fleets_at(se->s, se->d, nae_other(se->side), NAE_AT_BOX, port);
    const int out = blockaders == 0 ? 100 : chance_of_battle(se, fleets, blockaders); /* [17.2.7] */
    const int points = (int)nae_fleet_speed(se->d, fleets) - 1;
    memset(chance, 0, NAE_SEAS * sizeof *chance);
    for (unsigned sea = 0; sea < NAE_SEAS && points >= TO_LAND; sea++) {
        if ((se->d->waters[port] >> sea & 1U) != 0 && nae_sea_open(se->d, se->s, fleets, NAE_NONE, sea)) {
            chance[sea] = out * chance_into(se, fleets, sea) / 100;
        }
    }
    sail_on(se, fleets, points - TO_LAND, chance);
}

int nae_waters_chance_at(const NaeSense *se, const int chance[NAE_SEAS], unsigned port)
{
    int best = 0;
    for (uint32_t seas = se->d->waters[port]; seas != 0; seas &= seas - 1U) {
        const int off = chance[__builtin_ctz(seas)];
        best = off > best ? off : best;
    }
    return best;
}

/* ------------------------------------------------------------------ worth beyond the sea */

/* Whether more troops stand in a port and next to it than its ships will carry for long: others have no
 * business there. */
static bool is_crowded(const NaeSense *se, unsigned port)
{
    unsigned steps = nae_steps(se->d, se->s, nae_standing(se->d, se->s, port, se->side));
    NAE_EACH_ZONE(next, se->d->adjacent[port])
    {
        steps += nae_steps(se->d, se->s, nae_standing(se->d, se->s, next, se->side));
    }
    return steps > ENOUGH_TROOPS;
}

NaeZones nae_waters_crowded(const NaeSense *se)
{
    NaeZones crowded = nae_zones_none();
    NAE_EACH_ZONE(port, nae_waters_embark(se))
    {
        if (is_crowded(se, port)) {
            nae_zones_add(&crowded, port);
        }
    }
    return crowded;
}

/* The squadrons that worth draws troops to, with their chances: the same for every front of the war. */
static void find_launches(NaeSense *se)
{
    se->launches = 0;
    NAE_EACH_ZONE(port, nae_zones_minus(nae_waters_embark(se), nae_waters_crowded(se)))
    {
        NaeLaunch *launch = &se->launch[se->launches++];
        launch->port = port;
        nae_waters_from_port(se, nae_waters_squadron(se, port, false), port, launch->chance);
    }
    se->has_launches = true;
}

NaeZones nae_waters_spread(NaeSense *se, int *field)
{
    NaeZones risen = nae_zones_none();
    if (!se->has_launches) {
        find_launches(se);
    }
    for (unsigned i = 0; i < se->launches; i++) {
        const unsigned port = se->launch[i].port;
        int best = 0;
        NAE_EACH_ZONE(shore, nae_waters_landable(se))
        {
            const int worth = field[shore] / 100 * nae_waters_chance_at(se, se->launch[i].chance, shore);
            best = worth > best ? worth : best;
        }
        const int left = best / 100 * se->w->landing * se->strategy->decay[se->side][VOYAGE] / 1024;
        if (left > field[port]) {
            field[port] = left;
            nae_zones_add(&risen, port);
        }
    }
    return risen;
}

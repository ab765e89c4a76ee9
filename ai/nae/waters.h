/* waters.h: squadrons and the seas before them: which own fleets lie ready, how likely they come through to
 * each sea zone, and which ports of the enemy stand open to a landing [17.2]. Internal to ai/nae. */
#ifndef MARSHAL_AI_NAE_WATERS_H
#define MARSHAL_AI_NAE_WATERS_H

#include "ai/nae/sense.h"

/* Whether the side thinks of landings at all: by its weight, and not in the Hundred Days. */
bool nae_waters_landings(const NaeSense *se);

/* Ports of the enemy without fortress, fleet or troops of his. */
NaeZones nae_waters_landable(NaeSense *se);

/* Own ports, free or blockaded, where a squadron lies. */
NaeZones nae_waters_embark(const NaeSense *se);

/* Of these, ports where more troops stand, or next to them, than the ships will carry for long. */
NaeZones nae_waters_crowded(const NaeSense *se);

/* The fleets of the side in a port as a mask of naval.h; fresh: those that may still sail this round. */
uint32_t nae_waters_squadron(const NaeSense *se, unsigned port, bool fresh);

/* Chances in a hundred of a squadron, sea zone by sea zone, to come there with points left for a landing:
 * from a port, or having just to enter a sea zone with so many points left then. */
void nae_waters_from_port(const NaeSense *se, uint32_t fleets, unsigned port, int chance[NAE_SEAS]);
void nae_waters_from_sea(const NaeSense *se, uint32_t fleets, unsigned sea, int points, int chance[NAE_SEAS]);

/* The best of these chances off a port. */
int nae_waters_chance_at(const NaeSense *se, const int chance[NAE_SEAS], unsigned port);

/* Lets worth reach over the sea: a port where a squadron lies is worth a part of what lies behind the
 * landings it can reach. field: worth by zone; returns the ports that rose. */
NaeZones nae_waters_spread(NaeSense *se, int *field);

#endif

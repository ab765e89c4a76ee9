/* zonemap.h: the whole map in sets, seen from one side: who owns, holds and fortifies what. Internal to
 * engine/nae. */
#ifndef MARSHAL_ENGINE_NAE_ZONEMAP_H
#define MARSHAL_ENGINE_NAE_ZONEMAP_H

#include "engine/nae/pieces.h"

typedef struct NaeZoneMap {
    NaeZones open; /* land the side may cross: of belligerents, of a peace it imposed, of a forced ally */
    NaeZones ours; /* owned by nations of the side */
    NaeZones our_majors; /* of those, by majors */
    NaeZones theirs;     /* by the enemy's */
    NaeZones our_seats;  /* capitals of minors of the side on their own land */
    NaeZones our_marker;
    NaeZones their_marker;
    NaeZones besieged;
    NaeZones our_fortress; /* active for the side */
    NaeZones their_fortress;
    NaeZones owner_fortress; /* intact and in the hands of its owner, whoever that is */
} NaeZoneMap;

NaeZoneMap nae_zone_map(const NaeData *d, const NaeState *s, unsigned side);
/* Zones that belong to a nation. */
NaeZones nae_land_of(const NaeState *s, unsigned nation);
/* Zones that belong to nations for which the table (of NAE_NATIONS bytes) holds a value other than 0. */
NaeZones nae_lands_where(const NaeState *s, const uint8_t table[NAE_NATIONS]);

#endif

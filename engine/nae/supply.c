/* supply.c: lines of supply [10, map 10]. */
#include "engine/nae/rules.h"
#include "engine/nae/zonemap.h"

enum { REACH = 2 }; /* movement points between two links of a chain [10.3] */

/* What does not change during one question. */
typedef struct Lines {
    const NaeData *d;
    const NaeState *s;
    unsigned side;
    unsigned nation;  /* whose supply it is */
    NaeZones blocked; /* zones no path may enter */
    NaeZones links;   /* active fortresses and depots that carry the chain on */
    NaeZones sources;
    NaeZones ports; /* ends of sea hops */
    NaeZoneMap map;
    uint32_t shut; /* sea zones only the enemy holds */
} Lines;

/* ---- who sits where ---- */

/* Zones where a side has land pieces in the field. */
static NaeZones presence(const NaeData *d, const NaeState *s, unsigned side)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(piece, nae_pieces_and(s->owned[side], d->land))
    {
        if (s->place[piece] < NAE_ZONES && !nae_bit(s, piece, NAE_INSIDE)) {
            nae_zones_add(&zones, s->place[piece]);
        }
    }
    return zones;
}

static uint32_t seas_held(const NaeData *d, const NaeState *s, unsigned side)
{
    uint32_t seas = 0;
    NAE_EACH_PIECE(fleet, nae_pieces_and(s->owned[side], d->fleets))
    {
        if ((s->bits[fleet] & NAE_AT) == NAE_AT_SEA) {
            seas |= 1U << s->place[fleet];
        }
    }
    return seas;
}

/* Land a side's supply may cross though it is at peace: that of a forced peace it imposed, and of a forced
 * ally [10.8]. */
static bool open_land(const NaeState *s, unsigned owner, unsigned side)
{
    const unsigned status = nae_status(s, owner);
    const unsigned major = owner < NAE_MAJORS ? owner : s->minor[owner - NAE_MAJORS].patron;
    if (status == NAE_FORCED_ALLIANCE || status == NAE_FORCED_PEACE) {
        return major < NAE_MAJORS && s->major[major].victor < NAE_MAJORS &&
               nae_side_of(s, s->major[major].victor) == side;
    }
    return false;
}

bool nae_open_land(const NaeState *s, unsigned owner, unsigned side)
{
    return nae_side_of(s, owner) != NAE_NOBODY || open_land(s, owner, side);
}

/* ---- links and sources ---- */

/* Where the revolts of the Serbs and of Tyrol have their source, NAE_NONE for other nations [18C, 23C]. */
static unsigned revolt_source(const NaeData *d, unsigned nation)
{
    return nation == NAE_CHOUANS + 1   ? nae_zone_by_id(d, "belgrade")
           : nation == NAE_CHOUANS + 2 ? nae_zone_by_id(d, "innsbruck")
                                       : (unsigned)NAE_NONE;
}

/* Capitals of a nation that the enemy does not hold [10.1]. */
static NaeZones free_capitals(const Lines *l, unsigned nation)
{
    NaeZones zones = nae_zones_none();
    const NaeNation *n = &l->d->nation[nation];
    for (unsigned i = 0; i < n->capitals; i++) {
        nae_zones_add(&zones, n->capital[i]);
    }
    return nae_zones_minus(nae_zones_minus(zones, l->map.their_marker), l->map.besieged);
}

/* Fortresses that carry the chain on: active for the side, or of a forced ally [10.2, 10.8]. */
static NaeZones fortress_links(const Lines *l)
{
    NaeZones zones = l->map.our_fortress;
    if (l->side == NAE_EMPIRE) {
        for (unsigned n = 0; n < NAE_MAJORS; n++) {
            if (nae_status(l->s, n) == NAE_FORCED_ALLIANCE) {
                zones = nae_zones_or(zones, nae_zones_and(nae_land_of(l->s, n), l->map.owner_fortress));
            }
        }
    }
    return nae_zones_minus(zones, l->map.besieged);
}

/* Sources of a nation: its capitals, its own active fortresses, and capitals of allied minors that are
 * fortresses; units of minors use those of every major of their side too [10.1]. */
static NaeZones sources_of(const Lines *l, NaeZones fortresses)
{
    uint8_t owners[NAE_NATIONS] = {0};
    uint8_t minors[NAE_NATIONS] = {0};
    NaeZones zones = nae_zones_none();
    for (unsigned n = 0; n < NAE_NATIONS; n++) {
        const bool ally = nae_side_of(l->s, n) == l->side;
        if (n == l->nation || (!nae_is_major(l->nation) && nae_is_major(n) && ally)) {
            owners[n] = 1;
            zones = nae_zones_or(zones, free_capitals(l, n));
        }
        minors[n] = !nae_is_major(n) && ally ? 1 : 0;
    }
    const unsigned revolt = revolt_source(l->d, l->nation);
    if (revolt != NAE_NONE && nae_marker(l->s, revolt) != NAE_EMPIRE && !nae_besieged(l->s, revolt)) {
        nae_zones_add(&zones, revolt);
    }
    const NaeZones active = nae_zones_and(fortresses, l->map.our_fortress);
    zones = nae_zones_or(zones, nae_zones_and(nae_lands_where(l->s, owners), active));
    const NaeZones seats =
        nae_zones_and(nae_zones_and(fortresses, l->d->minor_capitals), nae_lands_where(l->s, minors));
    return nae_zones_or(zones, seats);
}

/* Depots that carry the chain: fixed ones of the nation; for minors those of any major of the side [10.2]. */
static NaeZones depot_links(const Lines *l)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(depot, nae_pieces_and(l->s->owned[l->side], l->d->depots))
    {
        const bool ours = l->d->nation_of[depot] == l->nation || !nae_is_major(l->nation);
        if (ours && nae_on_map(l->s, depot) && nae_bit(l->s, depot, NAE_FIXED) &&
            !(nae_bit(l->s, depot, NAE_INSIDE) && nae_besieged(l->s, l->s->place[depot]))) {
            nae_zones_add(&zones, l->s->place[depot]);
        }
    }
    return zones;
}

/* Ports that enemy squadrons blockade. */
static NaeZones blockaded_ports(const Lines *l)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(fleet, nae_pieces_and(l->s->owned[nae_other(l->side)], l->d->fleets))
    {
        if ((l->s->bits[fleet] & NAE_AT) == NAE_AT_BOX) {
            nae_zones_add(&zones, l->s->place[fleet]);
        }
    }
    return zones;
}

static Lines lines_of(const NaeData *d, const NaeState *s, unsigned side, unsigned nation, unsigned zone,
                      unsigned barred)
{
    Lines l = {.d = d, .s = s, .side = side, .nation = nation, .map = nae_zone_map(d, s, side)};
    const NaeZones held = nae_zones_or(l.map.their_marker, nae_zones_minus(l.map.theirs, l.map.our_marker));
    l.blocked = presence(d, s, nae_other(side));
    if (zone != NAE_NONE) {
        nae_zones_drop(&l.blocked, zone);
    }
    if (barred != NAE_NONE) {
        nae_zones_add(&l.blocked, barred);
    }
    l.blocked = nae_zones_or(l.blocked, nae_zones_minus(d->all_zones, l.map.open));
    l.blocked = nae_zones_or(l.blocked, nae_zones_and(d->controllable, held));
    l.blocked = nae_zones_or(l.blocked, nae_zones_minus(l.map.their_fortress, l.map.besieged));
    const NaeZones fortresses = fortress_links(&l);
    l.links = nae_zones_or(depot_links(&l), fortresses);
    l.sources = nae_zones_minus(sources_of(&l, fortresses), l.blocked);
    l.shut = seas_held(d, s, nae_other(side)) & ~seas_held(d, s, side);
    l.ports = nae_zones_minus(nae_zones_and(l.links, d->ports), blockaded_ports(&l));
    return l;
}

/* ---- search ---- */

/* Whether the edge carries supply: no strait that only the enemy holds [10.5]; mountains without pass are too
 * far. */
static bool edge_open(const Lines *l, const NaeEdge *edge)
{
    return edge->terrain != NAE_EDGE_STRAIT || edge->open != 0 || (l->shut >> edge->sea & 1U) == 0;
}

static unsigned hop_cost(const NaeData *d, unsigned from, const NaeEdge *edge)
{
    if (edge->terrain == NAE_EDGE_FULL) {
        return REACH; /* Acre and Alexandretta are a hop of their own [10.3] */
    }
    (void)from;
    return d->table.extra[edge->terrain] + d->zone[edge->zone].entry;
}

/* Zones within reach of a start, a first step only to `only` if that is a zone. */
static NaeZones reach(const Lines *l, unsigned start, unsigned only)
{
    NaeZones near = nae_zones_none();
    const NaeZone *zone = &l->d->zone[start];
    for (unsigned i = 0; i < zone->neighbors; i++) {
        const NaeEdge *edge = &zone->edge[i];
        const unsigned cost = hop_cost(l->d, start, edge);
        if ((only != NAE_NONE && edge->zone != only) || cost > REACH || !edge_open(l, edge) ||
            nae_zones_in(l->blocked, edge->zone)) {
            continue;
        }
        nae_zones_add(&near, edge->zone);
        const NaeZone *next = &l->d->zone[edge->zone];
        for (unsigned k = 0; k < next->neighbors && cost < REACH; k++) {
            if (cost + hop_cost(l->d, edge->zone, &next->edge[k]) <= REACH && edge_open(l, &next->edge[k]) &&
                !nae_zones_in(l->blocked, next->edge[k].zone)) {
                nae_zones_add(&near, next->edge[k].zone);
            }
        }
    }
    return near;
}

/* Ports that a sea hop from one reaches: through sea zones that are not the enemy's alone [10.4]. */
static NaeZones sea_hop(const Lines *l, unsigned port, uint32_t *seen)
{
    uint32_t seas = 0;
    NaeZones near = nae_zones_none();
    for (unsigned i = 0; i < 2; i++) {
        seas |= l->d->zone[port].seas[i] != NAE_NONE ? 1U << l->d->zone[port].seas[i] : 0;
    }
    seas &= ~l->shut;
    if ((seas & ~*seen) == 0) {
        return near; /* ports of this sea have been reached before */
    }
    for (uint32_t before = 0; before != seas;) {
        before = seas;
        for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
            seas |= (before >> sea & 1U) != 0 ? l->d->sea[sea].adjacent & ~l->shut : 0;
        }
    }
    *seen |= seas;
    NAE_EACH_ZONE(other, l->ports)
    {
        for (unsigned i = 0; i < 2; i++) {
            if (l->d->zone[other].seas[i] != NAE_NONE && (seas >> l->d->zone[other].seas[i] & 1U) != 0) {
                nae_zones_add(&near, other);
            }
        }
    }
    return near;
}

/* Follows links from a first set of zones until a source is met. */
static bool follow(const Lines *l, NaeZones near)
{
    NaeZones seen = nae_zones_none();
    uint32_t sea = 0;
    for (;;) {
        if (nae_zones_meet(near, l->sources)) {
            return true;
        }
        NaeZones open = nae_zones_minus(nae_zones_and(near, l->links), seen);
        if (nae_zones_empty(open)) {
            return false;
        }
        seen = nae_zones_or(seen, open);
        NAE_EACH_ZONE(link, open)
        {
            near = nae_zones_or(near, reach(l, link, NAE_NONE));
            if (nae_zones_in(l->ports, link)) {
                near = nae_zones_or(near, sea_hop(l, link, &sea));
            }
        }
    }
}

/* The Chouans need no source in Poitou and Brittany; the Serbs and the Tyrolean corps none where theirs is
 * [special rule of 1815; 18C, 23C, 25C]. */
static bool at_home(const NaeData *d, const NaeState *s, unsigned nation, unsigned zone)
{
    static const char *const lands[] = {"poitou", "bretagne"};
    if (nation != NAE_CHOUANS) {
        return zone == revolt_source(d, nation) && nae_marker(s, zone) != NAE_EMPIRE &&
               !nae_besieged(s, zone);
    }
    const unsigned province = d->zone[zone].province;
    for (unsigned i = 0; i < 2 && province != NAE_NONE; i++) {
        if (strcmp(d->province_id[province], lands[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool nae_is_supplied(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned from,
                     unsigned barred)
{
    const unsigned first = nae_pieces_first(set);
    assert(first != NAE_NONE && zone < d->zones);
    const unsigned side = nae_side_of_piece(s, first);
    unsigned nation = nae_force_nation(d, s, set);
    if (side == NAE_NOBODY || at_home(d, s, nation, zone)) {
        return true; /* powers at peace count as supplied */
    }
    if (nae_pieces_in(s->expeditionary, nae_pieces_first(nae_pieces_and(set, d->units)))) {
        nation =
            nae_side_of_piece(s, first) == NAE_EMPIRE ? NAE_ITALY : nation; /* as a French minor [10.8] */
    }
    const bool inside = nae_bit(s, first, NAE_INSIDE) && nae_besieged(s, zone);
    const Lines l = lines_of(d, s, side, nation, zone, barred);
    if (inside) {
        uint32_t sea = 0;
        /* A besieged garrison traces by sea only [10.4]. */
        return nae_zones_in(d->ports, zone) && !nae_port_blockaded(d, s, zone, side) &&
               follow(&l, sea_hop(&l, zone, &sea));
    }
    if (from != NAE_NONE) {
        return follow(&l, reach(&l, zone, from)); /* 10.6: the zone itself is neither source nor link */
    }
    NaeZones near = nae_zones_or(reach(&l, zone, NAE_NONE), nae_zones_one(zone));
    if (nae_zones_in(l.blocked, zone)) {
        nae_zones_drop(&near, zone);
    }
    return follow(&l, near);
}

/* Zones from which a link is within reach: the search turned round. */
static NaeZones reach_back(const Lines *l, unsigned link)
{
    NaeZones near = nae_zones_none();
    const NaeZone *zone = &l->d->zone[link];
    for (unsigned i = 0; i < zone->neighbors; i++) {
        const NaeEdge *edge = &zone->edge[i];
        const unsigned cost =
            edge->terrain == NAE_EDGE_FULL ? REACH : l->d->table.extra[edge->terrain] + (unsigned)zone->entry;
        if (cost > REACH || !edge_open(l, edge)) {
            continue;
        }
        nae_zones_add(&near, edge->zone);
        if (cost == REACH || nae_zones_in(l->blocked, edge->zone)) {
            continue;
        }
        const NaeZone *before = &l->d->zone[edge->zone];
        for (unsigned k = 0; k < before->neighbors; k++) {
            const NaeEdge *first = &before->edge[k];
            if (first->terrain != NAE_EDGE_FULL &&
                cost + l->d->table.extra[first->terrain] + before->entry <= REACH && edge_open(l, first)) {
                nae_zones_add(&near, first->zone);
            }
        }
    }
    return near;
}

NaeZones nae_supply_zones(const NaeData *d, const NaeState *s, unsigned side, unsigned nation)
{
    const Lines l = lines_of(d, s, side, nation, NAE_NONE, NAE_NONE);
    NaeZones all = nae_zones_minus(l.sources, l.blocked);
    NaeZones todo = all;
    NaeZones seen = nae_zones_none();
    uint32_t sea = 0;
    while (!nae_zones_empty(todo)) {
        const unsigned link = nae_zones_take(&todo);
        nae_zones_add(&seen, link);
        NaeZones near = reach_back(&l, link);
        if (nae_zones_in(l.ports, link)) {
            near = nae_zones_or(near, sea_hop(&l, link, &sea));
        }
        all = nae_zones_or(all, near);
        todo = nae_zones_or(todo,
                            nae_zones_minus(nae_zones_minus(nae_zones_and(near, l.links), l.blocked), seen));
    }
    return all;
}

bool nae_check_supply(NaePlay *p, NaePieces set, unsigned zone, unsigned from, unsigned barred)
{
    const bool supplied = nae_is_supplied(p->d, p->s, set, zone, from, barred);
    NAE_EACH_PIECE(piece, set)
    {
        if (supplied) {
            nae_clear_bit(p->s, piece, NAE_UNSUPPLIED);
        } else {
            nae_set_bit(p->s, piece, NAE_UNSUPPLIED);
        }
    }
    return supplied;
}

bool nae_field_supplied(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces set = nae_field(d, s, zone, side);
    return nae_has_units(d, set) && nae_is_supplied(d, s, set, zone, NAE_NONE, NAE_NONE);
}

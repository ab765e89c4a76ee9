/* supply.c: lines of supply [10, map 10]. */
#include "engine/nae/forecast.h"
#include "engine/nae/rules.h"
#include "engine/nae/scratch.h"
#include "engine/nae/zonemap.h"

enum { REACH = 2 }; /* movement points between two links of a chain [10.3] */

/* What does not change during one question. */
typedef struct Lines {
    const NaeData *d;
    const NaeState *s;
    unsigned side;
    unsigned nation; /* whose supply it is */
    NaeLines by;
    const NaeSight *sight;
} Lines;

/* ---- who sits where ---- */

static uint32_t seas_held(const NaeData *d, const NaeState *s, unsigned side)
{
    assert(side < SEAT_COUNT);
    uint32_t seas = 0;
    const NaePieces fleets = nae_pieces_and(s->owned[side], d->fleets);
    NAE_EACH_PIECE(fleet, nae_marked(s, fleets, NAE_AT, NAE_AT_SEA)) { seas |= 1U << s->place[fleet]; }
    return seas;
}

/* Land a side's supply may cross though it is at peace: that of a forced peace it imposed, and of a forced
 * ally [10.8]. */
static bool open_land(const NaeState *s, unsigned land, unsigned side)
{
    const unsigned owner = nae_whole_of(s, land);
    const unsigned status = nae_status(s, owner);
    const unsigned major = owner < NAE_MAJORS ? owner : s->minor[owner - NAE_MAJORS].patron;
    if (status == NAE_FORCED_ALLIANCE || status == NAE_FORCED_PEACE) {
        return major < NAE_MAJORS && nae_victor_side(s, major) == side;
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
    return nation == NAE_CHOUANS + 1   ? d->place.belgrade
           : nation == NAE_CHOUANS + 2 ? d->place.innsbruck
                                       : (unsigned)NAE_NONE;
}

/* Capitals of a nation that the enemy does not hold [10.1]. */
static NaeZones free_capitals(const Lines *l, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    NaeZones zones = nae_zones_none();
    const NaeNation *n = &l->d->nation[nation];
    for (unsigned i = 0; i < n->capitals; i++) {
        nae_zones_add(&zones, n->capital[i]);
    }
    return nae_zones_minus(nae_zones_minus(zones, l->sight->map.their_marker), l->sight->map.besieged);
}

/* Fortresses that carry the chain on: active for the side, or of a forced ally and the minors that share its
 * status [8.1.4, 10.2, 10.8]. */
static NaeZones fortress_links(const NaeState *s, const NaeZoneMap *map, unsigned side)
{
    NaeZones zones = map->our_fortress;
    if (side == NAE_EMPIRE) {
        for (unsigned n = 0; n < NAE_NATIONS; n++) {
            if (nae_status(s, n) == NAE_FORCED_ALLIANCE) {
                zones = nae_zones_or(zones, nae_zones_and(nae_land_of(s, n), map->owner_fortress));
            }
        }
    }
    return nae_zones_minus(zones, map->besieged);
}

/* In 1815 the Chouans away from home have sources of their own, and no others [20.1]. */
static bool needs_british_port(const NaeData *d, unsigned nation)
{
    return nation == NAE_CHOUANS && d->setup.victory == NAE_VICTORY_1815;
}

/* Ports that the side holds, without a siege, with a fixed depot of the British. */
static NaeZones british_ports(const Lines *l)
{
    const NaePieces depots = nae_of_nation(l->d, l->d->depots, NAE_BRITAIN);
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(depot, nae_marked(l->s, depots, NAE_FIXED, NAE_FIXED))
    {
        if (nae_on_map(l->s, depot) && nae_holder(l->s, l->s->place[depot]) == l->side) {
            nae_zones_add(&zones, l->s->place[depot]);
        }
    }
    return nae_zones_minus(nae_zones_and(zones, l->d->ports), l->sight->map.besieged);
}

/* Sources of a nation: its capitals, its own active fortresses, and capitals of allied minors that are
 * fortresses; units of minors use those of every major of their side too [10.1]. */
static NaeZones sources_of(const Lines *l)
{
    if (needs_british_port(l->d, l->nation)) {
        return british_ports(l);
    }
    NaeZones zones = l->nation < NAE_NATIONS ? free_capitals(l, l->nation) : nae_zones_none();
    NaeZones land = l->nation < NAE_NATIONS ? nae_land_of(l->s, l->nation) : nae_zones_none();
    for (unsigned n = 0; n < NAE_MAJORS && !nae_is_major(l->nation); n++) {
        if (nae_side_of(l->s, n) == l->side) {
            zones = nae_zones_or(zones, free_capitals(l, n));
        }
    }
    if (!nae_is_major(l->nation)) {
        land = nae_zones_or(land, l->sight->map.our_majors);
    }
    const unsigned revolt = revolt_source(l->d, l->nation);
    if (revolt != NAE_NONE && nae_marker(l->s, revolt) != NAE_EMPIRE && !nae_besieged(l->s, revolt)) {
        nae_zones_add(&zones, revolt);
    }
    const NaeZones fortresses = l->sight->fortresses;
    const NaeZones active = nae_zones_and(fortresses, l->sight->map.our_fortress);
    zones = nae_zones_or(zones, nae_zones_and(land, active));
    return nae_zones_or(zones, nae_zones_and(fortresses, l->sight->map.our_seats));
}

/* Depots that carry the chain: fixed ones of the nation; for minors those of any major of the side [10.2]. */
static NaeZones depot_links(const Lines *l)
{
    const NaePieces depots = nae_pieces_and(l->s->owned[l->side], l->d->depots);
    const NaePieces ours = nae_is_major(l->nation) ? nae_of_nation(l->d, depots, l->nation) : depots;
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(depot, nae_marked(l->s, ours, NAE_FIXED, NAE_FIXED))
    {
        if (nae_on_map(l->s, depot) &&
            !(nae_bit(l->s, depot, NAE_INSIDE) && nae_besieged(l->s, l->s->place[depot]))) {
            nae_zones_add(&zones, l->s->place[depot]);
        }
    }
    return zones;
}

/* Ports that enemy squadrons blockade. */
static NaeZones blockaded_ports(const NaeData *d, const NaeState *s, unsigned side)
{
    const NaePieces fleets = nae_pieces_and(s->owned[nae_other(side)], d->fleets);
    return nae_zones_of_few(s, nae_marked(s, fleets, NAE_AT, NAE_AT_BOX));
}

NaeSight nae_sight_on(const NaeData *d, const NaeState *s, unsigned side, const NaeZoneMap *known)
{
    NaeSight sight = {.map = *known};
    const NaeZoneMap *map = &sight.map;
    /* A fortress under siege bars the way no more, nor does its town [13.3]. */
    const NaeZones held =
        nae_zones_minus(nae_zones_or(map->their_marker, nae_zones_minus(map->theirs, map->our_marker)),
                        nae_zones_and(map->their_fortress, map->besieged));
    const NaePieces enemies = nae_pieces_and(s->owned[nae_other(side)], d->land);
    const NaePieces inside = nae_with(s, enemies, NAE_INSIDE);
    sight.foes = nae_zones_of(s, nae_pieces_minus(enemies, inside));
    sight.enemies = nae_zones_or(sight.foes, nae_zones_of_few(s, inside));
    sight.closed = nae_zones_minus(d->all_zones, map->open);
    sight.closed = nae_zones_or(sight.closed, nae_zones_and(d->controllable, held));
    sight.closed = nae_zones_or(sight.closed, nae_zones_minus(map->their_fortress, map->besieged));
    sight.fortresses = fortress_links(s, map, side);
    sight.blockaded = blockaded_ports(d, s, side);
    sight.shut = seas_held(d, s, nae_other(side)) & ~seas_held(d, s, side);
    return sight;
}

NaeSight nae_sight(const NaeData *d, const NaeState *s, unsigned side)
{
    const NaeZoneMap map = nae_zone_map(d, s, side);
    return nae_sight_on(d, s, side, &map);
}

/* The lines of a nation; foes: where they bar the way. */
static Lines lines_of(const NaePlay *p, const NaeSight *sight, unsigned side, unsigned nation, NaeZones foes)
{
    Lines l = {.d = p->d, .s = p->s, .side = side, .nation = nation, .sight = sight};
    l.by.blocked = nae_zones_or(foes, sight->closed);
    const NaeZones links = nae_zones_or(depot_links(&l), sight->fortresses);
    l.by.links = nae_zones_minus(links, l.by.blocked);
    l.by.sources = nae_zones_minus(sources_of(&l), l.by.blocked);
    /* Friendly ports without blockade or siege; with the enemy in the field they are the end for their own
     * troops only, as no line crosses them [13.3]. */
    l.by.ports =
        nae_zones_minus(nae_zones_and(links, p->d->ports),
                        nae_zones_or(nae_zones_or(sight->blockaded, sight->map.besieged), sight->closed));
    l.by.shut = sight->shut;
    return l;
}

/* ---- search ---- */

/* Whether the edge carries supply: no strait that only the enemy holds [10.5]; mountains without pass are too
 * far. */
static bool edge_open(const Lines *l, const NaeEdge *edge)
{
    return edge->terrain != NAE_EDGE_STRAIT || edge->open != 0 || (l->by.shut >> edge->sea & 1U) == 0;
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
            nae_zones_in(l->by.blocked, edge->zone)) {
            continue;
        }
        nae_zones_add(&near, edge->zone);
        const NaeZone *next = &l->d->zone[edge->zone];
        for (unsigned k = 0; k < next->neighbors && cost < REACH; k++) {
            if (cost + hop_cost(l->d, edge->zone, &next->edge[k]) <= REACH && edge_open(l, &next->edge[k]) &&
                !nae_zones_in(l->by.blocked, next->edge[k].zone)) {
                nae_zones_add(&near, next->edge[k].zone);
            }
        }
    }
    return near;
}

/* Ports that a sea hop from one reaches: through sea zones that are not the enemy's alone [10.4]. */
static NaeZones sea_hop(const Lines *l, unsigned port, uint32_t *seen)
{
    NaeZones near = nae_zones_none();
    uint32_t seas = l->d->waters[port] & ~l->by.shut & ~*seen; /* ports of the others have been reached */
    for (uint32_t next = seas; next != 0;) {                   /* all that lies open from there */
        const unsigned sea = (unsigned)__builtin_ctz(next);
        const uint32_t more = l->d->sea[sea].adjacent & ~l->by.shut & ~seas;
        seas |= more;
        next = (next & (next - 1U)) | more;
        near = nae_zones_or(near, l->d->ports_on[sea]);
    }
    *seen |= seas;
    return nae_zones_and(near, l->by.ports);
}

/* Follows links from a first set of zones until a source is met. */
static bool follow(const Lines *l, NaeZones near)
{
    NaeZones seen = nae_zones_none();
    uint32_t sea = 0;
    for (;;) {
        if (nae_zones_meet(near, l->by.sources)) {
            return true;
        }
        NaeZones open = nae_zones_minus(nae_zones_and(near, l->by.links), seen);
        if (nae_zones_empty(open)) {
            return false;
        }
        seen = nae_zones_or(seen, open);
        NAE_EACH_ZONE(link, open)
        {
            near = nae_zones_or(near, reach(l, link, NAE_NONE));
            if (nae_zones_in(l->by.ports, link)) {
                near = nae_zones_or(near, sea_hop(l, link, &sea));
            }
        }
    }
}

/* The Chouans need no source in Poitou and Brittany; the Serbs and the Tyrolean corps none where theirs is
 * [special rule of 1815; 18C, 23C, 25C]. */
static bool at_home(const NaeData *d, const NaeState *s, unsigned nation, unsigned zone)
{
    if (nation != NAE_CHOUANS) {
        return zone == revolt_source(d, nation) && nae_marker(s, zone) != NAE_EMPIRE &&
               !nae_besieged(s, zone);
    }
    return nae_zones_in(d->revolt[0], zone);
}

static NaeZones by_straits(const Lines *l, NaeZones neighbors, unsigned zone)
{
    assert(zone < NAE_ZONES);
    const NaeZone *z = &l->d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        if (!edge_open(l, &z->edge[i])) {
            nae_zones_drop(&neighbors, z->edge[i].zone);
        }
    }
    return neighbors;
}

/* Neighbours of a zone without those across straits that are closed. */
static inline NaeZones by_open_edges(const Lines *l, NaeZones neighbors, unsigned zone)
{
    return l->by.shut != 0 && nae_zones_in(l->d->straits, zone) ? by_straits(l, neighbors, zone) : neighbors;
}

/* From where a link is reached in one hop, of a step or two: what is a step of one point away passes supply
 * on for a step of one point more. */
static NaeZones hops_around(const Lines *l, unsigned link)
{
    NaeZones near = by_open_edges(l, l->d->hop[link], link);
    NAE_EACH_ZONE(zone, nae_zones_minus(by_open_edges(l, l->d->half_hop[link], link), l->by.blocked))
    {
        near = nae_zones_or(near, by_open_edges(l, l->d->half_hop[zone], zone));
    }
    return near;
}

/* From where links are reached, none of them at a strait or next to one that may be closed. Where nothing
 * bars the way both steps of a hop are taken at once; else those that may be gone on from are added to half.
 * No branch: what bars the way no machine foresees. */
static inline NaeZones hops_of(const Lines *l, NaeZones links, NaeZones *half, NaeZones *through)
{
    const NaeData *d = l->d;
    const NaeZones blocked = l->by.blocked;
    NaeZones near = nae_zones_none();
    NaeZones halves = nae_zones_none();
    NaeZones barred = nae_zones_none();
    NAE_EACH_ZONE(link, links)
    {
        const NaeZones step = d->half_hop[link];
        const uint64_t usual = nae_zones_meet(step, blocked) ? 0 : ~0ULL;
        const NaeQuad both = {usual, usual, usual, usual};
        halves.w |= step.w;
        barred.w |= step.w & ~both;
        near.w |= d->hop[link].w | (d->two_hops[link].w & both);
    }
    *half = nae_zones_minus(barred, blocked);
    *through = nae_zones_or(*through, halves);
    return near;
}

/* All from where a nation's sources are reached: the search turned round, a wave of links at a time. found:
 * what is known already from some of the sources by the same links, nothing at first. through: where lines go
 * on from one step to the next. */
static NaeSupply search(const Lines *l, NaeSupply found, NaeZones *through)
{
    const NaeData *d = l->d;
    uint32_t sea = 0;
    const NaeZones straits = l->by.shut != 0 ? d->near_straits : nae_zones_none();
    const NaeZones start = nae_zones_minus(l->by.sources, found.seats);
    NaeZones spread = nae_zones_none(); /* have passed supply on */
    NaeZones passed = *through;
    found.near = nae_zones_or(found.near, start);
    for (NaeZones wave = start; !nae_zones_empty(wave);) {
        NaeZones half;
        found.seats = nae_zones_or(found.seats, wave);
        NaeZones near = hops_of(l, nae_zones_minus(wave, straits), &half, &passed);
        half = nae_zones_minus(half, spread);
        spread = nae_zones_or(spread, half);
        NAE_EACH_ZONE(zone, half) { near = nae_zones_or(near, d->half_hop[zone]); }
        NAE_EACH_ZONE(link, nae_zones_and(wave, straits))
        {
            near = nae_zones_or(near, hops_around(l, link));
            passed = nae_zones_or(passed, d->half_hop[link]);
        }
        NAE_EACH_ZONE(port, nae_zones_and(wave, l->by.ports))
        {
            near = nae_zones_or(near, sea_hop(l, port, &sea));
        }
        found.near = nae_zones_or(found.near, near);
        wave = nae_zones_minus(nae_zones_and(found.near, l->by.links), found.seats);
    }
    *through = passed;
    return found;
}

void nae_prepare_supply(NaeData *d)
{
    for (unsigned z = 0; z < d->zones; z++) {
        const NaeZone *zone = &d->zone[z];
        assert(zone->entry >= 1); /* else a half hop could go on for more than one step */
        for (unsigned i = 0; i < zone->neighbors; i++) {
            const NaeEdge *edge = &zone->edge[i];
            const unsigned cost = edge->terrain == NAE_EDGE_FULL
                                      ? REACH
                                      : (unsigned)d->table.extra[edge->terrain] + zone->entry;
            if (cost <= REACH) {
                nae_zones_add(&d->hop[z], edge->zone);
            }
            if (cost < REACH) {
                nae_zones_add(&d->half_hop[z], edge->zone);
            }
            if (edge->terrain == NAE_EDGE_STRAIT && edge->open == 0) {
                nae_zones_add(&d->straits, z);
            }
        }
    }
    for (unsigned z = 0; z < d->zones; z++) {
        d->two_hops[z] = d->hop[z];
        NAE_EACH_ZONE(half, d->half_hop[z])
        {
            d->two_hops[z] = nae_zones_or(d->two_hops[z], d->half_hop[half]);
        }
        if (nae_zones_in(d->straits, z) || nae_zones_meet(d->half_hop[z], d->straits)) {
            nae_zones_add(&d->near_straits, z);
        }
    }
}

/* ---- questions ---- */

static NaeSupply worked_out(const NaePlay *p, const NaeSight *sight, unsigned side, unsigned nation)
{
    const Lines l = lines_of(p, sight, side, nation, sight->foes);
    NaeZones through = nae_zones_none();
    return search(&l, (NaeSupply){0}, &through);
}

/* Minors of a side share the depots and the sources of its majors, so what those reach is found once; what a
 * minor has of its own adds to it. */
static NaeSupply worked_out_from(const NaePlay *p, const NaeSight *sight, unsigned side, unsigned minor,
                                 const NaeSupply *shared)
{
    const Lines l = lines_of(p, sight, side, minor, sight->foes);
    NaeZones through = nae_zones_none();
    return search(&l, *shared, &through);
}

/* Whether an outlook says of a nation what would be found now; asked by assertions only. */
__attribute__((unused)) static bool still_true(const NaePlay *p, const NaeOutlook *o, unsigned side,
                                               unsigned nation)
{
    const NaeSight sight = nae_sight(p->d, p->s, side);
    const NaeSupply now = worked_out(p, &sight, side, nation);
    return memcmp(&sight, &o->sight, offsetof(NaeSight, shut)) == 0 && sight.shut == o->sight.shut &&
           memcmp(&now, &o->supply[nation], sizeof now) == 0;
}

/* Whether a search finds what it found before: it looks at all sources and ports, but at links only among the
 * zones that it comes to, and at closed zones only where it goes through. */
static bool finds_the_same(const NaeLines *then, const NaeLines *now, NaeZones near, NaeZones through)
{
    const NaeZones links = {then->links.w ^ now->links.w};
    const NaeZones blocked = {then->blocked.w ^ now->blocked.w};
    return then->shut == now->shut && nae_zones_equal(then->sources, now->sources) &&
           nae_zones_equal(then->ports, now->ports) && !nae_zones_meet(links, near) &&
           !nae_zones_meet(blocked, through);
}

/* The supply of a major, or what all minors share, on a map where something has changed. */
static void renew(const NaePlay *p, NaeOutlook *o, unsigned side, unsigned nation)
{
    const unsigned i = nae_is_major(nation) ? nation : (unsigned)NAE_MAJORS;
    const Lines l = lines_of(p, &o->sight, side, nation, o->sight.foes);
    if ((o->searched >> i & 1U) == 0 ||
        !finds_the_same(&o->lines[i], &l.by, o->supply[nation].near, o->through[i])) {
        NaeZones through = nae_zones_none();
        o->supply[nation] = search(&l, (NaeSupply){0}, &through);
        o->through[i] = through;
    }
    o->searched |= 1U << i;
    o->lines[i] = l.by;
}

static const NaeSupply *remembered(const NaePlay *p, NaeOutlook *o, unsigned side, unsigned nation)
{
    if ((o->supplies >> nation & 1U) == 0) {
        o->supplies |= 1ULL << nation;
        if (nae_is_major(nation) || nation == NAE_ANY_MINOR) {
            renew(p, o, side, nation);
        } else if (needs_british_port(p->d, nation)) {
            o->supply[nation] = worked_out(p, &o->sight, side, nation);
        } else {
            o->supply[nation] =
                worked_out_from(p, &o->sight, side, nation, remembered(p, o, side, NAE_ANY_MINOR));
        }
    }
    assert(still_true(p, o, side, nation));
    return &o->supply[nation];
}

NaeZones nae_supplied_zones(const NaePlay *p, unsigned side, unsigned nation)
{
    NaeOutlook *o = nae_outlook(p, side);
    if (o != NULL) {
        return remembered(p, o, side, nation)->near;
    }
    const NaeSight sight = nae_sight(p->d, p->s, side);
    return worked_out(p, &sight, side, nation).near;
}

/* The nation whose supply a force uses: that of its commander; an expedition under its own general, or
 * without one, is a French minor [10.8]. */
static unsigned supplying_nation(const NaePlay *p, NaePieces set, unsigned side, unsigned own)
{
    const NaePieces lent = nae_of_nation(p->d, nae_pieces_and(set, p->s->expeditionary), own);
    return side == NAE_EMPIRE && !nae_pieces_empty(lent) ? NAE_ITALY : own;
}

/* Step by step, for what no outlook holds. */
static bool follow_lines(const NaePlay *p, const NaeSight *sight, unsigned side, unsigned nation,
                         unsigned zone, unsigned from, NaeZones barred, bool inside)
{
    NaeZones foes = sight->foes;
    if (from == NAE_NONE) {
        nae_zones_drop(&foes, zone);
    }
    Lines l = lines_of(p, sight, side, nation, nae_zones_or(foes, barred));
    if (inside) {
        uint32_t sea = 0;
        /* A besieged garrison traces by sea only [10.4]. */
        return nae_zones_in(p->d->ports, zone) && !nae_port_blockaded(p->d, p->s, zone, side) &&
               follow(&l, sea_hop(&l, zone, &sea));
    }
    if (from != NAE_NONE) {
        nae_zones_drop(&l.by.sources, zone); /* 10.6: the zone itself is neither source nor link */
        nae_zones_drop(&l.by.links, zone);
        nae_zones_drop(&l.by.ports, zone);
        return follow(&l, reach(&l, zone, from));
    }
    NaeZones near = nae_zones_or(reach(&l, zone, NAE_NONE), nae_zones_one(zone));
    if (nae_zones_in(l.by.blocked, zone)) {
        nae_zones_drop(&near, zone);
    }
    return follow(&l, near);
}

/* Whether pieces of a force are in supply; the force says for which nation [13.3]. */
static bool part_supplied(const NaePlay *p, NaePieces set, NaePieces force, unsigned zone, unsigned from,
                          NaeZones barred)
{
    const unsigned first = nae_pieces_first(set);
    assert(first != NAE_NONE && zone < p->d->zones);
    const unsigned side = nae_side_of_piece(p->s, first);
    if (side == NAE_NOBODY) {
        return true; /* powers at peace count as supplied */
    }
    const unsigned own = nae_force_nation(p->d, p->s, force);
    if (own >= NAE_CHOUANS && at_home(p->d, p->s, own, zone)) {
        return true;
    }
    const unsigned nation = supplying_nation(p, force, side, own);
    const bool inside = nae_bit(p->s, first, NAE_INSIDE) && nae_besieged(p->s, zone);
    NaeOutlook *o = nae_outlook(p, side);
    if (o != NULL && from == NAE_NONE && nae_zones_empty(barred) && !inside &&
        !nae_zones_in(o->sight.foes, zone)) {
        const bool answer = (!nae_is_major(nation) && !needs_british_port(p->d, nation) &&
                             nae_zones_in(remembered(p, o, side, NAE_ANY_MINOR)->near, zone)) ||
                            nae_zones_in(remembered(p, o, side, nation)->near, zone);
        assert(answer == follow_lines(p, &o->sight, side, nation, zone, from, barred, inside));
        return answer;
    }
    NaeSight sight;
    if (o == NULL) {
        sight = nae_sight(p->d, p->s, side);
    }
    return follow_lines(p, o != NULL ? &o->sight : &sight, side, nation, zone, from, barred, inside);
}

bool nae_supplied(const NaePlay *p, NaePieces set, unsigned zone, unsigned from)
{
    return part_supplied(p, set, set, zone, from, nae_zones_none());
}

bool nae_power_traces(const NaePlay *p, unsigned power, unsigned zone)
{
    const unsigned side = nae_side_of(p->s, power);
    assert(nae_is_major(power) && side < SEAT_COUNT && zone < p->d->zones);
    NaeOutlook *o = nae_outlook(p, side);
    if (o != NULL && !nae_zones_in(o->sight.foes, zone)) {
        return nae_zones_in(remembered(p, o, side, power)->near, zone);
    }
    NaeSight sight;
    if (o == NULL) {
        sight = nae_sight(p->d, p->s, side);
    }
    return follow_lines(p, o != NULL ? &o->sight : &sight, side, power, zone, NAE_NONE, nae_zones_none(),
                        false);
}

bool nae_is_supplied(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned from)
{
    const NaePlay play = nae_reader(d, s);
    return nae_supplied(&play, set, zone, from);
}

void nae_mark_supply(NaePlay *p, NaePieces set, NaePieces unsupplied)
{
    const NaePieces bare = nae_pieces_and(set, nae_pieces_or(unsupplied, nae_cut_units(p->s)));
    nae_remark(p->s, bare, 0, NAE_UNSUPPLIED);
    nae_remark(p->s, nae_pieces_minus(set, bare), NAE_UNSUPPLIED, 0);
}

bool nae_check_supply(NaePlay *p, NaePieces set, NaePieces force, unsigned zone, unsigned from,
                      NaeZones barred)
{
    const bool supplied = part_supplied(p, set, force, zone, from, barred);
    nae_mark_supply(p, set, supplied ? nae_pieces_none() : set);
    return supplied;
}

bool nae_field_supplied(const NaePlay *p, unsigned zone, unsigned side)
{
    const NaePieces set = nae_field(p->d, p->s, zone, side);
    return nae_has_units(p->d, set) && nae_supplied(p, set, zone, NAE_NONE);
}

/* ---- the line itself, for people ---- */

/* Writes a line from its start to the end of the search; from: where each zone was reached from. */
static unsigned write_line(const uint8_t from[NAE_ZONES], unsigned start, unsigned end, uint8_t line[])
{
    unsigned length = 1;
    for (unsigned zone = end; zone != start; zone = from[zone]) {
        length++;
    }
    unsigned zone = end;
    for (unsigned i = length; i-- > 0;) {
        line[i] = (uint8_t)zone;
        zone = from[zone];
    }
    return length;
}

/* As follow, but link by link, noting where it came from. */
static unsigned trace(const Lines *l, unsigned start, uint8_t line[NAE_ZONES])
{
    uint8_t from[NAE_ZONES] = {0};
    uint32_t sea = 0;
    NaeZones seen = nae_zones_one(start);
    from[start] = (uint8_t)start;
    if (nae_zones_in(l->by.sources, start)) {
        return write_line(from, start, start, line);
    }
    for (NaeZones wave = seen; !nae_zones_empty(wave);) {
        NaeZones next = nae_zones_none();
        NAE_EACH_ZONE(link, wave)
        {
            NaeZones near = reach(l, link, NAE_NONE);
            near = nae_zones_in(l->by.ports, link) ? nae_zones_or(near, sea_hop(l, link, &sea)) : near;
            NAE_EACH_ZONE(zone, nae_zones_minus(near, seen))
            {
                from[zone] = (uint8_t)link;
                if (nae_zones_in(l->by.sources, zone)) {
                    return write_line(from, start, zone, line);
                }
                if (nae_zones_in(l->by.links, zone)) {
                    nae_zones_add(&next, zone);
                    nae_zones_add(&seen, zone);
                }
            }
        }
        wave = next;
    }
    return 0;
}

unsigned nae_supply_line(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone,
                         uint8_t line[NAE_ZONES])
{
    const NaePlay play = nae_reader(d, s);
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    line[0] = (uint8_t)zone;
    const unsigned own = nae_force_nation(d, s, set);
    if (side == NAE_NOBODY || at_home(d, s, own, zone)) {
        return 1;
    }
    const NaeSight sight = nae_sight(d, s, side);
    NaeZones foes = sight.foes;
    nae_zones_drop(&foes, zone);
    const Lines l = lines_of(&play, &sight, side, supplying_nation(&play, set, side, own), foes);
    return trace(&l, zone, line);
}

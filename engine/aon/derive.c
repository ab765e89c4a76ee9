/* derive.c: what follows from map and corps and is asked for in every decision: distances and bit sets. */
#include <assert.h>
#include <string.h>

#include "engine/aon/load.h"

/* Neighbours by ordinary borders and the Sund, which counts for distances though it is not open to everybody
 * (A27). */
static AreaSet neighbours(const AonData *data, unsigned area)
{
    return data->adjacent[area] | (area == data->sund_a ? area_bit(data->sund_b) : 0) |
           (area == data->sund_b ? area_bit(data->sund_a) : 0);
}

static AreaSet neighbours_of_set(const AonData *data, AreaSet set)
{
    AreaSet all = 0;
    while (set != 0) {
        all |= neighbours(data, bits_take(&set));
    }
    return all;
}

/* Breadth first: each round adds the areas one step farther. */
static void derive_distances(AonData *data, unsigned from)
{
    AreaSet seen = area_bit(from);
    AreaSet ring = seen;
    memset(data->distance[from], AON_NONE, sizeof data->distance[from]);
    for (uint8_t steps = 0; ring != 0; steps++) {
        for (AreaSet rest = ring; rest != 0;) {
            data->distance[from][bits_take(&rest)] = steps;
        }
        ring = neighbours_of_set(data, ring) & ~seen;
        seen |= ring;
    }
}

static void derive_country(AonData *data, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const CountrySet bit = 1U << country;
    const AreaSet areas = data->country_areas[country];
    data->insurgent_range[country] = areas | neighbours_of_set(data, areas);
    if ((areas & data->coastal) != 0) {
        data->coastal_countries |= bit;
    }
    switch ((enum aon_kind)data->kind[country]) {
    case AON_KIND_MAJOR:
        data->majors |= bit;
        data->capitals |= area_bit(data->capital[country]);
        break;
    case AON_KIND_MINOR:
        data->minors |= bit;
        break;
    case AON_KIND_DETACHABLE:
        data->detachable |= bit;
        data->detachables[data->parent[country]] |= bit;
        break;
    }
}

/* Ordinary borders with France [6.1]. */
static void derive_neighbours_of_france(AonData *data)
{
    AreaSet border = 0;
    for (AreaSet rest = data->country_areas[AON_FRANCE]; rest != 0;) {
        border |= data->adjacent[bits_take(&rest)];
    }
    for (unsigned i = 0; i < data->countries; i++) {
        if (i != AON_FRANCE && (data->country_areas[i] & border) != 0) {
            data->adjacent_to_france |= 1U << i;
        }
    }
}

void aon_derive_map(AonData *data)
{
    for (unsigned i = 0; i < data->areas; i++) {
        derive_distances(data, i);
    }
    for (unsigned i = 0; i < data->countries; i++) {
        derive_country(data, i);
    }
    derive_neighbours_of_france(data);
}

/* Allied corps of Austria, Prussia and Russia count with their patron [10.2.3]. */
static unsigned group_of(unsigned patron, bool ally)
{
    static const uint8_t home[AON_MAJORS] = {
        [AON_FRANCE] = AON_GROUP_FRANCE_HOME, [AON_BRITAIN] = AON_GROUP_BRITAIN_HOME,
        [AON_AUSTRIA] = AON_GROUP_AUSTRIA,    [AON_PRUSSIA] = AON_GROUP_PRUSSIA,
        [AON_RUSSIA] = AON_GROUP_RUSSIA,      [AON_SPAIN] = AON_GROUP_SPAIN};
    if (ally && patron == AON_FRANCE) {
        return AON_GROUP_FRENCH_MINORS;
    }
    return ally && patron == AON_BRITAIN ? AON_GROUP_BRITISH_MINORS : home[patron];
}

static void derive_one_corps(AonData *data, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned patron = data->patron[corps];
    const bool ally = data->availability[corps] == AON_MINOR_ALLY;
    const unsigned group = group_of(patron, ally);
    data->group[corps] = (uint8_t)group;
    data->all_corps = corps_with(data->all_corps, corps);
    data->of_country[data->country[corps]] = corps_with(data->of_country[data->country[corps]], corps);
    data->of_patron[patron] = corps_with(data->of_patron[patron], corps);
    data->of_group[group] = corps_with(data->of_group[group], corps);
    data->with_sr[data->sr[corps]] = corps_with(data->with_sr[data->sr[corps]], corps);
    for (unsigned sr = data->sr[corps]; sr <= AON_SR_MAX; sr++) {
        data->up_to_sr[sr] = corps_with(data->up_to_sr[sr], corps);
    }
    const unsigned availability = data->availability[corps];
    data->by_availability[availability] = corps_with(data->by_availability[availability], corps);
}

/* Order in a stack: seniority first, of equals the lower index (A112). */
static void derive_ranks(AonData *data)
{
    unsigned rank = 0;
    for (unsigned sr = AON_SR_MAX; sr > 0; sr--) {
        for (CorpsSet rest = data->with_sr[sr]; !corps_empty(rest); rank++) {
            data->rank[corps_take_first(&rest)] = (uint8_t)rank;
        }
    }
}

void aon_derive_corps(AonData *data)
{
    for (unsigned i = 0; i < data->corps; i++) {
        derive_one_corps(data, i);
    }
    data->minor_allies = data->by_availability[AON_MINOR_ALLY];
    data->invasion = data->by_availability[AON_INVASION];
    derive_ranks(data);
    for (unsigned mask = 1; mask < 1U << AON_MAJORS; mask++) {
        const unsigned lowest = bits_first(mask);
        data->patron_set[mask] = corps_or(data->patron_set[mask & (mask - 1)], data->of_patron[lowest]);
    }
}

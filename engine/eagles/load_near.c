/* load_near.c: the cities from which supply can come to each hex (map 6), worked out once. */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"

enum { REACH = 3, MET_MAX = 128 };

/* Hexes from which one hex can be reached, as they are met, each with the next one on the way there. */
typedef struct Met {
    uint16_t hex[MET_MAX];
    uint8_t mp[MET_MAX], next[MET_MAX];
    unsigned count;
    uint8_t best[EAGLES_HEXES_MAX]; /* MP, 255: not met */
} Met;

static void meet(Met *met, unsigned hex, unsigned mp, unsigned next)
{
    assert(met->count < MET_MAX);
    met->best[hex] = (uint8_t)mp;
    met->hex[met->count] = (uint16_t)hex;
    met->mp[met->count] = (uint8_t)mp;
    met->next[met->count++] = (uint8_t)next;
}

/* Hexes that no side may enter are no way. */
static void meet_around(const EaglesData *d, unsigned season, Met *met, unsigned at)
{
    const EaglesHex *h = &d->hex[met->hex[at]];
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = h->neighbour[direction];
        const unsigned mp = met->mp[at] + h->into[season][direction];
        if (mp <= REACH && mp < met->best[from] && d->hex[from].door != EAGLES_PROVINCE_SHUT) {
            meet(met, from, mp, at);
        }
    }
}

static void add_near(EaglesData *d, unsigned season, const Met *met, unsigned at, unsigned *count)
{
    assert(*count < EAGLES_NEAR_CITIES_MAX);
    EaglesNear *near = &d->near[season][(*count)++];
    *near = (EaglesNear){.city = d->hex[met->hex[at]].city, .by = {EAGLES_NO_HEX, EAGLES_NO_HEX}};
    unsigned between = 0;
    for (unsigned next = met->next[at]; next != 0; next = met->next[next]) {
        assert(between < 2);
        near->by[between++] = met->hex[next];
    }
}

void eagles_find_near_cities(EaglesData *d)
{
    Met met;
    memset(met.best, 255, sizeof met.best);
    for (unsigned season = 0; season < 2; season++) {
        unsigned count = 0;
        for (unsigned hex = 0; hex < EAGLES_HEXES_MAX; hex++) {
            d->near_first[season][hex] = (uint16_t)count;
            met.count = 0;
            if (hex < d->hexes && d->hex[hex].door != EAGLES_PROVINCE_SHUT) {
                meet(&met, hex, 0, 0);
            }
            for (unsigned level = 0; level <= REACH; level++) {
                for (unsigned i = 0; i < met.count; i++) {
                    if (met.mp[i] != level || met.best[met.hex[i]] != level) {
                        continue;
                    }
                    if (i > 0 && d->hex[met.hex[i]].city != EAGLES_NONE) {
                        add_near(d, season, &met, i, &count);
                    }
                    meet_around(d, season, &met, i);
                }
            }
            for (unsigned i = 0; i < met.count; i++) {
                met.best[met.hex[i]] = 255;
            }
        }
        d->near_first[season][EAGLES_HEXES_MAX] = (uint16_t)count;
    }
}

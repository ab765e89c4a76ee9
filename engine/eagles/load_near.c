/* load_near.c: the cities from which supply can come to each hex (map 6), and to which SP flee from there
 * (map 8.8), worked out once. */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"

enum { REACH = 3, MET_MAX = 1024 };

/* Hexes from which one hex can be reached, as they are met, each with the next one on the way there. */
typedef struct Met {
    uint16_t hex[MET_MAX];
    uint16_t next[MET_MAX];
    uint8_t mp[MET_MAX];
    unsigned count;
    uint8_t best[EAGLES_HEXES_MAX]; /* MP, 255: not met */
} Met;

static void meet(Met *met, unsigned hex, unsigned mp, unsigned next)
{
    assert(met->count < MET_MAX);
    met->best[hex] = (uint8_t)mp;
    met->hex[met->count] = (uint16_t)hex;
    met->mp[met->count] = (uint8_t)mp;
    met->next[met->count++] = (uint16_t)next;
}

/* Hexes that no side may enter are no way. */
static void meet_around(const EaglesData *d, unsigned season, Met *met, unsigned at)
{
    const EaglesHex *h = &d->hex[met->hex[at]];
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = h->neighbour[direction];
        const unsigned mp = met->mp[at] + h->into[season][direction];
        if (mp <= EAGLES_HOME_MP && mp < met->best[from] && d->land[from].door != EAGLES_PROVINCE_SHUT) {
            meet(met, from, mp, at);
        }
    }
}

static void add_near(EaglesData *d, unsigned season, const Met *met, unsigned at, unsigned *count)
{
    assert(*count < EAGLES_NEAR_CITIES_MAX);
    EaglesNear *near = &d->near[season][(*count)++];
    unsigned next = at;
    near->city = d->hex[met->hex[at]].city;
    for (unsigned between = 0; between < 2; between++) {
        next = met->next[next]; /* the first that was met leads to itself */
        near->by[between] = met->hex[next];
        near->door[between] = d->land[met->hex[next]].door;
    }
    assert(met->next[next] == 0);
}

static void add_home(EaglesData *d, unsigned season, const Met *met, unsigned at, unsigned *count)
{
    assert(*count < EAGLES_HOMES_MAX);
    EaglesHome *home = &d->home[season][(*count)++];
    unsigned doors = 0;
    *home = (EaglesHome){.city = d->hex[met->hex[at]].city, .mp = met->mp[at]};
    for (unsigned on = at;; on = met->next[on]) {
        const uint8_t door = d->land[met->hex[on]].door;
        unsigned known = 0;
        while (known < doors && home->door[known] != door) {
            known++;
        }
        if (known == EAGLES_HOME_DOORS) {
            home->door[0] = EAGLES_PROVINCE_SHUT;
        } else if (known == doors) {
            home->door[doors++] = door;
        }
        if (on == 0) {
            break;
        }
    }
    for (; doors < EAGLES_HOME_DOORS; doors++) {
        home->door[doors] = home->door[0];
    }
}

void eagles_find_near_cities(EaglesData *d)
{
    Met met;
    memset(met.best, 255, sizeof met.best);
    for (unsigned season = 0; season < 2; season++) {
        unsigned count = 0;
        unsigned homes = 0;
        for (unsigned hex = 0; hex < EAGLES_HEXES_MAX; hex++) {
            d->near_first[season][hex] = (uint16_t)count;
            d->home_first[season][hex] = (uint16_t)homes;
            met.count = 0;
            if (hex < d->hexes && d->land[hex].door != EAGLES_PROVINCE_SHUT) {
                meet(&met, hex, 0, 0);
            }
            for (unsigned level = 0; level <= EAGLES_HOME_MP; level++) {
                for (unsigned i = 0; i < met.count; i++) {
                    if (met.mp[i] != level || met.best[met.hex[i]] != level) {
                        continue;
                    }
                    const bool city = i > 0 && d->hex[met.hex[i]].city != EAGLES_NONE;
                    if (city && level <= REACH) {
                        add_near(d, season, &met, i, &count);
                    }
                    if (city) {
                        add_home(d, season, &met, i, &homes);
                    }
                    meet_around(d, season, &met, i);
                }
            }
            for (unsigned i = 0; i < met.count; i++) {
                met.best[met.hex[i]] = 255;
            }
        }
        d->near_first[season][EAGLES_HEXES_MAX] = (uint16_t)count;
        d->home_first[season][EAGLES_HEXES_MAX] = (uint16_t)homes;
    }
}

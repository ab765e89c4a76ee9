/* load_ride.c: how far leaders alone have to ride (map 7.1) where nobody is in their way, worked out once. */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"

/* Hexes met from one, by MP. */
typedef struct Ride {
    uint8_t best[EAGLES_HEXES_MAX]; /* MP, 255: not met */
    uint8_t back[EAGLES_HEXES_MAX]; /* the direction back on the way there, EAGLES_RIDE_UNKNOWN */
    uint16_t queue[EAGLES_RIDE_MAX + 1][EAGLES_HEXES_MAX];
    unsigned count[EAGLES_RIDE_MAX + 1];
} Ride;

static void meet(Ride *ride, unsigned hex, unsigned mp, unsigned back)
{
    if (mp < ride->best[hex] && ride->count[mp] < EAGLES_HEXES_MAX) {
        ride->best[hex] = (uint8_t)mp;
        ride->back[hex] = (uint8_t)back;
        ride->queue[mp][ride->count[mp]++] = (uint16_t)hex;
    }
}

/* Hexes that no side may enter are no way. */
static void ride_on(const EaglesData *d, unsigned season, Ride *ride, unsigned hex, unsigned spent)
{
    const EaglesHex *h = &d->hex[hex];
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = h->neighbour[direction];
        const unsigned mp = spent + h->cost[season][direction];
        if (mp <= EAGLES_RIDE_MAX && d->land[to].door != EAGLES_PROVINCE_SHUT) {
            const unsigned back = (direction + EAGLES_DIRECTIONS / 2U) % EAGLES_DIRECTIONS;
            const bool ferry = (d->hex[to].side[back] & EAGLES_FERRY) != 0;
            assert(d->hex[to].neighbour[back] == hex);
            meet(ride, to, mp, ferry ? (unsigned)EAGLES_RIDE_UNKNOWN : back);
        }
    }
}

/* Fills in the row of a hex, and forgets what was met. */
static void note_rides(EaglesData *d, unsigned season, Ride *ride, unsigned from)
{
    for (unsigned mp = 0; mp <= EAGLES_RIDE_MAX; mp++) {
        for (unsigned i = 0; i < ride->count[mp]; i++) {
            const unsigned hex = ride->queue[mp][i];
            const unsigned place = eagles_ride_place(d, from, hex);
            assert(place < EAGLES_RIDE_PLACES); /* no step costs less than 1 MP */
            if (ride->best[hex] != 255) {
                d->ride[season][from][place] =
                    (uint8_t)((ride->best[hex] + 1U) | (unsigned)ride->back[hex] << EAGLES_RIDE_BACK);
                ride->best[hex] = 255;
            }
        }
        ride->count[mp] = 0;
    }
}

/* Whether any month of the game is in a season. */
static bool is_played(const EaglesData *d, unsigned season)
{
    for (unsigned month = 0; month < eagles_months_most(d); month++) {
        if (eagles_winter(d, month) == (season == 1)) {
            return true;
        }
    }
    return false;
}

void eagles_find_rides(EaglesData *d)
{
    Ride ride;
    memset(ride.best, 255, sizeof ride.best);
    memset(ride.count, 0, sizeof ride.count);
    for (unsigned season = 0; season < 2; season++) {
        if (!is_played(d, season)) {
            continue;
        }
        for (unsigned from = 0; from < d->hexes; from++) {
            if (d->land[from].door == EAGLES_PROVINCE_SHUT) {
                continue; /* nobody is there */
            }
            meet(&ride, from, 0, EAGLES_RIDE_UNKNOWN);
            for (unsigned mp = 0; mp < EAGLES_RIDE_MAX; mp++) {
                for (unsigned i = 0; i < ride.count[mp]; i++) {
                    if (ride.best[ride.queue[mp][i]] == mp) {
                        ride_on(d, season, &ride, ride.queue[mp][i], mp);
                    }
                }
            }
            note_rides(d, season, &ride, from);
        }
    }
}

/* memory.c: whether what is known of the war and of the board still holds. */
#include "ai/nae/memory.h"

#include <string.h>

#include "ai/nae/waters.h"
#include "engine/nae/naval.h"

enum {
    PLACE = 0,
    MARKS = offsetof(NaeState, bits) - offsetof(NaeState, place),
    OWNER = offsetof(NaeState, owner) - offsetof(NaeState, place)
};

static const uint8_t *pieces_of(const NaeState *s) { return (const uint8_t *)s + offsetof(NaeState, place); }

static void watch_pieces(uint8_t *watched, NaePieces set)
{
    NAE_EACH_PIECE(piece, set)
    {
        watched[PLACE + piece] = 255;
        watched[MARKS + piece] = 255;
    }
}

/* The war depends on zones, on all pieces of the enemy, and of the side's own on fleets and fixed depots.
 * Where its forces stand is no part of it. */
static void watch(const NaeData *d, const NaeState *s, unsigned side, uint8_t *watched)
{
    memset(watched, 0, NAE_MEMORY_PIECES);
    memset(watched + OWNER, 255, NAE_MEMORY_PIECES - OWNER);
    watch_pieces(watched, s->owned[nae_other(side)]);
    watch_pieces(watched, nae_pieces_and(s->owned[side], d->fleets));
    NAE_EACH_PIECE(depot, nae_pieces_and(s->owned[side], d->depots))
    {
        const bool fixed = nae_bit(s, depot, NAE_FIXED);
        watched[PLACE + depot] = fixed ? 255 : 0;
        watched[MARKS + depot] = fixed ? NAE_INSIDE | NAE_FIXED : NAE_FIXED;
    }
}

static bool same_pieces(const NaeState *now, const NaeState *then, const uint8_t *watched)
{
    uint8_t different = 0;
    for (size_t i = 0; i < NAE_MEMORY_PIECES; i++) {
        different |= (uint8_t)((pieces_of(now)[i] ^ pieces_of(then)[i]) & watched[i]);
    }
    return different == 0;
}

static bool same_nations(const NaeState *now, const NaeState *then)
{
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        const NaeMajor *a = &now->major[n];
        const NaeMajor *b = &then->major[n];
        if (a->status != b->status || a->victor != b->victor ||
            memcmp(a->defeats, b->defeats, sizeof a->defeats) != 0) {
            return false;
        }
    }
    return memcmp(now->minor, then->minor, sizeof now->minor) == 0;
}

/* Raiders are worth the armies that they cut off. */
static bool same_armies(const NaeSense *se, const NaeState *now, const NaeState *then)
{
    NAE_EACH_PIECE(army, nae_pieces_and(now->owned[se->side], se->d->armies))
    {
        if (now->place[army] != then->place[army]) {
            return false;
        }
    }
    return true;
}

static bool same_war(const NaeMemorySide *known, const NaeState *now)
{
    const NaeState *then = &known->state;
    return now->header.turn == then->header.turn && now->phase == then->phase && now->round == then->round &&
           now->flags == then->flags && now->iberia_steps == then->iberia_steps &&
           same_pieces(now, then, known->watched) && same_nations(now, then) &&
           memcmp(now->modifier, then->modifier, sizeof now->modifier) == 0 &&
           (!known->sense.raided || same_armies(&known->sense, now, then));
}

/* Whether two states differ in the open decision at most: frames, action points, and whose turn it is in a
 * loop. */
static bool same_board(const NaeState *now, const NaeState *then)
{
    const char *a = (const char *)now + offsetof(NaeState, iberia_steps);
    const char *b = (const char *)then + offsetof(NaeState, iberia_steps);
    return now->header.turn == then->header.turn && now->phase == then->phase && now->round == then->round &&
           now->level == then->level && now->escalade == then->escalade && now->flags == then->flags &&
           memcmp(a, b, offsetof(NaeState, handled) - offsetof(NaeState, iberia_steps)) == 0;
}

static NaeMemoryPorts ports_of(const NaeSense *se)
{
    NaeMemoryPorts ports = {nae_sense_open_ports(se), nae_zones_none(), nae_zones_none()};
    if (nae_waters_landings(se)) {
        const NaePieces units = nae_pieces_and(se->s->owned[se->side], se->d->units);
        ports.crowded = nae_waters_crowded(se);
        NAE_EACH_ZONE(port, nae_zones_and(nae_zones_of(se->s, units), se->d->ports))
        {
            if (nae_hostile_port(se->d, se->s, port, se->side)) {
                nae_zones_add(&ports.garrisoned, port);
            }
        }
    }
    return ports;
}

static bool same_ports(const NaeMemoryPorts *now, const NaeMemoryPorts *then)
{
    return nae_zones_equal(now->open, then->open) && nae_zones_equal(now->crowded, then->crowded) &&
           nae_zones_equal(now->garrisoned, then->garrisoned);
}

NaeSense *nae_memory_sense(NaeMemory *memory, const NaeData *d, const NaeState *s,
                           const NaeStrategy *strategy, unsigned side)
{
    NaeMemorySide *known = &memory->side[side];
    NaeSense *se = &known->sense;
    const NaeWeights *weights = &strategy->weights[side];
    const bool filled = known->filled && memcmp(&known->weights, weights, sizeof *weights) == 0;
    if (filled) {
        se->strategy = strategy;
        se->w = weights;
        se->s = s;
    } else {
        nae_sense_init(se, d, s, strategy, side);
        known->filled = true;
        known->weights = *weights;
    }
    se->scratch = &memory->scratch;
    memory->scratch.still = NAE_STILL; /* until the decision is made */
    const NaeMemoryPorts ports = ports_of(se);
    const bool war = filled && same_war(known, s) && same_ports(&ports, &known->ports);
    const bool board = war && same_board(s, &known->state);
    nae_sense_turn_to(se, s, war, board);
    if (!war) {
        watch(d, s, side, known->watched);
        known->ports = ports;
    }
    if (!board) {
        known->state = *s;
    }
    return se;
}

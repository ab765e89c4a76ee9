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

static bool same_war(const NaeMemoryWar *known, const NaeState *now)
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

/* ------------------------------------------------------------------ the wars of a side */

/* The war that a state is of, the latest first; NULL: it is not known. */
static NaeMemoryWar *find_war(NaeMemorySide *known, const NaeState *s, const NaeMemoryPorts *ports)
{
    for (unsigned i = 0; i < NAE_MEMORY_WARS; i++) {
        NaeMemoryWar *war = &known->war[(known->latest + i) % NAE_MEMORY_WARS];
        if (war->used > 0 && same_war(war, s) && same_ports(ports, &war->ports)) {
            return war;
        }
    }
    return NULL;
}

/* The one that was not asked for the longest time, or is still empty. */
static NaeMemoryWar *oldest_war(NaeMemorySide *known)
{
    NaeMemoryWar *oldest = &known->war[0];
    for (unsigned i = 1; i < NAE_MEMORY_WARS; i++) {
        oldest = known->war[i].used < oldest->used ? &known->war[i] : oldest;
    }
    return oldest;
}

/* Nothing is known any more of any war. */
static void forget(NaeMemory *memory, const NaeData *d, const NaeState *s, const NaeStrategy *strategy,
                   unsigned side)
{
    NaeMemorySide *known = &memory->side[side];
    for (unsigned i = 0; i < NAE_MEMORY_WARS; i++) {
        known->war[i].used = 0;
        nae_sense_init(&known->war[i].sense, d, s, strategy, side);
        known->war[i].sense.scratch = &memory->scratch;
    }
    known->clock = 0;
    known->latest = 0;
    known->weights = strategy->weights[side];
}

static void look_at(NaeSense *se, const NaeState *s, const NaeStrategy *strategy)
{
    se->s = s;
    se->strategy = strategy;
    se->w = &strategy->weights[se->side];
}

static NaeSense *sense_of(NaeMemorySide *known, NaeMemoryWar *war, const NaeState *s,
                          const NaeStrategy *strategy, bool same_war, bool same_board)
{
    war->used = ++known->clock;
    known->latest = (unsigned)(war - known->war);
    look_at(&war->sense, s, strategy);
    nae_sense_turn_to(&war->sense, s, same_war, same_board);
    if (!same_board) {
        war->state = *s;
    }
    return &war->sense;
}

NaeSense *nae_memory_sense(NaeMemory *memory, const NaeData *d, const NaeState *s,
                           const NaeStrategy *strategy, unsigned side)
{
    NaeMemorySide *known = &memory->side[side];
    const NaeWeights *weights = &strategy->weights[side];
    memory->scratch.still = NAE_STILL; /* until the decision is made */
    if (known->clock == 0 || known->clock == UINT32_MAX ||
        memcmp(&known->weights, weights, sizeof *weights) != 0) {
        forget(memory, d, s, strategy, side);
    }
    NaeMemoryWar *war = &known->war[known->latest];
    look_at(&war->sense, s, strategy);
    if (war->used > 0 && same_board(s, &war->state)) {
        return sense_of(known, war, s, strategy, true, true);
    }
    const NaeMemoryPorts ports = ports_of(&war->sense);
    war = find_war(known, s, &ports);
    if (war != NULL) {
        return sense_of(known, war, s, strategy, true, same_board(s, &war->state));
    }
    war = oldest_war(known);
    watch(d, s, side, war->watched);
    war->ports = ports;
    return sense_of(known, war, s, strategy, false, false);
}

/* sense.h: what the heuristic player sees in a position: how strong forces are, what zones are worth to a
 * side, and how far worth reaches. Internal to ai/nae. A Sense looks at a view only; it lives for one
 * decision, or in a memory (memory.h) that carries what still holds to the next. */
#ifndef MARSHAL_AI_NAE_SENSE_H
#define MARSHAL_AI_NAE_SENSE_H

#include "ai/nae/weights.h"
#include "engine/nae/moves.h"
#include "engine/nae/rules.h"
#include "engine/nae/scratch.h"

enum { NAE_FAR = 255, NAE_DECAY_STEPS = 64 };

/* What the combat tables give over all dice, by level of battle and modifiers of a side, which are counted
 * from NAE_ODDS_LEAST. */
enum { NAE_ODDS_LEAST = -8, NAE_ODDS_ROWS = 28, NAE_ODDS_LOSSES = 9 };
typedef struct NaeBattleTable {
    uint8_t wins[3][NAE_ODDS_ROWS][NAE_ODDS_ROWS];    /* chance of the attacker, in a hundred: his, theirs */
    uint8_t losses[3][NAE_ODDS_ROWS];                 /* expected of the enemy, in tenths of a step */
    uint8_t fells[3][NAE_ODDS_ROWS][NAE_ODDS_LOSSES]; /* chance of that many or more, in a hundred */
} NaeBattleTable;

/* A strategy as loaded: the weights of the seats, and what follows from the board alone. */
typedef struct NaeStrategy {
    NaeWeights weights[SEAT_COUNT];
    uint16_t decay[SEAT_COUNT][NAE_DECAY_STEPS]; /* worth left at a distance, of 1024 */
    uint8_t distance[NAE_ZONES][NAE_ZONES];      /* movement points over land; NAE_FAR: no way */
    uint8_t crossing[NAE_EDGE_COUNT];            /* movement points of an edge by its terrain */
    uint8_t french_key[NAE_ZONES]; /* key zones of France at the start of the board, and Mantua */
    uint8_t east[NAE_ZONES];
    uint8_t napoleon; /* the piece */
    NaeBattleTable battle;
} NaeStrategy;

/* What stands in a zone and may still be activated as one force (9.1): all of a stack, one of its two armies
 * or both, in the field or inside the fortress (plan.h). */
enum { NAE_PLAN_WAYS = 6 };

/* How the war looks to the forces of one nation: where they are in supply, and what lies beyond. */
typedef struct NaeFront {
    NaeZones supplied;    /* zones where they would be in supply (10) */
    int field[NAE_ZONES]; /* the greatest worth of all aims, faded by distance; land without supply is far */
    uint8_t asked[NAE_ZONES];  /* edges by which an attack has been looked at (nae_plan_traces), a bit each */
    uint8_t traces[NAE_ZONES]; /* and those by which its line of supply is open (10.6) */
} NaeFront;
enum { NAE_FRONTS = 2 * (NAE_MAJORS + 1) }; /* the majors, and the minors in one; open and kept out */

/* The ends of one activation: points. */
typedef struct NaeTrip {
    int by_step[NAE_NEIGHBORS]; /* best end through each neighbour, in the order of the edges */
    int stay;                   /* of what can be done here */
    int idle;                   /* of doing nothing here */
    int best;                   /* the greatest of all */
    unsigned way;               /* edge that leads to the best, NAE_NONE: it is here */
    unsigned gap;               /* points from the best end back to supply */
} NaeTrip;

/* A port from which troops may leave by sea: chances in a hundred of its squadron to come to each sea zone
 * with points left for a landing (waters.h). */
typedef struct NaeLaunch {
    unsigned port;
    int chance[NAE_SEAS];
} NaeLaunch;

typedef struct NaeSense {
    const NaeData *d;
    const NaeState *s;
    const NaeStrategy *strategy;
    const NaeWeights *w;
    const MoveList *legal;
    NaeScratch *scratch; /* of the memory, NULL: none */
    unsigned side;       /* who decides */

    /* --- of the war: what may depend on nothing but the parts of the state that memory.c watches --- */
    bool has_aims;
    bool raided; /* enemies stand on own land: the aims depend on where own armies are */
    bool has_field;
    bool has_supply[NAE_MAJORS + 1];
    bool has_front[NAE_FRONTS];
    bool has_landable; /* landable (waters.h) has been found */
    NaeZones landable;
    bool has_launches; /* launch (waters.h) has been found */
    unsigned launches;
    NaeLaunch launch[NAE_FLEETS];
    bool has_ways;      /* the next three have been found */
    NaeZones foe_units; /* enemy units stand there in the field */
    NaeZones barred; /* nobody goes on from there: enemies in the field, or their fortress without a siege */
    uint8_t passage[NAE_ZONES];      /* what a zone takes to get through, NAE_FAR: it is closed */
    int prize[NAE_ZONES];            /* worth of a zone itself */
    int aim[NAE_ZONES];              /* and with the enemies that stand there */
    int field[NAE_ZONES];            /* the greatest worth of all aims, faded by distance */
    NaeZones supply[NAE_MAJORS + 1]; /* zones where forces of a major, or of minors, would be in supply */
    NaeFront front[NAE_FRONTS];
    bool has_armies;
    int armies[NAE_ZONES]; /* worth of own armies where they stand, as rally was made from */
    int rally[NAE_ZONES];  /* the same, faded by distance, for reinforcements */

    /* --- of the board: what may depend on anything but the decision at hand (frames and action) --- */
    bool has_rally;                     /* rally is that of the armies as they stand */
    bool has_standing;                  /* standing has been found */
    NaeZones standing;                  /* own pieces stand there in the field */
    uint8_t gained[NAE_ZONES];          /* ways (plan.h) of a zone whose gain is known, a bit each */
    int gain[NAE_ZONES][NAE_PLAN_WAYS]; /* of a force by its activation */

    /* --- of the decision --- */
    int useful;             /* action points that have work, -1: not counted yet */
    bool has_trip;          /* trip (plan.h) of the force that marches has been made */
    NaeZones promised;      /* zones whose promise (march.c) is known */
    int promise[NAE_ZONES]; /* what the force there may achieve for an action point */
    NaeTrip trip;
} NaeSense;

/* Whether the scenario is that of 1815 (20.1). */
static inline bool nae_is_hundred_days(const NaeData *d) { return d->setup.victory == NAE_VICTORY_1815; }

/* Distances, decay and places of a board for the weights that strategy holds. */
void nae_strategy_init(NaeStrategy *strategy, const NaeData *d);
/* Decay anew, after weights have been read. */
void nae_strategy_fade(NaeStrategy *strategy);

/* A sense that knows nothing yet. */
void nae_sense_init(NaeSense *se, const NaeData *d, const NaeState *s, const NaeStrategy *strategy,
                    unsigned side);
/* Looks at another state, for another decision of the same side. Of what is known stays what is known of the
 * war, or of war and board; the caller (memory.c) knows that it still holds. */
void nae_sense_turn_to(NaeSense *se, const NaeState *s, bool same_war, bool same_board);

/* To ask the rules about the state by what the memory's scratch remembers. */
NaePlay nae_sense_reader(const NaeSense *se);
/* Ports that keep the blockade of the side from being complete while that counts; none for the Coalition. */
NaeZones nae_sense_open_ports(const NaeSense *se);

/* Zones where enemy units stand in the field; and those from where nobody goes on, since an enemy stands
 * there or an unbesieged fortress is. */
const NaeZones *nae_sense_foe_units(NaeSense *se);
const NaeZones *nae_sense_barred(NaeSense *se);
/* Whether land of an owner at war or open to the side; what is not, nobody enters. */
bool nae_sense_is_open(NaeSense *se, unsigned zone);
/* Zones where own pieces stand in the field (9.6). */
const NaeZones *nae_sense_standing(NaeSense *se);

/* What zones are worth to the side, near and far. */
int nae_sense_prize(NaeSense *se, unsigned zone);
int nae_sense_aim(NaeSense *se, unsigned zone);
int nae_sense_field(NaeSense *se, unsigned zone);
int nae_sense_rally(NaeSense *se, unsigned zone);

/* The front of a nation's forces; with kept_out, as it looks to one outside the peninsula that is too large
 * to be let in this year. */
NaeFront *nae_sense_front(NaeSense *se, unsigned nation, bool kept_out);
/* Whether a force that stands in a zone may not enter the peninsula this year: it is outside, and has more
 * steps than are still let in (map 8.8). */
bool nae_sense_kept_out(const NaeSense *se, unsigned zone, NaePieces force);

/* The Coalition in the Hundred Days: the armies of France must be broken, and soon. */
bool nae_sense_hundred_days(const NaeSense *se);
bool nae_sense_has_napoleon(const NaeSense *se, NaePieces force);
/* The weight of a major's key zones. */
int nae_sense_power(const NaeSense *se, unsigned power);
/* Fighting strength of a set: steps by morale and command; 0 for none. */
int nae_sense_strength(const NaeSense *se, NaePieces force, bool attacks);
/* Strength of the enemy's field force in a zone; 0 for none. */
int nae_sense_enemy(const NaeSense *se, unsigned zone);
/* Worth of a piece that may be lost, or built: points. */
int nae_sense_piece(const NaeSense *se, unsigned piece);
/* The side that a zone is held by. */
static inline unsigned nae_sense_holder(const NaeSense *se, unsigned zone) { return nae_holder(se->s, zone); }

#endif

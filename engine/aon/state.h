/* state.h: a position of Age of Napoleon in at most 512 plain bytes.
 *
 * AonState is copied with one assignment and compared with memcmp. It begins with the State header of game.h.
 * Everything constant is in AonData. Fields fall in four groups: the board, the cards, where in the sequence
 * of play we are (step and return stack, locals of the running procedures), and the choices of the decision
 * that is open (filled once when the decision is reached, so that listing moves costs nothing twice).
 *
 * Knowledge: a view (view.c) is the same struct; hidden corps then stand in canonical order, see view.c.
 */
#ifndef MARSHAL_ENGINE_AON_STATE_H
#define MARSHAL_ENGINE_AON_STATE_H

#include "engine/aon/data.h"
#include "engine/game.h"

#include <assert.h>

/* Places of a corps besides areas (2.2.1.5, 10.6, 12.3.4). */
enum { AON_PLACE_RESERVE = 64, AON_PLACE_PRISONERS = 65, AON_PLACE_LOST = 66 };

/* AonState.from: how a corps came into its area in the part that is being played. Values below: area it came
 * from plus the number of its army times 64, so that two armies from one area stay apart (13.2.1 note 2). */
enum {
    AON_FROM_RESIDENT = 255,
    AON_FROM_DEPLOYED = 254,
    AON_FROM_HALTED = 253
}; /* the first two: has not moved */
enum { AON_FROM_AREA_MASK = 63, AON_FROM_ARMY_SHIFT = 6 };
/* A third and any further army that intercepts from one area in one entry share a number: to the card
 * Interior Lines, the only rule that asks, they are one army. */
/* Army number 3 of the seat that is not moving: a withdrawal from that area (A88), which makes nobody an
 * interceptor. */
enum { AON_FROM_WITHDREW = 192 };

/* Sets of corps kept in the state. During battles ARMY holds the engaged corps of both sides. */
enum aon_set {
    AON_SET_SPENT,      /* spent side up (2.2.1.3) */
    AON_SET_FOUGHT,     /* frozen by 13.1.3 */
    AON_SET_LOCATED,    /* the enemy knows where it is and its side (4.1.2) */
    AON_SET_SIDE_KNOWN, /* the enemy knows the side of this slot of the stack */
    AON_SET_STEPS_0,    /* areas entered in the current army move, low bit: by the movers (12.3.1) ... */
    AON_SET_STEPS_1, /* ... high bit, and withdrawals made by the other seat's corps (12.5.6); stops at 3 */
    AON_SET_ARMY,    /* the moving army; in a battle the engaged corps */
    AON_SET_GROUP,   /* corps being chosen: interceptors, withdrawers, losses, displaced corps */
    AON_SET_COUNT
};

/* aon.country: alignment in the low three bits, then these. */
enum {
    AON_COUNTRY_ALIGNMENT = 7,
    AON_COUNTRY_INSURGENT = 8,
    AON_COUNTRY_CHANGED_FRENCH = 16,
    AON_COUNTRY_CHANGED_COALITION = 32
};

enum aon_phase {
    AON_PHASE_DIPLOMACY,
    AON_PHASE_INSURRECTION,
    AON_PHASE_STRATEGY,
    AON_PHASE_REINFORCEMENT,
    AON_PHASE_CAMPAIGN,
    AON_PHASE_SURRENDER,
    AON_PHASE_WINTER_ATTRITION,
    AON_PHASE_VICTORY_CHECK,
    AON_PHASE_COUNT
};

/* Flags that hold beyond one procedure: AonState.flags. */
enum {
    AON_FLAG_FREE_USED_FRENCH = 1, /* free move or interception of the Campaign Phase used (12.1.7) */
    AON_FLAG_FREE_USED_COALITION = 2,
    AON_FLAG_FIRST_COALITION = 4, /* the Coalition moves first in this Campaign Phase (11.2.2) */
    AON_FLAG_MOVER_COALITION =
        8,                      /* whose part it is; in battles outside the Campaign Phase the Coalition's */
    AON_FLAG_SEA_MOVED = 16,    /* sea move of this round used (12.4.1) */
    AON_FLAG_SEA_WITHDREW = 32, /* sea withdrawal of this round used (12.5.3) */
    AON_FLAG_SEA_DEPLOYED = 64, /* sea deployment of this Reinforcement Phase used (10.4.1) */
    AON_FLAG_MAJOR_SURRENDERED = 128, /* a major country surrendered last turn (9.2) */
    AON_FLAG_RUSSIA_INVADED = 256,    /* (2.2.1.8) */
    AON_FLAG_RUSSIA_BARRED = 512,     /* Russo-Ottoman War this turn */
    AON_FLAG_BRITAIN_BARRED = 1024,   /* American War this turn */
    AON_FLAG_DISCARDING = 2048,       /* a seat empties its hand (9.1): it is offered no pick-ups */
    AON_FLAG_INSURRECTION = 4096,     /* battles are those of new insurrections (8.3.7) */
    AON_FLAG_SECOND = 8192,           /* the second seat of a two-seat step is at it */
    AON_FLAG_MAJOR_CAMPAIGN = 16384,  /* played in this part (12.1.2) */
};

/* The army move under way (12): AonMove.flags. */
enum {
    AON_MOVE_FORCED_MARCH = 1, /* +1 and its attrition */
    AON_MOVE_ATTACKED = 2,     /* attack penalty taken (12.2.2) */
    AON_MOVE_SEA = 4,
    AON_MOVE_LEADER_LOST = 8,  /* A20 */
    AON_MOVE_ICE = 32,         /* the step crosses the ice: winter counts twice (A62) */
    AON_MOVE_INTERCEPTED = 64, /* interceptors have come in */
    AON_MOVE_COUNTERING = 128, /* the reaction being formed is a counter-interception (12.6.6) */
};

typedef struct AonMove {
    uint8_t area;     /* where the army is */
    uint8_t previous; /* area it entered from last; before the first step the area itself */
    uint8_t leader;   /* corps chosen as leader; after his loss the highest corps left */
    uint8_t used;     /* areas entered, as counted against the allowance */
    uint8_t mud;      /* Mud cards against it */
    uint8_t flags;    /* AON_MOVE_... */
    uint8_t
        last; /* corps dropped or picked up last in this area, plus 1; 128 added once a corps was picked up */
    uint8_t
        violated; /* country waiting to deploy after corps were dropped in it (12.7.2 note), or AON_NONE */
} AonMove;

/* A reaction to an entry: withdrawal, interception or counter-interception being formed. */
typedef struct AonReaction {
    uint8_t area;       /* where the reacting corps stand */
    uint8_t leader;     /* corps chosen as leader of the group */
    uint8_t best_mr;    /* highest movement rating among the groups that have come in (12.6.6) */
    uint8_t forced : 1; /* a Forced March was played for it */
    uint8_t count : 7;  /* groups that have come in in this entry, for army numbers */
} AonReaction;

typedef struct AonBattle {
    uint8_t area;
    uint8_t fighting;  /* Interior Lines: `from` of the attacking army being fought */
    uint16_t flags;    /* AON_BATTLE_... */
    uint8_t played[2]; /* battle cards played by each seat, one bit a title in index order */
    uint8_t
        losses[2]; /* losses still to be taken: permanent in the low four bits, temporary in the high four */
    uint16_t entry[2]; /* neighbours of the area from which each seat's armies came, bits by position in
                          adjacency */
} AonBattle;

enum {
    AON_BATTLE_COALITION_ATTACKS = 1,
    AON_BATTLE_COALITION_WON = 2,
    AON_BATTLE_FOG = 4,
    AON_BATTLE_INTERIOR = 8,         /* Interior Lines played */
    AON_BATTLE_RESIDENT_FRENCH = 16, /* that seat had corps in the area beforehand (A111) ... */
    AON_BATTLE_RESIDENT_COALITION = 32,
    AON_BATTLE_DEPLOYED_FRENCH = 64, /* ... or corps deployed into it (A110) */
    AON_BATTLE_DEPLOYED_COALITION = 128,
    AON_BATTLE_CAME_FRENCH = 256, /* ... or armies that came from elsewhere */
    AON_BATTLE_CAME_COALITION = 512,
};

/* Locals of the phases that never run while an army moves or a battle is fought. */
typedef struct AonScope {
    uint8_t card;       /* diplomacy: card being played */
    uint8_t conversion; /* index into its conversions */
    uint8_t country;    /* target, or the country that just surrendered */
    uint8_t passed;     /* diplomacy: bits of seats that passed (7.1.2) */
    uint8_t turn;       /* seat on turn */
    uint8_t index;      /* surrender: position in the order; winter: area */
    int8_t winter;      /* winter: modifier of all dice */
    int8_t area_die;    /* winter: modifier of this area's die */
} AonScope;

enum { AON_STACK_MAX = 8 };

typedef struct AonState {
    State header; /* seat, over = winner + grade * 16, turn = year - 1805, step */

    /* --- cards: a hand is a set of hand bits (AonData.extra_of) in canonical form --- */
    uint8_t hand_count[2];
    uint8_t deck_count; /* the discard pile holds the rest: aon_discard_count */
    uint8_t cursor; /* lowest index that may still be named in the set being built (corps, see the step) */
    CardSet hand[2];
    CardSet known[2]; /* part of that hand the other seat has seen (2.3.12, Napoleonica) */

    /* --- board --- */
    AreaSet occupied[2];   /* areas with corps of a seat */
    AreaSet mover_defends; /* battles to come in which the interceptors attack (12.6.4) */
    uint64_t set_lo[AON_SET_COUNT];

    /* --- the open decision (see moves.h) --- */
    CardSet choice_play;     /* titles that may be played */
    uint64_t choice_objects; /* areas, countries, cards or conversions, by choice_kind */
    uint64_t choice_corps_lo;

    uint32_t set_hi[AON_SET_COUNT];
    uint32_t choice_corps_hi;
    uint32_t choice_words;     /* enum aon_word bits */
    uint16_t flags;            /* AON_FLAG_... */
    uint16_t released;         /* Invasion corps released, one bit each in index order (2.2.1.8) */
    uint8_t choice_kind;       /* enum aon_move_kind of choice_objects */
    uint8_t choice_corps_kind; /* enum aon_move_kind of choice_corps */

    uint8_t phase, round; /* enum aon_phase; campaign round 1-6 */
    uint8_t events;       /* enum aon_event bits in effect */
    uint8_t invaded_year; /* year - 1800 in which French-controlled corps first invaded Russia, 0: never */
    uint8_t coalition_majors; /* majors under Coalition control, as bits: their corps are the Coalition's */
    uint8_t armies_left;      /* armies that may still move in this part */
    uint8_t sea_corps;        /* corps that moved by sea in this part, or AON_NONE */
    uint8_t depth;            /* of the stack */
    uint8_t stack[AON_STACK_MAX]; /* steps to return to */

    /* --- locals --- */
    union {
        AonMove move;     /* Campaign Phase, from the choice of an army to its end */
        AonScope scope;   /* the other phases, and diplomacy during Peace Talks */
        uint8_t bonus[8]; /* Reinforcement Phase: extra deployment by group */
    };
    AonReaction reaction;
    AonBattle battle;
    uint8_t deploy_country;   /* country whose corps may be deployed, or AON_NONE: all (10.2) */
    uint8_t deployed[4];      /* corps deployed by group in this phase or event, two groups a byte */
    uint8_t attrition;        /* march attrition: causes still to be resolved, and how (attrition.c) */
    uint8_t attrition_losses; /* corps still to be lost to the cause being resolved */
    uint8_t pick_title;       /* red card on offer (2.3.12) */
    uint8_t pick_chain;       /* red titles picked up in this chain, bits by their order */

    uint8_t country[AON_COUNTRIES_MAX];
    uint8_t place[AON_CORPS_MAX]; /* area, or AON_PLACE_... */
    uint8_t from[AON_CORPS_MAX];  /* see AON_FROM_... */
    uint8_t pile[AON_COPIES_MAX]; /* deck from the front (its last card is the top), discards from the back
                                     (newest first) */
} AonState;

_Static_assert(sizeof(AonState) <= 512, "state is promised to fit 512 bytes");

static inline AonState *aon_state(State *state) { return (AonState *)(void *)state; }
static inline const AonState *aon_state_const(const State *state)
{
    return (const AonState *)(const void *)state;
}

/* --- sets of corps in the state --- */
static inline CorpsSet aon_set(const AonState *s, enum aon_set set)
{
    return (CorpsSet){s->set_lo[set], s->set_hi[set]};
}
static inline void aon_set_put(AonState *s, enum aon_set set, CorpsSet value)
{
    s->set_lo[set] = value.lo;
    s->set_hi[set] = (uint32_t)value.hi;
}
static inline void aon_set_add(AonState *s, enum aon_set set, CorpsSet value)
{
    s->set_lo[set] |= value.lo;
    s->set_hi[set] |= (uint32_t)value.hi;
}
static inline void aon_set_remove(AonState *s, enum aon_set set, CorpsSet value)
{
    s->set_lo[set] &= ~value.lo;
    s->set_hi[set] &= (uint32_t)~value.hi;
}
static inline bool aon_set_has(const AonState *s, enum aon_set set, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return corps_in(aon_set(s, set), corps);
}

/* --- countries --- */
static inline unsigned aon_alignment(const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    return s->country[country] & AON_COUNTRY_ALIGNMENT;
}
static inline bool aon_was_insurgent(const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    return (s->country[country] & AON_COUNTRY_INSURGENT) != 0;
}
/* Seat that controls an alignment (3.2.1): SEAT_NONE for NC and UNALIGNED. */
static inline Seat aon_controller(unsigned alignment)
{
    static const uint8_t controller[8] = {SEAT_FRENCH, SEAT_COALITION, SEAT_COALITION, SEAT_NONE,
                                          SEAT_FRENCH, SEAT_FRENCH,    SEAT_NONE,      SEAT_NONE};
    return (Seat)controller[alignment];
}
static inline Seat aon_country_seat(const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    return aon_controller(aon_alignment(s, country));
}

/* Year as year - 1800. */
static inline unsigned aon_year(const AonState *s) { return s->header.turn + 5U; }

#endif

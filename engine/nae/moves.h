/* moves.h: a decision as a number, and the kinds there are.
 *
 * A Move is a kind (enum nae_kind) in the top byte and up to three arguments of a byte each: pieces, zones,
 * cards, nations, provinces, words (enum nae_word) or numbers, as the table in notation.c says for each kind.
 * Several kinds may print under one name: move(go,ulm) is NAE_M_GO, move(drop,fr_1) NAE_M_DROP. */
#ifndef MARSHAL_ENGINE_NAE_MOVES_H
#define MARSHAL_ENGINE_NAE_MOVES_H

#include "engine/nae/data.h"
#include "engine/words.h"

/* Arguments that are words: name in C, text. */
/* clang-format off */
#define NAE_WORD_LIST(X) \
    X(NONE, none) X(NO, no) X(YES, yes) X(PASS, pass) X(STOP, stop) X(DONE, done) X(STAY, stay) \
    X(DECLINE, decline) X(KEEP, keep) X(DISCARD, discard) X(FULL, full) X(REDUCED, reduced) \
    X(FLIP_ARMY, flip_army) X(FLIP_ZONE, flip_zone) X(FLEET, fleet) X(FREE_FLEET, free_fleet) \
    X(DEPOT, depot) X(CARD, card) X(FREE_CARD, free_card) X(AP, ap) X(EVENT, event) X(DIPLOMACY, diplomacy) \
    X(PROTECTORATE, protectorate) X(END_WAR, end_war) X(TRANSFER, transfer) X(RESOURCES, resources) \
    X(DEPLOY, deploy) X(REFORM, reform) X(RESOURCES_6, resources_6) \
    X(RESOURCES_3_AND_CARD, resources_3_and_card) X(WHOLE, whole) X(BOTH, both) X(ARMY0, army0) \
    X(ARMY1, army1) X(IN_WHOLE, in_whole) X(IN_BOTH, in_both) X(IN_ARMY0, in_army0) X(IN_ARMY1, in_army1) \
    X(ONE_AP, one_ap) X(LAND, land) X(NAVAL, naval) X(JOIN, join) X(MARK, mark) X(SIEGE, siege) \
    X(RALLY, rally) X(LAY, lay) X(COVER, cover) X(COME, come) X(STAND, stand) X(EVADE, evade) X(FORT, fort) \
    X(SPLIT, split) X(FIGHT, fight) X(WAIT, wait) X(RETREAT, retreat) X(AGAIN, again) X(LATER, later) \
    X(GO, go) X(CORSAIRS, corsairs) X(ALLY, ally) X(TERRITORY, territory) X(BEFORE, before) X(AFTER, after)
/* clang-format on */

enum nae_word {
#define X(upper, lower) NAE_W_##upper,
    NAE_WORD_LIST(X)
#undef X
        NAE_WORD_COUNT
};

/* The kinds. Comment: arguments. PLACE is two bytes: enum nae_place_kind, index. */
enum nae_kind {
    NAE_M_NOTHING, /* no move */
    /* I1 */
    NAE_M_DECLARE, /* nation, or NAE_NONE: done */
    NAE_M_DEPLOY,  /* unit, zone */
    /* I2 */
    NAE_M_KEEP,    /* card, word */
    NAE_M_DISCARD, /* card */
    /* I3 */
    NAE_M_BUDGET_EVENT, /* card, NAE_NONE: done */
    NAE_M_TRANSFER,     /* giver, receiver */
    NAE_M_TRANSFER_DONE,
    NAE_M_REMOVAL,          /* zone, NAE_NONE: done */
    NAE_M_REMOVAL_PLACE,    /* PLACE of a fleet */
    NAE_M_REMOVAL_PIECE,    /* piece */
    NAE_M_PURCHASE_UNIT,    /* word full, reduced, flip_army, flip_zone; unit */
    NAE_M_PURCHASE_MARKER,  /* army */
    NAE_M_PURCHASE_SPECIAL, /* special unit */
    NAE_M_PURCHASE_FLEET,   /* word fleet, free_fleet; fleet */
    NAE_M_PURCHASE,         /* word depot, card, free_card, done */
    NAE_M_PLACE,            /* zone */
    NAE_M_PLACE_PIECE,      /* piece, zone */
    NAE_M_RESERVE_GENERAL,  /* general, NAE_NONE: done */
    NAE_M_MINOR_STEP,       /* unit, NAE_NONE: done */
    NAE_M_REPLACE,          /* general */
    /* I4, events */
    NAE_M_FREE_DIPLOMACY, /* nation, NAE_NONE: decline */
    NAE_M_START_CARD,     /* card, NAE_NONE: none */
    NAE_M_DIP_CARD,       /* card, NAE_NONE: stop */
    NAE_M_USE,            /* word */
    NAE_M_TARGET,         /* nation, NAE_NONE: none */
    NAE_M_TARGET_ZONE,  /* zone; one that has the id of a nation: NAE_M_TARGET of that (nae_targeted_zone) */
    NAE_M_TARGET_PIECE, /* piece */
    NAE_M_TARGET_CARD,  /* card */
    NAE_M_CHOICE,       /* word */
    /* I5, I6 */
    NAE_M_NEUTRAL_FLEET, /* fleet, PLACE */
    NAE_M_WALK_FORCE,    /* zone, NAE_NONE: done */
    NAE_M_WALK_WHAT,     /* word whole, army0, army1 */
    NAE_M_WALK_UNIT,     /* unit (walk_what) */
    NAE_M_DEPOT_MOBILE,  /* depot, word yes, no */
    NAE_M_WALK_GO,       /* zone */
    NAE_M_WALK_TAKE,     /* unit */
    NAE_M_WALK_STOP,
    /* rounds */
    NAE_M_ACTION,        /* word pass, one_ap */
    NAE_M_ACTION_CARD,   /* card */
    NAE_M_SPEND,         /* word land, naval, stop */
    NAE_M_SPEND_POWER,   /* nation */
    NAE_M_SPEND_ZONE,    /* zone */
    NAE_M_SPEND_FORCE,   /* word whole, both, army0, army1, in_... */
    NAE_M_SPEND_PIECE,   /* general or unit (spend_force) */
    NAE_M_SWAP,          /* unit, NAE_NONE: done */
    NAE_M_SPLIT,         /* unit, NAE_NONE: done */
    NAE_M_GATHER,        /* zone, word join, stay */
    NAE_M_GATHER_UNIT,   /* zone, unit */
    NAE_M_FORCED_MARCH,  /* number 0 to 3 */
    NAE_M_GO,            /* zone */
    NAE_M_MOVE,          /* word mark, siege, rally, lay, stop */
    NAE_M_DROP,          /* piece */
    NAE_M_TAKE,          /* piece */
    NAE_M_TURN_DEPOT,    /* depot */
    NAE_M_DISMISS,       /* general */
    NAE_M_MOVE_CARD,     /* card 33F, 36F */
    NAE_M_DROP_WITH,     /* unit */
    NAE_M_FORTRESS,      /* word stop, siege, cover */
    NAE_M_COVER_UNIT,    /* unit */
    NAE_M_COVER_GENERAL, /* general */
    NAE_M_INTERCEPT,     /* zone, general */
    NAE_M_INTERCEPT_NONE,
    NAE_M_INTERCEPT_CARD, /* card */
    NAE_M_COME,           /* unit, word come, stay */
    NAE_M_REACTION,       /* card, NAE_NONE: none */
    NAE_M_EVADE,          /* word stand, evade, fort, split */
    NAE_M_EVADE_TO,       /* zone */
    NAE_M_CAMPAIGN,       /* word fight, wait */
    NAE_M_ORDER,          /* number */
    NAE_M_STAY,           /* word stay, retreat */
    NAE_M_COUNTER_MARCH,  /* zone, general */
    NAE_M_COUNTER_MARCH_NO,
    NAE_M_EXCESS, /* unit or general */
    /* battle */
    NAE_M_MORALE,      /* number */
    NAE_M_SPEARHEAD,   /* unit, NAE_NONE: none */
    NAE_M_SPECIAL,     /* special unit, word yes, no */
    NAE_M_SUBORDINATE, /* general, NAE_NONE: none */
    NAE_M_COMBAT_CARD, /* card, NAE_NONE: pass */
    NAE_M_BATTLE_LOSS, /* unit, and so the losses below */
    NAE_M_RETREAT_LOSS,
    NAE_M_PURSUIT_LOSS,
    NAE_M_SIEGE_LOSS,
    NAE_M_ATTRITION_LOSS,
    NAE_M_DEFECTION_LOSS,
    NAE_M_LOSE_STEP,
    NAE_M_RETREAT,         /* zone */
    NAE_M_FREE_SIEGE,      /* word yes, no */
    NAE_M_ATTRITION_DEPOT, /* word yes, no */
    NAE_M_REACTIVATE,      /* word no, depot, later */
    NAE_M_REACTIVATE_UNIT, /* unit */
    NAE_M_WHICH_DEPOT,     /* depot */
    /* at sea */
    NAE_M_SQUADRON_AT, /* PLACE */
    NAE_M_SQUADRON_AT_DONE,
    NAE_M_SQUADRON,         /* fleet, word go, stay */
    NAE_M_SAIL_SEA,         /* sea zone */
    NAE_M_SAIL_BOX,         /* zone of the port */
    NAE_M_SAIL_PORT,        /* zone */
    NAE_M_SAIL_PORT_ATTACK, /* zone */
    NAE_M_SAIL_ASSAULT,     /* zone */
    NAE_M_SAIL_ATTACK,      /* PLACE */
    NAE_M_SAIL_LOAD,        /* piece */
    NAE_M_SAIL_UNLOAD,      /* zone */
    NAE_M_SAIL_LEAVE,       /* fleet */
    NAE_M_SAIL_HOME,        /* zone */
    NAE_M_SAIL,             /* word corsairs, stop */
    NAE_M_SEA_ORDER,        /* PLACE */
    NAE_M_SEA_ORDER_NONE,
    NAE_M_SEA_INTERCEPT,    /* word yes, no */
    NAE_M_SEA_INTERCEPT_AT, /* PLACE, word yes, no */
    NAE_M_SEA_EVADE,        /* word stand, evade */
    NAE_M_SEA_TIE,          /* word stay, again, retreat */
    NAE_M_SEA_CARD,         /* card, NAE_NONE: pass */
    NAE_M_SEA_RETREAT,      /* PLACE */
    NAE_M_BLOCKADE,         /* word yes, no */
    NAE_M_FLEET_LOSS,       /* fleet */
    NAE_M_FLEET_EXCESS,     /* fleet */
    NAE_M_STAND_OFF,        /* PLACE */
    NAE_M_FLEE,             /* zone of the port */
    NAE_M_ASSAULT,          /* unit, NAE_NONE: done */
    /* events, conquests, peace */
    NAE_M_FOREIGN_WAR_ZONE, /* zone */
    NAE_M_FOREIGN_WAR,      /* piece */
    NAE_M_MOVE_ENEMY,       /* zone */
    NAE_M_MOVE_ENEMY_WORD,  /* word none, stop */
    NAE_M_PLACE_UNIT,       /* unit */
    NAE_M_TAKE_CORPS_ZONE,  /* zone (take_corps) */
    NAE_M_TAKE_CORPS,       /* unit, NAE_NONE: done */
    NAE_M_TAKE_GENERAL,     /* general, NAE_NONE: none */
    NAE_M_LOSE_STEP_ZONE,   /* zone */
    NAE_M_DEFECTION_TO,     /* zone */
    NAE_M_SHARED,           /* word fort, fight */
    NAE_M_SHARED_GO,        /* zone */
    NAE_M_CONQUEST_CARD,    /* card, NAE_NONE: none */
    NAE_M_TILSIT,           /* nation, NAE_NONE: none */
    NAE_M_MINOR_FATE,       /* nation, word ally, territory */
    NAE_M_ANNEXER,          /* nation */
    NAE_M_FORCED_ALLIANCE,  /* card, NAE_NONE: none */
    NAE_M_VICTOR_BONUS,     /* word card, resources */
    NAE_M_ANNEX_PROVINCE,   /* province */
    NAE_M_ANNEX_MINOR,      /* nation */
    NAE_M_ANNEX_NONE,
    NAE_M_BENEFICIARY,    /* nation */
    NAE_M_RELOCATE,       /* first piece of the force, zone */
    NAE_M_RELOCATE_FLEET, /* fleet, zone of the port */
    NAE_M_STAY_OR_GO,     /* zone, word stay, go */
    NAE_M_REPLACEMENTS,   /* word before, after, none */
    NAE_M_REPLACEMENT,    /* unit, NAE_NONE: done */
    NAE_KIND_COUNT
};

/* Places of fleets as arguments. */
enum nae_place_kind { NAE_P_SEA, NAE_P_PORT, NAE_P_BOX, NAE_P_CORSAIRS };

static inline Move nae_move3(enum nae_kind kind, unsigned a, unsigned b, unsigned c)
{
    return (Move)kind << 24U | (a & 255U) << 16U | (b & 255U) << 8U | (c & 255U);
}
static inline Move nae_move2(enum nae_kind kind, unsigned a, unsigned b) { return nae_move3(kind, a, b, 0); }
static inline Move nae_move1(enum nae_kind kind, unsigned a) { return nae_move3(kind, a, 0, 0); }
static inline Move nae_move0(enum nae_kind kind) { return nae_move3(kind, 0, 0, 0); }

static inline unsigned nae_move_kind(Move move) { return move >> 24U; }
static inline unsigned nae_move_a(Move move) { return move >> 16U & 255U; }
static inline unsigned nae_move_b(Move move) { return move >> 8U & 255U; }
static inline unsigned nae_move_c(Move move) { return move & 255U; }

/* Move as text and back, with the ids of the board: "kind(argument,...)". */
void nae_move_text(const NaeData *data, Move move, char text[MOVE_TEXT_BYTES]);
/* What a move names, by the kinds of its arguments: the last of each, NAE_NONE: none. The word of a first
 * argument that is left out ("done", "pass") is NAE_W_NONE. */
typedef struct NaeNamed {
    uint8_t word, zone, piece, card, nation;
} NaeNamed;
NaeNamed nae_move_names(Move move);
/* What a move points at: the last zone it names, and its piece, card or nation. */
WordsTarget nae_move_target(const NaeData *data, Move move);
bool nae_move_parse(const NaeData *data, const char *text, Move *move);

/* "declare", "move", ...: what the kind prints under. */
const char *nae_kind_name(enum nae_kind kind);
/* How a kind's moves that say a word (NaeNamed.word) are written: "move(go,ZONE)", "keep(CARD,discard)",
 * "declare(done)". False: the kind has no moves that say this word (NAE_NONE: none at all). */
bool nae_kind_shape(enum nae_kind kind, unsigned word, char text[MOVE_TEXT_BYTES]);
/* A word as text. */
const char *nae_word_text(enum nae_word word);

#endif

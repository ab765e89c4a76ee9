/* state.h: the whole position of Napoleon against Europe in plain bytes.
 *
 * Everything that can be computed (forces, supply, morale, hand sizes, blockade) is computed; what is stored
 * is where every piece and card is, who owns and holds every zone, the statuses, the counters, and what is
 * going on: a stack of frames (the agenda, rules.h) with the contexts of the running activation, battle,
 * siege and voyage. Contexts that are not running are all zero, so that equal positions are equal bytes. */
#ifndef MARSHAL_ENGINE_NAE_STATE_H
#define MARSHAL_ENGINE_NAE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"

/* ---- counts and numbering ---- */

enum {
    NAE_ZONES = 234,
    NAE_SEAS = 17,
    NAE_PROVINCES = 135,
    NAE_MAJORS = 7,
    NAE_MINORS = 28,
    NAE_NATIONS = NAE_MAJORS + NAE_MINORS, /* a nation: majors first, then minors, as on the board */
    NAE_CARDS = 110,                       /* 0-54: 1F to 55F, 55-109: 1C to 55C */
    NAE_DECK = 55,
    NAE_NONE = 255, /* no zone, piece, card, nation, ... */
};

/* One numbering for all pieces; a piece fits a byte. */
enum {
    NAE_UNITS = 114,
    NAE_GENERALS = 67,
    NAE_SPECIALS = 4,
    NAE_ARMIES = 7,
    NAE_DEPOTS = 20,
    NAE_FLEETS = 29,
    NAE_FIRST_UNIT = 0,
    NAE_FIRST_GENERAL = NAE_FIRST_UNIT + NAE_UNITS,
    NAE_FIRST_SPECIAL = NAE_FIRST_GENERAL + NAE_GENERALS,
    NAE_FIRST_ARMY = NAE_FIRST_SPECIAL + NAE_SPECIALS,
    NAE_FIRST_DEPOT = NAE_FIRST_ARMY + NAE_ARMIES,
    NAE_FIRST_FLEET = NAE_FIRST_DEPOT + NAE_DEPOTS,
    NAE_PIECES = NAE_FIRST_FLEET + NAE_FLEETS,
    NAE_PIECE_BYTES =
        256, /* arrays of pieces, padded for sweeps; entries beyond NAE_PIECES stay at NAE_OUT and 0 */
};

/* The card nF or nC. */
#define NAE_F(n) ((unsigned)(n)-1U)
#define NAE_C(n) (54U + (unsigned)(n))

/* Sides are seats: 0 Empire (SEAT_FRENCH), 1 Coalition (SEAT_COALITION), 2 none (SEAT_NONE). */
enum { NAE_EMPIRE = SEAT_FRENCH, NAE_COALITION = SEAT_COALITION, NAE_NOBODY = SEAT_NONE };

/* The nations by name; the loader insists on this order. */
enum nae_nation {
    NAE_FRANCE,
    NAE_BRITAIN,
    NAE_AUSTRIA,
    NAE_RUSSIA,
    NAE_PRUSSIA,
    NAE_SPAIN,
    NAE_TURKEY,
    NAE_HOLLAND,
    NAE_ITALY,
    NAE_SWITZERLAND,
    NAE_PAPACY,
    NAE_NAPLES,
    NAE_SICILY,
    NAE_SARDINIA,
    NAE_PORTUGAL,
    NAE_SWEDEN,
    NAE_DENMARK,
    NAE_EGYPT,
    NAE_SAXONY,
    NAE_HESSE,
    NAE_BAVARIA,
    NAE_WURTTEMBERG,
    NAE_BADEN,
    NAE_FRANKFURT,
    NAE_BERG,
    NAE_HANOVER,
    NAE_THURINGIA,
    NAE_MECKLENBURG,
    NAE_HANSA,
    NAE_CONFEDERATION,
    NAE_WESTPHALIA,
    NAE_POLAND,
    NAE_CHOUANS,
    NAE_SERBIA,
    NAE_TYROL
};

/* ---- sets ---- */

/* Four words as a value that fits one register where the machine has such; aligned as words are. Without
 * them compilers warn that such values are passed otherwise than with them: all of a program is built for one
 * machine. */
#pragma GCC diagnostic ignored "-Wpsabi"
typedef uint64_t NaeQuad __attribute__((vector_size(32), aligned(8)));

/* Bit p of word p / 64: piece p. */
typedef struct NaePieces {
    NaeQuad w;
} NaePieces;

/* Bit z of word z / 64: zone z. */
typedef struct NaeZones {
    NaeQuad w;
} NaeZones;

/* ---- places and marks of pieces ---- */

/* NaeState.place of a piece: a zone below NAE_ZONES, or one of these. */
enum nae_place {
    NAE_RESERVE = NAE_ZONES, /* off the map, can be bought or placed */
    NAE_LATER,               /* waits for its year or event */
    NAE_OUT,                 /* out of the game */
    NAE_REINFORCEMENT,       /* comes back on the map in the next budget, on the side it has [13.3, 5.6] */
    NAE_NEXT_BUDGET,         /* enters the reserve in the next budget */
    NAE_YEAR_AFTER,          /* enters the reserve in the budget after the next */
    NAE_FOREIGN_WAR,         /* in the box of a foreign war; slot: index of the war */
    NAE_ABOARD,              /* carried by the running squadron */
    NAE_HELD,                /* taken up for the decision at hand (relocation, events) */
    NAE_CORSAIRS             /* fleets only: the Corsairs box */
};

/* NaeState.bits of a land piece. */
enum nae_bits {
    NAE_SLOT = 7,          /* enum nae_slot */
    NAE_INSIDE = 8,        /* in the fortress of its zone */
    NAE_REDUCED = 16,      /* unit: reduced side */
    NAE_COMMANDS = 16,     /* general: commands his force; exactly one in a force that has generals */
    NAE_FIXED = 16,        /* depot: fixed */
    NAE_ACTIVATED = 32,    /* moved, or a fleet that sailed, this round */
    NAE_UNSUPPLIED = 64,   /* marked at the last check [10.7] */
    NAE_DEMORALISED = 128, /* [12.13] */
    /* of a fleet, instead of the slot: */
    NAE_AT = 3,              /* enum nae_at */
    NAE_SAILING = 4,         /* in the running squadron */
    NAE_FROM_BLACK_SEA = 16, /* in a blockade box that it entered from the Black Sea [17.2.3] */
    NAE_ATTACKED = 64        /* attacked in its port this round [17.3.3] */
};

/* Standing, moving, intercepting or waiting (9.6); the odd one of each pair is the second army of a force of
 * two. */
enum nae_slot {
    NAE_STANDING = 0,
    NAE_MOVING = 2,
    NAE_INTERCEPTING = 4,
    NAE_WAITING = 6,
    NAE_SECOND_ARMY = 1,
    NAE_GROUP = NAE_WAITING /* mask: which of these, whichever army */
};

/* What NaeState.place of a fleet is: a special place, the zone of a port, of a blockade box, or a sea zone.
 */
enum nae_at { NAE_AT_SPECIAL, NAE_AT_PORT, NAE_AT_BOX, NAE_AT_SEA };

/* ---- zones ---- */

/* NaeState.zone_bits. */
enum nae_zone_bits {
    NAE_CONTROL = 3,        /* marker: 0 none, 1 Empire, 2 Coalition (side + 1) */
    NAE_FORTRESS = 3 << 2,  /* enum nae_fortress_state << 2 */
    NAE_SIEGE = 7 << 4,     /* 0 no siege, else marker + 1, << 4 */
    NAE_NO_REBUILD = 1 << 7 /* not to be reactivated this year */
};
enum nae_fortress_state { NAE_FORT_OWNER, NAE_FORT_EMPIRE, NAE_FORT_COALITION, NAE_FORT_DESTROYED };

/* ---- statuses ---- */

enum nae_status {
    NAE_NEUTRAL,
    NAE_EMPIRE_ALLY,     /* at war on the Empire's side; France too */
    NAE_COALITION_ALLY,  /* at war on the Coalition's side; Britain too */
    NAE_FORCED_PEACE,    /* majors; minors that follow one share its word */
    NAE_FORCED_ALLIANCE, /* majors, with the Empire */
    NAE_PROTECTORATE,    /* minors: ally and protectorate of the Empire */
    NAE_ANNEXED_EMPIRE,  /* minors without units: territory of a nation of the Empire */
    NAE_ANNEXED_COALITION,
    NAE_PART_OF_NAPLES, /* Sicily before Naples falls */
    NAE_NOT_CREATED,
    NAE_DISSOLVED,
    NAE_STATUS_COUNT
};

typedef struct NaeMajor {
    uint8_t status;     /* enum nae_status */
    uint8_t victor;     /* nation that imposed the forced peace or alliance, or NAE_NONE */
    uint8_t years;      /* victory phases since it was imposed; with peace_length_r1 those left */
    uint8_t defeats[2]; /* how often beaten by each side */
    uint8_t received;   /* resources got by transfer in this budget */
    uint8_t flags;      /* enum nae_major_flag */
    int8_t correction;  /* whole resources added to the next income */
    int16_t resources;  /* half points left in this budget */
} NaeMajor;

/* How often a major power was beaten, by whomever. */
static inline unsigned nae_defeats(const NaeMajor *major)
{
    return (unsigned)major->defeats[0] + major->defeats[1];
}

enum nae_major_flag {
    NAE_REFORMED = 1,            /* military reform done [18] */
    NAE_REFUSED = 2,             /* 27C was played for it [21] */
    NAE_DECLARED = 4,            /* its first declaration of war has counted [4.1.3] */
    NAE_DOUBLED = 8,             /* resources doubled in this budget [4.1.4] */
    NAE_FLEET_BUILT = 16,        /* one fleet a year */
    NAE_ALLIANCE_DENIED = 32,    /* 46C or 47C: the next conquest brings peace again [17.8] */
    NAE_DIPLOMACY_TRIED = 64,    /* target of diplomacy this turn [4.4] */
    NAE_BEATEN_BY_NAPOLEON = 128 /* lost a battle against Napoleon this year [26F] */
};

typedef struct NaeMinor {
    uint8_t status; /* enum nae_status */
    uint8_t patron; /* major it follows, or NAE_NONE; of an annexed one: the nation that owns it */
    uint8_t flags;  /* enum nae_minor_flag */
} NaeMinor;

enum nae_minor_flag {
    NAE_DEPLOYED = 1,         /* its corps have been put on the map */
    NAE_WAS_PROTECTORATE = 2, /* once protectorate, lost since */
    NAE_WON_OVER = 4,         /* won by diplomacy: its patron is gone for good */
    NAE_REPLACED = 8          /* its foreign war units are owed by the patron */
};

/* ---- cards ---- */

/* NaeState.card. */
enum nae_card_bits {
    NAE_CARD_PLACE = 7,   /* enum nae_card_place */
    NAE_EVENT_PLAYED = 8, /* has happened as an event, or stands in events_played */
    NAE_KNOWN = 16        /* the enemy knows that it is in the hand: permanent, revealed or peeked at */
};
enum nae_card_place {
    NAE_CARD_ABSENT, /* not in this game's decks (yet) */
    NAE_CARD_PILE,
    NAE_CARD_HAND,
    NAE_CARD_DISCARD,
    NAE_CARD_ASIDE, /* a permanent card until the next I2; another one put off in I2, face down until both
                       have */
    NAE_CARD_BOX,   /* a foreign war that goes on */
    NAE_CARD_REMOVED
};

/* ---- sides ---- */

typedef struct NaeSide {
    uint8_t reserve_ap;       /* action points in reserve [6.1] */
    uint8_t diplomacy_cards;  /* played in I4 of this turn */
    uint8_t diplomacy_rounds; /* rounds of this turn used for diplomacy */
    uint8_t majors_targeted;  /* diplomacy on majors this turn [4.4] */
    uint8_t free_actions;     /* free diplomatic actions to come [4.1.4] */
    uint8_t conquest_cards;   /* extra cards of the next hand [17.4] */
    int8_t hand_modifier;     /* of the next hand, by cards */
    uint8_t hand_ceiling;     /* 10, or what 52C made it */
    uint8_t minor_steps;      /* free steps left in this budget [4.3.11], in steps */
    uint8_t fleets_lost;      /* destroyed in the running battle; Nelson's test */
    uint8_t flags;            /* enum nae_side_flag */
    uint8_t pile;             /* cards in the draw pile */
} NaeSide;

enum nae_side_flag {
    NAE_FOREIGN_WAR_STARTED = 1, /* this turn */
    NAE_FREE_CARD_TAKEN = 2,     /* Britain's free fleet or card of this budget */
    NAE_CARD_BOUGHT = 4,
    NAE_ARMY_LOST = 8, /* a major battle lost this year */
    NAE_START_CARD_PLAYED = 16
};

/* ---- flags of the game ---- */

enum nae_flag {
    NAE_PUNISHMENTS = 1,           /* the period of Punishments [5.7] */
    NAE_LIBERATION = 2,            /* War of Liberation: 22C */
    NAE_BLOCKADE = 4,              /* Continental Blockade: 25F played */
    NAE_BAVARIAN_KINGDOM = 8,      /* Tyrol annexed to an allied Bavaria */
    NAE_CORSAIRS_RUN = 16,         /* 35F */
    NAE_IBERIA_OPEN = 32,          /* 24F: opened to a number of steps a turn [8.8] */
    NAE_SKIP_WINTER = 64,          /* 13F: no sixth round this year */
    NAE_EXTRA_ROUND = 128,         /* 16C: a seventh one */
    NAE_AUSTRIA_ONLY = 256,        /* 1805: the Coalition acts with Austrians only [20] */
    NAE_BLOCKADE_INCOMPLETE = 512, /* 49F: not complete this year */
    NAE_BLOCKADE_SCORED = 1024,
    NAE_POLAND_SECOND = 2048, /* second province of Poland scored [16.8] */
    NAE_POLAND_THIRD = 4096,
    NAE_NAPOLEON_OUT = 8192, /* removed from play for good */
    NAE_SPAIN_BEATEN = 16384 /* option spain_exposed: a Spanish force has lost a battle [R1 8.2.1] */
};

enum { NAE_MODIFIERS = 8, NAE_FRAMES = 19, NAE_WARS = 5 };

/* An effect that lasts: of a card, on a target, for some turns. */
typedef struct NaeModifier {
    uint8_t card; /* NAE_NONE: free */
    uint8_t target;
    int8_t value;
    uint8_t until; /* last turn (State.turn) in which it holds */
} NaeModifier;

/* A foreign war that goes on [5.6]; index: order of 9F, 16F, 23F, 37F, 53F. */
typedef struct NaeWar {
    uint8_t owed_steps;
    uint8_t owed_fleets;
} NaeWar;

/* ---- what is going on ---- */

enum nae_phase {
    NAE_PHASE_WAR,       /* I1 */
    NAE_PHASE_HANDS,     /* I2 */
    NAE_PHASE_BUDGET,    /* I3 */
    NAE_PHASE_DIPLOMACY, /* I4 */
    NAE_PHASE_NEUTRALS,  /* I5 */
    NAE_PHASE_REDEPLOY,  /* I6 */
    NAE_PHASE_ROUNDS,    /* A1 to A7 */
    NAE_PHASE_END,       /* X */
    NAE_PHASE_CONQUEST,  /* Q */
    NAE_PHASE_VICTORY,   /* V */
    NAE_PHASE_COUNT
};

/* One entry of the agenda: what to do next, who decides it, and its few arguments (each step documents its
 * own). */
typedef struct NaeFrame {
    uint8_t step; /* enum nae_step */
    uint8_t seat; /* who decides, for decisions */
    uint8_t a, b, c, d, e, f;
} NaeFrame;

/* The budget of a power, or the walks of one (I5, I6): which pieces have had their turn is NaeState.handled.
 */
typedef struct NaeBudget {
    uint8_t power;                  /* nation that spends or walks */
    uint8_t manager;                /* side that decides for it */
    uint8_t piece;                  /* being placed */
    uint8_t army_flips[NAE_ARMIES]; /* flips used by each army marker */
    uint8_t army_depots[NAE_ARMIES];
} NaeBudget;

/* The action of a round. */
typedef struct NaeAction {
    uint8_t side;
    uint8_t ap;         /* points left to spend */
    uint8_t may_save;   /* the rest may go to the reserve */
    uint8_t free_siege; /* 33F: bonus to siege dice in this activation */
    uint8_t rivers;     /* 36F: rivers are ignored in this activation */
    uint8_t austrian;   /* only Austrians may act [20] */
    uint8_t event;      /* card whose event runs this action, or NAE_NONE */
    uint8_t replaced;   /* 1815: replacements of the force that acts, enum nae_replaced */
} NaeAction;

/* NaeAction.replaced. */
enum nae_replaced {
    NAE_REPLACEMENTS_ASKED = 1,   /* asked for, or taken before the march */
    NAE_FIRST_REPLACED_LATER = 2, /* the first army of the force gets them when it has moved */
    NAE_SECOND_REPLACED_LATER = 4
};

/* The force that moves: pieces in slots NAE_MOVING. Also a walk of I5 and I6. */
typedef struct NaeMarch {
    uint8_t side; /* SEAT_NONE: no march */
    uint8_t zone;
    uint8_t from;         /* zone it came from into zone; NAE_NONE: has not moved */
    uint8_t start;        /* zone it started in */
    uint8_t mp;           /* movement points left */
    uint8_t allowance;    /* movement points it had */
    uint8_t forced;       /* forced march points declared */
    uint8_t speed;        /* slowest movement in the force, for absorbing slower ones */
    uint8_t entry;        /* terrain of the last edge crossed */
    uint8_t stage;        /* of entering a zone, enum in the chapter */
    uint8_t drop_general; /* being dropped, or NAE_NONE */
    uint8_t siege_bonus;
    uint16_t flags;    /* enum nae_march_flag */
    uint8_t surcharge; /* option single_corps_surcharge: points it still costs to act as the option says */
    NaePieces touched; /* dropped or taken in this activation, or dismissed */
    uint32_t turned;   /* depots made fixed or mobile in this zone: bit = piece - NAE_FIRST_DEPOT */
} NaeMarch;

enum nae_march_flag {
    NAE_MARCH_MOVED = 1,
    NAE_MARCH_POOR = 2,       /* entered a poor zone */
    NAE_MARCH_ABROAD = 4,     /* entered a zone that is not the commander's */
    NAE_MARCH_UNSUPPLIED = 8, /* at activation: attrition is due */
    NAE_MARCH_ATTRITION_DONE = 16,
    NAE_MARCH_ENDED = 32,        /* may not move on: fortress, battle lost, stopped */
    NAE_MARCH_DEPOT_SPENT = 64,  /* on a test, by the first army or the force: no other one [11.3] */
    NAE_MARCH_FREE_FORCED = 128, /* forced march without a test */
    NAE_MARCH_SUPPLIED = 256,    /* counts as supplied, by a card */
    NAE_MARCH_SECOND_DEPOT_SPENT = 512,
    NAE_MARCH_FREE_SIEGE = 1024, /* made the free attack after a battle won in this zone */
    NAE_MARCH_CAMPAIGN = 2048,   /* goes on after the joint battle of a campaign: waits no more */
    NAE_MARCH_EVENT = 4096,      /* activated by an event: no action points */
    NAE_MARCH_WALK = 8192,       /* a walk of I5 or I6 */
    NAE_MARCH_FREE_MARK = 16384, /* a control marker may be placed free: battle won here */
    NAE_MARCH_ENTERED = 32768    /* in the middle of entering a zone */
};

/* The test of attrition at hand, and the reaction of the inactive side before it (9, 11). */
typedef struct NaeReaction {
    uint8_t zone;    /* of the force that reacts */
    uint8_t general; /* NAE_NONE: none */
    uint8_t card;    /* spent for an interception */
    uint8_t entry;   /* zone the interceptors came from; NAE_NONE: nobody intercepted here */
    uint8_t entry_cost;
    uint8_t modifier;   /* 19F, 32F as a positive number to subtract */
    uint8_t test_left;  /* losses still to place */
    uint8_t test_flags; /* enum in attrition.c */
    uint8_t tried;      /* attempt made for this entry */
    uint8_t test_zone;
} NaeReaction;

/* NaeCampaign.asked. */
enum nae_campaign_asked {
    NAE_LINES_CLOSED = 1, /* a battle was fought or interior lines were played: they are offered no more */
    NAE_ORDER_ASKED = 2   /* the order of the battles under interior lines has been asked for */
};

/* Major campaign [9.6] and interior lines [9.7]. */
typedef struct NaeCampaign {
    uint8_t on;          /* a major campaign runs */
    uint8_t card;        /* that started it */
    uint8_t left;        /* forces still to be activated */
    uint8_t waiting;     /* entries used of zone, from, mp */
    uint8_t zone[3];     /* where each force waits, in the order of their arrival */
    uint8_t from[3];     /* its zone of entry */
    uint8_t mp[3];       /* points it has left */
    uint8_t outside;     /* 43F: forces that may still be outside home; NAE_NONE: no limit */
    uint8_t lines;       /* zone of interior lines + 1, 0: none */
    uint8_t asked;       /* enum nae_campaign_asked */
    uint8_t declined[4]; /* zones + 1 where evasion was declined or failed */
    uint8_t nimble[3];   /* 43C: generals of its campaign; kept until the next Coalition action */
    NaePieces group[2]; /* pieces of the first and the second waiting force; the others in NAE_WAITING are the
                           third */
} NaeCampaign;

/* What a force keeps of its activation while it waits for a joint battle: NaeState.kept, a byte for each
 * waiting force. */
enum nae_kept {
    NAE_KEPT_RIVERS = 1,            /* 36F serves it */
    NAE_KEPT_SIEGE = 2,             /* 33F serves it */
    NAE_KEPT_RUSSIA = 4,            /* NAE_STAGE_RUSSIA */
    NAE_KEPT_OUTSIDE = 8,           /* NAE_STAGE_OUTSIDE */
    NAE_KEPT_DEPOT_SPENT = 16,      /* NAE_MARCH_DEPOT_SPENT */
    NAE_KEPT_SECOND_DEPOT = 32,     /* NAE_MARCH_SECOND_DEPOT_SPENT */
    NAE_KEPT_REPLACEMENTS_DUE = 64, /* 1815: it gets them when its activation is over */
};

/* In a campaign no budget runs: its place holds the units that were dropped or taken in the activations of
 * the waiting forces they are in, a bit for each as in NaeState.cut. */
typedef struct NaeWaiting {
    uint8_t touched[15];
} NaeWaiting;

/* In redeployment no campaign runs: its place holds where the walking nation's forces are in supply, worked
 * out once for many steps. The first byte is that of NaeCampaign.on and stays 0. */
typedef struct NaeWalkSupply {
    uint8_t no_campaign;
    uint8_t nation; /* of the zones + 1; 0: not worked out */
    uint8_t padding[6];
    NaeZones zones;
} NaeWalkSupply;

/* A land battle; the participants are all unbesieged land pieces of both sides in the zone. */
typedef struct NaeBattle {
    uint8_t zone;
    uint8_t attacker; /* side; SEAT_NONE: no battle */
    uint8_t entry;    /* zone of entry of the attacker, NAE_NONE: none (sortie, landing, shared zones) */
    uint8_t terrain;  /* terrain of the edge, worst for the attacker */
    uint16_t flags;   /* enum nae_battle_flag */
    uint8_t interceptor_entry; /* where the interceptors came from, or NAE_NONE */
    uint8_t level;             /* 0 skirmish, 1 minor, 2 major */
    int8_t odds;               /* modifier for the attacker */
    uint8_t morale[2];         /* of attacker, defender: index 0 attacker */
    uint8_t spearhead[2];      /* piece or NAE_NONE */
    uint8_t second_spearhead;  /* 28F */
    uint8_t specials[2];       /* bits of the special units used */
    uint8_t subordinate[2];
    int8_t card_bonus[2];
    uint8_t steps[2]; /* combat points in half steps before losses */
    uint8_t dice[2];
    uint8_t losses[2];      /* suffered by attacker, defender */
    uint8_t to_place[2];    /* losses still to place */
    uint8_t good_needed[2]; /* of those, still from units of good morale */
    uint8_t cavalry_loss[2];
    uint8_t winner;         /* 0 attacker, 1 defender, 255 not known yet */
    uint8_t retreat;        /* zone chosen for the loser's retreat, NAE_NONE */
    uint8_t retreat_second; /* of the second army, or the interceptors */
    uint8_t pursuit;        /* losses of pursuit still to place */
    union {
        int8_t counter_bonus[2]; /* up to the roll: 6F, 12C */
        uint8_t chief[2];        /* from it on: who commanded then, or NAE_NONE */
    };
    uint8_t stage;
    uint8_t failed;     /* the loser's test of demoralisation failed, or the loser is destroyed by it (2) */
    NaePieces tried;    /* generals that tried to counter-march, special units asked */
    uint64_t played[2]; /* bits of the combat cards played by each side (0 Empire): bit = number - 1 */
} NaeBattle;

enum nae_battle_flag {
    NAE_BATTLE_INTERCEPTION = 1, /* interceptors of the inactive side take part */
    NAE_BATTLE_LANDING = 2,      /* amphibious assault */
    NAE_BATTLE_LANDING_FREE = 4, /* without its -3, by a card */
    NAE_BATTLE_SORTIE = 8,       /* out of a besieged fortress */
    NAE_BATTLE_SHARED = 16,      /* of a zone shared when a status broke [16.4] */
    NAE_BATTLE_NO_COUNTER_MARCH_E = 32,
    NAE_BATTLE_NO_COUNTER_MARCH_K = 64,
    NAE_BATTLE_NO_SUBORDINATE_E = 128,
    NAE_BATTLE_NO_SUBORDINATE_K = 256,
    NAE_BATTLE_LINES = 512,         /* one of a series under interior lines */
    NAE_BATTLE_CAMPAIGN = 1024,     /* waiting forces joined */
    NAE_BATTLE_SAFE_RETREAT = 2048, /* 51F */
    NAE_BATTLE_MARCH = 4096,        /* the attacker is the force that moves */
    NAE_BATTLE_OVERRUN = 8192
};

/* A siege attack or a fortress just taken. */
typedef struct NaeSiegeContext {
    uint8_t zone;
    uint8_t side; /* the besieger */
    uint8_t flags;
    uint8_t stage;
    uint8_t later; /* zone + 1 of a fortress taken with its reactivation put off (11.1), 0: none */
} NaeSiegeContext;

/* The running squadron: fleets with NAE_SAILING; its cargo lies at NAE_ABOARD. */
typedef struct NaeVoyage {
    uint8_t side;                /* SEAT_NONE: none */
    uint8_t at, place;           /* enum nae_at and index, as of a fleet */
    uint8_t from_at, from_place; /* where it came from last */
    uint8_t mp;
    uint8_t flags;
    uint8_t stage;
    uint8_t land_steps;            /* steps that may land, by rule or card */
    uint8_t transport;             /* steps that may be carried in all; 255: two a fleet */
    int8_t land_modifier;          /* -3, or a card's */
    uint8_t assaults;              /* amphibious assaults left */
    uint8_t enemy_at, enemy_place; /* of the naval battle */
    uint8_t ties;
    uint8_t losses[2];
    uint8_t card[2];    /* sea cards played */
    uint8_t dice[2];    /* totals of the last exchange */
    uint8_t joined;     /* bits of the inactive squadrons that joined */
    uint8_t carrier[3]; /* fleets of the squadron as they sailed; cargo names its carrier by this place */
    uint8_t onward;     /* sea zone + 1 that is entered when the blockaders are beaten, 0: none */
    uint8_t port;       /* port of the battle, if it is about one */
    uint8_t home_box;   /* port + 1 in whose blockade box the activation began, 0: elsewhere */
    uint32_t ours;      /* fleets of the active side in the battle: bit = piece - NAE_FIRST_FLEET */
    uint32_t foe;       /* fleets of the inactive side in the battle: bit = piece - NAE_FIRST_FLEET */
    uint32_t tried;     /* fleets asked */
} NaeVoyage;

/* What conquests keep beyond their frames. */
typedef struct NaeEvent {
    uint8_t beaten; /* bits of the majors conquered in this phase of conquests */
} NaeEvent;

/* ---- the state ---- */

/* NaeState.battle_result. */
enum nae_battle_result { NAE_NO_BATTLE, NAE_ATTACKER_WON, NAE_DEFENDER_WON };

typedef struct NaeState {
    State header; /* seat, over (winner | grade << 4), turn = year - 1805, step of the top frame */

    uint8_t phase;
    uint8_t round; /* 1 to 7 in NAE_PHASE_ROUNDS, else 0 */
    uint8_t actor; /* side whose action of the round is due */
    int8_t level;  /* victory level */
    uint8_t escalade;
    uint8_t frames;         /* used entries of frame */
    uint16_t flags;         /* enum nae_flag */
    uint8_t iberia_steps;   /* steps that entered the peninsula this turn [8.8] */
    uint8_t rounds_to_skip; /* 48F */
    uint8_t
        battle_result; /* enum nae_battle_result of the last battle: read and cleared by the frame below it */
    uint8_t known[9];  /* fog of war: bit i: the stack that general i commands has been uncovered and is
                          unchanged  since (fog.h) */

    /* First what fills the line up: pieces and their marks begin with lines of 64 bytes, by which they are
     * swept (sweep.h), where a state does. */
    NaeWar war[NAE_WARS];
    NaeReaction reaction;
    uint8_t cut[15]; /* 48C: bit u: unit u is out of supply until its own next activation */
    NaeSiegeContext siege;

    uint8_t place[NAE_PIECE_BYTES];
    uint8_t bits[NAE_PIECES];
    uint8_t owner[NAE_ZONES];     /* nation whose territory the zone is */
    uint8_t zone_bits[NAE_ZONES]; /* enum nae_zone_bits */
    uint8_t kept[3];              /* enum nae_kept of the waiting forces of a campaign */
    NaePieces owned[2];      /* pieces at the orders of each side: follows from statuses and expeditionary */
    NaePieces expeditionary; /* corps and generals taken by 40F */

    NaeMarch march;
    union {
        NaeCampaign campaign;
        NaeWalkSupply walk; /* in NAE_PHASE_REDEPLOY */
    };
    NaeBattle battle;
    NaeVoyage voyage;

    NaeMajor major[NAE_MAJORS];
    NaeMinor minor[NAE_MINORS];
    NaeSide side[2];
    NaeModifier modifier[NAE_MODIFIERS];
    uint8_t card[NAE_CARDS];   /* enum nae_card_bits */
    uint8_t pile[2][NAE_DECK]; /* draw piles, the top card last */
    union {
        NaeBudget budget;
        NaeWaiting waiting; /* in a major campaign */
    };
    NaeEvent event;

    /* The open decision. */
    NaePieces handled; /* had their turn in the running loop */
    NaeAction action;
    NaeFrame frame[NAE_FRAMES];
} NaeState;

_Static_assert(8 * sizeof((NaeState){0}.cut) >= NAE_UNITS, "a bit for each unit");
_Static_assert(offsetof(NaeState, place) % 64 == 0 && offsetof(NaeState, bits) % 64 == 0, "whole lines");
_Static_assert(sizeof(NaeState) <= 2040, "the state of nae is kept small: copies are the cost of search");

static inline NaeState *nae_state(State *state) { return (NaeState *)(void *)state; }
static inline const NaeState *nae_state_const(const State *state)
{
    return (const NaeState *)(const void *)state;
}

#endif

/* data.h: the immutable data of one scenario of Napoleon against Europe, built from board and scenario JSON.
 *
 * Counts and order of nations, pieces and cards are fixed (state.h): the rules know many by name. Zones and
 * provinces are as many as the board has, at most NAE_ZONES and NAE_PROVINCES. Points of resources are stored
 * in halves throughout. */
#ifndef MARSHAL_ENGINE_NAE_DATA_H
#define MARSHAL_ENGINE_NAE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/json.h"
#include "engine/nae/state.h"

enum {
    NAE_ID_BYTES = 32,
    NAE_NAME_BYTES = 64,
    NAE_TITLE_BYTES = 128,
    NAE_NEIGHBORS = 8,
    NAE_SLOTS = 22,
    NAE_SLOT_ZONES = 2,
    NAE_KEY_ZONES = 4,
    NAE_MEMBERS = 12,
    NAE_OPS = 4,
    NAE_FORCES = 96,
    NAE_FORCE_UNITS = 10,
    NAE_SQUADRONS = 24,
};

/* ---- map ---- */

enum nae_terrain {
    NAE_EDGE_NONE,
    NAE_EDGE_BRIDGE, /* river with a bridge */
    NAE_EDGE_RIVER,
    NAE_EDGE_PASS,
    NAE_EDGE_MOUNTAIN,
    NAE_EDGE_STRAIT,
    NAE_EDGE_FULL, /* takes the whole allowance */
    NAE_EDGE_COUNT
};

typedef struct NaeEdge {
    uint8_t zone;    /* the neighbour */
    uint8_t terrain; /* enum nae_terrain */
    uint8_t sea;     /* sea zone of a strait, else NAE_NONE */
    uint8_t open;    /* strait that no squadron closes */
} NaeEdge;

enum nae_zone_flag {
    NAE_ZONE_CITY = 1,
    NAE_ZONE_CONTROLLABLE = 2,
    NAE_ZONE_POOR = 4,
    NAE_ZONE_KEY = 8,
    NAE_ZONE_PORT = 16,
    NAE_ZONE_MAJOR_CAPITAL = 32,
    NAE_ZONE_MINOR_CAPITAL = 64,
    NAE_ZONE_ROUGH = 128 /* marsh or desert */
};
enum nae_symbol { NAE_SYMBOL_R = 1, NAE_SYMBOL_W = 2, NAE_SYMBOL_P = 4 };

typedef struct NaeZone {
    uint8_t owner;    /* nation at the start of the board */
    uint8_t province; /* index, NAE_NONE: none */
    uint8_t fortress; /* 0, 1, 2 */
    uint8_t entry;    /* cost of entry */
    uint8_t flags;    /* enum nae_zone_flag */
    uint8_t symbols;  /* enum nae_symbol */
    uint8_t neighbors;
    uint8_t seas[2];  /* sea zones of its port, NAE_NONE: none */
    uint8_t blockade; /* its port counts for the Continental Blockade */
    uint8_t fleets;   /* room of its port */
    NaeEdge edge[NAE_NEIGHBORS];
    uint8_t by_zone[NAE_NEIGHBORS]; /* the edges by the numbers of the zones they lead to */
} NaeZone;

typedef struct NaeProvince {
    uint8_t owner;
    uint8_t annexable;
    uint8_t has_key;
    uint8_t symbols;
    uint8_t zones;
    uint8_t zone[8];
} NaeProvince;

typedef struct NaeSea {
    uint32_t adjacent; /* bits of sea zones */
    uint8_t ice;       /* closed in winter rounds */
} NaeSea;

/* ---- nations ---- */

typedef struct NaeNation {
    uint8_t side; /* majors: printed side; minors NAE_NOBODY */
    uint8_t capitals;
    uint8_t capital[2]; /* zones; minors have at most one */
    uint8_t keys;
    uint8_t key[NAE_KEY_ZONES];
    uint8_t conquest_keys; /* of 17.3 */
    uint8_t conquest_key[NAE_KEY_ZONES];
    uint8_t resources;    /* half points */
    uint8_t loss_per_key; /* half points */
    uint8_t max_transfer; /* half points */
    uint8_t reform;       /* has a military reform */
    uint8_t order;        /* place in the order of budgets, from 0 */
    int8_t influence[2];  /* on its diplomacy, by side */
    uint8_t manager[3];   /* who spends: neutral, beaten by the Empire, beaten by the Coalition */
    uint8_t protectorate; /* enum nae_protectorate, minors */
    uint8_t has_units;
    uint8_t confederate; /* R symbol */
    NaePieces pieces;    /* all its pieces */
    NaeZones home;       /* zones it owns at the start of the board */
} NaeNation;

enum nae_protectorate { NAE_NEVER, NAE_ELIGIBLE, NAE_FROM_START, NAE_ON_CREATION };

/* ---- pieces ---- */

enum nae_unit_type {
    NAE_INFANTRY,
    NAE_CAVALRY,
    NAE_MILITIA,
    NAE_FEUDAL,
    NAE_GUERRILLA,
    NAE_REVOLT,
    NAE_UNIT_TYPE_COUNT
};
enum nae_unit_code { NAE_CODE_NONE, NAE_CODE_E, NAE_CODE_V, NAE_CODE_2P };

typedef struct NaeUnit {
    uint8_t type; /* enum nae_unit_type */
    uint8_t steps;
    uint8_t stars;
    uint8_t morale[2];   /* front, back */
    uint8_t movement[2]; /* front, back */
    uint8_t code;        /* enum nae_unit_code */
    uint8_t event;       /* card that frees it, NAE_NONE */
    uint8_t home;        /* zone of a feudal corps, NAE_NONE */
    uint8_t cost;        /* half points a step */
    bool home_only;
    bool army_only;
    bool rebuildable;
    uint8_t
        kind; /* lowest unit of its class: same nation, type, steps, stars, morale and restrictions (P2) */
} NaeUnit;

typedef struct NaeGeneral {
    uint8_t initiative;
    uint8_t command;
    uint8_t attack;
    uint8_t defence;
    uint8_t rank;
    bool cavalry;
    uint16_t year;       /* of entry, 0: by event */
    uint16_t removal;    /* year in which he leaves, 0: never */
    uint8_t event;       /* card that brings him, NAE_NONE */
    uint8_t enters_with; /* general whose removal brings him, NAE_NONE */
} NaeGeneral;

typedef struct NaeSpecial {
    uint8_t bonus;
    bool cavalry;
    uint8_t event;
} NaeSpecial;

typedef struct NaeFleet {
    uint8_t initiative;
    uint8_t movement;
    uint8_t tactical;
    bool rebuildable;
    uint32_t seas; /* sea zones it may enter */
} NaeFleet;

/* ---- cards ---- */

enum nae_card_flag {
    NAE_COMBAT_CARD = 1,
    NAE_FOREIGN_WAR_CARD = 2,
    NAE_GOLD_STAR = 4,
    NAE_SILVER_STAR = 8,
    NAE_NOT_DISCARDABLE = 16,
    NAE_PUNISHMENTS_CARD = 32, /* comes with the period of Punishments */
    NAE_SCORES_LATER = 64      /* its points count when what it creates is created */
};
enum nae_card_phase {
    NAE_IN_BUDGET = 1,
    NAE_IN_DIPLOMACY = 2,
    NAE_IN_ACTIVATION = 4,
    NAE_IN_COMBAT = 8,
    NAE_IN_CONQUESTS = 16
};
enum nae_timing {
    NAE_OWN_ACTION,
    NAE_PHASE_PLAY,
    NAE_IN_BATTLE,
    NAE_AS_REACTION,
    NAE_FREE_IN_ACTION,
    NAE_ROUND_5,
    NAE_ROUND_6,
    NAE_WINTER_ACTION,
    NAE_START_OF_DIPLOMACY,
    NAE_AT_CONQUESTS,
    NAE_ACTION_OR_REACTION,
    NAE_BATTLE_OR_ACTION,
    NAE_TIMING_COUNT
};

/* One operation of a card (map 21): its name and numbers; what else it needs is written in cards*.c. */
typedef struct NaeOp {
    uint8_t op;    /* enum in cards.h */
    int8_t value;  /* value, n, bonus, steps, modifier, level, max, limit: the first the operation has */
    int8_t second; /* value_major, generals, fleets, amphibious_steps, corps, years: likewise */
} NaeOp;

typedef struct NaeCard {
    uint8_t value;
    uint8_t side;
    uint8_t number;
    uint8_t flags;     /* enum nae_card_flag */
    uint8_t phases;    /* enum nae_card_phase */
    uint8_t timing;    /* enum nae_timing */
    uint8_t permanent; /* nation that gives it, NAE_NONE */
    int8_t escalade;
    int8_t level;
    uint8_t war; /* index of the foreign war, NAE_NONE */
    uint8_t ops;
    NaeOp op[NAE_OPS];
} NaeCard;

/* ---- tables ---- */

enum {
    NAE_NET_MIN = 2,
    NAE_NET_ROWS = 19,
    NAE_ATTRITION_MIN = -2,
    NAE_ATTRITION_ROWS = 15,
    NAE_ATTRITION_COLUMNS = 5
};

typedef struct NaeCombatCell {
    uint8_t losses;
    uint8_t plus;
    uint8_t cavalry;
} NaeCombatCell;

typedef struct NaeAttritionCell {
    uint8_t losses;
    uint8_t star;
} NaeAttritionCell;

/* Entries of the table of victory, in the order of the board; the loader insists on it. */
enum nae_score {
    NAE_SCORE_PROTECTORATE,
    NAE_SCORE_PROTECTORATE_LOST,
    NAE_SCORE_AUSTRIA,
    NAE_SCORE_PRUSSIA,
    NAE_SCORE_RUSSIA,
    NAE_SCORE_TILSIT,
    NAE_SCORE_SPAIN,
    NAE_SCORE_TURKEY,
    NAE_SCORE_BRITAIN,
    NAE_SCORE_ERFURT,
    NAE_SCORE_CONFEDERATION_DISSOLVED,
    NAE_SCORE_POLAND,
    NAE_SCORE_WESTPHALIA,
    NAE_SCORE_WESTPHALIA_DISSOLVED,
    NAE_SCORE_BLOCKADE_PLAYED,
    NAE_SCORE_BLOCKADE_COMPLETE,
    NAE_SCORE_BAYONNE,
    NAE_SCORE_FIRST_WAR,
    NAE_SCORE_COPENHAGEN,
    NAE_SCORE_TYROL,
    NAE_SCORE_ALLY_CONQUERED,
    NAE_SCORE_FRENCH_KEY,
    NAE_SCORE_MANTUA,
    NAE_SCORE_COUNT
};

typedef struct NaeScore {
    int8_t level;
    int8_t escalade;
} NaeScore;

typedef struct NaeTables {
    NaeCombatCell combat[3][NAE_NET_ROWS]; /* skirmish, minor, major; row: net roll - 2 */
    uint8_t skirmish_max;                  /* greatest total of a skirmish */
    uint8_t major_total;                   /* least total of a major battle, and least weaker side */
    uint8_t major_weaker;
    int8_t odds[2][6];   /* modifier by ratio 1 to 4; 0: attacker stronger, 1: defender */
    uint8_t overrun;     /* ratio that destroys without a die */
    int8_t interception; /* battle modifiers */
    int8_t unsupplied;
    int8_t landing;
    int8_t edge[NAE_EDGE_COUNT]; /* terrain modifier of the attacker by edge */
    int8_t rough;                /* of the defender in marsh or desert */
    NaeAttritionCell attrition[NAE_ATTRITION_COLUMNS][NAE_ATTRITION_ROWS];
    uint8_t attrition_steps[NAE_ATTRITION_COLUMNS]; /* greatest number of steps of a column; 255 the last */
    uint8_t star_on;
    struct {
        int8_t forced_march, poor, winter, depot, french_majority, french_only, russian_only, national,
            unsupplied, demoralised, besieged;
    } test;               /* modifiers of attrition */
    uint8_t siege_row[3]; /* greatest number of repulsed, stable, honours */
    int8_t siege_army;
    int8_t siege_citadel;
    uint8_t extra[NAE_EDGE_COUNT]; /* cost of an edge; NAE_EDGE_FULL: not used */
    uint8_t mark_cost, siege_cost, rally_cost, gather_cost;
    int8_t bad_weather;
    uint8_t forced_max;
    uint8_t marker_cost, depot_cost, fleet_cost, special_cost, british_card_cost; /* half points */
    uint8_t naval_losses[3]; /* least difference for 1, 2 and all losses */
    uint8_t naval_intercept, naval_evade, naval_ties, fort_dice;
    uint8_t intercept, evade, counter_march, wound, diplomacy, war_end, peace_end, pursuit;
    int8_t beaten_by_enemy, beaten_by_friend, peace_later;
    NaeScore score[NAE_SCORE_COUNT];
    uint8_t empire_wins;
    uint8_t coalition_wins;
    uint8_t punishments;
    uint8_t hand_min, hand_max;
    NaeZones border_fortresses; /* of the blockade in the War of Liberation */
} NaeTables;

/* ---- hand and states ---- */

typedef struct NaeHandSlot {
    uint8_t zones;
    uint8_t zone[NAE_SLOT_ZONES];
    uint8_t benefit; /* side, 2: both */
    uint8_t card;    /* permanent card, NAE_NONE */
    uint8_t captor;  /* side that gains by holding it, NAE_NOBODY */
    uint8_t cards;
} NaeHandSlot;
/* Slots that are no zones. */
enum { NAE_SLOT_BAVARIA = 19, NAE_SLOT_CONFEDERATION = 20, NAE_SLOT_BONUS = 21 };

/* ---- options [map 25] ---- */

typedef struct NaeOptions {
    bool peace_length_r1;
    bool spain_exposed;
    bool fog_of_war;
    bool cavalry_pursuit_defence;
    bool single_corps_surcharge;
    bool grenadiers_on_3c;
    bool random_fleets;
} NaeOptions;

/* ---- set-up ---- */

typedef struct NaeSetupForce {
    uint8_t zone;
    uint8_t power;
    uint8_t commander; /* piece or NAE_NONE */
    uint8_t subordinate[3];
    uint8_t army;
    uint8_t units;
    uint8_t unit[NAE_FORCE_UNITS];
    uint16_t reduced; /* bit i: unit i */
    uint8_t depots;   /* mobile */
    uint8_t specials;
    uint8_t special[NAE_SPECIALS];
    uint8_t fleets;
    uint8_t fleet[3];
} NaeSetupForce;

typedef struct NaeSetupSquadron {
    uint8_t at; /* enum nae_at */
    uint8_t place;
    uint8_t fleets;
    uint8_t fleet[3];
    uint8_t random; /* bits of those drawn by chance with random_fleets */
} NaeSetupSquadron;

enum nae_victory { NAE_VICTORY_CAMPAIGN, NAE_VICTORY_1815, NAE_VICTORY_LEVEL };

typedef struct NaeSetup {
    uint16_t first_year;
    uint16_t last_year;
    uint8_t first_round;
    uint8_t first_side;   /* acts first in that round */
    bool first_side_only; /* 1809: round 1 is a Coalition action only */
    bool no_interphase;   /* 1815: ends after X and a conquest check */
    uint8_t level;
    uint8_t escalade;
    uint16_t flags;         /* enum nae_flag */
    uint8_t victory;        /* enum nae_victory */
    int8_t level_empire;    /* NAE_VICTORY_LEVEL: Empire wins at this level or more */
    int8_t level_coalition; /* Coalition at this or less */
    uint8_t hand[2];        /* cards in hand, permanent and fixed ones included */
    uint8_t fixed[2];
    uint8_t fixed_card[2][12];
    uint8_t card[NAE_CARDS]; /* enum nae_card_bits at the start, before dealing */
    NaeMajor major[NAE_MAJORS];
    NaeMinor minor[NAE_MINORS];
    uint8_t owner[NAE_ZONES];
    NaeZones empire_control;
    NaePieces out;     /* removed from the game */
    NaePieces reserve; /* coded units that are in the reserve anyway */
    uint8_t forces;
    NaeSetupForce force[NAE_FORCES];
    uint8_t squadrons;
    NaeSetupSquadron squadron[NAE_SQUADRONS];
    uint8_t peace_until[NAE_MAJORS]; /* turn in whose Q a forced peace becomes an alliance, NAE_NONE */
} NaeSetup;

/* ---- everything ---- */

typedef struct NaeData {
    unsigned zones, provinces;
    char title[NAE_TITLE_BYTES];
    char zone_id[NAE_ZONES][NAE_ID_BYTES];
    char piece_id[NAE_PIECES][NAE_ID_BYTES];
    char card_id[NAE_CARDS][NAE_ID_BYTES];
    char nation_id[NAE_NATIONS][NAE_ID_BYTES];
    char province_id[NAE_PROVINCES][NAE_ID_BYTES];
    char sea_id[NAE_SEAS][NAE_ID_BYTES];
    uint8_t namesake[NAE_NATIONS]; /* zone that has the id of the nation, NAE_NONE: none */
    char zone_name[NAE_ZONES][NAE_NAME_BYTES];
    char piece_name[NAE_PIECES][NAE_NAME_BYTES];
    char card_title[NAE_CARDS][NAE_NAME_BYTES];
    char nation_name[NAE_NATIONS][NAE_NAME_BYTES];
    char sea_name[NAE_SEAS][NAE_NAME_BYTES];
    double lat[NAE_ZONES], lon[NAE_ZONES];
    char *card_effect[NAE_CARDS]; /* owned; what the card does, in words */

    NaeZone zone[NAE_ZONES];
    NaeZones adjacent[NAE_ZONES];
    NaeZones hop[NAE_ZONES];      /* neighbours from which supply reaches the zone in one step [10.3] */
    NaeZones half_hop[NAE_ZONES]; /* those that leave a point for a step more */
    NaeZones two_hops[NAE_ZONES]; /* from where it reaches the zone where nothing bars the way */
    NaeProvince province[NAE_PROVINCES];
    NaeSea sea[NAE_SEAS];
    uint32_t waters[NAE_ZONES];  /* sea zones of a port: bits */
    NaeZones ports_on[NAE_SEAS]; /* ports of a sea zone */
    NaeNation nation[NAE_NATIONS];
    uint8_t budget_order[NAE_MAJORS];   /* Turkey to France */
    uint8_t nation_of[NAE_PIECE_BYTES]; /* of each piece; NAE_NONE beyond the last */
    NaeUnit unit[NAE_UNITS];
    NaeGeneral general[NAE_GENERALS];
    NaeSpecial special[NAE_SPECIALS];
    NaeFleet fleet[NAE_FLEETS];
    NaeCard card[NAE_CARDS];
    uint8_t is_permanent[NAE_CARDS]; /* 1: a permanent card of some nation */
    NaeHandSlot slot[NAE_SLOTS];
    NaeTables table;
    NaeOptions option;
    NaeSetup setup;

    uint32_t russian_seas; /* outside these at most russian_outside Russian fleets may be */
    uint8_t russian_outside;
    NaeZones straits;                           /* zones at a strait that squadrons can close */
    NaeZones near_straits;                      /* and those that supply reaches by way of one [10.5] */
    NaeZones all_zones, ports, keys, iberia;    /* iberia: home of Spain and Portugal */
    NaeZones revolt[NAE_NATIONS - NAE_CHOUANS]; /* land where the Chouans, the Serbs and Tyrol rise */
    struct {
        uint8_t innsbruck, belgrade, mantoue, ulm, venise;
    } place;          /* zones that rules name */
    uint8_t napoleon; /* his piece */
    NaeZones italian; /* of the Italian Peninsula (glossary), for 51C */
    NaeZones forts, controllable;
    NaePieces units, generals, specials, armies, depots, fleets, land; /* masks of piece numbers */
    NaePieces doubles;                                                 /* units of two steps */
    NaePieces alike[NAE_UNITS]; /* units of lower number of the same class (P2), strength apart */
    NaePieces home_only;        /* units that do not leave home */
    NaePieces of_majors;        /* all pieces of majors */
    NaePieces cavalry;          /* reserve cavalry, special cavalry units and cavalry generals */
} NaeData;

/* Builds the data; NULL and err on bad input. The caller frees it with nae_data_release. */
NaeData *nae_data_load(const JsonNode *scenario, const JsonNode *board, Err *err);
void nae_data_release(NaeData *data);

/* Index of an id, NAE_NONE if there is none. */
unsigned nae_zone_by_id(const NaeData *data, const char *id);
unsigned nae_piece_by_id(const NaeData *data, const char *id);
unsigned nae_card_by_id(const NaeData *data, const char *id);
unsigned nae_nation_by_id(const NaeData *data, const char *id);
unsigned nae_sea_by_id(const NaeData *data, const char *id);

/* "neutral", "empire_ally", ...: words of the file format. */
const char *nae_status_name(unsigned status);

#endif

/* data.h: everything about Age of Napoleon that does not change during a game, loaded from a board and a
 * scenario file.
 *
 * Ids of areas, countries, corps and cards are indices into the board's lists, in file order, and stay below
 * the limits here. AonData is one allocation, owned by the Game, immutable after loading and shared by all
 * threads. Besides the printed facts it holds what the rules ask for again and again as bit sets and
 * distances. Numbers in brackets are rulebook clauses; A1... are resolutions listed in README.md of
 * scenarios/aon.
 */
#ifndef MARSHAL_ENGINE_AON_DATA_H
#define MARSHAL_ENGINE_AON_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/aon/sets.h"
#include "engine/err.h"
#include "engine/json.h"

typedef uint8_t AreaId;
typedef uint8_t CountryId;
typedef uint8_t CorpsId;
typedef uint8_t CardId; /* a title; copies of a title are alike */

enum {
    AON_AREAS_MAX = 61,
    AON_COUNTRIES_MAX = 23,
    AON_CORPS_MAX = 91,
    AON_CARDS_MAX = 42,
    AON_COPIES_MAX = 55,
    AON_MAJORS = 6,
    AON_CONVERSIONS_MAX = 4,
    AON_GROUPS_MAX = 8,
    AON_SR_MAX = 8,
    AON_NONE = 255,
    AON_STRENGTH_MAX = 80, /* battle strengths above are looked up as this */
    AON_NAME_BYTES = 32,
};

/* Majors come first in the board's country list, in this order (checked on loading). */
enum aon_major { AON_FRANCE, AON_BRITAIN, AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA, AON_SPAIN };

/* [3.2.2] in the order used by the files. UNALIGNED: a detachable area that is not detached is no country. */
enum aon_alignment { AON_FR, AON_CM, AON_IC, AON_NC, AON_FA, AON_FD, AON_UNALIGNED, AON_ALIGNMENT_COUNT };

enum aon_kind { AON_KIND_MAJOR, AON_KIND_MINOR, AON_KIND_DETACHABLE };

/* [2.2.1.6] key word on the piece. */
enum aon_availability {
    AON_AVAILABLE,
    AON_MINOR_ALLY,
    AON_RADETZKY,
    AON_STEIN,
    AON_INSURRECTION,
    AON_INVASION
};

/* Events that stay in effect, as bits. */
enum aon_event {
    AON_EVENT_BRITANNIA = 1,
    AON_EVENT_RADETZKY = 2,
    AON_EVENT_STEIN = 4,
    AON_EVENT_CONTINENTAL_SYSTEM = 8,
    AON_EVENT_JOSEPH = 16
};

/* What playing a card as an event does: `op` of the board file. */
enum aon_op {
    AON_OP_CONVERT,
    AON_OP_SET_EVENT,
    AON_OP_CONTINENTAL_SYSTEM,
    AON_OP_DETACH,
    AON_OP_INSURRECTION,
    AON_OP_RECOVER_CARD,
    AON_OP_PREVENT_SURRENDER,
    AON_OP_PEACE_TALKS,
    AON_OP_WINTER_QUARTERS,
    AON_OP_RETURN_CORPS,
    AON_OP_RESTORE_LOST_CORPS,
    AON_OP_SWAP_FRENCH,
    AON_OP_SWAP_ENEMY,
    AON_OP_DEPLOYMENT_BONUS,
    AON_OP_MAJOR_CAMPAIGN,
    AON_OP_FORCED_MARCH,
    AON_OP_MUD,
    AON_OP_INDECISION,
    AON_OP_COSSACKS,
    AON_OP_BATTLE_MODIFIER,
    AON_OP_FOG_OF_WAR,
    AON_OP_INTERIOR_LINES,
    AON_OP_HEROS_DEATH,
    AON_OP_PURSUIT,
    AON_OP_WINTER_MODIFIER,
    AON_OP_COUNT
};

/* The decisions in which a card is offered: `windows` of the board file. */
enum aon_window {
    AON_WINDOW_DIPLOMACY_TURN,
    AON_WINDOW_DIPLOMACY_COUNTER,
    AON_WINDOW_NEW_INSURRECTION,
    AON_WINDOW_STRATEGY_STEP,
    AON_WINDOW_REINFORCEMENT_CARDS,
    AON_WINDOW_ROUND_START,
    AON_WINDOW_PART_START,
    AON_WINDOW_OWN_MOVE,
    AON_WINDOW_ENEMY_MOVE_DECLARED,
    AON_WINDOW_ENEMY_ENTERED_AREA,
    AON_WINDOW_OWN_WITHDRAWAL,
    AON_WINDOW_OWN_INTERCEPTION,
    AON_WINDOW_ENEMY_INTERCEPTION_DECLARED,
    AON_WINDOW_BEFORE_ENGAGEMENT,
    AON_WINDOW_BATTLE_CARDS,
    AON_WINDOW_AFTER_LOSS_COUNT,
    AON_WINDOW_AFTER_VICTORY,
    AON_WINDOW_BEFORE_OWN_SURRENDER,
    AON_WINDOW_AFTER_SURRENDER_TO_FRENCH,
    AON_WINDOW_WINTER_START,
    AON_WINDOW_WINTER_OWN_AREA,
    AON_WINDOW_WINTER_ENEMY_AREA,
    AON_WINDOW_ANYTIME,
    AON_WINDOW_COUNT
};

/* Which countries a conversion may name: `countries` of the board file. LIST: the set in AonConversion.list.
 */
enum aon_targets {
    AON_TARGETS_ANY,
    AON_TARGETS_MINOR,
    AON_TARGETS_COASTAL_MINOR_UNOCCUPIED,
    AON_TARGETS_COASTAL_UNOCCUPIED,
    AON_TARGETS_MINOR_UNOCCUPIED,
    AON_TARGETS_NOT_RUSSIA,
    AON_TARGETS_LIST
};

/* `from` of a conversion: an alignment, or one of these situations. */
enum aon_from {
    AON_FROM_ALIGNMENT,
    AON_FROM_NC_FRENCH_OCCUPIED,
    AON_FROM_NC_FRENCH_OCCUPIED_MAJOR,
    AON_FROM_JUST_SURRENDERED
};

typedef struct AonConversion {
    uint8_t seat;            /* who may use it: 0 French, 1 Coalition */
    uint8_t from_kind;       /* enum aon_from */
    uint8_t from;            /* enum aon_alignment, for AON_FROM_ALIGNMENT */
    uint8_t to;              /* enum aon_alignment */
    uint8_t targets;         /* enum aon_targets */
    bool ignores_occupation; /* [3.5.5] */
    CountrySet list;         /* for AON_TARGETS_LIST */
} AonConversion;

enum aon_battle_kind { AON_BATTLE_NONE, AON_BATTLE_STRENGTH, AON_BATTLE_STRENGTH_PER_CORPS, AON_BATTLE_DIE };

typedef struct AonCard {
    char id[AON_NAME_BYTES];
    char title[AON_NAME_BYTES];
    char *effect; /* what the card does, in our words; owned by AonData */
    uint8_t copies;
    uint8_t first_extra; /* bit of the second copy in a hand (see AonData.extra_of); copies - 1 bits follow
                            each other */
    uint8_t op;          /* enum aon_op */
    uint8_t event;       /* enum aon_event bit of once-only events, 0 for others */
    bool red_title;      /* [2.3.12] */
    bool once_only;      /* [2.3.10] */
    bool diplomacy_card; /* [7.2.1] */
    bool fog_cancels;    /* cancelled by Fog of War */
    uint8_t conversion_count;
    AonConversion conversions[AON_CONVERSIONS_MAX];
    uint8_t battle_kind;   /* enum aon_battle_kind */
    int8_t battle_value;   /* strength, strength per corps, or die modifier */
    int8_t battle_max;     /* cap of strength per corps, or highest face of the die */
    uint8_t battle_corps;  /* corps that must be engaged, or AON_NONE */
    uint8_t battle_colors; /* majors (bits) whose colour counts or must be engaged; 0: any */
    bool battle_defender_only;
    int8_t movement_modifier;
    int8_t winter_modifier;
    uint8_t rounds_skipped, armies, bonus, returns, attrition_causes; /* numbers of single cards, 0 if none */
    uint8_t country;                                                  /* removes_corps.country, or AON_NONE */
} AonCard;

/* A row of the reinforcement chart [10.2.2] as it applies to a group: fixed limits, or per controlled minors.
 */
typedef struct AonLimits {
    uint8_t mobilization, deployment;
} AonLimits;

/* Groups of corps that share limits [10.2.2, 10.2.3]. */
enum aon_group {
    AON_GROUP_FRANCE_HOME,
    AON_GROUP_FRENCH_MINORS,
    AON_GROUP_BRITAIN_HOME,
    AON_GROUP_BRITISH_MINORS,
    AON_GROUP_AUSTRIA,
    AON_GROUP_PRUSSIA,
    AON_GROUP_RUSSIA,
    AON_GROUP_SPAIN
};

/* Switches of the scenario file: rules the rulebook leaves open, and its optional rules. */
typedef struct AonOptions {
    bool hidden_stacks;                 /* [4.1.2] on: only leader and height of enemy stacks are known */
    bool napoleon_returns;              /* [14.2.6] */
    bool reaction_attrition_everywhere; /* A16 */
    bool danmark_winter_sea_both_ways;  /* A14 */
    bool red_title_pickup_after_event;  /* A3 */
    bool sea_move_is_extra;             /* A13 */
    bool fought_corps_frozen_all_year;  /* A24 */
    bool counter_after_pass;            /* A6 */
    bool unengaged_corps_frozen;        /* A24 */
    bool counter_must_match;            /* A5 */
} AonOptions;

typedef struct AonPlacement {
    CorpsId corps;
    AreaId area;
    bool spent;
} AonPlacement;

/* The set-up part of a scenario (17). */
typedef struct AonSetup {
    uint8_t first_year, first_round, last_year; /* years as year - 1800 */
    uint8_t alignment[AON_COUNTRIES_MAX];       /* enum aon_alignment; UNALIGNED: not detached */
    CountrySet formerly_insurgent;
    uint8_t events; /* enum aon_event bits */
    bool russia_invaded;
    uint8_t french_invaded_russia_year; /* year - 1800, 0 for never */
    CorpsSet released;                  /* Invasion corps already released */
    uint8_t placement_count;
    AonPlacement placements[AON_CORPS_MAX];
    CorpsSet lost;                    /* out of the game */
    uint8_t set_aside[AON_CARDS_MAX]; /* copies of each title out of the deck until Continental System */
    uint8_t discard_count;
    CardId discarded[AON_COPIES_MAX]; /* on the discard pile from the start, in file order */
    uint8_t random_discards;
    uint8_t hand[2];   /* cards dealt: French, Coalition */
    bool free_move[2]; /* free move available */
} AonSetup;

typedef struct AonData {
    /* --- counts and names --- */
    uint8_t areas, countries, corps, cards, copies; /* copies: cards in the whole deck */
    char title[128];                                /* of the scenario */
    char area_id[AON_AREAS_MAX][AON_NAME_BYTES], area_name[AON_AREAS_MAX][AON_NAME_BYTES];
    char country_id[AON_COUNTRIES_MAX][AON_NAME_BYTES], country_name[AON_COUNTRIES_MAX][AON_NAME_BYTES];
    char corps_id[AON_CORPS_MAX][AON_NAME_BYTES], corps_name[AON_CORPS_MAX][AON_NAME_BYTES];
    float area_latitude[AON_AREAS_MAX], area_longitude[AON_AREAS_MAX];

    /* --- map [2.1] --- */
    AreaSet all_areas;
    AreaSet adjacent[AON_AREAS_MAX]; /* ordinary borders [2.1.1.1] */
    AreaSet coastal, baltic, terrain, barren,
        capitals;                           /* terrain: mountain or marsh; coastal: without the Black Sea */
    AreaId sund_a, sund_b;                  /* the strait Danmark-Sverige [12.2.4] */
    AreaId ice_a, ice_b;                    /* winter link Sverige-Lithuania [12.2.5] */
    uint8_t ice_cost;                       /* areas the ice link counts as: 2 */
    AreaId danmark;                         /* the Baltic area that may be left in winter [12.4.3] */
    AreaSet cossack_areas;                  /* barren, outside Spain and Sverige (card Cossacks) */
    CountryId owner_1805[AON_AREAS_MAX];    /* country while nothing is detached */
    CountryId detachable_of[AON_AREAS_MAX]; /* the detachable country made of this area, or AON_NONE */
    /* distance[a][b]: areas from a to b by ordinary borders and the Sund (A27), AON_NONE if there is no way
     */
    uint8_t distance[AON_AREAS_MAX][AON_AREAS_MAX];

    /* --- countries [3.1] --- */
    uint8_t kind[AON_COUNTRIES_MAX];           /* enum aon_kind */
    AreaId capital[AON_COUNTRIES_MAX];         /* the only area of a one-area country */
    AreaSet country_areas[AON_COUNTRIES_MAX];  /* majors: with their detachable areas */
    CountryId parent[AON_COUNTRIES_MAX];       /* of a detachable country, else AON_NONE */
    CountrySet detachables[AON_COUNTRIES_MAX]; /* of a major */
    CountrySet majors, minors, detachable, adjacent_to_france,
        coastal_countries;                      /* coastal_countries: as of full areas */
    CountryId tirol;                            /* [3.1.3.3] */
    AreaSet insurgent_range[AON_COUNTRIES_MAX]; /* areas of the country, detached ones included, and their
                                                   neighbours over ordinary borders and the Sund [10.3.1] */

    /* --- corps [2.2.1] --- */
    uint8_t br[2][AON_CORPS_MAX];        /* battle rating: [0] fresh, [1] spent */
    uint8_t mr[2][AON_CORPS_MAX];        /* movement rating */
    uint8_t sr[AON_CORPS_MAX];           /* seniority rating */
    CountryId patron[AON_CORPS_MAX];     /* the major whose colour it has */
    CountryId country[AON_CORPS_MAX];    /* its own country; differs from patron for minor allied corps */
    uint8_t availability[AON_CORPS_MAX]; /* enum aon_availability */
    uint8_t group[AON_CORPS_MAX];        /* enum aon_group */
    CorpsId napoleon;                    /* the corps marked leader [6.2.2] */
    CorpsSet all_corps;
    uint8_t
        rank[AON_CORPS_MAX]; /* order in a stack: 0 lies on top of all; by SR, of equals by index (A112) */
    CorpsSet of_country[AON_COUNTRIES_MAX]; /* corps whose country it is: home corps of a major, minor allied
                                               corps of a minor */
    CorpsSet of_patron[AON_MAJORS];         /* by colour, minor allies included */
    CorpsSet of_group[AON_GROUPS_MAX];
    CorpsSet with_sr[AON_SR_MAX + 1];     /* corps of exactly this seniority */
    CorpsSet up_to_sr[AON_SR_MAX + 1];    /* corps of at most this seniority */
    CorpsSet by_availability[6];          /* by enum aon_availability */
    CorpsSet invasion, minor_allies;      /* two of these under their names */
    CorpsSet patron_set[1 << AON_MAJORS]; /* union of of_patron over a mask of majors */

    /* --- cards [2.3] --- */
    AonCard card[AON_CARDS_MAX];
    CardId extra_of[64]; /* hand bit -> title: bits 0..cards-1 first copies, then the further ones */
    CardSet window[2][AON_WINDOW_COUNT]; /* titles a seat may play as an event in a window */
    CardSet titles;                      /* all first copies */
    CardSet all_copies;                  /* hand bits of all cards of the game */
    CardSet red, diplomacy, once;
    uint8_t set_aside_count;        /* cards out of the deck until Continental System */
    CardSet op_cards[AON_OP_COUNT]; /* titles by operation */
    uint8_t campaign_armies;        /* armies Major Campaign lets move (12.1.2) */
    int8_t mud_modifier;            /* of one Mud card (12.2.2) */
    CardSet battle_cards;           /* titles played in battles, at most 8: bits of AonBattle.played */
    CardId napoleonica, forced_march, interior_lines; /* AON_NONE if the board has no such card */

    /* --- tables --- */
    uint8_t battle_losses[AON_STRENGTH_MAX + 1][6]; /* [13.3.4] by strength (0 as 1), die - 1 */
    uint8_t battle_tbm[AON_STRENGTH_MAX + 1];       /* [13.3.6] */
    uint8_t march_losses[AON_CORPS_MAX + 1][6];     /* [12.3.2] by spent corps (0: none), die - 1 */
    int8_t winter_die_min, winter_die_max;          /* clamp of the modified die [15.1] */
    uint8_t winter_losses[AON_CORPS_MAX + 1][16];   /* by corps, modified die - winter_die_min */
    uint8_t winter_minimum_corps;
    int8_t winter_capital, winter_barren;        /* die modifiers */
    int8_t battle_home, battle_sea;              /* [13.3.2] */
    int8_t move_winter, move_attack;             /* [12.2.2]; Mud and Forced March are on their cards */
    uint8_t hand_min, hand_max, minors_per_card; /* [9.3] */
    uint8_t hand_cards[AON_MAJORS][2][2];        /* [major][seat][reformed] */
    /* limits of a group for a controlling seat: [group][seat][row]; row = (reform event in effect ? 1 : 0) +
     * (country insurgent ? 2 : 0), rows that the board lacks filled by its fall-back rule. Groups French and
     * British minors: French ones are per controlled minors (divisors), see french_minor_divisors. */
    AonLimits limits[AON_GROUPS_MAX][2][4];
    AonLimits french_minor_divisors;
    uint8_t rounds, winter_from;       /* 6 rounds, winter from 5 on [11.1.2] */
    uint8_t coalition_initiative_from; /* year - 1800: 11 */
    uint8_t surrender_count;           /* [14.0] countries in the order in which surrender is checked */
    CountryId surrender_order[AON_COUNTRIES_MAX];

    AonOptions options;
    AonSetup setup;
} AonData;

/* Builds the data from a parsed scenario and its board; NULL and err (file, path, expectation) on any wrong,
 * missing, unknown or inconsistent entry. Never crashes on any input. The caller releases it with
 * aon_data_release. */
AonData *aon_data_load(const JsonNode *scenario, const JsonNode *board, Err *err);
void aon_data_release(AonData *data);

/* Lookups by id; AON_NONE if there is no such id. */
unsigned aon_area_by_id(const AonData *data, const char *id);
unsigned aon_country_by_id(const AonData *data, const char *id);
unsigned aon_corps_by_id(const AonData *data, const char *id);
unsigned aon_card_by_id(const AonData *data, const char *id);

/* "FR", "CM", "IC", "NC", "FA", "FD"; "" for UNALIGNED. */
const char *aon_alignment_name(unsigned alignment);

#endif

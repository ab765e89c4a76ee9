/* data.h: what never changes in a game of Napoleon's Eagles: map, nations, leaders, tables, scenario.
 *
 * Read by load*.c from scenarios/eagles/board.json and a scenario; shared by all threads. Indices run from 0
 * in the order of the files, hexes in ascending order of their id CCRR (column first). Clauses "map N" are
 * those of the rules map in scenarios/eagles/README.md; names of sections are the rulebook's.
 */
#ifndef MARSHAL_ENGINE_EAGLES_DATA_H
#define MARSHAL_ENGINE_EAGLES_DATA_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eagles/state.h"
#include "engine/err.h"
#include "engine/json.h"

enum {
    EAGLES_ID_BYTES = 32,
    EAGLES_NAME_BYTES = 40,
    EAGLES_MONTHS_MAX = 125,
    EAGLES_AT_MAX = 8,       /* alternative places of an arrival */
    EAGLES_STACKS_MAX = 96,  /* entries of a set-up */
    EAGLES_EFFECTS_MAX = 4,  /* alliance effects of a side */
    EAGLES_CHECKS_MAX = 8,   /* victory checks */
    EAGLES_CLAUSES_MAX = 4,  /* conditions of one check, each in all and any */
    EAGLES_LIST_MAX = 16,    /* cities or nations of a condition or list */
    EAGLES_IMPASSABLE = 0xFF /* MP */
};

enum eagles_terrain {
    EAGLES_CLEAR,
    EAGLES_FOREST,
    EAGLES_SWAMP,
    EAGLES_LOW_MOUNTAIN,
    EAGLES_HIGH_MOUNTAIN,
    EAGLES_DESERT,
    EAGLES_SAND,
    EAGLES_LAKE,
    EAGLES_TERRAINS
};

enum eagles_direction { EAGLES_E, EAGLES_NE, EAGLES_NW, EAGLES_W, EAGLES_SW, EAGLES_SE, EAGLES_DIRECTIONS };

/* What a hexside is made of. */
enum eagles_side_of_hex {
    EAGLES_RIVER = 1,
    EAGLES_BRIDGE = 2,
    EAGLES_PASS = 4,
    EAGLES_STRAIT = 8, /* no crossing at all */
    EAGLES_FERRY = 16,
};

/* A province that is never open: of hexes that no side may enter in this scenario. */
enum { EAGLES_PROVINCE_SHUT = EAGLES_PROVINCES_MAX - 1 };

/* One cache line: what movement asks for comes first. */
typedef struct EaglesHex {
    uint16_t neighbour[EAGLES_DIRECTIONS]; /* EAGLES_NO_HEX: sea or edge */
    uint8_t cost[2][EAGLES_DIRECTIONS];    /* MP to go to that neighbour, [1] in winter; EAGLES_IMPASSABLE */
    uint8_t into[2][EAGLES_DIRECTIONS];    /* MP to come from that neighbour, the same way */
    uint8_t side[EAGLES_DIRECTIONS];       /* bits of enum eagles_side_of_hex */
    uint8_t city;                          /* EAGLES_NONE */
    uint8_t drm[2];                        /* terrain DRM, [1] in winter */
    uint8_t terrain;
    uint8_t area;    /* 1 to 4 */
    uint8_t country; /* nation of 1805, EAGLES_NONE: none in play (Turkey, Ireland ...) */
    uint8_t province;
    uint8_t seas;           /* bits of the open sea areas it borders */
    bool coastal, playable; /* playable: on the map of any scenario */
    bool in_theatre;        /* in an area of this scenario */
    uint8_t column, row;
    int16_t latitude, longitude; /* hundredths of a degree */
    uint8_t unused[4];
} EaglesHex;
_Static_assert(sizeof(EaglesHex) == 64, "a hex is as long as a cache line, and quickly counted off");

/* Who may enter a hex, close together: asked of all hexes around, it is not to fetch the line of each. */
typedef struct EaglesLand {
    uint8_t door;   /* province if the hex is playable and in the theatre, EAGLES_PROVINCE_SHUT if not */
    uint8_t barred; /* bits of the colours that may not enter (special_rules), by enum eagles_colour */
} EaglesLand;

/* Axial place of a hex: for distances, asked of many hexes in turn, hence not part of the line of each. */
typedef struct EaglesAxial {
    int8_t q, r;
} EaglesAxial;

enum eagles_level { EAGLES_MINOR, EAGLES_MAJOR, EAGLES_CAPITAL };
enum eagles_production { EAGLES_MAKES_NOTHING, EAGLES_MAKES_ALL, EAGLES_MAKES_LANDWEHR, EAGLES_MAKES_SHIPS };

typedef struct EaglesCity {
    char id[EAGLES_ID_BYTES];
    char name[EAGLES_NAME_BYTES];
    uint16_t hex;
    uint8_t level, production;
    uint8_t garrison; /* SP that find shelter */
    bool port;
} EaglesCity;

/* Land that changes hands as one: a country without its regions, a region, or a city ceded by itself. */
typedef struct EaglesProvince {
    uint8_t country;  /* nation of 1805, EAGLES_NONE */
    uint8_t region;   /* index of a region, EAGLES_NONE */
    uint8_t city;     /* EAGLES_NONE, or the city that is ceded by itself */
    bool always_open; /* open_neutrals: both sides may enter */
} EaglesProvince;

typedef struct EaglesNationData {
    char id[EAGLES_ID_BYTES];
    char name[EAGLES_NAME_BYTES];
    char adjective[EAGLES_NAME_BYTES];
    bool major;
    uint8_t group;     /* minor group, EAGLES_NONE */
    uint8_t colour[2]; /* of a minor, by side; majors: twice their own */
    uint8_t morale[EAGLES_TYPES];
    uint8_t area4_morale[EAGLES_TYPES]; /* the same unless the nation has better on area 4 */
    uint8_t unit[EAGLES_TYPES];         /* unit, EAGLES_NONE if it has no such counter */
    uint8_t capitals[4], capital_count; /* cities */
    /* Production cities (map 13.3): red ones, of which those from the index red_always on are chosen from,
     * the first red_choice of them that the enemy does not hold; Landwehr and naval cities. */
    uint8_t red[12], red_count, red_always, red_choice;
    uint8_t landwehr[4], landwehr_count, naval[6], naval_count;
} EaglesNationData;

/* A pair of nation and type, in the order of rows: C GC CC of all nations, then the rest of the land types,
 * then S T. */
typedef struct EaglesUnit {
    uint8_t nation, type;
    uint8_t mix; /* counters */
    bool scenario_only;
    bool cavalry;   /* C GC CC: counts as cavalry */
    bool infantry;  /* arm: needs a leader to move (I GI L M K) */
    bool home_only; /* M P */
} EaglesUnit;

/* What is said of a leader, apart from what is asked of many of them again and again. */
typedef struct EaglesLeaderText {
    char id[EAGLES_ID_BYTES];
    char name[EAGLES_NAME_BYTES];
} EaglesLeaderText;

typedef struct EaglesLeader {
    uint8_t nation; /* EAGLES_NONE: a satellite leader of colour */
    uint8_t colour; /* satellite leaders: theirs */
    uint8_t leadership;
    uint8_t capacity; /* SP */
    uint8_t move;     /* MP when alone */
    bool named, naval;
    uint8_t enters, leaves; /* campaign: months since January 1800, EAGLES_NONE */
} EaglesLeader;

/* A city list as bits. */
typedef struct EaglesCitySet {
    uint8_t bits[EAGLES_CITIES_MAX / 8];
} EaglesCitySet;

/* Nations, cities and regions that the rules of the grand campaign name, and their numbers (map 13). */
typedef struct EaglesCampaignData {
    /* nations */
    uint8_t england, austria, prussia, russia, spain, holland, portugal, northern_italy, dalmatia, bavaria;
    uint8_t brunswick, hanover, hesse, rhine_confederation, saxony, westphalia, baden, holy_roman_empire;
    uint8_t denmark, poland, sweden, piedmont;
    /* cities */
    uint8_t paris, london, madrid, lisbon, gibraltar, boulogne, hanover_city, brunswick_city, cassel,
        frankfurt;
    uint8_t amsterdam, antwerp, brussels, stockholm, trieste, kiev, konigsberg, grodno, cracow, dantzig,
        genoa;
    /* regions */
    uint8_t tirol, venetia, dalmatia_region, western_galicia, eastern_galicia, south_prussia, eastern_poland;
    uint8_t magdeburg, finland, pomerania, belgium, rhineland, piedmont_region;
    /* sea areas */
    uint8_t north_sea, atlantic;
    uint32_t prussian_bloc;                /* bits of nations */
    uint32_t all_cities;                   /* nations that fall with all their cities only */
    uint32_t loyal;                        /* minors that never change sides */
    uint32_t reverting;                    /* minors that revert to what they were made from */
    EaglesCitySet prussian_cities;         /* of 1805 */
    EaglesCitySet recognition;             /* cities that count for the roll after the return */
    uint8_t pool[EAGLES_UNITS_MAX];        /* counters that can be built at the start */
    uint8_t polish_pool[3][EAGLES_TYPES];  /* by option of the treaty */
    uint8_t peace_months[3], no_points[3]; /* by option: months of neutrality; month from 0 before which
                                              England sends nothing */
    uint8_t annexed_pool[EAGLES_TYPES];    /* counters France gains with Holland */
    uint8_t annexed_ship;                  /* the first of these ships: they stand behind all others */
    uint8_t war_units[EAGLES_WARS][2][EAGLES_TYPES]; /* of the first and the second nation of the war */
    uint8_t war_nation[EAGLES_WARS][2];              /* EAGLES_NONE */
    uint16_t landing[12];                            /* hexes where the French may land in England */
    uint8_t landings, crossing_sp;
    uint8_t madrid_row, spanish_limit, invaded_sp;
    uint8_t annex_after; /* month from 0: Holland from then on */
} EaglesCampaignData;

/* SP and leaders that come together: an entry of a set-up, an arrival or an alliance effect. */
typedef struct EaglesStackData {
    uint16_t hex; /* first of at */
    uint16_t at[EAGLES_AT_MAX];
    uint8_t at_count;
    uint8_t nation, colour, side;
    uint8_t month; /* arrivals and withdrawals: from 0 */
    uint8_t leaders[6], leader_count;
    uint8_t count[EAGLES_TYPES];
    bool besieged, besieging, landing, one_per_hex, blockading;
    uint8_t waits_city,
        waits_until; /* withdrawals: not while the owner controls that city, up to that month */
} EaglesStackData;

enum eagles_replacement_rule { EAGLES_FIXED, EAGLES_ONE_CITY, EAGLES_ANY_SPLIT, EAGLES_EACH_CITY };

typedef struct EaglesReplacement {
    uint8_t nation, unit, per_turn;
    uint8_t at[EAGLES_AT_MAX], at_count; /* cities, as listed */
    uint8_t rule;                        /* enum eagles_replacement_rule */
    uint8_t first;                       /* month from 0 */
    uint8_t every;                       /* months between, 1: each; counted by the calendar month */
    uint8_t calendar;                    /* calendar month modulo every that has them */
    uint8_t landwehr;                    /* up to half of the cities may take 2 L: the unit L, EAGLES_NONE */
    bool if_at_war;                      /* only while the nation is a belligerent */
} EaglesReplacement;

enum eagles_source_rule {
    EAGLES_SOURCE_NONE,
    EAGLES_SOURCE_LIST,
    EAGLES_SOURCE_COUNTRIES,
    EAGLES_SOURCE_COASTAL,
    EAGLES_SOURCE_RED_1814,
    EAGLES_SOURCE_ALIGNED
};

typedef struct EaglesSources {
    uint8_t rule;
    uint8_t cities[EAGLES_LIST_MAX], city_count; /* the list, or also */
    uint8_t listed[EAGLES_CITIES_MAX / 8];       /* the same as bits */
    uint32_t countries;                          /* bits of nations */
    bool ports; /* also any port with an SP of the colour (red in the campaign) */
} EaglesSources;

enum eagles_effect_kind {
    EAGLES_NATION_JOINS,
    EAGLES_BAR_ALLIANCE,
    EAGLES_REMOVE_SP,
    EAGLES_STOP_REPLACEMENTS,
    EAGLES_GERMAN_RISING,
    EAGLES_CONTINGENT_LEAVES,
    EAGLES_CANCEL_REINFORCEMENT,
    EAGLES_CHANGES_SIDE,
    EAGLES_ALLIANCE_MODIFIER
};

typedef struct EaglesEffect {
    uint8_t kind, nation, side;
    uint8_t amount; /* SP to remove */
    int8_t modifier;
    uint8_t arrival; /* reinforcement that is cancelled */
    uint8_t leader;
    bool closes;                    /* the country of the contingent closes */
    uint32_t with;                  /* bits of nations that come along */
    uint8_t nearest_in;             /* nation whose cities stand in for a hex that is taken */
    uint8_t places[4], place_count; /* cities where removed SP appear again */
    EaglesStackData stack[4];
    uint8_t stack_count;
} EaglesEffect;

enum eagles_predicate {
    EAGLES_CONTROL,
    EAGLES_MAX_CITIES,
    EAGLES_CONQUERED,
    EAGLES_CONQUERED_ANY,
    EAGLES_PRODUCTION_CITIES,
    EAGLES_NEVER_CONQUERED,
    EAGLES_FRANCE_NEUTRAL,
    EAGLES_CONQUERED_TIMES,
    EAGLES_EXILE_MONTHS,
    EAGLES_AFTER_RETURN
};

typedef struct EaglesClause {
    uint8_t predicate, side, number, nation;
    bool unbesieged, supplied, wanted;
    uint8_t cities[EAGLES_LIST_MAX], city_count;
    uint32_t nations; /* bits */
} EaglesClause;

/* Winner of a check besides the sides and a draw: who has most production cities. */
enum { EAGLES_MOST_CITIES = 3 };

typedef struct EaglesCheck {
    uint8_t winner;  /* enum eagles_result or EAGLES_MOST_CITIES */
    bool every_turn; /* else at the end only */
    EaglesClause all[EAGLES_CLAUSES_MAX], any[EAGLES_CLAUSES_MAX];
    uint8_t all_count, any_count;
} EaglesCheck;

/* Rules that only some scenarios have (special_rules). */
enum eagles_special {
    EAGLES_SAXONY_FALLS = 1,        /* 1806 */
    EAGLES_HESSE_FALLS = 2,         /* 1806 */
    EAGLES_WALCHEREN = 4,           /* 1809: red units may be evacuated */
    EAGLES_TIROL = 8,               /* 1809: home of the white partisans */
    EAGLES_SEA_MOVE = 16,           /* 1814, Spain: red SP by sea between ports */
    EAGLES_IBERIAN = 32,            /* Spain: Iberian production */
    EAGLES_SPANISH_CONTROL = 64,    /* Spain: cities without a French SP are the Coalition's */
    EAGLES_FIRST_MONTH_DELAY = 128, /* 1815: white and green SP not into France in the first month */
    EAGLES_CAMPAIGN = 256,          /* production, naval rules, grand campaign */
};

typedef struct EaglesTables {
    uint8_t attrition_column[5]; /* least SP of each column */
    uint8_t attrition_loss[6][5], attrition_cavalry[6][5];
    uint8_t march_extra[6][3], march_loss[6][3];
    uint8_t combat[4][11][2]; /* row 1:1 3:2 2:1 4:1, 2d6 - 2, larger and smaller: enum eagles_cell */
    uint8_t loss_column[6];   /* least SP of each column */
    uint8_t loss[3][6];       /* L, D1, D2/D3 */
    uint8_t sea_damage[6];
    uint8_t naval[3][10][2];    /* row 1:1 3:2 2:1, die + 1: enum eagles_naval_cell */
    uint8_t naval_damage[4][6]; /* D/R/C, 2C, K, 2K by squadrons */
    uint8_t cost[EAGLES_TYPES], cost_iberia[EAGLES_TYPES]; /* halves of a production point */
    uint8_t expedition[8];                                 /* die <=0 to 7+ */
} EaglesTables;

enum eagles_cell {
    EAGLES_CELL_DASH,
    EAGLES_CELL_ONE,
    EAGLES_CELL_L,
    EAGLES_CELL_D1,
    EAGLES_CELL_D2,
    EAGLES_CELL_D3
};
enum eagles_naval_cell {
    EAGLES_NAVAL_0,
    EAGLES_NAVAL_D,
    EAGLES_NAVAL_R,
    EAGLES_NAVAL_K,
    EAGLES_NAVAL_2K,
    EAGLES_NAVAL_C,
    EAGLES_NAVAL_2C
};

/* A city from which supply comes to a hex within 3 MP (6), and the hexes on the cheapest way between them
 * with their doors; where there are fewer than two, the hex itself stands in. */
enum { EAGLES_NEAR_CITIES_MAX = EAGLES_CITIES_MAX * 36 }; /* 36 hexes lie within 3 steps */
typedef struct EaglesNear {
    uint16_t by[2];
    uint8_t door[2];
    uint8_t city;
} EaglesNear;

/* A city no more than 7 MP from a hex where all land is open that ever can be, and the doors
 * (EaglesLand.door) of the hexes on a cheapest way: the same ones again where there are fewer;
 * EAGLES_PROVINCE_SHUT where there are more, so that the way is open to nobody. */
enum {
    EAGLES_HOME_MP = 7,
    EAGLES_HOME_DOORS = 4,
    EAGLES_HOMES_MAX = EAGLES_CITIES_MAX * 168 /* hexes that lie within 7 steps */
};
typedef struct EaglesHome {
    uint8_t city, mp, door[EAGLES_HOME_DOORS];
} EaglesHome;

/* MP for which leaders alone ride from a hex to those around it, as far as any of them can (12 MP), and one
 * hex of margin. */
enum {
    EAGLES_RIDE_MAX = 12,
    EAGLES_RIDE_MIDDLE = EAGLES_RIDE_MAX + 1,
    EAGLES_RIDE_SPAN = 2 * EAGLES_RIDE_MIDDLE + 1,
    EAGLES_RIDE_PLACES = EAGLES_RIDE_SPAN * EAGLES_RIDE_SPAN,
    EAGLES_RIDE_HEXES = 3 * EAGLES_RIDE_MAX * (EAGLES_RIDE_MAX + 1) + 1, /* that lie within so many steps */
    EAGLES_RIDE_COST = 15,
    EAGLES_RIDE_BACK = 4,
    EAGLES_RIDE_UNKNOWN = 7
};

typedef struct EaglesSea {
    char id[EAGLES_ID_BYTES];
    uint8_t adjacent;                 /* bits */
    uint16_t coast[EAGLES_HEXES_MAX]; /* coastal hexes that border it, ascending */
    unsigned coasts;
} EaglesSea;

enum { EAGLES_GRID = 64 }; /* columns and rows of hexes at most */

typedef struct EaglesData {
    char id[EAGLES_ID_BYTES];
    char title[64];
    unsigned first_month; /* months since January 1800 */
    unsigned months;
    bool winter[256]; /* by month of the game */
    unsigned special; /* bits of enum eagles_special */
    uint8_t options;  /* switches of enum eagles_option the scenario was loaded with */

    unsigned hexes, cities, nations, units, land_units, leaders, provinces, regions, seas;
    unsigned ships;       /* none in short scenarios: they have no naval rules */
    unsigned rows_max;    /* rows of SP that a game of the scenario can come to, at most EAGLES_ROWS_MAX */
    unsigned state_bytes; /* what of an EaglesState this scenario uses */
    EaglesHex hex[EAGLES_HEXES_MAX];
    EaglesLand land[EAGLES_HEXES_MAX];
    EaglesAxial axial[EAGLES_HEXES_MAX];
    uint16_t hex_of[EAGLES_GRID][EAGLES_GRID]; /* by column and row; EAGLES_NO_HEX */
    uint16_t column_first[EAGLES_GRID + 1];    /* the first hex of a column or behind it; hexes: none */
    EaglesCity city[EAGLES_CITIES_MAX];
    uint8_t city_of[EAGLES_HEXES_MAX];        /* EaglesHex.city, close together */
    uint16_t city_hex[EAGLES_CITIES_MAX];     /* the hexes of the cities, in the same way */
    uint8_t city_province[EAGLES_CITIES_MAX]; /* and their provinces; EAGLES_NONE: of no country in play */
    /* by season: cities near a hex from entry near_first[hex] to before near_first[hex + 1], nearest first */
    uint16_t near_first[2][EAGLES_HEXES_MAX + 1];
    EaglesNear near[2][EAGLES_NEAR_CITIES_MAX];
    /* the same of cities farther off, for who flees */
    uint16_t home_first[2][EAGLES_HEXES_MAX + 1];
    EaglesHome home[2][EAGLES_HOMES_MAX];
    /* by season and hex: 1 + the MP to each hex around it (eagles_ride_place) where nobody is in the way and
     * all land is open that ever can be, 0: more than EAGLES_RIDE_MAX; and shifted by EAGLES_RIDE_BACK the
     * direction in which a cheapest way back leaves it, EAGLES_RIDE_UNKNOWN: over a ferry */
    uint8_t ride[2][EAGLES_HEXES_MAX][EAGLES_RIDE_PLACES];
    EaglesNationData nation[EAGLES_NATIONS_MAX];
    EaglesUnit unit[EAGLES_UNITS_MAX];
    uint8_t unled[EAGLES_UNITS_MAX]; /* 1: moves without a leader */
    EaglesLeader leader[EAGLES_LEADERS_MAX];
    EaglesLeaderText leader_text[EAGLES_LEADERS_MAX];
    EaglesProvince province[EAGLES_PROVINCES_MAX];
    char region_id[64][EAGLES_ID_BYTES];
    char group_id[8][EAGLES_ID_BYTES]; /* minor groups */
    EaglesSea sea[EAGLES_SEAS_MAX];
    uint8_t ship_unit[EAGLES_SHIPS_MAX];
    uint8_t belt_sea; /* the area whose squadrons close the ferries: the Baltic; EAGLES_NONE */
    EaglesTables tables;
    uint8_t napoleon, wellington, nelson, france; /* leaders; nation */
    EaglesCampaignData campaign;                  /* scenarios with EAGLES_CAMPAIGN */

    /* the scenario */
    uint8_t start_side[EAGLES_NATIONS_MAX], start_colour[EAGLES_NATIONS_MAX];
    bool start_closed[EAGLES_NATIONS_MAX];
    uint8_t start_owner[EAGLES_PROVINCES_MAX];
    uint8_t start_control[EAGLES_CITIES_MAX]; /* control_at_start: side, EAGLES_NONE: by owner */
    EaglesStackData setup[EAGLES_STACKS_MAX], arrival[EAGLES_ARRIVALS_MAX], withdrawal[EAGLES_ARRIVALS_MAX];
    unsigned setups, arrivals, withdrawals, replacements;
    EaglesReplacement replacement[EAGLES_REPLACEMENTS_MAX];
    EaglesSources sources[EAGLES_COLOURS];
    uint8_t delay_colours, delay_month,
        delay_country;           /* bits of colours not let into a country in one month */
    EaglesStackData saxon_corps; /* comes to Dresden when Saxony has fallen */
    uint8_t sea_move_sp;         /* port moves: red SP at most */
    uint32_t sea_move_nations;   /* and the countries of the ports, 0: any */
    bool alliance_active, alliance_victory_points;
    uint8_t points_city[2][EAGLES_LIST_MAX], points_city_count[2]; /* cities that count for a side */
    struct {
        uint8_t from, to;
        int8_t value;
    } alliance_modifier[4]; /* months, both included */
    unsigned alliance_modifiers;
    EaglesEffect effect[2][EAGLES_EFFECTS_MAX];
    unsigned effects[2];
    EaglesCheck check[EAGLES_CHECKS_MAX];
    unsigned checks;
    bool laid_out;     /* start is filled in */
    EaglesState start; /* as the scenario is laid out, before anything is played */
} EaglesData;

/* Reads board and scenario; NULL and err on bad input. Release with eagles_data_release. */
EaglesData *eagles_data_load(const JsonNode *scenario, const JsonNode *board, Err *err);
void eagles_data_release(EaglesData *data);

/* Months that a game can have at most: the campaign goes on while Napoleon is in exile (twelve months, then
 * the Coalition has won) and until a year after his return (13.10). */
static inline unsigned eagles_months_most(const EaglesData *d)
{
    enum { OVERTIME = 26 };
    return d->months + ((d->special & EAGLES_CAMPAIGN) != 0 ? OVERTIME : 0U);
}

/* Copies what a scenario uses of a state; the rest of `to` stays as it is. */
static inline void eagles_copy(const EaglesData *d, EaglesState *to, const EaglesState *from)
{
    memcpy(to, from, d->state_bytes);
}

/* Index of an id; EAGLES_NONE (or EAGLES_TYPES, EAGLES_COLOURS) if there is none. */
unsigned eagles_find_city(const EaglesData *d, const char *id);
unsigned eagles_find_nation(const EaglesData *d, const char *id);
unsigned eagles_find_leader(const EaglesData *d, const char *id);
unsigned eagles_find_type(const char *id);
unsigned eagles_find_colour(const char *id);
/* The land hex of an id CCRR; EAGLES_NO_HEX if there is none. */
unsigned eagles_find_hex(const EaglesData *d, const char *id);

/* Names in the order of the enums. */
extern const char *const EAGLES_TYPE_IDS[EAGLES_TYPES];
extern const char *const EAGLES_COLOUR_IDS[EAGLES_COLOURS];
extern const char *const EAGLES_DIRECTION_IDS[EAGLES_DIRECTIONS];
extern const char *const EAGLES_TERRAIN_IDS[EAGLES_TERRAINS];
extern const char *const EAGLES_SIDE_IDS[4];

/* Steps between two hexes (map 0). */
static inline unsigned eagles_distance(const EaglesData *d, unsigned a, unsigned b)
{
    assert(a < d->hexes && b < d->hexes);
    const int dq = d->axial[a].q - d->axial[b].q;
    const int dr = d->axial[a].r - d->axial[b].r;
    return (unsigned)(abs(dq) + abs(dr) + abs(dq + dr)) / 2U;
}
/* Where a hex lies around another that is at most EAGLES_RIDE_MAX steps away, by their axial difference: an
 * index of EaglesData.ride[][from]. */
static inline unsigned eagles_ride_place(const EaglesData *d, unsigned from, unsigned to)
{
    const int q = d->axial[to].q - d->axial[from].q + EAGLES_RIDE_MIDDLE;
    const int r = d->axial[to].r - d->axial[from].r + EAGLES_RIDE_MIDDLE;
    assert(eagles_distance(d, from, to) <= EAGLES_RIDE_MAX);
    return (unsigned)(q * EAGLES_RIDE_SPAN + r);
}
/* MP of that ride in a season (1: winter); EAGLES_RIDE_MAX + 1 if it takes more, or if there is no way. */
static inline unsigned eagles_ride_mp(const EaglesData *d, unsigned season, unsigned from, unsigned to)
{
    const unsigned known = d->ride[season][from][eagles_ride_place(d, from, to)] & (unsigned)EAGLES_RIDE_COST;
    return known > 0 ? known - 1U : EAGLES_RIDE_MAX + 1U;
}
/* Direction from a to its neighbour b; EAGLES_DIRECTIONS if they do not share a hexside. */
unsigned eagles_direction(const EaglesData *d, unsigned a, unsigned b);
/* Neighbours of a hex counted ascending, as hexes are offered (map 15.5): the number of a neighbour, from 0
 * on, EAGLES_DIRECTIONS if it is none; and the neighbour of a number, EAGLES_NO_HEX if there is none. */
unsigned eagles_neighbour_rank(const EaglesData *d, unsigned hex, unsigned to);
unsigned eagles_ranked_neighbour(const EaglesData *d, unsigned hex, unsigned rank);

/* November to February (map 0), by month of the game. */
static inline bool eagles_winter(const EaglesData *d, unsigned month) { return d->winter[month]; }

#endif

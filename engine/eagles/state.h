/* state.h: a position of Napoleon's Eagles as plain bytes, without pointers.
 *
 * Strength points (SP) are counted, not listed: a row is (place, unit, flags) with a number of SP, where a
 * unit is one pair of nation and type (data.h). Rows are kept sorted by their key and never twice, unused
 * ones are zero, so that equal positions are equal bytes. There are never more rows than counters, so no row
 * can be lost. Leaders and ships have a slot each. Places are land hexes in ascending order of their id CCRR
 * (column first), or one of the codes below.
 *
 * What play has still to do stands in a stack of frames (steps.h): the top frame is the decision that is
 * open, or the next thing to happen. Whatever interrupts (losses, a retreat, an advance) is pushed on top and
 * popped when done.
 *
 * Supply, reach and totals are not kept; they are worked out where they are needed. What only repeats other
 * fields so that questions are quick (allegiance, presence, open) is kept by the functions that change those
 * fields (rules.h); `eagles_check` recomputes it, and debug builds do where it is read.
 */
#ifndef MARSHAL_ENGINE_EAGLES_STATE_H
#define MARSHAL_ENGINE_EAGLES_STATE_H

#include "engine/game.h"

enum {
    EAGLES_HEXES_MAX = 1728, /* land hexes, coastal ones included */
    EAGLES_CITIES_MAX = 256,
    EAGLES_NATIONS_MAX = 28,
    EAGLES_UNITS_MAX = 96, /* pairs of nation and type */
    EAGLES_LEADERS_MAX = 104,
    EAGLES_SHIPS_MAX = 80,
    EAGLES_ROWS_MAX = 560,     /* land counters: so many rows at most, one SP each */
    EAGLES_ROW_BLOCK = 16,     /* room for rows comes in such blocks */
    EAGLES_PROVINCES_MAX = 80, /* countries, regions and cities that change hands as one (data.h) */
    EAGLES_ARRIVALS_MAX = 32,  /* reinforcements and withdrawals of a scenario */
    EAGLES_REPLACEMENTS_MAX = 8,
    EAGLES_BATTLES_MAX = 32, /* in one Combat Phase (rules-map 1) */
    EAGLES_FORCES_MAX = 64,  /* committed in one Combat Phase */
    EAGLES_LARGE_SP = 5,     /* SP of a side that make a hex large: a victory point for its capture (4) */
    EAGLES_LARGE_MAX = EAGLES_ROWS_MAX / EAGLES_LARGE_SP,
    EAGLES_STACK_MAX = 16,
    EAGLES_PATH_MAX = 8, /* hexes a group can have left in one turn */
    EAGLES_SEAS_MAX = 8,
    EAGLES_NONE = 0xFF, /* no city, leader, nation, battle ... */
    EAGLES_NO_HEX = 0xFFFF,
};

/* Places that are not a land hex; rows, leaders and ships may be there. */
enum eagles_place {
    EAGLES_OFF_MAP = 0x0800,  /* places from here on are not hexes */
    EAGLES_ARRIVING = 0x0801, /* comes home in its owner's next step 3 (campaign) */
    EAGLES_PRISONER = 0x0802,
    EAGLES_HIDDEN = 0x0803,       /* views alone: SP that stand in hidden stacks (hidden.h) */
    EAGLES_WAR = 0x0810,          /* + enum eagles_war: away in a foreign war */
    EAGLES_FROM_IRELAND = 0x0820, /* French SP and leaders on their way back */
    EAGLES_ABOARD = 0x0840,       /* + ship: rows and leaders at sea */
    EAGLES_COAST = 0x1000,        /* + hex: ships outside the port of that hex, or off its bare coast */
    EAGLES_SEA = 0x2000,          /* + sea area */
    EAGLES_SUNK = 0xFFF0,         /* ships: in the pool */
    EAGLES_WITHDRAWN = 0xFFF1,    /* leaders from here on */
    EAGLES_WAITING = 0xFFF2,      /* displaced, comes with the next entry of his nation (7.4) */
    EAGLES_INJURED = 0xFFF3,      /* months in leader_months */
    EAGLES_CAPTURED = 0xFFF4,
    EAGLES_DEAD = 0xFFF5,
    EAGLES_UNUSED = 0xFFF6, /* not yet entered; ships: not among the counters yet */
};

enum eagles_side { EAGLES_FRANCE = 0, EAGLES_COALITION = 1, EAGLES_NEUTRAL = 2, EAGLES_UNFORMED = 3 };

enum eagles_colour {
    EAGLES_BLUE,
    EAGLES_RED,
    EAGLES_WHITE,
    EAGLES_GREY,
    EAGLES_GREEN,
    EAGLES_YELLOW,
    EAGLES_COLOURS
};

/* Types in the order of the data; the order of rows puts C GC CC first (rules-map 0). */
enum eagles_type {
    EAGLES_I,
    EAGLES_GI,
    EAGLES_L,
    EAGLES_M,
    EAGLES_P,
    EAGLES_K,
    EAGLES_C,
    EAGLES_GC,
    EAGLES_CC,
    EAGLES_CT,
    EAGLES_S,
    EAGLES_T,
    EAGLES_TYPES
};

/* Flags of a row (all 8 bits) and, where marked L, of a leader, where marked S, of a ship. */
enum eagles_flag {
    EAGLES_FLAG_FINISHED = 1, /* L has moved in step 5 and is done */
    EAGLES_FLAG_GROUP = 2,    /* L S in the group in hand */
    EAGLES_FLAG_INSIDE = 4,   /* L sheltered in the city of its hex */
    EAGLES_FLAG_UNSUPPLIED =
        8,                   /* by the latest computation that counts: step 5, or the round (rules-map 6) */
    EAGLES_FLAG_LANDED = 16, /* landed from ships this turn */
    EAGLES_FLAG_FLIGHT = 16, /* L the same bit in combat: retreats and has not arrived (8.8) */
    EAGLES_FLAG_OUT = 32,    /* L out of combat in this phase (8.1) */
    EAGLES_FLAG_SORTIE = 64, /* L came out of a besieged city to fight; goes back when the battle ends */
    EAGLES_FLAG_EXPEDITION =
        128 /* of an expeditionary force (13.2); a row of its own behind the ordinary SP */
};
enum eagles_leader_flag {
    EAGLES_LEADER_LATE = 8,    /* was not in his hex when step 5 began: leads no infantry this turn (7.1) */
    EAGLES_LEADER_FOUGHT = 128 /* was with a committed force in a fought round (10) */
};
enum eagles_ship_flag {
    EAGLES_SHIP_DAMAGED = 1,
    EAGLES_SHIP_GROUP = 2, /* in the fleet that moves */
    EAGLES_SHIP_MOVED = 4,
    EAGLES_SHIP_FOUGHT = 8,       /* in this player-turn: no repair */
    EAGLES_SHIP_INTERCEPTED = 16, /* its fleet has tried in this player-turn */
    EAGLES_SHIP_BATTLE = 32,      /* of the naval battle, retreat or attrition in hand */
    EAGLES_SHIP_HIT = 64          /* by the result being carried out */
};
/* Bands of the order to intercept (12): the fleet's squadrons against the moving fleet's. */
enum eagles_order {
    EAGLES_ORDER_ALWAYS,
    EAGLES_ORDER_NEVER,
    EAGLES_ORDER_R1,
    EAGLES_ORDER_R32,
    EAGLES_ORDER_R2,
    EAGLES_ORDERS
};

enum eagles_war { EAGLES_WAR_USA, EAGLES_WAR_FINNISH, EAGLES_WAR_TURKISH, EAGLES_WAR_IRISH, EAGLES_WARS };

/* City byte: control in bits 0-1 (enum eagles_side, NEUTRAL: nobody), besieging side in bit 2, siege value in
 * bits 3-5 (0: no siege). */
enum { EAGLES_CITY_CONTROL = 3, EAGLES_CITY_BESIEGER = 4, EAGLES_CITY_VALUE_SHIFT = 3 };

/* One thing to do. step names the function (steps.h); the rest is its own, zero when pushed unless said. */
typedef struct EaglesFrame {
    uint8_t step, phase, a, b;
    uint16_t x, y, z, w;
} EaglesFrame;

/* A battle of the Combat Phase (8). Roles are those of the round in progress: a counter-attack swaps them. */
typedef struct EaglesBattle {
    uint16_t attack, defend; /* hexes */
    uint8_t attacker;        /* side */
    uint8_t lost[2];         /* morale lost, by side */
    uint8_t flags;           /* enum eagles_battle_flag */
    uint8_t round;           /* enum eagles_round_flag */
    uint8_t broken;          /* bit of each side whose morale is 0 after the roll: must withdraw in step h */
    uint8_t bonus[2];        /* charge and rear manoeuvre of this round, by side */
} EaglesBattle;

enum eagles_battle_flag {
    EAGLES_BATTLE_OVER = 1,
    EAGLES_BATTLE_ASSAULT = 2,     /* this round the garrison of the defend hex is attacked */
    EAGLES_BATTLE_SORTIE = 4,      /* garrison against besiegers of the same hex */
    EAGLES_BATTLE_SIEGE = 8,       /* declared as an assault of a running siege: attack hex = defend hex */
    EAGLES_BATTLE_NO_ASSAULT = 16, /* the attacker's morale was 0 in an assault: no more of it this phase */
    EAGLES_BATTLE_CLOSING = 32,    /* over when this round is */
};
enum eagles_round_flag {
    EAGLES_ROUND_FOUGHT = 1,  /* dice were thrown this round */
    EAGLES_ROUND_COUNTER = 2, /* roles were swapped this round */
    EAGLES_ROUND_CHARGE = 4,  /* << side: bits 2 and 3 */
    EAGLES_ROUND_GUARD = 16,
    EAGLES_ROUND_ASKED = 32, /* the attacker of a city has chosen */
    EAGLES_ROUND_PAID = 64,  /* << side: the SP for fewer cavalry is paid (8.8): bits 6 and 7 */
};

/* SP of one side in one hex committed to one battle; kept in order of hex, then side. */
typedef struct EaglesForce {
    uint16_t hex;
    uint8_t side;
    uint8_t battle;
    uint8_t flags; /* enum eagles_force_flag */
} EaglesForce;

enum eagles_force_flag {
    EAGLES_FORCE_JOINED = 1,    /* came later: does not count until the next round */
    EAGLES_FORCE_NEW = 2,       /* joined in this round */
    EAGLES_FORCE_TRIED = 4,     /* tried to join in this round */
    EAGLES_FORCE_INITIATED = 8, /* declared an attack */
    EAGLES_FORCE_FOUGHT = 16,   /* was there when dice were thrown */
    EAGLES_FORCE_SUPPLIED = 32, /* has SP that were supplied at the start of the round */
};

/* The group being moved (7): its rows and leaders carry EAGLES_FLAG_GROUP and stand in hex. */
typedef struct EaglesGroup {
    uint16_t hex;                   /* where it is; EAGLES_NO_HEX: no group */
    uint16_t left[EAGLES_PATH_MAX]; /* hexes it may not enter again */
    uint16_t path[4];               /* forced march: where it stands, then the hexes declared */
    uint8_t left_count, path_count;
    uint8_t spent; /* MP */
    uint8_t colour;
    uint8_t flags;   /* enum eagles_group_flag */
    uint8_t cost[4]; /* forced march: MP of each hex of the path */
} EaglesGroup;

enum eagles_group_flag {
    EAGLES_GROUP_MOVED = 1,
    EAGLES_GROUP_DROPPED = 2, /* dropped something in the hex where it stands */
    EAGLES_GROUP_RESET = 4,   /* threw a die or overran: every hex is offered again */
};

/* SP to be lost, one at a time (15.3). */
typedef struct EaglesLoss {
    uint32_t last; /* key of the last pick: rows never go back */
    uint8_t scope; /* enum eagles_loss_scope */
    uint8_t side;
    uint8_t left;    /* SP still to lose */
    uint8_t cavalry; /* one of them must be cavalry */
    uint8_t guard;   /* the first comes from rows of this kind: 1 Guard, 2 cavalry that charged */
    uint8_t battle;
    uint8_t unit;  /* EAGLES_LOSS_UNIT */
    uint8_t gone;  /* 1: the counters do not go back to the pool; EAGLES_GONE_TO_WAR + war: to that war */
    uint8_t cause; /* enum eagles_cause, for the journal */
    uint8_t none;  /* no padding, whose bytes nobody sets */
    uint16_t hex;
} EaglesLoss;
_Static_assert(sizeof(EaglesLoss) == 16, "equal losses are equal bytes");

enum { EAGLES_GONE_TO_WAR = 2 };

enum eagles_loss_scope {
    EAGLES_LOSS_HEX,    /* attrition: SP of side in hex */
    EAGLES_LOSS_BATTLE, /* committed SP of side in battle */
    EAGLES_LOSS_GROUP,  /* SP in hex with EAGLES_FLAG_GROUP, of class unit (enum eagles_class) */
    EAGLES_LOSS_FLIGHT, /* SP of side in hex with EAGLES_FLAG_FLIGHT, of colour unit (EAGLES_NONE: all) */
    EAGLES_LOSS_UNIT,   /* SP of one unit anywhere on the map, not besieged */
    EAGLES_LOSS_NATION, /* land SP of the nation `unit` anywhere on the map */
};

/* Classes of a forced march (7.5). */
enum eagles_class { EAGLES_CLASS_GUARD, EAGLES_CLASS_FRENCH, EAGLES_CLASS_REST, EAGLES_CLASS_ALL };

/* One of the nations: status, colour and what happened to it. */
typedef struct EaglesNation {
    uint8_t side;      /* enum eagles_side now */
    uint8_t colour;    /* enum eagles_colour now */
    uint8_t conquered; /* times */
    uint8_t flags;     /* enum eagles_nation_flag */
    uint8_t by_france; /* how many of these by France (13.2, 13.6) */
    uint8_t stored;    /* production points */
    uint8_t points;    /* of this production, halves: red */
    uint8_t malus;     /* morale lost for good (minors after a change of hands) */
} EaglesNation;

enum eagles_nation_flag {
    EAGLES_NATION_BARRED = 1, /* can no longer be won (bar_alliance) */
    EAGLES_NATION_NO_REPLACEMENTS = 2,
    EAGLES_NATION_NOW = 4,         /* conquered now: neutral by conquest */
    EAGLES_NATION_CLOSED = 8,      /* nobody enters its country */
    EAGLES_NATION_EXPEDITION = 16, /* has sent its expeditionary force */
    EAGLES_NATION_LANDWEHR = 32,   /* Landwehr cities are activated */
    EAGLES_NATION_AT_WAR = 64,     /* was at war again since its last conquest */
    EAGLES_NATION_GONE = 128,      /* its contingent left: neutral, but its country stays open to France */
};

/* The fleet that moves (12): ships with EAGLES_SHIP_GROUP. */
typedef struct EaglesFleet {
    uint16_t at;   /* its place */
    uint16_t next; /* rank of the first place still offered by SAIL (15.2) */
    uint8_t left;  /* movement points */
    uint8_t flags; /* enum eagles_fleet_flag */
} EaglesFleet;

enum eagles_fleet_flag {
    EAGLES_FLEET_LOADED = 1,   /* has been asked in this hex */
    EAGLES_FLEET_CHANGED = 2,  /* has picked up or dropped ships here */
    EAGLES_FLEET_RAN = 4,      /* its one attempt to run a blockade is used */
    EAGLES_FLEET_RESET = 8,    /* dice fell: every place is offered again */
    EAGLES_FLEET_PASSAGE = 16, /* may leave the blockaded port it lies in */
    EAGLES_FLEET_TRY = 32,     /* an attempt to intercept it: bits 5 to 7 count them, four at most */
    EAGLES_FLEET_TRIES = 224,
};

/* A naval battle: ships with EAGLES_SHIP_BATTLE (12). */
typedef struct EaglesFight {
    uint16_t place; /* where it is fought, and from where the beaten retreat */
    uint16_t port;  /* a run out of that port: its beaten runner goes back in; EAGLES_NO_HEX: none */
    uint8_t mover;  /* side that counts as the larger if both are equal */
    uint8_t flags;  /* enum eagles_fight_flag */
    uint8_t winner; /* of the last round; EAGLES_NEUTRAL: none yet */
    uint8_t sunk[2], damaged[2];
} EaglesFight;

enum eagles_fight_flag {
    EAGLES_FIGHT_PURSUIT = 1, /* the beaten may be pursued */
    EAGLES_FIGHT_LAST = 2,    /* no round follows */
    EAGLES_FIGHT_ON = 4
};

/* The production of one state in hand (map 13.3), all points in halves. */
typedef struct EaglesProduction {
    uint8_t red, landwehr, naval; /* points still to spend, by kind */
    uint8_t legion;               /* of Hanover and Brunswick, for K alone */
    uint8_t land_spent, naval_spent;
    uint8_t legion_spent; /* of this step: what the minor cannot use any more */
} EaglesProduction;

/* What only the grand campaign and the naval rules need (rules-map 12, 13). */
typedef struct EaglesCampaign {
    uint8_t spanish_level, spanish_flags; /* 13.6: enum eagles_spain_flag */
    uint16_t spanish_sp;                  /* pro-French SP in Spain when the player-turn began */
    uint8_t exile_months, exile_flags;    /* since that of the first fall of France; enum eagles_exile_flag */
    int8_t recognition;                   /* advances since the return, positive for the Coalition */
    uint8_t return_month;                 /* month of Napoleon's return */
    uint8_t tilsit, annexed;              /* option chosen + 1; Holland: 0 never, 1 annexed, 2 lost again */
    uint8_t peace_months;                 /* of Russia's neutrality by the treaty still to come */
    uint8_t war_flags[EAGLES_WARS], war_months[EAGLES_WARS]; /* enum eagles_war_flag; months of a war */
    uint8_t invested;                                        /* bits of wars, by Russia's last production */
    uint8_t irish_sp, irish_leadership, irish_months;
    uint8_t production_die, city_of_group[2][8], built[EAGLES_CITIES_MAX / 2];
    EaglesProduction production;
    uint8_t napoleon_points; /* of alliance, for hexes that held Napoleon */
    uint8_t entry_flags;     /* enum eagles_entry_flag */
    uint8_t prussia_turns;   /* rolls made for her entry */
    uint8_t prussia_rose;    /* month of her rising in the Liberation + 1 */
    uint8_t prussia_wait;    /* turns since the first conquest of Austria */
    uint8_t guest, guest_sp; /* nation + 1 whose SP the English player moves, and how many did */
    uint8_t crossed;         /* SP that crossed the Channel in this player-turn */
    uint8_t points_sent[EAGLES_NATIONS_MAX]; /* English points landed, for the next production */
    uint8_t conqueror[EAGLES_NATIONS_MAX];   /* side + 1 that conquered it last */
    uint8_t home_side[EAGLES_NATIONS_MAX];   /* minors: side + 1 of their first controller */
    uint16_t overseas_hex[8];
    uint8_t overseas_colour[8], overseas_points[8];
    EaglesFleet fleet;
    EaglesFight fight;
    uint8_t attempts[2]; /* to intercept one moving fleet, by side: how many fewer than four */
} EaglesCampaign;

enum eagles_spain_flag {
    EAGLES_SPAIN_COUNTS = 1, /* the level is in force */
    EAGLES_SPAIN_ROSE = 2,   /* it reached 0: of no use any more */
    EAGLES_SPAIN_MOVED = 4,  /* the French player moved Spanish SP in this step */
};
enum eagles_exile_flag {
    EAGLES_EXILED = 1,     /* Napoleon is in exile, France neutral */
    EAGLES_RETURNED = 2,   /* he has come back */
    EAGLES_RECOGNIZED = 4, /* the roll after the return was made: a draw */
};
enum eagles_war_flag { EAGLES_WAR_ON = 1, EAGLES_WAR_HAPPENED = 2, EAGLES_WAR_LANDED = 4 /* Ireland */ };
enum eagles_entry_flag {
    EAGLES_RUSSIA_INVADED = 1,
    EAGLES_LIBERATION = 2,        /* Russia is rid of the invaders: neutral Prussia is open */
    EAGLES_PRUSSIA_ROSE = 4,      /* after the Liberation: Coalition for good */
    EAGLES_AUSTRIA_ROSE = 8,      /* the same */
    EAGLES_PRUSSIA_ENTERED = 16,  /* first entry into the war: no more rolls */
    EAGLES_TRIESTE_TAKEN = 32,    /* Trieste has fallen once */
    EAGLES_PRUSSIA_LANDWEHR = 64, /* by the Kingdom of Poland */
};

typedef struct EaglesState {
    State header;       /* seat; over: 1 + enum eagles_result; turn: month from 0; step: enum eagles_step */
    uint8_t active;     /* side whose player-turn it is */
    uint8_t options;    /* bits of enum eagles_option in force */
    uint8_t round;      /* of the Combat Phase, from 1 */
    uint8_t depth;      /* frames on the stack */
    uint16_t rows;      /* rows in use */
    uint16_t first_hex; /* PICK: hexes below are not offered (15.2) */
    uint16_t pick_hex;  /* hex, colour, lowest leader and size of the last group, for the order of groups */
    uint8_t pick_colour, pick_leader, pick_size;
    uint8_t later;                        /* PICK: pages of 48 hexes turned */
    uint8_t battles, forces;              /* in use */
    uint8_t larges;                       /* of `large`, in use */
    uint8_t rear_tried;                   /* the one rear manoeuvre of this player-turn is used up */
    uint8_t sea_moved;                    /* the port move of this player-turn is used up (special rules) */
    uint8_t victory_points[2];            /* of the game (4) */
    uint8_t effects_used[2];              /* alliance effects applied or passed over */
    int8_t alliance_modifier;             /* lasting, positive for the Coalition */
    uint8_t global_die;                   /* of the attrition in progress */
    uint8_t local_die[EAGLES_COLOURS][4]; /* by area 1-4; 0: not thrown */
    uint16_t napoleon_hex;                /* at the start of the Combat Phase */
    uint8_t special;                      /* bits of scenario triggers that happened */

    EaglesFrame stack[EAGLES_STACK_MAX];
    EaglesLoss loss;
    EaglesGroup group;

    uint8_t city[EAGLES_CITIES_MAX];
    uint8_t owner[EAGLES_PROVINCES_MAX]; /* nation of each province */
    uint8_t open[EAGLES_PROVINCES_MAX];  /* bit of each side that may enter; follows from nations and owner */
    EaglesNation nation[EAGLES_NATIONS_MAX];
    uint8_t allegiance[EAGLES_UNITS_MAX];   /* of each unit now: bits of enum eagles_allegiance */
    uint16_t partisans;                     /* rows of partisans */
    uint8_t presence[EAGLES_HEXES_MAX / 4]; /* 2 bits of each hex: enum eagles_presence */
    uint8_t
        colour_side[EAGLES_COLOURS]; /* side of the satellite leaders of a colour; EAGLES_NEUTRAL: nobody's */
    uint8_t pool[EAGLES_UNITS_MAX];  /* counters off the map that can come */
    uint8_t arrival[EAGLES_ARRIVALS_MAX];      /* enum eagles_arrival of each reinforcement */
    uint8_t arrival_less[EAGLES_ARRIVALS_MAX]; /* SP cut from an arrival, in the order of types (remove_sp) */
    uint8_t withdrawal[EAGLES_ARRIVALS_MAX];   /* the same of each withdrawal */

    uint16_t leader_at[EAGLES_LEADERS_MAX];
    uint8_t leader_flag[EAGLES_LEADERS_MAX];
    uint8_t leader_months[EAGLES_LEADERS_MAX];

    EaglesBattle battle[EAGLES_BATTLES_MAX];
    EaglesForce force[EAGLES_FORCES_MAX];
    uint16_t large[EAGLES_LARGE_MAX]; /* hexes large for a side when combat began, not yet scored: 2 * hex
                                         + side, ascending, 0 behind the last (battle.h) */
    uint8_t trench[2][EAGLES_HEXES_MAX / 8]; /* entrenchments by side */

    EaglesCampaign campaign;

    uint8_t row_count[EAGLES_ROWS_MAX]; /* SP of each row, never 0 in use */
    /* From here on a state may end early: behind the rows that a scenario can come to (EaglesData.rows_max),
     * where it has no ships. */
    uint32_t row_key[EAGLES_ROWS_MAX]; /* place << 16 | unit << 8 | flags, strictly ascending */
    uint16_t ship_at[EAGLES_SHIPS_MAX];
    uint8_t ship_flag[EAGLES_SHIPS_MAX];
    uint8_t ship_order[EAGLES_SHIPS_MAX];  /* enum eagles_order */
    uint8_t ship_supply[EAGLES_SHIPS_MAX]; /* supply points aboard */
    uint8_t ship_points[EAGLES_SHIPS_MAX]; /* production points aboard */
} EaglesState;

_Static_assert(sizeof(EaglesState) <= STATE_BYTES_MAX, "a state fits its buffer");
_Static_assert(EAGLES_ROWS_MAX % EAGLES_ROW_BLOCK == 0, "rows come in whole blocks");

/* Bit of EaglesState.special beside those of enum eagles_special. */
enum { EAGLES_SAXONS_CAME = 128 };

/* Side and colour of a unit's nation, and whether the unit is a partisan, in one byte. */
enum eagles_allegiance {
    EAGLES_ALLEGIANCE_SIDE = 3,
    EAGLES_ALLEGIANCE_COLOUR_SHIFT = 2,
    EAGLES_ALLEGIANCE_COLOUR = 31,
    EAGLES_ALLEGIANCE_PARTISAN = 128
};

/* Whose SP stand in a hex: nobody's, one side's only, or look at the rows (both, or SP of no side). */
enum eagles_presence {
    EAGLES_PRESENT_NOBODY,
    EAGLES_PRESENT_FRANCE,
    EAGLES_PRESENT_COALITION,
    EAGLES_PRESENT_MIXED
};

enum eagles_arrival { EAGLES_DUE, EAGLES_PLACED, EAGLES_CANCELLED };

enum eagles_result { EAGLES_WON_FRANCE, EAGLES_WON_COALITION, EAGLES_DRAWN };

enum eagles_option {
    EAGLES_LOCAL_ATTRITION = 1,
    EAGLES_REAR_MANOEUVRE = 2,
    EAGLES_CAVALRY_CHARGE = 4,
    EAGLES_IMPERIAL_GUARD = 8,
    EAGLES_OPEN_INFORMATION = 16
};

/* The order of places: sea areas as listed, then hexes, the port before the coast outside it (15.2). */
static inline unsigned eagles_place_rank(unsigned place)
{
    return place >= EAGLES_SEA     ? place - EAGLES_SEA
           : place >= EAGLES_COAST ? EAGLES_SEAS_MAX + (place - EAGLES_COAST) * 2U + 1U
                                   : EAGLES_SEAS_MAX + place * 2U;
}
static inline unsigned eagles_place_of_rank(unsigned rank)
{
    if (rank < EAGLES_SEAS_MAX) {
        return EAGLES_SEA + rank;
    }
    const unsigned hex = (rank - EAGLES_SEAS_MAX) / 2U;
    return (rank - EAGLES_SEAS_MAX) % 2U == 0 ? hex : EAGLES_COAST + hex;
}

static inline EaglesState *eagles_state(State *state) { return (EaglesState *)(void *)state; }
static inline const EaglesState *eagles_state_const(const State *state)
{
    return (const EaglesState *)(const void *)state;
}

static inline uint32_t eagles_key(unsigned place, unsigned unit, unsigned flags)
{
    return (uint32_t)place << 16U | (uint32_t)unit << 8U | (uint32_t)flags;
}
static inline unsigned eagles_key_place(uint32_t key) { return key >> 16U; }
static inline unsigned eagles_key_unit(uint32_t key) { return key >> 8U & 0xFFU; }
static inline unsigned eagles_key_flags(uint32_t key) { return key & 0xFFU; }

#endif

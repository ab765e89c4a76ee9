/* sense.h: what the heuristic player of Napoleon's Eagles makes of a position: the cities that decide, the
 * ways to them, supply, strength and danger. Built anew for each decision, as far as the decision needs it.
 */
#ifndef MARSHAL_AI_EAGLES_SENSE_H
#define MARSHAL_AI_EAGLES_SENSE_H

#include "ai/eagles/weights.h"
#include "engine/eagles/rules.h"

enum { GOALS_MAX = 64, FAR = 250 };

/* What a side wants of a city: to control it, to have SP there, to have supplied SP there. */
enum goal_want { GOAL_CONTROLLED, GOAL_OCCUPIED, GOAL_FED };

/* Cities by which the scenario is decided. */
typedef struct Goals {
    uint8_t of[EAGLES_CITIES_MAX]; /* goal + 1 of each city; 0: none */
    uint8_t city[GOALS_MAX];
    uint8_t want[GOALS_MAX]; /* enum goal_want */
    bool reached[GOALS_MAX]; /* the side has what it wants of the city */
    unsigned count;
    unsigned home; /* city by whose loss alone a state of the side falls; EAGLES_NONE */
} Goals;

/* Hexes reached in a flood, by their MP. One that was reached again by a shorter way in the meantime is
 * passed over at the longer one. */
typedef struct Flood {
    unsigned count;                      /* entries */
    uint16_t first[FAR + 1];             /* entry + 1 of each MP, the latest first; 0: none */
    uint16_t next[4 * EAGLES_HEXES_MAX]; /* entry + 1 of the same MP */
    uint16_t hex[4 * EAGLES_HEXES_MAX];
} Flood;

/* Aims, in the order in which they were found: hexes, and how many MP off. */
typedef struct Aims {
    unsigned count;
    uint16_t hex[EAGLES_HEXES_MAX];
    uint8_t mp[EAGLES_HEXES_MAX];
} Aims;

/* MP from each hex to the nearest of some aims, found as far as they were asked for; and what they hang on,
 * by which it is seen whether they still hold. */
typedef struct Ways {
    bool known, belts, winter;
    uint8_t open[EAGLES_PROVINCES_MAX];
    Aims aims;
    unsigned done;                 /* hexes of fewer MP are final */
    uint8_t way[EAGLES_HEXES_MAX]; /* FAR: none */
    Flood flood;
} Ways;

/* MP by land from each hex to the first capital of states, whoever stands in the way; and what they hang on.
 * All of a hex lie together: the ways of many states are asked for at once. */
typedef struct Marches {
    uint32_t known; /* bits of the states whose ways have been found */
    bool belts;
    uint8_t open[EAGLES_PROVINCES_MAX];
    uint8_t way[EAGLES_HEXES_MAX][EAGLES_NATIONS_MAX]; /* FAR: none */
} Marches;
_Static_assert(EAGLES_NATIONS_MAX <= 32, "a state is a bit");

/* Hexes where a side has SP, and how many. */
typedef struct Stacks {
    unsigned count;
    uint16_t hex[EAGLES_ROWS_MAX];
    uint16_t sp[EAGLES_ROWS_MAX];
} Stacks;

/* What a battle of up to three rounds that the attacker goes on with is likely to bring: SP lost, and the
 * chances that a side breaks (must withdraw, or is destroyed) before the other. */
typedef struct Forecast {
    double attacker_lost, defender_lost;
    double attacker_broken, defender_broken;
} Forecast;

/* Supply of a colour in a position: the one before a decision, or without some SP. */
typedef struct KeptSupply {
    bool known;
    unsigned colour;
    EaglesLines lines;
    uint8_t left[EAGLES_HEXES_MAX]; /* MP at the hexes asked for (EaglesSupply); KEPT_UNASKED */
    EaglesState position;
} KeptSupply;
enum { KEPT_UNASKED = 254 };

/* A forecast, and all of both armies that it hangs on: attacker and defender, and how much their leaders and
 * the ground help the attacker. */
typedef struct KeptForecast {
    bool known;
    double sp[2], strength[2];
    int morale[2], help;
    Forecast forecast;
} KeptForecast;

/* What is kept from one decision to the next (GameAi.memory_bytes): all zero at first. */
enum { KEPT_PLACES = 4, KEPT_FORECASTS = 1024 };
typedef struct SenseMemory {
    bool brief;                      /* for one decision alone: forecasts are not worth keeping */
    uint8_t aimed[EAGLES_HEXES_MAX]; /* while aims are looked for: MP + 1 of each hex; then 0 */
    Ways ways[2];                    /* by side: to the aims */
    Marches marches[2][2];           /* by side and winter: to the capitals of states */
    Flood flood;                     /* of the ways that are being found */
    uint8_t way[EAGLES_HEXES_MAX];
    KeptSupply with[EAGLES_COLOURS];       /* by colour */
    KeptSupply without_group;              /* without the group in hand */
    KeptSupply without_place[KEPT_PLACES]; /* without those of the colour in a hex, by its number */
    KeptForecast forecast[KEPT_FORECASTS]; /* by a hash of what it hangs on */
} SenseMemory;
/* A memory for one decision, whatever its bytes were. */
void eagles_sense_clear(SenseMemory *memory);

/* What a colour of the side has in a hex that has not finished moving. */
typedef struct SenseStack {
    unsigned foot, horse; /* SP outside that need a leader, and that do not */
    unsigned leaders;
} SenseStack;

/* What a fleet is about (sailing.c). */
typedef struct Errand {
    unsigned place; /* where to: a port, EAGLES_COAST + hex, EAGLES_SEA + area; or to stay */
    bool load;      /* take the army of the place aboard */
    bool points;    /* production points, from London */
    bool squadrons; /* the squadrons alone */
} Errand;

/* What was found out for one decision, so that the scores of its moves do not look for it again. Begin with
 * eagles_sense_forget. */
typedef struct SenseMemo {
    KeptSupply *with; /* supply of a colour */
    unsigned with_colour;
    KeptSupply *without_group; /* NULL: not known yet */
    KeptSupply *without;       /* supply of a colour without its SP in a hex */
    unsigned without_colour, without_hex;
    /* movement.c: SP that a group takes, and those of the one in hand; what its colour has in its hex */
    bool knows_going, knows_group, knows_stack;
    unsigned going, group;
    SenseStack stack;
    bool knows_errand; /* sailing.c: that of the ships that move */
    Errand errand;
} SenseMemo;

/* What the scores of one decision go by. */
typedef struct Sense {
    Play p;
    const EaglesWeights *w;
    unsigned side;
    Goals goals;  /* cities to take and to hold */
    bool content; /* all of them are reached */
    bool belts;   /* ferries are closed */
    bool winter;
    bool last;       /* what is not taken this month never is */
    bool moving;     /* a group is in hand */
    bool supplied;   /* its supply counts */
    unsigned war;    /* campaign: the enemy's state that is marched on; EAGLES_NONE */
    unsigned colour; /* of the group in hand; EAGLES_NONE */
    SenseMemo *memo;
    SenseMemory *memory;
    Ways *ways; /* to the nearest aim */
} Sense;

/* What a decision needs to know: the goals, the ways to the aims, the supply of the colour in hand. */
enum sense_part { SENSE_GOALS = 1, SENSE_WAYS = 2, SENSE_SUPPLY = 4 };

void eagles_sense_forget(SenseMemo *memo);
/* The sense keeps a pointer to s, as to memo and memory; parts: bits of enum sense_part. */
void eagles_sense_make(Sense *sense, const EaglesData *d, const EaglesState *s, const EaglesWeights *w,
                       Seat seat, unsigned parts, SenseMemo *memo, SenseMemory *memory);

/* MP from a hex to the nearest aim; FAR: none. */
unsigned eagles_sense_way(const Sense *sense, unsigned hex);
/* Whether a hex is nearer to the aims than another. */
bool eagles_sense_is_nearer(const Sense *sense, unsigned hex, unsigned than);

/* Whether the city of a hex decides; and whether the side still wants it. */
bool eagles_sense_is_goal(const Sense *sense, unsigned hex);
bool eagles_sense_is_aim(const Sense *sense, unsigned hex);

/* The side's SP on the map. */
void eagles_sense_stacks(const Sense *sense, Stacks *stacks);
/* MP by land from the nearest stack of five SP or more to the first capital of each of some states (bits),
 * whoever stands in the way; FAR: none, or the state has no capital. march[] of other states is of no use. */
void eagles_sense_marches(const Sense *sense, const Stacks *stacks, uint32_t states,
                          uint8_t march[EAGLES_NATIONS_MAX]);

/* Supply of a colour in hand; without the group in hand; and without those of a colour in a hex. What was
 * found for earlier decisions is taken where nothing has changed that it hangs on. Good until the next one.
 */
KeptSupply *eagles_supply_with(const Sense *sense, unsigned colour);
KeptSupply *eagles_supply_without_group(const Sense *sense);
KeptSupply *eagles_supply_without(const Sense *sense, unsigned colour, unsigned hex);
/* MP of supply left at a hex (EaglesSupply). */
unsigned eagles_supply_left(const Sense *sense, KeptSupply *supply, unsigned hex);
/* Whether a hex has SP of a colour that are fed. */
bool eagles_sense_is_fed(const Sense *sense, unsigned colour, unsigned hex);
/* MP of supply left at a hex if a colour's SP in another, or the same, were not there. */
unsigned eagles_sense_left_without(const Sense *sense, unsigned colour, unsigned hex, unsigned at);
/* The same for the group in hand and its colour. */
unsigned eagles_sense_left(const Sense *sense, unsigned at);
/* Whether SP of the colour elsewhere are supplied only by way of those in the hex. */
bool eagles_sense_is_link(const Sense *sense, unsigned colour, unsigned hex);
/* Whether a city that has to be fed is held and is not, and one more depot of the colour would do it. */
bool eagles_sense_lacks_link(const Sense *sense, unsigned hex, unsigned colour);
/* Whether who goes on from a hex towards the aims leaves supply unless an SP of the colour stays there. */
bool eagles_sense_needs_depot(const Sense *sense, unsigned colour, unsigned hex);

/* SP worth of a side in a hex: morale and the best leader count. */
double eagles_sense_might(const Sense *sense, unsigned hex, unsigned side);
/* The strongest enemy next to a hex; the enemy's SP worth in all hexes within some steps. */
double eagles_sense_threat(const Sense *sense, unsigned hex);
double eagles_sense_danger(const Sense *sense, unsigned hex, unsigned steps);

/* SP that attrition is likely to take from so many SP of a colour in a hex before they move again. */
double eagles_sense_wear(const Sense *sense, unsigned hex, unsigned colour, bool fed, unsigned sp);

/* SP that fight on one side of a battle, as the tables ask for them (map 8.3, 8.4). */
typedef struct Army {
    double sp, strength; /* actual SP; unsupplied attackers count half, an assaulted garrison twice */
    double horse;        /* cavalry SP */
    double by_morale[4]; /* SP by morale */
    int lost;            /* morale lost before */
    int morale;          /* left, by eagles_army_settle */
    int leader, ground;  /* bonus of the best leader; of terrain and entrenchment */
} Army;

/* Adds the SP of a side in a hex: outside its city, or (flags EAGLES_FLAG_INSIDE) in it, or (flags
 * EAGLES_FLAG_GROUP) those of the group in hand. attacks: unsupplied ones count half. */
void eagles_army_add(const Sense *sense, Army *army, unsigned hex, unsigned side, unsigned flags,
                     bool attacks);
/* Works out morale; after the last eagles_army_add. */
void eagles_army_settle(Army *army);
/* Adds SP of the same kind: friends who are counted on to join (8.9). */
void eagles_army_reinforce(Army *army, double sp);

/* Looks it up among those kept first. */
Forecast eagles_forecast(const Sense *sense, const Army *attacker, const Army *defender);

/* Gains to costs of an attack, in SP: who breaks leaves his hex (prize for the attacker, stake his own), and
 * loses an SP if he has the fewer horse. */
double eagles_gains_to_costs(const Sense *sense, const Army *own, const Army *his, double prize,
                             double stake);
/* SP that the possession of a hex is worth. */
double eagles_hex_worth(const Sense *sense, unsigned hex);
/* DRM of a defender in a hex who is attacked from another (8.5). */
int eagles_ground(const Sense *sense, unsigned from, unsigned to, unsigned defender);
/* Leadership of the best leader of a side outside a city in a hex, 0 without one. */
int eagles_leadership(const Sense *sense, unsigned hex, unsigned side);

/* SP that should stay in a city that decides, as far as it gives shelter; more in the side's home. */
double eagles_goals_garrison(const Sense *sense, unsigned city);
/* Finds the goals, reached or not; the goal in a hex, GOALS_MAX: none. */
void eagles_goals_find(Sense *sense);
unsigned eagles_goals_at(const Sense *sense, unsigned hex);

/* Scores of moves, by chapter; higher is better. */
double eagles_movement_score(const Sense *sense, Move move);
double eagles_politics_score(const Sense *sense, Move move);
double eagles_building_score(const Sense *sense, Move move);
double eagles_sailing_score(const Sense *sense, Move move);
double eagles_fighting_score(const Sense *sense, const EaglesFrame *frame, Move move);
/* Whether anybody in a hex does better to go than to stay. */
bool eagles_movement_wants(const Sense *sense, unsigned hex);
/* The heuristic player's move for the seat that decides (weights: of both seats), equals by lot. memory: as
 * at GameAi.memory_bytes; NULL: none. */
Move eagles_player_choose(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, Rng *rng, SenseMemory *memory);
/* Points of every legal move for the seat that decides (weights: of both seats): higher is better, their unit
 * another in every decision. memory as for eagles_player_choose. */
void eagles_player_points(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, SenseMemory *memory, int *points);
/* The target to declare next, or END. */
Move eagles_fighting_target(const Sense *sense, const MoveList *legal);

#endif

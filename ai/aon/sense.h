/* sense.h: what a player sees and reckons at one decision of Age of Napoleon. Internal to ai/aon.
 *
 * A Sense is made on the stack for one decision from the view of the seat that decides; parts of it (forces,
 * goals) are reckoned when first asked for. Nothing allocates. Honesty: of enemy stacks only heights, tops
 * and located corps are used; a hidden corps counts as the average of all hidden ones (who is on the map at
 * all is open, 4.1.2), so a choice cannot depend on how a view or a random world happens to arrange them.
 * Enemy hands and the deck are never read.
 *
 * Units: points (weights.h): ten a point of battle rating; chances and shares in percent.
 */
#ifndef MARSHAL_AI_AON_SENSE_H
#define MARSHAL_AI_AON_SENSE_H

#include "ai/aon/weights.h"
#include "engine/aon/aon.h"
#include "engine/aon/moves.h"
#include "engine/aon/rules.h"
#include "engine/aon/state.h"

enum {
    AON_GOALS_MAX = 64,
    AON_DISTANCES = 256,
    AON_AREAS_ROW = 64 /* at least AON_AREAS_MAX, in whole vectors */
};

/* Chances reckoned once for a board: immutable, shared by threads. */
typedef struct AonOdds {
    uint8_t win[AON_STRENGTH_MAX + 1]
               [AON_STRENGTH_MAX + 1];       /* percent: attacker of first strength beats second (13.3) */
    uint16_t losses[AON_STRENGTH_MAX + 1];   /* corps x 100 a strength inflicts, victory aside */
    uint16_t quarters[AON_CORPS_MAX + 1][3]; /* corps x 100 lost in winter: plain, capital, barren (15) */
} AonOdds;

typedef struct AonStrategy {
    AonWeights weights[SEAT_COUNT];
    /* of 1024: what is left of an aim's worth in an area (first index) for who stands in another (second), 0
     * if there is no way */
    int32_t decay[SEAT_COUNT][AON_AREAS_MAX][AON_AREAS_ROW];
    /* percent of an army's points with which it threatens an area (second index) from another (first) */
    int32_t reach[AON_AREAS_MAX][AON_AREAS_ROW];
    AonOdds odds;
} AonStrategy;

void aon_odds_init(AonOdds *odds, const AonData *d);
/* The default strategy for both seats (aon_ai.c). */
void aon_strategy_init(AonStrategy *strategy, const AonData *d);

/* One seat's corps in an area. */
typedef struct Force {
    int16_t
        power; /* points, at most as many corps as may fight counted, home bonus included (13.2, 13.3.2) */
    uint8_t count;
    uint8_t sr;     /* of the leader */
    uint8_t leader; /* corps, or AON_NONE */
} Force;

/* An area worth being in when the year ends. */
typedef struct Goal {
    uint8_t area;
    uint8_t need;   /* enemy corps to be outnumbered in the country (14.2.1); 0: being there is enough */
    uint8_t have;   /* own corps in the country already */
    int16_t threat; /* of a guarded area: points that may come */
    bool guard;     /* an own capital: being there keeps what one has */
    bool company;   /* joining somebody, not holding an area */
    int16_t value;  /* points */
} Goal;

/* An army to be sent somewhere (plan.h). */
typedef struct Army {
    CorpsSet corps;
    uint8_t area; /* where it stands */
    uint8_t count;
    bool napoleon;
    int16_t power;                     /* points */
    int16_t zeal;                      /* percent by which its gains count (weights peninsula, east) */
    uint8_t pulls;                     /* goals that are worth something to this army ... */
    uint8_t to[AON_GOALS_MAX];         /* ... their areas ... */
    int32_t pull[AON_GOALS_MAX];       /* ... and what they are worth */
    bool has_attraction;               /* attraction is filled in (plan.c) */
    int32_t attraction[AON_AREAS_ROW]; /* points of all pulls, as felt in each area */
    AreaSet worth_known;               /* areas of worth that are filled in (plan.c) */
    int32_t worth[AON_AREAS_MAX];      /* points of ending a march there, its length aside */
} Army;

typedef struct Sense {
    const AonData *d;
    const AonState *s;
    const AonStrategy *strategy;
    const AonWeights *w;
    const int32_t (*decay)[AON_AREAS_ROW];
    const MoveList *legal;
    Seat seat;
    Seat enemy;
    CorpsSet on_map;
    CorpsSet mine; /* on the map */
    CorpsSet theirs;
    CorpsSet hidden;    /* those of theirs whose place is not known */
    int minors_percent; /* worth of minor countries, in percent of the weight */
    int hidden_power;   /* points of an average hidden corps */
    bool has_forces;
    bool has_goals;
    bool has_army;
    bool has_threats;    /* threat is filled in */
    AreaSet gains_known; /* areas of gain that are filled in (march.c) */
    unsigned goal_count;
    AreaSet goal_areas;
    Force force[SEAT_COUNT][AON_AREAS_MAX];
    int32_t threat[AON_AREAS_ROW]; /* hundredths of points; see sense_threat */
    int32_t gain[AON_AREAS_MAX];
    Goal goals[AON_GOALS_MAX];
    Army army; /* the one on the march; see army_on_march */
} Sense;

void sense_init(Sense *se, const AonData *d, const AonState *view, const AonStrategy *strategy, Seat seat);

/* Points of one corps where it stands: as known for an own or located one, the average for a hidden one. */
int sense_corps_power(const Sense *se, unsigned corps);
/* Points of a set, home bonus in area included (AON_NONE: none), no more than limit corps. */
int sense_set_power(const Sense *se, CorpsSet set, unsigned area, unsigned limit);
/* Worth of a corps for the rest of the game, to choose whom to lose: Napoléon above all. */
int sense_corps_worth(const Sense *se, unsigned corps);

/* Fills force (sense.c) and goals (goals.c) if that is not done yet. */
void sense_forces(Sense *se);
void sense_goals(Sense *se);

static inline const Force *sense_own(const Sense *se, unsigned area) { return &se->force[se->seat][area]; }
static inline const Force *sense_foe(const Sense *se, unsigned area) { return &se->force[se->enemy][area]; }

/* Percent: an attacker of so many points beats a defender of so many; all who meet nobody win. */
int sense_win(const Sense *se, int attacker, int defender);
/* Points expected from fighting: losses inflicted and suffered, and Napoléon's life on either side. */
typedef struct Clash {
    int own, foe; /* points */
    unsigned own_count, foe_count;
    bool own_napoleon, foe_napoleon;
    bool attacking;
} Clash;
int sense_clash(const Sense *se, const Clash *clash);
int sense_clash_win(const Sense *se, const Clash *clash);
/* Percent: chance that Napoléon dies in a lost battle beside so many corps, himself included (13.4.1). */
int sense_napoleon_dies(const Sense *se, unsigned corps);

/* Points of the strongest enemy that could strike at an area soon; nearer ones count more. Needs forces. */
int sense_threat(Sense *se, unsigned area);

/* Worth of a country to whoever has it, and of a change of its alignment to the seat deciding. */
int sense_country_worth(const Sense *se, unsigned country);
int sense_swing(const Sense *se, unsigned country, unsigned to);
/* What keeping a card is worth, and the least of the own hand (cards.c). */
int sense_card_worth(const Sense *se, unsigned title);
int sense_cheapest_card(const Sense *se);

/* Scores a move of the open decision: more is better; scores of one list are in one unit. One file each
 * phase. */
typedef int (*AonScore)(Sense *se, Move move);
AonScore aon_score_of_step(unsigned step);

#endif

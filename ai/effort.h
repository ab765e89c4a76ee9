/* effort.h: how hard the program thinks where nobody says so: opponents for people, looks at a position,
 * reviews. Measured on a game, so it belongs to the game (GameAi.effort); games that nobody has measured get
 * plain numbers. */
#ifndef MARSHAL_AI_EFFORT_H
#define MARSHAL_AI_EFFORT_H

#include <stdint.h>

/* An opponent for people: a search that is cut short, and plays at random the more the higher its noise is
 * (MctsParams or PlansParams: sims, noise). */
typedef struct EffortLevel {
    uint64_t sims;
    double noise;
    const char *kind; /* of this level alone; NULL: the one of all (Effort.kind) */
} EffortLevel;

typedef struct Effort {
    const char *kind; /* of the policy that levels are made of, which takes sims, noise and threads: "plans";
                         NULL: "mcts" */
    const EffortLevel *levels; /* weakest first */
    uint32_t level_count;      /* at least 1 */
    uint32_t usual_level;      /* 1 to level_count: the opponent if nobody says which */
    const char *glance;        /* policy that looks at every position of a game on the page, in a blink */
    const char *advice;        /* policy that is asked for advice during a game, in a few seconds */
    const char *analysis;      /* policy of `marshal analyze` */
    uint64_t review_sims;      /* iterations for each decision of a review ... */
    uint64_t quick_sims;       /* ... and of one in the terminal, where somebody waits for it */
} Effort;

/* Of the game with this id; never NULL. */
const Effort *effort_of(const char *game_id);

#endif

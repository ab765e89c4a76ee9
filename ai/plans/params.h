/* params.h: the knobs of plan search, as one table that feeds options, help and the struct. */
#ifndef MARSHAL_AI_PLANS_PARAMS_H
#define MARSHAL_AI_PLANS_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"

enum { PLANS_THREADS_MAX = 64, PLANS_HORIZON_MAX = 1000 };

/* X(name, type, default, least, most, help): numbers; whole ones have type uint64_t. */
#define PLANS_PARAMS(X)                                                                                      \
    X(sims, uint64_t, 0, 0, 4000000000, "playouts a decision (0: no limit)")                                 \
    X(time, double, 0, 0, 86400, "seconds a decision (0: no limit)")                                         \
    X(threads, uint64_t, 1, 1, PLANS_THREADS_MAX, "threads")                                                 \
    X(horizon, uint64_t, 0, 0, PLANS_HORIZON_MAX,                                                            \
      "stretches of play (turns of a player, rounds) that a plan is played on for before it is evaluated; "  \
      "0: to the end of the game")                                                                           \
    X(moves, uint64_t, 16, 0, 64,                                                                            \
      "legal moves that are tried as the first of a plan, those believed in most")                           \
    X(changes, uint64_t, 16, 0, 64,                                                                          \
      "plans that differ from the one at hand later in the stretch, in a move drawn by belief")              \
    X(styles, uint64_t, 1, 0, 1, "1: the shipped strategies are plans too")                                  \
    X(tuned, uint64_t, 1, 0, 1,                                                                              \
      "1: a seat usually plays by the strategy that was found for it in this scenario, if there is one")     \
    X(priors, uint64_t, 2, 1, 2, "belief: 2: learned priors; 1: what the heuristic player likes")            \
    X(minor, uint64_t, 1, 0, 1, "1: minor decisions are taken as the plan says, without playouts")           \
    X(occasions, uint64_t, 1, 0, 1, "1: dice fall the same for the same occasion whatever else was played")  \
    X(caution, double, 0.5, 0, 10,                                                                           \
      "a plan replaces the one at hand if it is better by so many standard errors of the difference")        \
    X(ground, double, 64, 0, 1000,                                                                           \
      "playouts that the evaluation of the position itself counts for in the chances told, not in the "      \
      "choice: a handful of playouts says little about how a game stands")                                   \
    X(noise, double, 0, 0, 1, "share of the decisions that are taken at random")

typedef struct PlansParams {
#define PLANS_PARAM_FIELD(name, type, initial, least, most, help) type name;
    PLANS_PARAMS(PLANS_PARAM_FIELD)
#undef PLANS_PARAM_FIELD
} PlansParams;

PlansParams plans_params_default(void);

/* Names of all options, NULL-terminated: those of the table, then evaluation, priors_file. */
extern const char *const PLANS_PARAM_KEYS[];

/* Takes over the options that are given. False and err on a wrong value, or without a limit. */
bool plans_params_read(PlansParams *params, const PolicyOptions *options, Err *err);

#endif

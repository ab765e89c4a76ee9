/* double_oracle.h: strategies that nobody can exploit, found by answering again and again: solve the table of
 * the strategies there are (eval/equilibrium/), find for each seat a strategy that does better against the
 * other seat's mixture than all of them, add it to the table, solve again, until nothing gains more than
 * asked.
 *
 * The double oracle algorithm (H. B. McMahan, G. J. Gordon, A. Blum, "Planning in the Presence of Cost
 * Functions Controlled by an Adversary", ICML 2003) with answers that are learned (policy-space response
 * oracles: M. Lanctot et al., "A Unified Game-Theoretic Approach to Multiagent Reinforcement Learning", NIPS
 * 2017). The answers are those of improve.h: good ones, not the best there are, so what ends here may be
 * beaten still by what SPSA on these weights does not find.
 *
 * Table games are kept in the store as those of a tournament, batches of improvements as checkpoints: the
 * same plan comes to the same end for every number of threads and after any number of kills.
 */
#ifndef MARSHAL_EVAL_IMPROVE_DOUBLE_ORACLE_H
#define MARSHAL_EVAL_IMPROVE_DOUBLE_ORACLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/jsonout.h"
#include "eval/equilibrium/table_play.h"
#include "eval/improve/improve.h"
#include "eval/run/tournament.h"

enum { DOUBLE_ORACLE_ROUNDS_MAX = 30 };
#define DOUBLE_ORACLE_SHARE 0.01 /* of a mixture below which an opponent is left out */

/* What a seat found in a round against the other seat's mixture. */
typedef struct OracleAnswer {
    char start[POLICY_SPEC_BYTES]; /* the best of those there were */
    ImproveResult result;
    bool added;
    char file[SCENARIO_PATH_BYTES]; /* where it was written, if it was added */
    StrBuf words;                   /* owned: weights moved most (weight_space_tell) */
} OracleAnswer;

typedef struct OracleRound {
    double value; /* of the table before, to the seat french */
    Interval interval;
    uint32_t strategies[SEAT_COUNT];
    OracleAnswer answers[SEAT_COUNT];
    bool answered; /* both seats have been improved */
} OracleRound;

typedef struct OraclePlan {
    const char *scenario;
    const char *const *overrides;
    size_t override_count;
    const char *const *strategies[SEAT_COUNT]; /* policies to begin with, at least one of them a strategy */
    size_t counts[SEAT_COUNT];
    const char *folder;          /* there already; found strategies become SEAT-ROUND.json in it */
    uint32_t rounds;             /* at most DOUBLE_ORACLE_ROUNDS_MAX */
    double margin;               /* least gain, in scores, of what is added */
    uint64_t table;              /* games of a cell */
    uint64_t games, verify;      /* of each improvement */
    double perturbation, wander; /* of improvements */
    uint32_t samples;            /* for intervals of the value */
    uint64_t seed;
    int threads;
    const atomic_bool *stop;
    Store *store; /* needed: else the table were played again each round */
    void (*listener)(void *context, const char *doing, uint64_t games, uint64_t total);
    /* Told after each round. */
    void (*round)(void *context, uint32_t number, const OracleRound *round);
    void *context;
} OraclePlan;

enum oracle_end {
    ORACLE_CLOSED,  /* no answer gains more than the margin */
    ORACLE_ROUNDS,  /* as many rounds as asked */
    ORACLE_STOPPED, /* stopped */
};
/* "closed", "rounds", "stopped" */
const char *oracle_end_name(enum oracle_end end);

typedef struct OracleResult {
    enum oracle_end end;
    uint32_t count;
    OracleRound rounds[DOUBLE_ORACLE_ROUNDS_MAX];
    TablePlayed table; /* the last one */
    TournamentConfig config;
    Tournament tournament; /* scenario and policies, the found ones too */
} OracleResult;

/* Runs. False and err on bad strategies, or as improve_run and table_play; release in any case. The result is
 * large: not for the stack. */
bool double_oracle_run(const OraclePlan *plan, OracleResult *result, Err *err);
void double_oracle_release(OracleResult *result);

/* Members of an object that is open: end, rounds with answers. */
void double_oracle_json(const OracleResult *result, JsonOut *out);

#endif

/* tournament.h: several policies on several scenarios, each against each, in pairs of games with seats
 * swapped.
 *
 * A configuration is a JSON file (schema "marshal/tournament/1"):
 *     {"schema": "marshal/tournament/1",
 *      "scenarios": ["GAME/NAME", {"scenario": "GAME/OTHER", "set": ["setup.hand.french=6"]}],
 *      "policies": ["heuristic", {"name": "search", "policy": "mcts:sims=100"},
 *                   {"policy": "heuristic:strategy=march", "seat": "french"}],   played in this seat only
 *      "pairs": 100,             pairs of games in each cell (policy against policy on a scenario)
 *      "seed": 1,                optional, default 1
 *      "pairing": "all",         optional: "all", or "first": the first policy against each of the others
 *      "sprt": [0, 20],          optional: a cell ends early when this test is decided (elo.h)
 *      "games": 10000,           optional: the run ends after so many games in all, as for --games
 *      "db": "night.db",         optional: the store; beside the configuration unless it is a path from the
 * root "until": "07:00",         optional, as for --until "moves": false}           optional: keeps the moves
 * of all games Unknown keys are errors. The options of the command line win over the file.
 *
 * Two policies whose seats cannot be swapped meet with fixed seats, one game where others have a pair; two of
 * the same seat never meet.
 *
 * Pairs are played round by round over all cells, and cells are counted in order of pairs, so that tables are
 * the same for every number of threads, of MPI ranks and of merged shards.
 */
#ifndef MARSHAL_EVAL_RUN_TOURNAMENT_H
#define MARSHAL_EVAL_RUN_TOURNAMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/scenario.h"
#include "eval/equilibrium/table.h"
#include "eval/run/duel.h"
#include "eval/run/series.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/rating.h"

enum {
    TOURNAMENT_SCENARIOS_MAX = 32,
    TOURNAMENT_POLICIES_MAX = 64,
    TOURNAMENT_NAME_BYTES = 128,
    TOURNAMENT_TEXT_BYTES = 1024
};

typedef struct TournamentScenario {
    char name[SCENARIO_NAME_BYTES];
    size_t override_count;
    const char *overrides[SCENARIO_OVERRIDES_MAX]; /* owned by the configuration's file */
} TournamentScenario;

typedef struct TournamentPolicy {
    char name[TOURNAMENT_NAME_BYTES]; /* for tables; the policy's text if none was given */
    char spec[POLICY_SPEC_BYTES];
    double both_lose;        /* its own worth of a game that both lose (worth.h) */
    bool barred[SEAT_COUNT]; /* seats that it does not play: one at most */
} TournamentPolicy;

typedef struct TournamentConfig {
    JsonDoc doc; /* owned */
    uint32_t scenario_count, policy_count;
    TournamentScenario scenarios[TOURNAMENT_SCENARIOS_MAX];
    TournamentPolicy policies[TOURNAMENT_POLICIES_MAX];
    uint64_t pairs, seed;
    uint64_t games; /* in all cells together; 0: no limit */
    bool only_first;
    bool testing; /* sprt is there */
    EloSprt sprt;
    bool moves;
    char db[TOURNAMENT_TEXT_BYTES]; /* "" without */
    char until[64];                 /* "" without */
} TournamentConfig;

/* Reads and checks a file; policies and scenarios are checked by tournament_open. False and err: nothing
 * needs releasing. */
bool tournament_read(TournamentConfig *config, const char *file, Err *err);
void tournament_config_release(TournamentConfig *config);

/* Place of a policy among those that play this seat; of policy_count: how many do. */
uint32_t tournament_place(const TournamentConfig *config, Seat seat, uint32_t policy);

/* One cell: policy a against policy b on a scenario. */
typedef struct TournamentCell {
    uint32_t scenario, a, b;
    bool one_seat;   /* only a as the French: the cell has no pairs, and no test */
    DuelTally tally; /* as a sees it */
    RatingCell results;
    EloSprtResult sprt; /* with a test */
} TournamentCell;

typedef struct Tournament {
    const TournamentConfig *config;
    Game games[TOURNAMENT_SCENARIOS_MAX];
    Policy policies[TOURNAMENT_SCENARIOS_MAX][TOURNAMENT_POLICIES_MAX];
    uint32_t games_open;
    uint32_t policies_open[TOURNAMENT_SCENARIOS_MAX];
    uint32_t cell_count;
    TournamentCell *cells; /* owned; by scenario, then a, then b */
    uint64_t games_done;   /* counted in tallies, or known to be left out */
    uint64_t games_share;  /* of this shard, or as many as there may be */
} Tournament;

/* Loads scenarios and makes policies; the configuration is borrowed. Release in any case. */
bool tournament_open(Tournament *tournament, const TournamentConfig *config, Err *err);
void tournament_release(Tournament *tournament);

/* Whether all policies are repeatable (policy.h). */
bool tournament_is_repeatable(const Tournament *tournament);

typedef struct TournamentPlan {
    int threads;
    const atomic_bool *stop;
    SeriesKeep keep;
    bool (*listener)(void *context, const Tournament *tournament,
                     uint32_t cell); /* after each pair; NULL: none */
    void *context;
    /* By scenario, from tournament_tables: filled with the games that are counted. NULL: nobody wants them.
     */
    Table *tables;
} TournamentPlan;

/* A table of all policies against all of them, themselves included, each in the seats that it plays, for each
 * scenario: tables has room for scenario_count. False and err without memory; table_release each in any case.
 */
bool tournament_tables(const TournamentConfig *config, Table *tables, Err *err);

/* Games that are the shard's, without regard to limit and tests. */
uint64_t tournament_games(const Tournament *tournament, const SeriesShard *shard);

/* Plays. False and err as series_run. */
bool tournament_run(Tournament *tournament, const TournamentPlan *plan, Err *err);

/* Ratings over all cells. */
bool tournament_rate(const Tournament *tournament, RatingResult *result, Err *err);

/* True when every cell has all its pairs or its test is decided. */
bool tournament_is_complete(const Tournament *tournament);

#endif

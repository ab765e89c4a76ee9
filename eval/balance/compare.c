/* compare.c: see compare.h. Job 2k is game k of A, job 2k + 1 game k of B. */
#include "eval/balance/compare.h"

#include <string.h>

#include "eval/run/game_job.h"
#include "eval/run/jobs.h"
#include "eval/run/runner.h"

typedef struct Compare {
    const ComparePlan *plan;
    PairedCounts *counts;
    bool won_a; /* whether the French seat won the game of A that was handed over last */
    Err *err;
} Compare;

static bool know_game(void *context, uint64_t index, void *result)
{
    const Compare *compare = context;
    return ledger_known(&compare->plan->ledgers[index % COMPARE_COUNT], index / COMPARE_COUNT, result);
}

static bool keep_game(void *context, uint64_t index, const void *result)
{
    const Compare *compare = context;
    return ledger_put(&compare->plan->ledgers[index % COMPARE_COUNT], index / COMPARE_COUNT, result);
}

static bool play_game(void *context, int thread, uint64_t index, void *result)
{
    const Compare *compare = context;
    const ComparePlan *plan = compare->plan;
    const uint64_t side = index % COMPARE_COUNT;
    const uint64_t number = index / COMPARE_COUNT;
    const GamePlan game = {
        .game = plan->games[side],
        .policies = {plan->policies[side][SEAT_FRENCH], plan->policies[side][SEAT_COALITION]},
        .seed = runner_game_seed(plan->seed, number),
        .stop = plan->stop,
    };
    const Ledger *ledger = plan->ledgers != NULL ? &plan->ledgers[side] : NULL;
    const GameJobNotes notes = {.summary = ledger != NULL, .moves = ledger != NULL && plan->keeps_moves};
    if (ledger != NULL) {
        ledger_flying(ledger, thread, number);
    }
    const bool played = game_job_play(&game, number, NULL, notes, result);
    if (ledger != NULL) {
        ledger_landed(ledger, thread);
    }
    return played;
}

static void count(PairedCounts *counts, bool won_a, bool won_b)
{
    uint64_t *cell =
        won_a ? (won_b ? &counts->both : &counts->first) : (won_b ? &counts->second : &counts->neither);
    (*cell)++;
}

static bool take_game(void *context, uint64_t index, const void *result)
{
    Compare *compare = context;
    const GameJob *job = result;
    if (job->err.set) {
        *compare->err = job->err;
        return false;
    }
    if (job->state == GAME_JOB_QUARANTINED) {
        const SeriesRound round = {.number = index / COMPARE_COUNT, .games = {job, NULL}};
        (void)series_count_quarantine(compare->plan->quarantine, &round);
    }
    const Outcome *outcome = &job->result.outcome;
    if (compare->plan->shared != NULL && job->state != GAME_JOB_QUARANTINED && outcome->winner == SEAT_NONE) {
        BalanceShared *shared = &compare->plan->shared[index % COMPARE_COUNT];
        shared->both_lost += outcome->grade == OUTCOME_BOTH_LOSE;
        shared->draws += outcome->grade == OUTCOME_DRAW;
    }
    const bool won = outcome->winner == SEAT_FRENCH;
    if (index % COMPARE_COUNT == COMPARE_A) {
        compare->won_a = won;
        return true;
    }
    count(compare->counts, compare->won_a, won);
    if (compare->plan->listener != NULL) {
        compare->plan->listener(compare->plan->context, compare->counts);
    }
    return true;
}

bool compare_run(const ComparePlan *plan, PairedCounts *counts, Err *err)
{
    Err failure;
    err_clear(&failure);
    memset(counts, 0, sizeof *counts);
    Compare compare = {.plan = plan, .counts = counts, .err = &failure};
    const JobsPlan jobs = {
        .count = COMPARE_COUNT * plan->pairs,
        .threads = plan->threads,
        .result_bytes = sizeof(GameJob),
        .used_bytes = game_job_bytes,
        .context = &compare,
        .stop = plan->stop,
        .run = play_game,
        .known = plan->ledgers != NULL ? know_game : NULL,
        .arrive = plan->ledgers != NULL ? keep_game : NULL,
        .emit = take_game,
    };
    uint64_t emitted = 0;
    const bool ran = jobs_run(&jobs, &emitted, &failure);
    return (ran && !failure.set) || err_set(err, failure.file, failure.path, "%s", failure.message);
}

CompareResult compare_result(const PairedCounts *counts)
{
    const uint64_t wins[COMPARE_COUNT] = {counts->both + counts->first, counts->both + counts->second};
    CompareResult result = {.pairs = counts->both + counts->first + counts->second + counts->neither};
    for (int i = 0; i < COMPARE_COUNT; i++) {
        result.rate[i] = stats_rate(wins[i], result.pairs);
        result.rate_interval[i] = stats_wilson(wins[i], result.pairs, STATS_Z95);
    }
    result.difference = result.rate[COMPARE_B] - result.rate[COMPARE_A];
    result.interval = stats_newcombe_paired(counts, STATS_Z95);
    result.p_value = stats_mcnemar(counts);
    result.established = result.interval.low > 0.0 || result.interval.high < 0.0;
    return result;
}

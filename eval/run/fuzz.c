/* fuzz.c: laws.h over jobs.h. */
#include "eval/run/fuzz.h"

#include <string.h>

#include "eval/run/jobs.h"
#include "eval/run/runner.h"

typedef struct Fuzz {
    const FuzzPlan *plan;
    FuzzTally *tally;
} Fuzz;

static bool run_game(void *context, int thread, uint64_t index, void *result)
{
    (void)thread;
    const Fuzz *fuzz = context;
    const FuzzPlan *plan = fuzz->plan;
    LawsReport *report = result;
    const LawsPlan laws = {.seed = runner_game_seed(plan->seed, plan->first + index),
                           .thorough = plan->thorough,
                           .policy = plan->policy,
                           .stop = plan->stop};
    laws_play(plan->game, &laws, report);
    return !report->stopped;
}

static void add_breach(const FuzzPlan *plan, FuzzTally *tally, uint64_t index, const LawBreach *breach)
{
    FuzzBreach *entry = &tally->breach[tally->breaches++];
    entry->game = plan->first + index + 1;
    entry->seed = runner_game_seed(plan->seed, plan->first + index);
    entry->breach = *breach;
}

static bool emit_game(void *context, uint64_t index, const void *result)
{
    const Fuzz *fuzz = context;
    FuzzTally *tally = fuzz->tally;
    const LawsReport *report = result;
    tally->games++;
    tally->decisions += report->plies;
    tally->thorough += report->thorough;
    tally->moves += report->moves;
    tally->most_moves = report->most_moves > tally->most_moves ? report->most_moves : tally->most_moves;
    tally->longest = report->plies > tally->longest ? report->plies : tally->longest;
    if (report->broken) {
        add_breach(fuzz->plan, tally, index, &report->breach);
    }
    if (fuzz->plan->listener != NULL && !fuzz->plan->listener(fuzz->plan->context, tally)) {
        return false;
    }
    const bool enough = fuzz->plan->decisions > 0 && tally->decisions >= fuzz->plan->decisions;
    return tally->breaches < FUZZ_BREACHES_MAX && !enough;
}

bool fuzz_run(const FuzzPlan *plan, FuzzTally *tally, Err *err)
{
    memset(tally, 0, sizeof *tally);
    Fuzz fuzz = {plan, tally};
    const JobsPlan jobs = {
        .count = plan->games,
        .threads = plan->threads,
        .result_bytes = sizeof(LawsReport),
        .context = &fuzz,
        .stop = plan->stop,
        .run = run_game,
        .emit = emit_game,
    };
    uint64_t emitted = 0;
    return jobs_run(&jobs, &emitted, err);
}

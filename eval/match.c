/* match.c: runner.h over jobs.h, and a tally. */
#include "eval/match.h"

#include <string.h>

#include "eval/game_job.h"
#include "eval/jobs.h"

typedef struct Match {
    const MatchPlan *plan;
    MatchTally *tally;
    Err *err;
    StrBuf records[JOBS_THREADS_MAX]; /* one buffer a thread */
} Match;

static bool run_game(void *context, int thread, uint64_t index, void *result)
{
    Match *match = context;
    const MatchPlan *plan = match->plan;
    const GamePlan game = {plan->game,
                           {plan->policies[0], plan->policies[1]},
                           runner_game_seed(plan->seed, index),
                           plan->stop,
                           plan->records != NULL ? &match->records[thread] : NULL,
                           plan->info};
    return game_job_play(&game, index, plan->records, result);
}

static void count(MatchTally *tally, const GameResult *result)
{
    tally->games++;
    tally->decisions += result->plies;
    if (result->outcome.winner < SEAT_NONE) {
        tally->wins[result->outcome.winner]++;
        tally->grades[result->outcome.winner][result->outcome.grade]++;
    } else {
        tally->draws++;
    }
}

static bool emit_game(void *context, uint64_t index, const void *result)
{
    (void)index;
    Match *match = context;
    const GameJob *job = result;
    if (job->err.set) {
        *match->err = job->err;
        return false;
    }
    count(match->tally, &job->result);
    return match->plan->listener == NULL ||
           match->plan->listener(match->plan->context, match->tally, &job->result);
}

bool match_run(const MatchPlan *plan, MatchTally *tally, Err *err)
{
    Err failure;
    err_clear(&failure);
    memset(tally, 0, sizeof *tally);
    Match match = {.plan = plan, .tally = tally, .err = &failure};
    for (int i = 0; i < plan->threads; i++) {
        strbuf_init(&match.records[i]);
    }
    const JobsPlan jobs = {plan->games, plan->threads, sizeof(GameJob), &match,
                           plan->stop,  run_game,      emit_game};
    uint64_t emitted = 0;
    const bool ran = jobs_run(&jobs, &emitted, &failure);
    for (int i = 0; i < plan->threads; i++) {
        strbuf_release(&match.records[i]);
    }
    if (!ran || failure.set) {
        return err_set(err, failure.file, failure.path, "%s", failure.message);
    }
    return true;
}

/* match.c: runner.h over jobs.h, and a tally. */
#include "eval/match.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eval/jobs.h"

/* What a job hands over: the result, or why there is none. */
typedef struct MatchJob {
    GameResult result;
    Err err;
} MatchJob;

typedef struct Match {
    const MatchPlan *plan;
    MatchTally *tally;
    Err *err;
    StrBuf records[JOBS_THREADS_MAX]; /* one buffer a thread */
} Match;

static void save_record(const MatchPlan *plan, uint64_t index, const StrBuf *record, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/%08" PRIu64 ".jsonl", plan->records, index + 1);
    if (length < 0 || (size_t)length >= sizeof path) {
        (void)err_set(err, plan->records, NULL, "the folder's name is too long");
        return;
    }
    (void)record_save(record, path, err);
}

/* Puts a game that did not end properly into words. */
static void explain(const MatchPlan *plan, uint64_t index, const GameResult *result, Err *err)
{
    if (result->status == RUNNER_ILLEGAL) {
        (void)err_set(err, NULL, NULL,
                      "game %" PRIu64 " (seed %" PRIu64 "), ply %" PRIu32
                      ": policy %.200s (%s) gave an illegal move",
                      index + 1, result->seed, result->plies + 1, plan->policies[result->offender]->spec,
                      seat_name(result->offender));
    } else if (result->status == RUNNER_ENDLESS) {
        (void)err_set(err, NULL, NULL,
                      "game %" PRIu64 " (seed %" PRIu64 ") did not end within %" PRIu32 " decisions",
                      index + 1, result->seed, result->plies);
    }
}

static bool run_game(void *context, int thread, uint64_t index, void *result)
{
    Match *match = context;
    MatchJob *job = result;
    const MatchPlan *plan = match->plan;
    StrBuf *record = plan->records != NULL ? &match->records[thread] : NULL;
    const GamePlan game = {plan->game,
                           {plan->policies[0], plan->policies[1]},
                           runner_game_seed(plan->seed, index),
                           plan->stop,
                           record,
                           plan->info};
    err_clear(&job->err);
    if (record != NULL) {
        strbuf_clear(record);
    }
    job->result = runner_play(&game);
    explain(plan, index, &job->result, &job->err);
    if (record != NULL && job->result.status == RUNNER_DONE) {
        save_record(plan, index, record, &job->err);
    }
    return job->result.status != RUNNER_STOPPED;
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
    const MatchJob *job = result;
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
    const JobsPlan jobs = {plan->games, plan->threads, sizeof(MatchJob), &match,
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

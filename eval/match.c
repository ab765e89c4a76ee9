/* match.c: runner.h over jobs.h, and a tally. */
#include "eval/match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "eval/game_job.h"
#include "eval/jobs.h"
#include "eval/positions.h"

/* What a job hands over. */
typedef struct MatchJob {
    GameJob job;
    StrBuf positions; /* kept from the game; without text if none are asked for. Released once written */
} MatchJob;

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
    MatchJob *job = result;
    const bool keeps = plan->positions != NULL;
    const GamePlan game = {
        .game = plan->game,
        .policies = {plan->policies[0], plan->policies[1]},
        .seed = runner_game_seed(plan->seed, index),
        .stop = plan->stop,
        .record = plan->records != NULL ? &match->records[thread] : NULL,
        .info = plan->info,
        .positions = keeps ? &job->positions : NULL,
        .positions_every = plan->positions_every,
    };
    if (keeps) {
        strbuf_init(&job->positions);
    }
    const bool played = game_job_play(&game, index, plan->records, &job->job);
    if (keeps && played) {
        positions_finish(&job->positions, plan->game, (uint32_t)index, job->job.result.outcome.winner);
    } else if (keeps) {
        strbuf_release(&job->positions);
    }
    return played;
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

/* Writes the positions a game left, and lets go of them. */
static bool write_positions(const MatchPlan *plan, const MatchJob *job, Err *err)
{
    StrBuf positions = job->positions;
    const bool good = fwrite(positions.text, 1, positions.length, plan->positions) == positions.length;
    strbuf_release(&positions);
    return good || err_set(err, NULL, NULL, "cannot write positions: %s", strerror(errno));
}

static bool emit_game(void *context, uint64_t index, const void *result)
{
    (void)index;
    Match *match = context;
    const GameJob *job = &((const MatchJob *)result)->job;
    if (match->plan->positions != NULL && !write_positions(match->plan, result, match->err)) {
        return false;
    }
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

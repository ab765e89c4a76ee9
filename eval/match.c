/* match.c: runner.h over jobs.h, and a tally. */
#include "eval/match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "eval/game_job.h"
#include "eval/jobs.h"
#include "eval/positions.h"

typedef struct Match {
    const MatchPlan *plan;
    MatchTally *tally;
    Err *err;
    StrBuf records[JOBS_THREADS_MAX]; /* one buffer a thread */
    /* Positions kept from a game, until it is emitted: game i has buffer i % JOBS_WINDOW, which is free again by the time
     * that jobs.h lets game i + JOBS_WINDOW begin. */
    StrBuf positions[JOBS_WINDOW];
} Match;

static bool run_game(void *context, int thread, uint64_t index, void *result)
{
    Match *match = context;
    const MatchPlan *plan = match->plan;
    GameJob *job = result;
    StrBuf *positions = plan->positions != NULL ? &match->positions[index % JOBS_WINDOW] : NULL;
    const GamePlan game = {
        .game = plan->game,
        .policies = {plan->policies[0], plan->policies[1]},
        .seed = runner_game_seed(plan->seed, index),
        .stop = plan->stop,
        .record = plan->records != NULL ? &match->records[thread] : NULL,
        .info = plan->info,
        .positions = positions,
        .positions_every = plan->positions_every,
    };
    if (positions != NULL) {
        strbuf_clear(positions);
    }
    const bool played = game_job_play(&game, index, plan->records, job);
    if (positions != NULL && played) {
        positions_finish(positions, plan->game, (uint32_t)index, job->result.outcome.winner);
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

static bool write_positions(const MatchPlan *plan, const StrBuf *positions, Err *err)
{
    return fwrite(positions->text, 1, positions->length, plan->positions) == positions->length ||
           err_set(err, NULL, NULL, "cannot write positions: %s", strerror(errno));
}

static bool emit_game(void *context, uint64_t index, const void *result)
{
    Match *match = context;
    const GameJob *job = result;
    if (job->err.set) {
        *match->err = job->err;
        return false;
    }
    if (match->plan->positions != NULL &&
        !write_positions(match->plan, &match->positions[index % JOBS_WINDOW], match->err)) {
        return false;
    }
    count(match->tally, &job->result);
    return match->plan->listener == NULL ||
           match->plan->listener(match->plan->context, match->tally, &job->result);
}

static void init_buffers(Match *match)
{
    for (int i = 0; i < match->plan->threads; i++) {
        strbuf_init(&match->records[i]);
    }
    for (int i = 0; i < JOBS_WINDOW; i++) {
        strbuf_init(&match->positions[i]);
    }
}

static void release_buffers(Match *match)
{
    for (int i = 0; i < match->plan->threads; i++) {
        strbuf_release(&match->records[i]);
    }
    for (int i = 0; i < JOBS_WINDOW; i++) {
        strbuf_release(&match->positions[i]);
    }
}

bool match_run(const MatchPlan *plan, MatchTally *tally, Err *err)
{
    Err failure;
    err_clear(&failure);
    memset(tally, 0, sizeof *tally);
    Match match = {.plan = plan, .tally = tally, .err = &failure};
    init_buffers(&match);
    const JobsPlan jobs = {plan->games, plan->threads, sizeof(GameJob), &match,
                           plan->stop,  run_game,      emit_game};
    uint64_t emitted = 0;
    const bool ran = jobs_run(&jobs, &emitted, &failure);
    release_buffers(&match);
    if (!ran || failure.set) {
        return err_set(err, failure.file, failure.path, "%s", failure.message);
    }
    return true;
}

/* game_job.c: see game_job.h. */
#include "eval/run/game_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/scenario.h"

bool game_job_record_path(char *path, size_t size, const char *records, uint64_t number, Err *err)
{
    const int length = snprintf(path, size, "%s/%08" PRIu64 ".jsonl", records, number + 1);
    if (length < 0 || (size_t)length >= size) {
        return err_set(err, records, NULL, "the folder's name is too long");
    }
    return true;
}

static void save_record(const GamePlan *plan, uint64_t number, const char *records, Err *err)
{
    char path[SCENARIO_PATH_BYTES];
    if (game_job_record_path(path, sizeof path, records, number, err)) {
        (void)record_save(plan->record, path, err);
    }
}

/* Puts a game that did not end properly into words. */
static void explain(const GamePlan *plan, uint64_t number, const GameResult *result, Err *err)
{
    if (result->status == RUNNER_ILLEGAL) {
        (void)err_set(err, NULL, NULL,
                      "game %" PRIu64 " (seed %" PRIu64 "), ply %" PRIu32
                      ": policy %.200s (%s) gave an illegal move",
                      number + 1, result->seed, result->plies + 1, plan->policies[result->offender]->spec,
                      seat_name(result->offender));
    } else if (result->status == RUNNER_ENDLESS) {
        (void)err_set(err, NULL, NULL,
                      "game %" PRIu64 " (seed %" PRIu64 ") did not end within %" PRIu32 " decisions",
                      number + 1, result->seed, result->plies);
    }
}

size_t game_job_bytes(const void *job)
{
    return offsetof(GameJob, moves) + offsetof(GameMoves, list) + ((const GameJob *)job)->moves.count;
}

void game_job_clear(GameJob *job)
{
    memset(&job->result, 0, sizeof job->result);
    job->err.set = false; /* the rest of it, a kilobyte, says nothing then */
    job->state = GAME_JOB_PLAYED;
    job->keeps_moves = false;
    job->summary_bytes = 0;
    job->moves.count = 0;
}

bool game_job_play(const GamePlan *plan, uint64_t number, const char *records, GameJobNotes notes,
                   GameJob *job)
{
    GamePlan noting = *plan;
    GameSummary summary;
    memset(&summary, 0, sizeof summary);
    game_job_clear(job);
    job->keeps_moves = notes.moves;
    noting.moves = notes.moves ? &job->moves : NULL;
    noting.summary = notes.summary && plan->game->rules->summarize != NULL ? &summary : NULL;
    if (plan->record != NULL) {
        strbuf_clear(plan->record);
    }
    job->result = runner_play(&noting);
    explain(plan, number, &job->result, &job->err);
    if (plan->record != NULL && runner_has_outcome(&job->result)) {
        save_record(plan, number, records, &job->err);
    }
    if (noting.summary != NULL) {
        job->summary_bytes = (uint16_t)summary_pack(&summary, job->summary);
    }
    return job->result.status != RUNNER_STOPPED;
}

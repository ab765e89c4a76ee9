/* balance_run.c: the search of balance.h on games, batch after batch over jobs.h. */
#include "eval/balance/balance.h"
#include "eval/run/game_job.h"
#include "eval/run/jobs.h"
#include "eval/run/runner.h"

typedef struct Batch {
    Balance *balance;
    const BalanceRun *run;
    BalanceGame games[BALANCE_BATCH_MAX];
    uint64_t done;               /* games of all batches */
    const BalanceResult *result; /* of the batches before; NULL in the first */
    Err *err;
} Batch;

/* Where a game of the batch is kept; NULL: nowhere. */
static const Ledger *ledger_of(const Batch *batch, uint64_t index)
{
    return batch->run->ledgers != NULL ? &batch->run->ledgers[batch->games[index].value] : NULL;
}

static bool know_game(void *context, uint64_t index, void *result)
{
    const Batch *batch = context;
    return ledger_known(ledger_of(batch, index), batch->games[index].index, result);
}

static bool keep_game(void *context, uint64_t index, const void *result)
{
    const Batch *batch = context;
    return ledger_put(ledger_of(batch, index), batch->games[index].index, result);
}

static bool play_game(void *context, int thread, uint64_t index, void *result)
{
    const Batch *batch = context;
    const Ledger *ledger = ledger_of(batch, index);
    const BalanceRun *run = batch->run;
    const BalanceGame *game = &batch->games[index];
    const GamePlan plan = {
        .game = &run->games[game->value],
        .policies = {&run->policies[game->value][SEAT_FRENCH], &run->policies[game->value][SEAT_COALITION]},
        .seed = runner_game_seed(run->seed, game->index),
        .stop = run->stop,
    };
    if (ledger != NULL) {
        ledger_flying(ledger, thread, game->index);
    }
    const GameJobNotes notes = {.summary = ledger != NULL, .moves = ledger != NULL && run->keeps_moves};
    const bool played = game_job_play(&plan, game->index, NULL, notes, result);
    if (ledger != NULL) {
        ledger_landed(ledger, thread);
    }
    return played;
}

/* Score of the French seat. */
static double score_of(const BalanceRun *run, const Outcome *outcome)
{
    if (outcome->winner < SEAT_NONE) {
        return outcome->winner == SEAT_FRENCH ? 1.0 : 0.0;
    }
    const bool both_lost = outcome->grade == OUTCOME_BOTH_LOSE;
    if (run->shared != NULL) {
        run->shared->both_lost += both_lost;
        run->shared->draws += !both_lost;
    }
    return both_lost ? worth_balance(&run->worth) : WORTH_SHARED;
}

static bool take_game(void *context, uint64_t index, const void *result)
{
    Batch *batch = context;
    const GameJob *job = result;
    if (job->err.set) {
        *batch->err = job->err;
        return false;
    }
    const bool quarantined = job->state == GAME_JOB_QUARANTINED;
    if (quarantined) {
        const SeriesRound round = {.number = batch->games[index].index, .games = {job, NULL}};
        (void)series_count_quarantine(batch->run->quarantine, &round);
    }
    balance_add(batch->balance, batch->games[index],
                quarantined ? 0.0 : score_of(batch->run, &job->result.outcome));
    batch->done++;
    if (batch->run->listener != NULL) {
        batch->run->listener(batch->run->context, batch->done, batch->result);
    }
    return true;
}

bool balance_run(Balance *balance, const BalanceRun *run, bool *finished, Err *err)
{
    Err failure;
    err_clear(&failure);
    Batch batch = {.balance = balance, .run = run, .err = &failure};
    BalanceResult known;
    uint32_t count = 0;
    bool ran = true;
    *finished = true;
    while (ran && *finished && (count = balance_next(balance, batch.games)) > 0) {
        const JobsPlan jobs = {
            .count = count,
            .threads = run->threads,
            .result_bytes = sizeof(GameJob),
            .used_bytes = game_job_bytes,
            .context = &batch,
            .stop = run->stop,
            .run = play_game,
            .known = run->ledgers != NULL ? know_game : NULL,
            .arrive = run->ledgers != NULL ? keep_game : NULL,
            .emit = take_game,
        };
        uint64_t emitted = 0;
        ran = jobs_run(&jobs, &emitted, &failure) && !failure.set;
        *finished = ran && emitted == count;
        if (*finished) {
            known = balance_result(balance);
            batch.result = &known;
        }
    }
    return ran || err_set(err, failure.file, failure.path, "%s", failure.message);
}

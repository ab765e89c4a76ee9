/* ledger.c: see ledger.h. */
#include "eval/run/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/run/runner.h"

static bool take_game(void *context, const StoreGame *game)
{
    Ledger *ledger = context;
    ledger->entries[game->number] =
        (LedgerEntry){game->plies, (int16_t)game->outcome.turn, LEDGER_KNOWN, (uint8_t)game->outcome.winner,
                      (uint8_t)game->outcome.grade};
    ledger->known++;
    if (game->outcome.grade == OUTCOME_FORFEIT) {
        char *reason = ledger->reason[seat_other(game->outcome.winner)];
        if (reason[0] == '\0') {
            memcpy(reason, game->reason, sizeof game->reason);
        }
    }
    return true;
}

static void take_quarantined(void *context, uint64_t number)
{
    Ledger *ledger = context;
    if (number < ledger->games && ledger->entries[number].status == LEDGER_MISSING) {
        ledger->entries[number].status = LEDGER_QUARANTINED;
        ledger->quarantined++;
    }
}

bool ledger_open(Ledger *ledger, Store *store, const StoreExperiment *experiment, uint64_t games, Err *err)
{
    memset(ledger, 0, sizeof *ledger);
    ledger->store = store;
    ledger->seed = experiment->seed;
    if (store == NULL) {
        return true;
    }
    if (!store_experiment(store, experiment, &ledger->experiment, err) ||
        !store_reach(store, ledger->experiment, &ledger->games, err)) {
        return false;
    }
    ledger->games = ledger->games < games ? ledger->games : games;
    ledger->entries = calloc(ledger->games > 0 ? ledger->games : 1, sizeof *ledger->entries);
    if (ledger->entries == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    if (!store_each(store, ledger->experiment, ledger->games, take_game, ledger, err) ||
        !store_each_quarantined(store, ledger->experiment, take_quarantined, ledger, err)) {
        ledger_release(ledger);
        return false;
    }
    return true;
}

void ledger_release(Ledger *ledger)
{
    free(ledger->entries);
    ledger->entries = NULL;
    ledger->games = 0;
}

bool ledger_known(const Ledger *ledger, uint64_t number, GameJob *job)
{
    if (number >= ledger->games || ledger->entries[number].status == LEDGER_MISSING) {
        return false;
    }
    const LedgerEntry *entry = &ledger->entries[number];
    game_job_clear(job);
    job->state = entry->status == LEDGER_KNOWN ? GAME_JOB_KNOWN : GAME_JOB_QUARANTINED;
    job->result.seed = runner_game_seed(ledger->seed, number);
    job->result.plies = entry->plies;
    job->result.outcome = (Outcome){(Seat)entry->winner, (enum outcome_grade)entry->grade, entry->turn};
    if (entry->grade == OUTCOME_FORFEIT) {
        job->result.status = RUNNER_FORFEIT;
        job->result.offender = seat_other((Seat)entry->winner);
        memcpy(job->result.forfeit, ledger->reason[job->result.offender], sizeof job->result.forfeit);
    }
    return true;
}

bool ledger_put(const Ledger *ledger, uint64_t number, const GameJob *job)
{
    if (ledger->store == NULL || job->state != GAME_JOB_PLAYED || job->err.set) {
        return true;
    }
    StoreGame game; /* filled piece by piece: most of it stays unused */
    game.number = number;
    game.outcome = job->result.outcome;
    game.plies = job->result.plies;
    game.reason[0] = '\0';
    if (job->result.status == RUNNER_FORFEIT) {
        memcpy(game.reason, job->result.forfeit, sizeof game.reason);
    }
    game.summary_bytes = job->summary_bytes;
    memcpy(game.summary, job->summary, job->summary_bytes);
    return store_put(ledger->store, ledger->experiment, &game, job->keeps_moves ? job->moves.list : NULL,
                     job->moves.count);
}

void ledger_flying(const Ledger *ledger, int thread, uint64_t number)
{
    if (ledger->store != NULL) {
        store_flying(ledger->store, thread, ledger->experiment, number);
    }
}

void ledger_landed(const Ledger *ledger, int thread)
{
    if (ledger->store != NULL) {
        store_landed(ledger->store, thread);
    }
}

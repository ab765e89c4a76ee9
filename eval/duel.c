/* duel.c: game_job.h over jobs.h, a job a pair, and a tally. */
#include "eval/duel.h"

#include <stdio.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/game_job.h"
#include "eval/jobs.h"

/* One pair: game 0 with a as the French, game 1 with b. */
typedef struct PairJob {
    GameJob games[2];
} PairJob;

typedef struct Duel {
    const DuelPlan *plan;
    DuelTally *tally;
    Err *err;
    RecordInfo info[2];               /* header of the records of game 0 and 1 of a pair */
    StrBuf records[JOBS_THREADS_MAX]; /* one buffer a thread */
    /* Last pair, counted from 1, that wrote records in this slot of the ring: what a stop leaves behind. Each
     * slot belongs to the thread that runs the slot's job. */
    uint64_t written[JOBS_WINDOW];
} Duel;

/* Seat of policy a in game 0 or 1 of a pair. */
static Seat seat_of_a(int game) { return game == 0 ? SEAT_FRENCH : SEAT_COALITION; }

static bool run_pair(void *context, int thread, uint64_t index, void *result)
{
    Duel *duel = context;
    PairJob *job = result;
    const DuelPlan *plan = duel->plan;
    if (plan->records != NULL) {
        duel->written[index % JOBS_WINDOW] = index + 1;
    }
    for (int i = 0; i < 2; i++) {
        const GamePlan game = {
            .game = plan->game,
            .policies = {plan->policies[i], plan->policies[1 - i]},
            .seed = runner_game_seed(plan->seed, index),
            .stop = plan->stop,
            .record = plan->records != NULL ? &duel->records[thread] : NULL,
            .info = &duel->info[i],
        };
        if (!game_job_play(&game, 2 * index + (uint64_t)i, plan->records, &job->games[i])) {
            return false;
        }
    }
    return true;
}

/* Counts a game for the policy that had this seat; returns its half points. */
static int count_game(DuelCount *count, Seat seat, const Outcome *outcome)
{
    if (outcome->winner >= SEAT_NONE) {
        count->draws++;
        return 1;
    }
    if ((Seat)outcome->winner == seat) {
        count->wins++;
        return 2;
    }
    count->losses++;
    return 0;
}

static bool emit_pair(void *context, uint64_t index, const void *result)
{
    (void)index;
    Duel *duel = context;
    const PairJob *job = result;
    const DuelPlan *plan = duel->plan;
    DuelTally *tally = duel->tally;
    int halves = 0;
    for (int i = 0; i < 2; i++) {
        if (job->games[i].err.set) {
            *duel->err = job->games[i].err;
            return false;
        }
    }
    for (int i = 0; i < 2; i++) {
        const GameResult *game = &job->games[i].result;
        const Seat seat = seat_of_a(i);
        halves += count_game(&tally->seats[seat], seat, &game->outcome);
        tally->decisions += game->plies;
    }
    tally->pairs++;
    tally->pentanomial[halves]++;
    const bool more = plan->listener == NULL || plan->listener(plan->context, tally);
    return more && (plan->sprt == NULL || elo_sprt(plan->sprt, tally->pentanomial).state == ELO_SPRT_RUNNING);
}

/* Removes records of pairs that are not in the tally, so that the folder too is the same for every number of
 * threads. */
static void remove_unused_records(const Duel *duel)
{
    for (int slot = 0; slot < JOBS_WINDOW; slot++) {
        const uint64_t pair = duel->written[slot]; /* from 1 */
        for (uint64_t i = 0; i < 2 && pair > duel->tally->pairs; i++) {
            char path[SCENARIO_PATH_BYTES];
            if (game_job_record_path(path, sizeof path, duel->plan->records, 2 * (pair - 1) + i, NULL)) {
                (void)remove(path); /* may not have been written */
            }
        }
    }
}

static void duel_init(Duel *duel, const DuelPlan *plan, DuelTally *tally, Err *err)
{
    memset(duel, 0, sizeof *duel);
    memset(tally, 0, sizeof *tally);
    duel->plan = plan;
    duel->tally = tally;
    duel->err = err;
    if (plan->info != NULL) {
        duel->info[0] = *plan->info;
        duel->info[1] = *plan->info;
        duel->info[1].policies[0] = plan->info->policies[1];
        duel->info[1].policies[1] = plan->info->policies[0];
    }
    for (int i = 0; i < plan->threads; i++) {
        strbuf_init(&duel->records[i]);
    }
}

bool duel_run(const DuelPlan *plan, DuelTally *tally, Err *err)
{
    Err failure;
    Duel duel;
    err_clear(&failure);
    duel_init(&duel, plan, tally, &failure);
    const JobsPlan jobs = {plan->pairs, plan->threads, sizeof(PairJob), &duel,
                           plan->stop,  run_pair,      emit_pair};
    uint64_t emitted = 0;
    const bool ran = jobs_run(&jobs, &emitted, &failure);
    remove_unused_records(&duel);
    for (int i = 0; i < plan->threads; i++) {
        strbuf_release(&duel.records[i]);
    }
    if (!ran || failure.set) {
        return err_set(err, failure.file, failure.path, "%s", failure.message);
    }
    return true;
}

DuelTally duel_mirror(const DuelTally *tally)
{
    DuelTally mirror = *tally;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const DuelCount *other = &tally->seats[seat_other((Seat)seat)];
        mirror.seats[seat] = (DuelCount){other->losses, other->draws, other->wins};
    }
    for (int i = 0; i < ELO_VALUES; i++) {
        mirror.pentanomial[i] = tally->pentanomial[ELO_VALUES - 1 - i];
    }
    return mirror;
}

DuelCount duel_total(const DuelTally *tally)
{
    const DuelCount *french = &tally->seats[SEAT_FRENCH];
    const DuelCount *coalition = &tally->seats[SEAT_COALITION];
    return (DuelCount){french->wins + coalition->wins, french->draws + coalition->draws,
                       french->losses + coalition->losses};
}

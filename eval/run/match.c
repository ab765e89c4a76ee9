/* match.c: one cell of a series, and a tally. */
#include "eval/run/match.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct Match {
    const MatchPlan *plan;
    MatchTally *tally;
    Err *err;
} Match;

static void count(MatchTally *tally, const GameResult *result)
{
    tally->games++;
    tally->decisions += result->plies;
    if (result->status == RUNNER_FORFEIT && tally->forfeits[result->offender]++ == 0) {
        memcpy(tally->forfeit[result->offender], result->forfeit, sizeof result->forfeit);
    }
    if (result->outcome.winner < SEAT_NONE) {
        tally->wins[result->outcome.winner]++;
        tally->grades[result->outcome.winner][result->outcome.grade]++;
    } else if (result->outcome.grade == OUTCOME_BOTH_LOSE) {
        tally->both_lost++;
    } else {
        tally->draws++;
    }
}

/* Appends what was sampled from a game; noun: what it is. */
static bool write_samples(FILE *file, const StrBuf *samples, const char *noun, Err *err)
{
    return file == NULL || fwrite(samples->text, 1, samples->length, file) == samples->length ||
           err_set(err, NULL, NULL, "cannot write %s: %s", noun, strerror(errno));
}

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Match *match = context;
    const MatchPlan *plan = match->plan;
    if (series_count_quarantine(&match->tally->quarantine, round)) {
        return SERIES_GO_ON;
    }
    if (!write_samples(plan->positions, round->positions, "positions", match->err) ||
        !write_samples(plan->searches, round->searches, "searches", match->err)) {
        return SERIES_STOP;
    }
    const GameResult *result = &round->games[0]->result;
    count(match->tally, result);
    return plan->listener == NULL || plan->listener(plan->context, match->tally, result) ? SERIES_GO_ON
                                                                                         : SERIES_STOP;
}

bool match_run(const MatchPlan *plan, MatchTally *tally, Err *err)
{
    Err failure;
    err_clear(&failure);
    memset(tally, 0, sizeof *tally);
    Match match = {plan, tally, &failure};
    SeriesCell cell = {
        .game = plan->game,
        .policies = {plan->policies[SEAT_FRENCH], plan->policies[SEAT_COALITION]},
        .overrides = plan->keep.overrides,
        .override_count = plan->keep.override_count,
        .seed = plan->seed,
    };
    const SeriesPlan series = {
        .cells = &cell,
        .cell_count = 1,
        .rounds = plan->games,
        .shard = plan->keep.shard,
        .threads = plan->threads,
        .stop = plan->stop,
        .store = plan->keep.store,
        .keeps_moves = plan->keep.moves,
        .records = plan->records,
        .info = plan->info,
        .positions_every = plan->positions != NULL ? plan->positions_every : 0,
        .positions_of_turns = plan->positions_of_turns,
        .searches_every = plan->searches != NULL ? plan->searches_every : 0,
        .opening = plan->opening,
        .take = take,
        .context = &match,
    };
    const bool played = series_run(&series, &failure);
    return (played && !failure.set) || err_set(err, failure.file, failure.path, "%s", failure.message);
}

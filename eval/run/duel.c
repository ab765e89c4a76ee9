/* duel.c: one cell of a series, played in pairs, and a tally. */
#include "eval/run/duel.h"

#include <string.h>

typedef struct Duel {
    const DuelPlan *plan;
    DuelTally *tally;
} Duel;

/* Seat of policy a in game 0 or 1 of a pair. */
static Seat seat_of_a(int game) { return game == 0 ? SEAT_FRENCH : SEAT_COALITION; }

/* Counts a game for the policy that had this seat; returns its half points. */
static int count_game(DuelCount *count, Seat seat, const Outcome *outcome)
{
    if (outcome->grade == OUTCOME_BOTH_LOSE) {
        count->both_lost++;
        return 1;
    }
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

/* Notes who gave a game up. */
static void count_forfeit(DuelTally *tally, Seat seat_a, const GameResult *game)
{
    if (game->status == RUNNER_FORFEIT) {
        const int side = game->offender == seat_a ? DUEL_A : DUEL_B;
        if (tally->forfeits[side]++ == 0) {
            memcpy(tally->forfeit[side], game->forfeit, sizeof game->forfeit);
        }
    }
}

void duel_count_round(DuelTally *tally, const SeriesRound *round)
{
    int halves = 0;
    int both_lost = 0;
    for (int i = 0; i < SERIES_GAMES_MAX && round->games[i] != NULL; i++) {
        const GameResult *game = &round->games[i]->result;
        const Seat seat = seat_of_a(i);
        both_lost += game->outcome.grade == OUTCOME_BOTH_LOSE;
        halves += count_game(&tally->seats[seat], seat, &game->outcome);
        count_forfeit(tally, seat, game);
        tally->decisions += game->plies;
    }
    if (round->games[1] == NULL) {
        halves *= 2;
        both_lost *= 2;
    }
    tally->pairs++;
    tally->pentanomial[halves]++;
    tally->both_lost[both_lost][halves - both_lost]++;
}

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Duel *duel = context;
    const DuelPlan *plan = duel->plan;
    if (series_count_quarantine(&duel->tally->quarantine, round)) {
        return SERIES_GO_ON;
    }
    duel_count_round(duel->tally, round);
    const bool more = plan->listener == NULL || plan->listener(plan->context, duel->tally);
    const bool decided =
        plan->sprt != NULL && elo_sprt(plan->sprt, duel->tally->pentanomial).state != ELO_SPRT_RUNNING;
    return !more ? SERIES_STOP : decided ? SERIES_CELL_DONE : SERIES_GO_ON;
}

bool duel_run(const DuelPlan *plan, DuelTally *tally, Err *err)
{
    memset(tally, 0, sizeof *tally);
    Duel duel = {plan, tally};
    SeriesCell cell = {
        .game = plan->game,
        .policies = {plan->policies[DUEL_A], plan->policies[DUEL_B]},
        .overrides = plan->keep.overrides,
        .override_count = plan->keep.override_count,
        .seed = plan->seed,
        .in_order = plan->sprt != NULL,
    };
    const SeriesPlan series = {
        .cells = &cell,
        .cell_count = 1,
        .rounds = plan->pairs,
        .pairs = true,
        .shard = plan->keep.shard,
        .threads = plan->threads,
        .stop = plan->stop,
        .store = plan->keep.store,
        .keeps_moves = plan->keep.moves,
        .records = plan->records,
        .info = plan->info,
        .take = take,
        .context = &duel,
    };
    return series_run(&series, err);
}

DuelTally duel_mirror(const DuelTally *tally)
{
    DuelTally mirror = *tally;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        const DuelCount *other = &tally->seats[seat_other((Seat)seat)];
        mirror.seats[seat] = (DuelCount){other->losses, other->draws, other->both_lost, other->wins};
    }
    for (int i = 0; i < ELO_VALUES; i++) {
        mirror.pentanomial[i] = tally->pentanomial[ELO_VALUES - 1 - i];
    }
    for (int lost = 0; lost <= 2; lost++) {
        const int most = ELO_VALUES - 1 - 2 * lost; /* half points that the other games of a pair have */
        for (int i = 0; i <= most; i++) {
            mirror.both_lost[lost][i] = tally->both_lost[lost][most - i];
        }
    }
    for (int side = 0; side < DUEL_SIDES; side++) {
        mirror.forfeits[side] = tally->forfeits[1 - side];
        memcpy(mirror.forfeit[side], tally->forfeit[1 - side], sizeof mirror.forfeit[side]);
    }
    return mirror;
}

DuelCount duel_total(const DuelTally *tally)
{
    const DuelCount *french = &tally->seats[SEAT_FRENCH];
    const DuelCount *coalition = &tally->seats[SEAT_COALITION];
    return (DuelCount){french->wins + coalition->wins, french->draws + coalition->draws,
                       french->both_lost + coalition->both_lost, french->losses + coalition->losses};
}

WorthMean duel_worth(const DuelTally *tally, double both_lose)
{
    double sum = 0.0;
    double squares = 0.0;
    for (int lost = 0; lost <= 2; lost++) {
        for (int i = 0; i < ELO_VALUES; i++) {
            const double pairs = (double)tally->both_lost[lost][i];
            const double value = 0.25 * i + 0.5 * lost * both_lose; /* a game of the pair, on average */
            sum += pairs * value;
            squares += pairs * value * value;
        }
    }
    return worth_of_sums(sum, squares, tally->pairs);
}

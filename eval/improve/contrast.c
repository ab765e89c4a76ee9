/* contrast.c: see contrast.h. */
#include "eval/improve/contrast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/run/series.h"

/* ------------------------------------------------------------------ playing */

/* Where a cell's games go. */
typedef struct Place {
    uint32_t player;
    uint32_t first; /* of its games, in the batch */
} Place;

typedef struct Batch {
    const ContrastPlan *plan;
    SeriesCell *cells; /* owned: players by opponents */
    Place *places;     /* owned */
    uint32_t count;
    uint64_t rounds; /* of a cell, at most */
    uint64_t done;   /* games */
    uint8_t *halves;
} Batch;

static enum series_verdict take(void *context, const SeriesRound *round)
{
    Batch *batch = context;
    const ContrastPlan *plan = batch->plan;
    const Place *place = &batch->places[round->cell];
    const uint64_t game = place->first + round->number - batch->cells[round->cell].from;
    assert(game < plan->games);
    batch->halves[(size_t)place->player * plan->games + game] =
        outcome_halves(&round->games[0]->result.outcome, plan->seat);
    batch->done++;
    return SERIES_GO_ON;
}

/* Each opponent has luck of its own, the same for all players. */
static uint64_t seed_of(const ContrastPlan *plan, uint32_t opponent)
{
    return rng_mix(plan->seed + opponent * 0x9E3779B97F4A7C15ULL);
}

static void add_cell(Batch *batch, uint32_t player, uint32_t opponent, uint64_t from, uint64_t games)
{
    const ContrastPlan *plan = batch->plan;
    SeriesCell *cell = &batch->cells[batch->count++];
    const Policy *own = plan->players[player];
    const Policy *other = plan->field->policies[opponent];
    memset(cell, 0, sizeof *cell);
    cell->game = plan->game;
    cell->policies[0] = plan->seat == SEAT_FRENCH ? own : other;
    cell->policies[1] = plan->seat == SEAT_FRENCH ? other : own;
    cell->seed = seed_of(plan, opponent);
    cell->from = from;
    cell->most = games;
    batch->rounds = games > batch->rounds ? games : batch->rounds;
}

/* Cells of all players against those opponents that get games between two deals. */
static void fill_cells(Batch *batch, const FieldDeal *before, const FieldDeal *after)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < batch->plan->field->count; i++) {
        const uint64_t games = after->games[i] - before->games[i];
        for (uint32_t p = 0; games > 0 && p < batch->plan->player_count; p++) {
            batch->places[batch->count] = (Place){p, first};
            add_cell(batch, p, i, before->games[i], games);
        }
        first += (uint32_t)games;
    }
}

static bool play_batch(Batch *batch, bool *played, Err *err)
{
    const ContrastPlan *plan = batch->plan;
    const SeriesPlan series = {
        .cells = batch->cells,
        .cell_count = batch->count,
        .rounds = batch->rounds,
        .threads = plan->threads,
        .stop = plan->stop,
        .take = take,
        .context = batch,
    };
    if (!series_run(&series, err)) {
        return false;
    }
    *played = batch->done == (uint64_t)plan->player_count * plan->games;
    return true;
}

static bool play_new(const ContrastPlan *plan, const FieldDeal *before, const FieldDeal *after,
                     uint8_t *halves, bool *played, Err *err)
{
    const size_t cells = (size_t)plan->player_count * plan->field->count;
    Batch batch = {.plan = plan,
                   .cells = calloc(cells, sizeof *batch.cells),
                   .places = calloc(cells, sizeof *batch.places),
                   .halves = halves};
    bool good = batch.cells != NULL && batch.places != NULL;
    if (good) {
        fill_cells(&batch, before, after);
        good = play_batch(&batch, played, err);
    } else {
        (void)err_set(err, NULL, NULL, "out of memory");
    }
    free(batch.cells);
    free(batch.places);
    return good;
}

bool contrast_play(const ContrastPlan *plan, FieldDeal *deal, uint8_t *halves, bool *played, Err *err)
{
    const size_t size = (size_t)plan->player_count * plan->games;
    assert(plan->player_count > 0 && plan->player_count <= CONTRAST_PLAYERS_MAX);
    assert(plan->games > 0 && plan->games <= CONTRAST_GAMES_MAX);
    FieldDeal after = *deal;
    for (uint32_t i = 0; i < plan->games; i++) {
        (void)field_deal(plan->field, &after);
    }
    *played = false;
    if (!checkpoint_find(plan->checkpoint, plan->part, plan->number, halves, size, played, err)) {
        return false;
    }
    if (!*played &&
        (!play_new(plan, deal, &after, halves, played, err) ||
         (*played && !checkpoint_put(plan->checkpoint, plan->part, plan->number, halves, size, err)))) {
        return false;
    }
    *deal = *played ? after : *deal;
    return true;
}

/* ------------------------------------------------------------------ counting */

void contrast_count(ContrastTally *tally, const uint8_t *halves, uint32_t games)
{
    for (uint32_t i = 0; i < games; i++) {
        assert(halves[i] <= 2 && halves[games + i] <= 2);
        tally->pairs[halves[i]][halves[games + i]]++;
    }
}

/* Sums of one player's half points, their squares, and of products with the other's. */
typedef struct Moments {
    double pairs;
    double mean[2], variance[2], covariance;
} Moments;

static Moments moments_of(const ContrastTally *tally)
{
    Moments m = {0.0, {0.0, 0.0}, {0.0, 0.0}, 0.0};
    double squares[2] = {0.0, 0.0};
    double product = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double n = (double)tally->pairs[i][j];
            m.pairs += n;
            m.mean[0] += n * 0.5 * i;
            m.mean[1] += n * 0.5 * j;
            squares[0] += n * 0.25 * i * i;
            squares[1] += n * 0.25 * j * j;
            product += n * 0.25 * i * j;
        }
    }
    if (m.pairs > 0.0) {
        for (int p = 0; p < 2; p++) {
            m.mean[p] /= m.pairs;
            m.variance[p] = squares[p] / m.pairs - m.mean[p] * m.mean[p];
        }
        m.covariance = product / m.pairs - m.mean[0] * m.mean[1];
    }
    return m;
}

/* How fast Elo grows with a score. */
static double slope(double score) { return 400.0 / log(10.0) / (score * (1.0 - score)); }

static bool is_inside(double score) { return score > 0.0 && score < 1.0; }

static void fill_elo(ContrastScore *score, const Moments *m)
{
    score->elo = elo_from_score(m->mean[0]) - elo_from_score(m->mean[1]);
    score->elo_interval = (Interval){-(double)INFINITY, (double)INFINITY};
    if (m->pairs > 0.0 && is_inside(m->mean[0]) && is_inside(m->mean[1])) {
        const double a = slope(m->mean[0]);
        const double b = slope(m->mean[1]);
        const double variance =
            (a * a * m->variance[0] + b * b * m->variance[1] - 2.0 * a * b * m->covariance) / m->pairs;
        const double error = STATS_Z95 * sqrt(fmax(variance, 0.0));
        score->elo_interval = (Interval){score->elo - error, score->elo + error};
    }
}

ContrastScore contrast_score(const ContrastTally *tally)
{
    const Moments m = moments_of(tally);
    ContrastScore score = {.scores = {0.5, 0.5}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            score.pairs += tally->pairs[i][j];
            score.pentanomial[2 + i - j] += tally->pairs[i][j];
        }
    }
    for (int p = 0; p < 2 && score.pairs > 0; p++) {
        score.scores[p] = m.mean[p];
        score.intervals[p] = stats_wilson_score(m.mean[p] * m.pairs, score.pairs, STATS_Z95);
    }
    /* (1 + gain) / 2 is the score of a duel in which both play the seat against the field */
    const EloScore duel = elo_score(score.pentanomial);
    score.gain = score.scores[0] - score.scores[1];
    score.gain_interval = (Interval){2.0 * duel.interval.low - 1.0, 2.0 * duel.interval.high - 1.0};
    fill_elo(&score, &m);
    return score;
}

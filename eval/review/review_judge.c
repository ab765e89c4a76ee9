/* review_judge.c: see review_judge.h. */
#include "eval/review/review_judge.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/dice.h"
#include "engine/rng.h"

enum {
    THROWS = 96,   /* other throws of a decision's dice */
    SURVEYS = 4,   /* playouts of a position in a survey */
    PLAYOUTS = 48, /* of what really fell */
    SETTLE_MOST = 400,
    GLANCE_PART = 8, /* of a search's iterations, for each move alone */
    STREAM_SCOUT = 0,
    STREAM_THROWS,
    STREAM_CHOICES,
    STREAM_GLANCE,
    STREAM_BATCH, /* of one ply; one more for each batch */
    STREAMS = STREAM_BATCH + REVIEW_BATCHES,
    SIMS_A_MEGABYTE = 1000, /* a little more memory than searches were seen to use */
    MEMORY_LEAST = 4,
    MEMORY_MOST = 1024,
};

/* By how much more a short search must think of another move before it is taken for the best: they are noisy.
 */
static const double GLANCE_MARGIN = 0.05;

/* ------------------------------------------------------------------ life */

bool review_judge_open(ReviewJudge *judge, const Game *game, uint64_t sims, uint64_t seed,
                       const atomic_bool *stop, Err *err)
{
    /* Every decision is searched, a minor one too; a move alone by the tree, whose iterations tell their
     * error: plans that agree leave nothing to it. */
    static const char *const endings[REVIEW_SEARCHES] = {",minor=1", ",early=0,minor=1,plans=0",
                                                         ",early=0,minor=1,plans=0"};
    const uint64_t limits[REVIEW_SEARCHES] = {sims, sims / GLANCE_PART + 1, /* there are many moves */
                                              sims > 1 ? sims / 2 : 1};     /* batches make up for it */
    const uint64_t wanted = MEMORY_LEAST + sims / SIMS_A_MEGABYTE;
    const uint64_t memory = wanted < MEMORY_MOST ? wanted : MEMORY_MOST;
    memset(judge, 0, sizeof *judge);
    judge->game = game;
    judge->seed = seed;
    judge->stop = stop;
    if (!evaluation_open(&judge->evaluation, game, NULL, err)) {
        return false;
    }
    for (int i = 0; i < REVIEW_SEARCHES; i++) {
        char spec[POLICY_SPEC_BYTES];
        (void)snprintf(spec, sizeof spec, "mcts:sims=%" PRIu64 ",reuse=0,memory=%" PRIu64 "%s", limits[i],
                       memory, endings[i]);
        if (!policy_init(&judge->policies[i], game, spec, err)) {
            while (i-- > 0) {
                policy_release(&judge->policies[i]);
            }
            evaluation_release(&judge->evaluation);
            return false;
        }
    }
    return true;
}

void review_judge_close(ReviewJudge *judge)
{
    for (int i = 0; i < REVIEW_SEARCHES; i++) {
        policy_release(&judge->policies[i]);
    }
    evaluation_release(&judge->evaluation);
}

void review_bench_open(ReviewBench *bench, const ReviewJudge *judge)
{
    for (int i = 0; i < REVIEW_SEARCHES; i++) {
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            bench->sessions[i][seat] = policy_session_new(&judge->policies[i], (Seat)seat);
        }
    }
}

void review_bench_close(ReviewBench *bench, const ReviewJudge *judge)
{
    for (int i = 0; i < REVIEW_SEARCHES; i++) {
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            policy_session_free(&judge->policies[i], bench->sessions[i][seat]);
        }
    }
}

/* ------------------------------------------------------------------ searches */

static Rng stream(const ReviewJudge *judge, uint32_t ply, unsigned which)
{
    return rng_derive(judge->seed, RNG_PURPOSE_ANALYSIS, (uint64_t)ply * STREAMS + which);
}

/* Beside those of all plies. */
static Rng survey_stream(const ReviewJudge *judge, uint32_t ply)
{
    return rng_derive(judge->seed, RNG_PURPOSE_ANALYSIS, UINT64_MAX - ply);
}

/* Asks one of the searches; the answer is bench->report. */
static void search(const ReviewJudge *judge, ReviewBench *bench, int which, const State *view,
                   const MoveList *moves, Rng rng)
{
    const Seat seat = (Seat)view->seat;
    PolicyQuery query = {.view = view,
                         .legal = moves,
                         .seat = seat,
                         .ply = 1,
                         .rng = rng,
                         .stop = judge->stop,
                         .report = &bench->report};
    bench->report.filled = false;
    (void)policy_choose(&judge->policies[which], bench->sessions[which][seat], &query);
}

/* Searches one move alone; the same streams for every move of a ply. */
static const PolicyMove *search_one(const ReviewJudge *judge, ReviewBench *bench, int which,
                                    const State *view, Move move, Rng rng)
{
    MoveList one;
    one.count = 1;
    one.moves[0] = move;
    search(judge, bench, which, view, &one, rng);
    return &bench->report.moves[0];
}

static const PolicyMove *search_alone(const ReviewJudge *judge, ReviewBench *bench, const State *view,
                                      uint32_t ply, Move move, unsigned batch)
{
    return search_one(judge, bench, REVIEW_ALONE, view, move, stream(judge, ply, STREAM_BATCH + batch));
}

void review_judge_move(const ReviewJudge *judge, ReviewBench *bench, const State *view, uint32_t ply,
                       Move move, PolicyMove *thought)
{
    *thought = *search_alone(judge, bench, view, ply, move, 0);
}

/* What the batches say of one move. */
typedef struct Batches {
    unsigned count;
    double value[REVIEW_BATCHES];
    double variance; /* of their mean, were iterations independent */
} Batches;

static ReviewValue mean_of(const Batches *batches)
{
    double sum = 0.0;
    for (unsigned i = 0; i < batches->count; i++) {
        sum += batches->value[i];
    }
    return (ReviewValue){sum / batches->count, sqrt(batches->variance)};
}

static Batches value_of(const ReviewJudge *judge, ReviewBench *bench, const State *view, uint32_t ply,
                        Move move, unsigned count)
{
    Batches batches = {count, {0.0}, 0.0};
    for (unsigned i = 0; i < count; i++) {
        const PolicyMove *thought = search_alone(judge, bench, view, ply, move, i);
        batches.value[i] = thought->win_probability;
        batches.variance +=
            thought->standard_error * thought->standard_error / ((double)count * (double)count);
    }
    return batches;
}

/* Batches of both moves go in pairs: they have seen the same worlds and dice. */
static void compare(const Batches *best, const Batches *played, ReviewJudgement *judgement)
{
    const double difference = mean_of(best).mean - mean_of(played).mean;
    double squares = 0.0;
    for (unsigned i = 0; i < best->count; i++) {
        const double off = best->value[i] - played->value[i] - difference;
        squares += off * off;
    }
    judgement->difference = difference;
    judgement->batch_variance = squares / (double)(best->count - 1U) / (double)best->count;
    judgement->plain_variance = best->variance + played->variance;
}

/* The move that the search of all moves thinks best, unless a search of another one alone thinks clearly more
 * of that: the first spends next to nothing on moves of low prior, and would never learn that the prior is
 * wrong. */
static Move find_best(const ReviewJudge *judge, ReviewBench *bench, const State *view, uint32_t ply,
                      const MoveList *legal)
{
    const Rng rng = stream(judge, ply, STREAM_GLANCE);
    search(judge, bench, REVIEW_SCOUT, view, legal, stream(judge, ply, STREAM_SCOUT));
    Move best = bench->report.moves[bench->report.best].move;
    const PolicyMove *thought = search_one(judge, bench, REVIEW_GLANCE, view, best, rng);
    double most = thought->win_probability + GLANCE_MARGIN;
    for (uint32_t i = 0; i < legal->count; i++) {
        thought = search_one(judge, bench, REVIEW_GLANCE, view, legal->moves[i], rng);
        if (thought->win_probability > most) {
            most = thought->win_probability;
            best = legal->moves[i];
        }
    }
    return best;
}

static void judge_choice(const ReviewJudge *judge, ReviewBench *bench, const ReviewCase *one,
                         const State *view, ReviewJudgement *judgement)
{
    MoveList legal;
    (void)game_legal(judge->game, view, &legal);
    judgement->legal = legal.count;
    judgement->best = one->decided ? one->played : legal.moves[0];
    if (one->decided && legal.count < 2) {
        return;
    }
    judgement->judged = one->decided;
    if (legal.count > 1) {
        judgement->best = find_best(judge, bench, view, one->ply, &legal);
    }
    const bool differs = one->decided && one->played != judgement->best;
    const unsigned count = differs ? REVIEW_BATCHES : REVIEW_BATCHES_BEST;
    const Batches best = value_of(judge, bench, view, one->ply, judgement->best, count);
    judgement->best_value = mean_of(&best);
    judgement->played_value = judgement->best_value;
    if (differs) {
        const Batches played = value_of(judge, bench, view, one->ply, one->played, count);
        judgement->played_value = mean_of(&played);
        compare(&best, &played, judgement);
    }
}

/* ------------------------------------------------------------------ dice */

/* Worth of a full position for the French, played on once until it can be judged; a game without an
 * evaluation is played to its end at random. */
static double settle(const ReviewJudge *judge, const State *from, Rng *rng, Dice *dice)
{
    StateBuffer state;
    memcpy(state.bytes, from, judge->game->rules->state_bytes);
    if (evaluation_judges(&judge->evaluation)) {
        evaluation_settle(&judge->evaluation, &state.header, -1, SETTLE_MOST, rng, dice);
        return evaluation_told(&judge->evaluation, &state.header);
    }
    for (uint32_t i = 0; i < judge->game->rules->max_plies && !state.header.over; i++) {
        MoveList legal;
        const uint32_t count = game_legal(judge->game, &state.header, &legal);
        game_apply(judge->game, &state.header, legal.moves[rng_bounded(rng, count)], dice);
    }
    const Outcome outcome = game_outcome(judge->game, &state.header);
    return evaluation_of_outcome(&outcome);
}

typedef struct Mean {
    double sum, squares;
    unsigned count;
} Mean;

static void take(Mean *mean, double value)
{
    mean->sum += value;
    mean->squares += value * value;
    mean->count++;
}

static ReviewValue value_of_mean(const Mean *mean)
{
    const double n = (double)mean->count;
    const double average = mean->sum / n;
    return (ReviewValue){average, sqrt(fmax(mean->squares / n - average * average, 0.0) / (n - 1.0))};
}

/* What really fell against what could have fallen. */
static void judge_dice(const ReviewJudge *judge, const ReviewCase *one, ReviewJudgement *judgement)
{
    Mean fell = {0};
    Mean could = {0};
    Rng choices = stream(judge, one->ply, STREAM_CHOICES);
    Dice dice = dice_from_stream(stream(judge, one->ply, STREAM_THROWS));
    for (int i = 0; i < PLAYOUTS; i++) {
        take(&fell, settle(judge, one->after, &choices, &dice));
    }
    for (int i = 0; i < THROWS; i++) {
        StateBuffer state;
        memcpy(state.bytes, one->state, judge->game->rules->state_bytes);
        game_apply(judge->game, &state.header, one->played, &dice);
        take(&could, settle(judge, &state.header, &choices, &dice));
    }
    const ReviewValue a = value_of_mean(&fell);
    const ReviewValue b = value_of_mean(&could);
    const double sign = one->state->seat == SEAT_FRENCH ? 1.0 : -1.0;
    judgement->dice = (ReviewValue){sign * (a.mean - b.mean), sqrt(a.error * a.error + b.error * b.error)};
}

double review_survey(const ReviewJudge *judge, const State *state, uint32_t ply)
{
    Rng choices = survey_stream(judge, ply);
    Dice dice = dice_from_stream(rng_derive(rng_next64(&choices), RNG_PURPOSE_ANALYSIS, ply));
    Mean mean = {0};
    for (int i = 0; i < SURVEYS; i++) {
        take(&mean, settle(judge, state, &choices, &dice));
    }
    return mean.sum / mean.count;
}

bool review_judge(const ReviewJudge *judge, ReviewBench *bench, const ReviewCase *one,
                  ReviewJudgement *judgement)
{
    StateBuffer view;
    const Seat seat = (Seat)one->state->seat;
    memset(judgement, 0, sizeof *judgement);
    judge->game->rules->view(judge->game->data, one->state, seat, &view.header);
    judge_choice(judge, bench, one, &view.header, judgement);
    if (one->decided && one->dice) {
        judge_dice(judge, one, judgement);
    }
    return judge->stop == NULL || !atomic_load_explicit(judge->stop, memory_order_relaxed);
}

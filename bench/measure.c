/* measure.c: timing loops. What is timed is kept as plain as a search would have it: nothing is checked
 * inside. */
#include "bench/measure.h"

#include <assert.h>
#include <string.h>

#include "ai/cache_line.h"
#include "ai/clock.h"
#include "engine/dice.h"
#include "engine/hash.h"
#include "engine/rng.h"
#include "eval/run/jobs.h"
#include "eval/statistics/stats.h"

enum {
    POSITIONS = 64,       /* sample of positions for copy, view and determinize */
    HOT_BYTES = 24 << 10, /* states that are copied, in turn: stay in a first-level cache, as the root of a
                             search does, which is copied again and again */
    REPETITIONS_MAX = 64,
    SEED = 20,              /* of all games here; any number */
    JOBS_AT_ONCE = 1 << 20, /* more games than can be played in a repetition: the clock ends it */
};

/* ---- random games ---- */

typedef struct Play {
    uint64_t games;
    uint64_t decisions;
    uint64_t moves; /* sum of list lengths */
    uint32_t most_moves;
} Play;

/* The hot loop: one random game from set-up to the end. */
static void play_game(const Game *game, uint64_t number, GameScratch *scratch, Play *play)
{
    _Alignas(CACHE_LINE_BYTES) StateBuffer state;
    MoveList legal;
    legal.count = 0;
    Rng rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, number);
    Dice dice = dice_from_stream(rng_derive(SEED, RNG_PURPOSE_DICE, number));
    game_setup(game, &state.header, &dice);
    while (!state.header.over) {
        const uint32_t count = game_listed(game, &state.header, &legal);
        play->moves += count;
        play->most_moves = count > play->most_moves ? count : play->most_moves;
        play->decisions++;
        game_advance(game, &state.header, legal.moves[rng_bounded(&rng, count)], &dice, scratch, &legal);
    }
    play->games++;
}

/* Plays for some seconds on one thread. Returns the seconds it took. */
static double play_for(const Game *game, double seconds, uint64_t *number, Play *play)
{
    _Alignas(CACHE_LINE_BYTES) GameScratch scratch;
    memset(&scratch, 0, sizeof scratch);
    const double start = clock_seconds();
    double now = start;
    while (now - start < seconds) {
        play_game(game, (*number)++, &scratch, play);
        now = clock_seconds();
    }
    return now - start;
}

static void measure_playouts(const Game *game, const MeasurePlan *plan, Measures *measures)
{
    double decisions[REPETITIONS_MAX];
    double games[REPETITIONS_MAX];
    Play total = {0, 0, 0, 0};
    uint64_t number = 0;
    for (int i = 0; i < plan->repetitions; i++) {
        const Play before = total;
        const double took = play_for(game, plan->seconds, &number, &total);
        decisions[i] = (double)(total.decisions - before.decisions) / took;
        games[i] = (double)(total.games - before.games) / took;
    }
    measures->decisions_per_s = stats_median(decisions, (size_t)plan->repetitions);
    measures->games_per_s = stats_median(games, (size_t)plan->repetitions);
    measures->branching_mean = (double)total.moves / (double)total.decisions;
    measures->branching_max = total.most_moves;
    measures->decisions_per_game = (double)total.decisions / (double)total.games;
}

/* ---- random games on all threads ---- */

typedef struct Crowd {
    const Game *game;
    double start;
    double seconds;
} Crowd;

static bool run_in_crowd(void *context, int thread, uint64_t index, void *result)
{
    (void)thread;
    const Crowd *crowd = context;
    Play *play = result;
    _Alignas(CACHE_LINE_BYTES) GameScratch scratch;
    memset(&scratch, 0, sizeof scratch);
    memset(play, 0, sizeof *play);
    play_game(crowd->game, index, &scratch, play);
    return true;
}

static bool emit_in_crowd(void *context, uint64_t index, const void *result)
{
    (void)index;
    (void)result;
    const Crowd *crowd = context;
    return clock_seconds() - crowd->start < crowd->seconds;
}

static void measure_crowd(const Game *game, const MeasurePlan *plan, Measures *measures)
{
    double games[REPETITIONS_MAX];
    for (int i = 0; i < plan->repetitions; i++) {
        Crowd crowd = {game, clock_seconds(), plan->seconds};
        const JobsPlan jobs = {
            .count = JOBS_AT_ONCE,
            .threads = plan->threads,
            .result_bytes = sizeof(Play),
            .context = &crowd,
            .run = run_in_crowd,
            .emit = emit_in_crowd,
        };
        uint64_t emitted = 0;
        const bool ran = jobs_run(&jobs, &emitted, NULL);
        games[i] = ran ? (double)emitted / (clock_seconds() - crowd.start) : 0.0;
    }
    measures->games_per_s_all = stats_median(games, (size_t)plan->repetitions);
}

/* ---- copy, view, determinize ---- */

/* A sample of positions spread over random games, with a view of each. The states begin at cache lines, as in
 * a search, and lie close together: one StateBuffer each would put all of them into the same few sets of the
 * cache. */
typedef struct Sample {
    size_t stride; /* bytes from one state to the next: state_bytes, rounded up to a cache line */
    struct {
        _Alignas(CACHE_LINE_BYTES) unsigned char bytes[POSITIONS * STATE_BYTES_MAX];
    } states, views;
    Seat seat[POSITIONS]; /* whose view */
} Sample;

static const State *sample_state(const Sample *sample, size_t i)
{
    return (const State *)(const void *)(sample->states.bytes + i * sample->stride);
}

static State *sample_view(Sample *sample, size_t i)
{
    return (State *)(void *)(sample->views.bytes + i * sample->stride);
}

/* Advances a random game by some decisions; starts another one when it ends. */
static void advance(const Game *game, StateBuffer *state, Rng *rng, Dice *dice, uint32_t decisions)
{
    MoveList legal;
    for (uint32_t i = 0; i < decisions; i++) {
        if (state->header.over) {
            game_setup(game, &state->header, dice);
        }
        const uint32_t count = game_legal(game, &state->header, &legal);
        game_apply(game, &state->header, legal.moves[rng_bounded(rng, count)], dice);
    }
}

static void fill_sample(const Game *game, Sample *sample)
{
    StateBuffer state;
    Rng rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(SEED, RNG_PURPOSE_DICE, 0));
    const size_t line = CACHE_LINE_BYTES;
    sample->stride = (game->rules->state_bytes + line - 1) / line * line;
    game_setup(game, &state.header, &dice);
    for (uint32_t i = 0; i < POSITIONS; i++) {
        do {
            advance(game, &state, &rng, &dice, 7 + i); /* uneven steps, so as not to meet one phase only */
        } while (state.header.over);
        memcpy(sample->states.bytes + i * sample->stride, state.bytes, game->rules->state_bytes);
        sample->seat[i] = (Seat)(i % SEAT_COUNT);
        game->rules->view(game->data, &state.header, sample->seat[i], sample_view(sample, i));
    }
}

/* Keeps the compiler from optimising away work whose result nobody reads. */
static inline void keep(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

enum work { WORK_COPY, WORK_VIEW, WORK_DETERMINIZE };

/* How many positions of the sample a kind of work goes through. */
static size_t positions_for(const Sample *sample, enum work work)
{
    const size_t hot = HOT_BYTES / sample->stride;
    return work != WORK_COPY || hot > POSITIONS ? POSITIONS : hot;
}

/* One round of work over so many positions. */
static void do_round(const Game *game, Sample *sample, size_t positions, enum work work, Rng *rng)
{
    _Alignas(CACHE_LINE_BYTES) StateBuffer out;
    for (size_t i = 0; i < positions; i++) {
        switch (work) {
        case WORK_COPY:
            memcpy(out.bytes, sample_state(sample, i), game->rules->state_bytes);
            break;
        case WORK_VIEW:
            game->rules->view(game->data, sample_state(sample, i), sample->seat[i], &out.header);
            break;
        case WORK_DETERMINIZE:
            memcpy(out.bytes, sample_view(sample, i), game->rules->state_bytes);
            game->rules->determinize(game->data, &out.header, sample->seat[i], rng);
            break;
        }
        keep(&out);
    }
}

/* Nanoseconds of one piece of work: median over the repetitions. */
static double time_work(const Game *game, const MeasurePlan *plan, Sample *sample, enum work work)
{
    enum { ROUNDS_BETWEEN_LOOKS = 16 };
    double nanoseconds[REPETITIONS_MAX];
    const size_t positions = positions_for(sample, work);
    Rng rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, 1);
    for (int i = 0; i < plan->repetitions; i++) {
        const double start = clock_seconds();
        double now = start;
        uint64_t rounds = 0;
        while (now - start < plan->seconds / 4) {
            for (int round = 0; round < ROUNDS_BETWEEN_LOOKS; round++) {
                do_round(game, sample, positions, work, &rng);
            }
            rounds += ROUNDS_BETWEEN_LOOKS;
            now = clock_seconds();
        }
        nanoseconds[i] = (now - start) * 1e9 / (double)(rounds * positions);
    }
    return stats_median(nanoseconds, (size_t)plan->repetitions);
}

void measure_game(const Game *game, const MeasurePlan *plan, Measures *measures)
{
    assert(plan->repetitions >= 1 && plan->repetitions <= REPETITIONS_MAX);
    Sample sample;
    fill_sample(game, &sample);
    measures->copy_ns = time_work(game, plan, &sample, WORK_COPY);
    measures->view_ns = time_work(game, plan, &sample, WORK_VIEW);
    measures->determinize_ns = time_work(game, plan, &sample, WORK_DETERMINIZE);
    measure_playouts(game, plan, measures);
    measure_crowd(game, plan, measures);
}

/* ---- signature ---- */

static uint64_t hash_game(const Game *game, uint64_t number, uint64_t hash)
{
    StateBuffer state;
    MoveList legal;
    Rng rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, number);
    Dice dice = dice_from_stream(rng_derive(SEED, RNG_PURPOSE_DICE, number));
    game_setup(game, &state.header, &dice);
    hash = hash_fnv1a(hash, state.bytes, game->rules->state_bytes);
    while (!state.header.over) {
        const uint32_t count = game_legal(game, &state.header, &legal);
        const Move move = legal.moves[rng_bounded(&rng, count)];
        hash = hash_fnv1a(hash, legal.moves, count * sizeof legal.moves[0]);
        hash = hash_fnv1a(hash, &move, sizeof move);
        game_apply(game, &state.header, move, &dice);
        hash = hash_fnv1a(hash, state.bytes, game->rules->state_bytes);
    }
    return hash;
}

uint64_t measure_signature(const Game *game, uint64_t hash)
{
    for (uint64_t i = 0; i < MEASURE_SIGNATURE_GAMES; i++) {
        hash = hash_game(game, i, hash);
    }
    return hash;
}

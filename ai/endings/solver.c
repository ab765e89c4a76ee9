/* solver.c: see solver.h. */
#include "ai/endings/solver.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/cache_line.h"
#include "ai/clock.h"
#include "ai/evaluation.h"

enum {
    DEPTH_MAX = 160,    /* decisions in a row; longer endings are too big */
    TABLE_BITS = 18,    /* entries of the table */
    LOOK_EVERY = 0x3FF, /* applies between looks at the clock and the flag, a mask */
};

/* What is known of a position: its chance lies between least and most. */
typedef struct Entry {
    uint64_t key; /* 0: free */
    float least, most;
} Entry;

/* One decision on the way down. */
typedef struct Frame {
    State *state; /* state_bytes of its own */
    MoveList legal;
    float priors[MOVE_LIST_MAX];
} Frame;

struct EndingSolver {
    const Game *game;
    const GameAi *ai;
    const void *knowledge;
    size_t bytes; /* of a state */
    Frame *frames;
    unsigned char *states;
    Entry *table;
    EndingLimit *limit;
    bool failed;
};

/* ------------------------------------------------------------------ life */

EndingSolver *ending_solver_new(const Game *game, const GameAi *ai, const void *knowledge)
{
    EndingSolver *solver = calloc(1, sizeof *solver);
    if (solver == NULL) {
        return NULL;
    }
    const size_t lines = (game->rules->state_bytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES;
    const size_t room = lines * CACHE_LINE_BYTES;
    solver->game = game;
    solver->ai = ai;
    solver->knowledge = knowledge;
    solver->bytes = game->rules->state_bytes;
    solver->frames = malloc(DEPTH_MAX * sizeof *solver->frames);
    solver->states = aligned_alloc(CACHE_LINE_BYTES, DEPTH_MAX * room);
    solver->table = calloc((size_t)1 << TABLE_BITS, sizeof *solver->table);
    if (solver->frames == NULL || solver->states == NULL || solver->table == NULL) {
        ending_solver_free(solver);
        return NULL;
    }
    memset(solver->states, 0, DEPTH_MAX * room);
    for (unsigned i = 0; i < DEPTH_MAX; i++) {
        solver->frames[i].state = (State *)(void *)(solver->states + i * room);
    }
    return solver;
}

void ending_solver_free(EndingSolver *solver)
{
    if (solver != NULL) {
        free(solver->frames);
        free(solver->states);
        free(solver->table);
        free(solver);
    }
}

void ending_solver_clear(EndingSolver *solver)
{
    memset(solver->table, 0, sizeof *solver->table << TABLE_BITS);
}

/* ------------------------------------------------------------------ positions met before */

static uint64_t key_of(const EndingSolver *solver, const State *state)
{
    const unsigned char *bytes = (const unsigned char *)state;
    uint64_t hash = 0;
    for (size_t i = 0; i < solver->bytes; i += sizeof(uint64_t)) {
        const size_t left = solver->bytes - i;
        uint64_t word = 0;
        memcpy(&word, bytes + i, left < sizeof word ? left : sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29U;
    }
    return hash != 0 ? hash : 1;
}

static Entry *entry_of(const EndingSolver *solver, uint64_t key)
{
    return &solver->table[key & (((uint64_t)1 << TABLE_BITS) - 1)];
}

/* A later position takes the place of an earlier one: what is needed soon was met lately. */
static void keep(const EndingSolver *solver, uint64_t key, double least, double most)
{
    Entry *entry = entry_of(solver, key);
    if (entry->key == key) {
        least = least > (double)entry->least ? least : (double)entry->least;
        most = most < (double)entry->most ? most : (double)entry->most;
    }
    *entry = (Entry){key, (float)least, (float)most};
}

/* ------------------------------------------------------------------ expectimax */

/* Chances that matter: below low and above high nothing is asked but on which side. */
typedef struct Window {
    double low, high;
} Window;

static double value_of(EndingSolver *solver, unsigned depth, Window window);

/* Whether time is up or somebody has stopped it. */
static bool is_up(const EndingLimit *limit)
{
    return (limit->until > 0.0 && clock_seconds() >= limit->until) ||
           (limit->stop != NULL && atomic_load_explicit(limit->stop, memory_order_relaxed));
}

/* Takes one more move from the limit; false if there is none left. */
static bool spend(EndingSolver *solver)
{
    EndingLimit *limit = solver->limit;
    if (limit->applies == 0 || ((limit->applies & LOOK_EVERY) == 0 && is_up(limit))) {
        solver->failed = true;
        return false;
    }
    limit->applies--;
    return true;
}

/* The average over everything the dice may do after a move in the position of a frame: exact within the
 * window, else a bound on the right side of it. */
static double value_of_move(EndingSolver *solver, unsigned depth, Move move, Window window)
{
    State *next = solver->frames[depth + 1].state;
    Dice dice;
    double sum = 0.0;  /* of outcomes seen, by weight */
    double rest = 1.0; /* weight of those to come */
    dice_enumerate_first(&dice);
    do {
        if (!spend(solver)) {
            return 0.0;
        }
        memcpy(next, solver->frames[depth].state, solver->bytes);
        game_apply(solver->game, next, move, &dice);
        if (dice.failed) {
            solver->failed = true;
            return 0.0;
        }
        const double weight = dice_enumerate_weight(&dice);
        rest = rest > weight ? rest - weight : 0.0;
        /* what this outcome must be worth at least, or at most, for the move to stay within the window */
        const double low = (window.low - sum - rest) / weight;
        const double high = (window.high - sum) / weight;
        const Window inner = {low > 0.0 ? low : 0.0, high < 1.0 ? high : 1.0};
        sum += weight * value_of(solver, depth + 1, inner);
        if (sum >= window.high) {
            return sum;
        }
        if (sum + rest <= window.low) {
            return sum + rest;
        }
    } while (!solver->failed && dice_enumerate_next(&dice));
    return sum;
}

/* Moves that promise most first: the better the first, the more of the others are given up early. */
static void sort_moves(const EndingSolver *solver, Frame *frame)
{
    if (solver->ai->priors == NULL) {
        return;
    }
    solver->ai->priors(solver->game, solver->knowledge, frame->state, &frame->legal, NULL, frame->priors);
    for (uint32_t i = 1; i < frame->legal.count; i++) {
        const Move move = frame->legal.moves[i];
        const float prior = frame->priors[i];
        uint32_t at = i;
        for (; at > 0 && frame->priors[at - 1] < prior; at--) {
            frame->legal.moves[at] = frame->legal.moves[at - 1];
            frame->priors[at] = frame->priors[at - 1];
        }
        frame->legal.moves[at] = move;
        frame->priors[at] = prior;
    }
}

static double best_of_moves(EndingSolver *solver, unsigned depth, Window window)
{
    const Frame *frame = &solver->frames[depth];
    const bool french = frame->state->seat == SEAT_FRENCH;
    double best = french ? 0.0 : 1.0;
    for (uint32_t i = 0; i < frame->legal.count && !solver->failed; i++) {
        const double value = value_of_move(solver, depth, frame->legal.moves[i], window);
        if (french) {
            best = value > best ? value : best;
            window.low = best > window.low ? best : window.low;
        } else {
            best = value < best ? value : best;
            window.high = best < window.high ? best : window.high;
        }
        if (window.low >= window.high) {
            break;
        }
    }
    return best;
}

/* The chance of a frame's position: exact within the window, else a bound on the right side of it. */
static double value_of(EndingSolver *solver, unsigned depth, Window window)
{
    Frame *frame = &solver->frames[depth];
    double settled = 0.0;
    if (solver->failed) {
        return 0.0;
    }
    if (frame->state->over) {
        const Outcome outcome = game_outcome(solver->game, frame->state);
        return evaluation_of_outcome(&outcome);
    }
    if (solver->ai->settled != NULL && solver->ai->settled(solver->game, frame->state, &settled)) {
        return settled;
    }
    if (depth + 1 >= DEPTH_MAX) {
        solver->failed = true;
        return 0.0;
    }
    (void)game_legal(solver->game, frame->state, &frame->legal);
    if (frame->legal.count == 1) {
        return value_of_move(solver, depth, frame->legal.moves[0], window);
    }
    const uint64_t key = key_of(solver, frame->state);
    const Entry known = *entry_of(solver, key);
    if (known.key == key) {
        if (known.least >= known.most || (double)known.least >= window.high) {
            return (double)known.least;
        }
        if ((double)known.most <= window.low) {
            return (double)known.most;
        }
    }
    sort_moves(solver, frame);
    const double value = best_of_moves(solver, depth, window);
    if (!solver->failed) {
        keep(solver, key, value > window.low ? value : 0.0, value < window.high ? value : 1.0);
    }
    return value;
}

bool ending_solve(EndingSolver *solver, const State *state, const MoveList *legal, EndingLimit *limit,
                  double chance[MOVE_LIST_MAX])
{
    assert(!state->over && legal->count > 0);
    const Window all = {0.0, 1.0};
    solver->limit = limit;
    solver->failed = false;
    memcpy(solver->frames[0].state, state, solver->bytes);
    for (uint32_t i = 0; i < legal->count && !solver->failed; i++) {
        chance[i] = value_of_move(solver, 0, legal->moves[i], all);
    }
    return !solver->failed;
}

/* ------------------------------------------------------------------ worlds */

static bool are_alike(const double *a, const double *b, uint32_t count)
{
    static const double rounding = 1e-6; /* of the table's numbers */
    for (uint32_t i = 0; i < count; i++) {
        if (fabs(a[i] - b[i]) > rounding) {
            return false;
        }
    }
    return true;
}

bool ending_solve_view(EndingSolver *solver, const State *view, Seat seat, const MoveList *legal, Rng *rng,
                       EndingLimit *limit, double chance[MOVE_LIST_MAX])
{
    enum { ENOUGH_IF_ALIKE = 2 };
    StateBuffer world;
    double found[MOVE_LIST_MAX];
    bool alike = true;
    for (unsigned n = 0; n < ENDING_WORLDS && !(alike && n >= ENOUGH_IF_ALIKE); n++) {
        memcpy(world.bytes, view, solver->bytes);
        solver->game->rules->determinize(solver->game->data, &world.header, seat, rng);
        if (!ending_solve(solver, &world.header, legal, limit, n == 0 ? chance : found)) {
            return false;
        }
        alike = alike && (n == 0 || are_alike(chance, found, legal->count));
        for (uint32_t i = 0; i < legal->count && n > 0; i++) {
            chance[i] += (found[i] - chance[i]) / (n + 1.0);
        }
    }
    return true;
}

/* measure_search.c: timing the search from outside, through the interface of policies. */
#include "bench/measure_search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "ai/effort.h"
#include "ai/game_ai.h"
#include "ai/knowledge_files.h"
#include "ai/policy.h"
#include "engine/dice.h"
#include "engine/hash.h"
#include "engine/json.h"
#include "engine/rng.h"
#include "engine/scenario.h"
#include "eval/statistics/stats.h"

enum { SEED = 20, REPETITIONS_MAX = 64, SPEC_BYTES = 160, SIGNATURE_POSITIONS = 10, SIGNATURE_APART = 37 };

/* A decision to search: the view of the seat that decides. */
typedef struct Decision {
    StateBuffer state;
    StateBuffer view;
    MoveList legal;
} Decision;

static void look(const Game *game, Decision *decision)
{
    const Seat seat = (Seat)decision->state.header.seat;
    (void)game_legal(game, &decision->state.header, &decision->legal);
    game->rules->view(game->data, &decision->state.header, seat, &decision->view.header);
}

static void first_decision(const Game *game, Decision *decision)
{
    Dice dice = dice_from_stream(rng_derive(SEED, RNG_PURPOSE_DICE, 0));
    game_setup(game, &decision->state.header, &dice);
    look(game, decision);
}

/* Searches a decision once with a new session. */
static Move ask(const Policy *policy, const Decision *decision, uint64_t number, PolicyReport *report)
{
    const Seat seat = (Seat)decision->view.header.seat;
    PolicyQuery query = {.view = &decision->view.header,
                         .legal = &decision->legal,
                         .seat = seat,
                         .ply = 1,
                         .rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, number),
                         .report = report};
    void *session = policy_session_new(policy, seat);
    const Move move = policy_choose(policy, session, &query);
    policy_session_free(policy, session);
    return move;
}

static bool run_for(const Game *game, const char *spec, const Decision *decision, uint64_t number,
                    PolicyReport *report, Err *err)
{
    Policy policy;
    if (!policy_init(&policy, game, spec, err)) {
        return false;
    }
    (void)ask(&policy, decision, number, report);
    policy_release(&policy);
    return true;
}

/* ------------------------------------------------------------------ the same work without a tree */

/* What an iteration does besides its tree. */
typedef struct Work {
    uint64_t decisions; /* random ones: way down and playout */
    double expansions;  /* lists of moves that get priors */
    const void *knowledge;
    void *memory; /* GameAi.memory_bytes */
} Work;

static void *load_knowledge(const Game *game, Err *err)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    const KnowledgeFiles files = {.evaluates = true, .learned = true};
    return ai == NULL || ai->knowledge_load == NULL ? NULL
                                                    : knowledge_files_load(ai, game, &files, NULL, err);
}

/* One iteration without its tree: a world, decisions, priors, the evaluation. */
static void work_once(const Game *game, const Decision *decision, const Work *work, uint64_t number)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    const void *knowledge = work->knowledge;
    StateBuffer state;
    MoveList legal;
    float priors[MOVE_LIST_MAX];
    Rng rng = rng_derive(SEED, RNG_PURPOSE_SEARCH, number);
    Dice dice = dice_from_stream(rng);
    memcpy(state.bytes, decision->view.bytes, game->rules->state_bytes);
    game->rules->determinize(game->data, &state.header, (Seat)decision->view.header.seat, &rng);
    const bool expands = (double)(rng_next(&rng) >> 8U) < work->expansions * 16777216.0;
    for (uint64_t i = 0; i < work->decisions && !state.header.over; i++) {
        const uint32_t count = game_legal(game, &state.header, &legal);
        if (expands && knowledge != NULL && ai->priors != NULL && i == 0) {
            ai->priors(game, knowledge, &state.header, &legal, work->memory, priors);
        }
        game_apply(game, &state.header, legal.moves[rng_bounded(&rng, count)], &dice);
    }
    if (knowledge != NULL && ai->evaluate != NULL && !state.header.over) {
        (void)ai->evaluate(game, knowledge, &state.header);
    }
}

static double seconds_without_tree(const Game *game, const Decision *decision, Work work, double seconds)
{
    Err err;
    err_clear(&err);
    void *knowledge = load_knowledge(game, &err);
    work.knowledge = knowledge;
    work.memory = knowledge != NULL ? calloc(1, game_ai_find(game->rules->id)->memory_bytes) : NULL;
    const double start = clock_seconds();
    double now = start;
    uint64_t number = 0;
    while (now - start < seconds) {
        work_once(game, decision, &work, number++);
        now = clock_seconds();
    }
    if (knowledge != NULL) {
        game_ai_find(game->rules->id)->knowledge_release(knowledge);
    }
    free(work.memory);
    return (now - start) / (double)(number > 0 ? number : 1);
}

/* ------------------------------------------------------------------ speed */

static bool measure_speed(const Game *game, const MeasurePlan *plan, const char *options, double horizon,
                          SearchSpeed *speed, PolicyReport *report, Err *err)
{
    double one[REPETITIONS_MAX];
    double all[REPETITIONS_MAX];
    double ratio[REPETITIONS_MAX];
    double share[REPETITIONS_MAX];
    char single[2 * SPEC_BYTES];
    char shared[2 * SPEC_BYTES];
    Decision decision;
    const int repetitions = plan->repetitions < REPETITIONS_MAX ? plan->repetitions : REPETITIONS_MAX;
    (void)snprintf(single, sizeof single, "mcts:time=%g,early=0,reuse=0%s", plan->seconds, options);
    (void)snprintf(shared, sizeof shared, "mcts:time=%g,early=0,reuse=0,threads=%d%s", plan->seconds,
                   plan->threads, options);
    first_decision(game, &decision);
    for (int i = 0; i < repetitions; i++) {
        if (!run_for(game, shared, &decision, (uint64_t)i, report, err)) {
            return false;
        }
        all[i] = (double)report->iterations / report->seconds;
        if (!run_for(game, single, &decision, (uint64_t)i, report, err)) {
            return false;
        }
        one[i] = (double)report->iterations / report->seconds;
        ratio[i] = all[i] / one[i] / plan->threads;
        if (horizon > 0.0) { /* at once, while the machine is as fast as it was for the search */
            const Work work = {.decisions = (uint64_t)(report->depth_mean + horizon + 0.5),
                               (double)report->expanded / (double)report->iterations};
            share[i] = 1.0 - seconds_without_tree(game, &decision, work, plan->seconds) * one[i];
        }
    }
    speed->iterations_per_s = stats_median(one, (size_t)repetitions);
    speed->iterations_per_s_all = stats_median(all, (size_t)repetitions);
    speed->efficiency = stats_median(ratio, (size_t)repetitions);
    if (horizon > 0.0) {
        speed->tree_share = stats_median(share, (size_t)repetitions);
    }
    return true;
}

bool measure_search(const Game *game, const MeasurePlan *plan, SearchMeasures *measures, Err *err)
{
    PolicyReport report;
    Decision decision;
    char horizon[SPEC_BYTES];
    (void)snprintf(horizon, sizeof horizon, ",horizon=%d,playout=light,quiet=0,minor=0,plans=0",
                   (int)MEASURE_SEARCH_HORIZON);
    memset(measures, 0, sizeof *measures);
    memset(&report, 0, sizeof report);
    if (!measure_speed(game, plan, horizon, MEASURE_SEARCH_HORIZON, &measures->horizon, &report, err) ||
        !measure_speed(game, plan, "", 0.0, &measures->standard, &report, err)) {
        return false;
    }
    measures->bytes_per_node = (double)report.bytes / (double)report.nodes;
    const double start = clock_seconds();
    first_decision(game, &decision);
    if (!run_for(game, "mcts:sims=400", &decision, 0, &report, err)) {
        return false;
    }
    measures->first_move_s = clock_seconds() - start;
    return true;
}

/* ------------------------------------------------------------------ signature */

/* Chances are told in millionths: they go through the C library's exponentials (model_told), whose last bits
 * differ from machine to machine. */
static uint64_t add_report(uint64_t hash, const PolicyReport *report, Move move)
{
    hash = hash_fnv1a(hash, &move, sizeof move);
    for (uint32_t i = 0; i < report->count; i++) {
        hash = hash_fnv1a(hash, &report->moves[i].visits, sizeof report->moves[i].visits);
        const uint32_t millionths = (uint32_t)lround(report->moves[i].win_probability * 1e6);
        hash = hash_fnv1a(hash, &millionths, sizeof millionths);
    }
    return hash;
}

static uint64_t sign_positions(const Game *game, const Policy *policy, uint64_t hash)
{
    Decision decision;
    PolicyReport report;
    memset(&report, 0, sizeof report);
    Rng rng = rng_derive(SEED, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(SEED, RNG_PURPOSE_DICE, 0));
    game_setup(game, &decision.state.header, &dice);
    for (uint64_t i = 0; i < SIGNATURE_POSITIONS && !decision.state.header.over; i++) {
        look(game, &decision);
        const Move move = ask(policy, &decision, i, &report);
        hash = add_report(hash, &report, move);
        for (int k = 0; k < SIGNATURE_APART && !decision.state.header.over; k++) {
            const uint32_t count = game_legal(game, &decision.state.header, &decision.legal);
            game_apply(game, &decision.state.header, decision.legal.moves[rng_bounded(&rng, count)], &dice);
        }
    }
    return hash;
}

bool measure_search_signature(const Game *game, uint64_t *hash, Err *err)
{
    static const char *const options[] = {"", ",parallel=root,trees=4", ",horizon=8,playout=heavy,minor=0",
                                          ",horizon=8,playout=light"};
    /* where whole turns are played on from a leaf, a few leaves have to do */
    const bool far = effort_of(game->rules->id)->kind != NULL;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        Policy policy;
        char spec[POLICY_SPEC_BYTES];
        (void)snprintf(spec, sizeof spec, "mcts:sims=%d%s", far ? 20 : i < 2 ? 200 : 100, options[i]);
        if (!policy_init(&policy, game, spec, err)) {
            return false;
        }
        *hash = sign_positions(game, &policy, *hash);
        policy_release(&policy);
    }
    return true;
}

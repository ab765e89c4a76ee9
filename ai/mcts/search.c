/* search.c: one decision: trees made ready or kept, iterations run, the move chosen, the report written. */
#include "ai/mcts/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "ai/endings/solver.h"
#include "ai/mcts/budget.h"
#include "ai/mcts/parallel.h"
#include "ai/mcts/worker.h"

/* Iterations that tell what a minor decision is worth, for the report alone. */
enum { MINOR_SIMS = 16 };

struct MctsSearch {
    const MctsSetting *setting;
    MctsTree *trees; /* tree_count; with a shared tree one */
    uint32_t tree_count;
    MctsWorker *workers;   /* one a thread */
    MctsAverage *averages; /* NULL without */
    PlansSearch *plans;    /* NULL without */
    Budget budget;         /* of the game, if the parameters set one */
    EndingSolver *solver;  /* NULL: not needed yet */
    /* what the trees are about: */
    bool kept; /* the trees hold a finished search of last_view */
    uint32_t last_ply;
    Move last_move;
    StateBuffer last_view;
    StateBuffer scratch;
};

/* ------------------------------------------------------------------ life */

static bool make_trees(MctsSearch *search)
{
    const MctsParams *params = &search->setting->params;
    const uint64_t bytes = params->memory * 1024U * 1024U / search->tree_count;
    for (uint32_t i = 0; i < search->tree_count; i++) {
        if (!mcts_tree_init(&search->trees[i], bytes)) {
            return false;
        }
    }
    return true;
}

/* Zeroed memory that begins with a cache line, for things that threads write side by side. */
static void *new_lines(size_t count, size_t bytes)
{
    void *lines = aligned_alloc(CACHE_LINE_BYTES, count * bytes);
    return lines != NULL ? memset(lines, 0, count * bytes) : NULL;
}

/* A tree a thread, unless the iterations are too few to be shared out: a level for people is to play alike
 * with any number of threads. */
static uint32_t tree_count_of(const MctsParams *params)
{
    if (params->parallel != MCTS_PARALLEL_ROOT) {
        return 1;
    }
    if (params->trees > 0) {
        return (uint32_t)params->trees;
    }
    const uint64_t most = params->sims > 0 ? params->sims / MCTS_TREE_LEAST_SIMS : MCTS_TREES_MAX;
    const uint64_t trees = params->threads < most ? params->threads : most;
    return trees > 0 ? (uint32_t)trees : 1U;
}

MctsSearch *mcts_search_new(const MctsSetting *setting)
{
    assert(setting->params.threads > 0);
    MctsSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    search->setting = setting;
    search->tree_count = tree_count_of(&setting->params);
    search->budget = budget_open(setting->game, setting->params.budget);
    search->trees = new_lines(search->tree_count, sizeof *search->trees);
    search->workers = new_lines(setting->params.threads, sizeof *search->workers);
    if (setting->params.mast > 0.0) {
        /* without memory: without averages */
        search->averages = calloc((size_t)search->tree_count * MCTS_AVERAGES, sizeof *search->averages);
    }
    const bool with_plans = setting->plans != NULL && setting->params.plans > 0.0;
    search->plans = with_plans ? plans_search_new(setting->plans) : NULL;
    if (search->trees == NULL || search->workers == NULL || (with_plans && search->plans == NULL) ||
        !make_trees(search)) {
        mcts_search_free(search);
        return NULL;
    }
    const size_t memory = setting->ai != NULL ? setting->ai->memory_bytes : 0;
    for (uint64_t i = 0; memory > 0 && i < setting->params.threads; i++) {
        search->workers[i].memory = calloc(1, memory); /* NULL: it does without */
    }
    return search;
}

void mcts_search_free(MctsSearch *search)
{
    if (search == NULL) {
        return;
    }
    for (uint32_t i = 0; search->trees != NULL && i < search->tree_count; i++) {
        mcts_tree_release(&search->trees[i]);
    }
    for (uint64_t i = 0; search->workers != NULL && i < search->setting->params.threads; i++) {
        free(search->workers[i].memory);
    }
    ending_solver_free(search->solver);
    plans_search_free(search->plans);
    free(search->trees);
    free(search->workers);
    free(search->averages);
    free(search);
}

/* ------------------------------------------------------------------ keeping the subtree */

/* Whether the decision asked for follows from the last move without dice and without anything new to be seen:
 * then the subtree below that move is about this very decision. Tried in a random world, whose hidden part
 * makes no difference. */
static bool follows(MctsSearch *search, const PolicyQuery *query)
{
    const Game *game = search->setting->game;
    const size_t bytes = game->rules->state_bytes;
    if (!search->kept || search->setting->params.reuse == 0 || query->ply != search->last_ply + 1U) {
        return false;
    }
    Rng rng = query->rng;
    Dice dice = dice_from_script(NULL, 0);
    State *state = &search->scratch.header;
    memcpy(search->scratch.bytes, search->last_view.bytes, bytes);
    game->rules->determinize(game->data, state, query->seat, &rng);
    if (!game_move_is_legal(game, state, search->last_move)) {
        return false;
    }
    game_apply(game, state, search->last_move, &dice);
    if (dice.failed || state->over) {
        return false;
    }
    game->rules->view(game->data, state, query->seat, state);
    return memcmp(state, query->view, bytes) == 0;
}

/* Makes the child reached by the last move the root; false if the tree has none, or is half full of what is
 * no longer needed. */
static bool descend_root(MctsTree *tree, Move move, uint32_t key)
{
    uint32_t index = atomic_load_explicit(&mcts_node(tree, tree->root)->first, memory_order_acquire);
    if (mcts_tree_units(tree) > tree->size / 2) {
        return false;
    }
    while (index != 0) {
        MctsBlock *block = mcts_block(tree, index);
        const MctsEdge *edges = mcts_edges(block);
        for (uint32_t e = 0; e < block->count; e++) {
            const uint32_t child = edges[e].move == move ? mcts_tree_find_child(tree, &edges[e], key) : 0;
            if (child != 0) {
                tree->root = child;
                return true;
            }
        }
        index = atomic_load_explicit(&block->next, memory_order_acquire);
    }
    return false;
}

static void prepare_trees(MctsSearch *search, const PolicyQuery *query)
{
    const uint32_t key = mcts_key(search->setting, query->view, query->seat, &search->scratch.header);
    const bool keep = follows(search, query);
    for (uint32_t i = 0; i < search->tree_count; i++) {
        MctsTree *tree = &search->trees[i];
        if (!keep || !descend_root(tree, search->last_move, key)) {
            mcts_tree_clear(tree, key);
        }
    }
    if (search->averages != NULL && !keep) {
        const size_t rows = (size_t)search->tree_count * MCTS_AVERAGES;
        memset(search->averages, 0, rows * sizeof *search->averages);
    }
}

/* ------------------------------------------------------------------ the answer */

/* What all trees say of each legal move. */
typedef struct Count {
    uint64_t visits;
    int64_t value; /* for the French */
    double prior;
} Count;

static void add_edges(const MctsTree *tree, const MoveList *legal, Count *counts, uint32_t trees)
{
    uint32_t index = atomic_load_explicit(&mcts_node(tree, tree->root)->first, memory_order_acquire);
    while (index != 0) {
        MctsBlock *block = mcts_block(tree, index);
        for (uint32_t m = 0, i = 0; m < block->count; m++) {
            const MctsEdge *edge = mcts_edge_of(block, m);
            while (i < legal->count && legal->moves[i] < edge->move) {
                i++;
            }
            if (i < legal->count && legal->moves[i] == edge->move) {
                counts[i].visits += mcts_edge_visits(edge);
                counts[i].value += atomic_load_explicit(&edge->value, memory_order_relaxed);
                counts[i].prior += (double)edge->prior / trees;
            }
        }
        index = atomic_load_explicit(&block->next, memory_order_acquire);
    }
}

static void count_moves(const MctsSearch *search, const MoveList *legal, Count *counts)
{
    memset(counts, 0, legal->count * sizeof *counts);
    for (uint32_t i = 0; i < search->tree_count; i++) {
        add_edges(&search->trees[i], legal, counts, search->tree_count);
    }
}

static double mean_value(const Count *count, Seat seat)
{
    const double sign = seat == SEAT_FRENCH ? 1.0 : -1.0;
    return count->visits > 0 ? sign * (double)count->value / (double)count->visits / MCTS_VALUE_ONE : -2.0;
}

/* The most visited move; of equals the better one, then the one of higher prior. Flat Monte Carlo visits all
 * alike and goes by value. */
static uint32_t best_move(const MctsSearch *search, const Count *counts, uint32_t moves, Seat seat)
{
    assert(moves > 0 && moves <= MOVE_LIST_MAX);
    const bool flat = search->setting->params.flat;
    uint32_t best = 0;
    for (uint32_t i = 1; i < moves; i++) {
        const Count *a = &counts[i];
        const Count *b = &counts[best];
        const double value_a = mean_value(a, seat);
        const double value_b = mean_value(b, seat);
        const bool more = flat ? false : a->visits > b->visits;
        const bool level = flat ? true : a->visits == b->visits;
        const bool better = value_a > value_b || (!(value_a < value_b) && a->prior > b->prior);
        best = more || (level && better) ? i : best;
    }
    return best;
}

/* A move drawn with weight visits^(1/noise): how levels for people blunder. */
static uint32_t noisy_move(const MctsSearch *search, const Count *counts, uint32_t moves, Rng *rng)
{
    assert(search->setting->params.noise > 0.0);
    double weights[MOVE_LIST_MAX];
    double sum = 0.0;
    uint64_t most = 1;
    for (uint32_t i = 0; i < moves; i++) {
        most = counts[i].visits > most ? counts[i].visits : most;
    }
    for (uint32_t i = 0; i < moves; i++) {
        weights[i] = pow((double)counts[i].visits / (double)most, 1.0 / search->setting->params.noise);
        sum += weights[i];
    }
    double left = sum * ((double)rng_next(rng) / 4294967296.0);
    uint32_t choice = 0;
    for (uint32_t i = 0; i < moves; i++) {
        choice = weights[i] > 0.0 ? i : choice;
        left -= weights[i];
        if (left < 0.0) {
            break;
        }
    }
    return choice;
}

/* Where nothing was visited, the best. */
static uint32_t noisy_choice(const MctsSearch *search, const Count *counts, PolicyQuery *query, uint32_t best)
{
    const uint32_t moves = query->legal->count;
    uint64_t visits = 0;
    for (uint32_t i = 0; i < moves; i++) {
        visits += counts[i].visits;
    }
    return visits > 0 ? noisy_move(search, counts, moves, &query->rng) : best;
}

/* Priors of the moves to choose from, in a world of their own. Only where the game has priors. */
static void priors_at_root(MctsSearch *search, PolicyQuery *query, float priors[MOVE_LIST_MAX])
{
    const MctsSetting *setting = search->setting;
    const Game *game = setting->game;
    State *world = &search->scratch.header;
    memcpy(world, query->view, game->rules->state_bytes);
    game->rules->determinize(game->data, world, query->seat, &query->rng);
    setting->ai->priors(game, setting->knowledge, world, query->legal, search->workers[0].memory, priors);
}

/* Whether the decision is left to priors. */
static bool is_left_to_priors(const MctsSearch *search, const PolicyQuery *query)
{
    const MctsSetting *setting = search->setting;
    return setting->params.minor == 2 && !setting->params.flat &&
           setting->params.priors != MCTS_PRIORS_NONE && setting->ai != NULL && setting->ai->priors != NULL &&
           setting->ai->is_minor != NULL && setting->ai->is_minor(setting->game, query->view);
}

static uint32_t preferred_move(MctsSearch *search, PolicyQuery *query)
{
    float priors[MOVE_LIST_MAX];
    uint32_t best = 0;
    priors_at_root(search, query, priors);
    for (uint32_t i = 1; i < query->legal->count; i++) {
        best = priors[i] > priors[best] ? i : best;
    }
    return best;
}

/* A move drawn by its prior, without a search. */
static uint32_t explored_move(MctsSearch *search, PolicyQuery *query)
{
    const MctsSetting *setting = search->setting;
    const uint32_t moves = query->legal->count;
    float priors[MOVE_LIST_MAX];
    if (setting->ai == NULL || setting->ai->priors == NULL) {
        return rng_bounded(&query->rng, moves);
    }
    priors_at_root(search, query, priors);
    double left = (double)rng_next(&query->rng) / 4294967296.0;
    uint32_t choice = 0;
    while (choice + 1 < moves && left >= (double)priors[choice]) {
        left -= (double)priors[choice++];
    }
    return choice;
}

/* ------------------------------------------------------------------ the report */

/* The child of an edge that was visited most. */
static uint32_t main_child(const MctsTree *tree, const MctsEdge *edge)
{
    uint32_t best = 0;
    uint32_t most = 0;
    uint32_t index = atomic_load_explicit(&edge->child, memory_order_acquire);
    while (index != 0) {
        const uint32_t visits = atomic_load_explicit(&mcts_node(tree, index)->visits, memory_order_relaxed);
        best = best == 0 || visits > most ? index : best;
        most = visits > most ? visits : most;
        index = atomic_load_explicit(&mcts_node(tree, index)->next, memory_order_acquire);
    }
    return best;
}

/* The most visited edge of a node, or the one with the wanted move; NULL if there is none. */
static const MctsEdge *main_edge(const MctsTree *tree, uint32_t node, bool wants, Move wanted)
{
    const MctsEdge *best = NULL;
    uint32_t most = 0;
    uint32_t index = atomic_load_explicit(&mcts_node(tree, node)->first, memory_order_acquire);
    while (index != 0) {
        MctsBlock *block = mcts_block(tree, index);
        const MctsEdge *edges = mcts_edges(block);
        for (uint32_t e = 0; e < block->count; e++) {
            const uint32_t visits = mcts_edge_visits(&edges[e]);
            if (wants ? edges[e].move == wanted : visits > most) {
                best = &edges[e];
                most = visits;
            }
        }
        index = atomic_load_explicit(&block->next, memory_order_acquire);
    }
    return best;
}

/* What is expected after a move: the most visited way on, while it was visited at all. */
static void fill_line(const MctsTree *tree, PolicyMove *report)
{
    const MctsEdge *edge = main_edge(tree, tree->root, true, report->move);
    while (edge != NULL && report->line_count < POLICY_LINE_MAX && mcts_edge_visits(edge) > 0) {
        report->line[report->line_count++] = edge->move;
        const uint32_t child = main_child(tree, edge);
        edge = child != 0 ? main_edge(tree, child, false, 0) : NULL;
    }
}

/* Of what plans alone said of a move: of values between 0 and 1 none spread more. */
static double widest_error(const Count *count)
{
    const double mean = count->visits > 0 ? 0.5 + 0.5 * mean_value(count, SEAT_FRENCH) : 0.5;
    return count->visits > 1 ? sqrt(fmax(mean * (1.0 - mean), 0.0) / (double)count->visits) : 0.5;
}

/* threads: how many workers may be read; while others work only the first. */
static double standard_error(const MctsSearch *search, uint32_t index, uint64_t threads, const Count *count)
{
    uint64_t visits = 0;
    uint64_t squares = 0;
    int64_t value = 0;
    for (uint64_t i = 0; i < threads; i++) {
        const MctsTotals *totals = &search->workers[i].totals;
        visits += totals->visits[index];
        squares += totals->squares[index];
        value += totals->value[index];
    }
    const double n = (double)visits;
    if (n < 2.0) {
        return widest_error(count);
    }
    const double mean = (double)value / n / MCTS_VALUE_ONE;
    const double square = (double)squares / n / MCTS_VALUE_ONE;
    const double variance = square > mean * mean ? square - mean * mean : 0.0;
    return 0.5 * sqrt(variance / (n - 1.0));
}

static void fill_sums(const MctsSearch *search, PolicyReport *report)
{
    double depth = 0.0;
    report->nodes = 0;
    report->expanded = 0;
    report->bytes = 0;
    report->depth_max = 0;
    report->full = false;
    for (uint32_t i = 0; i < search->tree_count; i++) {
        report->nodes += search->trees[i].nodes;
        report->expanded += search->trees[i].blocks;
        report->bytes += (uint64_t)mcts_tree_units(&search->trees[i]) * MCTS_UNIT_BYTES;
        report->full = report->full || mcts_tree_full(&search->trees[i]);
    }
    for (uint64_t i = 0; i < search->setting->params.threads; i++) {
        const MctsWorker *worker = &search->workers[i];
        depth += (double)worker->depth_sum;
        report->depth_max = worker->depth_max > report->depth_max ? worker->depth_max : report->depth_max;
    }
    report->depth_mean = report->iterations > 0 ? depth / (double)report->iterations : 0.0;
}

static double mean_for(const Count *count, Seat seat)
{
    return count->visits > 0 ? 0.5 + 0.5 * mean_value(count, seat) : 0.5;
}

/* A chance as people are told it. */
static double told(const MctsSearch *search, const PolicyQuery *query, double chance)
{
    const MctsSetting *setting = search->setting;
    const double found = fmin(fmax(chance, 0.0), 1.0);
    return setting->evaluates ? game_ai_told(setting->ai, setting->knowledge, query->seat, found) : found;
}

/* Where whole plans are played on from the root, the tree's leaves are, too, and chances want the same
 * putting right as those of plan search. */
static double correction(const MctsSearch *search, const PolicyQuery *query, const Count *chosen)
{
    return search->plans == NULL ? 0.0
                                 : plans_search_correction(search->plans, query, (double)chosen->visits,
                                                           mean_for(chosen, query->seat));
}

static void fill_moves(const MctsSearch *search, const PolicyQuery *query, const Count *counts,
                       uint32_t chosen, uint64_t threads)
{
    assert(chosen < query->legal->count);
    const double right = correction(search, query, &counts[chosen]);
    PolicyReport *report = query->report;
    report->filled = true;
    report->count = query->legal->count;
    report->best = chosen;
    for (uint32_t i = 0; i < report->count; i++) {
        PolicyMove *move = &report->moves[i];
        move->move = query->legal->moves[i];
        move->visits = counts[i].visits;
        move->prior = counts[i].prior;
        const bool known = counts[i].visits > 0 || i == chosen;
        move->win_probability = known ? told(search, query, mean_for(&counts[i], query->seat) + right) : 0.5;
        move->standard_error = standard_error(search, i, threads, &counts[i]);
        move->line_count = 0; /* from the first tree that knows one */
        for (uint32_t t = 0; t < search->tree_count && move->line_count == 0; t++) {
            fill_line(&search->trees[t], move);
        }
    }
    report->win_probability = report->moves[chosen].win_probability;
    report->standard_error = report->moves[chosen].standard_error;
}

static void fill_report(const MctsSearch *search, const PolicyQuery *query, const Count *counts,
                        uint32_t chosen)
{
    fill_sums(search, query->report);
    fill_moves(search, query, counts, chosen, search->setting->params.threads);
}

/* ------------------------------------------------------------------ somebody watches */

typedef struct Watching {
    const MctsSearch *search;
    const PolicyQuery *query;
    double start;
    double next; /* when to tell again */
} Watching;

/* Called by the first thread while others may be at work: reads what is atomic, and what is this thread's
 * own. */
static void look(void *context)
{
    Watching *watching = context;
    const PolicyQuery *query = watching->query;
    PolicyReport *report = query->report;
    Count counts[MOVE_LIST_MAX];
    const double now = clock_seconds();
    if (now < watching->next) {
        return;
    }
    watching->next = now + query->watch->every;
    count_moves(watching->search, query->legal, counts);
    report->iterations = 0;
    for (uint32_t i = 0; i < query->legal->count; i++) {
        report->iterations += counts[i].visits;
    }
    report->seconds = now - watching->start;
    fill_moves(watching->search, query, counts,
               best_move(watching->search, counts, query->legal->count, query->seat), 1);
    query->watch->tell(query->watch->context, report);
}

/* ------------------------------------------------------------------ endings */

/* Whether what is left may be solved: the game says so, and the search plays for nothing but to win. */
static bool may_be_solved(const MctsSearch *search, const PolicyQuery *query)
{
    const MctsSetting *setting = search->setting;
    const MctsParams *params = &setting->params;
    return params->endings > 0 && !params->flat && params->noise <= 0.0 && params->marginal >= 1.0 &&
           params->tie_break >= 1.0 && setting->ai != NULL && setting->ai->is_ending != NULL &&
           setting->ai->is_ending(setting->game, query->view);
}

/* Solves the decision within a share of what the search may take; false if that is not enough. */
static bool solve(MctsSearch *search, PolicyQuery *query, double seconds, double chance[MOVE_LIST_MAX])
{
    static const double share = 0.5; /* of the time, if time is what limits the search */
    const uint64_t most = 4000000;   /* moves; what is not solved by them hardly ever is: some seconds */
    const MctsSetting *setting = search->setting;
    const MctsParams *params = &setting->params;
    if (search->solver == NULL) {
        search->solver = ending_solver_new(setting->game, setting->ai, setting->knowledge);
    }
    const uint64_t allowed = params->sims > 0 ? params->sims * params->endings : most;
    EndingLimit limit = {allowed < most ? allowed : most,
                         seconds > 0.0 ? clock_seconds() + share * seconds : 0.0, query->stop};
    return search->solver != NULL && ending_solve_view(search->solver, query->view, query->seat, query->legal,
                                                       &query->rng, &limit, chance);
}

/* The best of the solved moves; of equals the one visited most, then the first. */
static uint32_t best_solved(const double *chance, const Count *counts, const PolicyQuery *query)
{
    static const double rounding = 1e-6;
    const double sign = query->seat == SEAT_FRENCH ? 1.0 : -1.0;
    uint32_t best = 0;
    for (uint32_t i = 1; i < query->legal->count; i++) {
        const double gain = sign * (chance[i] - chance[best]);
        best = gain > rounding || (gain > -rounding && counts[i].visits > counts[best].visits) ? i : best;
    }
    return best;
}

/* The report says what was solved in place of what the iterations came to. */
static void report_solved(PolicyQuery *query, const double *chance, uint32_t chosen)
{
    PolicyReport *report = query->report;
    for (uint32_t i = 0; i < report->count; i++) {
        report->moves[i].win_probability = query->seat == SEAT_FRENCH ? chance[i] : 1.0 - chance[i];
        report->moves[i].standard_error = 0.0;
    }
    report->win_probability = report->moves[chosen].win_probability;
    report->standard_error = 0.0;
}

/* ------------------------------------------------------------------ a decision */

static double seconds_for(MctsSearch *search, const PolicyQuery *query)
{
    const MctsParams *params = &search->setting->params;
    double seconds = params->time;
    if (params->budget > 0.0) {
        const double share = budget_share(&search->budget, query->view);
        seconds = seconds > 0.0 && seconds < share ? seconds : share;
    }
    return seconds;
}

static void remember(MctsSearch *search, const PolicyQuery *query, Move move)
{
    search->kept = true;
    search->last_ply = query->ply;
    search->last_move = move;
    memcpy(search->last_view.bytes, query->view, search->setting->game->rules->state_bytes);
}

/* Tries plans within their share of what a decision may take. */
static void try_plans(MctsSearch *search, PolicyQuery *query, double seconds, PlansTrial *trial)
{
    const MctsParams *params = &search->setting->params;
    const PlansLimit limit = {(uint64_t)ceil(params->plans * (double)params->sims), params->plans * seconds};
    plans_search_try(search->plans, query, &limit, trial);
}

/* What the tree begins with. */
static void seeds_of(const PlansTrial *trial, const PolicyQuery *query, MctsSeed seeds[MOVE_LIST_MAX])
{
    const double sign = query->seat == SEAT_FRENCH ? 1.0 : -1.0;
    for (uint32_t i = 0; i < query->legal->count; i++) {
        const PlansVerdict *verdict = &trial->verdicts[i];
        seeds[i] = (MctsSeed){verdict->worlds, sign * (2.0 * verdict->mean - 1.0)};
    }
}

/* Whether plans leave nothing to the tree. */
static bool plans_decide(const MctsParams *params, const PlansTrial *trial)
{
    return params->plans >= 1.0 || (params->sims > 0 && trial->playouts >= params->sims);
}

/* A decision that needs no thought: as plans say, else as priors do. */
static uint32_t minor_move(MctsSearch *search, PolicyQuery *query)
{
    PlansTrial trial;
    if (search->plans == NULL) {
        return preferred_move(search, query);
    }
    plans_search_try(search->plans, query, &(PlansLimit){1, 0.0}, &trial);
    return trial.place;
}

/* Tells plan search what became of the decision; planned: it was asked. */
static void tell_plans(MctsSearch *search, uint32_t chosen, bool planned)
{
    if (search->plans != NULL && planned) {
        plans_search_follow(search->plans, chosen);
    } else if (search->plans != NULL) {
        plans_search_forget(search->plans);
    }
}

/* The answer where the trees were not asked, which then know nothing of the next decision. */
static Move answer_without_trees(MctsSearch *search, const PolicyQuery *query, uint32_t chosen, bool planned)
{
    search->kept = false;
    tell_plans(search, chosen, planned);
    return query->legal->moves[chosen];
}

/* Runs iterations within the limits of a run whose other parts it fills in. */
static uint64_t search_trees(MctsSearch *search, PolicyQuery *query, MctsRun run)
{
    const uint64_t seed = rng_next64(&query->rng);
    const MctsRoot root = {
        search->setting, query->view, query->legal, query->seat, rng_family(seed, RNG_PURPOSE_SEARCH),
        search->averages};
    prepare_trees(search, query);
    const bool watched = query->watch != NULL && query->report != NULL;
    Watching watching = {search, query, run.start, watched ? run.start + query->watch->every : 0.0};
    run.root = &root;
    run.trees = search->trees;
    run.tree_count = search->tree_count;
    run.workers = search->workers;
    run.stop = query->stop;
    run.look = watched ? look : NULL;
    run.look_context = &watching;
    return mcts_run(&run);
}

Move mcts_search_choose(MctsSearch *search, PolicyQuery *query)
{
    assert(seat_plays(query->seat));
    assert(query->legal->count > 0);
    const MctsParams *params = &search->setting->params;
    if (query->exploring) {
        return answer_without_trees(search, query, explored_move(search, query), false);
    }
    const bool left = is_left_to_priors(search, query);
    const uint32_t preferred = left ? minor_move(search, query) : 0;
    if (left && query->report == NULL) {
        return answer_without_trees(search, query, preferred, true);
    }
    const double start = clock_seconds();
    const double seconds_left = seconds_for(search, query);
    Count counts[MOVE_LIST_MAX] = {0};
    double chance[MOVE_LIST_MAX];
    const bool solved = !left && may_be_solved(search, query) && solve(search, query, seconds_left, chance);
    if (solved && query->report == NULL) {
        budget_spend(&search->budget, clock_seconds() - start);
        return answer_without_trees(search, query, best_solved(chance, counts, query), false);
    }
    const bool planning = search->plans != NULL && !left && !solved;
    PlansTrial trial = {0};
    MctsSeed seeds[MOVE_LIST_MAX];
    if (planning) {
        try_plans(search, query, seconds_left, &trial);
        seeds_of(&trial, query, seeds);
    }
    const bool planned = planning && plans_decide(params, &trial);
    const MctsRun limits = {
        .start = start,
        .seconds = seconds_left,
        .sims = left               ? MINOR_SIMS
                : params->sims > 0 ? params->sims - trial.playouts
                                   : 0,
        .idle = planned,
        .seeds = planning ? seeds : NULL,
    };
    const uint64_t iterations = trial.playouts + search_trees(search, query, limits);
    count_moves(search, query->legal, counts);
    const uint32_t best = left      ? preferred
                          : solved  ? best_solved(chance, counts, query)
                          : planned ? trial.place
                                    : best_move(search, counts, query->legal->count, query->seat);
    const bool noisy = params->noise > 0.0 && !left && !solved;
    const uint32_t chosen = noisy ? noisy_choice(search, counts, query, best) : best;
    const double seconds = clock_seconds() - start;
    budget_spend(&search->budget, seconds);
    if (query->report != NULL) {
        query->report->iterations = iterations;
        query->report->seconds = seconds;
        fill_report(search, query, counts, chosen);
        query->report->best = best;
        if (solved) {
            report_solved(query, chance, chosen);
        }
    }
    tell_plans(search, chosen, planning || left);
    remember(search, query, query->legal->moves[chosen]);
    return query->legal->moves[chosen];
}

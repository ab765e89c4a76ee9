/* worker.c: the inner loop of the search. */
#include "ai/mcts/worker.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Of the floor of tries (select_owed): visits from which on it is seen to, and the part of them that it takes
 * at most. */
enum { FLOOR_FROM = 1024, FLOOR_SHARE = 4 };

static const GameRules *rules_of(const MctsRoot *root) { return root->setting->game->rules; }

/* All that a seat sees, as a number. */
static uint32_t hash_view(const MctsSetting *setting, const State *state, Seat seat, State *view)
{
    const GameRules *rules = setting->game->rules;
    const size_t bytes = rules->state_bytes;
    uint64_t hash = 0;
    rules->view(setting->game->data, state, seat, view);
    for (size_t at = 0; at < bytes; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)view + at, bytes - at < sizeof word ? bytes - at : sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32U;
    }
    return (uint32_t)hash;
}

uint32_t mcts_key(const MctsSetting *setting, const State *state, Seat seat, State *view)
{
    if (setting->params.split == 2) {
        return hash_view(setting, state, seat, view);
    }
    uint32_t key = (uint32_t)state->seat | (uint32_t)state->step << 8U | (uint32_t)(state->over != 0) << 16U;
    if (setting->params.split != 0 && setting->ai != NULL && setting->ai->outcome_key != NULL) {
        key |= (setting->ai->outcome_key(setting->game, state) & 255U) << 24U;
    }
    return key;
}

/* ------------------------------------------------------------------ edges of a node */

static bool has_priors(const MctsSetting *setting)
{
    return setting->params.priors != MCTS_PRIORS_NONE && setting->ai != NULL && setting->ai->priors != NULL;
}

static void fill_priors(MctsWorker *worker, const MctsRoot *root)
{
    const MctsSetting *setting = root->setting;
    const uint32_t count = worker->legal.count;
    if (has_priors(setting)) {
        setting->ai->priors(setting->game, setting->knowledge, &worker->state.header, &worker->legal,
                            worker->memory, worker->priors);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        worker->priors[i] = 1.0F / (float)count;
    }
}

/* The move that priors, reckoned for this very world, like best; only where has_priors. */
static uint32_t choice_of_priors(MctsWorker *worker, const MctsSetting *setting)
{
    return game_ai_preferred(setting->ai, setting->game, setting->knowledge, &worker->state.header,
                             &worker->legal, worker->memory, worker->priors);
}

/* Gives a node its first edges. False if another thread is at it, or memory is short. */
static bool expand(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, MctsNode *node)
{
    assert(worker->legal.count > 0);
    uint32_t leaf = MCTS_NODE_LEAF;
    if (mcts_tree_full(tree) ||
        !atomic_compare_exchange_strong_explicit(&node->status, &leaf, MCTS_NODE_EXPANDING,
                                                 memory_order_relaxed, memory_order_relaxed)) {
        return false;
    }
    fill_priors(worker, root);
    const uint32_t block =
        mcts_tree_new_block(tree, worker->legal.count, worker->legal.moves, worker->priors, 0);
    if (block == 0) {
        atomic_store_explicit(&node->status, MCTS_NODE_LEAF, memory_order_relaxed);
        return false;
    }
    atomic_store_explicit(&node->first, block, memory_order_release);
    atomic_store_explicit(&node->status, MCTS_NODE_EXPANDED, memory_order_release);
    return true;
}

/* Collects the edges of a block whose moves are legal in this world, counting the absence of the others;
 * seen[i] is set for each legal move found. Both lists ascend. */
static void match_block(MctsWorker *worker, MctsBlock *block, bool *seen)
{
    assert(block->count <= MOVE_LIST_MAX);
    const Move *moves = mcts_moves(block);
    const MoveList *legal = &worker->legal;
    uint32_t i = 0;
    for (uint32_t m = 0; m < block->count; m++) {
        MctsEdge *edge = mcts_edge_of(block, m);
        while (i < legal->count && legal->moves[i] < moves[m]) {
            i++;
        }
        if (i < legal->count && legal->moves[i] == moves[m]) {
            seen[i] = true;
            worker->open[worker->open_count++] = edge;
        } else {
            mcts_add_one(&edge->absent, worker->alone);
        }
    }
}

/* Adds a block for the legal moves that no block holds; another thread may do the same at the same time: then
 * the moves stand in the tree twice, which costs memory and splits a count, no more. */
static void add_missing(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, MctsNode *node,
                        const bool *seen)
{
    assert(worker->open_count < MOVE_LIST_MAX);
    Move moves[MOVE_LIST_MAX];
    float priors[MOVE_LIST_MAX];
    uint32_t count = 0;
    fill_priors(worker, root);
    for (uint32_t i = 0; i < worker->legal.count; i++) {
        if (!seen[i]) {
            moves[count] = worker->legal.moves[i];
            priors[count++] = worker->priors[i];
        }
    }
    const uint32_t missed = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const uint32_t fresh = mcts_tree_new_block(tree, count, moves, priors, missed);
    if (fresh == 0) {
        return;
    }
    uint32_t last = atomic_load_explicit(&node->first, memory_order_acquire);
    for (;;) {
        uint32_t none = 0;
        if (atomic_compare_exchange_strong_explicit(&mcts_block(tree, last)->next, &none, fresh,
                                                    memory_order_acq_rel, memory_order_acquire)) {
            break;
        }
        last = none;
    }
    MctsEdge *edges = mcts_edges(mcts_block(tree, fresh));
    for (uint32_t i = 0; i < count; i++) {
        worker->open[worker->open_count++] = &edges[i];
    }
}

/* Finds the edges that are legal in this world. */
static void open_edges(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, MctsNode *node)
{
    uint32_t index = atomic_load_explicit(&node->first, memory_order_acquire);
    MctsBlock *block = mcts_block(tree, index);
    uint32_t next = atomic_load_explicit(&block->next, memory_order_acquire);
    if (next == 0 && block->count == worker->legal.count &&
        memcmp(mcts_moves(block), worker->legal.moves, block->count * sizeof(Move)) ==
            0) { /* the usual case */
        worker->ranked = mcts_edges(block);
        worker->open_count = block->count;
        return;
    }
    bool seen[MOVE_LIST_MAX] = {false};
    uint32_t found = 0;
    worker->ranked = NULL;
    worker->open_count = 0;
    while (index != 0) {
        block = mcts_block(tree, index);
        if (worker->open_count + block->count <= MOVE_LIST_MAX) { /* doubled moves can make lists too long */
            match_block(worker, block, seen);
        }
        index = atomic_load_explicit(&block->next, memory_order_acquire);
    }
    for (uint32_t i = 0; i < worker->legal.count; i++) {
        found += seen[i] ? 1U : 0U;
    }
    if (found < worker->legal.count && worker->open_count + (worker->legal.count - found) <= MOVE_LIST_MAX) {
        add_missing(worker, root, tree, node, seen);
    }
}

/* ------------------------------------------------------------------ selection */

/* What a node's edges are weighed with; values from the point of view of the seat that decides, in -1..1. */
typedef struct Scale {
    float sign;    /* of values for the seat that decides */
    float untried; /* value of a move not tried yet */
    Seat seat;
    float trust; /* in averages over the whole tree, for moves not tried yet */
    const MctsAverage *averages;
    float c;
    float loss; /* of a visit under way */
    uint32_t visits;
    float root; /* of the visits in which a move never absent was available, and one */
} Scale;

static Scale scale_of(const MctsWorker *worker, const MctsRoot *root, const MctsNode *node)
{
    const Seat seat = (Seat)worker->state.header.seat;
    const MctsParams *params = &root->setting->params;
    Scale scale;
    scale.visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const int64_t value = atomic_load_explicit(&node->value, memory_order_relaxed);
    scale.root = sqrtf((float)scale.visits + 1.0F);
    scale.sign = (seat == SEAT_FRENCH ? 1.0F : -1.0F) / (float)MCTS_VALUE_ONE;
    scale.untried = scale.visits > 0 ? scale.sign * (float)value / (float)scale.visits : 0.0F;
    scale.untried -= (float)params->fpu;
    scale.untried = scale.untried < -1.0F ? -1.0F : scale.untried; /* nothing is worse than a loss */
    scale.seat = seat;
    scale.trust = (float)params->mast;
    scale.averages = worker->averages;
    scale.c = (float)params->c;
    scale.loss = (float)params->vloss;
    return scale;
}

/* What to expect of a move nobody has tried here. */
static float untried_value(const Scale *scale, Move move)
{
    if (scale->averages == NULL) {
        return scale->untried;
    }
    const MctsAverage *average = &scale->averages[mcts_average_row(scale->seat, move)];
    const uint32_t visits = atomic_load_explicit(&average->visits, memory_order_relaxed);
    if (visits == 0) {
        return scale->untried;
    }
    const float mean =
        scale->sign * (float)atomic_load_explicit(&average->value, memory_order_relaxed) / (float)visits;
    return scale->untried + scale->trust * (mean - scale->untried);
}

static inline float root_of_available(const Scale *scale, const MctsEdge *edge)
{
    const uint32_t absent = atomic_load_explicit(&edge->absent, memory_order_relaxed);
    if (absent == 0) {
        return scale->root;
    }
    return sqrtf((float)(scale->visits > absent ? scale->visits - absent : 0U) + 1.0F);
}

/* Rosin's PUCT, with the visits in which the edge was available in place of the parent's visits. */
static inline float urgency(const Scale *scale, const MctsEdge *edge)
{
    const uint64_t tries = atomic_load_explicit(&edge->tries, memory_order_relaxed);
    const uint32_t visits = (uint32_t)tries;
    const float flying = (float)(uint32_t)(tries / MCTS_UNDER_WAY);
    const float lost = scale->loss * flying;
    const float count = (float)visits + lost;
    const float value =
        count > 0.0F
            ? (scale->sign * (float)atomic_load_explicit(&edge->value, memory_order_relaxed) - lost) / count
            : untried_value(scale, edge->move);
    /* visits under way count as visits here (A. Liu et al., "Watch the Unobserved", 2020): threads spread out
     * without their moves looking worse than they are */
    return value + scale->c * edge->prior * root_of_available(scale, edge) / (1.0F + (float)visits + flying);
}

static inline MctsEdge *open_edge(const MctsWorker *worker, uint32_t i)
{
    assert(i < worker->open_count);
    return worker->ranked != NULL ? &worker->ranked[i] : worker->open[i];
}

/* An edge that was there to be chosen in each visit of its node, and never was: those ranked behind it have
 * not been tried either, and promise no more. */
static inline bool never_chosen(const MctsEdge *edge)
{
    return (atomic_load_explicit(&edge->tries, memory_order_relaxed) |
            atomic_load_explicit(&edge->absent, memory_order_relaxed)) == 0;
}

static MctsEdge *select_edge(const MctsWorker *worker, const MctsRoot *root, const MctsNode *node)
{
    assert(worker->open_count > 0);
    const Scale scale = scale_of(worker, root, node);
    const bool by_rank = worker->ranked != NULL && scale.averages == NULL;
    MctsEdge *best = open_edge(worker, 0);
    float most = urgency(&scale, best);
    for (uint32_t i = 1; i < worker->open_count && !(by_rank && never_chosen(open_edge(worker, i - 1)));
         i++) {
        MctsEdge *edge = open_edge(worker, i);
        const float value = urgency(&scale, edge);
        if (value > most) {
            most = value;
            best = edge;
        }
    }
    return best;
}

static uint32_t tries_of(const MctsEdge *edge)
{
    const uint64_t tries = atomic_load_explicit(&edge->tries, memory_order_relaxed);
    return (uint32_t)tries + (uint32_t)(tries / MCTS_UNDER_WAY);
}

/* Flat Monte Carlo: the move tried least. */
static MctsEdge *select_evenly(const MctsWorker *worker)
{
    assert(worker->open_count > 0);
    MctsEdge *best = open_edge(worker, 0);
    for (uint32_t i = 1; i < worker->open_count; i++) {
        MctsEdge *edge = open_edge(worker, i);
        best = tries_of(edge) < tries_of(best) ? edge : best;
    }
    return best;
}

/* A floor of tries: of the moves to choose from, the one tried least, if it has had less than `floor` tries.
 * Where priors and the first values blind a search to a move that begins something (a trap), some twenty
 * tries show it. They take a quarter of the iterations at most, and begin late: a short search needs all it
 * has for its best moves. NULL: all have theirs. After Danihelka et al., "Policy improvement by planning with
 * Gumbel" (2022), whose root gives every candidate a share. */
static MctsEdge *select_owed(const MctsWorker *worker, const MctsRoot *root, const MctsNode *node)
{
    const uint32_t visits = atomic_load_explicit(&node->visits, memory_order_relaxed);
    const uint64_t floor = root->setting->params.floor;
    if (floor == 0 || visits < FLOOR_FROM) {
        return NULL;
    }
    MctsEdge *least = select_evenly(worker);
    const uint64_t tries = tries_of(least);
    return tries < floor && tries * worker->open_count * FLOOR_SHARE < visits ? least : NULL;
}

/* ------------------------------------------------------------------ leaves */

static int32_t value_of_outcome(const MctsRoot *root, const State *state)
{
    assert(state->over);
    const MctsParams *params = &root->setting->params;
    const Outcome outcome = game_outcome(root->setting->game, state);
    const double worth = outcome.grade == OUTCOME_MARGINAL    ? params->marginal
                         : outcome.grade == OUTCOME_TIE_BREAK ? params->tie_break
                                                              : 1.0;
    const int32_t value = (int32_t)(worth * MCTS_VALUE_ONE);
    return outcome.winner == SEAT_FRENCH ? value : outcome.winner == SEAT_COALITION ? -value : 0;
}

static uint32_t playout_choice(MctsWorker *worker, const MctsSetting *setting)
{
    assert(worker->legal.count > 0);
    const GameAi *ai = setting->ai;
    const State *state = &worker->state.header;
    enum mcts_playout playout = setting->params.playout;
    if (playout == MCTS_PLAYOUT_PRIORS) {
        if (has_priors(setting)) {
            return choice_of_priors(worker, setting);
        }
        playout = MCTS_PLAYOUT_HEAVY;
    }
    if (playout == MCTS_PLAYOUT_LIGHT && ai != NULL && ai->playout_light != NULL) {
        return ai->playout_light(setting->game, setting->knowledge, state, &worker->legal, &worker->rng);
    }
    if (playout == MCTS_PLAYOUT_HEAVY && ai != NULL && ai->playout_heavy != NULL) {
        return ai->playout_heavy(setting->game, setting->knowledge, state, &worker->legal, worker->memory,
                                 &worker->rng);
    }
    return rng_bounded(&worker->rng, worker->legal.count);
}

/* How far a leaf is still to be played on. */
typedef struct Way {
    bool quiet;         /* until nothing is half done ... */
    uint64_t stretches; /* ... and so many more stretches of play have begun */
    uint32_t stretch;   /* the one at hand, where they count */
} Way;

static uint32_t stretch_of(const MctsSetting *setting, const State *state)
{
    const GameAi *ai = setting->ai;
    return ai != NULL && ai->stretch != NULL ? ai->stretch(setting->game, state) : state->turn;
}

/* Stretches count from the decision searched: one that the tree has gone through already counts. */
static Way way_of_leaf(const MctsRoot *root, const State *state)
{
    const MctsSetting *setting = root->setting;
    const MctsParams *params = &setting->params;
    Way way = {setting->evaluates && params->quiet != 0 && setting->ai->is_quiet != NULL, 0, 0};
    if (way.quiet && params->stretches > 0) {
        way.stretch = stretch_of(setting, state);
        way.stretches = params->stretches - (way.stretch != stretch_of(setting, root->view) ? 1U : 0U);
    }
    return way;
}

/* Whether the way is gone. */
static bool has_arrived(const MctsSetting *setting, const State *state, Way *way)
{
    if (way->stretches > 0) {
        const uint32_t now = stretch_of(setting, state);
        way->stretches -= now != way->stretch ? 1U : 0U;
        way->stretch = now;
    }
    return way->quiet && way->stretches == 0 && setting->ai->is_quiet(setting->game, state);
}

/* Value of the state for the French: the game's result, or the evaluation after some decisions more. */
static int32_t leaf_value(MctsWorker *worker, const MctsRoot *root)
{
    const MctsSetting *setting = root->setting;
    State *state = &worker->state.header;
    const uint64_t horizon = setting->evaluates ? setting->params.horizon : rules_of(root)->max_plies;
    Way way = way_of_leaf(root, state);
    for (uint64_t i = 0; i < horizon && !state->over && !has_arrived(setting, state, &way); i++) {
        (void)game_listed(setting->game, state, &worker->legal);
        game_advance(setting->game, state, worker->legal.moves[playout_choice(worker, setting)],
                     &worker->dice, &worker->scratch, &worker->legal);
    }
    if (state->over) {
        return value_of_outcome(root, state);
    }
    if (!setting->evaluates) {
        return 0;
    }
    const float chance = setting->ai->evaluate(setting->game, setting->knowledge, state);
    return (int32_t)((2.0F * chance - 1.0F) * (float)MCTS_VALUE_ONE);
}

/* ------------------------------------------------------------------ the iteration */

/* Where a move stands in the list asked about. */
static uint32_t place_of(const MctsRoot *root, Move move)
{
    assert(root->legal->count > 0);
    uint32_t i = 0;
    while (i + 1 < root->legal->count && root->legal->moves[i] != move) {
        i++;
    }
    return i;
}

/* The first move of an iteration, chosen before its world is: which moves the root has does not depend on it.
 * NULL if there was no memory for the root's edges. */
static MctsEdge *first_edge(MctsWorker *worker, const MctsRoot *root, MctsTree *tree)
{
    MctsNode *node = mcts_node(tree, tree->root);
    if (atomic_load_explicit(&node->status, memory_order_acquire) != MCTS_NODE_EXPANDED) {
        return NULL;
    }
    worker->state.header = *root->view; /* who decides; the world comes later */
    worker->legal.count = root->legal->count;
    memcpy(worker->legal.moves, root->legal->moves, root->legal->count * sizeof root->legal->moves[0]);
    open_edges(worker, root, tree, node);
    if (worker->open_count == 0) {
        return NULL;
    }
    if (root->setting->params.flat) {
        return select_evenly(worker);
    }
    MctsEdge *owed = select_owed(worker, root, node);
    return owed != NULL ? owed : select_edge(worker, root, node);
}

/* The n-th try of each of the root's moves is made in the same world with the same dice (common random
 * numbers; P. Glasserman, D. Yao, "Some Guidelines and Guarantees for Common Random Numbers", 1992): luck
 * that all of them share does not tell them apart. */
static uint64_t number_of_try(const MctsWorker *worker, const MctsRoot *root, MctsTree *tree, uint64_t number)
{
    if (root->setting->params.common == 0) {
        return number;
    }
    return (number >> MCTS_SERIES_SHIFT << MCTS_SERIES_SHIFT) +
           atomic_fetch_add_explicit(&tree->tried[worker->first], 1U, memory_order_relaxed);
}

static void begin(MctsWorker *worker, const MctsRoot *root, uint64_t number)
{
    const GameRules *rules = rules_of(root);
    worker->rng = rng_member(&root->streams, 2 * number);
    memcpy(worker->state.bytes, root->view, rules->state_bytes);
    rules->determinize(root->setting->game->data, &worker->state.header, root->seat, &worker->rng);
    worker->dice = dice_from_stream(rng_member(&root->streams, 2 * number + 1));
    worker->legal.count = 0;
    worker->depth = 0;
}

/* Most decisions only fill in a greater one (GameAi.is_minor): with a node for each, searches hardly get
 * beyond them. */
static void take_minor_decisions(MctsWorker *worker, const MctsRoot *root)
{
    const MctsSetting *setting = root->setting;
    State *state = &worker->state.header;
    if (setting->params.minor == 0 || setting->params.flat || !has_priors(setting) ||
        setting->ai->is_minor == NULL) {
        return;
    }
    while (!state->over && setting->ai->is_minor(setting->game, state)) {
        (void)game_listed(setting->game, state, &worker->legal);
        game_advance(setting->game, state, worker->legal.moves[choice_of_priors(worker, setting)],
                     &worker->dice, &worker->scratch, &worker->legal);
    }
}

/* Takes one edge down; returns the node reached, 0 if the arena is full. */
static uint32_t step_down(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, uint32_t index,
                          MctsEdge *edge)
{
    assert(worker->depth < MCTS_PATH_MAX);
    assert(edge != NULL);
    __builtin_prefetch(mcts_node(tree, atomic_load_explicit(&edge->child, memory_order_relaxed)));
    mcts_add_tries(&edge->tries, MCTS_UNDER_WAY, worker->alone);
    worker->path[worker->depth++] = (MctsStep){index, (Seat)worker->state.header.seat, edge};
    game_advance(root->setting->game, &worker->state.header, edge->move, &worker->dice, &worker->scratch,
                 &worker->legal);
    take_minor_decisions(worker, root);
    return mcts_tree_child(tree, edge,
                           mcts_key(root->setting, &worker->state.header, root->seat, &worker->view.header));
}

/* Brings a node's first edges nearer while the rules work out what is legal: large trees do not fit into
 * caches. */
static void fetch_edges(const MctsTree *tree, const MctsNode *node)
{
    const unsigned char *block =
        tree->units + (size_t)atomic_load_explicit(&node->first, memory_order_relaxed) * MCTS_UNIT_BYTES;
    __builtin_prefetch(block);
    __builtin_prefetch(block + CACHE_LINE_BYTES);
    __builtin_prefetch(block + 2L * CACHE_LINE_BYTES);
}

/* Descends from a node to a leaf; returns the node there, 0 if there is no memory for it. Flat Monte Carlo
 * has leaves only. */
static uint32_t descend(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, uint32_t index)
{
    while (index != 0 && !worker->state.header.over && worker->depth < MCTS_PATH_MAX) {
        MctsNode *node = mcts_node(tree, index);
        const uint32_t status = atomic_load_explicit(&node->status, memory_order_acquire);
        if (status != MCTS_NODE_EXPANDED &&
            (root->setting->params.flat || atomic_load_explicit(&node->visits, memory_order_relaxed) == 0)) {
            return index;
        }
        fetch_edges(tree, node);
        (void)game_listed(root->setting->game, &worker->state.header, &worker->legal);
        if (status != MCTS_NODE_EXPANDED && !expand(worker, root, tree, node)) {
            return index;
        }
        open_edges(worker, root, tree, node);
        if (worker->open_count == 0) {
            return index;
        }
        index = step_down(worker, root, tree, index, select_edge(worker, root, node));
    }
    return index;
}

static void count_root(MctsTotals *totals, uint32_t first, int32_t value)
{
    assert(first < MOVE_LIST_MAX);
    totals->squares[first] += (uint64_t)((int64_t)value * value) / MCTS_VALUE_ONE;
    totals->visits[first]++;
    totals->value[first] += value;
}

static void count_averages(const MctsWorker *worker, MctsAverage *averages, int32_t value)
{
    for (uint32_t i = 0; i < worker->depth; i++) {
        MctsAverage *average = &averages[mcts_average_row(worker->path[i].seat, worker->path[i].edge->move)];
        (void)atomic_fetch_add_explicit(&average->value, value, memory_order_relaxed);
        (void)atomic_fetch_add_explicit(&average->visits, 1U, memory_order_relaxed);
    }
}

static void back_up(MctsWorker *worker, MctsTree *tree, uint32_t leaf, int32_t value)
{
    assert(value >= -MCTS_VALUE_ONE && value <= MCTS_VALUE_ONE);
    const bool alone = worker->alone;
    if (leaf != 0) {
        mcts_add_value(&mcts_node(tree, leaf)->value, value, alone);
        mcts_add_one(&mcts_node(tree, leaf)->visits, alone);
    }
    for (uint32_t i = 0; i < worker->depth; i++) {
        MctsNode *node = mcts_node(tree, worker->path[i].node);
        MctsEdge *edge = worker->path[i].edge;
        mcts_add_value(&edge->value, value, alone);
        mcts_add_tries(&edge->tries, MCTS_VISIT - MCTS_UNDER_WAY, alone);
        mcts_add_value(&node->value, value, alone);
        mcts_add_one(&node->visits, alone);
    }
}

void mcts_iterate(MctsWorker *worker, const MctsRoot *root, MctsTree *tree, uint64_t number)
{
    assert(tree->root != 0);
    uint32_t leaf = tree->root;
    MctsEdge *first = first_edge(worker, root, tree);
    if (first != NULL) {
        worker->first = place_of(root, first->move);
        begin(worker, root, number_of_try(worker, root, tree, number));
        leaf = descend(worker, root, tree, step_down(worker, root, tree, tree->root, first));
    } else {
        begin(worker, root, number);
    }
    worker->depth_sum += worker->depth;
    worker->depth_max = worker->depth > worker->depth_max ? worker->depth : worker->depth_max;
    const int32_t value = leaf_value(worker, root);
    back_up(worker, tree, leaf, value);
    if (worker->averages != NULL) {
        count_averages(worker, worker->averages, value);
    }
    if (worker->depth > 0) {
        count_root(&worker->totals, worker->first, value);
    }
}

bool mcts_open_root(MctsWorker *worker, const MctsRoot *root, MctsTree *tree)
{
    assert(root->legal->count > 0);
    MctsNode *node = mcts_node(tree, tree->root);
    memset(tree->tried, 0, sizeof tree->tried);
    Rng rng = rng_member(&root->streams, UINT64_MAX); /* a world of its own: priors are for full positions */
    memcpy(worker->state.bytes, root->view, rules_of(root)->state_bytes);
    rules_of(root)->determinize(root->setting->game->data, &worker->state.header, root->seat, &rng);
    worker->legal = *root->legal;
    if (atomic_load_explicit(&node->status, memory_order_acquire) != MCTS_NODE_EXPANDED) {
        return expand(worker, root, tree, node);
    }
    open_edges(worker, root, tree, node); /* a kept root may lack moves, which it gets here */
    return true;
}

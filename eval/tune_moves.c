/* tune_moves.c: searches positions, and fits a softmax over their moves to the visits. */
#include "eval/tune_moves.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "engine/json.h"
#include "eval/jobs.h"
#include "eval/positions.h"
#include "eval/tune.h"

enum { SEED = 7, HOLD_OUT = 10, POINTS = SEAT_COUNT * MOVE_MODEL_STEPS };

/* One file's game with what a search of it needs. */
typedef struct Source {
    PositionsFile file;
    Game game;
    Policy policy;
    void *knowledge;
    uint64_t every; /* one position in so many is taken */
} Source;

/* A move of a searched position. */
typedef struct Option {
    uint64_t key;
    uint32_t row;
    float base;   /* the game's own prior, relative to the best */
    float prior;  /* the same as a share */
    float target; /* share of visits */
} Option;

typedef struct Searched {
    float units[MODEL_WIDTH];
    uint32_t point; /* seat and step */
    uint32_t game;
    uint32_t count;
    Option option[MOVE_LIST_MAX];
} Searched;

/* A position in the sample. */
typedef struct Sampled {
    float units[MODEL_WIDTH];
    uint64_t first; /* of its options */
    uint32_t point;
    uint32_t count;
    bool held;
} Sampled;

typedef struct Entry {
    uint32_t source;
    PositionEntry entry;
    size_t state; /* offset */
} Entry;

typedef struct Sample {
    const TuneMovesPlan *plan;
    Source *sources;
    Entry *entries;
    uint64_t entry_count;
    unsigned char *states;
    Sampled *position;
    uint64_t count;
    Option *option;
    uint64_t options, option_room;
    MoveModel *model;
    bool failed;
} Sample;

/* ------------------------------------------------------------------ files */

static bool open_source(Source *source, const TuneMovesPlan *plan, const char *name, Err *err)
{
    char spec[POLICY_SPEC_BYTES];
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    JsonDoc doc;
    if (!positions_open(&source->file, name, err)) {
        return false;
    }
    for (size_t i = 0; i < source->file.override_count; i++) {
        overrides[i] = source->file.overrides[i];
    }
    (void)snprintf(spec, sizeof spec, "mcts:sims=%llu,reuse=0,early=0,memory=16,evaluation=%s", (unsigned long long)plan->sims,
                   plan->evaluation);
    if (!game_load(&source->game, source->file.scenario, overrides, source->file.override_count, err) ||
        !policy_init(&source->policy, &source->game, spec, err) || !json_load(&doc, plan->evaluation, err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    const GameAi *ai = game_ai_find(source->game.rules->id);
    source->knowledge = ai->knowledge_load(&source->game, &root, err);
    json_release(&doc);
    const size_t bytes = source->game.rules->state_bytes;
    return source->knowledge != NULL &&
           ((bytes == source->file.state_bytes && strcmp(source->game.sha256, source->file.sha256) == 0) ||
            err_set(err, name, NULL, "made with another version of %s", source->file.scenario));
}

static bool read_source(Sample *sample, uint32_t number, Err *err)
{
    Source *source = &sample->sources[number];
    StateBuffer state;
    PositionEntry entry;
    for (uint64_t i = 0; positions_next(&source->file, &entry, &state, err); i++) {
        char message[GAME_CHECK_BYTES];
        if (i % source->every != 0 || state.header.over ||
            !source->game.rules->check(source->game.data, &state.header, message)) {
            continue;
        }
        Entry *to = &sample->entries[sample->entry_count];
        to->source = number;
        to->entry = entry;
        to->state = sample->entry_count * source->file.state_bytes;
        memcpy(sample->states + to->state, state.bytes, source->file.state_bytes);
        sample->entry_count++;
    }
    return !err->set;
}

static bool read_all(Sample *sample, Err *err)
{
    const TuneMovesPlan *plan = sample->plan;
    uint64_t room = 0;
    size_t bytes = 0;
    for (size_t i = 0; i < plan->count; i++) {
        Source *source = &sample->sources[i];
        if (!open_source(source, plan, plan->names[i], err)) {
            return false;
        }
        const uint64_t share = plan->limit / plan->count;
        source->every = plan->limit == 0 || share == 0 || source->file.count <= share ? 1 : (source->file.count + share - 1) / share;
        room += source->file.count / source->every + 1;
        bytes = source->file.state_bytes;
    }
    sample->entries = calloc(room, sizeof *sample->entries);
    sample->states = calloc(room, bytes);
    sample->position = calloc(room, sizeof *sample->position);
    if (sample->entries == NULL || sample->states == NULL || sample->position == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < plan->count; i++) {
        if (!read_source(sample, i, err)) {
            return false;
        }
    }
    return sample->entry_count > 0 || err_set(err, plan->names[0], NULL, "no positions to search");
}

/* ------------------------------------------------------------------ searching */

static void fill_options(Searched *searched, const State *world, const PolicyReport *report, const float *priors)
{
    uint64_t visits = 0;
    float best = 0.0F;
    for (uint32_t i = 0; i < report->count; i++) {
        visits += report->moves[i].visits;
        best = priors[i] > best ? priors[i] : best;
    }
    searched->count = visits > 0 ? report->count : 0;
    for (uint32_t i = 0; i < searched->count; i++) {
        searched->option[i] = (Option){move_model_key(world, report->moves[i].move), 0, priors[i] / best, priors[i],
                                       (float)report->moves[i].visits / (float)visits};
    }
}

/* Searches one position as the seat that decides sees it; units and priors are those of one random world. */
static bool search_position(void *context, int thread, uint64_t index, void *result)
{
    (void)thread;
    Sample *sample = context;
    Searched *searched = result;
    const Entry *entry = &sample->entries[index];
    Source *source = &sample->sources[entry->source];
    const Game *game = &source->game;
    const GameAi *ai = game_ai_find(game->rules->id);
    StateBuffer view;
    StateBuffer world;
    MoveList legal;
    PolicyReport report;
    ModelInputs inputs;
    float priors[MOVE_LIST_MAX];
    memcpy(world.bytes, sample->states + entry->state, game->rules->state_bytes);
    const Seat seat = (Seat)world.header.seat;
    game->rules->view(game->data, &world.header, seat, &view.header);
    (void)game_legal(game, &view.header, &legal);
    PolicyQuery query = {.view = &view.header,
                         .legal = &legal,
                         .seat = seat,
                         .ply = entry->entry.ply,
                         .rng = rng_derive(SEED, RNG_PURPOSE_SEARCH, index),
                         .stop = sample->plan->stop,
                         .report = &report};
    void *session = policy_session_new(&source->policy, seat);
    (void)policy_choose(&source->policy, session, &query);
    policy_session_free(&source->policy, session);
    Rng rng = rng_derive(SEED, RNG_PURPOSE_SAMPLE, index);
    memcpy(world.bytes, view.bytes, game->rules->state_bytes);
    game->rules->determinize(game->data, &world.header, seat, &rng);
    ai->inputs(game, &world.header, &inputs);
    model_units(ai->model(source->knowledge), &inputs, searched->units);
    ai->priors(game, source->knowledge, &world.header, &legal, priors);
    searched->point = (uint32_t)seat * MOVE_MODEL_STEPS + world.header.step;
    searched->game = entry->entry.game;
    fill_options(searched, &world.header, &report, priors);
    return true;
}

static bool grow(Sample *sample, uint32_t more)
{
    if (sample->options + more <= sample->option_room) {
        return true;
    }
    const uint64_t room = sample->option_room > 0 ? 2 * sample->option_room : 65536;
    Option *option = realloc(sample->option, room * sizeof *option);
    if (option != NULL) {
        sample->option = option;
        sample->option_room = room;
    }
    return option != NULL;
}

static bool keep_searched(void *context, uint64_t index, const void *result)
{
    Sample *sample = context;
    const Searched *searched = result;
    const TuneMovesPlan *plan = sample->plan;
    if (!grow(sample, MOVE_LIST_MAX)) {
        sample->failed = true;
        return false;
    }
    Sampled *position = &sample->position[sample->count];
    memcpy(position->units, searched->units, sizeof position->units);
    position->first = sample->options;
    position->point = searched->point;
    position->count = searched->count;
    position->held = rng_mix((uint64_t)sample->entries[index].source << 32U | searched->game) % HOLD_OUT == 0;
    memcpy(sample->option + sample->options, searched->option, searched->count * sizeof *searched->option);
    sample->options += searched->count;
    sample->count += searched->count > 0 ? 1U : 0U;
    if (plan->listener != NULL) {
        plan->listener(plan->context, index + 1, sample->entry_count, "positions searched");
    }
    return true;
}

/* ------------------------------------------------------------------ rows */

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

/* Gives a row to each move met often enough, and every option its row. */
static bool make_rows(Sample *sample, Err *err)
{
    uint64_t *keys = malloc((sample->options > 0 ? sample->options : 1) * sizeof *keys);
    if (keys == NULL || !move_model_init(sample->model, MOVE_MODEL_ROWS_MAX - 1, err)) {
        free(keys);
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint64_t i = 0; i < sample->options; i++) {
        keys[i] = sample->option[i].key;
    }
    qsort(keys, sample->options, sizeof *keys, by_key);
    for (uint64_t i = 0, start = 0; i <= sample->options; i++) {
        if (i == sample->options || keys[i] != keys[start]) {
            if (i - start >= sample->plan->least && sample->model->count < MOVE_MODEL_ROWS_MAX - 1) {
                (void)move_model_add(sample->model, keys[start]);
            }
            start = i;
        }
    }
    free(keys);
    for (uint64_t i = 0; i < sample->options; i++) {
        sample->option[i].row = move_model_find(sample->model, sample->option[i].key);
    }
    return sample->model->count > 0 || err_set(err, NULL, NULL, "no move was met %u times", sample->plan->least);
}

/* ------------------------------------------------------------------ the objective */

/* The vector: rows, then two weights a decision point. */
static size_t vector_size(const Sample *sample) { return (size_t)sample->model->count * MODEL_WIDTH + 2 * POINTS; }

static void softmax_of(const Sample *sample, const Sampled *position, const double *x, double *p)
{
    const double *step = x + (size_t)sample->model->count * MODEL_WIDTH + 2 * (size_t)position->point;
    double most = -1e300;
    double sum = 0.0;
    for (uint32_t i = 0; i < position->count; i++) {
        const Option *option = &sample->option[position->first + i];
        p[i] = step[0] * (double)option->base + (option->base >= 1.0F ? step[1] : 0.0);
        const double *row = x + (size_t)option->row * MODEL_WIDTH;
        for (unsigned u = 0; u < MODEL_WIDTH && option->row != MOVE_MODEL_ROWS_MAX; u++) {
            p[i] += row[u] * (double)position->units[u];
        }
        most = p[i] > most ? p[i] : most;
    }
    for (uint32_t i = 0; i < position->count; i++) {
        p[i] = exp(p[i] - most);
        sum += p[i];
    }
    for (uint32_t i = 0; i < position->count; i++) {
        p[i] /= sum;
    }
}

static void add_gradient(const Sample *sample, const Sampled *position, const double *p, double *g)
{
    double *step = g + (size_t)sample->model->count * MODEL_WIDTH + 2 * (size_t)position->point;
    for (uint32_t i = 0; i < position->count; i++) {
        const Option *option = &sample->option[position->first + i];
        const double error = p[i] - (double)option->target;
        step[0] += error * (double)option->base;
        step[1] += option->base >= 1.0F ? error : 0.0;
        double *row = g + (size_t)option->row * MODEL_WIDTH;
        for (unsigned u = 0; u < MODEL_WIDTH && option->row != MOVE_MODEL_ROWS_MAX; u++) {
            row[u] += error * (double)position->units[u];
        }
    }
}

static double cross_entropy(const Sample *sample, const Sampled *position, const double *p)
{
    double loss = 0.0;
    for (uint32_t i = 0; i < position->count; i++) {
        const double target = (double)sample->option[position->first + i].target;
        loss -= target > 0.0 ? target * log(p[i] > 1e-12 ? p[i] : 1e-12) : 0.0;
    }
    return loss;
}

static double objective(void *context, const double *x, double *g)
{
    const Sample *sample = context;
    const size_t size = vector_size(sample);
    uint64_t count = 0;
    double loss = 0.0;
    memset(g, 0, size * sizeof *g);
    for (uint64_t k = 0; k < sample->count; k++) {
        const Sampled *position = &sample->position[k];
        double p[MOVE_LIST_MAX];
        if (!position->held) {
            softmax_of(sample, position, x, p);
            add_gradient(sample, position, p, g);
            loss += cross_entropy(sample, position, p);
            count++;
        }
    }
    double squares = 0.0;
    for (size_t i = 0; i < size; i++) {
        g[i] = g[i] / (double)(count > 0 ? count : 1) + sample->plan->l2 * x[i];
        squares += x[i] * x[i];
    }
    return loss / (double)(count > 0 ? count : 1) + 0.5 * sample->plan->l2 * squares;
}

/* ------------------------------------------------------------------ figures */

static void judge(const Sample *sample, const double *x, TuneMovesResult *result)
{
    uint64_t counts[2] = {0, 0};
    double losses[2] = {0.0, 0.0};
    for (uint64_t k = 0; k < sample->count; k++) {
        const Sampled *position = &sample->position[k];
        double p[MOVE_LIST_MAX];
        softmax_of(sample, position, x, p);
        losses[position->held] += cross_entropy(sample, position, p);
        counts[position->held]++;
        for (uint32_t i = 0; i < position->count && position->held; i++) {
            p[i] = (double)sample->option[position->first + i].prior;
        }
        result->base += position->held ? cross_entropy(sample, position, p) : 0.0;
        for (uint32_t i = 0; i < position->count && position->held; i++) {
            p[i] = (double)sample->option[position->first + i].target;
        }
        result->target += position->held ? cross_entropy(sample, position, p) : 0.0;
    }
    const double held = (double)(counts[1] > 0 ? counts[1] : 1);
    result->positions = sample->count;
    result->held = counts[1];
    result->rows = sample->model->count;
    result->fitted = losses[0] / (double)(counts[0] > 0 ? counts[0] : 1);
    result->judged = losses[1] / held;
    result->base /= held;
    result->target /= held;
}

static void take_over(Sample *sample, const double *x)
{
    MoveModel *model = sample->model;
    for (size_t i = 0; i < model->count; i++) {
        for (unsigned u = 0; u < MODEL_WIDTH; u++) {
            model->weight[i][u] = (float)x[i * MODEL_WIDTH + u];
        }
    }
    for (size_t point = 0; point < POINTS; point++) {
        for (unsigned k = 0; k < 2; k++) {
            model->step[point / MOVE_MODEL_STEPS][point % MOVE_MODEL_STEPS][k] =
                (float)x[(size_t)model->count * MODEL_WIDTH + 2 * point + k];
        }
    }
}

/* ------------------------------------------------------------------ the whole */

static bool fit(Sample *sample, TuneMovesResult *result, Err *err)
{
    const size_t size = vector_size(sample);
    double *x = calloc(size, sizeof *x);
    if (x == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const TuneMinimum plan = {size, objective, sample, sample->plan->iterations, sample->plan->stop};
    const bool good = tune_minimise(&plan, x, &result->iterations, err);
    if (good) {
        judge(sample, x, result);
        take_over(sample, x);
    }
    free(x);
    return good;
}

static bool search_all(Sample *sample, Err *err)
{
    const TuneMovesPlan *plan = sample->plan;
    const JobsPlan jobs = {sample->entry_count, plan->threads,   sizeof(Searched), sample,
                           plan->stop,          search_position, keep_searched};
    uint64_t emitted = 0;
    if (!jobs_run(&jobs, &emitted, err)) {
        return false;
    }
    return !sample->failed || err_set(err, NULL, NULL, "out of memory");
}

static void release(Sample *sample)
{
    for (size_t i = 0; i < sample->plan->count; i++) {
        Source *source = &sample->sources[i];
        if (source->knowledge != NULL) {
            game_ai_find(source->game.rules->id)->knowledge_release(source->knowledge);
        }
        if (source->policy.kind != NULL) {
            policy_release(&source->policy);
        }
        if (source->game.rules != NULL) {
            game_release(&source->game);
        }
        if (source->file.file != NULL) {
            positions_close(&source->file);
        }
    }
    free(sample->sources);
    free(sample->entries);
    free(sample->states);
    free(sample->position);
    free(sample->option);
}

bool tune_moves_fit(const TuneMovesPlan *plan, MoveModel *model, TuneMovesResult *result, Err *err)
{
    Sample sample = {.plan = plan, .model = model};
    memset(model, 0, sizeof *model);
    memset(result, 0, sizeof *result);
    sample.sources = calloc(plan->count, sizeof *sample.sources);
    if (sample.sources == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = read_all(&sample, err) && search_all(&sample, err) && make_rows(&sample, err) && fit(&sample, result, err);
    release(&sample);
    if (!good) {
        move_model_release(model);
    }
    return good;
}

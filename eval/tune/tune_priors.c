/* tune_priors.c: see tune_priors.h. Like tune.c it calls libLBFGS (Naoaki Okazaki, MIT licence). */
#include "eval/tune/tune_priors.h"

#include <lbfgs.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

enum { MEMORY = 20, INPUTS = PRIOR_INPUTS_MAX };

/* Bonuses are held back twice as much as weights: there are many of them, each for few decisions. */
#define BONUS_PENALTY 2.0

/* Values may be 0 only in logarithms of shares that are multiplied by them. */
#define TINY 1e-12

/* ------------------------------------------------------------------ reading */

typedef struct Reader {
    PriorSample *sample;
    PriorFile *file;
    Game game;
    void *knowledge;
    double holdout;
} Reader;

static bool grow(PriorSample *sample)
{
    if (sample->count == sample->room) {
        const uint64_t room = sample->room > 0 ? 2 * sample->room : 4096;
        PriorDecision *decision = realloc(sample->decision, room * sizeof *decision);
        if (decision == NULL) {
            return false;
        }
        sample->decision = decision;
        sample->room = room;
    }
    if (sample->choice_room - sample->choices < MOVE_LIST_MAX) {
        const uint64_t room = sample->choice_room > 0 ? 2 * sample->choice_room : 32768;
        PriorChoice *choice = realloc(sample->choice, room * sizeof *choice);
        if (choice == NULL) {
            return false;
        }
        sample->choice = choice;
        sample->choice_room = room;
    }
    return true;
}

/* Takes the decision's choices in; false if the model has no room for a move. */
static bool add_choices(Reader *reader, Seat seat, const MoveList *legal, const PriorInputs *inputs,
                        const uint32_t *visits)
{
    PriorSample *sample = reader->sample;
    double total = 0.0;
    for (uint32_t i = 0; i < legal->count; i++) {
        total += (double)visits[i];
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        PriorChoice *choice = &sample->choice[sample->choices + i];
        memcpy(choice->value, inputs->value[i], sizeof choice->value);
        choice->belief = logf(inputs->belief[i]);
        choice->share = (float)((double)visits[i] / total);
        choice->row = prior_model_row(&sample->model, inputs->kind[i]);
        choice->move = prior_model_move(&sample->model, prior_key(seat, inputs->kind[i], legal->moves[i]));
        if (choice->move == PRIOR_MOVES_MAX) {
            return false;
        }
    }
    return true;
}

static bool add(Reader *reader, const SearchEntry *entry, const StateBuffer *state, const uint32_t *visits,
                Err *err)
{
    PriorSample *sample = reader->sample;
    const Game *game = &reader->game;
    MoveList legal;
    PriorInputs inputs;
    char message[GAME_CHECK_BYTES];
    if (!game->rules->check(game->data, &state->header, message) || state->header.over ||
        game_legal(game, &state->header, &legal) != entry->count || state->header.seat != entry->seat) {
        return err_set(err, reader->file->header.name, NULL, "entry %llu holds no decision among %u moves",
                       (unsigned long long)reader->file->decisions, entry->count);
    }
    if (!grow(sample)) {
        return err_set(err, NULL, NULL, "out of memory after %llu decisions",
                       (unsigned long long)sample->count);
    }
    sample->ai->prior_inputs(game, reader->knowledge, &state->header, &legal, &inputs);
    if (!add_choices(reader, (Seat)entry->seat, &legal, &inputs, visits)) {
        return err_set(err, reader->file->header.name, NULL, "more than %d different moves",
                       (int)PRIOR_MOVES_MAX);
    }
    sample->decision[sample->count++] =
        (PriorDecision){sample->choices, legal.count,
                        sample_file_holds_out(&reader->file->header, entry->game, reader->holdout)};
    sample->choices += legal.count;
    reader->file->decisions++;
    return true;
}

static bool read_entries(Reader *reader, const atomic_bool *stop, Err *err)
{
    SearchEntry entry;
    StateBuffer state;
    uint32_t visits[MOVE_LIST_MAX];
    Err found;
    err_clear(&found);
    while (searches_next(&reader->file->header, &entry, &state, visits, &found)) {
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) {
            return err_set(err, NULL, NULL, "interrupted");
        }
        if (!add(reader, &entry, &state, visits, err)) {
            return false;
        }
    }
    return !found.set || err_set(err, found.file, NULL, "%s", found.message);
}

/* The first file decides on the game, and its board on the names. */
static bool fits_sample(Reader *reader, Err *err)
{
    PriorSample *sample = reader->sample;
    const GameAi *ai = game_ai_find(reader->game.rules->id);
    const char *name = reader->file->header.name;
    if (ai == NULL || ai->prior_inputs == NULL) {
        return err_set(err, name, "game", "%s has no learned priors", reader->game.rules->id);
    }
    if (sample->ai == NULL && sample_file_load_game(&reader->file->header, &sample->game, err)) {
        sample->ai = ai;
    }
    return err->set ? false
                    : sample->ai == ai ||
                          err_set(err, name, "game", "found %s, expected %s as in the files before",
                                  reader->game.rules->id, sample->ai->game_id);
}

static bool read_file(Reader *reader, const char *name, const atomic_bool *stop, Err *err)
{
    if (!searches_open(&reader->file->header, name, err)) {
        return false;
    }
    bool good = sample_file_load_game(&reader->file->header, &reader->game, err);
    if (good) {
        good = fits_sample(reader, err);
        reader->knowledge = good ? reader->sample->ai->knowledge_load(&reader->game, NULL, NULL, err) : NULL;
        good = reader->knowledge != NULL && read_entries(reader, stop, err);
        if (reader->knowledge != NULL) {
            reader->sample->ai->knowledge_release(reader->knowledge);
        }
        game_release(&reader->game);
    }
    searches_close(&reader->file->header);
    return good;
}

static bool something_to_fit(const PriorSample *sample, Err *err)
{
    for (uint64_t i = 0; i < sample->count; i++) {
        if (!sample->decision[i].held) {
            return true;
        }
    }
    return err_set(err, sample->file[0].header.name, NULL,
                   "no decisions to fit, or all games fell into the hold-out");
}

bool prior_sample_read(PriorSample *sample, const char *const *names, size_t count, double holdout,
                       const atomic_bool *stop, Err *err)
{
    memset(sample, 0, sizeof *sample);
    if (!prior_model_init(&sample->model, err)) {
        return false;
    }
    sample->file = calloc(count, sizeof *sample->file);
    bool good = sample->file != NULL || err_set(err, NULL, NULL, "out of memory");
    for (size_t i = 0; i < count && good; i++) {
        Reader reader = {.sample = sample, .file = &sample->file[i], .holdout = holdout};
        sample->file_count++;
        good = read_file(&reader, names[i], stop, err);
    }
    good = good && something_to_fit(sample, err);
    if (!good) {
        prior_sample_release(sample);
    }
    return good;
}

void prior_sample_release(PriorSample *sample)
{
    if (sample->ai != NULL) {
        game_release(&sample->game);
    }
    prior_model_release(&sample->model);
    free(sample->decision);
    free(sample->choice);
    free(sample->file);
    memset(sample, 0, sizeof *sample);
}

/* ------------------------------------------------------------------ the loss */

typedef struct Run {
    const TunePriorsPlan *plan;
    TunePriorsResult *result;
    size_t weights; /* of rows; bonuses follow */
    size_t size;
    double spread[INPUTS];
    bool stopped;
} Run;

/* Priors of a decision's choices; weights are those of inputs as they are. Returns the logarithm that they
 * were divided by, so that the logarithm of a prior is its score less that. */
static double scores_of(const PriorSample *sample, const PriorDecision *decision, const double *x,
                        size_t weights, const double *spread, double *score)
{
    double most = -HUGE_VAL;
    double sum = 0.0;
    for (uint32_t i = 0; i < decision->count; i++) {
        const PriorChoice *choice = &sample->choice[decision->first + i];
        const double *weight = x + (size_t)choice->row * INPUTS;
        score[i] = (double)choice->belief + x[weights + choice->move];
        for (unsigned k = 0; k < INPUTS; k++) {
            score[i] += weight[k] * (double)choice->value[k] / spread[k];
        }
        most = fmax(most, score[i]);
    }
    for (uint32_t i = 0; i < decision->count; i++) {
        sum += exp(score[i] - most);
    }
    return most + log(sum); /* cppcheck-suppress invalidFunctionArg ; a decision has choices, the best of
                               which adds 1 */
}

/* Adds a decision's cross-entropy and, if it is fitted, its slope. */
static double add_decision(const Run *run, const PriorDecision *decision, const double *x, double *gradient)
{
    const PriorSample *sample = run->plan->sample;
    double score[MOVE_LIST_MAX];
    const double total = scores_of(sample, decision, x, run->weights, run->spread, score);
    double loss = 0.0;
    for (uint32_t i = 0; i < decision->count; i++) {
        const PriorChoice *choice = &sample->choice[decision->first + i];
        loss -= (double)choice->share * (score[i] - total);
        if (gradient != NULL) {
            const double slope = exp(score[i] - total) - (double)choice->share;
            double *row = gradient + (size_t)choice->row * INPUTS;
            for (unsigned k = 0; k < INPUTS; k++) {
                row[k] += slope * (double)choice->value[k] / run->spread[k];
            }
            gradient[run->weights + choice->move] += slope;
        }
    }
    return loss;
}

static lbfgsfloatval_t evaluate(void *instance, const lbfgsfloatval_t *x, lbfgsfloatval_t *gradient, int n,
                                lbfgsfloatval_t step)
{
    (void)n;
    (void)step;
    Run *run = instance;
    const TunePriorsPlan *plan = run->plan;
    double value = 0.0;
    for (size_t i = 0; i < run->size; i++) {
        const double penalty = plan->l2 * (i < run->weights ? 1.0 : BONUS_PENALTY);
        gradient[i] = penalty * x[i];
        value += 0.5 * penalty * x[i] * x[i];
    }
    for (uint64_t i = 0; i < plan->sample->count; i++) {
        if (!plan->sample->decision[i].held) {
            value += add_decision(run, &plan->sample->decision[i], x, gradient);
        }
    }
    return value;
}

static int progress(void *instance, const lbfgsfloatval_t *x, const lbfgsfloatval_t *g,
                    const lbfgsfloatval_t fx, const lbfgsfloatval_t xnorm, const lbfgsfloatval_t gnorm,
                    const lbfgsfloatval_t step, int n, int k, int ls)
{
    (void)x, (void)g, (void)xnorm, (void)gnorm, (void)step, (void)n, (void)ls;
    Run *run = instance;
    const TunePriorsPlan *plan = run->plan;
    run->result->iterations = (uint32_t)k;
    run->stopped = plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
    if (plan->listener != NULL) {
        plan->listener(plan->context, (uint32_t)k, fx / (double)run->result->decisions);
    }
    return run->stopped ? 1 : 0;
}

/* ------------------------------------------------------------------ the fit */

/* Standard deviation of each input over the choices that are fitted; 1 for those that never change. */
static void measure_spread(Run *run)
{
    const PriorSample *sample = run->plan->sample;
    double sum[INPUTS] = {0};
    double squares[INPUTS] = {0};
    double count = 0.0;
    for (uint64_t i = 0; i < sample->count; i++) {
        const PriorDecision *decision = &sample->decision[i];
        for (uint32_t j = 0; j < decision->count && !decision->held; j++) {
            const float *value = sample->choice[decision->first + j].value;
            count += 1.0;
            for (unsigned k = 0; k < INPUTS; k++) {
                sum[k] += (double)value[k];
                squares[k] += (double)value[k] * (double)value[k];
            }
        }
    }
    for (unsigned k = 0; k < INPUTS; k++) {
        const double mean = sum[k] / count;
        const double variance = squares[k] / count - mean * mean;
        run->spread[k] = variance > 1e-9 ? sqrt(variance) : 1.0;
    }
}

static void fill_model(const Run *run, const double *x)
{
    PriorModel *model = &run->plan->sample->model;
    for (uint32_t row = 1; row < model->rows; row++) {
        for (unsigned k = 0; k < INPUTS; k++) {
            model->weight[row][k] = (float)(x[(size_t)row * INPUTS + k] / run->spread[k]);
        }
    }
    for (uint32_t move = 0; move < model->moves; move++) {
        model->bonus[move] = (float)x[run->weights + move];
    }
}

static void judge(const Run *run, const double *x, const double *zeros)
{
    const PriorSample *sample = run->plan->sample;
    TunePriorsResult *result = run->result;
    for (uint64_t i = 0; i < sample->count; i++) {
        const PriorDecision *decision = &sample->decision[i];
        PriorLoss *loss = decision->held ? &result->judged : &result->fitted;
        const double count = (double)(decision->held ? result->held : result->decisions);
        loss->belief += add_decision(run, decision, zeros, NULL) / count;
        loss->priors += add_decision(run, decision, x, NULL) / count;
        for (uint32_t j = 0; j < decision->count; j++) {
            const double share = (double)sample->choice[decision->first + j].share;
            loss->least -= share * log(share + TINY) / count;
        }
    }
}

static const char *why(const Run *run, int code)
{
    if (run->stopped) {
        return "interrupted";
    }
    return code == LBFGSERR_MAXIMUMITERATION ? "the iterations asked for are done" : "converged";
}

static void count_decisions(const PriorSample *sample, TunePriorsResult *result)
{
    for (uint64_t i = 0; i < sample->count; i++) {
        result->held += sample->decision[i].held ? 1U : 0U;
    }
    result->decisions = sample->count - result->held;
}

bool tune_priors_fit(const TunePriorsPlan *plan, TunePriorsResult *result, Err *err)
{
    const PriorModel *model = &plan->sample->model;
    Run run = {.plan = plan, .result = result, .weights = (size_t)model->rows * INPUTS};
    lbfgs_parameter_t parameters;
    run.size = run.weights + model->moves;
    memset(result, 0, sizeof *result);
    count_decisions(plan->sample, result);
    measure_spread(&run);
    lbfgs_parameter_init(&parameters);
    parameters.m = MEMORY;
    parameters.max_iterations = (int)plan->iterations;
    parameters.epsilon = 1e-5;
    parameters.past = 5;
    parameters.delta = 1e-7;
    double *x = lbfgs_malloc((int)run.size);
    double *zeros = calloc(run.size, sizeof *zeros);
    if (x == NULL || zeros == NULL) {
        lbfgs_free(x);
        free(zeros);
        return err_set(err, NULL, NULL, "out of memory");
    }
    memset(x, 0, run.size * sizeof *x);
    result->ended = why(&run, lbfgs((int)run.size, x, NULL, evaluate, progress, &run, &parameters));
    fill_model(&run, x);
    judge(&run, x, zeros);
    lbfgs_free(x);
    free(zeros);
    return true;
}

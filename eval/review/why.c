/* why.c: see why.h. */
#include "eval/review/why.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/dice.h"
#include "engine/rng.h"
#include "eval/report/shapley.h"

enum { SETTLE_MOST = 400, SUBJECTS_MAX = MODEL_ACTIVE_MAX };
/* A subject is named if it makes this part of its term's share. */
static const double NAMED_PART = 0.3;

/* The expected position after a move in one world. */
typedef struct Spot {
    bool over;
    double chance; /* of the seat that decides */
    ModelInputs inputs;
} Spot;

/* Sums over worlds of one move's shares. */
typedef struct Sums {
    double after, ended;
    double change[WHY_TERMS], change_squares[WHY_TERMS];
    double versus[WHY_TERMS], versus_squares[WHY_TERMS];
    double *inputs;  /* of the expected position */
    double *effects; /* of each subject on the difference to the other move, at the subject's own index */
} Sums;

typedef struct Work {
    const WhyPlan *plan;
    const GameAi *ai;
    uint32_t inputs, terms;
    uint32_t worlds; /* done */
    double before;
    uint8_t *term;     /* of an input */
    uint32_t *subject; /* of an input */
    double *numbers;   /* all arrays of the sums, count * 2 * inputs */
    double *dense[2];  /* scratch: two positions, input by input */
    Sums *sums;
    Spot *spots; /* now, then one a move */
} Work;

uint32_t why_term_count(const Evaluation *evaluation) { return evaluation->ai->term_count + 1; }

const char *why_term_name(const Evaluation *evaluation, uint32_t term)
{
    return term < evaluation->ai->term_count ? evaluation->ai->term_names[term] : "the game's end";
}

double why_difference(const Why *why)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < WHY_TERMS; t++) {
        sum += why->versus[t].mean;
    }
    return sum;
}

/* ------------------------------------------------------------------ positions */

static double for_seat(const Work *work, double french)
{
    return work->plan->seat == SEAT_FRENCH ? french : 1.0 - french;
}

static double judge(const Work *work, const ModelInputs *inputs)
{
    return for_seat(work, (double)work->ai->judge(work->plan->evaluation->knowledge, inputs));
}

static void look_at(const Work *work, const State *state, Spot *spot)
{
    spot->over = state->over != 0;
    spot->inputs.count = 0;
    if (spot->over) {
        spot->chance = for_seat(work, evaluation_of(work->plan->evaluation, state));
    } else {
        work->ai->inputs(work->plan->evaluation->game, state, &spot->inputs);
        spot->chance = judge(work, &spot->inputs);
    }
}

/* Plays a move, what is expected after it, and on to the next part of the sequence of play. */
static void play_line(const Work *work, const PolicyMove *move, State *state, Rng *rng, Dice *dice)
{
    const Evaluation *evaluation = work->plan->evaluation;
    const GameAi *ai = work->ai;
    const int64_t moment = ai->moment != NULL ? (int64_t)ai->moment(evaluation->game, state) : -1;
    game_apply(evaluation->game, state, move->move, dice);
    for (uint32_t i = 1; i < move->line_count && !state->over; i++) {
        const bool later = ai->moment != NULL && (int64_t)ai->moment(evaluation->game, state) > moment;
        if ((later && ai->is_quiet != NULL && ai->is_quiet(evaluation->game, state)) ||
            !evaluation_follow(evaluation, state, move->line[i], rng, dice)) {
            break;
        }
    }
    evaluation_settle(evaluation, state, moment, SETTLE_MOST, rng, dice);
}

/* Fills spots for world number `world`. */
static void play_world(Work *work, const RngFamily *streams, uint32_t world)
{
    const WhyPlan *plan = work->plan;
    const Game *game = plan->evaluation->game;
    const size_t bytes = game->rules->state_bytes;
    StateBuffer start;
    Rng rng = rng_member(streams, 3U * (uint64_t)world);
    memcpy(start.bytes, plan->view, bytes);
    game->rules->determinize(game->data, &start.header, plan->seat, &rng);
    look_at(work, &start.header, &work->spots[0]);
    for (uint32_t i = 0; i < plan->count; i++) {
        StateBuffer state;
        Rng choices = rng_member(streams, 3U * (uint64_t)world + 1U);
        Dice dice = dice_from_stream(rng_member(streams, 3U * (uint64_t)world + 2U));
        memcpy(state.bytes, start.bytes, bytes);
        play_line(work, plan->moves[i], &state.header, &choices, &dice);
        look_at(work, &state.header, &work->spots[1 + i]);
    }
}

/* ------------------------------------------------------------------ shares */

static void add_inputs(const ModelInputs *inputs, double *numbers)
{
    for (uint32_t i = 0; i < inputs->count; i++) {
        numbers[inputs->index[i]] += (double)inputs->value[i];
    }
}

/* The position that is as `to` in the terms of the set and as `from` in all others. */
static double judge_mixture(const Work *work, const Spot *from, const Spot *to, unsigned set)
{
    ModelInputs mixed;
    mixed.count = 0;
    for (uint32_t i = 0; i < from->inputs.count; i++) {
        if ((set >> work->term[from->inputs.index[i]] & 1U) == 0) {
            model_add(&mixed, from->inputs.index[i], from->inputs.value[i]);
        }
    }
    for (uint32_t i = 0; i < to->inputs.count; i++) {
        if ((set >> work->term[to->inputs.index[i]] & 1U) != 0) {
            model_add(&mixed, to->inputs.index[i], to->inputs.value[i]);
        }
    }
    return judge(work, &mixed);
}

/* The terms in which two positions differ, as a set. Uses the scratch rows and leaves them zeroed. */
static unsigned differing_terms(const Work *work, const Spot *from, const Spot *to)
{
    unsigned set = 0;
    add_inputs(&from->inputs, work->dense[0]);
    add_inputs(&to->inputs, work->dense[1]);
    for (uint32_t i = 0; i < work->inputs; i++) {
        const double difference = work->dense[1][i] - work->dense[0][i];
        set |= difference > 0.0 || difference < 0.0 ? 1U << work->term[i] : 0U;
        work->dense[0][i] = 0.0;
        work->dense[1][i] = 0.0;
    }
    return set;
}

/* Spreads the bits of a number over the bits of a set. */
static unsigned spread(unsigned number, unsigned set)
{
    unsigned result = 0;
    for (unsigned bit = 1; set != 0; bit <<= 1U) {
        const unsigned lowest = set & (0U - set);
        result |= (number & bit) != 0 ? lowest : 0U;
        set &= set - 1U;
    }
    return result;
}

/* Shares out to->chance - from->chance. */
static void share_out(const Work *work, const Spot *from, const Spot *to, double share[WHY_TERMS])
{
    double value[1U << GAME_AI_TERMS_MAX];
    double some[GAME_AI_TERMS_MAX];
    memset(share, 0, WHY_TERMS * sizeof *share);
    if (from->over || to->over) {
        share[work->terms] = to->chance - from->chance;
        return;
    }
    const unsigned set = differing_terms(work, from, to);
    unsigned count = 0;
    for (unsigned rest = set; rest != 0; rest &= rest - 1U) {
        count++;
    }
    for (unsigned number = 0; number < 1U << count; number++) {
        value[number] = judge_mixture(work, from, to, spread(number, set));
    }
    value[0] = from->chance; /* the same but for the order of sums */
    value[(1U << count) - 1U] = count > 0 ? to->chance : from->chance;
    shapley_shares(count, value, some);
    for (unsigned term = 0, i = 0; term < work->terms; term++) {
        if ((set >> term & 1U) != 0) {
            share[term] = some[i++];
        }
    }
}

/* `from`, but a subject as in `to`. */
static double judge_moved(const Work *work, const Spot *from, const Spot *to, uint32_t subject)
{
    ModelInputs mixed;
    mixed.count = 0;
    for (uint32_t i = 0; i < from->inputs.count; i++) {
        if (work->subject[from->inputs.index[i]] != subject) {
            model_add(&mixed, from->inputs.index[i], from->inputs.value[i]);
        }
    }
    for (uint32_t i = 0; i < to->inputs.count; i++) {
        if (work->subject[to->inputs.index[i]] == subject) {
            model_add(&mixed, to->inputs.index[i], to->inputs.value[i]);
        }
    }
    return judge(work, &mixed);
}

/* Adds what each differing subject does by itself: the mean of moving it first and moving it last. */
static void add_effects(const Work *work, const Spot *from, const Spot *to, double *effects)
{
    double *difference = work->dense[0];
    add_inputs(&from->inputs, work->dense[1]);
    for (uint32_t i = 0; i < work->inputs; i++) {
        difference[i] = -work->dense[1][i];
        work->dense[1][i] = 0.0;
    }
    add_inputs(&to->inputs, difference);
    for (uint32_t i = 0; i < work->inputs; i++) {
        const bool differs = difference[i] > 0.0 || difference[i] < 0.0;
        const uint32_t subject = work->subject[i];
        if (differs && work->dense[1][subject] < 0.5) {
            work->dense[1][subject] = 1.0; /* seen */
            effects[subject] += 0.5 * (judge_moved(work, from, to, subject) - from->chance + to->chance -
                                       judge_moved(work, to, from, subject));
        }
    }
    memset(work->dense[0], 0, work->inputs * sizeof(double));
    memset(work->dense[1], 0, work->inputs * sizeof(double));
}

static uint32_t other_of(const WhyPlan *plan, uint32_t move)
{
    return move > 0 ? 0U : plan->count > 1 ? 1U : 0U;
}

/* Takes one world into the sums. */
static void count_world(Work *work)
{
    work->before += work->spots[0].chance;
    for (uint32_t i = 0; i < work->plan->count; i++) {
        Sums *sums = &work->sums[i];
        const Spot *spot = &work->spots[1 + i];
        const Spot *other = &work->spots[1 + other_of(work->plan, i)];
        double change[WHY_TERMS];
        double versus[WHY_TERMS];
        share_out(work, &work->spots[0], spot, change);
        share_out(work, other, spot, versus);
        for (uint32_t t = 0; t <= work->terms; t++) {
            sums->change[t] += change[t];
            sums->change_squares[t] += change[t] * change[t];
            sums->versus[t] += versus[t];
            sums->versus_squares[t] += versus[t] * versus[t];
        }
        sums->after += spot->chance;
        sums->ended += spot->over ? 1.0 : 0.0;
        add_inputs(&spot->inputs, sums->inputs);
        if (!spot->over && !other->over && other != spot) {
            add_effects(work, other, spot, sums->effects);
        }
    }
    work->worlds++;
}

/* ------------------------------------------------------------------ words */

static WhyShare share_of(double sum, double squares, uint32_t worlds)
{
    const double n = (double)worlds;
    const double mean = sum / n;
    const double variance = fmax(squares / n - mean * mean, 0.0);
    return (WhyShare){mean, worlds > 1 ? sqrt(variance / (n - 1.0)) : 0.0};
}

/* The subject of a term that does most in the direction of its share; UINT32_MAX if none stands out. */
static uint32_t leading_subject(const Work *work, uint32_t move, uint32_t term)
{
    const double *effects = work->sums[move].effects;
    const double share = work->sums[move].versus[term];
    const double sign = share > 0.0 ? 1.0 : -1.0;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; term < work->terms && i < work->inputs; i++) {
        if (work->term[i] == term && sign * effects[i] > NAMED_PART * sign * share &&
            (best == UINT32_MAX || sign * effects[i] > sign * effects[best])) {
            best = i;
        }
    }
    return best;
}

static void write_sentence(const Work *work, uint32_t move, uint32_t term, const Why *why, char *sentence)
{
    const Sums *sums = &work->sums[move];
    const Sums *other = &work->sums[why->other];
    const uint32_t subject = leading_subject(work, move, term);
    const int used = snprintf(sentence, WHY_SENTENCE_BYTES, "%+.1f points: %s",
                              100.0 * why->versus[term].mean, why_term_name(work->plan->evaluation, term));
    if (subject == UINT32_MAX || used < 0 || used >= WHY_SENTENCE_BYTES) {
        return;
    }
    char words[GAME_AI_WORDS_BYTES];
    double *these = work->dense[0];
    double *those = work->dense[1];
    for (uint32_t i = 0; i < work->inputs; i++) {
        these[i] = sums->inputs[i] / (double)work->worlds;
        those[i] = other->inputs[i] / (double)work->worlds;
    }
    work->ai->subject_words(work->plan->evaluation->game, subject, these, those, words);
    if (words[0] != '\0') {
        (void)snprintf(sentence + used, (size_t)(WHY_SENTENCE_BYTES - used), ", above all %s", words);
    }
}

/* The terms with the largest established shares, in words. */
static void write_sentences(const Work *work, uint32_t move, Why *why)
{
    bool told[WHY_TERMS] = {false};
    while (why->sentences < WHY_SENTENCES) {
        uint32_t best = UINT32_MAX;
        for (uint32_t t = 0; t <= work->terms; t++) {
            const double size = fabs(why->versus[t].mean);
            const bool established = size >= WHY_LEAST && size > 2.0 * why->versus[t].error;
            if (established && !told[t] && (best == UINT32_MAX || size > fabs(why->versus[best].mean))) {
                best = t;
            }
        }
        if (best == UINT32_MAX) {
            return;
        }
        told[best] = true;
        write_sentence(work, move, best, why, why->sentence[why->sentences++]);
    }
}

static void finish(const Work *work, Why *all)
{
    for (uint32_t i = 0; i < work->plan->count; i++) {
        const Sums *sums = &work->sums[i];
        Why *why = &all[i];
        memset(why, 0, sizeof *why);
        why->other = other_of(work->plan, i);
        why->worlds = work->worlds;
        if (work->worlds == 0) {
            continue;
        }
        why->before = work->before / (double)work->worlds;
        why->after = sums->after / (double)work->worlds;
        why->ended = sums->ended / (double)work->worlds;
        for (uint32_t t = 0; t <= work->terms; t++) {
            why->change[t] = share_of(sums->change[t], sums->change_squares[t], work->worlds);
            why->versus[t] = share_of(sums->versus[t], sums->versus_squares[t], work->worlds);
        }
        write_sentences(work, i, why);
    }
}

/* ------------------------------------------------------------------ the whole */

static void close_work(Work *work)
{
    free(work->term);
    free(work->subject);
    free(work->numbers);
    free(work->sums);
    free(work->spots);
}

static bool open_work(Work *work, const WhyPlan *plan)
{
    const GameAi *ai = plan->evaluation->ai;
    const size_t rows = 2U * (size_t)plan->count + 2U;
    memset(work, 0, sizeof *work);
    work->plan = plan;
    work->ai = ai;
    work->inputs = ai->input_count;
    work->terms = ai->term_count;
    work->term = calloc(ai->input_count, sizeof *work->term);
    work->subject = calloc(ai->input_count, sizeof *work->subject);
    work->numbers = calloc(rows * ai->input_count, sizeof *work->numbers);
    work->sums = calloc(plan->count, sizeof *work->sums);
    work->spots = calloc(1U + (size_t)plan->count, sizeof *work->spots);
    if (work->term == NULL || work->subject == NULL || work->numbers == NULL || work->sums == NULL ||
        work->spots == NULL) {
        close_work(work);
        return false;
    }
    for (uint32_t i = 0; i < ai->input_count; i++) {
        work->term[i] = (uint8_t)ai->input_term(plan->evaluation->game, i);
        work->subject[i] = ai->input_subject(plan->evaluation->game, i);
    }
    for (uint32_t i = 0; i < plan->count; i++) {
        work->sums[i].inputs = work->numbers + 2U * (size_t)i * ai->input_count;
        work->sums[i].effects = work->sums[i].inputs + ai->input_count;
    }
    work->dense[0] = work->numbers + 2U * (size_t)plan->count * ai->input_count;
    work->dense[1] = work->dense[0] + ai->input_count;
    return true;
}

bool why_explain(const WhyPlan *plan, Why *why, Err *err)
{
    Work work;
    assert(plan->count > 0 && evaluation_explains(plan->evaluation));
    if (!open_work(&work, plan)) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    const RngFamily streams = rng_family(plan->seed, RNG_PURPOSE_ANALYSIS);
    for (uint32_t world = 0; world < plan->worlds; world++) {
        if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed)) {
            break;
        }
        play_world(&work, &streams, world);
        count_world(&work);
    }
    finish(&work, why);
    close_work(&work);
    return true;
}

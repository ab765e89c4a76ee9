/* improve.c: see improve.h. */
#include "eval/improve/improve.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "engine/jsonout.h"
#include "engine/rng.h"
#include "engine/version.h"
#include "eval/improve/improve_plan.h"
#include "eval/improve/spsa.h"

/* What games are for: each has seeds of its own. Those of the looks follow one another. */
enum seed_for { SEED_TUNING, SEED_VERIFYING, SEED_LOOKS };

/* Standard deviation of the difference of two players in a game with the same luck, about: what they are like
 * in all three games. It only sets how far noise carries (spsa.h). */
#define PAIR_NOISE 0.6

typedef struct Improving {
    const ImprovePlan *plan;
    ImproveResult *result;
    Checkpoint checkpoint;
    Spsa spsa;
    FieldDeal deal; /* of tuning */
    uint32_t looks;
    Policy players[2 * IMPROVE_DIRECTIONS];
    uint32_t player_count;
    uint8_t halves[2 * IMPROVE_CHUNK];
    bool stopped;
} Improving;

const char *improve_end_name(enum improve_end end)
{
    static const char *const names[] = {"spent", "decided", "time", "stopped"};
    return names[end];
}

static uint64_t seed_of(const ImprovePlan *plan, unsigned what)
{
    Rng rng = rng_derive(plan->seed, RNG_PURPOSE_IMPROVE, what);
    return rng_next64(&rng);
}

static uint32_t planned_iterations(const ImprovePlan *plan)
{
    const uint64_t batch = 2ULL * IMPROVE_DIRECTIONS * IMPROVE_PAIRS;
    const uint64_t iterations = (plan->games + batch - 1) / batch;
    return iterations > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)iterations;
}

static uint64_t total_games(const ImprovePlan *plan) { return plan->games + 2 * plan->verify; }

static void tell(const Improving *improving, const char *doing, uint64_t games)
{
    const ImprovePlan *plan = improving->plan;
    if (plan->listener != NULL) {
        plan->listener(plan->context, doing, games, total_games(plan));
    }
}

/* ------------------------------------------------------------------ what a run is */

static void add_start(JsonOut *out, const ImprovePlan *plan)
{
    jsonout_key(out, "start");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "policy", plan->start->spec);
    if (plan->start->sources[0] != '\0') {
        jsonout_key_text(out, "files", plan->start->sources);
    }
    jsonout_key(out, "weights");
    jsonout_begin(out, '{');
    for (uint32_t i = 0; i < plan->space->count; i++) {
        jsonout_key_double(out, plan->space->table->rows[i].name, plan->space->start[i]);
    }
    jsonout_end(out, '}');
    jsonout_end(out, '}');
}

static void add_optimiser(JsonOut *out, const ImprovePlan *plan)
{
    jsonout_key(out, "optimiser");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "name", "SPSA");
    jsonout_key_u64(out, "iterations", planned_iterations(plan));
    jsonout_key_u64(out, "directions", IMPROVE_DIRECTIONS);
    jsonout_key_u64(out, "pairs", IMPROVE_PAIRS);
    jsonout_key_double(out, "perturbation", plan->perturbation);
    jsonout_key_double(out, "wander", plan->wander);
    jsonout_end(out, '}');
}

static void add_test(JsonOut *out, const ImprovePlan *plan)
{
    if (plan->testing) {
        jsonout_key(out, "sprt");
        jsonout_begin(out, '[');
        jsonout_double(out, plan->sprt.elo0);
        jsonout_double(out, plan->sprt.elo1);
        jsonout_end(out, ']');
        jsonout_key_u64(out, "duel_pairs", plan->duel);
    }
}

void improve_plan_json(const ImprovePlan *plan, JsonOut *out)
{
    const Game *game = plan->space->game;
    jsonout_key_text(out, "scenario", game->scenario);
    jsonout_key_text(out, "scenario_sha256", game->sha256);
    jsonout_key(out, "set");
    jsonout_texts(out, plan->overrides, plan->override_count);
    jsonout_key_text(out, "seat", seat_name(plan->space->seat));
    add_start(out, plan);
    jsonout_key(out, "field");
    field_json(plan->field, out);
    add_optimiser(out, plan);
    add_test(out, plan);
    jsonout_key_u64(out, "seed", plan->seed);
    jsonout_key_text(out, "version", MARSHAL_VERSION);
}

/* The verification is not part of the key: more of it goes on from less. */
static void find_key(const ImprovePlan *plan, char key[HASH_SHA256_HEX_BYTES])
{
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    improve_plan_json(plan, &out);
    jsonout_end(&out, '}');
    hash_sha256(text.text, text.length, key);
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ players */

static void release_players(Improving *improving)
{
    for (uint32_t i = 0; i < improving->player_count; i++) {
        policy_release(&improving->players[i]);
    }
    improving->player_count = 0;
}

static bool add_player(Improving *improving, const double *point, Err *err)
{
    double weights[WEIGHT_SPACE_MAX];
    weight_space_weights(improving->plan->space, point, weights);
    if (!weight_space_policy(improving->plan->space, weights, "heuristic:candidate",
                             &improving->players[improving->player_count], err)) {
        return false;
    }
    improving->player_count++;
    return true;
}

static ContrastPlan contrast_of(const Improving *improving, unsigned seed, const char *part, uint64_t number)
{
    const ImprovePlan *plan = improving->plan;
    return (ContrastPlan){
        .game = plan->space->game,
        .seat = plan->space->seat,
        .field = plan->field,
        .seed = seed_of(plan, seed),
        .threads = plan->threads,
        .stop = plan->stop,
        .checkpoint = &improving->checkpoint,
        .part = part,
        .number = number,
    };
}

/* ------------------------------------------------------------------ tuning */

static bool make_probes(Improving *improving, Err *err)
{
    for (uint32_t d = 0; d < IMPROVE_DIRECTIONS; d++) {
        double plus[WEIGHT_SPACE_MAX];
        double minus[WEIGHT_SPACE_MAX];
        spsa_probe(&improving->spsa, d, plus, minus);
        if (!add_player(improving, plus, err) || !add_player(improving, minus, err)) {
            return false;
        }
    }
    return true;
}

/* Mean score of the first of a direction's two players above that of the second. */
static double difference_of(const uint8_t *halves, uint32_t direction)
{
    const uint8_t *plus = halves + 2 * (size_t)direction * IMPROVE_PAIRS;
    int sum = 0;
    for (uint32_t i = 0; i < IMPROVE_PAIRS; i++) {
        sum += plus[i] - plus[IMPROVE_PAIRS + i];
    }
    return 0.5 * sum / IMPROVE_PAIRS;
}

static bool iterate(Improving *improving, Err *err)
{
    double differences[IMPROVE_DIRECTIONS];
    bool played = false;
    ContrastPlan batch = contrast_of(improving, SEED_TUNING, "tuning", improving->spsa.iteration);
    batch.games = IMPROVE_PAIRS;
    bool good = make_probes(improving, err);
    if (good) {
        batch.player_count = improving->player_count;
        for (uint32_t i = 0; i < improving->player_count; i++) {
            batch.players[i] = &improving->players[i];
        }
        good = contrast_play(&batch, &improving->deal, improving->halves, &played, err);
    }
    release_players(improving);
    improving->stopped = !played;
    if (good && played) {
        for (uint32_t d = 0; d < IMPROVE_DIRECTIONS; d++) {
            differences[d] = difference_of(improving->halves, d);
        }
        spsa_step(&improving->spsa, differences);
        improving->result->games += 2ULL * IMPROVE_DIRECTIONS * IMPROVE_PAIRS;
        tell(improving, "tuning", improving->result->games);
    }
    return good;
}

/* ------------------------------------------------------------------ candidate against start */

/* Plays batches of pairs until there are `most`, or the test (NULL: none) is decided. */
static bool compare(Improving *improving, ContrastPlan *batch, uint64_t most, const EloSprt *sprt,
                    ContrastTally *tally, Err *err)
{
    FieldDeal deal;
    memset(&deal, 0, sizeof deal);
    batch->players[0] = &improving->players[0];
    batch->players[1] = improving->plan->start;
    batch->player_count = 2;
    improving->stopped = false;
    for (uint64_t done = 0; done < most; done += batch->games) {
        bool played = false;
        batch->games = most - done < IMPROVE_CHUNK ? (uint32_t)(most - done) : IMPROVE_CHUNK;
        batch->number = done / IMPROVE_CHUNK;
        if (!contrast_play(batch, &deal, improving->halves, &played, err)) {
            return false;
        }
        if (!played) {
            improving->stopped = true;
            return true;
        }
        contrast_count(tally, improving->halves, batch->games);
        const uint64_t games = 2 * (done + batch->games);
        tell(improving, sprt != NULL ? "duel" : "verifying",
             sprt != NULL ? improving->result->games : improving->plan->games + games);
        if (sprt != NULL) {
            const ContrastScore score = contrast_score(tally);
            improving->result->sprt = elo_sprt(sprt, score.pentanomial);
            improving->result->duel_pairs = score.pairs;
            improving->result->games += 2ULL * batch->games;
            if (improving->result->sprt.state != ELO_SPRT_RUNNING) {
                return true;
            }
        }
    }
    return true;
}

static bool look(Improving *improving, Err *err)
{
    char part[32];
    double point[WEIGHT_SPACE_MAX];
    ContrastTally tally;
    memset(&tally, 0, sizeof tally);
    (void)snprintf(part, sizeof part, "duel %u", improving->looks);
    ContrastPlan batch = contrast_of(improving, SEED_LOOKS + improving->looks, part, 0);
    spsa_found(&improving->spsa, point);
    const bool good = add_player(improving, point, err) &&
                      compare(improving, &batch, improving->plan->duel, &improving->plan->sprt, &tally, err);
    release_players(improving);
    improving->looks++;
    return good;
}

static bool look_is_due(const Improving *improving)
{
    const Spsa *spsa = &improving->spsa;
    return improving->plan->testing &&
           (uint64_t)spsa->iteration * IMPROVE_LOOKS >= (improving->looks + 1ULL) * spsa->plan.iterations;
}

static bool clock_has_stopped(const Improving *improving)
{
    return improving->plan->time_is_up != NULL && improving->plan->time_is_up();
}

static bool tune(Improving *improving, Err *err)
{
    ImproveResult *result = improving->result;
    result->end = IMPROVE_SPENT;
    while (improving->spsa.iteration < result->planned) {
        if (!iterate(improving, err) ||
            (!improving->stopped && look_is_due(improving) && !look(improving, err))) {
            return false;
        }
        if (improving->stopped) {
            result->end = clock_has_stopped(improving) ? IMPROVE_TIME : IMPROVE_STOPPED;
            return true;
        }
        if (result->sprt.state == ELO_SPRT_ACCEPT_H1) {
            result->end = IMPROVE_DECIDED;
            return true;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the run */

static bool verify(Improving *improving, const double *point, Err *err)
{
    ImproveResult *result = improving->result;
    char part[64];
    /* a candidate of its own if time cut the tuning short: the next one is another */
    (void)snprintf(part, sizeof part, "verifying %u of %llu", improving->spsa.iteration,
                   (unsigned long long)improving->plan->verify);
    ContrastPlan batch = contrast_of(improving, SEED_VERIFYING, part, 0);
    batch.stop = result->end == IMPROVE_TIME ? NULL : batch.stop;
    bool good = add_player(improving, point, err) &&
                compare(improving, &batch, improving->plan->verify, NULL, &result->verified, err);
    if (good && improving->stopped && clock_has_stopped(improving)) { /* time ends tuning only */
        memset(&result->verified, 0, sizeof result->verified);
        batch.stop = NULL;
        good = compare(improving, &batch, improving->plan->verify, NULL, &result->verified, err);
    }
    release_players(improving);
    if (good && improving->stopped) {
        result->end = IMPROVE_STOPPED;
    }
    result->score = contrast_score(&result->verified);
    return good;
}

static void take_candidate(Improving *improving, double *point)
{
    ImproveResult *result = improving->result;
    uint32_t order[WEIGHT_SPACE_MAX];
    spsa_found(&improving->spsa, point);
    weight_space_weights(improving->plan->space, point, result->weights);
    result->iterations = improving->spsa.iteration;
    result->moved = weight_space_moved(improving->plan->space, result->weights, order) > 0;
}

static bool run(Improving *improving, Err *err)
{
    double point[WEIGHT_SPACE_MAX];
    ImproveResult *result = improving->result;
    if (!tune(improving, err)) {
        return false;
    }
    take_candidate(improving, point);
    return result->end == IMPROVE_STOPPED || verify(improving, point, err);
}

bool improve_run(const ImprovePlan *plan, ImproveResult *result, Err *err)
{
    static const double zeros[WEIGHT_SPACE_MAX];
    assert(plan->games > 0 && plan->verify > 0 && (!plan->testing || plan->duel > 0));
    memset(result, 0, sizeof *result);
    find_key(plan, result->run);
    result->planned = planned_iterations(plan);
    Improving *improving = calloc(1, sizeof *improving);
    if (improving == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    improving->plan = plan;
    improving->result = result;
    const SpsaPlan spsa = {
        .dimensions = plan->space->count,
        .iterations = result->planned,
        .directions = IMPROVE_DIRECTIONS,
        .c = plan->perturbation,
        .wander = plan->wander,
        .noise = PAIR_NOISE / 2.8284271247461903, /* of the mean of IMPROVE_PAIRS: their root */
        .seed = plan->seed,
        .low = plan->space->low,
        .high = plan->space->high,
    };
    const bool good = checkpoint_open(&improving->checkpoint, plan->store, result->run, err) &&
                      spsa_init(&improving->spsa, &spsa, zeros, err) && run(improving, err);
    spsa_release(&improving->spsa);
    free(improving);
    return good;
}

/* double_oracle.c: see double_oracle.h. */
#include "eval/improve/double_oracle.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

enum { WORDS_MAX = 6 }; /* weights that are told of an answer */

typedef struct Oracle {
    const OraclePlan *plan;
    OracleResult *result;
    const char *names[SEAT_COUNT][TOURNAMENT_POLICIES_MAX]; /* strategies of a seat */
    size_t counts[SEAT_COUNT];
    bool stopped;
} Oracle;

const char *oracle_end_name(enum oracle_end end)
{
    static const char *const names[] = {"closed", "rounds", "stopped"};
    return names[end];
}

static bool is_stopped(const OraclePlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

/* ------------------------------------------------------------------ strategies */

/* Number of a policy in the tournament; its count if it is new. */
static uint32_t find_policy(const OracleResult *result, const char *spec)
{
    uint32_t i = 0;
    while (i < result->config.policy_count && strcmp(result->config.policies[i].spec, spec) != 0) {
        i++;
    }
    return i;
}

static bool open_policy(OracleResult *result, const char *spec, Err *err)
{
    TournamentConfig *config = &result->config;
    Tournament *tournament = &result->tournament;
    if (config->policy_count == TOURNAMENT_POLICIES_MAX || strlen(spec) >= TOURNAMENT_NAME_BYTES) {
        return err_set(err, NULL, NULL,
                       "found %u policies and \"%.64s\", expected at most %d, with texts of at most %d bytes",
                       config->policy_count, spec, TOURNAMENT_POLICIES_MAX, TOURNAMENT_NAME_BYTES - 1);
    }
    Policy *policy = &tournament->policies[0][config->policy_count];
    if (!policy_init(policy, &tournament->games[0], spec, err)) {
        return false;
    }
    TournamentPolicy *entry = &config->policies[config->policy_count++];
    (void)snprintf(entry->name, sizeof entry->name, "%s", spec);
    (void)snprintf(entry->spec, sizeof entry->spec, "%s", spec);
    entry->both_lose = WORTH_SHARED;
    tournament->policies_open[0] = config->policy_count;
    return policy_is_repeatable(policy) ||
           err_set(err, NULL, NULL,
                   "found policy \"%.128s\", expected one that plays the same each time it is asked", spec);
}

static bool add_strategy(Oracle *oracle, Seat seat, const char *spec, Err *err)
{
    OracleResult *result = oracle->result;
    const uint32_t policy = find_policy(result, spec);
    for (size_t i = 0; i < oracle->counts[seat]; i++) {
        if (strcmp(oracle->names[seat][i], spec) == 0) {
            return err_set(err, NULL, NULL,
                           "found \"%.128s\" twice among the strategies of %s, expected it once", spec,
                           seat_name(seat));
        }
    }
    if (policy == result->config.policy_count && !open_policy(result, spec, err)) {
        return false;
    }
    oracle->names[seat][oracle->counts[seat]++] = result->config.policies[policy].name;
    return true;
}

static bool open_all(Oracle *oracle, Err *err)
{
    const OraclePlan *plan = oracle->plan;
    OracleResult *result = oracle->result;
    TournamentConfig *config = &result->config;
    TournamentScenario *scenario = &config->scenarios[0];
    config->scenario_count = 1;
    config->seed = plan->seed;
    (void)snprintf(scenario->name, sizeof scenario->name, "%s", plan->scenario);
    assert(plan->override_count <= SCENARIO_OVERRIDES_MAX);
    scenario->override_count = plan->override_count;
    if (plan->override_count > 0) {
        memcpy(scenario->overrides, plan->overrides, plan->override_count * sizeof *plan->overrides);
    }
    result->tournament.config = config;
    if (!game_load(&result->tournament.games[0], scenario->name, plan->overrides, plan->override_count,
                   err)) {
        return false;
    }
    result->tournament.games_open = 1;
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (size_t i = 0; i < plan->counts[seat]; i++) {
            if (!add_strategy(oracle, seat, plan->strategies[seat][i], err)) {
                return false;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the table */

static void hear_table(void *context, const Table *table, const Equilibrium *found)
{
    const Oracle *oracle = context;
    (void)found;
    if (oracle->plan->listener != NULL) {
        oracle->plan->listener(oracle->plan->context, "table", table->games,
                               oracle->plan->table * table_cell_count(table));
    }
}

static bool solve(Oracle *oracle, Err *err)
{
    const OraclePlan *plan = oracle->plan;
    OracleResult *result = oracle->result;
    const TablePlay play = {
        .tournament = &result->tournament,
        .filter = {.names = {oracle->names[SEAT_FRENCH], oracle->names[SEAT_COALITION]},
                   .counts = {oracle->counts[SEAT_FRENCH], oracle->counts[SEAT_COALITION]}},
        .plan = {.first = plan->table, .samples = plan->samples, .seed = plan->seed},
        .threads = plan->threads,
        .stop = plan->stop,
        .keep = {.store = plan->store, .overrides = plan->overrides, .override_count = plan->override_count},
        .listener = hear_table,
        .context = oracle,
    };
    table_played_release(&result->table);
    const bool good = table_play(&play, &result->table, err);
    oracle->stopped = good && result->table.state == ADAPTIVE_PLAYING;
    return good;
}

static const Policy *policy_of(const Oracle *oracle, Seat seat, uint32_t strategy)
{
    const OracleResult *result = oracle->result;
    const uint32_t policy = find_policy(result, result->table.table.names[seat][strategy]);
    assert(policy < result->config.policy_count);
    return &result->tournament.policies[0][policy];
}

/* ------------------------------------------------------------------ an answer */

static bool make_field(const Oracle *oracle, Seat other, Field *field, Err *err)
{
    const double *mixture = oracle->result->table.found.solution.mixture[other];
    field->count = 0;
    for (uint32_t i = 0; i < oracle->result->table.table.strategies[other]; i++) {
        if (mixture[i] >= DOUBLE_ORACLE_SHARE &&
            !field_add(field, policy_of(oracle, other, i), mixture[i], err)) {
            return false;
        }
    }
    field_close(field);
    return true;
}

/* The best answer there is, of those that can be tuned; NULL and err without any. */
static const Policy *find_start(const Oracle *oracle, Seat seat, Err *err)
{
    const TablePlayed *table = &oracle->result->table;
    const MatrixGame game = {table->table.strategies[SEAT_FRENCH], table->table.strategies[SEAT_COALITION],
                             table->found.payoffs};
    double payoffs[MATRIX_STRATEGIES_MAX];
    const Policy *best = NULL;
    double most = 0.0;
    matrix_answers(&game, seat, table->found.solution.mixture[seat_other(seat)], payoffs);
    for (uint32_t i = 0; i < table->table.strategies[seat]; i++) {
        const double score = seat == SEAT_FRENCH ? payoffs[i] : 1.0 - payoffs[i];
        const Policy *policy = policy_of(oracle, seat, i);
        if (policy_strategy(policy) != NULL && (best == NULL || score > most)) {
            best = policy;
            most = score;
        }
    }
    if (best == NULL) {
        (void)err_set(err, NULL, NULL,
                      "found no strategy of %s that can be improved, expected heuristic among them",
                      seat_name(seat));
    }
    return best;
}

static uint64_t seed_of(const OraclePlan *plan, uint32_t round, Seat seat)
{
    Rng rng =
        rng_derive(plan->seed, RNG_PURPOSE_IMPROVE, (1ULL << 32U) + SEAT_COUNT * (uint64_t)round + seat);
    return rng_next64(&rng);
}

/* Writes it, unless it is there already from before a kill, and makes it a strategy of the seat. */
static bool add_answer(Oracle *oracle, const ImprovePlan *improve, uint32_t round, OracleAnswer *answer,
                       Err *err)
{
    const Seat seat = improve->space->seat;
    char title[160];
    char spec[POLICY_SPEC_BYTES];
    StrBuf text;
    const int length = snprintf(answer->file, sizeof answer->file, "%s/%s-%u.json", oracle->plan->folder,
                                seat_name(seat), round + 1);
    const int used = snprintf(spec, sizeof spec, "heuristic:strategy=%s", answer->file);
    if (length < 0 || (size_t)length >= sizeof answer->file || used < 0 || (size_t)used >= sizeof spec) {
        return err_set(err, oracle->plan->folder, NULL, "the name of the folder is too long");
    }
    (void)snprintf(title, sizeof title, "Answer %u in %.100s", round + 1, improve->space->game->title);
    strbuf_init(&text);
    improve_strategy(improve, &answer->result, title, &text);
    const bool good = improve_save(&text, answer->file, true, err) && add_strategy(oracle, seat, spec, err);
    strbuf_release(&text);
    answer->added = good;
    return good;
}

static bool answer(Oracle *oracle, uint32_t round, Seat seat, OracleAnswer *answer, Err *err)
{
    const OraclePlan *plan = oracle->plan;
    Field field;
    WeightSpace *space = malloc(sizeof *space);
    const Policy *start = find_start(oracle, seat, err);
    bool good = space != NULL && start != NULL && make_field(oracle, seat_other(seat), &field, err) &&
                weight_space_init(space, start, seat, err);
    if (good) {
        const ImprovePlan improve = {
            .space = space,
            .start = start,
            .field = &field,
            .overrides = plan->overrides,
            .override_count = plan->override_count,
            .games = plan->games,
            .perturbation = plan->perturbation,
            .wander = plan->wander,
            .verify = plan->verify,
            .seed = seed_of(plan, round, seat),
            .threads = plan->threads,
            .stop = plan->stop,
            .store = plan->store,
            .listener = plan->listener,
            .context = plan->context,
        };
        (void)snprintf(answer->start, sizeof answer->start, "%s", start->spec);
        good = improve_run(&improve, &answer->result, err);
        oracle->stopped = good && answer->result.end == IMPROVE_STOPPED;
        if (good && !oracle->stopped) {
            weight_space_tell(space, answer->result.weights, WORDS_MAX, &answer->words);
            const ContrastScore *score = &answer->result.score;
            good = score->gain <= plan->margin || score->gain_interval.low <= 0.0 ||
                   add_answer(oracle, &improve, round, answer, err);
        }
    } else {
        (void)err_set(err, NULL, NULL, "out of memory");
    }
    free(space);
    return good;
}

/* ------------------------------------------------------------------ the loop */

/* Both seats answer the same table. */
static bool answer_both(Oracle *oracle, uint32_t number, OracleRound *round, Err *err)
{
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION && !oracle->stopped; seat++) {
        if (!answer(oracle, number, seat, &round->answers[seat], err)) {
            return false;
        }
    }
    round->answered = !oracle->stopped;
    return true;
}

static OracleRound *begin_round(const Oracle *oracle)
{
    OracleResult *result = oracle->result;
    OracleRound *round = &result->rounds[result->count++];
    round->value = result->table.found.solution.value;
    round->interval = result->table.found.value;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        round->strategies[seat] = (uint32_t)oracle->counts[seat];
        strbuf_init(&round->answers[seat].words);
    }
    return round;
}

static bool run(Oracle *oracle, Err *err)
{
    const OraclePlan *plan = oracle->plan;
    OracleResult *result = oracle->result;
    for (uint32_t number = 0;; number++) {
        if (!solve(oracle, err)) {
            return false;
        }
        if (oracle->stopped || number == plan->rounds) {
            result->end = oracle->stopped ? ORACLE_STOPPED : ORACLE_ROUNDS;
            return true;
        }
        OracleRound *round = begin_round(oracle);
        if (!answer_both(oracle, number, round, err)) {
            return false;
        }
        if (oracle->stopped || is_stopped(plan)) {
            result->end = ORACLE_STOPPED;
            return true;
        }
        if (plan->round != NULL) {
            plan->round(plan->context, number, round);
        }
        if (!round->answers[SEAT_FRENCH].added && !round->answers[SEAT_COALITION].added) {
            result->end = ORACLE_CLOSED;
            return true;
        }
    }
}

bool double_oracle_run(const OraclePlan *plan, OracleResult *result, Err *err)
{
    assert(plan->rounds > 0 && plan->rounds <= DOUBLE_ORACLE_ROUNDS_MAX && plan->store != NULL);
    assert(plan->counts[SEAT_FRENCH] > 0 && plan->counts[SEAT_COALITION] > 0);
    memset(result, 0, sizeof *result);
    Oracle *oracle = calloc(1, sizeof *oracle);
    if (oracle == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    oracle->plan = plan;
    oracle->result = result;
    const bool good = open_all(oracle, err) && run(oracle, err);
    free(oracle);
    return good;
}

void double_oracle_release(OracleResult *result)
{
    for (uint32_t i = 0; i < result->count; i++) {
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            strbuf_release(&result->rounds[i].answers[seat].words);
        }
    }
    table_played_release(&result->table);
    tournament_release(&result->tournament);
}

/* ------------------------------------------------------------------ JSON */

static void add_round(const OracleRound *round, JsonOut *out)
{
    jsonout_begin(out, '{');
    jsonout_key_double(out, "value", round->value);
    stats_key_interval(out, "value_ci95", round->interval);
    for (Seat seat = SEAT_FRENCH; round->answered && seat <= SEAT_COALITION; seat++) {
        const OracleAnswer *answer = &round->answers[seat];
        jsonout_key(out, seat_name(seat));
        jsonout_begin(out, '{');
        jsonout_key_text(out, "start", answer->start);
        jsonout_key_double(out, "gain", answer->result.score.gain);
        stats_key_interval(out, "gain_ci95", answer->result.score.gain_interval);
        jsonout_key_text(out, "added", answer->added ? answer->file : NULL);
        jsonout_end(out, '}');
    }
    jsonout_end(out, '}');
}

void double_oracle_json(const OracleResult *result, JsonOut *out)
{
    jsonout_key_text(out, "end", oracle_end_name(result->end));
    jsonout_key(out, "rounds");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < result->count; i++) {
        add_round(&result->rounds[i], out);
    }
    jsonout_end(out, ']');
}

/* test_heuristic.c: the heuristic player of Age of Napoleon and its strategy files: files load or are refused
 * with the place named; choices are legal, honest and repeatable; it beats random from both sides of every
 * scenario; strategies play differently. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/aon/weights.h"
#include "ai/policy.h"
#include "engine/aon/rules.h"
#include "engine/scenario.h"
#include "eval/run/match.h"
#include "tests/support/support.h"

enum { SCENARIOS = 3 };
static const char *const scenarios[SCENARIOS] = {"aon/1805", "aon/1809", "aon/1813"};

static void open_policy(Policy *policy, const Game *game, const char *spec)
{
    Err err;
    err_clear(&err);
    cr_assert(policy_init(policy, game, spec, &err), "%s: %s: %s: %s", spec, err.file, err.path, err.message);
}

/* ---- strategy files ---- */

static bool load_text(const char *text, AonWeights weights[SEAT_COUNT], Err *err)
{
    JsonDoc doc;
    err_clear(err);
    cr_assert(json_parse(&doc, text, strlen(text), "strategy.json", err), "%s", err->message);
    const JsonNode root = json_root(&doc);
    const bool loaded = aon_weights_load(weights, &root, err);
    json_release(&doc);
    return loaded;
}

static AonWeights load_file(const char *path, Seat seat)
{
    JsonDoc doc;
    Err err;
    AonWeights weights[SEAT_COUNT];
    err_clear(&err);
    cr_assert(json_load(&doc, path, &err), "%s: %s", path, err.message);
    const JsonNode root = json_root(&doc);
    cr_assert(aon_weights_load(weights, &root, &err), "%s: %s: %s", err.file, err.path, err.message);
    json_release(&doc);
    return weights[seat];
}

Test(strategy, balanced_is_what_is_built_in)
{
    const AonWeights built_in = aon_weights_default();
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        const AonWeights balanced = load_file("scenarios/aon/strategy-balanced.json", seat);
        cr_expect_eq(memcmp(&balanced, &built_in, sizeof built_in), 0);
    }
}

Test(strategy, shipped_ones_are_for_one_seat)
{
    static const struct {
        const char *path;
        Seat seat;
    } files[] = {{"scenarios/aon/strategy-french-russia.json", SEAT_FRENCH},
                 {"scenarios/aon/strategy-french-hold.json", SEAT_FRENCH},
                 {"scenarios/aon/strategy-coalition-peninsula.json", SEAT_COALITION},
                 {"scenarios/aon/strategy-coalition-paris.json", SEAT_COALITION},
                 {"scenarios/aon/strategy-coalition-1813.json", SEAT_COALITION},
                 {"scenarios/aon/strategy-french-1813.json", SEAT_FRENCH}};
    const AonWeights built_in = aon_weights_default();
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const AonWeights own = load_file(files[i].path, files[i].seat);
        const AonWeights other = load_file(files[i].path, seat_other(files[i].seat));
        cr_expect_neq(memcmp(&own, &built_in, sizeof own), 0, "%s", files[i].path);
        cr_expect_eq(memcmp(&other, &built_in, sizeof other), 0, "%s", files[i].path);
    }
}

/* The schema is for editors: it names the same weights, meanings, ranges and defaults as the program. */
Test(strategy, schema_names_every_weight)
{
    static const struct {
        const char *name;
        long value, least, most;
        const char *meaning;
    } rows[] = {
#define ROW(name, value, least, most, meaning) {#name, value, least, most, meaning},
        AON_WEIGHTS(ROW)
#undef ROW
    };
    JsonDoc doc;
    Err err;
    JsonNode nodes[5];
    size_t count = 0;
    err_clear(&err);
    cr_assert(json_load(&doc, "scenarios/aon/strategy.schema.json", &err));
    nodes[0] = json_root(&doc);
    cr_assert(json_get(&nodes[0], "properties", &nodes[1], &err) &&
              json_get(&nodes[1], "weights", &nodes[2], &err) &&
              json_get(&nodes[2], "properties", &nodes[3], &err));
    cr_assert(json_object(&nodes[3], 1000, &count, &err));
    cr_expect_eq(count, sizeof rows / sizeof rows[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        long found[3] = {-1, -1, -1};
        cr_assert(json_get(&nodes[3], rows[i].name, &nodes[4], &err), "%s", rows[i].name);
        const char *description = "";
        cr_assert(json_get_string(&nodes[4], "description", &description, &err));
        cr_expect(description[0] != '\0' && /* the first letter may be a capital */
                      strncmp(description + 1, rows[i].meaning + 1, strlen(rows[i].meaning) - 1) == 0,
                  "%s: %s", rows[i].name, description);
        cr_expect(json_get_int(&nodes[4], "default", 0, 100000, &found[0], &err));
        cr_expect(json_get_int(&nodes[4], "minimum", 0, 100000, &found[1], &err));
        cr_expect(json_get_int(&nodes[4], "maximum", 0, 100000, &found[2], &err));
        cr_expect(found[0] == rows[i].value && found[1] == rows[i].least && found[2] == rows[i].most, "%s",
                  rows[i].name);
    }
    json_release(&doc);
}

#define HEAD "\"schema\":\"marshal/strategy/1\",\"game\":\"aon\",\"title\":\"t\""

Test(strategy, bad_files_are_refused_with_the_place_named)
{
    static const struct {
        const char *text;
        const char *path;
    } files[] = {
        {"[]", ""},
        {"{}", "schema"},
        {"{\"schema\":\"marshal/strategy/"
         "2\",\"game\":\"aon\",\"title\":\"t\",\"seat\":\"both\",\"weights\":{}}",
         "schema"},
        {"{\"schema\":\"marshal/strategy/"
         "1\",\"game\":\"nae\",\"title\":\"t\",\"seat\":\"both\",\"weights\":{}}",
         "game"},
        {"{\"schema\":\"marshal/strategy/1\",\"game\":\"aon\",\"title\":7,\"seat\":\"both\",\"weights\":{}}",
         "title"},
        {"{" HEAD ",\"seat\":\"austrian\",\"weights\":{}}", "seat"},
        {"{" HEAD ",\"seat\":3,\"weights\":{}}", "seat"},
        {"{" HEAD ",\"weights\":{}}", "seat"},
        {"{" HEAD ",\"seat\":\"both\"}", "weights"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":[]}", "weights"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{},\"wights\":{}}", "wights"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"pairs\":900}}", "weights.pairs"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"paris\":\"900\"}}", "weights.paris"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"paris\":1.5}}", "weights.paris"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"paris\":-1}}", "weights.paris"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"decay\":0}}", "weights.decay"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"attack\":101}}", "weights.attack"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{},\"description\":[]}", "description"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        AonWeights weights[SEAT_COUNT];
        Err err;
        cr_expect_not(load_text(files[i].text, weights, &err), "%s", files[i].text);
        cr_expect_str_eq(err.file, "strategy.json");
        cr_expect(strstr(err.path, files[i].path) != NULL || strstr(err.message, files[i].path) != NULL,
                  "%s: %s: %s", files[i].text, err.path, err.message);
        cr_expect(err.message[0] != '\0');
    }
}

Test(strategy, policies_take_a_path_or_a_name)
{
    Game game;
    Policy policy;
    Err err;
    support_load(&game, "aon/1805", NULL);
    open_policy(&policy, &game, "heuristic:strategy=scenarios/aon/strategy-french-hold.json");
    policy_release(&policy);
    open_policy(&policy, &game, "heuristic:strategy=french-hold");
    policy_release(&policy);
    err_clear(&err);
    cr_expect_not(policy_init(&policy, &game, "heuristic:strategy=no-such-thing", &err));
    cr_expect(strstr(err.message, "no-such-thing") != NULL || strstr(err.file, "no-such-thing") != NULL);
    err_clear(&err);
    cr_expect_not(policy_init(&policy, &game, "heuristic:strategy=scenarios/aon/1805.json", &err));
    game_release(&game);
}

Test(strategy, validate_accepts_and_refuses)
{
    Run run;
    support_run(&run,
                "validate scenarios/aon/strategy-balanced.json scenarios/aon/strategy-coalition-paris.json");
    cr_expect_eq(run.code, 0, "%s", run.out.text);
    support_run_release(&run);
    char folder[256];
    char path[300];
    char arguments[400];
    static const char bad[] = "{" HEAD ",\"seat\":\"both\",\"weights\":{\"pairs\":900}}";
    support_folder("strategy", folder);
    (void)snprintf(path, sizeof path, "%s/bad.json", folder);
    cr_assert(support_write(path, bad, strlen(bad)));
    (void)snprintf(arguments, sizeof arguments, "validate %s", path);
    support_run(&run, arguments);
    cr_expect_neq(run.code, 0);
    cr_expect(strstr(run.out.text, "weights.pairs") != NULL, "%s", run.out.text);
    support_run_release(&run);
}

/* ---- choices ---- */

/* One game under way, decision by decision. */
typedef struct Table {
    const Game *game;
    const Policy *policies[SEAT_COUNT];
    StateBuffer state;
    Dice dice;
    uint64_t seed;
    uint32_t ply;
} Table;

static void table_open(Table *table, const Game *game, const Policy *french, const Policy *coalition,
                       uint64_t seed)
{
    memset(table, 0, sizeof *table);
    table->game = game;
    table->policies[SEAT_FRENCH] = french;
    table->policies[SEAT_COALITION] = coalition;
    table->seed = seed;
    table->dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(game, &table->state.header, &table->dice);
}

static Move ask(const Table *table, const State *view, const MoveList *legal)
{
    const Seat seat = (Seat)table->state.header.seat;
    PolicyQuery query = {.view = view,
                         .legal = legal,
                         .seat = seat,
                         .ply = table->ply,
                         .rng = rng_derive(table->seed, RNG_PURPOSE_FRENCH, table->ply)};
    return policy_choose(table->policies[seat], NULL, &query);
}

/* Asks for the decision, looks at it, and plays it. False when the game is over. */
typedef void (*Look)(void *context, const Table *table, const State *view, const MoveList *legal, Move move);

static bool table_step(Table *table, Look look, void *context)
{
    MoveList legal;
    StateBuffer view;
    if (table->state.header.over != 0) {
        return false;
    }
    table->ply++;
    game_legal(table->game, &table->state.header, &legal);
    table->game->rules->view(table->game->data, &table->state.header, (Seat)table->state.header.seat,
                             &view.header);
    const Move move = ask(table, &view.header, &legal);
    look(context, table, &view.header, &legal, move);
    game_apply(table->game, &table->state.header, move, &table->dice);
    return true;
}

/* The choice is legal, the same when asked again, and the same in any world the seat could be in. */
static void expect_sound(void *context, const Table *table, const State *view, const MoveList *legal,
                         Move move)
{
    (void)context;
    bool found = false;
    for (uint32_t i = 0; i < legal->count; i++) {
        found = found || legal->moves[i] == move;
    }
    cr_assert(found, "ply %u: not legal", table->ply);
    cr_assert_eq(ask(table, view, legal), move, "ply %u: another answer to the same question", table->ply);
    const Seat seat = (Seat)table->state.header.seat;
    for (uint64_t i = 0; i < 2; i++) {
        StateBuffer world;
        Rng rng = rng_derive(table->seed + i, RNG_PURPOSE_FUZZ, table->ply);
        memcpy(&world, view, table->game->rules->state_bytes);
        table->game->rules->determinize(table->game->data, &world.header, seat, &rng);
        cr_assert_eq(ask(table, &world.header, legal), move,
                     "seed %llu, ply %u, step %u: knows what is hidden", (unsigned long long)table->seed,
                     table->ply, table->state.header.step);
    }
}

Test(heuristic, choices_are_legal_repeatable_and_honest)
{
    for (unsigned i = 0; i < SCENARIOS; i++) {
        Game game;
        Policy heuristic;
        Policy chance;
        support_load(&game, scenarios[i], NULL);
        open_policy(&heuristic, &game, "heuristic");
        open_policy(&chance, &game, "random");
        for (uint64_t seed = 0; seed < (support_short() ? 3U : 15U); seed++) {
            Table table;
            table_open(&table, &game, seed % 3 == 2 ? &chance : &heuristic,
                       seed % 3 == 1 ? &chance : &heuristic, seed);
            while (table_step(&table, expect_sound, NULL)) {
            }
        }
        policy_release(&heuristic);
        policy_release(&chance);
        game_release(&game);
    }
}

/* ---- strength ---- */

static MatchTally play_match(const Game *game, const char *french, const char *coalition, uint64_t games)
{
    Policy policies[SEAT_COUNT];
    MatchTally tally;
    Err err;
    err_clear(&err);
    open_policy(&policies[SEAT_FRENCH], game, french);
    open_policy(&policies[SEAT_COALITION], game, coalition);
    const MatchPlan plan = {.game = game,
                            .policies = {&policies[SEAT_FRENCH], &policies[SEAT_COALITION]},
                            .games = games,
                            .seed = 1805,
                            .threads = 1};
    cr_assert(match_run(&plan, &tally, &err), "%s", err.message);
    policy_release(&policies[SEAT_FRENCH]);
    policy_release(&policies[SEAT_COALITION]);
    return tally;
}

Test(heuristic, beats_random_from_both_sides)
{
    const uint64_t games = support_short() ? 10 : 40;
    for (unsigned i = 0; i < SCENARIOS; i++) {
        Game game;
        support_load(&game, scenarios[i], NULL);
        const MatchTally french = play_match(&game, "heuristic", "random", games);
        const MatchTally coalition = play_match(&game, "random", "heuristic", games);
        cr_expect_geq(10 * french.wins[SEAT_FRENCH], 9 * games, "%s: French %llu", scenarios[i],
                      (unsigned long long)french.wins[SEAT_FRENCH]);
        cr_expect_geq(10 * coalition.wins[SEAT_COALITION], 9 * games, "%s: Coalition %llu", scenarios[i],
                      (unsigned long long)coalition.wins[SEAT_COALITION]);
        game_release(&game);
    }
}

/* ---- strategies differ ---- */

/* Decisions on payment, where an army has been formed: how many, and how many of a kind. */
typedef struct Habit {
    unsigned marches;
    unsigned western; /* led by British or Spanish colours */
    unsigned plies;
    unsigned in_russia; /* decisions while French-controlled corps stood in Russia */
} Habit;

static void observe(void *context, const Table *table, const State *view, const MoveList *legal, Move move)
{
    Habit *habit = context;
    const AonData *d = table->game->data;
    const AonState *s = aon_state_const(view);
    (void)legal;
    (void)move;
    habit->plies++;
    habit->in_russia += (s->occupied[SEAT_FRENCH] & aon_country_areas(d, s, AON_RUSSIA)) != 0 ? 1U : 0U;
    if (view->step == AON_STEP_MOVE_PAY && view->seat == SEAT_COALITION) {
        const unsigned patron = d->patron[s->move.leader];
        habit->marches++;
        habit->western += patron == AON_BRITAIN || patron == AON_SPAIN ? 1U : 0U;
    }
}

static Habit habit_of(const char *scenario, const char *french, const char *coalition)
{
    Game game;
    Policy policies[SEAT_COUNT];
    Habit habit = {0, 0, 0, 0};
    support_load(&game, scenario, NULL);
    open_policy(&policies[SEAT_FRENCH], &game, french);
    open_policy(&policies[SEAT_COALITION], &game, coalition);
    for (uint64_t seed = 0; seed < (support_short() ? 6U : 30U); seed++) {
        Table table;
        table_open(&table, &game, &policies[SEAT_FRENCH], &policies[SEAT_COALITION], seed);
        while (table_step(&table, observe, &habit)) {
        }
    }
    policy_release(&policies[SEAT_FRENCH]);
    policy_release(&policies[SEAT_COALITION]);
    game_release(&game);
    return habit;
}

Test(heuristic, french_strategies_differ_in_russia)
{
    const Habit russia = habit_of("aon/1805", "heuristic:strategy=french-russia", "random");
    const Habit hold = habit_of("aon/1805", "heuristic:strategy=french-hold", "random");
    cr_expect_gt(100 * russia.in_russia / russia.plies, 10 + 100 * hold.in_russia / hold.plies,
                 "%u of %u against %u of %u", russia.in_russia, russia.plies, hold.in_russia, hold.plies);
}

Test(heuristic, peninsula_marches_in_the_west)
{
    const Habit balanced = habit_of("aon/1809", "heuristic", "heuristic");
    const Habit peninsula = habit_of("aon/1809", "heuristic", "heuristic:strategy=coalition-peninsula");
    cr_expect_gt(100 * peninsula.western / peninsula.marches, 15 + 100 * balanced.western / balanced.marches,
                 "%u of %u against %u of %u", peninsula.western, peninsula.marches, balanced.western,
                 balanced.marches);
}

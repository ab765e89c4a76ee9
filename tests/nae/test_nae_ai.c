/* test_nae_ai.c: the heuristic player of Napoleon against Europe and its strategy files: files load or are
 * refused with the place named; choices are legal, honest and repeatable; it beats random where the scenarios
 * let it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ai/nae/scores.h"
#include "ai/nae/sense.h"
#include "ai/nae/weights.h"
#include "ai/policy.h"
#include "engine/nae/rules.h"
#include "engine/scenario.h"
#include "eval/run/match.h"
#include "tests/nae/nae_position.h"
#include "tests/support/review_play.h"
#include "tests/support/support.h"

static const char *const strategies[] = {"balanced",        "french-vienna",      "french-moscow",
                                         "french-hold",     "french-blockade",    "coalition-patience",
                                         "coalition-paris", "coalition-peninsula"};
enum { STRATEGIES = sizeof strategies / sizeof strategies[0] };

static void open_policy(Policy *policy, const Game *game, const char *spec)
{
    Err err;
    err_clear(&err);
    cr_assert(policy_init(policy, game, spec, &err), "%s: %s: %s: %s", spec, err.file, err.path, err.message);
}

/* ---- strategy files ---- */

static bool load_text(const char *text, NaeWeights weights[SEAT_COUNT], Err *err)
{
    JsonDoc doc;
    err_clear(err);
    cr_assert(json_parse(&doc, text, strlen(text), "strategy.json", err), "%s", err->message);
    const JsonNode root = json_root(&doc);
    const bool loaded = nae_weights_load(weights, &root, false, err);
    json_release(&doc);
    return loaded;
}

#define HEAD "\"schema\":\"marshal/strategy/1\",\"game\":\"nae\",\"title\":\"t\""

Test(nae_strategy, names_only_what_differs_and_only_for_its_seat)
{
    NaeWeights weights[SEAT_COUNT];
    Err err;
    const NaeWeights french = nae_weights_default(SEAT_FRENCH, false);
    const NaeWeights coalition = nae_weights_default(SEAT_COALITION, false);
    cr_assert(load_text("{" HEAD ",\"seat\":\"french\",\"weights\":{\"paris\":4321}}", weights, &err));
    cr_expect_eq(weights[SEAT_FRENCH].paris, 4321);
    cr_expect_eq(weights[SEAT_FRENCH].austria, french.austria);
    cr_expect_eq(memcmp(&weights[SEAT_COALITION], &coalition, sizeof coalition), 0);
    cr_assert(load_text("{" HEAD ",\"seat\":\"both\",\"weights\":{}}", weights, &err));
    cr_expect_eq(memcmp(&weights[SEAT_FRENCH], &french, sizeof french), 0);
    cr_expect_eq(memcmp(&weights[SEAT_COALITION], &coalition, sizeof coalition), 0);
}

/* The schema is for editors: it names the same weights, meanings, ranges and French defaults as the program.
 */
Test(nae_strategy, schema_names_every_weight)
{
    static const struct {
        const char *name;
        long value, least, most;
        const char *meaning;
    } rows[] = {
#define ROW(name, french, coalition, least, most, meaning) {#name, french, least, most, meaning},
        NAE_WEIGHTS(ROW)
#undef ROW
    };
    JsonDoc doc;
    Err err;
    JsonNode nodes[5];
    size_t count = 0;
    err_clear(&err);
    cr_assert(json_load(&doc, "scenarios/nae/strategy.schema.json", &err));
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
        cr_expect(json_get_int(&nodes[4], "default", -100000, 100000, &found[0], &err));
        cr_expect(json_get_int(&nodes[4], "minimum", -100000, 100000, &found[1], &err));
        cr_expect(json_get_int(&nodes[4], "maximum", -100000, 100000, &found[2], &err));
        cr_expect(found[0] == rows[i].value && found[1] == rows[i].least && found[2] == rows[i].most, "%s",
                  rows[i].name);
    }
    json_release(&doc);
}

Test(nae_strategy, bad_files_are_refused_with_the_place_named)
{
    static const struct {
        const char *text;
        const char *path;
    } files[] = {
        {"{}", "schema"},
        {"{\"schema\":\"marshal/strategy/"
         "1\",\"game\":\"aon\",\"title\":\"t\",\"seat\":\"both\",\"weights\":{}}",
         "game"},
        {"{" HEAD ",\"seat\":\"austrian\",\"weights\":{}}", "seat"},
        {"{" HEAD ",\"seat\":\"both\"}", "weights"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"pairs\":900}}", "weights.pairs"},
        {"{" HEAD ",\"seat\":\"both\",\"weights\":{\"paris\":-1}}", "weights.paris"},
        {"{" HEAD ",\"seat\":\"french\",\"weights\":{\"decay\":0}}", "weights.decay"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        NaeWeights weights[SEAT_COUNT];
        Err err;
        cr_expect_not(load_text(files[i].text, weights, &err), "%s", files[i].text);
        cr_expect_str_eq(err.file, "strategy.json");
        cr_expect(strstr(err.path, files[i].path) != NULL || strstr(err.message, files[i].path) != NULL,
                  "%s: %s: %s", files[i].text, err.path, err.message);
    }
}

/* ---- choices ---- */

typedef struct Table {
    const Game *game;
    const Policy *policy;
    StateBuffer state;
    Dice dice;
    uint64_t seed;
    uint32_t ply;
} Table;

static Move ask(const Table *table, const State *view, const MoveList *legal)
{
    PolicyQuery query = {.view = view,
                         .legal = legal,
                         .seat = (Seat)table->state.header.seat,
                         .ply = table->ply,
                         .rng = rng_derive(table->seed, RNG_PURPOSE_FRENCH, table->ply)};
    return policy_choose(table->policy, NULL, &query);
}

/* The choice is legal, and the same in other worlds that the seat could be in: it does not know hidden
 * cards. */
static void expect_sound(const Table *table, const State *view, const MoveList *legal, Move move)
{
    bool found = false;
    for (uint32_t i = 0; i < legal->count; i++) {
        found = found || legal->moves[i] == move;
    }
    cr_assert(found, "ply %u: not legal", table->ply);
    for (uint64_t i = 0; i < 2; i++) {
        StateBuffer world;
        Rng rng = rng_derive(table->seed + i, RNG_PURPOSE_FUZZ, table->ply);
        memcpy(&world, view, table->game->rules->state_bytes);
        table->game->rules->determinize(table->game->data, &world.header, (Seat)table->state.header.seat,
                                        &rng);
        cr_assert_eq(ask(table, &world.header, legal), move, "seed %llu, ply %u: knows what is hidden",
                     (unsigned long long)table->seed, table->ply);
    }
}

static void play_soundly(const Game *game, const char *spec, uint64_t seed)
{
    Policy policy;
    Table table = {.game = game, .policy = &policy, .seed = seed};
    open_policy(&policy, game, spec);
    table.dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(game, &table.state.header, &table.dice);
    while (table.state.header.over == 0) {
        MoveList legal;
        StateBuffer view;
        table.ply++;
        game_legal(game, &table.state.header, &legal);
        game->rules->view(game->data, &table.state.header, (Seat)table.state.header.seat, &view.header);
        const Move move = ask(&table, &view.header, &legal);
        expect_sound(&table, &view.header, &legal, move);
        game_apply(game, &table.state.header, move, &table.dice);
    }
    policy_release(&policy);
}

/* Every shipped strategy plays games to their end. */
Test(nae_heuristic, choices_are_legal_and_honest)
{
    static const char *const scenarios[] = {"nae/1815", "nae/1805-year", "nae/1809-year"};
    for (unsigned i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        Game game;
        support_load(&game, scenarios[i], NULL);
        for (unsigned k = 0; k < STRATEGIES; k++) {
            char spec[100];
            (void)snprintf(spec, sizeof spec, "heuristic:strategy=%s", strategies[k]);
            for (uint64_t seed = 1; seed <= (support_short() ? 1U : 10U); seed++) {
                play_soundly(&game, spec, seed);
            }
        }
        game_release(&game);
    }
}

/* ---- landings ---- */

static bool french_stand_in(const NaeState *s, unsigned zone)
{
    for (unsigned piece = NAE_FIRST_UNIT; piece < NAE_FIRST_GENERAL; piece++) {
        if (nae_on_map(s, piece) && nae_side_of_piece(s, piece) == 0 && s->place[piece] == zone) {
            return true;
        }
    }
    return false;
}

/* Campaigns of so many seeds, French as spec says against random play, in which French troops come to London;
 * that ends a game. */
static unsigned landings_of(const Game *game, const char *spec, uint64_t seeds)
{
    Policy policies[SEAT_COUNT];
    unsigned landed = 0;
    const unsigned london = nae_zone_by_id(game->data, "londres");
    open_policy(&policies[SEAT_FRENCH], game, spec);
    open_policy(&policies[SEAT_COALITION], game, "random");
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        Table table = {.game = game, .seed = seed};
        table.dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
        game_setup(game, &table.state.header, &table.dice);
        bool ashore = false;
        while (table.state.header.over == 0 && !ashore) {
            MoveList legal;
            StateBuffer view;
            table.ply++;
            table.policy = &policies[table.state.header.seat];
            game_legal(game, &table.state.header, &legal);
            game->rules->view(game->data, &table.state.header, (Seat)table.state.header.seat, &view.header);
            game_apply(game, &table.state.header, ask(&table, &view.header, &legal), &table.dice);
            ashore = french_stand_in(nae_state_const(&table.state.header), london);
        }
        landed += ashore ? 1U : 0U;
    }
    policy_release(&policies[SEAT_FRENCH]);
    policy_release(&policies[SEAT_COALITION]);
    return landed;
}

/* Squadrons carry troops over the Channel when the coast is clear, unless the strategy says that landings are
 * worth nothing. */
Test(nae_heuristic, comes_to_london_where_the_strategy_lets_it)
{
    static const char file[] = "{" HEAD ",\"seat\":\"french\",\"weights\":{\"landing\":0}}";
    Game game;
    char path[256];
    char spec[300];
    support_load(&game, "nae/1805", NULL);
    support_folder("landings", path);
    (void)strncat(path, "/strategy.json", sizeof path - strlen(path) - 1);
    cr_assert(support_write(path, file, sizeof file - 1));
    (void)snprintf(spec, sizeof spec, "heuristic:strategy=%s", path);
    cr_expect_gt(landings_of(&game, "heuristic", 4), 0U);
    cr_expect_eq(landings_of(&game, spec, 4), 0U);
    game_release(&game);
}

/* ---- what the Empire wants ---- */

static int prize_of(const NaeStrategy *strategy, const char *zone)
{
    NaeSense sense;
    nae_sense_init(&sense, nd(), ns(), strategy, NAE_EMPIRE);
    return nae_sense_prize(&sense, nae_zone_by_id(nd(), zone));
}

/* An open port of the blockade is worth more than one before it, more yet once the great powers of the
 * continent are out of the war, and nothing beside the rest when no budget follows (19.4); so is London when
 * nobody else is left. */
Test(nae_sense, open_ports_and_london_count_when_the_continent_is_won)
{
    static NaeStrategy strategy;
    nae_start("1805", "");
    nae_strategy_init(&strategy, nd());
    const int before = prize_of(&strategy, "porto");
    const int london = prize_of(&strategy, "londres");
    ns()->flags |= NAE_BLOCKADE;
    const int at_war = prize_of(&strategy, "porto");
    cr_expect_gt(at_war, before);
    ns()->major[NAE_AUSTRIA].status = NAE_NEUTRAL;
    ns()->major[NAE_RUSSIA].status = NAE_NEUTRAL;
    const int at_peace = prize_of(&strategy, "porto");
    cr_expect_gt(at_peace, at_war);
    cr_expect_gt(prize_of(&strategy, "londres"), 2 * london);
    ns()->header.turn = (uint8_t)(nd()->setup.last_year - 1805U);
    cr_expect_lt(prize_of(&strategy, "porto"), at_war);
}

/* Who stands next to a key zone threatens it, and a conquered one as far as the strategy says. */
Test(nae_sense, conquests_are_guarded)
{
    static NaeStrategy strategy;
    NaeSense sense;
    int aim[2];
    nae_start("1805", "");
    nae_strategy_init(&strategy, nd());
    strategy.weights[SEAT_FRENCH].taken = 50;
    for (unsigned taken = 0; taken < 2; taken++) {
        nae_start("1805", "");
        at("brunn", "mack au_1");
        if (taken != 0) {
            marker("vienne", NAE_EMPIRE);
        }
        nae_sense_init(&sense, nd(), ns(), &strategy, NAE_EMPIRE);
        aim[taken] = nae_sense_aim(&sense, zone_of("brunn"));
    }
    cr_expect_gt(aim[1], aim[0]);
}

/* ---- cards ---- */

/* What the interception by Napoleon is worth to the Empire, with a hand of these cards. */
static int interception_with(const char *cards)
{
    static NaeStrategy strategy;
    NaeSense sense;
    Move move;
    nae_start("1805", "");
    at("munich", "dp_autriche_1=");
    at("salzbourg", "mack au_1");
    at("ulm", "napoleon fr_1 fr_2 fr_3");
    hand(cards);
    nae_act_in(3, NAE_COALITION, 3);
    go("spend(land); spend_zone(salzbourg); spend_force(whole); forced_march(0); move(go,munich)");
    cr_assert(nae_move_parse(nd(), "intercept(ulm,napoleon)", &move));
    nae_strategy_init(&strategy, nd());
    nae_sense_init(&sense, nd(), ns(), &strategy, NAE_EMPIRE);
    return nae_score_intercept(&sense, move);
}

/* An interception costs a card (12.4): a plain one is given where the odds are good, an event that the
 * campaign turns on is not, unless a plain one will do in its place. */
Test(nae_heuristic, great_events_do_not_go_for_an_interception)
{
    cr_expect_gt(interception_with("12F"), 0);
    cr_expect_lt(interception_with("20F"), 0);
    cr_expect_eq(interception_with("20F 12F"), interception_with("12F"));
}

/* ---- garrisons ---- */

/* What leaving a corps in a zone is worth before Napoleon goes on, by a strategy with this weight. */
static int worth_of_a_corps_left_in(const char *zone, int garrison)
{
    static NaeStrategy strategy;
    NaeSense sense;
    Move move;
    nae_start("1805", "");
    marker(zone, NAE_EMPIRE);
    at(zone, "napoleon grande_armee fr_1 fr_2 fr_3 dp_france_1");
    at("olmutz", "mack au_1-");
    nae_act_in(3, NAE_EMPIRE, 3);
    go("spend(land); spend_force(whole); forced_march(0)");
    expect_legal("move(drop,fr_1)", true);
    cr_assert(nae_move_parse(nd(), "move(drop,fr_1)", &move));
    nae_strategy_init(&strategy, nd());
    strategy.weights[SEAT_FRENCH].garrison = garrison;
    nae_sense_init(&sense, nd(), ns(), &strategy, NAE_EMPIRE);
    return nae_score_move(&sense, move);
}

/* A key zone that is held gets a garrison when the army goes on, a zone that is none does not. */
Test(nae_heuristic, an_army_leaves_a_corps_in_a_key_zone)
{
    cr_expect_gt(worth_of_a_corps_left_in("vienne", 6), 0);
    cr_expect_lt(worth_of_a_corps_left_in("vienne", 0), 0);
    cr_expect_lt(worth_of_a_corps_left_in("vienne", 20), 0); /* steps: too few to spare some */
    cr_expect_lt(worth_of_a_corps_left_in("brunn", 6), 0);
}

/* ---- strength ---- */

static uint64_t wins_of(const Game *game, Seat seat, uint64_t games)
{
    Policy policies[SEAT_COUNT];
    MatchTally tally;
    Err err;
    err_clear(&err);
    open_policy(&policies[seat], game, "heuristic");
    open_policy(&policies[seat_other(seat)], game, "random");
    const MatchPlan plan = {.game = game,
                            .policies = {&policies[SEAT_FRENCH], &policies[SEAT_COALITION]},
                            .games = games,
                            .seed = 1805,
                            .threads = 1};
    cr_assert(match_run(&plan, &tally, &err), "%s", err.message);
    policy_release(&policies[SEAT_FRENCH]);
    policy_release(&policies[SEAT_COALITION]);
    return tally.wins[seat];
}

/* Games won of 40 against random play, below what is measured over hundreds (docs/games/nae.md). */
Test(nae_heuristic, beats_random)
{
    static const struct {
        const char *scenario;
        Seat seat;
        unsigned least;
    } floors[] = {{"nae/1815", SEAT_FRENCH, 36},      {"nae/1815", SEAT_COALITION, 10},
                  {"nae/1805-year", SEAT_FRENCH, 30}, {"nae/1805-year", SEAT_COALITION, 36},
                  {"nae/1809-year", SEAT_FRENCH, 34}, {"nae/1809-year", SEAT_COALITION, 36}};
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        Game game;
        support_load(&game, floors[i].scenario, NULL);
        cr_expect_geq(wins_of(&game, floors[i].seat, 40), floors[i].least, "%s, seat %d", floors[i].scenario,
                      (int)floors[i].seat);
        game_release(&game);
    }
}

Test(nae_review, finds_mistakes) { expect_mistakes_of_lot("nae/1805-year", 60, 16); }

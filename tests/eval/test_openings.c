/* test_openings.c: plans of the first turn: what is noted of a game, how plans are grouped, where games come
 * from. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/dice.h"
#include "eval/openings/openings.h"
#include "tests/support/support.h"

/* ------------------------------------------------------------------ grouping, with plans made by hand */

typedef struct Bench {
    Game game;
    Openings *openings;
    PlanWatch watch;
    StateBuffer start;
} Bench;

static Bench *bench_open(uint64_t least, uint32_t top)
{
    Bench *bench = calloc(1, sizeof *bench);
    cr_assert_not_null(bench);
    Dice dice = dice_from_stream(rng_derive(3, RNG_PURPOSE_DICE, 0));
    support_use_test_scenarios();
    support_load(&bench->game, "toy/plain", NULL);
    game_setup(&bench->game, &bench->start.header, &dice);
    const OpeningsWish wish = {.least = least, .top = top, .positions = 2};
    bench->openings = openings_new(&bench->game, &wish);
    cr_assert_not_null(bench->openings);
    return bench;
}

static void bench_close(Bench *bench)
{
    openings_release(bench->openings);
    game_release(&bench->game);
    free(bench);
}

static void begin(Bench *bench)
{
    plan_watch_begin(&bench->watch, &bench->game, &bench->start.header, 0, SEAT_FRENCH, 0);
}

/* A deed of the plan under way. */
static void does(Bench *bench, uint8_t rank, const char *heading, const char *text)
{
    SeatPlan *plan = &bench->watch.seats[SEAT_FRENCH];
    PlanDeed *deed = &plan->deeds[plan->count++];
    memset(deed, 0, sizeof *deed);
    deed->times = 1;
    deed->deed.rank = rank;
    (void)snprintf(deed->deed.heading, sizeof deed->deed.heading, "%s", heading);
    (void)snprintf(deed->deed.text, sizeof deed->deed.text, "%s", text);
}

/* The plan is over: so many games of it are won, then so many lost. */
static void ends(Bench *bench, uint32_t cell, int won, int lost)
{
    plan_watch_end(&bench->watch);
    for (int i = 0; i < won + lost; i++) {
        const OpeningEntry entry = {&bench->watch,
                                    {i < won ? SEAT_FRENCH : SEAT_COALITION, OUTCOME_DECISIVE, 1801},
                                    cell,
                                    "somewhere"};
        cr_assert(openings_add(bench->openings, &entry));
    }
}

static void expect_group(const Bench *bench, uint32_t number, uint64_t games, uint64_t plans,
                         const char *words)
{
    const OpeningsSeat *seat = &bench->openings->seats[SEAT_FRENCH];
    StrBuf text;
    cr_assert_lt(number, seat->group_count, "no group %u", number);
    strbuf_init(&text);
    openings_group_words(seat, &seat->groups[number], &text);
    cr_expect_str_eq(text.text, words);
    cr_expect_eq(seat->groups[number].games, games, "%s: %llu games", words,
                 (unsigned long long)seat->groups[number].games);
    cr_expect_eq(seat->groups[number].plans, plans, "%s: %llu plans", words,
                 (unsigned long long)seat->groups[number].plans);
    strbuf_release(&text);
}

static void play_plans(Bench *bench)
{
    begin(bench); /* common enough to stand by itself */
    does(bench, WORDS_DEED_DETAIL, "pays", "a coin");
    does(bench, WORDS_DEED_MAIN, "courts", "the miller");
    ends(bench, 0, 9, 3);
    static const char *const small[] = {"two coins", "three coins", "four coins"};
    for (int i = 0; i < 3; i++) { /* alike but for details */
        begin(bench);
        does(bench, WORDS_DEED_MAIN, "courts", "the miller");
        does(bench, WORDS_DEED_PART, "goes", "to the ford");
        does(bench, WORDS_DEED_DETAIL, "pays", small[i]);
        ends(bench, 0, 1, 2);
    }
    static const char *const ways[] = {"to the hill", "to the inn", "home"};
    for (int i = 0; i < 3; i++) { /* alike in what matters most */
        begin(bench);
        does(bench, WORDS_DEED_PART, "goes", ways[i]);
        does(bench, WORDS_DEED_MAIN, "courts", "the smith");
        does(bench, WORDS_DEED_MAIN, "courts", "the baker");
        ends(bench, 1, 2, 0);
    }
    begin(bench); /* like nothing else */
    does(bench, WORDS_DEED_MAIN, "courts", "nobody at all");
    ends(bench, 1, 0, 1);
    begin(bench); /* nothing done by which plans could be alike */
    ends(bench, 1, 1, 1);
}

Test(openings, small_groups_are_put_together_by_what_matters)
{
    Bench *bench = bench_open(5, 10);
    play_plans(bench);
    cr_assert(openings_group(bench->openings));
    const OpeningsSeat *seat = &bench->openings->seats[SEAT_FRENCH];
    cr_expect_eq(seat->group_count, 3U);
    expect_group(bench, 0, 12, 1, "courts the miller; pays a coin");
    expect_group(bench, 1, 9, 3, "courts the miller; goes to the ford; details differ");
    expect_group(bench, 2, 6, 3, "courts the baker, the smith; the rest differs");
    cr_expect_eq(seat->rest.plans, 2U);
    cr_expect_eq(seat->rest.games, 3U);
    cr_expect_float_eq(seat->rest.points, 1.0, 1e-12);
    cr_expect_eq(bench->openings->seats[SEAT_COALITION].games, 0U, "nobody asked for that seat");
    const Interval interval = stats_wilson_score(9.0, 12, STATS_Z95);
    cr_expect_eq(seat->groups[0].interval.low, interval.low);
    cr_expect_eq(seat->groups[0].interval.high, interval.high);
    uint64_t games = seat->rest.games;
    for (uint32_t i = 0; i < seat->group_count; i++) {
        games += seat->groups[i].games;
    }
    cr_expect_eq(games, seat->games, "no game is lost or counted twice");
    bench_close(bench);
}

Test(openings, groups_beyond_the_limit_join_the_rest)
{
    Bench *bench = bench_open(1, 2);
    play_plans(bench);
    cr_assert(openings_group(bench->openings));
    const OpeningsSeat *seat = &bench->openings->seats[SEAT_FRENCH];
    cr_expect_eq(seat->group_count, 2U);
    expect_group(bench, 0, 12, 1, "courts the miller; pays a coin");
    cr_expect_eq(seat->groups[0].games + seat->groups[1].games + seat->rest.games, seat->games);
    cr_expect_eq(1U + 1U + seat->rest.plans, seat->plan_count);
    /* once more, with more games: nothing of the first time is left */
    play_plans(bench);
    cr_assert(openings_group(bench->openings));
    expect_group(bench, 0, 24, 1, "courts the miller; pays a coin");
    bench_close(bench);
}

Test(openings, what_all_do_is_told_once)
{
    Bench *bench = bench_open(1, 5);
    StrBuf text;
    strbuf_init(&text);
    for (int i = 0; i < 2; i++) {
        begin(bench);
        does(bench, WORDS_DEED_MAIN, "courts", "the miller");
        does(bench, WORDS_DEED_PART, "goes", i == 0 ? "home" : "to the inn");
        ends(bench, 0, 2 - i, 1);
    }
    begin(bench);
    does(bench, WORDS_DEED_MAIN, "courts", "the miller");
    ends(bench, 0, 1, 0);
    cr_assert(openings_group(bench->openings));
    openings_common_words(&bench->openings->seats[SEAT_FRENCH], &text);
    cr_expect_str_eq(text.text, "courts the miller");
    expect_group(bench, 0, 3, 1, "goes home");
    expect_group(bench, 1, 2, 1, "goes to the inn");
    expect_group(bench, 2, 1, 1, "nothing else to speak of");
    strbuf_release(&text);
    bench_close(bench);
}

Test(openings, difference_of_a_deed_is_taken_between_the_same_players)
{
    Bench *bench = bench_open(2, 20);
    /* the strong pair of players, who win 90%, court often; the weak pair, who win 10%, seldom: courting
     * itself does nothing */
    begin(bench);
    does(bench, WORDS_DEED_MAIN, "courts", "the miller");
    ends(bench, 0, 72, 8);
    ends(bench, 1, 2, 18);
    begin(bench);
    does(bench, WORDS_DEED_MAIN, "waits", "for rain");
    ends(bench, 0, 18, 2);
    ends(bench, 1, 8, 72);
    cr_assert(openings_group(bench->openings));
    const OpeningsSeat *seat = &bench->openings->seats[SEAT_FRENCH];
    cr_assert_eq(seat->listed, 2U);
    const OpeningDeed *deed = &seat->deeds[seat->list[0]];
    cr_expect_str_eq(deed->text, "the miller");
    cr_expect_float_eq(deed->points / (double)deed->games, 0.74, 1e-12, "by itself it looks good");
    cr_expect_float_eq(deed->difference.difference, 0.0, 1e-12);
    cr_expect(deed->difference.interval.low < 0.0 && deed->difference.interval.high > 0.0);
    bench_close(bench);
}

/* ------------------------------------------------------------------ what is noted of a game */

static uint32_t seat_deeds(const PlanWatch *watch, Seat seat) { return watch->seats[seat].count; }

Test(openings, a_plan_holds_the_deeds_of_its_seat_until_the_turn_is_over)
{
    Bench *bench = bench_open(1, 5);
    const Game *game = &bench->game;
    StateBuffer state = bench->start;
    StateBuffer before;
    MoveList legal;
    Dice dice = dice_from_stream(rng_derive(4, RNG_PURPOSE_DICE, 0));
    plan_watch_begin(&bench->watch, game, &state.header, 0, SEAT_BOTH, 0);
    bool more = true;
    uint32_t told[SEAT_COUNT] = {0, 0};
    uint32_t plies = 0;
    while (more) {
        Move move;
        WordsDeed deed;
        before = state;
        cr_assert_eq(state.header.turn, 0, "the plans end with the first fair");
        (void)game_legal(game, &state.header, &legal);
        move = legal.moves[0];
        game_apply(game, &state.header, move, &dice);
        words_deed(game, &before.header, move, &state.header, &deed);
        told[before.header.seat] += deed.rank != WORDS_DEED_NONE;
        more = plan_watch_move(&bench->watch, &before.header, move, &state.header);
        plies++;
    }
    cr_expect(plan_watch_done(&bench->watch));
    cr_expect_gt(told[SEAT_FRENCH], 0U);
    cr_expect_eq(seat_deeds(&bench->watch, SEAT_FRENCH), told[SEAT_FRENCH]);
    cr_expect_eq(seat_deeds(&bench->watch, SEAT_COALITION), told[SEAT_COALITION]);
    cr_expect_eq(bench->watch.seats[SEAT_FRENCH].plies, plies);
    cr_expect_eq(memcmp(&bench->watch.seats[SEAT_FRENCH].end, &state, game->rules->state_bytes), 0);
    bench_close(bench);
}

/* A march that goes on with every decision. */
static void marching(const void *data, const State *before, Move move, const State *after, WordsDeed *deed)
{
    (void)data;
    (void)move;
    (void)after;
    deed->rank = WORDS_DEED_MAIN;
    (void)snprintf(deed->heading, sizeof deed->heading, "marches");
    (void)snprintf(deed->subject, sizeof deed->subject, "the %s",
                   before->seat == SEAT_FRENCH ? "miller" : "baker");
    (void)snprintf(deed->text, sizeof deed->text, "to stall %u", before->turn);
}

Test(openings, steps_of_a_march_are_one_deed_and_a_game_that_says_nothing_has_verbs)
{
    GameWords words;
    GameRules rules;
    Move move = 0;
    WordsDeed deed;
    Bench *bench = bench_open(1, 5);
    rules = *bench->game.rules;
    words = *bench->game.rules->words;
    rules.words = &words;
    words.deed = NULL;
    Game game = bench->game;
    game.rules = &rules;
    cr_assert(rules.move_parse(game.data, "pass", &move));
    words_deed(&game, &bench->start.header, move, &bench->start.header, &deed);
    cr_expect_str_eq(deed.text, "pass");
    cr_expect_eq(deed.rank, WORDS_DEED_PART);
    words.deed = marching;
    StateBuffer state = bench->start;
    Dice dice = dice_from_stream(rng_derive(4, RNG_PURPOSE_DICE, 0));
    plan_watch_begin(&bench->watch, &game, &state.header, 0, SEAT_BOTH, 3);
    bool more = true;
    while (more) {
        MoveList legal;
        const StateBuffer before = state;
        (void)game_legal(&game, &state.header, &legal);
        game_apply(&game, &state.header, legal.moves[0], &dice);
        more = plan_watch_move(&bench->watch, &before.header, legal.moves[0], &state.header);
    }
    cr_expect_eq(state.header.turn, 3);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        cr_expect_eq(bench->watch.seats[seat].count, 1U);
        cr_expect_str_eq(bench->watch.seats[seat].deeds[0].deed.text, "to stall 2", "where it ended");
    }
    bench_close(bench);
}

/* ------------------------------------------------------------------ through the program */

__attribute__((format(printf, 2, 3))) static int run(char **out, const char *format, ...)
{
    char arguments[1200];
    Run program;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(arguments, sizeof arguments, format, values);
    va_end(values);
    support_run(&program, arguments);
    *out = strdup(program.code == 0 ? program.out.text : program.err.text);
    const int code = program.code;
    support_run_release(&program);
    return code;
}

static cJSON *seats_of(const char *text, double games)
{
    cJSON *root = cJSON_Parse(text);
    cr_assert_not_null(root, "%s", text);
    cr_expect_str_eq(cJSON_GetObjectItem(root, "schema")->valuestring, "marshal/openings/1");
    cr_expect_eq(cJSON_GetObjectItem(root, "games")->valuedouble, games);
    cJSON *seats = cJSON_DetachItemFromObject(root, "seats");
    cJSON_Delete(root);
    return seats;
}

/* The seats of both as text: the same plans with the same figures. */
static void expect_same(const char *one, const char *other, double games, const char *what)
{
    cJSON *seats = seats_of(one, games);
    cJSON *others = seats_of(other, games);
    /* examples name where a game came from */
    const cJSON *list[2] = {seats, others};
    for (int i = 0; i < 2; i++) {
        const cJSON *seat = NULL;
        cJSON_ArrayForEach(seat, list[i])
        {
            cJSON *group = NULL;
            cJSON_ArrayForEach(group, cJSON_GetObjectItem(seat, "groups"))
            {
                cJSON_DeleteItemFromObject(group, "example");
            }
        }
    }
    char *a = cJSON_PrintUnformatted(seats);
    char *b = cJSON_PrintUnformatted(others);
    cr_expect_str_eq(a, b, "%s", what);
    free(a);
    free(b);
    cJSON_Delete(seats);
    cJSON_Delete(others);
}

Test(openings, are_the_same_from_moves_from_players_asked_again_and_from_records)
{
    char folder[256];
    char *out = NULL;
    char *asked = NULL;
    char *other = NULL;
    support_use_test_scenarios();
    support_folder("openings", folder);
    cr_assert_eq(run(&out,
                     "match toy/plain --french heuristic --coalition random --games 60 --seed 9 --db %s/a.db",
                     folder),
                 0, "%s", out);
    free(out);
    cr_assert_eq(
        run(&out,
            "match toy/plain --french heuristic --coalition random --games 60 --seed 9 --db %s/b.db --moves",
            folder),
        0, "%s", out);
    free(out);
    cr_assert_eq(
        run(&out, "match toy/plain --french heuristic --coalition random --games 60 --seed 9 --records %s/r",
            folder),
        0, "%s", out);
    free(out);
    cr_assert_eq(run(&asked, "openings toy/plain --db %s/a.db --json --jobs 1", folder), 0, "%s", asked);
    cr_assert_eq(run(&other, "openings toy/plain --db %s/a.db --json --jobs 3", folder), 0, "%s", other);
    cr_expect_str_eq(asked, other);
    free(other);
    cr_assert_eq(run(&other, "openings toy/plain --db %s/b.db --json", folder), 0, "%s", other);
    expect_same(asked, other, 60.0, "from moves");
    free(other);
    cr_assert_eq(run(&other, "openings toy/plain --records %s/r --json", folder), 0, "%s", other);
    expect_same(asked, other, 60.0, "from records");
    free(other);
    cr_assert_eq(run(&other, "openings toy/plain --db %s/a.db --games 25 --json", folder), 0, "%s", other);
    cJSON_Delete(seats_of(other, 25.0));
    free(other);
    cr_assert_eq(run(&other, "openings toy/plain --db %s/a.db --turns 2 --json", folder), 0, "%s", other);
    cJSON *longer = seats_of(other, 60.0);
    cJSON *shorter = seats_of(asked, 60.0);
    cr_expect_gt(cJSON_GetObjectItem(cJSON_GetArrayItem(longer, 0), "plans")->valuedouble,
                 cJSON_GetObjectItem(cJSON_GetArrayItem(shorter, 0), "plans")->valuedouble,
                 "in two turns more different things are done than in one");
    cJSON_Delete(longer);
    cJSON_Delete(shorter);
    free(other);
    cr_assert_eq(run(&other, "openings toy/plain --db %s/a.db --french random", folder), 1,
                 "nobody of that name");
    cr_expect(strstr(other, "found no game to look at") != NULL, "%s", other);
    free(other);
    free(asked);
}

Test(openings, from_a_position_plays_on_and_a_search_judges)
{
    char folder[256];
    char *out = NULL;
    char *one = NULL;
    char *other = NULL;
    support_use_test_scenarios();
    support_folder("openings-from", folder);
    cr_assert_eq(run(&out,
                     "match toy/plain --french random --coalition random --games 1 --seed 9 --records %s/r",
                     folder),
                 0, "%s", out);
    free(out);
    static const char line[] =
        "openings toy/plain --from %s/r/00000001.jsonl:3 --policy random --policy heuristic "
        "--games 40 --judge mcts:sims=50 --positions 2 --json --jobs %d";
    cr_assert_eq(run(&one, line, folder, 1), 0, "%s", one);
    cr_assert_eq(run(&other, line, folder, 3), 0, "%s", other);
    cr_expect_str_eq(one, other);
    cJSON *seats = seats_of(one, 80.0);
    cr_expect_eq(cJSON_GetArraySize(seats), 1, "only the seat to move has a plan");
    const cJSON *group = cJSON_GetArrayItem(cJSON_GetObjectItem(cJSON_GetArrayItem(seats, 0), "groups"), 0);
    const cJSON *judged = cJSON_GetObjectItem(group, "judged");
    cr_assert_not_null(judged);
    cr_expect_eq(cJSON_GetObjectItem(judged, "positions")->valuedouble, 2.0);
    const double value = cJSON_GetObjectItem(judged, "win_probability")->valuedouble;
    cr_expect(value >= 0.0 && value <= 1.0);
    cJSON_Delete(seats);
    free(one);
    free(other);
}

static void expect_failure(int code, const char *message, const char *arguments)
{
    char *out = NULL;
    const int found = run(&out, "%s", arguments);
    cr_expect_eq(found, code, "%s: exit code %d: %s", arguments, found, out);
    cr_expect(strstr(out, message) != NULL, "%s: expected \"%s\" in: %s", arguments, message, out);
    free(out);
}

Test(openings, say_what_is_wrong)
{
    support_use_test_scenarios();
    expect_failure(2, "expected one of --db STORE, --records DIR, --from RECORD:PLY", "openings toy/plain");
    expect_failure(2, "expected one of --db", "openings toy/plain --db a.db --records r");
    expect_failure(2, "--policy and --then go with --from", "openings toy/plain --db a.db --policy random");
    expect_failure(1, "cannot read the folder", "openings toy/plain --records no-such-folder");
    expect_failure(1, "expected RECORD:PLY", "openings toy/plain --from game.jsonl");
    expect_failure(1, "expected a policy that searches", "openings toy/plain --db a.db --judge heuristic");
    expect_failure(2, "--positions goes with --judge", "openings toy/plain --db a.db --positions 3");
}

/* test_mcts.c: how the search works, whatever it finds: the same question gets the same answer, the numbers
 * it reports fit together, limits are kept, a full tree does no harm, nothing hidden is looked at, options
 * are checked. What it finds is measured in test_mcts_games.c.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ai/clock.h"
#include "ai/effort.h"
#include "ai/game_ai.h"
#include "ai/mcts/params.h"
#include "tests/ai/connect4_positions.h"
#include "tests/ai/search_table.h"
#include "tests/ai/small_connect4.h"
#include "tests/ai/small_kuhn.h"
#include "tests/support/support.h"

/* Reports are too large for the stack of a test that compares several. Each test is a process of its own. */
static PolicyReport report;
static PolicyReport other;

static void expect_same_answer(Move move, Move again, const char *what)
{
    cr_expect_eq(move, again, "%s: %u, then %u", what, move, again);
    cr_expect_eq(memcmp(&report, &other, sizeof report), 0, "%s: the reports differ", what);
}

/* ---- reports ---- */

static void expect_sane_move(const PolicyMove *move)
{
    cr_expect(move->prior >= 0 && move->prior <= 1, "prior %g", move->prior);
    cr_expect(move->win_probability >= 0 && move->win_probability <= 1, "%g", move->win_probability);
    cr_expect(move->standard_error >= 0 && move->standard_error < 0.75, "%g", move->standard_error);
    cr_expect_leq(move->line_count, (uint32_t)POLICY_LINE_MAX);
    cr_expect_eq(move->line_count > 0, move->visits > 0);
    cr_expect(move->visits == 0 || move->line[0] == move->move, "a line begins with its move");
}

static void expect_sane(const Game *game, const State *state, Move chosen)
{
    MoveList legal;
    double priors = 0;
    (void)game_legal(game, state, &legal);
    cr_assert(report.filled);
    cr_assert_eq(report.count, legal.count);
    cr_expect(game_move_is_legal(game, state, chosen));
    for (uint32_t i = 0; i < report.count; i++) {
        cr_expect_eq(report.moves[i].move, legal.moves[i]);
        expect_sane_move(&report.moves[i]);
        priors += report.moves[i].prior;
        cr_expect(legal.moves[i] != chosen || report.win_probability == report.moves[i].win_probability);
    }
    cr_expect_lt(fabs(priors - 1), 1e-4, "priors add up to %g", priors);
    cr_expect(report.depth_mean >= 1 && report.depth_mean <= report.depth_max, "%g of %u", report.depth_mean,
              report.depth_max);
    cr_expect(report.nodes > 0 && report.bytes >= report.nodes * 32);
}

Test(mcts, numbers_of_a_report_fit_together)
{
    static const char *const specs[] = {"mcts:sims=500,early=0,memory=4",
                                        "mcts:sims=500,early=0,memory=4,threads=3,parallel=shared",
                                        "mcts:sims=501,early=0,memory=4,parallel=root,trees=3,threads=2",
                                        "mcts:sims=500,early=0,memory=4,mast=0.5,split=1", "flat:sims=500"};
    Game toy;
    const Game connect4 = small_connect4_game();
    support_load(&toy, "toy/plain", NULL);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        const uint64_t sims = i == 2 ? 501 : 500;
        for (uint64_t seed = 0; seed < 20; seed++) {
            const Game *game = seed % 2 == 0 ? &toy : &connect4;
            StateBuffer state;
            search_table_random_position(game, seed, (uint32_t)seed, &state);
            expect_sane(game, &state.header,
                        search_table_ask_once(game, specs[i], &state.header, seed, &report));
            cr_expect_eq(report.iterations, sims, "%s", specs[i]);
            cr_expect_eq(search_table_visits(&report), sims, "%s", specs[i]);
            cr_expect_not(report.full);
        }
    }
    game_release(&toy);
}

/* Without luck and hidden cards every move of a line must be legal after those before it. */
Test(mcts, lines_can_be_played)
{
    const Game game = small_connect4_game();
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&game, seed, 12, &state);
        (void)search_table_ask_once(&game, "mcts:sims=2000,memory=16", &state.header, seed, &report);
        for (uint32_t i = 0; i < report.count; i++) {
            const PolicyMove *move = &report.moves[i];
            StateBuffer next = state;
            for (uint32_t n = 0; n < move->line_count; n++) {
                cr_assert(game_move_is_legal(&game, &next.header, move->line[n]));
                game_apply(&game, &next.header, move->line[n], NULL);
            }
        }
    }
}

/* The error as reported, and the scatter of independent answers, which is what it stands for. */
static void scatter(const Game *game, const char *spec, const State *state, double *reported, double *found)
{
    enum { ANSWERS = 200 };
    double sum = 0;
    double squares = 0;
    *reported = 0;
    for (uint64_t seed = 0; seed < ANSWERS; seed++) {
        (void)search_table_ask_once(game, spec, state, seed, &report);
        sum += report.moves[0].win_probability;
        squares += report.moves[0].win_probability * report.moves[0].win_probability;
        *reported += report.moves[0].standard_error / ANSWERS;
    }
    *found = sqrt((squares - sum * sum / ANSWERS) / (ANSWERS - 1));
}

Test(mcts, standard_errors_are_what_they_say)
{
    Game game;
    StateBuffer state;
    double few = 0;
    double many = 0;
    double found = 0;
    support_load(&game, "toy/plain", NULL);
    search_table_random_position(&game, 1, 4, &state);
    scatter(&game, "flat:sims=200", &state.header, &few, &found);
    cr_expect(found > 0.85 * few && found < 1.15 * few, "said %g, found %g", few, found);
    scatter(&game, "flat:sims=3200", &state.header, &many, &found);
    cr_expect(found > 0.85 * many && found < 1.15 * many, "said %g, found %g", many, found);
    cr_expect_lt(fabs(few / many - 4), 0.2, "sixteen times the playouts, a quarter of the error: %g",
                 few / many);
    game_release(&game);
}

/* ---- the same question, the same answer ---- */

static void expect_repeats(const Game *game, const char *spec, uint64_t seeds)
{
    SearchTable table;
    search_table_open(&table, game, spec);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        StateBuffer state;
        search_table_random_position(game, seed, (uint32_t)seed % 16, &state);
        const Move move = search_table_ask_once(game, spec, &state.header, seed, &report);
        const Move again = search_table_ask_once(game, spec, &state.header, seed, &other);
        expect_same_answer(move, again, "another session");
        const Move later = search_table_ask(&table, &state.header, seed, 1, &other);
        expect_same_answer(move, later, "a session that was asked other things before");
    }
    search_table_close(&table);
}

Test(mcts, one_thread_answers_the_same_question_alike)
{
    Game toy;
    const Game connect4 = small_connect4_game();
    support_load(&toy, "toy/plain", NULL);
    expect_repeats(&toy, "mcts:sims=300,memory=4", 20);
    expect_repeats(&connect4, "mcts:sims=300,memory=4", 20);
    expect_repeats(&connect4, "mcts:sims=300,memory=4,mast=0.7,noise=0.5", 10);
    expect_repeats(&toy, "flat:sims=100", 10);
    expect_repeats(&toy, "level:4", 5);
    game_release(&toy);
}

Test(mcts, root_parallel_does_not_depend_on_threads)
{
    static const char *const options[] = {"", ",mast=0.5", ",noise=1", ",sims=3", ",sims=1"};
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    const Game games[] = {toy, small_connect4_game()};
    for (size_t i = 0; i < 2 * sizeof options / sizeof options[0]; i++) {
        const char *more = options[i / 2];
        const char *sims = strstr(more, "sims") == NULL ? ",sims=1000" : "";
        char spec[128];
        StateBuffer state;
        search_table_random_position(&games[i % 2], i, 5, &state);
        (void)snprintf(spec, sizeof spec, "mcts:memory=4,parallel=root,trees=4,threads=1%s%s", sims, more);
        const Move move = search_table_ask_once(&games[i % 2], spec, &state.header, i, &report);
        for (int threads = 2; threads <= 5; threads++) {
            (void)snprintf(spec, sizeof spec, "mcts:memory=4,parallel=root,trees=4,threads=%d%s%s", threads,
                           sims, more);
            expect_same_answer(move, search_table_ask_once(&games[i % 2], spec, &state.header, i, &other),
                               spec);
        }
    }
    game_release(&toy);
}

/* Few iterations are not shared out: a tree each would look at next to nothing. */
Test(mcts, few_iterations_stay_in_one_tree)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&toy, seed, (uint32_t)seed, &state);
        const Move move = search_table_ask_once(&toy, "mcts:sims=999,memory=4", &state.header, seed, &report);
        expect_same_answer(
            move,
            search_table_ask_once(&toy, "mcts:sims=999,memory=4,threads=4", &state.header, seed, &other),
            "999");
        const Move two =
            search_table_ask_once(&toy, "mcts:sims=1000,memory=4,trees=2", &state.header, seed, &report);
        expect_same_answer(
            two,
            search_table_ask_once(&toy, "mcts:sims=1000,memory=4,threads=4", &state.header, seed, &other),
            "1000");
    }
    game_release(&toy);
}

Test(mcts, shared_tree_counts_every_iteration)
{
    const Game game = small_connect4_game();
    const int count = support_short() ? 5 : 20;
    int keeping = 0;
    for (int i = 0; i < count; i++) {
        SmallConnect4State state;
        Connect4Answer answer;
        cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[i].moves));
        connect4_answer_from_columns(&answer, CONNECT4_KNOWN[i].columns);
        const Move move = search_table_ask_once(
            &game, "mcts:sims=3000,c=3,fpu=0,early=0,threads=4,memory=1,parallel=shared", &state.header,
            (uint64_t)i, &report);
        keeping += (answer.keeping >> move & 1U) != 0;
        cr_expect_eq(search_table_visits(&report), 3000);
        cr_expect_eq(report.iterations, 3000);
    }
    cr_expect_geq(keeping, count - 2, "%d of %d", keeping, count);
}

/* ---- limits ---- */

Test(mcts, one_legal_move_is_played)
{
    const Game game = small_connect4_game();
    SmallConnect4State state;
    MoveList legal;
    cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[3].moves));
    cr_assert_eq(game_legal(&game, &state.header, &legal), 1);
    cr_expect_eq(search_table_ask_once(&game, "mcts:sims=100,memory=1", &state.header, 1, &report),
                 legal.moves[0]);
    cr_expect_eq(search_table_ask_once(&game, "flat:sims=100", &state.header, 1, &report), legal.moves[0]);
}

Test(mcts, one_iteration_is_enough_for_a_move)
{
    Game game;
    support_load(&game, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&game, seed, 6, &state);
        expect_sane(&game, &state.header,
                    search_table_ask_once(&game, "mcts:sims=1,memory=1", &state.header, seed, &report));
        cr_expect_eq(report.iterations, 1);
        expect_sane(&game, &state.header,
                    search_table_ask_once(&game, "mcts:sims=3,memory=1,parallel=root,trees=4", &state.header,
                                          seed, &report));
        cr_expect_eq(report.iterations, 3, "for four trees");
    }
    game_release(&game);
}

Test(mcts, flat_looks_at_all_moves_alike)
{
    Game game;
    support_load(&game, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&game, seed, (uint32_t)seed, &state);
        (void)search_table_ask_once(&game, "flat:sims=103", &state.header, seed, &report);
        for (uint32_t i = 0; i < report.count; i++) {
            const uint64_t least = 103 / report.count;
            cr_expect(report.moves[i].visits == least || report.moves[i].visits == least + 1);
        }
        cr_expect_eq(report.depth_max, 1);
    }
    game_release(&game);
}

/* A decision with no time to speak of still gets a move; a budget that is used up does not mean no limit. */
Test(mcts, tiny_limits_are_kept, .timeout = 60)
{
    static const char *const specs[] = {"mcts:time=0.000000001,memory=1", "mcts:budget=0.000001,memory=1",
                                        "mcts:budget=0.000001,memory=1,threads=3",
                                        "mcts:budget=0.000001,memory=1,threads=3,parallel=shared",
                                        "mcts:time=0.000000001,memory=1,parallel=root,trees=4"};
    const Game game = small_connect4_game();
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        SearchTable table;
        search_table_open(&table, &game, specs[i]);
        for (uint64_t seed = 0; seed < 10; seed++) {
            StateBuffer state;
            search_table_random_position(&game, seed, 5, &state);
            const Move move = search_table_ask(&table, &state.header, seed, (uint32_t)seed, &report);
            cr_expect(game_move_is_legal(&game, &state.header, move));
            cr_expect_leq(report.iterations, 500, "%s: %llu iterations", specs[i],
                          (unsigned long long)report.iterations);
        }
        search_table_close(&table);
    }
}

Test(mcts, time_is_used_and_kept, .timeout = 60)
{
    const Game game = small_connect4_game();
    StateBuffer state;
    search_table_random_position(&game, 1, 5, &state);
    const double start = clock_seconds();
    (void)search_table_ask_once(&game, "mcts:time=0.2,early=0,memory=16", &state.header, 1, &report);
    const double seconds = clock_seconds() - start;
    cr_expect(seconds >= 0.2 && seconds < 30, "%g s", seconds);
    cr_expect_gt(report.iterations, 0);
}

/* Four trees on one thread take turns: each of them is full in the end, and not only the first, a quarter of
 * the memory. */
Test(mcts, time_is_shared_out_to_trees, .timeout = 60)
{
    const Game game = small_connect4_game();
    StateBuffer state;
    search_table_random_position(&game, 1, 5, &state);
    (void)search_table_ask_once(&game, "mcts:time=3,early=0,memory=1,trees=4", &state.header, 1, &report);
    cr_expect(report.full);
    cr_expect_gt(report.bytes, 3 * 1024 * 1024 / 4, "%llu bytes", (unsigned long long)report.bytes);
}

/* Stops a search from within, once it has done so many iterations. */
typedef struct Alarm {
    uint64_t after;
    uint64_t rung_at; /* iterations when it rang, 0: not yet */
    atomic_bool stop;
} Alarm;

static void ring(void *context, const PolicyReport *told)
{
    Alarm *alarm = context;
    if (alarm->rung_at == 0 && told->iterations >= alarm->after) {
        alarm->rung_at = told->iterations;
        atomic_store(&alarm->stop, true);
    }
}

/* Iterations done after the stop flag was set: by the search itself after 2,000, or before it began. */
static uint64_t iterations_after_stop(const char *spec, bool before)
{
    const Game game = small_connect4_game();
    Alarm alarm = {.after = 2000};
    const PolicyWatch watch = {0.0, ring, &alarm};
    StateBuffer state;
    SearchTable table;
    search_table_random_position(&game, 1, 5, &state);
    search_table_open(&table, &game, spec);
    atomic_init(&alarm.stop, before);
    table.stop = &alarm.stop;
    table.watch = &watch;
    expect_sane(&game, &state.header, search_table_ask(&table, &state.header, 1, 1, &report));
    search_table_close(&table);
    cr_expect(before || alarm.rung_at >= alarm.after, "%s", spec);
    return report.iterations - alarm.rung_at;
}

/* These would think for an hour. What other threads do while one tells of itself is not to be foreseen, a
 * busy machine lets one wait for a second, but it is no thousandth of that. */
Test(mcts, stop_flag_ends_a_search, .timeout = 120)
{
    static const char *const specs[] = {"mcts:time=3600,early=0,memory=16",
                                        "mcts:time=3600,early=0,memory=16,threads=3,parallel=shared",
                                        "mcts:time=3600,early=0,memory=16,threads=2", "flat:sims=4000000000"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        const uint64_t during = iterations_after_stop(specs[i], false);
        cr_expect_leq(during, i == 0 ? 200 : 2000000, "%s: %llu more", specs[i], (unsigned long long)during);
        cr_expect_gt(report.iterations, 0);
        const uint64_t before = iterations_after_stop(specs[i], true);
        cr_expect_leq(before, 200, "%s: set before, %llu", specs[i], (unsigned long long)before);
    }
}

/* ---- a full tree ---- */

Test(mcts, full_tree_does_no_harm)
{
    const Game game = small_connect4_game();
    const int count = support_short() ? 4 : 20;
    const char *spec = "mcts:sims=30000,c=3,fpu=0,early=0,memory=1";
    int keeping = 0;
    for (int i = 0; i < count; i++) {
        const int known = 4 * CONNECT4_KNOWN_PER_SET + i; /* with few stones: large trees */
        SmallConnect4State state;
        Connect4Answer answer;
        cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[known].moves));
        connect4_answer_from_columns(&answer, CONNECT4_KNOWN[known].columns);
        const Move move = search_table_ask_once(&game, spec, &state.header, (uint64_t)i, &report);
        keeping += (answer.keeping >> move & 1U) != 0;
        cr_expect(report.full, "%s", CONNECT4_KNOWN[known].moves);
        cr_expect_leq(report.bytes, 1024U * 1024U);
        cr_expect_eq(search_table_visits(&report), 30000);
    }
    cr_expect_geq(keeping, count * 8 / 10, "%d of %d", keeping, count); /* as with memory for all: 18 */
}

/* ---- early ---- */

static void expect_early_changes_nothing(const Game *game, uint64_t seeds)
{
    uint64_t saved = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        StateBuffer state;
        search_table_random_position(game, seed, (uint32_t)seed % 30, &state);
        const Move early =
            search_table_ask_once(game, "mcts:sims=1000,early=1,memory=4", &state.header, seed, &report);
        const Move late =
            search_table_ask_once(game, "mcts:sims=1000,early=0,memory=4", &state.header, seed, &other);
        cr_expect_eq(early, late, "seed %llu: %u, but %u in the end", (unsigned long long)seed, early, late);
        cr_expect_eq(other.iterations, 1000);
        saved += other.iterations - report.iterations;
    }
    cr_expect_gt(saved, seeds * 20, "%llu iterations saved", (unsigned long long)saved);
}

Test(mcts, stopping_early_changes_no_choice)
{
    Game toy;
    const Game connect4 = small_connect4_game();
    support_load(&toy, "toy/plain", NULL);
    expect_early_changes_nothing(&toy, support_short() ? 20 : 200);
    expect_early_changes_nothing(&connect4, support_short() ? 20 : 200);
    game_release(&toy);
}

/* How many of a few searches of a position with one good move took less than their four seconds. */
static int count_ended_early(const char *spec, int searches)
{
    const Game game = small_connect4_game();
    SmallConnect4State state;
    int ended = 0;
    cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[3].moves));
    for (int seed = 0; seed < searches; seed++) {
        const double start = clock_seconds();
        (void)search_table_ask_once(&game, spec, &state.header, (uint64_t)seed, &report);
        ended += clock_seconds() - start < 4.0;
    }
    return ended;
}

/* Once no other move can catch up in the time that is left, in none of the trees: here when half of it is
 * gone, so that a busy machine has two seconds to spare, and each of them must. */
Test(mcts, stops_early_before_time_is_up, .timeout = 120)
{
    const int searches = support_short() ? 1 : 2;
    cr_expect_eq(count_ended_early("mcts:time=4,memory=16", searches), searches);
    cr_expect_eq(count_ended_early("mcts:time=4,memory=16,threads=2", searches), searches);
    cr_expect_eq(count_ended_early("mcts:time=4,memory=16,threads=2,parallel=shared", searches), searches);
    cr_expect_eq(count_ended_early("mcts:time=4,memory=16,threads=2,early=0", 1), 0);
}

/* ---- the subtree kept ---- */

/* Plays a game; returns how many decisions began with visits from the one before. */
static uint32_t count_kept(const char *spec, uint32_t plies)
{
    Game game;
    SearchTable table;
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    uint32_t kept = 0;
    support_load(&game, "toy/wide", NULL);
    search_table_open(&table, &game, spec);
    memset(&state, 0, sizeof state);
    game_setup(&game, &state.header, &dice);
    for (uint32_t ply = 1; ply <= plies && !state.header.over; ply++) {
        const Move move = search_table_ask(&table, &state.header, 7, ply, &report);
        expect_sane(&game, &state.header, move);
        cr_expect_eq(report.iterations, 60);
        cr_assert_geq(search_table_visits(&report), report.iterations);
        kept += search_table_visits(&report) > report.iterations;
        game_apply(&game, &state.header, move, &dice);
    }
    search_table_close(&table);
    game_release(&game);
    return kept;
}

Test(mcts, subtree_is_kept_between_decisions_without_chance)
{
    const uint32_t plies = support_short() ? 20 : 100;
    const uint32_t kept = count_kept("mcts:sims=60,early=0,memory=8,reuse=1", plies);
    const uint32_t trees = count_kept("mcts:sims=60,early=0,memory=8,reuse=1,parallel=root,trees=2", plies);
    cr_expect(kept > 0 && kept < plies, "%u of %u", kept, plies);
    cr_expect(trees > 0 && trees < plies, "%u of %u", trees, plies);
    cr_expect_eq(count_kept("mcts:sims=60,early=0,memory=8,reuse=0", plies), 0);
}

/* ---- honesty ---- */

/* Asks about the same view in worlds that differ in all that is hidden. */
Test(mcts, hidden_cards_do_not_matter)
{
    Game game;
    uint32_t different = 0;
    support_load(&game, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 40; seed++) {
        StateBuffer state;
        search_table_random_position(&game, seed, (uint32_t)seed % 20, &state);
        const Seat seat = (Seat)state.header.seat;
        const Move move =
            search_table_ask_once(&game, "mcts:sims=200,memory=1", &state.header, seed, &report);
        for (uint64_t world = 0; world < 3; world++) {
            StateBuffer changed;
            Rng rng = rng_derive(world, RNG_PURPOSE_FUZZ, seed);
            memset(&changed, 0, sizeof changed);
            game.rules->view(game.data, &state.header, seat, &changed.header);
            game.rules->determinize(game.data, &changed.header, seat, &rng);
            different += memcmp(&changed, &state, game.rules->state_bytes) != 0;
            const Move again =
                search_table_ask_once(&game, "mcts:sims=200,memory=1", &changed.header, seed, &other);
            expect_same_answer(move, again, "another world");
        }
    }
    cr_expect_gt(different, 60, "%u worlds were different", different);
    game_release(&game);
}

/* ---- options ---- */

/* Folding costs one chip, so with marginal = m it is worth -m: a probability of (1 - m) / 2. */
Test(mcts, marginal_wins_are_worth_what_is_asked_for)
{
    static const char *const specs[] = {"mcts:sims=50,memory=1,early=0,marginal=0",
                                        "mcts:sims=50,memory=1,early=0,marginal=0.5",
                                        "mcts:sims=50,memory=1,early=0,marginal=1"};
    const Game game = small_kuhn_game();
    for (int i = 0; i < 3; i++) {
        SmallKuhnState state;
        small_kuhn_at(&state, SMALL_KUHN_FACING_BET, 3, 2);
        (void)search_table_ask_once(&game, specs[i], &state.header, 1, &report);
        cr_assert_eq(report.moves[0].move, SMALL_KUHN_FOLD);
        cr_expect_lt(fabs(report.moves[0].win_probability - 0.25 * (2 - i)), 1e-9, "%g",
                     report.moves[0].win_probability);
        cr_expect_eq(report.moves[0].standard_error, 0);
    }
}

static void play_toy(const Game *game, const char *spec)
{
    SearchTable table;
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(3, RNG_PURPOSE_DICE, 0));
    search_table_open(&table, game, spec);
    memset(&state, 0, sizeof state);
    game_setup(game, &state.header, &dice);
    for (uint32_t ply = 1; !state.header.over; ply++) {
        const Move move = search_table_ask(&table, &state.header, 1, ply, &report);
        expect_sane(game, &state.header, move);
        game_apply(game, &state.header, move, &dice);
    }
    search_table_close(&table);
}

Test(mcts, levels_play)
{
    Game toy;
    support_load(&toy, "toy/short", NULL);
    const Effort *effort = effort_of("toy");
    for (uint32_t level = 1; level <= effort->level_count; level++) {
        char spec[32];
        (void)snprintf(spec, sizeof spec, "level:%u", (unsigned)level);
        if (effort->levels[level - 1].kind == NULL) { /* a tree, which play_toy looks into */
            play_toy(&toy, spec);
        }
    }
    play_toy(&toy, "level:n=4,threads=2");
    play_toy(&toy, "level");
    game_release(&toy);
}

/* The third level of the toy is plan search, unlike the others. */
Test(mcts, a_level_may_be_of_a_kind_of_its_own)
{
    Game toy;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        StateBuffer state;
        search_table_random_position(&toy, seed, (uint32_t)seed % 16, &state);
        const Move level = search_table_ask_once(&toy, "level:3", &state.header, seed, &report);
        const Move plans =
            search_table_ask_once(&toy, "plans:sims=64,noise=0.5", &state.header, seed, &other);
        expect_same_answer(level, plans, "its kind");
    }
    game_release(&toy);
}

/* What nobody says is asked of the game: which level, and what its search is like. */
Test(mcts, a_game_brings_its_own_effort)
{
    Game toy;
    Game bare;
    Policy policy;
    support_load(&toy, "toy/plain", NULL);
    support_load(&bare, "bare/plain", NULL);
    cr_assert(policy_init(&policy, &toy, "level", NULL));
    cr_expect_str_eq(policy.spec, "level:2", "the usual one of the toy");
    policy_release(&policy);
    cr_assert(policy_init(&policy, &bare, "level", NULL));
    cr_expect_str_eq(policy.spec, "level:3", "the usual one of a game that nobody has measured");
    policy_release(&policy);
    cr_expect_neq(effort_of("toy"), effort_of("bare"));
    game_release(&toy);
    game_release(&bare);
}

static void expect_refused(const Game *game, const char *spec, const char *named)
{
    Policy policy;
    Err err;
    err_clear(&err);
    const bool accepted = policy_init(&policy, game, spec, &err);
    cr_expect_not(accepted, "%s is accepted", spec);
    cr_expect(accepted || strstr(err.message, named) != NULL, "%s: \"%s\" does not name %s", spec,
              err.message, named);
    if (accepted) {
        policy_release(&policy);
    }
}

Test(mcts, bad_options_are_named)
{
    static const char *const bad[][2] = {
        {"mcts", "sims"},
        {"mcts:sims=0", "sims"},
        {"mcts:sims=1.5", "option sims"},
        {"mcts:sims=many", "option sims"},
        {"mcts:sims=", "option sims"},
        {"mcts:sims=10x", "option sims"},
        {"mcts:sims=10,sims=20", "sims"},
        {"mcts:sims=10,time=nan", "option time"},
        {"mcts:sims=10,c=1e9", "option c"},
        {"mcts:sims=10,depth=3", "depth"},
        {"mcts:sims=10,playout=medium", "option playout"},
        {"mcts:sims=10,parallel=leaf", "option parallel"},
        {"mcts:10", "10"},
        {"flat", "sims"},
        {"flat:sims=0", "sims"},
        {"flat:sims=10,c=1", "\"c\""},
        {"flat:sims=10,horizon=-1", "option horizon"},
        {"level:0", "option n"},
        {"level:11", "option n"},
        {"level:1.5", "option n"},
        {"level:two", "option n"},
        {"level:1,threads=0", "option threads"},
        {"level:1,sims=3", "sims"},
    };
    Game game;
    support_load(&game, "toy/plain", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_refused(&game, bad[i][0], bad[i][1]);
    }
    game_release(&game);
}

Test(mcts, every_option_has_its_range)
{
    static const struct {
        const char *name;
        double initial, least, most;
    } rows[] = {
#define ROW(name, type, initial, least, most, help) {#name, initial, least, most},
        MCTS_PARAMS(ROW)
#undef ROW
    };
    Game game;
    support_load(&game, "toy/plain", NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *limit = strcmp(rows[i].name, "sims") == 0 ? "time=1" : "sims=1";
        char spec[128];
        cr_expect(rows[i].initial >= rows[i].least && rows[i].initial <= rows[i].most, "%s", rows[i].name);
        (void)snprintf(spec, sizeof spec, "mcts:%s,%s=%.1f", limit, rows[i].name, rows[i].most + 1);
        expect_refused(&game, spec, rows[i].name);
        (void)snprintf(spec, sizeof spec, "mcts:%s,%s=%.1f", limit, rows[i].name, rows[i].least - 1);
        expect_refused(&game, spec, rows[i].name);
    }
    game_release(&game);
}

/* ---- how far leaves are played on ---- */

/* Beyond the end of every game there is no difference between counting stretches of play and none. */
Test(mcts, stretches_lead_on_to_the_end_of_turns)
{
    Game toy;
    StateBuffer state;
    PolicyReport full;
    PolicyReport far;
    PolicyReport one;
    unsigned differ = 0;
    support_load(&toy, "toy/plain", NULL);
    for (uint64_t seed = 0; seed < 20; seed++) {
        static const char spec[] = "mcts:sims=60,memory=1,early=0,playout=random,";
        char text[3][128];
        (void)snprintf(text[0], sizeof text[0], "%shorizon=1000000", spec);
        (void)snprintf(text[1], sizeof text[1], "%shorizon=999999,stretches=1000", spec);
        (void)snprintf(text[2], sizeof text[2], "%shorizon=999999,stretches=1", spec);
        search_table_random_position(&toy, seed, (uint32_t)seed % 4U, &state);
        (void)search_table_ask_once(&toy, text[0], &state.header, seed, &full);
        (void)search_table_ask_once(&toy, text[1], &state.header, seed, &far);
        (void)search_table_ask_once(&toy, text[2], &state.header, seed, &one);
        cr_assert_eq(full.count, far.count);
        for (uint32_t i = 0; i < full.count; i++) {
            cr_expect_eq(full.moves[i].visits, far.moves[i].visits);
            cr_expect_float_eq(full.moves[i].win_probability, far.moves[i].win_probability, 1e-12);
            differ += full.moves[i].win_probability != one.moves[i].win_probability ? 1U : 0U;
        }
    }
    cr_expect_gt(differ, 10U, "an evaluation after one turn is not the game's result");
    game_release(&toy);
}

/* With minor=2 a minor decision is what priors like best, whether somebody asks for a report or not. */
Test(mcts, minor_decisions_can_be_left_to_priors)
{
    Game toy;
    StateBuffer state;
    unsigned minor = 0;
    support_load(&toy, "toy/plain", NULL);
    const GameAi *ai = game_ai_find("toy");
    for (uint64_t seed = 0; seed < 60; seed++) {
        search_table_random_position(&toy, seed, (uint32_t)seed, &state);
        if (!ai->is_minor(&toy, &state.header)) {
            continue;
        }
        minor++;
        const char *spec = "mcts:sims=500,memory=1,early=0,minor=2";
        const Move told = search_table_ask_once(&toy, spec, &state.header, seed, &report);
        cr_expect_eq(told, search_table_ask_once(&toy, spec, &state.header, seed, NULL));
        cr_expect_leq(report.iterations, 16U);
        uint32_t best = 0;
        for (uint32_t i = 1; i < report.count; i++) {
            best = report.moves[i].prior > report.moves[best].prior ? i : best;
        }
        cr_expect_eq(told, report.moves[best].move);
    }
    cr_expect_gt(minor, 3U);
    game_release(&toy);
}

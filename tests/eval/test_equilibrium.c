/* test_equilibrium.c: tables of games whose true scores are known: intervals hold the truth as often as they
 * say, with luck of their own in each cell, with shared luck, and when games are given where they matter. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "eval/equilibrium/adaptive.h"
#include "eval/equilibrium/equilibrium.h"
#include "eval/equilibrium/table.h"
#include "tests/support/support.h"

enum { SAMPLES = 200, RUNS = 400, SIDE_MAX = 6 };

/* Tables for a statement about coverage; sanitizers are slow. */
static int runs(void) { return support_short() ? RUNS / 8 : RUNS; }

static bool near(double found, double expected, double tolerance)
{
    return fabs(found - expected) <= tolerance;
}

/* A game that is won with a chance, the same for every game of its cell, and drawn with another. */
typedef struct Oracle {
    uint32_t rows, columns;
    const double *won;
    double drawn;  /* chance of a draw, in place of whatever would have been */
    bool shared;   /* luck is shared by the games of a number, as in Marshal's own tables */
    uint64_t seed; /* of the luck */
} Oracle;

static const double RPS[] = {0.5, 0.2, 0.8, 0.8, 0.5, 0.2, 0.2, 0.8, 0.5};

static void make_table(Table *table, uint32_t rows, uint32_t columns)
{
    Err err;
    err_clear(&err);
    table_init(table);
    char name[32];
    for (uint32_t i = 0; i < rows; i++) {
        (void)snprintf(name, sizeof name, "row %u", i);
        cr_assert(table_add_strategy(table, SEAT_FRENCH, name, &err));
    }
    for (uint32_t i = 0; i < columns; i++) {
        (void)snprintf(name, sizeof name, "column %u", i);
        cr_assert(table_add_strategy(table, SEAT_COALITION, name, &err));
    }
    cr_assert(table_make_cells(table, &err));
}

static void add(Table *table, uint32_t cell, uint64_t number, Outcome outcome)
{
    uint32_t run = 0;
    Err err;
    err_clear(&err);
    cr_assert(table_run(table, cell, 1, &run, &err) && table_add_game(table, run, number, &outcome, &err));
}

static void ask(Table *table, const Oracle *oracle, uint32_t cell, uint64_t number)
{
    const uint64_t stream = oracle->shared ? number : (uint64_t)(cell + 1) << 32U | number;
    Rng rng = rng_derive(oracle->seed, RNG_PURPOSE_FUZZ, stream);
    const double luck = rng_next(&rng) / 4294967296.0;
    const bool drawn = rng_next(&rng) / 4294967296.0 < oracle->drawn;
    const Outcome outcome = {drawn                      ? SEAT_NONE
                             : luck < oracle->won[cell] ? SEAT_FRENCH
                                                        : SEAT_COALITION,
                             drawn ? OUTCOME_DRAW : OUTCOME_DECISIVE, 1};
    add(table, cell, number, outcome);
}

static void fill(Table *table, const Oracle *oracle, uint64_t games)
{
    make_table(table, oracle->rows, oracle->columns);
    for (uint64_t number = 0; number < games; number++) {
        for (uint32_t cell = 0; cell < oracle->rows * oracle->columns; cell++) {
            ask(table, oracle, cell, number);
        }
    }
}

static Equilibrium find(const Table *table, uint32_t samples, uint64_t seed)
{
    Equilibrium found;
    Err err;
    err_clear(&err);
    cr_assert(equilibrium_find(table, samples, seed, &found, &err), "%s", err.message);
    return found;
}

static bool holds(Interval interval, double value) { return interval.low <= value && value <= interval.high; }

/* Of runs() tables, with how many the interval holds the truth. */
static int count_covered(Oracle oracle, uint64_t games, double truth, uint64_t from)
{
    int covered = 0;
    for (uint64_t i = 0; i < (uint64_t)runs(); i++) {
        Table table;
        oracle.seed = from + i;
        fill(&table, &oracle, games);
        Equilibrium found = find(&table, SAMPLES, i);
        covered += holds(found.value, truth) ? 1 : 0;
        equilibrium_release(&found);
        table_release(&table);
    }
    return covered;
}

/* 95% of them, and three standard errors of that to either side: 367 to 393 of 400. */
static void expect_honest(int covered, const char *what)
{
    const double reach = 3.0 * sqrt(0.95 * 0.05 / runs());
    const double share = (double)covered / runs();
    cr_expect(fabs(share - 0.95) <= reach, "%s: %d of %d", what, covered, runs());
}

Test(equilibrium, intervals_of_noisy_rock_paper_scissors_hold_its_value)
{
    const Oracle oracle = {.rows = 3, .columns = 3, .won = RPS};
    expect_honest(count_covered(oracle, 60, 0.5, 1000), "60 games a cell");
}

Test(equilibrium, intervals_with_draws_hold_the_value)
{
    /* matching pennies with unequal stakes as chances: (0.8, 0.4; 0.3, 0.6), value 0.36 / 0.7; draws pull
     * everything to one half */
    static const double pennies[] = {0.8, 0.4, 0.3, 0.6};
    const Oracle oracle = {.rows = 2, .columns = 2, .won = pennies, .drawn = 0.3};
    const double truth = 0.7 * (0.8 * 0.6 - 0.4 * 0.3) / (0.8 + 0.6 - 0.4 - 0.3) + 0.3 * 0.5;
    expect_honest(count_covered(oracle, 80, truth, 5000), "80 games a cell");
}

Test(equilibrium, intervals_of_shared_luck_hold_the_value_and_are_wider)
{
    const Oracle own = {.rows = 3, .columns = 3, .won = RPS, .seed = 7};
    Oracle shared = own;
    shared.shared = true;
    expect_honest(count_covered(shared, 60, 0.5, 9000), "shared luck");
    Table tables[2];
    fill(&tables[0], &own, 400);
    fill(&tables[1], &shared, 400);
    Equilibrium found[2] = {find(&tables[0], SAMPLES, 1), find(&tables[1], SAMPLES, 1)};
    cr_expect(found[1].error > 1.5 * found[0].error, "%g %g", found[1].error, found[0].error);
    for (int i = 0; i < 2; i++) {
        equilibrium_release(&found[i]);
        table_release(&tables[i]);
    }
}

/* Plays as adaptive_next asks; games spent. */
static uint64_t play_adaptively(const AdaptivePlan *plan, const Oracle *oracle, Table *table,
                                Equilibrium *found, enum adaptive_state *state)
{
    uint64_t asked[SIDE_MAX * SIDE_MAX] = {0};
    uint64_t more[SIDE_MAX * SIDE_MAX] = {0};
    Err err;
    err_clear(&err);
    make_table(table, oracle->rows, oracle->columns);
    for (;;) {
        cr_assert(adaptive_next(plan, table, asked, more, state, found, &err), "%s", err.message);
        if (*state != ADAPTIVE_PLAYING) {
            return table->games;
        }
        equilibrium_release(found);
        for (uint32_t i = 0; i < table_cell_count(table); i++) {
            for (uint64_t n = 0; n < more[i]; n++) {
                ask(table, oracle, i, asked[i]++);
            }
        }
    }
}

Test(adaptive, intervals_hold_the_value_where_games_go_where_they_matter)
{
    int covered = 0;
    const AdaptivePlan plan = {.first = 20, .width = 0.08, .samples = SAMPLES, .seed = 3};
    for (uint64_t i = 0; i < (uint64_t)runs(); i++) {
        const Oracle oracle = {.rows = 3, .columns = 3, .won = RPS, .seed = 20000 + i};
        Table table;
        Equilibrium found;
        enum adaptive_state state = ADAPTIVE_PLAYING;
        (void)play_adaptively(&plan, &oracle, &table, &found, &state);
        cr_expect_eq(state, ADAPTIVE_NARROW);
        cr_expect(found.value.high - found.value.low <= 0.08);
        covered += holds(found.value, 0.5) ? 1 : 0;
        equilibrium_release(&found);
        table_release(&table);
    }
    expect_honest(covered, "adaptive");
}

Test(adaptive, plays_what_matters_and_needs_fewer_games_than_an_even_share)
{
    /* rock, paper, scissors, and three strategies a seat that lose to all of them */
    double won[36];
    for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
            won[r * 6 + c] = r < 3 && c < 3 ? RPS[r * 3 + c] : r < 3 ? 0.9 : c < 3 ? 0.1 : 0.5;
        }
    }
    const Oracle oracle = {.rows = 6, .columns = 6, .won = won, .seed = 11};
    const AdaptivePlan plan = {.first = 20, .width = 0.05, .samples = SAMPLES, .seed = 3};
    Table table;
    Equilibrium found;
    enum adaptive_state state = ADAPTIVE_PLAYING;
    const uint64_t games = play_adaptively(&plan, &oracle, &table, &found, &state);
    uint64_t core = 0;
    for (uint32_t i = 0; i < 36; i++) {
        core += i / 6 < 3 && i % 6 < 3 ? table.cells[i].games : 0;
    }
    cr_expect(core > 2 * (games - core), "%lu of %lu", (unsigned long)core, (unsigned long)games);
    cr_expect(holds(found.value, 0.5));
    Table even;
    fill(&even, &oracle, (games + 35) / 36);
    Equilibrium other = find(&even, SAMPLES, 3);
    cr_expect(other.value.high - other.value.low > 1.3 * 0.05, "%g", other.value.high - other.value.low);
    equilibrium_release(&other);
    equilibrium_release(&found);
    table_release(&even);
    table_release(&table);
}

Test(adaptive, stops_at_the_limit_of_games)
{
    const Oracle oracle = {.rows = 3, .columns = 3, .won = RPS, .seed = 2};
    AdaptivePlan plan = {.first = 10, .width = 0.001, .games = 333, .samples = 50, .seed = 3};
    Table table;
    Equilibrium found;
    enum adaptive_state state = ADAPTIVE_PLAYING;
    cr_expect_eq(play_adaptively(&plan, &oracle, &table, &found, &state), 333);
    cr_expect_eq(state, ADAPTIVE_SPENT);
    equilibrium_release(&found);
    table_release(&table);
    plan.games = 25; /* not even the first games of all cells */
    cr_expect_eq(play_adaptively(&plan, &oracle, &table, &found, &state), 25);
    cr_expect_eq(state, ADAPTIVE_SPENT);
    cr_expect_eq(table_missing(&table), 6);
    equilibrium_release(&found);
    table_release(&table);
}

/* ------------------------------------------------------------------ tables */

Test(table, counts_draws_and_games_that_both_lose_as_half)
{
    Table table;
    make_table(&table, 1, 1);
    add(&table, 0, 0, (Outcome){SEAT_FRENCH, OUTCOME_MARGINAL, 1});
    add(&table, 0, 1, (Outcome){SEAT_NONE, OUTCOME_DRAW, 1});
    add(&table, 0, 2, (Outcome){SEAT_NONE, OUTCOME_BOTH_LOSE, 1});
    add(&table, 0, 3, (Outcome){SEAT_COALITION, OUTCOME_FORFEIT, 1});
    add(&table, 0, 3, (Outcome){SEAT_FRENCH, OUTCOME_DECISIVE, 1}); /* there already */
    add(&table, 0, 9, (Outcome){SEAT_FRENCH, OUTCOME_DECISIVE, 1});
    cr_expect_eq(table.cells[0].games, 5);
    cr_expect_eq(table.cells[0].draws, 1);
    cr_expect_eq(table.cells[0].both_lost, 1);
    cr_expect(near(table_payoff(&table.cells[0]), 0.6, 1e-12));
    uint32_t run = 0;
    Err err;
    err_clear(&err);
    const Outcome won = {SEAT_FRENCH, OUTCOME_DECISIVE, 1};
    cr_assert(table_run(&table, 0, 1, &run, &err));
    cr_expect_not(table_add_game(&table, run, TABLE_NUMBER_MAX, &won, &err));
    cr_expect(strstr(err.message, "4294967295") != NULL, "%s", err.message);
    table_release(&table);
}

Test(table, refuses_more_strategies_than_a_matrix_game_has)
{
    Table table;
    Err err;
    err_clear(&err);
    table_init(&table);
    for (int i = 0; i < MATRIX_STRATEGIES_MAX; i++) {
        cr_assert(table_add_strategy(&table, SEAT_FRENCH, "same", &err));
    }
    cr_expect_not(table_add_strategy(&table, SEAT_FRENCH, "one more", &err));
    cr_expect(strstr(err.message, "128") != NULL, "%s", err.message);
    table_release(&table);
}

/* Each cell's number of games tells where it went. */
Test(table, drops_a_strategy_with_its_games)
{
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        Table table;
        make_table(&table, 2, 3);
        for (uint32_t cell = 0; cell < 6; cell++) {
            for (uint64_t number = 0; number <= cell; number++) {
                add(&table, cell, number, (Outcome){SEAT_FRENCH, OUTCOME_DECISIVE, 1});
            }
        }
        table_drop_strategy(&table, seat, seat == SEAT_FRENCH ? 0 : 1);
        static const uint64_t kept[SEAT_COUNT][4] = {{4, 5, 6, 0}, {1, 3, 4, 6}};
        const uint32_t count = seat == SEAT_FRENCH ? 3 : 4;
        cr_assert_eq(table_cell_count(&table), count);
        cr_assert_eq(table.run_count, count);
        for (uint32_t cell = 0; cell < count; cell++) {
            cr_expect_eq(table.cells[cell].games, kept[seat][cell]);
            cr_expect_eq(table.runs[cell].cell, cell);
            cr_expect_eq(table.runs[cell].numbers, kept[seat][cell]);
        }
        cr_expect_eq(table.games, seat == SEAT_FRENCH ? 15 : 14);
        cr_expect_str_eq(table.names[seat][seat == SEAT_FRENCH ? 0 : 1],
                         seat == SEAT_FRENCH ? "row 1" : "column 2");
        table_release(&table);
    }
}

Test(table, samples_are_the_same_in_any_order_of_runs_and_seeds)
{
    Table tables[2];
    make_table(&tables[0], 2, 2);
    make_table(&tables[1], 2, 2);
    Err err;
    err_clear(&err);
    for (int t = 0; t < 2; t++) {
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t at = t == 0 ? i : 7 - i;
            uint32_t run = 0;
            cr_assert(table_run(&tables[t], at % 4, 50 + at / 4, &run, &err));
            for (uint64_t n = 0; n < 30; n++) {
                const Outcome outcome = {(at + n * n) % 3 == 0 ? SEAT_FRENCH : SEAT_COALITION,
                                         OUTCOME_DECISIVE, 1};
                cr_assert(table_add_game(&tables[t], run, n, &outcome, &err));
            }
        }
    }
    Equilibrium found[2] = {find(&tables[0], SAMPLES, 1), find(&tables[1], SAMPLES, 1)};
    cr_expect(near(found[0].value.low, found[1].value.low, 0) &&
              near(found[0].value.high, found[1].value.high, 0) && near(found[0].error, found[1].error, 0));
    for (int i = 0; i < 2; i++) {
        equilibrium_release(&found[i]);
        table_release(&tables[i]);
    }
}

/* ------------------------------------------------------------------ what is found */

Test(equilibrium, is_the_same_for_the_same_seed_and_another_for_another)
{
    const Oracle oracle = {.rows = 3, .columns = 3, .won = RPS, .seed = 4};
    Table table;
    fill(&table, &oracle, 50);
    Equilibrium one = find(&table, SAMPLES, 1);
    Equilibrium same = find(&table, SAMPLES, 1);
    Equilibrium other = find(&table, SAMPLES, 2);
    cr_expect_eq(memcmp(&one.solution, &same.solution, sizeof one.solution), 0);
    cr_expect_eq(memcmp(&one.value, &same.value, sizeof one.value), 0);
    cr_expect_eq(memcmp(one.of[0], same.of[0], 3 * sizeof *one.of[0]), 0);
    cr_expect_eq(memcmp(one.of[1], same.of[1], 3 * sizeof *one.of[1]), 0);
    cr_expect_eq(memcmp(one.weight, same.weight, 9 * sizeof *one.weight), 0);
    cr_expect_neq(memcmp(&one.value, &other.value, sizeof one.value), 0);
    cr_expect(near(one.solution.value, other.solution.value, 0));
    equilibrium_release(&one);
    equilibrium_release(&same);
    equilibrium_release(&other);
    table_release(&table);
}

Test(equilibrium, says_how_surely_a_strategy_is_dominated)
{
    static const double won[] = {0.7, 0.6, 0.3, 0.2, 0.55, 0.75};
    const Oracle oracle = {.rows = 3, .columns = 2, .won = won, .seed = 4};
    Table table;
    fill(&table, &oracle, 400);
    Equilibrium found = find(&table, SAMPLES, 1);
    const EquilibriumStrategy *weak = &found.of[SEAT_FRENCH][1];
    cr_expect_eq(weak->dominance.kind, MATRIX_STRICTLY);
    cr_expect(weak->dominated_samples > 0.99, "%g", weak->dominated_samples);
    cr_expect(near(weak->share, 0, 0) && near(weak->share_interval.high, 0, 0));
    cr_expect_eq(found.of[SEAT_FRENCH][0].dominance.kind, MATRIX_NOT_DOMINATED);
    cr_expect(near(found.of[SEAT_FRENCH][0].dominated_samples, 0, 0));
    equilibrium_release(&found);
    table_release(&table);
}

Test(equilibrium, cells_without_games_leave_the_value_open)
{
    Table table;
    make_table(&table, 2, 2);
    for (uint64_t n = 0; n < 100; n++) { /* 0.8 and 0.3 off the diagonal, as a tournament leaves it */
        add(&table, 1, n, (Outcome){n % 10 < 8 ? SEAT_FRENCH : SEAT_COALITION, OUTCOME_DECISIVE, 1});
        add(&table, 2, n, (Outcome){n % 10 < 3 ? SEAT_FRENCH : SEAT_COALITION, OUTCOME_DECISIVE, 1});
    }
    Equilibrium found = find(&table, SAMPLES, 1);
    cr_expect_eq(table_missing(&table), 2);
    /* lost: (0, 0.8; 0.3, 0) has the value 0.24 / 1.1; won: (1, 0.8; 0.3, 1) 0.76 / 0.9 */
    cr_expect(near(found.bounds.low, 0.24 / 1.1, 1e-9), "%g", found.bounds.low);
    cr_expect(near(found.bounds.high, 0.76 / 0.9, 1e-9), "%g", found.bounds.high);
    cr_expect(found.value.high - found.value.low > 0.2);
    equilibrium_release(&found);
    table_release(&table);
}

Test(equilibrium, cells_that_were_won_always_are_not_certain)
{
    Table table;
    make_table(&table, 1, 1);
    for (uint64_t n = 0; n < 20; n++) {
        add(&table, 0, n, (Outcome){SEAT_FRENCH, OUTCOME_DECISIVE, 1});
    }
    Equilibrium found = find(&table, 1000, 1);
    cr_expect(near(found.solution.value, 1, 1e-12) && near(found.value.high, 1, 1e-12));
    /* of the posterior with density 21 p^20 the lowest 2.5% end at 0.025^(1/21) = 0.839 */
    cr_expect(near(found.value.low, 0.839, 0.03), "%g", found.value.low);
    equilibrium_release(&found);
    table_release(&table);
}

Test(equilibrium, best_answers_to_a_mixture)
{
    const Oracle oracle = {.rows = 3, .columns = 3, .won = RPS, .seed = 4};
    Table table;
    fill(&table, &oracle, 400);
    double mixture[MATRIX_STRATEGIES_MAX];
    EquilibriumAnswers answers;
    Err err;
    err_clear(&err);
    cr_assert(equilibrium_read_mixture(&table, SEAT_FRENCH, "row 0=0.8,row 2=0.2", mixture, &err));
    cr_assert(equilibrium_answers(&table, SEAT_COALITION, mixture, SAMPLES, 1, &answers, &err));
    cr_expect_eq(answers.best, 1);
    cr_expect(near(answers.scores[1], 0.8 * 0.2 + 0.2 * 0.8, 0.06), "%g", answers.scores[1]);
    cr_expect(holds(answers.intervals[1], answers.scores[1]));
    cr_expect(answers.best_samples[1] > 0.99);
    table_release(&table);
}

Test(equilibrium, mixtures_are_read_or_refused_with_what_was_found)
{
    Table table;
    Err err;
    double mixture[MATRIX_STRATEGIES_MAX];
    table_init(&table);
    err_clear(&err);
    static const char *const names[] = {"mcts:sims=50", "mcts:sims=50,c=0.3", "mcts:sims", "x"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cr_assert(table_add_strategy(&table, SEAT_FRENCH, names[i], &err));
    }
    cr_assert(equilibrium_read_mixture(&table, SEAT_FRENCH, "mcts:sims=50,c=0.3=0.25,mcts:sims=50=.75",
                                       mixture, &err),
              "%s", err.message);
    cr_expect(near(mixture[0], 0.75, 0) && near(mixture[1], 0.25, 0) && near(mixture[2], 0, 0));
    cr_assert(equilibrium_read_mixture(&table, SEAT_FRENCH, "mcts:sims=50,c=0.3", mixture, &err));
    cr_expect(near(mixture[1], 1, 0));
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "name of a strategy"},     {"y=1", "name of a strategy"}, {"x=0.5", "add up to 0.5"},
        {"x=0.5,x=0.5", "twice"},       {"x=2", "from 0 to 1"},        {"x=-1", "from 0 to 1"},
        {"x=nan", "from 0 to 1"},       {"x=", "from 0 to 1"},         {"x=0.5;x=0.5", "expected a comma"},
        {"x=1,", "name of a strategy"}, {"x=0x1", "from 0 to 1"},      {"x=1e0", "from 0 to 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        err_clear(&err);
        cr_expect_not(equilibrium_read_mixture(&table, SEAT_FRENCH, rows[i].text, mixture, &err));
        cr_expect(strstr(err.message, rows[i].message) != NULL, "\"%s\": %s", rows[i].text, err.message);
    }
    table_release(&table);
}

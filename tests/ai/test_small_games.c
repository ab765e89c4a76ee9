/* test_small_games.c: the small games that searches are tested on keep the laws of engine/game.h and have the
 * values that the literature gives them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/run/laws.h"
#include "tests/ai/connect4_positions.h"
#include "tests/ai/connect4_solver.h"
#include "tests/ai/small_connect4.h"
#include "tests/ai/small_kuhn.h"
#include "tests/ai/small_tictactoe.h"
#include "tests/support/support.h"

/* Sums of floating-point numbers here have a few dozen terms of size one. */
static const double EXACT = 1e-12;

static void expect_close(double found, double expected)
{
    cr_expect_lt(fabs(found - expected), EXACT, "found %.15g, expected %.15g", found, expected);
}

static void expect_lawful(const Game *game, uint64_t games)
{
    for (uint64_t seed = 0; seed < games; seed++) {
        LawsReport report;
        laws_play(game, &(LawsPlan){.seed = seed, .thorough = true}, &report);
        cr_assert_not(report.broken, "%s, seed %llu, ply %u: law %s: %s", game->rules->id,
                      (unsigned long long)seed, report.breach.ply, law_name(report.breach.law),
                      report.breach.message);
        cr_assert_gt(report.plies, 0);
    }
}

Test(small_games, laws_hold_on_every_decision)
{
    const uint64_t games = support_short() ? 20 : 200;
    const Game tictactoe = small_tictactoe_game();
    const Game connect4 = small_connect4_game();
    const Game kuhn = small_kuhn_game();
    expect_lawful(&tictactoe, games);
    expect_lawful(&connect4, games);
    expect_lawful(&kuhn, games);
}

static bool is_sound(const GameRules *rules, const State *state)
{
    char message[GAME_CHECK_BYTES];
    return rules->check(NULL, state, message);
}

/* ---- noughts and crosses ---- */

/* Counts finished games by result: over code. */
static void count_games(const Game *game, const SmallTictactoeState *state, uint32_t counts[4])
{
    MoveList list;
    (void)game_legal(game, &state->header, &list);
    counts[state->header.over] += list.count == 0;
    for (uint32_t i = 0; i < list.count; i++) {
        SmallTictactoeState next = *state;
        game_apply(game, &next.header, list.moves[i], NULL);
        count_games(game, &next, counts);
    }
}

/* Well-known numbers: 255168 games, of which the first player wins 131184, the second 77904. */
Test(small_games, tictactoe_has_the_known_number_of_games)
{
    const Game game = small_tictactoe_game();
    SmallTictactoeState start;
    uint32_t counts[4] = {0};
    game_setup(&game, &start.header, NULL);
    count_games(&game, &start, counts);
    cr_expect_eq(counts[1 + SEAT_FRENCH], 131184);
    cr_expect_eq(counts[1 + SEAT_COALITION], 77904);
    cr_expect_eq(counts[1 + SEAT_NONE], 46080);
}

Test(small_games, tictactoe_is_a_draw_with_known_best_moves)
{
    SmallTictactoeState state;
    cr_assert(small_tictactoe_from_moves(&state, ""));
    cr_expect_eq(small_tictactoe_value(&state), 0);
    cr_expect_eq(small_tictactoe_best(&state), 0x1FF, "every opening draws");
    cr_assert(small_tictactoe_from_moves(&state, "0"));
    cr_expect_eq(small_tictactoe_best(&state), 1U << 4, "only the centre answers a corner");
    cr_assert(small_tictactoe_from_moves(&state, "01"));
    cr_expect_eq(small_tictactoe_value(&state), 1);
    cr_assert(small_tictactoe_from_moves(&state, "0413"));
    cr_expect_eq(small_tictactoe_best(&state), 1U << 2, "wins at once");
    cr_assert(small_tictactoe_from_moves(&state, "04132"));
    cr_expect_eq(state.header.over, 1 + SEAT_FRENCH);
    cr_expect_eq(small_tictactoe_best(&state), 0);
    cr_expect_not(small_tictactoe_from_moves(&state, "00"));
    cr_expect_not(small_tictactoe_from_moves(&state, "9"));
    cr_expect_not(small_tictactoe_from_moves(&state, "041325"), "the game is over");
}

Test(small_games, tictactoe_fills_the_last_cell_itself)
{
    const Game game = small_tictactoe_game();
    SmallTictactoeState state;
    cr_assert(small_tictactoe_from_moves(&state, "0481762"));
    cr_expect_not(state.header.over);
    game_apply(&game, &state.header, 5, NULL);
    cr_expect_eq(state.stones, SMALL_TICTACTOE_CELLS);
    cr_expect_eq(state.header.over, 1 + SEAT_NONE);
    cr_expect_eq(game_outcome(&game, &state.header).grade, OUTCOME_DRAW);
    cr_assert(small_tictactoe_from_moves(&state, "04817625"));
    MoveList list;
    cr_expect_eq(game_legal(&game, &state.header, &list), 1, "set up by hand it may be a single choice");
    cr_expect(is_sound(game.rules, &state.header));
}

Test(small_games, tictactoe_check_finds_broken_states)
{
    SmallTictactoeState good;
    cr_assert(small_tictactoe_from_moves(&good, "048"));
    cr_expect(is_sound(&SMALL_TICTACTOE_RULES, &good.header));
    SmallTictactoeState bad = good;
    bad.cells[1] = 1;
    cr_expect_not(is_sound(&SMALL_TICTACTOE_RULES, &bad.header));
    bad = good;
    bad.cells[1] = 3;
    cr_expect_not(is_sound(&SMALL_TICTACTOE_RULES, &bad.header));
    bad = good;
    bad.header.seat = SEAT_FRENCH;
    cr_expect_not(is_sound(&SMALL_TICTACTOE_RULES, &bad.header));
    bad = good;
    bad.header.over = 1;
    cr_expect_not(is_sound(&SMALL_TICTACTOE_RULES, &bad.header));
}

/* ---- Connect Four: rules ---- */

static int compare_states(const void *a, const void *b) { return memcmp(a, b, sizeof(SmallConnect4State)); }

/* Replaces count states by the different ones among them, in order; returns their number. */
static size_t unique_states(SmallConnect4State *states, size_t count)
{
    size_t kept = 0;
    qsort(states, count, sizeof states[0], compare_states);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || compare_states(&states[kept - 1], &states[i]) != 0) {
            states[kept++] = states[i];
        }
    }
    return kept;
}

/* John Tromp's numbers of positions after n stones (OEIS A212693). */
Test(small_games, connect4_has_the_known_number_of_positions)
{
    static const size_t known[] = {1, 7, 49, 238, 1120, 4263, 16422};
    const size_t room = 4263 * SMALL_CONNECT4_COLUMNS;
    const Game game = small_connect4_game();
    SmallConnect4State *level = malloc(room * sizeof *level);
    SmallConnect4State *next = malloc(room * sizeof *next);
    size_t count = 1;
    cr_assert(level != NULL && next != NULL);
    game_setup(&game, &level[0].header, NULL);
    for (size_t stones = 0; stones < sizeof known / sizeof known[0]; stones++) {
        size_t found = 0;
        cr_assert_eq(count, known[stones], "%zu positions with %zu stones", count, stones);
        for (size_t i = 0; i < count && stones < 6; i++) {
            MoveList list;
            (void)game_legal(&game, &level[i].header, &list);
            for (uint32_t m = 0; m < list.count; m++) {
                next[found] = level[i];
                game_apply(&game, &next[found++].header, list.moves[m], NULL);
            }
        }
        SmallConnect4State *const swapped = level;
        level = next;
        next = swapped;
        count = unique_states(level, found);
    }
    free(level);
    free(next);
}

static uint8_t over_after(const char *columns)
{
    SmallConnect4State state;
    cr_assert(small_connect4_from_moves(&state, columns), "%s", columns);
    cr_expect(is_sound(&SMALL_CONNECT4_RULES, &state.header), "%s", columns);
    return state.header.over;
}

Test(small_games, connect4_sees_lines_in_all_directions)
{
    cr_expect_eq(over_after("1212121"), 1 + SEAT_FRENCH, "column");
    cr_expect_eq(over_after("1122334"), 1 + SEAT_FRENCH, "row");
    cr_expect_eq(over_after("71122335"), 0, "three and a gap");
    cr_expect_eq(over_after("711223364"), 0, "the other's turn to fill it");
    cr_expect_eq(over_after("71212121"), 1 + SEAT_COALITION, "second player");
    cr_expect_eq(over_after("12233434474"), 1 + SEAT_FRENCH, "diagonal up");
    cr_expect_eq(over_after("76655454414"), 1 + SEAT_FRENCH, "diagonal down");
}

/* Four stones from a cell on in one direction; 0 if they leave the board. */
static uint64_t line_from(int column, int row, int columns, int rows)
{
    uint64_t line = 0;
    for (int i = 0; i < 4; i++) {
        const int c = column + i * columns;
        const int r = row + i * rows;
        if (c < 0 || c >= SMALL_CONNECT4_COLUMNS || r < 0 || r >= SMALL_CONNECT4_ROWS) {
            return 0;
        }
        line |= UINT64_C(1) << (c * SMALL_CONNECT4_STRIDE + r);
    }
    return line;
}

/* All 69 lines of the board are lines; three of the four stones are none. */
Test(small_games, connect4_knows_the_lines_of_the_board)
{
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int lines = 0;
    for (int i = 0; i < SMALL_CONNECT4_COLUMNS * SMALL_CONNECT4_ROWS * 4; i++) {
        const int *const step = directions[i % 4];
        const uint64_t line =
            line_from(i / 4 % SMALL_CONNECT4_COLUMNS, i / 4 / SMALL_CONNECT4_COLUMNS, step[0], step[1]);
        lines += line != 0;
        cr_expect_eq(small_connect4_has_four(line), line != 0);
        cr_expect_not(small_connect4_has_four(line & (line - 1)));
    }
    cr_expect_eq(lines, 69);
}

Test(small_games, connect4_refuses_bad_strings)
{
    SmallConnect4State state;
    cr_expect(small_connect4_from_moves(&state, "111111"));
    cr_expect_not(small_connect4_from_moves(&state, "1111111"), "full column");
    cr_expect_not(small_connect4_from_moves(&state, "8"));
    cr_expect_not(small_connect4_from_moves(&state, "0"));
    cr_expect_not(small_connect4_from_moves(&state, "12121213"), "the game is over");
}

Test(small_games, connect4_plays_a_last_column_itself)
{
    const Game game = small_connect4_game();
    const Connect4Known *known = &CONNECT4_KNOWN[3];
    SmallConnect4State state;
    MoveList list;
    cr_assert(small_connect4_from_moves(&state, known->moves));
    cr_expect_eq(game_legal(&game, &state.header, &list), 1, "set up by hand it may be a single choice");
    char before[64];
    (void)snprintf(before, sizeof before, "%.*s", (int)strlen(known->moves) - 1, known->moves);
    cr_assert(small_connect4_from_moves(&state, before));
    cr_expect_eq(game_legal(&game, &state.header, &list), 2);
    game_apply(&game, &state.header, (Move)(known->moves[strlen(before)] - '1'), NULL);
    cr_expect_neq(game_legal(&game, &state.header, &list), 1);
    cr_expect_eq(state.stones, SMALL_CONNECT4_CELLS);
    cr_expect_eq(game_outcome(&game, &state.header).grade, OUTCOME_DRAW);
}

Test(small_games, connect4_check_finds_broken_states)
{
    SmallConnect4State good;
    cr_assert(small_connect4_from_moves(&good, "4453"));
    cr_expect(is_sound(&SMALL_CONNECT4_RULES, &good.header));
    SmallConnect4State bad = good;
    bad.board[SEAT_COALITION] <<= 1U;
    cr_expect_not(is_sound(&SMALL_CONNECT4_RULES, &bad.header), "a stone floats");
    bad = good;
    bad.board[SEAT_FRENCH] |= bad.board[SEAT_COALITION];
    cr_expect_not(is_sound(&SMALL_CONNECT4_RULES, &bad.header), "two in one cell");
    bad = good;
    bad.stones++;
    cr_expect_not(is_sound(&SMALL_CONNECT4_RULES, &bad.header));
    bad = good;
    bad.header.over = 1 + SEAT_NONE;
    cr_expect_not(is_sound(&SMALL_CONNECT4_RULES, &bad.header));
    bad = good;
    bad.spare[1] = 1;
    cr_expect_not(is_sound(&SMALL_CONNECT4_RULES, &bad.header));
}

/* ---- Connect Four: solver ---- */

/* The score by trying everything through the rules: no table, no bounds, no board tricks; for SEAT_FRENCH.
 * Shares only the rules with the solver, and those are tested above. */
static int plain_score(const Game *game, const SmallConnect4State *state)
{
    MoveList list;
    if (game_legal(game, &state->header, &list) == 0) {
        const int early = 22 - (state->stones + 1) / 2;
        return state->header.over == 1 + SEAT_FRENCH      ? early
               : state->header.over == 1 + SEAT_COALITION ? -early
                                                          : 0;
    }
    const int sign = state->header.seat == SEAT_FRENCH ? 1 : -1;
    int best = CONNECT4_NO_MOVE;
    for (uint32_t i = 0; i < list.count; i++) {
        SmallConnect4State next = *state;
        game_apply(game, &next.header, list.moves[i], NULL);
        const int score = sign * plain_score(game, &next);
        best = score > best ? score : best;
    }
    return sign * best;
}

Test(small_games, solver_agrees_with_plain_minimax_near_the_end)
{
    const Game game = small_connect4_game();
    Connect4Solver *solver = connect4_solver_new(16);
    int compared = 0;
    for (int i = 0; i < CONNECT4_KNOWN_COUNT; i++) {
        SmallConnect4State state;
        cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[i].moves));
        if (state.stones >= (support_short() ? 32 : 29)) {
            const int sign = state.header.seat == SEAT_FRENCH ? 1 : -1;
            cr_expect_eq(sign * plain_score(&game, &state), connect4_solver_score(solver, &state));
            compared++;
        }
    }
    cr_expect_geq(compared, 10);
    connect4_solver_free(solver);
}

static int score_of(Connect4Solver *solver, const char *moves)
{
    SmallConnect4State state;
    cr_assert(small_connect4_from_moves(&state, moves), "%s", moves);
    return connect4_solver_score(solver, &state);
}

/* The two examples of Pons' tutorial, and the last stones. */
Test(small_games, solver_scores_as_the_tutorial_does)
{
    Connect4Solver *solver = connect4_solver_new(20);
    cr_expect_eq(score_of(solver, "4455"), 18);
    cr_expect_eq(score_of(solver, "44455554221"), -15);
    cr_expect_eq(score_of(solver, CONNECT4_KNOWN[3].moves), 0, "one cell left");
    connect4_solver_free(solver);
}

/* Positions with fewer stones have dear columns (35 s for the one with 4); those were compared once, off the
 * suite.
 */
enum { STONES_FOR_COLUMNS = 10 };

static void expect_known_columns(Connect4Solver *solver, const Connect4Known *known,
                                 const SmallConnect4State *state)
{
    Connect4Answer answer;
    connect4_solver_answer(solver, state, &answer);
    cr_expect_eq(answer.score, known->score, "%s", known->moves);
    for (int column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
        cr_expect_eq(answer.columns[column], known->columns[column], "%s, column %d: %d, published %d",
                     known->moves, column + 1, answer.columns[column], known->columns[column]);
    }
}

/* The sets of the beginning, which come last, take most of the time: with sanitizers only the others. */
Test(small_games, solver_finds_the_published_scores, .timeout = 300)
{
    Connect4Solver *solver = connect4_solver_new(CONNECT4_TABLE_BITS);
    const int count = support_short() ? 3 * CONNECT4_KNOWN_PER_SET : CONNECT4_KNOWN_COUNT;
    for (int i = 0; i < count; i++) {
        const Connect4Known *known = &CONNECT4_KNOWN[i];
        SmallConnect4State state;
        cr_assert(small_connect4_from_moves(&state, known->moves), "%s", known->moves);
        cr_expect(is_sound(&SMALL_CONNECT4_RULES, &state.header));
        const int score = connect4_solver_score(solver, &state);
        cr_expect_eq(score, known->score, "%s: %d, published %d", known->moves, score, known->score);
        if (state.stones >= STONES_FOR_COLUMNS) {
            expect_known_columns(solver, known, &state);
        }
    }
    connect4_solver_free(solver);
}

Test(small_games, published_columns_fit_their_positions)
{
    for (int i = 0; i < CONNECT4_KNOWN_COUNT; i++) {
        const Connect4Known *known = &CONNECT4_KNOWN[i];
        const Game game = small_connect4_game();
        SmallConnect4State state;
        Connect4Answer answer;
        cr_assert(small_connect4_from_moves(&state, known->moves), "%s", known->moves);
        connect4_answer_from_columns(&answer, known->columns);
        cr_expect_eq(answer.score, known->score, "%s", known->moves);
        cr_expect(answer.best != 0 && (answer.best & ~answer.keeping) == 0, "what is best keeps the result");
        for (Move column = 0; column < SMALL_CONNECT4_COLUMNS; column++) {
            cr_expect_eq(game_move_is_legal(&game, &state.header, column),
                         known->columns[column] != CONNECT4_NO_MOVE);
        }
    }
}

Test(small_games, answers_name_best_and_keeping_columns)
{
    Connect4Solver *solver = connect4_solver_new(16);
    SmallConnect4State state;
    Connect4Answer answer;
    /* columns: -3, 1, full, full, -4, 1, full */
    cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[1].moves));
    connect4_solver_answer(solver, &state, &answer);
    cr_expect_eq(answer.best, 1U << 1 | 1U << 5);
    cr_expect_eq(answer.keeping, answer.best);
    /* -5, -5, -5, -1, 6, -5, full: one winning move */
    cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[12].moves));
    connect4_solver_answer(solver, &state, &answer);
    cr_expect_eq(answer.best, 1U << 4);
    /* full, -2, full, -1, full, full, -2: lost, all moves lose */
    cr_assert(small_connect4_from_moves(&state, CONNECT4_KNOWN[4].moves));
    connect4_solver_answer(solver, &state, &answer);
    cr_expect_eq(answer.best, 1U << 3);
    cr_expect_eq(answer.keeping, 1U << 1 | 1U << 3 | 1U << 6);
    cr_expect_gt(connect4_solver_nodes(solver), 0);
    connect4_solver_free(solver);
}

/* ---- Kuhn poker: rules ---- */

/* Plays these choices ("kbf": check, bet, fold; c: call) from a deal; chips of the first player. */
static int play_kuhn(const char *choices, int first, int second, Outcome *outcome)
{
    const Game game = small_kuhn_game();
    SmallKuhnState state;
    small_kuhn_deal(&state, first, second);
    for (const char *c = choices; *c != '\0'; c++) {
        const Move move = (Move)(strchr("kbfc", *c) - "kbfc");
        cr_assert(game_move_is_legal(&game, &state.header, move), "%s", choices);
        cr_assert(is_sound(game.rules, &state.header));
        game_apply(&game, &state.header, move, NULL);
    }
    cr_assert(state.header.over, "%s", choices);
    cr_assert(is_sound(game.rules, &state.header));
    *outcome = game_outcome(&game, &state.header);
    return small_kuhn_chips(&state);
}

Test(small_games, kuhn_pays_by_the_rules)
{
    Outcome outcome;
    cr_expect_eq(play_kuhn("kk", 3, 1, &outcome), 1);
    cr_expect(outcome.winner == SEAT_FRENCH && outcome.grade == OUTCOME_MARGINAL);
    cr_expect_eq(play_kuhn("kk", 1, 2, &outcome), -1);
    cr_expect_eq(play_kuhn("bf", 1, 3, &outcome), 1);
    cr_expect(outcome.winner == SEAT_FRENCH && outcome.grade == OUTCOME_MARGINAL);
    cr_expect_eq(play_kuhn("bc", 2, 3, &outcome), -2);
    cr_expect(outcome.winner == SEAT_COALITION && outcome.grade == OUTCOME_DECISIVE);
    cr_expect_eq(play_kuhn("bc", 3, 2, &outcome), 2);
    cr_expect_eq(play_kuhn("kbf", 3, 1, &outcome), -1);
    cr_expect(outcome.winner == SEAT_COALITION && outcome.grade == OUTCOME_MARGINAL);
    cr_expect_eq(play_kuhn("kbc", 2, 1, &outcome), 2);
    cr_expect_eq(play_kuhn("kbc", 2, 3, &outcome), -2);
}

Test(small_games, kuhn_deals_every_hand_equally_often)
{
    const Game game = small_kuhn_game();
    double weight[4][4] = {{0}};
    Dice dice;
    dice_enumerate_first(&dice);
    do {
        SmallKuhnState state;
        game_setup(&game, &state.header, &dice);
        cr_expect_eq(state.header.step, SMALL_KUHN_OPEN);
        weight[state.cards[0]][state.cards[1]] += dice_enumerate_weight(&dice);
    } while (dice_enumerate_next(&dice));
    for (int first = 1; first <= 3; first++) {
        for (int second = 1; second <= 3; second++) {
            expect_close(weight[first][second], first == second ? 0 : 1.0 / 6);
        }
    }
}

Test(small_games, kuhn_hides_the_other_card_until_a_showdown)
{
    const Game game = small_kuhn_game();
    SmallKuhnState state;
    SmallKuhnState seen;
    small_kuhn_deal(&state, 1, 3);
    game.rules->view(NULL, &state.header, SEAT_FRENCH, &seen.header);
    cr_expect(seen.cards[0] == 1 && seen.cards[1] == 0);
    game.rules->view(NULL, &state.header, SEAT_COALITION, &seen.header);
    cr_expect(seen.cards[0] == 0 && seen.cards[1] == 3);
    game_apply(&game, &state.header, SMALL_KUHN_BET, NULL);
    SmallKuhnState folded = state;
    game_apply(&game, &folded.header, SMALL_KUHN_FOLD, NULL);
    game.rules->view(NULL, &folded.header, SEAT_COALITION, &seen.header);
    cr_expect_eq(seen.cards[0], 0, "a bluff is not shown");
    game_apply(&game, &state.header, SMALL_KUHN_CALL, NULL);
    game.rules->view(NULL, &state.header, SEAT_COALITION, &seen.header);
    cr_expect_eq(seen.cards[0], 1);
}

Test(small_games, kuhn_worlds_are_dealt_uniformly)
{
    enum { WORLDS = 10000 };
    const Game game = small_kuhn_game();
    Rng rng;
    rng_init(&rng, 1, 1);
    for (int mine = 1; mine <= SMALL_KUHN_CARDS; mine++) {
        int found[4] = {0};
        for (int i = 0; i < WORLDS; i++) {
            SmallKuhnState state;
            small_kuhn_deal(&state, mine == 1 ? 2 : 1, mine);
            game.rules->view(NULL, &state.header, SEAT_COALITION, &state.header);
            game.rules->determinize(NULL, &state.header, SEAT_COALITION, &rng);
            cr_assert(is_sound(game.rules, &state.header));
            found[state.cards[SEAT_FRENCH]]++;
        }
        for (int card = 1; card <= SMALL_KUHN_CARDS; card++) {
            /* half of the worlds each, within five standard deviations of 50 */
            cr_expect_leq(abs(found[card] - (card == mine ? 0 : WORLDS / 2)), card == mine ? 0 : 250);
        }
    }
}

Test(small_games, kuhn_decision_points_can_be_set_up)
{
    const Game game = small_kuhn_game();
    for (int step = 0; step < SMALL_KUHN_STEP_COUNT; step++) {
        SmallKuhnState state;
        MoveList list;
        small_kuhn_at(&state, (enum small_kuhn_step)step, 2, 3);
        cr_expect(is_sound(game.rules, &state.header));
        cr_expect_eq((Seat)state.header.seat, small_kuhn_seat((enum small_kuhn_step)step));
        cr_expect_eq(game_legal(&game, &state.header, &list), 2);
        cr_expect_eq(list.moves[1] & 1U, 1, "the active choice is the odd code");
    }
}

Test(small_games, kuhn_check_finds_broken_states)
{
    SmallKuhnState good;
    small_kuhn_deal(&good, 1, 3);
    cr_expect(is_sound(&SMALL_KUHN_RULES, &good.header));
    SmallKuhnState bad = good;
    bad.cards[1] = 1;
    cr_expect_not(is_sound(&SMALL_KUHN_RULES, &bad.header));
    bad = good;
    bad.cards[1] = 0;
    cr_expect_not(is_sound(&SMALL_KUHN_RULES, &bad.header));
    bad = good;
    bad.header.seat = SEAT_COALITION;
    cr_expect_not(is_sound(&SMALL_KUHN_RULES, &bad.header));
    bad = good;
    bad.header.step = SMALL_KUHN_AFTER_CHECK;
    bad.header.seat = SEAT_NONE;
    bad.header.over = 1;
    cr_expect_not(is_sound(&SMALL_KUHN_RULES, &bad.header), "the lower card cannot win a showdown");
    bad.header.over = 3;
    cr_expect(is_sound(&SMALL_KUHN_RULES, &bad.header));
}

/* ---- Kuhn poker: strategies ---- */

Test(small_games, kuhn_equilibria_are_worth_minus_one_eighteenth)
{
    for (int i = 0; i <= 12; i++) {
        const SmallKuhnStrategy strategy = small_kuhn_equilibrium(i / 36.0);
        expect_close(small_kuhn_value(&strategy), -1.0 / 18);
        expect_close(small_kuhn_gain(&strategy, SEAT_FRENCH), 0);
        expect_close(small_kuhn_gain(&strategy, SEAT_COALITION), 0);
        expect_close(small_kuhn_exploitability(&strategy), 0);
        expect_close(small_kuhn_best_response(&strategy, SEAT_COALITION), 1.0 / 18);
    }
}

Test(small_games, kuhn_strategies_off_the_family_can_be_exploited)
{
    SmallKuhnStrategy strategy = small_kuhn_equilibrium(0);
    strategy.active[SMALL_KUHN_OPEN][1] = 0.5;
    cr_expect_gt(small_kuhn_exploitability(&strategy), 0.01);
    strategy = small_kuhn_equilibrium(1.0 / 3);
    strategy.active[SMALL_KUHN_FACING_BET][2] = 0;
    cr_expect_gt(small_kuhn_gain(&strategy, SEAT_FRENCH), 0.01, "who never calls is bluffed");
    strategy.active[SMALL_KUHN_FACING_BET][2] = 1;
    cr_expect_gt(small_kuhn_gain(&strategy, SEAT_FRENCH), 0.01, "who always calls pays");
}

/* Values by hand. All passive: the higher card wins a chip, so nobody is ahead; then betting always wins the
 * ante, one chip, whether the answer comes first or last. Tossing coins: known from OpenSpiel's tests, value
 * 1/8 and sum of gains 11/12. */
Test(small_games, kuhn_values_of_simple_strategies)
{
    SmallKuhnStrategy strategy = {{{0}}};
    expect_close(small_kuhn_value(&strategy), 0);
    expect_close(small_kuhn_best_response(&strategy, SEAT_FRENCH), 1);
    expect_close(small_kuhn_best_response(&strategy, SEAT_COALITION), 1);
    for (int step = 0; step < SMALL_KUHN_STEP_COUNT; step++) {
        for (int card = 1; card <= SMALL_KUHN_CARDS; card++) {
            strategy.active[step][card] = 0.5;
        }
    }
    expect_close(small_kuhn_value(&strategy), 1.0 / 8);
    expect_close(small_kuhn_exploitability(&strategy), 11.0 / 24);
}

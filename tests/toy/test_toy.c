/* test_toy.c: the clauses of the toy's rules (README.md), each with dice that are written down: the template
 * of what a game's own suites are. `make GAME=toy suites` runs it; a new game's are found by their names,
 * test_<game>....c. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/support.h"
#include "tests/toy/toy_game.h"

enum { SHUFFLE = 7 }; /* draws for eight numbers */

/* A game under way, with its dice. */
typedef struct Table {
    Game game;
    ToyState state;
    Dice dice;
    uint8_t script[32];
} Table;

/* Sets a game up: the deck is left as the board has it (each draw takes the last card still loose), so the
 * Smiths hold 8 and the Bakers 7; then these dice fall. */
static void table_open(Table *table, const char *scenario, const uint8_t *faces, size_t count)
{
    cr_assert_leq(SHUFFLE + count, sizeof table->script);
    support_load(&table->game, scenario, NULL);
    for (unsigned i = 0; i < SHUFFLE; i++) {
        table->script[i] = (uint8_t)(SHUFFLE + 1 - i);
    }
    for (size_t i = 0; i < count; i++) { /* faces may be NULL without any */
        table->script[SHUFFLE + i] = faces[i];
    }
    table->dice = dice_from_script(table->script, SHUFFLE + count);
    game_setup(&table->game, &table->state.header, &table->dice);
}

/* Makes a move that must be legal, with the dice that are left. */
static void play(Table *table, const char *text)
{
    Move move = 0;
    cr_assert(table->game.rules->move_parse(table->game.data, text, &move), "%s", text);
    cr_assert(game_move_is_legal(&table->game, &table->state.header, move), "%s", text);
    game_apply(&table->game, &table->state.header, move, &table->dice);
    cr_assert_not(table->dice.failed, "%s: no dice are left", text);
}

static bool is_legal(const Table *table, const char *text)
{
    Move move = 0;
    return table->game.rules->move_parse(table->game.data, text, &move) &&
           game_move_is_legal(&table->game, &table->state.header, move);
}

static void table_close(Table *table)
{
    cr_expect_eq(table->dice.script_used, table->dice.script_count, "all dice have fallen");
    game_release(&table->game);
}

/* Clause 1: a number each; the other's is hidden. */
Test(toy, numbers_are_dealt_and_hidden)
{
    Table table;
    ToyState seen;
    table_open(&table, "toy/plain", NULL, 0);
    cr_expect_eq(table.state.hand[SEAT_FRENCH], 8);
    cr_expect_eq(table.state.hand[SEAT_COALITION], 7);
    table.game.rules->view(table.game.data, &table.state.header, SEAT_COALITION, &seen.header);
    cr_expect_eq(seen.hand[SEAT_FRENCH], 0);
    cr_expect_eq(seen.hand[SEAT_COALITION], 7);
    table_close(&table);
}

/* Clause 2: the Smiths act first, then the Bakers, then the next fair begins. */
Test(toy, guilds_take_turns)
{
    Table table;
    table_open(&table, "toy/plain", NULL, 0);
    cr_expect_eq(table.state.header.seat, SEAT_FRENCH);
    play(&table, "pass");
    cr_expect_eq(table.state.header.seat, SEAT_COALITION);
    cr_expect_eq(table.state.header.turn, 0);
    play(&table, "pass");
    cr_expect_eq(table.state.header.seat, SEAT_FRENCH);
    cr_expect_eq(table.state.header.turn, 1);
    table_close(&table);
}

/* Clause 3: the sum is taken, unless a one lies among the dice; 3.1: half of it is kept, rounded down. */
Test(toy, a_one_halves_a_throw)
{
    static const uint8_t faces[] = {6, 5, 1, 4, 2};
    Table table;
    table_open(&table, "toy/plain", faces, sizeof faces);
    play(&table, "roll(2)");
    cr_expect_eq(table.state.points[SEAT_FRENCH], 11);
    play(&table, "roll(3)");
    cr_expect_eq(table.state.header.seat, SEAT_COALITION, "to keep or to push");
    cr_expect_not(is_legal(&table, "pass"));
    play(&table, "keep");
    cr_expect_eq(table.state.points[SEAT_COALITION], 1 + 3, "one coin from the start");
    table_close(&table);
}

/* Clause 3.2: from 4 up the throw counts double, below that it is lost. */
Test(toy, a_push_doubles_or_loses)
{
    static const uint8_t faces[] = {1, 6, 4, 1, 6, 3};
    Table table;
    table_open(&table, "toy/plain", faces, sizeof faces);
    play(&table, "roll(2)");
    play(&table, "push");
    cr_expect_eq(table.state.points[SEAT_FRENCH], 14);
    play(&table, "roll(2)");
    play(&table, "push");
    cr_expect_eq(table.state.points[SEAT_COALITION], 1);
    table_close(&table);
}

/* Clause 4: the old number is gone for good, the new one comes from the top; none is left after six. */
Test(toy, a_number_is_swapped_while_there_are_any)
{
    Table table;
    table_open(&table, "toy/plain", NULL, 0);
    for (int i = 0; i < 6; i++) {
        play(&table, "swap");
    }
    cr_expect_eq(table.state.discard[0], 8);
    cr_expect_eq(table.state.hand[SEAT_FRENCH], 2);
    cr_expect_eq(table.state.hand[SEAT_COALITION], 1);
    cr_expect_not(is_legal(&table, "swap"));
    table_close(&table);
}

/* Clause 5: numbers count twice in the end; ten more coins win decisively. */
Test(toy, numbers_count_in_the_end)
{
    static const uint8_t faces[] = {6, 2};
    Table table;
    table_open(&table, "toy/short", faces, sizeof faces);
    play(&table, "roll(2)");
    play(&table, "pass");
    play(&table, "pass");
    cr_expect_eq(game_outcome(&table.game, &table.state.header).grade, OUTCOME_NONE);
    play(&table, "pass");
    const Outcome outcome = game_outcome(&table.game, &table.state.header);
    cr_expect_eq(outcome.winner, SEAT_FRENCH, "3 + 8 + 16 coins against 14");
    cr_expect_eq(outcome.grade, OUTCOME_DECISIVE);
    cr_expect_eq(outcome.turn, 1802, "the last fair held");
    table_close(&table);
}

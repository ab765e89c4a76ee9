/* test_eagles_movement.c: attrition, supply, groups, forced march, overrun, entrenchment, alliance and
 * reinforcement, with scripted dice (worked examples 1-56, 79-84, 99-102, 131-145, 153, 175 and more). */
#include <criterion/criterion.h>

#include "tests/eagles/eagles_position.h"
#include "tests/support/support.h"

static Board b;

static void open_field(void)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
}

/* ------------------------------------------------------------------ attrition (3) */

/* Austrians in Brittany: out of supply (+1), not at home, summer. */
static void austrians_in_brittany(unsigned foot, unsigned horse, int die)
{
    open_field();
    if (foot > 0) {
        board_put(&b, "1624", "austria", "I", foot);
    }
    if (horse > 0) {
        board_put(&b, "1624", "austria", "C", horse);
    }
    board_put(&b, "3427", "austria", "I", 1);
    board_put(&b, "3427", "austria", "L", 1);
    board_dice(&b, (const int[]){die, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_ATTRITION, EAGLES_COALITION);
}

Test(eagles_movement, attrition_table)
{
    static const struct {
        unsigned foot, horse;
        int die;
        unsigned left;
    } CASES[] = {
        {2, 0, 6, 2},   /* too few to be tested */
        {3, 0, 5, 2},   /* as 6: 1 */
        {3, 0, 4, 3},   /* as 5: none */
        {7, 0, 3, 6},   /* as 4: 1 */
        {11, 0, 1, 10}, /* as 2: out of supply 11 SP suffer */
        {21, 0, 6, 16}, /* clamped to 6: 5 */
        {16, 0, 2, 14}, /* as 3: 2 */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        austrians_in_brittany(CASES[i].foot, CASES[i].horse, CASES[i].die);
        cr_expect_eq(board_sp(&b, "1624", EAGLES_COALITION), CASES[i].left, "case %zu: %u left", i,
                     board_sp(&b, "1624", EAGLES_COALITION));
        board_close(&b);
    }
}

Test(eagles_movement, one_of_two_lost_is_cavalry)
{
    austrians_in_brittany(5, 2, 4); /* 7 SP, as 5: two, one of them cavalry */
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "1624"), EAGLES_COALITION, EAGLES_CAVALRY), 1);
    cr_expect(board_offers(&b, "LOSS(1624,austria,I)"));
    cr_expect(board_offers(&b, "LOSS(1624,austria,C)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ land and supply (6, 7.2) */

static unsigned entry(const char *from, const char *to, bool winter)
{
    const unsigned a = board_hex(&b, from);
    return board_data(&b)->hex[a].cost[winter ? 1 : 0]
                                      [eagles_direction(board_data(&b), a, board_hex(&b, to))];
}

Test(eagles_movement, costs_of_hexes)
{
    open_field();
    cr_expect_eq(entry("1624", "1724", false), 1);
    cr_expect_eq(entry("2525", "2425", false), 2, "a river costs 1 more");
    cr_expect_eq(entry("2526", "2525", false), 1);
    cr_expect_eq(entry("2526", "2425", false), 1, "a bridge takes the 1 away");
    cr_expect_eq(entry("2827", "2928", false), 1, "a city costs 1");
    unsigned lakes = 0;
    for (unsigned h = 0; h < board_data(&b)->hexes; h++) {
        const EaglesHex *hex = &board_data(&b)->hex[h];
        for (unsigned d = 0; d < EAGLES_DIRECTIONS; d++) {
            const unsigned to = hex->neighbour[d];
            if (to != EAGLES_NO_HEX && board_data(&b)->hex[to].terrain == EAGLES_LAKE &&
                board_data(&b)->hex[to].city == EAGLES_NONE && board_data(&b)->hex[to].playable) {
                lakes++;
                cr_expect_eq(hex->cost[0][d], EAGLES_IMPASSABLE);
                cr_expect(hex->cost[1][d] <= 2 || hex->cost[1][d] == EAGLES_IMPASSABLE);
            }
        }
    }
    cr_expect_gt(lakes, 0);
    board_close(&b);
}

/* Depots hand supply on every three MP; an enemy on the only way cuts it (139, 140). */
Test(eagles_movement, supply_runs_by_depots)
{
    EaglesSupply supply;
    open_field();
    eagles_supply(&b.p, EAGLES_WHITE, &supply);
    const unsigned far = board_hex(&b, "2625"); /* Stuttgart, far from Austria's cities */
    cr_expect_eq(supply.left[far], EAGLES_IMPASSABLE);
    board_put(&b, "2925", "austria", "I", 1); /* Ratisbon */
    board_put(&b, "2726", "austria", "I", 1); /* Ulm */
    eagles_supply(&b.p, EAGLES_WHITE, &supply);
    cr_expect_neq(supply.left[board_hex(&b, "2726")], EAGLES_IMPASSABLE);
    cr_expect_neq(supply.left[far], EAGLES_IMPASSABLE);
    board_put(&b, "2625", "france", "I", 1);
    eagles_supply(&b.p, EAGLES_WHITE, &supply);
    cr_expect_eq(supply.left[far], EAGLES_IMPASSABLE, "enemies close a hex");
    board_close(&b);
}

static void compare_lines(const Play *p)
{
    EaglesSupply supply;
    EaglesLines lines;
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        eagles_supply(p, colour, &supply);
        eagles_lines_find(p, colour, &lines);
        for (unsigned hex = 0; hex < p->d->hexes; hex++) {
            const unsigned left = eagles_lines_left(p, &lines, hex);
            cr_assert_eq(left, supply.left[hex], "colour %u, hex %u: %u MP left, %u by flood", colour, hex,
                         left, supply.left[hex]);
        }
    }
}

/* Supply asked for hex by hex is that of the whole map, in positions of random games of every scenario with
 * sources of its own kind. */
static void lines_agree(const char *scenario, unsigned every)
{
    enum { DECISIONS = 3000 };
    Game game;
    StateBuffer state;
    MoveList legal;
    Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(5, RNG_PURPOSE_DICE, 0));
    support_load(&game, scenario, NULL);
    game_setup(&game, &state.header, &dice);
    const Play p = {game.data, eagles_state(&state.header), NULL, 0, NULL};
    for (unsigned i = 0; i < DECISIONS; i++) {
        if (state.header.over) {
            game_setup(&game, &state.header, &dice);
        }
        if (i % every == 0) {
            compare_lines(&p);
        }
        (void)game_legal(&game, &state.header, &legal);
        game_apply(&game, &state.header, legal.moves[rng_bounded(&rng, legal.count)], &dice);
    }
    game_release(&game);
}

Test(eagles_movement, lines_of_supply_are_supply)
{
    lines_agree("eagles/1805", 20);
    lines_agree("eagles/1814", 20);
    lines_agree("eagles/1808-14", 40);
    lines_agree("eagles/1805-15", 40);
}

/* ------------------------------------------------------------------ groups (7.1, 7.3) */

static void davout_marches(unsigned foot)
{
    open_field();
    board_put(&b, "1624", "france", "I", foot);
    board_lead(&b, "1624", "davout");
    board_put(&b, "3427", "austria", "I", 2);
    board_put(&b, "1924", "france", "I", 1); /* Paris: where leaders may go */
}

Test(eagles_movement, infantry_needs_a_leader)
{
    open_field();
    board_put(&b, "1624", "france", "I", 5);
    board_put(&b, "1924", "france", "C", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PICK(1624)"));
    cr_expect(board_offers(&b, "PICK(1924)"), "cavalry goes alone");
    board_close(&b);
}

Test(eagles_movement, leaders_do_not_add_up)
{
    davout_marches(14);
    board_lead(&b, "1624", "napoleon");
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(1624)", "LEADER(napoleon)", "LEADER(davout)", NULL});
    cr_expect_not(board_offers(&b, "TAKE(ALL)"), "14 SP with 12 and 10");
    cr_expect_not(board_offers(&b, "TAKE(LEAVE_ONE,france,I)"));
    board_play(&b, "TAKE(ROWS)");
    cr_expect(board_offers(&b, "ROWS(france,I,12)"));
    cr_expect_not(board_offers(&b, "ROWS(france,I,13)"));
    cr_expect_not(board_offers(&b, "ROWS(france,I,0)"));
    board_close(&b);
}

Test(eagles_movement, three_hexes_and_no_way_back)
{
    davout_marches(5);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(1624)", "TAKE(ALL)", NULL});
    cr_expect_not(board_offers(&b, "STOP"), "the first action moves it");
    board_play(&b, "STEP(E)");
    cr_expect_not(board_offers(&b, "STEP(W)"), "where it came from");
    cr_expect(board_offers(&b, "STOP"));
    cr_expect(board_offers(&b, "DROP"));
    board_close(&b);
}

/* A leader who has spent 3 MP with infantry and drops it may go on for 7 (81). */
Test(eagles_movement, a_leader_goes_on_alone)
{
    davout_marches(5);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(
        &b, (const char *const[]){"PICK(1624)", "TAKE(ALL)", "STEP(E)", "DROP", "ROWS(france,I,5)", NULL});
    cr_expect(board_offers(&b, "LEADER_TO(1924)") || board_leader_at(&b, "davout") == board_hex(&b, "1924"));
    cr_expect_eq(board_sp(&b, "1724", EAGLES_FRANCE), 5);
    board_close(&b);
}

/* Whether a hex is offered to somebody who remembers what he found before. */
static bool offers_pick(EaglesScratch *scratch, const char *hex)
{
    MoveList list = {.count = 0};
    Play play = b.p;
    bool found = false;
    play.scratch = scratch;
    eagles_pick_options(&play, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        found = found || list.moves[i] == eagles_move(EAGLES_MOVE_PICK, board_hex(&b, hex));
    }
    return found;
}

/* What is remembered of where leaders alone could go is looked at again: SP that have gone, that are enemies
 * now, that shut themselves in or stand too far off are no goal, and the way may be closed (7.1). */
Test(eagles_movement, goals_remembered_are_not_believed)
{
    static EaglesScratch scratch;
    open_field();
    board_lead(&b, "1624", "davout");
    board_put(&b, "1924", "france", "I", 2);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    EaglesState *s = board_state(&b);
    const unsigned from = board_hex(&b, "1624");
    const unsigned goal = board_hex(&b, "1924");
    const uint32_t key = s->row_key[eagles_first_row(s, goal)];
    cr_assert_eq(eagles_key_place(key), goal);
    cr_expect(offers_pick(&scratch, "1624"));
    cr_expect_eq(scratch.goal[from], goal + 1, "it is noted where he could go");
    cr_expect(offers_pick(&scratch, "1624"));

    eagles_rows_change(s, key, key | EAGLES_FLAG_INSIDE, 2);
    cr_expect_not(offers_pick(&scratch, "1624"), "they are in a city");
    eagles_rows_change(s, key | EAGLES_FLAG_INSIDE, key, 2);
    cr_expect(offers_pick(&scratch, "1624"));

    eagles_rows_remove(s, key, 2);
    cr_expect_not(offers_pick(&scratch, "1624"), "they are gone");
    board_put(&b, "1924", "austria", "I", 2);
    cr_expect_not(offers_pick(&scratch, "1624"), "enemies stand there");

    board_put(&b, "1824", "france", "I", 1);
    cr_expect(offers_pick(&scratch, "1624"), "there are others");
    cr_expect_eq(scratch.goal[from], board_hex(&b, "1824") + 1);
    board_put(&b, "3427", "france", "I", 1);
    eagles_rows_remove(s, eagles_key(board_hex(&b, "1824"), eagles_key_unit(key), 0), 1);
    scratch.goal[from] = (uint16_t)(board_hex(&b, "3427") + 1);
    cr_expect_not(offers_pick(&scratch, "1624"), "too far off");
    board_close(&b);
}

static bool offers_overrun(unsigned foot, unsigned enemy, unsigned enemy_horse)
{
    davout_marches(foot);
    if (enemy > 0) {
        board_put(&b, "1724", "austria", "I", enemy);
    }
    if (enemy_horse > 0) {
        board_put(&b, "1724", "austria", "C", enemy_horse);
    }
    board_lead(&b, "1724", "charles");
    board_dice(&b, (const int[]){1, 0});
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(1624)");
    board_play(&b, "TAKE(ALL)");
    return board_offers(&b, "STEP(E)");
}

Test(eagles_movement, overrun_needs_four_to_one_and_as_much_cavalry)
{
    cr_expect_not(offers_overrun(7, 2, 0), "7 against 2 is 3.5");
    board_close(&b);
    cr_expect_not(offers_overrun(8, 1, 1), "no cavalry against one");
    board_close(&b);
    cr_expect(offers_overrun(8, 2, 0));
    board_play(&b, "STEP(E)");
    cr_expect_eq(board_sp(&b, "1724", EAGLES_COALITION), 0);
    cr_expect_eq(board_leader_at(&b, "charles"), board_hex(&b, "3427"),
                 "the leader flees to his nearest troops");
    cr_expect_eq(board_state(&b)->group.spent, 2, "the hex and one more");
    board_close(&b);
    cr_expect(offers_overrun(6, 1, 0));
    board_play(&b, "STEP(E)");
    cr_expect_eq(board_state(&b)->group.spent, 1, "6:1 costs nothing more");
    cr_expect(board_offers(&b, "STEP(W)"), "it overran since it left the hex (15.2)");
    board_close(&b);
}

/* Three hexes by road, then one more by forced march: French line, die 5 as 4: 1 MP (27, 22). */
Test(eagles_movement, a_forced_march)
{
    open_field();
    board_put(&b, "1624", "france", "I", 5);
    board_lead(&b, "1624", "davout");
    board_put(&b, "3427", "austria", "I", 2);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(1624)", "TAKE(ALL)", "STEP(E)", NULL});
    board_state(&b)->group.spent = 3; /* as if it had come from farther away */
    cr_expect_not(board_offers(&b, "STEP(E)"));
    MoveList list;
    char text[MOVE_TEXT_BYTES];
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    unsigned march = 0;
    while (march < list.count && eagles_move_kind(list.moves[march]) != EAGLES_MOVE_FM_STEP) {
        march++;
    }
    cr_assert_lt(march, list.count, "no forced march is offered");
    eagles_move_text(board_data(&b), list.moves[march], text);
    const unsigned from = board_state(&b)->group.hex;
    const unsigned to = board_data(&b)->hex[from].neighbour[eagles_move_argument(list.moves[march])];
    board_play(&b, text);
    const bool one = eagles_cost(&b.p, from, eagles_move_argument(list.moves[march]), EAGLES_FRANCE) == 1;
    if (b.buffer.header.step == EAGLES_STEP_MARCH_PATH) {
        board_play(&b, "FM_GO");
    }
    board_dice(&b, (const int[]){5, 1, 1, 1, 1, 1, 0});
    board_play(&b, "FM_FRENCH(yes)");
    cr_expect_eq(eagles_count(&b.p, one ? to : from, EAGLES_FRANCE, EAGLES_ANY), 5);
    board_close(&b);
}

Test(eagles_movement, forced_march_table)
{
    open_field();
    const EaglesTables *t = &board_data(&b)->tables;
    static const struct {
        int column, die, extra, lost;
    } CASES[] = {{3, 2, 3, 0}, {3, 3, 2, 1}, {3, 4, 1, 1}, {1, 5, 1, 0},
                 {2, 5, 0, 0}, {1, 6, 0, 0}, {3, 6, 0, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cr_expect_eq(t->march_extra[CASES[i].die - 1][CASES[i].column - 1], CASES[i].extra);
        cr_expect_eq(t->march_loss[CASES[i].die - 1][CASES[i].column - 1], CASES[i].lost);
    }
    board_close(&b);
}

Test(eagles_movement, those_who_stand_still_dig_in_but_not_in_a_capital)
{
    open_field();
    board_put(&b, "1624", "france", "I", 3);
    board_put(&b, "1724", "france", "I", 2);
    board_put(&b, "1924", "france", "I", 6);
    board_put(&b, "3427", "austria", "I", 2);
    board_dice(&b, (const int[]){1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], board_hex(&b, "1624")));
    cr_expect_not(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], board_hex(&b, "1724")),
                  "two are too few");
    cr_expect_not(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], board_hex(&b, "1924")),
                  "Paris is a capital");
    board_close(&b);
}

/* The last besiegers leave: the siege is gone, the garrison is outside (175). */
Test(eagles_movement, the_last_besieger_leaves)
{
    open_field();
    board_put(&b, "2726", "france", "I", 4);
    board_lead(&b, "2726", "davout");
    board_besiege(&b, "2726", "austria", "I", 3, 3);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(2726)", "TAKE(ALL)", "STEP(NE)", NULL});
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2726")), 0);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "2726"), EAGLES_COALITION, EAGLES_INSIDE), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ alliance and reinforcement (4, 5) */

/* Four points up, France wins with a 4 (99); level, nobody rolls (101). */
Test(eagles_movement, alliance_rolls)
{
    open_field();
    board_put(&b, "1624", "france", "C", 1);
    board_month(&b, 1);
    board_dice(&b, (const int[]){1, 0}); /* the French attrition die of the month after is none of this */
    board_begin(&b, EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_expect_eq(board_state(&b)->effects_used[EAGLES_FRANCE], 0);
    board_close(&b);

    open_field();
    board_put(&b, "1624", "france", "C", 1);
    board_month(&b, 1);
    board_state(&b)->victory_points[EAGLES_FRANCE] = 4;
    board_dice(&b, (const int[]){4, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_expect_eq(board_state(&b)->effects_used[EAGLES_FRANCE], 1);
    cr_expect(board_state(&b)->nation[eagles_find_nation(board_data(&b), "prussia")].flags &
              EAGLES_NATION_BARRED);
    board_close(&b);
}

Test(eagles_movement, prussia_joins_the_coalition)
{
    open_field();
    board_put(&b, "3427", "austria", "C", 1);
    board_month(&b, 1);
    board_state(&b)->victory_points[EAGLES_COALITION] = 1;
    board_dice(&b, (const int[]){6, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_ALLIANCE, EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->nation[eagles_find_nation(board_data(&b), "prussia")].side,
                 EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "3118", EAGLES_COALITION), 6, "Berlin");
    cr_expect_eq(eagles_control(board_state(&b), eagles_find_city(board_data(&b), "berlin")),
                 EAGLES_COALITION);
    board_close(&b);
}

/* Russians come to Lemberg; while the enemy holds it they wait. */
Test(eagles_movement, arrivals_wait_for_a_free_hex)
{
    open_field();
    board_put(&b, "4323", "france", "I", 1);
    board_control(&b, "lemberg", EAGLES_FRANCE);
    board_put(&b, "3427", "austria", "C", 1);
    board_month(&b, 1);
    board_dice(&b, (const int[]){1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->arrival[0], EAGLES_DUE);
    cr_expect_eq(board_sp(&b, "4323", EAGLES_COALITION), 0);
    board_close(&b);
}

/* One SP a hex: a hex is offered if enough are left behind it for the rest (5, Innsbruck in 1809). */
Test(eagles_movement, partisans_placed_apart_all_find_a_hex)
{
    board_open(&b, "eagles/1809", NULL);
    board_month(&b, 1);
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_COALITION);
    while (!board_offers(&b, "PLACE(2828)")) {
        MoveList list;
        char text[MOVE_TEXT_BYTES];
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        eagles_move_text(board_data(&b), list.moves[0], text);
        board_play(&b, text);
    }
    cr_expect(board_offers(&b, "PLACE(2829)"));
    cr_expect_not(board_offers(&b, "PLACE(2929)"), "the second partisan would find no hex behind it");
    board_close(&b);
}

/* A leader displaced in step 2 is in his hex when step 5 begins: he leads infantry (7.1). */
Test(eagles_movement, a_leader_displaced_before_the_step_leads)
{
    open_field();
    board_put(&b, "1624", "france", "I", 2);
    board_put(&b, "1724", "austria", "I", 5);
    board_put(&b, "3427", "austria", "I", 2);
    board_lead(&b, "1724", "davout");
    eagles_settle(&b.p, board_hex(&b, "1724"));
    cr_assert_eq(board_leader_at(&b, "davout"), board_hex(&b, "1624"));
    board_dice(&b, (const int[]){1, 0});
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(1624)");
    cr_expect(board_offers(&b, "TAKE(ALL)"));
    board_close(&b);
}

/* Units are withdrawn in the order of rows: cavalry before infantry (0, 5, 15.3). Spain, August 1812: 3 I and
 * 1 C. */
Test(eagles_movement, cavalry_is_withdrawn_first)
{
    board_open(&b, "eagles/1811-14", NULL);
    board_month(&b, 15);
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_FRANCE);
    cr_expect(board_offers(&b, "LOSS(0637,france,C)"));
    cr_expect_not(board_offers(&b, "LOSS(0637,france,I)"));
    board_play(&b, "LOSS(0637,france,C)");
    cr_expect(board_offers(&b, "LOSS(0637,france,I)"));
    board_close(&b);
}

/* test_eagles_naval.c: the naval rules (map 12) with scripted dice: moves, orders, interception, battles,
 * blockade, transport, repair, Nelson, attrition at sea. Ships are launched by hand. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/naval.h"
#include "engine/rng.h"
#include "tests/eagles/eagles_position.h"

static Board b;

/* An empty board of the campaign, England against France; all ships are in the pool. */
static void open_sea(void)
{
    board_open(&b, "eagles/1805-15", NULL);
    board_clear(&b);
    board_month(&b, 12);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
        board_state(&b)->ship_flag[i] = 0;
        board_state(&b)->ship_order[i] = 0;
    }
    cr_assert_not(eagles_winter(board_data(&b), 12));
}

static unsigned place_of(const char *text)
{
    if (strncmp(text, "sea:", 4) == 0) {
        for (unsigned i = 0; i < board_data(&b)->seas; i++) {
            if (strcmp(board_data(&b)->sea[i].id, text + 4) == 0) {
                return EAGLES_SEA + i;
            }
        }
        cr_assert_fail("no sea %s", text);
    }
    return strncmp(text, "coast:", 6) == 0 ? EAGLES_COAST + board_hex(&b, text + 6) : board_hex(&b, text);
}

static unsigned ship_unit(const char *nation, unsigned type)
{
    return board_data(&b)->nation[eagles_find_nation(board_data(&b), nation)].unit[type];
}

static void launch(const char *place, const char *nation, unsigned type, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        cr_assert(eagles_launch(&b.p, ship_unit(nation, type), place_of(place)), "no %s ship left", nation);
    }
}

static void damage(const char *place, unsigned side, unsigned count)
{
    for (unsigned i = 0; i < board_data(&b)->ships && count > 0; i++) {
        if (eagles_ship_is(&b.p, i, side, place_of(place), 0)) {
            board_state(&b)->ship_flag[i] |= EAGLES_SHIP_DAMAGED;
            count--;
        }
    }
    cr_assert_eq(count, 0);
}

static unsigned ships(const char *place, unsigned side)
{
    return eagles_ships(&b.p, side, place_of(place), 0);
}
static unsigned damaged(const char *place, unsigned side)
{
    return eagles_ships(&b.p, side, place_of(place), EAGLES_SHIP_DAMAGED);
}
static void order(const char *place, unsigned side, unsigned band)
{
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, side, place_of(place), 0)) {
            board_state(&b)->ship_order[i] = (uint8_t)band;
        }
    }
}

static void naval_step(unsigned side, const int *dice)
{
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_NAVAL, side);
}

/* ------------------------------------------------------------------ moves */

Test(eagles_naval, four_points_reach_the_third_sea_and_its_port)
{
    open_sea();
    launch("1519", "england", EAGLES_S, 2);
    board_control(&b, "palermo", EAGLES_COALITION);
    naval_step(EAGLES_COALITION, (const int[]){0});
    board_moves(&b, (const char *const[]){"SAIL(1519)", "SHIPS(england,S,u,1)", "TO(sea:north_sea)",
                                          "TO(sea:atlantic_ocean)", "TO(sea:western_mediterranean)", NULL});
    cr_expect(board_offers(&b, "TO(sea:tyrrhenian_sea)"));
    cr_expect_not(board_offers(&b, "TO_COAST"), "one point is left, a coast costs two");
    board_play(&b, "TO(sea:tyrrhenian_sea)");
    cr_expect_eq(ships("sea:tyrrhenian_sea", EAGLES_COALITION), 1);
    cr_expect_eq(ships("1519", EAGLES_COALITION), 1, "the other stays");
    cr_expect_not(board_offers(&b, "SAIL(sea:tyrrhenian_sea)"), "it has moved");
    board_close(&b);
}

Test(eagles_naval, fleets_go_in_one_order_and_units_are_picked_up)
{
    open_sea();
    launch("1519", "england", EAGLES_S, 1);
    launch("sea:north_sea", "england", EAGLES_S, 2);
    naval_step(EAGLES_COALITION, (const int[]){0});
    board_moves(&b, (const char *const[]){"SAIL(1519)", "TO(sea:north_sea)", NULL});
    cr_expect(board_offers(&b, "PICK_UP"));
    board_moves(
        &b, (const char *const[]){"PICK_UP", "SHIPS(england,S,u,1)", "TO(sea:atlantic_ocean)", "STOP", NULL});
    cr_expect_eq(ships("sea:atlantic_ocean", EAGLES_COALITION), 2);
    cr_expect_eq(ships("sea:north_sea", EAGLES_COALITION), 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ interception and battle */

/* Four French squadrons at Brest, three English ones leave Plymouth; both ports border the North Sea. */
static void brest_against_plymouth(const int *dice)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 4);
    launch("1219", "england", EAGLES_S, 3);
    naval_step(EAGLES_COALITION, dice);
    board_moves(&b, (const char *const[]){"SAIL(1219)", "SHIPS(england,S,u,3)", "TO(sea:north_sea)", NULL});
}

Test(eagles_naval, an_intercepted_fleet_fights_and_the_beaten_go_to_port)
{
    /* 5 meets them. 4:3 is 1:1, morale 1 against 2: 4 - 1 = 3, R/D: one unit of each is damaged (4 and 3
     * squadrons). */
    brest_against_plymouth((const int[]){5, 4, 0});
    cr_expect_eq(damaged("sea:north_sea", EAGLES_COALITION), 1);
    board_play(&b, "PURSUE(no)");
    cr_expect(board_offers(&b, "RETREAT_PORT(1123)"));
    cr_expect(board_offers(&b, "RETREAT_PORT(1920)"), "Boulogne is as near");
    board_play(&b, "RETREAT_PORT(1920)");
    cr_expect_eq(ships("1920", EAGLES_FRANCE), 4);
    cr_expect_eq(damaged("1920", EAGLES_FRANCE), 1);
    cr_expect(board_offers(&b, "TO(sea:atlantic_ocean)"), "the winner sails on");
    board_expect_dice(&b);
    board_close(&b);
}

/* The maximum is one of the moving fleet, not of each sea area it enters (Interception Settings). */
Test(eagles_naval, attempts_are_counted_over_the_whole_move)
{
    for (unsigned most = 1; most <= 2; most++) {
        open_sea();
        launch("1123", "france", EAGLES_S, 4);
        launch("sea:atlantic_ocean", "france", EAGLES_S, 3);
        launch("1219", "england", EAGLES_S, 3);
        board_state(&b)->campaign.attempts[EAGLES_FRANCE] = (uint8_t)(4U - most);
        naval_step(EAGLES_COALITION, most == 1 ? (const int[]){4, 0} : (const int[]){4, 4, 0});
        board_moves(&b,
                    (const char *const[]){"SAIL(1219)", "SHIPS(england,S,u,3)", "TO(sea:north_sea)", NULL});
        board_play(&b, "TO(sea:atlantic_ocean)"); /* with two, the fleet there tries as well */
        board_expect_dice(&b);
        board_close(&b);
    }
}

Test(eagles_naval, a_pursuit_brings_one_more_round_and_no_third)
{
    /* 4 - 1 = 3: R/D, then 5 catches them; 1 - 1 = 0: C/0: one French ship captured, one damaged. The French
     * damage goes to those hit before or not, as France likes. */
    brest_against_plymouth((const int[]){5, 4, 5, 1, 0});
    board_play(&b, "PURSUE(yes)");
    cr_expect(board_offers(&b, "NAVAL_LOSS(sunk,france,S,d)"));
    board_play(&b, "NAVAL_LOSS(sunk,france,S,d)");
    cr_expect(board_offers(&b, "RETREAT_PORT(1123)"), "no second pursuit is offered");
    board_play(&b, "RETREAT_PORT(1123)");
    cr_expect_eq(ships("1123", EAGLES_FRANCE), 3);
    cr_expect_eq(damaged("1123", EAGLES_FRANCE), 1);
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, a_die_of_four_meets_nobody_and_orders_forbid_to_try)
{
    brest_against_plymouth((const int[]){4, 0});
    cr_expect_eq(ships("sea:north_sea", EAGLES_COALITION), 3);
    board_expect_dice(&b);
    board_close(&b);

    for (unsigned band = EAGLES_ORDER_NEVER; band <= EAGLES_ORDER_R2; band++) {
        open_sea();
        launch("1123", "france", EAGLES_S, 4);
        launch("1219", "england", EAGLES_S, 3);
        order("1123", EAGLES_FRANCE, band);
        /* Four against three is more than 1:1 and less than 3:2. */
        naval_step(EAGLES_COALITION, band == EAGLES_ORDER_R1 ? (const int[]){1, 0} : (const int[]){0});
        board_moves(&b,
                    (const char *const[]){"SAIL(1219)", "SHIPS(england,S,u,3)", "TO(sea:north_sea)", NULL});
        board_expect_dice(&b);
        board_close(&b);
    }
}

Test(eagles_naval, a_blockaded_fleet_does_not_intercept)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 4);
    launch("coast:1123", "england", EAGLES_S, 1);
    launch("1219", "england", EAGLES_S, 3);
    naval_step(EAGLES_COALITION, (const int[]){0});
    board_moves(&b, (const char *const[]){"SAIL(1219)", "SHIPS(england,S,u,3)", "TO(sea:north_sea)", NULL});
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, stationary_interception_has_one_more)
{
    open_sea();
    launch("sea:north_sea", "france", EAGLES_S, 1);
    launch("sea:north_sea", "england", EAGLES_S, 2);
    /* 4 + 1; 2:1, morale +1: 6 + 1 = 7: 0/C, the French squadron is taken. */
    naval_step(EAGLES_COALITION, (const int[]){4, 6, 0});
    board_play(&b, "INTERCEPT(sea:north_sea,yes)");
    cr_expect_eq(ships("sea:north_sea", EAGLES_FRANCE), 0);
    cr_expect_eq(ships("sea:north_sea", EAGLES_COALITION), 2);
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, nelson_helps_and_may_be_hit)
{
    open_sea();
    launch("sea:north_sea", "france", EAGLES_S, 1);
    launch("sea:north_sea", "england", EAGLES_S, 1);
    board_state(&b)->leader_at[board_data(&b)->nelson] = (uint16_t)board_hex(&b, "1719");
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_COALITION, place_of("sea:north_sea"), 0)) {
            board_state(&b)->leader_at[board_data(&b)->nelson] = (uint16_t)(EAGLES_ABOARD + i);
        }
    }
    /* 3 + 1 + 1 meets them; 1:1, +1 morale, +1 Nelson: 5 + 2 = 7: 0/C. Then 5 and 6 hit him: 4 months. */
    naval_step(EAGLES_COALITION, (const int[]){3, 5, 5, 6, 4, 0});
    board_play(&b, "INTERCEPT(sea:north_sea,yes)");
    board_play(&b, "END");
    cr_expect_eq(board_leader_at(&b, "nelson"), EAGLES_INJURED);
    cr_expect_eq(board_state(&b)->leader_months[board_data(&b)->nelson], 4);
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, transports_alone_lose_one_and_flee)
{
    open_sea();
    launch("sea:north_sea", "france", EAGLES_T, 2);
    launch("sea:north_sea", "england", EAGLES_S, 1);
    naval_step(EAGLES_COALITION, (const int[]){6, 0});
    board_moves(&b, (const char *const[]){"INTERCEPT(sea:north_sea,yes)", "RETREAT_PORT(1920)", NULL});
    cr_expect_eq(ships("1920", EAGLES_FRANCE), 1);
    board_expect_dice(&b);
    board_close(&b);
}

/* ------------------------------------------------------------------ blockade */

static void four_leave_brest(const int *dice)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 4);
    launch("coast:1123", "england", EAGLES_S, 5);
    naval_step(EAGLES_FRANCE, dice);
    board_moves(&b, (const char *const[]){"SAIL(1123)", "SHIPS(france,S,u,4)", NULL});
}

Test(eagles_naval, a_six_runs_the_blockade)
{
    four_leave_brest((const int[]){6, 0});
    board_play(&b, "RUN(yes)");
    cr_expect(board_offers(&b, "TO(sea:atlantic_ocean)"));
    cr_expect(board_offers(&b, "TO(sea:north_sea)"));
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, who_does_not_run_is_finished)
{
    four_leave_brest((const int[]){0});
    board_play(&b, "RUN(no)");
    cr_expect_not(board_offers(&b, "SAIL(1123)"));
    cr_expect_eq(ships("1123", EAGLES_FRANCE), 4);
    board_close(&b);
}

Test(eagles_naval, a_failed_run_is_one_round_against_the_blockade)
{
    /* 5 English are larger at 1:1, +1 for morale: 6 + 1 = 7, 0/C: the French lose one and one is damaged;
     * back to port, no pursuit. */
    four_leave_brest((const int[]){5, 6, 0});
    board_play(&b, "RUN(yes)");
    cr_expect_eq(ships("1123", EAGLES_FRANCE), 3);
    cr_expect_eq(damaged("1123", EAGLES_FRANCE), 1);
    cr_expect_eq(ships("coast:1123", EAGLES_COALITION), 5);
    cr_expect_not(board_offers(&b, "SAIL(1123)"));
    board_expect_dice(&b);
    board_close(&b);
}

Test(eagles_naval, a_runner_who_wins_sails_on)
{
    /* 1 + 1 = 2: R/D for the larger English: two damaged and away, one French damaged. */
    four_leave_brest((const int[]){5, 1, 0});
    board_play(&b, "RUN(yes)");
    cr_assert(board_offers(&b, "RETREAT_PORT(1219)"));
    board_play(&b, "RETREAT_PORT(1219)");
    cr_expect_eq(damaged("1219", EAGLES_COALITION), 2);
    cr_expect(board_offers(&b, "TO(sea:atlantic_ocean)"));
    board_expect_dice(&b);
    board_close(&b);
}

/* ------------------------------------------------------------------ transport, repair, attrition */

Test(eagles_naval, a_transport_carries_ten_points_of_its_colour)
{
    open_sea();
    launch("1519", "england", EAGLES_T, 1);
    launch("1917", "england", EAGLES_S, 1);
    board_put(&b, "1519", "england", "I", 9);
    board_put(&b, "1519", "england", "C", 2);
    board_lead(&b, "1519", "wellington");
    board_control(&b, "lisbon", EAGLES_COALITION);
    eagles_set_nation(&b.p, eagles_find_nation(board_data(&b), "portugal"), EAGLES_COALITION, EAGLES_RED);
    eagles_open_land(&b.p);
    naval_step(EAGLES_COALITION, (const int[]){0});
    board_moves(&b, (const char *const[]){"SAIL(1519)", "LOAD(yes)", "LOAD(england,C,1)", NULL});
    cr_expect(board_offers(&b, "LOAD(england,I,8)"));
    MoveList list;
    cr_expect_eq(game_legal(&b.game, &b.buffer.header, &list), 9,
                 "eight at most: the cavalry takes two points");
    board_play(&b, "LOAD(england,I,8)");
    board_play(&b, "WITH(wellington,yes)");
    cr_expect_eq(board_sp(&b, "1519", EAGLES_COALITION), 2);
    board_play(&b, "TO(sea:north_sea)");
    cr_expect_not(board_offers(&b, "STOP"), "with cargo it goes on to a coast");
    board_moves(&b, (const char *const[]){"TO(sea:atlantic_ocean)", "TO_PORT", "TO(0140)", NULL});
    if (board_offers(&b, "STOP")) {
        board_play(&b, "STOP");
    }
    if (board_offers(&b, "END")) {
        board_play(&b, "END");
    }
    cr_expect_eq(board_sp(&b, "0140", EAGLES_COALITION), 9);
    cr_expect_eq(board_leader_at(&b, "wellington"), board_hex(&b, "0140"));
    board_close(&b);
}

Test(eagles_naval, what_is_aboard_goes_down)
{
    open_sea();
    launch("1519", "england", EAGLES_T, 1);
    launch("1917", "england", EAGLES_S, 1);
    board_put(&b, "1519", "england", "I", 4);
    launch("1920", "france", EAGLES_S, 1);
    naval_step(EAGLES_COALITION, (const int[]){6, 0});
    board_moves(&b, (const char *const[]){"SAIL(1519)", "LOAD(yes)", "LOAD(england,I,4)", "LOAD(supply,0)",
                                          "TO(sea:north_sea)", NULL});
    cr_expect_eq(eagles_ships(&b.p, EAGLES_COALITION, EAGLES_ANYWHERE, 0), 1);
    cr_expect_eq(board_state(&b)->rows, 0);
    board_expect_dice(&b);
    board_close(&b);
}

/* "Napoleon is never killed in the Grand Campaign. He gets injured for 6 months instead": by water neither.
 */
Test(eagles_naval, napoleon_does_not_drown)
{
    open_sea();
    launch("1920", "france", EAGLES_S, 1);
    const EaglesData *d = board_data(&b);
    EaglesState *s = board_state(&b);
    unsigned ship = 0;
    while (s->ship_at[ship] != board_hex(&b, "1920")) {
        ship++;
    }
    board_lead(&b, "1920", "napoleon");
    board_lead(&b, "1920", "ney");
    unsigned ney = 0;
    while (s->leader_at[ney] != board_hex(&b, "1920") || ney == d->napoleon) {
        ney++;
    }
    s->leader_at[d->napoleon] = s->leader_at[ney] = (uint16_t)(EAGLES_ABOARD + ship);
    eagles_move_ship(&b.p, ship, EAGLES_SUNK);
    cr_expect_eq(s->leader_at[ney], EAGLES_DEAD);
    cr_expect_eq(s->leader_at[d->napoleon], EAGLES_INJURED);
    cr_expect_eq(s->leader_months[d->napoleon], 6);
    board_close(&b);
}

Test(eagles_naval, a_turn_at_rest_in_an_open_port_repairs)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2);
    launch("2236", "france", EAGLES_S, 1);
    launch("coast:2236", "england", EAGLES_S, 1);
    damage("1123", EAGLES_FRANCE, 2);
    damage("2236", EAGLES_FRANCE, 1);
    naval_step(EAGLES_FRANCE, (const int[]){0});
    board_play(&b, "END");
    cr_expect_eq(damaged("1123", EAGLES_FRANCE), 0);
    cr_expect_eq(damaged("2236", EAGLES_FRANCE), 1, "a blockaded port repairs nothing");
    board_close(&b);
}

Test(eagles_naval, attrition_at_sea_asks_each_fleet_outside_a_port)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 3);
    launch("sea:north_sea", "france", EAGLES_T, 2);
    launch("sea:atlantic_ocean", "france", EAGLES_S, 4);
    damage("sea:atlantic_ocean", EAGLES_FRANCE, 2);
    board_dice(&b, (const int[]){4, 5, 0});
    board_begin(&b, EAGLES_STEP_SEA_ATTRITION, EAGLES_FRANCE);
    /* Four units lose two: a damaged one that France picks sinks, and the next is still to be picked. */
    board_play(&b, "NAVAL_LOSS(damaged,france,S,d)");
    cr_expect_eq(ships("sea:atlantic_ocean", EAGLES_FRANCE), 3);
    cr_expect(board_offers(&b, "NAVAL_LOSS(damaged,france,S,u)"));
    cr_expect(board_offers(&b, "NAVAL_LOSS(damaged,france,S,d)"));
    cr_expect_eq(damaged("sea:north_sea", EAGLES_FRANCE), 0, "a 4 spares them");
    cr_expect_eq(damaged("1123", EAGLES_FRANCE), 0, "port is safe");
    board_expect_dice(&b);
    board_close(&b);
}

/* ------------------------------------------------------------------ orders, hidden */

Test(eagles_naval, ships_in_the_pool_are_those_that_do_not_sail)
{
    open_sea();
    const unsigned unit = ship_unit("france", EAGLES_S);
    const unsigned all = eagles_in_pool(&b.p, unit);
    launch("1123", "france", EAGLES_S, 4);
    cr_expect_eq(eagles_in_pool(&b.p, unit), all - 4);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1123"), 0)) {
            eagles_move_ship(&b.p, i, EAGLES_SUNK);
        }
    }
    cr_expect_eq(eagles_in_pool(&b.p, unit), all);
    board_close(&b);
}

/* One place, one fleet, one order: a new ship takes that of the others. */
Test(eagles_naval, a_ship_that_is_built_joins_the_fleet_of_its_port)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 1);
    order("1123", EAGLES_FRANCE, EAGLES_ORDER_ALWAYS);
    launch("1123", "france", EAGLES_T, 1);
    launch("1429", "france", EAGLES_S, 1);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1123"), 0)) {
            cr_expect_eq(board_state(&b)->ship_order[i], EAGLES_ORDER_ALWAYS);
        } else if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1429"), 0)) {
            cr_expect_eq(board_state(&b)->ship_order[i], EAGLES_ORDER_R1, "a new fleet");
        }
    }
    board_close(&b);
}

/* 12: orders persist, whether a fleet moves or not; ships that come to others take theirs. */
Test(eagles_naval, a_fleet_that_sails_keeps_its_orders)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2);
    launch("1429", "france", EAGLES_S, 1);
    order("1123", EAGLES_FRANCE, EAGLES_ORDER_NEVER);
    order("1429", EAGLES_FRANCE, EAGLES_ORDER_ALWAYS);
    naval_step(EAGLES_FRANCE, (const int[]){0});
    board_moves(&b, (const char *const[]){"SAIL(1123)", "SHIPS(france,S,u,1)", "TO(sea:atlantic_ocean)",
                                          "STOP", NULL});
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("sea:atlantic_ocean"), 0)) {
            cr_expect_eq(board_state(&b)->ship_order[i], EAGLES_ORDER_NEVER, "alone there");
        }
    }
    board_moves(&b, (const char *const[]){"SAIL(1429)", "TO(sea:atlantic_ocean)", "STOP", NULL});
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("sea:atlantic_ocean"), 0)) {
            cr_expect_eq(board_state(&b)->ship_order[i], EAGLES_ORDER_NEVER,
                         "the order of those who lay there");
        }
    }
    board_close(&b);
}

Test(eagles_naval, orders_stay_hidden_from_the_enemy)
{
    open_sea();
    launch("1123", "france", EAGLES_S, 2);
    launch("1519", "england", EAGLES_S, 2);
    naval_step(EAGLES_FRANCE, (const int[]){0});
    board_moves(&b, (const char *const[]){"END", "ORDERS(change)", "ORDER(1123,r2)", NULL});
    EaglesState seen = *board_state(&b);
    eagles_view(board_data(&b), &seen, SEAT_COALITION);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        const bool french = eagles_ship_is(&b.p, i, EAGLES_FRANCE, place_of("1123"), 0);
        cr_expect_eq(board_state(&b)->ship_order[i] == EAGLES_ORDER_R2, french);
        cr_expect_not(french && seen.ship_order[i] != 0);
    }
    eagles_view(board_data(&b), board_state(&b), SEAT_FRENCH);
    cr_expect_eq(eagles_order_allows(&b.p, EAGLES_FRANCE, place_of("1123"), 2), false);
    cr_expect_eq(eagles_order_allows(&b.p, EAGLES_FRANCE, place_of("1123"), 1), true);
    board_close(&b);
}

/* ------------------------------------------------------------------ random fleets */

/* Naval steps of both sides by turns with all ships afloat: no violation, every step ends. */
Test(eagles_naval, random_naval_steps_keep_every_invariant)
{
    enum { STEPS = 100, DECISIONS = 3000 };
    Rng rng;
    rng_init(&rng, 26, 1);
    static uint8_t dice[20000];
    open_sea();
    for (unsigned unit = 0; unit < board_data(&b)->units; unit++) {
        const unsigned type = board_data(&b)->unit[unit].type;
        unsigned port = 0;
        for (unsigned n = type == EAGLES_S || type == EAGLES_T ? board_data(&b)->unit[unit].mix : 0U; n > 0;
             n--) {
            const unsigned side = board_state(&b)->nation[board_data(&b)->unit[unit].nation].side;
            while (side <= EAGLES_COALITION &&
                   !eagles_is_haven(&b.p, board_data(&b)->city[port % board_data(&b)->cities].hex, side)) {
                port++;
            }
            if (side <= EAGLES_COALITION) {
                eagles_launch(&b.p, unit, board_data(&b)->city[port++ % board_data(&b)->cities].hex);
            }
        }
    }
    board_put(&b, "1519", "england", "I", 12);
    board_lead(&b, "1519", "wellington");
    board_put(&b, "1920", "france", "I", 20);
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < sizeof dice; i++) {
            dice[i] = (uint8_t)(1 + rng_bounded(&rng, 6));
        }
        b.dice = dice_from_script(dice, sizeof dice);
        board_begin(&b, EAGLES_STEP_NAVAL, step % 2);
        for (unsigned n = 0; eagles_top(&b.p)->step != EAGLES_STEP_PICK && b.buffer.header.over == 0 &&
                             board_state(&b)->stack[1].step == EAGLES_STEP_NAVAL;
             n++) {
            char message[GAME_CHECK_BYTES] = "";
            MoveList list;
            cr_assert_lt(n, DECISIONS, "a naval step does not end");
            cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 1);
            const Move move = list.moves[rng_bounded(&rng, list.count)];
            char text[MOVE_TEXT_BYTES];
            Move read = 0;
            eagles_move_text(board_data(&b), move, text);
            cr_assert(eagles_move_parse(board_data(&b), text, &read) && read == move, "%s", text);
            game_apply(&b.game, &b.buffer.header, move, &b.dice);
            cr_assert_not(b.dice.failed);
            cr_assert(eagles_check(board_data(&b), board_state(&b), message), "after %s: %s", text, message);
        }
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ overseas supply */

static unsigned unsupplied(const char *hex)
{
    const EaglesState *s = board_state(&b);
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, board_hex(&b, hex)); eagles_row_at(s, i, board_hex(&b, hex)); i++) {
        sp += (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) != 0 ? s->row_count[i] : 0U;
    }
    return sp;
}

/* English supply points lie in a hex in the Coalition's turn. */
static EaglesCampaign *points_ashore(const char *hex, unsigned points)
{
    EaglesCampaign *c = &board_state(&b)->campaign;
    board_state(&b)->active = EAGLES_COALITION;
    c->overseas_hex[0] = (uint16_t)board_hex(&b, hex);
    c->overseas_colour[0] = EAGLES_RED;
    c->overseas_points[0] = (uint8_t)points;
    return c;
}

Test(eagles_naval, points_ashore_supply_so_many_of_their_colour)
{
    open_sea();
    launch("1519", "england", EAGLES_T, 1);
    launch("1917", "england", EAGLES_S, 1);
    EaglesCampaign *c = points_ashore("1624", 3);
    board_put(&b, "1724", "england", "I", 2);
    board_put(&b, "1625", "england", "I", 2);
    eagles_flag_supply(&b.p, EAGLES_COALITION);
    cr_expect_eq(unsupplied("1724") + unsupplied("1625"), 1, "three of four are supplied");
    c->overseas_points[0] = 0;
    eagles_flag_supply(&b.p, EAGLES_COALITION);
    cr_expect_eq(unsupplied("1724") + unsupplied("1625"), 4);
    board_close(&b);
}

/* An enemy who took the hex where points lie cuts them off (6). */
Test(eagles_naval, points_in_enemy_hands_supply_nobody)
{
    open_sea();
    (void)points_ashore("1624", 2);
    board_put(&b, "1724", "england", "I", 2);
    eagles_flag_supply(&b.p, EAGLES_COALITION);
    cr_expect_eq(unsupplied("1724"), 0);
    board_put(&b, "1624", "france", "C", 1);
    eagles_flag_supply(&b.p, EAGLES_COALITION);
    cr_expect_eq(unsupplied("1724"), 2);
    board_close(&b);
}

/* Enemies in a city on the way, sheltered for a battle, are not besieged: they cut the line (6). */
Test(eagles_naval, enemies_sheltered_on_the_way_cut_off_points_ashore)
{
    for (unsigned value = 0; value < 2; value++) {
        open_sea();
        (void)points_ashore("1325", 2);
        board_put(&b, "1427", "england", "I", 2); /* behind Nantes */
        if (value > 0) {
            board_put(&b, "1426", "england", "I", 1);
            board_besiege(&b, "1426", "france", "I", 1, value);
        } else {
            eagles_bring(&b.p, board_hex(&b, "1426"), ship_unit("france", EAGLES_I), 1, EAGLES_FLAG_INSIDE,
                         true);
        }
        eagles_flag_supply(&b.p, EAGLES_COALITION);
        cr_expect_eq(unsupplied("1427"), value > 0 ? 1U : 2U, "the besieger takes one point, who is nearer");
        board_close(&b);
    }
}

/* Closed belts stop marches, not lines of supply (6). */
Test(eagles_naval, points_ashore_supply_over_closed_belts)
{
    open_sea();
    eagles_take_side(&b.p, eagles_find_nation(board_data(&b), "denmark"), EAGLES_COALITION);
    launch("sea:baltic_sea", "france", EAGLES_S, 1);
    (void)points_ashore("2912", 2);
    board_put(&b, "2812", "england", "I", 2);
    cr_assert_eq(eagles_cost(&b.p, board_hex(&b, "2912"), EAGLES_W, EAGLES_COALITION), EAGLES_IMPASSABLE);
    eagles_flag_supply(&b.p, EAGLES_COALITION);
    cr_expect_eq(unsupplied("2812"), 0);
    board_close(&b);
}

/* An enemy squadron closes the belts to whoever retreats, in his own player-turn or the enemy's (8.8, 7.2).
 */
Test(eagles_naval, belts_are_closed_to_who_retreats_by_his_enemies)
{
    static const char *const SQUADRONS[] = {"england", "france"};
    for (unsigned whose = 0; whose < 2; whose++) {
        for (unsigned active = 0; active < 2; active++) {
            uint16_t hexes[EAGLES_RETREAT_MAX];
            open_sea();
            eagles_take_side(&b.p, eagles_find_nation(board_data(&b), "denmark"), EAGLES_FRANCE);
            launch("sea:baltic_sea", SQUADRONS[whose], EAGLES_S, 1);
            board_state(&b)->active = (uint8_t)active;
            const unsigned ways =
                eagles_retreat_hexes(&b.p, board_hex(&b, "2912"), EAGLES_FRANCE, EAGLES_BLUE, false, hexes);
            cr_expect_eq(ways, whose == 0 ? 1U : 4U, "a squadron of %s, side %u active", SQUADRONS[whose],
                         active);
            board_close(&b);
        }
    }
}

Test(eagles_naval, enemy_squadrons_in_the_baltic_close_the_belts)
{
    open_sea();
    const EaglesData *d = board_data(&b);
    unsigned belts = 0;
    board_state(&b)->active = EAGLES_FRANCE;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned hex = 0; hex < d->hexes; hex++) {
            for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
                if ((d->hex[hex].side[way] & EAGLES_FERRY) != 0) {
                    belts++;
                    cr_expect_eq(eagles_cost(&b.p, hex, way, EAGLES_FRANCE) == EAGLES_IMPASSABLE, pass == 1);
                }
            }
        }
        launch("sea:baltic_sea", "england", EAGLES_S, 1);
    }
    cr_expect_gt(belts, 0);
    board_close(&b);
}

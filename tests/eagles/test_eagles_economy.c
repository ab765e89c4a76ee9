/* test_eagles_economy.c: production, lending, homecoming, restrictions, the crossing, foreign wars and
 * prisoners of the grand campaign (map 13.3 to 13.5, 13.9, 13.10) with scripted dice. */
#include <criterion/criterion.h>

#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1, JANUARY_1806 = 5, JANUARY_1809 = 41 };

static Board b;

static void open_campaign(unsigned month, const int *dice) { board_open_campaign(&b, month, dice); }

static void open_empty(unsigned month, const int *dice)
{
    open_campaign(month, dice);
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        board_state(&b)->leader_at[l] = EAGLES_DEAD; /* nobody asks where he takes the field */
    }
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static EaglesCampaign *campaign(void) { return &board_state(&b)->campaign; }
static unsigned place_of(const char *text)
{
    for (unsigned i = 0; i < board_data(&b)->seas; i++) {
        if (strcmp(board_data(&b)->sea[i].id, text) == 0) {
            return EAGLES_SEA + i;
        }
    }
    return board_hex(&b, text);
}
static void launch(const char *place, const char *who, unsigned type, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        cr_assert(eagles_launch(&b.p, unit(who, type), place_of(place)));
    }
}
static unsigned sp_at(unsigned place, unsigned which)
{
    const EaglesState *s = board_state(&b);
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place); i++) {
        sp += eagles_row_unit(s, i) == which ? s->row_count[i] : 0U;
    }
    return sp;
}
static void produce(unsigned side, int die)
{
    const int dice[] = {die, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_PRODUCTION, side);
}
/* What is offered first, as long as it is asked what goes into the stores. */
static void store_nothing(void)
{
    while (board_state(&b)->header.step == EAGLES_STEP_STORE) {
        MoveList list;
        game_legal(&b.game, &b.buffer.header, &list);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
}
/* None afloat, none to build. */
static void no_ships(void)
{
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_UNUSED;
    }
}
static void expect_laws(void)
{
    char message[GAME_CHECK_BYTES] = "";
    cr_expect(eagles_check(board_data(&b), board_state(&b), message), "%s", message);
}

static const int NO_DICE[] = {0};

/* ------------------------------------------------------------------ points (13.3; cases 104 to 106, 156) */

Test(eagles_economy, a_point_for_each_city_doubled_by_a_six)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    produce(EAGLES_FRANCE, 5);
    cr_expect_eq(campaign()->production.red, 2 * 4, "Paris and three majors");
    cr_expect_eq(campaign()->production.naval, 2 * 4, "Brest, Toulon, Rochefort, Antwerp");
    produce(EAGLES_FRANCE, 6);
    cr_expect_eq(campaign()->production.red, 2 * 8);
    board_close(&b);
}

Test(eagles_economy, napoleon_in_paris_in_january)
{
    open_empty(JANUARY_1806, NO_DICE);
    board_lead(&b, "1924", "napoleon");
    produce(EAGLES_FRANCE, 3);
    cr_expect_eq(campaign()->production.red, 2 * 8);
    produce(EAGLES_FRANCE, 2);
    cr_expect_eq(campaign()->production.red, 2 * 4);
    board_month(&b, JANUARY_1806 + 1);
    produce(EAGLES_FRANCE, 5);
    cr_expect_eq(campaign()->production.red, 2 * 4, "not in February");
    campaign()->entry_flags |= EAGLES_RUSSIA_INVADED;
    produce(EAGLES_FRANCE, 5);
    cr_expect_eq(campaign()->production.red, 2 * 8, "in any month once Russia was invaded");
    board_close(&b);
}

Test(eagles_economy, modifiers_of_england_and_russia)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    cr_expect_eq(eagles_production_modifier(&b.p, nation("england")), 0);
    board_control(&b, "lisbon", EAGLES_FRANCE);
    cr_expect_eq(eagles_production_modifier(&b.p, nation("england")), -1);
    board_put(&b, "4313", "france", "I", 19);
    cr_expect_eq(eagles_production_modifier(&b.p, nation("russia")), 0);
    board_put(&b, "4313", "france", "C", 1);
    cr_expect_eq(eagles_production_modifier(&b.p, nation("russia")), 1);
    produce(EAGLES_COALITION, 6);
    cr_expect_eq(campaign()->production.red, 2 * 3, "England's die is a 5");
    board_close(&b);
}

Test(eagles_economy, an_enemy_city_makes_nothing_and_another_major_is_chosen)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_control(&b, "lyon", EAGLES_COALITION);
    board_control(&b, "brest", EAGLES_COALITION);
    produce(EAGLES_FRANCE, 1);
    cr_expect_eq(campaign()->production.red, 2 * 4);
    cr_expect_eq(campaign()->production.naval, 2 * 3);
    board_play(&b, "BUILD(france,I)");
    cr_expect_not(board_offers(&b, "BUILD_AT(lyon)"));
    cr_expect(board_offers(&b, "BUILD_AT(lille)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ building */

Test(eagles_economy, costs_limits_and_order)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    produce(EAGLES_FRANCE, 6); /* 8 red, 8 naval */
    board_play(&b, "BUILD(france,GI)");
    board_play(&b, "BUILD_AT(paris)");
    cr_expect_eq(campaign()->production.red, 2 * 6);
    cr_expect_not(board_offers(&b, "BUILD(france,I)"), "types ascend");
    board_play(&b, "BUILD(france,M)");
    board_play(&b, "BUILD_AT(paris)");
    cr_expect_eq(campaign()->production.red, 2 * 6 - 1);
    board_play(&b, "BUILD(france,GC)");
    board_play(&b, "BUILD_AT(paris)");
    cr_expect_not(board_offers(&b, "BUILD(france,GC)"), "two and a half points are left of three");
    board_play(&b, "BUILD(france,S)");
    cr_expect_not(board_offers(&b, "BUILD_AT(paris)"));
    board_play(&b, "BUILD_AT(brest)");
    cr_expect_not(board_offers(&b, "BUILD(france,S)"), "five naval points a phase");
    cr_expect_eq(board_sp(&b, "1924", EAGLES_FRANCE), 3);
    cr_expect(board_offers(&b, "STORE(france,3)"));
    cr_expect_not(board_offers(&b, "STORE(france,4)"));
    board_play(&b, "STORE(france,3)");
    cr_expect_eq(state_of("france")->stored, 3);
    expect_laws();
    board_close(&b);
}

Test(eagles_economy, four_sp_a_city)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    produce(EAGLES_FRANCE, 6);
    for (unsigned i = 0; i < 4; i++) {
        board_play(&b, "BUILD(france,I)");
        board_play(&b, "BUILD_AT(paris)");
    }
    board_play(&b, "BUILD(france,I)");
    cr_expect_not(board_offers(&b, "BUILD_AT(paris)"));
    board_close(&b);
}

Test(eagles_economy, england_buys_two_points_of_land_units_and_the_legion_with_hanover)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    produce(EAGLES_COALITION, 1);
    cr_expect_not(board_offers(&b, "BUILD(england,K)"));
    board_control(&b, "hanover", EAGLES_COALITION);
    produce(EAGLES_COALITION, 1);
    board_play(&b, "BUILD(england,I)");
    board_play(&b, "BUILD_AT(london)");
    board_play(&b, "BUILD(england,K)");
    board_play(&b, "BUILD_AT(london)");
    cr_expect_not(board_offers(&b, "BUILD(england,K)"), "one point");
    cr_expect_eq(sp_at(board_hex(&b, "1719"), unit("england", EAGLES_K)), 1);
    cr_expect_not(board_offers(&b, "BUILD(england,I)"),
                  "the Legion is of the English pool: two points are spent");
    board_play(&b, "DONE");
    cr_expect(board_offers(&b, "STORE(england,5)"), "three naval and two red points are left");
    board_close(&b);
}

/* 13.3: England replaces the ships of her own satellites, not those of Russia's. */
Test(eagles_economy, ships_of_her_own_satellites)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_enter_war(&b.p, nation("portugal"), EAGLES_COALITION);
    eagles_enter_war(&b.p, nation("denmark"), EAGLES_COALITION);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
    produce(EAGLES_COALITION, 6);
    cr_expect(board_offers(&b, "BUILD(portugal,S)"), "red like England");
    cr_expect_not(board_offers(&b, "BUILD(denmark,S)"), "green like Russia");
    board_close(&b);
}

/* Case 111. */
Test(eagles_economy, one_city_of_a_group_produces)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    for (unsigned type = 0; type < EAGLES_TYPES; type++) { /* majors have nothing to build */
        for (unsigned n = 0; n < board_data(&b)->nations; n++) {
            const unsigned u = board_data(&b)->nation[n].unit[type];
            if (u != EAGLES_NONE && board_data(&b)->nation[n].major && u < board_data(&b)->land_units) {
                board_state(&b)->pool[u] = 0;
            }
        }
    }
    no_ships();
    produce(EAGLES_FRANCE, 1);
    store_nothing();
    /* WESTERN has Amsterdam alone. */
    board_play(&b, "BUILD(holland,I)");
    cr_expect_eq(board_sp(&b, "2217", EAGLES_FRANCE), 1);
    cr_expect(board_offers(&b, "CITY_OF_GROUP(ITALIAN,milan)"));
    cr_expect(board_offers(&b, "CITY_OF_GROUP(ITALIAN,florence)"));
    board_play(&b, "CITY_OF_GROUP(ITALIAN,florence)");
    cr_expect(board_offers(&b, "BUILD(naples,I)"));
    cr_expect_not(board_offers(&b, "BUILD(northern_italy,I)"));
    board_close(&b);
}

Test(eagles_economy, invaded_spain_builds_by_its_own_table)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    board_put(&b, "0935", "france", "I", 19);
    cr_expect_not(eagles_builds_by_iberian_table(&b.p, nation("spain")));
    board_put(&b, "0935", "france", "I", 1);
    cr_expect(eagles_builds_by_iberian_table(&b.p, nation("spain")));
    eagles_take_side(&b.p, nation("portugal"), EAGLES_COALITION);
    cr_expect_not(eagles_builds_by_iberian_table(&b.p, nation("portugal")));
    board_put(&b, "0140", "france", "I", 1);
    cr_expect(eagles_builds_by_iberian_table(&b.p, nation("portugal")));
    board_close(&b);
}

Test(eagles_economy, a_conquered_neutral_rebuilds_without_asking)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_conquered(&b, "austria", EAGLES_WHITE);
    board_control(&b, "vienna", EAGLES_NEUTRAL);
    board_control(&b, "budapest", EAGLES_FRANCE);
    board_control(&b, "prague", EAGLES_NEUTRAL);
    board_control(&b, "innsbruck", EAGLES_FRANCE);
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    board_state(&b)->pool[unit("austria", EAGLES_I)] = 9;
    board_state(&b)->pool[unit("austria", EAGLES_L)] = 9;
    no_ships();
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    store_nothing();
    cr_expect_eq(sp_at(board_hex(&b, "3427"), unit("austria", EAGLES_I)), 1, "one point of Vienna");
    cr_expect_eq(sp_at(board_hex(&b, "3427"), unit("austria", EAGLES_L)) +
                     sp_at(board_hex(&b, "3223"), unit("austria", EAGLES_L)),
                 2, "Prague pays for two Landwehr");
    board_close(&b);
}

/* Nothing but Landwehr is left to build: the points of Berlin and Breslau do not go into it before Konigsberg
 * is active (13.3), in 1813 or by the Kingdom of Poland. */
static unsigned landwehr_of_conquered_prussia(unsigned flags)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    campaign()->entry_flags |= (uint8_t)flags;
    board_conquered(&b, "prussia", EAGLES_GREY);
    board_control(&b, "berlin", EAGLES_NEUTRAL);
    board_control(&b, "breslau", EAGLES_NEUTRAL);
    board_control(&b, "konigsberg", EAGLES_NEUTRAL);
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    board_state(&b)->pool[unit("prussia", EAGLES_L)] = 24;
    no_ships();
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    store_nothing();
    const unsigned left = board_state(&b)->pool[unit("prussia", EAGLES_L)];
    board_close(&b);
    return 24 - left;
}

Test(eagles_economy, a_conquered_neutral_raises_no_landwehr_before_its_cities_are_active)
{
    cr_expect_eq(landwehr_of_conquered_prussia(0), 0);
    cr_expect_eq(landwehr_of_conquered_prussia(EAGLES_PRUSSIA_LANDWEHR), 6,
                 "two points and one, at half a point each");
}

/* Cossacks and Guards are land combat units as well: a Russia that raised the line alone would stay neutral
 * for ever (13.7). */
Test(eagles_economy, a_conquered_russia_raises_cossacks_and_guards_again)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_conquered(&b, "russia", EAGLES_GREEN);
    board_control(&b, "st_petersburg", EAGLES_NEUTRAL);
    board_control(&b, "moscow", EAGLES_NEUTRAL);
    board_control(&b, "kiev", EAGLES_NEUTRAL);
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    board_state(&b)->pool[unit("russia", EAGLES_CC)] = 1;
    board_state(&b)->pool[unit("russia", EAGLES_GI)] = 1;
    no_ships();
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    cr_expect_eq(eagles_unraised_sp(&b.p, nation("russia")), 2);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    store_nothing();
    cr_expect_eq(eagles_unraised_sp(&b.p, nation("russia")), 0, "three points: one and two");
    board_close(&b);
}

/* ------------------------------------------------------------------ homecoming (13.2, 13.4) */

Test(eagles_economy, troops_come_home_together)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_rows_add(board_state(&b), eagles_key(EAGLES_ARRIVING, unit("russia", EAGLES_I), 0), 5);
    board_state(&b)->pool[unit("russia", EAGLES_I)] -= 5;
    board_begin(&b, EAGLES_STEP_HOMECOMING, EAGLES_COALITION);
    cr_expect(board_offers(&b, "PLACE(4602)"), "St. Petersburg");
    cr_expect(board_offers(&b, "PLACE(5508)"), "Moscow");
    cr_expect(board_offers(&b, "PLACE(5020)"), "Kiev");
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_play(&b, "PLACE(5020)");
    cr_expect_eq(board_sp(&b, "5020", EAGLES_COALITION), 5);
    board_close(&b);
}

Test(eagles_economy, leaders_enter_and_leave)
{
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    open_empty(36, dice); /* August 1808 */
    const unsigned hill = eagles_find_leader(board_data(&b), "hill");
    const unsigned wellington = eagles_find_leader(board_data(&b), "wellington");
    const unsigned hohenlohe = eagles_find_leader(board_data(&b), "hohenlohe");
    const unsigned graham = eagles_find_leader(board_data(&b), "graham");
    board_state(&b)->leader_at[hill] = board_state(&b)->leader_at[wellington] = EAGLES_UNUSED;
    board_state(&b)->leader_at[graham] = EAGLES_UNUSED;
    board_state(&b)->leader_at[hohenlohe] = (uint16_t)board_hex(&b, "3118");
    board_begin(&b, EAGLES_STEP_HOMECOMING, EAGLES_COALITION);
    cr_expect_eq(board_leader_at(&b, "hohenlohe"), EAGLES_WITHDRAWN, "he left in 1806");
    board_play(&b, "PLACE(1719)");
    board_play(&b, "PLACE(1719)");
    cr_expect_eq(board_leader_at(&b, "wellington"), board_hex(&b, "1719"));
    cr_expect_eq(board_leader_at(&b, "hill"), board_hex(&b, "1719"));
    cr_expect_eq(board_leader_at(&b, "graham"), EAGLES_UNUSED, "not before 1811");
    board_close(&b);
}

/* The counter of Murat as King of Naples is of the scenario of 1814 alone: in the campaign he is a Frenchman.
 */
Test(eagles_economy, there_is_one_murat)
{
    open_empty(101, NO_DICE); /* January 1814 */
    const unsigned king = eagles_find_leader(board_data(&b), "murat_naples");
    board_state(&b)->leader_at[king] = EAGLES_UNUSED;
    board_begin(&b, EAGLES_STEP_HOMECOMING, EAGLES_FRANCE);
    cr_expect_eq(board_leader_at(&b, "murat_naples"), EAGLES_UNUSED);
    cr_expect_eq(state_of("naples")->side, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PLACE(3241)"));
    board_close(&b);
}

/* ------------------------------------------------------------------ restrictions (13.5) */

static void befriend_austria(void)
{
    state_of("austria")->conquered = 2;
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
}

Test(eagles_economy, the_french_move_only_the_expeditionary_force)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    befriend_austria();
    const uint32_t home = eagles_key(board_hex(&b, "3427"), unit("austria", EAGLES_C), 0);
    cr_expect(eagles_is_held(&b.p, home));
    cr_expect_not(eagles_is_held(&b.p, home | EAGLES_FLAG_EXPEDITION));
    cr_expect(eagles_leaves_home_barred(&b.p, unit("austria", EAGLES_C), false, board_hex(&b, "2925")));
    cr_expect_not(eagles_leaves_home_barred(&b.p, unit("austria", EAGLES_C), true, board_hex(&b, "2925")));
    cr_expect(eagles_leaves_home_barred(&b.p, unit("austria", EAGLES_C), true, board_hex(&b, "1924")),
              "Paris is far");
    board_put(&b, "3828", "russia", "I", 1);
    cr_expect_not(eagles_is_held(&b.p, home), "the Coalition is in the country");
    board_close(&b);
}

Test(eagles_economy, the_english_player_moves_ten_sp_inside_austria)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    befriend_austria();
    board_put(&b, "3427", "austria", "C", 11);
    board_put(&b, "2927", "austria", "C", 1); /* in Munich */
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->header.seat, SEAT_COALITION);
    cr_expect_eq(board_state(&b)->active, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PICK(2927)"), "outside the country");
    board_play(&b, "PICK(3427)");
    cr_expect_not(board_offers(&b, "TAKE(ALL)"), "ten at most");
    board_play(&b, "TAKE(LEAVE_ONE,austria,C)");
    board_play(&b, "STEP(E)");
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_play(&b, "STOP");
    cr_expect_eq(board_sp(&b, "3427", EAGLES_FRANCE), 1);
    cr_expect_eq(campaign()->guest, 0, "nothing more to move");
    board_close(&b);
}

/* Whoever stands in a country that turns neutral goes home, from Ansbach too, which anybody may enter again
 * (13.2). */
Test(eagles_economy, strangers_leave_open_land_of_a_nation_that_turns_neutral)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
    board_put(&b, "2824", "bavaria", "I", 2);
    eagles_turn_neutral(&b.p, nation("prussia"));
    cr_expect_eq(board_sp(&b, "2824", EAGLES_FRANCE), 0);
    cr_expect_eq(sp_at(EAGLES_ARRIVING, unit("bavaria", EAGLES_I)), 2);
    board_close(&b);
}

/* The eight that set out are of the ten already: whatever some of them leave behind, the rest goes on
 * (7.3, 13.5). */
Test(eagles_economy, guests_on_the_way_are_not_counted_again)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    befriend_austria();
    board_put(&b, "3427", "austria", "C", 8);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
    board_play(&b, "PICK(3427)");
    board_play(&b, "TAKE(ALL)");
    board_play(&b, "STEP(E)");
    board_play(&b, "DROP");
    cr_expect(board_offers(&b, "ROWS(austria,C,1)"), "seven may go on");
    cr_expect(board_offers(&b, "ROWS(austria,C,7)"));
    board_play(&b, "ROWS(austria,C,1)");
    board_close(&b);
}

Test(eagles_economy, an_expeditionary_force_is_drawn)
{
    const int dice[] = {6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, dice);
    befriend_austria();
    campaign()->tilsit = 1;
    board_put(&b, "3223", "austria", "I", 5);
    board_put(&b, "3223", "austria", "C", 5);
    board_begin(&b, EAGLES_STEP_REQUEST, EAGLES_FRANCE);
    board_play(&b, "REQUEST_EXP(austria)");
    const EaglesState *s = board_state(&b);
    unsigned horse = 0;
    unsigned foot = 0;
    const unsigned vienna = board_hex(&b, "3427");
    for (unsigned i = eagles_first_row(s, vienna); eagles_row_at(s, i, vienna); i++) {
        cr_expect_neq(eagles_row_flags(s, i) & EAGLES_FLAG_EXPEDITION, 0);
        *(board_data(&b)->unit[eagles_row_unit(s, i)].cavalry ? &horse : &foot) += s->row_count[i];
    }
    cr_expect_gt(foot, 0);
    cr_expect_leq(horse, (horse + foot + 3) / 4, "a quarter at most");
    cr_expect_neq(state_of("austria")->flags & EAGLES_NATION_EXPEDITION, 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ the Channel (13.9; case 159) */

Test(eagles_economy, the_army_crosses_the_channel)
{
    const int dice[] = {6, 1, 0};
    open_empty(SEPTEMBER_1805, dice);
    board_put(&b, "1920", "france", "I", 12);
    board_lead(&b, "1920", "davout");
    board_put(&b, "1924", "france", "C", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_neq(board_state(&b)->header.step, EAGLES_STEP_CROSS, "no transport");
    launch("1920", "france", EAGLES_T, 1);
    launch("1519", "england", EAGLES_S, 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_neq(board_state(&b)->header.step, EAGLES_STEP_CROSS, "a squadron at Portsmouth");
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (eagles_is_squadron(&b.p, i)) {
            board_state(&b)->ship_at[i] = EAGLES_SUNK;
        }
    }
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect(board_offers(&b, "CROSS(1819)"), "Dover");
    board_play(&b, "CROSS(1819)");
    board_play(&b, "ROWS(france,I,12)");
    /* 6 - 1 (French) + 1 (no supply) + 1 (area 1 or 4) is 6: three of 11 to 15; the second die 1 takes at
     * most one */
    board_play(&b, "WITH(davout,yes)");
    cr_expect_eq(board_sp(&b, "1819", EAGLES_FRANCE), 9);
    board_expect_dice(&b);
    cr_expect_eq(board_leader_at(&b, "davout"), board_hex(&b, "1819"));
    cr_expect_not(board_offers(&b, "PICK(1819)"), "they do not move on");
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ lending (13.3) */

Test(eagles_economy, england_lends_points)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    state_of("england")->stored = 5;
    launch("1719", "england", EAGLES_T, 1);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
    board_play(&b, "SAIL(1719)");
    board_play(&b, "LOAD(yes)");
    board_play(&b, "LOAD(supply,0)");
    board_play(&b, "LOAD(points,4)");
    cr_expect_eq(state_of("england")->stored, 1);
    board_play(&b, "TO(sea:north_sea)");
    board_play(&b, "TO(sea:baltic_sea)");
    board_play(&b, "TO_PORT");
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_play(&b, "TO(4602)");
    cr_expect_eq(campaign()->points_sent[nation("russia")], 3, "as many as red cities");
    board_close(&b);
}

/* "To any coastal hex of target country": among partisans too, with whom no land unit stacks. */
Test(eagles_economy, points_land_among_partisans_of_an_ally)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    board_put(&b, "0345", "spain", "P", 1); /* Cadiz */
    launch("atlantic_ocean", "england", EAGLES_T, 1);
    unsigned ship = 0;
    while (board_state(&b)->ship_at[ship] != place_of("atlantic_ocean")) {
        ship++;
    }
    board_state(&b)->ship_points[ship] = 2;
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_COALITION);
    board_play(&b, "SAIL(sea:atlantic_ocean)");
    board_play(&b, "TO_COAST");
    if (board_offers(&b, "COAST_OF(spain)")) {
        board_play(&b, "COAST_OF(spain)");
    }
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_play(&b, "TO(coast:0345)");
    board_play(&b, "STOP");
    cr_expect_eq(campaign()->points_sent[nation("spain")], 2);
    cr_expect_eq(board_state(&b)->ship_points[ship], 0);
    board_close(&b);
}

Test(eagles_economy, russia_takes_no_points_while_the_treaty_forbids)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    campaign()->tilsit = 3;
    launch("4602", "england", EAGLES_T, 1);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (board_state(&b)->ship_at[i] < EAGLES_OFF_MAP) {
            board_state(&b)->ship_points[i] = 2;
            eagles_land_points(&b.p, i, board_hex(&b, "4602"));
            cr_expect_eq(board_state(&b)->ship_points[i], 2, "they stay aboard");
            board_month(&b, JANUARY_1809);
            eagles_land_points(&b.p, i, board_hex(&b, "4602"));
            cr_expect_eq(board_state(&b)->ship_points[i], 0, "from January 1809 on");
        }
    }
    board_close(&b);
}

/* ------------------------------------------------------------------ wars and prisoners (13.10) */

Test(eagles_economy, the_american_war)
{
    const int dice[] = {1, 6, 1, 1, 1, 1, 1, 0};
    open_empty(JANUARY_1806, dice);
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    board_state(&b)->pool[unit("england", EAGLES_I)] = 3;
    board_put(&b, "1719", "england", "I", 1);
    board_put(&b, "1519", "england", "I", 1);
    launch("1519", "england", EAGLES_S, 1);
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_neq(campaign()->war_flags[EAGLES_WAR_USA] & EAGLES_WAR_ON, 0);
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_USA, unit("england", EAGLES_I)), 3,
                 "from the map, then the pool");
    unsigned away = 0;
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        away += board_state(&b)->ship_at[i] == EAGLES_WAR + EAGLES_WAR_USA ? 1U : 0U;
    }
    cr_expect_eq(away, 4, "three squadrons and a transport");
    board_month(&b, JANUARY_1806 + 1);
    const int end[] = {6, 6, 1, 1, 1, 1, 1, 0};
    board_dice(&b, end);
    campaign()->war_months[EAGLES_WAR_USA] = 1;
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_USA], EAGLES_WAR_HAPPENED);
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_USA, unit("england", EAGLES_I)), 0);
    board_close(&b);
}

Test(eagles_economy, sweden_with_france_brings_the_war_in_finland)
{
    const int dice[] = {1, 0};
    open_empty(SEPTEMBER_1805, dice);
    board_put(&b, "5020", "russia", "I", 2);
    board_begin(&b, EAGLES_STEP_DECLARE, EAGLES_COALITION);
    board_play(&b, "WAR(sweden)");
    cr_expect_eq(state_of("sweden")->side, EAGLES_FRANCE);
    cr_expect_neq(campaign()->war_flags[EAGLES_WAR_FINNISH] & EAGLES_WAR_ON, 0);
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_FINNISH, unit("russia", EAGLES_I)), 5);
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_FINNISH, unit("sweden", EAGLES_I)), 3);
    board_control(&b, "stockholm", EAGLES_COALITION);
    campaign()->war_months[EAGLES_WAR_FINNISH] = 1;
    const int end[] = {1, 1, 1, 1, 1, 1, 0};
    board_dice(&b, end);
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_FINNISH], EAGLES_WAR_HAPPENED);
    bool finland = false;
    for (unsigned i = 0; i < board_data(&b)->provinces; i++) {
        finland = finland || (board_data(&b)->province[i].region == board_data(&b)->campaign.finland &&
                              board_state(&b)->owner[i] == nation("russia"));
    }
    cr_expect(finland, "Finland is Russian");
    board_close(&b);
}

Test(eagles_economy, the_french_land_in_ireland)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    launch("1123", "france", EAGLES_S, 1);
    launch("1123", "france", EAGLES_T, 1);
    board_put(&b, "1123", "france", "I", 6);
    board_lead(&b, "1123", "grouchy");
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    board_play(&b, "SAIL(1123)");
    board_play(&b, "SHIPS(france,S,u,1)");
    board_play(&b, "SHIPS(france,T,u,1)");
    board_play(&b, "LOAD(yes)");
    board_play(&b, "LOAD(france,I,6)");
    board_play(&b, "WITH(grouchy,yes)");
    board_play(&b, "LOAD(supply,0)");
    board_play(&b, "TO(sea:atlantic_ocean)");
    board_play(&b, "IRELAND");
    cr_expect_eq(campaign()->irish_sp, 6);
    cr_expect_not(board_offers(&b, "IRELAND"), "once");
    const int dice[] = {3, 3, 1, 1, 1, 1, 1, 0};
    board_dice(&b, dice);
    board_month(&b, SEPTEMBER_1805);
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION); /* 6 + 6 and more */
    cr_expect_neq(campaign()->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_ON, 0);
    campaign()->irish_months = 10; /* this step and the month end behind it: eleven turns after the landing */
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(sp_at(EAGLES_FROM_IRELAND, unit("france", EAGLES_I)), 0, "eleven turns after the landing");
    board_dice(&b, NO_DICE); /* the twelfth: over without dice */
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(sp_at(EAGLES_FROM_IRELAND, unit("france", EAGLES_I)), 6, "twelve turns are over");
    board_begin(&b, EAGLES_STEP_HOMECOMING, EAGLES_FRANCE);
    board_dice(&b, dice);
    board_play(&b, "PLACE(1123)");
    cr_expect_eq(board_sp(&b, "1123", EAGLES_FRANCE), 6);
    board_close(&b);
}

/* Once a game, whether anybody rose or not (13.10). */
Test(eagles_economy, a_landing_in_vain_is_the_only_one)
{
    const int dice[] = {1, 1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, dice);
    campaign()->war_flags[EAGLES_WAR_IRISH] = EAGLES_WAR_LANDED;
    campaign()->irish_months = 10; /* and two month ends */
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_IRISH], EAGLES_WAR_LANDED,
                 "nobody rose in eleven turns after the landing");
    board_dice(&b, NO_DICE);
    board_begin(&b, EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_IRISH], EAGLES_WAR_HAPPENED, "nobody rose in twelve");
    board_dice(&b, NO_DICE);
    launch("1123", "france", EAGLES_S, 1);
    launch("1123", "france", EAGLES_T, 1);
    board_put(&b, "1123", "france", "I", 1);
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    board_play(&b, "SAIL(1123)");
    board_play(&b, "SHIPS(france,S,u,1)");
    board_play(&b, "SHIPS(france,T,u,1)");
    board_play(&b, "LOAD(yes)");
    board_play(&b, "LOAD(france,I,1)");
    board_play(&b, "LOAD(supply,0)");
    board_play(&b, "TO(sea:atlantic_ocean)");
    cr_expect_not(board_offers(&b, "IRELAND"), "no second landing");
    board_close(&b);
}

Test(eagles_economy, prisoners_are_taken_and_exchanged)
{
    const int dice[] = {1, 1, 1, 1, 1, 0};
    open_empty(JANUARY_1806, dice);
    board_put(&b, "2421", "france", "I", 3);
    board_put(&b, "3427", "austria", "I", 2);
    eagles_capture_sp(&b.p, eagles_key(board_hex(&b, "2421"), unit("france", EAGLES_I), 0), 3);
    eagles_capture_sp(&b.p, eagles_key(board_hex(&b, "3427"), unit("austria", EAGLES_I), 0), 2);
    eagles_exchange_prisoners(&b.p);
    cr_expect_eq(sp_at(EAGLES_PRISONER, unit("france", EAGLES_I)), 1);
    cr_expect_eq(sp_at(EAGLES_PRISONER, unit("austria", EAGLES_I)), 0);
    eagles_free_prisoners(&b.p, nation("france"));
    cr_expect_eq(sp_at(EAGLES_PRISONER, unit("france", EAGLES_I)), 0);
    expect_laws();
    board_close(&b);
}

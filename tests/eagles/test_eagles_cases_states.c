/* test_eagles_cases_states.c: states of the grand campaign, worked by hand from the rulebook before they were
 * played: the War of Liberation, the treaty of Tilsit, Spain, Ireland, exile and return, Holland, production
 * and lending, prisoners, expeditionary forces, foreign wars, the Channel, conquests, victory. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_position.h"

/* Months from August 1805 on. */
enum {
    SEPTEMBER_1805 = 1,
    JANUARY_1806 = 5,
    AUGUST_1807 = 24,
    DECEMBER_1809 = 52,
    JANUARY_1810 = 53,
    JANUARY_1813 = 89,
    JANUARY_1814 = 101,
    DECEMBER_1815 = 124
};

static Board b;

static const int NO_DICE[] = {0};
static const int ONES[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};

#define DICE(...) board_dice(&b, (const int[]){__VA_ARGS__, 0})

/* An empty map without ships or leaders who would ask where they enter; all counters in the pool. */
static void open_empty(unsigned month)
{
    board_open_campaign(&b, month, NO_DICE);
    board_clear(&b);
    board_disarm(&b);
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static EaglesCampaign *campaign(void) { return &board_state(&b)->campaign; }
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static unsigned pool(const char *id, unsigned type) { return board_state(&b)->pool[unit(id, type)]; }
static unsigned owner_of(const char *hex) { return eagles_owner(&b.p, board_hex(&b, hex)); }
static unsigned control_of(const char *city) { return board_controller(&b, city); }
static unsigned sp_at(unsigned place, const char *who, unsigned type)
{
    return board_sp_of(&b, place, who, type);
}
static unsigned coming(const char *who, unsigned type) { return sp_at(EAGLES_ARRIVING, who, type); }
static void hold(const char *hex, const char *who, unsigned sp, unsigned side)
{
    board_hold(&b, hex, who, sp, side);
}
/* All cities that a nation owns now. */
static void take_all(const char *who, unsigned side)
{
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        if (eagles_owner(&b.p, board_data(&b)->city[city].hex) == nation(who)) {
            eagles_set_control(&b.p, city, side);
        }
    }
}
/* SP of a nation in all cities that another owns. */
static void occupy_all(const char *owner, const char *who, unsigned side)
{
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        if (eagles_owner(&b.p, board_data(&b)->city[city].hex) == nation(owner)) {
            eagles_bring(&b.p, board_data(&b)->city[city].hex, unit(who, EAGLES_I), 1, 0, true);
            eagles_set_control(&b.p, city, side);
        }
    }
}
static void expect_laws(void) { board_expect_laws(&b); }
static void empty_pool_of(const char *who)
{
    for (unsigned u = 0; u < board_data(&b)->land_units; u++) {
        board_state(&b)->pool[u] =
            board_data(&b)->unit[u].nation == nation(who) ? 0 : board_state(&b)->pool[u];
    }
}
static void launch(const char *hex, const char *who, unsigned type, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        cr_assert(eagles_launch(&b.p, unit(who, type), board_hex(&b, hex)));
    }
}
/* An English transport in a hex with points aboard; its number. */
static unsigned launch_points(const char *hex, unsigned points)
{
    launch(hex, "england", EAGLES_T, 1);
    unsigned ship = 0;
    while (board_state(&b)->ship_at[ship] != board_hex(&b, hex)) {
        ship++;
    }
    board_state(&b)->ship_points[ship] = (uint8_t)points;
    return ship;
}
static void begin(unsigned step, unsigned side) { board_begin(&b, (enum eagles_step)step, side); }
static void player_turn_ends(unsigned side)
{
    EaglesState *s = board_state(&b);
    s->active = (uint8_t)side;
    eagles_spanish_turn_ends(&b.p);
    eagles_check_liberation(&b.p);
}

/* ------------------------------------------------------------------ War of Liberation */

/* Rulebook, Liberation: 25 or more pro-French SP within Russia's border. Satellites count, SP in Poland not.
 */
Test(eagles_cases_states, russia_is_invaded_by_25_pro_french_sp)
{
    open_empty(JANUARY_1813);
    board_put(&b, "5012", "france", "I", 20); /* Smolensk */
    board_put(&b, "4813", "bavaria", "I", 4); /* Mogilev */
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_eq(campaign()->entry_flags & EAGLES_RUSSIA_INVADED, 0, "24");
    board_put(&b, "4813", "wurttemberg", "C", 1);
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_neq(campaign()->entry_flags & EAGLES_RUSSIA_INVADED, 0, "25");
    board_close(&b);
}

/* "As soon as" they are there: 25 that have marched in are an invasion, whatever the battles of that turn
 * leave of them; so is Riga in French hands, and lost again. */
Test(eagles_cases_states, russia_is_invaded_before_the_battles)
{
    for (unsigned city = 0; city < 2; city++) {
        open_empty(DECEMBER_1809);
        board_put(&b, city == 0 ? "5012" : "4109", "france", "I", city == 0 ? 25 : 1);
        begin(EAGLES_STEP_MOVEMENT_END, EAGLES_FRANCE);
        board_clear(&b);
        board_control(&b, "riga", EAGLES_COALITION);
        player_turn_ends(EAGLES_FRANCE);
        cr_expect_neq(campaign()->entry_flags & EAGLES_RUSSIA_INVADED, 0, "%u", city);
        cr_expect_neq(campaign()->entry_flags & EAGLES_LIBERATION, 0, "and nobody is left of them");
        board_close(&b);
    }
}

Test(eagles_cases_states, sp_in_the_kingdom_of_poland_do_not_invade_russia)
{
    open_empty(SEPTEMBER_1805);
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    board_play(&b, "TILSIT(kingdom)");
    board_month(&b, JANUARY_1813);
    board_put(&b, "4313", "france", "I", 30); /* Vilna, in Eastern Poland */
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_eq(campaign()->entry_flags & EAGLES_RUSSIA_INVADED, 0);
    board_close(&b);
}

/* "or France controls a Russian major city before 1810". Riga is major, Kovno minor. */
Test(eagles_cases_states, a_russian_major_city_counts_before_1810)
{
    static const struct {
        const char *city;
        unsigned month;
        bool invaded;
    } CASES[] = {
        {"riga", DECEMBER_1809, true}, {"riga", JANUARY_1810, false}, {"kovno", DECEMBER_1809, false}};
    for (unsigned i = 0; i < 3; i++) {
        open_empty(CASES[i].month);
        board_control(&b, CASES[i].city, EAGLES_FRANCE);
        player_turn_ends(EAGLES_FRANCE);
        cr_expect_eq((campaign()->entry_flags & EAGLES_RUSSIA_INVADED) != 0, CASES[i].invaded, "%s, month %u",
                     CASES[i].city, CASES[i].month);
        board_close(&b);
    }
}

/* One pro-French SP on Russian soil, even besieged, keeps the allies of France. */
Test(eagles_cases_states, the_last_garrison_delays_the_liberation)
{
    open_empty(JANUARY_1813);
    campaign()->entry_flags |= EAGLES_RUSSIA_INVADED;
    eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
    board_put(&b, "4313", "russia", "I", 6);
    board_besiege(&b, "4313", "bavaria", "I", 1, 3);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_FRANCE);
    eagles_eliminate(&b.p, eagles_key(board_hex(&b, "4313"), unit("bavaria", EAGLES_I), EAGLES_FLAG_INSIDE),
                     1);
    eagles_settle_all(&b.p);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL);
    cr_expect_eq(state_of("austria")->side, EAGLES_NEUTRAL);
    cr_expect_eq(state_of("bavaria")->side, EAGLES_FRANCE, "minors stay");
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3118"), EAGLES_FRANCE), "Prussia is open to both");
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3118"), EAGLES_COALITION));
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "3427"), EAGLES_FRANCE), "Austria is not");
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "3427"), EAGLES_COALITION));
    expect_laws();
    board_close(&b);
}

/* Before 1810 a major city of Russia in French hands is an invasion; if no SP is left there, it is over at
 * once. */
Test(eagles_cases_states, an_invasion_without_a_man_left_is_over_at_once)
{
    open_empty(SEPTEMBER_1805);
    eagles_take_side(&b.p, nation("russia"), EAGLES_COALITION);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_eq(campaign()->entry_flags & (EAGLES_RUSSIA_INVADED | EAGLES_LIBERATION), 0);
    board_control(&b, "vilna", EAGLES_FRANCE);
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_neq(campaign()->entry_flags & EAGLES_RUSSIA_INVADED, 0);
    cr_expect_neq(campaign()->entry_flags & EAGLES_LIBERATION, 0);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL);
    expect_laws();
    board_close(&b);
}

/* "at least 4 cities initially part of Prussia": Warsaw, Posen and Thorn were, though they are Polish now. */
Test(eagles_cases_states, cities_of_the_duchy_count_for_the_prussian_rising)
{
    open_empty(SEPTEMBER_1805);
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    board_play(&b, "TILSIT(grand_duchy)");
    board_month(&b, JANUARY_1813);
    eagles_take_side(&b.p, nation("russia"), EAGLES_COALITION);
    campaign()->entry_flags |= EAGLES_RUSSIA_INVADED;
    player_turn_ends(EAGLES_COALITION);
    cr_assert_neq(campaign()->entry_flags & EAGLES_LIBERATION, 0);
    board_control(&b, "warsaw", EAGLES_COALITION);
    board_control(&b, "posen", EAGLES_COALITION);
    board_control(&b, "cracow", EAGLES_COALITION); /* was Austrian */
    board_control(&b, "thorn", EAGLES_COALITION);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_neq(state_of("prussia")->side, EAGLES_COALITION, "three");
    board_control(&b, "dantzig", EAGLES_COALITION);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_COALITION, "four");
    board_close(&b);
}

/* Also a Prussia that is neutral by conquest rises, and is at war: not "conquered now" any more. */
Test(eagles_cases_states, a_conquered_prussia_rises)
{
    open_empty(JANUARY_1813);
    state_of("prussia")->conquered = 1;
    eagles_turn_neutral(&b.p, nation("prussia"));
    state_of("prussia")->flags |= EAGLES_NATION_NOW;
    campaign()->conqueror[nation("prussia")] = EAGLES_FRANCE + 1;
    board_put(&b, "3118", "prussia", "I", 3);
    campaign()->entry_flags |= EAGLES_RUSSIA_INVADED | EAGLES_LIBERATION;
    hold("3912", "russia", 1, EAGLES_COALITION);
    hold("3913", "russia", 1, EAGLES_COALITION);
    hold("3914", "russia", 1, EAGLES_COALITION);
    hold("4014", "russia", 1, EAGLES_COALITION);
    board_put(&b, "3521", "france", "I", 2); /* Breslau */
    board_control(&b, "breslau", EAGLES_FRANCE);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->flags & EAGLES_NATION_NOW, 0);
    cr_expect_eq(control_of("berlin"), EAGLES_COALITION);
    cr_expect_eq(control_of("breslau"), EAGLES_FRANCE, "the French stand in it");
    cr_expect_eq(board_sp(&b, "3118", EAGLES_COALITION), 3);
    expect_laws();
    board_close(&b);
}

/* "Prussia remains anti-French", Austria "enters war definitively": no target for France any more. */
Test(eagles_cases_states, risen_states_are_no_targets)
{
    for (unsigned i = 0; i < 2; i++) {
        open_empty(JANUARY_1813);
        state_of("austria")->conquered = 2;
        state_of("prussia")->conquered = 1;
        empty_pool_of("austria");
        empty_pool_of("prussia");
        eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
        take_all("austria", EAGLES_FRANCE);
        take_all("prussia", EAGLES_FRANCE);
        take_all("england", EAGLES_FRANCE);
        take_all("russia", EAGLES_FRANCE);
        if (i == 1) {
            campaign()->entry_flags |= EAGLES_LIBERATION | EAGLES_PRUSSIA_ROSE | EAGLES_AUSTRIA_ROSE;
        }
        begin(EAGLES_STEP_ALLY, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "ALLY(prussia)"), i == 0);
        cr_expect_eq(board_offers(&b, "ALLY(austria)"), i == 0);
        board_close(&b);
    }
}

/* Whether France may ask a state she has conquered of whose SP so many of a type are in the pool and nothing
 * else. */
static bool is_asked(unsigned month, const char *who, unsigned type, unsigned left)
{
    open_empty(month);
    eagles_turn_neutral(&b.p, nation(who));
    state_of("austria")->conquered = 1;
    state_of("prussia")->conquered = 1;
    state_of(who)->conquered = state_of(who)->by_france = 2;
    state_of(who)->flags |= EAGLES_NATION_NOW;
    campaign()->conqueror[nation(who)] = EAGLES_FRANCE + 1;
    empty_pool_of(who);
    board_state(&b)->pool[unit(who, type)] = (uint8_t)left;
    take_all("england", EAGLES_FRANCE);
    take_all("russia", EAGLES_FRANCE);
    begin(EAGLES_STEP_ALLY, EAGLES_FRANCE);
    char move[32];
    (void)snprintf(move, sizeof move, "ALLY(%s)", who);
    const bool asked = board_state(&b)->header.step == EAGLES_STEP_ALLY && board_offers(&b, move);
    board_close(&b);
    return asked;
}

/* "Until there is no land combat unit left in its Force Pool": a conquered state has to raise what it can
 * raise. Prussia's Landwehr has no city before 1813, cavalry in training is a price, no army, and militia and
 * partisans are lost for good: with any of them a state could never be won otherwise. */
Test(eagles_cases_states, what_cannot_be_raised_does_not_keep_a_state_neutral)
{
    cr_expect(is_asked(AUGUST_1807, "prussia", EAGLES_L, 24));
    cr_expect_not(is_asked(AUGUST_1807, "prussia", EAGLES_I, 1));
    cr_expect_not(is_asked(JANUARY_1813, "prussia", EAGLES_L, 24), "Konigsberg is active");
    cr_expect_not(is_asked(AUGUST_1807, "austria", EAGLES_L, 1), "as Austria's cities are by her fall");
    cr_expect(is_asked(AUGUST_1807, "spain", EAGLES_CT, 3));
    cr_expect(is_asked(AUGUST_1807, "spain", EAGLES_P, 1));
    cr_expect(is_asked(AUGUST_1807, "spain", EAGLES_M, 1));
    cr_expect_not(is_asked(AUGUST_1807, "spain", EAGLES_C, 1));
}

/* Conquered once more after they rose they are neutral, "then eligible for Alliance": to the Allies, who hold
 * the cities of France, and not to the French, who hold those of Russia. */
Test(eagles_cases_states, the_allies_win_risen_states_back)
{
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        open_empty(JANUARY_1813);
        static const char *const RISEN[] = {"austria", "prussia"};
        campaign()->entry_flags |= EAGLES_LIBERATION | EAGLES_PRUSSIA_ROSE | EAGLES_AUSTRIA_ROSE;
        for (unsigned i = 0; i < 2; i++) {
            eagles_turn_neutral(&b.p, nation(RISEN[i]));
            state_of(RISEN[i])->conquered = 2;
            state_of(RISEN[i])->flags |= EAGLES_NATION_NOW;
            campaign()->conqueror[nation(RISEN[i])] = EAGLES_FRANCE + 1;
            empty_pool_of(RISEN[i]);
        }
        take_all(side == EAGLES_FRANCE ? "russia" : "france", side);
        take_all(side == EAGLES_FRANCE ? "england" : "spain", side);
        begin(EAGLES_STEP_ALLY, side);
        const bool asked = board_state(&b)->header.step == EAGLES_STEP_ALLY;
        for (unsigned i = 0; i < 2; i++) {
            const char *const move = i == 0 ? "ALLY(austria)" : "ALLY(prussia)";
            cr_expect_eq(asked && board_offers(&b, move), side == EAGLES_COALITION, "%s", move);
        }
        board_close(&b);
    }
}

/* A Russia that was invaded stays anti-French: that is nothing against the Allies, who win her back when the
 * treaty has made her neutral. */
Test(eagles_cases_states, the_allies_win_an_invaded_russia_back)
{
    open_empty(JANUARY_1813);
    campaign()->entry_flags |= EAGLES_RUSSIA_INVADED;
    eagles_turn_neutral(&b.p, nation("russia"));
    static const char *const BEATEN[] = {"austria", "prussia"};
    for (unsigned i = 0; i < 2; i++) {
        eagles_turn_neutral(&b.p, nation(BEATEN[i]));
        state_of(BEATEN[i])->conquered = 1;
        state_of(BEATEN[i])->flags |= EAGLES_NATION_NOW;
    }
    take_all("france", EAGLES_COALITION);
    take_all("spain", EAGLES_COALITION);
    begin(EAGLES_STEP_ALLY, EAGLES_COALITION);
    cr_expect(board_offers(&b, "ALLY(russia)"));
    board_close(&b);
}

/* A conquered Hesse is unformed: those of her SP who are on their way home go to the pool with the rest
 * (13.2). */
Test(eagles_cases_states, nobody_comes_home_to_a_state_that_is_no_more)
{
    open_empty(JANUARY_1806);
    eagles_take_side(&b.p, nation("hesse"), EAGLES_COALITION);
    board_put(&b, "2718", "hesse", "I", 1);
    eagles_send_home(&b.p, board_hex(&b, "2718"), eagles_is_of_nation, nation("hesse"));
    cr_assert_eq(coming("hesse", EAGLES_I), 1);
    const unsigned before = pool("hesse", EAGLES_I);
    eagles_conquer(&b.p, nation("hesse"), EAGLES_FRANCE);
    cr_expect_eq(state_of("hesse")->side, EAGLES_UNFORMED);
    cr_expect_eq(coming("hesse", EAGLES_I), 0);
    cr_expect_eq(pool("hesse", EAGLES_I), before + 1);
    expect_laws();
    board_close(&b);
}

/* Bavarians and French are besieged together when Bavaria changes sides: at home the French go home and the
 * city is the besiegers' (13.2), abroad the Bavarians do and the siege goes on. */
Test(eagles_cases_states, a_mixed_garrison_parts)
{
    static const char *const CITIES[] = {"2927", "2526"}; /* Munich, Strasbourg */
    for (unsigned abroad = 0; abroad < 2; abroad++) {
        const char *const city = CITIES[abroad];
        open_empty(JANUARY_1813);
        board_put(&b, city, "austria", "I", 5);
        board_besiege(&b, city, "bavaria", "I", 2, 1);
        eagles_bring(&b.p, board_hex(&b, city), unit("france", EAGLES_I), 1, EAGLES_FLAG_INSIDE, true);
        eagles_take_side(&b.p, nation("bavaria"), EAGLES_COALITION);
        cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, city)), abroad, "%s", city);
        cr_expect_eq(board_sp(&b, city, EAGLES_FRANCE), abroad, "%s", city);
        cr_expect_eq(board_sp(&b, city, EAGLES_COALITION), abroad == 0 ? 7U : 5U, "%s", city);
        expect_laws();
        board_close(&b);
    }
}

/* Wuerttemberg's SP are besieged in Mainz, which is French, by Saxons when Wuerttemberg changes sides: the
 * siege is over, no garrison is left, and the city is the besiegers' (map 7.6; rulebook, Control). */
Test(eagles_cases_states, a_garrison_that_changes_sides_gives_the_city_up)
{
    open_empty(JANUARY_1806);
    eagles_take_side(&b.p, nation("saxony"), EAGLES_COALITION);
    board_control(&b, "mainz", EAGLES_FRANCE);
    board_put(&b, "2523", "saxony", "I", 1);
    board_besiege(&b, "2523", "wurttemberg", "I", 1, 1);
    eagles_take_side(&b.p, nation("wurttemberg"), EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "2523", EAGLES_COALITION), 2);
    cr_expect_eq(eagles_siege_value(board_state(&b), eagles_find_city(board_data(&b), "mainz")), 0);
    cr_expect_eq(control_of("mainz"), EAGLES_COALITION);
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ Tilsit */

static void befall_austria_and_prussia(void)
{
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
}

/* The duchy: Dantzig, Posen, Thorn, Warsaw, Cracow; Bialystok (New East Prussia) stays Prussian, Grodno
 * Russian. Cracow's hex alone of Galicia; Western Galicia when Austria falls again. */
Test(eagles_cases_states, the_grand_duchy)
{
    open_empty(SEPTEMBER_1805);
    befall_austria_and_prussia();
    board_put(&b, "3919", "prussia", "I", 2); /* Warsaw */
    board_put(&b, "3823", "austria", "I", 3); /* Cracow */
    board_put(&b, "3617", "france", "I", 4);  /* Thorn */
    eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "WAR(none)"), "the treaty comes first, and must be made");
    board_play(&b, "TILSIT(grand_duchy)");
    static const char *const POLISH[] = {"3615", "3518", "3617", "3919", "3823"};
    for (unsigned i = 0; i < 5; i++) {
        cr_expect_eq(owner_of(POLISH[i]), nation("poland"), "%s", POLISH[i]);
    }
    cr_expect_eq(owner_of("4117"), nation("prussia"), "Bialystok");
    cr_expect_eq(owner_of("4215"), nation("russia"), "Grodno");
    cr_expect_eq(owner_of("4120"), nation("austria"), "Lublin");
    cr_expect_eq(coming("prussia", EAGLES_I), 2);
    cr_expect_eq(coming("austria", EAGLES_I), 3);
    cr_expect_eq(board_sp(&b, "3617", EAGLES_FRANCE), 4, "friends stay");
    cr_expect_eq(control_of("warsaw"), EAGLES_FRANCE);
    cr_expect_eq(control_of("cracow"), EAGLES_FRANCE);
    cr_expect_not(eagles_landwehr_active(&b.p, nation("prussia")));
    cr_expect(eagles_is_production_city(&b.p, nation("poland"), eagles_find_city(board_data(&b), "warsaw")));
    cr_expect_not(
        eagles_is_production_city(&b.p, nation("poland"), eagles_find_city(board_data(&b), "grodno")));
    state_of("austria")->conquered = 2;
    eagles_cede_galicia(&b.p);
    cr_expect_eq(owner_of("4120"), nation("poland"), "Lublin in Western Galicia");
    cr_expect_eq(owner_of("4323"), nation("austria"), "Lemberg in Eastern Galicia");
    expect_laws();
    board_close(&b);
}

Test(eagles_cases_states, the_kingdom_takes_both_galicias_and_builds_at_grodno)
{
    open_empty(SEPTEMBER_1805);
    befall_austria_and_prussia();
    state_of("austria")->conquered = 2;
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    board_play(&b, "TILSIT(kingdom)");
    cr_expect_eq(owner_of("4120"), nation("poland"), "Lublin");
    cr_expect_eq(owner_of("4323"), nation("poland"), "Lemberg");
    cr_expect_eq(owner_of("4313"), nation("poland"), "Vilna");
    cr_expect(eagles_is_production_city(&b.p, nation("poland"), eagles_find_city(board_data(&b), "grodno")));
    cr_expect_eq(owner_of("2919"), nation("prussia"), "Magdeburg is not part of this treaty");
    board_close(&b);
}

/* Six months of peace with the month of the treaty: from March 1806 on when it was made in September 1805. */
Test(eagles_cases_states, russia_may_be_attacked_when_the_peace_is_over)
{
    open_empty(SEPTEMBER_1805);
    befall_austria_and_prussia();
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    board_play(&b, "TILSIT(kingdom)");
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "5012"), EAGLES_FRANCE));
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "5012"), EAGLES_COALITION));
    for (unsigned month = 1; month <= 6; month++) {
        eagles_peace_month(&b.p);
        begin(EAGLES_STEP_DECLARE, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "WAR(russia)"), month == 6, "%u months", month);
    }
    board_dice(&b, ONES);
    board_play(&b, "WAR(russia)");
    cr_expect_eq(state_of("russia")->side, EAGLES_COALITION);
    board_close(&b);
}

/* "Austria and Prussia will not send any expeditionary force" under the Kingdom, but do under the Duchy. */
Test(eagles_cases_states, no_expeditionary_forces_under_the_kingdom)
{
    for (unsigned option = 1; option <= 3; option++) {
        open_empty(SEPTEMBER_1805);
        state_of("austria")->conquered = 2;
        eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
        campaign()->tilsit = (uint8_t)option;
        board_put(&b, "3223", "austria", "I", 5);
        begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
        const bool asked =
            board_state(&b)->header.step == EAGLES_STEP_REQUEST && board_offers(&b, "REQUEST_EXP(austria)");
        cr_expect_eq(asked, option != 3, "option %u", option);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ belts */

/* Who has joined a battle over a belt may follow over it into a hex that the enemy left (8.10), from Kiel to
 * Funen, unless an enemy squadron on the Baltic closes it (7.2). Odense is on Funen. */
Test(eagles_cases_states, an_advance_goes_over_an_open_belt)
{
    for (unsigned closed = 0; closed < 2; closed++) {
        open_empty(JANUARY_1813);
        eagles_take_side(&b.p, nation("denmark"), EAGLES_FRANCE);
        board_put(&b, "2814", "england", "I", 3);
        board_put(&b, "2912", "england", "I", 4);
        launch("3112", "france", EAGLES_S, closed);
        EaglesState *s = board_state(&b);
        s->battles = 1;
        s->battle[0] = (EaglesBattle){.attack = (uint16_t)board_hex(&b, "2912"),
                                      .defend = (uint16_t)board_hex(&b, "2813"),
                                      .attacker = EAGLES_COALITION};
        eagles_commit(&b.p, board_hex(&b, "2912"), EAGLES_COALITION, 0, EAGLES_FORCE_INITIATED);
        eagles_commit(&b.p, board_hex(&b, "2814"), EAGLES_COALITION, 0, EAGLES_FORCE_JOINED);
        s->depth = 0;
        eagles_vacate(&b.p, board_hex(&b, "2813"), EAGLES_FRANCE, 0);
        eagles_vacated_run(&b.p);
        cr_assert_eq(eagles_top(&b.p)->step, EAGLES_STEP_ADVANCE);
        cr_expect_eq(eagles_top(&b.p)->y, board_hex(&b, closed ? "2912" : "2814"));
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ Spain */

/* Twelve, less one for the squadron in the pool of 1805 and for each ten SP: 12 - 1 - 2. */
Test(eagles_cases_states, the_level_begins_when_both_powers_fell_to_france)
{
    board_open_campaign(&b, SEPTEMBER_1805, NO_DICE);
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
    state_of("austria")->by_france = state_of("prussia")->by_france = 1;
    board_put(&b, "0935", "france", "I", 20);
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_neq(campaign()->spanish_flags & EAGLES_SPAIN_COUNTS, 0);
    cr_expect_eq(campaign()->spanish_level, 12 - 1 - 2);
    board_close(&b);
}

static void count_spain(unsigned level)
{
    campaign()->spanish_flags = EAGLES_SPAIN_COUNTS;
    campaign()->spanish_level = (uint8_t)level;
}

/* -1 for ten SP that enter in a player-turn, +1 for ten that leave; who changes place inside Spain is
 * nothing. */
Test(eagles_cases_states, tens_of_sp_that_enter_and_leave_spain)
{
    open_empty(AUGUST_1807);
    count_spain(9);
    board_put(&b, "0935", "france", "I", 20);
    eagles_spanish_turn_begins(&b.p);
    board_put(&b, "1135", "france", "I", 10);
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_eq(campaign()->spanish_level, 8);
    eagles_spanish_turn_begins(&b.p);
    eagles_rows_change(board_state(&b), eagles_key(board_hex(&b, "0935"), unit("france", EAGLES_I), 0),
                       eagles_key(board_hex(&b, "1334"), unit("france", EAGLES_I), 0), 20); /* Bayonne */
    player_turn_ends(EAGLES_FRANCE);
    cr_expect_eq(campaign()->spanish_level, 10);
    board_close(&b);
}

/* +2 for an attack on a force half Spanish or more, nothing for one of fewer Spaniards. */
Test(eagles_cases_states, attacks_on_spaniards_calm_spain)
{
    for (unsigned french = 2; french <= 3; french++) {
        open_empty(AUGUST_1807);
        count_spain(5);
        board_put(&b, "0237", "england", "I", 6); /* Coimbra */
        board_put(&b, "0437", "spain", "I", 2);   /* Almeida */
        board_put(&b, "0437", "france", "I", french);
        board_state(&b)->active = EAGLES_COALITION;
        eagles_note_attack_on_spaniards(&b.p, board_hex(&b, "0437"));
        cr_expect_eq(campaign()->spanish_level, french == 2 ? 7 : 5);
        board_close(&b);
    }
}

/* -2 when the French player moved Spanish SP in the Ground Movement Phase. */
Test(eagles_cases_states, moving_spaniards_angers_spain)
{
    open_empty(AUGUST_1807);
    count_spain(9);
    board_put(&b, "0839", "spain", "C", 1);
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(0839)");
    board_play(&b, "STEP(E)");
    board_dice(&b, ONES);
    board_play(&b, "STOP");
    cr_expect_eq(campaign()->spanish_level, 9 - 2 - 1, "and the Coalition's alliance phase followed");
    board_close(&b);
}

/* -1 in each of the Coalition's alliance phases; at 0 Spain is at war when the player-turn ends. */
Test(eagles_cases_states, each_coalition_alliance_phase_lowers_the_level)
{
    open_empty(AUGUST_1807);
    count_spain(2);
    begin(EAGLES_STEP_ALLIANCE, EAGLES_COALITION);
    cr_expect_eq(campaign()->spanish_level, 1);
    board_close(&b);
}

/* A squadron built is one more, a squadron sunk one less. */
Test(eagles_cases_states, spanish_squadrons_built_and_sunk)
{
    open_empty(AUGUST_1807);
    count_spain(5);
    DICE(6);
    for (unsigned u = 0; u < board_data(&b)->land_units; u++) {
        board_state(&b)->pool[u] = 0;
    }
    begin(EAGLES_STEP_PRODUCTION, EAGLES_FRANCE); /* Spain: 3 red, 3 naval cities, doubled: 12 points */
    while (board_state(&b)->header.step != EAGLES_STEP_BUILD || !board_offers(&b, "BUILD(spain,S)")) {
        board_play(&b, board_state(&b)->header.step == EAGLES_STEP_STORE ? "STORE(france,0)" : "DONE");
    }
    board_play(&b, "BUILD(spain,S)");
    board_play(&b, "BUILD_AT(cadiz)");
    cr_expect_eq(campaign()->spanish_level, 6);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        if (board_state(&b)->ship_at[i] == board_hex(&b, "0345")) {
            eagles_move_ship(&b.p, i, EAGLES_SUNK);
            break;
        }
    }
    board_close(&b);
}

/* Fleets part: Spanish ships abroad come home with the next arrivals, French ones in Spanish ports too. */
Test(eagles_cases_states, spain_rises)
{
    open_empty(AUGUST_1807);
    count_spain(0);
    launch("0345", "france", EAGLES_S, 2);
    launch("0345", "spain", EAGLES_S, 3);
    launch("2236", "spain", EAGLES_S, 1); /* Toulon */
    board_put(&b, "0839", "france", "I", 3);
    board_put(&b, "2421", "spain", "I", 2); /* Cologne, with a Frenchman */
    board_put(&b, "2421", "france", "I", 1);
    player_turn_ends(EAGLES_COALITION);
    cr_expect_eq(state_of("spain")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("spain")->colour, EAGLES_YELLOW);
    cr_expect_eq(control_of("madrid"), EAGLES_FRANCE, "the French hold it");
    cr_expect_eq(control_of("seville"), EAGLES_COALITION);
    cr_expect_eq(coming("spain", EAGLES_I), 2);
    cr_expect_eq(eagles_squadrons(&b.p, EAGLES_COALITION, board_hex(&b, "0345"), 0), 3);
    cr_expect_eq(eagles_squadrons(&b.p, EAGLES_COALITION, board_hex(&b, "2236"), 0), 0);
    expect_laws();
    board_close(&b);
}

/* England, Spain, Portugal and Poland fall only with an enemy SP in every national city. */
Test(eagles_cases_states, spain_falls_with_her_last_city_and_again)
{
    open_empty(AUGUST_1807);
    campaign()->spanish_flags = EAGLES_SPAIN_ROSE;
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    occupy_all("spain", "france", EAGLES_FRANCE);
    eagles_eliminate(&b.p, eagles_key(board_hex(&b, "0333"), unit("france", EAGLES_I), 0), 1);
    board_dice(&b, ONES);
    begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_expect_eq(control_of("vigo"), EAGLES_FRANCE);
    cr_expect_eq(state_of("spain")->conquered, 0, "nobody is in Vigo");
    board_close(&b);
    for (unsigned fall = 1; fall <= 2; fall++) {
        open_empty(AUGUST_1807);
        campaign()->spanish_flags = EAGLES_SPAIN_ROSE;
        state_of("spain")->conquered = (uint8_t)(fall - 1);
        eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
        occupy_all("spain", "france", EAGLES_FRANCE);
        board_dice(&b, ONES);
        begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
        cr_expect_eq(state_of("spain")->conquered, fall);
        cr_expect_eq(state_of("spain")->side, EAGLES_NEUTRAL);
        cr_expect_eq(pool("spain", EAGLES_M), 0);
        cr_expect_eq(pool("spain", EAGLES_P), 0);
        cr_expect_eq(pool("spain", EAGLES_I), 22);
        cr_expect_eq(control_of("madrid"), EAGLES_NEUTRAL, "a capital");
        cr_expect_eq(control_of("seville"), EAGLES_FRANCE);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ Ireland */

static void land_in_ireland(unsigned sp, unsigned leadership)
{
    board_state(&b)->pool[unit("france", EAGLES_I)] =
        (uint8_t)(board_state(&b)->pool[unit("france", EAGLES_I)] - sp);
    eagles_rows_add(board_state(&b), eagles_key(EAGLES_WAR + EAGLES_WAR_IRISH, unit("france", EAGLES_I), 0),
                    sp);
    campaign()->war_flags[EAGLES_WAR_IRISH] = EAGLES_WAR_LANDED;
    campaign()->irish_sp = (uint8_t)sp;
    campaign()->irish_leadership = (uint8_t)leadership;
}

/* Two dice, landed SP and the best leadership: 12 and more. 4 + 2 + 6 rises, 4 + 2 + 5 does not. */
Test(eagles_cases_states, ireland_rises_at_twelve)
{
    for (unsigned i = 0; i < 2; i++) {
        open_empty(SEPTEMBER_1805);
        land_in_ireland(4, 2);
        board_put(&b, "1719", "england", "I", 5);
        board_dice(&b, (const int[]){3, i == 0 ? 3 : 2, 1, 1, 1, 1, 1, 0});
        begin(EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
        cr_expect_eq((campaign()->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_ON) != 0, i == 0);
        cr_expect_eq(board_sp(&b, "1719", EAGLES_COALITION), i == 0 ? 2 : 5, "three go to Ireland");
        board_close(&b);
    }
}

/* The risen Ireland ends on two sixes, a month after it began at the earliest: the English come to a
 * production city, the French to a port of France. */
Test(eagles_cases_states, two_sixes_end_the_irish_war)
{
    open_empty(SEPTEMBER_1805);
    land_in_ireland(4, 2);
    board_put(&b, "1719", "england", "I", 5);
    board_dice(&b, (const int[]){3, 3, 1, 1, 1, 1, 1, 0});
    begin(EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    board_dice(&b, (const int[]){6, 6, 1, 1, 1, 1, 1, 0});
    begin(EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION);
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_ON, 0);
    cr_expect_eq(sp_at(EAGLES_FROM_IRELAND, "france", EAGLES_I), 4);
    cr_expect_eq(coming("england", EAGLES_I), 3);
    board_control(&b, "brest", EAGLES_COALITION);
    begin(EAGLES_STEP_HOMECOMING, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PLACE(1123)"), "Brest is lost");
    cr_expect_not(board_offers(&b, "PLACE(1924)"), "Paris is no port");
    cr_expect(board_offers(&b, "PLACE(1334)"), "Bayonne is a port in France");
    cr_expect(board_offers(&b, "PLACE(2119)"), "Antwerp");
    board_dice(&b, ONES);
    board_play(&b, "PLACE(1334)");
    cr_expect_eq(board_sp(&b, "1334", EAGLES_FRANCE), 4);
    board_close(&b);
}

/* ------------------------------------------------------------------ exile and return */

static void conquer_paris(void)
{
    hold("1924", "england", 3, EAGLES_COALITION);
    hold("1722", "england", 1, EAGLES_COALITION);
    board_put(&b, "1823", "england", "I", 1);
}

/* "All French land units outside France are moved to the Force Pool", from Ireland too; a rising goes on,
 * and without one no dice fall any more. */
Test(eagles_cases_states, the_exile_gives_ireland_up)
{
    for (unsigned risen = 0; risen < 2; risen++) {
        open_empty(JANUARY_1813);
        conquer_paris();
        const uint32_t ashore = eagles_key(EAGLES_WAR + EAGLES_WAR_IRISH, unit("france", EAGLES_I), 0);
        const unsigned before = pool("france", EAGLES_I);
        eagles_rows_add(board_state(&b), ashore, 4);
        board_state(&b)->leader_at[eagles_find_leader(board_data(&b), "ney")] = EAGLES_WAR + EAGLES_WAR_IRISH;
        campaign()->war_flags[EAGLES_WAR_IRISH] =
            (uint8_t)(EAGLES_WAR_LANDED | (risen != 0 ? EAGLES_WAR_ON | EAGLES_WAR_HAPPENED : 0));
        campaign()->irish_sp = 4;
        eagles_exile(&b.p);
        cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_IRISH, "france", EAGLES_I), 0);
        cr_expect_eq(pool("france", EAGLES_I), before + 4);
        cr_expect_eq(board_state(&b)->leader_at[eagles_find_leader(board_data(&b), "ney")], EAGLES_WAITING);
        cr_expect_eq(campaign()->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_ON, risen != 0 ? EAGLES_WAR_ON : 0);
        cr_expect_eq((campaign()->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_LANDED) != 0, risen != 0,
                     "no dice for a rising");
        board_close(&b);
    }
}

/* "Sweden becomes Neutral if it was aligned with the Allies"; a Sweden on France's side stays there. */
Test(eagles_cases_states, sweden_leaves_the_allies_at_the_exile)
{
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        open_empty(JANUARY_1813);
        eagles_take_side(&b.p, nation("sweden"), side);
        conquer_paris();
        board_dice(&b, ONES);
        begin(EAGLES_STEP_COMBAT, EAGLES_COALITION);
        cr_expect_eq(state_of("sweden")->side, side == EAGLES_FRANCE ? EAGLES_FRANCE : EAGLES_NEUTRAL);
        expect_laws();
        board_close(&b);
    }
}

/* Rolls in the third to the twelfth month after the fall: the die less one for each three months of exile
 * and each minor. Without minors a 1 brings him back in the third month, a 2 only in the sixth. */
Test(eagles_cases_states, the_return_by_months_of_exile)
{
    static const struct {
        unsigned months;
        int die;
        bool back;
    } CASES[] = {{3, 1, true},  {3, 2, false}, {5, 2, false},  {6, 2, true},
                 {8, 3, false}, {9, 3, true},  {11, 4, false}, {12, 4, true}};
    for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        open_empty(JANUARY_1813);
        conquer_paris();
        eagles_exile(&b.p);
        for (unsigned n = 0; n < board_data(&b)->nations; n++) {
            if (!board_data(&b)->nation[n].major && board_state(&b)->nation[n].side == EAGLES_FRANCE) {
                eagles_turn_neutral(&b.p, n);
            }
        }
        campaign()->exile_months = (uint8_t)CASES[i].months;
        board_dice(&b, (const int[]){CASES[i].die, 0});
        eagles_exile_step(&b.p);
        cr_expect_eq(state_of("france")->side == EAGLES_FRANCE, CASES[i].back, "month %u, die %d",
                     CASES[i].months, CASES[i].die);
        board_close(&b);
    }
}

/* 1814 +1, 1815 nothing, 1816 -2; -1 for each of the cities; 0 or less is peace. Three cities: 2 + 1 - 3 in
 * 1814 is peace, 3 + 1 - 3 is not; in 1816 5 - 2 - 3 is, 6 - 2 - 3 not. */
Test(eagles_cases_states, recognition_by_year)
{
    static const struct {
        unsigned month;
        int first, second;
        bool peace;
    } CASES[] = {{JANUARY_1814, 1, 1, true},      {JANUARY_1814, 1, 2, false},
                 {JANUARY_1814 + 12, 1, 2, true}, {JANUARY_1814 + 12, 2, 2, false},
                 {JANUARY_1814 + 24, 1, 4, true}, {JANUARY_1814 + 24, 3, 3, false}};
    for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        open_empty(CASES[i].month);
        for (unsigned city = 0; city < board_data(&b)->cities; city++) {
            eagles_set_control(&b.p, city, EAGLES_COALITION);
        }
        board_control(&b, "brussels", EAGLES_FRANCE);
        board_control(&b, "genoa", EAGLES_FRANCE);
        board_control(&b, "zurich", EAGLES_FRANCE);
        board_control(&b, "cologne", EAGLES_FRANCE); /* not in the list */
        campaign()->exile_flags = EAGLES_RETURNED;
        board_dice(&b, (const int[]){CASES[i].first, CASES[i].second, 0});
        eagles_exile_step(&b.p);
        cr_expect_eq(board_state(&b)->header.over, CASES[i].peace ? 1 + EAGLES_DRAWN : 0, "case %u", i);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ victory */

static unsigned month_ends(unsigned month)
{
    board_month(&b, month);
    board_dice(&b, (const int[]){2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0});
    EaglesState *s = board_state(&b);
    s->depth = 0;
    s->active = EAGLES_COALITION;
    memset(s->stack, 0, sizeof s->stack);
    b.p.dice = &b.dice;
    eagles_push(&b.p, EAGLES_STEP_MONTH_END)->phase = 1; /* behind the foreign wars */
    eagles_month_end_run(&b.p);
    return s->header.over;
}

/* Paris French, unbesieged, France never conquered, not neutral: France wins in December 1815. */
Test(eagles_cases_states, the_end_with_paris)
{
    open_empty(DECEMBER_1815);
    cr_expect_eq(month_ends(DECEMBER_1815), 1 + EAGLES_WON_FRANCE);
    board_close(&b);
}

/* Once conquered and back, it is the number of production cities that decides; equal: a draw. */
Test(eagles_cases_states, the_end_by_production_cities)
{
    for (unsigned more = 0; more < 3; more++) {
        open_empty(DECEMBER_1815);
        state_of("france")->conquered = 1;
        for (unsigned city = 0; city < board_data(&b)->cities; city++) {
            eagles_set_control(&b.p, city, EAGLES_NEUTRAL);
        }
        board_control(&b, "paris", EAGLES_FRANCE);
        board_control(&b, "milan", EAGLES_FRANCE);
        board_control(&b, "brest", EAGLES_FRANCE); /* naval: does not count */
        board_control(&b, "london", EAGLES_COALITION);
        board_control(&b, "vienna", more > 0 ? EAGLES_COALITION : EAGLES_NEUTRAL);
        board_control(&b, "berlin", more > 1 ? EAGLES_COALITION : EAGLES_NEUTRAL);
        static const unsigned RESULT[] = {1 + EAGLES_WON_FRANCE, 1 + EAGLES_DRAWN, 1 + EAGLES_WON_COALITION};
        cr_expect_eq(month_ends(DECEMBER_1815), RESULT[more], "%u more", more);
        board_close(&b);
    }
}

/* Twelve months of exile without return: who fell in January is not back at the end of the next January. */
Test(eagles_cases_states, a_year_of_exile_is_a_victory_of_the_allies)
{
    open_empty(JANUARY_1813);
    conquer_paris();
    eagles_exile(&b.p);
    state_of("france")->conquered = 1;
    for (unsigned month = JANUARY_1813; month < JANUARY_1814; month++) {
        cr_expect_eq(campaign()->exile_months, month - JANUARY_1813);
        cr_expect_eq(month_ends(month), 0, "%u months", month - JANUARY_1813);
    }
    cr_expect_eq(campaign()->exile_months, 12);
    cr_expect_eq(month_ends(JANUARY_1814), 1 + EAGLES_WON_COALITION, "twelve");
    board_close(&b);
}

/* England, Spain or Russia conquered and not at war since, and 15 red and Landwehr cities. Austria's fall is
 * not enough, nor are fourteen cities. */
Test(eagles_cases_states, a_great_conquest_needs_fifteen_cities)
{
    static const char *const CITIES[] = {"paris",    "lyon",     "lille",  "bordeaux",  "milan",
                                         "florence", "zurich",   "munich", "stuttgart", "amsterdam",
                                         "vienna",   "budapest", "berlin", "breslau",   "madrid"};
    for (unsigned i = 0; i < 4; i++) {
        open_empty(SEPTEMBER_1805);
        const char *fallen = i == 2 ? "austria" : "spain";
        for (unsigned city = 0; city < board_data(&b)->cities; city++) {
            eagles_set_control(&b.p, city, EAGLES_NEUTRAL);
        }
        for (unsigned k = 0; k < (i == 1 ? 14U : 15U); k++) {
            board_control(&b, CITIES[k], EAGLES_FRANCE);
        }
        state_of(fallen)->conquered = 1;
        state_of(fallen)->flags |= EAGLES_NATION_NOW;
        eagles_set_nation(&b.p, nation(fallen), EAGLES_NEUTRAL, state_of(fallen)->colour);
        campaign()->conqueror[nation(fallen)] = (uint8_t)(i == 3 ? EAGLES_COALITION + 1 : EAGLES_FRANCE + 1);
        cr_expect_eq(month_ends(SEPTEMBER_1805), i == 0 ? 1 + EAGLES_WON_FRANCE : 0, "case %u", i);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ Holland */

/* After 1809, with Amsterdam, Antwerp and Brussels; a refusal is no answer for ever. */
Test(eagles_cases_states, when_holland_can_be_annexed)
{
    static const struct {
        unsigned month;
        const char *lost;
        bool asked;
    } CASES[] = {{DECEMBER_1809, NULL, false}, {JANUARY_1810, NULL, true}, {JANUARY_1810, "antwerp", false}};
    for (unsigned i = 0; i < 3; i++) {
        open_empty(CASES[i].month);
        board_dice(&b, ONES);
        if (CASES[i].lost != NULL) {
            board_control(&b, CASES[i].lost, EAGLES_COALITION);
        }
        begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "ANNEX(yes)"), CASES[i].asked, "case %u", i);
        if (CASES[i].asked) {
            board_play(&b, "ANNEX(no)");
            begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
            cr_expect(board_offers(&b, "ANNEX(yes)"), "asked again");
        }
        board_close(&b);
    }
}

/* Lost to the Coalition and conquered back Holland may be annexed again (rulebook: Holland); the counters
 * that she brings are French already. */
Test(eagles_cases_states, holland_is_annexed_again)
{
    open_empty(JANUARY_1810);
    board_dice(&b, ONES);
    eagles_annex_holland(&b.p);
    const unsigned infantry = eagles_in_pool(&b.p, unit("france", EAGLES_I));
    const unsigned squadrons = eagles_in_pool(&b.p, unit("france", EAGLES_S));
    eagles_join_holland_to_coalition(&b.p, false);
    cr_expect_eq(owner_of("2217"), nation("holland"));
    eagles_conquer(&b.p, nation("holland"), EAGLES_FRANCE);
    board_control(&b, "amsterdam", EAGLES_FRANCE);
    board_control(&b, "antwerp", EAGLES_FRANCE);
    board_control(&b, "brussels", EAGLES_FRANCE);
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_assert(board_offers(&b, "ANNEX(yes)"));
    board_play(&b, "ANNEX(yes)");
    cr_expect_eq(owner_of("2217"), nation("france"));
    cr_expect_eq(eagles_in_pool(&b.p, unit("france", EAGLES_I)), infantry);
    cr_expect_eq(eagles_in_pool(&b.p, unit("france", EAGLES_S)), squadrons);
    expect_laws();
    board_close(&b);
}

/* Annexed Holland is French home territory; the pool grows; Dutch ships are gone. */
Test(eagles_cases_states, annexed_holland_is_home)
{
    open_empty(JANUARY_1810);
    launch("2217", "holland", EAGLES_S, 2);
    board_put(&b, "2319", "holland", "I", 1);
    const unsigned squadrons = eagles_in_pool(&b.p, unit("france", EAGLES_S));
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_expect_not(eagles_is_home(&b.p, unit("france", EAGLES_I), board_hex(&b, "2217")));
    board_play(&b, "ANNEX(yes)");
    cr_expect(eagles_is_home(&b.p, unit("france", EAGLES_I), board_hex(&b, "2217")));
    cr_expect_eq(board_sp(&b, "2319", EAGLES_FRANCE), 0);
    cr_expect_eq(eagles_in_pool(&b.p, unit("france", EAGLES_S)), squadrons + 1);
    cr_expect_eq(eagles_in_pool(&b.p, unit("holland", EAGLES_S)), 0, "for the rest of the game");
    cr_expect_eq(eagles_squadrons(&b.p, EAGLES_FRANCE, board_hex(&b, "2217"), 0), 0);
    cr_expect_eq(control_of("amsterdam"), EAGLES_FRANCE);
    expect_laws();
    board_close(&b);
}

/* Holland in the Coalition builds at Brussels; she falls when the French hold the three cities, and then
 * Belgium is French again and Holland France's friend. */
Test(eagles_cases_states, holland_in_the_coalition_falls)
{
    open_empty(JANUARY_1813);
    eagles_join_holland_to_coalition(&b.p, false);
    const unsigned brussels = eagles_find_city(board_data(&b), "brussels");
    cr_expect(eagles_is_production_city(&b.p, nation("holland"), brussels));
    cr_expect_not(
        eagles_is_production_city(&b.p, nation("holland"), eagles_find_city(board_data(&b), "amsterdam")));
    hold("2217", "france", 2, EAGLES_FRANCE);
    hold("2121", "france", 2, EAGLES_FRANCE);
    DICE(4, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION, "Antwerp is missing");
    hold("2119", "france", 1, EAGLES_FRANCE);
    DICE(4, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_expect_eq(state_of("holland")->side, EAGLES_FRANCE);
    cr_expect_eq(owner_of("2121"), nation("france"));
    cr_expect_eq(owner_of("2217"), nation("holland"));
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ production and lending */

static void produce(unsigned side, int die)
{
    DICE(die);
    begin(EAGLES_STEP_PRODUCTION, side);
}

/* Plays on until a nation is asked what it builds, storing nothing. */
static void until_builds(const char *move)
{
    while (!board_offers(&b, move)) {
        MoveList list;
        char text[MOVE_TEXT_BYTES];
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0, "%s was never offered", move);
        const bool stores = board_state(&b)->header.step == EAGLES_STEP_STORE;
        eagles_move_text(board_data(&b), list.moves[stores ? 0 : list.count - 1], text);
        board_play(&b, text);
    }
}

/* Kiev makes nothing while the Turks are at war: two red points, of five on the die. */
Test(eagles_cases_states, kiev_makes_nothing_in_a_turkish_war)
{
    for (unsigned war = 0; war < 2; war++) {
        open_empty(SEPTEMBER_1805);
        campaign()->war_flags[EAGLES_WAR_TURKISH] = war == 0 ? 0 : EAGLES_WAR_ON;
        produce(EAGLES_COALITION, 5);
        if (war == 1) {
            until_builds("INVEST(turkish,no)");
            board_play(&b, "INVEST(turkish,no)");
        }
        until_builds("BUILD(russia,GI)");
        cr_expect_eq(campaign()->production.red, war == 0 ? 6 : 4, "war %u", war);
        board_close(&b);
    }
}

/* Red points vanish, five naval points may be kept: of Reval's point one, with four stored five, never six.
 */
Test(eagles_cases_states, other_naval_nations_store_naval_points)
{
    open_empty(SEPTEMBER_1805);
    state_of("russia")->stored = 5;
    produce(EAGLES_COALITION, 5);
    until_builds("BUILD(russia,I)");
    while (board_state(&b)->header.step != EAGLES_STEP_STORE) {
        board_play(&b, "DONE");
    }
    cr_expect(board_offers(&b, "STORE(russia,5)"));
    cr_expect_not(board_offers(&b, "STORE(russia,6)"));
    board_close(&b);
}

/* Landwehr costs half a point, and Landwehr cities pay for nothing else: Prague's point makes two. */
Test(eagles_cases_states, landwehr_cities_pay_for_landwehr)
{
    open_empty(SEPTEMBER_1805);
    state_of("austria")->conquered = 1; /* activates the Landwehr */
    produce(EAGLES_COALITION, 5);
    until_builds("BUILD(austria,L)");
    cr_expect_eq(campaign()->production.red, 2 * 2, "Vienna and Buda-Pest");
    cr_expect_eq(campaign()->production.landwehr, 2 * 2, "Prague and Innsbruck");
    board_play(&b, "BUILD(austria,L)");
    board_play(&b, "BUILD_AT(prague)");
    cr_expect_eq(campaign()->production.landwehr, 3);
    cr_expect_eq(campaign()->production.red, 4);
    board_close(&b);
}

/* Invaded Spain: six for Madrid, two for each other capital or major city, one for the rest, if controlled or
 * free of enemy SP. 6 + 6 x 2 + 24 - 1 for Burgos, where the French stand; Seville under a French flag,
 * empty, counts. */
Test(eagles_cases_states, points_of_an_invaded_spain)
{
    open_empty(AUGUST_1807);
    campaign()->spanish_flags = EAGLES_SPAIN_ROSE;
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    hold("0935", "france", 20, EAGLES_FRANCE);
    board_control(&b, "seville", EAGLES_FRANCE);
    produce(EAGLES_COALITION, 6);
    until_builds("BUILD(spain,P)");
    cr_expect_eq(eagles_top(&b.p)->x, 2 * 41, "%u halves", eagles_top(&b.p)->x);
    cr_expect_not(board_offers(&b, "BUILD(spain,I)"), "partisans and militia first");
    board_close(&b);
}

/* A beaten besieger came to Seville after the cities had changed hands: it is Spanish still, but nothing is
 * built under his eyes. */
Test(eagles_cases_states, invaded_spain_builds_nothing_where_enemies_stand)
{
    open_empty(AUGUST_1807);
    campaign()->spanish_flags = EAGLES_SPAIN_ROSE;
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    hold("0935", "france", 20, EAGLES_FRANCE);
    board_put(&b, "0443", "france", "I", 1);
    board_control(&b, "seville", EAGLES_COALITION);
    produce(EAGLES_COALITION, 6);
    until_builds("BUILD(spain,P)");
    board_play(&b, "BUILD(spain,M)");
    cr_expect(board_offers(&b, "BUILD_AT(cadiz)"));
    cr_expect_not(board_offers(&b, "BUILD_AT(seville)"));
    board_close(&b);
}

/* What England lent is spent in Spain's production too. */
Test(eagles_cases_states, points_lent_to_an_invaded_spain)
{
    open_empty(AUGUST_1807);
    campaign()->spanish_flags = EAGLES_SPAIN_ROSE;
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    hold("0935", "france", 20, EAGLES_FRANCE);
    campaign()->points_sent[nation("spain")] = 3;
    produce(EAGLES_COALITION, 1);
    until_builds("BUILD(spain,P)");
    cr_expect_eq(eagles_top(&b.p)->x, 2 * (41 + 3));
    while (board_state(&b)->header.step != EAGLES_STEP_CITY_OF_GROUP &&
           campaign()->points_sent[nation("spain")] > 0) {
        MoveList list;
        char text[MOVE_TEXT_BYTES];
        board_dice(&b, ONES);
        game_legal(&b.game, &b.buffer.header, &list);
        eagles_move_text(board_data(&b), list.moves[list.count - 1], text);
        board_play(&b, text);
    }
    cr_expect_eq(campaign()->points_sent[nation("spain")], 0, "once");
    board_close(&b);
}

/* Points that England sent this turn help the Coalition's die, one each. */
Test(eagles_cases_states, points_sent_help_an_alliance)
{
    open_empty(SEPTEMBER_1805);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        eagles_set_control(&b.p, city, EAGLES_NEUTRAL);
    }
    const int before = eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_COALITION);
    campaign()->points_sent[nation("austria")] = 2;
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_COALITION), before + 2);
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("prussia"), EAGLES_COALITION), before,
                 "that country alone");
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_FRANCE), before,
                 "the Allied die-roll alone");
    board_close(&b);
}

/* While Russia is at war with Turkey Kiev is no production city for production: St. Petersburg and Moscow
 * take two points, not three. */
Test(eagles_cases_states, kiev_takes_no_point_while_the_turkish_war_lasts)
{
    for (unsigned war = 0; war < 2; war++) {
        open_empty(SEPTEMBER_1805);
        campaign()->war_flags[EAGLES_WAR_TURKISH] = war == 1 ? EAGLES_WAR_ON : 0;
        const unsigned ship = launch_points("4602", 5);
        eagles_land_points(&b.p, ship, board_hex(&b, "4602"));
        cr_expect_eq(campaign()->points_sent[nation("russia")], war == 1 ? 2 : 3);
        board_close(&b);
    }
}

/* No more than the points of the target's own red cities: two when Kiev is lost, one for Portugal, none for a
 * neutral. */
Test(eagles_cases_states, how_many_points_are_taken)
{
    open_empty(SEPTEMBER_1805);
    board_control(&b, "kiev", EAGLES_FRANCE);
    eagles_take_side(&b.p, nation("portugal"), EAGLES_COALITION);
    const unsigned ship = launch_points("4602", 5);
    eagles_land_points(&b.p, ship, board_hex(&b, "4602"));
    cr_expect_eq(campaign()->points_sent[nation("russia")], 2);
    eagles_land_points(&b.p, ship, board_hex(&b, "0140"));
    cr_expect_eq(campaign()->points_sent[nation("portugal")], 1);
    eagles_land_points(&b.p, ship, board_hex(&b, "3112"));
    cr_expect_eq(campaign()->points_sent[nation("denmark")], 0);
    cr_expect_eq(board_state(&b)->ship_points[ship], 2);
    board_close(&b);
}

/* ------------------------------------------------------------------ prisoners */

static void imprison(const char *who, unsigned type, unsigned sp)
{
    board_state(&b)->pool[unit(who, type)] = (uint8_t)(board_state(&b)->pool[unit(who, type)] - sp);
    eagles_rows_add(board_state(&b), eagles_key(EAGLES_PRISONER, unit(who, type), 0), sp);
}

/* As many as the side with fewer has, and only in January. */
Test(eagles_cases_states, prisoners_are_exchanged_in_january)
{
    for (unsigned month = JANUARY_1806; month <= JANUARY_1806 + 1; month++) {
        open_empty(month);
        imprison("france", EAGLES_I, 3);
        imprison("austria", EAGLES_I, 1);
        imprison("russia", EAGLES_C, 1);
        month_ends(month);
        const bool january = month == JANUARY_1806;
        cr_expect_eq(sp_at(EAGLES_PRISONER, "france", EAGLES_I), january ? 1 : 3);
        cr_expect_eq(sp_at(EAGLES_PRISONER, "austria", EAGLES_I), january ? 0 : 1);
        cr_expect_eq(sp_at(EAGLES_PRISONER, "russia", EAGLES_C), january ? 0 : 1);
        board_close(&b);
    }
}

/* A nation that changes sides by conquest gets its prisoners back, in its pool. */
Test(eagles_cases_states, prisoners_of_a_conquered_nation_are_free)
{
    open_empty(SEPTEMBER_1805);
    imprison("wurttemberg", EAGLES_I, 2);
    imprison("france", EAGLES_I, 1);
    hold("2625", "austria", 2, EAGLES_COALITION);
    DICE(4, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_COALITION);
    cr_expect_eq(state_of("wurttemberg")->side, EAGLES_COALITION);
    cr_expect_eq(sp_at(EAGLES_PRISONER, "wurttemberg", EAGLES_I), 0);
    cr_expect_eq(sp_at(EAGLES_PRISONER, "france", EAGLES_I), 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ expeditionary forces */

static void befriend(const char *who)
{
    state_of(who)->conquered = 2;
    eagles_take_side(&b.p, nation(who), EAGLES_FRANCE);
    campaign()->tilsit = 1;
}

static unsigned expedition_at(const char *hex)
{
    const EaglesState *s = board_state(&b);
    unsigned sp = 0;
    const unsigned place = board_hex(&b, hex);
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place); i++) {
        sp += (eagles_row_flags(s, i) & EAGLES_FLAG_EXPEDITION) != 0 ? s->row_count[i] : 0U;
    }
    return sp;
}

/* Die and alliance modifier together: 8 SP at 0 and less, 7, 6, 6, 5, 4, 3, from 7 on 2. */
Test(eagles_cases_states, size_of_an_expeditionary_force)
{
    static const unsigned SIZE[] = {8, 7, 6, 6, 5, 4, 3, 2};
    for (int die = 1; die <= 6; die++) {
        open_empty(SEPTEMBER_1805);
        befriend("austria");
        board_put(&b, "3223", "austria", "I", 20);
        const int sum = die + eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_FRANCE);
        const int row = sum < 0 ? 0 : sum > 7 ? 7 : sum;
        DICE(die, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
        begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
        board_play(&b, "REQUEST_EXP(austria)");
        cr_expect_eq(expedition_at("3427"), SIZE[row], "%d with %d", die, sum);
        begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
        cr_expect_not(board_offers(&b, "REQUEST_EXP(austria)"), "once a game");
        board_close(&b);
    }
}

/* In a production city where the capital is lost. */
Test(eagles_cases_states, an_expeditionary_force_without_its_capital)
{
    open_empty(SEPTEMBER_1805);
    befriend("austria");
    board_control(&b, "vienna", EAGLES_COALITION);
    board_put(&b, "3223", "austria", "I", 20);
    DICE(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
    board_play(&b, "REQUEST_EXP(austria)");
    cr_expect_eq(expedition_at("3427"), 0);
    cr_expect_gt(expedition_at("3828"), 0, "Buda-Pest");
    board_close(&b);
}

/* Of a Prussia that kept Warsaw and Konigsberg alone nothing is asked: there is no Poland that Warsaw would
 * produce for, and Konigsberg raises no Landwehr yet. */
Test(eagles_cases_states, an_expeditionary_force_needs_a_production_city)
{
    for (unsigned berlin = 0; berlin < 2; berlin++) {
        open_empty(SEPTEMBER_1805);
        befriend("prussia");
        for (unsigned city = 0; city < board_data(&b)->cities; city++) {
            const char *id = board_data(&b)->city[city].id;
            const bool kept = strcmp(id, "warsaw") == 0 || strcmp(id, "konigsberg") == 0 ||
                              (berlin == 1 && strcmp(id, "berlin") == 0);
            if (eagles_city_owner(&b.p, city) == nation("prussia") && !kept) {
                board_control(&b, id, EAGLES_COALITION);
            }
        }
        begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
        cr_expect_eq(board_state(&b)->header.step == EAGLES_STEP_REQUEST, berlin == 1);
        board_close(&b);
    }
}

/* Who is immune lends nobody else his colour or his home: of four Austrians of the force and four French in
 * Vienna the French alone are looked at, 5 - 1 + 1 for want of supply takes nobody. */
Test(eagles_cases_states, attrition_beside_an_expeditionary_force)
{
    open_empty(SEPTEMBER_1805);
    befriend("austria");
    eagles_bring(&b.p, board_hex(&b, "3427"), unit("austria", EAGLES_I), 4, EAGLES_FLAG_EXPEDITION, true);
    board_put(&b, "3427", "france", "I", 4);
    DICE(5);
    begin(EAGLES_STEP_ATTRITION, EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "3427", EAGLES_FRANCE), 8);
    board_close(&b);
}

/* Immune at home, not abroad: six SP with an 6 on the die, unsupplied. */
Test(eagles_cases_states, attrition_of_an_expeditionary_force)
{
    for (unsigned abroad = 0; abroad < 2; abroad++) {
        open_empty(SEPTEMBER_1805);
        befriend("austria");
        const char *hex = abroad == 0 ? "3427" : "2927";
        eagles_bring(&b.p, board_hex(&b, hex), unit("austria", EAGLES_I), 6, EAGLES_FLAG_EXPEDITION, true);
        DICE(6, 1, 1, 1, 1, 1, 1, 1);
        begin(EAGLES_STEP_ATTRITION, EAGLES_FRANCE);
        cr_expect_eq(expedition_at(hex), abroad == 0 ? 6 : 4, "Munich: 6 in the column of 6 to 10");
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ foreign wars */

static void wars(void) { begin(EAGLES_STEP_FOREIGN_WARS, EAGLES_COALITION); }

/* A point of Russia adds one to the roll of that month, and of no other. */
Test(eagles_cases_states, a_point_counts_for_one_roll)
{
    for (unsigned month = 0; month < 2; month++) {
        open_empty(SEPTEMBER_1805);
        campaign()->war_flags[EAGLES_WAR_TURKISH] = EAGLES_WAR_ON;
        campaign()->war_months[EAGLES_WAR_TURKISH] = 3;
        produce(EAGLES_COALITION, 1);
        until_builds("INVEST(turkish,yes)");
        board_play(&b, "INVEST(turkish,yes)");
        if (month == 1) { /* the next month; Russia is neutral and builds nothing */
            eagles_turn_neutral(&b.p, nation("russia"));
            produce(EAGLES_COALITION, 1);
        }
        DICE(5, 6, 1, 1, 1, 1, 1, 1);
        wars();
        cr_expect_eq((campaign()->war_flags[EAGLES_WAR_TURKISH] & EAGLES_WAR_ON) != 0, month == 1,
                     "11 + 1, then 11");
        board_close(&b);
    }
}

/* The Turks may come again, the Americans not: January's dice are for those who may. */
Test(eagles_cases_states, which_wars_come_again)
{
    open_empty(JANUARY_1806);
    campaign()->war_flags[EAGLES_WAR_USA] = EAGLES_WAR_HAPPENED;
    campaign()->war_flags[EAGLES_WAR_TURKISH] = EAGLES_WAR_HAPPENED;
    board_put(&b, "5020", "russia", "I", 8);
    DICE(1, 1, 1, 1, 1, 1, 1, 1);
    wars();
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_USA] & EAGLES_WAR_ON, 0);
    cr_expect_neq(campaign()->war_flags[EAGLES_WAR_TURKISH] & EAGLES_WAR_ON, 0);
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_TURKISH, "russia", EAGLES_I), 6);
    cr_expect_eq(board_sp(&b, "5020", EAGLES_COALITION), 2, "from the map first");
    cr_expect_eq(sp_at(EAGLES_WAR + EAGLES_WAR_TURKISH, "russia", EAGLES_C), 2, "then from the pool");
    board_close(&b);
}

/* Finland is Russia's when the war ends by the dice too. */
Test(eagles_cases_states, two_sixes_end_the_finnish_war)
{
    open_empty(SEPTEMBER_1805);
    board_dice(&b, ONES);
    eagles_take_side(&b.p, nation("sweden"), EAGLES_FRANCE);
    campaign()->war_flags[EAGLES_WAR_FINNISH] = EAGLES_WAR_ON | EAGLES_WAR_HAPPENED;
    campaign()->war_months[EAGLES_WAR_FINNISH] = 1;
    eagles_rows_add(board_state(&b), eagles_key(EAGLES_WAR + EAGLES_WAR_FINNISH, unit("sweden", EAGLES_I), 0),
                    3);
    board_state(&b)->pool[unit("sweden", EAGLES_I)] -= 3;
    DICE(6, 6, 1, 1, 1, 1, 1, 1);
    wars();
    cr_expect_eq(campaign()->war_flags[EAGLES_WAR_FINNISH] & EAGLES_WAR_ON, 0);
    cr_expect_eq(owner_of("3902"), nation("russia"), "Abo");
    cr_expect_eq(control_of("abo"), EAGLES_COALITION);
    cr_expect_eq(coming("sweden", EAGLES_I) + board_sp(&b, "3604", EAGLES_FRANCE), 3);
    board_close(&b);
}

/* ------------------------------------------------------------------ the Channel */

/* English squadrons in the North Sea or in a hex on it forbid the crossing; blockaded ones do not, nor those
 * at Bristol, on the Atlantic. */
Test(eagles_cases_states, which_squadrons_guard_the_channel)
{
    static const struct {
        const char *hex;
        bool blockaded, crossing;
    } CASES[] = {{"1917", false, false}, {"1917", true, true}, {"1418", false, true}};
    for (unsigned i = 0; i < 3; i++) {
        open_empty(SEPTEMBER_1805);
        board_put(&b, "1920", "france", "I", 3);
        board_lead(&b, "1920", "davout");
        launch("1920", "france", EAGLES_T, 1);
        launch(CASES[i].hex, "england", EAGLES_S, 1);
        if (CASES[i].blockaded) {
            cr_assert(
                eagles_launch(&b.p, unit("france", EAGLES_S), EAGLES_COAST + board_hex(&b, CASES[i].hex)));
        }
        begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
        cr_expect_eq(board_state(&b)->header.step == EAGLES_STEP_CROSS, CASES[i].crossing, "case %u", i);
        board_close(&b);
    }
}

/* Twenty SP of the French army, no allies, and not where the enemy stands. */
Test(eagles_cases_states, who_crosses_and_where)
{
    open_empty(SEPTEMBER_1805);
    board_put(&b, "1920", "france", "I", 24);
    board_put(&b, "1920", "holland", "I", 2);
    board_lead(&b, "1920", "davout");
    board_put(&b, "1819", "england", "I", 1); /* Dover */
    launch("1920", "france", EAGLES_T, 1);
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "CROSS(1819)"));
    board_play(&b, "CROSS(1519)"); /* Portsmouth */
    cr_expect_not(board_offers(&b, "ROWS(holland,I,1)"));
    cr_expect_not(board_offers(&b, "ROWS(france,I,21)"));
    DICE(1, 1);
    board_play(&b, "ROWS(france,I,20)");
    board_play(&b, "WITH(davout,no)");
    /* each die 1 - 1 + 1 + 1: the row of 2 takes two of twenty, then one of eighteen; see below */
    cr_expect_eq(board_sp(&b, "1920", EAGLES_FRANCE), 6);
    board_close(&b);
}

/* The dice of the crossing look at those who crossed alone: twelve unsupplied French beside others who are
 * fed at Dover, 3 - 1 + 1 + 1 for area 1 and 4. */
Test(eagles_cases_states, the_dice_of_the_crossing_are_for_those_who_crossed)
{
    open_empty(SEPTEMBER_1805);
    const unsigned dover = board_hex(&b, "1819");
    const unsigned landed = EAGLES_FLAG_GROUP | EAGLES_FLAG_UNSUPPLIED;
    eagles_bring(&b.p, dover, unit("france", EAGLES_I), 12, landed, true);
    board_put(&b, "1819", "france", "I", 13);
    board_state(&b)->active = EAGLES_FRANCE;
    cr_expect_eq(eagles_attrition_of(&b.p, dover, 4, 12, EAGLES_FLAG_GROUP).left, 2);
    cr_expect_eq(eagles_attrition_of(&b.p, dover, 4, 12, 0).left, 1);
    board_close(&b);
}

/* A leader alone keeps nobody from the coast: Moore in London flees to the SP at Dover. */
Test(eagles_cases_states, a_leader_alone_does_not_hold_the_coast)
{
    open_empty(SEPTEMBER_1805);
    board_put(&b, "1920", "france", "I", 3);
    board_lead(&b, "1920", "davout");
    board_put(&b, "1819", "england", "I", 1);
    board_lead(&b, "1719", "moore");
    launch("1920", "france", EAGLES_T, 1);
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_dice(&b, ONES);
    board_moves(&b, (const char *const[]){"CROSS(1719)", "ROWS(france,I,3)", "WITH(davout,yes)", NULL});
    cr_expect_eq(board_sp(&b, "1719", EAGLES_FRANCE), 3);
    cr_expect_eq(board_leader_at(&b, "moore"), board_hex(&b, "1819"));
    board_close(&b);
}

/* ------------------------------------------------------------------ conquests */

/* Prussia falls with Berlin and Breslau; her ships of none, her SP abroad disband, a Russian at home comes
 * again next turn. A second fall needs a war in between. */
Test(eagles_cases_states, prussia_falls_once_a_war)
{
    open_empty(JANUARY_1806);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
    hold("3118", "france", 2, EAGLES_FRANCE);
    hold("3521", "france", 2, EAGLES_FRANCE);
    board_put(&b, "3914", "prussia", "I", 4); /* Konigsberg */
    board_put(&b, "3121", "prussia", "I", 2); /* Dresden, abroad */
    board_put(&b, "3615", "russia", "I", 3);  /* Dantzig */
    board_dice(&b, ONES);
    begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_expect_eq(state_of("prussia")->conquered, 1);
    cr_expect_eq(board_sp(&b, "3914", EAGLES_NEUTRAL), 4);
    cr_expect_eq(board_sp(&b, "3121", EAGLES_NEUTRAL), 0);
    cr_expect_eq(coming("russia", EAGLES_I), 3);
    cr_expect_eq(control_of("breslau"), EAGLES_FRANCE);
    cr_expect_eq(control_of("berlin"), EAGLES_NEUTRAL);
    eagles_conquer(&b.p, nation("prussia"), EAGLES_FRANCE);
    board_close(&b);
}

/* French-controlled Saxons, Swedes and English-controlled Dutch keep their morale; others lose one when their
 * conqueror was not their first controller. */
Test(eagles_cases_states, morale_of_conquered_minors)
{
    static const struct {
        const char *who, *hex, *by;
        unsigned side, malus;
    } CASES[] = {{"saxony", "3121", "france", EAGLES_FRANCE, 0},
                 {"wurttemberg", "2625", "austria", EAGLES_COALITION, 1},
                 {"sweden", "3604", "france", EAGLES_FRANCE, 0},
                 {"denmark", "3112", "france", EAGLES_FRANCE, 1},
                 {"naples", "2835", "austria", EAGLES_COALITION, 1}};
    for (unsigned i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        open_empty(SEPTEMBER_1805);
        eagles_take_side(&b.p, nation(CASES[i].who), eagles_other(CASES[i].side));
        hold(CASES[i].hex, CASES[i].by, 3, CASES[i].side);
        if (strcmp(CASES[i].who, "naples") == 0) {
            hold("3241", CASES[i].by, 3, CASES[i].side);
        }
        DICE(4, 4, 4, 4, 4, 4, 4, 4, 4);
        begin(EAGLES_STEP_COMBAT, CASES[i].side);
        cr_expect_eq(state_of(CASES[i].who)->side, CASES[i].side, "%s", CASES[i].who);
        cr_expect_eq(state_of(CASES[i].who)->malus, CASES[i].malus, "%s", CASES[i].who);
        board_close(&b);
    }
}

/* Territorial changes are cancelled by the conquest of the minor that had the land. */
Test(eagles_cases_states, tirol_comes_back_with_bavarias_fall)
{
    open_empty(SEPTEMBER_1805);
    state_of("austria")->conquered = 1;
    eagles_cede_region(&b.p, board_data(&b)->campaign.tirol, nation("bavaria"));
    hold("2927", "austria", 3, EAGLES_COALITION);
    hold("2928", "austria", 3, EAGLES_COALITION); /* Innsbruck, a production city of Austria's */
    DICE(4, 1, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_COALITION);
    cr_expect_eq(state_of("bavaria")->side, EAGLES_COALITION);
    cr_expect_eq(owner_of("2928"), nation("austria"));
    board_close(&b);
}

/* The Rhine Confederation: Frankfurt French, and Austria or Prussia conquered once; of Baden and the Empire.
 */
Test(eagles_cases_states, the_rhine_confederation_is_formed)
{
    for (unsigned fallen = 0; fallen < 2; fallen++) {
        open_empty(SEPTEMBER_1805);
        board_control(&b, "frankfurt", EAGLES_FRANCE);
        board_put(&b, "2525", "baden", "I", 1);
        state_of("austria")->conquered = (uint8_t)fallen;
        board_dice(&b, ONES);
        begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
        cr_expect_eq(state_of("rhine_confederation")->side, fallen == 0 ? EAGLES_UNFORMED : EAGLES_FRANCE);
        if (fallen == 1) {
            cr_expect_eq(owner_of("2525"), nation("rhine_confederation"), "Karlsruhe");
            cr_expect_eq(owner_of("2716"), nation("rhine_confederation"), "Bremen");
            cr_expect_eq(state_of("baden")->side, EAGLES_UNFORMED);
            cr_expect_eq(board_sp(&b, "2525", EAGLES_FRANCE), 0, "the man of Baden goes to the pool");
            cr_expect_eq(control_of("hamburg"), EAGLES_FRANCE);
            expect_laws();
        }
        board_close(&b);
    }
}

/* Westphalia falls: Hesse and Brunswick are back, on the conqueror's side; Magdeburg is Prussian again. */
Test(eagles_cases_states, westphalia_dissolves)
{
    open_empty(JANUARY_1813);
    eagles_take_side(&b.p, nation("russia"), EAGLES_COALITION);
    for (unsigned n = 0; n < 2; n++) {
        const char *old = n == 0 ? "hesse" : "brunswick";
        eagles_take_side(&b.p, nation(old), EAGLES_FRANCE);
        board_control(&b, n == 0 ? "cassel" : "brunswick", EAGLES_FRANCE);
    }
    board_dice(&b, ONES);
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_assert_eq(state_of("westphalia")->side, EAGLES_FRANCE);
    cr_assert_eq(owner_of("2720"), nation("westphalia"));
    hold("2720", "russia", 2, EAGLES_COALITION);
    hold("2819", "russia", 2, EAGLES_COALITION);
    DICE(4, 4, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_COALITION);
    cr_expect_eq(state_of("westphalia")->side, EAGLES_UNFORMED);
    cr_expect_eq(state_of("hesse")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("brunswick")->side, EAGLES_COALITION);
    cr_expect_eq(owner_of("2720"), nation("hesse"));
    expect_laws();
    board_close(&b);
}

/* Poland falls only with all her cities; her men stay French and on the map, her land is as it was. */
Test(eagles_cases_states, poland_falls_and_stays_loyal)
{
    open_empty(SEPTEMBER_1805);
    befall_austria_and_prussia();
    begin(EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    board_play(&b, "TILSIT(grand_duchy)");
    board_month(&b, JANUARY_1813);
    eagles_take_side(&b.p, nation("russia"), EAGLES_COALITION);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
    occupy_all("poland", "russia", EAGLES_COALITION);
    board_put(&b, "2623", "poland", "I", 3); /* Frankfurt */
    DICE(1, 1, 1, 1, 1, 1, 1, 1);
    begin(EAGLES_STEP_COMBAT, EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "2623", EAGLES_FRANCE), 3);
    cr_expect_eq(state_of("poland")->side, EAGLES_FRANCE);
    cr_expect_eq(owner_of("3919"), nation("prussia"), "Warsaw");
    cr_expect_eq(owner_of("3823"), nation("austria"), "Cracow");
    cr_expect_eq(control_of("warsaw"), EAGLES_COALITION);
    expect_laws();
    state_of("austria")->conquered = 2;
    eagles_cede_galicia(&b.p);
    cr_expect_eq(owner_of("4120"), nation("austria"), "nothing is ceded to a Poland that is no more");
    board_close(&b);
}

/* "Poland reverts to its unformed state" (rulebook, Conquest): her men fight on, but she is no state, neither
 * in her group nor among the pro-French minors. With Denmark and Sweden the Coalition has all that is left of
 * the BALTIC: one point. In the third month of the exile, with no other minor France's, a 2 brings Napoleon
 * back (2 - 1 - 1) as long as Poland stands, not when she has fallen (2 - 1). */
Test(eagles_cases_states, a_fallen_poland_is_no_friend_of_france)
{
    for (unsigned fallen = 0; fallen < 2; fallen++) {
        open_empty(JANUARY_1813);
        eagles_make_treaty(&b.p, 1);
        eagles_take_side(&b.p, nation("denmark"), EAGLES_COALITION);
        eagles_take_side(&b.p, nation("sweden"), EAGLES_COALITION);
        state_of("poland")->conquered = (uint8_t)fallen;
        /* Majors: England and Austria against France and Spain; the ITALIAN group is France's. */
        cr_expect_eq(eagles_alliance_modifier(&b.p, nation("russia"), EAGLES_COALITION), (int)fallen - 1);
        conquer_paris();
        eagles_exile(&b.p);
        for (unsigned n = 0; n < board_data(&b)->nations; n++) {
            if (!board_data(&b)->nation[n].major && board_state(&b)->nation[n].side == EAGLES_FRANCE &&
                n != nation("poland")) {
                eagles_turn_neutral(&b.p, n);
            }
        }
        campaign()->exile_months = 3;
        board_dice(&b, (const int[]){2, 0});
        eagles_exile_step(&b.p);
        cr_expect_eq(state_of("france")->side == EAGLES_FRANCE, fallen == 0);
        board_close(&b);
    }
}

/* England falls with an enemy in every one of her cities, Gibraltar too. */
Test(eagles_cases_states, england_falls_with_gibraltar)
{
    for (unsigned rock = 0; rock < 2; rock++) {
        open_empty(SEPTEMBER_1805);
        occupy_all("england", "france", EAGLES_FRANCE);
        if (rock == 0) {
            eagles_eliminate(&b.p, eagles_key(board_hex(&b, "0546"), unit("france", EAGLES_I), 0), 1);
        }
        board_dice(&b, ONES);
        begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
        cr_expect_eq(state_of("england")->conquered, rock);
        board_close(&b);
    }
}

/* Ships that come to others take their orders, when they are dropped on the way too. */
Test(eagles_cases_states, dropped_ships_take_the_orders_of_the_place)
{
    for (unsigned others = 0; others < 2; others++) {
        open_empty(SEPTEMBER_1805);
        launch("2236", "france", EAGLES_S, 2);      /* Toulon */
        launch("2135", "france", EAGLES_S, others); /* Marseille */
        for (unsigned i = 0; i < board_data(&b)->ships; i++) {
            const unsigned at = board_state(&b)->ship_at[i];
            board_state(&b)->ship_order[i] =
                at == board_hex(&b, "2236") ? EAGLES_ORDER_ALWAYS : EAGLES_ORDER_NEVER;
        }
        begin(EAGLES_STEP_NAVAL, EAGLES_FRANCE);
        board_play(&b, "SAIL(2236)");
        board_play(&b, "SHIPS(france,S,u,2)");
        board_play(&b, "TO(sea:western_mediterranean)");
        board_play(&b, "TO_PORT");
        board_play(&b, "TO(2135)");
        board_play(&b, "DROP");
        unsigned dropped = 0;
        for (unsigned i = 0; i < board_data(&b)->ships; i++) {
            const bool left = board_state(&b)->ship_at[i] == board_hex(&b, "2135") &&
                              (board_state(&b)->ship_flag[i] & EAGLES_SHIP_MOVED) != 0;
            dropped += left ? 1U : 0U;
            cr_expect(!left || board_state(&b)->ship_order[i] ==
                                   (others > 0 ? EAGLES_ORDER_NEVER : EAGLES_ORDER_ALWAYS));
        }
        cr_expect_eq(dropped, 1);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ new states, and what became of others */

/* Hanover is formed in the Coalition's alliance step when its city is held, red like England. */
Test(eagles_cases_states, hanover_is_formed)
{
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        open_empty(SEPTEMBER_1805);
        board_control(&b, "hanover", side);
        board_dice(&b, ONES);
        begin(EAGLES_STEP_ALLIANCE, EAGLES_COALITION);
        cr_expect_eq(state_of("hanover")->side,
                     side == EAGLES_COALITION ? EAGLES_COALITION : EAGLES_UNFORMED);
        if (side == EAGLES_COALITION) {
            cr_expect_eq(state_of("hanover")->colour, EAGLES_RED);
            cr_expect_eq(pool("hanover", EAGLES_I), 2, "its whole pool can be built");
        }
        board_close(&b);
    }
}

/* French and Spaniards besiege the English in Cadiz when Spain changes sides: at home it is the French who go
 * (13.2), and who sat inside is free. */
Test(eagles_cases_states, who_besieged_with_the_spaniards_goes_home)
{
    open_empty(SEPTEMBER_1805);
    board_besiege(&b, "0345", "england", "I", 2, 1);
    board_put(&b, "0345", "spain", "I", 3);
    board_put(&b, "0345", "france", "I", 2);
    board_control(&b, "cadiz", EAGLES_COALITION);
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    cr_expect_eq(coming("france", EAGLES_I), 2);
    cr_expect_eq(coming("spain", EAGLES_I), 0);
    cr_expect_eq(board_sp(&b, "0345", EAGLES_COALITION), 5);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "0345")), 0);
    expect_laws();
    board_close(&b);
}

/* Prussia, Saxony, Hesse and Brunswick follow each other: France declares war on Saxony. */
Test(eagles_cases_states, the_bloc_goes_to_war_together)
{
    open_empty(SEPTEMBER_1805);
    begin(EAGLES_STEP_DECLARE, EAGLES_FRANCE);
    board_dice(&b, ONES);
    board_play(&b, "WAR(saxony)");
    static const char *const BLOC[] = {"prussia", "saxony", "hesse", "brunswick"};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(state_of(BLOC[i])->side, EAGLES_COALITION, "%s", BLOC[i]);
    }
    cr_expect_eq(state_of("saxony")->colour, EAGLES_GREY);
    cr_expect_eq(control_of("dresden"), EAGLES_COALITION);
    expect_laws();
    board_close(&b);
}

/* Three turns after Austria's fall Prussia rolls for the first time: fallen in January 1806, in April. A sum
 * of twelve with one for each turn after the first roll. */
Test(eagles_cases_states, prussia_rolls_three_turns_after_austrias_fall)
{
    for (unsigned after = 2; after <= 3; after++) {
        open_empty(JANUARY_1806);
        state_of("austria")->conquered = 1;
        campaign()->prussia_wait = JANUARY_1806 + 1;
        board_month(&b, JANUARY_1806 + after);
        DICE(6, 6);
        eagles_national_entry(&b.p, EAGLES_COALITION);
        cr_expect_eq(state_of("prussia")->side, after == 3 ? EAGLES_COALITION : EAGLES_NEUTRAL);
        board_close(&b);
    }
}

/* A conquered Austria: both sides pass, nobody stacks with Austrians, nobody enters Vienna; the conqueror
 * takes a city by entering it, and Austrians there are overrun. */
Test(eagles_cases_states, moving_through_a_conquered_state)
{
    open_empty(SEPTEMBER_1805);
    hold("3427", "france", 4, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    hold("3232", "france", 2, EAGLES_FRANCE);
    board_put(&b, "3226", "austria", "I", 2); /* Linz */
    board_put(&b, "3126", "france", "I", 3);  /* Passau, next to it */
    board_lead(&b, "3126", "davout");
    board_dice(&b, ONES);
    begin(EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "END");
    board_play(&b, "RETREAT(3426,all)");
    cr_assert_eq(state_of("austria")->side, EAGLES_NEUTRAL);
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3327"), EAGLES_FRANCE));
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3327"), EAGLES_COALITION));
    cr_expect(eagles_campaign_bars(&b.p, unit("france", EAGLES_I), board_hex(&b, "3427")), "Vienna");
    cr_expect(eagles_campaign_bars(&b.p, unit("russia", EAGLES_I), board_hex(&b, "3226")),
              "Austrians in Linz");
    cr_expect_not(eagles_campaign_bars(&b.p, unit("france", EAGLES_I), board_hex(&b, "3226")),
                  "they occupy it");
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(3126)");
    board_play(&b, "TAKE(ALL)");
    board_play(&b, "STEP(E)");
    cr_expect_eq(board_sp(&b, "3226", EAGLES_NEUTRAL), 0, "overrun");
    cr_expect_eq(board_sp(&b, "3226", EAGLES_FRANCE), 3);
    board_close(&b);
}

/* In exile the French stay where they are: nothing to pick, and nothing of theirs may leave France. */
Test(eagles_cases_states, the_french_stay_at_home_in_exile)
{
    open_empty(JANUARY_1813);
    conquer_paris();
    board_put(&b, "2021", "france", "C", 4); /* Lille */
    eagles_exile(&b.p);
    state_of("france")->conquered = 1;
    begin(EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "2021", EAGLES_NEUTRAL), 4);
    cr_expect(eagles_campaign_bars(&b.p, unit("france", EAGLES_C), board_hex(&b, "2121")));
    cr_expect_not(eagles_enterable(&b.p, board_hex(&b, "2021"), EAGLES_COALITION) &&
                      !eagles_is_shut(&b.p, board_hex(&b, "2021")),
                  "nobody stacks with them");
    board_close(&b);
}

/* Who is aligned with France sends an expeditionary force while Napoleon is in exile, too: nothing but the
 * alliance, a city and the one time is asked (13.2). */
Test(eagles_cases_states, friends_send_their_force_in_exile_too)
{
    open_empty(JANUARY_1813);
    befriend("austria");
    conquer_paris();
    eagles_exile(&b.p);
    board_put(&b, "3223", "austria", "I", 5);
    board_dice(&b, ONES);
    begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
    cr_expect(board_offers(&b, "REQUEST_EXP(austria)"));
    board_close(&b);
}

/* He comes back to Paris, and France is at war with her SP where they are and her empty cities. */
Test(eagles_cases_states, the_second_reign_begins)
{
    open_empty(JANUARY_1813);
    conquer_paris();
    board_put(&b, "2021", "france", "I", 4);
    eagles_exile(&b.p);
    state_of("france")->conquered = 1;
    campaign()->exile_months = 3;
    DICE(1);
    eagles_exile_step(&b.p);
    cr_expect_eq(state_of("france")->side, EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "2021", EAGLES_FRANCE), 4);
    cr_expect_eq(control_of("lille"), EAGLES_FRANCE);
    cr_expect_eq(control_of("brussels"), EAGLES_COALITION, "Belgium stays Dutch");
    cr_expect_eq(board_leader_at(&b, "napoleon"), board_hex(&b, "1924"));
    cr_expect_eq(campaign()->exile_flags & EAGLES_EXILED, 0);
    cr_expect_neq(campaign()->exile_flags & EAGLES_RETURNED, 0);
    expect_laws();
    board_close(&b);
}

/* The game is prolonged to the twelfth month after the return: back in June 1815, it ends in June 1816. */
Test(eagles_cases_states, the_game_is_prolonged_after_the_return)
{
    enum { JUNE_1815 = 118 };
    for (unsigned after = 11; after <= 12; after++) {
        open_empty(JANUARY_1813);
        state_of("france")->conquered = 1;
        campaign()->exile_flags = EAGLES_RETURNED;
        campaign()->return_month = JUNE_1815;
        cr_expect_eq(month_ends(JUNE_1815 + after) != 0, after == 12, "%u months", after);
        board_close(&b);
    }
}

/* Austria is a target only when she fell twice and nobody is left in her pool. */
Test(eagles_cases_states, austria_needs_two_falls_and_an_empty_pool_for_an_alliance)
{
    for (unsigned i = 0; i < 3; i++) {
        open_empty(JANUARY_1813);
        state_of("austria")->conquered = (uint8_t)(i == 0 ? 1 : 2);
        eagles_turn_neutral(&b.p, nation("austria"));
        state_of("austria")->flags |= EAGLES_NATION_NOW;
        if (i != 1) {
            empty_pool_of("austria");
        }
        take_all("england", EAGLES_FRANCE);
        take_all("russia", EAGLES_FRANCE);
        begin(EAGLES_STEP_ALLY, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "ALLY(austria)"), i == 2, "case %u", i);
        board_close(&b);
    }
}

/* Russia is no target before Austria and Prussia are conquered at the same time, and never France's. */
Test(eagles_cases_states, when_russia_can_be_talked_to)
{
    for (unsigned i = 0; i < 3; i++) {
        open_empty(SEPTEMBER_1805);
        static const char *const BEATEN[] = {"austria", "prussia"};
        for (unsigned n = 0; n < 2; n++) {
            state_of(BEATEN[n])->conquered = 1;
            if (i > 0 || n == 0) {
                eagles_turn_neutral(&b.p, nation(BEATEN[n]));
                state_of(BEATEN[n])->flags |= EAGLES_NATION_NOW;
            }
        }
        campaign()->tilsit = 1;
        if (i == 2) {
            eagles_turn_neutral(&b.p, nation("russia"));
        }
        take_all("england", EAGLES_FRANCE);
        take_all("russia", EAGLES_FRANCE);
        begin(EAGLES_STEP_ALLY, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "ALLY(russia)"), i == 1, "case %u: from enemy to neutral alone", i);
        board_close(&b);
    }
}

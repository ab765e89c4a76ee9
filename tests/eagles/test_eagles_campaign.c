/* test_eagles_campaign.c: politics of the grand campaign (map 13.1, 13.2, 13.6 to 13.8, 13.10): conquest,
 * alliances, entries, treaty, exile; worked cases of the rules with scripted dice. */
#include <criterion/criterion.h>

#include "engine/eagles/campaign.h"
#include "engine/eagles/words.h"
#include "engine/words.h"
#include "tests/eagles/eagles_position.h"

enum {
    AUGUST_1805 = 0,
    SEPTEMBER_1805 = 1,
    MAY_1806 = 9,
    AUGUST_1807 = 24,
    JANUARY_1810 = 53,
    JANUARY_1813 = 89
};

static Board b;

static void open_campaign(unsigned month, const int *dice) { board_open_campaign(&b, month, dice); }

/* An empty map, all counters in the pool. */
static void open_empty(unsigned month, const int *dice)
{
    open_campaign(month, dice);
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static unsigned owner_of(const char *hex) { return eagles_owner(&b.p, board_hex(&b, hex)); }
static unsigned control_of(const char *city)
{
    return eagles_control(board_state(&b), eagles_find_city(board_data(&b), city));
}
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static unsigned pool(const char *id, unsigned type) { return board_state(&b)->pool[unit(id, type)]; }
static unsigned waiting(const char *id, unsigned type)
{
    const EaglesState *s = board_state(&b);
    for (unsigned i = eagles_first_row(s, EAGLES_ARRIVING); eagles_row_at(s, i, EAGLES_ARRIVING); i++) {
        if (eagles_row_unit(s, i) == unit(id, type)) {
            return s->row_count[i];
        }
    }
    return 0;
}
static void expect_laws(void) { board_expect_laws(&b); }

/* A side holds a city with SP of a nation. */
static void hold(const char *hex, const char *who, unsigned sp, unsigned side)
{
    board_hold(&b, hex, who, sp, side);
}

static void combat_step(unsigned side) { board_begin(&b, EAGLES_STEP_COMBAT, side); }
static void alliance_step(unsigned side) { board_begin(&b, EAGLES_STEP_ALLIANCE, side); }

static const int NO_DICE[] = {0};

/* ------------------------------------------------------------------ set-up */

Test(eagles_campaign, the_sides_of_1805)
{
    open_campaign(AUGUST_1805, NO_DICE);
    cr_expect_eq(state_of("spain")->side, EAGLES_FRANCE);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL);
    cr_expect_eq(state_of("hanover")->side, EAGLES_UNFORMED);
    cr_expect_eq(control_of("cadiz"), EAGLES_FRANCE);
    cr_expect_eq(control_of("berlin"), EAGLES_NEUTRAL);
    cr_expect_eq(pool("poland", EAGLES_I), 0);
    cr_expect_eq(pool("france", EAGLES_I), 32);
    cr_expect_eq(pool("austria", EAGLES_P), 0, "partisans of Tirol belong to 1809");
    cr_expect_eq(board_leader_at(&b, "sat_green_a"), EAGLES_WAITING, "he waits for Sweden's entry");
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ conquest (13.7; cases 163, 164, 180) */

Test(eagles_campaign, austria_falls_with_vienna_budapest_and_trieste)
{
    static const int ATTRITION[] = {1, 1, 1, 1, 1, 1, 0}; /* of the player-turn that follows */
    open_empty(SEPTEMBER_1805, ATTRITION);
    hold("3427", "france", 4, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    hold("3232", "france", 1, EAGLES_FRANCE);
    board_put(&b, "3223", "austria", "I", 3); /* Prague, at home */
    board_put(&b, "2928", "austria", "I", 2); /* Innsbruck, which is ceded */
    board_put(&b, "2632", "austria", "I", 1); /* Milan, abroad */
    board_put(&b, "3823", "russia", "I", 5);  /* Cracow */
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("austria")->side, EAGLES_NEUTRAL);
    cr_expect_eq(state_of("austria")->conquered, 1);
    cr_expect_eq(owner_of("2928"), nation("bavaria"), "Tirol");
    cr_expect_eq(owner_of("3032"), nation("northern_italy"), "Venetia");
    cr_expect_eq(owner_of("3536"), nation("northern_italy"), "Dalmatia");
    cr_expect_eq(control_of("budapest"), EAGLES_FRANCE);
    cr_expect_eq(control_of("vienna"), EAGLES_NEUTRAL);
    cr_expect_eq(board_sp(&b, "3223", EAGLES_NEUTRAL), 3);
    cr_expect_eq(board_sp(&b, "2928", EAGLES_NEUTRAL), 0, "outside the new borders");
    cr_expect_eq(board_sp(&b, "2632", EAGLES_NEUTRAL), 0);
    cr_expect_eq(waiting("russia", EAGLES_I), 5, "friends go home");
    cr_expect_eq(board_state(&b)->header.seat, SEAT_FRENCH, "the French leave Vienna");
    board_play(&b, "RETREAT(3426,all)");
    cr_expect_eq(board_sp(&b, "3427", EAGLES_FRANCE), 0);
    cr_expect_eq(board_sp(&b, "3828", EAGLES_FRANCE), 2);
    cr_expect(eagles_is_shut(&b.p, board_hex(&b, "3427")));
    board_close(&b);
}

/* Her first fall cedes the same land whoever beats her (rulebook: Austria), to those of the two that are his
 * friends: here Bavaria is, and Italy is not. Prussia counts from it, too. */
Test(eagles_campaign, a_french_austria_that_falls_cedes_tirol_to_an_allied_bavaria)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
    eagles_take_side(&b.p, nation("bavaria"), EAGLES_COALITION);
    eagles_conquer(&b.p, nation("austria"), EAGLES_COALITION);
    cr_expect_eq(owner_of("2928"), nation("bavaria"), "Tirol");
    cr_expect_eq(control_of("innsbruck"), EAGLES_COALITION);
    cr_expect_eq(owner_of("3032"), nation("austria"), "Venetia");
    cr_expect_eq(board_state(&b)->campaign.prussia_wait, SEPTEMBER_1805 + 1);
    board_close(&b);
}

Test(eagles_campaign, an_empty_or_besieged_city_does_not_count)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    hold("3427", "france", 4, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    board_control(&b, "trieste", EAGLES_FRANCE); /* controlled, nobody there */
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("austria")->conquered, 0);
    board_close(&b);
}

Test(eagles_campaign, landwehr_cities_count_once_activated)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    state_of("austria")->conquered = 1; /* activates Prague; Innsbruck is Bavarian then */
    eagles_cede_region(&b.p, board_data(&b)->campaign.tirol, nation("bavaria"));
    hold("3427", "france", 4, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    hold("3232", "france", 1, EAGLES_FRANCE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("austria")->conquered, 1, "Prague is missing");
    hold("3223", "france", 1, EAGLES_FRANCE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("austria")->conquered, 2);
    board_close(&b);
}

Test(eagles_campaign, a_minor_changes_hands_and_its_men_may_go_home)
{
    static const int REMOVED[] = {3, 1, 1, 1, 0};
    static const int STAYS[] = {4, 1, 1, 1, 0};
    for (unsigned i = 0; i < 2; i++) {
        open_empty(SEPTEMBER_1805, i == 0 ? REMOVED : STAYS);
        hold("2625", "austria", 2, EAGLES_COALITION); /* Stuttgart */
        board_put(&b, "2823", "wurttemberg", "I", 2);
        combat_step(EAGLES_COALITION);
        cr_expect_eq(state_of("wurttemberg")->side, EAGLES_COALITION);
        cr_expect_eq(state_of("wurttemberg")->colour, EAGLES_WHITE);
        cr_expect_eq(state_of("wurttemberg")->malus, 1);
        cr_expect_eq(board_sp(&b, "2823", EAGLES_COALITION), i == 0 ? 0 : 2);
        const unsigned morale = board_data(&b)->nation[nation("wurttemberg")].morale[EAGLES_I];
        cr_expect_eq(eagles_unit_morale(&b.p, unit("wurttemberg", EAGLES_I), board_hex(&b, "2823")),
                     morale - 1);
        expect_laws();
        board_close(&b);
    }
}

/* Rulebook, Control: a city changes hands when somebody stands in it or its nation does, not with a conquest
 * elsewhere. */
Test(eagles_campaign, a_conquest_elsewhere_frees_no_city)
{
    static const int DICE[] = {4, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, DICE);
    hold("2625", "austria", 2, EAGLES_COALITION); /* Stuttgart */
    board_control(&b, "venice", EAGLES_FRANCE);
    board_control(&b, "lille", EAGLES_COALITION);
    combat_step(EAGLES_COALITION);
    cr_expect_eq(state_of("wurttemberg")->side, EAGLES_COALITION);
    cr_expect_eq(control_of("venice"), EAGLES_FRANCE);
    cr_expect_eq(control_of("lille"), EAGLES_COALITION);
    board_close(&b);
}

/* Case 177. */
Test(eagles_campaign, northern_italy_stays_loyal)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    hold("2632", "austria", 4, EAGLES_COALITION);
    board_put(&b, "2835", "northern_italy", "I", 3);
    const unsigned infantry = board_data(&b)->nation[nation("northern_italy")].unit[EAGLES_I];
    eagles_capture_sp(&b.p, eagles_key(board_hex(&b, "2835"), infantry, 0), 1);
    const unsigned pool_before = pool("northern_italy", EAGLES_I);
    combat_step(EAGLES_COALITION);
    cr_expect_eq(pool("northern_italy", EAGLES_I), pool_before, "who changes no side has no prisoners freed");
    cr_expect_eq(state_of("northern_italy")->side, EAGLES_FRANCE);
    cr_expect_eq(state_of("northern_italy")->colour, EAGLES_BLUE);
    cr_expect_eq(state_of("northern_italy")->conquered, 1);
    cr_expect_eq(board_sp(&b, "2835", EAGLES_FRANCE), 2);
    combat_step(EAGLES_COALITION);
    cr_expect_eq(state_of("northern_italy")->conquered, 1, "once until a city is won back");
    board_close(&b);
}

Test(eagles_campaign, bavaria_is_loyal_until_austria_has_fallen)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    hold("2927", "austria", 4, EAGLES_COALITION);
    board_put(&b, "2823", "bavaria", "I", 4);
    combat_step(EAGLES_COALITION);
    cr_expect_eq(state_of("bavaria")->side, EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "2823", EAGLES_FRANCE), 0, "removed");
    cr_expect_eq(pool("bavaria", EAGLES_I), 7);
    board_close(&b);
}

Test(eagles_campaign, hesse_reverts_to_an_unformed_state)
{
    open_empty(MAY_1806, NO_DICE);
    eagles_enter_war(&b.p, nation("prussia"), EAGLES_COALITION);
    cr_expect_eq(state_of("hesse")->side, EAGLES_COALITION, "the bloc goes together");
    cr_expect_eq(state_of("saxony")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("saxony")->colour, EAGLES_GREY);
    hold("2720", "france", 2, EAGLES_FRANCE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("hesse")->side, EAGLES_UNFORMED);
    cr_expect_eq(control_of("cassel"), EAGLES_FRANCE);
    board_close(&b);
}

/* Red as long as it fights for England while Prussia is a friend of France; nobody's colour is left behind.
 */
Test(eagles_campaign, an_unformed_state_has_its_own_colour_again)
{
    open_empty(MAY_1806, NO_DICE);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
    eagles_take_side(&b.p, nation("hesse"), EAGLES_COALITION);
    cr_expect_eq(state_of("hesse")->colour, EAGLES_RED);
    hold("2720", "france", 2, EAGLES_FRANCE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("hesse")->side, EAGLES_UNFORMED);
    cr_expect_eq(state_of("hesse")->colour, EAGLES_GREY);
    board_close(&b);
}

/* Of a state that is neutral by conquest only the conqueror wins cities: enemies may stand, and shelter, in
 * one that is his. It feeds nobody then (6, 13.7). */
Test(eagles_campaign, a_city_where_enemies_shelter_is_no_source)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    eagles_set_nation(&b.p, nation("austria"), EAGLES_NEUTRAL, EAGLES_WHITE);
    state_of("austria")->flags |= EAGLES_NATION_NOW;
    board_state(&b)->campaign.conqueror[nation("austria")] = EAGLES_FRANCE + 1;
    eagles_open_land(&b.p);
    board_control(&b, "prague", EAGLES_FRANCE);
    const unsigned prague = board_hex(&b, "3223");
    cr_expect(eagles_is_source(&b.p, EAGLES_BLUE, prague));
    board_besiege(&b, "3223", "russia", "I", 2, 0); /* inside, and nobody besieges them */
    cr_expect_not(eagles_is_source(&b.p, EAGLES_BLUE, prague));
    board_close(&b);
}

Test(eagles_campaign, the_conqueror_takes_cities_of_a_conquered_state)
{
    static const int DICE[] = {1, 1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, DICE);
    eagles_set_nation(&b.p, nation("austria"), EAGLES_NEUTRAL, EAGLES_WHITE);
    state_of("austria")->flags |= EAGLES_NATION_NOW;
    board_state(&b)->campaign.conqueror[nation("austria")] = EAGLES_FRANCE + 1;
    eagles_recolour(&b.p);
    eagles_open_land(&b.p);
    for (unsigned i = 0; i < board_data(&b)->cities; i++) {
        if (eagles_owner(&b.p, board_data(&b)->city[i].hex) == nation("austria")) {
            eagles_set_control(&b.p, i, EAGLES_NEUTRAL);
        }
    }
    board_put(&b, "3223", "austria", "I", 2); /* Prague */
    board_put(&b, "3427", "austria", "I", 1); /* Vienna */
    board_lead(&b, "3223", "john");
    cr_expect(eagles_may_occupy(&b.p, board_hex(&b, "3223"), EAGLES_FRANCE));
    cr_expect_not(eagles_may_occupy(&b.p, board_hex(&b, "3223"), EAGLES_COALITION));
    cr_expect_not(eagles_may_occupy(&b.p, board_hex(&b, "3427"), EAGLES_FRANCE), "the capital is shut");
    board_put(&b, "3222", "france", "C", 1); /* next to Prague, to its north-west */
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(3222)");
    board_play(&b, "STEP(SE)");
    cr_expect_eq(board_sp(&b, "3223", EAGLES_NEUTRAL), 0, "overrun by one SP");
    cr_expect_eq(board_leader_at(&b, "john"), board_hex(&b, "3427"), "leaders flee from an overrun");
    cr_expect_eq(board_sp(&b, "3223", EAGLES_FRANCE), 1);
    board_play(&b, "STOP");
    cr_expect_eq(control_of("prague"), EAGLES_FRANCE);
    cr_expect(eagles_is_source(&b.p, EAGLES_BLUE, board_hex(&b, "3223")), "a source of the conqueror");
    board_close(&b);
}

/* Rulebook, Control: a city changes hands when enemies of who controls it stand there. In an Austria that the
 * French conquered they hold Prague with nobody in it, and Olmutz is nobody's: Russians win the first alone.
 */
Test(eagles_campaign, what_the_conqueror_holds_can_be_won_from_him)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_conquered(&b, "austria", EAGLES_WHITE);
    board_state(&b)->campaign.conqueror[nation("austria")] = EAGLES_FRANCE + 1;
    board_control(&b, "prague", EAGLES_FRANCE);
    board_control(&b, "olmutz", EAGLES_NEUTRAL);
    board_put(&b, "3223", "russia", "I", 1);
    board_put(&b, "3624", "russia", "I", 1);
    eagles_control_check(&b.p);
    cr_expect_eq(control_of("prague"), EAGLES_COALITION);
    cr_expect(eagles_is_source(&b.p, EAGLES_GREEN, board_hex(&b, "3223")));
    cr_expect_eq(control_of("olmutz"), EAGLES_NEUTRAL);
    board_close(&b);
}

/* ------------------------------------------------------------------ alliances (13.2) */

Test(eagles_campaign, points_for_an_alliance)
{
    open_campaign(SEPTEMBER_1805, NO_DICE);
    /* Majors: England, Austria, Russia against France, Spain; groups: ITALIAN French (Dalmatia is unformed).
     */
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("prussia"), EAGLES_COALITION), 3 - 2 - 1);
    board_control(&b, "vienna", EAGLES_FRANCE); /* one city point */
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("prussia"), EAGLES_COALITION), -1);
    board_control(&b, "lille", EAGLES_COALITION); /* a major city in France */
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("prussia"), EAGLES_COALITION), 0);
    board_state(&b)->campaign.napoleon_points = 2;
    board_state(&b)->campaign.points_sent[nation("prussia")] = 5;
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("prussia"), EAGLES_COALITION), 4, "four at most");
    cr_expect_eq(eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_COALITION), 2,
                 "points count where they went");
    board_close(&b);
}

/* "Bonus get erased when a Major Power surrenders": Austria's fall, no minor's. */
Test(eagles_campaign, points_for_napoleon_end_with_a_major_that_falls)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_state(&b)->campaign.napoleon_points = 2;
    b.dice = dice_from_script((const uint8_t[]){6}, 1); /* the men of a minor may stay */
    eagles_conquer(&b.p, nation("naples"), EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->campaign.napoleon_points, 2);
    eagles_conquer(&b.p, nation("austria"), EAGLES_FRANCE);
    cr_expect_eq(board_state(&b)->campaign.napoleon_points, 0);
    board_close(&b);
}

/* "The first time Trieste is controlled by the Empire": Dalmatia is Italy's while Austria stands; Zara, where
 * Austrians are, stays theirs, Ragusa is not. */
Test(eagles_campaign, trieste_takes_dalmatia_along)
{
    open_empty(SEPTEMBER_1805, (const int[]){1, 1, 1, 1, 1, 1, 0});
    hold("3232", "france", 2, EAGLES_FRANCE);
    board_put(&b, "3335", "austria", "I", 1);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(owner_of("3335"), nation("northern_italy"));
    cr_expect_eq(control_of("ragusa"), EAGLES_FRANCE);
    cr_expect_eq(control_of("zara"), EAGLES_COALITION);
    cr_expect_eq(state_of("austria")->conquered, 0);
    board_close(&b);
}

/* It happens once: an Italy that becomes France's after Trieste fell is given nothing any more (13.2). */
Test(eagles_campaign, trieste_counts_the_first_time_alone)
{
    open_empty(SEPTEMBER_1805, (const int[]){1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    hold("3232", "france", 2, EAGLES_FRANCE);
    eagles_turn_neutral(&b.p, nation("northern_italy"));
    combat_step(EAGLES_FRANCE);
    eagles_take_side(&b.p, nation("northern_italy"), EAGLES_FRANCE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(owner_of("3335"), nation("austria"));
    board_close(&b);
}

/* A power falls to a side, in a war with it. */
static void fall(const char *power, unsigned by)
{
    eagles_take_side(&b.p, nation(power), eagles_other(by));
    eagles_conquer(&b.p, nation(power), by);
}
static bool level_counts(void)
{
    eagles_spanish_turn_ends(&b.p);
    return (board_state(&b)->campaign.spanish_flags & EAGLES_SPAIN_COUNTS) != 0;
}

/* Both must have fallen to France (rulebook: Spain War Entry), or the level does not count before August
 * 1807. */
Test(eagles_campaign, who_fell_to_the_coalition_does_not_start_the_spanish_level)
{
    for (unsigned by = 0; by < 2; by++) {
        open_empty(SEPTEMBER_1805, (const int[]){1, 1, 1, 1, 0});
        fall("austria", EAGLES_FRANCE);
        fall("prussia", by);
        cr_expect_eq(level_counts(), by == EAGLES_FRANCE);
        board_close(&b);
    }
}

/* One fall to France is enough: who fell to the Coalition before or afterwards did fall to France all the
 * same. */
Test(eagles_campaign, one_fall_to_france_of_each_starts_the_spanish_level)
{
    for (unsigned first = 0; first < 2; first++) {
        open_empty(SEPTEMBER_1805, (const int[]){1, 1, 1, 1, 0});
        fall("austria", first);
        fall("austria", eagles_other(first));
        cr_expect_eq(state_of("austria")->conquered, 2);
        cr_expect_not(level_counts(), "Prussia never fell");
        fall("prussia", EAGLES_FRANCE);
        cr_expect(level_counts());
        expect_laws();
        board_close(&b);
    }
}

/* Spain, too: conquered back by the Coalition she was conquered by France all the same (rulebook: Alliance).
 */
Test(eagles_campaign, spain_that_fell_to_both_can_be_won)
{
    open_empty(SEPTEMBER_1805, (const int[]){1, 1, 1, 1, 1, 1, 0});
    fall("spain", EAGLES_FRANCE);
    fall("spain", EAGLES_COALITION);
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    alliance_step(EAGLES_COALITION);
    board_play(&b, "WAR(none)");
    cr_expect(board_offers(&b, "ALLY(spain)"));
    board_close(&b);
}

/* Falls to France are among all falls. */
Test(eagles_campaign, laws_of_conquests)
{
    char message[GAME_CHECK_BYTES] = "";
    open_empty(SEPTEMBER_1805, NO_DICE);
    state_of("austria")->by_france = 1;
    cr_expect_not(eagles_check(board_data(&b), board_state(&b), message));
    state_of("austria")->conquered = 1;
    cr_expect(eagles_check(board_data(&b), board_state(&b), message), "%s", message);
    board_close(&b);
}

Test(eagles_campaign, who_can_be_won_over)
{
    static const int DICE[] = {1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, DICE);
    board_control(&b, "vienna", EAGLES_FRANCE);
    board_control(&b, "budapest", EAGLES_FRANCE);
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "WAR(none)");
    cr_expect_neq(board_state(&b)->header.step, EAGLES_STEP_ALLY, "nobody is eligible yet");
    state_of("prussia")->conquered = 1;
    state_of("austria")->conquered = 1;
    board_state(&b)->campaign.tilsit = 1;
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "WAR(none)");
    cr_expect(board_offers(&b, "ALLY(prussia)"));
    cr_expect(board_offers(&b, "ALLY(denmark)"));
    cr_expect(board_offers(&b, "ALLY(sweden)"));
    cr_expect_not(board_offers(&b, "ALLY(austria)"), "only after two conquests");
    cr_expect_not(board_offers(&b, "ALLY(spain)"));
    cr_expect_not(board_offers(&b, "ALLY(england)"));
    cr_expect_not(board_offers(&b, "ALLY(russia)"));
    board_play(&b, "ALLY(denmark)"); /* die 1, at least two points */
    cr_expect_eq(state_of("denmark")->side, EAGLES_FRANCE);
    cr_expect_eq(state_of("denmark")->colour, EAGLES_BLUE);
    board_close(&b);
}

/* It is the French who must have conquered her (13.2). */
Test(eagles_campaign, spain_can_be_won_after_the_french_conquered_her)
{
    static const int DICE[] = {1, 1, 1, 1, 1, 1, 0}; /* where nobody can be won, the step goes on */
    for (unsigned by = EAGLES_FRANCE; by <= EAGLES_COALITION; by++) {
        open_empty(SEPTEMBER_1805, DICE);
        eagles_take_side(&b.p, nation("spain"), eagles_other(by));
        eagles_conquer(&b.p, nation("spain"), by);
        memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
        cr_assert_eq(state_of("spain")->side, EAGLES_NEUTRAL);
        alliance_step(EAGLES_COALITION);
        board_play(&b, "WAR(none)");
        const bool asked = board_state(&b)->header.step == EAGLES_STEP_ALLY;
        cr_expect_eq(asked && board_offers(&b, "ALLY(spain)"), by == EAGLES_FRANCE);
        board_close(&b);
    }
}

Test(eagles_campaign, a_declaration_of_war_makes_an_enemy)
{
    static const int DICE[] = {1, 1, 1, 1, 1, 1, 0};
    open_campaign(SEPTEMBER_1805, DICE);
    alliance_step(EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "WAR(austria)"), "she is at war");
    cr_expect_not(board_offers(&b, "WAR(hanover)"), "there is no such state");
    board_play(&b, "WAR(portugal)");
    cr_expect_eq(state_of("portugal")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("portugal")->colour, EAGLES_RED);
    cr_expect_eq(control_of("lisbon"), EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "0140", EAGLES_COALITION), 2);
    board_close(&b);
}

Test(eagles_campaign, the_coalition_does_not_drive_prussia_to_france)
{
    open_campaign(SEPTEMBER_1805, NO_DICE);
    alliance_step(EAGLES_COALITION);
    cr_expect_not(board_offers(&b, "WAR(prussia)"));
    cr_expect_not(board_offers(&b, "WAR(saxony)"));
    cr_expect(board_offers(&b, "WAR(denmark)"));
    board_close(&b);
}

Test(eagles_campaign, sweden_leaves_pomerania_first)
{
    static const int DICE[] = {1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, DICE);
    state_of("prussia")->conquered = state_of("austria")->conquered = 1;
    board_state(&b)->campaign.tilsit = 1;
    board_control(&b, "vienna", EAGLES_FRANCE);
    board_control(&b, "budapest", EAGLES_FRANCE);
    board_put(&b, "3115", "sweden", "I", 2);
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "WAR(none)");
    board_play(&b, "ALLY(sweden)");
    cr_expect_eq(state_of("sweden")->side, EAGLES_NEUTRAL);
    cr_expect_eq(board_sp(&b, "3115", EAGLES_NEUTRAL), 0);
    cr_expect_eq(board_sp(&b, "3604", EAGLES_NEUTRAL), 2);
    board_close(&b);
}

/* ------------------------------------------------------------------ entries (13.2, 13.6) */

Test(eagles_campaign, prussia_rolls_from_may_1806_on)
{
    static const int DICE[] = {6, 6, 1, 1, 1, 0};
    open_empty(MAY_1806 - 1, DICE);
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(b.dice.script_used, 0, "not in April");
    board_month(&b, MAY_1806);
    board_dice(&b, DICE);
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("brunswick")->side, EAGLES_COALITION);
    board_close(&b);
}

Test(eagles_campaign, prussia_adds_one_for_each_turn)
{
    static const int DICE[] = {6, 5, 1, 1, 1, 0};
    open_empty(MAY_1806, DICE);
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL, "11");
    board_month(&b, MAY_1806 + 1);
    board_dice(&b, DICE);
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(state_of("prussia")->side, EAGLES_COALITION, "11 and 1");
    board_close(&b);
}

Test(eagles_campaign, austria_takes_her_revenge_with_full_ranks)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_conquered(&b, "austria", EAGLES_WHITE);
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(state_of("austria")->side, EAGLES_NEUTRAL, "counters are left in the pool");
    for (unsigned u = 0; u < board_data(&b)->land_units; u++) {
        board_state(&b)->pool[u] =
            board_data(&b)->unit[u].nation == nation("austria") ? 0 : board_state(&b)->pool[u];
    }
    alliance_step(EAGLES_COALITION);
    cr_expect_eq(state_of("austria")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("austria")->flags & EAGLES_NATION_NOW, 0);
    board_close(&b);
}

Test(eagles_campaign, the_liberation)
{
    open_empty(JANUARY_1813, NO_DICE);
    board_put(&b, "4313", "france", "I", 25); /* Vilna */
    eagles_check_liberation(&b.p);
    cr_expect_neq(board_state(&b)->campaign.entry_flags & EAGLES_RUSSIA_INVADED, 0);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
    state_of("prussia")->conquered = 1;
    eagles_rows_change(board_state(&b), eagles_key(board_hex(&b, "4313"), unit("france", EAGLES_I), 0),
                       eagles_key(board_hex(&b, "2421"), unit("france", EAGLES_I), 0), 25);
    eagles_check_liberation(&b.p);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL);
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3118"), EAGLES_COALITION), "both sides may enter");
    cr_expect(eagles_enterable(&b.p, board_hex(&b, "3118"), EAGLES_FRANCE));
    board_control(&b, "memel", EAGLES_COALITION);
    board_control(&b, "tilsit", EAGLES_COALITION);
    board_control(&b, "konigsberg", EAGLES_COALITION);
    eagles_check_liberation(&b.p);
    cr_expect_eq(state_of("prussia")->side, EAGLES_NEUTRAL, "three cities are too few");
    board_control(&b, "graudenz", EAGLES_COALITION);
    eagles_check_liberation(&b.p);
    cr_expect_eq(state_of("prussia")->side, EAGLES_COALITION);
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ Spain (13.5, 13.6) */

Test(eagles_campaign, the_spanish_level)
{
    open_empty(AUGUST_1807 - 1, NO_DICE);
    eagles_spanish_turn_ends(&b.p);
    cr_expect_eq(board_state(&b)->campaign.spanish_flags, 0, "not before August 1807");
    board_month(&b, AUGUST_1807);
    board_put(&b, "0935", "france", "I", 20);
    eagles_spanish_turn_ends(&b.p);
    cr_expect_eq(board_state(&b)->campaign.spanish_level, 12 - 7 - 2, "seven squadrons in the pool, 20 SP");
    eagles_spanish_turn_begins(&b.p);
    cr_assert(eagles_launch(&b.p, unit("spain", EAGLES_S), board_hex(&b, "0345")));
    eagles_change_spanish_level(&b.p, -3);
    cr_expect_eq(board_state(&b)->campaign.spanish_level, 0);
    board_put(&b, "0839", "spain", "I", 1);
    board_put(&b, "0836", "spain", "I", 1);
    board_put(&b, "0836", "france", "I", 2);
    eagles_spanish_turn_ends(&b.p);
    cr_expect_eq(state_of("spain")->side, EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "0836", EAGLES_FRANCE), 0, "the French among Spaniards go home");
    cr_expect_eq(waiting("france", EAGLES_I), 2);
    cr_expect_eq(board_sp(&b, "0935", EAGLES_FRANCE), 20, "others stay");
    cr_expect_eq(control_of("madrid"), EAGLES_COALITION);
    expect_laws();
    board_close(&b);
}

/* 13.6: the level counts from August 1807, also when the French moved Spaniards in that turn. */
Test(eagles_campaign, the_spanish_level_begins_in_time)
{
    open_empty(AUGUST_1807, NO_DICE);
    board_state(&b)->campaign.spanish_flags = EAGLES_SPAIN_MOVED;
    eagles_spanish_turn_ends(&b.p);
    cr_expect_eq(board_state(&b)->campaign.spanish_level, 12 - 7);
    cr_expect(board_state(&b)->campaign.spanish_flags & EAGLES_SPAIN_COUNTS);
    board_close(&b);
}

Test(eagles_campaign, tens_of_sp_are_rounded_by_a_die)
{
    static const int UP[] = {5, 0};
    static const int DOWN[] = {6, 0};
    for (unsigned i = 0; i < 2; i++) {
        open_empty(AUGUST_1807, i == 0 ? UP : DOWN);
        board_put(&b, "0935", "france", "I", 15);
        eagles_spanish_turn_ends(&b.p);
        cr_expect_eq(board_state(&b)->campaign.spanish_level, 12 - 7 - (i == 0 ? 2 : 1));
        board_expect_dice(&b);
        board_close(&b);
    }
}

Test(eagles_campaign, no_more_than_twenty_sp_go_to_a_friendly_spain)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_put(&b, "0935", "france", "I", 17);
    cr_expect_eq(eagles_spanish_room(&b.p, EAGLES_FRANCE), 3);
    cr_expect_eq(eagles_spanish_room(&b.p, EAGLES_COALITION), 255);
    cr_expect(eagles_campaign_bars(&b.p, unit("france", EAGLES_I), board_hex(&b, "0839")), "Madrid's row");
    cr_expect_not(eagles_campaign_bars(&b.p, unit("france", EAGLES_I), board_hex(&b, "0838")));
    cr_expect_not(eagles_campaign_bars(&b.p, unit("spain", EAGLES_I), board_hex(&b, "0839")));
    cr_expect_not(eagles_campaign_bars(&b.p, unit("france", EAGLES_I), board_hex(&b, "0445")),
                  "next to Gibraltar");
    board_put(&b, "1334", "france", "C", 4); /* Bayonne */
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(1334)");
    board_play(&b, "TAKE(ALL)");
    cr_expect_not(board_offers(&b, "STEP(SW)"), "four are too many");
    board_close(&b);
}

/* ------------------------------------------------------------------ Tilsit, Holland (13.8; cases 130, 181)
 */

Test(eagles_campaign, the_kingdom_of_poland)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
    board_put(&b, "5020", "france", "I", 2);
    board_put(&b, "3823", "russia", "I", 3); /* Cracow: in the new Poland */
    board_put(&b, "4320", "france", "I", 4); /* Kovel, in Eastern Poland: theirs to stay in (reading 118) */
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "TILSIT(kingdom)");
    cr_expect_eq(board_sp(&b, "4320", EAGLES_FRANCE), 4);
    cr_expect_eq(state_of("russia")->side, EAGLES_NEUTRAL);
    cr_expect_eq(board_state(&b)->campaign.peace_months, 6);
    cr_expect_eq(owner_of("3919"), nation("poland"), "Warsaw");
    cr_expect_eq(owner_of("4215"), nation("poland"), "Grodno");
    cr_expect_eq(owner_of("3615"), nation("poland"), "Dantzig");
    cr_expect_eq(pool("poland", EAGLES_I), 14);
    cr_expect_eq(pool("poland", EAGLES_C), 4);
    cr_expect_eq(waiting("france", EAGLES_I), 2, "the French leave Russia");
    cr_expect_eq(waiting("russia", EAGLES_I), 3);
    cr_expect(eagles_landwehr_active(&b.p, nation("prussia")));
    expect_laws();
    board_close(&b);
}

Test(eagles_campaign, the_other_treaties)
{
    static const struct {
        const char *move;
        unsigned months, infantry;
    } TREATIES[] = {{"TILSIT(no_poland)", 18, 0}, {"TILSIT(grand_duchy)", 12, 8}};
    for (unsigned i = 0; i < 2; i++) {
        open_empty(SEPTEMBER_1805, NO_DICE);
        state_of("austria")->conquered = state_of("prussia")->conquered = 1;
        eagles_take_side(&b.p, nation("westphalia"), EAGLES_FRANCE);
        memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
        alliance_step(EAGLES_FRANCE);
        board_play(&b, TREATIES[i].move);
        cr_expect_eq(board_state(&b)->campaign.peace_months, TREATIES[i].months);
        cr_expect_eq(pool("poland", EAGLES_I), TREATIES[i].infantry);
        cr_expect_eq(owner_of("4215"), nation("russia"), "Grodno stays Russian");
        cr_expect_eq(owner_of("2919"), nation("westphalia"), "Magdeburg");
        cr_expect_not(board_offers(&b, "WAR(russia)"), "nobody attacks her now");
        board_close(&b);
    }
}

/* A conquered Prussia keeps her SP at home; what is Westphalian from now on is no more (13.6, 13.8). */
Test(eagles_campaign, neutral_prussians_leave_magdeburg_when_it_is_ceded)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    state_of("austria")->conquered = state_of("prussia")->conquered = 1;
    eagles_take_side(&b.p, nation("westphalia"), EAGLES_FRANCE);
    eagles_turn_neutral(&b.p, nation("prussia"));
    board_put(&b, "2919", "prussia", "I", 2);
    board_lead(&b, "2919", "blucher");
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "TILSIT(no_poland)");
    cr_assert_eq(owner_of("2919"), nation("westphalia"), "Magdeburg");
    cr_expect_eq(waiting("prussia", EAGLES_I), 2);
    expect_laws();
    board_close(&b);
}

Test(eagles_campaign, holland_is_annexed_and_lost)
{
    open_empty(JANUARY_1810, NO_DICE);
    state_of("austria")->conquered = 1;
    board_put(&b, "2217", "holland", "I", 3);
    alliance_step(EAGLES_FRANCE);
    board_play(&b, "ANNEX(yes)");
    cr_expect_eq(owner_of("2217"), board_data(&b)->france);
    cr_expect_eq(board_sp(&b, "2217", EAGLES_FRANCE), 0, "Dutch counters leave the game");
    cr_expect_eq(pool("holland", EAGLES_I), 0);
    cr_expect_eq(pool("france", EAGLES_I), 72 + 3);
    expect_laws();
    board_control(&b, "amsterdam", EAGLES_COALITION);
    board_control(&b, "antwerp", EAGLES_COALITION);
    eagles_check_holland(&b.p);
    cr_expect_eq(state_of("holland")->side, EAGLES_UNFORMED, "Brussels holds out");
    board_control(&b, "brussels", EAGLES_COALITION);
    eagles_check_holland(&b.p);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION);
    cr_expect_eq(owner_of("2121"), nation("holland"), "with Belgium");
    board_close(&b);
}

/* What the scenario leaves out of its pool cannot be built, ships as little as SP (17). */
Test(eagles_campaign, the_pool_of_the_scenario_is_all_that_can_be_built)
{
    board_open(&b, "eagles/1805-15", "force_pool.pool.england.S=1");
    const EaglesNationData *england = &board_data(&b)->nation[nation("england")];
    cr_expect_eq(eagles_in_pool(&b.p, england->unit[EAGLES_S]), 1, "three more counters are nowhere");
    cr_expect_eq(eagles_in_pool(&b.p, england->unit[EAGLES_T]), 2);
    expect_laws();
    eagles_annex_holland(&b.p);
    cr_expect_eq(eagles_in_pool(&b.p, england->unit[EAGLES_S]), 1);
    const EaglesNationData *france = &board_data(&b)->nation[board_data(&b)->france];
    cr_expect_eq(eagles_in_pool(&b.p, france->unit[EAGLES_S]), 3, "two and one of Holland");
    board_close(&b);
}

/* ------------------------------------------------------------------ exile (13.10; case 182) */

static void conquer_paris(void)
{
    hold("1924", "england", 3, EAGLES_COALITION);
    hold("1722", "england", 1, EAGLES_COALITION); /* Le Havre: a port with a red SP */
    board_put(&b, "1823", "england", "I", 1);     /* a depot on the way */
}

Test(eagles_campaign, napoleon_goes_into_exile)
{
    open_empty(JANUARY_1813, NO_DICE);
    conquer_paris();
    board_put(&b, "2421", "france", "I", 2); /* Cologne, not in France any more */
    board_put(&b, "2632", "france", "I", 3); /* Milan */
    board_put(&b, "2021", "france", "I", 4); /* Lille */
    board_put(&b, "2217", "france", "I", 1); /* Amsterdam, alone */
    board_put(&b, "0839", "spain", "I", 6);
    board_lead(&b, "2021", "napoleon");
    combat_step(EAGLES_COALITION);
    cr_expect_eq(state_of("france")->side, EAGLES_NEUTRAL);
    cr_expect_eq(state_of("france")->conquered, 1);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("piedmont")->side, EAGLES_COALITION);
    cr_expect_eq(owner_of("2121"), nation("holland"), "Brussels");
    cr_expect_eq(owner_of("2421"), nation("prussia"), "Cologne");
    cr_expect_eq(owner_of("2634"), nation("piedmont"), "Genoa");
    cr_expect_eq(board_leader_at(&b, "napoleon"), EAGLES_INJURED);
    cr_expect_eq(board_sp(&b, "2632", EAGLES_NEUTRAL), 0, "French abroad go to the pool");
    cr_expect_eq(board_sp(&b, "2021", EAGLES_NEUTRAL), 4);
    cr_expect_eq(board_sp(&b, "1924", EAGLES_COALITION), 0);
    cr_expect_eq(waiting("england", EAGLES_I), 5);
    cr_expect_eq(board_sp(&b, "2217", EAGLES_NEUTRAL), 0);
    cr_expect_eq(eagles_control(board_state(&b), eagles_find_city(board_data(&b), "amsterdam")),
                 EAGLES_COALITION);
    cr_expect_eq(board_sp(&b, "0839", EAGLES_FRANCE), 1, "one Spanish SP a city");
    expect_laws();
    board_close(&b);
}

/* Rulebook, Control: neutral cities have no flag. Finland goes to a Russia that is neutral since Tilsit. */
Test(eagles_campaign, land_ceded_to_a_neutral_nation_is_nobodys)
{
    open_empty(JANUARY_1813, NO_DICE);
    const EaglesCampaignData *c = &board_data(&b)->campaign;
    const unsigned abo = eagles_find_city(board_data(&b), "abo");
    const unsigned sveaborg = eagles_find_city(board_data(&b), "sveaborg");
    eagles_take_side(&b.p, nation("sweden"), EAGLES_FRANCE);
    eagles_turn_neutral(&b.p, nation("russia"));
    board_control(&b, "abo", EAGLES_FRANCE);
    board_control(&b, "sveaborg", EAGLES_FRANCE);
    const EaglesOwners before = eagles_owners(&b.p);
    eagles_cede_region(&b.p, c->finland, c->russia);
    eagles_reclaim(&b.p, &before);
    cr_expect_eq(eagles_control(board_state(&b), abo), EAGLES_NEUTRAL);
    cr_expect_eq(eagles_control(board_state(&b), sveaborg), EAGLES_NEUTRAL);
    board_close(&b);
}

/* Rulebook, Conquest of a minor nation: it aligns with its conqueror. Piedmont keeps the land it was formed
 * of. */
Test(eagles_campaign, a_conquered_piedmont_is_the_conquerors)
{
    static const int DICE[] = {4, 1, 1, 1, 1, 1, 1, 0};
    open_empty(JANUARY_1813, NO_DICE);
    conquer_paris();
    combat_step(EAGLES_COALITION);
    hold("2432", "northern_italy", 2, EAGLES_FRANCE); /* Turin */
    board_dice(&b, DICE);
    combat_step(EAGLES_FRANCE);
    cr_expect_eq(state_of("piedmont")->side, EAGLES_FRANCE);
    cr_expect_eq(owner_of("2634"), nation("piedmont"), "Genoa");
    cr_expect_eq(eagles_control(board_state(&b), eagles_find_city(board_data(&b), "genoa")), EAGLES_FRANCE);
    cr_expect_eq(eagles_control(board_state(&b), eagles_find_city(board_data(&b), "alessandria")),
                 EAGLES_FRANCE);
    expect_laws();
    board_close(&b);
}

Test(eagles_campaign, paris_without_supply_does_not_fall)
{
    open_empty(JANUARY_1813, NO_DICE);
    hold("1924", "england", 3, EAGLES_COALITION);
    combat_step(EAGLES_COALITION);
    cr_expect_eq(state_of("france")->conquered, 0);
    board_close(&b);
}

Test(eagles_campaign, napoleon_returns_after_three_months)
{
    static const int DICE[] = {6, 0};
    open_empty(JANUARY_1813, DICE);
    conquer_paris();
    eagles_exile(&b.p);
    state_of("france")->conquered = 1;
    board_state(&b)->campaign.exile_months = 2;
    eagles_exile_step(&b.p);
    cr_expect_eq(b.dice.script_used, 0, "no roll before the third month");
    board_state(&b)->campaign.exile_months = 3;
    eagles_exile_step(&b.p); /* 6 - 1 - friendly minors (six of them) */
    cr_expect_eq(state_of("france")->side, EAGLES_FRANCE);
    cr_expect_eq(board_leader_at(&b, "napoleon"), board_hex(&b, "1924"));
    cr_expect_eq(control_of("paris"), EAGLES_FRANCE);
    expect_laws();
    board_close(&b);
}

Test(eagles_campaign, the_second_reign_is_recognized)
{
    static const int WAR[] = {2, 1, 0};
    static const int PEACE[] = {1, 1, 0};
    for (unsigned i = 0; i < 2; i++) {
        open_empty(JANUARY_1813 + 24, i == 0 ? WAR : PEACE); /* 1815 */
        EaglesCampaign *c = &board_state(&b)->campaign;
        c->exile_flags = EAGLES_RETURNED;
        c->recognition = -1;
        for (unsigned city = 0; city < board_data(&b)->cities; city++) {
            eagles_set_control(&b.p, city, EAGLES_COALITION);
        }
        board_control(&b, "milan", EAGLES_FRANCE);
        eagles_exile_step(&b.p);
        cr_expect_eq(board_state(&b)->header.over, i == 0 ? 0 : 1 + EAGLES_DRAWN,
                     "3 - 2 goes on, 2 - 2 is peace");
        board_close(&b);
    }
}

Test(eagles_campaign, the_second_conquest_ends_the_game)
{
    open_empty(JANUARY_1813, NO_DICE);
    conquer_paris();
    state_of("france")->conquered = 1;
    combat_step(EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->header.over, 1 + EAGLES_WON_COALITION);
    board_close(&b);
}

/* What would have won for France at the month's end: Russia conquered, and all cities that produce. */
static void let_france_win(void)
{
    state_of("russia")->flags |= EAGLES_NATION_NOW;
    board_state(&b)->campaign.conqueror[nation("russia")] = EAGLES_FRANCE + 1;
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        if (city != eagles_find_city(board_data(&b), "paris")) {
            eagles_set_control(&b.p, city, EAGLES_FRANCE);
        }
    }
}

/* "The Allied player wins immediately", whatever the month's end would have brought. */
Test(eagles_campaign, the_second_conquest_comes_before_a_french_victory)
{
    open_empty(JANUARY_1813, NO_DICE);
    conquer_paris();
    let_france_win();
    state_of("france")->conquered = 1;
    eagles_conquer(&b.p, nation("france"), EAGLES_COALITION);
    cr_expect_eq(board_state(&b)->header.over, 1 + EAGLES_WON_COALITION);
    board_close(&b);
}

/* "On a result of zero or less, the game ends in a draw", too: 2 - 11 cities. */
Test(eagles_campaign, the_recognition_comes_before_a_french_victory)
{
    static const int DICE[] = {1, 1, 0};
    open_empty(JANUARY_1813 + 24, DICE);
    board_state(&b)->campaign.exile_flags = EAGLES_RETURNED;
    let_france_win();
    eagles_exile_step(&b.p);
    cr_expect_eq(board_state(&b)->header.over, 1 + EAGLES_DRAWN);
    board_close(&b);
}

/* ------------------------------------------------------------------ victory */

Test(eagles_campaign, france_wins_with_fifteen_cities_and_a_great_conquest)
{
    open_campaign(SEPTEMBER_1805, NO_DICE);
    state_of("russia")->flags |= EAGLES_NATION_NOW;
    board_state(&b)->campaign.conqueror[nation("russia")] = EAGLES_FRANCE + 1;
    const unsigned before = eagles_held_production_cities(&b.p, EAGLES_FRANCE);
    eagles_check_victory(&b.p, false);
    cr_expect_eq(board_state(&b)->header.over, before >= 15 ? 1 : 0);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        const bool austrian = eagles_owner(&b.p, board_data(&b)->city[city].hex) == nation("austria");
        eagles_set_control(&b.p, city, austrian ? EAGLES_FRANCE : eagles_control(board_state(&b), city));
    }
    cr_expect_eq(eagles_held_production_cities(&b.p, EAGLES_FRANCE), before + 5,
                 "Vienna, Buda-Pest, Prague, Innsbruck, Spalato");
    board_close(&b);
}

static unsigned held_with(const char *const *cities, unsigned side)
{
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        eagles_set_control(&b.p, city, EAGLES_NEUTRAL);
    }
    for (; *cities != NULL; cities++) {
        board_control(&b, *cities, side);
    }
    return eagles_held_production_cities(&b.p, side);
}

/* "Paris and any 3 major cities in France": Antwerp and Genoa are majors too, Toulon is none. */
Test(eagles_campaign, of_french_majors_three_count_at_most)
{
    open_campaign(SEPTEMBER_1805, NO_DICE);
    for (unsigned side = EAGLES_FRANCE; side <= EAGLES_COALITION; side++) {
        static const char *const MANY[] = {"paris", "lyon", "bordeaux", "marseille", "lille", "toulon", NULL};
        static const char *const FEW[] = {"paris", "antwerp", "genoa", "toulon", NULL};
        cr_expect_eq(held_with(MANY, side), 4, "side %u", side);
        cr_expect_eq(held_with(FEW, side), 3, "side %u", side);
    }
    board_close(&b);
}

/* Several who come in one month are asked for one after the other: the question says who it is about. */
Test(eagles_words, the_question_names_who_takes_the_field)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf text;
    open_campaign(0, (const int[]){0});
    EaglesState *s = board_state(&b);
    s->depth = 1;
    s->stack[0].step = EAGLES_STEP_ENTER;
    s->header.step = EAGLES_STEP_ENTER;
    for (unsigned leader = 0; leader < 2; leader++) {
        s->stack[0].a = (uint8_t)leader;
        strbuf_init(&text);
        EAGLES_WORDS.question(board_data(&b), &s->header, &text, clause);
        cr_expect(strstr(text.text, board_data(&b)->leader_text[leader].name) != NULL, "%s", text.text);
        strbuf_release(&text);
    }
    board_close(&b);
}

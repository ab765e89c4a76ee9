/* test_eagles_cases_homeward.c: who goes where when states fall, turn neutral or are freed, worked by hand
 * from the rulebook before it was played: friends, leaders and ships in a conquered state, loyal minors, a
 * capital without a way out, Napoleon's exile, neutral Sweden, the Rhine Confederation, expeditionary forces
 * from the pool, leaders who wait, English points brought back. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1, JANUARY_1813 = 89 }; /* months from August 1805 on */

static Board b;

static const int ONES[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};

/* An empty map; all counters in the pool, no leader who would ask where he enters. */
static void open_empty(unsigned month)
{
    board_open_campaign(&b, month, ONES);
    board_clear(&b);
    board_disarm(&b);
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static unsigned pool(const char *id, unsigned type) { return board_state(&b)->pool[unit(id, type)]; }
static unsigned leader(const char *id) { return eagles_find_leader(board_data(&b), id); }
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

/* A ship of a nation in the port of a hex; its number. */
static unsigned launch(const char *hex, const char *who, unsigned type)
{
    const unsigned before = eagles_ships(&b.p, state_of(who)->side, board_hex(&b, hex), 0);
    cr_assert(eagles_launch(&b.p, unit(who, type), board_hex(&b, hex)));
    cr_assert_eq(eagles_ships(&b.p, state_of(who)->side, board_hex(&b, hex), 0), before + 1);
    unsigned ship = 0;
    while (board_data(&b)->ship_unit[ship] != unit(who, type) ||
           board_state(&b)->ship_at[ship] != board_hex(&b, hex)) {
        ship++;
    }
    return ship;
}

static void begin(unsigned step, unsigned side) { board_begin(&b, (enum eagles_step)step, side); }

/* Conquests are looked at; whoever must leave goes to the first hex offered. */
static void look_for_conquests(unsigned side)
{
    MoveList list;
    begin(EAGLES_STEP_CONQUEST, side);
    while (board_state(&b)->header.step == EAGLES_STEP_RETREAT_TO) {
        game_legal(&b.game, &b.buffer.header, &list);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
}

static void expect_laws(void) { board_expect_laws(&b); }

/* ------------------------------------------------------------------ conquests */

/* Vienna, Buda-Pest and Trieste are French. The Russians in Prague, Bagration alone at Olmutz and a Russian
 * squadron in the lost port go home; so does Charles, from Munich, where his two SP go to the pool. Austria's
 * own squadron lies in a home port and stays. The garrison of Lemberg is besieged no longer; the besiegers
 * leave it. */
Test(eagles_cases_homeward, friends_of_a_fallen_austria_go_home)
{
    open_empty(SEPTEMBER_1805);
    hold("3427", "france", 2, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    hold("3232", "france", 2, EAGLES_FRANCE);
    board_put(&b, "3223", "russia", "I", 2);
    board_lead(&b, "3223", "kutuzov");
    board_lead(&b, "3624", "bagration");
    board_put(&b, "2927", "austria", "I", 2);
    board_lead(&b, "2927", "charles");
    board_put(&b, "4323", "france", "I", 3);
    board_besiege(&b, "4323", "austria", "I", 1, 2);
    const unsigned russian = launch("3232", "russia", EAGLES_S);
    const unsigned austrian = launch("3232", "austria", EAGLES_S);
    const unsigned before = pool("austria", EAGLES_I);
    look_for_conquests(EAGLES_FRANCE);
    cr_assert_eq(state_of("austria")->side, EAGLES_NEUTRAL);
    cr_expect_eq(coming("russia", EAGLES_I), 2);
    cr_expect_eq(board_leader_at(&b, "kutuzov"), EAGLES_WAITING);
    cr_expect_eq(board_leader_at(&b, "bagration"), EAGLES_WAITING);
    cr_expect_eq(board_leader_at(&b, "charles"), EAGLES_WAITING);
    cr_expect_eq(pool("austria", EAGLES_I), before + 2);
    cr_expect_eq(board_state(&b)->ship_at[russian], EAGLES_ARRIVING);
    cr_expect_eq(board_state(&b)->ship_at[austrian], board_hex(&b, "3232"));
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "4323")), 0);
    cr_expect_eq(control_of("lemberg"), EAGLES_NEUTRAL);
    cr_expect_eq(control_of("budapest"), EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "4323", EAGLES_FRANCE), 0);
    cr_expect_eq(board_sp(&b, "4323", EAGLES_NEUTRAL), 1);
    expect_laws();
    board_close(&b);
}

/* Six Austrian SP stand around Vienna: there is no way out for the French, who go home with Ney. The leader
 * of satellites has no troops in it and flees to the nearest of his colour, the French in Buda-Pest. */
Test(eagles_cases_homeward, who_finds_no_way_out_of_a_capital_goes_home)
{
    static const char *const AROUND[] = {"3527", "3526", "3426", "3327", "3428", "3528"};
    open_empty(SEPTEMBER_1805);
    hold("3427", "france", 2, EAGLES_FRANCE);
    hold("3828", "france", 2, EAGLES_FRANCE);
    hold("3232", "france", 2, EAGLES_FRANCE);
    board_lead(&b, "3427", "ney");
    board_lead(&b, "3427", "sat_blue_a");
    for (unsigned i = 0; i < 6; i++) {
        board_put(&b, AROUND[i], "austria", "L", 1);
    }
    look_for_conquests(EAGLES_FRANCE);
    cr_expect_eq(coming("france", EAGLES_I), 2);
    cr_expect_eq(board_leader_at(&b, "ney"), EAGLES_WAITING);
    cr_expect_eq(board_leader_at(&b, "sat_blue_a"), board_hex(&b, "3828"));
    cr_expect_eq(control_of("vienna"), EAGLES_NEUTRAL);
    expect_laws();
    board_close(&b);
}

/* Northern Italy falls with Milan, and counts as fallen until a city is won back: then it can fall again. */
Test(eagles_cases_homeward, a_loyal_minor_falls_again_when_it_was_free)
{
    open_empty(SEPTEMBER_1805);
    hold("2632", "austria", 2, EAGLES_COALITION);
    look_for_conquests(EAGLES_COALITION);
    cr_expect_eq(state_of("northern_italy")->conquered, 1);
    board_control(&b, "milan", EAGLES_FRANCE);
    look_for_conquests(EAGLES_FRANCE);
    cr_expect_eq(state_of("northern_italy")->flags & EAGLES_NATION_NOW, 0);
    board_control(&b, "milan", EAGLES_COALITION);
    look_for_conquests(EAGLES_COALITION);
    cr_expect_eq(state_of("northern_italy")->conquered, 2);
    cr_expect_eq(state_of("northern_italy")->side, EAGLES_FRANCE);
    board_close(&b);
}

/* The Rhine Confederation falls with Frankfurt: Baden and the Empire stand again, on the conqueror's side;
 * its SP go to the pool whatever any die says. */
Test(eagles_cases_homeward, the_rhine_confederation_dissolves)
{
    open_empty(JANUARY_1813);
    state_of("austria")->conquered = 1;
    board_control(&b, "frankfurt", EAGLES_FRANCE);
    eagles_form_minors(&b.p, EAGLES_FRANCE);
    cr_assert_eq(state_of("rhine_confederation")->side, EAGLES_FRANCE);
    const unsigned before = pool("rhine_confederation", EAGLES_I);
    board_put(&b, "2927", "rhine_confederation", "I", 2);
    eagles_take_side(&b.p, nation("russia"), EAGLES_COALITION);
    hold("2623", "russia", 2, EAGLES_COALITION);
    look_for_conquests(EAGLES_COALITION);
    cr_expect_eq(state_of("rhine_confederation")->side, EAGLES_UNFORMED);
    cr_expect_eq(state_of("baden")->side, EAGLES_COALITION);
    cr_expect_eq(state_of("holy_roman_empire")->side, EAGLES_COALITION);
    cr_expect_eq(pool("rhine_confederation", EAGLES_I), before);
    cr_expect_eq(control_of("karlsruhe"), EAGLES_COALITION);
    expect_laws();
    board_close(&b);
}

/* Westphalia that is formed after a treaty without Poland has Magdeburg too. */
Test(eagles_cases_homeward, a_westphalia_formed_after_the_treaty_has_magdeburg)
{
    open_empty(JANUARY_1813);
    board_state(&b)->campaign.tilsit = 1;
    board_control(&b, "brunswick", EAGLES_FRANCE);
    board_control(&b, "cassel", EAGLES_FRANCE);
    eagles_form_minors(&b.p, EAGLES_FRANCE);
    cr_expect_eq(eagles_owner(&b.p, board_data(&b)->city[eagles_find_city(board_data(&b), "magdeburg")].hex),
                 nation("westphalia"));
    board_close(&b);
}

/* ------------------------------------------------------------------ exile and neutrality */

/* Paris falls: the English and Wellington in France come home next turn, the Neapolitan squadron in Toulon
 * too; the French in Munich go to the pool, Ney waits. */
Test(eagles_cases_homeward, who_is_in_france_goes_home_when_napoleon_does)
{
    open_empty(JANUARY_1813);
    board_put(&b, "1932", "england", "I", 2);
    board_lead(&b, "1932", "wellington");
    board_put(&b, "2927", "france", "I", 3);
    board_lead(&b, "2927", "ney");
    const unsigned before = pool("france", EAGLES_I);
    cr_assert_eq(eagles_owner(&b.p, board_hex(&b, "1932")), nation("france"));
    const char *const toulon = "2236";
    cr_assert_eq(board_data(&b)->hex[board_hex(&b, toulon)].city, eagles_find_city(board_data(&b), "toulon"));
    const unsigned ship = launch(toulon, "naples", EAGLES_S);
    eagles_exile(&b.p);
    cr_expect_eq(coming("england", EAGLES_I), 2);
    cr_expect_eq(board_leader_at(&b, "wellington"), EAGLES_WAITING);
    cr_expect_eq(pool("france", EAGLES_I), before + 3);
    cr_expect_eq(board_leader_at(&b, "ney"), EAGLES_WAITING);
    cr_expect_eq(board_state(&b)->ship_at[ship], EAGLES_ARRIVING);
    expect_laws();
    board_close(&b);
}

/* Belgium, Piedmont and the Rhineland are ceded first (rulebook, Napoleon's Exile): the English before
 * Antwerp and the Prussians in Mainz are no longer in France and stay, the French there, besieged or not, as
 * those in Turin, Landau and Magdeburg, are outside and go to the pool, nine in all; those in Marseille stay.
 * The Spaniards in Bayonne go home. */
Test(eagles_cases_homeward, who_stands_on_ceded_land_is_not_in_france)
{
    open_empty(JANUARY_1813);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
    board_control(&b, "antwerp", EAGLES_FRANCE);
    board_put(&b, "2119", "england", "I", 4);
    board_besiege(&b, "2119", "france", "I", 3, 2);
    board_control(&b, "magdeburg", EAGLES_FRANCE);
    board_put(&b, "2919", "prussia", "I", 4);
    board_besiege(&b, "2919", "france", "I", 2, 3);
    hold("2523", "prussia", 3, EAGLES_COALITION);
    board_put(&b, "2524", "france", "I", 2);
    board_lead(&b, "2524", "davout");
    board_put(&b, "2432", "france", "I", 2);
    board_put(&b, "2135", "france", "I", 3);
    board_lead(&b, "2135", "napoleon");
    board_put(&b, "1334", "spain", "I", 2);
    const unsigned before = pool("france", EAGLES_I);
    eagles_exile(&b.p);
    cr_expect_eq(board_sp(&b, "2119", EAGLES_COALITION), 4);
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2119")), 0);
    cr_expect_eq(control_of("antwerp"), EAGLES_COALITION);
    cr_expect_eq(eagles_owner(&b.p, board_hex(&b, "2119")), nation("holland"));
    cr_expect_eq(board_sp(&b, "2523", EAGLES_COALITION), 3);
    cr_expect_eq(eagles_owner(&b.p, board_hex(&b, "2523")), nation("prussia"));
    cr_expect_eq(board_sp(&b, "2919", EAGLES_COALITION), 4);
    cr_expect_eq(control_of("magdeburg"), EAGLES_COALITION);
    cr_expect_eq(pool("france", EAGLES_I), before + 9);
    cr_expect_eq(board_leader_at(&b, "davout"), EAGLES_WAITING);
    cr_expect_eq(sp_at(board_hex(&b, "2135"), "france", EAGLES_I), 3);
    cr_expect_neq(board_leader_at(&b, "napoleon"), board_hex(&b, "2135"));
    cr_expect_eq(coming("spain", EAGLES_I), 2);
    expect_laws();
    board_close(&b);
}

/* France and Spain with all the Italian minors against England and Russia: 3 to 2, a die of 1 makes an allied
 * Sweden neutral. Her SP and Bernadotte in London go home, and Wellington, alone in Stockholm. */
Test(eagles_cases_homeward, an_allied_sweden_turns_neutral)
{
    open_empty(JANUARY_1813);
    static const char *const FALLEN[] = {"austria", "prussia"};
    for (unsigned i = 0; i < 2; i++) {
        eagles_set_nation(&b.p, nation(FALLEN[i]), EAGLES_NEUTRAL, state_of(FALLEN[i])->colour);
        state_of(FALLEN[i])->conquered = 1;
    }
    eagles_take_side(&b.p, nation("sweden"), EAGLES_COALITION);
    board_put(&b, "1719", "sweden", "I", 2);
    board_lead(&b, "1719", "bernadotte_swedish");
    const unsigned stockholm = board_data(&b)->city[eagles_find_city(board_data(&b), "stockholm")].hex;
    board_state(&b)->leader_at[leader("wellington")] = (uint16_t)stockholm;
    cr_assert_eq(eagles_alliance_modifier(&b.p, nation("sweden"), EAGLES_FRANCE), -1);
    begin(EAGLES_STEP_ALLY, EAGLES_FRANCE);
    board_play(&b, "ALLY(sweden)");
    cr_expect_eq(state_of("sweden")->side, EAGLES_NEUTRAL);
    cr_expect_eq(coming("sweden", EAGLES_I), 2);
    cr_expect_eq(board_leader_at(&b, "bernadotte_swedish"), EAGLES_WAITING);
    cr_expect_eq(board_leader_at(&b, "wellington"), EAGLES_WAITING);
    cr_expect_eq(control_of("stockholm"), EAGLES_NEUTRAL);
    expect_laws();
    board_close(&b);
}

/* ------------------------------------------------------------------ from the pool, from afar */

/* One SP in Prague is drawn first, the rest of the force from the pool: cavalry stands first there, and is a
 * quarter, rounded up, at most. */
Test(eagles_cases_homeward, an_expeditionary_force_is_filled_up_from_the_pool)
{
    static const unsigned SIZE[] = {8, 7, 6, 6, 5, 4, 3, 2};
    open_empty(SEPTEMBER_1805);
    state_of("austria")->conquered = 2;
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
    board_state(&b)->campaign.tilsit = 1;
    board_put(&b, "3223", "austria", "I", 1);
    const int sum = 1 + eagles_alliance_modifier(&b.p, nation("austria"), EAGLES_FRANCE);
    const unsigned size = SIZE[sum < 0 ? 0 : sum > 7 ? 7 : sum];
    begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
    board_play(&b, "REQUEST_EXP(austria)");
    cr_expect_eq(board_sp(&b, "3223", EAGLES_FRANCE), 0);
    cr_expect_eq(board_sp(&b, "3427", EAGLES_FRANCE), size);
    cr_expect_eq(sp_at(board_hex(&b, "3427"), "austria", EAGLES_C), (size + 3) / 4);
    board_close(&b);
}

/* Prussia has nothing left but Landwehr, which no city can raise before 1813: nobody comes before. */
Test(eagles_cases_homeward, landwehr_that_nobody_raised_goes_on_no_expedition)
{
    for (unsigned active = 0; active < 2; active++) {
        open_empty(active == 1 ? JANUARY_1813 : SEPTEMBER_1805);
        state_of("prussia")->conquered = 1;
        eagles_take_side(&b.p, nation("prussia"), EAGLES_FRANCE);
        board_state(&b)->campaign.tilsit = 1;
        const uint8_t *unit = board_data(&b)->nation[nation("prussia")].unit;
        board_state(&b)->pool[unit[EAGLES_I]] = board_state(&b)->pool[unit[EAGLES_C]] = 0;
        begin(EAGLES_STEP_REQUEST, EAGLES_FRANCE);
        board_play(&b, "REQUEST_EXP(prussia)");
        cr_expect_eq(board_state(&b)->pool[unit[EAGLES_L]] < 24, active == 1);
        board_close(&b);
    }
}

/* Leaders who wait come in step 3: Kutuzov to the first Russian capital, a neutral Swede to Stockholm in the
 * Coalition's step, a leader of red satellites to Lisbon once Portugal is of the Coalition. */
Test(eagles_cases_homeward, leaders_who_wait_come_to_their_first_home)
{
    for (unsigned allied = 0; allied < 2; allied++) {
        open_empty(SEPTEMBER_1805);
        static const char *const WAIT[] = {"kutuzov", "bernadotte_swedish", "sat_red_a"};
        for (unsigned i = 0; i < 3; i++) {
            board_state(&b)->leader_at[leader(WAIT[i])] = EAGLES_WAITING;
        }
        if (allied == 1) {
            eagles_take_side(&b.p, nation("portugal"), EAGLES_COALITION);
        }
        begin(EAGLES_STEP_HOMECOMING, EAGLES_COALITION);
        const EaglesNationData *russia = &board_data(&b)->nation[nation("russia")];
        cr_expect_eq(board_leader_at(&b, "kutuzov"), board_data(&b)->city[russia->capitals[0]].hex);
        cr_expect_eq(board_leader_at(&b, "bernadotte_swedish"),
                     board_data(&b)->city[eagles_find_city(board_data(&b), "stockholm")].hex);
        const unsigned lisbon = board_data(&b)->city[eagles_find_city(board_data(&b), "lisbon")].hex;
        cr_expect_eq(board_leader_at(&b, "sat_red_a"), allied == 1 ? lisbon : EAGLES_WAITING);
        board_close(&b);
    }
}

/* England keeps five points: of three brought back to London a store of four takes one. */
Test(eagles_cases_homeward, points_brought_back_fill_the_store)
{
    open_empty(SEPTEMBER_1805);
    const unsigned london = board_data(&b)->city[eagles_find_city(board_data(&b), "london")].hex;
    cr_assert(eagles_launch(&b.p, unit("england", EAGLES_T), london));
    unsigned ship = 0;
    while (board_state(&b)->ship_at[ship] != london) {
        ship++;
    }
    board_state(&b)->ship_points[ship] = 3;
    state_of("england")->stored = 4;
    eagles_land_points(&b.p, ship, london);
    cr_expect_eq(state_of("england")->stored, 5);
    cr_expect_eq(board_state(&b)->ship_points[ship], 2);
    board_close(&b);
}

/* ------------------------------------------------------------------ combinations */

/* Russia falls, all her cities in French hands. Her leader on a Swedish squadron off Stockholm goes home, and
 * so do Swedes on a Russian transport at home in Reval; the ships stay where they are, and what is Russian
 * there. */
Test(eagles_cases_homeward, nobody_sails_with_a_state_that_has_fallen)
{
    open_empty(JANUARY_1813);
    EaglesState *s = board_state(&b);
    eagles_take_side(&b.p, nation("sweden"), EAGLES_COALITION);
    const unsigned swedish = launch("3604", "sweden", EAGLES_S);
    const unsigned russian = launch("4204", "russia", EAGLES_T);
    s->leader_at[leader("kutuzov")] = (uint16_t)(EAGLES_ABOARD + swedish);
    s->leader_at[leader("barclay")] = (uint16_t)(EAGLES_ABOARD + russian);
    eagles_rows_add(s, eagles_key(EAGLES_ABOARD + russian, unit("sweden", EAGLES_I), 0), 2);
    s->pool[unit("sweden", EAGLES_I)] -= 2;
    eagles_conquer(&b.p, nation("russia"), EAGLES_FRANCE);
    cr_expect_eq(state_of("russia")->side, EAGLES_NEUTRAL);
    cr_expect_eq(s->leader_at[leader("kutuzov")], EAGLES_WAITING, "he was aboard a friend's ship");
    cr_expect_eq(s->leader_at[leader("barclay")], EAGLES_ABOARD + russian);
    cr_expect_eq(coming("sweden", EAGLES_I), 2);
    cr_expect_eq(s->ship_at[swedish], board_hex(&b, "3604"));
    cr_expect_eq(s->ship_at[russian], board_hex(&b, "4204"));
    board_close(&b);
}

/* Sweden was France's and is neutral again when the war in Finland ends: who is left there goes home, the
 * leader whose troops were called to the war too. */
Test(eagles_cases_homeward, neutral_swedes_leave_finland)
{
    open_empty(SEPTEMBER_1805);
    EaglesState *s = board_state(&b);
    board_put(&b, "3902", "sweden", "I", 1); /* Abo */
    s->leader_at[leader("bernadotte_swedish")] = (uint16_t)board_hex(&b, "4002");
    s->campaign.war_flags[EAGLES_WAR_FINNISH] = EAGLES_WAR_ON | EAGLES_WAR_HAPPENED;
    s->campaign.war_months[EAGLES_WAR_FINNISH] = 1;
    board_dice(&b, (const int[]){6, 6, 1, 1, 1, 1, 0});
    begin(EAGLES_STEP_FOREIGN_WARS, EAGLES_FRANCE);
    cr_expect_eq(s->campaign.war_flags[EAGLES_WAR_FINNISH] & EAGLES_WAR_ON, 0);
    cr_expect_eq(eagles_owner(&b.p, board_hex(&b, "4002")), nation("russia"));
    cr_expect_eq(sp_at(board_hex(&b, "3902"), "sweden", EAGLES_I), 0);
    cr_expect_neq(s->leader_at[leader("bernadotte_swedish")], board_hex(&b, "4002"));
    board_close(&b);
}

/* "Naval units are not removed from map": Denmark falls to the English at Copenhagen while her squadrons are
 * in the Baltic among Russians, in French Brest, and with a French one off Calais. The first is the
 * Coalition's there and has the orders of the Russians, the second leaves the port when the player-turn is
 * over, and the third, which would lie among enemies, comes home. */
Test(eagles_cases_homeward, ships_of_a_conquered_minor_sail_on)
{
    open_empty(SEPTEMBER_1805);
    EaglesState *s = board_state(&b);
    const unsigned baltic = EAGLES_SEA + (unsigned)board_data(&b)->belt_sea;
    const unsigned calais = EAGLES_COAST + board_hex(&b, "1920");
    eagles_take_side(&b.p, nation("denmark"), EAGLES_FRANCE);
    hold("3112", "england", 3, EAGLES_COALITION);
    const unsigned at_sea = launch("1123", "denmark", EAGLES_S);
    s->ship_at[at_sea] = (uint16_t)baltic;
    const unsigned abroad = launch("1123", "denmark", EAGLES_S);
    const unsigned russian = launch("4204", "russia", EAGLES_S);
    s->ship_at[russian] = (uint16_t)baltic;
    s->ship_order[russian] = EAGLES_ORDER_NEVER;
    const unsigned off_calais = launch("3112", "denmark", EAGLES_T);
    s->ship_at[off_calais] = (uint16_t)calais;
    s->ship_at[launch("1920", "france", EAGLES_S)] = (uint16_t)calais;
    board_dice(&b, (const int[]){4, 1, 1, 1, 0});
    eagles_conquer(&b.p, nation("denmark"), EAGLES_COALITION);
    cr_expect_eq(state_of("denmark")->side, EAGLES_COALITION);
    cr_expect_eq(s->ship_at[at_sea], baltic);
    cr_expect_eq(s->ship_order[at_sea], EAGLES_ORDER_NEVER);
    cr_expect_eq(s->ship_at[abroad], board_hex(&b, "1123"));
    cr_expect_eq(s->ship_at[off_calais], EAGLES_ARRIVING);
    expect_laws();
    begin(EAGLES_STEP_EVICT, EAGLES_FRANCE);
    cr_expect_eq(b.buffer.header.step, EAGLES_STEP_RETREAT_PORT);
    cr_expect_eq(b.buffer.header.seat, SEAT_COALITION);
    cr_expect_not(board_offers(&b, "RETREAT_PORT(1920)"));
    board_close(&b);
}

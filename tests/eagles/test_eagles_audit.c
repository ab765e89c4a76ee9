/* test_eagles_audit.c: rules that were missing or wrong until engine and rulebook were read side by side,
 * clause by clause (rulemap.md); one test for each. */
#include <criterion/criterion.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1, JANUARY_1810 = 53, JANUARY_1813 = 89 };

static const int NO_DICE[] = {0};
static const int ONES[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};

static Board b;

/* The grand campaign with an empty map: all counters in the pool, all ships too. */
static void open_empty(unsigned month, const int *dice)
{
    board_open_campaign(&b, month, dice);
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
}

static unsigned nation(const char *id) { return board_nation(&b, id); }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static unsigned owner_of(const char *hex) { return eagles_owner(&b.p, board_hex(&b, hex)); }
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static EaglesCampaign *campaign(void) { return &board_state(&b)->campaign; }
static unsigned control_of(const char *city)
{
    return eagles_control(board_state(&b), eagles_find_city(board_data(&b), city));
}

static void launch(unsigned place, const char *who, unsigned type)
{
    cr_assert(eagles_launch(&b.p, unit(who, type), place), "no ship of %s is left", who);
}

/* A side holds a city with SP of a nation. */
static void hold(const char *hex, const char *who, unsigned sp, unsigned side)
{
    board_hold(&b, hex, who, sp, side);
}

static void befriend_austria(void)
{
    state_of("austria")->conquered = 2;
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
}

/* ------------------------------------------------------------------ Gibraltar (England, 9.8) */

static void six_spaniards_before_gibraltar(bool squadron)
{
    open_empty(SEPTEMBER_1805, ONES);
    hold("0546", "england", 2, EAGLES_COALITION);
    board_put(&b, "0446", "spain", "I", 6);
    if (squadron) {
        launch(board_hex(&b, "0546"), "england", EAGLES_S);
    }
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(0546)", "SHELTER(all)", NULL});
}

Test(eagles_audit, gibraltar_with_a_squadron_is_neither_assaulted_nor_besieged)
{
    six_spaniards_before_gibraltar(false);
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"));
    cr_expect(board_offers(&b, "CITY_CHOICE(besiege)"));
    board_close(&b);

    six_spaniards_before_gibraltar(true);
    cr_expect_neq(b.buffer.header.step, EAGLES_STEP_CITY_CHOICE, "nothing is left but to decline");
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "0546")), 0);
    cr_expect_eq(board_sp(&b, "0546", EAGLES_COALITION), 2);
    board_close(&b);
}

Test(eagles_audit, a_squadron_that_reaches_gibraltar_ends_its_siege)
{
    for (unsigned squadron = 0; squadron < 2; squadron++) {
        open_empty(SEPTEMBER_1805, ONES);
        board_put(&b, "0546", "spain", "I", 6);
        board_besiege(&b, "0546", "england", "I", 2, 5);
        if (squadron == 1) {
            launch(board_hex(&b, "0546"), "england", EAGLES_S);
        }
        const int holds[] = {6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0}; /* the siege roll */
        board_dice(&b, holds);
        board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
        cr_expect_eq(board_offers(&b, "TARGET(0546)"), squadron == 0, "an assault");
        if (squadron == 0) {
            board_play(&b, "END");
        } else {
            cr_assert(board_offers(&b, "RETREAT(0446,all)"));
            board_play(&b, "RETREAT(0446,all)");
        }
        cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "0546")) > 0, squadron == 0);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ half-hearted allies (Austria,
 * Prussia; 13.5) */

/* ROWS offered only the expeditionary force beside held SP in ALL and LEAVE_ONE; by rows the held ones went
 * along. */
Test(eagles_audit, held_sp_are_no_row_of_a_group)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    befriend_austria();
    const unsigned vienna = board_hex(&b, "3427");
    board_put(&b, "3427", "austria", "I", 5);
    eagles_bring(&b.p, vienna, unit("austria", EAGLES_I), 4, EAGLES_FLAG_EXPEDITION, true);
    board_lead(&b, "3427", "charles");
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(3427)", "TAKE(ROWS)", NULL});
    cr_expect_not(board_offers(&b, "ROWS(austria,I,1)"));
    cr_expect(board_offers(&b, "ROWS(austria,Ix,1)"));
    cr_expect(board_offers(&b, "ROWS(austria,Ix,2)"));
    cr_expect_not(board_offers(&b, "ROWS(austria,Ix,3)"), "two stay behind");
    board_close(&b);
}

Test(eagles_audit, only_the_expeditionary_force_leaves_home_in_combat_too)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    befriend_austria();
    const uint32_t linz = eagles_key(board_hex(&b, "3226"), unit("austria", EAGLES_I), 0);
    const unsigned passau = board_hex(&b, "3126");
    const unsigned budweis = board_hex(&b, "3225");
    cr_expect(eagles_row_barred(&b.p, linz, passau));
    cr_expect_not(eagles_row_barred(&b.p, linz, budweis));
    cr_expect_not(eagles_row_barred(&b.p, linz | EAGLES_FLAG_EXPEDITION, passau));
    board_close(&b);

    /* Austrians of Linz beat a Russian at Passau: nobody follows into Bavaria. */
    open_empty(SEPTEMBER_1805, ONES);
    befriend_austria();
    board_put(&b, "3226", "austria", "I", 8);
    board_put(&b, "3126", "russia", "I", 1);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(3126)", "SHELTER(none)", NULL});
    cr_expect_eq(board_sp(&b, "3126", EAGLES_COALITION), 0);
    cr_expect_eq(board_sp(&b, "3126", EAGLES_FRANCE), 0);
    cr_expect_eq(board_sp(&b, "3226", EAGLES_FRANCE), 7);
    board_close(&b);
}

/* Rulebook, Austria: of a pro-French Austria the French move no unit but the expeditionary force, and nothing
 * else leaves home. Her ships are units: they stay in Trieste, where no French fleet takes them along and
 * they are repaired; as the Coalition's they sail with Austrians aboard. */
Test(eagles_audit, ships_of_a_half_hearted_ally_stay_in_port)
{
    for (unsigned french = 0; french < 2; french++) {
        open_empty(SEPTEMBER_1805, NO_DICE);
        if (french == 1) {
            befriend_austria();
        }
        const unsigned trieste = board_hex(&b, "3232");
        board_put(&b, "3232", "austria", "I", 2);
        launch(trieste, "austria", EAGLES_T);
        unsigned ship = 0;
        while (board_state(&b)->ship_at[ship] != trieste) {
            ship++;
        }
        board_state(&b)->ship_flag[ship] = EAGLES_SHIP_DAMAGED;
        if (french == 1) {
            launch(board_hex(&b, "3032"), "france", EAGLES_S); /* Venice */
        }
        board_begin(&b, EAGLES_STEP_NAVAL, french == 1 ? EAGLES_FRANCE : EAGLES_COALITION);
        cr_assert_eq(board_offers(&b, "SAIL(3232)"), french == 0);
        if (french == 0) {
            board_moves(&b, (const char *const[]){"SAIL(3232)", "LOAD(yes)", NULL});
            cr_expect(board_offers(&b, "LOAD(austria,I,2)"));
        } else {
            board_moves(
                &b, (const char *const[]){"SAIL(3032)", "TO(sea:adriatic_sea)", "TO_PORT", "TO(3232)", NULL});
            cr_expect_not(board_offers(&b, "PICK_UP"));
            while (b.buffer.header.step == EAGLES_STEP_COURSE || b.buffer.header.step == EAGLES_STEP_SAIL) {
                board_play(&b, b.buffer.header.step == EAGLES_STEP_COURSE ? "STOP" : "END");
            }
            cr_expect_eq(board_state(&b)->ship_flag[ship] & EAGLES_SHIP_DAMAGED, 0);
        }
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ leaders taken (9.7) */

/* Corsica has one way out, and it is full of Russians: who must withdraw from Bastia surrenders. His leader
 * comes back after twelve months, not at once. */
Test(eagles_audit, a_leader_who_surrenders_in_the_field_is_out_for_a_year)
{
    const int dice[] = {3, 4, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, dice);
    board_put(&b, "2637", "france", "I", 2);
    board_lead(&b, "2637", "davout");
    board_put(&b, "2638", "russia", "I", 40);
    board_put(&b, "2539", "russia", "I", 1);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
    board_moves(&b, (const char *const[]){"TARGET(2637)", "SHELTER(none)", NULL});
    cr_expect_eq(board_sp(&b, "2637", EAGLES_FRANCE), 0);
    cr_expect_eq(board_leader_at(&b, "davout"), EAGLES_CAPTURED);
    const unsigned davout = eagles_find_leader(board_data(&b), "davout");
    cr_expect_eq(board_state(&b)->leader_months[davout], 11, "the month of the battle is over");
    board_close(&b);
}

/* ------------------------------------------------------------------ joining (8.9) */

/* Seven Russians at Ulm, four of them sheltered: the three outside lose one, so two join those at Stuttgart,
 * who are two after a D1. Two for two restore the side; were the four inside counted it would not matter, so
 * one more is put at Stuttgart. */
static void ulm_joins_stuttgart(unsigned at_stuttgart, unsigned lost_after)
{
    static const int dice[] = {5, 5, 3, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2625", "russia", "I", at_stuttgart);
    board_put(&b, "2726", "russia", "I", 7);
    board_put(&b, "2626", "france", "I", at_stuttgart);
    board_put(&b, "2725", "france", "I", 5);
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2625)", "FROM(2626)", "TARGET(2726)", NULL});
    /* 10, 1:1: L/D1. */
    board_moves(&b, (const char *const[]){"SHELTER(none)", "SHELTER(rows)", "ROWS(russia,I,4)", NULL});
    /* 7, 3:2: L/L: one each; two Russians are left outside Ulm. */
    cr_assert_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], 1);
    board_moves(&b, (const char *const[]){"WITHDRAW(2626,stay)", "WITHDRAW(2625,stay)", "WITHDRAW(2725,stay)",
                                          "WITHDRAW(2726,join,1)", NULL});
    cr_expect_eq(board_state(&b)->battle[0].lost[EAGLES_COALITION], lost_after);
    board_close(&b);
}

Test(eagles_audit, who_is_sheltered_does_not_restore_the_morale_of_others)
{
    ulm_joins_stuttgart(4, 0); /* D1 against four: two are left, as many as join */
    ulm_joins_stuttgart(5, 1); /* three are left: two are too few, whoever is in Ulm */
}

/* ------------------------------------------------------------------ production (13.3) */

static void build_in_spain(unsigned squadrons_in_pool)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    for (unsigned i = 0, kept = 0; i < board_data(&b)->ships; i++) {
        const bool his = board_data(&b)->ship_unit[i] == unit("spain", EAGLES_S);
        board_state(&b)->ship_at[i] = his && kept++ < squadrons_in_pool ? EAGLES_SUNK : EAGLES_UNUSED;
    }
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    EaglesState *s = board_state(&b);
    s->active = EAGLES_COALITION;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_PLAYER_TURN)->phase = EAGLES_PHASE_MONTH_END;
    eagles_build_in_iberia(&b.p, nation("spain"));
    eagles_run(board_data(&b), s, &b.dice);
}

/* The rulebook asks that all partisans and militia have been produced, not in an earlier turn: who builds the
 * last of them goes on with infantry. */
Test(eagles_audit, the_last_partisan_opens_the_way_to_infantry)
{
    build_in_spain(0);
    EaglesState *s = board_state(&b);
    s->pool[unit("spain", EAGLES_M)] = 0;
    s->pool[unit("spain", EAGLES_P)] = 1;
    cr_expect_not(board_offers(&b, "BUILD(spain,I)"));
    board_moves(&b, (const char *const[]){"BUILD(spain,P)", "BUILD_AT(barcelona)", NULL});
    board_play(&b, "BUILD_HEX(1639)");
    cr_expect(board_offers(&b, "BUILD(spain,I)"));
    cr_expect(board_offers(&b, "BUILD(spain,C)"));
    board_close(&b);
}

Test(eagles_audit, invaded_spain_pays_thirty_points_for_a_squadron)
{
    build_in_spain(0);
    cr_expect_not(board_offers(&b, "BUILD(spain,S)"), "none is in the pool");
    cr_expect_not(board_offers(&b, "BUILD(spain,T)"));
    board_close(&b);

    build_in_spain(1);
    cr_assert(board_offers(&b, "BUILD(spain,S)"));
    cr_expect(board_offers(&b, "BUILD(spain,M)"));
    const unsigned points = eagles_top(&b.p)->x;
    board_play(&b, "BUILD(spain,S)");
    cr_expect(board_offers(&b, "BUILD_AT(cadiz)"));
    cr_expect(board_offers(&b, "BUILD_AT(barcelona)"), "a red city with a port");
    cr_expect_not(board_offers(&b, "BUILD_AT(madrid)"));
    board_dice(&b, ONES);
    board_play(&b, "BUILD_AT(cadiz)");
    cr_expect_eq(eagles_squadrons(&b.p, EAGLES_COALITION, board_hex(&b, "0345"), 0), 1);
    cr_expect_geq(points, 60, "in halves");
    board_close(&b);
}

/* ------------------------------------------------------------------ conquest (13.7) */

Test(eagles_audit, militia_of_a_conquered_minor_leaves_the_pool_when_it_was_on_the_map)
{
    open_empty(SEPTEMBER_1805, ONES); /* 1: they are taken off the map */
    const EaglesData *d = board_data(&b);
    eagles_take_side(&b.p, nation("portugal"), EAGLES_COALITION);
    board_put(&b, "1624", "portugal", "M", 2);
    for (unsigned city = 0; city < d->cities; city++) {
        if (d->hex[d->city[city].hex].playable &&
            eagles_owner(&b.p, d->city[city].hex) == nation("portugal")) {
            eagles_bring(&b.p, d->city[city].hex, unit("france", EAGLES_I), 1, 0, true);
            eagles_set_control(&b.p, city, EAGLES_FRANCE);
        }
    }
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
    cr_expect_eq(state_of("portugal")->side, EAGLES_FRANCE);
    cr_expect_eq(board_sp(&b, "1624", EAGLES_FRANCE), 0);
    cr_expect_eq(board_state(&b)->pool[unit("portugal", EAGLES_M)], 0);
    board_close(&b);
}

/* Belgium is Dutch as long as Holland is in the Coalition, and French again when France conquers the three
 * cities. */
Test(eagles_audit, a_conquered_holland_brings_belgium_along)
{
    static const int STAY[] = {4, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    open_empty(SEPTEMBER_1805, STAY);
    hold("2217", "england", 2, EAGLES_COALITION);
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_COALITION);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION);
    cr_expect_eq(owner_of("2121"), nation("holland"), "Brussels");
    cr_expect_eq(control_of("brussels"), EAGLES_COALITION);
    board_close(&b);

    open_empty(SEPTEMBER_1805, STAY);
    eagles_join_holland_to_coalition(&b.p, false);
    hold("2217", "france", 1, EAGLES_FRANCE);
    hold("2121", "france", 1, EAGLES_FRANCE);
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION, "Antwerp holds out");
    board_dice(&b, STAY);
    hold("2119", "france", 1, EAGLES_FRANCE);
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
    cr_expect_eq(state_of("holland")->side, EAGLES_FRANCE);
    cr_expect_eq(owner_of("2121"), board_data(&b)->france, "Belgium is French again");
    board_close(&b);
}

Test(eagles_audit, all_french_ships_leave_the_map_when_napoleon_does)
{
    open_empty(JANUARY_1813, NO_DICE);
    launch(board_hex(&b, "1123"), "france", EAGLES_S);
    eagles_exile(&b.p);
    cr_expect_eq(eagles_ships(&b.p, EAGLES_NEUTRAL, board_hex(&b, "1123"), 0), 0);
    unsigned coming = 0;
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        coming += board_state(&b)->ship_at[i] == EAGLES_ARRIVING;
    }
    cr_expect_eq(coming, 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ politics (13.2, 13.8) */

/* Austria's second fall cedes Galicia, whether the treaty came before it or comes after. */
Test(eagles_audit, galicia_goes_to_a_poland_formed_after_austrias_second_fall)
{
    for (unsigned option = 0; option < 3; option++) {
        for (unsigned falls = 1; falls <= 2; falls++) {
            open_empty(SEPTEMBER_1805, NO_DICE);
            state_of("austria")->conquered = (uint8_t)falls;
            eagles_make_treaty(&b.p, option);
            cr_expect_eq(owner_of("4120") == nation("poland"), falls == 2 && option >= 1, "Lublin, option %u",
                         option);
            cr_expect_eq(owner_of("4323") == nation("poland"), falls == 2 && option == 2,
                         "Lemberg, option %u", option);
            board_close(&b);
        }
    }
}

/* "Enemy units are removed from Poland and arrive as reinforcement next turn": ships in Dantzig with their
 * cargo, too; neither French ones there, nor those that lie off the coast, nor any where no Poland is formed.
 */
Test(eagles_audit, enemy_ships_leave_the_port_of_a_new_poland)
{
    for (unsigned option = 0; option < 2; option++) {
        open_empty(SEPTEMBER_1805, NO_DICE);
        const unsigned dantzig = board_hex(&b, "3615");
        launch(dantzig, "england", EAGLES_T);
        launch(dantzig, "france", EAGLES_S);
        launch(EAGLES_COAST + dantzig, "england", EAGLES_S);
        unsigned transport = 0;
        while (board_state(&b)->ship_at[transport] != dantzig ||
               eagles_ship_side(&b.p, transport) != EAGLES_COALITION) {
            transport++;
        }
        eagles_rows_add(board_state(&b), eagles_key(EAGLES_ABOARD + transport, unit("england", EAGLES_I), 0),
                        2);
        eagles_make_treaty(&b.p, option);
        cr_expect_eq(eagles_ships(&b.p, EAGLES_COALITION, dantzig, 0), option == 0, "option %u", option);
        cr_expect_eq(board_state(&b)->ship_at[transport] == EAGLES_ARRIVING, option == 1, "option %u",
                     option);
        cr_expect_eq(eagles_cargo(&b.p, transport), option == 0 ? 2 : 0, "option %u", option);
        cr_expect_eq(eagles_ships(&b.p, EAGLES_FRANCE, dantzig, 0), 1);
        cr_expect_eq(eagles_ships(&b.p, EAGLES_COALITION, EAGLES_COAST + dantzig, 0), 1);
        board_close(&b);
    }
}

/* Cargo that is of another side now goes home; the ship and what is its own sail on (reading 44). Swedes are
 * green like the Russians who carry them. */
Test(eagles_audit, a_ship_puts_off_who_is_no_friend_any_more)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    const unsigned coast = EAGLES_COAST + board_hex(&b, "3615");
    EaglesState *s = board_state(&b);
    launch(coast, "russia", EAGLES_T);
    unsigned transport = 0;
    while (s->ship_at[transport] != coast) {
        transport++;
    }
    const unsigned aboard = EAGLES_ABOARD + transport;
    eagles_take_side(&b.p, nation("sweden"), EAGLES_COALITION);
    eagles_rows_add(s, eagles_key(aboard, unit("russia", EAGLES_I), 0), 3);
    eagles_rows_add(s, eagles_key(aboard, unit("sweden", EAGLES_I), 0), 2);
    s->pool[unit("russia", EAGLES_I)] -= 3;
    s->pool[unit("sweden", EAGLES_I)] -= 2;
    const unsigned swede = eagles_find_leader(board_data(&b), "bernadotte_swedish");
    const unsigned russian = eagles_find_leader(board_data(&b), "kutuzov");
    const unsigned nelson = board_data(&b)->nelson; /* on a friend's ship: his own was sunk there */
    s->leader_at[swede] = s->leader_at[russian] = s->leader_at[nelson] = (uint16_t)aboard;
    s->ship_supply[transport] = 1;
    eagles_turn_neutral(&b.p, nation("sweden"));
    cr_expect_eq(s->ship_at[transport], coast, "nothing happened to the Russians");
    cr_expect_eq(eagles_cargo(&b.p, transport), 3 + 1);
    cr_expect_eq(s->leader_at[russian], aboard);
    cr_expect_eq(s->leader_at[nelson], aboard, "no cargo");
    cr_expect_eq(s->leader_at[swede], EAGLES_WAITING);
    unsigned home = 0;
    for (unsigned i = eagles_first_row(s, EAGLES_ARRIVING); eagles_row_at(s, i, EAGLES_ARRIVING); i++) {
        home += eagles_row_unit(s, i) == unit("sweden", EAGLES_I) ? s->row_count[i] : 0U;
    }
    cr_expect_eq(home, 2);
    board_expect_laws(&b);
    board_close(&b);
}

/* Austria adds one for each turn since Prussia's rising, the first roll included. */
Test(eagles_audit, austria_counts_the_turns_since_prussia_rose)
{
    static const int ELEVEN[] = {5, 6, 1, 1, 1, 0};
    for (unsigned later = 0; later < 2; later++) {
        open_empty(JANUARY_1813, ELEVEN);
        campaign()->entry_flags |= EAGLES_RUSSIA_INVADED | EAGLES_LIBERATION;
        eagles_turn_neutral(&b.p, nation("prussia"));
        eagles_turn_neutral(&b.p, nation("austria"));
        static const char *const CITIES[] = {"memel", "tilsit", "konigsberg", "graudenz"};
        for (unsigned i = 0; i < 4; i++) {
            board_control(&b, CITIES[i], EAGLES_COALITION);
        }
        eagles_check_liberation(&b.p);
        cr_assert_eq(state_of("prussia")->side, EAGLES_COALITION);
        board_month(&b, JANUARY_1813 + later);
        eagles_national_entry(&b.p, EAGLES_COALITION);
        cr_expect_eq(state_of("austria")->side, later == 1 ? EAGLES_COALITION : EAGLES_NEUTRAL);
        board_close(&b);
    }
}

/* The Liberation opens a neutral Prussia, also one that is neutral by conquest: whoever stands in a city
 * controls it. */
Test(eagles_audit, the_coalition_wins_cities_of_a_liberated_prussia)
{
    for (unsigned liberated = 0; liberated < 2; liberated++) {
        open_empty(JANUARY_1813, NO_DICE);
        eagles_turn_neutral(&b.p, nation("prussia"));
        state_of("prussia")->flags |= EAGLES_NATION_NOW;
        campaign()->conqueror[nation("prussia")] = EAGLES_FRANCE + 1;
        campaign()->entry_flags |= liberated == 1 ? EAGLES_RUSSIA_INVADED | EAGLES_LIBERATION : 0;
        eagles_open_land(&b.p);
        board_put(&b, "3912", "russia", "I", 1);
        eagles_control_check(&b.p);
        cr_expect_eq(control_of("memel"), liberated == 1 ? EAGLES_COALITION : EAGLES_NEUTRAL);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ nobody left outside (8.7, 9.1) */

/* The Cossacks outside Ulm slip away, four Russians are inside: no dice fall against nobody, the garrison
 * defends the next round. */
Test(eagles_audit, no_dice_fall_against_nobody)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "2725", "france", "I", 9);
    board_put(&b, "2726", "russia", "CC", 2);
    board_put(&b, "2726", "russia", "I", 4);
    board_dice(&b, NO_DICE);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(rows)", "ROWS(russia,CC,0)", NULL});
    if (board_offers(&b, "ROWS(russia,I,4)")) {
        board_play(&b, "ROWS(russia,I,4)");
    }
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_EVADE);
    MoveList list;
    cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 1);
    game_apply(&b.game, &b.buffer.header, list.moves[list.count - 1], &b.dice);
    cr_expect_eq(board_sp(&b, "2725", EAGLES_FRANCE), 9, "nobody was there to cost them an SP");
    cr_expect(board_offers(&b, "CITY_CHOICE(assault)"), "at once: nobody withdraws from what was not fought");
    cr_expect_not(b.dice.failed);
    board_close(&b);
}

/* ------------------------------------------------------------------ leaders without troops (10) */

/* Charles loses his last SP, and no other Austrian is on the map: he waits for the next arrivals, and rolls
 * for a wound. */
Test(eagles_audit, a_leader_without_troops_rolls_for_a_wound_too)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
    board_put(&b, "1624", "france", "I", 8);
    board_put(&b, "1724", "austria", "I", 1);
    board_lead(&b, "1724", "charles");
    board_put(&b, "4423", "russia", "C", 1);
    /* 4:1 takes the one SP; nobody follows; 12 and 3: three months, one of which is over when the Coalition
     * moves. */
    board_dice(&b, (const int[]){3, 4, 6, 6, 3, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1724)", "ADVANCE(1624,1724,none)", NULL});
    cr_expect_eq(board_leader_at(&b, "charles"), EAGLES_INJURED);
    cr_expect_eq(board_state(&b)->leader_months[eagles_find_leader(board_data(&b), "charles")], 3);
    board_close(&b);
}

/* ------------------------------------------------------------------ arrivals and port moves (4, 7.2) */

/* The Turkish front of 1806 takes three SP from arrivals, by the list and in the order of types (4): of the
 * twelve I, two C and one CC of November three I stay away. */
Test(eagles_audit, infantry_is_cut_first_from_arrivals)
{
    board_open(&b, "eagles/1806", NULL);
    board_clear(&b);
    board_put(&b, "1924", "france", "I", 1);
    board_month(&b, 1);
    board_state(&b)->victory_points[EAGLES_FRANCE] = 20;
    board_dice(&b, ONES);
    board_begin(&b, EAGLES_STEP_ALLIANCE, EAGLES_FRANCE);
    cr_assert_eq(board_state(&b)->effects_used[EAGLES_FRANCE], 1);
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_COALITION);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "4215"), EAGLES_COALITION, EAGLES_ANY), 12);
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "4215"), EAGLES_COALITION, EAGLES_CAVALRY), 3);
    board_close(&b);
}

/* In Spain red troops leave by sea from ports of their side alone. */
Test(eagles_audit, nobody_embarks_in_an_enemy_port)
{
    for (unsigned side = 0; side < 2; side++) {
        board_open(&b, "eagles/1811-14", NULL);
        board_clear(&b);
        board_put(&b, "0645", "england", "I", 3);
        board_control(&b, "malaga", side);
        board_put(&b, "0140", "england", "I", 3);
        board_control(&b, "lisbon", EAGLES_COALITION);
        board_put(&b, "0839", "france", "I", 1);
        board_dice(&b, ONES);
        board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
        cr_expect(board_offers(&b, "SEA_FROM(0140)"));
        cr_expect_eq(board_offers(&b, "SEA_FROM(0645)"), side == EAGLES_COALITION);
        board_close(&b);
    }
}

/* Cavalry in training becomes cavalry where it is, in a besieged city too. */
Test(eagles_audit, besieged_cavalry_in_training_is_made_ready)
{
    board_open(&b, "eagles/1811-14", NULL);
    board_clear(&b);
    board_put(&b, "0935", "france", "I", 2);
    board_besiege(&b, "0935", "spain", "CT", 1, 1);
    EaglesState *s = board_state(&b);
    s->pool[unit("spain", EAGLES_P)] = s->pool[unit("spain", EAGLES_M)] = 0;
    s->active = EAGLES_COALITION;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b.p, EAGLES_STEP_PLAYER_TURN)->phase = EAGLES_PHASE_MONTH_END;
    eagles_build_in_iberia(&b.p, nation("spain"));
    board_dice(&b, ONES);
    eagles_run(board_data(&b), s, &b.dice);
    board_play(&b, "CONVERT(spain,0935)");
    cr_expect_eq(eagles_count(&b.p, board_hex(&b, "0935"), EAGLES_COALITION, EAGLES_CAVALRY | EAGLES_INSIDE),
                 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ 1806 (special_rules) */

/* "With Leipzig and Dresden French controlled": a siege takes nobody's control away. Six Prussians besiege
 * four French in Leipzig; Saxony changes sides all the same, and the siege goes on. */
Test(eagles_audit, saxony_falls_to_a_besieged_leipzig)
{
    for (unsigned held = 0; held < 2; held++) {
        board_open(&b, "eagles/1806", NULL);
        board_clear(&b);
        board_besiege(&b, "3020", "france", "I", 4, 1);
        board_put(&b, "3020", "prussia", "I", 6);
        board_control(&b, "leipzig", EAGLES_FRANCE);
        board_control(&b, "dresden", held == 1 ? EAGLES_FRANCE : EAGLES_COALITION);
        board_dice(&b, ONES);
        board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
        board_play(&b, "END");
        cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "3020")), 1);
        cr_expect_eq(state_of("saxony")->side, held == 1 ? EAGLES_FRANCE : EAGLES_COALITION);
        board_close(&b);
    }
}

/* The same for Hesse, which is removed with Cassel in French hands. */
Test(eagles_audit, hesse_falls_to_a_besieged_cassel)
{
    board_open(&b, "eagles/1806", NULL);
    board_clear(&b);
    board_besiege(&b, "2720", "france", "I", 2, 1);
    board_put(&b, "2720", "prussia", "I", 6);
    board_put(&b, "2919", "hesse", "I", 2);
    board_control(&b, "cassel", EAGLES_FRANCE);
    board_dice(&b, ONES);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "END");
    cr_expect_eq(eagles_hex_siege(&b.p, board_hex(&b, "2720")), 1);
    cr_expect_eq(board_sp(&b, "2919", EAGLES_COALITION), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ the second reading */

/* The Legion's points are those of Hanover and Brunswick (13.3): French in Lisbon lower England's die alone.
 */
Test(eagles_audit, french_in_lisbon_do_not_lower_the_points_of_hanover)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_control(&b, "lisbon", EAGLES_FRANCE);
    board_control(&b, "hanover", EAGLES_COALITION);
    board_dice(&b, (const int[]){6, 0});
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    cr_expect_eq(campaign()->production.red, 2 * 3, "London and two more by a 5");
    cr_expect_eq(campaign()->production.legion, 2 * 2, "Hanover by a 6");
    board_close(&b);
}

/* Arrivals come to no besieged city (5), ships that come home neither. */
Test(eagles_audit, ships_do_not_come_home_to_a_besieged_port)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    launch(board_hex(&b, "1123"), "france", EAGLES_S);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        uint16_t *at = &board_state(&b)->ship_at[i];
        *at = *at == board_hex(&b, "1123") ? EAGLES_ARRIVING : *at;
    }
    board_put(&b, "1123", "england", "I", 3);
    board_besiege(&b, "1123", "france", "I", 1, 1);
    board_begin(&b, EAGLES_STEP_HOMECOMING, EAGLES_FRANCE);
    cr_expect_not(board_offers(&b, "PLACE(1123)"), "Brest");
    cr_expect(board_offers(&b, "PLACE(2236)"), "Toulon");
    board_close(&b);
}

/* Who besieged SP of a state that falls may not stay among them (13.7): they leave as besiegers do who are
 * too few (9.4). */
Test(eagles_audit, besiegers_leave_a_garrison_that_turns_neutral)
{
    open_empty(SEPTEMBER_1805, ONES);
    eagles_take_side(&b.p, nation("prussia"), EAGLES_COALITION);
    hold("3118", "france", 2, EAGLES_FRANCE);
    hold("3521", "france", 2, EAGLES_FRANCE);
    board_put(&b, "3914", "france", "I", 3);
    board_besiege(&b, "3914", "prussia", "I", 2, 1);
    board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
    MoveList list;
    while (board_state(&b)->header.step == EAGLES_STEP_RETREAT_TO) {
        board_expect_laws(&b); /* they have not left yet */
        game_legal(&b.game, &b.buffer.header, &list);
        game_apply(&b.game, &b.buffer.header, list.moves[0], &b.dice);
    }
    board_expect_laws(&b);
    cr_expect_eq(board_sp(&b, "3914", EAGLES_NEUTRAL), 2);
    cr_expect_eq(board_sp(&b, "3914", EAGLES_FRANCE), 0);
    unsigned around = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned hex = board_data(&b)->hex[board_hex(&b, "3914")].neighbour[direction];
        around += hex == EAGLES_NO_HEX ? 0U : eagles_count(&b.p, hex, EAGLES_FRANCE, EAGLES_ANY);
    }
    cr_expect_eq(around, 3, "they retreat without loss");
    board_close(&b);
}

/* Neutral SP are no enemies: they shut their hex to those who stand or march, not to supply (6, 13.7). */
Test(eagles_audit, supply_passes_neutral_sp)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    board_put(&b, "2829", "austria", "I", 1);
    EaglesSupply with;
    EaglesSupply without;
    eagles_supply(&b.p, EAGLES_BLUE, &with);
    board_clear(&b);
    eagles_supply(&b.p, EAGLES_BLUE, &without);
    cr_expect_neq(memcmp(&with, &without, sizeof with), 0, "an enemy bars the way");
    board_put(&b, "2829", "prussia", "I", 1);
    eagles_supply(&b.p, EAGLES_BLUE, &with);
    cr_expect_eq(memcmp(&with, &without, sizeof with), 0, "a neutral does not");
    board_close(&b);
}

/* Supply is looked at when a phase or round begins (6): SP in Paris that drew on points landed this turn were
 * supplied (12), and France falls to them (13.7). */
Test(eagles_audit, paris_falls_to_sp_fed_over_sea)
{
    for (unsigned fed = 0; fed < 2; fed++) {
        open_empty(JANUARY_1813, ONES);
        hold("1924", "england", 3, EAGLES_COALITION);
        campaign()->overseas_hex[0] = (uint16_t)board_hex(&b, "1822");
        campaign()->overseas_colour[0] = EAGLES_RED;
        campaign()->overseas_points[0] = (uint8_t)fed;
        board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_COALITION);
        cr_expect_eq(state_of("france")->conquered, fed, "%u points landed", fed);
        board_close(&b);
    }
}

/* Unnamed leaders replace the wounded unless they are in play or captured (10): one who drowned comes again.
 */
Test(eagles_audit, a_drowned_unnamed_leader_is_a_replacement)
{
    open_empty(SEPTEMBER_1805, NO_DICE);
    unsigned drowned = EAGLES_NONE;
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        const EaglesLeader *leader = &board_data(&b)->leader[l];
        if (!leader->named && leader->nation == board_data(&b)->france) {
            drowned = drowned == EAGLES_NONE ? l : drowned;
            board_state(&b)->leader_at[l] = l == drowned ? EAGLES_DEAD : EAGLES_CAPTURED;
        }
    }
    cr_assert_neq(drowned, EAGLES_NONE);
    board_put(&b, "1924", "france", "I", 3);
    board_lead(&b, "1924", "davout");
    const unsigned davout = eagles_find_leader(board_data(&b), "davout");
    board_state(&b)->leader_flag[davout] |= EAGLES_LEADER_FOUGHT;
    board_dice(&b, (const int[]){6, 6, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0});
    board_begin(&b, EAGLES_STEP_COMBAT_END, EAGLES_FRANCE);
    cr_expect_eq(board_state(&b)->leader_at[davout], EAGLES_INJURED);
    cr_expect_eq(board_state(&b)->leader_at[drowned], board_hex(&b, "1924"));
    board_close(&b);
}

/* A forced march is unsupplied by the majority of its SP (7.5), also where points landed feed three of five
 * alike (12): a 3 for two MP brings both then. Unsupplied it would be a 4, which gives one and takes an SP.
 */
Test(eagles_audit, a_march_is_supplied_by_the_majority_of_its_sp)
{
    for (unsigned fed = 2; fed < 4; fed++) {
        open_empty(SEPTEMBER_1805, NO_DICE);
        board_put(&b, "1325", "england", "I", 5);
        board_lead(&b, "1325", "wellington");
        board_put(&b, "1719", "england", "C", 1); /* has something to do when they are done */
        campaign()->overseas_hex[0] = (uint16_t)board_hex(&b, "1325");
        campaign()->overseas_colour[0] = EAGLES_RED;
        campaign()->overseas_points[0] = (uint8_t)fed;
        board_dice(&b, (const int[]){3, 0});
        board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
        board_moves(&b, (const char *const[]){"PICK(1325)", "TAKE(ALL)", "STEP(E)", "STEP(E)", "STEP(E)",
                                              "FM_STEP(E)", "FM_STEP(E)", "FM_GO", NULL});
        cr_expect_eq(board_sp(&b, "1825", EAGLES_COALITION), fed == 3 ? 5U : 0U);
        cr_expect_eq(board_sp(&b, "1725", EAGLES_COALITION), fed == 3 ? 0U : 4U);
        board_close(&b);
    }
}

/* ------------------------------------------------------------------ a country that closes (1812) */

/* Austria leaves the war and closes: French at Lemberg go to the nearest city that is theirs. A leader of the
 * others who stands there without troops does not stay among enemies (10). */
Test(eagles_audit, who_is_sent_out_of_austria_drives_off_lone_leaders)
{
    board_open(&b, "eagles/1812", NULL);
    board_clear(&b);
    board_control(&b, "warsaw", EAGLES_COALITION);
    board_control(&b, "konigsberg", EAGLES_COALITION);
    board_control(&b, "vilna", EAGLES_COALITION);
    board_put(&b, "4323", "france", "I", 2);
    board_put(&b, "4515", "russia", "I", 2);
    board_control(&b, "kovel", EAGLES_FRANCE);
    board_lead(&b, "4320", "russia_c");
    board_state(&b)->effects_used[EAGLES_COALITION] = 1; /* Prussia has left before */
    const int dice[] = {6, 0};
    board_dice(&b, dice);
    board_begin(&b, EAGLES_STEP_ALLIANCE, EAGLES_COALITION);
    cr_assert_eq(board_sp(&b, "4320", EAGLES_FRANCE), 2, "sent to the nearest city");
    cr_expect_neq(board_leader_at(&b, "russia_c"), board_hex(&b, "4320"));
    board_close(&b);
}

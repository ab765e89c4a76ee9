/* test_eagles_cases_rare.c: clauses that play hardly meets, worked by hand from the rulebook before they were
 * played: the evacuation of Walcheren, Marmont who waits, militia that would have to flee abroad, Nelson's
 * last ship, more hexes than a page holds, advances that count for Napoleon's second reign, who commands an
 * expeditionary force when its state changes, cavalry in training, the second round of a battle at sea. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "tests/eagles/eagles_sea.h"

enum { SUMMER = 1, SEPTEMBER_1805 = 1, JANUARY_1813 = 89, JANUARY_1815 = 113 };

static Board b;
static Journal journal;

#define DICE(...) ((const int[]){__VA_ARGS__, 0})

static bool at_step(enum eagles_step step) { return b.buffer.header.step == step; }
static unsigned nation(const char *id) { return board_nation(&b, id); }
static unsigned unit(const char *id, unsigned type) { return board_data(&b)->nation[nation(id)].unit[type]; }
static unsigned pool(const char *id, unsigned type) { return board_state(&b)->pool[unit(id, type)]; }
static EaglesNation *state_of(const char *id) { return &board_state(&b)->nation[nation(id)]; }
static EaglesCampaign *campaign(void) { return &board_state(&b)->campaign; }
static unsigned options(void)
{
    MoveList list;
    return game_legal(&b.game, &b.buffer.header, &list);
}
static unsigned sp_of(const char *hex, const char *who, unsigned type)
{
    return board_sp_of(&b, board_hex(&b, hex), who, type);
}
static void naval(unsigned side, const int *dice, const char *const *moves)
{
    sea_begin(&b, &journal, EAGLES_STEP_NAVAL, side, dice, moves);
}

/* ------------------------------------------------------------------ step 3 */

/* Special rule of 1809: in any reinforcement step of the Coalition red SP in a port or coastal hex may leave
 * for good, with red leaders who are outside there. Flushing (2019) and Trieste (3232) are coastal, Laibach
 * (3231) is not; Austrians are white; who is besieged in Antwerp (2119) cannot leave. */
Test(eagles_cases_rare, red_troops_leave_walcheren)
{
    board_open(&b, "eagles/1809", NULL);
    board_clear(&b);
    board_month(&b, 5);
    board_put(&b, "2019", "england", "I", 2);
    board_put(&b, "2019", "england", "C", 1);
    board_lead(&b, "2019", "chatham_l");
    board_put(&b, "3232", "england", "I", 1);
    board_put(&b, "3232", "austria", "I", 2);
    board_put(&b, "3231", "england", "I", 1);
    board_put(&b, "2119", "france", "I", 2);
    board_besiege(&b, "2119", "england", "I", 1, 1);
    const unsigned left = pool("england", EAGLES_I);
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_COALITION);
    cr_assert(at_step(EAGLES_STEP_EVACUATE));
    cr_expect_eq(options(), 3);
    cr_expect(board_offers(&b, "EVACUATE(3232)"));
    board_play(&b, "EVACUATE(2019)");
    cr_expect_eq(board_sp(&b, "2019", EAGLES_COALITION), 0);
    cr_expect_eq(pool("england", EAGLES_I), left, "they do not come again");
    cr_expect_eq(board_leader_at(&b, "chatham_l"), EAGLES_WITHDRAWN);
    cr_expect_eq(options(), 2);
    board_play(&b, "EVACUATE(3232)");
    cr_expect_eq(sp_of("3232", "england", EAGLES_I), 0);
    cr_expect_eq(sp_of("3232", "austria", EAGLES_I), 2);
    cr_expect_not(at_step(EAGLES_STEP_EVACUATE));
    cr_expect_eq(board_sp(&b, "3231", EAGLES_COALITION), 1);
    cr_expect_eq(board_sp(&b, "2119", EAGLES_COALITION), 1);
    board_close(&b);
}

/* France's withdrawal of March 1812 (Marmont, three I, one C) waits while she holds Salamanca, until August
 * 1812. The scenario begins in May 1811. */
static bool marmont_leaves(unsigned month, unsigned salamanca)
{
    board_open(&b, "eagles/1811-14", NULL);
    board_clear(&b);
    board_month(&b, month);
    board_control(&b, "salamanca", salamanca);
    board_lead(&b, "0839", "marmont");
    board_put(&b, "0839", "france", "I", 5);
    board_put(&b, "0839", "france", "C", 2);
    board_begin(&b, EAGLES_STEP_REINFORCE, EAGLES_FRANCE); /* only in Madrid is anybody to take them from */
    const bool gone = board_leader_at(&b, "marmont") == EAGLES_WITHDRAWN;
    cr_expect_eq(sp_of("0839", "france", EAGLES_I), gone ? 2 : 5, "month %u", month);
    cr_expect_eq(sp_of("0839", "france", EAGLES_C), gone ? 1 : 2, "month %u", month);
    board_close(&b);
    return gone;
}

Test(eagles_cases_rare, marmont_waits_while_salamanca_is_french)
{
    enum { FEBRUARY_1812 = 9, MARCH, JULY_1812 = 14, AUGUST_1812 };
    cr_expect_not(marmont_leaves(FEBRUARY_1812, EAGLES_COALITION));
    cr_expect(marmont_leaves(MARCH, EAGLES_COALITION));
    cr_expect_not(marmont_leaves(MARCH, EAGLES_FRANCE));
    cr_expect_not(marmont_leaves(JULY_1812, EAGLES_FRANCE));
    cr_expect(marmont_leaves(JULY_1812, EAGLES_COALITION));
    cr_expect(marmont_leaves(AUGUST_1812, EAGLES_FRANCE));
}

/* ------------------------------------------------------------------ a retreat over the border */

/* Rulebook: militia never leaves its home country; map 8.8: who may not go where the force retreats is
 * eliminated. Three M and two I have morale 0 (most SP). Ten French without supply count five: 1:1, the
 * attacker larger, +2; 3 and 4 make 9: -/L, of five one is lost, the French lose none for one. No morale: out
 * they go, Lisbon being four points away; 0339 (three) and 0438 (four) are in Portugal, Badajoz (0440, three)
 * at home. */
static void rout_at_the_border(void)
{
    board_open(&b, "eagles/1811-14", NULL);
    board_clear(&b);
    board_month(&b, 4);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        eagles_set_control(&b.p, city, EAGLES_FRANCE);
    }
    board_control(&b, "lisbon", EAGLES_COALITION);
    board_put(&b, "0439", "spain", "M", 3);
    board_put(&b, "0439", "spain", "I", 2);
    board_put(&b, "0540", "france", "I", 10);
    board_dice(&b, DICE(3, 4, 1, 1, 1, 1));
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, MOVES("TARGET(0439)", "LOSS(0439,spain,M)"));
    cr_assert(at_step(EAGLES_STEP_RETREAT_TO));
    cr_expect_eq(board_sp(&b, "0540", EAGLES_FRANCE), 10);
    cr_expect_eq(options(), 5);
}

Test(eagles_cases_rare, militia_does_not_flee_abroad)
{
    rout_at_the_border();
    const unsigned militia = pool("spain", EAGLES_M);
    board_play(&b, "RETREAT(0339,all)");
    cr_expect_eq(sp_of("0339", "spain", EAGLES_I), 2);
    cr_expect_eq(sp_of("0339", "spain", EAGLES_M), 0);
    cr_expect_eq(pool("spain", EAGLES_M), militia + 2);
    board_close(&b);

    rout_at_the_border();
    board_play(&b, "RETREAT(0440,all)");
    cr_expect_eq(sp_of("0440", "spain", EAGLES_I), 2);
    cr_expect_eq(sp_of("0440", "spain", EAGLES_M), 2);
    board_close(&b);

    rout_at_the_border(); /* the infantry one way, the militia the other */
    board_play(&b, "RETREAT(0438,part)");
    cr_expect(board_offers(&b, "ROWS(spain,I,2)"));
    cr_expect_not(board_offers(&b, "ROWS(spain,M,1)"));
    board_play(&b, "ROWS(spain,I,2)"); /* and for the militia Badajoz is left */
    cr_expect_eq(sp_of("0438", "spain", EAGLES_I), 2);
    cr_expect_eq(sp_of("0440", "spain", EAGLES_M), 2);
    board_close(&b);
}

/* ------------------------------------------------------------------ at sea */

/* Nelson's only squadron meets two French ones: 4 and his 1 intercept; two on one is 2:1, French morale 1
 * against 2 and Nelson is -2: a 6 counts 4, 0/K, and of one squadron none is left to be damaged. Nobody is
 * there to take him aboard: he is out for the months of a die, and rolls for no wound. */
Test(eagles_cases_rare, nelsons_last_ship)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 1, 0);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 0);
    sea_nelson(&b, "sea:north_sea");
    sea_order(&b, "sea:north_sea", EAGLES_COALITION, EAGLES_ORDER_ALWAYS);
    naval(EAGLES_FRANCE, DICE(4, 6, 3), MOVES("SAIL(1123)", "SHIPS(france,S,u,2)", "TO(sea:north_sea)"));
    sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
    cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), 1);
    cr_expect_eq(board_leader_at(&b, "nelson"), EAGLES_INJURED);
    cr_expect_eq(board_state(&b)->leader_months[board_data(&b)->nelson], 3);
    cr_expect_eq(sea_damaged(&b, "sea:north_sea", EAGLES_FRANCE), 0);
    cr_expect(board_offers(&b, "STOP"), "the French sail on");
    board_play(&b, "STOP");
    sea_play_last_while(&b, EAGLES_STEP_SAIL);
    board_expect_dice(&b);
    board_close(&b);
}

/* Six English squadrons attack five French ones off Cherbourg's coast: 1:1, morale 2 against 1; a 6 counts 7:
 * 0/C, one taken and, of five, two damaged. A 5 catches them. Now six meet four, 3:2; of the four two are
 * damaged, morale 0 on the tie: +2, a 1 counts 3: D/R. Of four (not five) one is damaged, of six two. The
 * beaten, as they lost again, go to a port. */
Test(eagles_cases_rare, a_second_round_counts_who_is_left)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 6, 0);
    sea_launch(&b, "sea:north_sea", "france", EAGLES_S, 5, 0);
    naval(EAGLES_COALITION, DICE(5, 6, 5, 1), MOVES("INTERCEPT(sea:north_sea,yes)"));
    while (at_step(EAGLES_STEP_NAVAL_LOSS)) {
        board_play(&b, board_offers(&b, "NAVAL_LOSS(sunk,france,S,u)") ? "NAVAL_LOSS(sunk,france,S,u)"
                                                                       : "NAVAL_LOSS(damaged,france,S,u)");
    }
    cr_expect_eq(sea_ships(&b, "sea:north_sea", EAGLES_FRANCE), 4);
    cr_expect_eq(sea_damaged(&b, "sea:north_sea", EAGLES_FRANCE), 2);
    board_play(&b, "PURSUE(yes)");
    while (at_step(EAGLES_STEP_NAVAL_LOSS)) {
        board_play(&b, board_offers(&b, "NAVAL_LOSS(damaged,england,S,u)")
                           ? "NAVAL_LOSS(damaged,england,S,u)"
                           : "NAVAL_LOSS(damaged,france,S,u)");
    }
    cr_expect_eq(sea_damaged(&b, "sea:north_sea", EAGLES_COALITION), 2);
    cr_expect_eq(sea_damaged(&b, "sea:north_sea", EAGLES_FRANCE), 3);
    cr_expect_eq(sea_ships(&b, "sea:north_sea", EAGLES_FRANCE), 4);
    cr_assert(at_step(EAGLES_STEP_RETREAT_PORT));
    cr_expect_eq(b.buffer.header.seat, SEAT_FRENCH);
    board_expect_dice(&b);
    board_close(&b);
}

/* Repaired is who lay in an open port in that turn and neither moved nor fought; who was chosen to sail has
 * moved, though he stopped where he was (as with groups on land, 7.6). */
Test(eagles_cases_rare, who_was_chosen_to_sail_is_not_repaired)
{
    sea_open(&b, SUMMER);
    sea_launch(&b, "1123", "france", EAGLES_S, 2, 2);
    naval(EAGLES_FRANCE, DICE(1), MOVES("SAIL(1123)", "SHIPS(france,S,d,1)", "STOP"));
    sea_play_last_while(&b, EAGLES_STEP_SAIL);
    cr_expect_eq(sea_damaged(&b, "1123", EAGLES_FRANCE), 1);
    board_close(&b);
}

/* ------------------------------------------------------------------ more hexes than a page holds */

/* 50 leaders alone in France, each in a hex of his own: 48 and LATER and END; then the last two and END. Who
 * went on does not come back, and after one has gone from the first page only those behind him are left. */
static unsigned spread_leaders(unsigned count)
{
    unsigned last = 0;
    unsigned leader = 0;
    const EaglesData *d = board_data(&b);
    for (unsigned hex = 0; hex < d->hexes && count > 0; hex++) {
        if (eagles_owner(&b.p, hex) != d->france || d->hex[hex].terrain == EAGLES_LAKE) {
            continue;
        }
        while (leader < d->leaders &&
               (d->leader[leader].naval || eagles_leader_side(&b.p, leader) != EAGLES_FRANCE ||
                eagles_leader_colour(&b.p, leader) != EAGLES_BLUE)) {
            leader++;
        }
        if (leader < d->leaders) {
            board_state(&b)->leader_at[leader++] = (uint16_t)hex;
        } else {
            eagles_bring(&b.p, hex, unit("france", EAGLES_C), 1, 0, true);
        }
        last = hex;
        count--;
    }
    return last;
}

Test(eagles_cases_rare, the_forty_ninth_hex_comes_later)
{
    board_open_campaign(&b, SUMMER, DICE(1));
    board_clear(&b);
    board_disarm(&b);
    const unsigned last = spread_leaders(50);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    MoveList list;
    cr_assert_eq(game_legal(&b.game, &b.buffer.header, &list), 50);
    cr_expect(board_offers(&b, "LATER"));
    cr_expect(board_offers(&b, "END"));
    cr_expect_neq(eagles_move_argument(list.moves[47]), last);
    board_play(&b, "LATER");
    cr_assert_eq(game_legal(&b.game, &b.buffer.header, &list), 3);
    cr_expect_eq(eagles_move_argument(list.moves[1]), last);
    cr_expect_not(board_offers(&b, "LATER"));
    cr_expect(board_offers(&b, "END"));
    board_close(&b);
}

/* A leader alone may go to any hex with SP of his colour in reach (15.2): where more than 48 are, he names
 * the area of the map first. Within four steps of 2423 that cost three points at most lie 48 hexes of area 2
 * and one of area 3 with a French SP each, all in reach of Napoleon's twelve points. */
static unsigned garrison_around(unsigned hex, unsigned steps)
{
    const EaglesData *d = board_data(&b);
    unsigned placed = 0;
    for (unsigned way = 0; way < EAGLES_DIRECTIONS && steps > 0; way++) {
        const unsigned to = d->hex[hex].neighbour[way];
        if (to == EAGLES_NO_HEX || eagles_cost(&b.p, hex, way, EAGLES_FRANCE) > 3 ||
            d->hex[to].terrain == EAGLES_HIGH_MOUNTAIN) {
            continue;
        }
        const unsigned owner = eagles_owner(&b.p, to); /* France, her friends and the open Empire */
        if (owner != nation("holy_roman_empire") && board_state(&b)->nation[owner].side != EAGLES_FRANCE) {
            continue;
        }
        if (to != board_hex(&b, "2423") && !eagles_has(&b.p, to, EAGLES_FRANCE, EAGLES_ANY)) {
            placed += eagles_bring(&b.p, to, unit("france", EAGLES_I), 1, 0, true);
        }
        placed += garrison_around(to, steps - 1);
    }
    return placed;
}

Test(eagles_cases_rare, a_leader_names_the_area_first)
{
    board_open_campaign(&b, SUMMER, DICE(1));
    board_clear(&b);
    board_disarm(&b);
    cr_assert_eq(garrison_around(board_hex(&b, "2423"), 4), 49);
    board_lead(&b, "2423", "napoleon");
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(2423)");
    cr_assert_eq(options(), 2);
    cr_expect(board_offers(&b, "LEADER_AREA(3)"));
    board_play(&b, "LEADER_AREA(2)");
    cr_expect_eq(options(), 48);
    board_close(&b);
}

/* ------------------------------------------------------------------ Napoleon's second reign */

/* Rulebook, Napoleon's Return: -1 for each French advance into a hex that was occupied by five enemy SP, +1
 * for the Coalition's, +2 more if Napoleon was there. 24 on five are 4:1, 1/D3: of five two are lost (of four
 * two) and all morale; the rest leaves. The French fight in supply of Paris, the Austrians of Vienna. */
static int counted_for(unsigned side, unsigned sp, bool napoleon, uint8_t flags)
{
    const bool french = side == EAGLES_FRANCE;
    const char *from = french ? "1624" : "3427";
    const char *to = french ? "1724" : "3426";
    char move[MOVE_TEXT_BYTES];
    board_open_campaign(&b, JANUARY_1815, DICE(3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
    board_clear(&b);
    board_disarm(&b);
    campaign()->exile_flags = flags;
    board_put(&b, from, french ? "france" : "austria", "I", 24);
    board_put(&b, to, french ? "austria" : "france", "I", sp);
    if (napoleon) {
        board_lead(&b, to, "napoleon");
    }
    board_begin(&b, EAGLES_STEP_COMBAT, side);
    (void)snprintf(move, sizeof move, "TARGET(%s)", to);
    board_play(&b, move);
    while (at_step(EAGLES_STEP_LOSS) || at_step(EAGLES_STEP_RETREAT_TO)) {
        MoveList list;
        game_legal(&b.game, &b.buffer.header, &list);
        eagles_move_text(board_data(&b), list.moves[0], move);
        board_play(&b, move);
    }
    cr_assert(at_step(EAGLES_STEP_ADVANCE));
    cr_expect_eq(campaign()->recognition, 0, "not before anybody enters");
    (void)snprintf(move, sizeof move, "ADVANCE(%s,%s,all)", from, to);
    board_play(&b, move);
    const int counted = campaign()->recognition;
    board_close(&b);
    return counted;
}

Test(eagles_cases_rare, advances_count_for_the_second_reign)
{
    cr_expect_eq(counted_for(EAGLES_FRANCE, 5, false, EAGLES_RETURNED), -1);
    cr_expect_eq(counted_for(EAGLES_FRANCE, 4, false, EAGLES_RETURNED), 0);
    cr_expect_eq(counted_for(EAGLES_FRANCE, 5, false, 0), 0, "from the return on");
    cr_expect_eq(counted_for(EAGLES_COALITION, 5, false, EAGLES_RETURNED), 1);
    cr_expect_eq(counted_for(EAGLES_COALITION, 5, true, EAGLES_RETURNED), 3);
    cr_expect_eq(counted_for(EAGLES_COALITION, 4, true, EAGLES_RETURNED), 0);
}

/* ------------------------------------------------------------------ expeditionary forces */

/* Rulebook: the force is the French player's "as long as the country does not align with the Coalition", and
 * immune to attrition at home. So it is one no more when Austria does: nine SP of it in Vienna and a die of 6
 * in September, at home (-1): 5 takes two of nine. */
Test(eagles_cases_rare, a_force_of_an_enemy_is_none)
{
    board_open_campaign(&b, SEPTEMBER_1805, DICE(6, 1, 1));
    board_clear(&b);
    board_disarm(&b);
    state_of("austria")->conquered = 2;
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
    eagles_bring(&b.p, board_hex(&b, "3427"), unit("austria", EAGLES_I), 6, EAGLES_FLAG_EXPEDITION, true);
    board_put(&b, "3427", "austria", "I", 3);
    eagles_turn_neutral(&b.p, nation("austria"));
    eagles_take_side(&b.p, nation("austria"), EAGLES_COALITION);
    board_begin(&b, EAGLES_STEP_ATTRITION, EAGLES_COALITION);
    while (at_step(EAGLES_STEP_LOSS)) {
        board_play(&b, "LOSS(3427,austria,I)");
    }
    cr_expect_eq(board_sp(&b, "3427", EAGLES_COALITION), 7);
    board_expect_laws(&b);
    board_close(&b);
}

/* A nation that turns neutral calls its force home with its other troops abroad (13.2): it comes back as any
 * reinforcement. */
Test(eagles_cases_rare, a_neutral_calls_its_force_home)
{
    board_open_campaign(&b, SEPTEMBER_1805, DICE(1));
    board_clear(&b);
    board_disarm(&b);
    state_of("austria")->conquered = 2;
    eagles_take_side(&b.p, nation("austria"), EAGLES_FRANCE);
    eagles_bring(&b.p, board_hex(&b, "2927"), unit("austria", EAGLES_I), 4, EAGLES_FLAG_EXPEDITION, true);
    eagles_turn_neutral(&b.p, nation("austria"));
    cr_expect_eq(board_sp(&b, "2927", EAGLES_FRANCE), 0);
    cr_expect_eq(board_sp_of(&b, EAGLES_ARRIVING, "austria", EAGLES_I), 4);
    board_expect_laws(&b);
    board_close(&b);
}

/* ------------------------------------------------------------------ Holland, cavalry in training */

/* A Holland in the Coalition is conquered like any state (13.7): with SP in Amsterdam, Antwerp and Brussels.
 */
Test(eagles_cases_rare, holland_holds_out_in_an_empty_antwerp)
{
    board_open_campaign(&b, JANUARY_1813, DICE(4, 1, 1, 1, 1, 1));
    board_clear(&b);
    board_disarm(&b);
    eagles_join_holland_to_coalition(&b.p, false);
    board_hold(&b, "2217", "france", 2, EAGLES_FRANCE);
    board_hold(&b, "2121", "france", 2, EAGLES_FRANCE);
    board_control(&b, "antwerp", EAGLES_FRANCE);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    cr_expect_eq(state_of("holland")->side, EAGLES_COALITION);
    board_close(&b);
}

/* Rulebook: cavalry is built only when all partisans and militia have been produced; training is a way to pay
 * for it in two steps. So neither step is open while one of them is in the pool. Spain makes 30 points or so.
 */
static void train_in_spain(unsigned militia_left)
{
    board_open(&b, "eagles/1811-14", NULL);
    board_clear(&b);
    board_month(&b, 4);
    for (unsigned city = 0; city < board_data(&b)->cities; city++) {
        if (eagles_owner(&b.p, board_data(&b)->city[city].hex) == nation("spain")) {
            eagles_set_control(&b.p, city, EAGLES_COALITION);
        }
    }
    board_put(&b, "0440", "spain", "CT", 1);
    board_state(&b)->pool[unit("spain", EAGLES_P)] = 0;
    board_state(&b)->pool[unit("spain", EAGLES_M)] = (uint8_t)militia_left;
    board_begin(&b, EAGLES_STEP_IBERIA, EAGLES_COALITION);
}

Test(eagles_cases_rare, nobody_is_trained_while_militia_is_missing)
{
    train_in_spain(1);
    cr_expect_not(board_offers(&b, "BUILD(spain,CT)"));
    cr_expect_not(board_offers(&b, "BUILD(spain,C)"));
    cr_expect_not(board_offers(&b, "CONVERT(spain,0440)"));
    board_moves(&b, MOVES("BUILD(spain,M)", "BUILD_AT(badajoz)"));
    cr_expect(board_offers(&b, "BUILD(spain,CT)"));
    cr_expect(board_offers(&b, "CONVERT(spain,0440)"));
    board_close(&b);

    train_in_spain(0);
    cr_expect(board_offers(&b, "BUILD(spain,CT)"));
    cr_expect(board_offers(&b, "CONVERT(spain,0440)"));
    board_play(&b, "CONVERT(spain,0440)");
    cr_expect_eq(sp_of("0440", "spain", EAGLES_C), 1);
    cr_expect_eq(sp_of("0440", "spain", EAGLES_CT), 0);
    board_close(&b);
}

/* ------------------------------------------------------------------ clauses with few tests */

/* Optional Local Attrition Rule: a die for each colour and area; that of the colour most SP of the hex have,
 * on a tie the first (map 3: grey before green). Six in Breslau, three Prussian and three Russian, go by the
 * grey die; four Russians in 3021 by the green one. The global die falls first, for nothing; then grey and
 * green. A 6 stays 6: two of six, one of four; a 1 takes nobody, in supply or not. */
static void local_dice(int grey, int green, unsigned mixed, unsigned russian)
{
    board_open(&b, "eagles/1813", "options.local_attrition=true");
    board_clear(&b);
    board_month(&b, SUMMER);
    board_put(&b, "3521", "prussia", "I", 3);
    board_put(&b, "3521", "russia", "I", 3);
    board_put(&b, "3021", "russia", "I", 4);
    cr_assert_eq(board_data(&b)->hex[board_hex(&b, "3521")].area,
                 board_data(&b)->hex[board_hex(&b, "3021")].area);
    board_dice(&b, DICE(3, grey, green, 1, 1, 1, 1, 1, 1, 1, 1));
    board_begin(&b, EAGLES_STEP_ATTRITION, EAGLES_COALITION);
    while (at_step(EAGLES_STEP_LOSS)) {
        board_play(&b,
                   board_offers(&b, "LOSS(3521,prussia,I)") ? "LOSS(3521,prussia,I)" : "LOSS(3021,russia,I)");
    }
    cr_expect_eq(board_sp(&b, "3521", EAGLES_COALITION), mixed);
    cr_expect_eq(board_sp(&b, "3021", EAGLES_COALITION), russian);
    board_close(&b);
}

Test(eagles_cases_rare, the_first_of_two_colours_has_the_die)
{
    local_dice(6, 1, 4, 4);
    local_dice(1, 6, 6, 3);
}

/* Rulebook, Spain: as long as she is pro-French and was never conquered, no more than 20 French and satellite
 * SP. Seventeen French and three Bavarians are there: nobody follows from Bayonne. When she has fallen once
 * there is no limit. */
Test(eagles_cases_rare, satellites_count_in_spain_until_she_has_fallen)
{
    for (unsigned fallen = 0; fallen < 2; fallen++) {
        board_open_campaign(&b, SEPTEMBER_1805, DICE(1));
        board_clear(&b);
        board_disarm(&b);
        state_of("spain")->conquered = (uint8_t)fallen;
        board_put(&b, "1033", "france", "I", 17);
        board_put(&b, "1033", "bavaria", "I", 3);
        board_put(&b, "1334", "france", "C", 1); /* Bayonne */
        cr_assert_eq(eagles_owner(&b.p, board_hex(&b, "1033")), nation("spain"));
        board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
        board_play(&b, "PICK(1334)");
        cr_expect_eq(board_offers(&b, "STEP(SW)"), fallen > 0);
        board_close(&b);
    }
}

/* Rulebook, Entrenchment: it stays as long as one friendly SP remains. Of three dug in two ride off: it is
 * there; the last one goes: it is gone, and who comes back has none. */
Test(eagles_cases_rare, an_entrenchment_stays_with_the_last)
{
    board_open_campaign(&b, SUMMER, DICE(1));
    board_clear(&b);
    board_disarm(&b);
    const unsigned hex = board_hex(&b, "1624");
    board_put(&b, "1624", "france", "C", 3);
    eagles_set_bit(board_state(&b)->trench[EAGLES_FRANCE], hex, true);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, MOVES("PICK(1624)", "TAKE(LEAVE_ONE,france,C)", "STEP(E)", "STOP"));
    cr_expect(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], hex));
    board_moves(&b, MOVES("PICK(1624)", "STEP(E)"));
    cr_expect_not(eagles_bit(board_state(&b)->trench[EAGLES_FRANCE], hex));
    board_close(&b);
}

/* Rulebook, Stationary Interception: any enemy fleet in the same area, with one more on the die: 4 is enough.
 * Two transports alone lose one; the other flees to the nearest port. */
Test(eagles_cases_rare, transports_at_sea_are_caught_by_a_four)
{
    for (int die = 3; die <= 4; die++) {
        sea_open(&b, SUMMER);
        sea_launch(&b, "sea:north_sea", "england", EAGLES_S, 1, 0);
        sea_launch(&b, "sea:north_sea", "france", EAGLES_T, 2, 0);
        naval(EAGLES_COALITION, DICE(die), MOVES("INTERCEPT(sea:north_sea,yes)"));
        sea_play_last_while(&b, EAGLES_STEP_NAVAL_LOSS);
        cr_expect_eq(at_step(EAGLES_STEP_RETREAT_PORT), die == 4);
        cr_expect_eq(sea_fates(&journal, EAGLES_SHIP_SUNK), die == 4 ? 1 : 0);
        sea_play_last_while(&b, EAGLES_STEP_RETREAT_PORT);
        cr_expect_eq(sea_ships(&b, "sea:north_sea", EAGLES_FRANCE), die == 4 ? 0 : 2);
        board_expect_dice(&b);
        board_close(&b);
    }
}

/* Rulebook, Rear Maneuver: one attempt a turn. Two battles, a force with Davout behind each enemy: the first
 * attempt fails on a 2 (2 + 2), and for the second battle nobody is asked. */
Test(eagles_cases_rare, one_manoeuvre_a_turn)
{
    board_open(&b, "eagles/1805-15", "options.rear_maneuver=true");
    board_clear(&b);
    board_disarm(&b);
    board_month(&b, SUMMER);
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1724", "austria", "I", 6);
    board_put(&b, "1824", "france", "I", 2); /* behind the first */
    board_lead(&b, "1824", "davout");
    board_put(&b, "1628", "france", "I", 6);
    board_put(&b, "1728", "austria", "I", 6);
    board_put(&b, "1828", "france", "I", 2); /* behind the second */
    board_lead(&b, "1828", "soult");
    board_dice(&b, DICE(2, 3, 4, 3, 4, 1, 1, 1, 1, 1, 1));
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    if (board_offers(&b, "FROM(1624)")) {
        board_play(&b, "FROM(1624)");
    }
    board_play(&b, "TARGET(1728)");
    if (board_offers(&b, "FROM(1628)")) {
        board_play(&b, "FROM(1628)");
    }
    cr_assert(at_step(EAGLES_STEP_REAR));
    board_play(&b, "REAR(1824)");
    cr_expect_eq(board_sp(&b, "1824", EAGLES_FRANCE), 2, "it failed");
    unsigned asked = 0;
    for (unsigned i = 0; i < 12 && (at_step(EAGLES_STEP_LOSS) || at_step(EAGLES_STEP_REAR)); i++) {
        MoveList list;
        char move[MOVE_TEXT_BYTES];
        asked += at_step(EAGLES_STEP_REAR);
        game_legal(&b.game, &b.buffer.header, &list);
        eagles_move_text(board_data(&b), list.moves[0], move);
        board_play(&b, move);
    }
    cr_expect_eq(asked, 0);
    board_close(&b);
}

/* Rulebook, Leader Casualties: whoever is hit is replaced by an unnamed leader of his nation; Napoleon too,
 * who in the campaign is away for six months where another dies. */
Test(eagles_cases_rare, an_unnamed_leader_stands_in_for_napoleon)
{
    board_open_campaign(&b, SUMMER, DICE(3, 4, 6, 6, 6, 1, 1, 1, 1, 1, 1));
    board_clear(&b);
    board_put(&b, "1624", "france", "I", 10);
    board_lead(&b, "1624", "napoleon");
    board_put(&b, "1724", "austria", "I", 10);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(1724)");
    while (b.buffer.header.turn == SUMMER && !at_step(EAGLES_STEP_ATTRITION) &&
           board_leader_at(&b, "napoleon") == board_hex(&b, "1624")) {
        MoveList list;
        char move[MOVE_TEXT_BYTES];
        game_legal(&b.game, &b.buffer.header, &list);
        eagles_move_text(board_data(&b), list.moves[0], move);
        board_play(&b, move);
    }
    cr_expect_eq(board_leader_at(&b, "napoleon"), EAGLES_INJURED);
    unsigned unnamed = 0;
    for (unsigned l = 0; l < board_data(&b)->leaders; l++) {
        const bool his =
            board_data(&b)->leader[l].nation == nation("france") && !board_data(&b)->leader[l].named;
        unnamed += his && board_state(&b)->leader_at[l] == board_hex(&b, "1624");
    }
    cr_expect_eq(unnamed, 1);
    board_close(&b);
}

/* Rulebook, Russo-Turkish War: Kiev is no production city "for production purpose only". Russia does not fall
 * without it while the war lasts. */
Test(eagles_cases_rare, kiev_must_fall_in_a_turkish_war_too)
{
    static const char *const CITIES[] = {"st_petersburg", "moscow", "reval", "kiev"};
    for (unsigned taken = 3; taken <= 4; taken++) {
        board_open_campaign(&b, JANUARY_1813, DICE(1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
        board_clear(&b);
        board_disarm(&b);
        campaign()->war_flags[EAGLES_WAR_TURKISH] = EAGLES_WAR_ON | EAGLES_WAR_HAPPENED;
        for (unsigned i = 0; i < taken; i++) {
            const unsigned city = eagles_find_city(board_data(&b), CITIES[i]);
            eagles_bring(&b.p, board_data(&b)->city[city].hex, unit("france", EAGLES_I), 1, 0, true);
            eagles_set_control(&b.p, city, EAGLES_FRANCE);
        }
        board_begin(&b, EAGLES_STEP_CONQUEST, EAGLES_FRANCE);
        cr_expect_eq(state_of("russia")->conquered, taken == 4 ? 1 : 0);
        board_close(&b);
    }
}

/* Rulebook, Prisoners: one for one in January, at random; who goes free is in the force pool. Of three French
 * and one Austrian one each: of the French I, I, C (C first in the order of rows) a 1 frees the C. */
Test(eagles_cases_rare, the_exchanged_go_to_the_pool)
{
    board_open_campaign(&b, 5, DICE(1, 1));
    board_clear(&b);
    EaglesState *s = board_state(&b);
    const uint8_t horse = s->pool[unit("france", EAGLES_C)];
    const uint8_t foot = s->pool[unit("austria", EAGLES_I)];
    s->pool[unit("france", EAGLES_C)] = (uint8_t)(horse - 1U);
    s->pool[unit("france", EAGLES_I)] = (uint8_t)(s->pool[unit("france", EAGLES_I)] - 2U);
    s->pool[unit("austria", EAGLES_I)] = (uint8_t)(foot - 1U);
    eagles_rows_add(s, eagles_key(EAGLES_PRISONER, unit("france", EAGLES_I), 0), 2);
    eagles_rows_add(s, eagles_key(EAGLES_PRISONER, unit("france", EAGLES_C), 0), 1);
    eagles_rows_add(s, eagles_key(EAGLES_PRISONER, unit("austria", EAGLES_I), 0), 1);
    eagles_exchange_prisoners(&b.p);
    cr_expect_eq(pool("france", EAGLES_C), horse);
    cr_expect_eq(pool("austria", EAGLES_I), foot);
    cr_expect_eq(board_sp_of(&b, EAGLES_PRISONER, "france", EAGLES_I), 2);
    cr_expect_eq(board_sp_of(&b, EAGLES_PRISONER, "austria", EAGLES_I), 0);
    board_close(&b);
}

/* Rulebook, partisans: they stack with no unit; ships lie in the port, not with them (map 7.3: their hex is
 * shut to other SP). A Spain at war that is not invaded makes six points of three red and three naval cities:
 * a squadron at Cadiz, where a partisan hides, but no infantry at Seville with one. */
Test(eagles_cases_rare, ships_are_built_beside_a_partisan)
{
    board_open_campaign(&b, SEPTEMBER_1805, DICE(1, 1, 1, 1));
    board_clear(&b);
    board_disarm(&b);
    eagles_take_side(&b.p, nation("spain"), EAGLES_COALITION);
    const unsigned cadiz = board_data(&b)->city[eagles_find_city(board_data(&b), "cadiz")].hex;
    const unsigned seville = board_data(&b)->city[eagles_find_city(board_data(&b), "seville")].hex;
    eagles_bring(&b.p, cadiz, unit("spain", EAGLES_P), 1, 0, true);
    eagles_bring(&b.p, seville, unit("spain", EAGLES_P), 1, 0, true);
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_COALITION);
    while (!board_offers(&b, "BUILD(spain,S)")) {
        MoveList list;
        char move[MOVE_TEXT_BYTES];
        game_legal(&b.game, &b.buffer.header, &list);
        const bool building = at_step(EAGLES_STEP_BUILD);
        eagles_move_text(board_data(&b), list.moves[building ? list.count - 1 : 0], move);
        board_play(&b, move);
    }
    board_play(&b, "BUILD(spain,I)");
    cr_expect_not(board_offers(&b, "BUILD_AT(seville)"));
    board_moves(&b, MOVES("BUILD_AT(madrid)", "BUILD(spain,S)"));
    cr_expect(board_offers(&b, "BUILD_AT(cadiz)"));
    board_play(&b, "BUILD_AT(cadiz)");
    board_expect_laws(&b);
    board_close(&b);
}

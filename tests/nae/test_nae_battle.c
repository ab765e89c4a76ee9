/* test_nae_battle.c: battles of the worked examples and the clauses of chapter 14 of the rulebook. */
#include <criterion/criterion.h>

#include "engine/nae/battle.h"
#include "tests/nae/nae_position.h"

/* The Grande Armee of the example: 13 points with Soult and Murat, supplied from a depot behind it. */
static void grande_armee(const char *zone, const char *depot)
{
    at(zone, "napoleon grande_armee soult murat fr_1 fr_2 fr_3 fr_4 fr_10 fr_garde- fr_res_cav");
    at(depot, "dp_france_1=");
}

/* Mack at Ulm with 8 points, in supply through Munich. */
static void mack_at_ulm(void)
{
    nae_start("1805", "");
    grande_armee("ulm", "bade");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3 au_res_cav- au_9-");
    marker("munich", NAE_COALITION);
    marker("ulm", NAE_COALITION);
}

/* A6 of the examples with the rules' own odds: 13 to 8 is 2:1. */
Test(nae_battle, a6_ulm)
{
    mack_at_ulm();
    dice("4 4 3 3 3 5");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_choices("spearhead(fr_1); spearhead(fr_garde); spearhead(fr_res_cav); spearhead(none)");
    play("spearhead(fr_1)");
    expect_choices("subordinate(soult); subordinate(murat); subordinate(none)");
    play("subordinate(soult)");
    /* 8 + 1 odds + 1 cavalry + 3 + 2 + 1 spearhead = 16: 4 and the cavalry; 6: one, of the spearhead */
    expect_steps("fr_1", 1);
    expect_at("au_res_cav", "reserve");
    play("battle_loss(au_1); battle_loss(au_1); battle_loss(au_2)");
    /* limit 3 + 0 - 3 = 0 fails by itself; pursuit 5 + 3 + 2 + 1 = 11: five more, and only four are left */
    expect_legal("retreat(bade)", false);
    play("retreat(munich)");
    play("pursuit_loss(au_2); pursuit_loss(au_3)");
    expect_fallen();
    expect_at("mack armee_allemagne au_1 au_2 au_3 au_9", "reserve");
    expect_at("napoleon soult murat fr_1", "ulm");
    cr_expect_eq(ns()->battle_result, NAE_ATTACKER_WON);
    cr_expect((ns()->major[NAE_AUSTRIA].flags & NAE_BEATEN_BY_NAPOLEON) != 0);
}

/* A10: Charles with 6 points is intercepted at Graz by 10; his capital is lost. */
Test(nae_battle, a10_graz_with_interception)
{
    nae_start("1805", "");
    marker("vienne", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("vienne"), NAE_FORT_EMPIRE);
    marker("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
    at("salzbourg", "dp_france_1=");
    at("munich", "dp_france_2=");
    at("ulm", "dp_france_3=");
    at("graz", "charles au_4 au_5 au_6");
    at("graz", "napoleon grande_armee davout soult murat fr_1 fr_2 fr_3 fr_4 fr_garde- fr_res_cav-");
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of("graz"), NAE_EMPIRE))
    {
        ns()->bits[piece] |= NAE_INTERCEPTING;
    }
    ns()->reaction.entry = (uint8_t)zone_of("vienne");
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("au_4")), 2, "Vienna is lost");
    dice("4 4 3 4 3 2");
    battle("graz", NAE_COALITION, "laybach", NAE_BATTLE_INTERCEPTION);
    play("spearhead(fr_1); subordinate(davout)");
    /* K 8 - 1 + 1 = 8: one loss; E 7 + 3 + 1 + 1 + 3 + 1 = 16: four */
    cr_expect_eq(ns()->battle.winner, 1);
    play("battle_loss(au_4); battle_loss(au_5)"); /* the first step of each is nobody's choice */
    /* limit 2 + 1 - 3 = 0; pursuit 2 + 3 + 1 + 1 = 7: one more */
    expect_fallen();
    expect_steps("fr_1", 1);
    expect_at("au_4 au_5", "reserve");
    expect_steps("au_6", 1);
    expect_at("charles", "laybach");
    expect_at("napoleon fr_1", "graz");
    cr_expect_eq(ns()->battle_result, NAE_DEFENDER_WON);
}

/* A11.3: two against two at Rome; no losses, and only the defender has the mark. */
Test(nae_battle, a11_skirmish_without_losses)
{
    nae_start("1805", "");
    at("rome", "mi_naples");
    at("rome", "fr_11");
    marker("rome", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("rome"), NAE_FORT_EMPIRE);
    dice("3 3 3 5");
    nae_set_status(np(), NAE_NAPLES, NAE_COALITION_ALLY);
    battle("rome", NAE_COALITION, "naples", 0);
    expect_fallen(); /* 0 against 0+: no test of demoralisation after a skirmish */
    expect_at("mi_naples", "naples");
    expect_at("fr_11", "rome");
    expect_steps("fr_11", 2);
    cr_expect(!nae_bit(ns(), piece_of("mi_naples"), NAE_DEMORALISED));
}

/* A12: Vienna, 7 against 7; the Russians lead with a corps of a star and lend Buxhowden. */
Test(nae_battle, a12_vienna)
{
    nae_start("1805", "");
    marker("vienne", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("vienne"), NAE_FORT_EMPIRE);
    marker("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
    marker("munich", NAE_EMPIRE);
    at("salzbourg", "dp_france_1=");
    at("ulm", "dp_france_2=");
    at("bade", "dp_france_3=");
    at("leopoldstadt", "dp_russie_1=");
    at("cracovie", "dp_russie_2=");
    at("lemberg", "dp_russie_3=");
    at("vienne", "koutouzov premiere_armee buxhowden ru_1 ru_2 ru_garde au_8-");
    at("vienne", "napoleon grande_armee soult murat fr_1 fr_2 fr_garde- fr_res_cav");
    dice("5 5 4 4 1 1 3");
    battle("vienne", NAE_COALITION, "leopoldstadt", 0);
    play("spearhead(ru_1); spearhead(fr_garde); subordinate(buxhowden); subordinate(soult)");
    /* K 10 + 1 + 1 + 1 (or 3 less out of supply); E 8 + 3 + 1 + 1 + 2 = 15: 4C, and no cavalry to lose */
    cr_expect_eq(ns()->battle.losses[0], 4);
    expect_steps("ru_1", 1);
}

/* B57: 2 against a lone fixed depot is 4:1, 3 is 6:1 and needs no die. */
Test(nae_battle, b57_lone_depot)
{
    nae_start("1805", "");
    at("ulm", "au_1 ");
    at("ulm", "dp_france_1=");
    cr_expect_eq(
        nae_overrun(nd(), ns(), nae_pieces_one(piece_of("au_1")), nae_pieces_one(piece_of("dp_france_1"))),
        0);
    at("ulm", "mack au_1 au_2-");
    dice("");
    battle("ulm", NAE_COALITION, "munich", 0);
    expect_at("dp_france_1", "reserve");
    cr_expect_eq(ns()->battle_result, NAE_ATTACKER_WON);
}

/* A7 as the first edition has it: 12 against 2 is an overrun, no dice. */
Test(nae_battle, a7_overrun)
{
    nae_start("1805", "");
    at("munich", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_10 fr_12");
    at("munich", "au_1");
    dice("");
    battle("munich", NAE_EMPIRE, "ulm", 0);
    expect_at("au_1", "reserve");
    expect_at("napoleon fr_1", "munich");
    cr_expect((ns()->major[NAE_AUSTRIA].flags & NAE_BEATEN_BY_NAPOLEON) == 0, "no battle for Tilsit (A-44)");
}

/* B28, B29, B58: rounding of odds and levels, read from a battle begun. */
static unsigned level_of_battle(const char *french, const char *austrian)
{
    nae_start("1805", "");
    at("munich", french);
    at("munich", austrian);
    dice("1 1 1 1 1 1 1 1 1 1");
    nae_begin_battle(np(), zone_of("munich"), NAE_EMPIRE, zone_of("ulm"), 0);
    for (unsigned i = 0; i < 40 && ns()->battle.attacker < 2 && ns()->battle.dice[0] == 0; i++) {
        nae_run(np());
        MoveList list;
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        list.count = 0;
        NAE_STEPS[top->step].options(np(), top, &list);
        NAE_STEPS[top->step].choose(np(), &ns()->frame[ns()->frames - 1], list.moves[list.count - 1]);
    }
    return ns()->battle.level;
}

Test(nae_battle, b58_levels)
{
    cr_expect_eq(level_of_battle("napoleon fr_9 fr_10-", "charles au_1 au_2"), 0,
                 "3 and 4 are 7: a skirmish");
    cr_expect_eq(level_of_battle("napoleon fr_9 fr_10", "charles au_1 au_2"), 1,
                 "4 and 4 are 8: a minor battle");
}

/* B30: 4 steps of morale 3, 3 of 2, 2 of 5: 3. B62: Bavarians without Munich fight with one less. */
Test(nae_battle, b30_b61_b62_morale)
{
    nae_start("1805", "");
    at("munich", "charles au_1 au_2 au_reserve- ru_garde");
    NaePieces set = nae_pieces_and(nae_field(nd(), ns(), zone_of("munich"), NAE_COALITION), nd()->units);
    cr_expect_eq(nae_force_morale(nd(), ns(), set), 3);
    at("ulm", "mi_baviere");
    const unsigned before = nae_unit_morale(nd(), ns(), piece_of("mi_baviere"));
    marker("munich", NAE_COALITION);
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("mi_baviere")), before - 1);
    marker("moscou", NAE_EMPIRE);
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("ru_1")), 4, "Saint Petersburg is free");
    marker("saint_petersbourg", NAE_EMPIRE);
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("ru_1")), 3);
}

/* Vienna under siege, its garrison in it, is not lost yet: Austrian morale falls with the town [14.4]. */
Test(nae_battle, a_capital_under_siege_is_not_lost)
{
    nae_start("1805", "");
    at("vienne", "davout fr_1 fr_2");
    inside("vienne", "au_1");
    at("prague", "au_2");
    const unsigned before = nae_unit_morale(nd(), ns(), piece_of("au_2"));
    nae_lay_siege(np(), zone_of("vienne"));
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("au_2")), before);
    marker("vienne", NAE_EMPIRE);
    cr_expect_eq(nae_unit_morale(nd(), ns(), piece_of("au_2")), before - 1);
}

/* The way back over the strait from Malmo costs the step [14.10] that counts for the test [14.9.1]; a way
 * into the fortress of the zone none. */
Test(nae_battle, a_strait_counts_for_the_test)
{
    nae_start("1805", "");
    at("malmo", "davout fr_1 fr_2");
    ns()->battle.zone = (uint8_t)zone_of("malmo");
    ns()->battle.attacker = NAE_EMPIRE;
    ns()->battle.winner = 1;
    ns()->battle.retreat = (uint8_t)zone_of("copenhague");
    ns()->battle.retreat_second = NAE_NONE;
    cr_expect_eq(nae_edge_losses(nd(), ns()), 1);
    ns()->battle.retreat = (uint8_t)zone_of("malmo");
    cr_expect_eq(nae_edge_losses(nd(), ns()), 0, "into the fortress of the zone");
}

/* B31: a step and a cavalry general are superior to a step; a general to nothing. */
Test(nae_battle, b31_cavalry)
{
    nae_start("1805", "");
    at("ulm", "murat fr_res_cav- fr_1");
    at("munich", "charles au_res_cav- au_1");
    const NaePieces french = nae_field(nd(), ns(), zone_of("ulm"), NAE_EMPIRE);
    const NaePieces austrian = nae_field(nd(), ns(), zone_of("munich"), NAE_COALITION);
    cr_expect_eq(nae_cavalry_superior(nd(), ns(), french, austrian), 1);
    cr_expect_eq(nae_cavalry_superior(nd(), ns(), austrian, french), 0);
    const NaePieces general = nae_pieces_one(piece_of("murat"));
    cr_expect_eq(nae_cavalry_superior(nd(), ns(), general, nae_pieces_one(piece_of("au_1"))), 1);
}

/* B59: equal results without a mark, or with two: the attacker has lost; B60: a side of 3 steps inflicts 3 at
 * most. */
Test(nae_battle, b59_b60_tie_and_cap)
{
    nae_start("1805", "");
    at("munich", "dp_france_1=");
    at("ulm", "dp_france_2=");
    at("bade", "dp_france_3=");
    at("salzbourg", "davout fr_9 fr_10-");
    at("salzbourg", "charles au_1 au_2 au_3");
    /* 3 against 6: 1:2, a minor battle; E 12 - 1 + 2 = 13: three; K 12 + 2 = 14: three with the mark. A tie
     * to K. */
    dice("6 6 6 6 6");
    battle("salzbourg", NAE_EMPIRE, "munich", 0);
    cr_expect_eq(ns()->battle.winner, 1);
    cr_expect_leq(ns()->battle.losses[1], 3, "three steps inflict no more");
}

/* B84: Reverse Slopes after a Grand Battery: that counts nothing. */
Test(nae_battle, b84_reverse_slopes)
{
    nae_start("1809", "");
    hand("3F 44C");
    at("lisbonne", "wellington gb_1 gb_2 gb_3");
    at("coimbra", "soult fr_9 fr_10");
    at("coimbra", "dp_france_1=");
    nae_move_pieces(np(), nae_field(nd(), ns(), zone_of("coimbra"), NAE_EMPIRE), zone_of("lisbonne"),
                    NAE_STANDING);
    ns()->place[piece_of("dp_france_1")] = (uint8_t)zone_of("coimbra");
    dice("1 1 1 1 1 1 1 1");
    battle("lisbonne", NAE_EMPIRE, "coimbra", 0);
    for (unsigned i = 0; i < 6 && ns()->header.step != NAE_STEP_BATTLE_CARD; i++) {
        MoveList list = {0};
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        NAE_STEPS[top->step].options(np(), top, &list);
        char text[MOVE_TEXT_BYTES];
        nae_move_text(nd(), list.moves[list.count - 1], text);
        play(text);
    }
    if (ns()->header.seat == NAE_EMPIRE) { /* only in supply */
        play("combat_card(3F)");
        cr_expect_gt(ns()->battle.card_bonus[0], 0);
    }
    const int before = ns()->battle.card_bonus[0];
    expect_step("battle_card", NAE_COALITION);
    ns()->battle.dice[0] = 0;
    const NaeFrame *top = &ns()->frame[ns()->frames - 1];
    NAE_STEPS[top->step].choose(np(), &ns()->frame[ns()->frames - 1],
                                nae_move1(NAE_M_COMBAT_CARD, NAE_C(44)));
    (void)top;
    cr_expect_eq(ns()->battle.card_bonus[1], 1);
    cr_expect_eq(ns()->battle.card_bonus[0], before > 0 ? 0 : before);
}

/* A5: Jean counter-marches to Ulm: 4 + 1 = 5; he outranks Mack and goes to the reserve, his corps stays. */
Test(nae_battle, a5_counter_march_of_jean)
{
    nae_start("1805", "");
    grande_armee("ulm", "bade");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3");
    at("innsbruck", "jean au_9");
    marker("ulm", NAE_COALITION);
    marker("munich", NAE_COALITION);
    dice("4 3");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_choices("counter_march(innsbruck,jean); counter_march(no)");
    play("counter_march(innsbruck,jean)");
    expect_fallen(); /* 4 + 1 = 5; attrition of 2 steps: 3 + 1 = 4, nothing */
    expect_at("jean", "reserve");
    expect_at("au_9 mack", "ulm");
    expect_steps("au_9", 2);
    expect_step("spearhead", NAE_EMPIRE);
}

/* 14.1: not across a mountain without a pass, not demoralised. */
Test(nae_battle, counter_march_barred)
{
    nae_start("1805", "");
    grande_armee("ulm", "bade");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3");
    at("innsbruck", "jean au_9");
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of("innsbruck"), NAE_COALITION))
    {
        nae_set_bit(ns(), piece, NAE_DEMORALISED);
    }
    dice("");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    expect_step("spearhead", NAE_EMPIRE);
}

/* B63: a demoralised force that fails again is destroyed. */
Test(nae_battle, b63_demoralised_twice)
{
    mack_at_ulm();
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of("ulm"), NAE_COALITION))
    {
        nae_set_bit(ns(), piece, NAE_DEMORALISED);
    }
    dice("4 4 3 3 2");
    battle("ulm", NAE_EMPIRE, "bade", 0);
    play("spearhead(none); subordinate(none)");
    /* 8 + 1 + 1 + 3 = 13: 3 losses; 6: 1, of a unit of the force's morale or more */
    expect_legal("battle_loss(fr_10)", false);
    play("battle_loss(fr_1); battle_loss(au_1); battle_loss(au_1); battle_loss(au_2)");
    play("retreat(munich)");
    expect_fallen(); /* limit 3 + 0 - 2 = 1, a die of 2 fails */
    expect_at("mack armee_allemagne au_1 au_2 au_3 au_9 au_res_cav", "reserve");
}

/* 12.11: an own open fortress comes after friendly zones; enemy-held land last. Never the attacker's zone. */
Test(nae_battle, retreat_priorities)
{
    nae_start("1805", "");
    at("vienne", "davout fr_1 fr_2 fr_3");
    at("salzbourg", "dp_france_1=");
    at("vienne", "jean au_1 au_2");
    for (unsigned i = 0; i < nd()->zone[zone_of("vienne")].neighbors; i++) {
        const unsigned zone = nd()->zone[zone_of("vienne")].edge[i].zone;
        if (nae_zone_is(nd(), zone, NAE_ZONE_CONTROLLABLE)) {
            nae_set_marker(ns(), zone, NAE_EMPIRE);
            if (nd()->zone[zone].fortress > 0) {
                nae_set_fort_state(ns(), zone, NAE_FORT_EMPIRE);
            }
        }
    }
    dice("6 6 1 1");
    battle("vienne", NAE_EMPIRE, "salzbourg", 0);
    play("spearhead(none)");
    while (ns()->header.step == NAE_STEP_BATTLE_LOSS) {
        MoveList list = {0};
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        NAE_STEPS[top->step].options(np(), top, &list);
        char text[MOVE_TEXT_BYTES];
        nae_move_text(nd(), list.moves[0], text);
        play(text);
    }
    if (nae_on_map(ns(), piece_of("jean"))) {
        expect_at("jean", "vienne");
        cr_expect(nae_bit(ns(), piece_of("jean"), NAE_INSIDE), "the fortress of the zone is priority 3");
    }
}

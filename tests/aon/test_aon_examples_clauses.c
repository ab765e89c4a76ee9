/* test_aon_examples_clauses.c: clauses on countries and on the phases of a turn that no worked example
 * covers. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

static bool available(Seat seat, const char *id)
{
    return corps_in(aon_available(aon_d(), aon_s(), seat), corps_id(id));
}

/* ---- availability, cards, victory ---- */

Test(aon_clauses, insurrection_corps_2_2_1_8)
{
    start("1805");
    align("spain=CM");
    cr_expect(available(SEAT_COALITION, "castanos"));
    cr_expect_not(available(SEAT_COALITION, "palafox"));
    align("spain=IC");
    cr_expect(available(SEAT_COALITION, "palafox"));
    align("spain=CM!"); /* it has been insurgent */
    cr_expect(available(SEAT_COALITION, "palafox"));
}

/* Both may play something after a surrender: the seat with the initiative is asked first. */
Test(aon_clauses, ties_of_time_2_3_7)
{
    for (int in = 1810; in <= 1811; in++) {
        start("1805");
        year(in);
        corps("niederoesterreich", "davout");
        hand(SEAT_FRENCH, "territorial_concessions");
        hand(SEAT_COALITION, "napoleonic_dynasty");
        at_surrender();
        expect_step("surrender_window", in == 1810 ? SEAT_FRENCH : SEAT_COALITION);
    }
}

/* At random: phases in order, rounds in order, one year after the other, and every phase is met. */
Test(aon_clauses, sequence_of_play_5_0)
{
    const unsigned all = (1U << AON_PHASE_COUNT) - 1U;
    unsigned met = 1U << AON_PHASE_VICTORY_CHECK; /* it seldom asks */
    for (unsigned i = 0; i < 5 || (met != all && i < 500); i++) {
        Rng rng = rng_derive(1805, RNG_PURPOSE_FUZZ, i);
        Dice random_dice = dice_from_stream(rng_derive(1805, RNG_PURPOSE_DICE, i));
        aon_load("1805", "");
        const AonState *s = aon_s();
        unsigned last = 0;
        for (; s->header.over == 0 && aon_year(s) < 15;) {
            const unsigned now = (unsigned)s->header.turn << 8U | (unsigned)s->phase << 4U | s->round;
            cr_assert_geq(now, last, "from %x to %x", last, now);
            cr_assert_leq(s->header.turn, (last >> 8U) + 1U);
            last = now;
            met |= 1U << s->phase;
            MoveList list;
            const uint32_t count = game_legal(aon_game(), &s->header, &list);
            game_apply(aon_game(), &aon_s()->header, list.moves[rng_bounded(&rng, count)], &random_dice);
        }
    }
    cr_expect_eq(met, all, "%x", met);
}

Test(aon_clauses, napoleons_death_6_2_2)
{
    start("1805");
    corps("westfalen", "napoleon");
    corps("bayern", "kutuzov bagration konstantin dokhturov");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern)");
    dice("1 6"); /* none against two, and one more: the only corps */
    play_each("corps_take");
    expect_over(SEAT_COALITION, OUTCOME_DECISIVE);
}

Test(aon_clauses, napoleon_taken_prisoner_goes_on_6_2_2)
{
    start("1805");
    corps("bayern", "napoleon* ney");
    corps("moscow", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    dice("1");
    play("area(bayern); corps_take(napoleon); corps_leave(ney); area(tirol)"); /* a mountain */
    expect_at("napoleon", "prisoners");
    cr_expect_eq(aon_s()->header.over, 0);
}

/* French to 1810, Coalition from 1811 on. */
Test(aon_clauses, initiative_7_1_1_and_10_1_and_11_2_1)
{
    for (int in = 1810; in <= 1811; in++) {
        const Seat seat = in == 1810 ? SEAT_FRENCH : SEAT_COALITION;
        start("1805");
        year(in);
        hand(SEAT_FRENCH, "napoleon_i");
        hand(SEAT_COALITION, "pitt");
        at_campaign();
        expect_step("campaign_first", seat);
        expect_list("choose_first(self); choose_first(other)");
        Play p = {.d = aon_d(), .s = aon_s()};
        aon_start_reinforcement(&p);
        aon_clear_choices(aon_s());
        aon_run(&p);
        expect_step("reinforcement_first", seat);
        aon_clear_choices(aon_s());
        aon_s()->phase = AON_PHASE_DIPLOMACY;
        aon_start_diplomacy(&p, AON_STEP_INSURRECTION_OUTCOMES);
        aon_run(&p);
        expect_step("diplomacy_first", seat);
        play("choose_first(other)");
        expect_step("diplomacy_turn", seat_other(seat));
    }
}

/* Turns alternate; when one has passed the other goes on alone. */
Test(aon_clauses, turns_of_the_diplomacy_phase_7_1)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i talleyrand");
    hand(SEAT_COALITION, "pitt coup_detat");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0); country(napoli); counter(none)");
    expect_step("diplomacy_turn", SEAT_COALITION);
    play("play_card(coup_detat); country(bayern)");
    expect_step("diplomacy_turn", SEAT_FRENCH);
    play("pass");
    expect_step("diplomacy_turn", SEAT_COALITION);
    play("play_card(pitt); conversion(0); country(holland)");
    expect_aligned("napoli=NC bayern=NC holland=NC");
}

/* ---- insurrections ---- */

static void rise_of_spain(const char *fourth, const char *spanish)
{
    start("1809");
    corps("castilla", "davout");
    corps("navarra", "ney");
    corps("valencia", "soult");
    corps("galicia", fourth);
    corps("cataluna", spanish);
    at_insurrection();
}

Test(aon_clauses, failed_insurrection_8_1)
{
    rise_of_spain("lannes", "");
    expect_aligned("spain=FD");
    cr_expect(aon_was_insurgent(aon_s(), AON_SPAIN), "8.1.2: the marker stays");
    rise_of_spain("", ""); /* three of six areas */
    expect_aligned("spain=IC");
    rise_of_spain("lannes", "mina"); /* a corps is left */
    expect_aligned("spain=IC");
    start("1809");
    corps("andalucia", "davout");
    corps("navarra", "ney");
    corps("valencia", "soult");
    corps("galicia", "lannes");
    at_insurrection(); /* four areas without the capital */
    expect_aligned("spain=IC");
}

/* B5: Sachsen-Weimar is a Prussian as long as Sachsen is. */
Test(aon_clauses, attached_minors_rise_with_their_ruler_b5)
{
    for (unsigned attached = 0; attached < 2; attached++) {
        start("1805");
        align("prussia=IC");
        align(attached ? "" : "sachsen=CM polen=FD");
        corps("brandenburg", "davout");
        corps("magdeburg", "ney");
        corps("hinterpommern", "soult");
        corps("westpreussen", "lannes");
        corps("ostpreussen", "murat");
        corps("schlesien", "sachsen_weimar");
        at_insurrection();
        expect_aligned(attached ? "prussia=IC"
                                : "prussia=FD"); /* five areas of eight or six, a corps left or none */
    }
}

Test(aon_clauses, successful_insurrection_8_2)
{
    start("1809");
    corps("tirol", "davout");
    at_insurrection();
    expect_aligned("spain=CM tirol=FD"); /* no French in Spain; Tirol's only area is held */
    cr_expect(aon_was_insurgent(aon_s(), AON_SPAIN), "8.2.2: the marker stays");
    start("1809");
    corps("navarra", "davout");
    corps("tirol", "");
    at_insurrection();
    expect_aligned("spain=IC tirol=CM");
}

/* ---- reinforcement ---- */

Test(aon_clauses, limits_of_austria_10_2_2)
{
    for (unsigned reformed = 0; reformed < 2; reformed++) {
        start("1805");
        year(1807);
        events(reformed ? "radetzky" : "");
        at_reinforcement(SEAT_COALITION);
        play("corps_take(karl); area(banat); corps_take(johann); area(banat)");
        expect_legal("corps_take(ferdinand)", reformed);
        if (reformed) {
            play("corps_take(ferdinand); area(banat); corps_take(klenau); area(banat)");
            expect_legal("corps_take(colloredo)", false);
        }
    }
    start("1805");
    year(1807);
    corps("boehmen", "karl johann ferdinand hiller mack");
    at_reinforcement(SEAT_COALITION);
    play("corps_take(bellegarde); area(banat)");
    expect_legal("corps_take(liechtenstein)", false); /* six on the map */
}

Test(aon_clauses, limits_of_prussia_10_2_2)
{
    for (unsigned reformed = 0; reformed < 2; reformed++) {
        start("1805");
        year(1807);
        align("prussia=CM");
        events(reformed ? "stein" : "");
        corps("brandenburg", "braunschweig");
        at_reinforcement(SEAT_COALITION);
        play("corps_take(hohenlohe); area(schlesien); corps_take(ruechel); area(schlesien)");
        play("corps_take(kalckreuth); area(schlesien)");
        expect_legal("corps_take(lestocq)", reformed); /* three, four with Stein */
        if (reformed) {
            play("corps_take(lestocq); area(schlesien)");
            expect_legal("corps_take(bluecher)", false);
        }
    }
}

Test(aon_clauses, minor_allies_count_with_their_patron_10_2_3)
{
    start("1805");
    year(1807);
    corps("kiev", "bagration bennigsen buxhowden konstantin dokhturov");
    corps("moscow", "essen");
    corps("sverige", "charles_john");
    at_reinforcement(SEAT_COALITION);
    expect_legal("corps_take(kutuzov)", true);
    play("corps_take(kutuzov); area(kiev)");
    cr_expect_eq(corps_count(corps_and(aon_on_map(aon_s()), aon_d()->of_group[AON_GROUP_RUSSIA])), 8);
    start("1805");
    year(1807);
    events("britannia");
    russia_invaded();
    corps("kiev", "bagration bennigsen buxhowden konstantin dokhturov essen barclay");
    corps("sverige", "charles_john");
    at_reinforcement(SEAT_COALITION);
    expect_legal("corps_take(kutuzov)", false);
}

Test(aon_clauses, reinforcements_are_fresh_10_2_5)
{
    start("1805");
    year(1807);
    align("spain=NC");
    corps("bayern", "lefebvre*");
    hand(SEAT_COALITION, "pitt");
    hand(SEAT_FRENCH, "talleyrand");
    at_diplomacy(SEAT_COALITION);
    play("play_card(pitt); conversion(0); country(bayern); counter(none)");
    expect_at("lefebvre", "reserve");
    align("bayern=FA");
    at_reinforcement(SEAT_FRENCH);
    play("corps_take(lefebvre)");
    expect_at("lefebvre", "bayern");
    expect_fresh("lefebvre");
}

Test(aon_clauses, french_deployment_across_the_border_10_4_1)
{
    start("1809"); /* Spain insurgent, Italia and Holland dominions, Westfalen too */
    corps("navarra", "castanos");
    corps("lorraine", "davout");
    at_reinforcement(SEAT_FRENCH);
    play("corps_take(napoleon)");
    /* Navarra holds an enemy, Schweiz and Württemberg are allies, Valencia does not border on France */
    expect_choices(
        "area",
        "ile_de_france flandres bretagne aquitaine languedoc provence bourgogne lorraine cataluna italia "
        "holland westfalen");
    play("area(cataluna); stop");
    start("1809");
    align("holland=NC");
    corps("flandres", "wellington"); /* Westfalen borders on Lorraine still */
    at_reinforcement(SEAT_FRENCH);
    play("corps_take(napoleon)");
    expect_legal("area(westfalen)", true);
    expect_legal("area(flandres)", false);
    start("1809");
    corps("flandres", "wellington"); /* Holland borders on Flandres alone */
    at_reinforcement(SEAT_FRENCH);
    play("corps_take(napoleon)");
    expect_legal("area(holland)", false);
}

Test(aon_clauses, deployment_by_sea_10_4_1)
{
    start("1805");
    year(1807);
    events("britannia");
    align("portugal=CM danmark=CM");
    corps("danmark", "davout");
    at_reinforcement(SEAT_COALITION);
    play("corps_take(wellington)");
    expect_choices("area", "britain dalmatien lithuania livonia napoli pommern portugal sverige");
    play("area(portugal)");
    play("corps_take(karl)"); /* once a phase */
    expect_legal("area(portugal)", false);
    expect_legal("area(banat)", true);
    start("1805");
    year(1807);
    at_reinforcement(SEAT_COALITION);
    play("corps_take(wellington)"); /* no Britannia: only at home */
    expect_at("wellington", "britain");
}

Test(aon_clauses, insurgents_do_not_deploy_by_sea_a17)
{
    start("1809");
    corps("castilla", "davout");
    at_reinforcement(SEAT_COALITION);
    play("corps_take(castanos)");
    expect_choices("area", "galicia navarra cataluna valencia andalucia");
}

/* ---- surrender ---- */

Test(aon_clauses, order_of_countries_14_0)
{
    const unsigned majors[] = {AON_SPAIN, AON_PRUSSIA, AON_AUSTRIA, AON_RUSSIA, AON_FRANCE};
    start("1805");
    const unsigned count = aon_d()->surrender_count;
    cr_expect_eq(count, 22, "all but Britain");
    for (unsigned i = 0; i < 5; i++) {
        cr_expect_eq(aon_d()->surrender_order[count - 5 + i], majors[i]);
    }
}

Test(aon_clauses, minor_countries_surrender_14_1)
{
    start("1805");
    align("portugal=CM! hannover=FA bayern=FD");
    corps("napoli", "davout");
    corps("portugal", "ney");
    corps("hannover", "bennigsen");
    corps("bayern", "kutuzov");
    hand(SEAT_FRENCH, "territorial_concessions");
    at_surrender();
    /* 14.1.2 and its exception, 14.1.3 */
    expect_aligned("napoli=FA portugal=FD hannover=CM bayern=CM");
    cr_expect_not(aon_flag(aon_s(), AON_FLAG_MAJOR_SURRENDERED));
}

/* Wrede serves Österreich while Bayern does. */
Test(aon_clauses, corps_of_surrendering_minors_14_1_4)
{
    start("1805");
    align("bayern=CM");
    corps("bayern", "davout");
    corps("boehmen", "wrede karl");
    at_surrender();
    expect_aligned("bayern=FA");
    expect_at("wrede", "reserve");
    expect_at("karl", "boehmen");
}

Test(aon_clauses, insurgents_never_surrender_14_note_2)
{
    start("1809");
    corps("castilla", "davout");
    corps("navarra", "ney");
    corps("valencia", "soult");
    corps("galicia", "lannes");
    corps("tirol", "oudinot");
    at_surrender();
    expect_aligned("spain=IC tirol=IC");
}

Test(aon_clauses, an_ally_conquered_becomes_neutral_14_2_2)
{
    start("1805");
    align("prussia=FA");
    corps("brandenburg", "kutuzov");
    corps("magdeburg", "braunschweig");
    corps("schlesien", "bagration");
    at_surrender();
    expect_aligned("prussia=NC"); /* two against one; A32 */
    expect_at("braunschweig", "reserve");
    expect_at("kutuzov", "brandenburg");
}

static void surrender_prussia(const char *schlesien, const char *hinterpommern, const char *around)
{
    start("1805");
    align("prussia=CM pommern=CM");
    corps("brandenburg", "davout");
    corps("schlesien", schlesien);
    corps("hinterpommern", hinterpommern);
    corps("pommern", around[0] != '\0' ? "ney" : "");
    corps("westpreussen", around[0] != '\0' ? "soult" : "");
    events(around[0] == 'b' ? "britannia" : "");
}

Test(aon_clauses, guests_go_to_the_nearest_area_14_2_3)
{
    surrender_prussia("kutuzov", "", "");
    at_surrender();
    expect_aligned("prussia=NC");
    cr_expect(aon_flag(aon_s(), AON_FLAG_MAJOR_SURRENDERED), "9.2");
    expect_step("surrender_displace", SEAT_COALITION);
    expect_choices("area", "boehmen westgalizien"); /* one area away, both of them */
    play("area(boehmen)");
    expect_at("kutuzov", "boehmen");
}

Test(aon_clauses, surrounded_guests_are_taken_14_2_3)
{
    surrender_prussia("", "kutuzov charles_john", "yes");
    at_surrender();
    expect_at("kutuzov charles_john", "prisoners");
    surrender_prussia("", "kutuzov charles_john", "by sea");
    at_surrender();
    expect_step("surrender_displace_sea", SEAT_COALITION);
    expect_list(
        "sea_retreat(kutuzov,lithuania); sea_retreat(kutuzov,livonia); sea_retreat(charles_john,sverige); "
        "sea_retreat(no)");
    play("sea_retreat(charles_john,sverige)");
    expect_at("charles_john", "sverige");
    expect_at("kutuzov", "prisoners"); /* one corps only */
}

/* The occupant of a neutral major may move about in it, as long as he holds the capital. */
Test(aon_clauses, occupied_neutral_14_2_4)
{
    start("1805");
    align("austria=NC");
    corps("niederoesterreich", "davout");
    corps("bayern", "ney");
    corps("volhynia", "kutuzov");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(boehmen); stop");
    expect_aligned("austria=NC");
    play("area(volhynia); area(westgalizien); stop");
    expect_aligned("austria=FA"); /* for the occupying side only */
    start("1805");
    align("austria=NC");
    corps("bayern", "ney");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); area(boehmen); stop");
    expect_aligned("austria=CM");
}

/* 12.7.2: even a country that was insurgent once may become a French ally by a violation. */
Test(aon_clauses, violation_of_a_former_insurgent_12_7_2)
{
    start("1805");
    align("austria=NC!");
    corps("volhynia", "kutuzov");
    at_part(SEAT_COALITION, 1);
    play("area(volhynia); area(westgalizien); stop");
    expect_aligned("austria=FA");
    expect_step("deploy_corps", SEAT_FRENCH);
}

/* ---- winter attrition ---- */

Test(aon_clauses, winter_attrition_from_three_corps_on_15_1)
{
    start("1805");
    corps("lorraine", "davout ney");
    corps("flandres", "soult lannes murat");
    corps("kiev", "kutuzov bagration");
    corps("boehmen", "karl johann hiller");
    dice("1 1"); /* row of three: one each */
    at_winter(SEAT_FRENCH);
    expect_step("winter_loss", SEAT_FRENCH);
    expect_choices("loss", "lannes soult murat");
    play("loss(murat)");
    expect_step("winter_loss", SEAT_COALITION);
    play("loss(hiller)");
    expect_fallen(2);
    expect_at("murat hiller", "lost");
}

Test(aon_clauses, winter_attrition_modifiers_15_1)
{
    static const char *const areas[] = {"bourgogne", "ile_de_france", "kiev", "moscow"};
    static const int modifiers[] = {0, 1, -2, -1};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned die = 1; die <= 6; die++) {
            const int modified = (int)die + modifiers[i] > 6 ? 6 : (int)die + modifiers[i];
            static const unsigned row[] = {2, 2, 1, 1, 1, 0, 0, 0}; /* four corps, die -1 to 6 */
            start("1805");
            align("russia=NC");
            corps(areas[i], "davout lannes ney soult");
            dice(aon_text("%u", die));
            at_winter(SEAT_FRENCH);
            play_each("loss");
            cr_expect_eq(corps_count(aon_corps_at(aon_s(), AON_PLACE_LOST)), row[modified + 1], "%s, die %u",
                         areas[i], die);
        }
    }
}

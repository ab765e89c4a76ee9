/* test_aon_cards_diplomacy.c: the cards that change alignments: when they may be played, what they do, where
 * they go. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

/* 1807, a seat about to take its diplomacy turn with some cards. */
static void diplomacy(Seat seat, const char *alignments, const char *cards)
{
    start("1805");
    year(1807);
    events("continental_system");
    align(alignments);
    hand(seat, cards);
}

Test(aon_cards, napoleon_i)
{
    diplomacy(SEAT_FRENCH, "", "napoleon_i");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleon_i); conversion(0)");
    expect_choices("country", "austria russia napoli pommern sverige"); /* never Britain (7.2.3) */
    play("country(napoli)");
    expect_aligned("napoli=NC");
    expect_pile("napoleon_i");
    diplomacy(SEAT_COALITION, "", "napoleon_i");
    at_diplomacy(SEAT_COALITION); /* not theirs: the phase is over at once */
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
}

Test(aon_cards, talleyrand)
{
    diplomacy(SEAT_COALITION, "", "talleyrand");
    at_diplomacy(SEAT_COALITION);
    play("play_card(talleyrand)");
    expect_list("conversion(2); conversion(3)"); /* the Coalition's two */
    play("conversion(3)");
    expect_choices("country", "prussia danmark portugal");
    play("country(portugal)");
    expect_aligned("portugal=CM");
    expect_step("deploy_corps", SEAT_COALITION); /* 7.3.3 */
    play("corps_take(beresford)");
    expect_at("beresford", "portugal");
    expect_pile("talleyrand");
}

Test(aon_cards, pitt)
{
    diplomacy(SEAT_COALITION, "", "pitt");
    at_diplomacy(SEAT_COALITION);
    play("play_card(pitt); conversion(0)");
    expect_choices("country",
                   "spain bayern hannover holland chiesa schweiz westfalen wuerttemberg"); /* no dominion */
    play("country(bayern)");
    expect_aligned("bayern=NC");
    expect_pile("pitt");
}

/* 7.3.2: all corps of the country leave, foreign corps stay. */
Test(aon_cards, pitt_makes_a_country_neutral)
{
    diplomacy(SEAT_COALITION, "", "pitt");
    corps("bayern", "lefebvre davout");
    at_diplomacy(SEAT_COALITION);
    play("play_card(pitt); conversion(0); country(bayern)");
    expect_at("lefebvre", "reserve");
    expect_at("davout", "bayern");
}

Test(aon_cards, english_gold)
{
    diplomacy(SEAT_COALITION, "", "english_gold");
    corps("bayern", "lefebvre");
    at_diplomacy(SEAT_COALITION);
    play("play_card(english_gold)");
    expect_list("conversion(0); conversion(1); conversion(2)");
    play("conversion(2)");
    expect_choices("country",
                   "bayern hannover holland chiesa schweiz westfalen wuerttemberg"); /* minors only */
    play("country(bayern)");
    expect_aligned("bayern=CM");
    expect_at("lefebvre", "reserve");
    expect_choices("corps_take", "wrede");
    expect_pile("english_gold");
}

Test(aon_cards, metternich)
{
    diplomacy(SEAT_COALITION, "austria=FA", "metternich");
    corps("niederoesterreich", "davout hiller");
    at_diplomacy(SEAT_COALITION);
    play("play_card(metternich)"); /* French ally to member, under French guns (3.5.5) */
    expect_aligned("austria=CM");
    expect_at("hiller", "reserve");
    expect_at("davout", "niederoesterreich");
    play("corps_take(karl)");
    expect_legal("area(niederoesterreich)", false); /* enemy corps stand there */
    expect_legal("area(banat)", true);
    diplomacy(SEAT_FRENCH, "", "metternich");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(metternich)");
    expect_aligned("austria=NC");
    expect_pile("metternich");
    diplomacy(SEAT_FRENCH, "austria=NC", "metternich");
    at_diplomacy(SEAT_FRENCH); /* no target */
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
}

Test(aon_cards, alexander_i)
{
    diplomacy(SEAT_COALITION, "russia=NC", "alexander_i");
    corps("moscow", "davout");
    at_diplomacy(SEAT_COALITION);
    play("play_card(alexander_i)");
    expect_aligned("russia=CM");
    cr_expect(aon_flag(aon_s(), AON_FLAG_RUSSIA_INVADED),
              "A9: French corps stand in a Russia that takes arms");
    diplomacy(SEAT_FRENCH, "", "alexander_i");
    corps("kiev", "kutuzov");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(alexander_i)");
    expect_aligned("russia=NC");
    expect_at("kutuzov", "reserve");
    expect_pile("alexander_i");
}

Test(aon_cards, diplomacy_cards_counter_each_other_7_2_4_2)
{
    const char *const counters[] = {"talleyrand", "pitt", "english_gold", "metternich", "alexander_i"};
    for (unsigned i = 0; i < 5; i++) {
        diplomacy(SEAT_FRENCH, "", "napoleon_i");
        hand(SEAT_COALITION, counters[i]);
        at_diplomacy(SEAT_FRENCH);
        play("play_card(napoleon_i); conversion(0); country(napoli)");
        play(aon_text("counter(%s)", counters[i])); /* it need not fit the country (A5) */
        expect_aligned("napoli=CM");
        cr_expect_eq(copies_on_pile(counters[i]), 1);
    }
    diplomacy(SEAT_COALITION, "", "pitt");
    hand(SEAT_FRENCH, "napoleon_i joseph");
    at_diplomacy(SEAT_COALITION);
    play("play_card(pitt); conversion(0); country(spain)");
    expect_list("counter(napoleon_i); counter(none)"); /* Joseph is no diplomacy card */
    play("counter(napoleon_i)");
    expect_aligned("spain=FA");
}

static void continental_system(Seat seat, const char *alignments, const char *area, const char *there)
{
    start("1805");
    year(1807);
    align(alignments);
    corps(area, there);
    hand(seat, "continental_system");
    at_diplomacy(seat);
    play("play_card(continental_system)");
}

Test(aon_cards, continental_system_of_the_french)
{
    continental_system(SEAT_FRENCH, "", "bayern", "");
    cr_expect_neq(aon_s()->events & AON_EVENT_CONTINENTAL_SYSTEM, 0);
    expect_list("pass; conversion(0)");
    play("conversion(0)");
    expect_choices("country", "danmark portugal"); /* coastal neutral minors */
    play("country(portugal)");
    expect_aligned("portugal=FA");
    expect_pile("insurrection english_gold continental_system"); /* those set aside come on top */
    continental_system(SEAT_FRENCH, "", "portugal", "wellington");
    play("conversion(0)");
    expect_aligned("danmark=FA portugal=NC"); /* Coalition corps stand in Portugal */
}

Test(aon_cards, continental_system_of_the_coalition)
{
    continental_system(SEAT_COALITION, "", "castilla", "davout");
    play("conversion(1)");
    expect_choices("country", "hannover holland chiesa"); /* Spain's capital is held by a foreign corps */
    play("country(hannover)");
    expect_aligned("hannover=NC");
    continental_system(SEAT_COALITION, "", "castilla", "castanos");
    play("conversion(1)");
    expect_choices("country", "spain hannover holland chiesa");
    play("country(spain)");
    expect_aligned("spain=NC");
    expect_at("castanos", "reserve");
}

Test(aon_cards, continental_system_once_2_3_10)
{
    diplomacy(SEAT_FRENCH, "", "continental_system");
    at_diplomacy(SEAT_FRENCH);
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
}

Test(aon_cards, continental_system_cannot_be_countered_7_2_5)
{
    start("1805");
    year(1807);
    hand(SEAT_FRENCH, "continental_system");
    hand(SEAT_COALITION, "pitt");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(continental_system); conversion(0); country(portugal)");
    expect_aligned("portugal=FA");
    expect_step("diplomacy_turn", SEAT_COALITION);
}

Test(aon_cards, napoleonic_dynasty)
{
    diplomacy(SEAT_FRENCH, "austria=NC", "napoleonic_dynasty");
    corps("niederoesterreich", "davout");
    corps("castilla", "castanos");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleonic_dynasty)");
    expect_list("conversion(0); conversion(1)");
    play("conversion(0)");
    expect_choices("country", "spain bayern hannover holland chiesa schweiz westfalen wuerttemberg");
    play("country(spain)");
    expect_aligned("spain=FD");
    expect_at("castanos", "castilla"); /* the controller stays, so do all corps */
    expect_pile("napoleonic_dynasty");
    diplomacy(SEAT_FRENCH, "austria=NC", "napoleonic_dynasty");
    corps("niederoesterreich", "davout");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleonic_dynasty); conversion(1)"); /* the occupied neutral major */
    expect_aligned("austria=FD");
    expect_step("deploy_corps", SEAT_FRENCH);
}

Test(aon_cards, napoleonic_dynasty_never_on_russia)
{
    diplomacy(SEAT_FRENCH, "russia=FA spain=FD", "napoleonic_dynasty");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(napoleonic_dynasty)");
    expect_choices("country", "bayern hannover holland chiesa schweiz westfalen wuerttemberg");
}

static void occupy_austria(void)
{
    start("1805");
    corps("niederoesterreich", "davout");
    corps("kiev", "kutuzov");
}

/* Either seat may play it at a surrender, and its reader alone decides (A89). */
Test(aon_cards, napoleonic_dynasty_after_a_surrender)
{
    for (unsigned seat = 0; seat < 2; seat++) {
        occupy_austria();
        hand((Seat)seat, "napoleonic_dynasty");
        at_surrender();
        expect_aligned("austria=NC");
        expect_step("surrender_window", (Seat)seat);
        play("play_card(napoleonic_dynasty)");
        expect_aligned("austria=FD");
        cr_expect_eq(copies_on_pile("napoleonic_dynasty"), 1);
    }
    start("1805");
    corps("napoli", "davout");
    hand(SEAT_COALITION, "napoleonic_dynasty");
    at_surrender();
    expect_aligned("napoli=FA");
    play("play_card(napoleonic_dynasty)");
    expect_aligned("napoli=FD");
}

Test(aon_cards, territorial_concessions)
{
    diplomacy(SEAT_FRENCH, "austria=FA prussia=NC", "territorial_concessions");
    corps("niederoesterreich", "davout");
    corps("brandenburg", "ney");
    corps("tirol", "karl");
    corps("dalmatien", "marmont");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(territorial_concessions)");
    expect_choices("country", "austria prussia");
    play("country(austria)");
    expect_list("country(tirol); country(dalmatien)");
    play("country(tirol); area(niederoesterreich)"); /* Karl's way out: two areas are equally near */
    expect_aligned("tirol=FD dalmatien=- austria=FA");
    expect_list("country(dalmatien); stop");
    play("country(dalmatien)");
    expect_aligned("dalmatien=FD");
    expect_at("karl", "niederoesterreich"); /* the nearest area of Österreich */
    expect_at("marmont", "dalmatien");
    expect_pile("territorial_concessions");
}

Test(aon_cards, territorial_concessions_needs_french_control)
{
    diplomacy(SEAT_FRENCH, "austria=CM prussia=NC", "territorial_concessions"); /* Preußen is not occupied */
    at_diplomacy(SEAT_FRENCH);
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
    diplomacy(SEAT_FRENCH, "prussia=FA!", "territorial_concessions"); /* never what was insurgent (7.2.3) */
    at_diplomacy(SEAT_FRENCH);
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
    diplomacy(SEAT_FRENCH, "prussia=FA sachsen=FD polen=FD",
              "territorial_concessions"); /* nothing left to detach */
    at_diplomacy(SEAT_FRENCH);
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
}

Test(aon_cards, territorial_concessions_after_a_surrender)
{
    occupy_austria();
    hand(SEAT_FRENCH, "territorial_concessions");
    at_surrender();
    play("play_card(territorial_concessions)");
    play("country(tirol); stop");
    expect_aligned("austria=NC tirol=FD dalmatien=-");
    start("1805");
    corps("napoli", "davout");
    hand(SEAT_FRENCH, "territorial_concessions");
    at_surrender();
    cr_expect_neq(aon_s()->phase, AON_PHASE_SURRENDER, "not after a minor country");
}

Test(aon_cards, joseph)
{
    diplomacy(SEAT_FRENCH, "napoli=FA", "joseph");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(joseph)");
    expect_choices("country", "spain napoli");
    play("country(spain)");
    expect_aligned("spain=FD");
    cr_expect_neq(aon_s()->events & AON_EVENT_JOSEPH, 0);
    expect_pile("joseph");
    diplomacy(SEAT_FRENCH, "napoli=FA", "joseph");
    events("joseph");
    at_diplomacy(SEAT_FRENCH); /* once a game (2.3.10) */
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
    diplomacy(SEAT_FRENCH, "spain=NC", "joseph");
    corps("castilla", "davout");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(joseph)");
    expect_aligned("spain=FD");
    diplomacy(SEAT_COALITION, "napoli=FA", "joseph");
    at_diplomacy(SEAT_COALITION);
    cr_expect_neq(aon_s()->phase, AON_PHASE_DIPLOMACY);
}

Test(aon_cards, joseph_after_a_surrender)
{
    start("1805");
    corps("napoli", "davout");
    hand(SEAT_FRENCH, "joseph");
    at_surrender();
    play("play_card(joseph)");
    expect_aligned("napoli=FD");
    cr_expect_neq(aon_s()->events & AON_EVENT_JOSEPH, 0);
    start("1805");
    align("sverige=CM");
    corps("pommern", "davout");
    hand(SEAT_FRENCH, "joseph");
    at_surrender();
    expect_aligned("pommern=FA");
    cr_expect_neq(aon_s()->phase, AON_PHASE_SURRENDER, "only Spain or Napoli");
}

Test(aon_cards, insurrection)
{
    diplomacy(SEAT_COALITION, "austria=FD prussia=NC holland=FD", "insurrection");
    corps("brandenburg", "davout");
    corps("holland", "louis");
    at_insurrection();
    play("play_card(insurrection)");
    expect_choices("country",
                   "austria prussia holland italia"); /* dominions and the occupied neutral, no ally */
    play("country(holland)");
    expect_aligned("holland=IC");
    expect_at("louis", "reserve"); /* 8.3.5 */
    cr_expect_eq(copies_on_pile("insurrection"), 1);
    diplomacy(SEAT_FRENCH, "holland=FD", "insurrection");
    at_insurrection();
    expect_aligned("holland=FD");
}

/* 8.3.5: corps of a minor leave its own area too, Bayern being the first of the minors. */
Test(aon_cards, insurrection_of_a_minor)
{
    diplomacy(SEAT_COALITION, "bayern=FD holland=FD italia=FA", "insurrection");
    corps("bayern", "lefebvre");
    at_insurrection();
    play("play_card(insurrection); country(bayern)");
    expect_aligned("bayern=IC");
    expect_at("lefebvre", "reserve");
}

/* 8.3.6, 8.3.7: corps abroad leave, corps at home stay and fight at once as interceptors. */
Test(aon_cards, insurrection_of_a_major)
{
    diplomacy(SEAT_COALITION, "austria=FD", "insurrection");
    corps("bayern", "karl");
    corps("boehmen", "johann davout");
    corps("banat", "hiller");
    at_insurrection();
    play("play_card(insurrection); country(austria)");
    expect_at("karl", "reserve");
    expect_at("hiller", "banat");
    expect_at("johann davout", "boehmen");
    expect_step("battle_role", SEAT_COALITION);
    dice("1 1 6 1"); /* no losses; Johann attacks and wins the tie */
    play("attack");
    expect_choices("retreat", "sachsen bayern"); /* both nearer to Paris, by the defender's rule (A77) */
    play("retreat(bayern)");
    expect_at("johann", "boehmen");
    expect_at("davout", "bayern");
    expect_spent("johann");
    cr_expect(corps_empty(aon_set(aon_s(), AON_SET_FOUGHT)), "B9: they are free again");
}

Test(aon_cards, coup_detat)
{
    diplomacy(SEAT_FRENCH, "portugal=CM!", "coup_detat");
    corps("pommern", "kutuzov");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(coup_detat)");
    expect_choices("country",
                   "napoli sverige"); /* Pommern is guarded, Portugal rose once, majors are no targets */
    play("country(napoli)");
    expect_aligned("napoli=NC");
    expect_pile("coup_detat");
    diplomacy(SEAT_COALITION, "", "coup_detat");
    corps("bayern", "davout");
    at_diplomacy(SEAT_COALITION);
    play("play_card(coup_detat)");
    expect_choices("country", "hannover holland chiesa schweiz westfalen wuerttemberg");
    play("country(holland)");
    expect_aligned("holland=NC");
}

Test(aon_cards, coup_detat_cannot_be_countered)
{
    diplomacy(SEAT_FRENCH, "", "coup_detat");
    hand(SEAT_COALITION, "pitt");
    at_diplomacy(SEAT_FRENCH);
    play("play_card(coup_detat); country(napoli)");
    expect_aligned("napoli=NC");
}

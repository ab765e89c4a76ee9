/* test_aon_examples_reinforcement.c: worked examples of the rulebook on deployment and on insurgent corps. */
#include <criterion/criterion.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_position.h"

static unsigned group_on_map(enum aon_group group)
{
    return corps_count(corps_and(aon_on_map(aon_s()), aon_d()->of_group[group]));
}

/* Reinforcements of a France that controls twelve minor countries. */
static void set_up_france(bool many_allies)
{
    start("1805");
    year(1807);
    align("danmark=FA napoli=FA pommern=FA portugal=FA spain=NC");
    corps("lorraine", "ney murat suchet st_cyr marmont");
    corps("schweiz", "affry");
    if (many_allies) {
        corps("danmark", "hessen");
        corps("italia", "eugene");
        corps("napoli", "pignatelli");
    }
    at_reinforcement(SEAT_FRENCH);
}

Test(aon_examples, e11_french_limits_10_2_3)
{
    set_up_france(false);
    play("corps_take(napoleon); area(flandres); corps_take(davout); area(flandres)");
    play("corps_take(lannes); area(flandres); corps_take(massena); area(flandres)");
    expect_legal("corps_take(soult)", true);
    play("corps_take(soult); area(flandres)"); /* ten home corps, five of them new */
    expect_list("corps_take(lefebvre); corps_take(eugene); corps_take(vandamme); corps_take(jerome); "
                "corps_take(louis); "
                "corps_take(hessen); corps_take(pignatelli); stop");
    play("corps_take(lefebvre); corps_take(vandamme); corps_take(jerome); corps_take(louis)");
    cr_expect_eq(group_on_map(AON_GROUP_FRANCE_HOME), 10);
    cr_expect_eq(group_on_map(AON_GROUP_FRENCH_MINORS), 5);
    expect_step("deploy_corps", SEAT_COALITION); /* four minor allied corps are the limit */
}

Test(aon_examples, e11_french_mobilization_10_2_2)
{
    set_up_france(true);
    play("corps_take(lefebvre); corps_take(vandamme)");
    cr_expect_eq(group_on_map(AON_GROUP_FRENCH_MINORS), 6);
    expect_step("deploy_corps", SEAT_COALITION);
}

Test(aon_examples, e12_home_deployment_10_4_1)
{
    start("1805");
    year(1807);
    corps("minsk", "davout");
    at_reinforcement(SEAT_COALITION);
    play("corps_take(bagration)");
    expect_choices(
        "area", "moscow volhynia lithuania livonia vitebsk smolensk novgorod kaluga chernigov kiev podolia "
                "kherson");
    play("area(kiev)");
    expect_legal("corps_take(charles_john)", true);
    play("corps_take(charles_john)"); /* the only area */
    expect_at("charles_john", "sverige");
}

static void expect_charles_john(bool deployable, const char *alignments, const char *french)
{
    start("1805");
    year(1807);
    align(alignments);
    events("britannia");
    corps("sverige", french);
    corps("britain", "wellington");
    at_reinforcement(SEAT_COALITION);
    expect_legal("corps_take(charles_john)", deployable);
}

Test(aon_examples, e12_charles_john_10_4_1)
{
    expect_charles_john(true, "", "");
    expect_charles_john(false, "sverige=NC", "");
    expect_charles_john(false, "russia=NC", "");
    start("1805");
    year(1807);
    corps("sverige", "davout");
    at_reinforcement(SEAT_COALITION);
    expect_legal("corps_take(kutuzov)", true);
    expect_legal("corps_take(charles_john)", false);
}

Test(aon_examples, e13_insurgents_in_a_detached_home_10_3_1)
{
    start("1813");
    corps("schlesien", "yorck buelow");
    corps("sachsen", "davout");
    corps("boehmen", "ney");
    at_part(SEAT_COALITION, 3);
    play("area(schlesien); corps_take(yorck); corps_take(buelow)");
    expect_choices("area", "brandenburg polen sachsen westgalizien"); /* no attack in Böhmen */
    play("area(sachsen); withdraw(no); intercept(no)");
    expect_step("battle_engage_attacker", SEAT_COALITION);
}

Test(aon_examples, e14_insurgents_intercepted_outside_10_3_1)
{
    start("1813");
    corps("schlesien", "yorck");
    corps("ostgalizien", "davout");
    at_part(SEAT_COALITION, 3);
    play("area(schlesien); area(westgalizien)");
    expect_list("intercept(ostgalizien); intercept(no)");
    play("intercept(ostgalizien)");
    expect_list("attack; defend");
    dice("1 1 3 3"); /* no losses; 3 + 0 of the attacker against 3 + 1 */
    play("defend");
    expect_fallen(4);
    expect_at("yorck", "schlesien"); /* back where he came from */
    expect_at("davout", "westgalizien");
    expect_spent("yorck davout");
}

Test(aon_examples, e15_insurgent_retreat_10_3_2)
{
    start("1813");
    corps("westgalizien", "yorck buelow");
    corps("polen", "davout");
    corps("schlesien", "ney");
    corps("boehmen", "lannes");
    at_part(SEAT_FRENCH, 3);
    dice("1 1 6 1"); /* no losses; the French win the tie */
    play("area(polen); area(westgalizien); corps_take(yorck); corps_take(buelow)");
    expect_fallen(4);
    expect_at("yorck buelow", "prisoners"); /* Ostgalizien, Ungarn and Volhynia are two areas away */
    expect_at("davout", "westgalizien");
}

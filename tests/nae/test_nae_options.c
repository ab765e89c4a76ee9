/* test_nae_options.c: the switches of Napoleon against Europe (map 25): what each changes, and that it
 * changes nothing while it is off. peace_length_r1 and random_fleets: test_nae_peace.c, test_nae_setup.c. */
#include <criterion/criterion.h>

#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* ---- single_corps_surcharge [9.1] ---- */

/* A corps at Munich with so many points: chosen, before it is asked for a forced march. */
static void corps_at_munich(const char *option, unsigned points)
{
    nae_start("1805", option);
    at("munich", "fr_7");
    play("action(one_ap)");
    ns()->action.ap = (uint8_t)points;
    play("spend(land)");
}

Test(nae_options, surcharge_with_a_point_to_spare)
{
    corps_at_munich("options.single_corps_surcharge=true", 2);
    expect_step("forced_march", NAE_EMPIRE);
    play("forced_march(0)");
    cr_expect_eq(ns()->action.ap, 1, "a corps costs 1");
    play("move(go,ulm); move(go,munich)");
    cr_expect_eq(ns()->action.ap, 1, "land of friends costs nothing more");
    play("move(go,salzbourg)");
    cr_expect_eq(ns()->action.ap, 0, "Austrian land costs another");
}

Test(nae_options, surcharge_of_a_forced_march_is_paid_once)
{
    corps_at_munich("options.single_corps_surcharge=true", 3);
    play("forced_march(1)");
    cr_expect_eq(ns()->action.ap, 1);
    play("move(go,salzbourg)");
    cr_expect_eq(ns()->action.ap, 1, "2 in all, never 3");
}

/* Without the point neither is offered. */
Test(nae_options, surcharge_that_cannot_be_paid)
{
    corps_at_munich("options.single_corps_surcharge=true", 1);
    expect_step("move", NAE_EMPIRE); /* forced_march(0) was the only choice */
    expect_legal("move(go,ulm)", true);
    expect_legal("move(go,salzbourg)", false);
    expect_legal("move(go,innsbruck)", false);
}

/* An enemy on land of one's own is a fight that is sought. */
Test(nae_options, surcharge_of_a_battle)
{
    nae_start("1805", "options.single_corps_surcharge=true");
    at("munich", "fr_7");
    at("ulm", "au_1");
    play("action(one_ap)");
    ns()->action.ap = 2;
    play("spend(land)");
    play("forced_march(0)");
    expect_legal("move(go,ulm)", true);
    ns()->action.ap = 0;
    expect_legal("move(go,ulm)", false);
}

/* A general's force, and the rule switched off. */
Test(nae_options, surcharge_is_for_lone_corps_only)
{
    nae_start("1805", "options.single_corps_surcharge=true");
    at("munich", "davout fr_7");
    play("action(one_ap)");
    ns()->action.ap = 1;
    play("spend(land); forced_march(2); move(go,salzbourg)");
    corps_at_munich("", 1);
    play("forced_march(2); move(go,salzbourg)");
}

/* ---- spain_exposed [R1 8.2.1] ---- */

/* Plays every open choice by its last option until the battle is over. */
static void fight_on(void)
{
    for (unsigned i = 0; i < 40 && ns()->battle.attacker < SEAT_NONE; i++) {
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        MoveList list = {0};
        char text[MOVE_TEXT_BYTES];
        NAE_STEPS[top->step].options(np(), top, &list);
        nae_move_text(nd(), list.moves[list.count - 1], text);
        play(text);
    }
}

static void is_beaten_at_madrid(const char *option, const char *beaten)
{
    nae_start("1805", option);
    at("madrid", beaten);
    at("madrid", "wellington gb_1 gb_2 gb_3");
    dice("6 6 1 1 6 6 6 6 6 6 6 6");
    battle("madrid", NAE_COALITION, "", 0);
    fight_on();
}

Test(nae_options, spain_beaten_in_battle_is_noted)
{
    is_beaten_at_madrid("options.spain_exposed=true", "castanos es_1 es_2");
    cr_expect(ns()->flags & NAE_SPAIN_BEATEN);
    is_beaten_at_madrid("", "castanos es_1 es_2");
    cr_expect_not(ns()->flags & NAE_SPAIN_BEATEN, "off: nobody notes it");
    is_beaten_at_madrid("options.spain_exposed=true", "soult fr_1 fr_2 dp_espagne_1=");
    cr_expect_not(ns()->flags & NAE_SPAIN_BEATEN, "a depot is no unit that could be beaten");
}

static bool exposed(enum nae_targets targets, unsigned value)
{
    return nae_is_target(nd(), ns(), NAE_COALITION, NAE_SPAIN, targets, value);
}

/* After a battle lost, with a card of 3, once a turn, in the rounds too; until 24F. */
Test(nae_options, spain_may_be_talked_to)
{
    nae_start("1805", "options.spain_exposed=true");
    cr_expect_not(exposed(NAE_TARGET_ANY, 3), "not before a defeat");
    ns()->flags |= NAE_SPAIN_BEATEN;
    cr_expect(exposed(NAE_TARGET_ANY, 3));
    cr_expect(exposed(NAE_TARGET_MINORS, 3), "in a round");
    cr_expect_not(exposed(NAE_TARGET_ANY, 2), "a great power needs a 3");
    cr_expect_not(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_SPAIN, NAE_TARGET_ANY, 3),
                  "it is an ally already");
    ns()->side[NAE_COALITION].majors_targeted = 1;
    cr_expect_not(exposed(NAE_TARGET_ANY, 3));
    ns()->side[NAE_COALITION].majors_targeted = 0;
    ns()->card[NAE_F(24)] |= NAE_EVENT_PLAYED;
    cr_expect_not(exposed(NAE_TARGET_ANY, 3), "the Snare of Bayonne ends it");
}

/* Won over, Spain is neutral: strangers leave its land, its own gather at its key zones, markers go. */
Test(nae_options, spain_leaves_the_war)
{
    nae_start("1805", "options.spain_exposed=true");
    ns()->flags |= NAE_SPAIN_BEATEN | NAE_IBERIA_OPEN;
    at("burgos", "soult fr_1 fr_2");
    at("valence", "wellington gb_1 gb_2");
    at("seville", "es_1");
    at("bayonne", "fr_7");
    marker("valence", NAE_COALITION);
    ns()->round = 3;
    ns()->actor = NAE_COALITION;
    nae_push_diplomacy(np(), NAE_COALITION, NAE_TARGET_MINORS, 3, 0);
    dice("6");
    nae_go();
    play("target(espagne)");
    cr_expect_eq(ns()->major[NAE_SPAIN].status, NAE_NEUTRAL);
    for (unsigned i = 0; i < 8 && ns()->header.step != NAE_STEP_ACTION; i++) {
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        MoveList list = {0};
        char text[MOVE_TEXT_BYTES];
        NAE_STEPS[top->step].options(np(), top, &list);
        nae_move_text(nd(), list.moves[0], text);
        cr_log_info("%s", text);
        play(text);
    }
    expect_at("es_1", "madrid");
    cr_expect_neq(ns()->owner[ns()->place[piece_of("fr_1")]], NAE_SPAIN);
    cr_expect_neq(ns()->owner[ns()->place[piece_of("gb_1")]], NAE_SPAIN);
    cr_expect_eq(nae_marker(ns(), zone_of("valence")), NAE_NOBODY);
    cr_expect_not(nae_open_land(ns(), NAE_SPAIN, NAE_EMPIRE));
    cr_expect_not(nae_open_land(ns(), NAE_SPAIN, NAE_COALITION));
}

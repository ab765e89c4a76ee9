/* test_nae_siege.c: sieges of the worked examples and of chapter 15 of the rulebook. */
#include <criterion/criterion.h>

#include "tests/nae/nae_position.h"

/* Charles before Mantua with 7 steps: a citadel, 7 >= 2 x 2. */
static void charles_at_mantua(void)
{
    nae_start("1805", "");
    at("mantoue", "charles au_4 au_5 au_6 au_7-");
    nae_lay_siege(np(), zone_of("mantoue"));
}

/* A2: 6 + 1 - 2 = 5 is stable, the marker goes to 1. */
Test(nae_siege, a2_mantua)
{
    charles_at_mantua();
    dice("6");
    siege("mantoue", NAE_COALITION, 0);
    expect_fallen();
    cr_expect_eq(nae_siege_marker(ns(), zone_of("mantoue")), 1);
}

/* The marker helps the next attacks and stops at 3. */
Test(nae_siege, marker_grows_to_three)
{
    charles_at_mantua();
    for (unsigned i = 0; i < 4; i++) {
        dice("3"); /* 3 + 1 - 2 + marker: repulsed at 2, then stable up to 5 */
        siege("mantoue", NAE_COALITION, 0);
        if (i == 0) {
            expect_step("siege_loss", NAE_COALITION);
            expect_choices("siege_loss(au_4); siege_loss(au_7)");
            play("siege_loss(au_7)");
        }
    }
    cr_expect_eq(nae_siege_marker(ns(), zone_of("mantoue")), 3);
    expect_at("au_7", "reserve");
}

/* A3: Saint-Cyr before Rome: 2 + 2 = 4 stable, 3 + 2 + 1 = 6 honours; the depot puts the fortress in order.
 */
Test(nae_siege, a3_rome)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PAPACY, NAE_COALITION_ALLY);
    at("rome", "saint_cyr fr_11 dp_france_1");
    nae_lay_siege(np(), zone_of("rome"));
    dice("2");
    siege("rome", NAE_EMPIRE, 0);
    dice("3");
    siege("rome", NAE_EMPIRE, 0);
    expect_fallen();
    expect_choices("reactivate(no); reactivate(depot); reactivate(fr_11)");
    play("reactivate(depot)");
    expect_at("dp_france_1", "reserve");
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("rome")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("rome")), NAE_EMPIRE);
    cr_expect(!nae_besieged(ns(), zone_of("rome")));
}

/* 15.4: with honours the garrison comes back; a breach destroys it. */
Test(nae_siege, honours_and_breach)
{
    for (unsigned breach = 0; breach < 2; breach++) {
        nae_start("1805", "");
        at("vienne", "napoleon grande_armee fr_1 fr_2");
        inside("vienne", "jean au_1- dp_autriche_1");
        nae_lay_siege(np(), zone_of("vienne"));
        dice(breach ? "4" : "3"); /* + 3 + 1 */
        siege("vienne", NAE_EMPIRE, 0);
        play("reactivate(no)");
        expect_at("jean au_1 dp_autriche_1", breach ? "reserve" : "reinforcement");
        cr_expect(nae_bit(ns(), piece_of("au_1"), NAE_REDUCED) == !breach, "it comes back as it was");
        cr_expect_eq(nae_fort_state(ns(), zone_of("vienne")), NAE_FORT_DESTROYED);
    }
}

/* B66: 3 steps lay no siege to Mantua, 4 do. B65: unsupplied, a siege may be laid but not pressed. */
Test(nae_siege, b65_b66_laying)
{
    nae_start("1805", "");
    at("mantoue", "charles au_4 au_5-");
    cr_expect(!nae_can_besiege(nd(), ns(), zone_of("mantoue"), NAE_COALITION));
    at("mantoue", "au_5");
    cr_expect(nae_can_besiege(nd(), ns(), zone_of("mantoue"), NAE_COALITION));
    at("lille", "charles au_4 au_5");
    cr_expect(nae_can_besiege(nd(), ns(), zone_of("lille"), NAE_COALITION));
    nae_lay_siege(np(), zone_of("lille"));
    cr_expect(!nae_can_attack_siege(nd(), ns(), zone_of("lille"), NAE_COALITION));
}

/* 15.3: too few besiegers go away. */
Test(nae_siege, raised_for_want_of_men)
{
    nae_start("1805", "");
    at("mantoue", "charles au_4 au_5");
    nae_lay_siege(np(), zone_of("mantoue"));
    dice("2"); /* 2 + 1 - 2: repulsed */
    siege("mantoue", NAE_COALITION, 0);
    if (ns()->header.step == NAE_STEP_SIEGE_LOSS) {
        play("siege_loss(au_4)");
    }
    if (ns()->header.step == NAE_STEP_WITHDRAW) {
        expect_legal("retreat(venise)", true);
        play("retreat(venise)");
    }
    cr_expect(!nae_besieged(ns(), zone_of("mantoue")));
    cr_expect_neq(ns()->place[piece_of("charles")], zone_of("mantoue"));
}

/* B87: a garrison of a fortress that changes hands without a siege won leaves with honours before enemies. */
Test(nae_siege, b87_handed_over)
{
    nae_start("1805", "");
    at("ulm", "mack au_1 au_2");
    inside("ulm", "fr_5");
    nae_lay_siege(np(), zone_of("ulm"));
    nae_fortress_to(np(), zone_of("ulm"), NAE_COALITION);
    expect_at("fr_5", "reinforcement");
    cr_expect(!nae_besieged(ns(), zone_of("ulm")));
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("ulm")), NAE_COALITION);
}

/* Without enemies the garrison stands in the field. */
Test(nae_siege, handed_over_without_enemies)
{
    nae_start("1805", "");
    inside("ulm", "fr_5");
    nae_fortress_to(np(), zone_of("ulm"), NAE_COALITION);
    expect_at("fr_5", "ulm");
    cr_expect(!nae_bit(ns(), piece_of("fr_5"), NAE_INSIDE));
}

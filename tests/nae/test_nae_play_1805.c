/* test_nae_play_1805.c: marches of the example of play (part A of the worked examples: the campaign of 1805)
 * that no other suite replays, from the card to the attrition, and small examples of the rules (part B) that
 * take whole activations or phases. Each begins from the position of its example, so that nothing hangs on
 * what was played before. */
#include <criterion/criterion.h>

#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void act_in(unsigned round, unsigned side, unsigned points)
{
    ns()->action.side = (uint8_t)side;
    ns()->action.ap = (uint8_t)points;
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = (uint8_t)round;
    nae_push(np(), NAE_STEP_SPEND, side);
    nae_go();
}

/* A4: 3 for Mack, 3 + 1 MP: Munich 1, its marker 1, Ulm 1, a siege 1. */
Test(nae_play_1805, a4_mack_takes_ulm)
{
    nae_start("1805", "");
    at("salzbourg", "mack armee_allemagne au_1 au_2 au_3 au_res_cav- dp_autriche_1");
    dice("6 1");
    act_in(3, NAE_COALITION, 3);
    play("spend(land); spend_force(whole)");
    play("forced_march(1)");
    play("move(go,munich); move(mark); move(go,ulm); fortress(siege); move(siege)");
    cr_expect_eq(ns()->march.mp, 0);
    play("reactivate(depot); move(stop)");
    expect_fallen();
    expect_at("mack au_1", "ulm");
}

/* A8: 2 points for Kutuzov, 3 + 3 MP: back to Brest-Litovsk for Buxhowden, then four zones on. */
Test(nae_play_1805, a8_kutuzov_fetches_buxhowden)
{
    nae_start("1805", "");
    at("lublin", "koutouzov premiere_armee ru_1 ru_2");
    at("brest_litovsk", "buxhowden ru_garde ru_6");
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    dice("3 2");
    act_in(4, NAE_COALITION, 2);
    play("spend(land); spend_zone(lublin); spend_force(whole); gather(brest_litovsk,stay); forced_march(3)");
    play("move(go,brest_litovsk)");
    play("move(take,ru_garde); move(take,ru_6)");
    cr_expect_eq(ns()->march.mp, 5);
    play("move(go,lublin); move(go,cracovie); move(go,olmutz); move(go,leopoldstadt)");
    cr_expect_eq(ns()->march.mp, 0);
    play("move(stop)"); /* 8 steps: 3 + 3 forced + 2 poor land - 1 all Russian = 7: 1*, and the star die is
                           low */
    play("attrition_loss(ru_6)");
    expect_fallen();
    expect_at("koutouzov premiere_armee buxhowden ru_1 ru_2 ru_garde ru_6", "leopoldstadt");
    expect_steps("ru_6", 1);
}

/* A9, and with it B80 and B83: 4 - the marker of Munich - 4 of 3 + 2 forced points; two sieges. Salzburg is
 * paid for with the depot at once, Vienna with a step, which is given up after the test of the forced march
 * only. In the first edition one forced point was enough, for Munich was marked already. */
Test(nae_play_1805, a9_napoleon_takes_salzburg_and_vienna)
{
    nae_start("1805", "");
    at("munich", "napoleon grande_armee soult murat fr_1 fr_2 fr_3 fr_10 fr_garde fr_res_cav dp_france_1");
    at("ulm", "dp_france_2=");
    marker("munich", NAE_COALITION);
    dice("3 4 4 5");
    act_in(5, NAE_EMPIRE, 1);
    play("spend(land); spend_force(whole)");
    play("forced_march(2)");
    play("move(mark); move(go,salzbourg); fortress(siege); move(siege)");
    expect_choices("reactivate(no); reactivate(depot); reactivate(later)");
    play("reactivate(depot)"); /* the march goes on */
    expect_at("dp_france_1", "reserve");
    play("move(go,vienne); fortress(siege); move(siege)");
    expect_choices("reactivate(no); reactivate(later)");
    play("reactivate(later); move(stop)");
    play("attrition_loss(fr_10); attrition_loss(fr_10)"); /* 12 steps: 4 + 2 - 2 all French = 4: 1*, 5: one
                                                             more */
    expect_fallen();
    expect_at("fr_10", "reserve");
    expect_choices("reactivate(no); reactivate(fr_1); reactivate(fr_garde); reactivate(fr_res_cav)");
    play("reactivate(fr_1)");
    expect_steps("fr_1", 1);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("vienne")), NAE_EMPIRE);
}

/* B25, B86: Ney waits at Vienna with 2 points left and has not been evaded from; Oudinot comes with 3: nobody
 * is asked to evade a second time, he must wait too, and both fight one battle. They win, and the least of
 * what is left is what they march on with. */
Test(nae_play_1805, b25_b86_a_campaign_joins)
{
    nae_start("1809", "");
    at("vienne", "charles au_1");
    at("laybach", "ney fr_1 fr_2");
    at("salzbourg", "davout fr_4");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_zone(laybach); spend_force(whole); forced_march(0); move(go,graz); "
         "move(go,vienne); evade(stand)");
    cr_expect_eq(ns()->march.mp, 2);
    dice("1 1"); /* their tests of attrition, Vienna is out of supply */
    play("campaign(wait); spend(land); forced_march(0); move(go,vienne)");
    expect_choices("spearhead(fr_1); spearhead(none)"); /* nobody was asked to evade, fight or wait */
    dice("6 6 1 1 1 1 1 1");
    play("spearhead(fr_1)");
    expect_at("charles", "reserve");
    cr_expect_eq(ns()->march.mp, 2);
    expect_choices("fortress(stop); fortress(siege); fortress(cover)");
}

/* B49: seven cards at most, of which one is the permanent: of eight kept beside it two must go. */
Test(nae_play_1805, b49_down_to_seven)
{
    nae_start("1805", "");
    hand("1F 3F 5F 7F 9F 12F 13F 18F 19F");
    ns()->phase = NAE_PHASE_HANDS;
    nae_push(np(), NAE_STEP_HANDS, SEAT_NONE);
    nae_go();
    play("keep(3F,keep); keep(5F,keep); keep(7F,keep); keep(9F,keep); keep(12F,keep); keep(13F,keep); "
         "keep(18F,keep); keep(19F,keep)");
    play("discard(3F)");
    expect_step("discard", NAE_EMPIRE);
    play("discard(5F)");
    cr_expect_eq(nae_card_place(ns(), card_of("1F")), NAE_CARD_HAND);
    cr_expect_eq(nae_hand_count(ns(), NAE_EMPIRE), 7);
}

/* B11: a general walks up to twice the pace of his force; beyond once, attrition is tested (9 steps or fewer,
 * no die else). */
static void redeploy(const char *moves, const char *rolls)
{
    nae_start("1805", "");
    at("milan", "massena fr_9");
    dice(rolls);
    nae_walks_in(NAE_PHASE_REDEPLOY);
    play(moves);
    expect_fallen();
}
Test(nae_play_1805, b11_a_walk_beyond_the_pace)
{
    redeploy("walk_force(milan); walk(go,turin); walk(go,genes); walk(go,nice); walk(go,toulon); walk(stop)",
             "5");
    expect_at("massena fr_9", "toulon");
    redeploy("walk_force(milan); walk(go,turin); walk(go,genes); walk(stop)", "");
    expect_at("massena fr_9", "genes");
}

/* Berlin and Warsaw in French hands, with a line of supply; Prussia has no army. */
static void overrun_prussia(void)
{
    at("berlin", "davout fr_1 dp_france_1=");
    at("varsovie", "dp_france_2=");
    at("posen", "dp_france_3=");
    at("wittemberg", "dp_france_4=");
    marker("berlin", NAE_EMPIRE);
    static const char *const taken[] = {"varsovie", "glogau", "posen", "kustrin", "magdebourg"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        nae_marker_at(taken[i], NAE_EMPIRE);
        nae_set_fort_state(ns(), zone_of(taken[i]), NAE_FORT_EMPIRE);
    }
}

/* B47: 22F wants war with the power that owns Warsaw, and only a beaten power cedes provinces. */
Test(nae_play_1805, b47_mazovie_of_a_forced_ally)
{
    nae_start("1805", "");
    overrun_prussia();
    const NaePlay play = nae_reader(nd(), ns());
    hand("22F");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    nae_set_status(np(), NAE_SAXONY, NAE_EMPIRE_ALLY);
    cr_assert(nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE));
    cr_expect(nae_event_playable(&play, card_of("22F"), NAE_IN_DIPLOMACY));
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    cr_expect_not(nae_event_playable(&play, card_of("22F"), NAE_IN_DIPLOMACY));
}

/* B81: Saxony, won over by the Coalition this year, has no patron but Britain: the Empire, which conquers
 * Britain, may take it for a province. */
Test(nae_play_1805, b81_a_minor_won_this_year)
{
    nae_start("1805", "");
    nae_join_side(np(), NAE_SAXONY, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    play("deploy(mi_saxe,leipzig)");
    at("londres", "davout fr_1 dp_france_1=");
    marker("londres", NAE_EMPIRE);
    nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
    ns()->phase = NAE_PHASE_CONQUEST;
    nae_go();
    play("victor_bonus(card)");
    expect_step("annex", NAE_EMPIRE);
    expect_legal("annex(minor,saxe)", true);
    play("annex(minor,saxe)");
    cr_expect_eq(nae_side_of(ns(), NAE_SAXONY), NAE_EMPIRE);
}

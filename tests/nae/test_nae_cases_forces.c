/* test_nae_cases_forces.c: positions by hand for what happens to forces that come together or fall apart:
 * armies side by side, campaigns, limits of command [chapters 9, 10, 12 and 14]. What must follow stands in
 * the comments. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

static void round_of(unsigned side, unsigned points)
{
    nae_in_round(3, side);
    ns()->action.ap = (uint8_t)points;
    nae_push(np(), NAE_STEP_SPEND, side);
    nae_go();
}

static void demoralise(const char *zone, unsigned side)
{
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of(zone), side))
    {
        nae_set_bit(ns(), piece, NAE_DEMORALISED);
    }
}

static bool is_demoralised(const char *unit) { return nae_bit(ns(), piece_of(unit), NAE_DEMORALISED); }

/* ---- campaigns and interior lines [12.6] ---- */

/* Under interior lines Oudinot fights alone and is beaten, Ney waits: his corps are no part of it. Then
 * Charles may stay or go [12.6.1]; not to Graz, where Ney came from, nor to Salzburg. */
Test(nae_cases_forces, the_defender_may_go_between_two_battles)
{
    nae_start("1809", "");
    at("vienne", "charles au_1 au_2 au_3");
    at("graz", "ney fr_1 fr_2");
    at("salzbourg", "oudinot fr_9 fr_10");
    hand("15C");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1 1 1 1 6 6 1 1 1 1");
    play("spend(land); spend_zone(graz); spend_force(whole); forced_march(0); move(go,vienne); evade(stand); "
         "reaction(15C); campaign(wait)");
    play("spend(land); spend_force(whole); forced_march(0); move(go,vienne); order(2)");
    while (ns()->header.step == NAE_STEP_SPEARHEAD || ns()->header.step == NAE_STEP_BATTLE_LOSS) {
        play(ns()->header.step == NAE_STEP_SPEARHEAD ? "spearhead(none)" : "battle_loss(fr_9)");
    }
    expect_at("oudinot", "salzbourg");
    expect_at("ney fr_1 fr_2", "vienne");
    expect_step("campaign_stay", NAE_COALITION);
    play("stay(retreat)");
    expect_legal("retreat(graz)", false);
    expect_legal("retreat(salzbourg)", false);
}

/* Oudinot, out of supply, wins alone under interior lines while Ney waits: his victory puts no marker, and
 * Ney has won none [4, map 8.6]. */
Test(nae_cases_forces, who_waits_marks_no_zone)
{
    nae_start("1809", "");
    at("brunn", "charles au_1");
    at("vienne", "ney fr_1 fr_2");
    marker("vienne", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("vienne"), NAE_FORT_EMPIRE);
    marker("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("salzbourg"), NAE_FORT_EMPIRE);
    at("prague", "oudinot fr_9 fr_10");
    hand("15C");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("6 6 1 1 1 1 1 1 1 1 1 1");
    play(
        "spend(land); spend_zone(vienne); spend_force(whole); forced_march(0); move(go,brunn); evade(stand); "
        "reaction(15C); campaign(wait)");
    play("spend(land); spend_force(whole); forced_march(0); move(go,brunn); order(2)");
    cr_expect(nae_bit(ns(), piece_of("fr_9"), NAE_UNSUPPLIED));
    cr_expect_not(nae_bit(ns(), piece_of("fr_1"), NAE_UNSUPPLIED));
    while (ns()->header.step == NAE_STEP_SPEARHEAD || ns()->header.step == NAE_STEP_BATTLE_LOSS) {
        play(ns()->header.step == NAE_STEP_SPEARHEAD ? "spearhead(none)" : "battle_loss(au_1)");
    }
    play("retreat(olmutz)");
    cr_expect_eq(nae_marker(ns(), zone_of("brunn")), NAE_NOBODY);
}

/* Who marches on after a joint battle fights at once and alone: a corps of a force that waits in the zone for
 * its own battle bears none of the losses [12.6]. */
Test(nae_cases_forces, who_marches_on_fights_without_who_waits)
{
    nae_start("1809", "");
    at("vienne", "charles au_1");
    at("vienne", "ney fr_1 fr_2 fr_10");
    nae_set_slot(ns(), nae_pieces_one(piece_of("fr_10")), NAE_WAITING);
    ns()->battle.zone = (uint8_t)zone_of("vienne");
    ns()->battle.attacker = NAE_EMPIRE;
    for (unsigned how = 0; how < 4; how++) {
        ns()->battle.flags = (uint16_t)(NAE_BATTLE_MARCH | ((how & 1U) != 0 ? NAE_BATTLE_INTERCEPTION : 0U) |
                                        ((how & 2U) != 0 ? NAE_BATTLE_LINES : 0U));
        cr_expect_eq(nae_pieces_in(nae_fighters(nd(), ns(), NAE_ATTACKER), piece_of("fr_10")), how == 1, "%u",
                     how);
    }
}

/* One of two armies is demoralised, Blucher's or Wellington's: together they force no march, and nobody is
 * asked [14.9.3]. */
Test(nae_cases_forces, two_armies_of_which_one_is_demoralised_force_no_march)
{
    static const char *const units[3][2] = {{NULL, NULL}, {"pr_4", "pr_5"}, {"gb_1", "gb_2"}};
    for (unsigned demoralised = 0; demoralised < 3; demoralised++) {
        nae_start("1815", "");
        at("bruxelles", "wellington armee_peninsule gb_1 gb_2");
        second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5", "blucher");
        for (unsigned i = 0; i < 2 && demoralised != 0; i++) {
            nae_set_bit(ns(), piece_of(units[demoralised][i]), NAE_DEMORALISED);
        }
        round_of(NAE_COALITION, 3);
        play("spend(land); spend_force(both)");
        while (ns()->header.step == NAE_STEP_SWAP) {
            play("swap(done)");
        }
        cr_expect_eq(ns()->header.step == NAE_STEP_FORCED_MARCH, demoralised == 0, "%u", demoralised);
    }
}

/* Of two armies the one above the other defends: Blucher with 1, not Wellington with 3, and nobody is asked
 * for 15C [12.6.1]. His initiative of 1 is lower than Soult's 2: 4 + 1 = 5 evades [12.5]. */
Test(nae_cases_forces, who_commands_two_armies)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1");
    second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5", "blucher");
    at("lille", "soult fr_1 fr_2");
    hand("15C");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    play("spend(land); spend_force(whole); forced_march(0); move(go,bruxelles)");
    expect_step("evade", NAE_COALITION);
    State *state = &ns()->header;
    const NaeState before = *ns();
    play("evade(stand)");
    expect_choices("campaign(fight); campaign(wait)");
    memcpy(state, &before, sizeof before);
    dice("4");
    play("evade(evade)");
    expect_fallen();
    expect_step("evade_to", NAE_COALITION);
}

/* Who fought at once and marches on may wait in the next zone [map 9.6]. */
Test(nae_cases_forces, fight_or_wait_at_every_entry)
{
    nae_start("1809", "");
    at("graz", "au_2-");
    at("vienne", "au_1");
    at("laybach", "davout fr_1 fr_2 fr_3");
    nae_campaign(NAE_EMPIRE, NAE_F(2), NAE_NONE);
    dice("1");
    play("spend(land); spend_force(whole); forced_march(0); move(go,graz); campaign(fight)");
    expect_at("au_2", "reserve"); /* overrun */
    play("move(go,vienne); evade(stand)");
    expect_choices("campaign(fight); campaign(wait)");
}

/* ---- limits of command [9.3, 9.4] ---- */

/* Two Prussian steps lead two Austrian ones no more: these are too many, the British step is not. */
Test(nae_cases_forces, surplus_is_what_breaks_the_limit)
{
    nae_start("1815", "");
    at("bruxelles", "blucher armee_elbe pr_4 au_1- au_grenadiers- gb_3-");
    round_of(NAE_COALITION, 1);
    nae_tidy_zone(np(), zone_of("bruxelles"));
    nae_go();
    expect_choices("excess(au_1); excess(au_grenadiers)");
}

/* Expeditionary corps are minor allies: their number is limited by the command alone [8.1.4]. */
Test(nae_cases_forces, expeditionary_corps_are_minor_allies)
{
    nae_start("1809", "");
    at("varsovie", "napoleon grande_armee fr_1 pr_1 pr_2");
    const NaePieces both = nae_pieces_or(nae_pieces_one(piece_of("pr_1")), nae_pieces_one(piece_of("pr_2")));
    const NaePieces force = nae_at(nd(), ns(), zone_of("varsovie"));
    cr_expect_not(nae_force_legal(nd(), ns(), force));
    ns()->expeditionary = both;
    nae_recompute_owned(nd(), ns());
    cr_expect(nae_force_legal(nd(), ns(), force));
}

/* Yorck has no step of his nation left when his corps has changed to the other army: he goes at once [9.4].
 */
Test(nae_cases_forces, a_swap_may_send_a_general_away)
{
    nae_start("1815", "");
    at("tours", "wellington armee_peninsule gb_1 gb_2 yorck pr_5");
    second_army("tours", NAE_COALITION, "blucher armee_elbe pr_4 pr_6", "blucher");
    round_of(NAE_COALITION, 3);
    play("spend(land); spend_force(both)");
    expect_legal("swap(pr_5)", true);
    play("swap(pr_5)");
    expect_at("yorck", "reserve");
    expect_at("pr_5", "tours");
}

/* The last Prussian step falls: Yorck leaves the Austrian army before it retreats [9.4]. Eight against five:
 * 6 + 3 + 1
 * and more; the Austrians 2 + 1 = 3. */
Test(nae_cases_forces, a_foreign_general_leaves_with_his_last_step)
{
    nae_start("1815", "");
    at("paris", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    at("paris", "schwarzenberg armee_allemagne yorck au_1 au_2 pr_5-");
    dice("3 3 1 1");
    battle("paris", NAE_EMPIRE, "soissons", 0);
    play("spearhead(fr_1); subordinate(none)");
    while (ns()->header.step == NAE_STEP_BATTLE_LOSS) {
        char moves[40];
        (void)snprintf(moves, sizeof moves, "battle_loss(%s)",
                       nae_on_map(ns(), piece_of("pr_5")) ? "pr_5" : "au_1");
        play(ns()->header.seat == NAE_EMPIRE ? "battle_loss(fr_2)" : moves);
    }
    expect_step("retreat", NAE_COALITION);
    expect_at("yorck", "reserve");
}

/* Both sides have more than their generals command when all have come [14.1]: Soult 6 of 7 (one step stayed
 * on the pass: 1 + 2), Jean 6 of 8; the attacker gives up first, when the defender has called his men too. */
Test(nae_cases_forces, too_many_at_the_sound_of_the_guns)
{
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "lannes fr_1 fr_2");
    at("munich", "hiller au_1 au_2");
    at("innsbruck", "soult fr_3 fr_4");
    marker("innsbruck", NAE_EMPIRE);
    at("salzbourg", "jean au_3 au_4");
    dice("6 1 6 1");
    battle("munich", NAE_EMPIRE, "ulm", 0);
    play("counter_march(innsbruck,soult); come(fr_3,come); come(fr_4,come)");
    expect_step("counter_march", NAE_COALITION);
    play("counter_march(salzbourg,jean); come(au_3,come); come(au_4,come)");
    expect_fallen();
    expect_step("excess", NAE_EMPIRE);
    play("excess(fr_1)");
    expect_step("excess", NAE_COALITION);
}

/* ---- demoralised friends [14.9.3] ---- */

/* Who takes a demoralised corps along, or stops with a demoralised force, is demoralised. */
Test(nae_cases_forces, demoralisation_covers_who_comes_together)
{
    nae_start("1805", "");
    at("munich", "fr_1");
    demoralise("munich", NAE_EMPIRE);
    at("ulm", "lannes fr_9");
    round_of(NAE_EMPIRE, 1);
    play("spend(land); spend_zone(ulm); forced_march(0); move(go,munich)");
    cr_expect_not(is_demoralised("fr_9"), "passing through");
    play("move(take,fr_1)");
    cr_expect(is_demoralised("fr_9"));
    nae_start("1805", "");
    at("munich", "ney fr_1 fr_2");
    demoralise("munich", NAE_EMPIRE);
    at("ulm", "napoleon grande_armee fr_3 fr_4");
    round_of(NAE_EMPIRE, 1);
    play("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); move(go,munich); move(stop)");
    cr_expect(is_demoralised("fr_3"));
}

/* ---- two armies are tested apart [13.6] ---- */

/* The first army dies in its test, the second is the only one then, and is tested all the same. */
Test(nae_cases_forces, the_second_army_is_tested_when_the_first_is_gone)
{
    nae_start("1815", "");
    at("clermont", "schwarzenberg armee_allemagne au_1-");
    second_army("clermont", NAE_COALITION, "wellington armee_peninsule gb_1 gb_2", "wellington");
    round_of(NAE_COALITION, 1);
    nae_push_attrition(np(), NAE_COALITION, zone_of("clermont"), NAE_STANDING, NAE_TEST_UNSUPPLIED, 5);
    dice("6 6");
    nae_go();
    expect_at("schwarzenberg au_1", "reserve");
    expect_fallen();
}

/* Two armies that act together gather for the one above the other: Blucher's, whose four steps are more than
 * Wellington's two [12.1]. */
Test(nae_cases_forces, two_armies_gather_for_their_commander)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1");
    second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5", "blucher");
    at("anvers", "gb_2");
    round_of(NAE_COALITION, 3);
    play("spend(land); spend_power(prusse); spend_force(both); "
         "gather(anvers,join)");
    cr_expect(nae_bit(ns(), piece_of("gb_2"), NAE_SECOND_ARMY));
}

/* It is he who gathers to the end, though the British he has taken in put Wellington above him by then. */
Test(nae_cases_forces, who_gathers_is_settled_before_anybody_joins)
{
    nae_start("1815", "");
    at("bruxelles", "wellington armee_peninsule gb_1");
    second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5", "blucher");
    at("anvers", "gb_2");
    at("liege", "mi_hesse");
    round_of(NAE_COALITION, 3);
    play("spend(land); spend_power(prusse); spend_force(both); gather(anvers,join); gather(liege,join)");
    cr_expect(nae_bit(ns(), piece_of("mi_hesse"), NAE_SECOND_ARMY));
}

/* ---- the end of the rounds [15.3] ---- */

/* Two armies side by side are tested apart [11.2]: the demoralised one alone has a reason, and there is one
 * die. */
Test(nae_cases_forces, of_two_armies_the_one_with_a_reason_is_tested)
{
    for (unsigned shaken = 0; shaken < 2; shaken++) {
        nae_start("1815", "");
        at("bruxelles", "wellington armee_peninsule gb_1");
        second_army("bruxelles", NAE_COALITION, "blucher armee_elbe pr_4 pr_5", "blucher");
        at("bruxelles", "dp_grande_bretagne_1= dp_prusse_1=");
        const NaePieces part = nae_army_part(ns(), nae_field(nd(), ns(), zone_of("bruxelles"), NAE_COALITION),
                                             shaken == 0 ? 0U : NAE_SECOND_ARMY);
        NAE_EACH_PIECE(piece, part) { nae_set_bit(ns(), piece, NAE_DEMORALISED); }
        ns()->phase = NAE_PHASE_END;
        nae_push(np(), NAE_STEP_END_PHASE, SEAT_NONE);
        dice("1");
        nae_go();
        expect_step("attrition_depot", NAE_COALITION);
        play("attrition_depot(no)");
        expect_fallen();
        cr_expect_eq(nae_pieces_in(ns()->march.touched, piece_of("gb_1")), shaken == 0);
        cr_expect_eq(nae_pieces_in(ns()->march.touched, piece_of("pr_4")), shaken != 0);
    }
}

/* ---- what stands in the way, who goes where ---- */

/* Depots are units [1.1]: not into Brunn, where one lies alone; a demoralised force needs no die [12.5]. */
Test(nae_cases_forces, no_evasion_to_an_enemy_depot)
{
    nae_start("1809", "");
    at("vienne", "charles au_1 au_2");
    demoralise("vienne", NAE_COALITION);
    at("brunn", "dp_france_1=");
    at("graz", "davout fr_1 fr_2 fr_3");
    round_of(NAE_EMPIRE, 3);
    play("spend(land); spend_force(whole); forced_march(0); move(go,vienne); evade(evade)");
    expect_step("evade_to", NAE_COALITION);
    expect_legal("evade_to(budweis)", true);
    expect_legal("evade_to(brunn)", false);
}

/* Mack keeps his army when the interception fails [10.1, 14.10]: Jean, who stood there, is above him and
 * goes. A 6 intercepts; the dice of the battle are 12 and 2. */
Test(nae_cases_forces, the_army_keeps_its_general_on_the_way_back)
{
    nae_start("1805", "");
    at("innsbruck", "jean au_9");
    at("salzbourg", "mack armee_allemagne au_1 au_2 au_3 au_4");
    at("munich", "ney grande_armee fr_1 fr_2 fr_3 fr_4 fr_6");
    hand("1C");
    round_of(NAE_EMPIRE, 3);
    dice("6 1 6 6 1 1 1 1 1");
    play("spend(land); spend_force(whole); forced_march(0); move(go,innsbruck); intercept(salzbourg,mack); "
         "come(au_1,come); "
         "come(au_2,come); come(au_3,come); come(au_4,come)");
    play("spearhead(none)");
    expect_step("excess", NAE_COALITION); /* ten steps under his eight */
    expect_at("mack armee_allemagne", "salzbourg");
    expect_at("jean", "reserve");
}

/* Two armies that meet on the way out of beaten land stand side by side [18.2.3]. */
Test(nae_cases_forces, armies_that_leave_beaten_land_stay_two)
{
    nae_start("1805", "");
    at("vienne", "napoleon grande_armee fr_1 fr_2");
    at("ulm", "massena armee_italie mi_italie_1");
    nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    NaeFrame *leave = nae_push(np(), NAE_STEP_RELOCATE_GUEST, NAE_EMPIRE);
    leave->a = (uint8_t)zone_of("vienne");
    leave->b = NAE_AUSTRIA;
    nae_go();
    expect_at("massena armee_italie mi_italie_1 napoleon grande_armee fr_1 fr_2", "ulm");
    cr_expect_neq(nae_bit(ns(), piece_of("grande_armee"), NAE_SECOND_ARMY),
                  nae_bit(ns(), piece_of("armee_italie"), NAE_SECOND_ARMY));
}

/* The corps of a power that is beaten rally with the others at the end of the phase, but for those marked
 * unsupplied at the end of the rounds [5.3, 14.9.4]. */
Test(nae_cases_forces, the_beaten_rally_too)
{
    for (unsigned bare = 0; bare < 2; bare++) {
        nae_start("1805", "");
        nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
        ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
        at("prague", "charles armee_allemagne au_1 au_2");
        at("ulm", "ney fr_1");
        NAE_EACH_PIECE(piece, nae_at(nd(), ns(), zone_of("prague")))
        {
            nae_set_bit(ns(), piece, NAE_DEMORALISED);
        }
        demoralise("ulm", NAE_EMPIRE);
        if (bare == 1) {
            nae_set_bit(ns(), piece_of("au_1"), NAE_UNSUPPLIED);
            nae_set_bit(ns(), piece_of("fr_1"), NAE_UNSUPPLIED);
        }
        ns()->phase = NAE_PHASE_CONQUEST;
        ns()->round = 0;
        dice("1");
        nae_push(np(), NAE_STEP_CONQUEST_PHASE, SEAT_NONE);
        nae_go();
        cr_expect_eq(is_demoralised("au_2"), bare == 1);
        cr_expect_eq(nae_bit(ns(), piece_of("armee_allemagne"), NAE_DEMORALISED), bare == 1);
        cr_expect_eq(is_demoralised("fr_1"), bare == 1);
    }
}

/* Of identical units of an army one stands for all when two armies swap [6.2, map P2]. */
Test(nae_cases_forces, one_of_a_class_is_swapped)
{
    nae_start("1815", "");
    at("tours", "wellington armee_peninsule gb_1 gb_2");
    second_army("tours", NAE_COALITION, "blucher armee_elbe pr_4 pr_5 pr_6-", "blucher");
    round_of(NAE_COALITION, 3);
    play("spend(land); spend_force(both)");
    expect_legal("swap(pr_4)", true);
    expect_legal("swap(pr_5)", false);
    expect_legal("swap(pr_6)", true);
}

/* Napoleon passes Masséna and Charles: which of the two armies gives up a corps is his choice, though the
 * corps are alike [8.3]. Of Masséna's own two one stands for both. */
Test(nae_cases_forces, either_of_two_armies_gives_up_a_corps)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_AUSTRIA, NAE_EMPIRE_ALLY);
    nae_recompute_owned(nd(), ns());
    at("ulm", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    at("munich", "massena armee_italie fr_10 fr_11");
    second_army("munich", NAE_EMPIRE, "charles armee_allemagne au_1 au_2 fr_12", "charles");
    round_of(NAE_EMPIRE, 3);
    play("spend(land); spend_zone(ulm); spend_force(whole); forced_march(0); "
         "move(go,munich)");
    expect_legal("move(take,fr_10)", true);
    expect_legal("move(take,fr_11)", false);
    expect_legal("move(take,fr_12)", true);
}

/* ---- who is tested for want of supply [13.5] ---- */

/* Blucher is in supply, the corps that he takes along is marked as out of it: at the end it is tested, and
 * nobody else. 6 + 2 - 2 at home loses its one step. */
Test(nae_cases_forces, who_is_taken_along_out_of_supply_is_tested_alone)
{
    for (unsigned bare = 0; bare < 2; bare++) {
        nae_start("1815", "");
        at("cologne", "blucher armee_elbe pr_4 pr_5 pr_6");
        at("cleves", "pr_2-");
        if (bare == 1) {
            nae_set_bit(ns(), piece_of("pr_2"), NAE_UNSUPPLIED);
        }
        round_of(NAE_COALITION, 3);
        play("spend(land); spend_zone(cologne); spend_force(whole); gather(cleves,stay); forced_march(0); "
             "move(go,cleves); "
             "move(take,pr_2)");
        dice(bare == 1 ? "6 6" : "");
        play("move(stop)");
        expect_fallen();
        expect_at("pr_2", bare == 1 ? "reserve" : "cleves");
        expect_steps("pr_4", 2);
    }
}

/* ---- depots alone ---- */

/* A lone depot has no steps: it goes if its side is beaten, and stays if not, and inflicts no losses in
 * either case [1.1, 14.8, 14.6]. 12 against 2 wins, 2 against 11 does
 * not. */
Test(nae_cases_forces, a_lone_depot_goes_if_it_is_beaten)
{
    for (unsigned won = 0; won < 2; won++) {
        nae_start("1809", "");
        at("budweis", "dp_france_1=");
        at("budweis", "au_9-");
        dice(won != 0 ? "6 6 1 1" : "1 1 6 5");
        battle("budweis", NAE_COALITION, "prague", 0);
        expect_fallen();
        expect_at("dp_france_1", won != 0 ? "reserve" : "budweis");
        expect_at("au_9", won != 0 ? "budweis" : "prague");
    }
}

/* Of the depots of a beaten power those that lie alone on its land stay there, nobody is asked about them;
 * one abroad is lost [18.2.3]. */
Test(nae_cases_forces, depots_of_the_beaten_stay_at_home)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    at("olmutz", "dp_autriche_1");
    at("brunn", "dp_autriche_2=");
    at("nuremberg", "dp_autriche_3=");
    ns()->handled = nae_pieces_none();
    nae_push(np(), NAE_STEP_RELOCATE_FORCE, NAE_COALITION)->a = NAE_AUSTRIA;
    nae_go();
    expect_at("dp_autriche_1", "olmutz");
    expect_at("dp_autriche_2", "brunn");
    expect_at("dp_autriche_3", "reserve");
}

/* The question of a reactivation that was put off dies with the force: who comes by next is not asked
 * [map 11.1]. */
Test(nae_cases_forces, a_reactivation_put_off_dies_with_the_force)
{
    nae_start("1809", "");
    at("koeniggratz", "davout fr_1 fr_2");
    ns()->siege.later = (uint8_t)(zone_of("koeniggratz") + 1);
    nae_set_fort_state(ns(), zone_of("koeniggratz"), NAE_FORT_DESTROYED);
    nae_marker_at("koeniggratz", NAE_EMPIRE);
    round_of(NAE_EMPIRE, 3);
    play("spend(land); spend_force(whole); forced_march(0); move(go,brunn)");
    expect_step("move", NAE_EMPIRE);
    expect_at("davout", "brunn");
}

/* A fleet of a former friend does not stay in a port of the beaten land [18.2.3, 17.2.1]. */
Test(nae_cases_forces, fleets_of_friends_leave_the_ports_of_the_beaten)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
    fleets("port:koenigsberg", "fl_seniavine");
    NaeFrame *relocation = nae_push(np(), NAE_STEP_RELOCATION, SEAT_NONE);
    relocation->a = NAE_PRUSSIA;
    relocation->b = NAE_EMPIRE;
    nae_go();
    cr_expect_neq(ns()->place[piece_of("fl_seniavine")], zone_of("koenigsberg"));
}

/* An army whose companion has walked off is the whole of its stack [7.6]. */
Test(nae_cases_forces, an_army_left_alone_walks_whole)
{
    nae_start("1809", "");
    second_army("paris", NAE_EMPIRE, "napoleon grande_armee fr_1 fr_2", "napoleon");
    ns()->phase = NAE_PHASE_REDEPLOY;
    ns()->round = 0;
    NaeFrame *frame = nae_push(np(), NAE_STEP_WALK_FORCE, NAE_EMPIRE);
    frame->a = NAE_FRANCE;
    nae_go();
    play("walk_force(paris)");
    expect_legal("walk_what(whole)", true);
    expect_legal("walk_what(army1)", false);
}

/* Two reduced units may be restored in each army: the third of a class is one of the other army, not another
 * of the first [7.3.5]. */
Test(nae_cases_forces, two_units_are_restored_in_each_army)
{
    nae_start("1809", "");
    at("paris", "napoleon grande_armee fr_1- fr_2- fr_3-");
    second_army("paris", NAE_EMPIRE, "massena armee_italie fr_5- fr_6-", "massena");
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->round = 0;
    ns()->major[NAE_FRANCE].resources = 40;
    ns()->budget.power = NAE_FRANCE;
    ns()->budget.manager = NAE_EMPIRE;
    nae_push(np(), NAE_STEP_PURCHASE, NAE_EMPIRE);
    nae_go();
    play("purchase(flip_army,fr_1); purchase(flip_army,fr_2)");
    expect_legal("purchase(flip_army,fr_3)", false);
    play("purchase(flip_army,fr_5)");
    expect_steps("fr_3", 1);
    expect_steps("fr_5", 2);
}

/* A depot that is left behind lies with the army that stays. */
Test(nae_cases_forces, a_depot_is_left_to_the_army_that_stays)
{
    nae_start("1809", "");
    at("reims", "napoleon grande_armee fr_1 fr_2 dp_france_1");
    second_army("reims", NAE_EMPIRE, "massena armee_italie fr_3 fr_5", "massena");
    round_of(NAE_EMPIRE, 3);
    play("spend(land); spend_force(army0); forced_march(0); move(drop,dp_france_1)");
    cr_expect_eq(ns()->bits[piece_of("dp_france_1")] & NAE_SLOT,
                 ns()->bits[piece_of("armee_italie")] & NAE_SLOT);
}

/* Yorck and a corps are left with the Russian army, which has one subordinate, not with the Austrian one,
 * which is full: four generals are the limit of an army, not of both [12.2.1, 9.4]. */
Test(nae_cases_forces, a_subordinate_is_left_with_one_of_two_armies)
{
    nae_start("1815", "");
    at("salzbourg", "schwarzenberg armee_allemagne ferdinand hiller au_1 au_2 au_3 au_4 au_5 au_6 au_7");
    second_army("salzbourg", NAE_COALITION, "barclay premiere_armee ru_3 ru_4", "barclay");
    at("munich", "blucher armee_elbe yorck pr_4- pr_5");
    round_of(NAE_COALITION, 1);
    play("spend(land); spend_power(prusse); spend_force(whole); forced_march(0); move(go,salzbourg)");
    expect_legal("move(drop,yorck)", true);
    play("move(drop,yorck); drop_with(pr_4); move(go,vienne)");
    expect_at("yorck pr_4", "salzbourg");
    cr_expect(nae_bit(ns(), piece_of("yorck"), NAE_SECOND_ARMY));
}

/* Beside Napoleon's army, which has its three subordinates, Bellegarde and a corps find room in the Turkish
 * one: that the first army is full of generals, not of corps, is no hindrance [12.2.1]. */
Test(nae_cases_forces, a_subordinate_is_left_with_the_army_that_has_room)
{
    nae_start("1809", "");
    nae_set_status(np(), NAE_AUSTRIA, NAE_EMPIRE_ALLY);
    nae_set_status(np(), NAE_TURKEY, NAE_EMPIRE_ALLY);
    at("kalisz", "napoleon grande_armee davout eugene grouchy fr_5 fr_6");
    second_army("kalisz", NAE_EMPIRE, "mustapha armee_turque tu_feodal_bosnie mi_saxe", "mustapha");
    at("posen", "charles armee_allemagne bellegarde au_1 au_2 au_9-");
    round_of(NAE_EMPIRE, 3);
    play("spend(land); spend_power(autriche); spend_force(whole); forced_march(0); "
         "move(go,kalisz)");
    expect_legal("move(drop,bellegarde)", true);
    play("move(drop,bellegarde)");
    expect_at("bellegarde au_9", "kalisz");
    cr_expect(nae_bit(ns(), piece_of("bellegarde"), NAE_SECOND_ARMY));
}

/* A mover of lower rank takes nothing, even if he leads an army [12.2.2], or two: Ney's and Marmont's armies
 * do not come to rest where Lannes stands, who is above both, but where Oudinot does. */
Test(nae_cases_forces, two_armies_rest_with_nobody_above_them)
{
    for (unsigned above = 0; above < 2; above++) {
        nae_start("1809", "");
        at("metz", "ney grande_armee fr_1");
        second_army("metz", NAE_EMPIRE, "marmont armee_italie fr_8", "marmont");
        at("strasbourg", above != 0 ? "lannes fr_20" : "oudinot fr_20");
        nae_recompute_owned(nd(), ns());
        nae_walks_in(NAE_PHASE_REDEPLOY);
        play("walk_force(metz); walk_what(whole); walk(go,strasbourg)");
        expect_legal("walk(stop)", above == 0);
    }
}

/* Two armies that walk together take a unit into the first that has room [12.2.1], in redeployment as in a
 * march: where six corps fill Davout's, Massena's takes the seventh. */
Test(nae_cases_forces, walking_armies_take_into_the_one_with_room)
{
    for (unsigned full = 0; full < 2; full++) {
        nae_start("1809", "");
        at("metz",
           full != 0 ? "davout grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_6" : "davout grande_armee fr_1");
        second_army("metz", NAE_EMPIRE, "massena armee_italie fr_8", "massena");
        at("strasbourg", "fr_12");
        nae_recompute_owned(nd(), ns());
        nae_walks_in(NAE_PHASE_REDEPLOY);
        play("walk_force(metz); walk_what(whole); walk(go,strasbourg); walk(take,fr_12)");
        cr_expect_eq(nae_bit(ns(), piece_of("fr_12"), NAE_SECOND_ARMY), full != 0);
    }
}

/* Who may absorb hangs on the two who command, whoever serves under them [12.2.2, 12.2.3]: Bagration with 4
 * Russian steps stands above Kalckreuth with 3 Prussian ones, though Barclay, his senior, serves in that
 * army; with 6 Prussian steps he does not. In a march as in redeployment. */
Test(nae_cases_forces, subordinates_do_not_guard_their_army)
{
    static const char *const army[2] = {"kalckreuth armee_elbe pr_3- pr_4- pr_5- barclay ru_9-",
                                        "kalckreuth armee_elbe pr_3 pr_4 pr_5 barclay ru_9-"};
    for (unsigned i = 0; i < 4; i++) {
        nae_start("1809", "");
        nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
        nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
        at("glogau", "bagration premiere_armee ru_1 ru_2");
        at("breslau", army[i % 2]);
        if (i < 2) {
            round_of(NAE_COALITION, 3);
            play("spend(land); spend_power(russie); spend_force(whole); forced_march(0); "
                 "move(go,breslau)");
            expect_legal("move(take,pr_3)", i == 0);
            expect_legal("move(take,ru_9)", i == 0);
            continue;
        }
        nae_recompute_owned(nd(), ns());
        nae_walks_in(NAE_PHASE_REDEPLOY);
        while (ns()->budget.power != NAE_RUSSIA) {
            play("walk_force(done)");
        }
        play("walk_force(glogau); walk_what(whole); walk(go,breslau)");
        expect_legal("walk(take,pr_3)", i == 2);
        expect_legal("walk(take,ru_9)", i == 2);
    }
}

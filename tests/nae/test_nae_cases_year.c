/* test_nae_cases_year.c: what frames the rounds of a year: sizes of hands, walks of powers at peace and
 * redeployment, land of powers at peace and in a forced alliance, relocation, the end of the game, each case
 * worked out by hand from the rulebook (chapters 6.3, 7.2, 7.5, 7.6, 8.1, 18.2.3, 19) before it was played;
 * the sums stand in the comments. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/cards.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* ------------------------------------------------------------------ helpers */

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

static void beaten(unsigned power, enum nae_status value, unsigned victor)
{
    status(power, value);
    ns()->major[power].victor = (uint8_t)victor;
    ns()->major[power].defeats[victor == NAE_FRANCE ? NAE_EMPIRE : NAE_COALITION] = 1;
}

/* Nothing is going on but the year, which goes on after this phase. */
static void bare_year(unsigned now)
{
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = (uint8_t)(now + 1U);
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    ns()->phase = (uint8_t)now;
    ns()->round = 0;
    nae_recompute_owned(nd(), ns());
}
/* A phase begins, up to its first decision. */
static void phase(unsigned number, enum nae_step step)
{
    bare_year(number);
    nae_push(np(), step, SEAT_NONE);
    nae_go();
}
/* A side's action of the third round. */
static void third_round(unsigned side)
{
    bare_year(NAE_PHASE_ROUNDS);
    ns()->round = 3;
    nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = side == NAE_EMPIRE ? 0 : 2;
    nae_go();
}
static void redeployment(void) { phase(NAE_PHASE_REDEPLOY, NAE_STEP_WALKS); }
static void neutral_moves(void) { phase(NAE_PHASE_NEUTRALS, NAE_STEP_WALKS); }

static void take(const char *zone, unsigned side)
{
    nae_marker_at(zone, side);
    if (nd()->zone[zone_of(zone)].fortress > 0) {
        nae_set_fort_state(ns(), zone_of(zone), side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
    }
}

static void nae_expect_hand_size(unsigned side, unsigned size)
{
    cr_expect_eq(nae_hand_size(nd(), ns(), side), size, "line %d: a hand of %u", nae_line,
                 nae_hand_size(nd(), ns(), side));
}
#define expect_hand_size(side, size) (NAE_LINE, nae_expect_hand_size(side, size))

/* ------------------------------------------------------------------ hands (7.2) */

/* 1805, the Empire: Paris, Bordeaux, Lyon, Antwerp, Mantua, Madrid: 6. The Coalition: London, Gibraltar with
 * Malta, Lisbon, the Two Sicilies, Moscow, Saint Petersburg, Odessa with Kiev, Vienna, Prague: 9. Mantua
 * taken by the Austrians: 5, of which the least is 6, and 10; Antwerp too: 11, of which 10 are the most,
 * without 52C. */
Test(nae_cases_year, hands_of_1805)
{
    nae_start("1805", "");
    expect_hand_size(NAE_EMPIRE, 6);
    expect_hand_size(NAE_COALITION, 9);
    take("mantoue", NAE_COALITION);
    at("mantoue", "charles au_1 au_2");
    expect_hand_size(NAE_EMPIRE, 6);
    expect_hand_size(NAE_COALITION, 10);
    take("anvers", NAE_COALITION);
    at("anvers", "gb_1");
    expect_hand_size(NAE_COALITION, 10);
    ns()->side[NAE_COALITION].hand_ceiling = 99;
    expect_hand_size(NAE_COALITION, 11);
}

/* A group counts whole: without Odessa, or without Palermo, no card for it (9 - 1 each). Malta lost costs the
 * one for Gibraltar. A neutral power, one in peace and one in a forced alliance bring none: Austria's two. */
Test(nae_cases_year, slots_of_groups_and_statuses)
{
    nae_start("1805", "");
    take("odessa", NAE_EMPIRE);
    at("odessa", "fr_1 dp_france_1=");
    cr_expect(nae_controls(nd(), ns(), zone_of("odessa"), NAE_EMPIRE), "by sea");
    expect_hand_size(NAE_COALITION, 8);
    take("malte", NAE_EMPIRE);
    at("malte", "fr_9");
    expect_hand_size(NAE_COALITION, 7);
    nae_start("1805", "");
    beaten(NAE_AUSTRIA, NAE_FORCED_PEACE, NAE_FRANCE);
    expect_hand_size(NAE_COALITION, 7);
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    expect_hand_size(NAE_COALITION, 7);
    expect_hand_size(NAE_EMPIRE, 6); /* nor do they to the Empire */
    status(NAE_TURKEY, NAE_EMPIRE_ALLY);
    expect_hand_size(NAE_EMPIRE, 7);
}

/* The Confederation and the Kingdom of Bavaria bring the Empire a card each, the latter not while Innsbruck
 * is the Coalition's in supply. */
Test(nae_cases_year, slots_of_states)
{
    nae_start("1805", "");
    status(NAE_CONFEDERATION, NAE_PROTECTORATE);
    expect_hand_size(NAE_EMPIRE, 7);
    ns()->flags |= NAE_BAVARIAN_KINGDOM;
    ns()->owner[zone_of("innsbruck")] = NAE_BAVARIA;
    ns()->owner[zone_of("trente")] = NAE_BAVARIA;
    expect_hand_size(NAE_EMPIRE, 8);
    take("innsbruck", NAE_COALITION);
    at("innsbruck", "au_1");
    cr_assert(nae_controls(nd(), ns(), zone_of("innsbruck"), NAE_COALITION), "Salzburg is 2 points away");
    expect_hand_size(NAE_EMPIRE, 7);
}

/* ------------------------------------------------------------------ diplomacy (7.4) */

/* 52F before the Coalition's first card: its 14C (3) on Prussia with 5 + 2 - 2 = 5 fails, where 5 + 2 would
 * do. It was one of the Empire's two cards: after 11F (Egypt, 1 + 1 + 2 = 4, fails) 42F is not asked for. */
Test(nae_cases_year, austrian_mediation)
{
    for (unsigned mediation = 0; mediation < 2; mediation++) {
        nae_start("1805", "");
        hand("11F 42F 14C");
        if (mediation != 0) {
            hand("52F");
        }
        phase(NAE_PHASE_DIPLOMACY, NAE_STEP_DIPLOMACY_PHASE);
        if (mediation != 0) {
            expect_step("start_card", NAE_EMPIRE);
            play("start_card(52F)");
        }
        dice("5");
        play("dip_card(14C); target(prusse)"); /* its event is none of this phase */
        expect_fallen();
        cr_expect_eq(nae_status(ns(), NAE_PRUSSIA), mediation != 0 ? NAE_NEUTRAL : NAE_COALITION_ALLY);
        if (mediation == 0) {
            continue; /* Saxony and Hesse deploy */
        }
        dice("1");
        play("dip_card(11F); use(event); target(egypte)");
        expect_fallen();
        cr_expect_gt(ns()->phase, NAE_PHASE_DIPLOMACY, "two cards were played");
    }
}

/* ------------------------------------------------------------------ walks (7.5, 7.6) */

/* Redeployment: Soult with a corps of 4 from Lille by Soissons, Reims, Troyes to Dijon, 4 points, without a
 * test; on to Lyon 5, Montpellier 6, Perpignan 7, Toulouse 8, the end, with one (1 - 2 for French - 2 at
 * home: no loss). A corps alone has its 4. */
Test(nae_cases_year, twice_the_pace_with_a_general)
{
    nae_start("1805", "");
    at("lille", "soult fr_1");
    redeployment();
    dice("1");
    expect_question_clause("7.6");
    play("walk_force(lille); walk(go,soissons); walk(go,reims); walk(go,troyes); "
         "walk(go,dijon); walk(go,lyon); walk(go,montpellier); walk(go,perpignan); walk(go,toulouse)");
    expect_at("soult fr_1", "toulouse"); /* nothing is left */
    expect_fallen();
    nae_start("1805", "");
    at("lille", "fr_1");
    redeployment();
    play("walk_force(lille); walk(go,soissons); walk(go,reims); walk(go,troyes); walk(go,dijon)");
    expect_at("fr_1", "dijon");
}

/* Zones that the force under way comes to by any moves at all. */
static void walk_everywhere(NaeZones *come)
{
    const NaeState before = *ns();
    MoveList list;
    (void)nae_list(np(), &list);
    for (uint32_t i = 0; i < list.count; i++) {
        const unsigned zone = nae_move_a(list.moves[i]);
        char text[64];
        if (nae_move_kind(list.moves[i]) != NAE_M_WALK_GO) {
            continue;
        }
        nae_zones_add(come, zone);
        (void)snprintf(text, sizeof text, "walk(go,%s)", nd()->zone_id[zone]);
        play(text);
        if (ns()->header.step == NAE_STEP_WALK) {
            walk_everywhere(come);
        }
        *ns() = before;
    }
}

/* What a page shows as the reach of the walk under way is where moves lead to; the way there is told back to
 * where the force is. */
static void expect_reach(unsigned least)
{
    uint8_t before[NAE_ZONES];
    const NaePlay p = nae_reader(nd(), ns());
    const NaeZones reach = nae_walk_reach(&p, before);
    NaeZones come = nae_zones_none();
    walk_everywhere(&come);
    NaeZones here = nae_zones_none();
    nae_zones_add(&here, ns()->march.zone);
    come = nae_zones_minus(come, here);
    cr_expect(nae_zones_equal(reach, come));
    cr_expect_geq(nae_zones_count(reach), least);
    NAE_EACH_ZONE(zone, reach)
    {
        unsigned at = zone;
        for (unsigned step = 0; step < NAE_ZONES && at != ns()->march.zone; step++) {
            at = before[at];
        }
        cr_expect_eq(at, ns()->march.zone, "a way to %s", nd()->zone_id[zone]);
    }
}

/* A corps alone in redeployment, from Lille, on its way, and with the enemy near; one of a power at peace
 * [7.5, 7.6]. */
Test(nae_cases_year, the_reach_of_a_walk)
{
    nae_start("1805", "");
    at("lille", "fr_1");
    redeployment();
    play("walk_force(lille)");
    expect_reach(12);
    play("walk(go,soissons)");
    expect_reach(8);
    nae_start("1805", "");
    at("ulm", "fr_1");
    at("munich", "dp_autriche_1");
    at("innsbruck", "mack au_1 au_2");
    marker("nuremberg", NAE_COALITION);
    redeployment();
    play("walk_force(done); walk_force(ulm)");
    expect_reach(2);
    nae_start("1805", "");
    at("berlin", "pr_1");
    neutral_moves();
    play("walk_force(berlin)");
    expect_reach(4);
}

/* A siege that is lifted by walking away no longer lets a line through: British before Lille trace by it to
 * their depot in Antwerp, from Boulogne and Soissons alike (2 points). Once they have gone to Boulogne, Lille
 * is free and bars both ways; the French in Brussels bar the other [7.6, 10.3, 15.3]. */
Test(nae_cases_year, a_siege_walked_away_from_bars_lines_again)
{
    nae_start("1805", "");
    at("lille", "moore gb_1 gb_2 armee_peninsule");
    nae_set_siege(ns(), zone_of("lille"), true, 0);
    at("anvers", "dp_grande_bretagne_1");
    nae_set_bit(ns(), piece_of("dp_grande_bretagne_1"), NAE_FIXED);
    take("anvers", NAE_COALITION);
    at("bruxelles", "fr_1");
    redeployment();
    play("walk_force(lille); walk_what(whole)");
    expect_legal("walk(go,boulogne)", true);
    expect_legal("walk(go,soissons)", true);
    play("walk(go,boulogne)");
    cr_expect(!nae_besieged(ns(), zone_of("lille")));
    expect_legal("walk(go,soissons)", false);
}

/* No walk to an enemy depot that lies alone, under an enemy marker, before an enemy fortress: Davout in Ulm
 * goes to Stuttgart and Bade, not to Munich (a depot), Nuremberg (a marker) or, from Mantua, Venice. */
Test(nae_cases_year, where_nobody_redeploys)
{
    nae_start("1805", "");
    at("ulm", "davout fr_1 fr_2");
    at("munich", "dp_autriche_1");
    marker("nuremberg", NAE_COALITION);
    at("mantoue", "massena fr_3");
    redeployment();
    play("walk_force(ulm); walk_what(whole)");
    expect_legal("walk(go,munich)", false);
    expect_legal("walk(go,nuremberg)", false);
    expect_legal("walk(go,stuttgart)", true);
    expect_legal("walk(go,bade)", true);
    play("walk(stop); walk_force(mantoue)");
    expect_legal("walk(go,venise)", false);
    expect_legal("walk(go,bologne)", true);
}

/* A fixed depot that the test of a walk uses up carries no line any more: with Soult's at Zurich spent nobody
 * walks on to Innsbruck [10.2]. */
Test(nae_cases_year, a_depot_spent_by_a_walk_is_no_link)
{
    for (unsigned spent = 0; spent < 2; spent++) {
        nae_start("1805", "");
        at("troyes", "soult fr_1");
        at("zurich", "dp_france_1=");
        at("milan", "fr_9");
        at("ulm", "au_9"); /* no way to its fortress */
        redeployment();
        play("walk_force(troyes); walk(go,besancon); walk(go,strasbourg); walk(go,bade); walk(go,zurich); "
             "walk(stop)");
        dice("1");
        play(spent != 0 ? "attrition_depot(yes)" : "attrition_depot(no)");
        play("walk_force(milan); walk(go,zurich)");
        expect_legal("walk(go,innsbruck)", spent == 0);
    }
}

/* A force out of supply does not redeploy: a French corps in Budapest stays. */
Test(nae_cases_year, no_redeployment_without_supply)
{
    nae_start("1805", "");
    at("budapest", "fr_1");
    at("lille", "fr_2");
    redeployment();
    expect_choices("walk_force(lille); walk_force(done)");
}

/* Neutral Prussia: its forces move once, up to 3 points, with a general too, within its own land; Saxony's,
 * its minor's, is closed. The Coalition moves it. Nobody at war moves here. */
Test(nae_cases_year, prussia_moves_in_its_land)
{
    nae_start("1805", "");
    at("berlin", "brunswick pr_1 pr_2");
    at("lille", "fr_1");
    neutral_moves();
    expect_step("walk_force", NAE_COALITION);
    expect_choices("walk_force(berlin); walk_force(done)");
    expect_question_clause("7.5"); /* of powers at peace, not of the redeployment */
    play("walk_force(berlin); walk_what(whole)");
    expect_question_clause("7.5");
    expect_legal("walk(go,wittemberg)", false);
    expect_legal("walk(go,rostock)", false);
    play("walk(go,kustrin); walk(go,posen); walk(go,thorn)"); /* 3 points: no more */
    expect_at("brunswick pr_1 pr_2", "thorn");
    cr_expect_eq(ns()->phase, NAE_PHASE_REDEPLOY);
}

/* Turkey neutral is moved by the Empire; beaten by the Empire, by the side that spends for it (7.3.2). Its
 * fleet may go to a port of its land or lie in a sea zone next to one. */
Test(nae_cases_year, who_moves_turkey)
{
    for (unsigned peace = 0; peace < 2; peace++) {
        nae_start("1805", "");
        at("andrinople", "tu_1");
        if (peace != 0) {
            beaten(NAE_TURKEY, NAE_FORCED_PEACE, NAE_FRANCE);
        }
        neutral_moves();
        expect_step("walk_force", peace != 0 ? NAE_COALITION : NAE_EMPIRE);
    }
}

/* Fleets of one power at peace may lie at sea together, a squadron of three at most (7.5, 9.1, 17.2.2);
 * beside those of another power at peace they may not end. */
Test(nae_cases_year, fleets_at_peace_make_a_squadron)
{
    static const struct {
        const char *at_sea;
        bool room;
    } seas[] = {{"fl_alava", true},
                {"fl_alava fl_valdes", true},
                {"fl_alava fl_valdes fl_portugal", false},
                {"fl_turquie", false}};
    for (unsigned i = 0; i < sizeof seas / sizeof *seas; i++) {
        nae_start("1805", "");
        beaten(NAE_SPAIN, NAE_FORCED_PEACE, NAE_FRANCE);
        ns()->minor[NAE_PORTUGAL - NAE_MAJORS].status = NAE_FORCED_PEACE;
        ns()->minor[NAE_PORTUGAL - NAE_MAJORS].patron = NAE_SPAIN;
        fleets("port:cadix", "fl_gravina");
        fleets("sea:atlantique_sud", seas[i].at_sea);
        ns()->phase = NAE_PHASE_NEUTRALS;
        nae_recompute_owned(nd(), ns());
        ns()->header.seat = NAE_COALITION;
        nae_push(np(), NAE_STEP_NEUTRAL_FLEET, NAE_COALITION)->a = (uint8_t)piece_of("fl_gravina");
        expect_legal("neutral_fleet(fl_gravina,sea:atlantique_sud)", seas[i].room);
    }
}

/* A Russian fleet at peace in the Aegean comes home through the Bosphorus while Turkey takes no part; else it
 * does not, whoever holds Constantinople (17.2.3). */
Test(nae_cases_year, the_bosphorus_bars_fleets_at_peace)
{
    for (unsigned war = 0; war < 2; war++) {
        nae_start("1805", "");
        beaten(NAE_RUSSIA, NAE_FORCED_PEACE, NAE_FRANCE);
        status(NAE_TURKEY, war != 0 ? NAE_COALITION_ALLY : NAE_NEUTRAL);
        fleets("sea:mer_egee", "fl_tchitchagov");
        ns()->phase = NAE_PHASE_NEUTRALS;
        nae_recompute_owned(nd(), ns());
        ns()->header.seat = NAE_COALITION;
        nae_push(np(), NAE_STEP_NEUTRAL_FLEET, NAE_COALITION)->a = (uint8_t)piece_of("fl_tchitchagov");
        expect_legal("neutral_fleet(fl_tchitchagov,sea:mer_noire)", war == 0);
    }
}

/* ------------------------------------------------------------------ land at peace (8.1.3, 8.1.4) */

/* The French in Vienna: in a forced peace the Austrian fortresses are no links, and Ulm is 3 points away
 * (Salzburg, Munich, Ulm): out of supply. In a forced alliance they are: Vienna, Salzburg 1, Ulm 2, Würzburg
 * 2, Mayence 2. */
Test(nae_cases_year, fortresses_of_a_forced_ally_are_links)
{
    nae_start("1805", "");
    at("vienne", "davout fr_1 fr_2");
    const NaePieces force = nae_pieces_one(piece_of("fr_1"));
    beaten(NAE_AUSTRIA, NAE_FORCED_PEACE, NAE_FRANCE);
    cr_expect_not(nae_is_supplied(nd(), ns(), force, zone_of("vienne"), NAE_NONE));
    at("salzbourg", "dp_france_1="); /* its own depot is one: 1 and 2 points */
    cr_expect(nae_is_supplied(nd(), ns(), force, zone_of("vienne"), NAE_NONE));
    ns()->place[piece_of("dp_france_1")] = NAE_RESERVE;
    ns()->bits[piece_of("dp_france_1")] = 0;
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    cr_expect(nae_is_supplied(nd(), ns(), force, zone_of("vienne"), NAE_NONE));
}

/* Saxony shares the alliance that binds Prussia: Dresden, one point from Prague, carries the line on [8.1.4];
 * while both lie in a forced peace it does not. */
Test(nae_cases_year, fortresses_of_its_minors_are_links)
{
    nae_start("1809", "");
    at("prague", "davout fr_1 fr_2");
    const NaePieces force = nae_pieces_one(piece_of("fr_1"));
    beaten(NAE_PRUSSIA, NAE_FORCED_ALLIANCE, NAE_FRANCE);
    const unsigned saxony = nd()->zone[zone_of("dresde")].owner;
    ns()->minor[saxony - NAE_MAJORS].patron = NAE_PRUSSIA;
    status(saxony, NAE_FORCED_PEACE);
    cr_expect_not(nae_is_supplied(nd(), ns(), force, zone_of("prague"), NAE_NONE));
    status(saxony, NAE_FORCED_ALLIANCE);
    cr_expect(nae_is_supplied(nd(), ns(), force, zone_of("prague"), NAE_NONE));
}

/* Turkey fights for the Empire: her Belgrade is a source of minors, for the French a link from where nothing
 * leads on. Alone, a Prussian corps of an expedition (40F) traces like a minor's, under Davout like the
 * French [13.3]. */
Test(nae_cases_year, an_expedition_traces_for_who_commands_it)
{
    nae_start("1809", "");
    status(NAE_TURKEY, NAE_EMPIRE_ALLY);
    beaten(NAE_PRUSSIA, NAE_FORCED_ALLIANCE, NAE_FRANCE);
    at("belgrade", "pr_2");
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_2"));
    nae_recompute_owned(nd(), ns());
    const unsigned belgrade = zone_of("belgrade");
    cr_expect(nae_is_supplied(nd(), ns(), nae_at(nd(), ns(), belgrade), belgrade, NAE_NONE));
    at("belgrade", "davout");
    cr_expect_not(nae_is_supplied(nd(), ns(), nae_at(nd(), ns(), belgrade), belgrade, NAE_NONE));
}

/* Who may enter: the French go into Austria in a forced peace and in an alliance, Russians do not (nobody has
 * declared war); into neutral Austria nobody goes. */
Test(nae_cases_year, who_enters_land_at_peace)
{
    static const enum nae_status word[3] = {NAE_NEUTRAL, NAE_FORCED_PEACE, NAE_FORCED_ALLIANCE};
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned side = 0; side < 2; side++) {
            nae_start("1805", "");
            beaten(NAE_AUSTRIA, word[i], NAE_FRANCE);
            at("munich", "fr_1");
            at("neminov", "ru_3");
            third_round(side);
            play("action(one_ap); spend(land); forced_march(0)");
            expect_legal(side == NAE_EMPIRE ? "move(go,salzbourg)" : "move(go,lemberg)",
                         side == NAE_EMPIRE && i > 0);
        }
    }
}

/* Prussia leaves its forced alliance by 46C: the French alone in Berlin keep it; Davout, who shares Magdeburg
 * with a Prussian corps, may step aside to Hanover or to them in Berlin, the neighbours that are neither the
 * Coalition's (Saxony and Hesse go with Prussia, Erfurt is hers) nor neutral (Mecklenburg), or fight; the
 * fortress is not his. */
Test(nae_cases_year, a_forced_alliance_breaks)
{
    nae_start("1809", "");
    beaten(NAE_PRUSSIA, NAE_FORCED_ALLIANCE, NAE_FRANCE);
    hand("46C");
    for (unsigned n = 0; n < 3; n++) {
        static const unsigned minor[3] = {NAE_SAXONY, NAE_HESSE, NAE_THURINGIA};
        status(minor[n], NAE_COALITION_ALLY);
    }
    status(NAE_MECKLENBURG, NAE_NEUTRAL);
    ns()->owner[zone_of("magdebourg")] = NAE_PRUSSIA; /* French since 1807 */
    nae_set_marker(ns(), zone_of("magdebourg"), NAE_NOBODY);
    nae_set_fort_state(ns(), zone_of("magdebourg"), NAE_FORT_OWNER);
    at("berlin", "fr_9");
    at("magdebourg", "davout fr_1 fr_2");
    at("magdebourg", "pr_2");
    at("lille", "fr_10");
    third_round(NAE_COALITION);
    play("action(46C); use(event)");
    expect_step("shared", NAE_EMPIRE);
    expect_choices("shared(go,hanovre); shared(go,berlin); shared(fight)");
    play("shared(go,hanovre)");
    expect_at("davout fr_1 fr_2", "hanovre");
    cr_expect_eq(nae_marker(ns(), zone_of("berlin")), NAE_EMPIRE);
}

/* ------------------------------------------------------------------ peace with Britain (18.2.3) */

/* London falls: the French there stay, or go to a fortress on their coast of the Channel: Cherbourg, Antwerp
 * or Amsterdam. */
Test(nae_cases_year, out_of_britain_to_the_channel)
{
    nae_start("1805", "");
    take("londres", NAE_EMPIRE);
    take("portsmouth", NAE_EMPIRE);
    at("londres", "davout fr_1 fr_2");
    at("portsmouth", "fr_9");
    phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE);
    expect_step("victor_bonus", NAE_EMPIRE);
    play("victor_bonus(card)");
    while (strcmp(nae_step_name(ns()->header.step), "stay_or_go") != 0) {
        play("annex(none)");
    }
    play("stay_or_go(londres,go)");
    expect_choices("relocate(fr_1,cherbourg); relocate(fr_1,anvers); relocate(fr_1,amsterdam)");
}

/* Of those who leave Gibraltar the French go to the Channel, to any fortress of theirs there; the parenthesis
 * names the French only, friends of Britain go to the nearest by land: Cadiz. */
Test(nae_cases_year, out_of_gibraltar)
{
    for (unsigned spanish = 0; spanish < 2; spanish++) {
        nae_start("1805", "");
        nae_set_status(np(), NAE_SPAIN, spanish != 0 ? NAE_COALITION_ALLY : NAE_EMPIRE_ALLY);
        take("londres", NAE_EMPIRE);
        take("portsmouth", NAE_EMPIRE);
        at("londres", "davout fr_1 fr_2");
        at("gibraltar", spanish != 0 ? "castanos es_1" : "fr_9");
        phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE);
        play("victor_bonus(card)");
        while (strcmp(nae_step_name(ns()->header.step), "stay_or_go") != 0) {
            play("annex(none)");
        }
        play("stay_or_go(londres,stay)");
        if (spanish != 0) {
            expect_at("castanos es_1", "cadix");
        } else {
            play("stay_or_go(gibraltar,go)");
            expect_choices("relocate(fr_9,cherbourg); relocate(fr_9,anvers); relocate(fr_9,amsterdam)");
        }
    }
}

/* ------------------------------------------------------------------ the end (19) */

/* All that is French but its key zones is Austrian land, so that Austria's fortresses supply the Coalition in
 * them. */
static void france_is_overrun(void)
{
    static const char *const key[4] = {"paris", "bordeaux", "lyon", "anvers"};
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        if (ns()->owner[zone] == NAE_FRANCE) {
            ns()->owner[zone] = NAE_AUSTRIA;
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        ns()->owner[zone_of(key[i])] = NAE_FRANCE;
        take(key[i], NAE_COALITION);
    }
}

/* The Coalition holds all key zones of France: at the end of 1814 it wins; at the end of 1813 the game goes
 * on, five points of the level poorer (Paris 2, three others 1 each). One of them lost again: both lose. */
Test(nae_cases_year, the_coalition_in_paris)
{
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        ns()->header.turn = i == 0 ? 8 : 9;
        ns()->level = 12;
        france_is_overrun();
        if (i == 2) {
            nae_set_marker(ns(), zone_of("lyon"), NAE_NOBODY);
        }
        for (unsigned n = 0; n < 4 && i != 2; n++) {
            static const char *const key[4] = {"paris", "bordeaux", "lyon", "anvers"};
            cr_assert(nae_controls(nd(), ns(), zone_of(key[n]), NAE_COALITION), "%s", key[n]);
        }
        phase(NAE_PHASE_VICTORY, NAE_STEP_VICTORY_PHASE);
        cr_expect_eq(ns()->header.over != 0, i > 0, "case %u", i);
        if (i == 0) {
            cr_expect_eq(ns()->level, 12 - 5);
            cr_expect_eq(ns()->header.turn, 9);
        } else {
            cr_expect_eq(ns()->header.over & 15U, i == 1 ? NAE_COALITION : SEAT_NONE & 15U);
        }
    }
}

/* ------------------------------------------------------------------ 1815 (20.1) */

static void hundred_days(unsigned round, unsigned side)
{
    bare_year(NAE_PHASE_ROUNDS);
    ns()->round = (uint8_t)round;
    nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = side == NAE_EMPIRE ? 0 : 2;
    nae_go();
}

/* A French army that acts gets two steps back, before its march or after it, not in the winter round: the two
 * reduced corps are whole; of three the third stays reduced. A corps that has been lost comes back on its
 * reduced side. */
Test(nae_cases_year, replacements_of_1815)
{
    for (unsigned round = 5; round <= 6; round++) {
        nae_start("1815", "");
        at("soissons", "napoleon grande_armee fr_1- fr_2- fr_3- fr_9");
        at("londres", "gb_3");
        hundred_days(round, NAE_EMPIRE);
        play("action(one_ap); spend(land); spend_force(whole)");
        if (round == 6) {
            expect_step("forced_march", NAE_EMPIRE);
            continue;
        }
        expect_choices("replacements(before); replacements(after); replacements(none)");
        play("replacements(before); replacement(fr_1); replacement(fr_2)");
        expect_steps("fr_1", 2);
        expect_steps("fr_2", 2);
        expect_steps("fr_3", 1);
        expect_step("forced_march", NAE_EMPIRE);
        play("forced_march(0); move(go,paris); move(stop)");
        expect_steps("fr_3", 1);
    }
    nae_start("1815", "");
    at("soissons", "napoleon grande_armee fr_1 fr_9-");
    at("londres", "gb_3");
    hundred_days(5, NAE_EMPIRE);
    play("action(one_ap); spend(land); spend_force(whole)");
    play("replacements(after); forced_march(0); move(go,paris); move(stop)");
    expect_step("replacement", NAE_EMPIRE);
    expect_legal("replacement(fr_2)", true);
    expect_choice_words("replacement(fr_9)", "a step for IX corps");
    expect_choice_words("replacement(fr_2)", "raise II corps (France, 1 step");
    play("replacement(fr_9); replacement(fr_2)");
    expect_steps("fr_9", 2);
    expect_steps("fr_2", 1);
    expect_at("fr_2", "paris");
}

/* The end of 1815. Key zones of France are Paris, Bordeaux and Lyon. In Coalition hands: Paris (by Soissons
 * to Luxembourg, 2), Lyon (by Grenoble to Turin, 1 and 2), Bordeaux (a British depot in its port). 0: none
 * lost, an army whole: the Empire. 1: none lost, the army demoralised: a draw. 2: none lost, no army: a draw.
 * 3: all lost, an army whole: a draw. 4: all lost, the army demoralised: the Coalition. 5: all lost, no army:
 * the Coalition. 6: Paris and Lyon lost, the army whole in Brussels, abroad: conquered, a draw. 7: the same,
 * the army in Tours, on its land: not conquered, the Empire. 8: none lost, an army whole, but Napoléon is not
 * on the map: the Coalition. */
Test(nae_cases_year, the_end_of_1815)
{
    static const struct {
        const char *army;
        unsigned demoralised, lost, napoleon, winner;
    } cases[] = {
        {"tours", 0, 0, 1, NAE_EMPIRE},    {"tours", 1, 0, 1, SEAT_NONE},
        {"", 0, 0, 1, SEAT_NONE},          {"tours", 0, 3, 1, SEAT_NONE},
        {"tours", 1, 3, 1, NAE_COALITION}, {"", 0, 3, 1, NAE_COALITION},
        {"bruxelles", 0, 2, 1, SEAT_NONE}, {"tours", 0, 2, 1, NAE_EMPIRE},
        {"tours", 0, 0, 0, NAE_COALITION},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        nae_start("1815", "");
        if (cases[i].napoleon != 0) {
            at("nantes", "napoleon fr_9");
        }
        if (cases[i].army[0] != '\0') {
            at(cases[i].army, "davout armee_italie fr_1 fr_2");
        }
        if (cases[i].demoralised != 0) {
            NAE_EACH_PIECE(piece, nae_at(nd(), ns(), zone_of(cases[i].army)))
            {
                nae_set_bit(ns(), piece, NAE_DEMORALISED);
            }
        }
        if (cases[i].lost >= 2) {
            take("paris", NAE_COALITION);
            take("soissons", NAE_COALITION);
            take("lyon", NAE_COALITION);
            take("grenoble", NAE_COALITION);
            at("lyon", "au_1");
            at("paris", "gb_1");
        }
        if (cases[i].lost == 3) {
            take("bordeaux", NAE_COALITION);
            at("bordeaux", "gb_3 dp_grande_bretagne_1=");
        }
        if (cases[i].lost > 0) {
            cr_assert(nae_controls(nd(), ns(), zone_of("paris"), NAE_COALITION));
            cr_assert(nae_controls(nd(), ns(), zone_of("lyon"), NAE_COALITION));
            cr_assert_eq(nae_controls(nd(), ns(), zone_of("bordeaux"), NAE_COALITION), cases[i].lost == 3);
        }
        dice("1 1 1 1");
        hundred_days(6, NAE_COALITION);
        play("action(pass)");
        cr_expect_neq(ns()->header.over, 0, "case %u", i);
        cr_expect_eq(ns()->header.over & 15U, cases[i].winner & 15U, "case %u: %u", i,
                     ns()->header.over & 15U);
    }
}

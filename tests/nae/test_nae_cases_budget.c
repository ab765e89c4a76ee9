/* test_nae_cases_budget.c: the budgets of the seven majors: income, transfers, who spends, what may be bought
 * and where it may stand, generals of the reserve, removal, the steps of minors, each case worked out by hand
 * from the rulebook (chapters 7.3 and 8.1.2) before it was played; the sums stand in the comments. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "engine/nae/view.h"
#include "tests/nae/nae_position.h"

/* ------------------------------------------------------------------ helpers */

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

/* The budget phase from its beginning to its first decision. */
static void budget(void)
{
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = NAE_PHASE_BUDGET + 1U;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->round = 0;
    nae_recompute_owned(nd(), ns());
    nae_push(np(), NAE_STEP_BUDGET, SEAT_NONE);
    nae_go();
}

/* Says done to all questions up to the purchases of a power. */
static void purchases_of(unsigned power)
{
    for (unsigned i = 0; i < 40; i++) {
        const unsigned step = ns()->header.step;
        if (step == NAE_STEP_PURCHASE && ns()->budget.power == power) {
            return;
        }
        play(step == NAE_STEP_TRANSFER          ? "transfer(done)"
             : step == NAE_STEP_REMOVAL         ? "removal(done)"
             : step == NAE_STEP_PURCHASE        ? "purchase(done)"
             : step == NAE_STEP_RESERVE_GENERAL ? "reserve_general(done)"
                                                : "minor_step(done)");
    }
    cr_assert_fail("no purchases of %s", nd()->nation_id[power]);
}

/* Past Britain's budget, to the free steps of the Coalition's minors. */
static void steps_of_minors(void)
{
    purchases_of(NAE_BRITAIN);
    play("purchase(done)");
    if (ns()->header.step == NAE_STEP_RESERVE_GENERAL) {
        play("reserve_general(done)");
    }
    expect_step("minor_step", NAE_COALITION);
}

static unsigned half_points(unsigned power) { return (unsigned)ns()->major[power].resources; }
static void nae_expect_points(unsigned power, double points)
{
    cr_expect_eq(half_points(power), (unsigned)(2 * points), "line %d: %s has %u halves", nae_line,
                 nd()->nation_id[power], half_points(power));
}
#define expect_points(power, points) (NAE_LINE, nae_expect_points(power, points))

static void take(const char *zone, unsigned side)
{
    nae_marker_at(zone, side);
    if (nd()->zone[zone_of(zone)].fortress > 0) {
        nae_set_fort_state(ns(), zone_of(zone), side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
    }
}

/* ------------------------------------------------------------------ income (7.3.1) */

/* The French in Berlin, with a line by Magdeburg, Hanover and Amsterdam: Prussia 5 - 4 = 1; without Magdeburg
 * (no link between Berlin and Hanover) 5. Koenigsberg, a port whose fortress serves them, is in supply by
 * sea: 5 - 4 without Berlin, nothing with it (5 - 8); with the British at sea before it, it is not. */
Test(nae_cases_budget, a_key_zone_lost_in_supply)
{
    static const double left[2][3] = {{5, 1, 5}, {1, 0, 1}};
    for (unsigned i = 0; i < 6; i++) {
        nae_start("1805", "");
        status(NAE_PRUSSIA, NAE_COALITION_ALLY);
        take("berlin", NAE_EMPIRE);
        at("berlin", "napoleon fr_1 fr_2 dp_france_1=");
        if (i % 3 > 0) {
            take("koenigsberg", NAE_EMPIRE);
        }
        if (i % 3 == 2) {
            fleets("sea:baltique", "fl_keith");
        }
        if (i >= 3) {
            take("magdebourg", NAE_EMPIRE);
        }
        budget();
        expect_points(NAE_PRUSSIA, left[i / 3][i % 3]);
    }
}

/* The Spaniards in Gibraltar, next to Cadiz: Britain 6 - 4 = 2; Malta lost to a Neapolitan ally of France as
 * well (a fortress that serves him, supplied by sea from Naples): 6 - 8, which is nothing. */
Test(nae_cases_budget, an_income_is_never_below_nothing)
{
    for (unsigned malta = 0; malta < 2; malta++) {
        nae_start("1805", "");
        take("gibraltar", NAE_EMPIRE);
        at("gibraltar", "es_1");
        if (malta != 0) {
            status(NAE_NAPLES, NAE_EMPIRE_ALLY);
            take("malte", NAE_EMPIRE);
            at("malte", "mi_naples");
        }
        budget();
        expect_points(NAE_BRITAIN, malta != 0 ? 0 : 2);
    }
}

/* Madrid lost in the War of Liberation costs Spain nothing, before it all it has (4 - 4). */
Test(nae_cases_budget, madrid_in_the_war_of_liberation)
{
    nae_start("1809", ""); /* Madrid is French */
    at("madrid", "joseph fr_1 dp_france_1=");
    cr_assert(ns()->flags & NAE_LIBERATION);
    budget();
    expect_points(NAE_SPAIN, 4);
    nae_start("1809", "");
    at("madrid", "joseph fr_1 dp_france_1=");
    ns()->flags &= (uint16_t)~NAE_LIBERATION;
    cr_assert(nae_controls(nd(), ns(), zone_of("madrid"), NAE_EMPIRE));
    budget();
    expect_points(NAE_SPAIN, 0);
}

/* ------------------------------------------------------------------ transfers (7.3.1, 8.1.2) */

/* Four points in all for who receives, from whom they may come: Britain 3 and Russia 1 to Austria; then
 * nobody more to Austria, but to each other. No neutral, no power at peace gives or takes; Spain does not
 * give before 24F and 25F, but may take. */
Test(nae_cases_budget, four_points_in_all)
{
    nae_start("1805", "");
    budget();
    play("transfer(grande_bretagne,autriche); transfer(grande_bretagne,autriche); "
         "transfer(grande_bretagne,autriche); transfer(russie,autriche)");
    expect_choices("transfer(done); transfer(grande_bretagne,russie); transfer(autriche,russie); "
                   "transfer(autriche,grande_bretagne); transfer(russie,grande_bretagne)");
    expect_points(NAE_BRITAIN, 3);
    expect_points(NAE_RUSSIA, 11);
    expect_points(NAE_AUSTRIA, 16);
    play("transfer(done)");
    expect_choices("transfer(done); transfer(france,espagne)");
    play("transfer(france,espagne); transfer(france,espagne); transfer(france,espagne); "
         "transfer(france,espagne)");
    expect_points(NAE_SPAIN, 8);
    expect_points(NAE_FRANCE, 10);
    cr_expect_neq(ns()->header.step, NAE_STEP_TRANSFER, "Spain has got its four");
}

/* With 24F and 25F played Spain gives too. */
Test(nae_cases_budget, spain_gives_after_the_snare)
{
    nae_start("1805", "");
    ns()->card[card_of("25F")] |= NAE_EVENT_PLAYED;
    ns()->flags |= NAE_BLOCKADE;
    budget();
    play("transfer(done)");
    expect_legal("transfer(espagne,france)", false);
    nae_start("1805", "");
    ns()->card[card_of("25F")] |= NAE_EVENT_PLAYED;
    ns()->card[card_of("24F")] |= NAE_EVENT_PLAYED;
    ns()->flags |= NAE_BLOCKADE | NAE_IBERIA_OPEN;
    budget();
    play("transfer(done)");
    expect_legal("transfer(espagne,france)", true);
}

/* Before that an allied Spain gives to nobody at all [8.1.2], not to Turkey either; 7F serves France alone. A
 * Spain of the Coalition is not bound. */
Test(nae_cases_budget, spain_gives_to_nobody_before_the_snare)
{
    nae_start("1805", "");
    status(NAE_TURKEY, NAE_EMPIRE_ALLY);
    nae_add_modifier(np(), NAE_F(7), NAE_NONE, 4, 1);
    budget();
    play("transfer(done)");
    expect_legal("transfer(turquie,espagne)", true);
    expect_legal("transfer(espagne,turquie)", false);
    expect_legal("transfer(espagne,france)", true);
    nae_start("1805", "");
    status(NAE_TURKEY, NAE_EMPIRE_ALLY);
    ns()->card[card_of("25F")] |= NAE_EVENT_PLAYED;
    ns()->card[card_of("24F")] |= NAE_EVENT_PLAYED;
    budget();
    play("transfer(done)");
    expect_legal("transfer(espagne,turquie)", true);
    nae_start("1805", "");
    status(NAE_SPAIN, NAE_COALITION_ALLY);
    budget();
    expect_legal("transfer(espagne,autriche)", true);
}

/* ------------------------------------------------------------------ who spends (7.3, 7.3.2) */

/* Turkey neutral: the Empire; Spain beaten by the Coalition: the Empire; Prussia neutral: the Coalition;
 * Austria beaten by the Empire: the Coalition; in this order, before Russia, Britain and France. */
Test(nae_cases_budget, order_and_managers)
{
    static const unsigned order[7] = {NAE_TURKEY, NAE_SPAIN,   NAE_PRUSSIA, NAE_AUSTRIA,
                                      NAE_RUSSIA, NAE_BRITAIN, NAE_FRANCE};
    static const unsigned seat[7] = {NAE_EMPIRE,    NAE_EMPIRE,    NAE_COALITION, NAE_COALITION,
                                     NAE_COALITION, NAE_COALITION, NAE_EMPIRE};
    nae_start("1805", "");
    status(NAE_SPAIN, NAE_FORCED_PEACE);
    ns()->major[NAE_SPAIN].victor = NAE_BRITAIN;
    ns()->major[NAE_SPAIN].defeats[NAE_COALITION] = 1;
    status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = 1;
    budget();
    for (unsigned i = 0; i < 7; i++) {
        purchases_of(order[i]);
        expect_step("purchase", seat[i]);
        if (i + 1 < 7) {
            cr_expect_gt(half_points(order[i]), 0, "%s has an income at peace too",
                         nd()->nation_id[order[i]]);
            play("purchase(done)");
            if (ns()->header.step == NAE_STEP_RESERVE_GENERAL) {
                play("reserve_general(done)");
            }
            expect_points(order[i], 0); /* what is left is lost */
        }
    }
}

/* ------------------------------------------------------------------ purchases (7.3.2, 7.3.4) */

static void expect_told(Seat reader, const char *words, bool told)
{
    StrBuf json;
    strbuf_init(&json);
    nae_position_json(nd(), ns(), reader, &json);
    const char *budget_of = strstr(json.text, "\"budget\":");
    cr_assert(budget_of != NULL);
    cr_expect_eq(strstr(budget_of, words) != NULL, told, "%s: %.300s", words, budget_of);
    strbuf_release(&json);
}

/* Who spends reads the price of each purchase as a number, and where it may come to stand; the other seat
 * does not. A fleet 5, the Garde 4, a step of an elite corps 1.5. */
Test(nae_cases_budget, prices_are_told_as_numbers)
{
    nae_start("1805", "");
    budget();
    purchases_of(NAE_FRANCE);
    expect_told(SEAT_FRENCH, "{\"move\":\"purchase(fleet,fl_ganteaume)\",\"points\":5,\"zones\":[\"", true);
    expect_told(SEAT_FRENCH, "{\"move\":\"purchase(full,fr_garde)\",\"points\":4,\"zones\":[\"", true);
    expect_told(SEAT_FRENCH, "{\"move\":\"purchase(reduced,fr_1)\",\"points\":1.5,\"zones\":[\"", true);
    expect_told(SEAT_COALITION, "\"offers\"", false);
}

/* Prices: an elite corps of two steps 3, one step of it 1.5; the Garde 4; a depot 0.5; an army 2; a fleet 5,
 * one a year. France has 14: fleet 5, Garde 4, an elite corps 3, one step of another 1.5, a depot: 14. */
Test(nae_cases_budget, fourteen_french_points)
{
    nae_start("1805", "");
    budget();
    purchases_of(NAE_FRANCE);
    expect_points(NAE_FRANCE, 14);
    play("purchase(fleet,fl_ganteaume); place(brest)");
    cr_expect_neq(ns()->place[piece_of("fl_ganteaume")], NAE_RESERVE);
    expect_points(NAE_FRANCE, 9);
    play("purchase(full,fr_garde); place(paris)");
    expect_points(NAE_FRANCE, 5);
    expect_legal("purchase(fleet,fl_missiessy)", false);
    play("purchase(full,fr_1); place(metz)");
    expect_points(NAE_FRANCE, 2);
    expect_legal("purchase(full,fr_2)", false);
    expect_legal("purchase(full,fr_9)", true);
    expect_legal("purchase(marker,grande_armee)", false); /* no general stands on the map */
    play("purchase(reduced,fr_2); place(lille)");
    expect_points(NAE_FRANCE, 0.5);
    expect_steps("fr_2", 1);
    expect_choices("purchase(done); purchase(depot)");
}

/* A corps that is raised with one of its steps is told with one, when it is bought and when it is placed. */
Test(nae_cases_budget, a_reduced_corps_is_told_with_one_step)
{
    nae_start("1805", "");
    budget();
    purchases_of(NAE_FRANCE);
    expect_choice_words("purchase(full,fr_1)", "2 steps");
    expect_choice_words("purchase(reduced,fr_1)", "1 step,");
    play("purchase(reduced,fr_1)");
    expect_question("1 step,");
}

/* One fleet a year for France, as many as it likes for Britain; Britain's free card or free fleet, not both;
 * one card for 4. With 4 from its friends Britain has 10: a free fleet, then two more for 5 each. */
Test(nae_cases_budget, british_fleets_and_cards)
{
    nae_start("1805", "");
    budget();
    play("transfer(russie,grande_bretagne); transfer(russie,grande_bretagne); "
         "transfer(russie,grande_bretagne); transfer(russie,grande_bretagne)");
    purchases_of(NAE_BRITAIN);
    expect_points(NAE_BRITAIN, 10);
    play("purchase(free_fleet,fl_nelson); place(plymouth)");
    expect_points(NAE_BRITAIN, 10);
    expect_legal("purchase(free_card)", false);
    play("purchase(fleet,fl_collingwood); place(plymouth); purchase(fleet,fl_cornwallis); place(plymouth)");
    expect_at("fl_nelson fl_collingwood fl_cornwallis", "port:plymouth");
    nae_start("1805", "");
    budget();
    purchases_of(NAE_BRITAIN);
    const unsigned cards = nae_hand_count(ns(), NAE_COALITION);
    play("purchase(free_card)");
    expect_legal("purchase(free_fleet,fl_nelson)", false);
    play("purchase(card)");
    expect_points(NAE_BRITAIN, 2);
    expect_legal("purchase(card)", false);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), cards + 2);
}

/* Where a British corps may stand: London and the fortresses of England, Portsmouth and Plymouth; not Dublin
 * over the sea, not Gibraltar, not Malta. With French militia landed before Plymouth two are left, with a
 * corps of its own in London one (two corps need a general). */
Test(nae_cases_budget, british_reinforcement_zones)
{
    nae_start("1805", "");
    budget();
    purchases_of(NAE_BRITAIN);
    play("purchase(full,gb_3)");
    expect_choices("place(londres); place(portsmouth); place(plymouth)");
    nae_start("1805", "");
    at("plymouth", "fr_9");
    at("londres", "gb_1");
    budget();
    purchases_of(NAE_BRITAIN);
    play("purchase(full,gb_3)"); /* the only place is taken at once */
    expect_at("gb_3", "portsmouth");
}

/* A fortress under siege, one in enemy hands and one that lies destroyed are no reinforcement zones: Prague
 * besieged, Salzburg French, Olmütz destroyed, Vienna held by a corps without a general. A corps is raised in
 * one of the others: Koeniggratz, Leopoldstadt, Cracow, Temesvar, Peterwardein, Trieste, Venice, Zara. */
Test(nae_cases_budget, austrian_reinforcement_zones)
{
    nae_start("1805", "");
    at("prague", "massena fr_1 fr_2");
    inside("prague", "au_1");
    nae_lay_siege(np(), zone_of("prague"));
    take("salzbourg", NAE_EMPIRE);
    nae_set_fort_state(ns(), zone_of("olmutz"), NAE_FORT_DESTROYED);
    at("vienne", "au_2");
    budget();
    purchases_of(NAE_AUSTRIA);
    play("purchase(full,au_3)");
    expect_choices("place(koeniggratz); place(leopoldstadt); place(cracovie); place(temesvar); "
                   "place(peterwardein); place(trieste); place(venise); place(zara)");
}

/* An army is founded wherever a general of its nation stands in supply with two steps: Davout in Ulm with one
 * French corps, or with one step and a Bavarian one; not with one step, not out of supply in Budapest, not by
 * a corps alone. Then it takes depots of its nation, two in a budget, and subordinates, three. */
Test(nae_cases_budget, an_army_is_founded)
{
    static const char *const zone[4] = {"ulm", "ulm", "ulm", "budapest"};
    static const char *const force[4] = {"davout fr_1", "davout fr_1- mi_baviere-", "davout fr_1-",
                                         "davout fr_1"};
    for (unsigned i = 0; i < 4; i++) {
        nae_start("1805", "");
        at(zone[i], force[i]);
        budget();
        purchases_of(NAE_FRANCE);
        expect_legal("purchase(marker,grande_armee)", i < 2);
    }
    nae_start("1805", "");
    at("ulm", "davout fr_1");
    budget();
    purchases_of(NAE_FRANCE);
    play("purchase(marker,grande_armee)");
    expect_at("grande_armee", "ulm");
    expect_points(NAE_FRANCE, 12);
    play("purchase(depot); place(ulm); purchase(depot); place(ulm); purchase(depot)");
    expect_legal("place(ulm)", false);
    expect_legal("place(paris)", true);
    play("place(paris); purchase(done)");
    play("reserve_general(murat)"); /* Ulm is his only place */
    expect_at("murat", "ulm");
}

/* The budget of 1806 in the rulebook's example: Austria, beaten and without anybody on the map, builds her
 * army (2) in Vienna under Charles, with five corps (10). One corps without a general has room in a zone;
 * Charles joins it, founds the army, and four more fill it. */
Test(nae_cases_budget, a_general_who_comes_founds_an_army)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    budget();
    purchases_of(NAE_AUSTRIA);
    expect_points(NAE_AUSTRIA, 12);
    play("purchase(full,au_1); place(vienne)");
    expect_legal("purchase(marker,armee_allemagne)", false);
    play("purchase(done); reserve_general(charles); reserve_general(done)");
    expect_step("purchase", NAE_COALITION);
    play("purchase(marker,armee_allemagne)");
    play("purchase(full,au_2); place(vienne); purchase(full,au_3); place(vienne)");
    play("purchase(full,au_4); place(vienne); purchase(full,au_5); place(vienne)");
    expect_at("charles armee_allemagne au_1 au_2 au_3 au_4 au_5", "vienne");
    expect_points(NAE_AUSTRIA, 0);
}

/* France in the same example: five corps (13) with generals in two fortresses, no army marker left to found.
 * A corps comes first, its general joins it, then more come, as many as he commands: Lannes (5) in Liege, two
 * corps of two steps with him, Ney (5) in Strasbourg likewise. A general has his turn once in a budget. */
Test(nae_cases_budget, corps_join_a_general_who_comes)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee fr_8");
    at("mantoue", "massena armee_italie fr_20");
    budget();
    purchases_of(NAE_FRANCE);
    ns()->major[NAE_FRANCE].resources = 28;
    play("purchase(full,fr_1); place(liege); purchase(full,fr_2); place(strasbourg); purchase(full,fr_3)");
    expect_legal("place(liege)", false); /* a corps alone */
    play("place(paris); purchase(done); reserve_general(lannes); place(liege); reserve_general(done)");
    expect_step("purchase", NAE_EMPIRE);
    play("purchase(full,fr_9)");
    expect_legal("place(strasbourg)", false);
    play("place(liege); purchase(done); reserve_general(ney); place(strasbourg)");
    play("reserve_general(done)");
    expect_step("purchase", NAE_EMPIRE);
    play("purchase(reduced,fr_10); place(strasbourg); purchase(done)");
    expect_legal("reserve_general(lannes)", false);
    play("reserve_general(done)");
    expect_at("lannes fr_1 fr_9", "liege");
    expect_at("ney fr_2 fr_10", "strasbourg");
    cr_expect(ns()->header.step != NAE_STEP_PURCHASE); /* nobody has come since */
}

/* Two mobile depots for each army in supply [7.3.2]: four where two stand together. */
Test(nae_cases_budget, two_armies_get_two_depots_each)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee fr_1 fr_2");
    second_army("ulm", NAE_EMPIRE, "massena armee_italie fr_9 fr_10", "massena");
    budget();
    purchases_of(NAE_FRANCE);
    for (unsigned depots = 0; depots < 4; depots++) {
        play("purchase(depot); place(ulm)");
    }
    expect_legal("purchase(depot)", true);
    play("purchase(depot)");
    expect_legal("place(ulm)", false);
}

/* A general of the reserve goes to the army of his nation of two that stand together; a third nation's to the
 * first that has steps of his [9.2, 7.3]. */
Test(nae_cases_budget, which_of_two_armies_a_general_joins)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    status(NAE_RUSSIA, NAE_COALITION_ALLY);
    at("vienne", "charles armee_allemagne au_1 au_2 au_3 pr_1 ru_1");
    second_army("vienne", NAE_COALITION, "blucher armee_elbe pr_2 pr_3", "blucher");
    nae_place_piece(np(), piece_of("yorck"), zone_of("vienne"));
    cr_expect(nae_bit(ns(), piece_of("yorck"), NAE_SECOND_ARMY));
    nae_place_piece(np(), piece_of("buxhowden"), zone_of("vienne"));
    cr_expect_not(nae_bit(ns(), piece_of("buxhowden"), NAE_SECOND_ARMY));
}

/* A minor's corps in a fortress is restored where it is in supply, as long as no siege is laid [7.3.3]. */
Test(nae_cases_budget, a_minors_garrison_is_restored)
{
    for (unsigned siege = 0; siege < 2; siege++) {
        nae_start("1809", "");
        status(NAE_PRUSSIA, NAE_COALITION_ALLY);
        inside("hambourg", "mi_danemark-");
        at("hambourg", "blucher pr_3 pr_4");
        nae_set_siege(ns(), zone_of("hambourg"), siege != 0, 0);
        ns()->phase = NAE_PHASE_BUDGET;
        ns()->side[NAE_EMPIRE].minor_steps = 1;
        nae_push(np(), NAE_STEP_MINOR_STEP, NAE_EMPIRE);
        nae_go();
        expect_legal("minor_step(mi_danemark)", siege == 0);
    }
}

/* Two reduced units in each army; a reduced unit of an ally in it counts; outside an army only in a
 * reinforcement zone of its nation: the corps at Bade is left as it is. */
Test(nae_cases_budget, who_is_restored)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee fr_1- fr_9- mi_baviere-");
    at("bade", "fr_2-");
    at("strasbourg", "fr_10-");
    budget();
    purchases_of(NAE_FRANCE);
    expect_legal("purchase(flip_zone,fr_10)", true);
    expect_legal("purchase(flip_zone,fr_2)", false);
    play("purchase(flip_army,fr_1)");
    expect_points(NAE_FRANCE, 12.5);
    expect_steps("fr_1", 2);
    play("purchase(flip_army,mi_baviere)");
    expect_points(NAE_FRANCE, 11.5);
    expect_legal("purchase(flip_army,fr_9)", false); /* that were three */
    play("purchase(flip_zone,fr_10)");
    expect_steps("fr_10", 2);
    expect_steps("fr_9", 1);
}

/* ------------------------------------------------------------------ generals (7.3.6) */

/* Generals of the reserve come to units: to the corps in Metz (a reinforcement zone), not to Bade (none), nor
 * to Lille where nobody stands; to a Bavarian corps in Munich, its capital. Any takes the place of Ney in
 * Strasbourg (10.2), who goes to the reserve. */
Test(nae_cases_budget, where_generals_come)
{
    nae_start("1805", "");
    at("metz", "fr_1");
    at("bade", "fr_2");
    at("munich", "mi_baviere");
    at("strasbourg", "ney fr_3");
    budget();
    purchases_of(NAE_FRANCE);
    play("purchase(done); reserve_general(mortier)");
    expect_choices("place(metz); place(munich); place(strasbourg)");
    play("place(strasbourg)");
    expect_at("mortier", "strasbourg");
    expect_at("ney", "reserve");
}

/* ------------------------------------------------------------------ removal (7.3.7) */

/* A corps and a fleet are taken off the map: not to be bought in this budget, in reserve again for the next.
 */
Test(nae_cases_budget, what_is_removed_comes_next_year)
{
    nae_start("1805", "");
    at("ulm", "fr_garde");
    fleets("port:brest", "fl_ganteaume");
    budget();
    play("transfer(done); transfer(done)");
    purchases_of(NAE_BRITAIN);
    play("purchase(done)");
    for (unsigned i = 0; i < 3 && ns()->header.step != NAE_STEP_REMOVAL; i++) {
        play(ns()->header.step == NAE_STEP_RESERVE_GENERAL ? "reserve_general(done)" : "minor_step(done)");
    }
    expect_step("removal", NAE_EMPIRE);
    expect_choices("removal(done); removal(ulm); removal(port:brest)");
    play("removal(ulm)");
    expect_at("fr_garde", "next_budget");
    play("removal(port:brest)");
    expect_at("fl_ganteaume", "next_budget");
    expect_step("purchase", NAE_EMPIRE);
    expect_legal("purchase(full,fr_garde)", false);
    expect_legal("purchase(fleet,fl_missiessy)", true);
    purchases_of(NAE_FRANCE);
    budget();
    expect_at("fr_garde fl_ganteaume", "reserve");
}

/* The last corps of a general is not taken off while he is with it (10.2 forbids to leave him alone):
 * Davout's of two, and then Davout himself before it; a lone corps, or one of a power at peace, likewise. */
Test(nae_cases_budget, no_general_is_left_alone)
{
    nae_start("1805", "");
    at("ulm", "davout fr_1 fr_garde");
    at("berlin", "hohenlohe pr_1");
    budget();
    play("transfer(done); transfer(done)");
    for (unsigned i = 0; i < 40 && ns()->budget.power != NAE_PRUSSIA; i++) {
        play(ns()->header.step == NAE_STEP_REMOVAL    ? "removal(done)"
             : ns()->header.step == NAE_STEP_PURCHASE ? "purchase(done)"
                                                      : "reserve_general(done)");
    }
    expect_step("removal", NAE_COALITION);
    play("removal(berlin)");
    expect_at("hohenlohe", "next_budget");
    expect_choices("removal(done); removal(berlin)");
    play("removal(berlin)");
    expect_at("pr_1", "next_budget");
    purchases_of(NAE_BRITAIN);
    play("purchase(done)");
    for (unsigned i = 0; i < 3 && ns()->header.step != NAE_STEP_REMOVAL; i++) {
        play(ns()->header.step == NAE_STEP_RESERVE_GENERAL ? "reserve_general(done)" : "minor_step(done)");
    }
    play("removal(ulm)");
    expect_choices("removal_piece(davout); removal_piece(fr_1); removal_piece(fr_garde)");
    play("removal_piece(fr_garde); removal(ulm)");
    expect_at("davout", "next_budget");
    play("removal(ulm)");
    expect_at("fr_1", "next_budget");
}

/* ------------------------------------------------------------------ minors (7.3.3) */

/* Warsaw lost bars new Polish corps (18.1); those on the map are restored, by a free step and in an army of
 * France's, as long as another fortress of Poland's is held (8.3.5): Cracow here, in a Poland that has it. */
Test(nae_cases_budget, poland_without_warsaw)
{
    for (unsigned cracow = 0; cracow < 3; cracow++) {
        nae_start("1809", "");
        at("strasbourg", "napoleon grande_armee fr_1 fr_2 mi_pologne_1-");
        ns()->place[piece_of("mi_pologne_2")] = NAE_RESERVE;
        take("varsovie", NAE_COALITION);
        if (cracow > 0) { /* in Poland, or lost as well */
            ns()->owner[zone_of("cracovie")] = NAE_POLAND;
            nae_set_fort_state(ns(), zone_of("cracovie"), NAE_FORT_OWNER);
        }
        if (cracow == 2) {
            take("cracovie", NAE_COALITION);
        }
        budget();
        const NaePieces units = nae_minor_step_units(np(), NAE_POLAND);
        cr_expect_not(nae_pieces_in(units, piece_of("mi_pologne_2")), "raised without Warsaw");
        cr_expect_eq(nae_pieces_in(units, piece_of("mi_pologne_1")), cracow == 1, "Cracow %u", cracow);
        cr_expect_eq(nae_may_flip(np(), NAE_FRANCE, piece_of("mi_pologne_1"), true), cracow == 1, "Cracow %u",
                     cracow);
    }
}

/* A revolt is an ally as long as the Coalition controls where it broke out (3): with all Tyrol Bavarian its
 * corps in Vienna gets no free step, with Innsbruck in the Coalition's hands it does. */
Test(nae_cases_budget, a_revolt_that_is_over)
{
    for (unsigned held = 0; held < 2; held++) {
        nae_start("1805", "");
        status(NAE_TYROL, NAE_COALITION_ALLY);
        at("vienne", "charles au_1 mi_tyrol-");
        at("lisbonne", "mi_portugal-");
        for (unsigned zone = 0; zone < nd()->zones; zone++) {
            if (nae_zones_in(nd()->revolt[NAE_TYROL - NAE_CHOUANS], zone)) {
                ns()->owner[zone] = NAE_BAVARIA;
            }
        }
        if (held != 0) {
            take("innsbruck", NAE_COALITION);
        }
        budget();
        steps_of_minors();
        expect_legal("minor_step(mi_portugal)", true);
        expect_legal("minor_step(mi_tyrol)", held != 0);
    }
}

/* Control is that of 4: the Chouans count while the Coalition besieges Brest, where they broke out. */
Test(nae_cases_budget, a_revolt_counts_by_a_siege)
{
    nae_start("1805", "");
    const NaePlay play = nae_reader(nd(), ns());
    at("brest", "hill gb_1 gb_2");
    inside("brest", "fr_9");
    cr_expect_not(nae_revolt_goes_on(&play, NAE_CHOUANS));
    nae_set_siege(ns(), zone_of("brest"), true, 0);
    cr_expect(nae_revolt_goes_on(&play, NAE_CHOUANS));
}

/* The Coalition of 1805 has Sweden, Portugal and Naples with units: one step, after Britain's budget and
 * before France's; it may restore the Portuguese or raise a Swedish step in Stockholm, Sveaborg or Stralsund.
 */
Test(nae_cases_budget, one_step_for_three_minors)
{
    nae_start("1805", "");
    at("lisbonne", "mi_portugal-");
    at("naples", "mi_naples");
    budget();
    steps_of_minors();
    expect_choices("minor_step(done); minor_step(mi_portugal); minor_step(mi_suede)");
    play("minor_step(mi_suede)");
    expect_choices("place(stockholm); place(sveaborg); place(stralsund)");
    play("place(stralsund)");
    expect_steps("mi_suede", 1);
    cr_expect_neq(ns()->header.step, NAE_STEP_MINOR_STEP, "there was one");
}

/* ------------------------------------------------------------------ special units (1.1) */

/* A special unit that was lost is bought again for 2, into a supplied army of its nation: Uxbridge to
 * Wellington's in Lisbon (a fortress, the capital of an ally), not without an army. By 35C it comes free. */
Test(nae_cases_budget, uxbridge_again)
{
    for (unsigned army = 0; army < 2; army++) {
        nae_start("1809", "");
        at("lisbonne", "wellington gb_1 gb_2");
        if (army != 0) {
            at("lisbonne", "armee_peninsule");
        }
        ns()->card[card_of("35C")] |= NAE_EVENT_PLAYED;
        ns()->place[piece_of("sp_uxbridge")] = NAE_RESERVE;
        budget();
        purchases_of(NAE_BRITAIN);
        const unsigned before = half_points(NAE_BRITAIN);
        expect_legal("purchase(special,sp_uxbridge)", army != 0);
        if (army != 0) {
            play("purchase(special,sp_uxbridge)");
            expect_at("sp_uxbridge", "lisbonne");
            cr_expect_eq(half_points(NAE_BRITAIN), before - 4);
        }
    }
    nae_start("1809", "");
    at("lisbonne", "wellington gb_1 gb_2 armee_peninsule");
    ns()->place[piece_of("sp_uxbridge")] = NAE_LATER;
    hand("35C");
    budget();
    play("budget_event(35C)");
    expect_at("sp_uxbridge", "lisbonne");
}

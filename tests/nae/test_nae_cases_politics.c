/* test_nae_cases_politics.c: declarations of war, statuses, diplomacy, peace, conquests, the states of the
 * Empire, foreign wars and the levels, each position with its dice worked out by hand from the rulebook
 * (chapters 6.4, 7.1, 8, 18, 19) before it was played; the sums stand in the comments. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* ------------------------------------------------------------------ helpers */

static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

/* A power that lies in a peace the Empire has imposed. */
static void in_peace(unsigned power, unsigned times)
{
    status(power, NAE_FORCED_PEACE);
    ns()->major[power].victor = NAE_FRANCE;
    ns()->major[power].defeats[NAE_EMPIRE] = (uint8_t)times;
}

static void expect_status(unsigned nation, enum nae_status value)
{
    cr_expect_eq(nae_status(ns(), nation), value, "line %d: %s is %u", nae_line, nd()->nation_id[nation],
                 nae_status(ns(), nation));
}
#define expect_status(nation, value) (NAE_LINE, expect_status(nation, value))

/* Nothing is going on but the year; the phase that comes next. */
static void bare_year(unsigned next)
{
    memset(&ns()->frame[1], 0, sizeof ns()->frame - sizeof ns()->frame[0]);
    ns()->frames = 1;
    ns()->frame[0].a = (uint8_t)next;
}

/* A phase of the interphase or of the end of a year begins, up to its first decision. */
static void phase(unsigned number, enum nae_step step, unsigned seat)
{
    ns()->phase = (uint8_t)number;
    ns()->round = 0;
    bare_year(number + 1U);
    nae_push(np(), step, seat);
    nae_go();
}
static void conquests(void) { phase(NAE_PHASE_CONQUEST, NAE_STEP_CONQUEST_PHASE, SEAT_NONE); }
static void diplomacy(void) { phase(NAE_PHASE_DIPLOMACY, NAE_STEP_DIPLOMACY_PHASE, SEAT_NONE); }
static void declarations(unsigned side) { phase(NAE_PHASE_WAR, NAE_STEP_DECLARE, side); }

static void take(const char *zone, unsigned side)
{
    nae_marker_at(zone, side);
    if (nd()->zone[zone_of(zone)].fortress > 0) {
        nae_set_fort_state(ns(), zone_of(zone), side == NAE_EMPIRE ? NAE_FORT_EMPIRE : NAE_FORT_COALITION);
    }
}

/* Enough dice to shuffle both decks. */
#define TEN      "1 1 1 1 1 1 1 1 1 1 "
#define SHUFFLES TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

/* ------------------------------------------------------------------ war (7.1) */

/* Prussia, neutral, is attacked by the Empire: the first time costs a point of escalade; Saxony and Hesse
 * follow it and deploy, and so does nobody else. A second war after a peace costs none. */
Test(nae_cases_politics, first_war_on_a_neutral_power)
{
    nae_start("1805", "");
    declarations(NAE_EMPIRE);
    play("declare(prusse)");
    expect_status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    expect_status(NAE_SAXONY, NAE_COALITION_ALLY);
    expect_status(NAE_HESSE, NAE_COALITION_ALLY);
    expect_choices("deploy(mi_saxe,dresde); deploy(mi_saxe,leipzig); deploy(mi_saxe,wittemberg)");
    play("deploy(mi_saxe,leipzig)");
    expect_at("mi_hesse", "kassel");
    cr_expect_eq(ns()->escalade, 1);
    cr_expect_not(ns()->major[NAE_PRUSSIA].flags & NAE_DOUBLED, "never beaten before");
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 0,
                 "its slots count in the phase of hands that follows");
    nae_start("1805", "");
    ns()->major[NAE_PRUSSIA].flags |= NAE_DECLARED;
    declarations(NAE_EMPIRE);
    play("declare(prusse)");
    cr_expect_eq(ns()->escalade, 0);
}

/* A neutral minor that is attacked joins the other side; no escalade. Egypt attacked by the Coalition serves
 * France, attacked by the Empire Britain. A minor with a neutral patron is attacked with him only. */
Test(nae_cases_politics, war_on_a_minor)
{
    for (unsigned side = 0; side < 2; side++) {
        nae_start("1805", "");
        declarations(side);
        expect_legal("declare(saxe)", false);
        play("declare(egypte)");
        expect_status(NAE_EGYPT, side == NAE_EMPIRE ? NAE_COALITION_ALLY : NAE_EMPIRE_ALLY);
        cr_expect_eq(ns()->escalade, 0);
        cr_expect_eq(ns()->minor[NAE_EGYPT - NAE_MAJORS].patron, NAE_NONE);
        expect_choices("deploy(mi_egypte,le_caire); deploy(mi_egypte,alexandrie); deploy(mi_egypte,acre)");
    }
}

/* The Empire attacks Prussia again, neutral after its peace: the Punishments begin, Prussia's resources are
 * doubled, and the Coalition has three actions with +2. Denmark -1 + 2: 5 joins (6), 4 does not; Prussia is
 * at war and no target; Austria in peace 2 + 2 + 2 (beaten by the Empire): 1 is enough (7). */
Test(nae_cases_politics, renewed_war_and_free_actions)
{
    nae_start("1805", "");
    ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE] = 1;
    ns()->major[NAE_PRUSSIA].flags |= NAE_DECLARED;
    in_peace(NAE_AUSTRIA, 1);
    dice(SHUFFLES);
    nae_declare_war(np(), NAE_EMPIRE, NAE_PRUSSIA);
    dice("");
    cr_expect(ns()->flags & NAE_PUNISHMENTS);
    cr_expect(ns()->major[NAE_PRUSSIA].flags & NAE_DOUBLED);
    cr_expect_eq(ns()->escalade, 0);
    cr_expect_eq(ns()->side[NAE_COALITION].free_actions, 3);
    cr_expect_eq(ns()->side[NAE_EMPIRE].free_actions, 0);
    diplomacy();
    expect_step("free_diplomacy", NAE_COALITION);
    expect_legal("free_diplomacy(prusse)", false);
    expect_legal("free_diplomacy(france)", false);
    expect_legal("free_diplomacy(turquie)", true);
    dice("1");
    play("free_diplomacy(autriche)");
    expect_fallen();
    expect_status(NAE_AUSTRIA, NAE_COALITION_ALLY);
    dice("4");
    play("free_diplomacy(danemark)");
    expect_status(NAE_DENMARK, NAE_NEUTRAL);
    cr_expect_eq(ns()->side[NAE_COALITION].majors_targeted, 0, "outside the limits of 8.2.1");
    dice("5");
    play("free_diplomacy(danemark)");
    expect_status(NAE_DENMARK, NAE_COALITION_ALLY);
    cr_expect_eq(ns()->side[NAE_COALITION].free_actions, 0);
}

/* A power in peace may be attacked by who did not impose it, and becomes its victor's ally; Britain never
 * (8.1.2: it cannot be France's ally), nor may the Empire's free actions win it. */
Test(nae_cases_politics, nobody_makes_britain_a_friend_of_france)
{
    nae_start("1805", "");
    in_peace(NAE_BRITAIN, 1);
    in_peace(NAE_PRUSSIA, 1);
    cr_expect(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_PRUSSIA));
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_PRUSSIA));
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_BRITAIN));
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_BRITAIN));
    ns()->side[NAE_EMPIRE].free_actions = 1;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    diplomacy();
    expect_step("free_diplomacy", NAE_EMPIRE);
    expect_legal("free_diplomacy(grande_bretagne)", false);
    expect_legal("free_diplomacy(prusse)", true);
}

/* War of the Coalition on Prussia in a peace with France: an ally of the Empire, its peace is over, no
 * escalade; it counts as beaten by the Empire still. */
Test(nae_cases_politics, coalition_attacks_a_power_in_peace)
{
    nae_start("1805", "");
    status(NAE_SAXONY, NAE_FORCED_PEACE);
    status(NAE_HESSE, NAE_FORCED_PEACE);
    in_peace(NAE_PRUSSIA, 1);
    declarations(NAE_COALITION);
    play("declare(prusse)");
    expect_status(NAE_PRUSSIA, NAE_EMPIRE_ALLY);
    expect_status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    play("deploy(mi_saxe,leipzig)");
    cr_expect_eq(ns()->major[NAE_PRUSSIA].victor, NAE_NONE);
    cr_expect_eq(ns()->escalade, 0);
    cr_expect_not(ns()->flags & NAE_PUNISHMENTS, "the Coalition never beat it");
    cr_expect_eq(ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE], 1);
}

/* ------------------------------------------------------------------ diplomacy (8.2) */

/* One power a turn and side; minors do not count. */
Test(nae_cases_politics, one_power_a_turn)
{
    nae_start("1805", "");
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    hand("9C 14C");
    diplomacy();
    dice("1");
    play("dip_card(9C); target(prusse)");
    expect_fallen();
    expect_status(NAE_PRUSSIA, NAE_NEUTRAL);
    play("dip_card(14C)");
    expect_legal("target(prusse)", false);
    expect_legal("target(turquie)", false);
    dice("6");
    play("target(danemark)"); /* 6 - 1 = 5: not enough */
    expect_status(NAE_DENMARK, NAE_NEUTRAL);
}

/* A minor won over leaves its patron for good: Saxony 6 + 0 joins the Coalition, and Prussia's later peace
 * does not bind it. A minor that followed Prussia into war does follow it into peace. */
Test(nae_cases_politics, patrons_in_war_and_peace)
{
    nae_start("1805", "");
    dice("6");
    nae_push_diplomacy(np(), NAE_COALITION, NAE_TARGET_MINORS, 2, 0);
    nae_go();
    play("target(saxe); deploy(mi_saxe,dresde)");
    cr_expect_eq(ns()->minor[NAE_SAXONY - NAE_MAJORS].patron, NAE_NONE);
    nae_join_side(np(), NAE_PRUSSIA, NAE_COALITION, NAE_JOIN_ATTACKED);
    nae_go();
    expect_status(NAE_HESSE, NAE_COALITION_ALLY);
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    expect_status(NAE_PRUSSIA, NAE_FORCED_PEACE);
    expect_status(NAE_HESSE, NAE_FORCED_PEACE);
    expect_status(NAE_SAXONY, NAE_COALITION_ALLY);
}

/* ------------------------------------------------------------------ protectorates (8.1.5) */

/* Naples, an ally of the Empire, for a card of value 2: a point and a point of escalade. A card of value 1
 * does not do, nor one that may not be discarded. Holland is never one, Italy is one already. */
Test(nae_cases_politics, a_protectorate_is_made)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    hand("5F 3F 24F");
    cr_expect_not(nae_can_protect(nd(), ns(), card_of("5F")));
    cr_expect_not(nae_can_protect(nd(), ns(), card_of("24F")));
    cr_expect(nae_can_protect(nd(), ns(), card_of("3F")));
    cr_expect_not(nae_may_be_protectorate(nd(), ns(), NAE_HOLLAND));
    cr_expect_not(nae_may_be_protectorate(nd(), ns(), NAE_ITALY));
    diplomacy();
    play("dip_card(3F)"); /* Naples, the only one, is taken at once */
    expect_legal("use(protectorate)", true);
    play("use(protectorate)");
    expect_status(NAE_NAPLES, NAE_PROTECTORATE);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 1);
    cr_expect_eq(nae_card_place(ns(), card_of("3F")), (unsigned)NAE_CARD_DISCARD);
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_NAPLES, NAE_TARGET_ANY, 3));
}

/* Switzerland falls to the Coalition: -1; won back it may be made a protectorate again: +1, escalade 1. */
Test(nae_cases_politics, a_protectorate_lost_and_made_again)
{
    nae_start("1805", "");
    at("berne", "au_1");
    at("zurich", "dp_autriche_1=");
    at("innsbruck", "dp_autriche_2=");
    marker("berne", NAE_COALITION);
    marker("zurich", NAE_COALITION);
    cr_assert(nae_controls(nd(), ns(), zone_of("berne"), NAE_COALITION));
    conquests();
    expect_status(NAE_SWITZERLAND, NAE_COALITION_ALLY);
    cr_expect_eq(ns()->level, 4);
    status(NAE_SWITZERLAND, NAE_EMPIRE_ALLY);
    cr_expect(nae_may_be_protectorate(nd(), ns(), NAE_SWITZERLAND));
    nae_make_protectorate(np(), NAE_SWITZERLAND);
    cr_expect_eq(ns()->level, 5);
    cr_expect_eq(ns()->escalade, 1);
}

/* ------------------------------------------------------------------ the length of peace (8.1.3, 18.2.3) */

/* 1809: Prussia's peace turns into a forced alliance at the end of 1810 by the scenario. If Prussia has
 * fought again in between (46C) and is beaten, its new peace is one of 8.1.3: no end after a second defeat,
 * and no alliance without a card. */
Test(nae_cases_politics, prussia_of_1809_that_fought_again)
{
    for (unsigned fought = 0; fought < 2; fought++) {
        nae_start("1809", "");
        expect_status(NAE_PRUSSIA, NAE_FORCED_PEACE);
        if (fought != 0) {
            hand("46C");
            nae_play_event(np(), card_of("46C"), NAE_IN_DIPLOMACY);
            nae_go();
            expect_status(NAE_PRUSSIA, NAE_COALITION_ALLY);
            in_peace(NAE_PRUSSIA, 2);
        }
        ns()->header.turn = 5; /* 1810 */
        dice("");
        conquests();
        expect_status(NAE_PRUSSIA, fought != 0 ? NAE_FORCED_PEACE : NAE_FORCED_ALLIANCE);
    }
}

/* Britain's peace ends with a 5: it is at war again at once, and the French who are still there are lost. */
Test(nae_cases_politics, britain_comes_back)
{
    nae_start("1805", "");
    in_peace(NAE_BRITAIN, 1);
    at("londres", "fr_1");
    at("york", "gb_1");
    dice("5");
    conquests();
    expect_fallen();
    expect_status(NAE_BRITAIN, NAE_COALITION_ALLY);
    expect_at("fr_1", "reserve");
    expect_at("gb_1", "york");
}

/* The first peace of Austria: in its second year 4 + 1 ends it, and Austria is neutral with the minors that
 * shared its peace. The rest of the Empire's forces on its land is lost, and so is who came with them and has
 * changed sides since. */
Test(nae_cases_politics, a_peace_ends_in_its_second_year)
{
    nae_start("1805", "");
    status(NAE_PAPACY, NAE_FORCED_PEACE);
    ns()->minor[NAE_PAPACY - NAE_MAJORS].patron = NAE_AUSTRIA;
    in_peace(NAE_AUSTRIA, 1);
    ns()->major[NAE_AUSTRIA].years = 1;
    at("salzbourg", "davout fr_1 fr_2");
    at("munich", "fr_9");
    status(NAE_SPAIN, NAE_COALITION_ALLY);
    at("vienne", "castanos es_4");
    dice("4");
    conquests();
    expect_fallen();
    expect_status(NAE_AUSTRIA, NAE_NEUTRAL);
    expect_status(NAE_PAPACY, NAE_NEUTRAL);
    expect_at("fr_1 fr_2 davout", "reserve");
    expect_at("castanos es_4", "reserve");
    expect_at("fr_9", "munich");
    cr_expect(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_AUSTRIA));
}

/* Two peaces: the dice fall in the order of conquests, Prussia's before Austria's [18, map 17.3]. */
Test(nae_cases_politics, the_dice_of_two_peaces)
{
    nae_start("1805", "");
    in_peace(NAE_AUSTRIA, 1);
    in_peace(NAE_PRUSSIA, 1);
    dice("5 1");
    conquests();
    expect_fallen();
    expect_status(NAE_PRUSSIA, NAE_NEUTRAL);
    expect_status(NAE_AUSTRIA, NAE_FORCED_PEACE);
}

/* ------------------------------------------------------------------ conquest of minors (18.1) */

/* Naples falls with its capital alone, its fleet is lost, Sicily fights on; then Palermo and Messina fall to
 * the Empire and Sicily is part of Naples again. */
Test(nae_cases_politics, naples_and_sicily)
{
    nae_start("1805", "");
    at("rome", "dp_france_1=");
    at("florence", "dp_france_2=");
    at("naples", "massena fr_1 fr_2");
    at("tarente", "mi_naples");
    fleets("port:palerme", "fl_naples");
    status(NAE_PAPACY, NAE_EMPIRE_ALLY);
    take("naples", NAE_EMPIRE);
    status(NAE_NAPLES, NAE_COALITION_ALLY);
    cr_assert_eq(nae_status(ns(), NAE_SICILY), NAE_PART_OF_NAPLES);
    cr_assert(nae_controls(nd(), ns(), zone_of("naples"), NAE_EMPIRE));
    conquests();
    expect_status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    expect_status(NAE_SICILY, NAE_COALITION_ALLY);
    expect_at("mi_naples", "reserve");
    expect_at("fl_naples", "out");
    cr_expect_eq(nae_marker(ns(), zone_of("naples")), NAE_NOBODY);
    take("palerme", NAE_EMPIRE);
    take("messine", NAE_EMPIRE);
    at("messine", "fr_9");
    at("palerme", "fr_10");
    at("reggio", "dp_france_3=");
    cr_assert(nae_controls(nd(), ns(), zone_of("messine"), NAE_EMPIRE));
    cr_assert(nae_controls(nd(), ns(), zone_of("palerme"), NAE_EMPIRE));
    conquests();
    expect_status(NAE_SICILY, NAE_PART_OF_NAPLES);
    cr_expect_eq(nae_side_of_zone(ns(), zone_of("palerme")), NAE_EMPIRE);
}

/* Taken in place of a province of Britain Sicily becomes an ally like any other [18.2.2]. */
Test(nae_cases_politics, sicily_taken_from_britain)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    status(NAE_SICILY, NAE_COALITION_ALLY);
    ns()->minor[NAE_SICILY - NAE_MAJORS].patron = NAE_BRITAIN;
    nae_push_conquest(np(), NAE_BRITAIN, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(minor,sicile); minor_fate(sicile,ally)");
    expect_status(NAE_SICILY, NAE_EMPIRE_ALLY);
}

/* Saxony holds Wittenberg still: it is not conquered with Dresden alone. Conquered, its corps leaves even the
 * box of a foreign war... it has none there; the fortresses work for the new ally. */
Test(nae_cases_politics, all_fortresses_of_a_minor)
{
    for (unsigned all = 0; all < 2; all++) {
        nae_start("1805", "");
        status(NAE_SAXONY, NAE_COALITION_ALLY);
        ns()->minor[NAE_SAXONY - NAE_MAJORS].patron = NAE_NONE;
        at("nuremberg", "dp_france_1=");
        at("bade", "dp_france_2=");
        at("leipzig", "dp_france_3= davout fr_1 fr_2");
        take("dresde", NAE_EMPIRE);
        at("dresde", "fr_9");
        inside("wittemberg", "mi_saxe");
        if (all != 0) {
            at("wittemberg", "ney fr_10 fr_11");
            nae_lay_siege(np(), zone_of("wittemberg"));
        }
        marker("leipzig", NAE_EMPIRE);
        cr_assert(nae_controls(nd(), ns(), zone_of("dresde"), NAE_EMPIRE));
        conquests();
        expect_status(NAE_SAXONY, all != 0 ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY);
        if (all != 0) {
            expect_at("mi_saxe", "reserve");
            cr_expect_not(nae_besieged(ns(), zone_of("wittemberg")));
            cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("wittemberg")), NAE_EMPIRE);
        }
    }
}

/* ------------------------------------------------------------------ conquest of powers (18.2.1) */

/* Spain in the War of Liberation: Madrid and every port of Spain and Portugal but Gibraltar. Lisbon, French
 * land since Portugal was annexed, counts as long as the British do not hold it in supply (by sea, from
 * Plymouth). */
Test(nae_cases_politics, spain_of_the_liberation)
{
    nae_start("1809", "");
    NAE_EACH_ZONE(zone, nd()->iberia)
    {
        if (ns()->owner[zone] == NAE_PORTUGAL) {
            ns()->owner[zone] = NAE_FRANCE;
        } else if (ns()->owner[zone] == NAE_SPAIN && nae_zone_is(nd(), zone, NAE_ZONE_CONTROLLABLE)) {
            take(nd()->zone_id[zone], NAE_EMPIRE);
        }
    }
    at("palma", "fr_9 dp_france_1=");
    at("tolede", "dp_france_2=");
    at("grenade", "dp_france_3=");
    fleets("sea:mediterranee_occidentale", "fl_emeriau");
    cr_expect(nae_controls(nd(), ns(), zone_of("madrid"), NAE_EMPIRE));
    NAE_EACH_ZONE(zone, nae_zones_and(nd()->ports, nd()->iberia))
    {
        cr_expect(ns()->owner[zone] == NAE_FRANCE || nae_controls(nd(), ns(), zone, NAE_EMPIRE), "%s",
                  nd()->zone_id[zone]);
    }
    cr_expect(nae_is_beaten(nd(), ns(), NAE_SPAIN, NAE_EMPIRE));
    at("lisbonne", "gb_3");
    take("lisbonne", NAE_COALITION);
    cr_assert(nae_controls(nd(), ns(), zone_of("lisbonne"), NAE_COALITION));
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_SPAIN, NAE_EMPIRE));
}

/* A Spain that has become the Empire's ally, since the Coalition declared war on it in its peace, falls to
 * the Coalition as it fell to the Empire: with Madrid and every port, Portugal's own among them; not while
 * all of it is its own. */
Test(nae_cases_politics, spain_of_the_liberation_as_an_ally_of_the_empire)
{
    nae_start("1809", "");
    status(NAE_SPAIN, NAE_EMPIRE_ALLY);
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_SPAIN, NAE_COALITION));
    NAE_EACH_ZONE(zone, nd()->iberia)
    {
        if (ns()->owner[zone] == NAE_SPAIN && nae_zone_is(nd(), zone, NAE_ZONE_CONTROLLABLE)) {
            take(nd()->zone_id[zone], NAE_COALITION);
        }
    }
    at("palma", "gb_3 dp_grande_bretagne_1=");
    at("tolede", "dp_grande_bretagne_2=");
    at("grenade", "dp_grande_bretagne_3=");
    NAE_EACH_ZONE(zone, nae_zones_and(nd()->ports, nd()->iberia))
    {
        cr_expect(ns()->owner[zone] == NAE_PORTUGAL || nae_controls(nd(), ns(), zone, NAE_COALITION), "%s",
                  nd()->zone_id[zone]);
    }
    cr_expect(nae_is_beaten(nd(), ns(), NAE_SPAIN, NAE_COALITION));
    take("cadix", NAE_EMPIRE);
    cr_expect_not(nae_is_beaten(nd(), ns(), NAE_SPAIN, NAE_COALITION));
}

/* Sicily, a part of Naples, follows it in everything: who stands in Sicily keeps Naples loyal; won over in
 * the Punishments Naples brings it along, but for Messina, whose garrison is French alone: it keeps it, port
 * and all. The corps of Naples in Palermo is at home: a step for a step. */
Test(nae_cases_politics, sicily_goes_with_naples)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    inside("messine", "murat fr_10");
    fleets("port:messine", "fl_emeriau");
    at("palerme", "mi_naples- fr_9-");
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_NAPLES, NAE_TARGET_ANY, 3));
    nae_join_side(np(), NAE_NAPLES, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    cr_expect_eq(nae_side_of(ns(), NAE_SICILY), NAE_COALITION);
    expect_at("mi_naples fr_9", "reserve");
    expect_at("murat fr_10", "messine");
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("messine")), NAE_EMPIRE);
    cr_expect_eq(nae_holder(ns(), zone_of("messine")), NAE_EMPIRE);
    expect_at("fl_emeriau", "port:messine");
}

/* Naples, an ally of the Empire with Sicily, falls to the Coalition, for which Sicily fights on by itself
 * [18.1]. The French of Messina keep it; in Palermo, which nobody holds, a fleet of theirs cannot stay. */
Test(nae_cases_politics, sicily_parts_from_a_naples_that_fell)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    inside("messine", "fr_10");
    fleets("port:palerme", "fl_emeriau");
    at("naples", "gb_1 dp_grande_bretagne_1=");
    take("naples", NAE_COALITION);
    conquests();
    expect_status(NAE_NAPLES, NAE_COALITION_ALLY);
    expect_status(NAE_SICILY, NAE_COALITION_ALLY);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("messine")), NAE_EMPIRE);
    cr_expect_eq(nae_holder(ns(), zone_of("palerme")), NAE_COALITION);
    expect_at("fl_emeriau", "port:messine");
}

/* Sicily conquered goes to a Naples of the Empire: the garrison of Messina leaves with honours, and a fleet
 * that lay in its port flees [17.2.1], as from a minor that becomes an ally. */
Test(nae_cases_politics, sicily_goes_back_to_naples)
{
    nae_start("1805", "");
    status(NAE_NAPLES, NAE_EMPIRE_ALLY);
    status(NAE_SICILY, NAE_COALITION_ALLY);
    at("palerme", "davout fr_1 fr_2 dp_france_1=");
    take("palerme", NAE_EMPIRE);
    at("messine", "ney fr_10 fr_11");
    inside("messine", "gb_1");
    nae_set_siege(ns(), zone_of("messine"), true, 0);
    fleets("port:messine", "fl_ball");
    cr_assert(nae_controls(nd(), ns(), zone_of("messine"), NAE_EMPIRE));
    conquests();
    expect_status(NAE_SICILY, NAE_PART_OF_NAPLES);
    expect_at("gb_1", "reinforcement");
    expect_at("fl_ball", "port:malte");
}

/* Britain makes peace with the Empire, and Naples and Sicily with it: markers go in Sicily too, and the
 * French there may stay or go, and may move and be supplied there while the peace lasts. */
Test(nae_cases_politics, sicily_shares_the_peace_of_naples)
{
    nae_start("1805", "");
    at("palerme", "fr_9");
    take("palerme", NAE_EMPIRE);
    nae_push_conquest(np(), NAE_BRITAIN, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
    expect_status(NAE_NAPLES, NAE_FORCED_PEACE);
    cr_expect_eq(nae_marker(ns(), zone_of("palerme")), NAE_NOBODY);
    expect_choices("stay_or_go(palerme,stay); stay_or_go(palerme,go)");
    play("stay_or_go(palerme,stay)");
    cr_expect(nae_open_land(ns(), NAE_SICILY, NAE_EMPIRE));
    cr_expect_not(nae_open_land(ns(), NAE_SICILY, NAE_COALITION));
}

/* London is Britain's only zone that counts: held without supply it is not enough, whatever army Britain has.
 */
Test(nae_cases_politics, london_in_supply)
{
    for (unsigned supplied = 0; supplied < 2; supplied++) {
        nae_start("1805", "");
        at("londres", "fr_9");
        take("londres", NAE_EMPIRE);
        if (supplied != 0) {
            at("londres", "dp_france_1=");
            take("portsmouth", NAE_EMPIRE);
            at("portsmouth", "fr_10");
        }
        cr_assert_eq(nae_controls(nd(), ns(), zone_of("londres"), NAE_EMPIRE), supplied != 0);
        cr_expect_eq(nae_is_beaten(nd(), ns(), NAE_BRITAIN, NAE_EMPIRE), supplied != 0);
    }
}

/* 26F by a capital: control is enough, by a marker without a line to it or by a siege; the card asks for no
 * more, and it is no conquest [18.2.1]. */
Test(nae_cases_politics, tilsit_for_a_capital)
{
    for (unsigned i = 0; i < 2; i++) {
        nae_start("1805", "");
        hand("26F");
        if (i == 0) {
            take("vienne", NAE_EMPIRE);
        } else {
            at("vienne", "davout fr_5 fr_6");
            nae_lay_siege(np(), zone_of("vienne"));
        }
        cr_assert_not(nae_controls(nd(), ns(), zone_of("vienne"), NAE_EMPIRE));
        conquests();
        expect_choices("tilsit(autriche); tilsit(none)");
    }
}

/* Option peace_length_r1: the second defeat by the same side binds for good, no die is thrown for it [8.1.3].
 */
Test(nae_cases_politics, no_length_of_a_peace_for_good)
{
    nae_start("1805", "options.peace_length_r1=true");
    ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = 1;
    dice("");
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    expect_status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    cr_expect_eq(ns()->major[NAE_AUSTRIA].years, 0);
}

/* 26F: Prussia lost a battle against Napoleon this year: peace as after a conquest, a point and one of
 * escalade, and it counts as a defeat (+2 for the Coalition's diplomacy later). Britain is never named, nor a
 * power that fought for nobody. */
Test(nae_cases_politics, tilsit)
{
    nae_start("1805", "");
    hand("26F");
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    status(NAE_HESSE, NAE_COALITION_ALLY);
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    ns()->major[NAE_PRUSSIA].flags |= NAE_BEATEN_BY_NAPOLEON;
    ns()->major[NAE_BRITAIN].flags |= NAE_BEATEN_BY_NAPOLEON;
    ns()->major[NAE_TURKEY].flags |= NAE_BEATEN_BY_NAPOLEON;
    conquests();
    expect_choices("tilsit(prusse); tilsit(none)");
    play("tilsit(prusse)");
    expect_status(NAE_PRUSSIA, NAE_FORCED_PEACE);
    expect_status(NAE_HESSE, NAE_FORCED_PEACE);
    expect_status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 1);
    cr_expect_eq(ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE], 1);
    cr_expect_eq(nae_card_place(ns(), card_of("26F")), (unsigned)NAE_CARD_REMOVED);
    play("victor_bonus(resources)");
    cr_expect_eq(ns()->major[NAE_FRANCE].correction, 4);
    expect_legal("annex(minor,hesse)", true); /* in place of a province */
    expect_legal("annex(minor,saxe)", false);
    play("annex(minor,hesse)"); /* it has units: an ally */
    expect_status(NAE_HESSE, NAE_EMPIRE_ALLY);
    expect_legal("annex(province,magdebourg)", true); /* next to Hesse now, and to Saxony */
    play("annex(none); annex(none)");
}

/* The picks of a victor who takes nothing. */
static unsigned picks_declined(void)
{
    unsigned picks = 0;
    while (strcmp(nae_step_name(ns()->header.step), "annex") == 0) {
        play("annex(none)");
        picks++;
    }
    return picks;
}

/* 27C: Austria, which would fall, fights on this year; later the victor takes four provinces, and may impose
 * an alliance at once. So does whoever beats it after that. */
Test(nae_cases_politics, drums_of_war)
{
    nae_start("1805", "");
    hand("27C 3F");
    at("vienne", "davout fr_1 fr_2 dp_france_1=");
    take("vienne", NAE_EMPIRE);
    take("salzbourg", NAE_EMPIRE);
    at("munich", "dp_france_2=");
    conquests();
    play("conquest_card(27C)");
    expect_status(NAE_AUSTRIA, NAE_COALITION_ALLY);
    cr_expect_eq(ns()->level, 5);
    conquests(); /* as if it were next year's */
    expect_status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    expect_choices("forced_alliance(3F); forced_alliance(none)");
    play("forced_alliance(3F)");
    expect_status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    play("victor_bonus(card)");
    cr_expect_eq(picks_declined(), 4);
    cr_expect_eq(ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE], 1);
    cr_expect_not(ns()->major[NAE_AUSTRIA].flags & NAE_REFORMED, "beaten once only");
    nae_set_status(np(), NAE_AUSTRIA, NAE_COALITION_ALLY);
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card)");
    cr_expect_eq(picks_declined(), 4, "the event has been played for it");
}

/* Prussia, beaten once, cedes what 1809 finds: Mazovie for Poland, which is the exception to the rule that a
 * province must lie next to the Empire's land; Posnanie, which lies next to Poland then and was out of reach
 * before; Magdebourg, next to Hanover. The peace brings a point and one of escalade, Poland two of escalade,
 * its second province a point and its first corps. */
Test(nae_cases_politics, the_poland_of_1809)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    status(NAE_SAXONY, NAE_COALITION_ALLY);
    status(NAE_HESSE, NAE_COALITION_ALLY);
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card)");
    expect_legal("annex(province,posnanie)", false);
    expect_legal("annex(province,silesie)", false);
    play("annex(province,mazovie)");
    expect_status(NAE_POLAND, NAE_PROTECTORATE);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 3);
    play("annex(province,posnanie)");
    expect_choices("beneficiary(france); beneficiary(pologne)");
    play("beneficiary(pologne)");
    cr_expect_eq(ns()->level, 7);
    expect_at("poniatowski mi_pologne_1", "reserve");
    play("annex(province,magdebourg); beneficiary(france)");
    cr_expect_eq(ns()->owner[zone_of("varsovie")], NAE_POLAND);
    cr_expect_eq(ns()->owner[zone_of("kalisz")], NAE_POLAND);
    cr_expect_eq(ns()->owner[zone_of("magdebourg")], NAE_FRANCE);
    cr_expect_eq(ns()->major[NAE_PRUSSIA].correction, 0);
}

/* The Kingdom of Bavaria is the Empire's: an Austria that fought for it and is beaten may cede Tyrol to a
 * Bavaria of the Coalition, which founds nothing, nor does Venetia given to Italy then [8.3.3, 8.3.4]. */
Test(nae_cases_politics, tyrol_to_a_bavaria_of_the_coalition)
{
    nae_start("1805", "");
    status(NAE_BAVARIA, NAE_COALITION_ALLY);
    status(NAE_ITALY, NAE_COALITION_ALLY);
    status(NAE_AUSTRIA, NAE_EMPIRE_ALLY);
    status(NAE_PAPACY, NAE_EMPIRE_ALLY);
    status(NAE_THURINGIA, NAE_EMPIRE_ALLY);
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_COALITION, false);
    nae_go();
    play("victor_bonus(card); annex(province,tyrol); beneficiary(baviere)");
    cr_expect_eq(ns()->owner[zone_of("innsbruck")], NAE_BAVARIA);
    cr_expect_not(ns()->flags & NAE_BAVARIAN_KINGDOM);
    play("annex(province,venetie); beneficiary(italie)");
    cr_expect_eq(ns()->place[piece_of("mi_italie_2")], NAE_LATER);
}

/* Prussia fights again while a corps of its expedition is shut in at Ulm with the French: the fortress is
 * theirs, so it comes out to the Austrians who besiege it and is of their force; the siege goes on. */
Test(nae_cases_politics, an_expedition_shut_in_comes_out)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    inside("ulm", "davout fr_1 pr_2");
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_2"));
    nae_recompute_owned(nd(), ns());
    at("ulm", "charles au_1 au_2");
    nae_set_siege(ns(), zone_of("ulm"), true, 1);
    hand("46C");
    nae_play_event(np(), card_of("46C"), NAE_IN_DIPLOMACY);
    nae_go();
    expect_at("pr_2 charles fr_1", "ulm");
    cr_expect_not(has_mark("pr_2", NAE_INSIDE));
    cr_expect(has_mark("fr_1", NAE_INSIDE));
    cr_expect_eq(nae_siege_marker(ns(), zone_of("ulm")), 1);
}

/* Spain rises while Spaniards and French are shut in at Badajoz, before which the British lie: the fortress
 * is Spain's, the siege is over, and the French leave with honours like any garrison of a fortress that
 * changes hands. */
Test(nae_cases_politics, frenchmen_shut_in_with_spaniards_leave)
{
    nae_start("1805", "");
    ns()->card[card_of("24F")] |= NAE_EVENT_PLAYED;
    inside("badajoz", "ney fr_1 es_1");
    at("badajoz", "hill gb_1 gb_2");
    nae_set_siege(ns(), zone_of("badajoz"), true, 0);
    hand("22C");
    nae_play_event(np(), card_of("22C"), NAE_IN_DIPLOMACY);
    nae_go();
    expect_at("fr_1 ney", "reinforcement");
    expect_at("es_1", "badajoz");
    cr_expect_not(nae_besieged(ns(), zone_of("badajoz")));
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("badajoz")), NAE_COALITION);
}

/* A corps of Baden is alone in Mantua, besieged by Austria, when Baden is won over: it comes out to the
 * besiegers, its friends now; Mantua is Italy's, under siege still. */
Test(nae_cases_politics, a_minors_corps_shut_in_alone_comes_out)
{
    nae_start("1805", "");
    inside("mantoue", "mi_bade");
    at("mantoue", "charles au_1 au_2");
    nae_set_siege(ns(), zone_of("mantoue"), true, 2);
    nae_join_side(np(), NAE_BADEN, NAE_COALITION, NAE_JOIN_WON);
    nae_go();
    expect_at("mi_bade charles", "mantoue");
    cr_expect_not(has_mark("mi_bade", NAE_INSIDE));
    cr_expect(nae_besieged(ns(), zone_of("mantoue")));
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("mantoue")), NAE_EMPIRE);
}

/* In Britain's peace the victor takes Hesse, whose corps stands with Prussians who fight on, on land of
 * Naples under that peace: there it waits for the terms. Then he takes Naples, too: nobody is sent home from
 * there, so the corps leaves the Prussians like one abroad, for the nearest zone of its new side. */
Test(nae_cases_politics, a_corps_taken_before_the_land_it_stands_on)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    status(NAE_SAXONY, NAE_COALITION_ALLY);
    status(NAE_HESSE, NAE_COALITION_ALLY);
    ns()->minor[NAE_HESSE - NAE_MAJORS].patron = NAE_NONE;
    at("pescara", "kleist pr_3 mi_hesse");
    nae_push_conquest(np(), NAE_BRITAIN, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(minor,hesse); annex(minor,naples); annex(none)");
    expect_at("pr_3 kleist", "pescara");
    expect_at("mi_hesse", "tarente");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("mi_hesse")), NAE_EMPIRE);
}

/* Prussia is neutral again after its peace, and Saxony's corps still stands under a Prussian general, when
 * Saxony is won over: he commands nobody any more and is in the reserve [1.2]; another keeps his own corps.
 */
Test(nae_cases_politics, a_minor_won_over_leaves_a_general_at_peace)
{
    for (unsigned alone = 0; alone < 2; alone++) {
        nae_start("1805", "");
        at("leipzig", alone != 0 ? "hohenlohe mi_saxe" : "hohenlohe mi_saxe pr_2");
        ns()->minor[NAE_SAXONY - NAE_MAJORS].flags |= NAE_DEPLOYED;
        nae_join_side(np(), NAE_SAXONY, NAE_COALITION, NAE_JOIN_WON);
        nae_go();
        expect_at("mi_saxe", "leipzig");
        expect_at("hohenlohe", alone != 0 ? "reserve" : "leipzig");
    }
}

/* A second defeat brings the reform of itself: the corps with an E wait in the reserve; and an alliance may
 * be imposed for a card, by the Empire only. */
Test(nae_cases_politics, a_second_defeat)
{
    nae_start("1805", "");
    ns()->major[NAE_AUSTRIA].defeats[NAE_EMPIRE] = 1;
    hand("3F 25F 24F");
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    cr_expect(ns()->major[NAE_AUSTRIA].flags & NAE_REFORMED);
    expect_at("au_reserve au_grenadiers au_landwehr_1 au_landwehr_2", "reserve");
    expect_choices("forced_alliance(3F); forced_alliance(none)"); /* the others may not be discarded */
    play("forced_alliance(none)");
    expect_status(NAE_AUSTRIA, NAE_FORCED_PEACE);
}

/* The second defeat counts, whoever dealt the first (8.1.4): Prussia was beaten as the Empire's friend. Its
 * peace has the length of a first one, for the same side must have beaten it twice for one without end
 * (8.1.3). */
Test(nae_cases_politics, a_second_defeat_by_the_other_side)
{
    nae_start("1805", "");
    nae_set_status(np(), NAE_PRUSSIA, NAE_COALITION_ALLY);
    ns()->major[NAE_PRUSSIA].defeats[NAE_COALITION] = 1;
    hand("3F");
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    cr_expect_eq(ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE], 1);
    expect_choices("forced_alliance(3F); forced_alliance(none)");
    play("forced_alliance(3F)");
    expect_status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
}

/* Spain, an ally of the Empire, beaten by the Coalition: a point less; Britain's side may name who is paid.
 * Its peace binds it, and the Empire manages it (the side that did not beat it). */
Test(nae_cases_politics, an_ally_of_the_empire_falls)
{
    nae_start("1805", "");
    at("lisbonne", "gb_3");
    nae_push_conquest(np(), NAE_SPAIN, NAE_COALITION, false);
    nae_go();
    expect_status(NAE_SPAIN, NAE_FORCED_PEACE);
    cr_expect_eq(ns()->level, 4);
    cr_expect_eq(ns()->escalade, 0);
    cr_expect_eq(ns()->major[NAE_SPAIN].defeats[NAE_COALITION], 1);
    cr_expect_eq(nae_manager(nd(), ns(), NAE_SPAIN), NAE_EMPIRE);
    cr_expect(nae_can_declare(nd(), ns(), NAE_EMPIRE, NAE_SPAIN));
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_SPAIN));
    play("victor_bonus(resources)");
    expect_choices("target(grande_bretagne); target(autriche); target(russie)");
    play("target(russie)");
    cr_expect_eq(ns()->major[NAE_RUSSIA].correction, 4);
}

/* ------------------------------------------------------------------ states (8.3) */

/* 22F with Warsaw under siege in supply: control counts (3.2), Poland is founded; the Prussians shut in are
 * on enemy land now and stand in the field no longer behind walls that are Poland's. */
Test(nae_cases_politics, poland_founded_before_a_besieged_warsaw)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    ns()->card[card_of("22F")] |= NAE_EVENT_PLAYED;
    nae_add_modifier(np(), card_of("22F"), NAE_POLAND, 0, 1);
    NAE_EACH_ZONE(zone, nd()->adjacent[zone_of("varsovie")]) { ns()->owner[zone] = NAE_FRANCE; }
    ns()->owner[zone_of("posen")] = NAE_FRANCE;
    inside("varsovie", "pr_1");
    at("varsovie", "davout fr_1 fr_2 dp_france_1=");
    at("kalisz", "dp_france_2=");
    at("posen", "dp_france_3=");
    at("glogau", "dp_france_4=");
    nae_lay_siege(np(), zone_of("varsovie"));
    take("glogau", NAE_EMPIRE);
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    status(NAE_HESSE, NAE_EMPIRE_ALLY);
    cr_assert(nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE));
    conquests();
    expect_status(NAE_POLAND, NAE_PROTECTORATE);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 2);
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("varsovie")), NAE_EMPIRE);
    cr_expect_not(nae_bit(ns(), piece_of("pr_1"), NAE_INSIDE) && ns()->place[piece_of("pr_1")] < NAE_ZONES,
                  "no enemy inside a Polish fortress");
}

/* The Confederation: Bavaria and the rest fall to the Coalition one by one; with the last it ends, -2, its
 * corps is gone for good and its slot closes. */
Test(nae_cases_politics, the_confederation_ends)
{
    nae_start("1809", "");
    expect_status(NAE_CONFEDERATION, NAE_PROTECTORATE);
    const int level = ns()->level;
    at("leipzig", "mi_confederation");
    unsigned last = 0;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        last = nd()->nation[minor].confederate ? minor : last;
    }
    for (unsigned minor = NAE_MAJORS; minor < last; minor++) {
        if (nd()->nation[minor].confederate) {
            status(minor, NAE_COALITION_ALLY);
        }
    }
    nae_check_states(np());
    expect_status(NAE_CONFEDERATION, NAE_PROTECTORATE);
    status(last, NAE_COALITION_ALLY);
    nae_check_states(np());
    expect_status(NAE_CONFEDERATION, NAE_DISSOLVED);
    cr_expect_eq(ns()->level, level - 2);
    expect_at("mi_confederation", "out");
}

/* Westphalia asks for three of Cleves, Berg, Hesse, Hanover and Magdeburg: with Hanover, Berg and Hesse it
 * may be made, without Hesse not; it ends with the last of them, -1. */
Test(nae_cases_politics, westphalia_of_three)
{
    nae_start("1809", "");
    status(NAE_HESSE, NAE_COALITION_ALLY);
    ns()->owner[zone_of("magdebourg")] = NAE_PRUSSIA;
    ns()->owner[zone_of("cleves")] = ns()->owner[zone_of("munster")] = NAE_PRUSSIA;
    cr_expect_eq(nae_westphalian_parts(nd(), ns()), 2);
    hand("45F");
    const NaePlay reader = nae_reader(nd(), ns());
    cr_expect_not(nae_event_playable(&reader, card_of("45F"), NAE_IN_BUDGET));
    status(NAE_HESSE, NAE_EMPIRE_ALLY);
    cr_assert(nae_event_playable(&reader, card_of("45F"), NAE_IN_BUDGET));
    nae_play_event(np(), card_of("45F"), NAE_IN_BUDGET);
    const int level = ns()->level;
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_HESSE, NAE_TARGET_ANY, 3));
    status(NAE_HESSE, NAE_COALITION_ALLY);
    status(NAE_BERG, NAE_COALITION_ALLY);
    nae_check_states(np());
    expect_status(NAE_WESTPHALIA, NAE_PROTECTORATE);
    status(NAE_HANOVER, NAE_COALITION_ALLY);
    nae_check_states(np());
    expect_status(NAE_WESTPHALIA, NAE_DISSOLVED);
    cr_expect_eq(ns()->level, level - 1);
}

/* ------------------------------------------------------------------ foreign wars (6.4) */

static void war_event(const char *card)
{
    ns()->phase = NAE_PHASE_DIPLOMACY;
    hand(card);
    const NaePlay reader = nae_reader(nd(), ns());
    cr_assert(nae_event_playable(&reader, card_of(card), NAE_IN_DIPLOMACY), "%s", card);
    nae_play_event(np(), card_of(card), NAE_IN_DIPLOMACY);
    nae_go();
}

static bool in_box(const char *piece) { return ns()->place[piece_of(piece)] == NAE_FOREIGN_WAR; }

/* Finland: a Russian corps of two steps of the Coalition's choice and the Swedish corps; they come back
 * together in the budget after a die of 3 and a card of 2, and the card leaves the game. */
Test(nae_cases_politics, finland_with_the_swedes)
{
    nae_start("1805", "");
    at("moscou", "ru_3");
    at("riga", "ru_milice_1");
    at("stockholm", "mi_suede");
    war_event("16F"); /* the militia never leaves home: one corps, no choice */
    cr_expect(in_box("ru_3"));
    cr_expect(in_box("mi_suede"));
    expect_at("ru_milice_1", "riga");
    cr_expect_eq(ns()->war[1].owed_steps, 0);
    cr_expect_eq(nae_card_place(ns(), card_of("16F")), (unsigned)NAE_CARD_BOX);
    hand("4C");
    dice("3");
    nae_push_end_war(np(), card_of("4C"));
    nae_go();
    expect_fallen();
    expect_at("ru_3 mi_suede", "reinforcement");
    cr_expect_eq(nae_card_place(ns(), card_of("16F")), (unsigned)NAE_CARD_REMOVED);
    cr_expect_eq(nae_card_place(ns(), card_of("4C")), (unsigned)NAE_CARD_DISCARD);
}

/* A neutral Sweden, or one on the Empire's side, sends nobody. */
Test(nae_cases_politics, finland_without_the_swedes)
{
    nae_start("1805", "");
    status(NAE_SWEDEN, NAE_EMPIRE_ALLY);
    at("moscou", "ru_3");
    at("stockholm", "mi_suede");
    war_event("16F");
    cr_expect(in_box("ru_3"));
    expect_at("mi_suede", "stockholm");
}

/* Persia finds a reduced corps only: a step goes, a step is owed; Russia pays it first, one point for the
 * cheapest infantry, reduced. A general of the reserve goes too, of the Coalition's choice. */
Test(nae_cases_politics, persia_and_a_debt)
{
    nae_start("1805", "");
    at("moscou", "ru_3-");
    war_event("9F");
    cr_expect(in_box("ru_3"));
    cr_expect_eq(ns()->war[0].owed_steps, 1);
    expect_step("foreign_war_piece", NAE_COALITION);
    play("foreign_war(koutouzov)");
    cr_expect(in_box("koutouzov"));
    ns()->major[NAE_RUSSIA].resources = 24;
    nae_pay_foreign_wars(np(), NAE_RUSSIA);
    cr_expect_eq(ns()->war[0].owed_steps, 0);
    cr_expect_eq(ns()->major[NAE_RUSSIA].resources, 22, "one point is two halves");
    cr_expect(in_box("ru_4"));
    cr_expect(nae_bit(ns(), piece_of("ru_4"), NAE_REDUCED));
}

/* Besiegers whom the war makes too few withdraw when all have gone to it, not between two of them [13.5]. */
Test(nae_cases_politics, a_siege_ends_after_the_outbreak)
{
    nae_start("1805", "");
    at("mantoue", "koutouzov ru_3 ru_4");
    nae_set_siege(ns(), zone_of("mantoue"), true, 1);
    at("kiev", "ru_6");
    at("moscou", "ru_8");
    war_event("53F");
    play("foreign_war_zone(mantoue)");
    expect_choices("foreign_war_zone(kiev); foreign_war_zone(moscou); foreign_war_zone(mantoue)");
    cr_expect(nae_besieged(ns(), zone_of("mantoue")));
    play("foreign_war_zone(kiev); foreign_war(koutouzov)");
    cr_expect_not(nae_besieged(ns(), zone_of("mantoue")));
}

/* The war with Turkey takes four steps and a general: the commander of a single corps may not go, for a corps
 * alone is legal without him he may. One war a year: the next one waits. */
Test(nae_cases_politics, the_turkish_war)
{
    nae_start("1805", "");
    at("kiev", "tormassov ru_3 ru_4");
    at("moscou", "ru_6");
    war_event("53F");
    play("foreign_war_zone(moscou)"); /* of two like corps at Kiev one follows */
    cr_expect(in_box("ru_6"));
    cr_expect(in_box("ru_3"));
    expect_legal("foreign_war(tormassov)", true);
    play("foreign_war(tormassov)");
    expect_at("ru_4", "kiev");
    hand("9F");
    const NaePlay reader = nae_reader(nd(), ns());
    cr_expect_not(nae_event_playable(&reader, card_of("9F"), NAE_IN_ACTIVATION));
    ns()->side[NAE_EMPIRE].flags = 0; /* a new year */
    cr_expect(nae_event_playable(&reader, card_of("9F"), NAE_IN_ACTIVATION));
}

/* A foreign war is ended in the diplomatic phase or in a winter round, by any card of the Coalition: 16C's
 * value 3 and a die of 2; not in a round of summer. */
Test(nae_cases_politics, wars_end_in_winter)
{
    for (unsigned round = 5; round <= 6; round++) {
        nae_start("1805", "");
        at("londres", "gb_1- gb_3");
        at("vienne", "au_1");
        war_event("23F");
        cr_assert(in_box("gb_1"));
        ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
        hand("9C");
        ns()->phase = NAE_PHASE_ROUNDS;
        ns()->round = (uint8_t)round;
        bare_year(NAE_PHASE_ROUNDS + 1U);
        nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = 2;
        nae_go();
        play("action(9C)");
        expect_legal("use(end_war)", round == 6);
        if (round == 5) {
            continue;
        }
        dice("2");
        play("use(end_war)");
        expect_fallen();
        expect_at("gb_1", "reinforcement");
    }
}

/* ------------------------------------------------------------------ levels (19) */

static void victory(void)
{
    ns()->phase = NAE_PHASE_VICTORY;
    bare_year(NAE_PHASE_COUNT);
    NaeFrame frame = *nae_push(np(), NAE_STEP_VICTORY_PHASE, SEAT_NONE);
    nae_victory_phase_run(np(), &frame);
}

/* A victory phase with the Coalition in Lyon, Antwerp and Mantua: -1 each; in Paris -2. */
Test(nae_cases_politics, what_a_year_costs)
{
    nae_start("1805", "");
    ns()->level = 10;
    take("anvers", NAE_COALITION);
    at("anvers", "gb_1 dp_grande_bretagne_1=");
    fleets("sea:manche", "fl_keith");
    take("mantoue", NAE_COALITION);
    at("mantoue", "au_1");
    cr_assert(nae_controls(nd(), ns(), zone_of("mantoue"), NAE_COALITION), "Venice is next door");
    const bool held = nae_controls(nd(), ns(), zone_of("anvers"), NAE_COALITION);
    victory();
    cr_expect_eq(ns()->level, held ? 8 : 9);
    cr_expect(held);
    nae_start("1805", "");
    ns()->level = 10;
    take("paris", NAE_COALITION);
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        if (ns()->owner[zone] == NAE_FRANCE && zone != zone_of("paris") && zone != zone_of("lyon") &&
            zone != zone_of("bordeaux") && zone != zone_of("anvers")) {
            ns()->owner[zone] = NAE_AUSTRIA;
        }
        ns()->owner[zone] = nae_side_of_zone(ns(), zone) == NAE_EMPIRE && ns()->owner[zone] != NAE_FRANCE &&
                                    ns()->owner[zone] != NAE_ITALY
                                ? (uint8_t)NAE_AUSTRIA
                                : ns()->owner[zone];
    }
    cr_assert(nae_controls(nd(), ns(), zone_of("paris"), NAE_COALITION));
    victory();
    cr_expect_eq(ns()->level, 8);
}

/* The end of 1814 without a level at its end: the Empire with all its key zones, Mantua and 45F; without 45F
 * both lose; a key zone lost, too. */
Test(nae_cases_politics, the_end_of_1814)
{
    static const unsigned winner[3] = {NAE_EMPIRE, NAE_NOBODY, NAE_NOBODY};
    for (unsigned i = 0; i < 3; i++) {
        nae_start("1805", "");
        ns()->header.turn = 9;
        ns()->level = 10;
        if (i != 1) {
            ns()->card[card_of("45F")] |= NAE_EVENT_PLAYED;
        }
        if (i == 2) {
            take("mantoue", NAE_COALITION);
            at("mantoue", "au_1");
        }
        victory();
        cr_expect_neq(ns()->header.over, 0, "case %u", i);
        cr_expect_eq(ns()->header.over & 15U, winner[i] & 15U, "case %u", i);
    }
}

/* The Grand Coalition: five of the six powers at war with France in the Punishments: a card that is no combat
 * card is worth one more; with four, or before, nothing. */
Test(nae_cases_politics, the_grand_coalition)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    status(NAE_SPAIN, NAE_COALITION_ALLY);
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("19C")), 1, "the epic period");
    ns()->flags |= NAE_PUNISHMENTS;
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("19C")), 2);
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("4C")), 2, "a combat card");
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("10F")), 2, "the Empire's are not");
    status(NAE_SPAIN, NAE_FORCED_PEACE);
    cr_expect_eq(nae_card_value(nd(), ns(), card_of("19C")), 1, "four");
}

/* ------------------------------------------------------------------ 1805 (20) */

static void coalition_acts(void)
{
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 2;
    bare_year(NAE_PHASE_ROUNDS + 1U);
    nae_push(np(), NAE_STEP_ROUND, SEAT_NONE)->a = 2;
    nae_go();
}

/* Until Ulm and Mantua are besieged the Coalition acts with Austrians alone, by points: no Russian, no fleet,
 * no event, no diplomacy. Both besieged by Austrians, all may. */
Test(nae_cases_politics, austrians_first)
{
    for (unsigned besieged = 0; besieged < 2; besieged++) {
        nae_start("1805", "");
        hand("9C 1C");
        at("salzbourg", "mack au_1 au_2");
        at("moscou", "ru_3");
        fleets("port:portsmouth", "fl_keith");
        if (besieged != 0) {
            at("ulm", "jean au_3");
            inside("ulm", "mi_baviere");
            nae_lay_siege(np(), zone_of("ulm"));
            at("mantoue", "charles au_4 au_5");
            inside("mantoue", "mi_italie_1");
            nae_lay_siege(np(), zone_of("mantoue"));
        }
        coalition_acts();
        play("action(9C)");
        if (besieged == 0) {
            expect_choices("spend(stop); spend(land)"); /* its points alone, and no fleet */
            play("spend(land)");
            expect_step("spend_force", NAE_COALITION); /* Mack's, no Russian */
            expect_legal("spend_force(whole)", true);
            continue;
        }
        expect_choices("use(ap); use(event); use(diplomacy)");
        play("use(ap)");
        expect_legal("spend(naval)", true);
        play("spend(land)");
        expect_legal("spend_power(russie)", true);
    }
}

/* Mantua is besieged, Mack comes before Ulm with two steps and is repulsed (die 1): with one step he has to
 * leave. Both were besieged, so that the rest of the action is free, and what follows [20.1]. */
Test(nae_cases_politics, besieged_once_is_besieged)
{
    nae_start("1805", "");
    hand("9C");
    fleets("port:portsmouth", "fl_keith");
    at("munich", "mack au_1");
    nae_marker_at("munich", NAE_COALITION);
    at("mantoue", "charles au_4 au_5");
    inside("mantoue", "mi_italie_1");
    nae_lay_siege(np(), zone_of("mantoue"));
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 2;
    ns()->action.side = NAE_COALITION;
    ns()->action.ap = 3;
    nae_push(np(), NAE_STEP_SPEND, NAE_COALITION);
    nae_go();
    expect_legal("spend(naval)", false);
    play("spend(land); spend_zone(munich); forced_march(0); move(go,ulm)");
    cr_expect_neq(ns()->flags & NAE_AUSTRIA_ONLY, 0);
    dice("1");
    play("fortress(siege); move(siege)");
    cr_expect(!nae_besieged(ns(), zone_of("ulm")));
    cr_expect_eq(ns()->flags & NAE_AUSTRIA_ONLY, 0);
}

/* A French corps that only crosses Tyrol, from Ulm by Innsbruck to Munich (1 and 1 + 1 for the pass), ends
 * the restriction as well [20]: "enter or cross". A Bavarian one does not. */
Test(nae_cases_politics, a_french_corps_crosses_tyrol)
{
    for (unsigned french = 0; french < 2; french++) {
        nae_start("1805", "");
        at("ulm", french != 0 ? "fr_9" : "mi_baviere");
        at("paris", "fr_1");
        ns()->phase = NAE_PHASE_ROUNDS;
        ns()->round = 2;
        ns()->action.side = NAE_EMPIRE;
        ns()->action.ap = 1;
        nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
        nae_go();
        play(french != 0 ? "spend(land); spend_zone(ulm)" : "spend(land); spend_power(baviere)");
        play("forced_march(0); move(go,innsbruck); move(go,munich)"); /* the Bavarians have three points */
        if (french != 0) {
            play("move(stop)");
        }
        cr_expect_eq((ns()->flags & NAE_AUSTRIA_ONLY) == 0, french != 0);
    }
}

/* ------------------------------------------------------------------ minors of a power that fights again */

/* 46C with the French in Saxony, which shared Prussia's peace: alone in Leipzig they keep it like what they
 * stand in alone in Prussia; with the Saxon corps in Dresden they choose (8.2.3, 16.4 of the map). */
Test(nae_cases_politics, saxony_fights_again_with_prussia)
{
    nae_start("1805", "");
    status(NAE_SAXONY, NAE_FORCED_PEACE);
    status(NAE_HESSE, NAE_FORCED_PEACE);
    in_peace(NAE_PRUSSIA, 1);
    ns()->minor[NAE_SAXONY - NAE_MAJORS].flags |= NAE_DEPLOYED;
    ns()->minor[NAE_HESSE - NAE_MAJORS].flags |= NAE_DEPLOYED;
    at("dresde", "mi_saxe");
    nae_at_zone("dresde", "davout fr_1 fr_2", false);
    at("leipzig", "fr_9");
    at("magdebourg", "fr_10");
    ns()->phase = NAE_PHASE_DIPLOMACY;
    hand("46C");
    nae_play_event(np(), card_of("46C"), NAE_IN_DIPLOMACY);
    nae_go();
    expect_status(NAE_SAXONY, NAE_COALITION_ALLY);
    expect_step("shared", NAE_EMPIRE);
    expect_legal("shared(fight)", true);
    expect_legal("shared(go,leipzig)", true);
    dice("3 3 3 3 3 3 3 3");
    play("shared(go,leipzig)");
    cr_expect_eq(nae_marker(ns(), zone_of("magdebourg")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("leipzig")), NAE_EMPIRE);
    cr_expect_eq(nae_marker(ns(), zone_of("dresde")), NAE_NOBODY);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 2);
}

/* ------------------------------------------------------------------ friends of a beaten power */

/* Austria is beaten while Russians lie besieged in Venice and stand at Trieste: both are on its national
 * territory when it falls and go to the nearest fortress of theirs, though Venetia and Friuli become Italian
 * and French in the peace [18.2.3]. */
Test(nae_cases_politics, friends_leave_annexed_land)
{
    nae_start("1805", "");
    at("venise", "massena fr_1 fr_2");
    inside("venise", "ru_3");
    nae_lay_siege(np(), zone_of("venise"));
    at("trieste", "ru_4");
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(province,venetie); beneficiary(italie)");
    play("annex(province,frioul); beneficiary(france); annex(none)");
    cr_expect_not(nae_bit(ns(), piece_of("ru_3"), NAE_INSIDE));
    cr_expect_neq(ns()->place[piece_of("ru_3")], zone_of("venise"));
    cr_expect_neq(ns()->place[piece_of("ru_4")], zone_of("trieste"));
}

/* Austria falls by Vienna, with Prague besieged, for no army of hers is in the field [18.2.1]; Venetia goes
 * to Italy and Friuli, next to it then, to France. Napoleon and Davout stay. The Briton in Trieste, which is
 * France's now, goes to Naples or over the Russian border at once; the Russians in Prague and Kutuzov's army
 * go home, without the Austrian corps that marched with it. Her own, from Milan, Ulm, Innsbruck and Prague,
 * come to Vienna and Prague; for the last corps, without room under Charles (6 of 7) or Jean (6), there are
 * free fortresses. Keith leaves the French port. */
Test(nae_cases_politics, a_peace_among_strangers)
{
    nae_start("1805", "");
    take("vienne", NAE_EMPIRE);
    take("salzbourg", NAE_EMPIRE);
    at("munich", "mi_baviere dp_france_1=");
    at("bade", "dp_france_2=");
    at("vienne", "napoleon grande_armee fr_1 fr_2 fr_3");
    inside("prague", "jean au_1 au_2 ru_3");
    at("prague", "davout fr_4 fr_5");
    nae_lay_siege(np(), zone_of("prague"));
    at("brunn", "koutouzov premiere_armee ru_1 ru_2 au_4 ru_4");
    at("milan", "charles au_5 au_6");
    inside("milan", "massena fr_9");
    nae_lay_siege(np(), zone_of("milan"));
    inside("ulm", "au_7");
    at("ulm", "marmont fr_6 fr_7");
    nae_lay_siege(np(), zone_of("ulm"));
    at("innsbruck", "au_8");
    at("trieste", "gb_1");
    fleets("port:trieste", "fl_keith");
    conquests();
    expect_status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    play("victor_bonus(card)");
    expect_legal("annex(province,frioul)", false);
    play("annex(province,venetie); beneficiary(italie); annex(province,frioul); beneficiary(france)");
    expect_choices("relocate(gb_1,naples); relocate(gb_1,neminov)");
    play("relocate(gb_1,naples); annex(none); stay_or_go(vienne,stay); stay_or_go(prague,stay)");
    expect_choices("relocate(ru_3,stralsund); relocate(ru_3,brest_litovsk)");
    play("relocate(ru_3,stralsund); relocate(au_5,vienne); relocate(au_7,vienne)");
    expect_choices("relocate(au_4,koeniggratz); relocate(au_4,olmutz)");
    play("relocate(au_4,olmutz); flee(naples)");
    expect_at("charles au_5 au_6 au_7 napoleon", "vienne");
    expect_at("jean au_1 au_2 au_8 davout", "prague");
    expect_at("koutouzov premiere_armee ru_1 ru_2 ru_4", "brest_litovsk");
    expect_at("marmont fr_6 fr_7", "ulm");
    expect_at("massena fr_9", "milan");
    cr_expect_not(nae_besieged(ns(), zone_of("milan")));
    expect_at("fl_keith", "port:naples");
}

/* Spain is beaten: its friends go to the nearest fortress of their own, in movement points [18.2.3]. From
 * Madrid Elvas is 3 away (Toledo, Badajoz, Elvas), Almeida 4 (the pass to Salamanca 2, Ciudad Rodrigo 1, 1),
 * Gibraltar
 * 5. From Valencia Elvas is 5 (the pass to Cuenca 2, Toledo, Badajoz, Elvas), Gibraltar 6. From Seville
 * Gibraltar is 2 (Malaga, Gibraltar), Elvas 3 by the pass. From Leon Almeida is 3. Who stands in Lisbon
 * stays. */
Test(nae_cases_politics, friends_leave_spain)
{
    nae_start("1809", "");
    at("madrid", "wellington gb_1");
    at("valence", "gb_2");
    at("seville", "hill gb_3");
    at("leon", "mi_portugal");
    at("lisbonne", "gb_4");
    nae_push_conquest(np(), NAE_SPAIN, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
    expect_at("wellington gb_1 gb_2", "elvas");
    expect_at("hill gb_3", "gibraltar");
    expect_at("mi_portugal", "almeida");
    expect_at("gb_4", "lisbonne");
}

/* Depots alone are no force: a friend's stay on beaten land; fleets leave the ports of what is annexed
 * [18.2.3, 17.2.1]. */
Test(nae_cases_politics, depots_of_friends_stay_and_fleets_leave)
{
    nae_start("1805", "");
    at("brunn", "dp_russie_1=");
    at("lemberg", "dp_russie_2");
    fleets("port:venise", "fl_ball");
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(province,venetie); beneficiary(italie); annex(none)");
    play("annex(none)");
    expect_at("dp_russie_1", "brunn");
    expect_at("dp_russie_2", "lemberg");
    cr_expect(nae_fleets_at(ns(), nd(), NAE_COALITION, NAE_AT_PORT, zone_of("venise")) == 0 ||
              ns()->frame[ns()->frames - 1].step == NAE_STEP_FLEE);
}

/* Prussia goes over to the Coalition with markers of the Empire on two of its fortresses by the sea, which
 * serve their own land again: the British fleet in one lies in a friendly port and stays. It fled from one to
 * the other for ever [17.1, 14.10]. */
Test(nae_cases_politics, fleets_stay_in_ports_whose_fortress_is_theirs)
{
    nae_start("1805", "");
    marker("kolberg", NAE_EMPIRE);
    marker("koenigsberg", NAE_EMPIRE);
    fleets("port:kolberg", "fl_calder");
    nae_join_side(np(), NAE_PRUSSIA, NAE_COALITION, NAE_JOIN_ATTACKED);
    nae_go();
    expect_at("fl_calder", "port:kolberg");
}

/* Hamburg becomes French land: the fleet that lay in it leaves [17.2.1]. */
Test(nae_cases_politics, fleets_leave_an_annexed_minor)
{
    nae_start("1805", "");
    status(NAE_HANSA, NAE_COALITION_ALLY);
    fleets("port:hambourg", "fl_calder");
    NaeFrame *fate = nae_push(np(), NAE_STEP_MINOR_FATE, NAE_EMPIRE);
    fate->a = NAE_HANSA;
    fate->b = NAE_NONE;
    nae_go();
    play("minor_fate(hanse,territory)");
    cr_expect(ns()->place[piece_of("fl_calder")] != zone_of("hambourg") ||
              ns()->frame[ns()->frames - 1].step == NAE_STEP_FLEE);
}

/* Prussia is beaten and the Empire takes Saxony in place of a province, where Russians lie besieged in
 * Dresden: the fortress is an ally's now, and they leave it with honours before the French (17.2 of the map).
 */
Test(nae_cases_politics, a_minor_taken_with_a_garrison)
{
    nae_start("1805", "");
    status(NAE_HESSE, NAE_COALITION_ALLY);
    status(NAE_SAXONY, NAE_COALITION_ALLY);
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("dresde", "davout fr_1 fr_2");
    inside("dresde", "ru_3");
    nae_lay_siege(np(), zone_of("dresde"));
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(minor,saxe)");
    expect_status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    expect_at("ru_3", "reinforcement");
    cr_expect_eq(nae_fortress_side(nd(), ns(), zone_of("dresde")), NAE_EMPIRE);
}

/* Its corps on the beaten land goes nowhere by itself: it is the victor's there, and stays or goes with the
 * terms; the Russians who stood with it leave as friends of the beaten [18.2.3]. */
Test(nae_cases_politics, a_corps_of_a_minor_taken_waits_for_the_terms)
{
    nae_start("1805", "");
    status(NAE_HESSE, NAE_COALITION_ALLY);
    status(NAE_SAXONY, NAE_COALITION_ALLY);
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("magdebourg", "koutouzov ru_1 ru_3 mi_saxe");
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(minor,saxe)");
    expect_at("mi_saxe", "magdebourg");
    play("annex(none); annex(none)");
    expect_choices("stay_or_go(magdebourg,stay); stay_or_go(magdebourg,go)");
    play("stay_or_go(magdebourg,stay)");
    expect_at("mi_saxe", "magdebourg");
    cr_expect_neq(ns()->place[piece_of("koutouzov")], zone_of("magdebourg"));
}

/* Prussia is beaten, her minor's corps stands in Berlin and stays: they are one party. A corps without a
 * general finds no room beside it and goes to Königsberg, Blücher's force takes it in [8.1.3, 9.2, 18.2.3].
 */
Test(nae_cases_politics, who_shares_a_peace_stands_with_its_patron)
{
    for (unsigned led = 0; led < 2; led++) {
        nae_start("1809", "");
        const unsigned saxony = nd()->zone[zone_of("dresde")].owner;
        status(NAE_PRUSSIA, NAE_COALITION_ALLY);
        status(saxony, NAE_COALITION_ALLY);
        ns()->minor[saxony - NAE_MAJORS].patron = NAE_PRUSSIA;
        at("berlin", "mi_saxe");
        at("breslau", led != 0 ? "blucher pr_1 pr_2" : "pr_1");
        nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
        nae_go();
        play("victor_bonus(card); annex(none); annex(none); annex(none)");
        if (led != 0) {
            expect_choices("relocate(pr_1,berlin); relocate(pr_1,koenigsberg)");
            play("relocate(pr_1,berlin)");
            expect_at("blucher pr_1 pr_2 mi_saxe", "berlin");
        } else {
            expect_at("pr_1", "koenigsberg");
        }
    }
}

/* In her budget a general of beaten Prussia takes the command of her minor's corps in Berlin [7.3.5]; a new
 * corps finds no room beside it without him [9.2]. */
Test(nae_cases_politics, a_general_for_who_shares_the_peace)
{
    nae_start("1809", "");
    const unsigned saxony = nd()->zone[zone_of("dresde")].owner;
    in_peace(NAE_PRUSSIA, 1);
    ns()->minor[saxony - NAE_MAJORS].patron = NAE_PRUSSIA;
    status(saxony, NAE_FORCED_PEACE);
    at("berlin", "mi_saxe");
    const NaePlay play = nae_reader(nd(), ns());
    cr_expect(nae_zones_in(nae_places_for(&play, piece_of("blucher")), zone_of("berlin")));
    cr_expect_not(nae_zones_in(nae_places_for(&play, piece_of("pr_1")), zone_of("berlin")));
    nae_place_piece(np(), piece_of("blucher"), zone_of("berlin"));
    const NaePlay later = nae_reader(nd(), ns());
    cr_expect(nae_zones_in(nae_places_for(&later, piece_of("pr_1")), zone_of("berlin")));
}

/* French fleets in Bristol and Portsmouth, where British corps stand again: the marker of Bristol falls, and
 * they flee; the fortress of Portsmouth serves France on, and its port [17.2.1, 18.1]. */
Test(nae_cases_politics, a_port_is_lost_with_its_marker)
{
    nae_start("1809", "");
    take("bristol", NAE_EMPIRE);
    take("portsmouth", NAE_EMPIRE);
    at("bristol", "gb_1");
    at("portsmouth", "gb_milice");
    fleets("port:bristol", "fl_ganteaume");
    fleets("port:portsmouth", "fl_missiessy");
    conquests();
    cr_expect_eq(nae_marker(ns(), zone_of("bristol")), NAE_NOBODY);
    cr_expect_eq(nae_marker(ns(), zone_of("portsmouth")), NAE_NOBODY);
    expect_step("flee", NAE_EMPIRE);
    cr_expect_eq(ns()->frame[ns()->frames - 1].a, zone_of("bristol"));
    play("flee(boulogne)");
    expect_at("fl_missiessy", "port:portsmouth");
}

/* A siege that only those kept up who have made peace is over: the fortress is a refuge like any other [13.5,
 * 18.2.3]. */
Test(nae_cases_politics, who_has_made_peace_besieges_no_refuge)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("berlin", "fr_1");
    at("wittemberg", "pr_4");
    nae_set_siege(ns(), zone_of("wittemberg"), true, 1);
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none); stay_or_go(berlin,go)");
    expect_legal("relocate(fr_1,wittemberg)", true);
    cr_expect_not(nae_besieged(ns(), zone_of("wittemberg")));
}

/* A demoralised Russian corps in the army of Austria, which is beaten, and the Russian army beside it are one
 * force now: all of it is demoralised, before its fourth subordinate is too many [14.9.3, 9.4]. */
static void russians_in_brunn(void)
{
    nae_start("1805", "");
    at("brunn", "charles armee_allemagne au_1 au_2 au_3 ru_6");
    second_army("brunn", NAE_COALITION,
                "koutouzov premiere_armee bagration buxhowden tormassov benningsen ru_1 ru_2", "koutouzov");
    nae_set_bit(ns(), piece_of("ru_6"), NAE_DEMORALISED);
}

static void austria_makes_peace(void)
{
    nae_push_conquest(np(), NAE_AUSTRIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
}

Test(nae_cases_politics, friends_of_two_armies_go_home_as_one_force)
{
    russians_in_brunn();
    austria_makes_peace();
    expect_choices("excess(bagration); excess(buxhowden); excess(tormassov); excess(benningsen)");
    cr_expect(has_mark("ru_1", NAE_DEMORALISED) && has_mark("ru_6", NAE_DEMORALISED));
    expect_at("koutouzov premiere_armee ru_1 ru_2 ru_6", "brest_litovsk");
}

/* So are they where a British army waits for them, which keeps its order beside them. */
Test(nae_cases_politics, friends_go_home_to_another_army)
{
    russians_in_brunn();
    at("brest_litovsk", "wellington armee_peninsule gb_1 gb_2");
    austria_makes_peace();
    expect_choices("excess(bagration); excess(buxhowden); excess(tormassov); excess(benningsen)");
    cr_expect(has_mark("ru_1", NAE_DEMORALISED) && has_mark("ru_6", NAE_DEMORALISED));
    cr_expect_not(has_mark("gb_1", NAE_DEMORALISED));
}

/* A stand too large for its general is cut: he takes the depots home [18.2.3, 10.10]. */
Test(nae_cases_politics, depots_go_home_with_the_general)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("olmutz", "charles armee_allemagne au_1 au_2 au_3 yorck pr_1 pr_2 pr_3 dp_prusse_1");
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
    play("relocate(pr_1,berlin)");
    expect_at("yorck pr_1 pr_2 dp_prusse_1", "berlin");
}

/* Prussians stand in both of two armies that stand side by side: each part goes home as it stood. Taken
 * together they were too much for one command, and the reserve cavalry was lost [18.2.3]. */
Test(nae_cases_politics, armies_go_home_one_by_one)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    at("olmutz", "blucher armee_elbe pr_1 pr_2 pr_3 pr_4 pr_res_cav");
    second_army("olmutz", NAE_COALITION, "charles armee_allemagne au_1 au_2 au_3 pr_6 yorck", "charles");
    nae_push_conquest(np(), NAE_PRUSSIA, NAE_EMPIRE, false);
    nae_go();
    play("victor_bonus(card); annex(none); annex(none); annex(none)");
    play("relocate(pr_1,berlin)");
    expect_at("blucher armee_elbe pr_1 pr_2 pr_3 pr_4 pr_res_cav", "berlin");
    play("relocate(pr_6,koenigsberg)");
    expect_at("pr_6 yorck", "koenigsberg");
}

/* 46C: Davout goes into Metz before the Prussians who stood with him: nobody has laid a siege [16.4 of the
 * map]. */
Test(nae_cases_politics, who_goes_into_his_fortress_is_not_besieged)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    at("metz", "davout fr_1 fr_2 pr_2 pr_3");
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_2"));
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_3"));
    nae_recompute_owned(nd(), ns());
    hand("46C");
    ns()->phase = NAE_PHASE_DIPLOMACY;
    nae_play_event(np(), card_of("46C"), NAE_IN_DIPLOMACY);
    nae_go();
    for (unsigned i = 0; i < 4 && ns()->header.step == NAE_STEP_EXCESS; i++) {
        play("excess(pr_2)");
    }
    play("shared(fort)");
    cr_expect(nae_bit(ns(), piece_of("fr_1"), NAE_INSIDE));
    cr_expect_not(nae_besieged(ns(), zone_of("metz")));
}

/* 46C while corps of Prussia serve the Empire (40F): alone in Munich a corps is Prussia's again on enemy
 * land; one with Davout at Nuremberg is shared: the Empire steps aside. */
Test(nae_cases_politics, an_expedition_goes_home)
{
    nae_start("1809", "");
    status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    at("nuremberg", "davout fr_1 fr_2 pr_2");
    at("munich", "pr_3");
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_2"));
    nae_pieces_add(&ns()->expeditionary, piece_of("pr_3"));
    nae_recompute_owned(nd(), ns());
    cr_assert_eq(nae_side_of_piece(ns(), piece_of("pr_2")), NAE_EMPIRE);
    hand("46C");
    ns()->phase = NAE_PHASE_DIPLOMACY;
    nae_play_event(np(), card_of("46C"), NAE_IN_DIPLOMACY);
    nae_go();
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("pr_2")), NAE_COALITION);
    expect_step("shared", NAE_EMPIRE);
    expect_legal("shared(fort)", false);
    play("shared(go,stuttgart)");
    expect_at("davout fr_1 fr_2", "stuttgart");
    expect_at("pr_2", "nuremberg");
    expect_at("pr_3", "munich");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("pr_3")), NAE_COALITION);
}

/* 22C: a mobile depot of Spain with the French in Saxony is alone among enemies when she leaves them [8.7].
 */
Test(nae_cases_politics, a_depot_is_left_among_enemies)
{
    nae_start("1809", "");
    ns()->flags &= (uint16_t)~NAE_LIBERATION;
    status(NAE_SPAIN, NAE_EMPIRE_ALLY);
    at("wittemberg", "davout fr_1 fr_2 dp_espagne_1");
    at("valence", "es_1 dp_espagne_2");
    hand("22C");
    ns()->phase = NAE_PHASE_DIPLOMACY;
    nae_play_event(np(), card_of("22C"), NAE_IN_DIPLOMACY);
    nae_go();
    expect_at("dp_espagne_1", "reserve");
    expect_at("dp_espagne_2", "valence");
}

/* ------------------------------------------------------------------ the years alone */

/* One year of each campaign: the Empire needs a level above the one it started from, 6 of 5 and 16 of 15. */
Test(nae_cases_politics, one_year_is_judged_by_its_level)
{
    static const char *const scenarios[2] = {"1805-year", "1809-year"};
    static const int start[2] = {5, 15};
    for (unsigned i = 0; i < 2; i++) {
        for (int gain = -1; gain <= 1; gain++) {
            nae_start(scenarios[i], "");
            cr_expect_eq(ns()->level, start[i]);
            ns()->level = (int8_t)(start[i] + gain);
            victory();
            cr_expect_neq(ns()->header.over, 0);
            cr_expect_eq(ns()->header.over & 15U, (unsigned)(gain > 0 ? NAE_EMPIRE : NAE_COALITION), "%s %d",
                         scenarios[i], gain);
        }
    }
}

/* 1809 begins with an action of the Coalition alone; round 2 is the Empire's first [20.3]. */
Test(nae_cases_politics, the_coalition_opens_1809)
{
    nae_start("1809", "");
    at("vienne", "au_1");
    at("paris", "fr_1");
    nae_go();
    cr_expect_eq(ns()->round, 1);
    expect_step("action", NAE_COALITION);
    play("action(pass)");
    cr_expect_eq(ns()->round, 2);
    expect_step("action", NAE_EMPIRE);
}

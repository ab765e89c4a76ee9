/* test_nae_cards.c: the 110 cards of Napoleon against Europe: what each is (value, phases, stars, points),
 * and what its event does and asks for (map 21 and the cards' own texts). Combat cards in battle:
 * test_nae_battle.c. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "tests/nae/nae_position.h"

/* Whether a card may be played as its event now. */
static bool may_be_played(unsigned card, unsigned phase)
{
    const NaePlay play = nae_reader(nd(), ns());
    return nae_event_playable(&play, card, phase);
}

/* ------------------------------------------------------------------ what cards are */

typedef struct Row {
    const char *id;
    unsigned value;
    const char *phases; /* B D A C Q: budget, diplomacy, activation, combat, conquests */
    const char
        *marks; /* g gold star, s silver star, c combat card, w foreign war, p permanent, k kept for good */
    int escalade, level;
    bool punishments;
} Row;

static const Row ROWS[NAE_CARDS] = {
    {"1F", 3, "AC", "p", 0, 0, false},   {"2F", 3, "A", "", 0, 0, false},
    {"3F", 2, "C", "c", 0, 0, false},    {"4F", 2, "A", "g", 1, 0, false},
    {"5F", 1, "C", "c", 0, 0, false},    {"6F", 2, "C", "c", 0, 0, false},
    {"7F", 1, "B", "g", 0, 0, false},    {"8F", 2, "C", "c", 0, 0, false},
    {"9F", 3, "DA", "w", 0, 0, false},   {"10F", 2, "B", "", 0, 0, false},
    {"11F", 3, "D", "", 0, 0, false},    {"12F", 2, "A", "g", 0, 0, false},
    {"13F", 2, "A", "", 0, 0, false},    {"14F", 2, "D", "g", 0, 0, false},
    {"15F", 2, "A", "g", 0, 0, false},   {"16F", 3, "DA", "gw", 0, 0, false},
    {"17F", 2, "D", "g", 0, 0, false},   {"18F", 2, "BA", "g", 0, 0, false},
    {"19F", 2, "A", "", 0, 0, false},    {"20F", 3, "DA", "g", 2, 2, false},
    {"21F", 1, "A", "", 0, 0, false},    {"22F", 2, "DAQ", "g", 2, 1, false},
    {"23F", 2, "DA", "gw", 0, 0, false}, {"24F", 3, "DA", "gk", 1, 1, false},
    {"25F", 0, "BA", "gk", 3, 0, false}, {"26F", 3, "Q", "g", 0, 0, false},
    {"27F", 2, "BA", "", 0, 0, false},   {"28F", 2, "C", "c", 0, 0, true},
    {"29F", 2, "A", "", 0, 0, true},     {"30F", 1, "C", "c", 0, 0, true},
    {"31F", 2, "C", "c", 0, 0, true},    {"32F", 1, "A", "", 0, 0, true},
    {"33F", 1, "A", "", 0, 0, true},     {"34F", 2, "D", "g", 0, 1, true},
    {"35F", 2, "BDA", "s", 0, 0, true},  {"36F", 2, "AC", "", 0, 0, true},
    {"37F", 3, "DA", "gw", 0, 0, true},  {"38F", 1, "B", "", 0, 0, true},
    {"39F", 2, "B", "g", 0, 0, true},    {"40F", 3, "DA", "g", 0, 0, true},
    {"41F", 2, "DA", "", 0, 0, true},    {"42F", 2, "D", "", 0, 0, true},
    {"43F", 3, "A", "", 0, 0, true},     {"44F", 2, "A", "", 0, 0, true},
    {"45F", 3, "BDA", "g", 0, 1, true},  {"46F", 1, "A", "", 0, 0, true},
    {"47F", 2, "C", "c", 0, 0, true},    {"48F", 2, "A", "g", 0, -1, true},
    {"49F", 1, "B", "", 0, 0, true},     {"50F", 2, "AC", "c", 0, 0, true},
    {"51F", 1, "C", "c", 0, 0, true},    {"52F", 2, "D", "", 0, 0, true},
    {"53F", 3, "DA", "gw", 0, 0, true},  {"54F", 2, "B", "", 0, 0, true},
    {"55F", 1, "C", "c", 0, 0, true},    {"1C", 3, "A", "p", 0, 0, false},
    {"2C", 2, "DA", "sp", 0, 0, false},  {"3C", 2, "BA", "sp", 0, 0, false},
    {"4C", 2, "C", "c", 0, 0, false},    {"5C", 1, "C", "c", 0, 0, false},
    {"6C", 2, "B", "g", 0, 0, false},    {"7C", 2, "B", "", 0, 0, false},
    {"8C", 2, "BDA", "g", 0, 0, false},  {"9C", 3, "A", "", 0, 0, false},
    {"10C", 3, "C", "c", 0, 0, false},   {"11C", 2, "C", "c", 0, 0, false},
    {"12C", 2, "C", "c", 0, 0, false},   {"13C", 3, "B", "", 0, 0, false},
    {"14C", 3, "A", "", 0, 0, false},    {"15C", 2, "A", "", 0, 0, false},
    {"16C", 3, "A", "", 0, 0, false},    {"17C", 2, "D", "g", 1, 0, false},
    {"18C", 2, "DA", "g", 1, 0, false},  {"19C", 1, "D", "", 0, 0, false},
    {"20C", 2, "D", "g", 0, 0, false},   {"21C", 2, "C", "gc", 0, 0, false},
    {"22C", 3, "DA", "g", 0, 0, false},  {"23C", 1, "DA", "s", 0, 0, false},
    {"24C", 2, "A", "g", 0, 0, false},   {"25C", 2, "DA", "s", 0, 0, false},
    {"26C", 1, "BA", "", 0, 0, false},   {"27C", 2, "Q", "g", 0, 0, false},
    {"28C", 2, "C", "c", 0, 0, true},    {"29C", 2, "A", "", 0, 0, true},
    {"30C", 1, "C", "c", 0, 0, true},    {"31C", 2, "C", "c", 0, 0, true},
    {"32C", 2, "C", "c", 0, 0, true},    {"33C", 2, "A", "s", 0, 0, true},
    {"34C", 2, "DA", "s", 0, 0, true},   {"35C", 1, "BA", "g", 0, 0, true},
    {"36C", 1, "BA", "g", 0, 0, true},   {"37C", 1, "BA", "g", 0, 0, true},
    {"38C", 3, "D", "g", 0, 0, true},    {"39C", 1, "A", "", 0, 0, true},
    {"40C", 2, "A", "", 0, 0, true},     {"41C", 3, "A", "", 0, 0, true},
    {"42C", 2, "C", "c", 0, 0, true},    {"43C", 3, "A", "", 0, 0, true},
    {"44C", 2, "C", "c", 0, 0, true},    {"45C", 2, "BA", "g", 0, 0, true},
    {"46C", 3, "DA", "g", 0, 0, true},   {"47C", 3, "DA", "g", 0, 0, true},
    {"48C", 2, "A", "", 0, 0, true},     {"49C", 3, "D", "", 0, 0, true},
    {"50C", 2, "DA", "g", 0, -1, true},  {"51C", 1, "DA", "", 0, 0, true},
    {"52C", 1, "B", "", 0, 0, true},     {"53C", 2, "DA", "g", 0, -1, true},
    {"54C", 2, "A", "", 0, 0, true},     {"55C", 3, "B", "g", 0, 0, true},
};

static unsigned phases_of(const char *letters)
{
    static const char all[] = "BDACQ";
    unsigned phases = 0;
    for (; *letters != '\0'; letters++) {
        phases |= 1U << (unsigned)(strchr(all, *letters) - all);
    }
    return phases;
}

static unsigned marks_of(const char *letters)
{
    static const char all[] = "cwgsk"; /* in the order of enum nae_card_flag */
    unsigned marks = 0;
    for (; *letters != '\0'; letters++) {
        marks |= *letters == 'p' ? 0U : 1U << (unsigned)(strchr(all, *letters) - all);
    }
    return marks;
}

Test(nae_cards, every_card_as_printed_6_2)
{
    nae_start("1805", "");
    for (unsigned i = 0; i < NAE_CARDS; i++) {
        const Row *row = &ROWS[i];
        const NaeCard *card = &nd()->card[i];
        cr_expect_eq(card_of(row->id), i);
        cr_expect_eq(card->value, row->value, "%s", row->id);
        cr_expect_eq(card->phases, phases_of(row->phases), "%s", row->id);
        cr_expect_eq(card->flags & 31U, marks_of(row->marks), "%s", row->id);
        cr_expect_eq((card->flags & NAE_PUNISHMENTS_CARD) != 0, row->punishments, "%s", row->id);
        cr_expect_eq(card->permanent != NAE_NONE, strchr(row->marks, 'p') != NULL, "%s", row->id);
        cr_expect_eq(card->escalade, row->escalade, "%s", row->id);
        cr_expect_eq(card->level, row->level, "%s", row->id);
    }
}

/* No event can be played outside its phases, nor a card that is not in hand, nor a starred event a second
 * time. */
Test(nae_cards, never_outside_phases_hand_or_twice_6_3)
{
    nae_start("1805", "");
    for (unsigned i = 0; i < NAE_CARDS; i++) {
        cr_expect_not(may_be_played(i, nd()->card[i].phases & 7U), "%s is not in hand", ROWS[i].id);
        nae_hand(ROWS[i].id);
        for (unsigned phase = 1; phase <= NAE_IN_CONQUESTS; phase <<= 1U) {
            cr_expect((nd()->card[i].phases & phase) != 0 || !may_be_played(i, phase), "%s", ROWS[i].id);
        }
        if ((nd()->card[i].flags & (NAE_GOLD_STAR | NAE_SILVER_STAR)) != 0) {
            ns()->card[i] |= NAE_EVENT_PLAYED;
            for (unsigned phase = 1; phase <= NAE_IN_CONQUESTS; phase <<= 1U) {
                cr_expect_not(may_be_played(i, phase), "%s once", ROWS[i].id);
            }
        }
    }
}

/* After their events: gold stars leave, foreign wars wait in the box, permanent cards lie aside, others are
 * discarded. */
Test(nae_cards, where_events_go_5_3)
{
    nae_start("1805", "");
    for (unsigned i = 0; i < NAE_CARDS; i++) {
        nae_put_card(ns(), i, NAE_CARD_HAND);
        nae_card_used(np(), i, true);
        const char *marks = ROWS[i].marks;
        const unsigned place = strchr(marks, 'p') != NULL   ? NAE_CARD_ASIDE
                               : strchr(marks, 'w') != NULL ? NAE_CARD_BOX
                               : strchr(marks, 'g') != NULL ? NAE_CARD_REMOVED
                                                            : NAE_CARD_DISCARD;
        cr_expect_eq(nae_card_place(ns(), i), place, "%s", ROWS[i].id);
        cr_expect(nae_event_played(ns(), i), "%s", ROWS[i].id);
    }
}

/* ------------------------------------------------------------------ helpers */

static void phase_is(unsigned phase)
{
    ns()->phase = (uint8_t)(phase == NAE_IN_BUDGET      ? NAE_PHASE_BUDGET
                            : phase == NAE_IN_DIPLOMACY ? NAE_PHASE_DIPLOMACY
                            : phase == NAE_IN_CONQUESTS ? NAE_PHASE_CONQUEST
                                                        : NAE_PHASE_ROUNDS);
}

static bool may(const char *id, unsigned phase)
{
    nae_hand(id);
    phase_is(phase);
    return may_be_played(card_of(id), phase);
}

/* Plays an event, which must be legal, up to its first decision. */
static void event(const char *id, unsigned phase)
{
    cr_assert(may(id, phase), "line %d: %s may not be played", nae_line, id);
    nae_play_event(np(), card_of(id), phase);
    nae_run(np());
}
#define event(id, phase) (NAE_LINE, event(id, phase))

static int resources_next(unsigned power) { return ns()->major[power].correction; }
static void status(unsigned nation, enum nae_status value) { nae_set_status(np(), nation, value); }

/* ------------------------------------------------------------------ events of the Empire */

Test(nae_cards, f1_genius_activates_napoleon)
{
    nae_start("1805", "");
    cr_expect_not(may("1F", NAE_IN_ACTIVATION), "he is not on the map");
    at("strasbourg", "napoleon fr_1 fr_2");
    event("1F", NAE_IN_ACTIVATION);
    expect_step("forced_march", NAE_EMPIRE);
    play("forced_march(3)");
    cr_expect(ns()->march.flags & NAE_MARCH_FREE_FORCED);
    cr_expect_eq(nae_card_place(ns(), NAE_F(1)), NAE_CARD_ASIDE);
}

Test(nae_cards, f2_c14_major_campaign)
{
    nae_start("1805", "");
    cr_expect_not(may("2F", NAE_IN_ACTIVATION), "no force");
    at("strasbourg", "davout fr_1");
    event("2F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->campaign.card, NAE_F(2));
    nae_start("1805", "");
    at("vienne", "mack au_1");
    ns()->action.side = NAE_COALITION; /* its action of the round */
    event("14C", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->campaign.card, NAE_C(14));
}

Test(nae_cards, f4_f15_c1_c9_c24_fleets)
{
    nae_start("1805", "");
    cr_expect_not(may("4F", NAE_IN_ACTIVATION), "no fleet");
    cr_expect_not(may("1C", NAE_IN_ACTIVATION), "no fleet");
    fleets("port:brest", "fl_ganteaume fl_allemand");
    cr_expect(may("4F", NAE_IN_ACTIVATION));
    cr_expect(may("15F", NAE_IN_ACTIVATION));
    cr_expect_not(may("4F", NAE_IN_DIPLOMACY));
    fleets("port:portsmouth", "fl_keith");
    cr_expect(may("1C", NAE_IN_ACTIVATION));
    cr_expect(may("9C", NAE_IN_ACTIVATION));
    cr_expect(may("24C", NAE_IN_ACTIVATION));
    event("15F", NAE_IN_ACTIVATION);
    cr_expect(nae_event_played(ns(), NAE_F(15)));
}

Test(nae_cards, f7_godoy)
{
    nae_start("1805", "");
    event("7F", NAE_IN_BUDGET);
    expect_choices("choice(transfer); choice(resources)");
    play("choice(transfer)");
    cr_expect(nae_modifier_runs(ns(), NAE_F(7)));
    nae_start("1805", "");
    status(NAE_SPAIN, NAE_NEUTRAL);
    cr_expect_not(may("7F", NAE_IN_BUDGET));
}

/* The Coalition names what leaves; Finland takes the Swedes along; what is missing is owed; one war a turn.
 */
Test(nae_cards, f9_f16_f53_wars_of_russia)
{
    nae_start("1805", "");
    at("moscou", "koutouzov ru_1 ru_2");
    at("kiev", "bagration ru_3");
    event("9F", NAE_IN_DIPLOMACY);
    expect_choices("foreign_war_zone(moscou); foreign_war_zone(kiev)");
    play("foreign_war_zone(moscou)");
    cr_expect_eq(ns()->place[piece_of("ru_1")], NAE_FOREIGN_WAR);
    cr_expect_not(may("16F", NAE_IN_DIPLOMACY), "one a turn");
    nae_start("1805", "");
    at("stockholm", "mi_suede");
    event("16F", NAE_IN_DIPLOMACY);
    cr_expect_eq(ns()->place[piece_of("mi_suede")], NAE_FOREIGN_WAR);
    cr_expect_eq(ns()->war[1].owed_steps, 2, "nobody else was there");
    nae_start("1805", "");
    status(NAE_TURKEY, NAE_COALITION_ALLY);
    cr_expect_not(may("53F", NAE_IN_DIPLOMACY));
    status(NAE_TURKEY, NAE_NEUTRAL);
    event("53F", NAE_IN_DIPLOMACY);
    cr_expect_eq(ns()->war[4].owed_steps, 4);
    cr_expect_eq(nae_card_place(ns(), NAE_F(53)), NAE_CARD_BOX);
}

Test(nae_cards, f23_f37_wars_of_britain)
{
    nae_start("1805", "");
    at("londres", "gb_1");
    fleets("port:portsmouth", "fl_keith");
    event("37F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->place[piece_of("gb_1")], NAE_FOREIGN_WAR);
    cr_expect_eq(ns()->place[piece_of("fl_keith")], NAE_FOREIGN_WAR);
    cr_expect_eq(ns()->war[3].owed_fleets, 0);
    nae_start("1805", "");
    event("23F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->war[2].owed_steps, 1);
    cr_expect_eq(ns()->war[2].owed_fleets, 1);
    ns()->major[NAE_BRITAIN].resources = 24;
    nae_pay_foreign_wars(np(), NAE_BRITAIN);
    cr_expect_eq(ns()->war[2].owed_steps, 0, "debts come first");
    cr_expect_eq(ns()->war[2].owed_fleets, 0);
    cr_expect_lt(ns()->major[NAE_BRITAIN].resources, 24);
}

/* B76: a card of value 2 and a die of 3 end it, the units return in the next budget; a die of 2 does not. */
Test(nae_cards, foreign_war_ends_b76)
{
    for (unsigned die = 2; die <= 3; die++) {
        nae_start("1805", "");
        at("londres", "gb_1 gb_2");
        event("37F", NAE_IN_ACTIVATION);
        if (strcmp(nae_step_name(ns()->header.step), "foreign_war_piece") == 0) {
            play("foreign_war(gb_1)");
        }
        nae_hand("4C");
        dice(die == 2 ? "2" : "3");
        nae_push_end_war(np(), NAE_C(4));
        nae_run(np());
        expect_fallen();
        cr_expect_eq(nae_card_place(ns(), NAE_F(37)), die == 3 ? NAE_CARD_REMOVED : NAE_CARD_BOX);
    }
}

Test(nae_cards, f10_f49_f54_treasuries)
{
    nae_start("1805", "");
    phase_is(NAE_IN_DIPLOMACY);
    const int before = resources_next(NAE_FRANCE);
    nae_add_resources(np(), NAE_FRANCE, 4);
    cr_expect_eq(resources_next(NAE_FRANCE), before + 4, "outside a budget: the next one");
    nae_start("1805", "");
    event("10F", NAE_IN_BUDGET);
    cr_expect_eq(resources_next(NAE_FRANCE) + ns()->major[NAE_FRANCE].resources / 2, 4);
    event("54F", NAE_IN_BUDGET);
    cr_expect_eq(ns()->side[NAE_EMPIRE].hand_modifier, -2);
    event("49F", NAE_IN_BUDGET);
    cr_expect(ns()->flags & NAE_BLOCKADE_INCOMPLETE);
    cr_expect_not(nae_blockade_complete(nd(), ns()));
}

/* A14: Egypt 3 + 2 + 1 joins; a bonus of the card counts, and one power a turn. */
Test(nae_cards, f11_talleyrand)
{
    nae_start("1805", "");
    event("11F", NAE_IN_DIPLOMACY);
    expect_legal("target(egypte)", true);
    expect_legal("target(prusse)", true);
    expect_legal("target(autriche)", false);
    dice("3");
    play("target(egypte)");
    cr_expect_eq(nae_status(ns(), NAE_EGYPT), NAE_EMPIRE_ALLY);
}

Test(nae_cards, f14_f42_targets)
{
    nae_start("1805", ""); /* with its value of 2 it is Egypt's alone (8.2.2) */
    dice("2");
    event("14F", NAE_IN_DIPLOMACY);
    expect_fallen();
    cr_expect_eq(nae_status(ns(), NAE_EGYPT), NAE_NEUTRAL, "2 + 2 + 1");
    nae_start("1805", "");
    dice("3");
    event("14F", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_status(ns(), NAE_EGYPT), NAE_EMPIRE_ALLY);
    nae_start("1805", "");
    event("42F", NAE_IN_DIPLOMACY);
    expect_choices("target(danemark); target(hanse); target(mecklembourg)");
}

Test(nae_cards, f12_schulmeister_leads_the_enemy)
{
    nae_start("1805", "");
    at("prague", "au_1");
    event("12F", NAE_IN_ACTIVATION);
    expect_step("move_enemy", NAE_EMPIRE);
    play("move_enemy(prague)");
    expect_legal("move_enemy(stop)", true);
    play("move_enemy(budweis)");
    expect_at("au_1", "budweis");
}

Test(nae_cards, f13_c16_rounds)
{
    nae_start("1805", "");
    ns()->round = 4;
    cr_expect_not(may("13F", NAE_IN_ACTIVATION));
    cr_expect_not(may("16C", NAE_IN_ACTIVATION));
    ns()->round = 5;
    cr_expect_not(may("16C", NAE_IN_ACTIVATION));
    event("13F", NAE_IN_ACTIVATION);
    cr_expect(ns()->flags & NAE_SKIP_WINTER);
    nae_start("1805", "");
    ns()->round = 6;
    at("vienne", "au_1");
    event("16C", NAE_IN_ACTIVATION);
    cr_expect(ns()->flags & NAE_EXTRA_ROUND);
    cr_expect_eq(ns()->action.ap, 1);
}

Test(nae_cards, f17_f52_bind_diplomacy)
{
    nae_start("1805", "");
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    cr_expect(nae_is_target(nd(), ns(), NAE_COALITION, NAE_PRUSSIA, NAE_TARGET_ANY, 3));
    cr_expect_not(may("17F", NAE_IN_ACTIVATION));
    event("17F", NAE_IN_DIPLOMACY);
    cr_expect_not(nae_is_target(nd(), ns(), NAE_COALITION, NAE_PRUSSIA, NAE_TARGET_ANY, 3));
    cr_expect(nae_is_target(nd(), ns(), NAE_EMPIRE, NAE_PRUSSIA, NAE_TARGET_ANY, 3));
    nae_start("1805", "");
    event("52F", NAE_IN_DIPLOMACY);
    dice("5");
    nae_push_diplomacy(np(), NAE_COALITION, NAE_TARGET_20C, NAE_NO_MINIMUM, 0);
    nae_run(np());
    play("target(prusse)");
    cr_expect_eq(nae_status(ns(), NAE_PRUSSIA), NAE_NEUTRAL, "5 + 2 - 2");
}

Test(nae_cards, f18_c35_c36_c37_special_units)
{
    nae_start("1805", "");
    cr_expect_not(may("18F", NAE_IN_ACTIVATION));
    at("strasbourg", "napoleon grande_armee fr_1 fr_2");
    event("18F", NAE_IN_ACTIVATION);
    expect_at("sp_cavalerie_garde", "strasbourg");
    nae_start("1805", "");
    at("londres", "clinton armee_peninsule gb_1 gb_2");
    event("35C", NAE_IN_ACTIVATION);
    event("36C", NAE_IN_ACTIVATION);
    expect_at("sp_uxbridge sp_kgl", "londres");
    at("kiev", "koutouzov premiere_armee ru_1 ru_2");
    event("37C", NAE_IN_BUDGET);
    expect_at("sp_chevaliers_gardes", "kiev");
}

/* 8.3.1: both beaten, and six minors with an R on the Empire's side. */
Test(nae_cards, f20_confederation)
{
    nae_start("1805", "");
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    ns()->major[NAE_PRUSSIA].defeats[0] = 1;
    cr_expect_not(may("20F", NAE_IN_ACTIVATION), "Austria is not beaten");
    ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    event("20F", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_status(ns(), NAE_CONFEDERATION), NAE_PROTECTORATE);
    cr_expect_eq(ns()->level, 7);
    cr_expect_eq(ns()->escalade, 2);
    expect_at("mi_confederation", "reserve");
    cr_expect(nae_is_member(nd(), ns(), NAE_BAVARIA));
    nae_start("1805", "");
    ns()->major[NAE_PRUSSIA].defeats[0] = ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    cr_expect_not(may("20F", NAE_IN_ACTIVATION), "five minors only");
    status(nae_nation_by_id(nd(), "thuringe"), NAE_ANNEXED_EMPIRE);
    cr_expect_not(may("20F", NAE_IN_ACTIVATION), "the sixth is territory of France");
    status(nae_nation_by_id(nd(), "thuringe"), NAE_EMPIRE_ALLY);
    cr_expect(may("20F", NAE_IN_ACTIVATION), "the sixth is an ally");
}

/* B73: Poland is made in the phase of conquests, if Warsaw is still held. */
Test(nae_cards, f22_walewska_b73)
{
    nae_start("1805", "");
    status(NAE_PRUSSIA, NAE_COALITION_ALLY);
    cr_expect_not(may("22F", NAE_IN_DIPLOMACY), "Warsaw is Prussian");
    status(NAE_SAXONY, NAE_EMPIRE_ALLY);
    status(nae_nation_by_id(nd(), "hesse"), NAE_COALITION_ALLY);
    at("varsovie", "davout fr_1 dp_france_1=");
    at("posen", "dp_france_2=");
    at("berlin", "dp_france_3=");
    at("wittemberg", "dp_france_4=");
    static const char *const taken[] = {"varsovie", "posen", "berlin", "kustrin", "glogau", "magdebourg"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        nae_marker_at(taken[i], NAE_EMPIRE);
        if (nd()->zone[zone_of(taken[i])].fortress > 0) {
            nae_set_fort_state(ns(), zone_of(taken[i]), NAE_FORT_EMPIRE);
        }
    }
    cr_assert(nae_controls(nd(), ns(), zone_of("varsovie"), NAE_EMPIRE), "in supply");
    nae_put(ns(), piece_of("davout"), NAE_RESERVE, false);
    nae_put(ns(), piece_of("fr_1"), NAE_RESERVE, false);
    nae_put(ns(), piece_of("dp_france_1"), NAE_RESERVE, false);
    at("varsovie", "pr_1");
    cr_expect_not(may("22F", NAE_IN_DIPLOMACY),
                  "Prussians stand there again, without a point for the marker");
    nae_put(ns(), piece_of("pr_1"), NAE_RESERVE, false);
    at("varsovie", "davout fr_1 dp_france_1=");
    event("22F", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_status(ns(), NAE_POLAND), NAE_NOT_CREATED, "not before Q");
    cr_expect_eq(ns()->level, 5);
    cr_expect(nae_modifier_runs(ns(), NAE_F(22)));
}

Test(nae_cards, f24_f25_blockade_and_iberia)
{
    nae_start("1805", "");
    cr_expect_not(may("24F", NAE_IN_ACTIVATION), "25F comes first");
    event("25F", NAE_IN_BUDGET);
    cr_expect(ns()->flags & NAE_BLOCKADE);
    cr_expect_eq(ns()->escalade, 3);
    event("24F", NAE_IN_ACTIVATION);
    cr_expect(ns()->flags & NAE_IBERIA_OPEN);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->escalade, 4);
    nae_start("1805", "");
    at("paris", "fr_1");
    event("25F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->action.ap, 2, "two points in a round");
}

Test(nae_cards, f26_tilsit_and_c27_drums_are_for_conquests)
{
    nae_start("1805", "");
    for (unsigned phase = 1; phase < NAE_IN_CONQUESTS; phase <<= 1U) {
        cr_expect_not(may("26F", phase));
        cr_expect_not(may("27C", phase));
    }
    ns()->major[NAE_AUSTRIA].flags |= NAE_BEATEN_BY_NAPOLEON;
    phase_is(NAE_IN_CONQUESTS);
    nae_push(np(), NAE_STEP_TILSIT, NAE_EMPIRE);
    nae_run(np());
    expect_choices("tilsit(autriche); tilsit(none)");
    play("tilsit(autriche)");
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_FORCED_PEACE);
    cr_expect_eq(ns()->level, 6);
    cr_expect_eq(ns()->major[NAE_AUSTRIA].defeats[0], 1);
}

Test(nae_cards, c27_keeps_a_power_in_the_war)
{
    nae_start("1805", "");
    nae_hand("27C");
    phase_is(NAE_IN_CONQUESTS);
    NaeFrame *frame = nae_push(np(), NAE_STEP_CONQUEST_CARD, NAE_COALITION);
    frame->a = NAE_C(27);
    frame->b = NAE_AUSTRIA;
    nae_run(np());
    play("conquest_card(27C)");
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_COALITION_ALLY);
    cr_expect(ns()->major[NAE_AUSTRIA].flags & NAE_REFUSED);
    cr_expect_eq(nae_card_place(ns(), NAE_C(27)), NAE_CARD_REMOVED);
}

Test(nae_cards, f27_f39_levies)
{
    nae_start("1805", "");
    event("39F", NAE_IN_BUDGET);
    expect_step("place_unit", NAE_EMPIRE);
    play("place_unit(fr_9)");
    play("place(lille)");
    expect_at("fr_9", "lille");
    expect_steps("fr_9", 1);
    nae_start("1805", "");
    event("27F", NAE_IN_ACTIVATION);
    play("place_unit(fr_9)");
    play("place(paris)");
    expect_steps("fr_9", 1);
    cr_expect_neq(ns()->header.step, NAE_STEP_PLACE_UNIT, "a second corps without a general does not fit");
}

Test(nae_cards, f29_c29_forced_marches)
{
    nae_start("1805", "");
    at("strasbourg", "davout fr_1");
    event("29F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->march.forced, 2);
    cr_expect(ns()->march.flags & NAE_MARCH_FREE_FORCED);
    nae_start("1805", "");
    at("vienne", "mack au_1");
    event("29C", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->march.forced, 2);
}

Test(nae_cards, f33_f36_in_an_activation)
{
    nae_start("1805", "");
    cr_expect_not(may("33F", NAE_IN_ACTIVATION), "nobody marches");
    at("strasbourg", "davout fr_1");
    event("29F", NAE_IN_ACTIVATION);
    event("33F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->action.free_siege, 2);
    event("36F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->action.rivers, 1);
}

Test(nae_cards, f34_marie_louise)
{
    nae_start("1805", "");
    cr_expect_not(may("34F", NAE_IN_DIPLOMACY));
    status(NAE_AUSTRIA, NAE_FORCED_PEACE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    event("34F", NAE_IN_DIPLOMACY);
    cr_expect_eq(ns()->level, 6);
    cr_expect_not(nae_can_declare(nd(), ns(), NAE_COALITION, NAE_AUSTRIA));
    cr_expect_not(may("47C", NAE_IN_DIPLOMACY));
}

Test(nae_cards, f35_corsairs)
{
    nae_start("1805", "");
    at("londres", "gb_1");
    const unsigned size = nae_hand_size(nd(), ns(), NAE_COALITION);
    event("35F", NAE_IN_BUDGET);
    cr_expect_eq(nae_hand_size(nd(), ns(), NAE_COALITION), size - 1);
    cr_expect_eq(nae_card_place(ns(), NAE_F(35)), NAE_CARD_DISCARD);
}

Test(nae_cards, f38_polish_steps)
{
    nae_start("1809", "");
    at("varsovie", "mi_pologne_1-");
    event("38F", NAE_IN_BUDGET);
    play("minor_step(mi_pologne_1)");
    expect_steps("mi_pologne_1", 2);
}

/* 38F asks for a Warsaw that the Coalition does not control, which is control as everywhere [4]: not while it
 * is besieged, whoever stands elsewhere; a marker of the Coalition with the French on it again is none. */
Test(nae_cards, f38_who_controls_warsaw)
{
    for (unsigned i = 0; i < 4; i++) {
        nae_start("1809", "");
        ns()->place[piece_of("mi_pologne_2")] = NAE_OUT;
        ns()->owner[zone_of("cracovie")] = NAE_POLAND; /* a fortress that is not lost [8.3.5] */
        at("mayence", "mi_pologne_1-");
        if (i == 1) {
            at("varsovie", "ru_3 ru_4 barclay");
            nae_lay_siege(np(), zone_of("varsovie"));
        } else if (i >= 2) {
            marker("varsovie", NAE_COALITION);
            nae_set_fort_state(ns(), zone_of("varsovie"), NAE_FORT_DESTROYED);
        }
        if (i == 3) {
            at("varsovie", "fr_9");
        }
        cr_expect_eq(may("38F", NAE_IN_BUDGET), i == 0 || i == 3, "case %u", i);
    }
}

/* 38F like the steps of a budget [7.3.3]: a corps of the reserve needs room for one step, Davout of five has
 * it; the two are of one class and the lower stands for both; a garrison without a siege is restored, a
 * besieged one is not. */
Test(nae_cards, f38_as_in_a_budget)
{
    nae_start("1809", "");
    ns()->place[piece_of("mi_pologne_2")] = NAE_RESERVE;
    at("varsovie", "davout fr_10 fr_11 fr_12-");
    event("38F", NAE_IN_BUDGET);
    expect_choices("minor_step(mi_pologne_1); minor_step(done)");
    play("minor_step(mi_pologne_1)");
    expect_steps("mi_pologne_1", 1);
    expect_at("mi_pologne_1", "varsovie");
    for (unsigned siege = 0; siege < 2; siege++) {
        nae_start("1809", "");
        ns()->place[piece_of("mi_pologne_2")] = NAE_OUT;
        inside("varsovie", "mi_pologne_1-");
        at("varsovie", "au_1-");
        nae_set_siege(ns(), zone_of("varsovie"), siege != 0, 0);
        cr_expect_eq(nae_pieces_in(nae_minor_step_units(np(), NAE_POLAND), piece_of("mi_pologne_1")),
                     siege == 0);
    }
}

Test(nae_cards, f40_expeditionary_corps)
{
    nae_start("1805", "");
    at("vienne", "au_1");
    at("prague", "au_2");
    cr_expect_not(may("40F", NAE_IN_DIPLOMACY));
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    event("40F", NAE_IN_DIPLOMACY);
    play("take_corps(vienne)");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("au_1")), NAE_EMPIRE);
    play("take_corps(done)");
    cr_expect_eq(nae_side_of_piece(ns(), piece_of("au_2")), NAE_NOBODY);
    /* of several powers one is named first */
    nae_start("1805", "");
    at("vienne", "au_1");
    at("prague", "au_2");
    at("berlin", "pr_1");
    status(NAE_HESSE, NAE_FORCED_ALLIANCE);
    status(NAE_SAXONY, NAE_FORCED_ALLIANCE);
    status(NAE_AUSTRIA, NAE_FORCED_ALLIANCE);
    status(NAE_PRUSSIA, NAE_FORCED_ALLIANCE);
    ns()->major[NAE_AUSTRIA].victor = NAE_FRANCE;
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    event("40F", NAE_IN_DIPLOMACY);
    expect_choices("target(autriche); target(prusse)");
    play("target(autriche)");
    expect_choices("take_corps(vienne); take_corps(prague)");
}

Test(nae_cards, f41_c39_look_and_discard)
{
    nae_start("1805", "");
    nae_hand("4C 5C");
    dice("2");
    event("41F", NAE_IN_DIPLOMACY);
    expect_fallen();
    cr_expect_eq(nae_card_place(ns(), NAE_C(5)), NAE_CARD_DISCARD);
    cr_expect(ns()->card[NAE_C(4)] & NAE_KNOWN);
    nae_hand("3F");
    event("39C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_card_place(ns(), NAE_F(3)), NAE_CARD_DISCARD, "one card: no die");
}

/* A card that may not be discarded is not lost by lot either [25F, 7.2]. */
Test(nae_cards, c39_c53_not_what_may_not_be_discarded)
{
    nae_start("1805", "");
    fleets("port:brest", "fl_ganteaume"); /* else 25F is due */
    nae_hand("1F 3F 24F 25F");
    event("39C", NAE_IN_ACTIVATION); /* one card left to lose: no die */
    cr_expect_eq(nae_card_place(ns(), NAE_F(3)), NAE_CARD_DISCARD);
    event("53C", NAE_IN_ACTIVATION);
    cr_expect(nae_in_hand(ns(), NAE_F(24)));
    cr_expect(nae_in_hand(ns(), NAE_F(25)));
    cr_expect_eq(ns()->level, 4);
}

Test(nae_cards, f43_c43_campaigns)
{
    nae_start("1805", "");
    at("strasbourg", "davout fr_1");
    event("43F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->campaign.outside, 2);
    nae_start("1805", "");
    at("vienne", "mack au_1");
    event("43C", NAE_IN_ACTIVATION);
    cr_expect(nae_modifier_runs(ns(), NAE_C(43)));
}

Test(nae_cards, f44_f46_spain)
{
    nae_start("1809", "");
    cr_expect_not(may("44F", NAE_IN_ACTIVATION));
    cr_expect_not(may("46F", NAE_IN_ACTIVATION));
    at("madrid", "soult fr_1");
    at("seville", "es_milice_1");
    event("46F", NAE_IN_ACTIVATION);
    expect_at("es_milice_1", "reserve");
    event("44F", NAE_IN_ACTIVATION);
    cr_expect(ns()->march.flags & NAE_MARCH_SUPPLIED);
}

Test(nae_cards, f45_westphalia)
{
    nae_start("1809", "");
    event("45F", NAE_IN_BUDGET);
    cr_expect_eq(nae_status(ns(), NAE_WESTPHALIA), NAE_PROTECTORATE);
    expect_at("mi_westphalie jerome", "reserve");
    cr_expect_eq(ns()->level, 16);
    nae_start("1809", "");
    status(NAE_NAPLES, NAE_COALITION_ALLY);
    cr_expect_not(may("45F", NAE_IN_BUDGET), "without Naples");
    nae_start("1805", "");
    cr_expect_not(may("45F", NAE_IN_BUDGET), "not before the Punishments");
}

Test(nae_cards, f48_armistice)
{
    nae_start("1805", "");
    event("48F", NAE_IN_ACTIVATION);
    cr_expect_eq(ns()->level, 4);
    cr_expect(ns()->rounds_to_skip == 1 || ns()->round == 4);
}

Test(nae_cards, f50_rally_around_napoleon)
{
    nae_start("1805", "");
    at("paris", "napoleon fr_1");
    at("soissons", "davout fr_2");
    cr_expect_not(may("50F", NAE_IN_ACTIVATION), "nobody is demoralised");
    nae_set_bit(ns(), piece_of("fr_2"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("davout"), NAE_DEMORALISED);
    event("50F", NAE_IN_ACTIVATION);
    cr_expect_not(nae_bit(ns(), piece_of("fr_2"), NAE_DEMORALISED));
}

/* Reactions: each at its own moment only. */
Test(nae_cards, f19_f21_f32_c15_c40_reactions)
{
    static const char *const ids[] = {"19F", "21F", "32F", "40C"};
    nae_start("1805", "");
    nae_hand("19F 21F 32F 40C");
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned phase = 1; phase <= NAE_IN_CONQUESTS; phase <<= 1U) {
            cr_expect_not(may_be_played(card_of(ids[i]), phase), "%s", ids[i]);
        }
    }
    cr_expect(nae_reaction_playable(nd(), ns(), NAE_F(19), NAE_AT_EVASION));
    cr_expect_not(nae_reaction_playable(nd(), ns(), NAE_F(19), NAE_AT_ANNOUNCED_REACTION));
    cr_expect(nae_reaction_playable(nd(), ns(), NAE_F(32), NAE_AT_ANNOUNCED_REACTION));
    cr_expect(nae_reaction_playable(nd(), ns(), NAE_F(21), NAE_AT_ATTRITION));
    cr_expect_not(nae_reaction_playable(nd(), ns(), NAE_C(40), NAE_AT_ENTRY_RUSSIA), "2C was not played");
    ns()->card[NAE_C(2)] |= NAE_EVENT_PLAYED;
    cr_expect(nae_reaction_playable(nd(), ns(), NAE_C(40), NAE_AT_ENTRY_RUSSIA));
    nae_hand("15C");
    cr_expect_not(nae_reaction_playable(nd(), ns(), NAE_C(15), NAE_AT_FIRST_BATTLE),
                  "no general who defends well");
}

/* Combat cards are for battles alone, but for 50F. */
Test(nae_cards, combat_cards_are_for_battles_6_5)
{
    static const char *const ids[] = {"3F",  "5F",  "6F",  "8F",  "28F", "30F", "31F", "47F",
                                      "51F", "55F", "4C",  "5C",  "10C", "11C", "12C", "21C",
                                      "28C", "30C", "31C", "32C", "42C", "44C"};
    nae_start("1805", "");
    for (unsigned i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        nae_hand(ids[i]);
        cr_expect(nd()->card[card_of(ids[i])].flags & NAE_COMBAT_CARD, "%s", ids[i]);
        for (unsigned phase = 1; phase <= NAE_IN_CONQUESTS; phase <<= 1U) {
            cr_expect_not(may_be_played(card_of(ids[i]), phase), "%s", ids[i]);
        }
    }
}

/* ------------------------------------------------------------------ events of the Coalition */

Test(nae_cards, c2_holy_russia)
{
    nae_start("1805", "");
    at("vilna", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4");
    at("kiev", "ru_1");
    cr_expect_not(may("2C", NAE_IN_DIPLOMACY), "eight steps");
    at("riga", "davout fr_6");
    event("2C", NAE_IN_DIPLOMACY);
    expect_step("card_place", NAE_COALITION);
    cr_expect_eq(nae_card_place(ns(), NAE_C(2)), NAE_CARD_ASIDE);
    /* The militia comes first, then the corps, the general last: as the card names them. */
    cr_expect_eq(ns()->frame[ns()->frames - 1].b, piece_of("ru_milice_2"));
    play("place(smolensk); place(moscou)");
    cr_expect_eq(ns()->frame[ns()->frames - 1].b, piece_of("ru_11"));
    at("viborg", "tormassov ru_3"); /* no general takes another's place outside a budget */
    play("place(sebastopol); place(revel)");
    expect_legal("place(revel)", true);
    expect_legal("place(viborg)", false);
}

Test(nae_cards, c3_holy_empire)
{
    nae_start("1805", "");
    event("3C", NAE_IN_BUDGET);
    cr_expect_eq(resources_next(NAE_AUSTRIA), 6, "the only choice");
    nae_start("1805", "");
    ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    event("3C", NAE_IN_ACTIVATION);
    expect_choices("choice(reform); choice(resources)");
    play("choice(reform)");
    expect_at("au_reserve au_grenadiers au_landwehr_1", "reserve");
    cr_expect_not(ns()->major[NAE_PRUSSIA].flags & NAE_REFORMED, "Prussia was never beaten");
}

Test(nae_cards, c6_c7_c8_c13_c55_money)
{
    nae_start("1805", "");
    event("6C", NAE_IN_BUDGET);
    cr_expect_eq(nae_modifier_value(ns(), NAE_C(6), NAE_NONE), 8);
    event("7C", NAE_IN_BUDGET);
    expect_choices("target(grande_bretagne); target(autriche); target(russie)");
    nae_start("1805", "");
    event("8C", NAE_IN_DIPLOMACY);
    cr_expect_eq(resources_next(NAE_BRITAIN), 4);
    cr_expect_eq(resources_next(NAE_SPAIN), -4);
    nae_start("1805", "");
    status(NAE_SPAIN, NAE_COALITION_ALLY);
    cr_expect_not(may("8C", NAE_IN_DIPLOMACY));
    event("13C", NAE_IN_BUDGET);
    const unsigned hand_before = nae_hand_count(ns(), NAE_COALITION);
    play("choice(resources_3_and_card)");
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), hand_before + 1);
    nae_start("1805", "");
    event("55C", NAE_IN_BUDGET);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 1);
}

Test(nae_cards, c17_c19_c20_c49_diplomacy)
{
    nae_start("1805", "");
    event("17C", NAE_IN_DIPLOMACY);
    expect_choices("target(danemark); target(egypte); target(mecklembourg); target(hanse)");
    cr_expect_eq(ns()->escalade, 1);
    nae_start("1805", "");
    event("20C", NAE_IN_DIPLOMACY);
    expect_choices("target(prusse); target(saxe); target(hesse)");
    nae_start("1805", "");
    at("berlin", "pr_1");
    event("19C", NAE_IN_DIPLOMACY); /* A14: Prussia 2 + 2 + 2 joins, two cards, Saxons and Hessians deploy */
    dice("2");
    play("target(prusse)");
    cr_expect_eq(nae_status(ns(), NAE_PRUSSIA), NAE_COALITION_ALLY);
    cr_expect_eq(nae_status(ns(), NAE_SAXONY), NAE_COALITION_ALLY);
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 0, "cards come after the units [map 16.2]");
    play("deploy(mi_saxe,dresde)");
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 2);
    nae_start("1809", "");
    event("49C", NAE_IN_DIPLOMACY);
    expect_legal("target(baviere)", true);
    expect_legal("target(saxe)", true);
    expect_legal("target(italie)", false);
    expect_legal("target(danemark)", true);
}

Test(nae_cards, c18_c23_c25_revolts)
{
    nae_start("1805", "");
    cr_expect_not(may("18C", NAE_IN_ACTIVATION), "no Kingdom of Bavaria");
    ns()->flags |= NAE_BAVARIAN_KINGDOM;
    event("18C", NAE_IN_ACTIVATION);
    play("place(innsbruck)");
    expect_at("mi_tyrol", "innsbruck");
    cr_expect_eq(nae_status(ns(), NAE_TYROL), NAE_COALITION_ALLY);
    event("25C", NAE_IN_ACTIVATION);
    play("place(poitiers)");
    expect_at("mi_chouans", "poitiers");
    event("23C", NAE_IN_ACTIVATION);
    play("place(nich)");
    expect_at("mi_serbes", "nich");
    nae_start("1805", "");
    status(NAE_TURKEY, NAE_COALITION_ALLY);
    cr_expect_not(may("23C", NAE_IN_ACTIVATION));
}

Test(nae_cards, c22_dos_de_mayo_c34_guerrillas)
{
    nae_start("1805", "");
    cr_expect_not(may("22C", NAE_IN_ACTIVATION), "24F comes first");
    cr_expect_not(may("34C", NAE_IN_ACTIVATION));
    ns()->card[NAE_F(24)] |= NAE_EVENT_PLAYED;
    at("madrid", "soult fr_1");
    event("22C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_status(ns(), NAE_SPAIN), NAE_COALITION_ALLY);
    cr_expect_eq(nae_marker(ns(), zone_of("madrid")), NAE_EMPIRE, "the French alone hold it");
    cr_expect(ns()->flags & NAE_LIBERATION);
    expect_step("card_deploy", NAE_COALITION);
    while (strcmp(nae_step_name(ns()->header.step), "card_deploy") == 0) {
        MoveList list;
        list.count = 0;
        nae_card_deploy_options(np(), &ns()->frame[ns()->frames - 1], &list);
        char text[MOVE_TEXT_BYTES];
        nae_move_text(nd(), list.moves[0], text);
        play(text);
    }
    cr_expect_lt(ns()->place[piece_of("es_milice_4")], NAE_ZONES);
    event("34C", NAE_IN_ACTIVATION);
    expect_step("card_deploy", NAE_COALITION);
}

Test(nae_cards, c26_gustavus)
{
    nae_start("1805", "");
    at("stockholm", "mi_suede-");
    event("26C", NAE_IN_BUDGET);
    play("minor_step(mi_suede)");
    expect_steps("mi_suede", 2);
    status(NAE_SWEDEN, NAE_NEUTRAL);
    cr_expect_not(may("26C", NAE_IN_BUDGET));
}

Test(nae_cards, c33_torres_vedras)
{
    nae_start("1809", "");
    cr_expect_not(may("33C", NAE_IN_ACTIVATION));
    at("lisbonne", "gb_1");
    event("33C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_fortress_level(nd(), ns(), zone_of("lisbonne")), 2);
    cr_expect_eq(nae_modifier_value(ns(), NAE_C(33), zone_of("coimbra")), 1);
}

Test(nae_cards, c38_crown_prince)
{
    nae_start("1809", "");
    at("stralsund", "bernadotte fr_1");
    at("stockholm", "mi_suede");
    event("38C", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_status(ns(), NAE_SWEDEN), NAE_COALITION_ALLY);
    expect_at("bernadotte", "out");
    nae_start("1809", "");
    status(NAE_SWEDEN, NAE_PROTECTORATE);
    cr_expect_not(may("38C", NAE_IN_DIPLOMACY));
}

Test(nae_cards, c41_general_winter)
{
    nae_start("1809", "");
    at("minsk", "davout fr_1");
    ns()->round = 5;
    cr_expect_not(may("41C", NAE_IN_ACTIVATION), "not in winter");
    ns()->round = 6;
    unsigned poor = 0;
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        poor += ns()->owner[zone] == NAE_RUSSIA && nae_zone_is(nd(), zone, NAE_ZONE_POOR);
    }
    cr_expect_gt(poor, 0);
    cr_expect_eq(may("41C", NAE_IN_ACTIVATION), nae_zone_is(nd(), zone_of("minsk"), NAE_ZONE_POOR));
}

Test(nae_cards, c45_c46_c47_reforms)
{
    nae_start("1805", "");
    event("45C", NAE_IN_BUDGET);
    expect_choices("target(autriche); target(prusse)");
    play("target(prusse)");
    expect_at("pr_landwehr_1 pr_landwehr_2", "reserve");
    cr_expect_not(may("46C", NAE_IN_DIPLOMACY), "Prussia was not beaten");
    status(NAE_PRUSSIA, NAE_FORCED_PEACE);
    ns()->major[NAE_PRUSSIA].victor = NAE_FRANCE;
    event("46C", NAE_IN_DIPLOMACY);
    cr_expect_eq(nae_status(ns(), NAE_PRUSSIA), NAE_COALITION_ALLY);
    play("deploy(mi_saxe,dresde)");
    cr_expect_eq(nae_hand_count(ns(), NAE_COALITION), 2);
    nae_start("1805", "");
    status(NAE_AUSTRIA, NAE_NEUTRAL);
    cr_expect_not(may("47C", NAE_IN_ACTIVATION), "neutral, never beaten");
    ns()->major[NAE_AUSTRIA].defeats[0] = 1;
    nae_put_card(ns(), NAE_C(3), NAE_CARD_ASIDE);
    event("47C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_status(ns(), NAE_AUSTRIA), NAE_COALITION_ALLY);
    cr_expect_eq(nae_card_place(ns(), NAE_C(3)), NAE_CARD_HAND);
}

Test(nae_cards, c48_cossacks)
{
    nae_start("1805", "");
    at("varsovie", "davout fr_1 dp_france_1");
    cr_expect_not(may("48C", NAE_IN_ACTIVATION), "no Russian near");
    at("brest_litovsk", "ru_1");
    event("48C", NAE_IN_ACTIVATION);
    cr_expect(nae_bit(ns(), piece_of("fr_1"), NAE_UNSUPPLIED));
    expect_at("dp_france_1", "reserve");
}

/* B45: a die of 3, and Bavaria's corps with a French step: one step of each is lost. */
Test(nae_cards, c50_treaty_of_ried_b45)
{
    nae_start("1805", "");
    at("munich", "davout mi_baviere fr_1-");
    event("50C", NAE_IN_DIPLOMACY);
    dice("3");
    play("target(baviere)");
    cr_expect_eq(nae_status(ns(), NAE_BAVARIA), NAE_COALITION_ALLY);
    expect_steps("mi_baviere", 1);
    expect_at("fr_1", "reserve");
    cr_expect_eq(ns()->level, 4);
    nae_start("1805", "");
    event("50C", NAE_IN_DIPLOMACY);
    dice("2");
    play("target(wurtemberg)");
    cr_expect_eq(nae_status(ns(), NAE_WURTTEMBERG), NAE_EMPIRE_ALLY);
    nae_start("1805", "");
    ns()->side[NAE_EMPIRE].flags |= NAE_ARMY_LOST;
    event("50C", NAE_IN_DIPLOMACY);
    play("target(wurtemberg)"); /* no die after a major battle lost */
    cr_expect_eq(nae_status(ns(), NAE_WURTTEMBERG), NAE_COALITION_ALLY);
}

Test(nae_cards, c51_excommunication)
{
    nae_start("1805", "");
    at("milan", "fr_1");
    event("51C", NAE_IN_DIPLOMACY);
    expect_steps("fr_1", 1);
    cr_expect(nae_modifier_runs(ns(), NAE_C(51)));
    cr_expect(nae_zones_in(nd()->italian, zone_of("milan")));
    cr_expect_not(nae_zones_in(nd()->italian, zone_of("cagliari")));
}

Test(nae_cards, c52_miseries)
{
    nae_start("1805", "");
    event("52C", NAE_IN_BUDGET);
    cr_expect_eq(ns()->side[NAE_COALITION].hand_ceiling, 99);
    cr_expect_not(may("52C", NAE_IN_BUDGET), "it would change nothing");
}

Test(nae_cards, c53_malet)
{
    nae_start("1805", "");
    nae_hand("1F 3F");
    event("53C", NAE_IN_ACTIVATION);
    cr_expect_eq(nae_card_place(ns(), NAE_F(1)), NAE_CARD_REMOVED);
    cr_expect_eq(nae_card_place(ns(), NAE_F(3)), NAE_CARD_DISCARD);
    cr_expect_eq(ns()->level, 4);
}

Test(nae_cards, c54_royalists)
{
    nae_start("1815", "");
    event("54C", NAE_IN_ACTIVATION);
    expect_legal("target(paris)", false);
    expect_legal("target(poitiers)", true);
    play("target(poitiers)");
    cr_expect_eq(nae_marker(ns(), zone_of("poitiers")), NAE_COALITION);
}

/* Every French fleet destroyed or shut in: the Empire's next action is 25F (map 6.1). */
Test(nae_cards, f25_compulsory)
{
    nae_start("1805", "");
    hand("25F 9F");
    fleets("port:brest", "fl_ganteaume");
    at("strasbourg", "fr_1");
    nae_go();
    expect_legal("action(9F)", true);
    expect_legal("action(pass)", true);
    nae_start("1805", "");
    hand("25F 9F");
    at("strasbourg", "fr_1");
    nae_go();
    expect_legal("action(9F)", false);
    expect_legal("action(pass)", false);
}

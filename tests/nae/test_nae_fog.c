/* test_nae_fog.c: the option fog_of_war [9.2]: what of the enemy's stacks and fleets a seat sees, what it is
 * told, and the worlds that it may be in. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/nae/cards.h"
#include "engine/nae/fog.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "engine/nae/view.h"
#include "eval/run/laws.h"
#include "tests/nae/nae_position.h"
#include "tests/support/support.h"

static void start(void) { nae_start("1805", "options.fog_of_war=true"); }

static NaeState view_of(unsigned seat)
{
    NaeState view = *ns();
    nae_view(nd(), &view, (Seat)seat);
    return view;
}

static bool is_covered(const char *piece, unsigned from)
{
    return nae_pieces_in(nae_covered(nd(), ns(), from), piece_of(piece));
}

/* A stack shows its commander; a corps alone, fixed depots and one's own lie open. */
Test(nae_fog, what_is_seen)
{
    start();
    at("ulm", "davout fr_1 fr_2- dp_france_1=");
    at("munich", "fr_3");
    at("vienne", "charles au_1 au_2");
    cr_expect(!is_covered("davout", NAE_COALITION), "who commands is seen");
    cr_expect(is_covered("fr_1", NAE_COALITION) && is_covered("fr_2", NAE_COALITION));
    cr_expect(!is_covered("dp_france_1", NAE_COALITION), "a fixed depot lies on the map");
    cr_expect(!is_covered("fr_3", NAE_COALITION), "a single corps is seen");
    cr_expect(!is_covered("fr_1", NAE_EMPIRE), "one's own are known");
    cr_expect(is_covered("au_1", NAE_EMPIRE) && !is_covered("charles", NAE_EMPIRE));
    nae_start("1805", "");
    at("ulm", "davout fr_1 fr_2-");
    cr_expect(nae_pieces_empty(nae_covered(nd(), ns(), NAE_COALITION)), "nothing without the option");
}

/* Two positions that differ in what lies under generals alone look alike, in bytes and in words. */
Test(nae_fog, stacks_cannot_be_told_apart)
{
    StrBuf first_words;
    StrBuf second_words;
    strbuf_init(&first_words);
    strbuf_init(&second_words);
    start();
    at("ulm", "davout fr_1 fr_2-");
    at("stuttgart", "lannes fr_garde dp_france_1");
    const NaeState first = view_of(NAE_COALITION);
    nae_position_json(nd(), ns(), SEAT_COALITION, &first_words);
    start();
    at("ulm", "davout fr_garde dp_france_1");
    at("stuttgart", "lannes fr_2- fr_1");
    const NaeState second = view_of(NAE_COALITION);
    nae_position_json(nd(), ns(), SEAT_COALITION, &second_words);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    cr_expect_str_eq(first_words.text, second_words.text);
    cr_expect(strstr(first_words.text, "\"davout\"") != NULL);
    cr_expect(strstr(first_words.text, "fr_garde\"") == NULL, "no covered counter is named");
    cr_expect(strstr(first_words.text, "\"covered\":2") != NULL, "how many lie there is seen");
    strbuf_release(&first_words);
    strbuf_release(&second_words);
}

/* Worlds are legal, differ, and look like the view that they were made from. */
Test(nae_fog, worlds_fit)
{
    unsigned guards_at_ulm = 0;
    start();
    at("ulm", "davout fr_1 fr_2 fr_4-");
    at("stuttgart", "lannes fr_garde fr_3-");
    at("bade", "napoleon grande_armee soult fr_5 fr_6 fr_7- dp_france_1");
    char message[GAME_CHECK_BYTES] = "";
    cr_assert(nae_check(nd(), ns(), message), "%s", message);
    const NaeState view = view_of(NAE_COALITION);
    Rng rng = rng_derive(5, RNG_PURPOSE_FUZZ, 0);
    for (unsigned i = 0; i < 400; i++) {
        NaeState world = view;
        nae_determinize(nd(), &world, SEAT_COALITION, &rng);
        cr_assert(nae_check(nd(), &world, message), "%s", message);
        cr_assert_eq(world.place[piece_of("lannes")], zone_of("stuttgart"));
        guards_at_ulm += world.place[piece_of("fr_garde")] == zone_of("ulm") ? 1U : 0U;
        nae_view(nd(), &world, SEAT_COALITION);
        cr_assert_eq(memcmp(&view, &world, sizeof view), 0);
    }
    cr_expect(guards_at_ulm > 20 && guards_at_ulm < 380, "%u of 400", guards_at_ulm);
}

/* Fleets lie face down: flag and number show, and which is which does not. */
Test(nae_fog, fleets_lie_face_down)
{
    start();
    fleets("port:brest", "fl_villeneuve");
    fleets("port:toulon", "fl_ganteaume fl_gravina");
    const NaeState first = view_of(NAE_COALITION);
    start();
    fleets("port:brest", "fl_ganteaume");
    fleets("port:toulon", "fl_villeneuve fl_gravina");
    const NaeState second = view_of(NAE_COALITION);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    start();
    fleets("port:brest", "fl_gravina");
    fleets("port:toulon", "fl_villeneuve fl_ganteaume");
    const NaeState third = view_of(NAE_COALITION);
    cr_expect_neq(memcmp(&first, &third, sizeof first), 0, "another flag");
}

/* A battle uncovers who fights in it; his stack is known until it takes in or gives off a counter. */
Test(nae_fog, battles_uncover)
{
    start();
    at("stuttgart", "napoleon fr_1 fr_2 fr_3");
    at("ulm", "mack au_1 au_2");
    nae_move_pieces(np(), nae_land(nd(), ns(), zone_of("stuttgart"), NAE_EMPIRE), zone_of("ulm"),
                    NAE_STANDING);
    cr_expect(is_covered("fr_1", NAE_COALITION) && is_covered("au_1", NAE_EMPIRE));
    battle("ulm", NAE_EMPIRE, "stuttgart", 0);
    expect_step("spearhead", NAE_EMPIRE);
    cr_expect(!is_covered("fr_1", NAE_COALITION) && !is_covered("au_1", NAE_EMPIRE));
    NaeState *s = ns();
    memset(&s->battle, 0, sizeof s->battle);
    s->battle.attacker = SEAT_NONE;
    cr_expect(!is_covered("fr_1", NAE_COALITION), "the stack stays known");
    NaeState before = *s;
    s->place[piece_of("fr_3")] = NAE_RESERVE;
    nae_fog_settle(nd(), &before, s);
    cr_expect(!is_covered("fr_1", NAE_COALITION), "losses are seen");
    before = *s;
    s->place[piece_of("fr_2")] = (uint8_t)zone_of("munich");
    nae_fog_settle(nd(), &before, s);
    cr_expect(!is_covered("fr_2", NAE_COALITION), "it is alone");
    s->place[piece_of("fr_2")] = (uint8_t)zone_of("ulm");
    cr_expect(is_covered("fr_1", NAE_COALITION) && is_covered("fr_2", NAE_COALITION),
              "the stack has changed");
}

/* What is offered follows from what is seen: a covered counter counts one step for 2C, and nobody retreats
 * into an overrun of what he cannot count. */
Test(nae_fog, choices_follow_from_what_is_seen)
{
    nae_start("1809", "options.fog_of_war=true");
    at("smolensk", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_6");
    hand("2C");
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = 1;
    nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
    nae_recompute_owned(nd(), ns());
    cr_expect_eq(nae_steps(nd(), ns(), nae_land(nd(), ns(), zone_of("smolensk"), NAE_EMPIRE)), 12);
    cr_expect(!nae_card_condition(np(), NAE_C(2), NAE_IN_ACTIVATION), "7 covered counters are seen");
    nae_start("1809", "");
    at("smolensk", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_5 fr_6");
    nae_set_status(np(), NAE_RUSSIA, NAE_COALITION_ALLY);
    nae_recompute_owned(nd(), ns());
    cr_expect(nae_card_condition(np(), NAE_C(2), NAE_IN_ACTIVATION), "12 steps lie open");
}

/* 42C in the hand of a Coalition that is attacked at Ulm, by who stands there with who waits elsewhere. */
static void quarrel_at_ulm(const char *attackers, const char *elsewhere, const char *others)
{
    start();
    hand("42C");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3");
    at("ulm", attackers);
    at(elsewhere, others);
    at("bade", "dp_france_1=");
    marker("ulm", NAE_COALITION);
    battle("ulm", NAE_EMPIRE, "bade", 0);
}

/* 42C is offered wherever a subordinate may be among the covered counters, or somebody may come from next
 * door for all that is seen: where there is one and where there is none. */
Test(nae_fog, quarrelling_marshals_are_not_told)
{
    quarrel_at_ulm("napoleon grande_armee soult fr_1 fr_2 fr_3", "varsovie", "davout fr_5 fr_6");
    expect_step("battle_card", NAE_COALITION);
    expect_legal("combat_card(42C)", true);
    quarrel_at_ulm("napoleon fr_1 fr_2 fr_3 fr_5 fr_6", "varsovie", "davout grande_armee soult");
    expect_step("battle_card", NAE_COALITION);
    expect_legal("combat_card(42C)", true);
    quarrel_at_ulm("napoleon fr_1", "stuttgart", "davout fr_5 fr_6");
    expect_step("battle_card", NAE_COALITION);
    expect_legal("combat_card(42C)", true);
    quarrel_at_ulm("napoleon fr_1", "varsovie", "davout fr_5 fr_6");
    cr_expect_neq(ns()->header.step, NAE_STEP_BATTLE_CARD, "one counter with him can only be a corps");
}

/* 12F names any enemy force, since who can go somewhere does not show: Charles at Toulouse, out of supply, is
 * none that it names without the option. Who is led lies open for the Empire, with who is next to him, and
 * nobody for the Coalition. */
static void spy_in_bavaria(const char *option)
{
    nae_start("1805", option);
    hand("12F");
    at("munich", "mack au_1 au_2");
    at("innsbruck", "jean au_5 au_6");
    at("innsbruck", "dp_autriche_1=");
    at("vienne", "ferdinand au_7 au_8");
    at("toulouse", "charles au_3 au_4");
    at("ratisbonne", "davout fr_5 fr_6");
    at("strasbourg", "napoleon fr_1");
    nae_act_in(2, NAE_EMPIRE, 0);
    nae_go();
    play("action(12F); use(event)");
}

Test(nae_fog, who_is_led_astray_lies_open)
{
    spy_in_bavaria("");
    expect_legal("move_enemy(toulouse)", false);
    spy_in_bavaria("options.fog_of_war=true");
    expect_legal("move_enemy(toulouse)", true);
    cr_expect(is_covered("au_1", NAE_EMPIRE) && is_covered("au_5", NAE_EMPIRE));
    play("move_enemy(munich)");
    cr_expect(!is_covered("au_1", NAE_EMPIRE) && !is_covered("au_5", NAE_EMPIRE),
              "he and who is next to him");
    cr_expect(is_covered("au_7", NAE_EMPIRE), "Vienna is too far off");
    cr_expect(is_covered("fr_5", NAE_COALITION), "the Empire shows nothing");
    spy_in_bavaria("options.fog_of_war=true");
    play("move_enemy(toulouse)");
    cr_expect_neq(ns()->header.step, NAE_STEP_MOVE_ENEMY_STEP, "it is found out that he can make no step");
}

/* 46F picks from stacks that lie open, all that hold irregulars; it is played where any are on the map. */
Test(nae_fog, irregulars_are_picked_in_the_open)
{
    nae_start("1809", "options.fog_of_war=true");
    at("seville", "castanos es_milice_1 es_1");
    at("madrid", "cuesta es_2 es_3");
    inside("cadix", "la_romana es_milice_2 es_4");
    at("cadix", "soult fr_9 fr_10");
    nae_lay_siege(np(), zone_of("cadix"));
    cr_expect(is_covered("es_milice_1", NAE_EMPIRE) && is_covered("es_milice_2", NAE_EMPIRE));
    nae_play_event(np(), NAE_F(46), NAE_IN_ACTIVATION);
    cr_expect(!is_covered("es_milice_1", NAE_EMPIRE) && !is_covered("es_milice_2", NAE_EMPIRE));
    cr_expect(is_covered("es_2", NAE_EMPIRE));
    nae_start("1809", "options.fog_of_war=true");
    inside("cadix", "la_romana es_milice_2 es_4");
    at("cadix", "soult fr_9 fr_10");
    nae_lay_siege(np(), zone_of("cadix"));
    cr_expect(nae_card_condition(np(), NAE_F(46), NAE_IN_ACTIVATION), "who is shut in may not show");
}

/* 37C goes to a Russian army of the Empire's without the option only: where it stands does not show. */
Test(nae_fog, special_units_do_not_find_armies)
{
    for (unsigned fog = 0; fog < 2; fog++) {
        nae_start("1805", fog != 0 ? "options.fog_of_war=true" : "");
        nae_set_status(np(), NAE_RUSSIA, NAE_EMPIRE_ALLY);
        at("kiev", "koutouzov premiere_armee ru_1 ru_2");
        nae_recompute_owned(nd(), ns());
        cr_expect_eq(nae_card_condition(np(), NAE_C(37), NAE_IN_BUDGET), fog == 0);
    }
}

/* All the laws, on random games of every scenario with the option. */
static void laws(const char *scenario, uint64_t seeds, bool thorough)
{
    Game game;
    support_load(&game, scenario, "options.fog_of_war=true");
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        LawsReport report;
        laws_play(&game, &(LawsPlan){.seed = seed, .thorough = thorough}, &report);
        cr_expect(!report.broken, "%s, game %u, ply %u: %s: %s", scenario, (unsigned)seed, report.breach.ply,
                  law_name(report.breach.law), report.breach.message);
    }
    game_release(&game);
}

/* The Coalition picks who leaves for a foreign war from stacks that lie open for it, whose ever friend their
 * power is [6.4]; the rest of the map stays covered. */
Test(nae_fog, a_foreign_war_shows_its_troops)
{
    start();
    nae_set_status(np(), NAE_RUSSIA, NAE_EMPIRE_ALLY);
    at("varsovie", "bagration ru_1 ru_2");
    at("ulm", "davout fr_1 fr_2-");
    cr_assert(is_covered("ru_1", NAE_COALITION) && is_covered("fr_1", NAE_COALITION));
    nae_push_foreign_war(np(), NAE_F(9));
    cr_expect(!is_covered("ru_1", NAE_COALITION) && !is_covered("ru_2", NAE_COALITION));
    cr_expect(is_covered("fr_1", NAE_COALITION));
}

Test(nae_fog, laws_hold) { laws("nae/1815", support_short() ? 2 : 6, true); }
Test(nae_fog, laws_hold_in_a_year)
{
    laws("nae/1805-year", support_short() ? 1 : 2, true);
    laws("nae/1809-year", support_short() ? 1 : 2, true);
}
Test(nae_fog, laws_hold_in_a_campaign)
{
    laws("nae/1809", support_short() ? 1 : 3, false);
    laws("nae/1805", 1, false);
}

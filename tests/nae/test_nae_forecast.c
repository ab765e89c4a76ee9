/* test_nae_forecast.c: what is told before it is decided: chances of battles, reach and supply of forces,
 * prices; and the pages and the help of Napoleon against Europe. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/events.h"
#include "engine/nae/forecast.h"
#include "engine/nae/march.h"
#include "engine/nae/view.h"
#include "engine/nae/words.h"
#include "tests/nae/nae_position.h"

/* The Grande Armee before Mack at Ulm, as in A6 of the examples. */
static void ulm(void)
{
    nae_start("1805", "");
    at("bade",
       "napoleon grande_armee soult murat fr_1 fr_2 fr_3 fr_4 fr_10 fr_garde- fr_res_cav dp_france_1=");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3 au_res_cav- au_9-");
    marker("munich", NAE_COALITION);
    marker("ulm", NAE_COALITION);
}

static void ulm_entered(void)
{
    ulm();
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        if (ns()->place[piece] == zone_of("bade") && piece != piece_of("dp_france_1")) {
            ns()->place[piece] = (uint8_t)zone_of("ulm");
        }
    }
}

/* All 1296 rolls of the battle, played one after the other: as many are won as the forecast says. */
Test(nae_forecast, is_what_all_dice_say)
{
    ulm_entered();
    battle("ulm", NAE_EMPIRE, "bade", 0);
    play("spearhead(fr_1)");
    const NaeState before = *ns();
    const NaeForecast f = nae_battle_forecast(nd(), ns());
    unsigned won = 0;
    double losses[2] = {0.0, 0.0};
    for (unsigned roll = 0; roll < 1296; roll++) {
        char list[128];
        (void)snprintf(list, sizeof list, "%u %u %u %u 3 3 3 3 3 3 3 3", roll % 6 + 1, roll / 6 % 6 + 1,
                       roll / 36 % 6 + 1, roll / 216 + 1);
        *ns() = before;
        dice(list);
        play("subordinate(none)");
        won += ns()->battle.winner == NAE_ATTACKER ? 1U : 0U;
        losses[0] += ns()->battle.losses[0];
        losses[1] += ns()->battle.losses[1];
    }
    cr_expect(won > 0 && won < 1296);
    cr_expect(fabs(f.wins * 1296.0 - won) < 1e-6, "forecast %f, all dice %u of 1296", f.wins, won);
    cr_expect(fabs(f.losses[0] * 1296.0 - losses[0]) < 1e-6, "%f and %f", f.losses[0] * 1296.0, losses[0]);
    cr_expect(fabs(f.losses[1] * 1296.0 - losses[1]) < 1e-6, "%f and %f", f.losses[1] * 1296.0, losses[1]);
    cr_expect_eq(f.points[0], 26);
    cr_expect_eq(f.points[1], 16);
    cr_expect_eq(nae_modifier_sum(&f.modifiers[0]), 6, "odds 1, cavalry 1, Napoleon 3, spearhead 1");
}

/* An attack that is only thought of leaves the position as it is, and counts what the battle would: here with
 * the best subordinate besides. */
Test(nae_forecast, of_an_attack_not_made)
{
    ulm();
    const NaeState before = *ns();
    const NaePieces force = nae_pieces_minus(nae_field(nd(), ns(), zone_of("bade"), NAE_EMPIRE),
                                             nae_pieces_one(piece_of("dp_france_1")));
    const NaeForecast f = nae_attack_forecast(nd(), ns(), force, zone_of("bade"), zone_of("ulm"));
    cr_expect_eq(memcmp(&before, ns(), sizeof before), 0);
    cr_expect_eq(f.points[0], 26);
    cr_expect_eq(f.modifiers[0].subordinate, 2, "Soult");
    cr_expect_eq(f.modifiers[0].spearhead, 2, "the Garde");
    cr_expect_eq(f.modifiers[0].commander, 3);
    cr_expect(f.wins > 0.8 && f.wins < 1.0);
}

/* Five to one destroys without a die [14.2]. */
Test(nae_forecast, of_an_overrun)
{
    nae_start("1805", "");
    at("bade", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_10");
    at("ulm", "au_1-");
    const NaePieces force = nae_field(nd(), ns(), zone_of("bade"), NAE_EMPIRE);
    const NaeForecast f = nae_attack_forecast(nd(), ns(), force, zone_of("bade"), zone_of("ulm"));
    cr_expect_eq(f.overrun, 1);
    cr_expect(fabs(f.wins - 1.0) < 1e-12 && fabs(f.losses[1] - 1.0) < 1e-12 && fabs(f.losses[0]) < 1e-12);
}

/* Every force of the positions set up: there is a line just where the rules find it supplied, it begins with
 * the force and no zone comes twice. */
static void check_lines(const char *scenario)
{
    nae_load_position(scenario, "");
    unsigned forces = 0;
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        for (unsigned side = 0; side < 2; side++) {
            const NaePieces set = nae_field(nd(), ns(), zone, side);
            uint8_t line[NAE_ZONES];
            if (!nae_has_units(nd(), set)) {
                continue;
            }
            forces++;
            const unsigned length = nae_supply_line(nd(), ns(), set, zone, line);
            cr_expect_eq(length > 0, nae_is_supplied(nd(), ns(), set, zone, NAE_NONE), "%s",
                         nd()->zone_id[zone]);
            NaeZones seen = nae_zones_none();
            for (unsigned i = 0; i < length; i++) {
                cr_expect(!nae_zones_in(seen, line[i]));
                nae_zones_add(&seen, line[i]);
            }
            cr_expect(length == 0 || line[0] == zone);
        }
    }
    cr_expect(forces > 15, "%u forces", forces);
}

Test(nae_forecast, lines_of_supply)
{
    check_lines("1805");
    check_lines("1809");
    check_lines("1815");
}

/* Cut off behind the enemy's towns: no line. */
Test(nae_forecast, no_line_without_supply)
{
    nae_start("1805", "");
    at("moscou", "fr_1");
    uint8_t line[NAE_ZONES];
    const NaePieces set = nae_field(nd(), ns(), zone_of("moscou"), NAE_EMPIRE);
    cr_expect_eq(nae_supply_line(nd(), ns(), set, zone_of("moscou"), line), 0);
}

/* From Paris with one point: its neighbours; an enemy in the field stops the march, but may be reached. */
Test(nae_forecast, reach)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    const NaePieces set = nae_field(nd(), ns(), zone_of("paris"), NAE_EMPIRE);
    const NaeZones one = nae_march_reach(nd(), ns(), set, zone_of("paris"), 1, true, NULL);
    cr_expect_eq(nae_zones_count(one), nd()->zone[zone_of("paris")].neighbors);
    uint8_t before[NAE_ZONES];
    const NaeZones two = nae_march_reach(nd(), ns(), set, zone_of("paris"), 2, true, before);
    cr_expect(before[zone_of("lille")] == zone_of("soissons") ||
              before[zone_of("lille")] == zone_of("boulogne"));
    cr_expect_eq(before[zone_of("soissons")], zone_of("paris"));
    cr_expect(nae_zones_in(two, zone_of("lille")) && !nae_zones_in(one, zone_of("lille")));
    cr_expect(nae_zones_empty(nae_march_reach(nd(), ns(), set, zone_of("paris"), 0, true, NULL)));
    at("soissons", "au_1");
    at("boulogne", "au_2");
    const NaeZones stopped = nae_march_reach(nd(), ns(), set, zone_of("paris"), 2, true, NULL);
    cr_expect(nae_zones_in(stopped, zone_of("soissons")));
    cr_expect(!nae_zones_in(stopped, zone_of("lille")), "both ways are barred");
}

/* A corps that nobody leads ends no march beside another one; with a point left it may go on [7.11]. */
Test(nae_forecast, reach_past_friends)
{
    nae_start("1805", "");
    at("paris", "fr_1");
    at("lille", "fr_2");
    const NaePieces set = nae_field(nd(), ns(), zone_of("paris"), NAE_EMPIRE);
    const NaeZones two = nae_march_reach(nd(), ns(), set, zone_of("paris"), 2, true, NULL);
    cr_expect(!nae_zones_in(two, zone_of("lille")), "there it could neither stay nor go on");
    cr_expect(
        nae_zones_in(nae_march_reach(nd(), ns(), set, zone_of("paris"), 3, true, NULL), zone_of("lille")));
    at("lille", "ney");
    cr_expect(
        nae_zones_in(nae_march_reach(nd(), ns(), set, zone_of("paris"), 2, true, NULL), zone_of("lille")),
        "under a general it may stay");
}

Test(nae_forecast, prices_and_places)
{
    nae_start("1805", "");
    ns()->budget.power = NAE_FRANCE;
    const Move full = nae_move2(NAE_M_PURCHASE_UNIT, NAE_W_FULL, piece_of("fr_1"));
    cr_expect_eq(nae_price(nd(), full), 6, "two steps of an elite corps, in halves");
    cr_expect_eq(nae_price(nd(), nae_move2(NAE_M_PURCHASE_UNIT, NAE_W_REDUCED, piece_of("fr_1"))), 3);
    cr_expect_eq(nae_price(nd(), nae_move1(NAE_M_PURCHASE, NAE_W_DEPOT)), 1);
    cr_expect_eq(nae_price(nd(), nae_move1(NAE_M_PURCHASE, NAE_W_DONE)), 0);
    cr_expect_eq(nae_price(nd(), nae_move2(NAE_M_PURCHASE_FLEET, NAE_W_FREE_FLEET, NAE_FIRST_FLEET)), 0);
    cr_expect(nae_zones_in(nae_purchase_places(np(), full), zone_of("paris")));
    cr_expect(!nae_zones_in(nae_purchase_places(np(), full), zone_of("vienne")));
}

/* ---- words ---- */

/* Every clause that a question names is explained, as far as it or a beginning of it; no text is empty. */
Test(nae_forecast, clauses_are_explained)
{
    unsigned count = 0;
    for (const WordsClause *c = NAE_CLAUSES; c->clause != NULL; c++) {
        cr_expect(strlen(c->text) > 10, "%s", c->clause);
        count++;
    }
    cr_expect(count > 80);
    for (unsigned step = 0; step < NAE_STEP_COUNT; step++) {
        nae_start("1815", "");
        StrBuf text;
        char clause[WORDS_CLAUSE_BYTES];
        strbuf_init(&text);
        ns()->frames = 1;
        ns()->frame[0].step = (uint8_t)step;
        NAE_WORDS.question(nd(), &ns()->header, &text, clause);
        bool told = clause[0] == '\0';
        for (const WordsClause *c = NAE_CLAUSES; c->clause != NULL; c++) {
            told = told || strcmp(c->clause, clause) == 0;
        }
        cr_expect(told, "%s: clause %s", text.text, clause);
        strbuf_release(&text);
    }
}

/* The part of the help that a phase is about is one of the parts. */
Test(nae_forecast, help_is_there_for_every_phase)
{
    nae_start("1805", "");
    for (unsigned phase = 0; phase < NAE_PHASE_COUNT; phase++) {
        ns()->phase = (uint8_t)phase;
        const char *name = nae_help_now(ns());
        bool found = false;
        for (const WordsHelp *h = NAE_HELP; h->name != NULL; h++) {
            found = found || strcmp(h->name, name) == 0;
        }
        cr_expect(found, "phase %u: %s", phase, name);
    }
}

static void page(const char *name, const char *topic, Seat reader, StrBuf *out)
{
    for (const WordsPage *p = NAE_PAGES; p->name != NULL; p++) {
        if (strcmp(p->name, name) == 0) {
            NaeState view = *ns();
            nae_view(nd(), &view, reader);
            strbuf_clear(out);
            cr_expect(p->write(nd(), &view.header, reader, topic, out), "%s %s", name, topic);
        }
    }
}

/* Pages say what is there, and nothing of the other hand. */
Test(nae_forecast, pages)
{
    nae_load_position("1815", "");
    StrBuf text;
    strbuf_init(&text);
    page("forces", "", SEAT_FRENCH, &text);
    cr_expect(strstr(text.text, "Wellington") != NULL && strstr(text.text, "in supply") != NULL);
    page("map", "paris", SEAT_FRENCH, &text);
    cr_expect(strstr(text.text, "Davout") != NULL && strstr(text.text, "next to") != NULL);
    page("nations", "", SEAT_FRENCH, &text);
    cr_expect(strstr(text.text, "Autriche") != NULL);
    page("card", "1F", SEAT_FRENCH, &text);
    cr_expect(strstr(text.text, "value 3") != NULL);
    page("hand", "", SEAT_FRENCH, &text);
    for (unsigned i = 0; i < NAE_DECK; i++) {
        if (nae_in_hand(ns(), NAE_DECK + i)) {
            cr_expect(strstr(text.text, nd()->card_title[NAE_DECK + i]) == NULL, "%s is of the other hand",
                      nd()->card_title[NAE_DECK + i]);
        }
    }
    strbuf_release(&text);
}

/* ------------------------------------------------------------------ what people are told */

Test(nae_forecast, pieces_are_told_in_words)
{
    StrBuf out;
    strbuf_init(&out);
    nae_start("1805", "");
    nae_piece_words(nd(), ns(), piece_of("dp_france_1"), &out);
    cr_expect_str_eq(out.text, "France depot 1", "the nation is told once");
    for (unsigned unit = 0; unit < NAE_UNITS; unit++) {
        strbuf_clear(&out);
        nae_piece_words(nd(), ns(), unit, &out);
        cr_expect_null(strchr(out.text, '*'), "%s", out.text);
        cr_expect_eq(strstr(out.text, " star") != NULL, nd()->unit[unit].stars > 0, "%s", out.text);
    }
    strbuf_release(&out);
}

Test(nae_forecast, a_die_has_a_purpose)
{
    StrBuf out;
    strbuf_init(&out);
    nae_start("1805", "");
    ns()->frames = 1;
    ns()->frame[0].step = NAE_STEP_BATTLE;
    ns()->battle.zone = (uint8_t)zone_of("ulm");
    NAE_WORDS.die(nd(), &ns()->header, 0, &out);
    cr_expect_str_eq(out.text, "the battle of Ulm");
    strbuf_clear(&out);
    ns()->frame[0].step = NAE_STEP_EVADE_ROLL;
    NAE_WORDS.die(nd(), &ns()->header, 0, &out);
    cr_expect_str_eq(out.text, "the evasion");
    strbuf_release(&out);
}

/* An entry as a seat reads it. */
static void expect_told(int line, enum nae_note kind, Seat owner, Seat reader, const int *values,
                        unsigned count, const char *text)
{
    Journal *journal = calloc(1, sizeof *journal);
    StrBuf out;
    strbuf_init(&out);
    cr_assert_not_null(journal);
    journal_open(journal, JOURNAL_ALL);
    nae_note(journal, kind, owner, values, count);
    nae_event_text(nd(), &journal->entries[0], reader, &out);
    cr_expect_str_eq(out.text, text, "line %d", line);
    strbuf_release(&out);
    free(journal);
}
#define told(kind, owner, reader, text, ...)                                                                 \
    expect_told(__LINE__, kind, owner, reader, (const int[]){__VA_ARGS__},                                   \
                sizeof((const int[]){__VA_ARGS__}) / sizeof(int), text)

Test(nae_forecast, the_log_tells_rounds_tests_and_cards)
{
    nae_start("1805", "");
    const int ulm_zone = (int)zone_of("ulm");
    unsigned manche = 0;
    while (manche + 1 < NAE_SEAS && strcmp(nd()->sea_id[manche], "manche") != 0) {
        manche++;
    }
    told(NAE_NOTE_ROUND, SEAT_NONE, SEAT_FRENCH, "Round 6 begins in winter. [5.2]", 6, NAE_TOLD_WINTER);
    told(NAE_NOTE_SAILED, SEAT_FRENCH, SEAT_FRENCH, "Villeneuve sails to Manche. [17.2]",
         (int)piece_of("fl_villeneuve"), (int)(NAE_P_SEA << 8U | manche));
    told(NAE_NOTE_SEA_ROLL, SEAT_FRENCH, SEAT_FRENCH, "Battle at the port of Brest, totals 7 and 9. [17.3]",
         (int)(NAE_P_PORT << 8U | zone_of("brest")), 7, 9);
    told(NAE_NOTE_INTERCEPTION, SEAT_COALITION, SEAT_FRENCH,
         "Mack tries to intercept in Ulm: die 5, modifier -1, failure. [12.4]", ulm_zone,
         (int)piece_of("mack"), 5, -1, NAE_TOLD_FAILURE);
    told(NAE_NOTE_ATTRITION, SEAT_FRENCH, SEAT_COALITION,
         "Attrition of the Empire in Ulm, 7 steps: die 4, modifier 2, 1 lost. [13.6]", ulm_zone, 7, 4, 2, 1);
    told(NAE_NOTE_DEMORALISATION_SURE, SEAT_FRENCH, SEAT_COALITION,
         "Demoralisation of the Empire in Ulm: in good order without a die. [14.9]", ulm_zone, 6,
         NAE_TOLD_IN_ORDER);
    told(NAE_NOTE_INCOME, SEAT_FRENCH, SEAT_FRENCH, "France has 10.5 resources. [7.3.1]", NAE_FRANCE, 21);
    told(NAE_NOTE_CARD_DRAWN, SEAT_FRENCH, SEAT_COALITION, "", (int)card_of("2F"));
    told(NAE_NOTE_CARD_DRAWN, SEAT_FRENCH, SEAT_FRENCH, "The Empire draws Major Campaign. [7.2]",
         (int)card_of("2F"));
}

/* What one should know of a choice; told: whether that is a part of it. */
static void expect_remark(int line, const char *text, const char *expected, bool told)
{
    Move move = 0;
    StrBuf out;
    strbuf_init(&out);
    cr_assert(nae_move_parse(nd(), text, &move), "line %d", line);
    NAE_WORDS.remark(nd(), &ns()->header, move, &out);
    cr_expect_eq(strstr(out.text, expected) != NULL, told, "line %d: \"%s\" is %sin \"%s\"", line, expected,
                 told ? "not " : "", out.text);
    strbuf_release(&out);
}
#define remarked(move, text)     expect_remark(__LINE__, move, text, true)
#define not_remarked(move, text) expect_remark(__LINE__, move, text, false)

/* The price, the reach and the risk of a march stand beside its choices before it begins; the zone of the
 * question is that of the force. */
Test(nae_forecast, what_a_march_costs_is_told_before_it)
{
    ulm();
    nae_in_round(2, NAE_EMPIRE);
    hand("2F 3F 14C");
    play("action(3F)");
    remarked("use(ap)", "2 action points");
    go("use(ap); spend(land)");
    if (ns()->header.step == NAE_STEP_SPEND_ZONE) {
        remarked("spend_zone(bade)", "Napol\xc3\xa9on, 1 action point");
    }
    go("spend_zone(bade)");
    expect_question("in Bade");
    remarked("spend_force(whole)", "13 steps under Napol\xc3\xa9on; 1 action point");
    remarked("spend_force(soult)", "2 action points");
    play("spend_force(whole)");
    remarked("forced_march(0)", "4 movement points");
    remarked(
        "forced_march(2)",
        "6 movement points, then a test of attrition: in supply steps are lost with 100 %, 2.0 on average");
    remarked("forced_march(1)", "in supply steps are lost with 83 %, 1.5 on average");
    play("forced_march(0)");
    remarked("move(go,ulm)", "point");
    remarked("move(go,ulm)", "the attack wins");
}

/* A choice of a zone says who stands there: the general, else the corps; of the enemy under the fog of war
 * the general and how many counters lie under him. */
Test(nae_forecast, a_zone_tells_who_stands_there)
{
    for (unsigned fog = 0; fog < 2; fog++) {
        nae_start("1805", fog != 0 ? "options.fog_of_war=true" : "");
        at("bade", "napoleon grande_armee fr_1 fr_2");
        at("strasbourg", "fr_9");
        inside("strasbourg", "fr_10");
        at("ulm", "charles au_1 au_2");
        nae_act_in(3, NAE_EMPIRE, 2);
        play("spend(land)");
        remarked("spend_zone(bade)", "Empire: 4 steps under Napol\xc3\xa9on; 1 action point");
        remarked("spend_zone(strasbourg)",
                 "Empire: 4 steps (IX corps, X corps); fortress of level 1; 1 action point");
        play("spend_zone(bade); spend_force(whole); forced_march(0)");
        remarked("move(go,ulm)", fog != 0 ? "Coalition: 2 covered counters under Charles"
                                          : "Coalition: 4 steps under Charles");
    }
}

/* Chances of an attack are those without who may march to its guns: he is named beside them, unless he is in
 * disorder. */
Test(nae_forecast, who_is_near_a_battle_is_named)
{
    ulm();
    at("innsbruck", "jean au_10");
    marker("innsbruck", NAE_COALITION);
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("bade", NAE_EMPIRE);
    remarked("move(go,ulm)", " steps; Jean may march to its guns");
    nae_set_bit(ns(), piece_of("au_10"), NAE_DEMORALISED);
    nae_set_bit(ns(), piece_of("jean"), NAE_DEMORALISED);
    not_remarked("move(go,ulm)", "guns");
}

/* Who stands at peace in a zone is told with his nation. */
Test(nae_forecast, a_zone_tells_who_stands_there_at_peace)
{
    nae_start("1805", "");
    at("constantinople", "mustapha tu_1");
    remarked("walk_force(constantinople)", "Turquie: 2 steps under Mustapha; fortress of level 2");
}

/* Who sails is told by name, and what lies in a sea. */
Test(nae_forecast, squadrons_and_seas_tell_their_fleets)
{
    nae_start("1805", "");
    fleets("port:toulon", "fl_emeriau fl_ganteaume");
    fleets("sea:golfe_du_lion", "fl_ball");
    nae_act_in(3, NAE_EMPIRE, 1);
    remarked("squadron_at(port:toulon)", "Ganteaume, Em");
    remarked("sail(sea,golfe_du_lion)", "Coalition: 1 fleet");
}

/* Declarations of war say how strong who is attacked stands on the map; who passes points on reads what each
 * has. */
Test(nae_forecast, wars_and_transfers_tell_strength_and_points)
{
    nae_start("1805", "");
    at("berlin", "brunswick pr_1 pr_2-");
    ns()->phase = NAE_PHASE_WAR;
    nae_push(np(), NAE_STEP_DECLARE, NAE_EMPIRE);
    nae_go();
    remarked("declare(prusse)", "3 steps on the map; with it ");
    remarked("declare(prusse)", "; escalade 0 to 1");
    not_remarked("declare(prusse)", "beaten before");
    ns()->escalade = (uint8_t)(nd()->table.punishments - 1);
    remarked("declare(prusse)", ", which opens the Punishments");
    ns()->major[NAE_PRUSSIA].flags |= NAE_DECLARED;
    ns()->major[NAE_PRUSSIA].defeats[NAE_EMPIRE] = 1;
    not_remarked("declare(prusse)", "escalade");
    remarked("declare(prusse)",
             "; it was beaten before: the enemy gets 3 diplomatic actions, and the Punishments are opened");
    nae_load_position("1805", "");
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->major[NAE_FRANCE].resources = 21;
    nae_push(np(), NAE_STEP_TRANSFER, NAE_EMPIRE);
    ns()->header.seat = NAE_EMPIRE;
    StrBuf text;
    strbuf_init(&text);
    NAE_WORDS.setting(nd(), &ns()->header, &text);
    cr_expect(strstr(text.text, "France has 10.5 points") != NULL, "%s", text.text);
    strbuf_release(&text);
}

static void expect_setting(int line, const char *expected)
{
    StrBuf text;
    strbuf_init(&text);
    NAE_WORDS.setting(nd(), &ns()->header, &text);
    cr_expect(strstr(text.text, expected) != NULL, "line %d: \"%s\" says nothing of \"%s\"", line, text.text,
              expected);
    strbuf_release(&text);
}

/* Whose force is activated: where each power is strongest. */
Test(nae_forecast, powers_tell_where_they_are_strongest)
{
    nae_start("1805", "");
    at("lille", "napoleon fr_2 fr_3");
    at("brest", "fr_7");
    at("madrid", "es_1");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land)");
    remarked("spend_power(france)", "most in Lille, 4 steps under Napol\xc3\xa9on");
    remarked("spend_power(espagne)", "most in Madrid, 2 steps");
}

/* Who is asked what an event should bring about reads what it does. */
Test(nae_forecast, an_event_that_asks_is_told)
{
    nae_start("1805", "");
    nae_push(np(), NAE_STEP_CHOICE, NAE_EMPIRE)->a = (uint8_t)card_of("7F");
    ns()->header.seat = NAE_EMPIRE;
    expect_setting(__LINE__, nd()->card_effect[card_of("7F")]);
}

/* Decisions before the rounds: what the new hand holds, why one decides for a power at peace, whom a card
 * could win over, where a fleet lies; and the phase in words. */
Test(nae_forecast, the_interphase_tells_what_it_is_about)
{
    nae_start("1805", "");
    hand("2F");
    ns()->phase = NAE_PHASE_HANDS;
    nae_push(np(), NAE_STEP_DISCARD, NAE_EMPIRE);
    ns()->header.seat = NAE_EMPIRE;
    expect_setting(__LINE__, "1 card in hand; ");
    hand("9F");
    expect_setting(__LINE__, "2 cards in hand; a hand of this year has ");
    nae_load_position("1805", "");
    ns()->phase = NAE_PHASE_BUDGET;
    ns()->budget.power = NAE_TURKEY;
    ns()->header.seat = NAE_EMPIRE;
    nae_push(np(), NAE_STEP_PURCHASE, NAE_EMPIRE);
    expect_setting(__LINE__, "Turquie is at peace; your side acts for it this year.");
    nae_load_position("1805", "");
    ns()->phase = NAE_PHASE_NEUTRALS;
    ns()->header.seat = NAE_EMPIRE;
    fleets("port:constantinople", "fl_turquie");
    nae_push(np(), NAE_STEP_NEUTRAL_FLEET, NAE_EMPIRE)->a = (uint8_t)piece_of("fl_turquie");
    remarked("neutral_fleet(fl_turquie,port:constantinople)", "; it lies there");
    not_remarked("neutral_fleet(fl_turquie,sea:mer_noire)", "lies there");
    StrBuf text;
    strbuf_init(&text);
    ns()->round = 0;
    NAE_WORDS.stand_text(nd(), &ns()->header, &text);
    cr_expect_str_eq(text.text, "1805, powers at peace");
    strbuf_release(&text);
    nae_load_position("1805", "");
    hand("2F");
    ns()->phase = NAE_PHASE_DIPLOMACY;
    ns()->header.seat = NAE_EMPIRE;
    nae_push(np(), NAE_STEP_DIP_CARD, NAE_EMPIRE);
    remarked("dip_card(2F)", "value 3; talks with ");
}

/* A card with one target for a use is used on it without a further question: the choice names it. An attack
 * on a fortress tells its dice, and whose a fortress is. */
Test(nae_forecast, what_is_not_asked_again_is_named)
{
    nae_start("1815", "");
    nae_in_round(2, NAE_EMPIRE);
    hand("27F");
    play("action(27F)");
    remarked("use(protectorate)", "Royaume de Naples");
    remarked("use(diplomacy)", "Egypte");
    at("soissons", "napoleon grande_armee fr_1 fr_2");
    nae_march_from("soissons", NAE_EMPIRE);
    remarked("move(go,luxembourg)", "; enemy fortress of level 1");
    remarked("move(go,lille)", "; fortress of level 1");
    nae_start("1805", "");
    at("bade", "dp_france_1=");
    at("munich", "soult fr_9 fr_10 fr_11");
    inside("salzbourg", "au_1");
    nae_act_in(3, NAE_EMPIRE, 2);
    play("spend(land); spend_force(whole); forced_march(0); move(go,salzbourg)");
    remarked("fortress(siege)", "the march ends here; an attack for 1 point then succeeds with 4 or more");
    remarked("fortress(stop)", "the march ends here, without a siege");
    remarked("fortress(cover)", "2 steps at least stay, the others march on");
    play("fortress(siege)");
    remarked("move(siege)", "1 point; succeeds with 4 or more");
}

/* A depot is worth what it takes off the test: 10 French steps that force a march by 2 abroad test at +0 for
 * 0, 1, 1*, 1*, 2 and 2 steps, with a depot at -2 for 0, 0, 0, 1, 1* and 1*. */
Test(nae_forecast, a_depot_tells_what_it_saves)
{
    nae_start("1805", "");
    at("bade", "napoleon grande_armee fr_1 fr_2 fr_3 fr_4 fr_10 dp_france_1");
    nae_in_round(2, NAE_EMPIRE);
    const unsigned bade = zone_of("bade");
    nae_start_march(np(), nae_standing(nd(), ns(), bade, NAE_EMPIRE), bade, NAE_EMPIRE, 0, 2);
    nae_go();
    play("move(stop)");
    remarked("attrition_depot(no)", "steps are lost with 83 %, 1.3 on average");
    remarked("attrition_depot(yes)", "steps are lost with 50 %, 0.7 on average");
}

/* A reaction card is asked for with what it would be played against: who comes from where, who gives way, and
 * what his die then needs (21). */
static void charles_intercepts(const char *options)
{
    nae_start("1805", options);
    at("strasbourg", "fr_1");
    at("ulm", "charles au_1");
    hand("32F 8C");
    nae_in_round(3, NAE_EMPIRE);
    ns()->action.ap = 1;
    nae_push(np(), NAE_STEP_SPEND, NAE_EMPIRE);
    nae_go();
    play("spend(land); forced_march(0); move(go,bade)");
    remarked("intercept(ulm,charles)",
             "; for a card of value 2 or more; succeeds with 5 or more; with all of it ");
    play("intercept(ulm,charles)");
}

Test(nae_forecast, a_reaction_tells_what_it_is_played_against)
{
    charles_intercepts("");
    expect_question("Charles comes from Ulm to Bade: play a card before his die falls?");
    remarked("reaction(none)", "the enemy succeeds with 5 or more");
    remarked("reaction(32F)", "value 1; the enemy cannot succeed");
    nae_start("1805", "");
    hand("19F");
    at("munich", "charles au_1 au_2");
    at("ulm", "davout fr_1 fr_2 fr_3");
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("ulm", NAE_EMPIRE);
    play("move(go,munich); evade(evade)");
    expect_question("The enemy in Munich tries to give way: play a card before his die falls?");
    remarked("reaction(none)", "the enemy succeeds with ");
}

/* What the battle of Ulm is like if Jean comes is told before he tries: the same as the battle then has when
 * his test has cost nothing. He brings 2 steps to Mack's 6, and no value of his own: he stands above Mack and
 * goes to the reserve [14.1]. */
Test(nae_forecast, a_march_to_the_guns_tells_the_battle_after_it)
{
    nae_start("1805", "");
    at("ulm", "napoleon grande_armee soult murat fr_1 fr_2 fr_3 fr_10 fr_garde- fr_res_cav");
    at("ulm", "mack armee_allemagne au_1 au_2 au_3");
    at("innsbruck", "jean au_9");
    marker("ulm", NAE_COALITION);
    marker("munich", NAE_COALITION);
    battle("ulm", NAE_EMPIRE, "bade", 0);
    const NaeState before = *ns();
    unsigned excess = 9;
    const double now = nae_battle_forecast(nd(), ns()).wins;
    const NaeForecast f =
        nae_guns_forecast(nd(), ns(), NAE_DEFENDER, zone_of("innsbruck"), piece_of("jean"), &excess);
    cr_expect_eq(memcmp(&before, ns(), sizeof before), 0, "nothing has moved");
    cr_expect_eq(f.points[1], 16);
    cr_expect_eq(excess, 0);
    cr_expect_lt(f.wins, now);
    char expected[160];
    (void)snprintf(expected, sizeof expected,
                   "; succeeds with 4 or more; with its 2 steps you win %.0f %%: %+d against %+d",
                   (1.0 - f.wins) * 100.0, nae_modifier_sum(&f.modifiers[1]),
                   nae_modifier_sum(&f.modifiers[0]));
    remarked("counter_march(innsbruck,jean)", expected);
    remarked("counter_march(innsbruck,jean)", "; on the way steps are lost with 33 %");
    dice("4 3");
    play("counter_march(innsbruck,jean)");
    expect_fallen();
    expect_at("jean", "reserve");
    expect_step("spearhead", NAE_EMPIRE);
    const NaeForecast then = nae_battle_forecast(nd(), ns());
    cr_expect(fabs(then.wins - f.wins) < 1e-9, "%f and %f", then.wins, f.wins);
    cr_expect(fabs(then.losses[1] - f.losses[1]) < 1e-9);
    cr_expect_eq(then.points[1], f.points[1]);
}

/* Soult brings what his general can lead without those who stand there: of 7 steps, of which Soult commands
 * 6, one is too many. Under the fog of war nothing of the battle is told where the enemy lies covered. */
Test(nae_forecast, a_march_to_the_guns_of_too_many)
{
    for (unsigned fog = 0; fog < 2; fog++) {
        nae_start("1805", fog != 0 ? "options.fog_of_war=true" : "");
        at("bade", "dp_france_1=");
        at("munich", "lannes fr_1 fr_2");
        at("munich", "hiller au_1 au_2");
        at("innsbruck", "soult fr_3 fr_4");
        marker("innsbruck", NAE_EMPIRE);
        battle("munich", NAE_EMPIRE, "ulm", 0);
        unsigned excess = 0;
        const NaeForecast f =
            nae_guns_forecast(nd(), ns(), NAE_ATTACKER, zone_of("innsbruck"), piece_of("soult"), &excess);
        cr_expect_eq(f.points[0] / 2 + excess, 8);
        cr_expect_eq(f.points[0] / 2, 6);
        remarked("counter_march(innsbruck,soult)",
                 fog != 0 ? "or more" : "; 2 of the steps there would be too many, and lost");
    }
}

/* What a spearhead does for the attack is told where it is chosen. */
Test(nae_forecast, what_is_engaged_changes_the_chances_told)
{
    ulm_entered();
    battle("ulm", NAE_EMPIRE, "bade", 0);
    char expected[64];
    Move move = 0;
    cr_assert(nae_move_parse(nd(), "spearhead(fr_1)", &move));
    const NaeForecast f = nae_battle_forecast_with(nd(), ns(), move);
    cr_expect_gt(f.wins, nae_battle_forecast(nd(), ns()).wins);
    (void)snprintf(expected, sizeof expected, "then you win %.0f %%; takes the first loss", f.wins * 100.0);
    remarked("spearhead(fr_1)", expected);
    play("spearhead(fr_1)");
    cr_expect(fabs(nae_battle_forecast(nd(), ns()).wins - f.wins) < 1e-9);
}

/* One of a thing is told without the s; whose corps it was, as every nation has a first. */
Test(nae_forecast, the_log_counts_and_tells_nations_apart)
{
    nae_start("1805", "");
    const int ulm_zone = (int)zone_of("ulm");
    told(NAE_NOTE_ATTRITION, SEAT_FRENCH, SEAT_FRENCH,
         "Attrition of the Empire in Ulm, 1 step: die 4, modifier 2, 1 lost. [13.6]", ulm_zone, 1, 4, 2, 1);
    told(NAE_NOTE_STEP_LOST, SEAT_COALITION, SEAT_FRENCH,
         "I corps (Autriche) loses a step in Ulm, in battle. [14.8]", (int)piece_of("au_1"), ulm_zone,
         NAE_TOLD_BY_BATTLE);
    told(NAE_NOTE_PURCHASE, SEAT_FRENCH, SEAT_FRENCH,
         "France strengthens I corps (France) for 1 point. [7.3.2]", NAE_FRANCE, NAE_TOLD_STRENGTHENS,
         (int)piece_of("fr_1"), 2);
}

/* How often a kind of entry stands in a journal. */
/* A journal of everything, for what is played while it hangs on the dice; the caller closes it. */
static Journal *new_journal(void)
{
    Journal *journal = calloc(1, sizeof *journal);
    cr_assert_not_null(journal);
    journal_open(journal, JOURNAL_ALL);
    return journal;
}

static void close_journal(Journal *journal)
{
    np()->dice->journal = NULL;
    free(journal);
}

static unsigned noted(const Journal *journal, enum nae_note kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < journal->count; i++) {
        count += journal->entries[i].kind == kind;
    }
    return count;
}

/* What a side did in a round and in its budget can be read, not only what came of it. */
Test(nae_forecast, the_rules_note_actions_marches_and_purchases)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    at("strasbourg", "fr_1");
    at("vienne", "au_1");
    hand("3F");
    nae_in_round(2, NAE_EMPIRE);
    dice("3");
    np()->dice->journal = journal;
    play("action(3F)");
    go("use(ap); spend(land); spend_zone(strasbourg); forced_march(1); move(go,besancon); move(stop)");
    cr_expect_eq(noted(journal, NAE_NOTE_CARD_PLAYED), 1);
    cr_expect_eq(noted(journal, NAE_NOTE_FORCED_MARCH), 1);
    cr_expect_eq(noted(journal, NAE_NOTE_MOVED), 1);
    cr_expect_eq(noted(journal, NAE_NOTE_ACTION), 1);
    journal_clear(journal);
    nae_load_position("1805", "");
    np()->dice->journal = journal;
    ns()->major[NAE_FRANCE].resources = 20;
    ns()->budget.power = NAE_FRANCE;
    ns()->budget.manager = NAE_EMPIRE;
    nae_push(np(), NAE_STEP_PURCHASE, NAE_EMPIRE);
    nae_go();
    play("purchase(depot); place(paris)");
    cr_expect_eq(noted(journal, NAE_NOTE_PURCHASE), 1);
    cr_expect_eq(noted(journal, NAE_NOTE_PLACED), 1);
    close_journal(journal);
}

/* The rules note what nobody decides: here a round, and who acts in it. */
Test(nae_forecast, the_rules_note_what_happens_by_itself)
{
    ulm();
    hand("2F 3F");
    ns()->phase = NAE_PHASE_ROUNDS;
    Journal *journal = new_journal();
    np()->dice->journal = journal;
    NaeFrame *round = nae_push(np(), NAE_STEP_ROUND, SEAT_NONE);
    round->a = 0;
    nae_round_run(np(), round);
    cr_expect_eq(journal->entries[0].kind, NAE_NOTE_ROUND);
    close_journal(journal);
}

/* Which note of a kind is the first in a journal; its number of entries if there is none. */
static unsigned first_noted(const Journal *journal, unsigned kind)
{
    unsigned i = 0;
    while (i < journal->count && journal->entries[i].kind != kind) {
        i++;
    }
    return i;
}

/* A redeployment is told before the test at its end [7.6]: Soult goes 5 points with a corps of 4. */
Test(nae_forecast, the_rules_note_a_walk_before_its_test)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    at("lille", "soult fr_1");
    nae_walks_in(NAE_PHASE_REDEPLOY);
    play("walk_force(lille); walk(go,soissons); walk(go,reims); walk(go,troyes); walk(go,dijon); "
         "walk(go,lyon)");
    dice("1");
    np()->dice->journal = journal;
    play("walk(stop)");
    expect_fallen();
    cr_expect_lt(first_noted(journal, NAE_NOTE_REDEPLOYED), first_noted(journal, NAE_NOTE_ATTRITION));
    cr_expect_lt(first_noted(journal, NAE_NOTE_ATTRITION), journal->count);
    close_journal(journal);
}

/* A march is undone as long as no enemy stands next to it: that nobody was asked to intercept tells nothing
 * then. Beside Mack, who may hold a card or none, it does [12.4]. */
Test(nae_forecast, a_march_far_from_the_enemy_brings_nothing_to_light)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    at("dijon", "soult fr_9");
    at("munich", "mack au_1 au_2");
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("dijon", NAE_EMPIRE);
    np()->dice->journal = journal;
    play("move(go,besancon)");
    cr_expect_not(journal_reveals(journal, SEAT_FRENCH));
    nae_start("1805", "");
    at("bade", "soult fr_9");
    at("munich", "mack au_1 au_2");
    nae_in_round(2, NAE_EMPIRE);
    nae_march_from("bade", NAE_EMPIRE);
    journal->revealed = 0;
    np()->dice->journal = journal;
    play("move(go,ulm)");
    cr_expect(journal_reveals(journal, SEAT_FRENCH));
    close_journal(journal);
}

/* A power at peace moves and does not redeploy [7.5]: the log says so. */
Test(nae_forecast, the_rules_note_a_walk_at_peace)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    at("berlin", "pr_1");
    nae_walks_in(NAE_PHASE_NEUTRALS);
    np()->dice->journal = journal;
    play("walk_force(berlin); walk(go,kustrin); walk(stop)");
    cr_expect_lt(first_noted(journal, NAE_NOTE_WALKED), journal->count);
    cr_expect_eq(first_noted(journal, NAE_NOTE_REDEPLOYED), journal->count);
    close_journal(journal);
}

/* A step that garrisons a fortress just taken is not told as one that the siege has cost [15.5]. */
Test(nae_forecast, the_rules_note_what_a_garrison_costs)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    nae_set_status(np(), NAE_PAPACY, NAE_COALITION_ALLY);
    at("rome", "saint_cyr fr_11");
    nae_lay_siege(np(), zone_of("rome"));
    dice("5"); /* and 2: honours */
    siege("rome", NAE_EMPIRE, 0);
    np()->dice->journal = journal;
    play("reactivate(fr_11)");
    const unsigned lost = first_noted(journal, NAE_NOTE_STEP_LOST);
    cr_assert_lt(lost, journal->count);
    cr_expect_eq(journal->entries[lost].args[2], NAE_TOLD_BY_GARRISON);
    close_journal(journal);
}

/* Who goes back into the fortress of the zone does not retreat from it to itself. */
Test(nae_forecast, the_rules_note_a_retreat_into_a_fortress)
{
    Journal *journal = new_journal();
    nae_start("1805", "");
    at("munich", "dp_france_1=");
    at("salzbourg", "davout fr_1 fr_2 fr_3");
    inside("salzbourg", "hiller au_1 au_2");
    nae_lay_siege(np(), zone_of("salzbourg"));
    nae_act_in(3, NAE_COALITION, 2);
    dice("1 3 3 2 2 4 1"); /* attrition, battle, demoralisation, pursuit */
    np()->dice->journal = journal;
    go("spend(land); spend_zone(salzbourg); spend_force(in_whole); forced_march(0); evade(stand)");
    play("spearhead(fr_1)");
    cr_expect_lt(first_noted(journal, NAE_NOTE_RETREAT_INSIDE), journal->count);
    cr_expect_eq(first_noted(journal, NAE_NOTE_RETREAT), journal->count);
    close_journal(journal);
    told(NAE_NOTE_RETREAT_INSIDE, SEAT_FRENCH, SEAT_COALITION,
         "The Empire retreats into the fortress of Ulm. [14.10]", (int)zone_of("ulm"));
}

/* test_nae_view.c: what a seat may know, worlds made from it, and bytes from outside. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/march.h"
#include "engine/nae/view.h"
#include "tests/nae/nae_position.h"

static NaeState view_of(unsigned seat)
{
    NaeState view = *ns();
    nae_view(nd(), &view, (Seat)seat);
    return view;
}

/* The other hand cannot be read off a view: two positions that differ in it alone look alike. */
Test(nae_view, hands_are_hidden)
{
    nae_start("1805", "");
    hand("3F 5F 4C");
    const NaeState first = view_of(NAE_COALITION);
    nae_start("1805", "");
    hand("6F 8F 4C");
    const NaeState second = view_of(NAE_COALITION);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
    cr_expect(nae_in_hand(&first, NAE_C(4)), "one's own hand is known");
    cr_expect_eq(nae_hand_count(&first, NAE_EMPIRE), 2, "the number of cards is open");
}

/* Beside the hand of a seat stands what its cards count now: in 1815 the Grand Coalition makes those that are
 * no combat cards worth one more. Nothing of it stands beside the other seat's. */
Test(nae_view, a_hand_tells_what_its_cards_are_worth_now)
{
    nae_start("1815", "");
    hand("26C 31C");
    cr_expect_eq(nd()->card[card_of("26C")].value, 1);
    cr_expect_eq(nd()->card[card_of("31C")].value, 2);
    StrBuf text;
    strbuf_init(&text);
    nae_position_json(nd(), ns(), SEAT_COALITION, &text);
    cr_expect(strstr(text.text, "\"hand_values\":{\"26C\":2,\"31C\":2}") != NULL, "%s", text.text);
    text.length = 0;
    nae_position_json(nd(), ns(), SEAT_FRENCH, &text);
    cr_expect(strstr(text.text, "\"hand_values\":{}") != NULL);
    cr_expect(strstr(text.text, "\"26C\":") == NULL);
    strbuf_release(&text);
}

static void expect_march(unsigned seat, const char *words)
{
    StrBuf text;
    strbuf_init(&text);
    nae_position_json(nd(), ns(), (Seat)seat, &text);
    const char *march = strstr(text.text, "\"march\":");
    cr_assert(march != NULL);
    cr_expect(strstr(march, words) != NULL, "%s is not in %.200s", words, march);
    strbuf_release(&text);
}

/* Who marches out of a stack alone is told apart from those who stay; under fog of war only how many counters
 * of it lie covered from the enemy. */
Test(nae_view, a_march_names_its_own_pieces)
{
    for (unsigned fog = 0; fog < 2; fog++) {
        nae_start("1805", fog != 0 ? "options.fog_of_war=true" : "");
        at("bade", "napoleon grande_armee soult fr_1 fr_2 fr_3 dp_france_1=");
        at("ulm", "mack au_1 au_2");
        nae_act_in(3, NAE_EMPIRE, 2);
        play("spend(land); spend_force(soult); split(done); forced_march(0)");
        expect_march(SEAT_FRENCH, "\"pieces\":[\"fr_1\",\"soult\"]}");
        expect_march(SEAT_COALITION,
                     fog != 0 ? "\"pieces\":[\"soult\"],\"covered\":1}" : "\"pieces\":[\"fr_1\",\"soult\"]}");
    }
}

/* The text of a key of the force of the Empire in a zone as the page gets it, up to the end of its lists. */
static void force_key(const char *zone, const char *key, char text[2048])
{
    StrBuf json;
    char head[64];
    strbuf_init(&json);
    nae_position_json(nd(), ns(), SEAT_FRENCH, &json);
    (void)snprintf(head, sizeof head, "{\"zone\":\"%s\",\"side\":\"empire\"", zone);
    const char *force = strstr(strstr(json.text, "\"forces\":"), head);
    cr_assert(force != NULL);
    const char *end = strstr(force, "}");
    const char *value = strstr(force, key);
    (void)snprintf(text, 2048, "%.*s", value != NULL && value < end ? (int)(end - value) : 0, value);
    strbuf_release(&json);
}

/* A force that may set out, or is asked how far, tells what a forced march of one, two, three points adds to
 * its reach [12.3]; on its march it does not, nor does a demoralised one. */
Test(nae_view, a_force_tells_what_a_forced_march_adds)
{
    char text[2048];
    nae_start("1805", "");
    at("lyon", "soult fr_1");
    nae_act_in(3, NAE_EMPIRE, 2);
    for (unsigned asked = 0; asked < 2; asked++) {
        force_key("lyon", "\"reach\":", text);
        const char *forced = strstr(text, "\"forced\":[[");
        cr_assert(forced != NULL, "%s", text);
        const char *munich = strstr(text, "\"munich\""), *salzburg = strstr(text, "\"salzbourg\"");
        const char *second = strstr(forced, "],[");
        cr_expect(forced < munich && munich < second, "a point more than its five");
        cr_expect(second < salzburg && salzburg < strstr(second + 1, "],["), "two points more");
        if (asked == 0) {
            play("spend(land)");
        }
    }
    play("forced_march(1)");
    force_key("lyon", "\"reach\":", text);
    cr_expect(strstr(text, "\"munich\"") != NULL && strstr(text, "\"salzbourg\"") == NULL, "%s", text);
    cr_expect(strstr(text, "\"forced\"") == NULL, "it is chosen before the first step");
}

/* The order of the piles is nobody's to know. */
Test(nae_view, piles_are_hidden)
{
    nae_start("1805", "");
    const NaeState first = view_of(NAE_EMPIRE);
    const uint8_t top = ns()->pile[0][0];
    ns()->pile[0][0] = ns()->pile[0][5];
    ns()->pile[0][5] = top;
    const NaeState second = view_of(NAE_EMPIRE);
    cr_expect_eq(memcmp(&first, &second, sizeof first), 0);
}

/* Cards that were shown stay known; open ones too. */
Test(nae_view, known_cards_stay)
{
    nae_start("1805", "");
    hand("1F 3F 5F");
    ns()->card[NAE_F(1)] |= NAE_KNOWN;
    const NaeState view = view_of(NAE_COALITION);
    cr_expect(nae_in_hand(&view, NAE_F(1)));
    cr_expect(!nae_in_hand(&view, NAE_F(3)));
}

/* Worlds: every card of a side somewhere, the hand as large as it is, all invariants kept; all hands come up.
 */
Test(nae_view, worlds_fit)
{
    nae_start("1805", "");
    hand("3F 5F 6F 8F 4C 5C");
    Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, 0);
    unsigned with_3f = 0;
    for (unsigned i = 0; i < 500; i++) {
        NaeState world = view_of(NAE_COALITION);
        char message[GAME_CHECK_BYTES] = "";
        nae_determinize(nd(), &world, SEAT_COALITION, &rng);
        cr_assert(nae_check(nd(), &world, message), "%s", message);
        cr_assert_eq(nae_hand_count(&world, NAE_EMPIRE), 4);
        cr_assert(nae_in_hand(&world, NAE_C(4)) && nae_in_hand(&world, NAE_C(5)));
        with_3f += nae_in_hand(&world, NAE_F(3)) ? 1U : 0U;
    }
    /* 4 of some 26 cards: 77 of 500 expected */
    cr_expect(with_3f > 30 && with_3f < 150, "%u", with_3f);
}

/* A decision that few hands allow: a general of initiative 3 is paid for with one of the only two cards of
 * three points that are left. Every world gives the French both. */
Test(nae_view, worlds_hold_what_the_open_decision_needs)
{
    nae_start("1805", "");
    unsigned threes = 0;
    unsigned others = 0;
    unsigned pile = 0;
    for (unsigned card = 0; card < NAE_DECK; card++) { /* two of three points and three others are in hand */
        const bool three = nae_card_value(nd(), ns(), card) >= 3;
        unsigned *count = three ? &threes : &others;
        if (nae_card_place(ns(), card) == NAE_CARD_PILE) {
            nae_put_card(ns(), card,
                         (*count)++ < (three ? 2U : 3U) ? NAE_CARD_HAND
                         : three                        ? NAE_CARD_REMOVED
                                                        : NAE_CARD_PILE);
            if (nae_card_place(ns(), card) == NAE_CARD_PILE) {
                ns()->pile[NAE_EMPIRE][pile++] = (uint8_t)card;
            }
        }
    }
    memset(ns()->pile[NAE_EMPIRE] + pile, 0, NAE_DECK - pile);
    ns()->side[NAE_EMPIRE].pile = (uint8_t)pile;
    ns()->reaction.general = (uint8_t)piece_of("bernadotte");
    (void)nae_push(np(), NAE_STEP_INTERCEPT_CARD, SEAT_FRENCH);
    ns()->header.seat = SEAT_FRENCH;
    Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, 0);
    for (unsigned i = 0; i < 200; i++) {
        NaeState world = view_of(NAE_COALITION);
        nae_determinize(nd(), &world, SEAT_COALITION, &rng);
        const NaePlay play = nae_reader(nd(), &world);
        MoveList list = {.count = 0};
        cr_assert_eq(nae_list(&play, &list), 2U);
        cr_assert_eq(nae_hand_count(&world, NAE_EMPIRE), 5);
    }
}

/* The Coalition is asked for 27C: the French know that it has the card. */
Test(nae_view, worlds_hold_the_card_that_is_asked_for)
{
    nae_start("1805", "");
    nae_hand("27C 3C 4C");
    NaeFrame *frame = nae_push(np(), NAE_STEP_CONQUEST_CARD, NAE_COALITION);
    frame->a = NAE_C(27);
    frame->b = NAE_AUSTRIA;
    ns()->header.seat = SEAT_COALITION;
    Rng rng = rng_derive(7, RNG_PURPOSE_FUZZ, 0);
    for (unsigned i = 0; i < 50; i++) {
        NaeState world = view_of(NAE_EMPIRE);
        nae_determinize(nd(), &world, SEAT_FRENCH, &rng);
        const NaePlay play = nae_reader(nd(), &world);
        MoveList list = {.count = 0};
        cr_assert_eq(nae_list(&play, &list), 2U);
        cr_assert(nae_in_hand(&world, NAE_C(27)));
    }
}

static void expect_refused(const NaeState *view, const char *why)
{
    char message[GAME_CHECK_BYTES] = "";
    cr_expect(!nae_check_view(nd(), view, SEAT_FRENCH, message), "%s", why);
    cr_expect_neq(message[0], '\0', "%s", why);
}

/* Bytes from outside that are no view are refused. */
Test(nae_view, hostile_views)
{
    nae_start("1805", "");
    hand("3F 5F 4C");
    char message[GAME_CHECK_BYTES] = "";
    const NaeState good = view_of(NAE_EMPIRE);
    cr_expect(nae_check_view(nd(), &good, SEAT_FRENCH, message), "%s", message);
    NaeState bad = good;
    bad.place[3] = 250;
    expect_refused(&bad, "a piece nowhere");
    bad = good;
    bad.place[NAE_FIRST_FLEET] = 100;
    bad.bits[NAE_FIRST_FLEET] = NAE_AT_SEA;
    expect_refused(&bad, "a fleet in a sea that is none");
    bad = good;
    bad.owner[7] = 99;
    expect_refused(&bad, "a zone of nobody");
    bad = good;
    bad.frames = NAE_FRAMES + 1;
    expect_refused(&bad, "an agenda too long");
    bad = good;
    bad.frame[bad.frames - 1].step = 255;
    expect_refused(&bad, "an unknown step");
    bad = good;
    bad.major[2].status = 77;
    expect_refused(&bad, "an unknown status");
    bad = good;
    bad.side[0].pile++;
    expect_refused(&bad, "a card too many in the pile");
}

/* Invariants that are broken are found. */
Test(nae_view, check_finds)
{
    nae_start("1805", "");
    char message[GAME_CHECK_BYTES] = "";
    cr_expect(nae_check(nd(), ns(), message), "%s", message);
    at("munich", "fr_1 au_1");
    cr_expect(!nae_check(nd(), ns(), message), "both sides in one field");
    nae_start("1805", "");
    at("munich", "fr_1 fr_2");
    cr_expect(!nae_check(nd(), ns(), message), "two corps without a general");
    nae_start("1805", "");
    ns()->pile[0][0] = ns()->pile[0][1];
    cr_expect(!nae_check(nd(), ns(), message), "a card twice");
    nae_start("1805", "");
    nae_set_siege(ns(), zone_of("ulm"), true, 0);
    cr_expect(!nae_check(nd(), ns(), message), "a siege without besiegers");
    nae_start("1805", "");
    ns()->owned[0] = ns()->owned[1];
    cr_expect(!nae_check(nd(), ns(), message), "pieces of the wrong side");
    nae_start("1805", "");
    at("munich", "napoleon murat grande_armee fr_1");
    nae_set_bit(ns(), piece_of("murat"), NAE_COMMANDS);
    cr_expect(!nae_check(nd(), ns(), message), "two commanders");
}

/* Cards, statuses and control that do not fit. */
Test(nae_view, check_finds_what_does_not_fit)
{
    char message[GAME_CHECK_BYTES] = "";
    nae_start("1805", "");
    ns()->card[NAE_F(3)] = NAE_CARD_ABSENT;
    cr_expect(!nae_check(nd(), ns(), message), "a card lost");
    nae_start("1805", "");
    nae_set_marker(ns(), zone_of("vienne"), NAE_COALITION);
    cr_expect(!nae_check(nd(), ns(), message), "a marker of the land's own side");
    nae_start("1805", "");
    nae_set_fort_state(ns(), zone_of("ulm"), NAE_FORT_EMPIRE);
    cr_expect_eq(nae_check(nd(), ns(), message), nae_side_of_zone(ns(), zone_of("ulm")) != NAE_EMPIRE,
                 "a fortress marked for its own side");
    nae_start("1805", "");
    at("berlin", "fr_1");
    cr_expect(!nae_check(nd(), ns(), message), "a corps on neutral land");
    nae_start("1805", "");
    ns()->minor[NAE_SAXONY - NAE_MAJORS].status = NAE_NEUTRAL;
    ns()->minor[NAE_SAXONY - NAE_MAJORS].patron = NAE_AUSTRIA;
    nae_recompute_owned(nd(), ns());
    cr_expect(!nae_check(nd(), ns(), message), "a neutral minor with a patron at war");
}

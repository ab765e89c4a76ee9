/* test_aon_setup.c: how the scenarios begin, notation and views of Age of Napoleon on random play, and the
 * switches. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "tests/aon/aon_files.h"
#include "tests/aon/aon_position.h"
#include "tests/support/support.h"

/* ---- set-up (17) ---- */

typedef struct Count {
    const char *scenario;
    unsigned french, coalition, lost;
    unsigned hands[2];
    unsigned deck, discards, aside;
    int year;
    unsigned round;
} Count;

static const Count COUNTS[] = {
    {"1805", 8, 8, 0, {8, 8}, 37, 0, 2, 1805, 3},
    {"1809", 16, 16, 9, {8, 7}, 8, 32, 0, 1809, 1},
    {"1813", 14, 26, 25, {8, 10}, 4, 33, 0, 1813, 1},
};

Test(aon_setup, counts_17)
{
    for (unsigned i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        const Count *want = &COUNTS[i];
        aon_load(want->scenario, "");
        const AonData *d = aon_d();
        const AonState *s = aon_s();
        cr_expect_eq(corps_count(corps_and(aon_on_map(s), aon_side(d, s, SEAT_FRENCH))), want->french, "%s",
                     want->scenario);
        cr_expect_eq(corps_count(corps_and(aon_on_map(s), aon_side(d, s, SEAT_COALITION))), want->coalition,
                     "%s", want->scenario);
        cr_expect_eq(corps_count(aon_corps_at(s, AON_PLACE_LOST)), want->lost, "%s", want->scenario);
        cr_expect_eq(corps_count(aon_corps_at(s, AON_PLACE_PRISONERS)), 0, "%s", want->scenario);
        cr_expect_eq(s->hand_count[0], want->hands[0], "%s", want->scenario);
        cr_expect_eq(s->hand_count[1], want->hands[1], "%s", want->scenario);
        cr_expect_eq(s->deck_count, want->deck, "%s: %u", want->scenario, s->deck_count);
        cr_expect_eq(aon_discard_count(d, s), want->discards, "%s", want->scenario);
        cr_expect_eq(want->deck + want->discards + want->aside + want->hands[0] + want->hands[1], 55);
        cr_expect_eq(1800 + (int)aon_year(s), want->year, "%s", want->scenario);
        cr_expect_eq(s->round, want->round, "%s", want->scenario);
        cr_expect_eq(s->phase, AON_PHASE_CAMPAIGN, "%s", want->scenario);
        cr_expect(aon_free_left(s, SEAT_FRENCH) && aon_free_left(s, SEAT_COALITION), "%s", want->scenario);
        cr_expect_eq(s->header.seat, i < 2 ? SEAT_FRENCH : SEAT_COALITION, "%s: initiative", want->scenario);
        cr_expect(corps_empty(aon_hidden_from(d, s, SEAT_FRENCH)) &&
                      corps_empty(aon_hidden_from(d, s, SEAT_COALITION)),
                  "%s: set-up is an open act", want->scenario);
    }
}

static const char *text_of(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key)->valuestring;
}

/* Every corps of the file stands where the file puts it, all others in the reserve or among the lost. */
Test(aon_setup, corps_stand_where_the_file_puts_them)
{
    for (unsigned i = 0; i < AON_FILES_SCENARIOS; i++) {
        Pair files = pair_open(aon_files_scenarios[i]);
        aon_load(COUNTS[i].scenario, "");
        unsigned named = 0;
        const cJSON *entry = NULL;
        cJSON_ArrayForEach(entry, pair_item(&files.scenario, "setup.corps_on_map"))
        {
            const char *id = text_of(entry, "corps");
            expect_at(id, text_of(entry, "area"));
            cr_expect_eq(is_spent(id), cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "spent")), "%s",
                         id);
            cr_expect_str_eq(seat_name(aon_side_of(aon_d(), aon_s(), corps_id(id))), text_of(entry, "side"));
            named++;
        }
        cr_expect_eq(corps_count(aon_on_map(aon_s())), named);
        cJSON_ArrayForEach(entry, pair_item(&files.scenario, "setup.corps_out_of_game"))
        {
            expect_at(cJSON_IsString(entry) ? entry->valuestring : text_of(entry, "corps"), "lost");
        }
        cJSON_ArrayForEach(entry, pair_item(&files.scenario, "setup.alignments"))
        {
            expect_aligned(aon_text("%s=%s", entry->string, entry->valuestring));
        }
        pair_close(&files);
    }
}

Test(aon_setup, cards_of_1809_and_1813)
{
    for (unsigned i = 1; i < AON_FILES_SCENARIOS; i++) {
        Pair files = pair_open(aon_files_scenarios[i]);
        aon_load(COUNTS[i].scenario, "");
        const cJSON *entry = NULL;
        cJSON_ArrayForEach(entry, pair_item(&files.scenario, "setup.cards_discarded"))
        {
            cr_expect_geq(copies_on_pile(text_of(entry, "card")), 1, "%s", text_of(entry, "card"));
        }
        pair_close(&files);
    }
}

/* Another seed deals other cards: the order is no accident of the file. */
Test(aon_setup, cards_are_shuffled)
{
    AonState first;
    aon_load("1805", "");
    first = *aon_s();
    Dice dice;
    Rng rng;
    rng_init(&rng, 99, 1);
    dice = dice_from_stream(rng);
    game_setup(aon_game(), &aon_s()->header, &dice);
    cr_expect_neq(memcmp(first.pile, aon_s()->pile, sizeof first.pile), 0);
    cr_expect_eq(memcmp(first.place, aon_s()->place, sizeof first.place), 0);
}

/* ---- random play ---- */

typedef void Visit(const AonState *state, const MoveList *list);

/* Plays games of every scenario at random and shows each position to a test. */
static void play_at_random(unsigned games, Visit *visit)
{
    for (unsigned i = 0; i < games; i++) {
        Rng rng = rng_derive(1805, RNG_PURPOSE_FUZZ, i);
        Dice dice = dice_from_stream(rng_derive(1805, RNG_PURPOSE_DICE, i));
        aon_load(COUNTS[i % 3].scenario, "");
        game_setup(aon_game(), &aon_s()->header, &dice);
        while (aon_s()->header.over == 0) {
            MoveList list;
            const uint32_t count = game_legal(aon_game(), &aon_s()->header, &list);
            visit(aon_s(), &list);
            game_apply(aon_game(), &aon_s()->header, list.moves[count > 1 ? rng_bounded(&rng, count) : 0],
                       &dice);
        }
    }
}

static void expect_round_trip(const AonState *state, const MoveList *list)
{
    (void)state;
    char previous[MOVE_TEXT_BYTES] = "";
    for (uint32_t i = 0; i < list->count; i++) {
        char text[MOVE_TEXT_BYTES];
        Move back = 0;
        aon_move_text(aon_d(), list->moves[i], text);
        cr_assert(aon_move_parse(aon_d(), text, &back), "%s", text);
        cr_assert_eq(back, list->moves[i], "%s", text);
        cr_assert_str_neq(text, previous);
        memcpy(previous, text, sizeof previous);
    }
}

Test(aon_setup, moves_as_text_and_back) { play_at_random(support_short() ? 3 : 12, expect_round_trip); }

static const cJSON *member(const cJSON *object, const char *first, const char *second)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(object, first), second);
}

static void expect_hidden_corps(const cJSON *page, const AonState *state, Seat seat)
{
    for (CorpsSet rest = aon_hidden_from(aon_d(), state, seat); !corps_empty(rest);) {
        const char *id = aon_d()->corps_id[corps_take_first(&rest)];
        const cJSON *corps = member(page, "corps", id);
        cr_assert_str_eq(text_of(corps, "place"), "hidden", "%s", id);
        cr_assert_null(cJSON_GetObjectItemCaseSensitive(corps, "spent"), "%s", id);
        cr_assert_null(cJSON_GetObjectItemCaseSensitive(corps, "moved"), "%s", id);
        const cJSON *stack = NULL;
        cJSON_ArrayForEach(stack, cJSON_GetObjectItemCaseSensitive(page, "stacks"))
        {
            cr_assert_str_neq(text_of(stack, "leader"), id);
        }
    }
}

static void expect_hidden_cards(const cJSON *page, const AonState *state, Seat seat)
{
    const Seat other = seat_other(seat);
    cr_assert_eq((unsigned)cJSON_GetArraySize(member(page, "hands", seat_name(seat))),
                 state->hand_count[seat]);
    cr_assert_eq((unsigned)cJSON_GetArraySize(member(page, "hands", seat_name(other))),
                 bits_count(state->known[other]));
    cr_assert_eq(member(page, "hand_sizes", seat_name(other))->valueint, state->hand_count[other]);
    cr_assert_null(cJSON_GetObjectItemCaseSensitive(page, "deck"));
    const cJSON *legal = cJSON_GetObjectItemCaseSensitive(page, "legal");
    cr_assert_eq(cJSON_GetArraySize(legal) > 0, state->header.seat == seat);
}

static cJSON *page_for(const AonState *state, Seat seat)
{
    StrBuf text;
    strbuf_init(&text);
    aon_position_json(aon_d(), state, seat, &text);
    cJSON *page = cJSON_Parse(text.text);
    cr_assert_not_null(page);
    strbuf_release(&text);
    return page;
}

/* How far victory is lies open on the table: a seat is told what everybody is told, and the rules go by the
 * same. */
static void expect_same_outlook(const cJSON *page, const AonState *state)
{
    cJSON *full = page_for(state, SEAT_BOTH);
    cr_assert(cJSON_Compare(cJSON_GetObjectItemCaseSensitive(full, "victory"),
                            cJSON_GetObjectItemCaseSensitive(page, "victory"), true));
    cr_assert_str_eq(text_of(full, "initiative"), text_of(page, "initiative"));
    cJSON_Delete(full);
}

static unsigned pages_seen;
static unsigned corps_hidden;

static void expect_discreet_page(const AonState *state, const MoveList *list)
{
    (void)list;
    if (pages_seen++ % 7 != 0) {
        return;
    }
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        cJSON *page = page_for(state, (Seat)seat);
        expect_same_outlook(page, state);
        expect_hidden_corps(page, state, (Seat)seat);
        expect_hidden_cards(page, state, (Seat)seat);
        corps_hidden += corps_count(aon_hidden_from(aon_d(), state, (Seat)seat));
        cJSON_Delete(page);
    }
}

Test(aon_setup, json_of_a_seat_tells_nothing_hidden)
{
    play_at_random(support_short() ? 5 : 10, expect_discreet_page);
    cr_expect_gt(corps_hidden, 30, "there was something to hide: %u", corps_hidden);
}

/* The ids of a list in one text: "austria russia". */
static const char *ids_of(const cJSON *page, const char *side, const char *list)
{
    static char text[512];
    const cJSON *id = NULL;
    size_t length = 0;
    text[0] = '\0';
    cJSON_ArrayForEach(id, cJSON_GetObjectItemCaseSensitive(member(page, "victory", side), list))
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? " " : "",
                                   id->valuestring);
        cr_assert_lt(length, sizeof text);
    }
    return text;
}

static bool says(const cJSON *page, const char *side, const char *what)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(member(page, "victory", side), what));
}

Test(aon_setup, json_tells_who_has_the_initiative_and_how_far_victory_is)
{
    start("1805");
    align("austria=NC prussia=NC russia=CM spain=FA bayern=CM italia=NC");
    corps("niederoesterreich", "napoleon davout");
    cJSON *page = page_for(aon_s(), SEAT_FRENCH);
    cr_expect_str_eq(text_of(page, "initiative"), "french");
    cr_expect_str_eq(ids_of(page, "french", "held"), "austria", "occupied is held");
    cr_expect_str_eq(ids_of(page, "french", "neighbours_missing"), "italia");
    cr_expect_not_null(strstr(ids_of(page, "french", "opposed"), "russia"));
    cr_expect_not_null(strstr(ids_of(page, "french", "opposed"), "bayern"));
    cr_expect_null(strstr(ids_of(page, "french", "opposed"), "britain"));
    cr_expect_str_eq(ids_of(page, "coalition", "french_majors"), "spain");
    cr_expect_eq(
        (unsigned)cJSON_GetObjectItemCaseSensitive(member(page, "victory", "coalition"), "french_minors")
            ->valueint,
        aon_minors_controlled(aon_s(), aon_d(), SEAT_FRENCH));
    cr_expect_not(says(page, "french", "in_time"));
    cJSON_Delete(page);

    year(1811);
    align("russia=NC italia=FD");
    page = page_for(aon_s(), SEAT_COALITION);
    cr_expect_str_eq(text_of(page, "initiative"), "coalition");
    cr_expect_str_eq(ids_of(page, "french", "neighbours_missing"), "");
    cr_expect(says(page, "french", "in_time"));
    cr_expect(says(page, "french", "marginal"));
    cr_expect_not(says(page, "french", "decisive"), "bayern stands against it");
    cr_expect_not(says(page, "coalition", "marginal"));
    cJSON_Delete(page);
}

/* ---- hidden stacks (4.1.2) ---- */

static void set_up_stacks(const char *overrides)
{
    start_with("1805", overrides);
    corps("bayern", "napoleon davout ney* soult");
    corps("lorraine", "massena lannes marmont* suchet");
    corps("boehmen", "karl johann hiller");
    hand(SEAT_FRENCH, "mud pitt");
    hand(SEAT_COALITION, "depot");
    aon_hide("davout ney soult lannes marmont suchet johann hiller");
    at_part(SEAT_FRENCH, 1);
}

static AonState view_of(Seat seat)
{
    AonState view = *aon_s();
    aon_view(aon_d(), &view, seat);
    return view;
}

static bool same(const AonState *a, const AonState *b) { return memcmp(a, b, sizeof *a) == 0; }

/* Two corps change places, sides and all. */
static void exchange(const char *one, const char *other)
{
    AonState *s = aon_s();
    const unsigned a = corps_id(one);
    const unsigned b = corps_id(other);
    const uint8_t place = s->place[a];
    const bool spent[2] = {is_spent(one), is_spent(other)};
    s->place[a] = s->place[b];
    s->place[b] = place;
    aon_set_remove(s, AON_SET_SPENT, corps_or(corps_one(a), corps_one(b)));
    aon_set_add(s, AON_SET_SPENT, spent[0] ? corps_one(b) : corps_none());
    aon_set_add(s, AON_SET_SPENT, spent[1] ? corps_one(a) : corps_none());
}

Test(aon_setup, hidden_corps_may_change_places_unseen_4_1_2)
{
    set_up_stacks("");
    const AonState coalition = view_of(SEAT_COALITION);
    const AonState french = view_of(SEAT_FRENCH);
    exchange("ney", "suchet");
    AonState now = view_of(SEAT_COALITION);
    cr_expect(same(&coalition, &now));
    now = view_of(SEAT_FRENCH);
    cr_expect_not(same(&french, &now), "their owner knows");
    exchange("davout", "lannes");
    now = view_of(SEAT_COALITION);
    cr_expect(same(&coalition, &now));
    aon_set_add(aon_s(), AON_SET_SPENT, corps_one(corps_id("davout"))); /* nor does he see who is spent */
    now = view_of(SEAT_COALITION);
    cr_expect(same(&coalition, &now));
    aon_set_add(aon_s(), AON_SET_SPENT,
                corps_one(corps_id("napoleon"))); /* but for the leader on top (4.2.3) */
    now = view_of(SEAT_COALITION);
    cr_expect_not(same(&coalition, &now));
}

Test(aon_setup, located_corps_do_not_change_places_unseen)
{
    set_up_stacks("");
    aon_set_add(aon_s(), AON_SET_LOCATED,
                corps_or(corps_one(corps_id("davout")), corps_one(corps_id("lannes"))));
    const AonState coalition = view_of(SEAT_COALITION);
    exchange("davout", "lannes");
    const AonState now = view_of(SEAT_COALITION);
    cr_expect_not(same(&coalition, &now));
}

Test(aon_setup, hands_and_deck_are_hidden)
{
    set_up_stacks("");
    const AonState coalition = view_of(SEAT_COALITION);
    const AonState french = view_of(SEAT_FRENCH);
    AonState *s = aon_s();
    s->hand[SEAT_FRENCH] = (s->hand[SEAT_FRENCH] & ~(1ULL << card_id("pitt"))) | 1ULL << card_id("stein");
    for (unsigned i = 0; i < s->deck_count; i++) {
        s->pile[i] = s->pile[i] == card_id("stein") ? (uint8_t)card_id("pitt") : s->pile[i];
    }
    AonState now = view_of(SEAT_COALITION);
    cr_expect(same(&coalition, &now), "a card of the hand for one of the deck");
    now = view_of(SEAT_FRENCH);
    cr_expect_not(same(&french, &now));
    const AonState before = view_of(SEAT_FRENCH);
    const uint8_t top = s->pile[s->deck_count - 1U];
    s->pile[s->deck_count - 1U] = s->pile[0];
    s->pile[0] = top;
    now = view_of(SEAT_FRENCH);
    cr_expect(same(&before, &now), "the order of the deck");
}

/* ---- switches ---- */

Test(aon_setup, switch_hidden_stacks_4_1_2)
{
    set_up_stacks("options.hidden_stacks=true");
    cr_expect_eq(corps_count(aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION)), 6);
    set_up_stacks("options.hidden_stacks=false");
    cr_expect(corps_empty(aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION)));
}

/* Two armies of two corps out of one: only their leaders are known. */
Test(aon_setup, a_split_army_is_lost_from_sight)
{
    start("1805");
    corps("bayern", "napoleon davout ney soult");
    at_part(SEAT_FRENCH, 1);
    cr_expect(corps_empty(aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION)));
    play("area(bayern); corps_take(davout); corps_take(soult); corps_leave(ney); area(wuerttemberg)");
    const CorpsSet hidden = aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION);
    cr_expect_eq(corps_count(hidden), 2);
    cr_expect(corps_in(hidden, corps_id("ney")) && corps_in(hidden, corps_id("soult")));
    start("1805");
    corps("bayern", "napoleon davout ney");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); corps_take(ney); area(wuerttemberg)"); /* one alone, and so the other two are known */
    cr_expect(corps_empty(aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION)));
}

/* The leader of a moving army is named to the enemy (B11): he stays known even below another's top. */
Test(aon_setup, a_named_leader_stays_known_below_another_4_1_2)
{
    start("1805");
    corps("bayern", "napoleon davout ney soult");
    corps("wuerttemberg", "massena lannes");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); corps_take(soult); corps_leave(davout); corps_take(ney); area(wuerttemberg)");
    const CorpsSet hidden = aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION);
    cr_expect_not(corps_in(hidden, corps_id("soult")), "he was named when he set out");
    cr_expect(corps_in(hidden, corps_id("ney")) && corps_in(hidden, corps_id("davout")));
}

/* One of the hidden corps leaves alone and is seen; which of the others stays behind is known no better than
 * before. */
Test(aon_setup, what_is_left_behind_stays_hidden_4_1_2)
{
    start("1805");
    corps("bayern", "napoleon davout ney");
    corps("lorraine", "massena soult lannes");
    aon_hide("davout ney soult lannes");
    at_part(SEAT_FRENCH, 1);
    play("area(bayern); corps_take(davout); corps_leave(ney); area(wuerttemberg)");
    const CorpsSet hidden = aon_hidden_from(aon_d(), aon_s(), SEAT_COALITION);
    cr_expect_not(corps_in(hidden, corps_id("davout")));
    cr_expect(corps_in(hidden, corps_id("ney")), "it might be Soult or Lannes");
    const AonState before = view_of(SEAT_COALITION);
    exchange("ney", "soult");
    const AonState now = view_of(SEAT_COALITION);
    cr_expect(same(&before, &now));
}

/* The sides of corps below the top: known for all of an army where they are alike, lost from sight where they
 * are not. */
Test(aon_setup, sides_in_a_split_army_4_1_2)
{
    for (unsigned mixed = 0; mixed < 2; mixed++) {
        start("1805");
        corps("bayern", mixed ? "napoleon davout* ney* soult" : "napoleon davout* ney* soult*");
        at_part(SEAT_FRENCH, 1);
        play("area(bayern); corps_take(davout); corps_take(soult); corps_leave(ney); area(wuerttemberg)");
        cr_expect_eq(aon_set_has(aon_s(), AON_SET_SIDE_KNOWN, corps_id("ney")), mixed == 0);
        cr_expect_eq(aon_set_has(aon_s(), AON_SET_SIDE_KNOWN, corps_id("soult")), mixed == 0);
        cr_expect(aon_set_has(aon_s(), AON_SET_SIDE_KNOWN, corps_id("davout")), "a leader is seen");
    }
}

Test(aon_setup, switch_napoleon_returns_14_2_6)
{
    start_with("1805", "options.napoleon_returns=true");
    at_surrender();
    expect_step("surrender_returns", SEAT_FRENCH);
    play("end_game");
    expect_over(SEAT_COALITION, OUTCOME_DECISIVE);
    start_with("1805", "options.napoleon_returns=true");
    at_surrender();
    play("go_on");
    cr_expect_eq(aon_s()->header.over, 0);
    start("1805");
    at_surrender();
    expect_step("diplomacy_first", SEAT_FRENCH); /* of the next year: it was not asked */
}

static void withdraw_by_forced_march(const char *overrides)
{
    start_with("1805", overrides);
    corps("westfalen", "davout");
    corps("bayern", "ferdinand");
    hand(SEAT_COALITION, "forced_march");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); area(bayern); withdraw(yes); area(boehmen)");
}

static void intercept_in_winter(const char *overrides)
{
    start_with("1805", overrides);
    corps("westfalen", "ney");
    corps("boehmen", "bagration");
    at_part(SEAT_FRENCH, 5);
    play("area(westfalen); area(bayern); intercept(boehmen)");
}

Test(aon_setup, switch_reaction_attrition_everywhere_a16)
{
    withdraw_by_forced_march("");
    expect_spent("ferdinand");
    withdraw_by_forced_march("options.reaction_attrition_everywhere=false");
    expect_fresh("ferdinand");
    intercept_in_winter("");
    expect_spent("bagration");
    intercept_in_winter("options.reaction_attrition_everywhere=false");
    expect_fresh("bagration");
}

static void sail_in_winter(const char *overrides, const char *from)
{
    start_with("1805", overrides);
    align("danmark=CM");
    events("britannia");
    corps(from, "wellington moore");
    at_part(SEAT_COALITION, 5);
    play(aon_text("area(%s); corps_take(wellington)", from));
}

Test(aon_setup, switch_danmark_winter_sea_both_ways_a14)
{
    sail_in_winter("", "britain");
    expect_step("move_sea", SEAT_COALITION);
    expect_legal("area(danmark)", false);
    expect_legal("area(pommern)", false);
    expect_legal("area(hannover)", true);
    sail_in_winter("options.danmark_winter_sea_both_ways=true", "britain");
    expect_legal("area(danmark)", true);
    expect_legal("area(pommern)", false);
    sail_in_winter("", "danmark"); /* out of Danmark it is always possible (12.4.3) */
    play("corps_leave(moore); sea");
    expect_legal("area(hannover)", true);
    expect_legal("area(pommern)", false);
}

static void play_a_red_event(const char *overrides)
{
    start_with("1805", overrides);
    year(1811); /* the Coalition discards first and the French still have a hand */
    hand(SEAT_COALITION, "radetzky");
    hand(SEAT_FRENCH, "mud");
    at_strategy();
    play("play_card(radetzky)");
    cr_expect_neq(aon_s()->events & AON_EVENT_RADETZKY, 0);
}

Test(aon_setup, switch_red_title_pickup_after_event_a3)
{
    play_a_red_event("");
    cr_expect_str_neq(aon_step_name(aon_s()->header.step), "card_pick_up");
    play_a_red_event("options.red_title_pickup_after_event=true");
    expect_step("card_pick_up", SEAT_FRENCH);
    play("pick_up(mud)");
    cr_expect_eq(copies_on_pile("mud"), 1);
}

static void sail_first(const char *overrides)
{
    start_with("1805", overrides);
    events("britannia");
    corps("britain", "wellington");
    corps("boehmen", "karl");
    corps("flandres", "davout");
    hand(SEAT_COALITION, "depot pitt");
    at_part(SEAT_COALITION, 1);
    play("area(britain); area(portugal)");
}

Test(aon_setup, switch_sea_move_is_extra_a13)
{
    sail_first("");
    play_until("part_choice");
    expect_step("part_choice", SEAT_FRENCH); /* it was the army move */
    sail_first("options.sea_move_is_extra=true");
    play_until("part_choice");
    expect_step("part_choice", SEAT_COALITION);
    expect_list("area(boehmen); stop");
}

static void fight_in_bayern(const char *overrides)
{
    start_with("1805", overrides);
    corps("westfalen", "davout lannes");
    corps("bayern", "karl");
    corps("moscow", "kutuzov");
    hand(SEAT_FRENCH, "mud depot");
    at_part(SEAT_FRENCH, 1);
    play("area(westfalen); corps_take(davout); corps_take(lannes); area(bayern); corps_take(davout)");
    dice("1 1 6 1");
    play("corps_leave(lannes); rally(no)");
    expect_at("davout lannes", "bayern");
}

/* Next part_choice of the French. */
static void next_french_part(void)
{
    play("stop");
    expect_step("part_choice", SEAT_FRENCH);
    cr_expect_eq(aon_s()->round, 2);
}

Test(aon_setup, switch_fought_corps_frozen_all_year_a24)
{
    fight_in_bayern("");
    next_french_part();
    play("area(bayern)");
    expect_choices("corps_take", "davout lannes");
    fight_in_bayern("options.fought_corps_frozen_all_year=true");
    next_french_part();
    play("area(bayern); pay(mud)"); /* Lannes alone, who did not fight */
    expect_legal("area(tirol)", true);
    cr_expect_eq(corps_count(aon_set(aon_s(), AON_SET_ARMY)), 1);
}

Test(aon_setup, switch_unengaged_corps_frozen_a24)
{
    fight_in_bayern("");
    cr_expect(aon_set_has(aon_s(), AON_SET_FOUGHT, corps_id("davout")));
    cr_expect_not(aon_set_has(aon_s(), AON_SET_FOUGHT, corps_id("lannes")));
    fight_in_bayern("options.unengaged_corps_frozen=true");
    cr_expect(aon_set_has(aon_s(), AON_SET_FOUGHT, corps_id("davout")));
    cr_expect(aon_set_has(aon_s(), AON_SET_FOUGHT, corps_id("lannes")));
}

static void counter_after_passing(const char *overrides)
{
    start_with("1805", overrides);
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i talleyrand");
    hand(SEAT_COALITION, "pitt");
    at_diplomacy(SEAT_COALITION);
    play("pass; play_card(napoleon_i); conversion(0); country(napoli)");
}

Test(aon_setup, switch_counter_after_pass_a6)
{
    counter_after_passing("");
    expect_aligned("napoli=NC");
    counter_after_passing("options.counter_after_pass=true");
    expect_list("counter(pitt); counter(none)");
}

static void counter_with_anything(const char *overrides, const char *country)
{
    start_with("1805", overrides);
    year(1807);
    hand(SEAT_FRENCH, "napoleon_i");
    hand(SEAT_COALITION, "pitt metternich alexander_i");
    at_diplomacy(SEAT_FRENCH);
    play(aon_text("play_card(napoleon_i); conversion(0); country(%s)", country));
}

Test(aon_setup, switch_counter_must_match_a5)
{
    counter_with_anything("", "napoli");
    expect_choices("counter", "pitt metternich alexander_i none");
    counter_with_anything("options.counter_must_match=true", "napoli");
    expect_choices("counter", "pitt none");
    counter_with_anything("options.counter_must_match=true", "austria");
    expect_choices("counter", "pitt metternich none");
    counter_with_anything("options.counter_must_match=true", "russia");
    expect_choices("counter", "pitt alexander_i none");
}

/* aon_position.c: see aon_position.h. */
#include "tests/aon/aon_position.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/rules.h"

enum { WORD_BYTES = 96, SCRIPT_MAX = 64 };

static Game game;
static AonState *state;
static StateBuffer buffer;
static Dice draws;
static Journal notes;
static uint8_t script[SCRIPT_MAX];
int aon_line;

const AonData *aon_d(void) { return game.data; }
AonState *aon_s(void) { return state; }
const Game *aon_game(void) { return &game; }
const Journal *aon_journal(void) { return &notes; }

static Play in_play(void) { return aon_with_dice(aon_d(), state, &draws); }

/* Next word of a list, up to a separator and without spaces at its ends; false at the end. */
static bool next_word(const char **list, char separator, char word[WORD_BYTES])
{
    const char *from = *list + strspn(*list, separator == ' ' ? " " : "; ");
    size_t length = strcspn(from, separator == ' ' ? " " : ";");
    *list = from + length;
    while (length > 0 && from[length - 1] == ' ') {
        length--;
    }
    cr_assert_lt(length, WORD_BYTES);
    memcpy(word, from, length);
    word[length] = '\0';
    return length > 0;
}

static bool take_mark(char word[WORD_BYTES], char mark)
{
    const size_t length = strlen(word);
    if (length == 0 || word[length - 1] != mark) {
        return false;
    }
    word[length - 1] = '\0';
    return true;
}

static unsigned known_id(unsigned id, const char *text)
{
    cr_assert_neq(id, AON_NONE, "line %d: there is no %s", aon_line, text);
    return id;
}

unsigned corps_id(const char *id) { return known_id(aon_corps_by_id(aon_d(), id), id); }
unsigned country_id(const char *id) { return known_id(aon_country_by_id(aon_d(), id), id); }
unsigned card_id(const char *id) { return known_id(aon_card_by_id(aon_d(), id), id); }
unsigned area_id(const char *id) { return known_id(aon_area_by_id(aon_d(), id), id); }

/* The open decision as text, for messages. */
static const char *open_list(void)
{
    static char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "%s asks %s:", seat_name((Seat)state->header.seat),
                                   aon_step_name(state->header.step));
    MoveList list;
    (void)game_legal(&game, &state->header, &list);
    for (uint32_t i = 0; i < list.count && used + MOVE_TEXT_BYTES + 2 < sizeof text; i++) {
        char move[MOVE_TEXT_BYTES];
        aon_move_text(aon_d(), list.moves[i], move);
        used += (size_t)snprintf(text + used, sizeof text - used, " %s;", move);
    }
    return text;
}

static void check_position(const char *when)
{
    char message[GAME_CHECK_BYTES];
    cr_assert(aon_check(aon_d(), state, message), "line %d, %s: %s", aon_line, when, message);
}

/* ------------------------------------------------------------------ set-up */

void aon_load(const char *scenario, const char *overrides)
{
    char path[WORD_BYTES];
    char words[8][WORD_BYTES];
    const char *texts[8];
    size_t count = 0;
    Err err;
    err_clear(&err);
    while (count < 8 && next_word(&overrides, ' ', words[count])) {
        texts[count] = words[count];
        count++;
    }
    (void)snprintf(path, sizeof path, "scenarios/aon/%s.json", scenario);
    if (state != NULL) {
        game_release(&game);
    }
    cr_assert(game_load(&game, path, texts, count, &err), "line %d: %s %s", aon_line, err.path, err.message);
    state = aon_state(&buffer.header);
    memset(&buffer, 0, sizeof buffer);
    journal_open(&notes, JOURNAL_ALL);
    dice_at_random();
    game_setup(&game, &state->header, &draws);
    aon_dice("");
}

static void gather_cards(void)
{
    const AonData *d = aon_d();
    memset(state->hand, 0, sizeof state->hand);
    memset(state->known, 0, sizeof state->known);
    memset(state->hand_count, 0, sizeof state->hand_count);
    memset(state->pile, 0, sizeof state->pile);
    state->deck_count = 0;
    for (unsigned title = 0; title < d->cards; title++) {
        const bool aside = (state->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0;
        const unsigned copies = d->card[title].copies - (aside ? d->setup.set_aside[title] : 0U);
        for (unsigned copy = 0; copy < copies; copy++) {
            state->pile[state->deck_count++] = (uint8_t)title;
        }
    }
}

void aon_start(const char *scenario, const char *overrides)
{
    aon_load(scenario, overrides);
    Play p = in_play();
    aon_take_off(&p, aon_on_map(state), AON_PLACE_RESERVE, AON_FATE_CARD);
    memset(state->place, AON_PLACE_RESERVE, sizeof state->place);
    gather_cards();
}

static enum aon_alignment alignment_of(const char *text)
{
    for (unsigned i = 0; i < AON_UNALIGNED; i++) {
        if (strcmp(aon_alignment_name(i), text) == 0) {
            return (enum aon_alignment)i;
        }
    }
    cr_assert_str_eq(text, "-", "line %d", aon_line);
    return AON_UNALIGNED;
}

/* Splits "russia=NC"; returns the country. */
static unsigned split_alignment(char word[WORD_BYTES], enum aon_alignment *alignment)
{
    char *sign = strchr(word, '=');
    cr_assert_not_null(sign, "line %d: %s", aon_line, word);
    *sign = '\0';
    *alignment = alignment_of(sign + 1);
    return country_id(word);
}

void aon_align(const char *list)
{
    char word[WORD_BYTES];
    Play p = in_play();
    while (next_word(&list, ' ', word)) {
        enum aon_alignment alignment = AON_NC;
        const bool mark = take_mark(word, '!');
        const unsigned country = split_alignment(word, &alignment);
        state->country[country] = 0;
        aon_set_alignment(&p, country, alignment, AON_WHY_DIPLOMACY);
        if (mark || alignment == AON_IC) {
            state->country[country] |= AON_COUNTRY_INSURGENT;
        }
    }
    for (unsigned area = 0; area < aon_d()->areas; area++) {
        aon_refresh_area(&p, area);
    }
}

static unsigned place_by_name(const char *place)
{
    static const char *const boxes[] = {"reserve", "prisoners", "lost"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(place, boxes[i]) == 0) {
            return AON_PLACE_RESERVE + i;
        }
    }
    return area_id(place);
}

void aon_corps(const char *place, const char *list)
{
    char word[WORD_BYTES];
    const unsigned where = place_by_name(place);
    Play p = in_play();
    while (next_word(&list, ' ', word)) {
        const bool spent = take_mark(word, '*');
        const CorpsSet one = corps_one(corps_id(word));
        aon_take_off(&p, one, where < AON_PLACE_RESERVE ? AON_PLACE_RESERVE : where, AON_FATE_CARD);
        if (where < AON_PLACE_RESERVE) {
            aon_put(&p, one, where);
            aon_locate(&p, one);
            if (spent) {
                aon_set_add(state, AON_SET_SPENT, one);
            }
        }
    }
}

void aon_hide(const char *list)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        aon_set_remove(state, AON_SET_LOCATED, corps_one(corps_id(word)));
        aon_set_remove(state, AON_SET_SIDE_KNOWN, corps_one(corps_id(word)));
    }
}

/* Takes a copy out of the deck, the topmost one. */
static unsigned out_of_deck(const char *card)
{
    const unsigned title = card_id(card);
    for (unsigned i = state->deck_count; i > 0; i--) {
        if (state->pile[i - 1] == title) {
            memmove(state->pile + i - 1, state->pile + i, state->deck_count - i);
            state->pile[state->deck_count - 1U] = 0;
            return title;
        }
    }
    cr_assert_fail("line %d: no %s in the deck", aon_line, card);
    return 0;
}

void aon_hand(Seat seat, const char *list)
{
    char word[WORD_BYTES];
    Play p = in_play();
    while (next_word(&list, ' ', word)) {
        const unsigned title = out_of_deck(word);
        state->deck_count--;
        aon_hand_add(&p, seat, title);
    }
}

void aon_discarded(const char *list)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        const unsigned title = out_of_deck(word);
        const unsigned position = aon_discard_count(aon_d(), state);
        state->deck_count--;
        state->pile[AON_COPIES_MAX - 1U - position] = (uint8_t)title;
    }
}

void aon_deck_top(const char *list)
{
    char word[WORD_BYTES];
    uint8_t titles[AON_COPIES_MAX];
    unsigned count = 0;
    while (next_word(&list, ' ', word)) {
        titles[count++] = (uint8_t)out_of_deck(word);
        state->deck_count--;
    }
    while (count > 0) {
        state->pile[state->deck_count++] = titles[--count];
    }
}

void aon_events(const char *list)
{
    static const char *const names[] = {"britannia", "radetzky", "stein", "continental_system", "joseph"};
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        unsigned bit = 0;
        for (unsigned i = 0; i < 5; i++) {
            bit |= strcmp(word, names[i]) == 0 ? 1U << i : 0U;
        }
        cr_assert_neq(bit, 0, "line %d: no event %s", aon_line, word);
        if (bit == AON_EVENT_CONTINENTAL_SYSTEM && (state->events & bit) == 0) {
            for (unsigned title = 0; title < aon_d()->cards; title++) {
                for (unsigned copy = 0; copy < aon_d()->setup.set_aside[title]; copy++) {
                    state->pile[state->deck_count++] = (uint8_t)title;
                }
            }
        }
        state->events = (uint8_t)(state->events | bit);
    }
}

void year(int value) { state->header.turn = (uint8_t)(value - 1805); }

void russia_invaded(void)
{
    aon_flag_set(state, AON_FLAG_RUSSIA_INVADED);
    state->released = (uint16_t)((1U << corps_count(aon_d()->invasion)) - 1U);
}

void free_move_used(Seat seat)
{
    aon_flag_set(state, seat == SEAT_FRENCH ? AON_FLAG_FREE_USED_FRENCH : AON_FLAG_FREE_USED_COALITION);
}

/* ------------------------------------------------------------------ going to a step */

/* Forgets whatever procedure was under way. */
static Play at(enum aon_phase phase, unsigned round, Seat first)
{
    static const uint8_t passing[] = {AON_SET_FOUGHT, AON_SET_STEPS_0, AON_SET_STEPS_1, AON_SET_ARMY,
                                      AON_SET_GROUP};
    aon_clear_choices(state);
    memset(state->stack, 0, sizeof state->stack);
    memset(&state->scope, 0, sizeof state->scope);
    memset(&state->move, 0, sizeof state->move);
    memset(&state->reaction, 0, sizeof state->reaction);
    memset(&state->battle, 0, sizeof state->battle);
    memset(state->from, AON_FROM_RESIDENT, sizeof state->from);
    for (unsigned i = 0; i < sizeof passing; i++) {
        aon_set_put(state, (enum aon_set)passing[i], corps_none());
    }
    state->depth = 0;
    state->cursor = 0;
    state->armies_left = 0;
    state->mover_defends = 0;
    state->sea_corps = AON_NONE;
    state->phase = (uint8_t)phase;
    state->round = (uint8_t)round;
    aon_flag_clear(state, AON_FLAG_SECOND | AON_FLAG_FIRST_COALITION | AON_FLAG_MOVER_COALITION |
                              AON_FLAG_SEA_MOVED | AON_FLAG_SEA_WITHDREW | AON_FLAG_SEA_DEPLOYED |
                              AON_FLAG_MAJOR_CAMPAIGN);
    aon_flag_set(state, first == SEAT_COALITION ? AON_FLAG_FIRST_COALITION : 0);
    return in_play();
}

static void run(Play *p)
{
    aon_run(p);
    cr_assert_not(draws.failed, "line %d: dice fell that were not given", aon_line);
    check_position("set-up");
}

void aon_at_part(Seat seat, unsigned round)
{
    Play p = at(AON_PHASE_CAMPAIGN, round, seat);
    aon_go(&p, AON_STEP_PART_START);
    run(&p);
}

void aon_at_round(Seat first_mover, unsigned round)
{
    Play p = at(AON_PHASE_CAMPAIGN, round, first_mover);
    aon_go(&p, AON_STEP_ROUND_START);
    run(&p);
}

void aon_at_campaign(void)
{
    Play p = at(AON_PHASE_CAMPAIGN, 1, SEAT_FRENCH);
    aon_start_campaign(&p);
    run(&p);
}

/* Answers the question who goes first. */
static void choose_first(Seat first)
{
    aon_play(state->header.seat == first ? "choose_first(self)" : "choose_first(other)");
}

void aon_at_diplomacy(Seat first)
{
    Play p = at(AON_PHASE_DIPLOMACY, 0, SEAT_FRENCH);
    aon_start_diplomacy(&p, AON_STEP_INSURRECTION_OUTCOMES);
    run(&p);
    choose_first(first);
}

void aon_at_insurrection(void)
{
    Play p = at(AON_PHASE_INSURRECTION, 0, SEAT_FRENCH);
    aon_go(&p, AON_STEP_INSURRECTION_OUTCOMES);
    run(&p);
}

void aon_at_strategy(void)
{
    Play p = at(AON_PHASE_STRATEGY, 0, SEAT_FRENCH);
    aon_start_strategy(&p);
    run(&p);
}

void aon_at_reinforcement(Seat first)
{
    Play p = at(AON_PHASE_REINFORCEMENT, 0, SEAT_FRENCH);
    aon_start_reinforcement(&p);
    run(&p);
    choose_first(first);
}

void aon_at_surrender(void)
{
    Play p = at(AON_PHASE_SURRENDER, 0, SEAT_FRENCH);
    aon_start_surrender(&p);
    run(&p);
}

void aon_at_winter(Seat first_mover)
{
    Play p = at(AON_PHASE_WINTER_ATTRITION, 0, first_mover);
    aon_start_winter(&p);
    run(&p);
}

void aon_at_victory(void)
{
    Play p = at(AON_PHASE_VICTORY_CHECK, 0, SEAT_FRENCH);
    aon_go(&p, AON_STEP_VICTORY_FRENCH);
    run(&p);
}

/* ------------------------------------------------------------------ play */

void aon_dice(const char *list)
{
    char word[WORD_BYTES];
    size_t count = 0;
    while (next_word(&list, ' ', word)) {
        cr_assert_lt(count, SCRIPT_MAX);
        script[count++] = (uint8_t)strtoul(word, NULL, 10);
    }
    draws = dice_from_script(script, count);
    draws.journal = &notes;
}

void dice_at_random(void)
{
    Rng rng;
    rng_init(&rng, 1805, 7);
    draws = dice_from_stream(rng);
    draws.journal = &notes;
}

static void play_one(const char *text)
{
    Move move = 0;
    cr_assert(aon_move_parse(aon_d(), text, &move), "line %d: \"%s\" is no move", aon_line, text);
    cr_assert(game_move_is_legal(&game, &state->header, move), "line %d: %s is not legal; %s", aon_line, text,
              open_list());
    game_apply(&game, &state->header, move, &draws);
    cr_assert_not(draws.failed, "line %d: after %s more dice fell than the %zu given, or others", aon_line,
                  text, draws.script_count);
    check_position(text);
}

void aon_play(const char *moves)
{
    char word[WORD_BYTES];
    journal_clear(&notes);
    while (next_word(&moves, ';', word)) {
        play_one(word);
    }
}

/* The first legal move of a kind, as text. */
static bool first_of_kind(const char *kind, char text[MOVE_TEXT_BYTES])
{
    MoveList list;
    (void)game_legal(&game, &state->header, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        aon_move_text(aon_d(), list.moves[i], text);
        if (strncmp(text, kind, strlen(kind)) == 0 && text[strlen(kind)] == '(') {
            return true;
        }
    }
    return false;
}

void aon_play_each(const char *kind)
{
    char text[MOVE_TEXT_BYTES];
    for (unsigned i = 0; i < 100 && first_of_kind(kind, text); i++) {
        play_one(text);
    }
}

static bool open_move(const char *text)
{
    Move move = 0;
    return aon_move_parse(aon_d(), text, &move) && game_move_is_legal(&game, &state->header, move);
}

void aon_play_until(const char *step)
{
    static const char *const idle[] = {
        "stop",          "pass",         "rally(no)",       "counter(none)", "pick_up(no)",
        "intercept(no)", "withdraw(no)", "sea_retreat(no)", "go_on",         "choose_first(self)"};
    enum { IDLE = sizeof idle / sizeof idle[0] };
    for (unsigned i = 0; i < 500 && state->header.over == 0; i++) {
        if (strcmp(aon_step_name(state->header.step), step) == 0) {
            return;
        }
        unsigned word = 0;
        while (word < IDLE && !open_move(idle[word])) {
            word++;
        }
        cr_assert_lt(word, IDLE, "line %d: on the way to %s: %s", aon_line, step, open_list());
        play_one(idle[word]);
    }
    cr_assert_str_eq(step, "over", "line %d: never came to %s", aon_line, step);
}

const char *aon_text(const char *format, ...)
{
    static char text[256];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

/* ------------------------------------------------------------------ looking */

const char *place_of(const char *id)
{
    static const char *const boxes[] = {"reserve", "prisoners", "lost"};
    const unsigned place = state->place[corps_id(id)];
    return place < AON_PLACE_RESERVE ? aon_d()->area_id[place] : boxes[place - AON_PLACE_RESERVE];
}

bool is_spent(const char *id) { return aon_set_has(state, AON_SET_SPENT, corps_id(id)); }

unsigned copies_in_hand(Seat seat, const char *card)
{
    const unsigned title = card_id(card);
    unsigned count = 0;
    for (CardSet rest = state->hand[seat]; rest != 0;) {
        count += aon_d()->extra_of[bits_take(&rest)] == title;
    }
    return count;
}

unsigned copies_on_pile(const char *card)
{
    const unsigned title = card_id(card);
    unsigned count = 0;
    for (unsigned i = 0; i < aon_discard_count(aon_d(), state); i++) {
        count += state->pile[AON_COPIES_MAX - 1U - i] == title;
    }
    return count;
}

void aon_expect_legal(const char *text, bool legal)
{
    Move move = 0;
    cr_assert(aon_move_parse(aon_d(), text, &move), "line %d: \"%s\" is no move", aon_line, text);
    cr_expect_eq(game_move_is_legal(&game, &state->header, move), legal, "line %d: %s should %sbe legal; %s",
                 aon_line, text, legal ? "" : "not ", open_list());
}

void aon_expect_list(const char *moves)
{
    char word[WORD_BYTES];
    char text[MOVE_TEXT_BYTES];
    MoveList list;
    uint32_t count = 0;
    (void)game_legal(&game, &state->header, &list);
    while (next_word(&moves, ';', word)) {
        cr_assert_lt(count, list.count, "line %d: %s is missing; %s", aon_line, word, open_list());
        aon_move_text(aon_d(), list.moves[count++], text);
        cr_expect_str_eq(text, word, "line %d: %s where %s should be; %s", aon_line, text, word, open_list());
    }
    cr_expect_eq(count, list.count, "line %d: more than expected; %s", aon_line, open_list());
}

/* Words with one space between them. */
static void add_word(char *line, size_t size, const char *word)
{
    const size_t used = strlen(line);
    (void)snprintf(line + used, size - used, "%s%s", used > 0 ? " " : "", word);
}

void aon_expect_choices(const char *kind, const char *arguments)
{
    static char found[8192];
    char text[MOVE_TEXT_BYTES];
    MoveList list;
    found[0] = '\0';
    (void)game_legal(&game, &state->header, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        aon_move_text(aon_d(), list.moves[i], text);
        char *open = strchr(text, '(');
        if (open != NULL && strlen(kind) == (size_t)(open - text) && strncmp(text, kind, strlen(kind)) == 0) {
            open[strlen(open) - 1] = '\0';
            add_word(found, sizeof found, open + 1);
        }
    }
    cr_expect_str_eq(found, arguments, "line %d: %s: \"%s\", expected \"%s\"; %s", aon_line, kind, found,
                     arguments, open_list());
}

void aon_expect_at(const char *list, const char *place)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        cr_expect_str_eq(place_of(word), place, "line %d: %s is in %s, expected %s", aon_line, word,
                         place_of(word), place);
    }
}

void aon_expect_spent(const char *list, bool spent)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        cr_expect_eq(is_spent(word), spent, "line %d: %s is %s", aon_line, word, spent ? "fresh" : "spent");
        cr_expect_lt(state->place[corps_id(word)], AON_PLACE_RESERVE, "line %d: %s is off the map", aon_line,
                     word);
    }
}

void aon_expect_aligned(const char *list)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        enum aon_alignment alignment = AON_NC;
        const unsigned country = split_alignment(word, &alignment);
        cr_expect_eq(aon_alignment(state, country), alignment, "line %d: %s is %s", aon_line, word,
                     aon_alignment_name(aon_alignment(state, country)));
    }
}

void aon_expect_hand(Seat seat, const char *list)
{
    char found[2048] = "";
    for (unsigned title = 0; title < aon_d()->cards; title++) {
        for (unsigned copy = copies_in_hand(seat, aon_d()->card[title].id); copy > 0; copy--) {
            add_word(found, sizeof found, aon_d()->card[title].id);
        }
    }
    cr_expect_str_eq(found, list, "line %d: hand \"%s\", expected \"%s\"", aon_line, found, list);
}

void aon_expect_pile(const char *list)
{
    char word[WORD_BYTES];
    unsigned position = aon_discard_count(aon_d(), state);
    while (next_word(&list, ' ', word)) {
        cr_assert_gt(position, 0, "line %d: the pile ends before %s", aon_line, word);
        position--;
        const char *found = aon_d()->card[state->pile[AON_COPIES_MAX - 1U - position]].id;
        cr_expect_str_eq(found, word, "line %d: %s lies where %s should", aon_line, found, word);
    }
}

void aon_expect_step(const char *step, Seat seat)
{
    const char *found = aon_step_name(state->header.step);
    cr_expect(strcmp(found, step) == 0 && state->header.seat == seat, "line %d: expected %s of %s; %s",
              aon_line, step, seat_name(seat), open_list());
}

void aon_expect_fallen(unsigned count)
{
    cr_expect_eq(draws.script_used, count, "line %d: %zu dice have fallen, expected %u", aon_line,
                 draws.script_used, count);
}

void aon_expect_over(Seat winner, enum outcome_grade grade)
{
    const Outcome outcome = game_outcome(&game, &state->header);
    cr_expect(outcome.winner == winner && outcome.grade == grade, "line %d: %s %s, expected %s %s", aon_line,
              seat_name(outcome.winner), outcome_grade_name(outcome.grade), seat_name(winner),
              outcome_grade_name(grade));
}

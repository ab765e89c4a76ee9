/* nae_position.c: see nae_position.h. */
#include "tests/nae/nae_position.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/view.h"
#include "engine/nae/words.h"
#include "tests/support/support.h"

static Game game;
static StateBuffer buffer;
static Dice falling;
static uint8_t script[256];
static NaePlay session;
int nae_line;

const NaeData *nd(void) { return game.data; }
NaeState *ns(void) { return nae_state(&buffer.header); }
NaePlay *np(void)
{
    session = (NaePlay){nd(), ns(), &falling, NULL};
    return &session;
}

/* ---- words of a list ---- */

enum { WORD_BYTES = 96 };

/* The next word of a list into word; false at its end. `gap` ends a word. */
static bool next_word(const char **list, char gap, char word[WORD_BYTES])
{
    while (**list == ' ' || **list == gap) {
        (*list)++;
    }
    unsigned length = 0;
    while (**list != '\0' && **list != gap && (gap == ';' || **list != ' ')) {
        cr_assert_lt(length + 1, WORD_BYTES, "line %d: a word is too long", nae_line);
        word[length++] = *(*list)++;
    }
    word[length] = '\0';
    return length > 0;
}

unsigned zone_of(const char *id)
{
    const unsigned zone = nae_zone_by_id(nd(), id);
    cr_assert_neq(zone, NAE_NONE, "line %d: no zone %s", nae_line, id);
    return zone;
}
unsigned piece_of(const char *id)
{
    const unsigned piece = nae_piece_by_id(nd(), id);
    cr_assert_neq(piece, NAE_NONE, "line %d: no piece %s", nae_line, id);
    return piece;
}
unsigned card_of(const char *id)
{
    const unsigned card = nae_card_by_id(nd(), id);
    cr_assert_neq(card, NAE_NONE, "line %d: no card %s", nae_line, id);
    return card;
}

/* ---- set-up ---- */

static void valid(void)
{
    char message[GAME_CHECK_BYTES] = "";
    cr_assert(nae_check(nd(), ns(), message), "line %d: %s", nae_line, message);
}

void nae_load_position(const char *scenario, const char *override)
{
    char name[64];
    (void)snprintf(name, sizeof name, "nae/%s", scenario);
    support_load(&game, name, override[0] == '\0' ? NULL : override);
    Dice dealer = dice_from_stream(rng_derive(1, RNG_PURPOSE_FUZZ, 0));
    game_setup(&game, &buffer.header, &dealer);
    falling = dice_from_script(script, 0);
}

static void empty_map(void)
{
    NaeState *s = ns();
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        if (s->place[piece] != NAE_OUT && s->place[piece] != NAE_LATER) {
            s->place[piece] = NAE_RESERVE;
        }
        s->bits[piece] = 0;
    }
}

static void empty_hands(void)
{
    NaeState *s = ns();
    s->side[0].pile = s->side[1].pile = 0;
    memset(s->pile, 0, sizeof s->pile);
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        const unsigned side = card / NAE_DECK;
        if (nae_card_place(s, card) != NAE_CARD_ABSENT) {
            nae_put_card(s, card, NAE_CARD_PILE);
            s->pile[side][s->side[side].pile++] = (uint8_t)card;
        }
    }
}

void nae_start(const char *scenario, const char *override)
{
    nae_load_position(scenario, override);
    empty_map();
    empty_hands();
    for (unsigned zone = 0; zone < nd()->zones; zone++) {
        nae_set_siege(ns(), zone, false, 0);
    }
}

void nae_at_zone(const char *zone, const char *list, bool in)
{
    char word[WORD_BYTES];
    bool led = false;
    while (next_word(&list, ' ', word)) {
        const size_t length = strlen(word);
        const char mark = word[length - 1];
        if (mark == '-' || mark == '=') {
            word[length - 1] = '\0';
        }
        const unsigned piece = piece_of(word);
        unsigned bits = in ? NAE_INSIDE : 0;
        bits |= mark == '-' ? NAE_REDUCED : mark == '=' ? NAE_FIXED : 0;
        if (nae_is_general(piece) && !led) {
            bits |= NAE_COMMANDS;
            led = true;
        }
        ns()->place[piece] = (uint8_t)zone_of(zone);
        ns()->bits[piece] = (uint8_t)bits;
    }
}

static void place_of_fleet(const char *text, unsigned *where, unsigned *place)
{
    if (strncmp(text, "sea:", 4) == 0) {
        *where = NAE_AT_SEA;
        *place = nae_sea_by_id(nd(), text + 4);
        cr_assert_neq(*place, NAE_NONE, "line %d: no sea %s", nae_line, text);
    } else {
        *where = strncmp(text, "box:", 4) == 0 ? NAE_AT_BOX : NAE_AT_PORT;
        *place = zone_of(strchr(text, ':') + 1);
    }
}

void second_army(const char *zone, unsigned side, const char *list, const char *commander)
{
    at(zone, list);
    NAE_EACH_PIECE(piece, nae_field(nd(), ns(), zone_of(zone), side))
    {
        if (strstr(list, nd()->piece_id[piece]) != NULL) {
            ns()->bits[piece] |= NAE_SECOND_ARMY;
        }
    }
    ns()->bits[piece_of(commander)] |= NAE_COMMANDS;
}

void nae_fleets(const char *place, const char *list)
{
    char word[WORD_BYTES];
    unsigned where = 0;
    unsigned index = 0;
    place_of_fleet(place, &where, &index);
    while (next_word(&list, ' ', word)) {
        ns()->place[piece_of(word)] = (uint8_t)index;
        ns()->bits[piece_of(word)] = (uint8_t)where;
    }
}

void nae_hand(const char *list)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        NaeState *s = ns();
        const unsigned card = card_of(word);
        const unsigned side = nae_card_side(card);
        for (unsigned i = 0; i < s->side[side].pile; i++) {
            if (s->pile[side][i] == card) {
                memmove(&s->pile[side][i], &s->pile[side][i + 1], s->side[side].pile - i - 1U);
                s->pile[side][--s->side[side].pile] = 0;
                break;
            }
        }
        nae_put_card(s, card, NAE_CARD_HAND);
    }
}

void nae_marker_at(const char *zone, unsigned side) { nae_set_marker(ns(), zone_of(zone), side); }

/* ---- playing ---- */

void nae_dice(const char *list)
{
    char word[WORD_BYTES];
    size_t count = 0;
    while (next_word(&list, ' ', word)) {
        cr_assert_lt(count, sizeof script);
        script[count++] = (uint8_t)atoi(word);
    }
    falling = dice_from_script(script, count);
}

void nae_expect_fallen(void)
{
    cr_expect_eq(falling.script_used, falling.script_count, "line %d: %zu of %zu dice have fallen", nae_line,
                 falling.script_used, falling.script_count);
}

void nae_go(void)
{
    nae_run(np());
    cr_assert_not(falling.failed, "line %d: more dice fall than the test has", nae_line);
    valid();
}

void nae_walks_in(unsigned phase)
{
    ns()->phase = (uint8_t)phase;
    nae_push(np(), NAE_STEP_WALKS, SEAT_NONE);
    nae_go();
}

static const char *now(void) { return nae_step_name(ns()->header.step); }

static void legal_text(char text[2048])
{
    MoveList list;
    size_t length = 0;
    (void)game_legal(&game, &buffer.header, &list);
    text[0] = '\0';
    for (unsigned i = 0; i < list.count && length < 1900; i++) {
        char move[MOVE_TEXT_BYTES];
        nae_move_text(nd(), list.moves[i], move);
        length += (size_t)snprintf(text + length, 2048 - length, "%s; ", move);
    }
}

void nae_play(const char *moves)
{
    char word[WORD_BYTES];
    while (next_word(&moves, ';', word)) {
        Move move = 0;
        char choices[2048];
        legal_text(choices);
        cr_assert(nae_move_parse(nd(), word, &move), "line %d: %s is no move", nae_line, word);
        cr_assert(game_move_is_legal(&game, &buffer.header, move), "line %d: %s is not legal at %s: %s",
                  nae_line, word, now(), choices);
        game_apply(&game, &buffer.header, move, &falling);
        cr_assert_not(falling.failed, "line %d: %s makes more dice fall than the test has", nae_line, word);
        valid();
    }
}

void nae_battle(const char *zone, unsigned attacker, const char *entry, unsigned flags)
{
    nae_begin_battle(np(), zone_of(zone), attacker, entry[0] == '\0' ? (unsigned)NAE_NONE : zone_of(entry),
                     flags);
    nae_go();
}

void nae_siege(const char *zone, unsigned side, int bonus)
{
    nae_push_siege_attack(np(), zone_of(zone), side, bonus);
    nae_go();
}

void nae_in_round(unsigned round, unsigned side)
{
    ns()->phase = NAE_PHASE_ROUNDS;
    ns()->round = (uint8_t)round;
    ns()->action.side = (uint8_t)side;
    ns()->action.event = NAE_NONE;
    nae_recompute_owned(nd(), ns());
}

void nae_act_in(unsigned round, unsigned side, unsigned points)
{
    nae_in_round(round, side);
    ns()->action.ap = (uint8_t)points;
    ns()->flags &= (uint16_t)~NAE_AUSTRIA_ONLY;
    nae_push(np(), NAE_STEP_SPEND, side);
    nae_go();
}

void nae_go_on(const char *moves)
{
    char word[96];
    while (*moves != '\0') {
        const size_t length = strcspn(moves, ";");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, moves);
        moves += length + strspn(moves + length, "; ");
        const char *step = nae_step_name(ns()->header.step);
        const size_t kind = strcspn(word, "(");
        const bool who = strncmp(word, "spend_", 6) == 0 || strncmp(word, "squadron_at", 11) == 0;
        if (!who || (strlen(step) == kind && strncmp(step, word, kind) == 0)) {
            nae_play(word);
        }
    }
}

void nae_march_from(const char *zone, unsigned side)
{
    const unsigned from = zone_of(zone);
    nae_start_march(np(), nae_standing(nd(), ns(), from, side), from, side, 0, 0);
    nae_go();
}

void nae_campaign(unsigned side, unsigned card, unsigned outside)
{
    nae_in_round(3, side);
    nae_push_campaign(np(), card, 3, outside);
    nae_go();
}

/* ---- expectations ---- */

unsigned steps_at(const char *zone, unsigned side)
{
    return nae_steps(nd(), ns(), nae_field(nd(), ns(), zone_of(zone), side));
}

bool has_mark(const char *piece, unsigned bit) { return nae_bit(ns(), piece_of(piece), bit); }

void nae_expect_step(const char *step, unsigned seat)
{
    cr_expect_str_eq(now(), step, "line %d: the step is %s", nae_line, now());
    cr_expect_eq(ns()->header.seat, seat, "line %d: seat %u decides", nae_line, ns()->header.seat);
}

void nae_expect_legal(const char *text, bool legal)
{
    Move move = 0;
    char choices[2048];
    legal_text(choices);
    const bool parses = nae_move_parse(nd(), text, &move);
    cr_expect_eq(parses && game_move_is_legal(&game, &buffer.header, move), legal, "line %d: %s at %s: %s",
                 nae_line, text, now(), choices);
}

void nae_expect_choices(const char *moves)
{
    char word[WORD_BYTES];
    char choices[2048];
    unsigned count = 0;
    MoveList list;
    legal_text(choices);
    while (next_word(&moves, ';', word)) {
        Move move = 0;
        count++;
        cr_expect(nae_move_parse(nd(), word, &move) && game_move_is_legal(&game, &buffer.header, move),
                  "line %d: %s is not legal at %s: %s", nae_line, word, now(), choices);
    }
    cr_expect_eq(game_legal(&game, &buffer.header, &list), count, "line %d: %s: %s", nae_line, now(),
                 choices);
}

static void expect_one(unsigned piece, const char *place)
{
    static const char *const special[] = {"reserve",       "later",       "out",
                                          "reinforcement", "next_budget", "year_after"};
    for (unsigned i = 0; i < sizeof special / sizeof *special; i++) {
        if (strcmp(special[i], place) == 0) {
            cr_expect_eq(ns()->place[piece], NAE_RESERVE + i, "line %d: %s is at %u", nae_line,
                         nd()->piece_id[piece], ns()->place[piece]);
            return;
        }
    }
    unsigned where = 0;
    unsigned index = 0;
    if (strchr(place, ':') != NULL) {
        place_of_fleet(place, &where, &index);
        cr_expect_eq(ns()->bits[piece] & NAE_AT, where, "line %d: %s is elsewhere", nae_line,
                     nd()->piece_id[piece]);
    } else {
        index = zone_of(place);
    }
    cr_expect_eq(ns()->place[piece], index, "line %d: %s is at %u, not at %s", nae_line,
                 nd()->piece_id[piece], ns()->place[piece], place);
}

void nae_expect_at(const char *list, const char *place)
{
    char word[WORD_BYTES];
    while (next_word(&list, ' ', word)) {
        expect_one(piece_of(word), place);
    }
}

void nae_expect_steps(const char *unit, unsigned steps)
{
    const unsigned piece = piece_of(unit);
    const unsigned has = nae_on_map(ns(), piece) ? nae_unit_steps(nd(), ns(), piece) : 0;
    cr_expect_eq(has, steps, "line %d: %s has %u steps", nae_line, unit, has);
}

void nae_expect_choice_words(const char *move, const char *part)
{
    Move parsed = 0;
    StrBuf out;
    strbuf_init(&out);
    cr_assert(nae_move_parse(nd(), move, &parsed), "line %d: %s is no move", nae_line, move);
    NAE_WORDS.choice(nd(), &ns()->header, parsed, &out);
    cr_expect(strstr(out.text, part) != NULL, "line %d: \"%s\" is not in \"%s\"", nae_line, part, out.text);
    strbuf_release(&out);
}

void nae_expect_question(const char *part)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    strbuf_init(&out);
    NAE_WORDS.question(nd(), &ns()->header, &out, clause);
    cr_expect(strstr(out.text, part) != NULL, "line %d: \"%s\" is not in \"%s\"", nae_line, part, out.text);
    strbuf_release(&out);
}

void nae_expect_question_clause(const char *expected)
{
    char clause[WORDS_CLAUSE_BYTES];
    StrBuf out;
    strbuf_init(&out);
    NAE_WORDS.question(nd(), &ns()->header, &out, clause);
    cr_expect_str_eq(clause, expected, "line %d: %s", nae_line, out.text);
    strbuf_release(&out);
}

/* toy_game.c: see toy_game.h. */
#include "tests/toy_game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"

enum toy_step { STEP_ACT, STEP_THROW };

enum {
    MOVE_ROLL = 0x00,
    MOVE_SWAP = 0x10,
    MOVE_PASS = 0x20,
    MOVE_KEEP = 0x30,
    MOVE_PUSH = 0x31,
    POINTS_MAX = 255
};

_Static_assert(sizeof(ToyState) == 37, "no hidden padding");

typedef struct ToyData {
    uint8_t card_count;
    uint8_t cards[TOY_CARDS_MAX];
    uint8_t most_dice, hand_weight;
    uint8_t rounds;
    int first_year;
    uint8_t start[SEAT_COUNT];
    enum toy_fault fault;
} ToyData;

static const ToyState *toy_const(const State *state) { return (const ToyState *)(const void *)state; }
static ToyState *toy(State *state) { return (ToyState *)(void *)state; }

const char *toy_fault_name(enum toy_fault fault)
{
    static const char *const names[TOY_FAULT_COUNT] = {
        "none",   "unsorted", "dead_end", "endless",   "leaky_view", "view_moves", "bad_world", "notation",
        "impure", "peeking",  "bad_json", "lost_card", "setup",      "seat",       "outcome",
        "abort",  "segfault", "overflow",
    };
    return names[fault];
}

/* ---- loading ---- */

static bool load_cards(ToyData *data, const JsonNode *board, Err *err)
{
    JsonNode cards;
    size_t count = 0;
    if (!json_get(board, "cards", &cards, err) || !json_array(&cards, TOY_CARDS_MAX, &count, err)) {
        return false;
    }
    if (count < 2) {
        return json_error(&cards, err, "found %zu cards, expected at least 2", count);
    }
    data->card_count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&cards, i);
        long value = 0;
        if (!json_int(&node, 1, 50, &value, err)) {
            return false;
        }
        data->cards[i] = (uint8_t)value;
    }
    return true;
}

static bool load_tables(ToyData *data, const JsonNode *board, Err *err)
{
    JsonNode tables;
    long most_dice = 0;
    long hand_weight = 0;
    if (!json_get(board, "tables", &tables, err) ||
        !json_get_int(&tables, "most_dice", 1, 3, &most_dice, err) ||
        !json_get_int(&tables, "hand_weight", 0, 3, &hand_weight, err)) {
        return false;
    }
    data->most_dice = (uint8_t)most_dice;
    data->hand_weight = (uint8_t)hand_weight;
    return true;
}

static bool load_setup(ToyData *data, const JsonNode *scenario, Err *err)
{
    JsonNode setup;
    JsonNode start;
    long first = 0;
    long last = 0;
    if (!json_get(scenario, "setup", &setup, err) ||
        !json_get_int(&setup, "first_year", 1, 2000, &first, err) ||
        !json_get_int(&setup, "last_year", first, first + 50, &last, err) ||
        !json_get(&setup, "start", &start, err)) {
        return false;
    }
    data->first_year = (int)first;
    data->rounds = (uint8_t)(last - first + 1);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        long points = 0;
        if (!json_get_int(&start, seat_name((Seat)seat), 0, 50, &points, err)) {
            return false;
        }
        data->start[seat] = (uint8_t)points;
    }
    return true;
}

static bool load_fault(ToyData *data, const JsonNode *scenario, Err *err)
{
    JsonNode options;
    const char *name = NULL;
    if (!json_get(scenario, "options", &options, err) || !json_get_string(&options, "fault", &name, err)) {
        return false;
    }
    for (int fault = 0; fault < TOY_FAULT_COUNT; fault++) {
        if (strcmp(name, toy_fault_name((enum toy_fault)fault)) == 0) {
            data->fault = (enum toy_fault)fault;
            return true;
        }
    }
    return json_error(&options, err, "fault: found \"%s\", expected one of toy_game.h", name);
}

static void *load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    ToyData *data = calloc(1, sizeof *data);
    if (data != NULL && load_cards(data, board, err) && load_tables(data, board, err) &&
        load_setup(data, scenario, err) && load_fault(data, scenario, err)) {
        return data;
    }
    free(data);
    return NULL;
}

/* ---- rules ---- */

static void setup(const void *opaque, State *state, Dice *dice)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    const uint8_t rubbish = s->rubbish;
    memset(s, 0, sizeof *s);
    memcpy(s->deck, data->cards, data->card_count);
    dice_shuffle(dice, s->deck, data->card_count);
    s->deck_count = data->card_count;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        s->points[seat] = data->start[seat];
        s->hand[seat] = s->deck[--s->deck_count];
        s->deck[s->deck_count] = 0;
    }
    s->rubbish = data->fault == TOY_FAULT_SETUP ? rubbish : 0;
}

static void add_move(MoveList *list, Move move) { list->moves[list->count++] = move; }

static void list_actions(const ToyData *data, const ToyState *s, MoveList *list)
{
    if (data->fault == TOY_FAULT_DEAD_END && s->header.turn == 2) {
        return;
    }
    for (uint32_t n = 1; n <= data->most_dice; n++) {
        add_move(list, MOVE_ROLL + n);
    }
    if (s->deck_count > 0 && (data->fault != TOY_FAULT_VIEW_MOVES || s->deck[s->deck_count - 1] != 0)) {
        add_move(list, MOVE_SWAP);
    }
    add_move(list, MOVE_PASS);
    if (data->fault == TOY_FAULT_UNSORTED) {
        list->moves[0] = MOVE_PASS;
    }
}

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    list->count = 0;
    if (!state->over && state->step == STEP_ACT) {
        list_actions(data, toy_const(state), list);
    } else if (!state->over) {
        add_move(list, MOVE_KEEP);
        add_move(list, MOVE_PUSH);
    }
    return list->count;
}

static void add_points(ToyState *s, uint32_t points)
{
    const uint32_t sum = s->points[s->header.seat] + points;
    s->points[s->header.seat] = (uint8_t)(sum < POINTS_MAX ? sum : POINTS_MAX);
}

static void finish(const ToyData *data, ToyState *s)
{
    if (data->fault == TOY_FAULT_ENDLESS) {
        s->header.turn--;
        return;
    }
    s->header.over = 1;
    s->header.seat = data->fault == TOY_FAULT_SEAT ? SEAT_FRENCH : SEAT_NONE;
}

/* Hands the turn to the other seat. */
static void end_action(const ToyData *data, ToyState *s)
{
    s->header.step = STEP_ACT;
    s->throw_points = 0;
    if (data->fault == TOY_FAULT_LOST_CARD && s->header.turn == 1 && s->deck_count > 0) {
        s->deck[--s->deck_count] = 0;
    }
    if (s->header.seat == SEAT_FRENCH) {
        s->header.seat = SEAT_COALITION;
        return;
    }
    s->header.seat = SEAT_FRENCH;
    if (++s->header.turn == data->rounds) {
        finish(data, s);
    }
}

/* Fills the stack. */
static uint32_t recurse(const volatile uint32_t *depth)
{
    volatile uint32_t frame[256];
    frame[0] = *depth + 1;
    return frame[0] == 0 ? 0 : recurse(frame) + frame[0];
}

static void take_the_process_down(enum toy_fault fault)
{
    static const volatile uint32_t start = 0;
    const volatile uintptr_t nowhere = 4096; /* not null: a sanitizer would find that before the processor does */
    if (fault == TOY_FAULT_ABORT) {
        abort();
    } else if (fault == TOY_FAULT_SEGFAULT) {
        *(volatile uint8_t *)nowhere = 1;
    } else if (fault == TOY_FAULT_OVERFLOW) {
        (void)recurse(&start);
    }
}

static void roll(const ToyData *data, ToyState *s, uint32_t count, Dice *dice)
{
    uint32_t sum = 0;
    bool one = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t die = dice_d6(dice);
        sum += die;
        one = one || die == 1;
    }
    if (sum == 18) {
        take_the_process_down(data->fault);
    }
    if (one) {
        s->throw_points = (uint8_t)sum;
        s->header.step = STEP_THROW;
        return;
    }
    add_points(s, sum);
    end_action(data, s);
}

static void swap(ToyState *s)
{
    s->discard[s->discard_count++] = s->hand[s->header.seat];
    s->hand[s->header.seat] = s->deck[--s->deck_count];
    s->deck[s->deck_count] = 0;
}

static void apply(const void *opaque, State *state, Move move, Dice *dice)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    if (data->fault == TOY_FAULT_IMPURE && dice->kind == DICE_STREAM && dice->log != NULL) {
        add_points(s, 1);
    }
    switch (move) {
    case MOVE_SWAP:
        swap(s);
        break;
    case MOVE_PASS:
        break;
    case MOVE_KEEP:
        add_points(s, s->throw_points / 2U);
        break;
    case MOVE_PUSH:
        add_points(s, dice_d6(dice) >= 4 ? 2U * s->throw_points : 0);
        break;
    default:
        assert(move >= 1 && move <= 3);
        roll(data, s, move, dice);
        return;
    }
    end_action(data, s);
}

static int final_points(const ToyData *data, const ToyState *s, Seat seat)
{
    return s->points[seat] + data->hand_weight * s->hand[seat];
}

static Outcome outcome(const void *opaque, const State *state)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(state);
    const int lead = final_points(data, s, SEAT_FRENCH) - final_points(data, s, SEAT_COALITION);
    Outcome result = {SEAT_NONE, OUTCOME_NONE, data->first_year + state->turn};
    if (!state->over || data->fault == TOY_FAULT_OUTCOME) {
        return result;
    }
    result.turn--; /* the last round played */
    result.winner = lead > 0 ? SEAT_FRENCH : lead < 0 ? SEAT_COALITION : SEAT_NONE;
    result.grade = lead == 0 ? OUTCOME_DRAW : lead >= 10 || lead <= -10 ? OUTCOME_DECISIVE : OUTCOME_MARGINAL;
    return result;
}

/* ---- knowledge ---- */

static void view(const void *opaque, const State *state, Seat seat, State *out)
{
    const ToyData *data = opaque;
    ToyState *s = toy(out);
    memmove(out, state, sizeof *s);
    if (seat == SEAT_BOTH) {
        return;
    }
    s->hand[seat_other(seat)] = 0;
    memset(s->deck, 0, sizeof s->deck);
    if (data->fault == TOY_FAULT_LEAKY_VIEW) {
        s->spare++;
    }
}

/* Puts all cards that the view does not show into unknown; returns how many. */
static uint32_t unknown_cards(const ToyData *data, const ToyState *s, uint8_t unknown[TOY_CARDS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < data->card_count; i++) {
        const uint8_t card = data->cards[i];
        const bool shown =
            card == s->hand[0] || card == s->hand[1] || memchr(s->discard, card, s->discard_count) != NULL;
        if (!shown) {
            unknown[count++] = card;
        }
    }
    return count;
}

static void determinize(const void *opaque, State *state, Seat seat, Rng *rng)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    uint8_t unknown[TOY_CARDS_MAX];
    const uint32_t count = unknown_cards(data, s, unknown);
    Dice dice = dice_from_stream(*rng);
    dice_shuffle(&dice, unknown, count);
    *rng = dice.rng;
    s->hand[seat_other(seat)] = unknown[0];
    memcpy(s->deck, unknown + 1, s->deck_count);
    if (data->fault == TOY_FAULT_BAD_WORLD) {
        const uint8_t mine = s->hand[seat];
        s->hand[seat] = s->hand[seat_other(seat)];
        s->hand[seat_other(seat)] = mine;
    }
}

/* ---- texts ---- */

static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    (void)data;
    switch (move) {
    case MOVE_SWAP:
        (void)snprintf(text, MOVE_TEXT_BYTES, "swap");
        break;
    case MOVE_PASS:
        (void)snprintf(text, MOVE_TEXT_BYTES, "pass");
        break;
    case MOVE_KEEP:
        (void)snprintf(text, MOVE_TEXT_BYTES, "keep");
        break;
    case MOVE_PUSH:
        (void)snprintf(text, MOVE_TEXT_BYTES, "push");
        break;
    default:
        (void)snprintf(text, MOVE_TEXT_BYTES, "roll(%u)", (unsigned)move);
        break;
    }
}

static bool move_parse(const void *opaque, const char *text, Move *move)
{
    static const Move moves[] = {1, 2, 3, MOVE_SWAP, MOVE_PASS, MOVE_KEEP, MOVE_PUSH};
    const ToyData *data = opaque;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char known[MOVE_TEXT_BYTES];
        move_text(data, moves[i], known);
        if (strcmp(text, known) == 0) {
            *move = data->fault == TOY_FAULT_NOTATION && moves[i] == MOVE_PASS ? MOVE_SWAP : moves[i];
            return true;
        }
    }
    return false;
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    StateBuffer seen;
    view(data, state, seat, &seen.header);
    const ToyState *s = toy_const(&seen.header);
    strbuf_addf(out, "round %u\nfrench %u points, hand %u\ncoalition %u points, hand %u\n%u in the deck\n",
                s->header.turn + 1U, s->points[0], s->hand[0], s->points[1], s->hand[1], s->deck_count);
}

static void position_json(const void *opaque, const State *state, Seat seat, StrBuf *out)
{
    const ToyData *data = opaque;
    StateBuffer seen;
    view(data, state, seat, &seen.header);
    const ToyState *s = data->fault == TOY_FAULT_PEEKING ? toy_const(state) : toy_const(&seen.header);
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_u64(&json, "round", s->header.turn + 1U);
    jsonout_key(&json, "points");
    jsonout_bytes(&json, s->points, SEAT_COUNT);
    jsonout_key(&json, "hand");
    jsonout_bytes(&json, s->hand, SEAT_COUNT);
    jsonout_key(&json, "deck");
    jsonout_bytes(&json, s->deck, s->deck_count);
    jsonout_key(&json, "discard");
    jsonout_bytes(&json, s->discard, s->discard_count);
    if (data->fault != TOY_FAULT_BAD_JSON) {
        jsonout_end(&json, '}');
    }
}

/* ---- invariants ---- */

static bool check(const void *opaque, const State *state, char message[GAME_CHECK_BYTES])
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(state);
    uint32_t found = 0;
    for (uint32_t i = 0; i < data->card_count; i++) {
        const uint8_t card = data->cards[i];
        found += card == s->hand[0];
        found += card == s->hand[1];
        found += memchr(s->deck, card, s->deck_count) != NULL;
        found += memchr(s->discard, card, s->discard_count) != NULL;
    }
    if (found != data->card_count || s->deck_count + s->discard_count + 2U != data->card_count) {
        (void)snprintf(message, GAME_CHECK_BYTES, "%u of %u cards found", (unsigned)found, data->card_count);
        return false;
    }
    return true;
}

const GameRules TOY_RULES = {
    .id = "toy",
    .title = "Toy",
    .state_bytes = sizeof(ToyState),
    .max_moves = 5,
    .max_plies = 400,
    .load = load,
    .release = free,
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .view = view,
    .determinize = determinize,
    .move_text = move_text,
    .move_parse = move_parse,
    .position_text = position_text,
    .position_json = position_json,
    .check = check,
};

/* ---- a strategy: how many dice to roll ---- */

typedef struct ToyStrategy {
    Move dice;
} ToyStrategy;

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    static const char *const keys[] = {"schema", "game", "title", "dice", NULL};
    (void)game;
    long dice = 2;
    if (file != NULL && (!json_only_keys(file, keys, err) || !json_get_int(file, "dice", 1, 3, &dice, err))) {
        return NULL;
    }
    ToyStrategy *strategy = malloc(sizeof *strategy);
    if (strategy != NULL) {
        strategy->dice = (Move)dice;
    }
    return strategy;
}

/* Rolls; keeps small throws only; swaps a bad card once it may. */
static Move strategy_choose(const Game *game, const void *opaque, PolicyQuery *query)
{
    const ToyStrategy *strategy = opaque;
    (void)game;
    assert(toy_const(query->view)->hand[query->seat] != 0);
    assert(toy_const(query->view)->hand[seat_other(query->seat)] == 0);
    if (query->view->step == STEP_THROW) {
        return rng_bounded(&query->rng, 4) == 0 ? MOVE_PUSH : MOVE_KEEP;
    }
    return strategy->dice;
}

const GameAi TOY_AI = {
    .game_id = "toy",
    .strategy_load = strategy_load,
    .strategy_release = free,
    .strategy_choose = strategy_choose,
};

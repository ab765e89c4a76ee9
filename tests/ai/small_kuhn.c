/* small_kuhn.c: see small_kuhn.h. Values are exact: the tree is walked for all six deals through the rules
 * themselves, and a best response is the best of a seat's 64 pure strategies. */
#include "tests/ai/small_kuhn.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"

enum { DEALS = 6, DECISIONS_OF_A_SEAT = 6, LONGEST_GAME = 3 };

_Static_assert(sizeof(SmallKuhnState) == 8, "no hidden padding");

static const SmallKuhnState *kuhn_const(const State *state)
{
    return (const SmallKuhnState *)(const void *)state;
}
static SmallKuhnState *kuhn(State *state) { return (SmallKuhnState *)(void *)state; }

/* ---- set-up ---- */

/* No scenario files: a Game comes from small_kuhn_game. */
static void *load(const JsonNode *scenario, const JsonNode *node, Err *err)
{
    (void)scenario;
    (void)node;
    (void)err_set(err, NULL, NULL, "kuhn has no scenarios");
    return NULL;
}

static void release(void *data) { (void)data; }

static void setup(const void *data, State *state, Dice *dice)
{
    uint8_t cards[SMALL_KUHN_CARDS] = {1, 2, 3};
    (void)data;
    dice_shuffle(dice, cards, SMALL_KUHN_CARDS);
    small_kuhn_deal(kuhn(state), cards[0], cards[1]);
}

/* ---- rules ---- */

Seat small_kuhn_seat(enum small_kuhn_step step)
{
    return step == SMALL_KUHN_OPEN || step == SMALL_KUHN_CHECK_AND_BET ? SEAT_FRENCH : SEAT_COALITION;
}

/* The lower code of the two choices at step. */
static Move passive_move(enum small_kuhn_step step)
{
    return step == SMALL_KUHN_OPEN || step == SMALL_KUHN_AFTER_CHECK ? SMALL_KUHN_CHECK : SMALL_KUHN_FOLD;
}

static void go_to(SmallKuhnState *s, enum small_kuhn_step step)
{
    s->header.step = (uint8_t)step;
    s->header.seat = (uint8_t)small_kuhn_seat(step);
}

static void end(SmallKuhnState *s, Seat winner, int chips)
{
    s->header.over = (uint8_t)(2 * (int)winner + chips);
    s->header.seat = SEAT_NONE;
}

static void show_down(SmallKuhnState *s, int chips)
{
    end(s, s->cards[SEAT_FRENCH] > s->cards[SEAT_COALITION] ? SEAT_FRENCH : SEAT_COALITION, chips);
}

static Seat winner_of(const State *state) { return (Seat)((state->over - 1) / 2); }
static int chips_of(const State *state) { return (state->over - 1) % 2 + 1; }

/* True if the game ended by showing the cards: two checks, or a call. */
static bool cards_shown(const State *state)
{
    return state->over != 0 && (state->step == SMALL_KUHN_AFTER_CHECK || chips_of(state) == 2);
}

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    (void)data;
    list->count = 0;
    if (!state->over) {
        const Move passive = passive_move((enum small_kuhn_step)state->step);
        list->moves[list->count++] = passive;
        list->moves[list->count++] = passive + 1;
    }
    return list->count;
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    SmallKuhnState *s = kuhn(state);
    const enum small_kuhn_step step = (enum small_kuhn_step)state->step;
    (void)data;
    (void)dice;
    assert(!state->over && move - passive_move(step) <= 1);
    switch ((enum small_kuhn_move)move) {
    case SMALL_KUHN_CHECK:
        if (step == SMALL_KUHN_OPEN) {
            go_to(s, SMALL_KUHN_AFTER_CHECK);
        } else {
            show_down(s, 1);
        }
        break;
    case SMALL_KUHN_BET:
        go_to(s, step == SMALL_KUHN_OPEN ? SMALL_KUHN_FACING_BET : SMALL_KUHN_CHECK_AND_BET);
        break;
    case SMALL_KUHN_FOLD:
        end(s, seat_other((Seat)state->seat), 1);
        break;
    case SMALL_KUHN_CALL:
        show_down(s, 2);
        break;
    }
}

static Outcome outcome(const void *data, const State *state)
{
    (void)data;
    Outcome result = {SEAT_NONE, OUTCOME_NONE, 1};
    if (state->over) {
        result.winner = winner_of(state);
        result.grade = chips_of(state) == 2 ? OUTCOME_DECISIVE : OUTCOME_MARGINAL;
    }
    return result;
}

/* ---- knowledge ---- */

static void view(const void *data, const State *state, Seat seat, State *out)
{
    (void)data;
    memmove(out, state, sizeof(SmallKuhnState));
    if (seat != SEAT_BOTH && !cards_shown(out)) {
        kuhn(out)->cards[seat_other(seat)] = 0;
    }
}

static void determinize(const void *data, State *state, Seat seat, Rng *rng)
{
    SmallKuhnState *s = kuhn(state);
    (void)data;
    if (seat == SEAT_BOTH || s->cards[seat_other(seat)] != 0) {
        return;
    }
    const int mine = s->cards[seat];
    const int card = 1 + (int)rng_bounded(rng, SMALL_KUHN_CARDS - 1);
    s->cards[seat_other(seat)] = (uint8_t)(card < mine ? card : card + 1);
}

/* ---- texts ---- */

static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    static const char *const names[] = {"check", "bet", "fold", "call"};
    (void)data;
    (void)snprintf(text, MOVE_TEXT_BYTES, "%s", names[move]);
}

static bool move_parse(const void *data, const char *text, Move *move)
{
    for (Move known = SMALL_KUHN_CHECK; known <= SMALL_KUHN_CALL; known++) {
        char name[MOVE_TEXT_BYTES];
        move_text(data, known, name);
        if (strcmp(text, name) == 0) {
            *move = known;
            return true;
        }
    }
    return false;
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    static const char *const steps[SMALL_KUHN_STEP_COUNT] = {"open", "after check", "facing bet",
                                                             "check and bet"};
    SmallKuhnState seen;
    view(data, state, seat, &seen.header);
    strbuf_addf(out, "%s\nfrench card %u\ncoalition card %u\n", steps[seen.header.step],
                seen.cards[SEAT_FRENCH], seen.cards[SEAT_COALITION]);
}

static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    SmallKuhnState seen;
    view(data, state, seat, &seen.header);
    jsonout_begin(&json, '{');
    jsonout_key_u64(&json, "step", seen.header.step);
    jsonout_key_u64(&json, "over", seen.header.over);
    jsonout_key(&json, "cards");
    jsonout_bytes(&json, seen.cards, SEAT_COUNT);
    jsonout_end(&json, '}');
}

/* ---- invariants ---- */

static bool fails(char message[GAME_CHECK_BYTES], const char *what)
{
    (void)snprintf(message, GAME_CHECK_BYTES, "%s", what);
    return false;
}

/* The game can have ended like this at its last decision point with these cards. */
static bool end_is_possible(const SmallKuhnState *s)
{
    const Seat higher = s->cards[SEAT_FRENCH] > s->cards[SEAT_COALITION] ? SEAT_FRENCH : SEAT_COALITION;
    const enum small_kuhn_step step = (enum small_kuhn_step)s->header.step;
    if (s->header.over > 2 * SEAT_COUNT || step == SMALL_KUHN_OPEN) {
        return false;
    }
    if (step == SMALL_KUHN_AFTER_CHECK) {
        return winner_of(&s->header) == higher && chips_of(&s->header) == 1;
    }
    return winner_of(&s->header) == (chips_of(&s->header) == 2 ? higher : seat_other(small_kuhn_seat(step)));
}

static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    const SmallKuhnState *s = kuhn_const(state);
    (void)data;
    if (state->step >= SMALL_KUHN_STEP_COUNT || state->turn != 0 || s->spare[0] != 0 || s->spare[1] != 0) {
        return fails(message, "no such step, or a byte that should be 0 is not");
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (s->cards[seat] < 1 || s->cards[seat] > SMALL_KUHN_CARDS) {
            return fails(message, "a seat has no card");
        }
    }
    if (s->cards[0] == s->cards[1]) {
        return fails(message, "both seats have the same card");
    }
    if (state->over == 0 && state->seat != small_kuhn_seat((enum small_kuhn_step)state->step)) {
        return fails(message, "wrong seat");
    }
    if (state->over != 0 && (state->seat != SEAT_NONE || !end_is_possible(s))) {
        return fails(message, "the game cannot have ended like this");
    }
    return true;
}

const GameRules SMALL_KUHN_RULES = {
    .id = "kuhn",
    .title = "Kuhn poker",
    .state_bytes = sizeof(SmallKuhnState),
    .max_moves = 2,
    .max_plies = LONGEST_GAME + 1,
    .load = load,
    .release = release,
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

/* ---- for tests ---- */

Game small_kuhn_game(void)
{
    const Game game = {.rules = &SMALL_KUHN_RULES, .scenario = "kuhn", .title = "Kuhn poker"};
    return game;
}

void small_kuhn_deal(SmallKuhnState *state, int card_first, int card_second)
{
    small_kuhn_at(state, SMALL_KUHN_OPEN, card_first, card_second);
}

void small_kuhn_at(SmallKuhnState *state, enum small_kuhn_step step, int card_first, int card_second)
{
    assert(card_first >= 1 && card_first <= SMALL_KUHN_CARDS && card_second >= 1 &&
           card_second <= SMALL_KUHN_CARDS);
    assert(card_first != card_second && step < SMALL_KUHN_STEP_COUNT);
    memset(state, 0, sizeof *state);
    state->cards[SEAT_FRENCH] = (uint8_t)card_first;
    state->cards[SEAT_COALITION] = (uint8_t)card_second;
    go_to(state, step);
}

int small_kuhn_chips(const SmallKuhnState *state)
{
    if (!state->header.over) {
        return 0;
    }
    return winner_of(&state->header) == SEAT_FRENCH ? chips_of(&state->header) : -chips_of(&state->header);
}

/* ---- strategies ---- */

SmallKuhnStrategy small_kuhn_equilibrium(double alpha)
{
    const double third = 1.0 / 3.0;
    const SmallKuhnStrategy strategy = {{
        [SMALL_KUHN_OPEN] = {0, alpha, 0, 3 * alpha},
        [SMALL_KUHN_AFTER_CHECK] = {0, third, 0, 1},
        [SMALL_KUHN_FACING_BET] = {0, 0, third, 1},
        [SMALL_KUHN_CHECK_AND_BET] = {0, 0, alpha + third, 1},
    }};
    return strategy;
}

/* Mean chips of SEAT_FRENCH from state on. */
static double walk(const SmallKuhnStrategy *strategy, const SmallKuhnState *state)
{
    if (state->header.over) {
        return small_kuhn_chips(state);
    }
    const double active = strategy->active[state->header.step][state->cards[state->header.seat]];
    const Move passive = passive_move((enum small_kuhn_step)state->header.step);
    double sum = 0;
    for (Move choice = 0; choice < 2; choice++) {
        SmallKuhnState next = *state;
        apply(NULL, &next.header, passive + choice, NULL);
        sum += (choice == 1 ? active : 1 - active) * walk(strategy, &next);
    }
    return sum;
}

double small_kuhn_value(const SmallKuhnStrategy *strategy)
{
    double sum = 0;
    for (int first = 1; first <= SMALL_KUHN_CARDS; first++) {
        for (int second = 1; second <= SMALL_KUHN_CARDS; second++) {
            SmallKuhnState state;
            if (first != second) {
                small_kuhn_deal(&state, first, second);
                sum += walk(strategy, &state);
            }
        }
    }
    return sum / DEALS;
}

/* Makes seat's part of strategy the pure one whose choices are the bits of set. */
static void play_pure(SmallKuhnStrategy *strategy, Seat seat, unsigned set)
{
    for (int step = 0; step < SMALL_KUHN_STEP_COUNT; step++) {
        for (int card = 1; card <= SMALL_KUHN_CARDS && small_kuhn_seat((enum small_kuhn_step)step) == seat;
             card++) {
            strategy->active[step][card] = set & 1U;
            set >>= 1U;
        }
    }
}

double small_kuhn_best_response(const SmallKuhnStrategy *strategy, Seat seat)
{
    const double sign = seat == SEAT_FRENCH ? 1 : -1;
    double best = -2;
    for (unsigned set = 0; set < 1U << DECISIONS_OF_A_SEAT; set++) {
        SmallKuhnStrategy reply = *strategy;
        play_pure(&reply, seat, set);
        const double value = sign * small_kuhn_value(&reply);
        best = value > best ? value : best;
    }
    return best;
}

double small_kuhn_gain(const SmallKuhnStrategy *strategy, Seat seat)
{
    const double value = small_kuhn_value(strategy);
    return small_kuhn_best_response(strategy, seat) - (seat == SEAT_FRENCH ? value : -value);
}

double small_kuhn_exploitability(const SmallKuhnStrategy *strategy)
{
    return (small_kuhn_gain(strategy, SEAT_FRENCH) + small_kuhn_gain(strategy, SEAT_COALITION)) / 2;
}

/* toy_rules.c: what may be done in the toy game, and what follows. Numbers in brackets are clauses of its
 * rules (README.md). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/toy/toy_game.h"

enum { COINS_MAX = 1000000000 };

/* A game being played: what the functions below pass on. */
typedef struct Play {
    const ToyData *data;
    ToyState *s;
    Dice *dice;
} Play;

/* A new entry of the journal, NULL if nobody wants this kind. */
static JournalEntry *note(const Play *p, enum toy_note kind, Seat seat)
{
    return journal_wants(p->dice->journal, kind) ? journal_add(p->dice->journal, kind, seat) : NULL;
}

static void note_number(const Play *p, enum toy_note kind, int number)
{
    JournalEntry *entry = note(p, kind, (Seat)p->s->header.seat);
    if (entry != NULL) {
        journal_arg(entry, number, false);
    }
}

/* ---- set-up [1] ---- */

static void note_deal(const Play *p, Seat seat)
{
    JournalEntry *entry = note(p, TOY_NOTE_DEAL, seat);
    if (entry != NULL) {
        journal_arg(entry, p->s->hand[seat], true);
    }
}

static void note_fair(const Play *p)
{
    JournalEntry *entry = note(p, TOY_NOTE_FAIR, SEAT_NONE);
    if (entry != NULL) {
        journal_arg(entry, p->data->first_year + p->s->header.turn, false);
        journal_arg(entry, toy_site(p->data, p->s->header.turn), false);
    }
}

void toy_setup(const void *opaque, State *state, Dice *dice)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    const Play p = {data, s, dice};
    const uint8_t rubbish = s->rubbish;
    memset(s, 0, sizeof *s);
    memcpy(s->deck, data->cards, data->card_count);
    dice_shuffle(dice, s->deck, data->card_count);
    s->deck_count = data->card_count;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        s->points[seat] = data->start[seat];
        s->hand[seat] = s->deck[--s->deck_count];
        s->deck[s->deck_count] = 0;
        note_deal(&p, (Seat)seat);
    }
    s->rubbish = data->fault == TOY_FAULT_SETUP ? rubbish : 0;
    s->hand[0] = data->fault == TOY_FAULT_CHECK ? 99 : s->hand[0];
    note_fair(&p);
}

/* ---- what may be done [2] ---- */

static void add_move(MoveList *list, Move move) { list->moves[list->count++] = move; }

static void list_actions(const ToyData *data, const ToyState *s, MoveList *list)
{
    if (data->fault == TOY_FAULT_DEAD_END && s->header.turn == 2) {
        return;
    }
    if (data->fault == TOY_FAULT_LONELY && s->header.turn == 1) {
        add_move(list, TOY_MOVE_PASS);
        return;
    }
    for (uint32_t n = 1; n <= data->most_dice; n++) {
        add_move(list, TOY_MOVE_ROLL + n);
    }
    if (s->deck_count > 0 && (data->fault != TOY_FAULT_VIEW_MOVES || s->deck[s->deck_count - 1] != 0)) {
        add_move(list, TOY_MOVE_SWAP);
    }
    add_move(list, TOY_MOVE_PASS);
    if (data->fault == TOY_FAULT_UNSORTED) {
        list->moves[0] = TOY_MOVE_PASS;
    }
}

uint32_t toy_legal(const void *data, const State *state, MoveList *list)
{
    list->count = 0;
    if (!state->over && state->step == TOY_STEP_ACT) {
        list_actions(data, toy_const(state), list);
    } else if (!state->over) {
        add_move(list, TOY_MOVE_KEEP);
        add_move(list, TOY_MOVE_PUSH);
    }
    return list->count;
}

/* ---- the end [5] ---- */

int toy_final_points(const ToyData *data, const ToyState *s, Seat seat)
{
    return (int)s->points[seat] + data->hand_weight * s->hand[seat];
}

Outcome toy_outcome(const void *opaque, const State *state)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(state);
    const int french = toy_final_points(data, s, SEAT_FRENCH);
    const int coalition = toy_final_points(data, s, SEAT_COALITION);
    const int lead = french - coalition;
    Outcome result = {SEAT_NONE, OUTCOME_NONE, data->first_year + state->turn};
    if (!state->over || data->fault == TOY_FAULT_OUTCOME) {
        return result;
    }
    result.turn--; /* the last fair held */
    if (french < data->both_lose && coalition < data->both_lose) {
        result.grade = OUTCOME_BOTH_LOSE;
        return result;
    }
    result.winner = lead > 0 ? SEAT_FRENCH : lead < 0 ? SEAT_COALITION : SEAT_NONE;
    result.grade = lead == 0 ? OUTCOME_DRAW : abs(lead) >= 10 ? OUTCOME_DECISIVE : OUTCOME_MARGINAL;
    return result;
}

static void finish(const Play *p)
{
    State *header = &p->s->header;
    if (p->data->fault == TOY_FAULT_ENDLESS) {
        header->turn--;
        return;
    }
    header->over = 1;
    header->seat = p->data->fault == TOY_FAULT_SEAT ? SEAT_FRENCH : SEAT_NONE;
    JournalEntry *entry = note(p, TOY_NOTE_OVER, SEAT_NONE);
    if (entry != NULL) {
        const Outcome outcome = toy_outcome(p->data, header);
        journal_arg(entry, (int)outcome.winner, false);
        journal_arg(entry, (int)outcome.grade, false);
    }
}

/* ---- what follows ---- */

/* Writes down what an action brought. */
static void write_book(const Play *p, uint32_t coins)
{
    if (p->data->book_bytes > 0) {
        p->s->book[p->s->written % p->data->book_bytes] = (uint8_t)coins;
    }
    p->s->written++;
}

static void begin_fair(const Play *p)
{
    ToyState *s = p->s;
    s->header.turn++;
    if (p->data->fault == TOY_FAULT_TURN_BACK && s->header.turn == 3) {
        s->header.turn = 1;
    }
    if (s->header.turn == p->data->rounds) {
        finish(p);
    } else {
        note_fair(p);
    }
}

/* An action is done: the same seat goes on until it has had its share of the fair, then the other one [2]. */
static void end_action(const Play *p, uint32_t coins)
{
    ToyState *s = p->s;
    const uint32_t sum = s->points[s->header.seat] + coins;
    s->points[s->header.seat] = sum < COINS_MAX ? sum : COINS_MAX;
    s->header.step = TOY_STEP_ACT;
    s->throw_points = 0;
    write_book(p, coins);
    if (p->data->fault == TOY_FAULT_LOST_CARD && s->header.turn == 1 && s->deck_count > 0) {
        s->deck[--s->deck_count] = 0;
    }
    if (s->decisions < p->data->actions) {
        return;
    }
    s->decisions = 0;
    if (s->header.seat == SEAT_FRENCH) {
        s->header.seat = SEAT_COALITION;
        return;
    }
    s->header.seat = SEAT_FRENCH;
    begin_fair(p);
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
    const volatile uintptr_t nowhere =
        4096; /* not null: a sanitizer would find that before the processor does */
    if (fault == TOY_FAULT_ABORT) {
        abort();
    } else if (fault == TOY_FAULT_SEGFAULT) {
        *(volatile uint8_t *)nowhere = 1;
    } else if (fault == TOY_FAULT_OVERFLOW) {
        (void)recurse(&start);
    }
}

/* Dice on the table, noted with whose they are and what for. */
static uint32_t throw_dice(const Play *p, uint32_t count, enum toy_purpose purpose, bool *one)
{
    uint8_t faces[3] = {0};
    uint32_t sum = 0;
    assert(count >= 1 && count <= sizeof faces);
    for (uint32_t i = 0; i < count; i++) {
        const bool unread = p->data->fault == TOY_FAULT_SCRIPT && p->dice->kind == DICE_SCRIPT && i == 1;
        faces[i] = unread ? 6 : (uint8_t)dice_d6(p->dice);
        sum += faces[i];
        *one = *one || faces[i] == 1;
    }
    journal_dice(p->dice->journal, p->s->header.seat, (int)purpose, toy_site(p->data, p->s->header.turn), 6,
                 faces, count);
    return sum;
}

/* Roll [3]: a one among the dice puts them at stake. */
static void roll(const Play *p, uint32_t count)
{
    ToyState *s = p->s;
    bool one = false;
    const uint32_t sum = throw_dice(p, count, TOY_PURPOSE_THROW, &one);
    if (sum == 18) {
        take_the_process_down(p->data->fault);
    }
    if (!one) {
        note_number(p, TOY_NOTE_GAINED, (int)sum);
        end_action(p, sum);
        return;
    }
    s->throw_points = (uint8_t)sum;
    s->header.step = TOY_STEP_THROW;
    JournalEntry *entry = note(p, TOY_NOTE_ONE, (Seat)s->header.seat);
    if (entry != NULL) {
        journal_arg(entry, (int)sum, false);
        journal_arg(entry, toy_site(p->data, s->header.turn), false);
    }
}

/* Push [3.2]: one more die, 4 to 6 doubles the throw, anything else loses it. */
static void push(const Play *p)
{
    bool one = false;
    const uint32_t stake = p->s->throw_points;
    const bool won = throw_dice(p, 1, TOY_PURPOSE_PUSH, &one) >= 4;
    note_number(p, won ? TOY_NOTE_GAINED : TOY_NOTE_LOST, (int)(won ? 2 * stake : stake));
    end_action(p, won ? 2 * stake : 0);
}

/* Keep [3.1]. */
static void keep(const Play *p)
{
    const uint32_t coins = p->s->throw_points / 2U;
    note_number(p, TOY_NOTE_KEPT, (int)coins);
    end_action(p, coins);
}

/* Swap [4]: the old number is shown and gone. */
static void swap(const Play *p)
{
    ToyState *s = p->s;
    const uint8_t seat = s->header.seat;
    const uint8_t shown = s->hand[seat];
    assert(s->deck_count > 0 && s->discard_count < TOY_CARDS_MAX);
    s->discard[s->discard_count++] = shown;
    s->hand[seat] = s->deck[--s->deck_count];
    s->deck[s->deck_count] = 0;
    if (p->data->fault != TOY_FAULT_DARK) { /* his new number is news to him, his old one to the other */
        journal_reveal(p->dice->journal, seat);
        journal_reveal(p->dice->journal, seat_other((Seat)seat));
    }
    JournalEntry *entry = note(p, TOY_NOTE_SWAPPED, (Seat)seat);
    if (entry != NULL) {
        journal_arg(entry, shown, false);
        journal_arg(entry, s->hand[seat], true);
    }
    end_action(p, 0);
}

void toy_apply(const void *opaque, State *state, Move move, Dice *dice)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    const Play p = {data, s, dice};
    if (data->fault == TOY_FAULT_IMPURE && dice->kind == DICE_STREAM && dice->log != NULL) {
        s->points[s->header.seat]++;
    }
    if (data->fault == TOY_FAULT_NOISY && dice->journal != NULL) {
        s->points[s->header.seat]++;
    }
    s->decisions++;
    switch (move) {
    case TOY_MOVE_SWAP:
        swap(&p);
        break;
    case TOY_MOVE_PASS:
        (void)note(&p, TOY_NOTE_PASSED, (Seat)s->header.seat);
        end_action(&p, 0);
        break;
    case TOY_MOVE_KEEP:
        keep(&p);
        break;
    case TOY_MOVE_PUSH:
        push(&p);
        break;
    default:
        assert(move >= 1 && move <= data->most_dice);
        roll(&p, move);
        break;
    }
}

void toy_advance(const void *opaque, State *state, Move move, Dice *dice, void *scratch, MoveList *list)
{
    const ToyData *data = opaque;
    (void)scratch;
    if (data->fault == TOY_FAULT_STALE) {
        (void)toy_legal(data, state, list);
    }
    toy_apply(data, state, move, dice);
    if (data->fault != TOY_FAULT_STALE) {
        (void)toy_legal(data, state, list);
    }
}

/* history.c: decisions kept, positions played again. */
#include "engine/history.h"

#include <assert.h>
#include <string.h>

#include "engine/memory.h"

static size_t state_bytes(const History *history) { return history->game->rules->state_bytes; }

/* ---- dice ---- */

static void count_die(HistoryDice *dice, unsigned seat, unsigned sides, unsigned face)
{
    if (dice->sides == 0 && sides <= HISTORY_SIDES_MAX) {
        dice->sides = (uint8_t)sides;
    }
    if (seat < SEAT_COUNT && sides == dice->sides) {
        dice->faces[seat][face - 1]++;
    } else {
        dice->others++;
    }
}

void history_count_dice(HistoryDice *dice, const Journal *journal)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalEntry *entry = &journal->entries[i];
        if (entry->kind == JOURNAL_DICE) {
            for (unsigned k = 0; k < journal_dice_count(entry); k++) {
                count_die(dice, entry->seat, (unsigned)entry->args[JOURNAL_DICE_SIDES],
                          journal_dice_face(entry, k));
            }
        }
    }
}

/* ---- marks ---- */

static void grow_marks(History *history)
{
    history->mark_room = history->mark_room == 0 ? 16 : history->mark_room * 2;
    history->mark_states = memory_resize(history->mark_states, history->mark_room * state_bytes(history));
    history->mark_dice = memory_resize(history->mark_dice, history->mark_room * sizeof *history->mark_dice);
}

/* Every other mark goes. */
static void thin_marks(History *history)
{
    const size_t bytes = state_bytes(history);
    const uint32_t kept = (history->mark_count + 1) / 2;
    for (uint32_t i = 1; i < kept; i++) {
        memcpy(history->mark_states + i * bytes, history->mark_states + (size_t)2 * i * bytes, bytes);
        history->mark_dice[i] = history->mark_dice[(size_t)2 * i];
    }
    history->mark_count = kept;
    history->interval *= 2;
}

/* Marks the position after history->count decisions, if one is due there. */
static void add_mark(History *history, const State *state, const HistoryDice *dice)
{
    if (history->mark_count == HISTORY_MARKS_MAX) {
        thin_marks(history);
    }
    if (history->count % history->interval != 0) {
        return;
    }
    assert(history->mark_count == history->count / history->interval);
    if (history->mark_count == history->mark_room) {
        grow_marks(history);
    }
    const uint32_t at = history->mark_count++;
    memcpy(history->mark_states + at * state_bytes(history), state, state_bytes(history));
    history->mark_dice[at] = *dice;
}

/* ---- opening and closing ---- */

static void add_draws(History *history, const uint8_t *draws, uint32_t count)
{
    while (history->draw_room - history->draw_count < count) {
        history->draw_room = history->draw_room == 0 ? 256 : history->draw_room * 2;
        history->draws = memory_resize(history->draws, history->draw_room);
    }
    if (count > 0) {
        memcpy(history->draws + history->draw_count, draws, count);
        history->draw_count += count;
    }
}

void history_open(History *history, const Game *game, const State *state, const uint8_t *draws,
                  uint32_t draw_count, const Journal *journal)
{
    HistoryDice dice = {0};
    memset(history, 0, sizeof *history);
    history->game = game;
    history->interval = 1;
    history->setup_draws = draw_count;
    add_draws(history, draws, draw_count);
    if (journal != NULL) {
        history_count_dice(&dice, journal);
    }
    add_mark(history, state, &dice);
}

void history_release(History *history)
{
    memory_free(history->steps);
    memory_free(history->draws);
    memory_free(history->mark_states);
    memory_free(history->mark_dice);
    memset(history, 0, sizeof *history);
}

void history_copy(History *copy, const History *from, bool marks)
{
    *copy = *from;
    copy->step_room = from->count;
    copy->draw_room = from->draw_count;
    copy->mark_count = copy->mark_room = marks ? from->mark_count : 0;
    copy->steps = memory_copy(from->steps, from->count * sizeof *from->steps);
    copy->draws = memory_copy(from->draws, from->draw_count);
    copy->mark_states = memory_copy(from->mark_states, copy->mark_count * state_bytes(from));
    copy->mark_dice = memory_copy(from->mark_dice, copy->mark_count * sizeof *from->mark_dice);
}

size_t history_bytes(const History *history)
{
    return history->step_room * sizeof *history->steps + history->draw_room +
           history->mark_room * (state_bytes(history) + sizeof *history->mark_dice);
}

/* ---- decisions ---- */

void history_add(History *history, const HistoryStep *step, const uint8_t *draws, uint32_t draw_count,
                 const State *after, const HistoryDice *dice)
{
    assert(draw_count <= DICE_LOG_MAX && step->seat < SEAT_COUNT);
    if (history->count == history->step_room) {
        history->step_room = history->step_room == 0 ? 64 : history->step_room * 2;
        history->steps = memory_resize(history->steps, history->step_room * sizeof *history->steps);
    }
    HistoryStep *kept = &history->steps[history->count++];
    *kept = *step;
    kept->draws = history->draw_count;
    kept->draw_count = (uint16_t)draw_count;
    add_draws(history, draws, draw_count);
    add_mark(history, after, dice);
}

void history_cut(History *history, uint32_t count)
{
    assert(count <= history->count);
    if (count == history->count) {
        return;
    }
    history->draw_count = history->steps[count].draws;
    history->count = count;
    history->mark_count = count / history->interval + 1;
}

/* ---- walking ---- */

void history_mark(const History *history, uint32_t mark, StateBuffer *state)
{
    assert(mark < history->mark_count);
    memcpy(state, history->mark_states + mark * state_bytes(history), state_bytes(history));
}

/* Plays the set-up again, for what it noted. */
static void read_setup(HistoryWalk *walk)
{
    const History *history = walk->history;
    StateBuffer state;
    Dice dice = dice_from_script(history->draws, history->setup_draws);
    dice.journal = &walk->journal;
    game_setup(history->game, &state.header, &dice);
    assert(!dice.failed && memcmp(&state, &walk->state, state_bytes(history)) == 0);
}

void history_walk(HistoryWalk *walk, const History *history, uint32_t ply)
{
    assert(ply <= history->count);
    const uint32_t at = ply / history->interval;
    assert(at < history->mark_count);
    walk->history = history;
    walk->ply = at * history->interval;
    walk->dice = history->mark_dice[at];
    history_mark(history, at, &walk->state);
    journal_open(&walk->journal, JOURNAL_ALL);
    if (ply == 0) {
        read_setup(walk);
    }
    while (walk->ply < ply) {
        (void)history_next(walk);
    }
}

bool history_next(HistoryWalk *walk)
{
    const History *history = walk->history;
    if (walk->ply >= history->count) {
        return false;
    }
    const HistoryStep *step = &history->steps[walk->ply++];
    Dice dice = dice_from_script(history->draws + step->draws, step->draw_count);
    journal_clear(&walk->journal);
    dice.journal = &walk->journal;
    game_apply(history->game, &walk->state.header, step->move, &dice);
    assert(!dice.failed);
    history_count_dice(&walk->dice, &walk->journal);
    return true;
}

void history_seek(HistoryWalk *walk, uint32_t ply)
{
    const History *history = walk->history;
    assert(history != NULL && ply <= history->count);
    const uint32_t mark = ply / history->interval * history->interval;
    if (ply < walk->ply || walk->ply < mark) {
        history_walk(walk, history, ply);
    }
    while (walk->ply < ply) {
        (void)history_next(walk);
    }
}

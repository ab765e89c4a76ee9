/* replay.c: recorded games, played again under suspicion. */
#include "engine/replay.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "engine/rng.h"

/* ---- dice ---- */

/* Number of the first draw that was not taken as it is written down, from 1: a number that is not on its die
 * fell as 1 instead; if there is none, the list was too short. */
static size_t first_bad_draw(const Dice *used, const uint8_t *dice, size_t count)
{
    size_t at = 0;
    while (at < count && at < used->log_count && dice[at] == used->log[at]) {
        at++;
    }
    return at + 1;
}

/* Compares what fell with what the record says fell. */
static bool same_dice(const Replay *replay, const Dice *fell, const uint8_t *dice, size_t count, Err *err)
{
    for (size_t i = 0; i < count && i < fell->log_count; i++) {
        if (dice[i] != fell->log[i]) {
            return record_error(&replay->record, "dice", err, "draw %zu is %u, but the seed gives %u", i + 1,
                                dice[i], fell->log[i]);
        }
    }
    return count == fell->log_count ||
           record_error(&replay->record, "dice", err, "found %zu draws, but the rules ask for %zu here",
                        count, fell->log_count);
}

/* The dice for a set-up or one decision: from the seed if they are to be checked against it, else as written
 * down. */
static Dice dice_for(const Replay *replay, const uint8_t *dice, size_t count)
{
    return replay->check && replay->record.header.has_seed ? replay->stream : dice_from_script(dice, count);
}

/* Says whether the dice written down were the right ones for what has just been applied with `used`. */
static bool dice_were_right(Replay *replay, const Dice *used, const uint8_t *dice, size_t count, Err *err)
{
    if (used->kind == DICE_STREAM) {
        replay->stream = *used;
        dice_record(&replay->stream, NULL, 0); /* the log was the caller's */
        return same_dice(replay, used, dice, count, err);
    }
    if (used->failed) {
        return record_error(&replay->record, "dice", err,
                            "draw %zu is missing or not on its die (%zu draws are written down)",
                            first_bad_draw(used, dice, count), count);
    }
    return used->script_used == count ||
           record_error(&replay->record, "dice", err, "found %zu draws, but the rules ask for %zu here",
                        count, used->script_used);
}

/* ---- opening ---- */

static bool load_game(Replay *replay, const char *scenario, Err *err)
{
    const RecordHeader *header = &replay->record.header;
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    assert(header->override_count <= SCENARIO_OVERRIDES_MAX);
    for (size_t i = 0; i < header->override_count; i++) {
        overrides[i] = header->overrides[i];
    }
    const char *name = scenario != NULL ? scenario : header->scenario;
    return game_load(&replay->game, name, overrides, header->override_count, err);
}

static bool is_same_game(const Replay *replay, Err *err)
{
    const RecordHeader *header = &replay->record.header;
    if (strcmp(header->game, replay->game.rules->id) != 0) {
        return record_error(&replay->record, "game", err,
                            "found \"%.64s\", but scenario %s is of game \"%s\"", header->game,
                            replay->game.scenario, replay->game.rules->id);
    }
    if (header->scenario_sha256[0] != '\0' && strcmp(header->scenario_sha256, replay->game.sha256) != 0) {
        return record_error(&replay->record, "scenario_sha256", err,
                            "scenario %s has changed since this game was played: its SHA-256 is now %s",
                            replay->game.scenario, replay->game.sha256);
    }
    return true;
}

static bool set_up(Replay *replay, Err *err)
{
    const RecordHeader *header = &replay->record.header;
    uint8_t log[DICE_LOG_MAX];
    replay->stream = dice_from_stream(rng_derive(header->seed, RNG_PURPOSE_DICE, 0));
    Dice dice = dice_for(replay, header->dice, header->dice_count);
    dice_record(&dice, log, sizeof log);
    game_setup(&replay->game, &replay->state.header, &dice);
    return dice_were_right(replay, &dice, header->dice, header->dice_count, err);
}

/* Goes on where the record is open. */
static bool begin(Replay *replay, const char *scenario, Err *err)
{
    if (!load_game(replay, scenario, err)) {
        record_release(&replay->record);
        return false;
    }
    if (!is_same_game(replay, err) || !set_up(replay, err)) {
        replay_release(replay);
        return false;
    }
    return true;
}

bool replay_open(Replay *replay, const char *file, const char *scenario, bool check, Err *err)
{
    memset(replay, 0, sizeof *replay);
    replay->check = check;
    return record_open(&replay->record, file, err) && begin(replay, scenario, err);
}

bool replay_open_text(Replay *replay, const char *name, const char *text, size_t length, bool check, Err *err)
{
    memset(replay, 0, sizeof *replay);
    replay->check = check;
    return record_open_text(&replay->record, name, text, length, err) && begin(replay, NULL, err);
}

void replay_release(Replay *replay)
{
    game_release(&replay->game);
    record_release(&replay->record);
}

/* ---- decisions ---- */

static bool may_be_played(Replay *replay, Err *err)
{
    const Record *record = &replay->record;
    const RecordStep *step = &replay->step;
    const State *state = &replay->state.header;
    if (state->over) {
        return record_error(record, NULL, err, "found a decision, but the game is over after ply %" PRIu32,
                            replay->plies);
    }
    if (replay->plies >= replay->game.rules->max_plies) {
        return record_error(record, "ply", err, "no game has more than %" PRIu32 " decisions", replay->plies);
    }
    if (step->ply != replay->plies + 1) {
        return record_error(record, "ply", err, "found %" PRIu32 ", expected %" PRIu32, step->ply,
                            replay->plies + 1);
    }
    if (step->seat != (Seat)state->seat) {
        return record_error(record, "seat", err, "found %s, but it is for %s to decide",
                            seat_name(step->seat), seat_name((Seat)state->seat));
    }
    if (!replay->game.rules->move_parse(replay->game.data, step->move, &replay->move)) {
        return record_error(record, "move", err, "found \"%s\", which is no move of this game", step->move);
    }
    return game_move_is_legal(&replay->game, state, replay->move) ||
           record_error(record, "move", err, "\"%s\" is not legal here", step->move);
}

/* A game may be given up at any decision, by either seat. */
static bool forfeit_is_right(Replay *replay, const Outcome *said, Err *err)
{
    const Outcome now = game_outcome(&replay->game, &replay->state.header);
    if (replay->state.header.over) {
        return record_error(&replay->record, "outcome", err,
                            "found a forfeit, but the game is over after ply %" PRIu32, replay->plies);
    }
    if (said->turn != now.turn) {
        return record_error(&replay->record, "outcome", err, "found %d, but the game was given up in %d",
                            said->turn, now.turn);
    }
    replay->outcome = *said;
    replay->complete = true;
    return true;
}

static bool outcome_is_right(Replay *replay, const Outcome *said, Err *err)
{
    if (said->grade == OUTCOME_FORFEIT) {
        return forfeit_is_right(replay, said, err);
    }
    if (!replay->state.header.over) {
        return record_error(&replay->record, "outcome", err, "the game is not over after ply %" PRIu32,
                            replay->plies);
    }
    const Outcome real = game_outcome(&replay->game, &replay->state.header);
    if (said->winner != real.winner || said->grade != real.grade || said->turn != real.turn) {
        return record_error(&replay->record, "outcome", err,
                            "found %s, %s, %d, but the game ended with %s, %s, %d", seat_name(said->winner),
                            outcome_grade_name(said->grade), said->turn, seat_name(real.winner),
                            outcome_grade_name(real.grade), real.turn);
    }
    replay->outcome = real;
    replay->complete = true;
    return true;
}

static bool may_end(const Replay *replay, Err *err)
{
    return !replay->check || !replay->state.header.over || replay->complete ||
           record_error(&replay->record, NULL, err, "the game is over, but its outcome line is missing");
}

enum replay_status replay_next(Replay *replay, Err *err)
{
    Outcome outcome = {SEAT_NONE, OUTCOME_NONE, 0};
    switch (record_next(&replay->record, &replay->step, &outcome, err)) {
    case RECORD_DECISION:
        return may_be_played(replay, err) ? REPLAY_DECISION : REPLAY_ERROR;
    case RECORD_OUTCOME:
        return outcome_is_right(replay, &outcome, err) ? REPLAY_END : REPLAY_ERROR;
    case RECORD_END:
        return may_end(replay, err) ? REPLAY_END : REPLAY_ERROR;
    case RECORD_ERROR:
        break;
    }
    return REPLAY_ERROR;
}

bool replay_apply(Replay *replay, Err *err)
{
    const RecordStep *step = &replay->step;
    /* replay_next has looked at it */
    assert(!replay->complete && replay->plies < replay->game.rules->max_plies);
    assert(game_move_is_legal(&replay->game, &replay->state.header, replay->move));
    uint8_t log[DICE_LOG_MAX];
    Dice dice = dice_for(replay, step->dice, step->dice_count);
    dice_record(&dice, log, sizeof log);
    if (replay->journal != NULL) {
        journal_clear(replay->journal);
        dice.journal = replay->journal;
    }
    game_apply(&replay->game, &replay->state.header, replay->move, &dice);
    replay->plies++;
    return dice_were_right(replay, &dice, step->dice, step->dice_count, err);
}

bool replay_advance(Replay *replay, uint64_t plies, Err *err)
{
    enum replay_status status = REPLAY_DECISION;
    while (replay->plies < plies && (status = replay_next(replay, err)) == REPLAY_DECISION) {
        if (!replay_apply(replay, err)) {
            return false;
        }
    }
    if (status == REPLAY_ERROR) {
        return false;
    }
    return plies == UINT64_MAX || replay->plies == plies ||
           err_set(err, replay->record.file, NULL,
                   "the record has only %" PRIu32 " decisions, --ply asks for %" PRIu64, replay->plies,
                   plies);
}

/* session_play.c: decisions carried out, with the program's dice or with typed ones, and taken back. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "engine/memory.h"
#include "play/session/session_parts.h"

/* ---- one apply: what is drawn and noted on the way ---- */

typedef struct Trail {
    uint8_t log[DICE_LOG_MAX];
    uint32_t count; /* numbers drawn */
    Journal journal;
    /* For typed dice: the draw that is to be asked for. */
    const Session *session;
    const State *state;   /* under way */
    uint32_t seen;        /* draws so far */
    uint32_t asked;       /* number of the draw to look at, from 0 */
    uint32_t asked_sides; /* what it asked for, 0: it was never made */
    bool asked_die;       /* people would roll it */
    StrBuf asked_for;     /* what it is for */
    uint32_t alike;       /* dice that have fallen in the position `last` */
    StateBuffer last;
} Trail;

/* Whether a draw made in this position is a die that people would roll. */
static bool is_die(const Session *session, const State *state, uint32_t sides)
{
    const GameWords *words = session->game.rules->words;
    return words != NULL && words->is_die != NULL && words->is_die(session->game.data, state, sides);
}

/* Told of every draw: looks at the one that is being asked about. */
static void witness(void *context, uint32_t sides, uint32_t value)
{
    Trail *trail = context;
    const Game *game = &trail->session->game;
    const bool die = is_die(trail->session, trail->state, sides);
    (void)value;
    if (!die || memcmp(&trail->last, trail->state, game->rules->state_bytes) != 0) {
        trail->alike = 0;
    }
    if (trail->seen++ == trail->asked) {
        trail->asked_sides = sides;
        trail->asked_die = die;
        if (die && game->rules->words->die != NULL) {
            game->rules->words->die(game->data, trail->state, trail->alike, &trail->asked_for);
        }
    }
    trail->alike += die ? 1 : 0;
    memcpy(&trail->last, trail->state, game->rules->state_bytes);
}

static Trail *trail_new(const Session *session)
{
    Trail *trail = memory_zeroed(sizeof *trail);
    trail->session = session;
    trail->state = &session->state.header;
    strbuf_init(&trail->asked_for);
    return trail;
}

static void trail_free(Trail *trail)
{
    strbuf_release(&trail->asked_for);
    memory_free(trail);
}

/* Applies the move with these dice, kept and noted in the trail. */
static void apply(Session *session, Move move, Dice *dice, Trail *trail)
{
    dice_record(dice, trail->log, sizeof trail->log);
    journal_open(&trail->journal, JOURNAL_ALL);
    dice->journal = &trail->journal;
    game_apply(&session->game, &session->state.header, move, dice);
    trail->count = (uint32_t)dice->log_count;
}

/* Applies with the program's dice. */
static bool apply_streamed(Session *session, Move move, Trail *trail)
{
    Dice dice = dice_from_stream(session->rng);
    apply(session, move, &dice, trail);
    assert(!dice.failed);
    session->rng = dice.rng;
    return true;
}

/* The number that the draw the trail asked about shows: people roll dice, the program shuffles. */
static bool next_number(Session *session, const Trail *trail, Rng *shuffles, uint8_t *number)
{
    uint32_t value = 0;
    if (!trail->asked_die) {
        *number = (uint8_t)(rng_bounded(shuffles, trail->asked_sides) + 1U);
        return true;
    }
    while (session->roll(session->roll_context, trail->asked_for.text, trail->asked_sides, &value)) {
        if (value >= 1 && value <= trail->asked_sides) {
            *number = (uint8_t)value;
            return true;
        }
    }
    return false;
}

/* One try with the numbers known so far; false if one is missing. */
static bool try_script(Session *session, Move move, const uint8_t *script, uint32_t count, Trail *trail)
{
    Dice dice = dice_from_script(script, count);
    trail->asked = count;
    trail->seen = 0;
    trail->alike = 0;
    trail->asked_sides = 0;
    strbuf_clear(&trail->asked_for);
    dice_witness(&dice, witness, trail);
    apply(session, move, &dice, trail);
    return !dice.failed;
}

/* Applies with dice that people roll: again and again, each time with one number more, until none is missing.
 * False if nobody answers; the position is then as before. */
static bool apply_typed(Session *session, Move move, Trail *trail)
{
    uint8_t script[DICE_LOG_MAX];
    uint32_t count = 0;
    Rng shuffles = session->rng;
    StateBuffer before;
    memcpy(&before, &session->state, sizeof before);
    while (!try_script(session, move, script, count, trail)) {
        memcpy(&session->state, &before, sizeof before);
        if (count == DICE_LOG_MAX || !next_number(session, trail, &shuffles, &script[count])) {
            return false;
        }
        count++;
    }
    session->has_seed = session->has_seed && count == 0;
    session->rng = shuffles;
    return true;
}

/* ---- playing ---- */

/* Whether what a decision brought about told its maker something that he did not know. A game that notes
 * nothing might tell anything. */
static bool tells(const Game *game, Seat seat, const Journal *journal)
{
    return game->rules->event_text == NULL || journal->overflow || journal_reveals(journal, seat);
}

void session_keep(Session *session, Seat seat, Move move, Rng rng, const uint8_t *draws, uint32_t draw_count,
                  const Journal *journal)
{
    const HistoryStep step = {
        .rng = rng, .move = move, .seat = (uint8_t)seat, .by_human = session->human[seat]};
    history_count_dice(&session->fallen, journal);
    history_add(&session->history, &step, draws, draw_count, &session->state.header, &session->fallen);
    session->told = tells(&session->game, seat, journal);
}

/* Applies a legal move and keeps the decision. False if typed dice did not come. */
static bool carry_out(Session *session, Move move)
{
    const Rng rng = session->rng;
    const Seat seat = (Seat)session->state.header.seat;
    Trail *trail = trail_new(session);
    const bool applied =
        session->roll != NULL ? apply_typed(session, move, trail) : apply_streamed(session, move, trail);
    if (applied) {
        session_keep(session, seat, move, rng, trail->log, trail->count, &trail->journal);
        session->version++;
    }
    trail_free(trail);
    return applied;
}

bool session_play(Session *session, Seat seat, Move move, Err *err)
{
    const Seat actor = session_actor(session);
    if (actor == SEAT_NONE) {
        return err_set(err, NULL, NULL, "the game is over");
    }
    if (seat != actor) {
        return err_set(err, NULL, NULL, "it is for %s to decide, not for %s", seat_name(actor),
                       seat_name(seat));
    }
    if (!game_move_is_legal(&session->game, &session->state.header, move)) {
        /* as a number: what a policy gave need not be a move at all */
        return err_set(err, NULL, NULL, "move %08" PRIx32 " is not legal here", move);
    }
    if (session_plies(session) >= session->game.rules->max_plies) {
        return err_set(err, NULL, NULL, "no game has more than %" PRIu32 " decisions",
                       session_plies(session));
    }
    return carry_out(session, move) ||
           err_set(err, NULL, NULL, "no dice were typed, so the move was not made");
}

/* ---- going back ---- */

/* Goes back to where only so many decisions had been made. What happened stays noted, where the record now
 * ends. */
static void go_back(Session *session, uint32_t plies)
{
    assert(plies < session_plies(session));
    HistoryWalk *walk = memory_zeroed(sizeof *walk);
    session->rng = session->history.steps[plies].rng;
    history_cut(&session->history, plies);
    history_walk(walk, &session->history, plies > 0 ? plies - 1 : 0);
    session->told =
        history_next(walk) && tells(&session->game, (Seat)session_last(session)->seat, &walk->journal);
    memcpy(&session->state, &walk->state, session->game.rules->state_bytes);
    session->fallen = walk->dice;
    session->resigned = SEAT_NONE;
    for (uint32_t i = 0; i < session->note_count; i++) {
        RecordNote *note = &session->notes[i];
        note->ply = note->ply < plies ? note->ply : plies;
    }
    session->version++;
    memory_free(walk);
}

bool session_can_undo(const Session *session, const char **reason)
{
    if (session_plies(session) == 0) {
        *reason = "nothing has been decided yet";
        return false;
    }
    const HistoryStep *step = session_last(session);
    *reason = session->resigned != SEAT_NONE ? "a side has resigned; only taking back goes further"
              : !step->by_human              ? "the opponent has decided since; only taking back goes further"
              : step->draw_count > 0         ? "dice were rolled; only taking back goes further"
              : session->told                ? "something hidden came to light; only taking back goes further"
                                             : NULL;
    return *reason == NULL;
}

bool session_undo(Session *session, Err *err)
{
    const char *reason = NULL;
    if (!session_can_undo(session, &reason)) {
        return err_set(err, NULL, NULL, "cannot be undone: %s", reason);
    }
    go_back(session, session_plies(session) - 1);
    session_clear_minds(session);
    return true;
}

/* Notes something in the record, after the decisions made so far. */
static bool session_add_note(Session *session, enum record_note_kind kind, Seat seat, uint32_t count,
                             Err *err)
{
    if (session->note_count == RECORD_NOTES_MAX) {
        return err_set(err, NULL, NULL, "a record has room for %d notes only", RECORD_NOTES_MAX);
    }
    if (session->note_count == session->note_room) {
        session->note_room = session->note_room == 0 ? 16 : session->note_room * 2;
        session->notes = memory_resize(session->notes, session->note_room * sizeof *session->notes);
    }
    session->notes[session->note_count++] = (RecordNote){kind, seat, session_plies(session), count};
    return true;
}

uint32_t session_last_by(const Session *session, Seat seat)
{
    const HistoryStep *steps = session->history.steps;
    uint32_t ply = session_plies(session);
    while (ply > 0 && (steps[ply - 1].seat != seat || !steps[ply - 1].by_human)) {
        ply--;
    }
    return ply;
}

bool session_take_back(Session *session, Seat seat, Err *err)
{
    const uint32_t ply = seat < SEAT_NONE ? session_last_by(session, seat) : 0;
    if (ply == 0) {
        return err_set(err, NULL, NULL, "this side has decided nothing yet that could be taken back");
    }
    const uint32_t count = session_plies(session) - ply + 1;
    if (!session_add_note(session, RECORD_NOTE_TAKE_BACK, seat, count, err)) {
        return false;
    }
    go_back(session, ply - 1);
    session_clear_minds(session);
    return true;
}

bool session_resign(Session *session, Seat seat, Err *err)
{
    if (session_is_over(session)) {
        return err_set(err, NULL, NULL, "the game is over");
    }
    if (seat >= SEAT_NONE || !session_add_note(session, RECORD_NOTE_RESIGN, seat, 0, err)) {
        return err_set(err, NULL, NULL, "only a side can resign");
    }
    session->resigned = seat;
    session->version++;
    return true;
}

void session_note_plans(Session *session, Seat seat)
{
    Err err;
    bool noted = seat >= SEAT_NONE || session_is_over(session);
    err_clear(&err);
    for (uint32_t i = 0; i < session->note_count && !noted; i++) {
        noted = session->notes[i].kind == RECORD_NOTE_PLANS && session->notes[i].seat == seat;
    }
    if (!noted) {
        (void)session_add_note(session, RECORD_NOTE_PLANS, seat, 0,
                               &err); /* a record full of notes has said enough */
    }
}

bool session_swap(Session *session, Err *err)
{
    char french[POLICY_SPEC_BYTES];
    char coalition[POLICY_SPEC_BYTES];
    if (session_is_over(session)) {
        return err_set(err, NULL, NULL, "the game is over");
    }
    memcpy(french, session->seat_spec[SEAT_FRENCH], sizeof french);
    memcpy(coalition, session->seat_spec[SEAT_COALITION], sizeof coalition);
    return session_add_note(session, RECORD_NOTE_SWAP,
                            session_actor(session) == SEAT_COALITION ? SEAT_COALITION : SEAT_FRENCH, 0,
                            err) &&
           session_set_seat(session, SEAT_FRENCH, coalition, err) &&
           session_set_seat(session, SEAT_COALITION, french, err);
}

/* session_record.c: a game in play written as a record, and taken up again from one. */
#include <assert.h>
#include <string.h>

#include "engine/memory.h"
#include "engine/replay.h"
#include "play/session/session_parts.h"

/* ---- writing ---- */

/* What is written of a session. */
struct SessionCopy {
    const Session *session; /* its game and overrides, which do not change */
    History history;
    uint32_t note_count;
    RecordNote *notes;
    char seat_spec[SEAT_COUNT][POLICY_SPEC_BYTES];
    bool has_seed;
    uint64_t seed;
    bool over; /* by the rules */
    Outcome outcome;
};

/* Notes that were made after at most so many decisions and are not written yet: `written` are. */
static uint32_t write_notes(const SessionCopy *copy, uint32_t written, uint32_t ply, StrBuf *out)
{
    while (written < copy->note_count && copy->notes[written].ply <= ply) {
        record_write_note(out, &copy->notes[written++]);
    }
    return written;
}

/* Numbers drawn, in the shape in which records are written. */
static Dice drawn(const uint8_t *draws, uint32_t count)
{
    static const uint8_t NONE[1] = {0};
    Dice dice = dice_from_script(NULL, 0);
    dice.log =
        (uint8_t *)(uintptr_t)(draws != NULL ? draws
                                             : NONE); /* only read; a game without a draw yet has none */
    dice.log_size = count;
    dice.log_count = count;
    return dice;
}

void session_copy_record(const SessionCopy *copy, StrBuf *out)
{
    const Session *session = copy->session;
    const History *history = &copy->history;
    const RecordInfo info = {
        .game = &session->game,
        .overrides = (const char *const *)(uintptr_t)session->overrides,
        .override_count = session->override_count,
        .has_seed = copy->has_seed,
        .seed = copy->seed,
        .policies = {copy->seat_spec[SEAT_FRENCH], copy->seat_spec[SEAT_COALITION]},
    };
    Dice dice = drawn(history->draws, history->setup_draws);
    record_write_header(out, &info, &dice);
    uint32_t written = write_notes(copy, 0, 0, out);
    for (uint32_t i = 0; i < history->count; i++) {
        const HistoryStep *step = &history->steps[i];
        dice = drawn(history->draws + step->draws, step->draw_count);
        record_write_decision(out, &session->game, i + 1, (Seat)step->seat, step->move, &dice);
        written = write_notes(copy, written, i + 1, out);
    }
    assert(written == copy->note_count);
    if (copy->over) {
        record_write_outcome(out, &copy->outcome);
    }
}

/* The session as it is now; what it points to stays the session's. */
static SessionCopy as_it_is(const Session *session)
{
    SessionCopy copy = {.session = session,
                        .history = session->history,
                        .note_count = session->note_count,
                        .notes = session->notes,
                        .has_seed = session->has_seed,
                        .seed = session->seed,
                        .over = session->state.header.over != 0,
                        .outcome = game_outcome(&session->game, &session->state.header)};
    memcpy(copy.seat_spec, session->seat_spec, sizeof copy.seat_spec);
    return copy;
}

void session_record(const Session *session, StrBuf *out)
{
    const SessionCopy copy = as_it_is(session);
    session_copy_record(&copy, out);
}

SessionCopy *session_copy(const Session *session)
{
    SessionCopy *copy = memory_zeroed(sizeof *copy);
    *copy = as_it_is(session);
    history_copy(&copy->history, &session->history, false);
    copy->notes = memory_copy(session->notes, session->note_count * sizeof *session->notes);
    return copy;
}

void session_copy_free(SessionCopy *copy)
{
    history_release(&copy->history);
    memory_free(copy->notes);
    memory_free(copy);
}

bool session_save(const Session *session, const char *path, Err *err)
{
    StrBuf text;
    strbuf_init(&text);
    session_record(session, &text);
    const bool saved = record_keep(&text, path, err);
    strbuf_release(&text);
    return saved;
}

/* ---- loading ---- */

static const char *seat_for(const Replay *replay, const char *const seats[SEAT_COUNT], Seat seat)
{
    const char *said = replay->record.header.policies[seat];
    if (seats != NULL && seats[seat] != NULL) {
        return seats[seat];
    }
    const bool command =
        strncmp(said, "exec:", strlen("exec:")) == 0; /* a file must not make us run programs */
    return said[0] != '\0' && !command ? said : SESSION_HUMAN;
}

/* Seats as wanted (an error if that cannot be had) or as the record says (else a human). */
static bool take_seats(Session *session, const Replay *replay, const char *const seats[SEAT_COUNT], Err *err)
{
    for (int i = 0; i < SEAT_COUNT; i++) {
        const Seat seat = (Seat)i;
        const bool wanted = seats != NULL && seats[seat] != NULL;
        Err unknown;
        err_clear(&unknown);
        if (!session_set_seat(session, seat, seat_for(replay, seats, seat), wanted ? err : &unknown)) {
            if (wanted || !session_set_seat(session, seat, SESSION_HUMAN, err)) {
                return false;
            }
        }
    }
    return true;
}

/* All decisions; between them the session's stream is what the record's seed has come to. */
static bool take_steps(Session *session, Replay *replay, Err *err)
{
    enum replay_status status = REPLAY_END;
    session->rng = session->has_seed ? replay->stream.rng : session->rng;
    while ((status = replay_next(replay, err)) == REPLAY_DECISION) {
        const RecordStep *step = &replay->step;
        if (!replay_apply(replay, err)) {
            return false;
        }
        memcpy(&session->state, &replay->state, session->game.rules->state_bytes);
        session_keep(session, step->seat, replay->move, session->rng, step->dice, (uint32_t)step->dice_count,
                     replay->journal);
        session->rng = session->has_seed ? replay->stream.rng : session->rng;
    }
    return status == REPLAY_END;
}

static void take_notes(Session *session, const Record *record)
{
    session->notes = memory_copy(record->notes, record->note_count * sizeof *session->notes);
    session->note_count = session->note_room = (uint32_t)record->note_count;
    if (session->note_count > 0) {
        const RecordNote *last = &session->notes[session->note_count - 1];
        const bool stands = last->kind == RECORD_NOTE_RESIGN && last->ply == session_plies(session);
        session->resigned = stands && !session->state.header.over ? last->seat : SEAT_NONE;
    }
}

/* What the set-up noted is found by playing it again, with the numbers written down. */
static bool take_game(Session *session, const Replay *replay, Err *err)
{
    const RecordHeader *header = &replay->record.header;
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    for (size_t i = 0; i < header->override_count; i++) {
        overrides[i] = header->overrides[i];
    }
    uint64_t seed = header->seed;
    if ((!header->has_seed && !session_unknown_seed(&seed, err)) ||
        !game_load(&session->game, header->scenario, overrides, header->override_count, err)) {
        return false;
    }
    session_keep_overrides(session, overrides, header->override_count);
    session_promise(session, seed);
    session->has_seed = header->has_seed;
    Dice dice = dice_from_script(header->dice, header->dice_count);
    dice.journal = replay->journal;
    game_setup(&session->game, &session->state.header, &dice);
    assert(!dice.failed);
    session_begin(session, header->dice, (uint32_t)header->dice_count, replay->journal);
    return true;
}

/* Plays through an open replay, which is released. */
static Session *take_replay(Replay *replay, const char *const seats[SEAT_COUNT], Err *err)
{
    Session *session = session_new();
    Journal *journal = memory_zeroed(sizeof *journal);
    journal_open(journal, JOURNAL_ALL);
    replay->journal = journal;
    const bool opened = take_game(session, replay, err);
    const bool loaded = opened && take_seats(session, replay, seats, err) && take_steps(session, replay, err);
    if (loaded) {
        take_notes(session, &replay->record);
    }
    replay_release(replay);
    memory_free(journal);
    if (!loaded && opened) {
        session_close(session);
    } else if (!loaded) {
        memory_free(session);
    }
    return loaded ? session : NULL;
}

Session *session_load(const char *path, const char *const seats[SEAT_COUNT], Err *err)
{
    Replay *replay = memory_zeroed(sizeof *replay);
    Session *session = replay_open(replay, path, NULL, true, err) ? take_replay(replay, seats, err) : NULL;
    memory_free(replay);
    return session;
}

Session *session_load_text(const char *name, const char *text, size_t length,
                           const char *const seats[SEAT_COUNT], Err *err)
{
    Replay *replay = memory_zeroed(sizeof *replay);
    Session *session =
        replay_open_text(replay, name, text, length, true, err) ? take_replay(replay, seats, err) : NULL;
    memory_free(replay);
    return session;
}

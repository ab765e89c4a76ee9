/* session.c: one game in play: who sits where, where it stands, what is thought. Playing and going back:
 * session_play.c; records: session_record.c. */
#include "play/session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/memory.h"
#include "play/session/session_parts.h"

/* ---- seats ---- */

static void release_seat(Session *session, Seat seat)
{
    if (session->policies[seat].kind != NULL) {
        policy_session_free(&session->policies[seat], session->minds[seat]);
        policy_release(&session->policies[seat]);
    }
    memset(&session->policies[seat], 0, sizeof session->policies[seat]);
    session->minds[seat] = NULL;
}

bool session_set_seat(Session *session, Seat seat, const char *spec, Err *err)
{
    Policy policy;
    memset(&policy, 0, sizeof policy);
    const bool human = strcmp(spec, SESSION_HUMAN) == 0;
    if (!human && !policy_init(&policy, &session->game, spec, err)) {
        return false;
    }
    release_seat(session, seat);
    session->human[seat] = human;
    session->policies[seat] = policy;
    session->minds[seat] = human ? NULL : policy_session_new(&session->policies[seat], seat);
    (void)snprintf(session->seat_spec[seat], sizeof session->seat_spec[seat], "%s",
                   human ? spec : policy.spec);
    session->version++;
    return true;
}

/* What a policy remembers of steps that never happened would mislead it. */
void session_clear_minds(Session *session)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!session->human[seat]) {
            policy_session_free(&session->policies[seat], session->minds[seat]);
            session->minds[seat] = policy_session_new(&session->policies[seat], (Seat)seat);
        }
    }
}

/* ---- opening and closing ---- */

bool session_unknown_seed(uint64_t *seed, Err *err)
{
    FILE *file = fopen("/dev/urandom", "rb");
    const bool drawn = file != NULL && fread(seed, sizeof *seed, 1, file) == 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    return drawn || err_set(err, NULL, NULL, "/dev/urandom gives no seed");
}

void session_promise(Session *session, uint64_t seed)
{
    char text[24];
    session->has_seed = true;
    session->seed = seed;
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    hash_sha256(text, strlen(text), session->seed_sha256);
    session->rng = rng_derive(seed, RNG_PURPOSE_DICE, 0);
}

/* Sets the game up with the stream of its seed. */
static void set_up(Session *session)
{
    uint8_t log[DICE_LOG_MAX];
    Journal *journal = memory_zeroed(sizeof *journal);
    Dice dice = dice_from_stream(session->rng);
    dice_record(&dice, log, sizeof log);
    journal_open(journal, JOURNAL_ALL);
    dice.journal = journal;
    game_setup(&session->game, &session->state.header, &dice);
    assert(!dice.failed);
    session->rng = dice.rng;
    session_begin(session, log, (uint32_t)dice.log_count, journal);
    memory_free(journal);
}

void session_begin(Session *session, const uint8_t *draws, uint32_t draw_count, const Journal *journal)
{
    history_open(&session->history, &session->game, &session->state.header, draws, draw_count, journal);
    history_count_dice(&session->fallen, journal);
}

Session *session_new(void)
{
    Session *session = memory_zeroed(sizeof *session);
    session->resigned = SEAT_NONE;
    session->version = 1;
    return session;
}

void session_keep_overrides(Session *session, const char *const *overrides, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        session->overrides[i] = memory_copy_text(overrides[i]);
    }
    session->override_count = count;
}

Session *session_open(const SessionSetup *setup, Err *err)
{
    Session *session = session_new();
    if (!game_load(&session->game, setup->scenario, setup->overrides, setup->override_count, err)) {
        memory_free(session);
        return NULL;
    }
    session_keep_overrides(session, setup->overrides, setup->override_count);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!session_set_seat(session, (Seat)seat, setup->seats[seat], err)) {
            session_close(session);
            return NULL;
        }
    }
    uint64_t seed = setup->seed;
    if (!setup->has_seed && !session_unknown_seed(&seed, err)) {
        session_close(session);
        return NULL;
    }
    session_promise(session, seed);
    set_up(session);
    return session;
}

void session_close(Session *session)
{
    if (session == NULL) {
        return;
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        release_seat(session, (Seat)seat);
    }
    for (size_t i = 0; i < session->override_count; i++) {
        memory_free(session->overrides[i]);
    }
    history_release(&session->history);
    memory_free(session->notes);
    game_release(&session->game);
    memory_free(session);
}

void session_type_dice(Session *session, SessionRoll roll, void *context)
{
    session->roll = roll;
    session->roll_context = context;
}

/* ---- where the game stands ---- */

bool session_is_over(const Session *session)
{
    return session->state.header.over != 0 || session->resigned != SEAT_NONE;
}

Seat session_actor(const Session *session)
{
    return session_is_over(session) ? SEAT_NONE : (Seat)session->state.header.seat;
}

bool session_human_acts(const Session *session)
{
    const Seat seat = session_actor(session);
    return seat < SEAT_NONE && session->human[seat];
}

Outcome session_outcome(const Session *session)
{
    Outcome outcome = game_outcome(&session->game, &session->state.header);
    if (session->resigned != SEAT_NONE) {
        outcome.winner = seat_other(session->resigned);
        outcome.grade = OUTCOME_DECISIVE;
    }
    return outcome;
}

uint32_t session_legal(const Session *session, MoveList *list)
{
    list->count = 0;
    return session_is_over(session) ? 0 : game_legal(&session->game, &session->state.header, list);
}

/* The view of the seat to act. */
static void actor_view(const Session *session, StateBuffer *view)
{
    const Game *game = &session->game;
    game->rules->view(game->data, &session->state.header, (Seat)session->state.header.seat, &view->header);
}

void session_question(const Session *session, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    StateBuffer view;
    clause[0] = '\0';
    if (session_is_over(session)) {
        strbuf_add(out, "The game is over.");
    } else {
        actor_view(session, &view);
        words_question(&session->game, &view.header, out, clause);
    }
}

void session_choice(const Session *session, Move move, StrBuf *out)
{
    StateBuffer view;
    if (!session_is_over(session)) {
        actor_view(session, &view);
        words_choice(&session->game, &view.header, move, out);
    } else {
        char text[MOVE_TEXT_BYTES];
        session->game.rules->move_text(session->game.data, move, text);
        strbuf_add(out, text);
    }
}

/* ---- thinking ---- */

void session_query(const Session *session, SessionQuery *query, const atomic_bool *stop, PolicyReport *report)
{
    static const enum rng_purpose purposes[SEAT_COUNT] = {RNG_PURPOSE_FRENCH, RNG_PURPOSE_COALITION};
    const Seat seat = session_actor(session);
    const uint32_t ply = session_plies(session) + 1;
    assert(seat < SEAT_NONE);
    actor_view(session, &query->view);
    (void)session_legal(session, &query->legal);
    query->version = session->version;
    if (report != NULL) {
        report->filled = false;
    }
    query->query = (PolicyQuery){
        .view = &query->view.header,
        .legal = &query->legal,
        .seat = seat,
        .ply = ply,
        .rng = rng_derive(session->seed, purposes[seat], ply),
        .stop = stop,
        .report = report,
    };
}

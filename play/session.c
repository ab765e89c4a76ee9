/* session.c: one game in play: steps, undo, story, records. */
#include "play/session.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/replay.h"
#include "engine/rng.h"

/* ---- memory: there is nothing sensible to do without ---- */

static void *must(void *memory)
{
    if (memory == NULL) {
        (void)fprintf(stderr, "marshal: out of memory\n");
        abort();
    }
    return memory;
}

static void *copy_bytes(const void *bytes, size_t size)
{
    void *copy = must(malloc(size > 0 ? size : 1));
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

static char *copy_text(const char *text) { return copy_bytes(text, strlen(text) + 1); }

/* ---- the trail of one apply: every draw with the position it fell in ---- */

enum { TRAIL_DRAWS_MAX = 64 }; /* dice of one decision that are told of; the rest happens in silence */

typedef struct Trail {
    const Session *session;
    const State *state; /* under way */
    uint8_t log[DICE_LOG_MAX];
    uint32_t seen;        /* draws so far */
    uint32_t asked;       /* number of the draw to look at, from 0 */
    uint32_t asked_sides; /* what it asked for, 0: it was never made */
    bool asked_die;       /* people would roll it */
    uint32_t count;
    PassageDraw draws[TRAIL_DRAWS_MAX];
    StateBuffer states[TRAIL_DRAWS_MAX];
    StrBuf *asked_for;     /* what it is for is written here; NULL: nobody asks */
    Journal journal;
} Trail;

static bool is_die(const Session *session, const State *state, uint32_t sides)
{
    const GameWords *words = session->game.rules->words;
    return words != NULL && words->is_die != NULL && words->is_die(session->game.data, state, sides);
}

/* Writes what the die is for that is being asked about. */
static void say_what_for(const Trail *trail, bool die)
{
    const GameRules *rules = trail->session->game.rules;
    uint32_t before = 0;
    if (trail->asked_for == NULL || !die || rules->words->die == NULL) {
        return;
    }
    while (before < trail->count &&
           memcmp(trail->draws[trail->count - 1 - before].state, trail->state, rules->state_bytes) == 0) {
        before++;
    }
    rules->words->die(trail->session->game.data, trail->state, before, trail->asked_for);
}

static void witness(void *context, uint32_t sides, uint32_t value)
{
    Trail *trail = context;
    const bool die = is_die(trail->session, trail->state, sides);
    if (trail->seen++ == trail->asked) {
        trail->asked_sides = sides;
        trail->asked_die = die;
        say_what_for(trail, die);
    }
    if (die && trail->count < TRAIL_DRAWS_MAX) {
        memcpy(&trail->states[trail->count], trail->state, trail->session->game.rules->state_bytes);
        trail->draws[trail->count] = (PassageDraw){sides, value, &trail->states[trail->count].header};
        trail->count++;
    }
}

static Trail *trail_new(const Session *session)
{
    Trail *trail = must(malloc(sizeof *trail));
    trail->session = session;
    trail->count = 0;
    trail->asked = UINT32_MAX;
    trail->asked_for = NULL;
    return trail;
}

/* Makes dice tell the trail of what falls while `state` changes. */
static void trail_attach(Trail *trail, const State *state, Dice *dice)
{
    trail->state = state;
    trail->count = 0;
    trail->seen = 0;
    trail->asked_sides = 0;
    dice_record(dice, trail->log, sizeof trail->log);
    dice_witness(dice, witness, trail);
    journal_open(&trail->journal, JOURNAL_ALL);
    dice->journal = &trail->journal;
}

static void trail_detach(Dice *dice)
{
    dice_record(dice, NULL, 0);
    dice_witness(dice, NULL, NULL);
    dice->journal = NULL;
}

/* ---- the story ---- */

/* Whom lines are being collected for. */
typedef struct Telling {
    Session *session;
    uint32_t ply;
    Seat reader;
} Telling;

static void add_line(void *context, const StoryLine *told)
{
    const Telling *telling = context;
    Session *session = telling->session;
    if (session->line_count == session->line_room) {
        session->line_room = session->line_room == 0 ? 64 : session->line_room * 2;
        session->lines = must(realloc(session->lines, session->line_room * sizeof *session->lines));
    }
    SessionLine *line = &session->lines[session->line_count++];
    memset(line, 0, sizeof *line);
    line->ply = telling->ply;
    line->reader = telling->reader;
    line->seat = told->seat;
    line->kind = told->kind;
    (void)snprintf(line->clause, sizeof line->clause, "%s", told->clause);
    line->text = copy_text(told->text);
    line->detail = told->detail != NULL ? copy_text(told->detail) : NULL;
    line->dice_count = told->dice_count;
    memcpy(line->dice, told->dice, sizeof line->dice);
}

/* Where a game has no words: the bare notation of moves, whose text may give hidden things away to the other seat. */
static void tell_notation(Session *session, const Passage *passage, const Telling *telling)
{
    char text[MOVE_TEXT_BYTES];
    if (passage->before == NULL || (telling->reader != SEAT_BOTH && telling->reader != passage->seat)) {
        return;
    }
    session->game.rules->move_text(session->game.data, passage->move, text);
    add_line((void *)(uintptr_t)telling, &(StoryLine){STORY_MOVE, passage->seat, "", text, NULL, 0, {0}});
}

static void tell(Session *session, const Passage *passage)
{
    static const Seat readers[] = {SEAT_FRENCH, SEAT_COALITION, SEAT_BOTH};
    const GameWords *words = session->game.rules->words;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        Telling telling = {session, session->step_count, readers[i]};
        if (words != NULL && words->tell != NULL) {
            const Story story = {add_line, &telling};
            words->tell(session->game.data, passage, readers[i], &story);
        } else {
            tell_notation(session, passage, &telling);
        }
    }
}

static void forget_lines_after(Session *session, uint32_t ply)
{
    while (session->line_count > 0 && session->lines[session->line_count - 1].ply > ply) {
        SessionLine *line = &session->lines[--session->line_count];
        free(line->text);
        free(line->detail);
    }
}

bool session_line_is_for(const SessionLine *line, Seat reader) { return line->reader == reader; }

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
    (void)snprintf(session->seat_spec[seat], sizeof session->seat_spec[seat], "%s", spec);
    session->version++;
    return true;
}

/* What a policy remembers of steps that never happened would mislead it. */
static void clear_minds(Session *session)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!session->human[seat]) {
            policy_session_free(&session->policies[seat], session->minds[seat]);
            session->minds[seat] = policy_session_new(&session->policies[seat], (Seat)seat);
        }
    }
}

/* ---- opening and closing ---- */

static uint64_t unknown_seed(void)
{
    uint64_t seed = 0;
    FILE *file = fopen("/dev/urandom", "rb");
    const bool drawn = file != NULL && fread(&seed, sizeof seed, 1, file) == 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    if (!drawn) {
        (void)fprintf(stderr, "marshal: /dev/urandom gives no seed\n");
        abort();
    }
    return seed;
}

static void promise_seed(Session *session, uint64_t seed)
{
    char text[24];
    session->has_seed = true;
    session->seed = seed;
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    hash_sha256(text, strlen(text), session->seed_sha256);
    session->dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
}

static void keep_setup_draws(Session *session, const uint8_t *draws, size_t count)
{
    session->setup_draws = copy_bytes(draws, count);
    session->setup_draw_count = (uint32_t)count;
}

/* Sets the game up with dice; keeps the stream if they are one. */
static void set_up(Session *session, Dice dice)
{
    Trail *trail = trail_new(session);
    trail_attach(trail, &session->state.header, &dice);
    game_setup(&session->game, &session->state.header, &dice);
    keep_setup_draws(session, trail->log, dice.log_count);
    trail_detach(&dice);
    if (dice.kind == DICE_STREAM) {
        session->dice = dice;
    }
    tell(session, &(Passage){NULL, &session->state.header, SEAT_NONE, 0, 0, NULL});
    free(trail);
}

static Session *session_new(void)
{
    Session *session = must(calloc(1, sizeof *session));
    session->resigned = SEAT_NONE;
    session->version = 1;
    return session;
}

static void keep_overrides(Session *session, const char *const *overrides, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        session->overrides[i] = copy_text(overrides[i]);
    }
    session->override_count = count;
}

Session *session_open(const SessionSetup *setup, Err *err)
{
    Session *session = session_new();
    if (!game_load(&session->game, setup->scenario, setup->overrides, setup->override_count, err)) {
        free(session);
        return NULL;
    }
    keep_overrides(session, setup->overrides, setup->override_count);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!session_set_seat(session, (Seat)seat, setup->seats[seat], err)) {
            session_close(session);
            return NULL;
        }
    }
    promise_seed(session, setup->has_seed ? setup->seed : unknown_seed());
    set_up(session, session->dice);
    return session;
}

static void release_step(SessionStep *step)
{
    free(step->draws);
    free(step->before);
    free(step->events);
}

void session_close(Session *session)
{
    if (session == NULL) {
        return;
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        release_seat(session, (Seat)seat);
    }
    for (uint32_t i = 0; i < session->step_count; i++) {
        release_step(&session->steps[i]);
    }
    for (uint32_t i = 0; i < session->line_count; i++) {
        free(session->lines[i].text);
        free(session->lines[i].detail);
    }
    for (size_t i = 0; i < session->override_count; i++) {
        free(session->overrides[i]);
    }
    free(session->steps);
    free(session->lines);
    free(session->setup_draws);
    game_release(&session->game);
    free(session);
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
    const GameWords *words = session->game.rules->words;
    StateBuffer view;
    clause[0] = '\0';
    if (session_is_over(session)) {
        strbuf_add(out, "The game is over.");
    } else if (words != NULL && words->question != NULL) {
        actor_view(session, &view);
        words->question(session->game.data, &view.header, out, clause);
    } else {
        strbuf_addf(out, "%s to decide", seat_name((Seat)session->state.header.seat));
    }
}

void session_choice(const Session *session, Move move, StrBuf *out)
{
    const GameWords *words = session->game.rules->words;
    StateBuffer view;
    if (words != NULL && words->choice != NULL && !session_is_over(session)) {
        actor_view(session, &view);
        words->choice(session->game.data, &view.header, move, out);
    } else {
        char text[MOVE_TEXT_BYTES];
        session->game.rules->move_text(session->game.data, move, text);
        strbuf_add(out, text);
    }
}

/* ---- playing ---- */

/* Whether a move told the mover anything: in other worlds that he could not tell from this one, what he sees after it
 * would differ. Dice are looked at elsewhere. */
static bool brings_to_light(const Session *session, const State *before, Move move, const State *after)
{
    enum { WORLDS = 12 };
    const Game *game = &session->game;
    const Seat seat = (Seat)before->seat;
    StateBuffer seen;
    StateBuffer world;
    game->rules->view(game->data, after, seat, &seen.header);
    for (uint64_t i = 0; i < WORLDS; i++) {
        Rng rng = rng_derive(session->step_count, RNG_PURPOSE_FUZZ, i);
        game->rules->view(game->data, before, seat, &world.header);
        game->rules->determinize(game->data, &world.header, seat, &rng);
        Dice dice = dice_from_stream(rng);
        game_apply(game, &world.header, move, &dice);
        game->rules->view(game->data, &world.header, seat, &world.header);
        if (memcmp(&seen, &world, game->rules->state_bytes) != 0) {
            return true;
        }
    }
    return false;
}

/* Applies with the program's dice. */
static void apply_streamed(Session *session, Move move, Trail *trail)
{
    trail_attach(trail, &session->state.header, &session->dice);
    game_apply(&session->game, &session->state.header, move, &session->dice);
}

/* The number that the draw the trail asked about shows: people roll dice, the program shuffles. */
static bool next_number(Session *session, const Trail *trail, Rng *shuffles, uint8_t *number)
{
    uint32_t value = 0;
    if (!trail->asked_die) {
        *number = (uint8_t)(rng_bounded(shuffles, trail->asked_sides) + 1U);
        return true;
    }
    while (session->roll(session->roll_context, trail->asked_for->text, trail->asked_sides, &value)) {
        if (value >= 1 && value <= trail->asked_sides) {
            *number = (uint8_t)value;
            return true;
        }
    }
    return false;
}

/* Applies with dice that people roll: again and again, each time with one number more, until none is missing. False if
 * nobody answers; the position is then as before. */
static bool apply_typed(Session *session, Move move, Trail *trail)
{
    uint8_t script[DICE_LOG_MAX];
    uint32_t count = 0;
    Rng shuffles = session->dice.rng;
    StateBuffer before;
    StrBuf what;
    strbuf_init(&what);
    memcpy(&before, &session->state, sizeof before);
    trail->asked_for = &what;
    bool applied = false;
    for (bool answered = true; answered && !applied; count += applied ? 0 : 1) {
        Dice dice = dice_from_script(script, count);
        trail->asked = count;
        strbuf_clear(&what);
        trail_attach(trail, &session->state.header, &dice);
        game_apply(&session->game, &session->state.header, move, &dice);
        applied = !dice.failed;
        if (!applied) {
            memcpy(&session->state, &before, sizeof before);
            answered = count < DICE_LOG_MAX && next_number(session, trail, &shuffles, &script[count]);
        }
    }
    if (applied) {
        session->has_seed = session->has_seed && count == 0;
        session->dice.rng = shuffles;
        session->dice.log_count = count;
    }
    trail->asked_for = NULL;
    strbuf_release(&what);
    return applied;
}

static SessionStep *new_step(Session *session)
{
    if (session->step_count == session->step_room) {
        session->step_room = session->step_room == 0 ? 64 : session->step_room * 2;
        session->steps = must(realloc(session->steps, session->step_room * sizeof *session->steps));
    }
    SessionStep *step = &session->steps[session->step_count];
    memset(step, 0, sizeof *step);
    return step;
}

/* The move is legal and has been applied: keeps it as a step. */
static void keep_step(Session *session, const State *before, const Dice *dice_before, Move move, const Trail *trail)
{
    SessionStep *step = new_step(session);
    step->seat = (Seat)before->seat;
    step->move = move;
    step->by_human = session->human[step->seat];
    step->win_french = session->chances_noted ? session->chances : -1.0F;
    step->draw_count = (uint32_t)session->dice.log_count;
    step->draws = copy_bytes(trail->log, step->draw_count);
    step->before = copy_bytes(before, session->game.rules->state_bytes);
    step->dice_before = *dice_before;
    step->event_count = trail->journal.count;
    step->events = copy_bytes(trail->journal.entries, trail->journal.count * sizeof *step->events);
    step->telling = step->draw_count > 0 || brings_to_light(session, before, move, &session->state.header);
    session->step_count++;
    session->chances_noted = false;
}

/* Applies a legal move, tells the story, keeps the step. */
static bool carry_out(Session *session, Move move)
{
    const Dice dice_before = session->dice;
    StateBuffer before;
    Trail *trail = trail_new(session);
    memcpy(&before, &session->state, sizeof before);
    bool applied = true;
    if (session->roll != NULL) {
        applied = apply_typed(session, move, trail);
    } else {
        apply_streamed(session, move, trail);
    }
    if (!applied) {
        free(trail);
        return false;
    }
    keep_step(session, &before.header, &dice_before, move, trail);
    const Passage passage = {&before.header, &session->state.header, (Seat)before.header.seat, move, trail->count,
                             trail->draws};
    tell(session, &passage);
    trail_detach(&session->dice);
    session->version++;
    free(trail);
    return true;
}

bool session_play(Session *session, Seat seat, Move move, Err *err)
{
    const Seat actor = session_actor(session);
    if (actor == SEAT_NONE) {
        return err_set(err, NULL, NULL, "the game is over");
    }
    if (seat != actor) {
        return err_set(err, NULL, NULL, "it is for %s to decide, not for %s", seat_name(actor), seat_name(seat));
    }
    if (!game_move_is_legal(&session->game, &session->state.header, move)) {
        char text[MOVE_TEXT_BYTES];
        session->game.rules->move_text(session->game.data, move, text);
        return err_set(err, NULL, NULL, "\"%s\" is not legal here", text);
    }
    if (session->step_count >= session->game.rules->max_plies) {
        return err_set(err, NULL, NULL, "no game has more than %" PRIu32 " decisions", session->step_count);
    }
    return carry_out(session, move) || err_set(err, NULL, NULL, "no dice were typed, so the move was not made");
}

/* ---- going back ---- */

/* Forgets the last step. */
static void pop_step(Session *session)
{
    SessionStep *step = &session->steps[--session->step_count];
    memcpy(&session->state, step->before, session->game.rules->state_bytes);
    session->dice = step->dice_before;
    release_step(step);
    forget_lines_after(session, session->step_count);
    session->resigned = SEAT_NONE;
    for (uint32_t i = 0; i < session->note_count; i++) { /* what happened stays noted, where the record now ends */
        RecordNote *note = &session->notes[i];
        note->ply = note->ply < session->step_count ? note->ply : session->step_count;
    }
    session->version++;
}

bool session_can_undo(const Session *session, const char **reason)
{
    if (session->step_count == 0) {
        *reason = "nothing has been decided yet";
        return false;
    }
    const SessionStep *step = &session->steps[session->step_count - 1];
    *reason = session->resigned != SEAT_NONE ? "a side has resigned"
              : !step->by_human              ? "the opponent has decided since; only taking back goes further"
              : step->draw_count > 0         ? "dice were rolled; only taking back goes further"
              : step->telling                ? "something hidden came to light; only taking back goes further"
                                             : NULL;
    return *reason == NULL;
}

bool session_undo(Session *session, Err *err)
{
    const char *reason = NULL;
    if (!session_can_undo(session, &reason)) {
        return err_set(err, NULL, NULL, "cannot be undone: %s", reason);
    }
    pop_step(session);
    clear_minds(session);
    return true;
}

static bool add_note(Session *session, enum record_note_kind kind, Seat seat, uint32_t count, Err *err)
{
    if (session->note_count == RECORD_NOTES_MAX) {
        return err_set(err, NULL, NULL, "a record has room for %d notes only", RECORD_NOTES_MAX);
    }
    session->notes[session->note_count++] = (RecordNote){kind, seat, session->step_count, count};
    return true;
}

/* Number of the last decision made by a human of this seat, from 1; 0: there is none. */
static uint32_t last_decision_of(const Session *session, Seat seat)
{
    uint32_t ply = session->step_count;
    while (ply > 0 && (session->steps[ply - 1].seat != seat || !session->steps[ply - 1].by_human)) {
        ply--;
    }
    return ply;
}

bool session_take_back(Session *session, Seat seat, Err *err)
{
    const uint32_t ply = seat < SEAT_NONE ? last_decision_of(session, seat) : 0;
    if (ply == 0) {
        return err_set(err, NULL, NULL, "this side has decided nothing yet that could be taken back");
    }
    const uint32_t count = session->step_count - ply + 1;
    if (!add_note(session, RECORD_NOTE_TAKE_BACK, seat, count, err)) {
        return false;
    }
    while (session->step_count >= ply) {
        pop_step(session);
    }
    session->notes[session->note_count - 1].ply = session->step_count;
    clear_minds(session);
    return true;
}

bool session_resign(Session *session, Seat seat, Err *err)
{
    if (session_is_over(session)) {
        return err_set(err, NULL, NULL, "the game is over");
    }
    if (seat >= SEAT_NONE || !add_note(session, RECORD_NOTE_RESIGN, seat, 0, err)) {
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
        (void)add_note(session, RECORD_NOTE_PLANS, seat, 0, &err); /* a record full of notes has said enough */
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
    return add_note(session, RECORD_NOTE_SWAP, session_actor(session) == SEAT_COALITION ? SEAT_COALITION : SEAT_FRENCH, 0,
                    err) &&
           session_set_seat(session, SEAT_FRENCH, coalition, err) && session_set_seat(session, SEAT_COALITION, french, err);
}

/* ---- thinking ---- */

void session_query(const Session *session, SessionQuery *query, const atomic_bool *stop, PolicyReport *report)
{
    static const enum rng_purpose purposes[SEAT_COUNT] = {RNG_PURPOSE_FRENCH, RNG_PURPOSE_COALITION};
    const Seat seat = session_actor(session);
    const uint32_t ply = session->step_count + 1;
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

void session_note_chances(Session *session, double win_probability)
{
    const bool french = session_actor(session) == SEAT_FRENCH;
    session->chances = (float)(french ? win_probability : 1.0 - win_probability);
    session->chances_noted = true;
}

static bool is_better(const PolicyMove *a, const PolicyMove *b)
{
    return a->visits != b->visits ? a->visits > b->visits : a->win_probability > b->win_probability;
}

uint32_t session_best(const PolicyReport *report, uint32_t most, uint32_t *indices)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        uint32_t at = count;
        while (at > 0 && is_better(&report->moves[i], &report->moves[indices[at - 1]])) {
            at--;
        }
        if (at >= most) {
            continue;
        }
        const uint32_t last = count < most ? count : most - 1;
        for (uint32_t k = last; k > at; k--) {
            indices[k] = indices[k - 1];
        }
        indices[at] = i;
        count = last + 1;
    }
    return count;
}

/* ---- records ---- */

/* Notes that were made after so many decisions, in the order of their making. */
static void write_notes(const Session *session, uint32_t ply, StrBuf *out)
{
    for (uint32_t i = 0; i < session->note_count; i++) {
        if (session->notes[i].ply == ply) {
            record_write_note(out, &session->notes[i]);
        }
    }
}

/* Numbers drawn, in the shape in which records are written. */
static Dice drawn(uint8_t *draws, uint32_t count)
{
    Dice dice = dice_from_script(NULL, 0);
    dice.log = draws;
    dice.log_size = count;
    dice.log_count = count;
    return dice;
}

void session_record(const Session *session, StrBuf *out)
{
    const RecordInfo info = {
        .game = &session->game,
        .overrides = (const char *const *)(uintptr_t)session->overrides,
        .override_count = session->override_count,
        .has_seed = session->has_seed,
        .seed = session->seed,
        .policies = {session->seat_spec[SEAT_FRENCH], session->seat_spec[SEAT_COALITION]},
    };
    Dice dice = drawn(session->setup_draws, session->setup_draw_count);
    record_write_header(out, &info, &dice);
    write_notes(session, 0, out);
    for (uint32_t i = 0; i < session->step_count; i++) {
        const SessionStep *step = &session->steps[i];
        dice = drawn(step->draws, step->draw_count);
        record_write_decision(out, &session->game, i + 1, step->seat, step->move, &dice);
        write_notes(session, i + 1, out);
    }
    if (session->state.header.over) {
        const Outcome outcome = game_outcome(&session->game, &session->state.header);
        record_write_outcome(out, &outcome);
    }
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
    const bool command = strncmp(said, "exec:", strlen("exec:")) == 0; /* a file must not make us run programs */
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

/* Plays a decision that the replay has found legal, with the dice written down. */
static void take_step(Session *session, const Replay *replay, const Dice *dice_before)
{
    const RecordStep *step = &replay->step;
    StateBuffer before;
    Trail *trail = trail_new(session);
    memcpy(&before, &session->state, sizeof before);
    session->dice = dice_from_script(step->dice, step->dice_count);
    apply_streamed(session, replay->move, trail);
    keep_step(session, &before.header, dice_before, replay->move, trail);
    tell(session, &(Passage){&before.header, &session->state.header, step->seat, replay->move, trail->count,
                             trail->draws});
    free(trail);
}

/* All decisions; between them the session's dice are the stream that the record's seed has come to. */
static bool take_steps(Session *session, Replay *replay, Err *err)
{
    enum replay_status status = REPLAY_END;
    const Dice own = session->dice;
    session->dice = session->has_seed ? replay->stream : own;
    while ((status = replay_next(replay, err)) == REPLAY_DECISION) {
        const Dice dice_before = session->dice;
        take_step(session, replay, &dice_before);
        if (!replay_apply(replay, err)) {
            return false;
        }
        session->dice = session->has_seed ? replay->stream : own;
    }
    return status == REPLAY_END;
}

static void take_notes(Session *session, const Record *record)
{
    memcpy(session->notes, record->notes, record->note_count * sizeof session->notes[0]);
    session->note_count = (uint32_t)record->note_count;
    if (session->note_count > 0) {
        const RecordNote *last = &session->notes[session->note_count - 1];
        const bool stands = last->kind == RECORD_NOTE_RESIGN && last->ply == session->step_count;
        session->resigned = stands && !session->state.header.over ? last->seat : SEAT_NONE;
    }
}

static bool take_game(Session *session, const Replay *replay, Err *err)
{
    const RecordHeader *header = &replay->record.header;
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    for (size_t i = 0; i < header->override_count; i++) {
        overrides[i] = header->overrides[i];
    }
    if (!game_load(&session->game, header->scenario, overrides, header->override_count, err)) {
        return false;
    }
    keep_overrides(session, overrides, header->override_count);
    promise_seed(session, header->has_seed ? header->seed : unknown_seed());
    session->has_seed = header->has_seed;
    memcpy(&session->state, &replay->state, sizeof session->state);
    keep_setup_draws(session, header->dice, header->dice_count);
    tell(session, &(Passage){NULL, &session->state.header, SEAT_NONE, 0, 0, NULL});
    return true;
}

/* Plays through an open replay, which is released. */
static Session *take_replay(Replay *replay, const char *const seats[SEAT_COUNT], Err *err)
{
    Session *session = session_new();
    const bool opened = take_game(session, replay, err);
    const bool loaded = opened && take_seats(session, replay, seats, err) && take_steps(session, replay, err);
    if (loaded) {
        take_notes(session, &replay->record);
    }
    replay_release(replay);
    if (!loaded && opened) {
        session_close(session);
    } else if (!loaded) {
        free(session);
    }
    return loaded ? session : NULL;
}

Session *session_load(const char *path, const char *const seats[SEAT_COUNT], Err *err)
{
    Replay *replay = must(malloc(sizeof *replay));
    Session *session = replay_open(replay, path, NULL, true, err) ? take_replay(replay, seats, err) : NULL;
    free(replay);
    return session;
}

Session *session_load_text(const char *name, const char *text, size_t length, const char *const seats[SEAT_COUNT], Err *err)
{
    Replay *replay = must(malloc(sizeof *replay));
    Session *session = replay_open_text(replay, name, text, length, true, err) ? take_replay(replay, seats, err) : NULL;
    free(replay);
    return session;
}

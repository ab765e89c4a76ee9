/* server_view.c: JSON for the page. */
#include "play/server_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/scenario.h"
#include "engine/version.h"
#include "engine/words.h"

/* ---- parts ---- */

static double seconds_since(const struct timespec *then)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static void add_thinking(JsonOut *out, const ServerGame *game)
{
    jsonout_key(out, "thinking");
    if (!game->thinking) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", seat_name(game->thinking_for));
    jsonout_key_bool(out, "analysis", game->analysing);
    jsonout_key_double(out, "seconds", seconds_since(&game->since));
    jsonout_key_u64(out, "iterations", game->analysing || game->idea.ply != game->session->step_count ? 0 : game->idea.iterations);
    jsonout_end(out, '}');
}

/* One move of a plan, as the viewer may read it. */
static void add_planned(JsonOut *out, const Game *game, Seat viewer, Move move)
{
    char text[MOVE_TEXT_BYTES];
    if (viewer == SEAT_BOTH) {
        game->rules->move_text(game->data, move, text);
    } else {
        game->rules->words->outline(game->data, move, text);
    }
    jsonout_text(out, text);
}

/* The watcher is told everything; a player only if he asked, and never a name of a card or corps. */
static void add_idea(JsonOut *out, const ServerGame *game, Seat viewer)
{
    const ServerIdea *idea = &game->idea;
    const Game *rules = &game->session->game;
    const bool outlined = rules->rules->words != NULL && rules->rules->words->outline != NULL;
    jsonout_key(out, "idea");
    if (!idea->known || (viewer != SEAT_BOTH && !(game->plans && outlined && idea->seat != viewer))) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", seat_name(idea->seat));
    jsonout_key_u64(out, "ply", idea->ply);
    jsonout_key_double(out, "french", idea->seat == SEAT_FRENCH ? idea->win : 1.0 - idea->win);
    jsonout_key_u64(out, "iterations", idea->iterations);
    jsonout_key(out, "line");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < idea->count; i++) {
        add_planned(out, rules, viewer, idea->line[i]);
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

static void add_outcome(JsonOut *out, const Session *session)
{
    jsonout_key(out, "outcome");
    if (!session_is_over(session)) {
        jsonout_null(out);
        return;
    }
    const Outcome outcome = session_outcome(session);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "winner", seat_name(outcome.winner));
    jsonout_key_text(out, "grade", outcome_grade_name(outcome.grade));
    jsonout_key_i64(out, "year", outcome.turn);
    jsonout_key_text(out, "resigned", session->resigned < SEAT_NONE ? seat_name(session->resigned) : NULL);
    jsonout_end(out, '}');
}

static void add_question(JsonOut *out, const Session *session)
{
    StrBuf text;
    char clause[WORDS_CLAUSE_BYTES];
    strbuf_init(&text);
    session_question(session, &text, clause);
    jsonout_key(out, "question");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "text", text.text);
    jsonout_key_text(out, "clause", clause);
    jsonout_end(out, '}');
    strbuf_release(&text);
}

static void add_choices(JsonOut *out, const Session *session)
{
    const Game *game = &session->game;
    MoveList list;
    StrBuf words;
    strbuf_init(&words);
    (void)session_legal(session, &list);
    jsonout_key(out, "choices");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, list.moves[i], text);
        strbuf_clear(&words);
        session_choice(session, list.moves[i], &words);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "move", text);
        jsonout_key_text(out, "words", words.text);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    strbuf_release(&words);
}

static void add_line(JsonOut *out, const SessionLine *line)
{
    static const char *const kinds[] = {"move", "dice", "battle", "change", "phase", "outcome"};
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "ply", line->ply);
    jsonout_key_text(out, "kind", kinds[line->kind]);
    jsonout_key_text(out, "seat", seat_name(line->seat));
    jsonout_key_text(out, "clause", line->clause);
    jsonout_key_text(out, "text", line->text);
    if (line->dice_count > 0) {
        jsonout_key(out, "dice");
        jsonout_bytes(out, line->dice, line->dice_count);
    }
    if (line->detail != NULL) {
        jsonout_key_raw(out, "detail", line->detail);
    }
    jsonout_end(out, '}');
}

/* Lines of a reader from one on, up to a decision; returns how many there are in all. */
static uint32_t add_lines(JsonOut *out, const Session *session, Seat reader, uint32_t from, uint32_t last_ply)
{
    uint32_t count = 0;
    jsonout_key(out, "lines");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < session->line_count; i++) {
        const SessionLine *line = &session->lines[i];
        if (session_line_is_for(line, reader) && line->ply <= last_ply) {
            if (count >= from) {
                add_line(out, line);
            }
            count++;
        }
    }
    jsonout_end(out, ']');
    return count;
}

static void add_log(JsonOut *out, const ServerGame *game, Seat viewer, ServerKnown known)
{
    const uint32_t from = known.epoch == game->epoch ? known.lines : 0;
    jsonout_key(out, "log");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "epoch", game->epoch);
    jsonout_key_u64(out, "from", from);
    const uint32_t count = add_lines(out, game->session, viewer, from, UINT32_MAX);
    jsonout_key_u64(out, "count", count);
    jsonout_end(out, '}');
}

/* How often each face fell for each side, as far as dice were told to this reader. */
static void add_dice(JsonOut *out, const Session *session, Seat reader)
{
    uint64_t faces[SEAT_COUNT][6] = {{0}};
    for (uint32_t i = 0; i < session->line_count; i++) {
        const SessionLine *line = &session->lines[i];
        for (uint32_t k = 0; session_line_is_for(line, reader) && k < line->dice_count; k++) {
            const bool battle = line->kind == STORY_BATTLE; /* attacker and defender in turn */
            const Seat seat = line->seat >= SEAT_NONE ? SEAT_NONE : battle && k % 2 == 1 ? seat_other(line->seat) : line->seat;
            if (seat < SEAT_NONE && line->dice[k] >= 1 && line->dice[k] <= 6) {
                faces[seat][line->dice[k] - 1]++;
            }
        }
    }
    jsonout_key(out, "dice");
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key(out, seat_name((Seat)seat));
        jsonout_begin(out, '[');
        for (int face = 0; face < 6; face++) {
            jsonout_u64(out, faces[seat][face]);
        }
        jsonout_end(out, ']');
    }
    jsonout_end(out, '}');
}

static void add_best(JsonOut *out, const ServerGame *game, const ServerAdvice *advice)
{
    const Session *session = game->session;
    StrBuf words;
    strbuf_init(&words);
    jsonout_key(out, "best");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; advice->deep && i < advice->count; i++) {
        char text[MOVE_TEXT_BYTES];
        session->game.rules->move_text(session->game.data, advice->best[i].move, text);
        strbuf_clear(&words);
        session_choice(session, advice->best[i].move, &words);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "move", text);
        jsonout_key_text(out, "words", words.text);
        jsonout_key_double(out, "win", advice->best[i].win);
        jsonout_key_double(out, "error", advice->best[i].error);
        jsonout_key_u64(out, "visits", advice->best[i].visits);
        jsonout_key_text(out, "line", advice->best[i].line);
        jsonout_key(out, "why");
        jsonout_begin(out, '[');
        for (uint32_t k = 0; k < advice->best[i].sentences; k++) {
            jsonout_text(out, advice->best[i].why[k]);
        }
        jsonout_end(out, ']');
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    strbuf_release(&words);
}

/* Advice belongs to the human it was given to: the seat to act. */
static void add_advice(JsonOut *out, const ServerGame *game, Seat viewer)
{
    const ServerAdvice *advice = &game->advice;
    const Session *session = game->session;
    const Seat actor = session_actor(session);
    jsonout_key(out, "advice");
    if (advice->version != session->version || advice->iterations == 0 || actor != viewer) {
        jsonout_null(out);
        return;
    }
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", seat_name(actor));
    jsonout_key_bool(out, "deep", advice->deep);
    jsonout_key_double(out, "win", advice->win);
    jsonout_key_double(out, "error", advice->error);
    jsonout_key_u64(out, "iterations", advice->iterations);
    add_best(out, game, advice);
    jsonout_end(out, '}');
}

static void add_undo(JsonOut *out, const Session *session, Seat viewer)
{
    const char *reason = NULL;
    const bool possible = session_can_undo(session, &reason);
    const bool own = possible && session->steps[session->step_count - 1].seat == viewer;
    bool back = false;
    for (uint32_t i = session->step_count; i > 0 && !back && viewer < SEAT_NONE; i--) {
        back = session->steps[i - 1].seat == viewer && session->steps[i - 1].by_human;
    }
    jsonout_key_bool(out, "can_undo", own);
    jsonout_key_text(out, "undo_reason", possible && !own ? "that was the other side's decision" : reason);
    jsonout_key_bool(out, "can_take_back", back);
}

/* The promise before the first move, the seed after the last. */
static void add_seed(JsonOut *out, const Session *session)
{
    jsonout_key_text(out, "seed_sha256", session->has_seed ? session->seed_sha256 : NULL);
    if (session->has_seed && session_is_over(session)) {
        char text[24];
        (void)snprintf(text, sizeof text, "%" PRIu64, session->seed);
        jsonout_key_text(out, "seed", text);
    } else {
        jsonout_key_null(out, "seed");
    }
}

static void add_seats(JsonOut *out, const Session *session)
{
    jsonout_key(out, "seats");
    jsonout_begin(out, '{');
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key_text(out, seat_name((Seat)seat), session->seat_spec[seat]);
    }
    jsonout_end(out, '}');
}

static void add_settings(JsonOut *out, const ServerGame *game)
{
    jsonout_key_bool(out, "review", game->review);
    jsonout_key_bool(out, "paused", game->paused);
    jsonout_key_bool(out, "bar", game->bar);
    jsonout_key_bool(out, "hint_pending", game->hint);
    jsonout_key_bool(out, "plans", game->plans);
    jsonout_key_u64(out, "pace_ms", game->pace_ms);
    jsonout_key_u64(out, "notes", game->session->note_count);
}

/* ---- whole answers ---- */

void server_view_game(const ServerGame *game, Seat viewer, ServerKnown known, StrBuf *buf)
{
    const Session *session = game->session;
    const Game *rules = &session->game;
    const Seat actor = session_actor(session);
    const Seat reader = viewer; /* SEAT_BOTH reads the lines for all */
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "id", game->id);
    jsonout_key_u64(&out, "version", session->version);
    jsonout_key_text(&out, "game", rules->rules->id);
    jsonout_key_text(&out, "scenario", rules->scenario);
    jsonout_key_text(&out, "title", rules->title);
    jsonout_key_text(&out, "you", seat_name(viewer));
    jsonout_key_text(&out, "actor", seat_name(actor));
    jsonout_key_bool(&out, "human_acts", session_human_acts(session));
    jsonout_key_u64(&out, "ply", session->step_count);
    add_seats(&out, session);
    add_settings(&out, game);
    add_outcome(&out, session);
    if (actor == viewer && session_human_acts(session)) {
        add_question(&out, session);
        add_choices(&out, session);
    }
    add_advice(&out, game, viewer);
    if (viewer == SEAT_BOTH && game->watched_win >= 0.0) {
        jsonout_key_double(&out, "watched_win", game->watched_win);
    }
    add_undo(&out, session, viewer);
    add_seed(&out, session);
    add_dice(&out, session, reader);
    add_thinking(&out, game);
    add_idea(&out, game, viewer);
    add_log(&out, game, reader, known);
    jsonout_key(&out, "position");
    rules->rules->position_json(rules->data, &session->state.header, viewer, buf);
    jsonout_end(&out, '}');
}

void server_view_unchanged(const ServerGame *game, Seat viewer, StrBuf *buf)
{
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "version", game->session->version);
    jsonout_key_bool(&out, "unchanged", true);
    add_thinking(&out, game);
    add_idea(&out, game, viewer);
    jsonout_end(&out, '}');
}

/* The position after so many decisions. */
static const State *state_at(const Session *session, uint32_t ply, StateBuffer *buffer)
{
    if (ply >= session->step_count) {
        return &session->state.header;
    }
    memcpy(buffer, session->steps[ply].before, session->game.rules->state_bytes);
    return &buffer->header;
}

void server_view_step(const ServerGame *game, uint32_t ply, StrBuf *buf)
{
    const Session *session = game->session;
    const Game *rules = &session->game;
    StateBuffer buffer;
    const uint32_t shown = ply < session->step_count ? ply : session->step_count;
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "ply", shown);
    jsonout_key_u64(&out, "plies", session->step_count);
    jsonout_key(&out, "next");
    if (shown < session->step_count) {
        char text[MOVE_TEXT_BYTES];
        rules->rules->move_text(rules->data, session->steps[shown].move, text);
        jsonout_text(&out, text);
    } else {
        jsonout_null(&out);
    }
    jsonout_key(&out, "log");
    jsonout_begin(&out, '{');
    const uint32_t count = add_lines(&out, session, SEAT_BOTH, 0, shown);
    jsonout_key_u64(&out, "count", count);
    jsonout_end(&out, '}');
    jsonout_key(&out, "position");
    rules->rules->position_json(rules->data, state_at(session, shown, &buffer), SEAT_BOTH, buf);
    jsonout_end(&out, '}');
}

void server_view_chart(const ServerGame *game, StrBuf *buf)
{
    const Session *session = game->session;
    const bool judged = evaluation_judges(&game->evaluation);
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key(&out, "french");
    jsonout_begin(&out, '[');
    for (uint32_t ply = 0; judged && ply <= session->step_count; ply++) {
        StateBuffer buffer;
        const double chance = evaluation_of(&game->evaluation, state_at(session, ply, &buffer));
        char text[16];
        (void)snprintf(text, sizeof text, "%.3f", chance);
        jsonout_raw(&out, text);
    }
    jsonout_end(&out, ']');
    jsonout_key(&out, "years");
    jsonout_begin(&out, '[');
    for (uint32_t ply = 0; ply <= session->step_count; ply++) {
        StateBuffer buffer;
        jsonout_i64(&out, game_outcome(&session->game, state_at(session, ply, &buffer)).turn);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
}

void server_view_keys(const ServerGame *game, const bool *withheld, StrBuf *buf)
{
    static const Seat seats[] = {SEAT_FRENCH, SEAT_COALITION, SEAT_BOTH};
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "id", game->id);
    jsonout_key(&out, "keys");
    jsonout_begin(&out, '{');
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        const bool told = withheld == NULL || seats[i] == SEAT_BOTH || !withheld[seats[i]];
        if (told && game->keys[seats[i]][0] != '\0') {
            jsonout_key_text(&out, seat_name(seats[i]), game->keys[seats[i]]);
        }
    }
    jsonout_end(&out, '}');
    jsonout_end(&out, '}');
}

/* ---- what there is to play ---- */

static void add_scenario(JsonOut *out, const ScenarioEntry *entry)
{
    Scenario scenario;
    Err err;
    err_clear(&err);
    if (!scenario_open(&scenario, entry->path, NULL, 0, &err)) {
        return;
    }
    static const char *const kept[] = {"game", "title", "setup", "options"};
    const JsonNode root = json_root(&scenario.scenario);
    const JsonNode board = json_root(&scenario.board);
    JsonNode part;
    StrBuf text;
    strbuf_init(&text);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "id", entry->id);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (json_find(&root, kept[i], &part)) {
            strbuf_clear(&text);
            json_write(&part, &text);
            jsonout_key_raw(out, kept[i], text.text);
        }
    }
    if (json_find(&board, "option_definitions", &part)) {
        strbuf_clear(&text);
        json_write(&part, &text);
        jsonout_key_raw(out, "option_definitions", text.text);
    }
    jsonout_end(out, '}');
    strbuf_release(&text);
    scenario_release(&scenario);
}

void server_view_scenarios(StrBuf *buf)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "version", MARSHAL_VERSION);
    jsonout_key(&out, "scenarios");
    jsonout_begin(&out, '[');
    for (size_t i = 0; i < count; i++) {
        add_scenario(&out, &entries[i]);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    free(entries);
}

/* server_view.c: JSON for the page. */
#include "play/server/server_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"
#include "engine/memory.h"
#include "engine/words.h"
#include "play/server/server_catalogue.h"
#include "play/server/server_puzzles.h"

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
    jsonout_key_u64(
        out, "iterations",
        game->analysing || game->idea.ply != session_plies(game->session) ? 0 : game->idea.iterations);
    jsonout_end(out, '}');
}

/* Moves that are expected, in words; hidden: without what only their own side may know. */
static void add_line_of_moves(JsonOut *out, const Game *game, const Move *moves, uint32_t count, bool hidden)
{
    StrBuf words;
    strbuf_init(&words);
    jsonout_key(out, "line");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        strbuf_clear(&words);
        words_brief(game, moves[i], hidden, &words);
        jsonout_text(out, words.text);
    }
    jsonout_end(out, ']');
    strbuf_release(&words);
}

/* The watcher is told everything; a player only if he asked, and never a name of a card or piece. */
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
    add_line_of_moves(out, rules, idea->line, idea->count, viewer != SEAT_BOTH);
    jsonout_end(out, '}');
}

/* Where play stands, and the part of the help on the rules that is about it. */
static void add_when(JsonOut *out, const Game *game, const State *state)
{
    StrBuf text;
    strbuf_init(&text);
    words_stand(game, state, &text);
    jsonout_key_text(out, "when", text.text);
    jsonout_key_text(out, "help", words_help_now(game, state));
    strbuf_release(&text);
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
    StrBuf turn;
    strbuf_init(&turn);
    words_turn(&session->game, outcome.turn, &turn);
    jsonout_key_text(out, "when", turn.text);
    strbuf_release(&turn);
    jsonout_key_text(out, "resigned", session->resigned < SEAT_NONE ? seat_name(session->resigned) : NULL);
    jsonout_end(out, '}');
}

/* What the seat to act is asked, and what it is about; view is that seat's. */
static void add_question(JsonOut *out, const Session *session, const State *view)
{
    const Game *game = &session->game;
    StrBuf text;
    char clause[WORDS_CLAUSE_BYTES];
    strbuf_init(&text);
    session_question(session, &text, clause);
    jsonout_key(out, "question");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "text", text.text);
    jsonout_key_text(out, "clause", clause);
    strbuf_clear(&text);
    if (game->rules->words != NULL && game->rules->words->setting != NULL) {
        game->rules->words->setting(game->data, view, &text);
    }
    jsonout_key_text(out, "setting", text.text);
    jsonout_end(out, '}');
    strbuf_release(&text);
}

/* The verb of a move, which is what stands before its arguments (game.h: the grammar of moves). */
static void add_verb(JsonOut *out, char text[MOVE_TEXT_BYTES])
{
    text[strcspn(text, "(")] = '\0';
    jsonout_key_text(out, "verb", text);
}

/* A choice with all that a page shows of it, so that it need not read the notation. words is room for text.
 */
static void add_choice(JsonOut *out, const Session *session, const State *view, Move move, StrBuf *words)
{
    const Game *game = &session->game;
    const WordsTarget target = words_target(game, view, move);
    char text[MOVE_TEXT_BYTES];
    game->rules->move_text(game->data, move, text);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "move", text);
    add_verb(out, text);
    strbuf_clear(words);
    session_choice(session, move, words);
    jsonout_key_text(out, "words", words->text);
    jsonout_key_text(out, "place", target.place);
    jsonout_key_text(out, "thing", target.thing);
    jsonout_key_text(out, "group", target.group);
    strbuf_clear(words);
    if (game->rules->words != NULL && game->rules->words->remark != NULL) {
        game->rules->words->remark(game->data, view, move, words);
    }
    jsonout_key_text(out, "remark", words->text);
    jsonout_end(out, '}');
}

static void add_choices(JsonOut *out, const Session *session, const State *view)
{
    MoveList list;
    StrBuf words;
    strbuf_init(&words);
    (void)session_legal(session, &list);
    jsonout_key(out, "choices");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < list.count; i++) {
        add_choice(out, session, view, list.moves[i], &words);
    }
    jsonout_end(out, ']');
    strbuf_release(&words);
}

/* The open decision of the seat to act. */
static void add_decision(JsonOut *out, const Session *session, Seat seat)
{
    StateBuffer view;
    const Game *game = &session->game;
    game->rules->view(game->data, &session->state.header, seat, &view.header);
    add_question(out, session, &view.header);
    add_choices(out, session, &view.header);
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
        add_line_of_moves(out, &session->game, advice->best[i].line, advice->best[i].line_count, false);
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
    const bool own = possible && (Seat)session_last(session)->seat == viewer;
    const bool back = viewer < SEAT_NONE && session_last_by(session, viewer) > 0;
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

/* ---- the position ---- */

/* The game's pages of text, as the viewer may see them. */
static void add_pages(JsonOut *out, const Game *game, const State *view, Seat viewer)
{
    const struct GameWords *words = game->rules->words;
    StrBuf text;
    strbuf_init(&text);
    jsonout_key(out, "pages");
    jsonout_begin(out, '[');
    for (const WordsPage *page = words != NULL ? words->pages : NULL; page != NULL && page->name != NULL;
         page++) {
        strbuf_clear(&text);
        (void)page->write(game->data, view, viewer, "", &text);
        jsonout_begin(out, '{');
        jsonout_key_text(out, "name", page->name);
        jsonout_key_text(out, "title", page->name);
        jsonout_key_text(out, "summary", page->summary);
        jsonout_key_text(out, "text", text.text);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    strbuf_release(&text);
}

/* A position as JSON; for the plain module also in words. */
static void add_position(JsonOut *out, const Game *game, const State *state, Seat viewer)
{
    if (!server_catalogue_has_module(game->rules->id)) {
        StateBuffer view;
        StrBuf text;
        strbuf_init(&text);
        game->rules->position_text(game->data, state, viewer, &text);
        jsonout_key_text(out, "text", text.text);
        strbuf_release(&text);
        game->rules->view(game->data, state, viewer, &view.header);
        add_pages(out, game, &view.header, viewer);
    }
    jsonout_key(out, "position");
    game->rules->position_json(game->data, state, viewer, out->buf);
    out->comma = true;
}

/* ---- whole answers ---- */

void server_view_game(const ServerGame *game, Seat viewer, ServerKnown known, StrBuf *buf)
{
    const Session *session = game->session;
    const Game *rules = &session->game;
    const Seat actor = session_actor(session);
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
    jsonout_key_u64(&out, "ply", session_plies(session));
    add_seats(&out, session);
    add_settings(&out, game);
    add_when(&out, rules, &session->state.header);
    add_outcome(&out, session);
    server_puzzle_add(&out, game);
    if (actor == viewer && session_human_acts(session)) {
        add_decision(&out, session, viewer);
    }
    add_advice(&out, game, viewer);
    if (viewer == SEAT_BOTH && game->watched_win >= 0.0) {
        jsonout_key_double(&out, "watched_win", game->watched_win);
    }
    add_undo(&out, session, viewer);
    add_seed(&out, session);
    server_log_add_dice(&out, session);
    add_thinking(&out, game);
    add_idea(&out, game, viewer);
    server_log_add_news(&out, game, viewer, known);
    add_position(&out, rules, &session->state.header, viewer);
    jsonout_end(&out, '}');
}

void server_view_unchanged(const ServerGame *game, Seat viewer, StrBuf *buf)
{
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "version", game->session->version);
    jsonout_key_bool(&out, "unchanged", true);
    jsonout_key_bool(&out, "hint_pending", game->hint);
    add_thinking(&out, game);
    add_idea(&out, game, viewer);
    jsonout_end(&out, '}');
}

void server_view_step(const ServerGame *game, uint32_t ply, StrBuf *buf)
{
    const Session *session = game->session;
    const Game *rules = &session->game;
    const uint32_t plies = session_plies(session);
    const uint32_t shown = ply < plies ? ply : plies;
    HistoryWalk *walk = memory_zeroed(sizeof *walk);
    StrBuf next;
    strbuf_init(&next);
    JsonOut out = jsonout_on(buf);
    history_walk(walk, &session->history, shown);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "ply", shown);
    jsonout_key_u64(&out, "plies", plies);
    if (shown < plies) {
        words_brief(rules, session->history.steps[shown].move, false, &next);
    }
    jsonout_key_text(&out, "next", shown < plies ? next.text : NULL);
    server_log_add(&out, game, SEAT_BOTH, 0, shown);
    jsonout_key_text(&out, "you", seat_name(SEAT_BOTH));
    add_when(&out, rules, &walk->state.header);
    add_position(&out, rules, &walk->state.header, SEAT_BOTH);
    jsonout_end(&out, '}');
    strbuf_release(&next);
    memory_free(walk);
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

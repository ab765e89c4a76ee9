/* server_log.c: what happened, for the page. */
#include "play/server/server_log.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/memory.h"

/* ---- lines ---- */

/* Whom a log is written for, with room for its texts. */
typedef struct Teller {
    const Game *game;
    Seat reader;
    JsonOut *out;
    StrBuf text, event;
} Teller;

static void add_line(Teller *teller, uint32_t ply, const char *text, const char *event)
{
    jsonout_begin(teller->out, '{');
    jsonout_key_u64(teller->out, "ply", ply);
    jsonout_key_text(teller->out, "text", text);
    jsonout_key_raw(teller->out, "event", event);
    jsonout_end(teller->out, '}');
}

static void add_entry(Teller *teller, uint32_t ply, const JournalEntry *entry)
{
    const GameRules *rules = teller->game->rules;
    strbuf_clear(&teller->text);
    strbuf_clear(&teller->event);
    rules->event_text(teller->game->data, entry, teller->reader, &teller->text);
    if (teller->text.length > 0 || entry->kind == JOURNAL_DICE) {
        rules->event_json(teller->game->data, entry, teller->reader, &teller->event);
        add_line(teller, ply, teller->text.text, teller->event.text);
    }
}

/* The bare notation of a move, which may give hidden things away to the other seat. */
static void add_move(Teller *teller, uint32_t ply, const HistoryStep *step)
{
    char text[MOVE_TEXT_BYTES];
    if (teller->reader == SEAT_BOTH || teller->reader == (Seat)step->seat) {
        teller->game->rules->move_text(teller->game->data, step->move, text);
        add_line(teller, ply, text, "null");
    }
}

static void add_ply(Teller *teller, const HistoryWalk *walk)
{
    const GameRules *rules = teller->game->rules;
    if (rules->event_text == NULL || rules->event_json == NULL) {
        if (walk->ply > 0) {
            add_move(teller, walk->ply, &walk->history->steps[walk->ply - 1]);
        }
        return;
    }
    for (uint32_t i = 0; i < walk->journal.count; i++) {
        add_entry(teller, walk->ply, &walk->journal.entries[i]);
    }
    if (walk->journal.overflow) {
        add_line(teller, walk->ply, "More happened than there is room for.", "null");
    }
}

/* Members first, last, lines. */
static void add_log(JsonOut *out, const Session *session, Seat reader, uint32_t first, uint32_t last)
{
    Teller teller = {.game = &session->game, .reader = reader, .out = out};
    HistoryWalk *walk = memory_zeroed(sizeof *walk);
    assert(last <= session_plies(session));
    strbuf_init(&teller.text);
    strbuf_init(&teller.event);
    jsonout_key_u64(out, "first", first);
    jsonout_key_u64(out, "last", last);
    jsonout_key(out, "lines");
    jsonout_begin(out, '[');
    if (first <= last) {
        history_walk(walk, &session->history, first > 0 ? first - 1 : 0);
        if (first == 0) {
            add_ply(&teller, walk);
        }
        while (walk->ply < last && history_next(walk)) {
            add_ply(&teller, walk);
        }
    }
    jsonout_end(out, ']');
    strbuf_release(&teller.text);
    strbuf_release(&teller.event);
    memory_free(walk);
}

/* The first decision of a log that ends with `last` and is not too long. */
static uint32_t first_of(uint32_t last) { return last > SERVER_LOG_PLIES ? last - SERVER_LOG_PLIES : 0; }

void server_log_add(JsonOut *out, const ServerGame *game, Seat viewer, uint32_t first, uint32_t last)
{
    const uint32_t plies = session_plies(game->session);
    last = last < plies ? last : plies;
    first = first > first_of(last) ? first : first_of(last);
    jsonout_key(out, "log");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "epoch", game->epoch);
    add_log(out, game->session, viewer, first, last);
    jsonout_end(out, '}');
}

void server_log_add_news(JsonOut *out, const ServerGame *game, Seat viewer, ServerKnown known)
{
    const uint32_t last = session_plies(game->session);
    const bool follows = known.any && known.epoch == game->epoch && known.ply <= last;
    server_log_add(out, game, viewer, follows ? known.ply + 1 : 0, last);
}

/* ---- dice ---- */

void server_log_add_dice(JsonOut *out, const Session *session)
{
    const HistoryDice *dice = &session->fallen;
    const unsigned sides = dice->sides > 0 ? dice->sides : 6;
    jsonout_key(out, "dice");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "sides", sides);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key(out, seat_name((Seat)seat));
        jsonout_begin(out, '[');
        for (unsigned face = 0; face < sides; face++) {
            jsonout_u64(out, dice->faces[seat][face]);
        }
        jsonout_end(out, ']');
    }
    jsonout_key_u64(out, "others", dice->others);
    jsonout_end(out, '}');
}

/* ---- the chart ---- */

struct ServerChart {
    const ServerGame *game; /* its evaluation and rules, which do not change */
    History history;        /* a copy, for its marks */
    StateBuffer last;
};

ServerChart *server_chart_take(const ServerGame *game)
{
    ServerChart *chart = memory_zeroed(sizeof *chart);
    chart->game = game;
    history_copy(&chart->history, &game->session->history, true);
    memcpy(&chart->last, &game->session->state, sizeof chart->last);
    return chart;
}

/* Points of the chart: the marks, and the position now if it is none. */
static uint32_t points_of(const ServerChart *chart)
{
    const History *history = &chart->history;
    return history->mark_count + (history->count % history->interval != 0 ? 1U : 0U);
}

static uint32_t point_ply(const ServerChart *chart, uint32_t point)
{
    const History *history = &chart->history;
    return point < history->mark_count ? point * history->interval : history->count;
}

static const State *point_state(const ServerChart *chart, uint32_t point, StateBuffer *buffer)
{
    const History *history = &chart->history;
    if (point >= history->mark_count) {
        return &chart->last.header;
    }
    history_mark(history, point, buffer);
    return &buffer->header;
}

static void write_numbers(const ServerChart *chart, JsonOut *out)
{
    const Game *game = chart->history.game;
    StateBuffer buffer;
    jsonout_key(out, "plies");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < points_of(chart); i++) {
        jsonout_u64(out, point_ply(chart, i));
    }
    jsonout_end(out, ']');
    jsonout_key(out, "turns");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < points_of(chart); i++) {
        jsonout_i64(out, game_outcome(game, point_state(chart, i, &buffer)).turn);
    }
    jsonout_end(out, ']');
}

void server_chart_write(ServerChart *chart, StrBuf *buf)
{
    const Evaluation *evaluation = &chart->game->evaluation;
    const bool judged = evaluation_judges(evaluation);
    StateBuffer buffer;
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    write_numbers(chart, &out);
    jsonout_key(&out, "french");
    jsonout_begin(&out, '[');
    for (uint32_t i = 0; judged && i < points_of(chart); i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%.3f",
                       evaluation_told(evaluation, point_state(chart, i, &buffer)));
        jsonout_raw(&out, text);
    }
    jsonout_end(&out, ']');
    jsonout_end(&out, '}');
    history_release(&chart->history);
    memory_free(chart);
}

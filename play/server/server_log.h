/* server_log.h: what happened in a game, as JSON for the page: lines of the log, dice, steps of a game that
 * is open, the chart of its chances. Everything for a seat comes from the journal as that seat may know it.
 *
 * A line is {"ply":12,"text":"...","event":{...}}: the decision it belongs to, counted from 1 (0: the
 * set-up), the sentence of GameRules.event_text, and the object of GameRules.event_json, whose "kind", "seat"
 * and "clause" are always there. text is "" where another line tells it, as that of a battle tells its dice;
 * lines that the reader may know nothing of are left out. A game that notes nothing has its moves instead, in
 * the notation, for whoever made them, with "event":null.
 *
 * A log is given by decisions: "first" to "last", both with all their lines, "first" 0 with the set-up. Who
 * knows the lines up to one decision asks for what came after it; nobody is sent more than the last
 * SERVER_LOG_PLIES decisions at once.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_LOG_H
#define MARSHAL_PLAY_SERVER_SERVER_LOG_H

#include "engine/jsonout.h"
#include "engine/strbuf.h"
#include "play/server/server_game.h"

enum { SERVER_LOG_PLIES = 400 };

/* What the page knows already: the lines of all decisions up to one, of which telling (ServerGame.epoch). */
typedef struct ServerKnown {
    bool any;
    uint32_t ply;
    uint32_t epoch;
} ServerKnown;

/* Member "log": {"epoch","first","last","lines"} of the decisions from first to last, or the last of them
 * (locked). */
void server_log_add(JsonOut *out, const ServerGame *game, Seat viewer, uint32_t first, uint32_t last);
/* The same with what came after what is known, up to now (locked). */
void server_log_add_news(JsonOut *out, const ServerGame *game, Seat viewer, ServerKnown known);

/* Member "dice": {"sides":6,"french":[how often each face fell],"coalition":[...],"others":n}; others are
 * dice of other sides, or nobody's (locked). */
void server_log_add_dice(JsonOut *out, const Session *session);

/* Chances of the French by the evaluation of full positions, before each decision and at the end, in long
 * games before each 2nd, 4th, ...: {"plies":[0,...],"french":[0.5,...],"turns":[...]}; only for open games.
 * It is taken with the lock and written without: the positions are copies. The game must not be closed
 * between. */
typedef struct ServerChart ServerChart;
ServerChart *server_chart_take(const ServerGame *game);
/* Writes the chart and frees it. */
void server_chart_write(ServerChart *chart, StrBuf *buf);

#endif

/* server_view.h: what the web server tells the page, as JSON. Everything for a seat comes from that seat's
 * view, its journal (server_log.h), and advice given from that view. All functions want the game's lock held.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_VIEW_H
#define MARSHAL_PLAY_SERVER_SERVER_VIEW_H

#include "engine/strbuf.h"
#include "play/server/server_game.h"
#include "play/server/server_log.h"

/* The game as a seat (or SEAT_BOTH, the watcher) sees it now. */
void server_view_game(const ServerGame *game, Seat viewer, ServerKnown known, StrBuf *buf);
/* Short answer when nothing has changed: only whether somebody thinks, and what of it the viewer may know. */
void server_view_unchanged(const ServerGame *game, Seat viewer, StrBuf *buf);
/* The position after so many decisions, everything shown, with the log that led to it: only for games that
 * are open. */
void server_view_step(const ServerGame *game, uint32_t ply, StrBuf *buf);
/* Id, and keys of the seats that humans play and of the watcher, for whoever made the game; but not those of
 * the seats that are withheld (NULL: none is). */
void server_view_keys(const ServerGame *game, const bool *withheld, StrBuf *buf);

#endif

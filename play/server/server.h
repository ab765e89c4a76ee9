/* server.h: the web server: the page's files and games over HTTP (libmicrohttpd), for people on this machine.
 *
 * It listens on one address, loopback unless told otherwise; beyond loopback every request about games must
 * carry the token that is made at the start. It refuses: other Host names than its own (so that no web site
 * can reach it by a name of its own), requests from pages of other sites (Origin, Sec-Fetch-Site, and a
 * header that only scripts of this page can set), bodies that are too long, too many connections or games,
 * connections that dawdle. It serves a fixed list of files.
 *
 * Every answer but a file is JSON; errors are {"error":"..."} with a fitting status. Requests, all below
 * /api/:
 *
 * - GET scenarios: what there is to play (server_catalogue.h)
 * - POST games {"scenario","french","coalition","seed","overrides","bar","pace_ms"}: {"id","keys"}
 * - GET puzzles, POST puzzles {"game","set","number"}: positions with a move to be found (server_puzzles.h)
 * - POST load?review=1 to look at a game, load?bar=1 to play on with chances; the lines of a record:
 *   {"id","keys"}
 *
 * and below /api/games/ID/, with the key of a seat as the parameter key (the table in server_routes.c):
 *
 * - GET state?version=V&known=PLY&epoch=E: the game as that seat sees it, with the log after decision PLY
 * - GET log?first=A&last=B: the log of these decisions, or the last of them (server_log.h)
 * - GET why-not?move=MOVE: why that move is not among the choices of the side that decides
 * - GET board, GET record, GET openings: what is known of first turns of its scenario
 * - GET step?ply=N, GET chart, GET review: only when the game is over or nobody plays
 * - POST move {"move","ply"}, undo, take_back, resign, swap, hint, stop, close
 * - POST settings {"bar","paused","pace_ms","plans"}, POST seat {"seat","policy"}
 * - POST review {"sims"}, review_stop
 *
 * swap and seat answer with the keys as they are then, but never with that of a person who played before: he
 * may sit elsewhere. record is the one answer that holds more than its seat knows, seed and all: without it a
 * game could not be taken elsewhere.
 *
 * Threads: one serves HTTP (and is never kept waiting by a long game), one loads games (server_loader.h), one
 * a game thinks and writes it to its shelf (server_game.h), one a review judges (server_review.h).
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_H
#define MARSHAL_PLAY_SERVER_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"

typedef struct ServerSetup {
    const char *host;  /* address to listen on */
    uint16_t port;     /* 0: any that is free */
    const char *games; /* folder in which games are kept (server_shelf.h); NULL: they end with the server;
                        * borrowed until server_stop */
} ServerSetup;

typedef struct Server Server;

/* NULL and err if it cannot listen there or keep games there. */
Server *server_start(const ServerSetup *setup, Err *err);
uint16_t server_port(const Server *server);
/* The token people need, "" on loopback. */
const char *server_token(const Server *server);
void server_stop(Server *server);

#endif

/* server_http.h: one HTTP request: what was asked, who may ask it, the answer. For the files of the server
 * only; everything here runs in the one thread that serves HTTP. */
#ifndef MARSHAL_PLAY_SERVER_SERVER_HTTP_H
#define MARSHAL_PLAY_SERVER_SERVER_HTTP_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/json.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "play/server/server.h"
#include "play/server/server_connections.h"
#include "play/server/server_game.h"
#include "play/server/server_loader.h"

enum {
    SERVER_BODY_BYTES_MAX = 64 * 1024,                   /* of a request */
    SERVER_RECORD_BYTES_MAX = RECORD_FILE_BYTES_MAX,     /* of a record to be loaded */
    SERVER_BODIES_BYTES_MAX = 4 * RECORD_FILE_BYTES_MAX, /* of all that are coming in at once */
    SERVER_HOST_BYTES = 64,
    SERVER_TOKEN_BYTES = SERVER_KEY_BYTES,
};

struct Server {
    struct MHD_Daemon *daemon;
    uint16_t port;
    char host[SERVER_HOST_BYTES];
    char token[SERVER_TOKEN_BYTES]; /* "": none is needed */
    ServerGames games;
    ServerConnections connections;
    ServerLoader loader;
    size_t bodies; /* bytes of bodies that are announced and not answered yet */
};

/* One request while its body comes in, and until it is answered. */
typedef struct Request {
    StrBuf body;
    size_t length;   /* announced; at most this is read */
    ServerLoad load; /* a game that is being loaded for it; until that is done the connection sleeps */
} Request;

/* What a handler sees. */
typedef struct Call {
    Server *server;
    struct MHD_Connection *connection;
    const char *url;
    bool post;
    Request *request;
    bool waits;      /* no answer yet: the handler is called again when request->load is done */
    unsigned status; /* of the answer */
    const char *type;
    const char *filename; /* to be saved under, or NULL */
    StrBuf out;
} Call;

/* ---- answers ---- */

/* {"error":message} with a status; nothing else is answered. */
void call_fail(Call *call, unsigned status, const char *message);
void call_fail_err(Call *call, unsigned status, const Err *err);
/* {"ok":true} */
void call_good(Call *call);

enum MHD_Result server_send_bytes(struct MHD_Connection *connection, unsigned status, const char *type,
                                  const void *bytes, size_t size, enum MHD_ResponseMemoryMode mode,
                                  const char *filename);
enum MHD_Result server_send_call(const Call *call);
enum MHD_Result server_send_error(struct MHD_Connection *connection, unsigned status, const char *message);

/* ---- what was asked ---- */

/* A parameter of the address, NULL if it is not there. */
const char *call_parameter(const Call *call, const char *name);
/* The same with its escapes undone: false if it is not there or too long. */
bool call_text(const Call *call, const char *name, char *text, size_t size);
/* A number given as a parameter; 0 if it is not there or no number. */
uint64_t call_number(const Call *call, const char *name);
/* The body as a JSON object; false after failing the call. */
bool call_body(Call *call, JsonDoc *doc);

/* ---- who may ask (server_guard.c) ---- */

/* Looks at a request before its body is read. Returns 0 if it may go on, with the bytes its body may have,
 * else the status that refuses it, with a message. */
unsigned server_inspect(const Server *server, struct MHD_Connection *connection, const char *url,
                        const char *method, size_t *limit, const char **message);

/* ---- what there is to ask (server_routes.c) ---- */

/* Carries out a request below /api/; rest: what follows that. */
void server_route(Call *call, const char *rest);

/* POST games, POST load (server_new.c) */
void server_post_games(Call *call);
void server_post_load(Call *call);
/* "bar" and "pace_ms" of a body, as far as they are there. */
bool server_read_settings(const JsonNode *root, bool *bar, long *pace_ms, Err *err);

#endif

/* server_connections.h: how many connections there are, and which of them gives way to a new one.
 *
 * Browsers keep connections open that they do not use, and anybody can open them and say nothing. So that
 * nobody has to wait for theirs to end, a new connection beyond SERVER_CONNECTIONS_MAX has the one shut that
 * has been idle for longest; one with a request in it is never shut. Only when all are at work does a new one
 * wait, beyond SERVER_CONNECTIONS_HARD_MAX.
 *
 * All functions are called by the thread that serves HTTP.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_CONNECTIONS_H
#define MARSHAL_PLAY_SERVER_SERVER_CONNECTIONS_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>

enum { SERVER_CONNECTIONS_MAX = 128, SERVER_CONNECTIONS_HARD_MAX = 256 };

typedef struct ServerConnection {
    bool used;
    bool busy;      /* a request is in it */
    bool shut;      /* told to go; it ends as soon as the library looks at it */
    int fd;         /* of the library */
    uint64_t event; /* number of the event it was last used by */
} ServerConnection;

/* All zero: there are none. */
typedef struct ServerConnections {
    uint32_t count, shut;
    uint64_t events;
    ServerConnection places[SERVER_CONNECTIONS_HARD_MAX];
} ServerConnections;

/* A connection has begun; its place goes into socket_context, where the library keeps it. */
void server_connection_opened(ServerConnections *connections, struct MHD_Connection *connection,
                              void **socket_context);
void server_connection_closed(ServerConnections *connections, void **socket_context);
/* A request begins in it (busy), or has been answered. */
void server_connection_busy(ServerConnections *connections, struct MHD_Connection *connection, bool busy);

#endif

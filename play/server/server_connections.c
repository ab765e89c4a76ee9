/* server_connections.c: idle connections give way. */
#include "play/server/server_connections.h"

#include <assert.h>
#include <stddef.h>
#include <sys/socket.h>

static ServerConnection *free_place(ServerConnections *connections)
{
    for (size_t i = 0; i < SERVER_CONNECTIONS_HARD_MAX; i++) {
        if (!connections->places[i].used) {
            return &connections->places[i];
        }
    }
    return NULL;
}

static ServerConnection *longest_idle(ServerConnections *connections)
{
    ServerConnection *oldest = NULL;
    for (size_t i = 0; i < SERVER_CONNECTIONS_HARD_MAX; i++) {
        ServerConnection *place = &connections->places[i];
        const bool idle = place->used && !place->busy && !place->shut;
        if (idle && (oldest == NULL || place->event < oldest->event)) {
            oldest = place;
        }
    }
    return oldest;
}

/* The library finds a connection that was shut at its end, and closes it. */
static void make_room(ServerConnections *connections)
{
    ServerConnection *idle = NULL;
    while (connections->count - connections->shut > SERVER_CONNECTIONS_MAX &&
           (idle = longest_idle(connections)) != NULL) {
        (void)shutdown(idle->fd, SHUT_RDWR);
        idle->shut = true;
        connections->shut++;
    }
}

void server_connection_opened(ServerConnections *connections, struct MHD_Connection *connection,
                              void **socket_context)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    ServerConnection *place = info != NULL ? free_place(connections) : NULL;
    *socket_context = place;
    if (place != NULL) { /* the library holds to the same limit: there is one */
        *place = (ServerConnection){.used = true, .fd = info->connect_fd, .event = ++connections->events};
        connections->count++;
        make_room(connections);
    }
}

void server_connection_closed(ServerConnections *connections, void **socket_context)
{
    ServerConnection *place = *socket_context;
    if (place != NULL) {
        assert(place->used && connections->count > 0);
        connections->count--;
        connections->shut -= place->shut ? 1U : 0U;
        place->used = false;
        *socket_context = NULL;
    }
}

void server_connection_busy(ServerConnections *connections, struct MHD_Connection *connection, bool busy)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    ServerConnection *place = info != NULL ? info->socket_context : NULL;
    if (place != NULL) {
        place->busy = busy;
        place->event = ++connections->events;
    }
}

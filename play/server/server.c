/* server.c: the server begins and ends, and what the HTTP library calls. */
#include "play/server/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "play/server/server_http.h"
#include "play/server/server_shelf.h"
#include "play/server/web_files.h"

enum {
    CONNECTION_TIMEOUT_S = 15,
    CONNECTION_BYTES = 32 * 1024, /* for headers: longer ones are answered with 431 by the library */
};

/* ---- requests ---- */

static enum MHD_Result send_file(struct MHD_Connection *connection, const char *url)
{
    size_t count = 0;
    const WebFile *files = web_files(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].path, url) == 0) {
            return server_send_bytes(connection, MHD_HTTP_OK, files[i].type, files[i].bytes, files[i].size,
                                     MHD_RESPMEM_PERSISTENT, NULL);
        }
    }
    return server_send_error(connection, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
}

static enum MHD_Result answer(Server *server, struct MHD_Connection *connection, const char *url, bool post,
                              Request *request)
{
    Call call = {.server = server,
                 .connection = connection,
                 .url = url,
                 .post = post,
                 .request = request,
                 .status = MHD_HTTP_OK,
                 .type = "application/json"};
    if (!post && strncmp(url, "/api/", 5) != 0) {
        return send_file(connection, url);
    }
    strbuf_init(&call.out);
    if (strncmp(url, "/api/", 5) == 0) {
        server_route(&call, url + 5);
    } else {
        call_fail(&call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
    const enum MHD_Result queued = call.waits ? MHD_YES : server_send_call(&call);
    strbuf_release(&call.out);
    return queued;
}

/* ---- the library's calls ---- */

static enum MHD_Result begin_request(Server *server, struct MHD_Connection *connection, const char *url,
                                     const char *method, void **context)
{
    size_t length = 0;
    const char *message = "";
    const unsigned refused = server_inspect(server, connection, url, method, &length, &message);
    if (refused != 0) {
        return server_send_error(connection, refused, message);
    }
    if (server->bodies + length > SERVER_BODIES_BYTES_MAX) {
        return server_send_error(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                 "too much is being sent at once: try again");
    }
    Request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        return MHD_NO;
    }
    strbuf_init(&request->body);
    request->length = length;
    server->bodies += length;
    server_connection_busy(&server->connections, connection, true);
    *context = request;
    return MHD_YES;
}

static enum MHD_Result handle(void *closure, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data, size_t *size,
                              void **context)
{
    Server *server = closure;
    Request *request = *context;
    (void)version;
    if (request == NULL) {
        return begin_request(server, connection, url, method, context);
    }
    if (*size > 0) {
        if (request->body.length + *size > request->length) {
            return MHD_NO; /* longer than it said: the connection is closed */
        }
        strbuf_add_bytes(&request->body, data, *size);
        *size = 0;
        return MHD_YES;
    }
    return answer(server, connection, url, strcmp(method, MHD_HTTP_METHOD_POST) == 0, request);
}

static void end_request(void *closure, struct MHD_Connection *connection, void **context,
                        enum MHD_RequestTerminationCode code)
{
    Server *server = closure;
    Request *request = *context;
    (void)code;
    if (request != NULL) {
        server->bodies -= request->length;
        server_connection_busy(&server->connections, connection, false);
        server_load_release(&request->load);
        strbuf_release(&request->body);
        free(request);
        *context = NULL;
    }
}

static void begin_or_end_connection(void *closure, struct MHD_Connection *connection, void **socket_context,
                                    enum MHD_ConnectionNotificationCode code)
{
    Server *server = closure;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        server_connection_opened(&server->connections, connection, socket_context);
    } else if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        server_connection_closed(&server->connections, socket_context);
    }
}

/* Addresses are taken as they are: nothing here needs escapes, so none are undone, and none can hide
 * anything. */
static size_t keep_as_it_is(void *closure, struct MHD_Connection *connection, char *text)
{
    (void)closure;
    (void)connection;
    return strlen(text);
}

/* ---- starting and stopping ---- */

static bool make_token(Server *server)
{
    uint8_t bytes[(SERVER_TOKEN_BYTES - 1) / 2];
    FILE *file = fopen("/dev/urandom", "rb");
    const bool drawn = file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    if (file != NULL) {
        (void)fclose(file);
    }
    for (size_t i = 0; drawn && i < sizeof bytes; i++) {
        (void)snprintf(server->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return drawn;
}

/* Where to listen: an address of one of the two families. */
typedef union Address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} Address;

static bool read_address(const ServerSetup *setup, Address *address, bool *loopback, Err *err)
{
    const char *host = strcmp(setup->host, "localhost") == 0 ? "127.0.0.1" : setup->host;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, host, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons(setup->port);
        *loopback = (ntohl(address->v4.sin_addr.s_addr) >> 24U) == 127U;
        return true;
    }
    if (inet_pton(AF_INET6, host, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons(setup->port);
        *loopback = IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr);
        return true;
    }
    return err_set(err, NULL, NULL, "host \"%.60s\": expected an address such as 127.0.0.1, ::1 or 0.0.0.0",
                   setup->host);
}

/* A socket that listens at the address; -1 if that cannot be had. The port it got goes into port. */
static int listen_at(const Address *address, uint16_t *port)
{
    enum { WAITING_MAX = 64 };
    const int on = 1;
    const bool v6 = address->any.sa_family == AF_INET6;
    Address bound;
    socklen_t length = sizeof bound;
    const int fd = socket(address->any.sa_family, SOCK_STREAM, 0);
    if (fd < 0) {
        return -1;
    }
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, &address->any, v6 ? sizeof address->v6 : sizeof address->v4) != 0 ||
        listen(fd, WAITING_MAX) != 0 || getsockname(fd, &bound.any, &length) != 0) {
        (void)close(fd);
        return -1;
    }
    *port = ntohs(v6 ? bound.v6.sin6_port : bound.v4.sin_port);
    return fd;
}

/* Opens the socket, then the daemon, which is to find the server complete. */
static bool open_daemon(Server *server, const Address *address)
{
    const int fd = listen_at(address, &server->port);
    if (fd < 0) {
        return false;
    }
    server->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME, server->port, NULL, NULL,
        handle, server, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)SERVER_CONNECTIONS_HARD_MAX, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CONNECTION_TIMEOUT_S,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES, MHD_OPTION_UNESCAPE_CALLBACK,
        keep_as_it_is, NULL, MHD_OPTION_NOTIFY_COMPLETED, end_request, server, MHD_OPTION_NOTIFY_CONNECTION,
        begin_or_end_connection, server, MHD_OPTION_END);
    if (server->daemon == NULL) {
        (void)close(fd);
    }
    return server->daemon != NULL;
}

Server *server_start(const ServerSetup *setup, Err *err)
{
    Address address;
    bool loopback = true;
    if (!read_address(setup, &address, &loopback, err) ||
        (setup->games != NULL && !server_shelf_open(setup->games, err))) {
        return NULL;
    }
    Server *server = calloc(1, sizeof *server);
    if (server == NULL || (!loopback && !make_token(server))) {
        free(server);
        (void)err_set(err, NULL, NULL, "the server cannot be started");
        return NULL;
    }
    (void)snprintf(server->host, sizeof server->host, address.any.sa_family == AF_INET6 ? "[%s]" : "%s",
                   setup->host);
    server->games.shelf = setup->games;
    if (!server_loader_open(&server->loader, setup->games)) {
        free(server);
        (void)err_set(err, NULL, NULL, "the server cannot be started: no thread can be had");
        return NULL;
    }
    if (!open_daemon(server, &address)) {
        server_loader_close(&server->loader);
        (void)err_set(err, NULL, NULL, "cannot listen on %s, port %u: is the port in use?", setup->host,
                      setup->port);
        free(server);
        return NULL;
    }
    return server;
}

uint16_t server_port(const Server *server) { return server->port; }
const char *server_token(const Server *server) { return server->token; }

void server_stop(Server *server)
{
    server_loader_close(&server->loader); /* wakes all connections that sleep, as the library wants it */
    MHD_stop_daemon(server->daemon);
    server_games_close(&server->games);
    free(server);
}

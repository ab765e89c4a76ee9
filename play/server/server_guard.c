/* server_guard.c: who may ask: looked at before a request is carried out, and before its body is read. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/server/server_http.h"

enum { URL_BYTES_MAX = 512 };

/* ---- who may ask ---- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Splits "name:port" or "[v6]:port"; false if the port is not ours. */
static bool host_of(const Server *server, const char *text, char name[SERVER_HOST_BYTES])
{
    char expected[16];
    const char *colon = strrchr(text, ':');
    const char *bracket = strchr(text, ']');
    const bool has_port = colon != NULL && (text[0] != '[' || (bracket != NULL && colon > bracket));
    const size_t length = has_port ? (size_t)(colon - text) : strlen(text);
    (void)snprintf(expected, sizeof expected, "%u", server->port);
    if (length == 0 || length >= SERVER_HOST_BYTES || strcmp(has_port ? colon + 1 : "80", expected) != 0) {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

/* "[address]" */
static bool is_numeric_v6(const char *name)
{
    struct in6_addr numeric;
    char inner[SERVER_HOST_BYTES];
    const size_t length = strlen(name);
    if (length < 3 || name[0] != '[' || name[length - 1] != ']') {
        return false;
    }
    memcpy(inner, name + 1, length - 2);
    inner[length - 2] = '\0';
    return inet_pton(AF_INET6, inner, &numeric) == 1;
}

/* Only names that no stranger can point at us: loopback, the address we were told to use, and, if that is
 * every address, numeric ones. */
static bool host_is_ours(const Server *server, const char *text)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    char name[SERVER_HOST_BYTES];
    struct in_addr numeric;
    if (text == NULL || !host_of(server, text, name)) {
        return false;
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(name, own[i]) == 0) {
            return true;
        }
    }
    const bool any = strcmp(server->host, "0.0.0.0") == 0 || strcmp(server->host, "[::]") == 0;
    return strcmp(name, server->host) == 0 ||
           (any && (inet_pton(AF_INET, name, &numeric) == 1 || is_numeric_v6(name)));
}

/* A page of another site may make a browser send us things: such requests carry another Origin, and cannot
 * carry our header. */
static bool comes_from_us(const Server *server, struct MHD_Connection *connection, bool post)
{
    const char *origin = header(connection, "Origin");
    const char *site = header(connection, "Sec-Fetch-Site");
    if (origin != NULL && (strncmp(origin, "http://", 7) != 0 || !host_is_ours(server, origin + 7))) {
        return false;
    }
    if (site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) {
        return false;
    }
    return !post || header(connection, "X-Marshal") != NULL;
}

static bool has_token(const Server *server, struct MHD_Connection *connection)
{
    const char *token = header(connection, "X-Marshal-Token");
    unsigned different = 0;
    if (server->token[0] == '\0') {
        return true;
    }
    if (token == NULL || strlen(token) != SERVER_TOKEN_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < SERVER_TOKEN_BYTES - 1; i++) {
        different |= (unsigned)(unsigned char)token[i] ^ (unsigned)(unsigned char)server->token[i];
    }
    return different == 0;
}

/* "application/json", or jsonl for a record, with or without parameters. */
static bool type_is_ours(const char *type)
{
    static const char json[] = "application/json";
    const size_t length = sizeof json - 1;
    if (type == NULL || strncmp(type, json, length) != 0) {
        return false;
    }
    type += length + (type[length] == 'l' ? 1 : 0);
    return *type == '\0' || *type == ';';
}

unsigned server_inspect(const Server *server, struct MHD_Connection *connection, const char *url,
                        const char *method, size_t *limit, const char **message)
{
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    const bool api = strncmp(url, "/api/", 5) == 0;
    const char *length = header(connection, "Content-Length");
    const char *type = header(connection, "Content-Type");
    *limit = post && strcmp(url, "/api/load") == 0 ? SERVER_RECORD_BYTES_MAX
             : post                                ? SERVER_BODY_BYTES_MAX
                                                   : 0;
    if (!host_is_ours(server, header(connection, "Host"))) {
        *message = "this server does not go by that name";
        return MHD_HTTP_MISDIRECTED_REQUEST;
    }
    if (strlen(url) > URL_BYTES_MAX) {
        *message = "the address is too long";
        return MHD_HTTP_URI_TOO_LONG;
    }
    if (!post && strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0) {
        *message = "only GET, HEAD and POST are understood";
        return MHD_HTTP_METHOD_NOT_ALLOWED;
    }
    if (!comes_from_us(server, connection, post)) {
        *message = "requests from other sites are refused";
        return MHD_HTTP_FORBIDDEN;
    }
    if (api && !has_token(server, connection)) {
        *message = "the token is missing or wrong: use the address that the server printed";
        return MHD_HTTP_UNAUTHORIZED;
    }
    if (post && length == NULL) {
        *message = "say with Content-Length how long the body is";
        return MHD_HTTP_LENGTH_REQUIRED;
    }
    if (length != NULL && strtoull(length, NULL, 10) > *limit) {
        *message = "the body is too long";
        return MHD_HTTP_CONTENT_TOO_LARGE;
    }
    if (post && !type_is_ours(type)) {
        *message = "the body must be application/json or application/jsonl";
        return MHD_HTTP_UNSUPPORTED_MEDIA_TYPE;
    }
    return 0;
}

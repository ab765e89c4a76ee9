/* server_http.c: what was asked, and answers. */
#include "play/server/server_http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/jsonout.h"

/* ---- answers ---- */

void call_fail(Call *call, unsigned status, const char *message)
{
    strbuf_clear(&call->out);
    JsonOut out = jsonout_on(&call->out);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "error", message);
    jsonout_end(&out, '}');
    call->status = status;
}

void call_fail_err(Call *call, unsigned status, const Err *err)
{
    char text[ERR_MESSAGE_BYTES + ERR_FILE_BYTES + ERR_PATH_BYTES];
    err_text(err, text, sizeof text);
    call_fail(call, status, text);
}

void call_good(Call *call) { strbuf_add(&call->out, "{\"ok\":true}"); }

/* Headers of every answer: nothing is kept, guessed, framed, or loaded from elsewhere. */
static void add_headers(struct MHD_Response *response, const char *type)
{
    static const char *const headers[][2] = {
        {"Cache-Control", "no-store"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
         "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        (void)MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    (void)MHD_add_response_header(response, "Content-Type", type);
}

enum MHD_Result server_send_bytes(struct MHD_Connection *connection, unsigned status, const char *type,
                                  const void *bytes, size_t size, enum MHD_ResponseMemoryMode mode,
                                  const char *filename)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(size, (void *)(uintptr_t)bytes, mode);
    if (response == NULL) {
        return MHD_NO;
    }
    add_headers(response, type);
    if (filename != NULL) {
        char disposition[128];
        (void)snprintf(disposition, sizeof disposition, "attachment; filename=\"%.64s\"", filename);
        (void)MHD_add_response_header(response, "Content-Disposition", disposition);
    }
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD, POST");
    }
    const enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return queued;
}

enum MHD_Result server_send_call(const Call *call)
{
    return server_send_bytes(call->connection, call->status, call->type, call->out.text, call->out.length,
                             MHD_RESPMEM_MUST_COPY, call->filename);
}

enum MHD_Result server_send_error(struct MHD_Connection *connection, unsigned status, const char *message)
{
    Call call;
    memset(&call, 0, sizeof call);
    call.connection = connection;
    call.type = "application/json";
    strbuf_init(&call.out);
    call_fail(&call, status, message);
    const enum MHD_Result queued = server_send_call(&call);
    strbuf_release(&call.out);
    return queued;
}

/* ---- what was asked ---- */

const char *call_parameter(const Call *call, const char *name)
{
    return MHD_lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool call_text(const Call *call, const char *name, char *text, size_t size)
{
    char whole[512];
    const char *given = call_parameter(call, name);
    if (given == NULL || strlen(given) >= sizeof whole) {
        return false;
    }
    (void)snprintf(whole, sizeof whole, "%s", given);
    (void)MHD_http_unescape(whole);
    return snprintf(text, size, "%s", whole) < (int)size;
}

/* A number given as a parameter; 0 if it is not there or no number. */
uint64_t call_number(const Call *call, const char *name)
{
    const char *text = call_parameter(call, name);
    if (text == NULL || text[0] < '0' || text[0] > '9') {
        return 0;
    }
    errno = 0;
    const unsigned long long value = strtoull(text, NULL, 10);
    return errno == 0 ? value : 0;
}

/* The body as a JSON object; false after failing the call. */
bool call_body(Call *call, JsonDoc *doc)
{
    Err err;
    err_clear(&err);
    if (!json_parse(doc, call->request->body.text, call->request->body.length, "request", &err)) {
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return false;
    }
    const JsonNode root = json_root(doc);
    if (!json_is_object(&root, &err)) {
        json_release(doc);
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return false;
    }
    return true;
}

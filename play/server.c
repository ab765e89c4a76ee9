/* server.c: HTTP: who may ask, what was asked, and the answers. */
#include "play/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/scenario.h"
#include "eval/review.h"
#include "play/server_game.h"
#include "play/server_shelf.h"
#include "play/server_view.h"
#include "play/web_files.h"

enum {
    BODY_BYTES_MAX = 64 * 1024,
    RECORD_BYTES_MAX = 4 * 1024 * 1024,
    URL_BYTES_MAX = 512,
    CONNECTIONS_MAX = 128,
    CONNECTION_TIMEOUT_S = 15,
    CONNECTION_BYTES = 32 * 1024, /* for headers: longer ones are answered with 431 by the library */
    HOST_BYTES = 64,
    TOKEN_BYTES = SERVER_KEY_BYTES,
};

struct Server {
    struct MHD_Daemon *daemon;
    uint16_t port;
    char host[HOST_BYTES];
    char token[TOKEN_BYTES];
    ServerGames games;
};

/* One request while its body comes in. */
typedef struct Request {
    StrBuf body;
    size_t limit;
} Request;

/* What a handler sees. */
typedef struct Call {
    Server *server;
    struct MHD_Connection *connection;
    const char *url;
    bool post;
    Request *request;
    unsigned status; /* of the answer */
    const char *type;
    const char *filename; /* to be saved under, or NULL */
    StrBuf out;
} Call;

/* ---- answers ---- */

static void fail(Call *call, unsigned status, const char *message)
{
    strbuf_clear(&call->out);
    JsonOut out = jsonout_on(&call->out);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "error", message);
    jsonout_end(&out, '}');
    call->status = status;
}

static void fail_err(Call *call, unsigned status, const Err *err)
{
    char text[ERR_MESSAGE_BYTES + ERR_FILE_BYTES + ERR_PATH_BYTES];
    err_text(err, text, sizeof text);
    fail(call, status, text);
}

static void good(Call *call) { strbuf_add(&call->out, "{\"ok\":true}"); }

/* Headers of every answer: nothing is kept, guessed, framed, or loaded from elsewhere. */
static void add_headers(struct MHD_Response *response, const char *type)
{
    static const char *const headers[][2] = {
        {"Cache-Control", "no-store"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                                    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        (void)MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    (void)MHD_add_response_header(response, "Content-Type", type);
}

static enum MHD_Result send_bytes(struct MHD_Connection *connection, unsigned status, const char *type, const void *bytes,
                                  size_t size, enum MHD_ResponseMemoryMode mode, const char *filename)
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

static enum MHD_Result send_call(const Call *call)
{
    return send_bytes(call->connection, call->status, call->type, call->out.text, call->out.length,
                      MHD_RESPMEM_MUST_COPY, call->filename);
}

static enum MHD_Result send_error(struct MHD_Connection *connection, unsigned status, const char *message)
{
    Call call;
    memset(&call, 0, sizeof call);
    call.connection = connection;
    call.type = "application/json";
    strbuf_init(&call.out);
    fail(&call, status, message);
    const enum MHD_Result queued = send_call(&call);
    strbuf_release(&call.out);
    return queued;
}

/* ---- who may ask ---- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Splits "name:port" or "[v6]:port"; false if the port is not ours. */
static bool host_of(const Server *server, const char *text, char name[HOST_BYTES])
{
    char expected[16];
    const char *colon = strrchr(text, ':');
    const char *bracket = strchr(text, ']');
    const bool has_port = colon != NULL && (text[0] != '[' || (bracket != NULL && colon > bracket));
    const size_t length = has_port ? (size_t)(colon - text) : strlen(text);
    (void)snprintf(expected, sizeof expected, "%u", server->port);
    if (length == 0 || length >= HOST_BYTES || strcmp(has_port ? colon + 1 : "80", expected) != 0) {
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
    char inner[HOST_BYTES];
    const size_t length = strlen(name);
    if (length < 3 || name[0] != '[' || name[length - 1] != ']') {
        return false;
    }
    memcpy(inner, name + 1, length - 2);
    inner[length - 2] = '\0';
    return inet_pton(AF_INET6, inner, &numeric) == 1;
}

/* Only names that no stranger can point at us: loopback, the address we were told to use, and, if that is every address,
 * numeric ones. */
static bool host_is_ours(const Server *server, const char *text)
{
    static const char *const own[] = {"127.0.0.1", "localhost", "[::1]"};
    char name[HOST_BYTES];
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
    return strcmp(name, server->host) == 0 || (any && (inet_pton(AF_INET, name, &numeric) == 1 || is_numeric_v6(name)));
}

/* A page of another site may make a browser send us things: such requests carry another Origin, and cannot carry our
 * header. */
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
    if (token == NULL || strlen(token) != TOKEN_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < TOKEN_BYTES - 1; i++) {
        different |= (unsigned)(unsigned char)token[i] ^ (unsigned)(unsigned char)server->token[i];
    }
    return different == 0;
}

/* ---- what was asked ---- */

static const char *parameter(const Call *call, const char *name)
{
    return MHD_lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* A number given as a parameter; 0 if it is not there or no number. */
static uint64_t number_parameter(const Call *call, const char *name)
{
    const char *text = parameter(call, name);
    if (text == NULL || text[0] < '0' || text[0] > '9') {
        return 0;
    }
    errno = 0;
    const unsigned long long value = strtoull(text, NULL, 10);
    return errno == 0 ? value : 0;
}

/* The body as a JSON object; false after failing the call. */
static bool read_body(Call *call, JsonDoc *doc)
{
    Err err;
    err_clear(&err);
    if (!json_parse(doc, call->request->body.text, call->request->body.length, "request", &err)) {
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return false;
    }
    const JsonNode root = json_root(doc);
    if (!json_is_object(&root, &err)) {
        json_release(doc);
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return false;
    }
    return true;
}

/* ---- new games ---- */

/* Texts of a request for a game; they point into its document. */
typedef struct NewGame {
    const char *scenario;
    const char *seats[SEAT_COUNT];
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    size_t override_count;
    bool has_seed;
    uint64_t seed;
    bool bar;
    long pace_ms;
} NewGame;

/* Scenarios are chosen from the list: a name must not lead to other files. */
static bool is_listed(const char *scenario)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    bool listed = false;
    for (size_t i = 0; i < count && !listed; i++) {
        listed = strcmp(entries[i].id, scenario) == 0;
    }
    free(entries);
    return listed;
}

static bool read_overrides(const JsonNode *root, NewGame *wish, Err *err)
{
    JsonNode array;
    if (!json_find(root, "overrides", &array)) {
        return true;
    }
    if (!json_array(&array, SCENARIO_OVERRIDES_MAX, &wish->override_count, err)) {
        return false;
    }
    for (size_t i = 0; i < wish->override_count; i++) {
        const JsonNode node = json_at(&array, i);
        if (!json_string(&node, &wish->overrides[i], err)) {
            return false;
        }
        if (strlen(wish->overrides[i]) >= RECORD_TEXT_BYTES) {
            return json_error(&node, err, "found %zu bytes, expected fewer than %d", strlen(wish->overrides[i]),
                              RECORD_TEXT_BYTES);
        }
    }
    return true;
}

static bool read_seed(const JsonNode *root, NewGame *wish, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    char *end = NULL;
    if (!json_find(root, "seed", &node) || json_is_null(&node)) {
        return true;
    }
    if (!json_string(&node, &text, err)) {
        return false;
    }
    if (text[0] == '\0') {
        return true;
    }
    errno = 0;
    wish->seed = strtoull(text, &end, 10);
    wish->has_seed = true;
    return (errno == 0 && text[0] >= '0' && text[0] <= '9' && *end == '\0') ||
           json_error(&node, err, "found \"%.40s\", expected a whole number below 2^64", text);
}

static bool read_settings(const JsonNode *root, bool *bar, long *pace_ms, Err *err)
{
    JsonNode node;
    return (!json_find(root, "bar", &node) || json_bool(&node, bar, err)) &&
           (!json_find(root, "pace_ms", &node) || json_int(&node, 0, SERVER_PACE_MAX_MS, pace_ms, err));
}

static bool read_new_game(const JsonNode *root, NewGame *wish, Err *err)
{
    static const char *const keys[] = {"scenario", "french", "coalition", "seed", "overrides", "bar", "pace_ms", NULL};
    memset(wish, 0, sizeof *wish);
    if (!json_only_keys(root, keys, err) || !json_get_string(root, "scenario", &wish->scenario, err) ||
        !json_get_string(root, "french", &wish->seats[SEAT_FRENCH], err) ||
        !json_get_string(root, "coalition", &wish->seats[SEAT_COALITION], err) || !read_overrides(root, wish, err) ||
        !read_seed(root, wish, err) || !read_settings(root, &wish->bar, &wish->pace_ms, err)) {
        return false;
    }
    if (!is_listed(wish->scenario)) {
        return err_set(err, NULL, "scenario", "there is no scenario \"%.64s\"", wish->scenario);
    }
    return server_policy_allowed(wish->seats[SEAT_FRENCH], err) && server_policy_allowed(wish->seats[SEAT_COALITION], err);
}

static void answer_keys(Call *call, ServerGame *game, bool full, const Err *err)
{
    if (game == NULL) {
        fail_err(call, full ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_UNPROCESSABLE_CONTENT, err);
        return;
    }
    call->status = MHD_HTTP_CREATED;
    server_view_keys(game, NULL, &call->out);
}

static void post_games(Call *call)
{
    JsonDoc doc;
    NewGame wish;
    Err err;
    err_clear(&err);
    if (!read_body(call, &doc)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    if (!read_new_game(&root, &wish, &err)) {
        fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        json_release(&doc);
        return;
    }
    const SessionSetup setup = {wish.scenario, wish.overrides, wish.override_count,
                                {wish.seats[0], wish.seats[1]}, wish.has_seed, wish.seed};
    bool full = false;
    ServerGame *game = server_game_new(&call->server->games, &setup, &full, &err);
    if (game != NULL) {
        (void)pthread_mutex_lock(&game->lock);
        game->bar = wish.bar;
        game->pace_ms = (uint32_t)wish.pace_ms;
        server_game_wake(game);
        (void)pthread_mutex_unlock(&game->lock);
    }
    answer_keys(call, game, full, &err);
    json_release(&doc);
}

/* Looks whether the record is of a scenario that is listed. */
static bool upload_is_welcome(const StrBuf *body, Err *err)
{
    Record *record = malloc(sizeof *record);
    if (record == NULL || !record_open_text(record, "record", body->text, body->length, err)) {
        free(record);
        return false;
    }
    const bool listed = is_listed(record->header.scenario);
    if (!listed) {
        (void)record_error(record, "scenario", err, "there is no scenario \"%.64s\" here", record->header.scenario);
    }
    record_release(record);
    free(record);
    return listed;
}

static void post_load(Call *call)
{
    const StrBuf *body = &call->request->body;
    Err err;
    bool full = false;
    err_clear(&err);
    ServerGame *game = NULL;
    if (upload_is_welcome(body, &err)) {
        game = server_game_load(&call->server->games, body, number_parameter(call, "review") != 0, &full, &err);
    }
    answer_keys(call, game, full, &err);
}

/* ---- one game: looking ---- */

static void get_state(Call *call, ServerGame *game, Seat viewer)
{
    const ServerKnown known = {(uint32_t)number_parameter(call, "lines"), (uint32_t)number_parameter(call, "epoch")};
    const bool advised = game->advice.version == game->session->version && viewer == session_actor(game->session);
    const uint64_t stamp = number_parameter(call, "version");
    const bool knows_advice = number_parameter(call, "advice") == (advised ? game->advice.iterations : 0);
    if (stamp == game->session->version && known.epoch == game->epoch && knows_advice) {
        server_view_unchanged(game, viewer, &call->out);
    } else {
        server_view_game(game, viewer, known, &call->out);
    }
}

static void get_record(Call *call, const ServerGame *game)
{
    call->type = "application/jsonl";
    call->filename = "marshal-game.jsonl";
    server_game_record(game, &call->out);
}

static void get_step(Call *call, const ServerGame *game)
{
    if (!server_game_is_open(game)) {
        fail(call, MHD_HTTP_FORBIDDEN, "steps of a game can be looked at when it is over");
        return;
    }
    server_view_step(game, (uint32_t)number_parameter(call, "ply"), &call->out);
}

static void get_chart(Call *call, const ServerGame *game)
{
    if (!server_game_is_open(game)) {
        fail(call, MHD_HTTP_FORBIDDEN, "the chart can be looked at when the game is over");
        return;
    }
    server_view_chart(game, &call->out);
}

static void get_review(Call *call, const ServerGame *game)
{
    if (!server_game_is_open(game)) {
        fail(call, MHD_HTTP_FORBIDDEN, "a game is reviewed when it is over");
        return;
    }
    server_review_write(&game->search_review, &call->out);
}

static void look(Call *call, ServerGame *game, Seat viewer, const char *what)
{
    if (strcmp(what, "state") == 0) {
        get_state(call, game, viewer);
    } else if (strcmp(what, "board") == 0) {
        strbuf_add(&call->out, game->board.text);
    } else if (strcmp(what, "record") == 0) {
        get_record(call, game);
    } else if (strcmp(what, "step") == 0) {
        get_step(call, game);
    } else if (strcmp(what, "chart") == 0) {
        get_chart(call, game);
    } else if (strcmp(what, "review") == 0) {
        get_review(call, game);
    } else {
        fail(call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
}

/* ---- one game: doing ---- */

/* Answers with the state after what was done, so that a click costs one request. */
static void answer_state(Call *call, ServerGame *game, Seat viewer)
{
    server_game_wake(game);
    get_state(call, game, viewer);
}

static void post_move(Call *call, ServerGame *game, Seat seat, const JsonNode *body)
{
    static const char *const keys[] = {"move", "ply", NULL};
    Session *session = game->session;
    const Game *rules = &session->game;
    const char *text = NULL;
    long ply = 0;
    Move move = 0;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) || !json_get_string(body, "move", &text, &err) ||
        !json_get_int(body, "ply", 0, INT32_MAX, &ply, &err)) {
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
    } else if (seat >= SEAT_NONE || session_actor(session) != seat || !session_human_acts(session)) {
        fail(call, MHD_HTTP_FORBIDDEN, "it is not for you to decide now");
    } else if ((uint32_t)ply != session->step_count) {
        fail(call, MHD_HTTP_CONFLICT, "the game has gone on since");
    } else if (!rules->rules->move_parse(rules->data, text, &move)) {
        fail(call, MHD_HTTP_UNPROCESSABLE_CONTENT, "that is no move of this game");
    } else if (!session_play(session, seat, move, &err)) {
        fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
    } else {
        answer_state(call, game, seat);
    }
}

static void post_back(Call *call, ServerGame *game, Seat seat, bool far)
{
    Session *session = game->session;
    const char *reason = NULL;
    Err err;
    err_clear(&err);
    if (seat >= SEAT_NONE) {
        fail(call, MHD_HTTP_FORBIDDEN, "only a side can take its decisions back");
        return;
    }
    if (!far && session_can_undo(session, &reason) && session->steps[session->step_count - 1].seat != seat) {
        fail(call, MHD_HTTP_FORBIDDEN, "that was the other side's decision");
        return;
    }
    server_game_quiesce(game);
    game->epoch++;
    if (far ? session_take_back(session, seat, &err) : session_undo(session, &err)) {
        answer_state(call, game, seat);
    } else {
        fail_err(call, MHD_HTTP_CONFLICT, &err);
        server_game_wake(game);
    }
}

static void post_resign(Call *call, ServerGame *game, Seat seat)
{
    Err err;
    err_clear(&err);
    server_game_quiesce(game);
    if (seat >= SEAT_NONE) {
        fail(call, MHD_HTTP_FORBIDDEN, "only a side can resign");
    } else if (session_resign(game->session, seat, &err)) {
        answer_state(call, game, seat);
    } else {
        fail_err(call, MHD_HTTP_CONFLICT, &err);
    }
}

/* Whoever plays and has plans shown has it noted, as other help is. */
static void note_plans(ServerGame *game)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (game->plans && game->session->human[seat] && !game->session->human[seat_other((Seat)seat)]) {
            session_note_plans(game->session, (Seat)seat);
        }
    }
}

/* The keys after seats have changed hands: the viewer's own, and those of people that were made by his change; never that of
 * somebody who played before, who may sit elsewhere. */
static void answer_changed_keys(Call *call, ServerGame *game, Seat viewer, const bool *human_before)
{
    const bool withheld[SEAT_COUNT] = {human_before[SEAT_FRENCH] && viewer != SEAT_FRENCH,
                                       human_before[SEAT_COALITION] && viewer != SEAT_COALITION};
    note_plans(game);
    server_game_deal_keys(game);
    server_game_wake(game);
    server_view_keys(game, withheld, &call->out);
}

/* Whoever changes seats has seen what his old seat knows; that is his own affair, and noted in the record. */
static void post_swap(Call *call, ServerGame *game, Seat seat)
{
    const bool human_before[SEAT_COUNT] = {game->session->human[SEAT_FRENCH], game->session->human[SEAT_COALITION]};
    Err err;
    err_clear(&err);
    if (seat >= SEAT_NONE) {
        fail(call, MHD_HTTP_FORBIDDEN, "only a side can change seats");
        return;
    }
    if (human_before[SEAT_FRENCH] && human_before[SEAT_COALITION]) {
        fail(call, MHD_HTTP_CONFLICT, "two people play: they can change chairs");
        return;
    }
    server_game_quiesce(game);
    if (!session_swap(game->session, &err)) {
        fail_err(call, MHD_HTTP_CONFLICT, &err);
        server_game_wake(game);
        return;
    }
    answer_changed_keys(call, game, seat, human_before);
}

static void post_seat(Call *call, ServerGame *game, Seat viewer, const JsonNode *body)
{
    static const char *const keys[] = {"seat", "policy", NULL};
    const bool human_before[SEAT_COUNT] = {game->session->human[SEAT_FRENCH], game->session->human[SEAT_COALITION]};
    const char *name = NULL;
    const char *policy = NULL;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) || !json_get_string(body, "seat", &name, &err) ||
        !json_get_string(body, "policy", &policy, &err) || !server_policy_allowed(policy, &err)) {
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    const Seat seat = strcmp(name, "french") == 0 ? SEAT_FRENCH : strcmp(name, "coalition") == 0 ? SEAT_COALITION : SEAT_NONE;
    const bool own = seat == viewer || viewer == SEAT_BOTH;
    const bool machine = seat < SEAT_NONE && !game->session->human[seat];
    const bool takes_over = machine && strcmp(policy, SESSION_HUMAN) == 0 && viewer < SEAT_NONE;
    if (seat == SEAT_NONE || game->review || takes_over || (!own && !machine)) {
        fail(call, MHD_HTTP_FORBIDDEN, "that seat is not yours to give");
        return;
    }
    server_game_quiesce(game);
    if (!session_set_seat(game->session, seat, policy, &err)) {
        fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        return;
    }
    answer_changed_keys(call, game, viewer, human_before);
}

static void post_settings(Call *call, ServerGame *game, const JsonNode *body)
{
    static const char *const keys[] = {"bar", "paused", "pace_ms", "plans", NULL};
    long pace_ms = (long)game->pace_ms;
    bool bar = game->bar;
    bool paused = game->paused;
    bool plans = game->plans;
    JsonNode node;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) || !read_settings(body, &bar, &pace_ms, &err) ||
        (json_find(body, "paused", &node) && !json_bool(&node, &paused, &err)) ||
        (json_find(body, "plans", &node) && !json_bool(&node, &plans, &err))) {
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    game->bar = bar;
    game->paused = paused;
    game->plans = plans;
    note_plans(game);
    game->pace_ms = (uint32_t)pace_ms;
    server_game_wake(game);
    good(call);
}

static void post_hint(Call *call, ServerGame *game, Seat seat)
{
    if (seat >= SEAT_NONE || session_actor(game->session) != seat) {
        fail(call, MHD_HTTP_FORBIDDEN, "hints are for the side that decides");
        return;
    }
    game->hint = true;
    server_game_wake(game);
    good(call);
}

/* The thinker is to answer at once with what it has. */
static void post_stop(Call *call, ServerGame *game)
{
    if (game->thinking) {
        atomic_store(&game->stop, true);
    }
    good(call);
}

/* Has every decision judged by searching, from the beginning. */
static void post_review(Call *call, ServerGame *game, const JsonNode *body)
{
    static const char *const keys[] = {"sims", NULL};
    long sims = REVIEW_SIMS;
    JsonNode node;
    Err err;
    err_clear(&err);
    if (!server_game_is_open(game)) {
        fail(call, MHD_HTTP_FORBIDDEN, "a game is reviewed when it is over");
        return;
    }
    if (!json_only_keys(body, keys, &err) ||
        (json_find(body, "sims", &node) && !json_int(&node, 1, SERVER_REVIEW_SIMS_MAX, &sims, &err))) {
        fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    server_review_end(&game->search_review);
    StrBuf record;
    strbuf_init(&record);
    server_game_record(game, &record);
    if (server_games_reviewed(&call->server->games) >= SERVER_REVIEWS_MAX) {
        fail(call, MHD_HTTP_SERVICE_UNAVAILABLE, "other games are being reviewed: try again when one is done");
    } else if (!server_review_begin(&game->search_review, &record, (uint64_t)sims, &err)) {
        fail_err(call, MHD_HTTP_SERVICE_UNAVAILABLE, &err);
    } else {
        good(call);
    }
    strbuf_release(&record);
}

static void post_review_stop(Call *call, ServerGame *game)
{
    server_review_stop(&game->search_review);
    good(call);
}

static void act(Call *call, ServerGame *game, Seat viewer, const char *what, const JsonNode *body)
{
    if (strcmp(what, "move") == 0) {
        post_move(call, game, viewer, body);
    } else if (strcmp(what, "undo") == 0) {
        post_back(call, game, viewer, false);
    } else if (strcmp(what, "take_back") == 0) {
        post_back(call, game, viewer, true);
    } else if (strcmp(what, "resign") == 0) {
        post_resign(call, game, viewer);
    } else if (strcmp(what, "swap") == 0) {
        post_swap(call, game, viewer);
    } else if (strcmp(what, "seat") == 0) {
        post_seat(call, game, viewer, body);
    } else if (strcmp(what, "settings") == 0) {
        post_settings(call, game, body);
    } else if (strcmp(what, "hint") == 0) {
        post_hint(call, game, viewer);
    } else if (strcmp(what, "stop") == 0) {
        post_stop(call, game);
    } else if (strcmp(what, "review") == 0) {
        post_review(call, game, body);
    } else if (strcmp(what, "review_stop") == 0) {
        post_review_stop(call, game);
    } else {
        fail(call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
}

/* ---- routing ---- */

/* "ID/what" behind /api/games/. */
static bool split_game(const char *rest, char id[SERVER_KEY_BYTES], const char **what)
{
    const char *slash = strchr(rest, '/');
    if (slash == NULL || slash - rest != SERVER_KEY_BYTES - 1) {
        return false;
    }
    memcpy(id, rest, SERVER_KEY_BYTES - 1);
    id[SERVER_KEY_BYTES - 1] = '\0';
    *what = slash + 1;
    return true;
}

static void act_with_body(Call *call, ServerGame *game, Seat viewer, const char *what)
{
    JsonDoc doc;
    if (!read_body(call, &doc)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    act(call, game, viewer, what, &root);
    json_release(&doc);
}

/* Nobody is to take the game up again; its record, if it is kept, stays. */
static void close_for_good(Server *server, ServerGame *game)
{
    char id[SERVER_KEY_BYTES];
    memcpy(id, game->id, sizeof id);
    server_game_close(&server->games, game);
    if (server->games.shelf != NULL) {
        server_shelf_retire(server->games.shelf, id);
    }
}

static void route_game(Call *call, const char *rest)
{
    char id[SERVER_KEY_BYTES];
    const char *what = NULL;
    const char *key = parameter(call, "key");
    ServerGame *game = split_game(rest, id, &what) ? server_game_find(&call->server->games, id) : NULL;
    if (game == NULL) {
        fail(call, MHD_HTTP_NOT_FOUND, "there is no such game");
        return;
    }
    const Seat viewer = key != NULL ? server_game_seat(game, key) : SEAT_NONE;
    const bool blind = viewer == SEAT_BOTH && !server_game_is_open(game);
    const bool closing = call->post && strcmp(what, "close") == 0;
    if (viewer == SEAT_NONE || (blind && !closing)) {
        fail(call, MHD_HTTP_FORBIDDEN, "that is no key of this game");
    } else if (closing) {
        server_game_leave(game);
        close_for_good(call->server, game);
        good(call);
        return;
    } else if (call->post) {
        act_with_body(call, game, viewer, what);
    } else {
        look(call, game, viewer, what);
    }
    server_game_leave(game);
}

static void route_api(Call *call, const char *rest)
{
    if (!has_token(call->server, call->connection)) {
        fail(call, MHD_HTTP_UNAUTHORIZED, "the token is missing or wrong: use the address that the server printed");
    } else if (strncmp(rest, "games/", 6) == 0) {
        route_game(call, rest + 6);
    } else if (call->post && strcmp(rest, "games") == 0) {
        post_games(call);
    } else if (call->post && strcmp(rest, "load") == 0) {
        post_load(call);
    } else if (!call->post && strcmp(rest, "scenarios") == 0) {
        server_view_scenarios(&call->out);
    } else {
        fail(call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
}

static enum MHD_Result send_file(struct MHD_Connection *connection, const char *url)
{
    size_t count = 0;
    const WebFile *files = web_files(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(files[i].path, url) == 0) {
            return send_bytes(connection, MHD_HTTP_OK, files[i].type, files[i].bytes, files[i].size,
                              MHD_RESPMEM_PERSISTENT, NULL);
        }
    }
    return send_error(connection, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
}

static enum MHD_Result answer(Server *server, struct MHD_Connection *connection, const char *url, bool post, Request *request)
{
    Call call = {server, connection, url, post, request, MHD_HTTP_OK, "application/json", NULL, {NULL, 0, 0}};
    if (!post && strncmp(url, "/api/", 5) != 0) {
        return send_file(connection, url);
    }
    strbuf_init(&call.out);
    if (strncmp(url, "/api/", 5) == 0) {
        route_api(&call, url + 5);
    } else {
        fail(&call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
    const enum MHD_Result queued = send_call(&call);
    strbuf_release(&call.out);
    return queued;
}

/* ---- the library's calls ---- */

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

/* Looks at a request before its body is read. Returns 0 if it may go on, else the status that refuses it. */
static unsigned inspect(const Server *server, struct MHD_Connection *connection, const char *url, const char *method,
                        size_t *limit, const char **message)
{
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    const char *length = header(connection, "Content-Length");
    const char *type = header(connection, "Content-Type");
    *limit = post && strcmp(url, "/api/load") == 0 ? RECORD_BYTES_MAX : post ? BODY_BYTES_MAX : 0;
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

static enum MHD_Result begin_request(Server *server, struct MHD_Connection *connection, const char *url, const char *method,
                                     void **context)
{
    size_t limit = 0;
    const char *message = "";
    const unsigned refused = inspect(server, connection, url, method, &limit, &message);
    if (refused != 0) {
        return send_error(connection, refused, message);
    }
    Request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        return MHD_NO;
    }
    strbuf_init(&request->body);
    request->limit = limit;
    *context = request;
    return MHD_YES;
}

static enum MHD_Result handle(void *closure, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **context)
{
    Server *server = closure;
    Request *request = *context;
    (void)version;
    if (request == NULL) {
        return begin_request(server, connection, url, method, context);
    }
    if (*size > 0) {
        if (request->body.length + *size > request->limit) {
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
    Request *request = *context;
    (void)closure;
    (void)connection;
    (void)code;
    if (request != NULL) {
        strbuf_release(&request->body);
        free(request);
        *context = NULL;
    }
}

/* Addresses are taken as they are: nothing here needs escapes, so none are undone, and none can hide anything. */
static size_t keep_as_it_is(void *closure, struct MHD_Connection *connection, char *text)
{
    (void)closure;
    (void)connection;
    return strlen(text);
}

/* ---- starting and stopping ---- */

static bool make_token(Server *server)
{
    uint8_t bytes[(TOKEN_BYTES - 1) / 2];
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
    return err_set(err, NULL, NULL, "host \"%.60s\": expected an address such as 127.0.0.1, ::1 or 0.0.0.0", setup->host);
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
    if (bind(fd, &address->any, v6 ? sizeof address->v6 : sizeof address->v4) != 0 || listen(fd, WAITING_MAX) != 0 ||
        getsockname(fd, &bound.any, &length) != 0) {
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
    server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, server->port, NULL, NULL, handle, server,
                                      MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                                      MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CONNECTION_TIMEOUT_S,
                                      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
                                      MHD_OPTION_UNESCAPE_CALLBACK, keep_as_it_is, NULL, MHD_OPTION_NOTIFY_COMPLETED,
                                      end_request, NULL, MHD_OPTION_END);
    if (server->daemon == NULL) {
        (void)close(fd);
    }
    return server->daemon != NULL;
}

Server *server_start(const ServerSetup *setup, Err *err)
{
    Address address;
    bool loopback = true;
    if (!read_address(setup, &address, &loopback, err) || (setup->games != NULL && !server_shelf_open(setup->games, err))) {
        return NULL;
    }
    Server *server = calloc(1, sizeof *server);
    if (server == NULL || (!loopback && !make_token(server))) {
        free(server);
        (void)err_set(err, NULL, NULL, "the server cannot be started");
        return NULL;
    }
    (void)snprintf(server->host, sizeof server->host, address.any.sa_family == AF_INET6 ? "[%s]" : "%s", setup->host);
    server->games.shelf = setup->games;
    if (!open_daemon(server, &address)) {
        (void)err_set(err, NULL, NULL, "cannot listen on %s, port %u: is the port in use?", setup->host, setup->port);
        free(server);
        return NULL;
    }
    return server;
}

uint16_t server_port(const Server *server) { return server->port; }
const char *server_token(const Server *server) { return server->token; }

void server_stop(Server *server)
{
    MHD_stop_daemon(server->daemon);
    server_games_close(&server->games);
    free(server);
}

/* server_new.c: games begun, and taken up from records. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "play/server/server_http.h"
#include "play/server/server_view.h"

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
            return json_error(&node, err, "found %zu bytes, expected fewer than %d",
                              strlen(wish->overrides[i]), RECORD_TEXT_BYTES);
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

bool server_read_settings(const JsonNode *root, bool *bar, long *pace_ms, Err *err)
{
    JsonNode node;
    return (!json_find(root, "bar", &node) || json_bool(&node, bar, err)) &&
           (!json_find(root, "pace_ms", &node) || json_int(&node, 0, SERVER_PACE_MAX_MS, pace_ms, err));
}

static bool read_new_game(const JsonNode *root, NewGame *wish, Err *err)
{
    static const char *const keys[] = {"scenario",  "french", "coalition", "seed",
                                       "overrides", "bar",    "pace_ms",   NULL};
    memset(wish, 0, sizeof *wish);
    if (!json_only_keys(root, keys, err) || !json_get_string(root, "scenario", &wish->scenario, err) ||
        !json_get_string(root, "french", &wish->seats[SEAT_FRENCH], err) ||
        !json_get_string(root, "coalition", &wish->seats[SEAT_COALITION], err) ||
        !read_overrides(root, wish, err) || !read_seed(root, wish, err) ||
        !server_read_settings(root, &wish->bar, &wish->pace_ms, err)) {
        return false;
    }
    if (!is_listed(wish->scenario)) {
        return err_set(err, NULL, "scenario", "there is no scenario \"%.64s\"", wish->scenario);
    }
    return server_policy_allowed(wish->seats[SEAT_FRENCH], err) &&
           server_policy_allowed(wish->seats[SEAT_COALITION], err);
}

static void answer_keys(Call *call, const ServerGame *game, bool full, const Err *err)
{
    if (game == NULL) {
        call_fail_err(call, full ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_UNPROCESSABLE_CONTENT, err);
        return;
    }
    call->status = MHD_HTTP_CREATED;
    server_view_keys(game, NULL, &call->out);
}

void server_post_games(Call *call)
{
    JsonDoc doc;
    NewGame wish;
    Err err;
    err_clear(&err);
    if (!call_body(call, &doc)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    if (!read_new_game(&root, &wish, &err)) {
        call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        json_release(&doc);
        return;
    }
    const SessionSetup setup = {wish.scenario,       wish.overrides,
                                wish.override_count, {wish.seats[0], wish.seats[1]},
                                wish.has_seed,       wish.seed};
    bool full = false;
    ServerGame *game =
        server_game_new(&call->server->games, &setup, wish.bar, (uint32_t)wish.pace_ms, &full, &err);
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
        (void)record_error(record, "scenario", err, "there is no scenario \"%.64s\" here",
                           record->header.scenario);
    }
    record_release(record);
    free(record);
    return listed;
}

/* The record may be long: another thread plays through it, meanwhile this request sleeps. */
void server_post_load(Call *call)
{
    Request *request = call->request;
    Err err;
    bool full = false;
    err_clear(&err);
    if (!server_load_begun(&request->load)) {
        request->load.review = call_number(call, "review") != 0;
        if (!upload_is_welcome(&request->body, &err)) {
            call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        } else if (server_load_begin(&call->server->loader, &request->load, &request->body, NULL,
                                     call->connection)) {
            call->waits = true;
        } else {
            call_fail(call, MHD_HTTP_SERVICE_UNAVAILABLE, "too many games are being loaded: try again");
        }
        return;
    }
    ServerGame *game = server_load_take(&request->load, &err);
    if (game != NULL) {
        game->bar = call_number(call, "bar") != 0 && !game->review;
    }
    const bool entered = game != NULL && server_game_enter(&call->server->games, game, &full, &err);
    answer_keys(call, entered ? game : NULL, full, &err);
}

/* server_routes.c: what can be asked of the server, as one table, and the answers about one game. */
#include <stdlib.h>
#include <string.h>

#include "ai/effort.h"
#include "engine/words.h"
#include "play/server/server_catalogue.h"
#include "play/server/server_http.h"
#include "play/server/server_puzzles.h"
#include "play/server/server_shelf.h"
#include "play/server/server_view.h"

/* A request about one game, which is locked: whose key came with it, and its body. */
typedef struct Ask {
    Call *call;
    ServerGame *game;
    Seat viewer;          /* SEAT_BOTH: the watcher */
    const JsonNode *body; /* of a POST, else NULL */
} Ask;

/* ---- looking ---- */

static void get_state(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat viewer = ask->viewer;
    const ServerKnown known = {call_parameter(call, "known") != NULL, (uint32_t)call_number(call, "known"),
                               (uint32_t)call_number(call, "epoch")};
    const bool advised =
        game->advice.version == game->session->version && viewer == session_actor(game->session);
    const uint64_t stamp = call_number(call, "version");
    const bool knows_advice = call_number(call, "advice") == (advised ? game->advice.iterations : 0) &&
                              call_number(call, "deep") == (advised && game->advice.deep ? 1U : 0U);
    if (stamp == game->session->version && known.epoch == game->epoch && knows_advice) {
        server_view_unchanged(game, viewer, &call->out);
    } else {
        server_view_game(game, viewer, known, &call->out);
    }
}

static void get_board(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    strbuf_add(&call->out, game->board.text);
}

static void get_record(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    call->type = "application/jsonl";
    call->filename = "marshal-game.jsonl";
    server_game_record(game, &call->out);
}

static void get_log(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat viewer = ask->viewer;
    const uint32_t last =
        call_parameter(call, "last") != NULL ? (uint32_t)call_number(call, "last") : UINT32_MAX;
    JsonOut out = jsonout_on(&call->out);
    jsonout_begin(&out, '{');
    server_log_add(&out, game, viewer, (uint32_t)call_number(call, "first"), last);
    jsonout_end(&out, '}');
}

/* Why a move of the side that decides is not among its choices. */
static void get_why_not(const Ask *ask)
{
    Call *call = ask->call;
    const Session *session = ask->game->session;
    char move[MOVE_TEXT_BYTES];
    StateBuffer view;
    if (!call_text(call, "move", move, sizeof move)) {
        call_fail(call, MHD_HTTP_BAD_REQUEST, "found no move, expected move=MOVE in the notation of records");
        return;
    }
    if (ask->viewer >= SEAT_NONE) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "only a side has choices");
        return;
    }
    JsonOut out = jsonout_on(&call->out);
    StrBuf text;
    strbuf_init(&text);
    session->game.rules->view(session->game.data, &session->state.header, ask->viewer, &view.header);
    words_why_not(&session->game, &view.header, ask->viewer, move, &text);
    jsonout_begin(&out, '{');
    jsonout_key(&out, "move");
    jsonout_text(&out, move);
    jsonout_key(&out, "text");
    jsonout_text(&out, text.text);
    jsonout_end(&out, '}');
    strbuf_release(&text);
}

static void get_openings(const Ask *ask)
{
    server_openings_write(&ask->game->session->game, &ask->call->out);
}

static void get_step(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    server_view_step(game, (uint32_t)call_number(call, "ply"), &call->out);
}

/* Judging so many positions takes its time: without the lock, so that nobody waits for it but who asked. */
static void get_chart(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    ServerChart *chart = server_chart_take(game);
    server_game_leave(game);
    server_chart_write(chart, &call->out);
    server_game_return(game);
}

static void get_review(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    server_review_write(&game->search_review, &call->out);
}

/* ---- doing ---- */

/* Answers with the state after what was done, so that a click costs one request. */
static void answer_state(Call *call, ServerGame *game, Seat viewer)
{
    server_game_wake(game);
    get_state(&(Ask){call, game, viewer, NULL});
}

static void post_move(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    const JsonNode *body = ask->body;
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
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
    } else if (seat >= SEAT_NONE || session_actor(session) != seat || !session_human_acts(session)) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "it is not for you to decide now");
    } else if ((uint32_t)ply != session_plies(session)) {
        call_fail(call, MHD_HTTP_CONFLICT, "the game has gone on since");
    } else if (!rules->rules->move_parse(rules->data, text, &move)) {
        call_fail(call, MHD_HTTP_UNPROCESSABLE_CONTENT, "that is no move of this game");
    } else if (!game_move_is_legal(rules, &session->state.header, move)) {
        (void)err_set(&err, NULL, NULL, "\"%.64s\" is not legal here", text);
        call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
    } else if (game->puzzle != NULL) {
        server_puzzle_try(game, text);
        answer_state(call, game, seat);
    } else if (!session_play(session, seat, move, &err)) {
        call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
    } else {
        answer_state(call, game, seat);
    }
}

static void go_back(Call *call, ServerGame *game, Seat seat, bool far)
{
    Session *session = game->session;
    const char *reason = NULL;
    Err err;
    err_clear(&err);
    if (seat >= SEAT_NONE) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "only a side can take its decisions back");
        return;
    }
    if (!far && session_can_undo(session, &reason) && (Seat)session_last(session)->seat != seat) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "that was the other side's decision");
        return;
    }
    server_game_quiesce(game);
    game->epoch++;
    if (far ? session_take_back(session, seat, &err) : session_undo(session, &err)) {
        answer_state(call, game, seat);
    } else {
        call_fail_err(call, MHD_HTTP_CONFLICT, &err);
        server_game_wake(game);
    }
}

static void post_undo(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    go_back(call, game, seat, false);
}

static void post_take_back(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    go_back(call, game, seat, true);
}

static void post_resign(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    Err err;
    err_clear(&err);
    server_game_quiesce(game);
    if (seat >= SEAT_NONE) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "only a side can resign");
    } else if (session_resign(game->session, seat, &err)) {
        answer_state(call, game, seat);
    } else {
        call_fail_err(call, MHD_HTTP_CONFLICT, &err);
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

/* The keys after seats have changed hands: the viewer's own, and those of people that were made by his
 * change; never that of somebody who played before, who may sit elsewhere. */
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
static void post_swap(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    const bool human_before[SEAT_COUNT] = {game->session->human[SEAT_FRENCH],
                                           game->session->human[SEAT_COALITION]};
    Err err;
    err_clear(&err);
    if (seat >= SEAT_NONE) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "only a side can change seats");
        return;
    }
    if (human_before[SEAT_FRENCH] && human_before[SEAT_COALITION]) {
        call_fail(call, MHD_HTTP_CONFLICT, "two people play: they can change chairs");
        return;
    }
    server_game_quiesce(game);
    if (!session_swap(game->session, &err)) {
        call_fail_err(call, MHD_HTTP_CONFLICT, &err);
        server_game_wake(game);
        return;
    }
    answer_changed_keys(call, game, seat, human_before);
}

static void post_seat(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat viewer = ask->viewer;
    const JsonNode *body = ask->body;
    static const char *const keys[] = {"seat", "policy", NULL};
    const bool human_before[SEAT_COUNT] = {game->session->human[SEAT_FRENCH],
                                           game->session->human[SEAT_COALITION]};
    const char *name = NULL;
    const char *policy = NULL;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) || !json_get_string(body, "seat", &name, &err) ||
        !json_get_string(body, "policy", &policy, &err) || !server_policy_allowed(policy, &err)) {
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    Seat seat = SEAT_NONE;
    const bool known = seat_parse(name, &seat) && seat_plays(seat);
    const bool own = seat == viewer || viewer == SEAT_BOTH;
    const bool machine = known && !game->session->human[seat];
    const bool takes_over = machine && strcmp(policy, SESSION_HUMAN) == 0 && viewer < SEAT_NONE;
    if (!known || game->review || takes_over || (!own && !machine)) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "that seat is not yours to give");
        return;
    }
    server_game_quiesce(game);
    if (!session_set_seat(game->session, seat, policy, &err)) {
        call_fail_err(call, MHD_HTTP_UNPROCESSABLE_CONTENT, &err);
        return;
    }
    answer_changed_keys(call, game, viewer, human_before);
}

static void post_settings(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const JsonNode *body = ask->body;
    static const char *const keys[] = {"bar", "paused", "pace_ms", "plans", NULL};
    long pace_ms = (long)game->pace_ms;
    bool bar = game->bar;
    bool paused = game->paused;
    bool plans = game->plans;
    JsonNode node;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) || !server_read_settings(body, &bar, &pace_ms, &err) ||
        (json_find(body, "paused", &node) && !json_bool(&node, &paused, &err)) ||
        (json_find(body, "plans", &node) && !json_bool(&node, &plans, &err))) {
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    game->bar = bar;
    game->paused = paused;
    game->plans = plans;
    note_plans(game);
    game->pace_ms = (uint32_t)pace_ms;
    server_game_wake(game);
    call_good(call);
}

static void post_hint(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const Seat seat = ask->viewer;
    if (seat >= SEAT_NONE || session_actor(game->session) != seat) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "hints are for the side that decides");
        return;
    }
    const bool given = game->advice.version == game->session->version && game->advice.deep;
    if (!given || game->advice.iterations == 0) { /* one that was stopped is thought about again */
        game->advice.deep = false;
        game->hint = true;
        server_game_wake(game);
    }
    call_good(call);
}

/* The thinker is to answer at once with what it has. */
static void post_stop(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    if (game->thinking) {
        atomic_store(&game->stop, true);
    }
    call_good(call);
}

/* Has every decision judged by searching, from the beginning. */
static void post_review(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    const JsonNode *body = ask->body;
    static const char *const keys[] = {"sims", NULL};
    long sims = (long)effort_of(game->session->game.rules->id)->review_sims;
    JsonNode node;
    Err err;
    err_clear(&err);
    if (!json_only_keys(body, keys, &err) ||
        (json_find(body, "sims", &node) && !json_int(&node, 1, SERVER_REVIEW_SIMS_MAX, &sims, &err))) {
        call_fail_err(call, MHD_HTTP_BAD_REQUEST, &err);
        return;
    }
    server_review_end(&game->search_review);
    StrBuf record;
    strbuf_init(&record);
    server_game_record(game, &record);
    if (server_games_reviewed(&call->server->games) >= SERVER_REVIEWS_MAX) {
        call_fail(call, MHD_HTTP_SERVICE_UNAVAILABLE,
                  "other games are being reviewed: try again when one is done");
    } else if (!server_review_begin(&game->search_review, &record, (uint64_t)sims, &err)) {
        call_fail_err(call, MHD_HTTP_SERVICE_UNAVAILABLE, &err);
    } else {
        call_good(call);
    }
    strbuf_release(&record);
}

static void post_review_stop(const Ask *ask)
{
    Call *call = ask->call;
    ServerGame *game = ask->game;
    server_review_stop(&game->search_review);
    call_good(call);
}

/* ---- the table ---- */

/* What must hold before a game answers. */
enum need {
    NEED_KEY,     /* a key of the game; the watcher's only while the whole truth may be shown */
    NEED_OPEN,    /* and that the whole truth may be shown */
    NEED_ANY_KEY, /* any key at any time */
};

typedef struct Route {
    const char *name; /* behind /api/games/ID/ */
    bool post;
    enum need need;
    void (*answer)(const Ask *ask); /* NULL: the game is gone afterwards (close_for_good) */
    const char *closed;             /* what is said where NEED_OPEN is not given */
    bool puzzle;                    /* may be asked of a puzzle, which gives nothing away */
} Route;

static const Route ROUTES[] = {
    {"state", false, NEED_KEY, get_state, NULL, true},
    {"board", false, NEED_KEY, get_board, NULL, true},
    {"record", false, NEED_KEY, get_record, NULL, false},
    {"log", false, NEED_KEY, get_log, NULL, true},
    {"openings", false, NEED_KEY, get_openings, NULL, true},
    {"why-not", false, NEED_KEY, get_why_not, NULL, true},
    {"step", false, NEED_OPEN, get_step, "steps of a game can be looked at when it is over", false},
    {"chart", false, NEED_OPEN, get_chart, "the chart can be looked at when the game is over", false},
    {"review", false, NEED_OPEN, get_review, "a game is reviewed when it is over", false},
    {"move", true, NEED_KEY, post_move, NULL, true},
    {"undo", true, NEED_KEY, post_undo, NULL, false},
    {"take_back", true, NEED_KEY, post_take_back, NULL, false},
    {"resign", true, NEED_KEY, post_resign, NULL, false},
    {"swap", true, NEED_KEY, post_swap, NULL, false},
    {"seat", true, NEED_KEY, post_seat, NULL, false},
    {"settings", true, NEED_KEY, post_settings, NULL, false},
    {"hint", true, NEED_KEY, post_hint, NULL, false},
    {"stop", true, NEED_KEY, post_stop, NULL, false},
    {"review", true, NEED_OPEN, post_review, "a game is reviewed when it is over", false},
    {"review_stop", true, NEED_KEY, post_review_stop, NULL, false},
    {"close", true, NEED_ANY_KEY, NULL, NULL, true},
};

static const Route *find_route(const char *name, bool post)
{
    for (size_t i = 0; i < sizeof ROUTES / sizeof ROUTES[0]; i++) {
        if (ROUTES[i].post == post && strcmp(ROUTES[i].name, name) == 0) {
            return &ROUTES[i];
        }
    }
    return NULL;
}

/* Whether whoever asks may; false after failing the call. */
static bool may_ask(Call *call, const ServerGame *game, Seat viewer, const Route *route)
{
    const bool open = server_game_is_open(game);
    const enum need need = route != NULL ? route->need : NEED_KEY;
    if (viewer == SEAT_NONE || (viewer == SEAT_BOTH && !open && need != NEED_ANY_KEY)) {
        call_fail(call, MHD_HTTP_FORBIDDEN, "that is no key of this game");
    } else if (route == NULL) {
        call_fail(call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    } else if (game->puzzle != NULL && !route->puzzle) {
        call_fail(call, MHD_HTTP_FORBIDDEN,
                  "this is a puzzle: there is a move to be found, and nothing else to do");
    } else if (need == NEED_OPEN && !open) {
        call_fail(call, MHD_HTTP_FORBIDDEN, route->closed);
    } else {
        return true;
    }
    return false;
}

static void answer_game(Call *call, ServerGame *game, Seat viewer, const Route *route)
{
    JsonDoc doc;
    if (!call->post) {
        route->answer(&(Ask){call, game, viewer, NULL});
    } else if (call_body(call, &doc)) {
        const JsonNode root = json_root(&doc);
        route->answer(&(Ask){call, game, viewer, &root});
        json_release(&doc);
    }
}

/* Nobody is to take the game up again; its record, if it is kept, stays. */
static void close_for_good(Call *call, ServerGame *game)
{
    Server *server = call->server;
    char id[SERVER_KEY_BYTES];
    memcpy(id, game->id, sizeof id);
    server_game_close(&server->games, game);
    if (server->games.shelf != NULL) {
        server_shelf_retire(server->games.shelf, id);
    }
    call_good(call);
}

/* The game that was loaded for this request, locked; NULL after failing the call. */
static ServerGame *take_loaded(Call *call, const char *id)
{
    ServerGames *games = &call->server->games;
    Err err;
    bool full = false;
    err_clear(&err);
    ServerGame *game = server_load_take(&call->request->load, &err);
    if (game != NULL && server_game_enter(games, game, &full, &err)) {
        return server_game_find(games, id);
    }
    call_fail_err(call, full ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_NOT_FOUND, &err);
    return NULL;
}

/* The game, locked; NULL after failing the call or putting it to sleep: a game that stands on the shelf only
 * is played through by another thread first, which may take seconds. */
static ServerGame *find_game(Call *call, const char *id)
{
    Server *server = call->server;
    ServerLoad *load = &call->request->load;
    ServerGame *game = server_game_find(&server->games, id);
    if (game != NULL) {
        return game;
    }
    if (server_load_begun(load)) {
        return take_loaded(call, id);
    }
    if (server->games.shelf == NULL || !server_shelf_has(server->games.shelf, id)) {
        call_fail(call, MHD_HTTP_NOT_FOUND, "there is no such game");
    } else if (server_load_begin(&server->loader, load, NULL, id, call->connection)) {
        call->waits = true;
    } else {
        call_fail(call, MHD_HTTP_SERVICE_UNAVAILABLE, "too many games are being loaded: try again");
    }
    return NULL;
}

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

static void route_game(Call *call, const char *rest)
{
    char id[SERVER_KEY_BYTES];
    const char *what = NULL;
    const char *key = call_parameter(call, "key");
    if (!split_game(rest, id, &what)) {
        call_fail(call, MHD_HTTP_NOT_FOUND, "there is no such game");
        return;
    }
    ServerGame *game = find_game(call, id);
    if (game == NULL) {
        return;
    }
    const Seat viewer = key != NULL ? server_game_seat(game, key) : SEAT_NONE;
    const Route *route = find_route(what, call->post);
    const bool may = may_ask(call, game, viewer, route);
    if (may && route->answer == NULL) {
        server_game_leave(game);
        close_for_good(call, game);
        return;
    }
    if (may) {
        answer_game(call, game, viewer, route);
    }
    server_game_leave(game);
}

void server_route(Call *call, const char *rest)
{
    if (strncmp(rest, "games/", 6) == 0) {
        route_game(call, rest + 6);
    } else if (call->post && strcmp(rest, "games") == 0) {
        server_post_games(call);
    } else if (strcmp(rest, "puzzles") == 0) {
        (call->post ? server_post_puzzles : server_get_puzzles)(call);
    } else if (call->post && strcmp(rest, "load") == 0) {
        server_post_load(call);
    } else if (!call->post && strcmp(rest, "scenarios") == 0) {
        server_catalogue_write(&call->out);
    } else {
        call_fail(call, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
    }
}

/* test_server_puzzles.c: puzzles and openings over the web server: what is told, what is not. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/puzzles/puzzle.h"
#include "play/server/server.h"
#include "tests/support/client.h"
#include "tests/support/support.h"

#define FIRST "{\"game\":\"toy\",\"set\":\"plain\",\"number\":1}"

static const char SHIPPED[] = "tests/scenarios/toy/puzzles/plain.json";

/* Opens a puzzle; its id and the key of its seat. */
static ClientGame open_puzzle(uint16_t port, Seat seat)
{
    ClientAnswer answer;
    ClientGame made = {0};
    client_request(port, "POST", "/api/puzzles", FIRST, &answer);
    cr_assert_eq(answer.status, 201, "%s", answer.body);
    cJSON *json = cJSON_Parse(answer.body);
    const cJSON *keys = cJSON_GetObjectItem(json, "keys");
    (void)snprintf(made.id, sizeof made.id, "%s", client_text_of(json, "id"));
    (void)snprintf(made.key[seat], sizeof made.key[seat], "%s", client_text_of(keys, seat_name(seat)));
    (void)snprintf(made.key[2], sizeof made.key[2], "%s", client_text_of(keys, "both"));
    cr_expect_str_eq(client_text_of(keys, seat_name(seat_other(seat))), "", "nobody sits on the other side");
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    return made;
}

static void expect_status(uint16_t port, const ClientGame *made, const char *key, bool post, const char *what,
                          int status)
{
    char path[256];
    client_path_of(made, what, key, path);
    client_expect(port, post ? "POST" : "GET", path, post ? "{}" : "", status);
}

/* Tries a move; what is said of it. The caller deletes the state. */
static cJSON *try_move(uint16_t port, const ClientGame *made, const char *key, const char *move, uint32_t ply,
                       const cJSON **answer)
{
    char path[256];
    char body[300];
    ClientAnswer got;
    client_path_of(made, "move", key, path);
    (void)snprintf(body, sizeof body, "{\"move\":\"%s\",\"ply\":%u}", move, ply);
    client_request(port, "POST", path, body, &got);
    cr_assert_eq(got.status, 200, "%s", got.body);
    cJSON *state = cJSON_Parse(got.body);
    *answer = cJSON_GetObjectItem(cJSON_GetObjectItem(state, "puzzle"), "answer");
    strbuf_release(&got.text);
    return state;
}

Test(server_puzzles, a_puzzle_is_told_judged_and_gives_nothing_away)
{
    PuzzleSet set;
    Err err;
    err_clear(&err);
    Server *server = client_start();
    const uint16_t port = server_port(server);
    cr_assert(puzzle_set_read(&set, SHIPPED, &err), "%s", err.message);
    const Puzzle *puzzle = &set.puzzles[0];
    const ClientGame made = open_puzzle(port, puzzle->seat);
    const char *key = made.key[puzzle->seat];
    cJSON *state = client_get_json(port, &made, "state", key);
    const cJSON *told = cJSON_GetObjectItem(state, "puzzle");
    cr_expect(cJSON_IsNull(cJSON_GetObjectItem(told, "answer")), "nothing before a move is tried");
    cr_expect_eq(cJSON_GetObjectItem(state, "ply")->valuedouble, puzzle->plies);
    cr_expect_eq((uint32_t)cJSON_GetArraySize(cJSON_GetObjectItem(state, "choices")), puzzle->move_count);
    cr_expect_str_eq(client_text_of(state, "you"), seat_name(puzzle->seat));
    char *text = cJSON_PrintUnformatted(state);
    cr_expect(strstr(text, "win_probability") == NULL && strstr(text, puzzle->why[0]) == NULL);
    free(text);
    cJSON_Delete(state);
    /* who asks for more than the seat knows is refused */
    static const char *const gets[] = {"record", "step", "chart", "review"};
    static const char *const posts[] = {"undo",     "take_back", "resign", "swap",   "seat",
                                        "settings", "hint",      "stop",   "review", "review_stop"};
    for (size_t i = 0; i < sizeof gets / sizeof gets[0]; i++) {
        expect_status(port, &made, key, false, gets[i], 403);
        expect_status(port, &made, made.key[2], false, gets[i], 403);
    }
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        expect_status(port, &made, key, true, posts[i], 403);
    }
    expect_status(port, &made, made.key[2], false, "state", 403);
    expect_status(port, &made, key, false, "log", 200);
    /* a wrong move, then the right one */
    const PuzzleMove *worst = &puzzle->moves[puzzle->move_count - 1U];
    const cJSON *answer = NULL;
    state = try_move(port, &made, key, worst->move, puzzle->plies, &answer);
    cr_expect(cJSON_IsFalse(cJSON_GetObjectItem(answer, "right")));
    cr_expect_str_eq(client_text_of(answer, "best"), puzzle->solution);
    cr_expect_float_eq(cJSON_GetObjectItem(answer, "win")->valuedouble, worst->win, 1e-9);
    cr_expect_eq(cJSON_GetObjectItem(state, "ply")->valuedouble, puzzle->plies, "judged, not played");
    cJSON_Delete(state);
    state = try_move(port, &made, key, puzzle->solution, puzzle->plies, &answer);
    cr_expect(cJSON_IsTrue(cJSON_GetObjectItem(answer, "right")));
    cJSON_Delete(state);
    expect_status(port, &made, key, true, "close", 200);
    expect_status(port, &made, key, false, "state", 404);
    puzzle_set_release(&set);
    server_stop(server);
}

Test(server_puzzles, only_what_is_listed_can_be_opened)
{
    static const struct {
        int status;
        const char *body;
    } wishes[] = {
        {404, "{\"game\":\"toy\",\"set\":\"none\",\"number\":1}"},
        {404, "{\"game\":\"none\",\"set\":\"plain\",\"number\":1}"},
        {404, "{\"game\":\"toy\",\"set\":\"../plain\",\"number\":1}"},
        {404, "{\"game\":\"toy\",\"set\":\"../puzzles/plain\",\"number\":1}"},
        {404, "{\"game\":\"toy\",\"set\":\"\",\"number\":1}"},
        {422, "{\"game\":\"toy\",\"set\":\"plain\",\"number\":400}"},
        {400, "{\"game\":\"toy\",\"set\":\"plain\",\"number\":0}"},
        {400, "{\"game\":\"toy\",\"set\":\"plain\"}"},
        {400, "{\"game\":\"toy\",\"set\":\"plain\",\"number\":1,\"file\":\"x\"}"},
    };
    Server *server = client_start();
    const uint16_t port = server_port(server);
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        client_expect(port, "POST", "/api/puzzles", wishes[i].body, wishes[i].status);
    }
    ClientAnswer answer;
    client_request(port, "GET", "/api/puzzles", "", &answer);
    cr_assert_eq(answer.status, 200);
    cr_expect(strstr(answer.body, "\"set\":\"plain\"") != NULL, "%s", answer.body);
    cr_expect(strstr(answer.body, "solution") == NULL && strstr(answer.body, "record") == NULL);
    strbuf_release(&answer.text);
    server_stop(server);
}

Test(server_puzzles, openings_are_told_of_the_very_scenario_that_is_played)
{
    static const struct {
        const char *wish;
        bool known;
    } games[] = {
        {"{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"random\",\"seed\":\"5\"}", true},
        {"{\"scenario\":\"toy/short\",\"french\":\"human\",\"coalition\":\"random\",\"seed\":\"5\"}", false},
        {"{\"scenario\":\"toy/"
         "plain\",\"french\":\"human\",\"coalition\":\"random\",\"seed\":\"5\",\"overrides\":["
         "\"setup.last_year=1804\"]}",
         false},
    };
    Server *server = client_start();
    const uint16_t port = server_port(server);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const ClientGame made = client_make_game(port, games[i].wish);
        cJSON *openings = client_get_json(port, &made, "openings", made.key[0]);
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(openings, "seats")), games[i].known ? 2 : 0, "%s",
                     games[i].wish);
        cr_expect_eq(client_text_of(openings, "reason")[0] == '\0', games[i].known);
        cJSON_Delete(openings);
    }
    server_stop(server);
}

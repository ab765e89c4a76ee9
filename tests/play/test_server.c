/* test_server.c: the web server under hostile and under honest requests, over real sockets. */
#include <arpa/inet.h>
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "ai/clock.h"
#include "engine/rng.h"
#include "engine/strbuf.h"
#include "play/server/server.h"
#include "play/server/web_files.h"
#include "play/session/session.h"
#include "tests/support/client.h"
#include "tests/support/support.h"

#define TWO_PEOPLE "{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"5\"}"
/* A seat decides ten times before the other. */
#define TWO_PEOPLE_LONGER                                                                                    \
    "{\"scenario\":\"toy/wide\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"5\"}"
#define AGAINST_RANDOM                                                                                       \
    "{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"random\",\"seed\":\"5\"}"

/* ---- who may ask for what ---- */

Test(server, files_and_nothing_else)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    static const char *const found[] = {"/", "/shell/index.html", "/shell/app.js", "/shell/style.css",
                                        "/shell/icon.svg"};
    static const char *const missing[] = {"/etc/passwd",
                                          "/../../etc/passwd",
                                          "/%2e%2e/%2e%2e/etc/passwd",
                                          "/..%2f..%2fetc%2fpasswd",
                                          "//",
                                          "/app.js",
                                          "/shell",
                                          "/shell/",
                                          "/shell/app.js/",
                                          "/shell/../shell/app.js",
                                          "/play/web/shell/app.js",
                                          "/shell/app.js%00.html",
                                          "/api",
                                          "/api/",
                                          "/api/none"};
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        client_expect(port, "GET", found[i], "", 200);
    }
    size_t count = 0;
    const WebFile *files = web_files(&count);
    cr_assert_gt(count, sizeof found / sizeof found[0]);
    for (size_t i = 0; i < count; i++) { /* of all games */
        client_expect(port, "GET", files[i].path, "", 200);
    }
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        client_expect(port, "GET", missing[i], "", 404);
    }
    ClientAnswer answer;
    client_request(port, "GET", "/", "", &answer);
    cr_expect_not_null(strstr(answer.text.text, "Content-Security-Policy: default-src 'none'"));
    cr_expect_not_null(strstr(answer.text.text, "nosniff"));
    strbuf_release(&answer.text);
    client_expect(port, "GET", "/api/scenarios", "", 200);
    server_stop(server);
}

Test(server, other_hosts_and_other_sites_are_refused)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    char ours[128];
    char headers[512];
    (void)snprintf(ours, sizeof ours, "Host: localhost:%u\r\n", port);
    client_expect_with(port, "GET", "/", ours, "", 200);
    client_expect_with(port, "GET", "/", "Host: evil.example\r\n", "", 421);
    client_expect_with(port, "GET", "/", "Host: 127.0.0.1:1\r\n", "", 421);
    client_expect_with(port, "GET", "/", "Host: 127.0.0.1\r\n", "", 421);
    client_expect_with(port, "GET", "/", "Host: \r\n", "", 421);
    (void)snprintf(headers, sizeof headers, "Host: 127.0.0.1.evil.example:%u\r\n", port);
    client_expect_with(port, "GET", "/api/scenarios", headers, "", 421);
    const char *const site = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    (void)snprintf(headers, sizeof headers, "%s%s", ours, site);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 403); /* without our header */
    (void)snprintf(headers, sizeof headers, "%s%sX-Marshal: 1\r\nOrigin: http://evil.example\r\n", ours,
                   site);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 403);
    (void)snprintf(headers, sizeof headers, "%s%sX-Marshal: 1\r\nOrigin: null\r\n", ours, site);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 403);
    (void)snprintf(headers, sizeof headers, "%s%sX-Marshal: 1\r\nSec-Fetch-Site: cross-site\r\n", ours, site);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 403);
    (void)snprintf(headers, sizeof headers, "%sOrigin: http://evil.example\r\n", ours);
    client_expect_with(port, "GET", "/api/scenarios", headers, "", 403);
    (void)snprintf(headers, sizeof headers, "%s%sX-Marshal: 1\r\nOrigin: http://localhost:%u\r\n", ours, site,
                   port);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 422); /* ours: heard, but not enough said */
    server_stop(server);
}

Test(server, beyond_loopback_a_token_is_wanted)
{
    Err err;
    err_clear(&err);
    Server *server = server_start(&(ServerSetup){"0.0.0.0", 0, NULL}, &err);
    cr_assert_not_null(server, "%s", err.message);
    const uint16_t port = server_port(server);
    char headers[256];
    cr_expect_eq(strlen(server_token(server)), 32);
    client_expect(port, "GET", "/", "", 200);
    client_expect(port, "GET", "/api/scenarios", "", 401);
    client_expect(port, "POST", "/api/games", TWO_PEOPLE, 401);
    (void)snprintf(headers, sizeof headers, "Host: 127.0.0.1:%u\r\nX-Marshal-Token: %s\r\n", port,
                   server_token(server));
    client_expect_with(port, "GET", "/api/scenarios", headers, "", 200);
    headers[strlen(headers) - 3] ^= 1;
    client_expect_with(port, "GET", "/api/scenarios", headers, "", 401);
    server_stop(server);
    cr_expect_null(server_start(&(ServerSetup){"not an address", 0, NULL}, &err));
}

/* ---- malformed requests ---- */

Test(server, malformed_and_oversized_requests)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    char headers[256];
    const char *const common = "Content-Type: application/json\r\nX-Marshal: 1\r\n";
    (void)snprintf(headers, sizeof headers, "Host: 127.0.0.1:%u\r\n%sContent-Length: 10000000\r\n", port,
                   common);
    client_expect_with(port, "POST", "/api/games", headers, "", 413);
    (void)snprintf(headers, sizeof headers,
                   "Host: 127.0.0.1:%u\r\n%sContent-Length: 99999999999999999999999\r\n", port, common);
    ClientAnswer answer;
    client_request_with(port, "POST", "/api/games", headers, "", &answer);
    cr_expect(answer.status == 413 || answer.status == 400, "%d", answer.status);
    strbuf_release(&answer.text);
    (void)snprintf(headers, sizeof headers, "Host: 127.0.0.1:%u\r\n%sTransfer-Encoding: chunked\r\n", port,
                   common);
    client_expect_with(port, "POST", "/api/games", headers, "2\r\n{}\r\n0\r\n\r\n", 411);
    (void)snprintf(headers, sizeof headers,
                   "Host: 127.0.0.1:%u\r\nContent-Type: text/plain\r\nX-Marshal: 1\r\nContent-Length: 2\r\n",
                   port);
    client_expect_with(port, "POST", "/api/games", headers, "{}", 415);
    client_expect(port, "PUT", "/api/games", "", 405);
    client_expect(port, "DELETE", "/", "", 405);
    client_expect(port, "OPTIONS", "/api/games", "", 405);
    StrBuf path;
    strbuf_init(&path);
    strbuf_add(&path, "/");
    for (int i = 0; i < 2000; i++) {
        strbuf_add(&path, "x");
    }
    client_expect(port, "GET", path.text, "", 414);
    for (int i = 0; i < 60000; i++) {
        strbuf_add(&path, "x");
    }
    client_request(port, "GET", path.text, "", &answer);
    cr_expect(answer.status == 414 || answer.status == 431 || answer.status == 0, "%d", answer.status);
    strbuf_release(&answer.text);
    strbuf_release(&path);
    client_expect(port, "GET", "/", "", 200);
    server_stop(server);
}

Test(server, bad_wishes)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    static const struct {
        const char *body;
        int status;
    } wishes[] = {
        {"", 400},
        {"{", 400},
        {"[]", 400},
        {"7", 400},
        {"{}", 422},
        {"{\"scenario\":\"toy/plain\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"scenario\":\"toy/plain\"}", 400},
        {"{\"scenario\":\"../../../etc/passwd\",\"french\":\"human\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"tests/scenarios/toy/plain.json\",\"french\":\"human\",\"coalition\":\"human\"}",
         422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"exec:touch x\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"heuristic:strategy=/etc/passwd\",\"coalition\":\"human\"}",
         422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"mcts:sims=999999999\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"mcts:time=1e9\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"mcts:sims=10,threads=64\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"mcts:sims=10,memory=100000\",\"coalition\":\"human\"}",
         422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"level:99\",\"coalition\":\"human\"}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"-1\"}", 422},
        {"{\"scenario\":\"toy/"
         "plain\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"99999999999999999999\"}",
         422},
        {"{\"scenario\":\"toy/"
         "plain\",\"french\":\"human\",\"coalition\":\"human\",\"overrides\":[\"setup.frogs=1\"]}",
         422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"overrides\":[7]}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"frogs\":1}", 422},
        {"{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"pace_ms\":-5}", 422},
    };
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        client_expect(port, "POST", "/api/games", wishes[i].body, wishes[i].status);
    }
    client_expect(port, "POST", "/api/load", "", 422);
    client_expect(port, "POST", "/api/load", "{}", 422);
    client_expect(
        port, "POST", "/api/load",
        "{\"schema\":\"marshal/record/1\",\"game\":\"toy\",\"scenario\":\"/etc/passwd\",\"dice\":[]}", 422);
    server_stop(server);
}

Test(server, garbage_does_not_end_it)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    Rng rng = rng_derive(1, RNG_PURPOSE_FUZZ, 0);
    const ClientGame made = client_make_game(port, TWO_PEOPLE);
    char good[1024];
    (void)snprintf(
        good, sizeof good,
        "POST /api/games/%s/move?key=%s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nX-Marshal: 1\r\nContent-Type: "
        "application/json\r\nConnection: close\r\nContent-Length: "
        "42\r\n\r\n{\"move\":\"pass\",\"ply\":0}                   ",
        made.id, made.key[0], port);
    const int rounds = support_short() ? 60 : 300;
    for (int i = 0; i < rounds; i++) {
        char bytes[1024];
        memcpy(bytes, good, sizeof bytes);
        const size_t length = strlen(good);
        for (uint32_t k = rng_bounded(&rng, 8) + 1; k > 0; k--) {
            bytes[rng_bounded(&rng, (uint32_t)length)] = (char)rng_bounded(&rng, 256);
        }
        const int fd = client_open_socket(port);
        (void)send(fd, bytes, i % 3 == 0 ? rng_bounded(&rng, (uint32_t)length) : length, MSG_NOSIGNAL);
        (void)close(fd); /* without waiting for the answer */
    }
    client_expect(port, "GET", "/", "", 200);
    server_stop(server);
}

/* Seconds after which the server closes a connection that says nothing: whoever waits for that has waited in
 * vain. */
static const double GIVEN_UP = 15.0;

/* Seconds that a request took. */
static double timed(uint16_t port, const char *method, const char *path, const char *body)
{
    const double begun = clock_seconds();
    client_expect(port, method, path, body, 200);
    return clock_seconds() - begun;
}

Test(server, dawdlers_do_not_keep_others_waiting)
{
    enum { DAWDLERS = 60 };
    Server *server = client_start();
    const uint16_t port = server_port(server);
    int sockets[DAWDLERS];
    for (int i = 0; i < DAWDLERS; i++) {
        sockets[i] = client_open_socket(port);
        (void)send(sockets[i], "POST /api/games HTTP/1.1\r\nHost:", 31, MSG_NOSIGNAL);
    }
    cr_expect_lt(timed(port, "GET", "/api/scenarios", ""), GIVEN_UP / 2);
    for (int i = 0; i < DAWDLERS; i++) {
        (void)close(sockets[i]);
    }
    server_stop(server);
}

/* As many idle connections as the process may have: whoever comes gets an answer at once, and so does the one
 * whose request is being carried out. */
Test(server, idle_connections_give_way)
{
    enum { IDLE = 400 };
    Server *server = client_start();
    const uint16_t port = server_port(server);
    static int sockets[IDLE];
    for (int i = 0; i < IDLE; i++) {
        sockets[i] = client_open_socket(port);
        if (i % 40 == 39) {
            const double taken = timed(port, "GET", "/api/scenarios", "");
            cr_expect_lt(taken, GIVEN_UP / 2, "with %d idle connections: %.2f s", i + 1, taken);
        }
    }
    char byte = 0;
    cr_expect_eq(recv(sockets[0], &byte, 1, MSG_DONTWAIT), 0, "the one that was idle for longest is closed");
    cr_expect_lt(recv(sockets[IDLE - 1], &byte, 1, MSG_DONTWAIT), 0, "the last one is not");
    for (int i = 0; i < IDLE; i++) {
        (void)close(sockets[i]);
    }
    server_stop(server);
}

/* ---- games and keys ---- */

Test(server, keys_open_their_own_game_and_seat_only)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame a = client_make_game(port, AGAINST_RANDOM);
    const ClientGame b = client_make_game(port, TWO_PEOPLE_LONGER);
    char path[256];
    cr_expect_str_eq(a.key[1], "", "a machine's seat has no key");
    client_path_of(&a, "state", a.key[0], path);
    client_expect(port, "GET", path, "", 200);
    client_path_of(&a, "state", b.key[0], path); /* another game's key */
    client_expect(port, "GET", path, "", 403);
    client_path_of(&a, "state", a.key[2], path); /* watching while somebody plays */
    client_expect(port, "GET", path, "", 403);
    client_path_of(&a, "state", "", path);
    client_expect(port, "GET", path, "", 403);
    client_path_of(&a, "step?ply=0", a.key[0], path);
    client_expect(port, "GET", path, "", 403);
    client_path_of(&a, "chart", a.key[0], path);
    client_expect(port, "GET", path, "", 403);
    (void)snprintf(path, sizeof path, "/api/games/%s/state", a.id);
    client_expect(port, "GET", path, "", 403);
    (void)snprintf(path, sizeof path, "/api/games/00000000000000000000000000000000/state?key=%s", a.key[0]);
    client_expect(port, "GET", path, "", 404);
    (void)snprintf(path, sizeof path, "/api/games/short/state?key=%s", a.key[0]);
    client_expect(port, "GET", path, "", 404);
    client_path_of(&a, "none", a.key[0], path);
    client_expect(port, "GET", path, "", 404);
    client_expect(port, "POST", path, "{}", 404);
    /* decisions: the French are to choose who begins */
    client_path_of(&b, "move", b.key[1], path);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 403);
    client_path_of(&b, "move", b.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":3}", 409);
    client_expect(port, "POST", path, "{\"move\":\"frogs\",\"ply\":0}", 422);
    client_expect(port, "POST", path, "{\"move\":\"keep\",\"ply\":0}", 422);
    client_expect(port, "POST", path, "{\"move\":7,\"ply\":0}", 400);
    client_expect(port, "POST", path, "{\"ply\":0}", 400);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 200);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 409);
    client_path_of(&b, "hint", b.key[1], path);
    client_expect(port, "POST", path, "{}", 403);
    /* a person must not take over the machine's seat to look at its hand */
    client_path_of(&a, "seat", a.key[0], path);
    client_expect(port, "POST", path, "{\"seat\":\"coalition\",\"policy\":\"human\"}", 403);
    client_expect(port, "POST", path, "{\"seat\":\"coalition\",\"policy\":\"exec:x\"}", 400);
    client_expect(port, "POST", path, "{\"seat\":\"coalition\",\"policy\":\"level:1\"}", 200);
    client_path_of(&b, "seat", b.key[0], path);
    client_expect(port, "POST", path, "{\"seat\":\"coalition\",\"policy\":\"random\"}", 403);
    /* nor be told the other's key when a seat changes hands */
    client_path_of(&b, "swap", b.key[1], path);
    client_expect(port, "POST", path, "{}", 409);
    client_path_of(&b, "seat", b.key[1], path);
    ClientAnswer answer;
    client_request(port, "POST", path, "{\"seat\":\"coalition\",\"policy\":\"human\"}", &answer);
    cr_expect_eq(answer.status, 200);
    cr_expect_not_null(strstr(answer.body, b.key[1]));
    cr_expect_null(strstr(answer.body, b.key[0]), "%s", answer.body);
    cr_expect_null(strstr(answer.body, "\"french\""), "%s", answer.body);
    strbuf_release(&answer.text);
    /* who changes sides with a machine gets the new key, and the old one opens nothing more */
    client_path_of(&a, "swap", a.key[0], path);
    client_request(port, "POST", path, "{}", &answer);
    cr_expect_eq(answer.status, 200);
    cJSON *json = cJSON_Parse(answer.body);
    ClientGame swapped = a;
    (void)snprintf(swapped.key[1], sizeof swapped.key[1], "%s",
                   client_text_of(cJSON_GetObjectItemCaseSensitive(json, "keys"), "coalition"));
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    client_expect(port, "POST", path, "{}", 403);
    client_path_of(&swapped, "state", swapped.key[1], path);
    client_expect(port, "GET", path, "", 200);
    client_path_of(&swapped, "close", swapped.key[1], path);
    client_expect(port, "POST", path, "{}", 200);
    client_path_of(&swapped, "state", swapped.key[1], path);
    client_expect(port, "GET", path, "", 404);
    server_stop(server);
}

/* Numbers in hands: each seat is shown its own and not the other's, and the log tells as little. */
static void expect_no_leak(uint16_t port, const ClientGame *made, cJSON *views[2])
{
    for (int seat = 0; seat < 2; seat++) {
        const cJSON *hand = cJSON_GetObjectItemCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(views[seat], "position"), "hand");
        cr_expect_gt(cJSON_GetArrayItem(hand, seat)->valuedouble, 0.0);
        cr_expect_eq(cJSON_GetArrayItem(hand, 1 - seat)->valuedouble, 0.0);
        cJSON *log = client_get_json(port, made, "log?first=0&last=0", made->key[seat]);
        char *text = cJSON_PrintUnformatted(log);
        cr_expect_not_null(
            strstr(text, seat == 0 ? "The Smiths are dealt the number" : "The Bakers are dealt the number"),
            "%s", text);
        cr_expect_not_null(
            strstr(text, seat == 0 ? "The Bakers are dealt a number" : "The Smiths are dealt a number"), "%s",
            text);
        free(text);
        cJSON_Delete(log);
    }
}

Test(server, no_answer_tells_a_seat_what_the_other_holds)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, TWO_PEOPLE);
    Rng rng = rng_derive(4, RNG_PURPOSE_FUZZ, 0);
    for (bool over = false; !over;) {
        cJSON *views[2] = {client_get_json(port, &made, "state", made.key[0]),
                           client_get_json(port, &made, "state", made.key[1])};
        const int actor = strcmp(client_text_of(views[0], "actor"), "french") == 0 ? 0 : 1;
        const cJSON *choices = cJSON_GetObjectItemCaseSensitive(views[actor], "choices");
        const int count = cJSON_GetArraySize(choices);
        over = count == 0;
        if (!over) {
            char path[256];
            char body[256];
            expect_no_leak(port, &made, views);
            cr_expect_null(cJSON_GetObjectItemCaseSensitive(views[1 - actor], "choices"),
                           "choices are the actor's own affair");
            cr_expect(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(views[0], "seed")));
            const cJSON *one = cJSON_GetArrayItem(choices, (int)rng_bounded(&rng, (uint32_t)count));
            client_path_of(&made, "move", made.key[actor], path);
            (void)snprintf(body, sizeof body, "{\"move\":\"%s\",\"ply\":%d}", client_text_of(one, "move"),
                           (int)cJSON_GetObjectItemCaseSensitive(views[actor], "ply")->valuedouble);
            client_expect(port, "POST", path, body, 200);
        }
        cJSON_Delete(views[0]);
        cJSON_Delete(views[1]);
    }
    server_stop(server);
}

/* The record of a game; the caller releases its text. */
static void get_record(uint16_t port, const ClientGame *made, ClientAnswer *record)
{
    char path[256];
    client_path_of(made, "record", made->key[0], path);
    client_request(port, "GET", path, "", record);
}

Test(server, a_machine_plays_on_in_a_game_that_is_loaded)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, AGAINST_RANDOM);
    ClientAnswer record;
    ClientAnswer answer;
    get_record(port, &made, &record);
    client_request(port, "POST", "/api/load", record.body, &answer);
    cr_expect_eq(answer.status, 201, "%s", answer.body);
    cr_expect_not_null(strstr(answer.body, "\"french\""));
    cr_expect_null(strstr(answer.body, "\"coalition\""), "no key to the machine's hand: %s", answer.body);
    strbuf_release(&answer.text);
    strbuf_release(&record.text);
    server_stop(server);
}

/* Winning chances are on in a game that is loaded if the page asks for them, and are then reckoned. */
Test(server, a_game_is_loaded_with_its_chances)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, AGAINST_RANDOM);
    char path[256];
    ClientAnswer record;
    get_record(port, &made, &record);
    for (int bar = 0; bar < 2; bar++) {
        ClientAnswer answer;
        ClientGame loaded = {0};
        (void)snprintf(path, sizeof path, "/api/load?bar=%d", bar);
        client_request(port, "POST", path, record.body, &answer);
        cr_assert_eq(answer.status, 201, "%s", answer.body);
        cJSON *keys = cJSON_Parse(answer.body);
        (void)snprintf(loaded.id, sizeof loaded.id, "%s", client_text_of(keys, "id"));
        cJSON *state = client_get_json(
            port, &loaded, "state", client_text_of(cJSON_GetObjectItemCaseSensitive(keys, "keys"), "french"));
        cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(state, "bar")), bar);
        cJSON_Delete(state);
        cJSON_Delete(keys);
        strbuf_release(&answer.text);
    }
    strbuf_release(&record.text);
    server_stop(server);
}

Test(server, a_record_goes_out_and_comes_in)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, TWO_PEOPLE);
    char path[256];
    ClientAnswer record;
    ClientAnswer answer;
    client_path_of(&made, "move", made.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 200);
    get_record(port, &made, &record);
    cr_assert_eq(record.status, 200);
    client_request(port, "POST", "/api/load", record.body, &answer);
    cr_expect_eq(answer.status, 201, "%s", answer.body);
    strbuf_release(&answer.text);
    client_request(port, "POST", "/api/load?review=1", record.body, &answer);
    cr_expect_eq(answer.status, 201, "%s", answer.body);
    cr_expect_null(strstr(answer.body, "french"), "nobody plays in a review");
    strbuf_release(&answer.text);
    char *damaged = strstr(record.text.text, "\"pass\"") + 1;
    damaged[0] = 'X';
    client_request(port, "POST", "/api/load", record.body, &answer);
    cr_expect_eq(answer.status, 422);
    cr_expect_not_null(strstr(answer.body, "record:2"), "%s", answer.body);
    strbuf_release(&answer.text);
    strbuf_release(&record.text);
    server_stop(server);
}

/* ---- reviews ---- */

/* Waits until the review of a game is over; its state then. */
static void await_review(uint16_t port, const ClientGame *made, char state[16])
{
    const struct timespec nap = {0, 20000000};
    (void)snprintf(state, 16, "running");
    for (int i = 0; i < 6000 && strcmp(state, "running") == 0; i++) {
        cJSON *json = client_get_json(port, made, "review", made->key[2]);
        (void)snprintf(state, 16, "%s", client_text_of(json, "state"));
        cJSON_Delete(json);
        (void)nanosleep(&nap, NULL);
    }
}

/* A record with the first decision of a game. */
static ClientGame load_for_review(uint16_t port)
{
    const ClientGame played = client_make_game(port, TWO_PEOPLE);
    ClientGame made;
    char path[256];
    ClientAnswer record;
    ClientAnswer answer;
    memset(&made, 0, sizeof made);
    client_path_of(&played, "move", played.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 200);
    get_record(port, &played, &record);
    client_request(port, "POST", "/api/load?review=1", record.body, &answer);
    cr_assert_eq(answer.status, 201, "%s", answer.body);
    cJSON *json = cJSON_Parse(answer.body);
    (void)snprintf(made.id, sizeof made.id, "%s", client_text_of(json, "id"));
    (void)snprintf(made.key[2], sizeof made.key[2], "%s",
                   client_text_of(cJSON_GetObjectItemCaseSensitive(json, "keys"), "both"));
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    strbuf_release(&record.text);
    return made;
}

Test(server, a_record_is_judged_by_searching)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = load_for_review(port);
    char path[256];
    char state[16];
    client_path_of(&made, "review", made.key[2], path);
    client_expect(port, "POST", path, "{\"sims\":0}", 400);
    client_expect(port, "POST", path, "{\"sims\":20001}", 400);
    client_expect(port, "POST", path, "{\"frogs\":1}", 400);
    client_expect(port, "POST", path, "{\"sims\":20}", 200);
    await_review(port, &made, state);
    cr_expect_str_eq(state, "done");
    cJSON *json = client_get_json(port, &made, "review", made.key[2]);
    const cJSON *report = cJSON_GetObjectItemCaseSensitive(json, "report");
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(report, "decisions"), 0);
    cr_expect_str_eq(client_text_of(first, "played"), "pass");
    cr_expect_str_eq(client_text_of(cJSON_GetObjectItemCaseSensitive(report, "french"), "policy"), "human",
                     "as the record says");
    cJSON_Delete(json);
    server_stop(server);
}

Test(server, a_review_is_stopped_and_begun_again_and_cut_off)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = load_for_review(port);
    char path[256];
    char state[16];
    client_path_of(&made, "review", made.key[2], path);
    client_expect(port, "POST", path, "{\"sims\":20000}", 200);
    client_expect(port, "POST", path, "{\"sims\":20000}", 200); /* from the beginning */
    client_path_of(&made, "review_stop", made.key[2], path);
    client_expect(port, "POST", path, "{}", 200);
    await_review(port, &made, state);
    cr_expect_str_eq(state, "done");
    client_path_of(&made, "review", made.key[2], path);
    client_expect(port, "POST", path, "{\"sims\":20000}", 200);
    client_path_of(&made, "close", made.key[2], path);
    client_expect(port, "POST", path, "{}", 200); /* does not wait for the end of it */
    server_stop(server);
}

Test(server, a_game_in_play_is_not_reviewed)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, AGAINST_RANDOM);
    char path[256];
    client_path_of(&made, "review", made.key[0], path);
    client_expect(port, "GET", path, "", 403);
    client_expect(port, "POST", path, "{\"sims\":20}", 403);
    server_stop(server);
}

/* Steps are taken back while chances are being reckoned: the thinker lets go of the game at once, though it
 * has something to reckon at every moment. How often it was told to stop can be read off the version. */
Test(server, undo_need_not_wait_for_the_chances)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(port, "{\"scenario\":\"toy/wide\",\"french\":\"human\","
                                                   "\"coalition\":\"human\",\"seed\":\"5\",\"bar\":true}");
    enum { ROUNDS = 20, CHANGES = 3 }; /* of the version in a round: a move, an undo, a stop */
    for (int i = 0; i < ROUNDS; i++) {
        static const char *const what[] = {"move", "hint", "undo"};
        for (size_t k = 0; k < sizeof what / sizeof what[0]; k++) {
            char path[256];
            client_path_of(&made, what[k], made.key[0], path);
            client_expect(port, "POST", path, k == 0 ? "{\"move\":\"pass\",\"ply\":0}" : "{}", 200);
        }
    }
    cJSON *state = client_get_json(port, &made, "state", made.key[0]);
    cr_expect_leq(cJSON_GetObjectItemCaseSensitive(state, "version")->valueint, 1 + ROUNDS * CHANGES);
    cJSON_Delete(state);
    server_stop(server);
}

/* ---- what the machine expects ---- */

/* Waits until the machine has decided and the French are asked; the state then. */
static cJSON *await_turn(uint16_t port, const ClientGame *made, double ply)
{
    const struct timespec nap = {0, 20000000};
    for (int i = 0; i < 3000; i++) {
        cJSON *json = client_get_json(port, made, "state", made->key[0]);
        if (cJSON_GetObjectItemCaseSensitive(json, "choices") != NULL &&
            cJSON_GetObjectItemCaseSensitive(json, "ply")->valuedouble > ply) {
            return json;
        }
        cJSON_Delete(json);
        (void)nanosleep(&nap, NULL);
    }
    cr_assert_fail("the machine does not decide");
    return NULL;
}

Test(server, what_the_machine_expects_is_told_on_request)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(
        port,
        "{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"mcts:sims=60\",\"seed\":\"5\"}");
    char path[256];
    client_path_of(&made, "move", made.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"pass\",\"ply\":0}", 200);
    cJSON *json = await_turn(port, &made, 0);
    cr_expect(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "idea")), "nobody asked");
    cJSON_Delete(json);
    client_path_of(&made, "settings", made.key[0], path);
    client_expect(port, "POST", path, "{\"plans\":7}", 400);
    client_expect(port, "POST", path, "{\"plans\":true}", 200);
    json = client_get_json(port, &made, "state", made.key[0]);
    const cJSON *idea = cJSON_GetObjectItemCaseSensitive(json, "idea");
    cr_expect_str_eq(client_text_of(idea, "seat"), "coalition");
    cr_expect_gt(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(idea, "line")), 0);
    cJSON_Delete(json);
    client_expect(port, "POST", path, "{\"plans\":false}", 200);
    client_path_of(&made, "record", made.key[0], path);
    ClientAnswer record;
    client_request(port, "GET", path, "", &record);
    cr_expect_not_null(strstr(record.body, "{\"note\":\"plans\",\"seat\":\"french\""),
                       "help that was shown is noted");
    strbuf_release(&record.text);
    server_stop(server);
}

/* ---- what the page is told, so that it reads no notation ---- */

Test(server, a_choice_says_what_it_points_at)
{
    Server *server = client_start();
    const ClientGame made = client_make_game(server_port(server), TWO_PEOPLE);
    cJSON *json = client_get_json(server_port(server), &made, "state", made.key[0]);
    const cJSON *roll = client_choice_of(json, "roll(2)");
    cr_assert_not_null(roll);
    cr_expect_str_eq(client_text_of(roll, "verb"), "roll");
    cr_expect_str_eq(client_text_of(roll, "place"), "gate");
    cr_expect_str_eq(client_text_of(roll, "thing"), "");
    cr_expect_str_eq(client_text_of(roll, "group"), "Dice");
    cr_expect_str_eq(client_text_of(roll, "remark"), "a one falls in 31 %");
    const cJSON *swap = client_choice_of(json, "swap");
    cr_assert_not_null(swap);
    cr_expect_str_eq(client_text_of(swap, "place"), "");
    cr_expect_str_neq(client_text_of(swap, "thing"), "");
    cr_expect_str_eq(client_text_of(json, "help"), "fairs");
    cr_expect_eq(strncmp(client_text_of(json, "when"), "fair of 1801", 12), 0);
    cJSON_Delete(json);
    server_stop(server);
}

Test(server, a_game_without_a_module_is_told_in_words, .init = support_use_test_scenarios)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(
        port, "{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"random\",\"seed\":\"5\"}");
    cJSON *json = client_get_json(port, &made, "state", made.key[0]);
    cr_expect_not_null(strstr(client_text_of(json, "text"), "points"), "the position as text");
    const cJSON *page = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "pages"), 0);
    cr_expect_str_eq(client_text_of(page, "name"), "coins");
    cr_expect_not_null(strstr(client_text_of(page, "text"), "coins"), "the game's page of that name");
    const cJSON *roll = client_choice_of(json, "roll(2)");
    cr_assert_not_null(roll);
    cr_expect_str_eq(client_text_of(roll, "verb"), "roll");
    cJSON_Delete(json);
    json = client_get_json(port, &made, "why-not?move=push", made.key[0]);
    cr_expect_str_eq(client_text_of(json, "move"), "push");
    cr_expect_str_eq(client_text_of(json, "text"), "No throw with a one waits to be kept or pushed [3].");
    cJSON_Delete(json);
    json = client_get_json(port, &made, "why-not?move=roll%283%2c4%29", made.key[0]);
    cr_expect_str_eq(client_text_of(json, "move"), "roll(3,4)", "as browsers write a comma");
    cJSON_Delete(json);
    char path[256];
    client_path_of(&made, "why-not", made.key[0], path);
    client_expect(port, "GET", path, "", 400);
    server_stop(server);
}

Test(server, the_catalogue_names_games_and_scenarios)
{
    Server *server = client_start();
    ClientAnswer answer;
    client_request(server_port(server), "GET", "/api/scenarios", "", &answer);
    cJSON *json = cJSON_Parse(answer.body);
    const cJSON *game = NULL;
    const cJSON *toy = NULL;
    cJSON_ArrayForEach(game, cJSON_GetObjectItemCaseSensitive(json, "games"))
    {
        toy = strcmp(client_text_of(game, "id"), "toy") == 0 ? game : toy;
    }
    cr_assert_not_null(toy);
    cr_expect_str_eq(client_text_of(toy, "module"), "/shell/plain.js", "none of its own in this program");
    cr_expect_str_eq(client_text_of(cJSON_GetObjectItemCaseSensitive(toy, "seats"), "coalition"), "Bakers");
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(toy, "help")), 4);
    cr_expect_not_null(
        strstr(client_text_of(cJSON_GetObjectItemCaseSensitive(toy, "clauses"), "3.1"), "Half"));
    const cJSON *scenario = NULL;
    unsigned found = 0;
    cJSON_ArrayForEach(scenario, cJSON_GetObjectItemCaseSensitive(json, "scenarios"))
    {
        const char *id = client_text_of(scenario, "id");
        const char *of = client_text_of(scenario, "game");
        cr_expect(strncmp(id, of, strlen(of)) == 0 && id[strlen(of)] == '/', "%s of %s", id, of);
        found += strcmp(id, "toy/plain") == 0;
    }
    cr_expect_eq(found, 1);
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    server_stop(server);
}

/* ---- games kept on disk ---- */

Test(server, games_survive_the_servers_end)
{
    char folder[256];
    char path[256];
    support_folder("server-kept", folder);
    Server *server = client_start_keeping(folder);
    const ClientGame made = client_make_game(server_port(server), TWO_PEOPLE);
    client_path_of(&made, "move", made.key[0], path);
    client_expect(server_port(server), "POST", path, "{\"move\":\"pass\",\"ply\":0}", 200);
    server_stop(server);
    server = client_start_keeping(folder);
    cJSON *json = client_get_json(server_port(server), &made, "state?version=2&epoch=0", made.key[1]);
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(json, "ply")->valuedouble, 1);
    cr_expect_not_null(cJSON_GetObjectItemCaseSensitive(json, "choices"),
                       "the Coalition goes on, with its old key");
    cJSON_Delete(json);
    client_path_of(&made, "state", "0123456789abcdef0123456789abcdef", path);
    client_expect(server_port(server), "GET", path, "", 403);
    client_path_of(&made, "close", made.key[0], path); /* for good */
    client_expect(server_port(server), "POST", path, "{}", 200);
    client_path_of(&made, "state", made.key[0], path);
    client_expect(server_port(server), "GET", path, "", 404);
    server_stop(server);
}

/* Who plays a game that was taken up again, by its state. */
static void expect_seats(uint16_t port, const ClientGame *made, const char *french, const char *coalition)
{
    cJSON *json = client_get_json(port, made, "state", made->key[1]);
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(json, "seats");
    cr_expect_str_eq(client_text_of(seats, "french"), french);
    cr_expect_str_eq(client_text_of(seats, "coalition"), coalition);
    cJSON_Delete(json);
}

Test(server, opponents_survive_too)
{
    char folder[256];
    support_folder("server-kept", folder);
    Server *server = client_start_keeping(folder);
    ClientGame made = client_make_game(server_port(server), AGAINST_RANDOM);
    server_stop(server);
    server = client_start_keeping(folder);
    (void)snprintf(made.key[1], sizeof made.key[1], "%s", made.key[0]);
    expect_seats(server_port(server), &made, "human", "random");
    char path[256];
    client_path_of(&made, "close", made.key[0], path);
    client_expect(server_port(server), "POST", path, "{}", 200);
    server_stop(server);
}

Test(server, damaged_games_on_disk_are_not_there)
{
    char folder[256];
    char path[256];
    char kept[400];
    support_folder("server-kept", folder);
    Server *server = client_start_keeping(folder);
    const ClientGame made = client_make_game(server_port(server), TWO_PEOPLE);
    server_stop(server);
    (void)snprintf(kept, sizeof kept, "%s/%s.jsonl", folder, made.id);
    FILE *file = fopen(kept, "w");
    cr_assert_not_null(file);
    (void)fputs("{\"schema\":\"marshal/record/1\",\"frogs\"\n", file);
    (void)fclose(file);
    server = client_start_keeping(folder);
    client_path_of(&made, "state", made.key[0], path);
    client_expect(server_port(server), "GET", path, "", 404);
    client_expect(server_port(server), "GET", "/", "", 200);
    server_stop(server);
    Err err;
    err_clear(&err);
    cr_expect_null(server_start(&(ServerSetup){"127.0.0.1", 0, "/proc/none/games"}, &err));
}

/* ---- IPv6 ---- */

Test(server, the_other_loopback)
{
    Err err;
    err_clear(&err);
    struct sockaddr_in6 address;
    const struct timeval patience = {20, 0};
    ClientAnswer answer;
    char text[256];
    Server *server = server_start(&(ServerSetup){"::1", 0, NULL}, &err);
    if (server == NULL) {
        cr_skip_test("this machine has no IPv6");
    }
    memset(&address, 0, sizeof address);
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(server_port(server));
    address.sin6_addr = in6addr_loopback;
    const int fd = socket(AF_INET6, SOCK_STREAM, 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    (void)snprintf(text, sizeof text,
                   "GET /api/scenarios HTTP/1.1\r\nHost: [::1]:%u\r\nConnection: close\r\n\r\n",
                   server_port(server));
    (void)send(fd, text, strlen(text), MSG_NOSIGNAL);
    client_read_answer(fd, &answer);
    (void)close(fd);
    cr_expect_eq(answer.status, 200);
    cr_expect_str_eq(server_token(server), "", "loopback wants no token");
    strbuf_release(&answer.text);
    server_stop(server);
}

/* ---- long games ---- */

/* The record of a game of so many decisions with states of 8 KiB, larger than 4 MiB. */
static void write_long_record(uint32_t decisions, StrBuf *record)
{
    static const char *const overrides[] = {"setup.actions=500"};
    const SessionSetup setup = {"toy/long", overrides, 1, {SESSION_HUMAN, SESSION_HUMAN}, true, 8};
    Rng rng = rng_derive(8, RNG_PURPOSE_FUZZ, 0);
    Err err;
    err_clear(&err);
    Session *session = session_open(&setup, &err);
    cr_assert_not_null(session, "%s", err.message);
    while (session_plies(session) < decisions) {
        MoveList list;
        const uint32_t count = session_legal(session, &list);
        cr_assert_gt(count, 0);
        cr_assert(session_play(session, session_actor(session), list.moves[rng_bounded(&rng, count)], &err));
    }
    session_record(session, record);
    cr_assert_gt(record->length, 4U * 1024U * 1024U);
    session_close(session);
}

typedef struct Upload {
    uint16_t port;
    const char *path;
    const char *record;
    ClientAnswer answer;
    atomic_bool done;
} Upload;

static void *upload(void *context)
{
    Upload *upload = context;
    client_request(upload->port, "POST", upload->path, upload->record, &upload->answer);
    atomic_store(&upload->done, true);
    return NULL;
}

/* Seconds of processor that this process, the server in it, has taken: a machine that is busy with others
 * makes them no more. */
static double processor_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Uploads the record while somebody else's page asks again and again; the game made of it. taken: seconds of
 * processor. */
static ClientGame load_meanwhile(uint16_t port, const char *path, const StrBuf *record,
                                 const ClientGame *other, double *taken)
{
    const struct timespec nap = {0, 2000000};
    unsigned asked = 0;
    char look[256];
    ClientGame made;
    pthread_t thread;
    Upload job = {.port = port, .path = path, .record = record->text};
    client_path_of(other, "state", other->key[0], look);
    const double begun = processor_seconds();
    cr_assert_eq(pthread_create(&thread, NULL, upload, &job), 0);
    while (!atomic_load(&job.done)) {
        client_expect(port, "GET", look, "", 200);
        asked++;
        (void)nanosleep(&nap, NULL);
    }
    (void)pthread_join(thread, NULL);
    *taken = processor_seconds() - begun;
    (void)fprintf(stderr, "%s: %.1f MB in %.2f s of processor; meanwhile %u requests\n", path,
                  (double)record->length * 1e-6, *taken, asked);
    /* hundreds; a server that waits for the upload answers once or twice */
    cr_expect_geq(asked, 20);
    cr_assert_eq(job.answer.status, 201, "%s", job.answer.body);
    cJSON *json = cJSON_Parse(job.answer.body);
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(json, "keys");
    memset(&made, 0, sizeof made);
    (void)snprintf(made.id, sizeof made.id, "%s", client_text_of(json, "id"));
    (void)snprintf(made.key[0], sizeof made.key[0], "%s", client_text_of(keys, "french"));
    (void)snprintf(made.key[1], sizeof made.key[1], "%s", client_text_of(keys, "coalition"));
    (void)snprintf(made.key[2], sizeof made.key[2], "%s", client_text_of(keys, "both"));
    cJSON_Delete(json);
    strbuf_release(&job.answer.text);
    return made;
}

/* Nothing plays the whole game again for an answer: that takes about as long as to load it. */
static void expect_quick(uint16_t port, const ClientGame *made, const char *method, const char *what, int key,
                         double load)
{
    char path[256];
    client_path_of(made, what, made->key[key], path);
    const double begun = processor_seconds();
    client_expect(port, method, path, "{}", 200);
    const double taken = processor_seconds() - begun;
    cr_expect_lt(taken, load / 10.0, "%s %s: %.3f s, loaded in %.3f s", method, what, taken, load);
}

/* A record of 100,000 decisions comes in, is looked at, taken back, kept and taken up again, and nobody
 * waits. */
Test(server, a_long_game_keeps_nobody_waiting, .init = support_use_test_scenarios)
{
    enum { DECISIONS = 100000 };
    char folder[256];
    char shelf[512];
    StrBuf record;
    Err err;
    err_clear(&err);
    support_folder("long", folder);
    (void)snprintf(shelf, sizeof shelf, "%s/games", folder);
    strbuf_init(&record);
    write_long_record(DECISIONS, &record);
    Server *server = client_start_keeping(shelf);
    const uint16_t port = server_port(server);
    const ClientGame other = client_make_game(
        port, "{\"scenario\":\"toy/plain\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"5\"}");
    double load = 0;
    const ClientGame seen = load_meanwhile(port, "/api/load?review=1", &record, &other, &load);
    expect_quick(port, &seen, "GET", "chart", 2, load);
    expect_quick(port, &seen, "GET", "step?ply=0", 2, load);
    expect_quick(port, &seen, "GET", "step?ply=77777", 2, load);
    expect_quick(port, &seen, "GET", "state", 2, load);
    expect_quick(port, &seen, "GET", "log?first=500&last=900", 2, load);
    const ClientGame played = load_meanwhile(port, "/api/load", &record, &other, &load);
    expect_quick(port, &played, "GET", "state", 0, load);
    expect_quick(port, &played, "POST", "take_back", 0, load);
    expect_quick(port, &played, "POST", "take_back", 1, load);
    expect_quick(port, &played, "GET", "state", 1, load);
    cJSON *log = client_get_json(port, &played, "log?first=0&last=50000", played.key[0]);
    const cJSON *inner = cJSON_GetObjectItemCaseSensitive(log, "log");
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(inner, "first")->valuedouble, 49600.0);
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(inner, "last")->valuedouble, 50000.0);
    cJSON_Delete(log);
    server_stop(server);
    server = client_start_keeping(shelf); /* from its shelf, by one request that waits for it */
    cJSON *state = client_get_json(server_port(server), &played, "state", played.key[0]);
    const double ply = cJSON_GetObjectItemCaseSensitive(state, "ply")->valuedouble;
    cr_expect(ply < DECISIONS && ply > DECISIONS - 2000, "decision %.0f", ply);
    cJSON_Delete(state);
    server_stop(server);
    strbuf_release(&record);
}

/* ---- many games ---- */

static double ply_of(uint16_t port, const ClientGame *made)
{
    cJSON *json = client_get_json(port, made, "state", made->key[2]);
    const double ply = cJSON_GetObjectItemCaseSensitive(json, "ply")->valuedouble;
    cJSON_Delete(json);
    return ply;
}

Test(server, twenty_games_at_once)
{
    enum { GAMES = 20 };
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const struct timespec nap = {0, 50000000};
    ClientGame made[GAMES];
    for (int i = 0; i < GAMES; i++) {
        made[i] = client_make_game(
            port, "{\"scenario\":\"toy/wide\",\"french\":\"level:1\",\"coalition\":\"level:1\"}");
    }
    for (int i = 0; i < GAMES; i++) {
        double before = -1.0;
        double ply = ply_of(port, &made[i]);
        for (int naps = 0;
             ply < 20.0 && naps<600; naps = ply> before ? 0 : naps + 1) { /* patient while it goes on */
            before = ply;
            (void)nanosleep(&nap, NULL);
            ply = ply_of(port, &made[i]);
        }
        cr_expect_geq(ply, 20.0, "game %d stands at decision %.0f", i, ply);
    }
    server_stop(server);
}

Test(server, there_is_an_end_to_games)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    for (int i = 0; i < 64; i++) {
        (void)client_make_game(port, TWO_PEOPLE);
    }
    client_expect(port, "POST", "/api/games", TWO_PEOPLE, 503);
    server_stop(server);
}

/* Pages of memory in use. */
static long resident_pages(void)
{
    long total = 0;
    long resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    cr_assert_not_null(file);
    cr_assert_eq(fscanf(file, "%ld %ld", &total, &resident), 2);
    (void)fclose(file);
    return resident;
}

Test(server, memory_is_stable_over_fifty_games)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const struct timespec nap = {0, 30000000};
    long after_ten = 0;
    for (int i = 0; i < 50; i++) {
        char path[256];
        const ClientGame made = client_make_game(
            port,
            "{\"scenario\":\"toy/wide\",\"french\":\"level:1\",\"coalition\":\"level:1\",\"bar\":true}");
        (void)nanosleep(&nap, NULL);
        client_path_of(&made, "state", made.key[2], path);
        client_expect(port, "GET", path, "", 200);
        client_path_of(&made, "close", made.key[2], path);
        client_expect(port, "POST", path, "{}", 200);
        after_ten = i == 9 ? resident_pages() : after_ten;
    }
    const long grown = resident_pages() - after_ten;
    cr_expect(support_short() || grown < 4096, "%ld pages more after 50 games than after 10", grown);
    server_stop(server);
}

/* test_aon_server.c: Age of Napoleon on the server: hands that are kept, plans without names, what a choice
 * points at, and what the catalogue says of it. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/rng.h"
#include "tests/support/client.h"
#include "tests/support/support.h"

#define TWO_PEOPLE "{\"scenario\":\"aon/1805\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"5\"}"

static bool in_list(const cJSON *list, const char *text)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (strcmp(item->valuestring, text) == 0) {
            return true;
        }
    }
    return false;
}

/* Cards in the hand that own shows, unless they are among those that other has seen or there are two of them.
 */
static void expect_no_leak(const cJSON *cards, const cJSON *own, const cJSON *other, const char *own_seat)
{
    const cJSON *position = cJSON_GetObjectItemCaseSensitive(own, "position");
    const cJSON *seen = cJSON_GetObjectItemCaseSensitive(other, "position");
    const cJSON *hand =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(position, "hands"), own_seat);
    const cJSON *known =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(seen, "known_cards"), own_seat);
    char *text = cJSON_PrintUnformatted(seen);
    const cJSON *card = NULL;
    cJSON_ArrayForEach(card, hand)
    {
        char quoted[80];
        bool skip = in_list(known, card->valuestring);
        const cJSON *printed = NULL;
        cJSON_ArrayForEach(printed, cards)
        {
            skip = skip || (strcmp(client_text_of(printed, "id"), card->valuestring) == 0 &&
                            cJSON_GetObjectItemCaseSensitive(printed, "copies")->valuedouble > 1);
        }
        (void)snprintf(quoted, sizeof quoted, "\"%s\"", card->valuestring);
        /* Joseph, Britannia ... may be in effect as events under the same name, and corps may share names
         * with cards */
        const char *at = strstr(text, quoted);
        cr_expect(skip || at == NULL || strchr(":{", at[strlen(quoted)]) != NULL,
                  "%s's %s is told to the other seat: %.60s", own_seat, quoted, at != NULL ? at : "");
    }
    free(text);
}

Test(aon_server, no_answer_tells_a_seat_what_the_other_holds)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    static const char *const names[2] = {"french", "coalition"};
    const ClientGame made = client_make_game(port, TWO_PEOPLE);
    Rng rng = rng_derive(4, RNG_PURPOSE_FUZZ, 0);
    const int rounds = support_short() ? 60 : 250;
    cJSON *board = client_get_json(port, &made, "board", made.key[0]);
    const cJSON *cards =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(board, "board"), "cards");
    cr_assert_gt(cJSON_GetArraySize(cards), 30);
    for (int i = 0; i < rounds; i++) {
        cJSON *views[2] = {client_get_json(port, &made, "state", made.key[0]),
                           client_get_json(port, &made, "state", made.key[1])};
        const int actor = strcmp(client_text_of(views[0], "actor"), "french") == 0 ? 0 : 1;
        expect_no_leak(cards, views[0], views[1], names[0]);
        expect_no_leak(cards, views[1], views[0], names[1]);
        cr_expect_null(cJSON_GetObjectItemCaseSensitive(views[1 - actor], "choices"),
                       "choices are the actor's own affair");
        cr_expect(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(views[0], "seed")));
        const cJSON *choices = cJSON_GetObjectItemCaseSensitive(views[actor], "choices");
        const int count = cJSON_GetArraySize(choices);
        if (count == 0) {
            cJSON_Delete(views[0]);
            cJSON_Delete(views[1]);
            break;
        }
        char path[256];
        char body[256];
        client_path_of(&made, "move", made.key[actor], path);
        (void)snprintf(
            body, sizeof body, "{\"move\":\"%s\",\"ply\":%d}",
            client_text_of(cJSON_GetArrayItem(choices, (int)rng_bounded(&rng, (uint32_t)count)), "move"),
            (int)cJSON_GetObjectItemCaseSensitive(views[actor], "ply")->valuedouble);
        client_expect(port, "POST", path, body, 200);
        cJSON_Delete(views[0]);
        cJSON_Delete(views[1]);
    }
    cJSON_Delete(board);
    server_stop(server);
}

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

/* Whether a text begins so and does not end so. */
static bool names_its_thing(const char *text, const char *begin, const char *hidden)
{
    const size_t length = strlen(begin);
    return strncmp(text, begin, length) == 0 && strcmp(text + length, hidden) != 0;
}

/* Moves of an idea name areas and countries only. */
static void expect_outline(const cJSON *idea)
{
    static const char *const of_cards[] = {"play ", "pay with ", "discard ", "counter with "};
    static const char *const of_corps[] = {"with ", "without ", "lose ", "drop "};
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(idea, "line");
    const cJSON *move = NULL;
    cr_expect_gt(cJSON_GetArraySize(line), 0);
    cJSON_ArrayForEach(move, line)
    {
        for (size_t i = 0; i < 4; i++) {
            cr_expect(!names_its_thing(move->valuestring, of_cards[i], "a card"), "%s", move->valuestring);
            cr_expect(!names_its_thing(move->valuestring, of_corps[i], "a corps"), "%s", move->valuestring);
        }
    }
}

Test(aon_server, what_the_machine_expects_is_told_on_request_and_without_names)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(
        port,
        "{\"scenario\":\"aon/1805\",\"french\":\"human\",\"coalition\":\"mcts:sims=60\",\"seed\":\"5\"}");
    char path[256];
    client_path_of(&made, "move", made.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"choose_first(other)\",\"ply\":0}", 200);
    cJSON *json = await_turn(port, &made, 0);
    cr_expect(cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(json, "idea")), "nobody asked");
    cJSON_Delete(json);
    client_path_of(&made, "settings", made.key[0], path);
    client_expect(port, "POST", path, "{\"plans\":7}", 400);
    client_expect(port, "POST", path, "{\"plans\":true}", 200);
    json = client_get_json(port, &made, "state", made.key[0]);
    const cJSON *idea = cJSON_GetObjectItemCaseSensitive(json, "idea");
    cr_expect_str_eq(client_text_of(idea, "seat"), "coalition");
    expect_outline(idea);
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

Test(aon_server, a_choice_says_what_it_points_at)
{
    Server *server = client_start();
    const uint16_t port = server_port(server);
    const ClientGame made = client_make_game(
        port, "{\"scenario\":\"aon/1805\",\"french\":\"human\",\"coalition\":\"human\",\"seed\":\"5\"}");
    char path[256];
    client_path_of(&made, "move", made.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"choose_first(self)\",\"ply\":0}", 200);
    cJSON *json = client_get_json(port, &made, "state", made.key[0]);
    const cJSON *march = client_choice_of(json, "area(flandres)");
    cr_assert_not_null(march);
    cr_expect_str_eq(client_text_of(march, "verb"), "area");
    cr_expect_str_eq(client_text_of(march, "place"), "flandres");
    cr_expect_str_eq(client_text_of(march, "group"), "On the map");
    cr_expect_not_null(strstr(client_text_of(march, "remark"), "Napol"), "who stands there");
    const cJSON *stop = client_choice_of(json, "stop");
    cr_assert_not_null(stop);
    cr_expect_str_eq(client_text_of(stop, "verb"), "stop");
    cr_expect_str_eq(client_text_of(stop, "place"), "");
    cr_expect_str_eq(client_text_of(json, "help"), "campaign");
    cr_expect_eq(strncmp(client_text_of(json, "when"), "1805", 4), 0);
    cr_expect_null(cJSON_GetObjectItemCaseSensitive(json, "text"), "its module draws it");
    cJSON_Delete(json);
    client_path_of(&made, "move", made.key[0], path);
    client_expect(port, "POST", path, "{\"move\":\"area(flandres)\",\"ply\":1}", 200);
    json = client_get_json(port, &made, "state", made.key[0]);
    const cJSON *corps = client_choice_of(json, "corps_take(napoleon)");
    cr_assert_not_null(corps);
    cr_expect_str_eq(client_text_of(corps, "thing"), "napoleon");
    cr_expect_str_eq(client_text_of(corps, "place"), "");
    cJSON_Delete(json);
    server_stop(server);
}

Test(aon_server, the_catalogue_names_its_parts)
{
    Server *server = client_start();
    ClientAnswer answer;
    client_request(server_port(server), "GET", "/api/scenarios", "", &answer);
    cJSON *json = cJSON_Parse(answer.body);
    const cJSON *game = NULL;
    const cJSON *aon = NULL;
    cJSON_ArrayForEach(game, cJSON_GetObjectItemCaseSensitive(json, "games"))
    {
        aon = strcmp(client_text_of(game, "id"), "aon") == 0 ? game : aon;
    }
    cr_assert_not_null(aon);
    cr_expect_str_eq(client_text_of(aon, "module"), "/aon/module.js");
    cr_expect_str_eq(client_text_of(cJSON_GetObjectItemCaseSensitive(aon, "seats"), "coalition"),
                     "Coalition");
    cr_expect_gt(cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(aon, "help")), 8);
    const char *clause = client_text_of(cJSON_GetObjectItemCaseSensitive(aon, "clauses"), "12.6");
    cr_expect_not_null(strstr(clause, "neighbouring"), "%s", clause);
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    server_stop(server);
}

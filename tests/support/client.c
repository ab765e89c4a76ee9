/* client.c: a small client of the web server, over real sockets. */
#include "tests/support/client.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/support/support.h"

int client_open_socket(uint16_t port)
{
    struct sockaddr_in address;
    const struct timeval patience = {20, 0};
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert_geq(fd, 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

void client_read_answer(int fd, ClientAnswer *answer)
{
    char chunk[16 * 1024];
    ssize_t count = 0;
    strbuf_init(&answer->text);
    while ((count = recv(fd, chunk, sizeof chunk, 0)) > 0) {
        strbuf_add_bytes(&answer->text, chunk, (size_t)count);
    }
    answer->status = strncmp(answer->text.text, "HTTP/1.1 ", 9) == 0 ? atoi(answer->text.text + 9) : 0;
    const char *end = strstr(answer->text.text, "\r\n\r\n");
    answer->body = end != NULL ? end + 4 : "";
}

/* Sends bytes as they are and reads until the server closes. */
void client_send_raw(uint16_t port, const char *bytes, size_t length, ClientAnswer *answer)
{
    const int fd = client_open_socket(port);
    (void)send(fd, bytes, length, MSG_NOSIGNAL);
    client_read_answer(fd, answer);
    (void)close(fd);
}

/* A request whose header lines after the first may be replaced. */
void client_request_with(uint16_t port, const char *method, const char *path, const char *headers,
                         const char *body, ClientAnswer *answer)
{
    StrBuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s %s HTTP/1.1\r\n%sConnection: close\r\n\r\n%s", method, path, headers, body);
    client_send_raw(port, text.text, text.length, answer);
    strbuf_release(&text);
}

void client_request(uint16_t port, const char *method, const char *path, const char *body,
                    ClientAnswer *answer)
{
    char headers[256];
    const bool post = strcmp(method, "POST") == 0;
    char length[64] = "";
    if (post) {
        (void)snprintf(length, sizeof length, "Content-Length: %zu\r\nX-Marshal: 1\r\n", strlen(body));
    }
    (void)snprintf(headers, sizeof headers, "Host: 127.0.0.1:%u\r\n%s%s", port, length,
                   post ? "Content-Type: application/json\r\n" : "");
    client_request_with(port, method, path, headers, body, answer);
}

void client_expect(uint16_t port, const char *method, const char *path, const char *body, int status)
{
    ClientAnswer answer;
    client_request(port, method, path, body, &answer);
    cr_expect_eq(answer.status, status, "%s %s %.80s: %d, expected %d: %.300s", method, path, body,
                 answer.status, status, answer.body);
    strbuf_release(&answer.text);
}

void client_expect_with(uint16_t port, const char *method, const char *path, const char *headers,
                        const char *body, int status)
{
    ClientAnswer answer;
    client_request_with(port, method, path, headers, body, &answer);
    cr_expect_eq(answer.status, status, "%s %s (%s): %d, expected %d", method, path, headers, answer.status,
                 status);
    strbuf_release(&answer.text);
}

Server *client_start(void)
{
    support_use_test_scenarios();
    Err err;
    err_clear(&err);
    Server *server = server_start(&(ServerSetup){"127.0.0.1", 0, NULL}, &err);
    cr_assert_not_null(server, "%s", err.message);
    return server;
}

Server *client_start_keeping(const char *folder)
{
    support_use_test_scenarios();
    Err err;
    err_clear(&err);
    Server *server = server_start(&(ServerSetup){"127.0.0.1", 0, folder}, &err);
    cr_assert_not_null(server, "%s", err.message);
    return server;
}

const char *client_text_of(const cJSON *object, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

ClientGame client_make_game(uint16_t port, const char *wish)
{
    ClientGame made;
    ClientAnswer answer;
    memset(&made, 0, sizeof made);
    client_request(port, "POST", "/api/games", wish, &answer);
    cr_assert_eq(answer.status, 201, "%s: %d %s", wish, answer.status, answer.body);
    cJSON *json = cJSON_Parse(answer.body);
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(json, "keys");
    (void)snprintf(made.id, sizeof made.id, "%s", client_text_of(json, "id"));
    (void)snprintf(made.key[0], sizeof made.key[0], "%s", client_text_of(keys, "french"));
    (void)snprintf(made.key[1], sizeof made.key[1], "%s", client_text_of(keys, "coalition"));
    (void)snprintf(made.key[2], sizeof made.key[2], "%s", client_text_of(keys, "both"));
    cJSON_Delete(json);
    strbuf_release(&answer.text);
    return made;
}

void client_path_of(const ClientGame *made, const char *what, const char *key, char path[256])
{
    (void)snprintf(path, 256, "/api/games/%s/%s%skey=%s", made->id, what,
                   strchr(what, '?') != NULL ? "&" : "?", key);
}

cJSON *client_get_json(uint16_t port, const ClientGame *made, const char *what, const char *key)
{
    char path[256];
    ClientAnswer answer;
    client_path_of(made, what, key, path);
    client_request(port, "GET", path, "", &answer);
    cr_assert_eq(answer.status, 200, "%s: %d %.200s", path, answer.status, answer.body);
    cJSON *json = cJSON_Parse(answer.body);
    cr_assert_not_null(json);
    strbuf_release(&answer.text);
    return json;
}

const cJSON *client_choice_of(const cJSON *state, const char *move)
{
    const cJSON *choice = NULL;
    cJSON_ArrayForEach(choice, cJSON_GetObjectItemCaseSensitive(state, "choices"))
    {
        if (strcmp(client_text_of(choice, "move"), move) == 0) {
            return choice;
        }
    }
    return NULL;
}

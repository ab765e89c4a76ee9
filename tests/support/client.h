/* client.h: a small client of the web server (play/server/server.h), over real sockets. A failed expectation
 * fails the test. */
#ifndef MARSHAL_TESTS_SUPPORT_CLIENT_H
#define MARSHAL_TESTS_SUPPORT_CLIENT_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "engine/strbuf.h"
#include "play/server/server.h"

typedef struct ClientAnswer {
    int status; /* 0: the connection was closed without an answer */
    StrBuf text;
    const char *body;
} ClientAnswer;

/* A game made over HTTP. */
typedef struct ClientGame {
    char id[64];
    char key[3][64]; /* French, Coalition, watcher */
} ClientGame;

/* A server on a free port, with the scenarios of the tests; it keeps games in a folder, or none. */
Server *client_start(void);
Server *client_start_keeping(const char *folder);

/* A connection; one that waits no longer than 20 s for an answer. */
int client_open_socket(uint16_t port);
/* Reads until the server closes. */
void client_read_answer(int fd, ClientAnswer *answer);
/* Sends bytes as they are and reads until the server closes. */
void client_send_raw(uint16_t port, const char *bytes, size_t length, ClientAnswer *answer);
/* A request whose header lines after the first are given. */
void client_request_with(uint16_t port, const char *method, const char *path, const char *headers,
                         const char *body, ClientAnswer *answer);
/* As the page makes it. The caller releases answer->text. */
void client_request(uint16_t port, const char *method, const char *path, const char *body,
                    ClientAnswer *answer);
/* Expects a status. */
void client_expect(uint16_t port, const char *method, const char *path, const char *body, int status);
void client_expect_with(uint16_t port, const char *method, const char *path, const char *headers,
                        const char *body, int status);

/* Makes a game; wish is the JSON that the page would send. */
ClientGame client_make_game(uint16_t port, const char *wish);
/* The path of what is asked about a game, with a key. */
void client_path_of(const ClientGame *made, const char *what, const char *key, char path[256]);
/* What a GET of that answers, which must be good. The caller deletes it. */
cJSON *client_get_json(uint16_t port, const ClientGame *made, const char *what, const char *key);
/* A member that is a text; "" if there is none. */
const char *client_text_of(const cJSON *object, const char *key);
/* The choice of a move in a state, NULL if there is none. */
const cJSON *client_choice_of(const cJSON *state, const char *move);

#endif

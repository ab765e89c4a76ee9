/* cmd_serve.c: `marshal serve`: play in a browser. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "engine/jsonout.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/server/server.h"

enum { PORT_MAX = 65535 };

static void print_address(const Server *server, const char *host, const char *games, bool json)
{
    char url[256];
    const char *token = server_token(server);
    const bool v6 = strchr(host, ':') != NULL;
    (void)snprintf(url, sizeof url, "http://%s%s%s:%u/%s%s", v6 ? "[" : "", host, v6 ? "]" : "",
                   server_port(server), token[0] != '\0' ? "?token=" : "", token);
    if (json) {
        StrBuf text;
        strbuf_init(&text);
        JsonOut out = jsonout_on(&text);
        jsonout_begin(&out, '{');
        jsonout_key_text(&out, "url", url);
        jsonout_key_u64(&out, "port", server_port(server));
        jsonout_end(&out, '}');
        command_print(&text);
        strbuf_release(&text);
    } else {
        printf("Marshal plays at %s\n", url);
        if (games != NULL) {
            printf("Ctrl-C ends it; games are kept in %s and go on when it is started again.\n", games);
        } else {
            printf("Ctrl-C ends it; save games that are to go on, or start it with --games DIR.\n");
        }
    }
    (void)fflush(stdout);
}

static int run(const Options *options)
{
    const struct timespec nap = {0, 100000000L};
    const uint64_t port = options_number(options, "port");
    const char *host = options_text(options, "host");
    Err err;
    err_clear(&err);
    if (port > PORT_MAX) {
        (void)fprintf(stderr, "marshal: --port: found %llu, expected at most %d\n", (unsigned long long)port,
                      PORT_MAX);
        return EXIT_USAGE;
    }
    if (!command_has_scenarios()) { /* the page would come up with nothing to play */
        return EXIT_FAILED;
    }
    const char *games = options_text(options, "games");
    /* before anybody is told of it: where a script starts it in the background, a Ctrl-C that comes sooner is
     * lost */
    (void)interrupt_watch();
    (void)umask(S_IRWXG | S_IRWXO); /* what games are kept in is for nobody else to read */
    Server *server = server_start(&(ServerSetup){host, (uint16_t)port, games}, &err);
    if (server == NULL) {
        return command_fail(&err, EXIT_FAILED);
    }
    print_address(server, host, games, options_flag(options, "json"));
    while (!interrupt_seen()) {
        (void)nanosleep(&nap, NULL);
    }
    server_stop(server);
    return EXIT_GOOD;
}

static const OptionSpec OPTIONS[] = {
    {"port", OPTION_INDEX, "N", "8805", false, "port to listen on; 0: any that is free"},
    {"host", OPTION_TEXT, "ADDRESS", "127.0.0.1", false,
     "address to listen on, IPv4 or IPv6; beyond this machine people need the token printed"},
    {"games", OPTION_TEXT, "DIR", NULL, false,
     "keeps games in this folder, where they survive the server's end"},
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_SERVE = {
    .name = "serve",
    .operands = "",
    .summary = "play in a browser: a web page on this machine",
    .details = "Open the printed address. Nothing is fetched from anywhere else. Ctrl-C stops the server.",
    .options = OPTIONS,
    .run = run,
};

/* policy_exec.c: a policy that is another program: exec:COMMAND, or
 * exec:timeout=SECONDS,start=SECONDS;COMMAND.
 *
 * One process a game and seat, started at its first decision and told to quit at the end of the game; it is
 * asked in the text protocol (protocol.h) and shown what a seat may know, nothing else: neither the game's
 * number nor its seed, from which its dice follow. Whatever goes wrong with the program (it cannot be
 * started, ends, hangs, prints what is no answer, or a move that is not legal) gives up this game, with the
 * reason in words; the next game starts it anew.
 */
#include <assert.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "ai/lines.h"
#include "ai/policy.h"
#include "ai/process.h"
#include "ai/protocol.h"

/* What a bot may print for one decision, info lines and all. */
enum { DECISION_BYTES_MAX = 1024 * 1024 };

static const double STOP_SECONDS = 1.0;  /* to answer after "stop" */
static const double QUIT_SECONDS = 1.0;  /* to end after "quit" */
static const double LOOK_SECONDS = 0.02; /* between two looks at the stop flag */
static const double LAST_SECONDS = 0.25; /* to see how a program ended that no longer listens or talks */

typedef struct Exec {
    double timeout; /* seconds a decision may take */
    double start;   /* seconds from the start to being ready */
    char command[POLICY_SPEC_BYTES];
} Exec;

typedef struct Bot {
    const Policy *policy;
    Seat seat;
    bool ready;   /* started, and told what is played */
    bool running; /* there is a process */
    Process process;
    Lines lines; /* what it prints */
    StrBuf out;  /* what it has yet to be told, from sent on */
    size_t sent;
    bool deaf;        /* it reads no more */
    uint64_t allowed; /* bytes it may have printed by the end of this decision */
    double deadline;
    const atomic_bool *stop;
    bool stopping;                      /* was told to stop */
    char failure[POLICY_FORFEIT_BYTES]; /* why it is out of the game, "" while it is in */
} Bot;

/* ------------------------------------------------------------------ failing */

static bool fail(Bot *bot, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Notes why the bot is out of the game and ends it. Always false. */
static bool fail(Bot *bot, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vsnprintf(bot->failure, sizeof bot->failure, format, args);
    va_end(args);
    assert(bot->failure[0] != '\0'); /* no reason would mean that it is still in */
    if (bot->running) {
        process_end(&bot->process, 0.0);
        bot->running = false;
    }
    return false;
}

/* The bot has closed a pipe: how it ended, or that it goes on without. */
static bool fail_by_end(Bot *bot)
{
    char how[64];
    if (process_has_ended(&bot->process, LAST_SECONDS, how, sizeof how)) {
        return fail(bot, "the program %s", how);
    }
    return fail(bot, bot->deaf ? "the program closed its standard input"
                               : "the program closed its standard output");
}

static bool fail_by_time(Bot *bot, const char *wanted)
{
    if (bot->deaf) {
        return fail_by_end(bot);
    }
    if (bot->stopping) {
        return fail(bot, "stopped");
    }
    const Exec *exec = bot->policy->data;
    return fail(bot, "no %s within %g s", wanted, bot->ready ? exec->timeout : exec->start);
}

/* ------------------------------------------------------------------ talking */

/* Told to stop, or called off: the answer is wanted soon. */
static void look_at_stop(Bot *bot)
{
    if (!bot->stopping && bot->stop != NULL && atomic_load_explicit(bot->stop, memory_order_relaxed)) {
        bot->stopping = true;
        bot->deadline = fmin(bot->deadline, clock_seconds() + STOP_SECONDS);
        strbuf_add(&bot->out, "stop\n");
    }
}

static void send_pending(Bot *bot)
{
    assert(bot->sent <= bot->out.length);
    const ssize_t count =
        process_write(&bot->process, bot->out.text + bot->sent, bot->out.length - bot->sent);
    if (count < 0) {
        bot->deaf = true; /* it may have printed its answer, or a last word, before */
        bot->deadline = fmin(bot->deadline, clock_seconds() + LAST_SECONDS);
        return;
    }
    bot->sent += (size_t)count;
    assert(bot->sent <= bot->out.length);
    if (bot->sent == bot->out.length) {
        strbuf_clear(&bot->out);
        bot->sent = 0;
    }
}

/* Waits until something can be read or written, for a moment; reads and writes it. False at the end of its
 * output. */
static bool talk(Bot *bot, double seconds)
{
    assert(bot->running && seconds >= 0.0);
    struct pollfd fds[2] = {{bot->process.out, POLLIN, 0}, {bot->process.in, POLLOUT, 0}};
    const bool writing = !bot->deaf && bot->sent < bot->out.length;
    const int ready = poll(fds, writing ? 2 : 1, (int)(seconds * 1000.0) + 1);
    if (ready <= 0) {
        return true;
    }
    if (writing && fds[1].revents != 0) {
        send_pending(bot);
    }
    return fds[0].revents == 0 || lines_fill(&bot->lines) != LINES_END;
}

/* The next line it prints; false if it failed, wanted being what was waited for. */
static bool next_line(Bot *bot, char **line, const char *wanted)
{
    bool open = true;
    for (;;) {
        switch (lines_next(&bot->lines, line)) {
        case LINE_GOOD:
            return true;
        case LINE_TOO_LONG:
            return fail(bot, "the program printed a line of more than %zu bytes", bot->lines.max);
        case LINE_BAD:
            return fail(bot, "the program printed a NUL byte");
        case LINE_NONE:
            break;
        }
        if (!open) {
            return fail_by_end(bot);
        }
        if (bot->lines.bytes > bot->allowed) {
            return fail(bot, "the program printed more than %d bytes for one decision", DECISION_BYTES_MAX);
        }
        look_at_stop(bot);
        const double left = bot->deadline - clock_seconds();
        if (left <= 0.0) {
            return fail_by_time(bot, wanted);
        }
        open = talk(bot, fmin(left, LOOK_SECONDS));
    }
}

/* Lines that tell something nobody asked for. */
static bool is_chatter(char *line)
{
    return line[0] == '\0' || protocol_after(line, "info") != NULL || protocol_after(line, "id") != NULL ||
           protocol_after(line, "option") != NULL;
}

/* Waits for the line that begins with a word and returns what follows it; NULL if the bot failed. */
static char *wait_for(Bot *bot, const char *word)
{
    char *line = NULL;
    while (next_line(bot, &line, word)) {
        char *rest = protocol_after(line, word);
        if (rest != NULL) {
            return rest;
        }
        if (!is_chatter(line)) {
            (void)fail(bot, "expected %s, the program printed \"%.60s\"", word, line);
            return NULL;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ a game */

static bool tell_game(Bot *bot)
{
    const Game *game = bot->policy->game;
    strbuf_addf(&bot->out, "scenario %s\n", game->scenario);
    for (size_t i = 0; i < game->override_count; i++) {
        if (strchr(game->overrides[i], '\n') != NULL) {
            return fail(bot, "an override with a line feed cannot be told to another program");
        }
        strbuf_addf(&bot->out, "override %s\n", game->overrides[i]);
    }
    strbuf_addf(&bot->out, "newgame %s\nisready\n", seat_name(bot->seat));
    return true;
}

/* Starts the program and gets it ready. */
static bool start(Bot *bot)
{
    const Exec *exec = bot->policy->data;
    Err err;
    err_clear(&err);
    assert(!bot->running && bot->failure[0] == '\0');
    if (!process_start(&bot->process, exec->command, &err)) {
        return fail(bot, "%s", err.message);
    }
    bot->running = true;
    lines_init(&bot->lines, bot->process.out, PROTOCOL_ANSWER_MAX);
    bot->deadline = clock_seconds() + exec->start;
    bot->allowed = DECISION_BYTES_MAX;
    strbuf_addf(&bot->out, "marshal %d\n", PROTOCOL_VERSION);
    if (wait_for(bot, "marshalok") == NULL || !tell_game(bot)) {
        return false;
    }
    bot->ready = wait_for(bot, "readyok") != NULL;
    return bot->ready;
}

/* Whatever it has said since its last answer must be chatter: a second answer is none to the question to
 * come. */
static bool said_no_more(Bot *bot)
{
    char *line = NULL;
    while (lines_next(&bot->lines, &line) == LINE_GOOD) {
        if (!is_chatter(line)) {
            return fail(bot, "before it was asked the program printed \"%.60s\"", line);
        }
    }
    return true;
}

static void ask(Bot *bot, const PolicyQuery *query)
{
    const Exec *exec = bot->policy->data;
    assert(query->view != NULL && query->seat == bot->seat && query->ply > 0);
    const ProtocolBoard board = {bot->policy->game, query->view,  query->ply - 1,
                                 query->seat,       query->legal, true};
    strbuf_add(&bot->out, "position view ");
    protocol_write_board(&bot->out, &board);
    strbuf_add(&bot->out, "\nmoves");
    protocol_write_moves(&bot->out, bot->policy->game, query->legal);
    strbuf_addf(&bot->out, "\ngo deadline %g\n", exec->timeout);
    bot->deadline = clock_seconds() + exec->timeout;
    bot->allowed = bot->lines.bytes + DECISION_BYTES_MAX;
}

/* The legal move that a word names, by its text or as #NUMBER in the list. */
static bool find_move(const Policy *policy, const MoveList *legal, const char *word, Move *move)
{
    const Game *game = policy->game;
    if (word[0] == '#') {
        char *end = NULL;
        const unsigned long number = strtoul(word + 1, &end, 10);
        if (word[1] < '0' || word[1] > '9' || *end != '\0' || number < 1 || number > legal->count) {
            return false;
        }
        *move = legal->moves[number - 1];
        return true;
    }
    if (!game->rules->move_parse(game->data, word, move)) {
        return false;
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        if (legal->moves[i] == *move) {
            return true;
        }
    }
    return false;
}

static bool play(Bot *bot, const PolicyQuery *query, Move *move)
{
    bot->stop = query->stop;
    if ((!bot->ready && !start(bot)) || !said_no_more(bot)) {
        return false;
    }
    ask(bot, query);
    char *rest = wait_for(bot, "bestmove");
    if (rest == NULL) {
        return false;
    }
    const char *word = protocol_word(&rest);
    return (word != NULL && find_move(bot->policy, query->legal, word, move)) ||
           fail(bot, "illegal move \"%.60s\"", word != NULL ? word : "");
}

static Move choose(const Policy *policy, void *session, PolicyQuery *query)
{
    Bot *bot = session;
    Move move = POLICY_NO_MOVE;
    (void)policy;
    assert(query->legal->count > 0);
    if (bot == NULL) {
        return policy_give_up(query, "out of memory");
    }
    if (bot->failure[0] == '\0' && play(bot, query, &move)) {
        return move;
    }
    return policy_give_up(query, "%s", bot->failure);
}

static void *session_new(const Policy *policy, Seat seat)
{
    Bot *bot = calloc(1, sizeof *bot);
    if (bot != NULL) {
        bot->policy = policy;
        bot->seat = seat;
        strbuf_init(&bot->out);
    }
    return bot;
}

static void session_free(const Policy *policy, void *session)
{
    Bot *bot = session;
    (void)policy;
    if (bot == NULL) {
        return;
    }
    if (bot->running) {
        strbuf_add(&bot->out, "quit\n");
        send_pending(bot);
        process_end(&bot->process, QUIT_SECONDS);
    }
    lines_release(&bot->lines);
    strbuf_release(&bot->out);
    free(bot);
}

/* ------------------------------------------------------------------ the specification */

static bool starts_with_key(const char *text)
{
    static const char *const keys[] = {"timeout=", "start="};
    return strncmp(text, keys[0], strlen(keys[0])) == 0 || strncmp(text, keys[1], strlen(keys[1])) == 0;
}

/* Reads "timeout=5,start=20", the length bytes before the semicolon. */
static bool read_options(Exec *exec, const char *text, size_t length, Err *err)
{
    PolicyOptions options;
    const char *end = text + length;
    options.count = 0;
    while (text < end) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        const size_t size = (size_t)((comma != NULL ? comma : end) - text);
        PolicyOption *option = &options.option[options.count++];
        const size_t key = starts_with_key(text) ? (size_t)(strchr(text, '=') - text) : 0;
        if (key == 0 || options.count > 2) {
            return err_set(err, NULL, NULL,
                           "policy exec: found \"%.*s\", expected timeout=SECONDS or start=SECONDS",
                           (int)size, text);
        }
        assert(size > key); /* the equals sign lies within */
        (void)snprintf(option->key, sizeof option->key, "%.*s", (int)key, text);
        (void)snprintf(option->value, sizeof option->value, "%.*s", (int)(size - key - 1), text + key + 1);
        text += size + 1;
    }
    return policy_option_double(&options, "timeout", 0.01, 86400.0, &exec->timeout, err) &&
           policy_option_double(&options, "start", 0.01, 86400.0, &exec->start, err);
}

static bool init(Policy *policy, const PolicyOptions *options, Err *err)
{
    const char *text = policy_option(options, POLICY_WHOLE_TEXT);
    Exec *exec = calloc(1, sizeof *exec);
    if (exec == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    exec->timeout = 30.0;
    exec->start = 30.0;
    policy->data = exec;
    if (text != NULL && (text[0] == ';' || starts_with_key(text))) {
        const size_t length = strcspn(text, ";");
        if (!read_options(exec, text, length, err)) {
            free(exec);
            return false;
        }
        text += length + (text[length] == ';' ? 1 : 0);
    }
    if (text == NULL || text[strspn(text, " \t\n")] == '\0') {
        free(exec);
        return err_set(err, NULL, NULL,
                       "policy exec: expected a command: exec:COMMAND or exec:timeout=SECONDS;COMMAND");
    }
    (void)snprintf(exec->command, sizeof exec->command, "%s", text);
    return true;
}

static void release(Policy *policy) { free(policy->data); }

/* What another program does is its own affair. */
static bool repeatable(const Policy *policy)
{
    (void)policy;
    return false;
}

const PolicyKind POLICY_EXEC = {
    .name = "exec",
    .usage = "exec:[timeout=SECONDS;]COMMAND",
    .help = "another program, asked through its standard input and output",
    .keys = NULL,
    .needs_view = true,
    .repeatable = repeatable,
    .init = init,
    .release = release,
    .session_new = session_new,
    .session_free = session_free,
    .choose = choose,
};

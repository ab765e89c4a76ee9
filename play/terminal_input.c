/* terminal_input.c: lines by readline or from a pipe. Its mutable globals are there because signal handlers and readline's
 * callbacks can reach nothing else. */
#include "play/terminal_input.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "engine/utf8.h"

static atomic_bool stop_wanted; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static atomic_bool end_wanted;  /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static Input *reading;          /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static char *line_read;         /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static bool line_done;          /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */

/* ---- signals ---- */

static void note_signal(int number)
{
    if (number != SIGINT) {
        atomic_store_explicit(&end_wanted, true, memory_order_relaxed);
    }
    atomic_store_explicit(&stop_wanted, true, memory_order_relaxed);
}

static void take_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal; /* without SA_RESTART: waiting for input must end */
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        (void)sigaction(signals[i], &action, NULL);
    }
    (void)signal(SIGPIPE, SIG_IGN); /* whoever read our output has gone: the game is saved all the same */
}

const atomic_bool *input_stop(void) { return &stop_wanted; }
bool input_ended(void) { return atomic_load_explicit(&end_wanted, memory_order_relaxed); }

void input_forget_stop(void)
{
    if (!input_ended()) {
        atomic_store_explicit(&stop_wanted, false, memory_order_relaxed);
    }
}

/* ---- completion ---- */

/* Words that go on from what has been typed. */
typedef struct Offers {
    const char *typed;
    size_t length;
    size_t count, room;
    char **words; /* NULL-terminated, as readline wants them; word 0 is for the common beginning */
} Offers;

static void take_offer(void *list, const char *word)
{
    Offers *offers = list;
    if (strncmp(word, offers->typed, offers->length) != 0) {
        return;
    }
    if (offers->count + 2 > offers->room) {
        const size_t room = offers->room == 0 ? 16 : 2 * offers->room;
        char **words = realloc(offers->words, room * sizeof *words);
        if (words == NULL) {
            return;
        }
        offers->words = words;
        offers->room = room;
    }
    char *copy = strdup(word);
    if (copy != NULL) {
        offers->words[offers->count++] = copy;
    }
}

/* readline's generator: the words one by one, then NULL; it frees them. */
static char *next_word(const char *typed, int state)
{
    static Offers offers; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
    static size_t next;   /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
    if (state == 0) {
        free(offers.words);
        memset(&offers, 0, sizeof offers);
        offers.typed = typed;
        offers.length = strlen(typed);
        next = 0;
        reading->complete(reading->context, &offers, take_offer);
    }
    if (next < offers.count) {
        return offers.words[next++];
    }
    free(offers.words);
    memset(&offers, 0, sizeof offers);
    return NULL;
}

static char **attempt(const char *typed, int start, int end)
{
    (void)start;
    (void)end;
    rl_attempted_completion_over = 1; /* never names of files */
    return reading->complete != NULL ? rl_completion_matches(typed, next_word) : NULL;
}

/* ---- opening ---- */

void input_open(Input *input)
{
    memset(input, 0, sizeof *input);
    input->terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    reading = input;
    take_signals();
    if (input->terminal) {
        rl_readline_name = "marshal";
        rl_catch_signals = 0;
        rl_attempted_completion_function = attempt;
        rl_completer_word_break_characters = " ;";
        using_history();
        stifle_history(500);
    }
}

void input_close(Input *input)
{
    if (input->terminal) {
        clear_history();
    }
    reading = NULL;
}

/* ---- lines ---- */

/* Makes text safe to print and to look at: what is no printable UTF-8 becomes a space. */
static void make_safe(StrBuf *text)
{
    for (size_t i = 0; i < text->length;) {
        const unsigned char *at = (const unsigned char *)text->text + i;
        const size_t size = utf8_sequence(at, text->length - i);
        const bool control = size == 0 || (size == 1 && (*at < 0x20U || *at == 0x7FU)) || (size == 2 && at[0] == 0xC2U && at[1] < 0xA0U);
        for (size_t k = 0; control && k < (size > 0 ? size : 1); k++) {
            text->text[i + k] = ' ';
        }
        i += size > 0 ? size : 1;
    }
}

static void take_line(char *line)
{
    line_read = line;
    line_done = true;
    rl_callback_handler_remove();
}

/* Reads what the keyboard gives until a line is done. False: interrupted. */
static bool edit_line(void)
{
    enum { LOOK_MS = 200 }; /* a signal may come just before poll */
    struct pollfd keyboard = {STDIN_FILENO, POLLIN, 0};
    while (!line_done) {
        const int ready = poll(&keyboard, 1, LOOK_MS);
        if (atomic_load_explicit(&stop_wanted, memory_order_relaxed)) {
            return false;
        }
        if (ready > 0) {
            rl_callback_read_char();
        } else if (ready < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

static enum input_status read_edited(const char *prompt, StrBuf *text)
{
    line_done = false;
    line_read = NULL;
    input_forget_stop();
    rl_callback_handler_install(prompt, take_line);
    if (!edit_line()) {
        rl_free_line_state();
        rl_callback_sigcleanup();
        rl_callback_handler_remove();
        printf("\n");
        return input_ended() ? INPUT_END : INPUT_INTERRUPTED;
    }
    if (line_read == NULL) {
        printf("\n");
        return INPUT_END;
    }
    const bool fits = strlen(line_read) < INPUT_LINE_BYTES;
    if (fits) {
        strbuf_add(text, line_read);
        make_safe(text);
    }
    if (fits && text->text[strspn(text->text, " ")] != '\0') {
        add_history(text->text);
    }
    free(line_read);
    return fits ? INPUT_LINE : INPUT_TOO_LONG;
}

/* The next byte, -1 at the end, -2 if interrupted. */
static int next_byte(Input *input)
{
    if (input->used == input->filled) {
        const ssize_t count = read(STDIN_FILENO, input->chunk, sizeof input->chunk);
        if (count <= 0) {
            return count < 0 && errno == EINTR ? -2 : -1;
        }
        input->used = 0;
        input->filled = (size_t)count;
    }
    return (unsigned char)input->chunk[input->used++];
}

static enum input_status read_plain(Input *input, StrBuf *text)
{
    bool fits = true;
    bool any = false;
    for (;;) {
        const int byte = next_byte(input);
        if (input_ended() || (byte == -1 && !any)) {
            return INPUT_END;
        }
        if (byte == -2) {
            input_forget_stop();
            return INPUT_INTERRUPTED;
        }
        if (byte == '\n' || byte == -1) {
            break;
        }
        any = true;
        fits = fits && text->length + 1 < INPUT_LINE_BYTES;
        if (fits) {
            strbuf_add_char(text, (char)byte);
        }
    }
    make_safe(text);
    return fits ? INPUT_LINE : INPUT_TOO_LONG;
}

enum input_status input_read(Input *input, const char *prompt, StrBuf *text)
{
    strbuf_clear(text);
    (void)fflush(stdout);
    if (input_ended()) {
        return INPUT_END;
    }
    return input->terminal ? read_edited(prompt, text) : read_plain(input, text);
}

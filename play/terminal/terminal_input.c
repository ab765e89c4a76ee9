/* terminal_input.c: lines by libedit or from a pipe. Its mutable globals are there because signal handlers
 * and the editor's callbacks can reach nothing else. */
#include "play/terminal/terminal_input.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "engine/utf8.h"

static atomic_bool stop_wanted; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static atomic_bool end_wanted;  /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static Input *reading;          /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static EditLine *editor;        /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static History *history_list;   /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */
static const char *prompt_text; /* NOLINT(cppcoreguidelines-avoid-non-const-global-variables) */

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
    size_t length; /* of what has been typed of the word */
    size_t count, room;
    char **words;  /* owned */
    size_t common; /* bytes that all of them begin with */
} Offers;

static size_t common_bytes(const char *a, const char *b, size_t most)
{
    size_t length = 0;
    while (length < most && a[length] != '\0' && a[length] == b[length]) {
        length++;
    }
    while (length > 0 && ((unsigned char)a[length] & 0xC0U) == 0x80U) { /* never half a character */
        length--;
    }
    return length;
}

static void take_offer(void *list, const char *word)
{
    Offers *offers = list;
    if (strncmp(word, offers->typed, offers->length) != 0) {
        return;
    }
    if (offers->count == offers->room) {
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
        offers->common =
            offers->count == 0 ? strlen(copy) : common_bytes(offers->words[0], copy, offers->common);
        offers->words[offers->count++] = copy;
    }
}

static void show_offers(const Offers *offers)
{
    enum { MOST = 60 };
    printf("\n");
    for (size_t i = 0; i < offers->count && i < MOST; i++) {
        printf("%s  ", offers->words[i]);
    }
    printf("%s\n", offers->count > MOST ? "..." : "");
    (void)fflush(stdout);
}

/* Puts in what all offers have in common; shows them where that is nothing new. */
static unsigned char complete_with(EditLine *el, const Offers *offers)
{
    if (offers->count == 0) {
        return CC_REFRESH_BEEP;
    }
    if (offers->common > offers->length) {
        char *more = strndup(offers->words[0] + offers->length, offers->common - offers->length);
        const bool put = more != NULL && el_insertstr(el, more) == 0;
        free(more);
        if (!put) {
            return CC_ERROR;
        }
    } else if (offers->count > 1) {
        show_offers(offers);
        return CC_REDISPLAY;
    }
    return offers->count == 1 && el_insertstr(el, " ") != 0 ? CC_ERROR : CC_REFRESH;
}

/* The Tab key: the word before the cursor, which begins behind a space or a semicolon. */
static unsigned char complete_word(EditLine *el, int key)
{
    const LineInfo *line = el_line(el);
    const char *start = line->cursor;
    (void)key;
    if (reading == NULL || reading->complete == NULL) {
        return CC_ERROR;
    }
    while (start > line->buffer && start[-1] != ' ' && start[-1] != ';') {
        start--;
    }
    char *typed = strndup(start, (size_t)(line->cursor - start));
    if (typed == NULL) {
        return CC_ERROR;
    }
    Offers offers = {.typed = typed, .length = strlen(typed)};
    reading->complete(reading->context, &offers, take_offer);
    const unsigned char result = complete_with(el, &offers);
    for (size_t i = 0; i < offers.count; i++) {
        free(offers.words[i]);
    }
    free(offers.words);
    free(typed);
    return result;
}

/* ---- the editor ---- */

static char *show_prompt(EditLine *el)
{
    (void)el;
    return (char *)(uintptr_t)prompt_text; /* libedit only reads it */
}

/* The next byte of the keyboard: 1, 0 at its end, -1 interrupted. */
static int keyboard_byte(char *byte)
{
    enum { LOOK_MS = 200 }; /* a signal may come just before poll */
    struct pollfd keyboard = {STDIN_FILENO, POLLIN, 0};
    for (;;) {
        const int ready = poll(&keyboard, 1, LOOK_MS);
        if (atomic_load_explicit(&stop_wanted, memory_order_relaxed) || (ready < 0 && errno != EINTR)) {
            return -1;
        }
        if (ready > 0) {
            const ssize_t count = read(STDIN_FILENO, byte, 1);
            if (count >= 0) {
                return (int)count;
            }
            if (errno != EINTR && errno != EAGAIN) {
                return -1;
            }
        }
    }
}

/* The next character for libedit. Bytes that are no UTF-8 become spaces, as in make_safe. */
static int keyboard_character(EditLine *el, wchar_t *character)
{
    mbstate_t state;
    (void)el;
    memset(&state, 0, sizeof state);
    for (;;) {
        char byte = 0;
        const int got = keyboard_byte(&byte);
        if (got != 1) {
            return got;
        }
        const size_t used = mbrtowc(character, &byte, 1, &state);
        if (used == (size_t)-1) {
            *character = L' ';
        }
        if (used != (size_t)-2) { /* else the rest of the character is to come */
            return 1;
        }
    }
}

/* Names have letters that only UTF-8 can write, whatever the locale says. */
static void take_utf8(void)
{
    if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        (void)setlocale(LC_CTYPE, "C.UTF-8");
    }
}

static bool open_editor(void)
{
    enum { HISTORY_LINES = 500 };
    HistEvent event;
    take_utf8();
    editor = el_init("marshal", stdin, stdout, stderr);
    history_list = history_init();
    if (editor == NULL || history_list == NULL) {
        return false;
    }
    (void)history(history_list, &event, H_SETSIZE, HISTORY_LINES);
    (void)el_set(editor, EL_SIGNAL, 0);
    (void)el_set(editor, EL_EDITOR, "emacs");
    (void)el_set(editor, EL_PROMPT, show_prompt);
    (void)el_set(editor, EL_GETCFN, keyboard_character);
    (void)el_set(editor, EL_HIST, history, history_list);
    (void)el_set(editor, EL_ADDFN, "complete-word", "completes the word before the cursor", complete_word);
    (void)el_set(editor, EL_BIND, "^I", "complete-word", NULL);
    (void)el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return true;
}

static void close_editor(void)
{
    if (history_list != NULL) {
        history_end(history_list);
    }
    if (editor != NULL) {
        el_end(editor);
    }
    editor = NULL;
    history_list = NULL;
}

/* ---- opening ---- */

void input_open(Input *input)
{
    memset(input, 0, sizeof *input);
    input->terminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
    reading = input;
    take_signals();
    if (input->terminal && !open_editor()) {
        close_editor();
        input->terminal = false;
    }
}

void input_close(Input *input)
{
    if (input->terminal) {
        close_editor();
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
        const bool control = size == 0 || (size == 1 && (*at < 0x20U || *at == 0x7FU)) ||
                             (size == 2 && at[0] == 0xC2U && at[1] < 0xA0U);
        for (size_t k = 0; control && k < (size > 0 ? size : 1); k++) {
            text->text[i + k] = ' ';
        }
        i += size > 0 ? size : 1;
    }
}

/* Remembers a line that says something. */
static void add_to_history(const StrBuf *text)
{
    HistEvent event;
    if (text->text[strspn(text->text, " ")] != '\0') {
        (void)history(history_list, &event, H_ENTER, text->text);
    }
}

static enum input_status read_edited(const char *prompt, StrBuf *text)
{
    int length = 0;
    input_forget_stop();
    prompt_text = prompt;
    const char *line = el_gets(editor, &length);
    if (atomic_load_explicit(&stop_wanted, memory_order_relaxed)) {
        el_reset(editor);
        printf("\n");
        return input_ended() ? INPUT_END : INPUT_INTERRUPTED;
    }
    if (line == NULL || length <= 0) {
        printf("\n");
        return INPUT_END;
    }
    const size_t bytes = strcspn(line, "\r\n");
    if (bytes >= INPUT_LINE_BYTES) {
        return INPUT_TOO_LONG;
    }
    strbuf_add_bytes(text, line, bytes);
    make_safe(text);
    add_to_history(text);
    return INPUT_LINE;
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

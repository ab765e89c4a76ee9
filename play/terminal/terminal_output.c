/* terminal_output.c: text on the screen, and what happened in words. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/memory.h"
#include "engine/utf8.h"
#include "play/terminal/terminal.h"

enum { LEAST_WIDTH = 40, MOST_WIDTH = 140 };

unsigned terminal_width(const Terminal *t)
{
    struct winsize size;
    if (!t->input.terminal) {
        return 0;
    }
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return 80;
    }
    return size.ws_col < LEAST_WIDTH ? LEAST_WIDTH : size.ws_col > MOST_WIDTH ? MOST_WIDTH : size.ws_col;
}

/* Columns that bytes take: one a character, which holds for the names of our games. */
static size_t columns(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += utf8_is_tail((unsigned char)text[i]) ? 0 : 1;
    }
    return count;
}

/* Bytes of text that fit into so many columns, cut at a space if there is one. */
static size_t fitting(const char *text, size_t length, size_t width)
{
    size_t used = 0;
    size_t cut = 0;
    size_t i = 0;
    for (; i < length; i++) {
        used += utf8_is_tail((unsigned char)text[i]) ? 0 : 1;
        if (used > width) {
            return cut > 0 ? cut : i;
        }
        cut = text[i] == ' ' ? i : cut;
    }
    return length;
}

static void print_wrapped(const char *line, size_t length, size_t width)
{
    const size_t indent = strspn(line, " ");
    const size_t hang = indent < length && indent + 2 < width / 2 ? indent + 2 : 2;
    size_t room = width;
    while (columns(line, length) > room) {
        const size_t part = fitting(line, length, room);
        if (part == 0) {
            break;
        }
        printf("%.*s\n%*s", (int)part, line, (int)hang, "");
        line += part;
        length -= part;
        while (length > 0 && *line == ' ') {
            line++;
            length--;
        }
        room = width - hang;
    }
    printf("%.*s\n", (int)length, line);
}

void terminal_print(const Terminal *t, const char *text)
{
    const size_t width = terminal_width(t);
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        if (width == 0) {
            printf("%.*s\n", (int)length, text);
        } else {
            print_wrapped(text, length, width);
        }
        text += length + (text[length] == '\n' ? 1 : 0);
    }
}

void terminal_printf(const Terminal *t, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    terminal_print(t, text);
}

void terminal_heading(const Terminal *t, const char *text)
{
    if (t->styled) {
        printf("\033[1m");
    }
    terminal_print(t, text);
    if (t->styled) {
        printf("\033[0m");
    }
}

const char *terminal_seat(const Terminal *t, Seat seat) { return words_seat(t->session->game.rules, seat); }

void terminal_view(const Terminal *t, StateBuffer *view)
{
    const Game *game = &t->session->game;
    game->rules->view(game->data, &t->session->state.header, t->reader, &view->header);
}

static bool reads(const Terminal *t, Seat seat) { return t->reader == SEAT_BOTH || t->reader == seat; }

/* A decision in words, as it looked to whoever makes it: for those who may know. before: the position it is
 * made in, everything known. */
static void tell_decision(const Terminal *t, const State *before, const HistoryStep *step, uint32_t ply,
                          StrBuf *out)
{
    const Game *game = &t->session->game;
    const Seat seat = (Seat)step->seat;
    strbuf_addf(out, "%" PRIu32 ". %s: ", ply, words_seat(game->rules, seat));
    StateBuffer view;
    game->rules->view(game->data, before, seat, &view.header);
    words_choice(game, &view.header, step->move, out);
    strbuf_add_char(out, '\n');
}

/* What followed from it, a line for each thing that the reader may know. */
static void tell_events(const Terminal *t, const Journal *journal, StrBuf *out)
{
    const Game *game = &t->session->game;
    StrBuf text;
    strbuf_init(&text);
    for (uint32_t i = 0; i < journal->count && game->rules->event_text != NULL; i++) {
        strbuf_clear(&text);
        game->rules->event_text(game->data, &journal->entries[i], t->reader, &text);
        if (text.length > 0) {
            strbuf_addf(out, "    %s\n", text.text);
        }
    }
    strbuf_add(out, journal->overflow ? "    (more happened than there is room for)\n" : "");
    strbuf_release(&text);
}

void terminal_tell(const Terminal *t, uint32_t from, uint32_t to)
{
    const History *history = &t->session->history;
    HistoryWalk *walk = memory_zeroed(sizeof *walk);
    StrBuf text;
    strbuf_init(&text);
    history_walk(walk, history, from);
    if (from == 0) {
        tell_events(t, &walk->journal, &text);
    }
    while (walk->ply < to && walk->ply < history->count) {
        const HistoryStep *step = &history->steps[walk->ply];
        if (reads(t, (Seat)step->seat)) {
            tell_decision(t, &walk->state.header, step, walk->ply + 1, &text);
        }
        (void)history_next(walk);
        tell_events(t, &walk->journal, &text);
    }
    terminal_print(t, text.text);
    strbuf_release(&text);
    memory_free(walk);
}

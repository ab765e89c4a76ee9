/* terminal_choices.c: the legal moves as numbered phrases, and which of them is meant by what was typed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/fold.h"
#include "engine/utf8.h"
#include "play/terminal/terminal.h"

enum { COLUMNS_FROM = 6, REPEATS_MAX = 64, LEAST_LETTERS = 2 };

void terminal_move_words(const Terminal *t, Move move, StrBuf *out) { session_choice(t->session, move, out); }

/* Letters of the notation before the bracket: moves of one kind. */
static size_t verb_length(const char *text) { return strcspn(text, "("); }

static bool same_kind(const Game *game, Move a, Move b)
{
    char left[MOVE_TEXT_BYTES];
    char right[MOVE_TEXT_BYTES];
    game->rules->move_text(game->data, a, left);
    game->rules->move_text(game->data, b, right);
    const size_t length = verb_length(left);
    return length == verb_length(right) && strncmp(left, right, length) == 0;
}

/* How well a text names a move: 0 not, 1 by beginnings of its words, 2 by its words, 3 by its notation. */
static int likeness(const Terminal *t, Move move, const char *text)
{
    const Game *game = &t->session->game;
    char notation[MOVE_TEXT_BYTES];
    char letters[FOLD_BYTES];
    game->rules->move_text(game->data, move, notation);
    if (strcmp(notation, text) == 0) {
        return 3;
    }
    StrBuf words;
    strbuf_init(&words);
    terminal_move_words(t, move, &words);
    const bool named = fold_equal(words.text, text);
    strbuf_addf(&words, " %s", notation + verb_length(notation));
    fold_text(text, letters, sizeof letters);
    const bool meant = strlen(letters) >= LEAST_LETTERS && fold_has_words(words.text, text);
    strbuf_release(&words);
    return named ? 2 : meant ? 1 : 0;
}

/* ------------------------------------------------------------------ showing */

typedef struct Shown {
    uint32_t count;
    uint32_t index[MOVE_LIST_MAX]; /* in the legal list */
    char text[MOVE_LIST_MAX][160];
    unsigned width[MOVE_LIST_MAX]; /* columns */
} Shown;

static unsigned width_of(const char *text)
{
    unsigned width = 0;
    for (; *text != '\0'; text++) {
        width += utf8_is_tail((unsigned char)*text) ? 0U : 1U;
    }
    return width;
}

/* What one would see on a map: ": 4/3/4 spent". */
static void add_remark(const Terminal *t, Move move, StrBuf *out)
{
    const Game *game = &t->session->game;
    StateBuffer view;
    if (game->rules->words == NULL || game->rules->words->remark == NULL) {
        return;
    }
    game->rules->view(game->data, &t->session->state.header, session_actor(t->session), &view.header);
    const size_t before = out->length;
    strbuf_add(out, "  (");
    game->rules->words->remark(game->data, &view.header, move, out);
    if (out->length == before + 3) {
        out->length = before;
        out->text[before] = '\0';
    } else {
        strbuf_add_char(out, ')');
    }
}

static void collect(const Terminal *t, const MoveList *list, const char *filter, Shown *shown)
{
    StrBuf words;
    strbuf_init(&words);
    shown->count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        strbuf_clear(&words);
        terminal_move_words(t, list->moves[i], &words);
        if (filter[0] != '\0' && likeness(t, list->moves[i], filter) == 0) {
            continue;
        }
        add_remark(t, list->moves[i], &words);
        char *text = shown->text[shown->count];
        (void)snprintf(text, sizeof shown->text[0], "%3" PRIu32 "  %s", i + 1, words.text);
        shown->width[shown->count] = width_of(text);
        shown->index[shown->count++] = i;
    }
    strbuf_release(&words);
}

/* Prints some of them in columns, read downwards. */
static void print_group(const Terminal *t, const Shown *shown, uint32_t first, uint32_t count)
{
    const unsigned screen = terminal_width(t);
    unsigned widest = 1;
    for (uint32_t i = first; i < first + count; i++) {
        widest = shown->width[i] > widest ? shown->width[i] : widest;
    }
    const uint32_t columns = count < COLUMNS_FROM || screen < 2 * (widest + 3) ? 1 : screen / (widest + 3);
    const uint32_t rows = (count + columns - 1) / columns;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t i = row; i < count; i += rows) {
            const bool last = i + rows >= count;
            printf("%s%*s", shown->text[first + i], last ? 0 : (int)(widest + 3 - shown->width[first + i]),
                   "");
        }
        printf("\n");
    }
}

/* Moves of a kind stand together. */
static void print_choices(const Terminal *t, const MoveList *list, const Shown *shown)
{
    for (uint32_t first = 0; first < shown->count;) {
        uint32_t count = 1;
        while (first + count < shown->count && same_kind(&t->session->game, list->moves[shown->index[first]],
                                                         list->moves[shown->index[first + count]])) {
            count++;
        }
        print_group(t, shown, first, count);
        first += count;
    }
}

/* What the decision is about; of a game without words the whole position, since nothing else shows it. */
static void add_setting(const Terminal *t, StrBuf *out)
{
    const Game *game = &t->session->game;
    const Seat seat = session_actor(t->session);
    StateBuffer view;
    if (game->rules->words == NULL) {
        game->rules->position_text(game->data, &t->session->state.header, seat, out);
    } else if (game->rules->words->setting != NULL) {
        game->rules->view(game->data, &t->session->state.header, seat, &view.header);
        game->rules->words->setting(game->data, &view.header, out);
    }
}

static void print_question(const Terminal *t)
{
    StrBuf text;
    char clause[WORDS_CLAUSE_BYTES];
    strbuf_init(&text);
    strbuf_addf(&text, "%s: ", terminal_seat(t, session_actor(t->session)));
    session_question(t->session, &text, clause);
    if (clause[0] != '\0') {
        strbuf_addf(&text, " [%s]", clause);
    }
    terminal_heading(t, text.text);
    strbuf_clear(&text);
    add_setting(t, &text);
    terminal_print(t, text.text);
    strbuf_release(&text);
}

void terminal_show_choices(const Terminal *t, const char *filter)
{
    print_question(t);
    terminal_list(t, filter);
}

void terminal_list(const Terminal *t, const char *filter)
{
    MoveList list;
    Shown *shown = malloc(sizeof *shown);
    if (shown == NULL) {
        return;
    }
    (void)session_legal(t->session, &list);
    collect(t, &list, filter, shown);
    print_choices(t, &list, shown);
    if (shown->count == 0) {
        terminal_printf(t, "None of the %" PRIu32 " choices has the words \"%s\".", list.count, filter);
    }
    free(shown);
}

/* ------------------------------------------------------------------ finding */

static bool parse_number(const char *text, uint32_t most, uint32_t *number)
{
    char *end = NULL;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    const unsigned long value = strtoul(text, &end, 10);
    if (*end != '\0' || value < 1 || value > most) {
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

enum terminal_match terminal_find(const Terminal *t, const char *text, MoveList *list, uint32_t *index)
{
    uint32_t number = 0;
    uint32_t found = 0;
    int best = 0;
    (void)session_legal(t->session, list);
    if (parse_number(text, list->count, &number)) {
        *index = number - 1;
        return TERMINAL_ONE;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const int like = likeness(t, list->moves[i], text);
        if (like > best) {
            best = like;
            found = 0;
        }
        if (like == best && like > 0) {
            *index = found == 0 ? i : *index;
            found++;
        }
    }
    return found == 0 ? TERMINAL_NONE : found == 1 ? TERMINAL_ONE : TERMINAL_MANY;
}

/* ------------------------------------------------------------------ playing */

static bool play_one(Terminal *t, Move move)
{
    Err err;
    err_clear(&err);
    if (!session_play(t->session, session_actor(t->session), move, &err)) {
        terminal_printf(t, "%s", err.message);
        return false;
    }
    return true;
}

/* The next move of the same kind, if there is only one, the same is asked of the same human, and no dice fell
 * meanwhile: piece after piece comes along, but nobody marches on blindly. */
static bool next_of_kind(const Terminal *t, Move move, Seat seat, uint8_t step, Move *next)
{
    const Session *session = t->session;
    const State *state = &session->state.header;
    MoveList list;
    if (session_actor(session) != seat || !session_human_acts(session) || state->step != step ||
        session_last(session)->draw_count > 0) {
        return false;
    }
    uint32_t found = 0;
    (void)session_legal(session, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (same_kind(&session->game, move, list.moves[i])) {
            *next = list.moves[i];
            found++;
        }
    }
    return found == 1;
}

bool terminal_play(Terminal *t, Move move, bool repeat)
{
    const Seat seat = session_actor(t->session);
    const uint8_t step = t->session->state.header.step;
    bool good = play_one(t, move);
    for (int i = 0; good && repeat && i < REPEATS_MAX && next_of_kind(t, move, seat, step, &move); i++) {
        good = play_one(t, move);
    }
    t->agreed = t->session->version;
    return good;
}

/* terminal.c: the loop of a game in the terminal. */
#include "play/terminal/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ai/clock.h"
#include "play/cmd/command.h"

static void terminal_stop_watching(Terminal *t);

enum { KEEP_EVERY_S = 5, PROMPT_BYTES = 64 };

/* ------------------------------------------------------------------ keeping */

bool terminal_keep(Terminal *t)
{
    Err err;
    err_clear(&err);
    if (t->file[0] == '\0' || t->saved == t->session->version ||
        (session_plies(t->session) == 0 && t->saved == 0)) {
        return true;
    }
    if (!session_save(t->session, t->file, &err)) {
        char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
        err_text(&err, text, sizeof text);
        terminal_printf(t, "The game could not be saved: %s", text);
        return false;
    }
    t->saved = t->session->version;
    t->saved_at = clock_seconds();
    return true;
}

/* Now and then, so that even a power cut costs little. */
static void keep_sometimes(Terminal *t)
{
    if (clock_seconds() - t->saved_at >= KEEP_EVERY_S) {
        t->saved_at = clock_seconds(); /* also if it fails: not again at once */
        (void)terminal_keep(t);
    }
}

void terminal_change(Terminal *t, Session *session)
{
    session_close(t->session);
    t->session = session;
    t->watching = false;
    t->running = true;
    t->shown = 0;
    t->saved = session->version;
    strbuf_clear(&t->line);
    t->next = 0;
    for (size_t i = 0; i < sizeof t->told / sizeof t->told[0]; i++) {
        t->told[i] = session_plies(session);
    }
    t->reader = SEAT_NONE;
    terminal_type_dice(t, t->typed);
}

/* ------------------------------------------------------------------ input */

static const char *terminal_ask(Terminal *t, const char *prompt)
{
    switch (input_read(&t->input, prompt, &t->line)) {
    case INPUT_LINE:
        break;
    case INPUT_TOO_LONG:
        terminal_printf(t, "That line was longer than %d bytes; it was passed over.", INPUT_LINE_BYTES);
        strbuf_clear(&t->line);
        break;
    case INPUT_INTERRUPTED:
        terminal_printf(t, "(quit ends the game and keeps it)");
        strbuf_clear(&t->line);
        break;
    case INPUT_END:
        strbuf_clear(&t->line);
        t->next = 0;
        t->quit = true;
        return NULL;
    }
    t->next = 0;
    return t->line.text;
}

/* Takes the next number from what was typed ahead. */
static bool take_typed(StrBuf *ahead, char word[16])
{
    const size_t start = strspn(ahead->text, " ,");
    const size_t length = strcspn(ahead->text + start, " ,");
    if (length == 0) {
        return false;
    }
    (void)snprintf(word, 16, "%.*s", (int)length, ahead->text + start);
    char *rest = ahead->text + start + length;
    const size_t left = strlen(rest);
    memmove(ahead->text, rest, left + 1);
    ahead->length = left;
    return true;
}

/* One word for a die: typed ahead, or asked for. False: no more input. */
static bool ask_die(Terminal *t, const char *what, uint32_t sides, char word[16])
{
    StrBuf line;
    if (take_typed(&t->typed_dice, word)) {
        return true;
    }
    terminal_printf(t, "Roll a die, 1 to %" PRIu32 ": %s", sides,
                    what[0] != '\0' ? what : "the rules do not say what for");
    strbuf_init(&line);
    const enum input_status status = input_read(&t->input, "die> ", &line);
    strbuf_clear(&t->typed_dice);
    strbuf_add(&t->typed_dice, status == INPUT_LINE ? line.text : "");
    strbuf_release(&line);
    t->quit = t->quit || status == INPUT_END;
    if (!take_typed(&t->typed_dice, word)) {
        word[0] = '\0';
    }
    return status != INPUT_END;
}

/* Asks until a face of the die is typed. */
static bool roll(void *context, const char *what, uint32_t sides, uint32_t *value)
{
    Terminal *t = context;
    char word[16];
    while (ask_die(t, what, sides, word)) {
        char *end = NULL;
        const unsigned long number = strtoul(word, &end, 10);
        if (word[0] >= '0' && word[0] <= '9' && *end == '\0' && number >= 1 && number <= sides) {
            *value = (uint32_t)number;
            return true;
        }
        strbuf_clear(&t->typed_dice);
        if (strcmp(word, "quit") == 0) {
            t->quit = true;
            return false;
        }
        if (strcmp(word, "cancel") == 0 && session_human_acts(t->session)) {
            return false;
        }
        terminal_printf(t,
                        "Found \"%s\", expected the number that the die shows, 1 to %" PRIu32
                        "%s; quit ends the game here.",
                        word, sides,
                        session_human_acts(t->session) ? ", or cancel to take the move back" : "");
    }
    return false;
}

void terminal_type_dice(Terminal *t, bool typed)
{
    t->typed = typed;
    session_type_dice(t->session, typed ? roll : NULL, t);
}

/* ------------------------------------------------------------------ who looks at the screen */

static bool plays(const Session *session, Seat seat) { return session->human[seat]; }

/* The seat whose knowledge is shown now. */
static Seat reader_now(const Terminal *t)
{
    const Session *session = t->session;
    const bool french =
        plays(session, SEAT_FRENCH) || (t->watching && strcmp(t->away[SEAT_FRENCH], SESSION_HUMAN) == 0);
    const bool coalition = plays(session, SEAT_COALITION) ||
                           (t->watching && strcmp(t->away[SEAT_COALITION], SESSION_HUMAN) == 0);
    const Seat actor = session_actor(session);
    if (french && coalition) {
        return actor < SEAT_NONE ? actor : SEAT_BOTH;
    }
    return french ? SEAT_FRENCH : coalition ? SEAT_COALITION : SEAT_BOTH;
}

/* Clears the screen and waits until the other player sits there. */
static void draw_curtain(Terminal *t)
{
    char text[128];
    StrBuf line;
    if (t->input.terminal) {
        printf("\033[H\033[2J\033[3J");
    }
    (void)snprintf(text, sizeof text, "--- The screen is for the %s side now. ---",
                   terminal_seat(t, t->reader));
    terminal_heading(t, text);
    if (t->input.terminal) {
        strbuf_init(&line);
        t->quit = t->quit || input_read(&t->input, "Enter when only you are looking> ", &line) == INPUT_END;
        strbuf_release(&line);
    }
}

static void turn_screen(Terminal *t)
{
    const Seat before = t->reader;
    t->reader = reader_now(t);
    if (before != t->reader && before < SEAT_NONE && t->reader < SEAT_NONE && t->curtain) {
        draw_curtain(t);
    }
}

static void tell_news(Terminal *t)
{
    uint32_t *told = &t->told[t->reader];
    if (*told < session_plies(t->session)) {
        terminal_tell(t, *told, session_plies(t->session));
    }
    *told = session_plies(t->session);
}

/* After steps were taken back, nobody has been told of more than there is. */
static void forget_told(Terminal *t)
{
    for (size_t i = 0; i < sizeof t->told / sizeof t->told[0]; i++) {
        t->told[i] = t->told[i] > session_plies(t->session) ? session_plies(t->session) : t->told[i];
    }
}

/* ------------------------------------------------------------------ watching */

bool terminal_watch(Terminal *t, const char *spec)
{
    Session *session = t->session;
    Err err;
    err_clear(&err);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        (void)snprintf(t->away[seat], sizeof t->away[seat], "%s", session->seat_spec[seat]);
    }
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (session->human[seat] && !session_set_seat(session, (Seat)seat, spec, &err)) {
            terminal_printf(t, "%s", err.message);
            terminal_stop_watching(t);
            return false;
        }
    }
    t->watching = true;
    t->running = true;
    return true;
}

static void terminal_stop_watching(Terminal *t)
{
    Err err;
    err_clear(&err);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (strcmp(t->away[seat], SESSION_HUMAN) == 0 && !t->session->human[seat]) {
            (void)session_set_seat(t->session, (Seat)seat, SESSION_HUMAN, &err);
        }
    }
    t->watching = false;
}

/* Time to read what has happened. */
static void pause_watcher(const Terminal *t)
{
    const struct timespec pause = {0, 300000000L};
    if (t->input.terminal && session_is_over(t->session) == false) {
        (void)nanosleep(&pause, NULL);
    }
}

static bool human_at_table(const Session *session)
{
    return session->human[SEAT_FRENCH] || session->human[SEAT_COALITION];
}

static void let_policy_move(Terminal *t)
{
    const uint32_t before = session_plies(t->session);
    terminal_think(t);
    const bool news = session_plies(t->session) > before;
    if (human_at_table(t->session)) {
        return;
    }
    if (news) {
        pause_watcher(t);
    }
    if (atomic_load(input_stop()) && !input_ended()) {
        input_forget_stop();
        terminal_printf(t, "Stopped. %s",
                        t->watching ? "It is yours again." : "watch goes on, next makes one move.");
        t->running = false;
        if (t->watching) {
            terminal_stop_watching(t);
        }
    }
}

/* ------------------------------------------------------------------ the loop */

/* "The ... side has won: a marginal victory in ...". */
static void add_outcome(const Terminal *t, StrBuf *out)
{
    static const char *const grades[OUTCOME_GRADE_COUNT] = {
        "", "a decisive victory",    "a marginal victory", "a victory by the final count",
        "", "the other side gave up"};
    const Session *session = t->session;
    const Outcome outcome = session_outcome(session);
    StrBuf turn;
    strbuf_init(&turn);
    words_turn(&session->game, outcome.turn, &turn);
    strbuf_add(out, "The game is over. ");
    if (outcome.grade == OUTCOME_BOTH_LOSE) {
        strbuf_addf(out, "Both sides have lost (%s).", turn.text);
    } else if (outcome.winner >= SEAT_NONE) {
        strbuf_addf(out, "Nobody has won (%s).", turn.text);
    } else {
        strbuf_addf(out, "The %s side has won: %s in %s.", terminal_seat(t, outcome.winner),
                    session->resigned < SEAT_NONE ? "the other side resigned" : grades[outcome.grade],
                    turn.text);
    }
    strbuf_release(&turn);
}

static void tell_outcome(Terminal *t)
{
    StrBuf text;
    if (t->shown == t->session->version) {
        return;
    }
    t->shown = t->session->version;
    strbuf_init(&text);
    add_outcome(t, &text);
    terminal_heading(t, text.text);
    strbuf_release(&text);
    if (t->session->has_seed) {
        terminal_printf(t, "The seed was %" PRIu64 "; its SHA-256 is %s.", t->session->seed,
                        t->session->seed_sha256);
    } else {
        terminal_printf(t, "Dice were typed in: there is no seed to show.");
    }
    if (terminal_keep(t) && t->file[0] != '\0') {
        terminal_printf(t,
                        "The game is in %s; marshal replay %s --check plays it again and verifies the dice.",
                        t->file, t->file);
    }
    terminal_printf(t, "review judges every decision; log and the pages still work; quit ends.");
}

static void show_question(Terminal *t)
{
    if (t->shown != t->session->version && session_human_acts(t->session)) {
        printf("\n");
        terminal_show_choices(t, "");
        t->shown = t->session->version;
    }
}

static void make_prompt(const Terminal *t, char prompt[PROMPT_BYTES])
{
    const Session *session = t->session;
    StrBuf turn;
    strbuf_init(&turn);
    words_turn(&session->game, game_outcome(&session->game, &session->state.header).turn, &turn);
    (void)snprintf(prompt, PROMPT_BYTES, "%.40s %s> ", turn.text,
                   session_is_over(session) ? "over" : terminal_seat(t, session_actor(session)));
    strbuf_release(&turn);
}

/* The rest of a line with several commands; NULL if there is none, or it was meant for another position. */
static char *rest_of_line(Terminal *t)
{
    if (t->next == 0 || t->next >= t->line.length) {
        return NULL;
    }
    if (t->agreed != t->session->version || t->agreed_seat != session_actor(t->session)) {
        terminal_printf(t, "Something has happened in between: \"%s\" was not carried out.",
                        t->line.text + t->next);
        t->next = 0;
        return NULL;
    }
    return t->line.text + t->next;
}

/* One command from a line; what follows a semicolon waits. */
static void take_command(Terminal *t, char *text)
{
    const size_t length = strcspn(text, ";");
    const bool more = text[length] == ';';
    const size_t next = (size_t)(text - t->line.text) + length + 1;
    char command[INPUT_LINE_BYTES];
    (void)snprintf(command, sizeof command, "%.*s", (int)length, text);
    t->next = more ? next : 0;
    t->agreed = t->session->version;
    t->agreed_seat = session_actor(t->session);
    if (!terminal_execute(t, command)) {
        t->next = 0;
    }
}

static void take_turn(Terminal *t)
{
    char prompt[PROMPT_BYTES];
    char *rest = rest_of_line(t);
    if (rest == NULL) {
        show_question(t);
        make_prompt(t, prompt);
        (void)terminal_ask(t, prompt);
        rest = t->quit ? NULL : t->line.text;
    }
    if (rest != NULL) {
        take_command(t, rest);
    }
}

static void play_on(Terminal *t)
{
    while (!t->quit && !input_ended()) {
        forget_told(t);
        turn_screen(t);
        tell_news(t);
        keep_sometimes(t);
        const bool over = session_is_over(t->session);
        if (t->quit) {
            return;
        }
        if (over) {
            tell_outcome(t);
            take_turn(t);
        } else if (session_human_acts(t->session) || !t->running) {
            take_turn(t);
        } else {
            let_policy_move(t);
        }
    }
}

static void greet(const Terminal *t)
{
    const Session *session = t->session;
    terminal_printf(t, "%s (%s)", session->game.title, session->game.scenario);
    terminal_printf(t, "%s: %s. %s: %s.", terminal_seat(t, SEAT_FRENCH), session->seat_spec[SEAT_FRENCH],
                    terminal_seat(t, SEAT_COALITION), session->seat_spec[SEAT_COALITION]);
    if (session->has_seed && !t->typed) {
        terminal_printf(
            t, "Fair dice: the SHA-256 of this game's seed is %s; the seed is shown after the last move.",
            session->seed_sha256);
    } else {
        terminal_printf(
            t, "Dice are typed in as they fall on your table; cards are shuffled and held by the program.");
    }
    if (session_plies(session) > 0) {
        terminal_printf(t, "%" PRIu32 " decisions have been made; log shows the last ones.",
                        session_plies(session));
    }
    terminal_printf(t, "Type the number of a choice, or words of it; ? lists the choices again, help all "
                       "commands, rules what this phase "
                       "is about.");
}

static void say_goodbye(Terminal *t)
{
    const bool kept = terminal_keep(t);
    t->failed = !kept;
    if (kept && t->file[0] != '\0' && t->saved != 0) {
        terminal_printf(t, "The game is kept in %s; marshal play %s goes on with it.", t->file, t->file);
    }
}

int terminal_run(Session *session, const char *file, bool fresh, bool typed_dice)
{
    Terminal *t = calloc(1, sizeof *t);
    if (t == NULL) {
        session_close(session);
        return EXIT_FAILED;
    }
    t->session = session;
    t->reader = SEAT_NONE;
    t->curtain = true;
    t->running = true;
    t->saved = fresh ? 0 : session->version;
    t->saved_at = clock_seconds();
    (void)snprintf(t->file, sizeof t->file, "%s", file);
    input_open(&t->input);
    t->input.complete = terminal_complete;
    t->input.context = t;
    const char *kind = getenv("TERM");
    t->styled = t->input.terminal && getenv("NO_COLOR") == NULL && kind != NULL && strcmp(kind, "dumb") != 0;
    strbuf_init(&t->line);
    strbuf_init(&t->typed_dice);
    for (size_t i = 0; i < sizeof t->told / sizeof t->told[0]; i++) {
        t->told[i] = session_plies(session);
    }
    terminal_type_dice(t, typed_dice);
    greet(t);
    play_on(t);
    say_goodbye(t);
    const int code = input_ended() ? EXIT_INTERRUPTED : t->failed ? EXIT_FAILED : EXIT_GOOD;
    input_close(&t->input);
    strbuf_release(&t->line);
    strbuf_release(&t->typed_dice);
    session_close(t->session);
    free(t);
    return code;
}

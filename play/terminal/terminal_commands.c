/* terminal_commands.c: what can be typed during a game: commands, pages of the game, moves. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ai/effort.h"
#include "engine/fold.h"
#include "play/terminal/terminal.h"

enum { LOG_LINES = 20, WORD_BYTES = 32 };

typedef struct TerminalCommand {
    const char *name;
    const char *shortcut; /* "" if none */
    const char *argument; /* for help texts */
    const char *summary;
    bool whole; /* never by an abbreviation */
    bool (*run)(Terminal *t, const char *argument);
} TerminalCommand;

static bool fail(const Terminal *t, const Err *err)
{
    char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
    err_text(err, text, sizeof text);
    terminal_printf(t, "%s", text);
    return false;
}

/* The position has changed by something else than a move. */
static bool changed(Terminal *t, bool good, const Err *err)
{
    t->agreed = t->session->version;
    return good ? true : fail(t, err);
}

static bool gone_back(Terminal *t, bool good, const Err *err, uint32_t before)
{
    const uint32_t now = session_plies(t->session);
    if (changed(t, good, err)) {
        terminal_printf(t, "%" PRIu32 " %s taken back.", before - now,
                        before - now == 1 ? "decision" : "decisions");
    }
    return good;
}

/* ------------------------------------------------------------------ looking */

static bool run_choices(Terminal *t, const char *argument)
{
    if (!session_human_acts(t->session)) {
        terminal_printf(t, "It is not for you to decide.");
        return false;
    }
    terminal_show_choices(t, argument);
    return true;
}

/* First of the last steps whose lines fill about so many lines. */
static bool run_log(Terminal *t, const char *argument)
{
    const uint32_t steps = session_plies(t->session);
    const unsigned long wanted = argument[0] == '\0'            ? LOG_LINES
                                 : strcmp(argument, "all") == 0 ? steps
                                                                : strtoul(argument, NULL, 10);
    if (wanted == 0 && steps > 0) {
        terminal_printf(t, "Found \"%s\", expected how many decisions to go back, or all.", argument);
        return false;
    }
    terminal_tell(t, wanted < steps ? steps - (uint32_t)wanted : 0, steps);
    if (steps == 0) {
        terminal_printf(t, "Nothing has happened yet.");
    }
    return true;
}

/* As the rules print it: of every game, also of one that has no pages to look at. */
static bool run_position(Terminal *t, const char *argument)
{
    const Game *game = &t->session->game;
    StrBuf text;
    (void)argument;
    strbuf_init(&text);
    game->rules->position_text(game->data, &t->session->state.header, t->reader, &text);
    terminal_print(t, text.text);
    strbuf_release(&text);
    return true;
}

static bool run_info(Terminal *t, const char *argument)
{
    const Session *session = t->session;
    (void)argument;
    terminal_printf(t, "%s (%s), after %" PRIu32 " decisions", session->game.title, session->game.scenario,
                    session_plies(session));
    terminal_printf(t, "%s: %s. %s: %s.", terminal_seat(t, SEAT_FRENCH), session->seat_spec[SEAT_FRENCH],
                    terminal_seat(t, SEAT_COALITION), session->seat_spec[SEAT_COALITION]);
    terminal_printf(t, "File: %s", t->file[0] != '\0' ? t->file : "none");
    if (!session->has_seed) {
        terminal_printf(t, "Dice: typed in.");
    } else if (session_is_over(session)) {
        terminal_printf(t, "Seed: %" PRIu64 ", SHA-256 %s", session->seed, session->seed_sha256);
    } else {
        terminal_printf(t, "SHA-256 of the seed: %s", session->seed_sha256);
    }
    return true;
}

/* ------------------------------------------------------------------ advice */

static bool may_advise(const Terminal *t)
{
    if (session_is_over(t->session) || !session_human_acts(t->session)) {
        terminal_printf(t, "There is no decision of yours to look at.");
        return false;
    }
    return true;
}

static bool run_rules(Terminal *t, const char *argument)
{
    StateBuffer view;
    StrBuf text;
    strbuf_init(&text);
    terminal_view(t, &view);
    const bool found = words_rules(&t->session->game, &view.header, argument, &text);
    if (!found) {
        terminal_printf(t, "There is no \"%s\" here.", argument);
    }
    terminal_print(t, text.text);
    strbuf_release(&text);
    return found;
}

static bool run_hint(Terminal *t, const char *argument)
{
    (void)argument;
    return may_advise(t) && terminal_advise(t, 3, false, NULL);
}

static bool run_why(Terminal *t, const char *argument)
{
    MoveList list;
    uint32_t index = 0;
    if (!may_advise(t)) {
        return false;
    }
    if (argument[0] == '\0') {
        return terminal_advise(t, 3, true, NULL);
    }
    if (terminal_find(t, argument, &list, &index) != TERMINAL_ONE) {
        terminal_printf(t, "Found \"%s\", expected the number of a choice.", argument);
        return false;
    }
    return terminal_advise(t, 1, true, &list.moves[index]);
}

/* The notation of what was typed: a listed choice may be meant by its number or its words. */
static void as_notation(const Terminal *t, const char *text, char notation[MOVE_TEXT_BYTES])
{
    const Game *game = &t->session->game;
    MoveList list;
    Move move = 0;
    uint32_t index = 0;
    (void)snprintf(notation, MOVE_TEXT_BYTES, "%s", text);
    if (!game->rules->move_parse(game->data, text, &move) && session_human_acts(t->session) &&
        session_actor(t->session) == t->reader && terminal_find(t, text, &list, &index) == TERMINAL_ONE) {
        game->rules->move_text(game->data, list.moves[index], notation);
    }
}

/* A move that the player looked for and did not find among the choices. */
static bool run_why_not(Terminal *t, const char *argument)
{
    char notation[MOVE_TEXT_BYTES];
    StateBuffer view;
    StrBuf text;
    if (argument[0] == '\0') {
        terminal_printf(
            t, "Say which: why-not MOVE, in the notation of records, of which help shows an example.");
        return false;
    }
    if (t->reader >= SEAT_NONE) {
        terminal_printf(t, "Nobody is asked for a move now.");
        return false;
    }
    strbuf_init(&text);
    terminal_view(t, &view);
    as_notation(t, argument, notation);
    words_why_not(&t->session->game, &view.header, t->reader, notation, &text);
    terminal_printf(t, "%s", text.text);
    strbuf_release(&text);
    return true;
}

static bool run_review(Terminal *t, const char *argument)
{
    const unsigned long usual = effort_of(t->session->game.rules->id)->quick_sims;
    const unsigned long sims = argument[0] == '\0' ? usual : strtoul(argument, NULL, 10);
    if (!session_is_over(t->session)) {
        terminal_printf(t, "A game is reviewed when it is over: until then the opponent's decisions would "
                           "tell of its hand.");
        return false;
    }
    if (sims < 1 || sims > 1000000) {
        terminal_printf(t, "Found \"%s\", expected a number of iterations.", argument);
        return false;
    }
    return terminal_review(t, sims);
}

/* ------------------------------------------------------------------ going back */

static bool run_undo(Terminal *t, const char *argument)
{
    const uint32_t before = session_plies(t->session);
    Err err;
    err_clear(&err);
    (void)argument;
    if (before > 0 && t->reader < SEAT_NONE && t->session->history.steps[before - 1].by_human &&
        t->session->history.steps[before - 1].seat != t->reader) {
        terminal_printf(t, "cannot be undone: that was the other side's decision");
        return false;
    }
    return gone_back(t, session_undo(t->session, &err), &err, before);
}

static bool run_back(Terminal *t, const char *argument)
{
    const uint32_t before = session_plies(t->session);
    Err err;
    err_clear(&err);
    const Seat seat = t->reader < SEAT_NONE ? t->reader : SEAT_FRENCH;
    (void)argument;
    if (!t->session->human[seat]) {
        terminal_printf(t, "No human plays.");
        return false;
    }
    return gone_back(t, session_take_back(t->session, seat, &err), &err, before);
}

static bool run_take(Terminal *t, const char *argument)
{
    if (strcmp(argument, "back") != 0) {
        terminal_printf(t, "Found \"take %s\", expected take back.", argument);
        return false;
    }
    return run_back(t, "");
}

/* ------------------------------------------------------------------ files */

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

/* "FILE" or "FILE over". */
static bool run_save(Terminal *t, const char *argument)
{
    char path[SCENARIO_PATH_BYTES];
    const size_t length = strlen(argument);
    const bool over = length > 5 && strcmp(argument + length - 5, " over") == 0;
    (void)snprintf(path, sizeof path, "%.*s", (int)(over ? length - 5 : length), argument);
    if (path[0] == '\0' && t->file[0] == '\0') {
        terminal_printf(t, "Save to which file?");
        return false;
    }
    if (path[0] != '\0' && strcmp(path, t->file) != 0) {
        if (exists(path) && !over) {
            terminal_printf(t, "%s is there already; save %s over replaces it.", path, path);
            return false;
        }
        Err err;
        err_clear(&err);
        if (!session_save(t->session, path, &err)) {
            return fail(t, &err);
        }
        (void)snprintf(t->file, sizeof t->file, "%s", path);
        t->saved = t->session->version;
    } else if (!terminal_keep(t)) {
        return false;
    }
    terminal_printf(t, "Saved in %s; from now on the game is kept there.", t->file);
    return true;
}

static bool run_load(Terminal *t, const char *argument)
{
    Err err;
    err_clear(&err);
    if (argument[0] == '\0') {
        terminal_printf(t, "Load which file?");
        return false;
    }
    if (!terminal_keep(t)) {
        return false;
    }
    Session *session = session_load(argument, NULL, &err);
    if (session == NULL) {
        return fail(t, &err);
    }
    terminal_change(t, session);
    (void)snprintf(t->file, sizeof t->file, "%s", argument);
    return run_info(t, "");
}

/* ------------------------------------------------------------------ the table */

static bool run_resign(Terminal *t, const char *argument)
{
    Err err;
    err_clear(&err);
    const Seat seat = session_human_acts(t->session) ? session_actor(t->session) : t->reader;
    if (strcmp(argument, "yes") != 0) {
        terminal_printf(t, "resign yes gives the game up for the %s side.", terminal_seat(t, seat));
        return false;
    }
    return changed(t, session_resign(t->session, seat, &err), &err);
}

static bool run_swap(Terminal *t, const char *argument)
{
    Err err;
    err_clear(&err);
    (void)argument;
    if (!changed(t, session_swap(t->session, &err), &err)) {
        return false;
    }
    terminal_printf(t, "The sides have changed hands. %s: %s. %s: %s.", terminal_seat(t, SEAT_FRENCH),
                    t->session->seat_spec[SEAT_FRENCH], terminal_seat(t, SEAT_COALITION),
                    t->session->seat_spec[SEAT_COALITION]);
    return true;
}

/* Another policy for all seats that policies play. */
static bool set_opponent(Terminal *t, const char *spec)
{
    Session *session = t->session;
    bool any = false;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        Err err;
        err_clear(&err);
        if (!session->human[seat]) {
            any = true;
            if (!session_set_seat(session, (Seat)seat, spec, &err)) {
                return fail(t, &err);
            }
        }
    }
    t->agreed = session->version;
    terminal_printf(t, any ? "The opponent is %s now." : "Two people play: there is no opponent to set (%s).",
                    spec);
    return any;
}

static bool run_level(Terminal *t, const char *argument)
{
    char spec[POLICY_SPEC_BYTES];
    (void)snprintf(spec, sizeof spec, "level:%s", argument);
    return set_opponent(t, spec);
}

static bool run_opponent(Terminal *t, const char *argument)
{
    if (argument[0] == '\0' || strcmp(argument, SESSION_HUMAN) == 0) {
        terminal_printf(t, "Expected a policy: level:3, heuristic, mcts:sims=1000 ...");
        return false;
    }
    return set_opponent(t, argument);
}

static bool run_watch(Terminal *t, const char *argument)
{
    const Session *session = t->session;
    const char *other = !session->human[SEAT_FRENCH]      ? session->seat_spec[SEAT_FRENCH]
                        : !session->human[SEAT_COALITION] ? session->seat_spec[SEAT_COALITION]
                                                          : "level";
    char spec[POLICY_SPEC_BYTES];
    (void)snprintf(spec, sizeof spec, "%s", argument[0] != '\0' ? argument : other);
    if (session_is_over(session)) {
        terminal_printf(t, "The game is over.");
        return false;
    }
    if (!session->human[SEAT_FRENCH] && !session->human[SEAT_COALITION]) {
        t->running = true;
        return true;
    }
    if (!terminal_watch(t, spec)) {
        return false;
    }
    terminal_printf(t, "%s plays for you; Ctrl-C takes over again.", spec);
    return true;
}

static bool run_next(Terminal *t, const char *argument)
{
    (void)argument;
    if (session_is_over(t->session) || session_human_acts(t->session)) {
        terminal_printf(t, "No policy is to move.");
        return false;
    }
    terminal_think(t);
    return true;
}

static bool run_curtain(Terminal *t, const char *argument)
{
    if (strcmp(argument, "on") != 0 && strcmp(argument, "off") != 0) {
        terminal_printf(t, "The curtain between two players is %s; expected curtain on or curtain off.",
                        t->curtain ? "on" : "off");
        return false;
    }
    t->curtain = argument[1] == 'n';
    terminal_printf(t, "The curtain is %s.", argument);
    return true;
}

static bool run_dice(Terminal *t, const char *argument)
{
    if (strcmp(argument, "typed") != 0 && strcmp(argument, "rolled") != 0) {
        terminal_printf(t, "Dice are %s; expected dice typed or dice rolled.",
                        t->typed ? "typed" : "rolled by the program");
        return false;
    }
    terminal_type_dice(t, argument[0] == 't');
    terminal_printf(t, "Dice are %s from now on.", t->typed ? "typed in" : "rolled by the program");
    return true;
}

static bool run_quit(Terminal *t, const char *argument)
{
    (void)argument;
    t->quit = true;
    return true;
}

/* ------------------------------------------------------------------ the table of commands */

static bool run_help(Terminal *t, const char *argument);

static const TerminalCommand COMMANDS[] = {
    {"choices", "?", "[WORDS]", "the choices there are, or those with these words", false, run_choices},
    {"log", "l", "[N or all]", "what happened in the last decisions", false, run_log},
    {"position", "", "", "all that you see of the position, as the rules print it", true, run_position},
    {"info", "", "", "who plays, where the game is kept, the seed's SHA-256", false, run_info},
    {"rules", "", "[PART or CLAUSE]",
     "the rules of the present phase in short, of another part, or what a clause says", false, run_rules},
    {"hint", "h", "", "the three best choices with their chances", false, run_hint},
    {"why", "w", "[CHOICE]", "the same with reasons, or the reasons for one choice", false, run_why},
    {"why-not", "", "MOVE", "why a move (in the notation of records) is not among the choices", true,
     run_why_not},
    {"undo", "u", "", "takes your last step back, if nothing has come to light since", false, run_undo},
    {"back", "b", "", "takes your last decision back, whatever has happened (also: take back)", true,
     run_back},
    {"take", "", "back", "the same as back", true, run_take},
    {"save", "", "[FILE]", "keeps the game, in FILE from now on", false, run_save},
    {"load", "", "FILE", "takes up another game; this one is kept before", true, run_load},
    {"level", "", "N", "the opponent plays at this level from now on", false, run_level},
    {"opponent", "", "POLICY", "another opponent", false, run_opponent},
    {"watch", "", "[POLICY]", "lets a policy play for you until Ctrl-C", true, run_watch},
    {"next", "", "", "one move of a policy, where only policies play and were stopped", true, run_next},
    {"swap", "", "", "you and the opponent change sides", true, run_swap},
    {"dice", "", "typed|rolled", "whether dice are typed in or rolled by the program", false, run_dice},
    {"curtain", "", "on|off", "with two people: whether the screen is cleared between them", false,
     run_curtain},
    {"review", "", "[N]", "after the game: every decision judged, with N iterations each (200)", false,
     run_review},
    {"resign", "", "yes", "gives the game up", true, run_resign},
    {"help", "", "", "this list", false, run_help},
    {"quit", "q", "", "ends; the game is kept and can be gone on with (also: exit)", true, run_quit},
    {"exit", "", "", "the same as quit", true, run_quit},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

bool terminal_is_command(const char *word)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(word, COMMANDS[i].name) == 0 || strcmp(word, COMMANDS[i].shortcut) == 0) {
            return true;
        }
    }
    return false;
}

static const WordsPage *pages(const Terminal *t)
{
    const GameWords *words = t->session->game.rules->words;
    return words != NULL ? words->pages : NULL;
}

/* The first words of a choice that fit it alone; all of them if others fit, too. */
static void first_words(const Terminal *t, Move move, char out[FOLD_BYTES])
{
    MoveList list;
    uint32_t index = 0;
    StrBuf words;
    strbuf_init(&words);
    terminal_move_words(t, move, &words);
    size_t end = strcspn(words.text, " ");
    do {
        (void)snprintf(out, FOLD_BYTES, "%.*s", (int)end, words.text);
        end += words.text[end] == ' ' ? 1 + strcspn(words.text + end + 1, " ") : 0;
    } while (terminal_find(t, out, &list, &index) != TERMINAL_ONE && strlen(out) < end);
    strbuf_release(&words);
}

/* A move of this game as the help shows it, in the notation and by some of its words: the first choice that
 * has an argument, and the patterns themselves where there is none. */
static void example_move(const Terminal *t, char notation[MOVE_TEXT_BYTES], char words[FOLD_BYTES])
{
    const GameRules *rules = t->session->game.rules;
    MoveList list;
    const uint32_t count = session_human_acts(t->session) ? session_legal(t->session, &list) : 0;
    (void)snprintf(notation, MOVE_TEXT_BYTES, "verb(argument)");
    (void)snprintf(words, FOLD_BYTES, "words");
    for (uint32_t i = 0; i < count; i++) {
        char text[MOVE_TEXT_BYTES];
        rules->move_text(t->session->game.data, list.moves[i], text);
        if (strchr(text, '(') != NULL) {
            memcpy(notation, text, MOVE_TEXT_BYTES);
            first_words(t, list.moves[i], words);
            break;
        }
    }
}

static bool run_help(Terminal *t, const char *argument)
{
    (void)argument;
    char notation[MOVE_TEXT_BYTES];
    char words[FOLD_BYTES];
    example_move(t, notation, words);
    terminal_print(t, "Moves\n"
                      "  3                   the choice with this number");
    terminal_printf(t, "  %-19s a choice by its words or their beginnings, if only one fits", words);
    terminal_printf(t, "  %-19s or in the notation of records", notation);
    terminal_print(
        t, "  1*                  choice 1, and the same again as long as the same is asked\n"
           "  4; 1*; 2            several in a row; the rest is dropped when something happens in between");
    terminal_print(t, pages(t) != NULL ? "Pages" : "");
    for (const WordsPage *page = pages(t); page != NULL && page->name != NULL; page++) {
        char usage[64];
        (void)snprintf(usage, sizeof usage, "%s %s", page->name, page->topic);
        terminal_printf(t, "  %-24s%s", usage, page->summary);
    }
    terminal_print(t, "Commands (two letters are enough where only one fits)");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const TerminalCommand *command = &COMMANDS[i];
        char usage[64];
        (void)snprintf(usage, sizeof usage, "%s%s%s %s", command->name,
                       command->shortcut[0] != '\0' ? ", " : "", command->shortcut, command->argument);
        terminal_printf(t, "  %-24s%s", usage, command->summary);
    }
    return true;
}

/* ------------------------------------------------------------------ finding them */

/* A page's topic may be the number of a choice: its object is meant. */
static void topic_of(const Terminal *t, const char *argument, char topic[FOLD_BYTES])
{
    MoveList list;
    uint32_t index = 0;
    (void)snprintf(topic, FOLD_BYTES, "%s", argument);
    if (argument[0] < '0' || argument[0] > '9' || !session_human_acts(t->session) ||
        terminal_find(t, argument, &list, &index) != TERMINAL_ONE) {
        return;
    }
    char text[MOVE_TEXT_BYTES];
    t->session->game.rules->move_text(t->session->game.data, list.moves[index], text);
    const char *object = strchr(text, '(');
    if (object != NULL) {
        (void)snprintf(topic, FOLD_BYTES, "%.*s", (int)strcspn(object + 1, ",)"), object + 1);
    }
}

static bool show_page(const Terminal *t, const WordsPage *page, const char *argument)
{
    StateBuffer view;
    StrBuf text;
    char topic[FOLD_BYTES];
    topic_of(t, argument, topic);
    strbuf_init(&text);
    terminal_view(t, &view);
    const bool found = page->write(t->session->game.data, &view.header, t->reader, topic, &text);
    if (!found) {
        terminal_printf(t, "There is no \"%s\" here.", argument);
    }
    terminal_print(t, text.text);
    strbuf_release(&text);
    return found;
}

/* What a word stands for. */
typedef struct Named {
    const TerminalCommand *command;
    const WordsPage *page;
    unsigned count; /* how many have this beginning */
} Named;

static Named find_exact(const Terminal *t, const char *word)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(word, COMMANDS[i].name) == 0 ||
            (word[0] != '\0' && strcmp(word, COMMANDS[i].shortcut) == 0)) {
            return (Named){&COMMANDS[i], NULL, 1};
        }
    }
    for (const WordsPage *page = pages(t); page != NULL && page->name != NULL; page++) {
        if (strcmp(word, page->name) == 0) {
            return (Named){NULL, page, 1};
        }
    }
    return (Named){NULL, NULL, 0};
}

static Named find_begun(const Terminal *t, const char *word)
{
    const size_t length = strlen(word);
    Named named = {NULL, NULL, 0};
    for (size_t i = 0; i < COMMAND_COUNT && length >= 2; i++) {
        if (!COMMANDS[i].whole && strncmp(word, COMMANDS[i].name, length) == 0) {
            named = (Named){&COMMANDS[i], NULL, named.count + 1};
        }
    }
    for (const WordsPage *page = pages(t); length >= 2 && page != NULL && page->name != NULL; page++) {
        if (strncmp(word, page->name, length) == 0) {
            named = (Named){NULL, page, named.count + 1};
        }
    }
    return named;
}

static bool run_named(Terminal *t, const Named *named, const char *argument)
{
    return named->command != NULL ? named->command->run(t, argument) : show_page(t, named->page, argument);
}

/* ------------------------------------------------------------------ moves */

static bool play_choice(Terminal *t, const char *text, bool repeat)
{
    MoveList list;
    uint32_t index = 0;
    StrBuf words;
    switch (terminal_find(t, text, &list, &index)) {
    case TERMINAL_NONE:
        return false;
    case TERMINAL_MANY:
        terminal_printf(t, "More than one choice fits \"%s\":", text);
        terminal_list(t, text);
        return false;
    case TERMINAL_ONE:
        break;
    }
    strbuf_init(&words);
    terminal_move_words(t, list.moves[index], &words);
    const bool good = terminal_play(t, list.moves[index], repeat);
    strbuf_release(&words);
    return good;
}

static bool is_choice(const Terminal *t, const char *text)
{
    MoveList list;
    uint32_t index = 0;
    return session_human_acts(t->session) && terminal_find(t, text, &list, &index) != TERMINAL_NONE;
}

/* ------------------------------------------------------------------ a line */

/* Cuts spaces off both ends; returns the first byte that is none. */
static char *trim(char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') {
        text[--length] = '\0';
    }
    return text;
}

static bool not_understood(const Terminal *t, const char *text)
{
    char shown[80];
    (void)snprintf(shown, sizeof shown, "%s", text);
    err_make_printable(shown);
    const bool number = text[strspn(text, "0123456789")] == '\0';
    MoveList list;
    const uint32_t count = session_human_acts(t->session) ? session_legal(t->session, &list) : 0;
    if (number && count > 0) {
        terminal_printf(t, "Found \"%s\", expected a number from 1 to %" PRIu32 ".", shown, count);
    } else {
        terminal_printf(t, "\"%s\" is no command and no choice here; ? lists the choices, help the commands.",
                        shown);
    }
    return false;
}

bool terminal_execute(Terminal *t, const char *typed)
{
    char copy[INPUT_LINE_BYTES];
    char word[WORD_BYTES];
    (void)snprintf(copy, sizeof copy, "%s", typed);
    char *text = trim(copy);
    const size_t length = strlen(text);
    if (length == 0) {
        return true;
    }
    const size_t first = text[0] == '?' ? 1 : strcspn(text, " ");
    (void)snprintf(word, sizeof word, "%.*s", (int)(first < sizeof word ? first : sizeof word - 1), text);
    const char *argument = text + first + strspn(text + first, " ");
    Named named = find_exact(t, word);
    if (named.count == 1) {
        return run_named(t, &named, argument);
    }
    const bool repeat = length > 1 && text[length - 1] == '*';
    if (repeat) {
        text[length - 1] = '\0';
    }
    named = find_begun(t, word);
    const bool choice = is_choice(t, text);
    if (named.count == 1 && !(choice && argument[0] != '\0')) {
        return run_named(t, &named, argument);
    }
    return choice ? play_choice(t, text, repeat) : not_understood(t, text);
}

/* ------------------------------------------------------------------ completion */

static void offer_words(const char *text, void *list, InputOffer offer)
{
    char folded[FOLD_BYTES];
    fold_text(text, folded, sizeof folded);
    for (char *word = folded; *word != '\0';) {
        const size_t length = strcspn(word, " ");
        const bool last = word[length] == '\0';
        word[length] = '\0';
        if (length > 2) {
            offer(list, word);
        }
        word += length + (last ? 0 : 1);
    }
}

void terminal_complete(void *context, void *list, InputOffer offer)
{
    const Terminal *t = context;
    const Game *game = &t->session->game;
    MoveList legal;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        offer(list, COMMANDS[i].name);
    }
    for (const WordsPage *page = pages(t); page != NULL && page->name != NULL; page++) {
        offer(list, page->name);
    }
    legal.count = 0;
    if (session_human_acts(t->session)) {
        (void)session_legal(t->session, &legal);
    }
    for (uint32_t i = 0; i < legal.count; i++) {
        char text[MOVE_TEXT_BYTES];
        StrBuf words;
        strbuf_init(&words);
        game->rules->move_text(game->data, legal.moves[i], text);
        terminal_move_words(t, legal.moves[i], &words);
        offer(list, text);
        offer_words(words.text, list, offer);
        strbuf_release(&words);
    }
    for (uint32_t i = 0; game->rules->place_count != NULL && i < game->rules->place_count(game->data); i++) {
        offer(list, game->rules->place_name(game->data, i).id);
    }
    for (uint32_t i = 0; game->rules->card_count != NULL && i < game->rules->card_count(game->data); i++) {
        offer(list, game->rules->card_name(game->data, i).id);
    }
}

/* words.c: what a game calls things, and plain words for a game that does not say. */
#include "engine/words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/fold.h"

const char *words_seat(const GameRules *rules, Seat seat)
{
    const bool named = rules != NULL && rules->words != NULL && seat < SEAT_NONE;
    const char *title = named ? rules->words->seat_titles[seat] : NULL;
    return title != NULL ? title : seat_name(seat);
}

/* The game's text, else the plain one. */
static const char *either(const char *text, const char *plain) { return text != NULL ? text : plain; }

const char *words_turn_noun(const GameRules *rules)
{
    return either(rules != NULL && rules->words != NULL ? rules->words->turn_noun : NULL, "turn");
}

const char *words_place(const GameRules *rules, bool many)
{
    if (rules == NULL || rules->words == NULL) {
        return many ? "places" : "place";
    }
    return many ? either(rules->words->place_nouns, "places") : either(rules->words->place_noun, "place");
}

const char *words_loss(const GameRules *rules, bool many)
{
    if (rules == NULL || rules->words == NULL) {
        return many ? "losses" : "loss";
    }
    return many ? either(rules->words->loss_nouns, "losses") : either(rules->words->loss_noun, "loss");
}

void words_turn(const Game *game, int turn, StrBuf *out)
{
    assert(out != NULL);
    if (game != NULL && game->rules->words != NULL && game->rules->words->turn_text != NULL) {
        game->rules->words->turn_text(game->data, turn, out);
    } else {
        strbuf_addf(out, "%d", turn);
    }
}

void words_outcome(const Game *game, const Outcome *outcome, StrBuf *out)
{
    assert(outcome->grade != OUTCOME_NONE);
    if (outcome->winner < SEAT_NONE) {
        strbuf_addf(out, "won by %s", seat_name(outcome->winner));
    } else {
        strbuf_add(out, "nobody won");
    }
    strbuf_addf(out, ", %s, ", outcome_grade_name(outcome->grade));
    words_turn(game, outcome->turn, out);
}

void words_stand(const Game *game, const State *state, StrBuf *out)
{
    assert(game != NULL && state != NULL);
    if (game->rules->words != NULL && game->rules->words->stand_text != NULL) {
        game->rules->words->stand_text(game->data, state, out);
    } else {
        strbuf_addf(out, "%s ", words_turn_noun(game->rules));
        words_turn(game, game_outcome(game, state).turn, out);
    }
}

void words_tell_deed(WordsDeed *deed, enum words_deed_rank rank, const char *heading, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    deed->rank = (uint8_t)rank;
    (void)snprintf(deed->heading, sizeof deed->heading, "%s", heading);
    (void)vsnprintf(deed->text, sizeof deed->text, format, values);
    va_end(values);
}

/* The verb of a move as the plan of a game that tells nothing of its own. */
static void verb_of(const Game *game, Move move, WordsDeed *deed)
{
    char text[MOVE_TEXT_BYTES];
    game->rules->move_text(game->data, move, text);
    words_tell_deed(deed, WORDS_DEED_PART, "", "%.*s", (int)strcspn(text, "("), text);
}

void words_deed(const Game *game, const State *before, Move move, const State *after, WordsDeed *deed)
{
    const struct GameWords *words = game->rules->words;
    memset(deed, 0, sizeof *deed);
    if (words != NULL && words->deed != NULL) {
        words->deed(game->data, before, move, after, deed);
    } else {
        verb_of(game, move, deed);
    }
}

bool words_plan_over(const Game *game, const State *start, const State *now, Seat seat)
{
    const struct GameWords *words = game->rules->words;
    return now->over ||
           (words != NULL && words->plan_over != NULL ? words->plan_over(game->data, start, now, seat)
                                                      : now->turn != start->turn);
}

WordsTarget words_target(const Game *game, const State *view, Move move)
{
    WordsTarget target = {"", "", ""};
    if (game->rules->words != NULL && game->rules->words->choice_target != NULL) {
        game->rules->words->choice_target(game->data, view, move, &target);
        assert(target.place != NULL && target.thing != NULL && target.group != NULL);
    }
    return target;
}

void words_question(const Game *game, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    clause[0] = '\0';
    if (game->rules->words != NULL && game->rules->words->question != NULL) {
        game->rules->words->question(game->data, view, out, clause);
    } else {
        strbuf_addf(out, "%s to decide", seat_name((Seat)view->seat));
    }
}

void words_asked(const Game *game, const State *view, StrBuf *out)
{
    char clause[WORDS_CLAUSE_BYTES];
    words_question(game, view, out, clause);
    if (game->rules->words == NULL || game->rules->words->setting == NULL) {
        return;
    }
    StrBuf setting;
    strbuf_init(&setting);
    game->rules->words->setting(game->data, view, &setting);
    for (size_t i = 0; i < setting.length; i++) {
        const char c = setting.text[i];
        if (i == 0 || (c == '\n' && i + 1 < setting.length)) {
            strbuf_add_char(out, ' ');
        }
        if (c != '\n') {
            strbuf_add_char(out, c);
        }
    }
    strbuf_release(&setting);
}

void words_choice(const Game *game, const State *view, Move move, StrBuf *out)
{
    if (game->rules->words != NULL && game->rules->words->choice != NULL) {
        game->rules->words->choice(game->data, view, move, out);
    } else {
        char text[MOVE_TEXT_BYTES];
        game->rules->move_text(game->data, move, text);
        strbuf_add(out, text);
    }
}

void words_brief(const Game *game, Move move, bool hidden, StrBuf *out)
{
    const struct GameWords *words = game->rules->words;
    char text[MOVE_TEXT_BYTES];
    assert(!hidden || (words != NULL && words->outline != NULL));
    if (words != NULL && words->brief != NULL) {
        words->brief(game->data, move, hidden, out);
        return;
    }
    if (hidden) {
        words->outline(game->data, move, text);
    } else {
        game->rules->move_text(game->data, move, text);
    }
    strbuf_add(out, text);
}

/* ---- why not ---- */

/* What stands in the way of any move, whatever the game: true if that is all there is to say. */
static bool is_out_of_turn(const Game *game, const State *view, Seat seat, StrBuf *out)
{
    if (view->over != 0) {
        strbuf_add(out, "The game is over.");
    } else if ((Seat)view->seat != seat) {
        strbuf_addf(out, "The %s decides now (", words_seat(game->rules, (Seat)view->seat));
        words_stand(game, view, out);
        strbuf_add(out, ").");
    } else {
        return false;
    }
    return true;
}

/* What is asked now, where no better reason is known. */
static void add_question(const Game *game, const State *view, StrBuf *out)
{
    char clause[WORDS_CLAUSE_BYTES];
    strbuf_add(out, "That is none of the choices there are now");
    if (game->rules->words != NULL && game->rules->words->question != NULL) {
        strbuf_add(out, "; what is asked is: ");
        words_question(game, view, out, clause);
        if (clause[0] != '\0') {
            strbuf_addf(out, " [%s]", clause);
        }
    } else {
        strbuf_add_char(out, '.');
    }
}

/* What the game itself says; false: nothing. */
static bool add_reason(const Game *game, const State *view, Seat seat, const char *move, StrBuf *out)
{
    const struct GameWords *words = game->rules->words;
    const size_t before = out->length;
    char clause[WORDS_CLAUSE_BYTES] = "";
    if (words == NULL || words->why_not == NULL) {
        return false;
    }
    words->why_not(game->data, view, seat, move, out, clause);
    if (out->length == before) {
        return false;
    }
    if (clause[0] != '\0') {
        strbuf_addf(out, " [%s]", clause);
    }
    strbuf_add_char(out, '.');
    return true;
}

/* How a move is written, by one that is legal. */
static void add_example(const Game *game, const State *view, Seat seat, StrBuf *out)
{
    char text[MOVE_TEXT_BYTES];
    MoveList list;
    if (view->over == 0 && (Seat)view->seat == seat && game_legal(game, view, &list) > 0) {
        game->rules->move_text(game->data, list.moves[0], text);
        strbuf_addf(out, " in the notation, such as %s", text);
    }
    strbuf_add_char(out, '.');
}

void words_why_not(const Game *game, const State *view, Seat seat, const char *move, StrBuf *out)
{
    Move parsed = 0;
    assert(game != NULL && view != NULL && seat < SEAT_NONE && move != NULL);
    if (!game_is_notation(move, false) || strlen(move) >= MOVE_TEXT_BYTES ||
        !game->rules->move_parse(game->data, move, &parsed)) {
        strbuf_addf(out, "Found \"%.*s\", expected a move of %s", MOVE_TEXT_BYTES, move, game->rules->title);
        add_example(game, view, seat, out);
    } else if (is_out_of_turn(game, view, seat, out)) {
        return;
    } else if (game_move_is_legal(game, view, parsed)) {
        strbuf_add(out, "It is legal now.");
    } else if (!add_reason(game, view, seat, move, out)) {
        add_question(game, view, out);
    }
}

const char *words_help_now(const Game *game, const State *view)
{
    const struct GameWords *words = game->rules->words;
    return words != NULL && words->help_now != NULL ? words->help_now(game->data, view) : "";
}

/* Whether short is clause itself or one that it belongs to: "12.5" of "12.5.2". */
static bool begins_clause(const char *short_one, const char *clause)
{
    const size_t length = strlen(short_one);
    return strncmp(short_one, clause, length) == 0 && (clause[length] == '\0' || clause[length] == '.');
}

const WordsClause *words_clause(const GameWords *words, const char *clause)
{
    const WordsClause *best = NULL;
    if (words == NULL || words->clauses == NULL) {
        return NULL;
    }
    for (const WordsClause *one = words->clauses; one->clause != NULL; one++) {
        if (begins_clause(one->clause, clause) &&
            (best == NULL || strlen(one->clause) > strlen(best->clause))) {
            best = one;
        }
    }
    return best;
}

/* The part of a name, or whose name has all the words; NULL if there is none. */
static const WordsHelp *part_named(const GameWords *words, const char *name)
{
    for (const WordsHelp *part = words->help; part != NULL && part->name != NULL; part++) {
        if (fold_has_words(part->name, name)) {
            return part;
        }
    }
    return NULL;
}

/* Names of the parts, and a clause for an example. */
static void list_rules(const GameWords *words, StrBuf *out)
{
    strbuf_add(out, "Parts:");
    for (const WordsHelp *part = words->help; part != NULL && part->name != NULL; part++) {
        strbuf_addf(out, " %s", part->name);
    }
    if (words->clauses != NULL && words->clauses[0].clause != NULL) {
        strbuf_addf(out, "; or the number of a clause: %s", words->clauses[0].clause);
    }
    strbuf_add_char(out, '\n');
}

bool words_rules(const Game *game, const State *view, const char *topic, StrBuf *out)
{
    const GameWords *words = game->rules->words;
    assert(view != NULL && topic != NULL);
    if (words == NULL || (words->help == NULL && words->clauses == NULL)) {
        strbuf_addf(out, "The program does not tell the rules of %s.\n", game->rules->title);
        return false;
    }
    const char *name = topic[0] != '\0' ? topic : words_help_now(game, view);
    const WordsHelp *part = name[0] != '\0' ? part_named(words, name) : NULL;
    const WordsClause *clause =
        part == NULL && topic[0] >= '0' && topic[0] <= '9' ? words_clause(words, topic) : NULL;
    if (part != NULL) {
        strbuf_addf(out, "%s\n%s", part->title, part->text);
    } else if (clause != NULL) {
        strbuf_addf(out, "%s: %s\n", clause->clause, clause->text);
    }
    list_rules(words, out);
    return part != NULL || clause != NULL || topic[0] == '\0';
}

/* laws.c: each law is one function that returns true if it holds and else fills the breach. */
#include "eval/run/laws_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/dice.h"
#include "engine/json.h"
#include "engine/rng.h"
#include "engine/strbuf.h"
#include "engine/words.h"

enum {
    SAMPLE_ONE_IN = 64, /* decisions on which dear laws are checked when not thorough */
    JSON_ONE_IN = 4,    /* of these, decisions on which texts are compared too: by far the dearest law */
    STYLES = 4,         /* ways to choose at random, see choose */
};

const char *law_name(enum law law)
{
    static const char *const names[LAW_COUNT] = {
        [LAW_SETUP] = "setup",
        [LAW_LIST] = "list",
        [LAW_SEAT] = "seat",
        [LAW_CHECK] = "check",
        [LAW_ENDS] = "ends",
        [LAW_VIEW] = "view",
        [LAW_VIEW_LEGAL] = "view_legal",
        [LAW_DETERMINIZE] = "determinize",
        [LAW_NOTATION] = "notation",
        [LAW_REPEATABLE] = "repeatable",
        [LAW_ADVANCE] = "advance",
        [LAW_SCRIPT] = "script",
        [LAW_JSON] = "json",
        [LAW_GRAMMAR] = "grammar",
        [LAW_TURN] = "turn",
        [LAW_NAMES] = "names",
        [LAW_WORDS] = "words",
        [LAW_EVENTS] = "events",
        [LAW_LIGHT] = "light",
        [LAW_SUMMARY] = "summary",
    };
    assert(law < LAW_COUNT);
    return names[law];
}

/* ---- helpers ---- */

bool laws_broken(Trial *trial, enum law law, const char *format, ...)
{
    LawsReport *report = trial->report;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(report->breach.message, sizeof report->breach.message, format, args);
    va_end(args);
    report->breach.law = law;
    report->breach.ply = report->plies;
    report->broken = true;
    return false;
}

static void copy_state(const Trial *trial, StateBuffer *to, const StateBuffer *from)
{
    memcpy(to->bytes, from->bytes, trial->rules->state_bytes);
}

static bool same_state(const Trial *trial, const StateBuffer *a, const StateBuffer *b)
{
    return memcmp(a->bytes, b->bytes, trial->rules->state_bytes) == 0;
}

/* First byte in which two states differ, for messages. */
static unsigned difference(const Trial *trial, const StateBuffer *a, const StateBuffer *b)
{
    unsigned at = 0;
    while (at < trial->rules->state_bytes && a->bytes[at] == b->bytes[at]) {
        at++;
    }
    return at;
}

static bool same_list(const MoveList *a, const MoveList *b)
{
    return a->count == b->count && memcmp(a->moves, b->moves, a->count * sizeof a->moves[0]) == 0;
}

/* ---- laws on the list and the state ---- */

static bool law_seat(Trial *trial)
{
    const State *state = &trial->state.header;
    if ((state->over != 0) != (state->seat == SEAT_NONE) || (state->over == 0 && state->seat >= SEAT_COUNT)) {
        return laws_broken(trial, LAW_SEAT, "seat is %u while over is %u", state->seat, state->over);
    }
    return true;
}

static bool law_list(Trial *trial)
{
    const MoveList *legal = &trial->legal;
    const bool over = trial->state.header.over != 0;
    if (over != (legal->count == 0)) {
        return laws_broken(trial, LAW_LIST, "%" PRIu32 " legal moves although the game %s", legal->count,
                           over ? "is over" : "goes on");
    }
    if (legal->count == 1) {
        char text[MOVE_TEXT_BYTES];
        trial->rules->move_text(trial->data, legal->moves[0], text);
        return laws_broken(trial, LAW_LIST,
                           "%s is the only legal move, expected that apply (or setup) makes it by itself",
                           text);
    }
    if (legal->count > trial->rules->max_moves) {
        return laws_broken(trial, LAW_LIST, "%" PRIu32 " legal moves, but max_moves is %" PRIu32,
                           legal->count, trial->rules->max_moves);
    }
    for (uint32_t i = 1; i < legal->count; i++) {
        if (legal->moves[i - 1] >= legal->moves[i]) {
            return laws_broken(trial, LAW_LIST,
                               "moves %" PRIu32 " and %" PRIu32 " of %" PRIu32 " are not in ascending order",
                               i, i + 1, legal->count);
        }
    }
    return true;
}

static bool law_turn(Trial *trial)
{
    const State *state = &trial->state.header;
    const uint32_t count = trial->rules->turn_count != NULL ? trial->rules->turn_count(trial->data) : 256;
    const uint8_t before = trial->turn;
    trial->turn = state->turn;
    if (state->turn < before) {
        return laws_broken(trial, LAW_TURN, "turn %u follows turn %u", state->turn, before);
    }
    return state->over != 0 || state->turn < count ||
           laws_broken(trial, LAW_TURN, "turn %u, but turn_count is %" PRIu32, state->turn, count);
}

static bool law_check(Trial *trial)
{
    char message[GAME_CHECK_BYTES] = "";
    return trial->rules->check(trial->data, &trial->state.header, message) ||
           laws_broken(trial, LAW_CHECK, "%s", message);
}

/* ---- laws on knowledge ---- */

static bool law_view(Trial *trial, Seat seat)
{
    StateBuffer *view = &trial->scratch[0];
    StateBuffer *again = &trial->scratch[1];
    view_of(trial, &trial->state, seat, view);
    view_of(trial, view, seat, again);
    if (!same_state(trial, view, again)) {
        return laws_broken(trial, LAW_VIEW, "the view of %s's view differs from it at byte %u",
                           seat_name(seat), difference(trial, view, again));
    }
    return memcmp(&view->header, &trial->state.header, sizeof view->header) == 0 ||
           laws_broken(trial, LAW_VIEW, "%s's view changes the header", seat_name(seat));
}

static bool law_view_legal(Trial *trial)
{
    MoveList list;
    view_of(trial, &trial->state, (Seat)trial->state.header.seat, &trial->scratch[0]);
    (void)game_legal(trial->game, &trial->scratch[0].header, &list);
    return same_list(&trial->legal, &list) ||
           laws_broken(trial, LAW_VIEW_LEGAL,
                       "%s may choose from %" PRIu32 " moves, but its view has %" PRIu32 " or others",
                       seat_name((Seat)trial->state.header.seat), trial->legal.count, list.count);
}

/* Plays one random move in a world; its invariants must hold then. They are not asked for before: a world
 * made for one seat may leave the other, whose decision it is, with a single choice, and a module may count
 * that as broken. */
static bool world_can_be_played(Trial *trial, StateBuffer *world, Seat seat)
{
    char message[GAME_CHECK_BYTES] = "";
    MoveList list;
    Dice dice = dice_from_stream(rng_derive(rng_next(&trial->rng), RNG_PURPOSE_FUZZ, 0));
    if (game_legal(trial->game, &world->header, &list) == 0) {
        return laws_broken(trial, LAW_DETERMINIZE, "nobody can move in a world made for %s", seat_name(seat));
    }
    if (seat == (Seat)trial->state.header.seat && !same_list(&trial->legal, &list)) {
        return laws_broken(trial, LAW_DETERMINIZE, "%s has other legal moves in a world made from its view",
                           seat_name(seat));
    }
    const Move move = list.moves[rng_bounded(&trial->rng, list.count)];
    char text[MOVE_TEXT_BYTES];
    game_apply(trial->game, &world->header, move, &dice);
    if (trial->rules->check(trial->data, &world->header, message)) {
        return true;
    }
    trial->rules->move_text(trial->data, move, text);
    return laws_broken(trial, LAW_DETERMINIZE, "a world made for %s is not valid after %s: %s",
                       seat_name(seat), text, message);
}

static bool law_determinize(Trial *trial, Seat seat)
{
    StateBuffer *view = &trial->scratch[0];
    StateBuffer *world = &trial->scratch[1];
    StateBuffer again;
    char message[GAME_CHECK_BYTES];
    view_of(trial, &trial->state, seat, view);
    if (trial->rules->check_view != NULL &&
        !trial->rules->check_view(trial->data, &view->header, seat, message)) {
        return laws_broken(trial, LAW_DETERMINIZE, "%s's view is taken for none: %s", seat_name(seat),
                           message);
    }
    copy_state(trial, world, view);
    trial->rules->determinize(trial->data, &world->header, seat, &trial->rng);
    view_of(trial, world, seat, &again);
    if (!same_state(trial, view, &again)) {
        return laws_broken(trial, LAW_DETERMINIZE,
                           "%s's view of a world made from its view differs at byte %u", seat_name(seat),
                           difference(trial, view, &again));
    }
    return world_can_be_played(trial, world, seat);
}

/* ---- laws on texts ---- */

/* Moves in their notation, and in outline where the game has one. */
static bool law_grammar(Trial *trial)
{
    const GameWords *words = trial->rules->words;
    for (uint32_t i = 0; i < trial->legal.count; i++) {
        char text[MOVE_TEXT_BYTES];
        trial->rules->move_text(trial->data, trial->legal.moves[i], text);
        if (!game_is_notation(text, false)) {
            return laws_broken(trial, LAW_GRAMMAR, "\"%s\" is not verb(argument,...)", text);
        }
        if (words != NULL && words->outline != NULL) {
            words->outline(trial->data, trial->legal.moves[i], text);
            if (!game_is_notation(text, true)) {
                return laws_broken(trial, LAW_GRAMMAR, "the outline \"%s\" is not verb(argument,...)", text);
            }
        }
    }
    return true;
}

static bool law_notation(Trial *trial)
{
    char previous[MOVE_TEXT_BYTES] = "";
    for (uint32_t i = 0; i < trial->legal.count; i++) {
        char text[MOVE_TEXT_BYTES];
        Move parsed = 0;
        trial->rules->move_text(trial->data, trial->legal.moves[i], text);
        if (!trial->rules->move_parse(trial->data, text, &parsed) || parsed != trial->legal.moves[i]) {
            return laws_broken(trial, LAW_NOTATION, "\"%s\" (code %08" PRIx32 ") parses to code %08" PRIx32,
                               text, trial->legal.moves[i], parsed);
        }
        if (strcmp(text, previous) == 0) {
            return laws_broken(trial, LAW_NOTATION, "\"%s\" stands for two moves of one list", text);
        }
        memcpy(previous, text, sizeof previous);
    }
    return true;
}

typedef void (*Printer)(const void *data, const State *state, Seat seat, StrBuf *out);

/* True if a printer says the same of the real state and of a world made from seat's view; text gets the
 * former. */
static bool prints_the_same(Trial *trial, Printer printer, Seat seat, StrBuf *text)
{
    StrBuf other;
    strbuf_init(&other);
    strbuf_clear(text);
    printer(trial->data, &trial->state.header, seat, text);
    printer(trial->data, &trial->scratch[1].header, seat, &other);
    const bool same = strcmp(text->text, other.text) == 0;
    strbuf_release(&other);
    return same;
}

static bool texts_are_honest(Trial *trial, Seat seat, StrBuf *text)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    view_of(trial, &trial->state, seat, &trial->scratch[1]);
    trial->rules->determinize(trial->data, &trial->scratch[1].header, seat, &trial->rng);
    if (!prints_the_same(trial, trial->rules->position_text, seat, text)) {
        return laws_broken(trial, LAW_JSON, "the text for %s depends on what is hidden from it",
                           seat_name(seat));
    }
    if (!prints_the_same(trial, trial->rules->position_json, seat, text)) {
        return laws_broken(trial, LAW_JSON, "the JSON for %s depends on what is hidden from it",
                           seat_name(seat));
    }
    if (!json_parse(&doc, text->text, text->length, "position", &err)) {
        return laws_broken(trial, LAW_JSON, "the JSON for %s is not valid: %.256s", seat_name(seat),
                           err.message);
    }
    json_release(&doc);
    return true;
}

static bool law_json(Trial *trial, Seat seat)
{
    StrBuf text;
    strbuf_init(&text);
    const bool honest = texts_are_honest(trial, seat, &text);
    strbuf_release(&text);
    return honest;
}

/* ---- laws on set-up and apply ---- */

static void set_up_over(Trial *trial, StateBuffer *state, int rubbish, Rng stream, Dice *dice)
{
    memset(state->bytes, rubbish, trial->rules->state_bytes);
    *dice = dice_from_stream(stream);
    game_setup(trial->game, &state->header, dice);
}

/* Sets up twice over different rubbish: what set-up leaves out shows as a difference. */
static bool law_setup(Trial *trial, Rng stream)
{
    Dice other;
    set_up_over(trial, &trial->state, 0x55, stream, &trial->dice);
    set_up_over(trial, &trial->scratch[0], 0xAA, stream, &other);
    return same_state(trial, &trial->state, &trial->scratch[0]) ||
           laws_broken(trial, LAW_SETUP, "set-up leaves byte %u as it was",
                       difference(trial, &trial->state, &trial->scratch[0]));
}

/* Applies move to the state before it again, with the given dice, and compares. */
static bool same_again(Trial *trial, Move move, Dice *dice, enum law law)
{
    copy_state(trial, &trial->scratch[0], &trial->before);
    game_apply(trial->game, &trial->scratch[0].header, move, dice);
    return same_state(trial, &trial->state, &trial->scratch[0]) ||
           laws_broken(trial, law,
                       "applied again with the same dice, the move gives another state from byte %u on",
                       difference(trial, &trial->state, &trial->scratch[0]));
}

/* What advance makes of the state before a move, and lists, is what apply made and legal lists. */
static bool law_advance(Trial *trial, Move move, Dice *dice)
{
    copy_state(trial, &trial->scratch[0], &trial->before);
    game_advance(trial->game, &trial->scratch[0].header, move, dice, &trial->memory, &trial->advanced);
    return same_state(trial, &trial->state, &trial->scratch[0]) ||
           laws_broken(trial, LAW_ADVANCE, "advance makes another state than apply from byte %u on",
                       difference(trial, &trial->state, &trial->scratch[0]));
}

static bool law_advanced_list(Trial *trial)
{
    const MoveList *got = &trial->advanced;
    const MoveList *wanted = &trial->legal;
    return got->count == 0 ||
           (got->count == wanted->count &&
            memcmp(got->moves, wanted->moves, got->count * sizeof got->moves[0]) == 0) ||
           laws_broken(trial, LAW_ADVANCE,
                       "advance lists %" PRIu32 " moves that are not the %" PRIu32 " legal ones", got->count,
                       wanted->count);
}

/* Applies a move to the state before it once more, noting what happens. */
static bool law_events(Trial *trial, Move move, Dice *dice)
{
    if (trial->rules->event_text == NULL) {
        return true;
    }
    journal_open(&trial->journal, JOURNAL_ALL);
    dice->journal = &trial->journal;
    return same_again(trial, move, dice, LAW_EVENTS) && laws_events(trial);
}

/* Undo rests on it: makes the move in another world that its maker could not tell from this one. The journal
 * is that of law_events. */
static bool law_light(Trial *trial, Move move, size_t drawn)
{
    const Seat seat = (Seat)trial->before.header.seat;
    const void *data = trial->game->data;
    StateBuffer *world = &trial->scratch[0];
    StateBuffer *seen = &trial->scratch[1];
    char text[MOVE_TEXT_BYTES];
    if (trial->rules->event_text == NULL || drawn > 0 || journal_reveals(&trial->journal, seat)) {
        return true;
    }
    Dice dice = dice_from_stream(rng_derive(rng_next(&trial->rng), RNG_PURPOSE_DICE, 0));
    trial->rules->view(data, &trial->before.header, seat, &world->header);
    trial->rules->determinize(data, &world->header, seat, &trial->rng);
    game_apply(trial->game, &world->header, move, &dice);
    trial->rules->view(data, &world->header, seat, &world->header);
    trial->rules->view(data, &trial->state.header, seat, &seen->header);
    trial->rules->move_text(data, move, text);
    return same_state(trial, world, seen) ||
           laws_broken(
               trial, LAW_LIGHT,
               "what %s sees after %s depends on what was hidden (byte %u; step %u, then %u), but the "
               "journal does not say that anything came to light",
               seat_name(seat), text, difference(trial, world, seen), trial->before.header.step,
               trial->state.header.step);
}

/* A search asks so whether a move throws dice, and people type too few. That it ends is the law. */
static bool law_no_dice(Trial *trial, Move move)
{
    Dice none = dice_from_script(NULL, 0);
    copy_state(trial, &trial->scratch[0], &trial->before);
    game_apply(trial->game, &trial->scratch[0].header, move, &none);
    return none.failed || laws_broken(trial, LAW_SCRIPT, "a move that draws numbers did without any");
}

/* Applies the move on the real state; with dear laws also from its own dice and its own log. */
static bool apply_move(Trial *trial, Move move, bool dear)
{
    if (!dear) {
        game_advance(trial->game, &trial->state.header, move, &trial->dice, &trial->memory, &trial->advanced);
        return true;
    }
    uint8_t log[DICE_LOG_MAX];
    Dice again = trial->dice;
    Dice noted = trial->dice;
    Dice onward = trial->dice;
    copy_state(trial, &trial->before, &trial->state);
    dice_record(&trial->dice, log, sizeof log);
    game_apply(trial->game, &trial->state.header, move, &trial->dice);
    const size_t drawn = trial->dice.log_count;
    const bool overflow = trial->dice.failed;
    dice_record(&trial->dice, NULL, 0);
    if (overflow) {
        return laws_broken(trial, LAW_SCRIPT, "one decision drew more than %d numbers", DICE_LOG_MAX);
    }
    Dice script = dice_from_script(log, drawn);
    if (!same_again(trial, move, &again, LAW_REPEATABLE) || !same_again(trial, move, &script, LAW_SCRIPT) ||
        !law_advance(trial, move, &onward)) {
        return false;
    }
    if (script.failed || script.script_used != drawn) {
        return laws_broken(trial, LAW_SCRIPT, "the recorded %zu draws do not fit the move they came from",
                           drawn);
    }
    return (drawn == 0 || law_no_dice(trial, move)) && law_events(trial, move, &noted) &&
           law_light(trial, move, drawn);
}

/* ---- play ---- */

/* The policy's move; POLICY_NO_MOVE where there is no policy, or it gives up. */
static Move policy_move(Trial *trial)
{
    const Policy *policy = trial->plan->policy;
    const Seat seat = (Seat)trial->state.header.seat;
    if (policy == NULL) {
        return POLICY_NO_MOVE;
    }
    StateBuffer *view = &trial->scratch[0];
    view_of(trial, &trial->state, seat, view);
    PolicyQuery query = {.view = &view->header,
                         .legal = &trial->legal,
                         .seat = seat,
                         .ply = trial->report->plies + 1,
                         .rng = rng_derive(trial->plan->seed, RNG_PURPOSE_FUZZ, trial->report->plies + 1)};
    return policy_choose(policy, trial->session[seat], &query);
}

/* A legal move at random. Styles 0 and 1: all equally likely; 2 and 3: the lower or the upper of two such
 * draws, which makes games that lean to acting, or to passing, for long. */
static Move draw(Trial *trial)
{
    const uint32_t count = trial->legal.count;
    uint32_t pick = rng_bounded(&trial->rng, count);
    if (trial->style >= 2) {
        const uint32_t other = rng_bounded(&trial->rng, count);
        pick = (other < pick) == (trial->style == 2) ? other : pick;
    }
    return trial->legal.moves[pick];
}

static Move choose(Trial *trial)
{
    const Move move = policy_move(trial);
    return move != POLICY_NO_MOVE ? move : draw(trial);
}

static bool dear_laws_hold(Trial *trial, bool thorough)
{
    const bool texts = thorough || rng_bounded(&trial->rng, JSON_ONE_IN) == 0;
    trial->report->thorough++;
    for (int i = 0; i < SEAT_COUNT; i++) {
        const Seat seat = (Seat)i;
        if (!law_view(trial, seat) || !law_determinize(trial, seat) || (texts && !law_json(trial, seat))) {
            return false;
        }
    }
    return law_view_legal(trial) && law_grammar(trial) && law_notation(trial) &&
           (!texts || laws_words(trial));
}

static bool cheap_laws_hold(Trial *trial)
{
    (void)game_legal(trial->game, &trial->state.header, &trial->legal);
    return law_seat(trial) && law_list(trial) && law_advanced_list(trial) && law_turn(trial) &&
           law_check(trial);
}

static void note_list(LawsReport *report, const MoveList *legal)
{
    report->moves += legal->count;
    if (legal->count > report->most_moves) {
        report->most_moves = legal->count;
    }
}

/* One decision; the list is that of the state. */
static bool play_decision(Trial *trial)
{
    LawsReport *report = trial->report;
    if (report->plies >= trial->rules->max_plies) {
        return laws_broken(trial, LAW_ENDS, "no end after max_plies = %" PRIu32 " decisions", report->plies);
    }
    const bool thorough = trial->plan->thorough;
    const bool dear = thorough || rng_bounded(&trial->rng, SAMPLE_ONE_IN) == 0;
    if (dear && !dear_laws_hold(trial, thorough)) {
        return false;
    }
    note_list(report, &trial->legal);
    if (!apply_move(trial, choose(trial), dear)) {
        return false;
    }
    report->plies++;
    return cheap_laws_hold(trial);
}

static bool law_outcome(Trial *trial)
{
    const Outcome outcome = game_outcome(trial->game, &trial->state.header);
    const bool grade_of_rules = outcome.grade > OUTCOME_NONE && outcome.grade < OUTCOME_GRADE_COUNT &&
                                outcome.grade != OUTCOME_FORFEIT;
    if (!grade_of_rules || outcome_is_shared(outcome.grade) != (outcome.winner == SEAT_NONE) ||
        outcome.winner > SEAT_NONE || outcome.turn < INT16_MIN || outcome.turn > INT16_MAX) {
        return laws_broken(trial, LAW_ENDS, "the game ended with winner %d and grade %d", (int)outcome.winner,
                           (int)outcome.grade);
    }
    return true;
}

static void play(Trial *trial, Rng dice)
{
    const bool thorough = trial->plan->thorough;
    const atomic_bool *stop = trial->plan->stop;
    const bool named = thorough || rng_bounded(&trial->rng, SAMPLE_ONE_IN) == 0;
    bool good = law_setup(trial, dice) && (!named || laws_names(trial)) && cheap_laws_hold(trial);
    while (good && !trial->state.header.over) {
        if (stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) {
            trial->report->stopped = true;
            return;
        }
        good = play_decision(trial);
    }
    if (good) {
        (void)law_outcome(trial);
    }
}

static void open_sessions(Trial *trial)
{
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        trial->session[seat] =
            trial->plan->policy != NULL ? policy_session_new(trial->plan->policy, (Seat)seat) : NULL;
    }
}

static void close_sessions(Trial *trial)
{
    for (unsigned seat = 0; seat < SEAT_COUNT && trial->plan->policy != NULL; seat++) {
        policy_session_free(trial->plan->policy, trial->session[seat]);
    }
}

void laws_play(const Game *game, const LawsPlan *plan, LawsReport *report)
{
    Trial trial;
    memset(report, 0, sizeof *report);
    trial.game = game;
    trial.plan = plan;
    trial.rules = game->rules;
    trial.data = game->data;
    trial.report = report;
    trial.turn = 0;
    trial.advanced.count = 0;
    memset(&trial.memory, 0, sizeof trial.memory);
    trial.rng = rng_derive(plan->seed, RNG_PURPOSE_FUZZ, 0);
    trial.style = rng_bounded(&trial.rng, STYLES);
    open_sessions(&trial);
    play(&trial, rng_derive(plan->seed, RNG_PURPOSE_DICE, 0));
    close_sessions(&trial);
}

/* toy_words.c: the toy game in words. */
#include <stdio.h>
#include <string.h>

#include "tests/toy/toy_game.h"

/* ---- when and where ---- */

static void turn_text(const void *data, int turn, StrBuf *out)
{
    (void)data;
    strbuf_addf(out, "fair of %d", turn);
}

static void stand_text(const void *opaque, const State *state, StrBuf *out)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(state);
    const int site = toy_site(data, state->turn);
    turn_text(data, data->first_year + (state->over ? state->turn - 1 : state->turn), out);
    if (site >= 0 && !state->over) {
        strbuf_addf(out, ", %s", data->site_name[site]);
    }
    if (data->actions > 1 && !state->over) {
        strbuf_addf(out, ", action %u", s->decisions + 1U);
    }
    if (data->fault == TOY_FAULT_TELLTALE) {
        strbuf_addf(out, ", hand %u", s->hand[SEAT_COALITION]);
    }
}

/* ---- what is asked, and the choices ---- */

static void question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    (void)data;
    const bool thrown = view->step == TOY_STEP_THROW;
    (void)snprintf(clause, WORDS_CLAUSE_BYTES, "%s", thrown ? "3" : "2");
    if (thrown) {
        strbuf_addf(out, "A one lies among your dice: keep half of the %u coins, or push for double?",
                    toy_const(view)->throw_points);
    } else {
        strbuf_add(out, "Your guild acts: throw dice, swap your number, or pass.");
    }
}

static void choice(const void *opaque, const State *view, Move move, StrBuf *out)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(view);
    switch (move) {
    case TOY_MOVE_SWAP:
        strbuf_addf(out, "Show your number %u and draw another", s->hand[s->header.seat]);
        break;
    case TOY_MOVE_PASS:
        strbuf_add(out, data->fault == TOY_FAULT_MUTE ? "" : "Pass");
        break;
    case TOY_MOVE_KEEP:
        strbuf_addf(out, "Keep %u coins", s->throw_points / 2U);
        break;
    case TOY_MOVE_PUSH:
        strbuf_addf(out, "Push: %u coins or none", 2U * s->throw_points);
        break;
    default:
        strbuf_addf(out, move == 1 ? "Throw one die" : move == 2 ? "Throw two dice" : "Throw three dice");
        break;
    }
}

static void choice_target(const void *opaque, const State *view, Move move, WordsTarget *target)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(view);
    const int site = toy_site(data, view->turn);
    const uint32_t card = toy_card_index(data, s->hand[s->header.seat & 1U]);
    *target = (WordsTarget){"", "", "Otherwise"};
    if (move == TOY_MOVE_SWAP) {
        *target = (WordsTarget){"", card < data->card_count ? data->card_id[card] : "", "Number"};
    } else if (move != TOY_MOVE_PASS) {
        *target = (WordsTarget){site >= 0 ? data->site_id[site] : "", "", "Dice"};
    }
}

/* Clauses 2 to 4 of the toy's rules. view is that of the seat to act, which the move is not open to. */
static void why_not(const void *opaque, const State *view, Seat seat, const char *text, StrBuf *out,
                    char clause[WORDS_CLAUSE_BYTES])
{
    const ToyData *data = opaque;
    Move move = 0;
    (void)seat;
    if (!toy_move_parse(data, text, &move)) {
        return;
    }
    const bool thrown = view->step == TOY_STEP_THROW;
    const bool of_throw = move == TOY_MOVE_KEEP || move == TOY_MOVE_PUSH;
    (void)snprintf(clause, WORDS_CLAUSE_BYTES, "%s", move == TOY_MOVE_SWAP && !thrown ? "4" : "3");
    if (thrown) {
        strbuf_add(out, of_throw ? "" : "A one lies among the dice: keep half or push first");
    } else if (of_throw) {
        strbuf_add(out, "No throw with a one waits to be kept or pushed");
    } else if (move == TOY_MOVE_SWAP) {
        strbuf_add(out, "No number is left in the deck");
    } else {
        strbuf_addf(out, "%u dice are thrown at most", data->most_dice);
    }
}

/* The chance that a one falls: what should be known of a throw. */
static void remark(const void *data, const State *view, Move move, StrBuf *out)
{
    static const char *const ones[] = {"", "a one falls in 17 %", "a one falls in 31 %",
                                       "a one falls in 42 %"};
    (void)data;
    (void)view;
    if (move >= 1 && move <= 3) {
        strbuf_add(out, ones[move]);
    } else if (move == TOY_MOVE_PUSH) {
        strbuf_add(out, "one in two");
    }
}

static void setting(const void *data, const State *view, StrBuf *out)
{
    (void)data;
    const ToyState *s = toy_const(view);
    if (view->step == TOY_STEP_THROW) {
        strbuf_addf(out, "%s have %u coins, %s %u.", words_seat(&TOY_RULES, SEAT_FRENCH),
                    (unsigned)s->points[0], words_seat(&TOY_RULES, SEAT_COALITION), (unsigned)s->points[1]);
    }
}

/* ---- pages ---- */

static bool write_coins(const void *opaque, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(view);
    (void)reader;
    (void)topic;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        strbuf_addf(out, "%s: %u coins", words_seat(&TOY_RULES, (Seat)seat), (unsigned)s->points[seat]);
        if (s->hand[seat] != 0) {
            strbuf_addf(out, ", number %u, which counts %u in the end", s->hand[seat],
                        (unsigned)data->hand_weight * s->hand[seat]);
        }
        strbuf_add_char(out, '\n');
    }
    strbuf_addf(out, "%u numbers in the deck\n", s->deck_count);
    return true;
}

static bool write_stalls(const void *opaque, const State *view, Seat reader, const char *topic, StrBuf *out)
{
    const ToyData *data = opaque;
    bool found = false;
    (void)reader;
    for (unsigned i = 0; i < data->site_count; i++) {
        if (topic[0] == '\0' || strcmp(topic, data->site_id[i]) == 0) {
            strbuf_addf(out, "%s%s\n", data->site_name[i],
                        toy_site(data, view->turn) == (int)i ? ": the fair is here" : "");
            found = true;
        }
    }
    if (!found) {
        strbuf_add(out, "There are no such stalls.\n");
    }
    return found || topic[0] == '\0';
}

static const WordsPage PAGES[] = {
    {"coins", "", "who has how much", write_coins},
    {"stalls", "a stall", "where fairs are held", write_stalls},
    {NULL, NULL, NULL, NULL},
};

/* ---- dice, outlines ---- */

static bool is_die(const void *data, const State *state, uint32_t sides)
{
    (void)data;
    (void)state;
    return sides == 6;
}

static void die(const void *data, const State *state, uint32_t before, StrBuf *out)
{
    (void)data;
    strbuf_addf(out, "die %u of the %s", (unsigned)before + 1U, words_seat(&TOY_RULES, (Seat)state->seat));
}

/* No move tells what is hidden. */
static void outline(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    toy_move_text(data, move, text);
}

/* ---- in short ---- */

static void brief(const void *data, Move move, bool hidden, StrBuf *out)
{
    static const char *const dice[] = {"", "throw one die", "throw two dice", "throw three dice"};
    (void)data;
    (void)hidden; /* no move names what only its own side may know */
    strbuf_add(out, move == TOY_MOVE_SWAP   ? "swap the number"
                    : move == TOY_MOVE_PASS ? "pass"
                    : move == TOY_MOVE_KEEP ? "keep half"
                    : move == TOY_MOVE_PUSH ? "push"
                                            : dice[move & 3U]);
}

/* ---- plans ---- */

/* A fair is a plan of its own: it is over with it, so no plan_over is needed. Passing is nothing to speak of.
 */
static void deed(const void *data, const State *before, Move move, const State *after, WordsDeed *out)
{
    static const char *const dice[] = {"", "one die", "two dice", "three dice"};
    (void)data;
    (void)before;
    (void)after;
    if (move == TOY_MOVE_PASS) {
        return;
    }
    const bool roll = move < TOY_MOVE_SWAP;
    out->rank = move == TOY_MOVE_SWAP ? WORDS_DEED_MAIN : roll ? WORDS_DEED_PART : WORDS_DEED_DETAIL;
    (void)snprintf(out->heading, sizeof out->heading, "%s",
                   roll                    ? "throws"
                   : move == TOY_MOVE_SWAP ? "swaps"
                                           : "then");
    (void)snprintf(out->text, sizeof out->text, "%s",
                   roll                    ? dice[move & 3U]
                   : move == TOY_MOVE_SWAP ? "the number"
                   : move == TOY_MOVE_KEEP ? "keeps half"
                                           : "pushes");
}

static const WordsHelp HELP[] = {
    {"fairs", "Fairs (1, 2)",
     "Two guilds, Smiths and Bakers, hold fairs, each at the next stall around the green. Each guild holds a "
     "number "
     "that the other does not see.\nAt every fair the Smiths act first, then the Bakers: they throw dice, "
     "swap "
     "their number, or pass.\n"},
    {"throws", "Throws (3)",
     "Up to three dice are thrown, and their sum is taken in coins, unless a one lies among them.\nThen half "
     "of the "
     "sum can be kept, or one more die is thrown: from 4 up the sum counts double, otherwise it is lost.\n"},
    {"numbers", "Numbers (4)",
     "The number is shown and gone; another is drawn from the deck, while there is one.\n"},
    {"end", "The end (5)",
     "After the last fair each guild adds its number, times a weight, to its coins; more coins win, ten more "
     "win "
     "decisively.\nIn some scenarios both lose if neither is rich enough.\n"},
    {NULL, NULL, NULL},
};

static const char *help_now(const void *data, const State *view)
{
    (void)data;
    return view->over ? "end" : view->step == TOY_STEP_THROW ? "throws" : "fairs";
}

static const WordsClause CLAUSES[] = {
    {"1", "Each guild is dealt a number from the shuffled deck, hidden from the other."},
    {"2", "At each fair both guilds act, the Smiths first: throw, swap or pass."},
    {"3", "The sum of a throw is taken in coins, unless a one lies among the dice."},
    {"3.1", "Half of a throw with a one, rounded down, can be kept."},
    {"3.2", "Or it is pushed: a die of 4 or more doubles it, any other loses it."},
    {"4", "A number that is swapped is shown and gone; another is drawn from the deck."},
    {"5", "In the end numbers count their weight in coins; who has more has won, decisively by ten."},
    {NULL, NULL},
};

const GameWords TOY_WORDS = {
    .seat_titles = {"Smiths", "Bakers"},
    .turn_noun = "fair",
    .place_noun = "stall",
    .place_nouns = "stalls",
    .loss_noun = "coin",
    .loss_nouns = "coins",
    .turn_text = turn_text,
    .stand_text = stand_text,
    .choice_target = choice_target,
    .question = question,
    .choice = choice,
    .is_die = is_die,
    .die = die,
    .remark = remark,
    .setting = setting,
    .why_not = why_not,
    .pages = PAGES,
    .outline = outline,
    .brief = brief,
    .help = HELP,
    .help_now = help_now,
    .clauses = CLAUSES,
    .deed = deed,
};

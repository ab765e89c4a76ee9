/* review_report.c: a review as JSON, as text, and as a picture. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/words.h"
#include "eval/report/plot.h"
#include "eval/review/review.h"

enum { MISTAKES_SHOWN = 10 };

static void move_text(const Review *review, Move move, char text[MOVE_TEXT_BYTES])
{
    review->game.rules->move_text(review->game.data, move, text);
}

static double french(Seat seat, double probability)
{
    return seat == SEAT_FRENCH ? probability : 1.0 - probability;
}

/* ------------------------------------------------------------------ words */

/* So many draws at once come from shuffling cards. */
static void dice_words(const ReviewDecision *decision, StrBuf *out)
{
    if (decision->dice_count > REVIEW_DICE_SHOWN) {
        strbuf_addf(out, "a shuffle, %" PRIu32 " draws", decision->dice_count);
        return;
    }
    strbuf_add(out, "dice");
    for (uint32_t i = 0; i < decision->dice_count; i++) {
        strbuf_addf(out, " %u", (unsigned)decision->shown[i]);
    }
}

/* "decision", "dice" or "news". */
static const char *review_turn_name(enum review_turn by)
{
    static const char *const names[REVIEW_BY_COUNT + 1] = {"decision", "dice", "news", "none"};
    return names[by];
}

/* What was asked, and what was chosen instead of what. */
static void choice_words(const Review *review, const ReviewDecision *decision, StrBuf *out)
{
    strbuf_addf(out, "%s \"%s\" rather than \"%s\"", review_words(review, decision->asked_words),
                review_words(review, decision->played_words), review_words(review, decision->best_words));
}

void review_turn_words(const Review *review, const ReviewTurn *turn, StrBuf *out)
{
    const ReviewDecision *decision = &review->decisions[turn->decision];
    strbuf_addf(out, "%s, ply %" PRIu32 ": ", decision->place, decision->ply);
    switch (turn->by) {
    case REVIEW_BY_DICE:
        strbuf_addf(out, "what fell after \"%s\" by %s (", review_words(review, decision->played_words),
                    seat_name(decision->seat));
        dice_words(decision, out);
        strbuf_add(out, ")");
        break;
    case REVIEW_BY_NEWS:
        strbuf_addf(out, "what %s learned until ply %" PRIu32 ", from cards or the other side's moves,",
                    seat_name(decision->seat), decision->news_ply);
        break;
    case REVIEW_BY_DECISION:
    case REVIEW_BY_COUNT:
        strbuf_addf(out, "%s: ", seat_name(decision->seat));
        choice_words(review, decision, out);
        strbuf_addf(out, ", which left it %.1f %% instead of %.1f %%", 100.0 * decision->played_probability,
                    100.0 * decision->best_probability);
        return;
    }
    strbuf_addf(out, " was worth %.1f points to %s", 100.0 * fabs(turn->swing),
                seat_name(turn->swing > 0.0 ? SEAT_FRENCH : SEAT_COALITION));
}

/* ------------------------------------------------------------------ JSON */

static void write_outcome(const Review *review, JsonOut *out)
{
    jsonout_key_bool(out, "finished", review->finished);
    if (!review->finished) {
        jsonout_key_null(out, "outcome");
        return;
    }
    jsonout_key(out, "outcome");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "winner", seat_name(review->outcome.winner));
    jsonout_key_text(out, "grade", outcome_grade_name(review->outcome.grade));
    jsonout_key_i64(out, "turn", review->outcome.turn);
    jsonout_end(out, '}');
}

static void write_seat(const ReviewSeat *seat, JsonOut *out)
{
    jsonout_begin(out, '{');
    jsonout_key_text(out, "policy", seat->policy[0] != '\0' ? seat->policy : NULL);
    jsonout_key_u64(out, "decisions", seat->decisions);
    jsonout_key_u64(out, "best_played", seat->best);
    jsonout_key_u64(out, "mistakes", seat->mistakes);
    jsonout_key_double(out, "loss", seat->loss);
    jsonout_key_double(out, "difference", seat->difference);
    jsonout_key_double(out, "difference_error", seat->difference_error);
    jsonout_key_double(out, "dice", seat->dice);
    jsonout_key_double(out, "dice_error", seat->dice_error);
    jsonout_end(out, '}');
}

static void write_decision(const Review *review, const ReviewDecision *decision, JsonOut *out)
{
    char text[MOVE_TEXT_BYTES];
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "ply", decision->ply);
    jsonout_key_text(out, "seat", seat_name(decision->seat));
    jsonout_key_i64(out, "turn", decision->turn);
    jsonout_key_text(out, "place", decision->place);
    jsonout_key_u64(out, "legal", decision->legal);
    jsonout_key_text(out, "asked", review_words(review, decision->asked_words));
    move_text(review, decision->played, text);
    jsonout_key_text(out, "played", text);
    jsonout_key_text(out, "played_words", review_words(review, decision->played_words));
    move_text(review, decision->best, text);
    jsonout_key_text(out, "best", text);
    jsonout_key_text(out, "best_words", review_words(review, decision->best_words));
    jsonout_key_double(out, "win_probability", decision->win_probability);
    jsonout_key_double(out, "best_win_probability", decision->best_probability);
    jsonout_key_double(out, "played_win_probability", decision->played_probability);
    jsonout_key_double(out, "difference", decision->difference);
    jsonout_key_double(out, "standard_error", decision->error);
    jsonout_key_bool(out, "mistake", decision->mistake);
    jsonout_key_double(out, "loss", decision->loss);
    jsonout_key_double(out, "luck", decision->luck);
    jsonout_key_double(out, "dice", decision->dice);
    jsonout_key_double(out, "dice_error", decision->dice_error);
    jsonout_key_double(out, "news", decision->news);
    jsonout_end(out, '}');
}

static void write_turn(const Review *review, const ReviewTurn *turn, JsonOut *out)
{
    const ReviewDecision *decision = &review->decisions[turn->decision];
    StrBuf words;
    strbuf_init(&words);
    review_turn_words(review, turn, &words);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "ply", decision->ply);
    jsonout_key_text(out, "seat", seat_name(decision->seat));
    jsonout_key_text(out, "by", review_turn_name(turn->by));
    jsonout_key_double(out, "swing", turn->swing);
    jsonout_key_text(out, "text", words.text);
    if (turn->why.worlds > 0) {
        jsonout_key_double(out, "explained", why_difference(&turn->why));
    } else {
        jsonout_key_null(out, "explained");
    }
    jsonout_key(out, "why");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < turn->why.sentences; i++) {
        jsonout_text(out, turn->why.sentence[i]);
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
    strbuf_release(&words);
}

static void write_head(const Review *review, JsonOut *out)
{
    char seed[32];
    (void)snprintf(seed, sizeof seed, "%" PRIu64, review->seed);
    jsonout_key_text(out, "file", review->file);
    jsonout_key_text(out, "scenario", review->game.scenario);
    jsonout_key_text(out, "scenario_sha256", review->game.sha256);
    jsonout_key_u64(out, "plies", review->plies);
    jsonout_key_u64(out, "judged", review->judged);
    jsonout_key_u64(out, "skipped", review->skipped);
    jsonout_key_bool(out, "stopped", review->stopped);
    write_outcome(review, out);
    jsonout_key_u64(out, "sims", review->sims);
    jsonout_key_text(out, "seed", seed);
    jsonout_key_double(out, "start", review->start);
    jsonout_key_double(out, "end", review->end);
    jsonout_key_double(out, "luck", review->luck);
}

void review_write_json(const Review *review, StrBuf *out)
{
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    write_head(review, &json);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        jsonout_key(&json, seat_name((Seat)seat));
        write_seat(&review->seats[seat], &json);
    }
    jsonout_key(&json, "turning_points");
    jsonout_begin(&json, '[');
    for (uint32_t i = 0; i < review->turn_count; i++) {
        write_turn(review, &review->turns[i], &json);
    }
    jsonout_end(&json, ']');
    jsonout_key(&json, "news");
    jsonout_begin(&json, '[');
    for (uint32_t i = 0; i < review->news_count; i++) {
        write_turn(review, &review->news[i], &json);
    }
    jsonout_end(&json, ']');
    jsonout_key(&json, "decisions");
    jsonout_begin(&json, '[');
    for (uint32_t i = 0; i < review->plies; i++) {
        if (review->decisions[i].judged) {
            write_decision(review, &review->decisions[i], &json);
        }
    }
    jsonout_end(&json, ']');
    jsonout_end(&json, '}');
}

/* ------------------------------------------------------------------ text */

static void tell_result(const Review *review, StrBuf *out)
{
    strbuf_addf(out, "%s: %s, %" PRIu32 " decisions, ", review->file, review->game.scenario, review->plies);
    if (review->finished) {
        words_outcome(&review->game, &review->outcome, out);
        strbuf_add_char(out, '\n');
    } else {
        strbuf_addf(out, "%s\n", review->stopped ? "the review was stopped there" : "unfinished");
    }
    strbuf_addf(out,
                "judged by searches of %" PRIu64 " iterations, seed %" PRIu64
                "; all figures below are points of a hundred of the chance to win\n",
                review->sims, review->seed);
    if (review->skipped > 0) {
        strbuf_addf(out, "%" PRIu32 " decisions where the chances hardly moved were not looked at closer\n",
                    review->skipped);
    }
    strbuf_add_char(out, '\n');
}

static void tell_seats(const Review *review, StrBuf *out)
{
    strbuf_add(out, "             decisions   best played   mistakes   lost by them   lost in all    luck "
                    "with dice   player\n");
    for (int i = 0; i < SEAT_COUNT; i++) {
        const ReviewSeat *seat = &review->seats[i];
        strbuf_addf(out,
                    "  %-9s  %9" PRIu32 "  %6" PRIu32 " %3.0f %%  %9" PRIu32
                    "  %13.1f  %6.1f +- %-4.1f  %6.1f +- %-4.1f   %s\n",
                    seat_name((Seat)i), seat->decisions, seat->best,
                    seat->decisions > 0 ? 100.0 * seat->best / seat->decisions : 0.0, seat->mistakes,
                    100.0 * seat->loss, 100.0 * seat->difference, 100.0 * seat->difference_error,
                    100.0 * seat->dice, 100.0 * seat->dice_error,
                    seat->policy[0] != '\0' ? seat->policy : "not said");
    }
    const double dice = review->seats[SEAT_FRENCH].dice;
    strbuf_addf(
        out,
        "\nThe seat french went from %.1f %% to %.1f %%: %+.1f by their mistakes, %+.1f by those of the "
        "coalition,\n"
        "%+.1f by dice, %+.1f by all else: cards, what only one side knew, what searches see only "
        "from near.\n",
        100.0 * review->start, 100.0 * review->end, -100.0 * review->seats[SEAT_FRENCH].loss,
        100.0 * review->seats[SEAT_COALITION].loss, 100.0 * dice, 100.0 * (review->luck - dice));
}

/* The reasons against a mistake, if the evaluation of the expected positions sees it as one at all. */
static void tell_why(const ReviewTurn *turn, StrBuf *out)
{
    const double difference = why_difference(&turn->why);
    if (turn->by != REVIEW_BY_DECISION || turn->why.worlds == 0) {
        return;
    }
    if (difference <= 0.0 || turn->why.sentences == 0) {
        strbuf_add(out, "     the positions expected next do not show why: what it costs comes later\n");
        return;
    }
    strbuf_addf(out, "     of that %.1f in the positions expected next:\n", 100.0 * difference);
    for (uint32_t s = 0; s < turn->why.sentences; s++) {
        strbuf_addf(out, "       %s\n", turn->why.sentence[s]);
    }
}

static void tell_turns(const Review *review, StrBuf *out)
{
    strbuf_add(out, review->turn_count > 0 ? "\nturning points\n" : "\nno turning points\n");
    for (uint32_t i = 0; i < review->turn_count; i++) {
        strbuf_addf(out, "  %" PRIu32 ". ", i + 1);
        review_turn_words(review, &review->turns[i], out);
        strbuf_add(out, "\n");
        tell_why(&review->turns[i], out);
    }
}

static void tell_news(const Review *review, StrBuf *out)
{
    strbuf_add(out, review->news_count > 0 ? "\nlargest news\n" : "");
    for (uint32_t i = 0; i < review->news_count; i++) {
        strbuf_addf(out, "  %c. ", (char)('a' + (int)i));
        review_turn_words(review, &review->news[i], out);
        strbuf_add(out, "\n");
    }
}

/* A mistake's place in the list, for sorting. */
typedef struct Mistake {
    double loss;
    uint32_t index;
} Mistake;

static int by_loss(const void *left, const void *right)
{
    const Mistake *a = left;
    const Mistake *b = right;
    return a->loss > b->loss     ? -1
           : a->loss < b->loss   ? 1
           : a->index < b->index ? -1
           : a->index > b->index ? 1
                                 : 0;
}

static void tell_mistake(const Review *review, const ReviewDecision *decision, StrBuf *out)
{
    char played[MOVE_TEXT_BYTES];
    char best[MOVE_TEXT_BYTES];
    move_text(review, decision->played, played);
    move_text(review, decision->best, best);
    strbuf_addf(out,
                "  ply %4" PRIu32 "  %-9s  %5.1f +- %3.1f  of %5.1f %%  %s rather than %s (%s)\n        ",
                decision->ply, seat_name(decision->seat), 100.0 * decision->loss, 100.0 * decision->error,
                100.0 * decision->win_probability, played, best, decision->place);
    choice_words(review, decision, out);
    strbuf_add_char(out, '\n');
}

static void tell_mistakes(const Review *review, StrBuf *out)
{
    Mistake *mistakes = calloc((size_t)review->plies + 1U, sizeof *mistakes);
    uint32_t count = 0;
    for (uint32_t i = 0; mistakes != NULL && i < review->plies; i++) {
        if (review->decisions[i].mistake) {
            mistakes[count++] = (Mistake){review->decisions[i].loss, i};
        }
    }
    if (count > 0) {
        qsort(mistakes, count, sizeof *mistakes, by_loss);
        strbuf_add(out, "\nlargest mistakes\n");
    }
    for (uint32_t i = 0; i < count && i < MISTAKES_SHOWN; i++) {
        tell_mistake(review, &review->decisions[mistakes[i].index], out);
    }
    if (count > MISTAKES_SHOWN) {
        strbuf_addf(out, "  and %" PRIu32 " more (--json has them all)\n", count - MISTAKES_SHOWN);
    }
    free(mistakes);
}

void review_write_text(const Review *review, StrBuf *out)
{
    tell_result(review, out);
    tell_seats(review, out);
    tell_turns(review, out);
    tell_news(review, out);
    tell_mistakes(review, out);
}

/* ------------------------------------------------------------------ the picture */

/* Points of one seat's decisions: ply, French win probability in percent as this seat saw it. */
static void plot_seat(const Review *review, Seat seat, StrBuf *out)
{
    strbuf_addf(out, "$%s << EOD\n", seat_name(seat));
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        if (decision->judged && decision->seat == seat) {
            strbuf_addf(out, "%" PRIu32 " %.3f\n", decision->ply,
                        100.0 * french(seat, decision->win_probability));
        }
    }
    strbuf_addf(out, "%" PRIu32 " %.3f\nEOD\n", review->plies + 1, 100.0 * review->end);
}

static void plot_mark(const Review *review, const ReviewTurn *turn, char label, StrBuf *out)
{
    const ReviewDecision *decision = &review->decisions[turn->decision];
    strbuf_addf(out, "%" PRIu32 " %.3f %c\n", decision->ply,
                100.0 * french(decision->seat, decision->win_probability), label);
}

/* Marks at the turning points of one kind, numbered; news have letters. */
static void plot_turns(const Review *review, enum review_turn by, StrBuf *out)
{
    strbuf_addf(out, "$by_%s << EOD\n", review_turn_name(by));
    for (uint32_t i = 0; i < review->turn_count; i++) {
        if (review->turns[i].by == by) {
            plot_mark(review, &review->turns[i], (char)('1' + (int)i), out);
        }
    }
    for (uint32_t i = 0; by == REVIEW_BY_NEWS && i < review->news_count; i++) {
        plot_mark(review, &review->news[i], (char)('a' + (int)i), out);
    }
    strbuf_add(out, "-10 -10 0\nEOD\n"); /* outside of the picture: a block must not be empty */
}

/* A line where each turn begins. */
static void plot_turn_lines(const Review *review, StrBuf *out)
{
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        if (i == 0 || decision->turn != review->decisions[i - 1].turn) {
            StrBuf name;
            strbuf_init(&name);
            words_turn(&review->game, decision->turn, &name);
            strbuf_addf(out,
                        "set arrow from %" PRIu32 ", graph 0 to %" PRIu32
                        ", graph 1 nohead lc rgb '#bbbbbb' dt 3\nset label ",
                        decision->ply, decision->ply);
            plot_quote(out, name.text);
            strbuf_addf(out, " at %" PRIu32 ", graph 0.03 offset 0.4,0 noenhanced tc rgb '#555555'\n",
                        decision->ply);
            strbuf_release(&name);
        }
    }
}

static void write_script(const void *context, const char *file, StrBuf *out)
{
    const Review *review = context;
    plot_seat(review, SEAT_FRENCH, out);
    plot_seat(review, SEAT_COALITION, out);
    for (int by = 0; by < REVIEW_BY_COUNT; by++) {
        plot_turns(review, (enum review_turn)by, out);
    }
    strbuf_add(out, "set terminal svg size 960,480 background rgb 'white'\nset output ");
    plot_quote(out, file);
    strbuf_add(out, "\nset title ");
    plot_quote(out, review->game.title);
    strbuf_addf(out,
                " noenhanced\nset xlabel 'decision'\nset ylabel 'chance of %s to win, %%'\n"
                "set xrange [0:%" PRIu32 "]\nset yrange [0:100]\nset ytics 10\nset grid ytics\n"
                "set key outside bottom center horizontal\n",
                words_seat(review->game.rules, SEAT_FRENCH), review->plies + 2);
    plot_turn_lines(review, out);
    strbuf_addf(out,
                "plot 50 with lines lc rgb '#888888' dt 2 notitle, \\\n"
                "  $french using 1:2 with steps lw 1.5 lc rgb '#0072b2' title 'as seen by %s', \\\n"
                "  $coalition using 1:2 with steps lw 1.5 lc rgb '#d55e00' title 'as seen by %s', \\\n",
                words_seat(review->game.rules, SEAT_FRENCH), words_seat(review->game.rules, SEAT_COALITION));
    strbuf_add(
        out,
        "  $by_decision using 1:2 with points pt 7 ps 1 lc rgb '#000000' title 'turned by a decision', \\\n"
        "  $by_dice using 1:2 with points pt 4 ps 1.2 lw 2 lc rgb '#000000' title 'by dice', \\\n"
        "  $by_news using 1:2 with points pt 8 ps 1.2 lw 2 lc rgb '#000000' title 'news'");
    for (int by = 0; by < REVIEW_BY_COUNT; by++) {
        strbuf_addf(out, ", \\\n  $by_%s using 1:2:3 with labels offset 0.8,0.8 notitle",
                    review_turn_name((enum review_turn)by));
    }
    strbuf_add(out, "\n");
}

bool review_plot(const Review *review, const char *file, Err *err)
{
    return plot_draw(write_script, review, file, err);
}

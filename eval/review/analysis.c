/* analysis.c: asks the policy, sorts its answers, asks for reasons, and writes it all down. */
#include "eval/review/analysis.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"
#include "engine/words.h"

/* ------------------------------------------------------------------ moves */

/* Takes over the best moves of a report. */
static bool keep_moves(const AnalysisPlan *plan, const PolicyReport *report, Analysis *analysis, Err *err)
{
    uint32_t best[MOVE_LIST_MAX];
    analysis->legal = report->count;
    analysis->count = policy_best(report, plan->top < MOVE_LIST_MAX ? plan->top : MOVE_LIST_MAX, best);
    analysis->moves = calloc(analysis->count, sizeof *analysis->moves);
    if (analysis->moves == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < analysis->count; i++) {
        analysis->moves[i].policy = report->moves[best[i]];
    }
    analysis->win_probability = report->moves[best[0]].win_probability;
    analysis->standard_error = report->moves[best[0]].standard_error;
    analysis->iterations = report->iterations;
    analysis->seconds = report->seconds;
    analysis->tree =
        (AnalysisTree){report->nodes, report->bytes, report->depth_mean, report->depth_max, report->full};
    return true;
}

/* What is asked, and what the moves mean, to people. */
static void put_in_words(const State *view, Analysis *analysis)
{
    StrBuf text;
    strbuf_init(&text);
    words_asked(analysis->game, view, &text);
    (void)snprintf(analysis->asked, sizeof analysis->asked, "%s", text.text);
    for (uint32_t i = 0; i < analysis->count; i++) {
        AnalysisMove *move = &analysis->moves[i];
        strbuf_clear(&text);
        words_choice(analysis->game, view, move->policy.move, &text);
        (void)snprintf(move->words, sizeof move->words, "%s", text.text);
    }
    strbuf_release(&text);
}

/* Asks the policy about the view; fills the report. */
static bool ask(const AnalysisPlan *plan, const State *view, PolicyReport *report, Err *err)
{
    MoveList legal;
    const Seat seat = (Seat)view->seat;
    (void)game_legal(plan->game, view, &legal);
    void *session = plan->session != NULL ? plan->session : policy_session_new(plan->policy, seat);
    PolicyQuery query = {
        .view = view,
        .legal = &legal,
        .seat = seat,
        .ply = plan->ply,
        .rng = rng_derive(plan->seed, RNG_PURPOSE_ANALYSIS, 2U * (uint64_t)plan->ply),
        .stop = plan->stop,
        .report = report,
    };
    report->filled = false;
    (void)policy_choose(plan->policy, session, &query);
    if (plan->session == NULL) {
        policy_session_free(plan->policy, session);
    }
    return report->filled ||
           err_set(err, NULL, NULL,
                   "policy %.64s keeps no statistics to analyse by, expected one that searches: mcts, "
                   "flat or level",
                   plan->policy->spec);
}

static bool explain(const AnalysisPlan *plan, const State *view, Analysis *analysis, Err *err)
{
    if (plan->evaluation == NULL || !evaluation_explains(plan->evaluation) || plan->worlds < 2) {
        return true;
    }
    const PolicyMove *moves[MOVE_LIST_MAX];
    Why *reasons = calloc(analysis->count, sizeof *reasons);
    if (reasons == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    for (uint32_t i = 0; i < analysis->count; i++) {
        moves[i] = &analysis->moves[i].policy;
    }
    Rng rng = rng_derive(plan->seed, RNG_PURPOSE_ANALYSIS, 2U * (uint64_t)plan->ply + 1U);
    const WhyPlan why = {plan->evaluation, view,         analysis->seat,   moves,
                         analysis->count,  plan->worlds, rng_next64(&rng), plan->stop};
    const bool good = why_explain(&why, reasons, err);
    for (uint32_t i = 0; good && i < analysis->count; i++) {
        analysis->moves[i].why = reasons[i];
    }
    analysis->evaluation = plan->evaluation;
    free(reasons);
    return good;
}

bool analysis_run(const AnalysisPlan *plan, Analysis *analysis, Err *err)
{
    StateBuffer view;
    memset(analysis, 0, sizeof *analysis);
    if (plan->state->over || plan->state->seat >= SEAT_COUNT) {
        return err_set(err, NULL, NULL, "the game is over: there is nothing to decide");
    }
    PolicyReport *report = calloc(1, sizeof *report);
    if (report == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    analysis->game = plan->game;
    analysis->seat = (Seat)plan->state->seat;
    analysis->ply = plan->ply;
    plan->game->rules->view(plan->game->data, plan->state, analysis->seat, &view.header);
    const bool good = ask(plan, &view.header, report, err) && keep_moves(plan, report, analysis, err) &&
                      explain(plan, &view.header, analysis, err);
    free(report);
    if (good) {
        put_in_words(&view.header, analysis);
    } else {
        analysis_release(analysis);
    }
    return good;
}

void analysis_release(Analysis *analysis)
{
    free(analysis->moves);
    analysis->moves = NULL;
    analysis->count = 0;
}

/* ------------------------------------------------------------------ JSON */

static void move_text(const Analysis *analysis, Move move, char text[MOVE_TEXT_BYTES])
{
    analysis->game->rules->move_text(analysis->game->data, move, text);
}

static void write_terms(const Analysis *analysis, const Why *why, JsonOut *out)
{
    jsonout_key(out, "terms");
    jsonout_begin(out, '[');
    for (uint32_t t = 0; t < why_term_count(analysis->evaluation); t++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "term", why_term_name(analysis->evaluation, t));
        jsonout_key_double(out, "change", why->change[t].mean);
        jsonout_key_double(out, "change_error", why->change[t].error);
        jsonout_key_double(out, "versus", why->versus[t].mean);
        jsonout_key_double(out, "versus_error", why->versus[t].error);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void write_why(const Analysis *analysis, const Why *why, JsonOut *out)
{
    char other[MOVE_TEXT_BYTES];
    jsonout_key(out, "why");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < why->sentences; i++) {
        jsonout_text(out, why->sentence[i]);
    }
    jsonout_end(out, ']');
    if (analysis->evaluation == NULL || why->worlds == 0) {
        return;
    }
    move_text(analysis, analysis->moves[why->other].policy.move, other);
    jsonout_key_text(out, "compared_with", other);
    jsonout_key(out, "expected");
    jsonout_begin(out, '{');
    jsonout_key_double(out, "before", why->before);
    jsonout_key_double(out, "after", why->after);
    jsonout_key_double(out, "ended", why->ended);
    jsonout_key_u64(out, "worlds", why->worlds);
    jsonout_end(out, '}');
    write_terms(analysis, why, out);
}

static void write_move(const Analysis *analysis, const AnalysisMove *move, JsonOut *out)
{
    const PolicyMove *policy = &move->policy;
    char text[MOVE_TEXT_BYTES];
    move_text(analysis, policy->move, text);
    jsonout_begin(out, '{');
    jsonout_key_text(out, "text", text);
    jsonout_key_text(out, "words", move->words);
    jsonout_key_u64(out, "visits", policy->visits);
    jsonout_key_double(out, "win_probability", policy->win_probability);
    jsonout_key_double(out, "standard_error", policy->standard_error);
    jsonout_key_double(out, "prior", policy->prior);
    jsonout_key(out, "line");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < policy->line_count; i++) {
        move_text(analysis, policy->line[i], text);
        jsonout_text(out, text);
    }
    jsonout_end(out, ']');
    write_why(analysis, &move->why, out);
    jsonout_end(out, '}');
}

static void write_tree(const AnalysisTree *tree, JsonOut *out)
{
    jsonout_key(out, "tree");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "nodes", tree->nodes);
    jsonout_key_u64(out, "bytes", tree->bytes);
    jsonout_key_double(out, "depth_mean", tree->depth_mean);
    jsonout_key_u64(out, "depth_max", tree->depth_max);
    jsonout_key_bool(out, "full", tree->full);
    jsonout_end(out, '}');
}

void analysis_write_json(const Analysis *analysis, JsonOut *out)
{
    jsonout_key_text(out, "seat", seat_name(analysis->seat));
    jsonout_key_text(out, "asked", analysis->asked);
    jsonout_key_double(out, "win_probability", analysis->win_probability);
    jsonout_key_double(out, "standard_error", analysis->standard_error);
    jsonout_key_u64(out, "iterations", analysis->iterations);
    jsonout_key_double(out, "seconds", analysis->seconds);
    if (analysis->tree.nodes > 0) {
        write_tree(&analysis->tree, out);
    }
    jsonout_key_u64(out, "legal", analysis->legal);
    jsonout_key(out, "moves");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < analysis->count; i++) {
        write_move(analysis, &analysis->moves[i], out);
    }
    jsonout_end(out, ']');
}

/* ------------------------------------------------------------------ text */

enum { LINE_SHOWN = 6 };

static void write_line(const Analysis *analysis, const PolicyMove *policy, StrBuf *out)
{
    for (uint32_t i = 1; i < policy->line_count && i <= LINE_SHOWN; i++) {
        char text[MOVE_TEXT_BYTES];
        move_text(analysis, policy->line[i], text);
        strbuf_addf(out, "%s%s", i > 1 ? " " : "", text);
    }
    strbuf_add(out, policy->line_count > LINE_SHOWN + 1 ? " ...\n" : "\n");
}

/* Width of the longest move text, at least that of the heading. */
static int text_width(const Analysis *analysis)
{
    int width = (int)strlen("move");
    for (uint32_t i = 0; i < analysis->count; i++) {
        char text[MOVE_TEXT_BYTES];
        move_text(analysis, analysis->moves[i].policy.move, text);
        width = (int)strlen(text) > width ? (int)strlen(text) : width;
    }
    return width;
}

static void write_table(const Analysis *analysis, StrBuf *out)
{
    const int width = text_width(analysis);
    strbuf_addf(out, "  %-*s  %15s  %8s  %5s  %s\n", width, "move", "wins", "visits", "prior",
                "expected to follow");
    for (uint32_t i = 0; i < analysis->count; i++) {
        const PolicyMove *policy = &analysis->moves[i].policy;
        char text[MOVE_TEXT_BYTES];
        move_text(analysis, policy->move, text);
        strbuf_addf(out, "  %-*s  ", width, text);
        if (policy->visits > 0) {
            strbuf_addf(out, "%5.1f %% +- %4.1f", 100.0 * policy->win_probability,
                        100.0 * policy->standard_error);
        } else {
            strbuf_addf(out, "%15s", "not tried");
        }
        strbuf_addf(out, "  %8" PRIu64 "  %4.0f%%  ", policy->visits, 100.0 * policy->prior);
        write_line(analysis, policy, out);
    }
    strbuf_add(out, "  (+- one standard error, were iterations independent; expect twice as much)\n");
    if (analysis->count < analysis->legal) {
        strbuf_addf(out, "  and %" PRIu32 " other moves\n", analysis->legal - analysis->count);
    }
}

static void write_meanings(const Analysis *analysis, StrBuf *out)
{
    const int width = text_width(analysis);
    strbuf_addf(out, "\nin words: %s\n", analysis->asked);
    for (uint32_t i = 0; i < analysis->count; i++) {
        char text[MOVE_TEXT_BYTES];
        move_text(analysis, analysis->moves[i].policy.move, text);
        strbuf_addf(out, "  %-*s  %s\n", width, text, analysis->moves[i].words);
    }
}

static void write_reasons(const Analysis *analysis, uint32_t number, StrBuf *out)
{
    const Why *why = &analysis->moves[number].why;
    char text[MOVE_TEXT_BYTES];
    char other[MOVE_TEXT_BYTES];
    move_text(analysis, analysis->moves[number].policy.move, text);
    move_text(analysis, analysis->moves[why->other].policy.move, other);
    strbuf_addf(out, "%s rather than %s: %+.1f in all", text, other, 100.0 * why_difference(why));
    strbuf_add(out, why->sentences > 0 ? "\n" : "; no single term differs beyond the noise\n");
    for (uint32_t i = 0; i < why->sentences; i++) {
        strbuf_addf(out, "  %s\n", why->sentence[i]);
    }
}

void analysis_write_text(const Analysis *analysis, StrBuf *out)
{
    write_table(analysis, out);
    if (analysis->game->rules->words != NULL) {
        write_meanings(analysis, out);
    }
    if (analysis->evaluation == NULL || analysis->moves[0].why.worlds == 0 || analysis->count < 2) {
        return;
    }
    strbuf_addf(out,
                "\nwhy: what the evaluation makes of the expected positions (%" PRIu32
                " worlds), in points of a hundred for %s\n",
                analysis->moves[0].why.worlds, seat_name(analysis->seat));
    for (uint32_t i = 0; i < analysis->count; i++) {
        if (i != 1) { /* the second against the best says the same as the best against the second */
            write_reasons(analysis, i, out);
        }
    }
}

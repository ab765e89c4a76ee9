/* terminal_think.c: policies move, and advice is given: what the search makes of a decision, and the review
 * of a game. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "ai/effort.h"
#include "eval/review/analysis.h"
#include "eval/review/review.h"
#include "eval/run/jobs.h"
#include "play/cmd/progress.h"
#include "play/terminal/terminal.h"

static const double SHOW_EVERY = 0.25; /* seconds between two lines of progress */

/* ------------------------------------------------------------------ the policy's move */

/* Everything a thinker needs: too large for the stack. */
typedef struct Thought {
    Terminal *t;
    SessionQuery query;
    PolicyReport report;
    char forfeit[POLICY_FORFEIT_BYTES];
    double begun;
    bool visible; /* a line of progress stands on the screen */
} Thought;

/* No word of how the thinker sees the game: that would tell of its hand. */
static void show_thinking(void *context, const PolicyReport *report)
{
    Thought *thought = context;
    printf("\r  the %s side thinks: %.1f s, %" PRIu64 " iterations (Ctrl-C: move now)\033[K",
           terminal_seat(thought->t, thought->query.query.seat), clock_seconds() - thought->begun,
           report->iterations);
    (void)fflush(stdout);
    thought->visible = true;
}

static Move choose(Thought *thought)
{
    Terminal *t = thought->t;
    Session *session = t->session;
    const Seat seat = session_actor(session);
    const PolicyWatch watch = {SHOW_EVERY, show_thinking, thought};
    if (session->human[seat_other(seat)]) {
        input_forget_stop(); /* meant for something before; whoever only watches may ask to stop at any time
                              */
    }
    thought->begun = clock_seconds();
    session_query(session, &thought->query, input_stop(), &thought->report);
    thought->query.query.watch = t->input.terminal ? &watch : NULL;
    thought->query.query.forfeit = thought->forfeit;
    const Move move = policy_choose(&session->policies[seat], session->minds[seat], &thought->query.query);
    if (thought->visible) {
        printf("\r\033[K");
    }
    return move;
}

/* A policy that gives up, or breaks the rules, has lost. */
static void give_up(Terminal *t, Seat seat, const char *reason)
{
    Err err;
    err_clear(&err);
    terminal_printf(t, "The %s side gives up the game: %s", terminal_seat(t, seat),
                    reason[0] != '\0' ? reason : "it does not say why");
    if (!session_resign(t->session, seat, &err)) {
        terminal_printf(t, "%s", err.message);
        t->quit = true;
    }
}

void terminal_think(Terminal *t)
{
    const Seat seat = session_actor(t->session);
    Thought *thought = calloc(1, sizeof *thought);
    Err err;
    err_clear(&err);
    if (thought == NULL) {
        t->quit = true;
        return;
    }
    thought->t = t;
    const Move move = choose(thought);
    if (move == POLICY_NO_MOVE) {
        give_up(t, seat, thought->forfeit);
    } else {
        if (!session_play(t->session, seat, move, &err) && !t->quit && !t->typed) {
            give_up(t, seat, err.message);
        }
    }
    free(thought);
}

/* ------------------------------------------------------------------ advice */

/* The moves expected after the first one, in a few words each. */
static void add_line(const Game *game, const PolicyMove *move, StrBuf *out)
{
    enum { SHOWN = 5 };
    for (uint32_t i = 1; i < move->line_count && i <= SHOWN; i++) {
        strbuf_add(out, i > 1 ? "; " : "; then perhaps: ");
        words_brief(game, move->line[i], false, out);
    }
}

static uint32_t number_of(const Terminal *t, Move move)
{
    MoveList list;
    (void)session_legal(t->session, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.moves[i] == move) {
            return i + 1;
        }
    }
    return 0;
}

static void print_move(const Terminal *t, const Analysis *analysis, uint32_t i, bool line)
{
    const PolicyMove *move = &analysis->moves[i].policy;
    StrBuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%3" PRIu32 "  ", number_of(t, move->move));
    terminal_move_words(t, move->move, &text);
    if (move->visits > 0) {
        strbuf_addf(&text, ": wins %.1f %% (+-%.1f)", 100.0 * move->win_probability,
                    100.0 * move->standard_error);
    } else {
        strbuf_add(&text, ": not looked at");
    }
    if (line) {
        add_line(&t->session->game, move, &text);
    }
    terminal_print(t, text.text);
    strbuf_release(&text);
}

/* Why a move is better or worse than the one it is compared with. */
static void print_why(const Terminal *t, const Analysis *analysis, uint32_t i)
{
    const Why *why = &analysis->moves[i].why;
    StrBuf text;
    strbuf_init(&text);
    if (why->worlds == 0 || analysis->count < 2) {
        strbuf_release(&text);
        return;
    }
    strbuf_add(&text, "     rather than \"");
    terminal_move_words(t, analysis->moves[why->other].policy.move, &text);
    strbuf_addf(&text, "\": %+.1f points of a hundred in all%s",
                100.0 * (why->after - analysis->moves[why->other].why.after),
                why->sentences > 0 ? "\n" : "; no single reason stands out");
    for (uint32_t k = 0; k < why->sentences; k++) {
        strbuf_addf(&text, "       %s\n", why->sentence[k]);
    }
    terminal_print(t, text.text);
    strbuf_release(&text);
}

static void print_advice(const Terminal *t, const Analysis *analysis, uint32_t most, bool reasons,
                         const Move *wanted)
{
    terminal_printf(
        t,
        "%" PRIu64
        " iterations from what you know; chances are those of the %s side, by the search's own judgement:",
        analysis->iterations, terminal_seat(t, analysis->seat));
    for (uint32_t i = 0; i < analysis->count; i++) {
        const bool asked = wanted != NULL && analysis->moves[i].policy.move == *wanted;
        if (i < most || asked) {
            print_move(t, analysis, i, reasons);
            if (reasons &&
                (i != 1 || asked)) { /* the second against the best says the same as the best against it */
                print_why(t, analysis, i);
            }
        }
    }
}

/* Runs the analysis with everything it needs open. */
static bool analyse(const Terminal *t, uint32_t top, uint32_t worlds, Policy *policy, Evaluation *evaluation,
                    Analysis *analysis, Err *err)
{
    const Session *session = t->session;
    const AnalysisPlan plan = {
        .game = &session->game,
        .state = &session->state.header,
        .policy = policy,
        .ply = session_plies(session) + 1,
        .seed = session->seed ^ 0x9E3779B97F4A7C15ULL, /* not the opponent's stream */
        .top = top,
        .worlds = worlds,
        .evaluation = evaluation,
        .stop = input_stop(),
    };
    return analysis_run(&plan, analysis, err);
}

bool terminal_advise(Terminal *t, uint32_t most, bool reasons, const Move *wanted)
{
    enum { WORLDS = 48 };
    const Game *game = &t->session->game;
    Policy policy;
    Evaluation evaluation;
    Analysis analysis;
    Err err;
    err_clear(&err);
    input_forget_stop();
    if (!policy_init(&policy, game, effort_of(game->rules->id)->advice, &err)) {
        terminal_printf(t, "%s", err.message);
        return false;
    }
    bool good = evaluation_open(&evaluation, game, NULL, &err);
    if (good) {
        good = analyse(t, wanted != NULL ? MOVE_LIST_MAX : most, reasons ? WORLDS : 0, &policy, &evaluation,
                       &analysis, &err);
        if (good) {
            print_advice(t, &analysis, most, reasons, wanted);
            analysis_release(&analysis);
        }
        evaluation_release(&evaluation);
    }
    if (!good) {
        terminal_printf(t, "%s", err.message);
    }
    policy_release(&policy);
    input_forget_stop();
    return good;
}

/* ------------------------------------------------------------------ review */

typedef struct Judging {
    Progress progress;
    bool begun;
} Judging;

static bool show_judging(void *context, uint64_t done, uint64_t total)
{
    Judging *judging = context;
    if (!judging->begun) {
        progress_init(&judging->progress, total);
        judging->progress.unit = "decisions";
        judging->begun = true;
    }
    if (progress_due(&judging->progress)) {
        progress_show(&judging->progress, done, "judged; Ctrl-C stops");
    }
    return true;
}

bool terminal_review(Terminal *t, uint64_t sims)
{
    Review review;
    Judging judging = {.begun = false};
    Err err;
    err_clear(&err);
    if (!terminal_keep(t) || t->file[0] == '\0') {
        return false;
    }
    input_forget_stop();
    const ReviewPlan plan = {
        .file = t->file,
        .sims = sims,
        .seed = 1,
        .threads = jobs_processors(),
        .stop = input_stop(),
        .listener = show_judging,
        .context = &judging,
    };
    (void)fflush(stdout);
    const bool good = review_run(&plan, &review, &err);
    if (judging.begun) {
        (void)progress_end(&judging.progress);
    }
    input_forget_stop();
    if (!good) {
        terminal_printf(t, "%s", err.message);
        return false;
    }
    StrBuf text;
    strbuf_init(&text);
    review_write_text(&review, &text);
    terminal_print(t, text.text);
    strbuf_release(&text);
    review_release(&review);
    return true;
}

/* review_play.c: see review_play.h. */
#include "tests/support/review_play.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "eval/review/review.h"
#include "tests/support/support.h"

/* The first decisions of a game that is played by lot; the first line is the record's head. */
static void play_by_lot(const char *scenario, int decisions, StrBuf *record)
{
    char folder[256];
    char path[300];
    char line[700];
    Run run;
    support_folder("review-by-lot", folder);
    (void)snprintf(line, sizeof line,
                   "match %s --french random --coalition random --games 1 --seed 4 --records %s", scenario,
                   folder);
    support_run(&run, line);
    cr_assert_eq(run.code, 0, "%s", run.err.text);
    support_run_release(&run);
    (void)snprintf(path, sizeof path, "%s/00000001.jsonl", folder);
    StrBuf whole;
    strbuf_init(&whole);
    cr_assert(support_read(path, &whole));
    size_t length = 0;
    for (int i = 0; i <= decisions; i++) {
        length += strcspn(whole.text + length, "\n") + 1;
    }
    cr_assert_lt(length, whole.length);
    strbuf_init(record);
    strbuf_add_bytes(record, whole.text, length);
    strbuf_release(&whole);
}

void expect_mistakes_of_lot(const char *scenario, int decisions, uint64_t sims)
{
    StrBuf record;
    Review review;
    Err err;
    err_clear(&err);
    play_by_lot(scenario, decisions, &record);
    const ReviewPlan plan = {.file = "by lot", .record = &record, .sims = sims, .seed = 1, .threads = 2};
    cr_assert(review_run(&plan, &review, &err), "%s: %s", err.path, err.message);
    uint32_t mistakes = 0;
    for (uint32_t i = 0; i < review.plies; i++) {
        const ReviewDecision *decision = &review.decisions[i];
        mistakes += decision->mistake ? 1U : 0U;
        const char *played = review_words(&review, decision->played_words);
        const char *best = review_words(&review, decision->best_words);
        cr_expect(review_words(&review, decision->asked_words)[0] != '\0' && played[0] != '\0');
        cr_expect_eq(strcmp(played, best) == 0, !decision->judged || decision->played == decision->best,
                     "%s, ply %u: \"%s\", \"%s\"", scenario, decision->ply, played, best);
        cr_expect_lt(decision->error, 0.25, "%s, ply %u: %f +- %f", scenario, decision->ply,
                     decision->difference, decision->error);
    }
    cr_expect_gt(mistakes, 0, "%s: %u decisions by lot and no mistake", scenario, review.judged);
    review_release(&review);
    strbuf_release(&record);
}

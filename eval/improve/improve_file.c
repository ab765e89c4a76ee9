/* improve_file.c: an improved strategy as a file. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/durable.h"
#include "engine/jsonout.h"
#include "engine/version.h"
#include "eval/improve/improve.h"
#include "eval/improve/improve_plan.h"

static void add_verified(JsonOut *out, const ContrastScore *score)
{
    jsonout_key(out, "verified");
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "pairs", score->pairs);
    jsonout_key_double(out, "score", score->scores[0]);
    stats_key_interval(out, "score_ci95", score->intervals[0]);
    jsonout_key_double(out, "start_score", score->scores[1]);
    stats_key_interval(out, "start_score_ci95", score->intervals[1]);
    jsonout_key_double(out, "gain", score->gain);
    stats_key_interval(out, "gain_ci95", score->gain_interval);
    jsonout_key_double(out, "elo", score->elo);
    stats_key_interval(out, "elo_ci95", score->elo_interval);
    jsonout_end(out, '}');
}

void improve_pedigree(const ImprovePlan *plan, const ImproveResult *result, StrBuf *text)
{
    JsonOut out = jsonout_on(text);
    jsonout_begin(&out, '{');
    improve_plan_json(plan, &out);
    jsonout_key_text(&out, "run", result->run);
    jsonout_key_text(&out, "ended", improve_end_name(result->end));
    jsonout_key_u64(&out, "iterations", result->iterations);
    jsonout_key_u64(&out, "games", result->games);
    if (plan->testing && result->duel_pairs > 0) {
        jsonout_key_text(&out, "duel", elo_sprt_state_name(result->sprt.state));
    }
    add_verified(&out, &result->score);
    jsonout_end(&out, '}');
}

/* What the weights are made of, for who reads the file. */
static void describe(const ImprovePlan *plan, const ImproveResult *result, StrBuf *text)
{
    uint32_t order[WEIGHT_SPACE_MAX];
    const uint32_t moved = weight_space_moved(plan->space, result->weights, order);
    strbuf_addf(text, "Found by marshal improve from %s in %s. Moved most:", plan->start->spec,
                plan->space->game->scenario);
    for (uint32_t i = 0; i < moved && i < 5; i++) {
        const WeightRow *row = &plan->space->table->rows[order[i]];
        const double from = plan->space->start[order[i]];
        const double to = result->weights[order[i]];
        strbuf_addf(text, "%s %s %s (%.6g instead of %.6g: %s)", i > 0 ? ";" : "",
                    to > from ? "more" : "less", row->name, to, from, row->meaning);
    }
    strbuf_add(text, moved > 0 ? "." : " nothing.");
}

void improve_strategy(const ImprovePlan *plan, const ImproveResult *result, const char *title, StrBuf *text)
{
    StrBuf description;
    StrBuf pedigree;
    strbuf_init(&description);
    strbuf_init(&pedigree);
    describe(plan, result, &description);
    improve_pedigree(plan, result, &pedigree);
    weight_space_write(plan->space, result->weights, &(StrategyHead){title, description.text, pedigree.text},
                       text);
    strbuf_release(&description);
    strbuf_release(&pedigree);
}

/* Whether a file holds just this text. */
static bool holds(const char *path, const StrBuf *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t at = 0;
    int c = 0;
    while ((c = fgetc(file)) != EOF && at < text->length && (char)c == text->text[at]) {
        at++;
    }
    const bool same = c == EOF && ferror(file) == 0 && at == text->length;
    (void)fclose(file);
    return same;
}

/* The name appears with the whole text or not at all, and only if it was free. */
bool improve_save(const StrBuf *text, const char *path, bool same_will_do, Err *err)
{
    char part[1100];
    const int length = snprintf(part, sizeof part, "%s.%ld.part", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof part) {
        return err_set(err, path, NULL, "the file name is too long");
    }
    const bool good = durable_write(part, text, true) && link(part, path) == 0;
    const int cause = errno;
    (void)unlink(part);
    if (good) {
        return true;
    }
    if (cause == EEXIST && same_will_do && holds(path, text)) {
        return true;
    }
    return cause == EEXIST
               ? err_set(err, path, NULL, "found a file, which is left alone; expected a new name")
               : err_set(err, path, NULL, "cannot write the strategy: %s", strerror(cause));
}

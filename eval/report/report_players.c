/* report_players.c: who played: what the page calls each policy, what it stands for, and what it does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/json.h"
#include "engine/scenario.h"
#include "eval/report/report_page.h"

enum { DESCRIPTION_MAX = 300 }; /* bytes of a description that are shown */

/* The board of a scenario in which a policy played; NULL: none that can be read here. */
static const ReportBoard *board_of(const Report *report, uint32_t policy)
{
    for (uint32_t i = 0; i < report->cell_count; i++) {
        const ReportCell *cell = &report->cells[i];
        const ReportBoard *board = &report->scenarios[cell->scenario].board;
        if ((cell->policies[SEAT_FRENCH] == policy || cell->policies[SEAT_COALITION] == policy) &&
            board->found) {
            return board;
        }
    }
    return NULL;
}

/* Whether the policy's files are still those that played. */
static bool is_unchanged(const ReportPolicy *policy, const ReportBoard *board)
{
    Policy made;
    Err problem;
    err_clear(&problem);
    if (!policy_init(&made, &board->game, policy->spec, &problem)) {
        return false;
    }
    const bool same = strcmp(made.sources, policy->files) == 0;
    policy_release(&made);
    return same;
}

/* The beginning of a text, to the end of a sentence or a word. */
static void add_beginning(StrBuf *out, const char *text)
{
    char cut[DESCRIPTION_MAX + 1];
    (void)snprintf(cut, sizeof cut, "%s", text);
    if (strlen(text) > DESCRIPTION_MAX) {
        char *end = strrchr(cut, ' ');
        *(end != NULL ? end : cut) = '\0';
    }
    page_text(out, cut);
    strbuf_add(out, strlen(text) > DESCRIPTION_MAX ? " ..." : "");
}

/* What the file of a strategy says of itself. */
static void add_file(StrBuf *out, const char *path)
{
    JsonDoc doc;
    Err problem;
    err_clear(&problem);
    if (!json_load(&doc, path, &problem)) {
        return;
    }
    const JsonNode root = json_root(&doc);
    const char *title = "";
    const char *description = "";
    if (json_get_string(&root, "title", &title, &problem)) {
        page_text(out, title);
        strbuf_add(out, ". ");
    }
    if (json_get_string(&root, "description", &description, &problem)) {
        add_beginning(out, description);
    }
    json_release(&doc);
}

static void add_description(StrBuf *out, const Report *report, uint32_t index)
{
    const ReportPolicy *policy = &report->policies[index];
    const ReportBoard *board = board_of(report, index);
    const char *strategy = page_strategy(policy->spec);
    char path[SCENARIO_PATH_BYTES];
    Err problem;
    err_clear(&problem);
    if (strcmp(policy->spec, "heuristic") == 0) {
        if (board != NULL && scenario_find_strategy(board->rules->id, "balanced", path, &problem)) {
            add_file(out, path); /* the built-in weights, written out */
        }
    } else if (strategy == NULL) {
        strbuf_add(out, "See <code>marshal help</code>.");
    } else if (board != NULL && scenario_find_strategy(board->rules->id, strategy, path, &problem)) {
        add_file(out, path);
        strbuf_add(out, is_unchanged(policy, board) ? "" : " (The file has changed since these games.)");
    }
}

void report_players(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    strbuf_add(out, "<section id=\"players\"><h2 class=\"flow\">Who played</h2>\n");
    page_table(out, page->rules, "Policies by the names that this page uses",
               "Name|What it does|As a command takes it");
    for (uint32_t i = 0; i < report->policy_count; i++) {
        page_row(out);
        page_policy(out, report, i);
        page_cell(out);
        add_description(out, report, i);
        page_cell(out);
        page_code(out, report->policies[i].spec);
        page_row_end(out);
    }
    page_table_end(out);
    strbuf_add(out, "</section>\n");
}

/* report_repeat.c: what was played, and the commands that play it again. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eval/report/report_page.h"

/* ---- commands ---- */

/* Whether one command plays both this and its partner: as many games of each. */
static bool is_duel(const Report *report, const ReportExperiment *experiment)
{
    return experiment->partner > 0 &&
           report->experiments[experiment->partner - 1].numbers == experiment->numbers;
}

void report_command(const Report *report, uint32_t index, StrBuf *command)
{
    const ReportExperiment *experiment = &report->experiments[index];
    const ReportCell *cell = &report->cells[experiment->cell];
    const ReportScenario *scenario = &report->scenarios[cell->scenario];
    const bool duel = is_duel(report, experiment);
    strbuf_add(command, duel ? "marshal duel " : "marshal match ");
    page_scenario_option(command, scenario);
    page_option(command, duel ? "a" : "french", report->policies[cell->policies[SEAT_FRENCH]].spec);
    page_option(command, duel ? "b" : "coalition", report->policies[cell->policies[SEAT_COALITION]].spec);
    strbuf_addf(command, " --%s %" PRIu64 " --seed %" PRIu64, duel ? "pairs" : "games", experiment->numbers,
                experiment->seed);
    page_option(command, "db", "again.db");
}

static void add_commands(StrBuf *out, const Report *report)
{
    StrBuf command;
    strbuf_init(&command);
    strbuf_add(out, "<pre tabindex=\"0\" aria-label=\"Commands that play all of this again\"><code>");
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        const ReportExperiment *experiment = &report->experiments[i];
        const bool told = is_duel(report, experiment) && experiment->partner <= i; /* with its partner */
        if (experiment->numbers > 0 && !told) {
            strbuf_clear(&command);
            report_command(report, i, &command);
            page_text(out, command.text);
            strbuf_add_char(out, '\n');
        }
    }
    strbuf_add(out, "marshal report again.db --out again.html</code></pre>\n");
    strbuf_release(&command);
}

/* ---- settings ---- */

static void add_experiment(StrBuf *out, const Report *report, const ReportExperiment *experiment)
{
    const ReportCell *cell = &report->cells[experiment->cell];
    page_experiment(out, report, experiment);
    page_figure(out);
    strbuf_addf(out, "%" PRIu64, experiment->seed);
    page_cell_number(out, experiment->games);
    page_cell_number(out, experiment->numbers - experiment->games);
    page_cell_number(out, experiment->quarantined);
    page_cell(out);
    strbuf_add(out, experiment->repeatable ? "yes" : "no");
    page_cell(out);
    page_text(out, report->policies[cell->policies[SEAT_FRENCH]].version);
    page_cell(out);
    if (experiment->partner > 0) {
        strbuf_addf(out, "with %" PRId64, report->experiments[experiment->partner - 1].id);
    }
    page_row_end(out);
}

static void table_scenarios(StrBuf *out, const ReportPage *page)
{
    const Report *report = page->report;
    page_table(out, NULL, "Scenarios", "Scenario|Title|SHA-256 of scenario and board");
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        page_row(out);
        page_scenario(out, report, page->order[i]);
        page_cell(out);
        page_text(out, report->scenarios[page->order[i]].title);
        page_cell(out);
        page_code(out, report->scenarios[page->order[i]].sha256);
        page_row_end(out);
    }
    page_table_end(out);
}

/* Policies that are made of files; nothing if there are none. */
static void table_policies(StrBuf *out, const Report *report)
{
    bool any = false;
    for (uint32_t i = 0; i < report->policy_count; i++) {
        if (report->policies[i].files[0] != '\0') {
            if (!any) {
                page_table(out, NULL, "Policies made of files", "Policy|Version|SHA-256 over the files");
            }
            any = true;
            page_row(out);
            page_code(out, report->policies[i].spec);
            page_cell(out);
            page_text(out, report->policies[i].version);
            page_cell(out);
            page_code(out, report->policies[i].files);
            page_row_end(out);
        }
    }
    if (any) {
        page_table_end(out);
    }
}

void report_repeat(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    bool exact = true;
    strbuf_add(out, "<section id=\"repeat\"><h2>Settings and commands</h2>\n");
    page_table(out, page->rules, "Experiments",
               "No.|Scenario|{French}|{Coalition}|#Seed|#Games|#Not in the "
               "store|#Quarantined|Repeatable|Version|Pairs");
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        add_experiment(out, report, &report->experiments[i]);
        exact = exact && report->experiments[i].repeatable;
    }
    page_table_end(out);
    table_scenarios(out, page);
    table_policies(out, report);
    strbuf_add(out, "<p>These commands play all games again");
    strbuf_add(
        out,
        exact ? ", with the same results on any machine and any number of processors, if version and files "
                "are the same:</p>\n"
              : "; those that are marked as not repeatable depend on time, threads or other programs and "
                "will differ:</p>\n");
    add_commands(out, report);
    strbuf_add(out, "</section>\n");
}

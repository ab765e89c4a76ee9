/* report_chapter.c: the chapter of a scenario: who wins, how, when, after how long, at what loss. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval/report/report_page.h"

/* The cells of a scenario, numbered from 1 in tables and charts. */
static uint32_t next_cell(const Report *report, uint32_t scenario, uint32_t from)
{
    while (from < report->cell_count &&
           (report->cells[from].scenario != scenario || report->cells[from].tally.games == 0)) {
        from++;
    }
    return from;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): a declaration takes none */
#define EACH_CELL(report, scenario, cell, number)                                                            \
    for (uint32_t cell = next_cell(report, scenario, 0), number = 1; (cell) < (report)->cell_count;          \
         (cell) = next_cell(report, scenario, (cell) + 1), (number)++)
/* NOLINTEND(bugprone-macro-parentheses) */

/* First cells of a row: number, policies. */
static void begin_row(StrBuf *out, const Report *report, uint32_t index, uint32_t number)
{
    const ReportCell *cell = &report->cells[index];
    page_row(out);
    strbuf_addf(out, "%u", (unsigned)number);
    page_cell(out);
    page_policy(out, report, cell->policies[SEAT_FRENCH]);
    page_cell(out);
    page_policy(out, report, cell->policies[SEAT_COALITION]);
}

typedef struct Labels {
    char text[PAGE_LINES_MAX][200];
} Labels;

/* ---- who wins ---- */

static void chart_wins(ReportPage *page, uint32_t scenario)
{
    static const char *const colours[] = {"#0072b2"};
    const Report *report = page->report;
    char label[PAGE_TEXT_BYTES];
    const ReportAxis axis = {page_fill(page->rules, "games won by {french}, %", label), 0.0, 100.0, 50.0,
                             false};
    ReportLine lines[PAGE_LINES_MAX];
    Labels labels = {{""}};
    size_t count = 0;
    EACH_CELL(report, scenario, cell, number)
    {
        const ReportTally *tally = &report->cells[cell].tally;
        if (count < PAGE_LINES_MAX) {
            const Interval interval = stats_wilson(tally->wins[SEAT_FRENCH], tally->games, STATS_Z95);
            page_cell_label(labels.text[count], sizeof labels.text[count], report, cell, number);
            lines[count] = (ReportLine){.label = labels.text[count],
                                        .value = {100.0 * stats_rate(tally->wins[SEAT_FRENCH], tally->games)},
                                        .low = {100.0 * interval.low},
                                        .high = {100.0 * interval.high}};
            count++;
        }
    }
    report_plot_intervals(&page->plots, &axis, lines, count, colours, 1);
    page_chart(page, "Win rate of {french} with 95% intervals, by policies of {french} and {coalition}", NULL,
               0);
}

static void table_wins(ReportPage *page, uint32_t scenario)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    page_table(out, page->rules, "Win rates by pair of policies",
               "No.|{French}|{Coalition}|#Games|#{French} won|#95% interval|#{Coalition} won|#95% "
               "interval|#Not won by either|Won more often");
    EACH_CELL(report, scenario, cell, number)
    {
        const ReportTally *tally = &report->cells[cell].tally;
        begin_row(out, report, cell, number);
        page_cell_number(out, tally->games);
        page_cell_share(out, tally->wins[SEAT_FRENCH], tally->games);
        page_cell_share(out, tally->wins[SEAT_COALITION], tally->games);
        page_cell_percent(out, tally->wins[SEAT_NONE], tally->games);
        page_cell_winner(out, page->rules, tally);
        page_row_end(out);
    }
    page_table_end(out);
}

/* How games without a winner are counted, and what those that both lose are worth to each side by itself. */
static void add_shared(ReportPage *page, const ReportTally *tally)
{
    const uint64_t both_lost = tally->grades[SEAT_NONE][OUTCOME_BOTH_LOSE];
    StrBuf *out = &page->html;
    if (tally->wins[SEAT_NONE] == 0) {
        return;
    }
    strbuf_addf(out,
                "<p>%" PRIu64 " games were drawn and %" PRIu64
                " lost by both: scores, Elo and ratings give one half to each side for such a game.",
                tally->wins[SEAT_NONE] - both_lost, both_lost);
    for (unsigned seat = 0; seat < SEAT_COUNT && both_lost > 0; seat++) {
        const double own = page->worth.both_lose[seat];
        const WorthCounts counts = {tally->wins[seat], tally->wins[SEAT_NONE] - both_lost, both_lost,
                                    tally->wins[seat_other((Seat)seat)]};
        const WorthMean mean = worth_mean(&counts, own);
        page_words(out, page->rules, seat == SEAT_FRENCH ? " To {french}" : " To {coalition}");
        strbuf_addf(out, ", if one that both lose is worth %g, a game was worth ", own);
        page_percent(out, mean.mean);
        strbuf_add(out, " (");
        page_percents(out, mean.interval);
        strbuf_add(out, ") on average.");
    }
    strbuf_add(out, "</p>\n");
}

/* ---- how games end ---- */

/* Which ways occur in these games; returns their number. */
static unsigned list_ways(uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT], unsigned ways[PAGE_WAYS])
{
    unsigned count = 0;
    for (unsigned way = 0; way < PAGE_WAYS; way++) {
        if (page_way_games(way, games) > 0) {
            ways[count++] = way;
        }
    }
    return count;
}

typedef struct Ways {
    unsigned list[PAGE_WAYS];
    unsigned count;
    const char *colours[PAGE_WAYS];
    PageKey keys[PAGE_WAYS];
} Ways;

static Ways ways_of(ReportTally *tally)
{
    Ways ways;
    ways.count = list_ways(tally->grades, ways.list);
    for (unsigned i = 0; i < ways.count; i++) {
        ways.colours[i] = page_way_colour(ways.list[i]);
        ways.keys[i] = (PageKey){page_way_name(ways.list[i]), ways.colours[i], true};
    }
    return ways;
}

static void chart_grades(ReportPage *page, uint32_t scenario, const Ways *ways)
{
    const Report *report = page->report;
    ReportBar bars[PAGE_LINES_MAX];
    Labels labels = {{""}};
    size_t count = 0;
    memset(bars, 0, sizeof bars);
    EACH_CELL(report, scenario, cell, number)
    {
        ReportTally *tally = &report->cells[cell].tally;
        if (count < PAGE_LINES_MAX) {
            page_cell_label(labels.text[count], sizeof labels.text[count], report, cell, number);
            bars[count].label = labels.text[count];
            for (unsigned i = 0; i < ways->count; i++) {
                bars[count].parts[i] =
                    100.0 * stats_rate(page_way_games(ways->list[i], tally->grades), tally->games);
            }
            count++;
        }
    }
    report_plot_shares(&page->plots, "share of games, %", bars, count, ways->colours, ways->count);
    page_chart(page, "How games ended, by policies of {french} and {coalition}", ways->keys, ways->count);
}

static void way_columns(const Ways *ways, char *text, size_t size, const char *first)
{
    int length = snprintf(text, size, "%s", first);
    for (unsigned i = 0; i < ways->count; i++) {
        length += snprintf(text + length, size - (size_t)length, "|#%s", page_way_name(ways->list[i]));
    }
}

static void add_way_cells(StrBuf *out, const Ways *ways, uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT],
                          uint64_t all)
{
    for (unsigned i = 0; i < ways->count; i++) {
        const uint64_t count = page_way_games(ways->list[i], games);
        page_figure(out);
        page_number(out, count);
        if (all > 0) {
            strbuf_add(out, " (");
            page_percent(out, stats_rate(count, all));
            strbuf_add(out, ")");
        }
    }
}

static void table_grades(ReportPage *page, uint32_t scenario, const Ways *ways)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    char columns[512];
    way_columns(ways, columns, sizeof columns, "No.|{French}|{Coalition}|#Games");
    page_table(out, page->rules, "How games ended", columns);
    EACH_CELL(report, scenario, cell, number)
    {
        ReportTally *tally = &report->cells[cell].tally;
        begin_row(out, report, cell, number);
        page_cell_number(out, tally->games);
        add_way_cells(out, ways, tally->grades, tally->games);
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- when they end ---- */

static void chart_turns(ReportPage *page, const ReportScenario *scenario, const Ways *ways)
{
    const ReportTally *tally = &scenario->tally;
    ReportBar bars[REPORT_TURNS_MAX];
    char labels[REPORT_TURNS_MAX][REPORT_NAME_BYTES];
    char noun[PAGE_TEXT_BYTES];
    memset(bars, 0, sizeof bars);
    for (uint32_t i = 0; i < tally->turn_count; i++) {
        ReportTurn turn = tally->turns[i];
        bars[i].label = report_turn_name(&scenario->board, turn.turn, labels[i]);
        for (unsigned w = 0; w < ways->count; w++) {
            bars[i].parts[w] = 100.0 * stats_rate(page_way_games(ways->list[w], turn.games), tally->games);
        }
    }
    report_plot_columns(&page->plots, page_fill(page->rules, "{Turn}", noun), "share of games, %", bars,
                        tally->turn_count, ways->colours, ways->count);
    page_chart(page, "When games ended, all policies", ways->keys, ways->count);
}

static void table_turns(ReportPage *page, const ReportScenario *scenario, const Ways *ways)
{
    const ReportTally *tally = &scenario->tally;
    StrBuf *out = &page->html;
    char columns[512];
    char room[REPORT_NAME_BYTES];
    way_columns(ways, columns, sizeof columns, "{Turn}|#Games|#Share");
    page_table(out, page->rules, "Results by {turn}, all policies", columns);
    for (uint32_t i = 0; i < tally->turn_count; i++) {
        ReportTurn turn = tally->turns[i];
        uint64_t games = 0;
        for (unsigned w = 0; w < PAGE_WAYS; w++) {
            games += page_way_games(w, turn.games);
        }
        page_row(out);
        page_text(out, report_turn_name(&scenario->board, turn.turn, room));
        page_cell_number(out, games);
        page_cell_percent(out, games, tally->games);
        add_way_cells(out, ways, turn.games, 0);
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- how long they are ---- */

enum { BINS_MAX = 24 };

/* A round number of decisions such that BINS_MAX columns of it hold all lengths. */
static uint32_t bin_width(const ReportLengths *lengths)
{
    static const uint32_t steps[] = {1,   2,   5,    10,   20,   25,    50,    100,  200,
                                     250, 500, 1000, 2000, 5000, 10000, 20000, 50000};
    const uint32_t count = sizeof steps / sizeof steps[0];
    for (uint32_t i = 0; i < count; i++) {
        if (lengths->most / steps[i] - lengths->least / steps[i] < BINS_MAX) {
            return steps[i];
        }
    }
    return steps[count - 1];
}

static void chart_lengths(ReportPage *page, const ReportTally *tally)
{
    static const char *const colours[] = {"#4d4d4d"};
    const ReportLengths lengths = report_tally_lengths(tally);
    const uint32_t width = bin_width(&lengths);
    const uint32_t first = lengths.least / width;
    const uint32_t bins = lengths.most / width - first + 1;
    ReportBar bars[BINS_MAX];
    char labels[BINS_MAX][16];
    memset(bars, 0, sizeof bars);
    for (uint32_t plies = lengths.least; plies <= lengths.most && plies < tally->plies_room; plies++) {
        bars[plies / width - first].parts[0] += 100.0 * stats_rate(tally->plies[plies], tally->games);
    }
    for (uint32_t i = 0; i < bins; i++) {
        (void)snprintf(labels[i], sizeof labels[i], "%u", (unsigned)((first + i) * width));
        bars[i].label = labels[i];
    }
    char axis[64];
    (void)snprintf(axis, sizeof axis, "decisions; a column holds %u, from its label on", (unsigned)width);
    report_plot_columns(&page->plots, axis, "share of games, %", bars, bins, colours, 1);
    page_chart(page, "Length of games, all policies", NULL, 0);
}

static void table_lengths(ReportPage *page, uint32_t scenario)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    page_table(
        out, page->rules, "Decisions in a game",
        "No.|{French}|{Coalition}|#Games|#Mean|#Shortest|#5% shorter than|#Median|#5% longer than|#Longest");
    EACH_CELL(report, scenario, cell, number)
    {
        const ReportTally *tally = &report->cells[cell].tally;
        const ReportLengths lengths = report_tally_lengths(tally);
        begin_row(out, report, cell, number);
        page_cell_number(out, tally->games);
        page_figure(out);
        page_real(out, "%.1f", lengths.mean);
        page_cell_number(out, lengths.least);
        page_cell_number(out, lengths.low);
        page_cell_number(out, lengths.median);
        page_cell_number(out, lengths.high);
        page_cell_number(out, lengths.most);
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- when they end, and how long they are ---- */

static void add_when(ReportPage *page, uint32_t index, const Ways *ways)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const bool one = scenario->tally.turn_count == 1;
    StrBuf *out = &page->html;
    char room[REPORT_NAME_BYTES];
    strbuf_add(out, "<h3>When games end</h3>\n");
    if (one) {
        page_words(out, page->rules, "<p>All games ended in the same {turn}: ");
        page_text(out, report_turn_name(&scenario->board, scenario->tally.turns[0].turn, room));
        strbuf_add(out, ".</p>\n");
    }
    strbuf_add(out, "<div class=\"charts\">\n");
    if (!one) {
        chart_turns(page, scenario, ways);
    }
    chart_lengths(page, &scenario->tally);
    strbuf_add(out, "</div>\n");
    if (!one) {
        table_turns(page, scenario, ways);
    }
    page_details(out, page->rules, "Table: decisions in a game by pair of policies");
    table_lengths(page, index);
    page_details_end(out);
}

/* ---- losses ---- */

static void chart_losses(ReportPage *page, uint32_t scenario)
{
    const char *const colours[] = {page_seat_colour(SEAT_FRENCH), page_seat_colour(SEAT_COALITION)};
    const PageKey keys[] = {{"{french}", colours[0], false}, {"{coalition}", colours[1], true}};
    const Report *report = page->report;
    ReportLine lines[PAGE_LINES_MAX];
    Labels labels = {{""}};
    size_t count = 0;
    double most = 1.0;
    EACH_CELL(report, scenario, cell, number)
    {
        if (count < PAGE_LINES_MAX && report->cells[cell].tally.summaries > 0) {
            page_cell_label(labels.text[count], sizeof labels.text[count], report, cell, number);
            lines[count].label = labels.text[count];
            for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
                const ReportSum sum = report_tally_lost(&report->cells[cell].tally, (Seat)seat);
                const ReportMean mean = report_mean(&sum);
                lines[count].value[seat] = mean.mean;
                lines[count].low[seat] = mean.interval.low;
                lines[count].high[seat] = mean.interval.high;
                most = fmax(most, isfinite(mean.interval.high) ? mean.interval.high : mean.mean);
            }
            count++;
        }
    }
    char label[PAGE_TEXT_BYTES];
    const ReportAxis axis = {page_fill(page->rules, "{losses} lost a game", label), 0.0, 1.05 * most,
                             (double)NAN, false};
    report_plot_intervals(&page->plots, &axis, lines, count, colours, SEAT_COUNT);
    page_chart(page, "{Losses} lost in a game, means with 95% intervals", keys, 2);
}

static void table_losses(ReportPage *page, uint32_t scenario)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    page_table(out, page->rules, "{Losses} lost for good in a game",
               "No.|{French}|{Coalition}|#{French} lost|#95% interval|#when winning|#when not|#{Coalition} "
               "lost|#95% "
               "interval|#when winning|"
               "#when not");
    EACH_CELL(report, scenario, cell, number)
    {
        const ReportTally *tally = &report->cells[cell].tally;
        begin_row(out, report, cell, number);
        for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
            const ReportSum sum = report_tally_lost(tally, (Seat)seat);
            page_cell_mean(out, &sum);
            for (int won = 1; won >= 0; won--) {
                page_figure(out);
                if (tally->lost[seat][won].games > 0) {
                    page_real(out, "%.2f", report_mean(&tally->lost[seat][won]).mean);
                }
            }
        }
        page_row_end(out);
    }
    page_table_end(out);
}

static void add_losses(ReportPage *page, uint32_t scenario)
{
    const ReportTally *tally = &page->report->scenarios[scenario].tally;
    const ReportSum french = report_tally_lost(tally, SEAT_FRENCH);
    const ReportSum coalition = report_tally_lost(tally, SEAT_COALITION);
    if (french.sum + coalition.sum == 0) {
        return;
    }
    page_words(&page->html, page->rules, "<h3>{Losses} lost</h3>\n");
    chart_losses(page, scenario);
    page_details(&page->html, page->rules, "Table: {losses} lost by pair of policies");
    table_losses(page, scenario);
    page_details_end(&page->html);
}

/* ---- all ---- */

static void add_heading(ReportPage *page, uint32_t index, uint32_t chapter)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const ReportTally *tally = &scenario->tally;
    StrBuf *out = &page->html;
    strbuf_addf(out, "<section id=\"scenario-%u\"><h2>", (unsigned)chapter + 1U);
    page_title(out, page->report, index);
    strbuf_add(out, "</h2>\n<p>");
    page_scenario(out, page->report, index);
    strbuf_add(out, ": ");
    page_number(out, tally->games);
    strbuf_add(out, tally->games == 1 ? " game." : " games.");
    if (tally->summaries < tally->games) {
        strbuf_add(out, " Cards, losses and battles were noted in ");
        page_number(out, tally->summaries);
        strbuf_add(out, " of them.");
    }
    strbuf_add(out, "</p>\n");
    if (tally->dropped > 0) {
        strbuf_add(out, "<p class=\"warning\">");
        page_number(out, tally->dropped);
        strbuf_add(out,
                   " cards, losses or battles had no room in the notes of these games: the counts of cards, "
                   "losses and battles leave them out.</p>\n");
    }
    if (tally->summaries > 0 && !scenario->board.found) {
        char text[ERR_FILE_BYTES + ERR_PATH_BYTES + ERR_MESSAGE_BYTES];
        err_text(&scenario->board.problem, text, sizeof text);
        strbuf_add(
            out,
            "<p class=\"warning\">Names of cards and places are missing, for the scenario's files cannot be "
            "read here: ");
        page_text(out, text);
        strbuf_add(out, "</p>\n");
    } else if (tally->summaries > 0 && scenario->board.changed) {
        strbuf_add(
            out,
            "<p class=\"warning\">The scenario's files have changed since these games were played: names "
            "of cards and places "
            "are those of today.</p>\n");
    }
}

/* What was counted of the games, as far as there is such a thing: a game without cards has no section on
 * them. */
static void add_summaries(ReportPage *page, uint32_t scenario)
{
    const GameRules *rules = page->rules;
    if (rules == NULL || rules->card_count != NULL) {
        report_cards(page, scenario);
    }
    if (rules == NULL || rules->summarize != NULL) {
        add_losses(page, scenario);
    }
    if (rules == NULL || rules->place_count != NULL) {
        report_map(page, scenario);
    }
}

void report_chapter(ReportPage *page, uint32_t chapter)
{
    const uint32_t scenario = page->order[chapter];
    page->rules = page->report->scenarios[scenario].board.rules;
    ReportTally *tally = &page->report->scenarios[scenario].tally;
    StrBuf *out = &page->html;
    add_heading(page, scenario, chapter);
    if (tally->games > 0) {
        const Ways ways = ways_of(tally);
        strbuf_add(out, "<h3>Who wins</h3>\n<div class=\"charts\">\n");
        chart_wins(page, scenario);
        chart_grades(page, scenario, &ways);
        strbuf_add(out, "</div>\n");
        add_shared(page, tally);
        page_details(out, page->rules, "Tables: win rates and how games ended, by pair of policies");
        table_wins(page, scenario);
        table_grades(page, scenario, &ways);
        page_details_end(out);
        report_equilibrium(page, scenario);
        report_openings(page, scenario);
        add_when(page, scenario, &ways);
    }
    if (tally->summaries > 0) {
        add_summaries(page, scenario);
    }
    strbuf_add(out, "</section>\n");
}

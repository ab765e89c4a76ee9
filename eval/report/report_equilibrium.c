/* report_equilibrium.c: the strategies of a scenario as a matrix game: heat map of the table, mixtures as
 * bars. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/report/report_page.h"
#include "eval/report/report_table.h"

enum { SHOWN_MAX = 24 }; /* strategies of a seat in the map; the tables of mixtures hold all */
static const double LEAST_SHARE = 0.005; /* of a mixture that is named */
enum { FEW = 30 };                       /* games of a cell below which its score is shown without colour */
enum { SHADES = 20 };                    /* of the map, from one colour to the other */

/* Whether the seat would rather have the first of two strategies. */
static bool is_better(const EquilibriumStrategy *first, const EquilibriumStrategy *second, Seat seat)
{
    return first->share != second->share ? first->share > second->share
           : seat == SEAT_FRENCH         ? first->score > second->score
                                         : first->score < second->score;
}

void report_order_by_share(const ReportScenario *scenario, Seat seat, uint32_t order[MATRIX_STRATEGIES_MAX])
{
    const EquilibriumStrategy *strategies = scenario->equilibrium.of[seat];
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        uint32_t at = i;
        for (; at > 0 && is_better(&strategies[i], &strategies[order[at - 1]], seat); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

/* ---- the map ---- */

/* Paper at one half, towards the colour of the seat that scores more; never so dark that the figure in it
 * cannot be read. */
static void add_shade(StrBuf *out, double score)
{
    static const double full[SEAT_COUNT][3] = {{0x00, 0x72, 0xb2}, {0xa8, 0x43, 0x00}};
    const double *colour = full[score >= 0.5 ? SEAT_FRENCH : SEAT_COALITION];
    const double strength = 0.6 * fabs(2.0 * score - 1.0);
    strbuf_add(out, "#");
    for (int i = 0; i < 3; i++) {
        strbuf_addf(out, "%02x", (unsigned)lround(255.0 + strength * (colour[i] - 255.0)));
    }
}

void report_equilibrium_style(StrBuf *out)
{
    for (int shade = 0; shade <= SHADES; shade++) {
        strbuf_addf(out, ".heat%d{background:", shade);
        add_shade(out, (double)shade / SHADES);
        strbuf_add(out, "}\n");
    }
}

/* The score, and in small figures from how many games; paler where they are few. */
static void add_map_cell(StrBuf *out, const TableCell *cell)
{
    const double score = table_payoff(cell);
    if (cell->games < FEW) {
        page_figure(out);
    } else {
        strbuf_addf(out, "<td class=\"n heat%d\">", (int)lround(SHADES * score));
    }
    strbuf_addf(out, "%.1f<br><span class=\"games\">", 100.0 * score);
    page_number(out, cell->games);
    strbuf_add(out, "</span>");
}

static uint32_t shown(const ReportScenario *scenario, Seat seat)
{
    return scenario->table.strategies[seat] < SHOWN_MAX ? scenario->table.strategies[seat] : SHOWN_MAX;
}

static void add_map_head(ReportPage *page, const ReportScenario *scenario, const uint32_t *columns)
{
    StrBuf *out = &page->html;
    char caption[PAGE_TEXT_BYTES];
    page_table_begin(out, page_fill(page->rules,
                                    "Share of points that {french} scores, in percent, and the games of each "
                                    "pair; uncoloured: fewer than 30 games",
                                    caption));
    page_words(out, page->rules, "<th scope=\"col\">{French}, below; {coalition}, across");
    for (uint32_t c = 0; c < shown(scenario, SEAT_COALITION); c++) {
        strbuf_add(out, "<th scope=\"col\" class=\"n\">");
        page_policy(out, page->report, scenario->players[SEAT_COALITION][columns[c]]);
    }
    strbuf_add(out, "\n<tbody>\n");
}

static void add_map(ReportPage *page, const ReportScenario *scenario, const uint32_t *rows,
                    const uint32_t *columns)
{
    StrBuf *out = &page->html;
    add_map_head(page, scenario, columns);
    for (uint32_t r = 0; r < shown(scenario, SEAT_FRENCH); r++) {
        page_row(out);
        page_policy(out, page->report, scenario->players[SEAT_FRENCH][rows[r]]);
        for (uint32_t c = 0; c < shown(scenario, SEAT_COALITION); c++) {
            const uint32_t cell = rows[r] * scenario->table.strategies[SEAT_COALITION] + columns[c];
            add_map_cell(out, &scenario->table.cells[cell]);
        }
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- mixtures ---- */

static void add_bar(StrBuf *out, Seat seat, double share)
{
    page_cell(out);
    strbuf_addf(out,
                "<svg class=\"bar\" viewBox=\"0 0 100 10\" aria-hidden=\"true\">"
                "<rect width=\"100\" height=\"10\" fill=\"#eee\"/><rect width=\"%.1f\" height=\"10\" "
                "fill=\"%s\"/></svg>",
                100.0 * share, page_seat_colour(seat));
}

/* By what a strategy is dominated, and how surely. */
static void add_dominance(ReportPage *page, const ReportScenario *scenario, Seat seat,
                          const EquilibriumStrategy *strategy)
{
    const MatrixDominance *dominance = &strategy->dominance;
    StrBuf *out = &page->html;
    page_cell(out);
    if (strategy != &scenario->equilibrium.of[seat][strategy->twin]) {
        strbuf_add(out, "Scores the same as ");
        page_policy(out, page->report, scenario->players[seat][strategy->twin]);
        strbuf_add(out, " against everything. ");
    }
    if (dominance->kind == MATRIX_NOT_DOMINATED) {
        return;
    }
    strbuf_add(out, dominance->kind == MATRIX_STRICTLY ? "Worse against everything than this: "
                                                       : "Never better than this: ");
    bool any = false;
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        const double share = dominance->mixture[i];
        if (share >= LEAST_SHARE) {
            strbuf_add(out, any ? ", " : "");
            if (share <= 1.0 - LEAST_SHARE) {
                strbuf_addf(out, "%.0f%% ", 100.0 * share);
            }
            page_policy(out, page->report, scenario->players[seat][i]);
            any = true;
        }
    }
    strbuf_addf(out, " (%.0f%% sure).", 100.0 * strategy->dominated_samples);
}

static void add_mixture(ReportPage *page, const ReportScenario *scenario, Seat seat, const uint32_t *order)
{
    StrBuf *out = &page->html;
    page_table(
        out, page->rules, seat == SEAT_FRENCH ? "What {french} should mix" : "What {coalition} should mix",
        seat == SEAT_FRENCH ? "Strategy|#Share|Share as a bar|#95% interval of the share|#{French} scores "
                              "against the other's mixture (high is good for {french})|#95% interval of "
                              "the score|Is another one better, and how surely?"
                            : "Strategy|#Share|Share as a bar|#95% interval of the share|#{French} scores "
                              "against the other's mixture (low is good for {coalition})|#95% interval of "
                              "the score|Is another one better, and how surely?");
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        const EquilibriumStrategy *strategy = &scenario->equilibrium.of[seat][order[i]];
        page_row(out);
        page_policy(out, page->report, scenario->players[seat][order[i]]);
        page_figure(out);
        page_percent(out, strategy->share);
        add_bar(out, seat, strategy->share);
        page_figure(out);
        page_percents(out, strategy->share_interval);
        page_figure(out);
        page_percent(out, strategy->score);
        page_figure(out);
        if (strategy->share > 0.0) {
            strbuf_add(out, "as the value above"); /* its score is the value: one interval for one figure */
        } else {
            page_percents(out, strategy->score_interval);
        }
        add_dominance(page, scenario, seat, strategy);
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- all ---- */

static void add_left_out(ReportPage *page, const ReportScenario *scenario)
{
    const char *separator = "";
    StrBuf *out = &page->html;
    if (scenario->unplayed == 0) {
        return;
    }
    strbuf_addf(out,
                "<p class=\"warning\">%u pairs of strategies have no games (<a href=\"#next\">What to try "
                "next</a> has the commands that play them). The table holds strategies that all met one "
                "another; left out: ",
                (unsigned)scenario->unplayed);
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (uint32_t i = 0; i < scenario->left_out[seat]; i++) {
            strbuf_add(out, separator);
            page_policy(out, page->report, scenario->players[seat][scenario->table.strategies[seat] + i]);
            page_words(out, page->rules, seat == SEAT_FRENCH ? " as {french}" : " as {coalition}");
            separator = ", ";
        }
    }
    strbuf_add(out, ".</p>\n");
}

static void add_value(ReportPage *page, const ReportScenario *scenario)
{
    const Equilibrium *found = &scenario->equilibrium;
    StrBuf *out = &page->html;
    page_words(out, page->rules, "<p>{French} scores ");
    page_percent(out, found->solution.value);
    strbuf_add(out, " (95% interval ");
    page_percents(out, found->value);
    strbuf_add(out, found->value.high - found->value.low > REPORT_DETERMINED
                        ? "; too wide to rest anything on: not determined"
                        : "");
    page_words(
        out, page->rules,
        ") when both sides choose their strategy by lot with the shares below, and neither gets more by "
        "choosing otherwise from this table: the value of its matrix game. Draws and games that both "
        "lose count one half to each.</p>\n");
}

void report_equilibrium(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const bool stands = report_stands(page->report, index);
    uint32_t rows[MATRIX_STRATEGIES_MAX] = {0};
    uint32_t columns[MATRIX_STRATEGIES_MAX] = {0};
    if (scenario->equilibrium.payoffs == NULL) {
        return;
    }
    report_order_by_share(scenario, SEAT_FRENCH, rows);
    report_order_by_share(scenario, SEAT_COALITION, columns);
    strbuf_add(&page->html, "<h3>Which strategies hold against everything</h3>\n");
    add_left_out(page, scenario);
    if (stands) {
        add_value(page, scenario);
    } else {
        strbuf_add(&page->html,
                   "<p class=\"warning\">What each side should play is not determined: it hangs on "
                   "pairs without games.</p>\n");
    }
    add_map(page, scenario, rows, columns);
    if (scenario->table.strategies[SEAT_FRENCH] > SHOWN_MAX ||
        scenario->table.strategies[SEAT_COALITION] > SHOWN_MAX) {
        strbuf_addf(&page->html, "<p>Only the first %d strategies of each side are in this table.</p>\n",
                    SHOWN_MAX);
    }
    if (stands) {
        add_mixture(page, scenario, SEAT_FRENCH, rows);
        add_mixture(page, scenario, SEAT_COALITION, columns);
    }
}

/* report_equilibrium.c: the strategies of a scenario as a matrix game: heat map of the table, mixtures as
 * bars. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/report/report_page.h"

enum { SHOWN_MAX = 24 }; /* strategies of a seat in the map; the tables of mixtures hold all */
enum { SHADES = 20 };    /* of the map, from one colour to the other */

/* Strategies of a seat by falling share; equal ones as they came. */
static void order_by_share(const ReportScenario *scenario, Seat seat, uint32_t order[MATRIX_STRATEGIES_MAX])
{
    const EquilibriumStrategy *strategies = scenario->equilibrium.of[seat];
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        uint32_t at = i;
        for (; at > 0 && strategies[order[at - 1]].share < strategies[i].share; at--) {
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

static void add_map_cell(StrBuf *out, const TableCell *cell)
{
    if (cell->games == 0) {
        page_figure(out);
        strbuf_add(out, "-");
        return;
    }
    const double score = table_payoff(cell);
    strbuf_addf(out, "<td class=\"n heat%d\">%.1f", (int)lround(SHADES * score), 100.0 * score);
}

static uint32_t shown(const ReportScenario *scenario, Seat seat)
{
    return scenario->table.strategies[seat] < SHOWN_MAX ? scenario->table.strategies[seat] : SHOWN_MAX;
}

static void add_map(ReportPage *page, const ReportScenario *scenario, const uint32_t *rows,
                    const uint32_t *columns)
{
    StrBuf *out = &page->html;
    StrBuf heads;
    strbuf_init(&heads);
    strbuf_add(&heads, "{French}, below; {coalition}, across");
    for (uint32_t c = 0; c < shown(scenario, SEAT_COALITION); c++) {
        strbuf_addf(&heads, "|#%u", (unsigned)c + 1U);
    }
    page_table(out, page->rules, "Share of points that {french} scores, in percent, by strategies",
               heads.text);
    for (uint32_t r = 0; r < shown(scenario, SEAT_FRENCH); r++) {
        page_row(out);
        strbuf_addf(out, "%u. ", (unsigned)r + 1U);
        page_policy(out, page->report, scenario->players[SEAT_FRENCH][rows[r]]);
        for (uint32_t c = 0; c < shown(scenario, SEAT_COALITION); c++) {
            const uint32_t cell = rows[r] * scenario->table.strategies[SEAT_COALITION] + columns[c];
            add_map_cell(out, &scenario->table.cells[cell]);
        }
        page_row_end(out);
    }
    page_table_end(out);
    strbuf_release(&heads);
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
        strbuf_add(out, "scores the same as ");
        page_policy(out, page->report, scenario->players[seat][strategy->twin]);
        strbuf_add(out, " in every cell; ");
    }
    if (dominance->kind == MATRIX_NOT_DOMINATED) {
        return;
    }
    strbuf_add(out, dominance->kind == MATRIX_STRICTLY ? "dominated by " : "weakly dominated by ");
    bool any = false;
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        if (dominance->mixture[i] > 0.0) {
            strbuf_addf(out, "%s%.0f%% ", any ? ", " : "", 100.0 * dominance->mixture[i]);
            page_policy(out, page->report, scenario->players[seat][i]);
            any = true;
        }
    }
    strbuf_addf(out, " (in %.0f%% of the samples by something)", 100.0 * strategy->dominated_samples);
}

static void add_mixture(ReportPage *page, const ReportScenario *scenario, Seat seat, const uint32_t *order)
{
    StrBuf *out = &page->html;
    page_table(out, page->rules,
               seat == SEAT_FRENCH ? "What {french} should mix" : "What {coalition} should mix",
               "Strategy|#Share|Drawn|#95% interval|#{French} scores against the other's mixture|#95% "
               "interval|Compared");
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        const EquilibriumStrategy *strategy = &scenario->equilibrium.of[seat][order[i]];
        page_row(out);
        strbuf_addf(out, "%u. ", (unsigned)i + 1U);
        page_policy(out, page->report, scenario->players[seat][order[i]]);
        page_figure(out);
        page_percent(out, strategy->share);
        add_bar(out, seat, strategy->share);
        page_figure(out);
        page_percents(out, strategy->share_interval);
        page_figure(out);
        page_percent(out, strategy->score);
        page_figure(out);
        page_percents(out, strategy->score_interval);
        add_dominance(page, scenario, seat, strategy);
        page_row_end(out);
    }
    page_table_end(out);
}

/* ---- all ---- */

static void add_missing(StrBuf *out, const ReportScenario *scenario)
{
    const uint32_t missing = table_missing(&scenario->table);
    if (missing > 0) {
        strbuf_addf(out,
                    "<p class=\"warning\">%u of %u cells have no games: intervals count them as anything "
                    "from 0 to 100%%, shares as one half. "
                    "Whatever they held, the value would lie between %.1f and %.1f%%. <code>marshal "
                    "equilibrium</code> with the configuration of the tournament plays them.</p>\n",
                    (unsigned)missing, (unsigned)table_cell_count(&scenario->table),
                    100.0 * scenario->equilibrium.bounds.low, 100.0 * scenario->equilibrium.bounds.high);
    }
}

static void add_value(ReportPage *page, const ReportScenario *scenario)
{
    const Equilibrium *found = &scenario->equilibrium;
    StrBuf *out = &page->html;
    page_words(out, page->rules, "<h3>Which strategies hold against everything</h3>\n<p>{French} scores ");
    page_percent(out, found->solution.value);
    strbuf_add(out, " (95% interval ");
    page_percents(out, found->value);
    page_words(
        out, page->rules,
        ") when both sides choose their strategy by lot with the shares below, and neither gets more by "
        "choosing otherwise from this table: the value of its matrix game. Draws and games that both "
        "lose count one half to each. Strategies are numbered by share.</p>\n");
    add_missing(out, scenario);
}

void report_equilibrium(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    uint32_t rows[MATRIX_STRATEGIES_MAX] = {0};
    uint32_t columns[MATRIX_STRATEGIES_MAX] = {0};
    if (scenario->equilibrium.payoffs == NULL) {
        return;
    }
    order_by_share(scenario, SEAT_FRENCH, rows);
    order_by_share(scenario, SEAT_COALITION, columns);
    add_value(page, scenario);
    add_map(page, scenario, rows, columns);
    if (scenario->table.strategies[SEAT_FRENCH] > SHOWN_MAX ||
        scenario->table.strategies[SEAT_COALITION] > SHOWN_MAX) {
        strbuf_addf(&page->html, "<p>Only the first %d strategies of each side are in this table.</p>\n",
                    SHOWN_MAX);
    }
    add_mixture(page, scenario, SEAT_FRENCH, rows);
    add_mixture(page, scenario, SEAT_COALITION, columns);
}

/* report_findings.c: what the games say, scenario by scenario, for somebody who reads nothing else. */
#include <stdio.h>
#include <string.h>

#include "eval/report/report_page.h"
#include "eval/report/report_table.h"

enum { NAMED_MAX = 4 };             /* strategies to avoid that are named */
static const double PLAYED = 0.005; /* least share of a mixture that is spoken of */
static const double SURE = 0.05;    /* a value whose interval is no wider is well known */

static const char *const SEAT_NAMES[SEAT_COUNT] = {"{French}", "{Coalition}"};

/* ---- who is ahead, and what to play ---- */

static void add_value(ReportPage *page, const Equilibrium *found)
{
    const bool french = found->value.low > 0.5;
    const bool coalition = found->value.high < 0.5;
    StrBuf *out = &page->html;
    page_words(out, page->rules, "<li><strong>Who is ahead:</strong> {french} scores ");
    page_percent(out, found->solution.value);
    strbuf_add(out, " (95% interval ");
    page_percents(out, found->value);
    page_words(out, page->rules, ") when both sides play their best mixture: ");
    page_words(out, page->rules,
               found->value.high - found->value.low > REPORT_DETERMINED ? "not determined yet"
               : french                                                 ? "the scenario favours {french}"
               : coalition                                              ? "the scenario favours {coalition}"
                                                                        : "neither side is ahead for sure");
    strbuf_add(out, ".</li>\n");
}

/* Strategies that may belong into the mixture, but do not by the games so far. */
static void add_rivals(ReportPage *page, const ReportScenario *scenario, Seat seat, const uint32_t *order)
{
    const char *separator = ", but that is not settled: it may also be ";
    StrBuf *out = &page->html;
    uint32_t rivals = 0;
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        const EquilibriumStrategy *strategy = &scenario->equilibrium.of[seat][order[i]];
        if (strategy->share < PLAYED && strategy->share_interval.high > 0.1 && ++rivals <= NAMED_MAX) {
            strbuf_add(out, separator);
            page_policy(out, page->report, scenario->players[seat][order[i]]);
            separator = ", ";
        }
    }
    if (rivals > NAMED_MAX) {
        strbuf_addf(out, " or %u more", (unsigned)(rivals - NAMED_MAX));
    } else if (rivals == 0) {
        strbuf_add(out, ", but the shares are not settled");
    }
}

/* The mixture of a seat: "a 70%, b 30%", and what may yet come into it. */
static void add_mixture(ReportPage *page, const ReportScenario *scenario, Seat seat)
{
    uint32_t order[MATRIX_STRATEGIES_MAX] = {0};
    const EquilibriumStrategy *strategies = scenario->equilibrium.of[seat];
    StrBuf *out = &page->html;
    bool undecided = false;
    const char *separator = " plays ";
    report_order_by_share(scenario, seat, order);
    page_words(out, page->rules, SEAT_NAMES[seat]);
    for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
        if (strategies[order[i]].share >= PLAYED) {
            strbuf_add(out, separator);
            page_policy(out, page->report, scenario->players[seat][order[i]]);
            strbuf_addf(out, " (%.0f%%)", 100.0 * strategies[order[i]].share);
            undecided = undecided || report_is_undecided(&strategies[order[i]]);
            separator = ", ";
        }
    }
    if (undecided) {
        add_rivals(page, scenario, seat, order);
    }
}

/* ---- what to avoid ---- */

/* Whether a strategy surely does worse against the other side's mixture than the best one. */
static bool is_bad(const Equilibrium *found, Seat seat, const EquilibriumStrategy *strategy)
{
    return seat == SEAT_FRENCH ? strategy->score_interval.high < found->value.low
                               : strategy->score_interval.low > found->value.high;
}

/* Those of a seat that are surely bad, the worst first. */
static void add_bad(ReportPage *page, const ReportScenario *scenario, Seat seat)
{
    uint32_t order[MATRIX_STRATEGIES_MAX] = {0};
    const EquilibriumStrategy *strategies = scenario->equilibrium.of[seat];
    const uint32_t count = scenario->table.strategies[seat];
    StrBuf *out = &page->html;
    uint32_t bad = 0;
    report_order_by_share(scenario, seat, order);
    page_words(out, page->rules, SEAT_NAMES[seat]);
    for (uint32_t i = count; i > 0; i--) {
        const EquilibriumStrategy *strategy = &strategies[order[i - 1]];
        if (is_bad(&scenario->equilibrium, seat, strategy)) {
            bad++;
            if (bad <= NAMED_MAX) {
                strbuf_add(out, bad == 1 ? " with " : ", ");
                page_policy(out, page->report, scenario->players[seat][order[i - 1]]);
                strbuf_add(out, " (");
                page_percent(out, strategy->score);
                strbuf_add(out, ")");
            }
        }
    }
    if (bad > NAMED_MAX) {
        strbuf_addf(out, " and %u more", (unsigned)(bad - NAMED_MAX));
    } else if (bad == 0) {
        strbuf_add(out, ": nothing surely");
    }
}

/* ---- how it is won ---- */

/* Shares of games between the mixtures, by the way they end and by the turn. */
typedef struct Ends {
    double ways[PAGE_WAYS];
    double turns[REPORT_TURNS_MAX]; /* as in the tally of the scenario */
} Ends;

static void add_ends(Ends *ends, const ReportScenario *scenario, ReportTally *tally, double weight)
{
    for (unsigned way = 0; way < PAGE_WAYS; way++) {
        ends->ways[way] += weight * stats_rate(page_way_games(way, tally->grades), tally->games);
    }
    for (uint32_t i = 0; i < tally->turn_count; i++) {
        uint32_t at = 0;
        while (scenario->tally.turns[at].turn != tally->turns[i].turn) {
            at++;
        }
        for (unsigned way = 0; way < PAGE_WAYS; way++) {
            ends->turns[at] += weight * stats_rate(page_way_games(way, tally->turns[i].games), tally->games);
        }
    }
}

static Ends ends_between_mixtures(const Report *report, uint32_t index)
{
    const ReportScenario *scenario = &report->scenarios[index];
    Ends ends;
    memset(&ends, 0, sizeof ends);
    for (uint32_t i = 0; i < report->cell_count; i++) {
        ReportCell *cell = &report->cells[i];
        if (cell->scenario == index && cell->tally.games > 0) {
            const double weight = report_share(scenario, SEAT_FRENCH, cell->policies[SEAT_FRENCH]) *
                                  report_share(scenario, SEAT_COALITION, cell->policies[SEAT_COALITION]);
            if (weight > 0.0) {
                add_ends(&ends, scenario, &cell->tally, weight);
            }
        }
    }
    return ends;
}

static void add_ways(ReportPage *page, const Ends *ends)
{
    bool told[PAGE_WAYS] = {false};
    const char *separator = "";
    StrBuf *out = &page->html;
    for (unsigned count = 0; count < PAGE_WAYS; count++) {
        unsigned most = PAGE_WAYS;
        for (unsigned way = 0; way < PAGE_WAYS; way++) {
            if (!told[way] && ends->ways[way] >= PLAYED &&
                (most == PAGE_WAYS || ends->ways[way] > ends->ways[most])) {
                most = way;
            }
        }
        if (most < PAGE_WAYS) {
            told[most] = true;
            strbuf_add(out, separator);
            page_words(out, page->rules, page_way_name(most));
            strbuf_addf(out, " %.0f%%", 100.0 * ends->ways[most]);
            separator = ", ";
        }
    }
}

/* The turn up to which so many of the games have ended. */
static uint32_t turn_at(const ReportScenario *scenario, const Ends *ends, double share)
{
    double seen = 0.0;
    uint32_t at = 0;
    for (; at + 1 < scenario->tally.turn_count; at++) {
        seen += ends->turns[at];
        if (seen >= share) {
            break;
        }
    }
    return at;
}

static void add_when(StrBuf *out, const ReportScenario *scenario, const Ends *ends)
{
    const uint32_t middle = turn_at(scenario, ends, 0.5);
    const uint32_t last = turn_at(scenario, ends, 0.95);
    char room[REPORT_NAME_BYTES];
    if (scenario->tally.turn_count < 2) {
        return;
    }
    strbuf_add(out,
               middle == last ? "; nearly all that are left end in " : "; half of the games are over by ");
    page_text(out, report_turn_name(&scenario->board, scenario->tally.turns[middle].turn, room));
    if (middle != last) {
        strbuf_add(out, ", 95% by ");
        page_text(out, report_turn_name(&scenario->board, scenario->tally.turns[last].turn, room));
    }
}

/* ---- how sure it is ---- */

/* Fewest games of a pair of strategies that both mixtures hold. */
static uint64_t fewest_games(const ReportScenario *scenario)
{
    const Table *table = &scenario->table;
    uint64_t fewest = UINT64_MAX;
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        const uint32_t row = i / table->strategies[SEAT_COALITION];
        const uint32_t column = i % table->strategies[SEAT_COALITION];
        if (scenario->equilibrium.of[SEAT_FRENCH][row].share >= PLAYED &&
            scenario->equilibrium.of[SEAT_COALITION][column].share >= PLAYED &&
            table->cells[i].games < fewest) {
            fewest = table->cells[i].games;
        }
    }
    return fewest;
}

static void add_sureness(ReportPage *page, const ReportScenario *scenario)
{
    const Interval *value = &scenario->equilibrium.value;
    const double width = value->high - value->low;
    StrBuf *out = &page->html;
    strbuf_add(out, "<li><strong>How sure:</strong> ");
    strbuf_add(out, width <= SURE ? "the value is well known"
                    : width <= REPORT_DETERMINED
                        ? "the value is known roughly"
                        : "the value is not determined: play more before trusting it");
    strbuf_addf(out, " (its interval is %.1f points wide); each pair of what to play met in at least ",
                100.0 * width);
    page_number(out, fewest_games(scenario));
    strbuf_add(out, " games. It holds for the strategies that played here: a better one may be found yet.");
    if (scenario->unplayed > 0) {
        strbuf_addf(out,
                    " Pairs that have not met: %u; whatever they hold, it gives nobody a better answer to "
                    "these mixtures.",
                    (unsigned)scenario->unplayed);
    }
    strbuf_add(out, "</li>\n");
}

/* ---- all ---- */

/* One pair of policies, or pairs of which none can be compared with another. */
static void add_without_table(ReportPage *page, const ReportScenario *scenario)
{
    const ReportTally *tally = &scenario->tally;
    StrBuf *out = &page->html;
    page_words(out, page->rules, "<p>{French} won ");
    page_percent(out, stats_rate(tally->wins[SEAT_FRENCH], tally->games));
    strbuf_add(out, " of ");
    page_number(out, tally->games);
    strbuf_add(out, " games (95% interval ");
    page_percents(out, stats_wilson(tally->wins[SEAT_FRENCH], tally->games, STATS_Z95));
    strbuf_add(out, scenario->unplayed > 0
                        ? "). What to play cannot be told: too many pairs of strategies never met.</p>\n"
                        : "). What to play cannot be told: there are no strategies to choose between.</p>\n");
}

/* The answer hangs on pairs that never met: which. */
static void add_hanging(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const char *separator = "";
    StrBuf *out = &page->html;
    uint32_t count = 0;
    strbuf_addf(
        out,
        "<p class=\"warning\"><strong>Not determined.</strong> %u pair%s never met, and who should play "
        "what hangs on %s",
        (unsigned)scenario->unplayed, scenario->unplayed == 1 ? "" : "s",
        scenario->unplayed == 1 ? "it" : "them");
    for (uint32_t r = 0; r < report_player_count(scenario, SEAT_FRENCH); r++) {
        for (uint32_t c = 0; c < report_player_count(scenario, SEAT_COALITION); c++) {
            const uint32_t french = scenario->players[SEAT_FRENCH][r];
            const uint32_t coalition = scenario->players[SEAT_COALITION][c];
            if (report_hangs_on(page->report, index, french, coalition) && ++count <= NAMED_MAX) {
                strbuf_add(out, count == 1 ? ", most of all " : separator);
                page_policy(out, page->report, french);
                page_words(out, page->rules, " as {french} against ");
                page_policy(out, page->report, coalition);
                page_words(out, page->rules, " as {coalition}");
                separator = ", ";
            }
        }
    }
    strbuf_add(out, ". <a href=\"#next\">What to try next</a> has the commands that play them.</p>\n");
}

static void add_conclusions(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const Ends ends = ends_between_mixtures(page->report, index);
    StrBuf *out = &page->html;
    strbuf_add(out, "<ul>\n");
    add_value(page, &scenario->equilibrium);
    strbuf_add(out, "<li><strong>What to play:</strong> ");
    add_mixture(page, scenario, SEAT_FRENCH);
    strbuf_add(out, "; ");
    add_mixture(page, scenario, SEAT_COALITION);
    page_words(
        out, page->rules,
        ".</li>\n<li><strong>What to avoid</strong> (with what {french} scores then, against the other "
        "side's best "
        "mixture): ");
    add_bad(page, scenario, SEAT_FRENCH);
    strbuf_add(out, "; ");
    add_bad(page, scenario, SEAT_COALITION);
    strbuf_add(out, ".</li>\n<li><strong>How it is won</strong> between these mixtures: ");
    add_ways(page, &ends);
    add_when(out, scenario, &ends);
    strbuf_add(out, ".</li>\n");
    add_sureness(page, scenario);
    strbuf_add(out, "</ul>\n");
}

static void add_scenario(ReportPage *page, uint32_t chapter)
{
    const uint32_t index = page->order[chapter];
    const ReportScenario *scenario = &page->report->scenarios[index];
    StrBuf *out = &page->html;
    page->rules = scenario->board.rules;
    strbuf_addf(out, "<h3><a href=\"#scenario-%u\">", (unsigned)chapter + 1U);
    page_title(out, page->report, index);
    strbuf_add(out, "</a></h3>\n");
    if (scenario->equilibrium.payoffs == NULL) {
        add_without_table(page, scenario);
    } else if (!report_stands(page->report, index)) {
        add_hanging(page, index);
    } else {
        add_conclusions(page, index);
    }
}

void report_findings(ReportPage *page)
{
    const GameRules *rules = page->rules;
    StrBuf *out = &page->html;
    strbuf_add(out, "<section id=\"findings\"><h2 class=\"flow\">What the games say</h2>\n"
                    "<p>A score is the share of points: 1 for a game won, one half for one that nobody wins. "
                    "The best mixture is the choice by lot that the other side can do least against. <a "
                    "href=\"#notes\">How to read this</a> tells more.</p>\n");
    for (uint32_t i = 0; i < page->report->scenario_count && i < PAGE_CHAPTERS_MAX; i++) {
        add_scenario(page, i);
    }
    page->rules = rules;
    strbuf_add(out, "</section>\n");
}

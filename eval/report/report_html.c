/* report_html.c: the page: head, what is true of the whole store, chapters, notes. */
#include "eval/report/report_html.h"
#include "engine/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/report/report_page.h"

/* ---- head ---- */

static const char STYLE[] =
    ":root{color-scheme:light}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:74rem;padding:1rem;background:#fff;color:#1a1a1a;"
    "font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}\n"
    "h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0;overflow-wrap:anywhere}\n"
    "h2{font-size:1.35rem;line-height:1.25;margin:2.5rem 0 .5rem;padding-top:.6rem;border-top:2px solid "
    "#444;overflow-wrap:anywhere}\n"
    "h3{font-size:1.1rem;margin:1.8rem 0 .3rem}\n"
    "p,li{max-width:46rem}\n"
    "a{color:#004f8a}\n"
    "a:focus-visible,[tabindex]:focus-visible,summary:focus-visible{outline:3px solid "
    "#004f8a;outline-offset:2px}\n"
    "code{font-family:ui-monospace,'DejaVu Sans "
    "Mono',monospace;font-size:.92em;unicode-bidi:isolate;overflow-wrap:anywhere}\n"
    "pre{background:#f4f4f4;border:1px solid "
    "#bbb;padding:.6rem;overflow-x:auto;font-size:.85rem;line-height:1.45}\n"
    "nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;list-style:none}\n"
    "nav li{padding:.15rem 0}\n"
    ".scroll{overflow-x:auto;margin:.6rem 0 1.2rem}\n"
    "table{border-collapse:collapse;font-size:.9rem}\n"
    "caption{text-align:left;font-weight:600;padding:.2rem 0}\n"
    "caption span{display:inline-block;position:sticky;left:0;max-width:calc(100vw - 2.5rem)}\n"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid #c9c9c9;text-align:left;vertical-align:top}\n"
    "thead th{border-bottom:2px solid #444;vertical-align:bottom}\n"
    "tbody th{font-weight:400;position:sticky;left:0;background:#fff}\n"
    "td code,th code{display:inline-block;max-width:9rem;overflow-wrap:break-word}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "th.n{white-space:normal}\n"
    ".version{color:#555}\n"
    ".games{font-size:.8em}\n"
    ".charts{display:flex;flex-wrap:wrap;gap:0 2rem;align-items:flex-start}\n"
    "figure{margin:.6rem 0 1rem;flex:0 1 460px;min-width:0;width:100%}\n"
    ".charts>.scroll{flex:1 1 20rem;min-width:0}\n"
    "figure.map{flex-basis:100%}\n"
    "figcaption{font-weight:600;font-size:.95rem}\n"
    ".keys{display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;padding:0;margin:.2rem "
    "0;font-size:.85rem}\n"
    ".bar{width:7rem;height:.7rem;vertical-align:middle}\n"
    ".key{width:.75em;height:.75em;margin-right:.35em}\n"
    "svg.plot{display:block;width:100%;max-width:460px;height:auto;font:13px sans-serif}\n"
    "svg.board{display:block;width:100%;min-width:44rem;max-width:60rem;height:auto;font:13px sans-serif}\n"
    "summary{cursor:pointer;font-weight:600;padding:.3rem 0}\n"
    ".warning{border-left:4px solid #a84300;padding:.1rem .8rem;margin:.6rem 0}\n"
    "@media (max-width:40rem){body{padding:.8rem}table{font-size:.82rem}th,td{padding:.2rem "
    ".4rem}h1{font-size:1.4rem}}\n"
    "@media print{body{max-width:none;padding:0;font-size:9.5pt}nav{display:none}h2{break-before:page}"
    "h2.flow{break-before:auto}h2,h3,summary,figcaption,caption{break-after:avoid}figure,tr{break-inside:"
    "avoid}"
    "figure{flex-basis:45%}.scroll,pre{overflow:visible}pre{white-space:pre-wrap}table{font-size:8pt}th,td{"
    "padding:."
    "15rem .35rem}"
    ".n{white-space:normal}tbody "
    "th{position:static}svg.board{min-width:0}a{color:inherit;text-decoration:none}}\n";

static void add_head(ReportPage *page, const char *title)
{
    StrBuf *out = &page->html;
    strbuf_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                    "'unsafe-inline'\">\n"
                    "<meta name=\"generator\" content=\"marshal report\">\n<title>");
    page_text(out, title);
    strbuf_add(out, "</title>\n<style>\n");
    strbuf_add(out, STYLE);
    report_equilibrium_style(out);
    strbuf_add(out, "</style>\n</head>\n<body>\n");
}

static void add_counted(StrBuf *out, uint64_t count, const char *one, const char *many)
{
    page_number(out, count);
    strbuf_addf(out, " %s", count == 1 ? one : many);
}

/* Policies by their texts alone. */
static uint32_t count_specs(const Report *report)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->policy_count; i++) {
        uint32_t first = 0;
        while (strcmp(report->policies[first].spec, report->policies[i].spec) != 0) {
            first++;
        }
        count += first == i;
    }
    return count;
}

static void add_title(ReportPage *page, const char *title, const char *store)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    const char *slash = strrchr(store, '/');
    strbuf_add(out, "<header>\n<h1>");
    page_text(out, title);
    strbuf_add(out, "</h1>\n<p>");
    add_counted(out, report->games, "game", "games");
    strbuf_add(out, " between ");
    add_counted(out, count_specs(report), "policy", "policies");
    strbuf_add(out, " on ");
    add_counted(out, report->scenario_count, "scenario", "scenarios");
    strbuf_add(out, ", from the store ");
    page_code(out, slash != NULL ? slash + 1 : store);
    strbuf_add(out,
               report->many_versions ? ", played by several versions of Marshal" : ", played by Marshal ");
    page_text(out, report->many_versions ? "" : report->policies[0].version);
    strbuf_add(out, ".</p>\n</header>\n");
}

static uint32_t chapters(const Report *report)
{
    return report->scenario_count < PAGE_CHAPTERS_MAX ? report->scenario_count : PAGE_CHAPTERS_MAX;
}

static void add_contents(ReportPage *page)
{
    StrBuf *out = &page->html;
    strbuf_add(out, "<nav aria-label=\"Contents\"><ul>\n<li><a href=\"#notes\">How to read this</a></li>\n"
                    "<li><a href=\"#findings\">What the games say</a></li>\n"
                    "<li><a href=\"#next\">What to try next</a></li>\n"
                    "<li><a href=\"#glance\">All games at a glance</a></li>\n"
                    "<li><a href=\"#players\">Who played</a></li>\n"
                    "<li><a href=\"#ratings\">Ratings</a></li>\n<li><a href=\"#duels\">Duels</a></li>\n");
    for (uint32_t i = 0; i < chapters(page->report); i++) {
        strbuf_addf(out, "<li><a href=\"#scenario-%u\">", (unsigned)i + 1U);
        page_title(out, page->report, page->order[i]);
        strbuf_add(out, "</a></li>\n");
    }
    strbuf_add(out, "<li><a href=\"#faults\">Forfeits and quarantine</a></li>\n"
                    "<li><a href=\"#repeat\">Settings and commands</a></li>\n</ul></nav>\n<main>\n");
}

/* ---- at a glance ---- */

static void add_balance(StrBuf *out, const GameRules *rules, const Report *report, uint32_t index)
{
    const ReportTally *tally = &report->scenarios[index].tally;
    page_row(out);
    page_scenario(out, report, index);
    strbuf_add(out, "<br>");
    page_text(out, report->scenarios[index].title);
    page_cell_number(out, tally->games);
    page_cell_share(out, tally->wins[SEAT_FRENCH], tally->games);
    page_cell_percent(out, tally->wins[SEAT_COALITION], tally->games);
    page_cell_percent(out, tally->wins[SEAT_NONE], tally->games);
    page_cell_winner(out, rules, tally);
    page_row_end(out);
}

static uint32_t strongest(const Report *report)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < report->policy_count; i++) {
        best = report->ratings.policies[i].elo > report->ratings.policies[best].elo ? i : best;
    }
    return best;
}

static void add_strongest(StrBuf *out, const Report *report)
{
    const uint32_t best = strongest(report);
    bool settled = report->ratings.connected;
    for (uint32_t i = 0; i < report->policy_count; i++) {
        settled = settled && (i == best || report->ratings.policies[i].interval.high <
                                               report->ratings.policies[best].interval.low);
    }
    if (report->has_ratings && report->policy_count > 1) {
        strbuf_add(out, "<p>Highest rating: ");
        page_policy(out, report, best);
        strbuf_add(out, settled ? ", ahead of all others: no interval reaches its own."
                                : ". Its lead is not established: another interval overlaps with its own.");
        strbuf_add(out, "</p>\n");
    }
}

static void add_glance(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    strbuf_add(out,
               "<section id=\"glance\"><h2 class=\"flow\">All games at a glance</h2>\n"
               "<p>Over all games of all players, good and bad, as many as each happened to play: this tells "
               "what was played, not how good a scenario is for a side. For that see the value between the "
               "best mixtures under <a href=\"#findings\">What the games say</a>; the advantage between "
               "equal players under <a href=\"#ratings\">Ratings</a> is a third question.</p>\n");
    page_table(out, page->rules, "All games by scenario",
               "Scenario|#Games|#{French} won|#95% interval|#{Coalition} won|#Not won by either|Won more "
               "often");
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        add_balance(out, page->rules, report, page->order[i]);
    }
    page_table_end(out);
    add_strongest(out, report);
    if (report->forfeited + report->quarantined > 0) {
        strbuf_add(out, "<p class=\"warning\">");
        add_counted(out, report->forfeited, "game was", "games were");
        strbuf_add(out, " forfeited, ");
        add_counted(out, report->quarantined, "was", "were");
        strbuf_add(out, " quarantined: see <a href=\"#faults\">Forfeits and quarantine</a>.</p>\n");
    }
    if (report->scenario_count > chapters(report)) {
        strbuf_addf(out,
                    "<p class=\"warning\">Only the %d scenarios with most games have a chapter of their own "
                    "below.</p>\n",
                    PAGE_CHAPTERS_MAX);
    }
    strbuf_add(out, "</section>\n");
}

/* ---- ratings ---- */

/* Rounded before its sign is written: there is no -0. */
static void add_elo(StrBuf *out, double elo)
{
    page_real(out, "%+.0f", isfinite(elo) ? round(elo) + 0.0 : elo);
}

static uint64_t games_of(const Report *report, uint32_t policy)
{
    uint64_t games = 0;
    for (uint32_t i = 0; i < report->cell_count; i++) {
        const ReportCell *cell = &report->cells[i];
        if (cell->policies[SEAT_FRENCH] == policy || cell->policies[SEAT_COALITION] == policy) {
            games += cell->tally.games;
        }
    }
    return games;
}

static void order_ratings(const Report *report, uint32_t *order)
{
    for (uint32_t i = 0; i < report->policy_count; i++) {
        uint32_t at = i;
        for (; at > 0 && report->ratings.policies[order[at - 1]].elo < report->ratings.policies[i].elo;
             at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static void chart_ratings(ReportPage *page, const uint32_t *order)
{
    static const char *const colours[] = {"#0072b2"};
    const Report *report = page->report;
    ReportLine lines[PAGE_LINES_MAX];
    char labels[PAGE_LINES_MAX][POLICY_SPEC_BYTES];
    double least = 0.0;
    double most = 0.0;
    const uint32_t count = report->policy_count < PAGE_LINES_MAX ? report->policy_count : PAGE_LINES_MAX;
    for (uint32_t i = 0; i < count; i++) {
        const RatingEstimate *estimate = &report->ratings.policies[order[i]];
        page_policy_name(report, order[i], labels[i]);
        lines[i] = (ReportLine){.label = labels[i],
                                .value = {estimate->elo},
                                .low = {estimate->interval.low},
                                .high = {estimate->interval.high}};
        const double reach = isfinite(estimate->error) ? 2.2 * estimate->error : 0.0;
        least = fmin(least, estimate->elo - reach);
        most = fmax(most, estimate->elo + reach);
    }
    const ReportAxis axis = {"Elo, mean of all policies = 0", 50.0 * floor(least / 50.0) - 10.0,
                             50.0 * ceil(most / 50.0) + 10.0, 0.0, false};
    report_plot_intervals(&page->plots, &axis, lines, count, colours, 1);
    page_chart(page, "Ratings with 95% intervals", NULL, 0);
}

static void table_ratings(StrBuf *out, const Report *report, const uint32_t *order)
{
    page_table(out, NULL, "Ratings of policies", "Policy|#Elo|#95% interval|#Games");
    for (uint32_t i = 0; i < report->policy_count; i++) {
        const RatingEstimate *estimate = &report->ratings.policies[order[i]];
        page_row(out);
        page_policy(out, report, order[i]);
        page_figure(out);
        page_real(out, "%+.0f", estimate->elo);
        page_figure(out);
        page_reals(out, "%+.0f", estimate->interval);
        page_cell_number(out, games_of(report, order[i]));
        page_row_end(out);
    }
    page_table_end(out);
}

static void table_advantages(StrBuf *out, const ReportPage *page)
{
    const Report *report = page->report;
    page_table(out, page->rules, "Advantage of {french}, between equal policies",
               "Scenario|#Elo|#95% interval|#Score of {french}|#95% interval|Balance");
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        const RatingEstimate *estimate = &report->ratings.scenarios[page->order[i]];
        const Interval *interval = &estimate->interval;
        page_row(out);
        page_scenario(out, report, page->order[i]);
        page_figure(out);
        page_real(out, "%+.0f", estimate->elo);
        page_figure(out);
        page_reals(out, "%+.0f", *interval);
        page_figure(out);
        page_percent(out, elo_to_score(estimate->elo));
        page_figure(out);
        page_percents(out, (Interval){elo_to_score(interval->low), elo_to_score(interval->high)});
        page_cell(out);
        page_words(out, page->rules,
                   interval->low > 0.0    ? "favours {french}"
                   : interval->high < 0.0 ? "favours {coalition}"
                                          : "not established");
        page_row_end(out);
    }
    page_table_end(out);
}

static void add_ratings(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    strbuf_add(out, "<section id=\"ratings\"><h2 class=\"flow\">Ratings</h2>\n");
    if (!report->has_ratings) {
        strbuf_addf(
            out,
            "<p>Not computed: there are no games, or more than %d policies or %d scenarios.</p></section>\n",
            RATING_POLICIES_MAX, RATING_SCENARIOS_MAX);
        return;
    }
    page_words(
        out, page->rules,
        "<p>Bradley-Terry model over all games, with an advantage of {french} for each scenario; 100 Elo "
        "more mean a score of 64%. A game that nobody wins counts one half to each.</p>\n");
    if (!report->ratings.connected) {
        strbuf_add(out, "<p class=\"warning\">There are groups of policies that never met: ratings cannot be "
                        "compared between "
                        "them.</p>\n");
    }
    uint32_t order[RATING_POLICIES_MAX] = {0};
    order_ratings(report, order);
    strbuf_add(out, "<div class=\"charts\">\n");
    chart_ratings(page, order);
    table_ratings(out, report, order);
    strbuf_add(out, "</div>\n");
    table_advantages(out, page);
    strbuf_add(out, "</section>\n");
}

/* ---- duels ---- */

/* The chance that a is stronger, by the same likelihood that the interval comes from: above 97.5% where the
 * interval lies above 0, and nowhere else. elo_los, which other programs agree with, takes the scores to be
 * spread like a normal distribution, and may say otherwise in short duels. */
static double chance_stronger(const uint64_t pairs[ELO_VALUES], const EloScore *score)
{
    const double root = sqrt(elo_loss(pairs, 0.5)); /* of 2 loss, over the root of 2 that erfc wants */
    return erfc(score->score < 0.5 ? root : -root) / 2.0;
}

static void add_duel(StrBuf *out, const Report *report, const ReportMeeting *meeting)
{
    uint64_t pairs[ELO_VALUES];
    uint64_t count = 0;
    report_pentanomial(meeting, pairs);
    for (int i = 0; i < ELO_VALUES; i++) {
        count += pairs[i];
    }
    const EloScore score = elo_score(pairs);
    const Interval elo = elo_interval(&score);
    page_row(out);
    page_scenario(out, report, meeting->scenario);
    page_cell(out);
    page_policy(out, report, meeting->a);
    page_cell(out);
    page_policy(out, report, meeting->b);
    page_cell_number(out, count);
    page_figure(out);
    page_percent(out, score.score);
    page_figure(out);
    page_percents(out, score.interval);
    page_figure(out);
    add_elo(out, elo_from_score(score.score));
    page_figure(out);
    add_elo(out, elo.low);
    strbuf_add(out, " to ");
    add_elo(out, elo.high);
    page_figure(out);
    for (int i = 0; i < ELO_VALUES; i++) {
        strbuf_addf(out, "%s%" PRIu64, i > 0 ? " / " : "", pairs[i]);
    }
    page_figure(out);
    page_percent(out, chance_stronger(pairs, &score));
    page_cell(out);
    strbuf_add(out, elo.low > 0.0 ? "A is stronger" : elo.high < 0.0 ? "B is stronger" : "not established");
    page_row_end(out);
}

static bool has_pairs(const ReportMeeting *meeting)
{
    uint64_t count = 0;
    for (int i = 0; i < REPORT_RESULTS; i++) {
        for (int j = 0; j < REPORT_RESULTS; j++) {
            count += meeting->pairs[i][j];
        }
    }
    return count > 0;
}

static void add_duels(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    bool any = false;
    strbuf_add(out, "<section id=\"duels\"><h2 class=\"flow\">Duels</h2>\n");
    for (uint32_t i = 0; i < report->meeting_count; i++) {
        if (has_pairs(&report->meetings[i])) {
            if (!any) {
                strbuf_add(
                    out,
                    "<p>Pairs of games with the same luck and seats swapped, so that neither the scenario "
                    "nor the dice favour "
                    "anybody.</p>\n");
                page_details(out, NULL, "Table: all duels");
                page_table(out, NULL, "Pairs of games, as policy A sees them",
                           "Scenario|Policy A|Policy B|#Pairs|#Score of A|#95% interval|#Elo|#95% interval|"
                           "#Pairs with 0 / ½ / 1 / 1½ / 2 points|#Chance that A is stronger|Verdict");
            }
            any = true;
            add_duel(out, report, &report->meetings[i]);
        }
    }
    if (any) {
        page_table_end(out);
        page_details_end(out);
    } else {
        strbuf_add(out, "<p>There are none: no two experiments with swapped seats and the same seed.</p>\n");
    }
    strbuf_add(out, "</section>\n");
}

/* ---- forfeits, quarantine ---- */

static void table_forfeits(StrBuf *out, const Report *report)
{
    page_table(out, NULL, "Games given up", "Experiment|Scenario|Side|Policy|Reason|#Games");
    for (uint32_t i = 0; i < report->forfeit_count; i++) {
        const ReportForfeit *forfeit = &report->forfeits[i];
        const ReportExperiment *experiment = &report->experiments[forfeit->experiment];
        const ReportCell *cell = &report->cells[experiment->cell];
        page_row(out);
        strbuf_addf(out, "%" PRId64, experiment->id);
        page_cell(out);
        page_scenario(out, report, cell->scenario);
        page_cell(out);
        page_text(out, words_seat(report->scenarios[cell->scenario].board.rules, forfeit->seat));
        page_cell(out);
        page_policy(out, report, cell->policies[forfeit->seat]);
        page_cell(out);
        page_text(out, forfeit->reason);
        page_cell_number(out, forfeit->games);
        page_row_end(out);
    }
    page_table_end(out);
}

static void table_quarantine(StrBuf *out, const GameRules *rules, const Report *report)
{
    page_table(out, rules, "Quarantined games: they took the process down twice, and count nowhere",
               "Experiment|Scenario|{French}|{Coalition}|#Game number|#Its seed");
    for (uint32_t i = 0; i < report->quarantine_count; i++) {
        const ReportQuarantine *game = &report->quarantine[i];
        const ReportExperiment *experiment = &report->experiments[game->experiment];
        page_experiment(out, report, experiment);
        page_figure(out);
        strbuf_addf(out, "%" PRIu64, game->number);
        page_figure(out);
        strbuf_addf(out, "%" PRIu64, game->seed);
        page_row_end(out);
    }
    page_table_end(out);
}

static void add_faults(ReportPage *page)
{
    const Report *report = page->report;
    StrBuf *out = &page->html;
    strbuf_add(out, "<section id=\"faults\"><h2>Forfeits and quarantine</h2>\n<p>");
    page_number(out, report->forfeited);
    strbuf_add(out, " of ");
    add_counted(out, report->games, "game was given up by a policy and counts",
                "games were given up by a policy and count");
    strbuf_add(out, " as lost; ");
    add_counted(out, report->quarantined, "game is quarantined.</p>\n", "games are quarantined.</p>\n");
    if (report->forfeit_count > 0) {
        table_forfeits(out, report);
    }
    if (report->quarantine_count > 0) {
        table_quarantine(out, page->rules, report);
    }
    if (report->forfeit_count == REPORT_FORFEITS_MAX || report->quarantine_count == REPORT_QUARANTINED_MAX) {
        strbuf_add(out, "<p>The lists are cut: the store holds more.</p>\n");
    }
    strbuf_add(out, "</section>\n");
}

/* ---- notes ---- */

static const char NOTES[] =
    "<section id=\"notes\"><h2 class=\"flow\">How to read this</h2>\n<ul>\n"
    "<li>An interval of 95% holds the true value in 95 of 100 such experiments. Where it leaves out the "
    "value of no "
    "difference, the "
    "page says what is established; where not, it says so, and more games are needed.</li>\n"
    "<li>Shares have the interval of Wilson (1927), means that of the t distribution, pairs that of the "
    "likelihood "
    "ratio on their five "
    "outcomes, ratings the sandwich estimator over pairs.</li>\n"
    "<li>A rate over several pairs of policies depends on how many games each of them played. For the "
    "balance of a "
    "scenario look at "
    "equal policies, or at the advantage under <a href=\"#ratings\">Ratings</a>.</li>\n"
    "<li>Decisive, marginal, by tie-break: how great a victory is, by the rules of the game; its rulebook "
    "says "
    "which is which.</li>\n"
    "<li>A value is that of the strategies which played: what the side {french} scores when both sides "
    "choose by "
    "lot as well as the other lets them. Three figures answer three questions: the value asks how good a "
    "side "
    "is at its best, the advantage under Ratings how good it is between equal players, the share won of all "
    "games only what happened to be played.</li>\n"
    "<li>A card's difference is the win rate of its side in games in which that side played it, less that in "
    "games in "
    "which it did not, "
    "compared within each pair of policies (Mantel-Haenszel weights; limits of Zou and Donner, 2008). It "
    "tells what "
    "goes together, not "
    "what causes it: a card may be played because things go well, and long games see more cards.</li>\n"
    "<li>Of many intervals, one in twenty misses by chance: single differences among dozens of cards are "
    "hints, not "
    "findings.</li>\n"
    "<li>A duel or tournament that stopped early by a sequential test (SPRT) overstates differences a "
    "little.</li>\n</ul>\n</section>\n";

/* ---- all ---- */

/* By name as long as all have a chapter; else those with most games first. */
static bool comes_before(const Report *report, uint32_t i, uint32_t j)
{
    const ReportScenario *a = &report->scenarios[i];
    const ReportScenario *b = &report->scenarios[j];
    return report->scenario_count <= PAGE_CHAPTERS_MAX ? strcmp(a->name, b->name) < 0
                                                       : a->tally.games > b->tally.games;
}

static void order_chapters(const Report *report, uint32_t *order)
{
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        uint32_t at = i;
        for (; at > 0 && comes_before(report, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

/* Puts the drawn charts where they belong. */
static void assemble(const ReportPage *page, StrBuf *out)
{
    const char *from = page->html.text;
    for (uint32_t i = 0; i < page->plots.drawn_count; i++) {
        const char *to = strchr(from, PAGE_CHART);
        strbuf_add_bytes(out, from, (size_t)(to - from));
        strbuf_add(out, page->plots.drawn[i].text);
        from = to + 1;
    }
    strbuf_add(out, from);
}

/* The game of all scenarios; NULL if there are several. */
static const GameRules *one_game(const Report *report)
{
    const GameRules *rules = report->scenario_count > 0 ? report->scenarios[0].board.rules : NULL;
    for (uint32_t i = 1; i < report->scenario_count; i++) {
        rules = report->scenarios[i].board.rules == rules ? rules : NULL;
    }
    return rules;
}

bool report_html(const Report *report, const ReportPlan *plan, StrBuf *out, Err *err)
{
    uint32_t *order = calloc(report->scenario_count + 1U, sizeof *order);
    if (order == NULL) {
        return err_set(err, plan->store, NULL, "out of memory");
    }
    const char *slash = strrchr(plan->store, '/');
    ReportPage page = {.report = report,
                       .store = slash != NULL ? slash + 1 : plan->store,
                       .order = order,
                       .shapes = plan->shapes,
                       .shape_count = plan->shape_count,
                       .rules = one_game(report),
                       .worth = plan->worth};
    strbuf_init(&page.html);
    report_plots_init(&page.plots);
    order_chapters(report, order);
    add_head(&page, plan->title);
    add_title(&page, plan->title, plan->store);
    add_contents(&page);
    report_findings(&page);
    report_next(&page);
    add_glance(&page);
    report_players(&page);
    add_ratings(&page);
    add_duels(&page);
    for (uint32_t i = 0; i < chapters(report); i++) {
        report_chapter(&page, i);
    }
    page.rules = one_game(report);
    add_faults(&page);
    report_repeat(&page);
    page_words(&page.html, page.rules, NOTES);
    strbuf_add(&page.html, "</main>\n</body>\n</html>\n");
    const bool good = report_plots_draw(&page.plots, err);
    if (good) {
        assemble(&page, out);
    }
    report_plots_release(&page.plots);
    strbuf_release(&page.html);
    free(order);
    return good;
}

/* report_page.c: escaping, numbers, tables and frames of charts. */
#include "eval/report_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/utf8.h"

/* ---- how games end ---- */

typedef struct Way {
    const char *name, *colour;
    int result, grade; /* grade -1: all */
} Way;

/* Dark to light towards the middle, blue against orange: told apart with any colour vision; each at least 3:1 on white.
 */
static const Way WAYS[PAGE_WAYS] = {
    {"French decisive", "#00395c", SEAT_FRENCH, OUTCOME_DECISIVE},
    {"French marginal", "#0072b2", SEAT_FRENCH, OUTCOME_MARGINAL},
    {"French by tie-break", "#4a98ca", SEAT_FRENCH, OUTCOME_TIE_BREAK},
    {"French by forfeit", "#00845f", SEAT_FRENCH, OUTCOME_FORFEIT},
    {"draw", "#757575", SEAT_NONE, -1},
    {"Coalition by forfeit", "#b8598f", SEAT_COALITION, OUTCOME_FORFEIT},
    {"Coalition by tie-break", "#d97a26", SEAT_COALITION, OUTCOME_TIE_BREAK},
    {"Coalition marginal", "#a84300", SEAT_COALITION, OUTCOME_MARGINAL},
    {"Coalition decisive", "#6b2c00", SEAT_COALITION, OUTCOME_DECISIVE},
};

const char *page_way_name(unsigned way) { return WAYS[way].name; }
const char *page_way_colour(unsigned way) { return WAYS[way].colour; }

uint64_t page_way_games(unsigned way, uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT])
{
    uint64_t sum = 0;
    for (int grade = 0; grade < OUTCOME_GRADE_COUNT; grade++) {
        if (WAYS[way].grade < 0 || WAYS[way].grade == grade) {
            sum += games[WAYS[way].result][grade];
        }
    }
    return sum;
}

const char *page_seat_name(Seat seat) { return seat == SEAT_FRENCH ? "French" : "Coalition"; }
const char *page_seat_colour(Seat seat) { return seat == SEAT_FRENCH ? "#0072b2" : "#a84300"; }

/* ---- texts ---- */

static void add_character(StrBuf *out, const char *text, size_t size)
{
    switch (size == 1 ? *text : '\0') {
    case '&':
        strbuf_add(out, "&amp;");
        break;
    case '<':
        strbuf_add(out, "&lt;");
        break;
    case '>':
        strbuf_add(out, "&gt;");
        break;
    case '"':
        strbuf_add(out, "&quot;");
        break;
    case '\'':
        strbuf_add(out, "&#39;");
        break;
    default:
        strbuf_add_bytes(out, text, size);
        break;
    }
}

void page_text(StrBuf *out, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const size_t size = utf8_sequence((const unsigned char *)text, left);
        if (size == 0 || (size == 1 && ((unsigned char)*text < 0x20U || *text == 0x7F))) {
            strbuf_add(out, "\xEF\xBF\xBD");
        } else {
            add_character(out, text, size);
        }
        text += size > 0 ? size : 1;
        left -= size > 0 ? size : 1;
    }
}

void page_code(StrBuf *out, const char *text)
{
    strbuf_add(out, "<code>");
    page_text(out, text);
    strbuf_add(out, "</code>");
}

void page_number(StrBuf *out, uint64_t number)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    for (int i = 0; i < length; i++) {
        strbuf_addf(out, i > 0 && (length - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
    }
}

void page_real(StrBuf *out, const char *format, double number)
{
    if (isfinite(number)) {
        char text[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        (void)snprintf(text, sizeof text, format, number);
#pragma GCC diagnostic pop
        strbuf_add(out, text);
    } else {
        strbuf_add(out, isnan(number) ? "?" : number < 0.0 ? "-∞" : "∞");
    }
}

void page_reals(StrBuf *out, const char *format, Interval interval)
{
    page_real(out, format, interval.low);
    strbuf_add(out, " to ");
    page_real(out, format, interval.high);
}

void page_percent(StrBuf *out, double share) { strbuf_addf(out, "%.1f%%", 100.0 * share); }

void page_percents(StrBuf *out, Interval shares)
{
    strbuf_addf(out, "%.1f to %.1f%%", 100.0 * shares.low, 100.0 * shares.high);
}

/* The first digits of a SHA-256, for telling files apart. */
static void add_fingerprint(StrBuf *out, const char *sha256)
{
    char start[9];
    (void)snprintf(start, sizeof start, "%.8s", sha256);
    strbuf_add(out, " (SHA-256 ");
    page_code(out, start);
    strbuf_add(out, ")");
}

/* Whether another policy has the same text, but other files. */
static bool has_namesake(const Report *report, uint32_t policy)
{
    for (uint32_t i = 0; i < report->policy_count; i++) {
        if (strcmp(report->policies[i].spec, report->policies[policy].spec) == 0 &&
            strcmp(report->policies[i].files, report->policies[policy].files) != 0) {
            return true;
        }
    }
    return false;
}

void page_policy(StrBuf *out, const Report *report, uint32_t policy)
{
    page_code(out, report->policies[policy].spec);
    if (has_namesake(report, policy)) {
        add_fingerprint(out, report->policies[policy].files);
    }
    if (report->many_versions) {
        strbuf_add(out, " <span class=\"version\">of ");
        page_text(out, report->policies[policy].version);
        strbuf_add(out, "</span>");
    }
}

void page_cell_label(char *text, size_t size, const Report *report, uint32_t cell, uint32_t number)
{
    const uint32_t *policies = report->cells[cell].policies;
    (void)snprintf(text, size, "%u. %.80s – %.80s", (unsigned)number, report->policies[policies[SEAT_FRENCH]].spec,
                   report->policies[policies[SEAT_COALITION]].spec);
}

static bool is_namesake(const Report *report, uint32_t scenario)
{
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        if (i != scenario && strcmp(report->scenarios[i].name, report->scenarios[scenario].name) == 0 &&
            strcmp(report->scenarios[i].overrides, report->scenarios[scenario].overrides) == 0) {
            return true;
        }
    }
    return false;
}

static void add_overrides(StrBuf *out, const ReportScenario *scenario)
{
    JsonDoc doc;
    if (report_overrides_open(scenario, &doc)) {
        const char *text = NULL;
        for (size_t i = 0; (text = report_override(&doc, i)) != NULL; i++) {
            strbuf_add(out, i == 0 ? " with " : ", ");
            page_code(out, text);
        }
        json_release(&doc);
    }
}

/* Tells scenarios apart that have the same name and overrides, but not the same files. */
static void tell_apart(StrBuf *out, const Report *report, uint32_t index)
{
    if (is_namesake(report, index)) {
        add_fingerprint(out, report->scenarios[index].sha256);
    }
}

void page_scenario(StrBuf *out, const Report *report, uint32_t index)
{
    page_code(out, report->scenarios[index].name);
    add_overrides(out, &report->scenarios[index]);
    tell_apart(out, report, index);
}

void page_title(StrBuf *out, const Report *report, uint32_t index)
{
    page_text(out, report->scenarios[index].title);
    add_overrides(out, &report->scenarios[index]);
    tell_apart(out, report, index);
}

/* ---- tables ---- */

static void add_column(StrBuf *out, const char *name, size_t length)
{
    const bool number = length > 0 && *name == '#';
    strbuf_add(out, number ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
    strbuf_add_bytes(out, name + number, length - number);
}

void page_table(StrBuf *out, const char *caption, const char *columns)
{
    /* a frame that scrolls sideways by itself where the screen is narrow; reached by keyboard too */
    strbuf_addf(out,
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                "aria-label=\"%s\"><table><caption><span>%s</span></caption>\n<thead><tr>",
                caption, caption);
    while (*columns != '\0') {
        const size_t length = strcspn(columns, "|");
        add_column(out, columns, length);
        columns += length + (columns[length] == '|');
    }
    strbuf_add(out, "\n<tbody>\n");
}

void page_table_end(StrBuf *out) { strbuf_add(out, "</table></div>\n"); }

/* HTML closes rows and cells by itself where the next one begins. */
void page_row(StrBuf *out) { strbuf_add(out, "<tr><th scope=\"row\">"); }
void page_cell(StrBuf *out) { strbuf_add(out, "<td>"); }
void page_figure(StrBuf *out) { strbuf_add(out, "<td class=\"n\">"); }
void page_row_end(StrBuf *out) { strbuf_add_char(out, '\n'); }

void page_cell_number(StrBuf *out, uint64_t number)
{
    page_figure(out);
    page_number(out, number);
}

void page_cell_percent(StrBuf *out, uint64_t part, uint64_t whole)
{
    page_figure(out);
    if (whole > 0) {
        page_percent(out, stats_rate(part, whole));
    }
}

void page_cell_winner(StrBuf *out, const ReportTally *tally)
{
    const Interval french = stats_wilson(tally->wins[SEAT_FRENCH], tally->games, STATS_Z95);
    const Interval coalition = stats_wilson(tally->wins[SEAT_COALITION], tally->games, STATS_Z95);
    page_cell(out);
    strbuf_add(out, french.low > 0.5 ? "French" : coalition.low > 0.5 ? "Coalition" : "not established");
}

void page_cell_share(StrBuf *out, uint64_t part, uint64_t whole)
{
    page_cell_percent(out, part, whole);
    page_figure(out);
    if (whole > 0) {
        page_percents(out, stats_wilson(part, whole, STATS_Z95));
    }
}

void page_cell_mean(StrBuf *out, const ReportSum *sum)
{
    const ReportMean mean = report_mean(sum);
    page_figure(out);
    if (sum->games > 0) {
        page_real(out, "%.2f", mean.mean);
    }
    page_figure(out);
    if (sum->games > 1) {
        page_reals(out, "%.2f", mean.interval);
    }
}

void page_cell_difference(StrBuf *out, const ReportDifference *difference)
{
    const bool settled = difference->interval.low > 0.0 || difference->interval.high < 0.0;
    const char *open = settled ? "<strong>" : "";
    const char *close = settled ? "</strong>" : "";
    page_figure(out);
    if (difference->interval.high - difference->interval.low < 2.0) {
        strbuf_addf(out, "%s%+.1f%s", open, 100.0 * difference->difference, close);
        page_figure(out);
        strbuf_addf(out, "%s%+.1f to %+.1f%s", open, 100.0 * difference->interval.low,
                    100.0 * difference->interval.high, close);
    } else {
        page_figure(out); /* nothing to compare with */
    }
}

/* ---- charts ---- */

static void add_key(StrBuf *out, const PageKey *key)
{
    strbuf_addf(out, "<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">");
    if (key->square) {
        strbuf_addf(out, "<rect width=\"12\" height=\"12\" fill=\"%s\"/>", key->colour);
    } else {
        strbuf_addf(out, "<circle cx=\"6\" cy=\"6\" r=\"6\" fill=\"%s\"/>", key->colour);
    }
    strbuf_addf(out, "</svg>%s</li>", key->name);
}

void page_chart(ReportPage *page, const char *caption, const PageKey *keys, unsigned key_count)
{
    StrBuf *out = &page->html;
    strbuf_addf(out, "<figure><figcaption>%s</figcaption>\n", caption);
    if (key_count > 0) {
        strbuf_add(out, "<ul class=\"keys\">");
        for (unsigned i = 0; i < key_count; i++) {
            add_key(out, &keys[i]);
        }
        strbuf_add(out, "</ul>\n");
    }
    strbuf_addf(out,
                "<svg class=\"plot\" role=\"img\" aria-label=\"Chart: %s; the numbers are in the table\" %c</figure>\n",
                caption, PAGE_CHART);
}

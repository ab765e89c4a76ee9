/* report_page.c: escaping, numbers, tables and frames of charts. */
#include "eval/report/report_page.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "engine/utf8.h"
#include "engine/words.h"

/* ---- how games end ---- */

typedef struct Way {
    const char *name, *colour;
    int result, grade;
} Way;

/* Dark to light towards the middle, blue against orange: told apart with any colour vision; each at least 3:1
 * on white.
 */
static const Way WAYS[PAGE_WAYS] = {
    {"{french} decisive", "#00395c", SEAT_FRENCH, OUTCOME_DECISIVE},
    {"{french} marginal", "#0072b2", SEAT_FRENCH, OUTCOME_MARGINAL},
    {"{french} by tie-break", "#4a98ca", SEAT_FRENCH, OUTCOME_TIE_BREAK},
    {"{french} by forfeit", "#00845f", SEAT_FRENCH, OUTCOME_FORFEIT},
    {"draw", "#757575", SEAT_NONE, OUTCOME_DRAW},
    {"both lose", "#4d4d4d", SEAT_NONE, OUTCOME_BOTH_LOSE},
    {"{coalition} by forfeit", "#b8598f", SEAT_COALITION, OUTCOME_FORFEIT},
    {"{coalition} by tie-break", "#d97a26", SEAT_COALITION, OUTCOME_TIE_BREAK},
    {"{coalition} marginal", "#a84300", SEAT_COALITION, OUTCOME_MARGINAL},
    {"{coalition} decisive", "#6b2c00", SEAT_COALITION, OUTCOME_DECISIVE},
};

const char *page_way_name(unsigned way) { return WAYS[way].name; }
const char *page_way_colour(unsigned way) { return WAYS[way].colour; }

uint64_t page_way_games(unsigned way, uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT])
{
    return games[WAYS[way].result][WAYS[way].grade];
}

const char *page_seat_colour(Seat seat) { return seat == SEAT_FRENCH ? "#0072b2" : "#a84300"; }

/* ---- what a game calls things ---- */

/* The word for a name in braces; NULL if there is no such name. */
static const char *word_of(const GameRules *rules, const char *name, size_t length)
{
    const struct {
        const char *name, *word;
    } words[] = {
        {"french", words_seat(rules, SEAT_FRENCH)}, {"coalition", words_seat(rules, SEAT_COALITION)},
        {"turn", words_turn_noun(rules)},           {"place", words_place(rules, false)},
        {"places", words_place(rules, true)},       {"loss", words_loss(rules, false)},
        {"losses", words_loss(rules, true)},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].name) == length && strncasecmp(words[i].name, name, length) == 0) {
            return words[i].word;
        }
    }
    return NULL;
}

void page_words(StrBuf *out, const GameRules *rules, const char *text)
{
    for (const char *open = strchr(text, '{'); open != NULL; open = strchr(text, '{')) {
        const size_t length = strcspn(open + 1, "}");
        const char *word = word_of(rules, open + 1, length);
        assert(word != NULL && open[1 + length] == '}');
        strbuf_add_bytes(out, text, (size_t)(open - text));
        if (isupper((unsigned char)open[1]) != 0) {
            strbuf_add_char(out, (char)toupper((unsigned char)*word++));
        }
        strbuf_add(out, word);
        text = open + length + 2;
    }
    strbuf_add(out, text);
}

const char *page_fill(const GameRules *rules, const char *text, char out[PAGE_TEXT_BYTES])
{
    StrBuf filled;
    strbuf_init(&filled);
    page_words(&filled, rules, text);
    (void)snprintf(out, PAGE_TEXT_BYTES, "%s", filled.text);
    strbuf_release(&filled);
    return out;
}

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

const char *page_strategy(const char *spec)
{
    static const char strategy[] = "heuristic:strategy=";
    const char *name = spec + strlen(strategy);
    return strncmp(spec, strategy, strlen(strategy)) == 0 && *name != '\0' && strchr(name, ',') == NULL
               ? name
               : NULL;
}

/* The same without the folder of a file. */
static const char *strategy_name(const char *spec)
{
    const char *name = page_strategy(spec);
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    return slash != NULL && slash[1] != '\0' ? slash + 1 : name;
}

void page_policy_name(const Report *report, uint32_t policy, char name[POLICY_SPEC_BYTES])
{
    const char *spec = report->policies[policy].spec;
    const char *own = strategy_name(spec);
    for (uint32_t i = 0; i < report->policy_count && own != NULL; i++) {
        const char *other = report->policies[i].spec;
        const char *others = strategy_name(other) != NULL ? strategy_name(other) : other;
        own = strcmp(others, own) == 0 && strcmp(other, spec) != 0 ? NULL : own;
    }
    (void)snprintf(name, POLICY_SPEC_BYTES, "%s", own != NULL ? own : spec);
}

void page_policy(StrBuf *out, const Report *report, uint32_t policy)
{
    char name[POLICY_SPEC_BYTES];
    page_policy_name(report, policy, name);
    page_code(out, name);
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
    char names[SEAT_COUNT][POLICY_SPEC_BYTES];
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        page_policy_name(report, policies[seat], names[seat]);
    }
    (void)snprintf(text, size, "%u. %.80s – %.80s", (unsigned)number, names[SEAT_FRENCH],
                   names[SEAT_COALITION]);
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

void page_experiment(StrBuf *out, const Report *report, const ReportExperiment *experiment)
{
    const ReportCell *cell = &report->cells[experiment->cell];
    page_row(out);
    strbuf_addf(out, "%" PRId64, experiment->id);
    page_cell(out);
    page_scenario(out, report, cell->scenario);
    page_cell(out);
    page_policy(out, report, cell->policies[SEAT_FRENCH]);
    page_cell(out);
    page_policy(out, report, cell->policies[SEAT_COALITION]);
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

void page_table_begin(StrBuf *out, const char *caption)
{
    /* a frame that scrolls sideways by itself where the screen is narrow; reached by keyboard too */
    strbuf_addf(out,
                "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
                "aria-label=\"%s\"><table><caption><span>%s</span></caption>\n<thead><tr>",
                caption, caption);
}

void page_table(StrBuf *out, const GameRules *rules, const char *caption_text, const char *column_texts)
{
    char caption[PAGE_TEXT_BYTES];
    char filled[PAGE_TEXT_BYTES];
    const char *columns = page_fill(rules, column_texts, filled);
    page_table_begin(out, page_fill(rules, caption_text, caption));
    while (*columns != '\0') {
        const size_t length = strcspn(columns, "|");
        add_column(out, columns, length);
        columns += length + (columns[length] == '|');
    }
    strbuf_add(out, "\n<tbody>\n");
}

void page_table_end(StrBuf *out) { strbuf_add(out, "</table></div>\n"); }

void page_details(StrBuf *out, const GameRules *rules, const char *summary)
{
    strbuf_add(out, "<details><summary>");
    page_words(out, rules, summary);
    strbuf_add(out, "</summary>\n");
}

void page_details_end(StrBuf *out) { strbuf_add(out, "</details>\n"); }

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

void page_cell_winner(StrBuf *out, const GameRules *rules, const ReportTally *tally)
{
    const uint64_t won = tally->wins[SEAT_FRENCH] + tally->wins[SEAT_COALITION];
    const Interval french = stats_wilson(tally->wins[SEAT_FRENCH], won, STATS_Z95);
    page_cell(out);
    page_words(out, rules,
               french.low > 0.5    ? "{french}"
               : french.high < 0.5 ? "{coalition}"
                                   : "not established");
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

/* ---- commands ---- */

/* A text as one word of a shell. */
static void add_word(StrBuf *command, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+@%";
    if (*text != '\0' && strspn(text, plain) == strlen(text)) {
        strbuf_add(command, text);
        return;
    }
    strbuf_add_char(command, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'') {
            strbuf_add(command, "'\\''");
        } else {
            strbuf_add_char(command, *c);
        }
    }
    strbuf_add_char(command, '\'');
}

void page_option(StrBuf *command, const char *name, const char *value)
{
    strbuf_addf(command, " --%s ", name);
    add_word(command, value);
}

void page_scenario_option(StrBuf *command, const ReportScenario *scenario)
{
    JsonDoc doc;
    add_word(command, scenario->name);
    if (report_overrides_open(scenario, &doc)) {
        const char *text = NULL;
        for (size_t i = 0; (text = report_override(&doc, i)) != NULL; i++) {
            page_option(command, "set", text);
        }
        json_release(&doc);
    }
}

void page_command(StrBuf *out, const StrBuf *command, const char *purpose)
{
    strbuf_add(out, "<pre tabindex=\"0\" role=\"region\" aria-label=\"Command: ");
    page_text(out, purpose);
    strbuf_add(out, "\"><code>");
    for (const char *line = command->text; line != NULL; line = strchr(line, '\n')) {
        StrBuf text;
        line += *line == '\n';
        strbuf_init(&text);
        strbuf_add_bytes(&text, line, strcspn(line, "\n"));
        page_text(out, text.text);
        strbuf_add_char(out, '\n');
        strbuf_release(&text);
    }
    strbuf_add(out, "</code></pre>\n");
}

/* ---- charts ---- */

static void add_key(StrBuf *out, const GameRules *rules, const PageKey *key)
{
    strbuf_addf(out, "<li><svg class=\"key\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">");
    if (key->square) {
        strbuf_addf(out, "<rect width=\"12\" height=\"12\" fill=\"%s\"/>", key->colour);
    } else {
        strbuf_addf(out, "<circle cx=\"6\" cy=\"6\" r=\"6\" fill=\"%s\"/>", key->colour);
    }
    strbuf_add(out, "</svg>");
    page_words(out, rules, key->name);
    strbuf_add(out, "</li>");
}

void page_chart(ReportPage *page, const char *caption_text, const PageKey *keys, unsigned key_count)
{
    StrBuf *out = &page->html;
    char caption[PAGE_TEXT_BYTES];
    (void)page_fill(page->rules, caption_text, caption);
    strbuf_addf(out, "<figure><figcaption>%s</figcaption>\n", caption);
    if (key_count > 0) {
        strbuf_add(out, "<ul class=\"keys\">");
        for (unsigned i = 0; i < key_count; i++) {
            add_key(out, page->rules, &keys[i]);
        }
        strbuf_add(out, "</ul>\n");
    }
    strbuf_addf(out,
                "<svg class=\"plot\" role=\"img\" aria-label=\"Chart: %s; the numbers are in the table\" "
                "%c</figure>\n",
                caption, PAGE_CHART);
}

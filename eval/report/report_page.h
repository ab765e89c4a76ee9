/* report_page.h: pieces of the report's page: escaped texts, numbers, tables, charts. Internal to
 * eval/report_*.c.
 *
 * Texts of the store go into a page through page_text, page_code or page_attribute only: these escape what
 * HTML reserves and show control characters and stray bytes as U+FFFD. A chart is one byte PAGE_CHART in the
 * text until report_plots_draw has drawn it; no escaped text holds that byte.
 */
#ifndef MARSHAL_EVAL_REPORT_REPORT_PAGE_H
#define MARSHAL_EVAL_REPORT_REPORT_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/strbuf.h"
#include "eval/report/report.h"
#include "eval/report/report_plot.h"
#include "eval/report/report_shapes.h"
#include "eval/report/report_stats.h"
#include "eval/statistics/worth.h"

#define PAGE_CHART '\x01'

enum { PAGE_LINES_MAX = 30 };    /* lines of a chart; tables hold all */
enum { PAGE_CHAPTERS_MAX = 24 }; /* scenarios with charts of their own */

typedef struct ReportPage {
    const Report *report;
    StrBuf html;
    ReportPlots plots;
    const uint32_t *order;      /* scenarios in the order of chapters */
    const ReportShapes *shapes; /* of shape_count games */
    uint32_t shape_count;
    const GameRules *rules; /* the game spoken of; NULL: several, or an unknown one */
    const char *store;      /* its file's name without folders, for commands */
    Worth worth;            /* by seat: own worth of a game that both lose */
    uint32_t shown_shapes;  /* bits of the games whose outlines the page holds already */
} ReportPage;

/* The ways in which games end, in the order of bars: decisive, marginal, tie-break, forfeit for the seat
 * french, draw, both lose, then the same for the other seat backwards. */
enum { PAGE_WAYS = 10 };
const char *page_way_name(unsigned way); /* with names to be filled in */
const char *page_way_colour(unsigned way);
uint64_t page_way_games(unsigned way, uint64_t games[REPORT_RESULTS][OUTCOME_GRADE_COUNT]);

const char *page_seat_colour(Seat seat);

/* Copies text with what a game calls things in place of names in braces: {french} and {coalition} (who plays
 * the seats), {turn}, {place}, {places}, {loss}, {losses}; with a capital in the name, with a capital in the
 * word. rules NULL: plain words. Cuts what does not fit; returns out. */
enum { PAGE_TEXT_BYTES = 512 };
const char *page_fill(const GameRules *rules, const char *text, char out[PAGE_TEXT_BYTES]);
/* Appends it to a page. */
void page_words(StrBuf *out, const GameRules *rules, const char *text);

/* ---- texts ---- */

void page_text(StrBuf *out, const char *text);
void page_code(StrBuf *out, const char *text);  /* <code>text</code> */
void page_number(StrBuf *out, uint64_t number); /* 1,000,000 */
/* Finite numbers as the format says, others as a sign of infinity. */
void page_real(StrBuf *out, const char *format, double number);
void page_percent(StrBuf *out, double share);     /* 44.2% */
void page_percents(StrBuf *out, Interval shares); /* 39.9 to 48.6% */
void page_reals(StrBuf *out, const char *format, Interval interval);

/* The strategy, a shipped one's name or a file, of a policy that is that strategy and nothing else; NULL: it
 * is not. */
const char *page_strategy(const char *spec);
/* What a policy is called on the page: "holds" for "heuristic:strategy=holds", as long as that names one
 * policy alone; else its whole text. Hostile until escaped. */
void page_policy_name(const Report *report, uint32_t policy, char name[POLICY_SPEC_BYTES]);
/* Policy of the report by that name; with its version, if there are several. */
void page_policy(StrBuf *out, const Report *report, uint32_t policy);
/* The same for charts, which escape by themselves: "3. french - coalition" of a cell. */
void page_cell_label(char *text, size_t size, const Report *report, uint32_t cell, uint32_t number);
/* "game/name" with its overrides, and the beginning of its SHA-256 if another scenario has the same name. */
void page_scenario(StrBuf *out, const Report *report, uint32_t index);
/* Begins a row with what tells an experiment from others: its number, scenario and policies. */
void page_experiment(StrBuf *out, const Report *report, const ReportExperiment *experiment);
/* Its title, with the overrides. */
void page_title(StrBuf *out, const Report *report, uint32_t index);

/* ---- tables ---- */

/* Columns by |; those that begin with # hold numbers. Names in braces are filled in. */
void page_table(StrBuf *out, const GameRules *rules, const char *caption, const char *columns);
/* The same up to its columns, which follow as <th>, and <tbody>; the caption is plain text of ours. */
void page_table_begin(StrBuf *out, const char *caption);
void page_table_end(StrBuf *out);
/* What is long, behind a line to open it with; the summary is plain text of ours, with names in braces. */
void page_details(StrBuf *out, const GameRules *rules, const char *summary);
void page_details_end(StrBuf *out);
void page_row(StrBuf *out);    /* and its first cell, a heading */
void page_cell(StrBuf *out);   /* a cell of text */
void page_figure(StrBuf *out); /* a cell of numbers */
void page_row_end(StrBuf *out);

void page_cell_number(StrBuf *out, uint64_t number);
void page_cell_percent(StrBuf *out, uint64_t part, uint64_t whole);
/* Which side won more often, if the Wilson interval of its share of the games that somebody won lies above
 * one half. */
void page_cell_winner(StrBuf *out, const GameRules *rules, const ReportTally *tally);
/* Two cells: share and its Wilson interval. */
void page_cell_share(StrBuf *out, uint64_t part, uint64_t whole);
/* Two cells: mean and its interval. */
void page_cell_mean(StrBuf *out, const ReportSum *sum);
/* Two cells: difference in percent points and its interval, in bold if that leaves out 0. */
void page_cell_difference(StrBuf *out, const ReportDifference *difference);

/* ---- commands ---- */

/* " --name value", quoted for a shell where it needs to be. */
void page_option(StrBuf *command, const char *name, const char *value);
/* "game/name --set PATH=VALUE" of a scenario. */
void page_scenario_option(StrBuf *command, const ReportScenario *scenario);
/* Commands of their own, a line each, escaped; purpose: for those who hear the page. */
void page_command(StrBuf *out, const StrBuf *command, const char *purpose);

/* ---- charts ---- */

typedef struct PageKey {
    const char *name, *colour;
    bool square;
} PageKey;

/* Frame of the chart that was added to plots last; caption is plain text of ours. */
/* caption and keys: names in braces are filled in. */
void page_chart(ReportPage *page, const char *caption, const PageKey *keys, unsigned key_count);

/* ---- parts of a page, a file each ---- */

void report_findings(ReportPage *page);                    /* report_findings.c: what it all says */
void report_next(ReportPage *page);                        /* report_next.c: what to try next */
void report_players(ReportPage *page);                     /* report_players.c: who played */
void report_chapter(ReportPage *page, uint32_t chapter);   /* report_chapter.c: a scenario */
void report_equilibrium(ReportPage *page, uint32_t index); /* report_equilibrium.c */
void report_equilibrium_style(StrBuf *out);                /* rules for the page's style */
void report_openings(ReportPage *page, uint32_t index);    /* report_openings.c: first turns */
void report_cards(ReportPage *page, uint32_t index);       /* report_cards.c */
void report_map(ReportPage *page, uint32_t index);         /* report_map.c: where battles were fought */
void report_repeat(ReportPage *page); /* report_repeat.c: settings, and commands to repeat all */

/* Strategies of a seat in a scenario's table by falling share; equal ones by what they score. */
void report_order_by_share(const ReportScenario *scenario, Seat seat, uint32_t order[MATRIX_STRATEGIES_MAX]);

/* How wide the interval of a value may be before the page calls it not determined. */
#define REPORT_DETERMINED 0.15

/* Looks at the first turns of the games of each scenario whose files are still those that were played. False
 * and err without memory only. */
bool report_openings_read(Report *report, Store *store, Err *err);

/* A card's win rate when played less that when not, over the cells of a scenario. */
ReportDifference report_card_difference(const Report *report, uint32_t scenario, Seat seat, unsigned card);

/* The command that plays an experiment again, with its partner if that has as many games. */
void report_command(const Report *report, uint32_t index, StrBuf *command);

#endif

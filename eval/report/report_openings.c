/* report_openings.c: what was played in the first turn of a scenario, and what it was worth. */
#include <math.h>
#include <stdio.h>

#include "eval/openings/openings_source.h"
#include "eval/report/report_page.h"

enum {
    GAMES_MOST = 1200, /* of a scenario that are looked at, all experiments together */
    GAMES_LEAST = 20,  /* of an experiment, where there are many */
    SHOWN = 8,         /* plans and deeds of a side */
};

/* An interval of a difference beyond which it tells nothing: too few games with the deed, or without. */
static const double WIDEST = 0.3;

/* ---- reading ---- */

static uint64_t experiments_of(const Report *report, uint32_t scenario)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        count += report->cells[report->experiments[i].cell].scenario == scenario;
    }
    return count;
}

/* Games of an experiment that are looked at, at most. */
static uint64_t games_each(const Report *report, uint32_t scenario)
{
    const uint64_t experiments = experiments_of(report, scenario);
    const uint64_t share = experiments > 0 ? GAMES_MOST / experiments : GAMES_MOST;
    return share > GAMES_LEAST ? share : GAMES_LEAST;
}

static bool read_scenario(Report *report, uint32_t index, Store *store)
{
    ReportScenario *scenario = &report->scenarios[index];
    const OpeningsWish wish = {.top = SHOWN};
    OpeningsSource source = {.games = games_each(report, index), .only_moves = true, .threads = 1};
    Err problem;
    err_clear(&problem);
    scenario->openings = openings_new(&scenario->board.game, &wish);
    if (scenario->openings == NULL) {
        return false;
    }
    if (openings_add_store(scenario->openings, store, &source, &problem) && scenario->openings->games > 0 &&
        openings_group(scenario->openings)) {
        return true;
    }
    /* games that do not repeat themselves are told of where they can be mended: marshal openings */
    openings_release(scenario->openings);
    scenario->openings = NULL;
    return true;
}

bool report_openings_read(Report *report, Store *store, Err *err)
{
    for (uint32_t i = 0; i < report->scenario_count; i++) {
        const ReportBoard *board = &report->scenarios[i].board;
        if (board->found && !board->changed && !read_scenario(report, i, store)) {
            return err_set(err, NULL, NULL, "out of memory");
        }
    }
    return true;
}

/* ---- the page ---- */

static void add_counts(StrBuf *out, const OpeningsSeat *seat, const OpeningGroup *group)
{
    page_cell_number(out, group->games);
    page_cell_percent(out, group->games, seat->games);
    page_figure(out);
    page_percent(out, group->games > 0 ? group->points / (double)group->games : 0.0);
    page_figure(out);
    page_percents(out, group->interval);
    page_row_end(out);
}

static void add_plans(ReportPage *page, const OpeningsSeat *seat, Seat side)
{
    StrBuf *out = &page->html;
    StrBuf words;
    strbuf_init(&words);
    openings_common_words(seat, &words);
    page_table(out, page->rules, side == SEAT_FRENCH ? "Plans of {french}" : "Plans of {coalition}",
               "What is done|#Games|#Share|#Score|#95%");
    if (words.length > 0) {
        page_row(out);
        strbuf_add(out, "<em>In all games:</em> ");
        page_text(out, words.text);
        page_cell_number(out, seat->games);
        page_cell_percent(out, seat->games, seat->games);
        page_figure(out);
        page_percent(out, seat->points / (double)seat->games);
        page_figure(out);
        page_percents(out, stats_wilson_score(seat->points, seat->games, STATS_Z95));
        page_row_end(out);
    }
    for (uint32_t i = 0; i < seat->group_count; i++) {
        strbuf_clear(&words);
        openings_group_words(seat, &seat->groups[i], &words);
        page_row(out);
        page_text(out, words.text);
        add_counts(out, seat, &seat->groups[i]);
    }
    if (seat->rest.plans > 0) {
        page_row(out);
        strbuf_add(out, "The rest: ");
        page_number(out, seat->rest.plans);
        strbuf_add(out, seat->rest.plans == 1 ? " other plan" : " other plans");
        add_counts(out, seat, &seat->rest);
    }
    page_table_end(out);
    strbuf_release(&words);
}

static void add_deeds(ReportPage *page, const OpeningsSeat *seat, Seat side)
{
    StrBuf *out = &page->html;
    if (seat->listed == 0) {
        return;
    }
    page_table(out, page->rules,
               side == SEAT_FRENCH ? "What {french} does in some of these games and not in others"
                                   : "What {coalition} does in some of these games and not in others",
               "Deed|#Games|#Score|#Difference|#95%");
    for (uint32_t i = 0; i < seat->listed; i++) {
        const OpeningDeed *deed = &seat->deeds[seat->list[i]];
        StrBuf words;
        strbuf_init(&words);
        openings_deed_words(deed, &words);
        page_row(out);
        page_text(out, words.text);
        page_cell_number(out, deed->games);
        page_figure(out);
        page_percent(out, deed->points / (double)deed->games);
        if (deed->difference.interval.high - deed->difference.interval.low <= WIDEST) {
            page_cell_difference(out, &deed->difference);
        } else {
            page_figure(out);
            strbuf_add(out, "too few games");
            page_figure(out);
        }
        page_row_end(out);
        strbuf_release(&words);
    }
    page_table_end(out);
}

void report_openings(ReportPage *page, uint32_t index)
{
    const Openings *openings = page->report->scenarios[index].openings;
    StrBuf *out = &page->html;
    if (openings == NULL) {
        return;
    }
    strbuf_add(out, "<h3>What is played in the first turn</h3>\n<p>Plans of ");
    page_number(out, openings->games);
    strbuf_add(out, openings->games == 1 ? " game" : " games");
    strbuf_add(out, " (of each experiment the first that can be looked at, ");
    page_number(out, games_each(page->report, index));
    strbuf_add(
        out, " at most, so that no pair of policies outweighs the others), grouped by what they do, and the "
             "points of the side that played them. A plan's score says who plays it, too; the difference of "
             "a deed compares games of the same two players, and is left out where they are too few to "
             "tell. <code>marshal openings</code> looks at all games and asks a search.</p>\n");
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        add_plans(page, &openings->seats[seat], seat);
        add_deeds(page, &openings->seats[seat], seat);
    }
}

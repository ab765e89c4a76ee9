/* report_cards.c: which cards each side plays, and how that goes together with winning. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/words.h"
#include "eval/report/report_page.h"

enum { LEAST_GAMES = 20 }; /* with and without the card: fewer say too little for a chart */

typedef struct Card {
    unsigned card;
    ReportCard all;
    ReportDifference difference;
} Card;

ReportDifference report_card_difference(const Report *report, uint32_t scenario, Seat seat, unsigned card)
{
    ReportContrast *groups = calloc(report->cell_count + 1U, sizeof *groups);
    size_t count = 0;
    for (uint32_t i = 0; i < report->cell_count && groups != NULL; i++) {
        const ReportTally *tally = &report->cells[i].tally;
        if (report->cells[i].scenario == scenario && tally->summaries > 0) {
            const ReportCard *played = &tally->cards[seat][card];
            groups[count++] =
                (ReportContrast){played->played, (double)played->won, tally->summaries - played->played,
                                 (double)(tally->summary_wins[seat] - played->won)};
        }
    }
    const ReportDifference difference = report_difference(groups, count);
    free(groups);
    return difference;
}

static int compare_cards(const void *left, const void *right)
{
    const Card *a = left;
    const Card *b = right;
    const double x = a->difference.difference;
    const double y = b->difference.difference;
    return x != y ? (x < y) - (x > y) : (a->card > b->card) - (a->card < b->card);
}

/* Cards that were played, or that the board knows; those that go together with winning first. */
static unsigned list_cards(const Report *report, uint32_t index, Seat seat, Card cards[SUMMARY_CARDS_MAX])
{
    const ReportScenario *scenario = &report->scenarios[index];
    unsigned count = 0;
    for (unsigned i = 0; i < SUMMARY_CARDS_MAX; i++) {
        const ReportCard *card = &scenario->tally.cards[seat][i];
        if (card->played > 0) {
            cards[count++] = (Card){i, *card, report_card_difference(report, index, seat, i)};
        }
    }
    qsort(cards, count, sizeof cards[0], compare_cards);
    return count;
}

static void chart_cards(ReportPage *page, uint32_t index, Seat seat, const Card *cards, unsigned count)
{
    const char *const colours[] = {page_seat_colour(seat)};
    const ReportScenario *scenario = &page->report->scenarios[index];
    ReportLine lines[SUMMARY_CARDS_MAX];
    char names[SUMMARY_CARDS_MAX][REPORT_NAME_BYTES];
    size_t used = 0;
    double most = 0.05;
    for (unsigned i = 0; i < count; i++) {
        const Card *card = &cards[i];
        if (card->all.played >= LEAST_GAMES && scenario->tally.summaries - card->all.played >= LEAST_GAMES) {
            lines[used++] = (ReportLine){.label = report_card_name(&scenario->board, card->card, names[i]),
                                         .value = {100.0 * card->difference.difference},
                                         .low = {100.0 * card->difference.interval.low},
                                         .high = {100.0 * card->difference.interval.high}};
            most = fmax(most, fmax(-card->difference.interval.low, card->difference.interval.high));
        }
    }
    if (used > 0) {
        const double reach = 5.0 * ceil(20.0 * most) + 1.0;
        const ReportAxis axis = {"points (%) more games won when played", -reach, reach, 0.0, true};
        report_plot_intervals(&page->plots, &axis, lines, used, colours, 1);
        page_chart(page,
                   seat == SEAT_FRENCH ? "Cards of {french}: win rate when played, less when not"
                                       : "Cards of {coalition}: win rate when played, less when not",
                   NULL, 0);
    }
}

static void table_cards(StrBuf *out, const ReportScenario *scenario, Seat seat, const Card *cards,
                        unsigned count)
{
    const ReportTally *tally = &scenario->tally;
    char caption[160];
    char room[REPORT_NAME_BYTES];
    const char *side = words_seat(scenario->board.rules, seat);
    (void)snprintf(caption, sizeof caption, "Cards played by %s, who won %.1f%% of these games", side,
                   100.0 * stats_rate(tally->summary_wins[seat], tally->summaries));
    strbuf_addf(out, "<details open><summary>Table: cards of %s</summary>\n", side);
    page_table(out, scenario->board.rules, caption,
               "Card|#Games|#Played in|#Won when played|#95% interval|#Difference, points|#95% interval");
    for (unsigned i = 0; i < count; i++) {
        page_row(out);
        page_text(out, report_card_name(&scenario->board, cards[i].card, room));
        page_cell_number(out, cards[i].all.played);
        page_cell_percent(out, cards[i].all.played, tally->summaries);
        page_cell_share(out, cards[i].all.won, cards[i].all.played);
        page_cell_difference(out, &cards[i].difference);
        page_row_end(out);
    }
    page_table_end(out);
    strbuf_add(out, "</details>\n");
}

/* Cards that the board knows and nobody played as this side. */
static void add_never_played(StrBuf *out, const ReportScenario *scenario)
{
    unsigned missing = 0;
    for (unsigned i = 0; i < scenario->board.card_count && i < SUMMARY_CARDS_MAX; i++) {
        if (scenario->tally.cards[SEAT_FRENCH][i].played + scenario->tally.cards[SEAT_COALITION][i].played ==
            0) {
            strbuf_add(out, missing++ == 0 ? "<p>Never played for what they say, by either side: " : ", ");
            page_text(out, scenario->board.cards[i]);
        }
    }
    strbuf_add(out, missing > 0 ? ".</p>\n" : "");
}

void report_cards(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    Card cards[SEAT_COUNT][SUMMARY_CARDS_MAX];
    unsigned count[SEAT_COUNT];
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        count[seat] = list_cards(page->report, index, (Seat)seat, cards[seat]);
    }
    if (count[SEAT_FRENCH] + count[SEAT_COALITION] == 0) {
        return;
    }
    strbuf_add(&page->html, "<h3>Cards</h3>\n");
    strbuf_addf(&page->html,
                "<p>Charts leave out cards that were played, or not played, in fewer than %d games. A card "
                "counts once a "
                "game and side.</p>\n<div class=\"charts\">\n",
                LEAST_GAMES);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        chart_cards(page, index, (Seat)seat, cards[seat], count[seat]);
    }
    strbuf_add(&page->html, "</div>\n");
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        table_cards(&page->html, scenario, (Seat)seat, cards[seat], count[seat]);
    }
    add_never_played(&page->html, scenario);
}

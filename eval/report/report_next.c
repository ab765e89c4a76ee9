/* report_next.c: what to try next, derived from what is not known yet, with commands to do it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/report/report_page.h"
#include "eval/report/report_table.h"

enum {
    MORE_GAMES = 2000,  /* that are shared out among cells */
    CELLS_SHOWN = 3,    /* cells to play on in, and pairs that never met */
    CELL_LEAST = 50,    /* games: fewer change nothing */
    PAIR_GAMES = 200,   /* of a pair that never met */
    LEVEL_PERCENT = 10, /* beyond one half by so much a scenario is lopsided */
};
static const double LEADER = 0.05; /* least share of a mixture that is worth beating */
static const double SURE = 0.05;   /* a value known so well needs no more games */

/* ---- an item ---- */

static void add_item(ReportPage *page, const char *what, const StrBuf *command)
{
    StrBuf *out = &page->html;
    strbuf_add(out, "<li>");
    page_words(out, page->rules, what);
    strbuf_add_char(out, '\n');
    page_command(out, command, "what to try next");
    strbuf_add(out, "</li>\n");
}

static void begin_match(StrBuf *command, const ReportPage *page, const ReportScenario *scenario,
                        uint32_t french, uint32_t coalition)
{
    if (command->length > 0) {
        strbuf_add_char(command, '\n');
    }
    strbuf_add(command, "marshal match ");
    page_scenario_option(command, scenario);
    page_option(command, "french", page->report->policies[french].spec);
    page_option(command, "coalition", page->report->policies[coalition].spec);
}

/* ---- pairs that never met ---- */

/* Commands for pairs without games: those on which the answer hangs, or the others. Returns their number. */
static uint32_t play_pairs(ReportPage *page, uint32_t index, bool hanging, uint32_t most, StrBuf *command)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    uint32_t count = 0;
    for (uint32_t r = 0; r < report_player_count(scenario, SEAT_FRENCH); r++) {
        for (uint32_t c = 0; c < report_player_count(scenario, SEAT_COALITION) && count < most; c++) {
            const uint32_t french = scenario->players[SEAT_FRENCH][r];
            const uint32_t coalition = scenario->players[SEAT_COALITION][c];
            double score = 0.0;
            if (!report_met(page->report, index, french, coalition, &score) &&
                report_hangs_on(page->report, index, french, coalition) == hanging) {
                begin_match(command, page, scenario, french, coalition);
                strbuf_addf(command, " --games %d", PAIR_GAMES);
                page_option(command, "db", page->store);
                count++;
            }
        }
    }
    return count;
}

static void add_unplayed(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    StrBuf command;
    if (scenario->unplayed == 0) {
        return;
    }
    strbuf_init(&command);
    uint32_t shown = play_pairs(page, index, true, CELLS_SHOWN, &command);
    shown += play_pairs(page, index, false, CELLS_SHOWN - shown, &command);
    if (scenario->unplayed > shown) {
        strbuf_add(&command, "\nmarshal equilibrium CONFIG");
        page_option(&command, "db", page->store);
    }
    add_item(page,
             scenario->unplayed > shown ? "Play the pairs without games, those that matter most first (the "
                                          "last command plays all of them, "
                                          "with the configuration of the tournament):"
                                        : "Play what has no games:",
             &command);
    strbuf_release(&command);
}

/* ---- pairs with too few games ---- */

/* The experiment to go on with: the one of a pair that holds most games; UINT32_MAX: none. */
static uint32_t experiment_of(const Report *report, uint32_t scenario, uint32_t french, uint32_t coalition)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < report->experiment_count; i++) {
        const ReportExperiment *experiment = &report->experiments[i];
        const ReportCell *cell = &report->cells[experiment->cell];
        if (cell->scenario == scenario && cell->policies[SEAT_FRENCH] == french &&
            cell->policies[SEAT_COALITION] == coalition &&
            (best == UINT32_MAX || experiment->numbers > report->experiments[best].numbers)) {
            best = i;
        }
    }
    return best;
}

/* The command that plays on in a cell of the table. */
static void go_on(StrBuf *command, const ReportPage *page, uint32_t index, uint32_t cell, uint64_t more)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const uint32_t columns = scenario->table.strategies[SEAT_COALITION];
    const uint32_t french = scenario->players[SEAT_FRENCH][cell / columns];
    const uint32_t coalition = scenario->players[SEAT_COALITION][cell % columns];
    const uint32_t at = experiment_of(page->report, index, french, coalition);
    begin_match(command, page, scenario, french, coalition);
    if (at != UINT32_MAX) {
        const ReportExperiment *experiment = &page->report->experiments[at];
        strbuf_addf(command, " --games %" PRIu64 " --seed %" PRIu64, experiment->numbers + more,
                    experiment->seed);
    } else {
        strbuf_addf(command, " --games %" PRIu64, more);
    }
    page_option(command, "db", page->store);
}

/* The cells on which the value hangs, each with the games that make it surest. */
static void add_thin(ReportPage *page, uint32_t index)
{
    const ReportScenario *scenario = &page->report->scenarios[index];
    const uint32_t count = table_cell_count(&scenario->table);
    uint64_t *more = calloc(count, sizeof *more);
    StrBuf command;
    strbuf_init(&command);
    if (more != NULL) {
        equilibrium_allocate(&scenario->table, &scenario->equilibrium, MORE_GAMES, more);
        for (int shown = 0; shown < CELLS_SHOWN; shown++) {
            uint32_t most = 0;
            for (uint32_t i = 1; i < count; i++) {
                most = more[i] > more[most] ? i : most;
            }
            if (more[most] >= CELL_LEAST) {
                go_on(&command, page, index, most, more[most] / 10 * 10);
            }
            more[most] = 0;
        }
    }
    if (command.length > 0) {
        add_item(page, "The value hangs most on these pairs; play on in them:", &command);
    }
    strbuf_release(&command);
    free(more);
}

static bool is_undecided(const ReportScenario *scenario)
{
    bool undecided = false;
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (uint32_t i = 0; i < scenario->table.strategies[seat]; i++) {
            undecided = undecided || report_is_undecided(&scenario->equilibrium.of[seat][i]);
        }
    }
    return undecided;
}

static void add_undecided(ReportPage *page, const ReportScenario *scenario)
{
    StrBuf command;
    if (!is_undecided(scenario)) {
        return;
    }
    strbuf_init(&command);
    strbuf_add(&command, "marshal equilibrium CONFIG --until-width 3");
    page_option(&command, "db", page->store);
    add_item(page,
             "Which strategies belong into the mixtures is open; this plays what matters, with the "
             "configuration of "
             "the tournament, until the value is known to 3 points:",
             &command);
    strbuf_release(&command);
}

/* ---- the leader as a target ---- */

/* The strategy of a seat with the greatest share. */
static uint32_t leader(const ReportScenario *scenario, Seat seat)
{
    uint32_t order[MATRIX_STRATEGIES_MAX] = {0};
    report_order_by_share(scenario, seat, order);
    return scenario->players[seat][order[0]];
}

static void add_target(ReportPage *page, const ReportScenario *scenario)
{
    const Seat seat = scenario->equilibrium.solution.value > 0.5 ? SEAT_COALITION : SEAT_FRENCH;
    const Seat other = seat_other(seat);
    const char *start = page_strategy(page->report->policies[leader(scenario, seat)].spec);
    StrBuf command;
    strbuf_init(&command);
    strbuf_add(&command, "marshal improve ");
    page_scenario_option(&command, scenario);
    page_option(&command, "seat", seat == SEAT_FRENCH ? "french" : "coalition");
    if (start != NULL) {
        page_option(&command, "strategy", start);
    }
    for (uint32_t i = 0; i < scenario->table.strategies[other]; i++) {
        const EquilibriumStrategy *found = &scenario->equilibrium.of[other][i];
        char text[POLICY_SPEC_BYTES + 32];
        if (found->share >= LEADER) {
            (void)snprintf(text, sizeof text, "%.2f*%s", found->share,
                           page->report->policies[scenario->players[other][i]].spec);
            page_option(&command, "against", found->share > 1.0 - LEADER ? strchr(text, '*') + 1 : text);
        }
    }
    page_option(&command, "out", "better.json");
    add_item(page,
             seat == SEAT_FRENCH ? "Look for an answer of {french} to what {coalition} should play:"
                                 : "Look for an answer of {coalition} to what {french} should play:",
             &command);
    strbuf_release(&command);
}

/* ---- the scenario itself ---- */

static void add_balance(ReportPage *page, const ReportScenario *scenario)
{
    const Interval *value = &scenario->equilibrium.value;
    StrBuf command;
    if (100.0 * value->low <= 50 + LEVEL_PERCENT && 100.0 * value->high >= 50 - LEVEL_PERCENT) {
        return;
    }
    strbuf_init(&command);
    strbuf_add(&command, "marshal balance ");
    page_scenario_option(&command, scenario);
    strbuf_add(&command, " --knob KNOB=LOW..HIGH");
    add_item(page,
             value->low > 0.5 ? "The scenario is lopsided in favour of {french}. This looks for a number of "
                                "its file (KNOB is the "
                                "path, as for --set) at which it is level:"
                              : "The scenario is lopsided in favour of {coalition}. This looks for a number "
                                "of its file (KNOB is "
                                "the path, as for --set) at which it is level:",
             &command);
    strbuf_release(&command);
}

static void add_openings(ReportPage *page, const ReportScenario *scenario)
{
    const Openings *openings = scenario->openings;
    StrBuf command;
    if (openings == NULL ||
        (openings->seats[SEAT_FRENCH].group_count < 2 && openings->seats[SEAT_COALITION].group_count < 2)) {
        return;
    }
    strbuf_init(&command);
    strbuf_add(&command, "marshal openings ");
    page_scenario_option(&command, scenario);
    page_option(&command, "db", page->store);
    page_option(&command, "judge", "mcts:sims=400");
    add_item(page, "Several first turns were played; ask a search which of them is best:", &command);
    strbuf_release(&command);
}

/* ---- all ---- */

static void add_scenario(ReportPage *page, uint32_t chapter)
{
    const uint32_t index = page->order[chapter];
    const ReportScenario *scenario = &page->report->scenarios[index];
    const Interval *value = &scenario->equilibrium.value;
    StrBuf *out = &page->html;
    if (scenario->tally.games == 0) {
        return;
    }
    page->rules = scenario->board.rules;
    strbuf_add(out, "<h3>");
    page_title(out, page->report, index);
    strbuf_add(out, "</h3>\n<ul>\n");
    add_unplayed(page, index);
    if (report_stands(page->report, index)) {
        if (value->high - value->low > SURE) {
            add_thin(page, index);
        }
        add_undecided(page, scenario);
        add_balance(page, scenario);
        add_target(page, scenario);
    }
    add_openings(page, scenario);
    strbuf_add(out, "</ul>\n");
}

void report_next(ReportPage *page)
{
    const GameRules *rules = page->rules;
    StrBuf *out = &page->html;
    strbuf_add(
        out, "<section id=\"next\"><h2 class=\"flow\">What to try next</h2>\n<p>What these games leave open, "
             "with commands that find out. Words in capitals are for you to fill in.</p>\n");
    for (uint32_t i = 0; i < page->report->scenario_count && i < PAGE_CHAPTERS_MAX; i++) {
        add_scenario(page, i);
    }
    page->rules = rules;
    strbuf_add(out, "</section>\n");
}

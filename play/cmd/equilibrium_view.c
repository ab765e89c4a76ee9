/* equilibrium_view.c: see equilibrium_view.h. */
#include "play/cmd/equilibrium_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eval/statistics/stats.h"

enum { NAME_WIDTH = 40, COLUMNS_MAX = 16 };

static const char *const SEATS[SEAT_COUNT] = {"french", "coalition"};

/* Cells of each kind of game without a winner. */
static void count_shared(const Table *table, uint64_t *draws, uint64_t *both_lost)
{
    *draws = 0;
    *both_lost = 0;
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        *draws += table->cells[i].draws;
        *both_lost += table->cells[i].both_lost;
    }
}

/* ------------------------------------------------------------------ text */

static void print_value(const EquilibriumView *view)
{
    const Equilibrium *found = view->found;
    const uint32_t missing = table_missing(view->table);
    uint64_t draws = 0;
    uint64_t both_lost = 0;
    printf("  value: french scores %.1f%%, 95%% interval [%.1f, %.1f], when both play their mixture\n",
           100.0 * found->solution.value, 100.0 * found->value.low, 100.0 * found->value.high);
    if (missing > 0) {
        printf("  %" PRIu32 " of %" PRIu32
               " cells have no games; mixtures count them as one half, but whatever they "
               "held, the value would lie between %.1f%% and %.1f%%\n",
               missing, table_cell_count(view->table), 100.0 * found->bounds.low, 100.0 * found->bounds.high);
    }
    count_shared(view->table, &draws, &both_lost);
    if (draws + both_lost > 0) {
        printf("  %" PRIu64 " games drawn and %" PRIu64 " lost by both count one half to each\n", draws,
               both_lost);
    }
}

/* " dominated by NAME 60%, NAME 40%" */
static void print_dominance(const EquilibriumView *view, Seat seat, const EquilibriumStrategy *strategy)
{
    const MatrixDominance *dominance = &strategy->dominance;
    if (dominance->kind == MATRIX_NOT_DOMINATED) {
        return;
    }
    printf("      %s by", dominance->kind == MATRIX_STRICTLY ? "dominated" : "weakly dominated");
    for (uint32_t i = 0; i < view->table->strategies[seat]; i++) {
        if (dominance->mixture[i] > 0.0) {
            printf(" %s %.0f%%", view->table->names[seat][i], 100.0 * dominance->mixture[i]);
        }
    }
    printf("; in %.0f%% of the samples by something\n", 100.0 * strategy->dominated_samples);
}

static void print_mixture(const EquilibriumView *view, Seat seat)
{
    printf("  %-*s  share  95%% interval  french scores  95%% interval\n", NAME_WIDTH + 6,
           seat == SEAT_FRENCH ? "mixture of the seat french" : "mixture of the seat coalition");
    for (uint32_t i = 0; i < view->table->strategies[seat]; i++) {
        const EquilibriumStrategy *strategy = &view->found->of[seat][i];
        printf("  %3" PRIu32 "  %-*s %5.1f%%  [%5.1f,%6.1f]         %5.1f%%  [%5.1f,%6.1f]\n", i + 1,
               NAME_WIDTH, view->table->names[seat][i], 100.0 * strategy->share,
               100.0 * strategy->share_interval.low, 100.0 * strategy->share_interval.high,
               100.0 * strategy->score, 100.0 * strategy->score_interval.low,
               100.0 * strategy->score_interval.high);
        if (strategy->twin != i) {
            printf(
                "      scores the same as %s in every cell: the share may be split between them in any way\n",
                view->table->names[seat][strategy->twin]);
        }
        print_dominance(view, seat, strategy);
    }
}

/* Some columns of the table, as numbered in the mixtures. */
static void print_columns(const Table *table, uint32_t from, uint32_t to)
{
    printf("      ");
    for (uint32_t c = from; c < to; c++) {
        printf(" %6" PRIu32, c + 1);
    }
    printf("\n");
    for (uint32_t r = 0; r < table->strategies[SEAT_FRENCH]; r++) {
        printf("  %3" PRIu32 " ", r + 1);
        for (uint32_t c = from; c < to; c++) {
            const TableCell *cell = &table->cells[r * table->strategies[SEAT_COALITION] + c];
            if (cell->games > 0) {
                printf(" %5.1f%%", 100.0 * table_payoff(cell));
            } else {
                printf("      -");
            }
        }
        printf("\n");
    }
}

static void print_table(const Table *table)
{
    printf("  what french scores, french strategies down, those of the coalition across\n");
    for (uint32_t from = 0; from < table->strategies[SEAT_COALITION]; from += COLUMNS_MAX) {
        const uint32_t left = table->strategies[SEAT_COALITION] - from;
        print_columns(table, from, from + (left < COLUMNS_MAX ? left : COLUMNS_MAX));
    }
}

static void print_answers(const EquilibriumView *view, const ViewAnswers *given)
{
    const EquilibriumAnswers *answers = &given->answers;
    printf("  answers of the seat %s to %s: the best is %s\n", SEATS[given->seat], given->mixture,
           view->table->names[given->seat][answers->best]);
    for (uint32_t i = 0; i < answers->count; i++) {
        printf("       %-*s french scores %5.1f%%  [%5.1f,%6.1f]  best in %3.0f%% of the samples\n",
               NAME_WIDTH, view->table->names[given->seat][i], 100.0 * answers->scores[i],
               100.0 * answers->intervals[i].low, 100.0 * answers->intervals[i].high,
               100.0 * answers->best_samples[i]);
    }
}

void equilibrium_view_print(const EquilibriumView *view)
{
    const Table *table = view->table;
    printf("%s%s%s%s, %" PRIu32 " strategies against %" PRIu32 ", %" PRIu64 " games\n", view->scenario,
           view->title[0] != '\0' ? " (" : "", view->title, view->title[0] != '\0' ? ")" : "",
           table->strategies[SEAT_FRENCH], table->strategies[SEAT_COALITION], table->games);
    print_value(view);
    print_mixture(view, SEAT_FRENCH);
    print_mixture(view, SEAT_COALITION);
    print_table(table);
    for (uint32_t i = 0; i < view->answer_count; i++) {
        print_answers(view, &view->answers[i]);
    }
}

/* ------------------------------------------------------------------ JSON */

static void add_answers(JsonOut *out, const EquilibriumView *view, const ViewAnswers *given)
{
    const EquilibriumAnswers *answers = &given->answers;
    jsonout_begin(out, '{');
    jsonout_key_text(out, "seat", SEATS[given->seat]);
    jsonout_key_text(out, "against", given->mixture);
    jsonout_key_text(out, "best", view->table->names[given->seat][answers->best]);
    jsonout_key(out, "strategies");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < answers->count; i++) {
        jsonout_begin(out, '{');
        jsonout_key_text(out, "strategy", view->table->names[given->seat][i]);
        jsonout_key_double(out, "score", answers->scores[i]);
        stats_key_interval(out, "score_ci95", answers->intervals[i]);
        jsonout_key_double(out, "best_samples", answers->best_samples[i]);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

void equilibrium_view_json(const EquilibriumView *view, JsonOut *out)
{
    jsonout_key_text(out, "scenario", view->scenario);
    jsonout_key_text(out, "scenario_sha256", view->sha256);
    equilibrium_json(view->table, view->found, out);
    jsonout_key(out, "answers");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < view->answer_count; i++) {
        add_answers(out, view, &view->answers[i]);
    }
    jsonout_end(out, ']');
}

/* equilibrium_json.c: an equilibrium as members of a JSON object. */
#include "engine/jsonout.h"
#include "eval/equilibrium/equilibrium.h"

static void add_dominance(JsonOut *out, const Table *table, Seat seat, const EquilibriumStrategy *strategy)
{
    const MatrixDominance *dominance = &strategy->dominance;
    if (dominance->kind == MATRIX_NOT_DOMINATED) {
        jsonout_key_null(out, "dominated");
        return;
    }
    jsonout_key(out, "dominated");
    jsonout_begin(out, '{');
    jsonout_key_bool(out, "strictly", dominance->kind == MATRIX_STRICTLY);
    jsonout_key_double(out, "margin", dominance->margin);
    jsonout_key_double(out, "samples", strategy->dominated_samples);
    jsonout_key(out, "by");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < table->strategies[seat]; i++) {
        if (dominance->mixture[i] > 0.0) {
            jsonout_begin(out, '{');
            jsonout_key_text(out, "strategy", table->names[seat][i]);
            jsonout_key_double(out, "share", dominance->mixture[i]);
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
    jsonout_end(out, '}');
}

static void add_mixture(JsonOut *out, const Table *table, const Equilibrium *found, Seat seat)
{
    jsonout_key(out, seat_name(seat));
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < table->strategies[seat]; i++) {
        const EquilibriumStrategy *strategy = &found->of[seat][i];
        jsonout_begin(out, '{');
        jsonout_key_text(out, "strategy", table->names[seat][i]);
        jsonout_key_double(out, "share", strategy->share);
        stats_key_interval(out, "share_ci95", strategy->share_interval);
        jsonout_key_double(out, "score", strategy->score);
        stats_key_interval(out, "score_ci95", strategy->score_interval);
        jsonout_key_text(out, "twin", strategy->twin != i ? table->names[seat][strategy->twin] : NULL);
        add_dominance(out, table, seat, strategy);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void add_cells(JsonOut *out, const Table *table, const Equilibrium *found)
{
    const uint32_t columns = table->strategies[SEAT_COALITION];
    jsonout_key(out, "cells");
    jsonout_begin(out, '[');
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        const TableCell *cell = &table->cells[i];
        jsonout_begin(out, '{');
        jsonout_key_text(out, "french", table->names[SEAT_FRENCH][i / columns]);
        jsonout_key_text(out, "coalition", table->names[SEAT_COALITION][i % columns]);
        jsonout_key_u64(out, "games", cell->games);
        jsonout_key_u64(out, "draws", cell->draws);
        jsonout_key_u64(out, "both_lose", cell->both_lost);
        if (cell->games > 0) {
            jsonout_key_double(out, "score", table_payoff(cell));
        } else {
            jsonout_key_null(out, "score");
        }
        jsonout_key_double(out, "weight", found->weight[i]);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

void equilibrium_json(const Table *table, const Equilibrium *found, JsonOut *out)
{
    jsonout_key_u64(out, "games", table->games);
    jsonout_key_u64(out, "cells_without_games", table_missing(table));
    jsonout_key_double(out, "value", found->solution.value);
    stats_key_interval(out, "value_ci95", found->value);
    jsonout_key_double(out, "value_error", found->error);
    stats_key_interval(out, "value_bounds", found->bounds);
    jsonout_key_double(out, "gap", found->solution.gap);
    add_mixture(out, table, found, SEAT_FRENCH);
    add_mixture(out, table, found, SEAT_COALITION);
    add_cells(out, table, found);
}

/* weight_space.c: see weight_space.h. */
#include "eval/improve/weight_space.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"

/* Smallest step between two values of a weight. */
static double grain(const WeightTable *table, const WeightRow *row)
{
    return table->whole ? 1.0 : (row->most - row->least) / 10000.0;
}

/* Weights that are 0, at first and by default, say nothing of their size: their range does then. Five grains,
 * so that perturbations do not vanish in rounding. */
static double scale_of(const WeightTable *table, const WeightRow *row, double start, double initial)
{
    const double range = row->most - row->least;
    const double size = fmax(fabs(start), fabs(initial));
    return fmax(5.0 * grain(table, row), size > 0.0 ? fmax(size, range / 100.0) : range / 20.0);
}

static void fill_row(WeightSpace *space, uint32_t i)
{
    const WeightRow *row = &space->table->rows[i];
    space->scale[i] = scale_of(space->table, row, space->start[i], space->initial[i]);
    space->low[i] = asinh((row->least - space->start[i]) / space->scale[i]);
    space->high[i] = asinh((row->most - space->start[i]) / space->scale[i]);
}

/* The defaults of the seat, which hang on the scenario. */
static bool read_initial(WeightSpace *space, Err *err)
{
    void *strategy = space->ai->strategy_load(space->game, NULL, err);
    if (strategy == NULL) {
        return false;
    }
    const void *weights = space->ai->strategy_weights(strategy, space->seat);
    for (uint32_t i = 0; i < space->count; i++) {
        space->initial[i] = weights_get(space->table, i, weights);
    }
    space->ai->strategy_release(strategy);
    return true;
}

bool weight_space_init(WeightSpace *space, const Policy *start, Seat seat, Err *err)
{
    memset(space, 0, sizeof *space);
    space->game = start->game;
    space->ai = game_ai_find(start->game->rules->id);
    space->seat = seat;
    if (space->ai == NULL || space->ai->weights == NULL) {
        return err_set(err, NULL, NULL, "%.32s has no weights to improve", start->game->rules->id);
    }
    const void *strategy = policy_strategy(start);
    if (strategy == NULL) {
        return err_set(err, NULL, NULL,
                       "found policy \"%.128s\", expected heuristic, with a strategy or without",
                       start->spec);
    }
    space->table = space->ai->weights;
    space->count = (uint32_t)space->table->count;
    assert(space->count <= WEIGHT_SPACE_MAX);
    const void *weights = space->ai->strategy_weights(strategy, seat);
    if (!read_initial(space, err)) {
        return false;
    }
    for (uint32_t i = 0; i < space->count; i++) {
        space->start[i] = weights_get(space->table, i, weights);
        fill_row(space, i);
    }
    return true;
}

void weight_space_weights(const WeightSpace *space, const double *point, double *weights)
{
    for (uint32_t i = 0; i < space->count; i++) {
        const WeightRow *row = &space->table->rows[i];
        const double step = grain(space->table, row);
        const double value = space->start[i] + space->scale[i] * sinh(point[i]);
        /* the start itself need not lie on a grain */
        const double rounded = space->start[i] + step * round((value - space->start[i]) / step);
        weights[i] = fmin(fmax(rounded, row->least), row->most);
    }
}

/* ------------------------------------------------------------------ files */

static void add_weights(const WeightSpace *space, const double *weights, StrBuf *text)
{
    for (uint32_t i = 0; i < space->count; i++) {
        strbuf_addf(text, "%s    \"%s\": %.10g", i > 0 ? ",\n" : "", space->table->rows[i].name, weights[i]);
    }
}

void weight_space_write(const WeightSpace *space, const double *weights, const StrategyHead *head,
                        StrBuf *text)
{
    strbuf_add(text, "{\n  \"$schema\": \"strategy.schema.json\",\n  \"schema\": \"marshal/strategy/1\",\n");
    strbuf_addf(text, "  \"game\": \"%s\",\n  \"title\": ", space->table->game);
    strbuf_add_json(text, head->title);
    if (head->description != NULL) {
        strbuf_add(text, ",\n  \"description\": ");
        strbuf_add_json(text, head->description);
    }
    strbuf_addf(text, ",\n  \"seat\": \"%s\",\n  \"weights\": {\n", seat_name(space->seat));
    add_weights(space, weights, text);
    strbuf_add(text, "\n  }");
    if (head->pedigree != NULL) {
        strbuf_addf(text, ",\n  \"pedigree\": %s", head->pedigree);
    }
    strbuf_add(text, "\n}\n");
}

bool weight_space_policy(const WeightSpace *space, const double *weights, const char *spec, Policy *policy,
                         Err *err)
{
    JsonDoc doc;
    StrBuf text;
    strbuf_init(&text);
    weight_space_write(space, weights, &(StrategyHead){.title = spec}, &text);
    const bool parsed = json_parse(&doc, text.text, text.length, spec, err);
    const bool good = parsed && policy_init_strategy(policy, space->game, spec, &doc, err);
    if (parsed) {
        json_release(&doc);
    }
    strbuf_release(&text);
    return good;
}

/* ------------------------------------------------------------------ words */

static double distance(const WeightSpace *space, const double *weights, uint32_t i)
{
    return fabs(asinh((weights[i] - space->start[i]) / space->scale[i]));
}

uint32_t weight_space_moved(const WeightSpace *space, const double *weights, uint32_t order[WEIGHT_SPACE_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < space->count; i++) {
        if (distance(space, weights, i) > 0.0) {
            uint32_t at = count++;
            for (; at > 0 && distance(space, weights, order[at - 1]) < distance(space, weights, i); at--) {
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
    }
    return count;
}

void weight_space_tell(const WeightSpace *space, const double *weights, uint32_t most, StrBuf *text)
{
    uint32_t order[WEIGHT_SPACE_MAX];
    const uint32_t moved = weight_space_moved(space, weights, order);
    for (uint32_t i = 0; i < moved && i < most; i++) {
        const WeightRow *row = &space->table->rows[order[i]];
        const double from = space->start[order[i]];
        const double to = weights[order[i]];
        strbuf_addf(text, "    %-14s %8.6g -> %-8.6g %s: %s\n", row->name, from, to,
                    to > from ? "more" : "less", row->meaning);
    }
}

/* table.c: see table.h. */
#include "eval/equilibrium/table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rng.h"

static bool out_of_memory(Err *err) { return err_set(err, NULL, NULL, "out of memory"); }

void table_init(Table *table) { memset(table, 0, sizeof *table); }

void table_release(Table *table)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        for (uint32_t i = 0; i < table->strategies[seat]; i++) {
            free(table->names[seat][i]);
        }
        free(table->names[seat]);
    }
    for (uint32_t i = 0; i < table->run_count; i++) {
        free(table->runs[i].halves);
    }
    free(table->runs);
    free(table->cells);
    table_init(table);
}

bool table_add_strategy(Table *table, Seat seat, const char *name, Err *err)
{
    const uint32_t count = table->strategies[seat];
    assert(table->cells == NULL);
    if (count == MATRIX_STRATEGIES_MAX) {
        return err_set(err, NULL, NULL, "found more than %d strategies of a seat, expected fewer",
                       MATRIX_STRATEGIES_MAX);
    }
    char **names = realloc(table->names[seat], (count + 1) * sizeof *names);
    if (names == NULL) {
        return out_of_memory(err);
    }
    table->names[seat] = names;
    names[count] = malloc(strlen(name) + 1);
    if (names[count] == NULL) {
        return out_of_memory(err);
    }
    memcpy(names[count], name, strlen(name) + 1);
    table->strategies[seat]++;
    return true;
}

bool table_make_cells(Table *table, Err *err)
{
    assert(table->strategies[SEAT_FRENCH] > 0 && table->strategies[SEAT_COALITION] > 0);
    table->cells = calloc(table_cell_count(table), sizeof *table->cells);
    return table->cells != NULL || out_of_memory(err);
}

bool table_run(Table *table, uint32_t cell, uint64_t seed, uint32_t *run, Err *err)
{
    for (*run = 0; *run < table->run_count; (*run)++) {
        if (table->runs[*run].cell == cell && table->runs[*run].seed == seed) {
            return true;
        }
    }
    TableRun *runs = realloc(table->runs, (table->run_count + 1) * sizeof *runs);
    if (runs == NULL) {
        return out_of_memory(err);
    }
    table->runs = runs;
    runs[table->run_count++] = (TableRun){.cell = cell, .seed = seed};
    return true;
}

/* Room for a game of this number. */
static bool make_room(TableRun *run, uint64_t number, Err *err)
{
    if (number >= run->room) {
        const uint64_t room = number + number / 2 + 64;
        uint8_t *halves = realloc(run->halves, room);
        if (halves == NULL) {
            return out_of_memory(err);
        }
        memset(halves + run->room, TABLE_NO_GAME, room - run->room);
        run->halves = halves;
        run->room = room;
    }
    return true;
}

bool table_add_game(Table *table, uint32_t index, uint64_t number, const Outcome *outcome, Err *err)
{
    TableRun *run = &table->runs[index];
    TableCell *cell = &table->cells[run->cell];
    if (number >= TABLE_NUMBER_MAX) {
        return err_set(err, NULL, NULL, "found a game with number %llu, expected one below %lu",
                       (unsigned long long)number, (unsigned long)TABLE_NUMBER_MAX);
    }
    if (!make_room(run, number, err)) {
        return false;
    }
    if (run->halves[number] == TABLE_NO_GAME) {
        const uint8_t halves = outcome_halves(outcome, SEAT_FRENCH);
        run->halves[number] = halves;
        run->numbers = run->numbers > number ? run->numbers : number + 1;
        cell->games++;
        cell->halves += halves;
        cell->both_lost += outcome->grade == OUTCOME_BOTH_LOSE ? 1U : 0U;
        cell->draws += halves == 1 && outcome->grade != OUTCOME_BOTH_LOSE ? 1U : 0U;
        table->games++;
    }
    return true;
}

/* Where a cell lies when a strategy has gone; false if it went with it. */
static bool cell_without(const Table *table, Seat seat, uint32_t strategy, uint32_t *cell)
{
    const uint32_t columns = table->strategies[SEAT_COALITION];
    const uint32_t at[SEAT_COUNT] = {*cell / columns, *cell % columns};
    const uint32_t row = at[SEAT_FRENCH] - (seat == SEAT_FRENCH && at[seat] > strategy ? 1U : 0U);
    const uint32_t column = at[SEAT_COALITION] - (seat == SEAT_COALITION && at[seat] > strategy ? 1U : 0U);
    *cell = row * (columns - (seat == SEAT_COALITION ? 1U : 0U)) + column;
    return at[seat] != strategy;
}

void table_drop_strategy(Table *table, Seat seat, uint32_t strategy)
{
    uint32_t kept = 0;
    assert(strategy < table->strategies[seat] && table->strategies[seat] > 1);
    for (uint32_t i = 0; i < table->run_count; i++) {
        TableRun run = table->runs[i];
        if (cell_without(table, seat, strategy, &run.cell)) {
            table->runs[kept++] = run;
        } else {
            free(run.halves);
        }
    }
    table->run_count = kept;
    table->games = 0;
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        uint32_t to = i; /* never behind i: nothing is overwritten before it has moved */
        if (cell_without(table, seat, strategy, &to)) {
            table->cells[to] = table->cells[i];
            table->games += table->cells[to].games;
        }
    }
    free(table->names[seat][strategy]);
    table->strategies[seat]--;
    memmove(&table->names[seat][strategy], &table->names[seat][strategy + 1],
            (table->strategies[seat] - strategy) * sizeof table->names[seat][0]);
}

double table_payoff(const TableCell *cell)
{
    return cell->games == 0 ? 0.5 : (double)cell->halves / (2.0 * (double)cell->games);
}

MatrixGame table_game(const Table *table, double *payoffs)
{
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        payoffs[i] = table_payoff(&table->cells[i]);
    }
    return (MatrixGame){table->strategies[SEAT_FRENCH], table->strategies[SEAT_COALITION], payoffs};
}

uint32_t table_missing(const Table *table)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < table_cell_count(table); i++) {
        missing += table->cells[i].games == 0 ? 1U : 0U;
    }
    return missing;
}

/* ------------------------------------------------------------------ resampling */

bool resampler_init(Resampler *resampler, const Table *table, uint64_t seed, Err *err)
{
    uint64_t numbers = 1;
    for (uint32_t i = 0; i < table->run_count; i++) {
        numbers = table->runs[i].numbers > numbers ? table->runs[i].numbers : numbers;
    }
    *resampler = (Resampler){
        .table = table,
        .seed = seed,
        .order = calloc(table->run_count + 1U, sizeof *resampler->order),
        .weights = malloc(numbers),
        .sums = calloc(2 * (size_t)table_cell_count(table), sizeof *resampler->sums),
    };
    if (resampler->order == NULL || resampler->weights == NULL || resampler->sums == NULL) {
        resampler_release(resampler);
        return out_of_memory(err);
    }
    for (uint32_t i = 0; i < table->run_count; i++) {
        uint32_t at = i;
        for (; at > 0 && table->runs[resampler->order[at - 1]].seed > table->runs[i].seed; at--) {
            resampler->order[at] = resampler->order[at - 1];
        }
        resampler->order[at] = i;
    }
    return true;
}

void resampler_release(Resampler *resampler)
{
    free(resampler->order);
    free(resampler->weights);
    free(resampler->sums);
    resampler->order = NULL;
    resampler->weights = NULL;
    resampler->sums = NULL;
}

/* A Poisson variable of mean 1 from 32 random bits: how many of these shares of 2^32 are below. */
static uint8_t poisson(uint32_t bits)
{
    static const uint32_t below[] = {1580030168U, 3160060337U, 3950075421U, 4213413783U, 4279248373U,
                                     4292415291U, 4294609777U, 4294923276U, 4294962463U, 4294966817U};
    uint8_t count = 0;
    while (count < sizeof below / sizeof below[0] && bits >= below[count]) {
        count++;
    }
    return count;
}

/* How often each number counts in this sample, for games with this master seed. */
static void draw_weights(Resampler *resampler, uint64_t seed, uint32_t sample, uint64_t from, uint64_t to)
{
    const RngFamily family = rng_family(resampler->seed ^ rng_mix(seed), RNG_PURPOSE_BOOTSTRAP);
    for (uint64_t number = from; number < to; number++) {
        Rng rng = rng_member(&family, ((uint64_t)sample << 32U) | number);
        resampler->weights[number] = poisson(rng_next(&rng));
    }
}

static void add_run(const Resampler *resampler, const TableRun *run)
{
    uint64_t weights = 0;
    uint64_t halves = 0;
    for (uint64_t i = 0; i < run->numbers; i++) {
        const uint32_t weight = run->halves[i] == TABLE_NO_GAME ? 0U : resampler->weights[i];
        weights += weight;
        halves += (uint64_t)weight * run->halves[i];
    }
    resampler->sums[2 * (size_t)run->cell] += weights;
    resampler->sums[2 * (size_t)run->cell + 1] += halves;
}

/* A score for a cell of n games that all gave this many half points: with all scores equally likely before,
 * the chance of n wins makes it U^(1/(n+1)); n losses its mirror; n draws lie between, to either side. */
static double draw_alike(const Resampler *resampler, uint32_t cell, uint32_t sample)
{
    const TableCell *games = &resampler->table->cells[cell];
    const uint64_t cells = table_cell_count(resampler->table);
    Rng rng = rng_derive(resampler->seed, RNG_PURPOSE_POSTERIOR, sample * cells + cell);
    const double uniform = ((double)rng_next(&rng) + 0.5) / 4294967296.0;
    const double near_one = pow(uniform, 1.0 / ((double)games->games + 1.0));
    if (games->games == 0 || games->halves == 2 * games->games) {
        return near_one;
    }
    if (games->halves == 0) {
        return 1.0 - near_one;
    }
    return 0.5 + (rng_bounded(&rng, 2) == 0 ? 0.5 : -0.5) * (1.0 - near_one);
}

static bool all_alike(const TableCell *cell)
{
    return cell->halves == 0 || cell->halves == 2 * cell->games ||
           cell->draws + cell->both_lost == cell->games;
}

void resampler_draw(Resampler *resampler, uint32_t sample, double *payoffs)
{
    const Table *table = resampler->table;
    uint64_t drawn = 0; /* weights there are for the seed at hand */
    memset(resampler->sums, 0, 2 * (size_t)table_cell_count(table) * sizeof *resampler->sums);
    for (uint32_t i = 0; i < table->run_count; i++) {
        const TableRun *run = &table->runs[resampler->order[i]];
        if (i > 0 && run->seed != table->runs[resampler->order[i - 1]].seed) {
            drawn = 0;
        }
        if (run->numbers > drawn) {
            draw_weights(resampler, run->seed, sample, drawn, run->numbers);
            drawn = run->numbers;
        }
        add_run(resampler, run);
    }
    for (uint32_t c = 0; c < table_cell_count(table); c++) {
        const uint64_t *sums = &resampler->sums[2 * (size_t)c];
        payoffs[c] = all_alike(&table->cells[c]) ? draw_alike(resampler, c, sample)
                     : sums[0] == 0              ? table_payoff(&table->cells[c])
                                                 : (double)sums[1] / (2.0 * (double)sums[0]);
    }
}

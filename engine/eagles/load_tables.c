/* load_tables.c: the printed tables (attrition, forced march, combat, losses, naval, costs). */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/load.h"

/* An array of exactly count numbers up to max. */
static bool read_numbers(const JsonNode *list, size_t count, long max, uint8_t *out, Err *err)
{
    size_t length = 0;
    if (!json_array(list, count, &length, err)) {
        return false;
    }
    if (length != count) {
        return json_error(list, err, "found %zu entries, expected %zu", length, count);
    }
    for (JsonNode node = json_first(list); !json_is_end(&node); node = json_next(&node)) {
        long value = 0;
        if (!json_int(&node, 0, max, &value, err)) {
            return false;
        }
        *out++ = (uint8_t)value;
    }
    return true;
}

static bool get_numbers(const JsonNode *object, const char *key, size_t count, long max, uint8_t *out,
                        Err *err)
{
    JsonNode list;
    return json_get(object, key, &list, err) && read_numbers(&list, count, max, out, err);
}

/* "column_bounds": the least SP of each column. */
static bool get_bounds(const JsonNode *object, size_t count, uint8_t *least, Err *err)
{
    JsonNode list;
    size_t length = 0;
    if (!json_get(object, "column_bounds", &list, err) || !json_array(&list, count, &length, err)) {
        return false;
    }
    if (length != count) {
        return json_error(&list, err, "found %zu columns, expected %zu", length, count);
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        size_t two = 0;
        if (!json_array(&node, 2, &two, err)) {
            return false;
        }
        if (two != 2) {
            return json_error(&node, err, "found %zu entries, expected least and most", two);
        }
        const JsonNode first = json_at(&node, 0);
        long value = 0;
        if (!json_int(&first, 1, 99, &value, err)) {
            return false;
        }
        *least++ = (uint8_t)value;
    }
    return true;
}

/* An object with rows "1" to "6". */
static bool get_die_rows(const JsonNode *table, const char *key, size_t columns, uint8_t *out, Err *err)
{
    JsonNode rows;
    if (!json_get(table, key, &rows, err)) {
        return false;
    }
    for (unsigned die = 1; die <= 6; die++) {
        const char name[2] = {(char)('0' + die), '\0'};
        if (!get_numbers(&rows, name, columns, 9, out + (die - 1) * columns, err)) {
            return false;
        }
    }
    return true;
}

static bool get_cell(const JsonNode *node, const char *const *words, unsigned count, uint8_t cell[2],
                     Err *err)
{
    const char *text = NULL;
    if (!json_string(node, &text, err)) {
        return false;
    }
    for (unsigned i = 0; i < count * count; i++) {
        char pair[16];
        snprintf(pair, sizeof pair, "%s/%s", words[i / count], words[i % count]);
        if (strcmp(pair, text) == 0) {
            cell[0] = (uint8_t)(i / count);
            cell[1] = (uint8_t)(i % count);
            return true;
        }
    }
    return json_error(node, err, "found \"%.20s\", expected two results such as \"%s/%s\"", text, words[1],
                      words[2]);
}

/* Rows of cells by name of the row. */
static bool get_cells(const JsonNode *table, const char *const *rows, unsigned row_count, unsigned columns,
                      const char *const *words, unsigned word_count, uint8_t (*cells)[2], Err *err)
{
    JsonNode all;
    if (!json_get(table, "rows", &all, err)) {
        return false;
    }
    for (unsigned row = 0; row < row_count; row++) {
        JsonNode list;
        size_t length = 0;
        if (!json_get(&all, rows[row], &list, err) || !json_array(&list, columns, &length, err)) {
            return false;
        }
        if (length != columns) {
            return json_error(&list, err, "found %zu columns, expected %u", length, columns);
        }
        for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
            if (!get_cell(&node, words, word_count, *cells++, err)) {
                return false;
            }
        }
    }
    return true;
}

static bool load_combat(EaglesTables *t, const JsonNode *tables, Err *err)
{
    static const char *const ROWS[] = {"1:1", "3:2", "2:1", "4:1"};
    static const char *const CELLS[] = {"-", "1", "L", "D1", "D2", "D3"};
    static const char *const LOSSES[] = {"L", "D1", "D2/D3"};
    JsonNode table;
    JsonNode rows;
    if (!json_get(tables, "land_combat", &table, err) ||
        !get_cells(&table, ROWS, 4, 11, CELLS, 6, t->combat[0], err) ||
        !json_get(tables, "land_loss", &table, err) || !get_bounds(&table, 6, t->loss_column, err) ||
        !json_get(&table, "rows", &rows, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!get_numbers(&rows, LOSSES[i], 6, 99, t->loss[i], err)) {
            return false;
        }
    }
    return true;
}

static bool load_naval(EaglesTables *t, const JsonNode *tables, Err *err)
{
    static const char *const ROWS[] = {"1:1", "3:2", "2:1"};
    static const char *const CELLS[] = {"0", "D", "R", "K", "2K", "C", "2C"};
    static const char *const DAMAGE[] = {"D/R/C", "2C", "K", "2K"};
    JsonNode table;
    JsonNode rows;
    if (!json_get(tables, "naval_combat", &table, err) ||
        !get_cells(&table, ROWS, 3, 10, CELLS, 7, t->naval[0], err) ||
        !json_get(tables, "naval_damage", &table, err) || !json_get(&table, "rows", &rows, err)) {
        return false;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!get_numbers(&rows, DAMAGE[i], 6, 9, t->naval_damage[i], err)) {
            return false;
        }
    }
    return json_get(tables, "sea_attrition", &table, err) &&
           get_numbers(&table, "damaged", 6, 9, t->sea_damage, err);
}

/* Costs in halves of a point; a type without a price costs 0 and cannot be built. */
static bool load_costs(const JsonNode *tables, const char *name, uint8_t cost[EAGLES_TYPES], Err *err)
{
    JsonNode table;
    JsonNode costs;
    size_t count = 0;
    if (!json_get(tables, name, &table, err) || !json_get(&table, "cost", &costs, err) ||
        !json_object(&costs, EAGLES_TYPES, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&costs); !json_is_end(&node); node = json_next(&node)) {
        const unsigned type = eagles_find_type(node.key);
        double value = 0;
        if (type == EAGLES_TYPES) {
            return json_error(&node, err, "found type \"%.20s\", expected a unit type", node.key);
        }
        if (!json_double(&node, 0.5, 99, &value, err)) {
            return false;
        }
        cost[type] = (uint8_t)(value * 2);
    }
    return true;
}

static bool load_expedition(EaglesTables *t, const JsonNode *tables, Err *err)
{
    static const char *const ROWS[8] = {"<=0", "1", "2", "3", "4", "5", "6", "7+"};
    JsonNode table;
    JsonNode sp;
    if (!json_get(tables, "expeditionary_force", &table, err) || !json_get(&table, "sp", &sp, err)) {
        return false;
    }
    for (unsigned i = 0; i < 8; i++) {
        if (!eagles_get_u8(&sp, ROWS[i], 0, 20, &t->expedition[i], err)) {
            return false;
        }
    }
    return true;
}

bool eagles_load_tables(EaglesData *d, const JsonNode *board, Err *err)
{
    EaglesTables *t = &d->tables;
    JsonNode tables;
    JsonNode attrition;
    JsonNode march;
    return json_get(board, "tables", &tables, err) && json_get(&tables, "attrition", &attrition, err) &&
           get_bounds(&attrition, 5, t->attrition_column, err) &&
           get_die_rows(&attrition, "loss", 5, t->attrition_loss[0], err) &&
           get_die_rows(&attrition, "one_must_be_cavalry", 5, t->attrition_cavalry[0], err) &&
           json_get(&tables, "forced_march", &march, err) &&
           get_die_rows(&march, "extra_mp", 3, t->march_extra[0], err) &&
           get_die_rows(&march, "lose_one_sp", 3, t->march_loss[0], err) && load_combat(t, &tables, err) &&
           load_naval(t, &tables, err) && load_costs(&tables, "production_costs", t->cost, err) &&
           load_costs(&tables, "production_costs_iberia", t->cost_iberia, err) &&
           load_expedition(t, &tables, err);
}

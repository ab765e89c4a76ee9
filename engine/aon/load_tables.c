/* load_tables.c: the tables, spread out so that play looks up without searching. Rows must cover every case
 * that the rules can ask for; the numbers themselves may be turned freely within wide bounds. */
#include <assert.h>

#include "engine/aon/load.h"

enum { LOSSES_MAX = 60 }; /* more than any table needs */

/* A table: an object with known keys, a source, and perhaps a clause. */
static bool get_table(const JsonNode *tables, const char *name, const char *const *keys, JsonNode *table,
                      Err *err)
{
    return json_get(tables, name, table, err) && json_only_keys(table, keys, err) &&
           aon_check_source(table, err) && aon_check_note(table, "clause", err) &&
           aon_check_note(table, "note", err);
}

/* Printed examples of a table's cells; tests compare them. */
static bool check_given_cells(const JsonNode *table, Err *err)
{
    JsonNode list;
    size_t count = 0;
    return !json_find(table, "given_cells", &list) || json_array(&list, 100, &count, err);
}

/* Bounds of a row that covers a span of numbers: min must follow the row before, max is a number or null for
 * "and more", which only and always the last row has. *next is where the following row must start; limit is
 * the greatest number. */
static bool read_span(const JsonNode *row, const char *const bounds[2], bool last, long limit, long *from,
                      long *next, Err *err)
{
    JsonNode max;
    long to = 0;
    if (!json_get_int(row, bounds[0], *next, *next, from, err) || !json_get(row, bounds[1], &max, err)) {
        return false;
    }
    if (json_is_null(&max)) {
        *next = limit + 1;
        return last ||
               json_error(&max, err, "found null, expected a number: only the last row is open-ended");
    }
    if (last) {
        return json_error(&max, err, "found a number, expected null: the last row must be open-ended");
    }
    if (!json_int(&max, *from, limit, &to, err)) {
        return false;
    }
    *next = to + 1;
    return true;
}

/* ---- sequence [7.1.1, 11.1.2] ---- */

static bool load_sequence(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"clause",
                                       "note",
                                       "campaign_rounds",
                                       "winter_from_round",
                                       "coalition_initiative_from",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    JsonNode table;
    return get_table(tables, "sequence", keys, &table, err) &&
           aon_read_u8(&table, "campaign_rounds", 1, 7, &data->rounds, err) &&
           aon_read_u8(&table, "winter_from_round", 1, data->rounds + 1, &data->winter_from, err) &&
           aon_read_year(&table, "coalition_initiative_from", 1805, 1816, &data->coalition_initiative_from,
                         err);
}

/* ---- battle results [13.3.4, 13.3.6] ---- */

/* tbm: the tie-breaker modifier of the column. */
static bool load_battle_column(AonData *data, const JsonNode *row, uint8_t tbm, bool last, long *next,
                               Err *err)
{
    static const char *const keys[] = {"strength_min",
                                       "strength_max",
                                       "losses_by_die_1_to_6",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    static const char *const bounds[2] = {"strength_min", "strength_max"};
    uint8_t losses[6] = {0};
    long from = 0;
    if (!json_only_keys(row, keys, err) || !read_span(row, bounds, last, 999, &from, next, err) ||
        !aon_read_row(row, "losses_by_die_1_to_6", 6, LOSSES_MAX, losses, err)) {
        return false;
    }
    for (long strength = from; strength < *next && strength <= AON_STRENGTH_MAX; strength++) {
        for (unsigned die = 0; die < 6; die++) {
            data->battle_losses[strength][die] = losses[die];
        }
        data->battle_tbm[strength] = tbm;
    }
    return true;
}

static bool load_battle_results(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"clause",      "note",   "columns",     "tbm",
                                       "given_cells", "source", "source_note", "reconstructed_fields",
                                       NULL};
    JsonNode table;
    JsonNode list;
    uint8_t tbm[AON_STRENGTH_MAX] = {0};
    size_t count = 0;
    long next = 1;
    if (!get_table(tables, "battle", keys, &table, err) || !check_given_cells(&table, err) ||
        !aon_get_list(&table, "columns", 1, AON_STRENGTH_MAX, &list, &count, err) ||
        !aon_read_row(&table, "tbm", count, 50, tbm, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode row = json_at(&list, i);
        if (!load_battle_column(data, &row, tbm[i], i + 1 == count, &next, err)) {
            return false;
        }
    }
    for (unsigned die = 0; die < 6; die++) {
        data->battle_losses[0][die] = data->battle_losses[1][die]; /* strength is at least 1 (A23) */
    }
    data->battle_tbm[0] = data->battle_tbm[1];
    return true;
}

/* ---- march attrition [12.3.2] ---- */

/* Beyond the last row: that row and the row of what is left over, with the same die. */
static void fill_march_overflow(AonData *data, unsigned rows)
{
    for (unsigned spent = rows + 1; spent <= AON_CORPS_MAX; spent++) {
        for (unsigned die = 0; die < 6; die++) {
            data->march_losses[spent][die] =
                (uint8_t)(data->march_losses[rows][die] + data->march_losses[spent - rows][die]);
        }
    }
}

static bool load_march_attrition(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {
        "clause", "note", "rows", "source", "source_note", "reconstructed_fields", NULL};
    static const char *const row_keys[] = {"spent_corps", "losses_by_die_1_to_6", "source",
                                           "source_note", "reconstructed_fields", NULL};
    JsonNode table;
    JsonNode list;
    size_t count = 0;
    if (!get_table(tables, "march_attrition", keys, &table, err) ||
        !aon_get_list(&table, "rows", 1, AON_CORPS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode row = json_at(&list, i);
        const long spent = (long)i + 1;
        long found = 0;
        if (!json_only_keys(&row, row_keys, err) ||
            !json_get_int(&row, "spent_corps", spent, spent, &found, err) ||
            !aon_read_row(&row, "losses_by_die_1_to_6", 6, spent, data->march_losses[spent], err)) {
            return false;
        }
    }
    fill_march_overflow(data, (unsigned)count);
    return true;
}

/* ---- winter attrition [15.1] ---- */

static bool load_winter_row(AonData *data, const JsonNode *row, bool last, long *next, Err *err)
{
    static const char *const keys[] = {
        "corps_min", "corps_max", "losses", "source", "source_note", "reconstructed_fields", NULL};
    static const char *const bounds[2] = {"corps_min", "corps_max"};
    const unsigned dice = (unsigned)(data->winter_die_max - data->winter_die_min + 1);
    uint8_t losses[16] = {0};
    long from = 0;
    if (!json_only_keys(row, keys, err) || !read_span(row, bounds, last, AON_CORPS_MAX, &from, next, err) ||
        !aon_read_row(row, "losses", dice, LOSSES_MAX, losses, err)) {
        return false;
    }
    for (long corps = from; corps < *next; corps++) {
        for (unsigned die = 0; die < dice; die++) {
            data->winter_losses[corps][die] = losses[die] < corps ? losses[die] : (uint8_t)corps;
        }
    }
    return true;
}

static bool load_winter_modifiers(AonData *data, const JsonNode *table, Err *err)
{
    static const char *const keys[] = {"id", "value", "source", "source_note", "reconstructed_fields", NULL};
    static const char *const ids[] = {"capital_area", "barren_area"};
    int8_t *const places[] = {&data->winter_capital, &data->winter_barren};
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(table, "modifiers", 2, 2, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        const AonWords expected = {&ids[i], 1, "the modifier"};
        const JsonNode item = json_at(&list, i);
        unsigned found = 0;
        if (!json_only_keys(&item, keys, err) || !aon_get_word(&item, "id", &expected, &found, err) ||
            !aon_read_i8(&item, "value", -9, 9, places[i], err)) {
            return false;
        }
    }
    return true;
}

static bool load_winter_attrition(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"clause",
                                       "note",
                                       "minimum_corps",
                                       "die_min",
                                       "die_max",
                                       "rows",
                                       "modifiers",
                                       "given_cells",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    JsonNode table;
    JsonNode list;
    size_t count = 0;
    long next = 1;
    if (!get_table(tables, "winter_attrition", keys, &table, err) || !check_given_cells(&table, err) ||
        !aon_read_u8(&table, "minimum_corps", 1, AON_CORPS_MAX, &data->winter_minimum_corps, err) ||
        !aon_read_i8(&table, "die_min", -8, 6, &data->winter_die_min, err) ||
        !aon_read_i8(&table, "die_max", data->winter_die_min, data->winter_die_min + 15,
                     &data->winter_die_max, err) ||
        !load_winter_modifiers(data, &table, err) ||
        !aon_get_list(&table, "rows", 1, AON_CORPS_MAX, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode row = json_at(&list, i);
        /* Fewer corps than the minimum are never looked up: the first row starts anywhere up to it. */
        if (i == 0 && !json_get_int(&row, "corps_min", 1, data->winter_minimum_corps, &next, err)) {
            return false;
        }
        if (!load_winter_row(data, &row, i + 1 == count, &next, err)) {
            return false;
        }
    }
    return true;
}

/* ---- rows by state of a country ---- */

enum row_state { ROW_ANY, ROW_NORMAL, ROW_REFORMED, ROW_INSURGENT, ROW_STATES };
static const char *const states[] = {"any", "normal", "reformed", "insurgent"};
static const AonWords state_words = {states, ROW_STATES, "a state"};

/* Only Austria and Prussia have a reform event [2.2.1.6]; only the Coalition controls insurgents, and never
 * France or Britain. */
static bool check_state(const JsonNode *row, unsigned major, unsigned seat, unsigned state, Err *err)
{
    if (state == ROW_REFORMED && major != AON_AUSTRIA && major != AON_PRUSSIA) {
        return json_error(row, err, "found state \"reformed\", expected it for austria and prussia only");
    }
    if (state == ROW_INSURGENT && (seat == 0 || major == AON_FRANCE || major == AON_BRITAIN)) {
        return json_error(
            row, err,
            "found state \"insurgent\", expected it for countries that can rise, under the coalition");
    }
    if ((major == AON_FRANCE && seat != 0) || (major == AON_BRITAIN && seat == 0)) {
        return json_error(row, err, "found controller \"%s\", who never controls this country",
                          aon_seat_words.words[seat]);
    }
    return true;
}

/* The row that applies to a state of the country, by the board's row_lookup, or ROW_STATES if there is none.
 * present has a bit for each enum row_state; insurgent comes first, then reformed, then normal, then any. */
static unsigned row_for(unsigned present, bool reformed, bool insurgent)
{
    if (insurgent && (present >> ROW_INSURGENT & 1U) != 0) {
        return ROW_INSURGENT;
    }
    if (reformed && (present >> ROW_REFORMED & 1U) != 0) {
        return ROW_REFORMED;
    }
    if ((present >> ROW_NORMAL & 1U) != 0) {
        return ROW_NORMAL;
    }
    return (present >> ROW_ANY & 1U) != 0 ? ROW_ANY : ROW_STATES;
}

/* ---- strategy chart [9.3] ---- */

/* Rows as read, before fall-backs are filled in. */
typedef struct StrategyRows {
    uint8_t cards[AON_MAJORS][2][ROW_STATES];
    uint8_t present[AON_MAJORS][2]; /* bits of enum row_state */
} StrategyRows;

static bool load_strategy_row(StrategyRows *rows, const JsonNode *row, Err *err)
{
    static const char *const keys[] = {"country", "state",       "controller",           "cards",
                                       "source",  "source_note", "reconstructed_fields", NULL};
    unsigned major = 0;
    unsigned state = 0;
    unsigned seat = 0;
    if (!json_only_keys(row, keys, err) || !aon_check_source(row, err) ||
        !aon_get_word(row, "country", &aon_major_words, &major, err) ||
        !aon_get_word(row, "state", &state_words, &state, err) ||
        !aon_get_word(row, "controller", &aon_seat_words, &seat, err) ||
        !check_state(row, major, seat, state, err)) {
        return false;
    }
    if (state == ROW_INSURGENT) {
        return json_error(row, err,
                          "found state \"insurgent\", expected any, normal or reformed in this chart");
    }
    if (((unsigned)rows->present[major][seat] >> state & 1U) != 0) {
        return json_error(row, err, "found a second row for country, controller and state");
    }
    rows->present[major][seat] |= (uint8_t)(1U << state);
    return aon_read_u8(row, "cards", 0, 20, &rows->cards[major][seat][state], err);
}

static bool fill_hand_cards(AonData *data, const StrategyRows *rows, const JsonNode *list, Err *err)
{
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        for (unsigned seat = 0; seat < 2; seat++) {
            const bool never = (major == AON_FRANCE && seat != 0) || (major == AON_BRITAIN && seat == 0);
            for (unsigned reformed = 0; reformed < 2 && !never; reformed++) {
                const unsigned state = row_for(rows->present[major][seat], reformed != 0, false);
                if (state == ROW_STATES) {
                    return json_error(list, err,
                                      "found no row for country \"%s\" under \"%s\" in state normal or any",
                                      aon_major_words.words[major], aon_seat_words.words[seat]);
                }
                data->hand_cards[major][seat][reformed] = rows->cards[major][seat][state];
            }
        }
    }
    return true;
}

static bool load_strategy_chart(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"clause",
                                       "note",
                                       "minimum",
                                       "maximum",
                                       "minor_countries_per_card",
                                       "rows",
                                       "source",
                                       "source_note",
                                       "reconstructed_fields",
                                       NULL};
    StrategyRows rows = {0};
    JsonNode table;
    JsonNode list;
    size_t count = 0;
    if (!get_table(tables, "strategy_chart", keys, &table, err) ||
        !aon_read_u8(&table, "minimum", 1, 20, &data->hand_min, err) ||
        !aon_read_u8(&table, "maximum", data->hand_min, 20, &data->hand_max, err) ||
        !aon_read_u8(&table, "minor_countries_per_card", 1, 99, &data->minors_per_card, err) ||
        !aon_get_list(&table, "rows", 1, 64, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode row = json_at(&list, i);
        if (!load_strategy_row(&rows, &row, err)) {
            return false;
        }
    }
    return fill_hand_cards(data, &rows, &list, err);
}

/* ---- reinforcement chart [10.2.2, 10.2.3] ---- */

static const char *const groups[] = {"france_home",  "french_minor_allies",
                                     "britain_home", "british_minor_allies",
                                     "austria",      "prussia",
                                     "russia",       "spain"};
static const AonWords group_words = {groups, AON_GROUPS_MAX, "a group of corps"};

typedef struct ReinforcementRows {
    AonLimits limits[AON_GROUPS_MAX][2][ROW_STATES];
    uint8_t present[AON_GROUPS_MAX][2]; /* bits of enum row_state */
} ReinforcementRows;

static unsigned major_of_group(unsigned group)
{
    static const uint8_t major[AON_GROUPS_MAX] = {AON_FRANCE,  AON_FRANCE,  AON_BRITAIN, AON_BRITAIN,
                                                  AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA,  AON_SPAIN};
    return major[group];
}

/* French minor allies are limited by the number of controlled minors, everybody else by fixed numbers. */
static bool load_limits(const JsonNode *row, unsigned group, AonLimits *limits, Err *err)
{
    static const char *const fixed[] = {"group",        "controller",           "state",
                                        "mobilization", "deployment",           "source",
                                        "source_note",  "reconstructed_fields", NULL};
    static const char *const divided[] = {"group",
                                          "controller",
                                          "state",
                                          "mobilization_per_controlled_minors",
                                          "deployment_per_controlled_minors",
                                          "source",
                                          "source_note",
                                          "reconstructed_fields",
                                          NULL};
    if (group == AON_GROUP_FRENCH_MINORS) {
        return json_only_keys(row, divided, err) &&
               aon_read_u8(row, "mobilization_per_controlled_minors", 1, 99, &limits->mobilization, err) &&
               aon_read_u8(row, "deployment_per_controlled_minors", 1, 99, &limits->deployment, err);
    }
    return json_only_keys(row, fixed, err) &&
           aon_read_u8(row, "mobilization", 0, AON_CORPS_MAX, &limits->mobilization, err) &&
           aon_read_u8(row, "deployment", 0, AON_CORPS_MAX, &limits->deployment, err);
}

static bool load_reinforcement_row(ReinforcementRows *rows, const JsonNode *row, Err *err)
{
    unsigned group = 0;
    unsigned seat = 0;
    unsigned state = 0;
    if (!aon_get_word(row, "group", &group_words, &group, err) || !aon_check_source(row, err) ||
        !aon_get_word(row, "controller", &aon_seat_words, &seat, err) ||
        !aon_get_word(row, "state", &state_words, &state, err) ||
        !check_state(row, major_of_group(group), seat, state, err)) {
        return false;
    }
    if (group == AON_GROUP_FRENCH_MINORS && state != ROW_ANY) {
        return json_error(row, err, "found state \"%s\", expected \"any\" for this group", states[state]);
    }
    if (((unsigned)rows->present[group][seat] >> state & 1U) != 0) {
        return json_error(row, err, "found a second row for group, controller and state");
    }
    rows->present[group][seat] |= (uint8_t)(1U << state);
    return load_limits(row, group, &rows->limits[group][seat][state], err);
}

static bool fill_limits(AonData *data, const ReinforcementRows *rows, unsigned group, unsigned seat,
                        const JsonNode *list, Err *err)
{
    for (unsigned row = 0; row < 4; row++) {
        const unsigned state = row_for(rows->present[group][seat], (row & 1U) != 0, (row & 2U) != 0);
        if (state == ROW_STATES) {
            return json_error(list, err, "found no row for group \"%s\" under \"%s\" in state normal or any",
                              groups[group], aon_seat_words.words[seat]);
        }
        data->limits[group][seat][row] = rows->limits[group][seat][state];
    }
    return true;
}

static bool fill_all_limits(AonData *data, const ReinforcementRows *rows, const JsonNode *list, Err *err)
{
    for (unsigned group = 0; group < AON_GROUPS_MAX; group++) {
        for (unsigned seat = 0; seat < 2; seat++) {
            const unsigned major = major_of_group(group);
            if ((major == AON_FRANCE && seat != 0) || (major == AON_BRITAIN && seat == 0)) {
                continue;
            }
            if (!fill_limits(data, rows, group, seat, list, err)) {
                return false;
            }
        }
    }
    data->french_minor_divisors = rows->limits[AON_GROUP_FRENCH_MINORS][0][ROW_ANY];
    for (unsigned row = 0; row < 4; row++) {
        data->limits[AON_GROUP_FRENCH_MINORS][0][row] = (AonLimits){0, 0}; /* the divisors are no limits */
    }
    return true;
}

static bool load_reinforcement_chart(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"clause", "note",        "row_lookup",           "rows",
                                       "source", "source_note", "reconstructed_fields", NULL};
    ReinforcementRows rows = {0};
    JsonNode table;
    JsonNode list;
    size_t count = 0;
    if (!get_table(tables, "reinforcement_chart", keys, &table, err) ||
        !aon_check_note(&table, "row_lookup", err) ||
        !aon_get_list(&table, "rows", 1, 64, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode row = json_at(&list, i);
        if (!load_reinforcement_row(&rows, &row, err)) {
            return false;
        }
    }
    return fill_all_limits(data, &rows, &list, err);
}

/* ---- modifiers [12.2.2, 13.3.2] ---- */

static bool load_modifiers(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const battle_keys[] = {
        "clause", "note",        "per_corps_at_home",    "per_corps_attacking_from_sea",
        "source", "source_note", "reconstructed_fields", NULL};
    static const char *const move_keys[] = {
        "clause", "note", "winter", "attack", "source", "source_note", "reconstructed_fields", NULL};
    JsonNode battle;
    JsonNode move;
    return get_table(tables, "battle_modifiers", battle_keys, &battle, err) &&
           aon_read_i8(&battle, "per_corps_at_home", -9, 9, &data->battle_home, err) &&
           aon_read_i8(&battle, "per_corps_attacking_from_sea", -9, 9, &data->battle_sea, err) &&
           get_table(tables, "movement_modifiers", move_keys, &move, err) &&
           aon_read_i8(&move, "winter", -4, 0, &data->move_winter, err) &&
           aon_read_i8(&move, "attack", -4, 0, &data->move_attack, err);
}

/* ---- order of surrender [14.0] ---- */

/* "minors" stands for all minor and detachable countries, in the board's order. */
static void add_minors(AonData *data)
{
    for (unsigned i = AON_MAJORS; i < data->countries; i++) {
        data->surrender_order[data->surrender_count++] = (CountryId)i;
    }
}

static bool load_surrender_order(AonData *data, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {
        "clause", "note", "order", "source", "source_note", "reconstructed_fields", NULL};
    static const char *const names[] = {"france", "minors", "austria", "prussia", "russia", "spain"};
    static const AonWords words = {names, AON_MAJORS, "who surrenders"}; /* Britain never does [3.8.1] */
    unsigned seen = 0;
    JsonNode table;
    JsonNode list;
    size_t count = 0;
    if (!get_table(tables, "surrender_order", keys, &table, err) ||
        !aon_get_list(&table, "order", AON_MAJORS, AON_MAJORS, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode item = json_at(&list, i);
        unsigned word = 0;
        if (!aon_read_word(&item, &words, &word, err)) {
            return false;
        }
        if ((seen >> word & 1U) != 0) {
            return json_error(&item, err, "found \"%s\" a second time", names[word]);
        }
        seen |= 1U << word;
        if (word == AON_BRITAIN) {
            add_minors(data);
        } else {
            data->surrender_order[data->surrender_count++] = (CountryId)word;
        }
    }
    assert(data->surrender_count == data->countries - 1);
    return true;
}

bool aon_load_tables(AonData *data, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"sequence",         "battle",
                                       "march_attrition",  "winter_attrition",
                                       "strategy_chart",   "reinforcement_chart",
                                       "battle_modifiers", "movement_modifiers",
                                       "surrender_order",  NULL};
    JsonNode tables;
    return json_get(board, "tables", &tables, err) && json_only_keys(&tables, keys, err) &&
           load_sequence(data, &tables, err) && load_battle_results(data, &tables, err) &&
           load_march_attrition(data, &tables, err) && load_winter_attrition(data, &tables, err) &&
           load_strategy_chart(data, &tables, err) && load_reinforcement_chart(data, &tables, err) &&
           load_modifiers(data, &tables, err) && load_surrender_order(data, &tables, err);
}

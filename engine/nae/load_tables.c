/* load_tables.c: the tables, in the form in which play looks them up. */
#include <string.h>

#include "engine/nae/load.h"
#include "engine/nae/sets.h"

/* Member of an object that must have it, as a child node. */
static bool sub(const JsonNode *object, const char *key, JsonNode *out, Err *err)
{
    return json_get(object, key, out, err);
}

/* The entry with an id in a list, its "value" or what key names. */
static bool value_of(const JsonNode *list, const char *id, const char *key, int8_t *out, Err *err)
{
    for (JsonNode entry = json_first(list); !json_is_end(&entry); entry = json_next(&entry)) {
        const char *text = NULL;
        if (!json_get_string(&entry, "id", &text, err)) {
            return false;
        }
        if (strcmp(text, id) == 0) {
            return nae_read_i8(&entry, key, -9, 9, out, err);
        }
    }
    return json_error(list, err, "found no entry \"%s\"", id);
}

/* ---- battle ---- */

static bool load_column(NaeCombatCell *column, const JsonNode *rows, const char *level, Err *err)
{
    JsonNode list;
    size_t count = 0;
    long net = NAE_NET_MIN;
    if (!nae_read_list(rows, level, NAE_NET_ROWS, NAE_NET_ROWS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), net++) {
        NaeCombatCell *cell = &column[net - NAE_NET_MIN];
        long row = 0;
        if (!json_get_int(&entry, "net", net, net, &row, err) ||
            !nae_read_u8(&entry, "losses", 0, 20, &cell->losses, err) ||
            !nae_read_flag(&entry, "plus", 1, &cell->plus, err) ||
            !nae_read_flag(&entry, "cavalry_loss", 1, &cell->cavalry, err)) {
            return false;
        }
    }
    return true;
}

static bool load_combat(NaeData *d, const JsonNode *tables, Err *err)
{
    static const char *const levels[3] = {"skirmish", "minor", "major"};
    JsonNode combat;
    JsonNode rows;
    JsonNode limits;
    JsonNode node;
    if (!sub(tables, "combat", &combat, err) || !sub(&combat, "rows", &rows, err) ||
        !sub(&combat, "levels", &limits, err) || !nae_check_source(&combat, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!load_column(d->table.combat[i], &rows, levels[i], err)) {
            return false;
        }
    }
    if (!sub(&limits, "skirmish", &node, err) ||
        !nae_read_u8(&node, "total_max", 2, 50, &d->table.skirmish_max, err)) {
        return false;
    }
    return sub(&limits, "major", &node, err) &&
           nae_read_u8(&node, "total_min", 2, 90, &d->table.major_total, err) &&
           nae_read_u8(&node, "weaker_side_min", 1, 45, &d->table.major_weaker, err);
}

static bool load_odds(NaeData *d, const JsonNode *tables, Err *err)
{
    JsonNode odds;
    JsonNode list;
    JsonNode overrun;
    size_t count = 0;
    if (!sub(tables, "odds", &odds, err) || !nae_read_list(&odds, "modifiers", 7, 7, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        long attacker = 0;
        long defender = 0;
        int8_t mod = 0;
        if (!json_get_int(&entry, "attacker", 1, 4, &attacker, err) ||
            !json_get_int(&entry, "defender", 1, 4, &defender, err) ||
            !nae_read_i8(&entry, "mod", -9, 9, &mod, err)) {
            return false;
        }
        if (defender == 1) {
            d->table.odds[0][attacker] = mod;
        }
        if (attacker == 1) {
            d->table.odds[1][defender] = mod;
        }
    }
    return sub(&odds, "overrun", &overrun, err) &&
           nae_read_u8(&overrun, "ratio", 5, 5, &d->table.overrun, err);
}

static bool load_modifiers(NaeData *d, const JsonNode *tables, Err *err)
{
    NaeTables *t = &d->table;
    JsonNode node;
    JsonNode list;
    size_t count = 0;
    if (!sub(tables, "combat_modifiers", &node, err) ||
        !nae_read_list(&node, "list", 1, 30, &list, &count, err)) {
        return false;
    }
    const bool read = value_of(&list, "interception", "value", &t->interception, err) &&
                      value_of(&list, "unsupplied", "value", &t->unsupplied, err) &&
                      value_of(&list, "amphibious", "value", &t->landing, err) &&
                      value_of(&list, "terrain_river", "value", &t->edge[NAE_EDGE_RIVER], err) &&
                      value_of(&list, "terrain_mountain", "value", &t->edge[NAE_EDGE_MOUNTAIN], err) &&
                      value_of(&list, "terrain_strait", "value", &t->edge[NAE_EDGE_STRAIT], err) &&
                      value_of(&list, "terrain_marsh", "value", &t->rough, err);
    t->edge[NAE_EDGE_PASS] = t->edge[NAE_EDGE_MOUNTAIN];
    return read;
}

/* ---- attrition: cells as printed, "1*" ---- */

static bool load_cells(NaeAttritionCell *column, const JsonNode *cells, const char *name, Err *err)
{
    JsonNode list;
    size_t count = 0;
    unsigned row = 0;
    if (!nae_read_list(cells, name, NAE_ATTRITION_ROWS, NAE_ATTRITION_ROWS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), row++) {
        const char *text = NULL;
        if (!json_string(&entry, &text, err)) {
            return false;
        }
        if (text[0] < '0' || text[0] > '9' || (text[1] != '\0' && strcmp(text + 1, "*") != 0)) {
            return json_error(&entry, err, "found \"%.20s\", expected a digit, with * for the extra die",
                              text);
        }
        column[row] = (NaeAttritionCell){(uint8_t)(text[0] - '0'), text[1] == '*' ? 1 : 0};
    }
    return true;
}

static bool load_tests(NaeData *d, const JsonNode *attrition, Err *err)
{
    const struct {
        const char *id;
        int8_t *out;
    } tests[] = {{"forced_march", &d->table.test.forced_march},
                 {"poor", &d->table.test.poor},
                 {"winter", &d->table.test.winter},
                 {"depot", &d->table.test.depot},
                 {"french_majority", &d->table.test.french_majority},
                 {"french_only", &d->table.test.french_only},
                 {"russian_only", &d->table.test.russian_only},
                 {"national_territory", &d->table.test.national},
                 {"unsupplied", &d->table.test.unsupplied},
                 {"demoralised", &d->table.test.demoralised},
                 {"besieged", &d->table.test.besieged}};
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(attrition, "modifiers", 1, 30, &list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        if (!value_of(&list, tests[i].id, "value", tests[i].out, err)) {
            return false;
        }
    }
    return true;
}

static bool load_attrition(NaeData *d, const JsonNode *tables, Err *err)
{
    static const char *const columns[NAE_ATTRITION_COLUMNS] = {"1-2", "3-5", "6-8", "9-12", "13+"};
    static const uint8_t steps[NAE_ATTRITION_COLUMNS] = {2, 5, 8, 12, 255};
    JsonNode attrition;
    JsonNode cells;
    JsonNode star;
    if (!sub(tables, "attrition", &attrition, err) || !sub(&attrition, "cells", &cells, err) ||
        !json_only_keys(&cells, (const char *const[]){"1-2", "3-5", "6-8", "9-12", "13+", NULL}, err)) {
        return false;
    }
    for (unsigned i = 0; i < NAE_ATTRITION_COLUMNS; i++) {
        d->table.attrition_steps[i] = steps[i];
        if (!load_cells(d->table.attrition[i], &cells, columns[i], err)) {
            return false;
        }
    }
    return sub(&attrition, "star", &star, err) &&
           nae_read_u8(&star, "extra_loss_on", 1, 6, &d->table.star_on, err) &&
           load_tests(d, &attrition, err);
}

/* ---- sieges, movement, production ---- */

static bool load_siege(NaeData *d, const JsonNode *tables, Err *err)
{
    JsonNode siege;
    JsonNode rows;
    JsonNode list;
    size_t count = 0;
    if (!sub(tables, "siege", &siege, err) || !nae_read_list(&siege, "rows", 4, 4, &rows, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        const JsonNode row = json_at(&rows, i);
        if (!nae_read_u8(&row, "max", i == 0 ? 1 : d->table.siege_row[i - 1] + 1, 12, &d->table.siege_row[i],
                         err)) {
            return false;
        }
    }
    return nae_read_list(&siege, "modifiers", 1, 20, &list, &count, err) &&
           value_of(&list, "army", "value", &d->table.siege_army, err) &&
           value_of(&list, "citadel", "value", &d->table.siege_citadel, err);
}

static bool load_movement(NaeData *d, const JsonNode *tables, Err *err)
{
    static const char *const edges[] = {"none",          "river_bridge", "river",
                                        "mountain_pass", "mountain",     "strait"};
    NaeTables *t = &d->table;
    JsonNode movement;
    JsonNode extra;
    JsonNode other;
    if (!sub(tables, "movement", &movement, err) || !sub(&movement, "edge_extra", &extra, err) ||
        !sub(&movement, "other", &other, err)) {
        return false;
    }
    for (unsigned i = 0; i < NAE_EDGE_FULL; i++) {
        if (!nae_read_u8(&extra, edges[i], 0, 5, &t->extra[i], err)) {
            return false;
        }
    }
    return nae_read_u8(&other, "place_control_marker", 0, 5, &t->mark_cost, err) &&
           nae_read_u8(&other, "siege_attack", 0, 5, &t->siege_cost, err) &&
           nae_read_u8(&other, "rally_attempt", 1, 5, &t->rally_cost, err) &&
           nae_read_u8(&other, "army_gathering", 0, 5, &t->gather_cost, err) &&
           nae_read_i8(&movement, "bad_weather", -3, 0, &t->bad_weather, err) &&
           nae_read_u8(&movement, "forced_march_max", 0, 9, &t->forced_max, err);
}

static bool load_production(NaeData *d, const JsonNode *tables, Err *err)
{
    NaeTables *t = &d->table;
    JsonNode production;
    return sub(tables, "production", &production, err) &&
           nae_read_half(&production, "army_marker", 20.0, &t->marker_cost, err) &&
           nae_read_half(&production, "depot", 20.0, &t->depot_cost, err) &&
           nae_read_half(&production, "fleet", 20.0, &t->fleet_cost, err) &&
           nae_read_half(&production, "special_unit", 20.0, &t->special_cost, err) &&
           nae_read_half(&production, "british_extra_card", 20.0, &t->british_card_cost, err) &&
           (t->depot_cost > 0 ||
            json_error(&production, err, "found a free depot, expected every purchase to cost something"));
}

/* ---- sea and single rolls ---- */

static bool load_naval(NaeData *d, const JsonNode *tables, Err *err)
{
    NaeTables *t = &d->table;
    JsonNode naval;
    JsonNode rows;
    JsonNode node;
    size_t count = 0;
    if (!sub(tables, "naval_combat", &naval, err) ||
        !nae_read_list(&naval, "rows", 4, 4, &rows, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < 3; i++) {
        const JsonNode row = json_at(&rows, i + 1);
        if (!nae_read_u8(&row, "min", i == 0 ? 2 : t->naval_losses[i - 1] + 1, 30, &t->naval_losses[i],
                         err)) {
            return false;
        }
    }
    if (!sub(&naval, "interception", &node, err) ||
        !nae_read_u8(&node, "need", 2, 12, &t->naval_intercept, err)) {
        return false;
    }
    if (!sub(&naval, "evasion", &node, err) || !nae_read_u8(&node, "need", 2, 12, &t->naval_evade, err)) {
        return false;
    }
    if (!sub(&naval, "fort_alone", &node, err) || !nae_read_u8(&node, "dice", 1, 3, &t->fort_dice, err)) {
        return false;
    }
    return sub(&naval, "tie_limit", &node, err) && nae_read_u8(&node, "rounds", 1, 20, &t->naval_ties, err);
}

/* rolls.<name>.<key> */
static bool roll(const JsonNode *rolls, const char *name, const char *key, uint8_t *out, Err *err)
{
    JsonNode node;
    return sub(rolls, name, &node, err) && nae_read_u8(&node, key, 1, 12, out, err);
}

static bool load_rolls(NaeData *d, const JsonNode *tables, Err *err)
{
    NaeTables *t = &d->table;
    JsonNode rolls;
    JsonNode diplomacy;
    JsonNode mods;
    JsonNode peace;
    return sub(tables, "rolls", &rolls, err) && roll(&rolls, "interception", "need", &t->intercept, err) &&
           roll(&rolls, "evasion", "need", &t->evade, err) &&
           roll(&rolls, "counter_march", "need", &t->counter_march, err) &&
           roll(&rolls, "wound", "on", &t->wound, err) &&
           roll(&rolls, "diplomacy", "need", &t->diplomacy, err) &&
           roll(&rolls, "foreign_war_end", "need", &t->war_end, err) &&
           roll(&rolls, "forced_peace_end", "need", &t->peace_end, err) &&
           roll(&rolls, "pursuit", "excess_over", &t->pursuit, err) &&
           sub(&rolls, "diplomacy", &diplomacy, err) && sub(&diplomacy, "mods", &mods, err) &&
           nae_read_i8(&mods, "target_defeated_by_enemy", -5, 5, &t->beaten_by_enemy, err) &&
           nae_read_i8(&mods, "target_defeated_by_friend", -5, 5, &t->beaten_by_friend, err) &&
           sub(&rolls, "forced_peace_end", &peace, err) &&
           nae_read_i8(&peace, "mod_from_second_year", -5, 5, &t->peace_later, err);
}

/* ---- victory, hands, blockade ---- */

static const char *const SCORE_IDS[NAE_SCORE_COUNT] = {
    "protectorate_established",
    "protectorate_lost",
    "conquest_austria",
    "conquest_prussia",
    "conquest_russia",
    "tilsit",
    "conquest_spain",
    "conquest_turkey",
    "conquest_britain",
    "triumph_of_erfurt",
    "confederation_dissolved",
    "poland_created",
    "westphalia_created",
    "westphalia_dissolved",
    "continental_blockade_played",
    "continental_blockade_complete_budget_phase",
    "snare_of_bayonne",
    "first_war_declaration_on_neutral_major",
    "copenhagen",
    "tyrol",
    "empire_major_ally_conquered_by_coalition",
    "french_key_zone_in_coalition_control_each_victory_phase",
    "mantoue_in_coalition_control_each_victory_phase"};

static bool load_victory(NaeData *d, const JsonNode *tables, Err *err)
{
    NaeTables *t = &d->table;
    JsonNode victory;
    JsonNode list;
    size_t count = 0;
    unsigned i = 0;
    if (!sub(tables, "victory", &victory, err) ||
        !nae_read_list(&victory, "list", NAE_SCORE_COUNT, NAE_SCORE_COUNT, &list, &count, err) ||
        !nae_read_u8(&victory, "empire_automatic", 1, 60, &t->empire_wins, err) ||
        !nae_read_u8(&victory, "coalition_automatic", 0, 59, &t->coalition_wins, err) ||
        !nae_read_u8(&victory, "punishments_at_escalade", 1, 99, &t->punishments, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        const char *id = NULL;
        if (!json_get_string(&entry, "id", &id, err) ||
            !nae_read_i8(&entry, "vp", -9, 9, &t->score[i].level, err) ||
            !nae_read_i8(&entry, "esc", -9, 9, &t->score[i].escalade, err)) {
            return false;
        }
        if (strcmp(id, SCORE_IDS[i]) != 0) {
            return json_error(&entry, err, "found \"%.60s\", expected \"%s\" here", id, SCORE_IDS[i]);
        }
    }
    return true;
}

static bool load_borders(NaeData *d, const JsonNode *tables, Err *err)
{
    static const char *const keys[] = {"french", "spanish"};
    const NaeIds zones = nae_zone_ids(d);
    JsonNode borders;
    if (!sub(tables, "blockade_border_fortresses", &borders, err)) {
        return false;
    }
    for (unsigned k = 0; k < 2; k++) {
        uint8_t list[8];
        uint8_t count = 0;
        if (!nae_read_refs(&borders, keys[k], &zones, 8, list, &count, err)) {
            return false;
        }
        for (unsigned i = 0; i < count; i++) {
            nae_zones_add(&d->table.border_fortresses, list[i]);
        }
    }
    return true;
}

bool nae_load_tables(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"combat",     "odds",         "combat_modifiers",
                                       "attrition",  "siege",        "movement",
                                       "production", "naval_combat", "rolls",
                                       "victory",    "hand",         "blockade_border_fortresses",
                                       NULL};
    JsonNode tables;
    JsonNode hand;
    return json_get(board, "tables", &tables, err) && json_only_keys(&tables, keys, err) &&
           load_combat(d, &tables, err) && load_odds(d, &tables, err) && load_modifiers(d, &tables, err) &&
           load_attrition(d, &tables, err) && load_siege(d, &tables, err) && load_movement(d, &tables, err) &&
           load_production(d, &tables, err) && load_naval(d, &tables, err) && load_rolls(d, &tables, err) &&
           load_victory(d, &tables, err) && sub(&tables, "hand", &hand, err) &&
           nae_read_u8(&hand, "min", 1, 10, &d->table.hand_min, err) &&
           nae_read_u8(&hand, "max", d->table.hand_min, 20, &d->table.hand_max, err) &&
           load_borders(d, &tables, err);
}

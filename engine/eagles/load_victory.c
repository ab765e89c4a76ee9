/* load_victory.c: the victory checks of a scenario (map 2, 17). */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"

static bool get_side(const EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    unsigned side = 0;
    if (!eagles_get_ref(d, node, "side", EAGLES_NOUN_SIDE, &side, err)) {
        return false;
    }
    clause->side = (uint8_t)side;
    return true;
}

static bool load_control_clause(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    clause->predicate = EAGLES_CONTROL;
    return get_side(d, node, clause, err) && eagles_find_bool(node, "unbesieged", &clause->unbesieged, err) &&
           eagles_find_bool(node, "supplied", &clause->supplied, err) &&
           eagles_get_refs(d, node, "control", EAGLES_NOUN_CITY, clause->cities, EAGLES_LIST_MAX,
                           &clause->city_count, err);
}

static bool load_max_cities(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    clause->predicate = EAGLES_MAX_CITIES;
    return get_side(d, node, clause, err) &&
           eagles_get_u8(node, "max_cities", 0, 250, &clause->number, err) &&
           eagles_get_bits(d, node, "countries", EAGLES_NOUN_NATION, &clause->nations, err);
}

static bool load_conquered(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    JsonNode any;
    const bool one = json_find(node, "conquered_any", &any);
    clause->predicate = one ? EAGLES_CONQUERED_ANY : EAGLES_CONQUERED;
    return get_side(d, node, clause, err) && eagles_get_bits(d, node, one ? "conquered_any" : "conquered",
                                                             EAGLES_NOUN_NATION, &clause->nations, err);
}

static bool load_production(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    clause->predicate = EAGLES_PRODUCTION_CITIES;
    return get_side(d, node, clause, err) &&
           eagles_get_u8(node, "production_cities_min", 0, 250, &clause->number, err);
}

static bool load_never(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    (void)d;
    clause->predicate = EAGLES_NEVER_CONQUERED;
    return json_get_bool(node, "france_never_conquered", &clause->wanted, err);
}

static bool load_neutral(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    (void)d;
    clause->predicate = EAGLES_FRANCE_NEUTRAL;
    return json_get_bool(node, "france_neutral", &clause->wanted, err);
}

/* ["france", 2] */
static bool load_times(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    JsonNode list;
    size_t count = 0;
    unsigned nation = 0;
    long times = 0;
    clause->predicate = EAGLES_CONQUERED_TIMES;
    if (!json_get(node, "conquered_times", &list, err) || !json_array(&list, 2, &count, err)) {
        return false;
    }
    if (count != 2) {
        return json_error(&list, err, "found %zu entries, expected a nation and a number", count);
    }
    const JsonNode first = json_at(&list, 0);
    const JsonNode second = json_at(&list, 1);
    if (!eagles_read_ref(d, &first, EAGLES_NOUN_NATION, &nation, err) ||
        !json_int(&second, 1, 9, &times, err)) {
        return false;
    }
    clause->nation = (uint8_t)nation;
    clause->number = (uint8_t)times;
    return true;
}

static bool load_exile(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    (void)d;
    clause->predicate = EAGLES_EXILE_MONTHS;
    return eagles_get_u8(node, "napoleon_exile_months_min", 1, 99, &clause->number, err);
}

static bool load_after_return(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    (void)d;
    const char *text = NULL;
    clause->predicate = EAGLES_AFTER_RETURN;
    return json_get_string(node, "after_return_roll", &text, err);
}

static bool load_clause(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err)
{
    static const struct {
        const char *key;
        bool (*load)(EaglesData *d, const JsonNode *node, EaglesClause *clause, Err *err);
    } PREDICATES[] = {
        {"control", load_control_clause},
        {"max_cities", load_max_cities},
        {"conquered", load_conquered},
        {"conquered_any", load_conquered},
        {"production_cities_min", load_production},
        {"france_never_conquered", load_never},
        {"france_neutral", load_neutral},
        {"conquered_times", load_times},
        {"napoleon_exile_months_min", load_exile},
        {"after_return_roll", load_after_return},
    };
    for (unsigned i = 0; i < sizeof PREDICATES / sizeof PREDICATES[0]; i++) {
        JsonNode member;
        if (json_find(node, PREDICATES[i].key, &member)) {
            return PREDICATES[i].load(d, node, clause, err);
        }
    }
    return json_error(node, err, "found no predicate of victory, expected one such as \"control\"");
}

static bool load_clauses(EaglesData *d, const JsonNode *check, const char *key, EaglesClause *clauses,
                         uint8_t *count, Err *err)
{
    JsonNode list;
    size_t length = 0;
    if (!json_find(check, key, &list)) {
        return true;
    }
    if (!json_array(&list, EAGLES_CLAUSES_MAX, &length, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        if (!load_clause(d, &node, &clauses[(*count)++], err)) {
            return false;
        }
    }
    return true;
}

static bool load_check(EaglesData *d, const JsonNode *node, Err *err)
{
    static const char *const WINNERS[] = {"france", "coalition", "draw", "most_production_cities"};
    EaglesCheck *check = &d->check[d->checks++];
    const char *winner = NULL;
    const char *when = NULL;
    if (!json_get_string(node, "winner", &winner, err) || !json_get_string(node, "when", &when, err)) {
        return false;
    }
    check->winner = EAGLES_NONE;
    for (unsigned i = 0; i < 4; i++) {
        check->winner = strcmp(winner, WINNERS[i]) == 0 ? (uint8_t)i : check->winner;
    }
    if (check->winner == EAGLES_NONE) {
        return json_error(node, err, "found winner \"%.30s\", expected france, coalition or draw", winner);
    }
    check->every_turn = strcmp(when, "any_turn_end") == 0;
    if (!check->every_turn && strcmp(when, "end") != 0) {
        return json_error(node, err, "found when \"%.30s\", expected end or any_turn_end", when);
    }
    return load_clauses(d, node, "all", check->all, &check->all_count, err) &&
           load_clauses(d, node, "any", check->any, &check->any_count, err);
}

bool eagles_load_victory(EaglesData *d, const JsonNode *scenario, Err *err)
{
    JsonNode victory;
    JsonNode checks;
    size_t count = 0;
    if (!json_get(scenario, "victory", &victory, err) || !json_get(&victory, "checks", &checks, err) ||
        !json_array(&checks, EAGLES_CHECKS_MAX, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&checks); !json_is_end(&node); node = json_next(&node)) {
        if (!load_check(d, &node, err)) {
            return false;
        }
    }
    const EaglesCheck *last = count > 0 ? &d->check[count - 1] : NULL;
    if (last == NULL || last->every_turn || last->all_count + last->any_count > 0) {
        return json_error(&checks, err, "expected a last check that always holds at the end");
    }
    return true;
}

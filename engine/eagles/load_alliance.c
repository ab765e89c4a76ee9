/* load_alliance.c: points, modifiers and effects of the alliance step (map 4). */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"

static bool load_points(EaglesData *d, const JsonNode *alliance, Err *err)
{
    static const char *const KEYS[2] = {"france_controls", "coalition_controls"};
    JsonNode points;
    if (!json_get(alliance, "city_points", &points, err)) {
        return false;
    }
    for (unsigned side = 0; side < 2; side++) {
        if (!eagles_get_refs(d, &points, KEYS[side], EAGLES_NOUN_CITY, d->points_city[side], EAGLES_LIST_MAX,
                             &d->points_city_count[side], err)) {
            return false;
        }
    }
    return json_get_bool(alliance, "victory_points", &d->alliance_victory_points, err);
}

static bool load_modifiers(EaglesData *d, const JsonNode *alliance, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_get(alliance, "modifiers", &list, err) || !json_array(&list, 4, &count, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
        unsigned from = 0;
        unsigned to = 0;
        long value = 0;
        if (!eagles_get_month(&node, "from", &from, err) || !eagles_get_month(&node, "to", &to, err) ||
            !json_get_int(&node, "value", -9, 9, &value, err)) {
            return false;
        }
        if (from < d->first_month || to < from || to - d->first_month > 250) {
            return json_error(&node, err, "found months that do not lie in the scenario");
        }
        d->alliance_modifier[d->alliance_modifiers].from = (uint8_t)(from - d->first_month);
        d->alliance_modifier[d->alliance_modifiers].to = (uint8_t)(to - d->first_month);
        d->alliance_modifier[d->alliance_modifiers++].value = (int8_t)value;
    }
    return true;
}

static bool load_joining(EaglesData *d, const JsonNode *node, EaglesEffect *effect, Err *err)
{
    JsonNode member;
    size_t count = 0;
    unsigned index = EAGLES_COALITION;
    if (json_find(node, "side", &member) && !eagles_read_ref(d, &member, EAGLES_NOUN_SIDE, &index, err)) {
        return false;
    }
    effect->side = (uint8_t)index;
    if (json_find(node, "with", &member) &&
        !eagles_get_bits(d, node, "with", EAGLES_NOUN_NATION, &effect->with, err)) {
        return false;
    }
    effect->nearest_in = effect->nation;
    if (json_find(node, "nearest_in", &member)) {
        if (!eagles_read_ref(d, &member, EAGLES_NOUN_NATION, &index, err)) {
            return false;
        }
        effect->nearest_in = (uint8_t)index;
    }
    double least = 0;
    if (json_find(node, "min_longitude", &member)) {
        if (!json_double(&member, -180, 180, &least, err)) {
            return false;
        }
        for (unsigned h = 0; h < d->hexes; h++) {
            if (d->hex[h].longitude < least * 100) {
                d->land[h].barred |= (uint8_t)(1U << d->nation[effect->nation].colour[effect->side]);
            }
        }
    }
    if (!json_get(node, "units", &member, err) || !json_array(&member, 4, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&member); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!eagles_load_stack(d, &entry, &effect->stack[effect->stack_count++], err)) {
            return false;
        }
    }
    return true;
}

/* The arrival of the month that brings the leader named. */
static bool load_cancelled(EaglesData *d, const JsonNode *node, EaglesEffect *effect, Err *err)
{
    unsigned leader = 0;
    if (!eagles_get_ref(d, node, "leader", EAGLES_NOUN_LEADER, &leader, err)) {
        return false;
    }
    effect->leader = (uint8_t)leader;
    effect->arrival = EAGLES_NONE;
    for (unsigned i = 0; i < d->arrivals; i++) {
        for (unsigned k = 0; k < d->arrival[i].leader_count; k++) {
            effect->arrival = d->arrival[i].leaders[k] == leader ? (uint8_t)i : effect->arrival;
        }
    }
    return effect->arrival != EAGLES_NONE ||
           json_error(node, err, "found leader %s, expected one of a reinforcement",
                      d->leader_text[leader].id);
}

static bool load_effect_fields(EaglesData *d, const JsonNode *node, EaglesEffect *effect, Err *err)
{
    long value = 0;
    JsonNode places;
    switch ((enum eagles_effect_kind)effect->kind) {
    case EAGLES_NATION_JOINS:
        return load_joining(d, node, effect, err);
    case EAGLES_REMOVE_SP:
        return eagles_get_u8(node, "amount", 1, 50, &effect->amount, err);
    case EAGLES_CONTINGENT_LEAVES:
        return json_get_bool(node, "closes", &effect->closes, err);
    case EAGLES_CANCEL_REINFORCEMENT:
        return load_cancelled(d, node, effect, err);
    case EAGLES_ALLIANCE_MODIFIER:
        if (!json_get_int(node, "value", -9, 9, &value, err)) {
            return false;
        }
        effect->modifier = (int8_t)value;
        return true;
    case EAGLES_CHANGES_SIDE:
        return !json_find(node, "places", &places) ||
               eagles_get_refs(d, node, "places", EAGLES_NOUN_CITY, effect->places, 4, &effect->place_count,
                               err);
    case EAGLES_BAR_ALLIANCE:
    case EAGLES_STOP_REPLACEMENTS:
    case EAGLES_GERMAN_RISING:
        return true;
    }
    return true;
}

static bool load_effect(EaglesData *d, const JsonNode *node, unsigned side, Err *err)
{
    static const char *const KINDS[] = {"nation_joins",
                                        "bar_alliance",
                                        "remove_sp",
                                        "stop_replacements",
                                        "german_rising",
                                        "contingent_leaves",
                                        "cancel_reinforcement",
                                        "nation_changes_side",
                                        "alliance_modifier",
                                        NULL};
    EaglesEffect *effect = &d->effect[side][d->effects[side]++];
    const char *kind = NULL;
    JsonNode nation;
    unsigned index = 0;
    if (!json_get_string(node, "effect", &kind, err)) {
        return false;
    }
    effect->kind = EAGLES_NONE;
    for (unsigned i = 0; KINDS[i] != NULL; i++) {
        effect->kind = strcmp(kind, KINDS[i]) == 0 ? (uint8_t)i : effect->kind;
    }
    if (effect->kind == EAGLES_NONE) {
        return json_error(node, err, "found effect \"%.30s\", expected a known one", kind);
    }
    effect->nation = EAGLES_NONE;
    const bool needs_nation =
        effect->kind != EAGLES_GERMAN_RISING && effect->kind != EAGLES_ALLIANCE_MODIFIER;
    if (needs_nation || json_find(node, "nation", &nation)) {
        if (!eagles_get_ref(d, node, "nation", EAGLES_NOUN_NATION, &index, err)) {
            return false;
        }
        effect->nation = (uint8_t)index;
    }
    return load_effect_fields(d, node, effect, err);
}

bool eagles_load_alliance(EaglesData *d, const JsonNode *scenario, Err *err)
{
    static const char *const KEYS[2] = {"french_effects", "coalition_effects"};
    JsonNode alliance;
    if (!json_find(scenario, "alliance", &alliance)) {
        return true; /* the grand campaign has its own (map 13.2) */
    }
    if (!json_get_bool(&alliance, "active", &d->alliance_active, err)) {
        return false;
    }
    if (!d->alliance_active || (d->special & EAGLES_CAMPAIGN) != 0) {
        return true; /* map 13.2 */
    }
    if (!load_points(d, &alliance, err) || !load_modifiers(d, &alliance, err)) {
        return false;
    }
    for (unsigned side = 0; side < 2; side++) {
        JsonNode list;
        size_t count = 0;
        if (!json_get(&alliance, KEYS[side], &list, err) ||
            !json_array(&list, EAGLES_EFFECTS_MAX, &count, err)) {
            return false;
        }
        for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node)) {
            if (!load_effect(d, &node, side, err)) {
                return false;
            }
        }
    }
    return true;
}

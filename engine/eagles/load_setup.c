/* load_setup.c: what a set-up must be for play to begin with it: counters that exist, leaders once, stacks
 * where they can stand and ships where they can lie, sieges with two sides. */
#include <assert.h>
#include <string.h>

#include "engine/eagles/load.h"
#include "engine/eagles/rules.h"

static bool has_troops(const EaglesStackData *stack)
{
    for (unsigned type = 0; type <= EAGLES_CT; type++) {
        if (stack->count[type] > 0) {
            return true;
        }
    }
    return false;
}

static bool has_ships(const EaglesStackData *stack)
{
    return stack->count[EAGLES_S] + stack->count[EAGLES_T] > 0;
}

/* What the entries read so far have used. */
typedef struct Used {
    unsigned sp[EAGLES_UNITS_MAX];
    uint8_t leader[EAGLES_LEADERS_MAX];
} Used;

static bool check_counters(const EaglesData *d, const JsonNode *node, const EaglesStackData *stack,
                           Used *used, Err *err)
{
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        const unsigned unit = d->nation[stack->nation].unit[type];
        if (stack->count[type] == 0) {
            continue;
        }
        used->sp[unit] += stack->count[type];
        if (used->sp[unit] > d->unit[unit].mix) {
            return json_error(
                node, err, "found %u SP %s of %s with those before, expected at most its %u counters",
                used->sp[unit], EAGLES_TYPE_IDS[type], d->nation[stack->nation].name, d->unit[unit].mix);
        }
    }
    for (unsigned k = 0; k < stack->leader_count; k++) {
        if (used->leader[stack->leaders[k]]++ > 0) {
            return json_error(node, err, "found leader %s a second time",
                              d->leader_text[stack->leaders[k]].id);
        }
    }
    return true;
}

/* Troops in an area of the scenario, ships in a port or, blockading, on a coast. */
static bool check_hex(const EaglesData *d, const JsonNode *node, const EaglesStackData *stack, Err *err)
{
    const EaglesHex *hex = &d->hex[stack->hex];
    if (!hex->in_theatre && (has_troops(stack) || stack->leader_count > 0)) {
        return json_error(node, err,
                          "found hex %02u%02u in map area %u, expected one of the scenario's areas",
                          hex->column, hex->row, hex->area);
    }
    const bool port = hex->city != EAGLES_NONE && d->city[hex->city].port;
    if (has_ships(stack) && !(stack->blockading ? hex->coastal && hex->seas != 0 : port)) {
        return json_error(node, err, "found ships in hex %02u%02u, expected %s", hex->column, hex->row,
                          stack->blockading ? "a coast" : "a port");
    }
    return true;
}

/* Whether troops of the other side stand in the entry's hex, besieged (or besieging) or in any way. */
static bool is_faced(const EaglesData *d, const EaglesStackData *stack, bool in_siege)
{
    for (unsigned i = 0; i < d->setups; i++) {
        const EaglesStackData *other = &d->setup[i];
        const bool siege = stack->besieged ? other->besieging : other->besieged;
        if (other->hex == stack->hex && other->side <= EAGLES_COALITION && other->side != stack->side &&
            has_troops(other) && (!in_siege || siege)) {
            return true;
        }
    }
    return false;
}

static bool check_siege(const EaglesData *d, const JsonNode *node, const EaglesStackData *stack, Err *err)
{
    const EaglesHex *hex = &d->hex[stack->hex];
    const bool fights = stack->side <= EAGLES_COALITION && has_troops(stack);
    if (stack->besieged && stack->besieging) {
        return json_error(node, err, "found a stack besieged and besieging, expected one of them");
    }
    if ((stack->besieged || stack->besieging) &&
        (!fights || hex->city == EAGLES_NONE || !is_faced(d, stack, true))) {
        return json_error(node, err,
                          "found %s stack in hex %02u%02u, expected a city with troops of both sides",
                          stack->besieged ? "a besieged" : "a besieging", hex->column, hex->row);
    }
    if (!stack->besieged && !stack->besieging && fights && is_faced(d, stack, false)) {
        return json_error(
            node, err,
            "found troops of both sides in hex %02u%02u, expected some besieged and some besieging",
            hex->column, hex->row);
    }
    return true;
}

/* A nation is on one side. */
static bool check_side(const EaglesData *d, const JsonNode *node, const EaglesStackData *stack, Err *err)
{
    return stack->side == d->start_side[stack->nation] ||
           json_error(node, err, "found %s on the side \"%s\", expected \"%s\" as in another entry",
                      d->nation[stack->nation].name, EAGLES_SIDE_IDS[stack->side],
                      EAGLES_SIDE_IDS[d->start_side[stack->nation]]);
}

bool eagles_check_setup(const EaglesData *d, const JsonNode *scenario, Err *err)
{
    static const char KEY[] = "setup";
    JsonNode list;
    Used used;
    unsigned i = 0;
    memset(&used, 0, sizeof used);
    if (!json_get(scenario, KEY, &list, err)) {
        return false;
    }
    for (JsonNode node = json_first(&list); !json_is_end(&node); node = json_next(&node), i++) {
        assert(i < d->setups);
        const EaglesStackData *stack = &d->setup[i];
        if (!check_counters(d, &node, stack, &used, err) || !check_side(d, &node, stack, err) ||
            !check_hex(d, &node, stack, err) || !check_siege(d, &node, stack, err)) {
            return false;
        }
    }
    return true;
}

bool eagles_try_setup(const EaglesData *d, const JsonNode *scenario, Err *err)
{
    enum { SCRIPT = 64 };
    uint8_t ones[SCRIPT];
    StateBuffer buffer;
    JsonNode list;
    char message[GAME_CHECK_BYTES] = "";
    memset(ones, 1, sizeof ones);
    Dice dice = dice_from_script(ones, sizeof ones);
    eagles_setup(d, eagles_state(&buffer.header), &dice);
    if (eagles_check(d, eagles_state(&buffer.header), message)) {
        return true;
    }
    return json_get(scenario, "setup", &list, err) &&
           json_error(&list, err, "found a position that breaks a law (%s), expected one to begin with",
                      message);
}

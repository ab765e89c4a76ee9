/* outlook.c: where choices point, who owns the land, supply and reach, for the web page (outlook.h). */
#include "engine/eagles/outlook.h"

#include "engine/eagles/forecast.h"
#include "engine/eagles/groups.h"
#include "engine/eagles/naval.h"
#include "engine/eagles/phrases.h"

static void put_spot(const EaglesData *d, JsonOut *out, unsigned spot)
{
    if (spot >= EAGLES_SEA) {
        jsonout_text(out, d->sea[spot - EAGLES_SEA].id);
        return;
    }
    assert(spot < d->hexes);
    const EaglesHex *h = &d->hex[spot];
    const char id[5] = {(char)('0' + h->column / 10), (char)('0' + h->column % 10), (char)('0' + h->row / 10),
                        (char)('0' + h->row % 10), '\0'};
    jsonout_text(out, id);
}

static void put_key_spot(const EaglesData *d, JsonOut *out, const char *key, unsigned spot)
{
    jsonout_key(out, key);
    put_spot(d, out, spot);
}

/* ------------------------------------------------------------------ what is asked */

static void put_step(const Play *p, JsonOut *out)
{
    static const char *const NAMES[EAGLES_STEP_COUNT] = {
#define EAGLES_NAME(NAME, name) #name,
        EAGLES_STEPS(EAGLES_NAME, EAGLES_NAME)
#undef EAGLES_NAME
    };
    const unsigned step = p->s->header.step;
    jsonout_key_text(out, "step", p->s->header.over == 0 && step < EAGLES_STEP_COUNT ? NAMES[step] : "over");
}

static void put_targets(const Play *p, JsonOut *out)
{
    MoveList list = {.count = 0};
    (void)eagles_options(p->d, p->s, &list);
    jsonout_key(out, "targets");
    jsonout_begin(out, '{');
    for (unsigned i = 0; i < list.count; i++) {
        const unsigned spot = eagles_move_spot(p, list.moves[i]);
        if (spot < p->d->hexes || (spot >= EAGLES_SEA && spot < EAGLES_SEA + p->d->seas)) {
            char text[MOVE_TEXT_BYTES];
            eagles_move_text(p->d, list.moves[i], text);
            put_key_spot(p->d, out, text, spot);
        }
    }
    jsonout_end(out, '}');
}

/* ------------------------------------------------------------------ land */

/* One letter for each land hex. */
static void put_letters(const Play *p, JsonOut *out, const char *key, char (*letter)(const Play *, unsigned))
{
    char text[EAGLES_HEXES_MAX + 1];
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        text[hex] = letter(p, hex);
    }
    text[p->d->hexes] = '\0';
    jsonout_key_text(out, key, text);
}

static char owner_letter(const Play *p, unsigned hex)
{
    const unsigned owner = eagles_owner(p, hex);
    return owner == EAGLES_NONE ? '.' : (char)('A' + owner);
}

static char door_letter(const Play *p, unsigned hex)
{
    const bool french = eagles_enterable(p, hex, EAGLES_FRANCE);
    const bool coalition = eagles_enterable(p, hex, EAGLES_COALITION);
    return french ? (coalition ? '.' : 'f') : coalition ? 'c' : '#';
}

/* ------------------------------------------------------------------ supply (6) */

static bool fights(const Play *p, unsigned colour)
{
    for (unsigned n = 0; n < p->d->nations; n++) {
        if (p->s->nation[n].side <= EAGLES_COALITION && p->s->nation[n].colour == colour) {
            return true;
        }
    }
    return false;
}

static void put_supply(const Play *p, JsonOut *out)
{
    EaglesSupply supply;
    char text[EAGLES_HEXES_MAX + 1];
    jsonout_key(out, "supply");
    jsonout_begin(out, '{');
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        if (!fights(p, colour)) {
            continue;
        }
        eagles_supply(p, colour, &supply);
        for (unsigned hex = 0; hex < p->d->hexes; hex++) {
            const bool none = supply.left[hex] == EAGLES_IMPASSABLE;
            text[hex] = none ? '.' : (char)('0' + (supply.left[hex] < 9 ? supply.left[hex] : 9));
        }
        text[p->d->hexes] = '\0';
        jsonout_key_text(out, EAGLES_COLOUR_IDS[colour], text);
    }
    jsonout_end(out, '}');
}

/* ------------------------------------------------------------------ reach (7) */

static unsigned find(const EaglesReach *reach, unsigned hex)
{
    unsigned i = 0;
    while (i < reach->count && reach->at[i].hex != hex) {
        i++;
    }
    return i;
}

/* Looks one hex further from an entry. */
static void widen(const Play *p, Body *body, EaglesReach *reach, unsigned i)
{
    body->hex = reach->at[i].hex;
    body->spent = reach->at[i].mp;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        bool overrun = false;
        const unsigned to = p->d->hex[body->hex].neighbour[direction];
        const unsigned cost = to == EAGLES_NO_HEX ? 0 : eagles_body_step(p, body, direction, &overrun);
        if (cost == 0) {
            continue;
        }
        const unsigned known = find(reach, to);
        const unsigned mp = reach->at[i].mp + cost;
        if (known == reach->count && reach->count < EAGLES_ROWS_MAX) {
            reach->at[reach->count++].mp = 255;
        }
        if (known < reach->count && mp < reach->at[known].mp) {
            reach->at[known].hex = (uint16_t)to;
            reach->at[known].from = (uint16_t)body->hex;
            reach->at[known].mp = (uint8_t)mp;
            reach->at[known].overrun = overrun;
        }
    }
}

/* Every step costs at least one point, so that entries of a lower cost are final before higher ones are
 * looked at. */
void eagles_reach_of(const Play *p, const struct Body *from, EaglesReach *reach)
{
    Body body = *from;
    const unsigned most = eagles_body_allowance(p, from);
    reach->count = 1;
    reach->at[0].hex = reach->at[0].from = (uint16_t)from->hex;
    reach->at[0].mp = (uint8_t)from->spent;
    reach->at[0].overrun = false;
    for (unsigned mp = from->spent; mp < most; mp++) {
        for (unsigned i = 0; i < reach->count; i++) {
            if (reach->at[i].mp == mp && !reach->at[i].overrun) {
                widen(p, &body, reach, i);
            }
        }
    }
}

static void put_reach(const Play *p, JsonOut *out, const EaglesReach *reach)
{
    jsonout_key(out, "reach");
    jsonout_begin(out, '[');
    for (unsigned i = 1; i < reach->count; i++) {
        jsonout_begin(out, '{');
        put_key_spot(p->d, out, "hex", reach->at[i].hex);
        put_key_spot(p->d, out, "from", reach->at[i].from);
        jsonout_key_u64(out, "mp", reach->at[i].mp);
        if (reach->at[i].overrun) {
            jsonout_key_bool(out, "overrun", true);
        }
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void put_group(const Play *p, JsonOut *out)
{
    EaglesReach reach;
    Body body;
    if (p->s->group.hex >= p->d->hexes) {
        return;
    }
    eagles_body_from_group(p, &body);
    jsonout_key(out, "group");
    jsonout_begin(out, '{');
    put_key_spot(p->d, out, "hex", body.hex);
    jsonout_key_text(out, "colour", EAGLES_COLOUR_IDS[body.colour % EAGLES_COLOURS]);
    jsonout_key_u64(out, "sp", eagles_body_sp(&body));
    jsonout_key_u64(out, "spent", body.spent);
    jsonout_key_u64(out, "allowance", eagles_body_allowance(p, &body));
    jsonout_key(out, "path");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < p->s->group.path_count; i++) {
        put_spot(p->d, out, p->s->group.path[i]);
    }
    jsonout_end(out, ']');
    if (p->s->header.step == EAGLES_STEP_STEP) {
        eagles_reach_of(p, &body, &reach);
        put_reach(p, out, &reach);
    }
    jsonout_end(out, '}');
}

/* The whole stack of a colour in a hex as one group: with infantry if a leader of the colour can lead it. */
static bool whole_stack(const Play *p, unsigned hex, unsigned colour, Body *body)
{
    const EaglesState *s = p->s;
    EaglesLeaders here;
    eagles_body_from_hex(p, body, hex, colour);
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        const unsigned flags = s->leader_flag[l];
        if (eagles_leader_side(p, l) == s->active && eagles_leader_colour(p, l) == colour &&
            (flags & (EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE | EAGLES_LEADER_LATE)) == 0 &&
            body->leaders < EAGLES_GROUP_LEADERS_MAX) {
            body->leader[body->leaders++] = (uint8_t)l;
        }
    }
    for (unsigned i = 0; i < body->rows; i++) {
        GroupRow *row = &body->row[i];
        row->open = false;
        row->going = !p->d->unit[row->unit].infantry || body->leaders > 0 ? row->have : 0;
    }
    return eagles_body_sp(body) > 0;
}

static void put_stack(const Play *p, JsonOut *out, unsigned hex)
{
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        EaglesReach reach;
        Body body;
        if (!whole_stack(p, hex, colour, &body)) {
            continue;
        }
        eagles_reach_of(p, &body, &reach);
        jsonout_begin(out, '{');
        put_key_spot(p->d, out, "hex", hex);
        jsonout_key_text(out, "colour", EAGLES_COLOUR_IDS[colour]);
        jsonout_key_u64(out, "movement", eagles_body_allowance(p, &body));
        put_reach(p, out, &reach);
        jsonout_end(out, '}');
    }
}

static void put_forces(const Play *p, JsonOut *out)
{
    const EaglesState *s = p->s;
    unsigned last = EAGLES_NO_HEX;
    jsonout_key(out, "forces");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex != last && eagles_unit_side(p, eagles_row_unit(s, i)) == s->active) {
            put_stack(p, out, hex);
            last = hex;
        }
    }
    jsonout_end(out, ']');
}

/* ------------------------------------------------------------------ battles (8) */

static void put_attack(const Play *p, JsonOut *out, unsigned from, unsigned target)
{
    EaglesForecast f;
    if (!eagles_attack_forecast(p, from, target, &f)) {
        return;
    }
    jsonout_begin(out, '{');
    put_key_spot(p->d, out, "from", from);
    put_key_spot(p->d, out, "target", target);
    eagles_forecast_json(&f, out);
    jsonout_end(out, '}');
}

/* Every attack that may be declared next: on any target, or on the one already chosen. */
static void put_attacks(const Play *p, JsonOut *out)
{
    MoveList list = {.count = 0};
    const bool chosen = p->s->header.step == EAGLES_STEP_FROM;
    (void)eagles_options(p->d, p->s, &list);
    jsonout_key(out, "attacks");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < list.count; i++) {
        const unsigned hex = eagles_move_argument(list.moves[i]);
        uint16_t from[EAGLES_DIRECTIONS + 1];
        if (eagles_move_kind(list.moves[i]) == EAGLES_MOVE_FROM && chosen) {
            put_attack(p, out, hex, eagles_top(p)->x);
        } else if (eagles_move_kind(list.moves[i]) == EAGLES_MOVE_TARGET) {
            const unsigned count = eagles_attack_hexes(p, hex, from);
            for (unsigned k = 0; k < count; k++) {
                put_attack(p, out, from[k], hex);
            }
        }
    }
    jsonout_end(out, ']');
}

/* The battles that are on, with the chances of their next round; of a counter-attack where it is asked for.
 */
static void put_fights(const Play *p, JsonOut *out)
{
    jsonout_key(out, "fights");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < p->s->battles; i++) {
        EaglesForecast f;
        EaglesBattle battle;
        if (eagles_battle_on(p->s, i) && eagles_asked_forecast(p, i, &battle, &f)) {
            jsonout_begin(out, '{');
            jsonout_key_u64(out, "number", i + 1U);
            put_key_spot(p->d, out, "from", battle.attack);
            put_key_spot(p->d, out, "target", battle.defend);
            jsonout_key_bool(out, "assault", (battle.flags & EAGLES_BATTLE_ASSAULT) != 0);
            eagles_forecast_json(&f, out);
            jsonout_end(out, '}');
        }
    }
    jsonout_end(out, ']');
}

/* The fleet under way: where it is, and how far it can still sail (12). */
static void put_fleet(const Play *p, JsonOut *out)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    const unsigned at = fleet->at;
    jsonout_key(out, "fleet");
    jsonout_begin(out, '{');
    put_key_spot(p->d, out, "at", at >= EAGLES_COAST && at < EAGLES_SEA ? eagles_sea_hex(p, at) : at);
    jsonout_key_u64(out, "points", fleet->left);
    jsonout_end(out, '}');
}

void eagles_outlook_json(const Play *p, Seat seat, JsonOut *out)
{
    const bool asked = p->s->header.over == 0 && (Seat)p->s->header.seat == seat;
    put_step(p, out);
    if (asked) {
        put_targets(p, out);
        put_group(p, out);
    }
    if (asked && eagles_moves_fleet(p->s->header.step)) {
        put_fleet(p, out);
    }
    if (asked && p->s->header.step == EAGLES_STEP_PICK) {
        put_forces(p, out);
    }
    if (asked && (p->s->header.step == EAGLES_STEP_TARGET || p->s->header.step == EAGLES_STEP_FROM)) {
        put_attacks(p, out);
    }
    if (asked && p->s->battles > 0 && p->s->round > 0) {
        put_fights(p, out);
        jsonout_key_u64(out, "fight", eagles_top(p)->a < p->s->battles ? eagles_top(p)->a + 1U : 0U);
    }
    put_letters(p, out, "owners", owner_letter);
    put_letters(p, out, "shut", door_letter);
    put_supply(p, out);
}

/* why_march.c: why a group may not be picked, made up, moved, marched or dropped so (map 7, 15.2). */
#include "engine/eagles/groups.h"
#include "engine/eagles/why.h"

enum { MARCH_MP = 3 };

static const char *const WAYS[EAGLES_DIRECTIONS] = {"east", "north-east", "north-west",
                                                    "west", "south-west", "south-east"};

/* ------------------------------------------------------------------ the way to the next hex */

/* By the map: no land, a strait, a lake, belts, countries that are closed. */
static bool by_map(EaglesWhy *w, unsigned from, unsigned direction)
{
    const EaglesHex *h = &w->p.d->hex[from];
    const unsigned to = h->neighbour[direction];
    if (to == EAGLES_NO_HEX) {
        return eagles_because(w, "7.2", "There is no land to the %s of %s", WAYS[direction],
                              eagles_why_hex(w, from));
    }
    if ((h->side[direction] & EAGLES_STRAIT) != 0) {
        return eagles_because(w, "7.2", "A strait lies between %s and %s", eagles_why_hex(w, from),
                              eagles_why_hex(w, to));
    }
    if ((h->side[direction] & EAGLES_FERRY) != 0 && eagles_is_belt_closed(&w->p, w->p.s->active)) {
        return eagles_because(w, "7.2", "Enemy squadrons in the Baltic close the belts");
    }
    if (eagles_cost(&w->p, from, direction, w->p.s->active) == EAGLES_IMPASSABLE) {
        return w->p.d->hex[to].terrain == EAGLES_LAKE
                   ? eagles_because(w, "7.2", "%s is a lake: only its ice in winter can be crossed",
                                    eagles_why_hex(w, to))
                   : eagles_because(w, "7.2", "%s takes no part in play", eagles_why_hex(w, to));
    }
    return eagles_why_closed(w, to, w->p.s->active);
}

static bool came_from(EaglesWhy *w, unsigned to)
{
    const EaglesGroup *group = &w->p.s->group;
    for (unsigned i = 0; i < group->left_count; i++) {
        if (group->left[i] == to) {
            return eagles_because(
                w, "15.2",
                "The group came from %s: there is no way back before it drops something or overruns",
                eagles_why_hex(w, to));
        }
    }
    return false;
}

/* By who goes: rows with rules of their own, room in Spain, own partisans. */
static bool by_troops(EaglesWhy *w, const Body *body, unsigned to)
{
    const unsigned spain = w->p.d->campaign.spain;
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        if (row->going > 0 && eagles_why_barred(w, row->unit, row->expedition, to)) {
            return true;
        }
    }
    if (w->p.s->campaign.guest > 0 && eagles_owner(&w->p, to) + 1U != w->p.s->campaign.guest) {
        return eagles_because(w, "13.5", "What the English player moves of %s stays in its country",
                              eagles_why_nation(w, w->p.s->campaign.guest - 1U));
    }
    if (eagles_in_campaign(&w->p) && body->colour == EAGLES_BLUE && eagles_owner(&w->p, to) == spain &&
        eagles_owner(&w->p, body->hex) != spain &&
        eagles_body_sp(body) > eagles_spanish_room(&w->p, body->side)) {
        return eagles_because(w, "13.5",
                              "No more than %u French SP may be in a friendly Spain; there is room for %u",
                              w->p.d->campaign.spanish_limit, eagles_spanish_room(&w->p, body->side));
    }
    return eagles_has_partisan(&w->p, to, body->side) &&
           eagles_because(w, "7.3", "Nobody stacks with the partisans in %s", eagles_why_hex(w, to));
}

static unsigned left_of(const EaglesWhy *w, const Body *body)
{
    const unsigned all = eagles_body_allowance(&w->p, body);
    return all > w->p.s->group.spent ? all - w->p.s->group.spent : 0;
}

static bool too_dear(EaglesWhy *w, unsigned to, unsigned cost, unsigned left)
{
    return cost > left && eagles_because(w, "7.2", "%s costs %u MP and %u %s left", eagles_why_hex(w, to),
                                         cost, left, left == 1 ? "is" : "are");
}

/* Enemies outside a city, or a garrison that others besiege. */
static bool has_enemies(const EaglesWhy *w, unsigned hex, unsigned side)
{
    const unsigned enemy = eagles_other(side);
    return eagles_has(&w->p, hex, enemy, EAGLES_OUTSIDE);
}

/* Why enemies there cannot be overrun [7.4]. */
static bool by_overrun(EaglesWhy *w, const Body *body, unsigned to, unsigned cost, unsigned left)
{
    const unsigned enemy = eagles_other(body->side);
    const unsigned sp = eagles_count(&w->p, to, enemy, EAGLES_ANY);
    const unsigned own = eagles_body_sp(body);
    const EaglesHex *h = &w->p.d->hex[to];
    const bool trench = eagles_bit(w->p.s->trench[enemy], to);
    const bool mountain = h->terrain == EAGLES_LOW_MOUNTAIN || h->terrain == EAGLES_HIGH_MOUNTAIN;
    const unsigned times = trench || mountain ? 5 : 4;
    unsigned cavalry = 0;
    bool unsupplied = false;
    for (unsigned i = 0; i < body->rows; i++) {
        cavalry += w->p.d->unit[body->row[i].unit].cavalry ? body->row[i].going : 0U;
        unsupplied = unsupplied || (body->row[i].going > 0 && body->row[i].unsupplied);
    }
    if (h->city != EAGLES_NONE) {
        return eagles_because(w, "7.4", "Enemies stand in %s, and nobody is overrun in a city",
                              eagles_why_hex(w, to));
    }
    if (unsupplied) {
        return eagles_because(w, "7.4",
                              "Enemies stand in %s, and a group that was out of supply cannot overrun",
                              eagles_why_hex(w, to));
    }
    if (eagles_count(&w->p, to, enemy, EAGLES_CAVALRY) > cavalry) {
        return eagles_because(w, "7.4",
                              "Enemies in %s have %u cavalry SP, the group %u: an overrun needs as many",
                              eagles_why_hex(w, to), eagles_count(&w->p, to, enemy, EAGLES_CAVALRY), cavalry);
    }
    if (own < times * sp) {
        return eagles_because(w, "7.4", "%u SP are too few to overrun %u in %s: %u to 1 is needed%s", own, sp,
                              eagles_why_hex(w, to), times,
                              times == 5 ? " in mountains and against entrenchments" : "");
    }
    return cost + 1 > left && own < 6 * sp &&
           eagles_because(w, "7.4", "The overrun in %s costs %u MP, one of them for fighting, and %u %s left",
                          eagles_why_hex(w, to), cost + 1, left, left == 1 ? "is" : "are");
}

static bool why_step(EaglesWhy *w)
{
    Body body;
    eagles_body_from_group(&w->p, &body);
    const unsigned direction = w->argument;
    if (by_map(w, body.hex, direction) || came_from(w, w->p.d->hex[body.hex].neighbour[direction])) {
        return true;
    }
    const unsigned to = w->p.d->hex[body.hex].neighbour[direction];
    const unsigned cost = eagles_cost(&w->p, body.hex, direction, body.side);
    const unsigned left = left_of(w, &body);
    const bool partisan = body.rows > 0 && w->p.d->unit[body.row[0].unit].type == EAGLES_P;
    if (partisan && !eagles_is_empty(&w->p, to, body.side)) {
        return eagles_because(w, "7.3", "Partisans go to a hex with nobody in it, which %s is not",
                              eagles_why_hex(w, to));
    }
    if (by_troops(w, &body, to)) {
        return true;
    }
    if (!partisan && too_dear(w, to, cost, left)) {
        return true;
    }
    if (has_enemies(w, to, body.side)) {
        return by_overrun(w, &body, to, cost, left) ||
               (w->p.s->campaign.guest > 0 &&
                eagles_because(w, "13.5", "What the English player moves of another state does not overrun"));
    }
    return eagles_has(&w->p, to, EAGLES_NEUTRAL, EAGLES_ANY) &&
           eagles_because(w, "13.7", "Neutral troops stand in %s", eagles_why_hex(w, to));
}

/* ------------------------------------------------------------------ forced march [7.5] */

static bool why_march_step(EaglesWhy *w)
{
    const EaglesGroup *group = &w->p.s->group;
    Body body;
    eagles_body_from_group(&w->p, &body);
    const bool begun = w->top->step == EAGLES_STEP_MARCH_PATH;
    const unsigned from = begun ? group->path[group->path_count - 1] : group->hex;
    const unsigned direction = w->argument;
    unsigned spent = 0;
    for (unsigned i = 1; begun && i < group->path_count; i++) {
        spent += group->cost[i];
    }
    if (body.rows > 0 && w->p.d->unit[body.row[0].unit].type == EAGLES_P) {
        return eagles_because(w, "7.5", "Partisans do not force-march");
    }
    if (begun && group->path_count > MARCH_MP) {
        return eagles_because(w, "7.5", "A forced march goes three hexes at most");
    }
    if (by_map(w, from, direction) || came_from(w, w->p.d->hex[from].neighbour[direction])) {
        return true;
    }
    const unsigned to = w->p.d->hex[from].neighbour[direction];
    const unsigned cost = eagles_cost(&w->p, from, direction, w->p.s->active);
    const unsigned left = left_of(w, &body);
    for (unsigned i = 0; begun && i < group->path_count; i++) {
        if (group->path[i] == to) {
            return eagles_because(w, "7.5", "The path has been in %s already", eagles_why_hex(w, to));
        }
    }
    if (!begun && cost <= left) {
        return eagles_because(
            w, "7.5",
            "%s is paid with what is left, %u MP: a forced march begins where that does not suffice",
            eagles_why_hex(w, to), left);
    }
    if (spent + cost > left + MARCH_MP) {
        return eagles_because(w, "7.5", "A path of %u MP is too long: %u %s left and three may be forced",
                              spent + cost, left, left == 1 ? "is" : "are");
    }
    if (has_enemies(w, to, body.side) || eagles_has(&w->p, to, eagles_other(body.side), EAGLES_ANY) ||
        eagles_has(&w->p, to, EAGLES_NEUTRAL, EAGLES_ANY)) {
        return eagles_because(w, "7.5",
                              "A forced march leads through no hex with enemies, and some stand in %s",
                              eagles_why_hex(w, to));
    }
    return by_troops(w, &body, to);
}

static bool why_drop(EaglesWhy *w)
{
    const unsigned flags = w->p.s->group.flags;
    if (w->top->step == EAGLES_STEP_COURSE) {
        return eagles_because(
            w, "12",
            "Ships are dropped once in a place, while the rest can go on, and at sea none with cargo");
    }
    if ((flags & EAGLES_GROUP_MOVED) == 0) {
        return eagles_because(
            w, "7.3", "A group drops nothing in the hex where it starts: what stays is not taken along");
    }
    if ((flags & EAGLES_GROUP_DROPPED) != 0) {
        return eagles_because(w, "7.3", "The group has dropped something here already");
    }
    return eagles_because(w, "7.3", "Nothing of the group could go on from here without the rest");
}

static bool why_stop(EaglesWhy *w)
{
    return w->top->step == EAGLES_STEP_COURSE
               ? eagles_because(w, "12", "A fleet with cargo goes on to a coast while it can")
               : eagles_because(w, "15.2", "A group that was picked goes somewhere first");
}

/* ------------------------------------------------------------------ making up a group [7.1, 15.2] */

/* SP of the side in a hex that could still move if somebody led them, and those that have a reason not to. */
typedef struct Muster {
    unsigned sp, finished, besieged, landed, training, held, infantry;
    bool leader;
} Muster;

static Muster muster(const EaglesWhy *w, unsigned hex)
{
    const EaglesState *s = w->p.s;
    Muster m = {0};
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned flags = eagles_row_flags(s, i);
        if (eagles_unit_side(&w->p, unit) != s->active) {
            continue;
        }
        m.sp += s->row_count[i];
        m.finished += (flags & EAGLES_FLAG_FINISHED) != 0 ? s->row_count[i] : 0U;
        m.besieged += (flags & EAGLES_FLAG_INSIDE) != 0 ? s->row_count[i] : 0U;
        m.landed += (flags & EAGLES_FLAG_LANDED) != 0 ? s->row_count[i] : 0U;
        m.training += w->p.d->unit[unit].type == EAGLES_CT ? s->row_count[i] : 0U;
        m.held += eagles_in_campaign(&w->p) && eagles_is_held(&w->p, s->row_key[i]) ? s->row_count[i] : 0U;
        m.infantry += w->p.d->unit[unit].infantry ? s->row_count[i] : 0U;
    }
    for (unsigned l = 0; l < w->p.d->leaders; l++) {
        const unsigned shut = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE;
        m.leader = m.leader || (s->leader_at[l] == hex && (s->leader_flag[l] & shut) == 0 &&
                                eagles_leader_side(&w->p, l) == s->active);
    }
    return m;
}

static bool why_pick(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const Muster m = muster(w, hex);
    if (m.sp == 0 && !m.leader) {
        return eagles_because(w, "7.1", "%s has no troops in %s", eagles_side_words(w->p.s->active),
                              eagles_why_hex(w, hex));
    }
    if (hex < w->p.s->first_hex) {
        return eagles_because(w, "15.2",
                              "Hexes are picked in ascending order, and %s has been passed; a die or an "
                              "overrun opens all again",
                              eagles_why_hex(w, hex));
    }
    if (!m.leader && m.sp == m.finished) {
        return eagles_because(w, "7.3", "All troops in %s have moved", eagles_why_hex(w, hex));
    }
    if (!m.leader && m.sp == m.besieged) {
        return eagles_because(w, "7.1", "The troops in %s are besieged", eagles_why_hex(w, hex));
    }
    if (!m.leader && m.sp == m.landed) {
        return eagles_because(w, "7.1", "The troops in %s came from ships this turn", eagles_why_hex(w, hex));
    }
    if (!m.leader && m.sp == m.training) {
        return eagles_because(w, "7.1", "Cavalry in training does not move");
    }
    if (!m.leader && m.sp == m.held) {
        return eagles_because(
            w, "13.5", "Of a pro-French Austria or Prussia France moves the expeditionary force alone");
    }
    if (!m.leader && m.infantry > 0) {
        return eagles_because(w, "7.1", "Infantry in %s has no leader who was there when the step began",
                              eagles_why_hex(w, hex));
    }
    return eagles_because(w, "15.2", "Nothing in %s that may still move could go anywhere",
                          eagles_why_hex(w, hex));
}

static bool why_leader(EaglesWhy *w)
{
    const EaglesState *s = w->p.s;
    const unsigned l = w->argument;
    const char *name = w->p.d->leader_text[l].name;
    if (s->leader_at[l] != s->group.hex) {
        return eagles_because(w, "7.1", "%s is not in %s", name, eagles_why_hex(w, s->group.hex));
    }
    if (eagles_leader_side(&w->p, l) != s->active || eagles_leader_colour(&w->p, l) != s->group.colour) {
        return eagles_because(w, "7.1", "%s does not lead troops of this colour", name);
    }
    if ((s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0) {
        return eagles_because(w, "15.2", "%s goes already", name);
    }
    if ((s->leader_flag[l] & EAGLES_FLAG_FINISHED) != 0) {
        return eagles_because(w, "7.3", "%s has moved", name);
    }
    if ((s->leader_flag[l] & EAGLES_FLAG_INSIDE) != 0) {
        return eagles_because(w, "7.1", "%s is besieged", name);
    }
    if (l < w->top->a) {
        return eagles_because(w, "15.2",
                              "Leaders are named in the order of their list, and %s has been passed", name);
    }
    return eagles_because(w, "15.2", "With %s the group could go nowhere", name);
}

static bool why_take(EaglesWhy *w)
{
    Body body;
    eagles_body_from_hex(&w->p, &body, w->p.s->group.hex, w->p.s->group.colour);
    unsigned sp = 0;
    bool led = false;
    for (unsigned l = 0; l < w->p.d->leaders; l++) {
        const bool his =
            w->p.s->leader_at[l] == w->p.s->group.hex && (w->p.s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0;
        if (his && body.leaders < EAGLES_GROUP_LEADERS_MAX) {
            body.leader[body.leaders++] = (uint8_t)l;
        }
    }
    led = eagles_body_leads(&w->p, &body);
    for (unsigned i = 0; i < body.rows; i++) {
        sp += led || !w->p.d->unit[body.row[i].unit].infantry ? body.row[i].have : 0U;
    }
    const unsigned most = eagles_body_room(&w->p, &body);
    const unsigned wanted = w->kind == EAGLES_MOVE_TAKE_LEAVE_ONE && sp > 0 ? sp - 1 : sp;
    if (w->kind == EAGLES_MOVE_TAKE_NONE) {
        return body.leaders == 0
                   ? eagles_because(w, "7.1", "Without leaders somebody else must go")
                   : eagles_because(w, "7.1", "The leaders have no own troops within reach to ride to");
    }
    if (w->kind == EAGLES_MOVE_TAKE_ROWS) {
        return sp < 3 ? eagles_because(w, "15.2",
                                       "Of %u SP all or all but one go: rows are asked for from three on", sp)
                      : eagles_because(w, "15.2", "No part of them could go anywhere");
    }
    if (wanted == 0) {
        return eagles_because(w, "7.1", "Nobody there can go along");
    }
    if (wanted > most) {
        return eagles_because(w, "7.1", "%u SP are more than the leaders may take: %u, which do not add up",
                              wanted, most);
    }
    return eagles_because(w, "15.2", "That group could go nowhere");
}

static bool why_leader_to(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const unsigned side = w->p.s->active;
    bool own = false;
    for (unsigned i = eagles_rows_in(w->p.s, hex); eagles_row_at(w->p.s, i, hex); i++) {
        own = own || (eagles_unit_side(&w->p, eagles_row_unit(w->p.s, i)) == side &&
                      eagles_unit_colour(&w->p, eagles_row_unit(w->p.s, i)) == w->p.s->group.colour &&
                      (eagles_row_flags(w->p.s, i) & EAGLES_FLAG_INSIDE) == 0);
    }
    if (hex == w->p.s->group.hex) {
        return eagles_because(w, "15.2", "The leaders are there");
    }
    if (eagles_has_partisan(&w->p, hex, side)) {
        return eagles_because(w, "7.3", "Nobody stays with the partisans in %s", eagles_why_hex(w, hex));
    }
    if (!own) {
        return eagles_because(
            w, "15.2",
            "Leaders alone end their ride with troops of their colour, and %s has none outside a city",
            eagles_why_hex(w, hex));
    }
    if (has_enemies(w, hex, side)) {
        return eagles_because(w, "7.2", "Enemies stand in %s", eagles_why_hex(w, hex));
    }
    return eagles_because(w, "7.1", "%s is too far, or only the map area is asked for now",
                          eagles_why_hex(w, hex));
}

/* ROWS and WITH: rows and leaders are asked for in one order, with as many as the choice allows. */
static bool why_part(EaglesWhy *w)
{
    const unsigned kind = eagles_move_kind(w->legal->moves[0]);
    const unsigned first = eagles_move_argument(w->legal->moves[0]);
    if (w->kind == EAGLES_MOVE_ROWS && kind == EAGLES_MOVE_ROWS && first >> 8U == w->argument >> 8U) {
        const unsigned last = eagles_move_argument(w->legal->moves[w->legal->count - 1]);
        return eagles_because(w, "15.2",
                              "Of this row %u to %u can be named, as the rest of the choice has it",
                              first & 255U, last & 255U);
    }
    return eagles_why_another(w, "15.2");
}

static bool why_sea(EaglesWhy *w)
{
    const unsigned hex = w->kind == EAGLES_MOVE_SEA_TO ? w->argument : w->argument - 1U;
    const unsigned city = hex < w->p.d->hexes ? w->p.d->hex[hex].city : EAGLES_NONE;
    if (w->kind == EAGLES_MOVE_SEA_COUNTRY) {
        return eagles_because(w, "15.5", "No port of that country is open, or countries are not asked for");
    }
    if (city == EAGLES_NONE || !w->p.d->city[city].port) {
        return eagles_because(w, "7.2", "%s is no port", eagles_why_hex(w, hex));
    }
    if (w->kind == EAGLES_MOVE_SEA_FROM) {
        return eagles_because(w, "7.2",
                              "No red troops that may embark stand in %s, or no port is open to them",
                              eagles_why_hex(w, hex));
    }
    return eagles_because(w, "7.2",
                          "%s is held by the enemy, by partisans, or not among the ports of this rule",
                          eagles_why_hex(w, hex));
}

static bool why_cross(EaglesWhy *w)
{
    const unsigned hex = w->argument - 1U;
    for (unsigned i = 0; i < w->p.d->campaign.landings; i++) {
        if (w->p.d->campaign.landing[i] == hex) {
            return eagles_because(w, "13.9", "Nobody can land in %s: troops of the enemy stand there",
                                  eagles_why_hex(w, hex));
        }
    }
    return eagles_because(w, "13.9", "The army lands on the coast between Plymouth and Yarmouth, not in %s",
                          eagles_why_hex(w, hex));
}

bool eagles_why_march(EaglesWhy *w)
{
    switch (w->kind) {
    case EAGLES_MOVE_STEP:
        return why_step(w);
    case EAGLES_MOVE_FM_STEP:
        return why_march_step(w);
    case EAGLES_MOVE_DROP:
        return why_drop(w);
    case EAGLES_MOVE_STOP:
        return why_stop(w);
    case EAGLES_MOVE_PICK:
        return why_pick(w);
    case EAGLES_MOVE_LATER:
        return eagles_because(w, "15.2", "All hexes that can be picked are on the list");
    case EAGLES_MOVE_COLOUR:
        return eagles_because(w, "15.2", "No group of that colour can be made here any more");
    case EAGLES_MOVE_LEADER:
        return why_leader(w);
    case EAGLES_MOVE_ENOUGH:
        return eagles_because(w, "7.1", "Without one more leader nothing could move");
    case EAGLES_MOVE_TAKE_ALL:
    case EAGLES_MOVE_TAKE_LEAVE_ONE:
    case EAGLES_MOVE_TAKE_NONE:
    case EAGLES_MOVE_TAKE_ROWS:
        return why_take(w);
    case EAGLES_MOVE_LEADER_TO:
        return why_leader_to(w);
    case EAGLES_MOVE_LEADER_AREA:
        return eagles_because(w, "15.2",
                              "The map area is asked for only where more than 48 hexes can be reached");
    case EAGLES_MOVE_ROWS:
    case EAGLES_MOVE_WITH:
        return why_part(w);
    case EAGLES_MOVE_SEA_FROM:
    case EAGLES_MOVE_SEA_TO:
    case EAGLES_MOVE_SEA_COUNTRY:
        return why_sea(w);
    case EAGLES_MOVE_CROSS:
        return why_cross(w);
    default:
        return false;
    }
}

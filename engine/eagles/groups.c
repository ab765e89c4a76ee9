/* groups.c: composition of groups, and the look-ahead that keeps choices without a future out of the lists
 * (map 7, 15.2). */
#include "engine/eagles/groups.h"

enum { INFANTRY_MP = 3, CAVALRY_MP = 4, MARCH_MP = 3 };

/* ------------------------------------------------------------------ making bodies */

static void add_row(Body *body, uint32_t key, unsigned count, bool open)
{
    const unsigned unit = eagles_key_unit(key);
    const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
    const bool unsupplied = (eagles_key_flags(key) & EAGLES_FLAG_UNSUPPLIED) != 0;
    GroupRow *last = body->rows > 0 ? &body->row[body->rows - 1] : NULL;
    if (last == NULL || last->unit != unit || last->expedition != expedition) {
        assert(body->rows < EAGLES_GROUP_ROWS_MAX);
        last = &body->row[body->rows++];
        *last = (GroupRow){.unit = (uint8_t)unit, .expedition = expedition, .open = open};
    }
    last->have = (uint8_t)(last->have + count);
    last->going = open ? 0 : last->have;
    last->unsupplied = last->unsupplied || unsupplied;
}

void eagles_body_from_hex(const Play *p, Body *body, unsigned hex, unsigned colour)
{
    const EaglesState *s = p->s;
    *body = (Body){.hex = hex, .side = s->active, .colour = colour, .may_march = true};
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned type = p->d->unit[unit].type;
        const unsigned fixed =
            EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE | EAGLES_FLAG_LANDED | EAGLES_FLAG_GROUP;
        if (eagles_unit_side(p, unit) == s->active && eagles_unit_colour(p, unit) == colour &&
            (eagles_row_flags(s, i) & fixed) == 0 && type != EAGLES_P && type != EAGLES_CT &&
            !(eagles_in_campaign(p) && eagles_is_held(p, s->row_key[i]))) {
            add_row(body, s->row_key[i], s->row_count[i], true);
        }
    }
}

void eagles_body_from_group(const Play *p, Body *body)
{
    const EaglesState *s = p->s;
    const EaglesGroup *group = &s->group;
    *body = (Body){.hex = group->hex,
                   .side = s->active,
                   .colour = group->colour,
                   .spent = group->spent,
                   .may_march = true};
    for (unsigned i = eagles_rows_in(s, group->hex); eagles_row_at(s, i, group->hex); i++) {
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0) {
            add_row(body, s->row_key[i], s->row_count[i], false);
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, group->hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0) {
            assert(body->leaders < EAGLES_GROUP_LEADERS_MAX);
            body->leader[body->leaders++] = (uint8_t)l;
        }
    }
}

/* ------------------------------------------------------------------ sums */

unsigned eagles_body_sp(const Body *body)
{
    unsigned sp = 0;
    for (unsigned i = 0; i < body->rows; i++) {
        sp += body->row[i].going;
    }
    return sp;
}

unsigned eagles_body_capacity(const Play *p, const Body *body)
{
    unsigned capacity = body->leaders == 0 ? EAGLES_ANY_SIZE : 0;
    for (unsigned i = 0; i < body->leaders; i++) {
        const unsigned his = p->d->leader[body->leader[i]].capacity;
        capacity = his > capacity ? his : capacity;
    }
    if (p->s->campaign.guest > 0) { /* ten SP a turn (13.5) */
        const unsigned room = EAGLES_GUEST_SP - p->s->campaign.guest_sp;
        capacity = room < capacity ? room : capacity;
    }
    return capacity;
}

bool eagles_body_leads(const Play *p, const Body *body)
{
    for (unsigned i = 0; i < body->leaders; i++) {
        if ((p->s->leader_flag[body->leader[i]] & EAGLES_LEADER_LATE) == 0) {
            return true;
        }
    }
    return false;
}

/* Sums over the SP that go, made once a look. */
typedef struct Sums {
    unsigned sp, cavalry, infantry;
    bool supplied, partisan;
} Sums;

static Sums sum_up(const Play *p, const Body *body)
{
    Sums sums = {.supplied = true};
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        const EaglesUnit *unit = &p->d->unit[row->unit];
        sums.sp += row->going;
        sums.cavalry += unit->cavalry ? row->going : 0U;
        sums.infantry += unit->infantry ? row->going : 0U;
        sums.supplied = sums.supplied && !(row->going > 0 && row->unsupplied);
        sums.partisan = sums.partisan || (row->going > 0 && unit->type == EAGLES_P);
    }
    return sums;
}

static unsigned allowance(const Play *p, const Body *body, const Sums *sums)
{
    if (sums->sp > 0) {
        return sums->infantry > 0 ? INFANTRY_MP : CAVALRY_MP;
    }
    unsigned slowest = body->leaders > 0 ? 255 : 0;
    for (unsigned i = 0; i < body->leaders; i++) {
        const unsigned his = p->d->leader[body->leader[i]].move;
        slowest = his < slowest ? his : slowest;
    }
    return slowest;
}

unsigned eagles_body_allowance(const Play *p, const Body *body)
{
    const Sums sums = sum_up(p, body);
    return allowance(p, body, &sums);
}

/* ------------------------------------------------------------------ one hex further */

static bool was_left(const EaglesGroup *group, unsigned hex)
{
    for (unsigned i = 0; i < group->left_count; i++) {
        if (group->left[i] == hex) {
            return true;
        }
    }
    return false;
}

/* The grand campaign (13.5): what depends on where a group comes from, how many it is and who. */
static bool campaign_allows(const Play *p, const Body *body, unsigned to, bool sp)
{
    const unsigned spain = p->d->campaign.spain;
    if (p->s->campaign.guest > 0 && eagles_owner(p, to) + 1U != p->s->campaign.guest) {
        return false;
    }
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        if (row->going > 0 && eagles_leaves_home_barred(p, row->unit, row->expedition, to)) {
            return false;
        }
    }
    return !sp || body->colour != EAGLES_BLUE || eagles_owner(p, to) != spain ||
           eagles_owner(p, body->hex) == spain || eagles_body_sp(body) <= eagles_spanish_room(p, body->side);
}

/* By land, neutrality, special rules, own partisans, and no way back (7.2, 7.3, 15.2). */
static bool land_allows(const Play *p, const Body *body, unsigned to)
{
    if (!eagles_enterable(p, to, body->side) || (!body->free_way && was_left(&p->s->group, to))) {
        return false;
    }
    bool sp = false;
    for (unsigned i = 0; i < body->rows; i++) {
        if (body->row[i].going > 0) {
            sp = true;
            if (eagles_barred(p, body->row[i].unit, to)) {
                return false;
            }
        }
    }
    if (eagles_in_campaign(p) && !campaign_allows(p, body, to, sp)) {
        return false;
    }
    return !sp || !eagles_has_partisan(p, to, body->side);
}

/* Enemy SP in the way: none, a garrison that the side itself besieges, or somebody to be overrun. */
enum way { FREE, GARRISON, ENEMIES };

static enum way look_at(const Play *p, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    enum way way = FREE;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side) {
            continue;
        }
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) == 0) {
            return ENEMIES;
        }
        way = GARRISON;
    }
    return way;
}

/* 7.4: MP an overrun costs beyond the hex, 0 or 1; -1 if it is not allowed. */
static int overrun_extra(const Play *p, const Sums *sums, unsigned to, unsigned side)
{
    const EaglesHex *h = &p->d->hex[to];
    const unsigned enemy = eagles_other(side);
    const unsigned sp = eagles_count(p, to, enemy, EAGLES_ANY);
    const unsigned cavalry = eagles_count(p, to, enemy, EAGLES_CAVALRY);
    if (sums->sp == 0 || !sums->supplied || sums->partisan || h->city != EAGLES_NONE || sp == 0 ||
        sums->cavalry < cavalry) {
        return -1;
    }
    if (sums->sp >= 6 * sp) {
        return 0;
    }
    const bool mountain = h->terrain == EAGLES_LOW_MOUNTAIN || h->terrain == EAGLES_HIGH_MOUNTAIN;
    const unsigned times = mountain || eagles_bit(p->s->trench[enemy], to) ? 5 : 4;
    return sums->sp >= times * sp ? 1 : -1;
}

static unsigned step_cost(const Play *p, const Body *body, const Sums *sums, unsigned direction,
                          bool *overrun)
{
    const unsigned to = p->d->hex[body->hex].neighbour[direction];
    const unsigned cost = eagles_cost(p, body->hex, direction);
    *overrun = false;
    if (cost == EAGLES_IMPASSABLE || !land_allows(p, body, to)) {
        return 0;
    }
    if (sums->partisan) { /* one hex, whatever it costs, to where nobody stands (7.3) */
        return eagles_is_empty(p, to, body->side) ? cost : 0;
    }
    const unsigned all = allowance(p, body, sums);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    const enum way way = look_at(p, to, body->side);
    if (way == GARRISON && sums->sp == 0) {
        return cost <= left ? cost : 0;
    }
    if (way != ENEMIES) {
        return cost <= left ? cost : 0;
    }
    if (eagles_in_campaign(p) && sums->sp > 0 && eagles_may_occupy(p, to, body->side)) {
        *overrun = true; /* the garrison of a conquered state, at no cost (13.7) */
        return cost <= left ? cost : 0;
    }
    const int extra = p->s->campaign.guest > 0 ? -1 : overrun_extra(p, sums, to, body->side);
    *overrun = true;
    return extra >= 0 && cost + (unsigned)extra <= left ? cost + (unsigned)extra : 0;
}

unsigned eagles_body_step(const Play *p, const Body *body, unsigned direction, bool *overrun)
{
    const Sums sums = sum_up(p, body);
    return step_cost(p, body, &sums, direction, overrun);
}

unsigned eagles_body_march(const Play *p, const Body *body, unsigned from, unsigned direction)
{
    const unsigned to = p->d->hex[from].neighbour[direction];
    const unsigned cost = eagles_cost(p, from, direction);
    if (cost == EAGLES_IMPASSABLE || !land_allows(p, body, to) || look_at(p, to, body->side) != FREE) {
        return 0;
    }
    return cost;
}

/* ------------------------------------------------------------------ acting */

bool eagles_body_acts(const Play *p, const Body *body)
{
    const Sums sums = sum_up(p, body);
    if (sums.sp == 0) {
        uint8_t reach[EAGLES_HEXES_MAX / 8];
        return body->leaders > 0 && eagles_leader_reach(p, body, reach, true) > 0;
    }
    const unsigned all = allowance(p, body, &sums);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        bool overrun = false;
        if (step_cost(p, body, &sums, direction, &overrun) > 0) {
            return true;
        }
        const unsigned cost =
            sums.partisan || !body->may_march ? 0 : eagles_body_march(p, body, body->hex, direction);
        if (cost > left && cost <= left + MARCH_MP) {
            return true;
        }
    }
    return false;
}

/* Settles open rows to as many SP as fit: cavalry alone, or cavalry and then infantry; SP bound to their home
 * only if asked. */
static void fill(const Play *p, Body *body, unsigned most, bool infantry, bool home_bound)
{
    unsigned sp = eagles_body_sp(body);
    for (unsigned i = 0; i < body->rows; i++) {
        GroupRow *row = &body->row[i];
        const EaglesUnit *unit = &p->d->unit[row->unit];
        const bool wanted = unit->cavalry || (infantry && (home_bound || !unit->home_only));
        if (!row->open || !wanted) {
            continue;
        }
        const unsigned room = most > sp ? most - sp : 0;
        row->going = row->have < room ? row->have : (uint8_t)room;
        sp += row->going;
    }
}

static void close_rows(const Play *p, Body *body)
{
    const bool leads = eagles_body_leads(p, body);
    for (unsigned i = 0; i < body->rows; i++) {
        if (!leads && p->d->unit[body->row[i].unit].infantry && body->row[i].open) {
            body->row[i].open = false;
        }
    }
}

static bool fills_and_acts(const Play *p, const Body *body, unsigned most, bool infantry, bool home_bound)
{
    Body full = *body;
    fill(p, &full, most, infantry, home_bound);
    return eagles_body_sp(&full) > 0 && eagles_body_acts(p, &full);
}

/* A free step or a march is easiest with as little as possible, an overrun with as much: these extremes
 * decide. */
bool eagles_body_completes(const Play *p, const Body *given, unsigned most, bool none)
{
    Body body = *given;
    close_rows(p, &body);
    const unsigned fixed = eagles_body_sp(&body);
    if (fixed > most) {
        return false;
    }
    if (fixed > 0 && eagles_body_acts(p, &body)) {
        return true;
    }
    for (unsigned i = 0; fixed == 0 && most > 0 && i < body.rows; i++) {
        if (body.row[i].open && body.row[i].have > 0) {
            body.row[i].going = 1;
            if (eagles_body_acts(p, &body)) {
                return true;
            }
            body.row[i].going = 0;
        }
    }
    if (fills_and_acts(p, &body, most, false, false) || fills_and_acts(p, &body, most, true, false) ||
        fills_and_acts(p, &body, most, true, true)) {
        return true;
    }
    return none && fixed == 0 && eagles_body_acts(p, &body);
}

/* ------------------------------------------------------------------ leaders alone */

/* Hexes with SP of the colour, where a leader may end: not among partisans. */
static void mark_friends(const Play *p, const Body *body, uint8_t mark[EAGLES_HEXES_MAX])
{
    enum { ENEMY = 1, FRIEND = 2, PARTISAN = 4 };
    const EaglesState *s = p->s;
    memset(mark, 0, EAGLES_HEXES_MAX);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned unit = eagles_row_unit(s, i);
        const bool inside = (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) != 0;
        if (eagles_unit_side(p, unit) != body->side) {
            mark[hex] |= inside ? 0 : ENEMY;
        } else if (p->d->unit[unit].type == EAGLES_P) {
            mark[hex] |= PARTISAN;
        } else if (eagles_unit_colour(p, unit) == body->colour && !inside) {
            mark[hex] |= FRIEND;
        }
    }
}

unsigned eagles_leader_reach(const Play *p, const Body *body, uint8_t reach[EAGLES_HEXES_MAX / 8], bool stop)
{
    enum { ENEMY = 1, FRIEND = 2, LEVELS = 16 };
    uint8_t mark[EAGLES_HEXES_MAX];
    uint8_t best[EAGLES_HEXES_MAX];
    uint16_t queue[LEVELS][512];
    unsigned count[LEVELS] = {0};
    unsigned found = 0;
    const Sums none = {0};
    const unsigned all = allowance(p, body, &none);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    memset(reach, 0, EAGLES_HEXES_MAX / 8);
    mark_friends(p, body, mark);
    memset(best, 255, sizeof best);
    best[body->hex] = 0;
    queue[0][count[0]++] = (uint16_t)body->hex;
    assert(left < LEVELS);
    for (unsigned level = 0; level <= left; level++) {
        for (unsigned i = 0; i < count[level]; i++) {
            const unsigned hex = queue[level][i];
            if (best[hex] != level) {
                continue;
            }
            if (mark[hex] == FRIEND && hex != body->hex && !eagles_bit(reach, hex)) {
                eagles_set_bit(reach, hex, true);
                found++;
                if (stop) {
                    return found;
                }
            }
            for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
                const unsigned cost = eagles_cost(p, hex, direction);
                const unsigned to = p->d->hex[hex].neighbour[direction];
                if (cost == EAGLES_IMPASSABLE || level + cost > left || level + cost >= best[to] ||
                    (mark[to] & ENEMY) != 0 || !eagles_enterable(p, to, body->side) ||
                    (p->s->campaign.guest > 0 && eagles_owner(p, to) + 1U != p->s->campaign.guest) ||
                    count[level + cost] == sizeof queue[0] / sizeof queue[0][0]) {
                    continue;
                }
                best[to] = (uint8_t)(level + cost);
                queue[level + cost][count[level + cost]++] = (uint16_t)to;
            }
        }
    }
    return found;
}

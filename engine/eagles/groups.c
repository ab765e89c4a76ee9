/* groups.c: composition of groups, and the look-ahead that keeps choices without a future out of the lists
 * (map 7, 15.2). */
#include "engine/eagles/groups.h"

#include "engine/eagles/rowbits.h"

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

/* Rows and leaders come as they are found: there are many more places for them than are used. */
static void start_body(Body *body, unsigned hex, unsigned side, unsigned colour, unsigned spent)
{
    body->hex = hex;
    body->side = side;
    body->colour = colour;
    body->spent = spent;
    body->free_way = false;
    body->may_march = true;
    body->rows = 0;
    body->leaders = 0;
}

void eagles_body_copy(Body *to, const Body *from)
{
    start_body(to, from->hex, from->side, from->colour, from->spent);
    to->free_way = from->free_way;
    to->may_march = from->may_march;
    to->rows = from->rows;
    to->leaders = from->leaders;
    for (unsigned i = 0; i < from->rows; i++) {
        to->row[i] = from->row[i];
    }
    for (unsigned i = 0; i < from->leaders; i++) {
        to->leader[i] = from->leader[i];
    }
}

void eagles_body_from_hex(const Play *p, Body *body, unsigned hex, unsigned colour)
{
    const EaglesState *s = p->s;
    start_body(body, hex, s->active, colour, 0);
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

void eagles_body_sp_of_group(const Play *p, Body *body)
{
    const EaglesState *s = p->s;
    const EaglesGroup *group = &s->group;
    start_body(body, group->hex, s->active, group->colour, group->spent);
    for (unsigned i = eagles_rows_in(s, group->hex); eagles_row_at(s, i, group->hex); i++) {
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0) {
            add_row(body, s->row_key[i], s->row_count[i], false);
        }
    }
}

void eagles_body_add_leaders(const Play *p, Body *body)
{
    EaglesLeaders here;
    eagles_leaders_of_group(p->s, &here);
    for (unsigned k = 0; k < here.count; k++) {
        assert(body->leaders < EAGLES_GROUP_LEADERS_MAX);
        body->leader[body->leaders++] = here.leader[k];
    }
}

void eagles_body_from_group(const Play *p, Body *body)
{
    eagles_body_sp_of_group(p, body);
    eagles_body_add_leaders(p, body);
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
    return capacity;
}

unsigned eagles_body_room(const Play *p, const Body *body)
{
    const unsigned capacity = eagles_body_capacity(p, body);
    const unsigned guests = EAGLES_GUEST_SP - p->s->campaign.guest_sp; /* ten SP a turn */
    return p->s->campaign.guest > 0 && guests < capacity ? guests : capacity;
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
    bool supplied, partisan, home_only;
} Sums;

static Sums sum_up(const Play *p, const Body *body)
{
    Sums sums = {.supplied = true};
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        const EaglesUnit *unit = &p->d->unit[row->unit];
        const unsigned going = row->going; /* no branches, which could not be foretold */
        const bool any = going > 0;
        sums.sp += going;
        sums.cavalry += going * unit->cavalry;
        sums.infantry += going * unit->infantry;
        sums.supplied &= !(any & row->unsupplied);
        sums.partisan |= any & (unit->type == EAGLES_P);
        sums.home_only |= any & unit->home_only;
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

/* Land that is closed while a group is a guest of one nation (13.5). */
static bool is_closed_to_guests(const Play *p, unsigned to)
{
    return p->s->campaign.guest > 0 && eagles_owner(p, to) + 1U != p->s->campaign.guest;
}

/* So many French SP more may come to Spain (13.6). */
static bool has_spanish_room(const Play *p, const Body *body, unsigned to, unsigned sp)
{
    const unsigned spain = p->d->campaign.spain;
    return body->colour != EAGLES_BLUE || eagles_owner(p, to) != spain ||
           eagles_owner(p, body->hex) == spain || sp <= eagles_spanish_room(p, body->side);
}

/* The grand campaign (13.5): what depends on where a group comes from, how many it is and who. */
static bool campaign_allows(const Play *p, const Body *body, unsigned to, bool sp)
{
    if (is_closed_to_guests(p, to)) {
        return false;
    }
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        if (row->going > 0 && eagles_leaves_home_barred(p, row->unit, row->expedition, to)) {
            return false;
        }
    }
    return !sp || has_spanish_room(p, body, to, eagles_body_sp(body));
}

/* By special rules, homes and own partisans (7.2, 7.3). All rows of a body are of its colour. */
static bool rows_allow(const Play *p, const Body *body, const Sums *sums, unsigned to)
{
    if (eagles_in_campaign(p) && !campaign_allows(p, body, to, sums->sp > 0)) {
        return false;
    }
    if (sums->sp == 0) {
        return true;
    }
    for (unsigned i = 0; (sums->home_only || eagles_in_campaign(p)) && i < body->rows; i++) {
        if (body->row[i].going > 0 && eagles_barred(p, body->row[i].unit, to)) {
            return false;
        }
    }
    return !eagles_colour_barred(p, body->colour, to) && !eagles_has_partisan(p, to, body->side);
}

/* By land, neutrality, and no way back (7.2, 15.2), whoever goes. */
static bool land_allows(const Play *p, const Body *body, unsigned to)
{
    return eagles_enterable(p, to, body->side) && (body->free_way || !was_left(&p->s->group, to));
}

/* Enemy SP in the way: none, a garrison that the side itself besieges, or somebody to be overrun. */
enum way { FREE, GARRISON, ENEMIES };

static enum way look_at(const Play *p, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    enum way way = FREE;
    const enum eagles_presence presence = eagles_presence(s, hex);
    if (presence == EAGLES_PRESENT_NOBODY || presence == side + 1U) {
        return FREE;
    }
    for (unsigned i = eagles_first_row(s, hex); eagles_row_at(s, i, hex); i++) {
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

/* What lies around the hex of a body, the same for every part of it. */
typedef struct Around {
    uint16_t to[EAGLES_DIRECTIONS];
    uint8_t cost[EAGLES_DIRECTIONS]; /* MP, EAGLES_IMPASSABLE: closed to everybody */
    uint8_t way[EAGLES_DIRECTIONS];
} Around;

static void look_towards(const Play *p, const Body *body, unsigned direction, Around *around)
{
    const unsigned to = p->d->hex[body->hex].neighbour[direction];
    const unsigned cost = eagles_cost(p, body->hex, direction, body->side);
    const bool open = cost != EAGLES_IMPASSABLE && land_allows(p, body, to);
    around->to[direction] = (uint16_t)to;
    around->cost[direction] = open ? (uint8_t)cost : (uint8_t)EAGLES_IMPASSABLE;
    around->way[direction] = open ? (uint8_t)look_at(p, to, body->side) : (uint8_t)ENEMIES;
}

static void look_around(const Play *p, const Body *body, Around *around)
{
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        look_towards(p, body, direction, around);
    }
}

/* 7.4: MP an overrun costs beyond the hex, 0 or 1; -1 if it is not allowed. */
static int overrun_extra(const Play *p, const Sums *sums, unsigned to, unsigned side)
{
    enum { TIMES = 4 }; /* so many times the enemy at least */
    const EaglesHex *h = &p->d->hex[to];
    const unsigned enemy = eagles_other(side);
    if (sums->sp < TIMES || !sums->supplied || sums->partisan || h->city != EAGLES_NONE) {
        return -1;
    }
    const unsigned sp = eagles_count(p, to, enemy, EAGLES_ANY);
    if (sp == 0 || sums->sp < TIMES * sp || sums->cavalry < eagles_count(p, to, enemy, EAGLES_CAVALRY)) {
        return -1;
    }
    if (sums->sp >= 6 * sp) {
        return 0;
    }
    const bool mountain = h->terrain == EAGLES_LOW_MOUNTAIN || h->terrain == EAGLES_HIGH_MOUNTAIN;
    const unsigned times = mountain || eagles_bit(p->s->trench[enemy], to) ? TIMES + 1U : TIMES;
    return sums->sp >= times * sp ? 1 : -1;
}

/* MP of a step, 0: not allowed. */
static unsigned step_cost(const Play *p, const Body *body, const Sums *sums, const Around *around,
                          unsigned direction, bool *overrun)
{
    const unsigned to = around->to[direction];
    const unsigned cost = around->cost[direction];
    *overrun = false;
    if (cost == EAGLES_IMPASSABLE) {
        return 0;
    }
    if (sums->partisan) { /* one hex, whatever it costs, to where nobody stands (7.3) */
        return rows_allow(p, body, sums, to) && eagles_is_empty(p, to, body->side) ? cost : 0;
    }
    const unsigned all = allowance(p, body, sums);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    *overrun = around->way[direction] == ENEMIES;
    if (cost > left || !rows_allow(p, body, sums, to)) {
        return 0;
    }
    if (!*overrun) {
        return cost;
    }
    if (eagles_in_campaign(p) && sums->sp > 0 && eagles_may_occupy(p, to, body->side)) {
        return cost; /* the garrison of a conquered state, at no cost (13.7) */
    }
    const int extra = p->s->campaign.guest > 0 ? -1 : overrun_extra(p, sums, to, body->side);
    return extra >= 0 && cost + (unsigned)extra <= left ? cost + (unsigned)extra : 0;
}

unsigned eagles_body_step(const Play *p, const Body *body, unsigned direction, bool *overrun)
{
    const Sums sums = sum_up(p, body);
    Around around;
    look_towards(p, body, direction, &around);
    return step_cost(p, body, &sums, &around, direction, overrun);
}

unsigned eagles_body_march(const Play *p, const Body *body, unsigned from, unsigned most)
{
    const Sums sums = sum_up(p, body);
    unsigned ways = 0;
    assert(most < EAGLES_IMPASSABLE);
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = p->d->hex[from].neighbour[direction];
        if (eagles_cost(p, from, direction, body->side) <= most && land_allows(p, body, to) &&
            look_at(p, to, body->side) == FREE && rows_allow(p, body, &sums, to)) {
            ways |= 1U << direction;
        }
    }
    return ways;
}

/* Directions, as bits, of hexes around that anybody of a colour may enter, empty but for SP of his side: near
 * ones for at most `left` MP, far ones for at most `most`; and those that must be looked at more closely. All
 * six are looked at without a branch that could not be foretold. */
typedef struct FreeWays {
    unsigned near, far, unsure;
} FreeWays;

static FreeWays find_free_ways(const Play *p, const Body *body, unsigned left, unsigned most)
{
    const EaglesData *d = p->d;
    const EaglesState *s = p->s;
    const EaglesHex *h = &d->hex[body->hex];
    const uint8_t *cost = h->cost[eagles_winter(d, s->header.turn) ? 1 : 0];
    const bool special = (d->special & (EAGLES_CAMPAIGN | EAGLES_FIRST_MONTH_DELAY)) != 0;
    const unsigned own = s->partisans == 0 ? 0U : ~0U; /* whether his own side is in the way, too */
    unsigned open = 0;                                 /* by land */
    unsigned sure = 0;                                 /* nothing more to look at */
    unsigned barred = 0;                               /* to the colour */
    unsigned near = 0;
    for (unsigned direction = EAGLES_DIRECTIONS; direction-- > 0;) { /* the first becomes the lowest bit */
        const bool in_reach = cost[direction] <= most;
        const unsigned to = in_reach ? h->neighbour[direction] : body->hex;
        const EaglesLand *there = &d->land[to];
        const bool empty =
            (eagles_may_stand(s, to, body->side ^ 1U) | (eagles_may_stand(s, to, body->side) & own)) == 0;
        const bool ferry = (h->side[direction] & EAGLES_FERRY) != 0;
        open = open << 1U | ((unsigned)in_reach & s->open[there->door] >> body->side);
        sure = sure << 1U | (empty & !ferry);
        barred = barred << 1U | (there->barred >> body->colour & 1U);
        near = near << 1U | (cost[direction] <= left);
    }
    for (unsigned bits = body->free_way || s->group.left_count == 0 ? 0 : open; bits != 0; bits &= bits - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(bits);
        open &= ~((unsigned)was_left(&s->group, h->neighbour[direction]) << direction);
    }
    sure = special ? 0 : sure;
    return (FreeWays){
        .near = open & sure & ~barred & near, .far = open & sure & ~barred & ~near, .unsure = open & ~sure};
}

/* One direction in which a body may step or march off. */
static void find_way(const Play *p, const Body *body, const Sums *sums, unsigned left, unsigned direction,
                     EaglesWays *ways)
{
    Around around;
    bool overrun = false;
    look_towards(p, body, direction, &around);
    const unsigned cost = around.cost[direction];
    if (cost == EAGLES_IMPASSABLE) {
        return;
    }
    if (cost <= left || sums->partisan) {
        const bool step = step_cost(p, body, sums, &around, direction, &overrun) > 0;
        ways->step |= step ? 1U << direction : 0U;
    } else if (around.way[direction] == FREE && rows_allow(p, body, sums, around.to[direction])) {
        ways->march |= 1U << direction;
    }
}

/* Directions in which a body may step and march off; perhaps not all of them if one is enough. */
static void find_ways(const Play *p, const Body *body, const Sums *sums, bool enough, EaglesWays *ways)
{
    const unsigned all = allowance(p, body, sums);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    const unsigned most = left + (body->may_march ? MARCH_MP : 0);
    const bool bound = sums->partisan || sums->home_only;
    FreeWays free = find_free_ways(p, body, left, most);
    if (bound) { /* rules of their own */
        free.unsure |= free.near | free.far;
        free.near = free.far = 0;
    }
    ways->step = free.near;
    ways->march = free.far;
    ways->free = (free.near | free.far) != 0;
    for (; free.unsure != 0 && !(enough && (ways->step | ways->march) != 0); free.unsure &= free.unsure - 1) {
        find_way(p, body, sums, left, (unsigned)__builtin_ctz(free.unsure), ways);
    }
}

void eagles_body_ways(const Play *p, const Body *body, EaglesWays *ways)
{
    const Sums sums = sum_up(p, body);
    find_ways(p, body, &sums, false, ways);
}

/* ------------------------------------------------------------------ acting */

static bool finds_goal(const Play *p, const Body *body);

/* Whether anybody of a colour may go from a hex to one around for at most so many MP, where nobody stands
 * but SP of his side and nothing has to be looked at more closely: most often so. */
static inline bool has_free_way(const Play *p, unsigned hex, unsigned side, unsigned colour, unsigned most)
{
    const EaglesData *d = p->d;
    const EaglesState *s = p->s;
    const EaglesHex *h = &d->hex[hex];
    const uint8_t *cost = h->cost[eagles_winter(d, s->header.turn) ? 1 : 0];
    if ((d->special & (EAGLES_CAMPAIGN | EAGLES_FIRST_MONTH_DELAY)) != 0) {
        return false; /* rules of their own */
    }
    const unsigned own = s->partisans == 0 ? 0U : ~0U; /* whether his own side is in the way, too */
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (cost[direction] > most || (h->side[direction] & EAGLES_FERRY) != 0) {
            continue;
        }
        const unsigned to = h->neighbour[direction];
        const EaglesLand *there = &d->land[to];
        const unsigned full = eagles_may_stand(s, to, side ^ 1U) | (eagles_may_stand(s, to, side) & own);
        if (((unsigned)s->open[there->door] >> side & ~((unsigned)there->barred >> colour) & ~full & 1U) !=
            0) {
            return true;
        }
    }
    return false;
}

/* Whether SP may step or march off; sums those of the body, somebody among them. */
static bool sp_act(const Play *p, const Body *body, const Sums *sums)
{
    const unsigned all = allowance(p, body, sums);
    const unsigned left = all > body->spent ? all - body->spent : 0;
    if (!sums->partisan && !sums->home_only && (body->free_way || p->s->group.left_count == 0) &&
        has_free_way(p, body->hex, body->side, body->colour, left + (body->may_march ? MARCH_MP : 0))) {
        return true;
    }
    EaglesWays ways;
    find_ways(p, body, sums, true, &ways);
    return (ways.step | ways.march) != 0;
}

static bool leaders_act(const Play *p, const Body *body) { return body->leaders > 0 && finds_goal(p, body); }

bool eagles_body_goes_anyhow(const Play *p, const Body *body)
{
    for (unsigned i = 0; i < body->rows; i++) {
        const EaglesUnit *unit = &p->d->unit[body->row[i].unit];
        if (unit->home_only || unit->type == EAGLES_P) {
            return false; /* rules of their own */
        }
    }
    const unsigned left = INFANTRY_MP > body->spent ? INFANTRY_MP - body->spent : 0; /* cavalry has more */
    return (body->free_way || p->s->group.left_count == 0) &&
           has_free_way(p, body->hex, body->side, body->colour, left + (body->may_march ? MARCH_MP : 0));
}

bool eagles_body_acts(const Play *p, const Body *body)
{
    const Sums sums = sum_up(p, body);
    return sums.sp > 0 ? sp_act(p, body, &sums) : leaders_act(p, body);
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

/* Rows of infantry that nobody leads do not go. */
static bool is_led(const Play *p, const GroupRow *row, bool leads)
{
    return leads || !p->d->unit[row->unit].infantry;
}

/* Whether an open row has SP that may go. */
static bool has_open_row(const Play *p, const Body *body, bool leads)
{
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        if (row->open && row->have > 0 && is_led(p, row, leads)) {
            return true;
        }
    }
    return false;
}

static void close_unled_rows(const Play *p, Body *body, bool leads)
{
    for (unsigned i = 0; i < body->rows; i++) {
        body->row[i].open = body->row[i].open && is_led(p, &body->row[i], leads);
    }
}

/* Whether there is an enemy whom SP could come to overrun with the MP they have. */
static bool may_overrun(const Play *p, const Body *body)
{
    Around around;
    look_around(p, body, &around);
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        if (around.cost[direction] + body->spent <= CAVALRY_MP && around.way[direction] == ENEMIES) {
            return true;
        }
    }
    return false;
}

static bool fills_and_acts(const Play *p, const Body *body, unsigned most, bool infantry, bool home_bound)
{
    Body full;
    eagles_body_copy(&full, body);
    fill(p, &full, most, infantry, home_bound);
    return eagles_body_sp(&full) > 0 && eagles_body_acts(p, &full);
}

/* Whether the campaign lets one SP of a unit go into a hex by itself. */
static bool campaign_allows_one(const Play *p, const Body *body, const GroupRow *row, unsigned to)
{
    return !is_closed_to_guests(p, to) && has_spanish_room(p, body, to, 1) &&
           !eagles_leaves_home_barred(p, row->unit, row->expedition, to);
}

/* Whether an SP of a row by itself may step somewhere without an overrun, or march off: the usual case, told
 * without looking all around. */
static bool goes_freely(const Play *p, const Body *body, const GroupRow *row)
{
    const EaglesUnit *u = &p->d->unit[row->unit];
    const unsigned all = u->infantry ? INFANTRY_MP : CAVALRY_MP;
    const unsigned left = all > body->spent ? all - body->spent : 0;
    const unsigned most = left + (body->may_march ? MARCH_MP : 0);
    if (u->type == EAGLES_P) {
        return false; /* partisans have rules of their own */
    }
    if (!u->home_only && (body->free_way || p->s->group.left_count == 0) &&
        has_free_way(p, body->hex, body->side, body->colour, most)) {
        return true;
    }
    FreeWays free = find_free_ways(p, body, left, most);
    if (!u->home_only && (free.near | free.far) != 0) {
        return true;
    }
    for (free.unsure |= free.near | free.far; free.unsure != 0; free.unsure &= free.unsure - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(free.unsure);
        const unsigned cost = eagles_cost(p, body->hex, direction, body->side);
        const unsigned to = p->d->hex[body->hex].neighbour[direction];
        if (cost <= most && look_at(p, to, body->side) <= (cost <= left ? GARRISON : FREE) &&
            !eagles_barred(p, row->unit, to) && !eagles_has_partisan(p, to, body->side) &&
            (!eagles_in_campaign(p) || campaign_allows_one(p, body, row, to))) {
            return true;
        }
    }
    return false;
}

bool eagles_sp_goes_freely(const Play *p, unsigned hex, uint32_t key)
{
    Body body;
    const bool expedition = (eagles_key_flags(key) & EAGLES_FLAG_EXPEDITION) != 0;
    const GroupRow row = {.unit = (uint8_t)eagles_key_unit(key), .expedition = expedition};
    start_body(&body, hex, p->s->active, eagles_unit_colour(p, row.unit), 0);
    return goes_freely(p, &body, &row);
}

/* The same of any row that is open. leads: somebody leads infantry. */
static bool any_goes_freely(const Play *p, const Body *body, bool leads)
{
    for (unsigned i = 0; i < body->rows; i++) {
        const GroupRow *row = &body->row[i];
        if (row->open && row->have > 0 && is_led(p, row, leads) && goes_freely(p, body, row)) {
            return true;
        }
    }
    return false;
}

bool eagles_body_goes_freely(const Play *p, const Body *body, bool free)
{
    const bool leads = eagles_body_leads(p, body);
    assert(!free || has_open_row(p, body, leads) == any_goes_freely(p, body, leads));
    return free ? has_open_row(p, body, leads) : any_goes_freely(p, body, leads);
}

bool eagles_body_goes_led(const Play *p, const Body *body) { return any_goes_freely(p, body, true); }

/* Whether one SP of a row that is still open acts by itself; nothing goes yet. */
static bool one_acts(const Play *p, Body *body)
{
    for (unsigned i = 0; i < body->rows; i++) {
        GroupRow *row = &body->row[i];
        const EaglesUnit *unit = &p->d->unit[row->unit];
        if (!row->open || row->have == 0) {
            continue;
        }
        const Sums sums = {.sp = 1,
                           .cavalry = unit->cavalry,
                           .infantry = unit->infantry,
                           .supplied = !row->unsupplied,
                           .partisan = unit->type == EAGLES_P,
                           .home_only = unit->home_only};
        row->going = 1;
        if (sp_act(p, body, &sums)) {
            return true;
        }
        row->going = 0;
    }
    return false;
}

/* A free step or a march is easiest with as little as possible, an overrun with as much: these extremes
 * decide. */
bool eagles_body_completes(const Play *p, const Body *given, unsigned most, bool none)
{
    const unsigned fixed = eagles_body_sp(given);
    const bool leads = eagles_body_leads(p, given);
    if (fixed > most) {
        return false;
    }
    if (fixed > 0 ? eagles_body_goes_anyhow(p, given) : most > 0 && any_goes_freely(p, given, leads)) {
        return true; /* most often so */
    }
    const bool open = most > fixed && has_open_row(p, given, leads);
    if (fixed == 0 && !open) {
        return none && leaders_act(p, given);
    }
    Body body;
    eagles_body_copy(&body, given);
    close_unled_rows(p, &body, leads);
    if (fixed > 0 ? eagles_body_acts(p, &body) : one_acts(p, &body)) {
        return true;
    }
    if (open && may_overrun(p, &body) &&
        (fills_and_acts(p, &body, most, false, false) || fills_and_acts(p, &body, most, true, false) ||
         fills_and_acts(p, &body, most, true, true))) {
        return true;
    }
    return none && fixed == 0 && leaders_act(p, &body);
}

/* ------------------------------------------------------------------ leaders alone */

/* Hexes as bits. */
enum { WORD = 64, WORDS = EAGLES_HEXES_MAX / WORD };
static bool is_marked(const uint64_t mark[WORDS], unsigned hex)
{
    return (mark[hex / WORD] >> hex % WORD & 1U) != 0;
}

/* The hexes with SP of the colour of leaders alone, without partisans, where they may end: those that they
 * reach, until there are enough, and those that they reach perhaps, by a detour. */
typedef struct Goals {
    unsigned left, season; /* MP */
    unsigned enough, found;
    uint16_t *reach;
    uint64_t tried[WORDS], open[WORDS]; /* hexes gone through on the way back from goals; those from where it
                                           led to the start */
    unsigned count;                     /* of those not sure */
    uint16_t hex[EAGLES_ROWS_MAX];
} Goals;

/* Whether leaders alone may ride into a hex: open land, and no SP outside a city but of their side. */
static bool may_ride_into(const Play *p, const Body *body, unsigned hex)
{
    return eagles_enterable(p, hex, body->side) && look_at(p, hex, body->side) != ENEMIES;
}

/* Whether leaders reach a goal: for sure, surely not, or perhaps by a detour that nobody has looked for. */
enum ride { RIDE_NO, RIDE_YES, RIDE_PERHAPS };

/* How far on in EaglesData.ride[][from] the neighbours of a hex stand, by direction: one more step of q is a
 * row, one of r a column. */
static const int RIDE_STEP[EAGLES_DIRECTIONS] = {EAGLES_RIDE_SPAN,  EAGLES_RIDE_SPAN - 1, -1,
                                                 -EAGLES_RIDE_SPAN, 1 - EAGLES_RIDE_SPAN, 1};

/* The direction in which a cheapest way back to the start leaves a hex, with nobody standing in it;
 * EAGLES_DIRECTIONS: none. place: of the hex, from the start. Ferries are left to the flood. */
static unsigned way_back(const Play *p, const Body *body, unsigned season, unsigned hex, unsigned place)
{
    const uint8_t *ride = &p->d->ride[season][body->hex][place];
    const EaglesHex *h = &p->d->hex[hex];
    const unsigned usual = (unsigned)*ride >> EAGLES_RIDE_BACK;
    const unsigned mp = (*ride & (unsigned)EAGLES_RIDE_COST) - 1U;
    if (usual != EAGLES_RIDE_UNKNOWN &&
        (h->neighbour[usual] == body->hex || may_ride_into(p, body, h->neighbour[usual]))) {
        return usual;
    }
    unsigned cheapest = 0; /* directions as bits; 0 MP and 1 is no way at all, 255 one that is too far */
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned before = (uint8_t)((ride[RIDE_STEP[direction]] & (unsigned)EAGLES_RIDE_COST) - 1U);
        cheapest |= (unsigned)(before + h->into[season][direction] == mp) << direction;
    }
    for (; cheapest != 0; cheapest &= cheapest - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(cheapest);
        const unsigned from = h->neighbour[direction];
        if ((h->side[direction] & EAGLES_FERRY) == 0 && (from == body->hex || may_ride_into(p, body, from))) {
            return direction;
        }
    }
    return EAGLES_DIRECTIONS;
}

/* Notes of the hexes on a way back how it ended. */
static enum ride end_ride(Goals *goals, const uint16_t *way, unsigned length, bool open)
{
    for (unsigned i = 0; i < length; i++) {
        goals->tried[way[i] / WORD] |= 1ULL << way[i] % WORD;
        goals->open[way[i] / WORD] |= (uint64_t)open << way[i] % WORD;
    }
    return open ? RIDE_YES : RIDE_PERHAPS;
}

/* Goes back from the goal by the cheapest way there is where nobody stands: the same one from each hex, whose
 * end is known if it was gone before. */
static enum ride try_ride(const Play *p, const Body *body, Goals *goals, unsigned goal)
{
    const EaglesData *d = p->d;
    uint16_t way[EAGLES_RIDE_MAX];
    unsigned length = 0;
    if (p->s->campaign.guest > 0) {
        return RIDE_PERHAPS;
    }
    unsigned place = eagles_ride_place(d, body->hex, goal);
    const unsigned known = d->ride[goals->season][body->hex][place] & (unsigned)EAGLES_RIDE_COST; /* MP + 1 */
    if (known == 0 || known > goals->left + 1) {
        return RIDE_NO;
    }
    if (!eagles_enterable(p, goal, body->side)) {
        return RIDE_NO;
    }
    for (unsigned at = goal; at != body->hex;) {
        if (is_marked(goals->tried, at)) {
            return end_ride(goals, way, length, is_marked(goals->open, at));
        }
        assert(length < EAGLES_RIDE_MAX);
        way[length++] = (uint16_t)at;
        const unsigned back = way_back(p, body, goals->season, at, place);
        if (back == EAGLES_DIRECTIONS) {
            return end_ride(goals, way, length, false);
        }
        at = d->hex[at].neighbour[back];
        place = (unsigned)((int)place + RIDE_STEP[back]);
        assert(place == eagles_ride_place(d, body->hex, at));
    }
    return end_ride(goals, way, length, true);
}

/* Whether anybody in a hex is in the way of leaders who would end there: others outside a city, or a partisan
 * of their side. SP of the side are there. */
static bool is_in_the_way(const Play *p, const Body *body, unsigned hex)
{
    return (eagles_presence(p->s, hex) != body->side + 1U && look_at(p, hex, body->side) == ENEMIES) ||
           eagles_has_partisan(p, hex, body->side);
}

static void note_goal(const Play *p, const Body *body, unsigned hex, Goals *goals)
{
    if (hex == body->hex || eagles_distance(p->d, body->hex, hex) > goals->left ||
        is_in_the_way(p, body, hex)) {
        return;
    }
    const enum ride ride = try_ride(p, body, goals, hex);
    if (ride == RIDE_YES) {
        goals->reach[goals->found++] = (uint16_t)hex;
    } else if (ride == RIDE_PERHAPS) {
        goals->hex[goals->count++] = (uint16_t)hex;
    }
}

/* Allegiance of the SP of a body's colour that are no partisans. */
static unsigned own_allegiance(const Body *body)
{
    return body->side | body->colour << (unsigned)EAGLES_ALLEGIANCE_COLOUR_SHIFT;
}

/* Whether such SP stand in a hex, outside a city. */
static bool has_goal(const Play *p, const Body *body, unsigned hex)
{
    const EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (s->allegiance[eagles_row_unit(s, i)] == own_allegiance(body) &&
            (eagles_row_flags(s, i) & EAGLES_FLAG_INSIDE) == 0) {
            return true;
        }
    }
    return false;
}

/* The hexes with them among rows i to end. */
static void find_goals_among(const Play *p, const Body *body, unsigned i, unsigned end, Goals *goals)
{
    const EaglesState *s = p->s;
    const unsigned own = own_allegiance(body);
    const EaglesRowLike like = {.of = 0xFF, .allegiance = (uint8_t)own, .with = EAGLES_FLAG_INSIDE};
    unsigned last = EAGLES_NO_HEX;
    for (unsigned word = i / EAGLES_ROW_WORD; word * EAGLES_ROW_WORD < end; word++) {
        uint64_t rows = eagles_row_word(s, word, like) & eagles_row_range(word, i, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const unsigned hex = eagles_key_place(s->row_key[row]);
            if (hex != last) {
                note_goal(p, body, hex, goals);
                if (goals->found >= goals->enough) {
                    return;
                }
            }
            last = hex;
        }
    }
}

/* Hexes are numbered by column: from where the leaders stand on, since what is near is found soonest there,
 * in columns that are no more off than they have MP. */
static void find_goals(const Play *p, const Body *body, Goals *goals)
{
    enum { LINE = 64 };
    const uint8_t *ride = p->d->ride[goals->season][body->hex];
    for (unsigned i = 0; i < EAGLES_RIDE_PLACES; i += LINE) {
        __builtin_prefetch(&ride[i]); /* goals are asked about one after the other, and a way hex by hex */
    }
    const unsigned column = p->d->hex[body->hex].column;
    const unsigned first = column > goals->left ? column - goals->left : 0;
    const unsigned end = column + goals->left + 1U;
    const unsigned middle = eagles_first_row(p->s, body->hex);
    find_goals_among(p, body, middle,
                     eagles_first_row(p->s, p->d->column_first[end < EAGLES_GRID ? end : EAGLES_GRID]),
                     goals);
    if (goals->found < goals->enough) {
        find_goals_among(p, body, eagles_first_row(p->s, p->d->column_first[first]), middle, goals);
    }
}

/* A hex met on the ways back from a goal. */
typedef struct Met {
    uint16_t hex, place; /* place: from the start, as in EaglesData.ride */
    uint16_t next;       /* met before for the same sum */
    uint8_t mp;          /* from there to the goal */
} Met;

/* The ways back from a goal by what they cost at least in all: to the goal, and from the start where nobody
 * stands in the way. So a hex is met once at most for each sum. */
enum { NOBODY_MET = 0, MET_MAX = 1 + (EAGLES_RIDE_MAX + 1) * EAGLES_RIDE_HEXES };
typedef struct WaysBack {
    uint8_t best[EAGLES_RIDE_PLACES];   /* MP to the goal by place, 255: not met */
    uint16_t last[EAGLES_RIDE_MAX + 1]; /* met for each sum */
    unsigned count;                     /* of all met, the first of which is none */
    Met met[MET_MAX];
} WaysBack;

static void meet(WaysBack *ways, unsigned sum, unsigned hex, unsigned place, unsigned mp)
{
    assert(sum <= EAGLES_RIDE_MAX && ways->count < MET_MAX);
    ways->best[place] = (uint8_t)mp;
    ways->met[ways->count] = (Met){(uint16_t)hex, (uint16_t)place, ways->last[sum], (uint8_t)mp};
    ways->last[sum] = (uint16_t)ways->count++;
}

static bool may_be_on_way(const Play *p, const Body *body, unsigned hex)
{
    return may_ride_into(p, body, hex) && !is_closed_to_guests(p, hex);
}

/* Goes one hex further back, wherever the start is still near enough. True: the start is met, or a hex from
 * where the cheapest way to it is known to be open. */
static bool go_back_from(const Play *p, const Body *body, const Goals *goals, WaysBack *ways, const Met *met)
{
    const EaglesHex *h = &p->d->hex[met->hex];
    const uint8_t *ride = &p->d->ride[goals->season][body->hex][met->place];
    uint8_t *best = &ways->best[met->place];
    unsigned near = 0; /* directions, as bits; no branches, which could not be foretold */
    for (unsigned direction = EAGLES_DIRECTIONS; direction-- > 0;) {
        const unsigned mp = (unsigned)met->mp + h->into[goals->season][direction];
        const unsigned known = ride[RIDE_STEP[direction]] & (unsigned)EAGLES_RIDE_COST; /* MP + 1 */
        near = near << 1U |
               ((known != 0) & (mp + known <= goals->left + 1U) & (mp < best[RIDE_STEP[direction]]));
    }
    for (; near != 0; near &= near - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(near);
        const unsigned from = h->neighbour[direction];
        const unsigned mp = (unsigned)met->mp + h->into[goals->season][direction];
        const unsigned sum = mp + (ride[RIDE_STEP[direction]] & (unsigned)EAGLES_RIDE_COST) - 1U;
        if ((h->side[direction] & EAGLES_FERRY) != 0 && eagles_is_belt_closed(p, body->side)) {
            continue;
        }
        if (from == body->hex || is_marked(goals->open, from)) {
            return true;
        }
        if (may_be_on_way(p, body, from)) {
            meet(ways, sum, from, (unsigned)((int)met->place + RIDE_STEP[direction]), mp);
        } else {
            best[RIDE_STEP[direction]] = 0; /* it is not asked about again */
        }
    }
    return false;
}

/* Whether there is any way to a goal: looked for from there, since for each hex it is known what it costs at
 * least from the start. */
static bool finds_detour(const Play *p, const Body *body, const Goals *goals, unsigned goal)
{
    WaysBack ways;
    const unsigned start = eagles_ride_place(p->d, body->hex, goal);
    const unsigned known = p->d->ride[goals->season][body->hex][start] & (unsigned)EAGLES_RIDE_COST;
    if (known == 0 || known > goals->left + 1U || !may_be_on_way(p, body, goal)) {
        return false;
    }
    memset(ways.best, 255, sizeof ways.best);
    memset(ways.last, NOBODY_MET, sizeof ways.last);
    ways.count = 1;
    meet(&ways, known - 1U, goal, start, 0);
    for (unsigned sum = known - 1U; sum <= goals->left; sum++) {
        while (ways.last[sum] != NOBODY_MET) {
            const Met met = ways.met[ways.last[sum]];
            ways.last[sum] = met.next;
            if (ways.best[met.place] == met.mp && go_back_from(p, body, goals, &ways, &met)) {
                return true;
            }
        }
    }
    return false;
}

static void start_goals(const Play *p, const Body *body, unsigned enough, uint16_t *reach, Goals *goals)
{
    const Sums none = {0};
    const unsigned all = allowance(p, body, &none);
    goals->left = all > body->spent ? all - body->spent : 0;
    goals->season = eagles_winter(p->d, p->s->header.turn) ? 1 : 0;
    goals->enough = enough;
    goals->found = goals->count = 0;
    goals->reach = reach;
    memset(goals->tried, 0, sizeof goals->tried);
    memset(goals->open, 0, sizeof goals->open);
    assert(goals->left <= EAGLES_RIDE_MAX);
}

/* Whether the goal that a scratch knows of from the hex of leaders alone is still one, and the cheapest way
 * to it open. */
static bool reaches_as_before(const Play *p, const Body *body)
{
    Goals goals;
    uint16_t reach[1];
    const unsigned known = p->scratch->goal[body->hex];
    if (known == 0 || !has_goal(p, body, known - 1U)) {
        return false;
    }
    start_goals(p, body, 1, reach, &goals);
    note_goal(p, body, known - 1U, &goals);
    return goals.found > 0;
}

/* The first goals reached, up to so many, in no order; how many. */
static unsigned reach_goals(const Play *p, const Body *body, unsigned enough, uint16_t *reach)
{
    Goals goals;
    start_goals(p, body, enough, reach, &goals);
    find_goals(p, body, &goals);
    for (unsigned i = 0; i < goals.count && goals.found < enough; i++) {
        if (finds_detour(p, body, &goals, goals.hex[i])) {
            reach[goals.found++] = goals.hex[i];
        }
    }
    return goals.found;
}

/* Whether leaders alone can end in a hex next to theirs. */
static bool has_goal_around(const Play *p, const Body *body)
{
    const EaglesState *s = p->s;
    const EaglesHex *h = &p->d->hex[body->hex];
    const uint8_t *cost = h->cost[eagles_winter(p->d, s->header.turn) ? 1 : 0];
    const Sums none = {0};
    const unsigned all = allowance(p, body, &none);
    unsigned own = 0; /* directions, as bits, where SP of the side stand and nobody else; no branches */
    if (s->campaign.guest > 0) {
        return false; /* look closer */
    }
    for (unsigned direction = EAGLES_DIRECTIONS; direction-- > 0;) {
        const bool in_reach = cost[direction] + body->spent <= all;
        const unsigned to = in_reach ? h->neighbour[direction] : body->hex;
        const unsigned presence = s->presence[to / 4] >> (to % 4 * 2U) & 3U;
        const bool ferry = (h->side[direction] & EAGLES_FERRY) != 0;
        own = own << 1U | ((unsigned)(in_reach & !ferry & (presence == body->side + 1U)) &
                           s->open[p->d->land[to].door] >> body->side);
    }
    for (; own != 0; own &= own - 1) {
        const unsigned to = h->neighbour[__builtin_ctz(own)];
        if (has_goal(p, body, to) && !eagles_has_partisan(p, to, body->side)) {
            return true;
        }
    }
    return false;
}

/* Whether leaders alone can reach any hex to end their move; most often it is next to theirs, or the one that
 * they could reach when this was asked last, as a scratch has it. */
static bool finds_goal(const Play *p, const Body *body)
{
    uint16_t reach[EAGLES_REACH_MAX];
    if (has_goal_around(p, body) || (p->scratch != NULL && reaches_as_before(p, body))) {
        return true;
    }
    if (reach_goals(p, body, 1, reach) == 0) {
        return false;
    }
    if (p->scratch != NULL) {
        p->scratch->goal[body->hex] = (uint16_t)(reach[0] + 1U);
    }
    return true;
}

unsigned eagles_leader_reach(const Play *p, const Body *body, uint16_t reach[EAGLES_REACH_MAX])
{
    return reach_goals(p, body, EAGLES_REACH_MAX, reach);
}

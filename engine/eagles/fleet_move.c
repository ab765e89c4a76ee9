/* fleet_move.c: fleets sail (map 12, 15.2): which, with how many ships, and where. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { POINTS = 4, SEA_COST = 1, PORT_COST = 1, COAST_COST = 2, PAGE = 48 };

static unsigned moving(const Play *p)
{
    return eagles_ships(p, p->s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP);
}

/* ------------------------------------------------------------------ which fleet */

Seat eagles_sail_options(const Play *p, MoveList *list)
{
    const unsigned side = p->s->active;
    EaglesFleets fleets;
    eagles_list_fleets(p, side, p->s->campaign.fleet.next, EAGLES_SHIP_MOVED, &fleets);
    for (unsigned k = 0; k < fleets.count; k++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_SAIL, fleets.rank[k]));
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_END, 0));
    return eagles_seat(side);
}

enum purpose { TO_SAIL, TO_PICK_UP, TO_DROP };

void eagles_sail_choose(Play *p, Move move)
{
    if (eagles_move_kind(move) == EAGLES_MOVE_END) {
        eagles_pop(p);
        return;
    }
    const unsigned rank = eagles_move_argument(move);
    p->s->campaign.fleet =
        (EaglesFleet){.at = (uint16_t)eagles_place_of_rank(rank), .next = (uint16_t)rank, .left = POINTS};
    eagles_push(p, EAGLES_STEP_SHIPS)->a = TO_SAIL;
}

/* ------------------------------------------------------------------ which ships */

/* A ship that a choice of ships may name: of the place and not moved, or of the moving fleet. At sea nobody
 * drops a ship that has something aboard: it could not land it any more. */
static bool is_choice(const Play *p, unsigned purpose, unsigned ship)
{
    assert(ship < EAGLES_SHIPS_MAX);
    const EaglesState *s = p->s;
    const unsigned at = s->campaign.fleet.at;
    const unsigned flags = s->ship_flag[ship];
    if (!eagles_ship_is(p, ship, s->active, at, 0)) {
        return false;
    }
    if (purpose == TO_DROP) {
        return (flags & EAGLES_SHIP_GROUP) != 0 && (at < EAGLES_SEA || !eagles_ship_laden(p, ship));
    }
    return (flags & (EAGLES_SHIP_GROUP | EAGLES_SHIP_MOVED)) == 0;
}

/* Ships of a row, which is a unit and whether they are damaged. */
static unsigned row_of(const Play *p, unsigned ship)
{
    assert(ship < EAGLES_SHIPS_MAX);
    return p->d->ship_unit[ship] * 2U + ((p->s->ship_flag[ship] & EAGLES_SHIP_DAMAGED) != 0 ? 1U : 0U);
}

/* The first row from x on and its ships; behind: whether another row follows. */
static unsigned next_ships(const Play *p, const EaglesFrame *frame, unsigned *count, bool *behind)
{
    unsigned row = EAGLES_UNITS_MAX * 2U;
    *count = 0;
    *behind = false;
    for (unsigned i = 0; i < p->d->ships; i++) {
        const unsigned his = row_of(p, i);
        if (!is_choice(p, frame->a, i) || his < frame->x) {
            continue;
        }
        if (his < row) {
            *behind = *behind || *count > 0;
            row = his;
            *count = 0;
        } else if (his > row) {
            *behind = true;
        }
        *count += his == row ? 1U : 0U;
    }
    return row;
}

Seat eagles_ships_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned count = 0;
    bool behind = false;
    const unsigned row = next_ships(p, frame, &count, &behind);
    const unsigned stay = frame->a == TO_DROP ? 1U : 0U; /* somebody goes on */
    const unsigned most = count + stay > moving(p) && stay > 0 ? moving(p) - 1U : count;
    const unsigned least = frame->b == 0 && !behind ? 1U : 0U;
    for (unsigned n = least; count > 0 && n <= most; n++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_SHIPS, row / 2U << 9U | row % 2U << 8U | n));
    }
    return eagles_seat(p->s->active);
}

/* The ships are chosen: Nelson may change over, a fleet that sets out loads, and runs the blockade if it
 * must. */
static void ships_chosen(Play *p, unsigned purpose)
{
    const unsigned at = p->s->campaign.fleet.at;
    eagles_pop(p);
    if (purpose == TO_SAIL) {
        eagles_push(p, EAGLES_STEP_FLEET_END);
        eagles_push(p, EAGLES_STEP_COURSE);
        if (at < EAGLES_OFF_MAP && eagles_is_blockaded(p, at, p->s->active)) {
            eagles_push(p, EAGLES_STEP_RUN);
        }
    }
    if (purpose != TO_DROP) {
        eagles_push(p, EAGLES_STEP_LOAD);
    }
    eagles_push(p, EAGLES_STEP_ADMIRAL);
}

/* A ship of the place that is, or is not, in the moving fleet; EAGLES_SHIPS_MAX: none. */
static unsigned ship_here(const Play *p, bool group)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, p->s->active, p->s->campaign.fleet.at, 0) &&
            ((p->s->ship_flag[i] & EAGLES_SHIP_GROUP) != 0) == group) {
            return i;
        }
    }
    return EAGLES_SHIPS_MAX;
}

/* The ship that Nelson boards of those of the place in the moving fleet, or not in it: a squadron if there is
 * one. */
static unsigned flagship_here(const Play *p, bool group)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_is_squadron(p, i) && eagles_ship_is(p, i, p->s->active, p->s->campaign.fleet.at, 0) &&
            ((p->s->ship_flag[i] & EAGLES_SHIP_GROUP) != 0) == group) {
            return i;
        }
    }
    return ship_here(p, group);
}

/* What ships that are dropped have as orders from now on: those of the ships that lie there, else their
 * fleet's (12). */
static uint8_t order_when_dropped(const Play *p)
{
    const unsigned there = ship_here(p, false);
    return p->s->ship_order[there < EAGLES_SHIPS_MAX ? there : ship_here(p, true)];
}

void eagles_ships_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned purpose = frame->a;
    if (move == EAGLES_NO_MOVE) {
        ships_chosen(p, purpose);
        return;
    }
    const unsigned row = eagles_move_argument(move) >> 8U;
    unsigned n = eagles_move_argument(move) & 255U;
    const uint8_t order = purpose == TO_DROP ? order_when_dropped(p) : 0;
    frame->b = (uint8_t)(frame->b + n);
    frame->x = (uint16_t)(row + 1U);
    for (unsigned i = 0; i < p->d->ships && n > 0; i++) {
        if (is_choice(p, purpose, i) && row_of(p, i) == row) {
            uint8_t *flags = &p->s->ship_flag[i];
            *flags = purpose == TO_DROP
                         ? (uint8_t)((*flags & ~(unsigned)EAGLES_SHIP_GROUP) | EAGLES_SHIP_MOVED)
                         : (uint8_t)(*flags | EAGLES_SHIP_GROUP);
            p->s->ship_order[i] = purpose == TO_DROP ? order : p->s->ship_order[i];
            n--;
        }
    }
}

/* ------------------------------------------------------------------ Nelson goes along, or stays */

Seat eagles_admiral_options(const Play *p, MoveList *list)
{
    const unsigned side = p->s->active;
    if (eagles_has_nelson(p, side, p->s->campaign.fleet.at, 0) && ship_here(p, true) < EAGLES_SHIPS_MAX &&
        ship_here(p, false) < EAGLES_SHIPS_MAX) {
        eagles_add(list, eagles_move_with(p->d->nelson, false));
        eagles_add(list, eagles_move_with(p->d->nelson, true));
    }
    return eagles_seat(side);
}

void eagles_admiral_choose(Play *p, Move move)
{
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE) {
        return;
    }
    const bool goes = (eagles_move_argument(move) & 1U) != 0;
    if (goes != eagles_has_nelson(p, p->s->active, p->s->campaign.fleet.at, EAGLES_SHIP_GROUP)) {
        p->s->leader_at[p->d->nelson] = (uint16_t)(EAGLES_ABOARD + flagship_here(p, goes));
    }
}

/* ------------------------------------------------------------------ where to */

/* What the ports and coasts of an area ask of the fleet that moves and of the enemy's, looked at once. */
typedef struct Watch {
    bool squadrons, laden;                  /* in the fleet */
    bool points;                            /* English points aboard */
    uint8_t enemies[EAGLES_HEXES_MAX / 8];  /* hexes with enemy ships in port or outside */
    uint8_t guarded[EAGLES_HEXES_MAX / 8];  /* hexes with enemy squadrons in port or outside */
    uint8_t blockade[EAGLES_HEXES_MAX / 8]; /* hexes with enemy squadrons outside */
} Watch;

static void look_out(const Play *p, Watch *watch)
{
    const unsigned enemy = eagles_other(p->s->active);
    EaglesShips ships;
    memset(watch, 0, sizeof *watch);
    watch->squadrons = eagles_squadrons(p, p->s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) > 0;
    eagles_list_ships(p, EAGLES_ANYWHERE, 0, &ships);
    for (unsigned k = 0; k < ships.count; k++) {
        const unsigned at = p->s->ship_at[ships.ship[k]];
        if (eagles_ship_is(p, ships.ship[k], p->s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP)) {
            watch->laden = watch->laden || eagles_ship_laden(p, ships.ship[k]);
            watch->points = watch->points || p->s->ship_points[ships.ship[k]] > 0;
        }
        const unsigned hex = eagles_sea_hex(p, at);
        if (hex != EAGLES_NO_HEX && eagles_ship_side(p, ships.ship[k]) == enemy) {
            eagles_set_bit(watch->enemies, hex, true);
            if (eagles_is_squadron(p, ships.ship[k])) {
                eagles_set_bit(watch->guarded, hex, true);
                eagles_set_bit(watch->blockade, hex, at >= EAGLES_COAST || eagles_bit(watch->blockade, hex));
            }
        }
    }
}

static bool is_watched(const Play *p, const Watch *watch, unsigned hex)
{
    const bool blockade = eagles_bit(watch->blockade, hex);
    assert(blockade == eagles_is_blockaded(p, hex, p->s->active));
    (void)p;
    return blockade;
}

/* Ports of a sea area the fleet may enter: transports alone not where enemy squadrons lie outside. */
static bool is_port_to_enter(const Play *p, const Watch *watch, unsigned hex, unsigned area)
{
    assert(hex < EAGLES_HEXES_MAX);
    const bool may_run = watch->squadrons && (p->s->campaign.fleet.flags & EAGLES_FLEET_RAN) == 0;
    return (p->d->hex[hex].seas >> area & 1U) != 0 && eagles_is_haven(p, hex, p->s->active) &&
           (may_run || !is_watched(p, watch, hex));
}

static bool has_port(const Play *p, unsigned hex)
{
    const unsigned city = p->d->hex[hex].city;
    return city != EAGLES_NONE && p->d->city[city].port && p->d->hex[hex].playable;
}

/* Coasts worth two points: a port, to be blockaded or guarded, empty or not (15.2); elsewhere enemy ships to
 * attack, somewhere to land, somebody to take aboard. Transports alone go to no coastal hex that enemy
 * squadrons occupy, those in port too. */
static bool is_coast_to_enter(const Play *p, const Watch *watch, unsigned hex, unsigned area)
{
    assert(hex < EAGLES_HEXES_MAX);
    if ((p->d->hex[hex].seas >> area & 1U) == 0 || (!watch->squadrons && eagles_bit(watch->guarded, hex))) {
        return false;
    }
    return has_port(p, hex) || (watch->squadrons && eagles_bit(watch->enemies, hex)) ||
           (watch->laden && eagles_can_land(p, hex, p->s->active)) ||
           (watch->points && eagles_can_land_points(p, hex)) || eagles_can_load(p, hex);
}

static bool any_haven(const Play *p, const Watch *watch, unsigned area, bool port)
{
    const EaglesSea *sea = &p->d->sea[area];
    for (unsigned i = 0; i < sea->coasts; i++) {
        const unsigned hex = sea->coast[i];
        if (port ? is_port_to_enter(p, watch, hex, area) : is_coast_to_enter(p, watch, hex, area)) {
            return true;
        }
    }
    return false;
}

/* The fleet lies in a port that enemy squadrons close: who leaves it has to run the blockade. */
static bool is_shut_in(const Play *p)
{
    const unsigned at = p->s->campaign.fleet.at;
    return at < EAGLES_OFF_MAP && eagles_is_blockaded(p, at, p->s->active);
}

static void list_seas(const Play *p, MoveList *list, bool laden)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    const bool locked = (fleet->flags & EAGLES_FLEET_PASSAGE) == 0 && is_shut_in(p);
    const unsigned reach =
        fleet->at >= EAGLES_SEA ? p->d->sea[fleet->at - EAGLES_SEA].adjacent : eagles_seas_of(p, fleet->at);
    for (unsigned sea = 0; sea < p->d->seas && !locked && fleet->left >= SEA_COST + (laden ? 1U : 0U);
         sea++) {
        if ((reach >> sea & 1U) != 0) {
            eagles_add(list, eagles_move(EAGLES_MOVE_TO, eagles_place_rank(EAGLES_SEA + sea)));
        }
    }
}

static bool any_choice(const Play *p, unsigned purpose)
{
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (is_choice(p, purpose, i)) {
            return true;
        }
    }
    return false;
}

Seat eagles_course_options(const Play *p, MoveList *list)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    const unsigned ships = moving(p);
    const bool sea = fleet->at >= EAGLES_SEA;
    if (ships == 0) {
        return eagles_seat(p->s->active); /* beaten, or finished */
    }
    Watch watch;
    look_out(p, &watch);
    const bool laden = watch.laden;
    list_seas(p, list, laden);
    if (sea && fleet->left >= PORT_COST && any_haven(p, &watch, fleet->at - EAGLES_SEA, true)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TO_PORT, 0));
    }
    if (sea && fleet->left >= COAST_COST && any_haven(p, &watch, fleet->at - EAGLES_SEA, false)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_TO_COAST, 0));
    }
    const bool can_go = list->count > 0;
    if ((fleet->flags & EAGLES_FLEET_CHANGED) == 0 && can_go) {
        if (any_choice(p, TO_PICK_UP) && !is_shut_in(p)) { /* who has not run does not leave with who has */
            eagles_add(list, eagles_move(EAGLES_MOVE_PICK_UP, 0));
        }
        if (ships > 1 && any_choice(p, TO_DROP)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_DROP, 0));
        }
    }
    if (eagles_in_campaign(p) && eagles_can_land_in_ireland(p)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_IRELAND, 0));
    }
    if (!sea || !laden || !can_go) {
        eagles_add(list, eagles_move(EAGLES_MOVE_STOP, 0));
    }
    return eagles_seat(p->s->active);
}

void eagles_arrive(Play *p, unsigned place, unsigned cost)
{
    EaglesState *s = p->s;
    EaglesFleet *fleet = &s->campaign.fleet;
    EaglesShips group;
    unsigned ships = 0;
    eagles_list_ships(p, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, &group);
    for (unsigned k = 0; k < group.count; k++) {
        if (eagles_ship_side(p, group.ship[k]) == s->active) {
            eagles_move_ship(p, group.ship[k], place);
            ships++;
        }
    }
    EAGLES_NOTE(p, EAGLES_EVENT_SAILED, s->active, fleet->at, (int)place, (int)ships);
    fleet->at = (uint16_t)place;
    fleet->left = (uint8_t)(fleet->left - cost);
    fleet->flags &= EAGLES_FLEET_RAN | EAGLES_FLEET_RESET | EAGLES_FLEET_TRIES;
    if (place < EAGLES_SEA) {
        eagles_push(p, EAGLES_STEP_LOAD);
    }
}

void eagles_course_choose(Play *p, Move move)
{
    EaglesFleet *fleet = &p->s->campaign.fleet;
    const unsigned kind = move == EAGLES_NO_MOVE ? (unsigned)EAGLES_MOVE_STOP : eagles_move_kind(move);
    if (kind == EAGLES_MOVE_TO) {
        const unsigned place = eagles_place_of_rank(eagles_move_argument(move));
        eagles_arrive(p, place, SEA_COST);
        eagles_push(p, EAGLES_STEP_ENTER_SEA)->x = (uint16_t)place;
    } else if (kind == EAGLES_MOVE_TO_PORT || kind == EAGLES_MOVE_TO_COAST) {
        eagles_push(p, EAGLES_STEP_HAVEN)->a = kind == EAGLES_MOVE_TO_PORT ? 0 : 1;
    } else if (kind == EAGLES_MOVE_IRELAND) {
        eagles_land_in_ireland(p);
    } else if (kind == EAGLES_MOVE_PICK_UP || kind == EAGLES_MOVE_DROP) {
        fleet->flags |= EAGLES_FLEET_CHANGED;
        eagles_push(p, EAGLES_STEP_SHIPS)->a = kind == EAGLES_MOVE_PICK_UP ? TO_PICK_UP : TO_DROP;
    } else {
        eagles_pop(p);
    }
}

/* ------------------------------------------------------------------ ports and coasts of an area */

/* Frame: a 0 ports, 1 coasts; b the country chosen + 1, where more than 48 coasts are open (land of no nation
 * in play counts as one more). */
Seat eagles_haven_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const unsigned area = p->s->campaign.fleet.at - EAGLES_SEA;
    uint8_t country[MOVE_LIST_MAX];
    const EaglesSea *sea = &p->d->sea[area];
    Watch watch;
    look_out(p, &watch);
    for (unsigned i = 0; i < sea->coasts && list->count < MOVE_LIST_MAX; i++) {
        const unsigned hex = sea->coast[i];
        if (frame->a == 0 ? is_port_to_enter(p, &watch, hex, area)
                          : is_coast_to_enter(p, &watch, hex, area)) {
            country[list->count] = (uint8_t)eagles_owner(p, hex);
            eagles_add(list, eagles_move(EAGLES_MOVE_TO,
                                         eagles_place_rank(frame->a == 0 ? hex : EAGLES_COAST + hex)));
        }
    }
    if (list->count <= PAGE) {
        return eagles_seat(p->s->active);
    }
    uint32_t owners = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const unsigned owner = country[i] < p->d->nations ? country[i] : 0U;
        owners |= 1U << owner;
        if (frame->b == owner + 1U) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
    for (unsigned nation = 0; frame->b == 0 && nation < p->d->nations; nation++) {
        if ((owners >> nation & 1U) != 0) {
            eagles_add(list, eagles_move(EAGLES_MOVE_COAST_OF, nation));
        }
    }
    return eagles_seat(p->s->active);
}

/* Enemy ships off a coast are fought when it is entered. */
static void meet_on_coast(Play *p, unsigned place)
{
    const unsigned side = p->s->active;
    if (eagles_ships(p, eagles_other(side), place, 0) > 0) {
        eagles_flag_ships(p, eagles_other(side), place, 0, 0, EAGLES_SHIP_BATTLE);
        eagles_flag_ships(p, side, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, 0, EAGLES_SHIP_BATTLE);
        eagles_sea_battle(p, side, place, EAGLES_FIGHT_PURSUIT);
    }
}

void eagles_haven_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (eagles_move_kind(move) == EAGLES_MOVE_COAST_OF) {
        frame->b = (uint8_t)(eagles_move_argument(move) + 1U);
        return;
    }
    const unsigned place = eagles_place_of_rank(eagles_move_argument(move));
    eagles_pop(p);
    if (place >= EAGLES_COAST) {
        eagles_arrive(p, place, COAST_COST);
        meet_on_coast(p, place);
    } else if (eagles_is_blockaded(p, place, p->s->active)) {
        p->s->campaign.fleet.left = (uint8_t)(p->s->campaign.fleet.left - PORT_COST);
        eagles_run_blockade(p, place, true);
    } else {
        eagles_arrive(p, place, PORT_COST);
    }
}

/* ------------------------------------------------------------------ the move is over */

/* Production points of a ship that stays in London stay in the store. */
static void keep_points(Play *p, unsigned ship)
{
    const unsigned at = p->s->ship_at[ship];
    if (eagles_in_campaign(p) && at == p->d->city[p->d->campaign.london].hex) {
        eagles_land_points(p, ship, at);
    }
}

void eagles_fleet_end_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFleet *fleet = &s->campaign.fleet;
    for (unsigned i = 0; i < p->d->ships && fleet->left == POINTS; i++) {
        if (eagles_ship_is(p, i, s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP)) {
            keep_points(p, i);
            s->ship_supply[i] = 0; /* supply points of a ship that does not sail are lost */
        }
    }
    eagles_take_orders(p, s->active, fleet->at, EAGLES_SHIP_GROUP);
    eagles_flag_ships(p, s->active, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP, EAGLES_SHIP_GROUP, EAGLES_SHIP_MOVED);
    *fleet = (EaglesFleet){.at = EAGLES_NO_HEX,
                           .next = (fleet->flags & EAGLES_FLEET_RESET) != 0 ? (uint16_t)0 : fleet->next};
    eagles_pop(p);
}

bool eagles_moves_fleet(unsigned step)
{
    switch (step) {
    case EAGLES_STEP_SHIPS:
    case EAGLES_STEP_ADMIRAL:
    case EAGLES_STEP_LOAD:
    case EAGLES_STEP_LOAD_ROWS:
    case EAGLES_STEP_LOAD_LEADERS:
    case EAGLES_STEP_LOAD_SUPPLY:
    case EAGLES_STEP_LOAD_POINTS:
    case EAGLES_STEP_RUN:
    case EAGLES_STEP_COURSE:
    case EAGLES_STEP_HAVEN:
        return true;
    default:
        return false;
    }
}

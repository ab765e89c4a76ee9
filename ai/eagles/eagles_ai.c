/* eagles_ai.c: a heuristic player: marches on the cities that decide the scenario, keeps together, fights at
 * good odds.
 *
 * Each legal move gets a score from the position as the seat sees it; the best is played, equals by lot. A
 * strategy is the handful of weights in weights.h.
 */
#include "ai/eagles/eagles_ai.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ai/eagles/weights.h"
#include "engine/eagles/rules.h"

enum { GOALS_MAX = 64, FAR = 250 };

/* Cities by which the scenario is decided. */
typedef struct Goals {
    uint8_t city[GOALS_MAX];
    bool occupied[GOALS_MAX]; /* control is not enough: an SP has to be there */
    unsigned count;
} Goals;

/* What the scores of one decision go by. */
typedef struct Sense {
    Play p;
    const EaglesWeights *w;
    unsigned side;
    Goals goals;                   /* cities to take and to hold */
    bool content;                  /* all of them are the side's own */
    bool last;                     /* what is not taken this month never is */
    bool moving;                   /* a group is in hand: supply is known */
    EaglesSupply supply;           /* of its colour as it would be without the group */
    uint8_t way[EAGLES_HEXES_MAX]; /* MP to the nearest that is not, else to the nearest enemy SP */
} Sense;

/* ------------------------------------------------------------------ strategy */

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    (void)game;
    EaglesWeights *weights = calloc(SEAT_COUNT, sizeof *weights);
    if (weights == NULL) {
        err_set(err, NULL, NULL, "no memory for a strategy");
        return NULL;
    }
    weights[SEAT_FRENCH] = eagles_weights_default(SEAT_FRENCH);
    weights[SEAT_COALITION] = eagles_weights_default(SEAT_COALITION);
    if (file != NULL && !eagles_weights_load(weights, file, err)) {
        free(weights);
        return NULL;
    }
    return weights;
}

static void strategy_release(void *strategy) { free(strategy); }

/* ------------------------------------------------------------------ goals */

static void add_goal(Goals *goals, unsigned city, bool occupied)
{
    for (unsigned i = 0; i < goals->count; i++) {
        if (goals->city[i] == city) {
            return;
        }
    }
    if (goals->count < GOALS_MAX) {
        goals->occupied[goals->count] = occupied;
        goals->city[goals->count++] = (uint8_t)city;
    }
}

/* Cities of a clause that one side needs and the other denies it. */
static void add_clause(const Play *p, Goals *goals, const EaglesClause *clause)
{
    for (unsigned k = 0; k < clause->city_count; k++) {
        add_goal(goals, clause->cities[k], clause->supplied);
    }
    for (unsigned city = 0; clause->predicate == EAGLES_MAX_CITIES && city < p->d->cities; city++) {
        const unsigned owner = eagles_owner(p, p->d->city[city].hex);
        if (owner != EAGLES_NONE && (clause->nations >> owner & 1U) != 0) {
            add_goal(goals, city, false);
        }
    }
}

/* How far a clause is from being fulfilled: hexes from the side's SP to its cities that are not its own. */
static double clause_way(const Sense *sense, const EaglesClause *clause)
{
    const EaglesState *s = sense->p.s;
    double sum = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        if (eagles_unit_side(&sense->p, eagles_row_unit(s, i)) != sense->side) {
            continue;
        }
        for (unsigned k = 0; k < clause->city_count; k++) {
            const unsigned city = clause->cities[k];
            if (eagles_control(s, city) != sense->side) {
                const unsigned hex = eagles_key_place(s->row_key[i]);
                sum += s->row_count[i] * eagles_distance(sense->p.d, hex, sense->p.d->city[city].hex);
            }
        }
    }
    return sum;
}

/* Of alternatives the side itself needs only the nearest; those of the enemy are all denied him. */
static void add_any(Sense *sense, const EaglesCheck *check)
{
    unsigned best = 0;
    for (unsigned i = 1; i < check->any_count; i++) {
        best = clause_way(sense, &check->any[i]) < clause_way(sense, &check->any[best]) ? i : best;
    }
    for (unsigned i = 0; i < check->any_count; i++) {
        if (check->winner != sense->side || i == best) {
            add_clause(&sense->p, &sense->goals, &check->any[i]);
        }
    }
}

static bool is_reached(const Sense *sense, unsigned goal)
{
    const unsigned city = sense->goals.city[goal];
    return eagles_control(sense->p.s, city) == sense->side &&
           (!sense->goals.occupied[goal] ||
            eagles_has(&sense->p, sense->p.d->city[city].hex, sense->side, EAGLES_ANY));
}

/* The conditions of the side's own victory; where it wins by the enemy's failure, those of his. */
static void find_goals(Sense *sense)
{
    const EaglesData *d = sense->p.d;
    for (unsigned pass = 0; pass < 2 && sense->goals.count == 0; pass++) {
        for (unsigned i = 0; i < d->checks; i++) {
            const bool own = d->check[i].winner == sense->side;
            for (unsigned k = 0; own == (pass == 0) && k < d->check[i].all_count; k++) {
                add_clause(&sense->p, &sense->goals, &d->check[i].all[k]);
            }
            if (own == (pass == 0)) {
                add_any(sense, &d->check[i]);
            }
        }
    }
    sense->content = true;
    for (unsigned i = 0; i < sense->goals.count; i++) {
        sense->content = sense->content && is_reached(sense, i);
    }
}

static bool is_goal(const Sense *sense, unsigned hex)
{
    const unsigned city = sense->p.d->hex[hex].city;
    for (unsigned i = 0; city != EAGLES_NONE && i < sense->goals.count; i++) {
        if (sense->goals.city[i] == city) {
            return true;
        }
    }
    return false;
}

static bool is_aim(const Sense *sense, unsigned hex)
{
    return is_goal(sense, hex) && eagles_control(sense->p.s, sense->p.d->hex[hex].city) != sense->side;
}

/* ------------------------------------------------------------------ ways */

typedef struct Flood {
    uint16_t
        hex[2 * EAGLES_HEXES_MAX]; /* in the order reached; a hex comes again when a shorter way is found */
    unsigned count;
} Flood;

static void reach(Sense *sense, Flood *flood, unsigned hex, unsigned way)
{
    if (way < sense->way[hex] && flood->count < sizeof flood->hex / sizeof flood->hex[0]) {
        sense->way[hex] = (uint8_t)way;
        flood->hex[flood->count++] = (uint16_t)hex;
    }
}

static void reach_aims(Sense *sense, Flood *flood)
{
    const EaglesState *s = sense->p.s;
    const unsigned enemy = eagles_other(sense->side);
    for (unsigned i = 0; i < sense->goals.count; i++) {
        if (!is_reached(sense, i)) {
            reach(sense, flood, sense->p.d->city[sense->goals.city[i]].hex, 0);
        }
    }
    for (unsigned i = 0; sense->content && i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP;
         i++) {
        if (eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == enemy) {
            reach(sense, flood, eagles_key_place(s->row_key[i]), 0);
        }
    }
}

/* From the aims backwards, whoever stands in the way. */
static void find_ways(Sense *sense)
{
    Flood flood;
    const EaglesData *d = sense->p.d;
    flood.count = 0;
    memset(sense->way, FAR, sizeof sense->way);
    reach_aims(sense, &flood);
    for (unsigned i = 0; i < flood.count; i++) {
        const unsigned hex = flood.hex[i];
        for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
            const unsigned from = d->hex[hex].neighbour[direction];
            if (from == EAGLES_NO_HEX || !eagles_enterable(&sense->p, from, sense->side)) {
                continue;
            }
            const unsigned cost =
                eagles_cost(&sense->p, from, (direction + EAGLES_DIRECTIONS / 2) % EAGLES_DIRECTIONS);
            if (cost != EAGLES_IMPASSABLE && sense->way[hex] + cost < FAR) {
                reach(sense, &flood, from, sense->way[hex] + cost);
            }
        }
    }
}

/* Supply of a colour if some of the rows in a hex were not there: all of a flag, or all of the colour. */
static void supply_without(const Sense *sense, unsigned colour, unsigned hex, unsigned flag,
                           EaglesSupply *supply)
{
    EaglesState less = *sense->p.s;
    const Play p = {sense->p.d, &less, NULL, 0};
    for (unsigned i = eagles_first_row(&less, hex); eagles_row_at(&less, i, hex);) {
        const bool goes = flag != 0 ? (eagles_row_flags(&less, i) & flag) != 0
                                    : eagles_unit_colour(&p, eagles_row_unit(&less, i)) == colour;
        if (goes) {
            eagles_rows_remove(&less, less.row_key[i], less.row_count[i]);
        } else {
            i++;
        }
    }
    eagles_supply(&p, colour, supply);
}

static bool is_supplied(const Sense *sense, unsigned hex)
{
    return !sense->moving || sense->supply.left[hex] != EAGLES_IMPASSABLE;
}

static void make_sense(Sense *sense, const EaglesData *d, EaglesState *s, const EaglesWeights *w, Seat seat)
{
    sense->p = (Play){d, s, NULL, 0};
    sense->w = w;
    sense->side = seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
    sense->goals.count = 0;
    sense->last = s->header.turn + 1U >= d->months;
    find_goals(sense);
    find_ways(sense);
    sense->moving = s->group.hex < d->hexes;
    if (sense->moving) {
        supply_without(sense, s->group.colour, s->group.hex, EAGLES_FLAG_GROUP, &sense->supply);
    }
}

static double way_to_go(const Sense *sense, unsigned hex) { return sense->way[hex]; }

/* SP worth of a side in a hex: morale and the best leader count. */
static double might(const Sense *sense, unsigned hex, unsigned side)
{
    const EaglesState *s = sense->p.s;
    double sum = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(&sense->p, unit) == side && (eagles_row_flags(s, i) & EAGLES_FLAG_OUT) == 0) {
            const double worth = s->row_count[i] * (0.7 + 0.15 * eagles_unit_morale(&sense->p, unit, hex));
            sum += (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) != 0 && side == s->active ? worth / 2
                                                                                               : worth;
        }
    }
    const int leader = eagles_best_leader(&sense->p, hex, side, EAGLES_FLAG_OUT, 0);
    return sum * (1.0 + 0.12 * (leader > 0 ? leader : 0));
}

/* The strongest enemy next to a hex. */
static double threat(const Sense *sense, unsigned hex)
{
    assert(hex < sense->p.d->hexes);
    double worst = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned next = sense->p.d->hex[hex].neighbour[direction];
        if (next != EAGLES_NO_HEX) {
            const double his = might(sense, next, eagles_other(sense->side));
            worst = his > worst ? his : worst;
        }
    }
    return worst;
}

static double terrain_factor(const Sense *sense, unsigned from, unsigned to)
{
    const EaglesHex *h = &sense->p.d->hex[to];
    const unsigned direction = eagles_direction(sense->p.d, from, to);
    const bool river =
        direction != EAGLES_DIRECTIONS && (sense->p.d->hex[from].side[direction] & EAGLES_RIVER) != 0;
    const unsigned drm = river && h->drm[0] < 2 ? 2 : h->drm[0];
    return 1.0 + 0.15 * drm + (eagles_bit(sense->p.s->trench[eagles_other(sense->side)], to) ? 0.15 : 0.0);
}

/* Odds of the side to act in a battle. */
static double odds_in(const Sense *sense, unsigned battle)
{
    const EaglesBattle *b = &sense->p.s->battle[battle];
    const double own = might(sense, b->attacker == sense->side ? b->attack : b->defend, sense->side);
    const double his =
        might(sense, b->attacker == sense->side ? b->defend : b->attack, eagles_other(sense->side));
    return his > 0 ? own / his : 9;
}

/* ------------------------------------------------------------------ movement */

static double group_might(const Sense *sense)
{
    const EaglesState *s = sense->p.s;
    double sum = 0;
    for (unsigned i = eagles_rows_in(s, s->group.hex); eagles_row_at(s, i, s->group.hex); i++) {
        sum += (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0;
    }
    return sum;
}

/* Where a group would like to stand: near its goal, not next to somebody much stronger, next to somebody
 * weaker. */
static double place_score(const Sense *sense, unsigned hex)
{
    assert(hex < sense->p.d->hexes);
    const double own = group_might(sense) + might(sense, hex, sense->side);
    const double his = threat(sense, hex);
    double score = -way_to_go(sense, hex);
    if (his > 1.5 * own) {
        score -= sense->w->caution;
    } else if (his > 0 && own > sense->w->attack_ratio * his) {
        score += sense->w->strike;
    }
    if (!is_supplied(sense, hex)) {
        score -= sense->w->supply;
    }
    return score +
           (eagles_has(&sense->p, hex, eagles_other(sense->side), EAGLES_ANY) ? 3.0 : 0.0); /* an overrun */
}

static bool has_leader(const Sense *sense)
{
    const EaglesState *s = sense->p.s;
    for (unsigned l = 0; l < sense->p.d->leaders; l++) {
        if (s->leader_at[l] == s->group.hex && (s->leader_flag[l] & EAGLES_FLAG_GROUP) != 0) {
            return true;
        }
    }
    return false;
}

/* A forced march of one MP never costs an SP (7.5). */
static double march_score(const Sense *sense, unsigned direction)
{
    const EaglesGroup *group = &sense->p.s->group;
    bool foot = false;
    for (unsigned i = eagles_first_row(sense->p.s, group->hex); eagles_row_at(sense->p.s, i, group->hex);
         i++) {
        const bool in_group = (eagles_row_flags(sense->p.s, i) & EAGLES_FLAG_GROUP) != 0;
        foot = foot || (in_group && sense->p.d->unit[eagles_row_unit(sense->p.s, i)].infantry);
    }
    const unsigned all = foot ? 3 : 4;
    const unsigned left = all > group->spent ? all - group->spent : 0;
    if (group->path_count > 0 || eagles_cost(&sense->p, group->hex, direction) > left + sense->w->march) {
        return -100;
    }
    return place_score(sense, sense->p.d->hex[group->hex].neighbour[direction]) + 0.1;
}

/* Whether one SP should stay: in a city that counts while enemies are near, and where the next source of
 * supply is far, so that depots mark the way (rules map 6). */
static bool wants_rearguard(const Sense *sense)
{
    const EaglesState *s = sense->p.s;
    const unsigned hex = s->group.hex;
    EaglesSupply rest;
    if (is_goal(sense, hex)) {
        return true;
    }
    if (eagles_count(&sense->p, hex, sense->side, EAGLES_OUTSIDE) < sense->w->escort) {
        return false;
    }
    if (sense->p.d->hex[hex].city != EAGLES_NONE && sense->w->hold > 0 && way_to_go(sense, hex) < 6) {
        return true;
    }
    supply_without(sense, s->group.colour, hex, 0, &rest);
    return rest.left[hex] < sense->w->depot_way;
}

/* Whether those in a hex do better to stay: they besiege, or every way forward leads through the enemy. */
static bool is_blocked(const Sense *sense, unsigned hex)
{
    const EaglesHex *h = &sense->p.d->hex[hex];
    bool blocked = false;
    if (sense->way[hex] == 0) {
        return true;
    }
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = h->neighbour[direction];
        if (to == EAGLES_NO_HEX || eagles_cost(&sense->p, hex, direction) == EAGLES_IMPASSABLE ||
            sense->way[to] >= sense->way[hex]) {
            continue;
        }
        if (!eagles_has(&sense->p, to, eagles_other(sense->side), EAGLES_OUTSIDE)) {
            return false;
        }
        blocked = true;
    }
    return blocked && sense->w->patience > 0 && eagles_count(&sense->p, hex, sense->side, EAGLES_OUTSIDE) > 0;
}

/* A lone SP or two on the line of supply. */
static bool is_depot(const Sense *sense, unsigned hex)
{
    const EaglesState *s = sense->p.s;
    EaglesSupply rest;
    if (eagles_count(&sense->p, hex, sense->side, EAGLES_ANY) > 2) {
        return false;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == sense->side) {
            supply_without(sense, eagles_unit_colour(&sense->p, eagles_row_unit(s, i)), hex, 0, &rest);
            if (rest.left[hex] < sense->w->depot_way) {
                return true;
            }
        }
    }
    return false;
}

/* Cheap SP go first: low morale, foot before horse, the Guard last. */
static double loss_score(const Sense *sense, unsigned argument)
{
    const EaglesUnit *unit = &sense->p.d->unit[argument >> 12U];
    const bool guard = unit->type == EAGLES_GI || unit->type == EAGLES_GC;
    return -(double)sense->p.d->nation[unit->nation].morale[unit->type] - (unit->cavalry ? 1.0 : 0.0) -
           (guard ? 2.0 : 0.0);
}

static double score_movement(const Sense *sense, Move move)
{
    const EaglesState *s = sense->p.s;
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_PICK:
        if ((is_goal(sense, argument) && sense->content) || is_blocked(sense, argument) ||
            is_depot(sense, argument)) {
            return -1.0;
        }
        return 1.0 - 1e-4 * argument; /* the first hex, since those before it are not offered again */
    case EAGLES_MOVE_LEADER:
        return has_leader(sense) ? 0.5 : 2.0 - 1e-3 * argument;
    case EAGLES_MOVE_ENOUGH:
        return 1.0;
    case EAGLES_MOVE_TAKE_ALL:
        return wants_rearguard(sense) ? 2.0 : 3.0;
    case EAGLES_MOVE_TAKE_LEAVE_ONE:
        return 2.5 + 1e-3 * loss_score(sense, argument << 11U);
    case EAGLES_MOVE_TAKE_ROWS:
        return 2.2;
    case EAGLES_MOVE_ROWS:
        return argument & 0xFFU;
    case EAGLES_MOVE_STEP:
        return place_score(sense, sense->p.d->hex[s->group.hex].neighbour[argument]) + 0.3;
    case EAGLES_MOVE_STOP: /* a fleet stops too, and then no group is in hand */
        return s->group.hex == EAGLES_NO_HEX ? 0 : place_score(sense, s->group.hex);
    case EAGLES_MOVE_LEADER_TO:
        return eagles_count(&sense->p, argument, sense->side, EAGLES_ANY) - 0.2 * way_to_go(sense, argument);
    case EAGLES_MOVE_DROP:
        return -100;
    case EAGLES_MOVE_FM_STEP:
        return march_score(sense, argument);
    case EAGLES_MOVE_FM_GO:
    case EAGLES_MOVE_FM_FRENCH:
        return argument + 1.0;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ combat */

/* Odds of an attack with everybody around; the worst ground counts for all. */
static double best_attack(const Sense *sense, unsigned hex)
{
    double own = 0;
    double ground = 1;
    const double his = might(sense, hex, eagles_other(sense->side));
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = sense->p.d->hex[hex].neighbour[direction];
        const double more = from != EAGLES_NO_HEX ? might(sense, from, sense->side) : 0;
        if (more > 0) {
            const double factor = terrain_factor(sense, from, hex);
            own += more;
            ground = factor > ground ? factor : ground;
        }
    }
    return his > 0 ? own / (his * ground) : 0;
}

/* What decides first, then where most can be beaten. */
static double target_score(const Sense *sense, unsigned hex)
{
    const double odds = best_attack(sense, hex);
    if (is_aim(sense, hex) && (sense->last || odds > sense->w->attack_ratio - 0.3)) {
        return 1000.0;
    }
    return odds < sense->w->attack_ratio ? -1.0 : 1.0 + might(sense, hex, eagles_other(sense->side));
}

static double part_score(unsigned part)
{
    return part == EAGLES_PART_ALL ? 2.0 : part == EAGLES_PART_NONE ? 0.0 : 1.0;
}

/* Into a city that counts and nearer to it, never away; a city that counts is not left empty. */
static double advance_score(const Sense *sense, unsigned from, unsigned way, unsigned part)
{
    const unsigned to = way < EAGLES_DIRECTIONS ? sense->p.d->hex[from].neighbour[way] : from;
    unsigned wanted = sense->way[to] < sense->way[from] ? EAGLES_PART_ALL : EAGLES_PART_NONE;
    if (is_goal(sense, from)) {
        wanted = sense->content ? EAGLES_PART_NONE : EAGLES_PART_ALL_BUT_ONE;
    }
    return part == wanted ? 3.0 : wanted == EAGLES_PART_NONE ? -part_score(part) : part_score(part);
}

static double city_choice_score(const Sense *sense, unsigned battle, unsigned choice)
{
    const EaglesBattle *b = &sense->p.s->battle[battle];
    const double own = eagles_battle_count(&sense->p, battle, sense->side, false);
    const double garrison = eagles_count(&sense->p, b->defend, eagles_other(sense->side), EAGLES_INSIDE);
    if (choice == EAGLES_CHOOSE_ASSAULT) {
        return own >= sense->w->assault_ratio * garrison ? 3.0 : -1.0;
    }
    return choice == EAGLES_CHOOSE_BESIEGE ? 2.0 : 1.0;
}

static double score_combat(const Sense *sense, const EaglesFrame *frame, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_TARGET:
        return target_score(sense, argument);
    case EAGLES_MOVE_FROM:
        return might(sense, argument, sense->side);
    case EAGLES_MOVE_SHELTER:
        return argument == EAGLES_PART_NONE  ? sense->w->stand_ratio
               : argument == EAGLES_PART_ALL ? 1.0 / (0.5 + odds_in(sense, frame->a))
                                             : 0.0;
    case EAGLES_MOVE_CITY_CHOICE:
        return city_choice_score(sense, frame->a, argument);
    case EAGLES_MOVE_CONTINUE:
        return argument == 0 ? sense->w->continue_ratio : odds_in(sense, frame->a);
    case EAGLES_MOVE_COUNTER:
        return argument == 0 ? 1.5 : odds_in(sense, frame->a);
    case EAGLES_MOVE_WITHDRAW:
        return (argument & 63U) == 0   ? odds_in(sense, frame->a)
               : (argument & 63U) == 1 ? sense->w->stand_ratio
                                       : 0.0;
    case EAGLES_MOVE_LOSS:
        return loss_score(sense, argument);
    case EAGLES_MOVE_RETREAT:
        return (double)eagles_count(&sense->p, argument >> 3U, sense->side, EAGLES_ANY) -
               threat(sense, argument >> 3U) + part_score(argument & 7U);
    case EAGLES_MOVE_JOIN:
        return (argument & 63U) == 0 ? 0.5 : 1.0;
    case EAGLES_MOVE_ADVANCE:
        return advance_score(sense, argument >> 6U, argument >> 3U & 7U, argument & 7U);
    case EAGLES_MOVE_BESIEGE_WITH:
        return part_score(argument & 7U);
    case EAGLES_MOVE_CHARGE:
    case EAGLES_MOVE_WITH:
        return argument & 1U;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ the rest */

static double score(const Sense *sense, Move move)
{
    const EaglesFrame *frame = eagles_top(&sense->p);
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_PLACE:
    case EAGLES_MOVE_BUILD_HEX:
        return -way_to_go(sense, argument);
    case EAGLES_MOVE_REPLACE_AT:
    case EAGLES_MOVE_SPLIT:
    case EAGLES_MOVE_BUILD_AT:
        return -way_to_go(sense, sense->p.d->city[argument].hex);
    case EAGLES_MOVE_BUILD:
    case EAGLES_MOVE_CONVERT:
        return 1.0;
    case EAGLES_MOVE_EVACUATE:
    case EAGLES_MOVE_SEA_FROM:
        return argument == 0 ? 0.0 : -1.0;
    default:
        break;
    }
    const bool fighting = sense->p.s->stack[0].phase == EAGLES_PHASE_MONTH_END;
    const unsigned kind = eagles_move_kind(move);
    return fighting || kind == EAGLES_MOVE_LOSS || kind == EAGLES_MOVE_WITH ? score_combat(sense, frame, move)
                                                                            : score_movement(sense, move);
}

static Move strategy_choose(const Game *game, const void *strategy, PolicyQuery *query)
{
    EaglesState copy = *eagles_state_const(query->view);
    Sense sense;
    const EaglesWeights *weights = strategy;
    make_sense(&sense, game->data, &copy, &weights[copy.header.seat], (Seat)copy.header.seat);
    double best = -1e9;
    unsigned equals = 0;
    Move chosen = query->legal->moves[0];
    for (uint32_t i = 0; i < query->legal->count; i++) {
        const double value = score(&sense, query->legal->moves[i]);
        if (value > best + 1e-9) {
            best = value;
            equals = 1;
            chosen = query->legal->moves[i];
        } else if (value > best - 1e-9 && rng_bounded(&query->rng, ++equals) == 0) {
            chosen = query->legal->moves[i];
        }
    }
    return chosen;
}

/* SP of both sides by morale: a yardstick. */
static float material(const Game *game, const State *state)
{
    EaglesState copy = *eagles_state_const(state);
    const Play p = {game->data, &copy, NULL, 0};
    double sum = 0;
    for (unsigned i = 0; i < copy.rows; i++) {
        const unsigned unit = eagles_row_unit(&copy, i);
        const double worth = copy.row_count[i] *
                             (0.7 + 0.15 * p.d->nation[p.d->unit[unit].nation].morale[p.d->unit[unit].type]);
        sum += eagles_unit_side(&p, unit) == EAGLES_FRANCE ? worth : -worth;
    }
    return (float)sum;
}

const GameAi EAGLES_AI = {
    .game_id = "eagles",
    .strategy_load = strategy_load,
    .strategy_release = strategy_release,
    .strategy_choose = strategy_choose,
    .material = material,
};

/* movement.c: who marches, who stays behind, and where to (map 7). */
#include "ai/eagles/sense.h"

enum { LEADER_SP = 10 }; /* SP a leader takes along (7.1) */

/* ------------------------------------------------------------------ who is in a hex */

static SenseStack stack_of(const Sense *sense, unsigned hex, unsigned colour)
{
    const EaglesState *s = sense->p.s;
    SenseStack stack = {0, 0, 0};
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned out = EAGLES_FLAG_FINISHED | EAGLES_FLAG_INSIDE | EAGLES_FLAG_LANDED;
        if (eagles_unit_side(&sense->p, unit) == sense->side &&
            eagles_unit_colour(&sense->p, unit) == colour && (eagles_row_flags(s, i) & out) == 0) {
            stack.foot += sense->p.d->unit[unit].infantry ? s->row_count[i] : 0U;
            stack.horse += sense->p.d->unit[unit].cavalry ? s->row_count[i] : 0U;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        stack.leaders +=
            (s->leader_flag[l] & EAGLES_FLAG_FINISHED) == 0 && eagles_leader_colour(&sense->p, l) == colour
                ? 1U
                : 0U;
    }
    return stack;
}

/* The same of the colour and the hex of the group in hand. */
static const SenseStack *stack_in_hand(const Sense *sense)
{
    SenseMemo *memo = sense->memo;
    if (!memo->knows_stack) {
        memo->knows_stack = true;
        memo->stack = stack_of(sense, sense->p.s->group.hex, sense->p.s->group.colour);
    }
    return &memo->stack;
}

/* SP of foot of a colour in a hex that no leader there can take along. */
static unsigned unled(const SenseStack *stack)
{
    const unsigned led = stack->leaders * LEADER_SP;
    return stack->foot > led ? stack->foot - led : 0;
}

/* Whether a stack has more leaders than its foot needs. */
static bool has_idle_leader(const SenseStack *stack, bool stays)
{
    const unsigned needed = stays ? 0 : (stack->foot + LEADER_SP - 1) / LEADER_SP;
    return stack->leaders > needed && (stays || stack->foot + stack->horse == 0 || stack->leaders > 1);
}

static unsigned count_group(const EaglesState *s)
{
    unsigned sum = 0;
    for (unsigned i = eagles_rows_in(s, s->group.hex); eagles_row_at(s, i, s->group.hex); i++) {
        sum += (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0 ? s->row_count[i] : 0U;
    }
    return sum;
}

static unsigned group_sp(const Sense *sense)
{
    SenseMemo *memo = sense->memo;
    if (!memo->knows_group) {
        memo->knows_group = true;
        memo->group = count_group(sense->p.s);
    }
    return memo->group;
}

/* ------------------------------------------------------------------ who stays */

/* Whether those in a hex do better to stay: they besiege, or every way forward leads through the enemy. */
static bool is_blocked(const Sense *sense, unsigned hex)
{
    const EaglesHex *h = &sense->p.d->hex[hex];
    bool blocked = false;
    const unsigned way = eagles_sense_way(sense, hex);
    if (way == 0 || way == FAR) {
        return true;
    }
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned to = h->neighbour[direction];
        if (to == EAGLES_NO_HEX || eagles_cost(&sense->p, hex, direction, sense->side) == EAGLES_IMPASSABLE ||
            !eagles_sense_is_nearer(sense, to, hex)) {
            continue;
        }
        if (!eagles_has(&sense->p, to, eagles_other(sense->side), EAGLES_OUTSIDE)) {
            return false;
        }
        blocked = true;
    }
    return blocked && sense->w->patience > 0 && eagles_count(&sense->p, hex, sense->side, EAGLES_OUTSIDE) > 0;
}

/* Whether all SP of a colour in a hex stay where they are. */
static bool stays(const Sense *sense, unsigned hex, unsigned colour)
{
    if (eagles_sense_is_goal(sense, hex) && sense->content) {
        return true;
    }
    return is_blocked(sense, hex) || (eagles_count(&sense->p, hex, sense->side, EAGLES_ANY) <= 2 &&
                                      eagles_sense_is_link(sense, colour, hex));
}

/* Whether one SP of the group's colour should stay: in a city that decides, or as a depot for those who go.
 */
static bool wants_rearguard(const Sense *sense)
{
    const EaglesState *s = sense->p.s;
    const unsigned hex = s->group.hex;
    if (eagles_sense_is_goal(sense, hex)) {
        return true;
    }
    if (eagles_count(&sense->p, hex, sense->side, EAGLES_OUTSIDE) < sense->w->escort) {
        return false;
    }
    if (sense->p.d->hex[hex].city != EAGLES_NONE && sense->w->hold > 0 && eagles_sense_way(sense, hex) < 6) {
        return true;
    }
    return eagles_sense_needs_depot(sense, s->group.colour, hex) ||
           eagles_sense_is_link(sense, s->group.colour, hex);
}

/* Whether so much foot of a colour, or more, waits for a leader somewhere in reach. */
static bool is_leader_missed(const Sense *sense, unsigned hex, unsigned colour, unsigned worth)
{
    enum { REACH = 10 };
    const EaglesState *s = sense->p.s;
    unsigned last = EAGLES_NO_HEX;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned place = eagles_key_place(s->row_key[i]);
        const unsigned unit = eagles_row_unit(s, i);
        if (place == last || place == hex || eagles_unit_side(&sense->p, unit) != sense->side ||
            eagles_unit_colour(&sense->p, unit) != colour ||
            eagles_distance(sense->p.d, hex, place) > REACH) {
            continue;
        }
        last = place;
        const SenseStack stack = stack_of(sense, place, colour);
        if (unled(&stack) >= worth && !(sense->content && eagles_sense_is_goal(sense, place))) {
            return true;
        }
    }
    return false;
}

/* Whether a leader of a colour leaves a hex alone to fetch foot elsewhere: one too many, or one whose foot
 * stays, or is much less than what waits. */
static bool leader_leaves(const Sense *sense, unsigned hex, unsigned colour, const SenseStack *stack,
                          bool rest)
{
    enum { FEW = 2, MUCH = 3 };
    if (stack->leaders == 0) {
        return false;
    }
    if (has_idle_leader(stack, rest)) {
        return is_leader_missed(sense, hex, colour, FEW);
    }
    return sense->w->muster > 0 && stack->leaders == 1 && stack->horse == 0 && stack->foot <= FEW &&
           is_leader_missed(sense, hex, colour, FEW + MUCH * stack->foot);
}

/* Whether cavalry rides out of a city that is held without supply, to be the depot that is missing. */
static bool mends_line(const Sense *sense, unsigned hex, unsigned colour, const SenseStack *stack)
{
    enum { GARRISON = 2 };
    return stack->horse > 0 && stack->foot >= GARRISON && eagles_sense_lacks_link(sense, hex, colour);
}

/* Whether SP or leaders of a colour in a hex have somewhere better to be. */
static bool colour_wants(const Sense *sense, unsigned hex, unsigned colour)
{
    const SenseStack stack = stack_of(sense, hex, colour);
    if (stack.horse == 0 && stack.leaders == 0) {
        return false;
    }
    const bool rest = stays(sense, hex, colour);
    if (!rest && (stack.horse > 0 || (stack.foot > 0 && stack.leaders > 0))) {
        return true;
    }
    return leader_leaves(sense, hex, colour, &stack, rest) || mends_line(sense, hex, colour, &stack);
}

bool eagles_movement_wants(const Sense *sense, unsigned hex)
{
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        if (sense->p.s->colour_side[colour] == sense->side && colour_wants(sense, hex, colour)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ where to */

/* SP of the side in a hex that are not of the group. */
static unsigned friends_in(const Sense *sense, unsigned hex)
{
    const EaglesState *s = sense->p.s;
    unsigned sp = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        sp += eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == sense->side &&
                      (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) == 0
                  ? s->row_count[i]
                  : 0U;
    }
    return sp;
}

/* What the strongest enemy next to a hex makes it worth for the group: one that can be beaten from there, or
 * one much stronger. Who could strike from where he is counts twice, so that he does so and goes not by. */
static double contact_score(const Sense *sense, unsigned hex)
{
    const double his = eagles_sense_threat(sense, hex);
    if (his == 0) {
        return 0;
    }
    const double own = group_sp(sense) + eagles_sense_might(sense, hex, sense->side);
    return his > 1.5 * own ? -sense->w->caution : own > sense->w->attack_ratio * his ? sense->w->strike : 0.0;
}

/* Where a group would like to stand: near its goal, not next to somebody much stronger, next to somebody
 * weaker, in supply, and not in a crowd. */
static double place_score(const Sense *sense, unsigned hex)
{
    assert(hex < sense->p.d->hexes);
    double score = -(double)eagles_sense_way(sense, hex) + contact_score(sense, hex);
    const unsigned left = sense->supplied ? eagles_sense_left(sense, hex) : 0;
    if (sense->supplied && left == EAGLES_IMPASSABLE) {
        score -= sense->w->supply;
    } else if (sense->supplied) {
        score += sense->w->road * left;
    }
    const unsigned friends = friends_in(sense, hex);
    if (sense->supplied && sense->w->wear > 0) {
        const bool fed = left != EAGLES_IMPASSABLE;
        const unsigned all = friends + group_sp(sense);
        score -= sense->w->wear * (eagles_sense_wear(sense, hex, sense->colour, fed, all) -
                                   eagles_sense_wear(sense, hex, sense->colour, fed, friends));
    }
    score += sense->w->mass * (friends < LEADER_SP ? friends : (unsigned)LEADER_SP);
    return score +
           (eagles_has(&sense->p, hex, eagles_other(sense->side), EAGLES_ANY) ? 3.0 : 0.0); /* an overrun */
}

static bool has_leader(const Sense *sense)
{
    EaglesLeaders here;
    eagles_leaders_flagged(sense->p.s, sense->p.s->group.hex, EAGLES_FLAG_GROUP, &here);
    return here.count > 0;
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
    if (group->path_count > 0 ||
        eagles_cost(&sense->p, group->hex, direction, sense->side) > left + sense->w->march) {
        return -100;
    }
    return place_score(sense, sense->p.d->hex[group->hex].neighbour[direction]) + 0.1;
}

/* A leader alone goes where foot of his colour waits for one, else to the army nearest to the aims. */
static double leader_score(const Sense *sense, unsigned hex)
{
    const SenseStack stack = stack_of(sense, hex, sense->p.s->group.colour);
    const unsigned waiting = unled(&stack) < LEADER_SP ? unled(&stack) : (unsigned)LEADER_SP;
    const unsigned sp = eagles_count(&sense->p, hex, sense->side, EAGLES_ANY);
    const bool settled = sense->content && eagles_sense_is_goal(sense, hex);
    return (settled || waiting < 2 ? 0 : 4.0 * waiting) + 0.5 * sp - 0.2 * eagles_sense_way(sense, hex);
}

/* SP of the colour that stay behind when a group is formed. */
static unsigned staying_sp(const Sense *sense)
{
    const unsigned hex = sense->p.s->group.hex;
    if (!wants_rearguard(sense)) {
        return 0;
    }
    if (!eagles_sense_is_goal(sense, hex)) {
        return 1;
    }
    const SenseStack *stack = stack_in_hand(sense);
    const unsigned all = eagles_count(&sense->p, hex, sense->side, EAGLES_ANY);
    const unsigned others =
        all - (stack->foot + stack->horse); /* they have moved, or are of another colour */
    const unsigned wanted = (unsigned)eagles_goals_garrison(sense, sense->p.d->hex[hex].city);
    return wanted > others + 1 ? wanted - others : 1;
}

/* SP of the colour in hand that a group takes: all but those who stay; of a large stack with several leaders
 * far from the enemy each takes his share, since attrition asks more of those who march together (3). */
static unsigned count_going(const Sense *sense)
{
    enum { NEAR = 4 };
    const EaglesGroup *group = &sense->p.s->group;
    const SenseStack *stack = stack_in_hand(sense);
    const unsigned all = stack->foot + stack->horse;
    const unsigned staying = staying_sp(sense);
    const unsigned going = all > staying ? all - staying : 0;
    if (sense->w->split > 0 && stack->leaders > 1 && going > sense->w->split &&
        eagles_sense_danger(sense, group->hex, NEAR) == 0) {
        return (going + stack->leaders - 1) / stack->leaders;
    }
    return going;
}

static unsigned going_sp(const Sense *sense)
{
    SenseMemo *memo = sense->memo;
    if (!memo->knows_going) {
        memo->knows_going = true;
        memo->going = count_going(sense);
    }
    return memo->going;
}

static double take_score(const Sense *sense, unsigned kind)
{
    const EaglesState *s = sense->p.s;
    const SenseStack *stack = stack_in_hand(sense);
    if (kind == EAGLES_MOVE_TAKE_NONE) {
        const bool rest = stays(sense, s->group.hex, s->group.colour);
        return rest || (stack->leaders == 1 &&
                        leader_leaves(sense, s->group.hex, s->group.colour, stack, rest))
                   ? 4.0
                   : 0.0;
    }
    const unsigned all = stack->foot + stack->horse;
    const unsigned going = going_sp(sense);
    if (kind == EAGLES_MOVE_TAKE_ALL) {
        return going < all ? 2.0 : 3.0;
    }
    if (kind == EAGLES_MOVE_TAKE_LEAVE_ONE) {
        return 2.5;
    }
    return going + 1 < all && going > 0 ? 2.7 : 2.2;
}

/* As many SP of a row as are still to go. */
static double rows_score(const Sense *sense, unsigned sp)
{
    const unsigned taken = group_sp(sense);
    const unsigned going = going_sp(sense);
    const unsigned wanted = going > taken ? going - taken : 0;
    return sp <= wanted ? (double)sp : (double)wanted - (sp - wanted);
}

/* One leader is enough; none where cavalry is to ride alone. */
static double enough_score(const Sense *sense)
{
    const EaglesState *s = sense->p.s;
    const SenseStack *stack = stack_in_hand(sense);
    return mends_line(sense, s->group.hex, s->group.colour, stack) ? 3.0 : 1.0;
}

double eagles_movement_score(const Sense *sense, Move move)
{
    const EaglesState *s = sense->p.s;
    const unsigned argument = eagles_move_argument(move);
    const unsigned kind = eagles_move_kind(move);
    switch (kind) {
    case EAGLES_MOVE_PICK:
        return eagles_movement_wants(sense, argument) ? 1.0 : -1.0;
    case EAGLES_MOVE_COLOUR:
        return colour_wants(sense, s->group.hex, argument) ? 1.0 : 0.0;
    case EAGLES_MOVE_LEADER:
        return has_leader(sense) ? 0.5 : 2.0 - 1e-3 * argument;
    case EAGLES_MOVE_ENOUGH:
        return enough_score(sense);
    case EAGLES_MOVE_TAKE_ALL:
    case EAGLES_MOVE_TAKE_NONE:
    case EAGLES_MOVE_TAKE_ROWS:
        return take_score(sense, kind);
    case EAGLES_MOVE_TAKE_LEAVE_ONE:
        return take_score(sense, kind) +
               1e-3 * eagles_fighting_score(sense, NULL, eagles_move_loss(argument, 0));
    case EAGLES_MOVE_ROWS:
        return rows_score(sense, argument & 0xFFU);
    case EAGLES_MOVE_STEP:
        return place_score(sense, sense->p.d->hex[s->group.hex].neighbour[argument]) + 0.3;
    case EAGLES_MOVE_STOP: /* a fleet stops too, and then no group is in hand */
        return s->group.hex == EAGLES_NO_HEX ? 0 : place_score(sense, s->group.hex);
    case EAGLES_MOVE_LEADER_TO:
        return leader_score(sense, argument);
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

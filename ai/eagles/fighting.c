/* fighting.c: whom to attack, when to go on, to withdraw, to shelter, to storm and to advance (map 8, 9). */
#include "ai/eagles/sense.h"

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
    const double own =
        eagles_sense_might(sense, b->attacker == sense->side ? b->attack : b->defend, sense->side);
    const double his = eagles_sense_might(sense, b->attacker == sense->side ? b->defend : b->attack,
                                          eagles_other(sense->side));
    return his > 0 ? own / his : 9;
}

/* ------------------------------------------------------------------ declaration */

/* An attack on a hex: from where it is strongest, and its odds. */
typedef struct Attack {
    unsigned hex, from;
    double odds, worth;
} Attack;

/* The strongest stack around strikes; half of what stands beside it is counted on to join (8.9). */
static Attack attack_on(const Sense *sense, unsigned hex)
{
    const double his = eagles_sense_might(sense, hex, eagles_other(sense->side));
    Attack attack = {hex, EAGLES_NO_HEX, 0, 0};
    double all = 0;
    double best = 0;
    double ground = 1;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = sense->p.d->hex[hex].neighbour[direction];
        const double own = from != EAGLES_NO_HEX && eagles_find_force(&sense->p, from, sense->side) < 0
                               ? eagles_sense_might(sense, from, sense->side)
                               : 0;
        all += own;
        if (own > 0 && own / terrain_factor(sense, from, hex) > best / ground) {
            best = own;
            ground = terrain_factor(sense, from, hex);
            attack.from = from;
        }
    }
    attack.odds = his > 0 ? (best + (all - best) * sense->w->joiners) / (his * ground) : 0;
    attack.worth = his;
    return attack;
}

/* Besiegers against a garrison, or a garrison against besiegers, in one hex (9.5, 9.6). */
static Attack attack_within(const Sense *sense, unsigned hex)
{
    const double his = eagles_sense_might(sense, hex, eagles_other(sense->side));
    Attack attack = {hex, hex, 0, his};
    const double own = eagles_count(&sense->p, hex, sense->side, EAGLES_ANY);
    const double sp = eagles_count(&sense->p, hex, eagles_other(sense->side), EAGLES_ANY);
    if (eagles_is_besieged(&sense->p, hex, sense->side)) {
        attack.odds = his > 0 ? eagles_sense_might(sense, hex, sense->side) / his : 9;
    } else {
        attack.odds = sp > 0 ? sense->w->attack_ratio * own / (sp * sense->w->assault_ratio) : 9;
    }
    return attack;
}

/* Whether the side holds a city that decides in a hex: who attacks from there may have to leave it. */
static bool holds_goal(const Sense *sense, unsigned hex)
{
    return eagles_sense_is_goal(sense, hex) && !eagles_sense_is_aim(sense, hex);
}

static bool is_worth_it(const Sense *sense, const Attack *attack)
{
    if (attack->from == EAGLES_NO_HEX || (attack->from != attack->hex && holds_goal(sense, attack->from) &&
                                          (sense->last || attack->odds < 2 * sense->w->attack_ratio))) {
        return false;
    }
    if (eagles_sense_is_aim(sense, attack->hex)) {
        return sense->last || attack->odds > sense->w->attack_ratio - 0.3;
    }
    return attack->odds >= sense->w->attack_ratio;
}

/* Targets come in ascending order and one passed over is not offered again, so the first that is worth it is
 * taken, unless the stack it needs is wanted for a better one behind it. */
Move eagles_fighting_target(const Sense *sense, const MoveList *legal)
{
    Attack attack[MOVE_LIST_MAX];
    unsigned count = 0;
    Move end = legal->moves[legal->count - 1];
    for (uint32_t i = 0; i < legal->count; i++) {
        const unsigned hex = eagles_move_argument(legal->moves[i]);
        if (eagles_move_kind(legal->moves[i]) != EAGLES_MOVE_TARGET) {
            continue;
        }
        Attack a = attack_on(sense, hex);
        if (eagles_hex_siege(&sense->p, hex) > 0 &&
            eagles_count(&sense->p, hex, sense->side, EAGLES_ANY) > 0) {
            const Attack within = attack_within(sense, hex);
            a = within.odds > a.odds ? within : a;
        }
        if (is_worth_it(sense, &a)) {
            a.worth += eagles_sense_is_aim(sense, hex) ? 1000.0 : 0.0;
            attack[count++] = a;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        bool wanted = false;
        for (unsigned k = i + 1; k < count; k++) {
            wanted = wanted || (attack[k].from == attack[i].from && attack[k].worth > attack[i].worth);
        }
        if (!wanted) {
            return eagles_move(EAGLES_MOVE_TARGET, attack[i].hex);
        }
    }
    return end;
}

static double from_score(const Sense *sense, unsigned target, unsigned from)
{
    return from == target
               ? 1.0
               : eagles_sense_might(sense, from, sense->side) / terrain_factor(sense, from, target);
}

/* ------------------------------------------------------------------ after it */

static double part_score(unsigned part)
{
    return part == EAGLES_PART_ALL ? 2.0 : part == EAGLES_PART_NONE ? 0.0 : 1.0;
}

/* Whether an advance takes its hex's last depot away from under those who make it. */
static bool leaves_supply(const Sense *sense, unsigned from, unsigned to)
{
    const unsigned colour = eagles_major_colour(&sense->p, from, sense->side, EAGLES_OUTSIDE);
    EaglesSupply rest;
    if (colour == EAGLES_NONE || eagles_count(&sense->p, from, sense->side, EAGLES_OUTSIDE) < 2) {
        return false;
    }
    eagles_sense_supply_without(sense, colour, from, 0, &rest);
    return rest.left[to] == EAGLES_IMPASSABLE;
}

/* Into a city that counts and nearer to it, never away; a city that counts is not left empty. */
static double advance_score(const Sense *sense, unsigned from, unsigned way, unsigned part)
{
    const unsigned to = way < EAGLES_DIRECTIONS ? sense->p.d->hex[from].neighbour[way] : from;
    unsigned wanted = sense->way[to] < sense->way[from] ? EAGLES_PART_ALL : EAGLES_PART_NONE;
    if (eagles_sense_is_goal(sense, from)) {
        wanted = sense->content ? EAGLES_PART_NONE : EAGLES_PART_ALL_BUT_ONE;
    } else if (wanted == EAGLES_PART_ALL && leaves_supply(sense, from, to)) {
        wanted = EAGLES_PART_ALL_BUT_ONE;
    }
    return part == wanted ? 3.0 : wanted == EAGLES_PART_NONE ? -part_score(part) : part_score(part);
}

static double city_choice_score(const Sense *sense, unsigned battle, unsigned choice)
{
    const EaglesBattle *b = &sense->p.s->battle[battle];
    const double own = eagles_battle_count(&sense->p, battle, sense->side, false);
    const double garrison = eagles_count(&sense->p, b->defend, eagles_other(sense->side), EAGLES_INSIDE);
    const bool now = sense->last && eagles_sense_is_aim(sense, b->defend);
    const double ratio = now ? sense->w->assault_ratio / 2 : sense->w->assault_ratio;
    if (choice == EAGLES_CHOOSE_ASSAULT) {
        return own >= ratio * garrison ? 3.0 : -1.0;
    }
    return choice == EAGLES_CHOOSE_BESIEGE ? 2.0 : 1.0;
}

/* Cheap SP go first: low morale, foot before horse, the Guard last. */
static double loss_score(const Sense *sense, unsigned argument)
{
    const EaglesUnit *unit = &sense->p.d->unit[argument >> 12U];
    const bool guard = unit->type == EAGLES_GI || unit->type == EAGLES_GC;
    return -(double)sense->p.d->nation[unit->nation].morale[unit->type] - (unit->cavalry ? 1.0 : 0.0) -
           (guard ? 2.0 : 0.0);
}

/* Nobody leaves a city that decides in the last month. */
static double stand_score(const Sense *sense, unsigned hex, unsigned battle)
{
    return sense->last && eagles_sense_is_goal(sense, hex) ? 99.0 : odds_in(sense, battle);
}

/* A force that holds a city that decides does not leave it to help others. */
static double join_score(const Sense *sense, unsigned hex) { return holds_goal(sense, hex) ? 0.0 : 1.0; }

double eagles_fighting_score(const Sense *sense, const EaglesFrame *frame, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_FROM:
        return from_score(sense, frame->x, argument);
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
        return (argument & 63U) == 0   ? stand_score(sense, argument >> 6U, frame->a)
               : (argument & 63U) == 1 ? sense->w->stand_ratio
                                       : 0.0;
    case EAGLES_MOVE_EVADE:
        return (argument & 7U) == 0 ? 1.0 : 0.0;
    case EAGLES_MOVE_LOSS:
        return loss_score(sense, argument);
    case EAGLES_MOVE_RETREAT:
        return (double)eagles_count(&sense->p, argument >> 3U, sense->side, EAGLES_ANY) -
               eagles_sense_threat(sense, argument >> 3U) + part_score(argument & 7U);
    case EAGLES_MOVE_JOIN:
        return (argument & 63U) == 0 ? 0.5 : join_score(sense, argument >> 6U);
    case EAGLES_MOVE_ADVANCE:
        return advance_score(sense, argument >> 6U, argument >> 3U & 7U, argument & 7U);
    case EAGLES_MOVE_BESIEGE_WITH:
        return part_score(argument & 7U);
    case EAGLES_MOVE_ROWS:
        return argument & 0xFFU;
    case EAGLES_MOVE_CHARGE:
    case EAGLES_MOVE_WITH:
        return argument & 1U;
    default:
        return 0;
    }
}

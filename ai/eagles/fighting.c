/* fighting.c: whom to attack, when to go on, to withdraw, to shelter, to storm and to advance (map 8, 9). */
#include "ai/eagles/sense.h"

/* Whether the side holds a city that decides in a hex: who attacks from there may have to leave it. */
static bool holds_goal(const Sense *sense, unsigned hex)
{
    return eagles_sense_is_goal(sense, hex) && !eagles_sense_is_aim(sense, hex);
}

/* ------------------------------------------------------------------ odds */

/* The SP of a side that fight in a battle, with what it has lost of its morale. */
static Army army_in(const Sense *sense, unsigned battle, unsigned side, bool attacks)
{
    const EaglesState *s = sense->p.s;
    const EaglesBattle *b = &s->battle[battle];
    const bool assault = (b->flags & EAGLES_BATTLE_ASSAULT) != 0;
    Army army = {0};
    double most = 0;
    for (unsigned f = 0; f < s->forces; f++) {
        const EaglesForce *force = &s->force[f];
        if (force->battle != battle || force->side != side) {
            continue;
        }
        const double before = army.sp;
        eagles_army_add(sense, &army, force->hex, side, assault && !attacks ? EAGLES_FLAG_INSIDE : 0U,
                        attacks);
        if (army.sp - before > most) {
            most = army.sp - before;
            army.leader = eagles_leadership(sense, force->hex, side);
        }
    }
    army.lost = b->lost[side];
    eagles_army_settle(&army);
    if (assault && !attacks) {
        army.strength *= 2;
        army.morale = army.morale > 1 ? army.morale : 1;
    }
    return army;
}

/* Adds those in a hex who would join a side of a battle; EAGLES_NO_HEX: nobody. */
static void add_joiner(const Sense *sense, Army *army, unsigned hex, bool attacks)
{
    if (hex != EAGLES_NO_HEX) {
        eagles_army_add(sense, army, hex, sense->side, 0, attacks);
        eagles_army_settle(army);
    }
}

/* Gains to costs if the side attacks in a battle, from its hex against the other, with who joins from one. */
static double attacking_odds(const Sense *sense, unsigned battle, unsigned joiner)
{
    const EaglesBattle *b = &sense->p.s->battle[battle];
    const unsigned from = b->attacker == sense->side ? b->attack : b->defend;
    const unsigned to = b->attacker == sense->side ? b->defend : b->attack;
    Army own = army_in(sense, battle, sense->side, true);
    Army his = army_in(sense, battle, eagles_other(sense->side), false);
    add_joiner(sense, &own, joiner, true);
    if (own.sp < 0.5 || his.sp < 0.5) {
        return 9;
    }
    his.ground = (b->flags & EAGLES_BATTLE_ASSAULT) != 0
                     ? 0
                     : eagles_ground(sense, from, to, eagles_other(sense->side));
    return eagles_gains_to_costs(sense, &own, &his, eagles_hex_worth(sense, to),
                                 eagles_hex_worth(sense, from));
}

/* The same if it is attacked and stands, by what it keeps then. */
static double standing_odds(const Sense *sense, unsigned battle, unsigned joiner)
{
    const EaglesBattle *b = &sense->p.s->battle[battle];
    const unsigned enemy = eagles_other(sense->side);
    const unsigned from = b->attacker == enemy ? b->attack : b->defend;
    const unsigned to = b->attacker == enemy ? b->defend : b->attack;
    const Army his = army_in(sense, battle, enemy, true);
    Army own = army_in(sense, battle, sense->side, false);
    add_joiner(sense, &own, joiner, false);
    if (own.sp < 0.5 || his.sp < 0.5) {
        return 9;
    }
    own.ground = eagles_ground(sense, from, to, sense->side);
    const Forecast f = eagles_forecast(sense, &his, &own);
    const double hex = eagles_hex_worth(sense, to);
    return (f.attacker_lost + f.attacker_broken * sense->w->field + (1 - f.defender_broken) * hex) /
           (f.defender_lost + 0.05);
}

/* ------------------------------------------------------------------ declaration */

/* An attack on a hex: from where it is strongest, and its odds. */
typedef struct Attack {
    unsigned hex, from;
    double odds, worth;
} Attack;

/* SP outside of a side in a hex who attack from it, alone. */
static Army attackers_in(const Sense *sense, unsigned from)
{
    Army army = {0};
    eagles_army_add(sense, &army, from, sense->side, 0, true);
    army.leader = eagles_leadership(sense, from, sense->side);
    eagles_army_settle(&army);
    return army;
}

/* The attack from each hex around, with a share of what stands beside it; the best counts. */
static Attack attack_on(const Sense *sense, unsigned hex)
{
    const unsigned enemy = eagles_other(sense->side);
    Attack attack = {hex, EAGLES_NO_HEX, 0, 0};
    Army his = {0};
    Army own[EAGLES_DIRECTIONS];
    double all = 0;
    eagles_army_add(sense, &his, hex, enemy, 0, false);
    his.leader = eagles_leadership(sense, hex, enemy);
    eagles_army_settle(&his);
    attack.worth = his.sp;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = sense->p.d->hex[hex].neighbour[direction];
        own[direction] = (Army){0};
        if (from != EAGLES_NO_HEX && eagles_find_force(&sense->p, from, sense->side) < 0) {
            own[direction] = attackers_in(sense, from);
        }
        all += own[direction].sp;
    }
    for (unsigned direction = 0; his.sp > 0 && direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = sense->p.d->hex[hex].neighbour[direction];
        if (own[direction].sp < 0.5) {
            continue;
        }
        eagles_army_reinforce(&own[direction], (all - own[direction].sp) * sense->w->joiners);
        his.ground = eagles_ground(sense, from, hex, enemy);
        const double odds = eagles_gains_to_costs(sense, &own[direction], &his, eagles_hex_worth(sense, hex),
                                                  eagles_hex_worth(sense, from));
        if (odds > attack.odds) {
            attack.odds = odds;
            attack.from = from;
        }
    }
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

/* The hex from which an attack is best. */
static double from_score(const Sense *sense, unsigned target, unsigned from)
{
    Army own = attackers_in(sense, from);
    Army his = {0};
    if (from == target) {
        return 1.0;
    }
    eagles_army_add(sense, &his, target, eagles_other(sense->side), 0, false);
    his.leader = eagles_leadership(sense, target, eagles_other(sense->side));
    his.ground = eagles_ground(sense, from, target, eagles_other(sense->side));
    eagles_army_settle(&his);
    return eagles_gains_to_costs(sense, &own, &his, eagles_hex_worth(sense, target),
                                 eagles_hex_worth(sense, from));
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
    if (colour == EAGLES_NONE || eagles_count(&sense->p, from, sense->side, EAGLES_OUTSIDE) < 2) {
        return false;
    }
    return eagles_sense_left_without(sense, colour, from, to) == EAGLES_IMPASSABLE;
}

/* Into a city that counts and nearer to it, never away; a city that counts is not left empty. */
static double advance_score(const Sense *sense, unsigned from, unsigned way, unsigned part)
{
    const unsigned to = way < EAGLES_DIRECTIONS ? sense->p.d->hex[from].neighbour[way] : from;
    unsigned wanted = eagles_sense_is_nearer(sense, to, from) ? EAGLES_PART_ALL : EAGLES_PART_NONE;
    if (eagles_sense_is_goal(sense, from)) {
        wanted = sense->content || sense->p.d->hex[from].city == sense->goals.home ? EAGLES_PART_NONE
                                                                                   : EAGLES_PART_ALL_BUT_ONE;
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

/* Nobody leaves home, nor in the last month a city that decides. */
static double stand_score(const Sense *sense, unsigned hex, unsigned battle)
{
    const unsigned goal = eagles_goals_at(sense, hex);
    return goal != GOALS_MAX && (sense->last || sense->goals.city[goal] == sense->goals.home)
               ? 99.0
               : standing_odds(sense, battle, EAGLES_NO_HEX);
}

/* Whether a force joins a battle: not from a city that decides, nor to share a defeat. */
static double join_score(const Sense *sense, unsigned hex, unsigned battle)
{
    if (holds_goal(sense, hex)) {
        return -1.0;
    }
    return sense->p.s->battle[battle].attacker == sense->side ? attacking_odds(sense, battle, hex)
                                                              : standing_odds(sense, battle, hex);
}

/* Who is likely to be driven away goes into the city; as many as find room into one that decides. */
static double shelter_score(const Sense *sense, unsigned battle, unsigned part)
{
    const bool goal = eagles_sense_is_goal(sense, sense->p.s->battle[battle].defend);
    if (part == EAGLES_PART_NONE) {
        return standing_odds(sense, battle, EAGLES_NO_HEX);
    }
    return part == EAGLES_PART_ALL ? sense->w->shelter : goal ? sense->w->shelter - 0.01 : 0.0;
}

/* As many as may; of those who shelter no cavalry. */
static double rows_score(const Sense *sense, const EaglesFrame *frame, unsigned argument)
{
    const double sp = argument & 0xFFU;
    const bool shelters = frame->step == EAGLES_STEP_SELECT_ROWS && frame->a == EAGLES_FOR_SHELTER;
    return shelters && sense->p.d->unit[argument >> 9U].cavalry ? -sp : sp;
}

/* Leaders go with their SP, but not into a city while others fight before it. */
static double with_score(const EaglesFrame *frame, bool yes)
{
    const bool shelters = frame->step == EAGLES_STEP_SELECT_LEADERS && frame->a == EAGLES_FOR_SHELTER;
    return yes != shelters ? 1.0 : 0.0;
}

double eagles_fighting_score(const Sense *sense, const EaglesFrame *frame, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_FROM:
        return from_score(sense, frame->x, argument);
    case EAGLES_MOVE_SHELTER:
        return shelter_score(sense, frame->a, argument);
    case EAGLES_MOVE_CITY_CHOICE:
        return city_choice_score(sense, frame->a, argument);
    case EAGLES_MOVE_CONTINUE:
        return argument == 0 ? sense->w->continue_ratio : attacking_odds(sense, frame->a, EAGLES_NO_HEX);
    case EAGLES_MOVE_COUNTER:
        return argument == 0 ? 1.5 : attacking_odds(sense, frame->a, EAGLES_NO_HEX);
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
        return (argument & 63U) == 0 ? sense->w->join_ratio
                                     : join_score(sense, argument >> 6U, (argument & 63U) - 2U);
    case EAGLES_MOVE_ADVANCE:
        return advance_score(sense, argument >> 6U, argument >> 3U & 7U, argument & 7U);
    case EAGLES_MOVE_BESIEGE_WITH:
        return part_score(argument & 7U);
    case EAGLES_MOVE_ROWS:
        return rows_score(sense, frame, argument);
    case EAGLES_MOVE_WITH:
        return with_score(frame, (argument & 1U) != 0);
    case EAGLES_MOVE_CHARGE:
        return argument & 1U;
    default:
        return 0;
    }
}

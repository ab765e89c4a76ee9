/* forecast.c: the chances of battles over all their dice (forecast.h). */
#include "engine/eagles/forecast.h"

static const uint8_t WAYS[EAGLES_SUMS] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
static const double ALL_WAYS = 36.0;

/* A situation before a round; index 0 the attacker, 1 the defender. */
typedef struct Node {
    uint8_t sp[2], gone[2]; /* gone: morale lost since the beginning */
    double chance;
} Node;

enum {
    NODES_MAX = EAGLES_SUMS * EAGLES_SUMS
}; /* before the third round; what follows on the last is not needed */
_Static_assert(EAGLES_FORECAST_ROUNDS == 3, "situations before the last round fit");
typedef struct Nodes {
    unsigned count;
    Node node[NODES_MAX];
} Nodes;

static int capped(int modifier) { return modifier < -4 ? -4 : modifier > 4 ? 4 : modifier; }

/* Strength and modifiers of a round: which role is the larger, row of the table, modifier for the larger. */
typedef struct Round {
    unsigned larger; /* role */
    unsigned row;
    int modifier;
} Round;

static unsigned side_of(const EaglesForecast *f, unsigned role)
{
    return role == 0 ? f->attacker : eagles_other(f->attacker);
}

/* What a role adds, in a round after so much morale is gone. */
static int added(const EaglesForecast *f, unsigned role, unsigned gone, bool first)
{
    const EaglesOdds *o = &f->odds;
    const unsigned side = side_of(f, role);
    const int morale = o->morale[side] - (int)gone;
    return (morale > 0 ? morale : 0) + o->leader[side] + (first ? o->bonus[side] : 0) +
           (role == 0 ? 0 : o->terrain);
}

static Round round_of(const EaglesForecast *f, const Node *n, bool first)
{
    double strength[2];
    for (unsigned role = 0; role < 2; role++) {
        const unsigned side = side_of(f, role);
        strength[role] = (double)f->odds.quarters[side] * n->sp[role] / (double)f->odds.sp[side];
    }
    Round round = {.larger = strength[1] > strength[0] ? 1U : 0U};
    const double big = strength[round.larger];
    const double small = strength[!round.larger];
    round.row = big >= 4 * small ? 3U : big >= 2 * small ? 2U : 2 * big >= 3 * small ? 1U : 0U;
    round.modifier = capped(added(f, round.larger, n->gone[round.larger], first) -
                            added(f, !round.larger, n->gone[!round.larger], first));
    return round;
}

static unsigned morale_points(unsigned cell)
{
    return cell >= EAGLES_CELL_D1 ? cell - EAGLES_CELL_D1 + 1U : 0U;
}

/* What a sum of the dice does in a round. */
static EaglesRoll roll_of(const EaglesTables *t, const Node *n, const Round *round, unsigned sum)
{
    EaglesRoll roll = {.ways = WAYS[sum]};
    const unsigned big = round->larger;
    int column = (int)sum + round->modifier;
    column = column < 0 ? 0 : column > 10 ? 10 : column;
    const uint8_t *cell = t->combat[round->row][column];
    unsigned lost[2];
    eagles_round_losses(t, cell, n->sp[big], n->sp[!big], lost);
    roll.lost[big] = (uint8_t)lost[0];
    roll.lost[!big] = (uint8_t)lost[1];
    roll.morale[big] = (uint8_t)morale_points(cell[0]);
    roll.morale[!big] = (uint8_t)morale_points(cell[1]);
    return roll;
}

static void add_node(Nodes *nodes, const Node *n)
{
    for (unsigned i = 0; i < nodes->count; i++) {
        if (memcmp(nodes->node[i].sp, n->sp, sizeof n->sp) == 0 &&
            memcmp(nodes->node[i].gone, n->gone, sizeof n->gone) == 0) {
            nodes->node[i].chance += n->chance;
            return;
        }
    }
    assert(nodes->count < NODES_MAX);
    nodes->node[nodes->count++] = *n;
}

static bool is_broken(const EaglesForecast *f, const Node *n, unsigned role)
{
    return n->sp[role] == 0 || f->odds.morale[side_of(f, role)] - (int)n->gone[role] <= 0;
}

/* One roll from one situation: what it leads to. */
static void follow(EaglesForecast *f, const Node *n, const EaglesRoll *roll, EaglesPrognosis *sum,
                   Nodes *next)
{
    Node then = *n;
    then.chance = n->chance * roll->ways / ALL_WAYS;
    for (unsigned role = 0; role < 2; role++) {
        const unsigned lost = roll->lost[role] < n->sp[role] ? roll->lost[role] : n->sp[role];
        then.sp[role] = (uint8_t)(n->sp[role] - lost);
        then.gone[role] = (uint8_t)(n->gone[role] + roll->morale[role]);
        then.gone[role] = then.gone[role] > 4 ? 4 : then.gone[role];
        sum->lost[role] += then.chance * lost;
    }
    const bool attacker = is_broken(f, &then, 0);
    const bool defender = is_broken(f, &then, 1);
    if (attacker || defender) {
        *(attacker && defender ? &sum->both_broken
          : attacker           ? &sum->attacker_broken
                               : &sum->defender_broken) += then.chance;
    } else if (next != NULL) {
        add_node(next, &then);
    }
}

static void play_round(const EaglesTables *t, EaglesForecast *f, const Nodes *now, unsigned number,
                       Nodes *next)
{
    EaglesPrognosis *sum = &f->after[number];
    *sum = number > 0 ? f->after[number - 1] : (EaglesPrognosis){0};
    if (next != NULL) {
        next->count = 0;
    }
    for (unsigned i = 0; i < now->count; i++) {
        const Round round = round_of(f, &now->node[i], number == 0);
        for (unsigned k = 0; k < EAGLES_SUMS; k++) {
            const EaglesRoll roll = roll_of(t, &now->node[i], &round, k);
            follow(f, &now->node[i], &roll, sum, next);
        }
    }
}

static bool forecast(const Play *p, unsigned battle, EaglesForecast *f)
{
    Nodes nodes[2];
    memset(f, 0, sizeof *f);
    f->attacker = p->s->battle[battle].attacker;
    eagles_odds(p, battle, &f->odds);
    if (f->odds.sp[0] == 0 || f->odds.sp[1] == 0) {
        return false;
    }
    Node start = {.chance = 1.0};
    for (unsigned role = 0; role < 2; role++) {
        const unsigned sp = f->odds.sp[side_of(f, role)];
        start.sp[role] = (uint8_t)(sp < 255 ? sp : 255);
    }
    const Round round = round_of(f, &start, true);
    f->row = round.row;
    f->modifier = round.modifier;
    f->larger = side_of(f, round.larger);
    for (unsigned k = 0; k < EAGLES_SUMS; k++) {
        f->roll[k] = roll_of(&p->d->tables, &start, &round, k);
    }
    nodes[0].count = 0;
    add_node(&nodes[0], &start);
    for (unsigned number = 0; number < EAGLES_FORECAST_ROUNDS; number++) {
        const bool last = number + 1 == EAGLES_FORECAST_ROUNDS;
        play_round(&p->d->tables, f, &nodes[number % 2], number, last ? NULL : &nodes[(number + 1) % 2]);
    }
    return true;
}

bool eagles_battle_forecast(const Play *p, unsigned battle, EaglesForecast *f)
{
    assert(battle < p->s->battles);
    return forecast(p, battle, f);
}

bool eagles_asked_forecast(const Play *p, unsigned battle, EaglesBattle *as, EaglesForecast *f)
{
    EaglesState copy;
    assert(battle < p->s->battles);
    eagles_copy(p->d, &copy, p->s);
    const Play then = {p->d, &copy, NULL, 0, NULL};
    const bool asked = eagles_top(p)->a == battle;
    if (asked && p->s->header.step == EAGLES_STEP_COUNTER) {
        eagles_swap_roles(&copy.battle[battle]);
    } else if (asked && p->s->header.step == EAGLES_STEP_CITY_CHOICE) {
        copy.battle[battle].flags |= EAGLES_BATTLE_ASSAULT;
    }
    *as = copy.battle[battle];
    return forecast(&then, battle, f);
}

bool eagles_attack_forecast(const Play *p, unsigned from, unsigned target, EaglesForecast *f)
{
    const unsigned side = p->s->active;
    EaglesState copy;
    if (from == target && eagles_is_besieged(p, from, side)) {
        return false; /* a sortie: who comes out is chosen first */
    }
    eagles_copy(p->d, &copy, p->s);
    const Play then = {p->d, &copy, NULL, 0, NULL};
    copy.battles = 1;
    copy.forces = 0;
    memset(copy.force, 0, sizeof copy.force);
    copy.battle[0] =
        (EaglesBattle){.attack = (uint16_t)from, .defend = (uint16_t)target, .attacker = (uint8_t)side};
    copy.battle[0].flags = from == target ? EAGLES_BATTLE_ASSAULT : 0;
    Play write = then;
    (void)eagles_commit(&write, from, side, 0, EAGLES_FORCE_INITIATED);
    (void)eagles_commit(&write, target, eagles_other(side), 0, 0);
    eagles_flag_supply(&write, EAGLES_NEUTRAL); /* as at the start of the round */
    return forecast(&then, 0, f);
}

/* ------------------------------------------------------------------ JSON */

static void put_side(const EaglesForecast *f, unsigned side, JsonOut *out)
{
    const EaglesOdds *o = &f->odds;
    jsonout_key(out, EAGLES_SIDE_IDS[side]);
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "sp", o->sp[side]);
    jsonout_key_double(out, "strength", o->quarters[side] / 4.0);
    jsonout_key_i64(out, "morale", o->morale[side]);
    jsonout_key_i64(out, "leader", o->leader[side]);
    jsonout_key_i64(out, "bonus", o->bonus[side]);
    jsonout_key_i64(out, "terrain", side == f->attacker ? 0 : o->terrain);
    jsonout_end(out, '}');
}

static void put_roll(const EaglesRoll *roll, unsigned sum, JsonOut *out)
{
    jsonout_begin(out, '{');
    jsonout_key_u64(out, "dice", sum + 2U);
    jsonout_key_u64(out, "ways", roll->ways);
    jsonout_key_u64(out, "attacker_loses", roll->lost[0]);
    jsonout_key_u64(out, "defender_loses", roll->lost[1]);
    jsonout_key_u64(out, "attacker_morale", roll->morale[0]);
    jsonout_key_u64(out, "defender_morale", roll->morale[1]);
    jsonout_end(out, '}');
}

static void put_prognosis(const EaglesPrognosis *after, JsonOut *out)
{
    jsonout_begin(out, '{');
    jsonout_key_double(out, "attacker_broken", after->attacker_broken);
    jsonout_key_double(out, "defender_broken", after->defender_broken);
    jsonout_key_double(out, "both_broken", after->both_broken);
    jsonout_key_double(out, "attacker_lost", after->lost[0]);
    jsonout_key_double(out, "defender_lost", after->lost[1]);
    jsonout_end(out, '}');
}

void eagles_forecast_json(const EaglesForecast *f, JsonOut *out)
{
    static const char *const ROWS[] = {"1:1", "3:2", "2:1", "4:1"};
    jsonout_key_text(out, "attacker", EAGLES_SIDE_IDS[f->attacker]);
    jsonout_key_text(out, "ratio", ROWS[f->row & 3U]);
    jsonout_key_text(out, "larger", EAGLES_SIDE_IDS[f->larger]);
    jsonout_key_i64(out, "modifier", f->modifier);
    jsonout_key(out, "sides");
    jsonout_begin(out, '{');
    put_side(f, EAGLES_FRANCE, out);
    put_side(f, EAGLES_COALITION, out);
    jsonout_end(out, '}');
    jsonout_key(out, "rolls");
    jsonout_begin(out, '[');
    for (unsigned k = 0; k < EAGLES_SUMS; k++) {
        put_roll(&f->roll[k], k, out);
    }
    jsonout_end(out, ']');
    jsonout_key(out, "after");
    jsonout_begin(out, '[');
    for (unsigned k = 0; k < EAGLES_FORECAST_ROUNDS; k++) {
        put_prognosis(&f->after[k], out);
    }
    jsonout_end(out, ']');
}

/* forecast.c: what a battle is likely to cost whom, by the combat and loss tables (map 8.3 to 8.6). */
#include "ai/eagles/sense.h"

/* What a battle that goes on would bring one side: SP lost by each, and how likely each breaks. */
typedef struct Tally {
    double lost[2];
    double broken[2];
} Tally;

enum { ATTACKS, DEFENDS, ROUNDS = 3 };

/* Ways of two dice by their sum less 2. */
static const double WAYS[11] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

void eagles_army_add(const Sense *sense, Army *army, unsigned hex, unsigned side, unsigned flags,
                     bool attacks)
{
    const EaglesState *s = sense->p.s;
    const unsigned mask =
        (unsigned)EAGLES_FLAG_OUT | (unsigned)EAGLES_FLAG_INSIDE | (flags & EAGLES_FLAG_GROUP);
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned has = eagles_row_flags(s, i);
        if (eagles_unit_side(&sense->p, unit) != side || (has & mask) != flags) {
            continue;
        }
        const bool halved = attacks && (has & EAGLES_FLAG_UNSUPPLIED) != 0 && side == s->active;
        const unsigned morale = eagles_unit_morale(&sense->p, unit, hex);
        army->sp += s->row_count[i];
        army->strength += halved ? 0.5 * s->row_count[i] : s->row_count[i];
        army->by_morale[morale < 4 ? morale : 3] += s->row_count[i];
        army->horse += sense->p.d->unit[unit].cavalry ? s->row_count[i] : 0.0;
    }
}

/* Morale shared by most SP, the lower of equals (8.4). */
static int base_morale(const Army *army)
{
    int base = 0;
    for (int morale = 1; morale < 4; morale++) {
        base = army->by_morale[morale] > army->by_morale[base] ? morale : base;
    }
    return base;
}

void eagles_army_settle(Army *army)
{
    const int morale = base_morale(army) - army->lost;
    army->morale = morale > 0 ? morale : 0;
}

void eagles_army_reinforce(Army *army, double sp)
{
    const double share = army->sp > 0 ? army->strength / army->sp : 0;
    army->sp += sp;
    army->strength += sp * share;
}

/* SP that a cell takes from its side; "-" is settled with the other side's (8.6). */
static unsigned cell_loss(const EaglesTables *t, unsigned cell, double smaller)
{
    unsigned column = 5;
    if (cell <= EAGLES_CELL_ONE) {
        return cell;
    }
    while (column > 0 && smaller < t->loss_column[column]) {
        column--;
    }
    return t->loss[cell == EAGLES_CELL_L ? 0 : cell == EAGLES_CELL_D1 ? 1 : 2][column];
}

static unsigned ratio_row(double larger, double smaller)
{
    return larger >= 4 * smaller ? 3 : larger >= 2 * smaller ? 2 : larger >= 1.5 * smaller ? 1 : 0;
}

static unsigned cell_morale(unsigned cell)
{
    return cell >= EAGLES_CELL_D1 ? cell - (unsigned)EAGLES_CELL_D1 + 1U : 0U;
}

static double least(double a, double b) { return a < b ? a : b; }

/* What of an army changes from round to round. */
typedef struct Troops {
    double sp, strength;
    int morale;
} Troops;

static bool is_broken(const Troops *troops) { return troops->morale <= 0 || troops->sp < 0.5; }

/* Strength after a loss. */
static double strength_left(const Troops *before, double lost)
{
    return before->strength - (before->sp > 0 ? lost * before->strength / before->sp : 0);
}

/* help: how much leaders and ground help the attacker. */
static void fight(const EaglesTables *t, const Troops troops[2], int help, double chance, unsigned rounds,
                  Tally *tally)
{
    const unsigned larger = troops[DEFENDS].strength > troops[ATTACKS].strength ? DEFENDS : ATTACKS;
    const unsigned smaller = 1U - larger;
    const Troops *a = &troops[larger];
    const Troops *b = &troops[smaller];
    const unsigned row = ratio_row(a->strength, b->strength);
    int m = a->morale - b->morale + (larger == ATTACKS ? help : -help);
    m = m < -4 ? -4 : m > 4 ? 4 : m;
    double weight = 0;
    for (int die = 0; die <= 10; die++) {
        const int column = die + m < 0 ? 0 : die + m > 10 ? 10 : die + m;
        const int next = die + 1 + m < 0 ? 0 : die + 1 + m > 10 ? 10 : die + 1 + m;
        const uint8_t *cell = t->combat[row][column];
        weight += WAYS[die] / 36.0 * chance;
        if (die < 10 && memcmp(cell, t->combat[row][next], 2) == 0) {
            continue; /* one result for both */
        }
        double lost[2];
        lost[larger] = least(cell_loss(t, cell[0], b->sp), a->sp);
        lost[smaller] = least(cell_loss(t, cell[1], b->sp), b->sp);
        lost[larger] = cell[0] == EAGLES_CELL_DASH ? (lost[smaller] > 1 ? 1 : 0) : lost[larger];
        lost[smaller] = cell[1] == EAGLES_CELL_DASH ? (lost[larger] > 1 ? 1 : 0) : lost[smaller];
        Troops left[2];
        left[larger] = (Troops){a->sp - lost[larger], 0, a->morale - (int)cell_morale(cell[0])};
        left[smaller] = (Troops){b->sp - lost[smaller], 0, b->morale - (int)cell_morale(cell[1])};
        bool over = rounds <= 1;
        for (unsigned i = 0; i < 2; i++) {
            const bool broken = is_broken(&left[i]);
            tally->lost[i] += weight * lost[i];
            tally->broken[i] += broken ? weight : 0;
            over = over || broken;
        }
        if (!over) {
            for (unsigned i = 0; i < 2; i++) {
                left[i].strength = strength_left(&troops[i], lost[i]);
            }
            fight(t, left, help, weight, rounds - 1, tally);
        }
        weight = 0;
    }
}

static int help_of(const Army *attacker, const Army *defender)
{
    return attacker->leader + attacker->ground - defender->leader - defender->ground;
}

static Forecast work_out(const Sense *sense, const Army *attacker, const Army *defender)
{
    const Troops troops[2] = {{attacker->sp, attacker->strength, attacker->morale},
                              {defender->sp, defender->strength, defender->morale}};
    Tally tally = {{0, 0}, {0, 0}};
    fight(&sense->p.d->tables, troops, help_of(attacker, defender), 1.0, ROUNDS, &tally);
    return (Forecast){.attacker_lost = tally.lost[ATTACKS],
                      .defender_lost = tally.lost[DEFENDS],
                      .attacker_broken = tally.broken[ATTACKS],
                      .defender_broken = tally.broken[DEFENDS]};
}

/* ------------------------------------------------------------------ what is kept */

/* All that `fight` asks of two armies. */
static KeptForecast question_of(const Army *attacker, const Army *defender)
{
    return (KeptForecast){.known = true,
                          .sp = {attacker->sp, defender->sp},
                          .strength = {attacker->strength, defender->strength},
                          .morale = {attacker->morale, defender->morale},
                          .help = help_of(attacker, defender)};
}

static bool is_same_question(const KeptForecast *a, const KeptForecast *b)
{
    bool same = a->known == b->known && a->help == b->help;
    for (unsigned i = 0; i < 2; i++) {
        same =
            same && a->sp[i] == b->sp[i] && a->strength[i] == b->strength[i] && a->morale[i] == b->morale[i];
    }
    return same;
}

/* Armies are of some SP, halves of them where they are not supplied, with shares of those who may join. */
static unsigned hash_of(const KeptForecast *question)
{
    static const double PARTS = 16;
    uint32_t hash = (uint32_t)question->help;
    for (unsigned i = 0; i < 2; i++) {
        hash = hash * 31U + (uint32_t)(PARTS * question->sp[i]);
        hash = hash * 31U + (uint32_t)(PARTS * question->strength[i]);
        hash = hash * 31U + (uint32_t)question->morale[i];
    }
    return (hash * 0x9E3779B1U >> 16U) % KEPT_FORECASTS;
}

Forecast eagles_forecast(const Sense *sense, const Army *attacker, const Army *defender)
{
    if (attacker->sp < 0.5 || defender->sp < 0.5) {
        return (Forecast){0, 0, 0, 0};
    }
    if (sense->memory->brief) {
        return work_out(sense, attacker, defender);
    }
    const KeptForecast question = question_of(attacker, defender);
    KeptForecast *kept = &sense->memory->forecast[hash_of(&question)];
    if (!is_same_question(kept, &question)) {
        *kept = question;
        kept->forecast = work_out(sense, attacker, defender);
    }
    return kept->forecast;
}

double eagles_hex_worth(const Sense *sense, unsigned hex)
{
    return sense->w->field + (eagles_sense_is_goal(sense, hex) ? sense->w->prize : 0.0);
}

int eagles_ground(const Sense *sense, unsigned from, unsigned to, unsigned defender)
{
    const Play *p = &sense->p;
    const EaglesHex *h = &p->d->hex[to];
    const unsigned direction = eagles_direction(p->d, from, to);
    const bool river =
        direction != EAGLES_DIRECTIONS && (p->d->hex[from].side[direction] & EAGLES_RIVER) != 0;
    const int drm = h->drm[eagles_winter(p->d, p->s->header.turn) ? 1 : 0];
    return (river && drm < 2 ? 2 : drm) + (eagles_bit(p->s->trench[defender], to) ? 1 : 0);
}

int eagles_leadership(const Sense *sense, unsigned hex, unsigned side)
{
    const int leader =
        eagles_best_leader(&sense->p, hex, side, (unsigned)EAGLES_FLAG_OUT | (unsigned)EAGLES_FLAG_INSIDE, 0);
    return leader > 0 ? leader : 0;
}

double eagles_gains_to_costs(const Sense *sense, const Army *own, const Army *his, double prize, double stake)
{
    const Forecast f = eagles_forecast(sense, own, his);
    const double caught = own->horse > his->horse ? 1.0 : 0.0;
    const double lamed = his->horse > own->horse ? 1.0 : 0.0;
    return (f.defender_lost + f.defender_broken * (prize + caught)) /
           (f.attacker_lost + f.attacker_broken * (stake + lamed) + 0.05);
}

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

/* An army after a round. */
static Army after(const Army *army, double lost, unsigned morale)
{
    Army left = *army;
    left.strength -= army->sp > 0 ? lost * army->strength / army->sp : 0;
    left.sp -= lost;
    left.morale -= (int)morale;
    return left;
}

static void fight(const EaglesTables *t, const Army armies[2], double chance, unsigned rounds, Tally *tally)
{
    const unsigned larger = armies[DEFENDS].strength > armies[ATTACKS].strength ? DEFENDS : ATTACKS;
    const unsigned smaller = 1U - larger;
    const Army *a = &armies[larger];
    const Army *b = &armies[smaller];
    const unsigned row = ratio_row(a->strength, b->strength);
    int m = a->morale + a->leader + a->ground - b->morale - b->leader - b->ground;
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
        Army left[2];
        left[larger] = after(a, lost[larger], cell_morale(cell[0]));
        left[smaller] = after(b, lost[smaller], cell_morale(cell[1]));
        bool over = rounds <= 1;
        for (unsigned i = 0; i < 2; i++) {
            const bool broken = left[i].morale <= 0 || left[i].sp < 0.5;
            tally->lost[i] += weight * lost[i];
            tally->broken[i] += broken ? weight : 0;
            over = over || broken;
        }
        if (!over) {
            fight(t, left, weight, rounds - 1, tally);
        }
        weight = 0;
    }
}

Forecast eagles_forecast(const Sense *sense, const Army *attacker, const Army *defender)
{
    Forecast forecast = {0, 0, 0, 0};
    if (attacker->sp < 0.5 || defender->sp < 0.5) {
        return forecast;
    }
    const Army armies[2] = {*attacker, *defender};
    Tally tally = {{0, 0}, {0, 0}};
    fight(&sense->p.d->tables, armies, 1.0, ROUNDS, &tally);
    forecast.attacker_lost = tally.lost[ATTACKS];
    forecast.defender_lost = tally.lost[DEFENDS];
    forecast.attacker_broken = tally.broken[ATTACKS];
    forecast.defender_broken = tally.broken[DEFENDS];
    return forecast;
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

/* combat.c: the round loop and one battle's part of it up to its dice (map 8.2 to 8.6). */
#include "engine/eagles/battle.h"

enum {
    SHELTER,
    CITY,
    GO_ON,
    EVADE_ATTACKER,
    EVADE_DEFENDER,
    REAR,
    OPTIONS_ATTACKER,
    OPTIONS_DEFENDER,
    ROLL,
    DONE
};

/* ------------------------------------------------------------------ rounds */

/* What belongs to one round is forgotten; who attacks whom stays (8.2). */
static void begin_round(Play *p)
{
    EaglesState *s = p->s;
    s->round = (uint8_t)(s->round < 255 ? s->round + 1 : 255);
    for (unsigned i = 0; i < s->battles; i++) {
        EaglesBattle *b = &s->battle[i];
        b->round = 0;
        b->broken = 0;
        b->bonus[0] = b->bonus[1] = 0;
        b->flags = (uint8_t)(b->flags & ~(unsigned)EAGLES_BATTLE_ASSAULT);
    }
    for (unsigned i = 0; i < s->forces; i++) {
        s->force[i].flags = (uint8_t)(s->force[i].flags & ~(unsigned)(EAGLES_FORCE_NEW | EAGLES_FORCE_TRIED));
    }
    eagles_flag_supply(p, EAGLES_NEUTRAL);
}

static bool any_battle_on(const EaglesState *s)
{
    for (unsigned i = 0; i < s->battles; i++) {
        if (eagles_battle_on(s, i)) {
            return true;
        }
    }
    return false;
}

/* One part of a round, which pushes a frame, ends the rounds or comes to the next part. */
static void run_part(Play *p)
{
    static const uint8_t STEPS[] = {0, EAGLES_STEP_BATTLE, EAGLES_STEP_COMPULSORY, EAGLES_STEP_VOLUNTARY};
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    if (frame->phase == 0) {
        if (!any_battle_on(s)) {
            eagles_pop(p);
            return;
        }
        begin_round(p);
        frame->phase = 1;
    } else if (frame->phase <= 3) {
        while (frame->x < s->battles && !eagles_battle_on(s, frame->x)) {
            frame->x++;
        }
        if (frame->x < s->battles) {
            const unsigned battle = frame->x++;
            eagles_push(p, (enum eagles_step)STEPS[frame->phase])->a = (uint8_t)battle;
        } else {
            frame->x = 0;
            frame->phase++;
        }
    } else if (frame->x < 2) {
        const unsigned side = frame->x++ == 0 ? s->active : eagles_other(s->active);
        eagles_push(p, EAGLES_STEP_JOINS)->a = (uint8_t)side;
    } else {
        frame->x = 0;
        frame->phase = 0;
    }
}

/* Frame: phase 0 begin, 1 battles (x the next), 2 compulsory, 3 voluntary, 4 joins (x the battle or side). */
void eagles_round_run(Play *p)
{
    const unsigned depth = p->s->depth;
    const bool changed = eagles_refresh_battles(p);
    do { /* where no battle has ended, none ends before somebody has done something */
        run_part(p);
    } while (!changed && p->s->depth == depth);
}

/* ------------------------------------------------------------------ one battle */

static bool is_field(const EaglesBattle *b)
{
    return (b->flags & (EAGLES_BATTLE_SORTIE | EAGLES_BATTLE_SIEGE)) == 0;
}

/* SP that stand outside in a hex and can fight. */
static bool stands_outside(const Play *p, unsigned hex, unsigned side)
{
    return eagles_has(p, hex, side, EAGLES_OUTSIDE | EAGLES_NOT_OUT);
}

/* After a counter-attack of whom only sheltered SP are left, that side is the defender again (8.2). */
static void restore_roles(const Play *p, EaglesBattle *b)
{
    if (is_field(b) && !stands_outside(p, b->attack, b->attacker) &&
        eagles_has(p, b->attack, b->attacker, EAGLES_INSIDE)) {
        const uint16_t hex = b->attack;
        b->attack = b->defend;
        b->defend = hex;
        b->attacker = (uint8_t)eagles_other(b->attacker);
    }
}

/* Who attacks has nobody left but those who shelter in his own city, or who is out of combat: nobody can go
 * on with the battle, and it is over (8.2, 9.1). */
static void end_without_attacker(Play *p, unsigned battle)
{
    if (eagles_battle_count(p, battle, p->s->battle[battle].attacker, false) == 0) {
        eagles_end_battle(p, battle);
    }
}

/* b: the defender in a city may shelter, where no siege runs. */
static void open_shelter(Play *p, unsigned battle)
{
    const EaglesBattle *b = &p->s->battle[battle];
    const unsigned city = p->d->hex[b->defend].city;
    if (is_field(b) && city != EAGLES_NONE && eagles_siege_value(p->s, city) == 0) {
        eagles_push(p, EAGLES_STEP_SHELTER)->a = (uint8_t)battle;
    }
}

/* c: asked when nobody of the defender is left outside in the hex. */
static void open_city_choice(Play *p, unsigned battle)
{
    EaglesBattle *b = &p->s->battle[battle];
    const unsigned defender = eagles_other(b->attacker);
    const bool siege = (b->flags & EAGLES_BATTLE_SIEGE) != 0;
    if (siege && p->s->round == 1) {
        b->flags |= EAGLES_BATTLE_ASSAULT;
        b->round |= EAGLES_ROUND_ASKED;
        return;
    }
    if ((b->flags & EAGLES_BATTLE_SORTIE) == 0 && !stands_outside(p, b->defend, defender) &&
        eagles_has(p, b->defend, defender, EAGLES_INSIDE)) {
        b->round |= EAGLES_ROUND_ASKED;
        eagles_push(p, EAGLES_STEP_CITY_CHOICE)->a = (uint8_t)battle;
    }
}

static bool can_charge(const Play *p, unsigned battle, unsigned side)
{
    const EaglesBattle *b = &p->s->battle[battle];
    return (p->s->options & EAGLES_CAVALRY_CHARGE) != 0 && (b->flags & EAGLES_BATTLE_ASSAULT) == 0 &&
           eagles_battle_count(p, battle, side, true) > 0;
}

static bool has_guard(const Play *p, unsigned battle)
{
    const EaglesState *s = p->s;
    for (unsigned f = 0; f < s->forces; f++) {
        const unsigned hex = s->force[f].hex;
        if (s->force[f].battle != battle || s->force[f].side != EAGLES_FRANCE) {
            continue;
        }
        for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
            const unsigned type = p->d->unit[eagles_row_unit(s, i)].type;
            if ((type == EAGLES_GI || type == EAGLES_GC) && eagles_committed(p, battle, EAGLES_FRANCE, i)) {
                return true;
            }
        }
    }
    return false;
}

static void open_options(Play *p, unsigned battle, unsigned side)
{
    const EaglesBattle *b = &p->s->battle[battle];
    const bool charged = (b->round & EAGLES_ROUND_CHARGE << side) != 0;
    if (side == EAGLES_FRANCE && (p->s->options & EAGLES_IMPERIAL_GUARD) != 0 && !charged &&
        has_guard(p, battle)) {
        eagles_push(p, EAGLES_STEP_GUARD)->a =
            (uint8_t)battle; /* asked after the charge, which excludes it */
    }
    if (can_charge(p, battle, side)) {
        EaglesFrame *frame = eagles_push(p, EAGLES_STEP_CHARGE);
        frame->a = (uint8_t)battle;
        frame->b = (uint8_t)side;
    }
}

static void open_evasion(Play *p, unsigned battle, unsigned side)
{
    EaglesFrame *frame = eagles_push(p, EAGLES_STEP_EVADE);
    frame->a = (uint8_t)battle;
    frame->b = (uint8_t)side;
}

/* d: whether there is a round at all: the first must be fought. */
static void open_go_on(Play *p, unsigned battle)
{
    const EaglesBattle *b = &p->s->battle[battle];
    if (p->s->round > 1 && (b->round & (EAGLES_ROUND_ASKED | EAGLES_ROUND_COUNTER)) == 0) {
        eagles_push(p, EAGLES_STEP_CONTINUE)->a = (uint8_t)battle;
    }
}

/* No dice fall where a side has nobody who fights: all outside a city have slipped away, and the garrison is
 * the defender from the next round on (8.7, 9.1). */
static bool is_fought(const Play *p, unsigned battle)
{
    return eagles_battle_count(p, battle, EAGLES_FRANCE, false) > 0 &&
           eagles_battle_count(p, battle, EAGLES_COALITION, false) > 0;
}

/* One part of a battle: false if it is fought no more in this round, or its dice fall next. */
static bool run_battle_part(Play *p, EaglesFrame *frame)
{
    const unsigned battle = frame->a;
    EaglesBattle *b = &p->s->battle[battle];
    switch (frame->phase++) {
    case SHELTER:
        restore_roles(p, b);
        end_without_attacker(p, battle);
        if (eagles_battle_on(p->s, battle)) {
            open_shelter(p, battle);
        }
        break;
    case CITY:
        open_city_choice(p, battle);
        break;
    case GO_ON:
        open_go_on(p, battle);
        break;
    case EVADE_ATTACKER:
        open_evasion(p, battle, b->attacker);
        break;
    case EVADE_DEFENDER:
        open_evasion(p, battle, eagles_other(b->attacker));
        break;
    case REAR:
        if (p->s->round == 1 && is_field(b) && (b->flags & EAGLES_BATTLE_ASSAULT) == 0 &&
            b->attacker == EAGLES_FRANCE && (p->s->options & EAGLES_REAR_MANOEUVRE) != 0 &&
            p->s->rear_tried == 0) {
            eagles_push(p, EAGLES_STEP_REAR)->a = (uint8_t)battle;
        }
        break;
    case OPTIONS_ATTACKER:
        open_options(p, battle, b->attacker);
        break;
    case OPTIONS_DEFENDER:
        open_options(p, battle, eagles_other(b->attacker));
        break;
    case ROLL:
        if (is_fought(p, battle)) {
            *frame = (EaglesFrame){.step = EAGLES_STEP_ROLL, .a = (uint8_t)battle};
        } else {
            eagles_pop(p);
        }
        return false;
    default:
        break;
    }
    return true;
}

/* Frame: a the battle, phase what comes next. Each part may end the battle. */
void eagles_battle_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    const EaglesBattle *b = &s->battle[frame->a];
    const unsigned depth = s->depth;
    const unsigned attacker = b->attacker;
    const bool changed = eagles_refresh_battles(p);
    if (!eagles_battle_on(s, frame->a)) {
        eagles_pop(p);
        return;
    }
    /* Nothing to be looked at again while nobody has been asked, and it goes on with the same roles. */
    while (run_battle_part(p, frame) && !changed && s->depth == depth &&
           (b->flags & EAGLES_BATTLE_OVER) == 0 && b->attacker == attacker) {
    }
}

/* ------------------------------------------------------------------ d: another round, counter-attack */

Seat eagles_continue_options(const Play *p, MoveList *list)
{
    const EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    eagles_add(list, eagles_move(EAGLES_MOVE_CONTINUE, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_CONTINUE, 1));
    return eagles_seat(b->attacker);
}

void eagles_continue_choose(Play *p, Move move)
{
    const unsigned battle = eagles_top(p)->a;
    eagles_pop(p);
    if (eagles_move_argument(move) != 0) {
        return;
    }
    if ((p->s->battle[battle].flags & EAGLES_BATTLE_SORTIE) != 0) {
        eagles_end_battle(p, battle); /* 9.6: no counter-attack against a sortie */
        return;
    }
    eagles_push(p, EAGLES_STEP_COUNTER)->a = (uint8_t)battle;
}

Seat eagles_counter_options(const Play *p, MoveList *list)
{
    const EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    eagles_add(list, eagles_move(EAGLES_MOVE_COUNTER, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_COUNTER, 1));
    return eagles_seat(eagles_other(b->attacker));
}

/* The roles and the hexes swap until the next counter-attack; b and c come once more for the new defender. */
void eagles_counter_choose(Play *p, Move move)
{
    const unsigned battle = eagles_top(p)->a;
    EaglesBattle *b = &p->s->battle[battle];
    eagles_pop(p);
    if (eagles_move_argument(move) == 0) {
        eagles_end_battle(p, battle);
        return;
    }
    eagles_swap_roles(b);
    b->round |= EAGLES_ROUND_COUNTER;
    EaglesFrame *frame = eagles_top(p);
    assert(frame->step == EAGLES_STEP_BATTLE);
    frame->phase = SHELTER;
}

/* ------------------------------------------------------------------ f: charge, Guard (11) */

Seat eagles_charge_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_CHARGE, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_CHARGE, 1));
    return eagles_seat(eagles_top(p)->b);
}

void eagles_charge_choose(Play *p, Move move)
{
    const EaglesFrame *frame = eagles_top(p);
    const unsigned side = frame->b;
    EaglesBattle *b = &p->s->battle[frame->a];
    eagles_pop(p);
    if (eagles_move_argument(move) != 0) {
        b->round |= (uint8_t)(EAGLES_ROUND_CHARGE << side);
        b->bonus[side]++;
        if (eagles_top(p)->step == EAGLES_STEP_GUARD && side == EAGLES_FRANCE) {
            eagles_pop(p); /* not together with a French charge */
        }
    }
}

Seat eagles_guard_options(const Play *p, MoveList *list)
{
    (void)p;
    eagles_add(list, eagles_move(EAGLES_MOVE_GUARD, 0));
    eagles_add(list, eagles_move(EAGLES_MOVE_GUARD, 1));
    return SEAT_FRENCH;
}

void eagles_guard_choose(Play *p, Move move)
{
    EaglesBattle *b = &p->s->battle[eagles_top(p)->a];
    eagles_pop(p);
    if (eagles_move_argument(move) != 0) {
        b->round |= EAGLES_ROUND_GUARD;
    }
}

/* ------------------------------------------------------------------ g: dice */

/* What fights on one side of a battle. */
typedef struct Muster {
    unsigned quarters; /* strength in quarters of an SP (8.3) */
    unsigned sp;
    unsigned of_morale[EAGLES_MORALES], of_colour[EAGLES_COLOURS];
    uint8_t force[EAGLES_FORCES_MAX]; /* forces of them, by index in state.force, and the SP of each */
    uint16_t force_sp[EAGLES_FORCES_MAX];
    unsigned forces;
} Muster;

static void muster_force(const Play *p, unsigned index, unsigned quarters, unsigned unsupplied, Muster *m)
{
    const EaglesState *s = p->s;
    const EaglesForce *force = &s->force[index];
    unsigned sum = 0;
    for (unsigned i = eagles_rows_in(s, force->hex); eagles_row_at(s, i, force->hex); i++) {
        if (!eagles_row_fights(p, force, i)) {
            continue;
        }
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned sp = s->row_count[i];
        const bool supplied = (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) == 0;
        sum += sp;
        m->quarters += sp * (supplied ? quarters : unsupplied);
        m->of_morale[eagles_unit_morale(p, unit, force->hex)] += sp;
        m->of_colour[eagles_unit_colour(p, unit)] += sp;
    }
    m->sp += sum;
    m->force[m->forces] = (uint8_t)index;
    m->force_sp[m->forces++] = (uint16_t)sum;
}

/* Attackers without supply count half, an assaulted garrison double (8.3). */
static void muster(const Play *p, unsigned battle, unsigned side, Muster *m)
{
    const EaglesState *s = p->s;
    const EaglesBattle *b = &s->battle[battle];
    const bool attacks = b->attacker == side;
    const unsigned quarters = (b->flags & EAGLES_BATTLE_ASSAULT) != 0 && !attacks ? 8 : 4;
    m->quarters = m->sp = m->forces = 0;
    memset(m->of_morale, 0, sizeof m->of_morale);
    memset(m->of_colour, 0, sizeof m->of_colour);
    for (unsigned f = 0; f < s->forces; f++) {
        if (s->force[f].battle == battle && s->force[f].side == side) {
            muster_force(p, f, quarters, attacks ? quarters / 2 : quarters, m);
        }
    }
}

static unsigned ratio_row(unsigned larger, unsigned smaller)
{
    return larger >= 4 * smaller ? 3U : larger >= 2 * smaller ? 2U : 2 * larger >= 3 * smaller ? 1U : 0U;
}

/* Colour with most SP of a side; bits of all that share the most. */
static unsigned main_colours(const Muster *m)
{
    unsigned most = 1;
    unsigned bits = 0;
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        most = m->of_colour[colour] > most ? m->of_colour[colour] : most;
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        bits |= m->of_colour[colour] == most ? 1U << colour : 0U;
    }
    return bits;
}

/* 8.4: the best leader of a main colour in the committed force with most SP (on a tie the force with the
 * better one). */
static int leader_bonus(const Play *p, unsigned battle, unsigned side, const Muster *m)
{
    const EaglesState *s = p->s;
    const unsigned colours = main_colours(m);
    unsigned most = 0;
    int best = 0;
    for (unsigned f = 0; f < m->forces; f++) {
        const unsigned sp = m->force_sp[f];
        if (sp == 0 || sp < most) {
            continue;
        }
        best = sp > most ? 0 : best;
        most = sp;
        EaglesLeaders here;
        eagles_leaders_in(s, s->force[m->force[f]].hex, &here);
        for (unsigned k = 0; k < here.count; k++) {
            const unsigned l = here.leader[k];
            if (eagles_leader_committed(p, battle, side, l) &&
                (colours >> eagles_leader_colour(p, l) & 1U) != 0 && p->d->leader[l].leadership > best) {
                best = p->d->leader[l].leadership;
            }
        }
    }
    return best;
}

/* The best single one of hex and river, plus 1 behind an entrenchment; none for a garrison (8.5). */
static int terrain_drm(const Play *p, const EaglesBattle *b)
{
    if ((b->flags & EAGLES_BATTLE_ASSAULT) != 0) {
        return 0;
    }
    const EaglesHex *h = &p->d->hex[b->defend];
    int drm = h->drm[eagles_winter(p->d, p->s->header.turn) ? 1 : 0];
    const unsigned direction = eagles_direction(p->d, b->attack, b->defend);
    if (direction != EAGLES_DIRECTIONS && (p->d->hex[b->attack].side[direction] & EAGLES_RIVER) != 0) {
        drm = drm > 2 ? drm : 2;
    }
    return drm + (eagles_bit(p->s->trench[eagles_other(b->attacker)], b->defend) ? 1 : 0);
}

static int side_modifier(const Play *p, unsigned battle, unsigned side, const Muster *m)
{
    const EaglesBattle *b = &p->s->battle[battle];
    return eagles_morale_of(p, battle, side, m->of_morale) + leader_bonus(p, battle, side, m) +
           b->bonus[side] + (b->attacker == side ? 0 : terrain_drm(p, b));
}

static unsigned loss_column(const EaglesTables *t, unsigned sp)
{
    unsigned column = 5;
    while (column > 0 && sp < t->loss_column[column]) {
        column--;
    }
    return column;
}

/* SP a cell asks for; "-" is settled once the other side's losses are known (8.6). */
static unsigned cell_loss(const EaglesTables *t, unsigned cell, unsigned smaller_sp)
{
    if (cell <= EAGLES_CELL_ONE) {
        return cell;
    }
    const unsigned row = cell == EAGLES_CELL_L ? 0 : cell == EAGLES_CELL_D1 ? 1 : 2;
    return t->loss[row][loss_column(t, smaller_sp)];
}

void eagles_round_losses(const EaglesTables *t, const uint8_t cell[2], unsigned larger_sp,
                         unsigned smaller_sp, unsigned lost[2])
{
    lost[0] = cell_loss(t, cell[0], smaller_sp);
    lost[1] = cell_loss(t, cell[1], smaller_sp);
    lost[0] = lost[0] < larger_sp ? lost[0] : larger_sp;
    lost[1] = lost[1] < smaller_sp ? lost[1] : smaller_sp;
    lost[0] = cell[0] == EAGLES_CELL_DASH ? (lost[1] > 1 ? 1U : 0U) : lost[0];
    lost[1] = cell[1] == EAGLES_CELL_DASH ? (lost[0] > 1 ? 1U : 0U) : lost[1];
}

void eagles_odds(const Play *p, unsigned battle, EaglesOdds *odds)
{
    const EaglesBattle *b = &p->s->battle[battle];
    for (unsigned side = 0; side < 2; side++) {
        Muster m;
        muster(p, battle, side, &m);
        odds->quarters[side] = m.quarters;
        odds->sp[side] = m.sp;
        odds->morale[side] = eagles_morale_of(p, battle, side, m.of_morale);
        odds->leader[side] = leader_bonus(p, battle, side, &m);
        odds->bonus[side] = b->bonus[side];
    }
    odds->terrain = terrain_drm(p, b);
}

static void lose_morale(Play *p, unsigned battle, unsigned side, unsigned cell, int base)
{
    EaglesBattle *b = &p->s->battle[battle];
    const unsigned points = cell >= EAGLES_CELL_D1 ? cell - EAGLES_CELL_D1 + 1U : 0U;
    const bool guard = side == EAGLES_FRANCE && (b->round & EAGLES_ROUND_GUARD) != 0;
    b->lost[side] = (uint8_t)(b->lost[side] + points);
    if (guard && points > 0 && b->lost[side] < base) {
        b->lost[side] = (uint8_t)base; /* the Guard recoils: morale 0 */
    }
    if (base - b->lost[side] <= 0) {
        b->broken |= (uint8_t)(1U << side);
    }
    if (points > 0) {
        const int left = base - b->lost[side];
        EAGLES_NOTE(p, EAGLES_EVENT_MORALE, side, (int)battle, (int)side, left > 0 ? left : 0);
    }
}

static void mark_fighters(Play *p, unsigned battle)
{
    EaglesState *s = p->s;
    for (unsigned f = 0; f < s->forces; f++) {
        EaglesLeaders here = {.count = 0};
        if (s->force[f].battle == battle) {
            eagles_leaders_in(s, s->force[f].hex, &here);
        }
        for (unsigned k = 0; k < here.count; k++) {
            const unsigned l = here.leader[k];
            if (eagles_leader_committed(p, battle, s->force[f].side, l)) {
                s->leader_flag[l] |= EAGLES_LEADER_FOUGHT;
            }
        }
    }
    s->battle[battle].round |= EAGLES_ROUND_FOUGHT;
}

/* Throws the dice and works out what both sides lose; frame.x larger side, y and z losses of larger and
 * smaller. */
static void throw(Play * p, EaglesFrame *frame)
{
    const unsigned battle = frame->a;
    const EaglesTables *t = &p->d->tables;
    EaglesBattle *b = &p->s->battle[battle];
    const unsigned attacker = b->attacker;
    Muster side[2];
    muster(p, battle, EAGLES_FRANCE, &side[EAGLES_FRANCE]);
    muster(p, battle, EAGLES_COALITION, &side[EAGLES_COALITION]);
    const bool defender = side[eagles_other(attacker)].quarters > side[attacker].quarters;
    const unsigned larger = defender ? eagles_other(attacker) : attacker;
    const unsigned smaller = eagles_other(larger);
    const unsigned sp[2] = {side[EAGLES_FRANCE].sp, side[EAGLES_COALITION].sp};
    const int base[2] = {
        eagles_base_morale_of(p, battle, EAGLES_FRANCE, side[EAGLES_FRANCE].of_morale),
        eagles_base_morale_of(p, battle, EAGLES_COALITION, side[EAGLES_COALITION].of_morale)};
    const unsigned row = ratio_row(side[larger].quarters, side[smaller].quarters);
    int m =
        side_modifier(p, battle, larger, &side[larger]) - side_modifier(p, battle, smaller, &side[smaller]);
    m = m < -4 ? -4 : m > 4 ? 4 : m;
    uint8_t faces[2];
    eagles_two_dice(p, EAGLES_DIE_BATTLE, attacker, b->defend, faces);
    const int first = faces[0];
    const int second = faces[1];
    int column = first + second + m;
    column = column < 2 ? 2 : column > 12 ? 12 : column;
    const uint8_t *cell = t->combat[row][column - 2];
    unsigned lost[2];
    eagles_round_losses(t, cell, sp[larger], sp[smaller], lost);
    EAGLES_NOTE(p, EAGLES_EVENT_ROLL, attacker, (int)battle, b->defend, (int)sp[attacker],
                (int)sp[eagles_other(attacker)], (int)row, first, second, m, (int)larger, cell[0], cell[1],
                (int)(lost[0] < sp[larger] ? lost[0] : sp[larger]),
                (int)(lost[1] < sp[smaller] ? lost[1] : sp[smaller]));
    mark_fighters(p, battle);
    lose_morale(p, battle, larger, cell[0], base[larger]);
    lose_morale(p, battle, smaller, cell[1], base[smaller]);
    frame->x = (uint16_t)larger;
    frame->y = (uint16_t)lost[0];
    frame->z = (uint16_t)lost[1];
}

static void lose(Play *p, unsigned battle, unsigned side, unsigned count)
{
    const EaglesBattle *b = &p->s->battle[battle];
    const bool guard = side == EAGLES_FRANCE && (b->round & EAGLES_ROUND_GUARD) != 0;
    const bool charge = (b->round & EAGLES_ROUND_CHARGE << side) != 0;
    eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_BATTLE,
                                .side = (uint8_t)side,
                                .battle = (uint8_t)battle,
                                .left = (uint8_t)count,
                                .cavalry = count > 1,
                                .guard = guard    ? 1
                                         : charge ? 2
                                                  : 0,
                                .cause = EAGLES_BY_COMBAT});
}

/* Frame: a the battle. The larger side loses first; then what follows from the losses. */
static void roll_part(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned battle = frame->a;
    switch (frame->phase++) {
    case 0:
        throw(p, frame);
        break;
    case 1:
        lose(p, battle, frame->x, frame->y);
        break;
    case 2:
        lose(p, battle, eagles_other(frame->x), frame->z);
        break;
    default:
        *frame = (EaglesFrame){.step = EAGLES_STEP_AFTER_LOSSES, .a = (uint8_t)battle};
        break;
    }
}

void eagles_roll_run(Play *p)
{
    const unsigned depth = p->s->depth;
    do {
        roll_part(p);
    } while (eagles_goes_on(p, depth, EAGLES_STEP_ROLL));
}

/* Leaders whose SP are all gone flee, in the field or not (8.6). */
void eagles_flee(Play *p, unsigned hex, unsigned side)
{
    EaglesState *s = p->s;
    if (eagles_has(p, hex, side, EAGLES_ANY)) {
        return;
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_side(p, l) == side) {
            eagles_displace(p, l);
        }
    }
}

/* A garrison of morale 0 gives up; hexes without SP are vacated (8.6, 8.10, 9.5). */
void eagles_after_losses_run(Play *p)
{
    EaglesState *s = p->s;
    const unsigned battle = eagles_top(p)->a;
    EaglesBattle *b = &s->battle[battle];
    const unsigned defender = eagles_other(b->attacker);
    const bool assault = (b->flags & EAGLES_BATTLE_ASSAULT) != 0;
    eagles_pop(p);
    if (assault && (b->broken >> b->attacker & 1U) != 0) {
        b->flags |= EAGLES_BATTLE_NO_ASSAULT;
    }
    if (assault && (b->broken >> defender & 1U) != 0 && eagles_has(p, b->defend, defender, EAGLES_INSIDE)) {
        eagles_surrender(p, b->defend, defender);
    }
    if (assault) {
        b->broken = 0; /* nobody withdraws from an assault because he must (8.8) */
    }
    for (unsigned i = s->forces; i-- > 0;) {
        const EaglesForce force = s->force[i];
        if (force.battle == battle && !eagles_has(p, force.hex, force.side, EAGLES_ANY)) {
            eagles_flee(p, force.hex, force.side);
            eagles_settle(p, force.hex);
            eagles_uncommit(p, i); /* so that the hex is not vacated a second time */
            eagles_vacate(p, force.hex, force.side, battle);
        }
    }
    eagles_settle(p, b->attack);
    eagles_settle(p, b->defend);
}

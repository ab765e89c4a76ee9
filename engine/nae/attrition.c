/* attrition.c: tests of attrition [13.6, map 11]. */
#include "engine/nae/events.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"

enum { EXTRA_ZERO = 64 }; /* added to the extra modifier in a frame */

/* The pieces tested: of a side in a zone, in the slot, inside or not. */
static NaePieces tested(const NaePlay *p, const NaeFrame *f)
{
    const NaePieces land = nae_land(p->d, p->s, f->b, f->a);
    const NaePieces set =
        (f->c & NAE_INSIDE) != 0 ? nae_with(p->s, land, NAE_INSIDE) : nae_without(p->s, land, NAE_INSIDE);
    return nae_in_slot(p->s, set, f->c & NAE_GROUP);
}

/* One army of it at a time: two armies test apart [11.2]; f->f: 0 the first, 1 the second. */
static NaePieces tested_army(const NaePlay *p, const NaeFrame *f)
{
    return nae_army_part(p->s, tested(p, f), (f->f & 1U) != 0 ? NAE_SECOND_ARMY : 0U);
}

/* Those of the army that are tested: its part out of supply if nothing else is the reason, special units with
 * the last of its units [13.5]. */
static NaePieces active(const NaePlay *p, const NaeFrame *f)
{
    const NaePieces army = tested_army(p, f);
    const NaePieces units = nae_pieces_and(army, p->d->units);
    const NaePieces bare = nae_with(p->s, units, NAE_UNSUPPLIED);
    const bool whole = (f->c & NAE_UNSUPPLIED_PART) == 0 || nae_pieces_empty(nae_pieces_minus(units, bare));
    return whole ? army : bare;
}

static bool waivable(const NaePlay *p, unsigned side)
{
    return side == NAE_EMPIRE && nae_in_hand(p->s, NAE_F(21));
}

void nae_push_army_attrition(NaePlay *p, unsigned side, unsigned zone, unsigned slot, unsigned army,
                             unsigned flags, int extra)
{
    const NaeFrame test = {.seat = SEAT_NONE,
                           .a = (uint8_t)side,
                           .b = (uint8_t)zone,
                           .c = (uint8_t)slot,
                           .d = (uint8_t)flags,
                           .e = (uint8_t)(EXTRA_ZERO + extra),
                           .f = (uint8_t)army};
    if (!nae_has_units(p->d, active(p, &test))) {
        return;
    }
    NaeFrame *frame = nae_push(p, NAE_STEP_ATTRITION, SEAT_NONE);
    const uint8_t step = frame->step;
    *frame = test;
    frame->step = step;
}

void nae_push_attrition(NaePlay *p, unsigned side, unsigned zone, unsigned slot, unsigned flags, int extra)
{
    for (unsigned army = 2; army-- > 0;) {
        nae_push_army_attrition(p, side, zone, slot, army, flags, extra);
    }
}

/* A depot of the commander's nation in the zone [11.3]. */
static NaePieces depots_of(const NaePlay *p, const NaeFrame *f)
{
    const unsigned nation = nae_force_nation(p->d, p->s, tested_army(p, f));
    const NaePieces land = nae_pieces_and(nae_land(p->d, p->s, f->b, f->a), p->d->depots);
    const NaePieces here =
        (f->c & NAE_INSIDE) != 0 ? nae_with(p->s, land, NAE_INSIDE) : nae_without(p->s, land, NAE_INSIDE);
    return nation == NAE_NONE ? nae_pieces_none() : nae_of_nation(p->d, here, nation);
}

/* The mark of a march that the tested army has spent its depot: one for each in an activation [13.4]; 0 where
 * others are tested. */
static unsigned spent_mark(const NaePlay *p, const NaeFrame *f)
{
    if ((f->c & NAE_GROUP) != NAE_MOVING || f->a != p->s->march.side) {
        return 0;
    }
    return (f->f & 1U) != 0 ? NAE_MARCH_SECOND_DEPOT_SPENT : NAE_MARCH_DEPOT_SPENT;
}

static bool has_spent(const NaePlay *p, const NaeFrame *f)
{
    return (p->s->march.flags & spent_mark(p, f)) != 0;
}

/* Steps that are tested: a special unit counts as one [11.2]. */
static unsigned load_of(const NaePlay *p, NaePieces set) { return nae_force_info(p->d, p->s, set).load; }

/* Modifiers of the die, and the nation whose men gave one and lose first [11.3-11.6]. */
static int modifiers(const NaePlay *p, const NaeFrame *f, NaePieces set, bool depot, unsigned *first)
{
    const unsigned steps = load_of(p, set);
    const unsigned french = load_of(p, nae_of_nation(p->d, set, NAE_FRANCE));
    int sum = (int)f->e - EXTRA_ZERO;
    *first = NAE_NONE;
    sum += (f->d & NAE_TEST_POOR) != 0 ? p->d->table.test.poor : 0;
    sum += (f->d & NAE_TEST_WINTER) != 0 ? p->d->table.test.winter : 0;
    sum += (f->d & NAE_TEST_UNSUPPLIED) != 0 ? p->d->table.test.unsupplied : 0;
    sum += (f->d & NAE_TEST_DEMORALISED) != 0 ? p->d->table.test.demoralised : 0;
    sum += (f->d & NAE_TEST_BESIEGED) != 0 ? p->d->table.test.besieged : 0;
    sum += (f->d & NAE_TEST_NATIONAL) != 0 ? p->d->table.test.national : 0;
    sum += depot ? p->d->table.test.depot : 0;
    if (french * 2U >= steps) {
        sum += french == steps ? p->d->table.test.french_only : p->d->table.test.french_majority;
        *first = NAE_FRANCE;
    } else if (load_of(p, nae_of_nation(p->d, set, NAE_RUSSIA)) == steps) {
        sum += p->d->table.test.russian_only;
        *first = NAE_RUSSIA;
    }
    return sum;
}

static NaeAttritionCell cell_of(const NaePlay *p, unsigned load, int net)
{
    unsigned column = 0;
    while (column + 1 < NAE_ATTRITION_COLUMNS && load > p->d->table.attrition_steps[column]) {
        column++;
    }
    int row = net - NAE_ATTRITION_MIN;
    row = row < 0 ? 0 : row >= NAE_ATTRITION_ROWS ? NAE_ATTRITION_ROWS - 1 : row;
    return p->d->table.attrition[column][row];
}

/* The test of one army as a frame has it: the chance that it costs nothing; adds the losses on average. */
static double spared(const NaePlay *p, const NaeFrame *test, NaePieces set, bool depot, double *losses)
{
    unsigned first = NAE_NONE;
    const int sum = modifiers(p, test, set, depot, &first);
    double chance = 0.0;
    for (int die = 1; die <= 6; die++) {
        const NaeAttritionCell cell = cell_of(p, load_of(p, set), die + sum);
        const double more = cell.star != 0 ? (double)(7 - p->d->table.star_on) / 6.0 : 0.0;
        chance += cell.losses > 0 ? 0.0 : (1.0 - more) / 6.0;
        *losses += (cell.losses + more) / 6.0;
    }
    return chance;
}

double nae_attrition_risk(const NaePlay *p, NaePieces set, unsigned flags, int extra, double *losses)
{
    const NaeFrame test = {.d = (uint8_t)flags, .e = (uint8_t)(EXTRA_ZERO + extra)};
    double none = 1.0;
    *losses = 0.0;
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, set, army == 0 ? 0U : NAE_SECOND_ARMY);
        none *= nae_has_units(p->d, part) ? spared(p, &test, part, false, losses) : 1.0;
    }
    return 1.0 - none;
}

double nae_attrition_depot_risk(const NaePlay *p, bool depot, double *losses)
{
    assert(p->s->frames >= 2 && p->s->frame[p->s->frames - 2].step == NAE_STEP_ATTRITION);
    const NaeFrame *test = &p->s->frame[p->s->frames - 2];
    *losses = 0.0;
    return 1.0 - spared(p, test, active(p, test), depot, losses);
}

static void roll(NaePlay *p, const NaeFrame *f)
{
    const NaePieces set = active(p, f);
    unsigned first = NAE_NONE;
    const bool depot = (f->f & 4U) != 0;
    const int sum = modifiers(p, f, set, depot, &first);
    const int die = (int)nae_d6(p);
    const NaeAttritionCell cell = cell_of(p, load_of(p, set), die + sum);
    const unsigned losses = cell.losses + (cell.star != 0 && nae_d6(p) >= p->d->table.star_on ? 1U : 0U);
    if (!p->d->option.fog_of_war) { /* steps and modifier would tell who lies covered */
        NAE_NOTE(p->dice, ATTRITION, (Seat)f->a, f->b, (int)load_of(p, set), die, sum, (int)losses);
    }
    if (losses > 0) {
        NaeFrame *loss = nae_push(p, NAE_STEP_ATTRITION_LOSS, f->a);
        loss->a = f->a;
        loss->b = f->b;
        loss->c = f->c;
        loss->d = (uint8_t)losses;
        loss->e = (uint8_t)first;
        loss->f = f->f & 1U;
    }
}

/* f->f: bit 0 the army, bits 3 and 4 the stage, bit 2 a depot spent, bit 5 asked for 21F. */
void nae_attrition_run(NaePlay *p, NaeFrame *frame)
{
    const NaePieces set = active(p, frame);
    if (!nae_has_units(p->d, set) || ((frame->f & 32U) != 0 && p->s->reaction.tried != 0)) {
        p->s->reaction.tried = 0;
        nae_pop(p);
        return;
    }
    if ((frame->f & 8U) == 0) {
        frame->f |= 8U;
        if (waivable(p, frame->a)) {
            frame->f |= 32U;
            p->s->reaction.tried = 0;
            nae_push_reaction(p, frame->a, NAE_AT_ATTRITION);
        }
        return;
    }
    if ((frame->f & 16U) == 0) {
        frame->f |= 16U;
        if ((frame->d & NAE_TEST_NO_DEPOT) == 0 && !has_spent(p, frame) &&
            !nae_pieces_empty(depots_of(p, frame))) {
            nae_push(p, NAE_STEP_ATTRITION_DEPOT, frame->a);
        }
        return;
    }
    const NaeFrame f = *frame;
    nae_pop(p);
    roll(p, &f);
}

void nae_attrition_depot_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    (void)frame;
    nae_option(list, nae_move1(NAE_M_ATTRITION_DEPOT, NAE_W_YES));
    nae_option(list, nae_move1(NAE_M_ATTRITION_DEPOT, NAE_W_NO));
}

void nae_attrition_depot_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    NaeFrame *test = &p->s->frame[p->s->frames - 1];
    if (nae_move_a(move) == NAE_W_YES) {
        const NaePieces depots = depots_of(p, test);
        test->f |= 4U;
        p->s->march.flags = (uint16_t)(p->s->march.flags | spent_mark(p, test));
        if (nae_pieces_count(nae_classes(p->d, p->s, depots)) == 1) {
            nae_destroy(p, nae_pieces_first(depots));
        } else {
            nae_push(p, NAE_STEP_TEST_DEPOT, test->a);
        }
    }
}

/* Which depot is spent, fixed or mobile. */
void nae_test_depot_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeFrame *test = &p->s->frame[p->s->frames - 2];
    (void)frame;
    assert(p->s->frames >= 2 && test->step == NAE_STEP_ATTRITION);
    NAE_EACH_PIECE(depot, nae_classes(p->d, p->s, depots_of(p, test)))
    {
        nae_option(list, nae_move1(NAE_M_WHICH_DEPOT, depot));
    }
}

void nae_test_depot_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    (void)frame;
    nae_pop(p);
    nae_destroy(p, nae_move_a(move));
}

/* ---- losses; d: still to place, e: nation that loses the first ---- */

void nae_attrition_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces army = active(p, frame);
    NaePieces set = nae_pieces_and(army, nae_pieces_or(p->d->units, p->d->specials));
    if (frame->e != NAE_NONE && !nae_pieces_empty(nae_of_nation(p->d, set, frame->e))) {
        set = nae_of_nation(p->d, set, frame->e);
    }
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, frame->d == 0 ? nae_pieces_none() : set))
    {
        nae_option(list, nae_move1(NAE_M_ATTRITION_LOSS, piece));
    }
}

void nae_attrition_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    nae_lose_step(p, nae_move_a(move));
    frame->d--;
    frame->e = NAE_NONE;
}

void nae_attrition_loss_none(NaePlay *p, NaeFrame *frame)
{
    const unsigned zone = frame->b;
    nae_pop(p);
    nae_tidy_zone(p, zone);
    if (p->s->frame[p->s->frames - 1].step != NAE_STEP_EXCESS) { /* what is too much goes first [9.3] */
        nae_check_siege(p, zone);
    }
}

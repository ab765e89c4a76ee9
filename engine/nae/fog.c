/* fog.c: see fog.h. */
#include "engine/nae/fog.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/cards.h"
#include "engine/nae/force.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"

/* ---- stacks ---- */

/* A stack: the land pieces of a side in a zone, in the same slot, in the field or inside. */
static unsigned stack_key(const NaeState *s, unsigned piece)
{
    assert(piece < NAE_PIECES);
    return (unsigned)s->place[piece] << 8U | (s->bits[piece] & (NAE_SLOT | NAE_INSIDE));
}

static NaePieces stack_of(const NaeData *d, const NaeState *s, unsigned piece, unsigned side)
{
    assert(piece < NAE_PIECES && side < SEAT_COUNT);
    NaePieces stack = nae_pieces_none();
    NAE_EACH_PIECE(other, nae_pieces_and(nae_at(d, s, s->place[piece]), s->owned[side]))
    {
        if (stack_key(s, other) == stack_key(s, piece)) {
            nae_pieces_add(&stack, other);
        }
    }
    return stack;
}

static bool is_known(const NaeState *s, unsigned general)
{
    const unsigned i = general - NAE_FIRST_GENERAL;
    assert(nae_is_general(general));
    return (s->known[i / 8U] >> (i % 8U) & 1U) != 0;
}

static void set_known(NaeState *s, unsigned general, bool known)
{
    const unsigned i = general - NAE_FIRST_GENERAL;
    const unsigned bit = 1U << (i % 8U);
    assert(nae_is_general(general));
    s->known[i / 8U] = (uint8_t)(known ? s->known[i / 8U] | bit : s->known[i / 8U] & ~bit);
}

/* ---- what is covered ---- */

/* Pieces that the agenda or a march names: they were announced. */
static NaePieces announced(const NaeState *s)
{
    NaePieces set = nae_pieces_none();
    for (unsigned i = 0; i < s->frames; i++) {
        const NaeFrame *f = &s->frame[i];
        switch ((unsigned)f->step) {
        case NAE_STEP_DROP_WITH:
        case NAE_STEP_DEPOT_MOBILE:
            nae_pieces_add(&set, f->a);
            break;
        case NAE_STEP_COME:
        case NAE_STEP_COUNTER_ROLL:
        case NAE_STEP_COUNTER_TEST:
        case NAE_STEP_COUNTER_JOIN:
            nae_pieces_add(&set, f->b);
            break;
        default:
            break;
        }
    }
    if (s->march.side < 2 && nae_is_general(s->march.drop_general)) {
        nae_pieces_add(&set, s->march.drop_general);
    }
    if (nae_is_general(s->reaction.general)) { /* all zero when nobody reacts */
        nae_pieces_add(&set, s->reaction.general);
    }
    return set;
}

/* Where somebody is asked about a depot, a loss or what exceeds his command, his stack is opened for it. */
static unsigned zone_opened(const NaeState *s, unsigned frame)
{
    const NaeFrame *f = &s->frame[frame];
    switch ((unsigned)f->step) {
    case NAE_STEP_TEST_DEPOT:
    case NAE_STEP_ATTRITION_DEPOT: /* of the test below it */
        return s->frame[frame > 0 ? frame - 1U : 0U].b;
    case NAE_STEP_ATTRITION_LOSS:
        return f->b;
    case NAE_STEP_REACTIVATE:
    case NAE_STEP_WHICH_DEPOT:
    case NAE_STEP_CARD_DEPOT:
    case NAE_STEP_CARD_LOSS:
    case NAE_STEP_SIEGE_LOSS:
    case NAE_STEP_WITHDRAW_LOSS:
    case NAE_STEP_EXCESS:
    case NAE_STEP_COME:
    case NAE_STEP_REPLACE:
    case NAE_STEP_DEFECTION_LOSS:
        return f->a;
    default:
        return NAE_NONE;
    }
}

/* The Coalition picks who leaves for a foreign war from stacks of the power that lie open for it, whose
 * friend that power may be [6.4]. */
static bool is_asked_for_war(const NaeData *d, const NaeFrame *f, NaePieces stack)
{
    return (f->step == NAE_STEP_FOREIGN_WAR_ZONE || f->step == NAE_STEP_FOREIGN_WAR_PIECE) &&
           !nae_pieces_empty(nae_of_nation(d, stack, nae_foreign_war_power(f->a)));
}

/* The enemy whom the Empire leads by 12F lies open for it, and so does whoever he may meet at his next step.
 */
static bool is_led_astray(const NaeData *d, const NaeState *s, const NaeFrame *f, NaePieces stack)
{
    const unsigned first = nae_pieces_first(stack);
    return f->step == NAE_STEP_MOVE_ENEMY_STEP && nae_pieces_in(s->owned[NAE_COALITION], first) &&
           (s->place[first] == f->a || nae_zones_in(d->adjacent[f->a], s->place[first]));
}

/* The Empire picks the irregulars of Spain that 46F sends home from stacks that lie open for it: all that
 * hold such, or it would show in those that do not whether others are shut in. */
static bool is_asked_for_irregulars(const NaeData *d, const NaeState *s, const NaeFrame *f, NaePieces stack)
{
    return f->step == NAE_STEP_CARD_TARGET && f->a == NAE_F(46) &&
           nae_pieces_meet(stack, nae_irregulars_on_map(d, s));
}

/* In a battle that has come to the odds all who fight lie open. */
static bool is_opened(const NaeData *d, const NaeState *s, NaePieces stack)
{
    const unsigned zone = s->place[nae_pieces_first(stack)];
    for (unsigned i = 0; i < s->frames; i++) {
        const NaeFrame *f = &s->frame[i];
        if (zone_opened(s, i) == zone || is_asked_for_war(d, f, stack) || is_led_astray(d, s, f, stack) ||
            is_asked_for_irregulars(d, s, f, stack)) {
            return true;
        }
    }
    return s->battle.attacker < 2 && s->battle.zone == zone && s->battle.stage > NAE_STAGE_ODDS;
}

static bool is_turned(const NaeState *s, unsigned piece)
{
    return nae_is_depot(piece) && s->march.side < 2 &&
           (s->march.turned >> (piece - NAE_FIRST_DEPOT) & 1U) != 0;
}

static NaePieces covered_in(const NaeData *d, const NaeState *s, NaePieces stack)
{
    const unsigned commander = nae_commander(d, s, stack);
    NaePieces set = nae_pieces_none();
    if (commander == NAE_NONE || !nae_has_units(d, stack) || is_known(s, commander) ||
        is_opened(d, s, stack)) {
        return set;
    }
    NAE_EACH_PIECE(piece, stack)
    {
        const bool open = piece == commander || (nae_is_depot(piece) && nae_bit(s, piece, NAE_FIXED)) ||
                          is_turned(s, piece);
        if (!open) {
            nae_pieces_add(&set, piece);
        }
    }
    return set;
}

/* Fleets somewhere on the map, but for those in a battle at sea and those that are being asked about. */
static NaePieces covered_fleets(const NaeData *d, const NaeState *s, unsigned side)
{
    assert(side < SEAT_COUNT);
    const uint32_t fighting = s->voyage.side < 2 ? s->voyage.ours | s->voyage.foe : 0;
    const NaeFrame *top = &s->frame[s->frames > 0 ? s->frames - 1 : 0];
    NaePieces set = nae_pieces_none();
    NAE_EACH_PIECE(fleet, nae_pieces_and(s->owned[side], d->fleets))
    {
        const unsigned at = s->bits[fleet] & NAE_AT;
        const bool asked =
            top->step == NAE_STEP_SQUADRON && at == top->c && s->place[fleet] == top->d && s->frames > 0;
        if (at != NAE_AT_SPECIAL && (fighting & nae_fleet_bit(fleet)) == 0 && !asked) {
            nae_pieces_add(&set, fleet);
        }
    }
    return set;
}

NaePieces nae_covered(const NaeData *d, const NaeState *s, unsigned seat)
{
    NaePieces set = nae_pieces_none();
    if (!d->option.fog_of_war || seat > 1) {
        return set;
    }
    const unsigned side = nae_other(seat);
    NAE_EACH_PIECE(general, nae_pieces_and(s->owned[side], d->generals))
    {
        if (nae_on_map(s, general) && nae_bit(s, general, NAE_COMMANDS)) {
            set = nae_pieces_or(set, covered_in(d, s, stack_of(d, s, general, side)));
        }
    }
    set = nae_pieces_minus(set, announced(s));
    return nae_pieces_or(set, covered_fleets(d, s, side));
}

/* ---- covered places ---- */

/* Where a covered counter lies, with every mark that is on it and not on the piece itself. */
typedef struct Spot {
    uint8_t place;
    uint8_t bits;    /* without NAE_REDUCED and its like, which go with the piece */
    uint8_t marks;   /* sets it is in: MARK_* */
    uint8_t carrier; /* of a fleet: its number in the running squadron + 1 */
    uint8_t corps;   /* a corps must lie here, since no other is known to be in the stack */
    uint8_t fill;    /* the piece that lies here now */
} Spot;

enum {
    MARK_HANDLED = 1,
    MARK_TOUCHED = 2,
    MARK_FIRST_GROUP = 4,
    MARK_SECOND_GROUP = 8,
    MARK_TRIED = 16,
    MARK_CUT = 32,
    MARK_WAS_TOUCHED = 64
};
enum { OWN_BITS = NAE_REDUCED, SPOTS_MAX = NAE_PIECES };

static bool campaign_runs(const NaeState *s) { return s->campaign.on != 0; }

static unsigned marks_of(const NaeState *s, unsigned piece)
{
    if (nae_is_fleet(piece)) {
        return s->voyage.side < 2 && (s->voyage.tried & nae_fleet_bit(piece)) != 0 ? MARK_TRIED : 0U;
    }
    return (nae_is_unit(piece) && nae_is_cut(s, piece) ? MARK_CUT : 0U) |
           (nae_pieces_in(s->handled, piece) ? MARK_HANDLED : 0U) |
           (nae_pieces_in(s->march.touched, piece) ? MARK_TOUCHED : 0U) |
           (campaign_runs(s) && nae_is_unit(piece) && nae_was_touched(s, piece) ? MARK_WAS_TOUCHED : 0U) |
           (campaign_runs(s) && nae_pieces_in(s->campaign.group[0], piece) ? MARK_FIRST_GROUP : 0U) |
           (campaign_runs(s) && nae_pieces_in(s->campaign.group[1], piece) ? MARK_SECOND_GROUP : 0U);
}

static void set_in(NaePieces *set, unsigned piece, bool in)
{
    if (in) {
        nae_pieces_add(set, piece);
    } else {
        nae_pieces_drop(set, piece);
    }
}

static unsigned carrier_of(const NaeState *s, unsigned piece)
{
    for (unsigned i = 0; i < 3 && s->voyage.side < 2 && nae_is_fleet(piece); i++) {
        if (s->voyage.carrier[i] == piece) {
            return i + 1U;
        }
    }
    return 0;
}

/* Puts a piece on a spot. */
static void lay(NaeState *s, const Spot *spot, unsigned piece)
{
    assert(piece < NAE_PIECES);
    s->place[piece] = spot->place;
    if (nae_is_fleet(piece)) {
        s->bits[piece] = spot->bits;
        if (s->voyage.side < 2) {
            s->voyage.tried = (spot->marks & MARK_TRIED) != 0 ? s->voyage.tried | nae_fleet_bit(piece)
                                                              : s->voyage.tried & ~nae_fleet_bit(piece);
        }
        if (spot->carrier > 0) {
            s->voyage.carrier[spot->carrier - 1U] = (uint8_t)piece;
        }
        return;
    }
    s->bits[piece] = (uint8_t)(spot->bits | (s->bits[piece] & OWN_BITS));
    if (nae_is_unit(piece)) {
        nae_set_cut(s, piece, (spot->marks & MARK_CUT) != 0);
    }
    set_in(&s->handled, piece, (spot->marks & MARK_HANDLED) != 0);
    set_in(&s->march.touched, piece, (spot->marks & MARK_TOUCHED) != 0);
    if (campaign_runs(s)) {
        if (nae_is_unit(piece)) {
            nae_set_was_touched(s, piece, (spot->marks & MARK_WAS_TOUCHED) != 0);
        }
        set_in(&s->campaign.group[0], piece, (spot->marks & MARK_FIRST_GROUP) != 0);
        set_in(&s->campaign.group[1], piece, (spot->marks & MARK_SECOND_GROUP) != 0);
    }
}

/* Order of spots: by all that is seen of them. */
static int by_sight(const void *a, const void *b)
{
    const Spot *left = a;
    const Spot *right = b;
    const unsigned x = (unsigned)left->place << 24U | (unsigned)left->bits << 16U |
                       (unsigned)left->marks << 8U | left->carrier;
    const unsigned y = (unsigned)right->place << 24U | (unsigned)right->bits << 16U |
                       (unsigned)right->marks << 8U | right->carrier;
    return x < y ? -1 : x > y ? 1 : 0;
}

static unsigned key_of(const Spot *spot)
{
    return (unsigned)spot->place << 8U | (spot->bits & (NAE_SLOT | NAE_INSIDE));
}

/* The spots of a set, in order; fill: what lies there. */
static unsigned spots_of(const NaeState *s, NaePieces set, Spot spots[SPOTS_MAX])
{
    unsigned count = 0;
    NAE_EACH_PIECE(piece, set)
    {
        const unsigned own = nae_is_fleet(piece) ? 0U : (unsigned)OWN_BITS;
        spots[count++] = (Spot){.place = s->place[piece],
                                .bits = (uint8_t)(s->bits[piece] & ~own),
                                .marks = (uint8_t)marks_of(s, piece),
                                .carrier = (uint8_t)carrier_of(s, piece),
                                .fill = (uint8_t)piece};
    }
    qsort(spots, count, sizeof *spots, by_sight);
    return count;
}

/* The first spot of each stack whose corps are all covered takes a corps. */
static void need_corps(const NaeData *d, const NaeState *s, NaePieces covered, unsigned side, Spot *spots,
                       unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const NaePieces stack = stack_of(d, s, spots[i].fill, side);
        const bool first = i == 0 || key_of(&spots[i]) != key_of(&spots[i - 1]);
        spots[i].corps = first && !nae_has_units(d, nae_pieces_minus(stack, covered)) ? 1 : 0;
    }
}

/* Spots first that take a corps, each half in its order: the lowest numbers, which are corps, go there. */
static void lay_in_order(NaeState *s, const Spot *spots, unsigned count, NaePieces set)
{
    for (unsigned pass = 2; pass-- > 0;) {
        for (unsigned i = 0; i < count; i++) {
            if (spots[i].corps == pass) {
                lay(s, &spots[i], nae_pieces_take(&set));
            }
        }
    }
}

/* Fleets that cannot be told apart by what they are seen to do: of one flag, for the same waters. */
static NaePieces sisters(const NaeData *d, NaePieces fleets, unsigned fleet)
{
    NaePieces set = nae_pieces_none();
    NAE_EACH_PIECE(other, nae_of_nation(d, fleets, d->nation_of[fleet]))
    {
        if (nae_fleet(d, other)->seas == nae_fleet(d, fleet)->seas) {
            nae_pieces_add(&set, other);
        }
    }
    return set;
}

void nae_cover(const NaeData *d, NaeState *s, unsigned seat)
{
    const NaePieces covered = nae_covered(d, s, seat);
    const NaePieces land = nae_pieces_minus(covered, d->fleets);
    Spot spots[SPOTS_MAX];
    if (nae_pieces_empty(covered)) {
        return;
    }
    unsigned count = spots_of(s, land, spots);
    need_corps(d, s, land, nae_other(seat), spots, count);
    lay_in_order(s, spots, count, land);
    for (NaePieces fleets = nae_pieces_and(covered, d->fleets); !nae_pieces_empty(fleets);) {
        const NaePieces set = sisters(d, fleets, nae_pieces_first(fleets));
        count = spots_of(s, set, spots);
        lay_in_order(s, spots, count, set);
        fleets = nae_pieces_minus(fleets, set);
    }
}

/* ---- random worlds ---- */

/* A deal of the land counters: stacks as sets, spots with what lies on them. */
typedef struct Deal {
    const NaeData *d;
    const NaeState *s; /* steps and sides of pieces only */
    Rng *rng;
    unsigned count;
    Spot spot[SPOTS_MAX];
    uint8_t stack_at[SPOTS_MAX]; /* stack of a spot */
    unsigned stacks;
    NaePieces stack[SPOTS_MAX];
    NaePieces open[SPOTS_MAX]; /* its counters that lie open */
    uint8_t commander[SPOTS_MAX];
    uint8_t zone[SPOTS_MAX];
    bool paired[SPOTS_MAX]; /* one of two armies in one force: needs a marker [7.4] */
    bool loose[SPOTS_MAX];  /* in the middle of a march or battle, what is too much goes later */
    unsigned cost[SPOTS_MAX];
} Deal;

static unsigned over(unsigned have, unsigned most) { return have > most ? have - most : 0U; }

/* Generals that may not serve there: without a marker any; with one, those who outrank the commander, or
 * foreigners of a major power without a step of theirs. */
static unsigned misplaced_generals(const NaeData *d, const NaeState *s, const NaeForceInfo *info,
                                   NaePieces set, unsigned commander)
{
    unsigned wrong = over(info->generals, 4);
    NAE_EACH_PIECE(general, nae_pieces_and(set, d->generals))
    {
        const unsigned nation = d->nation_of[general];
        const bool same = nation == d->nation_of[commander];
        const bool welcome =
            nation >= NAE_MAJORS || nae_steps(d, s, nae_of_nation(d, set, nation)) > 0; /* [7.9] */
        const bool serves =
            info->armies > 0 &&
            (same ? nae_general(d, general)->rank > nae_general(d, commander)->rank : welcome);
        wrong += general != commander && !serves ? 1U : 0U;
    }
    return wrong;
}

static unsigned misplaced_allies(const NaeData *d, const NaeState *s, const NaeForceInfo *info, NaePieces set,
                                 unsigned nation)
{
    const unsigned own = nae_steps(d, s, nae_of_nation(d, set, nation));
    unsigned allied = 0;
    unsigned wrong = 0;
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        const unsigned steps = n == nation ? 0U : nae_steps(d, s, nae_of_nation(d, set, n));
        if (steps > 0) {
            allied += steps;
            wrong += over(steps + 1U, own);
        }
    }
    return wrong + over(allied, info->steps / 2U);
}

static unsigned misplaced_pieces(const NaeData *d, const NaeState *s, NaePieces set, unsigned commander,
                                 unsigned zone)
{
    const unsigned nation = d->nation_of[commander];
    unsigned wrong = over(nae_pieces_count(nae_pieces_and(set, d->armies)), 1);
    NAE_EACH_PIECE(piece, set)
    {
        const bool bound = nae_is_army(piece) || nae_is_special(piece);
        wrong += bound && d->nation_of[piece] != nation ? 1U : 0U;
        wrong += nae_is_unit(piece) && d->unit[piece].home_only && !nae_is_home(s, zone, d->nation_of[piece])
                     ? 1U
                     : 0U;
    }
    return wrong;
}

/* How far a stack is from a legal force [7.1-7.4]: 0 is legal. */
static unsigned cost_of(const Deal *deal, unsigned stack)
{
    enum { NO_CORPS = 4, NO_MARKER = 2 };
    const NaeData *d = deal->d;
    const NaePieces set = deal->stack[stack];
    const unsigned commander = deal->commander[stack];
    const NaeForceInfo info = nae_force_info(d, deal->s, set);
    if (deal->loose[stack]) {
        return info.corps == 0 ? NO_CORPS : 0U;
    }
    const bool army = info.armies > 0;
    const unsigned horse = nae_steps(d, deal->s, nae_pieces_and(set, nae_army_only(d)));
    return (info.corps == 0 ? NO_CORPS : 0U) + over(horse, army ? 2U : 0U) +
           over(info.load, nae_capacity(d, commander, army)) +
           (!army ? NO_MARKER * over(info.load, info.steps) : 0U) +
           (!army && deal->paired[stack] ? NO_MARKER : 0U) +
           misplaced_generals(d, deal->s, &info, set, commander) +
           misplaced_allies(d, deal->s, &info, set, d->nation_of[commander]) +
           misplaced_pieces(d, deal->s, set, commander, deal->zone[stack]);
}

static bool is_in_motion(const NaeState *s, const Spot *spot)
{
    return (spot->bits & NAE_GROUP) != NAE_STANDING ||
           (s->battle.attacker < 2 && s->battle.zone == spot->place);
}

/* Whether the force of a stack has another army beside it. */
static bool is_paired(const NaeData *d, const NaeState *s, NaePieces stack, unsigned side)
{
    assert(side < SEAT_COUNT);
    const unsigned first = nae_pieces_first(stack);
    NAE_EACH_PIECE(other, nae_pieces_and(nae_at(d, s, s->place[first]), s->owned[side]))
    {
        if (stack_key(s, other) == (stack_key(s, first) ^ NAE_SECOND_ARMY)) {
            return true;
        }
    }
    return false;
}

/* Gathers spots into stacks; the view's own deal is the beginning. */
static void open_deal(Deal *deal, NaePieces covered, unsigned side)
{
    const NaeState *s = deal->s;
    deal->count = spots_of(s, covered, deal->spot);
    deal->stacks = 0;
    for (unsigned i = 0; i < deal->count; i++) {
        if (i == 0 || key_of(&deal->spot[i]) != key_of(&deal->spot[i - 1])) {
            const NaePieces all = stack_of(deal->d, s, deal->spot[i].fill, side);
            deal->open[deal->stacks] = nae_pieces_minus(all, covered);
            deal->commander[deal->stacks] = (uint8_t)nae_commander(deal->d, s, all);
            deal->zone[deal->stacks] = deal->spot[i].place;
            deal->paired[deal->stacks] = is_paired(deal->d, s, all, side);
            deal->loose[deal->stacks] = is_in_motion(s, &deal->spot[i]);
            deal->stacks++;
        }
        deal->stack_at[i] = (uint8_t)(deal->stacks - 1U);
    }
}

static void shuffle(Deal *deal)
{
    for (unsigned i = deal->count; i > 1; i--) {
        const unsigned j = rng_bounded(deal->rng, i);
        const uint8_t fill = deal->spot[i - 1].fill;
        deal->spot[i - 1].fill = deal->spot[j].fill;
        deal->spot[j].fill = fill;
    }
    memcpy(deal->stack, deal->open, sizeof deal->stack);
    for (unsigned i = 0; i < deal->count; i++) {
        nae_pieces_add(&deal->stack[deal->stack_at[i]], deal->spot[i].fill);
    }
    for (unsigned i = 0; i < deal->stacks; i++) {
        deal->cost[i] = cost_of(deal, i);
    }
}

static void exchange(Deal *deal, unsigned i, unsigned j)
{
    const unsigned a = deal->stack_at[i];
    const unsigned b = deal->stack_at[j];
    const uint8_t fill = deal->spot[i].fill;
    nae_pieces_drop(&deal->stack[a], fill);
    nae_pieces_add(&deal->stack[b], fill);
    nae_pieces_drop(&deal->stack[b], deal->spot[j].fill);
    nae_pieces_add(&deal->stack[a], deal->spot[j].fill);
    deal->spot[i].fill = deal->spot[j].fill;
    deal->spot[j].fill = fill;
    deal->cost[a] = cost_of(deal, a);
    deal->cost[b] = cost_of(deal, b);
}

static unsigned total(const Deal *deal)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < deal->stacks; i++) {
        sum += deal->cost[i];
    }
    return sum;
}

/* A random covered counter of a stack that is no legal force; deal->count if there is none. */
static unsigned troubled_spot(const Deal *deal)
{
    unsigned pick = deal->count;
    for (unsigned i = 0, met = 0; i < deal->count; i++) {
        if (deal->cost[deal->stack_at[i]] > 0 && rng_bounded(deal->rng, ++met) == 0) {
            pick = i;
        }
    }
    return pick;
}

/* The counter of another stack whose exchange with i helps most, or harms least; equals by lot. */
static unsigned best_partner(Deal *deal, unsigned i)
{
    unsigned best = deal->count;
    unsigned least = UINT_MAX;
    unsigned equals = 0;
    for (unsigned j = 0; j < deal->count; j++) {
        const unsigned a = deal->stack_at[i];
        const unsigned b = deal->stack_at[j];
        if (a == b) {
            continue;
        }
        const unsigned cost[2] = {deal->cost[a], deal->cost[b]};
        exchange(deal, i, j);
        const unsigned change = 1024U + deal->cost[a] + deal->cost[b] - cost[0] - cost[1];
        exchange(deal, i, j);
        equals = change < least ? 0 : equals;
        if (change <= least && rng_bounded(deal->rng, ++equals) == 0) {
            best = j;
        }
        least = change < least ? change : least;
    }
    return best;
}

/* Exchanges counters of troubled stacks for the better, now and then by lot; true when every force is legal.
 */
static bool settle(Deal *deal, unsigned tries)
{
    enum { RASH_ONE_IN = 12 };
    for (unsigned k = 0; k < tries; k++) {
        const unsigned i = troubled_spot(deal);
        if (i == deal->count) {
            return total(deal) == 0;
        }
        const unsigned j = rng_bounded(deal->rng, RASH_ONE_IN) == 0 ? rng_bounded(deal->rng, deal->count)
                                                                    : best_partner(deal, i);
        if (j < deal->count && deal->stack_at[i] != deal->stack_at[j]) {
            exchange(deal, i, j);
        }
    }
    return total(deal) == 0;
}

static bool lacks_corps(const Deal *deal, unsigned stack)
{
    return !nae_has_units(deal->d, deal->stack[stack]);
}

/* A covered stack holds a corps, or it would lie open: what no deal has made legal keeps to this at least.
 * The view's own deal has enough corps for all. */
static void give_corps(Deal *deal)
{
    for (unsigned i = 0; i < deal->count; i++) {
        for (unsigned j = 0; lacks_corps(deal, deal->stack_at[i]) && j < deal->count; j++) {
            const unsigned from = deal->stack_at[j];
            const NaePieces corps = nae_pieces_and(deal->stack[from], deal->d->units);
            if (nae_is_unit(deal->spot[j].fill) && nae_pieces_count(corps) > 1) {
                exchange(deal, i, j);
            }
        }
    }
}

static void deal_land(const NaeData *d, NaeState *s, unsigned seat, NaePieces covered, Rng *rng)
{
    enum { DEALS = 24, TRIES = 150 };
    Deal deal;
    deal.d = d;
    deal.s = s;
    deal.rng = rng;
    open_deal(&deal, covered, nae_other(seat));
    bool legal = deal.count == 0;
    for (unsigned i = 0; i < DEALS && !legal; i++) {
        shuffle(&deal);
        legal = settle(&deal, TRIES);
    }
    if (!legal) {
        give_corps(&deal);
    }
    for (unsigned i = 0; i < deal.count; i++) {
        lay(s, &deal.spot[i], deal.spot[i].fill);
    }
}

static void deal_fleets(const NaeData *d, NaeState *s, NaePieces fleets, Rng *rng)
{
    Spot spots[SPOTS_MAX];
    while (!nae_pieces_empty(fleets)) {
        const NaePieces set = sisters(d, fleets, nae_pieces_first(fleets));
        const unsigned count = spots_of(s, set, spots);
        NaePieces left = set;
        for (unsigned i = 0; i < count; i++) {
            spots[i].fill = (uint8_t)nae_pieces_take(&left);
        }
        for (unsigned i = count; i > 1; i--) {
            const unsigned j = rng_bounded(rng, i);
            const uint8_t fill = spots[i - 1].fill;
            spots[i - 1].fill = spots[j].fill;
            spots[j].fill = fill;
        }
        for (unsigned i = 0; i < count; i++) {
            lay(s, &spots[i], spots[i].fill);
        }
        fleets = nae_pieces_minus(fleets, set);
    }
}

void nae_uncover(const NaeData *d, NaeState *s, unsigned seat, Rng *rng)
{
    const NaePieces covered = nae_covered(d, s, seat);
    if (!nae_pieces_empty(covered)) {
        deal_land(d, s, seat, nae_pieces_minus(covered, d->fleets), rng);
        deal_fleets(d, s, nae_pieces_and(covered, d->fleets), rng);
    }
}

/* ---- what becomes known ---- */

void nae_fog_watch(NaePlay *p, const NaeFrame *frame)
{
    NaeState *s = p->s;
    if (frame->step != NAE_STEP_BATTLE || s->battle.attacker > 1 || s->battle.stage != NAE_STAGE_ODDS) {
        return;
    }
    for (unsigned role = 0; role < 2; role++) {
        NAE_EACH_PIECE(general, nae_pieces_and(nae_fighters(p->d, s, role), p->d->generals))
        {
            if (nae_bit(s, general, NAE_COMMANDS)) {
                set_known(s, general, true);
            }
        }
    }
}

/* Nothing has joined the stack of a general, and what has left it has left the map. */
static bool is_unchanged(const NaeData *d, const NaeState *before, const NaeState *s, unsigned general,
                         unsigned side)
{
    const NaePieces was = stack_of(d, before, general, side);
    const NaePieces is = stack_of(d, s, general, side);
    if (!nae_pieces_empty(nae_pieces_minus(is, was))) {
        return false;
    }
    NAE_EACH_PIECE(piece, nae_pieces_minus(was, is))
    {
        if (nae_on_map(s, piece)) {
            return false;
        }
    }
    return true;
}

void nae_fog_settle(const NaeData *d, const NaeState *before, NaeState *s)
{
    NAE_EACH_PIECE(general, d->generals)
    {
        const unsigned side = nae_side_of_piece(s, general);
        if (!is_known(s, general)) {
            continue;
        }
        const bool leads = side < 2 && nae_on_map(s, general) && nae_bit(s, general, NAE_COMMANDS);
        const bool just_seen = leads && !is_known(before, general);
        const bool same_side =
            leads && nae_side_of_piece(before, general) == side && nae_on_map(before, general);
        if (!leads || (!just_seen && !(same_side && is_unchanged(d, before, s, general, side)))) {
            set_known(s, general, false);
        }
    }
}

/* force.c: what is one legal force, who commands it, losses, and what a stack does after it lost pieces [7,
 * map 7]. */
#include <assert.h>

#include "engine/nae/force.h"

#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/rules.h"

/* ---- summary ---- */

NaeForceInfo nae_force_info(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned steps = nae_steps(d, s, set);
    return (NaeForceInfo){
        .steps = (uint8_t)steps,
        .load =
            (uint8_t)(steps + nae_count_within(set, d->specials, NAE_SPECIAL_WORD, NAE_LAST_SPECIAL_WORD)),
        .corps = (uint8_t)nae_count_within(set, d->units, NAE_UNIT_WORD, NAE_LAST_UNIT_WORD),
        .generals = (uint8_t)nae_count_within(set, d->generals, NAE_GENERAL_WORD, NAE_LAST_GENERAL_WORD),
        .armies = (uint8_t)nae_count_within(set, d->armies, NAE_ARMY_WORD, NAE_LAST_ARMY_WORD),
    };
}

unsigned nae_chief(const NaeData *d, const NaeState *s, NaePieces set)
{
    if (nae_count_within(set, d->armies, NAE_ARMY_WORD, NAE_LAST_ARMY_WORD) < 2) {
        return nae_commander(d, s, set);
    }
    const NaePieces leaders = nae_with(s, nae_pieces_and(set, d->generals), NAE_COMMANDS);
    return nae_senior(d, s, nae_pieces_or(leaders, nae_pieces_and(set, d->units)));
}

unsigned nae_force_nation(const NaeData *d, const NaeState *s, NaePieces set)
{
    const unsigned commander = nae_chief(d, s, set);
    const unsigned first =
        commander != NAE_NONE ? commander : nae_pieces_first(nae_pieces_and(set, d->units));
    const unsigned any = first != NAE_NONE ? first : nae_pieces_first(set);
    return any == NAE_NONE ? NAE_NONE : d->nation_of[any];
}

unsigned nae_capacity(const NaeData *d, unsigned general, bool army)
{
    return nae_general(d, general)->command * (army ? 2U : 1U);
}

/* ---- legality [7.1-7.4] ---- */

/* A set with what may be added to it. */
typedef struct Joined {
    NaePieces set;
    NaeForceInfo info;   /* of all */
    unsigned cavalry;    /* steps of reserve cavalry */
    unsigned nation;     /* of the steps added, NAE_NONE: none */
    unsigned more_steps; /* added */
} Joined;

/* Steps of a nation among some of the set, with those that are added. */
static unsigned steps_of(const NaeData *d, const NaeState *s, const Joined *j, NaePieces among,
                         unsigned nation)
{
    return nae_steps(d, s, nae_of_nation(d, among, nation)) + (nation == j->nation ? j->more_steps : 0U);
}

/* Units that count as those of a major power; expeditionary corps are minor allies [8.1.4]. */
static NaePieces units_of_majors(const NaeData *d, const NaeState *s, NaePieces set)
{
    return nae_pieces_minus(nae_pieces_and(nae_pieces_and(set, d->units), d->of_majors), s->expeditionary);
}

/* Whether allied majors keep their limits under a commander of that nation [7.3]. */
static bool allies_fit(const NaeData *d, const NaeState *s, const Joined *j, unsigned nation)
{
    const NaePieces units = units_of_majors(d, s, j->set);
    if ((j->nation == nation || j->nation >= NAE_MAJORS) &&
        nae_pieces_empty(nae_pieces_minus(units, d->nation[nation].pieces))) {
        return true; /* there are none */
    }
    const unsigned own = steps_of(d, s, j, j->set, nation);
    unsigned allied = 0;
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        const unsigned steps = n == nation ? 0U : steps_of(d, s, j, units, n);
        if (steps > 0 && steps >= own) {
            return false;
        }
        allied += steps;
    }
    return allied <= j->info.steps / 2U;
}

/* True if some general of the set outranks the commander in his own nation [7.4]. */
static bool outranked(const NaeData *d, NaePieces generals, unsigned commander)
{
    const NaePieces others = nae_pieces_minus(generals, nae_pieces_one(commander));
    NAE_EACH_PIECE(general, nae_of_nation(d, others, d->nation_of[commander]))
    {
        if (nae_general(d, general)->rank < nae_general(d, commander)->rank) {
            return true;
        }
    }
    return false;
}

/* The fault of what a summary describes. */
static enum nae_fault judge(const NaeData *d, const NaeState *s, const Joined *j, bool rank_broken,
                            unsigned commander)
{
    const NaeForceInfo *info = &j->info;
    const bool army = info->armies > 0;
    if (commander == NAE_NONE) {
        return info->corps > 1 || army || info->load > info->steps ? NAE_FAULT_NO_GENERAL
               : j->cavalry > 0                                    ? NAE_FAULT_CAVALRY
                                                                   : NAE_FAULT_NONE;
    }
    if (info->corps == 0) {
        return NAE_FAULT_EMPTY;
    }
    if (rank_broken || (!army && info->generals > 1) || info->armies > 1) {
        return NAE_FAULT_RANK;
    }
    if (info->generals > 4) {
        return NAE_FAULT_SUBORDINATES;
    }
    if (j->cavalry > (army ? 2U : 0U)) {
        return NAE_FAULT_CAVALRY;
    }
    if (info->load > nae_capacity(d, commander, army) || (!army && info->load > info->steps)) {
        return NAE_FAULT_CAPACITY;
    }
    return allies_fit(d, s, j, d->nation_of[commander]) ? NAE_FAULT_NONE : NAE_FAULT_ALLIES;
}

static Joined joined(const NaeData *d, const NaeState *s, NaePieces set)
{
    const NaePieces cavalry = nae_pieces_and(set, nae_army_only(d));
    return (Joined){set, nae_force_info(d, s, set), nae_pieces_empty(cavalry) ? 0U : nae_steps(d, s, cavalry),
                    NAE_NONE, 0};
}

enum nae_fault nae_force_fault(const NaeData *d, const NaeState *s, NaePieces set, unsigned commander)
{
    const Joined j = joined(d, s, set);
    return judge(d, s, &j, commander != NAE_NONE && outranked(d, nae_pieces_and(set, d->generals), commander),
                 commander);
}

/* Whether a set stays legal with steps more of a unit, which brings so many corps. */
static bool holds(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit, unsigned steps,
                  unsigned corps)
{
    assert(unit < NAE_PIECES);
    const unsigned commander = nae_commander(d, s, set);
    const unsigned nation = d->nation_of[unit];
    const bool minor =
        nae_pieces_in(s->expeditionary, unit) && (commander == NAE_NONE || d->nation_of[commander] != nation);
    Joined j = joined(d, s, set);
    j.nation = minor ? NAE_NONE : nation;
    j.more_steps = steps;
    j.cavalry += d->unit[unit].army_only ? steps : 0U;
    j.info.steps = (uint8_t)(j.info.steps + steps);
    j.info.load = (uint8_t)(j.info.load + steps);
    j.info.corps = (uint8_t)(j.info.corps + corps);
    return judge(d, s, &j, false, commander) == NAE_FAULT_NONE;
}

bool nae_unit_fits(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit, unsigned steps)
{
    return holds(d, s, set, unit, steps, 1);
}

bool nae_unit_can_grow(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit)
{
    assert(nae_bit(s, unit, NAE_REDUCED));
    return holds(d, s, set, unit, 1, 0);
}

NaePieces nae_army_only(const NaeData *d)
{
    /* Reserve cavalry: the units among the cavalry pieces [7.9]. */
    return nae_pieces_and(d->cavalry, d->units);
}

NaePieces nae_army_part(const NaeState *s, NaePieces set, unsigned army)
{
    return nae_marked(s, set, NAE_SECOND_ARMY, army);
}

bool nae_force_legal(const NaeData *d, const NaeState *s, NaePieces set)
{
    const NaePieces second = nae_army_part(s, set, NAE_SECOND_ARMY);
    const NaePieces parts[2] = {nae_pieces_minus(set, second), second};
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = parts[army];
        if (!nae_pieces_empty(part) &&
            nae_force_fault(d, s, part, nae_commander(d, s, part)) != NAE_FAULT_NONE) {
            return false;
        }
    }
    return true;
}

/* ---- rank [7.4] ---- */

/* Place of a nation among equals: Britain and France, Austria, Russia, Prussia, Sweden, Spain, Turkey, other
 * minors. */
static unsigned precedence(unsigned nation)
{
    static const uint8_t majors[NAE_MAJORS] = {0, 0, 1, 2, 3, 5, 6};
    return nation < NAE_MAJORS ? majors[nation] : nation == NAE_SWEDEN ? 4U : 7U;
}

/* True if a stands above b among generals of a set. */
static bool above(const NaeData *d, const NaeState *s, NaePieces set, unsigned a, unsigned b)
{
    const unsigned na = d->nation_of[a];
    const unsigned nb = d->nation_of[b];
    if (na == nb) {
        return nae_general(d, a)->rank < nae_general(d, b)->rank;
    }
    const unsigned sa = nae_steps(d, s, nae_of_nation(d, set, na));
    const unsigned sb = nae_steps(d, s, nae_of_nation(d, set, nb));
    return sa != sb ? sa > sb : precedence(na) < precedence(nb);
}

unsigned nae_senior(const NaeData *d, const NaeState *s, NaePieces set)
{
    unsigned best = NAE_NONE;
    NAE_EACH_PIECE(general, nae_pieces_and(set, d->generals))
    {
        if (best == NAE_NONE || above(d, s, set, general, best)) {
            best = general;
        }
    }
    return best;
}

static void command(NaePlay *p, NaePieces set, unsigned commander)
{
    nae_remark(p->s, nae_pieces_and(set, p->d->generals), NAE_COMMANDS, 0);
    if (commander != NAE_NONE) {
        nae_set_bit(p->s, commander, NAE_COMMANDS);
    }
}

void nae_settle_command(NaePlay *p, NaePieces set)
{
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(p->s, set, army);
        const unsigned now = nae_commander(p->d, p->s, part);
        const bool keeps = now != NAE_NONE && nae_has_army(p->d, part) &&
                           !outranked(p->d, nae_pieces_and(part, p->d->generals), now);
        command(p, part, keeps ? now : nae_senior(p->d, p->s, part));
    }
}

/* ---- meeting [7.5] ---- */

bool nae_may_absorb(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander)
{
    const unsigned general = nae_chief(d, s, mover);
    const unsigned other = nae_commander(d, s, stander);
    const bool army = nae_has_army(d, mover);
    if (general == NAE_NONE || (nae_has_army(d, stander) && !army)) {
        return false;
    }
    if (other == NAE_NONE || d->nation_of[general] == d->nation_of[other]) {
        return other == NAE_NONE || nae_general(d, general)->rank < nae_general(d, other)->rank;
    }
    /* The two who command are compared, whoever serves under them. */
    NaePieces both = nae_pieces_and(nae_pieces_or(mover, stander), d->units);
    nae_pieces_add(&both, general);
    nae_pieces_add(&both, other);
    return army != nae_has_army(d, stander) || nae_senior(d, s, both) == general;
}

/* The general who would command the two together, if neither or one has an army: the army's commander, else
 * the senior. */
static unsigned joint_commander(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander)
{
    if (nae_has_army(d, mover)) {
        return nae_commander(d, s, mover);
    }
    return nae_has_army(d, stander) ? nae_commander(d, s, stander)
                                    : nae_senior(d, s, nae_pieces_or(mover, stander));
}

NaePieces nae_joint_force(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander,
                          unsigned *commander)
{
    NaePieces all = nae_pieces_or(mover, stander);
    *commander = joint_commander(d, s, mover, stander);
    if (*commander == NAE_NONE) {
        return all;
    }
    const bool army = nae_has_army(d, all);
    NAE_EACH_PIECE(general, nae_pieces_and(all, d->generals))
    {
        /* Without an army nobody serves; with one, nobody under a lower rank of his nation, and those of
         * other majors only with steps of theirs [7.3, 7.9]. */
        const unsigned nation = d->nation_of[general];
        const bool same = nation == d->nation_of[*commander];
        const bool serves =
            army && (same ? nae_general(d, general)->rank > nae_general(d, *commander)->rank
                          : !nae_is_major(nation) || nae_steps(d, s, nae_of_nation(d, all, nation)) > 0);
        if (general != *commander && !serves) {
            nae_pieces_drop(&all, general);
        }
    }
    return all;
}

/* Three subordinates at most; who goes beyond that is the owner's choice, so any will do here [7.6]. */
static NaePieces without_excess(const NaeData *d, NaePieces set, unsigned commander)
{
    NaePieces generals = nae_pieces_and(set, d->generals);
    for (unsigned extra = nae_pieces_count(generals); extra > 4; extra--) {
        const unsigned first = nae_pieces_take(&generals);
        nae_pieces_drop(&set, first != commander ? first : nae_pieces_take(&generals));
    }
    return set;
}

/* The general of one force stands above that of another in his own nation. */
static bool is_outranked_by(const NaeData *d, const NaeState *s, NaePieces force, NaePieces other)
{
    const unsigned a = nae_commander(d, s, force);
    const unsigned b = nae_commander(d, s, other);
    return a != NAE_NONE && b != NAE_NONE && d->nation_of[a] == d->nation_of[b] &&
           nae_general(d, b)->rank < nae_general(d, a)->rank;
}

/* An army and a force without one can be one force, whichever of them comes. */
static bool meets(const NaeData *d, const NaeState *s, NaePieces army, NaePieces other, bool army_moves)
{
    return army_moves ? nae_can_combine(d, s, army, other) : nae_can_combine(d, s, other, army);
}

bool nae_can_combine(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander)
{
    unsigned commander = NAE_NONE;
    if (!nae_has_units(d, stander) || !nae_has_units(d, mover)) {
        /* Lone depots join anything; a depot alone does not move. */
        return true;
    }
    const unsigned armies = nae_pieces_count(nae_pieces_and(mover, d->armies)) +
                            nae_pieces_count(nae_pieces_and(stander, d->armies));
    if (armies == 1 && nae_has_army(d, mover) && is_outranked_by(d, s, mover, stander)) {
        return false; /* a mover of lower rank takes nothing, even if he leads an army [12.2.2] */
    }
    if (armies == 2 && nae_has_army(d, mover) && nae_has_army(d, stander)) {
        return true; /* two armies stand side by side [7.1] */
    }
    if (armies > 1) {
        /* A single force meets two armies: it may join either, if these come and stand above it, too. */
        const bool pair_moves = !nae_has_army(d, stander);
        const NaePieces pair = pair_moves ? mover : stander;
        const NaePieces other = pair_moves ? stander : mover;
        const NaePieces first = nae_army_part(s, pair, 0);
        const NaePieces second = nae_army_part(s, pair, NAE_SECOND_ARMY);
        return armies == 2 && nae_has_army(d, first) && nae_has_army(d, second) &&
               (meets(d, s, first, other, pair_moves) || meets(d, s, second, other, pair_moves));
    }
    const NaePieces all = nae_joint_force(d, s, mover, stander, &commander);
    return commander != NAE_NONE &&
           nae_force_fault(d, s, without_excess(d, all, commander), commander) == NAE_FAULT_NONE;
}

/* ---- moving pieces about ---- */

void nae_set_slot(NaeState *s, NaePieces set, unsigned slot) { nae_remark(s, set, NAE_GROUP, slot); }

void nae_move_pieces(NaePlay *p, NaePieces set, unsigned zone, unsigned slot)
{
    nae_remark(p->s, set, NAE_INSIDE | NAE_GROUP, slot);
    nae_place_all(p->s, set, zone);
}

unsigned nae_army_with_room(const NaeData *d, const NaeState *s, NaePieces set, unsigned unit)
{
    static const uint8_t armies[] = {0, NAE_SECOND_ARMY};
    for (unsigned i = 0; i < sizeof armies; i++) {
        const NaePieces army = nae_army_part(s, set, armies[i]);
        const unsigned commander = nae_commander(d, s, army);
        if (commander != NAE_NONE &&
            nae_force_fault(d, s, nae_pieces_or(army, nae_pieces_one(unit)), commander) == NAE_FAULT_NONE) {
            return armies[i];
        }
    }
    return NAE_NONE;
}

/* Everything of one army number, for a set that becomes one army. */
void nae_number_army(NaeState *s, NaePieces set, unsigned army) { nae_remark(s, set, NAE_SECOND_ARMY, army); }

unsigned nae_army_to_join(const NaePlay *p, NaePieces pair, NaePieces other, bool pair_moves)
{
    const NaePieces armies = nae_pieces_and(pair, p->d->armies);
    const NaePieces own = nae_of_nation(p->d, armies, nae_force_nation(p->d, p->s, other));
    const NaePieces order[2] = {own, nae_pieces_minus(armies, own)};
    for (unsigned i = 0; i < 2; i++) {
        NAE_EACH_PIECE(army, order[i])
        {
            const unsigned number = p->s->bits[army] & NAE_SECOND_ARMY;
            if (meets(p->d, p->s, nae_army_part(p->s, pair, number), other, pair_moves)) {
                return number;
            }
        }
    }
    return p->s->bits[nae_pieces_first(nae_pieces_empty(own) ? armies : own)] & NAE_SECOND_ARMY;
}

void nae_spread_demoralisation(NaePlay *p, NaePieces set)
{
    if (!nae_pieces_empty(nae_with(p->s, nae_pieces_and(set, p->d->units), NAE_DEMORALISED))) {
        nae_remark(p->s, set, 0, NAE_DEMORALISED);
    }
}

void nae_absorb(NaePlay *p, NaePieces mover, NaePieces stander)
{
    unsigned commander = NAE_NONE;
    if (nae_has_army(p->d, mover) && nae_has_army(p->d, stander)) { /* no room for another army */
        nae_destroy_all(p, nae_pieces_and(mover, p->d->armies));
        mover = nae_pieces_minus(mover, p->d->armies);
    }
    const unsigned army =
        nae_pieces_empty(stander) ? 0U : (unsigned)(p->s->bits[nae_pieces_first(stander)] & NAE_SECOND_ARMY);
    const NaePieces all = nae_pieces_or(mover, stander);
    const NaePieces joint = nae_joint_force(p->d, p->s, mover, stander, &commander);
    nae_number_army(p->s, all, army);
    NAE_EACH_PIECE(general, nae_pieces_minus(all, joint)) { nae_put(p->s, general, NAE_RESERVE, false); }
    command(p, joint, commander);
    nae_spread_demoralisation(p, joint);
}

void nae_take_up(NaePlay *p, NaePieces guest, NaePieces army)
{
    enum { GENERALS = 4 };
    const NaePieces guests = nae_pieces_and(guest, p->d->generals);
    const unsigned here = nae_pieces_count(nae_pieces_and(army, p->d->generals));
    if (here + nae_pieces_count(guests) > GENERALS) {
        NAE_EACH_PIECE(general, guests) { nae_put(p->s, general, NAE_RESERVE, false); }
        guest = nae_pieces_minus(guest, guests);
    }
    nae_absorb(p, guest, army);
}

void nae_join(NaePlay *p, NaePieces mover, NaePieces stander)
{
    const NaeData *d = p->d;
    const unsigned mover_armies = nae_pieces_count(nae_pieces_and(mover, d->armies));
    const unsigned stander_armies = nae_pieces_count(nae_pieces_and(stander, d->armies));
    nae_set_slot(p->s, nae_pieces_or(mover, stander), NAE_STANDING);
    if (!nae_has_units(d, stander) || !nae_has_units(d, mover)) {
        return; /* lone depots just stand with the force */
    }
    if (mover_armies == 1 && stander_armies == 1) {
        nae_number_army(p->s, stander, 0);
        nae_number_army(p->s, mover, NAE_SECOND_ARMY);
        /* who stood beside an army without one of its own, as its nation has made peace, is of it now
         * [14.9.3] */
        nae_spread_demoralisation(p, nae_pieces_minus(stander, d->depots));
        nae_spread_demoralisation(p, nae_pieces_minus(mover, d->depots));
    } else if (mover_armies + stander_armies >= 2) {
        const NaePieces pair = stander_armies == 2 ? stander : mover;
        const NaePieces other = stander_armies == 2 ? mover : stander;
        nae_absorb(p, other, nae_army_part(p->s, pair, nae_army_to_join(p, pair, other, stander_armies < 2)));
    } else {
        nae_absorb(p, mover, stander);
    }
}

/* ---- losses ---- */

void nae_destroy(NaePlay *p, unsigned piece)
{
    const bool gone = (nae_is_unit(piece) && !p->d->unit[piece].rebuildable) ||
                      (nae_is_fleet(piece) && !nae_fleet(p->d, piece)->rebuildable);
    nae_put(p->s, piece, gone ? NAE_OUT : NAE_RESERVE, false);
}

void nae_destroy_all(NaePlay *p, NaePieces set)
{
    NAE_EACH_PIECE(piece, set) { nae_destroy(p, piece); }
}

void nae_lose_step(NaePlay *p, unsigned unit)
{
    if (nae_is_unit(unit) && nae_unit_steps(p->d, p->s, unit) == 2) {
        nae_set_bit(p->s, unit, NAE_REDUCED);
    } else {
        nae_destroy(p, unit);
    }
}

/* ---- tidying a stack [7.3, 7.6, 7.8, 7.9, 8.7] ---- */

void nae_send_subordinates(NaePlay *p, NaePieces set, unsigned commander)
{
    const bool army = nae_has_army(p->d, set);
    NAE_EACH_PIECE(general, nae_pieces_and(set, p->d->generals))
    {
        const unsigned nation = p->d->nation_of[general];
        const bool foreign = nation != p->d->nation_of[commander];
        if (general != commander &&
            (!army || (foreign && nae_is_major(nation) &&
                       nae_steps(p->d, p->s, nae_of_nation(p->d, set, nation)) == 0))) {
            nae_put(p->s, general, NAE_RESERVE, false);
        }
    }
}

/* An army marker without a general takes one of the stack, else of the reserve of its nation, else goes
 * [7.8]. */
static unsigned army_commander(NaePlay *p, NaePieces set, unsigned zone)
{
    const unsigned marker = nae_pieces_first(nae_pieces_and(set, p->d->armies));
    unsigned general = nae_senior(p->d, p->s, nae_of_nation(p->d, set, p->d->nation_of[marker]));
    if (general == NAE_NONE) {
        NaePieces reserve = nae_of_nation(p->d, nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->generals),
                                          p->d->nation_of[marker]);
        for (unsigned other; (other = nae_pieces_take(&reserve)) != NAE_NONE;) {
            general = general == NAE_NONE || nae_general(p->d, other)->rank < nae_general(p->d, general)->rank
                          ? other
                          : general;
        }
        if (general != NAE_NONE) {
            p->s->place[general] = (uint8_t)zone;
            p->s->bits[general] = p->s->bits[marker];
        }
    }
    return general;
}

/* Whether the agenda holds a step with these first two bytes, and the third unless that is NAE_NONE. */
static bool is_pending(const NaeState *s, enum nae_step step, unsigned a, unsigned b, unsigned c)
{
    for (unsigned i = 0; i < s->frames; i++) {
        const NaeFrame *f = &s->frame[i];
        if (f->step == step && f->a == a && (f->b == b || b == NAE_NONE) && (f->c == c || c == NAE_NONE)) {
            return true;
        }
    }
    return false;
}

void nae_note_step_gained(const NaePlay *p, unsigned unit, unsigned zone)
{
    if (!p->d->option.fog_of_war) {
        NAE_NOTE(p->dice, STEP_GAINED, (Seat)nae_side_of_piece(p->s, unit), (int)unit, (int)zone);
    }
}

/* Once for each stack. */
static void ask_excess(NaePlay *p, unsigned seat, unsigned zone, unsigned whose, unsigned which)
{
    if (!is_pending(p->s, NAE_STEP_EXCESS, zone, whose, which)) {
        NaeFrame *frame = nae_push(p, NAE_STEP_EXCESS, seat);
        frame->a = (uint8_t)zone;
        frame->b = (uint8_t)whose;
        frame->c = (uint8_t)which;
    }
}

/* Several generals of the reserve could take over an army without a general of its nation: its owner says who
 * [7.8]. */
static bool asks_replacement(NaePlay *p, NaePieces set, unsigned zone, unsigned seat)
{
    const unsigned marker = nae_pieces_first(nae_pieces_and(set, p->d->armies));
    const unsigned nation = p->d->nation_of[marker];
    const NaePieces reserve =
        nae_of_nation(p->d, nae_pieces_and(nae_all_at(p->s, NAE_RESERVE), p->d->generals), nation);
    if (!nae_pieces_empty(nae_of_nation(p->d, nae_pieces_and(set, p->d->generals), nation)) ||
        nae_pieces_empty(reserve)) {
        return false;
    }
    if (!is_pending(p->s, NAE_STEP_REPLACE, zone, NAE_NONE, NAE_NONE)) {
        NaeFrame *frame = nae_push(p, NAE_STEP_REPLACE, seat);
        frame->a = (uint8_t)zone;
        frame->d = (uint8_t)marker;
    }
    return true;
}

/* What has no place without units: all but depots. The other army of the force (rest) takes the mobile ones
 * along [14.10]; else they stand where they are. */
static void empty_stack(NaePlay *p, NaePieces set, NaePieces rest, unsigned zone, unsigned side)
{
    const unsigned other = nae_pieces_first(nae_pieces_and(rest, p->d->units));
    NAE_EACH_PIECE(piece, nae_pieces_minus(set, p->d->depots)) { nae_put(p->s, piece, NAE_RESERVE, false); }
    NAE_EACH_PIECE(depot, nae_pieces_and(set, p->d->depots))
    {
        if (!nae_bit(p->s, depot, NAE_FIXED) && other != NAE_NONE) {
            p->s->bits[depot] =
                (uint8_t)((p->s->bits[depot] & ~(unsigned)NAE_SLOT) | (p->s->bits[other] & NAE_SLOT));
        } else if (!nae_bit(p->s, depot, NAE_FIXED) && nae_enemy_controls(p->d, p->s, zone, side) &&
                   !nae_field_units(p->d, p->s, zone, side)) {
            nae_destroy(p, depot); /* 8.7 */
        } else {
            p->s->bits[depot] &= (uint8_t)~NAE_SLOT;
        }
    }
}

static NaePieces group_of(const NaeState *s, NaePieces land, unsigned group)
{
    return (group & NAE_INSIDE) != 0 ? nae_with(s, land, NAE_INSIDE)
                                     : nae_marked(s, land, NAE_INSIDE | NAE_GROUP, group & NAE_GROUP);
}

static NaePieces group(const NaePlay *p, unsigned zone, unsigned side, unsigned group)
{
    return group_of(p->s, nae_land(p->d, p->s, zone, side), group);
}

/* Sends away what an army that is no army cannot keep [7.9]. */
static void no_army(NaePlay *p, NaePieces set)
{
    NAE_EACH_PIECE(piece, nae_pieces_and(set, nae_pieces_or(p->d->specials, nae_army_only(p->d))))
    {
        nae_destroy(p, piece);
    }
}

static void tidy_army(NaePlay *p, unsigned zone, unsigned side, unsigned which, unsigned army)
{
    NaePieces set = nae_army_part(p->s, group(p, zone, side, which), army);
    if (nae_pieces_empty(set)) {
        return;
    }
    if (!nae_has_units(p->d, set)) {
        empty_stack(p, set, nae_pieces_minus(group(p, zone, side, which), set), zone, side);
        return;
    }
    NaePieces markers = nae_pieces_and(set, p->d->armies);
    (void)nae_pieces_take(&markers);
    if (!nae_pieces_empty(markers)) { /* two markers on one army: one is lost */
        nae_destroy_all(p, markers);
        set = nae_pieces_minus(set, markers);
        nae_settle_command(p, set);
    }
    unsigned commander = nae_commander(p->d, p->s, set);
    if (nae_has_army(p->d, set)) {
        if (commander == NAE_NONE) {
            if (asks_replacement(p, set, zone, side)) {
                return;
            }
            commander = army_commander(p, set, zone);
            set = nae_army_part(p->s, group(p, zone, side, which), army);
        }
        if (commander == NAE_NONE) {
            nae_destroy_all(p, nae_pieces_and(set, p->d->armies));
        }
    }
    set = nae_army_part(p->s, group(p, zone, side, which), army);
    if (!nae_has_army(p->d, set)) {
        no_army(p, set);
        set = nae_army_part(p->s, group(p, zone, side, which), army);
        if (!nae_has_units(p->d, set)) {
            empty_stack(p, set, nae_pieces_minus(group(p, zone, side, which), set), zone, side);
            return;
        }
    }
    if (commander == NAE_NONE || !nae_has_army(p->d, set)) {
        commander = nae_senior(p->d, p->s, set); /* who led the army that was is one of several now [10.1] */
    }
    if (commander != NAE_NONE) {
        nae_send_subordinates(p, set, commander);
        command(p, set, commander);
    }
}

/* The test of attrition that the second army of a force is still to make is that of its first one now. */
static void renumber_tests(NaeState *s, unsigned zone, unsigned side, unsigned which)
{
    for (unsigned i = 0; i < s->frames; i++) {
        NaeFrame *f = &s->frame[i];
        if (f->step == NAE_STEP_ATTRITION && f->a == side && f->b == zone && (f->c & 14U) == (which & 14U)) {
            f->f &= (uint8_t)~NAE_SECOND_ARMY;
        }
    }
}

/* The second army becomes the first when that one is gone. */
static void close_ranks(NaePlay *p, unsigned zone, unsigned side, unsigned which)
{
    const NaePieces set = group(p, zone, side, which);
    const NaePieces first = nae_pieces_minus(nae_army_part(p->s, set, 0), p->d->depots);
    const NaePieces second = nae_army_part(p->s, set, NAE_SECOND_ARMY);
    if (nae_pieces_empty(second) || (which != NAE_STANDING && which != NAE_INSIDE &&
                                     nae_has_army(p->d, nae_standing(p->d, p->s, zone, side)))) {
        return; /* in a battle the second of two armies may come from elsewhere */
    }
    if (nae_pieces_empty(first)) {
        nae_number_army(p->s, set, 0);
        renumber_tests(p->s, zone, side, which);
    } else if (!nae_has_army(p->d, second) || !nae_has_army(p->d, first)) {
        const NaePieces others = nae_pieces_minus(second, p->d->depots);
        const bool second_leads = !nae_has_army(p->d, first) && nae_has_army(p->d, second);
        const NaePieces lead = second_leads ? others : first;
        nae_number_army(p->s, set, 0); /* two forces that are not two armies are one [10.1, 12.2] */
        if (!nae_has_army(p->d, lead) || nae_commander(p->d, p->s, lead) != NAE_NONE) {
            nae_absorb(p, second_leads ? first : others, lead);
        }
    }
}

/* A legal force without marker, whose general, if it has one, commands it: there is nothing to tidy. */
static bool is_plain(const NaePlay *p, NaePieces set)
{
    const NaePieces generals = nae_pieces_and(set, p->d->generals);
    const unsigned commander = nae_pieces_first(generals);
    return nae_has_units(p->d, set) && !nae_has_army(p->d, set) && nae_pieces_count(generals) <= 1 &&
           (commander == NAE_NONE || nae_bit(p->s, commander, NAE_COMMANDS)) &&
           nae_pieces_empty(nae_army_part(p->s, set, NAE_SECOND_ARMY)) &&
           nae_force_fault(p->d, p->s, set, commander) == NAE_FAULT_NONE;
}

/* Who comes to a battle is too much only when all have [14.1]; under an interception that waits for its end
 * [12.4]. Those on the way are a force of their own. */
static bool stacking_waits(const NaeState *s, unsigned zone, unsigned which)
{
    const NaeBattle *b = &s->battle;
    return nae_in_battle(s) && b->zone == zone && which != NAE_INTERCEPTING && which != NAE_INSIDE &&
           (b->stage <= NAE_STAGE_JOIN || (b->flags & NAE_BATTLE_INTERCEPTION) != 0);
}

static void tidy_group(NaePlay *p, unsigned zone, unsigned side, unsigned which)
{
    const NaePieces set = group(p, zone, side, which);
    if (nae_pieces_empty(set) || is_plain(p, set)) {
        return;
    }
    if (which == NAE_WAITING) { /* forces of a campaign are no stack before their battle [9.6] */
        if (!nae_has_units(p->d, set)) {
            empty_stack(p, set, nae_pieces_none(), zone, side);
        }
        return;
    }
    tidy_army(p, zone, side, which, 0);
    tidy_army(p, zone, side, which, NAE_SECOND_ARMY);
    close_ranks(p, zone, side, which);
    if (!stacking_waits(p->s, zone, which) && !nae_force_legal(p->d, p->s, group(p, zone, side, which)) &&
        !is_pending(p->s, NAE_STEP_REPLACE, zone, NAE_NONE, NAE_NONE)) { /* a new commander comes first */
        ask_excess(p, side, zone, side, which);
    }
}

void nae_tidy_zone(NaePlay *p, unsigned zone)
{
    assert(zone < NAE_ZONES);
    if (nae_pieces_empty(nae_at(p->d, p->s, zone))) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) { /* the attacker is asked first: what comes last is */
        const unsigned side =
            nae_in_battle(p->s) && p->s->battle.zone == zone ? p->s->battle.attacker ^ 1U ^ i : i;
        static const uint8_t groups[] = {NAE_STANDING, NAE_MOVING, NAE_INTERCEPTING, NAE_WAITING, NAE_INSIDE};
        const NaePieces land = nae_land(p->d, p->s, zone, side);
        if (nae_pieces_empty(land)) {
            continue;
        }
        const bool all_stand = nae_pieces_equal(land, group_of(p->s, land, NAE_STANDING));
        if (all_stand && is_plain(p, land)) {
            continue;
        }
        for (unsigned k = 0; k < (all_stand ? 1U : sizeof groups); k++) {
            tidy_group(p, zone, side, groups[k]);
        }
    }
}

void nae_dissolve_lost(NaePlay *p, unsigned zone)
{
    static const uint8_t groups[] = {NAE_STANDING, NAE_MOVING, NAE_INTERCEPTING, NAE_WAITING};
    static const uint8_t armies[] = {0, NAE_SECOND_ARMY};
    for (unsigned i = 0; i < sizeof groups; i++) {
        for (unsigned army = 0; army < sizeof armies; army++) {
            for (unsigned side = 0; side < 2; side++) {
                const NaePieces stack = group(p, zone, side, groups[i]);
                const NaePieces set = nae_army_part(p->s, stack, armies[army]);
                if (!nae_pieces_empty(set) && !nae_has_units(p->d, set)) {
                    empty_stack(p, set, nae_pieces_minus(stack, set), zone, side);
                }
            }
        }
    }
}

/* ---- excess [7.2, 7.6b]: a: zone, b: side, or 2 and the number of a nation at peace, c: group ---- */

/* Units of the allied majors that have as many steps as the commander's nation; if none has, of all of them
 * [9.3]. */
static NaePieces surplus_allies(const NaeData *d, const NaeState *s, NaePieces part, unsigned nation)
{
    const NaePieces allies = nae_pieces_minus(units_of_majors(d, s, part), d->nation[nation].pieces);
    const unsigned own = nae_steps(d, s, nae_of_nation(d, part, nation));
    NaePieces strong = nae_pieces_none();
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        const NaePieces theirs = nae_of_nation(d, allies, n);
        if (nae_steps(d, s, theirs) >= own) {
            strong = nae_pieces_or(strong, theirs);
        }
    }
    return nae_pieces_empty(strong) ? allies : strong;
}

/* Pieces of one army whose loss helps against its fault. */
static NaePieces faulty(const NaeData *d, const NaeState *s, NaePieces part)
{
    const unsigned commander = nae_commander(d, s, part);
    const NaePieces units = nae_pieces_and(part, d->units);
    const NaePieces subordinates = nae_without(s, nae_pieces_and(part, d->generals), NAE_COMMANDS);
    switch (nae_force_fault(d, s, part, commander)) {
    case NAE_FAULT_NONE:
        return nae_pieces_none();
    case NAE_FAULT_SUBORDINATES:
    case NAE_FAULT_RANK:
        return nae_pieces_empty(subordinates) ? nae_pieces_and(part, d->generals) : subordinates;
    case NAE_FAULT_CAVALRY:
        return nae_pieces_and(part, nae_army_only(d));
    case NAE_FAULT_ALLIES:
        return surplus_allies(d, s, part, d->nation_of[commander]);
    case NAE_FAULT_EMPTY:
        return nae_pieces_minus(part, d->depots);
    case NAE_FAULT_NO_GENERAL:
    case NAE_FAULT_CAPACITY:
        return nae_pieces_or(units, nae_pieces_and(part, d->specials));
    }
    return nae_pieces_none();
}

static NaePieces excess_set(const NaeData *d, const NaeState *s, const NaeFrame *frame)
{
    const NaePlay view = nae_reader(d, s);
    const NaePieces set = frame->b < 2 ? group(&view, frame->a, frame->b, frame->c)
                                       : nae_peace_stack(d, s, frame->a, frame->b - 2U);
    const NaePieces first = faulty(d, s, nae_army_part(s, set, 0));
    return nae_pieces_empty(first) ? faulty(d, s, nae_army_part(s, set, NAE_SECOND_ARMY)) : first;
}

void nae_excess_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, excess_set(p->d, p->s, frame)))
    {
        nae_option(list, nae_move1(NAE_M_EXCESS, piece));
    }
}

void nae_excess_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned zone = frame->a;
    nae_lose_step(p, nae_move_a(move)); /* a step, a special unit or a general */
    nae_pop(p);
    nae_check_siege(p, zone);
    nae_tidy_zone(p, zone);
    nae_tidy_neutral(p, zone);
}

/* ---- stacks of powers at peace ---- */

void nae_tidy_neutral(NaePlay *p, unsigned zone)
{
    const NaePieces at_war = nae_pieces_or(p->s->owned[0], p->s->owned[1]);
    if (nae_pieces_empty(nae_pieces_minus(nae_at(p->d, p->s, zone), at_war))) {
        return;
    }
    for (unsigned n = 0; n < NAE_NATIONS; n++) {
        if (nae_side_of(p->s, n) != NAE_NOBODY || nae_peace_head(p->s, n) != n) {
            continue;
        }
        NaePieces set = nae_peace_stack(p->d, p->s, zone, n);
        if (nae_pieces_empty(set)) {
            continue;
        }
        if (!nae_has_units(p->d, set)) {
            NAE_EACH_PIECE(piece, nae_pieces_minus(set, p->d->depots))
            {
                nae_put(p->s, piece, NAE_RESERVE, false);
            }
            continue;
        }
        if (nae_has_army(p->d, set) && nae_commander(p->d, p->s, set) == NAE_NONE) {
            if (asks_replacement(p, set, zone, nae_manager(p->d, p->s, n))) {
                return;
            }
            if (army_commander(p, set, zone) == NAE_NONE) {
                nae_destroy_all(p, nae_pieces_and(set, p->d->armies));
            }
        }
        set = nae_peace_stack(p->d, p->s, zone, n);
        nae_settle_command(p, set);
        const unsigned commander = nae_commander(p->d, p->s, set);
        if (commander != NAE_NONE) {
            nae_send_subordinates(p, set, commander);
        }
        if (!nae_force_legal(p->d, p->s, nae_peace_stack(p->d, p->s, zone, n))) {
            ask_excess(p, nae_manager(p->d, p->s, n), zone, 2 + n, 0);
        }
    }
}

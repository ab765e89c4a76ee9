/* battle_end.c: demoralisation, pursuit and what a battle leaves behind [14.9, 14.10], map 12.9 to 12.13. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/march.h"

enum { DESTROYED = 2, AUTOMATIC = 6 };

/* ---- the test [14.9.1] ---- */

int nae_demoralisation_limit(const NaeData *d, const NaeState *s)
{
    const NaeBattle *b = &s->battle;
    const unsigned loser = !b->winner;
    const int difference = (int)b->losses[loser] + (int)nae_edge_losses(d, s) - (int)b->losses[b->winner];
    const bool fury = nae_role_side(s, loser) == NAE_COALITION && nae_battle_played(s, NAE_C(31));
    return (int)b->morale[loser] + nae_tactical(d, nae_battle_general(d, s, loser), loser) - difference +
           (fury ? 1 : 0);
}

/* die: 0 for none. */
static void note_test(NaePlay *p, unsigned side, unsigned die, int limit, bool failed)
{
    const int result = failed ? NAE_TOLD_DEMORALISED : NAE_TOLD_IN_ORDER;
    if (die == 0) {
        NAE_NOTE(p->dice, DEMORALISATION_SURE, (Seat)side, p->s->battle.zone, limit, result);
    } else {
        NAE_NOTE(p->dice, DEMORALISATION, (Seat)side, p->s->battle.zone, (int)die, limit, result);
    }
}

/* Fails at a limit of 0 or less, passes at 6 or more, else by a die; 50F and 32C pass it. */
static bool test_fails(NaePlay *p, unsigned loser)
{
    const int limit = nae_demoralisation_limit(p->d, p->s);
    const unsigned side = nae_role_side(p->s, loser);
    if (nae_battle_played(p->s, NAE_F(50)) || nae_battle_played(p->s, NAE_C(32)) || limit >= AUTOMATIC) {
        note_test(p, side, 0, limit, false);
        return false;
    }
    const unsigned die = limit <= 0 ? 0 : nae_d6(p);
    const bool failed = limit <= 0 || (int)die > limit;
    note_test(p, side, die, limit, failed);
    return failed;
}

/* A force that fails again is destroyed [14.9.3]. */
void nae_battle_test(NaePlay *p)
{
    NaeBattle *b = &p->s->battle;
    const unsigned loser = !b->winner;
    const NaePieces set = nae_fighters(p->d, p->s, loser);
    if (b->level == 0 || !nae_has_units(p->d, set) || !test_fails(p, loser)) {
        return;
    }
    if (nae_mostly_demoralised(p->d, p->s, set)) {
        nae_destroy_all(p, set);
        return;
    }
    b->failed = 1;
    nae_remark(p->s, set, 0, NAE_DEMORALISED);
}

/* ---- pursuit [14.9.2] ---- */

static bool squares(const NaeState *s)
{
    return nae_role_side(s, s->battle.winner) == NAE_EMPIRE && nae_battle_played(s, NAE_C(5));
}

static int pursuit_cards(const NaeState *s)
{
    int bonus = 0;
    if (nae_role_side(s, s->battle.winner) == NAE_EMPIRE) {
        bonus += nae_battle_played(s, NAE_F(8)) ? 2 : 0;
        bonus += nae_battle_played(s, NAE_F(31)) && !squares(s) ? 1 : 0;
    } else {
        bonus += nae_battle_played(s, NAE_C(11)) ? 1 : 0;
    }
    return bonus;
}

/* Reserve cavalry and cavalry generals; special units do not pursue. */
static int pursuers(const NaeData *d, const NaeState *s, unsigned role)
{
    const NaePieces set = nae_fighters(d, s, role);
    return (int)(nae_cavalry_steps(d, s, set) +
                 nae_pieces_count(nae_pieces_and(nae_pieces_and(set, d->generals), d->cavalry)));
}

static int pursuit_modifier(const NaeData *d, const NaeState *s)
{
    const unsigned winner = s->battle.winner;
    int modifier = nae_tactical(d, nae_battle_general(d, s, winner), winner) + pursuit_cards(s);
    modifier += squares(s) ? 0 : pursuers(d, s, winner);
    return d->option.cavalry_pursuit_defence ? modifier - pursuers(d, s, !winner) : modifier;
}

/* 55F: no pursuit, one step of the spearhead or of the highest morale instead. */
static void last_square(NaePlay *p)
{
    NaeBattle *b = &p->s->battle;
    b->pursuit = 1;
    NaeFrame *frame = nae_push(p, NAE_STEP_PURSUIT_LOSS, nae_role_side(p->s, !b->winner));
    frame->a = (uint8_t)!b->winner;
    frame->b = 1;
}

void nae_battle_pursuit(NaePlay *p)
{
    NaeBattle *b = &p->s->battle;
    const unsigned loser = !b->winner;
    if (b->failed == 0) {
        return;
    }
    if (nae_battle_played(p->s, NAE_F(55))) {
        last_square(p);
        return;
    }
    const int modifier = pursuit_modifier(p->d, p->s);
    const int die = (int)nae_d6(p);
    const int losses = die + modifier > p->d->table.pursuit ? die + modifier - p->d->table.pursuit : 0;
    b->pursuit = (uint8_t)losses;
    NAE_NOTE(p->dice, PURSUIT, (Seat)nae_role_side(p->s, b->winner), b->zone, die, modifier, losses);
    if (losses > 0) {
        nae_push(p, NAE_STEP_PURSUIT_LOSS, nae_role_side(p->s, loser))->a = (uint8_t)loser;
    }
}

/* Spearhead and the units of highest morale, for 55F. */
static NaePieces best_units(const NaePlay *p, NaePieces units)
{
    NaePieces best = nae_pieces_none();
    unsigned highest = 0;
    NAE_EACH_PIECE(unit, units)
    {
        const unsigned morale = nae_unit_morale(p->d, p->s, unit);
        if (morale > highest) {
            highest = morale;
            best = nae_pieces_none();
        }
        if (morale >= highest) {
            nae_pieces_add(&best, unit);
        }
    }
    const unsigned spearhead = p->s->battle.spearhead[!p->s->battle.winner];
    if (spearhead != NAE_NONE && nae_pieces_in(units, spearhead)) {
        nae_pieces_add(&best, spearhead);
    }
    return best;
}

/* a: role, b: 1 for 55F. Units, or depots in a pursuit; without units left nothing more is lost. */
void nae_pursuit_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = nae_fighters(p->d, p->s, frame->a);
    const NaePieces units = nae_pieces_and(set, p->d->units);
    if (p->s->battle.pursuit == 0 || nae_pieces_empty(units)) {
        return;
    }
    const NaePieces loose =
        frame->b != 0 ? best_units(p, units) : nae_pieces_or(units, nae_pieces_and(set, p->d->depots));
    NAE_EACH_PIECE(piece, nae_classes(p->d, p->s, loose))
    {
        nae_option(list, nae_move1(NAE_M_PURSUIT_LOSS, piece));
    }
}

void nae_pursuit_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned piece = nae_move_a(move);
    assert(p->s->battle.pursuit > 0);
    (void)frame;
    p->s->battle.pursuit--;
    nae_lose_step(p, piece);
    nae_note_loss(p, piece, p->s->battle.zone, NAE_TOLD_BY_PURSUIT);
}

/* ---- aftermath ---- */

/* Majors whose units Napoleon has beaten this year, skirmishes and overruns apart: 26F. Their sides: 50C. A
 * general or a depot in the force of an ally is no battle of his nation's. */
void nae_battle_mark(NaePlay *p)
{
    NaeState *s = p->s;
    const NaePieces beaten = nae_pieces_and(nae_fighters(p->d, s, !s->battle.winner), p->d->units);
    const NaeBattle *b = &s->battle;
    const unsigned loser = nae_role_side(s, !b->winner);
    if (b->level == 0) {
        return;
    }
    if (p->d->option.spain_exposed && !nae_pieces_empty(nae_of_nation(p->d, beaten, NAE_SPAIN))) {
        s->flags |= NAE_SPAIN_BEATEN;
    }
    if (b->level == 2) {
        s->side[loser].flags |= NAE_ARMY_LOST;
    }
    if (nae_battle_general(p->d, s, b->winner) == NAE_NAPOLEON) {
        for (unsigned nation = 0; nation < NAE_MAJORS; nation++) {
            if (!nae_pieces_empty(nae_of_nation(p->d, beaten, nation))) {
                s->major[nation].flags |= NAE_BEATEN_BY_NAPOLEON;
            }
        }
    }
}

/* The winner rallies [14.9.4]; interceptors stand with the force they helped, under the rules of stacking
 * again. */
static void settle_winner(NaePlay *p)
{
    const NaeBattle *b = &p->s->battle;
    const unsigned side = nae_role_side(p->s, b->winner);
    const NaePieces set = nae_fighters(p->d, p->s, b->winner);
    nae_remark(p->s, set, NAE_DEMORALISED, 0);
    const NaePieces arrived = nae_in_slot(p->s, set, NAE_INTERCEPTING);
    if (b->winner == NAE_DEFENDER && !nae_pieces_empty(arrived)) {
        nae_unite(p, arrived, nae_pieces_minus(nae_field(p->d, p->s, b->zone, side), arrived), NAE_STANDING);
    }
}

/* A battle won puts the winner's control marker for nothing, defenders' too [4, map 8.6]; set: who has won
 * it, not who waits there for his own under interior lines. */
static void mark_won_zone(NaePlay *p, NaePieces set, unsigned zone, unsigned side)
{
    if (nae_has_units(p->d, set) && !nae_mostly_unsupplied(p->d, p->s, set) &&
        nae_may_mark(p->d, p->s, zone, side)) {
        nae_mark_control(p, zone, side);
    }
}

void nae_battle_after(NaePlay *p)
{
    NaeState *s = p->s;
    const unsigned zone = s->battle.zone;
    const unsigned winner = nae_role_side(s, s->battle.winner);
    settle_winner(p);
    const NaePieces victors = nae_fighters(p->d, s, s->battle.winner);
    s->battle_result = s->battle.winner == NAE_ATTACKER ? NAE_ATTACKER_WON : NAE_DEFENDER_WON;
    memset(&s->battle, 0, sizeof s->battle);
    s->battle.attacker = SEAT_NONE;
    nae_pop(p);
    nae_evasion_again(s, zone);
    mark_won_zone(p, victors, zone, winner);
    nae_tidy_zone(p, zone);
    nae_check_siege(p, zone);
}

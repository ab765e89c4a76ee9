/* battle_loss.c: wounds of subordinates and the placing of losses [14.7, 14.8], map 12.7, 12.8. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"

/* ---- wounds [14.7] ---- */

void nae_battle_wound(NaePlay *p, unsigned role)
{
    const unsigned general = p->s->battle.subordinate[role];
    const bool replaced = nae_role_side(p->s, role) == NAE_EMPIRE && nae_battle_played(p->s, NAE_C(4));
    if (general == NAE_NONE || replaced) {
        return;
    }
    const unsigned die = nae_d6(p);
    const bool wounded = die >= p->d->table.wound;
    if (wounded) {
        nae_put(p->s, general, NAE_NEXT_BUDGET, false);
    }
    NAE_NOTE(p->dice, WOUND, (Seat)nae_role_side(p->s, role), (int)general, (int)die,
             wounded ? NAE_TOLD_WOUNDED : NAE_TOLD_SAFE);
}

/* ---- losses [14.8] ---- */

void nae_note_loss(NaePlay *p, unsigned piece, unsigned zone, int cause)
{
    const Seat side = (Seat)nae_side_of_piece(p->s, piece);
    if (nae_on_map(p->s, piece)) {
        NAE_NOTE(p->dice, STEP_LOST, side, (int)piece, (int)zone, cause);
    } else {
        NAE_NOTE(p->dice, ELIMINATED, side, (int)piece, (int)zone, cause);
    }
}

/* A unit of good morale: not below the force's. Asked before the loss, which may change its side. */
static bool good(const NaeData *d, const NaeState *s, unsigned role, unsigned unit)
{
    return nae_unit_morale(d, s, unit) >= s->battle.morale[role];
}

/* One step of a unit; it counts for the half that good units bear. */
static void lose(NaePlay *p, unsigned role, unsigned unit)
{
    NaeBattle *b = &p->s->battle;
    assert(b->to_place[role] > 0);
    if (good(p->d, p->s, role, unit) && b->good_needed[role] > 0) {
        b->good_needed[role]--;
    }
    b->to_place[role]--;
    nae_lose_step(p, unit);
    nae_note_loss(p, unit, p->s->battle.zone, NAE_TOLD_BY_BATTLE);
}

/* The special units used lose one each; they do not count for the half of good units. */
static void lose_specials(NaePlay *p, unsigned role)
{
    NaeBattle *b = &p->s->battle;
    for (unsigned i = 0; i < NAE_SPECIALS && b->to_place[role] > 0; i++) {
        if ((b->specials[role] >> i & 1U) != 0) {
            b->to_place[role]--;
            nae_destroy(p, NAE_FIRST_SPECIAL + i);
            nae_note_loss(p, NAE_FIRST_SPECIAL + i, b->zone, NAE_TOLD_BY_BATTLE);
        }
    }
}

/* Losses that special units will take: those after the spearheads, as far as they reach. */
static unsigned special_share(const NaeBattle *b, unsigned role, unsigned spearheads)
{
    const unsigned used = (unsigned)__builtin_popcount(b->specials[role]);
    const unsigned left = b->losses[role] > spearheads ? b->losses[role] - spearheads : 0;
    return used < left ? used : left;
}

static bool has_second(const NaePlay *p, unsigned role)
{
    return p->s->battle.second_spearhead != NAE_NONE && nae_role_side(p->s, role) == NAE_EMPIRE;
}

/* Spearhead, second spearhead, special units; then the rest is asked for one by one. */
void nae_battle_place_losses(NaePlay *p, unsigned role)
{
    NaeBattle *b = &p->s->battle;
    if (b->to_place[role] == 0) {
        return;
    }
    if (!nae_has_units(p->d, nae_fighters(p->d, p->s, role))) {
        b->to_place[role] =
            0; /* a lone fixed depot has no steps: it goes if its side is beaten [1.1, 14.8] */
        return;
    }
    const bool first = b->spearhead[role] != NAE_NONE;
    const unsigned spearheads = (first ? 1U : 0U) + (has_second(p, role) ? 1U : 0U);
    b->good_needed[role] = (uint8_t)((b->losses[role] - special_share(b, role, spearheads) + 1) / 2);
    if (first) {
        if (nae_pieces_in(nae_pieces_and(p->d->cavalry, p->d->units), b->spearhead[role])) {
            b->cavalry_loss[role] = 0;
        }
        lose(p, role, b->spearhead[role]);
    }
    if (has_second(p, role) && b->to_place[role] > 0 && nae_on_map(p->s, b->second_spearhead)) {
        lose(p, role, b->second_spearhead);
    }
    lose_specials(p, role);
    nae_push(p, NAE_STEP_BATTLE_LOSS, nae_role_side(p->s, role))->a = (uint8_t)role;
}

/* The units that may lose the next step: the cavalry step of `C`; good units when the rest is theirs; all. */
static NaePieces candidates(const NaeData *d, const NaeState *s, unsigned role)
{
    const NaeBattle *b = &s->battle;
    const NaePieces units = nae_pieces_and(nae_fighters(d, s, role), d->units);
    NaePieces fine = nae_pieces_none();
    if (b->to_place[role] == 0) {
        return fine;
    }
    if (b->cavalry_loss[role] != 0 && nae_pieces_meet(units, d->cavalry)) {
        return nae_pieces_and(units, d->cavalry);
    }
    if (b->good_needed[role] < b->to_place[role]) {
        return units;
    }
    NAE_EACH_PIECE(unit, units)
    {
        if (good(d, s, role, unit)) {
            nae_pieces_add(&fine, unit);
        }
    }
    return nae_pieces_empty(fine) ? units : fine;
}

void nae_battle_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaePieces set = candidates(p->d, p->s, frame->a);
    NAE_EACH_PIECE(unit, nae_classes(p->d, p->s, set))
    {
        nae_option(list, nae_move1(NAE_M_BATTLE_LOSS, unit));
    }
}

void nae_battle_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned role = frame->a;
    if (nae_pieces_in(p->d->cavalry, nae_move_a(move))) {
        p->s->battle.cavalry_loss[role] = 0;
    }
    lose(p, role, nae_move_a(move));
}

/* naval_battle.c: battles at sea, their losses, retreats and blockades [17.3], map 14.5 to 14.7. */
#include "engine/nae/events.h"
#include "engine/nae/naval.h"

/* SEA_BATTLE: a stage, b 1 nested, c role of the loser, d total of the coastal guns. */
enum stage { CARDS, ROLL, NELSON_CARD, RESULT, LOSSES, NELSON_TEST, RETREAT, DONE };
enum { NO_LOSER = 2, WINDOW_BEFORE = 0, WINDOW_AFTER = 1 };

static unsigned role_side(const NaeState *s, unsigned role)
{
    return role == 0 ? s->voyage.side : nae_other(s->voyage.side);
}
static unsigned side_role(const NaeState *s, unsigned side) { return side == s->voyage.side ? 0U : 1U; }
static uint32_t fleets_of(const NaeState *s, unsigned role)
{
    return role == 0 ? s->voyage.ours : s->voyage.foe;
}

void nae_begin_sea_battle(NaePlay *p, enum nae_sea_kind kind, unsigned sea, unsigned port, bool nested)
{
    NaeVoyage *v = &p->s->voyage;
    assert(v->ours != 0 && (v->foe != 0 || kind == NAE_SEA_FORTRESS));
    v->enemy_at = (uint8_t)kind;
    v->enemy_place = (uint8_t)sea;
    v->port = (uint8_t)port;
    v->ties = 0;
    v->losses[0] = v->losses[1] = 0;
    v->card[0] = v->card[1] = NAE_NONE;
    p->s->side[0].fleets_lost = p->s->side[1].fleets_lost = 0;
    NaeFrame *frame = nae_push(p, NAE_STEP_SEA_BATTLE, SEAT_NONE);
    frame->b = nested ? 1 : 0;
    frame->c = NO_LOSER;
}

/* ---- cards: 21C before the roll, 10C after it; one a side. They are for fleets: a fortress alone plays none
 * ---- */

static bool nelson_there(const NaeState *s)
{
    return (fleets_of(s, side_role(s, NAE_COALITION)) & nae_fleet_bit(NAE_NELSON)) != 0;
}

void nae_sea_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const unsigned card = frame->a == WINDOW_BEFORE ? NAE_C(21) : NAE_C(10);
    if (p->s->voyage.card[NAE_COALITION] != NAE_NONE || !nae_in_hand(p->s, card) ||
        fleets_of(p->s, side_role(p->s, NAE_COALITION)) == 0 ||
        (frame->a == WINDOW_AFTER && !nelson_there(p->s))) {
        return;
    }
    nae_option(list, nae_move1(NAE_M_SEA_CARD, card));
    nae_option(list, nae_move1(NAE_M_SEA_CARD, NAE_NONE));
}

static unsigned roll_fleets(NaePlay *p, uint32_t fleets)
{
    unsigned total = 0;
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        total += nae_d6(p) + nae_fleet(p->d, fleet)->tactical;
    }
    return total;
}

static bool rockets(const NaeState *s) { return s->voyage.card[NAE_COALITION] == NAE_C(21); }

/* Dice of the fortress that protects a port attacked: one for each level, without fleets one; 21C silences
 * it. */
static unsigned guns(const NaeData *d, const NaeState *s)
{
    const NaeVoyage *v = &s->voyage;
    if (v->enemy_at == NAE_SEA_FORTRESS) {
        return rockets(s) ? 0 : 1;
    }
    const bool attack = v->enemy_at == NAE_SEA_IN_PORT && nae_fortress_side(d, s, v->port) == role_side(s, 1);
    return attack && !rockets(s) ? nae_fortress_level(d, s, v->port) * d->table.fort_dice : 0;
}

static unsigned total_of(NaePlay *p, unsigned role)
{
    enum { ROCKETS = 3 };
    unsigned total = roll_fleets(p, fleets_of(p->s, role));
    if (role_side(p->s, role) == NAE_COALITION && rockets(p->s)) {
        total += ROCKETS;
    }
    return total;
}

static unsigned fire_guns(NaePlay *p)
{
    unsigned total = 0;
    for (unsigned i = guns(p->d, p->s); i > 0; i--) {
        total += nae_d6(p);
    }
    return total;
}

static void note_roll(NaePlay *p)
{
    const NaeVoyage *v = &p->s->voyage;
    const int place =
        v->enemy_at == NAE_SEA_OPEN
            ? (int)(NAE_P_SEA << 8U | v->enemy_place)
            : (int)((unsigned)(v->enemy_at == NAE_SEA_IN_PORT ? NAE_P_PORT : NAE_P_BOX) << 8U | v->port);
    NAE_NOTE(p->dice, SEA_ROLL, (Seat)v->side, place, v->dice[0], v->dice[1]);
}

/* Every fleet of the active side, then of the inactive one, coastal guns last (map 28.2). */
static void roll(NaePlay *p, NaeFrame *battle)
{
    NaeVoyage *v = &p->s->voyage;
    v->dice[0] = (uint8_t)total_of(p, 0);
    v->dice[1] = (uint8_t)total_of(p, 1);
    battle->d = (uint8_t)fire_guns(p);
    v->dice[1] = (uint8_t)(v->dice[1] + battle->d);
    note_roll(p);
}

static NaeFrame *battle_frame(NaePlay *p)
{
    for (unsigned i = p->s->frames; i-- > 0;) {
        if (p->s->frame[i].step == NAE_STEP_SEA_BATTLE) {
            return &p->s->frame[i];
        }
    }
    assert(false);
    return NULL;
}

/* 10C: the squadron of Nelson rolls all its dice again; those of the fortress that covers it stand. */
static void reroll(NaePlay *p)
{
    const unsigned role = side_role(p->s, NAE_COALITION);
    const NaeFrame *battle = battle_frame(p);
    const unsigned guns_fired = role == 1 && battle != NULL ? battle->d : 0U;
    p->s->voyage.dice[role] = (uint8_t)(total_of(p, role) + guns_fired);
    note_roll(p);
}

void nae_sea_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = nae_move_a(move);
    (void)frame;
    nae_pop(p);
    if (card == NAE_NONE) {
        return;
    }
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)NAE_COALITION, (int)card, NAE_TOLD_IN_BATTLE);
    p->s->voyage.card[NAE_COALITION] = (uint8_t)card;
    nae_card_used(p, card, true);
    if (card == NAE_C(10)) {
        reroll(p);
    }
}

/* ---- the result [17.3.1] ---- */

/* Losses by the difference; in a port the first is cancelled but for the greatest difference. */
static unsigned losses_for(const NaeData *d, const NaeState *s, unsigned loser, unsigned difference)
{
    const NaeVoyage *v = &s->voyage;
    const unsigned fleets = nae_mask_count(fleets_of(s, loser));
    unsigned losses = difference >= d->table.naval_losses[2]   ? fleets
                      : difference >= d->table.naval_losses[1] ? 2U
                      : difference >= d->table.naval_losses[0] ? 1U
                                                               : 0U;
    const bool covered = v->enemy_at == NAE_SEA_IN_PORT && loser == 1 && guns(d, s) > 0;
    if (covered && losses > 0 && difference < d->table.naval_losses[2]) {
        losses--;
    }
    return losses < fleets ? losses : fleets;
}

/* A tie: in a port the attacker is beaten; against a fortress alone the battle goes on [17.2.9]; else the
 * inactive side stays or not; after six the active side has lost. */
static void tie(NaePlay *p, NaeFrame *frame)
{
    NaeVoyage *v = &p->s->voyage;
    if (v->enemy_at == NAE_SEA_FORTRESS) {
        frame->a = ROLL;
        return;
    }
    if (v->enemy_at == NAE_SEA_IN_PORT || ++v->ties >= p->d->table.naval_ties) {
        frame->c = 0;
        frame->a = LOSSES;
        return;
    }
    frame->a = ROLL;
    nae_push(p, NAE_STEP_SEA_TIE, role_side(p->s, 1))->a = 0;
}

static void result(NaePlay *p, NaeFrame *frame)
{
    NaeVoyage *v = &p->s->voyage;
    if (v->dice[0] == v->dice[1]) {
        tie(p, frame);
        return;
    }
    const unsigned loser = v->dice[0] > v->dice[1] ? 1U : 0U;
    const unsigned difference = (unsigned)(loser == 1 ? v->dice[0] - v->dice[1] : v->dice[1] - v->dice[0]);
    frame->c = (uint8_t)loser;
    frame->a = LOSSES;
    v->losses[loser] =
        (uint8_t)(v->enemy_at == NAE_SEA_FORTRESS ? 0 : losses_for(p->d, p->s, loser, difference));
}

/* a: 0 the inactive side, 1 the active side after the other has stayed. */
void nae_sea_tie_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    (void)p;
    nae_option(list, nae_move1(NAE_M_SEA_TIE, frame->a == 0 ? NAE_W_STAY : NAE_W_AGAIN));
    nae_option(list, nae_move1(NAE_M_SEA_TIE, NAE_W_RETREAT));
}

void nae_sea_tie_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned asked = frame->a;
    nae_pop(p);
    if (nae_move_a(move) == NAE_W_RETREAT) {
        NaeFrame *battle = battle_frame(p);
        assert(battle != NULL);
        if (battle == NULL) {
            return; /* cannot be: the frame lies under this one */
        }
        battle->c = asked == 0 ? 1 : 0;
        battle->a = LOSSES;
    } else if (asked == 0) {
        nae_push(p, NAE_STEP_SEA_TIE, role_side(p->s, 0))->a = 1;
    }
}

/* ---- losses [17.2.8, 17.3.1] ---- */

void nae_sink(NaePlay *p, unsigned fleet)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned side = nae_side_of_piece(p->s, fleet);
    for (unsigned i = 0; i < NAE_SQUADRON_MAX && nae_under_way(p->s); i++) {
        if (v->carrier[i] == fleet) {
            NAE_EACH_PIECE(piece, nae_cargo(p->s, p->d))
            {
                if ((p->s->bits[piece] & 3U) == i) {
                    nae_destroy(p, piece);
                }
            }
            v->carrier[i] = NAE_NONE;
        }
    }
    v->ours &= ~nae_fleet_bit(fleet);
    v->foe &= ~nae_fleet_bit(fleet);
    if (side < 2) {
        p->s->side[side].fleets_lost++;
    }
    NAE_NOTE(p->dice, FLEET_SUNK, (Seat)side, (int)fleet);
    nae_destroy(p, fleet);
}

static bool carries(const NaePlay *p, unsigned fleet)
{
    bool cargo = false;
    for (unsigned i = 0; i < NAE_SQUADRON_MAX; i++) {
        if (p->s->voyage.carrier[i] == fleet) {
            NAE_EACH_PIECE(piece, nae_cargo(p->s, p->d)) { cargo |= (p->s->bits[piece] & 3U) == i; }
        }
    }
    return cargo;
}

/* a: role. Fleets without cargo go first. */
void nae_fleet_loss_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    if (p->s->voyage.losses[frame->a] == 0) {
        return;
    }
    for (unsigned laden = 0; laden < 2 && list->count == 0; laden++) {
        uint32_t fleets = fleets_of(p->s, frame->a);
        for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
            if (carries(p, fleet) == (laden != 0)) {
                nae_option(list, nae_move1(NAE_M_FLEET_LOSS, fleet));
            }
        }
    }
}

void nae_fleet_loss_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    p->s->voyage.losses[frame->a]--;
    nae_sink(p, nae_move_a(move));
}

static void sink_all(NaePlay *p, unsigned role)
{
    uint32_t fleets = fleets_of(p->s, role);
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_sink(p, fleet);
    }
    p->s->voyage.losses[role] = 0;
}

/* 10C: a die and the French fleets destroyed; on 5 or more Nelson and his card leave the game. */
static void nelson_test(NaePlay *p)
{
    if (p->s->voyage.card[NAE_COALITION] != NAE_C(10)) {
        return;
    }
    enum { LIMIT = 5 };
    const unsigned lost = p->s->side[NAE_EMPIRE].fleets_lost;
    const unsigned die = nae_d6(p);
    const bool falls = die + lost >= LIMIT;
    NAE_NOTE(p->dice, SEA_REACTION, (Seat)NAE_COALITION, (int)(NAE_P_SEA << 8U | p->s->voyage.enemy_place),
             (int)die, (int)lost, falls ? NAE_TOLD_FAILURE : NAE_TOLD_SUCCESS);
    if (!falls) {
        return;
    }
    if (nae_bit(p->s, NAE_NELSON, NAE_SAILING) || (p->s->bits[NAE_NELSON] & NAE_AT) != NAE_AT_SPECIAL) {
        nae_sink(p, NAE_NELSON);
    }
    nae_put(p->s, NAE_NELSON, NAE_OUT, false);
    nae_put_card(p->s, NAE_C(10), NAE_CARD_REMOVED);
}

/* ---- retreat [17.3.2] ----
 * SEA_RETREAT: a role, b 1 an evasion, c how the beaten goes. */

enum way { TO_ORIGIN, ASIDE, OUT_OF_PORT };

static bool open_port(const NaePlay *p, unsigned port, unsigned side, uint32_t fleets)
{
    return nae_friendly_port(p->d, p->s, port, side) && !nae_port_blockaded(p->d, p->s, port, side) &&
           nae_room(p->s, p->d, side, NAE_AT_PORT, port, fleets);
}

/* The active squadron goes back where it came from. */
static void offer_origin(const NaePlay *p, uint32_t fleets, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const enum nae_at at = (enum nae_at)v->from_at;
    if (at == NAE_AT_SEA || at == NAE_AT_BOX) {
        if (nae_room(p->s, p->d, v->side, at, v->from_place, fleets)) {
            nae_option(list, nae_move2(NAE_M_SEA_RETREAT, nae_place_kind(at), v->from_place));
        }
    }
}

/* The others go to an adjacent sea zone, not to the one the active squadron came from; blockaders on the
 * other side of a Bosphorus that is shut to them back to their own. */
static void offer_seas(const NaePlay *p, uint32_t fleets, unsigned side, unsigned sea, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const unsigned from = nae_box_open(p->d, p->s, fleets, sea) ? sea : (unsigned)NAE_NONE;
    for (unsigned to = 0; to < NAE_SEAS; to++) {
        const bool origin =
            v->from_at == NAE_AT_SEA && v->from_place == to && (v->flags & NAE_VOYAGE_MOVED) != 0;
        if ((p->d->sea[sea].adjacent >> to & 1U) != 0 && !origin &&
            nae_sea_open(p->d, p->s, fleets, from, to) &&
            nae_room(p->s, p->d, side, NAE_AT_SEA, to, fleets)) {
            nae_option(list, nae_move2(NAE_M_SEA_RETREAT, NAE_P_SEA, to));
        }
    }
}

void nae_sea_retreat_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const NaeVoyage *v = &p->s->voyage;
    const unsigned side = role_side(p->s, frame->a);
    const uint32_t fleets = fleets_of(p->s, frame->a);
    if (fleets == 0) {
        return;
    }
    NAE_EACH_ZONE(port, p->d->ports)
    {
        if (nae_port_of(p->d, port, v->enemy_place) && nae_box_open(p->d, p->s, fleets, v->enemy_place) &&
            open_port(p, port, side, fleets)) {
            nae_option(list, nae_move2(NAE_M_SEA_RETREAT, NAE_P_PORT, port));
        }
    }
    if (frame->c == OUT_OF_PORT) {
        nae_option(list, nae_move2(NAE_M_SEA_RETREAT, NAE_P_SEA, v->enemy_place));
    } else if (frame->a == 0 && frame->c == TO_ORIGIN) {
        offer_origin(p, fleets, list);
    } else {
        offer_seas(p, fleets, side, v->enemy_place, list);
    }
}

/* A squadron without a place is sunk; evaders without one stay and fight. */
void nae_sea_retreat_none(NaePlay *p, NaeFrame *frame)
{
    const NaeFrame f = *frame;
    uint32_t fleets = fleets_of(p->s, f.a);
    const unsigned sea = p->s->voyage.enemy_place;
    nae_pop(p);
    if (f.b != 0) {
        nae_begin_sea_battle(p, NAE_SEA_OPEN, sea, NAE_NONE, false);
        return;
    }
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE;) {
        nae_sink(p, fleet);
    }
}

static void ask_blockade(NaePlay *p, unsigned loser, unsigned port)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_BLOCKADE, role_side(p->s, !loser));
    frame->a = (uint8_t)!loser;
    frame->b = (uint8_t)port;
}

void nae_sea_retreat_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const NaeFrame f = *frame;
    const unsigned place = nae_move_b(move);
    const enum nae_at at = nae_move_a(move) == NAE_P_SEA   ? NAE_AT_SEA
                           : nae_move_a(move) == NAE_P_BOX ? NAE_AT_BOX
                                                           : NAE_AT_PORT;
    nae_pop(p);
    nae_anchor(p->s, fleets_of(p->s, f.a), at, place);
    if (f.a == 0 && f.c != ASIDE) {
        v->at = (uint8_t)at;
        v->place = (uint8_t)place;
    }
    if (f.b != 0 && at == NAE_AT_SEA) {
        v->enemy_place = (uint8_t)place;
        nae_push(p, NAE_STEP_SEA_ENTER, SEAT_NONE)->b = 1;
    } else if (f.b == 0 && at == NAE_AT_PORT) {
        ask_blockade(p, f.a, place);
    }
}

/* The victor may follow into the box for nothing [17.3.2]. a: role, b: port. */
void nae_blockade_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    const uint32_t fleets = fleets_of(p->s, frame->a);
    const unsigned side = role_side(p->s, frame->a);
    const unsigned sea = p->s->voyage.enemy_place;
    if (fleets == 0 || !nae_room(p->s, p->d, side, NAE_AT_BOX, frame->b, fleets) ||
        !nae_box_open(p->d, p->s, fleets, sea) || !nae_box_takes(p->d, p->s, side, frame->b, sea)) {
        return;
    }
    nae_option(list, nae_move1(NAE_M_BLOCKADE, NAE_W_YES));
    nae_option(list, nae_move1(NAE_M_BLOCKADE, NAE_W_NO));
}

void nae_blockade_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    NaeVoyage *v = &p->s->voyage;
    const unsigned role = frame->a;
    const unsigned port = frame->b;
    nae_pop(p);
    if (nae_move_a(move) != NAE_W_YES) {
        return;
    }
    nae_anchor(p->s, fleets_of(p->s, role), NAE_AT_SEA, v->enemy_place); /* where it has fought */
    nae_anchor(p->s, fleets_of(p->s, role), NAE_AT_BOX, port);
    if (role == 0 && (v->ours & ~nae_sailing(p->s)) == 0) {
        v->from_at = v->at;
        v->from_place = v->place;
        v->at = NAE_AT_BOX;
        v->place = (uint8_t)port;
        v->onward = 0; /* who came out of his port lies in the box now instead of going on */
    }
}

/* Back to the sea zone before the port, or to the box held before; the voyage's own squadron. */
static void fall_back(NaePlay *p, enum nae_at at, unsigned place)
{
    NaeVoyage *v = &p->s->voyage;
    nae_anchor(p->s, v->ours, at, place);
    v->at = (uint8_t)at;
    v->place = (uint8_t)place;
}

static void ask_retreat(NaePlay *p, unsigned loser, enum way way)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_SEA_RETREAT, role_side(p->s, loser));
    frame->a = (uint8_t)loser;
    frame->c = (uint8_t)way;
}

static void retreat_of_squadron(NaePlay *p)
{
    const NaeVoyage *v = &p->s->voyage;
    switch (v->enemy_at) {
    case NAE_SEA_IN_PORT:
        if (v->home_box != v->place + 1) {  /* who blockaded before this activation does so on [17.3.3] */
            ask_retreat(p, 0, OUT_OF_PORT); /* the others as from any battle, to a port of the zone, too */
        }
        break;
    case NAE_SEA_FOR_BOX:
        fall_back(p, NAE_AT_SEA, v->enemy_place);
        break;
    case NAE_SEA_SORTIE:
        break; /* it has not left its port */
    case NAE_SEA_FORTRESS:
        break; /* it stands off [17.2.9] */
    default:
        ask_retreat(p, 0, TO_ORIGIN);
        break;
    }
}

/* The fleets of a port stay in it, beaten or not [17.2.7, 17.3.3]. */
static void retreat(NaePlay *p, const NaeFrame *frame)
{
    const NaeVoyage *v = &p->s->voyage;
    const unsigned loser = frame->c;
    const bool flees = (v->flags & NAE_VOYAGE_FLEEING) != 0 && loser == 0;
    if (fleets_of(p->s, loser) == 0 || flees) {
        return;
    }
    if (frame->b != 0) {
        ask_retreat(p, loser, ASIDE);
    } else if (loser == 0) {
        retreat_of_squadron(p);
    } else if (v->enemy_at == NAE_SEA_OPEN || v->enemy_at == NAE_SEA_SORTIE) {
        ask_retreat(p, 1, ASIDE);
    }
}

/* ---- the course ---- */

/* A beaten squadron that lies in a port lands what it still has aboard: that is the end of its activation
 * [17.2.8]. */
static void land_after_defeat(NaePlay *p)
{
    const NaeVoyage *v = &p->s->voyage;
    if (v->at == NAE_AT_PORT && nae_sailing(p->s) != 0 && nae_can_unload(p, v->place)) {
        nae_unload(p, v->place);
    }
}

static void finish(NaePlay *p, const NaeFrame *frame)
{
    NaeVoyage *v = &p->s->voyage;
    const bool flees = (v->flags & NAE_VOYAGE_FLEEING) != 0;
    const bool stands_off = v->enemy_at == NAE_SEA_FORTRESS; /* and may go on with the points left */
    const bool beaten = frame->b == 0 && frame->c == 0 && !flees && !stands_off;
    const unsigned onward = v->onward;
    v->onward = 0;
    v->ours = v->foe = 0;
    nae_pop(p);
    if (beaten) {
        v->flags |= NAE_VOYAGE_DEFEATED;
        land_after_defeat(p);
    } else if (onward != 0 && nae_sailing(p->s) != 0) {
        nae_enter_sea(p, onward - 1U);
    }
}

void nae_sea_battle_run(NaePlay *p, NaeFrame *frame)
{
    switch ((enum stage)frame->a) {
    case CARDS:
        frame->a = ROLL;
        nae_push(p, NAE_STEP_SEA_CARD, NAE_COALITION)->a = WINDOW_BEFORE;
        break;
    case ROLL:
        frame->a = NELSON_CARD;
        roll(p, frame);
        break;
    case NELSON_CARD:
        frame->a = RESULT;
        nae_push(p, NAE_STEP_SEA_CARD, NAE_COALITION)->a = WINDOW_AFTER;
        break;
    case RESULT:
        result(p, frame);
        break;
    case LOSSES:
        frame->a = NELSON_TEST;
        if (p->s->voyage.losses[frame->c] >= nae_mask_count(fleets_of(p->s, frame->c))) {
            sink_all(p, frame->c); /* no choice */
            break;
        }
        nae_push(p, NAE_STEP_FLEET_LOSS, role_side(p->s, frame->c))->a = frame->c;
        break;
    case NELSON_TEST:
        frame->a = RETREAT;
        nelson_test(p);
        break;
    case RETREAT:
        frame->a = DONE;
        retreat(p, frame);
        break;
    case DONE: {
        const NaeFrame f = *frame;
        finish(p, &f);
        break;
    }
    }
}

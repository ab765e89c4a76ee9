/* forecast.c: chances of battles over all dice, and the reach of forces (forecast.h). */
#include "engine/nae/forecast.h"

#include <assert.h>
#include <string.h>

#include "engine/nae/march.h"

enum { SUMS = 11, LEAST_SUM = 2 }; /* of two dice */
static const uint8_t WAYS[SUMS] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
static const double ALL_WAYS = 36.0 * 36.0;

/* ---- battles ---- */

static NaeCombatCell cell_of(const NaeData *d, const NaeForecast *f, unsigned role, unsigned sum)
{
    const int net = nae_net((int)(sum + LEAST_SUM) + nae_modifier_sum(&f->modifiers[role]));
    return d->table.combat[f->level][net - NAE_NET_MIN];
}

/* Every sum of the attacker's dice against every sum of the defender's. */
static void enumerate(const NaeData *d, const NaeBattle *b, NaeForecast *f)
{
    for (unsigned i = 0; i < SUMS; i++) {
        for (unsigned k = 0; k < SUMS; k++) {
            const NaeCombatCell cell[2] = {cell_of(d, f, NAE_ATTACKER, i), cell_of(d, f, NAE_DEFENDER, k)};
            const double share = WAYS[i] * WAYS[k] / ALL_WAYS;
            f->wins += nae_battle_winner(&cell[0], &cell[1]) == NAE_ATTACKER ? share : 0.0;
            for (unsigned role = 0; role < 2; role++) {
                f->losses[role] += share * nae_battle_capped(b, !role, cell[!role].losses);
            }
        }
    }
}

/* Half points count as a step where somebody is destroyed. */
static void destroyed(NaeForecast *f)
{
    const unsigned loser = f->overrun > 0 ? NAE_DEFENDER : NAE_ATTACKER;
    f->wins = f->overrun > 0 ? 1.0 : 0.0;
    f->losses[loser] = (f->points[loser] + 1U) / 2U;
}

/* Settles the battle of a position that may be written to. */
static NaeForecast forecast(const NaeData *d, NaeState *s)
{
    NaeForecast f = {.overrun = nae_battle_settle(d, s)};
    f.level = s->battle.level;
    for (unsigned role = 0; role < 2; role++) {
        f.points[role] = s->battle.steps[role];
        f.modifiers[role] = nae_battle_modifiers(d, s, role);
    }
    if (f.overrun != 0) {
        destroyed(&f);
    } else {
        enumerate(d, &s->battle, &f);
    }
    return f;
}

NaeForecast nae_battle_forecast(const NaeData *d, const NaeState *s)
{
    assert(nae_in_battle(s) && s->battle.stage <= NAE_STAGE_ROLL);
    NaeState copy = *s;
    return forecast(d, &copy);
}

NaeForecast nae_battle_forecast_with(const NaeData *d, const NaeState *s, Move move)
{
    NaeState copy = *s;
    const unsigned role = s->frame[s->frames - 1].a & 1U;
    const unsigned what = nae_move_a(move);
    switch ((unsigned)nae_move_kind(move)) {
    case NAE_M_SPEARHEAD:
        copy.battle.spearhead[role] = (uint8_t)what;
        break;
    case NAE_M_SUBORDINATE:
        copy.battle.subordinate[role] = (uint8_t)what;
        break;
    case NAE_M_SPECIAL:
        copy.battle.specials[role] = (uint8_t)(copy.battle.specials[role] | 1U << (what - NAE_FIRST_SPECIAL));
        break;
    default:
        nae_battle_card_effect(d, &copy, role, what);
        break;
    }
    return forecast(d, &copy);
}

/* Gives up what is too many in the zone of the battle; which step it is is the owner's choice, and the first
 * one will do here. */
static void give_up_excess(NaePlay *p)
{
    const unsigned frames = p->s->frames;
    p->s->battle.stage = NAE_STAGE_ODDS; /* all have come: stacking counts again */
    nae_tidy_zone(p, p->s->battle.zone);
    while (p->s->frames > frames && p->s->frame[p->s->frames - 1].step == NAE_STEP_EXCESS) {
        MoveList list = {.count = 0};
        NaeFrame *top = &p->s->frame[p->s->frames - 1];
        nae_excess_options(p, top, &list);
        nae_excess_choose(p, top, list.moves[0]);
    }
}

NaeForecast nae_guns_forecast(const NaeData *d, const NaeState *s, unsigned role, unsigned from,
                              unsigned general, unsigned *excess)
{
    NaeState copy = *s;
    NaePlay play = {d, &copy, NULL, NULL};
    const unsigned zone = s->battle.zone;
    nae_bring(&play, from, general, zone, NAE_INTERCEPTING, nae_most_who_come(&play, from, general, zone));
    nae_counter_join(&play, role);
    const unsigned all = nae_steps(d, &copy, nae_fighters(d, &copy, role));
    give_up_excess(&play);
    *excess = all - nae_steps(d, &copy, nae_fighters(d, &copy, role));
    return forecast(d, &copy);
}

static unsigned best_spearhead(const NaeData *d, NaePieces set)
{
    unsigned best = NAE_NONE;
    NAE_EACH_PIECE(unit, nae_pieces_and(set, d->units))
    {
        const unsigned stars = nae_unit(d, unit)->stars;
        if (stars > (best == NAE_NONE ? 0U : nae_unit(d, best)->stars)) {
            best = unit;
        }
    }
    return best;
}

static unsigned best_subordinate(const NaeData *d, const NaeState *s, NaePieces set, unsigned role)
{
    const unsigned commander = nae_battle_general(d, s, role);
    unsigned best = NAE_NONE;
    NAE_EACH_PIECE(general, nae_pieces_and(set, d->generals))
    {
        if (general != commander && nae_tactical(d, general, role) > nae_tactical(d, best, role)) {
            best = general;
        }
    }
    return best;
}

/* What a role would do well to engage. */
static void engage(const NaeData *d, NaeState *s, unsigned role)
{
    const NaePieces set = nae_fighters(d, s, role);
    s->battle.spearhead[role] = (uint8_t)best_spearhead(d, set);
    s->battle.subordinate[role] = (uint8_t)best_subordinate(d, s, set, role);
    NAE_EACH_PIECE(special, nae_pieces_and(set, d->specials))
    {
        s->battle.specials[role] = (uint8_t)(s->battle.specials[role] | 1U << (special - NAE_FIRST_SPECIAL));
    }
}

/* A battle of a position that may be written to, after pieces of a set have come to its zone. */
static NaeForecast attack(const NaeData *d, NaeState *s, NaePieces set, unsigned from, unsigned zone,
                          unsigned side, unsigned flags)
{
    NAE_EACH_PIECE(piece, set)
    {
        s->place[piece] = (uint8_t)zone;
        nae_clear_bit(s, piece, NAE_INSIDE);
    }
    NaeBattle *b = &s->battle;
    memset(b, 0, sizeof *b);
    b->zone = (uint8_t)zone;
    b->attacker = (uint8_t)side;
    b->entry = (uint8_t)from;
    b->flags = (uint16_t)flags;
    b->terrain = (uint8_t)nae_edge_terrain(d, from, zone);
    b->interceptor_entry = b->second_spearhead = NAE_NONE;
    engage(d, s, NAE_ATTACKER);
    engage(d, s, NAE_DEFENDER);
    return forecast(d, s);
}

NaeForecast nae_attack_forecast(const NaeData *d, const NaeState *s, NaePieces set, unsigned from,
                                unsigned zone)
{
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    assert(side < 2 && nae_has_units(d, nae_field(d, s, zone, nae_other(side))));
    NaeState copy = *s;
    return attack(d, &copy, set, from, zone, side, NAE_BATTLE_MARCH);
}

NaeForecast nae_interception_forecast(const NaeData *d, const NaeState *s, NaePieces set)
{
    assert(s->march.side < 2 && nae_side_of_piece(s, nae_pieces_first(set)) == nae_other(s->march.side));
    NaeState copy = *s;
    return attack(d, &copy, set, s->march.from, s->march.zone, s->march.side,
                  NAE_BATTLE_MARCH | NAE_BATTLE_INTERCEPTION);
}

/* ---- marches ---- */

/* Nobody marches on from where an enemy stands or a fortress of his bars the way [12.1, 15.1]. */
static bool stops(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_field_units(d, s, zone, nae_other(side)) || nae_enemy_fortress(d, s, zone, side);
}

bool nae_has_room(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned points)
{
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    return nae_pieces_count(nae_pieces_and(set, d->armies)) > 1 ||
           nae_may_pass(d, s, nae_pieces_minus(set, d->depots), side, zone, points);
}

static void widen(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, uint8_t left[NAE_ZONES],
                  uint8_t before[NAE_ZONES])
{
    assert(zone < NAE_ZONES);
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    const NaeZone *z = &d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const unsigned to = z->edge[i].zone;
        const unsigned cost = nae_step_cost(d, zone, to, false);
        if (cost == NAE_NONE || cost >= left[zone] || !nae_may_enter(d, s, set, side, zone, to)) {
            continue; /* left counts one more than the points, so that 0 is a zone out of reach */
        }
        const unsigned rest = left[zone] - cost;
        if (rest > left[to] && nae_has_room(d, s, set, to, rest - 1)) {
            left[to] = (uint8_t)rest;
            before[to] = (uint8_t)zone;
        }
    }
}

/* The step that takes the whole allowance, as the sole one. */
static void leap(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, uint8_t left[NAE_ZONES],
                 uint8_t before[NAE_ZONES])
{
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    for (unsigned i = 0; i < d->zone[zone].neighbors; i++) {
        const NaeEdge *edge = &d->zone[zone].edge[i];
        if (edge->terrain == NAE_EDGE_FULL && left[edge->zone] == 0 &&
            nae_may_enter(d, s, set, side, zone, edge->zone) && nae_has_room(d, s, set, edge->zone, 0)) {
            left[edge->zone] = 1;
            before[edge->zone] = (uint8_t)zone;
        }
    }
}

NaeZones nae_march_reach(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned points,
                         bool fresh, uint8_t before[NAE_ZONES])
{
    uint8_t left[NAE_ZONES] = {0};
    uint8_t unasked[NAE_ZONES];
    uint8_t *from = before != NULL ? before : unasked;
    const unsigned side = nae_side_of_piece(s, nae_pieces_first(set));
    NaeZones found = nae_zones_none();
    assert(side < 2 && zone < d->zones);
    left[zone] = (uint8_t)(points + 1);
    for (unsigned now = points + 1; now > 1; now--) { /* those with most left first: each is final then */
        for (unsigned z = 0; z < d->zones; z++) {
            if (left[z] == now && (z == zone || !stops(d, s, z, side))) {
                widen(d, s, set, z, left, from);
            }
        }
    }
    if (fresh && points > 0) {
        leap(d, s, set, zone, left, from);
    }
    for (unsigned z = 0; z < d->zones; z++) {
        if (left[z] != 0 && z != zone) {
            nae_zones_add(&found, z);
        }
    }
    return found;
}

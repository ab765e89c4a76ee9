/* raise.c: what is bought, where it goes, and how reinforcements reach the armies (7.3, 7.6). */
#include "ai/nae/scores.h"
#include "engine/nae/budget.h"

enum {
    NEVER = -1000000,
    STAY = 1,
    DEPOTS_CARRIED = 2,
    DEPOT_FORCE = 4, /* steps from which a force is worth a line of supply of its own */
    SPARE_DEPOT = 2,
    DEPOT_STEP = 20000 /* a depot goes to the force that wants one, the largest first */
};

/* Steps of the force in a zone that marches with too few mobile depots of a power; 0: it needs none. A depot
 * is a link that is laid on the way, and an army deep in hostile land uses up two a year (10.2, 10.3). */
static int depots_wanted(const NaeSense *se, unsigned zone, unsigned power)
{
    const NaePieces force = nae_field(se->d, se->s, zone, se->side);
    const NaePieces depots = nae_of_nation(se->d, nae_pieces_and(force, se->d->depots), power);
    const unsigned carried = nae_pieces_count(nae_without(se->s, depots, NAE_FIXED));
    const int steps = (int)nae_steps(se->d, se->s, force);
    const bool marches = nae_commander(se->d, se->s, force) != NAE_NONE &&
                         nae_force_nation(se->d, se->s, force) == power && steps >= DEPOT_FORCE;
    return marches && carried < DEPOTS_CARRIED ? steps : 0;
}

/* Whether a general stands in a zone who can take a depot along. */
static bool is_led(const NaeSense *se, unsigned zone)
{
    return nae_commander(se->d, se->s, nae_standing(se->d, se->s, zone, se->side)) != NAE_NONE;
}

/* A mobile depot of the power that spends lies where nobody can move it: a general would have to come for it,
 * and it is missing where an army marches. */
static bool is_stranded(const NaeSense *se, unsigned piece)
{
    const unsigned zone = se->s->place[piece];
    return nae_is_depot(piece) && zone < se->d->zones && !nae_bit(se->s, piece, NAE_FIXED) &&
           se->d->nation_of[piece] == se->s->budget.power && !is_led(se, zone);
}

static bool strands_depot(const NaeSense *se, unsigned zone)
{
    NAE_EACH_PIECE(depot, nae_pieces_and(se->s->owned[se->side], se->d->depots))
    {
        if (se->s->place[depot] == zone && is_stranded(se, depot)) {
            return true;
        }
    }
    return false;
}

/* A depot is bought for a force that wants one and can have it where it stands. */
static int worth_of_depot(const NaeSense *se, Move move)
{
    const NaePlay play = nae_reader(se->d, se->s);
    bool led = false;
    NAE_EACH_ZONE(zone, nae_purchase_places(&play, move))
    {
        if (depots_wanted(se, zone, se->s->budget.power) > 0) {
            return se->w->depots;
        }
        led |= is_led(se, zone);
    }
    return led ? SPARE_DEPOT : -SPARE_DEPOT;
}

static int worth_of_unit(const NaeSense *se, unsigned word, unsigned unit)
{
    const NaeUnit *u = &se->d->unit[unit];
    const int cost = u->cost * (word == NAE_W_FULL ? u->steps : 1);
    const int quality = 40 + 12 * u->morale[0] + 8 * u->stars - (u->home_only ? 40 : 0);
    const int cheap = word == NAE_W_FLIP_ARMY   ? 40
                      : word == NAE_W_FLIP_ZONE ? 30
                      : word == NAE_W_FULL      ? 10
                                                : 0;
    return (quality + cheap - 2 * cost) * se->w->army / 100;
}

int nae_score_purchase(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT:
        return worth_of_unit(se, a, nae_move_b(move));
    case NAE_M_PURCHASE_MARKER:
        return 160 * se->w->army / 100;
    case NAE_M_PURCHASE_SPECIAL:
        return 50;
    case NAE_M_PURCHASE_FLEET:
        return a == NAE_W_FREE_FLEET ? 40 : se->w->fleets;
    case NAE_M_PURCHASE:
        switch (a) {
        case NAE_W_DEPOT:
            return worth_of_depot(se, move);
        case NAE_W_FREE_CARD:
            return 200;
        case NAE_W_CARD:
            return se->w->card;
        default:
            return 0;
        }
    case NAE_M_MINOR_STEP:
        return a == NAE_NONE ? 0 : 10 + nae_sense_piece(se, a);
    case NAE_M_TRANSFER:
        return -1;
    case NAE_M_REMOVAL:
        return a == NAE_NONE ? 1 : strands_depot(se, a) ? 2 : 0;
    case NAE_M_REMOVAL_PIECE:
        return is_stranded(se, a);
    case NAE_M_REMOVAL_PLACE:
        return 0;
    default:
        return 0;
    }
}

/* New pieces go where the front is: to the army, or the fortress nearest to what is wanted. */
int nae_score_place(NaeSense *se, Move move)
{
    const unsigned zone = nae_move_kind(move) == NAE_M_PLACE ? nae_move_a(move) : nae_move_b(move);
    const unsigned piece = nae_move_kind(move) == NAE_M_PLACE ? se->s->budget.piece : nae_move_a(move);
    const int wanted = piece < NAE_PIECES && nae_is_depot(piece)
                           ? depots_wanted(se, zone, se->d->nation_of[piece]) * DEPOT_STEP +
                                 (is_led(se, zone) ? DEPOT_STEP : 0)
                           : 0;
    return wanted + nae_sense_rally(se, zone) + nae_sense_field(se, zone);
}

/* The best general first, where troops have none. */
int nae_score_general(NaeSense *se, Move move)
{
    const unsigned general = nae_move_a(move);
    if (general == NAE_NONE) {
        return 0;
    }
    return nae_move_kind(move) == NAE_M_EXCESS ? nae_score_loss(se, move) : nae_sense_piece(se, general);
}

/* ------------------------------------------------------------------ redeployment (7.6) */

/* A corps without a general seeks the nearest one, a force that is led the front. */
static int pull(NaeSense *se, unsigned zone, unsigned from, NaePieces force)
{
    if (nae_commander(se->d, se->s, force) == NAE_NONE) {
        return nae_sense_rally(se, zone);
    }
    const bool kept_out = nae_sense_kept_out(se, from, force);
    return nae_sense_front(se, nae_force_nation(se->d, se->s, force), kept_out)->field[zone];
}

int nae_score_walk(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    const NaePieces walkers = nae_marchers(se->s);
    switch (nae_move_kind(move)) {
    case NAE_M_WALK_FORCE: {
        if (a == NAE_NONE || se->s->phase == NAE_PHASE_NEUTRALS) {
            return a == NAE_NONE ? 1 : 0;
        }
        const NaePieces force = nae_field(se->d, se->s, a, se->side);
        int best = 0;
        for (unsigned i = 0; i < se->d->zone[a].neighbors; i++) {
            const int gain = pull(se, se->d->zone[a].edge[i].zone, a, force) - pull(se, a, a, force);
            best = gain > best ? gain : best;
        }
        return best > 40 ? 1 + best : 0;
    }
    case NAE_M_WALK_WHAT:
        return a == NAE_W_WHOLE ? 2 : 1;
    case NAE_M_WALK_UNIT:
        return 0;
    case NAE_M_WALK_GO:
        return pull(se, a, se->s->march.zone, walkers);
    case NAE_M_WALK_TAKE:
        return nae_unit_speed(se->d, se->s, a) < se->s->march.speed ? NEVER : -NEVER;
    case NAE_M_WALK_STOP:
        return pull(se, se->s->march.zone, se->s->march.zone, walkers) + STAY;
    case NAE_M_DEPOT_MOBILE:
        return nae_move_b(move) == NAE_W_NO;
    case NAE_M_NEUTRAL_FLEET:
        return 0;
    default:
        return 0;
    }
}

/* fight.c: interceptions, evasions, counter-marches, battles, losses, sieges and what little is done at sea
 * (12.4, 14, 15, 17). */
#include "ai/nae/sail.h"
#include "ai/nae/scores.h"

#include <limits.h>

enum {
    CARD_PRICE = 30,
    CARD_KEPT = 400,
    COMBAT_CARD_IN_SKIRMISH = -20,
    ENOUGH = 2000,
    SAILS = 50,
    MOST_FLEETS = 3
};

/* Strength of the moving enemy. */
static int strength_of_marchers(const NaeSense *se)
{
    return nae_sense_strength(se, nae_marchers(se->s), true);
}

/* ------------------------------------------------------------------ reactions (12.4) */

/* How much the card that goes for an interception by this general would be missed: the least dear of those
 * that reach his initiative (12.4). */
static int worth_of_card_given(const NaeSense *se, unsigned general)
{
    int least = INT_MAX;
    uint64_t hand = nae_cards_in_hand(se->s, se->side);
    for (unsigned card; (card = nae_take_card(&hand, se->side)) != NAE_NONE;) {
        if (nae_card_value(se->d, se->s, card) >= nae_general(se->d, general)->initiative) {
            const int worth = nae_worth_of_keeping(se, card);
            least = worth < least ? worth : least;
        }
    }
    return least == INT_MAX ? 0 : least;
}

int nae_score_intercept(NaeSense *se, Move move)
{
    switch (nae_move_kind(move)) {
    case NAE_M_INTERCEPT_NONE:
        return 0;
    case NAE_M_INTERCEPT: {
        const NaePieces force = nae_field(se->d, se->s, nae_move_a(move), se->side);
        const NaePieces there = nae_field(se->d, se->s, se->s->march.zone, se->side);
        const int own = nae_sense_strength(se, force, false) + nae_sense_strength(se, there, false);
        const int enemy = strength_of_marchers(se);
        const int card = CARD_PRICE * 100 + CARD_KEPT * worth_of_card_given(se, nae_move_b(move));
        return own * 100 - enemy * se->w->intercept - card;
    }
    case NAE_M_INTERCEPT_CARD:
        return -(int)nae_card_value(se->d, se->s, nae_move_a(move)) * 100 -
               nae_worth_of_keeping(se, nae_move_a(move));
    case NAE_M_COME:
        return nae_move_b(move) == NAE_W_COME;
    default:
        return 0;
    }
}

int nae_score_evade(NaeSense *se, Move move)
{
    const unsigned zone = se->s->march.zone;
    switch (nae_move_kind(move)) {
    case NAE_M_EVADE: {
        const int own = nae_sense_strength(se, nae_field(se->d, se->s, zone, se->side), false);
        const int enemy = strength_of_marchers(se);
        const bool weak = own * 100 < enemy * se->w->evade;
        switch (nae_move_a(move)) {
        case NAE_W_EVADE:
            return weak ? 3 : 0;
        case NAE_W_FORT:
            return weak ? 2 : 0;
        case NAE_W_STAND:
            return 1;
        default:
            return -1;
        }
    }
    case NAE_M_EVADE_TO:
        return nae_sense_rally(se, nae_move_a(move));
    case NAE_M_REACTION:
        return nae_move_a(move) == NAE_NONE ? 0 : 40 - nae_worth_of_keeping(se, nae_move_a(move)) / 4;
    default:
        return 0;
    }
}

int nae_score_counter_march(NaeSense *se, Move move)
{
    (void)se;
    return nae_move_kind(move) == NAE_M_COUNTER_MARCH ? 1 : 0;
}

/* ------------------------------------------------------------------ battle (14) */

int nae_score_battle(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_SPEARHEAD:
        return a == NAE_NONE ? 0 : 10 + 5 * (int)se->d->unit[a].stars;
    case NAE_M_SPECIAL:
        return nae_move_b(move) == NAE_W_YES;
    case NAE_M_SUBORDINATE:
        return a == NAE_NONE ? 0 : 1 + nae_general(se->d, a)->attack + nae_general(se->d, a)->defence;
    case NAE_M_COMBAT_CARD: {
        const int worth = se->s->battle.level == 0 ? COMBAT_CARD_IN_SKIRMISH : CARD_PRICE;
        return a == NAE_NONE ? 0 : worth;
    }
    case NAE_M_MORALE:
        return (int)a;
    default:
        return 0;
    }
}

/* The least is lost first; depots before corps. */
int nae_score_loss(NaeSense *se, Move move)
{
    const unsigned piece = nae_move_a(move);
    if (!nae_is_unit(piece)) {
        return nae_is_depot(piece) ? -5 : -nae_sense_piece(se, piece);
    }
    const int last = nae_unit_steps(se->d, se->s, piece) == 1 ? 10 : 0; /* whole corps go last */
    return -nae_sense_piece(se, piece) - last;
}

int nae_score_retreat(NaeSense *se, Move move) { return nae_sense_rally(se, nae_move_a(move)); }

/* ------------------------------------------------------------------ sieges (15) */

/* The Empire fights far from home: the last depot with a force will be a link of its line of supply. */
static bool may_spend_depot(const NaeSense *se)
{
    unsigned depots = 0;
    NAE_EACH_PIECE(depot, nae_pieces_and(se->s->owned[se->side], se->d->depots))
    {
        depots += se->s->place[depot] == se->s->march.zone;
    }
    return se->side == NAE_COALITION || depots > 1;
}

/* A fortress on the way is a link of supply: worth a depot, or a step of a force that has some. */
int nae_score_siege(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    const NaePieces force =
        nae_is_unit(a) ? nae_field(se->d, se->s, se->s->place[a], se->side) : nae_pieces_none();
    switch (nae_move_kind(move)) {
    case NAE_M_FREE_SIEGE:
        return a == NAE_W_YES;
    case NAE_M_REACTIVATE:
        return a == NAE_W_DEPOT ? ENOUGH : a == NAE_W_LATER ? ENOUGH / 4 : 2;
    case NAE_M_REACTIVATE_UNIT:
        return (nae_steps(se->d, se->s, force) > 2 ? ENOUGH / 2 : 0) - nae_sense_piece(se, a);
    case NAE_M_ATTRITION_DEPOT:
        return (a == NAE_W_YES) == may_spend_depot(se);
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ at sea (17) */

/* Troops aboard are put ashore, somewhere at least. */
static bool has_cargo(const NaeSense *se) { return !nae_pieces_empty(nae_at(se->d, se->s, NAE_ABOARD)); }

/* Fleets stay where they are unless they must choose or can land troops: fight from strength, keep what
 * carries troops. */
int nae_score_sea(NaeSense *se, Move move)
{
    const unsigned a = nae_move_a(move);
    const int landing = nae_sail_worth(se, move);
    if (landing > 0) {
        return SAILS + landing;
    }
    switch (nae_move_kind(move)) {
    case NAE_M_SQUADRON_AT:
        return nae_move_a(move) == NAE_P_PORT && nae_move_b(move) == nae_sail_best(se, MOST_FLEETS).port;
    case NAE_M_SQUADRON:
        return nae_move_b(move) == NAE_W_GO;
    case NAE_M_SAIL:
        return a == NAE_W_STOP ? 5 : 0;
    case NAE_M_SAIL_BOX:
        return 8;
    case NAE_M_SAIL_PORT:
        return has_cargo(se) ? SAILS : 3;
    case NAE_M_SAIL_UNLOAD:
        return has_cargo(se) ? SAILS + nae_sense_field(se, a) : nae_sense_field(se, a);
    case NAE_M_ASSAULT:
        return a == NAE_NONE ? 0 : 1; /* all that may */
    case NAE_M_SEA_INTERCEPT:
        return a == NAE_W_YES;
    case NAE_M_SEA_INTERCEPT_AT:
        return nae_move_c(move) == NAE_W_YES;
    case NAE_M_SEA_EVADE:
        return a == NAE_W_STAND;
    case NAE_M_SEA_TIE:
        return a == NAE_W_RETREAT ? 0 : 1;
    case NAE_M_SEA_CARD:
        return a == NAE_NONE ? 0 : 1;
    case NAE_M_BLOCKADE:
        return a == NAE_W_YES;
    case NAE_M_FLEET_LOSS:
    case NAE_M_FLEET_EXCESS:
        return -(int)nae_fleet(se->d, a)->tactical * 10 - (int)nae_fleet(se->d, a)->initiative;
    default:
        return 0;
    }
}

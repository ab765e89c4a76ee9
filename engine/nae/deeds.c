/* deeds.c: what decisions of Napoleon against Europe add to a plan: wars declared, nations courted, what
 * cards are used for, purchases, forces and where they march and sail. A plan ends with the round in which it
 * began, or with the first round of the turn. */
#include <stdio.h>

#include "engine/nae/rules.h"
#include "engine/nae/words.h"

enum { GREAT_FORCE = 4 }; /* units from which on a force is what a plan is called by */

static void tell_nation(const NaeData *d, enum words_deed_rank rank, const char *heading, unsigned nation,
                        WordsDeed *deed)
{
    if (nation < NAE_NATIONS) {
        words_tell_deed(deed, rank, heading, "%s", d->nation_name[nation]);
    }
}

static void tell_card(const NaeData *d, const char *heading, unsigned card, WordsDeed *deed)
{
    if (card < NAE_CARDS) {
        words_tell_deed(deed, WORDS_DEED_PART, heading, "%s", d->card_title[card]);
    }
}

/* The pieces of the force that marches. */
static NaePieces marching(const NaeData *d, const NaeState *s)
{
    const NaePieces land = nae_land(d, s, s->march.zone, s->march.side);
    return nae_marked(s, land, NAE_INSIDE | NAE_GROUP, NAE_MOVING);
}

static void tell_march(const NaeData *d, const NaeState *before, unsigned zone, WordsDeed *deed)
{
    const NaeMarch *march = &before->march;
    if (march->side >= 2 || march->start >= d->zones || zone >= d->zones) {
        return;
    }
    const NaePieces set = marching(d, before);
    const unsigned commander = nae_commander(d, before, set);
    const enum words_deed_rank rank =
        nae_force_info(d, before, set).corps >= GREAT_FORCE ? WORDS_DEED_MAIN : WORDS_DEED_PART;
    if (commander < NAE_PIECES) {
        words_tell_deed(deed, rank, "marches", "%s to %s", d->piece_name[commander], d->zone_name[zone]);
    } else {
        words_tell_deed(deed, rank, "marches", "from %s to %s", d->zone_name[march->start],
                        d->zone_name[zone]);
    }
    (void)snprintf(deed->subject, sizeof deed->subject, "%s", d->zone_name[march->start]);
}

/* What a card is used for: at once its target is asked, which tells more. */
static void tell_use(unsigned word, WordsDeed *deed)
{
    switch (word) {
    case NAE_W_EVENT:
        words_tell_deed(deed, WORDS_DEED_DETAIL, "uses a card", "as its event");
        break;
    case NAE_W_PROTECTORATE:
        words_tell_deed(deed, WORDS_DEED_PART, "uses a card", "for a protectorate");
        break;
    case NAE_W_END_WAR:
        words_tell_deed(deed, WORDS_DEED_MAIN, "uses a card", "to end a foreign war");
        break;
    default:
        break;
    }
}

/* Purchases of the budget. */
static bool tell_purchase(const NaeData *d, Move move, WordsDeed *deed)
{
    const unsigned a = nae_move_a(move);
    const unsigned piece = nae_move_kind(move) == NAE_M_PURCHASE_UNIT ? nae_move_b(move) : a;
    const char *nation = piece < NAE_PIECES && d->nation_of[piece] < NAE_NATIONS
                             ? d->nation_name[d->nation_of[piece]]
                             : "somebody";
    switch (nae_move_kind(move)) {
    case NAE_M_PURCHASE_UNIT:
        words_tell_deed(deed, WORDS_DEED_DETAIL, "buys", "troops of %s", nation);
        return true;
    case NAE_M_PURCHASE_MARKER:
        words_tell_deed(deed, WORDS_DEED_PART, "buys", "an army marker of %s", nation);
        return true;
    case NAE_M_PURCHASE_SPECIAL:
        words_tell_deed(deed, WORDS_DEED_PART, "buys", "%s",
                        piece < NAE_PIECES ? d->piece_name[piece] : "special troops");
        return true;
    case NAE_M_PURCHASE_FLEET:
        words_tell_deed(deed, WORDS_DEED_PART, "buys", "a fleet of %s", nation);
        return true;
    case NAE_M_PURCHASE:
        if (a == NAE_W_DEPOT || a == NAE_W_CARD) {
            words_tell_deed(deed, a == NAE_W_CARD ? WORDS_DEED_PART : WORDS_DEED_DETAIL, "buys",
                            a == NAE_W_CARD ? "a card" : "a depot");
        }
        return true;
    default:
        return false;
    }
}

static bool tell_politics(const NaeData *d, const NaeState *before, Move move, WordsDeed *deed)
{
    const unsigned a = nae_move_a(move);
    switch (nae_move_kind(move)) {
    case NAE_M_DECLARE:
        tell_nation(d, WORDS_DEED_MAIN, "declares war on", a, deed);
        return true;
    case NAE_M_TARGET:
        if (before->frames > 0 && before->frame[before->frames - 1].step == NAE_STEP_CARD_TARGET) {
            tell_nation(d, WORDS_DEED_PART, "aims at", a, deed); /* an event */
        } else {
            tell_nation(d, WORDS_DEED_MAIN, "courts", a, deed);
        }
        return true;
    case NAE_M_FREE_DIPLOMACY:
        tell_nation(d, WORDS_DEED_MAIN, "courts", a, deed);
        return true;
    case NAE_M_TRANSFER:
        tell_nation(d, WORDS_DEED_PART, "pays subsidies to", nae_move_b(move), deed);
        return true;
    case NAE_M_USE:
        tell_use(a, deed);
        return true;
    case NAE_M_ACTION_CARD:
        tell_card(d, "acts with", a, deed);
        return true;
    case NAE_M_START_CARD:
    case NAE_M_DIP_CARD:
    case NAE_M_BUDGET_EVENT:
        tell_card(d, "plays", a, deed);
        return true;
    case NAE_M_ACTION:
        if (a == NAE_W_PASS) {
            words_tell_deed(deed, WORDS_DEED_PART, "passes", "its action");
        }
        return true;
    default:
        return false;
    }
}

static void tell_war(const NaeData *d, const NaeState *before, Move move, WordsDeed *deed)
{
    const unsigned a = nae_move_a(move);
    const char *zone = a < d->zones ? d->zone_name[a] : "?";
    switch (nae_move_kind(move)) {
    case NAE_M_GO:
        tell_march(d, before, a, deed);
        break;
    case NAE_M_MOVE:
        if (a == NAE_W_SIEGE && before->march.zone < d->zones) {
            words_tell_deed(deed, WORDS_DEED_PART, "besieges", "%s", d->zone_name[before->march.zone]);
        }
        break;
    case NAE_M_SAIL_BOX:
        words_tell_deed(deed, WORDS_DEED_PART, "blockades", "%s", zone);
        break;
    case NAE_M_SAIL_PORT_ATTACK:
        words_tell_deed(deed, WORDS_DEED_MAIN, "attacks the port of", "%s", zone);
        break;
    case NAE_M_SAIL_ASSAULT:
    case NAE_M_SAIL_UNLOAD:
        words_tell_deed(deed, WORDS_DEED_MAIN, "lands in", "%s", zone);
        break;
    default:
        break;
    }
}

void nae_deed(const NaeData *d, const NaeState *before, Move move, WordsDeed *deed)
{
    if (!tell_politics(d, before, move, deed) && !tell_purchase(d, move, deed)) {
        tell_war(d, before, move, deed);
    }
}

bool nae_plan_over(const NaeState *start, const NaeState *now)
{
    const unsigned round = start->phase == NAE_PHASE_ROUNDS ? start->round : 1U;
    return now->header.turn != start->header.turn || now->phase > NAE_PHASE_ROUNDS ||
           (now->phase == NAE_PHASE_ROUNDS && now->round > round);
}

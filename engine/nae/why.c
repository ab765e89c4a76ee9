/* why.c: why a move is not legal: which chapter knows, and what is being decided instead (words.h). */
#include "engine/nae/why.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/march.h"
#include "engine/nae/words.h"

/* ---- sentences ---- */

bool nae_because(const NaeWhy *w, const char *clause, const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    strbuf_add(w->out, sentence);
    (void)snprintf(w->clause, WORDS_CLAUSE_BYTES, "%s", clause);
    return true;
}

const char *nae_why_zone(const NaeWhy *w, unsigned zone)
{
    return zone < w->p.d->zones ? w->p.d->zone_name[zone] : "that place";
}

const char *nae_why_piece(const NaeWhy *w, unsigned piece)
{
    return piece >= NAE_PIECES                    ? "that piece"
           : w->p.d->piece_name[piece][0] != '\0' ? w->p.d->piece_name[piece]
                                                  : w->p.d->piece_id[piece];
}

const char *nae_why_nation(const NaeWhy *w, unsigned nation)
{
    return nation < NAE_NATIONS ? w->p.d->nation_name[nation] : "nobody";
}

const char *nae_why_card(const NaeWhy *w, unsigned card)
{
    return card < NAE_CARDS ? w->p.d->card_id[card] : "that card";
}

const char *nae_why_side(unsigned side) { return side == NAE_EMPIRE ? "the Empire" : "the Coalition"; }

const char *nae_why_fault(enum nae_fault fault)
{
    static const char *const TEXT[] = {
        [NAE_FAULT_NONE] = "it would be no legal force",
        [NAE_FAULT_NO_GENERAL] = "two corps, a marker or a special unit need a general",
        [NAE_FAULT_EMPTY] = "a general would stand without a corps",
        [NAE_FAULT_RANK] = "nobody serves under a lower rank of his nation, or without an army marker",
        [NAE_FAULT_SUBORDINATES] = "an army has three subordinates at most",
        [NAE_FAULT_CAVALRY] = "reserve cavalry serves in armies only, two steps of it in each",
        [NAE_FAULT_CAPACITY] = "that is more than the general can command",
        [NAE_FAULT_ALLIES] = "steps of allied majors must stay fewer than his own, and half at most",
    };
    return TEXT[fault];
}

enum nae_fault nae_why_apart(const NaeWhy *w, NaePieces mover, NaePieces stander)
{
    const NaeData *d = w->p.d;
    unsigned commander = NAE_NONE;
    if (nae_can_combine(d, w->p.s, mover, stander)) {
        return NAE_FAULT_NONE;
    }
    if (nae_pieces_count(nae_pieces_and(nae_pieces_or(mover, stander), d->armies)) > 1) {
        return NAE_FAULT_RANK;
    }
    const NaePieces all = nae_joint_force(d, w->p.s, mover, stander, &commander);
    const enum nae_fault fault = nae_force_fault(d, w->p.s, all, commander);
    return fault == NAE_FAULT_NONE ? NAE_FAULT_NO_GENERAL : fault;
}

/* ---- which decision a kind belongs to ---- */

typedef bool (*Chapter)(const NaeWhy *w);

/* A kind of move: when it is chosen, as the end of a sentence, the chapter that knows reasons, and the steps
 * at which it is offered (0: none further). */
typedef struct Kind {
    const char *when;
    Chapter chapter;
    uint8_t steps[3];
} Kind;

/* clang-format off */
#define MARCHES "a force marches in its activation, which takes action points or an event"
#define BUYS    "purchases are made in the budget of a power"
#define FIGHTS  "that is chosen in a battle"
#define SAILS   "fleets sail in their activation, which takes action points or an event"
#define SPENDS  "forces are activated in an action of a round, for action points or by an event"
#define WALKS   "that is chosen in the redeployment between two years"
#define ACTS    "cards are played in an action of a round"
static const Kind KINDS[NAE_KIND_COUNT] = {
    [NAE_M_DECLARE] = {"war is declared at the beginning of a year", nae_why_card_use, {NAE_STEP_DECLARE}},
    [NAE_M_KEEP] = {"hands are sorted at the beginning of a year", nae_why_card_use, {NAE_STEP_KEEP}},
    [NAE_M_DISCARD] = {"cards above the size of the hand go at the beginning of a year", nae_why_card_use, {NAE_STEP_DISCARD}},
    [NAE_M_BUDGET_EVENT] = {"events of the budget are played before the powers spend", nae_why_card_use, {NAE_STEP_BUDGET_EVENT}},
    [NAE_M_TRANSFER] = {"resources are given before the powers spend", nae_why_buy, {NAE_STEP_TRANSFER}},
    [NAE_M_REMOVAL] = {"pieces are taken off the map before purchases", nae_why_buy, {NAE_STEP_REMOVAL}},
    [NAE_M_REMOVAL_PLACE] = {"pieces are taken off the map before purchases", nae_why_buy, {NAE_STEP_REMOVAL}},
    [NAE_M_REMOVAL_PIECE] = {"pieces are taken off the map before purchases", nae_why_buy, {NAE_STEP_REMOVAL_PIECE}},
    [NAE_M_PURCHASE_UNIT] = {BUYS, nae_why_buy, {NAE_STEP_PURCHASE}},
    [NAE_M_PURCHASE_MARKER] = {BUYS, nae_why_buy, {NAE_STEP_PURCHASE}},
    [NAE_M_PURCHASE_SPECIAL] = {BUYS, nae_why_buy, {NAE_STEP_PURCHASE}},
    [NAE_M_PURCHASE_FLEET] = {BUYS, nae_why_buy, {NAE_STEP_PURCHASE}},
    [NAE_M_PURCHASE] = {BUYS, nae_why_buy, {NAE_STEP_PURCHASE}},
    [NAE_M_PLACE] = {"a place is chosen for what has just been bought or raised", nae_why_buy, {NAE_STEP_PLACE}},
    [NAE_M_RESERVE_GENERAL] = {"generals leave the reserve in the budget of their power", nae_why_buy, {NAE_STEP_RESERVE_GENERAL}},
    [NAE_M_MINOR_STEP] = {"free steps of minor nations come at the end of the budgets", nae_why_buy, {NAE_STEP_MINOR_STEP}},
    [NAE_M_START_CARD] = {"that card opens the diplomatic phase", nae_why_card_use, {NAE_STEP_START_CARD}},
    [NAE_M_DIP_CARD] = {"cards for diplomacy are played in the diplomatic phase", nae_why_card_use, {NAE_STEP_DIP_CARD}},
    [NAE_M_USE] = {"the use of a card is chosen after the card", nae_why_card_use, {NAE_STEP_USE, NAE_STEP_DIP_USE}},
    [NAE_M_TARGET] = {"a target is chosen after the card that needs one", nae_why_card_use, {NAE_STEP_DIPLOMACY_TARGET, NAE_STEP_PROTECTORATE_TARGET}},
    [NAE_M_WALK_FORCE] = {WALKS, nae_why_march, {NAE_STEP_WALK_FORCE}},
    [NAE_M_WALK_GO] = {WALKS, nae_why_march, {NAE_STEP_WALK}},
    [NAE_M_WALK_TAKE] = {WALKS, nae_why_march, {NAE_STEP_WALK}},
    [NAE_M_WALK_STOP] = {WALKS, nae_why_march, {NAE_STEP_WALK}},
    [NAE_M_ACTION] = {"a round gives each side one action", nae_why_card_use, {NAE_STEP_ACTION}},
    [NAE_M_ACTION_CARD] = {ACTS, nae_why_card_use, {NAE_STEP_ACTION}},
    [NAE_M_SPEND] = {SPENDS, nae_why_activate, {NAE_STEP_SPEND}},
    [NAE_M_SPEND_POWER] = {SPENDS, nae_why_activate, {NAE_STEP_SPEND_POWER}},
    [NAE_M_SPEND_ZONE] = {SPENDS, nae_why_activate, {NAE_STEP_SPEND_ZONE}},
    [NAE_M_SPEND_FORCE] = {SPENDS, nae_why_activate, {NAE_STEP_SPEND_FORCE}},
    [NAE_M_SPEND_PIECE] = {SPENDS, nae_why_activate, {NAE_STEP_SPEND_FORCE}},
    [NAE_M_SPLIT] = {"corps are detached when a subordinate is activated", nae_why_activate, {NAE_STEP_SPLIT}},
    [NAE_M_GATHER] = {"neighbours join an army when it is activated", nae_why_activate, {NAE_STEP_GATHER}},
    [NAE_M_GATHER_UNIT] = {"neighbours join an army when it is activated", nae_why_activate, {NAE_STEP_GATHER}},
    [NAE_M_FORCED_MARCH] = {"a forced march is declared when a force is activated", nae_why_march, {NAE_STEP_FORCED_MARCH}},
    [NAE_M_GO] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_MOVE] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_DROP] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_TAKE] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_TURN_DEPOT] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_DISMISS] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_MOVE_CARD] = {MARCHES, nae_why_march, {NAE_STEP_MOVE}},
    [NAE_M_FORTRESS] = {"that is chosen when a march comes to an enemy fortress", nae_why_march, {NAE_STEP_FORTRESS}},
    [NAE_M_INTERCEPT] = {"a force is intercepted when it enters a zone next to a general of yours", nae_why_fight, {NAE_STEP_INTERCEPT}},
    [NAE_M_INTERCEPT_CARD] = {"the card is chosen after the interception", nae_why_fight, {NAE_STEP_INTERCEPT_CARD}},
    [NAE_M_EVADE] = {"a force evades when an enemy enters its zone", nae_why_fight, {NAE_STEP_EVADE}},
    [NAE_M_EVADE_TO] = {"the zone is chosen when an evasion has succeeded", nae_why_fight, {NAE_STEP_EVADE_TO}},
    [NAE_M_COUNTER_MARCH] = {"generals next door march to the guns when a battle begins", nae_why_fight, {NAE_STEP_COUNTER_MARCH}},
    [NAE_M_SPEARHEAD] = {FIGHTS, nae_why_fight, {NAE_STEP_SPEARHEAD}},
    [NAE_M_SPECIAL] = {FIGHTS, NULL, {NAE_STEP_SPECIAL}},
    [NAE_M_SUBORDINATE] = {FIGHTS, nae_why_fight, {NAE_STEP_SUBORDINATE}},
    [NAE_M_COMBAT_CARD] = {FIGHTS, nae_why_fight, {NAE_STEP_BATTLE_CARD}},
    [NAE_M_BATTLE_LOSS] = {FIGHTS, nae_why_fight, {NAE_STEP_BATTLE_LOSS}},
    [NAE_M_RETREAT] = {"a force retreats after a battle lost", nae_why_fight, {NAE_STEP_RETREAT}},
    [NAE_M_SQUADRON_AT] = {SAILS, nae_why_sail, {NAE_STEP_SQUADRON_AT}},
    [NAE_M_SQUADRON] = {SAILS, nae_why_sail, {NAE_STEP_SQUADRON}},
    [NAE_M_SAIL_SEA] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_BOX] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_PORT] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_PORT_ATTACK] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_ASSAULT] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_ATTACK] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_LOAD] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_UNLOAD] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL_HOME] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
    [NAE_M_SAIL] = {SAILS, nae_why_sail, {NAE_STEP_SAIL}},
};
/* clang-format on */

static bool is_chosen_here(const NaeWhy *w)
{
    const Kind *kind = &KINDS[w->kind];
    for (unsigned i = 0; i < sizeof kind->steps; i++) {
        if (kind->steps[i] != NAE_STEP_NOTHING && kind->steps[i] == w->top->step) {
            return true;
        }
    }
    return false;
}

/* What is decided now instead: the question of the open decision, and when the move would be chosen. */
static void say_not_now(const NaeWhy *w)
{
    StrBuf asked;
    char clause[WORDS_CLAUSE_BYTES] = "";
    strbuf_init(&asked);
    NAE_WORDS.question(w->p.d, &w->p.s->header, &asked, clause);
    const char *when = KINDS[w->kind].when;
    (void)nae_because(w, clause, "Something else is decided now: \"%s\"%s%s", asked.text,
                      when != NULL ? "; " : "", when != NULL ? when : "");
    strbuf_release(&asked);
}

/* ---- one piece of a class stands for all (P2) ---- */

static bool alike(const NaeWhy *w, unsigned a, unsigned b)
{
    const NaeData *d = w->p.d;
    if (a == b || a >= NAE_PIECES || b >= NAE_PIECES || w->p.s->place[a] != w->p.s->place[b]) {
        return false;
    }
    if (nae_is_unit(a) && nae_is_unit(b)) {
        return d->unit[a].kind == d->unit[b].kind &&
               nae_bit(w->p.s, a, NAE_REDUCED) == nae_bit(w->p.s, b, NAE_REDUCED);
    }
    return nae_is_depot(a) && nae_is_depot(b) && d->nation_of[a] == d->nation_of[b] &&
           nae_bit(w->p.s, a, NAE_FIXED) == nae_bit(w->p.s, b, NAE_FIXED);
}

/* Which argument of a kind is a piece that may stand for others: 0, 1, or none. */
static unsigned piece_argument(unsigned kind)
{
    switch (kind) {
    case NAE_M_PURCHASE_UNIT:
    case NAE_M_GATHER_UNIT:
        return 1;
    case NAE_M_DROP:
    case NAE_M_TAKE:
    case NAE_M_TURN_DEPOT:
    case NAE_M_SPLIT:
    case NAE_M_SPEND_PIECE:
    case NAE_M_WALK_TAKE:
    case NAE_M_SPEARHEAD:
    case NAE_M_BATTLE_LOSS:
    case NAE_M_REMOVAL_PIECE:
    case NAE_M_SAIL_LOAD:
        return 0;
    default:
        return NAE_NONE;
    }
}

/* Another piece of the same make is on the list: it is the one to name. */
static bool another_stands_for_it(const NaeWhy *w, const MoveList *legal)
{
    const unsigned argument = piece_argument(w->kind);
    const unsigned piece = argument == 1 ? w->b : w->a;
    for (uint32_t i = 0; i < legal->count && argument != NAE_NONE; i++) {
        const Move move = legal->moves[i];
        const unsigned other = argument == 1 ? nae_move_b(move) : nae_move_a(move);
        const bool same_rest = argument == 0 || nae_move_a(move) == w->a;
        if (nae_move_kind(move) == w->kind && same_rest && alike(w, piece, other)) {
            return nae_because(w, "", "%s is just like %s there, which stands for both: name that one",
                               w->p.d->piece_id[piece], w->p.d->piece_id[other]);
        }
    }
    return false;
}

/* ---- the question ---- */

static bool is_legal(const MoveList *legal, Move move)
{
    for (uint32_t i = 0; i < legal->count; i++) {
        if (legal->moves[i] == move) {
            return true;
        }
    }
    return false;
}

void nae_why_not(const void *data, const State *view, Seat seat, const char *text, StrBuf *out,
                 char clause[WORDS_CLAUSE_BYTES])
{
    const NaeState *s = nae_state_const(view);
    const NaePlay play = nae_reader(data, s);
    MoveList legal;
    Move move = 0;
    assert(seat == (Seat)view->seat && s->frames > 0);
    (void)seat;
    clause[0] = '\0';
    if (!nae_move_parse(data, text, &move)) {
        return;
    }
    const NaeWhy w = {play,
                      &s->frame[s->frames - 1],
                      nae_move_kind(move),
                      nae_move_a(move),
                      nae_move_b(move),
                      nae_move_c(move),
                      out,
                      clause};
    (void)nae_list(&play, &legal);
    if (is_legal(&legal, move)) {
        return;
    }
    if (!is_chosen_here(&w)) {
        say_not_now(&w);
    } else if (!another_stands_for_it(&w, &legal) && KINDS[w.kind].chapter != NULL) {
        (void)KINDS[w.kind].chapter(&w);
    }
}

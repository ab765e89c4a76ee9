/* rules.h: how the rules of Napoleon against Europe run, and what the chapters offer each other. Internal to
 * engine/nae.
 *
 * THE AGENDA. A state carries a stack of frames (NaeFrame): each names a step and a few bytes of arguments.
 * The engine (turn.c, nae_run) takes the top frame again and again: an automatic step runs its function,
 * which must pop, replace or push (so it makes progress); a decision lists its options for frame->seat: none
 * - the step's `none` function runs; one - it is chosen at once; two or more - the engine stops and asks.
 * `choose` gets the move, and pops or replaces the frame or leaves it (a loop). What is pushed last happens
 * first. A step never asks who pushed it: it pops itself and the frame below goes on, reading what happened
 * from the state (contexts, s->battle_result). Frame pointers stay valid while the frame is on the stack.
 *
 * A CHAPTER is one .c file. It declares its steps in steps_march.h, steps_battle.h or steps_cards.h:
 *     AUTO(UPPER, lower)           void nae_lower_run(NaePlay *, NaeFrame *)
 *     DECISION(UPPER, lower)       void nae_lower_options(const NaePlay *, const NaeFrame *, MoveList *)
 *                                  void nae_lower_choose(NaePlay *, NaeFrame *, Move)
 *                                  no option: the frame is popped
 *     DECISION_OR(UPPER, lower)    the same and void nae_lower_none(NaePlay *, NaeFrame *) for no option
 * which makes NAE_STEP_UPPER and the prototypes by itself. Options are added in any order with nae_option;
 * the engine sorts them and drops doubles (P2: one piece of a class, nae_class_first). Dice come from p->dice
 * alone (nae_d6), nothing allocates, every function cites its clause. Contexts (s->march, s->battle, ...) are
 * all zero bytes when not in use, side fields apart: nae_clear_* sets them.
 *
 * FORCES are sets of pieces (NaePieces, sets.h), never stored: all land pieces of a side in a zone in the
 * same slots and the same inside bit. nae_at and friends (pieces.h) compute them.
 */
#ifndef MARSHAL_ENGINE_NAE_RULES_H
#define MARSHAL_ENGINE_NAE_RULES_H

#include <assert.h>

#include "engine/dice.h"
#include "engine/journal.h"
#include "engine/nae/data.h"
#include "engine/nae/moves.h"
#include "engine/nae/pieces.h"
#include "engine/nae/sets.h"
#include "engine/nae/state.h"

struct NaeScratch; /* scratch.h */

/* What every rule works on. dice is NULL in pure questions; scratch is NULL where nothing is remembered. */
typedef struct NaePlay {
    const NaeData *d;
    NaeState *s;
    Dice *dice;
    struct NaeScratch *scratch;
} NaePlay;

/* What asks only: no dice, nothing remembered. */
static inline NaePlay nae_reader(const NaeData *d, const NaeState *s)
{
    return (NaePlay){d, (NaeState *)(uintptr_t)s, NULL, NULL};
}

/* ---- steps ---- */

enum nae_step {
    NAE_STEP_NOTHING,
#define AUTO(upper, lower)        NAE_STEP_##upper,
#define DECISION(upper, lower)    NAE_STEP_##upper,
#define DECISION_OR(upper, lower) NAE_STEP_##upper,
#include "engine/nae/steps_battle.h"
#include "engine/nae/steps_cards.h"
#include "engine/nae/steps_march.h"
#undef AUTO
#undef DECISION
#undef DECISION_OR
    NAE_STEP_COUNT
};

#define AUTO(upper, lower) void nae_##lower##_run(NaePlay *p, NaeFrame *frame);
#define DECISION(upper, lower)                                                                               \
    void nae_##lower##_options(const NaePlay *p, const NaeFrame *frame, MoveList *list);                     \
    void nae_##lower##_choose(NaePlay *p, NaeFrame *frame, Move move);
#define DECISION_OR(upper, lower) DECISION(upper, lower) void nae_##lower##_none(NaePlay *p, NaeFrame *frame);
#include "engine/nae/steps_battle.h"
#include "engine/nae/steps_cards.h"
#include "engine/nae/steps_march.h"
#undef AUTO
#undef DECISION
#undef DECISION_OR

typedef struct NaeStep {
    const char *name;
    void (*run)(NaePlay *p,
                NaeFrame *frame); /* automatic steps; decisions: what happens without options, or NULL */
    void (*options)(const NaePlay *p, const NaeFrame *frame, MoveList *list); /* NULL: automatic */
    void (*choose)(NaePlay *p, NaeFrame *frame, Move move);
} NaeStep;
extern const NaeStep NAE_STEPS[NAE_STEP_COUNT];

/* ---- agenda (turn.c) ---- */

/* Puts a step on top, decided by seat (SEAT_NONE for automatic ones), arguments zero: fill them through the
 * pointer. */
NaeFrame *nae_push(NaePlay *p, enum nae_step step, unsigned seat);
/* Takes the top frame off. */
void nae_pop(NaePlay *p);
/* The top frame becomes another step with zero arguments. */
NaeFrame *nae_become(NaePlay *p, enum nae_step step, unsigned seat);
/* Runs up to the next decision with two or more options, which list holds then, or the end of the game, where
 * it is empty; the other keeps no list. */
void nae_run_to(NaePlay *p, MoveList *list);
/* Steps whose course tells what a hand holds: by what its owner is asked or spared. What others ask does not
 * hang on hands. */
bool nae_tells_of_hands(unsigned step);
void nae_run(NaePlay *p);
/* Ends the game: winner SEAT_NONE is a draw or "both lose". */
void nae_end_game(NaePlay *p, unsigned winner, enum outcome_grade grade);

static inline void nae_option(MoveList *list, Move move)
{
    assert(list->count < MOVE_LIST_MAX);
    if (list->count < MOVE_LIST_MAX) {
        list->moves[list->count++] = move;
    }
}

static inline unsigned nae_d6(NaePlay *p) { return dice_d6(p->dice); }
static inline bool nae_noting(const NaePlay *p, unsigned kind)
{
    return p->dice != NULL && journal_wants(p->dice->journal, kind);
}

/* ============ N1: turn, hands, budget, forces, movement ============ */

/* ---- the calendar (turn.c) ---- */
static inline unsigned nae_year(const NaeState *s) { return 1805U + s->header.turn; }
static inline bool nae_bad_weather(const NaeState *s)
{
    return s->phase == NAE_PHASE_ROUNDS && s->round >= 5;
}
static inline bool nae_winter(const NaeState *s) { return s->phase == NAE_PHASE_ROUNDS && s->round >= 6; }

/* ---- hands (hands.c) ---- */
/* Draws n cards from the top of a side's pile, shuffling the discards into an empty one [map 4.2.4, 4.2.5].
 */
void nae_draw(NaePlay *p, unsigned side, unsigned n);
/* Shuffles the pile of a side, which lies in the order of numbers: draws as dice_shuffle; the first of the
 * list is the top. */
void nae_shuffle(NaePlay *p, unsigned side);
/* Shuffles pile, discards and the cards 28 to 55 together: Punishments [5.7]; Empire first. */
void nae_open_punishments(NaePlay *p);
/* Value of a card now: +1 for the Coalition's in the Grand Coalition [5.8]. */
unsigned nae_card_value(const NaeData *d, const NaeState *s, unsigned card);
bool nae_grand_coalition(const NaeData *d, const NaeState *s);
static inline unsigned nae_card_place(const NaeState *s, unsigned card)
{
    return s->card[card] & NAE_CARD_PLACE;
}
static inline bool nae_in_hand(const NaeState *s, unsigned card)
{
    return nae_card_place(s, card) == NAE_CARD_HAND;
}
/* The cards of a side that are at a place, as bits in the order of its deck; and removes and returns the
 * first card of such a set, NAE_NONE if there is none: for loops. */
static inline uint64_t nae_cards_at(const NaeState *s, unsigned side, enum nae_card_place place)
{
    const uint8_t *cards = (const uint8_t *)s + offsetof(NaeState, card) + (size_t)side * NAE_DECK;
    return nae_sweep(cards, NAE_CARD_PLACE, place) & ((1ULL << NAE_DECK) - 1U);
}
static inline unsigned nae_take_card(uint64_t *cards, unsigned side)
{
    if (*cards == 0) {
        return NAE_NONE;
    }
    const unsigned first = (unsigned)__builtin_ctzll(*cards);
    *cards &= *cards - 1U;
    return side * NAE_DECK + first;
}
static inline uint64_t nae_cards_in_hand(const NaeState *s, unsigned side)
{
    return nae_cards_at(s, side, NAE_CARD_HAND);
}
static inline bool nae_event_played(const NaeState *s, unsigned card)
{
    return (s->card[card] & NAE_EVENT_PLAYED) != 0;
}
static inline unsigned nae_card_side(unsigned card) { return card < NAE_DECK ? NAE_EMPIRE : NAE_COALITION; }
void nae_put_card(NaeState *s, unsigned card, enum nae_card_place place);
unsigned nae_hand_count(const NaeState *s, unsigned side);
/* A card has been used [5.3]: as its event (then it may leave the game, or wait in its box) or otherwise. */
void nae_card_used(NaePlay *p, unsigned card, bool as_event);
/* Open card slots of a side [4.2.2], the hand size, and whether its permanent card is due [4.2.3]. */
unsigned nae_open_slots(const NaeData *d, const NaeState *s, unsigned side);
unsigned nae_hand_size(const NaeData *d, const NaeState *s, unsigned side);
bool nae_permanent_due(const NaeData *d, const NaeState *s, unsigned card);

/* ---- reinforcements (budget_place.c) ---- */
/* Zones where a nation may put new units [4.3.7], stacking apart. */
NaeZones nae_reinforcement_zones(const NaePlay *p, unsigned nation);
/* All zones where a piece (unit, general, special, marker, depot, fleet) off the map may be put, stacking
 * included: reinforcement zones and supplied armies as the piece allows. */
NaeZones nae_places_for(const NaePlay *p, unsigned piece);
/* Puts it there, joining the force of its side that stands there (in the fortress if besieged is not allowed:
 * callers ask nae_places_for first). Marks and sides of the piece: a general without force commands. */
void nae_place_piece(NaePlay *p, unsigned piece, unsigned zone);
/* Whether a general or special unit may join the force (one army of two) of a piece of its side where that
 * stands, enemies around it or not; and its joining it, inside the fortress if that is. */
bool nae_may_join_piece(const NaePlay *p, unsigned guest, unsigned host);
void nae_join_piece(NaePlay *p, unsigned guest, unsigned host);
/* In the redeployment: supply has changed, where the power walks is to be worked out again [7.6]. */
void nae_walk_supply_anew(NaePlay *p);
/* Side that spends and walks for a major [4.3.4]. */
unsigned nae_manager(const NaeData *d, const NaeState *s, unsigned nation);
/* Adds half points to a major's resources: now if its budget is still to come this phase, else a correction
 * of the next. */
void nae_add_resources(NaePlay *p, unsigned nation, int whole);

/* ---- forces, command, hierarchy (force.c, command.c) ---- */
/* Summary of a set of pieces taken as one force. */
typedef struct NaeForceInfo {
    uint8_t steps; /* steps of its corps */
    uint8_t load;  /* steps, special units counted 1: against capacity and in attrition [7.2, 11.2] */
    uint8_t corps; /* number of units */
    uint8_t generals;
    uint8_t armies; /* army markers */
} NaeForceInfo;
NaeForceInfo nae_force_info(const NaeData *d, const NaeState *s, NaePieces set);
/* Commander of a force: of two armies who stands above the other [10.1]; NAE_NONE for none. */
unsigned nae_chief(const NaeData *d, const NaeState *s, NaePieces set);
/* Nation of a force: its commander's (of two armies that of the one who stands above the other), else that of
 * its first unit. NAE_NONE for none. */
unsigned nae_force_nation(const NaeData *d, const NaeState *s, NaePieces set);
/* Capacity of a general, doubled with an army marker [7.2]. */
unsigned nae_capacity(const NaeData *d, unsigned general, bool army);
/* Whether a set of pieces, standing together, is one legal force [7.1-7.4]. */
bool nae_force_legal(const NaeData *d, const NaeState *s, NaePieces set);
/* Whether two friendly sets may stand as one force after the rules of meeting [7.5]; mover decides who may
 * give. */
bool nae_can_combine(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander);
/* Whether a moving force may absorb of a stander, one army or force: its general must stand above the other,
 * and an army keeps its units against a force without one [7.5]. */
bool nae_may_absorb(const NaeData *d, const NaeState *s, NaePieces mover, NaePieces stander);
/* Lower value commands among generals of a set [7.4]: picks the commander. */
unsigned nae_senior(const NaeData *d, const NaeState *s, NaePieces set);
/* Makes the senior general of a set command, others serve [7.4]. */
void nae_settle_command(NaePlay *p, NaePieces set);
/* A unit loses a step; dead it leaves the map (nae_destroy). No tidying: call nae_tidy_zone when all losses
 * are placed. */
void nae_lose_step(NaePlay *p, unsigned unit);
/* Tells the journal of a step lost, after it: of the piece's end if it was the last. cause: enum nae_told
 * (battle_loss.c). */
void nae_note_loss(NaePlay *p, unsigned piece, unsigned zone, int cause);
/* A piece leaves the map for good of this year: units, markers, special units and generals to the reserve,
 * minors' fleets, revolts and 3C... as their kind says out of the game [7.9, 14.13]. */
void nae_destroy(NaePlay *p, unsigned piece);
/* All pieces of a set destroyed, generals to the reserve [8.5]. */
void nae_destroy_all(NaePlay *p, NaePieces set);
/* After losses or departures: generals without steps, markers without steps, special units without corps,
 * lone depots among enemies, foreign generals without steps leave [7.3, 7.6, 7.9, 8.7]; what exceeds 7.1-7.4
 * is asked for (`excess` pushed). Besieging forces grown too small are left to nae_check_siege. */
void nae_tidy_zone(NaePlay *p, unsigned zone);
/* What a force or army in the field of a zone leaves without a unit goes as nae_tidy_zone has it go; stacking
 * is not looked at. For a battle in which that waits [9.2]. */
void nae_dissolve_lost(NaePlay *p, unsigned zone);
/* The same for stacks of powers at peace; their manager is asked. */
void nae_tidy_neutral(NaePlay *p, unsigned zone);
/* An event took a commander away: a subordinate or a general of the reserve follows him at once, whom his
 * side says. bits: those the general had where he stood (budget.c). */
void nae_push_replacement(NaePlay *p, unsigned general, unsigned zone, unsigned side, unsigned bits);
/* Moves pieces to a zone in given slots, outside a fortress. */
void nae_move_pieces(NaePlay *p, NaePieces set, unsigned zone, unsigned slot);
void nae_set_slot(NaeState *s, NaePieces set, unsigned slot);

/* ---- supply (supply.c) ---- */
/* Whether a set in a zone is in supply [10]; from: the zone it came from (attackers, interceptors, besiegers)
 * or NAE_NONE. */
bool nae_is_supplied(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned from);
/* The same, remembered where there is a scratch. */
bool nae_supplied(const NaePlay *p, NaePieces set, unsigned zone, unsigned from);
/* Whether a line of a power at war leads from a zone, whoever stands there: what control is asked for [4]. */
bool nae_power_traces(const NaePlay *p, unsigned power, unsigned zone);
/* Marks the set, a part of a force or all of it, by the answer; returns it. barred: zones from where enemies
 * have come into the battle, which no line crosses [13.3]. */
bool nae_check_supply(NaePlay *p, NaePieces set, NaePieces force, unsigned zone, unsigned from,
                      NaeZones barred);
/* Marks those of a set as out of supply that are in another one, or cut off (48C); the others as in supply.
 */
void nae_mark_supply(NaePlay *p, NaePieces set, NaePieces unsupplied);
/* Zones where a standing force of that nation at that side would be in supply, remembered where there is a
 * scratch. */
NaeZones nae_supplied_zones(const NaePlay *p, unsigned side, unsigned nation);
/* Fills in the tables of the data that supply uses, when map and tables are loaded. */
void nae_prepare_supply(NaeData *d);
/* A force in field of the side at the zone that is in supply. */
bool nae_field_supplied(const NaePlay *p, unsigned zone, unsigned side);

/* Land of an owner that a side may cross: of belligerents, of a forced peace it imposed, of a forced ally. */
bool nae_open_land(const NaeState *s, unsigned owner, unsigned side);

/* ---- attrition (attrition.c) ---- */
enum nae_test_flag {
    NAE_TEST_POOR = 1,
    NAE_TEST_WINTER = 2,
    NAE_TEST_UNSUPPLIED = 4,
    NAE_TEST_DEMORALISED = 8,
    NAE_TEST_BESIEGED = 16,
    NAE_TEST_NATIONAL = 32,
    NAE_TEST_NO_DEPOT = 64
};
/* Added to the slot of a test: of a force that is partly out of supply only that part is tested [13.5]. */
enum { NAE_UNSUPPLIED_PART = 16 };
/* Pushes a test of a set of one side [11.3]: depot, die, star, losses, tidying. extra: added to the die
 * (forced march points, entry cost, cards). The set is all pieces of the side in zone with the slot (enum
 * nae_slot; | NAE_INSIDE for a garrison, | NAE_UNSUPPLIED_PART). */
void nae_push_attrition(NaePlay *p, unsigned side, unsigned zone, unsigned slot, unsigned flags, int extra);
/* The same of one army alone, 0 the first, 1 the second: two armies test apart [11.2]. Nothing if it has no
 * units. */
void nae_push_army_attrition(NaePlay *p, unsigned side, unsigned zone, unsigned slot, unsigned army,
                             unsigned flags, int extra);
/* The chance that a test of a set, with no depot spent, costs any of its armies a step, and how many on
 * average. */
double nae_attrition_risk(const NaePlay *p, NaePieces set, unsigned flags, int extra, double *losses);
/* The same of the test that asks for a depot now, with one spent or without. */
double nae_attrition_depot_risk(const NaePlay *p, bool depot, double *losses);

/* ---- activation (activation.c) ---- */
/* 25F must be the Empire's next event of a budget or action of a round: every French fleet is destroyed or
 * blockaded [6.1]. phase: enum nae_card_phase. */
bool nae_blockade_due(const NaePlay *p, unsigned phase);
/* Gives a side n points to spend now; with_reserve: its reserve may be added and the rest saved [6.1]. */
void nae_grant_points(NaePlay *p, unsigned side, unsigned n, bool with_reserve);
/* Events that activate one force at no cost: which forces may be chosen. */
enum nae_pick { NAE_PICK_ANY, NAE_PICK_GENERAL, NAE_PICK_NATION, NAE_PICK_IBERIA };
/* Pushes the choice and the activation; arg: piece or nation of the pick; flags: enum nae_march_flag to start
 * with; forced: points of forced march given by the card, NAE_NONE: chosen as usual. */
void nae_push_event_activation(NaePlay *p, unsigned side, enum nae_pick pick, unsigned arg, unsigned flags,
                               unsigned forced);
/* True if such an activation has a force to choose. */
bool nae_event_activation_possible(const NaeData *d, const NaeState *s, unsigned side, enum nae_pick pick,
                                   unsigned arg);
/* Starts a major campaign [9.6]; outside: 43F's limit of forces outside home, else NAE_NONE. */
void nae_push_campaign(NaePlay *p, unsigned card, unsigned forces, unsigned outside);

/* ---- movement (move.c) ---- */
/* The edge between two zones, NULL if they do not touch. */
const NaeEdge *nae_edge(const NaeData *d, unsigned from, unsigned to);
/* Movement points of a step, NAE_NONE for "whole allowance"; rivers_free: 36F. */
unsigned nae_cost_by(const NaeData *d, const NaeEdge *edge, bool rivers_free);
unsigned nae_step_cost(const NaeData *d, unsigned from, unsigned to, bool rivers_free);
/* Whether a side's force may enter at all: neutral land, peace, straits, Iberia [8.2, 8.8]; set: the pieces
 * that go. */
bool nae_may_enter(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                   unsigned to);
/* The same by an edge of from. */
bool nae_may_enter_by(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned from,
                      const NaeEdge *edge);
/* Whether a force that comes to a zone with so many points left may do so for the friends who stand there: it
 * fits in with them, or has the points to go on to where it does [7.11]. */
bool nae_may_pass(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned zone,
                  unsigned mp);
/* Whether a side's units may enter that come by sea. */
bool nae_may_land(const NaeData *d, const NaeState *s, NaePieces set, unsigned side, unsigned zone);
/* Notes what an entry into a zone is worth remembering for, however the set goes: steps of the Empire that
 * cross into the peninsula [8.8], Frenchmen in Austria in 1805 [20]; from: NAE_NONE by sea. */
void nae_note_crossing(NaePlay *p, NaePieces set, unsigned side, unsigned from, unsigned to);
/* The force that moves. */
NaePieces nae_marchers(const NaeState *s);
void nae_clear_march(NaeState *s);

/* ============ N2: battle, sieges, naval, view, check, position, words ============ */

/* ---- battle (battle*.c) ---- */
/* Begins a battle in zone of everything unbesieged there and pushes it; flags: enum nae_battle_flag. When its
 * frames are gone the loser has retreated or is destroyed, s->battle is cleared and s->battle_result tells
 * who won. */
void nae_begin_battle(NaePlay *p, unsigned zone, unsigned attacker, unsigned entry, unsigned flags);
/* Odds in favour of attack as 0 none, 5 or more: overrun by attack, -5: the attacker is the weaker of 5:1
 * [8.5, 12.2]. */
int nae_overrun(const NaeData *d, const NaeState *s, NaePieces attacker, NaePieces defender);
/* Morale of a force, and of a unit with the loss of its capital counted [12.4]. */
unsigned nae_unit_morale(const NaeData *d, const NaeState *s, unsigned unit);
unsigned nae_force_morale(const NaeData *d, const NaeState *s, NaePieces set);
/* Retreat of a side out of a zone by the priorities of 12.11, pushed: of besiegers, or of a defender between
 * two battles of interior lines. */
void nae_push_retreat(NaePlay *p, unsigned zone, unsigned side, bool defender);
/* 1 if the first has cavalry superiority over the second, else 0 [12.5, A-4]. */
unsigned nae_cavalry_superior(const NaeData *d, const NaeState *s, NaePieces first, NaePieces second);

/* ---- sieges (siege.c) ---- */
/* Whether a side's field force there may lay siege, and attack [13.1]. */
bool nae_can_besiege(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
bool nae_can_attack_siege(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* Whether the force that acts may use the free attack after a battle won: on a siege, or on one that it lays
 * for it [14.8, map 12.12]. */
bool nae_may_attack_free(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
void nae_lay_siege(NaePlay *p, unsigned zone);
/* Pushes one attack with all that follows (fall, reactivation); bonus: cards. */
void nae_push_siege_attack(NaePlay *p, unsigned zone, unsigned side, int bonus);
/* The least die with which that attack takes the fortress, 7 and more never does, and the greatest with which
 * it is repulsed, 0 and less never is. */
void nae_siege_dice(const NaeData *d, const NaeState *s, unsigned zone, unsigned side, int bonus, int *takes,
                    int *repulsed);
/* Raises the siege if the besiegers are too few, pushing their retreat [13.5]; to be called after moves and
 * losses. */
void nae_check_siege(NaePlay *p, unsigned zone);
/* Garrisons without a siege and without enemies in their zone stand in the field again [13.5b]: at the end of
 * an activation, of an action and of a phase. */
void nae_garrisons_out(NaePlay *p);
/* The fortress of a zone is active again, for side [15.5]. */
void nae_reactivate(NaePlay *p, unsigned zone, unsigned side);
/* Asks for the fortress of the march whose reactivation was put off (siege.later): to be called before the
 * force leaves that zone, and after the test of attrition at the end of a march (map 11.1). Nothing if there
 * is none. */
void nae_push_later_reactivation(NaePlay *p);
/* A fortress changes hands without a siege won; a garrison goes with honours or stands in the field [17.2].
 */
void nae_fortress_to(NaePlay *p, unsigned zone, unsigned side);
/* Places the control marker of a side, or removes it if the owner is of that side; the port's fleets flee
 * [8.6, 14.10]. */
void nae_mark_control(NaePlay *p, unsigned zone, unsigned side);

/* ---- at sea (naval*.c) ---- */
/* Whether a side has a fleet to activate with points left; pushes the choice of squadron and its voyage. */
bool nae_can_sail(const NaeData *d, const NaeState *s, unsigned side, unsigned points);
void nae_push_sailing(NaePlay *p, unsigned side);
/* Fleets at sea of a side in a sea zone; fleets of a side blockading a port; whether a port's own side is
 * shut in. */
uint32_t nae_fleets_at(const NaeState *s, const NaeData *d, unsigned side, enum nae_at at, unsigned place);
bool nae_port_blockaded(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* The fleets of a side leave a port that the enemy has taken [17.2.1]; nothing without fleets there. */
void nae_push_flee(NaePlay *p, unsigned zone, unsigned side);
/* Events of fleets: terms as in activate_fleets (map 21) in s->voyage before it is pushed. */
void nae_push_event_sailing(NaePlay *p, unsigned side, unsigned card);
bool nae_event_sailing_possible(const NaeData *d, const NaeState *s, unsigned side, unsigned card);

/* ============ N3: cards, diplomacy, statuses, conquests, victory ============ */

/* ---- cards (cards*.c) ---- */
/* Fills in the sets of the data that events use, when the map is loaded. */
void nae_prepare_cards(NaeData *d);
/* Whether a card may be played as its event now in a phase (enum nae_card_phase), by its side; and playing
 * it: pushes all it does and puts the card where it belongs. */
bool nae_event_playable(const NaePlay *p, unsigned card, unsigned phase);
void nae_play_event(NaePlay *p, unsigned card, unsigned phase);
/* Reaction cards of a side at a moment; the moments name the card's own (21). */
enum nae_moment {
    NAE_AT_EVASION,
    NAE_AT_ANNOUNCED_REACTION,
    NAE_AT_ATTRITION,
    NAE_AT_FIRST_BATTLE,
    NAE_AT_ENTRY_RUSSIA
};
bool nae_reaction_playable(const NaeData *d, const NaeState *s, unsigned card, enum nae_moment moment);
/* Sum of the lasting modifiers of a card on a target; true if one is in force. */
bool nae_modifier_runs(const NaeState *s, unsigned card);
int nae_modifier_value(const NaeState *s, unsigned card, unsigned target);
void nae_add_modifier(NaePlay *p, unsigned card, unsigned target, int value, unsigned turns);

/* ---- diplomacy and statuses (diplomacy.c, status.c) ---- */
/* Sets a nation's status with all that follows at once: sides of pieces (s->owned), slots. The only writer of
 * statuses. */
void nae_set_status(NaePlay *p, unsigned nation, enum nae_status status);
/* Recomputes s->owned from statuses and s->expeditionary. */
void nae_recompute_owned(const NaeData *d, NaeState *s);
/* Declaration of war by a side [4.1.2-4.1.4], deployments pushed. */
bool nae_can_declare(const NaeData *d, const NaeState *s, unsigned side, unsigned nation);
void nae_declare_war(NaePlay *p, unsigned side, unsigned nation);
/* Whether a declaration of war on it would be the first on a neutral power, which raises the escalade [7.1].
 */
bool nae_is_first_war(const NaeState *s, unsigned nation);
/* Whether a minor goes to war with a power whose client it is [8.3, map 16.3]. */
bool nae_goes_along(const NaeState *s, unsigned minor, unsigned power);
enum { NAE_DOUBLED_ACTIONS = 3 }; /* diplomatic actions of who stands by a power attacked again [map 4.1.4] */
/* A card's uses in a round or in I4: whether there is a target, and pushing the choice of it. */
bool nae_can_negotiate(const NaeData *d, const NaeState *s, unsigned card, bool minors_only);
void nae_push_negotiation(NaePlay *p, unsigned card, bool minors_only);
bool nae_can_protect(const NaeData *d, const NaeState *s, unsigned card);
void nae_push_protectorate(NaePlay *p, unsigned card);
bool nae_can_end_war(const NaeData *d, const NaeState *s, unsigned card);
void nae_push_end_war(NaePlay *p, unsigned card);

/* ---- foreign wars (foreign_war.c) ---- */
/* Before a power's purchases: what it owes to the boxes is built first [5.6]; takes from its resources. */
void nae_pay_foreign_wars(NaePlay *p, unsigned nation);

/* ---- conquests, victory ---- */
/* A side holds a zone, or besieges the enemy's fortress there, in supply or not; a marker holds nothing where
 * enemies stand in the field [4]. */
bool nae_holds(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* Supplied control of a zone by a side, sieges counted [17.1]. */
bool nae_controls(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* The same in play, by what its scratch remembers. */
bool nae_controls_now(const NaePlay *p, unsigned zone, unsigned side);
/* Whether the Continental Blockade brings its level [19.4], and the ports that keep it from doing so. */
bool nae_blockade_complete(const NaeData *d, const NaeState *s);
NaeZones nae_open_ports(const NaePlay *p);
void nae_score(NaePlay *p, enum nae_score what);
void nae_change_level(NaePlay *p, int levels);
void nae_change_escalade(NaePlay *p, int points);
/* Military reform of a power [18]. */
void nae_reform(NaePlay *p, unsigned nation);

#endif

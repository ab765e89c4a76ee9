/* aon_position.h: setting up positions of Age of Napoleon by hand and playing on from them, for the suites of
 * its rules.
 *
 * One position at a time, kept by this file (each Criterion test is a process of its own). A test reads like
 * a page of the rulebook:
 *
 *     start("1805");                                   empty map, all cards in the deck, alignments of the
 * scenario align("russia=NC prussia=FA"); corps("bayern", "napoleon davout lannes*");      * is spent
 *     hand(SEAT_COALITION, "pitt forced_march");
 *     at_part(SEAT_FRENCH, 5);                         checks the position and runs to the first decision
 *     dice("6 1");                                     what falls from now on; any other draw fails the test
 *     play("area(bayern); corps_take(davout); pass");  moves as text, each must be legal and leave a valid
 * position expect_legal("stop", true); expect_at("davout lannes", "bayern");
 *
 * Lists of ids are words separated by spaces. A wrong id or an impossible position ends the test. Messages
 * name the line.
 */
#ifndef MARSHAL_TESTS_AON_AON_POSITION_H
#define MARSHAL_TESTS_AON_AON_POSITION_H

#include <stdbool.h>

#include "engine/aon/aon.h"
#include "engine/game.h"

/* ---- the position in play ---- */

const AonData *aon_d(void);
AonState *aon_s(void);
const Game *aon_game(void);
/* What happened since the last call of play began; play_each adds to it. */
const Journal *aon_journal(void);
extern int aon_line; /* line of the test that called last, for messages */
#define AON_AT (aon_line = __LINE__)

/* ---- set-up ---- */

/* The scenario as it is set up, with overrides ("options.x=true ...") or "". */
void aon_load(const char *scenario, const char *overrides);
/* The same with an empty map, empty hands and the deck in index order; alignments, events and markers stay.
 * Cards that the scenario sets aside stay aside. */
void aon_start(const char *scenario, const char *overrides);
#define start(scenario)                 (AON_AT, aon_start(scenario, ""))
#define start_with(scenario, overrides) (AON_AT, aon_start(scenario, overrides))
/* Strengths that worked examples of battles count with; those of the board are ours and may be balanced anew.
 */
#define AON_EXAMPLE_STRENGTHS "corps[kutuzov].fresh.br=4 corps[bagration].fresh.br=4"

/* "russia=NC spain=CM! tirol=-": alignment, ! formerly insurgent, - not detached. No consequences are drawn.
 */
void aon_align(const char *list);
#define align(list) (AON_AT, aon_align(list))
/* Puts corps into an area or a box ("reserve", "prisoners", "lost"); * after an id: spent. */
void aon_corps(const char *place, const char *list);
#define corps(place, list) (AON_AT, aon_corps(place, list))
/* The enemy loses sight of corps that are not leaders. */
void aon_hide(const char *list);
/* Cards from the deck into a hand; onto the discard pile, the last named on top; to the top of the deck, the
 * first named to be drawn first. */
void aon_hand(Seat seat, const char *list);
#define hand(seat, list) (AON_AT, aon_hand(seat, list))
void aon_discarded(const char *list);
#define discarded(list) (AON_AT, aon_discarded(list))
void aon_deck_top(const char *list);
#define deck_top(list) (AON_AT, aon_deck_top(list))
/* Events in effect, besides those of the scenario; continental_system releases the cards set aside into the
 * deck. */
void aon_events(const char *list);
#define events(list) (AON_AT, aon_events(list))
void year(int year);
/* Russia has been invaded before: all Invasion corps are available, none is released one by one. */
void russia_invaded(void);
/* The free move or interception of a seat is used up (12.1.7). */
void free_move_used(Seat seat);

/* ---- going to a step; the position is checked and run to its first decision ---- */

void aon_at_part(Seat seat, unsigned round);         /* the part of seat, who moves first in this phase */
void aon_at_round(Seat first_mover, unsigned round); /* start window of a round */
void aon_at_campaign(void);                          /* who moves first? */
void aon_at_diplomacy(Seat first);
void aon_at_insurrection(void);
void aon_at_strategy(void);
void aon_at_reinforcement(Seat first);
void aon_at_surrender(void);
void aon_at_winter(Seat first_mover);
void aon_at_victory(void);
#define at_part(seat, round)    (AON_AT, aon_at_part(seat, round))
#define at_round(seat, round)   (AON_AT, aon_at_round(seat, round))
#define at_campaign()           (AON_AT, aon_at_campaign())
#define at_diplomacy(first)     (AON_AT, aon_at_diplomacy(first))
#define at_insurrection()       (AON_AT, aon_at_insurrection())
#define at_strategy()           (AON_AT, aon_at_strategy())
#define at_reinforcement(first) (AON_AT, aon_at_reinforcement(first))
#define at_surrender()          (AON_AT, aon_at_surrender())
#define at_winter(first)        (AON_AT, aon_at_winter(first))
#define at_victory()            (AON_AT, aon_at_victory())

/* ---- play ---- */

/* The numbers that fall from now on, "6 1 3". */
void aon_dice(const char *list);
#define dice(list) (AON_AT, aon_dice(list))
/* Draws from a stream from now on (shuffles). */
void dice_at_random(void);
/* Moves separated by semicolons. */
void aon_play(const char *moves);
#define play(moves) (AON_AT, aon_play(moves))
/* The first legal move of a kind, as long as there is one. */
void aon_play_each(const char *kind);
#define play_each(kind) (AON_AT, aon_play_each(kind))
/* The first of the words stop, pass, no until the named step is open or the game over. */
void aon_play_until(const char *step);
#define play_until(step) (AON_AT, aon_play_until(step))

/* A formatted text, good until the next call. */
const char *aon_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- looking ---- */

/* Area or box of a corps. */
const char *place_of(const char *id);
unsigned corps_id(const char *id);
unsigned country_id(const char *id);
unsigned card_id(const char *id);
unsigned area_id(const char *id);
bool is_spent(const char *id);
/* Number of copies in a hand or on the pile. */
unsigned copies_in_hand(Seat seat, const char *card);
unsigned copies_on_pile(const char *card);

void aon_expect_legal(const char *move, bool legal);
#define expect_legal(move, legal) (AON_AT, aon_expect_legal(move, legal))
/* The legal moves, all of them and in this order, separated by semicolons. */
void aon_expect_list(const char *moves);
#define expect_list(moves) (AON_AT, aon_expect_list(moves))
/* The arguments of the legal moves of one kind, in order: expect_choices("area", "bayern tirol"). */
void aon_expect_choices(const char *kind, const char *arguments);
#define expect_choices(kind, arguments) (AON_AT, aon_expect_choices(kind, arguments))
void aon_expect_at(const char *list, const char *place);
#define expect_at(list, place) (AON_AT, aon_expect_at(list, place))
void aon_expect_spent(const char *list, bool spent);
#define expect_spent(list) (AON_AT, aon_expect_spent(list, true))
#define expect_fresh(list) (AON_AT, aon_expect_spent(list, false))
/* "russia=NC tirol=-" */
void aon_expect_aligned(const char *list);
#define expect_aligned(list) (AON_AT, aon_expect_aligned(list))
/* The whole hand, in index order. */
void aon_expect_hand(Seat seat, const char *list);
#define expect_hand(seat, list) (AON_AT, aon_expect_hand(seat, list))
/* The newest cards of the discard pile, the newest first. */
void aon_expect_pile(const char *list);
#define expect_pile(list) (AON_AT, aon_expect_pile(list))
/* Step that is open (small letters) and who decides. */
void aon_expect_step(const char *step, Seat seat);
#define expect_step(step, seat) (AON_AT, aon_expect_step(step, seat))
/* How many of the numbers given to dice have fallen. */
void aon_expect_fallen(unsigned count);
#define expect_fallen(count) (AON_AT, aon_expect_fallen(count))
void aon_expect_over(Seat winner, enum outcome_grade grade);
#define expect_over(winner, grade) (AON_AT, aon_expect_over(winner, grade))

#endif

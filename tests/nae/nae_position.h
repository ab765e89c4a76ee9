/* nae_position.h: setting up positions of Napoleon against Europe by hand and playing on from them, for the
 * suites of its rules.
 *
 * One position at a time, kept by this file (each Criterion test is a process of its own). A test reads like
 * a page of the rulebook:
 *
 *     nae_start("1805", "");            the scenario with an empty map, empty hands, all else as it is
 *     at("ulm", "mack au_1 au_2 arm_x dp_autriche_1=");   a force: the first general commands;
 *                                       - reduced, = fixed
 *     inside("vienne", "au_3");         a garrison
 *     hand("3F 5F 44C");
 *     dice("6 1");                      what falls from now on; any other draw fails the test
 *     battle("ulm", NAE_EMPIRE, "stuttgart", 0);   or play("action(one_ap); ...")
 *     play("spearhead(fr_1); combat_card(pass)");  moves as text, each must be legal and leave a valid
 *                                                  position
 *     expect_at("fr_1 fr_2", "ulm");
 *
 * Lists are words separated by spaces; moves are separated by "; ". Messages name the line. */
#ifndef MARSHAL_TESTS_NAE_POSITION_H
#define MARSHAL_TESTS_NAE_POSITION_H

#include <stdbool.h>

#include "engine/dice.h"
#include "engine/game.h"
#include "engine/journal.h"
#include "engine/nae/rules.h"

const NaeData *nd(void);
NaeState *ns(void);
/* The play of the rules on the position, with the dice of the test. */
NaePlay *np(void);
extern int nae_line; /* line of the test that called last */
#define NAE_LINE (nae_line = __LINE__)

/* ---- set-up ---- */

/* The scenario as it is set up, with at most one override ("options.x=true") or "". */
void nae_load_position(const char *scenario, const char *override);
/* The same with an empty map, no fleets, empty hands, and a pile of all the cards. */
void nae_start(const char *scenario, const char *override);
/* Ids as indices; a wrong one ends the test. */
unsigned zone_of(const char *id);
unsigned piece_of(const char *id);
unsigned card_of(const char *id);
void nae_at_zone(const char *zone, const char *list, bool inside);
#define at(zone, list)     (NAE_LINE, nae_at_zone(zone, list, false))
#define inside(zone, list) (NAE_LINE, nae_at_zone(zone, list, true))
/* Puts pieces into a zone as the second army of two of a side. */
void second_army(const char *zone, unsigned side, const char *list, const char *commander);
/* Fleets at "port:x", "box:x" or "sea:x". */
void nae_fleets(const char *place, const char *list);
#define fleets(place, list) (NAE_LINE, nae_fleets(place, list))
void nae_hand(const char *list);
#define hand(list) (NAE_LINE, nae_hand(list))
/* A control marker. */
void nae_marker_at(const char *zone, unsigned side);
#define marker(zone, side) (NAE_LINE, nae_marker_at(zone, side))

/* ---- playing ---- */

void nae_dice(const char *list);
#define dice(list) (NAE_LINE, nae_dice(list))
/* All dice named have fallen. */
void nae_expect_fallen(void);
#define expect_fallen() (NAE_LINE, nae_expect_fallen())
/* Plays moves; each must be legal and leave a valid position. */
void nae_play(const char *moves);
#define play(moves) (NAE_LINE, nae_play(moves))
/* A battle begins in a zone; then everything automatic. */
void nae_battle(const char *zone, unsigned attacker, const char *entry, unsigned flags);
#define battle(zone, attacker, entry, flags) (NAE_LINE, nae_battle(zone, attacker, entry, flags))
/* An attack on the fortress of a zone. */
void nae_siege(const char *zone, unsigned side, int bonus);
#define siege(zone, side, bonus) (NAE_LINE, nae_siege(zone, side, bonus))
/* A round in which a side acts. */
void nae_in_round(unsigned round, unsigned side);
/* The same, and it has action points to spend. */
void nae_act_in(unsigned round, unsigned side, unsigned points);
/* nae_play, but a choice of what acts (spend_..., squadron_at) that there is no choice about is left out. */
void nae_go_on(const char *moves);
#define go(moves) (NAE_LINE, nae_go_on(moves))
/* What a side has standing in a zone sets out on a march, with no point forced; the engine runs up to its
 * first decision. */
void nae_march_from(const char *zone, unsigned side);
/* A major campaign of three forces by a card, in the third round. outside: NaeCampaign.outside. */
void nae_campaign(unsigned side, unsigned card, unsigned outside);
/* The engine runs up to the next decision. */
void nae_go(void);
/* Walks begin, of powers at peace [7.5] or in the redeployment [7.6]: NAE_PHASE_NEUTRALS, NAE_PHASE_REDEPLOY.
 */
void nae_walks_in(unsigned phase);

/* ---- expectations ---- */

/* Steps that a side has in a zone, garrisons left out. */
unsigned steps_at(const char *zone, unsigned side);
/* Whether a piece has a mark (NAE_REDUCED, NAE_DEMORALISED, ...). */
bool has_mark(const char *piece, unsigned bit);
void nae_expect_step(const char *step, unsigned seat);
#define expect_step(step, seat) (NAE_LINE, nae_expect_step(step, seat))
void nae_expect_legal(const char *move, bool legal);
#define expect_legal(move, legal) (NAE_LINE, nae_expect_legal(move, legal))
/* All pieces of the list lie at a place: a zone, "reserve", "next_budget", "reinforcement", "year_after",
 * "out", or a place of fleets. */
void nae_expect_at(const char *list, const char *place);
#define expect_at(list, place) (NAE_LINE, nae_expect_at(list, place))
void nae_expect_steps(const char *unit, unsigned steps);
#define expect_steps(unit, n) (NAE_LINE, nae_expect_steps(unit, n))
void nae_expect_choices(const char *moves);
/* The legal moves are exactly these ("; " between them). */
#define expect_choices(moves) (NAE_LINE, nae_expect_choices(moves))
/* The words of a choice, and those of the question, have this part. */
void nae_expect_choice_words(const char *move, const char *part);
#define expect_choice_words(move, part) (NAE_LINE, nae_expect_choice_words(move, part))
void nae_expect_question(const char *part);
#define expect_question(part) (NAE_LINE, nae_expect_question(part))

/* The question that is open cites this clause. */
void nae_expect_question_clause(const char *expected);
#define expect_question_clause(clause) (NAE_LINE, nae_expect_question_clause(clause))

#endif

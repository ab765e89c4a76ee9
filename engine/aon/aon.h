/* aon.h: Age of Napoleon 1805-1815 as a game of the registry, and what ai/aon may know of it.
 *
 * AON_RULES is the module (see engine/game.h for each function). Positions are AonState (state.h), moves are
 * coded as in moves.h, immutable data is AonData (data.h).
 */
#ifndef MARSHAL_ENGINE_AON_AON_H
#define MARSHAL_ENGINE_AON_AON_H

#include "engine/aon/state.h"
#include "engine/game.h"

extern const GameRules AON_RULES;

/* Name of a step ("PART_CHOICE" as "part_choice"), for messages and positions; never NULL. */
const char *aon_step_name(unsigned step);
/* "diplomacy" to "victory_check". */
const char *aon_phase_name(unsigned phase);

/* Sets up a game (setup.c). */
void aon_setup(const AonData *d, AonState *s, Dice *dice);
/* view.c */
void aon_view(const AonData *d, AonState *s, Seat seat);
void aon_determinize(const AonData *d, AonState *view, Seat seat, Rng *rng);
/* Corps of seat's enemy on the map whose place seat does not know (4.1.2). */
CorpsSet aon_hidden_from(const AonData *d, const AonState *s, Seat seat);
/* notation.c */
/* "corps_take", what the text of moves of a kind begins with. */
const char *aon_move_kind_name(unsigned kind);
void aon_move_text(const AonData *d, Move move, char text[MOVE_TEXT_BYTES]);
/* The same with "?" for cards and corps: "pay(?)", "corps_take(?)", "sea_retreat(?,london)". */
void aon_move_outline(const AonData *d, Move move, char text[MOVE_TEXT_BYTES]);
bool aon_move_parse(const AonData *d, const char *text, Move *move);
/* position.c */
/* "1805, campaign, round 2": where play stands, open to both seats. */
void aon_stand_text(const AonState *s, StrBuf *out);
void aon_position_text(const AonData *d, const AonState *s, Seat seat, StrBuf *out);
void aon_position_json(const AonData *d, const AonState *s, Seat seat, StrBuf *out);
/* check.c */
bool aon_check(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES]);
bool aon_check_view(const AonData *d, const AonState *s, Seat seat, char message[GAME_CHECK_BYTES]);

#endif

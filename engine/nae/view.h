/* view.h: what a seat may know of a position, random worlds that fit it, and the invariants of full
 * positions. */
#ifndef MARSHAL_ENGINE_NAE_VIEW_H
#define MARSHAL_ENGINE_NAE_VIEW_H

#include "engine/game.h"
#include "engine/nae/data.h"
#include "engine/rng.h"
#include "engine/strbuf.h"

/* Erases from a full position, in place, what seat (SEAT_FRENCH, SEAT_COALITION) may not know: the cards of
 * the other hand that it has not seen, which stand in the view as cards of the other pile, discards of the
 * hand phase that are still face down, and the order of both piles. How many cards the other hand holds
 * follows from NaeSide.pile (map 24.3). */
void nae_view(const NaeData *d, NaeState *s, Seat seat);
/* Fills a view of seat with a random world that fits it: the unseen cards of the other side are dealt to its
 * hand and its pile, both piles are shuffled. Where the other seat decides, it gets a hand with which that
 * decision is one. */
void nae_determinize(const NaeData *d, NaeState *view, Seat seat, Rng *rng);
/* Whether bytes from outside are a view of seat as far as the rules rely on it; false and a message if not.
 */
bool nae_check_view(const NaeData *d, const NaeState *view, Seat seat, char message[GAME_CHECK_BYTES]);
/* Recomputes every invariant of a full position (check.c); false and a message if one is broken. */
bool nae_check(const NaeData *d, const NaeState *s, char message[GAME_CHECK_BYTES]);
/* The position as seen by seat, for people and as one JSON object for pages (position.c). */
void nae_position_text(const NaeData *d, const NaeState *s, Seat seat, StrBuf *out);
/* Where play stands, in one line: "1805, activations, round 2". */
void nae_stand_text(const NaeState *s, StrBuf *out);
void nae_position_json(const NaeData *d, const NaeState *s, Seat seat, StrBuf *out);

#endif

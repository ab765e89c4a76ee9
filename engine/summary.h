/* summary.h: the counts of a game (GameSummary of game.h): counting, and a compact form for storing millions
 * of them.
 *
 * Packed: one byte, the version; for each seat the number of bytes of its card set (trailing zero bytes left
 * out) and those bytes, lowest cards first, then its losses; the number of places; for each place one number,
 * 8 x (its distance from the place before, less 1 but for the first) + fights - 1, where 7 in the low bits
 * means that fights - 8 follows as a number of its own. Numbers but the first byte take 7 bits a byte, lowest
 * first, the top bit saying that more follow.
 *
 * Version 1 has at most 16 bytes of cards, 64 places and 255 fights a place, and all that happened had room
 * in it. Version 2 is for all other summaries, with the number of what was dropped at its end. A game of a
 * few hundred decisions takes 20 to 45 bytes. Equal summaries have equal bytes, and no other bytes unpack to
 * them.
 */
#ifndef MARSHAL_ENGINE_SUMMARY_H
#define MARSHAL_ENGINE_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/game.h"

/* Room for any packed summary: version, two card sets with length and losses, the number of places, places of
 * two numbers each, what was dropped. */
enum {
    SUMMARY_PACKED_MAX = 1 + SEAT_COUNT * (1 + SUMMARY_CARDS_MAX / 8 + 3) + 2 + SUMMARY_PLACES_MAX * 6 + 5
};

/* Counting, for games. Card titles from SUMMARY_CARDS_MAX on, places beyond SUMMARY_PLACES_MAX different ones
 * or with an index above 65535, and counts beyond the largest number of their field go to dropped instead. */
void summary_card(GameSummary *summary, Seat seat, unsigned card);
void summary_loss(GameSummary *summary, Seat seat, unsigned points);
void summary_fight(GameSummary *summary, unsigned place);
bool summary_has_card(const GameSummary *summary, Seat seat, unsigned card);

/* Writes the packed form; returns its length. */
size_t summary_pack(const GameSummary *summary, uint8_t bytes[SUMMARY_PACKED_MAX]);

/* Reads it back. False for anything summary_pack does not write: another version, cut or longer bytes,
 * numbers out of range or not in order. Then summary is all zero. bytes may be anything. */
bool summary_unpack(GameSummary *summary, const uint8_t *bytes, size_t length);

#endif

/* hidden.h: enemy stacks under closed information (map 11, 14). Internal to view.c, position.c and hidden.c.
 *
 * A seat knows of a hidden stack where it stands, its colour, its leaders and what is marked on it (inside a
 * city, unsupplied ...), not which SP it has. In its view each such stack (hex, colour, flags) is one row of
 * one SP of the colour's first unit, and all SP so hidden stand in rows at EAGLES_HIDDEN, by unit: how many
 * there are of each is public, since pools and losses are. Seen are stacks in or next to a hex with own SP,
 * in a battle or on the move, and partisans, militia and cavalry in training anywhere.
 */
#ifndef MARSHAL_ENGINE_EAGLES_HIDDEN_H
#define MARSHAL_ENGINE_EAGLES_HIDDEN_H

#include "engine/eagles/campaign.h"
#include "engine/rng.h"

/* Hides enemy stacks from a side; nothing under open information, or if it was done already. */
void eagles_hide_stacks(const EaglesData *d, EaglesState *s, unsigned side);
/* Deals the SP hidden from a side among its hidden stacks: at least one each, the rest at random. */
void eagles_deal_stacks(const EaglesData *d, EaglesState *s, unsigned side, Rng *rng);

/* Hexes (bits) whose enemy SP a side sees. */
typedef struct EaglesSeen {
    uint8_t hex[EAGLES_HEXES_MAX / 8];
    bool all;
} EaglesSeen;
void eagles_look_around(const EaglesData *d, const EaglesState *s, unsigned side, EaglesSeen *seen);
/* Whether a row is a hidden stack to a side that sees so much (in the full state or in its view). */
bool eagles_is_hidden(const EaglesData *d, const EaglesState *s, unsigned side, const EaglesSeen *seen,
                      uint32_t key);

#endif

/* forecast.h: what is to be expected before it is decided: the chances of a battle over all its dice, how far
 * a force can march, and where its supply comes from. For people (words, pages); no rule asks for it. */
#ifndef MARSHAL_ENGINE_NAE_FORECAST_H
#define MARSHAL_ENGINE_NAE_FORECAST_H

#include "engine/nae/battle.h"

/* A battle before its dice: all 1296 rolls of both sides, with what is known of it so far. Cards,
 * counter-marches and the test of demoralisation are still to come. Index 0 attacker, 1 defender. */
typedef struct NaeForecast {
    NaeModifiers modifiers[2];
    unsigned points[2]; /* combat points in halves */
    unsigned level;     /* 0 skirmish, 1 minor, 2 major */
    int overrun;        /* 1: the defender is destroyed without a die, -1: the attacker; 0: dice decide */
    double wins;        /* chance of the attacker, 0 to 1 */
    double losses[2];   /* steps a role may expect to lose, before any pursuit */
} NaeForecast;

/* Of the running battle, as long as its dice have not fallen. */
NaeForecast nae_battle_forecast(const NaeData *d, const NaeState *s);
/* The same as if the side that is asked had taken a move that engages a spearhead, a special unit, a
 * subordinate or a card of the battle proper. */
NaeForecast nae_battle_forecast_with(const NaeData *d, const NaeState *s, Move move);
/* The same after a general of a zone next to the battle has come to the guns [14.1], with all that may come
 * with him and before their test of attrition. excess: steps that are then too many for who commands, and are
 * lost before the dice of the battle fall. */
NaeForecast nae_guns_forecast(const NaeData *d, const NaeState *s, unsigned role, unsigned from,
                              unsigned general, unsigned *excess);
/* Of the attack of the force that moves on a set of pieces that has come from a zone to intercept it, and on
 * their friends there. */
NaeForecast nae_interception_forecast(const NaeData *d, const NaeState *s, NaePieces set);
/* Of an attack of a set of pieces of one side from a zone on what the enemy has in the field of another: each
 * side with its best spearhead and subordinate and all its special units, supplied as marked. There must be
 * such an enemy. */
NaeForecast nae_attack_forecast(const NaeData *d, const NaeState *s, NaePieces set, unsigned from,
                                unsigned zone);

/* Zones a force of a side (set) in zone can march to with so many points by the costs of 12.1, enemies in
 * the field and fortresses on the way ending it, and where friends leave it room; without the zone itself.
 * fresh: it has not moved yet. before: for each of them the zone from which the cheapest way enters it; may
 * be NULL. */
NaeZones nae_march_reach(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned points,
                         bool fresh, uint8_t before[NAE_ZONES]);

/* Whether a force that comes to a zone with so many points left fits in with the friends there, or can go on
 * to where it does; with none left: whether it may stay. Of two armies that stand together it is not known
 * which would go: they may. */
bool nae_has_room(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned points);

/* The shortest line of supply of a force that stands in a zone [10]: from its zone over depots, fortresses
 * and ports to the source. Returns how many zones, 0 if it is out of supply. Sea hops count as one. */
unsigned nae_supply_line(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone,
                         uint8_t line[NAE_ZONES]);

#endif

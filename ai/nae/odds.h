/* odds.h: how a battle would go (14): the modifiers of both sides as far as they lie on the map, and the
 * chances that follow from their difference. Internal to ai/nae. */
#ifndef MARSHAL_AI_NAE_ODDS_H
#define MARSHAL_AI_NAE_ODDS_H

#include "ai/nae/sense.h"

/* Terrain and supply of an attack. */
typedef struct NaeGround {
    unsigned zone;     /* of the battle */
    unsigned entry;    /* zone that the attacker comes from */
    unsigned terrain;  /* enum nae_terrain of the edge between them */
    bool supplied;     /* the attacker is */
    bool interception; /* the defender intercepts */
} NaeGround;

/* A battle as it is expected. */
typedef struct NaeOdds {
    int chance;   /* of the attacker to win, in a hundred; 0 and 100: destroyed without a die (14.3) */
    int loses[2]; /* tenths of a step that attacker and defender may expect to lose */
    int kills;    /* chance that the defender's last step falls, in a hundred */
} NaeOdds;

/* Reads the combat tables of a board. */
void nae_battle_table_init(NaeBattleTable *table, const NaeData *d);

/* Odds of attackers against defenders; helpers: steps that may come to either side by counter-march. */
NaeOdds nae_odds(const NaeSense *se, NaePieces attackers, NaePieces defenders, NaeGround ground,
                 const int helpers[2]);

#endif

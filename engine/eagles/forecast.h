/* forecast.h: the chances of battles over all their dice, for people (words, pages); no rule asks for it.
 *
 * A round is exact: all 36 rolls, with the strength, morale, leaders and ground of the position. Further
 * rounds are worked out from every result of those before, as long as both sides stay and nobody joins: the
 * roles stay, strength shrinks with the SP, morale by what was lost; charges and the Guard count in the first
 * round only. A side whose morale is gone, or whose SP are, is broken: it must withdraw. */
#ifndef MARSHAL_ENGINE_EAGLES_FORECAST_H
#define MARSHAL_ENGINE_EAGLES_FORECAST_H

#include "engine/eagles/battle.h"
#include "engine/jsonout.h"

enum { EAGLES_FORECAST_ROUNDS = 3, EAGLES_SUMS = 11 };

/* What one sum of two dice (2 to 12) does; index 0 the attacker, 1 the defender. */
typedef struct EaglesRoll {
    uint8_t ways;    /* of 36 */
    uint8_t lost[2]; /* SP */
    uint8_t morale[2];
} EaglesRoll;

/* Chances after a round, counted from the beginning, and SP expected to be lost by then. */
typedef struct EaglesPrognosis {
    double attacker_broken, defender_broken, both_broken; /* each alone, and both in the same round */
    double lost[2];
} EaglesPrognosis;

typedef struct EaglesForecast {
    unsigned attacker; /* side */
    EaglesOdds odds;   /* by side */
    unsigned row;      /* 0 1:1, 1 3:2, 2 2:1, 3 4:1 */
    unsigned larger;   /* side */
    int modifier;      /* added to the dice, for the larger side */
    EaglesRoll roll[EAGLES_SUMS];
    EaglesPrognosis after[EAGLES_FORECAST_ROUNDS];
} EaglesForecast;

/* Of a battle that has been declared, as its next round stands; false if one side has nobody who fights. */
bool eagles_battle_forecast(const Play *p, unsigned battle, EaglesForecast *f);
/* The same as the open decision is about it: a counter-attack where one is asked for (8.2), an assault where
 * a garrison is stormed or left (9.2). as: the battle as it would be then. */
bool eagles_asked_forecast(const Play *p, unsigned battle, EaglesBattle *as, EaglesForecast *f);
/* Of an attack from a hex on another one by those in both, or on the garrison that is besieged in the same
 * hex; false for a sortie, and where nobody fights. */
bool eagles_attack_forecast(const Play *p, unsigned from, unsigned target, EaglesForecast *f);
/* Adds the keys of a forecast to an open object. */
void eagles_forecast_json(const EaglesForecast *f, JsonOut *out);

#endif

/* stakes.h: the inputs of the evaluation about countries that may soon change hands: which would surrender if
 * the year ended now (14), what either seat could take or win back before it does, and how far that is from
 * victory (6). Internal to ai/aon.
 *
 * A small network cannot put such things together from who stands where: they are counts over
 * all areas of a country, compared with each other, under conditions. Given to it ready, they were worth as
 * much as three times the games to learn from (results/evaluation.md).
 *
 * What is within reach goes by ordinary borders and strength alone: leaders' seniority and movement
 * (12.1.4, 12.2.2), the Sund and the sea (12.2.4, 12.4), and how far insurgents may go (10.3.1) are left out,
 * and insurgent countries count though they do not surrender but fail in the next year (8.1). These are
 * inputs to be weighed, not rules.
 */
#ifndef MARSHAL_AI_AON_STAKES_H
#define MARSHAL_AI_AON_STAKES_H

#include "ai/model.h"
#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

/* Who stands where. */
typedef struct AonField {
    uint8_t power[SEAT_COUNT][AON_AREAS_MAX]; /* battle rating of a seat's corps in an area */
    uint8_t corps[SEAT_COUNT][AON_AREAS_MAX]; /* how many they are */
} AonField;

/* Adds the families OUTNUMBERED to MOVES of AON_INPUT_FAMILIES (inputs.h) for a full position. */
void aon_add_stakes(const AonData *d, const AonState *s, const AonField *field, ModelInputs *inputs);

#endif

/* equilibrium_view.h: an equilibrium as text and as JSON, for the commands that find one. */
#ifndef MARSHAL_PLAY_CMD_EQUILIBRIUM_VIEW_H
#define MARSHAL_PLAY_CMD_EQUILIBRIUM_VIEW_H

#include <stdint.h>

#include "engine/jsonout.h"
#include "eval/equilibrium/equilibrium.h"
#include "eval/equilibrium/table.h"

/* Answers to a mixture that was given. */
typedef struct ViewAnswers {
    const char *mixture; /* as it was given */
    Seat seat;           /* who answers; the mixture is the other seat's */
    EquilibriumAnswers answers;
} ViewAnswers;

typedef struct EquilibriumView {
    const char *scenario, *title; /* title "" if unknown */
    const char *sha256;
    const Table *table;
    const Equilibrium *found;
    const ViewAnswers *answers;
    uint32_t answer_count;
} EquilibriumView;

/* Prints value, mixtures, dominated strategies, the table and answers. */
void equilibrium_view_print(const EquilibriumView *view);

/* The same as members of an object that is open: value, value_ci95, strategies of both seats, cells, answers.
 */
void equilibrium_view_json(const EquilibriumView *view, JsonOut *out);

#endif

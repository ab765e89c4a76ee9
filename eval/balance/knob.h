/* knob.h: a number of a scenario or its board that is turned, or several turned together.
 *
 * As text: TERM[,TERM...]=LOW..HIGH[/STEP]. A TERM is a path as in overrides (scenario.h):
 *     setup.hand.french=6..10                          the number is set to 6, 7, ... 10
 *     pieces[north].value,pieces[south].value=3..6   both are set to the same value
 *     +setup.hand.french,-setup.hand.coalition=-2..2   a bid: the value is added to the first and taken from
 *                                                      the second, starting from what they are
 *     options.hidden_stacks=0..1                       false and true count as 0 and 1
 * Without STEP the values are one apart if the data and both ends are whole numbers, else there are 21. If
 * data and values are whole, nothing between the values can be set.
 *
 * A Knob is a value without ownership.
 */
#ifndef MARSHAL_EVAL_BALANCE_KNOB_H
#define MARSHAL_EVAL_BALANCE_KNOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"

enum { KNOB_TERMS_MAX = 8, KNOB_PATH_BYTES = 160, KNOB_TEXT_BYTES = 512, KNOB_OVERRIDE_BYTES = 224 };

typedef struct KnobTerm {
    char path[KNOB_PATH_BYTES];
    int sign;    /* 0: is set to the value; +1 or -1: the value is added to base, or taken from it */
    double base; /* what stands in the data */
    bool is_flag;
} KnobTerm;

typedef struct Knob {
    char text[KNOB_TEXT_BYTES];       /* as given */
    char terms_text[KNOB_TEXT_BYTES]; /* the part before '=' */
    KnobTerm terms[KNOB_TERMS_MAX];
    uint32_t term_count;
    double low;
    double high;
    double step;
    uint32_t count; /* values low, low + step, ... up to high */
    bool whole;
} Knob;

/* Reads a knob and looks up what its places hold now. False and err on bad text, on places that are not there
 * or hold no number, and on more than RESPONSE_VALUES_MAX values. */
bool knob_open(Knob *knob, const char *text, const char *scenario, const char *const *overrides,
               size_t override_count, Err *err);

/* The value at a position, in steps from the low end. */
double knob_value(const Knob *knob, double position);

/* The override "path=value" of a term that sets the knob to a value. */
void knob_override(const Knob *knob, uint32_t term, double value, char text[KNOB_OVERRIDE_BYTES]);

#endif

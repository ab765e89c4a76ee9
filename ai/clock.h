/* clock.h: time, for searches with a time limit and for measuring. Never read by rules, nor by policies whose
 * work is fixed. */
#ifndef MARSHAL_AI_CLOCK_H
#define MARSHAL_AI_CLOCK_H

/* Seconds on a clock that never goes back; only differences mean anything. */
double clock_seconds(void);

#endif

/* clock.h: time for measuring and reporting. Never read by rules or policies' choices in fixed-work modes. */
#ifndef MARSHAL_EVAL_CLOCK_H
#define MARSHAL_EVAL_CLOCK_H

/* Seconds on a clock that never goes back; only differences mean anything. */
double clock_seconds(void);

#endif

/* engine.h: `marshal engine`: the answering end of the text protocol (ai/protocol.h).
 *
 * Two processes. The front (engine_front.c) reads standard input, answers what must never wait (isready while
 * a search goes on, stop, quit), and passes everything else on; the worker (engine_worker.c) has the game and
 * thinks, one line after another. Lines are answered in the order in which they came, but for isready during
 * a search; quit stops searches, which answer at once with what they have, and ends after everything that was
 * asked before it. So no thinking ever blocks the protocol, and no line can end it: a view
 * given as bytes is checked as far as that can be done (the range of each field, its invariants in a random
 * world, that it is a view at all), but whether a position was ever reached by play nobody can tell from its
 * bytes, and the rules assume that it was. If the worker comes to harm, or does not stop when told to, the
 * front says so, answers what was open with "bestmove none", and starts a new one.
 *
 * The two share a little memory: what a thinking worker has to look at.
 */
#ifndef MARSHAL_PLAY_ENGINE_ENGINE_H
#define MARSHAL_PLAY_ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"

/* Commands "go" that may wait at a time. */
enum { ENGINE_GOES_MAX = 64 };

typedef struct EngineShared {
    /* written by the worker: the "go" under way */
    _Atomic uint32_t begun;    /* its number, from 1; 0: none so far */
    _Atomic uint64_t deadline; /* when it must end, in microseconds of clock_seconds; 0: whenever it likes */
    atomic_bool endless;       /* it has no limit but "stop" */
    /* written by the front: "go" number n is to stop; slot n % ENGINE_GOES_MAX */
    atomic_bool stops[ENGINE_GOES_MAX];
} EngineShared;

/* What the engine starts with; options of the protocol change it. */
typedef struct EngineSetup {
    const char *policy;   /* thinks when "go" names no limit */
    const char *scenario; /* loaded at the start; NULL: none */
    uint64_t seed;        /* of its thinking */
} EngineSetup;

/* Answers standard input until it ends or "quit". Returns an exit code. */
int engine_front(const EngineSetup *setup);

/* The worker: reads lines from one descriptor, writes answers to another, until the first one ends. */
void engine_worker(const EngineSetup *setup, EngineShared *shared, int in, int out);

#endif

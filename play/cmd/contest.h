/* contest.h: what commands share that play two policies against each other on a scenario: match, duel.
 *
 * Options these commands have in common: --set, --records. contest_open ... contest_release; the switches in
 * info are owned by the contest.
 */
#ifndef MARSHAL_PLAY_CMD_CONTEST_H
#define MARSHAL_PLAY_CMD_CONTEST_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "play/cmd/keeping.h"
#include "play/cmd/options.h"

typedef struct Contest {
    const Options *options;
    Game game;
    Policy policies[2];
    StrBuf switches; /* the scenario's options as JSON, for record headers */
    RecordInfo info; /* filled by contest_prepare_records */
} Contest;

/* Loads the scenario, the first operand, and makes the policies that these two options name. EXIT_GOOD, or
 * the exit code after telling what is wrong; then nothing needs releasing. */
int contest_open(Contest *contest, const Options *options, const char *first, const char *second);
void contest_release(Contest *contest);

/* If there is --records, makes its folder and fills info; *records is its name or NULL. False and err if it
 * cannot. */
bool contest_prepare_records(Contest *contest, const char **records, Err *err);

/* What a command does with a contest. All functions get its context. */
typedef struct ContestSteps {
    const char *first, *second;                   /* options that name the policies */
    bool (*check)(const void *context, Err *err); /* of further options, after loading; NULL: none */
    bool (*play)(void *context, Err *err);
    int (*report)(const void *context); /* says how it went; returns the exit code */
    void *context;
} ContestSteps;

/* Opens contest and keeping, plays, closes both, reports. Returns the exit code, after telling what is wrong.
 */
int contest_run(Contest *contest, Keeping *keeping, const Options *options, const ContestSteps *steps);

/* Where this contest's games are kept: moves always if a policy is not repeatable. */
SeriesKeep contest_keep(const Contest *contest, const Keeping *keeping);

#endif

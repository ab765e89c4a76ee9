/* balance.h: what the parts of `marshal balance` share: the search of one or more knobs in order, its report,
 * and the comparison of two scenarios. */
#ifndef MARSHAL_PLAY_CMD_BALANCE_H
#define MARSHAL_PLAY_CMD_BALANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "eval/balance/balance.h"
#include "eval/balance/knob.h"
#include "play/cmd/keeping.h"
#include "play/cmd/options.h"
#include "play/cmd/progress.h"

enum { BALANCE_KNOBS_MAX = 8, BALANCE_HELD_MAX = BALANCE_KNOBS_MAX * KNOB_TERMS_MAX };

/* One knob that was searched. */
typedef struct KnobSearch {
    Knob knob;
    Balance *balance; /* NULL: not searched */
    BalanceResult result;
    bool known; /* result is filled */
} KnobSearch;

/* Everything one run of the command holds. */
typedef struct BalanceCommand {
    const Options *options;
    const char *policy;
    double target;
    double precision; /* in units of the knob; 0: the default */
    KnobSearch searches[BALANCE_KNOBS_MAX];
    size_t knob_count;
    size_t searched;                                  /* the first so many knobs were */
    char held[BALANCE_HELD_MAX][KNOB_OVERRIDE_BYTES]; /* overrides that set the knobs to what was found */
    size_t held_count;
    Game game; /* the scenario with --set, knobs as they stand: for its name, title and fingerprint */
    uint64_t games;
    bool finished; /* not interrupted */
    Keeping keeping;
    SeriesQuarantine quarantine;
    Worth worth;          /* by seat: decides what a game that both lose counts */
    BalanceShared shared; /* games without a winner */
    Progress progress;
    double elapsed;
} BalanceCommand;

/* The search that speaks for the run: the last one. */
static inline const KnobSearch *balance_answer(const BalanceCommand *command)
{
    return &command->searches[command->searched - 1];
}

/* True if the win rate at the value found may be the target: then no further knob is needed. */
bool balance_meets_target(const BalanceCommand *command, const KnobSearch *search);

/* Prints the report on standard output. */
void balance_print_text(const BalanceCommand *command);
void balance_print_json(const BalanceCommand *command);

/* `marshal balance --compare`. Returns the exit code. */
int balance_compare(const Options *options, const char *policy);

#endif

/* command.h: the commands of the program, one row each, and what they share.
 *
 * A command parses nothing itself: its row names operands and options (options.h), main.c parses, prints
 * help, and calls run. Results go to standard output, everything else to standard error; with --json a
 * command prints exactly one JSON object on standard output. Exit codes: EXIT_GOOD, EXIT_FAILED (the work
 * could not be done, or found what it looked for: a broken law, an invalid file), EXIT_USAGE (the command
 * line was wrong), EXIT_INTERRUPTED (Ctrl-C; what was done until then is reported).
 */
#ifndef MARSHAL_PLAY_CMD_COMMAND_H
#define MARSHAL_PLAY_CMD_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/strbuf.h"
#include "eval/statistics/elo.h"
#include "play/cmd/options.h"

enum exit_code { EXIT_GOOD = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

typedef struct Command {
    const char *name;
    const char *operands;      /* for the usage line, "" if there are none */
    size_t least, most;        /* how many operands */
    const char *summary;       /* one line */
    const char *details;       /* more lines for --help, or NULL */
    const OptionSpec *options; /* NULL name ends it */
    int (*run)(const Options *options);
    bool spreads; /* several processes may work at it, under MPI (eval/run/cluster.h) */
} Command;

/* All of them, in the order of help texts. */
typedef struct CommandList {
    const Command *const *rows;
    size_t count;
} CommandList;

/* The command of a name; NULL if there is none. */
const Command *command_find(const CommandList *commands, const char *name);

/* The rows, one file each: play/cmd_<name>.c. */
extern const Command COMMAND_SCENARIOS;
extern const Command COMMAND_VALIDATE;
extern const Command COMMAND_SHOW;
extern const Command COMMAND_MATCH;
extern const Command COMMAND_DUEL;
extern const Command COMMAND_TOURNAMENT;
extern const Command COMMAND_MERGE;
extern const Command COMMAND_EXPORT;
extern const Command COMMAND_BALANCE;
extern const Command COMMAND_TUNE;
extern const Command COMMAND_TUNE_PRIORS;
extern const Command COMMAND_ANALYZE;
extern const Command COMMAND_REVIEW;
extern const Command COMMAND_TRAPS;
extern const Command COMMAND_REPLAY;
extern const Command COMMAND_FUZZ;
extern const Command COMMAND_BENCH;
extern const Command COMMAND_ENGINE;
extern const Command COMMAND_PLAY;
extern const Command COMMAND_SERVE;
extern const Command COMMAND_REPORT;
extern const Command COMMAND_EQUILIBRIUM;
extern const Command COMMAND_OPENINGS;
extern const Command COMMAND_PUZZLES;
extern const Command COMMAND_IMPROVE;

/* Rows that most tables hold. */
#define OPTION_ROW_HELP                                                                                      \
    {                                                                                                        \
        "help", OPTION_FLAG, NULL, NULL, false, "prints this"                                                \
    }
#define OPTION_ROW_JSON                                                                                      \
    {                                                                                                        \
        "json", OPTION_FLAG, NULL, NULL, false, "prints one JSON object instead of text"                     \
    }
#define OPTION_ROW_SET                                                                                       \
    {                                                                                                        \
        "set", OPTION_LIST, "PATH=VALUE", NULL, false,                                                       \
            "overrides a value of scenario or board; may be given again"                                     \
    }
#define OPTION_ROW_SEED(help)                                                                                \
    {                                                                                                        \
        "seed", OPTION_INDEX, "K", "1", false, help                                                          \
    }
#define OPTION_ROW_JOBS                                                                                      \
    {                                                                                                        \
        "jobs", OPTION_COUNT, "J", NULL, false,                                                              \
            "games at a time (default: one a processor, fewer where searches have threads)"                  \
    }
#define OPTION_ROW_END                                                                                       \
    {                                                                                                        \
        NULL, OPTION_FLAG, NULL, NULL, false, NULL                                                           \
    }

/* Loads the scenario a command was asked for, with its --set options. False after telling what is wrong. */
bool command_load(Game *game, const char *name, const Options *options);

/* Whether there is any scenario to play. False after telling that none was found, and what to do. */
bool command_has_scenarios(void);

/* Number of threads from --jobs: one a processor, if nothing is said. */
int command_jobs(const Options *options);
/* The same for games between these policies: fewer games at a time where decisions are searched on several
 * threads, so that no more threads are busy than there are processors. */
int command_games_at_once(const Options *options, const Policy *policies, size_t count);

/* Tells of an error on standard error: "marshal: ...". Returns code. */
int command_fail(const Err *err, enum exit_code code);

/* A number from 0 to most given for an option. False and err, naming the option, on anything else. */
bool command_share(const Options *options, const char *name, double most, double *out, Err *err);

/* Whether a file can be made in the folder of `out`: told before hours of work rather than after them. */
bool command_can_write(const char *out, Err *err);
/* The same for a file that must be a new one: none is overwritten. */
bool command_can_create(const char *out, Err *err);

/* Reads two hypotheses of a sequential test, "0,5"; false if they are none. */
bool command_read_sprt(const char *text, EloSprt *sprt);

/* Prints a finished JSON object and a line feed. */
void command_print(const StrBuf *text);

#endif

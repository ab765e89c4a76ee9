/* options.h: command-line options from one table a command, so that parsing, defaults, help and messages
 * agree.
 *
 * Options are written --name value, --name=value, or --name for a flag; "--" ends them; everything else is an
 * operand. An option given twice is an error unless it is a list. Values are checked when parsed, so that
 * commands can read them without looking again. Unknown options and bad values are told with what was found
 * and what was expected.
 *
 * Options borrow argv; nothing is allocated.
 */
#ifndef MARSHAL_PLAY_CMD_OPTIONS_H
#define MARSHAL_PLAY_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"

enum { OPTIONS_MAX = 28, OPTION_LIST_MAX = 64, OPTION_MORE_MAX = 3, OPERANDS_MAX = 1024 };

/* The list option whose values are options->list: overrides of the scenario, which every command treats
 * alike. */
#define OPTION_LIST_MAIN "set"

enum option_type {
    OPTION_FLAG, /* no value */
    OPTION_TEXT,
    OPTION_COUNT, /* a whole number from 1 up */
    OPTION_INDEX, /* a whole number from 0 up, below 2^64 */
    OPTION_LIST,  /* texts, may be given again and again */
};

typedef struct OptionSpec {
    const char *name; /* without dashes; NULL ends a table */
    enum option_type type;
    const char *value; /* what the value stands for in help texts and to completion.h, NULL for flags */
    const char
        *initial; /* default as text; NULL: none (flags, lists, and options that must or need not be given) */
    bool required;
    const char *help;
} OptionSpec;

typedef struct Options {
    const OptionSpec *specs;
    const char *text[OPTIONS_MAX]; /* value by row of the table; NULL: not given and no default */
    uint64_t number[OPTIONS_MAX];
    bool given[OPTIONS_MAX];
    const char *list[OPTION_LIST_MAX]; /* values of --set */
    size_t list_count;
    const char
        *more[OPTION_MORE_MAX][OPTION_LIST_MAX]; /* values of other list options, in the order of the table */
    size_t more_count[OPTION_MORE_MAX];
    const char *operands[OPERANDS_MAX];
    size_t operand_count;
} Options;

/* Parses argv[0..argc). False and err on anything that is not right; with --help given, required ones may be
 * missing. */
bool options_parse(Options *options, const OptionSpec *specs, int argc, char *const *argv, Err *err);

/* Values by name; the name must be in the table (asserted) with a fitting type. */
bool options_flag(const Options *options, const char *name);
const char *options_text(const Options *options,
                         const char *name);                        /* NULL if not given and without default */
uint64_t options_number(const Options *options, const char *name); /* 0 if not given and without default */
bool options_given(const Options *options, const char *name);
/* True if the command has an option of this name; all else here asks for names that it has. */
bool options_known(const Options *options, const char *name);
/* Values of a list option, *count of them. */
const char *const *options_list(const Options *options, const char *name, size_t *count);

/* Prints the table, one option a line, with defaults. */
void options_print_help(const OptionSpec *specs);

#endif

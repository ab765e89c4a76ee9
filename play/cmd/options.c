/* options.c: one parser for all commands. */
#include "play/cmd/options.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t spec_count(const OptionSpec *specs)
{
    size_t count = 0;
    while (specs[count].name != NULL) {
        count++;
    }
    assert(count <= OPTIONS_MAX);
    return count;
}

/* Row of the option whose name is the first length bytes of name; the number of rows if there is none. */
static size_t find_spec(const OptionSpec *specs, const char *name, size_t length)
{
    size_t row = 0;
    while (specs[row].name != NULL &&
           (strlen(specs[row].name) != length || memcmp(specs[row].name, name, length) != 0)) {
        row++;
    }
    return row;
}

static bool parse_number(const char *text, uint64_t *value)
{
    *value = 0;
    for (const char *at = text; *at != '\0'; at++) {
        const unsigned digit = (unsigned)(unsigned char)*at - '0';
        if (digit > 9 || *value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return text[0] != '\0';
}

/* Which of options->more holds the values of a row, a list option; OPTION_MORE_MAX: options->list does. */
static size_t list_of(const OptionSpec *specs, size_t row)
{
    size_t list = 0;
    if (strcmp(specs[row].name, OPTION_LIST_MAIN) == 0) {
        return OPTION_MORE_MAX;
    }
    for (size_t i = 0; i < row; i++) {
        list += specs[i].type == OPTION_LIST && strcmp(specs[i].name, OPTION_LIST_MAIN) != 0 ? 1 : 0;
    }
    assert(list < OPTION_MORE_MAX);
    return list;
}

static bool add_to_list(Options *options, size_t row, const char *value, Err *err)
{
    const size_t list = list_of(options->specs, row);
    const char **values = list < OPTION_MORE_MAX ? options->more[list] : options->list;
    size_t *count = list < OPTION_MORE_MAX ? &options->more_count[list] : &options->list_count;
    if (*count >= OPTION_LIST_MAX) {
        return err_set(err, NULL, NULL, "--%s: given more than %d times", options->specs[row].name,
                       OPTION_LIST_MAX);
    }
    values[(*count)++] = value;
    return true;
}

/* Stores a value for a row after checking it. */
static bool set_value(Options *options, size_t row, const char *value, Err *err)
{
    const OptionSpec *spec = &options->specs[row];
    if (spec->type == OPTION_LIST) {
        return add_to_list(options, row, value, err);
    }
    if (spec->type == OPTION_COUNT || spec->type == OPTION_INDEX) {
        const uint64_t least = spec->type == OPTION_COUNT ? 1 : 0;
        if (!parse_number(value, &options->number[row]) || options->number[row] < least) {
            return err_set(err, NULL, NULL,
                           "--%s: found \"%.64s\", expected a whole number from %" PRIu64 " up", spec->name,
                           value, least);
        }
    }
    options->text[row] = value;
    return true;
}

/* Parses the option at argv[*at] and its value; moves *at to the last word used. */
static bool parse_option(Options *options, int argc, char *const *argv, int *at, Err *err)
{
    const char *name = argv[*at] + 2;
    const size_t length = strcspn(name, "=");
    const size_t row = find_spec(options->specs, name, length);
    const OptionSpec *spec = &options->specs[row];
    if (spec->name == NULL) {
        return err_set(err, NULL, NULL, "unknown option --%.*s", (int)(length < 64 ? length : 64), name);
    }
    if (options->given[row] && spec->type != OPTION_LIST) {
        return err_set(err, NULL, NULL, "--%s: given twice", spec->name);
    }
    options->given[row] = true;
    if (spec->type == OPTION_FLAG) {
        return name[length] == '\0' || err_set(err, NULL, NULL, "--%s: takes no value", spec->name);
    }
    if (name[length] == '=') {
        return set_value(options, row, name + length + 1, err);
    }
    if (*at + 1 >= argc) {
        return err_set(err, NULL, NULL, "--%s: expected %s after it", spec->name, spec->value);
    }
    *at += 1;
    return set_value(options, row, argv[*at], err);
}

static bool add_operand(Options *options, const char *text, Err *err)
{
    if (options->operand_count >= OPERANDS_MAX) {
        return err_set(err, NULL, NULL, "more than %d operands", OPERANDS_MAX);
    }
    options->operands[options->operand_count++] = text;
    return true;
}

static bool set_defaults(Options *options, Err *err)
{
    for (size_t row = 0; options->specs[row].name != NULL; row++) {
        const char *initial = options->specs[row].initial;
        if (initial != NULL && !set_value(options, row, initial, err)) {
            return false;
        }
    }
    return true;
}

static bool nothing_is_missing(const Options *options, Err *err)
{
    for (size_t row = 0; options->specs[row].name != NULL; row++) {
        const OptionSpec *spec = &options->specs[row];
        if (spec->required && !options->given[row]) {
            return err_set(err, NULL, NULL, "--%s %s is missing", spec->name, spec->value);
        }
    }
    return true;
}

bool options_parse(Options *options, const OptionSpec *specs, int argc, char *const *argv, Err *err)
{
    memset(options, 0, sizeof *options);
    options->specs = specs;
    (void)spec_count(specs);
    if (!set_defaults(options, err)) {
        return false;
    }
    bool only_operands = false;
    for (int at = 0; at < argc; at++) {
        const char *word = argv[at];
        bool good = true;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            good = add_operand(options, word, err);
        } else if (word[1] != '-') {
            good = err_set(err, NULL, NULL, "unknown option %.64s (options begin with two dashes)", word);
        } else if (word[2] == '\0') {
            only_operands = true;
        } else {
            good = parse_option(options, argc, argv, &at, err);
        }
        if (!good) {
            return false;
        }
    }
    return options_flag(options, "help") || nothing_is_missing(options, err);
}

static size_t row_of(const Options *options, const char *name)
{
    const size_t row = find_spec(options->specs, name, strlen(name));
    assert(options->specs[row].name != NULL);
    return row;
}

bool options_flag(const Options *options, const char *name) { return options->given[row_of(options, name)]; }

const char *options_text(const Options *options, const char *name)
{
    return options->text[row_of(options, name)];
}

uint64_t options_number(const Options *options, const char *name)
{
    return options->number[row_of(options, name)];
}

bool options_given(const Options *options, const char *name) { return options->given[row_of(options, name)]; }

bool options_known(const Options *options, const char *name)
{
    return options->specs[find_spec(options->specs, name, strlen(name))].name != NULL;
}

const char *const *options_list(const Options *options, const char *name, size_t *count)
{
    const size_t list = list_of(options->specs, row_of(options, name));
    *count = list < OPTION_MORE_MAX ? options->more_count[list] : options->list_count;
    return list < OPTION_MORE_MAX ? options->more[list] : options->list;
}

void options_print_help(const OptionSpec *specs)
{
    for (const OptionSpec *spec = specs; spec->name != NULL; spec++) {
        char left[64];
        (void)snprintf(left, sizeof left, "--%s%s%s", spec->name, spec->value != NULL ? " " : "",
                       spec->value != NULL ? spec->value : "");
        printf("  %-22s %s", left, spec->help);
        if (spec->initial != NULL) {
            printf(" (default %s)", spec->initial);
        }
        printf("%s\n", spec->required ? " (required)" : "");
    }
}

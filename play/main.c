/* main.c: picks the command, parses its options, runs it, and sees that its output got out. */
#include <stdio.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/version.h"
#include "play/command.h"
#include "play/options.h"

static const Command *const COMMANDS[] = {
    &COMMAND_SCENARIOS, &COMMAND_VALIDATE, &COMMAND_SHOW, &COMMAND_MATCH,
    &COMMAND_DUEL,      &COMMAND_TUNE,     &COMMAND_REPLAY,   &COMMAND_FUZZ, &COMMAND_BENCH,
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void print_usage(FILE *file)
{
    (void)fprintf(file, "usage: marshal COMMAND [OPERANDS] [OPTIONS]\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        (void)fprintf(file, "  %-10s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    }
    (void)fprintf(file, "\npolicies:\n");
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const PolicyKind *kind = policy_kind_at(i);
        (void)fprintf(file, "  %-38s %s\n", kind->usage, kind->help);
    }
    (void)fprintf(file, "\nmarshal COMMAND --help tells more. marshal --version prints the version.\n");
}

static void print_command_help(const Command *command)
{
    printf("usage: marshal %s%s%s [OPTIONS]\n\n%s\n", command->name, command->operands[0] != '\0' ? " " : "",
           command->operands, command->summary);
    if (command->details != NULL) {
        printf("\n%s\n", command->details);
    }
    printf("\noptions:\n");
    options_print_help(command->options);
}

static int bad_usage(const Command *command, const char *message)
{
    (void)fprintf(stderr, "marshal %s: %s\n(marshal %s --help shows how to use it)\n", command->name, message,
                  command->name);
    return EXIT_USAGE;
}

static int run_command(const Command *command, int argc, char *const *argv)
{
    Options options;
    Err err;
    err_clear(&err);
    if (!options_parse(&options, command->options, argc, argv, &err)) {
        return bad_usage(command, err.message);
    }
    if (options_flag(&options, "help")) {
        print_command_help(command);
        return EXIT_GOOD;
    }
    if (options.operand_count < command->least || options.operand_count > command->most) {
        char message[128];
        (void)snprintf(message, sizeof message, "found %zu operands, expected: %s", options.operand_count,
                       command->operands[0] != '\0' ? command->operands : "none");
        return bad_usage(command, message);
    }
    return command->run(&options);
}

static int dispatch(int argc, char *const *argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "help") == 0) {
        print_usage(stdout);
        return EXIT_GOOD;
    }
    if (strcmp(name, "--version") == 0) {
        printf("marshal %s\n", MARSHAL_VERSION);
        return EXIT_GOOD;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, COMMANDS[i]->name) == 0) {
            return run_command(COMMANDS[i], argc - 2, argv + 2);
        }
    }
    (void)fprintf(stderr, "marshal: unknown command \"%.64s\"\n\n", name);
    print_usage(stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    const int code = dispatch(argc, argv);
    /* a full disk or a closed pipe must not look like success */
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && code == EXIT_GOOD) {
        perror("marshal: standard output");
        return EXIT_FAILED;
    }
    return code;
}

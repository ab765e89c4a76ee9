/* main.c: picks the command, parses its options, runs it, and sees that its output got out. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ai/policy.h"
#include "engine/scenario.h"
#include "engine/strbuf.h"
#include "engine/version.h"
#include "eval/run/cluster.h"
#include "play/cmd/command.h"
#include "play/cmd/completion.h"
#include "play/cmd/manual.h"
#include "play/cmd/options.h"

static int run_help(const Options *options);

static const OptionSpec HELP_OPTIONS[] = {
    {"man", OPTION_FLAG, NULL, NULL, false, "prints the manual page, for man -l or /usr/share/man/man1"},
    {"completion", OPTION_TEXT, "SHELL", NULL, false,
     "prints a script that completes what is typed: source <(marshal help --completion bash)"},
    {"complete", OPTION_FLAG, NULL, NULL, false,
     "for that script: prints what the last of the words behind -- may become"},
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

static const Command COMMAND_HELP = {
    .name = "help",
    .operands = "[COMMAND]",
    .most = OPERANDS_MAX,
    .summary = "tells what there is, or about one command",
    .options = HELP_OPTIONS,
    .run = run_help,
};

static const Command *const COMMANDS[] = {
    &COMMAND_SCENARIOS, &COMMAND_VALIDATE, &COMMAND_SHOW,       &COMMAND_PLAY,        &COMMAND_SERVE,
    &COMMAND_MATCH,     &COMMAND_DUEL,     &COMMAND_TOURNAMENT, &COMMAND_EQUILIBRIUM, &COMMAND_IMPROVE,
    &COMMAND_BALANCE,   &COMMAND_MERGE,    &COMMAND_EXPORT,     &COMMAND_REPORT,      &COMMAND_ANALYZE,
    &COMMAND_REVIEW,    &COMMAND_TRAPS,    &COMMAND_TUNE,       &COMMAND_TUNE_PRIORS, &COMMAND_REPLAY,
    &COMMAND_ENGINE,    &COMMAND_FUZZ,     &COMMAND_BENCH,      &COMMAND_OPENINGS,    &COMMAND_PUZZLES,
    &COMMAND_HELP,
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static const CommandList COMMAND_LIST = {COMMANDS, COMMAND_COUNT};

static void print_usage(FILE *file)
{
    (void)fprintf(file, "usage: marshal COMMAND [OPERANDS] [OPTIONS]\n\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        (void)fprintf(file, "  %-11s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
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

static int unknown_command(const char *name)
{
    (void)fprintf(stderr, "marshal: unknown command \"%.64s\"\n\n", name);
    print_usage(stderr);
    return EXIT_USAGE;
}

/* marshal help [COMMAND] */
static int help_about(const Options *options)
{
    if (options->operand_count == 0) {
        print_usage(stdout);
        return EXIT_GOOD;
    }
    if (options->operand_count > 1) {
        return bad_usage(&COMMAND_HELP, "expected one command");
    }
    const Command *command = command_find(&COMMAND_LIST, options->operands[0]);
    if (command == NULL) {
        return unknown_command(options->operands[0]);
    }
    print_command_help(command);
    return EXIT_GOOD;
}

static int run_help(const Options *options)
{
    const char *shell = options_text(options, "completion");
    StrBuf text;
    int code = EXIT_GOOD;
    strbuf_init(&text);
    if (options_flag(options, "complete")) {
        completion_answer(&COMMAND_LIST, options->operands, options->operand_count, &text);
    } else if (shell != NULL) {
        code = completion_script(shell, &text) ? EXIT_GOOD
                                               : bad_usage(&COMMAND_HELP, "--completion: expected bash");
    } else if (options_flag(options, "man")) {
        manual_write(&COMMAND_LIST, &text);
    } else {
        code = help_about(options);
    }
    (void)fwrite(text.text, 1, text.length, stdout);
    strbuf_release(&text);
    return code;
}

/* The version in the first line, then where files are looked for. */
static int print_version(void)
{
    char folders[SCENARIO_FOLDERS_MAX][SCENARIO_PATH_BYTES];
    const size_t count = scenario_folders(folders);
    printf("marshal %s\n", MARSHAL_VERSION);
    for (size_t i = 0; i < count; i++) {
        printf("%s %s%s\n", i == 0 ? "scenarios are looked for in" : "                        then",
               folders[i], access(folders[i], R_OK | X_OK) == 0 ? "" : " (not there)");
    }
    return EXIT_GOOD;
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
    if (cluster_size() > 1 && !command->spreads) {
        return bad_usage(
            command,
            "several processes cannot work at this command; match, duel and tournament can be spread");
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
    if (strcmp(name, "--help") == 0) {
        print_usage(stdout);
        return EXIT_GOOD;
    }
    if (strcmp(name, "--version") == 0) {
        return print_version();
    }
    const Command *command = command_find(&COMMAND_LIST, name);
    return command != NULL ? run_command(command, argc - 2, argv + 2) : unknown_command(name);
}

/* Ranks that only play for rank 0 have nothing to tell: it would be the same again. */
static void silence_worker(void)
{
    if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL) {
        perror("marshal: /dev/null");
    }
}

int main(int argc, char **argv)
{
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error to tell of, like a full disk */
    cluster_begin(&argc, &argv);
    const bool worker = cluster_is_worker();
    if (worker) {
        silence_worker();
    }
    const int result = dispatch(argc, argv);
    const int code = worker ? EXIT_GOOD : result; /* rank 0 answers for all */
    cluster_end();
    /* a full disk or a closed pipe must not look like success */
    if ((fflush(stdout) != 0 || ferror(stdout) != 0) && code == EXIT_GOOD) {
        perror("marshal: standard output");
        return EXIT_FAILED;
    }
    return code;
}

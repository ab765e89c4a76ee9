/* manual.c: see manual.h. */
#include "play/cmd/manual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/scenario.h"
#include "engine/version.h"

/* ---- troff ---- */

enum { SOURCE_COLUMNS = 72 };

static void add_bytes(StrBuf *out, const char *text, size_t length)
{
    static const struct {
        char character;
        const char *escape;
    } escapes[] = {
        {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"},
    };
    for (size_t i = 0; i < length; i++) {
        const char *escape = NULL;
        for (size_t k = 0; k < sizeof escapes / sizeof escapes[0]; k++) {
            escape = escapes[k].character == text[i] ? escapes[k].escape : escape;
        }
        if (escape != NULL) {
            strbuf_add(out, escape);
        } else {
            strbuf_add_char(out, text[i]);
        }
    }
}

/* Appends a text so that what is copied from the page is what was written. */
static void add_text(StrBuf *out, const char *text) { add_bytes(out, text, strlen(text)); }

/* Begins a line: a point there would be a macro. */
static void begin_line(StrBuf *out, const char *text) { strbuf_add(out, text[0] == '.' ? "\\&" : ""); }

/* One line as it stands. */
static void add_verbatim(StrBuf *out, const char *text)
{
    begin_line(out, text);
    add_text(out, text);
    strbuf_add_char(out, '\n');
}

/* Words in lines of moderate length, each sentence on a new one, as troff likes its sources. */
static void add_line(StrBuf *out, const char *text)
{
    size_t column = 0;
    bool sentence_ended = false;
    while (*text != '\0') {
        text += strspn(text, " ");
        const size_t length = strcspn(text, " ");
        if (length == 0) {
            break;
        }
        if (column > 0 && (sentence_ended || column + length >= SOURCE_COLUMNS)) {
            strbuf_add_char(out, '\n');
            column = 0;
        }
        if (column == 0) {
            begin_line(out, text);
        } else {
            strbuf_add_char(out, ' ');
        }
        add_bytes(out, text, length);
        column += length + 1;
        sentence_ended = strchr(".?!", text[length - 1]) != NULL;
        text += length;
    }
    strbuf_add_char(out, '\n');
}

/* A text whose lines are paragraphs where they begin at the margin, and examples where they do not. */
static void add_details(StrBuf *out, const char *text)
{
    bool example = false;
    StrBuf line;
    strbuf_init(&line);
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const size_t indent = strspn(text, " ");
        strbuf_clear(&line);
        strbuf_add_bytes(&line, text, length);
        text += text[length] == '\n' ? length + 1 : length;
        if (length == 0) {
            continue;
        }
        if ((indent > 0) != example) {
            strbuf_add(out, indent > 0 ? ".PP\n.nf\n" : ".fi\n.PP\n");
            example = indent > 0;
        }
        if (example) {
            add_verbatim(out, line.text + (indent > 2 ? 2 : indent));
        } else {
            add_line(out, line.text);
        }
    }
    strbuf_add(out, example ? ".fi\n" : "");
    strbuf_release(&line);
}

/* A head for what follows, in bold, with the part that stands for something in italics behind it. */
static void add_tag(StrBuf *out, const char *name, const char *value)
{
    strbuf_add(out, ".TP\n\\fB");
    add_text(out, name);
    strbuf_add(out, "\\fP");
    if (value != NULL) {
        strbuf_add(out, " \\fI");
        add_text(out, value);
        strbuf_add(out, "\\fP");
    }
    strbuf_add_char(out, '\n');
}

/* ---- parts of the page ---- */

static void add_option(StrBuf *out, const OptionSpec *spec)
{
    char name[64];
    StrBuf text;
    strbuf_init(&text);
    (void)snprintf(name, sizeof name, "--%s", spec->name);
    add_tag(out, name, spec->value);
    strbuf_add(&text, spec->help);
    if (spec->initial != NULL) {
        strbuf_addf(&text, " (default %s)", spec->initial);
    }
    strbuf_add(&text, spec->required ? " (required)" : "");
    add_line(out, text.text);
    strbuf_release(&text);
}

static void add_command(StrBuf *out, const Command *command)
{
    StrBuf text;
    strbuf_init(&text);
    strbuf_add(out, ".SS ");
    add_line(out, command->name);
    strbuf_add(out, "\\fBmarshal ");
    add_text(out, command->name);
    strbuf_add(out, "\\fP \\fI");
    add_text(out, command->operands);
    strbuf_add(out, command->operands[0] != '\0' ? " \\fP[\\fIOPTIONS\\fP]\n.PP\n"
                                                 : "\\fP[\\fIOPTIONS\\fP]\n.PP\n");
    strbuf_addf(&text, "%s.", command->summary);
    add_line(out, text.text);
    if (command->details != NULL) {
        strbuf_add(out, ".PP\n");
        add_details(out, command->details);
    }
    for (const OptionSpec *spec = command->options; spec->name != NULL; spec++) {
        add_option(out, spec);
    }
    strbuf_release(&text);
}

static void add_policies(StrBuf *out)
{
    strbuf_add(out, ".SH POLICIES\n");
    add_line(out, "Who plays a seat is told by a policy, a name with options behind a colon.");
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const PolicyKind *kind = policy_kind_at(i);
        add_tag(out, kind->usage, NULL);
        add_line(out, kind->help);
        if (kind->keys != NULL && kind->keys[0] != NULL) {
            strbuf_add(out, ".br\nOptions:\n");
            for (const char *const *key = kind->keys; *key != NULL; key++) {
                StrBuf text;
                strbuf_init(&text);
                strbuf_addf(&text, "%s%s", *key, key[1] != NULL ? "," : ".");
                add_line(out, text.text);
                strbuf_release(&text);
            }
        }
    }
}

typedef struct Entry {
    const char *name, *text;
} Entry;

static void add_entries(StrBuf *out, const char *title, const Entry *entries, size_t count)
{
    strbuf_addf(out, ".SH %s\n", title);
    for (size_t i = 0; i < count; i++) {
        add_tag(out, entries[i].name, NULL);
        add_line(out, entries[i].text);
    }
}

static const Entry ENVIRONMENT[] = {
    {"MARSHAL_SCENARIOS", "The folder of scenarios that is looked in first."},
    {"NO_COLOR", "If set, marshal play does without colours."},
    {"TERM", "If it is dumb or not set, so does it."},
};

static const Entry FILES[] = {
    {"GAME/NAME.json",
     "A scenario; GAME/strategy-NAME.json are strategies, beside them the board, the evaluation and learned "
     "priors of a game. A file is taken from the first folder that has it: of $MARSHAL_SCENARIOS, "
     "./scenarios, "
     "and beside the folder of the program scenarios and share/marshal/scenarios. marshal --version tells "
     "which "
     "of them are there."},
    {"share/doc/marshal",
     "Beside the program's folder: the guide, the readings of the rules, and what was measured."},
};

static const Entry EXIT_CODES[] = {
    {"0", "Success."},
    {"1", "The work failed, or found what it was looking for: an invalid file, a broken law."},
    {"2", "The command line is wrong."},
    {"130", "Interrupted by Ctrl-C, after telling what was done until then."},
};

/* "%s" stands for a scenario. */
static const Entry EXAMPLES[] = {
    {"marshal serve", "A page to play on, in a browser."},
    {"marshal play %s --opponent level:3", "A game in the terminal."},
    {"marshal match %s --french heuristic --coalition heuristic --games 500", "Who wins how often?"},
    {"marshal duel %s --a mcts:sims=200 --b heuristic --pairs 20", "Which of two is the stronger?"},
    {"marshal analyze %s --seed 3", "The best moves of the first position, with reasons."},
    {"marshal tournament night.json --until 07:00",
     "A night of games, each of them kept; the same command goes on the next night."},
    {"marshal report night.db --out night.html", "What they say, as a page."},
};

static void add_examples(StrBuf *out)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const bool there = entries != NULL && scenario_list(entries, SCENARIO_LIST_MAX) > 0;
    const char *scenario = there ? entries[0].id : "GAME/NAME";
    strbuf_add(out, ".SH EXAMPLES\n");
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
        char command[SCENARIO_NAME_BYTES + 128];
        const char *place = strstr(EXAMPLES[i].name, "%s");
        const size_t before = place != NULL ? (size_t)(place - EXAMPLES[i].name) : strlen(EXAMPLES[i].name);
        (void)snprintf(command, sizeof command, "%.*s%s%s", (int)before, EXAMPLES[i].name,
                       place != NULL ? scenario : "", place != NULL ? place + 2 : "");
        add_tag(out, command, NULL);
        add_line(out, EXAMPLES[i].text);
    }
    free(entries);
}

static void add_head(StrBuf *out)
{
    strbuf_add(out, ".\\\" made by \"marshal help --man\" from the program's tables\n");
    strbuf_addf(out, ".TH MARSHAL 1 %s \"Marshal %s\" \"User Commands\"\n", MARSHAL_DATE, MARSHAL_VERSION);
    strbuf_add(out, ".ad l\n" /* words of JSON are long */
                    ".SH NAME\n"
                    "marshal \\- plays, analyses and balances historical board games for two\n"
                    ".SH SYNOPSIS\n"
                    "\\fBmarshal\\fP \\fICOMMAND\\fP [\\fIOPERANDS\\fP] [\\fIOPTIONS\\fP]\n"
                    ".br\n"
                    "\\fBmarshal \\-\\-help\\fP\n"
                    ".br\n"
                    "\\fBmarshal \\-\\-version\\fP\n"
                    ".SH DESCRIPTION\n");
    add_line(out, "Marshal holds the rules of its games exactly, plays them against people, and measures who "
                  "wins how often, with error bars.");
    add_line(out, "Every option is written --name VALUE or --name=VALUE; -- ends them.");
    add_line(out,
             "Results go to standard output, progress and messages to standard error; with --json a command "
             "prints one JSON object.");
    add_line(out, "The same seed gives the same results for any number of jobs, unless a policy looks at the "
                  "clock.");
}

void manual_write(const CommandList *commands, StrBuf *out)
{
    add_head(out);
    strbuf_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < commands->count; i++) {
        add_command(out, commands->rows[i]);
    }
    add_policies(out);
    add_entries(out, "ENVIRONMENT", ENVIRONMENT, sizeof ENVIRONMENT / sizeof ENVIRONMENT[0]);
    add_entries(out, "FILES", FILES, sizeof FILES / sizeof FILES[0]);
    add_entries(out, "EXIT STATUS", EXIT_CODES, sizeof EXIT_CODES / sizeof EXIT_CODES[0]);
    add_examples(out);
}

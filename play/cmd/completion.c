/* completion.c: see completion.h. */
#include "play/cmd/completion.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/game.h"
#include "engine/registry.h"
#include "engine/scenario.h"

/* ---- kinds of values ---- */

enum value_kind {
    VALUE_SCENARIO = 1 << 0,
    VALUE_POLICY = 1 << 1,
    VALUE_STRATEGY = 1 << 2,
    VALUE_COMMAND = 1 << 3,
    VALUE_SEAT = 1 << 4,
    VALUE_FOLDER = 1 << 5,
    VALUE_FILE = 1 << 6,
    VALUE_SHELL = 1 << 7,
    VALUE_NOBODY = 1 << 8
};

static const struct {
    const char *word;
    unsigned kinds;
} VALUE_WORDS[] = {
    {"SCENARIO", VALUE_SCENARIO | VALUE_FILE}, /* its own file will do */
    {"POLICY", VALUE_POLICY},
    {"STRATEGY", VALUE_STRATEGY | VALUE_FILE},
    {"COMMAND", VALUE_COMMAND},
    {"SIDE", VALUE_SEAT | VALUE_NOBODY},
    {"SEAT", VALUE_SEAT},
    {"DIR", VALUE_FOLDER},
    {"FILE", VALUE_FILE},
    {"DB", VALUE_FILE},
    {"CONFIG", VALUE_FILE},
    {"RECORD", VALUE_FILE},
    {"SAVE", VALUE_FILE},
    {"POSITIONS", VALUE_FILE},
    {"SEARCHES", VALUE_FILE},
    {"PUZZLES", VALUE_FILE},
    {"IN", VALUE_FILE},
    {"OUT", VALUE_FILE},
    {"STORE", VALUE_FILE},
    {"SHELL", VALUE_SHELL},
};

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.'; }

/* The next word of a text from *at on, as start and length; false at its end. "A-or-B" is two words. */
static bool next_word(const char **at, const char **start, size_t *length)
{
    while (**at != '\0' && !in_word(**at)) {
        (*at)++;
    }
    *start = *at;
    while (in_word(**at) && strncmp(*at, "-or-", 4) != 0) {
        (*at)++;
    }
    *length = (size_t)(*at - *start);
    if (*length == 0 && **at != '\0') {
        *at += 4; /* an "-or-" by itself */
        return next_word(at, start, length);
    }
    return *length > 0;
}

static unsigned kinds_of(const char *text)
{
    unsigned kinds = 0;
    const char *start = NULL;
    size_t length = 0;
    while (text != NULL && next_word(&text, &start, &length)) {
        for (size_t i = 0; i < sizeof VALUE_WORDS / sizeof VALUE_WORDS[0]; i++) {
            const char *word = VALUE_WORDS[i].word;
            const size_t stem = strcspn(start, "."); /* FILE.svg, FILE... */
            const size_t whole = stem < length ? stem : length;
            kinds |= strlen(word) == whole && memcmp(word, start, whole) == 0 ? VALUE_WORDS[i].kinds : 0;
        }
    }
    return kinds;
}

/* ---- the line so far ---- */

typedef struct Line {
    const CommandList *commands;
    const char *const *words;
    size_t count;
    const Command *command; /* NULL while its name is being typed, or if there is none of that name */
    const char *typed;      /* the last word, or what follows "--name=" in it */
    size_t kept;            /* bytes of the last word before that */
    StrBuf *out;
} Line;

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Offers a candidate if it begins as the last word does. */
static void offer(const Line *line, const char *candidate)
{
    if (begins_with(candidate, line->typed)) {
        strbuf_add_bytes(line->out, line->words[line->count - 1], line->kept);
        strbuf_addf(line->out, "%s\n", candidate);
    }
}

/* The row of an option by a word of the line, "--name" or "--name=value"; NULL if there is none. */
static const OptionSpec *spec_of(const Command *command, const char *word)
{
    const char *name = word + 2;
    const size_t length = strcspn(name, "=");
    for (const OptionSpec *spec = command->options; spec->name != NULL; spec++) {
        if (strlen(spec->name) == length && memcmp(spec->name, name, length) == 0) {
            return spec;
        }
    }
    return NULL;
}

/* The option whose value the last word is, when it stands by itself; NULL: none. */
static const OptionSpec *awaiting(const Line *line, bool *only_operands)
{
    const OptionSpec *waiting = NULL;
    *only_operands = false;
    for (size_t i = 1; i + 1 < line->count; i++) {
        const char *word = line->words[i];
        if (waiting != NULL) {
            waiting = NULL; /* that was its value */
        } else if (strcmp(word, "--") == 0) {
            *only_operands = true;
            return NULL;
        } else if (begins_with(word, "--")) {
            const OptionSpec *spec = spec_of(line->command, word);
            waiting = spec != NULL && spec->value != NULL && strchr(word, '=') == NULL ? spec : NULL;
        }
    }
    return waiting;
}

static bool is_given(const Line *line, const OptionSpec *spec)
{
    for (size_t i = 1; i + 1 < line->count; i++) {
        if (begins_with(line->words[i], "--") && spec_of(line->command, line->words[i]) == spec) {
            return true;
        }
    }
    return false;
}

/* ---- candidates ---- */

static void offer_scenarios(const Line *line)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, SCENARIO_LIST_MAX) : 0;
    for (size_t i = 0; i < count; i++) {
        offer(line, entries[i].id);
    }
    free(entries);
}

/* The game whose scenario the line names, by the folder of its id; NULL: none yet. */
static const GameRules *game_of_line(const Line *line)
{
    for (size_t i = 1; i + 1 < line->count; i++) {
        const char *slash = strchr(line->words[i], '/');
        for (size_t game = 0; slash != NULL && game < registry_count(); game++) {
            const char *id = registry_at(game)->id;
            if (strlen(id) == (size_t)(slash - line->words[i]) && begins_with(line->words[i], id)) {
                return registry_at(game);
            }
        }
    }
    return NULL;
}

/* Offers each strategy of a game behind some text; those that games share are offered once for each. */
static void offer_strategies_of(const Line *line, const GameRules *game, const char *before)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list_strategies(game->id, entries, SCENARIO_LIST_MAX) : 0;
    StrBuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < count; i++) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%s%s", before, entries[i].id);
        offer(line, text.text);
    }
    strbuf_release(&text);
    free(entries);
}

static void offer_strategies(const Line *line, const char *before)
{
    const GameRules *game = game_of_line(line);
    for (size_t i = 0; i < registry_count(); i++) {
        if (game == NULL || registry_at(i) == game) {
            offer_strategies_of(line, registry_at(i), before);
        }
    }
}

static const PolicyKind *find_kind(const char *name, size_t length)
{
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const PolicyKind *kind = policy_kind_at(i);
        if (strlen(kind->name) == length && memcmp(kind->name, name, length) == 0) {
            return kind;
        }
    }
    return NULL;
}

/* What may follow the colon of a policy: the value of its option strategy, or the name of one more option. */
static void offer_policy_options(const Line *line, const PolicyKind *kind, const char *colon)
{
    const char *comma = strrchr(colon, ',');
    const char *part = comma != NULL ? comma + 1 : colon + 1;
    StrBuf text;
    strbuf_init(&text);
    if (begins_with(part, "strategy=")) {
        strbuf_add_bytes(&text, line->typed, (size_t)(part - line->typed) + strlen("strategy="));
        offer_strategies(line, text.text);
    } else if (strchr(part, '=') == NULL) {
        for (const char *const *key = kind->keys; *key != NULL; key++) {
            strbuf_clear(&text);
            strbuf_add_bytes(&text, line->typed, (size_t)(part - line->typed));
            strbuf_addf(&text, "%s=", *key);
            offer(line, text.text);
        }
    }
    strbuf_release(&text);
}

static void offer_policies(const Line *line)
{
    const char *colon = strchr(line->typed, ':');
    if (colon != NULL) {
        const PolicyKind *kind = find_kind(line->typed, (size_t)(colon - line->typed));
        if (kind != NULL && kind->keys != NULL) {
            offer_policy_options(line, kind, colon);
        }
        return;
    }
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const PolicyKind *kind = policy_kind_at(i);
        char with_options[POLICY_KEY_BYTES];
        offer(line, kind->name);
        if (kind->keys == NULL || kind->keys[0] != NULL) {
            (void)snprintf(with_options, sizeof with_options, "%s:", kind->name);
            offer(line, with_options);
        }
    }
}

static void offer_seats(const Line *line)
{
    offer(line, seat_name(SEAT_FRENCH));
    offer(line, seat_name(SEAT_COALITION));
    offer(line, "both");
}

static void offer_commands(const Line *line)
{
    for (size_t i = 0; i < line->commands->count; i++) {
        offer(line, line->commands->rows[i]->name);
    }
}

/* Words of a value's text that stand for themselves. */
static void offer_literals(const Line *line, const char *text)
{
    const char *start = NULL;
    size_t length = 0;
    while (text != NULL && next_word(&text, &start, &length)) {
        char word[32];
        if (length < sizeof word && islower((unsigned char)start[0])) {
            memcpy(word, start, length);
            word[length] = '\0';
            offer(line, word);
        }
    }
}

static void offer_options(const Line *line)
{
    for (const OptionSpec *spec = line->command->options; spec->name != NULL; spec++) {
        char word[64];
        (void)snprintf(word, sizeof word, "--%s", spec->name);
        if (spec->type == OPTION_LIST || !is_given(line, spec)) {
            offer(line, word);
        }
    }
}

/* Options whose names tell more than what their values are called. */
static unsigned kinds_by_name(const char *name)
{
    return strcmp(name, "policy") == 0 ? VALUE_POLICY : strcmp(name, "strategy") == 0 ? VALUE_STRATEGY : 0U;
}

/* First line of the answer and all candidates for a value or operand that the tables call text, of an option
 * of this name ("" for operands). */
static void answer_value(const Line *line, const char *text, const char *name)
{
    const unsigned kinds = kinds_of(text) | kinds_by_name(name);
    strbuf_add(line->out, (kinds & VALUE_FILE) != 0     ? "files\n"
                          : (kinds & VALUE_FOLDER) != 0 ? "folders\n"
                                                        : "words\n");
    offer_literals(line, text);
    if ((kinds & VALUE_SCENARIO) != 0) {
        offer_scenarios(line);
    }
    if ((kinds & VALUE_POLICY) != 0) {
        offer_policies(line);
    }
    if ((kinds & VALUE_STRATEGY) != 0) {
        offer_strategies(line, "");
    }
    if ((kinds & VALUE_COMMAND) != 0) {
        offer_commands(line);
    }
    if ((kinds & VALUE_SEAT) != 0) {
        offer_seats(line);
    }
    if ((kinds & VALUE_NOBODY) != 0) {
        offer(line, "none");
    }
    if ((kinds & VALUE_SHELL) != 0) {
        offer(line, "bash");
    }
}

/* Operands are told up to the first option among them, as in "SCENARIO --knob KNOB=LOW..HIGH". */
static void answer_operand(const Line *line)
{
    char text[64];
    const char *option = strstr(line->command->operands, " --");
    (void)snprintf(text, sizeof text, "%.*s",
                   option != NULL ? (int)(option - line->command->operands) : (int)sizeof text - 1,
                   line->command->operands);
    answer_value(line, text, "");
}

static void answer_in_command(Line *line)
{
    bool only_operands = false;
    const char *last = line->words[line->count - 1];
    const OptionSpec *waiting = awaiting(line, &only_operands);
    const OptionSpec *spec = begins_with(last, "--") ? spec_of(line->command, last) : NULL;
    if (waiting != NULL) {
        answer_value(line, waiting->value, waiting->name);
    } else if (!only_operands && spec != NULL && spec->value != NULL && strchr(last, '=') != NULL) {
        line->kept = (size_t)(strchr(last, '=') - last) + 1;
        line->typed = last + line->kept;
        answer_value(line, spec->value, spec->name);
    } else if (!only_operands && last[0] == '-') {
        strbuf_add(line->out, "words\n");
        offer_options(line);
    } else {
        answer_operand(line);
    }
}

void completion_answer(const CommandList *commands, const char *const *words, size_t count, StrBuf *out)
{
    Line line = {commands, words, count, NULL, count > 0 ? words[count - 1] : "", 0, out};
    line.command = count > 1 ? command_find(commands, words[0]) : NULL;
    if (line.command != NULL) {
        answer_in_command(&line);
        return;
    }
    strbuf_add(out, "words\n");
    if (count == 1) {
        offer_commands(&line);
        offer(&line, "--help");
        offer(&line, "--version");
    }
}

/* ---- the script ---- */

/* bash takes what follows the last of COMP_WORDBREAKS, among them ":" and "=", for the word that it
 * completes; ours end at blanks, so what lies before is cut off again. */
static const char BASH_SCRIPT[] =
    "# bash completion for marshal; the program itself knows what may follow. Made by\n"
    "# \"marshal help --completion bash\".\n"
    "_marshal()\n"
    "{\n"
    "    local line=${COMP_LINE:0:COMP_POINT} program=${COMP_WORDS[0]} word value break cut=''\n"
    "    local -a words answer\n"
    "    read -ra words <<<\"$line\"\n"
    "    [[ $line != *[[:blank:]] ]] || words+=('')\n"
    "    word=${words[-1]}\n"
    "    [[ $program != '~/'* ]] || program=$HOME/${program:2}\n"
    "    mapfile -t answer < <(\"$program\" help --complete -- \"${words[@]:1}\" 2>/dev/null)\n"
    "    value=$word\n"
    "    if [[ $word == --*=* ]]; then value=${word#*=}; fi\n"
    "    for break in : =; do\n"
    "        if [[ $COMP_WORDBREAKS == *\"$break\"* && $word == *\"$break\"* ]]; then\n"
    "            local before=${word%\"$break\"*}$break\n"
    "            [[ ${#before} -le ${#cut} ]] || cut=$before\n"
    "        fi\n"
    "    done\n"
    "    COMPREPLY=()\n"
    "    local candidate kind=${answer[0]-words}\n"
    "    for candidate in \"${answer[@]:1}\"; do\n"
    "        COMPREPLY+=(\"${candidate#\"$cut\"}\")\n"
    "        [[ $candidate != *[:=,] ]] || compopt -o nospace 2>/dev/null\n"
    "    done\n"
    "    case $kind in\n"
    "    files) mapfile -t answer < <(compgen -f -- \"$value\") ;;\n"
    "    folders) mapfile -t answer < <(compgen -d -- \"$value\") ;;\n"
    "    *) answer=() ;;\n"
    "    esac\n"
    "    # scenarios before files: where both would do, files wait for a first letter\n"
    "    if [[ ${#answer[@]} -gt 0 && ( -n $value || ${#COMPREPLY[@]} -eq 0 ) ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        for candidate in \"${answer[@]}\"; do\n"
    "            candidate=${word%\"$value\"}$candidate\n"
    "            COMPREPLY+=(\"${candidate#\"$cut\"}\")\n"
    "        done\n"
    "    fi\n"
    "}\n"
    "complete -F _marshal marshal\n";

bool completion_script(const char *shell, StrBuf *out)
{
    if (strcmp(shell, "bash") != 0) {
        return false;
    }
    strbuf_add(out, BASH_SCRIPT);
    return true;
}

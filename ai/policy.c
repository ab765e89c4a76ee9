/* policy.c: the kinds of policies, and specifications such as "heuristic:strategy=FILE". */
#include "ai/policy.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const PolicyKind *const KINDS[] = {
    &POLICY_RANDOM, &POLICY_HEURISTIC, &POLICY_FLAT, &POLICY_MCTS, &POLICY_PLANS, &POLICY_LEVEL, &POLICY_EXEC,
};

size_t policy_kind_count(void) { return sizeof KINDS / sizeof KINDS[0]; }

const PolicyKind *policy_kind_at(size_t index)
{
    assert(index < policy_kind_count());
    return KINDS[index];
}

const char *policy_option(const PolicyOptions *options, const char *key)
{
    assert(options->count <= POLICY_OPTIONS_MAX);
    for (size_t i = 0; i < options->count; i++) {
        if (strcmp(options->option[i].key, key) == 0) {
            return options->option[i].value;
        }
    }
    return NULL;
}

bool policy_option_double(const PolicyOptions *options, const char *key, double least, double most,
                          double *value, Err *err)
{
    assert(least <= most);
    const char *text = policy_option(options, key);
    if (text == NULL) {
        return true;
    }
    char *end = NULL;
    errno = 0;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(number >= least && number <= most)) {
        return err_set(err, NULL, NULL, "policy option %s: found \"%.64s\", expected a number from %g to %g",
                       key, text, least, most);
    }
    *value = number;
    return true;
}

bool policy_option_count(const PolicyOptions *options, const char *key, uint64_t least, uint64_t most,
                         uint64_t *value, Err *err)
{
    double number = (double)*value;
    assert(most <= 1ULL << 53U); /* doubles are exact up to there */
    if (!policy_option_double(options, key, (double)least, (double)most, &number, err)) {
        return false;
    }
    if (number > (double)(uint64_t)number) {
        return err_set(err, NULL, NULL, "policy option %s: found \"%.64s\", expected a whole number", key,
                       policy_option(options, key));
    }
    *value = (uint64_t)number;
    return true;
}

/* Finds the kind whose name is the first length bytes of spec. */
static const PolicyKind *find_kind(const char *spec, size_t length, Err *err)
{
    char known[ERR_MESSAGE_BYTES / 2] = "";
    size_t used = 0;
    for (size_t i = 0; i < policy_kind_count(); i++) {
        const PolicyKind *kind = policy_kind_at(i);
        if (strlen(kind->name) == length && memcmp(kind->name, spec, length) == 0) {
            return kind;
        }
        if (used < sizeof known) {
            used +=
                (size_t)snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", kind->usage);
        }
    }
    (void)err_set(err, NULL, NULL, "policy \"%.64s\": expected one of %s", spec, known);
    return NULL;
}

static bool kind_has_key(const PolicyKind *kind, const char *key)
{
    for (const char *const *known = kind->keys; *known != NULL; known++) {
        if (strcmp(*known, key) == 0) {
            return true;
        }
    }
    return false;
}

/* Parses "key=value" of the given length into the next option; "5" alone is n=5 for kinds that have such a
 * key. */
static bool add_option(const PolicyKind *kind, const char *text, size_t length, PolicyOptions *options,
                       Err *err)
{
    PolicyOption *option = &options->option[options->count];
    const char *equals = memchr(text, '=', length);
    const size_t key = equals != NULL ? (size_t)(equals - text) : 0;
    if (equals == NULL && length > 0 && length < sizeof option->value && options->count == 0 &&
        kind_has_key(kind, "n")) {
        memcpy(option->key, "n", 2);
        memcpy(option->value, text, length);
        option->value[length] =
            '\0'; /* cppcheck-suppress arrayIndexOutOfBoundsCond ; not so long, see above */
        options->count++;
        return true;
    }
    if (key == 0 || key >= sizeof option->key || options->count >= POLICY_OPTIONS_MAX) {
        return err_set(err, NULL, NULL, "policy %s: found \"%.*s\", expected %s", kind->name, (int)length,
                       text, kind->usage);
    }
    memcpy(option->key, text, key);
    option->key[key] = '\0';
    assert(length - key - 1 < sizeof option->value); /* the whole specification is not longer */
    memcpy(option->value, equals + 1, length - key - 1);
    option->value[length - key - 1] = '\0';
    if (!kind_has_key(kind, option->key)) {
        return err_set(err, NULL, NULL, "policy %s: unknown option \"%s\", expected %s", kind->name,
                       option->key, kind->usage);
    }
    if (policy_option(options, option->key) != NULL) {
        return err_set(err, NULL, NULL, "policy %s: option \"%s\" is given twice", kind->name, option->key);
    }
    options->count++;
    return true;
}

/* Parses what follows the colon: "key=value,key=value". */
static bool parse_options(const PolicyKind *kind, const char *text, PolicyOptions *options, Err *err)
{
    if (kind->keys == NULL) {
        options->count = 1;
        (void)snprintf(options->option[0].key, POLICY_KEY_BYTES, "%s", POLICY_WHOLE_TEXT);
        (void)snprintf(options->option[0].value, POLICY_SPEC_BYTES, "%s", text);
        return true;
    }
    while (*text != '\0') {
        const char *comma = strchr(text, ',');
        const size_t length = comma != NULL ? (size_t)(comma - text) : strlen(text);
        if (!add_option(kind, text, length, options, err)) {
            return false;
        }
        text += length + (comma != NULL ? 1 : 0);
    }
    return true;
}

bool policy_init(Policy *policy, const Game *game, const char *spec, Err *err)
{
    assert(game != NULL && spec != NULL);
    if (strlen(spec) >= POLICY_SPEC_BYTES) {
        return err_set(err, NULL, NULL, "a policy's text has at most %d bytes, found %zu",
                       POLICY_SPEC_BYTES - 1, strlen(spec));
    }
    const size_t name = strcspn(spec, ":");
    const PolicyKind *kind = find_kind(spec, name, err);
    PolicyOptions options;
    options.count = 0;
    if (kind == NULL || (spec[name] == ':' && !parse_options(kind, spec + name + 1, &options, err))) {
        return false;
    }
    policy->kind = kind;
    policy->game = game;
    policy->data = NULL;
    memcpy(policy->spec, spec, strlen(spec) + 1);
    policy->threads = 1;
    policy->sources[0] = '\0';
    policy->seat = SEAT_BOTH;
    return kind->init == NULL || kind->init(policy, &options, err);
}

static bool is_better(const PolicyReport *report, uint32_t i, uint32_t j)
{
    const PolicyMove *a = &report->moves[i];
    const PolicyMove *b = &report->moves[j];
    return i == report->best        ? true
           : j == report->best      ? false
           : a->visits != b->visits ? a->visits > b->visits
                                    : a->win_probability > b->win_probability;
}

uint32_t policy_best(const PolicyReport *report, uint32_t most, uint32_t *indices)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        uint32_t at = count;
        while (at > 0 && is_better(report, i, indices[at - 1])) {
            at--;
        }
        if (at >= most) {
            continue;
        }
        const uint32_t last = count < most ? count : most - 1;
        for (uint32_t k = last; k > at; k--) {
            indices[k] = indices[k - 1];
        }
        indices[at] = i;
        count = last + 1;
    }
    return count;
}

void policy_release(Policy *policy)
{
    assert(policy->kind != NULL);
    if (policy->kind->release != NULL) {
        policy->kind->release(policy);
    }
    policy->data = NULL;
}

/* The seat of a strategy file; evaluations, plans and priors have none. */
static void note_seat(Policy *policy, const JsonNode *root)
{
    JsonNode node;
    Seat seat = SEAT_BOTH;
    const char *name = "";
    if (json_find(root, "seat", &node) && json_string(&node, &name, NULL) && seat_parse(name, &seat)) {
        policy->seat = seat;
    }
}

void policy_note_source(Policy *policy, const JsonDoc *doc)
{
    const JsonNode root = json_root(doc);
    note_seat(policy, &root);
    StrBuf text;
    strbuf_init(&text);
    strbuf_add(&text, policy->sources);
    json_write(&root, &text);
    hash_sha256(text.text, text.length, policy->sources);
    strbuf_release(&text);
}

void *policy_session_new(const Policy *policy, Seat seat)
{
    assert(seat_plays(seat));
    return policy->kind->session_new != NULL ? policy->kind->session_new(policy, seat) : NULL;
}

void policy_session_free(const Policy *policy, void *session)
{
    if (policy->kind->session_free != NULL) {
        policy->kind->session_free(policy, session);
    }
}

Move policy_give_up(const PolicyQuery *query, const char *format, ...)
{
    if (query->forfeit != NULL) {
        va_list args;
        va_start(args, format);
        (void)vsnprintf(query->forfeit, POLICY_FORFEIT_BYTES, format, args);
        va_end(args);
        err_make_printable(query->forfeit); /* it may quote what a program printed */
    }
    return POLICY_NO_MOVE;
}

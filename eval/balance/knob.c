/* knob.c: see knob.h. */
#include "eval/balance/knob.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/scenario.h"
#include "eval/balance/response.h"

static const char *const EXPECTED =
    "expected PATH=LOW..HIGH or PATH=LOW..HIGH/STEP, as in setup.hand.french=6..10";
enum { DEFAULT_STEPS = 20 };

/* Reads a number that fills text[0..length). */
static bool read_number(const char *text, size_t length, double *value)
{
    char copy[64];
    char *end = NULL;
    if (length == 0 || length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strspn(copy, "+-.0123456789eE") != length) { /* strtod also knows inf, nan, hexadecimal, blanks */
        return false;
    }
    *value = strtod(copy, &end);
    return *end == '\0' && isfinite(*value);
}

/* Reads LOW..HIGH[/STEP]; without a step it is 0. */
static bool read_range(Knob *knob, const char *text, Err *err)
{
    const char *dots = strstr(text, "..");
    const char *slash = strchr(text, '/');
    const char *end = slash != NULL ? slash : text + strlen(text);
    if (dots == NULL || dots + 2 > end || !read_number(text, (size_t)(dots - text), &knob->low) ||
        !read_number(dots + 2, (size_t)(end - dots - 2), &knob->high) ||
        (slash != NULL && !read_number(slash + 1, strlen(slash + 1), &knob->step))) {
        return err_set(err, NULL, NULL, "knob \"%.128s\": %s", knob->text, EXPECTED);
    }
    if (knob->low >= knob->high || (slash != NULL && knob->step <= 0.0)) {
        return err_set(err, NULL, NULL,
                       "knob \"%.128s\": expected a lower number before a higher one, and a step above 0",
                       knob->text);
    }
    return true;
}

static bool read_terms(Knob *knob, Err *err)
{
    const char *at = knob->terms_text;
    while (true) {
        const size_t length = strcspn(at, ",");
        const int sign = *at == '+' ? 1 : *at == '-' ? -1 : 0;
        const size_t skip = sign != 0 ? 1 : 0;
        if (length <= skip || length - skip >= KNOB_PATH_BYTES || knob->term_count >= KNOB_TERMS_MAX) {
            return err_set(err, NULL, NULL,
                           "knob \"%.128s\": found more than %d paths, or an empty or overlong one; %s",
                           knob->text, KNOB_TERMS_MAX, EXPECTED);
        }
        KnobTerm *term = &knob->terms[knob->term_count++];
        memcpy(term->path, at + skip, length - skip);
        term->path[length - skip] = '\0';
        term->sign = sign;
        if (at[length] == '\0') {
            return true;
        }
        at += length + 1;
    }
}

/* Splits the text at its last '='. */
static bool parse(Knob *knob, const char *text, Err *err)
{
    const char *equals = strrchr(text, '=');
    memset(knob, 0, sizeof *knob);
    if (strlen(text) >= sizeof knob->text) {
        return err_set(err, NULL, NULL, "knob \"%.64s...\" is too long", text);
    }
    (void)snprintf(knob->text, sizeof knob->text, "%s", text);
    if (equals == NULL) {
        return err_set(err, NULL, NULL, "knob \"%.128s\": %s", text, EXPECTED);
    }
    memcpy(knob->terms_text, text, (size_t)(equals - text));
    return read_range(knob, equals + 1, err) && read_terms(knob, err);
}

/* What the places hold now. */
static bool look_up(Knob *knob, const Scenario *scenario, Err *err)
{
    for (uint32_t i = 0; i < knob->term_count; i++) {
        KnobTerm *term = &knob->terms[i];
        const JsonDoc *doc =
            json_has_root_key(&scenario->scenario, term->path) ? &scenario->scenario : &scenario->board;
        if (!json_path_number(doc, term->path, &term->base, &term->is_flag, err)) {
            return false;
        }
        if (term->is_flag && term->sign != 0) {
            return err_set(err, NULL, NULL,
                           "knob \"%.128s\": nothing can be added to %.100s, which is true or false",
                           knob->text, term->path);
        }
    }
    return true;
}

static bool is_whole(double value) { return value == floor(value); }

/* Chooses the step if none was given, and counts values. */
static bool lay_out(Knob *knob, Err *err)
{
    bool whole = is_whole(knob->low) && is_whole(knob->high);
    for (uint32_t i = 0; i < knob->term_count; i++) {
        whole = whole && is_whole(knob->terms[i].base);
        if (knob->terms[i].is_flag && (knob->low != 0.0 || knob->high != 1.0 || knob->step > 0.0)) {
            return err_set(err, NULL, NULL, "knob \"%.128s\": %.100s is true or false, expected =0..1",
                           knob->text, knob->terms[i].path);
        }
    }
    if (knob->step == 0.0) {
        knob->step = whole ? 1.0 : (knob->high - knob->low) / DEFAULT_STEPS;
    }
    knob->whole = whole && is_whole(knob->step);
    const double steps = floor((knob->high - knob->low) / knob->step + 1e-9);
    if (steps < 1.0 || steps > RESPONSE_VALUES_MAX - 1) {
        return err_set(err, NULL, NULL,
                       "knob \"%.128s\": found %.0f values, expected 2 to %d (LOW..HIGH/STEP sets the step)",
                       knob->text, steps + 1.0, RESPONSE_VALUES_MAX);
    }
    knob->count = (uint32_t)steps + 1;
    return true;
}

bool knob_open(Knob *knob, const char *text, const char *scenario, const char *const *overrides,
               size_t override_count, Err *err)
{
    Scenario opened;
    if (!parse(knob, text, err) || !scenario_open(&opened, scenario, overrides, override_count, err)) {
        return false;
    }
    const bool found = look_up(knob, &opened, err);
    scenario_release(&opened);
    return found && lay_out(knob, err);
}

double knob_value(const Knob *knob, double position)
{
    /* steps such as 0.1 are not exact: round what only differs in the last digits */
    return round((knob->low + knob->step * position) * 1e10) / 1e10;
}

void knob_override(const Knob *knob, uint32_t term, double value, char text[KNOB_OVERRIDE_BYTES])
{
    const KnobTerm *at = &knob->terms[term];
    const double number = at->sign == 0 ? value : at->base + at->sign * value;
    if (at->is_flag) {
        (void)snprintf(text, KNOB_OVERRIDE_BYTES, "%s=%s", at->path, number != 0.0 ? "true" : "false");
    } else {
        (void)snprintf(text, KNOB_OVERRIDE_BYTES, "%s=%.12g", at->path, number);
    }
}

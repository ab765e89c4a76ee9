/* json_scan.c: a strict JSON scanner as a small state machine. One bit a level remembers whether it is an
 * object. */
#include "engine/json_scan.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/utf8.h"

/* What may stand next. */
enum expect {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY,
    EXPECT_KEY_OR_END,
    EXPECT_COLON,
    EXPECT_COMMA_OR_END,
    EXPECT_NOTHING
};

typedef struct Scan {
    const unsigned char *text;
    size_t length;
    size_t at;        /* next byte to read */
    uint64_t objects; /* bit n: level n is an object, not an array */
    unsigned depth;   /* open levels, at most JSON_DEPTH_MAX */
    enum expect expect;
    const char *file;
    Err *err;
} Scan;

/* Byte at the reading position, or 0 at the end (no NUL byte is left when this is used). */
static unsigned char peek(const Scan *scan) { return scan->at < scan->length ? scan->text[scan->at] : 0; }

/* "line 3, column 7" of a byte; columns count characters. */
static void place_of(const Scan *scan, size_t at, char *place, size_t size)
{
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < at; i++) {
        if (scan->text[i] == '\n') {
            line++;
            column = 1;
        } else if (!utf8_is_tail(scan->text[i])) {
            column++;
        }
    }
    (void)snprintf(place, size, "line %zu, column %zu", line, column);
}

/* Fails at the reading position with a message of its own. */
static bool fail(const Scan *scan, const char *message)
{
    char place[64];
    place_of(scan, scan->at, place, sizeof place);
    return err_set(scan->err, scan->file, place, "%s", message);
}

/* The character at the reading position, which is valid UTF-8. */
static unsigned long code_point(const Scan *scan)
{
    const unsigned char lead = scan->text[scan->at];
    unsigned long code = lead < 0x80U   ? lead
                         : lead < 0xE0U ? lead & 0x1FU
                         : lead < 0xF0U ? lead & 0x0FU
                                        : lead & 0x07U;
    for (size_t i = scan->at + 1; i < scan->length && utf8_is_tail(scan->text[i]); i++) {
        code = code << 6 | (scan->text[i] & 0x3FU);
    }
    return code;
}

static bool fail_found(const Scan *scan, const char *expected)
{
    char message[160];
    if (scan->at >= scan->length) {
        (void)snprintf(message, sizeof message, "found the end of the text, expected %s", expected);
    } else if (peek(scan) > 0x20U && peek(scan) < 0x7FU) {
        (void)snprintf(message, sizeof message, "found '%c', expected %s", peek(scan), expected);
    } else {
        (void)snprintf(message, sizeof message, "found character U+%04lX, expected %s", code_point(scan),
                       expected);
    }
    return fail(scan, message);
}

static bool check_encoding(Scan *scan)
{
    size_t size = 0;
    for (; scan->at < scan->length; scan->at += size) {
        const unsigned char c = scan->text[scan->at];
        if (c - 1U < 0x7FU) { /* ASCII but for NUL */
            size = 1;
            continue;
        }
        if (c == 0) {
            return fail(scan, "found a NUL byte, expected text");
        }
        size = utf8_sequence(scan->text + scan->at, scan->length - scan->at);
        if (size == 0) {
            return fail(scan, "found a byte that is not valid UTF-8, expected text in UTF-8");
        }
    }
    scan->at = 0;
    return true;
}

static void skip_space(Scan *scan)
{
    for (unsigned char c = peek(scan); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(scan)) {
        scan->at++;
    }
}

static bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

/* Reads four hexadecimal digits. */
static bool scan_hex4(Scan *scan, unsigned *value)
{
    *value = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned char c = peek(scan);
        const unsigned char lower = c | 0x20U;
        if (is_digit(c)) {
            *value = *value * 16 + (unsigned)(c - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            *value = *value * 16 + (unsigned)(lower - 'a') + 10;
        } else {
            return fail_found(scan, "four hexadecimal digits after \\u");
        }
        scan->at++;
    }
    return true;
}

/* The rest of \uXXXX: no U+0000, and surrogates in pairs only. */
static bool scan_unicode_escape(Scan *scan)
{
    unsigned first = 0;
    unsigned second = 0;
    if (!scan_hex4(scan, &first)) {
        return false;
    }
    if (first == 0) {
        return fail(scan, "found the escape \\u0000, which no text here may hold");
    }
    if (first < 0xD800U || first > 0xDFFFU) {
        return true;
    }
    if (first > 0xDBFFU || scan->length - scan->at < 6 || memcmp(scan->text + scan->at, "\\u", 2) != 0) {
        return fail(scan, "found half of a surrogate pair, expected a high and a low \\u escape");
    }
    scan->at += 2;
    if (!scan_hex4(scan, &second)) {
        return false;
    }
    return (second >= 0xDC00U && second <= 0xDFFFU) ||
           fail(scan, "found half of a surrogate pair, expected a low surrogate");
}

static bool scan_escape(Scan *scan)
{
    scan->at++;
    const unsigned char c = peek(scan);
    if (c == 'u') {
        scan->at++;
        return scan_unicode_escape(scan);
    }
    if (c == 0 || strchr("\"\\/bfnrt", c) == NULL) {
        return fail_found(scan, "one of \" \\ / b f n r t u after a backslash");
    }
    scan->at++;
    return true;
}

static bool scan_string(Scan *scan)
{
    assert(peek(scan) == '"');
    scan->at++;
    for (unsigned char c = peek(scan); c != '"'; c = peek(scan)) {
        if (c == '\\') {
            if (!scan_escape(scan)) {
                return false;
            }
        } else if (c < 0x20U) {
            return fail_found(scan, "the closing quote of a string (control characters must be escaped)");
        } else {
            scan->at++;
        }
    }
    scan->at++;
    return true;
}

static bool scan_digits(Scan *scan)
{
    if (!is_digit(peek(scan))) {
        return fail_found(scan, "a digit");
    }
    while (is_digit(peek(scan))) {
        scan->at++;
    }
    return true;
}

/* The library reads at most 63 characters of a number; nobody needs as many. */
enum { NUMBER_CHARS_MAX = 60 };

static bool scan_number_parts(Scan *scan)
{
    if (peek(scan) == '-') {
        scan->at++;
    }
    if (peek(scan) == '0') {
        scan->at++;
        if (is_digit(peek(scan))) {
            return fail_found(scan, "no further digit after a leading 0");
        }
    } else if (!scan_digits(scan)) {
        return false;
    }
    if (peek(scan) == '.') {
        scan->at++;
        if (!scan_digits(scan)) {
            return false;
        }
    }
    if ((peek(scan) | 0x20U) == 'e') {
        scan->at++;
        if (peek(scan) == '+' || peek(scan) == '-') {
            scan->at++;
        }
        return scan_digits(scan);
    }
    return true;
}

static bool scan_number(Scan *scan)
{
    const size_t start = scan->at;
    if (!scan_number_parts(scan)) {
        return false;
    }
    if (scan->at - start > NUMBER_CHARS_MAX) {
        scan->at = start;
        return fail(scan, "found a number of more than 60 characters");
    }
    return true;
}

static bool scan_word(Scan *scan)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t size = strlen(words[i]);
        if (scan->length - scan->at >= size && memcmp(scan->text + scan->at, words[i], size) == 0) {
            scan->at += size;
            return true;
        }
    }
    return fail_found(scan, "a value: object, array, string, number, true, false or null");
}

static void close_level(Scan *scan)
{
    assert(scan->depth > 0);
    scan->depth--;
    scan->expect = scan->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
    scan->at++;
}

static bool open_level(Scan *scan, bool object)
{
    if (scan->depth == JSON_DEPTH_MAX) {
        char message[96];
        (void)snprintf(message, sizeof message, "found arrays or objects nested deeper than %d levels",
                       JSON_DEPTH_MAX);
        return fail(scan, message);
    }
    const uint64_t bit = 1ULL << scan->depth;
    scan->objects = object ? scan->objects | bit : scan->objects & ~bit;
    scan->depth++;
    scan->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    scan->at++;
    return true;
}

static bool in_object(const Scan *scan)
{
    return scan->depth > 0 && (scan->objects >> (scan->depth - 1) & 1U) != 0;
}

static bool step_value(Scan *scan)
{
    const unsigned char c = peek(scan);
    if (c == ']' && scan->expect == EXPECT_VALUE_OR_END) {
        close_level(scan);
        return true;
    }
    if (c == '{' || c == '[') {
        return open_level(scan, c == '{');
    }
    scan->expect = scan->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
    if (c == '"') {
        return scan_string(scan);
    }
    return c == '-' || is_digit(c) ? scan_number(scan) : scan_word(scan);
}

static bool step_key(Scan *scan)
{
    if (peek(scan) == '}' && scan->expect == EXPECT_KEY_OR_END) {
        close_level(scan);
        return true;
    }
    if (peek(scan) != '"') {
        return fail_found(scan, scan->expect == EXPECT_KEY ? "a key in quotes" : "a key in quotes or '}'");
    }
    scan->expect = EXPECT_COLON;
    return scan_string(scan);
}

static bool step_colon(Scan *scan)
{
    if (peek(scan) != ':') {
        return fail_found(scan, "':'");
    }
    scan->at++;
    scan->expect = EXPECT_VALUE;
    return true;
}

static bool step_comma(Scan *scan)
{
    const bool object = in_object(scan);
    if (peek(scan) == (object ? '}' : ']')) {
        close_level(scan);
        return true;
    }
    if (peek(scan) != ',') {
        return fail_found(scan, object ? "',' or '}'" : "',' or ']'");
    }
    scan->at++;
    scan->expect = object ? EXPECT_KEY : EXPECT_VALUE;
    return true;
}

static bool step(Scan *scan)
{
    switch (scan->expect) {
    case EXPECT_VALUE:
    case EXPECT_VALUE_OR_END:
        return step_value(scan);
    case EXPECT_KEY:
    case EXPECT_KEY_OR_END:
        return step_key(scan);
    case EXPECT_COLON:
        return step_colon(scan);
    case EXPECT_COMMA_OR_END:
        return step_comma(scan);
    case EXPECT_NOTHING:
        return fail_found(scan, "nothing after the value");
    }
    return false;
}

bool json_scan(const char *text, size_t length, const char *file, Err *err)
{
    Scan scan = {(const unsigned char *)text, length, 0, 0, 0, EXPECT_VALUE, file, err};
    if (!check_encoding(&scan)) {
        return false;
    }
    skip_space(&scan);
    while (scan.at < scan.length || scan.expect != EXPECT_NOTHING) {
        if (!step(&scan)) {
            return false;
        }
        skip_space(&scan);
    }
    return true;
}

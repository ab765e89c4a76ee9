/* test_json.c: errors, text buffers, and JSON with messages that name the place. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/err.h"
#include "engine/json.h"
#include "engine/strbuf.h"

/* ---- helpers ---- */

/* Text of the error that parsing gives, "" if it succeeds. */
static const char *parse_error(const char *json, char text[1100])
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    text[0] = '\0';
    if (json_parse(&doc, json, strlen(json), "f.json", &err)) {
        cr_expect_not(err.set);
        json_release(&doc);
        return text;
    }
    cr_expect(err.set);
    err_text(&err, text, 1100);
    return text;
}

static void expect_error(const char *json, const char *message)
{
    char text[1100];
    cr_expect(strstr(parse_error(json, text), message) != NULL, "%s: expected \"%s\" in \"%s\"", json,
              message, text);
}

static void expect_ok(const char *json)
{
    char text[1100];
    cr_expect_str_eq(parse_error(json, text), "", "%s: %s", json, text);
}

static JsonDoc parsed(const char *json)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_assert(json_parse(&doc, json, strlen(json), "f.json", &err), "%s: %s", json, err.message);
    return doc;
}

static void expect_text(const JsonDoc *doc, const char *expected)
{
    StrBuf out;
    const JsonNode root = json_root(doc);
    strbuf_init(&out);
    json_write(&root, &out);
    cr_expect_str_eq(out.text, expected);
    strbuf_release(&out);
}

/* ---- err, strbuf ---- */

Test(err, keeps_the_first_error)
{
    Err err;
    char text[64];
    err_clear(&err);
    cr_expect_not(err_set(&err, "a.json", "b[2]", "found %d", 7));
    cr_expect_not(err_set(&err, "c.json", NULL, "later"));
    err_text(&err, text, sizeof text);
    cr_expect_str_eq(text, "a.json: b[2]: found 7");
    cr_expect_not(err_set(NULL, NULL, NULL, "nobody listens"));
}

Test(err, leaves_out_empty_parts)
{
    Err err;
    char text[64];
    err_clear(&err);
    err_set(&err, NULL, NULL, "plain");
    err_text(&err, text, sizeof text);
    cr_expect_str_eq(text, "plain");
}

Test(err, message_is_safe_to_print)
{
    Err err;
    err_clear(&err);
    err_set(&err, "x\x1b[31m", "\xff", "line\nbreak \xc3\xa9");
    cr_expect_str_eq(err.file, "x?[31m");
    cr_expect_str_eq(err.path, "?");
    cr_expect_str_eq(err.message, "line?break \xc3\xa9");
}

Test(err, cut_text_stays_utf8)
{
    Err err;
    char text[6];
    char longer[ERR_MESSAGE_BYTES + 10];
    memset(longer, 'a', sizeof longer);
    memcpy(longer + ERR_MESSAGE_BYTES - 2, "\xc3\xa9", 3);
    err_clear(&err);
    err_set(&err, NULL, NULL, "%s", longer);
    cr_expect_eq(strlen(err.message), (size_t)(ERR_MESSAGE_BYTES - 2));
    err_clear(&err);
    err_set(&err, NULL, NULL, "abcd\xc3\xa9");
    err_text(&err, text, sizeof text);
    cr_expect_str_eq(text, "abcd");
}

Test(strbuf, grows_and_clears)
{
    StrBuf buf;
    strbuf_init(&buf);
    cr_expect_str_eq(buf.text, "");
    for (int i = 0; i < 1000; i++) {
        strbuf_addf(&buf, "%d,", i);
    }
    cr_expect_eq(buf.length, strlen(buf.text));
    cr_expect_eq(buf.length, (size_t)3890);
    cr_expect_str_eq(buf.text + buf.length - 4, "999,");
    strbuf_clear(&buf);
    strbuf_add_char(&buf, 'x');
    strbuf_add(&buf, "yz");
    strbuf_addf(&buf, "%s", "");
    cr_expect_str_eq(buf.text, "xyz");
    strbuf_release(&buf);
}

Test(strbuf, json_strings_come_back)
{
    const char *hard = "quote \" slash \\ / tab \t line \n bell \a del \x7f \xc3\xa9 \xf0\x9f\x98\x80";
    StrBuf buf;
    strbuf_init(&buf);
    strbuf_add_json(&buf, hard);
    JsonDoc doc = parsed(buf.text);
    const JsonNode root = json_root(&doc);
    const char *text = NULL;
    cr_expect(json_string(&root, &text, NULL));
    cr_expect_str_eq(text, hard);
    json_release(&doc);
    strbuf_release(&buf);
}

/* ---- syntax ---- */

Test(json, accepts_what_the_standard_accepts)
{
    static const char *const good[] = {"0",
                                       "-0",
                                       "1",
                                       "-12.5e+3",
                                       "1E-2",
                                       "true",
                                       "false",
                                       "null",
                                       "\"\"",
                                       "[]",
                                       "{}",
                                       " [ 1 , 2 ] \r\n\t",
                                       "{\"\":{\"a\":[]}}",
                                       "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"",
                                       "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        expect_ok(good[i]);
    }
}

Test(json, syntax_errors_name_line_column_and_expectation)
{
    static const char *const bad[][2] = {
        {"", "line 1, column 1: found the end of the text, expected a value"},
        {"\n\n {", "line 3, column 3: found the end of the text, expected a key in quotes or '}'"},
        {"[1,2", "column 5: found the end of the text, expected ',' or ']'"},
        {"[1,]", "column 4: found ']', expected a value"},
        {"[,1]", "column 2: found ',', expected a value"},
        {"{\"a\":1,}", "column 8: found '}', expected a key in quotes"},
        {"{\"a\" 1}", "column 6: found '1', expected ':'"},
        {"{\"a\":}", "column 6: found '}', expected a value"},
        {"{a:1}", "column 2: found 'a', expected a key in quotes or '}'"},
        {"{1:1}", "column 2: found '1'"},
        {"[1 2]", "column 4: found '2', expected ',' or ']'"},
        {"{\"a\":1 \"b\":2}", "expected ',' or '}'"},
        {"[1}", "found '}', expected ',' or ']'"},
        {"{\"a\":1]", "found ']', expected ',' or '}'"},
        {"]", "column 1: found ']'"},
        {"[1] x", "column 5: found 'x', expected nothing after the value"},
        {"1 2", "expected nothing after the value"},
        {"tru", "found 't', expected a value"},
        {"True", "found 'T'"},
        {"NaN", "found 'N'"},
        {"Infinity", "found 'I'"},
        {"-", "expected a digit"},
        {"-x", "found 'x', expected a digit"},
        {"01", "leading 0"},
        {"-01", "leading 0"},
        {"1.", "expected a digit"},
        {".5", "found '.'"},
        {"+1", "found '+'"},
        {"1e", "expected a digit"},
        {"0x10", "found 'x'"},
        {"\"abc", "found the end of the text, expected the closing quote"},
        {"\"a\nb\"", "found character U+000A"},
        {"\"\\q\"", "found 'q', expected one of"},
        {"\"\\", "found the end of the text, expected one of"},
        {"\"\\u12g4\"", "found 'g', expected four hexadecimal digits"},
        {"\"\\u0000\"", "\\u0000"},
        {"\"\\ud800\"", "surrogate"},
        {"\"\\ud800\\u0041\"", "surrogate"},
        {"\"\\udc00\"", "surrogate"},
        {"'a'", "found '''"},
        {"// x\n1", "found '/'"},
        {"\xef\xbb\xbf{}", "found character U+FEFF"},
        {"\"\xff\"", "line 1, column 2: found a byte that is not valid UTF-8"},
        {"\"\xc0\x80\"", "not valid UTF-8"},
        {"\"\xed\xa0\x80\"", "not valid UTF-8"},
        {"\"\xf5\x80\x80\x80\"", "not valid UTF-8"},
        {"\"\xe2\x82", "not valid UTF-8"},
        {"\"\xc3\xa9\xc3\xa9\" x", "column 6: found 'x'"},
        {"123456789012345678901234567890123456789012345678901234567890123", "more than 60 characters"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        expect_error(bad[i][0], bad[i][1]);
    }
}

Test(json, refuses_nul_bytes)
{
    static const char text[] = "{\"a\":\0 1}";
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_expect_not(json_parse(&doc, text, sizeof text - 1, "f.json", &err));
    cr_expect_str_eq(err.path, "line 1, column 6");
    cr_expect(strstr(err.message, "NUL") != NULL);
}

Test(json, refuses_duplicate_keys_and_huge_numbers_by_path)
{
    expect_error("{\"a\":1,\"a\":2}", "f.json: found the key \"a\" twice in one object");
    expect_error("[{\"b\":[1,{\"x\":1,\"y\":0,\"x\":2}]}]", "f.json: [0].b[1]: found the key \"x\" twice");
    expect_error("{\"a\":{\"b\":[0,1e999]}}", "f.json: a.b[1]: found a number too large");
    expect_error("-1e999", "too large");
    expect_ok("{\"a\":1,\"A\":2}");
}

Test(json, many_keys_are_checked_quickly)
{
    StrBuf buf;
    JsonDoc doc;
    Err err;
    strbuf_init(&buf);
    strbuf_add(&buf, "{");
    for (int i = 0; i < 200000; i++) {
        strbuf_addf(&buf, "\"k%d\":%d,", i, i);
    }
    strbuf_add(&buf, "\"k7\":0}");
    err_clear(&err);
    cr_expect_not(json_parse(&doc, buf.text, buf.length, "f.json", &err));
    cr_expect_str_eq(err.message, "found the key \"k7\" twice in one object");
    strbuf_release(&buf);
}

/* ---- size and depth ---- */

static void expect_depth(char open, char close, int depth, bool ok)
{
    char text[300];
    int used = 0;
    for (int i = 0; i < depth; i++) {
        used += sprintf(text + used, "%s", open == '{' ? "{\"\":" : "[");
    }
    text[used++] = '1';
    for (int i = 0; i < depth; i++) {
        text[used++] = close;
    }
    text[used] = '\0';
    if (ok) {
        expect_ok(text);
    } else {
        expect_error(text, "nested deeper than 64 levels");
    }
}

Test(json, nesting_limit)
{
    expect_depth('[', ']', 64, true);
    expect_depth('[', ']', 65, false);
    expect_depth('{', '}', 40, true);
}

Test(json, brackets_without_end)
{
    enum { SIZE = 10 * 1000 * 1000 };
    static const char *const units[] = {"[", "{\"\":", "[{\"a\":"};
    char *text = malloc(SIZE);
    cr_assert_not_null(text);
    for (size_t unit = 0; unit < 3; unit++) {
        const size_t size = strlen(units[unit]);
        for (size_t i = 0; i + size <= SIZE; i += size) {
            memcpy(text + i, units[unit], size);
        }
        JsonDoc doc;
        Err err;
        err_clear(&err);
        cr_expect_not(json_parse(&doc, text, SIZE, "big.json", &err));
        cr_expect(strstr(err.message, "more than 8388608 bytes") != NULL, "%s", err.message);
        err_clear(&err);
        cr_expect_not(json_parse(&doc, text, SIZE / 2, "big.json", &err));
        cr_expect(strstr(err.message, "nested deeper than 64 levels") != NULL, "%s", err.message);
    }
    free(text);
}

/* ---- files ---- */

Test(json, files_that_cannot_be_read)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_expect_not(json_load(&doc, "tests/no-such-file.json", &err));
    cr_expect_str_eq(err.file, "tests/no-such-file.json");
    cr_expect(strstr(err.message, "cannot be opened") != NULL);
    err_clear(&err);
    cr_expect_not(json_load(&doc, "tests", &err));
    cr_expect(strstr(err.message, "cannot be read") != NULL, "%s", err.message);
}

Test(json, file_that_never_ends)
{
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_expect_not(json_load(&doc, "/dev/zero", &err));
    cr_expect(strstr(err.message, "more than 8388608 bytes") != NULL, "%s", err.message);
}

Test(json, file_read_whole)
{
    char name[] = "/tmp/marshal-test-json-XXXXXX";
    const int file = mkstemp(name);
    cr_assert_geq(file, 0);
    FILE *stream = fdopen(file, "w");
    cr_assert_not_null(stream);
    fputs("[\"", stream);
    for (int i = 0; i < 300000; i++) {
        fputc('x', stream);
    }
    fputs("\"]", stream);
    fclose(stream);
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_assert(json_load(&doc, name, &err), "%s", err.message);
    const JsonNode root = json_root(&doc);
    const JsonNode first = json_at(&root, 0);
    const char *text = NULL;
    cr_expect(json_string(&first, &text, &err));
    cr_expect_eq(strlen(text), (size_t)300000);
    json_release(&doc);
    unlink(name);
}

/* ---- readers ---- */

static const char *const sample = "{\"a\":{\"b\":[1,2.5,\"x\",true,null,{\"id\":\"ulm\",\"n\":null,\"s\":"
                                  "\"y\",\"t\":false}]},\"big\":1e15}";

Test(json, reads_values)
{
    JsonDoc doc = parsed(sample);
    const JsonNode root = json_root(&doc);
    Err err;
    err_clear(&err);
    JsonNode a;
    JsonNode b;
    size_t count = 0;
    cr_assert(json_get(&root, "a", &a, &err) && json_get(&a, "b", &b, &err) &&
              json_array(&b, 6, &count, &err));
    cr_expect_eq(count, (size_t)6);
    const JsonNode n0 = json_at(&b, 0);
    const JsonNode n1 = json_at(&b, 1);
    const JsonNode n3 = json_at(&b, 3);
    const JsonNode n4 = json_at(&b, 4);
    long i = 0;
    double d = 0;
    bool t = false;
    cr_expect(json_int(&n0, 1, 1, &i, &err) && i == 1);
    cr_expect(json_double(&n1, 0, 3, &d, &err) && d > 2.4 && d < 2.6);
    cr_expect(json_bool(&n3, &t, &err) && t);
    cr_expect(json_is_null(&n4));
    cr_expect(json_object(&root, 2, &count, &err) && count == 2);
    const JsonNode second = json_member(&root, 1);
    cr_expect_str_eq(second.key, "big");
    cr_expect_not(err.set);
    json_release(&doc);
}

/* Walking gives what counting gives, errors in it the same paths; nothing has no first entry. */
Test(json, entries_one_after_another)
{
    static const char *const texts[] = {"[5, [6], \"x\"]", "{\"a\": 5, \"b\": [6], \"c\": \"x\"}", "[]",
                                        "{}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        JsonDoc doc = parsed(texts[i]);
        const JsonNode root = json_root(&doc);
        size_t count = 0;
        for (JsonNode entry = json_first(&root); !json_is_end(&entry); entry = json_next(&entry)) {
            const JsonNode same = json_at(&root, count++);
            Err walked;
            Err counted;
            err_clear(&walked);
            err_clear(&counted);
            cr_expect_eq(entry.item, same.item, "%s", texts[i]);
            cr_expect_not(json_error(&entry, &walked, "x"));
            cr_expect_not(json_error(&same, &counted, "x"));
            cr_expect_str_eq(walked.path, counted.path);
            cr_expect_neq(walked.path[0], '\0');
        }
        cr_expect_eq(count, i < 2 ? 3 : 0, "%s: %zu", texts[i], count);
        json_release(&doc);
    }
}

/* Each reader on the wrong thing: the path and both halves of the message. */
Test(json, readers_name_path_found_and_expected)
{
    JsonDoc doc = parsed(sample);
    const JsonNode root = json_root(&doc);
    JsonNode a;
    JsonNode b;
    long i = 0;
    size_t count = 0;
    const char *s = NULL;
    char text[1100];
    Err err;
    err_clear(&err);
    cr_assert(json_get(&root, "a", &a, &err) && json_get(&a, "b", &b, &err));
    const JsonNode n1 = json_at(&b, 1);
    const JsonNode n2 = json_at(&b, 2);
    const JsonNode n5 = json_at(&b, 5);

    cr_expect_not(json_int(&n1, 0, 9, &i, &err));
    err_text(&err, text, sizeof text);
    cr_expect_str_eq(text, "f.json: a.b[1]: found 2.5, expected a whole number from 0 to 9");
    err_clear(&err);
    cr_expect_not(json_int(&n2, 0, 9, &i, &err));
    cr_expect_str_eq(err.message, "found \"x\", expected a whole number from 0 to 9");
    err_clear(&err);
    cr_expect_not(json_get_int(&root, "big", 0, 9, &i, &err));
    cr_expect_str_eq(err.path, "big");
    cr_expect_str_eq(err.message, "found 1e+15, expected a whole number from 0 to 9");
    err_clear(&err);
    cr_expect_not(json_get_string(&n5, "n", &s, &err));
    cr_expect_str_eq(err.path, "a.b[5].n");
    cr_expect_str_eq(err.message, "found null, expected a string");
    err_clear(&err);
    cr_expect_not(json_array(&b, 5, &count, &err));
    cr_expect_str_eq(err.message, "found 6 entries, expected at most 5");
    err_clear(&err);
    cr_expect_not(json_array(&a, 5, &count, &err));
    cr_expect_str_eq(err.message, "found an object, expected an array");
    err_clear(&err);
    cr_expect_not(json_get(&b, "x", &a, &err));
    cr_expect_str_eq(err.message, "found an array, expected an object");
    err_clear(&err);
    cr_expect_not(json_get(&n5, "zz", &a, &err));
    cr_expect_str_eq(err.path, "a.b[5]");
    cr_expect_str_eq(err.message, "the key \"zz\" is missing");
    json_release(&doc);
}

Test(json, only_keys)
{
    static const char *const some[] = {"id", "n", NULL};
    static const char *const all[] = {"id", "n", "s", "t", NULL};
    JsonDoc doc = parsed("{\"id\":1,\"n\":1,\"s\":1,\"t\":1}");
    const JsonNode root = json_root(&doc);
    Err err;
    err_clear(&err);
    cr_expect(json_only_keys(&root, all, &err));
    cr_expect_not(json_only_keys(&root, some, &err));
    cr_expect_str_eq(err.path, "s");
    cr_expect_str_eq(err.message, "unknown key, expected one of id, n");
    json_release(&doc);
}

/* ---- overrides ---- */

static void expect_override(const char *path, const char *value, const char *expected)
{
    JsonDoc doc = parsed("{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"x\",\"t\":true}]}}");
    Err err;
    err_clear(&err);
    cr_expect(json_override(&doc, path, value, &err), "%s=%s: %s", path, value, err.message);
    expect_text(&doc, expected);
    json_release(&doc);
}

static void expect_override_error(const char *path, const char *value, const char *where, const char *message)
{
    static const char *const text =
        "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"x\",\"t\":true}]}}";
    JsonDoc doc = parsed(text);
    Err err;
    err_clear(&err);
    cr_expect_not(json_override(&doc, path, value, &err), "%s=%s", path, value);
    cr_expect_str_eq(err.file, "f.json");
    cr_expect_str_eq(err.path, where);
    cr_expect(strstr(err.message, message) != NULL, "%s=%s: %s", path, value, err.message);
    expect_text(&doc, text);
    json_release(&doc);
}

Test(json, overrides)
{
    expect_override("a.b[1]", "7.5",
                    "{\"a\":{\"b\":[1,7.5,{\"id\":\"ulm\",\"n\":null,\"s\":\"x\",\"t\":true}]}}");
    expect_override("a.b[ulm].s", "hello",
                    "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"hello\",\"t\":true}]}}");
    expect_override("a.b[2].s", "\"q\"",
                    "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"q\",\"t\":true}]}}");
    expect_override("a.b[2].s", "12",
                    "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"12\",\"t\":true}]}}");
    expect_override("a.b[ulm].n", "1810",
                    "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":1810,\"s\":\"x\",\"t\":true}]}}");
    expect_override("a.b[ulm].t", "false",
                    "{\"a\":{\"b\":[1,2,{\"id\":\"ulm\",\"n\":null,\"s\":\"x\",\"t\":false}]}}");
}

Test(json, overrides_that_fail_change_nothing)
{
    expect_override_error("a.b[2].t", "1", "a.b[2].t", "found 1, expected true or false");
    expect_override_error("a.b[1]", "x", "a.b[1]", "found x, expected a number");
    expect_override_error("a.b[1]", "[1]", "a.b[1]", "expected a number");
    expect_override_error("a.b[1]", "", "a.b[1]", "expected a number");
    expect_override_error("a.b[2].n", "{}", "a.b[2].n", "expected a number, a string, true or false");
    expect_override_error("a.b[9]", "1", "a.b[9]", "no element with the index or id 9");
    expect_override_error("a.b[wien]", "1", "a.b[wien]", "no element with the index or id wien");
    expect_override_error("a.b[-1]", "1", "a.b[-1]", "no element");
    expect_override_error("a.b[99999999999999999999]", "1", "a.b[99999999999999999999]", "no element");
    expect_override_error("a.c", "1", "a.c", "no key c");
    expect_override_error("a[0]", "1", "a[0]", "no array");
    expect_override_error("a.b.c", "1", "a.b.c", "no key c");
    expect_override_error("a.b", "1", "a.b", "only single values");
    expect_override_error("", "1", "", "expected a path");
    expect_override_error(".a", "1", "", "expected a path");
    expect_override_error("a.", "1", "a.", "expected a path");
    expect_override_error("a..b", "1", "a.", "expected a path");
    expect_override_error("a.b[", "1", "a.b[", "expected a path");
    expect_override_error("a.b[1", "1", "a.b[1", "expected ']'");
    expect_override_error("a.b[]", "1", "a.b[", "expected a path");
    expect_override_error("a.b[1]x", "3", "a.b[1]", "expected '.' or '[' or the end");
    expect_override_error("a.b[2].s", "\xff", "a.b[2].s", "expected a string");
}

Test(json, root_keys)
{
    JsonDoc doc = parsed("{\"setup\":{\"hand\":1},\"options\":{}}");
    cr_expect(json_has_root_key(&doc, "setup.hand.french"));
    cr_expect(json_has_root_key(&doc, "options"));
    cr_expect(json_has_root_key(&doc, "setup[0]"));
    cr_expect_not(json_has_root_key(&doc, "set"));
    cr_expect_not(json_has_root_key(&doc, "setups.x"));
    cr_expect_not(json_has_root_key(&doc, "tables.battle"));
    json_release(&doc);
}

Test(json, canonical_text_keeps_order_and_numbers)
{
    JsonDoc doc = parsed(" { \"z\" : [ 1 , -2.5 , 1e3 ] , \"a\" : \"\\u00e9\" } ");
    expect_text(&doc, "{\"z\":[1,-2.5,1000],\"a\":\"\xc3\xa9\"}");
    json_release(&doc);
}

/* Fingerprints of scenarios depend on every byte. */
Test(json, canonical_text_is_the_library_s)
{
    static const char *const text =
        "{\"n\":[0,7,-7,10,0.5,-0.05,0.001,48.21,999999.999,1000000.5,999999,1000000,999999999,1000000000,"
        "0.0001,0.1234,1e-07,1e+20,0.1,-123456.7891],\"\":[],\"o\":{},\"q\\\"\":\"\\n\\u0001/\\\\\",\"w\":"
        "[[[]],[{}],{\"a\":[true,false,null,\"\"]}]}";
    JsonDoc doc = parsed(text);
    expect_text(&doc, text);
    const JsonNode root = json_root(&doc);
    JsonNode node;
    StrBuf out;
    strbuf_init(&out);
    cr_assert(json_get(&root, "n", &node, NULL));
    const JsonNode number = json_at(&node, 7); /* without what stands beside it */
    json_write(&number, &out);
    cr_assert(json_get(&root, "o", &node, NULL));
    json_write(&node, &out);
    cr_expect_str_eq(out.text, "48.21{}");
    strbuf_release(&out);
    json_release(&doc);
}

Test(json, number_at_a_path)
{
    static const char text[] = "{\"a\":{\"b\":[1,{\"id\":\"x\",\"c\":-2.5}],\"on\":true,\"off\":false,"
                               "\"word\":\"w\",\"none\":null}}";
    static const struct {
        const char *path;
        double value;
        bool flag;
    } good[] = {{"a.b[0]", 1, false},
                {"a.b[x].c", -2.5, false},
                {"a.b[1].c", -2.5, false},
                {"a.on", 1, true},
                {"a.off", 0, true}};
    static const char *const bad[] = {"",       "a",      "a.b",       "a.b[2]", "a.b[y].c",
                                      "a.word", "a.none", "a.on.more", "b",      "a.b[0"};
    JsonDoc doc;
    Err err;
    err_clear(&err);
    cr_assert(json_parse(&doc, text, sizeof text - 1, "numbers.json", &err));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = 99;
        bool flag = !good[i].flag;
        cr_expect(json_path_number(&doc, good[i].path, &value, &flag, &err), "%s: %s", good[i].path,
                  err.message);
        cr_expect(value == good[i].value && flag == good[i].flag, "%s: %g", good[i].path, value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = 99;
        bool flag = false;
        err_clear(&err);
        cr_expect_not(json_path_number(&doc, bad[i], &value, &flag, &err), "%s", bad[i]);
        cr_expect(err.set && value == 99, "%s", bad[i]);
        cr_expect_str_eq(err.file, "numbers.json");
    }
    json_release(&doc);
}

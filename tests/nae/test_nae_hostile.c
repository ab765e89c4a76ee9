/* test_nae_hostile.c: boards and scenarios of Napoleon against Europe that are wrong are refused with a
 * message that names file, place, what was found and what was expected. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/json.h"
#include "engine/nae/data.h"
#include "engine/strbuf.h"
#include "tests/support/support.h"

static const char *const BOARD = "scenarios/nae/board.json";

/* Loads both files with one text of one of them replaced; expects a refusal at path with message. */
static void expect_refused(const char *file, const char *old, const char *fresh, const char *path,
                           const char *message)
{
    static const char *const scenario = "scenarios/nae/1809.json";
    const char *names[2] = {scenario, BOARD};
    JsonDoc docs[2];
    Err err = {0};
    for (unsigned i = 0; i < 2; i++) {
        StrBuf text;
        strbuf_init(&text);
        StrBuf changed;
        strbuf_init(&changed);
        cr_assert(support_read(names[i], &text));
        if (strcmp(names[i], file) == 0) {
            support_replace(text.text, old, fresh, &changed);
        }
        const StrBuf *used = strcmp(names[i], file) == 0 ? &changed : &text;
        cr_assert(json_parse(&docs[i], used->text, used->length, names[i], &err));
        strbuf_release(&text);
        strbuf_release(&changed);
    }
    const JsonNode s = json_root(&docs[0]);
    const JsonNode b = json_root(&docs[1]);
    NaeData *data = nae_data_load(&s, &b, &err);
    cr_expect_null(data, "%s: expected \"%s\"", path, message);
    cr_expect_str_eq(err.file, file);
    support_expect_error(&err, path, message);
    nae_data_release(data);
    json_release(&docs[0]);
    json_release(&docs[1]);
}

static void bad_board(const char *old, const char *fresh, const char *path, const char *message)
{
    expect_refused(BOARD, old, fresh, path, message);
}

static void bad_scenario(const char *old, const char *fresh, const char *path, const char *message)
{
    expect_refused("scenarios/nae/1809.json", old, fresh, path, message);
}

Test(nae_hostile, boards)
{
    bad_board("\"capital\": null, \"fortress\": 1", "\"capital\": null, \"fortress\": 7", "zones[0].fortress",
              "7");
    bad_board("\"id\": \"boulogne\"", "\"id\": \"lille\"", "zones[1].id", "a second time");
    bad_board("\"owner\": \"france\"", "\"owner\": \"frence\"", "zones[0].owner",
              "expected the id of a power or minor");
    bad_board("\"b\": \"boulogne\"", "\"b\": \"lille\"", "edges[0]", "from a zone to itself");
    bad_board("{\"id\": \"2F\"", "{\"id\": \"1F\"", "cards[1].id", "a second time");
    bad_board("\"terrain\": \"none\"", "\"terrain\": \"lava\"", "edges[0].terrain",
              "expected the terrain of an edge");
    bad_board("\"schema\": \"marshal/board/1\"", "\"schema\": \"marshal/board/2\"", "schema", "expected");
    bad_board("\"source\": \"rules\"", "\"source\": \"hearsay\"", "zones[0].source", "expected a source");
}

/* Copies a file without the lines that hold a text: boards have an edge a line. */
static void without_lines(const StrBuf *text, const char *part, StrBuf *out)
{
    for (const char *line = text->text; *line != '\0';) {
        const char *end = strchr(line, '\n');
        const size_t length = end != NULL ? (size_t)(end - line) + 1 : strlen(line);
        char copy[2048];
        (void)snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1),
                       line);
        if (strstr(copy, part) == NULL) {
            strbuf_addf(out, "%.*s", (int)length, line);
        }
        line += length;
    }
}

/* Soissons without its edges: no edge reaches it, and it has no port. */
Test(nae_hostile, zone_without_neighbours)
{
    StrBuf text;
    StrBuf half;
    StrBuf changed;
    Err err = {0};
    JsonDoc doc;
    JsonDoc scenario;
    strbuf_init(&text);
    strbuf_init(&half);
    strbuf_init(&changed);
    cr_assert(support_read(BOARD, &text));
    without_lines(&text, "{\"a\": \"soissons\"", &half);
    without_lines(&half, "\"b\": \"soissons\"", &changed);
    cr_assert_lt(changed.length, text.length);
    cr_assert(json_parse(&doc, changed.text, changed.length, BOARD, &err), "%s", err.message);
    cr_assert(json_load(&scenario, "scenarios/nae/1805.json", &err));
    const JsonNode s = json_root(&scenario);
    const JsonNode b = json_root(&doc);
    cr_expect_null(nae_data_load(&s, &b, &err));
    cr_expect_str_eq(err.file, BOARD);
    support_expect_error(&err, "zones", "soissons");
    json_release(&doc);
    json_release(&scenario);
    strbuf_release(&text);
    strbuf_release(&half);
    strbuf_release(&changed);
}

/* The cases that the makers of boards meet first, each told with file, path, found and expected. */
Test(nae_hostile, more_boards)
{
    bad_board("\"power\": \"france\"", "\"power\": \"atlantis\"", "units[0].power",
              "expected the id of a power or minor");
    bad_scenario("\"power\": \"france\"", "\"power\": \"atlantis\"", "setup.forces[0].power",
                 "expected the id of a power or minor");
}

/* A board that no scenario lies beside is tried under those that are listed: its faults are named all the
 * same. */
Test(nae_hostile, a_board_by_itself)
{
    char folder[256];
    char path[300];
    char arguments[400];
    Run run;
    StrBuf text;
    StrBuf changed;
    strbuf_init(&text);
    strbuf_init(&changed);
    cr_assert(support_read(BOARD, &text));
    support_replace(text.text, "\"capital\": null, \"fortress\": 1", "\"capital\": null, \"fort\": 1",
                    &changed);
    support_folder("nae-board", folder);
    (void)snprintf(path, sizeof path, "%s/my-board.json", folder);
    (void)snprintf(arguments, sizeof arguments, "validate %s", path);
    cr_assert(support_write(path, text.text, text.length));
    support_run(&run, arguments);
    cr_expect_eq(run.code, 0, "%s", run.out.text);
    support_run_release(&run);
    cr_assert(support_write(path, changed.text, changed.length));
    support_run(&run, arguments);
    cr_expect_eq(run.code, 1);
    cr_expect(strstr(run.out.text, "/my-board.json: zones[0].fort: unknown key, expected one of id, ") !=
                  NULL,
              "%s", run.out.text);
    support_run_release(&run);
    strbuf_release(&text);
    strbuf_release(&changed);
}

Test(nae_hostile, scenarios)
{
    bad_scenario("\"first_round\": 1", "\"first_round\": 9", "setup.first_round", "9");
    bad_scenario("\"france\": \"belligerent\"", "\"france\": \"neutral\"", "setup.statuses.france",
                 "belligerent");
    bad_scenario("\"fixed\": [1, 29, 36]", "\"fixed\": [1, 29, 29]", "setup.hands.empire.fixed[2]",
                 "a second time");
    bad_scenario("\"fixed\": [1, 29, 36]", "\"fixed\": [1, 29, 56]", "setup.hands.empire.fixed[2]", "56");
    bad_scenario("\"commander\": \"massena\"", "\"commander\": \"davout\"", "setup.forces[1]",
                 "each piece in one place");
    bad_scenario("\"trieste\": \"france\"", "\"trieste\": \"gaul\"", "setup.territory.trieste", "gaul");
    bad_scenario("\"la_corogne\", ", "\"la_corogne\", \"cuenca\", ", "setup", "control markers");
    bad_scenario("\"zone\": \"ulm\"", "\"zone\": \"atlantis\"", "setup.forces[0].zone", "atlantis");
}

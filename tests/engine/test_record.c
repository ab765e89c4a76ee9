/* test_record.c: records written, read, replayed, and refused when damaged. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/policy.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/replay.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

/* A recorded game of two random players, kept for one test. */
typedef struct Sample {
    Game game;
    StrBuf text;
    GameResult result;
    char folder[256];
    char path[300];
} Sample;

static void sample_init(Sample *sample, const char *scenario, const char *override, uint64_t seed)
{
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&sample->game, scenario, override);
    cr_assert(policy_init(&policy, &sample->game, "random", &err));
    strbuf_init(&sample->text);
    const RecordInfo info = {
        .game = &sample->game,
        .overrides = &override,
        .override_count = override != NULL ? 1 : 0,
        .options = "{\"fault\":\"none\"}",
        .policies = {"random", "random"},
    };
    const GamePlan plan = {.game = &sample->game,
                           .policies = {&policy, &policy},
                           .seed = seed,
                           .record = &sample->text,
                           .info = &info};
    sample->result = runner_play(&plan);
    cr_assert_eq(sample->result.status, RUNNER_DONE);
    policy_release(&policy);
    support_folder("record", sample->folder);
    (void)snprintf(sample->path, sizeof sample->path, "%s/game.jsonl", sample->folder);
}

static void sample_release(Sample *sample)
{
    char command[320];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", sample->folder);
    cr_expect_eq(system(command), 0);
    strbuf_release(&sample->text);
    game_release(&sample->game);
}

/* Replays a file to its end; "" or the error's text. */
static const char *replay_error(const char *path, bool check, uint32_t *plies, char text[1100])
{
    Replay replay;
    Err err;
    err_clear(&err);
    text[0] = '\0';
    *plies = 0;
    if (!replay_open(&replay, path, NULL, check, &err)) {
        err_text(&err, text, 1100);
        return text;
    }
    enum replay_status status = REPLAY_DECISION;
    while ((status = replay_next(&replay, &err)) == REPLAY_DECISION && replay_apply(&replay, &err)) {
        *plies = replay.plies;
    }
    if (status != REPLAY_END) {
        cr_expect(err.set);
        err_text(&err, text, 1100);
    }
    replay_release(&replay);
    return text;
}

/* Writes text as the sample's file and expects this error (or none, if message is ""), with and without
 * check. */
static void expect_replay(const Sample *sample, const char *text, bool check, const char *message)
{
    char found[1100];
    uint32_t plies = 0;
    cr_assert(support_write(sample->path, text, strlen(text)));
    (void)replay_error(sample->path, check, &plies, found);
    if (message[0] == '\0') {
        cr_expect_str_eq(found, "");
    } else {
        cr_expect(strstr(found, message) != NULL, "expected \"%s\" in \"%s\"", message, found);
    }
}

/* The text with the first `from` replaced; the caller frees it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    cr_assert_not_null(at, "\"%s\" is not in the record", from);
    const size_t size = strlen(text) + strlen(to) + 1;
    char *result = malloc(size);
    cr_assert_not_null(result);
    (void)snprintf(result, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return result;
}

/* Expects an error after one replacement. */
static void expect_damage(const Sample *sample, const char *from, const char *to, bool check,
                          const char *message)
{
    char *text = replaced(sample->text.text, from, to);
    expect_replay(sample, text, check, message);
    free(text);
}

Test(record, round_trip)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        Sample sample;
        Err err;
        char found[1100];
        uint32_t plies = 0;
        sample_init(&sample, "toy/plain", seed % 2 == 0 ? NULL : "setup.start.coalition=5", seed);
        err_clear(&err);
        cr_assert(record_save(&sample.text, sample.path, &err));
        cr_expect_str_eq(replay_error(sample.path, true, &plies, found), "");
        cr_expect_eq(plies, sample.result.plies);
        cr_expect_str_eq(replay_error(sample.path, false, &plies, found), "");
        char part[320];
        (void)snprintf(part, sizeof part, "%s.part", sample.path);
        cr_expect_neq(access(part, F_OK), 0, "the temporary file is gone");
        sample_release(&sample);
    }
}

Test(record, header_is_read_back)
{
    Sample sample;
    Record record;
    Err err;
    err_clear(&err);
    sample_init(&sample, "toy/plain", "setup.start.french=2", UINT64_MAX);
    cr_assert(record_save(&sample.text, sample.path, &err));
    cr_expect(record_looks_like_one(sample.path));
    cr_expect_not(record_looks_like_one("tests/scenarios/toy/plain.json"));
    cr_expect_not(record_looks_like_one("tests/no-such-file"));
    cr_assert(record_open(&record, sample.path, &err));
    const RecordHeader *header = &record.header;
    cr_expect_str_eq(header->game, "toy");
    cr_expect_str_eq(header->scenario, "toy/plain");
    cr_expect_str_eq(header->scenario_sha256, sample.game.sha256);
    cr_expect_eq(header->override_count, 1);
    cr_expect_str_eq(header->overrides[0], "setup.start.french=2");
    cr_expect(header->has_seed);
    cr_expect_eq(header->seed, UINT64_MAX, "64-bit seeds survive");
    cr_expect_str_eq(header->policies[SEAT_FRENCH], "random");
    cr_expect_eq(header->dice_count, 7);
    record_release(&record);
    sample_release(&sample);
}

Test(record, damaged_header)
{
    Sample sample;
    sample_init(&sample, "toy/plain", NULL, 3);
    expect_replay(&sample, "", false, "empty");
    expect_replay(&sample, "\n", false, ":1");
    expect_replay(&sample, "hello", false, ":1");
    expect_replay(&sample, "[]", false, ":1");
    expect_replay(&sample, "{}", false, "schema");
    expect_damage(&sample, "record/2", "record/9", false, "marshal/record/2");
    expect_damage(&sample, "\"game\":\"toy\"", "\"game\":\"chess\"", false, "is of game \"toy\"");
    expect_damage(&sample, "\"game\":\"toy\"", "\"gane\":\"toy\"", false, "gane");
    expect_damage(&sample, "toy/plain", "toy/plane", false, "no scenario");
    expect_damage(&sample, "toy/plain", "toy/short", false, "has changed");
    expect_damage(&sample, "\"overrides\":[]", "\"overrides\":[3]", false, "overrides[0]");
    expect_damage(&sample, "\"overrides\":[]", "\"overrides\":[\"x\"]", false, "path=value");
    expect_damage(&sample, "\"overrides\":[]", "\"overrides\":[\"setup.start.french=1\"]", false,
                  "has changed");
    expect_damage(&sample, "\"seed\":\"3\"", "\"seed\":\"4\"", false, "seed_sha256");
    expect_damage(&sample, "\"seed\":\"3\"", "\"seed\":\"-3\"", false, "decimal number");
    expect_damage(&sample, "\"seed\":\"3\"", "\"seed\":\"99999999999999999999\"", false, "decimal number");
    expect_damage(&sample, "\"seed\":\"3\"", "\"seed\":3", false, "seed");
    expect_damage(&sample, "\"french\":\"random\"", "\"british\":\"random\"", false, "british");
    expect_damage(&sample, "\"dice\":[", "\"dice\":[300,", false, "dice[0]");
    expect_damage(&sample, "\"dice\":[", "\"dice\":[0,", false, "dice[0]");
    expect_damage(&sample, "\"dice\":[", "\"dice\":[1,", false, ":1: dice");
    expect_damage(&sample, "\"dice\":[", "\"dice\":[1,", true, ":1: dice");
    expect_damage(&sample, "\"dice\"", "\"dise\"", false, "dise");
    sample_release(&sample);
}

Test(record, damaged_decisions)
{
    Sample sample;
    sample_init(&sample, "toy/plain", NULL, 3);
    expect_damage(&sample, "\"ply\":2", "\"ply\":3", false, ":3: ply: found 3, expected 2");
    expect_damage(&sample, "\"ply\":2", "\"ply\":-2", false, ":3: ply");
    expect_damage(&sample, "\"ply\":1,\"seat\":\"french\"", "\"ply\":1,\"seat\":\"coalition\"", false,
                  ":2: seat");
    expect_damage(&sample, "\"ply\":1,\"seat\":\"french\"", "\"ply\":1,\"seat\":\"none\"", false, ":2");
    expect_damage(&sample, "\"move\":\"", "\"move\":\"x", false, "no move of this game");
    expect_damage(&sample, "\n{\"ply\":1", "\n\n{\"ply\":1", false, ":2");
    expect_damage(&sample, "\"ply\":2", "\"ply\":2,\"extra\":1", false, "extra");
    expect_damage(&sample, "{\"ply\":2",
                  "{\"outcome\":{\"winner\":\"french\",\"grade\":\"decisive\",\"year\":1}}\n{\"ply\":2",
                  false, "after the outcome");
    sample_release(&sample);
}

/* A record written by hand, with dice but without a seed, as somebody with a real board would have. */
static const char HEAD[] = "{\"schema\":\"marshal/record/1\",\"game\":\"toy\",\"scenario\":\"toy/"
                           "short\",\"dice\":[8,7,6,5,4,3,2]}\n";

static void expect_hand_written(const Sample *sample, const char *lines, const char *message)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "%s%s", HEAD, lines);
    expect_replay(sample, text, true, message);
}

Test(record, scripted_dice_without_a_seed)
{
    Sample sample;
    sample_init(&sample, "toy/short", NULL, 1);
    const char *roll = "{\"ply\":1,\"seat\":\"french\",\"move\":\"roll(2)\",\"dice\":[3,4]}\n";
    expect_hand_written(&sample, "", "");
    expect_hand_written(&sample, roll, "");
    expect_hand_written(&sample, "{\"ply\":1,\"seat\":\"french\",\"move\":\"roll(2)\",\"dice\":[3]}\n",
                        ":2: dice: draw 2");
    expect_hand_written(&sample, "{\"ply\":1,\"seat\":\"french\",\"move\":\"roll(2)\",\"dice\":[3,7]}\n",
                        ":2: dice: draw 2");
    expect_hand_written(&sample, "{\"ply\":1,\"seat\":\"french\",\"move\":\"roll(2)\",\"dice\":[3,4,5]}\n",
                        "found 3 draws, but the rules ask for 2");
    expect_hand_written(&sample, "{\"ply\":1,\"seat\":\"french\",\"move\":\"push\",\"dice\":[3]}\n",
                        "not legal");
    expect_hand_written(&sample, "{\"outcome\":{\"winner\":\"french\",\"grade\":\"decisive\",\"year\":1}}\n",
                        "not over");
    expect_hand_written(&sample, "{\"outcome\":{\"winner\":\"nobody\",\"grade\":\"decisive\",\"year\":1}}\n",
                        "winner");
    expect_hand_written(&sample, "{\"outcome\":{\"winner\":\"french\",\"grade\":\"total\",\"year\":1}}\n",
                        "grade");
    expect_hand_written(&sample, "{\"outcome\":3}\n", "outcome");
    sample_release(&sample);
}

Test(record, a_whole_game_by_hand)
{
    Sample sample;
    char text[2048];
    sample_init(&sample, "toy/short", NULL, 1);
    /* 3 + 7 points and hand 8 against 1 + 4 and hand 7, after a kept and a pushed throw */
    static const char game[] = "{\"ply\":1,\"seat\":\"french\",\"move\":\"roll(2)\",\"dice\":[3,4]}\n"
                               "{\"ply\":2,\"seat\":\"coalition\",\"move\":\"roll(2)\",\"dice\":[1,2]}\n"
                               "{\"ply\":3,\"seat\":\"coalition\",\"move\":\"keep\",\"dice\":[]}\n"
                               "{\"ply\":4,\"seat\":\"french\",\"move\":\"roll(1)\",\"dice\":[1]}\n"
                               "{\"ply\":5,\"seat\":\"french\",\"move\":\"push\",\"dice\":[3]}\n"
                               "{\"ply\":6,\"seat\":\"coalition\",\"move\":\"pass\",\"dice\":[]}\n";
    expect_hand_written(&sample, game, "outcome line is missing");
    (void)snprintf(text, sizeof text,
                   "%s{\"outcome\":{\"winner\":\"french\",\"grade\":\"decisive\",\"year\":1802}}\n", game);
    expect_hand_written(&sample, text, "");
    (void)snprintf(text, sizeof text,
                   "%s{\"outcome\":{\"winner\":\"coalition\",\"grade\":\"decisive\",\"year\":1802}}\n", game);
    expect_hand_written(&sample, text, "but the game ended with french");
    (void)snprintf(text, sizeof text, "%s{\"ply\":7,\"seat\":\"french\",\"move\":\"pass\",\"dice\":[]}\n",
                   game);
    expect_hand_written(&sample, text, "over after ply 6");
    sample_release(&sample);
}

Test(record, check_finds_dice_that_are_not_the_seeds)
{
    Sample sample;
    sample_init(&sample, "toy/plain", NULL, 3);
    /* a die of a single-die roll that shows no 1 may be replaced by another that changes nothing else but the
     * points */
    const char *at = sample.text.text;
    char from[64];
    char to[64];
    unsigned face = 0;
    while ((at = strstr(at, "\"move\":\"roll(1)\",\"dice\":[")) != NULL) {
        face = (unsigned)(at[strlen("\"move\":\"roll(1)\",\"dice\":[")] - '0');
        if (face > 1) {
            break;
        }
        at++;
    }
    cr_assert_not_null(at, "seed 3 has such a roll");
    (void)snprintf(from, sizeof from, "\"move\":\"roll(1)\",\"dice\":[%u]", face);
    (void)snprintf(to, sizeof to, "\"move\":\"roll(1)\",\"dice\":[%u]", face == 2 ? 3 : face - 1);
    expect_damage(&sample, from, to, true, "but the seed gives");
    sample_release(&sample);
}

Test(record, cut_short_anywhere)
{
    Sample sample;
    sample_init(&sample, "toy/short", NULL, 5);
    const size_t length = sample.text.length;
    for (size_t cut = 0; cut < length; cut++) {
        char found[1100];
        uint32_t plies = 0;
        cr_assert(support_write(sample.path, sample.text.text, cut));
        (void)replay_error(sample.path, true, &plies, found);
        const bool whole_lines =
            cut > 0 && (sample.text.text[cut - 1] == '\n' || sample.text.text[cut] == '\n');
        if (found[0] == '\0') {
            cr_expect(whole_lines, "cut at %zu of %zu is accepted", cut, length);
        }
    }
    sample_release(&sample);
}

Test(record, any_byte_damaged)
{
    Sample sample;
    Rng rng = rng_derive(1, RNG_PURPOSE_FUZZ, 0);
    sample_init(&sample, "toy/short", NULL, 6);
    for (int i = 0; i < 1500; i++) {
        char found[1100];
        uint32_t plies = 0;
        const size_t at = rng_bounded(&rng, (uint32_t)sample.text.length);
        const char old = sample.text.text[at];
        sample.text.text[at] = (char)rng_bounded(&rng, 256);
        cr_assert(support_write(sample.path, sample.text.text, sample.text.length));
        (void)replay_error(sample.path, true, &plies, found); /* whatever it says: it must not crash */
        sample.text.text[at] = old;
    }
    sample_release(&sample);
}

Test(record, missing_outcome_line)
{
    Sample sample;
    sample_init(&sample, "toy/short", NULL, 6);
    char *end = strstr(sample.text.text, "{\"outcome\"");
    cr_assert_not_null(end);
    *end = '\0';
    expect_replay(&sample, sample.text.text, false, "");
    expect_replay(&sample, sample.text.text, true, "outcome line is missing");
    sample_release(&sample);
}

Test(record, nul_bytes_and_missing_files)
{
    Sample sample;
    char found[1100];
    uint32_t plies = 0;
    sample_init(&sample, "toy/short", NULL, 6);
    cr_assert(support_write(sample.path, "{\0}", 3));
    cr_expect(strstr(replay_error(sample.path, false, &plies, found), "NUL") != NULL);
    cr_expect(strstr(replay_error("tests/none.jsonl", false, &plies, found), "cannot open") != NULL);
    cr_expect(strstr(replay_error("tests", false, &plies, found), "tests") != NULL, "a folder is no record");
    Err err;
    err_clear(&err);
    cr_expect_not(record_save(&sample.text, "tests/none/game.jsonl", &err));
    cr_expect(strstr(err.message, "cannot write") != NULL);
    sample_release(&sample);
}

Test(jsonout, commas_and_values)
{
    static const uint8_t bytes[] = {1, 20, 255};
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    jsonout_key_u64(&out, "a", UINT64_MAX);
    jsonout_key_i64(&out, "b", -7);
    jsonout_key_double(&out, "c", 0.1);
    jsonout_key_bool(&out, "d", true);
    jsonout_key_null(&out, "e");
    jsonout_key_text(&out, "f", "say \"hi\"\n");
    jsonout_key(&out, "g");
    jsonout_bytes(&out, bytes, sizeof bytes);
    jsonout_key(&out, "h");
    jsonout_begin(&out, '[');
    jsonout_begin(&out, '{');
    jsonout_end(&out, '}');
    jsonout_begin(&out, '[');
    jsonout_end(&out, ']');
    jsonout_double(&out, 1.0 / 3.0);
    jsonout_double(&out, 1e300 * 1e300);
    jsonout_end(&out, ']');
    jsonout_key_text(&out, "i", NULL);
    jsonout_key_raw(&out, "j", "{\"x\":1}");
    jsonout_end(&out, '}');
    cr_expect_str_eq(
        text.text,
        "{\"a\":18446744073709551615,\"b\":-7,\"c\":0.1,\"d\":true,\"e\":null,\"f\":\"say \\\"hi\\\"\\n\","
        "\"g\":[1,20,255],\"h\":[{},[],0.3333333333333333,null],\"i\":null,\"j\":{\"x\":1}}");
    strbuf_release(&text);
}

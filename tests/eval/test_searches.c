/* test_searches.c: samples of decisions with the visits of a search: what a match keeps, and files that are
 * refused. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "eval/run/match.h"
#include "eval/run/runner.h"
#include "eval/tune/positions.h"
#include "eval/tune/searches.h"
#include "tests/support/support.h"

/* ---- matches of a search against itself ---- */

static const char SEARCH[] = "mcts:sims=30,memory=1";

typedef struct Table {
    Game game;
    Policy policy;
} Table;

static void table_init(Table *table)
{
    Err err;
    err_clear(&err);
    support_load(&table->game, "toy/wide", NULL);
    cr_assert(policy_init(&table->policy, &table->game, SEARCH, &err), "%s", err.message);
}

static void table_release(Table *table)
{
    policy_release(&table->policy);
    game_release(&table->game);
}

static MatchPlan plan_of(const Table *table, int threads)
{
    return (MatchPlan){.game = &table->game,
                       .policies = {&table->policy, &table->policy},
                       .games = 2,
                       .seed = 3,
                       .threads = threads};
}

/* Begins a file. */
static FILE *begin(const char *path, const Table *table,
                   void (*write_header)(StrBuf *out, const RecordInfo *info))
{
    StrBuf header;
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "%s", path);
    const RecordInfo info = {.game = &table->game, .policies = {SEARCH, SEARCH}, .seed = 3};
    strbuf_init(&header);
    write_header(&header, &info);
    cr_assert_eq(fwrite(header.text, 1, header.length, file), header.length);
    strbuf_release(&header);
    return file;
}

/* Plays with searches and positions kept in these files, NULL: none. */
static void play_into(const Table *table, MatchPlan plan, const char *searches, const char *positions)
{
    MatchTally tally;
    Err err;
    err_clear(&err);
    plan.searches = searches != NULL ? begin(searches, table, searches_write_header) : NULL;
    plan.searches_every = 2;
    plan.positions = positions != NULL ? begin(positions, table, positions_write_header) : NULL;
    plan.positions_every = 3;
    cr_assert(match_run(&plan, &tally, &err), "%s", err.message);
    cr_assert_eq(tally.games, plan.games);
    cr_assert(plan.searches == NULL || fclose(plan.searches) == 0);
    cr_assert(plan.positions == NULL || fclose(plan.positions) == 0);
}

static void expect_same(const char *a, const char *b)
{
    StrBuf first;
    StrBuf second;
    strbuf_init(&first);
    strbuf_init(&second);
    cr_assert(support_read(a, &first), "%s", a);
    cr_assert(support_read(b, &second), "%s", b);
    cr_expect_eq(first.length, second.length, "%s: %zu bytes, %s: %zu", a, first.length, b, second.length);
    cr_expect(first.length == second.length && memcmp(first.text, second.text, first.length) == 0, "%s, %s",
              a, b);
    strbuf_release(&first);
    strbuf_release(&second);
}

Test(searches, are_the_same_for_every_number_of_jobs_and_beside_positions)
{
    Table table;
    char folder[256];
    char path[5][300];
    support_folder("searches", folder);
    for (int i = 0; i < 5; i++) {
        (void)snprintf(path[i], sizeof path[i], "%s/%d.sample", folder, i);
    }
    table_init(&table);
    play_into(&table, plan_of(&table, 1), path[0], NULL);
    play_into(&table, plan_of(&table, 2), path[1], path[2]);
    play_into(&table, plan_of(&table, 1), NULL, path[3]);
    expect_same(path[0], path[1]);
    expect_same(path[2], path[3]);
    play_into(&table, plan_of(&table, 1), path[4], path[2]);
    expect_same(path[2], path[3]);
    expect_same(path[0], path[4]);
    table_release(&table);
}

/* What a file tells of. */
typedef struct Told {
    uint32_t games;
    uint32_t decisions;
    uint32_t noisy; /* decisions in positions that are not quiet */
    uint32_t first; /* least ply */
} Told;

static void expect_entry(const Game *game, const SearchEntry *entry, const StateBuffer *state,
                         const uint32_t *visits)
{
    char message[GAME_CHECK_BYTES];
    MoveList legal;
    cr_assert(game->rules->check(game->data, &state->header, message), "%s", message);
    cr_expect_eq(state->header.over, 0);
    cr_expect_eq(entry->seat, state->header.seat);
    cr_expect_eq(entry->unused[0] | entry->unused[1] | entry->unused[2], 0);
    cr_expect_gt(entry->ply, 0);
    (void)game_legal(game, &state->header, &legal);
    cr_expect_geq(entry->count, 2);
    cr_assert_eq(entry->count, legal.count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < entry->count; i++) {
        sum += visits[i];
    }
    cr_expect_geq(sum, 30, "%" PRIu64 " visits", sum);
}

/* Reads a file to its end as fitting does, and looks at all that it holds. */
static Told read_through(const char *path, const Game *game)
{
    SearchesFile file;
    SearchEntry entry;
    StateBuffer state;
    uint32_t visits[MOVE_LIST_MAX];
    Err err;
    err_clear(&err);
    Told told = {.first = UINT16_MAX};
    uint32_t last_game = UINT32_MAX;
    uint32_t last_ply = 0;
    const GameAi *ai = game_ai_find(game->rules->id);
    cr_assert(searches_open(&file, path, &err), "%s", err.message);
    cr_expect_str_eq(file.scenario, game->scenario);
    cr_expect_str_eq(file.sha256, game->sha256);
    cr_expect_str_eq(file.policies[SEAT_FRENCH], SEARCH);
    cr_expect_str_eq(file.policies[SEAT_COALITION], SEARCH);
    cr_expect_eq(file.override_count, 0);
    cr_expect_eq(file.state_bytes, game->rules->state_bytes);
    while (searches_next(&file, &entry, &state, visits, &err)) {
        expect_entry(game, &entry, &state, visits);
        cr_expect(told.decisions == 0 || entry.game > last_game ||
                  (entry.game == last_game && entry.ply > last_ply));
        told.games += entry.game != last_game ? 1U : 0U;
        told.noisy += ai->is_quiet(game, &state.header) ? 0U : 1U;
        told.first = entry.ply < told.first ? entry.ply : told.first;
        told.decisions++;
        last_game = entry.game;
        last_ply = entry.ply;
    }
    cr_expect_not(err.set, "%s", err.message);
    searches_close(&file);
    return told;
}

Test(searches, hold_what_the_search_saw)
{
    Table table;
    Game again;
    SearchesFile file;
    char folder[256];
    char path[300];
    support_folder("searches-held", folder);
    (void)snprintf(path, sizeof path, "%s/match.sea", folder);
    table_init(&table);
    play_into(&table, plan_of(&table, 2), path, NULL);
    const Told told = read_through(path, &table.game);
    cr_expect_eq(told.games, 2);
    cr_expect_gt(told.decisions, 100);
    cr_expect_gt(told.noisy, 0, "positions need not be quiet");
    cr_expect_lt(told.noisy, told.decisions);
    cr_assert(searches_open(&file, path, NULL));
    cr_assert(sample_file_load_game(&file, &again, NULL));
    cr_expect_str_eq(again.sha256, table.game.sha256);
    game_release(&again);
    searches_close(&file);
    table_release(&table);
}

Test(searches, of_explored_decisions_are_not_kept)
{
    enum { MOST = 60 };
    Table table;
    char folder[256];
    char path[300];
    support_folder("searches-opening", folder);
    (void)snprintf(path, sizeof path, "%s/match.sea", folder);
    table_init(&table);
    MatchPlan plan = plan_of(&table, 1);
    plan.games = 1;
    plan.opening = MOST;
    Rng rng = rng_derive(runner_game_seed(plan.seed, 0), RNG_PURPOSE_OPENING, 0); /* as runner.c draws it */
    const uint32_t explored = rng_bounded(&rng, MOST + 1);
    cr_assert_gt(explored, 5, "else this seed shows nothing");
    play_into(&table, plan, path, NULL);
    const Told told = read_through(path, &table.game);
    cr_expect_gt(told.first, explored);
    cr_expect_gt(told.decisions, 50);
    table_release(&table);
}

/* ---- one game of a search whose report is known ---- */

/* Tells of the legal moves in reverse order, with as many visits as their place in the list, the first one
 * with more than fit into 32 bits, the last one not at all. Every other decision says that there was no time
 * for a visit. */
static Move choose_first(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    PolicyReport *report = query->report;
    const uint32_t told = query->legal->count - 1;
    report->filled = true;
    report->count = told;
    report->win_probability = 0.5;
    for (uint32_t i = 0; i < told; i++) {
        const uint32_t place = told - 1 - i;
        report->moves[i].move = query->legal->moves[place];
        report->moves[i].visits = query->ply % 2 == 0 ? 0 : place == 0 ? UINT64_MAX : place;
    }
    return query->legal->moves[0];
}

static const PolicyKind KNOWN = {.name = "known", .choose = choose_first, .searches = true};

static void expect_known_visits(const SearchEntry *entry, const uint32_t *visits)
{
    cr_expect_eq(entry->game, 7);
    cr_expect_eq(entry->seat, SEAT_COALITION, "the French do not search");
    cr_expect_eq(entry->ply % 2, 1, "a decision without visits is not kept");
    cr_expect_eq(visits[0], UINT32_MAX);
    for (uint32_t i = 1; i < entry->count; i++) {
        cr_expect_eq(visits[i], i + 1 < entry->count ? i : 0);
    }
}

Test(searches, visits_are_in_the_order_of_legal_moves)
{
    Game game;
    Policy random;
    StrBuf searches;
    uint32_t entries = 0;
    support_load(&game, "toy/wide", NULL);
    cr_assert(policy_init(&random, &game, "random", NULL));
    const Policy known = {.kind = &KNOWN, .game = &game, .spec = "known", .threads = 1};
    strbuf_init(&searches);
    const GamePlan plan = {
        .game = &game, .policies = {&random, &known}, .seed = 5, .searches = &searches, .searches_every = 1};
    cr_assert_eq(runner_play(&plan).status, RUNNER_DONE);
    searches_finish(&searches, &game, 7);
    for (size_t at = 0; at < searches.length; entries++) {
        SearchEntry entry;
        uint32_t visits[MOVE_LIST_MAX];
        memcpy(&entry, searches.text + at, sizeof entry);
        at += sizeof entry + game.rules->state_bytes;
        cr_assert(entry.count >= 2 && entry.count <= MOVE_LIST_MAX);
        memcpy(visits, searches.text + at, entry.count * sizeof *visits);
        at += entry.count * sizeof *visits;
        cr_assert_leq(at, searches.length);
        expect_known_visits(&entry, visits);
    }
    cr_expect_gt(entries, 10);
    strbuf_release(&searches);
    policy_release(&random);
    game_release(&game);
}

/* As above for some decisions, then gives up. */
static Move choose_and_tire(const Policy *policy, void *session, PolicyQuery *query)
{
    return query->ply < 20 ? choose_first(policy, session, query) : policy_give_up(query, "tired");
}

Test(searches, of_games_given_up_are_not_kept)
{
    static const PolicyKind tiring = {.name = "tiring", .choose = choose_and_tire, .searches = true};
    Game game;
    MatchTally tally;
    support_load(&game, "toy/wide", NULL);
    const Policy policy = {.kind = &tiring, .game = &game, .spec = "tiring", .threads = 1};
    MatchPlan plan = {.game = &game, .policies = {&policy, &policy}, .games = 4, .seed = 1, .threads = 1};
    plan.searches = tmpfile();
    plan.searches_every = 1;
    cr_assert_not_null(plan.searches);
    cr_assert(match_run(&plan, &tally, NULL));
    cr_expect_eq(tally.games, 4);
    cr_expect_eq(tally.forfeits[SEAT_FRENCH] + tally.forfeits[SEAT_COALITION], 4);
    cr_expect_eq(ftell(plan.searches), 0L);
    (void)fclose(plan.searches);
    game_release(&game);
}

/* ---- hostile files ---- */

/* A good file with two entries of two visits each, and where its parts begin. */
typedef struct Sample {
    Table table;
    char path[300];
    StrBuf bytes;
    size_t header; /* bytes of */
    size_t entry;
} Sample;

static void sample_init(Sample *sample)
{
    static const uint32_t visits[] = {0, 7};
    char folder[256];
    StateBuffer state;
    support_folder("searches-hostile", folder);
    (void)snprintf(sample->path, sizeof sample->path, "%s/bad.sea", folder);
    table_init(&sample->table);
    const Game *game = &sample->table.game;
    const RecordInfo info = {.game = game, .policies = {SEARCH, SEARCH}, .seed = 3};
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state.header, &dice);
    strbuf_init(&sample->bytes);
    searches_write_header(&sample->bytes, &info);
    sample->header = sample->bytes.length;
    const SearchEntry entry = {.ply = 1, .seat = SEAT_COALITION, .count = 2};
    searches_add(&sample->bytes, game, &state.header, &entry, visits);
    sample->entry = sample->bytes.length - sample->header;
    searches_add(&sample->bytes, game, &state.header, &entry, visits);
}

static void sample_release(Sample *sample)
{
    strbuf_release(&sample->bytes);
    table_release(&sample->table);
}

/* Reads the first bytes of a sample as a file; returns the number of good entries before the end or an error.
 */
static uint32_t read_part(const Sample *sample, size_t length, Err *err)
{
    SearchesFile file;
    SearchEntry entry;
    StateBuffer state;
    uint32_t visits[MOVE_LIST_MAX];
    uint32_t entries = 0;
    err_clear(err);
    cr_assert(support_write(sample->path, sample->bytes.text, length));
    if (!searches_open(&file, sample->path, err)) {
        return 0;
    }
    while (searches_next(&file, &entry, &state, visits, err)) {
        cr_expect(entry.count == 2 && visits[0] == 0 && visits[1] == 7);
        entries++;
    }
    searches_close(&file);
    return entries;
}

static void expect_refused(const Sample *sample, size_t length, uint32_t entries, const char *message)
{
    Err err;
    char told[1024];
    cr_expect_eq(read_part(sample, length, &err), entries, "%zu bytes", length);
    err_text(&err, told, sizeof told);
    cr_expect(strstr(told, message) != NULL, "%zu bytes: expected \"%s\" in \"%s\"", length, message, told);
    cr_expect(strstr(told, sample->path) != NULL, "expected the file's name in \"%s\"", told);
}

Test(searches, files_that_are_cut_short_are_refused)
{
    Sample sample;
    Err err;
    sample_init(&sample);
    cr_expect_eq(read_part(&sample, sample.bytes.length, &err), 2);
    cr_expect_not(err.set, "%s", err.message);
    cr_expect_eq(read_part(&sample, sample.header, &err), 0, "an empty sample is a good file");
    cr_expect_not(err.set, "%s", err.message);
    for (size_t length = 0; length < sample.header; length += 7) {
        expect_refused(&sample, length, 0, "no searches file");
    }
    for (size_t length = sample.header + 1; length < sample.bytes.length;
         length++) { /* in entry, state and visits */
        if (length != sample.header + sample.entry) {
            expect_refused(&sample, length, length > sample.header + sample.entry ? 1 : 0,
                           "an entry is cut short");
        }
    }
    sample_release(&sample);
}

/* Puts a number into the second entry and expects that to be told. */
static void expect_count_refused(Sample *sample, uint32_t count, const char *message)
{
    char *at = sample->bytes.text + sample->header + sample->entry + offsetof(SearchEntry, count);
    memcpy(at, &count, sizeof count);
    expect_refused(sample, sample->bytes.length, 1, message);
}

Test(searches, numbers_out_of_range_are_refused)
{
    Sample sample;
    sample_init(&sample);
    const size_t length = sample.bytes.length;
    char *second = sample.bytes.text + sample.header + sample.entry;
    expect_count_refused(&sample, 0, "found 0 legal moves, expected 2 to 255");
    expect_count_refused(&sample, 1, "found 1 legal moves");
    expect_count_refused(&sample, MOVE_LIST_MAX + 1, "found 256 legal moves");
    expect_count_refused(&sample, UINT32_MAX, "found 4294967295 legal moves");
    expect_count_refused(&sample, MOVE_LIST_MAX, "cut short");
    expect_count_refused(&sample, 3, "cut short");
    memcpy(second, sample.bytes.text + sample.header, sizeof(SearchEntry));
    for (int seat = SEAT_COUNT; seat < 256; seat += 5) {
        second[offsetof(SearchEntry, seat)] = (char)seat;
        expect_refused(&sample, length, 1, "seat");
    }
    memcpy(second, sample.bytes.text + sample.header, sizeof(SearchEntry));
    memset(second + sample.entry - 2 * sizeof(uint32_t), 0, 2 * sizeof(uint32_t));
    expect_refused(&sample, length, 1, "without visits");
    sample_release(&sample);
}

/* Changes a word of the header, keeping its length, expects that to be told, and changes it back. */
static void expect_word_refused(Sample *sample, const char *from, const char *to, const char *message)
{
    char *at = strstr(sample->bytes.text, from);
    cr_assert_not_null(at, "%s", from);
    cr_assert_eq(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    expect_refused(sample, sample->bytes.length, 0, message);
    memcpy(at, from, strlen(from));
}

Test(searches, files_of_another_kind_are_refused)
{
    Sample sample;
    Err err;
    PositionsFile positions;
    sample_init(&sample);
    expect_word_refused(&sample, "marshal/searches/2", "marshal/searches/9",
                        "expected \"marshal/searches/2\"");
    expect_word_refused(&sample, "\"entry_bytes\":16", "\"entry_bytes\":13", "entry_bytes");
    expect_word_refused(&sample, "\"state_bytes\":8192", "\"state_bytes\":0   ", "state_bytes");
    expect_word_refused(&sample, "\"state_bytes\":8192", "\"state_bytes\":-812", "state_bytes");
    expect_word_refused(&sample, "\"state_bytes\":8192", "\"state_bytes\":9e99", "state_bytes");
    expect_word_refused(&sample, "\"scenario\":", "\"scenarix\":", "scenario");
    expect_word_refused(&sample, "\"french\":", "\"frensh\":", "french");
    expect_word_refused(&sample, "\"overrides\":[]", "\"overrides\":{}", "overrides");
    expect_word_refused(&sample, "{\"schema\"", "[\"schema\"", "line 1");
    err_clear(&err);
    cr_assert(support_write(sample.path, sample.bytes.text, sample.bytes.length));
    cr_expect_not(positions_open(&positions, sample.path, &err));
    cr_expect(strstr(err.message, "expected \"marshal/positions/2\"") != NULL, "%s", err.message);
    sample_release(&sample);
}

Test(searches, any_bytes_are_read_without_harm)
{
    Sample sample;
    Err err;
    Rng rng = rng_derive(11, RNG_PURPOSE_FUZZ, 0);
    const int rounds = support_short() ? 200 : 2000;
    sample_init(&sample);
    for (int i = 0; i < rounds; i++) {
        char *at = &sample.bytes.text[rng_bounded(&rng, (uint32_t)sample.bytes.length)];
        const char was = *at;
        *at = (char)rng_bounded(&rng, 256);
        SearchesFile file;
        SearchEntry entry;
        StateBuffer state;
        uint32_t visits[MOVE_LIST_MAX];
        err_clear(&err);
        cr_assert(support_write(sample.path, sample.bytes.text, sample.bytes.length));
        if (searches_open(&file, sample.path, &err)) {
            while (searches_next(&file, &entry, &state, visits, &err)) {
                cr_expect(entry.seat < SEAT_COUNT && entry.count >= 2 && entry.count <= MOVE_LIST_MAX);
            }
            searches_close(&file);
        }
        *at = was;
    }
    sample_release(&sample);
}

/* ---- the command ---- */

/* Runs and expects an exit code and a part of standard error. */
static void expect_run(const char *arguments, int code, const char *message)
{
    Run run;
    support_use_test_scenarios();
    support_run(&run, arguments);
    cr_expect_eq(run.code, code, "marshal %s: exit code %d, standard error: %s", arguments, run.code,
                 run.err.text);
    cr_expect(strstr(run.err.text, message) != NULL, "marshal %s: expected \"%s\" in \"%s\"", arguments,
              message, run.err.text);
    support_run_release(&run);
}

Test(searches, command_line_says_what_is_wrong)
{
#define PLAYED "match toy/wide --games 2 --french mcts:sims=10 "
    expect_run("match toy/wide --games 2 --searches /dev/null", 2, "neither random nor random searches");
    expect_run("match toy/wide --games 2 --french heuristic --searches /dev/null", 2,
               "neither heuristic nor random");
    expect_run(PLAYED "--searches /dev/null --db /dev/null", 2, "--db and --searches exclude each other");
    expect_run(PLAYED "--opening 3", 2, "--opening is for --positions and --searches");
    expect_run(PLAYED "--opening 3 --searches /dev/null", 0, "");
    expect_run(PLAYED "--searches /proc/nowhere --positions /dev/null", 1, "/proc/nowhere: cannot write");
    expect_run(PLAYED "--searches /dev/full", 1, "cannot write");
    expect_run(PLAYED "--searches both --positions both", 2,
               "both: found as the file of --positions and of --searches");
    expect_run(PLAYED "--searches /dev/null --positions /dev/full", 1, "cannot write");
    expect_run(PLAYED "--searches /dev/null --every 4294967296", 0, "");
    expect_run("match toy/wide --games 2000 --french mcts:sims=4 --every 1 --searches /dev/full", 1,
               "cannot write");
#undef PLAYED
}

Test(searches, the_command_keeps_them)
{
    char folder[256];
    char arguments[700];
    Game game;
    char path[300];
    support_folder("searches-cli", folder);
    (void)snprintf(path, sizeof path, "%s/match.sea", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/wide --french %s --coalition %s --games 2 --jobs 2 "
                   "--every 3 --searches %s",
                   SEARCH, SEARCH, path);
    expect_run(arguments, 0, "");
    support_load(&game, "toy/wide", NULL);
    const Told told = read_through(path, &game);
    cr_expect_eq(told.games, 2);
    cr_expect_gt(told.decisions, 60);
    game_release(&game);

    /* what is there stays, and nothing is begun beside it */
    (void)snprintf(arguments, sizeof arguments,
                   "match toy/wide --french mcts:sims=4 --games 2 --searches %s --positions %s.new", path,
                   path);
    expect_run(
        arguments, 1,
        "match.sea: found a file with something in it, expected a new name: --searches overwrites nothing");
    (void)snprintf(arguments, sizeof arguments, "%s.new", path);
    cr_expect_neq(access(arguments, F_OK), 0);
}

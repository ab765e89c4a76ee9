/* test_match.c: jobs in order, games and matches that do not depend on threads, policies, statistics. */
#include <criterion/criterion.h>
#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/policy.h"
#include "eval/run/fuzz.h"
#include "eval/run/jobs.h"
#include "eval/run/match.h"
#include "eval/run/runner.h"
#include "eval/statistics/stats.h"
#include "eval/tune/positions.h"
#include "play/cmd/command.h"
#include "tests/support/support.h"

/* ---- jobs ---- */

typedef struct Counting {
    uint64_t expected; /* next index emit must see */
    uint64_t sum;
    uint64_t stop_at; /* emit stops after this many; 0: never */
    uint64_t fail_at; /* run gives up on this index; 0: never */
} Counting;

static bool run_square(void *context, int thread, uint64_t index, void *result)
{
    const Counting *counting = context;
    uint64_t *square = result;
    Rng rng = rng_derive(index, RNG_PURPOSE_FUZZ, 0);
    cr_assert(thread >= 0 && thread < JOBS_THREADS_MAX);
    while (rng_bounded(&rng, 2000) != 0) {
        /* uneven work, so that jobs overtake each other */
    }
    *square = index * index;
    return counting->fail_at == 0 || index != counting->fail_at;
}

static bool emit_square(void *context, uint64_t index, const void *result)
{
    Counting *counting = context;
    const uint64_t *square = result;
    cr_assert_eq(index, counting->expected++);
    cr_assert_eq(*square, index * index);
    counting->sum += *square;
    return counting->stop_at == 0 || counting->expected < counting->stop_at;
}

static uint64_t count_jobs(Counting *counting, uint64_t count, int threads, const atomic_bool *stop)
{
    uint64_t emitted = 0;
    const JobsPlan plan = {
        .count = count,
        .threads = threads,
        .result_bytes = sizeof(uint64_t),
        .context = counting,
        .stop = stop,
        .run = run_square,
        .emit = emit_square,
    };
    cr_assert(jobs_run(&plan, &emitted, NULL));
    return emitted;
}

Test(jobs, results_come_in_order_on_any_number_of_threads)
{
    for (int threads = 1; threads <= 8; threads *= 2) {
        Counting counting = {0, 0, 0, 0};
        cr_expect_eq(count_jobs(&counting, 5000, threads, NULL), 5000);
        cr_expect_eq(counting.sum, 41654167500ULL);
    }
}

Test(jobs, nothing_to_do)
{
    Counting counting = {0, 0, 0, 0};
    cr_expect_eq(count_jobs(&counting, 0, 4, NULL), 0);
    cr_expect_eq(count_jobs(&counting, 1, 4, NULL), 1);
}

Test(jobs, stopping)
{
    for (int threads = 1; threads <= 4; threads++) {
        Counting by_emit = {0, 0, 100, 0};
        cr_expect_eq(count_jobs(&by_emit, 5000, threads, NULL), 100);
        Counting by_run = {0, 0, 0, 50};
        cr_expect_eq(count_jobs(&by_run, 5000, threads, NULL), 50, "what comes before the job given up");
        atomic_bool stop = true;
        Counting by_flag = {0, 0, 0, 0};
        cr_expect_eq(count_jobs(&by_flag, 5000, threads, &stop), 0);
    }
}

static bool run_team(void *context, int thread, uint64_t index, void *result)
{
    (void)context, (void)thread, (void)index;
    int *threads = result;
#pragma omp parallel num_threads(2)
#pragma omp single
    *threads = omp_get_num_threads();
    return true;
}

static bool expect_team(void *context, uint64_t index, const void *result)
{
    (void)context;
    cr_expect_eq(*(const int *)result, 2, "job %d", (int)index);
    return true;
}

/* A search on two threads has them in each of several games at a time. */
Test(jobs, a_job_has_threads_of_its_own)
{
    uint64_t emitted = 0;
    const JobsPlan plan = {
        .count = 20, .threads = 2, .result_bytes = sizeof(int), .run = run_team, .emit = expect_team};
    cr_assert(jobs_run(&plan, &emitted, NULL));
    cr_expect_eq(emitted, 20);
}

/* ---- games at a time ---- */

static int games_at_once(const char *option, const char *french, const char *coalition)
{
    static const OptionSpec SPECS[] = {{"jobs", OPTION_COUNT, "J", NULL, false, "games at a time"},
                                       {"help", OPTION_FLAG, NULL, NULL, false, "every table has it"},
                                       {NULL, OPTION_FLAG, NULL, NULL, false, NULL}};
    Err err;
    Game game;
    Policy policies[SEAT_COUNT];
    Options options;
    char text[40];
    char *arguments[] = {text};
    err_clear(&err);
    support_load(&game, "toy/plain", NULL);
    (void)snprintf(text, sizeof text, "%s", option);
    cr_assert(options_parse(&options, SPECS, text[0] != '\0' ? 1 : 0, arguments, &err), "%s", err.message);
    cr_assert(policy_init(&policies[0], &game, french, &err), "%s", err.message);
    cr_assert(policy_init(&policies[1], &game, coalition, &err), "%s", err.message);
    const int games = command_games_at_once(&options, policies, SEAT_COUNT);
    policy_release(&policies[0]);
    policy_release(&policies[1]);
    game_release(&game);
    return games;
}

Test(jobs, fewer_games_at_a_time_where_searches_have_threads)
{
    const int processors = jobs_processors();
    cr_expect_eq(games_at_once("", "random", "mcts:sims=3"), processors);
    cr_expect_eq(games_at_once("", "random", "mcts:sims=3,threads=2"), processors > 3 ? processors / 2 : 1);
    cr_expect_eq(games_at_once("", "mcts:sims=3,threads=64", "random"),
                 processors > 127 ? processors / 64 : 1);
    cr_expect_eq(games_at_once("--jobs=3", "random", "mcts:sims=3,threads=2"), 3, "what is said is done");
}

/* ---- matches ---- */

typedef struct Side {
    Game game;
    Policy policies[SEAT_COUNT];
} Side;

static void side_init(Side *side, const char *french, const char *coalition)
{
    Err err;
    err_clear(&err);
    support_load(&side->game, "toy/plain", NULL);
    cr_assert(policy_init(&side->policies[0], &side->game, french, &err), "%s", err.message);
    cr_assert(policy_init(&side->policies[1], &side->game, coalition, &err), "%s", err.message);
}

static void side_release(Side *side)
{
    policy_release(&side->policies[0]);
    policy_release(&side->policies[1]);
    game_release(&side->game);
}

static MatchPlan plan_of(const Side *side, uint64_t games, uint64_t seed, int threads)
{
    return (MatchPlan){.game = &side->game,
                       .policies = {&side->policies[0], &side->policies[1]},
                       .games = games,
                       .seed = seed,
                       .threads = threads};
}

Test(match, same_results_on_any_number_of_threads)
{
    Side side;
    MatchTally one;
    side_init(&side, "random", "heuristic:strategy=bold");
    const MatchPlan single = plan_of(&side, 600, 5, 1);
    cr_assert(match_run(&single, &one, NULL));
    for (int threads = 2; threads <= 4; threads++) {
        MatchTally other;
        const MatchPlan plan = plan_of(&side, 600, 5, threads);
        cr_assert(match_run(&plan, &other, NULL));
        cr_expect_eq(memcmp(&one, &other, sizeof one), 0);
    }
    cr_expect_eq(one.games, 600);
    cr_expect_eq(one.wins[0] + one.wins[1] + one.draws, 600);
    cr_expect_gt(one.wins[1], 500, "three dice a round beat random play");
    MatchTally other;
    const MatchPlan seed = plan_of(&side, 600, 6, 1);
    cr_assert(match_run(&seed, &other, NULL));
    cr_expect_neq(memcmp(&one, &other, sizeof one), 0, "another seed gives other games");
    side_release(&side);
}

typedef struct Listening {
    uint64_t heard;
    uint64_t limit;
} Listening;

static bool listen(void *context, const MatchTally *tally, const GameResult *result)
{
    Listening *listening = context;
    cr_assert_eq(tally->games, ++listening->heard);
    cr_assert_eq(result->seed, runner_game_seed(9, listening->heard - 1));
    return listening->heard < listening->limit;
}

Test(match, stopped_early_equals_fewer_games)
{
    Side side;
    MatchTally stopped;
    MatchTally fewer;
    Listening listening = {0, 40};
    side_init(&side, "random", "random");
    MatchPlan plan = plan_of(&side, 100000, 9, 3);
    plan.listener = listen;
    plan.context = &listening;
    cr_assert(match_run(&plan, &stopped, NULL));
    plan = plan_of(&side, 40, 9, 1);
    cr_assert(match_run(&plan, &fewer, NULL));
    cr_expect_eq(memcmp(&stopped, &fewer, sizeof stopped), 0);
    side_release(&side);
}

Test(match, records_of_every_game)
{
    Side side;
    MatchTally tally;
    char folder[256];
    Err err;
    err_clear(&err);
    support_folder("match", folder);
    side_init(&side, "random", "random");
    const RecordInfo info = {.game = &side.game, .policies = {"random", "random"}};
    MatchPlan plan = plan_of(&side, 20, 9, 2);
    plan.records = folder;
    plan.info = &info;
    cr_assert(match_run(&plan, &tally, &err), "%s", err.message);
    for (int i = 1; i <= 20; i++) {
        char path[300];
        StrBuf text;
        strbuf_init(&text);
        (void)snprintf(path, sizeof path, "%s/%08d.jsonl", folder, i);
        cr_expect(support_read(path, &text), "%s", path);
        cr_expect(strstr(text.text, "\"outcome\"") != NULL);
        strbuf_release(&text);
    }
    plan.records = "tests/no-such-folder";
    cr_expect_not(match_run(&plan, &tally, &err));
    cr_expect(strstr(err.message, "cannot write") != NULL);
    side_release(&side);
}

/* Plays with positions kept in a new file, and reads that as text. */
static void play_into(MatchPlan *plan, const char *path, MatchTally *tally, StrBuf *bytes)
{
    Err err;
    err_clear(&err);
    plan->positions_every = plan->positions_every > 0 ? plan->positions_every : 3;
    plan->positions = fopen(path, "wb");
    cr_assert_not_null(plan->positions, "%s", path);
    strbuf_init(bytes);
    const RecordInfo info = {.game = plan->game, .policies = {"random", "random"}, .seed = plan->seed};
    positions_write_header(bytes, &info);
    cr_assert_eq(fwrite(bytes->text, 1, bytes->length, plan->positions), bytes->length);
    cr_assert(match_run(plan, tally, &err), "%s", err.message);
    cr_assert_eq(fclose(plan->positions), 0);
    strbuf_clear(bytes);
    cr_assert(support_read(path, bytes));
}

/* Reads a positions file with the functions that tune uses; returns how many games it tells of. */
static uint32_t games_in(const char *path, const Game *game)
{
    PositionsFile file;
    PositionEntry entry;
    StateBuffer state;
    Err err;
    err_clear(&err);
    cr_assert(positions_open(&file, path, &err), "%s", err.message);
    cr_expect_str_eq(file.sha256, game->sha256);
    uint64_t count = 0;
    uint32_t games = 0;
    uint32_t last = UINT32_MAX;
    while (positions_next(&file, &entry, &state, &err)) {
        char message[GAME_CHECK_BYTES];
        cr_expect(game->rules->check(game->data, &state.header, message), "%s", message);
        cr_expect(entry.seat == state.header.seat && entry.winner <= SEAT_NONE && entry.ply > 0);
        cr_assert(last == UINT32_MAX || entry.game >= last, "in game order");
        games += entry.game != last ? 1U : 0U;
        last = entry.game;
        count++;
    }
    cr_expect_not(err.set, "%s", err.message);
    cr_expect_eq(count, file.count);
    positions_close(&file);
    return games;
}

Test(match, positions_of_a_stopped_match_are_those_of_fewer_games)
{
    Side side;
    MatchTally tally;
    StrBuf stopped;
    StrBuf fewer;
    char folder[256];
    char path[300];
    support_folder("positions", folder);
    (void)snprintf(path, sizeof path, "%s/match.pos", folder);
    side_init(&side, "random", "random");
    for (int threads = 1; threads <= 4; threads++) {
        Listening listening = {0, 40};
        MatchPlan plan = plan_of(&side, 100000, 9, threads);
        plan.listener = listen;
        plan.context = &listening;
        play_into(&plan, path, &tally, &stopped);
        cr_expect_eq(games_in(path, &side.game), 40);
        plan = plan_of(&side, 40, 9, 1);
        play_into(&plan, path, &tally, &fewer);
        cr_expect_eq(stopped.length, fewer.length);
        cr_expect(stopped.length == fewer.length && memcmp(stopped.text, fewer.text, fewer.length) == 0);
        strbuf_release(&stopped);
        strbuf_release(&fewer);
    }
    side_release(&side);
}

/* Reads on to the next entry that is the first of its turn in its game: *game and *turn are those of the one
 * before. False at the end. */
static bool next_of_turn(PositionsFile *file, PositionEntry *entry, StateBuffer *state, int64_t last[2])
{
    Err err;
    err_clear(&err);
    while (positions_next(file, entry, state, &err)) {
        const bool first = (int64_t)entry->game != last[0] || (int64_t)state->header.turn != last[1];
        last[0] = entry->game;
        last[1] = state->header.turn;
        if (first) {
            return true;
        }
    }
    cr_expect_not(err.set, "%s", err.message);
    return false;
}

Test(match, positions_of_turns_are_the_first_of_each)
{
    Side side;
    MatchTally tally;
    StrBuf bytes[2];
    PositionsFile files[2];
    PositionEntry entries[2];
    StateBuffer states[2];
    Err err;
    char folder[256];
    char paths[2][300];
    err_clear(&err);
    support_folder("turns", folder);
    side_init(&side, "random", "random");
    for (int turns = 0; turns < 2; turns++) {
        (void)snprintf(paths[turns], sizeof paths[turns], "%s/%d.pos", folder, turns);
        MatchPlan plan = plan_of(&side, 20, 9, 1);
        plan.positions_every = 1;
        plan.positions_of_turns = turns == 1;
        play_into(&plan, paths[turns], &tally, &bytes[turns]);
        strbuf_release(&bytes[turns]);
        cr_assert(positions_open(&files[turns], paths[turns], &err), "%s", err.message);
    }
    cr_expect_lt(files[1].count, files[0].count, "turns have more than one decision");
    int64_t last[2] = {-1, -1};
    uint64_t count = 0;
    while (next_of_turn(&files[0], &entries[0], &states[0], last)) {
        cr_assert(positions_next(&files[1], &entries[1], &states[1], &err), "%s", err.message);
        cr_expect(entries[0].game == entries[1].game && entries[0].ply == entries[1].ply);
        count++;
    }
    cr_expect_eq(count, files[1].count);
    positions_close(&files[0]);
    positions_close(&files[1]);
    side_release(&side);
}

/* Decisions of game i that go by lot: as runner.c draws them. */
static uint32_t explored(uint64_t master, uint64_t i, uint32_t most)
{
    Rng rng = rng_derive(runner_game_seed(master, i), RNG_PURPOSE_OPENING, 0);
    return rng_bounded(&rng, most + 1);
}

/* How many of the positions in a file come from the first decisions of their games, those that go by lot. */
static uint32_t count_explored(const char *path, uint64_t master, uint32_t most)
{
    PositionsFile file;
    PositionEntry entry;
    StateBuffer state;
    Err err;
    err_clear(&err);
    cr_assert(positions_open(&file, path, &err), "%s", err.message);
    uint32_t count = 0;
    while (positions_next(&file, &entry, &state, &err)) {
        count += entry.ply <= explored(master, entry.game, most) ? 1U : 0U;
    }
    cr_expect_not(err.set, "%s", err.message);
    positions_close(&file);
    return count;
}

Test(match, openings_are_explored_and_give_no_positions)
{
    enum { GAMES = 40, MOST = 6 };
    Side side;
    MatchTally tally;
    StrBuf bytes;
    StrBuf again;
    char folder[256];
    char path[300];
    support_folder("opening", folder);
    (void)snprintf(path, sizeof path, "%s/match.pos", folder);
    side_init(&side, "mcts:sims=10,memory=1", "mcts:sims=10,memory=1");
    MatchPlan plan = plan_of(&side, GAMES, 9, 1);
    play_into(&plan, path, &tally, &bytes);
    cr_expect_gt(count_explored(path, 9, MOST), 0, "without an opening there are such positions");
    strbuf_release(&bytes);
    plan.opening = MOST;
    play_into(&plan, path, &tally, &bytes);
    cr_expect_eq(count_explored(path, 9, MOST), 0);
    cr_expect_gt(games_in(path, &side.game), GAMES / 2);
    plan.threads = 4;
    play_into(&plan, path, &tally, &again);
    cr_expect(bytes.length == again.length && memcmp(bytes.text, again.text, bytes.length) == 0);
    strbuf_release(&bytes);
    strbuf_release(&again);
    side_release(&side);
}

Test(match, positions_are_only_those_of_games_that_ended)
{
    Side side;
    MatchTally tally;
    Err err;
    err_clear(&err);
    side_init(&side, "random", "random");
    game_release(&side.game);
    support_load(&side.game, "toy/plain", "options.fault=endless");
    MatchPlan plan = plan_of(&side, 2, 9, 2);
    plan.positions_every = 16;
    plan.positions = tmpfile();
    cr_assert_not_null(plan.positions);
    cr_expect_not(match_run(&plan, &tally, &err));
    cr_expect_eq(ftell(plan.positions), 0);
    cr_expect_eq(fclose(plan.positions), 0);
    side_release(&side);
}

Test(match, positions_that_cannot_be_written_are_told)
{
    Side side;
    MatchTally tally;
    Err err;
    err_clear(&err);
    side_init(&side, "random", "random");
    MatchPlan plan = plan_of(&side, 2000, 9, 2);
    plan.positions_every = 1;
    plan.positions = fopen("/dev/full", "wb");
    cr_assert_not_null(plan.positions);
    cr_expect_not(match_run(&plan, &tally, &err));
    cr_expect(strstr(err.message, "cannot write positions") != NULL, "%s", err.message);
    cr_expect_lt(tally.games, 2000);
    (void)fclose(plan.positions);
    side_release(&side);
}

/* A policy that cheats: the same illegal move every time, from its second decision on. */
static Move choose_badly(const Policy *policy, void *session, PolicyQuery *query)
{
    (void)policy;
    (void)session;
    return query->ply > 2 ? 12345 : query->legal->moves[0];
}

Test(match, an_illegal_move_is_told_not_played)
{
    static const PolicyKind bad = {.name = "bad", .choose = choose_badly};
    Side side;
    MatchTally tally;
    Err err;
    err_clear(&err);
    side_init(&side, "random", "random");
    side.policies[1].kind = &bad;
    (void)snprintf(side.policies[1].spec, sizeof side.policies[1].spec, "bad");
    const MatchPlan plan = plan_of(&side, 20, 9, 2);
    cr_expect_not(match_run(&plan, &tally, &err));
    cr_expect(strstr(err.message, "game 1 ") != NULL && strstr(err.message, "policy bad (coalition)") != NULL,
              "%s", err.message);
    side_release(&side);
}

Test(match, an_endless_game_is_told)
{
    Side side;
    MatchTally tally;
    Err err;
    err_clear(&err);
    side_init(&side, "random", "random");
    game_release(&side.game);
    support_load(&side.game, "toy/plain", "options.fault=endless");
    const MatchPlan plan = plan_of(&side, 20, 9, 2);
    cr_expect_not(match_run(&plan, &tally, &err));
    cr_expect(strstr(err.message, "did not end") != NULL, "%s", err.message);
    side_release(&side);
}

/* ---- policies ---- */

/* Remembers what it was asked, through its session. */
typedef struct Witness {
    const Game *game;
    uint64_t asked;
    bool saw_hidden;
} Witness;

static void *witness_session(const Policy *policy, Seat seat)
{
    (void)seat;
    return policy->data;
}

static Move witness_choose(const Policy *policy, void *session, PolicyQuery *query)
{
    Witness *witness = session;
    StateBuffer again;
    policy->game->rules->view(policy->game->data, query->view, query->seat, &again.header);
    witness->saw_hidden =
        witness->saw_hidden || memcmp(again.bytes, query->view, policy->game->rules->state_bytes) != 0;
    witness->asked++;
    cr_assert_geq(query->legal->count, 1);
    cr_assert_eq(query->view->seat, query->seat);
    return query->legal->moves[0];
}

Test(policy, gets_a_view_and_never_more)
{
    static const PolicyKind kind = {
        .name = "witness", .needs_view = true, .session_new = witness_session, .choose = witness_choose};
    Side side;
    Witness witness = {NULL, 0, false};
    side_init(&side, "random", "random");
    side.policies[0].kind = &kind;
    side.policies[0].data = &witness;
    const GamePlan plan = {.game = &side.game, .policies = {&side.policies[0], &side.policies[1]}, .seed = 3};
    cr_expect_eq(runner_play(&plan).status, RUNNER_DONE);
    cr_expect_gt(witness.asked, 0);
    cr_expect_not(witness.saw_hidden);
    side_release(&side);
}

static void expect_bad_spec(const Game *game, const char *spec, const char *message)
{
    Policy policy;
    Err err;
    err_clear(&err);
    cr_expect_not(policy_init(&policy, game, spec, &err), "%s", spec);
    cr_expect(strstr(err.message, message) != NULL, "%s: expected \"%s\" in \"%s\"", spec, message,
              err.message);
}

Test(policy, specifications)
{
    Side side;
    char text[POLICY_SPEC_BYTES + 10];
    side_init(&side, "heuristic", "heuristic:strategy=tests/scenarios/toy/strategy-bold.json");
    expect_bad_spec(&side.game, "", "expected one of random, heuristic");
    expect_bad_spec(&side.game, "rand", "expected one of");
    expect_bad_spec(&side.game, "random:x=1", "unknown option \"x\"");
    expect_bad_spec(&side.game, "heuristic:strategy", "expected heuristic[:strategy=FILE");
    expect_bad_spec(&side.game, "heuristic:=3", "expected heuristic");
    expect_bad_spec(&side.game, "heuristic:strategy=timid", "no strategy \"timid\"");
    expect_bad_spec(&side.game, "heuristic:strategy=bold,strategy=bold", "given twice");
    expect_bad_spec(&side.game, "heuristic:strategy=tests/scenarios/toy/plain.json", "");
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    expect_bad_spec(&side.game, text, "at most");
    side_release(&side);
}

Test(policy, specifications_of_searches)
{
    Game game;
    support_load(&game, "toy/plain", NULL);
    expect_bad_spec(&game, "mcts", "policy mcts: expected a limit: sims=N, time=SECONDS or budget=SECONDS");
    expect_bad_spec(&game, "mcts:", "expected a limit");
    expect_bad_spec(&game, "mcts:threads=2", "expected a limit");
    expect_bad_spec(&game, "mcts:sims=0", "expected a limit");
    expect_bad_spec(&game, "mcts:sims", "found \"sims\", expected mcts:sims=N");
    expect_bad_spec(&game, "mcts:100", "found \"100\", expected mcts:sims=N");
    expect_bad_spec(&game, "mcts:sims=", "policy option sims: found \"\"");
    expect_bad_spec(&game, "mcts:sims=many", "policy option sims: found \"many\"");
    expect_bad_spec(&game, "mcts:sims=-1", "policy option sims: found \"-1\", expected a number from 0");
    expect_bad_spec(&game, "mcts:sims=1.5", "policy option sims: found \"1.5\", expected a whole number");
    expect_bad_spec(&game, "mcts:sims=nan", "policy option sims: found \"nan\"");
    expect_bad_spec(&game, "mcts:sims=1e30", "policy option sims: found \"1e30\"");
    expect_bad_spec(&game, "mcts:sims=10,sims=20", "option \"sims\" is given twice");
    expect_bad_spec(&game, "mcts:sims=10,strategy=bold", "unknown option \"strategy\"");
    expect_bad_spec(&game, "mcts:time=inf", "policy option time");
    expect_bad_spec(&game, "mcts:budget=-1", "policy option budget");
    expect_bad_spec(&game, "mcts:sims=10,threads=0",
                    "policy option threads: found \"0\", expected a number from 1 to 64");
    expect_bad_spec(&game, "mcts:sims=10,threads=65", "policy option threads");
    expect_bad_spec(&game, "mcts:sims=10,memory=0", "policy option memory");
    expect_bad_spec(&game, "mcts:sims=10,c=x", "policy option c: found \"x\"");
    expect_bad_spec(&game, "mcts:sims=10,playout=wild",
                    "policy option playout: found \"wild\", expected one of random, light, heavy, priors");
    expect_bad_spec(&game, "mcts:sims=10,parallel=both",
                    "policy option parallel: found \"both\", expected one of shared, root");
    expect_bad_spec(&game, "flat", "policy flat: expected sims=N");
    expect_bad_spec(&game, "flat:threads=2", "policy flat: expected sims=N");
    expect_bad_spec(&game, "flat:sims=10,c=1", "policy flat: unknown option \"c\"");
    expect_bad_spec(&game, "level:0", "policy option n: found \"0\", expected a number from 1 to 4");
    expect_bad_spec(&game, "level:11", "policy option n: found \"11\"");
    expect_bad_spec(&game, "level:hard", "policy option n: found \"hard\"");
    expect_bad_spec(&game, "level:3,4", "policy level: found \"4\", expected level:N");
    expect_bad_spec(&game, "level:3,sims=9", "policy level: unknown option \"sims\"");
    game_release(&game);
}

/* ---- statistics ---- */

static bool near(double a, double b) { return fabs(a - b) < 5e-5; }

Test(stats, wilson_known_values)
{
    /* R. G. Newcombe, Statistics in Medicine 17 (1998), table I, the score method without continuity
     * correction */
    Interval interval = stats_wilson(81, 263, STATS_Z95);
    cr_expect(near(interval.low, 0.2553) && near(interval.high, 0.3662), "%g %g", interval.low,
              interval.high);
    interval = stats_wilson(15, 148, STATS_Z95);
    cr_expect(near(interval.low, 0.0624) && near(interval.high, 0.1605), "%g %g", interval.low,
              interval.high);
    interval = stats_wilson(0, 20, STATS_Z95);
    cr_expect(near(interval.low, 0.0) && near(interval.high, 0.1611), "%g %g", interval.low, interval.high);
    interval = stats_wilson(1, 29, STATS_Z95);
    cr_expect(near(interval.low, 0.0061) && near(interval.high, 0.1718), "%g %g", interval.low,
              interval.high);
    interval = stats_wilson(20, 20, STATS_Z95);
    cr_expect(near(interval.low, 0.8389) && near(interval.high, 1.0), "%g %g", interval.low, interval.high);
    interval = stats_wilson(0, 0, STATS_Z95);
    cr_expect(near(interval.low, 0.0) && near(interval.high, 1.0));
}

/* Probability of k successes in n trials. */
static double binomial(int k, int n, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log(1.0 - p));
}

Test(stats, wilson_covers)
{
    /* the exact probability that the interval of 400 games holds the truth */
    static const double rates[] = {0.03, 0.2, 0.5, 0.85, 0.97};
    enum { GAMES = 400 };
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        double coverage = 0;
        for (int wins = 0; wins <= GAMES; wins++) {
            const Interval interval = stats_wilson((uint64_t)wins, GAMES, STATS_Z95);
            if (interval.low <= rates[i] && rates[i] <= interval.high) {
                coverage += binomial(wins, GAMES, rates[i]);
            }
        }
        cr_expect(coverage > 0.94 && coverage < 0.96, "rate %g: %g", rates[i], coverage);
    }
}

Test(stats, rate_and_median)
{
    double odd[] = {5, 1, 3};
    double even[] = {4, 1, 3, 2};
    double one[] = {7};
    cr_expect(near(stats_rate(1, 4), 0.25) && near(stats_rate(0, 0), 0.0));
    cr_expect(near(stats_median(odd, 3), 3) && near(stats_median(even, 4), 2.5) &&
              near(stats_median(one, 1), 7));
}

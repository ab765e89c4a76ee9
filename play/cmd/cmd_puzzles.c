/* cmd_puzzles.c: `marshal puzzles`: looks for positions with one clearly best decision; checks and shows
 * files of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/effort.h"
#include "engine/jsonout.h"
#include "engine/words.h"
#include "eval/puzzles/puzzle.h"
#include "eval/puzzles/puzzle_find.h"
#include "eval/run/runner.h"
#include "play/cmd/command.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

/* ------------------------------------------------------------------ looking for puzzles */

typedef struct Collect {
    const Options *options;
    Game game;
    Policy policy; /* plays the games; kind NULL: records are read */
    RecordInfo info;
    PuzzleFinder finder;
    PuzzleSet set;
    Progress progress;
    uint64_t records; /* read so far */
    uint64_t games, looked;
} Collect;

static bool search_game(Collect *collect, const StrBuf *record, const char *name, const char *source,
                        Err *err)
{
    uint64_t looked = 0;
    char text[64];
    const uint32_t before = collect->set.count;
    if (!puzzle_find(&collect->finder, record, name, source, &collect->set, &looked, err)) {
        return false;
    }
    if (interrupt_seen()) { /* half a game: what it gave hangs on when that was */
        while (collect->set.count > before) {
            puzzle_release(&collect->set.puzzles[--collect->set.count]);
        }
        return true;
    }
    collect->games++;
    collect->looked += looked;
    (void)snprintf(text, sizeof text, "%" PRIu32 " puzzles in %" PRIu64 " decisions", collect->set.count,
                   collect->looked);
    if (progress_due(&collect->progress)) {
        progress_show(&collect->progress, collect->games, text);
    }
    return true;
}

static bool play_and_search(Collect *collect, uint64_t index, Err *err)
{
    StrBuf record;
    char source[PUZZLE_TEXT_BYTES];
    strbuf_init(&record);
    const GamePlan plan = {.game = &collect->game,
                           .policies = {&collect->policy, &collect->policy},
                           .seed = runner_game_seed(options_number(collect->options, "seed"), index),
                           .stop = interrupt_watch(),
                           .record = &record,
                           .info = &collect->info};
    const GameResult result = runner_play(&plan);
    bool good = result.status == RUNNER_STOPPED;
    if (runner_has_outcome(&result)) {
        (void)snprintf(source, sizeof source, "game %" PRIu64 " of %.100s against itself, seed %" PRIu64,
                       index + 1, collect->policy.spec, options_number(collect->options, "seed"));
        good = search_game(collect, &record, "a game that was played", source, err);
    } else if (!good) {
        (void)err_set(err, NULL, NULL, "game %" PRIu64 ": policy %.64s could not play it to its end",
                      index + 1, collect->policy.spec);
    }
    strbuf_release(&record);
    return good;
}

static bool read_text(const char *path, StrBuf *text, Err *err)
{
    Record record;
    Record *opened = &record;
    if (!record_open(opened, path, err)) {
        return false;
    }
    strbuf_add_bytes(text, record.text.text, record.text.length);
    record_release(opened);
    return true;
}

/* One record of the folder, unless there are enough. */
static bool search_record(void *context, const char *path, const char *name, Err *err)
{
    Collect *collect = context;
    StrBuf text;
    if (collect->records >= options_number(collect->options, "games") || interrupt_seen()) {
        return true;
    }
    collect->records++;
    strbuf_init(&text);
    const bool good = read_text(path, &text, err) && search_game(collect, &text, path, name, err);
    strbuf_release(&text);
    return good;
}

static bool search_all(Collect *collect, Err *err)
{
    const uint64_t games = options_number(collect->options, "games");
    progress_init(&collect->progress, games);
    bool good = true;
    if (options_given(collect->options, "records")) {
        const char *folder = options_text(collect->options, "records");
        good = record_each(folder, search_record, collect, err) &&
               (collect->records > 0 || interrupt_seen() ||
                err_set(err, folder, NULL, "found no record (*.jsonl), expected some"));
    } else {
        for (uint64_t i = 0; good && i < games && !interrupt_seen(); i++) {
            good = play_and_search(collect, i, err);
        }
    }
    (void)progress_end(&collect->progress);
    return good;
}

/* The command line that makes the file again. */
static void tell_command(Collect *collect, const PuzzlePlan *plan)
{
    const Options *options = collect->options;
    StrBuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "marshal puzzles %s", collect->game.scenario);
    if (options_given(options, "records")) {
        strbuf_addf(&text, " --records %s", options_text(options, "records"));
    } else {
        strbuf_addf(&text, " --policy %s", collect->policy.spec);
    }
    strbuf_addf(&text,
                " --games %" PRIu64 " --seed %" PRIu64 " --sims %" PRIu64 " --seeds %" PRIu32 " --margin %g"
                " --decisions %" PRIu32 " --count %" PRIu64 " --per-game %" PRIu64,
                collect->games, plan->seed, plan->sims, plan->seeds, 100.0 * plan->margin, plan->decisions,
                options_number(options, "count"), options_number(options, "per-game"));
    for (size_t i = 0; i < options->list_count; i++) {
        strbuf_addf(&text, " --set %s", options->list[i]);
    }
    (void)snprintf(collect->set.made_by, sizeof collect->set.made_by, "%s", text.text);
    strbuf_release(&text);
}

static void name_set(Collect *collect, const PuzzlePlan *plan)
{
    PuzzleSet *set = &collect->set;
    (void)snprintf(set->game, sizeof set->game, "%s", collect->game.rules->id);
    (void)snprintf(set->scenario, sizeof set->scenario, "%s", collect->game.scenario);
    (void)snprintf(set->title, sizeof set->title, "%s", collect->game.title);
    (void)snprintf(set->sha256, sizeof set->sha256, "%s", collect->game.sha256);
    set->search_sims = plan->sims;
}

static bool make_plan(const Collect *collect, PuzzlePlan *plan, Err *err)
{
    const Options *options = collect->options;
    double margin = 10.0;
    const uint64_t seeds = options_number(options, "seeds");
    const uint64_t decisions = options_number(options, "decisions");
    const uint64_t count = options_number(options, "count");
    if (!command_share(options, "margin", 100.0, &margin, err)) {
        return false;
    }
    if (seeds > 64 || decisions > 100000 || count > PUZZLES_MAX) {
        return err_set(err, NULL, NULL, "expected --seeds 64, --decisions 100000, --count %d at most",
                       PUZZLES_MAX);
    }
    *plan =
        (PuzzlePlan){.game = &collect->game,
                     .sims = options_given(options, "sims") ? options_number(options, "sims")
                                                            : effort_of(collect->game.rules->id)->review_sims,
                     .margin = margin / 100.0,
                     .seeds = (uint32_t)seeds,
                     .decisions = (uint32_t)decisions,
                     .seed = options_number(options, "seed"),
                     .threads = command_jobs(options),
                     .stop = interrupt_watch()};
    return true;
}

/* Writes what was found, if it is anything. */
static bool write_set(Collect *collect, Err *err)
{
    const char *file = options_text(collect->options, "out");
    const uint32_t found = collect->set.count;
    tell_command(collect, &collect->finder.plan); /* with the games that were looked through */
    puzzle_set_choose(&collect->set, (uint32_t)options_number(collect->options, "count"),
                      (uint32_t)options_number(collect->options, "per-game"));
    if (collect->set.count == 0) {
        return err_set(err, NULL, NULL,
                       "found no puzzle in %" PRIu64 " decisions of %" PRIu64
                       " games: more games, or a smaller --margin",
                       collect->looked, collect->games);
    }
    StrBuf text;
    strbuf_init(&text);
    puzzle_set_write(&collect->set, &text);
    const bool good = record_save(&text, file, err);
    strbuf_release(&text);
    if (good) {
        (void)fprintf(stderr,
                      "marshal: %" PRIu32 " puzzles of %" PRIu32 " that were found in %" PRIu64
                      " decisions of %" PRIu64 " games written to %s\n",
                      collect->set.count, found, collect->looked, collect->games, file);
    }
    return good;
}

static bool collect_with(Collect *collect, Err *err)
{
    PuzzlePlan plan;
    if (!make_plan(collect, &plan, err) || !puzzle_finder_open(&collect->finder, &plan, err)) {
        return false;
    }
    name_set(collect, &plan);
    const bool good = search_all(collect, err) && write_set(collect, err);
    puzzle_finder_close(&collect->finder);
    puzzle_set_release(&collect->set);
    return good;
}

static int collect_puzzles(const Options *options)
{
    Err err;
    err_clear(&err);
    Collect *collect = calloc(1, sizeof *collect);
    if (collect == NULL || !command_load(&collect->game, options->operands[0], options)) {
        free(collect);
        return EXIT_FAILED;
    }
    collect->options = options;
    bool good = policy_init(&collect->policy, &collect->game, options_text(options, "policy"), &err);
    if (good) {
        collect->info = (RecordInfo){.game = &collect->game,
                                     .overrides = options->list,
                                     .override_count = options->list_count,
                                     .policies = {collect->policy.spec, collect->policy.spec}};
        good = collect_with(collect, &err);
        policy_release(&collect->policy);
    }
    game_release(&collect->game);
    free(collect);
    return !good ? command_fail(&err, EXIT_FAILED) : interrupt_seen() ? EXIT_INTERRUPTED : EXIT_GOOD;
}

/* ------------------------------------------------------------------ a file of puzzles */

static void list_puzzle(const PuzzleSet *set, uint32_t index)
{
    const Puzzle *puzzle = &set->puzzles[index];
    printf("  %3" PRIu32 "  %-9s  %-40s  level %" PRIu32 ": found with %" PRIu64 " iterations%s; %" PRIu32
           " moves, the best by %.1f points\n",
           index + 1U, seat_name(puzzle->seat), puzzle->place, puzzle->level, puzzle->sims,
           puzzle->heuristic ? ", and by the heuristic player" : "", puzzle->move_count,
           100.0 * puzzle->margin);
}

/* Opens every puzzle: whether all still fit the rules. */
static bool check_all(const PuzzleSet *set, Replay *replay, Err *err)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (!puzzle_open(set, i, replay, err)) {
            return false;
        }
        replay_release(replay);
    }
    return true;
}

static bool list_all(const PuzzleSet *set, Replay *replay, Err *err)
{
    if (!check_all(set, replay, err)) {
        return false;
    }
    printf("%s: %" PRIu32 " puzzles of %s (%s), judged with %" PRIu64 " iterations; all fit the rules\n",
           set->file, set->count, set->scenario, set->title, set->search_sims);
    printf("  made by: %s\n", set->made_by);
    for (uint32_t i = 0; i < set->count; i++) {
        list_puzzle(set, i);
    }
    return true;
}

static void print_choice(const Game *game, const State *view, Move move)
{
    char text[MOVE_TEXT_BYTES];
    StrBuf words;
    strbuf_init(&words);
    game->rules->move_text(game->data, move, text);
    words_choice(game, view, move, &words);
    printf("  %-32s  %s\n", text, words.text);
    strbuf_release(&words);
}

/* The position as the seat that decides sees it, the question, the choices. */
static void show(const PuzzleSet *set, uint32_t index, const Replay *replay)
{
    const Game *game = &replay->game;
    const Puzzle *puzzle = &set->puzzles[index];
    StateBuffer view;
    MoveList legal;
    StrBuf text;
    char clause[WORDS_CLAUSE_BYTES] = "";
    strbuf_init(&text);
    game->rules->view(game->data, &replay->state.header, puzzle->seat, &view.header);
    game->rules->position_text(game->data, &view.header, puzzle->seat, &text);
    printf("%s\n%s\n", puzzle->place, text.text);
    strbuf_clear(&text);
    words_question(game, &view.header, &text, clause);
    printf("%s: find the move (level %" PRIu32 "). %s\n", words_seat(game->rules, puzzle->seat),
           puzzle->level, text.text);
    (void)game_legal(game, &view.header, &legal);
    for (uint32_t i = 0; i < legal.count; i++) {
        print_choice(game, &view.header, legal.moves[i]);
    }
    strbuf_release(&text);
}

/* Right or wrong, with the chances and the reason. */
static bool answer(const PuzzleSet *set, uint32_t index, const char *move, Err *err)
{
    const Puzzle *puzzle = &set->puzzles[index];
    const PuzzleMove *chosen = puzzle_move(puzzle, move);
    const PuzzleMove *best = puzzle_move(puzzle, puzzle->solution);
    if (chosen == NULL) {
        return err_set(err, NULL, NULL,
                       "--try: found \"%.64s\", expected one of the moves that --number shows", move);
    }
    if (chosen == best) {
        printf("Right: %s wins %.0f %%", best->move, 100.0 * best->win);
    } else {
        printf("Wrong: %s wins %.0f %%, %s wins %.0f %%", chosen->move, 100.0 * chosen->win, best->move,
               100.0 * best->win);
    }
    printf("; %s is better than any other move by %.0f points.\n", best->move, 100.0 * puzzle->margin);
    for (uint32_t i = 0; i < puzzle->sentences; i++) {
        printf("  %s\n", puzzle->why[i]);
    }
    return true;
}

static bool one_puzzle(const PuzzleSet *set, const Options *options, Replay *replay, Err *err)
{
    const uint64_t number = options_number(options, "number");
    if (number == 0 || number > set->count) {
        return err_set(err, set->file, NULL, "--number: found %" PRIu64 ", expected 1 to %" PRIu32, number,
                       set->count);
    }
    const uint32_t index = (uint32_t)number - 1U;
    if (!puzzle_open(set, index, replay, err)) {
        return false;
    }
    bool good = true;
    if (options_given(options, "try")) {
        good = answer(set, index, options_text(options, "try"), err);
    } else {
        show(set, index, replay);
    }
    replay_release(replay);
    return good;
}

static int use_file(const Options *options)
{
    PuzzleSet set;
    Err err;
    err_clear(&err);
    if (!puzzle_set_read(&set, options->operands[0], &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    Replay *replay = malloc(sizeof *replay);
    bool good = replay != NULL || err_set(&err, NULL, NULL, "out of memory");
    if (good) {
        good = options_given(options, "number") ? one_puzzle(&set, options, replay, &err)
                                                : list_all(&set, replay, &err);
    }
    free(replay);
    puzzle_set_release(&set);
    return good ? EXIT_GOOD : command_fail(&err, EXIT_FAILED);
}

/* ------------------------------------------------------------------ the command */

/* What looking for puzzles and looking at a file of them do not share: nothing that is asked for goes
 * unheard. */
static bool check_options(const Options *options, bool file, Err *err)
{
    static const char *const collecting[] = {"out",  "records", "policy", "games", "decisions",
                                             "sims", "seeds",   "margin", "count", "per-game",
                                             "jobs", "seed",    "set"};
    static const char *const showing[] = {"number", "try"};
    const char *const *names = file ? collecting : showing;
    const size_t count = file ? sizeof collecting / sizeof collecting[0] : sizeof showing / sizeof showing[0];
    for (size_t i = 0; i < count; i++) {
        if (options_given(options, names[i])) {
            return err_set(err, options->operands[0], NULL, "found a %s, expected a %s for --%s",
                           file ? "file of puzzles" : "scenario", file ? "scenario" : "file of puzzles",
                           names[i]);
        }
    }
    if (options_given(options, "records") && options_given(options, "policy")) {
        return err_set(err, NULL, NULL, "expected --records or --policy, found both");
    }
    return options_given(options, "number") || !options_given(options, "try") ||
           err_set(err, NULL, NULL, "--try goes with --number");
}

static int run(const Options *options)
{
    Err err;
    err_clear(&err);
    const char *operand = options->operands[0];
    const char *out = options_text(options, "out");
    const bool puzzles = puzzle_file_looks_like_one(operand);
    /* without --out any file is read as one of puzzles, to be told what is wrong with it */
    const bool file = puzzles || (out == NULL && access(operand, F_OK) == 0);
    if (!file && out == NULL) {
        (void)err_set(
            &err, operand, NULL,
            "found no file of puzzles, expected one, or --out FILE to look for puzzles in a scenario");
    } else if (check_options(options, file, &err) && (file || command_can_create(out, &err))) {
        return file ? use_file(options) : collect_puzzles(options);
    }
    return command_fail(&err, EXIT_USAGE);
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, false, "looks for puzzles and writes them into this new file"},
    {"records", OPTION_TEXT, "DIR", NULL, false, "looks in the records of a folder"},
    {"policy", OPTION_TEXT, "P", "heuristic", false, "without --records: who plays the games, both sides"},
    {"games", OPTION_COUNT, "N", "20", false, "games that are looked through"},
    {"decisions", OPTION_COUNT, "N", "100", false, "decisions of a game that are looked at, drawn by lot"},
    {"sims", OPTION_COUNT, "N", NULL, false,
     "iterations the solution is judged with (default: those of a review of the game)"},
    {"seeds", OPTION_COUNT, "N", "3", false,
     "searches, with N and with four times N iterations, that must agree"},
    {"margin", OPTION_TEXT, "PERCENT", "10", false,
     "the least distance from the best to the second best move, in points of a hundred"},
    {"count", OPTION_COUNT, "N", "10", false, "puzzles that are kept, of all difficulties"},
    {"per-game", OPTION_COUNT, "N", "1", false, "puzzles of one game"},
    {"number", OPTION_COUNT, "N", NULL, false, "of a file: shows this puzzle"},
    {"try", OPTION_TEXT, "MOVE", NULL, false, "with --number: says whether this is the move, and why"},
    OPTION_ROW_JOBS,
    OPTION_ROW_SEED("of games and searches"),
    OPTION_ROW_SET,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_PUZZLES = {
    .name = "puzzles",
    .operands = "SCENARIO|FILE",
    .least = 1,
    .most = 1,
    .summary = "positions with one clearly best decision: looks for them, checks and shows them",
    .details = "With --out games are looked through for decisions of which one move is better than every "
               "other by --margin,\n"
               "as seen by the side that decides, whatever the random numbers and with four times as many "
               "iterations. FILE\n"
               "lists the puzzles of a file and checks that each still fits the rules.",
    .options = OPTIONS,
    .run = run,
};

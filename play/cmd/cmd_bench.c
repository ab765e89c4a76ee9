/* cmd_bench.c: `marshal bench`: speed, memory, signature. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/measure.h"
#include "bench/measure_search.h"
#include "engine/hash.h"
#include "engine/jsonout.h"
#include "engine/scenario.h"
#include "play/cmd/command.h"

/* What was found about one scenario. */
typedef struct Row {
    char scenario[SCENARIO_NAME_BYTES];
    size_t state_bytes;
    Measures measures;
    SearchMeasures search;
    uint64_t signature; /* of the rules */
    uint64_t search_signature;
} Row;

enum { ROWS_MAX = 64 };

typedef struct Bench {
    MeasurePlan plan;
    bool only_signature;
    size_t count;
    Row rows[ROWS_MAX];
    uint64_t signature; /* over all rows */
} Bench;

static bool bench_game(Bench *bench, const Game *game, Row *row)
{
    Err err;
    err_clear(&err);
    row->state_bytes = game->rules->state_bytes;
    row->signature = measure_signature(game, HASH_FNV1A_START);
    row->search_signature = HASH_FNV1A_START;
    bool good = measure_search_signature(game, &row->search_signature, &err);
    bench->signature = hash_fnv1a(bench->signature, &row->signature, sizeof row->signature);
    bench->signature = hash_fnv1a(bench->signature, &row->search_signature, sizeof row->search_signature);
    if (good && !bench->only_signature) {
        measure_game(game, &bench->plan, &row->measures);
        good = measure_search(game, &bench->plan, &row->search, &err);
    }
    return good || command_fail(&err, EXIT_FAILED) == EXIT_GOOD;
}

static bool bench_scenario(Bench *bench, const char *name, const Options *options)
{
    Game game;
    Row *row = &bench->rows[bench->count];
    if (!command_load(&game, name, options)) {
        return false;
    }
    (void)snprintf(row->scenario, sizeof row->scenario, "%s", name);
    const bool good = bench_game(bench, &game, row);
    bench->count++;
    game_release(&game);
    return good;
}

static bool bench_all(Bench *bench, const Options *options)
{
    ScenarioEntry *entries = malloc(SCENARIO_LIST_MAX * sizeof *entries);
    const size_t count = entries != NULL ? scenario_list(entries, ROWS_MAX) : 0;
    bool good = count > 0;
    for (size_t i = 0; i < count && good; i++) {
        good = bench_scenario(bench, entries[i].id, options);
    }
    if (count == 0) {
        (void)fprintf(stderr, "marshal: no scenarios found\n");
    }
    free(entries);
    return good;
}

/* ---- output ---- */

/* Efficiency of threads in random games: 1 means that n threads play n times as many. */
static double efficiency(const Bench *bench, const Row *row)
{
    return row->measures.games_per_s > 0
               ? row->measures.games_per_s_all / row->measures.games_per_s / bench->plan.threads
               : 0.0;
}

static void format_signature(uint64_t signature, char text[24])
{
    (void)snprintf(text, 24, "%016" PRIx64, signature);
}

static void add_figures(JsonOut *out, const Bench *bench, const Row *row)
{
    const Measures *measures = &row->measures;
    jsonout_key_text(out, "scenario", row->scenario);
    jsonout_key_u64(out, "state_bytes", row->state_bytes);
    jsonout_key_double(out, "copy_ns", measures->copy_ns);
    jsonout_key_double(out, "view_ns", measures->view_ns);
    jsonout_key_double(out, "determinize_ns", measures->determinize_ns);
    jsonout_key_double(out, "playout_decisions_per_s", measures->decisions_per_s);
    jsonout_key_double(out, "playout_games_per_s", measures->games_per_s);
    jsonout_key_double(out, "playout_games_per_s_all_threads", measures->games_per_s_all);
    jsonout_key_double(out, "playout_thread_efficiency", efficiency(bench, row));
    jsonout_key_double(out, "branching_mean", measures->branching_mean);
    jsonout_key_u64(out, "branching_max", measures->branching_max);
    jsonout_key_double(out, "decisions_per_game", measures->decisions_per_game);
}

static void add_speed(JsonOut *out, const char *key, const SearchSpeed *speed)
{
    jsonout_key(out, key);
    jsonout_begin(out, '{');
    jsonout_key_double(out, "threads_1", speed->iterations_per_s);
    jsonout_key_double(out, "threads_all", speed->iterations_per_s_all);
    jsonout_end(out, '}');
}

/* The search's figures: those of the default settings, and those of playouts cut at a horizon. */
static void add_search(JsonOut *out, const SearchMeasures *search)
{
    add_speed(out, "search_iterations_per_s", &search->standard);
    jsonout_key_double(out, "thread_efficiency", search->standard.efficiency);
    add_speed(out, "search_horizon_32_iterations_per_s", &search->horizon);
    jsonout_key_double(out, "thread_efficiency_horizon_32", search->horizon.efficiency);
    jsonout_key_double(out, "tree_share_horizon_32", search->horizon.tree_share);
    jsonout_key_double(out, "bytes_per_node", search->bytes_per_node);
    jsonout_key_double(out, "first_move_s", search->first_move_s);
}

static void add_scenarios(JsonOut *out, const Bench *bench)
{
    jsonout_key(out, "scenarios");
    jsonout_begin(out, '[');
    for (size_t i = 0; i < bench->count; i++) {
        char signature[24];
        format_signature(bench->rows[i].signature, signature);
        jsonout_begin(out, '{');
        add_figures(out, bench, &bench->rows[i]);
        add_search(out, &bench->rows[i].search);
        jsonout_key_text(out, "signature", signature);
        format_signature(bench->rows[i].search_signature, signature);
        jsonout_key_text(out, "search_signature", signature);
        jsonout_end(out, '}');
    }
    jsonout_end(out, ']');
}

static void print_json(const Bench *bench)
{
    char signature[24];
    format_signature(bench->signature, signature);
    StrBuf text;
    strbuf_init(&text);
    JsonOut out = jsonout_on(&text);
    jsonout_begin(&out, '{');
    add_figures(&out, bench, &bench->rows[0]);
    add_search(&out, &bench->rows[0].search);
    jsonout_key_i64(&out, "threads", bench->plan.threads);
    add_scenarios(&out, bench);
    jsonout_key_text(&out, "signature", signature);
    jsonout_end(&out, '}');
    command_print(&text);
    strbuf_release(&text);
}

static void print_speed(const Row *row, const char *settings, const SearchSpeed *speed)
{
    char share[16] = "";
    if (speed->tree_share > 0.0) {
        (void)snprintf(share, sizeof share, "%.1f%%", 100.0 * speed->tree_share);
    }
    printf("%-12s %22s %24.0f %16.0f %6.1f%% %12s %11.1f\n", row->scenario, settings, speed->iterations_per_s,
           speed->iterations_per_s_all, 100.0 * speed->efficiency, share, row->search.bytes_per_node);
}

static void print_text(const Bench *bench)
{
    printf("%-12s %6s %8s %8s %12s %13s %9s %17s %10s %7s\n", "scenario", "state", "copy", "view",
           "determinize", "decisions/s", "games/s", "branching", "decisions", "threads");
    for (size_t i = 0; i < bench->count; i++) {
        const Row *row = &bench->rows[i];
        const Measures *measures = &row->measures;
        printf(
            "%-12s %4zu B %5.1f ns %5.1f ns %9.1f ns %13.0f %9.0f %7.2f (max %3" PRIu32 ") %10.1f %6.0f%%\n",
            row->scenario, row->state_bytes, measures->copy_ns, measures->view_ns, measures->determinize_ns,
            measures->decisions_per_s, measures->games_per_s, measures->branching_mean,
            measures->branching_max, measures->decisions_per_game, 100.0 * efficiency(bench, row));
    }
    printf("decisions/s and games/s: random games on one thread; threads: efficiency of %d of them\n\n",
           bench->plan.threads);
    printf("%-12s %22s %24s %24s %12s %11s\n", "search", "settings", "iterations/s, 1 thread",
           "all threads, efficiency", "tree's share", "bytes/node");
    for (size_t i = 0; i < bench->count; i++) {
        const Row *row = &bench->rows[i];
        print_speed(row, "default", &row->search.standard);
        print_speed(row, "horizon 32", &row->search.horizon);
        printf("%-12s first move of mcts:sims=400 after %.0f ms\n", "", 1000.0 * row->search.first_move_s);
    }
    printf("signature %016" PRIx64 "\n", bench->signature);
}

static void report(const Bench *bench, const Options *options)
{
    if (bench->only_signature) {
        printf("%016" PRIx64 "\n", bench->signature);
    } else if (options_flag(options, "json")) {
        print_json(bench);
    } else {
        print_text(bench);
    }
}

static int run(const Options *options)
{
    const bool quick = options_flag(options, "quick");
    Bench *bench = calloc(1, sizeof *bench);
    if (bench == NULL) {
        (void)fprintf(stderr, "marshal: out of memory\n");
        return EXIT_FAILED;
    }
    bench->plan = (MeasurePlan){quick ? 1 : 7, quick ? 0.05 : 0.25, command_jobs(options)};
    bench->only_signature = options_flag(options, "signature");
    bench->signature = HASH_FNV1A_START;
    const bool good = options->operand_count > 0 ? bench_scenario(bench, options->operands[0], options)
                                                 : bench_all(bench, options);
    if (good) {
        report(bench, options);
    }
    free(bench);
    return good ? EXIT_GOOD : EXIT_FAILED;
}

static const OptionSpec OPTIONS[] = {
    {"signature", OPTION_FLAG, NULL, NULL, false,
     "prints only the signature: a hash over moves and states of fixed games"},
    {"quick", OPTION_FLAG, NULL, NULL, false,
     "one short repetition of each figure: for trying out, not for comparing"},
    OPTION_ROW_JOBS,
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_BENCH = {
    .name = "bench",
    .operands = "[SCENARIO]",
    .least = 0,
    .most = 1,
    .summary = "measures speed and memory, and prints the signature of the rules' behaviour",
    .details =
        "Without a scenario, all are measured; the figures at the top of the JSON are those of the first.\n"
        "Figures are medians of seven repetitions of a quarter of a second. Games and deals are fixed.",
    .options = OPTIONS,
    .run = run,
};

/* cmd_tune_moves.c: `marshal tune-moves`: fits learned priors to searches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/scenario.h"
#include "eval/positions.h"
#include "eval/tune_moves.h"
#include "play/command.h"
#include "play/interrupt.h"
#include "play/progress.h"

typedef struct TuneMoves {
    const Options *options;
    Game game; /* of the first file, for names */
    TuneMovesPlan plan;
    TuneMovesResult result;
    MoveModel moves;
    Progress progress;
    bool begun;
} TuneMoves;

static void show(void *context, uint64_t done, uint64_t total, const char *what)
{
    TuneMoves *tune = context;
    if (!tune->begun) {
        progress_init(&tune->progress, total);
        tune->begun = true;
    }
    if (progress_due(&tune->progress)) {
        progress_show(&tune->progress, done, what);
    }
}

/* The game of the first positions file. */
static bool load_game(TuneMoves *tune, Err *err)
{
    PositionsFile file;
    const char *overrides[SCENARIO_OVERRIDES_MAX];
    if (!positions_open(&file, tune->options->operands[0], err)) {
        return false;
    }
    positions_close(&file);
    for (size_t i = 0; i < file.override_count; i++) {
        overrides[i] = file.overrides[i];
    }
    return game_load(&tune->game, file.scenario, overrides, file.override_count, err);
}

/* How the priors were made, for the file. */
static void add_fitted(const TuneMoves *tune, StrBuf *out)
{
    const TuneMovesResult *r = &tune->result;
    strbuf_addf(out,
                ",\n\"moves_fitted\": {\"positions\":%" PRIu64 ",\"held_out\":%" PRIu64 ",\"sims\":%" PRIu64
                ",\"l2\":%g,\"least\":%u,\"rows\":%u,\"loss\":%.5f,\"loss_held_out\":%.5f,\"loss_of_own_priors\":%.5f,"
                "\"least_possible\":%.5f}",
                r->positions, r->held, tune->plan.sims, tune->plan.l2, tune->plan.least, r->rows, r->fitted, r->judged, r->base,
                r->target);
}

static bool write_file(const TuneMoves *tune, const JsonNode *root, Err *err)
{
    const GameAi *ai = game_ai_find(tune->game.rules->id);
    Model model;
    StrBuf text;
    StrBuf fitted;
    JsonNode node;
    if (!model_load(&model, root, ai->game_id, ai->input_count, ai->input_name, tune->game.data, err)) {
        return false;
    }
    strbuf_init(&text);
    strbuf_init(&fitted);
    const bool has = json_find(root, "fitted", &node);
    if (has) {
        json_write(&node, &fitted);
    }
    model_write(&model, ai->game_id, ai->input_name, tune->game.data, has ? fitted.text : NULL, &text);
    while (text.length > 0 && text.text[text.length - 1] != '}') { /* opens the object again */
        text.length--;
    }
    text.length--;
    add_fitted(tune, &text);
    move_model_write(&tune->moves, &tune->game, ai->step_name, &text);
    strbuf_addf(&text, "\n}\n");
    const bool saved = record_save(&text, options_text(tune->options, "out"), err);
    strbuf_release(&fitted);
    strbuf_release(&text);
    model_release(&model);
    return saved;
}

static void report(const TuneMoves *tune)
{
    const TuneMovesResult *r = &tune->result;
    printf("%" PRIu64 " positions searched (%" PRIu64 " held out), %u moves have rows\n", r->positions, r->held, r->rows);
    printf("cross-entropy on the hold-out: own priors %.4f, learned %.4f (on those fitted %.4f), least possible %.4f\n",
           r->base, r->judged, r->fitted, r->target);
}

static bool work(TuneMoves *tune, Err *err)
{
    JsonDoc doc;
    if (!load_game(tune, err)) {
        return false;
    }
    const GameAi *ai = game_ai_find(tune->game.rules->id);
    bool good = (ai != NULL && ai->model != NULL) || err_set(err, NULL, NULL, "this game has no evaluation network");
    good = good && tune_moves_fit(&tune->plan, &tune->moves, &tune->result, err);
    if (good && json_load(&doc, tune->plan.evaluation, err)) {
        const JsonNode root = json_root(&doc);
        good = write_file(tune, &root, err);
        json_release(&doc);
        move_model_release(&tune->moves);
    }
    game_release(&tune->game);
    return good && !err->set;
}

static int run(const Options *options)
{
    TuneMoves tune = {.options = options};
    char path[SCENARIO_PATH_BYTES];
    Err err;
    err_clear(&err);
    if (!scenario_find_evaluation("aon", options_text(options, "evaluation"), path, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    tune.plan = (TuneMovesPlan){
        .names = options->operands,
        .count = options->operand_count,
        .evaluation = path,
        .sims = options_number(options, "sims"),
        .limit = options_number(options, "limit"),
        .least = (uint32_t)options_number(options, "least"),
        .iterations = (uint32_t)options_number(options, "iterations"),
        .l2 = strtod(options_text(options, "l2"), NULL),
        .threads = command_jobs(options),
        .stop = interrupt_watch(),
        .listener = show,
        .context = &tune,
    };
    if (!work(&tune, &err)) {
        return command_fail(&err, EXIT_FAILED);
    }
    report(&tune);
    return EXIT_GOOD;
}

static const OptionSpec OPTIONS[] = {
    {"out", OPTION_TEXT, "FILE", NULL, true, "writes the evaluation with the learned priors into this file"},
    {"evaluation", OPTION_TEXT, "FILE", NULL, false, "the network the priors go by (default: the shipped one)"},
    {"sims", OPTION_COUNT, "N", "800", false, "iterations a position"},
    {"limit", OPTION_INDEX, "N", "60000", false, "takes at most N positions, evenly from all files; 0: all"},
    {"least", OPTION_COUNT, "N", "30", false, "a move needs to be met so often to be learned"},
    {"l2", OPTION_TEXT, "X", "1e-5", false, "penalty on the squares of weights"},
    {"iterations", OPTION_COUNT, "N", "100", false, "of the optimiser, at most"},
    OPTION_ROW_JOBS,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TUNE_MOVES = {
    .name = "tune-moves",
    .operands = "POSITIONS...",
    .least = 1,
    .most = OPERANDS_MAX,
    .summary = "fits priors of moves to what searches prefer",
    .details = "POSITIONS are files made by marshal match --positions, of one game and board. Each position is searched, and\n"
               "the priors are fitted to the shares of visits. The evaluation network is taken over as it is.",
    .options = OPTIONS,
    .run = run,
};

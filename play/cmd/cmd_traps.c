/* cmd_traps.c: `marshal traps`: decisions that a policy gets badly wrong. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/jsonout.h"
#include "eval/review/traps.h"
#include "eval/run/game_job.h"
#include "play/cmd/command.h"
#include "play/cmd/contest.h"
#include "play/cmd/interrupt.h"
#include "play/cmd/progress.h"

typedef struct TrapsCommand {
    const Options *options;
    Contest contest;
    const char *records; /* folder for the games in which there is a trap; NULL: none */
    TrapsPlan plan;
    Progress progress;
    JsonOut out;
    uint64_t games, decisions, traps;
    double loss;
} TrapsCommand;

static void move_text(const TrapsCommand *traps, Move move, char text[MOVE_TEXT_BYTES])
{
    const Game *game = &traps->contest.game;
    game->rules->move_text(game->data, move, text);
}

static void tell(TrapsCommand *traps, uint64_t index, const ReviewDecision *decision)
{
    char played[MOVE_TEXT_BYTES];
    char best[MOVE_TEXT_BYTES];
    move_text(traps, decision->played, played);
    move_text(traps, decision->best, best);
    if (!options_flag(traps->options, "json")) {
        printf("game %" PRIu64 ", decision %" PRIu32 " (%s, %s): %s wins %.0f %%, %s wins %.0f %%\n",
               index + 1, decision->ply, seat_name(decision->seat), decision->place, played,
               100.0 * decision->played_probability, best, 100.0 * decision->best_probability);
        return;
    }
    jsonout_begin(&traps->out, '{');
    jsonout_key_u64(&traps->out, "game", index + 1);
    jsonout_key_u64(&traps->out, "ply", decision->ply);
    jsonout_key_text(&traps->out, "seat", seat_name(decision->seat));
    jsonout_key_text(&traps->out, "place", decision->place);
    jsonout_key_text(&traps->out, "played", played);
    jsonout_key_text(&traps->out, "best", best);
    jsonout_key_double(&traps->out, "played_probability", decision->played_probability);
    jsonout_key_double(&traps->out, "best_probability", decision->best_probability);
    jsonout_key_double(&traps->out, "loss", decision->loss);
    jsonout_key_double(&traps->out, "error", decision->error);
    jsonout_end(&traps->out, '}');
}

static bool keep_record(const TrapsCommand *traps, uint64_t index, const TrapGame *game, Err *err)
{
    char path[512];
    return traps->records == NULL || game->count == 0 ||
           (game_job_record_path(path, sizeof path, traps->records, index, err) &&
            record_save(&game->record, path, err));
}

static bool one_game(TrapsCommand *traps, uint64_t index, Err *err)
{
    TrapGame game;
    if (!traps_play_game(&traps->plan, index, &game, err)) {
        return false;
    }
    bool good = true;
    if (!game.stopped) {
        (void)progress_end(&traps->progress);
        for (size_t i = 0; i < game.count; i++) {
            tell(traps, index, &game.traps[i]);
        }
        traps->games++;
        traps->decisions += game.decisions;
        traps->traps += game.count;
        traps->loss += game.loss;
        good = keep_record(traps, index, &game, err);
    }
    traps_game_release(&game);
    return good;
}

static void sum_up(TrapsCommand *traps)
{
    const double decisions = traps->decisions > 0 ? (double)traps->decisions : 1.0;
    if (options_flag(traps->options, "json")) {
        jsonout_end(&traps->out, ']');
        jsonout_key_u64(&traps->out, "games", traps->games);
        jsonout_key_u64(&traps->out, "decisions", traps->decisions);
        jsonout_key_u64(&traps->out, "traps", traps->traps);
        jsonout_key_double(&traps->out, "loss_per_decision", traps->loss / decisions);
        jsonout_end(&traps->out, '}');
        return;
    }
    printf("%s, %s: %" PRIu64 " traps (losses of %.0f points or more) in %" PRIu64 " choices of %" PRIu64
           " games; %.2f points lost a choice\n",
           traps->contest.game.scenario, traps->plan.policy->spec, traps->traps, 100.0 * traps->plan.least,
           traps->decisions, traps->games, 100.0 * traps->loss / decisions);
}

static bool all_games(TrapsCommand *traps, Err *err)
{
    const uint64_t games = options_number(traps->options, "games");
    progress_init(&traps->progress, games);
    for (uint64_t i = 0; i < games && !interrupt_seen(); i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "%" PRIu64 " traps in %" PRIu64 " choices", traps->traps,
                       traps->decisions);
        if (progress_due(&traps->progress)) {
            progress_show(&traps->progress, i, text);
        }
        if (!one_game(traps, i, err)) {
            return false;
        }
    }
    (void)progress_end(&traps->progress);
    return true;
}

static bool prepare(TrapsCommand *traps, Err *err)
{
    double least = 20.0;
    if (!command_share(traps->options, "least", 100.0, &least, err) ||
        !contest_prepare_records(&traps->contest, &traps->records, err)) {
        return false;
    }
    /* without a folder the header says who plays what all the same: reviews read it */
    if (traps->records == NULL) {
        traps->contest.info = (RecordInfo){
            .game = &traps->contest.game,
            .overrides = traps->options->list,
            .override_count = traps->options->list_count,
            .policies = {traps->contest.policies[0].spec, traps->contest.policies[0].spec},
        };
    }
    traps->plan = (TrapsPlan){.game = &traps->contest.game,
                              .policy = &traps->contest.policies[0],
                              .info = &traps->contest.info,
                              .seed = options_number(traps->options, "seed"),
                              .sims = options_number(traps->options, "sims"),
                              .least = least / 100.0,
                              .threads = command_jobs(traps->options),
                              .stop = interrupt_watch()};
    return true;
}

static int run(const Options *options)
{
    TrapsCommand traps;
    StrBuf text;
    Err err;
    err_clear(&err);
    memset(&traps, 0, sizeof traps);
    traps.options = options;
    const int opened = contest_open(&traps.contest, options, "policy", "policy");
    if (opened != EXIT_GOOD) {
        return opened;
    }
    strbuf_init(&text);
    traps.out = jsonout_on(&text);
    jsonout_begin(&traps.out, '{');
    jsonout_key(&traps.out, "found");
    jsonout_begin(&traps.out, '[');
    const bool good = prepare(&traps, &err) && all_games(&traps, &err);
    if (good) {
        sum_up(&traps);
    }
    if (good && options_flag(options, "json")) {
        command_print(&text);
    }
    strbuf_release(&text);
    contest_release(&traps.contest);
    return !good ? command_fail(&err, EXIT_FAILED) : interrupt_seen() ? EXIT_INTERRUPTED : EXIT_GOOD;
}

static const OptionSpec OPTIONS[] = {
    {"policy", OPTION_TEXT, "POLICY", "mcts:sims=400", false, "who plays both seats"},
    {"games", OPTION_COUNT, "N", "10", false, "games"},
    {"sims", OPTION_COUNT, "N", NULL, false,
     "iterations a decision is reviewed with (default: what suits the game)"},
    {"least", OPTION_TEXT, "PERCENT", "20", false, "the least loss that counts, in points of a hundred"},
    {"records", OPTION_TEXT, "DIR", NULL, false, "keeps a record of each game in which there is a trap"},
    {"jobs", OPTION_COUNT, "J", NULL, false, "decisions judged at a time (default: one a processor)"},
    OPTION_ROW_SEED("seed of games and reviews"),
    OPTION_ROW_SET,
    OPTION_ROW_JSON,
    OPTION_ROW_HELP,
    OPTION_ROW_END,
};

const Command COMMAND_TRAPS = {
    .name = "traps",
    .operands = "SCENARIO",
    .least = 1,
    .most = 1,
    .summary = "decisions that a policy gets badly wrong, in games against itself",
    .details =
        "Games are played and reviewed with every move of a decision searched alone, so that a move of low\n"
        "prior gets its chance. A trap is a decision that gave away --least points or more, beyond doubt.",
    .options = OPTIONS,
    .run = run,
};

/* runner.c: the game loop: legal moves, the policy of the seat to act, apply. */
#include "eval/runner.h"

#include <assert.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "eval/positions.h"

/* Everything one game needs; lives on the stack of runner_play. */
typedef struct Run {
    const GamePlan *plan;
    void *sessions[SEAT_COUNT];
    RngFamily thinking[SEAT_COUNT]; /* a stream for each decision of a seat */
    Dice dice;
    uint8_t *log; /* buffer for recorded draws, NULL without a record */
    StateBuffer state;
    StateBuffer view;
    GameResult result;
    Rng sampling;          /* chooses the positions to keep */
    PolicyReport *report;  /* of policies, when positions are kept; NULL without */
} Run;

uint64_t runner_game_seed(uint64_t master, uint64_t index)
{
    Rng rng = rng_derive(master, RNG_PURPOSE_GAME, index);
    const uint64_t high = rng_next(&rng);
    return high << 32U | rng_next(&rng);
}

/* Draws from here on are for a new line of the record. */
static void begin_draws(Run *run)
{
    if (run->log != NULL) {
        dice_record(&run->dice, run->log, DICE_LOG_MAX);
    }
}

static void set_up(Run *run)
{
    const GamePlan *plan = run->plan;
    run->dice = dice_from_stream(rng_derive(plan->seed, RNG_PURPOSE_DICE, 0));
    begin_draws(run);
    game_setup(plan->game, &run->state.header, &run->dice);
    if (plan->record != NULL) {
        RecordInfo info = *plan->info;
        info.has_seed = true;
        info.seed = plan->seed;
        record_write_header(plan->record, &info, &run->dice);
    }
}

/* Asks the policy of the seat to act. */
static Move ask(Run *run, const MoveList *legal)
{
    const GamePlan *plan = run->plan;
    const Seat seat = (Seat)run->state.header.seat;
    const Policy *policy = plan->policies[seat];
    const uint32_t ply = run->result.plies + 1;
    PolicyQuery query = {NULL, legal, seat, ply, rng_member(&run->thinking[seat], ply), plan->stop, run->report};
    if (policy->kind->needs_view) {
        plan->game->rules->view(plan->game->data, &run->state.header, seat, &run->view.header);
        query.view = &run->view.header;
    }
    return policy_choose(policy, run->sessions[seat], &query);
}

static bool in_list(const MoveList *legal, Move move)
{
    for (uint32_t i = 0; i < legal->count; i++) {
        if (legal->moves[i] == move) {
            return true;
        }
    }
    return false;
}

static void play_move(Run *run, Move move)
{
    const GamePlan *plan = run->plan;
    const Seat seat = (Seat)run->state.header.seat;
    begin_draws(run);
    game_apply(plan->game, &run->state.header, move, &run->dice);
    run->result.plies++;
    if (plan->record != NULL) {
        record_write_decision(plan->record, plan->game, run->result.plies, seat, move, &run->dice);
    }
}

/* Keeps the position before the decision just asked for, if its lot is drawn. */
static void sample(Run *run)
{
    const GamePlan *plan = run->plan;
    if (plan->positions == NULL || run->report == NULL || rng_bounded(&run->sampling, plan->positions_every) != 0) {
        return;
    }
    const GameAi *ai = game_ai_find(plan->game->rules->id);
    if (ai != NULL && ai->is_quiet != NULL && !ai->is_quiet(plan->game, &run->state.header)) {
        return; /* the evaluation is for quiet positions */
    }
    const Seat seat = (Seat)run->state.header.seat;
    const double own = run->report->win_probability;
    PositionEntry entry = {0};
    entry.ply = (uint16_t)(run->result.plies + 1);
    entry.winner = SEAT_NONE;
    entry.seat = (uint8_t)seat;
    entry.value = !run->report->filled ? -1.0F : (float)(seat == SEAT_FRENCH ? own : 1.0 - own);
    positions_add(plan->positions, plan->game, &run->state.header, &entry);
}

/* One decision; returns RUNNER_DONE while all is well. */
static enum runner_status decide(Run *run)
{
    const GamePlan *plan = run->plan;
    MoveList legal;
    if (plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed)) {
        return RUNNER_STOPPED;
    }
    if (run->result.plies >= plan->game->rules->max_plies) {
        return RUNNER_ENDLESS;
    }
    (void)game_legal(plan->game, &run->state.header, &legal);
    assert(legal.count > 0);
    if (run->report != NULL) {
        run->report->filled = false;
    }
    const Move move = ask(run, &legal);
    if (!in_list(&legal, move)) {
        run->result.offender = (Seat)run->state.header.seat;
        return RUNNER_ILLEGAL;
    }
    sample(run);
    play_move(run, move);
    return RUNNER_DONE;
}

static void play_to_the_end(Run *run)
{
    while (!run->state.header.over && run->result.status == RUNNER_DONE) {
        run->result.status = decide(run);
    }
    if (run->result.status != RUNNER_DONE) {
        return;
    }
    run->result.outcome = game_outcome(run->plan->game, &run->state.header);
    if (run->plan->record != NULL) {
        record_write_outcome(run->plan->record, &run->result.outcome);
    }
}

GameResult runner_play(const GamePlan *plan)
{
    uint8_t log[DICE_LOG_MAX];
    PolicyReport report;
    report.filled = false;
    Run run;
    run.plan = plan;
    run.report = plan->positions != NULL ? &report : NULL;
    run.sampling = rng_derive(plan->seed, RNG_PURPOSE_SAMPLE, 0);
    run.log = plan->record != NULL ? log : NULL;
    memset(&run.result, 0, sizeof run.result);
    run.result.seed = plan->seed;
    run.result.offender = SEAT_NONE;
    run.result.outcome = (Outcome){SEAT_NONE, OUTCOME_NONE, 0};
    run.thinking[SEAT_FRENCH] = rng_family(plan->seed, RNG_PURPOSE_FRENCH);
    run.thinking[SEAT_COALITION] = rng_family(plan->seed, RNG_PURPOSE_COALITION);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        run.sessions[seat] = policy_session_new(plan->policies[seat], (Seat)seat);
    }
    set_up(&run);
    play_to_the_end(&run);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        policy_session_free(plan->policies[seat], run.sessions[seat]);
    }
    return run.result;
}

/* runner.c: the game loop: legal moves, the policy of the seat to act, apply. */
#include "eval/run/runner.h"

#include <assert.h>
#include <string.h>

#include "ai/cache_line.h"
#include "ai/game_ai.h"
#include "engine/dice.h"
#include "engine/rng.h"
#include "eval/tune/positions.h"
#include "eval/tune/searches.h"

_Static_assert((int)RECORD_POLICY_BYTES >= (int)POLICY_SPEC_BYTES, "a record can name every policy");

/* Entries that may gather in the journal before they are counted: counting them after each move costs random
 * games a percent. What is left of it has to do for one move more; no move of a game notes nearly as many of
 * the kinds wanted. */
enum { JOURNAL_PATIENCE = JOURNAL_ENTRIES_MAX / 4 };

typedef struct Player {
    const Policy *policy;
    void *session;
    RngFamily thinking; /* a stream for each decision */
    PolicyQuery query;  /* what stays the same in it is filled in once; view NULL: the policy needs none */
    bool draws;         /* any legal move will do */
} Player;

/* Everything one game needs; lives on the stack of runner_play. */
typedef struct Run {
    const GamePlan *plan;
    Player players[SEAT_COUNT];
    Dice dice;
    uint8_t *log; /* buffer for recorded draws, NULL without a record */
    MoveList legal;
    _Alignas(CACHE_LINE_BYTES) StateBuffer state;
    StateBuffer view;
    StateBuffer before; /* the position before the decision at hand, for whoever watches */
    _Alignas(CACHE_LINE_BYTES) GameScratch scratch; /* what the rules remember of the game on their way */
    GameResult result;
    uint32_t explored; /* decisions at the beginning that are explored */
    bool watched; /* moves, samples or a record are asked for: a random game takes no time for what is not */
    Rng position_lots; /* choose the positions to keep */
    uint32_t stretch;  /* of play, whose first quiet position was met last; UINT32_MAX: none yet */
    Rng search_lots;   /* and the searches: lots of their own, so that neither changes what the other keeps */
    PolicyReport *report; /* of policies, when positions or searches are kept; NULL without */
    Journal journal; /* what happened since it was last counted, when a summary is asked for; empty without */
} Run;

uint64_t runner_game_seed(uint64_t master, uint64_t index)
{
    Rng rng = rng_derive(master, RNG_PURPOSE_GAME, index);
    return rng_next64(&rng);
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
    if (plan->start != NULL) {
        assert(plan->record == NULL);
        memcpy(&run->state, plan->start, plan->game->rules->state_bytes);
        run->result.plies = plan->start_plies;
        return;
    }
    begin_draws(run);
    game_setup(plan->game, &run->state.header, &run->dice);
    if (plan->record != NULL) {
        RecordInfo info = *plan->info;
        info.has_seed = true;
        info.seed = plan->seed;
        record_write_header(plan->record, &info, &run->dice);
    }
}

/* Place of a move in the list; its length if it is not there. hint: where it may stand, any number. */
static uint32_t place_in(const MoveList *legal, Move move, uint32_t hint)
{
    if (hint < legal->count && legal->moves[hint] == move) {
        return hint;
    }
    uint32_t place = 0;
    while (place < legal->count && legal->moves[place] != move) {
        place++;
    }
    return place;
}

/* Asks the policy of a seat; returns where its choice stands in the list, the list's length if it stands
 * nowhere. */
static uint32_t ask(Run *run, Player *player, Rng rng, Move *move)
{
    const Game *game = run->plan->game;
    PolicyQuery *query = &player->query;
    query->ply = run->result.plies + 1;
    query->rng = rng;
    query->exploring = query->ply <= run->explored;
    if (query->view != NULL) {
        game->rules->view(game->data, &run->state.header, query->seat, &run->view.header);
    }
    *move = policy_choose(player->policy, player->session, query);
    return place_in(&run->legal, *move, query->place);
}

static void note_place(GameMoves *moves, uint32_t place)
{
    assert(moves->count < GAME_PLIES_MAX);
    moves->list[moves->count++] = (uint8_t)place;
}

/* The evaluation is for quiet positions. */
static bool is_quiet(const Run *run, const GameAi *ai)
{
    return ai == NULL || ai->is_quiet == NULL || ai->is_quiet(run->plan->game, &run->state.header);
}

/* Whether no quiet position of the stretch of play at hand was met before. */
static bool begins_turn(Run *run, const GameAi *ai)
{
    const State *state = &run->state.header;
    const uint32_t stretch =
        ai != NULL && ai->stretch != NULL ? ai->stretch(run->plan->game, state) : state->turn;
    const bool begins = stretch != run->stretch && is_quiet(run, ai);
    run->stretch = begins ? stretch : run->stretch;
    return begins;
}

/* Keeps the position before the decision just asked for, if its lot is drawn. */
static void sample_position(Run *run)
{
    const GamePlan *plan = run->plan;
    const GameAi *ai = game_ai_find(plan->game->rules->id);
    if ((plan->positions_of_turns && !begins_turn(run, ai)) ||
        rng_bounded(&run->position_lots, plan->positions_every) != 0 || !is_quiet(run, ai)) {
        return;
    }
    const Seat seat = (Seat)run->state.header.seat;
    const double own = run->report->win_probability;
    PositionEntry entry = {0};
    entry.ply = run->result.plies + 1;
    entry.winner = SEAT_NONE;
    entry.seat = (uint8_t)seat;
    entry.value = !run->report->filled ? -1.0F : (float)(seat == SEAT_FRENCH ? own : 1.0 - own);
    positions_add(plan->positions, plan->game, &run->state.header, &entry);
}

/* Visits of a move, 0 if the search does not know it. hint: where in the report it may stand. */
static uint32_t visits_of(const PolicyReport *report, Move move, uint32_t hint)
{
    uint32_t i = hint;
    if (i >= report->count || report->moves[i].move != move) {
        i = 0;
        while (i < report->count && report->moves[i].move != move) {
            i++;
        }
    }
    const uint64_t visits = i < report->count ? report->moves[i].visits : 0;
    return visits < UINT32_MAX ? (uint32_t)visits : UINT32_MAX;
}

/* Visits of all legal moves; false if there are none: the search had no time. */
static bool list_visits(const Run *run, uint32_t visits[MOVE_LIST_MAX])
{
    bool any = false;
    for (uint32_t i = 0; i < run->legal.count; i++) {
        visits[i] = visits_of(run->report, run->legal.moves[i], i);
        any = any || visits[i] > 0;
    }
    return any;
}

/* Keeps what a search thought of the decision just asked for, if there was one to make and its lot is drawn.
 */
static void sample_search(Run *run)
{
    const GamePlan *plan = run->plan;
    uint32_t visits[MOVE_LIST_MAX];
    if (!run->report->filled || run->legal.count < 2 ||
        rng_bounded(&run->search_lots, plan->searches_every) != 0 || !list_visits(run, visits)) {
        return;
    }
    SearchEntry entry = {0};
    entry.ply = run->result.plies + 1;
    entry.seat = run->state.header.seat;
    entry.count = run->legal.count;
    searches_add(plan->searches, plan->game, &run->state.header, &entry, visits);
}

/* Samples the decision just asked for, unless it was explored. */
static void sample(Run *run)
{
    if (run->result.plies < run->explored) {
        return;
    }
    if (run->plan->positions != NULL) {
        sample_position(run);
    }
    if (run->plan->searches != NULL) {
        sample_search(run);
    }
}

/* How many decisions are explored. */
static uint32_t draw_opening(const GamePlan *plan)
{
    Rng rng = rng_derive(plan->seed, RNG_PURPOSE_OPENING, 0);
    return plan->opening > 0 ? rng_bounded(&rng, plan->opening + 1U) : 0;
}

/* What is kept of a decision before it is played. */
static void watch_before(Run *run, uint32_t place)
{
    if (run->plan->moves != NULL) {
        note_place(run->plan->moves, place);
    }
    sample(run);
    if (run->report != NULL) {
        run->report->filled = false;
    }
    begin_draws(run);
}

/* And afterwards. */
static void watch_after(Run *run, Seat seat, Move move)
{
    if (run->plan->record != NULL) {
        record_write_decision(run->plan->record, run->plan->game, run->result.plies, seat, move, &run->dice);
    }
}

/* Adds what the journal holds to the summary. */
static void count_up(Run *run)
{
    const GamePlan *plan = run->plan;
    plan->game->rules->summarize(plan->game->data, &run->journal, plan->summary);
    if (run->journal.overflow && plan->summary->dropped < UINT32_MAX) {
        plan->summary->dropped++; /* at least one thing was not noted */
    }
    journal_clear(&run->journal);
}

/* Carries a choice out; false if whoever watches has seen enough. */
static bool play_move(Run *run, Move move, uint32_t place)
{
    const GamePlan *plan = run->plan;
    const Seat seat = (Seat)run->state.header.seat;
    if (run->watched) {
        watch_before(run, place);
    }
    if (plan->watch != NULL) {
        memcpy(&run->before, &run->state, plan->game->rules->state_bytes);
    }
    game_advance(plan->game, &run->state.header, move, &run->dice, &run->scratch, &run->legal);
    run->result.plies++;
    if (run->journal.count > JOURNAL_PATIENCE) {
        count_up(run);
    }
    if (run->watched) {
        watch_after(run, seat, move);
    }
    return plan->watch == NULL || plan->watch(plan->context, &run->before.header, move, &run->state.header);
}

static bool is_stopped(const GamePlan *plan)
{
    return plan->stop != NULL && atomic_load_explicit(plan->stop, memory_order_relaxed);
}

/* No move, or none that is legal: whose fault it is. */
static enum runner_status refuse(Run *run, Move move)
{
    if (move == POLICY_NO_MOVE && is_stopped(run->plan)) {
        return RUNNER_STOPPED; /* asked to hurry, the policy had nothing to offer */
    }
    run->result.offender = (Seat)run->state.header.seat;
    return move == POLICY_NO_MOVE ? RUNNER_FORFEIT : RUNNER_ILLEGAL;
}

/* One decision; returns RUNNER_DONE while all is well. */
static enum runner_status decide(Run *run)
{
    const GamePlan *plan = run->plan;
    Player *player = &run->players[run->state.header.seat];
    if (is_stopped(plan)) {
        return RUNNER_STOPPED;
    }
    if (run->result.plies >= plan->game->rules->max_plies) {
        return RUNNER_ENDLESS;
    }
    Rng rng = rng_member(&player->thinking, run->result.plies + 1);
    (void)game_listed(plan->game, &run->state.header, &run->legal);
    assert(run->legal.count > 0);
    uint32_t place;
    Move move;
    if (player->draws) { /* policy_draw without a query: random games have no time for filling it in */
        place = rng_bounded(&rng, run->legal.count);
        move = run->legal.moves[place];
    } else {
        place = ask(run, player, rng, &move);
    }
    if (place == run->legal.count) {
        return refuse(run, move);
    }
    return play_move(run, move, place) ? RUNNER_DONE : RUNNER_STOPPED;
}

static void write_outcome(StrBuf *record, const GameResult *result)
{
    if (result->status == RUNNER_FORFEIT) {
        record_write_forfeit(record, &result->outcome, result->forfeit);
    } else {
        record_write_outcome(record, &result->outcome);
    }
}

/* Lets the rules note what a summary counts. */
static void keep_summary(Run *run)
{
    const GameRules *rules = run->plan->game->rules;
    journal_open(&run->journal, rules->summary_kinds);
    run->dice.journal = run->plan->summary != NULL && rules->summarize != NULL ? &run->journal : NULL;
}

static void play_to_the_end(Run *run)
{
    while (!run->state.header.over && run->result.status == RUNNER_DONE) {
        run->result.status = decide(run);
    }
    if (run->journal.count > 0) {
        count_up(run);
    }
    if (!runner_has_outcome(&run->result)) {
        return;
    }
    run->result.outcome = game_outcome(run->plan->game, &run->state.header);
    if (run->result.status == RUNNER_FORFEIT) {
        run->result.outcome.winner = seat_other(run->result.offender);
        run->result.outcome.grade = OUTCOME_FORFEIT;
    }
    if (run->plan->record != NULL) {
        write_outcome(run->plan->record, &run->result);
    }
}

static Player seated(Run *run, Seat seat)
{
    const Policy *policy = run->plan->policies[seat];
    const uint64_t purpose = seat == SEAT_FRENCH ? RNG_PURPOSE_FRENCH : RNG_PURPOSE_COALITION;
    const RngFamily thinking = rng_family(run->plan->seed, purpose);
    const PolicyQuery query = {
        .view = policy->kind->needs_view ? &run->view.header : NULL,
        .legal = &run->legal,
        .seat = seat,
        .stop = run->plan->stop,
        .report = run->report,
        .forfeit = run->result.forfeit,
    };
    return (Player){policy, policy_session_new(policy, seat), thinking, query, policy->kind->choose == NULL};
}

GameResult runner_play(const GamePlan *plan)
{
    uint8_t log[DICE_LOG_MAX];
    PolicyReport report;
    report.filled = false;
    Run run;
    run.plan = plan;
    const bool sampled = plan->positions != NULL || plan->searches != NULL;
    run.watched = plan->record != NULL || sampled || plan->moves != NULL;
    /* cppcheck-suppress uninitvar ; a policy fills it, and says so */
    run.report = sampled ? &report : NULL;
    run.stretch = UINT32_MAX;
    run.position_lots = rng_derive(plan->seed, RNG_PURPOSE_SAMPLE, 0);
    run.search_lots = rng_derive(plan->seed, RNG_PURPOSE_SAMPLE, 1);
    run.explored = draw_opening(plan);
    run.log = plan->record != NULL ? log : NULL;
    memset(&run.result, 0, sizeof run.result);
    run.result.seed = plan->seed;
    run.result.offender = SEAT_NONE;
    run.result.outcome = (Outcome){SEAT_NONE, OUTCOME_NONE, 0};
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        run.players[seat] = seated(&run, (Seat)seat);
    }
    if (plan->moves != NULL) {
        plan->moves->count = 0;
    }
    run.legal.count = 0;
    memset(&run.scratch, 0, plan->game->rules->scratch_bytes);
    set_up(&run);
    keep_summary(&run);
    play_to_the_end(&run);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        policy_session_free(run.players[seat].policy, run.players[seat].session);
    }
    return run.result;
}

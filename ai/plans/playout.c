/* playout.c: one plan tried in one world. */
#include "ai/plans/playout.h"

#include <assert.h>
#include <string.h>

uint32_t plans_stretch(const PlansSetting *setting, const State *state)
{
    const GameAi *ai = setting->ai;
    return ai->stretch != NULL ? ai->stretch(setting->game, state) : state->turn;
}

Move plans_move_of_style(const PlansSetting *setting, uint32_t style, const State *view,
                         const MoveList *legal, Seat seat, Rng rng, void *memory)
{
    assert(seat_plays(seat) && style < setting->style_count[seat]);
    PolicyQuery query = {.view = view, .legal = legal, .seat = seat, .rng = rng, .memory = memory};
    return setting->ai->strategy_choose(setting->game, setting->style[seat][style], &query);
}

bool plans_believe(const PlansSetting *setting, const State *view, const MoveList *legal, void *memory,
                   float belief[MOVE_LIST_MAX])
{
    const bool believes = setting->ai->priors != NULL && setting->knowledge != NULL;
    if (believes) {
        setting->ai->priors(setting->game, setting->knowledge, view, legal, memory, belief);
    }
    return believes;
}

uint32_t plans_place_of_change(const PlansSetting *setting, const PlanChange *change, const State *view,
                               const MoveList *legal, void *memory)
{
    float belief[MOVE_LIST_MAX];
    const bool believes = change->by_place == 0 && plans_believe(setting, view, legal, memory, belief);
    return plan_place_of_change(change, believes ? belief : NULL, legal->count);
}

/* The next move of a playout. at: number of the planner's decision in the plan; it follows none if that is
 * UINT32_MAX. */
static Move next_move(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint32_t at)
{
    const Game *game = root->setting->game;
    const State *state = &worker->state.header;
    const Seat seat = (Seat)state->seat;
    const PlanChange *change = at != UINT32_MAX ? plan_change_at(plan, at) : NULL;
    game->rules->view(game->data, state, seat, &worker->view.header);
    if (change != NULL) {
        return worker->legal.moves[plans_place_of_change(root->setting, change, &worker->view.header,
                                                         &worker->legal, worker->memory)];
    }
    const Rng rng = at != UINT32_MAX ? rng_member(&root->luck, (uint64_t)root->at + at) : worker->rng;
    if (at == UINT32_MAX) {
        (void)rng_next(&worker->rng);
    }
    return plans_move_of_style(root->setting, at != UINT32_MAX ? plan->style : 0, &worker->view.header,
                               &worker->legal, seat, rng, worker->memory);
}

static double value_of_outcome(const Game *game, const State *state)
{
    const Outcome outcome = game_outcome(game, state);
    return outcome.winner == SEAT_FRENCH ? 1.0 : outcome.winner == SEAT_COALITION ? 0.0 : 0.5;
}

/* Whether a playout that is beyond its horizon may be judged here. */
static bool may_be_judged(const PlansSetting *setting, const State *state)
{
    return setting->ai->is_quiet == NULL || setting->ai->is_quiet(setting->game, state);
}

static void open_world(PlansWorker *worker, const PlansRoot *root, uint64_t world)
{
    const Game *game = root->setting->game;
    Rng rng = rng_member(&root->worlds, world);
    memcpy(worker->state.bytes, root->view, game->rules->state_bytes);
    game->rules->determinize(game->data, &worker->state.header, root->seat, &rng);
    const RngFamily luck = rng_family(rng_next64(&rng), RNG_PURPOSE_SEARCH);
    worker->dice = dice_from_stream(rng_member(&luck, world));
    if (root->setting->params.occasions != 0) {
        dice_by_occasion(&worker->dice, &worker->occasions, &luck);
    }
    worker->rng = rng;
}

/* Until the horizon is passed, in stretches, and an evaluation may judge, or to the end of the game. */
static double play_on(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint64_t world,
                      uint64_t horizon)
{
    const PlansSetting *setting = root->setting;
    const Game *game = setting->game;
    State *state = &worker->state.header;
    open_world(worker, root, world);
    uint32_t stretch = plans_stretch(setting, state);
    uint64_t passed = 0; /* stretches */
    (void)game_legal(game, state, &worker->legal);
    worker->span = 0;
    for (uint32_t plies = 0; !state->over && plies < game->rules->max_plies; plies++) {
        if (setting->evaluates && passed >= horizon && may_be_judged(setting, state)) {
            return (double)setting->ai->evaluate(game, setting->knowledge, state);
        }
        const bool planned = passed == 0 && (Seat)state->seat == root->seat;
        const Move move = next_move(worker, root, plan, planned ? worker->span++ : UINT32_MAX);
        game_advance(game, state, move, &worker->dice, &worker->scratch, &worker->legal);
        (void)game_listed(game, state, &worker->legal);
        const uint32_t now = plans_stretch(setting, state);
        passed += now != stretch ? 1U : 0U;
        stretch = now;
    }
    return value_of_outcome(game, state);
}

double plans_playout(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint64_t world)
{
    return play_on(worker, root, plan, world, root->setting->params.horizon);
}

double plans_ground(PlansWorker *worker, const PlansRoot *root, const Plan *plan, uint64_t world)
{
    return play_on(worker, root, plan, world, 0);
}

uint32_t plans_line(PlansWorker *worker, const PlansRoot *root, const Plan *plan, Move line[POLICY_LINE_MAX])
{
    const Game *game = root->setting->game;
    State *state = &worker->state.header;
    uint32_t count = 0;
    open_world(worker, root, 0);
    const uint32_t stretch = plans_stretch(root->setting, state);
    (void)game_legal(game, state, &worker->legal);
    while (count < POLICY_LINE_MAX && !state->over && (Seat)state->seat == root->seat &&
           plans_stretch(root->setting, state) == stretch) {
        line[count] = next_move(worker, root, plan, count);
        game_advance(game, state, line[count++], &worker->dice, &worker->scratch, &worker->legal);
        (void)game_listed(game, state, &worker->legal);
    }
    return count;
}

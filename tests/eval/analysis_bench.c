/* analysis_bench.c: what an analysis needs. */
#include "tests/eval/analysis_bench.h"

#include <criterion/criterion.h>

#include "engine/dice.h"
#include "engine/rng.h"
#include "tests/support/support.h"

bool analysis_bench_advance(const Game *game, uint64_t seed, uint32_t plies, StateBuffer *state)
{
    Policy policy;
    Err err;
    err_clear(&err);
    cr_assert(policy_init(&policy, game, "heuristic:noise=0.2", &err), "%s", err.message);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state->header, &dice);
    for (uint32_t ply = 1; ply <= plies && !state->header.over; ply++) {
        MoveList legal;
        StateBuffer view;
        const Seat seat = (Seat)state->header.seat;
        (void)game_legal(game, &state->header, &legal);
        game->rules->view(game->data, &state->header, seat, &view.header);
        PolicyQuery query = {.view = &view.header,
                             .legal = &legal,
                             .seat = seat,
                             .ply = ply,
                             .rng = rng_derive(seed, RNG_PURPOSE_FRENCH, ply)};
        game_apply(game, &state->header, policy_choose(&policy, NULL, &query), &dice);
    }
    policy_release(&policy);
    return state->header.over == 0;
}

void analysis_bench_open(AnalysisBench *bench, const char *scenario, const char *spec)
{
    Err err;
    err_clear(&err);
    support_load(&bench->game, scenario, NULL);
    cr_assert(policy_init(&bench->policy, &bench->game, spec, &err), "%s", err.message);
    cr_assert(evaluation_open(&bench->evaluation, &bench->game, NULL, &err), "%s", err.message);
}

void analysis_bench_close(AnalysisBench *bench)
{
    evaluation_release(&bench->evaluation);
    policy_release(&bench->policy);
    game_release(&bench->game);
}

AnalysisPlan analysis_bench_plan(const AnalysisBench *bench, const State *state, uint32_t worlds)
{
    return (AnalysisPlan){.game = &bench->game,
                          .state = state,
                          .policy = &bench->policy,
                          .ply = 1,
                          .seed = 3,
                          .top = 4,
                          .worlds = worlds,
                          .evaluation = &bench->evaluation};
}

/* traps.c: see traps.h. */
#include "eval/review/traps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "eval/run/runner.h"

/* Plays the game into game->record. */
static bool play(const TrapsPlan *plan, uint64_t index, TrapGame *game, Err *err)
{
    const GamePlan one = {.game = plan->game,
                          .policies = {plan->policy, plan->policy},
                          .seed = runner_game_seed(plan->seed, index),
                          .stop = plan->stop,
                          .record = &game->record,
                          .info = plan->info};
    const GameResult result = runner_play(&one);
    game->seed = one.seed;
    game->stopped = result.status == RUNNER_STOPPED;
    return game->stopped || result.status == RUNNER_DONE ||
           err_set(err, NULL, NULL, "game %llu: policy %.64s could not play it to its end",
                   (unsigned long long)index + 1, plan->policy->spec);
}

/* Copies the decisions that are traps. */
static bool collect(const TrapsPlan *plan, const Review *review, TrapGame *game, Err *err)
{
    for (uint32_t i = 0; i < review->plies; i++) {
        const ReviewDecision *decision = &review->decisions[i];
        game->decisions += decision->judged ? 1U : 0U;
        game->loss += decision->loss;
        if (!decision->mistake || decision->loss < plan->least) {
            continue;
        }
        ReviewDecision *traps = realloc(game->traps, (game->count + 1) * sizeof *traps);
        if (traps == NULL) {
            return err_set(err, NULL, NULL, "out of memory");
        }
        game->traps = traps;
        game->traps[game->count++] = *decision;
    }
    return true;
}

static bool look(const TrapsPlan *plan, TrapGame *game, Err *err)
{
    Review review;
    const ReviewPlan wanted = {.file = "a game of the search for traps",
                               .record = &game->record,
                               .sims = plan->sims,
                               .seed = plan->seed,
                               .threads = plan->threads,
                               .stop = plan->stop};
    if (!review_run(&wanted, &review, err)) {
        return false;
    }
    game->stopped = review.stopped;
    const bool good = collect(plan, &review, game, err);
    review_release(&review);
    return good;
}

bool traps_play_game(const TrapsPlan *plan, uint64_t index, TrapGame *game, Err *err)
{
    assert(plan->least >= 0.0 && plan->least <= 1.0 && plan->info != NULL);
    memset(game, 0, sizeof *game);
    strbuf_init(&game->record);
    if (play(plan, index, game, err) && (game->stopped || look(plan, game, err))) {
        return true;
    }
    traps_game_release(game);
    return false;
}

void traps_game_release(TrapGame *game)
{
    strbuf_release(&game->record);
    free(game->traps);
    game->traps = NULL;
    game->count = 0;
}

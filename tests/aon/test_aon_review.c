/* test_aon_review.c: a win that a search by priors missed, in the game in which it did. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/replay.h"
#include "eval/review/review_judge.h"
#include "tests/support/support.h"

/* tests/aon/missed-win.jsonl, decision 464: two corps by way of Italia to Provence make France surrender
 * (14.2.1). area(italia) has a prior of 3 %, and the player took area(magdeburg), which wins one game in
 * twenty. */
enum { MISSED = 464 };

static void replay_to(Replay *replay, uint32_t ply)
{
    Err err;
    err_clear(&err);
    cr_assert(replay_open(replay, "tests/aon/missed-win.jsonl", NULL, false, &err), "%s: %s", err.path,
              err.message);
    cr_assert(replay_advance(replay, ply - 1, &err), "%s", err.message);
    cr_assert_eq(replay_next(replay, &err), REPLAY_DECISION, "%s", err.message);
}

Test(aon_review, a_move_of_low_prior_is_found_with_every_seed)
{
    static Replay replay;
    static ReviewBench bench;
    Move italia = 0;
    Err err;
    err_clear(&err);
    replay_to(&replay, MISSED);
    cr_assert(replay.game.rules->move_parse(replay.game.data, "area(italia)", &italia));
    for (uint64_t seed = 1; seed <= 8; seed++) {
        ReviewJudge judge;
        ReviewJudgement judgement;
        cr_assert(review_judge_open(&judge, &replay.game, 2000, seed, NULL, &err), "%s", err.message);
        review_bench_open(&bench, &judge);
        const ReviewCase one = {MISSED, &replay.state.header, true, replay.move, false, NULL};
        cr_assert(review_judge(&judge, &bench, &one, &judgement));
        cr_expect_eq(judgement.best, italia, "seed %d", (int)seed);
        cr_expect_gt(judgement.difference, 0.5, "seed %d: %f", (int)seed, judgement.difference);
        review_bench_close(&bench, &judge);
        review_judge_close(&judge);
    }
    replay_release(&replay);
}

/* The same by the search itself, since each move to choose from gets its floor of tries. */
Test(aon_review, a_search_gives_every_move_its_floor)
{
    enum { FLOOR = 32 };
    static Replay replay;
    static PolicyReport report;
    Move italia = 0;
    MoveList legal;
    StateBuffer view;
    Policy policy;
    Err err;
    err_clear(&err);
    replay_to(&replay, MISSED);
    cr_assert(replay.game.rules->move_parse(replay.game.data, "area(italia)", &italia));
    (void)game_legal(&replay.game, &replay.state.header, &legal);
    const Seat seat = (Seat)replay.state.header.seat;
    replay.game.rules->view(replay.game.data, &replay.state.header, seat, &view.header);
    cr_assert(policy_init(&policy, &replay.game, "mcts:sims=3200,early=0", &err), "%s", err.message);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        PolicyQuery query = {.view = &view.header,
                             .legal = &legal,
                             .seat = seat,
                             .ply = MISSED,
                             .rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0),
                             .report = &report};
        void *session = policy_session_new(&policy, seat);
        cr_expect_eq(policy_choose(&policy, session, &query), italia, "seed %d", (int)seed);
        policy_session_free(&policy, session);
        for (uint32_t i = 0; i < report.count; i++) {
            cr_expect_geq(report.moves[i].visits, FLOOR);
        }
    }
    policy_release(&policy);
    replay_release(&replay);
}

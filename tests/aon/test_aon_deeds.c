/* test_aon_deeds.c: what decisions add to a plan of the first turn, as openings group by it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/aon/moves.h"
#include "engine/aon/rules.h"
#include "engine/words.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

enum { GAMES = 12 };

typedef struct Seen {
    const Game *game;
    uint32_t marches, great, courted, cards, raised;
    StateBuffer start;
    bool begun;
    uint32_t plies, first_turn; /* decisions of the game, and those of its first turn */
    bool over[SEAT_COUNT];
} Seen;

enum { DECISIONS = 900 }; /* of a game that are looked at: into the second turn */

static void expect_march(Seen *seen, const AonState *before, Move move, const WordsDeed *deed)
{
    const AonData *d = seen->game->data;
    char text[2 * WORDS_DEED_BYTES];
    const bool great = corps_count(aon_set(before, AON_SET_ARMY)) >= 4;
    (void)snprintf(text, sizeof text, "%s to %s", d->corps_name[before->move.leader],
                   d->area_name[aon_move_object(move)]);
    cr_expect_str_eq(deed->heading, "marches");
    cr_expect_str_eq(deed->text, text);
    cr_expect_str_eq(deed->subject, d->corps_id[before->move.leader], "steps of an army are one deed");
    cr_expect_eq(deed->rank, great ? WORDS_DEED_MAIN : WORDS_DEED_PART);
    seen->marches++;
    seen->great += great;
}

static void expect_courted(Seen *seen, const AonState *after, const WordsDeed *deed)
{
    const AonData *d = seen->game->data;
    cr_expect_eq(deed->rank, WORDS_DEED_MAIN);
    if (after->header.step == AON_STEP_DIPLOMACY_COUNTER) {
        cr_expect_str_eq(deed->text, d->country_name[after->scope.country],
                         "the target that may be defended now");
    }
    seen->courted++;
}

static bool watch(void *context, const State *before, Move move, const State *after)
{
    Seen *seen = context;
    const AonState *s = aon_state_const(before);
    const AonData *d = seen->game->data;
    WordsDeed deed;
    if (!seen->begun) {
        memcpy(&seen->start, before, seen->game->rules->state_bytes);
        seen->begun = true;
    }
    words_deed(seen->game, before, move, after, &deed);
    if (deed.rank != WORDS_DEED_NONE) {
        cr_expect(deed.text[0] != '\0' && deed.heading[0] != '\0');
    }
    if (aon_move_kind(move) == AON_AREA &&
        (before->step == AON_STEP_MOVE_STEP || before->step == AON_STEP_MOVE_SEA)) {
        expect_march(seen, s, move, &deed);
    } else if (aon_move_kind(move) == AON_AREA && before->step == AON_STEP_DEPLOY_AREA) {
        cr_expect_str_eq(deed.text, d->area_name[aon_move_object(move)]);
        seen->raised++;
    } else if (strcmp(deed.heading, "courts") == 0) {
        expect_courted(seen, aon_state_const(after), &deed);
    } else if (before->step == AON_STEP_PART_CHOICE && aon_move_kind(move) == AON_PLAY_CARD) {
        cr_expect_str_eq(deed.text, d->card[aon_move_object(move)].title);
        seen->cards++;
    } else if (aon_move_kind(move) == AON_LOSS || aon_move_kind(move) == AON_CORPS_TAKE) {
        cr_expect_eq(deed.rank, WORDS_DEED_NONE, "who comes along and who is lost is no plan");
    }
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        const bool over = words_plan_over(seen->game, &seen->start.header, after, seat);
        cr_expect(over || !seen->over[seat], "a plan that is over does not begin again");
        seen->over[seat] = over;
    }
    seen->first_turn += !(seen->over[SEAT_FRENCH] && seen->over[SEAT_COALITION]);
    return ++seen->plies < DECISIONS;
}

Test(aon_deeds, of_first_turns)
{
    Game game;
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&game, "aon/1805", NULL);
    cr_assert(policy_init(&policy, &game, "heuristic", &err), "%s", err.message);
    Seen seen = {.game = &game};
    for (uint64_t i = 0; i < GAMES; i++) {
        const GamePlan plan = {.game = &game,
                               .policies = {&policy, &policy},
                               .seed = runner_game_seed(77, i),
                               .watch = watch,
                               .context = &seen};
        seen.begun = false;
        seen.plies = 0;
        seen.first_turn = 0;
        memset(seen.over, 0, sizeof seen.over);
        const GameResult result = runner_play(&plan);
        cr_expect(result.status == RUNNER_STOPPED || result.status == RUNNER_DONE);
        cr_expect(seen.first_turn > 5 && seen.first_turn < result.plies, "%u of %u decisions",
                  seen.first_turn, result.plies);
    }
    cr_expect(seen.marches > GAMES && seen.great > 0, "%u marches, %u of great armies", seen.marches,
              seen.great);
    cr_expect(seen.courted > 0 && seen.cards > 0 && seen.raised > 0, "courted %u, cards %u, raised %u",
              seen.courted, seen.cards, seen.raised);
    policy_release(&policy);
    game_release(&game);
}

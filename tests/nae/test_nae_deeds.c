/* test_nae_deeds.c: what decisions add to a plan of the first turn, as openings group by it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/nae/moves.h"
#include "engine/nae/rules.h"
#include "engine/words.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

typedef struct Seen {
    const Game *game;
    uint32_t marches, bought, cards, courted, wars;
    StateBuffer start;
    bool begun;
    uint32_t plies, first_turn; /* decisions of the game, and those of its first turn */
    bool over[SEAT_COUNT];
} Seen;

enum { DECISIONS = 900 }; /* of a game that are looked at: into the second turn */

static void expect_march(Seen *seen, const NaeState *before, Move move, const WordsDeed *deed)
{
    const NaeData *d = seen->game->data;
    const char *to = d->zone_name[nae_move_a(move)];
    const size_t length = strlen(deed->text);
    cr_expect_str_eq(deed->heading, "marches");
    cr_expect(length > strlen(to) && strcmp(deed->text + length - strlen(to), to) == 0, "%s: %s", to,
              deed->text);
    cr_expect_str_eq(deed->subject, d->zone_name[before->march.start], "steps of a march are one deed");
    seen->marches++;
}

static bool watch(void *context, const State *before, Move move, const State *after)
{
    Seen *seen = context;
    const NaeState *s = nae_state_const(before);
    const NaeData *d = seen->game->data;
    const unsigned a = nae_move_a(move);
    WordsDeed deed;
    if (!seen->begun) {
        memcpy(&seen->start, before, seen->game->rules->state_bytes);
        seen->begun = true;
    }
    words_deed(seen->game, before, move, after, &deed);
    if (deed.rank != WORDS_DEED_NONE) {
        cr_expect(deed.text[0] != '\0' && deed.heading[0] != '\0');
    }
    switch (nae_move_kind(move)) {
    case NAE_M_GO:
        if (s->march.side < 2) {
            expect_march(seen, s, move, &deed);
        }
        break;
    case NAE_M_ACTION_CARD:
        cr_expect_str_eq(deed.text, d->card_title[a]);
        seen->cards++;
        break;
    case NAE_M_DECLARE:
        cr_expect_eq(deed.rank, a == NAE_NONE ? WORDS_DEED_NONE : WORDS_DEED_MAIN);
        seen->wars++;
        break;
    case NAE_M_TARGET:
    case NAE_M_FREE_DIPLOMACY:
        if (a < NAE_NATIONS) {
            cr_expect_str_eq(deed.text, d->nation_name[a]);
            seen->courted++;
        }
        break;
    case NAE_M_PURCHASE_UNIT:
        cr_expect(strstr(deed.text, d->nation_name[d->nation_of[nae_move_b(move)]]) != NULL, "%s", deed.text);
        seen->bought++;
        break;
    case NAE_M_BATTLE_LOSS:
    case NAE_M_ATTRITION_LOSS:
        cr_expect_eq(deed.rank, WORDS_DEED_NONE, "who is lost is no plan");
        break;
    default:
        break;
    }
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        const bool over = words_plan_over(seen->game, &seen->start.header, after, seat);
        cr_expect(over || !seen->over[seat], "a plan that is over does not begin again");
        seen->over[seat] = over;
    }
    seen->first_turn += !(seen->over[SEAT_FRENCH] && seen->over[SEAT_COALITION]);
    return ++seen->plies < DECISIONS;
}

static void play(Seen *seen, const char *scenario, uint64_t games)
{
    Game game;
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&game, scenario, NULL);
    cr_assert(policy_init(&policy, &game, "heuristic", &err), "%s", err.message);
    seen->game = &game;
    for (uint64_t i = 0; i < games; i++) {
        const GamePlan plan = {.game = &game,
                               .policies = {&policy, &policy},
                               .seed = runner_game_seed(77, i),
                               .watch = watch,
                               .context = seen};
        seen->begun = false;
        seen->plies = 0;
        seen->first_turn = 0;
        memset(seen->over, 0, sizeof seen->over);
        const GameResult result = runner_play(&plan);
        cr_expect(result.status == RUNNER_STOPPED || result.status == RUNNER_DONE);
        cr_expect(seen->first_turn > 5 && seen->first_turn < result.plies, "%u of %u decisions",
                  seen->first_turn, result.plies);
    }
    policy_release(&policy);
    game_release(&game);
}

Test(nae_deeds, of_first_turns)
{
    Seen seen = {0};
    play(&seen, "nae/1815", 8);
    cr_expect(seen.marches > 8 && seen.cards > 8, "%u marches, %u cards", seen.marches, seen.cards);
    play(&seen, "nae/1805", 4);
    cr_expect(seen.bought > 0, "%u units bought", seen.bought);
    cr_expect(seen.courted + seen.wars > 0, "%u courted, %u wars", seen.courted, seen.wars);
}

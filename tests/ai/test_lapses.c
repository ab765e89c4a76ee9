/* test_lapses.c: what the heuristic player leaves to chance (ai/policy_heuristic.c). */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "engine/dice.h"
#include "engine/scenario.h"
#include "tests/support/support.h"

enum { STRETCHES = 4000, GAMES = 10, PLIES = 3000, ENOUGH = 30 };

/* What a player did in each of its stretches of play. */
typedef struct Tally {
    uint32_t count;
    uint32_t asked[STRETCHES];
    uint32_t others[STRETCHES]; /* decisions that the player without lapses takes otherwise */
} Tally;

/* Two players of the same seat: one plays, the other is asked what it would have done. */
typedef struct Seatmate {
    Policy policy;
    void *session[SEAT_COUNT];
} Seatmate;

static void seatmate_open(Seatmate *mate, const Game *game, const char *spec)
{
    Err err;
    err_clear(&err);
    cr_assert(policy_init(&mate->policy, game, spec, &err), "%s", err.message);
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        mate->session[seat] = policy_session_new(&mate->policy, (Seat)seat);
    }
}

static void seatmate_close(Seatmate *mate)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        policy_session_free(&mate->policy, mate->session[seat]);
    }
    policy_release(&mate->policy);
}

static Move ask(Seatmate *mate, const State *view, const MoveList *legal, uint64_t seed, uint32_t ply)
{
    PolicyQuery query = {.view = view,
                         .legal = legal,
                         .seat = (Seat)view->seat,
                         .ply = ply,
                         .rng = rng_derive(seed, RNG_PURPOSE_SEARCH, ply)};
    return policy_choose(&mate->policy, mate->session[view->seat], &query);
}

/* Plays one game with lapses of both seats, and counts by stretch. */
static void play(const Game *game, const char *spec, uint64_t seed, Tally *tally)
{
    Seatmate player;
    Seatmate judge;
    StateBuffer state;
    StateBuffer view;
    MoveList legal;
    const GameAi *ai = game_ai_find(game->rules->id);
    seatmate_open(&player, game, spec);
    seatmate_open(&judge, game, "heuristic");
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state.header, &dice);
    uint32_t last[SEAT_COUNT] = {0};
    int64_t at[SEAT_COUNT] = {-1, -1};
    for (uint32_t ply = 1; !state.header.over && ply <= PLIES; ply++) {
        const Seat seat = (Seat)state.header.seat;
        const uint32_t stretch = ai->stretch != NULL ? ai->stretch(game, &state.header) : state.header.turn;
        (void)game_legal(game, &state.header, &legal);
        game->rules->view(game->data, &state.header, seat, &view.header);
        const Move move = ask(&player, &view.header, &legal, seed, ply);
        const Move sound = ask(&judge, &view.header, &legal, seed, ply);
        if (at[seat] < 0 || last[seat] != stretch) {
            cr_assert_lt(tally->count, STRETCHES);
            last[seat] = stretch;
            at[seat] = tally->count++;
        }
        tally->asked[at[seat]]++;
        tally->others[at[seat]] += move != sound ? 1U : 0U;
        game_apply(game, &state.header, move, &dice);
    }
    seatmate_close(&player);
    seatmate_close(&judge);
}

/* Of the stretches with some decisions (those lapsed in are often shorter): how many had another move than
 * the strategy's, and the share of their decisions that were others. */
static bool expect_lapses(const char *scenario, const char *spec, double least, double most)
{
    static Tally tally;
    Game game;
    uint32_t long_ones = 0;
    uint32_t lapsed = 0;
    uint32_t asked = 0;
    uint32_t others = 0;
    support_load(&game, scenario, NULL);
    memset(&tally, 0, sizeof tally);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        play(&game, spec, seed, &tally);
    }
    for (uint32_t i = 0; i < tally.count; i++) {
        if (tally.asked[i] < 6) {
            continue;
        }
        long_ones++;
        lapsed += tally.others[i] > 0 ? 1U : 0U;
        asked += tally.others[i] > 0 ? tally.asked[i] : 0U;
        others += tally.others[i];
    }
    game_release(&game);
    if (long_ones < ENOUGH) {
        return false;
    }
    const double share = (double)lapsed / long_ones;
    cr_expect(share >= least && share <= most, "%s %s: lapsed in %u of %u", scenario, spec, lapsed,
              long_ones);
    if (lapsed > 0) { /* half are left to chance, which takes the strategy's move now and then */
        const double part = (double)others / asked;
        cr_expect(part > 0.2 && part < 0.5, "%s %s: %u others of %u", scenario, spec, others, asked);
    }
    return true;
}

/* Whether an entry of the list is the first of its game, and that game has a heuristic player. */
static bool is_first_of_its_game(const ScenarioEntry *entries, size_t i)
{
    const size_t id = strcspn(entries[i].id, "/") + 1;
    char game[64] = "";
    memcpy(game, entries[i].id, id - 1 < sizeof game ? id - 1 : sizeof game - 1);
    return (i == 0 || strncmp(entries[i - 1].id, entries[i].id, id) != 0) && game_ai_find(game) != NULL;
}

Test(heuristic, lapses_take_whole_stretches)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    unsigned told = 0;
    support_use_test_scenarios();
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    for (size_t i = 0; i < count; i++) {
        if (is_first_of_its_game(entries, i) &&
            expect_lapses(entries[i].id, "heuristic:lapses=0", 0.0, 0.0)) {
            expect_lapses(entries[i].id, "heuristic:lapses=0.4", 0.15, 0.6);
            expect_lapses(entries[i].id, "heuristic:lapses=1", 0.97, 1.0);
            told++;
        }
    }
    cr_assert_geq(told, 2, "games with stretches of some decisions: %u", told);
}

Test(heuristic, shares_are_checked)
{
    Game game;
    Policy policy;
    Err err;
    support_load(&game, "toy/plain", NULL);
    err_clear(&err);
    cr_expect_not(policy_init(&policy, &game, "heuristic:lapses=1.5", &err));
    cr_expect(strstr(err.message, "lapses") != NULL, "%s", err.message);
    game_release(&game);
}

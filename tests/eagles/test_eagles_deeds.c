/* test_eagles_deeds.c: what decisions add to a plan of the first turn, as openings group by it. */
#include <criterion/criterion.h>
#include <string.h>

#include "ai/policy.h"
#include "engine/eagles/phrases.h"
#include "engine/eagles/rules.h"
#include "engine/words.h"
#include "eval/run/runner.h"
#include "tests/support/support.h"

enum { GAMES = 4 };

typedef struct Seen {
    const Game *game;
    uint32_t marches, led, attacks;
    StateBuffer start;
    bool begun;
    uint32_t plies, first_turn; /* decisions of the game, and those of its first turn */
    bool over[SEAT_COUNT];
} Seen;

enum { DECISIONS = 900 }; /* of a game that are looked at: into the second turn */

/* "to Ulm" or "near Ulm" at the end of a deed's text: where the hex is. */
static void expect_place(const Seen *seen, unsigned hex, const WordsDeed *deed)
{
    StrBuf place;
    strbuf_init(&place);
    eagles_tell_near(seen->game->data, &place, hex);
    const size_t length = strlen(deed->text);
    cr_expect(length >= place.length && strcmp(deed->text + length - place.length, place.text) == 0,
              "expected \"... %s\", found \"%s\"", place.text, deed->text);
    strbuf_release(&place);
}

static bool watch(void *context, const State *before, Move move, const State *after)
{
    Seen *seen = context;
    const EaglesData *d = seen->game->data;
    const EaglesState *s = eagles_state_const(before);
    WordsDeed deed;
    if (!seen->begun) {
        memcpy(&seen->start, before, seen->game->rules->state_bytes);
        seen->begun = true;
    }
    words_deed(seen->game, before, move, after, &deed);
    if (deed.rank != WORDS_DEED_NONE) {
        cr_expect(deed.text[0] != '\0' && deed.heading[0] != '\0');
    }
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_STEP:
        cr_expect_str_eq(deed.heading, "marches");
        cr_expect_neq(deed.subject[0], '\0', "steps of a group are one deed");
        expect_place(seen, d->hex[s->group.hex].neighbour[eagles_move_argument(move)], &deed);
        seen->marches++;
        seen->led += strncmp(deed.text, "from ", 5) != 0;
        break;
    case EAGLES_MOVE_TARGET:
        cr_expect_str_eq(deed.heading, "attacks");
        cr_expect_eq(deed.rank, WORDS_DEED_MAIN);
        expect_place(seen, eagles_move_argument(move), &deed);
        seen->attacks++;
        break;
    case EAGLES_MOVE_LOSS:
    case EAGLES_MOVE_TAKE_ALL:
        cr_expect_eq(deed.rank, WORDS_DEED_NONE);
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

Test(eagles_deeds, of_first_turns)
{
    Game game;
    Policy policy;
    Err err;
    err_clear(&err);
    support_load(&game, "eagles/1805", NULL);
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
    cr_expect(seen.marches > 10 * GAMES && seen.led > 0 && seen.attacks > 0, "%u marches, %u led, %u attacks",
              seen.marches, seen.led, seen.attacks);
    policy_release(&policy);
    game_release(&game);
}

/* fuzz_view.c: any bytes as a view of a seat, as they come from other programs: refused, or something
 * whose view is a view again. Worlds made from it are not played on: whether a position was ever reached by
 * play nobody can tell from its bytes, the rules assume that it was, and the engine thinks in a process of
 * its own for that reason (play/engine/engine.h). The first byte picks the scenario, the second the seat. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Scenarios are loaded once; a fuzzer is one thread. */
static const Game *game_of(uint8_t number)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    static Game games[SCENARIO_LIST_MAX];
    static size_t count;
    if (count == 0) {
        count = scenario_list(entries, SCENARIO_LIST_MAX);
    }
    if (count == 0) {
        return NULL;
    }
    Game *game = &games[number % count];
    if (game->rules == NULL && !game_load(game, entries[number % count].path, NULL, 0, NULL)) {
        return NULL;
    }
    return game;
}

/* The view of a set-up with some of its bytes replaced: pairs of place and value. */
static void spoil(const Game *game, const uint8_t *data, size_t size, Seat seat, StateBuffer *state)
{
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    game_setup(game, &state->header, &dice);
    game->rules->view(game->data, &state->header, seat, &state->header);
    for (size_t i = 0; i + 2 < size; i += 3) {
        const size_t place = (size_t)(data[i] | data[i + 1] << 8) % game->rules->state_bytes;
        state->bytes[place] = data[i + 2];
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const Game *game = size > 2 ? game_of(data[0]) : NULL;
    char message[GAME_CHECK_BYTES];
    StateBuffer state;
    if (game == NULL || game->rules->check_view == NULL) {
        return 0;
    }
    const Seat seat = data[1] % SEAT_COUNT == 0 ? SEAT_FRENCH : SEAT_COALITION;
    spoil(game, data + 2, size - 2, seat, &state);
    if (!game->rules->check_view(game->data, &state.header, seat, message)) {
        return 0;
    }
    StateBuffer again;
    game->rules->view(game->data, &state.header, seat, &again.header);
    if (!game->rules->check_view(game->data, &again.header, seat, message)) {
        abort(); /* the view of a view is a view */
    }
    return 0;
}

/* fuzz_scenario.c: a scenario and its board with any values put in place of theirs: loaded and played for a
 * while with every invariant checked, or refused. The first byte picks the scenario, each line behind it is
 * an override. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game.h"
#include "engine/scenario.h"

enum { LINES_MAX = 8, DECISIONS = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play_a_while(const Game *game)
{
    StateBuffer state;
    Dice dice = dice_from_stream(rng_derive(1, RNG_PURPOSE_DICE, 0));
    Rng rng = rng_derive(1, RNG_PURPOSE_FRENCH, 0);
    char message[GAME_CHECK_BYTES];
    game_setup(game, &state.header, &dice);
    for (int i = 0; i < DECISIONS && state.header.over == 0; i++) {
        MoveList list;
        if (!game->rules->check(game->data, &state.header, message) ||
            game_legal(game, &state.header, &list) == 0) {
            (void)fprintf(stderr, "%s after %d decisions: %s\n", game->scenario, i, message);
            abort();
        }
        game_apply(game, &state.header, list.moves[rng_bounded(&rng, list.count)], &dice);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static ScenarioEntry entries[SCENARIO_LIST_MAX];
    const size_t count = scenario_list(entries, SCENARIO_LIST_MAX);
    char text[2048];
    const char *lines[LINES_MAX];
    size_t line_count = 0;
    if (count == 0 || size < 2 || size > sizeof text) {
        return 0;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    char *rest = text;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && line_count < LINES_MAX;
         line = strtok_r(NULL, "\n", &rest)) {
        lines[line_count++] = line;
    }
    Game game;
    Err err;
    err_clear(&err);
    if (game_load(&game, entries[data[0] % count].path, lines, line_count, &err)) {
        play_a_while(&game);
        game_release(&game);
    }
    return 0;
}

/* search_table.c: see search_table.h. */
#include "tests/ai/search_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/dice.h"

void search_table_open(SearchTable *table, const Game *game, const char *spec)
{
    Err err;
    err_clear(&err);
    if (!policy_init(&table->policy, game, spec, &err)) {
        (void)fprintf(stderr, "search_table_open: %s: %s\n", spec, err.message);
        abort();
    }
    table->stop = NULL;
    table->watch = NULL;
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        table->sessions[seat] = policy_session_new(&table->policy, (Seat)seat);
    }
}

void search_table_close(SearchTable *table)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        policy_session_free(&table->policy, table->sessions[seat]);
    }
    policy_release(&table->policy);
}

Move search_table_ask(SearchTable *table, const State *state, uint64_t seed, uint32_t ply,
                      PolicyReport *report)
{
    const Game *game = table->policy.game;
    const Seat seat = (Seat)state->seat;
    const uint64_t purpose = seat == SEAT_FRENCH ? RNG_PURPOSE_FRENCH : RNG_PURPOSE_COALITION;
    StateBuffer view;
    MoveList legal;
    if (report != NULL) {
        memset(report, 0, sizeof *report);
    }
    game->rules->view(game->data, state, seat, &view.header);
    (void)game_legal(game, &view.header, &legal);
    PolicyQuery query = {.view = &view.header,
                         .legal = &legal,
                         .seat = seat,
                         .ply = ply,
                         .rng = rng_derive(seed, purpose, ply),
                         .stop = table->stop,
                         .watch = table->watch,
                         .report = report};
    const Move move = policy_choose(&table->policy, table->sessions[seat], &query);
    if (report != NULL) {
        report->seconds = 0;
    }
    return move;
}

Move search_table_ask_once(const Game *game, const char *spec, const State *state, uint64_t seed,
                           PolicyReport *report)
{
    SearchTable table;
    search_table_open(&table, game, spec);
    const Move move = search_table_ask(&table, state, seed, 1, report);
    search_table_close(&table);
    return move;
}

uint64_t search_table_visits(const PolicyReport *report)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        sum += report->moves[i].visits;
    }
    return sum;
}

void search_table_random_position(const Game *game, uint64_t seed, uint32_t plies, StateBuffer *state)
{
    Rng rng = rng_derive(seed, RNG_PURPOSE_FUZZ, 0);
    Dice dice = dice_from_stream(rng_derive(seed, RNG_PURPOSE_DICE, 0));
    StateBuffer next;
    MoveList legal;
    memset(&next, 0, sizeof next);
    game_setup(game, &next.header, &dice);
    *state = next;
    for (uint32_t i = 0; i < plies && game_legal(game, &next.header, &legal) > 0; i++) {
        *state = next;
        game_apply(game, &next.header, legal.moves[rng_bounded(&rng, legal.count)], &dice);
    }
    if (!next.header.over) {
        *state = next;
    }
}

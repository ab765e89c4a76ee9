/* toy_game.c: the toy game behind the interface of engine/game.h. */
#include "tests/toy/toy_game.h"

#include <stdlib.h>

_Static_assert(sizeof(ToyState) == STATE_BYTES_MAX, "as large as a state may be");

const GameRules TOY_RULES = {
    .id = "toy",
    .title = "Toy: a fair of two guilds",
    .state_bytes = sizeof(ToyState),
    .max_moves = 5,
    .max_plies = TOY_PLIES_MAX,
    .load = toy_load,
    .release = free,
    .setup = toy_setup,
    .legal = toy_legal,
    .apply = toy_apply,
    .advance = toy_advance,
    .outcome = toy_outcome,
    .view = toy_view,
    .determinize = toy_determinize,
    .check_view = toy_check_view,
    .move_text = toy_move_text,
    .move_parse = toy_move_parse,
    .position_text = toy_position_text,
    .position_json = toy_position_json,
    .words = &TOY_WORDS,
    .check = toy_check,
    .event_text = toy_event_text,
    .event_json = toy_event_json,
    .summary_kinds = {{1ULL << TOY_NOTE_SWAPPED | 1ULL << TOY_NOTE_ONE | 1ULL << TOY_NOTE_LOST, 0}},
    .summarize = toy_summarize,
    .card_count = toy_card_count,
    .card_name = toy_card_name,
    .place_count = toy_place_count,
    .place_name = toy_place_name,
    .place_adjacent = toy_place_adjacent,
    .turn_count = toy_turn_count,
};

const GameRules TOY_BARE_RULES = {
    .id = "bare",
    .title = "Bare toy: only what a game must fill in",
    .state_bytes = sizeof(ToyState),
    .max_moves = 5,
    .max_plies = TOY_PLIES_MAX,
    .load = toy_load,
    .release = free,
    .setup = toy_setup,
    .legal = toy_legal,
    .apply = toy_apply,
    .outcome = toy_outcome,
    .view = toy_view,
    .determinize = toy_determinize,
    .move_text = toy_move_text,
    .move_parse = toy_move_parse,
    .position_text = toy_position_text,
    .position_json = toy_position_json,
    .check = toy_check,
};

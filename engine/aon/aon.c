/* aon.c: the game module behind the interface of game.h. */
#include "engine/aon/aon.h"

#include <assert.h>

#include "engine/aon/rules.h"
#include "engine/aon/words.h"

static void *load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    return aon_data_load(scenario, board, err);
}
static void release(void *data) { aon_data_release(data); }

static void setup(const void *data, State *state, Dice *dice) { aon_setup(data, aon_state(state), dice); }

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    if (state->over != 0) {
        list->count = 0;
        return 0;
    }
    return aon_choice_list(data, aon_state_const(state), list);
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    Play play = aon_with_dice(data, aon_state(state), dice);
    aon_apply_move(&play, move);
}

static Outcome outcome(const void *data, const State *state)
{
    (void)data;
    if (state->over == 0) {
        return (Outcome){SEAT_NONE, OUTCOME_NONE, 1805 + state->turn};
    }
    return (Outcome){(Seat)(state->over & 15U), (enum outcome_grade)(state->over >> 4U), 1805 + state->turn};
}

static void view(const void *data, const State *state, Seat seat, State *out)
{
    assert(seat_plays(seat));
    AonState *copy = aon_state(out);
    if (out != state) {
        *copy = *aon_state_const(state);
    }
    if (seat != SEAT_BOTH) {
        aon_view(data, copy, seat);
    }
}

static void determinize(const void *data, State *state, Seat seat, Rng *rng)
{
    aon_determinize(data, aon_state(state), seat, rng);
}
static bool check_view(const void *data, const State *view, Seat seat, char message[GAME_CHECK_BYTES])
{
    return aon_check_view(data, aon_state_const(view), seat, message);
}

static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    aon_move_text(data, move, text);
}
static bool move_parse(const void *data, const char *text, Move *move)
{
    return aon_move_parse(data, text, move);
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    aon_position_text(data, aon_state_const(state), seat, out);
}
static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    aon_position_json(data, aon_state_const(state), seat, out);
}
static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    return aon_check(data, aon_state_const(state), message);
}

static void event_text(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    aon_event_text(data, entry, seat, out);
}
static void event_json(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    aon_event_json(data, entry, seat, out);
}
static void summarize(const void *data, const Journal *journal, GameSummary *summary)
{
    aon_summarize(data, journal, summary);
}

/* Cards of a summary are titles, its places areas. */
static uint32_t card_count(const void *data) { return ((const AonData *)data)->cards; }
static GameName card_name(const void *data, uint32_t card)
{
    const AonData *d = data;
    return card < d->cards ? (GameName){d->card[card].id, d->card[card].title, false, 0.0F, 0.0F}
                           : game_name_none();
}
static uint32_t place_count(const void *data) { return ((const AonData *)data)->areas; }
static GameName place_name(const void *data, uint32_t place)
{
    const AonData *d = data;
    if (place >= d->areas) {
        return game_name_none();
    }
    /* In degrees of latitude: one of longitude is about 0.65 of these in the middle of the map, at 49.5 N. */
    return (GameName){d->area_id[place], d->area_name[place], true, 0.65F * d->area_longitude[place],
                      -d->area_latitude[place]};
}
static bool place_adjacent(const void *data, uint32_t a, uint32_t b)
{
    const AonData *d = data;
    assert(a < d->areas && b < d->areas);
    return area_in(d->adjacent[a], b);
}

/* A state's turn is the year after 1805, whatever the scenario's first one. */
static uint32_t turn_count(const void *data) { return ((const AonData *)data)->setup.last_year - 5U + 1U; }

const GameRules AON_RULES = {
    .id = "aon",
    .title = "Age of Napoleon 1805-1815",
    .state_bytes = sizeof(AonState),
    .max_moves = 64,
    .max_plies = 20000,
    .load = load,
    .release = release,
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .outcome = outcome,
    .view = view,
    .determinize = determinize,
    .check_view = check_view,
    .move_text = move_text,
    .move_parse = move_parse,
    .position_text = position_text,
    .position_json = position_json,
    .words = &AON_WORDS,
    .check = check,
    .event_text = event_text,
    .event_json = event_json,
    .summary_kinds = AON_SUMMARY_KINDS,
    .summarize = summarize,
    .card_count = card_count,
    .card_name = card_name,
    .place_count = place_count,
    .place_name = place_name,
    .place_adjacent = place_adjacent,
    .turn_count = turn_count,
};

/* eagles.c: the game module behind the interface of game.h. */
#include "engine/eagles/eagles.h"

#include "engine/eagles/rules.h"
#include "engine/eagles/words.h"

static void *load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    return eagles_data_load(scenario, board, err);
}
static void release(void *data) { eagles_data_release(data); }

static size_t state_size(const void *data) { return ((const EaglesData *)data)->state_bytes; }

static void setup(const void *data, State *state, Dice *dice)
{
    eagles_setup(data, eagles_state(state), dice);
}

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    list->count = 0;
    if (state->over == 0) {
        eagles_options(data, eagles_state_const(state), list);
    }
    return list->count;
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    eagles_apply(data, eagles_state(state), move, dice);
}

static void advance(const void *data, State *state, Move move, Dice *dice, void *scratch, MoveList *list)
{
    eagles_apply_and_list(data, eagles_state(state), move, dice, scratch, list);
}

/* The turn of an outcome is the month, counted from January 1800. */
static Outcome outcome(const void *data, const State *state)
{
    const EaglesData *d = data;
    const unsigned month = d->first_month + state->turn;
    Outcome result = {SEAT_NONE, OUTCOME_NONE, (int)month};
    if (state->over != 0) {
        const unsigned code = state->over - 1U;
        result.winner = code == EAGLES_WON_FRANCE      ? SEAT_FRENCH
                        : code == EAGLES_WON_COALITION ? SEAT_COALITION
                                                       : SEAT_NONE;
        result.grade = code == EAGLES_DRAWN ? OUTCOME_DRAW : OUTCOME_DECISIVE;
    }
    return result;
}

static void view(const void *data, const State *state, Seat seat, State *out)
{
    EaglesState *copy = eagles_state(out);
    if (out != state) {
        eagles_copy(data, copy, eagles_state_const(state));
    }
    if (seat != SEAT_BOTH) {
        eagles_view(data, copy, seat);
    }
}

static void determinize(const void *data, State *state, Seat seat, Rng *rng)
{
    eagles_determinize(data, eagles_state(state), seat, rng);
}
static bool check_view(const void *data, const State *state, Seat seat, char message[GAME_CHECK_BYTES])
{
    return eagles_check_view(data, eagles_state_const(state), seat, message);
}
static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    eagles_move_text(data, move, text);
}
static bool move_parse(const void *data, const char *text, Move *move)
{
    return eagles_move_parse(data, text, move);
}
static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    eagles_position_text(data, eagles_state_const(state), seat, out);
}
static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    eagles_position_json(data, eagles_state_const(state), seat, out);
}
static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    return eagles_check(data, eagles_state_const(state), message);
}
static void event_text(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    eagles_event_text(data, entry, seat, out);
}
static void event_json(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    eagles_event_json(data, entry, seat, out);
}
static void summarize(const void *data, const Journal *journal, GameSummary *summary)
{
    eagles_summarize(data, journal, summary);
}

/* There are no cards; places of a summary are cities. */
static uint32_t card_count(const void *data)
{
    (void)data;
    return 0;
}
static GameName card_name(const void *data, uint32_t card)
{
    (void)data;
    (void)card;
    return game_name_none();
}
static uint32_t place_count(const void *data) { return ((const EaglesData *)data)->cities; }
static GameName place_name(const void *data, uint32_t place)
{
    const EaglesData *d = data;
    if (place >= d->cities) {
        return game_name_none();
    }
    /* Hexes stand on their points: odd rows lie half a hex to the east, rows are less than a hex apart. */
    const EaglesHex *h = &d->hex[d->city[place].hex];
    return (GameName){d->city[place].id, d->city[place].name, true,
                      (float)h->column + ((h->row & 1U) != 0 ? 0.5F : 0.0F), 0.866F * (float)h->row};
}
static uint32_t turn_count(const void *data) { return eagles_months_most(data); }

const GameRules EAGLES_RULES = {
    .id = "eagles",
    .title = "Napoleon's Eagles",
    .state_bytes = sizeof(EaglesState),
    .state_size = state_size,
    .max_moves = MOVE_LIST_MAX,
    .max_plies = 200000,
    .load = load,
    .release = release,
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .advance = advance,
    .scratch_bytes = sizeof(EaglesScratch),
    .outcome = outcome,
    .view = view,
    .determinize = determinize,
    .check_view = check_view,
    .move_text = move_text,
    .move_parse = move_parse,
    .position_text = position_text,
    .position_json = position_json,
    .words = &EAGLES_WORDS,
    .check = check,
    .event_text = event_text,
    .event_json = event_json,
    .summary_kinds = {{1ULL << EAGLES_EVENT_LOST | 1ULL << EAGLES_EVENT_OVERRUN |
                           1ULL << EAGLES_EVENT_SURRENDER | 1ULL << EAGLES_EVENT_DECLARED,
                       0}},
    .summarize = summarize,
    .card_count = card_count,
    .card_name = card_name,
    .place_count = place_count,
    .place_name = place_name,
    .turn_count = turn_count,
};

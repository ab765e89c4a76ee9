/* nae.c: the game module behind the interface of game.h. */
#include "engine/nae/nae.h"

#include "engine/nae/events.h"
#include "engine/nae/fog.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"
#include "engine/nae/scratch.h"
#include "engine/nae/view.h"
#include "engine/nae/words.h"

static void *load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    return nae_data_load(scenario, board, err);
}
static void release(void *data) { nae_data_release(data); }

static void setup(const void *data, State *state, Dice *dice) { nae_setup(data, nae_state(state), dice); }

static uint32_t legal(const void *data, const State *state, MoveList *list)
{
    NaeScratch scratch;
    const NaePlay play = {data, (NaeState *)(uintptr_t)state, NULL, &scratch}; /* options only read */
    nae_scratch_clear(&scratch);
    list->count = 0;
    return state->over != 0 ? 0 : nae_list(&play, list);
}

static void choose(const void *data, State *state, Move move, Dice *dice, void *scratch, MoveList *list)
{
    NaePlay play = {data, nae_state(state), dice, scratch};
    NaeFrame *frame = &play.s->frame[play.s->frames - 1];
    assert(state->over == 0 && NAE_STEPS[frame->step].choose != NULL);
    NAE_STEPS[frame->step].choose(&play, frame, move);
    nae_run_to(&play, list);
}

/* What is known of stacks is settled when all has happened; should that leave a single choice or none, play
 * runs on. */
static __attribute__((cold, noinline)) void choose_under_fog(const void *data, State *state, Move move,
                                                             Dice *dice, void *scratch, MoveList *list)
{
    NaePlay play = {data, nae_state(state), dice, scratch};
    NaeState before = *play.s;
    choose(data, state, move, dice, scratch, list);
    nae_fog_settle(data, &before, play.s);
    while (state->over == 0 && legal(data, state, list) < 2) {
        before = *play.s;
        nae_run_to(&play, list);
        nae_fog_settle(data, &before, play.s);
    }
}

static void advance(const void *data, State *state, Move move, Dice *dice, void *scratch, MoveList *list)
{
    if (((const NaeData *)data)->option.fog_of_war) {
        choose_under_fog(data, state, move, dice, scratch, list);
    } else {
        choose(data, state, move, dice, scratch, list);
    }
}

static void apply(const void *data, State *state, Move move, Dice *dice)
{
    MoveList list;
    NaeScratch scratch;
    nae_scratch_clear(&scratch);
    advance(data, state, move, dice, &scratch, &list);
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
    NaeState *copy = nae_state(out);
    if (out != state) {
        *copy = *nae_state_const(state);
    }
    if (seat != SEAT_BOTH) {
        nae_view(data, copy, seat);
    }
}

static void determinize(const void *data, State *state, Seat seat, Rng *rng)
{
    nae_determinize(data, nae_state(state), seat, rng);
}
static bool check_view(const void *data, const State *view, Seat seat, char message[GAME_CHECK_BYTES])
{
    return nae_check_view(data, nae_state_const(view), seat, message);
}

static void move_text(const void *data, Move move, char text[MOVE_TEXT_BYTES])
{
    nae_move_text(data, move, text);
}
static bool move_parse(const void *data, const char *text, Move *move)
{
    return nae_move_parse(data, text, move);
}

static void position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    nae_position_text(data, nae_state_const(state), seat, out);
}
static void position_json(const void *data, const State *state, Seat seat, StrBuf *out)
{
    nae_position_json(data, nae_state_const(state), seat, out);
}
static bool check(const void *data, const State *state, char message[GAME_CHECK_BYTES])
{
    return nae_check(data, nae_state_const(state), message);
}

static void event_text(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    nae_event_text(data, entry, seat, out);
}
static void event_json(const void *data, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    nae_event_json(data, entry, seat, out);
}
static void summarize(const void *data, const Journal *journal, GameSummary *summary)
{
    nae_summarize(data, journal, summary);
}

static uint32_t card_count(const void *data)
{
    (void)data;
    return NAE_CARDS;
}
static GameName card_name(const void *data, uint32_t card)
{
    const NaeData *d = data;
    return card < NAE_CARDS ? (GameName){d->card_id[card], d->card_title[card], false, 0.0F, 0.0F}
                            : game_name_none();
}
/* Zones, then sea zones, which have no point of their own. */
static uint32_t place_count(const void *data) { return ((const NaeData *)data)->zones + NAE_SEAS; }
static GameName place_name(const void *data, uint32_t place)
{
    const NaeData *d = data;
    const uint32_t sea = place - d->zones;
    if (place < d->zones) {
        /* In degrees of latitude: one of longitude is about 0.65 of these in the middle of the map, at 49.5
         * N. */
        return (GameName){d->zone_id[place], d->zone_name[place], true, 0.65F * (float)d->lon[place],
                          -(float)d->lat[place]};
    }
    return sea < NAE_SEAS ? (GameName){d->sea_id[sea], d->sea_name[sea], false, 0.0F, 0.0F}
                          : game_name_none();
}
static bool place_adjacent(const void *data, uint32_t a, uint32_t b)
{
    const NaeData *d = data;
    assert(a < place_count(d) && b < place_count(d));
    if (a < d->zones || b < d->zones) {
        return a < d->zones && b < d->zones && nae_zones_in(d->adjacent[a], b);
    }
    return (d->sea[a - d->zones].adjacent >> (b - d->zones) & 1U) != 0;
}

/* A state's turn is the year after 1805, whatever the scenario's first one. */
static uint32_t turn_count(const void *data) { return ((const NaeData *)data)->setup.last_year - 1805U + 1U; }

const GameRules NAE_RULES = {
    .id = "nae",
    .title = "Napoleon against Europe",
    .state_bytes = sizeof(NaeState),
    .max_moves = MOVE_LIST_MAX,
    .max_plies = 60000,
    .load = load,
    .release = release,
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .advance = advance,
    .scratch_bytes = sizeof(NaeScratch),
    .outcome = outcome,
    .view = view,
    .determinize = determinize,
    .check_view = check_view,
    .move_text = move_text,
    .move_parse = move_parse,
    .position_text = position_text,
    .position_json = position_json,
    .words = &NAE_WORDS,
    .check = check,
    .event_text = event_text,
    .event_json = event_json,
    .summary_kinds = NAE_SUMMARY_KINDS,
    .summarize = summarize,
    .card_count = card_count,
    .card_name = card_name,
    .place_count = place_count,
    .place_name = place_name,
    .place_adjacent = place_adjacent,
    .turn_count = turn_count,
};

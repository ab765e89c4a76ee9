/* toy_notation.c: moves and positions of the toy game as text and JSON, and the names it counts by. */
#include <stdio.h>
#include <string.h>

#include "engine/jsonout.h"
#include "tests/toy/toy_game.h"

/* ---- moves ---- */

void toy_move_text(const void *opaque, Move move, char text[MOVE_TEXT_BYTES])
{
    const ToyData *data = opaque;
    switch (move) {
    case TOY_MOVE_SWAP:
        (void)snprintf(text, MOVE_TEXT_BYTES, "swap");
        break;
    case TOY_MOVE_PASS:
        (void)snprintf(text, MOVE_TEXT_BYTES, data->fault == TOY_FAULT_SPACES ? "pass on" : "pass");
        break;
    case TOY_MOVE_KEEP:
        (void)snprintf(text, MOVE_TEXT_BYTES, "keep");
        break;
    case TOY_MOVE_PUSH:
        (void)snprintf(text, MOVE_TEXT_BYTES, "push");
        break;
    default:
        (void)snprintf(text, MOVE_TEXT_BYTES, "roll(%u)", (unsigned)move);
        break;
    }
}

bool toy_move_parse(const void *opaque, const char *text, Move *move)
{
    static const Move moves[] = {1, 2, 3, TOY_MOVE_SWAP, TOY_MOVE_PASS, TOY_MOVE_KEEP, TOY_MOVE_PUSH};
    const ToyData *data = opaque;
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char known[MOVE_TEXT_BYTES];
        toy_move_text(data, moves[i], known);
        if (strcmp(text, known) == 0) {
            *move = data->fault == TOY_FAULT_NOTATION && moves[i] == TOY_MOVE_PASS ? TOY_MOVE_SWAP : moves[i];
            return true;
        }
    }
    return false;
}

/* ---- positions ---- */

void toy_position_text(const void *data, const State *state, Seat seat, StrBuf *out)
{
    StateBuffer seen;
    toy_view(data, state, seat, &seen.header);
    const ToyState *s = toy_const(&seen.header);
    strbuf_addf(out, "round %u\nfrench %u points, hand %u\ncoalition %u points, hand %u\n%u in the deck\n",
                s->header.turn + 1U, (unsigned)s->points[0], s->hand[0], (unsigned)s->points[1], s->hand[1],
                s->deck_count);
}

static void add_pair(JsonOut *json, const char *key, uint32_t french, uint32_t coalition)
{
    jsonout_key(json, key);
    jsonout_begin(json, '[');
    jsonout_u64(json, french);
    jsonout_u64(json, coalition);
    jsonout_end(json, ']');
}

/* The book is told by how much is written in it and what its last page says. */
static void add_book(JsonOut *json, const ToyData *data, const ToyState *s)
{
    jsonout_key(json, "book");
    jsonout_begin(json, '{');
    jsonout_key_u64(json, "actions", s->written);
    jsonout_key_u64(json, "bytes", data->book_bytes);
    jsonout_key(json, "last");
    jsonout_begin(json, '[');
    for (uint32_t i = 1; i <= 8 && i <= s->written && i <= data->book_bytes; i++) {
        jsonout_u64(json, s->book[(s->written - i) % data->book_bytes]);
    }
    jsonout_end(json, ']');
    jsonout_end(json, '}');
}

void toy_position_json(const void *opaque, const State *state, Seat seat, StrBuf *out)
{
    const ToyData *data = opaque;
    StateBuffer seen;
    toy_view(data, state, seat, &seen.header);
    const ToyState *s = data->fault == TOY_FAULT_PEEKING ? toy_const(state) : toy_const(&seen.header);
    const int site = toy_site(data, s->header.turn);
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_u64(&json, "round", s->header.turn + 1U);
    jsonout_key_u64(&json, "rounds", data->rounds);
    jsonout_key_text(&json, "step", s->header.step == TOY_STEP_THROW ? "throw" : "act");
    jsonout_key_text(&json, "stall", site < 0 ? NULL : data->site_id[site]);
    add_pair(&json, "points", s->points[0], s->points[1]);
    jsonout_key(&json, "hand");
    jsonout_bytes(&json, s->hand, SEAT_COUNT);
    jsonout_key_u64(&json, "at_stake", s->throw_points);
    jsonout_key_u64(&json, "deck_count", s->deck_count);
    jsonout_key(&json, "deck");
    jsonout_bytes(&json, s->deck, s->deck_count);
    jsonout_key(&json, "discard");
    jsonout_bytes(&json, s->discard, s->discard_count);
    add_book(&json, data, s);
    if (data->fault != TOY_FAULT_BAD_JSON) {
        jsonout_end(&json, '}');
    }
}

/* ---- names ---- */

uint32_t toy_card_count(const void *data) { return ((const ToyData *)data)->card_count; }

GameName toy_card_name(const void *opaque, uint32_t card)
{
    const ToyData *data = opaque;
    return card < data->card_count ? (GameName){data->card_id[card], data->card_name[card], false, 0.0F, 0.0F}
                                   : game_name_none();
}

uint32_t toy_place_count(const void *data) { return ((const ToyData *)data)->site_count; }

GameName toy_place_name(const void *opaque, uint32_t place)
{
    const ToyData *data = opaque;
    return place < data->site_count ? (GameName){data->site_id[place], data->site_name[place], true,
                                                 data->site_x[place], data->site_y[place]}
                                    : game_name_none();
}

/* Stalls stand around the green: each is joined to the next. */
bool toy_place_adjacent(const void *opaque, uint32_t a, uint32_t b)
{
    const ToyData *data = opaque;
    return a != b && ((a + 1) % data->site_count == b || (b + 1) % data->site_count == a);
}

uint32_t toy_turn_count(const void *data) { return ((const ToyData *)data)->rounds; }

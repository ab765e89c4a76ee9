/* toy_view.c: what a seat knows in the toy game, worlds made from that, and what always holds. */
#include <stdio.h>
#include <string.h>

#include "tests/toy/toy_game.h"

/* A seat does not see the other's number, nor the order of the deck. */
void toy_view(const void *opaque, const State *state, Seat seat, State *out)
{
    const ToyData *data = opaque;
    ToyState *s = toy(out);
    memmove(out, state, sizeof *s);
    if (seat == SEAT_BOTH) {
        return;
    }
    s->hand[seat_other(seat)] = 0;
    memset(s->deck, 0, sizeof s->deck);
    if (data->fault == TOY_FAULT_LEAKY_VIEW) {
        s->spare++;
    }
}

/* Puts all numbers that the view does not show into unknown; returns how many. */
static uint32_t unknown_cards(const ToyData *data, const ToyState *s, uint8_t unknown[TOY_CARDS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < data->card_count; i++) {
        const uint8_t card = data->cards[i];
        const bool shown =
            card == s->hand[0] || card == s->hand[1] || memchr(s->discard, card, s->discard_count) != NULL;
        if (!shown) {
            unknown[count++] = card;
        }
    }
    return count;
}

void toy_determinize(const void *opaque, State *state, Seat seat, Rng *rng)
{
    const ToyData *data = opaque;
    ToyState *s = toy(state);
    uint8_t unknown[TOY_CARDS_MAX];
    const uint32_t count = unknown_cards(data, s, unknown);
    Dice dice = dice_from_stream(*rng);
    dice_shuffle(&dice, unknown, count);
    *rng = dice.rng;
    s->hand[seat_other(seat)] = unknown[0];
    memcpy(s->deck, unknown + 1, s->deck_count);
    if (data->fault == TOY_FAULT_BAD_WORLD) {
        const uint8_t mine = s->hand[seat];
        s->hand[seat] = s->hand[seat_other(seat)];
        s->hand[seat_other(seat)] = mine;
    }
}

/* ---- invariants ---- */

/* Numbers in hands, deck and discards that are in the game, each once. */
static uint32_t cards_found(const ToyData *data, const ToyState *s)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < data->card_count; i++) {
        const uint8_t card = data->cards[i];
        found += card == s->hand[0];
        found += card == s->hand[1];
        found += memchr(s->deck, card, s->deck_count) != NULL;
        found += memchr(s->discard, card, s->discard_count) != NULL;
    }
    return found;
}

/* Pages of the book that the scenario does not have, and bytes between fields. */
static bool is_blank(const ToyData *data, const ToyState *s)
{
    static const uint8_t blank[TOY_BOOK_MAX];
    return memcmp(s->padding, blank, sizeof s->padding) == 0 &&
           memcmp(s->book + data->book_bytes, blank, sizeof s->book - data->book_bytes) == 0;
}

/* What holds for positions and views alike; NULL if all does, else what does not. */
static const char *wrong_field(const ToyData *data, const ToyState *s)
{
    const State *header = &s->header;
    const bool over = header->over != 0;
    if (header->over > 1 ||
        (over ? header->seat != SEAT_NONE && data->fault != TOY_FAULT_SEAT : header->seat >= SEAT_COUNT)) {
        return "seat or end";
    }
    if (header->turn > data->rounds || (!over && header->turn == data->rounds)) {
        return "fair";
    }
    if (header->step > TOY_STEP_THROW || (header->step == TOY_STEP_THROW) != (s->throw_points > 0) ||
        s->throw_points > 18 || (over && header->step != TOY_STEP_ACT)) {
        return "throw";
    }
    if (s->deck_count > TOY_CARDS_MAX || s->discard_count > TOY_CARDS_MAX ||
        s->deck_count + s->discard_count + 2U != data->card_count) {
        return "number of cards";
    }
    if (s->decisions > data->actions || s->points[0] > 1000000000U || s->points[1] > 1000000000U) {
        return "decisions or coins";
    }
    if (!is_blank(data, s)) {
        return "book beyond its end";
    }
    return NULL;
}

bool toy_check(const void *opaque, const State *state, char message[GAME_CHECK_BYTES])
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(state);
    const char *wrong = wrong_field(data, s);
    if (wrong != NULL) {
        (void)snprintf(message, GAME_CHECK_BYTES, "the %s cannot be", wrong);
        return false;
    }
    const uint32_t found = cards_found(data, s);
    if (found != data->card_count) {
        (void)snprintf(message, GAME_CHECK_BYTES, "%u of %u cards found", (unsigned)found, data->card_count);
        return false;
    }
    return true;
}

bool toy_check_view(const void *opaque, const State *view, Seat seat, char message[GAME_CHECK_BYTES])
{
    const ToyData *data = opaque;
    const ToyState *s = toy_const(view);
    static const uint8_t nothing[TOY_CARDS_MAX] = {0};
    uint8_t unknown[TOY_CARDS_MAX];
    const char *wrong = wrong_field(data, s);
    if (wrong == NULL && (s->hand[seat_other(seat)] != 0 || memcmp(s->deck, nothing, sizeof nothing) != 0)) {
        wrong = "knowledge of what is hidden";
    }
    if (wrong == NULL && (toy_card_index(data, s->hand[seat]) == data->card_count ||
                          unknown_cards(data, s, unknown) != s->deck_count + 1U)) {
        wrong = "cards";
    }
    if (wrong == NULL) {
        return true;
    }
    (void)snprintf(message, GAME_CHECK_BYTES, "the %s cannot be", wrong);
    return false;
}

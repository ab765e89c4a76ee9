/* nae_play.c: see nae_play.h. */
#include "tests/nae/nae_play.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/game.h"
#include "engine/nae/nae.h"
#include "tests/support/support.h"

enum { DICE_MAX = 64 };

static Game game;
static StateBuffer buffer;
static uint8_t script[DICE_MAX];
static Dice dice;

void nae_open(const char *name, const char *option)
{
    char scenario[64];
    Rng rng;
    (void)snprintf(scenario, sizeof scenario, "nae/%s", name);
    support_load(&game, scenario, option);
    rng_init(&rng, 1, 1);
    Dice stream = dice_from_stream(rng);
    game_setup(&game, &buffer.header, &stream);
    nae_fall("");
}

const NaeData *nae_d(void) { return game.data; }
NaeState *nae_s(void) { return nae_state(&buffer.header); }

static unsigned found(unsigned number, const char *id)
{
    cr_assert_neq(number, NAE_NONE, "no \"%s\" on the board", id);
    return number;
}
unsigned nae_zone(const char *id) { return found(nae_zone_by_id(nae_d(), id), id); }
unsigned nae_piece(const char *id) { return found(nae_piece_by_id(nae_d(), id), id); }
unsigned nae_nation(const char *id) { return found(nae_nation_by_id(nae_d(), id), id); }

void nae_give(const char *id)
{
    NaeState *s = nae_s();
    const unsigned card = found(nae_card_by_id(nae_d(), id), id);
    const unsigned side = nae_card_side(card);
    unsigned kept = 0;
    for (unsigned i = 0; i < s->side[side].pile; i++) {
        if (s->pile[side][i] != card) {
            s->pile[side][kept++] = s->pile[side][i];
        }
    }
    memset(s->pile[side] + kept, 0, NAE_DECK - kept);
    s->side[side].pile = (uint8_t)kept;
    nae_put_card(s, card, NAE_CARD_HAND);
}

void nae_lay_aside(const char *id)
{
    NaeState *s = nae_s();
    const unsigned card = found(nae_card_by_id(nae_d(), id), id);
    const unsigned side = nae_card_side(card);
    if (nae_in_hand(s, card)) {
        s->pile[side][s->side[side].pile++] = (uint8_t)card;
        nae_put_card(s, card, NAE_CARD_PILE);
    }
}

void nae_stand(const char *piece, const char *zone, unsigned bits)
{
    nae_s()->place[nae_piece(piece)] = (uint8_t)nae_zone(zone);
    nae_s()->bits[nae_piece(piece)] = (uint8_t)bits;
}

void nae_take_off(const char *piece) { nae_put(nae_s(), nae_piece(piece), NAE_RESERVE, false); }

void nae_fall(const char *digits)
{
    const size_t count = strlen(digits);
    cr_assert_lt(count, DICE_MAX);
    for (size_t i = 0; i < count; i++) {
        script[i] = (uint8_t)(digits[i] - '0');
    }
    dice = dice_from_script(script, count);
}

unsigned nae_dice_left(void) { return (unsigned)(dice.script_count - dice.script_used); }

static bool find(const char *text, Move *move)
{
    MoveList list;
    const uint32_t count = game_legal(&game, &buffer.header, &list);
    for (uint32_t i = 0; i < count; i++) {
        char own[MOVE_TEXT_BYTES];
        nae_move_text(nae_d(), list.moves[i], own);
        if (strcmp(own, text) == 0) {
            *move = list.moves[i];
            return true;
        }
    }
    return false;
}

bool nae_may(const char *text)
{
    Move move = 0;
    return find(text, &move);
}

/* All legal moves, for the message of a failed test. */
static const char *legal_text(void)
{
    static char text[4000];
    MoveList list;
    size_t used = 0;
    const uint32_t count = game_legal(&game, &buffer.header, &list);
    for (uint32_t i = 0; i < count && used + MOVE_TEXT_BYTES < sizeof text; i++) {
        char own[MOVE_TEXT_BYTES];
        nae_move_text(nae_d(), list.moves[i], own);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s ", own);
    }
    return text;
}

void nae_make(const char *text)
{
    char message[GAME_CHECK_BYTES];
    Move move = 0;
    cr_assert(find(text, &move), "%s is not legal at %s: %s", text, nae_asks(), legal_text());
    game_apply(&game, &buffer.header, move, &dice);
    cr_assert_not(dice.failed, "%s asked for more dice than fell, or other ones", text);
    cr_assert(game.rules->check(game.data, &buffer.header, message), "after %s: %s", text, message);
}

const char *nae_asks(void) { return nae_step_name(buffer.header.step); }

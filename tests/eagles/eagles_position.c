/* eagles_position.c: see eagles_position.h. */
#include "tests/eagles/eagles_position.h"

#include <criterion/criterion.h>

#include "engine/eagles/campaign.h"
#include "engine/scenario.h"

static void ask(Board *b) { b->p = (Play){board_data(b), board_state(b), NULL, 0, NULL}; }

void board_open(Board *b, const char *scenario, const char *override)
{
    Err err;
    static uint8_t ones[2048];
    memset(ones, 1, sizeof ones);
    err_clear(&err);
    memset(b, 0, sizeof *b);
    const bool loaded =
        game_load(&b->game, scenario, override == NULL ? NULL : &override, override == NULL ? 0 : 1, &err);
    cr_assert(loaded, "%s: %s: %s", scenario, err.path, err.message);
    b->dice = dice_from_script(ones, sizeof ones);
    game_setup(&b->game, &b->buffer.header, &b->dice);
    cr_assert_not(b->dice.failed);
    ask(b);
}

void board_close(Board *b) { game_release(&b->game); }

void board_clear(Board *b)
{
    EaglesState *s = board_state(b);
    while (s->rows > 0) {
        eagles_eliminate(&b->p, s->row_key[0], s->row_count[0]);
    }
    for (unsigned l = 0; l < EAGLES_LEADERS_MAX; l++) {
        s->leader_at[l] = EAGLES_UNUSED;
        s->leader_flag[l] = 0;
    }
    for (unsigned city = 0; city < board_data(b)->cities; city++) {
        s->city[city] &= EAGLES_CITY_CONTROL;
    }
    memset(s->trench, 0, sizeof s->trench);
}

void board_month(Board *b, unsigned month) { board_state(b)->header.turn = (uint8_t)month; }

unsigned board_hex(const Board *b, const char *hex)
{
    const unsigned index = eagles_find_hex(board_data(b), hex);
    cr_assert_neq(index, EAGLES_NO_HEX, "no hex %s", hex);
    return index;
}

static unsigned unit_of(const Board *b, const char *nation, const char *type)
{
    const unsigned n = eagles_find_nation(board_data(b), nation);
    const unsigned t = eagles_find_type(type);
    cr_assert(n != EAGLES_NONE && t != EAGLES_TYPES, "no unit %s,%s", nation, type);
    return board_data(b)->nation[n].unit[t];
}

static void put(Board *b, const char *hex, const char *nation, const char *type, unsigned sp, unsigned flags)
{
    const unsigned came = eagles_bring(&b->p, board_hex(b, hex), unit_of(b, nation, type), sp, flags, true);
    cr_assert_eq(came, sp, "only %u of %u %s,%s can come", came, sp, nation, type);
}

void board_put(Board *b, const char *hex, const char *nation, const char *type, unsigned sp)
{
    put(b, hex, nation, type, sp, 0);
}

void board_lead(Board *b, const char *hex, const char *leader)
{
    const unsigned l = eagles_find_leader(board_data(b), leader);
    cr_assert_neq(l, EAGLES_NONE, "no leader %s", leader);
    board_state(b)->leader_at[l] = (uint16_t)board_hex(b, hex);
}

void board_besiege(Board *b, const char *hex, const char *nation, const char *type, unsigned sp,
                   unsigned value)
{
    const unsigned city = board_data(b)->hex[board_hex(b, hex)].city;
    const unsigned n = eagles_find_nation(board_data(b), nation);
    cr_assert_neq(city, EAGLES_NONE, "no city in %s", hex);
    put(b, hex, nation, type, sp, EAGLES_FLAG_INSIDE);
    eagles_set_siege(&b->p, city, eagles_other(board_state(b)->nation[n].side), value);
}

void board_control(Board *b, const char *city, unsigned side)
{
    eagles_set_control(&b->p, eagles_find_city(board_data(b), city), side);
}

void board_conquered(Board *b, const char *nation, unsigned colour)
{
    const unsigned index = board_nation(b, nation);
    eagles_set_nation(&b->p, index, EAGLES_NEUTRAL, colour);
    board_state(b)->nation[index].conquered = 1;
    board_state(b)->nation[index].flags |= EAGLES_NATION_NOW;
    eagles_recolour(&b->p);
    eagles_open_land(&b->p);
}

void board_dice(Board *b, const int *dice)
{
    b->script_count = 0;
    while (dice[b->script_count] != 0) {
        cr_assert_lt(b->script_count, (size_t)BOARD_DICE_MAX);
        b->script[b->script_count] = (uint8_t)dice[b->script_count];
        b->script_count++;
    }
    b->dice = dice_from_script(b->script, b->script_count);
}

void board_begin(Board *b, enum eagles_step step, unsigned side)
{
    EaglesState *s = board_state(b);
    s->active = (uint8_t)side;
    s->depth = 0;
    memset(s->stack, 0, sizeof s->stack);
    eagles_push(&b->p, EAGLES_STEP_PLAYER_TURN)->phase = EAGLES_PHASE_MONTH_END;
    eagles_push(&b->p, step);
    eagles_run(board_data(b), s, &b->dice);
}

static Move parse(const Board *b, const char *text)
{
    Move move = 0;
    cr_assert(eagles_move_parse(board_data(b), text, &move), "\"%s\" is no move", text);
    return move;
}

bool board_offers(const Board *b, const char *move)
{
    return game_move_is_legal(&b->game, &b->buffer.header, parse(b, move));
}

void board_play(Board *b, const char *text)
{
    char message[GAME_CHECK_BYTES] = "";
    if (!board_offers(b, text)) {
        MoveList list;
        char other[MOVE_TEXT_BYTES] = "nothing";
        if (game_legal(&b->game, &b->buffer.header, &list) > 0) {
            eagles_move_text(board_data(b), list.moves[0], other);
        }
        cr_assert_fail("%s is not offered; %u are, such as %s", text, list.count, other);
    }
    game_apply(&b->game, &b->buffer.header, parse(b, text), &b->dice);
    cr_assert_not(b->dice.failed, "the dice ran out after %s", text);
    cr_assert(eagles_check(board_data(b), board_state(b), message), "after %s: %s", text, message);
}

void board_moves(Board *b, const char *const *moves)
{
    for (; *moves != NULL; moves++) {
        board_play(b, *moves);
    }
}

void board_expect_dice(const Board *b)
{
    cr_expect_not(b->dice.failed, "the dice ran out");
    cr_expect_eq(b->dice.script_used, b->script_count, "%zu of %zu dice fell", b->dice.script_used,
                 b->script_count);
}

unsigned board_sp(const Board *b, const char *hex, unsigned side)
{
    return eagles_count(&b->p, board_hex(b, hex), side, EAGLES_ANY);
}

unsigned board_leader_at(const Board *b, const char *leader)
{
    const unsigned l = eagles_find_leader(board_data(b), leader);
    return eagles_state_const(&b->buffer.header)->leader_at[l];
}

unsigned board_sp_of(const Board *b, unsigned place, const char *nation, unsigned type)
{
    const EaglesState *s = eagles_state_const(&b->buffer.header);
    const unsigned unit = board_data(b)->nation[board_nation(b, nation)].unit[type];
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place); i++) {
        sp += eagles_row_unit(s, i) == unit ? s->row_count[i] : 0U;
    }
    return sp;
}

void board_hold(Board *b, const char *hex, const char *nation, unsigned sp, unsigned side)
{
    board_put(b, hex, nation, "I", sp);
    eagles_set_control(&b->p, board_data(b)->hex[board_hex(b, hex)].city, side);
}

unsigned board_controller(const Board *b, const char *city)
{
    return eagles_control(eagles_state_const(&b->buffer.header), eagles_find_city(board_data(b), city));
}

void board_disarm(Board *b)
{
    for (unsigned i = 0; i < board_data(b)->ships; i++) {
        uint16_t *at = &board_state(b)->ship_at[i];
        *at = *at == EAGLES_UNUSED ? *at : EAGLES_SUNK;
    }
    for (unsigned l = 0; l < board_data(b)->leaders; l++) {
        board_state(b)->leader_at[l] = EAGLES_DEAD;
    }
}

void board_expect_laws(const Board *b)
{
    char message[GAME_CHECK_BYTES] = "";
    cr_expect(eagles_check(board_data(b), eagles_state_const(&b->buffer.header), message), "%s", message);
}

void board_open_bare(Board *b, const char *override, unsigned month)
{
    board_open(b, "eagles/1805-15", override);
    board_month(b, month);
    board_clear(b);
    for (unsigned i = 0; i < board_data(b)->ships; i++) {
        board_state(b)->ship_at[i] = EAGLES_SUNK;
    }
}

void board_open_campaign(Board *b, unsigned month, const int *dice)
{
    board_open(b, "eagles/1805-15", NULL);
    board_month(b, month);
    board_dice(b, dice);
    b->p.dice = &b->dice;
}

unsigned board_nation(const Board *b, const char *id)
{
    const unsigned n = eagles_find_nation(board_data(b), id);
    cr_assert_neq(n, EAGLES_NONE, "no nation %s", id);
    return n;
}

/* eagles_sea.c: see eagles_sea.h. */
#include "tests/eagles/eagles_sea.h"

#include <criterion/criterion.h>

void sea_open(Board *b, unsigned month) { board_open_bare(b, NULL, month); }

unsigned sea_place(const Board *b, const char *text)
{
    for (unsigned i = 0; strncmp(text, "sea:", 4) == 0 && i < board_data(b)->seas; i++) {
        if (strcmp(board_data(b)->sea[i].id, text + 4) == 0) {
            return EAGLES_SEA + i;
        }
    }
    return strncmp(text, "coast:", 6) == 0 ? EAGLES_COAST + board_hex(b, text + 6) : board_hex(b, text);
}

void sea_launch(Board *b, const char *place, const char *nation, unsigned type, unsigned count,
                unsigned damaged)
{
    const unsigned unit = board_data(b)->nation[board_nation(b, nation)].unit[type];
    for (unsigned i = 0; i < count; i++) {
        cr_assert(eagles_launch(&b->p, unit, sea_place(b, place)), "no %s ship left", nation);
    }
    for (unsigned i = 0; i < board_data(b)->ships && damaged > 0; i++) {
        if (board_data(b)->ship_unit[i] == unit && board_state(b)->ship_at[i] == sea_place(b, place)) {
            board_state(b)->ship_flag[i] |= EAGLES_SHIP_DAMAGED;
            damaged--;
        }
    }
}

unsigned sea_ships(const Board *b, const char *place, unsigned side)
{
    return eagles_ships(&b->p, side, sea_place(b, place), 0);
}

unsigned sea_damaged(const Board *b, const char *place, unsigned side)
{
    return eagles_ships(&b->p, side, sea_place(b, place), EAGLES_SHIP_DAMAGED);
}

void sea_order(Board *b, const char *place, unsigned side, unsigned band)
{
    for (unsigned i = 0; i < board_data(b)->ships; i++) {
        if (eagles_ship_is(&b->p, i, side, sea_place(b, place), 0)) {
            board_state(b)->ship_order[i] = (uint8_t)band;
        }
    }
}

void sea_nelson(Board *b, const char *place)
{
    for (unsigned i = 0; i < board_data(b)->ships; i++) {
        if (eagles_ship_is(&b->p, i, EAGLES_COALITION, sea_place(b, place), 0)) {
            board_state(b)->leader_at[board_data(b)->nelson] = (uint16_t)(EAGLES_ABOARD + i);
        }
    }
}

void sea_begin(Board *b, Journal *journal, enum eagles_step step, unsigned side, const int *dice,
               const char *const *moves)
{
    board_dice(b, dice);
    journal_open(journal, JOURNAL_ALL);
    b->dice.journal = journal;
    board_begin(b, step, side);
    board_moves(b, moves);
}

void sea_play_last_while(Board *b, enum eagles_step step)
{
    while (b->buffer.header.step == step) {
        MoveList list;
        cr_assert_gt(game_legal(&b->game, &b->buffer.header, &list), 0);
        game_apply(&b->game, &b->buffer.header, list.moves[list.count - 1], &b->dice);
    }
}

unsigned sea_noted(const Journal *journal, unsigned kind)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < journal->count; i++) {
        count += journal->entries[i].kind == kind;
    }
    return count;
}

const JournalEntry *sea_entry(const Journal *journal, unsigned kind)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        if (journal->entries[i].kind == kind) {
            return &journal->entries[i];
        }
    }
    cr_assert_fail("nothing of kind %u was noted", kind);
    return NULL;
}

unsigned sea_fates(const Journal *journal, int fate)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < journal->count; i++) {
        count += journal->entries[i].kind == EAGLES_EVENT_SHIP && journal->entries[i].args[1] == fate;
    }
    return count;
}

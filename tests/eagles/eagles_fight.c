/* eagles_fight.c: see eagles_fight.h. */
#include "tests/eagles/eagles_fight.h"

#include <criterion/criterion.h>

void fight_open(Board *b, Journal *journal, unsigned side, const char *override, const int *dice)
{
    board_open_bare(b, override, SUMMER);
    board_dice(b, dice);
    journal_open(journal, JOURNAL_ALL);
    b->dice.journal = journal;
    board_state(b)->active = (uint8_t)side;
}

void fight_begin(Board *b, const char *const *moves)
{
    board_begin(b, EAGLES_STEP_COMBAT, board_state(b)->active);
    board_moves(b, moves);
}

const JournalEntry *fight_throw(const Journal *journal, unsigned n)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        if (journal->entries[i].kind == EAGLES_EVENT_ROLL && n-- == 0) {
            return &journal->entries[i];
        }
    }
    cr_assert_fail("that throw did not fall");
    return NULL;
}

void fight_expect_throw(const Journal *journal, unsigned n, unsigned larger, unsigned row, int modifier,
                        unsigned larger_cell, unsigned smaller_cell)
{
    const JournalEntry *e = fight_throw(journal, n);
    cr_expect_eq((unsigned)e->args[8], larger, "throw %u: larger side %d", n, e->args[8]);
    cr_expect_eq((unsigned)e->args[4], row, "throw %u: row %d", n, e->args[4]);
    cr_expect_eq(e->args[7], modifier, "throw %u: modifier %d", n, e->args[7]);
    cr_expect_eq((unsigned)e->args[9], larger_cell, "throw %u: larger cell %d", n, e->args[9]);
    cr_expect_eq((unsigned)e->args[10], smaller_cell, "throw %u: smaller cell %d", n, e->args[10]);
}

void fight_expect_sp(const Board *b, const char *hex, unsigned french, unsigned allied)
{
    const unsigned of_france = board_sp(b, hex, EAGLES_FRANCE);
    const unsigned of_coalition = board_sp(b, hex, EAGLES_COALITION);
    cr_expect_eq(of_france, french, "%s: %u French", hex, of_france);
    cr_expect_eq(of_coalition, allied, "%s: %u allied", hex, of_coalition);
}

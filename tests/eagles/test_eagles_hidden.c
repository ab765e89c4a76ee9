/* test_eagles_hidden.c: closed information (map 11, 14): what a seat sees of enemy stacks, and worlds dealt
 * from it.
 */
#include <criterion/criterion.h>

#include "engine/eagles/hidden.h"
#include "tests/eagles/eagles_position.h"

static Board b;

static void open_closed(void)
{
    board_open(&b, "eagles/1812", "options.open_information=false");
    board_clear(&b);
    board_put(&b, "4313", "france", "I", 3); /* Vilna */
    board_put(&b, "4312", "russia", "I", 2); /* next to it */
    board_put(&b, "5012", "russia", "I", 5); /* Smolensk, far away */
    board_put(&b, "5012", "russia", "C", 2);
    board_put(&b, "5508", "russia", "GI", 1); /* Moscow */
}

/* SP of Russia in a hex, by type; all types: EAGLES_TYPES. */
static unsigned russians(const EaglesState *s, unsigned place, unsigned type)
{
    const EaglesData *d = board_data(&b);
    const unsigned russia = eagles_find_nation(d, "russia");
    unsigned sp = 0;
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place); i++) {
        const EaglesUnit *u = &d->unit[eagles_row_unit(s, i)];
        sp += u->nation == russia && (type == EAGLES_TYPES || u->type == type) ? s->row_count[i] : 0U;
    }
    return sp;
}

Test(eagles_hidden, a_distant_stack_shows_that_it_is_there)
{
    open_closed();
    EaglesState view = *board_state(&b);
    eagles_view(board_data(&b), &view, SEAT_FRENCH);
    cr_expect_eq(russians(&view, board_hex(&b, "4312"), EAGLES_I), 2, "neighbours are seen");
    cr_expect_eq(russians(&view, board_hex(&b, "5012"), EAGLES_TYPES), 1, "seven SP look like one stack");
    cr_expect_eq(russians(&view, board_hex(&b, "5508"), EAGLES_GI), 0,
                 "nobody knows that the Guard is in Moscow");
    cr_expect_eq(russians(&view, EAGLES_HIDDEN, EAGLES_I), 5, "but how many there are");
    cr_expect_eq(russians(&view, EAGLES_HIDDEN, EAGLES_GI), 1);
    EaglesState own = *board_state(&b);
    eagles_view(board_data(&b), &own, SEAT_COALITION);
    cr_expect_eq(russians(&own, board_hex(&b, "5012"), EAGLES_TYPES), 7, "the owner sees all");
    board_close(&b);
}

Test(eagles_hidden, worlds_deal_what_is_hidden)
{
    bool moved = false;
    open_closed();
    EaglesState view = *board_state(&b);
    eagles_view(board_data(&b), &view, SEAT_FRENCH);
    Rng rng;
    rng_init(&rng, 7, 1);
    for (unsigned k = 0; k < 50; k++) {
        EaglesState world = view;
        char message[GAME_CHECK_BYTES] = "";
        eagles_determinize(board_data(&b), &world, SEAT_FRENCH, &rng);
        const unsigned smolensk = russians(&world, board_hex(&b, "5012"), EAGLES_TYPES);
        const unsigned moscow = russians(&world, board_hex(&b, "5508"), EAGLES_TYPES);
        cr_expect_eq(smolensk + moscow, 8);
        cr_expect(smolensk > 0 && moscow > 0);
        cr_expect_eq(russians(&world, EAGLES_HIDDEN, EAGLES_TYPES), 0);
        cr_expect(eagles_check(board_data(&b), &world, message), "%s", message);
        moved = moved || russians(&world, board_hex(&b, "5508"), EAGLES_GI) == 0;
    }
    cr_expect(moved, "the Guard is not always in Moscow");
    board_close(&b);
}

Test(eagles_hidden, texts_tell_no_more_than_the_view)
{
    StrBuf text;
    open_closed();
    strbuf_init(&text);
    eagles_position_text(board_data(&b), board_state(&b), SEAT_FRENCH, &text);
    cr_expect_not_null(strstr(text.text, "green troops"));
    cr_expect_null(strstr(text.text, "Guard"));
    strbuf_clear(&text);
    eagles_position_text(board_data(&b), board_state(&b), SEAT_BOTH, &text);
    cr_expect_not_null(strstr(text.text, "1 Russian Guard infantry"));
    strbuf_release(&text);
    board_close(&b);
}

Test(eagles_hidden, with_open_information_nothing_is_hidden)
{
    board_open(&b, "eagles/1812", NULL);
    EaglesState view = *board_state(&b);
    eagles_view(board_data(&b), &view, SEAT_FRENCH);
    cr_expect_eq(memcmp(view.row_key, board_state(&b)->row_key, sizeof view.row_key), 0);
    board_close(&b);
}

/* test_eagles_why.c: why a move is not legal: the clause for steps of a march, overruns, attacks, sieges,
 * production, alliances and fleets; a reason for every choice of the open decision that is not on the list,
 * and none for those that are. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/why.h"
#include "engine/rng.h"
#include "tests/eagles/eagles_position.h"

enum { SEPTEMBER_1805 = 1, JANUARY_1806 = 5, JANUARY_1809 = 41 };

static Board b;

/* The reason for a move of the seat to act, from its view. */
static const char *reason(const Board *board, const char *move, char clause[WORDS_CLAUSE_BYTES])
{
    static char text[1024];
    StrBuf out;
    EaglesState view = *eagles_state_const(&board->buffer.header);
    const Seat seat = (Seat)view.header.seat;
    eagles_view(board_data(board), &view, seat);
    strbuf_init(&out);
    eagles_why_not(board_data(board), &view.header, seat, move, &out, clause);
    (void)snprintf(text, sizeof text, "%s", out.text);
    strbuf_release(&out);
    return text;
}

/* The move is not legal, and the reason has these words and this clause. */
static void expect_why(int line, const char *move, const char *words, const char *clause)
{
    char found[WORDS_CLAUSE_BYTES];
    const char *text = reason(&b, move, found);
    cr_expect_not(board_offers(&b, move), "line %d: %s is legal", line, move);
    cr_expect(strstr(text, words) != NULL, "line %d: %s: found \"%s\", expected \"%s\"", line, move, text,
              words);
    cr_expect_str_eq(found, clause, "line %d: %s: \"%s\"", line, move, text);
}
#define why(move, words, clause) expect_why(__LINE__, move, words, clause)

static void open_field(void)
{
    board_open(&b, "eagles/1805", NULL);
    board_clear(&b);
}

static void open_empty(unsigned month)
{
    board_open_campaign(&b, month, (const int[]){0});
    board_clear(&b);
    for (unsigned i = 0; i < board_data(&b)->ships; i++) {
        board_state(&b)->ship_at[i] = EAGLES_SUNK;
    }
}

static unsigned unit(const char *nation, const char *type)
{
    return board_data(&b)->nation[board_nation(&b, nation)].unit[eagles_find_type(type)];
}

static void launch(const char *hex, const char *nation, const char *type)
{
    cr_assert(eagles_launch(&b.p, unit(nation, type), board_hex(&b, hex)));
}

/* ------------------------------------------------------------------ the march */

Test(eagles_why, groups)
{
    open_field();
    board_put(&b, "1624", "france", "I", 13);
    board_lead(&b, "1624", "davout");
    board_put(&b, "1724", "france", "I", 5);
    board_put(&b, "1924", "france", "C", 1);
    board_put(&b, "3427", "austria", "I", 1);
    board_besiege(&b, "2726", "france", "C", 2, 1);
    board_put(&b, "2726", "austria", "I", 3);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    why("PICK(1724)", "has no leader", "7.1");
    why("PICK(1823)", "has no troops", "7.1");
    why("PICK(2726)", "besieged", "7.1");
    why("TARGET(3427)", "Something else is decided now", "15.2");
    why("STEP(E)", "groups are made up", "15.2");
    why("ALLY(austria)", "politics have their step", "15.2");
    board_play(&b, "PICK(1624)");
    why("TAKE(ALL)", "more than the leaders may take", "7.1");
    why("TAKE(LEAVE_ONE,france,I)", "12 SP are more than", "7.1");
    board_moves(&b, (const char *const[]){"TAKE(ROWS)", NULL});
    why("ROWS(france,I,11)", "1 to 10", "15.2");
    board_moves(&b, (const char *const[]){"ROWS(france,I,4)", NULL});
    why("STOP", "goes somewhere first", "15.2");
    why("DROP", "where it starts", "7.3");
    why("FM_STEP(E)", "is paid with what is left", "7.5");
    board_play(&b, "STEP(E)");
    why("STEP(W)", "no way back", "15.2");
    board_play(&b, "STOP");
    why("PICK(1523)", "has no troops", "7.1");
    why("PICK(1624)", "has no leader", "7.1");
    board_moves(&b, (const char *const[]){"PICK(1924)", "STEP(W)", "STOP", NULL});
    if (b.buffer.header.step == EAGLES_STEP_PICK) {
        why("PICK(1724)", "ascending order", "15.2");
    }
    board_close(&b);
}

/* Leaders, water, lakes, neutrals, MP. */
Test(eagles_why, steps)
{
    open_field();
    board_put(&b, "2926", "france", "I", 4); /* next to Austria and Bohemia */
    board_lead(&b, "2926", "davout");
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    why("LEADER(charles)", "Something else is decided now", "15.2");
    board_moves(&b, (const char *const[]){"PICK(2926)", "TAKE(ALL)", NULL});
    board_state(&b)->group.spent = 3;
    MoveList list;
    unsigned told = 0;
    for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
        char text[MOVE_TEXT_BYTES];
        char clause[WORDS_CLAUSE_BYTES];
        eagles_move_text(board_data(&b), eagles_move(EAGLES_MOVE_STEP, way), text);
        told += strstr(reason(&b, text, clause), "MP and 0 are left") != NULL;
    }
    cr_expect_gt(told, 3, "%u", told);
    cr_expect_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
    board_close(&b);

    open_field(); /* a neutral Prussia */
    board_put(&b, "2720", "france", "C", 1);
    board_put(&b, "2521", "france", "C", 1);
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_play(&b, "PICK(2521)");
    unsigned closed = 0;
    for (unsigned way = 0; way < EAGLES_DIRECTIONS; way++) {
        char text[MOVE_TEXT_BYTES];
        char clause[WORDS_CLAUSE_BYTES];
        eagles_move_text(board_data(&b), eagles_move(EAGLES_MOVE_STEP, way), text);
        closed += strstr(reason(&b, text, clause), "neutrality closes") != NULL;
    }
    cr_expect_gt(closed, 0);
    board_close(&b);

    open_empty(SEPTEMBER_1805);
    board_put(&b, "4600", "russia", "C", 1);
    board_put(&b, "1924", "france", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_COALITION);
    board_play(&b, "PICK(4600)");
    why("STEP(E)", "is a lake", "7.2");
    why("STEP(NW)", "There is no land", "7.2");
    board_close(&b);
}

static void against(unsigned foot, unsigned enemies, const char *enemy_type, unsigned spent)
{
    open_field();
    board_put(&b, "1624", "france", "I", foot);
    board_lead(&b, "1624", "davout");
    board_put(&b, "1724", "austria", enemy_type, enemies);
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(1624)", "TAKE(ALL)", NULL});
    board_state(&b)->group.spent = (uint8_t)spent;
}

Test(eagles_why, overruns)
{
    against(7, 2, "I", 0);
    why("STEP(E)", "too few to overrun 2", "7.4");
    board_close(&b);
    against(8, 1, "C", 0);
    why("STEP(E)", "1 cavalry SP, the group 0", "7.4");
    board_close(&b);
    against(8, 2, "I", 2);
    why("STEP(E)", "costs 2 MP, one of them for fighting", "7.4");
    board_close(&b);
    against(8, 2, "I", 0);
    for (unsigned i = 0; i < board_state(&b)->rows; i++) {
        board_state(&b)->row_key[i] |= EAGLES_FLAG_UNSUPPLIED;
    }
    why("STEP(E)", "out of supply", "7.4");
    why("FM_STEP(E)", "is paid with what is left", "7.5");
    board_close(&b);

    open_field();
    board_put(&b, "2725", "france", "I", 8);
    board_lead(&b, "2725", "davout");
    board_put(&b, "2726", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_MOVEMENT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"PICK(2725)", "TAKE(ALL)", NULL});
    why("STEP(SW)", "nobody is overrun in a city", "7.4");
    board_close(&b);
}

/* ------------------------------------------------------------------ battles and sieges */

Test(eagles_why, attacks)
{
    open_field();
    board_put(&b, "1624", "france", "I", 6);
    board_put(&b, "1724", "austria", "I", 3);
    board_put(&b, "1623", "austria", "I", 3);
    board_put(&b, "2726", "france", "I", 4);
    board_besiege(&b, "2726", "austria", "I", 3, 2);
    board_put(&b, "2725", "france", "I", 2);
    board_put(&b, "3427", "austria", "I", 1);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    why("TARGET(3427)", "stand next to", "8.1");
    why("TARGET(1924)", "No enemies", "8.1");
    board_play(&b, "TARGET(1623)");
    why("TARGET(1724)", "a hex initiates one battle", "8.1");
    why("TARGET(1623)", "has been passed", "8.1");
    board_play(&b, "TARGET(2726)");
    why("PICK(1624)", "Something else is decided now", "8.8");
    board_close(&b);
}

Test(eagles_why, sieges)
{
    open_field();
    board_put(&b, "2725", "france", "I", 4);
    board_put(&b, "2726", "austria", "I", 6);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_play(&b, "TARGET(2726)");
    why("SHELTER(all)", "shelters 4 SP", "9.1");
    board_close(&b);

    open_field();
    board_put(&b, "2725", "france", "I", 2);
    board_put(&b, "2726", "austria", "I", 4);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(2726)", "SHELTER(all)", NULL});
    why("CITY_CHOICE(besiege)", "as many supplied SP", "9.2");
    board_close(&b);

    open_empty(SEPTEMBER_1805);
    board_put(&b, "0446", "spain", "I", 6);
    board_put(&b, "0546", "spain", "I", 3);
    board_besiege(&b, "0546", "england", "I", 2, 2);
    launch("0546", "england", "S");
    board_put(&b, "1624", "france", "I", 2);
    board_put(&b, "1724", "austria", "I", 2);
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    why("TARGET(0546)", "Gibraltar", "9.8");
    board_close(&b);
}

Test(eagles_why, withdrawals_and_joins)
{
    open_field();
    board_put(&b, "1624", "france", "I", 10);
    board_put(&b, "1724", "russia", "I", 10);
    board_put(&b, "1625", "france", "I", 3);
    board_lead(&b, "1625", "davout");
    board_dice(&b, (const int[]){3, 4, 0});
    board_begin(&b, EAGLES_STEP_COMBAT, EAGLES_FRANCE);
    board_moves(&b, (const char *const[]){"TARGET(1724)", "FROM(1624)", NULL});
    why("WITHDRAW(1724,go)", "now that of near Cherbourg (1624)", "8.8");
    why("WITHDRAW(1624,join,2)", "no battle 2", "8.9");
    board_play(&b, "WITHDRAW(1624,go)");
    why("RETREAT(1724,all)", "Enemies are in", "8.8");
    why("RETREAT(1924,all)", "is not next to", "8.8");
    board_close(&b);
}

/* ------------------------------------------------------------------ production, alliances */

Test(eagles_why, production)
{
    open_empty(SEPTEMBER_1805);
    board_dice(&b, (const int[]){1, 0});
    board_begin(&b, EAGLES_STEP_PRODUCTION, EAGLES_FRANCE);
    why("BUILD(holland,I)", "build ships alone", "13.3");
    why("BUILD(france,P)", "None of these", "13.3");
    board_state(&b)->campaign.production.red = 2;
    why("BUILD(france,C)", "costs 2 points, and 1 of the right kind are left", "13.3");
    board_state(&b)->campaign.production.red = 20;
    board_moves(&b, (const char *const[]){"BUILD(france,GI)", NULL});
    why("BUILD_AT(vienna)", "not a city of France", "13.3");
    why("BUILD_AT(brest)", "no production city for such units", "13.3");
    why("STORE(france,2)", "Something else is decided now", "13.3");
    board_play(&b, "BUILD_AT(paris)");
    why("BUILD(france,I)", "has been passed", "13.3");
    board_close(&b);
}

Test(eagles_why, alliances)
{
    open_empty(JANUARY_1809);
    board_begin(&b, EAGLES_STEP_DECLARE, EAGLES_FRANCE);
    why("WAR(austria)", "in it already", "13.6");
    why("WAR(westphalia)", "not formed", "13.6");
    board_begin(&b, EAGLES_STEP_DECLARE, EAGLES_COALITION);
    why("WAR(prussia)", "do not side with France", "13.6");
    board_control(&b, "vienna", EAGLES_FRANCE);
    board_control(&b, "budapest", EAGLES_FRANCE);
    board_control(&b, "moscow", EAGLES_FRANCE);
    board_state(&b)->nation[board_nation(&b, "austria")].conquered = 3;
    memset(board_state(&b)->pool, 0, sizeof board_state(&b)->pool);
    board_begin(&b, EAGLES_STEP_ALLY, EAGLES_FRANCE);
    cr_assert_eq(b.buffer.header.step, EAGLES_STEP_ALLY);
    why("ALLY(bavaria)", "is on the side of France", "13.2");
    why("ALLY(england)", "Nobody makes an alliance", "13.2");
    why("ALLY(westphalia)", "not formed", "13.2");
    why("ALLY(prussia)", "after it has been conquered", "13.2");
    why("ALLY(denmark)", "have both been conquered", "13.2");
    why("ALLY(russia)", "while Austria and Prussia are both conquered", "13.2");
    board_close(&b);
}

/* ------------------------------------------------------------------ fleets */

Test(eagles_why, fleets)
{
    open_empty(SEPTEMBER_1805);
    launch("1123", "france", "S");
    launch("2236", "france", "S");
    cr_assert(eagles_launch(&b.p, unit("england", "S"), EAGLES_COAST + board_hex(&b, "1123")));
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    why("SAIL(1920)", "has no ships", "12");
    why("TO(sea:north_sea)", "fleets sail one after the other", "12");
    board_play(&b, "SAIL(2236)");
    why("TO(sea:north_sea)", "does not border", "12");
    why("TO_PORT", "not at sea", "12");
    board_moves(&b, (const char *const[]){"TO(sea:western_mediterranean)", "TO(sea:atlantic_ocean)", NULL});
    why("PICK_UP", "no ships here", "12");
    why("IRELAND", "Once a game", "13.10");
    board_play(&b, "TO_PORT");
    why("TO(0140)", "is no port of France", "12");
    why("TO(1920)", "does not border", "12");
    board_close(&b);

    open_empty(SEPTEMBER_1805);
    board_state(&b)->nation[board_nation(&b, "austria")].conquered = 2;
    eagles_take_side(&b.p, board_nation(&b, "austria"), EAGLES_FRANCE);
    launch("3232", "austria", "S");
    launch("1123", "france", "S");
    board_begin(&b, EAGLES_STEP_NAVAL, EAGLES_FRANCE);
    why("SAIL(3232)", "stay in port", "13.5");
    board_close(&b);
}

/* ------------------------------------------------------------------ whatever is asked */

/* A move of a kind with arguments at random, most of them not legal. */
static Move some_move(unsigned kind, unsigned argument, Rng *rng)
{
    const EaglesData *d = board_data(&b);
    const unsigned hex = (unsigned)rng_bounded(rng, d->hexes);
    switch (kind) {
    case EAGLES_MOVE_PICK:
    case EAGLES_MOVE_TARGET:
    case EAGLES_MOVE_FROM:
    case EAGLES_MOVE_PLACE:
    case EAGLES_MOVE_LEADER_TO:
    case EAGLES_MOVE_JOIN_HEX:
    case EAGLES_MOVE_RETREAT_PORT:
        return eagles_move(kind, hex);
    case EAGLES_MOVE_REAR:
    case EAGLES_MOVE_CROSS:
        return eagles_move(kind, hex + 1U);
    case EAGLES_MOVE_STEP:
    case EAGLES_MOVE_FM_STEP:
        return eagles_move(kind, (unsigned)rng_bounded(rng, EAGLES_DIRECTIONS));
    case EAGLES_MOVE_LEADER:
        return eagles_move(kind, (unsigned)rng_bounded(rng, d->leaders));
    case EAGLES_MOVE_COLOUR:
        return eagles_move(kind, (unsigned)rng_bounded(rng, EAGLES_COLOURS));
    case EAGLES_MOVE_ALLY:
    case EAGLES_MOVE_WAR:
    case EAGLES_MOVE_REQUEST_EXP:
        return eagles_move(kind, (unsigned)rng_bounded(rng, d->nations) + 1U);
    case EAGLES_MOVE_BUILD:
        return eagles_move(kind,
                           (unsigned)rng_bounded(rng, d->nations) << 4U | rng_bounded(rng, EAGLES_TYPES));
    case EAGLES_MOVE_BUILD_AT:
    case EAGLES_MOVE_REPLACE_AT:
    case EAGLES_MOVE_SPLIT:
        return eagles_move(kind, (unsigned)rng_bounded(rng, d->cities));
    case EAGLES_MOVE_RETREAT:
    case EAGLES_MOVE_BESIEGE_WITH:
        return eagles_move_part(kind, hex, EAGLES_PART_ALL);
    case EAGLES_MOVE_WITHDRAW:
    case EAGLES_MOVE_JOIN:
        return eagles_move_battle(kind, rng_bounded(rng, 2) == 0 ? argument >> 6U : hex,
                                  2U + rng_bounded(rng, 4));
    case EAGLES_MOVE_ADVANCE:
        return eagles_move_advance(hex, (unsigned)rng_bounded(rng, EAGLES_DIRECTIONS), EAGLES_PART_ALL);
    case EAGLES_MOVE_LOSS:
        return eagles_move_loss(eagles_row_argument((unsigned)rng_bounded(rng, d->land_units), false), hex);
    case EAGLES_MOVE_SAIL:
    case EAGLES_MOVE_TO:
        return eagles_move(kind, rng_bounded(rng, 2) == 0 ? (unsigned)rng_bounded(rng, d->seas)
                                                          : EAGLES_SEAS_MAX + 2U * hex);
    case EAGLES_MOVE_TAKE_ALL:
    case EAGLES_MOVE_TAKE_NONE:
    case EAGLES_MOVE_TAKE_ROWS: {
        static const uint8_t TAKES[] = {EAGLES_MOVE_TAKE_ALL, EAGLES_MOVE_TAKE_NONE, EAGLES_MOVE_TAKE_ROWS};
        return eagles_move(TAKES[rng_bounded(rng, 3)], 0);
    }
    case EAGLES_MOVE_STOP:
        return eagles_move(rng_bounded(rng, 2) == 0 ? EAGLES_MOVE_DROP : EAGLES_MOVE_FM_STEP, 0);
    case EAGLES_MOVE_CITY_CHOICE:
        return eagles_move(kind, (unsigned)rng_bounded(rng, 3));
    case EAGLES_MOVE_SHELTER:
        return eagles_move(kind, rng_bounded(rng, 2) == 0 ? EAGLES_PART_ALL : EAGLES_PART_ROWS);
    default:
        return eagles_move(EAGLES_MOVE_PICK, hex); /* most often not asked now */
    }
}

static bool on_list(const MoveList *list, Move move)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->moves[i] == move) {
            return true;
        }
    }
    return false;
}

/* Legal moves have no reason, others have one, with its clause. */
static void ask_all(const char *scenario, const MoveList *list, Rng *rng)
{
    enum { ASKED = 6 };
    for (unsigned k = 0; k < ASKED; k++) {
        char text[MOVE_TEXT_BYTES];
        char clause[WORDS_CLAUSE_BYTES];
        const Move legal = list->moves[rng_bounded(rng, list->count)];
        eagles_move_text(board_data(&b), legal, text);
        cr_expect_str_eq(reason(&b, text, clause), "", "%s: %s is legal", scenario, text);
        const Move other = some_move(eagles_move_kind(legal), eagles_move_argument(legal), rng);
        Move parsed = 0;
        eagles_move_text(board_data(&b), other, text);
        if (on_list(list, other) || !eagles_move_parse(board_data(&b), text, &parsed) || parsed != other) {
            continue;
        }
        const char *found = reason(&b, text, clause);
        cr_expect_gt(strlen(found), 10, "%s: no reason for %s", scenario, text);
        cr_expect_gt(strlen(clause), 0, "%s: %s: \"%s\" has no clause", scenario, text, found);
        cr_expect(strstr(found, "(null)") == NULL && strchr(found, '\n') == NULL, "%s: %s: \"%s\"", scenario,
                  text, found);
    }
}

static void random_game(const char *scenario, const char *override, unsigned decisions, uint64_t seed)
{
    Rng rng;
    Rng luck;
    rng_init(&rng, seed, 1);
    rng_init(&luck, seed, 2);
    board_open(&b, scenario, override);
    b.dice = dice_from_stream(luck);
    for (unsigned i = 0; i < decisions && b.buffer.header.over == 0; i++) {
        MoveList list;
        cr_assert_gt(game_legal(&b.game, &b.buffer.header, &list), 0);
        if (list.count > 1) {
            ask_all(scenario, &list, &rng);
        }
        game_apply(&b.game, &b.buffer.header, list.moves[rng_bounded(&rng, list.count)], &b.dice);
    }
    board_close(&b);
}

Test(eagles_why, a_reason_for_all_but_what_is_legal)
{
    static const char *const SCENARIOS[] = {"eagles/1805", "eagles/1812", "eagles/1813", "eagles/1814",
                                            "eagles/1808-14"};
    for (size_t i = 0; i < sizeof SCENARIOS / sizeof SCENARIOS[0]; i++) {
        random_game(SCENARIOS[i], NULL, 400, 7 + i);
    }
    random_game("eagles/1806", "options.open_information=false", 400, 17); /* what is hidden is no reason */
    random_game("eagles/1805-15", NULL, 1500, 77);
}

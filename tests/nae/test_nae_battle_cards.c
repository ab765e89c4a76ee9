/* test_nae_battle_cards.c: every combat card with a bonus for the battle roll, played at Salzburg by the side
 * and in the part it is for: offered there, worth what is printed, and not offered in the other part where it
 * asks for one (14.5.7, map 21). */
#include <criterion/criterion.h>

#include "tests/nae/nae_position.h"

enum { EITHER = 2 };

typedef struct Row {
    const char *card;
    unsigned role; /* 0 attacker, 1 defender, EITHER */
    int bonus;
} Row;

/* The armies meet at Salzburg in a minor battle (3F: +1), both in supply; the side of the card attacks or
 * defends. */
static void armies_meet(const char *card, unsigned role)
{
    nae_start("1805", "");
    const unsigned side = nae_card_side(card_of(card));
    hand(card);
    at("munich", "dp_france_1=");
    at("ulm", "dp_france_2=");
    at("bade", "dp_france_3=");
    at("salzbourg", "napoleon murat grande_armee fr_1 fr_2 fr_3 fr_garde fr_res_cav");
    at("salzbourg", "charles");
    at("salzbourg", "armee_allemagne au_1 au_2 au_3 au_res_cav");
    const unsigned attacker = role == 0 ? side : nae_other(side);
    dice("3 3 3 3 1 1 1 1 1 1 1 1");
    battle("salzbourg", attacker, attacker == NAE_EMPIRE ? "munich" : "innsbruck", 0);
}

/* Declines everything until the card is offered; false if the battle is rolled first. */
static bool is_offered(const char *card)
{
    for (unsigned i = 0; i < 12 && ns()->battle.attacker < SEAT_NONE && ns()->battle.dice[0] == 0; i++) {
        const NaeFrame *top = &ns()->frame[ns()->frames - 1];
        MoveList list = {0};
        char text[MOVE_TEXT_BYTES];
        NAE_STEPS[top->step].options(np(), top, &list);
        for (unsigned k = 0; k < list.count; k++) {
            if (list.moves[k] == nae_move1(NAE_M_COMBAT_CARD, card_of(card))) {
                return true;
            }
        }
        nae_move_text(nd(), list.moves[list.count - 1], text);
        play(text);
    }
    return false;
}

Test(nae_battle_cards, bonuses_14_5_7)
{
    static const Row rows[] = {
        {"3F", EITHER, 1}, {"5F", EITHER, 1},  {"28F", EITHER, 0}, {"30F", 1, 1}, {"31F", EITHER, 1},
        {"5C", EITHER, 0}, {"11C", EITHER, 1}, {"28C", 1, 2},      {"30C", 1, 1},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned role = 0; role < 2; role++) {
            armies_meet(rows[i].card, role);
            const bool wanted = rows[i].role == EITHER || rows[i].role == role;
            const bool offered = is_offered(rows[i].card);
            cr_expect_eq(offered, wanted, "%s in part %u", rows[i].card, role);
            if (!offered) {
                continue;
            }
            const int before = ns()->battle.card_bonus[role];
            NaeFrame *top = &ns()->frame[ns()->frames - 1];
            NAE_STEPS[top->step].choose(np(), top, nae_move1(NAE_M_COMBAT_CARD, card_of(rows[i].card)));
            const int stars = rows[i].card[0] == '2' && rows[i].card[2] == 'F'
                                  ? nae_unit(nd(), piece_of("fr_garde"))->stars
                                  : 0;
            cr_expect_eq(ns()->battle.card_bonus[role] - before, rows[i].bonus + stars, "%s in part %u: %d",
                         rows[i].card, role, ns()->battle.card_bonus[role]);
            cr_expect_not(nae_in_hand(ns(), card_of(rows[i].card)), "%s is spent", rows[i].card);
        }
    }
}

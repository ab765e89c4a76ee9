/* battle_cards.c: combat cards of both sides and the moments at which each may be played [14.5.7],
 * map 12.1b, 21. */
#include "engine/nae/battle.h"
#include "engine/nae/events.h"

typedef struct Row {
    uint8_t card;
    uint8_t window; /* enum nae_card_window */
} Row;

static const Row ROWS[] = {
    {NAE_F(6), NAE_WINDOW_OPEN},     {NAE_C(12), NAE_WINDOW_OPEN},    {NAE_C(42), NAE_WINDOW_OPEN},
    {NAE_F(3), NAE_WINDOW_BATTLE},   {NAE_F(5), NAE_WINDOW_BATTLE},   {NAE_F(28), NAE_WINDOW_BATTLE},
    {NAE_F(30), NAE_WINDOW_BATTLE},  {NAE_F(31), NAE_WINDOW_BATTLE},  {NAE_C(5), NAE_WINDOW_BATTLE},
    {NAE_C(11), NAE_WINDOW_BATTLE},  {NAE_C(28), NAE_WINDOW_BATTLE},  {NAE_C(30), NAE_WINDOW_BATTLE},
    {NAE_C(31), NAE_WINDOW_BATTLE},  {NAE_C(44), NAE_WINDOW_BATTLE},  {NAE_C(4), NAE_WINDOW_WOUND},
    {NAE_F(51), NAE_WINDOW_RETREAT}, {NAE_F(50), NAE_WINDOW_TEST},    {NAE_C(32), NAE_WINDOW_TEST},
    {NAE_F(47), NAE_WINDOW_FAILED},  {NAE_F(55), NAE_WINDOW_PURSUED}, {NAE_F(8), NAE_WINDOW_PURSUIT},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* ---- what each card asks for ---- */

static bool napoleon_commands(const NaeData *d, const NaeState *s, unsigned role)
{
    const unsigned general = nae_battle_general(d, s, role);
    return general == NAE_NAPOLEON;
}

/* The Garde fights and does not lead the assault already. */
static bool garde_free(const NaeData *d, const NaeState *s, unsigned role)
{
    return nae_pieces_in(nae_fighters(d, s, role), NAE_GARDE) && s->battle.spearhead[role] != NAE_GARDE;
}

static bool british_command(const NaeData *d, const NaeState *s, unsigned role)
{
    const unsigned general = nae_battle_general(d, s, role);
    return general != NAE_NONE && d->nation_of[general] == NAE_BRITAIN;
}

static bool counter_marches_open(const NaeData *d, const NaeState *s, unsigned role)
{
    const unsigned barred =
        nae_role_side(s, role) == NAE_EMPIRE ? NAE_BATTLE_NO_COUNTER_MARCH_E : NAE_BATTLE_NO_COUNTER_MARCH_K;
    return (s->battle.flags & (NAE_BATTLE_INTERCEPTION | barred)) == 0 &&
           nae_has_units(d, nae_fighters(d, s, role));
}

/* Somebody may still counter-march: 6F, 12C and 42C are of use. */
static bool counter_useful(const NaePlay *p, unsigned role)
{
    MoveList list = {0};
    return counter_marches_open(p->d, p->s, role) && nae_can_counter_march(p, role, &list);
}

/* Under fog of war 42C is offered wherever it may be of use for all that shows [9.2]: the counters with a
 * general are counted, whatever they are and known or not, and any general next door may come. So it is
 * never withheld where it is of use, and its offer tells nothing. */
static bool quarrel_possible(const NaeData *d, const NaeState *s, unsigned enemy)
{
    enum { SUBORDINATED = 3 }; /* who commands, a corps, and one who may be a subordinate */
    const NaePieces set = nae_fighters(d, s, enemy);
    const NaePieces stack = nae_pieces_minus(set, nae_with(s, nae_pieces_and(set, d->depots), NAE_FIXED));
    return (nae_pieces_meet(stack, d->generals) && nae_pieces_count(stack) >= SUBORDINATED) ||
           (counter_marches_open(d, s, enemy) && nae_has_neighbours(d, s, enemy));
}

static bool quarrel_useful(const NaePlay *p, unsigned enemy)
{
    if (p->d->option.fog_of_war) {
        return quarrel_possible(p->d, p->s, enemy);
    }
    const NaePieces generals = nae_pieces_and(nae_fighters(p->d, p->s, enemy), p->d->generals);
    return !nae_pieces_empty(nae_without(p->s, generals, NAE_COMMANDS)) || counter_useful(p, enemy);
}

static bool supplied(const NaeData *d, const NaeState *s, unsigned role)
{
    return !nae_mostly_unsupplied(d, s, nae_fighters(d, s, role));
}

/* Conditions of the cards of B8. */
static bool bonus_allowed(const NaeData *d, const NaeState *s, unsigned role, unsigned card)
{
    const NaePieces own = nae_fighters(d, s, role);
    switch (card) {
    case NAE_F(3):
        return supplied(d, s, role) && !nae_battle_played(s, NAE_C(44));
    case NAE_F(28):
        return garde_free(d, s, role);
    case NAE_F(30):
    case NAE_C(30):
        return role == NAE_DEFENDER;
    case NAE_F(31):
        return nae_has_superiority(d, s, role);
    case NAE_C(5):
        return nae_cavalry_points(d, s, nae_fighters(d, s, !role)) > 0;
    case NAE_C(11):
        return nae_cavalry_points(d, s, own) > 0;
    case NAE_C(28):
        return role == NAE_DEFENDER && supplied(d, s, role);
    case NAE_C(31):
        return nae_steps_of(d, s, own, NAE_PRUSSIA) >= 2;
    case NAE_C(44):
        return role == NAE_DEFENDER && british_command(d, s, role);
    default:
        return true;
    }
}

/* Whether the loser's test can still fail: 50F and 32C are of use. */
static bool test_open(const NaeData *d, const NaeState *s)
{
    return s->battle.level > 0 && nae_has_units(d, nae_fighters(d, s, !s->battle.winner)) &&
           nae_demoralisation_limit(d, s) < 6 && !nae_battle_played(s, NAE_F(50)) &&
           !nae_battle_played(s, NAE_C(32));
}

/* Somebody retreats over an edge: not a garrison to its fortress, nor who has landed. */
static bool retreat_card_useful(const NaeData *d, const NaeState *s, unsigned role)
{
    const bool no_edge =
        role == NAE_ATTACKER && (s->battle.flags & (NAE_BATTLE_SORTIE | NAE_BATTLE_LANDING)) != 0;
    return s->battle.winner == !role && nae_has_units(d, nae_fighters(d, s, role)) && !no_edge;
}

static bool later_allowed(const NaePlay *p, unsigned role, unsigned card)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const NaeBattle *b = &s->battle;
    switch (card) {
    case NAE_F(6):
    case NAE_C(12):
        return counter_useful(p, role);
    case NAE_C(42):
        return quarrel_useful(p, !role);
    case NAE_C(4):
        return b->subordinate[!role] != NAE_NONE;
    case NAE_F(51):
        return retreat_card_useful(d, s, role);
    case NAE_F(50):
        return test_open(d, s) && napoleon_commands(d, s, role);
    case NAE_C(32):
        return test_open(d, s);
    case NAE_F(47):
        return b->failed != 0 && b->chief[!role] != NAE_NONE && s->place[b->chief[!role]] == b->zone;
    case NAE_F(55):
        return b->failed != 0;
    case NAE_F(8):
        return b->failed != 0 && !nae_battle_played(s, NAE_F(55));
    default:
        return false;
    }
}

static bool allowed(const NaePlay *p, unsigned role, const Row *row)
{
    const NaeState *s = p->s;
    return nae_card_side(row->card) == nae_role_side(s, role) && nae_in_hand(s, row->card) &&
           !nae_battle_played(s, row->card) &&
           (row->window == NAE_WINDOW_BATTLE ? bonus_allowed(p->d, s, role, row->card)
                                             : later_allowed(p, role, row->card));
}

/* ---- the decision ---- */

void nae_push_battle_cards(NaePlay *p, unsigned role, enum nae_card_window window)
{
    NaeFrame *frame = nae_push(p, NAE_STEP_BATTLE_CARD, nae_role_side(p->s, role));
    frame->a = (uint8_t)role;
    frame->b = (uint8_t)window;
}

void nae_battle_card_options(const NaePlay *p, const NaeFrame *frame, MoveList *list)
{
    for (unsigned i = 0; i < ROW_COUNT; i++) {
        if (ROWS[i].window == frame->b && allowed(p, frame->a, &ROWS[i])) {
            nae_option(list, nae_move1(NAE_M_COMBAT_CARD, ROWS[i].card));
        }
    }
    if (list->count > 0) {
        nae_option(list, nae_move1(NAE_M_COMBAT_CARD, NAE_NONE));
    }
}

/* 4C: in place of the wound die of that subordinate [map 12.1b]. */
static void play_wound(NaePlay *p, unsigned role)
{
    NaeBattle *b = &p->s->battle;
    const unsigned general = b->subordinate[!role];
    const unsigned die = nae_d6(p);
    assert(general != NAE_NONE);
    if (die >= 3) {
        nae_put(p->s, general, die >= 5 ? NAE_OUT : NAE_NEXT_BUDGET, false);
    }
    NAE_NOTE(p->dice, WOUND, (Seat)nae_role_side(p->s, !role), (int)general, (int)die,
             die >= 3 ? NAE_TOLD_WOUNDED : NAE_TOLD_SAFE);
}

/* 47F: the beaten commander is sent away; a subordinate or a general of the reserve takes over [7.8]. */
static void play_disgrace(NaePlay *p, unsigned role)
{
    const unsigned general = nae_battle_general(p->d, p->s, !role);
    assert(general != NAE_NONE);
    const unsigned bits = p->s->bits[general];
    nae_put(p->s, general, NAE_YEAR_AFTER, false);
    nae_push_replacement(p, general, p->s->battle.zone, nae_role_side(p->s, !role), bits);
}

static void add_bonus(NaePlay *p, unsigned role, int bonus)
{
    p->s->battle.card_bonus[role] = (int8_t)(p->s->battle.card_bonus[role] + bonus);
}

static int grand_battery(const NaeState *s) { return s->battle.level == 2 ? 2 : 1; }

/* 28F: a second spearhead, with its stars. */
static void play_garde(NaePlay *p, unsigned role)
{
    p->s->battle.second_spearhead = NAE_GARDE;
    add_bonus(p, role, nae_unit(p->d, NAE_GARDE)->stars);
}

static void take_effect(NaePlay *p, unsigned role, unsigned card)
{
    NaeBattle *b = &p->s->battle;
    switch (card) {
    case NAE_F(6):
    case NAE_C(12):
        b->counter_bonus[role] = 2;
        break;
    case NAE_C(42):
        b->flags |= NAE_BATTLE_NO_COUNTER_MARCH_E | NAE_BATTLE_NO_SUBORDINATE_E;
        break;
    case NAE_F(3):
        add_bonus(p, role, grand_battery(p->s));
        break;
    case NAE_F(28):
        play_garde(p, role);
        break;
    case NAE_C(28):
        add_bonus(p, role, 2);
        break;
    case NAE_F(5):
    case NAE_F(30):
    case NAE_F(31):
    case NAE_C(11):
    case NAE_C(30):
    case NAE_C(31):
        add_bonus(p, role, 1);
        break;
    case NAE_C(44):
        add_bonus(p, role, 1);
        add_bonus(p, !role, nae_battle_played(p->s, NAE_F(3)) ? -grand_battery(p->s) : 0);
        break;
    case NAE_C(4):
        play_wound(p, role);
        break;
    case NAE_F(51):
        b->flags |= NAE_BATTLE_SAFE_RETREAT;
        break;
    case NAE_F(47):
        play_disgrace(p, role);
        break;
    default:
        break; /* 5C, 8F, 32C, 50F, 55F: what was played is looked up where it counts */
    }
}

void nae_battle_card_effect(const NaeData *d, NaeState *s, unsigned role, unsigned card)
{
    NaePlay play = {.d = d, .s = s};
    s->battle.played[nae_card_side(card)] |= 1ULL << (card % NAE_DECK);
    take_effect(&play, role, card);
}

void nae_battle_card_choose(NaePlay *p, NaeFrame *frame, Move move)
{
    const unsigned card = nae_move_a(move);
    const unsigned role = frame->a;
    if (card == NAE_NONE) {
        nae_pop(p);
        return;
    }
    NAE_NOTE(p->dice, CARD_PLAYED, (Seat)nae_card_side(card), (int)card, NAE_TOLD_IN_BATTLE);
    p->s->battle.played[nae_card_side(card)] |= 1ULL << (card % NAE_DECK);
    nae_card_used(p, card, true);
    take_effect(p, role, card);
}

/* fight.c: battles and losses: whom to engage, which cards, whom to lose (13, 12.3, 15). */
#include "ai/aon/scores.h"

#include <assert.h>

static CorpsSet engaged_of(const Sense *se, Seat seat)
{
    return corps_and(aon_set(se->s, AON_SET_ARMY), aon_fighters(se->d, se->s, seat));
}

static int power_of(const Sense *se, CorpsSet set)
{
    return sense_set_power(se, set, se->s->battle.area, AON_NONE);
}

/* Percent: the seat deciding wins with so many points more or less than stand in the field. */
static int chance(const Sense *se, int more_own, int more_foe)
{
    const int own = power_of(se, engaged_of(se, se->seat)) + more_own;
    const int foe = power_of(se, engaged_of(se, se->enemy)) + more_foe;
    return aon_attacker(se->s) == se->seat ? sense_win(se, own, foe) : 100 - sense_win(se, foe, own);
}

/* ------------------------------------------------------------------ roles and engagement (13.2) */

/* Ties go to the defender (13.3.6). */
int score_battle_role(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_DEFEND ? 1 : 0;
}

/* Interior Lines: one army at a time, if together they are too strong (13.2.1). */
int score_battle_interior(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD ||
        se->d->card[aon_move_object(move)].op != AON_OP_INTERIOR_LINES) {
        return aon_move_kind(move) == AON_PLAY_CARD ? -1 : 0;
    }
    const int own = power_of(se, aon_fighters(se->d, se->s, se->seat));
    const int foe = power_of(se, aon_fighters(se->d, se->s, se->enemy));
    return 60 - (100 - sense_win(se, foe, own));
}

int score_battle_army(Sense *se, Move move) { return -(int)se->d->sr[aon_move_object(move)]; }

/* The strongest as many as the leader can command. */
int score_engage(Sense *se, Move move)
{
    const unsigned corps = aon_move_object(move);
    const CorpsSet army = aon_fighters(se->d, se->s, se->seat);
    const unsigned limit = aon_top_sr(se->d, army);
    const int power = sense_set_power(se, corps_one(corps), se->s->battle.area, 1);
    unsigned stronger = 0;
    for (CorpsSet rest = corps_without(army, corps); !corps_empty(rest);) {
        const unsigned other = corps_take_first(&rest);
        const int its = sense_set_power(se, corps_one(other), se->s->battle.area, 1);
        stronger += its > power || (its == power && other < corps) ? 1U : 0U;
    }
    return (stronger < limit) == (aon_move_kind(move) == AON_CORPS_TAKE) ? 1 : 0;
}

/* ------------------------------------------------------------------ battle cards (13.3.3) */

/* Points of strength a card adds, in the sense of sense_corps_power. */
static int strength_of_card(const Sense *se, const AonCard *card)
{
    if (card->battle_kind == AON_BATTLE_STRENGTH_PER_CORPS) {
        const CorpsSet own = engaged_of(se, se->seat);
        const int corps = (int)corps_count(
            card->battle_colors != 0 ? corps_and(own, se->d->patron_set[card->battle_colors]) : own);
        const int worth = card->battle_value * corps;
        return 10 * (worth > card->battle_max ? card->battle_max : worth);
    }
    return card->battle_kind == AON_BATTLE_DIE ? 40 * card->battle_value : 10 * card->battle_value;
}

/* A percent of victory is worth this many points: the more corps are at stake, the more. */
static int stake(const Sense *se)
{
    const unsigned own = corps_count(engaged_of(se, se->seat));
    const unsigned foe = corps_count(engaged_of(se, se->enemy));
    const bool paris = se->s->battle.area == se->d->capital[AON_FRANCE];
    return 40 + 10 * (int)(own < foe ? own : foe) + (paris ? 100 : 0);
}

int score_battle_cards(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const AonCard *card = &se->d->card[aon_move_object(move)];
    if (card->op != AON_OP_BATTLE_MODIFIER) {
        return -1; /* Fog of War costs oneself as much, as far as one can know */
    }
    const int before = chance(se, 0, 0);
    const int after = chance(se, strength_of_card(se, card), 0);
    const int losses = strength_of_card(se, card) / 10; /* more losses, too */
    return (after - before) * stake(se) / 100 + losses - sense_card_worth(se, aon_move_object(move)) / 2;
}

int score_hero_card(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    return se->d->card[aon_move_object(move)].op == AON_OP_HEROS_DEATH ? 10 : -1;
}

int score_hero_victim(Sense *se, Move move) { return sense_corps_worth(se, aon_move_object(move)); }

/* ------------------------------------------------------------------ losses (13.4.1) */

/* A set of corps to lose is built in index order: the next to name is the first of the cheapest. */
static int score_loss(const Sense *se, CorpsSet pool, unsigned need, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const int worth = sense_corps_worth(se, corps);
    unsigned cheaper = 0;
    unsigned before = 0;
    for (CorpsSet rest = corps_without(pool, corps); !corps_empty(rest);) {
        const unsigned other = corps_take_first(&rest);
        const int its = sense_corps_worth(se, other);
        cheaper += its < worth || (its == worth && other < corps) ? 1U : 0U;
        before += other < corps ? 1U : 0U;
    }
    return cheaper < need ? 1000 - (int)before : -worth;
}

int score_battle_loss(Sense *se, Move move)
{
    const AonState *s = se->s;
    const unsigned permanent = s->battle.losses[se->seat] & 15U;
    const unsigned need = permanent > 0 ? permanent : (unsigned)s->battle.losses[se->seat] >> 4U;
    CorpsSet pool = engaged_of(se, se->seat);
    if (corps_empty(pool)) {
        pool = aon_fighters(se->d, s, se->seat);
    }
    return score_loss(se, corps_from(pool, s->cursor), need, aon_move_object(move));
}

int score_march_loss(Sense *se, Move move)
{
    const CorpsSet spent = corps_and(aon_marching(se->s), aon_set(se->s, AON_SET_SPENT));
    return score_loss(se, corps_from(spent, se->s->cursor), se->s->attrition_losses, aon_move_object(move));
}

int score_winter_loss(Sense *se, Move move)
{
    const CorpsSet army = aon_army(se->d, se->s, se->s->scope.index, se->seat);
    return score_loss(se, corps_from(army, se->s->cursor), se->s->attrition_losses, aon_move_object(move));
}

int score_pursuit_loss(Sense *se, Move move) { return -sense_corps_worth(se, aon_move_object(move)); }

/* ------------------------------------------------------------------ after the battle (13.4.3) */

int score_pursuit(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    return se->d->card[aon_move_object(move)].op == AON_OP_PURSUIT ? 10 : -1;
}

/* Rallying pays where campaigning goes on. */
int score_battle_rally(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    int regained = 0;
    const CorpsSet army = aon_army(se->d, se->s, se->s->battle.area, se->seat);
    for (CorpsSet rest = corps_and(army, aon_set(se->s, AON_SET_SPENT)); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        regained += 1 + se->d->br[0][corps] - se->d->br[1][corps];
    }
    const int rounds = (int)se->d->rounds - se->s->round;
    const int cards = se->s->hand_count[se->seat];
    const int spare = cards > rounds ? 20 : 0;
    return regained * se->w->rally - sense_cheapest_card(se) - 25 + spare;
}

/* odds.c: the modifiers of a battle from what lies on the map, and the chances of their difference. */
#include "ai/nae/odds.h"

enum { LEAST = -8, MOST = 8, SURE = 100 };

/* Chances of the attacker by the difference of the modifiers, -8 to 8: those of the tables of the board over
 * all dice; the levels of battle differ little. */
static const uint8_t CHANCE[] = {0, 1, 2, 5, 8, 14, 21, 30, 40, 52, 63, 73, 82, 89, 94, 97, 99};

static int tactical(const NaeSense *se, unsigned general, bool attacks)
{
    const NaeGeneral *g = nae_general(se->d, general);
    return attacks ? g->attack : g->defence;
}

/* Commander, best subordinate, spearhead and special units of a set. */
static int qualities(const NaeSense *se, NaePieces set, bool attacks)
{
    const unsigned commander = nae_commander(se->d, se->s, set);
    int sum = commander == NAE_NONE ? 0 : tactical(se, commander, attacks);
    int best = 0;
    NAE_EACH_PIECE(general, nae_pieces_and(set, se->d->generals))
    {
        const int value = general == commander ? 0 : tactical(se, general, attacks);
        best = value > best ? value : best;
    }
    int stars = 0;
    NAE_EACH_PIECE(unit, nae_pieces_and(set, se->d->units))
    {
        stars = se->d->unit[unit].stars > stars ? se->d->unit[unit].stars : stars;
    }
    NAE_EACH_PIECE(special, nae_pieces_and(set, se->d->specials))
    {
        sum += nae_special(se->d, special)->bonus;
    }
    return sum + best + stars;
}

/* The stronger by the weaker, to the nearest whole; the odds of nobody are those of an overrun. */
static unsigned ratio(int strong, int weak)
{
    return weak <= 0 ? NAE_NONE : (unsigned)((2 * strong + weak) / (2 * weak));
}

static NaeOdds overrun(bool attacker_wins, int attack, int defence)
{
    NaeOdds odds = {.chance = attacker_wins ? SURE : 0};
    odds.loses[0] = attacker_wins ? 0 : attack * 10;
    odds.loses[1] = attacker_wins ? defence * 10 : 0;
    return odds;
}

/* Tenths of a step that a side with these modifiers takes off an enemy. */
static int expected_loss(const NaeSense *se, int modifiers, int own, int total)
{
    const bool skirmish = total <= se->d->table.skirmish_max;
    const bool major = total >= se->d->table.major_total;
    const int loss = skirmish ? 2 + 2 * modifiers : major ? 21 + 4 * modifiers : 9 + 4 * modifiers;
    return loss < 0 ? 0 : loss > own * 10 ? own * 10 : loss;
}

NaeOdds nae_odds(const NaeSense *se, NaePieces attackers, NaePieces defenders, NaeGround ground,
                 const int helpers[2])
{
    const NaeTables *t = &se->d->table;
    const int attack = (int)nae_steps(se->d, se->s, attackers) + helpers[0];
    const int defence = (int)nae_steps(se->d, se->s, defenders) + helpers[1];
    const unsigned times = attack >= defence ? ratio(attack, defence) : ratio(defence, attack);
    if (times >= t->overrun) {
        return overrun(attack >= defence, attack, defence);
    }
    int ours = qualities(se, attackers, true) + t->odds[attack >= defence ? 0 : 1][times] +
               t->edge[ground.terrain] + (ground.supplied ? 0 : t->unsupplied);
    int theirs = qualities(se, defenders, false) + (ground.interception ? t->interception : 0) +
                 (nae_zone_is(se->d, ground.zone, NAE_ZONE_ROUGH) ? t->rough : 0);
    ours += (int)nae_cavalry_superior(se->d, se->s, attackers, defenders);
    theirs += (int)nae_cavalry_superior(se->d, se->s, defenders, attackers);
    const int difference = ours - theirs < LEAST ? LEAST : ours - theirs > MOST ? MOST : ours - theirs;
    NaeOdds odds = {.chance = CHANCE[difference - LEAST]};
    odds.loses[0] = expected_loss(se, theirs, defence, attack + defence);
    odds.loses[1] = expected_loss(se, ours, attack, attack + defence);
    return odds;
}

/* odds.c: the modifiers of a battle from what lies on the map, and the chances of their difference. */
#include "ai/nae/odds.h"

enum { SURE = 100, SKIRMISH = 0, MINOR = 1, MAJOR = 2, ROLLS = 36, TENTHS = 10 };

/* ------------------------------------------------------------------ the tables */

/* The cell that a side reads with modifiers and one of the 36 rolls of two dice. */
static NaeCombatCell cell_of(const NaeData *d, unsigned level, int modifiers, unsigned roll)
{
    const int net = (int)(2 + roll / 6 + roll % 6) + modifiers;
    const int row = net - NAE_NET_MIN;
    return d->table.combat[level][row < 0 ? 0 : row < NAE_NET_ROWS ? row : NAE_NET_ROWS - 1];
}

/* More on the table wins; else the only side with a plus; else the defender (14.6). */
static bool attacker_wins(NaeCombatCell attack, NaeCombatCell defence)
{
    return attack.losses != defence.losses ? attack.losses > defence.losses
                                           : attack.plus != 0 && defence.plus == 0;
}

/* Of rolls with the same sum, of which there are WAYS, one is looked at: tables are made for each player of a
 * game that begins, and somebody waits. */
static unsigned percent_won(const NaeData *d, unsigned level, int ours, int theirs)
{
    enum { SUMS = 11 };
    static const uint8_t WAYS[SUMS] = {1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    static const uint8_t ROLL[SUMS] = {0, 1, 2, 3, 4, 5, 11, 17, 23, 29, 35}; /* one of each sum from 2 */
    unsigned won = 0;
    for (unsigned i = 0; i < SUMS; i++) {
        const NaeCombatCell attack = cell_of(d, level, ours, ROLL[i]);
        for (unsigned k = 0; k < SUMS; k++) {
            if (attacker_wins(attack, cell_of(d, level, theirs, ROLL[k]))) {
                won += (unsigned)WAYS[i] * WAYS[k];
            }
        }
    }
    return (won * SURE + ROLLS * ROLLS / 2) / (ROLLS * ROLLS);
}

static void read_losses(NaeBattleTable *table, const NaeData *d, unsigned level, unsigned row)
{
    unsigned sum = 0;
    unsigned times[NAE_ODDS_LOSSES] = {0};
    for (unsigned i = 0; i < ROLLS; i++) {
        const unsigned losses = cell_of(d, level, (int)row + NAE_ODDS_LEAST, i).losses;
        sum += losses;
        for (unsigned k = 0; k <= losses && k < NAE_ODDS_LOSSES; k++) {
            times[k]++;
        }
    }
    table->losses[level][row] = (uint8_t)(sum * TENTHS / ROLLS);
    for (unsigned k = 0; k < NAE_ODDS_LOSSES; k++) {
        table->fells[level][row][k] = (uint8_t)(times[k] * SURE / ROLLS);
    }
}

void nae_battle_table_init(NaeBattleTable *table, const NaeData *d)
{
    for (unsigned level = SKIRMISH; level <= MAJOR; level++) {
        for (unsigned ours = 0; ours < NAE_ODDS_ROWS; ours++) {
            read_losses(table, d, level, ours);
            for (unsigned theirs = 0; theirs < NAE_ODDS_ROWS; theirs++) {
                table->wins[level][ours][theirs] =
                    (uint8_t)percent_won(d, level, (int)ours + NAE_ODDS_LEAST, (int)theirs + NAE_ODDS_LEAST);
            }
        }
    }
}

/* ------------------------------------------------------------------ modifiers of a battle */

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

static NaeOdds overrun(bool by_attacker, int attack, int defence)
{
    NaeOdds odds = {.chance = by_attacker ? SURE : 0, .kills = by_attacker ? SURE : 0};
    odds.loses[0] = by_attacker ? 0 : attack * TENTHS;
    odds.loses[1] = by_attacker ? defence * TENTHS : 0;
    return odds;
}

static unsigned level_of(const NaeTables *t, int attack, int defence)
{
    const int weaker = attack < defence ? attack : defence;
    return attack + defence <= t->skirmish_max                               ? SKIRMISH
           : attack + defence >= t->major_total && weaker >= t->major_weaker ? MAJOR
                                                                             : MINOR;
}

static unsigned row_of(int modifiers)
{
    const int row = modifiers - NAE_ODDS_LEAST;
    return row < 0 ? 0 : row < NAE_ODDS_ROWS ? (unsigned)row : NAE_ODDS_ROWS - 1U;
}

/* Nobody takes off more than he has steps, or loses more than he has. */
static int capped(int losses, int own, int enemy)
{
    const int most = TENTHS * (own < enemy ? own : enemy);
    return losses < most ? losses : most;
}

static int percent_destroyed(const NaeBattleTable *table, unsigned level, unsigned row, int own, int enemy)
{
    return enemy >= NAE_ODDS_LOSSES || own < enemy ? 0 : table->fells[level][row][enemy];
}

/* What the way in costs: an army has its engineers for rivers [4]. */
static int crossing(const NaeSense *se, NaePieces attackers, unsigned terrain)
{
    return terrain == NAE_EDGE_RIVER && nae_has_army(se->d, attackers) ? 0 : se->d->table.edge[terrain];
}

NaeOdds nae_odds(const NaeSense *se, NaePieces attackers, NaePieces defenders, NaeGround ground,
                 const int helpers[2])
{
    const NaeTables *t = &se->d->table;
    const NaeBattleTable *table = &se->strategy->battle;
    const int attack = (int)nae_steps(se->d, se->s, attackers) + helpers[0];
    const int defence = (int)nae_steps(se->d, se->s, defenders) + helpers[1];
    const unsigned times = attack >= defence ? ratio(attack, defence) : ratio(defence, attack);
    if (times >= t->overrun) {
        return overrun(attack >= defence, attack, defence);
    }
    int ours = qualities(se, attackers, true) + t->odds[attack >= defence ? 0 : 1][times] +
               crossing(se, attackers, ground.terrain) + (ground.supplied ? 0 : t->unsupplied);
    int theirs = qualities(se, defenders, false) + (ground.interception ? t->interception : 0) +
                 (nae_zone_is(se->d, ground.zone, NAE_ZONE_ROUGH) ? t->rough : 0);
    ours += (int)nae_cavalry_superior(se->d, se->s, attackers, defenders);
    theirs += (int)nae_cavalry_superior(se->d, se->s, defenders, attackers);
    const unsigned level = level_of(t, attack, defence);
    const unsigned row[2] = {row_of(ours), row_of(theirs)};
    NaeOdds odds = {.chance = table->wins[level][row[0]][row[1]],
                    .kills = percent_destroyed(table, level, row[0], attack, defence)};
    odds.loses[0] = capped(table->losses[level][row[1]], defence, attack);
    odds.loses[1] = capped(table->losses[level][row[0]], attack, defence);
    return odds;
}

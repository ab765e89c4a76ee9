/* raise.c: the Reinforcement Phase: cards, deployment, rallying (10). */
#include "ai/aon/scores.h"

int score_best_corps(Sense *se, Move move)
{
    return aon_move_kind(move) == AON_CORPS_TAKE || aon_move_kind(move) == AON_RELEASE_INVASION
               ? sense_corps_worth(se, aon_move_object(move))
               : 0;
}

int score_worst_corps(Sense *se, Move move)
{
    return aon_move_kind(move) == AON_CORPS_TAKE ? -sense_corps_worth(se, aon_move_object(move)) : 0;
}

/* Russo-Ottoman War, American War: the least of one's corps go home. */
int score_return_corps(Sense *se, Move move) { return score_worst_corps(se, move); }

/* ------------------------------------------------------------------ cards */

static CorpsSet reserve_of(const Sense *se) { return aon_available(se->d, se->s, se->seat); }

static int best_worth(const Sense *se, CorpsSet set)
{
    int best = 0;
    while (!corps_empty(set)) {
        const int worth = sense_corps_worth(se, corps_take_first(&set));
        best = worth > best ? worth : best;
    }
    return best;
}

static int least_worth(const Sense *se, CorpsSet set)
{
    int least = 100000;
    while (!corps_empty(set)) {
        const int worth = sense_corps_worth(se, corps_take_first(&set));
        least = worth < least ? worth : least;
    }
    return least;
}

int score_reinforcement_cards(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const CorpsSet french = corps_without(se->d->of_group[AON_GROUP_FRANCE_HOME], se->d->napoleon);
    switch (se->d->card[aon_move_object(move)].op) {
    case AON_OP_DEPLOYMENT_BONUS:
        return corps_count(reserve_of(se)) > 4 ? 10 : -1;
    case AON_OP_RESTORE_LOST_CORPS:
        return best_worth(se, corps_and(aon_corps_at(se->s, AON_PLACE_LOST), se->d->all_corps)) > 45 ? 5 : -1;
    case AON_OP_SWAP_FRENCH:
        return se->seat == SEAT_FRENCH && best_worth(se, corps_and(reserve_of(se), french)) >
                                              least_worth(se, corps_and(se->mine, french)) + 15
                   ? 8
                   : -1;
    case AON_OP_SWAP_ENEMY:
        return 4;
    default:
        return -1;
    }
}

/* Napoléon's old guard takes the place of the weakest, if that is a gain; else it waits in the reserve. */
int score_veterans_replaced(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_CORPS_TAKE) {
        return 0;
    }
    return sense_corps_worth(se, se->s->reaction.leader) - sense_corps_worth(se, aon_move_object(move)) - 15;
}

int score_out_of_favor(Sense *se, Move move) { return sense_corps_worth(se, aon_move_object(move)); }

/* Subsidies go where corps wait. */
int score_subsidies(Sense *se, Move move)
{
    const unsigned country = aon_move_object(move);
    if (aon_move_kind(move) != AON_COUNTRY || country >= AON_MAJORS) {
        return 0;
    }
    const CorpsSet waiting = corps_and(reserve_of(se), se->d->of_patron[country]);
    return (int)corps_count(waiting) * 10 + best_worth(se, waiting);
}

/* ------------------------------------------------------------------ rally (10.5) */

int score_rally(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_RALLY || aon_move_is_no(move)) {
        return 0;
    }
    int regained = 0;
    const CorpsSet army = aon_army(se->d, se->s, aon_move_object(move), se->seat);
    for (CorpsSet rest = corps_and(army, aon_set(se->s, AON_SET_SPENT)); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        regained += 2 + se->d->br[0][corps] - se->d->br[1][corps];
    }
    const int cards = se->s->hand_count[se->seat];
    const int short_of =
        cards < (int)se->d->rounds ? (int)se->d->rounds - cards : 0; /* marches have to be paid, too */
    return regained * se->w->rally - sense_cheapest_card(se) - 8 - 6 * short_of;
}

/* ------------------------------------------------------------------ deployment (10.2-10.4) */

/* Row of AonData.limits for a group (10.2.2). */
static AonLimits limits_of(const Sense *se, unsigned group)
{
    static const uint8_t major_of[AON_GROUPS_MAX] = {AON_FRANCE,  AON_FRANCE,  AON_BRITAIN, AON_BRITAIN,
                                                     AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA,  AON_SPAIN};
    const unsigned major = major_of[group];
    const unsigned reform = major == AON_AUSTRIA   ? AON_EVENT_RADETZKY
                            : major == AON_PRUSSIA ? AON_EVENT_STEIN
                                                   : 0;
    const unsigned row =
        ((se->s->events & reform) != 0 ? 1U : 0U) + (aon_alignment(se->s, major) == AON_IC ? 2U : 0U);
    if (group == AON_GROUP_FRENCH_MINORS && se->seat == SEAT_FRENCH) {
        const unsigned minors = aon_minors_controlled(se->s, se->d, SEAT_FRENCH);
        return (AonLimits){(uint8_t)(minors / se->d->french_minor_divisors.mobilization),
                           (uint8_t)(minors / se->d->french_minor_divisors.deployment)};
    }
    return se->d->limits[group][se->seat][row];
}

/* How many more of a group may come; bonuses of cards left out. */
static unsigned room_of(const Sense *se, unsigned group)
{
    const AonLimits limits = limits_of(se, group);
    const unsigned here = corps_count(corps_and(se->on_map, se->d->of_group[group]));
    const unsigned come = (se->s->deployed[group / 2] >> (group % 2 * 4)) & 15U;
    const unsigned deploy = limits.deployment > come ? limits.deployment - come : 0U;
    const unsigned mobile = limits.mobilization > here ? limits.mobilization - here : 0U;
    return deploy < mobile ? deploy : mobile;
}

/* Corps are offered in index order and those passed over do not come again: the first of the best is taken.
 */
int score_deploy_corps(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_CORPS_TAKE) {
        return 0;
    }
    const unsigned corps = aon_move_object(move);
    const unsigned group = se->d->group[corps];
    const CorpsSet rivals = corps_and(aon_choice_corps(se->s), se->d->of_group[group]);
    const unsigned room = room_of(se, group);
    const int worth = sense_corps_worth(se, corps);
    unsigned better = 0;
    for (CorpsSet rest = rivals; !corps_empty(rest);) {
        const unsigned other = corps_take_first(&rest);
        const int its = sense_corps_worth(se, other);
        better += its > worth || (its == worth && other < corps) ? 1U : 0U;
    }
    const unsigned wanted = room > 0 ? room : 1U; /* a card gave more than the chart */
    return better < wanted ? 1000 - (int)corps : 1;
}

/* Where a new corps serves best: near what is to be won, with others, or in a capital in danger. */
int score_deploy_area(Sense *se, Move move)
{
    const unsigned area = aon_move_object(move);
    const unsigned corps = se->s->cursor - 1U;
    sense_goals(se);
    Army army;
    army_init(se, &army, corps_one(corps), area);
    army.area = AON_NONE; /* it comes from the reserve */
    army.power = (int16_t)(10 * se->d->br[0][corps]);
    army.count = 1;
    army_take_all_pulls(se, &army); /* it will not march alone */
    const Force *own = sense_own(se, area);
    const unsigned sr = own->sr > se->d->sr[corps] ? own->sr : se->d->sr[corps];
    const bool led = own->count > 0 && own->count < sr;
    const bool capital = se->d->capital[se->d->country[corps]] == area;
    int points = army_worth_at(se, &army, area, 0) + (led ? 30 : 0) + (own->count >= sr ? -30 : 0);
    if (capital && own->count == 0) {
        points += 60;
    }
    if (area == se->d->capital[AON_FRANCE] && own->count < 2) {
        points += 80;
    }
    return points;
}

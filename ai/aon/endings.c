/* endings.c: the last round of the last year, after which Winter Attrition hardly ever changes who has won.
 */
#include "ai/aon/endings.h"

#include "engine/aon/rules.h"

/* From the last Campaign Round of the last year on. */
bool aon_is_ending(const Game *game, const State *state)
{
    const AonData *d = game->data;
    const AonState *s = aon_state_const(state);
    return aon_year(s) >= d->setup.last_year &&
           (s->phase > AON_PHASE_CAMPAIGN || (s->phase == AON_PHASE_CAMPAIGN && s->round >= d->rounds));
}

/* Whether Winter Attrition, at its worst, takes Napoleon with his whole army: the owner chooses who is lost
 * (15.2), so that he goes last; also while losses are being chosen, since what has to be lost is not asked.
 */
static bool may_lose_napoleon(const AonData *d, const AonState *s)
{
    if (!corps_in(aon_on_map(s), d->napoleon)) {
        return false;
    }
    const unsigned corps = corps_count(aon_army(d, s, s->place[d->napoleon], SEAT_FRENCH));
    unsigned worst = 0;
    for (int die = d->winter_die_min; die <= d->winter_die_max; die++) {
        const unsigned losses = d->winter_losses[corps][die - d->winter_die_min];
        worst = losses > worst ? losses : worst;
    }
    return worst >= corps;
}

/* Whether a French victory (6.1) is out of reach, whatever corps the winter takes: it asks for Russia or
 * Austria and for all neighbours of France, held by control, or by corps, which are not added to. */
static bool french_cannot_win(const AonData *d, const AonState *s)
{
    const AonOutlook outlook = aon_outlook(d, s);
    const CountrySet both = (CountrySet)1 << AON_RUSSIA | (CountrySet)1 << AON_AUSTRIA;
    return (outlook.held & both) == 0 || outlook.missing != 0;
}

/* Once the last Surrender Phase is over only corps are lost. The Coalition's victory (6.2.1) asks for
 * alignments alone, which no longer change; without it the French have won (6.3), unless Napoleon is lost
 * (6.2.2). With it they have not, if theirs is out of reach. */
bool aon_settled(const Game *game, const State *state, double *chance)
{
    const AonData *d = game->data;
    const AonState *s = aon_state_const(state);
    if (s->phase != AON_PHASE_WINTER_ATTRITION || aon_year(s) < d->setup.last_year) {
        return false;
    }
    const bool coalition = aon_outlook(d, s).marginal[SEAT_COALITION];
    *chance = coalition ? 0.0 : 1.0;
    return coalition ? french_cannot_win(d, s) : !may_lose_napoleon(d, s);
}

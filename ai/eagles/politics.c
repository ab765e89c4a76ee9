/* politics.c: the grand campaign beyond the battlefield: whom to win over and whom to fight, what to build
 * and where (map 13). */
#include "ai/eagles/sense.h"
#include "engine/eagles/campaign.h"

/* ------------------------------------------------------------------ step 2 */

/* What a state is worth as a friend, or no longer as an enemy: SP it has and can have, cities that make them.
 */
static double state_worth(const Sense *sense, unsigned nation)
{
    const EaglesNationData *n = &sense->p.d->nation[nation];
    return eagles_nation_sp(&sense->p, nation) + 0.5 * eagles_pool_sp(&sense->p, nation) + 5.0 * n->red_count;
}

static bool is_named(const Sense *sense, unsigned nation)
{
    for (unsigned i = 0; i < sense->p.d->checks; i++) {
        const EaglesCheck *check = &sense->p.d->check[i];
        for (unsigned k = 0; check->winner == sense->side && k < check->all_count; k++) {
            if (check->all[k].predicate == EAGLES_CONQUERED_ANY &&
                (check->all[k].nations >> nation & 1U) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* A war is declared on nobody without need: only on a state whose fall would win the game, when nobody is
 * left to march on and it is the weaker. */
static double war_score(const Sense *sense, unsigned nation)
{
    if (!is_named(sense, nation) || sense->war != EAGLES_NONE) {
        return -1.0;
    }
    double own = 0;
    for (unsigned n = 0; n < sense->p.d->nations; n++) {
        own += sense->p.s->nation[n].side == sense->side ? eagles_nation_sp(&sense->p, n) : 0.0;
    }
    return own - sense->w->attack_ratio * 1.5 * eagles_nation_sp(&sense->p, nation);
}

/* The treaty: SP that Poland can raise against months of peace with Russia. */
static double treaty_score(const Sense *sense, unsigned option)
{
    const EaglesCampaignData *c = &sense->p.d->campaign;
    double sp = 0;
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        sp += c->polish_pool[option][type];
    }
    return sp + sense->w->peace * c->peace_months[option];
}

double eagles_politics_score(const Sense *sense, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_ALLY:
    case EAGLES_MOVE_REQUEST_EXP:
        return argument == 0 ? 0.0 : state_worth(sense, argument - 1U);
    case EAGLES_MOVE_WAR:
        return argument == 0 ? 0.0 : war_score(sense, argument - 1U);
    case EAGLES_MOVE_TILSIT:
        return treaty_score(sense, argument);
    case EAGLES_MOVE_ANNEX:
        return argument & 1U;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------ step 3 */

/* Share of cavalry among the SP of a nation. */
static double horse_share(const Sense *sense, unsigned nation)
{
    const EaglesState *s = sense->p.s;
    double all = 1e-6;
    double horse = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        const EaglesUnit *unit = &sense->p.d->unit[eagles_row_unit(s, i)];
        if (unit->nation == nation) {
            all += s->row_count[i];
            horse += unit->cavalry ? s->row_count[i] : 0;
        }
    }
    return horse / all;
}

/* Squadrons of a side afloat. */
static unsigned squadrons(const Sense *sense, unsigned side)
{
    return eagles_squadrons(&sense->p, side, EAGLES_ANYWHERE, 0);
}

/* Ships from points that are good for nothing else, or by who lives by the sea; above 0 is better than not to
 * build. */
static double ship_score(const Sense *sense, unsigned nation, bool squadron)
{
    const EaglesProduction *b = &sense->p.s->campaign.production;
    const bool spare = b->naval >= sense->p.d->tables.cost[squadron ? EAGLES_S : EAGLES_T];
    const bool island = nation == sense->p.d->campaign.england;
    const double wanted = sense->w->fleet * squadrons(sense, eagles_other(sense->side));
    if (squadron) {
        return spare || (island && squadrons(sense, sense->side) < wanted) ? 1.0 : -1.0;
    }
    return spare ? 0.5 : -1.0;
}

/* Types are offered in their order and never again once passed: foot first, cavalry when it is short of its
 * share, what is dear for its worth last. An SP that can be had is always built: points are lost. */
static double build_score(const Sense *sense, unsigned nation, unsigned type)
{
    const bool short_of_horse = horse_share(sense, nation) < sense->w->horse;
    switch (type) {
    case EAGLES_I:
    case EAGLES_K:
        return 3.0;
    case EAGLES_L:
        return 2.5;
    case EAGLES_C:
    case EAGLES_CC:
        return short_of_horse ? 3.5 : 2.0;
    case EAGLES_GI:
        return 1.8;
    case EAGLES_GC:
        return short_of_horse ? 1.9 : 1.5;
    case EAGLES_S:
    case EAGLES_T:
        return ship_score(sense, nation, type == EAGLES_S);
    default:
        return 1.0;
    }
}

double eagles_building_score(const Sense *sense, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_PLACE:
    case EAGLES_MOVE_BUILD_HEX:
        return -(double)eagles_sense_way(sense, argument);
    case EAGLES_MOVE_REPLACE_AT:
    case EAGLES_MOVE_SPLIT:
    case EAGLES_MOVE_BUILD_AT:
        return -(double)eagles_sense_way(sense, sense->p.d->city[argument].hex);
    case EAGLES_MOVE_CITY_OF_GROUP:
        return -(double)eagles_sense_way(sense, sense->p.d->city[argument & 0xFFU].hex);
    case EAGLES_MOVE_BUILD:
        return build_score(sense, argument >> 4U, argument & 0xFU);
    case EAGLES_MOVE_CONVERT:
        return 1.0;
    case EAGLES_MOVE_STORE:
        return argument & 0xFFU;
    case EAGLES_MOVE_INVEST:
        return argument & 1U;
    case EAGLES_MOVE_EVACUATE:
    case EAGLES_MOVE_SEA_FROM:
        return argument == 0 ? 0.0 : -1.0;
    default:
        return 0;
    }
}

/* goals.c: the cities that decide, from the scenario's victory conditions (map 2, 13.7, 17). */
#include "ai/eagles/sense.h"
#include "engine/eagles/campaign.h"

static void add_goal(Goals *goals, unsigned city, enum goal_want want)
{
    if (goals->of[city] == 0 && goals->count < GOALS_MAX) {
        goals->want[goals->count] = (uint8_t)want;
        goals->city[goals->count++] = (uint8_t)city;
        goals->of[city] = (uint8_t)goals->count;
    }
}

/* How much of the side's army is how near to a city: SP by the square of the way, so that a march once begun
 * is not given up for the sake of stragglers. */
static double pull(const Sense *sense, const Stacks *stacks, unsigned city)
{
    enum { NEAR = 4 };
    double sum = 1e-6;
    for (unsigned i = 0; i < stacks->count; i++) {
        const double way = NEAR + eagles_distance(sense->p.d, stacks->hex[i], sense->p.d->city[city].hex);
        sum += stacks->sp[i] / (way * way);
    }
    return sum;
}

/* ------------------------------------------------------------------ states that are to fall (13.7) */

/* Capitals and production cities; every city of some states. */
static bool must_fall(const Play *p, unsigned nation, unsigned city)
{
    const EaglesNationData *n = &p->d->nation[nation];
    const EaglesCity *c = &p->d->city[city];
    if (eagles_city_owner(p, city) != nation || !p->d->hex[c->hex].playable) {
        return false;
    }
    if (nation == p->d->france) {
        return city == p->d->campaign.paris;
    }
    for (unsigned i = 0; i < n->capital_count; i++) {
        if (n->capitals[i] == city) {
            return true;
        }
    }
    return (p->d->campaign.all_cities >> nation & 1U) != 0 ||
           (c->production != EAGLES_MAKES_NOTHING &&
            (c->production != EAGLES_MAKES_LANDWEHR || eagles_landwehr_active(p, nation)));
}

static void add_state(Sense *sense, unsigned nation)
{
    for (unsigned city = 0; city < sense->p.d->cities; city++) {
        if (must_fall(&sense->p, nation, city)) {
            add_goal(&sense->goals, city, nation == sense->p.d->france ? GOAL_FED : GOAL_OCCUPIED);
        }
    }
}

/* Whether a state is the side's enemy, and has not been beaten. */
static bool is_at_war(const Sense *sense, unsigned nation)
{
    const EaglesNation *n = &sense->p.s->nation[nation];
    return n->side == eagles_other(sense->side) && (n->flags & EAGLES_NATION_NOW) == 0;
}

static uint32_t wars_of(const Sense *sense)
{
    uint32_t wars = 0;
    for (unsigned nation = 0; nation < sense->p.d->nations; nation++) {
        wars |= (is_at_war(sense, nation) ? 1U : 0U) << nation;
    }
    return wars;
}

/* Cities of each of some states that are still to be taken for it to fall. */
static void count_left(const Sense *sense, uint32_t states, unsigned left[EAGLES_NATIONS_MAX])
{
    const Play *p = &sense->p;
    memset(left, 0, EAGLES_NATIONS_MAX * sizeof left[0]);
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned owner = eagles_city_owner(p, city);
        if (owner != EAGLES_NONE && (states >> owner & 1U) != 0 && must_fall(p, owner, city) &&
            (eagles_control(p->s, city) != sense->side ||
             !eagles_has(p, p->d->city_hex[city], sense->side, EAGLES_ANY))) {
            left[owner]++;
        }
    }
}

/* The enemy's state that is nearest to falling: by cities still to take, what defends it, and how near the
 * army is to its capital; EAGLES_NONE: there is no way by land to any. */
static unsigned nearest_war(const Sense *sense)
{
    enum { NEAR = 6 };
    const uint32_t wars = wars_of(sense);
    unsigned left[EAGLES_NATIONS_MAX];
    uint8_t march[EAGLES_NATIONS_MAX];
    Stacks stacks;
    unsigned best = EAGLES_NONE;
    double least = 0;
    eagles_sense_stacks(sense, &stacks);
    eagles_sense_marches(sense, &stacks, wars, march);
    count_left(sense, wars, left);
    for (uint32_t more = wars; more != 0; more &= more - 1) {
        const unsigned nation = (unsigned)__builtin_ctz(more);
        if (march[nation] == FAR) {
            continue;
        }
        const double way = (1.0 + left[nation]) * (1.0 + eagles_nation_sp(&sense->p, nation) / 30.0) *
                           (NEAR + march[nation]) /
                           pull(sense, &stacks, sense->p.d->nation[nation].capitals[0]);
        if (best == EAGLES_NONE || way < least) {
            least = way;
            best = nation;
        }
    }
    return best;
}

/* The war at hand, and cities of beaten states that make SP or points. */
static void add_wars(Sense *sense)
{
    const Play *p = &sense->p;
    sense->war = nearest_war(sense);
    if (sense->war != EAGLES_NONE) {
        add_state(sense, sense->war);
    }
    for (unsigned city = 0; city < p->d->cities; city++) {
        const unsigned owner = eagles_city_owner(p, city);
        if (owner != EAGLES_NONE && p->s->nation[owner].side == EAGLES_NEUTRAL &&
            (p->s->nation[owner].flags & EAGLES_NATION_NOW) != 0 &&
            p->s->campaign.conqueror[owner] == sense->side + 1U &&
            p->d->city[city].production != EAGLES_MAKES_NOTHING && p->d->city[city].level != EAGLES_CAPITAL) {
            add_goal(&sense->goals, city, GOAL_CONTROLLED);
        }
    }
}

/* Cities of France that make points for an alliance, while there is a major to be won by them (13.2). */
static void add_alliance(Sense *sense)
{
    const Play *p = &sense->p;
    bool any = false;
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        any = any || (p->d->nation[nation].major && eagles_is_eligible(p, nation, sense->side));
    }
    for (unsigned city = 0; any && city < p->d->cities; city++) {
        if (eagles_city_owner(p, city) == p->d->france && p->d->city[city].level != EAGLES_MINOR) {
            add_goal(&sense->goals, city, GOAL_CONTROLLED);
        }
    }
}

/* ------------------------------------------------------------------ victory conditions */

/* Cities of a clause that one side needs and the other denies it. */
static void add_clause(Sense *sense, const EaglesClause *clause)
{
    const Play *p = &sense->p;
    for (unsigned k = 0; k < clause->city_count; k++) {
        add_goal(&sense->goals, clause->cities[k], clause->supplied ? GOAL_FED : GOAL_CONTROLLED);
    }
    switch (clause->predicate) {
    case EAGLES_MAX_CITIES:
        for (unsigned city = 0; city < p->d->cities; city++) {
            const unsigned owner = eagles_city_owner(p, city);
            if (owner != EAGLES_NONE && (clause->nations >> owner & 1U) != 0) {
                add_goal(&sense->goals, city, GOAL_CONTROLLED);
            }
        }
        break;
    case EAGLES_CONQUERED_ANY:
        add_wars(sense);
        break;
    case EAGLES_CONQUERED_TIMES:
        add_state(sense, clause->nation);
        add_alliance(sense);
        break;
    default: /* a long exile, and peace after it, come of themselves: marches after what makes them less
              * likely lead away from Paris, whose second fall wins (results/plans.md) */
        break;
    }
}

/* How far a clause is from being fulfilled: its cities that are not the side's own, by what pulls there and
 * what defends them. */
static double clause_way(const Sense *sense, const Stacks *stacks, const EaglesClause *clause)
{
    double sum = 0;
    for (unsigned k = 0; k < clause->city_count; k++) {
        const unsigned city = clause->cities[k];
        if (eagles_control(sense->p.s, city) != sense->side) {
            const unsigned hex = sense->p.d->city[city].hex;
            const double garrison = eagles_count(&sense->p, hex, eagles_other(sense->side), EAGLES_ANY);
            sum += (1.0 + garrison / 60.0) / pull(sense, stacks, city);
        }
    }
    return sum;
}

/* The alternative that is nearest to being fulfilled. */
static unsigned nearest_clause(const Sense *sense, const EaglesCheck *check)
{
    Stacks stacks;
    unsigned best = 0;
    double least = 0;
    eagles_sense_stacks(sense, &stacks);
    for (unsigned i = 0; i < check->any_count; i++) {
        const double way = clause_way(sense, &stacks, &check->any[i]);
        if (i == 0 || way < least) {
            best = i;
            least = way;
        }
    }
    return best;
}

/* Of alternatives the side itself needs only the nearest; those of the enemy are all denied him. */
static void add_any(Sense *sense, const EaglesCheck *check)
{
    const bool chooses = check->winner == sense->side && check->any_count > 1;
    const unsigned best = chooses ? nearest_clause(sense, check) : 0;
    for (unsigned i = 0; i < check->any_count; i++) {
        if (check->winner != sense->side || i == best) {
            add_clause(sense, &check->any[i]);
        }
    }
}

/* A supplied SP of the side is in the city, which is not besieged. */
static bool is_fed(const Sense *sense, unsigned city)
{
    const EaglesState *s = sense->p.s;
    const unsigned hex = sense->p.d->city[city].hex;
    unsigned seen = 0; /* colours asked */
    if (eagles_siege_value(s, city) > 0) {
        return false;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned colour = eagles_unit_colour(&sense->p, unit);
        if (eagles_unit_side(&sense->p, unit) != sense->side || (seen >> colour & 1U) != 0) {
            continue;
        }
        seen |= 1U << colour;
        if (eagles_sense_is_fed(sense, colour, hex)) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ garrisons */

/* A state that falls with one city alone, while it fights for the side and its fall makes the enemy win in
 * the end (13.7, 13.10): that city. */
static unsigned find_home(const Sense *sense)
{
    const EaglesData *d = sense->p.d;
    for (unsigned i = 0; i < d->checks; i++) {
        for (unsigned k = 0; d->check[i].winner == eagles_other(sense->side) && k < d->check[i].all_count;
             k++) {
            const EaglesClause *clause = &d->check[i].all[k];
            if (clause->predicate == EAGLES_CONQUERED_TIMES && clause->nation == d->france &&
                sense->p.s->nation[d->france].side == sense->side) {
                return d->campaign.paris;
            }
        }
    }
    return EAGLES_NONE;
}

double eagles_goals_garrison(const Sense *sense, unsigned city)
{
    enum { NEAR = 4 };
    const double room = sense->p.d->city[city].garrison;
    const double least = city == sense->goals.home ? sense->w->home : 1.0;
    double wanted = least;
    if (sense->w->garrison > 0 && wanted < room) {
        wanted += sense->w->garrison * eagles_sense_danger(sense, sense->p.d->city_hex[city], NEAR);
    }
    return wanted < room ? wanted : room;
}

/* Controlled and not besieged. */
static bool is_held(const Sense *sense, unsigned city)
{
    return eagles_control(sense->p.s, city) == sense->side && eagles_siege_value(sense->p.s, city) == 0;
}

static bool is_reached(const Sense *sense, unsigned city, enum goal_want want)
{
    const bool manned = city != sense->goals.home ||
                        eagles_count(&sense->p, sense->p.d->city_hex[city], sense->side, EAGLES_ANY) >=
                            eagles_goals_garrison(sense, city);
    return is_held(sense, city) && manned &&
           (want == GOAL_CONTROLLED ||
            (want == GOAL_FED ? is_fed(sense, city)
                              : eagles_has(&sense->p, sense->p.d->city[city].hex, sense->side, EAGLES_ANY)));
}

/* The conditions of the side's own victory; where it wins by the enemy's failure, those of his. */
void eagles_goals_find(Sense *sense)
{
    const EaglesData *d = sense->p.d;
    Goals *goals = &sense->goals;
    assert(goals->count == 0);
    for (unsigned pass = 0; pass < 2 && goals->count == 0; pass++) {
        for (unsigned i = 0; i < d->checks; i++) {
            const bool own = d->check[i].winner == sense->side;
            for (unsigned k = 0; own == (pass == 0) && k < d->check[i].all_count; k++) {
                add_clause(sense, &d->check[i].all[k]);
            }
            if (own == (pass == 0)) {
                add_any(sense, &d->check[i]);
            }
        }
    }
    goals->home = sense->w->home > 0 ? find_home(sense) : (unsigned)EAGLES_NONE;
    if (goals->home != EAGLES_NONE) {
        add_goal(goals, goals->home, GOAL_CONTROLLED);
    }
    sense->content = true;
    for (unsigned i = 0; i < goals->count; i++) {
        goals->reached[i] = is_reached(sense, goals->city[i], (enum goal_want)goals->want[i]);
        sense->content = sense->content && goals->reached[i];
    }
}

unsigned eagles_goals_at(const Sense *sense, unsigned hex)
{
    const unsigned city = sense->p.d->hex[hex].city;
    return city == EAGLES_NONE || sense->goals.of[city] == 0 ? (unsigned)GOALS_MAX
                                                             : sense->goals.of[city] - 1U;
}

bool eagles_sense_is_goal(const Sense *sense, unsigned hex)
{
    return eagles_goals_at(sense, hex) != GOALS_MAX;
}

bool eagles_sense_is_aim(const Sense *sense, unsigned hex)
{
    return eagles_sense_is_goal(sense, hex) && !is_held(sense, sense->p.d->hex[hex].city);
}

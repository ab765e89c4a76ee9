/* goals.c: the areas worth marching to: capitals and minor countries that surrender to whoever stands in them
 * at the end of the year (14), own capitals in danger, Napoléon when he is lonely (6.2.2). */
#include "ai/aon/sense.h"

#include <assert.h>

static void add_goal(Sense *se, Goal goal)
{
    if (goal.value > 0 && se->goal_count < AON_GOALS_MAX) {
        se->goals[se->goal_count++] = goal;
        se->goal_areas |= area_bit(goal.area);
    }
}

static unsigned count_in(const Sense *se, Seat seat, AreaSet areas)
{
    assert(seat_plays(seat));
    unsigned count = 0;
    for (AreaSet rest = areas & se->s->occupied[seat]; rest != 0;) {
        count += se->force[seat][bits_take(&rest)].count;
    }
    return count;
}

/* Every area of an insurgent country is to be held, the capital first (8.1.1). */
static void add_insurgents(Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const AonData *d = se->d;
    for (AreaSet rest = aon_country_areas(d, se->s, country); rest != 0;) {
        const unsigned area = bits_take(&rest);
        const int more = area == d->capital[country] ? sense_country_worth(se, country) / 3 : 0;
        add_goal(se, (Goal){.area = (uint8_t)area, .value = (int16_t)(se->w->insurgents + more)});
    }
}

/* A country of the other side: its capital falls to whoever outnumbers it there (14.1.1, 14.2.1). */
static void add_enemy_country(Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const AonData *d = se->d;
    Goal goal = {.area = d->capital[country], .value = (int16_t)sense_country_worth(se, country)};
    if (se->seat == SEAT_FRENCH &&
        (aon_alignment(se->s, country) == AON_IC || aon_was_insurgent(se->s, country))) {
        add_insurgents(se, country);
        return;
    }
    if (country < AON_MAJORS) {
        const AreaSet areas = aon_country_areas(d, se->s, country);
        goal.need = (uint8_t)count_in(se, se->enemy, areas);
        goal.have = (uint8_t)count_in(se, se->seat, areas);
    }
    add_goal(se, goal);
}

/* An own capital in danger; what an army is worth there depends on what stands there already (plan.c). */
static void add_guard(Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned area = se->d->capital[country];
    const int care = country == AON_FRANCE ? se->w->guard_paris : country < AON_MAJORS ? se->w->guard : 100;
    const bool taken = area_in(se->s->occupied[se->enemy], area);
    const int threat = taken ? sense_foe(se, area)->power : sense_threat(se, area);
    if (threat > 0) {
        add_goal(se, (Goal){.area = (uint8_t)area,
                            .guard = true,
                            .threat = (int16_t)threat,
                            .value = (int16_t)(sense_country_worth(se, country) * care / 100)});
    }
}

/* A neutral country whose capital area one occupies stays harmless as long as one stays (14.2.4). */
static void add_neutral(Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned area = se->d->capital[country];
    if (area_in(se->s->occupied[se->seat], area)) {
        const int worth = sense_country_worth(se, country) * se->w->held_neutral / 100;
        add_goal(se, (Goal){.area = (uint8_t)area, .value = (int16_t)worth});
    }
}

/* He is always on top, so everybody knows where he is: a lonely Napoléon is to be caught, or to be joined. */
static void add_napoleon(Sense *se)
{
    const unsigned place = se->s->place[se->d->napoleon];
    if (place >= se->d->areas) {
        return;
    }
    if (se->seat == SEAT_FRENCH) {
        const int worth = sense_own(se, place)->count == 1 ? se->w->napoleon / 6 : 0;
        add_goal(se, (Goal){.area = (uint8_t)place, .value = (int16_t)worth, .company = true});
        return;
    }
    const int chance = sense_napoleon_dies(se, sense_foe(se, place)->count);
    add_goal(se, (Goal){.area = (uint8_t)place, .value = (int16_t)(se->w->napoleon * chance / 100)});
}

void sense_goals(Sense *se)
{
    if (se->has_goals) {
        return;
    }
    se->has_goals = true;
    sense_forces(se);
    for (unsigned country = 0; country < se->d->countries; country++) {
        if (country == AON_BRITAIN || aon_alignment(se->s, country) == AON_UNALIGNED) {
            continue;
        }
        const Seat seat = aon_country_seat(se->s, country);
        if (seat == se->enemy) {
            add_enemy_country(se, country);
        } else if (seat == SEAT_NONE) {
            add_neutral(se, country);
        } else if (country < AON_MAJORS || area_in(se->s->occupied[se->enemy], se->d->capital[country])) {
            add_guard(se, country);
        }
    }
    add_napoleon(se);
}

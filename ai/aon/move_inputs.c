/* move_inputs.c: see move_inputs.h. */
#include "ai/aon/move_inputs.h"

#include <stdio.h>
#include <string.h>

#include "engine/aon/rules.h"

#define AON_MOVE_INPUT_NAME(name) #name,
const char *const AON_MOVE_INPUT_NAMES[AON_MOVE_INPUT_COUNT] = {AON_MOVE_INPUTS(AON_MOVE_INPUT_NAME)};
#undef AON_MOVE_INPUT_NAME

_Static_assert((int)AON_MOVE_INPUT_COUNT <= (int)PRIOR_INPUTS_MAX, "inputs fit the model");
_Static_assert((int)AON_STEP_COUNT *(int)AON_MOVE_KIND_COUNT <= (int)PRIOR_KINDS_MAX,
               "kinds of decisions fit the model");

/* ------------------------------------------------------------------ kinds of decisions */

static unsigned kind_of_decision(const AonState *s, Move move)
{
    return s->header.step * (unsigned)AON_MOVE_KIND_COUNT + aon_move_kind(move);
}

void aon_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES])
{
    const unsigned step = kind / AON_MOVE_KIND_COUNT;
    name[0] = '\0';
    if (step < AON_STEP_COUNT) {
        (void)snprintf(name, PRIOR_NAME_BYTES, "%s.%s", aon_step_name(step),
                       aon_move_kind_name(kind % AON_MOVE_KIND_COUNT));
    }
}

/* ------------------------------------------------------------------ the situation */

/* What all moves of a decision have in common. */
typedef struct Situation {
    float shared[PRIOR_INPUTS_MAX];
    int army_power; /* points of the army on the march, 0 without one */
    unsigned area;  /* where it happens, AON_NONE: nowhere in particular */
} Situation;

static bool in_battle(const AonState *s)
{
    return s->header.step >= AON_STEP_BATTLE_ROLE && s->header.step <= AON_STEP_BATTLE_END;
}

/* An army is on the march from the choice of its leader on; until then the fields hold what is left of the
 * one before. */
static bool on_the_march(const AonState *s)
{
    return s->phase == AON_PHASE_CAMPAIGN && !in_battle(s) && s->header.step >= AON_STEP_FORM_LEADER;
}

static void situate_army(Sense *se, Situation *situation)
{
    const AonState *s = se->s;
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    const CorpsSet known = corps_minus(army, se->hidden); /* of an enemy's army not all can be seen (4.1.2) */
    float *shared = situation->shared;
    situation->area = s->move.area < AON_AREAS_MAX ? s->move.area : AON_NONE;
    situation->army_power = sense_set_power(se, army, AON_NONE, AON_CORPS_MAX);
    shared[AON_MOVE_INPUT_army_corps] = (float)corps_count(army) / 4.0F;
    shared[AON_MOVE_INPUT_army_power] = (float)situation->army_power / 100.0F;
    shared[AON_MOVE_INPUT_army_entered] = (float)s->move.used / 3.0F;
    shared[AON_MOVE_INPUT_army_spent] =
        (float)corps_count(corps_and(known, aon_set(s, AON_SET_SPENT))) / 4.0F;
    shared[AON_MOVE_INPUT_army_napoleon] = corps_in(known, se->d->napoleon) ? 1.0F : 0.0F;
}

static void situate(Sense *se, Situation *situation)
{
    const AonState *s = se->s;
    const bool campaign = s->phase == AON_PHASE_CAMPAIGN;
    memset(situation, 0, sizeof *situation);
    float *shared = situation->shared;
    situation->area = in_battle(s) && s->battle.area < AON_AREAS_MAX ? s->battle.area : AON_NONE;
    shared[AON_MOVE_INPUT_round] = (float)s->round / 6.0F;
    shared[AON_MOVE_INPUT_years_left] = (float)((int)se->d->setup.last_year - (int)aon_year(s)) / 8.0F;
    shared[AON_MOVE_INPUT_own_hand] = (float)s->hand_count[se->seat] / 8.0F;
    shared[AON_MOVE_INPUT_foe_hand] = (float)s->hand_count[se->enemy] / 8.0F;
    shared[AON_MOVE_INPUT_free_march] = campaign && aon_free_left(s, se->seat) ? 1.0F : 0.0F;
    shared[AON_MOVE_INPUT_more_armies] = campaign && s->armies_left > 1 ? 1.0F : 0.0F;
    shared[AON_MOVE_INPUT_winter] = aon_winter(se->d, s) ? 1.0F : 0.0F;
    if (on_the_march(s)) {
        situate_army(se, situation);
    }
}

/* ------------------------------------------------------------------ corps and areas */

static bool names_corps(Move move)
{
    const unsigned object = aon_move_names(move);
    return (object == AON_OBJECT_CORPS || object == AON_OBJECT_CORPS_AND_AREA) && !aon_move_is_no(move);
}

static void add_corps(const Sense *se, unsigned corps, float *value)
{
    assert(corps < AON_CORPS_MAX);
    const AonData *d = se->d;
    const bool spent = aon_set_has(se->s, AON_SET_SPENT, corps) && !corps_in(se->hidden, corps);
    value[AON_MOVE_INPUT_corps_power] = (float)sense_corps_power(se, corps) / 30.0F;
    value[AON_MOVE_INPUT_corps_seniority] = (float)d->sr[corps] / 5.0F;
    value[AON_MOVE_INPUT_corps_movement] = (float)d->mr[0][corps] / 4.0F;
    value[AON_MOVE_INPUT_corps_spent] = spent ? 1.0F : 0.0F;
    value[AON_MOVE_INPUT_corps_napoleon] = corps == d->napoleon ? 1.0F : 0.0F;
}

static int strongest_neighbour(const Sense *se, unsigned area, Seat seat)
{
    assert(area < AON_AREAS_MAX);
    assert(seat_plays(seat));
    int most = 0;
    for (AreaSet rest = se->d->adjacent[area] & se->s->occupied[seat]; rest != 0;) {
        const int power = se->force[seat][bits_take(&rest)].power;
        most = power > most ? power : most;
    }
    return most;
}

static void add_forces(Sense *se, unsigned area, int army_power, float *value)
{
    assert(area < AON_AREAS_MAX);
    sense_forces(se);
    const Force *own = sense_own(se, area);
    const Force *foe = sense_foe(se, area);
    const int neighbour = strongest_neighbour(se, area, se->enemy);
    value[AON_MOVE_INPUT_own_power] = (float)own->power / 100.0F;
    value[AON_MOVE_INPUT_foe_power] = (float)foe->power / 100.0F;
    value[AON_MOVE_INPUT_own_corps] = (float)own->count / 4.0F;
    value[AON_MOVE_INPUT_foe_corps] = (float)foe->count / 4.0F;
    value[AON_MOVE_INPUT_no_own] = own->count == 0 ? 1.0F : 0.0F;
    value[AON_MOVE_INPUT_no_foe] = foe->count == 0 ? 1.0F : 0.0F;
    if (foe->count > 0) {
        const int power = army_power > 0 ? army_power : own->power;
        value[AON_MOVE_INPUT_odds] = (float)sense_win(se, power, foe->power) / 100.0F;
        value[AON_MOVE_INPUT_stronger] = army_power > foe->power ? 1.0F : 0.0F;
    }
    value[AON_MOVE_INPUT_neighbour_foe] = (float)neighbour / 100.0F;
    value[AON_MOVE_INPUT_neighbour_own] = (float)strongest_neighbour(se, area, se->seat) / 100.0F;
    value[AON_MOVE_INPUT_exposed] = neighbour > own->power + army_power ? 1.0F : 0.0F;
}

static void add_ground(const Sense *se, unsigned area, float *value)
{
    assert(area < AON_AREAS_MAX);
    const AonData *d = se->d;
    const Seat holder = aon_country_seat(se->s, aon_owner(d, se->s, area));
    value[AON_MOVE_INPUT_own_country] = holder == se->seat ? 1.0F : 0.0F;
    value[AON_MOVE_INPUT_foe_country] = holder == se->enemy ? 1.0F : 0.0F;
    value[AON_MOVE_INPUT_capital] = !area_in(d->capitals, area) ? 0.0F : holder == se->seat ? 1.0F : -1.0F;
    value[AON_MOVE_INPUT_barren] = area_in(d->barren, area) ? 1.0F : 0.0F;
}

/* The area a move is about; AON_NONE: none. Cards are about no place in particular. */
static unsigned area_of(const Sense *se, const Situation *situation, Move move)
{
    const unsigned object = aon_move_object(move);
    const unsigned names = aon_move_names(move);
    if (names == AON_OBJECT_AREA && !aon_move_is_no(move)) {
        return object;
    }
    if (names_corps(move) && se->s->place[object] < AON_AREAS_MAX && !corps_in(se->hidden, object)) {
        return se->s->place[object];
    }
    return names == AON_OBJECT_CARD ? AON_NONE : situation->area;
}

void aon_move_inputs(Sense *se, const MoveList *legal, const int *points, PriorInputs *inputs)
{
    Situation situation;
    const PointsSpread spread = points_spread(points, legal->count);
    situate(se, &situation);
    for (uint32_t i = 0; i < legal->count; i++) {
        const Move move = legal->moves[i];
        const unsigned area = area_of(se, &situation, move);
        float *value = inputs->value[i];
        memcpy(value, situation.shared, sizeof situation.shared);
        inputs->kind[i] = (uint16_t)kind_of_decision(se->s, move);
        inputs->belief[i] = move_points_fill(&spread, points[i], legal->count, value);
        if (names_corps(move)) {
            add_corps(se, aon_move_object(move), value);
        }
        if (area != AON_NONE) {
            add_forces(se, area, situation.army_power, value);
            add_ground(se, area, value);
        }
    }
}

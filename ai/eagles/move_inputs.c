/* move_inputs.c: see move_inputs.h. */
#include "ai/eagles/move_inputs.h"

#include <stdio.h>
#include <string.h>

#define EAGLES_MOVE_INPUT_NAME(name) #name,
const char *const EAGLES_MOVE_INPUT_NAMES[EAGLES_MOVE_INPUT_COUNT] = {
    EAGLES_MOVE_INPUTS(EAGLES_MOVE_INPUT_NAME)};
#undef EAGLES_MOVE_INPUT_NAME

_Static_assert((int)EAGLES_MOVE_INPUT_COUNT <= (int)PRIOR_INPUTS_MAX, "inputs fit the model");

/* ------------------------------------------------------------------ kinds of decisions */

_Static_assert((int)EAGLES_MOVE_KIND_COUNT *(int)EAGLES_CHOICES <= (int)PRIOR_KINDS_MAX,
               "kinds of decisions fit the model");

static uint32_t kind_of(Move move, unsigned choice)
{
    return eagles_move_kind(move) * (uint32_t)EAGLES_CHOICES + choice;
}

uint32_t eagles_prior_kind_of_move(Move move) { return kind_of(move, eagles_move_names(move).choice); }

void eagles_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES])
{
    char text[MOVE_TEXT_BYTES] = "";
    const bool is_kind = kind / EAGLES_CHOICES < EAGLES_MOVE_KIND_COUNT &&
                         eagles_move_shape(kind / EAGLES_CHOICES, kind % EAGLES_CHOICES, text);
    (void)snprintf(name, PRIOR_NAME_BYTES, "%s", is_kind ? text : "");
}

/* ------------------------------------------------------------------ the situation */

/* What all moves of a decision have in common. */
typedef struct Situation {
    float shared[PRIOR_INPUTS_MAX];
    unsigned hex;    /* of the group in hand, EAGLES_NO_HEX: none */
    double strength; /* of the group in hand */
} Situation;

static void situate_group(const Sense *sense, Situation *situation)
{
    const EaglesState *s = sense->p.s;
    unsigned sp = 0;
    situation->hex = s->group.hex;
    for (unsigned i = eagles_rows_in(s, s->group.hex); eagles_row_at(s, i, s->group.hex); i++) {
        if ((eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) != 0) {
            const unsigned unit = eagles_row_unit(s, i);
            sp += s->row_count[i];
            situation->strength +=
                s->row_count[i] * (0.7 + 0.15 * eagles_unit_morale(&sense->p, unit, s->group.hex));
        }
    }
    situation->shared[EAGLES_MOVE_INPUT_group_sp] = (float)sp / 10.0F;
    situation->shared[EAGLES_MOVE_INPUT_group_spent] = (float)s->group.spent / 6.0F;
    situation->shared[EAGLES_MOVE_INPUT_group_moved] =
        (s->group.flags & EAGLES_GROUP_MOVED) != 0 ? 1.0F : 0.0F;
}

static void situate(const Sense *sense, Situation *situation)
{
    const EaglesState *s = sense->p.s;
    memset(situation, 0, sizeof *situation);
    situation->hex = EAGLES_NO_HEX;
    situation->shared[EAGLES_MOVE_INPUT_months_left] =
        (float)((int)sense->p.d->months - 1 - (int)s->header.turn) / 12.0F;
    situation->shared[EAGLES_MOVE_INPUT_content] = sense->content ? 1.0F : 0.0F;
    if (s->group.hex < sense->p.d->hexes) {
        situate_group(sense, situation);
    }
}

/* ------------------------------------------------------------------ hexes, rows, leaders */

static float in_tens(double strength) { return (float)(strength > 100 ? 100 : strength) / 10.0F; }

static double strongest_next_to(const Sense *sense, unsigned hex, unsigned side)
{
    double most = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned next = sense->p.d->hex[hex].neighbour[direction];
        if (next != EAGLES_NO_HEX && eagles_presence(sense->p.s, next) != EAGLES_PRESENT_NOBODY) {
            const double might = eagles_sense_might(sense, next, side);
            most = might > most ? might : most;
        }
    }
    return most;
}

static void add_forces(const Sense *sense, const Situation *situation, unsigned hex, float *value)
{
    const unsigned foe = eagles_other(sense->side);
    const bool empty = eagles_presence(sense->p.s, hex) == EAGLES_PRESENT_NOBODY;
    const double own = empty ? 0 : eagles_sense_might(sense, hex, sense->side);
    const double his = empty ? 0 : eagles_sense_might(sense, hex, foe);
    const double threat = strongest_next_to(sense, hex, foe);
    const double mine = situation->strength > 0 ? situation->strength : own;
    value[EAGLES_MOVE_INPUT_own_sp] = in_tens(own);
    value[EAGLES_MOVE_INPUT_foe_sp] = in_tens(his);
    if (!empty) {
        value[EAGLES_MOVE_INPUT_own_inside] =
            (float)eagles_count(&sense->p, hex, sense->side, EAGLES_INSIDE) / 5.0F;
        value[EAGLES_MOVE_INPUT_foe_inside] = (float)eagles_count(&sense->p, hex, foe, EAGLES_INSIDE) / 5.0F;
        value[EAGLES_MOVE_INPUT_own_leader] = (float)eagles_leadership(sense, hex, sense->side) / 3.0F;
        value[EAGLES_MOVE_INPUT_foe_leader] = (float)eagles_leadership(sense, hex, foe) / 3.0F;
    }
    value[EAGLES_MOVE_INPUT_neighbour_own] = in_tens(strongest_next_to(sense, hex, sense->side));
    value[EAGLES_MOVE_INPUT_neighbour_foe] = in_tens(threat);
    value[EAGLES_MOVE_INPUT_danger] = in_tens(eagles_sense_danger(sense, hex, 3)) / 3.0F;
    value[EAGLES_MOVE_INPUT_odds] = his > 0 ? (float)(mine / (mine + his)) : 0.0F;
    value[EAGLES_MOVE_INPUT_exposed] = threat > mine ? 1.0F : 0.0F;
}

static void add_ways(const Sense *sense, const Situation *situation, unsigned hex, float *value)
{
    const float way = (float)eagles_sense_way(sense, hex);
    value[EAGLES_MOVE_INPUT_near] = 10.0F / (10.0F + way);
    value[EAGLES_MOVE_INPUT_near_3] = 3.0F / (3.0F + way);
    if (situation->hex != EAGLES_NO_HEX && hex != situation->hex) {
        const float from = (float)eagles_sense_way(sense, situation->hex);
        value[EAGLES_MOVE_INPUT_nearer] = way < from ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_farther] = way > from ? 1.0F : 0.0F;
    }
}

static void add_ground(const Sense *sense, unsigned hex, float *value)
{
    const EaglesData *d = sense->p.d;
    const EaglesState *s = sense->p.s;
    const unsigned city = d->hex[hex].city;
    const unsigned owner = eagles_owner(&sense->p, hex);
    const unsigned foe = eagles_other(sense->side);
    value[EAGLES_MOVE_INPUT_ground] = (float)d->hex[hex].drm[sense->winter ? 1 : 0];
    value[EAGLES_MOVE_INPUT_goal] = eagles_sense_is_goal(sense, hex) ? 1.0F : 0.0F;
    value[EAGLES_MOVE_INPUT_aim] = eagles_sense_is_aim(sense, hex) ? 1.0F : 0.0F;
    if (city != EAGLES_NONE) {
        value[EAGLES_MOVE_INPUT_city] = (float)d->city[city].level / 3.0F;
        value[EAGLES_MOVE_INPUT_own_held] = eagles_control(s, city) == sense->side ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_foe_held] = eagles_control(s, city) == foe ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_besieged] = eagles_siege_value(s, city) != 0 ? 1.0F : 0.0F;
    }
    if (owner != EAGLES_NONE) {
        value[EAGLES_MOVE_INPUT_own_land] = s->nation[owner].side == sense->side ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_foe_land] = s->nation[owner].side == foe ? 1.0F : 0.0F;
    }
}

static void add_named(const Sense *sense, const EaglesNamed *named, float *value)
{
    const EaglesData *d = sense->p.d;
    if (named->unit < d->units) {
        const EaglesUnit *unit = &d->unit[named->unit];
        value[EAGLES_MOVE_INPUT_infantry] = unit->infantry ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_cavalry] = unit->cavalry ? 1.0F : 0.0F;
        value[EAGLES_MOVE_INPUT_morale] = (float)d->nation[unit->nation].morale[unit->type] / 3.0F;
    }
    if (named->leader < d->leaders) {
        value[EAGLES_MOVE_INPUT_leader] = (float)d->leader[named->leader].leadership / 3.0F;
        value[EAGLES_MOVE_INPUT_capacity] = (float)d->leader[named->leader].capacity / 20.0F;
    }
    value[EAGLES_MOVE_INPUT_number] = (float)named->number / 5.0F;
}

static void add_step(const Sense *sense, const Situation *situation, unsigned direction, float *value)
{
    if (direction < EAGLES_DIRECTIONS && situation->hex != EAGLES_NO_HEX) {
        const unsigned cost = eagles_cost(&sense->p, situation->hex, direction, sense->side);
        value[EAGLES_MOVE_INPUT_step_cost] = cost == EAGLES_IMPASSABLE ? 4.0F : (float)cost / 3.0F;
    }
}

/* The hex a move is about; EAGLES_NO_HEX: none. */
static unsigned hex_of(const Sense *sense, const Situation *situation, const EaglesNamed *named)
{
    const EaglesData *d = sense->p.d;
    if (named->direction < EAGLES_DIRECTIONS) {
        const unsigned from = named->hex < d->hexes ? named->hex : situation->hex;
        return from < d->hexes ? d->hex[from].neighbour[named->direction] : (unsigned)EAGLES_NO_HEX;
    }
    return named->city < d->cities ? d->city[named->city].hex
           : named->hex < d->hexes ? named->hex
                                   : situation->hex;
}

void eagles_move_inputs(const Sense *sense, const MoveList *legal, const int *points, PriorInputs *inputs)
{
    Situation situation;
    const PointsSpread spread = points_spread(points, legal->count);
    situate(sense, &situation);
    for (uint32_t i = 0; i < legal->count; i++) {
        const EaglesNamed named = eagles_move_names(legal->moves[i]);
        const unsigned hex = hex_of(sense, &situation, &named);
        float *value = inputs->value[i];
        memcpy(value, situation.shared, sizeof situation.shared);
        inputs->kind[i] = (uint16_t)kind_of(legal->moves[i], named.choice);
        inputs->belief[i] = move_points_fill(&spread, points[i], legal->count, value);
        add_named(sense, &named, value);
        if (hex < sense->p.d->hexes) {
            add_forces(sense, &situation, hex, value);
            add_ground(sense, hex, value);
            if (sense->ways != NULL) {
                add_ways(sense, &situation, hex, value);
            }
        }
        add_step(sense, &situation, named.direction, value);
    }
}

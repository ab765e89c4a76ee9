/* move_inputs.c: see move_inputs.h. */
#include "ai/nae/move_inputs.h"

#include <stdio.h>
#include <string.h>

#include "ai/nae/scores.h"

#define NAE_MOVE_INPUT_NAME(name) #name,
const char *const NAE_MOVE_INPUT_NAMES[NAE_MOVE_INPUT_COUNT] = {NAE_MOVE_INPUTS(NAE_MOVE_INPUT_NAME)};
#undef NAE_MOVE_INPUT_NAME

_Static_assert((int)NAE_MOVE_INPUT_COUNT <= (int)PRIOR_INPUTS_MAX, "inputs fit the model");

/* ------------------------------------------------------------------ kinds of decisions */

enum { WORDS = 64, NO_WORD = WORDS - 1 };
_Static_assert((int)NAE_WORD_COUNT <= (int)NO_WORD, "words fit");
_Static_assert((int)NAE_KIND_COUNT *(int)WORDS <= (int)PRIOR_KINDS_MAX, "kinds of decisions fit the model");

static uint32_t kind_of(unsigned kind, unsigned word)
{
    return kind * (uint32_t)WORDS + (word < NAE_WORD_COUNT ? word : (unsigned)NO_WORD);
}

uint32_t nae_prior_kind_of_move(Move move) { return kind_of(nae_move_kind(move), nae_move_names(move).word); }

void nae_prior_kind_name(uint32_t kind, char name[PRIOR_NAME_BYTES])
{
    const unsigned of = kind / WORDS;
    const unsigned word = kind % WORDS;
    char text[MOVE_TEXT_BYTES] = "";
    const bool is_kind = of != NAE_M_NOTHING && of < NAE_KIND_COUNT &&
                         (word < NAE_WORD_COUNT || word == NO_WORD) &&
                         nae_kind_shape((enum nae_kind)of, word == NO_WORD ? (unsigned)NAE_NONE : word, text);
    (void)snprintf(name, PRIOR_NAME_BYTES, "%s", is_kind ? text : "");
}

/* ------------------------------------------------------------------ the situation */

/* What all moves of a decision have in common. */
typedef struct Situation {
    float shared[PRIOR_INPUTS_MAX];
    unsigned zone; /* of the force on the march or the battle, NAE_NONE: nowhere in particular */
    int strength;  /* of the force on the march */
} Situation;

static float in_steps(unsigned steps) { return (float)steps / 10.0F; }
static float in_points(int points)
{
    return (float)(points < -5000 ? -5000 : points > 5000 ? 5000 : points) / 500.0F;
}

static void situate_march(const NaeSense *se, Situation *situation)
{
    const NaeState *s = se->s;
    const unsigned zone = s->march.zone;
    const NaePieces force =
        nae_with(s, nae_land(se->d, s, zone, s->march.side), NAE_MOVING); /* of either army */
    situation->zone = zone;
    situation->strength = nae_sense_strength(se, force, true);
    situation->shared[NAE_MOVE_INPUT_march_steps] = in_steps(nae_steps(se->d, s, force));
    situation->shared[NAE_MOVE_INPUT_march_points] = (float)s->march.mp / 4.0F;
    situation->shared[NAE_MOVE_INPUT_march_napoleon] =
        se->strategy->napoleon < NAE_PIECES && s->place[se->strategy->napoleon] == zone ? 1.0F : 0.0F;
    situation->shared[NAE_MOVE_INPUT_march_moved] = zone != s->march.start ? 1.0F : 0.0F;
}

static void situate(const NaeSense *se, Situation *situation)
{
    const NaeState *s = se->s;
    float *shared = situation->shared;
    memset(situation, 0, sizeof *situation);
    situation->zone = NAE_NONE;
    shared[NAE_MOVE_INPUT_round] = (float)s->round / 6.0F;
    shared[NAE_MOVE_INPUT_years_left] = (float)((int)se->d->setup.last_year - (int)nae_year(s)) / 8.0F;
    shared[NAE_MOVE_INPUT_level] = (float)(se->side == NAE_EMPIRE ? s->level : -s->level) / 10.0F;
    shared[NAE_MOVE_INPUT_own_hand] = (float)nae_hand_count(s, se->side) / 8.0F;
    shared[NAE_MOVE_INPUT_foe_hand] = (float)nae_hand_count(s, nae_other(se->side)) / 8.0F;
    shared[NAE_MOVE_INPUT_action_points] = (float)s->action.ap / 5.0F;
    shared[NAE_MOVE_INPUT_saved_points] = (float)s->side[se->side].reserve_ap / 5.0F;
    if (s->phase == NAE_PHASE_BUDGET && s->budget.power < NAE_MAJORS) {
        shared[NAE_MOVE_INPUT_resources] = (float)s->major[s->budget.power].resources / 20.0F;
    }
    if (s->march.side == se->side && s->march.zone < se->d->zones) {
        situate_march(se, situation);
    }
}

/* ------------------------------------------------------------------ zones, pieces, cards */

static unsigned most_next_to(const NaeSense *se, unsigned zone, unsigned side)
{
    const NaeZone *at = &se->d->zone[zone];
    unsigned most = 0;
    for (unsigned i = 0; i < at->neighbors; i++) {
        const unsigned steps = nae_steps(se->d, se->s, nae_field(se->d, se->s, at->edge[i].zone, side));
        most = steps > most ? steps : most;
    }
    return most;
}

static void add_forces(const NaeSense *se, const Situation *situation, unsigned zone, float *value)
{
    const NaeData *d = se->d;
    const NaeState *s = se->s;
    const unsigned foe = nae_other(se->side);
    const NaePieces own = nae_field(d, s, zone, se->side);
    const NaePieces enemy = nae_field(d, s, zone, foe);
    const unsigned threat = most_next_to(se, zone, foe);
    const int mine = situation->strength > 0 ? situation->strength : nae_sense_strength(se, own, true);
    const int his = nae_sense_strength(se, enemy, false);
    value[NAE_MOVE_INPUT_own_steps] = in_steps(nae_steps(d, s, own));
    value[NAE_MOVE_INPUT_foe_steps] = in_steps(nae_steps(d, s, enemy));
    value[NAE_MOVE_INPUT_neighbour_own] = in_steps(most_next_to(se, zone, se->side));
    value[NAE_MOVE_INPUT_neighbour_foe] = in_steps(threat);
    value[NAE_MOVE_INPUT_odds] = his > 0 ? (float)mine / (float)(mine + his + 1) : 0.0F;
    value[NAE_MOVE_INPUT_exposed] =
        in_steps(threat) > value[NAE_MOVE_INPUT_own_steps] + situation->shared[NAE_MOVE_INPUT_march_steps]
            ? 1.0F
            : 0.0F;
}

static void add_ground(NaeSense *se, unsigned zone, float *value)
{
    const NaeData *d = se->d;
    const NaeState *s = se->s;
    const unsigned holder = nae_sense_holder(se, zone);
    const float fortress = (float)nae_fortress_level(d, s, zone) / 2.0F;
    const unsigned capitals = (unsigned)NAE_ZONE_MAJOR_CAPITAL | (unsigned)NAE_ZONE_MINOR_CAPITAL;
    value[NAE_MOVE_INPUT_field] = in_points(nae_sense_field(se, zone));
    value[NAE_MOVE_INPUT_prize] = in_points(nae_sense_prize(se, zone));
    value[NAE_MOVE_INPUT_own_held] = holder == se->side ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_foe_held] = holder == nae_other(se->side) ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_fortress] = nae_fortress_side(d, s, zone) == se->side ? fortress : -fortress;
    value[NAE_MOVE_INPUT_besieged] = nae_besieged(s, zone) ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_capital] = (d->zone[zone].flags & capitals) != 0 ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_key] = nae_zone_is(d, zone, NAE_ZONE_KEY) ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_port] = nae_zone_is(d, zone, NAE_ZONE_PORT) ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_poor] = nae_zone_is(d, zone, NAE_ZONE_POOR) ? 1.0F : 0.0F;
}

static void add_piece(const NaeSense *se, unsigned piece, float *value)
{
    const NaeData *d = se->d;
    const NaeState *s = se->s;
    if (nae_is_unit(piece)) {
        value[NAE_MOVE_INPUT_unit] = (float)d->unit[piece].steps / 4.0F;
        value[NAE_MOVE_INPUT_reduced] = nae_bit(s, piece, NAE_REDUCED) ? 1.0F : 0.0F;
    } else if (nae_is_general(piece)) {
        const NaeGeneral *general = nae_general(d, piece);
        value[NAE_MOVE_INPUT_general] = (float)(general->initiative + general->command) / 8.0F;
    }
    value[NAE_MOVE_INPUT_napoleon] = piece == se->strategy->napoleon ? 1.0F : 0.0F;
    value[NAE_MOVE_INPUT_worth] = in_points(nae_sense_piece(se, piece));
}

static void add_card(NaeSense *se, unsigned card, float *value)
{
    value[NAE_MOVE_INPUT_card] = (float)nae_card_value(se->d, se->s, card) / 5.0F;
    value[NAE_MOVE_INPUT_card_kept] = in_points(nae_worth_of_keeping(se, card));
    value[NAE_MOVE_INPUT_card_event] = in_points(nae_worth_of_event(se, card));
}

/* The zone a move is about; NAE_NONE: none. */
static unsigned zone_of(const NaeSense *se, const Situation *situation, NaeNamed named)
{
    if (named.zone < se->d->zones) {
        return named.zone;
    }
    if (named.piece < NAE_PIECES && se->s->place[named.piece] < se->d->zones) {
        return se->s->place[named.piece];
    }
    return named.card != NAE_NONE ? (unsigned)NAE_NONE : situation->zone;
}

void nae_move_inputs(NaeSense *se, const MoveList *legal, const int *points, PriorInputs *inputs)
{
    Situation situation;
    const PointsSpread spread = points_spread(points, legal->count);
    situate(se, &situation);
    for (uint32_t i = 0; i < legal->count; i++) {
        const NaeNamed named = nae_move_names(legal->moves[i]);
        const unsigned zone = zone_of(se, &situation, named);
        float *value = inputs->value[i];
        memcpy(value, situation.shared, sizeof situation.shared);
        inputs->kind[i] = (uint16_t)kind_of(nae_move_kind(legal->moves[i]), named.word);
        inputs->belief[i] = move_points_fill(&spread, points[i], legal->count, value);
        if (zone < se->d->zones) {
            add_forces(se, &situation, zone, value);
            add_ground(se, zone, value);
        }
        if (named.piece < NAE_PIECES) {
            add_piece(se, named.piece, value);
        }
        if (named.card < NAE_CARDS) {
            add_card(se, named.card, value);
        }
    }
}

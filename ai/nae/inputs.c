/* inputs.c: a position as the evaluation network sees it. */
#include "ai/nae/inputs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/nae.h"

static void add_if(ModelInputs *inputs, bool condition, unsigned index)
{
    if (condition) {
        model_add(inputs, index, 1.0F);
    }
}

/* ------------------------------------------------------------------ pieces */

/* Of a unit with so many steps; the scale of sense.c, without commanders. */
static int strength_of(const NaeUnit *unit, unsigned steps, bool reduced)
{
    return (int)steps * (60 + 14 * unit->morale[reduced ? 1 : 0] + 6 * unit->stars);
}

static int unit_strength(const NaeData *d, const NaeState *s, unsigned piece)
{
    return strength_of(nae_unit(d, piece), nae_unit_steps(d, s, piece), nae_bit(s, piece, NAE_REDUCED));
}

/* Sums over the units, gathered in one walk. */
typedef struct Sums {
    int zone[2][NAE_ZONES];
    int nation[NAE_NATIONS];
    int reserve[NAE_NATIONS];
    int total[2], demoralised[2], unsupplied[2];
} Sums;

static void gather_units(const NaeData *d, const NaeState *s, Sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (unsigned piece = NAE_FIRST_UNIT; piece < NAE_FIRST_GENERAL; piece++) {
        const unsigned nation = d->nation_of[piece];
        const unsigned side = nae_side_of_piece(s, piece);
        if (s->place[piece] == NAE_RESERVE) {
            sums->reserve[nation] += strength_of(&d->unit[piece], d->unit[piece].steps, false);
        } else if (nae_on_map(s, piece)) {
            const int strength = unit_strength(d, s, piece);
            sums->nation[nation] += strength;
            if (side < 2) {
                sums->zone[side][s->place[piece]] += strength;
                sums->total[side] += strength;
                sums->demoralised[side] += nae_bit(s, piece, NAE_DEMORALISED) ? strength : 0;
                sums->unsupplied[side] += nae_bit(s, piece, NAE_UNSUPPLIED) ? strength : 0;
            }
        }
    }
}

static void add_sum(ModelInputs *inputs, unsigned index, int sum, float unit)
{
    if (sum != 0) {
        model_add(inputs, index, (float)sum / unit);
    }
}

static void add_units(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    Sums sums;
    gather_units(d, s, &sums);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned zone = 0; zone < d->zones; zone++) {
            add_sum(inputs, NAE_INPUT_STRENGTH + side * NAE_ZONES + zone, sums.zone[side][zone],
                    NAE_STRENGTH_UNIT);
        }
        add_sum(inputs, NAE_INPUT_TOTAL + side, sums.total[side], 4 * NAE_STRENGTH_UNIT);
        add_sum(inputs, NAE_INPUT_DEMORALISED + side, sums.demoralised[side], NAE_STRENGTH_UNIT);
        add_sum(inputs, NAE_INPUT_UNSUPPLIED + side, sums.unsupplied[side], NAE_STRENGTH_UNIT);
    }
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        add_sum(inputs, NAE_INPUT_POWER + nation, sums.nation[nation], 2 * NAE_STRENGTH_UNIT);
        add_sum(inputs, NAE_INPUT_RESERVE + nation, sums.reserve[nation], 2 * NAE_STRENGTH_UNIT);
    }
}

static void add_commanders(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    int generals[2] = {0, 0};
    const unsigned napoleon = NAE_NAPOLEON;
    for (unsigned piece = NAE_FIRST_GENERAL; piece < NAE_FIRST_SPECIAL; piece++) {
        const unsigned side = nae_side_of_piece(s, piece);
        if (side < 2 && nae_on_map(s, piece) && nae_bit(s, piece, NAE_COMMANDS)) {
            generals[side] += nae_general(d, piece)->attack + nae_general(d, piece)->defence;
        }
    }
    add_sum(inputs, NAE_INPUT_GENERALS, generals[0], 20.0F);
    add_sum(inputs, NAE_INPUT_GENERALS + 1, generals[1], 20.0F);
    if (nae_on_map(s, napoleon)) {
        model_add(inputs, NAE_INPUT_NAPOLEON + s->place[napoleon], 1.0F);
    }
    for (unsigned i = 0; i < NAE_ARMIES; i++) {
        const unsigned army = NAE_FIRST_ARMY + i;
        const bool shaken = nae_bit(s, army, NAE_DEMORALISED);
        add_if(inputs, nae_on_map(s, army), (shaken ? NAE_INPUT_ARMY_SHAKEN : NAE_INPUT_ARMY) + i);
    }
}

static void add_depots_and_fleets(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    for (unsigned side = 0; side < 2; side++) {
        int depots = 0;
        int fleets = 0;
        int boxes = 0;
        NAE_EACH_PIECE(piece, nae_pieces_and(s->owned[side], nae_pieces_or(d->depots, d->fleets)))
        {
            const unsigned at = s->bits[piece] & NAE_AT;
            depots += nae_is_depot(piece) && nae_on_map(s, piece);
            fleets += nae_is_fleet(piece) && at != NAE_AT_SPECIAL;
            boxes += nae_is_fleet(piece) && at == NAE_AT_BOX;
        }
        add_sum(inputs, NAE_INPUT_DEPOTS + side, depots, 4.0F);
        add_sum(inputs, NAE_INPUT_FLEETS + side, fleets, 8.0F);
        add_sum(inputs, NAE_INPUT_BOXES + side, boxes, 8.0F);
    }
}

/* ------------------------------------------------------------------ land and nations */

static void add_zones(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    for (unsigned zone = 0; zone < d->zones; zone++) {
        const unsigned bits = s->zone_bits[zone];
        if (bits == 0) {
            continue;
        }
        if (nae_marker(s, zone) != NAE_NOBODY) {
            model_add(inputs, NAE_INPUT_MARKER + nae_marker(s, zone) * NAE_ZONES + zone, 1.0F);
        }
        add_if(inputs, nae_besieged(s, zone), NAE_INPUT_SIEGE + zone);
        add_if(inputs, nae_fort_state(s, zone) == NAE_FORT_DESTROYED, NAE_INPUT_DESTROYED + zone);
    }
}

/* What a power has lost of the zones by which it is conquered (18.2.1), supply apart. */
static void add_keys(const NaeData *d, const NaeState *s, unsigned power, ModelInputs *inputs)
{
    const NaeNation *nation = &d->nation[power];
    const unsigned side = nae_side_of(s, power);
    int lost = 0;
    bool capital = nation->capitals > 0;
    if (side == NAE_NOBODY) {
        return;
    }
    for (unsigned i = 0; i < nation->conquest_keys; i++) {
        lost += nae_holder(s, nation->conquest_key[i]) == nae_other(side);
    }
    for (unsigned i = 0; i < nation->capitals; i++) {
        capital = capital && nae_holder(s, nation->capital[i]) == nae_other(side);
    }
    model_add_steps(inputs, NAE_INPUT_KEYS + power * NAE_KEY_STEPS, NAE_KEY_STEPS, lost);
    add_if(inputs, capital, NAE_INPUT_CAPITAL + power);
}

static void add_nations(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        model_add(inputs, NAE_INPUT_STATUS + nation * NAE_STATUS_COUNT + nae_status(s, nation), 1.0F);
    }
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        const NaeMajor *major = &s->major[power];
        add_keys(d, s, power, inputs);
        add_sum(inputs, NAE_INPUT_BEATEN + power, (int)nae_defeats(major), 1.0F);
        add_sum(inputs, NAE_INPUT_RESOURCES + power, major->resources, 10.0F);
    }
}

/* ------------------------------------------------------------------ cards, tracks, time */

static void add_cards(const NaeState *s, ModelInputs *inputs)
{
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        add_if(inputs, (s->card[card] & NAE_CARD_PLACE) == NAE_CARD_HAND, NAE_INPUT_CARD + card);
    }
    for (unsigned side = 0; side < 2; side++) {
        add_sum(inputs, NAE_INPUT_HAND + side, (int)nae_hand_count(s, side), 4.0F);
        add_sum(inputs, NAE_INPUT_SAVED + side, s->side[side].reserve_ap, 2.0F);
    }
}

static void add_tracks(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    const int years = (int)d->setup.last_year - (int)d->setup.first_year + 1;
    const float played = (float)((int)nae_year(s) - (int)d->setup.first_year + 1) / (float)years;
    const float level = ((float)s->level - (float)d->setup.level) / 5.0F;
    model_add_steps(inputs, NAE_INPUT_LEVEL, NAE_LEVEL_STEPS, s->level);
    model_add(inputs, NAE_INPUT_LEVEL_LINE, level);
    model_add(inputs, NAE_INPUT_LEVEL_LATE, level * played);
    model_add_steps(inputs, NAE_INPUT_ESCALADE, NAE_ESCALADE_STEPS, s->escalade);
    for (unsigned bit = 0; bit < 16; bit++) {
        add_if(inputs, (s->flags >> bit & 1U) != 0, NAE_INPUT_FLAG + bit);
    }
}

static void add_time(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    const unsigned left = d->setup.last_year > nae_year(s) ? d->setup.last_year - nae_year(s) : 0U;
    model_add(inputs, NAE_INPUT_YEARS_LEFT + (left < 12 ? left : 11U), 1.0F);
    model_add(inputs, NAE_INPUT_PHASE + s->phase, 1.0F);
    if (s->phase == NAE_PHASE_ROUNDS && s->actor < 2) {
        model_add(inputs, NAE_INPUT_ROUND + s->actor * 8U + (s->round & 7U), 1.0F);
        add_sum(inputs, NAE_INPUT_POINTS + s->actor, s->action.side == s->actor ? s->action.ap : 0, 2.0F);
    }
    add_if(inputs, s->header.seat < SEAT_COUNT, NAE_INPUT_DECIDES + (s->header.seat & 1U));
}

void nae_inputs(const NaeData *d, const NaeState *s, ModelInputs *inputs)
{
    inputs->count = 0;
    add_units(d, s, inputs);
    add_commanders(d, s, inputs);
    add_depots_and_fleets(d, s, inputs);
    add_zones(d, s, inputs);
    add_nations(d, s, inputs);
    add_cards(s, inputs);
    add_tracks(d, s, inputs);
    add_time(d, s, inputs);
}

float nae_material(const NaeData *d, const NaeState *s)
{
    Sums sums;
    gather_units(d, s, &sums);
    return (float)(sums.total[0] - sums.total[1]);
}

/* ------------------------------------------------------------------ names */

typedef struct Family {
    const char *name;
    unsigned first;
    unsigned seat_run; /* members of each seat, 0: not by seat */
} Family;

static const unsigned SEAT_RUNS[][2] = {{NAE_INPUT_STRENGTH, NAE_ZONES},
                                        {NAE_INPUT_MARKER, NAE_ZONES},
                                        {NAE_INPUT_TOTAL, 1},
                                        {NAE_INPUT_DEMORALISED, 1},
                                        {NAE_INPUT_UNSUPPLIED, 1},
                                        {NAE_INPUT_GENERALS, 1},
                                        {NAE_INPUT_DEPOTS, 1},
                                        {NAE_INPUT_FLEETS, 1},
                                        {NAE_INPUT_BOXES, 1},
                                        {NAE_INPUT_HAND, 1},
                                        {NAE_INPUT_SAVED, 1},
                                        {NAE_INPUT_ROUND, 8},
                                        {NAE_INPUT_POINTS, 1},
                                        {NAE_INPUT_DECIDES, 1}};

static unsigned seat_run(unsigned first)
{
    for (size_t i = 0; i < sizeof SEAT_RUNS / sizeof SEAT_RUNS[0]; i++) {
        if (SEAT_RUNS[i][0] == first) {
            return SEAT_RUNS[i][1];
        }
    }
    return 0;
}

static Family family_of(uint32_t input)
{
    static const Family families[] = {
#define NAE_INPUT_ROW(name, count) {#name, NAE_INPUT_##name, 0},
        NAE_INPUT_FAMILIES(NAE_INPUT_ROW)
#undef NAE_INPUT_ROW
    };
    size_t row = 0;
    while (row + 1 < sizeof families / sizeof families[0] && families[row + 1].first <= input) {
        row++;
    }
    return (Family){families[row].name, families[row].first, seat_run(families[row].first)};
}

/* The board's id of a member of a family, "" where it is a plain number. number: what is left of n then. */
static const char *member_id(const NaeData *d, unsigned first, unsigned n, unsigned *number)
{
    const unsigned none = *number;
    *number = NAE_NONE;
    switch (first) {
    case NAE_INPUT_STRENGTH:
    case NAE_INPUT_MARKER:
    case NAE_INPUT_SIEGE:
    case NAE_INPUT_DESTROYED:
    case NAE_INPUT_NAPOLEON:
        return n % NAE_ZONES < d->zones ? d->zone_id[n % NAE_ZONES] : "none";
    case NAE_INPUT_STATUS:
        *number = n % NAE_STATUS_COUNT;
        return d->nation_id[n / NAE_STATUS_COUNT];
    case NAE_INPUT_KEYS:
        *number = n % NAE_KEY_STEPS;
        return d->nation_id[n / NAE_KEY_STEPS];
    case NAE_INPUT_BEATEN:
    case NAE_INPUT_POWER:
    case NAE_INPUT_RESERVE:
    case NAE_INPUT_RESOURCES:
    case NAE_INPUT_CAPITAL:
        return d->nation_id[n];
    case NAE_INPUT_ARMY:
    case NAE_INPUT_ARMY_SHAKEN:
        return d->piece_id[NAE_FIRST_ARMY + n];
    case NAE_INPUT_CARD:
        return d->card_id[n];
    default:
        *number = none;
        return "";
    }
}

void nae_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES])
{
    const Family family = family_of(input);
    assert(input < NAE_INPUT_COUNT);
    const unsigned n = input - family.first;
    const char *seat = family.seat_run == 0 ? "" : n / family.seat_run == 0 ? ".french" : ".coalition";
    unsigned number = family.seat_run > 0 ? n % family.seat_run : n;
    const char *id = member_id(data, family.first, n, &number);
    int used =
        snprintf(name, MODEL_NAME_BYTES, "%.16s%s%s%.40s", family.name, seat, id[0] != '\0' ? "." : "", id);
    if (number != NAE_NONE && used > 0) {
        (void)snprintf(name + used, MODEL_NAME_BYTES - (size_t)used, ".%u", number);
    }
    for (size_t i = 0; i < strlen(family.name); i++) {
        name[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    }
}

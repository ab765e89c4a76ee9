/* inputs.c: a position as the evaluation network sees it. */
#include "ai/aon/inputs.h"

#include <stdio.h>
#include <string.h>

#include "ai/aon/stakes.h"
#include "engine/aon/rules.h"

/* ------------------------------------------------------------------ the map */

/* Adds a seat's corps, noting in field where they stand. */
static void add_strengths(const AonData *d, const AonState *s, Seat seat, CorpsSet on_map, AonField *field,
                          ModelInputs *inputs)
{
    assert(seat_plays(seat));
    const CorpsSet corps = corps_and(on_map, aon_side(d, s, seat));
    const CorpsSet spent = corps_and(corps, aon_set(s, AON_SET_SPENT));
    const unsigned first = (unsigned)seat * AON_AREAS_MAX;
    uint8_t *power = field->power[seat];
    unsigned total = 0;
    for (CorpsSet rest = corps; !corps_empty(rest);) {
        const unsigned one = corps_take_first(&rest);
        const unsigned rating = aon_br(d, s, one);
        power[s->place[one]] = (uint8_t)(power[s->place[one]] + rating);
        field->corps[seat][s->place[one]]++;
        total += rating;
    }
    for (AreaSet rest = s->occupied[seat]; rest != 0;) {
        const unsigned area = bits_take(&rest);
        model_add(inputs, AON_INPUT_STRENGTH + first + area, (float)power[area] / AON_STRENGTH_UNIT);
        model_add(inputs, AON_INPUT_PRESENT + first + area, 1.0F);
    }
    model_add(inputs, AON_INPUT_TOTAL + (unsigned)seat, (float)total / (4.0F * AON_STRENGTH_UNIT));
    model_add(inputs, AON_INPUT_SPENT + (unsigned)seat, (float)corps_count(spent) / AON_STRENGTH_UNIT);
}

static void add_napoleon(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    const unsigned place = s->place[d->napoleon];
    const unsigned row = place < AON_AREAS_MAX ? place : AON_AREAS_MAX + (place - AON_PLACE_RESERVE);
    model_add(inputs, AON_INPUT_NAPOLEON + row, 1.0F);
    if (place < AON_AREAS_MAX) {
        const unsigned others = corps_count(aon_army(d, s, place, SEAT_FRENCH)) - 1U;
        if (others < 4) {
            model_add(inputs, AON_INPUT_NAPOLEON_ALONE + others, 1.0F);
        }
    }
}

/* ------------------------------------------------------------------ countries and boxes */

static void add_countries(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    for (unsigned country = 0; country < d->countries; country++) {
        const unsigned alignment = aon_alignment(s, country);
        if (alignment != AON_UNALIGNED) {
            model_add(inputs, AON_INPUT_ALIGNMENT + country * 8U + alignment, 1.0F);
        }
    }
    model_add_steps(inputs, AON_INPUT_MINORS, AON_MINORS_STEPS,
                    (int)aon_minors_controlled(s, d, SEAT_FRENCH));
}

static unsigned rating_of(const AonData *d, CorpsSet set)
{
    unsigned sum = 0;
    while (!corps_empty(set)) {
        sum += d->br[0][corps_take_first(&set)];
    }
    return sum;
}

static void add_box(const AonData *d, const AonState *s, unsigned place, unsigned first, ModelInputs *inputs)
{
    unsigned sums[AON_GROUPS_MAX] = {0};
    for (CorpsSet rest = corps_and(aon_corps_at(s, place), d->all_corps); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        sums[d->group[corps]] += d->br[0][corps];
    }
    for (unsigned group = 0; group < AON_GROUPS_MAX; group++) {
        if (sums[group] > 0) {
            model_add(inputs, first + group, (float)sums[group] / (2.0F * AON_STRENGTH_UNIT));
        }
    }
}

static void add_boxes(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    add_box(d, s, AON_PLACE_RESERVE, AON_INPUT_RESERVE, inputs);
    add_box(d, s, AON_PLACE_PRISONERS, AON_INPUT_PRISONERS, inputs);
    add_box(d, s, AON_PLACE_LOST, AON_INPUT_LOST, inputs);
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        const unsigned sum = rating_of(d, aon_available(d, s, (Seat)seat));
        model_add(inputs, AON_INPUT_AVAILABLE + seat, (float)sum / (4.0F * AON_STRENGTH_UNIT));
    }
}

/* ------------------------------------------------------------------ cards and time */

static void add_cards(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (CardSet rest = s->hand[seat]; rest != 0;) {
            model_add(inputs, AON_INPUT_CARD + seat * AON_CARDS_MAX + d->extra_of[bits_take(&rest)], 1.0F);
        }
        model_add(inputs, AON_INPUT_HAND + seat, (float)s->hand_count[seat] / 4.0F);
    }
    model_add(inputs, AON_INPUT_DECK, (float)s->deck_count / 16.0F);
}

static void add_if(ModelInputs *inputs, bool condition, unsigned index)
{
    if (condition) {
        model_add(inputs, index, 1.0F);
    }
}

static void add_time(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    const unsigned left = d->setup.last_year > aon_year(s) ? d->setup.last_year - aon_year(s) : 0U;
    model_add(inputs, AON_INPUT_YEARS_LEFT + (left < 15 ? left : 15U), 1.0F);
    model_add(inputs, AON_INPUT_PHASE + s->phase, 1.0F);
    if (s->phase == AON_PHASE_CAMPAIGN) {
        model_add(inputs, AON_INPUT_ROUND + (unsigned)aon_mover(s) * 8U + (s->round & 7U), 1.0F);
        add_if(inputs, aon_flag(s, AON_FLAG_FIRST_COALITION), AON_INPUT_FIRST);
        add_if(inputs, !aon_flag(s, AON_FLAG_FREE_USED_FRENCH), AON_INPUT_FREE_MOVE);
        add_if(inputs, !aon_flag(s, AON_FLAG_FREE_USED_COALITION), AON_INPUT_FREE_MOVE + 1);
    }
    for (unsigned event = 0; event < 5; event++) {
        add_if(inputs, ((s->events >> event) & 1U) != 0, AON_INPUT_EVENT + event);
    }
    add_if(inputs, aon_initiative(d, s) == SEAT_COALITION, AON_INPUT_INITIATIVE);
    add_if(inputs, aon_flag(s, AON_FLAG_MAJOR_SURRENDERED), AON_INPUT_SURRENDERED);
    add_if(inputs, aon_flag(s, AON_FLAG_RUSSIA_INVADED), AON_INPUT_INVADED);
    add_if(inputs, s->invaded_year != 0 && s->invaded_year < aon_year(s), AON_INPUT_INVADED + 1);
    add_if(inputs, s->header.seat < SEAT_COUNT, AON_INPUT_DECIDES + (s->header.seat & 1U));
}

void aon_inputs(const AonData *d, const AonState *s, ModelInputs *inputs)
{
    const CorpsSet on_map = aon_on_map(s);
    AonField field;
    memset(&field, 0, sizeof field);
    inputs->count = 0;
    add_strengths(d, s, SEAT_FRENCH, on_map, &field, inputs);
    add_strengths(d, s, SEAT_COALITION, on_map, &field, inputs);
    add_napoleon(d, s, inputs);
    add_countries(d, s, inputs);
    add_boxes(d, s, inputs);
    add_cards(d, s, inputs);
    aon_add_stakes(d, s, &field, inputs);
    add_time(d, s, inputs);
}

/* ------------------------------------------------------------------ names */

typedef struct Family {
    const char *name;
    unsigned first;
} Family;

static const Family FAMILIES[] = {
#define AON_INPUT_ROW(name, count) {#name, AON_INPUT_##name},
    AON_INPUT_FAMILIES(AON_INPUT_ROW)
#undef AON_INPUT_ROW
};

/* What the number within a family stands for: the board's id, or NULL for a plain number. */
static const char *member_id(const AonData *d, unsigned first, unsigned n)
{
    switch (first) {
    case AON_INPUT_STRENGTH:
    case AON_INPUT_PRESENT:
        return n % AON_AREAS_MAX < d->areas ? d->area_id[n % AON_AREAS_MAX] : NULL;
    case AON_INPUT_NAPOLEON:
        return n < d->areas ? d->area_id[n] : NULL;
    case AON_INPUT_OUTNUMBERED:
    case AON_INPUT_ENTERED:
    case AON_INPUT_FALLS:
    case AON_INPUT_FALLS_LATE:
        return n < d->countries ? d->country_id[n] : NULL;
    case AON_INPUT_ALIGNMENT:
        return n / 8 < d->countries ? d->country_id[n / 8] : NULL;
    case AON_INPUT_CARD:
        return n % AON_CARDS_MAX < d->cards ? d->card[n % AON_CARDS_MAX].id : NULL;
    case AON_INPUT_PHASE:
        return aon_phase_name(n);
    default:
        return NULL;
    }
}

/* Families that hold a run for each seat: numbers in a run, 0 if there is none. */
static unsigned run_of_seat(unsigned first)
{
    switch (first) {
    case AON_INPUT_STRENGTH:
    case AON_INPUT_PRESENT:
        return AON_AREAS_MAX;
    case AON_INPUT_CARD:
        return AON_CARDS_MAX;
    case AON_INPUT_ROUND:
        return 8;
    case AON_INPUT_TAKEN:
        return AON_TAKEN_STEPS;
    case AON_INPUT_DISTANT:
        return AON_DISTANT_STEPS;
    case AON_INPUT_STORMED:
        return AON_STORMED_STEPS;
    case AON_INPUT_RESCUED:
        return AON_RESCUED_STEPS;
    case AON_INPUT_MOVES:
        return AON_MOVES_STEPS;
    case AON_INPUT_AVAILABLE:
    case AON_INPUT_SPENT:
    case AON_INPUT_TOTAL:
    case AON_INPUT_HAND:
    case AON_INPUT_FREE_MOVE:
    case AON_INPUT_DECIDES:
        return 1;
    default:
        return 0;
    }
}

void aon_input_name(const void *data, uint32_t input, char name[MODEL_NAME_BYTES])
{
    const AonData *d = data;
    size_t row = 0;
    while (row + 1 < sizeof FAMILIES / sizeof FAMILIES[0] && FAMILIES[row + 1].first <= input) {
        row++;
    }
    const unsigned n = input - FAMILIES[row].first;
    const unsigned run = run_of_seat(FAMILIES[row].first);
    const char *id = member_id(d, FAMILIES[row].first, n);
    const char *seat = run == 0 ? "" : n / run == 0 ? "french." : "coalition.";
    const unsigned number = FAMILIES[row].first == AON_INPUT_ALIGNMENT ? n % 8 : run > 0 ? n % run : n;
    char text[MODEL_NAME_BYTES];
    if (id != NULL && FAMILIES[row].first == AON_INPUT_ALIGNMENT) {
        const char *alignment = number < AON_UNALIGNED ? aon_alignment_name(number) : "none";
        (void)snprintf(text, sizeof text, "%.16s.%.30s.%.8s", FAMILIES[row].name, id, alignment);
    } else if (id != NULL) {
        (void)snprintf(text, sizeof text, "%.16s.%.12s%.40s", FAMILIES[row].name, seat, id);
    } else {
        (void)snprintf(text, sizeof text, "%.16s.%.12s%u", FAMILIES[row].name, seat, number);
    }
    for (size_t i = 0; i < sizeof text; i++) {
        name[i] = text[i] >= 'A' && text[i] <= 'Z' && i < strlen(FAMILIES[row].name)
                      ? (char)(text[i] - 'A' + 'a')
                      : text[i];
    }
}

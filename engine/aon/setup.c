/* setup.c: the position a scenario starts from (17). */
#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

static void set_countries(AonState *s, const AonData *d)
{
    for (unsigned country = 0; country < d->countries; country++) {
        const unsigned mark =
            ((d->setup.formerly_insurgent >> country) & 1U) != 0 ? AON_COUNTRY_INSURGENT : 0U;
        s->country[country] = (uint8_t)(d->setup.alignment[country] | mark);
        if (country < AON_MAJORS && aon_country_seat(s, country) == SEAT_COALITION) {
            s->coalition_majors = (uint8_t)(s->coalition_majors | 1U << country);
        }
    }
}

static void set_corps(Play *p)
{
    AonState *s = p->s;
    const AonSetup *setup = &p->d->setup;
    memset(s->place, AON_PLACE_RESERVE, sizeof s->place);
    memset(s->from, AON_FROM_RESIDENT, sizeof s->from);
    for (CorpsSet rest = setup->lost; !corps_empty(rest);) {
        s->place[corps_take_first(&rest)] = AON_PLACE_LOST;
    }
    for (unsigned i = 0; i < setup->placement_count; i++) {
        const AonPlacement *placed = &setup->placements[i];
        if (placed->spent) {
            aon_set_add(s, AON_SET_SPENT, corps_one(placed->corps));
        }
        aon_put(p, corps_one(placed->corps), placed->area);
        aon_locate(p, corps_one(placed->corps)); /* set-up is an open act */
    }
    unsigned order = 0;
    for (CorpsSet rest = p->d->invasion; !corps_empty(rest); order++) {
        const bool released = corps_in(setup->released, corps_take_first(&rest));
        s->released = (uint16_t)(s->released | (released ? 1U << order : 0U));
    }
}

/* Copies in index order without those set aside or discarded, shuffled; random discards and hands from the
 * top. */
static void deal(Play *p)
{
    AonState *s = p->s;
    const AonSetup *setup = &p->d->setup;
    uint8_t left[AON_CARDS_MAX];
    for (unsigned title = 0; title < p->d->cards; title++) {
        left[title] = (uint8_t)(p->d->card[title].copies - setup->set_aside[title]);
    }
    for (unsigned i = 0; i < setup->discard_count; i++) {
        left[setup->discarded[i]]--;
        s->pile[AON_COPIES_MAX - 1U - i] = setup->discarded[i];
    }
    for (unsigned title = 0; title < p->d->cards; title++) {
        for (unsigned copy = 0; copy < left[title]; copy++) {
            s->pile[s->deck_count++] = (uint8_t)title;
        }
    }
    dice_shuffle(p->dice, s->pile, s->deck_count);
    for (unsigned i = 0; i < setup->random_discards; i++) {
        const unsigned position = aon_discard_count(p->d, s);
        const uint8_t title = s->pile[--s->deck_count];
        s->pile[s->deck_count] = 0;
        s->pile[AON_COPIES_MAX - 1U - position] = title;
    }
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        for (unsigned i = 0; i < setup->hand[seat]; i++) {
            aon_draw(p, (Seat)seat);
        }
    }
}

void aon_setup(const AonData *d, AonState *s, Dice *dice)
{
    Play play = aon_with_dice(d, s, dice);
    const AonSetup *setup = &d->setup;
    memset(s, 0, sizeof *s);
    s->header.turn = (uint8_t)(setup->first_year - 5U);
    s->phase = AON_PHASE_CAMPAIGN;
    s->round = setup->first_round;
    s->events = setup->events;
    s->sea_corps = AON_NONE;
    s->invaded_year = setup->french_invaded_russia_year;
    aon_flag_set(s, setup->russia_invaded ? AON_FLAG_RUSSIA_INVADED : 0);
    aon_flag_set(s, setup->free_move[SEAT_FRENCH] ? 0 : AON_FLAG_FREE_USED_FRENCH);
    aon_flag_set(s, setup->free_move[SEAT_COALITION] ? 0 : AON_FLAG_FREE_USED_COALITION);
    set_countries(s, d);
    set_corps(&play);
    deal(&play);
    aon_check_countries(&play, AON_NONE);
    aon_go(&play, AON_STEP_CAMPAIGN_FIRST);
    aon_run(&play);
}

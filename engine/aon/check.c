/* check.c: every invariant of a full position, recomputed from scratch (tests and fuzz). */
#include <stdarg.h>
#include <stdio.h>

#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

static bool wrong(char message[GAME_CHECK_BYTES], const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(char message[GAME_CHECK_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, GAME_CHECK_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* Each corps in exactly one place, controlled if on the map, without marks if not. */
static bool check_corps(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned corps = 0; corps < d->corps; corps++) {
        const unsigned place = s->place[corps];
        if (place >= d->areas && (place < AON_PLACE_RESERVE || place > AON_PLACE_LOST)) {
            return wrong(message, "%s is in no place (%u)", d->corps_id[corps], place);
        }
        if (place >= AON_PLACE_RESERVE) {
            for (unsigned mark = 0; mark < AON_SET_COUNT; mark++) {
                if (aon_set_has(s, (enum aon_set)mark, corps)) {
                    return wrong(message, "%s is off the map with mark %u", d->corps_id[corps], mark);
                }
            }
        } else if (s->header.over == 0 && aon_corps_seat(d, s, corps) != aon_side_of(d, s, corps)) {
            return wrong(message, "%s is on the map but controlled by %s", d->corps_id[corps],
                         seat_name(aon_corps_seat(d, s, corps)));
        }
    }
    return true;
}

/* Who is where, recounted; tops known; insurgents near home; no two sides in an area but before a battle. */
static bool check_areas(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned area = 0; area < d->areas; area++) {
        for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
            const CorpsSet army = aon_army(d, s, area, (Seat)seat);
            if (area_in(s->occupied[seat], area) != !corps_empty(army)) {
                return wrong(message, "occupation of %s by %s is not what stands there", d->area_id[area], seat_name((Seat)seat));
            }
            if (!corps_empty(army) && !aon_set_has(s, AON_SET_LOCATED, aon_leader(d, army))) {
                return wrong(message, "top of %s army in %s not known", seat_name((Seat)seat), d->area_id[area]);
            }
        }
    }
    const bool fighting = s->phase == AON_PHASE_CAMPAIGN || s->phase == AON_PHASE_INSURRECTION;
    if (!fighting && (s->occupied[0] & s->occupied[1]) != 0) {
        return wrong(message, "both sides in %s outside a battle", d->area_id[bits_first(s->occupied[0] & s->occupied[1])]);
    }
    for (CorpsSet rest = corps_and(aon_on_map(s), aon_insurgents(d, s)); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (!area_in(aon_corps_range(d, s, corps), s->place[corps])) {
            return wrong(message, "insurgent %s too far from home, in %s, at %s", d->corps_id[corps], d->area_id[s->place[corps]],
                         aon_step_name(s->header.step));
        }
    }
    return true;
}

static bool check_countries(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned country = 0; country < d->countries; country++) {
        const unsigned alignment = aon_alignment(s, country);
        if ((alignment == AON_FR) != (country == AON_FRANCE) || (alignment == AON_UNALIGNED && d->kind[country] != AON_KIND_DETACHABLE)
            || alignment > AON_UNALIGNED) {
            return wrong(message, "%s has alignment %u", d->country_id[country], alignment);
        }
        if (country < AON_MAJORS && (((s->coalition_majors >> country) & 1U) != 0) != (aon_controller(alignment) == SEAT_COALITION)) {
            return wrong(message, "control of %s differs from its alignment", d->country_id[country]);
        }
        if (alignment == AON_IC && !aon_was_insurgent(s, country)) {
            return wrong(message, "%s is insurgent without the marker", d->country_id[country]);
        }
    }
    if (aon_alignment(s, AON_BRITAIN) != AON_CM) {
        return wrong(message, "Britain is no Coalition member");
    }
    const bool member = aon_alignment(s, AON_AUSTRIA) == AON_CM || aon_alignment(s, AON_PRUSSIA) == AON_CM || aon_alignment(s, AON_RUSSIA) == AON_CM;
    return member || (s->events & AON_EVENT_BRITANNIA) != 0 || wrong(message, "Britannia should be in effect");
}

/* All copies of every title once, hands in canonical form, known cards held. */
static bool check_cards(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    unsigned seen[AON_CARDS_MAX] = {0};
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        CardSet canonical = 0;
        for (CardSet rest = s->hand[seat]; rest != 0;) {
            const unsigned title = d->extra_of[bits_take(&rest)];
            canonical = aon_with_copy(d, canonical, title);
            seen[title]++;
        }
        if (canonical != s->hand[seat] || bits_count(s->hand[seat]) != s->hand_count[seat] || (s->known[seat] & ~s->hand[seat]) != 0) {
            return wrong(message, "%s hand is not in order", seat_name((Seat)seat));
        }
    }
    const unsigned discards = aon_discard_count(d, s);
    if (s->deck_count + discards > AON_COPIES_MAX) {
        return wrong(message, "deck %u and discards %u overlap", s->deck_count, discards);
    }
    for (unsigned i = 0; i < s->deck_count; i++) {
        seen[s->pile[i]]++;
    }
    for (unsigned i = 0; i < discards; i++) {
        seen[s->pile[AON_COPIES_MAX - 1U - i]]++;
    }
    for (unsigned title = 0; title < d->cards; title++) {
        const unsigned aside = (s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0 ? d->setup.set_aside[title] : 0;
        if (seen[title] + aside != d->card[title].copies) {
            return wrong(message, "%u copies of %s, expected %u", seen[title] + aside, d->card[title].id, d->card[title].copies);
        }
    }
    return true;
}

/* Armies and battle lines within the seniority of their leaders (12.1.4, 13.2.1). */
static bool check_seniority(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    if (s->battle.flags == 0 && !corps_empty(army) && (s->move.flags & AON_MOVE_LEADER_LOST) == 0
        && (corps_count(army) > d->sr[s->move.leader] || !corps_within(army, d->up_to_sr[d->sr[s->move.leader]]))) {
        return wrong(message, "army of %s exceeds his seniority", d->corps_id[s->move.leader]);
    }
    return true;
}

static bool check_procedure(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    if (s->header.over != 0) {
        return s->header.seat == SEAT_NONE || wrong(message, "a seat is to act after the end");
    }
    if (s->header.seat > SEAT_COALITION || s->header.step >= AON_STEP_COUNT) {
        return wrong(message, "seat %u and step %u are none", s->header.seat, s->header.step);
    }
    if (aon_year(s) > d->setup.last_year || s->round > d->rounds) {
        return wrong(message, "year %u or round %u out of range", 1800 + aon_year(s), s->round);
    }
    const bool napoleon_lost = s->place[d->napoleon] == AON_PLACE_LOST;
    return !napoleon_lost || wrong(message, "Napoleon is lost and the game goes on");
}

bool aon_check(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    message[0] = '\0';
    return check_corps(d, s, message) && check_areas(d, s, message) && check_countries(d, s, message) && check_cards(d, s, message)
           && check_seniority(d, s, message) && check_procedure(d, s, message);
}

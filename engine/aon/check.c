/* check.c: every invariant of a full position, recomputed from scratch (tests, fuzz, positions read from
 * files), and the ranges of a view (views from other programs).
 *
 * The bytes may be anything: ranges come first, so that what follows may use fields as indices.
 */
#include <stdarg.h>
#include <stdio.h>

#include "engine/aon/aon.h"
#include "engine/aon/rules.h"

static bool wrong(char message[GAME_CHECK_BYTES], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool wrong(char message[GAME_CHECK_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, GAME_CHECK_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* ------------------------------------------------------------------ ranges */

static bool check_header(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    if (s->header.over != 0) {
        const unsigned grade = s->header.over >> 4U;
        return (s->header.seat == SEAT_NONE && (s->header.over & 15U) <= SEAT_NONE && grade != 0 &&
                grade <= OUTCOME_DRAW) ||
               wrong(message, "over is %u and seat %u is to act after the end", s->header.over,
                     s->header.seat);
    }
    if (s->header.seat > SEAT_COALITION || s->header.step >= AON_STEP_COUNT) {
        return wrong(message, "seat %u and step %u are none", s->header.seat, s->header.step);
    }
    if (!aon_step_asks(s->header.step)) {
        return wrong(message, "step %s never asks, yet a seat is to decide", aon_step_name(s->header.step));
    }
    return (s->phase < AON_PHASE_COUNT && s->round <= d->rounds && aon_year(s) <= d->setup.last_year) ||
           wrong(message, "phase %u, year %u or round %u out of range", s->phase, 1800 + aon_year(s),
                 s->round);
}

/* Places, and alignments: those of detachable countries alone may be none. */
static bool check_bytes(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned corps = 0; corps < AON_CORPS_MAX; corps++) {
        const unsigned place = s->place[corps];
        if (place > AON_PLACE_LOST || (place >= d->areas && place < AON_PLACE_RESERVE) ||
            (corps >= d->corps && place < d->areas)) {
            return wrong(message, "corps %u (%s) is in no place (%u)", corps,
                         corps < d->corps ? d->corps_id[corps] : "", place);
        }
    }
    for (unsigned country = 0; country < d->countries; country++) {
        const unsigned alignment = aon_alignment(s, country);
        if (alignment > AON_UNALIGNED ||
            (alignment == AON_UNALIGNED && d->kind[country] != AON_KIND_DETACHABLE)) {
            return wrong(message, "%s has alignment %u", d->country_id[country], alignment);
        }
    }
    return true;
}

/* No bits of areas, corps or majors that do not exist. */
static bool check_sets(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    const AreaSet areas = s->occupied[0] | s->occupied[1] | s->mover_defends;
    CorpsSet corps = {s->choice_corps_lo, s->choice_corps_hi};
    for (unsigned mark = 0; mark < AON_SET_COUNT; mark++) {
        corps = corps_or(corps, aon_set(s, (enum aon_set)mark));
    }
    return ((areas & ~d->all_areas) == 0 && corps_within(corps, d->all_corps) &&
            s->coalition_majors < 1U << AON_MAJORS && s->choice_objects < area_bit(AON_AREAS_MAX) &&
            (s->choice_play & ~d->titles) == 0) ||
           wrong(message, "a set has members that do not exist");
}

/* The pile and the deck do not overlap, and hold cards. */
static bool check_pile(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    const unsigned discards = aon_discard_count(d, s); /* wraps if there are too many elsewhere */
    if (s->deck_count > AON_COPIES_MAX || discards > (unsigned)AON_COPIES_MAX - s->deck_count) {
        return wrong(message, "deck %u and discards %u overlap", s->deck_count, discards);
    }
    for (unsigned i = 0; i < AON_COPIES_MAX; i++) {
        if (s->pile[i] >= d->cards) {
            return wrong(message, "card %u of the pile is none (%u)", i, s->pile[i]);
        }
    }
    return true;
}

/* Numbers of cards, which other numbers follow from, and the cards of deck and pile. */
static bool check_counts(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        if ((s->hand[seat] & ~d->all_copies) != 0 || bits_count(s->hand[seat]) != s->hand_count[seat]) {
            return wrong(message, "%s hand is not in order", seat_name((Seat)seat));
        }
    }
    return check_pile(d, s, message);
}

/* The same of a view: of the other hand only the cards that were seen are there. */
static bool check_view_counts(const AonData *d, const AonState *s, Seat seat, char message[GAME_CHECK_BYTES])
{
    assert(seat_plays(seat));
    const Seat other = seat_other(seat);
    if ((s->hand[seat] & ~d->all_copies) != 0 || bits_count(s->hand[seat]) != s->hand_count[seat] ||
        (s->known[seat] & ~s->hand[seat]) != 0) {
        return wrong(message, "%s hand is not in order", seat_name(seat));
    }
    if ((s->known[other] & ~d->all_copies) != 0 || s->hand[other] != s->known[other] ||
        bits_count(s->known[other]) > s->hand_count[other]) {
        return wrong(message, "what is seen of the %s hand is not in order", seat_name(other));
    }
    return check_pile(d, s, message);
}

/* Locals share their bytes (state.h): in the Campaign Phase those of a move or of Peace Talks, whose numbers
 * are smaller. */
static bool check_locals(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    const unsigned country = s->deploy_country & 127U;
    const bool diplomacy =
        s->header.step >= AON_STEP_DIPLOMACY_FIRST && s->header.step <= AON_STEP_DETACH_REFUGE;
    bool good = (country < d->countries || s->deploy_country == AON_NONE) && s->reaction.area < d->areas &&
                s->reaction.leader < d->corps && s->battle.area < d->areas && s->pick_title < d->cards &&
                s->cursor <= AON_CORPS_MAX && (s->sea_corps < d->corps || s->sea_corps == AON_NONE) &&
                s->depth <= AON_STACK_MAX;
    for (unsigned i = 0; i < AON_STACK_MAX; i++) {
        good = good && s->stack[i] < AON_STEP_COUNT;
    }
    if (s->header.step ==
        AON_STEP_DETACH_REFUGE) { /* the country detached last is the one before the cursor */
        good = good && s->cursor > 0 && s->cursor <= d->countries && d->parent[s->cursor - 1U] < d->countries;
    }
    if (s->header.step == AON_STEP_DEPLOY_AREA) { /* the corps named last, likewise */
        good = good && s->cursor > 0 && s->cursor <= d->corps;
    }
    if (s->phase == AON_PHASE_CAMPAIGN) {
        good = good && s->move.area < d->areas && s->move.previous < d->areas && s->move.leader < d->corps;
    }
    if (diplomacy || (s->phase != AON_PHASE_CAMPAIGN && s->phase != AON_PHASE_REINFORCEMENT)) {
        good = good && s->scope.card < d->cards && s->scope.conversion < AON_CONVERSIONS_MAX &&
               s->scope.country < d->countries && s->scope.turn < SEAT_COUNT &&
               s->scope.index <= AON_AREAS_MAX;
    }
    return good || wrong(message, "a local of %s is out of range", aon_step_name(s->header.step));
}

/* ------------------------------------------------------------------ the board */

/* Each corps in exactly one place, controlled if on the map, without marks if not. */
static bool check_corps(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned corps = 0; corps < d->corps; corps++) {
        if (s->place[corps] >= AON_PLACE_RESERVE) {
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
                return wrong(message, "occupation of %s by %s is not what stands there", d->area_id[area],
                             seat_name((Seat)seat));
            }
            if (!corps_empty(army) && !aon_set_has(s, AON_SET_LOCATED, aon_leader(d, army))) {
                return wrong(message, "top of %s army in %s not known", seat_name((Seat)seat),
                             d->area_id[area]);
            }
        }
    }
    const bool fighting = s->phase == AON_PHASE_CAMPAIGN || s->phase == AON_PHASE_INSURRECTION;
    if (!fighting && (s->occupied[0] & s->occupied[1]) != 0) {
        return wrong(message, "both sides in %s outside a battle",
                     d->area_id[bits_first(s->occupied[0] & s->occupied[1])]);
    }
    for (CorpsSet rest = corps_and(aon_on_map(s), aon_insurgents(d, s)); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (!area_in(aon_corps_range(d, s, corps), s->place[corps])) {
            return wrong(message, "insurgent %s too far from home, in %s, at %s", d->corps_id[corps],
                         d->area_id[s->place[corps]], aon_step_name(s->header.step));
        }
    }
    return true;
}

static bool check_countries(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    for (unsigned country = 0; country < d->countries; country++) {
        const unsigned alignment = aon_alignment(s, country);
        if ((alignment == AON_FR) != (country == AON_FRANCE)) {
            return wrong(message, "%s has alignment %u", d->country_id[country], alignment);
        }
        if (country < AON_MAJORS &&
            (((s->coalition_majors >> country) & 1U) != 0) != (aon_controller(alignment) == SEAT_COALITION)) {
            return wrong(message, "control of %s differs from its alignment", d->country_id[country]);
        }
        if (alignment == AON_IC && !aon_was_insurgent(s, country)) {
            return wrong(message, "%s is insurgent without the marker", d->country_id[country]);
        }
    }
    if (aon_alignment(s, AON_BRITAIN) != AON_CM) {
        return wrong(message, "Britain is no Coalition member");
    }
    const bool member = aon_alignment(s, AON_AUSTRIA) == AON_CM || aon_alignment(s, AON_PRUSSIA) == AON_CM ||
                        aon_alignment(s, AON_RUSSIA) == AON_CM;
    return member || (s->events & AON_EVENT_BRITANNIA) != 0 ||
           wrong(message, "Britannia should be in effect");
}

/* ------------------------------------------------------------------ cards and play */

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
        if (canonical != s->hand[seat] || (s->known[seat] & ~s->hand[seat]) != 0) {
            return wrong(message, "%s hand is not in order", seat_name((Seat)seat));
        }
    }
    const unsigned discards = aon_discard_count(d, s);
    for (unsigned i = 0; i < s->deck_count; i++) {
        seen[s->pile[i]]++;
    }
    for (unsigned i = 0; i < discards; i++) {
        seen[s->pile[AON_COPIES_MAX - 1U - i]]++;
    }
    for (unsigned title = 0; title < d->cards; title++) {
        const unsigned aside =
            (s->events & AON_EVENT_CONTINENTAL_SYSTEM) == 0 ? d->setup.set_aside[title] : 0;
        if (seen[title] + aside != d->card[title].copies) {
            return wrong(message, "%u copies of %s, expected %u", seen[title] + aside, d->card[title].id,
                         d->card[title].copies);
        }
    }
    return true;
}

/* Armies and battle lines within the seniority of their leaders (12.1.4, 13.2.1). */
static bool check_seniority(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    const CorpsSet army = aon_set(s, AON_SET_ARMY);
    if (!corps_empty(army) && s->move.leader >= d->corps) {
        return wrong(message, "the army has no leader (%u)", s->move.leader);
    }
    if (s->battle.flags == 0 && !corps_empty(army) && (s->move.flags & AON_MOVE_LEADER_LOST) == 0 &&
        (corps_count(army) > d->sr[s->move.leader] ||
         !corps_within(army, d->up_to_sr[d->sr[s->move.leader]]))) {
        return wrong(message, "army of %s exceeds his seniority", d->corps_id[s->move.leader]);
    }
    return true;
}

bool aon_check(const AonData *d, const AonState *s, char message[GAME_CHECK_BYTES])
{
    message[0] = '\0';
    const bool ranges = check_header(d, s, message) && check_bytes(d, s, message) &&
                        check_sets(d, s, message) && check_counts(d, s, message) &&
                        check_locals(d, s, message);
    return ranges && check_corps(d, s, message) && check_areas(d, s, message) &&
           check_countries(d, s, message) && check_cards(d, s, message) && check_seniority(d, s, message) &&
           (s->header.over != 0 || s->place[d->napoleon] != AON_PLACE_LOST ||
            wrong(message, "Napoleon is lost and the game goes on"));
}

bool aon_check_view(const AonData *d, const AonState *s, Seat seat, char message[GAME_CHECK_BYTES])
{
    assert(seat_plays(seat));
    message[0] = '\0';
    return check_header(d, s, message) && check_bytes(d, s, message) && check_sets(d, s, message) &&
           check_view_counts(d, s, seat, message) && check_locals(d, s, message);
}

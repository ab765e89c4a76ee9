/* diplomacy.c: the Diplomacy Phase and Peace Talks (7): turns, targets, immunities, counters, Continental
 * System, Territorial Concessions. */
#include "engine/aon/rules.h"

static CountrySet aon_detach_parents(const AonData *d, const AonState *s);

static const unsigned changed_by[SEAT_COUNT] = {AON_COUNTRY_CHANGED_FRENCH, AON_COUNTRY_CHANGED_COALITION};

/* ------------------------------------------------------------------ targets */

static bool from_fits(const AonData *d, const AonState *s, const AonConversion *conversion, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned alignment = aon_alignment(s, country);
    switch ((enum aon_from)conversion->from_kind) {
    case AON_FROM_ALIGNMENT:
        return alignment == conversion->from;
    case AON_FROM_NC_FRENCH_OCCUPIED:
        return alignment == AON_NC && aon_occupies(d, s, SEAT_FRENCH, country, corps_none());
    case AON_FROM_NC_FRENCH_OCCUPIED_MAJOR:
        return country < AON_MAJORS && alignment == AON_NC &&
               aon_occupies(d, s, SEAT_FRENCH, country, corps_none());
    case AON_FROM_JUST_SURRENDERED:
        return s->phase == AON_PHASE_SURRENDER && country == s->scope.country &&
               alignment != AON_FD; /* A89 */
    }
    return false;
}

static bool target_fits(const AonData *d, const AonState *s, Seat seat, const AonConversion *conversion,
                        unsigned country)
{
    assert(seat_plays(seat));
    assert(country < AON_COUNTRIES_MAX);
    const AreaSet areas = aon_country_areas(d, s, country);
    const bool coastal = (areas & d->coastal) != 0;
    const bool minor = country >= AON_MAJORS;
    const bool enemy_in_it = (areas & s->occupied[seat_other(seat)]) != 0;
    switch ((enum aon_targets)conversion->targets) {
    case AON_TARGETS_ANY:
        return true;
    case AON_TARGETS_MINOR:
        return minor;
    case AON_TARGETS_COASTAL_MINOR_UNOCCUPIED:
        return minor && coastal && !enemy_in_it;
    case AON_TARGETS_COASTAL_UNOCCUPIED:
        return coastal && !aon_occupies(d, s, aon_country_seat(s, country), country, corps_none());
    case AON_TARGETS_MINOR_UNOCCUPIED:
        return minor && !enemy_in_it;
    case AON_TARGETS_NOT_RUSSIA:
        return country != AON_RUSSIA;
    case AON_TARGETS_LIST:
        return ((conversion->list >> country) & 1U) != 0;
    }
    return false;
}

/* 7.2.2: immune to the Coalition; 3.5.5 for Metternich and Alexander I. */
static bool immune_to_coalition(const AonData *d, const AonState *s, const AonConversion *conversion,
                                unsigned country)
{
    const unsigned alignment = aon_alignment(s, country);
    return alignment == AON_FR || alignment == AON_FD ||
           (alignment == AON_NC && !conversion->ignores_occupation &&
            aon_occupies(d, s, SEAT_FRENCH, country, corps_none()));
}

/* 7.2.3: immune to the French; three majors become allies only under their guns. */
static bool immune_to_french(const AonData *d, const AonState *s, const AonConversion *conversion,
                             unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    if (country == AON_BRITAIN || aon_alignment(s, country) == AON_IC || aon_was_insurgent(s, country) ||
        aon_occupies(d, s, SEAT_COALITION, country, corps_none())) {
        return true;
    }
    const bool guarded = country == AON_AUSTRIA || country == AON_PRUSSIA || country == AON_RUSSIA;
    return guarded && conversion->to == AON_FA && !area_in(s->occupied[SEAT_FRENCH], d->capital[country]);
}

/* Diplomacy, unlike an insurrection or what follows a surrender, minds immunities and 7.2.4.3. */
static bool diplomacy_allows(const AonData *d, const AonState *s, Seat seat, const AonConversion *conversion,
                             unsigned country)
{
    assert(seat_plays(seat));
    assert(country < AON_COUNTRIES_MAX);
    if (s->phase == AON_PHASE_SURRENDER || s->phase == AON_PHASE_INSURRECTION) {
        return true;
    }
    if ((s->country[country] & changed_by[seat_other(seat)]) != 0) {
        return false;
    }
    return seat == SEAT_COALITION ? !immune_to_coalition(d, s, conversion, country)
                                  : !immune_to_french(d, s, conversion, country);
}

CountrySet aon_conversion_targets(const AonData *d, const AonState *s, Seat seat,
                                  const AonConversion *conversion)
{
    assert(seat_plays(seat));
    CountrySet targets = 0;
    const bool after_surrender = s->phase == AON_PHASE_SURRENDER;
    if (conversion->seat != seat || after_surrender != (conversion->from_kind == AON_FROM_JUST_SURRENDERED)) {
        return 0;
    }
    for (unsigned country = 0; country < d->countries; country++) {
        if (from_fits(d, s, conversion, country) && target_fits(d, s, seat, conversion, country) &&
            diplomacy_allows(d, s, seat, conversion, country)) {
            targets |= 1U << country;
        }
    }
    return targets;
}

/* Conversions of a card that have a target, as bits. */
static unsigned open_conversions(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    unsigned open = 0;
    for (unsigned k = 0; k < d->card[title].conversion_count; k++) {
        if (aon_conversion_targets(d, s, seat, &d->card[title].conversions[k]) != 0) {
            open |= 1U << k;
        }
    }
    return open;
}

bool aon_diplomacy_playable(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    return d->card[title].op == AON_OP_DETACH ? aon_detach_parents(d, s) != 0
                                              : open_conversions(d, s, seat, title) != 0;
}

/* ------------------------------------------------------------------ turns (7.1) */

void aon_start_diplomacy(Play *p, enum aon_step back)
{
    memset(&p->s->scope, 0, sizeof p->s->scope);
    aon_call(p, AON_STEP_DIPLOMACY_FIRST, back);
}

void diplomacy_first_run(Play *p)
{
    aon_ask(p->s, aon_initiative(p->d, p->s)); /* 7.1.1 */
    aon_ask_word(p->s, AON_WORD_FIRST_SELF | AON_WORD_FIRST_OTHER);
}

void diplomacy_first_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    p->s->scope.turn = (uint8_t)(aon_move_object(move) == 0 ? seat : seat_other(seat));
    AON_NOTE(p, FIRST, (Seat)p->s->scope.turn, AON_PHASE_DIPLOMACY);
    aon_go(p, AON_STEP_DIPLOMACY_TURN);
}

static void end_diplomacy(Play *p)
{
    AonState *s = p->s;
    for (unsigned country = 0; country < p->d->countries; country++) {
        s->country[country] &= (uint8_t) ~(AON_COUNTRY_CHANGED_FRENCH | AON_COUNTRY_CHANGED_COALITION);
    }
    memset(&s->scope, 0, sizeof s->scope);
    aon_return(p);
}

void diplomacy_turn_run(Play *p)
{
    AonState *s = p->s;
    if (s->scope.passed == 3) {
        end_diplomacy(p);
        return;
    }
    if (((s->scope.passed >> s->scope.turn) & 1U) != 0) {
        s->scope.turn ^= 1U; /* the other goes on alone (7.1.2) */
    }
    const Seat seat = (Seat)s->scope.turn;
    aon_ask(s, seat);
    aon_ask_play(s, aon_playable_anytime(p->d, s, seat, AON_WINDOW_DIPLOMACY_TURN));
    aon_ask_word(s, AON_WORD_PASS);
}

/* The cards set aside in 1805 enter the discard pile (card Continental System). The pile's count is derived
 * from the event bit, so they are written before it is set. */
static void release_set_aside(Play *p)
{
    AonState *s = p->s;
    unsigned position = aon_discard_count(p->d, s);
    for (unsigned title = 0; title < p->d->cards; title++) {
        for (unsigned copy = 0; copy < p->d->setup.set_aside[title]; copy++) {
            s->pile[AON_COPIES_MAX - 1U - position++] = (uint8_t)title;
        }
    }
    s->events |= AON_EVENT_CONTINENTAL_SYSTEM;
}

void diplomacy_turn_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->scope.turn;
    if (aon_move_kind(move) == AON_PASS) {
        s->scope.passed = (uint8_t)(s->scope.passed | 1U << seat);
        s->scope.turn ^= 1U;
        return;
    }
    const unsigned title = aon_move_object(move);
    const unsigned op = p->d->card[title].op;
    aon_play_card(p, seat, title);
    if (op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
        return;
    }
    s->scope.card = (uint8_t)title;
    if (op == AON_OP_CONTINENTAL_SYSTEM) {
        release_set_aside(p);
    }
    s->events |= p->d->card[title].event; /* A113 */
    aon_go(p, op == AON_OP_DETACH ? AON_STEP_DETACH_PARENT : AON_STEP_DIPLOMACY_CONVERSION);
}

void diplomacy_conversion_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->scope.turn;
    aon_ask(s, seat);
    aon_ask_objects(s, AON_CONVERSION, open_conversions(p->d, s, seat, s->scope.card));
    if (p->d->card[s->scope.card].op == AON_OP_CONTINENTAL_SYSTEM) {
        aon_ask_word(s, AON_WORD_PASS);
    }
}

void diplomacy_conversion_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PASS) {
        aon_go(p, AON_STEP_DIPLOMACY_NEXT);
        return;
    }
    p->s->scope.conversion = (uint8_t)aon_move_object(move);
    aon_go(p, AON_STEP_DIPLOMACY_TARGET);
}

static const AonConversion *conversion_in_play(const Play *p)
{
    return &p->d->card[p->s->scope.card].conversions[p->s->scope.conversion];
}

void diplomacy_target_run(Play *p)
{
    const Seat seat = (Seat)p->s->scope.turn;
    aon_ask(p->s, seat);
    aon_ask_objects(p->s, AON_COUNTRY, aon_conversion_targets(p->d, p->s, seat, conversion_in_play(p)));
}

void diplomacy_target_choose(Play *p, Move move)
{
    p->s->scope.country = (uint8_t)aon_move_object(move);
    AON_NOTE(p, CARD_TARGET, (Seat)p->s->scope.turn, p->s->scope.card, p->s->scope.country,
             conversion_in_play(p)->to);
    aon_go(p, p->d->card[p->s->scope.card].diplomacy_card ? AON_STEP_DIPLOMACY_COUNTER
                                                          : AON_STEP_DIPLOMACY_CHANGE);
}

/* ------------------------------------------------------------------ counters (7.2.4) */

/* With the switch counter_must_match a card about one country counters only on it (A5). */
static CardSet matching(const Play *p, CardSet titles)
{
    CardSet kept = 0;
    while (titles != 0) {
        const unsigned title = bits_take(&titles);
        const AonConversion *first = &p->d->card[title].conversions[0];
        if (first->targets != AON_TARGETS_LIST || ((first->list >> p->s->scope.country) & 1U) != 0) {
            kept |= 1ULL << title;
        }
    }
    return kept;
}

void diplomacy_counter_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = seat_other((Seat)s->scope.turn);
    CardSet counters = s->hand[seat] & p->d->window[seat][AON_WINDOW_DIPLOMACY_COUNTER];
    if (((s->scope.passed >> seat) & 1U) != 0 && !p->d->options.counter_after_pass) {
        counters = 0; /* 7.1.2, A6 */
    }
    if (p->d->options.counter_must_match) {
        counters = matching(p, counters);
    }
    aon_ask(s, seat);
    aon_ask_objects(s, AON_COUNTER, counters);
    aon_ask_word(s, AON_WORD_NO);
}

void diplomacy_counter_choose(Play *p, Move move)
{
    if (aon_move_is_no(move)) {
        aon_go(p, AON_STEP_DIPLOMACY_CHANGE);
        return;
    }
    aon_play_card(p, (Seat)p->s->header.seat, aon_move_object(move));
    aon_go(p, AON_STEP_DIPLOMACY_NEXT);
}

void diplomacy_change_run(Play *p)
{
    AonState *s = p->s;
    const AonConversion *conversion = conversion_in_play(p);
    const unsigned country = s->scope.country;
    const Seat before = aon_country_seat(s, country);
    const Seat after = aon_controller(conversion->to);
    s->country[country] = (uint8_t)(s->country[country] | changed_by[s->scope.turn]);
    aon_convert(p, country, (enum aon_alignment)conversion->to, AON_WHY_DIPLOMACY);
    if (after != SEAT_NONE && after != before) {
        aon_deploy(p, country, false, AON_STEP_DIPLOMACY_NEXT); /* 7.3.3, A7 */
    } else {
        aon_go(p, AON_STEP_DIPLOMACY_NEXT);
    }
}

void diplomacy_next_run(Play *p)
{
    p->s->scope.turn ^= 1U;
    aon_go(p, AON_STEP_DIPLOMACY_TURN);
}

/* ------------------------------------------------------------------ Territorial Concessions (3.1.3.1) */

static CountrySet still_attached(const AonData *d, const AonState *s, unsigned parent)
{
    CountrySet attached = 0;
    for (CountrySet rest = d->detachables[parent]; rest != 0;) {
        const unsigned country = bits_take32(&rest);
        if (aon_alignment(s, country) == AON_UNALIGNED) {
            attached |= 1U << country;
        }
    }
    return attached;
}

static bool may_be_parent(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    if (s->phase == AON_PHASE_SURRENDER) {
        return country == s->scope.country;
    }
    const unsigned alignment = aon_alignment(s, country);
    const bool french = alignment == AON_FA || alignment == AON_FD ||
                        (alignment == AON_NC && aon_occupies(d, s, SEAT_FRENCH, country, corps_none()));
    return french && !aon_was_insurgent(s, country) &&
           !aon_occupies(d, s, SEAT_COALITION, country, corps_none()) &&
           (s->country[country] & AON_COUNTRY_CHANGED_COALITION) == 0; /* A114 */
}

static CountrySet aon_detach_parents(const AonData *d, const AonState *s)
{
    CountrySet parents = 0;
    for (unsigned country = 0; country < AON_MAJORS; country++) {
        if (still_attached(d, s, country) != 0 && may_be_parent(d, s, country)) {
            parents |= 1U << country;
        }
    }
    return parents;
}

void detach_parent_run(Play *p)
{
    aon_ask(p->s, SEAT_FRENCH);
    aon_ask_objects(p->s, AON_COUNTRY, aon_detach_parents(p->d, p->s));
}

void detach_parent_choose(Play *p, Move move)
{
    p->s->scope.country = (uint8_t)aon_move_object(move);
    p->s->cursor = 0;
    aon_go(p, AON_STEP_DETACH_AREA);
}

void detach_area_run(Play *p)
{
    AonState *s = p->s;
    const CountrySet left = still_attached(p->d, s, s->scope.country) & ~((1U << s->cursor) - 1U);
    aon_ask(s, SEAT_FRENCH);
    aon_ask_objects(s, AON_COUNTRY, left);
    if (s->cursor > 0) {
        aon_ask_word(s, AON_WORD_STOP);
    }
}

/* Corps of the parent that stand in the area detached last (its index is cursor - 1). */
static CorpsSet stranded(const AonData *d, const AonState *s)
{
    const unsigned country = s->cursor - 1U;
    return corps_and(aon_corps_at(s, d->capital[country]), d->of_country[d->parent[country]]);
}

/* Nearest areas of the parent free of its enemies. */
static AreaSet refuges(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    const unsigned country = s->cursor - 1U;
    const uint8_t *distance = d->distance[d->capital[country]];
    AreaSet nearest = 0;
    unsigned best = AON_NONE;
    for (AreaSet rest = aon_country_areas(d, s, d->parent[country]) & aon_enemy_free(d, s, seat);
         rest != 0;) {
        const unsigned area = bits_take(&rest);
        if (distance[area] < best) {
            best = distance[area];
            nearest = 0;
        }
        nearest |= distance[area] == best && best != AON_NONE ? area_bit(area) : 0;
    }
    return nearest;
}

static void after_detaching(Play *p)
{
    aon_check_countries(p, AON_NONE);
    aon_go(p, AON_STEP_DETACH_AREA);
}

/* The owner chooses among areas equally near; without any his corps go to the reserve. */
void detach_refuge_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet corps = stranded(p->d, s);
    if (corps_empty(corps)) {
        after_detaching(p);
        return;
    }
    const Seat seat = aon_side_of(p->d, s, corps_first(corps));
    const AreaSet areas = refuges(p->d, s, seat);
    if (areas == 0) {
        aon_take_off(p, corps, AON_PLACE_RESERVE, AON_FATE_NO_REFUGE);
        after_detaching(p);
        return;
    }
    aon_ask(s, seat);
    aon_ask_objects(s, AON_AREA, areas);
}

void detach_refuge_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const CorpsSet corps = stranded(p->d, s);
    const unsigned home = s->place[corps_first(corps)];
    const Seat seat = aon_side_of(p->d, s, corps_first(corps));
    aon_split(p, aon_army(p->d, s, home, seat), corps, corps_none());
    aon_put(p, corps, aon_move_object(move));
    AON_NOTE_ARMY(p, DISPLACED, seat, corps, (int)home, (int)aon_move_object(move), false, true);
    after_detaching(p);
}

static void detach(Play *p, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    AonState *s = p->s;
    aon_set_alignment(p, country, AON_FD, AON_WHY_DETACHED);
    if (s->phase != AON_PHASE_SURRENDER) {
        s->country[country] |= AON_COUNTRY_CHANGED_FRENCH;
    }
    s->cursor = (uint8_t)(country + 1U);
    aon_go(p, AON_STEP_DETACH_REFUGE);
}

void detach_area_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_kind(move) == AON_COUNTRY) {
        detach(p, aon_move_object(move));
        return;
    }
    s->cursor = 0;
    aon_go(p, s->phase == AON_PHASE_SURRENDER ? AON_STEP_SURRENDER_WINDOW : AON_STEP_DIPLOMACY_NEXT);
}

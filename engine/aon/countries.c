/* countries.c: alignments, who controls whom, and what follows at once when an alignment changes
 * (3, 2.2.1.7-8, 7.3). */
#include "engine/aon/rules.h"

/* Seat of the country of a minor allied corps: its own alignment, or its ruler's where it is still attached
 * and the corps is the ruler's (A44). */
static Seat minor_seat(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned country = d->country[corps];
    if (aon_alignment(s, country) != AON_UNALIGNED) {
        return aon_country_seat(s, country);
    }
    return d->parent[country] == d->patron[corps] ? aon_country_seat(s, d->parent[country]) : SEAT_NONE;
}

Seat aon_corps_seat(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const Seat patron = aon_country_seat(s, d->patron[corps]);
    if (d->country[corps] == d->patron[corps]) {
        return patron;
    }
    return minor_seat(d, s, corps) == patron ? patron : SEAT_NONE; /* 2.2.1.7 */
}

CorpsSet aon_national_corps(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    CorpsSet set = d->of_country[country];
    for (CountrySet rest = d->detachables[country]; rest != 0;) {
        const unsigned attached = bits_take32(&rest);
        if (aon_alignment(s, attached) == AON_UNALIGNED) {
            set = corps_or(set, corps_and(d->of_country[attached], d->of_patron[country]));
        }
    }
    return set;
}

static CorpsSet released_invasion(const AonData *d, const AonState *s)
{
    CorpsSet released = corps_none();
    unsigned order = 0;
    for (CorpsSet rest = d->invasion; !corps_empty(rest); order++) {
        const unsigned corps = corps_take_first(&rest);
        if (((s->released >> order) & 1U) != 0) {
            released = corps_with(released, corps);
        }
    }
    return released;
}

/* Corps whose key word keeps them out of the reserve (2.2.1.8). */
static CorpsSet not_yet_available(const AonData *d, const AonState *s)
{
    CorpsSet out = corps_minus(d->invasion, released_invasion(d, s));
    if ((s->events & AON_EVENT_RADETZKY) == 0) {
        out = corps_or(out, d->by_availability[AON_RADETZKY]);
    }
    if ((s->events & AON_EVENT_STEIN) == 0) {
        out = corps_or(out, d->by_availability[AON_STEIN]);
    }
    if (!aon_was_insurgent(s, AON_SPAIN)) {
        out = corps_or(out, d->by_availability[AON_INSURRECTION]);
    }
    return out;
}

CorpsSet aon_available(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    CorpsSet set = corps_none();
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        if (aon_country_seat(s, major) == seat) {
            set = corps_or(set, d->of_patron[major]);
        }
    }
    set = corps_and(set, aon_corps_at(s, AON_PLACE_RESERVE));
    for (CorpsSet allies = corps_and(set, d->minor_allies); !corps_empty(allies);) {
        const unsigned corps = corps_take_first(&allies);
        if (minor_seat(d, s, corps) != seat) {
            set = corps_without(set, corps);
        }
    }
    return corps_minus(set, not_yet_available(d, s));
}

void aon_set_alignment(Play *p, unsigned country, enum aon_alignment alignment, enum aon_why why)
{
    assert(country < AON_COUNTRIES_MAX);
    AonState *s = p->s;
    AON_NOTE(p, ALIGNMENT, aon_controller(alignment), (int)country, (int)aon_alignment(s, country),
             (int)alignment, (int)why);
    s->country[country] = (uint8_t)((s->country[country] & ~(unsigned)AON_COUNTRY_ALIGNMENT) | alignment);
    if (country < AON_MAJORS) {
        const unsigned bit = 1U << country;
        const bool coalition = aon_controller(alignment) == SEAT_COALITION;
        s->coalition_majors = (uint8_t)(coalition ? s->coalition_majors | bit : s->coalition_majors & ~bit);
    }
}

/* 2.2.1.7, 7.3.2: a corps nobody controls leaves the map at once. */
static void remove_uncontrolled(Play *p)
{
    CorpsSet gone = corps_none();
    for (CorpsSet rest = aon_on_map(p->s); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (aon_corps_seat(p->d, p->s, corps) == SEAT_NONE) {
            gone = corps_with(gone, corps);
        }
    }
    if (!corps_empty(gone)) {
        aon_take_off(p, gone, AON_PLACE_RESERVE, AON_FATE_ALIGNMENT);
    }
}

void aon_check_countries(Play *p, unsigned joined)
{
    const AonData *d = p->d;
    AonState *s = p->s;
    remove_uncontrolled(p);
    /* 3.1.3.3, 8.3.3: a detached Tirol under the French rises as soon as Österreich takes arms (A55) */
    if (joined == AON_AUSTRIA && d->tirol != AON_NONE && aon_alignment(s, d->tirol) == AON_FD) {
        aon_set_alignment(p, d->tirol, AON_IC, AON_WHY_TIROL);
        s->country[d->tirol] |= AON_COUNTRY_INSURGENT;
        aon_take_off(p, corps_and(aon_on_map(s), d->of_country[d->tirol]), AON_PLACE_RESERVE,
                     AON_FATE_ALIGNMENT);
        remove_uncontrolled(p);
    }
    /* 2.3.13, 3.8.2 */
    if (aon_alignment(s, AON_AUSTRIA) != AON_CM && aon_alignment(s, AON_PRUSSIA) != AON_CM &&
        aon_alignment(s, AON_RUSSIA) != AON_CM) {
        if ((s->events & AON_EVENT_BRITANNIA) == 0) {
            AON_NOTE(p, BRITANNIA, SEAT_COALITION, (int)aon_year(s) + 1800);
        }
        s->events |= AON_EVENT_BRITANNIA;
    }
    aon_check_invasion(p);
}

/* Corps that fall with a country when its seat loses it: its own, and of a major the minor allied corps of
 * its colour, which do not change sides with it (2.2.1.7). */
static CorpsSet dependants(const AonData *d, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    // cppcheck-suppress arrayIndexOutOfBoundsCond
    return country < AON_MAJORS ? d->of_patron[country] : d->of_country[country];
}

void aon_convert(Play *p, unsigned country, enum aon_alignment alignment, enum aon_why why)
{
    assert(country < AON_COUNTRIES_MAX);
    const Seat before = aon_country_seat(p->s, country);
    const Seat after = aon_controller(alignment);
    if (before != after && before != SEAT_NONE) { /* 7.3.2, A7, 14.1.4, 14.2.2 */
        aon_take_off(p, corps_and(aon_on_map(p->s), dependants(p->d, country)), AON_PLACE_RESERVE,
                     AON_FATE_ALIGNMENT);
    }
    aon_set_alignment(p, country, alignment, why);
    aon_check_countries(p, alignment == AON_CM || alignment == AON_IC ? country : AON_NONE);
}

void aon_make_insurgent(Play *p, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const AonData *d = p->d;
    AonState *s = p->s;
    const CorpsSet own = corps_and(aon_on_map(s), aon_national_corps(d, s, country));
    const AreaSet areas = aon_country_areas(d, s, country);
    aon_set_alignment(p, country, AON_IC, AON_WHY_INSURRECTION);
    s->country[country] |= AON_COUNTRY_INSURGENT; /* 8.3.8 */
    CorpsSet gone = corps_and(aon_on_map(s), dependants(d, country));
    if (country <
        AON_MAJORS) { /* 8.3.6, 8.3.7: those at home stay and change sides; both players know them */
        for (CorpsSet rest = own; !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            if (area_in(areas, s->place[corps])) {
                gone = corps_without(gone, corps);
            }
        }
        aon_locate(p, corps_minus(own, gone));
    }
    aon_take_off(p, gone, AON_PLACE_RESERVE, AON_FATE_ALIGNMENT); /* 8.3.5 */
    for (AreaSet rest = areas; rest != 0;) {
        aon_refresh_area(p, bits_take(&rest));
    }
    aon_check_countries(p, country);
}

/* Russia is invaded for the first time, or for the first time by the French. */
AON_COLD static void record_invasion(Play *p, Seat owner)
{
    assert(seat_plays(owner));
    AonState *s = p->s;
    if (!aon_flag(s, AON_FLAG_RUSSIA_INVADED)) {
        AON_NOTE(p, RUSSIA_INVADED, seat_other(owner), true);
        aon_flag_set(s, AON_FLAG_RUSSIA_INVADED);
        s->released = (uint16_t)((1U << corps_count(p->d->invasion)) - 1U);
    }
    if (owner == SEAT_COALITION && s->invaded_year == 0) {
        AON_NOTE(p, RUSSIA_INVADED, SEAT_FRENCH, false);
        s->invaded_year = (uint8_t)aon_year(s); /* A10 */
    }
}

void aon_check_invasion(Play *p)
{
    AonState *s = p->s;
    const Seat owner = aon_country_seat(s, AON_RUSSIA);
    if (owner == SEAT_NONE ||
        (s->occupied[seat_other(owner)] & aon_country_areas(p->d, s, AON_RUSSIA)) == 0) {
        return; /* A9 */
    }
    if (!aon_flag(s, AON_FLAG_RUSSIA_INVADED) || (owner == SEAT_COALITION && s->invaded_year == 0)) {
        record_invasion(p, owner);
    }
}

bool aon_insurrection_failed(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const AreaSet areas = aon_country_areas(d, s, country);
    const AreaSet held = areas & s->occupied[SEAT_FRENCH];
    return area_in(held, d->capital[country]) && 2 * bits_count(held) > bits_count(areas) &&
           !corps_meet(aon_on_map(s), aon_national_corps(d, s, country));
}

/* 2.2.1.8: the seat controlling Russia chooses which Invasion corps becomes available (A74). */
void release_invasion_run(Play *p)
{
    const Seat seat = aon_country_seat(p->s, AON_RUSSIA);
    const CorpsSet left = corps_minus(p->d->invasion, released_invasion(p->d, p->s));
    if (corps_empty(left) || seat == SEAT_NONE) {
        aon_return(p);
        return;
    }
    aon_ask(p->s, seat);
    aon_ask_corps(p->s, AON_RELEASE_INVASION, left);
}

void release_invasion_choose(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    const unsigned order = corps_count(p->d->invasion) - corps_count(corps_from(p->d->invasion, corps));
    p->s->released = (uint16_t)(p->s->released | 1U << order);
    AON_NOTE(p, INVASION_RELEASED, (Seat)p->s->header.seat, (int)corps);
    aon_return(p);
}

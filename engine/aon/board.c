/* board.c: corps on the map: who stands where, who leads, what the enemy knows of a stack (2.1, 4.1, 4.2). */
#include "engine/aon/rules.h"

#if defined(__AVX512BW__)
#include <immintrin.h>

/* Sixty-four bytes compared at once; the second block overlaps the first so that nothing beyond the array is
 * read. */
enum { TAIL = AON_CORPS_MAX - 64, TAIL_SHIFT = 128 - AON_CORPS_MAX };

CorpsSet aon_corps_equal(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    const __m512i wanted = _mm512_set1_epi8((char)value);
    const uint64_t lo = _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes), wanted);
    return (CorpsSet){lo, _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes + TAIL), wanted) >> TAIL_SHIFT};
}

CorpsSet aon_corps_at_least(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    const __m512i least = _mm512_set1_epi8((char)value);
    const uint64_t lo = _mm512_cmpge_epu8_mask(_mm512_loadu_si512(bytes), least);
    return (CorpsSet){lo, _mm512_cmpge_epu8_mask(_mm512_loadu_si512(bytes + TAIL), least) >> TAIL_SHIFT};
}
#elif defined(__SSE2__)
#include <emmintrin.h>

/* Sixteen bytes compared at once; the last block overlaps the one before it so that nothing beyond the array
 * is read. */
CorpsSet aon_corps_equal(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    const __m128i wanted = _mm_set1_epi8((char)value);
    uint64_t mask[6];
    for (unsigned i = 0; i < 5; i++) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)(bytes + (size_t)16 * i));
        mask[i] = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, wanted));
    }
    const __m128i tail = _mm_loadu_si128((const __m128i *)(const void *)(bytes + AON_CORPS_MAX - 16));
    mask[5] = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(tail, wanted)) >> (96 - AON_CORPS_MAX);
    return (CorpsSet){mask[0] | mask[1] << 16U | mask[2] << 32U | mask[3] << 48U, mask[4] | mask[5] << 16U};
}

CorpsSet aon_corps_at_least(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    const __m128i least = _mm_set1_epi8((char)value);
    uint64_t mask[6];
    for (unsigned i = 0; i < 5; i++) {
        const __m128i block = _mm_loadu_si128((const __m128i *)(const void *)(bytes + (size_t)16 * i));
        mask[i] = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(block, least), block));
    }
    const __m128i tail = _mm_loadu_si128((const __m128i *)(const void *)(bytes + AON_CORPS_MAX - 16));
    mask[5] =
        (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(tail, least), tail)) >> (96 - AON_CORPS_MAX);
    return (CorpsSet){mask[0] | mask[1] << 16U | mask[2] << 32U | mask[3] << 48U, mask[4] | mask[5] << 16U};
}
#else
CorpsSet aon_corps_equal(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    CorpsSet set = corps_none();
    for (unsigned corps = 0; corps < AON_CORPS_MAX; corps++) {
        if (bytes[corps] == value) {
            set = corps_with(set, corps);
        }
    }
    return set;
}

CorpsSet aon_corps_at_least(const uint8_t bytes[AON_CORPS_MAX], uint8_t value)
{
    CorpsSet set = corps_none();
    for (unsigned corps = 0; corps < AON_CORPS_MAX; corps++) {
        if (bytes[corps] >= value) {
            set = corps_with(set, corps);
        }
    }
    return set;
}
#endif

CorpsSet aon_on_map(const AonState *s)
{
    const CorpsSet boxed = aon_corps_at_least(s->place, AON_PLACE_RESERVE);
    const CorpsSet all = {~0ULL, (1ULL << (AON_CORPS_MAX - 64)) - 1U};
    return corps_minus(all, boxed);
}

unsigned aon_leader(const AonData *d, CorpsSet set)
{
    unsigned leader = AON_NONE;
    unsigned best = AON_NONE;
    while (!corps_empty(set)) {
        const unsigned corps = corps_take_first(&set);
        if (d->rank[corps] < best) {
            best = d->rank[corps];
            leader = corps;
        }
    }
    return leader;
}

unsigned aon_top_sr(const AonData *d, CorpsSet set)
{
    unsigned top = 0;
    while (!corps_empty(set)) {
        const unsigned sr = d->sr[corps_take_first(&set)];
        top = sr > top ? sr : top;
    }
    return top;
}

unsigned aon_army_mr(const AonData *d, const AonState *s, CorpsSet army)
{
    unsigned top = 0;
    unsigned best = 0;
    while (!corps_empty(army)) {
        const unsigned corps = corps_take_first(&army);
        const unsigned mr = aon_mr(d, s, corps);
        if (d->sr[corps] > top || (d->sr[corps] == top && mr > best)) {
            top = d->sr[corps];
            best = mr;
        }
    }
    return best;
}

AreaSet aon_country_areas(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    AreaSet areas = d->country_areas[country];
    CountrySet detachables = d->detachables[country];
    while (detachables != 0) {
        const unsigned detachable = bits_take32(&detachables);
        if (aon_alignment(s, detachable) != AON_UNALIGNED) {
            areas &= ~d->country_areas[detachable];
        }
    }
    return areas;
}

unsigned aon_owner(const AonData *d, const AonState *s, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const unsigned detachable = d->detachable_of[area];
    if (detachable != AON_NONE && aon_alignment(s, detachable) != AON_UNALIGNED) {
        return detachable;
    }
    return d->owner_1805[area];
}

AreaSet aon_home_areas(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return aon_country_areas(d, s, d->country[corps]);
}

AreaSet aon_controlled_areas(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    AreaSet areas = 0;
    for (unsigned country = 0; country < d->countries; country++) {
        if (aon_country_seat(s, country) == seat) {
            areas |= aon_country_areas(d, s, country);
        }
    }
    return areas;
}

AreaSet aon_borders(const AonData *d, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    if (area != d->sund_a && area != d->sund_b) {
        return d->adjacent[area];
    }
    return d->adjacent[area] | area_bit(area == d->sund_a ? d->sund_b : d->sund_a);
}

AreaSet aon_neighbours(const AonData *d, const AonState *s, unsigned area, Seat seat)
{
    assert(area < AON_AREAS_MAX);
    assert(seat_plays(seat));
    if (area != d->sund_a && area != d->sund_b) {
        return d->adjacent[area];
    }
    /* 12.2.4: closed to the French while Danmark or Sverige is a Coalition member */
    const bool open = seat == SEAT_COALITION || (aon_alignment(s, aon_owner(d, s, d->sund_a)) != AON_CM &&
                                                 aon_alignment(s, aon_owner(d, s, d->sund_b)) != AON_CM);
    return open ? aon_borders(d, area) : d->adjacent[area];
}

bool aon_occupies(const AonData *d, const AonState *s, Seat seat, unsigned country, CorpsSet ignored)
{
    assert(seat_plays(seat));
    assert(country < AON_COUNTRIES_MAX);
    const unsigned capital = d->capital[country];
    if (!area_in(s->occupied[seat], capital)) {
        return false;
    }
    const CorpsSet foreign = corps_minus(aon_army(d, s, capital, seat), d->of_country[country]);
    return !corps_empty(corps_minus(foreign, ignored));
}

bool aon_holds(const AonData *d, const AonState *s, Seat seat, unsigned country)
{
    assert(seat_plays(seat));
    assert(country < AON_COUNTRIES_MAX);
    return aon_country_seat(s, country) == seat || aon_occupies(d, s, seat, country, corps_none());
}

unsigned aon_minors_controlled(const AonState *s, const AonData *d, Seat seat)
{
    assert(seat_plays(seat));
    unsigned count = 0;
    for (unsigned country = AON_MAJORS; country < d->countries; country++) {
        count += aon_country_seat(s, country) == seat;
    }
    return count;
}

CorpsSet aon_insurgents(const AonData *d, const AonState *s)
{
    CorpsSet set = corps_none();
    for (unsigned country = 0; country < d->countries; country++) {
        if (aon_alignment(s, country) == AON_IC) {
            set = corps_or(set, aon_national_corps(d, s, country));
        }
    }
    return set;
}

AreaSet aon_corps_range(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    const unsigned country = aon_nation(d, s, corps);
    return aon_alignment(s, country) == AON_IC ? d->insurgent_range[country] : d->all_areas;
}

AreaSet aon_group_range(const AonData *d, const AonState *s, CorpsSet group)
{
    AreaSet range = d->all_areas;
    while (!corps_empty(group)) {
        range &= aon_corps_range(d, s, corps_take_first(&group));
    }
    return range;
}

AreaSet aon_sea_targets(const AonData *d, const AonState *s, unsigned from)
{
    if (!area_in(d->coastal, from)) {
        return 0;
    }
    const AreaSet others = d->coastal & ~area_bit(from);
    if (!aon_winter(d, s)) {
        return others;
    }
    const AreaSet open = others & ~d->baltic; /* 12.4.3 */
    if (from == d->danmark) {
        return open;
    }
    if (area_in(d->baltic, from)) {
        return 0;
    }
    return d->options.danmark_winter_sea_both_ways ? open | area_bit(d->danmark) : open; /* A14 */
}

AreaSet aon_sea_home_targets(const AonData *d, const AonState *s, unsigned corps)
{
    assert(corps < AON_CORPS_MAX);
    return aon_sea_targets(d, s, s->place[corps]) & aon_home_areas(d, s, corps) &
           aon_enemy_free(d, s, SEAT_COALITION);
}

/* The leader lies on top, open to all; so does a corps that is alone (4.2.3). */
static void show_top(Play *p, CorpsSet army)
{
    const unsigned top = aon_leader(p->d, army);
    if (top != AON_NONE) {
        aon_locate(p, corps_one(top));
    }
}

void aon_refresh_area(Play *p, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    const CorpsSet here = aon_corps_at(p->s, area);
    const CorpsSet coalition = corps_and(here, aon_side(p->d, p->s, SEAT_COALITION));
    const CorpsSet french = corps_minus(here, coalition);
    const AreaSet bit = area_bit(area);
    p->s->occupied[SEAT_FRENCH] =
        corps_empty(french) ? p->s->occupied[SEAT_FRENCH] & ~bit : p->s->occupied[SEAT_FRENCH] | bit;
    p->s->occupied[SEAT_COALITION] =
        corps_empty(coalition) ? p->s->occupied[SEAT_COALITION] & ~bit : p->s->occupied[SEAT_COALITION] | bit;
    show_top(p, french);
    show_top(p, coalition);
}

void aon_put(Play *p, CorpsSet set, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    AreaSet touched = area_bit(area);
    while (!corps_empty(set)) {
        const unsigned corps = corps_take_first(&set);
        if (p->s->place[corps] < AON_PLACE_RESERVE) {
            touched |= area_bit(p->s->place[corps]);
        }
        p->s->place[corps] = (uint8_t)area;
    }
    while (touched != 0) {
        aon_refresh_area(p, bits_take(&touched));
    }
}

void aon_take_off(Play *p, CorpsSet set, unsigned box, enum aon_fate fate)
{
    AonState *s = p->s;
    if (box == AON_PLACE_LOST ? AON_NOTES(p, CORPS_LOST) : AON_NOTES(p, CORPS_OFF)) {
        aon_note_off(p, set, box, fate);
    }
    AreaSet touched = 0;
    for (CorpsSet rest = set; !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (s->place[corps] < AON_PLACE_RESERVE) {
            touched |= area_bit(s->place[corps]);
        }
        s->place[corps] = (uint8_t)box;
        s->from[corps] = AON_FROM_RESIDENT;
    }
    for (unsigned mark = 0; mark < AON_SET_COUNT; mark++) {
        aon_set_remove(s, (enum aon_set)mark, set);
    }
    while (touched != 0) {
        aon_refresh_area(p, bits_take(&touched));
    }
}

/* After a split the enemy no longer knows which corps below the top went where. What he knew of their sides
 * stays only where it tells nothing about who they are: all alike. */
void aon_split(Play *p, CorpsSet before, CorpsSet part, CorpsSet named)
{
    AonState *s = p->s;
    const CorpsSet rest = corps_minus(before, part);
    if (!p->d->options.hidden_stacks || corps_empty(rest) || corps_empty(part)) {
        return;
    }
    const CorpsSet below = corps_minus(corps_without(before, aon_leader(p->d, before)), named);
    if (corps_count(part) == 1 || corps_count(rest) == 1) {
        const CorpsSet alone = corps_count(part) == 1 ? part : rest;
        aon_locate(p, alone);
        /* the last hidden corps of the seat on the whole map is known by elimination */
        const Seat owner = aon_side_of(p->d, s, corps_first(alone));
        const CorpsSet unknown =
            corps_minus(corps_and(aon_on_map(s), aon_side(p->d, s, owner)), aon_set(s, AON_SET_LOCATED));
        if (corps_count(unknown) == 1) {
            aon_locate(p, unknown);
        }
        return;
    }
    aon_set_remove(s, AON_SET_LOCATED, below);
    const CorpsSet spent = corps_and(below, aon_set(s, AON_SET_SPENT));
    const bool alike = corps_empty(spent) || corps_equal(spent, below);
    if (!alike || !corps_within(below, aon_set(s, AON_SET_SIDE_KNOWN))) {
        aon_set_remove(s, AON_SET_SIDE_KNOWN, below);
    }
}

void aon_make_spent(Play *p, CorpsSet set)
{
    aon_comes_to_light(p, set, AON_SET_SIDE_KNOWN);
    aon_set_add(p->s, AON_SET_SPENT, set);
    aon_set_add(p->s, AON_SET_SIDE_KNOWN, set);
}

void aon_make_fresh(Play *p, CorpsSet set)
{
    aon_comes_to_light(p, set, AON_SET_SIDE_KNOWN);
    aon_set_remove(p->s, AON_SET_SPENT, set);
    aon_set_add(p->s, AON_SET_SIDE_KNOWN, set);
}

CorpsSet aon_ordered(CorpsSet set, unsigned cursor, unsigned need)
{
    CorpsSet open = corps_from(set, cursor);
    for (unsigned i = 1; i < need && !corps_empty(open);
         i++) { /* enough must be left for the rest of the subset */
        if (open.hi != 0) {
            open.hi &= ~(1ULL << (63 - __builtin_clzll(open.hi)));
        } else {
            open.lo &= ~(1ULL << (63 - __builtin_clzll(open.lo)));
        }
    }
    return open;
}

void aon_swap(Play *p, unsigned newcomer, unsigned old)
{
    AonState *s = p->s;
    const unsigned area = s->place[old];
    AON_NOTE(p, CORPS_SWAPPED, aon_side_of(p->d, s, old), (int)newcomer, (int)old, (int)area);
    for (unsigned mark = 0; mark < AON_SET_COUNT; mark++) {
        if (aon_set_has(s, (enum aon_set)mark, old)) {
            aon_set_add(s, (enum aon_set)mark, corps_one(newcomer));
        }
    }
    s->from[newcomer] = s->from[old];
    aon_put(p, corps_one(newcomer), area);
    aon_take_off(p, corps_one(old), AON_PLACE_RESERVE, AON_FATE_CARD);
    aon_locate(p, corps_one(newcomer)); /* named by the card */
}

void aon_lose(Play *p, CorpsSet set, enum aon_fate fate)
{
    AonState *s = p->s;
    aon_take_off(p, set, AON_PLACE_LOST, fate);
    if (corps_in(set, p->d->napoleon)) {
        aon_end_game(p, SEAT_COALITION, OUTCOME_DECISIVE, AON_END_NAPOLEON_LOST); /* 6.2.2, A54 */
        return;
    }
    /* 2.2.1.8: each Russian home corps lost brings one Invasion corps, as long as not all are out (A74, A85)
     */
    const unsigned russians = corps_count(corps_and(set, p->d->of_country[AON_RUSSIA]));
    if (russians > 0 && !aon_flag(s, AON_FLAG_RUSSIA_INVADED)) {
        for (unsigned i = 0; i < russians; i++) {
            aon_call(p, AON_STEP_RELEASE_INVASION, (enum aon_step)s->header.step);
        }
    }
}

/* pieces.h: where pieces are, whose they are, who holds what: the small questions every chapter asks. */
#ifndef MARSHAL_ENGINE_NAE_PIECES_H
#define MARSHAL_ENGINE_NAE_PIECES_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "engine/nae/data.h"
#include "engine/nae/sets.h"
#include "engine/nae/state.h"
#include "engine/nae/sweep.h"

/* ---- kinds of pieces ---- */

static inline bool nae_is_unit(unsigned piece) { return piece < NAE_FIRST_GENERAL; }
static inline bool nae_is_general(unsigned piece)
{
    return piece >= NAE_FIRST_GENERAL && piece < NAE_FIRST_SPECIAL;
}
static inline bool nae_is_special(unsigned piece)
{
    return piece >= NAE_FIRST_SPECIAL && piece < NAE_FIRST_ARMY;
}
static inline bool nae_is_army(unsigned piece) { return piece >= NAE_FIRST_ARMY && piece < NAE_FIRST_DEPOT; }
static inline bool nae_is_depot(unsigned piece)
{
    return piece >= NAE_FIRST_DEPOT && piece < NAE_FIRST_FLEET;
}
static inline bool nae_is_fleet(unsigned piece) { return piece >= NAE_FIRST_FLEET && piece < NAE_PIECES; }

static inline const NaeUnit *nae_unit(const NaeData *d, unsigned piece)
{
    assert(nae_is_unit(piece));
    return &d->unit[piece];
}
static inline const NaeGeneral *nae_general(const NaeData *d, unsigned piece)
{
    assert(nae_is_general(piece));
    return &d->general[piece - NAE_FIRST_GENERAL];
}
static inline const NaeFleet *nae_fleet(const NaeData *d, unsigned piece)
{
    assert(nae_is_fleet(piece));
    return &d->fleet[piece - NAE_FIRST_FLEET];
}
static inline const NaeSpecial *nae_special(const NaeData *d, unsigned piece)
{
    assert(nae_is_special(piece));
    return &d->special[piece - NAE_FIRST_SPECIAL];
}

static inline bool nae_bit(const NaeState *s, unsigned piece, unsigned bit)
{
    return (s->bits[piece] & bit) != 0;
}
static inline void nae_set_bit(NaeState *s, unsigned piece, unsigned bit)
{
    s->bits[piece] = (uint8_t)(s->bits[piece] | bit);
}
static inline void nae_clear_bit(NaeState *s, unsigned piece, unsigned bit)
{
    s->bits[piece] = (uint8_t)(s->bits[piece] & ~bit);
}
/* Steps a unit has: 1 or 2. */
static inline unsigned nae_unit_steps(const NaeData *d, const NaeState *s, unsigned unit)
{
    return d->unit[unit].steps - (nae_bit(s, unit, NAE_REDUCED) ? 1U : 0U);
}
static inline unsigned nae_unit_speed(const NaeData *d, const NaeState *s, unsigned unit)
{
    return d->unit[unit].movement[nae_bit(s, unit, NAE_REDUCED) ? 1 : 0];
}
static inline bool nae_on_map(const NaeState *s, unsigned piece) { return s->place[piece] < NAE_ZONES; }

/* ---- sets of pieces ---- */

/* The bits of the last word of a set that are zones. */
#define NAE_LAST_ZONES (~0ULL >> (256 - NAE_ZONES))

/* All pieces whose place byte is place: land pieces in that zone, and fleets of which it is port, box or sea
 * zone. This is the question asked most of all, so it is answered 32 pieces at a time where the machine can.
 */
static inline NaePieces nae_all_at(const NaeState *s, unsigned place)
{
    return (NaePieces){{nae_sweep(s->place, 255, place), nae_sweep(s->place + 64, 255, place),
                        nae_sweep(s->place + 128, 255, place), nae_sweep(s->place + 192, 255, place)}};
}
/* Pieces whose place byte is a zone: land pieces on the map, and fleets that are somewhere. */
static inline NaePieces nae_pieces_on_map(const NaeState *s)
{
    return (NaePieces){{nae_sweep_below(s->place, NAE_ZONES), nae_sweep_below(s->place + 64, NAE_ZONES),
                        nae_sweep_below(s->place + 128, NAE_ZONES),
                        nae_sweep_below(s->place + 192, NAE_ZONES)}};
}
/* Land pieces at a place. */
static inline NaePieces nae_at(const NaeData *d, const NaeState *s, unsigned place)
{
    return nae_pieces_and(nae_all_at(s, place), d->land);
}
/* A word of the pieces whose marks, masked, equal value; 0 if it is not wanted. The last sweep runs on into
 * the array behind the marks; no set has pieces there. */
static inline uint64_t nae_marks_word(const NaeState *s, unsigned word, bool wanted, unsigned mask,
                                      unsigned value)
{
    return wanted ? nae_sweep((const uint8_t *)s + offsetof(NaeState, bits) + 64 * word, mask, value) : 0;
}
/* Those of a set whose marks, masked, equal value, for a set that has pieces in these words only: units lie
 * in the first two, generals in the two in the middle. */
static inline NaePieces nae_marked_within(const NaeState *s, NaePieces set, unsigned first, unsigned last,
                                          unsigned mask, unsigned value)
{
    const NaePieces marked = {{nae_marks_word(s, 0, first == 0, mask, value),
                               nae_marks_word(s, 1, first <= 1 && last >= 1, mask, value),
                               nae_marks_word(s, 2, first <= 2 && last >= 2, mask, value),
                               nae_marks_word(s, 3, last == 3, mask, value)}};
    return nae_pieces_and(set, marked);
}
/* The same for any set. */
static inline NaePieces nae_marked(const NaeState *s, NaePieces set, unsigned mask, unsigned value)
{
    return nae_marked_within(s, set, 0, 3, mask, value);
}
enum {
    NAE_UNIT_WORD = 0,
    NAE_LAST_UNIT_WORD = (NAE_FIRST_GENERAL - 1) / 64,
    NAE_GENERAL_WORD = NAE_FIRST_GENERAL / 64,
    NAE_LAST_GENERAL_WORD = (NAE_FIRST_SPECIAL - 1) / 64,
    NAE_SPECIAL_WORD = NAE_FIRST_SPECIAL / 64,
    NAE_LAST_SPECIAL_WORD = (NAE_FIRST_ARMY - 1) / 64,
    NAE_ARMY_WORD = NAE_FIRST_ARMY / 64,
    NAE_LAST_ARMY_WORD = (NAE_FIRST_DEPOT - 1) / 64
};
/* How many pieces two sets have in common, of which one has pieces in these words only. */
static inline unsigned nae_count_within(NaePieces a, NaePieces b, unsigned first, unsigned last)
{
    unsigned count = 0;
    for (unsigned word = first; word <= last; word++) {
        count += (unsigned)__builtin_popcountll(a.w[word] & b.w[word]);
    }
    return count;
}
/* Those with, or without, one of the bits. */
static inline NaePieces nae_without(const NaeState *s, NaePieces set, unsigned bit)
{
    return nae_marked(s, set, bit, 0);
}
static inline NaePieces nae_with(const NaeState *s, NaePieces set, unsigned bit)
{
    return nae_pieces_minus(set, nae_without(s, set, bit));
}
/* Takes marks from all pieces of a set and gives them others: a line of marks at a time where the machine
 * can, which sweeps can read on at once; what lies behind the last of them is written as it was. */
static inline void nae_remark(NaeState *s, NaePieces set, unsigned taken, unsigned given)
{
#ifdef __AVX512BW__
    for (unsigned word = 0; word < 4; word++) {
        uint8_t *marks = (uint8_t *)s + offsetof(NaeState, bits) + 64 * word;
        if (set.w[word] != 0) {
            const __m512i out = _mm512_maskz_set1_epi8(set.w[word], (char)(taken | given));
            const __m512i in = _mm512_maskz_set1_epi8(set.w[word], (char)given);
            const __m512i rest = _mm512_andnot_si512(out, _mm512_loadu_si512(marks));
            _mm512_storeu_si512(marks, _mm512_or_si512(rest, in));
        }
    }
#else
    NAE_EACH_PIECE(piece, set) { s->bits[piece] = (uint8_t)((s->bits[piece] & ~taken) | given); }
#endif
}
/* Puts all pieces of a set at a place, marks apart. */
static inline void nae_place_all(NaeState *s, NaePieces set, unsigned place)
{
#ifdef __AVX512BW__
    for (unsigned word = 0; word < 4; word++) {
        uint8_t *places = s->place + 64 * word;
        if (set.w[word] != 0) {
            const __m512i there = _mm512_loadu_si512(places);
            _mm512_storeu_si512(places, _mm512_mask_set1_epi8(there, set.w[word], (char)place));
        }
    }
#else
    NAE_EACH_PIECE(piece, set) { s->place[piece] = (uint8_t)place; }
#endif
}
/* Those in the slot, second army included. */
static inline NaePieces nae_in_slot(const NaeState *s, NaePieces set, unsigned slot)
{
    return nae_marked(s, set, NAE_GROUP, slot);
}
/* Zones in which pieces of a set are. */
NaeZones nae_zones_of(const NaeState *s, NaePieces set);
/* The same of a set of which few or none are on the map, such as markers: one by one. */
static inline NaeZones nae_zones_of_few(const NaeState *s, NaePieces set)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(piece, set) { nae_zones_add(&zones, s->place[piece]); }
    zones.w[3] &= NAE_LAST_ZONES; /* those off the map are in no zone */
    return zones;
}
/* Those of a set that are in a zone of another. */
static inline NaePieces nae_pieces_within(const NaeState *s, NaePieces set, NaeZones zones)
{
#ifdef __AVX512VBMI__
    const __m512i eight = _mm512_set1_epi64((long long)0x8040201008040201U); /* bits of a byte by place */
    const __m512i table = _mm512_castsi256_si512((__m256i)zones.w);
    NaePieces within = set;
    for (unsigned word = 0; word < 4; word++) {
        const __m512i places = _mm512_loadu_si512((const uint8_t *)s + offsetof(NaeState, place) + 64 * word);
        const __m512i byte = _mm512_and_si512(_mm512_srli_epi16(places, 3), _mm512_set1_epi8(31));
        const __m512i bits = _mm512_permutexvar_epi8(byte, table);
        const __m512i bit = _mm512_shuffle_epi8(eight, _mm512_and_si512(places, _mm512_set1_epi8(7)));
        within.w[word] &= _mm512_test_epi8_mask(bits, bit);
    }
    return within;
#else
    NaePieces within = nae_pieces_none();
    NAE_EACH_PIECE(piece, set)
    {
        if (nae_zones_in(zones, s->place[piece])) {
            nae_pieces_add(&within, piece);
        }
    }
    return within;
#endif
}
/* Zones in which at least two pieces of a set are. */
static inline NaeZones nae_zones_shared(const NaeState *s, NaePieces set)
{
    uint8_t met[256] = {0};
    for (unsigned word = 0; word < 4; word++) {
        for (uint64_t left = set.w[word]; left != 0; left &= left - 1) {
            uint8_t *here = &met[s->place[64 * word + (unsigned)__builtin_ctzll(left)]];
            *here = (uint8_t)((unsigned)*here << 1U | 1U);
        }
    }
    return (NaeZones){{nae_sweep(met, 2, 2), nae_sweep(met + 64, 2, 2), nae_sweep(met + 128, 2, 2),
                       nae_sweep(met + 192, 2, 2) & NAE_LAST_ZONES}};
}
/* Land pieces of a side in a zone; of those, the ones in the field and the garrison of the fortress. */
static inline NaePieces nae_land(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    assert(side < 2);
    return nae_pieces_and(nae_at(d, s, zone), s->owned[side]);
}
static inline NaePieces nae_field(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces land = nae_land(d, s, zone, side);
    return nae_pieces_empty(land) ? land : nae_without(s, land, NAE_INSIDE);
}
static inline NaePieces nae_garrison(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces land = nae_land(d, s, zone, side);
    return nae_pieces_empty(land) ? land : nae_with(s, land, NAE_INSIDE);
}
/* The standing field force of a side: in the field and neither moving, intercepting nor waiting. */
static inline NaePieces nae_standing(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces land = nae_land(d, s, zone, side);
    return nae_pieces_empty(land) ? land : nae_marked(s, land, NAE_INSIDE | NAE_GROUP, NAE_STANDING);
}
/* Steps of the units of a set; special units count nothing. */
static inline unsigned nae_steps(const NaeData *d, const NaeState *s, NaePieces set)
{
    const uint8_t *marks = (const uint8_t *)s + offsetof(NaeState, bits);
    unsigned steps = 0;
    for (unsigned word = NAE_UNIT_WORD; word <= NAE_LAST_UNIT_WORD; word++) {
        const uint64_t units = set.w[word] & d->units.w[word];
        steps += (unsigned)__builtin_popcountll(units & d->doubles.w[word]) +
                 (unsigned)__builtin_popcountll(units & nae_sweep(marks + 64 * word, NAE_REDUCED, 0));
    }
    return steps;
}
/* Those of a nation. */
static inline NaePieces nae_of_nation(const NaeData *d, NaePieces set, unsigned nation)
{
    return nae_pieces_and(set, d->nation[nation].pieces);
}
/* The general that commands a set (the first army's in a force of two), NAE_NONE. */
static inline unsigned nae_commander(const NaeData *d, const NaeState *s, NaePieces set)
{
    const NaePieces generals = nae_pieces_and(set, d->generals);
    return nae_pieces_empty(generals)
               ? (unsigned)NAE_NONE
               : nae_pieces_first(nae_marked_within(s, generals, NAE_GENERAL_WORD, NAE_LAST_GENERAL_WORD,
                                                    NAE_COMMANDS, NAE_COMMANDS));
}
/* What of a force goes along when it moves: no fixed depots, and mobile ones only with a general [1.1]. */
static inline NaePieces nae_movable(const NaeData *d, const NaeState *s, NaePieces force)
{
    const NaePieces depots = nae_pieces_and(force, d->depots);
    return nae_pieces_minus(force,
                            nae_commander(d, s, force) == NAE_NONE ? depots : nae_with(s, depots, NAE_FIXED));
}
static inline bool nae_has_army(const NaeData *d, NaePieces set) { return nae_pieces_meet(set, d->armies); }
static inline bool nae_has_units(const NaeData *d, NaePieces set) { return nae_pieces_meet(set, d->units); }
/* Combat units of a side in the field of a zone, depots and generals apart. */
static inline bool nae_field_units(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_has_units(d, nae_field(d, s, zone, side));
}

/* 48C: whether a unit stays out of supply, whatever a check says, until it is activated itself. */
static inline bool nae_is_cut(const NaeState *s, unsigned unit)
{
    assert(unit < 8 * sizeof s->cut);
    return (s->cut[unit / 8] >> (unit % 8) & 1U) != 0;
}
static inline void nae_set_cut(NaeState *s, unsigned unit, bool cut)
{
    assert(unit < 8 * sizeof s->cut);
    const unsigned bit = 1U << (unit % 8);
    s->cut[unit / 8] = (uint8_t)(cut ? s->cut[unit / 8] | bit : s->cut[unit / 8] & ~bit);
}

/* All of them. */
static inline NaePieces nae_cut_units(const NaeState *s)
{
    uint64_t low = 0;
    uint64_t high = 0;
    memcpy(&low, s->cut, sizeof low);
    memcpy(&high, s->cut + sizeof low, sizeof s->cut - sizeof low);
    return (NaePieces){{low, high, 0, 0}};
}

/* Whether the activation of a waiting force has dropped or taken a unit that is in it. */
static inline bool nae_was_touched(const NaeState *s, unsigned unit)
{
    assert(unit < 8 * sizeof s->waiting.touched);
    return (s->waiting.touched[unit / 8] >> (unit % 8) & 1U) != 0;
}
static inline void nae_set_was_touched(NaeState *s, unsigned unit, bool touched)
{
    assert(unit < 8 * sizeof s->waiting.touched);
    uint8_t *byte = &s->waiting.touched[unit / 8];
    const unsigned bit = 1U << (unit % 8);
    *byte = (uint8_t)(touched ? *byte | bit : *byte & ~bit);
}

/* Puts a piece somewhere off the map or in a zone, marks cleared but for reduced or fixed if keep says so. */
static inline void nae_put(NaeState *s, unsigned piece, unsigned place, bool keep)
{
    if (nae_is_unit(piece)) {
        nae_set_cut(s, piece, false);
    }
    s->place[piece] = (uint8_t)place;
    s->bits[piece] = keep && !nae_is_general(piece) ? (uint8_t)(s->bits[piece] & NAE_REDUCED) : 0;
}

/* ---- nations and sides ---- */

static inline unsigned nae_status(const NaeState *s, unsigned nation)
{
    return nation < NAE_MAJORS ? s->major[nation].status : s->minor[nation - NAE_MAJORS].status;
}
static inline bool nae_is_major(unsigned nation) { return nation < NAE_MAJORS; }
/* The side at which a status is at war: 0 Empire, 1 Coalition, NAE_NOBODY. */
static inline unsigned nae_status_side(unsigned status)
{
    static const uint8_t sides[NAE_STATUS_COUNT] = {
        [NAE_NEUTRAL] = NAE_NOBODY,           [NAE_EMPIRE_ALLY] = NAE_EMPIRE,
        [NAE_COALITION_ALLY] = NAE_COALITION, [NAE_FORCED_PEACE] = NAE_NOBODY,
        [NAE_FORCED_ALLIANCE] = NAE_NOBODY,   [NAE_PROTECTORATE] = NAE_EMPIRE,
        [NAE_ANNEXED_EMPIRE] = NAE_EMPIRE,    [NAE_ANNEXED_COALITION] = NAE_COALITION,
        [NAE_PART_OF_NAPLES] = NAE_NOBODY,    [NAE_NOT_CREATED] = NAE_NOBODY,
        [NAE_DISSOLVED] = NAE_NOBODY,
    };
    return sides[status];
}
/* The nation that a nation follows in everything: Naples for Sicily while that is a part of it [18.1]. */
static inline unsigned nae_whole_of(const NaeState *s, unsigned nation)
{
    return nae_status(s, nation) == NAE_PART_OF_NAPLES ? (unsigned)NAE_NAPLES : nation;
}
static inline unsigned nae_side_of(const NaeState *s, unsigned nation)
{
    return nae_status_side(nae_status(s, nae_whole_of(s, nation)));
}
/* Whose peace a nation at peace shares: its patron's, else its own [8.1.3]. */
static inline unsigned nae_peace_head(const NaeState *s, unsigned nation)
{
    const unsigned patron = nation < NAE_MAJORS ? NAE_NONE : s->minor[nation - NAE_MAJORS].patron;
    return patron < NAE_MAJORS ? patron : nation;
}
/* Pieces of a nation at peace and of all who share its peace: they stand together as one party [8.1.3, 9.2].
 * An expeditionary corps (40F) serves the Empire. */
static inline NaePieces nae_peace_party(const NaeData *d, const NaeState *s, unsigned nation)
{
    const unsigned head = nae_peace_head(s, nation);
    NaePieces party = d->nation[head].pieces;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (s->minor[minor - NAE_MAJORS].patron == head && nae_side_of(s, minor) == NAE_NOBODY) {
            party = nae_pieces_or(party, d->nation[minor].pieces);
        }
    }
    return nae_pieces_minus(party, s->expeditionary);
}
/* Land pieces of that party in a zone. */
static inline NaePieces nae_peace_stack(const NaeData *d, const NaeState *s, unsigned zone, unsigned nation)
{
    return nae_pieces_and(nae_at(d, s, zone), nae_peace_party(d, s, nation));
}
static inline unsigned nae_other(unsigned side) { return side == NAE_EMPIRE ? NAE_COALITION : NAE_EMPIRE; }
/* The side that imposed the peace or alliance of a major, NAE_NOBODY without one: France, or the Coalition,
 * for which Britain is named. */
static inline unsigned nae_victor_side(const NaeState *s, unsigned major)
{
    const unsigned victor = s->major[major].victor;
    return victor >= NAE_NATIONS ? (unsigned)NAE_NOBODY : victor == NAE_FRANCE ? NAE_EMPIRE : NAE_COALITION;
}
static inline unsigned nae_side_of_zone(const NaeState *s, unsigned zone)
{
    return nae_side_of(s, s->owner[zone]);
}
static inline unsigned nae_side_of_piece(const NaeState *s, unsigned piece)
{
    return nae_pieces_in(s->owned[0], piece)   ? NAE_EMPIRE
           : nae_pieces_in(s->owned[1], piece) ? NAE_COALITION
                                               : NAE_NOBODY;
}

/* ---- control and fortresses ---- */

static inline bool nae_zone_is(const NaeData *d, unsigned zone, enum nae_zone_flag flag)
{
    return (d->zone[zone].flags & flag) != 0;
}
/* Whose control marker lies there; NAE_NOBODY without one. */
static inline unsigned nae_marker(const NaeState *s, unsigned zone)
{
    const unsigned marker = s->zone_bits[zone] & NAE_CONTROL;
    return marker == 0 ? NAE_NOBODY : marker - 1U;
}
/* Who controls a zone: the marker's side, else the side of its owner. */
static inline unsigned nae_holder(const NaeState *s, unsigned zone)
{
    const unsigned marker = nae_marker(s, zone);
    return marker != NAE_NOBODY ? marker : nae_side_of_zone(s, zone);
}
/* Zones whose bits, masked, equal value. */
static inline NaeZones nae_zones_marked(const NaeState *s, unsigned mask, unsigned value)
{
    const uint8_t *bits = (const uint8_t *)s + offsetof(NaeState, zone_bits);
    return (NaeZones){{nae_sweep(bits, mask, value), nae_sweep(bits + 64, mask, value),
                       nae_sweep(bits + 128, mask, value),
                       nae_sweep(bits + 192, mask, value) & NAE_LAST_ZONES}};
}
/* A city, fortress or port that the enemy of side controls [10.5]; other zones are open. */
static inline bool nae_enemy_controls(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_zone_is(d, zone, NAE_ZONE_CONTROLLABLE) && nae_holder(s, zone) == nae_other(side);
}
static inline unsigned nae_fort_state(const NaeState *s, unsigned zone)
{
    return (s->zone_bits[zone] & NAE_FORTRESS) >> 2U;
}
static inline void nae_set_fort_state(NaeState *s, unsigned zone, unsigned state)
{
    s->zone_bits[zone] = (uint8_t)((s->zone_bits[zone] & ~(unsigned)NAE_FORTRESS) | state << 2U);
}
static inline void nae_set_marker(NaeState *s, unsigned zone, unsigned side)
{
    s->zone_bits[zone] =
        (uint8_t)((s->zone_bits[zone] & ~(unsigned)NAE_CONTROL) | (side < 2 ? side + 1U : 0U));
}
/* The side for which the fortress of a zone is active; NAE_NOBODY: none, destroyed, or of a power at peace.
 */
static inline unsigned nae_fortress_side(const NaeData *d, const NaeState *s, unsigned zone)
{
    const unsigned state = nae_fort_state(s, zone);
    return d->zone[zone].fortress == 0 || state == NAE_FORT_DESTROYED ? NAE_NOBODY
           : state == NAE_FORT_OWNER                                  ? nae_side_of_zone(s, zone)
                                                                      : state - NAE_FORT_EMPIRE;
}
static inline bool nae_besieged(const NaeState *s, unsigned zone)
{
    return (s->zone_bits[zone] & NAE_SIEGE) != 0;
}
/* Siege marker 0 to 3 of a besieged fortress. */
static inline unsigned nae_siege_marker(const NaeState *s, unsigned zone)
{
    assert(nae_besieged(s, zone));
    return ((s->zone_bits[zone] & NAE_SIEGE) >> 4U) - 1U;
}
static inline void nae_set_siege(NaeState *s, unsigned zone, bool siege, unsigned marker)
{
    s->zone_bits[zone] =
        (uint8_t)((s->zone_bits[zone] & ~(unsigned)NAE_SIEGE) | (siege ? (marker + 1U) << 4U : 0U));
}
/* Level of the fortress of a zone, 33C counted; 0 without an active one. Active for whom: nae_fortress_side.
 */
static inline unsigned nae_fortress_level(const NaeData *d, const NaeState *s, unsigned zone)
{
    if (d->zone[zone].fortress == 0 || nae_fort_state(s, zone) == NAE_FORT_DESTROYED) {
        return 0;
    }
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        if (s->modifier[i].card == NAE_C(33) && s->modifier[i].target == zone) {
            return (unsigned)s->modifier[i].value;
        }
    }
    return d->zone[zone].fortress;
}
/* An intact fortress of the side's enemy that nobody besieges: stops armies and supply. */
static inline bool nae_enemy_fortress(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_fortress_side(d, s, zone) == nae_other(side) && !nae_besieged(s, zone);
}

/* Enemy land pieces that stand in a side's way in a zone, depots too: all but a garrison under siege. */
static inline NaePieces nae_in_the_way(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    return nae_besieged(s, zone) ? nae_field(d, s, zone, nae_other(side))
                                 : nae_land(d, s, zone, nae_other(side));
}
/* A side fights for a zone: with units in the field, or a fixed depot, which defends alone; mobile ones do
 * not [1.1, map 8.7]. */
static inline bool nae_defends(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePieces field = nae_field(d, s, zone, side);
    return nae_has_units(d, field) ||
           !nae_pieces_empty(nae_with(s, nae_pieces_and(field, d->depots), NAE_FIXED));
}
/* National territory of a nation now. */
static inline bool nae_is_home(const NaeState *s, unsigned zone, unsigned nation)
{
    return s->owner[zone] == nation;
}

/* ---- classes (P2) ---- */

/* True if no piece of lower number in the set is of the same class in the same condition: one piece stands
 * for all. */
static inline bool nae_class_first(const NaeData *d, const NaeState *s, NaePieces set, unsigned piece)
{
    if (nae_is_unit(piece)) {
        const NaePieces before = nae_pieces_and(set, d->alike[piece]);
        return nae_pieces_empty(before) ||
               nae_pieces_empty(nae_marked_within(s, before, NAE_UNIT_WORD, NAE_LAST_UNIT_WORD, NAE_REDUCED,
                                                  s->bits[piece] & (unsigned)NAE_REDUCED));
    }
    if (nae_is_depot(piece)) {
        for (unsigned other = NAE_FIRST_DEPOT; other < piece; other++) {
            if (d->nation_of[other] == d->nation_of[piece] && nae_pieces_in(set, other) &&
                nae_bit(s, other, NAE_FIXED) == nae_bit(s, piece, NAE_FIXED)) {
                return false;
            }
        }
    }
    return true;
}
/* The set with one piece for each class. */
static inline NaePieces nae_classes(const NaeData *d, const NaeState *s, NaePieces set)
{
    NaePieces out = nae_pieces_none();
    NAE_EACH_PIECE(piece, set)
    {
        if (nae_class_first(d, s, set, piece)) {
            nae_pieces_add(&out, piece);
        }
    }
    return out;
}

#endif

/* summary.c: counting, packing and unpacking of a GameSummary. */
#include "engine/summary.h"

#include <assert.h>
#include <string.h>

enum {
    CARD_BYTES = SUMMARY_CARDS_MAX / 8,
    FIGHTS_LOW = 7,
    FIGHTS_BITS = 3,
    SMALL_CARD_BYTES = 16, /* most of version 1 */
    SMALL_PLACES = 64,
    SMALL_FIGHTS = UINT8_MAX
};

/* ---- counting ---- */

static void drop(GameSummary *summary, unsigned count)
{
    summary->dropped = UINT32_MAX - summary->dropped < count ? UINT32_MAX : summary->dropped + count;
}

void summary_card(GameSummary *summary, Seat seat, unsigned card)
{
    assert(seat_plays(seat));
    assert(seat <= SEAT_COALITION);
    if (card < SUMMARY_CARDS_MAX) {
        summary->cards[seat][card / 64] |= 1ULL << (card % 64);
    } else {
        drop(summary, 1);
    }
}

bool summary_has_card(const GameSummary *summary, Seat seat, unsigned card)
{
    return card < SUMMARY_CARDS_MAX && ((summary->cards[seat][card / 64] >> (card % 64)) & 1U) != 0;
}

void summary_loss(GameSummary *summary, Seat seat, unsigned points)
{
    assert(seat <= SEAT_COALITION);
    const unsigned room = UINT16_MAX - summary->lost[seat];
    const unsigned counted = points < room ? points : room;
    summary->lost[seat] = (uint16_t)(summary->lost[seat] + counted);
    drop(summary, points - counted);
}

/* The entry of a place, made if there is none; NULL if there is no room. */
static SummaryPlace *entry_of(GameSummary *summary, unsigned place)
{
    unsigned at = 0;
    while (at < summary->place_count && summary->places[at].place < place) {
        at++;
    }
    if (at < summary->place_count && summary->places[at].place == place) {
        return &summary->places[at];
    }
    if (summary->place_count == SUMMARY_PLACES_MAX || place > UINT16_MAX) {
        return NULL;
    }
    memmove(&summary->places[at + 1], &summary->places[at],
            (summary->place_count - at) * sizeof summary->places[0]);
    summary->places[at] = (SummaryPlace){(uint16_t)place, 0};
    summary->place_count++;
    return &summary->places[at];
}

void summary_fight(GameSummary *summary, unsigned place)
{
    SummaryPlace *entry = entry_of(summary, place);
    if (entry != NULL && entry->fights < UINT16_MAX) {
        entry->fights++;
    } else {
        drop(summary, 1);
    }
}

/* ---- packing ---- */

static uint8_t card_byte(const GameSummary *summary, unsigned seat, unsigned i)
{
    assert(seat < SEAT_COUNT);
    return (uint8_t)(summary->cards[seat][i / 8] >> (i % 8 * 8));
}

static uint8_t *put_number(uint8_t *out, uint32_t number)
{
    while (number >= 128) {
        *out++ = (uint8_t)(number | 128U);
        number >>= 7U;
    }
    *out++ = (uint8_t)number;
    return out;
}

/* Bytes of a seat's card set without zero bytes at its end. */
static unsigned card_bytes(const GameSummary *summary, unsigned seat)
{
    unsigned used = CARD_BYTES;
    while (used > 0 && card_byte(summary, seat, used - 1) == 0) {
        used--;
    }
    return used;
}

/* 1 if the summary fits that version, else 2. */
static unsigned version_of(const GameSummary *summary)
{
    bool small = summary->dropped == 0 && summary->place_count <= SMALL_PLACES;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        small = small && card_bytes(summary, seat) <= SMALL_CARD_BYTES;
    }
    for (unsigned i = 0; small && i < summary->place_count; i++) {
        small = summary->places[i].fights <= SMALL_FIGHTS;
    }
    return small ? 1 : 2;
}

static uint8_t *put_seat(const GameSummary *summary, unsigned seat, uint8_t *out)
{
    const unsigned used = card_bytes(summary, seat);
    *out++ = (uint8_t)used;
    for (unsigned i = 0; i < used; i++) {
        *out++ = card_byte(summary, seat, i);
    }
    return put_number(out, summary->lost[seat]);
}

size_t summary_pack(const GameSummary *summary, uint8_t bytes[SUMMARY_PACKED_MAX])
{
    uint8_t *out = bytes;
    const unsigned version = version_of(summary);
    *out++ = (uint8_t)version;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        out = put_seat(summary, seat, out);
    }
    assert(summary->place_count <= SUMMARY_PLACES_MAX);
    out = put_number(out, summary->place_count); /* one byte in version 1 */
    uint32_t next = 0;                           /* lowest place that may follow */
    for (unsigned i = 0; i < summary->place_count; i++) {
        const SummaryPlace *place = &summary->places[i];
        assert(place->fights > 0 && place->place >= next);
        const uint32_t fights = place->fights - 1U;
        const uint32_t low = fights < FIGHTS_LOW ? fights : FIGHTS_LOW;
        out = put_number(out, (place->place - next) << FIGHTS_BITS | low);
        if (low == FIGHTS_LOW) {
            out = put_number(out, fights - FIGHTS_LOW);
        }
        next = place->place + 1U;
    }
    out = version > 1 ? put_number(out, summary->dropped) : out;
    return (size_t)(out - bytes);
}

/* ---- unpacking ---- */

typedef struct Reader {
    const uint8_t *at;
    const uint8_t *end;
    bool bad;
} Reader;

static uint32_t get_byte(Reader *in, uint32_t most)
{
    if (in->at == in->end || *in->at > most) {
        in->bad = true;
        return 0;
    }
    return *in->at++;
}

/* A number of at most five bytes in its shortest form. */
static uint32_t get_number(Reader *in, uint32_t most)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift <= 28; shift += 7) {
        const uint32_t byte = get_byte(in, UINT8_MAX);
        number |= (uint64_t)(byte & 127U) << shift;
        if (byte < 128) {
            in->bad = in->bad || number > most || (byte == 0 && shift > 0);
            return in->bad ? 0 : (uint32_t)number;
        }
    }
    in->bad = true;
    return 0;
}

static void get_seat(Reader *in, unsigned seat, GameSummary *summary)
{
    const uint32_t used = get_byte(in, CARD_BYTES);
    uint64_t last = 1;
    for (unsigned i = 0; i < used; i++) {
        last = get_byte(in, UINT8_MAX);
        summary->cards[seat][i / 8] |= last << (i % 8 * 8);
    }
    in->bad = in->bad || last == 0;
    summary->lost[seat] = (uint16_t)get_number(in, UINT16_MAX);
}

static void get_places(Reader *in, GameSummary *summary)
{
    const uint32_t count = get_number(in, SUMMARY_PLACES_MAX);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count && !in->bad; i++) {
        const uint32_t number = get_number(in, (UINT16_MAX + 1U) << FIGHTS_BITS);
        const uint32_t place = next + (number >> FIGHTS_BITS);
        uint32_t fights = number & FIGHTS_LOW;
        if (fights == FIGHTS_LOW) {
            fights += get_number(in, UINT16_MAX - 1U - FIGHTS_LOW);
        }
        in->bad = in->bad || place > UINT16_MAX;
        summary->places[i] = (SummaryPlace){(uint16_t)place, (uint16_t)(fights + 1U)};
        next = place + 1U;
    }
    summary->place_count = (uint16_t)count;
}

bool summary_unpack(GameSummary *summary, const uint8_t *bytes, size_t length)
{
    Reader in = {bytes, bytes + length, length == 0};
    memset(summary, 0, sizeof *summary);
    const uint32_t version = get_byte(&in, 2);
    for (unsigned seat = 0; seat < SEAT_COUNT && !in.bad; seat++) {
        get_seat(&in, seat, summary);
    }
    if (!in.bad) {
        get_places(&in, summary);
    }
    if (!in.bad && version > 1) {
        summary->dropped = get_number(&in, UINT32_MAX);
    }
    if (in.bad || in.at != in.end || version != version_of(summary)) {
        memset(summary, 0, sizeof *summary);
        return false;
    }
    return true;
}

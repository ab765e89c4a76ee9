/* summary.c: counting, packing and unpacking of a GameSummary. */
#include "engine/summary.h"

#include <assert.h>
#include <string.h>

enum { VERSION = 1, CARD_BYTES = SUMMARY_CARDS_MAX / 8, FIGHTS_LOW = 7, FIGHTS_BITS = 3 };

/* ---- counting ---- */

void summary_card(GameSummary *summary, Seat seat, unsigned card)
{
    assert(seat <= SEAT_COALITION);
    if (card < SUMMARY_CARDS_MAX) {
        summary->cards[seat][card / 64] |= 1ULL << (card % 64);
    }
}

bool summary_has_card(const GameSummary *summary, Seat seat, unsigned card)
{
    return card < SUMMARY_CARDS_MAX && ((summary->cards[seat][card / 64] >> (card % 64)) & 1U) != 0;
}

void summary_loss(GameSummary *summary, Seat seat)
{
    assert(seat <= SEAT_COALITION);
    if (summary->lost[seat] < UINT16_MAX) {
        summary->lost[seat]++;
    }
}

void summary_fight(GameSummary *summary, unsigned place)
{
    unsigned at = 0;
    while (at < summary->place_count && summary->places[at].place < place) {
        at++;
    }
    if (at == summary->place_count || summary->places[at].place != place) {
        if (summary->place_count == SUMMARY_PLACES_MAX || place > UINT16_MAX) {
            return;
        }
        memmove(&summary->places[at + 1], &summary->places[at],
                (summary->place_count - at) * sizeof summary->places[0]);
        summary->places[at] = (SummaryPlace){(uint16_t)place, 0};
        summary->place_count++;
    }
    if (summary->places[at].fights < UINT8_MAX) {
        summary->places[at].fights++;
    }
}

/* ---- packing ---- */

static uint8_t card_byte(const GameSummary *summary, unsigned seat, unsigned i)
{
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

static uint8_t *put_seat(const GameSummary *summary, unsigned seat, uint8_t *out)
{
    unsigned used = CARD_BYTES;
    while (used > 0 && card_byte(summary, seat, used - 1) == 0) {
        used--;
    }
    *out++ = (uint8_t)used;
    for (unsigned i = 0; i < used; i++) {
        *out++ = card_byte(summary, seat, i);
    }
    return put_number(out, summary->lost[seat]);
}

size_t summary_pack(const GameSummary *summary, uint8_t bytes[SUMMARY_PACKED_MAX])
{
    uint8_t *out = bytes;
    *out++ = VERSION;
    for (unsigned seat = 0; seat < SEAT_COUNT; seat++) {
        out = put_seat(summary, seat, out);
    }
    assert(summary->place_count <= SUMMARY_PLACES_MAX);
    *out++ = summary->place_count;
    uint32_t next = 0; /* lowest place that may follow */
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

/* A number of at most three bytes in its shortest form. */
static uint32_t get_number(Reader *in, uint32_t most)
{
    uint32_t number = 0;
    for (unsigned shift = 0; shift <= 14; shift += 7) {
        const uint32_t byte = get_byte(in, UINT8_MAX);
        number |= (byte & 127U) << shift;
        if (byte < 128) {
            in->bad = in->bad || number > most || (byte == 0 && shift > 0);
            return in->bad ? 0 : number;
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
    const uint32_t count = get_byte(in, SUMMARY_PLACES_MAX);
    uint32_t next = 0;
    for (uint32_t i = 0; i < count && !in->bad; i++) {
        const uint32_t number = get_number(in, (UINT16_MAX + 1U) << FIGHTS_BITS);
        const uint32_t place = next + (number >> FIGHTS_BITS);
        uint32_t fights = number & FIGHTS_LOW;
        if (fights == FIGHTS_LOW) {
            fights += get_number(in, UINT8_MAX - 1U - FIGHTS_LOW);
        }
        in->bad = in->bad || place > UINT16_MAX;
        summary->places[i] = (SummaryPlace){(uint16_t)place, (uint8_t)(fights + 1U)};
        next = place + 1U;
    }
    summary->place_count = (uint8_t)count;
}

bool summary_unpack(GameSummary *summary, const uint8_t *bytes, size_t length)
{
    Reader in = {bytes, bytes + length, length == 0};
    memset(summary, 0, sizeof *summary);
    in.bad = get_byte(&in, UINT8_MAX) != VERSION || in.bad;
    for (unsigned seat = 0; seat < SEAT_COUNT && !in.bad; seat++) {
        get_seat(&in, seat, summary);
    }
    if (!in.bad) {
        get_places(&in, summary);
    }
    if (in.bad || in.at != in.end) {
        memset(summary, 0, sizeof *summary);
        return false;
    }
    return true;
}

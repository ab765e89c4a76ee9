/* utf8.h: telling well-formed UTF-8 from other bytes, for everything that reads or prints foreign text. */
#ifndef MARSHAL_ENGINE_UTF8_H
#define MARSHAL_ENGINE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* True for the second and later bytes of a sequence. */
static inline bool utf8_is_tail(unsigned char c) { return (c & 0xC0U) == 0x80U; }

/* Bytes that a sequence with this first byte has, or 0 if no sequence starts so. */
static inline size_t utf8_size(unsigned char lead)
{
    return lead < 0x80U ? 1 : lead < 0xC2U || lead > 0xF4U ? 0 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
}

/* Length of the well-formed sequence at p, of which left bytes may be read (at least 1), or 0 (Unicode, table
 * 3-7). */
static inline size_t utf8_sequence(const unsigned char *p, size_t left)
{
    const size_t size = utf8_size(p[0]);
    if (size <= 1 || left < size) {
        return size == 1 ? 1 : 0;
    }
    const unsigned char low = p[0] == 0xE0U ? 0xA0U : p[0] == 0xF0U ? 0x90U : 0x80U; /* no overlong forms */
    const unsigned char high = p[0] == 0xEDU   ? 0x9FU
                               : p[0] == 0xF4U ? 0x8FU
                                               : 0xBFU; /* no surrogates, <= U+10FFFF */
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < size; i++) {
        if (!utf8_is_tail(p[i])) {
            return 0;
        }
    }
    return size;
}

#endif

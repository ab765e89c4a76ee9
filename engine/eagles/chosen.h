/* chosen.h: what was chosen among ships as a byte of each, in which many are compared at once, becomes a
 * list. */
#ifndef MARSHAL_ENGINE_EAGLES_CHOSEN_H
#define MARSHAL_ENGINE_EAGLES_CHOSEN_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { EAGLES_CHOSEN_MAX = 128 };

/* Lists the places of the bytes that are 1, ascending; the others are 0. `of`, how many there are, is a
 * multiple of eight; list has room for all. How many are listed. */
static inline unsigned eagles_list_chosen(const uint8_t *chosen, unsigned of, uint8_t *list)
{
    enum { BLOCK = sizeof(uint64_t), WORD = 64 };
    uint64_t bits[EAGLES_CHOSEN_MAX / WORD] = {0};
    unsigned count = 0;
    assert(of % BLOCK == 0 && of <= EAGLES_CHOSEN_MAX);
    for (unsigned block = 0; block < of / BLOCK; block++) {
        uint64_t bytes = 0;
        memcpy(&bytes, &chosen[block * BLOCK], sizeof bytes);
        const uint64_t eight = bytes * 0x0102040810204080ULL >> 56U; /* the low bit of byte i becomes bit i */
        bits[block / BLOCK] |= eight << block % BLOCK * BLOCK;
    }
    for (unsigned word = 0; word < EAGLES_CHOSEN_MAX / WORD; word++) {
        for (uint64_t left = bits[word]; left != 0; left &= left - 1) {
            list[count++] = (uint8_t)(word * WORD + (unsigned)__builtin_ctzll(left));
        }
    }
    return count;
}

#endif

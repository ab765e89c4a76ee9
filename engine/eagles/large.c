/* large.c: hexes that had five SP or more of a side when combat began (map 4). */
#include <assert.h>

#include "engine/eagles/battle.h"

static uint16_t entry_of(unsigned side, unsigned hex)
{
    assert(side <= EAGLES_COALITION && hex < EAGLES_HEXES_MAX);
    return (uint16_t)(2U * hex + side);
}

/* Where the entry is, or would be. */
static unsigned find(const EaglesState *s, uint16_t entry)
{
    unsigned at = 0;
    while (at < s->larges && s->large[at] < entry) {
        at++;
    }
    return at;
}

bool eagles_is_large(const EaglesState *s, unsigned side, unsigned hex)
{
    const uint16_t entry = entry_of(side, hex);
    const unsigned at = find(s, entry);
    return at < s->larges && s->large[at] == entry;
}

void eagles_mark_large(EaglesState *s, unsigned side, unsigned hex)
{
    const uint16_t entry = entry_of(side, hex);
    const unsigned at = find(s, entry);
    if ((at < s->larges && s->large[at] == entry) || s->larges == EAGLES_LARGE_MAX) {
        return;
    }
    for (unsigned i = s->larges++; i > at; i--) {
        s->large[i] = s->large[i - 1];
    }
    s->large[at] = entry;
}

void eagles_unmark_large(EaglesState *s, unsigned side, unsigned hex)
{
    const uint16_t entry = entry_of(side, hex);
    const unsigned at = find(s, entry);
    if (at == s->larges || s->large[at] != entry) {
        return;
    }
    s->larges--;
    for (unsigned i = at; i < s->larges; i++) {
        s->large[i] = s->large[i + 1];
    }
    s->large[s->larges] = 0;
}

void eagles_unmark_all_large(EaglesState *s)
{
    memset(s->large, 0, s->larges * sizeof s->large[0]); /* those behind are zero */
    s->larges = 0;
}

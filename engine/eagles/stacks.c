/* stacks.c: rows of SP: finding, counting, adding, removing, and what follows when SP have come or gone (map
 * 0, 7.6). */
#include "engine/eagles/rules.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

/* ------------------------------------------------------------------ rows */

/* How many of some keys, whole blocks of them, are below a key: many are compared at once, and without a
 * branch that could not be foretold. */
static inline unsigned count_below(const uint32_t *keys, unsigned count, uint32_t key)
{
    unsigned below = 0;
#if defined(__AVX512F__)
    const __m512i limit = _mm512_set1_epi32((int)key);
    for (unsigned i = 0; i < count; i += EAGLES_ROW_BLOCK) {
        below += (unsigned)__builtin_popcount(_mm512_cmplt_epu32_mask(_mm512_loadu_si512(&keys[i]), limit));
    }
#else
    assert(key <= INT32_MAX); /* no row is in so high a place: numbers with a sign are compared quicker */
    for (unsigned i = 0; i < count; i++) {
        below += (int32_t)keys[i] < (int32_t)key;
    }
#endif
    return below;
}

/* Index of the first row whose key is not below key. Unused rows are zero, and a row is never that low. */
static unsigned lower_bound(const EaglesState *s, uint32_t key)
{
    const unsigned padded = (s->rows + EAGLES_ROW_BLOCK - 1U) & ~(EAGLES_ROW_BLOCK - 1U);
    return key == 0 ? 0U : count_below(s->row_key, padded, key) - (padded - s->rows);
}

unsigned eagles_first_row(const EaglesState *s, unsigned place)
{
    return lower_bound(s, (uint32_t)place << 16U);
}

/* ------------------------------------------------------------------ whose they are */

/* What one row of a unit says about its hex. */
static unsigned presence_of(const EaglesState *s, unsigned unit)
{
    const unsigned side = s->allegiance[unit] & (unsigned)EAGLES_ALLEGIANCE_SIDE;
    return side > EAGLES_COALITION ? (unsigned)EAGLES_PRESENT_MIXED : side + 1U;
}

static void set_presence(EaglesState *s, unsigned hex, unsigned value)
{
    const unsigned shift = hex % 4 * 2U;
    s->presence[hex / 4] = (uint8_t)((s->presence[hex / 4] & ~(3U << shift)) | value << shift);
}

/* The rows of a place lie around index i. */
static void look_again(EaglesState *s, unsigned place, unsigned i)
{
    unsigned value = 0;
    if (place >= EAGLES_HEXES_MAX) {
        return;
    }
    for (unsigned k = i; k-- > 0 && eagles_row_at(s, k, place);) {
        value |= presence_of(s, eagles_row_unit(s, k));
    }
    for (unsigned k = i; eagles_row_at(s, k, place); k++) {
        value |= presence_of(s, eagles_row_unit(s, k));
    }
    set_presence(s, place, value);
}

static void appear(EaglesState *s, uint32_t key)
{
    const unsigned hex = eagles_key_place(key);
    if (hex < EAGLES_HEXES_MAX) {
        s->presence[hex / 4] |= (uint8_t)(presence_of(s, eagles_key_unit(key)) << (hex % 4 * 2U));
    }
}

static bool is_partisan(const EaglesState *s, unsigned unit)
{
    return (s->allegiance[unit] & (unsigned)EAGLES_ALLEGIANCE_PARTISAN) != 0;
}

static void count_rows(EaglesState *s)
{
    memset(s->presence, 0, sizeof s->presence);
    s->partisans = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        appear(s, s->row_key[i]);
        s->partisans = (uint16_t)(s->partisans + is_partisan(s, eagles_row_unit(s, i)));
    }
}

static uint8_t allegiance_of(const EaglesData *d, const EaglesState *s, unsigned unit)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesNation *n = &s->nation[d->unit[unit].nation];
    const unsigned colour = n->colour & (unsigned)EAGLES_ALLEGIANCE_COLOUR;
    const unsigned partisan = d->unit[unit].type == EAGLES_P ? EAGLES_ALLEGIANCE_PARTISAN : 0U;
    assert(n->side <= EAGLES_UNFORMED);
    return (uint8_t)(n->side | colour << (unsigned)EAGLES_ALLEGIANCE_COLOUR_SHIFT | partisan);
}

void eagles_take_stock(const EaglesData *d, EaglesState *s)
{
    for (unsigned unit = 0; unit < d->units; unit++) {
        s->allegiance[unit] = allegiance_of(d, s, unit);
    }
    count_rows(s);
}

void eagles_set_nation(Play *p, unsigned nation, unsigned side, unsigned colour)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesState *s = p->s;
    EaglesNation *n = &s->nation[nation];
    for (unsigned i = 0; n->side != side && i < p->d->ships;
         i++) { /* orders are hidden: nobody inherits them (12, 14) */
        if (p->d->unit[p->d->ship_unit[i]].nation == nation && p->s->ship_at[i] != EAGLES_SUNK) {
            p->s->ship_order[i] = EAGLES_ORDER_R1;
        }
    }
    n->side = (uint8_t)side;
    n->colour = (uint8_t)colour;
    for (unsigned type = 0; type < EAGLES_TYPES; type++) {
        const unsigned unit = p->d->nation[nation].unit[type];
        if (unit != EAGLES_NONE) {
            s->allegiance[unit] = allegiance_of(p->d, s, unit);
        }
    }
    count_rows(s);
}

/* ------------------------------------------------------------------ adding, removing */

static void insert_row(EaglesState *s, unsigned i, uint32_t key, unsigned count)
{
    assert(s->rows < EAGLES_ROWS_MAX);
    memmove(&s->row_key[i + 1], &s->row_key[i], (s->rows - i) * sizeof s->row_key[0]);
    memmove(&s->row_count[i + 1], &s->row_count[i], s->rows - i);
    s->row_key[i] = key;
    s->row_count[i] = (uint8_t)count;
    s->rows++;
    s->partisans = (uint16_t)(s->partisans + is_partisan(s, eagles_key_unit(key)));
    appear(s, key);
}

static void delete_row(EaglesState *s, unsigned i)
{
    const unsigned place = eagles_key_place(s->row_key[i]);
    s->partisans = (uint16_t)(s->partisans - is_partisan(s, eagles_row_unit(s, i)));
    s->rows--;
    memmove(&s->row_key[i], &s->row_key[i + 1], (s->rows - i) * sizeof s->row_key[0]);
    memmove(&s->row_count[i], &s->row_count[i + 1], s->rows - i);
    s->row_key[s->rows] = 0;
    s->row_count[s->rows] = 0;
    look_again(s, place, i);
}

void eagles_rows_add(EaglesState *s, uint32_t key, unsigned count)
{
    if (count == 0) {
        return;
    }
    const unsigned i = lower_bound(s, key);
    if (i < s->rows && s->row_key[i] == key) {
        s->row_count[i] = (uint8_t)(s->row_count[i] + count);
    } else {
        insert_row(s, i, key, count);
    }
}

void eagles_rows_remove(EaglesState *s, uint32_t key, unsigned count)
{
    if (count == 0) {
        return;
    }
    const unsigned i = lower_bound(s, key);
    assert(i < s->rows && s->row_key[i] == key && s->row_count[i] >= count);
    s->row_count[i] = (uint8_t)(s->row_count[i] - count);
    if (s->row_count[i] == 0) {
        delete_row(s, i);
    }
}

/* A whole row gets a new key that no other has: only the rows between its old place and its new one, before
 * row j, move. */
static void rename_row(EaglesState *s, unsigned i, unsigned j, uint32_t key)
{
    const uint32_t old = s->row_key[i];
    const uint8_t count = s->row_count[i];
    if (j > i + 1) {
        j--;
        memmove(&s->row_key[i], &s->row_key[i + 1], (j - i) * sizeof s->row_key[0]);
        memmove(&s->row_count[i], &s->row_count[i + 1], j - i);
    } else if (j < i) {
        memmove(&s->row_key[j + 1], &s->row_key[j], (i - j) * sizeof s->row_key[0]);
        memmove(&s->row_count[j + 1], &s->row_count[j], i - j);
    } else {
        j = i;
    }
    s->row_key[j] = key;
    s->row_count[j] = count;
    if (eagles_key_place(old) != eagles_key_place(key)) {
        look_again(s, eagles_key_place(old), key < old ? i + 1 : i); /* what is left there lies around it */
        appear(s, key);
    }
}

/* Whether row i keeps its place under another key. */
static bool stays_in_order(const EaglesState *s, unsigned i, uint32_t key)
{
    return (i == 0 || s->row_key[i - 1] < key) && (i + 1U >= s->rows || key < s->row_key[i + 1]);
}

/* Turns SP of row i into SP of another key; some at least. */
static void change_row(EaglesState *s, unsigned i, uint32_t to, unsigned count)
{
    const uint32_t from = s->row_key[i];
    assert(i < s->rows && from != to && count > 0 && s->row_count[i] >= count);
    if (s->row_count[i] == count && from >> 8U == to >> 8U && stays_in_order(s, i, to)) {
        s->row_key[i] = to;
        return;
    }
    const unsigned j = lower_bound(s, to);
    if (s->row_count[i] == count && !(j < s->rows && s->row_key[j] == to) &&
        eagles_key_unit(from) == eagles_key_unit(to)) {
        rename_row(s, i, j, to);
    } else {
        eagles_rows_remove(s, from, count);
        eagles_rows_add(s, to, count);
    }
}

unsigned eagles_row_becomes(EaglesState *s, unsigned i, unsigned flags)
{
    const uint32_t key = s->row_key[i];
    const uint32_t to = (key & ~0xFFU) | flags;
    assert(i < s->rows && flags <= 0xFF);
    if (stays_in_order(s, i, to)) {
        s->row_key[i] = to;
        return i + 1U;
    }
    change_row(s, i, to, s->row_count[i]);
    return eagles_rows_in(s, eagles_key_place(key));
}

void eagles_rows_change(EaglesState *s, uint32_t from, uint32_t to, unsigned count)
{
    if (from == to || count == 0) {
        return;
    }
    const unsigned i = lower_bound(s, from);
    assert(i < s->rows && s->row_key[i] == from);
    change_row(s, i, to, count);
}

/* Clearing a flag can only make rows of one unit in one place equal or reorder them, so they are inserted
 * again into the short run of rows that share place, unit and expedition. */
void eagles_rows_clear_flags(EaglesState *s, unsigned flags)
{
    unsigned unlike = 0;
    for (unsigned i = 0; i < s->rows; i++) {
        s->row_key[i] &= ~(uint32_t)flags;
    }
    for (unsigned i = 1; i < s->rows; i++) { /* apart, so that many are compared at once */
        unlike |= s->row_key[i - 1] >= s->row_key[i];
    }
    if (unlike == 0) { /* most often so: they are still in order */
        return;
    }
    unsigned kept = 1;
    while (s->row_key[kept - 1] < s->row_key[kept]) {
        kept++;
    }
    for (unsigned i = kept; i < s->rows; i++) {
        const uint32_t key = s->row_key[i];
        const uint8_t count = s->row_count[i];
        unsigned at = kept;
        while (at > 0 && s->row_key[at - 1] > key) {
            at--;
        }
        if (at > 0 && s->row_key[at - 1] == key) {
            s->row_count[at - 1] = (uint8_t)(s->row_count[at - 1] + count);
            s->partisans = (uint16_t)(s->partisans - is_partisan(s, eagles_key_unit(key)));
            continue;
        }
        if (at < kept) {
            memmove(&s->row_key[at + 1], &s->row_key[at], (kept - at) * sizeof s->row_key[0]);
            memmove(&s->row_count[at + 1], &s->row_count[at], kept - at);
        }
        s->row_key[at] = key;
        s->row_count[at] = count;
        kept++;
    }
    memset(&s->row_key[kept], 0, (s->rows - kept) * sizeof s->row_key[0]);
    memset(&s->row_count[kept], 0, s->rows - kept);
    s->rows = (uint16_t)kept;
}

/* ------------------------------------------------------------------ counting */

static bool is_which(const EaglesData *d, uint32_t key, unsigned which)
{
    const unsigned flags = eagles_key_flags(key);
    const bool inside = (flags & EAGLES_FLAG_INSIDE) != 0;
    return !((which & EAGLES_OUTSIDE) != 0 && inside) && !((which & EAGLES_INSIDE) != 0 && !inside) &&
           !((which & EAGLES_CAVALRY) != 0 && !d->unit[eagles_key_unit(key)].cavalry) &&
           !((which & EAGLES_SUPPLIED) != 0 && (flags & EAGLES_FLAG_UNSUPPLIED) != 0) &&
           !((which & EAGLES_NOT_OUT) != 0 && (flags & EAGLES_FLAG_OUT) != 0);
}

/* Whether a side may have SP in a hex: sure if it may not. */
static bool may_have(const EaglesState *s, unsigned hex, unsigned side)
{
    const enum eagles_presence presence = eagles_presence(s, hex);
    return presence == EAGLES_PRESENT_MIXED || (side <= EAGLES_COALITION && presence == side + 1U);
}

unsigned eagles_count(const Play *p, unsigned hex, unsigned side, unsigned which)
{
    const EaglesState *s = p->s;
    unsigned count = 0;
    if (!may_have(s, hex, side)) {
        return 0;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && is_which(p->d, s->row_key[i], which)) {
            count += s->row_count[i];
        }
    }
    return count;
}

bool eagles_has(const Play *p, unsigned hex, unsigned side, unsigned which)
{
    const EaglesState *s = p->s;
    if (!may_have(s, hex, side)) {
        return false;
    }
    if (eagles_presence(s, hex) != EAGLES_PRESENT_MIXED &&
        (which == EAGLES_ANY || (which == EAGLES_OUTSIDE && p->d->city_of[hex] == EAGLES_NONE))) {
        return true; /* nobody shelters where there is no city */
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_side(p, eagles_row_unit(s, i)) == side && is_which(p->d, s->row_key[i], which)) {
            return true;
        }
    }
    return false;
}

bool eagles_finds_partisan(const Play *p, unsigned hex, unsigned side)
{
    const EaglesState *s = p->s;
    if (!may_have(s, hex, side)) {
        return false;
    }
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (p->d->unit[unit].type == EAGLES_P && eagles_unit_side(p, unit) == side) {
            return true;
        }
    }
    return false;
}

void eagles_occupied(const Play *p, EaglesOccupied *o)
{
    const EaglesState *s = p->s;
    memset(o->by, 0, sizeof o->by);
    for (unsigned i = 0; i < s->rows; i++) {
        const uint32_t key = s->row_key[i];
        const unsigned hex = eagles_key_place(key);
        if (hex >= EAGLES_OFF_MAP) {
            break;
        }
        const unsigned unit = eagles_key_unit(key);
        const unsigned side = eagles_unit_side(p, unit) > EAGLES_COALITION ? 2U : eagles_unit_side(p, unit);
        const unsigned shift = (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) != 0 ? 3U : 0U;
        o->by[hex] |= (uint8_t)(1U << (side + shift));
        if (p->d->unit[unit].type == EAGLES_P) {
            o->by[hex] |= 64U << (side == EAGLES_FRANCE ? 1U : 0U); /* 64: Coalition P, 128: French */
        }
    }
}

unsigned eagles_major_colour(const Play *p, unsigned hex, unsigned side, unsigned which)
{
    const EaglesState *s = p->s;
    unsigned count[EAGLES_COLOURS] = {0};
    unsigned best = EAGLES_NONE;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(p, unit) == side && is_which(p->d, s->row_key[i], which)) {
            count[eagles_unit_colour(p, unit)] += s->row_count[i];
        }
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        if (count[colour] > (best == EAGLES_NONE ? 0U : count[best])) {
            best = colour;
        }
    }
    return best;
}

/* ------------------------------------------------------------------ coming and going */

void eagles_eliminate(Play *p, uint32_t key, unsigned count)
{
    eagles_rows_remove(p->s, key, count);
    p->s->pool[eagles_key_unit(key)] = (uint8_t)(p->s->pool[eagles_key_unit(key)] + count);
}

unsigned eagles_bring(Play *p, unsigned hex, unsigned unit, unsigned count, unsigned flags, bool from_pool)
{
    assert(unit < p->d->land_units);
    if (from_pool) {
        count = count < p->s->pool[unit] ? count : p->s->pool[unit];
        p->s->pool[unit] = (uint8_t)(p->s->pool[unit] - count);
    }
    eagles_rows_add(p->s, eagles_key(hex, unit, flags), count);
    return count;
}

void eagles_move_flagged(Play *p, unsigned from, unsigned to, unsigned flag, unsigned clear, unsigned set)
{
    EaglesState *s = p->s;
    uint32_t keys[EAGLES_UNITS_MAX];
    uint8_t counts[EAGLES_UNITS_MAX];
    unsigned found = 0;
    unsigned last = 0; /* the row that was found last */
    for (unsigned i = eagles_rows_in(s, from); eagles_row_at(s, i, from); i++) {
        if ((eagles_row_flags(s, i) & flag) != 0) {
            assert(found < EAGLES_UNITS_MAX);
            counts[found] = s->row_count[i];
            keys[found++] = s->row_key[i];
            last = i;
        }
    }
    for (unsigned k = 0; k < found; k++) {
        const unsigned flags = (eagles_key_flags(keys[k]) & ~clear) | set;
        const uint32_t key = eagles_key(to, eagles_key_unit(keys[k]), flags);
        if (found == 1 && key != keys[k]) { /* most often so: nobody has to look for it */
            change_row(s, last, key, counts[k]);
        } else {
            eagles_rows_change(s, keys[k], key, counts[k]);
        }
    }
    EaglesLeaders here;
    eagles_leaders_flagged(s, from, flag, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        s->leader_at[l] = (uint16_t)to;
        s->leader_flag[l] = (uint8_t)((s->leader_flag[l] & ~clear) | set);
    }
}

void eagles_transfer(Play *p, unsigned from, unsigned to, unsigned side)
{
    EaglesState *s = p->s;
    assert(from != to);
    for (unsigned i = eagles_rows_in(s, from); eagles_row_at(s, i, from);) {
        const uint32_t key = s->row_key[i];
        if (eagles_unit_side(p, eagles_key_unit(key)) == side) {
            const unsigned flags = eagles_key_flags(key) & ~(unsigned)EAGLES_FLAG_INSIDE;
            eagles_rows_change(s, key, eagles_key(to, eagles_key_unit(key), flags), s->row_count[i]);
            i = eagles_rows_in(s, from);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, from, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_side(p, l) == side) {
            s->leader_at[l] = (uint16_t)to;
            s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~EAGLES_FLAG_INSIDE);
        }
    }
}

bool eagles_is_empty(const Play *p, unsigned hex, unsigned side)
{
    if (eagles_row_at(p->s, eagles_first_row(p->s, hex), hex)) {
        return false;
    }
    EaglesLeaders here;
    eagles_leaders_in(p->s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_side(p, l) == side) {
            return false;
        }
    }
    return true;
}

/* SP that stand inside come out, when a siege or a battle is over. */
static void open_gates(Play *p, unsigned hex, unsigned side)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (eagles_unit_side(p, eagles_key_unit(key)) == side &&
            (eagles_key_flags(key) & EAGLES_FLAG_INSIDE) != 0) {
            eagles_rows_change(s, key, key & ~(uint32_t)EAGLES_FLAG_INSIDE, s->row_count[i]);
            i = eagles_rows_in(s, hex); /* the order may have changed: from the start */
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if (eagles_leader_side(p, l) == side) {
            s->leader_flag[l] = (uint8_t)(s->leader_flag[l] & ~EAGLES_FLAG_INSIDE);
        }
    }
}

void eagles_open_gates(Play *p, unsigned hex, unsigned side) { open_gates(p, hex, side); }

/* A siege needs a besieger outside and somebody inside (7.6). A sortie's SP count as inside for it. */
static void settle_siege(Play *p, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned city = p->d->city_of[hex];
    if (city == EAGLES_NONE || eagles_siege_value(p->s, city) == 0) {
        return;
    }
    const unsigned besieger = eagles_besieger(p->s, city);
    const unsigned garrison = eagles_other(besieger);
    const bool holds = eagles_has(p, hex, garrison, EAGLES_ANY);
    if (holds && eagles_has(p, hex, besieger, EAGLES_OUTSIDE)) {
        return;
    }
    eagles_set_siege(p, city, besieger, 0);
    open_gates(p, hex, garrison);
    if (!holds) {
        eagles_set_control(p, city, besieger);
    }
}

void eagles_settle(Play *p, unsigned hex)
{
    EaglesState *s = p->s;
    assert(hex < p->d->hexes);
    for (unsigned side = 0; side < 2; side++) {
        if (eagles_bit(s->trench[side], hex) && !eagles_has(p, hex, side, EAGLES_ANY)) {
            eagles_set_bit(s->trench[side], hex, false);
        }
    }
    settle_siege(p, hex);
    eagles_leaders_alone(p, hex);
}

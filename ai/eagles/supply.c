/* supply.c: what the heuristic player asks of supply (map 6): as it is, and as it would be if some SP were
 * not there. A group that goes on leaves the rest of the position as it was, so that most questions have been
 * answered for the decision before. */
#include "ai/eagles/sense.h"

#include <stddef.h>

/* ------------------------------------------------------------------ what is kept */

/* SP that are left out: those of a colour in a hex, or those of the group in hand; EAGLES_NO_HEX: none. */
typedef struct Missing {
    unsigned colour, hex;
    bool group;
} Missing;

static bool is_missing(const Play *p, const Missing *missing, unsigned row)
{
    return missing->group ? (eagles_row_flags(p->s, row) & EAGLES_FLAG_GROUP) != 0
                          : eagles_unit_colour(p, eagles_row_unit(p->s, row)) == missing->colour;
}

/* Rows that come next in what is kept, and are the same ones as `count` of a position from row i on. */
static bool are_next(const EaglesState *kept, unsigned at, const EaglesState *s, unsigned i, unsigned count)
{
    return kept->rows - at >= count &&
           memcmp(&kept->row_key[at], &s->row_key[i], count * sizeof s->row_key[0]) == 0;
}

/* Whether the rows of a position but for those missing are the same as of one that is kept, but for how many
 * SP they are. */
static bool has_rows(const Play *p, const EaglesState *kept, const Missing *missing)
{
    const EaglesState *s = p->s;
    const unsigned first = missing->hex == EAGLES_NO_HEX ? s->rows : eagles_rows_in(s, missing->hex);
    if (!are_next(kept, 0, s, 0, first)) {
        return false;
    }
    unsigned at = first;
    unsigned i = first;
    for (; eagles_row_at(s, i, missing->hex); i++) {
        if (is_missing(p, missing, i)) {
            continue;
        }
        if (!are_next(kept, at++, s, i, 1)) {
            return false;
        }
    }
    return kept->rows - at == s->rows - i && are_next(kept, at, s, i, s->rows - i);
}

/* Whether the supply of a colour was found in a position without those missing: cities, nations, who may be
 * where, season and rows are the same. */
static bool is_kept(const Play *p, const KeptSupply *kept, const Missing *missing)
{
    enum {
        FIRST = offsetof(EaglesState, city),
        END = offsetof(EaglesState, partisans) /* city, owner, open, nation, allegiance */
    };
    const EaglesState *s = p->s;
    const EaglesState *old = &kept->position;
    return kept->known && kept->colour == missing->colour && old->header.turn == s->header.turn &&
           memcmp(old->colour_side, s->colour_side, sizeof s->colour_side) == 0 &&
           memcmp((const uint8_t *)old + FIRST, (const uint8_t *)s + FIRST, END - FIRST) == 0 &&
           has_rows(p, old, missing);
}

static KeptSupply *look_up(const Sense *sense, KeptSupply *kept, const Missing *missing)
{
    EaglesState *less = &kept->position;
    const Play p = {sense->p.d, less, NULL, 0, NULL};
    if (is_kept(&sense->p, kept, missing)) {
        return kept;
    }
    kept->known = true;
    kept->colour = missing->colour;
    eagles_copy(p.d, less, sense->p.s);
    for (unsigned i = missing->hex == EAGLES_NO_HEX ? less->rows : eagles_rows_in(less, missing->hex);
         eagles_row_at(less, i, missing->hex);) {
        if (is_missing(&p, missing, i)) {
            eagles_rows_remove(less, less->row_key[i], less->row_count[i]);
        } else {
            i++;
        }
    }
    memset(kept->left, KEPT_UNASKED, sizeof kept->left);
    eagles_lines_find(&p, missing->colour, &kept->lines);
    return kept;
}

/* ------------------------------------------------------------------ questions */

KeptSupply *eagles_supply_with(const Sense *sense, unsigned colour)
{
    SenseMemo *memo = sense->memo;
    if (memo->with_colour != colour) {
        const Missing nobody = {colour, EAGLES_NO_HEX, false};
        memo->with_colour = colour;
        memo->with = look_up(sense, &sense->memory->with[colour], &nobody);
    }
    return memo->with;
}

KeptSupply *eagles_supply_without_group(const Sense *sense)
{
    SenseMemo *memo = sense->memo;
    if (memo->without_group == NULL) {
        const Missing group = {sense->colour, sense->p.s->group.hex, true};
        memo->without_group = look_up(sense, &sense->memory->without_group, &group);
    }
    return memo->without_group;
}

KeptSupply *eagles_supply_without(const Sense *sense, unsigned colour, unsigned hex)
{
    SenseMemo *memo = sense->memo;
    if (memo->without_colour != colour || memo->without_hex != hex) {
        const Missing those = {colour, hex, false};
        memo->without_colour = colour;
        memo->without_hex = hex;
        memo->without = look_up(sense, &sense->memory->without_place[hex % KEPT_PLACES], &those);
    }
    return memo->without;
}

unsigned eagles_supply_left(const Sense *sense, KeptSupply *supply, unsigned hex)
{
    const Play p = {sense->p.d, &supply->position, NULL, 0, NULL};
    uint8_t *left = &supply->left[hex];
    if (*left == KEPT_UNASKED) {
        *left = (uint8_t)eagles_lines_left(&p, &supply->lines, hex);
    }
    return *left;
}

bool eagles_sense_is_fed(const Sense *sense, unsigned colour, unsigned hex)
{
    return eagles_bit(eagles_supply_with(sense, colour)->lines.fed.depot, hex);
}

unsigned eagles_sense_left_without(const Sense *sense, unsigned colour, unsigned hex, unsigned at)
{
    return eagles_supply_left(sense, eagles_supply_without(sense, colour, hex), at);
}

unsigned eagles_sense_left(const Sense *sense, unsigned at)
{
    return eagles_supply_left(sense, eagles_supply_without_group(sense), at);
}

/* Whether a row is of the side's SP of a colour, but not in a hex. */
static inline bool is_elsewhere(const Sense *sense, unsigned colour, unsigned hex, unsigned row)
{
    const EaglesState *s = sense->p.s;
    return eagles_key_place(s->row_key[row]) != hex &&
           eagles_unit_colour(&sense->p, eagles_row_unit(s, row)) == colour &&
           eagles_unit_side(&sense->p, eagles_row_unit(s, row)) == sense->side;
}

/* Whether SP of a colour could be fed by those in a hex: some lie within reach. */
static bool may_be_link(const Sense *sense, unsigned colour, unsigned hex)
{
    enum { REACH = 3 };
    const EaglesState *s = sense->p.s;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        if (is_elsewhere(sense, colour, hex, i) &&
            eagles_distance(sense->p.d, hex, eagles_key_place(s->row_key[i])) <= REACH) {
            return true;
        }
    }
    return false;
}

bool eagles_sense_is_link(const Sense *sense, unsigned colour, unsigned hex)
{
    const EaglesState *s = sense->p.s;
    if (!may_be_link(sense, colour, hex)) {
        return false;
    }
    const EaglesFed *with = &eagles_supply_with(sense, colour)->lines.fed;
    if (!eagles_bit(with->depot, hex)) {
        return false; /* nobody is fed by them */
    }
    const EaglesFed *without = &eagles_supply_without(sense, colour, hex)->lines.fed;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned place = eagles_key_place(s->row_key[i]);
        if (is_elsewhere(sense, colour, hex, i) && eagles_bit(with->depot, place) &&
            !eagles_bit(without->depot, place)) {
            return true;
        }
    }
    return false;
}

bool eagles_sense_needs_depot(const Sense *sense, unsigned colour, unsigned hex)
{
    return eagles_sense_left_without(sense, colour, hex, hex) < sense->w->depot_way;
}

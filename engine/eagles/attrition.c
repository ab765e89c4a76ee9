/* attrition.c: step 1 (map 3). */
#include "engine/eagles/rowbits.h"
#include "engine/eagles/rules.h"

/* Whether a row of the active side may suffer: an expeditionary force at home is exempt (3). Who does not
 * suffer lends his colour and his home to nobody. */
static bool counts(const Play *p, unsigned i)
{
    const EaglesState *s = p->s;
    const unsigned unit = eagles_row_unit(s, i);
    const bool expedition = (eagles_row_flags(s, i) & EAGLES_FLAG_EXPEDITION) != 0;
    return eagles_unit_side(p, unit) == s->active &&
           !(expedition && eagles_owner(p, eagles_key_place(s->row_key[i])) == p->d->unit[unit].nation);
}

/* The next hex with 3+ SP of the active side from row i on, the first one of a hex; EAGLES_NO_HEX at the end.
 * first: its first row. */
static unsigned next_hex(const Play *p, unsigned i, unsigned *first)
{
    const EaglesState *s = p->s;
    unsigned last = EAGLES_NO_HEX;
    unsigned sp = 0; /* in the hex of the last row */
    for (; i < s->rows; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (hex >= EAGLES_OFF_MAP) {
            break;
        }
        sp = hex == last ? sp : 0;
        *first = hex == last ? *first : i;
        last = hex;
        sp += counts(p, i) ? s->row_count[i] : 0U;
        if (sp >= 3) {
            return hex;
        }
    }
    return EAGLES_NO_HEX;
}

/* The SP of the active side in a hex that may suffer: those without supply, and how many there are of each
 * colour and nation (bits: those there are). */
typedef struct Tally {
    unsigned sp, unsupplied;
    uint32_t colours, nations;
    uint16_t of_colour[32], of_nation[32];
} Tally;
_Static_assert(EAGLES_NATIONS_MAX <= 32, "nations are bits of a word");

/* All of them, or those that carry a flag, in the hex whose first row is i. Returns the first row behind. */
static unsigned tally(const Play *p, unsigned hex, unsigned i, unsigned flag, Tally *t)
{
    const EaglesState *s = p->s;
    memset(t, 0, sizeof *t);
    for (; eagles_row_at(s, i, hex); i++) {
        if (!counts(p, i) || (flag != 0 && (eagles_row_flags(s, i) & flag) == 0)) {
            continue;
        }
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned sp = s->row_count[i];
        const unsigned colour = eagles_unit_colour(p, unit);
        const unsigned nation = p->d->unit[unit].nation;
        t->sp += sp;
        t->unsupplied += (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) != 0 ? sp : 0U;
        t->of_colour[colour] = (uint16_t)(t->of_colour[colour] + sp);
        t->of_nation[nation] = (uint16_t)(t->of_nation[nation] + sp);
        t->colours |= 1U << colour;
        t->nations |= 1U << nation;
    }
    return i;
}

/* The first kind with most SP; tie: whether another has as many. */
static unsigned most_of(const uint16_t count[32], uint32_t kinds, bool *tie)
{
    unsigned best = EAGLES_NONE;
    *tie = false;
    for (; kinds != 0; kinds &= kinds - 1) {
        const unsigned kind = (unsigned)__builtin_ctz(kinds);
        const unsigned most = best == EAGLES_NONE ? 0 : count[best];
        *tie = count[kind] == most || (*tie && count[kind] < most);
        best = count[kind] > most ? kind : best;
    }
    return best;
}

static unsigned main_colour(const Tally *t)
{
    bool tie;
    return most_of(t->of_colour, t->colours, &tie);
}

/* The global die always falls; local ones by colour, then area, for pairs that a hex needs (3). */
static void throw_dice(Play *p)
{
    EaglesState *s = p->s;
    s->global_die = (uint8_t)eagles_die(p, EAGLES_DIE_ATTRITION, s->active, EAGLES_NO_HEX);
    EAGLES_NOTE(p, EAGLES_EVENT_ATTRITION, s->active, s->global_die, 255, 0);
    memset(s->local_die, 0, sizeof s->local_die);
    if ((s->options & EAGLES_LOCAL_ATTRITION) == 0) {
        return;
    }
    bool needed[EAGLES_COLOURS][4] = {{false}};
    unsigned row = 0;
    for (unsigned hex = next_hex(p, 0, &row); hex != EAGLES_NO_HEX; hex = next_hex(p, row, &row)) {
        Tally t;
        row = tally(p, hex, row, 0, &t);
        needed[main_colour(&t)][p->d->hex[hex].area - 1U] = true;
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        for (unsigned area = 0; area < 4; area++) {
            if (needed[colour][area]) {
                s->local_die[colour][area] =
                    (uint8_t)eagles_die(p, EAGLES_DIE_LOCAL_ATTRITION, s->active, EAGLES_NO_HEX);
                EAGLES_NOTE(p, EAGLES_EVENT_ATTRITION, s->active, s->local_die[colour][area], (int)colour,
                            (int)area + 1);
            }
        }
    }
}

/* The die of a hex with its modifiers, clamped to the table (3). */
static unsigned modified_die(const Play *p, unsigned hex, unsigned thrown, const Tally *t)
{
    assert(hex < EAGLES_HEXES_MAX);
    const EaglesState *s = p->s;
    const EaglesHex *h = &p->d->hex[hex];
    bool mixed_colours;
    bool mixed_nations;
    const unsigned colour = most_of(t->of_colour, t->colours, &mixed_colours);
    const unsigned nation = most_of(t->of_nation, t->nations, &mixed_nations);
    const bool besieged = eagles_is_besieged(p, hex, s->active);
    int die = (int)thrown;
    die -= colour == EAGLES_BLUE && !mixed_colours ? 1 : 0;
    die -= nation != EAGLES_NONE && !mixed_nations && eagles_owner(p, hex) == nation ? 1 : 0;
    die += 2 * t->unsupplied >= t->sp ? 1 : 0;
    die += eagles_winter(p->d, s->header.turn) ? 1 : 0;
    die += h->area == 1 || h->area == 4 ? 1 : 0;
    die += besieged ? (int)eagles_hex_siege(p, hex) : 0;
    return die < 1 ? 1U : die > 6 ? 6U : (unsigned)die;
}

static unsigned column_of(const EaglesTables *t, unsigned sp)
{
    unsigned column = 4;
    while (column > 0 && sp < t->attrition_column[column]) {
        column--;
    }
    return column;
}

static EaglesLoss attrition_of(const Play *p, unsigned hex, unsigned die, unsigned sp, const Tally *those)
{
    const EaglesTables *t = &p->d->tables;
    const unsigned row = modified_die(p, hex, die, those) - 1U;
    const unsigned column = column_of(t, sp);
    const bool none = sp < t->attrition_column[0];
    return (EaglesLoss){.scope = EAGLES_LOSS_GROUP,
                        .unit = EAGLES_CLASS_ALL,
                        .hex = (uint16_t)hex,
                        .side = p->s->active,
                        .left = none ? 0 : t->attrition_loss[row][column],
                        .cavalry = none ? 0 : t->attrition_cavalry[row][column],
                        .cause = EAGLES_BY_ATTRITION};
}

EaglesLoss eagles_attrition_of(const Play *p, unsigned hex, unsigned die, unsigned sp, unsigned flag)
{
    Tally those;
    tally(p, hex, eagles_rows_in(p->s, hex), flag, &those);
    return attrition_of(p, hex, die, sp, &those);
}

/* A natural 6 brings attrition at sea: of the global die, or of one more die where each area has its own. */
static bool storms(const Play *p)
{
    if ((p->d->special & EAGLES_CAMPAIGN) == 0) {
        return false;
    }
    const bool local = (p->s->options & EAGLES_LOCAL_ATTRITION) != 0;
    return (local ? eagles_die(p, EAGLES_DIE_SEA_ATTRITION, p->s->active, EAGLES_NO_HEX)
                  : p->s->global_die) == 6;
}

/* The die of a hex: of its colour and area where these have their own, else the global one. */
static unsigned die_of(const Play *p, unsigned hex, const Tally *t)
{
    const EaglesState *s = p->s;
    if ((s->options & EAGLES_LOCAL_ATTRITION) == 0) {
        return s->global_die;
    }
    const unsigned local = s->local_die[main_colour(t)][p->d->hex[hex].area - 1U];
    return local > 0 ? local : s->global_die;
}

/* What attrition takes in a hex whose first row is i. */
static EaglesLoss attrition_in(const Play *p, unsigned hex, unsigned i)
{
    Tally all;
    tally(p, hex, i, 0, &all);
    EaglesLoss loss = attrition_of(p, hex, die_of(p, hex, &all), all.sp, &all);
    loss.scope = EAGLES_LOSS_HEX;
    return loss;
}

/* So many SP in a hex lose some at the earliest, whoever they are and wherever they stand: all that raises a
 * die does, supply, area and season, or a siege. Most hexes have fewer and need no closer look. */
static unsigned least_in_danger(const Play *p)
{
    const EaglesState *s = p->s;
    const EaglesTables *t = &p->d->tables;
    const bool local = (s->options & EAGLES_LOCAL_ATTRITION) != 0;
    const unsigned thrown = local ? 6U : s->global_die;
    const unsigned worst =
        eagles_any_siege(p) ? 6U : thrown + 2U + (eagles_winter(p->d, s->header.turn) ? 1U : 0U);
    unsigned least = EAGLES_NO_HEX;
    for (unsigned row = 0; row < 6 && row < worst; row++) {
        for (unsigned column = 0; column < 5; column++) {
            const unsigned from = t->attrition_column[column];
            least = t->attrition_loss[row][column] > 0 && from < least ? from : least;
        }
    }
    return least;
}

/* The first hex from `from` on in which attrition takes SP; false: nobody suffers any more. */
static bool next_loss(const Play *p, unsigned from, EaglesLoss *loss)
{
    const EaglesState *s = p->s;
    const unsigned least = least_in_danger(p);
    const unsigned start = eagles_first_row(s, from);
    const unsigned end = eagles_rows_on_map(s);
    unsigned last = EAGLES_NO_HEX;
    unsigned asked = EAGLES_NO_HEX;
    unsigned first = 0; /* row of the active side in the hex of the last row, and the SP from there on */
    unsigned sp = 0;
    for (unsigned word = start / EAGLES_ROW_WORD; word * EAGLES_ROW_WORD < end; word++) {
        uint64_t rows =
            eagles_row_word(s, word, eagles_like_side(s->active)) & eagles_row_range(word, start, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const unsigned hex = eagles_key_place(s->row_key[row]);
            first = hex == last ? first : row;
            sp = (hex == last ? sp : 0U) + s->row_count[row];
            last = hex;
            if (sp >= least && hex != asked) {
                asked = hex;
                *loss = attrition_in(p, hex, first);
                if (loss->left > 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

void eagles_attrition_run(Play *p)
{
    EaglesState *s = p->s;
    EaglesFrame *frame = eagles_top(p);
    EaglesLoss loss;
    if (frame->phase == 0) {
        eagles_flag_supply(p, s->active);
        throw_dice(p);
        frame->phase = 1;
    }
    if (next_loss(p, frame->x, &loss)) {
        frame->x = (uint16_t)(loss.hex + 1);
        eagles_lose(p, loss);
        return;
    }
    memset(s->local_die, 0, sizeof s->local_die);
    const bool storm = storms(p);
    s->global_die = 0;
    eagles_pop(p);
    if (storm) {
        eagles_push(p, EAGLES_STEP_SEA_ATTRITION);
    }
}

/* hidden.c: see hidden.h. */
#include "engine/eagles/hidden.h"

#include "engine/eagles/battle.h"

static unsigned side_of(const EaglesState *s, unsigned unit) { return s->allegiance[unit] & 3U; }
static unsigned colour_of(const EaglesState *s, unsigned unit) { return s->allegiance[unit] >> 2U; }

/* ------------------------------------------------------------------ what is seen */

static void see(EaglesSeen *seen, unsigned hex)
{
    if (hex < EAGLES_HEXES_MAX) {
        seen->hex[hex / 8] |= (uint8_t)(1U << hex % 8);
    }
}

static void see_around(const EaglesData *d, EaglesSeen *seen, unsigned hex)
{
    see(seen, hex);
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        see(seen, d->hex[hex].neighbour[direction]);
    }
}

/* What a decision in progress is about lies open: groups, losses, parts of forces, ships that load. */
static void see_decisions(const EaglesState *s, EaglesSeen *seen)
{
    see(seen, s->group.hex);
    for (unsigned i = 0; i < s->depth; i++) {
        const EaglesFrame *frame = &s->stack[i];
        switch (frame->step) {
        case EAGLES_STEP_LOSS:
            see(seen, s->loss.hex);
            seen->all = seen->all || s->loss.scope >= EAGLES_LOSS_UNIT;
            break;
        case EAGLES_STEP_SELECT_ROWS:
        case EAGLES_STEP_SELECT_LEADERS:
        case EAGLES_STEP_RETREAT:
        case EAGLES_STEP_RETREAT_TO:
        case EAGLES_STEP_CROSSING:
            see(seen, frame->x);
            break;
        case EAGLES_STEP_SEA_TO:
            see(seen, frame->x);
            break;
        case EAGLES_STEP_LOAD:
        case EAGLES_STEP_LOAD_ROWS:
        case EAGLES_STEP_LOAD_LEADERS:
            see(seen, s->campaign.fleet.at >= EAGLES_COAST ? s->campaign.fleet.at - (unsigned)EAGLES_COAST
                                                           : s->campaign.fleet.at);
            break;
        default:
            break;
        }
    }
}

void eagles_look_around(const EaglesData *d, const EaglesState *s, unsigned side, EaglesSeen *seen)
{
    const unsigned on_the_move = EAGLES_FLAG_GROUP | EAGLES_FLAG_SORTIE;
    *seen = (EaglesSeen){.all = (s->options & EAGLES_OPEN_INFORMATION) != 0};
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (side_of(s, eagles_row_unit(s, i)) == side) {
            see_around(d, seen, hex);
        } else if ((eagles_row_flags(s, i) & on_the_move) != 0) {
            see(seen, hex);
        }
    }
    for (unsigned i = 0; i < s->battles; i++) {
        see(seen, s->battle[i].attack);
        see(seen, s->battle[i].defend);
    }
    for (unsigned i = 0; i < s->forces; i++) {
        see(seen, s->force[i].hex);
    }
    see_decisions(s, seen);
}

bool eagles_is_hidden(const EaglesData *d, const EaglesState *s, unsigned side, const EaglesSeen *seen,
                      uint32_t key)
{
    const unsigned hex = eagles_key_place(key);
    const EaglesUnit *u = &d->unit[eagles_key_unit(key)];
    return !seen->all && hex < EAGLES_HEXES_MAX && side_of(s, eagles_key_unit(key)) == eagles_other(side) &&
           !u->home_only && u->type != EAGLES_CT && u->nation + 1U != s->campaign.guest &&
           !eagles_bit(seen->hex, hex);
}

/* ------------------------------------------------------------------ hiding */

/* The unit that stands for hidden SP of a colour: the first that could be among them. */
static unsigned stand_in(const EaglesData *d, const EaglesState *s, unsigned unit)
{
    for (unsigned u = 0; u < unit; u++) {
        if (s->allegiance[u] == s->allegiance[unit] && !d->unit[u].home_only &&
            d->unit[u].type != EAGLES_CT && d->unit[u].nation + 1U != s->campaign.guest) {
            return u;
        }
    }
    return unit;
}

static bool is_view(const EaglesState *s)
{
    return eagles_row_at(s, eagles_first_row(s, EAGLES_HIDDEN), EAGLES_HIDDEN);
}

void eagles_hide_stacks(const EaglesData *d, EaglesState *s, unsigned side)
{
    EaglesSeen seen;
    uint32_t key[EAGLES_ROWS_MAX];
    uint8_t sp[EAGLES_ROWS_MAX];
    unsigned count = 0;
    if ((s->options & EAGLES_OPEN_INFORMATION) != 0 || is_view(s)) {
        return;
    }
    eagles_look_around(d, s, side, &seen);
    for (unsigned i = 0; i < s->rows; i++) {
        if (eagles_is_hidden(d, s, side, &seen, s->row_key[i])) {
            sp[count] = s->row_count[i];
            key[count++] = s->row_key[i];
        }
    }
    for (unsigned i = 0; i < count; i++) {
        eagles_rows_remove(s, key[i], sp[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned unit = eagles_key_unit(key[i]);
        const unsigned hex = eagles_key_place(key[i]);
        const uint32_t shown = eagles_key(hex, stand_in(d, s, unit), eagles_key_flags(key[i]));
        bool there = false;
        for (unsigned k = eagles_rows_in(s, hex); eagles_row_at(s, k, hex); k++) {
            there = there || s->row_key[k] == shown;
        }
        eagles_rows_add(s, shown, there ? 0 : 1);
        eagles_rows_add(s, eagles_key(EAGLES_HIDDEN, unit, 0), sp[i]);
        eagles_unmark_large(s, eagles_other(side), hex); /* that would tell of five SP */
    }
}

/* ------------------------------------------------------------------ dealing */

/* Stacks and SP of one colour, to be dealt. */
typedef struct Deal {
    uint32_t stack[EAGLES_ROWS_MAX];
    uint8_t sp[EAGLES_ROWS_MAX]; /* units */
    unsigned stacks, sps;
} Deal;

/* Takes the stand-ins of a colour off the map, and its hidden SP. */
static void collect(const EaglesData *d, EaglesState *s, unsigned side, const EaglesSeen *seen,
                    unsigned colour, Deal *deal)
{
    deal->stacks = deal->sps = 0;
    for (unsigned i = 0; i < s->rows;) {
        const uint32_t key = s->row_key[i];
        const unsigned unit = eagles_key_unit(key);
        const unsigned count = s->row_count[i];
        if (colour_of(s, unit) != colour || side_of(s, unit) != eagles_other(side)) {
            i++;
        } else if (eagles_key_place(key) == EAGLES_HIDDEN) {
            for (unsigned n = 0; n < count; n++) {
                deal->sp[deal->sps++] = (uint8_t)unit;
            }
            eagles_rows_remove(s, key, count);
        } else if (eagles_is_hidden(d, s, side, seen, key)) {
            deal->stack[deal->stacks++] = key;
            eagles_rows_remove(s, key, count);
        } else {
            i++;
        }
    }
}

static void deal_out(EaglesState *s, Deal *deal, Rng *rng)
{
    assert(deal->sps >= deal->stacks);
    for (unsigned i = deal->sps; i > 1; i--) {
        const unsigned k = rng_bounded(rng, i);
        const uint8_t unit = deal->sp[i - 1];
        deal->sp[i - 1] = deal->sp[k];
        deal->sp[k] = unit;
    }
    for (unsigned i = 0; i < deal->sps; i++) {
        const uint32_t stack = deal->stack[i < deal->stacks ? i : rng_bounded(rng, deal->stacks)];
        eagles_rows_add(s, eagles_key(eagles_key_place(stack), deal->sp[i], eagles_key_flags(stack)), 1);
    }
}

/* In a Combat Phase hexes with 5+ SP are marked when it begins (4). */
static void mark_large(const EaglesData *d, EaglesState *s, unsigned side, const EaglesSeen *seen)
{
    bool combat = false;
    for (unsigned i = 0; i < s->depth; i++) {
        combat = combat || s->stack[i].step == EAGLES_STEP_COMBAT;
    }
    const Play p = {d, s, NULL, 0, NULL};
    for (unsigned i = 0; combat && i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (eagles_is_hidden(d, s, side, seen, s->row_key[i]) &&
            eagles_count(&p, hex, eagles_other(side), EAGLES_ANY) >= EAGLES_LARGE_SP) {
            eagles_mark_large(s, eagles_other(side), hex);
        }
    }
}

void eagles_deal_stacks(const EaglesData *d, EaglesState *s, unsigned side, Rng *rng)
{
    EaglesSeen seen;
    Deal deal;
    if (!is_view(s)) {
        return;
    }
    eagles_look_around(d, s, side, &seen);
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        collect(d, s, side, &seen, colour, &deal);
        if (deal.stacks > 0) {
            deal_out(s, &deal, rng);
        }
    }
    mark_large(d, s, side, &seen);
}

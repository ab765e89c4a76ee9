/* declaration.c: the start of the Combat Phase and who attacks whom (map 8.1). */
#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/rowbits.h"
#include "engine/eagles/select.h"

/* ------------------------------------------------------------------ the phase */

/* What counts later is noted now: hexes with 5+ SP of a side, Napoleon's hex, supply (8.1). */
static void take_snapshot(Play *p)
{
    EaglesState *s = p->s;
    enum { SIDE_BITS = 16 };
    const unsigned end = eagles_rows_on_map(s);
    eagles_unmark_all_large(s);
    unsigned last = EAGLES_NO_HEX;
    uint64_t sp = 0; /* in the hex of the last row, side by side */
    for (unsigned i = 0; i < end; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        const unsigned side = eagles_unit_side(p, eagles_row_unit(s, i));
        const uint64_t before = hex == last ? sp : 0U;
        sp = before + ((uint64_t)s->row_count[i] << side * SIDE_BITS);
        last = hex;
        if ((before >> side * SIDE_BITS & 0xFFFFU) < EAGLES_LARGE_SP &&
            (sp >> side * SIDE_BITS & 0xFFFFU) >= EAGLES_LARGE_SP && side <= EAGLES_COALITION) {
            eagles_mark_large(s, side, hex);
        }
    }
    const bool there = eagles_leader_on_map(s, p->d->napoleon);
    s->napoleon_hex = there ? s->leader_at[p->d->napoleon] : (uint16_t)EAGLES_NO_HEX;
    const unsigned paris = p->d->campaign.paris;
    const bool in_paris =
        eagles_in_campaign(p) && eagles_has(p, p->d->city[paris].hex, EAGLES_COALITION, EAGLES_ANY);
    if (eagles_any_siege(p) ||
        in_paris) { /* without a round, only besiegers and the fall of Paris ask for it */
        eagles_flag_supply(p, EAGLES_NEUTRAL);
    }
}

void eagles_combat_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    switch (frame->phase++) {
    case 0:
        take_snapshot(p);
        p->s->round = 0;
        p->s->rear_tried = 0;
        eagles_push(p, EAGLES_STEP_TARGET);
        break;
    case 1:
        eagles_push(p, EAGLES_STEP_ROUND);
        break;
    default:
        *frame = (EaglesFrame){.step = EAGLES_STEP_COMBAT_END};
        break;
    }
}

/* ------------------------------------------------------------------ TARGET */

/* Whether one hex can be attacked from another by land: neighbours without strait or ferry. */
bool eagles_attack_adjacent(const Play *p, unsigned from, unsigned to)
{
    const unsigned direction = eagles_direction(p->d, from, to);
    return direction != EAGLES_DIRECTIONS &&
           (p->d->hex[from].side[direction] & (EAGLES_STRAIT | EAGLES_FERRY)) == 0;
}

static bool is_free_hex(const Play *p, unsigned hex) { return eagles_find_force(p, hex, p->s->active) < 0; }

/* Own SP outside that have initiated nothing. */
static bool can_attack_from(const Play *p, unsigned hex)
{
    return eagles_has(p, hex, p->s->active, EAGLES_OUTSIDE) && is_free_hex(p, hex);
}

/* Besieger against garrison, or garrison against besieger: within one hex (9.5, 9.6). */
static bool can_fight_here(const Play *p, unsigned hex)
{
    const unsigned side = p->s->active;
    if (eagles_hex_siege(p, hex) == 0) {
        return false;
    }
    const bool assault = !eagles_is_besieged(p, hex, side);
    return is_free_hex(p, hex) && eagles_has(p, hex, side, EAGLES_ANY) &&
           !(assault && eagles_is_unassailable(p, hex, eagles_other(side)));
}

/* Directions, as bits, in which SP of the active side are next to a hex by land, whom it is worth to ask;
 * without branches, which could not be foretold. */
static unsigned find_near(const Play *p, unsigned hex)
{
    const EaglesState *s = p->s;
    const EaglesHex *h = &p->d->hex[hex];
    unsigned near = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned next = h->neighbour[direction];
        const bool land =
            (next != EAGLES_NO_HEX) & ((h->side[direction] & (EAGLES_STRAIT | EAGLES_FERRY)) == 0);
        const unsigned from = land ? next : hex;
        near |= (land & eagles_may_stand(s, from, s->active)) << direction;
    }
    return near;
}

/* Bits of the directions a hex can be attacked from; bit 6: from within. */
static unsigned attackers_of(const Play *p, unsigned hex)
{
    const EaglesState *s = p->s;
    unsigned bits = 0;
    if (s->battles == EAGLES_BATTLES_MAX || s->forces + 2 > EAGLES_FORCES_MAX) {
        return 0;
    }
    for (unsigned near = find_near(p, hex); near != 0; near &= near - 1) {
        const unsigned direction = (unsigned)__builtin_ctz(near);
        const unsigned from = p->d->hex[hex].neighbour[direction];
        assert(eagles_attack_adjacent(p, from, hex));
        if (can_attack_from(p, from)) {
            bits |= 1U << direction;
        }
    }
    bits = bits != 0 && eagles_has(p, hex, eagles_other(s->active), EAGLES_OUTSIDE) ? bits : 0;
    return bits | (can_fight_here(p, hex) ? 64U : 0U);
}

/* Where SP of a side stand, by axial coordinates, each taken modulo 64: what lies apart on the map may fall
 * together, so that this says where it is worth to look. */
typedef struct Crowd {
    uint64_t line[64];
} Crowd;

static void find_crowd(const Play *p, unsigned side, Crowd *crowd)
{
    const EaglesState *s = p->s;
    const unsigned end = eagles_rows_on_map(s);
    memset(crowd, 0, sizeof *crowd);
    for (unsigned word = 0; word < eagles_row_words(end); word++) {
        uint64_t rows = eagles_row_word(s, word, eagles_like_side(side)) & eagles_row_range(word, 0, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const EaglesAxial at = p->d->axial[eagles_key_place(s->row_key[row])];
            crowd->line[(unsigned)at.q % 64U] |= 1ULL << (unsigned)at.r % 64U;
        }
    }
}

/* Whether some of them may stand in a hex or next to it. */
static inline bool is_in_crowd(const Play *p, const Crowd *crowd, unsigned hex)
{
    const EaglesAxial at = p->d->axial[hex];
    const unsigned q = (unsigned)at.q;
    const unsigned r = (unsigned)at.r;
    const uint64_t lines = crowd->line[(q - 1U) % 64U] | crowd->line[q % 64U] | crowd->line[(q + 1U) % 64U];
    return (lines & (1ULL << (r - 1U) % 64U | 1ULL << r % 64U | 1ULL << (r + 1U) % 64U)) != 0;
}

/* Hexes from one on with enemies of the active side and, as far as a crowd tells, its own SP in them or next
 * to them: fewer than have to be asked otherwise. How many. */
static unsigned list_meetings(const Play *p, unsigned from, uint16_t hexes[EAGLES_ROWS_MAX])
{
    const EaglesState *s = p->s;
    const unsigned enemy = eagles_other(s->active);
    const unsigned first = eagles_first_row(s, from);
    const unsigned end = eagles_rows_on_map(s);
    unsigned last = EAGLES_NO_HEX;
    unsigned count = 0;
    Crowd own;
    find_crowd(p, s->active, &own);
    for (unsigned word = first / EAGLES_ROW_WORD; word * EAGLES_ROW_WORD < end; word++) {
        uint64_t rows =
            eagles_row_word(s, word, eagles_like_side(enemy)) & eagles_row_range(word, first, end);
        for (; rows != 0; rows &= rows - 1) {
            const unsigned row = word * EAGLES_ROW_WORD + (unsigned)__builtin_ctzll(rows);
            const unsigned hex = eagles_key_place(s->row_key[row]);
            hexes[count] = (uint16_t)hex;
            count += (hex != last) & is_in_crowd(p, &own, hex);
            last = hex;
        }
    }
    return count;
}

/* Frame: x least hex. */
Seat eagles_target_options(const Play *p, MoveList *list)
{
    const EaglesState *s = p->s;
    uint16_t hexes[EAGLES_ROWS_MAX];
    const unsigned count = list_meetings(p, eagles_top(p)->x, hexes);
    for (unsigned i = 0; i < count && list->count < MOVE_LIST_MAX - 1; i++) {
        if (attackers_of(p, hexes[i]) != 0) {
            eagles_add(list, eagles_move(EAGLES_MOVE_TARGET, hexes[i]));
        }
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_END, 0));
    return eagles_seat(s->active);
}

void eagles_target_choose(Play *p, Move move)
{
    if (eagles_move_kind(move) == EAGLES_MOVE_END) {
        eagles_pop(p);
        return;
    }
    const unsigned hex = eagles_move_argument(move);
    eagles_top(p)->x = (uint16_t)(hex + 1);
    eagles_push(p, EAGLES_STEP_FROM)->x = (uint16_t)hex;
}

/* ------------------------------------------------------------------ FROM, SORTIE_WITH */

/* Frame: x the hex attacked. */
Seat eagles_from_options(const Play *p, MoveList *list)
{
    const unsigned hex = eagles_top(p)->x;
    const unsigned bits = attackers_of(p, hex);
    for (unsigned direction = 0; direction <= EAGLES_DIRECTIONS; direction++) {
        if ((bits >> direction & 1U) != 0) {
            const unsigned from = direction == EAGLES_DIRECTIONS ? hex : p->d->hex[hex].neighbour[direction];
            eagles_add(list, eagles_move(EAGLES_MOVE_FROM, from));
        }
    }
    return eagles_seat(p->s->active);
}

unsigned eagles_attack_hexes(const Play *p, unsigned hex, uint16_t from[EAGLES_DIRECTIONS + 1])
{
    const unsigned bits = attackers_of(p, hex);
    unsigned count = 0;
    for (unsigned direction = 0; direction <= EAGLES_DIRECTIONS; direction++) {
        if ((bits >> direction & 1U) != 0) {
            from[count++] =
                (uint16_t)(direction == EAGLES_DIRECTIONS ? hex : p->d->hex[hex].neighbour[direction]);
        }
    }
    return count;
}

void eagles_from_choose(Play *p, Move move)
{
    EaglesState *s = p->s;
    const unsigned defend = eagles_top(p)->x;
    const unsigned attack = eagles_move_argument(move);
    const unsigned battle = s->battles++;
    EaglesBattle *b = &s->battle[battle];
    *b = (EaglesBattle){.attack = (uint16_t)attack, .defend = (uint16_t)defend, .attacker = s->active};
    eagles_commit(p, attack, s->active, battle, EAGLES_FORCE_INITIATED);
    eagles_commit(p, defend, eagles_other(s->active), battle, 0);
    EAGLES_NOTE(p, EAGLES_EVENT_DECLARED, s->active, (int)battle, (int)attack, (int)defend);
    eagles_pop(p);
    if (eagles_in_campaign(p)) {
        eagles_note_attack_on_spaniards(p, defend);
    }
    if (attack != defend) {
        return;
    }
    if (eagles_is_besieged(p, attack, s->active)) {
        b->flags = EAGLES_BATTLE_SORTIE;
        eagles_push(p, EAGLES_STEP_SORTIE)->x = (uint16_t)attack;
    } else {
        b->flags = EAGLES_BATTLE_SIEGE;
    }
}

/* SP and leaders in the city come out to fight: all of them, or those with EAGLES_FLAG_GROUP. */
void eagles_come_out(Play *p, unsigned hex, unsigned side, bool all)
{
    EaglesState *s = p->s;
    const unsigned chosen = all ? EAGLES_FLAG_INSIDE : EAGLES_FLAG_GROUP;
    const uint32_t old = EAGLES_FLAG_INSIDE | EAGLES_FLAG_GROUP;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex);) {
        const uint32_t key = s->row_key[i];
        if (eagles_unit_side(p, eagles_key_unit(key)) == side && (key & chosen) != 0) {
            eagles_rows_change(s, key, (key & ~old) | EAGLES_FLAG_SORTIE, s->row_count[i]);
            i = eagles_rows_in(s, hex);
        } else {
            i++;
        }
    }
    EaglesLeaders here;
    eagles_leaders_in(s, hex, &here);
    for (unsigned k = 0; k < here.count; k++) {
        const unsigned l = here.leader[k];
        if ((s->leader_flag[l] & chosen) != 0 && eagles_leader_side(p, l) == side) {
            s->leader_flag[l] = (uint8_t)((s->leader_flag[l] & ~old) | EAGLES_FLAG_SORTIE);
        }
    }
}

/* Frame: x the city hex. */
Seat eagles_sortie_options(const Play *p, MoveList *list)
{
    const unsigned sp = eagles_count(p, eagles_top(p)->x, p->s->active, EAGLES_INSIDE);
    eagles_add(list, eagles_move(EAGLES_MOVE_SORTIE_WITH, EAGLES_PART_ALL));
    if (sp > 1) {
        eagles_add(list, eagles_move(EAGLES_MOVE_SORTIE_WITH, EAGLES_PART_ROWS));
    }
    return eagles_seat(p->s->active);
}

void eagles_sortie_choose(Play *p, Move move)
{
    const unsigned hex = eagles_top(p)->x;
    const unsigned side = p->s->active;
    eagles_pop(p);
    if (eagles_move_argument(move) == EAGLES_PART_ALL) {
        eagles_come_out(p, hex, side, true);
        return;
    }
    eagles_select(p, EAGLES_FOR_SORTIE, hex, side, 1, eagles_count(p, hex, side, EAGLES_INSIDE) - 1);
}

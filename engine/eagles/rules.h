/* rules.h: what the chapters of Napoleon's Eagles' rules share: the play in hand, counting and moving SP,
 * leaders, cities, supply, and one prototype for each way a chapter is entered from another. Numbers in
 * brackets are sections of the rules map.
 */
#ifndef MARSHAL_ENGINE_EAGLES_RULES_H
#define MARSHAL_ENGINE_EAGLES_RULES_H

#include <assert.h>
#include <string.h>

#include "engine/dice.h"
#include "engine/eagles/data.h"
#include "engine/eagles/journal.h"
#include "engine/eagles/moves.h"
#include "engine/eagles/state.h"
#include "engine/eagles/steps.h"

/* What one thread remembers from one question to the next (GameRules.advance). Nothing in it is believed: it
 * says where an answer was found last, and whoever asks looks there first whether it is still there. So it
 * goes stale without harm, and may be carried from any state of a Game to any other. */
typedef struct EaglesScratch {
    /* By hex with SP: from where its supply came. 0: nobody knows; 1 + the place of a city among those near
     * hexes (EaglesData.near), with EAGLES_FED_IN_WINTER those of winter, or EAGLES_FED_BY_DEPOT + the hex of
     * the depot that it came from. */
    uint16_t fed_by[EAGLES_HEXES_MAX];
    /* By hex from where leaders alone could go: 1 + a hex where they could end (7.1); 0: nobody knows. */
    uint16_t goal[EAGLES_HEXES_MAX];
} EaglesScratch;
enum { EAGLES_FED_BY_DEPOT = 0x8000, EAGLES_FED_IN_WINTER = 0x4000 };
_Static_assert((unsigned)EAGLES_NEAR_CITIES_MAX < (unsigned)EAGLES_FED_IN_WINTER,
               "the place of a city near by fits below");
_Static_assert(sizeof(EaglesScratch) <= SCRATCH_BYTES_MAX, "a scratch fits its buffer");

/* What every function of the rules works on. dice is NULL where only questions are asked (options of a
 * decision), scratch where nobody keeps one. */
typedef struct Play { /* the play in hand */
    const EaglesData *d;
    EaglesState *s;
    Dice *dice;
    uint32_t enough; /* options may stop being listed at so many, where all are not needed; 0: list all */
    EaglesScratch *scratch;
} Play;

/* Whether a journal hangs on the dice that wants events of a kind: most often none does. */
static inline bool eagles_is_told(const Play *p, enum eagles_event kind)
{
    return __builtin_expect(p->dice != NULL && journal_wants(p->dice->journal, kind), 0);
}

/* Notes an event of a side with its arguments, all of them int: worked out only if somebody wants them. */
#define EAGLES_NOTE(p_, kind_, side_, ...)                                                                   \
    do {                                                                                                     \
        if (eagles_is_told((p_), (kind_))) {                                                                 \
            const int values_[] = {__VA_ARGS__};                                                             \
            eagles_add_note((p_), (kind_), (side_), values_, sizeof values_ / sizeof *values_);              \
        }                                                                                                    \
    } while (0)
/* The same of one without arguments. */
#define EAGLES_NOTE_BARE(p_, kind_, side_)                                                                   \
    do {                                                                                                     \
        if (eagles_is_told((p_), (kind_))) {                                                                 \
            eagles_add_note((p_), (kind_), (side_), NULL, 0);                                                \
        }                                                                                                    \
    } while (0)

/* Whether a list is long enough for its reader. */
static inline bool eagles_enough(const Play *p, const MoveList *list)
{
    return p->enough > 0 && list->count >= p->enough;
}

/* ------------------------------------------------------------------ flow.c */

/* Lays out the scenario, which takes no dice: they only carry the journal, NULL: none. */
void eagles_lay_out(const EaglesData *d, EaglesState *s, Dice *dice);
/* Sets up the scenario and plays to the first decision. */
void eagles_setup(const EaglesData *d, EaglesState *s, Dice *dice);
/* The open decision: fills list and says who decides. */
Seat eagles_options(const EaglesData *d, const EaglesState *s, MoveList *list);
void eagles_apply(const EaglesData *d, EaglesState *s, Move move, Dice *dice);
/* The same, and list holds the next decision, as eagles_options would list it; empty when the game is over.
 */
void eagles_apply_and_list(const EaglesData *d, EaglesState *s, Move move, Dice *dice, EaglesScratch *scratch,
                           MoveList *list);
/* Plays on without a move, to the first decision: for positions put together by hand. */
void eagles_run(const EaglesData *d, EaglesState *s, Dice *dice);

/* A new frame on top. The pointer is good until the frame is popped. */
EaglesFrame *eagles_push(Play *p, enum eagles_step step);
void eagles_pop(Play *p);
static inline EaglesFrame *eagles_top(const Play *p)
{
    assert(p->s->depth > 0);
    return &p->s->stack[p->s->depth - 1];
}

/* Whether a step has still to go on: the frame on top was not covered, popped or made another one's. For
 * steps of many parts in most of which nobody is asked. */
static inline bool eagles_goes_on(const Play *p, unsigned depth, enum eagles_step step)
{
    return p->s->depth == depth && p->s->stack[depth - 1].step == step && p->s->header.over == 0;
}

/* Adds a move to a list of options, which stays in order; more than MOVE_LIST_MAX are a programmer's error.
 */
void eagles_insert(MoveList *list, Move move);
static inline void eagles_add(MoveList *list, Move move)
{
    assert(list->count < MOVE_LIST_MAX);
    if (list->count > 0 && list->moves[list->count - 1] > move) { /* seldom: most lists are made in order */
        eagles_insert(list, move);
    } else {
        list->moves[list->count++] = move;
    }
}

#define EAGLES_PROTOTYPE_AUTO(NAME, name) void eagles_##name##_run(Play *p);
#define EAGLES_PROTOTYPE_ASK(NAME, name)                                                                     \
    Seat eagles_##name##_options(const Play *p, MoveList *list);                                             \
    void eagles_##name##_choose(Play *p, Move move);
EAGLES_STEPS(EAGLES_PROTOTYPE_AUTO, EAGLES_PROTOTYPE_ASK)
#undef EAGLES_PROTOTYPE_AUTO
#undef EAGLES_PROTOTYPE_ASK

/* ------------------------------------------------------------------ stacks.c: counting and moving SP */

/* Side and colour of the SP of a unit now. */
static inline unsigned eagles_unit_side(const Play *p, unsigned unit)
{
    const unsigned side = p->s->allegiance[unit] & (unsigned)EAGLES_ALLEGIANCE_SIDE;
    assert(side == p->s->nation[p->d->unit[unit].nation].side);
    return side;
}
static inline unsigned eagles_unit_colour(const Play *p, unsigned unit)
{
    const unsigned colour = p->s->allegiance[unit] >> (unsigned)EAGLES_ALLEGIANCE_COLOUR_SHIFT &
                            (unsigned)EAGLES_ALLEGIANCE_COLOUR;
    assert(colour == (p->s->nation[p->d->unit[unit].nation].colour & (unsigned)EAGLES_ALLEGIANCE_COLOUR));
    return colour;
}
/* A nation fights for a side (or for none) in a colour from now on: the only way to change either. Its SP
 * stay where they are; eagles_open_land must follow. */
void eagles_set_nation(Play *p, unsigned nation, unsigned side, unsigned colour);
/* Works out state.allegiance, presence and partisans from nations and rows. */
void eagles_take_stock(const EaglesData *d, EaglesState *s);

/* Whose SP stand in a hex; MIXED for any place that is not a hex. */
static inline enum eagles_presence eagles_presence(const EaglesState *s, unsigned hex)
{
    return hex < EAGLES_HEXES_MAX ? (enum eagles_presence)(s->presence[hex / 4] >> (hex % 4 * 2U) & 3U)
                                  : EAGLES_PRESENT_MIXED;
}

/* Whether SP of a side, or of none, may stand in a hex that surely is one: 0 or 1, quickly told. */
static inline unsigned eagles_may_stand(const EaglesState *s, unsigned hex, unsigned side)
{
    _Static_assert(EAGLES_PRESENT_FRANCE == 1U << EAGLES_FRANCE &&
                       EAGLES_PRESENT_COALITION == 1U << EAGLES_COALITION && EAGLES_PRESENT_MIXED == 3,
                   "a bit of each side");
    assert(side <= EAGLES_COALITION);
    return (unsigned)s->presence[hex / 4] >> (hex % 4 * 2U + side) & 1U;
}

/* Index of the first row at or behind a place; rows of a place are contiguous, in row order. */
unsigned eagles_first_row(const EaglesState *s, unsigned place);
/* How many rows are on the map: they come first, and most often there are no others. */
static inline unsigned eagles_rows_on_map(const EaglesState *s)
{
    return s->rows == 0 || eagles_key_place(s->row_key[s->rows - 1]) < EAGLES_OFF_MAP
               ? s->rows
               : eagles_first_row(s, EAGLES_OFF_MAP);
}
/* The same for the rows of this place alone: s->rows where nobody stands.
 * for (unsigned i = eagles_rows_in(s, place); eagles_row_at(s, i, place); i++) */
static inline unsigned eagles_rows_in(const EaglesState *s, unsigned place)
{
    return eagles_presence(s, place) == EAGLES_PRESENT_NOBODY ? s->rows : eagles_first_row(s, place);
}
static inline bool eagles_row_at(const EaglesState *s, unsigned i, unsigned place)
{
    return i < s->rows && eagles_key_place(s->row_key[i]) == place;
}
static inline unsigned eagles_row_unit(const EaglesState *s, unsigned i)
{
    return eagles_key_unit(s->row_key[i]);
}
static inline unsigned eagles_row_flags(const EaglesState *s, unsigned i)
{
    return eagles_key_flags(s->row_key[i]);
}

/* Adds SP (count >= 0) to the row of a key; removes some of them (they must be there). */
void eagles_rows_add(EaglesState *s, uint32_t key, unsigned count);
void eagles_rows_remove(EaglesState *s, uint32_t key, unsigned count);
/* Turns SP of one key into SP of another, e.g. of another place or with other flags. */
void eagles_rows_change(EaglesState *s, uint32_t from, uint32_t to, unsigned count);
/* All SP of row i get these flags and no others. Returns the row from which to go on with those of its place:
 * the next one, or the first of the place, where rows have changed their order or are one now. */
unsigned eagles_row_becomes(EaglesState *s, unsigned i, unsigned flags);
/* Clears flags of all rows, on the map or not, merging rows that become equal. */
void eagles_rows_clear_flags(EaglesState *s, unsigned flags);

/* Which SP of a place are meant. */
enum eagles_which {
    EAGLES_ANY = 0,
    EAGLES_OUTSIDE = 1,  /* not sheltered in a city */
    EAGLES_INSIDE = 2,   /* sheltered in a city */
    EAGLES_CAVALRY = 4,  /* C GC CC only */
    EAGLES_SUPPLIED = 8, /* not flagged unsupplied */
    EAGLES_NOT_OUT = 16, /* not out of combat */
};
/* SP of a side at a hex. */
unsigned eagles_count(const Play *p, unsigned hex, unsigned side, unsigned which);
/* SP of the other side, and whether there are any outside a city. */
bool eagles_has(const Play *p, unsigned hex, unsigned side, unsigned which);
/* Whether a side has a partisan in the hex, to whom nobody stacks (7.3). */
bool eagles_finds_partisan(const Play *p, unsigned hex, unsigned side);
static inline bool eagles_has_partisan(const Play *p, unsigned hex, unsigned side)
{
    return p->s->partisans > 0 && eagles_finds_partisan(p, hex, side);
}

/* Eliminates SP: the counters go to the pool. No settling: call eagles_settle for the hex when the batch is
 * done. */
void eagles_eliminate(Play *p, uint32_t key, unsigned count);
/* Puts SP on the map: as many as the pool has, or all of them if not from_pool; returns how many. */
unsigned eagles_bring(Play *p, unsigned hex, unsigned unit, unsigned count, unsigned flags, bool from_pool);
/* All SP and leaders of a side in a hex with (mask & flags) == value go to another hex, with flags set. */
void eagles_move_flagged(Play *p, unsigned from, unsigned to, unsigned flag, unsigned clear, unsigned set);
/* All SP and leaders of a side in a hex go to another one, outside its city. */
void eagles_transfer(Play *p, unsigned from, unsigned to, unsigned side);
/* No SP of anybody and no leader of the side: where a partisan may go (7.3). */
bool eagles_is_empty(const Play *p, unsigned hex, unsigned side);
/* What follows from SP having come or gone: entrenchments without SP end, sieges without besieger or garrison
 * end (the garrison is outside then), leaders left alone are displaced or go inside (map 0, 7.6). */
void eagles_settle(Play *p, unsigned hex);
/* SP and leaders of a side inside the city of a hex come out. */
void eagles_open_gates(Play *p, unsigned hex, unsigned side);
/* Colour with most SP of a side in a hex (of those `which`), on a tie the first; EAGLES_NONE if there are
 * none. */
unsigned eagles_major_colour(const Play *p, unsigned hex, unsigned side, unsigned which);
/* Occupied hexes as bits, for floods: [0] SP of France outside a city, [1] of the Coalition, [2] of anybody
 * else. */
typedef struct EaglesOccupied {
    uint8_t by[EAGLES_HEXES_MAX]; /* bits: 1 << side for SP outside, 8 << side for SP inside; 64, 128: P of
                                   * Coalition, France */
} EaglesOccupied;
void eagles_occupied(const Play *p, EaglesOccupied *o);

/* ------------------------------------------------------------------ leaders.c */

static inline unsigned eagles_leader_colour(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesLeader *l = &p->d->leader[leader];
    const uint8_t *colour = l->nation == EAGLES_NONE ? &l->colour : &p->s->nation[l->nation].colour;
    return *colour;
}
/* Side of a leader; EAGLES_NEUTRAL if he is nobody's now. */
static inline unsigned eagles_leader_side(const Play *p, unsigned leader)
{
    assert(leader < EAGLES_LEADERS_MAX);
    const EaglesLeader *l = &p->d->leader[leader];
    const uint8_t *side =
        l->nation == EAGLES_NONE ? &p->s->colour_side[l->colour] : &p->s->nation[l->nation].side;
    return *side;
}
/* A leader dies (months 0) or is hurt for some months; he stands nowhere then. (casualties.c, 10) */
void eagles_strike_leader(Play *p, unsigned leader, unsigned months);
/* Whether he is hurt where others die: Napoleon in the campaign. (casualties.c, 10) */
bool eagles_is_spared(const Play *p, unsigned leader);
static inline bool eagles_leader_on_map(const EaglesState *s, unsigned leader)
{
    return s->leader_at[leader] < EAGLES_OFF_MAP;
}
/* Leaders of any side in a place, ascending. */
typedef struct EaglesLeaders {
    unsigned count;
    uint8_t leader[EAGLES_LEADERS_MAX];
} EaglesLeaders;
void eagles_leaders_in(const EaglesState *s, unsigned place, EaglesLeaders *here);
/* Those of them who carry a flag. */
void eagles_leaders_flagged(const EaglesState *s, unsigned place, unsigned flag, EaglesLeaders *here);
/* Those who carry EAGLES_FLAG_GROUP where the group in hand is. */
void eagles_leaders_of_group(const EaglesState *s, EaglesLeaders *leaders);
/* Leaders on the map from a hex on who carry none of some flags, ascending. */
void eagles_leaders_without(const Play *p, unsigned from, unsigned flags, EaglesLeaders *leaders);
/* 7.4: to the nearest hex with an SP of his colour, else off the map until the next entry of his nation. */
void eagles_displace(Play *p, unsigned leader);
/* Displaces (or takes inside) the leaders of a hex who have no SP of their side with them while enemies are
 * there. */
void eagles_leaders_alone(Play *p, unsigned hex);
/* Best leadership of the leaders of a side in a hex with the given flags (mask, value); -1 if there is none.
 */
int eagles_best_leader(const Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value);
/* A leader is taken: out for the scenario, in the grand campaign for twelve months at most (9.7). */
void eagles_capture_leader(Play *p, unsigned leader);
void eagles_capture_leaders(Play *p, unsigned hex, unsigned side, unsigned mask, unsigned value);

/* ------------------------------------------------------------------ land.c: who may be where */

/* Nation that owns a hex now; EAGLES_NONE: none in play. */
static inline unsigned eagles_owner(const Play *p, unsigned hex)
{
    const unsigned province = p->d->hex[hex].province;
    return province == EAGLES_NONE ? EAGLES_NONE : p->s->owner[province];
}
/* The same for a city. */
static inline unsigned eagles_city_owner(const Play *p, unsigned city)
{
    const unsigned province = p->d->city_province[city];
    return province == EAGLES_NONE ? EAGLES_NONE : p->s->owner[province];
}
/* Recomputes state.open from owners and nations; after every change of either. */
void eagles_open_land(Play *p);
/* Whether SP of a side may be in a hex by theatre, country and map (7.2). */
static inline bool eagles_enterable(const Play *p, unsigned hex, unsigned side)
{
    return (p->s->open[p->d->land[hex].door] >> side & 1U) != 0;
}
/* Whether a hex is home to the SP of a unit (M, P; the white partisans of 1809: Tirol and Westphalia too). */
bool eagles_is_home(const Play *p, unsigned unit, unsigned hex);
/* Whether special rules keep a colour out of a hex in step 5, advances, sieges and joins (7.2). */
static inline bool eagles_colour_barred(const Play *p, unsigned colour, unsigned hex)
{
    const EaglesData *d = p->d;
    const bool delay = (d->special & EAGLES_FIRST_MONTH_DELAY) != 0 && p->s->header.turn == d->delay_month;
    return (d->land[hex].barred >> colour & 1U) != 0 ||
           (delay && (d->delay_colours >> colour & 1U) != 0 && eagles_owner(p, hex) == d->delay_country);
}
/* The same of a unit: of its colour, or of itself. */
bool eagles_barred(const Play *p, unsigned unit, unsigned hex);
/* The same for the SP of a row, those of a half-hearted ally included that may not leave their home (13.5).
 */
bool eagles_row_barred(const Play *p, uint32_t key, unsigned hex);
/* Whether enemy squadrons close the Danish belts to the SP of a side (7.2). */
bool eagles_is_belt_closed(const Play *p, unsigned side);
/* MP of SP of a side from a hex to its neighbour now (season, ferries); EAGLES_IMPASSABLE. */
static inline unsigned eagles_cost(const Play *p, unsigned hex, unsigned direction, unsigned side)
{
    const EaglesHex *h = &p->d->hex[hex];
    const unsigned cost = h->cost[eagles_winter(p->d, p->s->header.turn) ? 1 : 0][direction];
    const bool ferry = (h->side[direction] & EAGLES_FERRY) != 0;
    return ferry && eagles_is_belt_closed(p, side) ? (unsigned)EAGLES_IMPASSABLE : cost;
}

/* Cities. */
static inline unsigned eagles_control(const EaglesState *s, unsigned city)
{
    return s->city[city] & EAGLES_CITY_CONTROL;
}
void eagles_set_control(Play *p, unsigned city, unsigned side);
static inline unsigned eagles_siege_value(const EaglesState *s, unsigned city)
{
    return s->city[city] >> EAGLES_CITY_VALUE_SHIFT & 7U;
}
static inline unsigned eagles_besieger(const EaglesState *s, unsigned city)
{
    return (s->city[city] & EAGLES_CITY_BESIEGER) != 0 ? EAGLES_COALITION : EAGLES_FRANCE;
}
void eagles_set_siege(Play *p, unsigned city, unsigned besieger, unsigned value);
/* Siege value of the city of a hex; 0: no city or no siege. */
static inline unsigned eagles_hex_siege(const Play *p, unsigned hex)
{
    assert(hex < EAGLES_HEXES_MAX);
    const unsigned city = p->d->city_of[hex];
    return city == EAGLES_NONE ? 0U : eagles_siege_value(p->s, city);
}
bool eagles_any_siege(const Play *p);
/* Whether the SP of side in hex are besieged there (inside while a siege runs). */
static inline bool eagles_is_besieged(const Play *p, unsigned hex, unsigned side)
{
    return eagles_hex_siege(p, hex) > 0 && eagles_besieger(p->s, p->d->city_of[hex]) != side;
}

static inline bool eagles_bit(const uint8_t *bits, unsigned index)
{
    return (bits[index / 8] >> (index % 8) & 1U) != 0;
}
void eagles_set_bit(uint8_t *bits, unsigned index, bool value);

/* A city hex with SP of a side and no enemy SP is that side's (7.6). */
void eagles_control_check(Play *p);

/* ------------------------------------------------------------------ supply.c (6) */

/* MP left (0-3) at each hex for supply of a colour, EAGLES_IMPASSABLE where none comes. */
typedef struct EaglesSupply {
    uint8_t left[EAGLES_HEXES_MAX];
} EaglesSupply;
void eagles_supply(const Play *p, unsigned colour, EaglesSupply *supply);
/* The same of the hexes with SP of the colour alone, besieged ones left out: quicker. */
typedef struct EaglesFed {
    uint8_t depot[EAGLES_HEXES_MAX / 8]; /* those that are fed, as bits */
} EaglesFed;
void eagles_feed(const Play *p, unsigned colour, EaglesFed *fed);
/* The depots of a colour: hexes with its SP that are not shut in by a siege. Sources are asked for once. */
typedef struct EaglesDepots {
    unsigned colour, side, season;
    bool asks_who;                 /* whether the rule of the scenario asks who stands in a city */
    uint16_t hex[EAGLES_ROWS_MAX]; /* while they are fed: those that are not yet */
    unsigned count;
    uint16_t fed[EAGLES_ROWS_MAX]; /* those that are fed already */
    unsigned fed_count;
    uint8_t source[EAGLES_CITIES_MAX];  /* whether a city is a source: supply.c's own */
    uint8_t owners[EAGLES_NATIONS_MAX]; /* whether the rule names the cities of a nation, in the same way */
} EaglesDepots;
/* Supply of a colour for who asks about a few hexes alone: its depots are fed, other hexes are looked at when
 * they are asked for. Good as long as the position stays as it is. */
typedef struct EaglesLines {
    EaglesDepots depots;
    EaglesFed fed;
} EaglesLines;
void eagles_lines_find(const Play *p, unsigned colour, EaglesLines *lines);
/* MP left at a hex, as EaglesSupply.left has it. */
unsigned eagles_lines_left(const Play *p, EaglesLines *lines, unsigned hex);
/* Sets or clears EAGLES_FLAG_UNSUPPLIED of all SP of a side (EAGLES_NEUTRAL: both sides). */
void eagles_flag_supply(Play *p, unsigned side);
/* Enemy SP who are not besieged in its city let no supply of a side through a hex, sheltered ones neither
 * (6). */
bool eagles_finds_enemies_in_line(const Play *p, unsigned hex, unsigned side);
static inline bool eagles_is_line_cut(const Play *p, unsigned hex, unsigned side)
{
    return eagles_may_stand(p->s, hex, side ^ 1U) != 0 && eagles_finds_enemies_in_line(p, hex, side);
}
/* Whether the hex is a source for the colour now (control, siege, enemies). */
bool eagles_is_source(const Play *p, unsigned colour, unsigned hex);
/* 8.8: cheapest MP from any own source of the colour to each hex, SP of both sides ignored; 255: none. */
void eagles_source_distance(const Play *p, unsigned colour, uint8_t distance[EAGLES_HEXES_MAX]);
/* The same of one hex, looked for backwards from it, which is quick where a source is near; EAGLES_FAR: more
 * than `most` MP, at most EAGLES_NEAR_MAX. */
enum { EAGLES_NEAR_MAX = 7, EAGLES_FAR = 255 };
unsigned eagles_source_near(const Play *p, unsigned colour, unsigned hex, unsigned most);

/* ------------------------------------------------------------------ alliance.c (4) */

/* The nation fights for a side from now on, in a colour; its cities are that side's, except where the other
 * stands or a siege runs. eagles_open_land must follow. */
void eagles_align(Play *p, unsigned nation, unsigned side, unsigned colour);

/* ------------------------------------------------------------------ attrition.c, losses.c (3, 15.3) */

/* What the attrition table takes from so many SP of the active side in a hex for a die (not yet modified), of
 * those with EAGLES_FLAG_GROUP. The modifiers look at those who carry a flag, or at all who may suffer (0).
 */
EaglesLoss eagles_attrition_of(const Play *p, unsigned hex, unsigned die, unsigned sp, unsigned flag);

/* Opens a LOSS decision as described (left, scope and its fields, duties); fewer SP if there are fewer,
 * duties only as far as somebody can meet them. Nothing is pushed for 0. */
void eagles_lose(Play *p, EaglesLoss loss);

/* ------------------------------------------------------------------ select.c: a part of a force by ROWS and
 * WITH */

enum eagles_purpose {
    EAGLES_FOR_SORTIE,
    EAGLES_FOR_SHELTER,
    EAGLES_FOR_BESIEGE,
    EAGLES_FOR_RETREAT,
    EAGLES_FOR_ADVANCE,
    EAGLES_FOR_SEA,
    EAGLES_FOR_CROSSING,
    EAGLES_PURPOSES
};
/* Asks for rows of the SP of side in hex, at least and at most so many in all, then for the leaders one by
 * one. What was chosen carries EAGLES_FLAG_GROUP when the purpose's done function (table in select.c) is
 * called, the frame popped. */
EaglesFrame *eagles_select(Play *p, enum eagles_purpose purpose, unsigned hex, unsigned side, unsigned least,
                           unsigned most);

/* ------------------------------------------------------------------ combat (8, 9) */

/* Whether the SP of row i are committed on a side of a battle in this round. */
bool eagles_committed(const Play *p, unsigned battle, unsigned side, unsigned row);
/* SP of a side in a battle (cavalry only, or all). */
unsigned eagles_battle_count(const Play *p, unsigned battle, unsigned side, bool cavalry);
/* Index in state.force of a side's force in a hex; -1 if it is not committed. */
int eagles_find_force(const Play *p, unsigned hex, unsigned side);
/* Morale of a side in a battle before any is lost. */
int eagles_base_morale(const Play *p, unsigned battle, unsigned side);
/* Morale of a unit's SP in a hex (area 4, malus of minors). */
unsigned eagles_unit_morale(const Play *p, unsigned unit, unsigned hex);
/* 8.8: sends all SP of a side in hex with EAGLES_FLAG_GROUP one hex away, colour by colour; frames are
 * pushed. */
void eagles_retreat(Play *p, unsigned hex, unsigned side);
/* 8.10: pushes the advances of the side opposed to `gone` into a hex that side has vacated in a battle. */
void eagles_vacate(Play *p, unsigned hex, unsigned gone, unsigned battle);
/* 9.7: the garrison of a city gives up. */
void eagles_surrender(Play *p, unsigned hex, unsigned garrison);
/* Pushes the siege-strength check (9.4) of all cities. */
void eagles_check_sieges(Play *p);

/* ------------------------------------------------------------------ victory.c, and what ends a game */

/* 2: looks at the checks of the scenario; sets header.over when one holds. last: the last month is over. */
void eagles_check_victory(Play *p, bool last);
/* 13.10: what ends the game at once, by the check of the scenario that asks for it, whatever stands before it
 * in the list. */
void eagles_end_at_once(Play *p, enum eagles_predicate predicate);
bool eagles_is_conquered(const Play *p, unsigned nation, unsigned by);

/* ------------------------------------------------------------------ game.c, position.c, view.c, check.c,
 * words.c */

void eagles_view(const EaglesData *d, EaglesState *s, Seat seat);
void eagles_determinize(const EaglesData *d, EaglesState *s, Seat seat, Rng *rng);
bool eagles_check(const EaglesData *d, const EaglesState *s, char message[GAME_CHECK_BYTES]);
bool eagles_check_view(const EaglesData *d, const EaglesState *s, Seat seat, char message[GAME_CHECK_BYTES]);
void eagles_position_text(const EaglesData *d, const EaglesState *s, Seat seat, StrBuf *out);
void eagles_position_json(const EaglesData *d, const EaglesState *s, Seat seat, StrBuf *out);

static inline unsigned eagles_other(unsigned side)
{
    return side == EAGLES_FRANCE ? EAGLES_COALITION : EAGLES_FRANCE;
}
static inline Seat eagles_seat(unsigned side) { return side == EAGLES_FRANCE ? SEAT_FRENCH : SEAT_COALITION; }

#endif

/* sense.c: ways to the goals, supply, strength. */
#include "ai/eagles/sense.h"

#include <stddef.h>

/* ------------------------------------------------------------------ ways */

static void flood_begin(Flood *flood, uint8_t way[EAGLES_HEXES_MAX])
{
    flood->count = 0;
    memset(flood->first, 0, sizeof flood->first);
    memset(way, FAR, EAGLES_HEXES_MAX);
}

static inline void reach(uint8_t *way, Flood *flood, unsigned hex, unsigned mp)
{
    if (mp >= way[hex] || flood->count == sizeof flood->hex / sizeof flood->hex[0]) {
        return;
    }
    way[hex] = (uint8_t)mp;
    flood->hex[flood->count] = (uint16_t)hex;
    flood->next[flood->count] = flood->first[mp];
    flood->first[mp] = (uint16_t)++flood->count;
}

/* What a flood may pass. */
typedef struct Passage {
    unsigned most; /* MP */
    bool free;     /* not through enemies */
} Passage;
static const Passage WHOEVER = {FAR - 1, false};

/* Reaches the neighbours of a hex, backwards. */
static inline void widen(const Sense *sense, uint8_t *way, Flood *flood, unsigned hex, const Passage *passage)
{
    const EaglesHex *h = &sense->p.d->hex[hex];
    const uint8_t *into = h->into[sense->winter ? 1 : 0];
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = h->neighbour[direction];
        const unsigned mp = way[hex] + (unsigned)into[direction]; /* EAGLES_IMPASSABLE is beyond any MP */
        if (mp > passage->most || from == EAGLES_NO_HEX || mp >= way[from] ||
            !eagles_enterable(&sense->p, from, sense->side) ||
            (sense->belts && (h->side[direction] & EAGLES_FERRY) != 0) ||
            (passage->free && eagles_has(&sense->p, from, eagles_other(sense->side), EAGLES_OUTSIDE))) {
            continue;
        }
        reach(way, flood, from, mp);
    }
}

/* Backwards from the hexes of some MP in the flood, whoever stands in the way unless it is to be free. */
static void spread_from(const Sense *sense, uint8_t *way, Flood *flood, const Passage *passage, unsigned mp)
{
    while (flood->first[mp] != 0) { /* others may come to the same MP meanwhile */
        const unsigned entry = flood->first[mp] - 1U;
        const unsigned hex = flood->hex[entry];
        flood->first[mp] = flood->next[entry];
        if (way[hex] == mp) {
            widen(sense, way, flood, hex, passage);
        }
    }
}

/* ------------------------------------------------------------------ ways that are kept */

/* Aims that are being looked for. */
typedef struct Aiming {
    uint8_t *mp; /* + 1, by hex; 0: none */
    unsigned count;
    uint16_t hex[EAGLES_HEXES_MAX];
} Aiming;

static void begin_aiming(const Sense *sense, Aiming *aiming)
{
    aiming->mp = sense->memory->aimed;
    aiming->count = 0;
}

/* An aim, so many MP off. */
static inline void aim_at(Aiming *aiming, unsigned hex, unsigned mp)
{
    uint8_t *known = &aiming->mp[hex];
    assert(mp < FAR);
    if (*known == 0) {
        aiming->hex[aiming->count++] = (uint16_t)hex;
        *known = (uint8_t)(mp + 1);
    } else if (mp + 1 < *known) {
        *known = (uint8_t)(mp + 1);
    }
}

static bool are_same_aims(const Aims *aims, const Aiming *aiming)
{
    if (aims->count != aiming->count ||
        memcmp(aims->hex, aiming->hex, aiming->count * sizeof aims->hex[0]) != 0) {
        return false;
    }
    for (unsigned i = 0; i < aims->count; i++) {
        if (aims->mp[i] + 1U != aiming->mp[aims->hex[i]]) {
            return false;
        }
    }
    return true;
}

/* All aims are found: the ways that were found before hold if nothing has changed. */
static void begin_ways(const Sense *sense, Ways *ways, const Aiming *aiming)
{
    const EaglesState *s = sense->p.s;
    Aims *aims = &ways->aims;
    if (ways->known && ways->belts == sense->belts && ways->winter == sense->winter &&
        memcmp(ways->open, s->open, sizeof ways->open) == 0 && are_same_aims(aims, aiming)) {
        return;
    }
    ways->known = true;
    ways->belts = sense->belts;
    ways->winter = sense->winter;
    memcpy(ways->open, s->open, sizeof ways->open);
    ways->done = 0;
    flood_begin(&ways->flood, ways->way);
    aims->count = aiming->count;
    for (unsigned i = 0; i < aiming->count; i++) {
        aims->hex[i] = aiming->hex[i];
        aims->mp[i] = (uint8_t)(aiming->mp[aiming->hex[i]] - 1);
        reach(ways->way, &ways->flood, aims->hex[i], aims->mp[i]);
    }
}

static void end_aiming(const Aiming *aiming)
{
    for (unsigned i = 0; i < aiming->count; i++) {
        aiming->mp[aiming->hex[i]] = 0;
    }
}

/* The ways of a hex, after as much more of the flood as it takes. */
static unsigned way_of(const Sense *sense, Ways *ways, unsigned hex)
{
    while (ways->done < FAR && ways->way[hex] >= ways->done) {
        spread_from(sense, ways->way, &ways->flood, &WHOEVER, ways->done++);
    }
    return ways->way[hex];
}

unsigned eagles_sense_way(const Sense *sense, unsigned hex)
{
    assert(sense->ways != NULL && hex < sense->p.d->hexes);
    return way_of(sense, sense->ways, hex);
}

bool eagles_sense_is_nearer(const Sense *sense, unsigned hex, unsigned than)
{
    const unsigned way = eagles_sense_way(sense, than);
    return sense->ways->way[hex] < way; /* what is not final is no nearer */
}

/* Hexes where one more depot would feed a city, by a supply of some colour; aiming: they become aims (may be
 * NULL). */
static bool find_links(const Sense *sense, KeptSupply *supply, unsigned city, Aiming *aiming)
{
    enum { DEPOT_REACH = 3 };
    uint8_t near[EAGLES_HEXES_MAX];
    Flood back;
    bool any = false;
    const Passage passage = {DEPOT_REACH, true};
    flood_begin(&back, near);
    reach(near, &back, sense->p.d->city[city].hex, 0);
    for (unsigned mp = 0; mp <= DEPOT_REACH; mp++) {
        spread_from(sense, near, &back, &passage, mp);
    }
    for (unsigned i = 1; i < back.count && !(any && aiming == NULL); i++) {
        if (eagles_supply_left(sense, supply, back.hex[i]) != EAGLES_IMPASSABLE) {
            any = true; /* some come twice, which does no harm */
            if (aiming != NULL) {
                aim_at(aiming, back.hex[i], 0);
            }
        }
    }
    return any;
}

bool eagles_sense_lacks_link(const Sense *sense, unsigned hex, unsigned colour)
{
    const unsigned goal = eagles_goals_at(sense, hex);
    if (goal == GOALS_MAX || sense->goals.want[goal] != GOAL_FED || sense->goals.reached[goal] ||
        eagles_sense_is_aim(sense, hex)) {
        return false;
    }
    return find_links(sense, eagles_supply_with(sense, colour), sense->goals.city[goal], NULL);
}

/* Whether the colour in hand has SP in a hex beside the group. */
static bool is_there(const Sense *sense, unsigned hex)
{
    const EaglesState *s = sense->p.s;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        if (eagles_unit_colour(&sense->p, eagles_row_unit(s, i)) == sense->colour &&
            eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == sense->side &&
            (eagles_row_flags(s, i) & EAGLES_FLAG_GROUP) == 0) {
            return true;
        }
    }
    return false;
}

/* A city that is held calls for help when the enemies around it are more than who is there. */
static void reach_endangered(const Sense *sense, Aiming *aiming)
{
    enum { AROUND = 3 };
    for (unsigned i = 0; sense->w->guard > 0 && i < sense->goals.count; i++) {
        const unsigned hex = sense->p.d->city[sense->goals.city[i]].hex;
        if (sense->goals.reached[i] && eagles_sense_danger(sense, hex, AROUND) >
                                           sense->w->guard * eagles_sense_might(sense, hex, sense->side)) {
            aim_at(aiming, hex, AROUND + 1);
        }
    }
}

/* Enemies who stand where the line of supply of a city would be. */
static void reach_blockers(const Sense *sense, Aiming *aiming, unsigned city_hex)
{
    enum { AROUND = 4, AFTER = 1 };
    const EaglesState *s = sense->p.s;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == eagles_other(sense->side) &&
            eagles_distance(sense->p.d, hex, city_hex) <= AROUND) {
            aim_at(aiming, hex, AFTER);
        }
    }
}

/* Whether a city that has to be fed, and holds SP of the colour in hand beside the group, lacks a depot that
 * the group could be: the hexes for it become aims. */
static bool reach_links(const Sense *sense, Aiming *aiming, unsigned city)
{
    if (!sense->supplied || !is_there(sense, sense->p.d->city[city].hex)) {
        return false;
    }
    return find_links(sense, eagles_supply_without_group(sense), city, aiming);
}

static void reach_goals(const Sense *sense, Aiming *aiming)
{
    for (unsigned i = 0; i < sense->goals.count; i++) {
        const unsigned hex = sense->p.d->city[sense->goals.city[i]].hex;
        const bool fed = sense->goals.want[i] == GOAL_FED;
        if (sense->goals.reached[i] || (fed && reach_links(sense, aiming, sense->goals.city[i]))) {
            continue;
        }
        aim_at(aiming, hex, 0);
        if (fed && eagles_control(sense->p.s, sense->goals.city[i]) == sense->side) {
            reach_blockers(sense, aiming, hex);
        }
    }
}

/* Steps to the nearest of the cities that decide. */
static unsigned goal_distance(const Sense *sense, unsigned hex)
{
    unsigned least = FAR;
    for (unsigned i = 0; i < sense->goals.count; i++) {
        const unsigned steps = eagles_distance(sense->p.d, hex, sense->p.d->city[sense->goals.city[i]].hex);
        least = steps < least ? steps : least;
    }
    return least;
}

/* With all goals reached: the enemy's SP, those nearest to the goals first. */
static void reach_enemies(const Sense *sense, Aiming *aiming)
{
    const EaglesState *s = sense->p.s;
    const unsigned enemy = eagles_other(sense->side);
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        if (eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == enemy && aiming->mp[hex] == 0) {
            const unsigned steps = goal_distance(sense, hex);
            aim_at(aiming, hex, steps < FAR / 2 ? steps : FAR / 2);
        }
    }
}

static void find_ways(Sense *sense)
{
    Aiming aiming;
    begin_aiming(sense, &aiming);
    if (sense->content) {
        reach_enemies(sense, &aiming);
    } else {
        reach_goals(sense, &aiming);
    }
    reach_endangered(sense, &aiming);
    sense->ways = &sense->memory->ways[sense->side];
    begin_ways(sense, sense->ways, &aiming);
    end_aiming(&aiming);
}

void eagles_sense_stacks(const Sense *sense, Stacks *stacks)
{
    const EaglesState *s = sense->p.s;
    unsigned i = 0;
    stacks->count = 0;
    while (i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP) {
        const unsigned hex = eagles_key_place(s->row_key[i]);
        unsigned sp = 0;
        for (; eagles_row_at(s, i, hex); i++) {
            sp += eagles_unit_side(&sense->p, eagles_row_unit(s, i)) == sense->side ? s->row_count[i] : 0U;
        }
        if (sp > 0) {
            stacks->hex[stacks->count] = (uint16_t)hex;
            stacks->sp[stacks->count++] = (uint16_t)sp;
        }
    }
}

static void find_ways_to_capital(const Sense *sense, Marches *marches, unsigned nation)
{
    const EaglesNationData *n = &sense->p.d->nation[nation];
    uint8_t *way = sense->memory->way;
    Flood *flood = &sense->memory->flood;
    flood_begin(flood, way);
    if (n->capital_count > 0) {
        reach(way, flood, sense->p.d->city[n->capitals[0]].hex, 0);
    }
    for (unsigned mp = 0; mp < FAR; mp++) {
        spread_from(sense, way, flood, &WHOEVER, mp);
    }
    for (unsigned hex = 0; hex < sense->p.d->hexes; hex++) {
        marches->way[hex][nation] = way[hex];
    }
}

/* The ways to capitals hang on no army: they are found once, as long as the same land is open. */
static const Marches *marches_to(const Sense *sense, uint32_t states)
{
    const EaglesState *s = sense->p.s;
    Marches *marches = &sense->memory->marches[sense->side][sense->winter ? 1 : 0];
    if (marches->belts != sense->belts || memcmp(marches->open, s->open, sizeof marches->open) != 0) {
        marches->known = 0;
        marches->belts = sense->belts;
        memcpy(marches->open, s->open, sizeof marches->open);
    }
    for (uint32_t more = states & ~marches->known; more != 0; more &= more - 1) {
        find_ways_to_capital(sense, marches, (unsigned)__builtin_ctz(more));
    }
    marches->known |= states;
    return marches;
}

void eagles_sense_marches(const Sense *sense, const Stacks *stacks, uint32_t states,
                          uint8_t march[EAGLES_NATIONS_MAX])
{
    enum { ARMY = 5 };
    const Marches *marches = marches_to(sense, states);
    memset(march, FAR, EAGLES_NATIONS_MAX);
    for (unsigned i = 0; i < stacks->count; i++) {
        const uint8_t *way = marches->way[stacks->hex[i]];
        for (unsigned nation = 0; stacks->sp[i] >= ARMY && nation < EAGLES_NATIONS_MAX; nation++) {
            march[nation] = way[nation] < march[nation] ? way[nation] : march[nation];
        }
    }
}

/* ------------------------------------------------------------------ strength */

double eagles_sense_might(const Sense *sense, unsigned hex, unsigned side)
{
    const EaglesState *s = sense->p.s;
    double sum = 0;
    for (unsigned i = eagles_rows_in(s, hex); eagles_row_at(s, i, hex); i++) {
        const unsigned unit = eagles_row_unit(s, i);
        if (eagles_unit_side(&sense->p, unit) == side && (eagles_row_flags(s, i) & EAGLES_FLAG_OUT) == 0) {
            const double worth = s->row_count[i] * (0.7 + 0.15 * eagles_unit_morale(&sense->p, unit, hex));
            sum += (eagles_row_flags(s, i) & EAGLES_FLAG_UNSUPPLIED) != 0 && side == s->active ? worth / 2
                                                                                               : worth;
        }
    }
    if (sum == 0) {
        return 0;
    }
    const int leader = eagles_best_leader(&sense->p, hex, side, EAGLES_FLAG_OUT, 0);
    return sum * (1.0 + 0.12 * (leader > 0 ? leader : 0));
}

double eagles_sense_threat(const Sense *sense, unsigned hex)
{
    assert(hex < sense->p.d->hexes);
    double worst = 0;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned next = sense->p.d->hex[hex].neighbour[direction];
        const enum eagles_presence presence =
            next == EAGLES_NO_HEX ? EAGLES_PRESENT_NOBODY : eagles_presence(sense->p.s, next);
        if (presence != EAGLES_PRESENT_NOBODY && presence != sense->side + 1U) {
            const double his = eagles_sense_might(sense, next, eagles_other(sense->side));
            worst = his > worst ? his : worst;
        }
    }
    return worst;
}

double eagles_sense_danger(const Sense *sense, unsigned hex, unsigned steps)
{
    const EaglesState *s = sense->p.s;
    double sum = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const unsigned unit = eagles_row_unit(s, i);
        const unsigned place = eagles_key_place(s->row_key[i]);
        if (eagles_unit_side(&sense->p, unit) == eagles_other(sense->side) &&
            eagles_distance(sense->p.d, hex, place) <= steps) {
            sum += s->row_count[i] * (0.7 + 0.15 * eagles_unit_morale(&sense->p, unit, place));
        }
    }
    return sum;
}

void eagles_sense_clear(SenseMemory *memory)
{
    memory->brief = true;
    memset(memory->aimed, 0, sizeof memory->aimed);
    for (unsigned side = 0; side < 2; side++) {
        memory->ways[side].known = false;
        memory->marches[side][0].known = memory->marches[side][1].known = 0;
    }
    for (unsigned colour = 0; colour < EAGLES_COLOURS; colour++) {
        memory->with[colour].known = false;
    }
    for (unsigned i = 0; i < KEPT_PLACES; i++) {
        memory->without_place[i].known = false;
    }
    memory->without_group.known = false;
}

void eagles_sense_forget(SenseMemo *memo)
{
    memo->with_colour = memo->without_colour = EAGLES_NONE;
    memo->without_group = NULL;
    memo->knows_going = memo->knows_group = memo->knows_stack = memo->knows_errand = false;
}

void eagles_sense_make(Sense *sense, const EaglesData *d, const EaglesState *s, const EaglesWeights *w,
                       Seat seat, unsigned parts, SenseMemo *memo, SenseMemory *memory)
{
    /* scores only ask, as options of a decision do: hence the pointer without const */
    sense->p = (Play){d, (EaglesState *)(uintptr_t)s, NULL, 0, NULL};
    sense->w = w;
    sense->side = seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
    sense->goals.count = 0;
    sense->goals.home = EAGLES_NONE;
    memset(sense->goals.of, 0, sizeof sense->goals.of);
    sense->content = false;
    sense->memo = memo;
    sense->memory = memory;
    sense->ways = NULL;
    sense->war = EAGLES_NONE;
    sense->belts = parts != 0 && eagles_is_belt_closed(&sense->p, sense->side);
    sense->winter = eagles_winter(d, s->header.turn);
    sense->last = s->header.turn + 1U >= d->months;
    sense->moving = s->group.hex < d->hexes;
    sense->colour = sense->moving ? s->group.colour : (unsigned)EAGLES_NONE;
    sense->supplied = sense->moving && (parts & SENSE_SUPPLY) != 0;
    if (parts != 0) {
        eagles_goals_find(sense);
    }
    if ((parts & SENSE_WAYS) != 0) {
        find_ways(sense);
    }
}

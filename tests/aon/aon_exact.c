/* aon_exact.c: see aon_exact.h. */
#include "tests/aon/aon_exact.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/rules.h"
#include "engine/rng.h"
#include "tests/aon/aon_position.h"

/* What sums of a few thousand products of numbers below 1 may be off by. */
static const double ROUNDING = 1e-9;

/* ------------------------------------------------------------------ table */

/* Positions are kept whole, so that two of them are never taken for each other. */
struct AonExact {
    const Game *game;
    size_t bytes;         /* of a state */
    uint32_t mask;        /* slots - 1; twice as many slots as positions */
    uint32_t room, count; /* positions */
    uint32_t *slots;      /* number of a position plus 1, or 0 */
    unsigned char *states;
    double *values;
    uint64_t applies, budget;
    bool too_big;
};

AonExact *aon_exact_new(const Game *game, unsigned bits)
{
    AonExact *exact = calloc(1, sizeof *exact);
    if (exact == NULL) {
        return NULL;
    }
    exact->game = game;
    exact->bytes = game->rules->state_bytes;
    exact->room = 1U << bits;
    exact->mask = 2U * exact->room - 1U;
    exact->slots = calloc((size_t)2 * exact->room, sizeof *exact->slots);
    exact->states = malloc((size_t)exact->room * exact->bytes);
    exact->values = malloc((size_t)exact->room * sizeof *exact->values);
    if (exact->slots == NULL || exact->states == NULL || exact->values == NULL) {
        aon_exact_free(exact);
        return NULL;
    }
    return exact;
}

void aon_exact_free(AonExact *exact)
{
    if (exact != NULL) {
        free(exact->slots);
        free(exact->states);
        free(exact->values);
        free(exact);
    }
}

static uint32_t hash_of(const AonExact *exact, const void *state)
{
    const unsigned char *bytes = state;
    uint64_t hash = 0;
    for (size_t i = 0; i < exact->bytes; i += sizeof(uint64_t)) {
        const size_t left = exact->bytes - i;
        uint64_t word = 0;
        memcpy(&word, bytes + i, left < sizeof word ? left : sizeof word);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32U;
    }
    return (uint32_t)hash;
}

/* The slot of a position, or the empty one where it belongs. */
static uint32_t *find(const AonExact *exact, const State *state)
{
    uint32_t at = hash_of(exact, state) & exact->mask;
    while (exact->slots[at] != 0 &&
           memcmp(exact->states + (size_t)(exact->slots[at] - 1U) * exact->bytes, state, exact->bytes) != 0) {
        at = (at + 1U) & exact->mask;
    }
    return &exact->slots[at];
}

static void keep(AonExact *exact, const State *state, double value)
{
    if (exact->count >= exact->room) {
        exact->too_big = true;
        return;
    }
    uint32_t *slot = find(exact, state);
    memcpy(exact->states + (size_t)exact->count * exact->bytes, state, exact->bytes);
    exact->values[exact->count++] = value;
    *slot = exact->count;
}

/* ------------------------------------------------------------------ expectimax */

static bool better(Seat seat, double a, double b) { return seat == SEAT_FRENCH ? a > b : a < b; }

/* Nothing can be better for a seat. */
static bool is_certain(Seat seat, double value)
{
    return fabs(value - (seat == SEAT_FRENCH ? 1.0 : 0.0)) < ROUNDING;
}

static double value_of(AonExact *exact, const State *state);

/* The average over everything the dice may do. */
static double value_of_move(AonExact *exact, const State *state, Move move)
{
    Dice dice;
    double sum = 0.0;
    double weights = 0.0;
    dice_enumerate_first(&dice);
    do {
        StateBuffer next;
        if (exact->applies++ >= exact->budget) {
            exact->too_big = true;
            return 0.0;
        }
        memcpy(next.bytes, state, exact->bytes);
        game_apply(exact->game, &next.header, move, &dice);
        exact->too_big = exact->too_big || dice.failed;
        const double weight = dice_enumerate_weight(&dice);
        sum += weight * value_of(exact, &next.header);
        weights += weight;
    } while (!exact->too_big && dice_enumerate_next(&dice));
    cr_assert(exact->too_big || fabs(weights - 1.0) < ROUNDING, "weights add up to %.12g", weights);
    return sum;
}

static double value_of(AonExact *exact, const State *state)
{
    if (exact->too_big) {
        return 0.0;
    }
    if (state->over != 0) {
        const Seat winner = game_outcome(exact->game, state).winner;
        return winner == SEAT_FRENCH ? 1.0 : winner == SEAT_COALITION ? 0.0 : 0.5;
    }
    const uint32_t known = *find(exact, state);
    if (known != 0) {
        return exact->values[known - 1U];
    }
    MoveList list;
    const Seat seat = (Seat)state->seat;
    double best = 0.0;
    (void)game_legal(exact->game, state, &list);
    for (uint32_t i = 0; i < list.count && !exact->too_big && (i == 0 || !is_certain(seat, best)); i++) {
        const double value = value_of_move(exact, state, list.moves[i]);
        best = i == 0 || better(seat, value, best) ? value : best;
    }
    keep(exact, state, best);
    return best;
}

bool aon_exact_solve(AonExact *exact, const State *state, uint64_t budget, AonExactMoves *moves)
{
    memset(exact->slots, 0, ((size_t)exact->mask + 1U) * sizeof *exact->slots);
    exact->count = 0;
    exact->applies = 0;
    exact->budget = budget;
    exact->too_big = false;
    moves->seat = (Seat)state->seat;
    (void)game_legal(exact->game, state, &moves->legal);
    for (uint32_t i = 0; i < moves->legal.count && !exact->too_big; i++) {
        moves->value[i] = value_of_move(exact, state, moves->legal.moves[i]);
        moves->best =
            i == 0 || better(moves->seat, moves->value[i], moves->best) ? moves->value[i] : moves->best;
    }
    return !exact->too_big;
}

uint64_t aon_exact_applies(const AonExact *exact) { return exact->applies; }

double aon_exact_loss(const AonExactMoves *moves, Move move)
{
    for (uint32_t i = 0; i < moves->legal.count; i++) {
        if (moves->legal.moves[i] == move) {
            return fabs(moves->best - moves->value[i]);
        }
    }
    return 1.0;
}

double aon_exact_spread(const AonExactMoves *moves)
{
    double worst = 0.0;
    for (uint32_t i = 0; i < moves->legal.count; i++) {
        worst = fmax(worst, fabs(moves->best - moves->value[i]));
    }
    return worst;
}

/* ------------------------------------------------------------------ endings: the map */

enum { LAST_YEAR = 1815, LAST_ROUND = 6, WALK_MAX = 60 };

/* What the result hangs on. In 1815 the French win unless Napoléon or Paris falls or they are left with no
 * major ally and three minor countries (6.2.1), so that in each case all depends on who holds one area in the
 * end. */
enum stake { STAKE_PARIS, STAKE_FOURTH_MINOR, STAKE_THREE_MINORS, STAKE_ALLY, STAKE_NAPOLEON, STAKE_COUNT };
static const unsigned FRENCH_MINORS[STAKE_COUNT] = {6, 4, 3, 3, 6};

typedef struct Maker {
    Rng rng;
    enum stake stake;
    enum aon_ending family;
    Seat mover;       /* whose part it is, or will be */
    unsigned country; /* the minor country or ally at stake */
    unsigned area;    /* the area at stake */
} Maker;

static AonState blank; /* the scenario with an empty map: where each ending starts from */

void aon_ending_load(void)
{
    aon_start("1813", "options.hidden_stacks=false");
    year(LAST_YEAR);
    russia_invaded();
    blank = *aon_s();
}

static unsigned roll(Maker *maker, unsigned sides) { return rng_bounded(&maker->rng, sides); }
static bool chance(Maker *maker, unsigned percent) { return roll(maker, 100) < percent; }

/* One of a set of areas or countries. */
static unsigned pick(Maker *maker, uint64_t set)
{
    unsigned skip = roll(maker, bits_count(set));
    while (skip-- > 0) {
        (void)bits_take(&set);
    }
    return bits_first(set);
}

static unsigned pick_corps(Maker *maker, CorpsSet set)
{
    unsigned skip = roll(maker, corps_count(set));
    while (skip-- > 0) {
        (void)corps_take_first(&set);
    }
    return corps_first(set);
}

static void align_one(unsigned country, const char *alignment)
{
    aon_align(aon_text("%s=%s", aon_d()->country_id[country], alignment));
}

/* The country whose capital is at stake, if it is one; minor countries that cannot be reached by land will
 * not do. */
static void choose_country(Maker *maker)
{
    static const unsigned allies[] = {AON_AUSTRIA, AON_PRUSSIA, AON_SPAIN};
    const AonData *d = aon_d();
    maker->country = AON_NONE;
    if (maker->stake == STAKE_ALLY) {
        maker->country = allies[roll(maker, 3)];
    } else if (maker->stake == STAKE_FOURTH_MINOR || maker->stake == STAKE_THREE_MINORS) {
        do {
            maker->country = pick(maker, d->minors);
        } while (d->adjacent[d->capital[maker->country]] == 0);
    }
}

/* Every country takes sides, so that no neutrality can be violated. */
static void set_alignments(Maker *maker)
{
    CountrySet open = aon_d()->minors;
    unsigned french = FRENCH_MINORS[maker->stake];
    aon_align("austria=CM prussia=CM russia=CM spain=CM tirol=- dalmatien=- polen=- sachsen=-");
    for (CountrySet rest = open; rest != 0;) {
        align_one(bits_take32(&rest), "CM");
    }
    if (maker->stake == STAKE_ALLY) {
        align_one(maker->country, "FA");
    } else if (maker->country != AON_NONE) {
        open &= ~(1U << maker->country);
    }
    if (maker->stake == STAKE_FOURTH_MINOR) {
        align_one(maker->country, "FA");
        french--;
    }
    while (french-- > 0) {
        const unsigned country = pick(maker, open);
        open &= ~(1U << country);
        align_one(country, chance(maker, 50) ? "FA" : "FD");
    }
}

static unsigned area_at_stake(Maker *maker)
{
    const AonData *d = aon_d();
    unsigned area = 0;
    switch (maker->stake) {
    case STAKE_PARIS:
        return d->capital[AON_FRANCE];
    case STAKE_FOURTH_MINOR:
    case STAKE_THREE_MINORS:
    case STAKE_ALLY:
        return d->capital[maker->country];
    case STAKE_NAPOLEON:
    case STAKE_COUNT:
        break;
    }
    do { /* where armies can come from several sides */
        area = roll(maker, d->areas);
    } while (bits_count(d->adjacent[area]) < 4);
    return area;
}

/* ------------------------------------------------------------------ endings: corps and cards */

/* Puts corps of a seat into an area, some of them spent; with a leader the first can attack in winter. */
static void place_corps(Maker *maker, Seat seat, unsigned area, unsigned count, bool leader)
{
    const AonData *d = aon_d();
    for (unsigned i = 0; i < count; i++) {
        const CorpsSet pool = corps_without(aon_available(d, aon_s(), seat), d->napoleon);
        const bool leads = leader && i == 0;
        unsigned corps = pick_corps(maker, pool);
        while (leads && (d->mr[0][corps] < 3 || d->sr[corps] < 4)) {
            corps = pick_corps(maker, pool);
        }
        const char *spent = !leads && chance(maker, 40) ? "*" : "";
        aon_corps(d->area_id[area], aon_text("%s%s", d->corps_id[corps], spent));
    }
}

/* An area next to the one at stake that nobody stands in; AON_NONE if there is none. */
static unsigned free_neighbour(Maker *maker)
{
    const AonState *s = aon_s();
    const AreaSet areas = aon_d()->adjacent[maker->area] & ~(s->occupied[0] | s->occupied[1]);
    return areas != 0 ? pick(maker, areas) : AON_NONE;
}

/* One seat holds the area at stake, the other, whose part it will be, is about to attack it; perhaps there is
 * a third army. Numbers are drawn one a statement: C leaves open in which order arguments are worked out. */
static void place_armies(Maker *maker)
{
    const AonData *d = aon_d();
    const bool round = maker->family == AON_ENDING_ROUND;
    const unsigned from = free_neighbour(maker);
    place_corps(maker, seat_other(maker->mover), maker->area, 1 + roll(maker, round ? 2 : 3), false);
    place_corps(maker, maker->mover, from, 1 + roll(maker, round ? 2 : 4), true);
    if (maker->stake == STAKE_NAPOLEON || chance(maker, 45)) {
        const unsigned area = maker->mover == SEAT_FRENCH ? from : maker->area;
        aon_corps(d->area_id[area], chance(maker, 40) ? "napoleon*" : "napoleon");
    }
    const unsigned third = free_neighbour(maker);
    if (third != AON_NONE && chance(maker, round ? 60 : 30)) {
        const Seat owner = chance(maker, 50) ? SEAT_FRENCH : SEAT_COALITION;
        place_corps(maker, owner, third, 1 + roll(maker, 2), false);
    }
}

/* Cards with something to do in such an ending, known to both seats. */
static void deal_hand(Maker *maker, Seat seat)
{
    static const char *const battle[] = {
        "grand_battery", "imperial_guard", "thin_red_line",  "cavalry_charge", "fog_of_war", "heros_death",
        "pursuit",       "depot",          "scorched_earth", "severe_winter",  "napoleon_i"};
    static const char *const round[] = {"forced_march",   "mud",     "indecision",     "cossacks",
                                        "cavalry_charge", "pursuit", "interior_lines", "napoleon_i"};
    const bool fights = maker->family == AON_ENDING_BATTLE;
    for (unsigned count = fights ? 1 + roll(maker, 2) : roll(maker, 3); count > 0; count--) {
        const char *card = fights ? battle[roll(maker, sizeof battle / sizeof battle[0])]
                                  : round[roll(maker, sizeof round / sizeof round[0])];
        const unsigned held = copies_in_hand(SEAT_FRENCH, card) + copies_in_hand(SEAT_COALITION, card);
        if (held < aon_d()->card[card_id(card)].copies) {
            aon_hand(seat, card);
        }
    }
    aon_s()->known[seat] = aon_s()->hand[seat];
}

/* ------------------------------------------------------------------ endings: playing on */

static Move random_move(Maker *maker, const MoveList *list)
{
    unsigned index = roll(maker, list->count);
    if (aon_move_kind(list->moves[index]) == AON_STOP) { /* seldom the end of the story */
        index = roll(maker, list->count);
    }
    return list->moves[index];
}

/* Towards a battle: into the area at stake where that is possible, and nobody steps aside. */
static Move warlike_move(Maker *maker, const MoveList *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->moves[i] == aon_move(AON_AREA, maker->area) ||
            list->moves[i] == aon_move(AON_WITHDRAW, 0)) {
            return list->moves[i];
        }
    }
    return random_move(maker, list);
}

static Dice new_dice(Maker *maker)
{
    Rng rng;
    rng_init(&rng, rng_next(&maker->rng), 1);
    return dice_from_stream(rng);
}

static bool in_battle(const AonState *s)
{
    return s->header.over == 0 && s->header.step >= AON_STEP_BATTLE_ORDER &&
           s->header.step <= AON_STEP_BATTLE_END;
}

/* Plays on until a battle has come to a step or further; false if none does. */
static bool walk_into_battle(Maker *maker, enum aon_step step)
{
    AonState *s = aon_s();
    Dice dice = new_dice(maker);
    for (unsigned i = 0; i < WALK_MAX && s->header.over == 0; i++) {
        MoveList list;
        if (in_battle(s) && s->header.step >= step) {
            return true;
        }
        (void)game_legal(aon_game(), &s->header, &list);
        game_apply(aon_game(), &s->header, warlike_move(maker, &list), &dice);
    }
    return false;
}

static void walk(Maker *maker, unsigned moves)
{
    AonState *s = aon_s();
    Dice dice = new_dice(maker);
    for (unsigned i = 0; i < moves && s->header.over == 0; i++) {
        MoveList list;
        (void)game_legal(aon_game(), &s->header, &list);
        game_apply(aon_game(), &s->header, random_move(maker, &list), &dice);
    }
}

/* The mover's part; the other seat's part comes before it, and is passed unless it is played too. */
static void open_part(Maker *maker)
{
    const Seat first = seat_other(maker->mover);
    const bool both = maker->family == AON_ENDING_ROUND && chance(maker, 30);
    aon_at_part(first, LAST_ROUND);
    if (!both && aon_s()->header.over == 0 && aon_s()->header.seat == first) {
        aon_play("stop");
    }
}

/* A third of the battles begin with choosing who fights, a third with the cards, a third after the dice. */
static bool play_on(Maker *maker)
{
    static const enum aon_step starts[] = {AON_STEP_BATTLE_ORDER, AON_STEP_BATTLE_CARDS_ATTACKER,
                                           AON_STEP_BATTLE_HERO_ATTACKER};
    if (maker->family == AON_ENDING_ROUND) {
        walk(maker, roll(maker, 8));
        return aon_s()->header.over == 0;
    }
    if (!walk_into_battle(maker, starts[roll(maker, 3)])) {
        return false;
    }
    walk(maker, roll(maker, 4));
    return in_battle(aon_s());
}

bool aon_ending_make(enum aon_ending family, uint64_t number)
{
    Maker maker = {.family = family};
    rng_init(&maker.rng, number, (uint64_t)family);
    maker.stake = (enum stake)roll(&maker, STAKE_COUNT);
    maker.mover = chance(&maker, 50) ? SEAT_FRENCH : SEAT_COALITION;
    *aon_s() = blank;
    choose_country(&maker);
    set_alignments(&maker);
    maker.area = area_at_stake(&maker);
    place_armies(&maker);
    deal_hand(&maker, SEAT_FRENCH);
    deal_hand(&maker, SEAT_COALITION);
    if (chance(&maker, 50)) {
        free_move_used(seat_other(maker.mover));
    }
    open_part(&maker);
    return play_on(&maker);
}

/* openings.c: collects plans, groups them, asks a search about them. */
#include "eval/openings/openings.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/hash.h"
#include "eval/review/analysis.h"

/* ------------------------------------------------------------------ keeping */

Openings *openings_new(const Game *game, const OpeningsWish *wish)
{
    assert(wish->top > 0 && wish->positions <= OPENINGS_POSITIONS_MAX);
    Openings *openings = calloc(1, sizeof *openings);
    if (openings != NULL) {
        openings->game = game;
        openings->wish = *wish;
    }
    return openings;
}

static void release_seat(OpeningsSeat *seat)
{
    for (uint32_t i = 0; i < seat->deed_count; i++) {
        free(seat->deeds[i].cells);
    }
    for (uint32_t i = 0; i < seat->plan_count; i++) {
        for (uint32_t e = 0; e < seat->plans[i].end_count; e++) {
            free(seat->plans[i].ends[e].state);
        }
        free(seat->plans[i].ends);
        free(seat->plans[i].deeds);
    }
    free(seat->deeds);
    free(seat->deed_index);
    free(seat->plans);
    free(seat->plan_index);
    free(seat->cells);
    free(seat->groups);
    free(seat->list);
}

void openings_release(Openings *openings)
{
    if (openings != NULL) {
        for (int seat = 0; seat < SEAT_COUNT; seat++) {
            release_seat(&openings->seats[seat]);
        }
        free(openings);
    }
}

/* Room for one item more in a growing list. */
static void *more_room(void *list, uint32_t count, uint32_t *room, size_t bytes)
{
    if (count < *room) {
        return list;
    }
    const uint32_t wanted = *room == 0 ? 16 : 2 * *room;
    void *grown = realloc(list, wanted * bytes);
    if (grown != NULL) {
        *room = wanted;
    }
    return grown;
}

/* ------------------------------------------------------------------ finding deeds and plans again */

/* An index from hashes to items: numbers + 1 in slots, 0: free; at most half full. */
typedef struct Index {
    uint32_t *slots;
    uint32_t count; /* of slots, a power of two */
} Index;

/* Hash of an item that is already there. */
typedef uint64_t (*HashOf)(const OpeningsSeat *seat, uint32_t item);

static void put_in(Index *index, uint64_t hash, uint32_t item)
{
    uint32_t slot = (uint32_t)hash & (index->count - 1U);
    while (index->slots[slot] != 0) {
        slot = (slot + 1U) & (index->count - 1U);
    }
    index->slots[slot] = item + 1U;
}

/* Makes room for one item more; false without memory. */
static bool index_room(Index *index, const OpeningsSeat *seat, uint32_t items, HashOf hash)
{
    if (index->count >= 2U * (items + 1U)) {
        return true;
    }
    Index larger = {NULL, index->count == 0 ? 64U : 2U * index->count};
    larger.slots = calloc(larger.count, sizeof *larger.slots);
    if (larger.slots == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < items; i++) {
        put_in(&larger, hash(seat, i), i);
    }
    free(index->slots);
    *index = larger;
    return true;
}

static uint64_t hash_text(const OpeningDeed *deed)
{
    uint64_t hash = hash_fnv1a(HASH_FNV1A_START, deed->heading, strlen(deed->heading) + 1);
    hash = hash_fnv1a(hash, deed->text, strlen(deed->text) + 1);
    hash = hash_fnv1a(hash, &deed->times, sizeof deed->times);
    return hash_fnv1a(hash, &deed->rank, sizeof deed->rank);
}

static uint64_t hash_deed(const OpeningsSeat *seat, uint32_t item) { return hash_text(&seat->deeds[item]); }

static bool same_deed(const OpeningDeed *a, const OpeningDeed *b)
{
    return a->rank == b->rank && a->times == b->times && strcmp(a->heading, b->heading) == 0 &&
           strcmp(a->text, b->text) == 0;
}

static uint64_t hash_plan(const OpeningsSeat *seat, uint32_t item)
{
    const OpeningPlan *plan = &seat->plans[item];
    return hash_fnv1a(HASH_FNV1A_START, plan->deeds, plan->deed_count * sizeof plan->deeds[0]);
}

/* The number of a deed, added if it is new; UINT32_MAX without memory. */
static uint32_t find_deed(OpeningsSeat *seat, const PlanDeed *from)
{
    OpeningDeed deed = {.rank = from->deed.rank, .times = from->times};
    (void)snprintf(deed.heading, sizeof deed.heading, "%s", from->deed.heading);
    (void)snprintf(deed.text, sizeof deed.text, "%s", from->deed.text);
    Index index = {seat->deed_index, seat->deed_slots};
    if (!index_room(&index, seat, seat->deed_count, hash_deed)) {
        return UINT32_MAX;
    }
    seat->deed_index = index.slots;
    seat->deed_slots = index.count;
    uint32_t slot = (uint32_t)hash_text(&deed) & (index.count - 1U);
    while (index.slots[slot] != 0) {
        if (same_deed(&seat->deeds[index.slots[slot] - 1U], &deed)) {
            return index.slots[slot] - 1U;
        }
        slot = (slot + 1U) & (index.count - 1U);
    }
    OpeningDeed *deeds = more_room(seat->deeds, seat->deed_count, &seat->deed_room, sizeof *deeds);
    if (deeds == NULL) {
        return UINT32_MAX;
    }
    seat->deeds = deeds;
    seat->deeds[seat->deed_count] = deed;
    index.slots[slot] = ++seat->deed_count;
    return seat->deed_count - 1U;
}

/* The plan with these deeds, added if it is new; NULL without memory. */
static OpeningPlan *find_plan(OpeningsSeat *seat, const uint32_t *deeds, uint32_t count)
{
    const uint64_t hash = hash_fnv1a(HASH_FNV1A_START, deeds, count * sizeof deeds[0]);
    Index index = {seat->plan_index, seat->plan_slots};
    if (!index_room(&index, seat, seat->plan_count, hash_plan)) {
        return NULL;
    }
    seat->plan_index = index.slots;
    seat->plan_slots = index.count;
    uint32_t slot = (uint32_t)hash & (index.count - 1U);
    while (index.slots[slot] != 0) {
        OpeningPlan *plan = &seat->plans[index.slots[slot] - 1U];
        if (plan->deed_count == count && memcmp(plan->deeds, deeds, count * sizeof deeds[0]) == 0) {
            return plan;
        }
        slot = (slot + 1U) & (index.count - 1U);
    }
    OpeningPlan *plans = more_room(seat->plans, seat->plan_count, &seat->plan_room, sizeof *plans);
    uint32_t *copy = malloc((count + 1U) * sizeof *copy);
    if (plans != NULL) {
        seat->plans = plans;
    }
    if (plans == NULL || copy == NULL) {
        free(copy);
        return NULL;
    }
    memcpy(copy, deeds, count * sizeof *copy);
    seat->plans[seat->plan_count] = (OpeningPlan){.deed_count = count, .deeds = copy, .group = OPENING_REST};
    index.slots[slot] = ++seat->plan_count;
    return &seat->plans[seat->plan_count - 1U];
}

/* ------------------------------------------------------------------ adding */

/* Counts a game of a pair of players; false without memory. */
static bool count_cell(OpeningCell **cells, uint32_t *room, uint32_t cell, double points)
{
    if (cell >= *room) {
        OpeningCell *grown = realloc(*cells, (cell + 1U) * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        memset(grown + *room, 0, (cell + 1U - *room) * sizeof *grown);
        *cells = grown;
        *room = cell + 1U;
    }
    (*cells)[cell].games++;
    (*cells)[cell].points += points;
    return true;
}

static int ascending(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;
    return a < b ? -1 : a > b ? 1 : 0;
}

static bool keep_end(const Openings *openings, OpeningPlan *plan, const SeatPlan *from)
{
    if (plan->end_count >= openings->wish.positions) {
        return true;
    }
    const size_t bytes = openings->game->rules->state_bytes;
    OpeningEnd *ends = realloc(plan->ends, (plan->end_count + 1U) * sizeof *ends);
    if (ends == NULL) {
        return false;
    }
    plan->ends = ends;
    State *state = malloc(bytes);
    if (state == NULL) {
        return false;
    }
    memcpy(state, &from->end, bytes);
    plan->ends[plan->end_count++] = (OpeningEnd){openings->games, from->plies, state};
    return true;
}

static bool is_among(const uint32_t *deeds, uint32_t count, uint32_t deed)
{
    uint32_t i = 0;
    while (i < count && deeds[i] != deed) {
        i++;
    }
    return i < count;
}

static bool add_plan(const Openings *openings, OpeningsSeat *seat, const SeatPlan *from, double points,
                     const OpeningEntry *entry)
{
    uint32_t deeds[PLAN_DEEDS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        const uint32_t deed = find_deed(seat, &from->deeds[i]);
        if (deed == UINT32_MAX) {
            return false;
        }
        if (is_among(deeds, count, deed)) {
            continue; /* two that are told alike are one: games are counted */
        }
        OpeningDeed *told = &seat->deeds[deed];
        if (!count_cell(&told->cells, &told->cell_room, entry->cell, points)) {
            return false;
        }
        told->games++;
        told->points += points;
        deeds[count++] = deed;
    }
    qsort(deeds, count, sizeof deeds[0], ascending);
    OpeningPlan *plan = find_plan(seat, deeds, count);
    if (plan == NULL || !count_cell(&seat->cells, &seat->cell_count, entry->cell, points)) {
        return false;
    }
    if (plan->games == 0) {
        (void)snprintf(plan->source, sizeof plan->source, "%s", entry->source);
    }
    plan->games++;
    plan->points += points;
    seat->games++;
    seat->points += points;
    seat->left_out += from->left_out;
    return keep_end(openings, plan, from);
}

bool openings_add(Openings *openings, const OpeningEntry *entry)
{
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        const SeatPlan *plan = &entry->watch->seats[seat];
        assert(plan->over);
        if (plan->wanted && !add_plan(openings, &openings->seats[seat], plan,
                                      0.5 * outcome_halves(&entry->outcome, seat), entry)) {
            return false;
        }
    }
    openings->games++;
    return true;
}

/* ------------------------------------------------------------------ grouping */

/* The next deed of a plan from place i on that counts at a level; the end of the list if there is none. */
static uint32_t next_deed(const OpeningsSeat *seat, const OpeningPlan *plan, uint32_t i, uint8_t level)
{
    while (i < plan->deed_count && seat->deeds[plan->deeds[i]].rank < level) {
        i++;
    }
    return i;
}

/* Order of two plans by the deeds that count at a level; 0: they are alike in these. */
static int compare_at(const OpeningsSeat *seat, const OpeningPlan *a, const OpeningPlan *b, uint8_t level)
{
    uint32_t i = next_deed(seat, a, 0, level);
    uint32_t k = next_deed(seat, b, 0, level);
    while (i < a->deed_count && k < b->deed_count) {
        if (a->deeds[i] != b->deeds[k]) {
            return a->deeds[i] < b->deeds[k] ? -1 : 1;
        }
        i = next_deed(seat, a, i + 1U, level);
        k = next_deed(seat, b, k + 1U, level);
    }
    return (i < a->deed_count) - (k < b->deed_count);
}

typedef struct Grouping {
    OpeningsSeat *seat;
    uint32_t *open; /* plans without a group so far */
    uint32_t open_count;
    uint64_t least;
} Grouping;

/* Merge sort of plan numbers at a level: qsort has no context, and stays stable so that the first plan of a
 * run is the one that was seen first. */
static void sort_at(const Grouping *grouping, uint32_t *list, uint32_t *room, uint32_t count, uint8_t level)
{
    if (count < 2) {
        return;
    }
    const OpeningsSeat *seat = grouping->seat;
    const uint32_t half = count / 2;
    sort_at(grouping, list, room, half, level);
    sort_at(grouping, list + half, room, count - half, level);
    uint32_t i = 0;
    uint32_t k = half;
    for (uint32_t n = 0; n < count; n++) {
        const bool right = i == half || (k < count && compare_at(seat, &seat->plans[list[k]],
                                                                 &seat->plans[list[i]], level) < 0);
        room[n] = list[right ? k++ : i++];
    }
    memcpy(list, room, count * sizeof *list);
}

/* Adds a plan to what a group counts. */
static void count_plan(OpeningGroup *group, const OpeningPlan *plan)
{
    group->plans++;
    group->games += plan->games;
    group->points += plan->points;
}

/* Makes groups of those open plans that are alike at a level, where they have enough games. A plan without
 * any deed of that level is like no other. */
static bool group_level(Grouping *grouping, uint8_t level)
{
    OpeningsSeat *seat = grouping->seat;
    uint32_t *room = malloc((grouping->open_count + 1U) * sizeof *room);
    if (room == NULL) {
        return false;
    }
    sort_at(grouping, grouping->open, room, grouping->open_count, level);
    free(room);
    uint32_t left = 0;
    for (uint32_t first = 0, end = 0; first < grouping->open_count; first = end) {
        const OpeningPlan *plan = &seat->plans[grouping->open[first]];
        OpeningGroup group = {.level = (enum words_deed_rank)level, .plan = grouping->open[first]};
        for (end = first; end < grouping->open_count &&
                          compare_at(seat, plan, &seat->plans[grouping->open[end]], level) == 0;
             end++) {
            count_plan(&group, &seat->plans[grouping->open[end]]);
        }
        const bool told = level == WORDS_DEED_DETAIL || next_deed(seat, plan, 0, level) < plan->deed_count;
        const bool keep = told && group.games >= grouping->least;
        for (uint32_t i = first; i < end; i++) {
            if (keep) {
                seat->plans[grouping->open[i]].group = seat->group_count;
            } else {
                grouping->open[left++] = grouping->open[i];
            }
        }
        if (keep) {
            (void)snprintf(group.source, sizeof group.source, "%s", plan->source);
            seat->groups[seat->group_count++] = group;
        }
    }
    grouping->open_count = left;
    return true;
}

static int most_games_first(const void *left, const void *right)
{
    const OpeningGroup *a = left;
    const OpeningGroup *b = right;
    if (a->games != b->games) {
        return a->games > b->games ? -1 : 1;
    }
    return a->plan < b->plan ? -1 : 1;
}

/* Sorts the groups, and gives those beyond the limit to the rest. */
static bool settle_groups(OpeningsSeat *seat, uint32_t top)
{
    uint32_t *place = malloc((seat->group_count + 1U) * sizeof *place); /* of each group, once sorted */
    if (place == NULL) {
        return false;
    }
    qsort(seat->groups, seat->group_count, sizeof seat->groups[0], most_games_first);
    for (uint32_t i = 0; i < seat->group_count; i++) {
        place[seat->plans[seat->groups[i].plan].group] = i;
    }
    seat->group_count = seat->group_count < top ? seat->group_count : top;
    for (uint32_t i = 0; i < seat->plan_count; i++) {
        OpeningPlan *plan = &seat->plans[i];
        if (plan->group != OPENING_REST) {
            plan->group = place[plan->group] < seat->group_count ? place[plan->group] : OPENING_REST;
        }
        if (plan->group == OPENING_REST) {
            count_plan(&seat->rest, plan);
        }
    }
    free(place);
    return true;
}

static Interval interval_of(double points, uint64_t games)
{
    return stats_wilson_score(points, games, STATS_Z95);
}

static bool measure_deed(const OpeningsSeat *seat, OpeningDeed *deed)
{
    ReportContrast *groups = calloc(seat->cell_count + 1U, sizeof *groups);
    if (groups == NULL) {
        return false;
    }
    for (uint32_t c = 0; c < seat->cell_count; c++) {
        const OpeningCell with = c < deed->cell_room ? deed->cells[c] : (OpeningCell){0, 0.0};
        const OpeningCell *all = &seat->cells[c];
        groups[c] = (ReportContrast){with.games, with.points, all->games - with.games,
                                     fmax(0.0, all->points - with.points)};
    }
    deed->difference = report_difference(groups, seat->cell_count);
    deed->interval = interval_of(deed->points, deed->games);
    free(groups);
    return true;
}

/* Whether a deed comes before another in the list: more games, then the more important, then the earlier. */
static bool before_in_list(const OpeningsSeat *seat, uint32_t a, uint32_t b)
{
    const OpeningDeed *x = &seat->deeds[a];
    const OpeningDeed *y = &seat->deeds[b];
    return x->games != y->games ? x->games > y->games : x->rank != y->rank ? x->rank > y->rank : a < b;
}

/* Lists the deeds that enough games had and enough had not. */
static bool list_deeds(OpeningsSeat *seat, uint64_t least, uint32_t top)
{
    seat->list = malloc((seat->deed_count + 1U) * sizeof *seat->list);
    if (seat->list == NULL) {
        return false;
    }
    seat->listed = 0;
    for (uint32_t i = 0; i < seat->deed_count; i++) {
        OpeningDeed *deed = &seat->deeds[i];
        if (deed->games < least || seat->games - deed->games < least) {
            continue;
        }
        uint32_t at = seat->listed++;
        while (at > 0 && before_in_list(seat, i, seat->list[at - 1U])) {
            seat->list[at] = seat->list[at - 1U];
            at--;
        }
        seat->list[at] = i;
    }
    seat->listed = seat->listed < top ? seat->listed : top;
    for (uint32_t i = 0; i < seat->listed; i++) {
        if (!measure_deed(seat, &seat->deeds[seat->list[i]])) {
            return false;
        }
    }
    return true;
}

static bool group_seat(OpeningsSeat *seat, const OpeningsWish *wish)
{
    const uint64_t few = seat->games / 40U > 3U ? seat->games / 40U : 3U;
    Grouping grouping = {.seat = seat, .least = wish->least > 0 ? wish->least : few};
    free(seat->groups);
    free(seat->list);
    seat->list = NULL;
    seat->group_count = 0;
    memset(&seat->rest, 0, sizeof seat->rest);
    seat->groups = calloc(seat->plan_count + 1U, sizeof *seat->groups);
    grouping.open = malloc((seat->plan_count + 1U) * sizeof *grouping.open);
    bool good = seat->groups != NULL && grouping.open != NULL;
    for (uint32_t i = 0; good && i < seat->plan_count; i++) {
        seat->plans[i].group = OPENING_REST;
        grouping.open[grouping.open_count++] = i;
    }
    for (uint8_t level = WORDS_DEED_DETAIL; good && level <= WORDS_DEED_MAIN; level++) {
        good = group_level(&grouping, level);
    }
    free(grouping.open);
    good = good && settle_groups(seat, wish->top) && list_deeds(seat, grouping.least, wish->top);
    for (uint32_t i = 0; good && i < seat->group_count; i++) {
        seat->groups[i].interval = interval_of(seat->groups[i].points, seat->groups[i].games);
    }
    seat->rest.interval = interval_of(seat->rest.points, seat->rest.games);
    return good;
}

bool openings_group(Openings *openings)
{
    return group_seat(&openings->seats[SEAT_FRENCH], &openings->wish) &&
           group_seat(&openings->seats[SEAT_COALITION], &openings->wish);
}

/* ------------------------------------------------------------------ judging */

/* The first positions, by arrival, at the end of a group's plans; how many. */
static uint32_t ends_of_group(const OpeningsSeat *seat, uint32_t group, uint32_t most,
                              const OpeningEnd *ends[OPENINGS_POSITIONS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < seat->plan_count; i++) {
        const OpeningPlan *plan = &seat->plans[i];
        for (uint32_t e = 0; plan->group == group && e < plan->end_count; e++) {
            const OpeningEnd *end = &plan->ends[e];
            uint32_t at = count < most ? count++ : most;
            for (; at > 0 && ends[at - 1U]->arrival > end->arrival; at--) {
                if (at < most) {
                    ends[at] = ends[at - 1U];
                }
            }
            if (at < most) {
                ends[at] = end;
            }
        }
    }
    return count;
}

/* The chance of winning of a seat in a position, by the search; of a game that is over its points. */
static bool value_of(const Openings *openings, const OpeningsJudge *judge, const OpeningEnd *end, Seat seat,
                     double *value, Err *err)
{
    if (end->state->over) {
        const Outcome outcome = game_outcome(openings->game, end->state);
        *value = 0.5 * outcome_halves(&outcome, seat);
        return true;
    }
    const AnalysisPlan plan = {.game = openings->game,
                               .state = end->state,
                               .policy = judge->policy,
                               .ply = end->plies + 1U,
                               .seed = judge->seed + end->arrival,
                               .top = 1,
                               .stop = judge->stop};
    Analysis analysis;
    if (!analysis_run(&plan, &analysis, err)) {
        return false;
    }
    *value = analysis.seat == seat ? analysis.win_probability : 1.0 - analysis.win_probability;
    analysis_release(&analysis);
    return true;
}

static bool judge_group(const Openings *openings, const OpeningsJudge *judge, Seat seat, uint32_t number,
                        Err *err)
{
    const OpeningsSeat *of = &openings->seats[seat];
    OpeningGroup *group = &of->groups[number];
    const OpeningEnd *ends[OPENINGS_POSITIONS_MAX];
    const uint32_t count = ends_of_group(of, number, judge->positions, ends);
    double sum = 0.0;
    double squares = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double value = 0.0;
        if (!value_of(openings, judge, ends[i], seat, &value, err)) {
            return false;
        }
        sum += value;
        squares += value * value;
    }
    if (count == 0 || (judge->stop != NULL && atomic_load(judge->stop))) {
        return true;
    }
    const double n = count;
    group->judged = count;
    group->value = sum / n;
    group->error = count > 1 ? sqrt(fmax(0.0, squares - sum * sum / n) / (n - 1.0) / n) : 0.0;
    return true;
}

bool openings_judge(Openings *openings, const OpeningsJudge *judge, Err *err)
{
    const uint64_t total =
        (uint64_t)openings->seats[SEAT_FRENCH].group_count + openings->seats[SEAT_COALITION].group_count;
    uint64_t done = 0;
    assert(judge->positions > 0 && judge->positions <= OPENINGS_POSITIONS_MAX);
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        for (uint32_t i = 0; i < openings->seats[seat].group_count; i++) {
            if (judge->stop != NULL && atomic_load(judge->stop)) {
                return true;
            }
            if (judge->listener != NULL) {
                judge->listener(judge->context, done++, total);
            }
            if (!judge_group(openings, judge, seat, i, err)) {
                return false;
            }
        }
    }
    return true;
}

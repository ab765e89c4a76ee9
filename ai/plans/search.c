/* search.c: one decision: plans collected, tried, halved, and one of them followed. */
#include "ai/plans/search.h"

#include <assert.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "ai/clock.h"
#include "ai/plans/playout.h"

enum {
    CANDIDATES_MAX = 1 + PLAN_STYLES_MAX + 64 + 64, /* the plan at hand, styles, first moves, changes */
    BATCH = 8,                                      /* playouts that may run side by side, at least */
    WORLDS_ALIKE = 4,   /* after so many worlds in which all plans did alike, nothing tells them apart */
    WORLDS_TO_TELL = 3, /* fewer tell nothing about the spread of a difference */
    SIMS_A_PLAN = 4,    /* more plans than leave so many playouts for each are not looked at */
};

typedef struct Candidate {
    Plan plan;
    uint32_t place; /* of its first move in the legal list */
    bool alive;
    uint32_t worlds;
    double sum;                     /* of its values for the planner */
    double difference, difference2; /* from the plan at hand in the same worlds, and squared */
} Candidate;

typedef struct Result {
    double value;
    uint32_t span;
} Result;

struct PlansSearch {
    const PlansSetting *setting;
    PlansWorker *workers; /* one a thread */
    /* the plan at hand, if the next decision is in the same stretch: */
    bool kept;
    uint32_t stretch;
    uint32_t at;   /* decisions of the stretch so far */
    uint32_t span; /* decisions of a stretch that are still to come, as playouts had them */
    uint64_t luck;
    Plan plan;
    /* of the decision asked for: */
    uint64_t worlds; /* names the family of them */
    uint64_t sims;   /* limit; 0: none */
    uint32_t count;
    Candidate candidates[CANDIDATES_MAX]; /* the first is the plan at hand */
    uint32_t chosen;                      /* which of them is to be followed */
    Result results[CANDIDATES_MAX * BATCH];
    uint16_t jobs[CANDIDATES_MAX];
};

/* ------------------------------------------------------------------ life */

PlansSearch *plans_search_new(const PlansSetting *setting)
{
    assert(setting->params.threads >= 1 && setting->params.threads <= PLANS_THREADS_MAX);
    PlansSearch *search = calloc(1, sizeof *search);
    if (search == NULL) {
        return NULL;
    }
    search->setting = setting;
    const size_t bytes = setting->params.threads * sizeof *search->workers;
    search->workers = aligned_alloc(CACHE_LINE_BYTES, bytes);
    if (search->workers == NULL) {
        free(search);
        return NULL;
    }
    memset(search->workers, 0, bytes);
    for (unsigned i = 0; setting->ai->memory_bytes > 0 && i < setting->params.threads; i++) {
        search->workers[i].memory = calloc(1, setting->ai->memory_bytes); /* NULL: it does without */
    }
    return search;
}

void plans_search_free(PlansSearch *search)
{
    if (search != NULL) {
        for (unsigned i = 0; i < search->setting->params.threads; i++) {
            free(search->workers[i].memory);
        }
        free(search->workers);
        free(search);
    }
}

static PlansRoot root_of(const PlansSearch *search, const PolicyQuery *query)
{
    return (PlansRoot){search->setting,
                       query->view,
                       query->seat,
                       search->at,
                       rng_family(search->luck, RNG_PURPOSE_SEARCH),
                       rng_family(search->worlds, RNG_PURPOSE_SEARCH)};
}

/* ------------------------------------------------------------------ candidates */

static uint32_t place_of(const MoveList *legal, Move move)
{
    uint32_t i = 0;
    while (i + 1 < legal->count && legal->moves[i] != move) {
        i++;
    }
    return i;
}

/* Where the first move of a plan stands. */
static uint32_t first_place(const PlansRoot *root, const Plan *plan, const MoveList *legal, void *memory)
{
    const PlanChange *change = plan_change_at(plan, 0);
    return change != NULL
               ? plans_place_of_change(root->setting, change, root->view, legal, memory)
               : place_of(legal, plans_move_of_style(root->setting, plan->style, root->view, legal,
                                                     root->seat, rng_member(&root->luck, root->at), memory));
}

/* Adds a plan, if there are playouts for it. */
static void add_candidate(PlansSearch *search, const PlansRoot *root, const Plan *plan, const MoveList *legal)
{
    const uint64_t sims = search->sims;
    const uint64_t most =
        sims > 0 && sims / SIMS_A_PLAN < CANDIDATES_MAX ? sims / SIMS_A_PLAN : CANDIDATES_MAX;
    if (search->count > 0 && search->count >= most) {
        return;
    }
    Candidate *candidate = &search->candidates[search->count++];
    *candidate = (Candidate){.plan = *plan, .alive = true};
    candidate->place = first_place(root, plan, legal, search->workers[0].memory);
}

/* Places of the moves, those that the game believes in most first; in any order if it has no beliefs. */
static void rank_places(const PlansSearch *search, const PlansRoot *root, const MoveList *legal, Rng *rng,
                        uint8_t places[MOVE_LIST_MAX])
{
    float belief[MOVE_LIST_MAX];
    if (!plans_believe(search->setting, root->view, legal, search->workers[0].memory, belief)) {
        for (uint32_t i = 0; i < legal->count; i++) {
            belief[i] = (float)(rng_next(rng) >> 8U);
        }
    }
    for (uint32_t i = 0; i < legal->count; i++) {
        uint32_t at = i;
        while (at > 0 && belief[places[at - 1]] < belief[i]) {
            places[at] = places[at - 1];
            at--;
        }
        places[at] = (uint8_t)i;
    }
}

/* Each legal move, then the plan at hand; where there are too many, those that the game believes in most. */
static void add_first_moves(PlansSearch *search, const PlansRoot *root, const MoveList *legal, Rng *rng)
{
    uint8_t places[MOVE_LIST_MAX];
    const uint32_t usual = search->candidates[0].place;
    uint64_t wanted = search->setting->params.moves;
    rank_places(search, root, legal, rng, places);
    for (uint32_t i = 0; i < legal->count && wanted > 0; i++) {
        if (places[i] != usual) {
            const Plan plan = plan_with_first(&search->plan, places[i]);
            add_candidate(search, root, &plan, legal);
            wanted--;
        }
    }
}

static void collect(PlansSearch *search, const PlansRoot *root, const MoveList *legal, Rng *rng)
{
    const PlansParams *params = &search->setting->params;
    search->count = 0;
    add_candidate(search, root, &search->plan, legal);
    for (uint32_t i = 0; i < search->setting->style_count[root->seat] && params->styles != 0; i++) {
        const Plan plan = plan_of_style((uint8_t)i);
        if (memcmp(&plan, &search->plan, sizeof plan) != 0) {
            add_candidate(search, root, &plan, legal);
        }
    }
    add_first_moves(search, root, legal, rng);
    for (uint64_t i = 0; i < params->changes && search->span >= 2; i++) {
        const Plan plan = plan_mutated(&search->plan, search->span, rng);
        add_candidate(search, root, &plan, legal);
    }
}

/* ------------------------------------------------------------------ trying them */

/* What limits a decision, and how much of it is used up. */
typedef struct Limit {
    uint64_t sims;
    double start, seconds;
    const atomic_bool *stop;
    uint64_t used;
} Limit;

/* 0 to 1 and more. */
static double progress(const Limit *limit)
{
    const double by_count = limit->sims > 0 ? (double)limit->used / (double)limit->sims : 0.0;
    const double by_time = limit->seconds > 0.0 ? (clock_seconds() - limit->start) / limit->seconds : 0.0;
    if (limit->stop != NULL && atomic_load_explicit(limit->stop, memory_order_relaxed)) {
        return 2.0;
    }
    return by_count > by_time ? by_count : by_time;
}

/* Adds what a candidate came to in one world, in which the plan at hand came to usual. */
static void add_result(Candidate *candidate, double value, double usual)
{
    const double difference = value - usual;
    candidate->worlds++;
    candidate->sum += value;
    candidate->difference += difference;
    candidate->difference2 += difference * difference;
}

/* Tries all candidates that are left in some worlds more, at least BATCH playouts in all: how many does not
 * depend on the number of threads. Returns how many playouts that were. */
static uint32_t try_all(PlansSearch *search, const PlansRoot *root)
{
    uint32_t alive = 0;
    for (uint32_t i = 0; i < search->count; i++) {
        if (search->candidates[i].alive) {
            search->jobs[alive++] = (uint16_t)i;
        }
    }
    assert(alive > 0 && search->jobs[0] == 0);
    const uint32_t worlds = (BATCH + alive - 1U) / alive;
    const uint64_t first = search->candidates[0].worlds;
    const int jobs = (int)(alive * worlds);
#pragma omp parallel for num_threads((int)search->setting->params.threads) schedule(dynamic, 1)
    for (int job = 0; job < jobs; job++) {
        PlansWorker *worker = &search->workers[omp_get_thread_num()];
        const Candidate *candidate = &search->candidates[search->jobs[(uint32_t)job % alive]];
        const double value = plans_playout(worker, root, &candidate->plan, first + (uint32_t)job / alive);
        search->results[job] = (Result){root->seat == SEAT_FRENCH ? value : 1.0 - value, worker->span};
    }
    for (uint32_t job = 0; job < (uint32_t)jobs; job++) {
        add_result(&search->candidates[search->jobs[job % alive]], search->results[job].value,
                   search->results[job - job % alive].value);
    }
    search->span = search->results[0].span;
    return (uint32_t)jobs;
}

static double mean_of(const Candidate *candidate)
{
    return candidate->worlds > 0 ? candidate->sum / candidate->worlds : -1.0;
}

/* Whether a is to be kept rather than b: by its mean, then by its place in the list. */
static bool is_better(const PlansSearch *search, uint32_t a, uint32_t b)
{
    const double mean_a = mean_of(&search->candidates[a]);
    const double mean_b = mean_of(&search->candidates[b]);
    return mean_a > mean_b || (!(mean_a < mean_b) && a < b);
}

/* Leaves the better half, and the plan at hand. */
static void halve(PlansSearch *search)
{
    uint32_t ranked[CANDIDATES_MAX];
    uint32_t alive = 0;
    for (uint32_t i = 0; i < search->count; i++) {
        if (!search->candidates[i].alive) {
            continue;
        }
        uint32_t at = alive++;
        while (at > 0 && is_better(search, i, ranked[at - 1])) {
            ranked[at] = ranked[at - 1];
            at--;
        }
        ranked[at] = i;
    }
    for (uint32_t r = (alive + 1U) / 2U; r < alive; r++) {
        search->candidates[ranked[r]].alive = ranked[r] == 0;
    }
}

/* Whether every plan came to the same in every world so far. */
static bool all_alike(const PlansSearch *search)
{
    for (uint32_t i = 1; i < search->count; i++) {
        if (search->candidates[i].difference2 > 0.0) {
            return false;
        }
    }
    return search->candidates[0].worlds >= WORLDS_ALIKE;
}

static void compare(PlansSearch *search, const PlansRoot *root, Limit *limit)
{
    const double rounds = ceil(log2((double)search->count));
    double round = 1.0;
    while (search->count > 1 && progress(limit) < 1.0) {
        limit->used += try_all(search, root);
        if (all_alike(search)) {
            break;
        }
        while (round < rounds && progress(limit) >= round / rounds) {
            halve(search);
            round += 1.0;
        }
    }
}

/* The best of those left, if it is better than the plan at hand beyond doubt, else that. */
static uint32_t best_candidate(const PlansSearch *search)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < search->count; i++) {
        best = search->candidates[i].alive && is_better(search, i, best) ? i : best;
    }
    const Candidate *candidate = &search->candidates[best];
    if (best == 0 || candidate->worlds < WORLDS_TO_TELL) {
        return 0;
    }
    const double n = candidate->worlds;
    const double mean = candidate->difference / n;
    const double variance = (candidate->difference2 / n - mean * mean) / (n - 1.0);
    const double error = variance > 0.0 ? sqrt(variance) : 0.0;
    return mean >= search->setting->params.caution * error ? best : 0;
}

/* Of each legal move the candidate that speaks for it (PlansVerdict); search->count if none begins with it.
 */
static void find_speakers(const PlansSearch *search, uint32_t moves, uint32_t *speakers)
{
    for (uint32_t i = 0; i < moves; i++) {
        speakers[i] = search->count;
    }
    for (uint32_t i = 0; i < search->count; i++) {
        uint32_t *speaker = &speakers[search->candidates[i].place];
        if (*speaker == search->count || search->candidates[i].worlds > search->candidates[*speaker].worlds) {
            *speaker = i;
        }
    }
    speakers[search->candidates[search->chosen].place] = search->chosen;
}

/* ------------------------------------------------------------------ the report */

/* What an evaluation says of the position itself, for the planner: mean over a few worlds. */
static double ground_of(PlansSearch *search, const PlansRoot *root)
{
    enum { WORLDS = 8 };
    double sum = 0.0;
    for (uint64_t world = 0; world < WORLDS; world++) {
        sum += plans_ground(&search->workers[0], root, &search->plan, world);
    }
    return root->seat == SEAT_FRENCH ? sum / WORLDS : 1.0 - sum / WORLDS;
}

/* The mean over a handful of playouts is far off, whatever it tells about which plan is better: both sides go
 * on by their usual styles in them, and who is picked as the best of many is rarely as good as he looked
 * (results/plans.md). */
double plans_search_correction(PlansSearch *search, const PolicyQuery *query, double playouts, double mean)
{
    const double ground = search->setting->params.ground;
    if (!search->setting->evaluates || ground <= 0.0) {
        return 0.0;
    }
    const PlansRoot root = root_of(search, query);
    return (playouts * mean + ground * ground_of(search, &root)) / (playouts + ground) - mean;
}

/* Of one that nothing is known of: one half. */
static double mean_told(const Candidate *candidate)
{
    return candidate->worlds > 0 ? mean_of(candidate) : 0.5;
}

/* A candidate's chance as it is told, and an upper bound of its error: of values between 0 and 1 none spread
 * more. */
static void tell_chance(const PlansSearch *search, const Candidate *candidate, Seat seat, double correction,
                        double *chance, double *error)
{
    const PlansSetting *setting = search->setting;
    const double mean = mean_told(candidate);
    const double right = fmin(fmax(mean + correction, 0.0), 1.0);
    *chance = setting->evaluates ? game_ai_told(setting->ai, setting->knowledge, seat, right) : right;
    *error = candidate->worlds > 1 ? sqrt(fmax(mean * (1.0 - mean), 0.0) / candidate->worlds) : 0.5;
}

static void fill_report(PlansSearch *search, PolicyQuery *query, const Limit *limit)
{
    const PlansRoot root = root_of(search, query);
    const Candidate *chosen = &search->candidates[search->chosen];
    PolicyReport *report = query->report;
    report->filled = true;
    report->iterations = limit->used;
    report->seconds = clock_seconds() - limit->start;
    report->nodes = report->bytes = report->expanded = 0;
    report->depth_mean = 0.0;
    report->depth_max = 0;
    report->full = false;
    report->count = query->legal->count;
    report->best = chosen->place;
    for (uint32_t i = 0; i < report->count; i++) {
        report->moves[i] = (PolicyMove){.move = query->legal->moves[i],
                                        .prior = i == search->candidates[0].place ? 1.0 : 0.0,
                                        .win_probability = 0.5,
                                        .standard_error = 0.5};
    }
    const double right = plans_search_correction(search, query, chosen->worlds, mean_told(chosen));
    uint32_t speakers[MOVE_LIST_MAX];
    find_speakers(search, report->count, speakers);
    for (uint32_t i = 0; i < search->count; i++) {
        report->moves[search->candidates[i].place].visits += search->candidates[i].worlds;
    }
    for (uint32_t i = 0; i < report->count; i++) {
        if (speakers[i] < search->count) {
            const Candidate *speaker = &search->candidates[speakers[i]];
            PolicyMove *told = &report->moves[i];
            tell_chance(search, speaker, query->seat, right, &told->win_probability, &told->standard_error);
            told->line_count = plans_line(&search->workers[0], &root, &speaker->plan, told->line);
        }
    }
    tell_chance(search, chosen, query->seat, right, &report->win_probability, &report->standard_error);
}

/* ------------------------------------------------------------------ a decision */

/* The plan at hand: what is left of the last one, or at the beginning of a stretch the usual style. */
static void take_up(PlansSearch *search, PolicyQuery *query)
{
    enum { SPAN_AT_FIRST = 16 };
    const uint32_t stretch = plans_stretch(search->setting, query->view);
    if (search->kept && search->stretch == stretch) {
        search->at++;
        search->plan = plan_rest(&search->plan);
        search->span = search->span > 1 ? search->span - 1U : 1U;
    } else {
        search->kept = true;
        search->stretch = stretch;
        search->at = 0;
        search->span = SPAN_AT_FIRST;
        search->luck = rng_next64(&query->rng);
        search->plan = plan_of_style(0);
    }
    search->worlds = rng_next64(&query->rng);
}

static bool is_left_to_plan(const PlansSearch *search, const PolicyQuery *query)
{
    const PlansSetting *setting = search->setting;
    return query->legal->count < 2 || (setting->params.minor != 0 && setting->ai->is_minor != NULL &&
                                       setting->ai->is_minor(setting->game, query->view));
}

static void try_plans(PlansSearch *search, PolicyQuery *query, Limit *limit)
{
    const PlansRoot root = root_of(search, query);
    search->sims = limit->sims;
    if (is_left_to_plan(search, query)) {
        search->count = 0;
        add_candidate(search, &root, &search->plan, query->legal);
    } else {
        collect(search, &root, query->legal, &query->rng);
        compare(search, &root, limit);
    }
    search->chosen = best_candidate(search);
}

void plans_search_try(PlansSearch *search, PolicyQuery *query, const PlansLimit *limit, PlansTrial *trial)
{
    assert(seat_plays(query->seat) && query->legal->count > 0);
    Limit spent = {limit->sims, clock_seconds(), limit->seconds, query->stop, 0};
    uint32_t speakers[MOVE_LIST_MAX];
    take_up(search, query);
    try_plans(search, query, &spent);
    find_speakers(search, query->legal->count, speakers);
    trial->place = search->candidates[search->chosen].place;
    trial->playouts = spent.used;
    for (uint32_t i = 0; i < query->legal->count; i++) {
        const Candidate *speaker = &search->candidates[speakers[i]];
        const bool tried = speakers[i] < search->count && speaker->worlds > 0;
        trial->verdicts[i] =
            tried ? (PlansVerdict){speaker->worlds, mean_of(speaker)} : (PlansVerdict){0, 0.0};
    }
}

void plans_search_follow(PlansSearch *search, uint32_t place)
{
    assert(search->count > 0 && place < MOVE_LIST_MAX);
    uint32_t speakers[MOVE_LIST_MAX];
    find_speakers(search, MOVE_LIST_MAX, speakers);
    search->plan = speakers[place] < search->count ? search->candidates[speakers[place]].plan
                                                   : plan_with_first(&search->plan, place);
}

void plans_search_forget(PlansSearch *search) { search->kept = false; }

Move plans_search_choose(PlansSearch *search, PolicyQuery *query)
{
    assert(seat_plays(query->seat) && query->legal->count > 0);
    const PlansParams *params = &search->setting->params;
    Limit limit = {params->sims, clock_seconds(), params->time, query->stop, 0};
    take_up(search, query);
    const bool lost = params->noise > 0.0 && rng_bounded(&query->rng, 1000000) < params->noise * 1e6;
    if (lost || query->exploring) {
        search->kept = false;
        return policy_draw(query);
    }
    try_plans(search, query, &limit);
    const Candidate *chosen = &search->candidates[search->chosen];
    if (query->report != NULL) {
        fill_report(search, query, &limit);
    }
    search->plan = chosen->plan;
    query->place = chosen->place;
    return query->legal->moves[chosen->place];
}

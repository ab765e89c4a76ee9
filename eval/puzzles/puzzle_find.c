/* puzzle_find.c: see puzzle_find.h. */
#include "eval/puzzles/puzzle_find.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/game_ai.h"
#include "engine/json.h"
#include "engine/jsonout.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "eval/run/jobs.h"

enum {
    SIMS_A_MEGABYTE = 1000,
    MEMORY_LEAST = 4,
    MEMORY_MOST = 512,
    CHOICES_LEAST = 3, /* fewer moves are no riddle */
    FIRST_RUNG = 8,
    RUNG_STEP = 4,
    /* random streams of one decision */
    STREAM_LOTS = 0,
    STREAM_ALONE = 1,
    STREAM_GLANCE = STREAM_ALONE + PUZZLE_BATCHES,
    STREAM_WHY,
    STREAM_HEURISTIC,
    STREAM_SCOUT = STREAM_HEURISTIC + PUZZLE_TRIES,
    SCOUTS_MAX = 64,
    STREAM_RUNG = STREAM_SCOUT + 2 * SCOUTS_MAX,
    STREAMS = STREAM_RUNG + PUZZLE_RUNGS_MAX * PUZZLE_TRIES,
};

/* A side that is as good as lost, or has as good as won, has nothing to find. */
static const double LOST = 0.04;

/* ------------------------------------------------------------------ life */

static bool make_search(Policy *policy, const Game *game, uint64_t sims, Err *err)
{
    char spec[POLICY_SPEC_BYTES];
    const uint64_t wanted = MEMORY_LEAST + sims / SIMS_A_MEGABYTE;
    const uint64_t memory = wanted < MEMORY_MOST ? wanted : MEMORY_MOST;
    (void)snprintf(spec, sizeof spec, "mcts:sims=%" PRIu64 ",early=0,reuse=0,memory=%" PRIu64, sims, memory);
    return policy_init(policy, game, spec, err);
}

/* All policies of a finder, for opening and closing. */
enum { POLICIES = 5 + PUZZLE_RUNGS_MAX };

static Policy *policy_of(PuzzleFinder *finder, unsigned index)
{
    Policy *const list[5] = {&finder->scouts[0], &finder->scouts[1], &finder->alone, &finder->glance,
                             &finder->heuristic};
    return index < 5 ? list[index] : &finder->rungs[index - 5];
}

static bool open_policy(PuzzleFinder *finder, unsigned index, Err *err)
{
    const PuzzlePlan *plan = &finder->plan;
    const uint64_t sims[4] = {plan->sims, 4 * plan->sims, plan->sims, plan->sims / PUZZLE_GLANCE + 1};
    Policy *policy = policy_of(finder, index);
    return index == 4
               ? policy_init(policy, plan->game, "heuristic", err)
               : make_search(policy, plan->game, index < 4 ? sims[index] : finder->rung_sims[index - 5], err);
}

static void close_policies(PuzzleFinder *finder, unsigned count)
{
    while (count-- > 0) {
        policy_release(policy_of(finder, count));
    }
}

bool puzzle_finder_open(PuzzleFinder *finder, const PuzzlePlan *plan, Err *err)
{
    memset(finder, 0, sizeof *finder);
    finder->plan = *plan;
    assert(plan->seeds > 0 && plan->seeds <= SCOUTS_MAX && plan->decisions > 0);
    for (uint64_t sims = FIRST_RUNG; sims < plan->sims && finder->rung_count < PUZZLE_RUNGS_MAX;
         sims *= RUNG_STEP) {
        finder->rung_sims[finder->rung_count++] = sims;
    }
    if (!evaluation_open(&finder->evaluation, plan->game, NULL, err)) {
        return false;
    }
    for (unsigned i = 0; i < 5 + finder->rung_count; i++) {
        if (!open_policy(finder, i, err)) {
            close_policies(finder, i);
            evaluation_release(&finder->evaluation);
            return false;
        }
    }
    return true;
}

void puzzle_finder_close(PuzzleFinder *finder)
{
    close_policies(finder, 5 + finder->rung_count);
    evaluation_release(&finder->evaluation);
}

/* ------------------------------------------------------------------ one decision */

/* A decision of the game that is looked at. */
typedef struct Case {
    uint32_t plies; /* decisions before */
    State *state;   /* owned */
} Case;

/* Another move and what is thought of it. */
typedef struct Rival {
    uint32_t place; /* in the legal list */
    double glance;
    bool searched; /* at full length */
    double value[PUZZLE_BATCHES];
} Rival;

/* The judgement of one decision while it is made. */
typedef struct Look {
    const PuzzleFinder *finder;
    uint32_t plies;
    Seat seat;
    StateBuffer view;
    MoveList legal;
    PolicyReport report;
    uint32_t best; /* place in the legal list */
    Rival rivals[MOVE_LIST_MAX];
    double best_value[PUZZLE_BATCHES];
    PolicyMove best_thought, second_thought; /* their expected lines, for the reasons */
    uint32_t second;
} Look;

/* What comes of it; plain bytes. */
typedef struct Found {
    bool is_puzzle;
    Puzzle puzzle; /* without lists */
    uint32_t count;
    PuzzleMove moves[MOVE_LIST_MAX];
} Found;

static bool is_stopped(const PuzzleFinder *finder)
{
    return finder->plan.stop != NULL && atomic_load_explicit(finder->plan.stop, memory_order_relaxed);
}

static Rng stream(const Look *look, unsigned which)
{
    return rng_derive(look->finder->plan.seed, RNG_PURPOSE_ANALYSIS, (uint64_t)look->plies * STREAMS + which);
}

/* Asks a policy about some moves of the position; what it answers. */
static Move ask(Look *look, const Policy *policy, const MoveList *moves, unsigned which)
{
    PolicyQuery query = {.view = &look->view.header,
                         .legal = moves,
                         .seat = look->seat,
                         .ply = look->plies + 1U,
                         .rng = stream(look, which),
                         .stop = look->finder->plan.stop,
                         .report = &look->report};
    void *session = policy_session_new(policy, look->seat);
    look->report.filled = false;
    const Move move = policy_choose(policy, session, &query);
    policy_session_free(policy, session);
    return move;
}

static uint32_t place_of(const MoveList *legal, Move move)
{
    uint32_t place = 0;
    while (place < legal->count && legal->moves[place] != move) {
        place++;
    }
    return place;
}

static uint32_t scout(Look *look, const Policy *policy, unsigned which)
{
    (void)ask(look, policy, &look->legal, which);
    return look->report.filled ? place_of(&look->legal, look->report.moves[look->report.best].move)
                               : look->legal.count;
}

/* Chance of winning with one move, searched alone. */
static double alone(Look *look, const Policy *policy, uint32_t place, unsigned which)
{
    MoveList one = {.count = 1};
    one.moves[0] = look->legal.moves[place];
    (void)ask(look, policy, &one, which);
    return look->report.moves[0].win_probability;
}

static double mean(const double value[PUZZLE_BATCHES])
{
    double sum = 0.0;
    for (int i = 0; i < PUZZLE_BATCHES; i++) {
        sum += value[i];
    }
    return sum / PUZZLE_BATCHES;
}

/* Standard error of the mean difference of two moves over batches that share their luck; b NULL: of a itself.
 */
static double error_of(const double a[PUZZLE_BATCHES], const double b[PUZZLE_BATCHES])
{
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < PUZZLE_BATCHES; i++) {
        const double x = a[i] - (b != NULL ? b[i] : 0.0);
        sum += x;
        squares += x * x;
    }
    const double n = PUZZLE_BATCHES;
    return sqrt(fmax(0.0, squares - sum * sum / n) / (n - 1.0) / n);
}

/* The move that the first search names, at full length. */
static bool weigh_best(Look *look)
{
    look->best = scout(look, &look->finder->scouts[0], STREAM_SCOUT);
    if (look->best >= look->legal.count) {
        return false;
    }
    for (unsigned b = 0; b < PUZZLE_BATCHES; b++) {
        look->best_value[b] = alone(look, &look->finder->alone, look->best, STREAM_ALONE + b);
        if (b == 0) {
            look->best_thought = look->report.moves[0];
            if (look->best_value[0] < LOST) {
                return false;
            }
        }
    }
    return true;
}

/* All others briefly; false if one of them looks too good. */
static bool glance_at_others(Look *look)
{
    const double bound = mean(look->best_value) - 0.5 * look->finder->plan.margin;
    for (uint32_t i = 0; i < look->legal.count; i++) {
        Rival *rival = &look->rivals[i];
        rival->place = i;
        if (i == look->best) {
            continue;
        }
        rival->glance = alone(look, &look->finder->glance, i, STREAM_GLANCE);
        if (rival->glance > bound) {
            return false;
        }
    }
    return true;
}

/* The best of the others that have not been searched at full length; the list's length if there is none. */
static uint32_t next_rival(const Look *look)
{
    uint32_t next = look->legal.count;
    for (uint32_t i = 0; i < look->legal.count; i++) {
        const bool open = i != look->best && !look->rivals[i].searched;
        if (open && (next == look->legal.count || look->rivals[i].glance > look->rivals[next].glance)) {
            next = i;
        }
    }
    return next;
}

/* The best of the others at full length; fills the margin. False if it is too small. */
static bool weigh_rivals(Look *look, Puzzle *puzzle)
{
    const PuzzlePlan *plan = &look->finder->plan;
    puzzle->margin = 2.0;
    for (unsigned n = 0; n < PUZZLE_RIVALS; n++) {
        const uint32_t place = next_rival(look);
        if (place == look->legal.count) {
            break;
        }
        Rival *rival = &look->rivals[place];
        PolicyMove thought = {0};
        for (unsigned b = 0; b < PUZZLE_BATCHES; b++) {
            rival->value[b] = alone(look, &look->finder->alone, place, STREAM_ALONE + b);
            if (b == 0) {
                thought = look->report.moves[0];
            }
        }
        rival->searched = true;
        const double difference = mean(look->best_value) - mean(rival->value);
        if (difference < puzzle->margin) {
            puzzle->margin = difference;
            puzzle->margin_error = error_of(look->best_value, rival->value);
            look->second = place;
            look->second_thought = thought;
        }
        if (puzzle->margin < plan->margin) {
            return false;
        }
    }
    return puzzle->margin <= 1.0 && puzzle->margin > PUZZLE_ERRORS * puzzle->margin_error;
}

/* Whether more searches, other streams and more iterations, name the same move. */
static bool is_stable(Look *look)
{
    for (unsigned size = 0; size < 2; size++) {
        for (unsigned s = size == 0 ? 1 : 0; s < look->finder->plan.seeds; s++) {
            if (scout(look, &look->finder->scouts[size], STREAM_SCOUT + size * SCOUTS_MAX + s) !=
                look->best) {
                return false;
            }
        }
    }
    return true;
}

static void measure_difficulty(Look *look, Puzzle *puzzle)
{
    const PuzzleFinder *finder = look->finder;
    puzzle->sims = finder->plan.sims;
    puzzle->level = finder->rung_count + 1U;
    for (uint32_t r = 0; r < finder->rung_count; r++) {
        unsigned right = 0;
        for (unsigned t = 0; t < PUZZLE_TRIES; t++) {
            right += scout(look, &finder->rungs[r], STREAM_RUNG + r * PUZZLE_TRIES + t) == look->best;
        }
        if (right >= PUZZLE_ENOUGH) {
            puzzle->sims = finder->rung_sims[r];
            puzzle->level = r + 1U;
            break;
        }
    }
    unsigned right = 0;
    for (unsigned t = 0; t < PUZZLE_TRIES; t++) {
        right += ask(look, &finder->heuristic, &look->legal, STREAM_HEURISTIC + t) ==
                 look->legal.moves[look->best];
    }
    puzzle->heuristic = 2 * right > PUZZLE_TRIES;
}

/* Why the solution is better than the best other move. */
static void explain(Look *look, Puzzle *puzzle)
{
    const PolicyMove *moves[2] = {&look->best_thought, &look->second_thought};
    Why why[2];
    Err err;
    err_clear(&err);
    Rng rng = stream(look, STREAM_WHY);
    const WhyPlan plan = {
        &look->finder->evaluation, &look->view.header, look->seat, moves, 2, WHY_WORLDS, rng_next(&rng),
        look->finder->plan.stop};
    if (!evaluation_explains(&look->finder->evaluation) || !why_explain(&plan, why, &err)) {
        return;
    }
    puzzle->sentences = why[0].sentences;
    memcpy(puzzle->why, why[0].sentence, sizeof puzzle->why);
}

static int best_first(const void *left, const void *right)
{
    const PuzzleMove *a = left;
    const PuzzleMove *b = right;
    return a->win > b->win ? -1 : a->win < b->win ? 1 : strcmp(a->move, b->move);
}

static double chance(double value) { return value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value; }

/* All moves with what was thought of them; the solution first. */
static void list_moves(const Look *look, Found *found)
{
    const Game *game = look->finder->plan.game;
    PuzzleMove *solution = &found->moves[0];
    found->count = 1;
    for (uint32_t i = 0; i < look->legal.count; i++) {
        const Rival *rival = &look->rivals[i];
        PuzzleMove *move = i == look->best ? solution : &found->moves[found->count++];
        game->rules->move_text(game->data, look->legal.moves[i], move->move);
        move->win = chance(i == look->best   ? mean(look->best_value)
                           : rival->searched ? mean(rival->value)
                                             : rival->glance);
        move->error = i == look->best   ? error_of(look->best_value, NULL)
                      : rival->searched ? error_of(rival->value, NULL)
                                        : 0.0;
    }
    qsort(found->moves + 1, found->count - 1U, sizeof found->moves[0], best_first);
    (void)snprintf(found->puzzle.solution, sizeof found->puzzle.solution, "%s", solution->move);
}

static void tell_place(const Look *look, Puzzle *puzzle)
{
    StrBuf place;
    strbuf_init(&place);
    words_stand(look->finder->plan.game, &look->view.header, &place);
    (void)snprintf(puzzle->place, sizeof puzzle->place, "%s", place.text);
    err_make_printable(puzzle->place);
    strbuf_release(&place);
}

static void look_at(Look *look, Found *found)
{
    Puzzle *puzzle = &found->puzzle;
    found->is_puzzle = weigh_best(look) && glance_at_others(look) && weigh_rivals(look, puzzle) &&
                       is_stable(look) && !is_stopped(look->finder);
    if (!found->is_puzzle) {
        return;
    }
    puzzle->seat = look->seat;
    puzzle->plies = look->plies;
    measure_difficulty(look, puzzle);
    explain(look, puzzle);
    tell_place(look, puzzle);
    list_moves(look, found);
}

/* ------------------------------------------------------------------ the decisions of a game */

typedef struct Search {
    const PuzzleFinder *finder;
    const StrBuf *record;
    const char *source;
    Case *cases; /* owned */
    uint32_t count;
    PuzzleSet *found;
    Err *err;
    bool failed;
} Search;

static bool is_riddle(const Game *game, const State *state)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    MoveList legal;
    return game_legal(game, state, &legal) >= CHOICES_LEAST &&
           (ai == NULL || ai->is_minor == NULL || !ai->is_minor(game, state));
}

static int by_plies(const void *left, const void *right)
{
    const Case *a = left;
    const Case *b = right;
    return a->plies < b->plies ? -1 : a->plies > b->plies ? 1 : 0;
}

/* Keeps a decision, or not: of all that come, the plan's number, each with the same chance (J. S. Vitter's
 * algorithm R, ACM Transactions on Mathematical Software 11, 1985). */
static bool draw(Search *search, Rng *lots, uint32_t seen, uint32_t plies, const State *state)
{
    const PuzzlePlan *plan = &search->finder->plan;
    const size_t bytes = plan->game->rules->state_bytes;
    uint32_t at = search->count;
    if (search->count == plan->decisions) {
        at = rng_bounded(lots, seen + 1U);
        if (at >= plan->decisions) {
            return true;
        }
    } else {
        search->cases[at].state = malloc(bytes);
        if (search->cases[at].state == NULL) {
            return err_set(search->err, NULL, NULL, "out of memory");
        }
        search->count++;
    }
    search->cases[at].plies = plies;
    memcpy(search->cases[at].state, state, bytes);
    return true;
}

static bool draw_cases(Search *search, const char *name)
{
    const PuzzlePlan *plan = &search->finder->plan;
    Replay *replay = malloc(sizeof *replay);
    if (replay == NULL) {
        return err_set(search->err, NULL, NULL, "out of memory");
    }
    if (!replay_open_text(replay, name, search->record->text, search->record->length, false, search->err)) {
        free(replay);
        return false;
    }
    bool good = strcmp(replay->game.sha256, plan->game->sha256) == 0 ||
                err_set(search->err, name, NULL, "found a game of %s, expected one of %s",
                        replay->game.scenario, plan->game->scenario);
    Rng lots = rng_derive(plan->seed ^ replay->record.header.seed, RNG_PURPOSE_SAMPLE, STREAM_LOTS);
    uint32_t seen = 0;
    enum replay_status status = REPLAY_END;
    while (good && (status = replay_next(replay, search->err)) == REPLAY_DECISION) {
        if (is_riddle(plan->game, &replay->state.header)) {
            good = draw(search, &lots, seen++, replay->plies, &replay->state.header);
        }
        good = good && replay_apply(replay, search->err);
    }
    replay_release(replay);
    free(replay);
    qsort(search->cases, search->count, sizeof search->cases[0], by_plies);
    return good && status != REPLAY_ERROR;
}

static bool judge_case(void *context, int thread, uint64_t index, void *result)
{
    const Search *search = context;
    const Game *game = search->finder->plan.game;
    const Case *one = &search->cases[index];
    Found *found = result;
    Look *look = calloc(1, sizeof *look);
    (void)thread;
    memset(found, 0, sizeof *found);
    if (look == NULL) {
        return false;
    }
    look->finder = search->finder;
    look->plies = one->plies;
    look->seat = (Seat)one->state->seat;
    game->rules->view(game->data, one->state, look->seat, &look->view.header);
    (void)game_legal(game, &look->view.header, &look->legal);
    look_at(look, found);
    free(look);
    return !is_stopped(search->finder);
}

/* ------------------------------------------------------------------ records of puzzles */

/* The header without the seed: what falls after the puzzle is nobody's to know. */
static bool add_header(const char *line, size_t length, StrBuf *out, Err *err)
{
    JsonDoc doc;
    size_t count = 0;
    if (!json_parse(&doc, line, length, "the header of a record", err)) {
        return false;
    }
    const JsonNode root = json_root(&doc);
    JsonOut json = jsonout_on(out);
    bool good = json_object(&root, 1000, &count, err);
    jsonout_begin(&json, '{');
    for (JsonNode member = json_first(&root); good && !json_is_end(&member); member = json_next(&member)) {
        StrBuf value;
        if (strncmp(member.key, "seed", 4) == 0) {
            continue;
        }
        strbuf_init(&value);
        json_write(&member, &value);
        jsonout_key_raw(&json, member.key, value.text);
        strbuf_release(&value);
    }
    jsonout_end(&json, '}');
    strbuf_add_char(out, '\n');
    json_release(&doc);
    return good;
}

/* The lines of a record up to a decision, without notes. */
static bool cut_record(const StrBuf *record, uint32_t plies, StrBuf *out, Err *err)
{
    const char *line = record->text;
    size_t length = strcspn(line, "\n");
    if (!add_header(line, length, out, err)) {
        return false;
    }
    for (uint32_t left = plies; left > 0 && line[length] != '\0';) {
        line += length + 1;
        length = strcspn(line, "\n");
        if (strncmp(line, "{\"ply\"", 6) == 0) {
            strbuf_add_bytes(out, line, length);
            strbuf_add_char(out, '\n');
            left--;
        }
    }
    return true;
}

static bool take_found(void *context, uint64_t index, const void *result)
{
    Search *search = context;
    const Found *found = result;
    (void)index;
    if (!found->is_puzzle) {
        return true;
    }
    Puzzle puzzle = found->puzzle;
    strbuf_init(&puzzle.record);
    (void)snprintf(puzzle.source, sizeof puzzle.source, "%s", search->source);
    puzzle.moves = malloc(found->count * sizeof *puzzle.moves);
    puzzle.move_count = found->count;
    if (puzzle.moves != NULL) {
        memcpy(puzzle.moves, found->moves, found->count * sizeof *puzzle.moves);
    }
    if (puzzle.moves != NULL && cut_record(search->record, puzzle.plies, &puzzle.record, search->err) &&
        puzzle_set_add(search->found, &puzzle)) {
        return true;
    }
    puzzle_release(&puzzle);
    search->failed = true;
    return err_set(search->err, NULL, NULL, "out of memory");
}

bool puzzle_find(const PuzzleFinder *finder, const StrBuf *record, const char *name, const char *source,
                 PuzzleSet *found, uint64_t *looked, Err *err)
{
    Search search = {.finder = finder, .record = record, .source = source, .found = found, .err = err};
    search.cases = calloc(finder->plan.decisions, sizeof *search.cases);
    *looked = 0;
    if (search.cases == NULL) {
        return err_set(err, NULL, NULL, "out of memory");
    }
    bool good = draw_cases(&search, name);
    if (good && search.count > 0) {
        const JobsPlan jobs = {.count = search.count,
                               .threads = finder->plan.threads,
                               .result_bytes = sizeof(Found),
                               .context = &search,
                               .stop = finder->plan.stop,
                               .run = judge_case,
                               .emit = take_found};
        good = jobs_run(&jobs, looked, err) && !search.failed;
    }
    for (uint32_t i = 0; i < search.count; i++) {
        free(search.cases[i].state);
    }
    free(search.cases);
    return good;
}

/* ------------------------------------------------------------------ choosing */

/* Whether a puzzle comes before another: larger margin, else the earlier in the file. */
static bool better(const PuzzleSet *set, uint32_t a, uint32_t b)
{
    const double x = set->puzzles[a].margin;
    const double y = set->puzzles[b].margin;
    return x > y || (!(x < y) && a < b);
}

static uint32_t of_source(const PuzzleSet *set, const bool *kept, const char *source)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        count += kept[i] && strcmp(set->puzzles[i].source, source) == 0;
    }
    return count;
}

/* What everybody finds at once: kept only where there is nothing better. */
static bool is_plain(const Puzzle *puzzle) { return puzzle->level == 1 && puzzle->heuristic; }

/* The best puzzle of a level that is not kept so far and may be; the set's count if there is none. */
static uint32_t next_of_level(const PuzzleSet *set, const bool *kept, uint32_t level, uint32_t per_source,
                              bool plain)
{
    uint32_t next = set->count;
    for (uint32_t i = 0; i < set->count; i++) {
        if (!kept[i] && set->puzzles[i].level == level && is_plain(&set->puzzles[i]) == plain &&
            (next == set->count || better(set, i, next)) &&
            of_source(set, kept, set->puzzles[i].source) < per_source) {
            next = i;
        }
    }
    return next;
}

static int easy_first(const void *left, const void *right)
{
    const Puzzle *a = left;
    const Puzzle *b = right;
    if (a->level != b->level) {
        return a->level < b->level ? -1 : 1;
    }
    if (a->heuristic != b->heuristic) {
        return a->heuristic ? -1 : 1;
    }
    return a->margin > b->margin ? -1 : a->margin < b->margin ? 1 : a->plies < b->plies ? -1 : 1;
}

/* Marks puzzles, a round over all levels at a time, until there are enough; how many are marked then. */
static uint32_t choose(const PuzzleSet *set, bool *kept, uint32_t chosen, uint32_t count, uint32_t per_source,
                       bool plain)
{
    for (bool any = true; any && chosen < count;) {
        any = false;
        for (uint32_t level = PUZZLE_RUNGS_MAX + 1U; level > 0 && chosen < count;
             level--) { /* hard ones are rare */
            const uint32_t next = next_of_level(set, kept, level, per_source, plain);
            if (next < set->count) {
                kept[next] = true;
                chosen++;
                any = true;
            }
        }
    }
    return chosen;
}

void puzzle_set_choose(PuzzleSet *set, uint32_t count, uint32_t per_source)
{
    bool *kept = calloc(set->count + 1U, sizeof *kept);
    if (kept == NULL || set->count == 0) {
        free(kept);
        return;
    }
    const uint32_t chosen = choose(set, kept, 0, count, per_source, false);
    (void)choose(set, kept, chosen, count, per_source, true);
    uint32_t left = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (kept[i]) {
            set->puzzles[left++] = set->puzzles[i];
        } else {
            puzzle_release(&set->puzzles[i]);
        }
    }
    set->count = left;
    free(kept);
    qsort(set->puzzles, set->count, sizeof set->puzzles[0], easy_first);
}

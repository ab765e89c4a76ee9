/* eagles_ai.c: a heuristic player: marches on the cities that decide the scenario, keeps together, fights at
 * good odds.
 *
 * Each legal move gets a score from the position as the seat sees it; the best is played, equals by lot. A
 * strategy is the handful of weights in weights.h.
 */
#include "ai/eagles/eagles_ai.h"

#include <stddef.h>
#include <stdlib.h>

#include "ai/eagles/effort.h"
#include "ai/eagles/inputs.h"
#include "ai/eagles/knowledge.h"
#include "ai/eagles/move_inputs.h"
#include "ai/eagles/sense.h"
#include "ai/eagles/terms.h"

/* ------------------------------------------------------------------ strategy */

static void *strategy_load(const Game *game, const JsonNode *file, Err *err)
{
    (void)game;
    EaglesWeights *weights = calloc(SEAT_COUNT, sizeof *weights);
    if (weights == NULL) {
        err_set(err, NULL, NULL, "no memory for a strategy");
        return NULL;
    }
    weights[SEAT_FRENCH] = eagles_weights_default(SEAT_FRENCH);
    weights[SEAT_COALITION] = eagles_weights_default(SEAT_COALITION);
    if (file != NULL && !eagles_weights_load(weights, file, err)) {
        free(weights);
        return NULL;
    }
    return weights;
}

static void strategy_release(void *strategy) { free(strategy); }

static const void *strategy_weights(const void *strategy, Seat seat)
{
    return &((const EaglesWeights *)strategy)[seat];
}

/* ------------------------------------------------------------------ the rest */

/* Chapters of the rules as the scores have them, and what each needs to know. */
typedef struct Chapter {
    unsigned parts; /* bits of enum sense_part */
    double (*score)(const Sense *sense, Move move);
} Chapter;

static double score_fight(const Sense *sense, Move move)
{
    return eagles_fighting_score(sense, eagles_top(&sense->p), move);
}

static Chapter chapter_of(unsigned kind)
{
    static const Chapter placing = {SENSE_GOALS | SENSE_WAYS, eagles_building_score};
    static const Chapter building = {0, eagles_building_score};
    static const Chapter politics = {SENSE_GOALS, eagles_politics_score};
    static const Chapter sailing = {SENSE_GOALS | SENSE_WAYS, eagles_sailing_score};
    static const Chapter signalling = {0, eagles_sailing_score};
    static const Chapter marching = {SENSE_GOALS | SENSE_WAYS | SENSE_SUPPLY, eagles_movement_score};
    static const Chapter taking = {SENSE_GOALS | SENSE_WAYS, eagles_movement_score};
    static const Chapter riding = {SENSE_GOALS | SENSE_WAYS, eagles_movement_score};
    static const Chapter fighting = {SENSE_GOALS, score_fight};
    static const Chapter advancing = {SENSE_GOALS | SENSE_WAYS, score_fight};
    static const Chapter losing = {0, score_fight};
    static const Chapter following = {0, eagles_movement_score};
    static const Chapter leading = {SENSE_GOALS, eagles_movement_score};
    switch (kind) {
    case EAGLES_MOVE_LOSS:
    case EAGLES_MOVE_ROWS:
    case EAGLES_MOVE_WITH:
        return losing;
    case EAGLES_MOVE_LEADER:
    case EAGLES_MOVE_ENOUGH:
        return leading;
    case EAGLES_MOVE_PICK:
    case EAGLES_MOVE_COLOUR:
    case EAGLES_MOVE_TAKE_ALL:
    case EAGLES_MOVE_TAKE_LEAVE_ONE:
    case EAGLES_MOVE_TAKE_ROWS:
    case EAGLES_MOVE_TAKE_NONE:
        return taking;
    case EAGLES_MOVE_LEADER_AREA:
    case EAGLES_MOVE_LEADER_TO:
        return riding;
    case EAGLES_MOVE_FM_GO:
    case EAGLES_MOVE_FM_FRENCH:
        return following;
    case EAGLES_MOVE_ADVANCE:
        return advancing;
    case EAGLES_MOVE_BUILD:
    case EAGLES_MOVE_STORE:
    case EAGLES_MOVE_INVEST:
        return building;
    case EAGLES_MOVE_CROSS:
    case EAGLES_MOVE_INTERCEPT:
    case EAGLES_MOVE_RUN:
    case EAGLES_MOVE_PURSUE:
    case EAGLES_MOVE_ORDERS:
        return signalling;
    default:
        return kind < EAGLES_MOVE_ALLY        ? placing
               : kind < EAGLES_MOVE_INTERCEPT ? politics
               : kind < EAGLES_MOVE_SEA_FROM  ? sailing
               : kind < EAGLES_MOVE_PICK      ? placing
               : kind < EAGLES_MOVE_TARGET    ? marching
                                              : fighting;
    }
}

/* The first hex with somebody who should go: those before it are not offered again (15.2). */
static Move pick(const Sense *sense, const MoveList *legal)
{
    Move over = legal->moves[0];
    for (uint32_t i = 0; i < legal->count; i++) {
        const Move move = legal->moves[i];
        if (eagles_move_kind(move) != EAGLES_MOVE_PICK) {
            over = eagles_move_kind(over) == EAGLES_MOVE_LATER ? over : move;
        } else if (eagles_movement_wants(sense, eagles_move_argument(move))) {
            return move;
        }
    }
    return over;
}

/* The best by the scores of its chapter, equals by lot. */
static Move best_of(const Sense *sense, Chapter chapter, const MoveList *legal, Rng *rng)
{
    double best = -1e9;
    unsigned equals = 0;
    Move chosen = legal->moves[0];
    for (uint32_t i = 0; i < legal->count; i++) {
        const double value = chapter.score(sense, legal->moves[i]);
        if (value > best + 1e-9) {
            best = value;
            equals = 1;
            chosen = legal->moves[i];
        } else if (value > best - 1e-9 && rng_bounded(rng, ++equals) == 0) {
            chosen = legal->moves[i];
        }
    }
    return chosen;
}

/* What one decision is made by. Without a memory of the caller's it has its own, where everything is found
 * anew. */
typedef struct Choice {
    SenseMemory own;
    SenseMemo memo;
    Sense sense;
    Chapter chapter;
    unsigned step;
} Choice;

static void open_choice(Choice *choice, const EaglesData *d, const EaglesWeights *weights,
                        const EaglesState *s, const MoveList *legal, SenseMemory *memory)
{
    if (memory == NULL) {
        eagles_sense_clear(&choice->own);
    }
    choice->step = s->stack[s->depth - 1].step;
    choice->chapter = choice->step == EAGLES_STEP_TAKE_ROWS ? chapter_of(EAGLES_MOVE_TAKE_ROWS)
                                                            : chapter_of(eagles_move_kind(legal->moves[0]));
    eagles_sense_forget(&choice->memo);
    eagles_sense_make(&choice->sense, d, s, &weights[s->header.seat], (Seat)s->header.seat,
                      choice->chapter.parts, &choice->memo, memory != NULL ? memory : &choice->own);
}

Move eagles_player_choose(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, Rng *rng, SenseMemory *memory)
{
    Choice choice;
    open_choice(&choice, d, weights, s, legal, memory);
    if (choice.step == EAGLES_STEP_PICK) {
        return pick(&choice.sense, legal);
    }
    return choice.step == EAGLES_STEP_TARGET ? eagles_fighting_target(&choice.sense, legal)
                                             : best_of(&choice.sense, choice.chapter, legal, rng);
}

static Move strategy_choose(const Game *game, const void *strategy, PolicyQuery *query)
{
    return eagles_player_choose(game->data, strategy, eagles_state_const(query->view), query->legal,
                                &query->rng, query->memory);
}

/* Where groups and targets are picked the heuristic player knows the one it wants, not how good the others
 * are. */
static void find_points(const Choice *choice, const MoveList *legal, int *points)
{
    enum { PRECISION = 1000, MOST = 1000000 };
    const bool picks = choice->step == EAGLES_STEP_PICK || choice->step == EAGLES_STEP_TARGET;
    const Move wanted = !picks                             ? 0
                        : choice->step == EAGLES_STEP_PICK ? pick(&choice->sense, legal)
                                                           : eagles_fighting_target(&choice->sense, legal);
    for (uint32_t i = 0; i < legal->count; i++) {
        const double score = picks ? (legal->moves[i] == wanted ? 1.0 : 0.0)
                                   : PRECISION * choice->chapter.score(&choice->sense, legal->moves[i]);
        points[i] = (int)(score > MOST ? MOST : score < -MOST ? -MOST : score);
    }
}

void eagles_player_points(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, SenseMemory *memory, int *points)
{
    Choice choice;
    open_choice(&choice, d, weights, s, legal, memory);
    find_points(&choice, legal, points);
}

void eagles_player_inputs(const EaglesData *d, const EaglesWeights *weights, const EaglesState *s,
                          const MoveList *legal, SenseMemory *memory, PriorInputs *inputs)
{
    Choice choice;
    int points[MOVE_LIST_MAX];
    open_choice(&choice, d, weights, s, legal, memory);
    find_points(&choice, legal, points);
    eagles_move_inputs(&choice.sense, legal, points, inputs);
}

/* SP of both sides by morale: a yardstick. */
static float material(const Game *game, const State *state)
{
    EaglesState copy = *eagles_state_const(state);
    const Play p = {game->data, &copy, NULL, 0, NULL};
    double sum = 0;
    for (unsigned i = 0; i < copy.rows; i++) {
        const unsigned unit = eagles_row_unit(&copy, i);
        const double worth = copy.row_count[i] *
                             (0.7 + 0.15 * p.d->nation[p.d->unit[unit].nation].morale[p.d->unit[unit].type]);
        sum += eagles_unit_side(&p, unit) == EAGLES_FRANCE ? worth : -worth;
    }
    return (float)sum;
}

/* ------------------------------------------------------------------ plans */

static const char *const FRENCH_STYLES[] = {"french-offensive", "french-masse", "french-hold", NULL};
static const char *const COALITION_STYLES[] = {"coalition-depots", "coalition-march", "coalition-trachenberg",
                                               "coalition-admiralty", NULL};

/* Player-turns, of which the French one comes first in a month. */
static uint32_t stretch(const Game *game, const State *state)
{
    (void)game;
    return (uint32_t)state->turn * 2U + (eagles_state_const(state)->active == EAGLES_COALITION ? 1U : 0U);
}

const GameAi EAGLES_AI = {
    .game_id = "eagles",
    .strategy_load = strategy_load,
    .strategy_release = strategy_release,
    .weights = &EAGLES_WEIGHT_TABLE,
    .strategy_weights = strategy_weights,
    .strategy_choose = strategy_choose,
    .memory_bytes = sizeof(SenseMemory),
    .styles = {FRENCH_STYLES, COALITION_STYLES},
    .stretch = stretch,
    .plans_defaults = eagles_plans_defaults,
    .search_defaults = eagles_search_defaults,
    .effort = &EAGLES_EFFORT,
    .knowledge_load = eagles_knowledge_load,
    .knowledge_release = eagles_knowledge_release,
    .knowledge_play_by = eagles_knowledge_play_by,
    .priors = eagles_priors,
    .prior_inputs = eagles_prior_inputs,
    .prior_names = eagles_prior_names,
    .playout_light = eagles_playout_light,
    .playout_heavy = eagles_playout_heavy,
    .evaluate = eagles_evaluate,
    .is_quiet = eagles_is_quiet,
    .is_minor = eagles_is_minor,
    .input_count = EAGLES_INPUT_COUNT,
    .input_name = eagles_input_name,
    .inputs = eagles_inputs_of,
    .term_names = EAGLES_TERM_NAMES,
    .term_count = EAGLES_TERM_COUNT,
    .input_term = eagles_input_term,
    .input_subject = eagles_input_subject,
    .subject_words = eagles_subject_words,
    .told = eagles_told,
    .judge = eagles_judge,
    .moment = stretch,
    .material = material,
};

/* game_ai.h: what the program knows about playing one game, as opposed to its rules.
 *
 * A game's knowledge lives in ai/<game>/ and is offered to the rest of ai/ through one constant GameAi,
 * listed in games.h. Only ai/<game>/ may include that game's state.h; everything else goes through these
 * slots.
 *
 * A strategy is a set of weights: immutable, made from a JSON file (or the game's built-in default), shared
 * by threads.
 */
#ifndef MARSHAL_AI_GAME_AI_H
#define MARSHAL_AI_GAME_AI_H

#include <assert.h>

#include "ai/effort.h"
#include "ai/mcts/params.h"
#include "ai/model.h"
#include "ai/plans/params.h"
#include "ai/policy.h"
#include "ai/prior_model.h"
#include "ai/weights.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/json.h"

/* The inputs of an evaluation in groups that mean something to players, for telling why (eval/review/why.h).
 */
enum { GAME_AI_TERMS_MAX = 12, GAME_AI_WORDS_BYTES = 160 };

typedef struct GameAi {
    const char *game_id; /* as GameRules.id */

    /* Makes a strategy from a parsed file; NULL stands for the default one. Returns NULL and fills err on a
     * bad file. */
    void *(*strategy_load)(const Game *game, const JsonNode *file, Err *err);
    void (*strategy_release)(void *strategy);
    /* The weights that a strategy is made of, for what tunes them and tells of them (eval/improve/), and
     * those that a strategy gives a seat (weights->bytes of them). Both or none. */
    const WeightTable *weights;
    const void *(*strategy_weights)(const void *strategy, Seat seat);
    /* Chooses one of query->legal from query->view alone; ties are broken with query->rng. */
    Move (*strategy_choose)(const Game *game, const void *strategy, PolicyQuery *query);
    /* What strategy_choose, priors and playouts keep between decisions makes them faster and changes nothing
     * else: memory_bytes of the caller's (query->memory), all zero bytes at first, for one thread and one
     * Game, whatever the strategy. 0: it keeps nothing. */
    size_t memory_bytes;

    /* Names of shipped strategies (scenarios/<game>/strategy-NAME.json) that play a seat in another way than
     * the default one, NULL-terminated: what plan search (ai/plans/) tries; NULL: none. */
    const char *const *styles[SEAT_COUNT];
    /* Number of the stretch of play a position belongs to, one player's turn or a round, which a plan is made
     * for: it grows over the game. NULL: State.turn. */
    uint32_t (*stretch)(const Game *game, const State *state);

    /* --- knowledge for search; a slot may be NULL: then the search does without --- */

    /* Makes the knowledge from a parsed evaluation file (NULL: without an evaluation) and a parsed file of
     * learned priors (NULL: without, what priors says is the game's own belief). NULL and err on a bad file.
     */
    void *(*knowledge_load)(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err);
    void (*knowledge_release)(void *knowledge);
    /* From now on priors and playouts of a seat go by a strategy instead of the default one, not kept. */
    void (*knowledge_play_by)(void *knowledge, Seat seat, const void *strategy);
    /* Shares out belief over the legal moves of a position of any seat: priors[i] > 0, adding up to about 1
     * (memory as for strategy_choose, NULL: none). */
    void (*priors)(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                   void *memory, float *priors);
    /* What learned priors (ai/prior_model.h) go by for these moves, and its names; both or none: then there
     * are no learned priors for the game. */
    void (*prior_inputs)(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                         PriorInputs *inputs);
    PriorNames (*prior_names)(const Game *game);
    /* Chance that the French seat wins a full position that is not over, 0 to 1. */
    float (*evaluate)(const Game *game, const void *knowledge, const State *state);
    /* The French seat's chance as people are told it, where evaluations or searches made of a position what
     * chance says: put right in the scenario (model_told). Rises with it; 0 and 1 stay. NULL: as it is. */
    double (*told)(const void *knowledge, double chance);
    /* Index in legal of the next move of a playout: quick and sensible (light), or the heuristic player's
     * (heavy; memory as for strategy_choose, NULL: none). */
    uint32_t (*playout_light)(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, Rng *rng);
    uint32_t (*playout_heavy)(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, void *memory, Rng *rng);
    /* Whether a position can be judged as it stands: nothing half done, no battle under way. */
    bool (*is_quiet)(const Game *game, const State *state);
    /* Whether the open decision only fills in a greater one, like who comes along on a march or which piece
     * is lost: searches may let priors take it. */
    bool (*is_minor)(const Game *game, const State *state);
    /* Whether so little of the game is left that it may be solved exactly (ai/endings/); NULL: never. And
     * whether the result of a full position that is not over hangs on nothing that is still to come: then
     * *chance is the French seat's chance to win, 0, 0.5 or 1; NULL: not known before the end. */
    bool (*is_ending)(const Game *game, const State *state);
    bool (*settled)(const Game *game, const State *state, double *chance);
    /* Which of a few kinds of outcome the dice have led to, for nodes that split by outcome: 0 to 255. */
    uint32_t (*outcome_key)(const Game *game, const State *state);

    /* The inputs of the evaluation (ai/model.h): how many, their names, and those of a full position. */
    uint32_t input_count;
    ModelName input_name; /* its context is game->data */
    void (*inputs)(const Game *game, const State *state, ModelInputs *inputs);
    /* Material alone, as a yardstick for evaluations: a number that grows with the French side's forces. */
    float (*material)(const Game *game, const State *state);

    /* --- for telling why; all of these or none (term_count 0) --- */

    /* Names of the groups, term_count of them: "strength near capitals". */
    const char *const *term_names;
    uint32_t term_count; /* at most GAME_AI_TERMS_MAX */
    /* Group of an input, below term_count. */
    uint32_t (*input_term)(const Game *game, uint32_t input);
    /* The input that stands for all inputs about the same thing, one place or one seat's pieces there;
     * of the same group. */
    uint32_t (*input_subject)(const Game *game, uint32_t input);
    /* How a subject stands in some positions rather than in others, in words: "the mill French instead of
     * neutral". these and those hold the average of every input over positions. "" if the group's name
     * says it all. */
    void (*subject_words)(const Game *game, uint32_t subject, const double *these, const double *those,
                          char words[GAME_AI_WORDS_BYTES]);
    /* Chance that the French seat wins, from inputs alone: evaluate(state) = judge(inputs(state)). */
    float (*judge)(const void *knowledge, const ModelInputs *inputs);
    /* Where in the sequence of play a position is: grows from one part of it to the next, the same within
     * one. */
    uint32_t (*moment)(const Game *game, const State *state);

    /* --- what was measured on the game; NULL: what suits games in general --- */

    /* Changes the defaults of the search (ai/mcts/params.h) to those that suit a scenario. */
    void (*search_defaults)(const Game *game, MctsParams *params);
    void (*plans_defaults)(const Game *game, PlansParams *params); /* the same of plan search in a scenario */
    const Effort *effort; /* levels for people, searches that stand by, reviews */
} GameAi;

/* A seat's chance as people are told it (GameAi.told). */
static inline double game_ai_told(const GameAi *ai, const void *knowledge, Seat seat, double chance)
{
    if (ai->told == NULL || knowledge == NULL) {
        return chance;
    }
    return seat == SEAT_FRENCH ? ai->told(knowledge, chance) : 1.0 - ai->told(knowledge, 1.0 - chance);
}

/* Index in legal (at least one move) of the move that priors like best in a position, the first of equals. ai
 * must have priors; memory as there; those reckoned are left in priors, if there was more than one move. */
static inline uint32_t game_ai_preferred(const GameAi *ai, const Game *game, const void *knowledge,
                                         const State *state, const MoveList *legal, void *memory,
                                         float priors[MOVE_LIST_MAX])
{
    uint32_t best = 0;
    assert(legal->count > 0 && legal->count <= MOVE_LIST_MAX);
    if (legal->count == 1) {
        return best;
    }
    ai->priors(game, knowledge, state, legal, memory, priors);
    for (uint32_t i = 1; i < legal->count; i++) {
        best = priors[i] > priors[best] ? i : best;
    }
    return best;
}

/* The knowledge for a game; NULL if there is none. */
const GameAi *game_ai_find(const char *game_id);

#endif

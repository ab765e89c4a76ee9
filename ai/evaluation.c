/* evaluation.c: see evaluation.h. */
#include "ai/evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ai/knowledge_files.h"

bool evaluation_open(Evaluation *evaluation, const Game *game, const char *file, Err *err)
{
    const GameAi *ai = game_ai_find(game->rules->id);
    const KnowledgeFiles files = {.evaluates = true, .learned = true, .evaluation = file};
    *evaluation = (Evaluation){game, NULL, NULL};
    if (ai == NULL || ai->evaluate == NULL || ai->knowledge_load == NULL) {
        return true;
    }
    evaluation->knowledge = knowledge_files_load(ai, game, &files, NULL, err);
    evaluation->ai = evaluation->knowledge != NULL ? ai : NULL;
    return evaluation->knowledge != NULL;
}

void evaluation_release(Evaluation *evaluation)
{
    if (evaluation->ai != NULL) {
        evaluation->ai->knowledge_release(evaluation->knowledge);
    }
    evaluation->ai = NULL;
}

const char *evaluation_named(const char *spec, char file[POLICY_SPEC_BYTES])
{
    static const char key[] = "evaluation=";
    const char *at = strstr(spec, key);
    if (at == NULL || at == spec || (at[-1] != ':' && at[-1] != ',') || strlen(spec) >= POLICY_SPEC_BYTES) {
        return NULL;
    }
    at += sizeof key - 1;
    const size_t length = strcspn(at, ",");
    memcpy(file, at, length);
    file[length] = '\0';
    return file;
}

double evaluation_of_outcome(const Outcome *outcome)
{
    assert(outcome->grade != OUTCOME_NONE);
    return outcome->winner == SEAT_FRENCH ? 1.0 : outcome->winner == SEAT_COALITION ? 0.0 : 0.5;
}

double evaluation_of(const Evaluation *evaluation, const State *state)
{
    assert(evaluation->ai != NULL && evaluation->ai->evaluate != NULL);
    if (state->over) {
        const Outcome outcome = game_outcome(evaluation->game, state);
        return evaluation_of_outcome(&outcome);
    }
    const double value = (double)evaluation->ai->evaluate(evaluation->game, evaluation->knowledge, state);
    assert(value >= 0.0 && value <= 1.0);
    return value;
}

double evaluation_told(const Evaluation *evaluation, const State *state)
{
    const double value = evaluation_of(evaluation, state);
    return state->over ? value : game_ai_told(evaluation->ai, evaluation->knowledge, SEAT_FRENCH, value);
}

static bool has_settled(const Evaluation *evaluation, const State *state, int64_t moment)
{
    const GameAi *ai = evaluation->ai;
    return (ai->is_quiet == NULL || ai->is_quiet(evaluation->game, state)) &&
           (ai->moment == NULL || (int64_t)ai->moment(evaluation->game, state) > moment);
}

/* Plays the decision at hand as the game's priors would; memory: GameAi.memory_bytes or NULL. */
static void play_by_priors(const Evaluation *evaluation, State *state, void *memory, Rng *rng, Dice *dice)
{
    const GameAi *ai = evaluation->ai;
    MoveList legal;
    float priors[MOVE_LIST_MAX];
    const uint32_t count = game_legal(evaluation->game, state, &legal);
    assert(count > 0);
    const uint32_t choice =
        ai->priors != NULL
            ? game_ai_preferred(ai, evaluation->game, evaluation->knowledge, state, &legal, memory, priors)
            : rng_bounded(rng, count);
    assert(choice < count);
    game_apply(evaluation->game, state, legal.moves[choice], dice);
}

bool evaluation_follow(const Evaluation *evaluation, State *state, Move move, Rng *rng, Dice *dice)
{
    const GameAi *ai = evaluation->ai;
    while (!state->over && !game_move_is_legal(evaluation->game, state, move)) {
        if (ai->is_minor == NULL || !ai->is_minor(evaluation->game, state)) {
            return false;
        }
        play_by_priors(evaluation, state, NULL, rng, dice);
    }
    if (!state->over) {
        game_apply(evaluation->game, state, move, dice);
    }
    return true;
}

void evaluation_settle(const Evaluation *evaluation, State *state, int64_t moment, uint32_t most, Rng *rng,
                       Dice *dice)
{
    void *memory = evaluation->ai->memory_bytes > 0 ? calloc(1, evaluation->ai->memory_bytes) : NULL;
    for (uint32_t i = 0; i < most && !state->over && !has_settled(evaluation, state, moment); i++) {
        play_by_priors(evaluation, state, memory, rng, dice);
    }
    free(memory); /* without one, if there was none to be had, it only takes longer */
}

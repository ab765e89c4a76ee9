/* knowledge.h: what the search is told about Age of Napoleon: priors, playout choices, evaluation. Internal
 * to ai/aon; the functions fill the slots of GameAi (ai/game_ai.h), where they are documented. */
#ifndef MARSHAL_AI_AON_KNOWLEDGE_H
#define MARSHAL_AI_AON_KNOWLEDGE_H

#include "ai/game_ai.h"

void *aon_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err);
void aon_knowledge_release(void *knowledge);
void aon_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                void *memory, float *priors);
void aon_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                      PriorInputs *inputs);
PriorNames aon_prior_names(const Game *game);
float aon_evaluate(const Game *game, const void *knowledge, const State *state);
double aon_told(const void *knowledge, double chance);
float aon_judge(const void *knowledge, const ModelInputs *inputs);
uint32_t aon_playout_light(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           Rng *rng);
uint32_t aon_playout_heavy(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           void *memory, Rng *rng);
bool aon_is_quiet(const Game *game, const State *state);
bool aon_is_minor(const Game *game, const State *state);
uint32_t aon_outcome_key(const Game *game, const State *state);
float aon_material(const Game *game, const State *state);
void aon_inputs_of(const Game *game, const State *state, ModelInputs *inputs);

#endif

/* knowledge.h: what the search is told about Napoleon against Europe: priors, playout choices, evaluation.
 * Internal to ai/nae; the functions fill the slots of GameAi (ai/game_ai.h), where they are documented. */
#ifndef MARSHAL_AI_NAE_KNOWLEDGE_H
#define MARSHAL_AI_NAE_KNOWLEDGE_H

#include "ai/game_ai.h"

void *nae_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err);
void nae_knowledge_release(void *knowledge);
void nae_knowledge_play_by(void *knowledge, Seat seat, const void *strategy);
void nae_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                void *memory, float *priors);
PriorNames nae_prior_names(const Game *game);
void nae_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                      PriorInputs *inputs);
float nae_evaluate(const Game *game, const void *knowledge, const State *state);
double nae_told(const void *knowledge, double chance);
float nae_judge(const void *knowledge, const ModelInputs *inputs);
uint32_t nae_playout_light(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           Rng *rng);
uint32_t nae_playout_heavy(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                           void *memory, Rng *rng);
bool nae_is_quiet(const Game *game, const State *state);
bool nae_is_minor(const Game *game, const State *state);
float nae_material_of(const Game *game, const State *state);
void nae_inputs_of(const Game *game, const State *state, ModelInputs *inputs);

#endif

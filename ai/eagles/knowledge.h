/* knowledge.h: what searches are told about Napoleon's Eagles: priors, the evaluation, and which decisions
 * are quiet or minor. Internal to ai/eagles; the functions fill the slots of GameAi (ai/game_ai.h), where
 * they are documented. */
#ifndef MARSHAL_AI_EAGLES_KNOWLEDGE_H
#define MARSHAL_AI_EAGLES_KNOWLEDGE_H

#include "ai/game_ai.h"

void *eagles_knowledge_load(const Game *game, const JsonNode *evaluation, const JsonNode *priors, Err *err);
void eagles_knowledge_release(void *knowledge);
void eagles_knowledge_play_by(void *knowledge, Seat seat, const void *strategy);
float eagles_evaluate(const Game *game, const void *knowledge, const State *state);
double eagles_told(const void *knowledge, double chance);
float eagles_judge(const void *knowledge, const ModelInputs *inputs);
void eagles_inputs_of(const Game *game, const State *state, ModelInputs *inputs);
void eagles_priors(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                   void *memory, float *priors);
PriorNames eagles_prior_names(const Game *game);
void eagles_prior_inputs(const Game *game, const void *knowledge, const State *state, const MoveList *legal,
                         PriorInputs *inputs);
uint32_t eagles_playout_light(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, Rng *rng);
uint32_t eagles_playout_heavy(const Game *game, const void *knowledge, const State *state,
                              const MoveList *legal, void *memory, Rng *rng);
bool eagles_is_quiet(const Game *game, const State *state);
bool eagles_is_minor(const Game *game, const State *state);

#endif

/* knowledge_files.h: what a game's knowledge is made from: the fitted evaluation and the learned priors,
 * named or shipped. */
#ifndef MARSHAL_AI_KNOWLEDGE_FILES_H
#define MARSHAL_AI_KNOWLEDGE_FILES_H

#include "ai/game_ai.h"
#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"

typedef struct KnowledgeFiles {
    bool evaluates;         /* an evaluation is wanted */
    bool learned;           /* learned priors are wanted, if the game has any */
    bool tuned;             /* priors and playouts go by the strategies that are shipped for the scenario */
    const char *evaluation; /* path; NULL: the shipped one */
    const char *priors;     /* the same */
} KnowledgeFiles;

/* Makes the knowledge of ai, which must have some, for a game; release it with ai->knowledge_release. policy,
 * if not NULL, is told which files it comes from (policy_note_source). NULL and err on a missing or bad file.
 */
void *knowledge_files_load(const GameAi *ai, const Game *game, const KnowledgeFiles *files, Policy *policy,
                           Err *err);

#endif

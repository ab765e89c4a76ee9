/* terms.h: the inputs of the evaluation of Napoleon against Europe as players speak of them: groups,
 * subjects, words. Internal to ai/nae; the functions fill the slots of GameAi (ai/game_ai.h), where they are
 * documented. */
#ifndef MARSHAL_AI_NAE_TERMS_H
#define MARSHAL_AI_NAE_TERMS_H

#include "ai/game_ai.h"

enum nae_term {
    NAE_TERM_PLACES,    /* where units stand */
    NAE_TERM_ARMIES,    /* how many there are, on the map and in reserve, and who commands them */
    NAE_TERM_CONDITION, /* morale, supply, depots */
    NAE_TERM_NAPOLEON,
    NAE_TERM_ZONES, /* control markers, keys of powers, capitals, fortresses */
    NAE_TERM_NATIONS,
    NAE_TERM_SEA,
    NAE_TERM_CARDS, /* in hand, and action points */
    NAE_TERM_MONEY,
    NAE_TERM_LEVEL, /* of victory, and of escalade */
    NAE_TERM_EVENTS,
    NAE_TERM_TIME,
    NAE_TERM_COUNT
};

extern const char *const NAE_TERM_NAMES[NAE_TERM_COUNT];

uint32_t nae_input_term(const Game *game, uint32_t input);
uint32_t nae_input_subject(const Game *game, uint32_t input);
void nae_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                       char words[GAME_AI_WORDS_BYTES]);

#endif

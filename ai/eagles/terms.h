/* terms.h: the inputs of the evaluation of Napoleon's Eagles as players speak of them: groups, subjects,
 * words. Internal to ai/eagles; the functions fill the slots of GameAi (ai/game_ai.h), where they are
 * documented. */
#ifndef MARSHAL_AI_EAGLES_TERMS_H
#define MARSHAL_AI_EAGLES_TERMS_H

#include "ai/game_ai.h"

enum eagles_term {
    EAGLES_TERM_CITIES, /* those that decide: who controls and besieges them */
    EAGLES_TERM_NEAR,   /* strength in and around them */
    EAGLES_TERM_ARMIES, /* strength on the map */
    EAGLES_TERM_STATES, /* campaign: whose each nation is, what was conquered */
    EAGLES_TERM_MEANS,  /* campaign: pools and production cities */
    EAGLES_TERM_ALLIANCE,
    EAGLES_TERM_NAPOLEON, /* campaign: his exile */
    EAGLES_TERM_TIME,
    EAGLES_TERM_COUNT
};

extern const char *const EAGLES_TERM_NAMES[EAGLES_TERM_COUNT];

uint32_t eagles_input_term(const Game *game, uint32_t input);
uint32_t eagles_input_subject(const Game *game, uint32_t input);
void eagles_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                          char words[GAME_AI_WORDS_BYTES]);

#endif

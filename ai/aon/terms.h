/* terms.h: the inputs of the evaluation as players speak of them: groups, subjects, words. Internal to
 * ai/aon; the functions fill the slots of GameAi (ai/game_ai.h), where they are documented. */
#ifndef MARSHAL_AI_AON_TERMS_H
#define MARSHAL_AI_AON_TERMS_H

#include "ai/game_ai.h"

enum aon_term {
    AON_TERM_CONTROL,  /* alignment of countries */
    AON_TERM_STAKES,   /* countries about to surrender, or within reach */
    AON_TERM_CAPITALS, /* corps in the capital areas of major countries and beside them */
    AON_TERM_FIELD,    /* corps elsewhere on the map */
    AON_TERM_ARMIES,   /* how many there are in all, and how many are spent */
    AON_TERM_NAPOLEON,
    AON_TERM_HAND,
    AON_TERM_RESERVE, /* corps that may be deployed, or may be some day */
    AON_TERM_LOSSES,  /* prisoners, and corps lost for good */
    AON_TERM_TIME,    /* year, phase, round, who is on the move */
    AON_TERM_EVENTS,
    AON_TERM_COUNT
};

extern const char *const AON_TERM_NAMES[AON_TERM_COUNT];

uint32_t aon_input_term(const Game *game, uint32_t input);
uint32_t aon_input_subject(const Game *game, uint32_t input);
void aon_subject_words(const Game *game, uint32_t subject, const double *these, const double *those,
                       char words[GAME_AI_WORDS_BYTES]);
uint32_t aon_moment(const Game *game, const State *state);

#endif

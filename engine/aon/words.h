/* words.h: Age of Napoleon in words: questions and choices (words.c), what dice are for (dice_text.c). What
 * happened: event_text.c. See engine/words.h. */
#ifndef MARSHAL_ENGINE_AON_WORDS_H
#define MARSHAL_ENGINE_AON_WORDS_H

#include "engine/aon/state.h"
#include "engine/words.h"

extern const GameWords AON_WORDS;

/* What a die is for (dice_text.c). */
void aon_die_words(const AonData *d, const AonState *s, uint32_t before, StrBuf *out);

extern const WordsPage AON_PAGES[]; /* pages.c */
/* Ratings, stacks, alignments of what a move names (pages.c). */
void aon_remark(const AonData *d, const AonState *view, Move move, StrBuf *out);
/* Who stands where a battle is fought or an army has come in (pages.c). */
void aon_setting(const AonData *d, const AonState *view, StrBuf *out);
/* Help on the rules (guide.c), and what clauses say (clauses.c). */
extern const WordsHelp AON_HELP[];
extern const WordsClause AON_CLAUSES[];
/* Name of the part of the help that a position is about. */
const char *aon_help_now(const AonState *s);

/* A move in a few words (brief.c). */
void aon_brief(const AonData *d, Move move, bool hidden, StrBuf *out);

/* What a move adds to the plan of its seat, and where a plan ends (deeds.c). */
void aon_deed(const AonData *d, const AonState *before, Move move, const AonState *after, WordsDeed *deed);
bool aon_plan_over(const AonState *start, const AonState *now);

/* "Coalition member" and so on. */
const char *aon_alignment_in_words(unsigned alignment);

#endif

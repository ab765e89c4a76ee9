/* words.h: Napoleon against Europe in words: what is asked and what each choice means. See engine/words.h. */
#ifndef MARSHAL_ENGINE_NAE_WORDS_H
#define MARSHAL_ENGINE_NAE_WORDS_H

#include "engine/nae/data.h"
#include "engine/words.h"

extern const GameWords NAE_WORDS;
/* The rules in short (guide.c), clauses (clauses.c), pages to look at during a game (pages.c). */
extern const WordsHelp NAE_HELP[];
extern const WordsClause NAE_CLAUSES[];
extern const WordsPage NAE_PAGES[];
/* Name of the part of NAE_HELP that a position is about. */
const char *nae_help_now(const NaeState *s);

/* What a move adds to the plan of its seat, and where a plan ends (deeds.c). */
void nae_deed(const NaeData *d, const NaeState *before, Move move, WordsDeed *deed);
bool nae_plan_over(const NaeState *start, const NaeState *now);

/* A piece as people call it: "III Corps (France, infantry, 2 steps)", s NULL: without its steps; a place of
 * fleets: "the port of Brest". */
void nae_piece_words(const NaeData *d, const NaeState *s, unsigned piece, StrBuf *out);
/* Points of a budget, as prices and purses are told on page and terminal alike: "10.5 points". */
void nae_points_words(int halves, StrBuf *out);
/* What the phrase of a move names first: z zone, p piece, c card and so on (words.c); 0: nothing. */
char nae_named(Move move);
/* What one should know of a choice (remarks.c). */
void nae_choice_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out);
/* Steps of a force as the seat to act sees them; the chances of a battle, "the attack wins 63 %: +4 against
 * +2, losses of 1.2 against 2.3 steps": cards are still to come. */
void nae_force_words(const NaeData *d, const NaeState *s, NaePieces set, StrBuf *out);
struct NaeForecast;
void nae_forecast_words(const struct NaeForecast *f, StrBuf *out);
void nae_place_words(const NaeData *d, unsigned place_kind, unsigned place, StrBuf *out);

#endif

/* words.h: the game in words for people (words.c). */
#ifndef MARSHAL_ENGINE_EAGLES_WORDS_H
#define MARSHAL_ENGINE_EAGLES_WORDS_H

#include "engine/eagles/state.h"
#include "engine/words.h"

extern const struct GameWords EAGLES_WORDS;
/* guide.c: the rules in short, and the clauses. */
extern const WordsHelp EAGLES_HELP[];
extern const WordsClause EAGLES_CLAUSES[];
const char *eagles_help_now(const void *data, const State *view);
/* What is asked, with its clause (questions.c). */
void eagles_question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES]);
/* What a person should know who answers (setting.c). */
void eagles_setting(const void *data, const State *view, StrBuf *out);
/* Production points, which are counted in halves: "2.5". */
void eagles_tell_points(StrBuf *out, unsigned halves);
/* What a move adds to the plan of its seat, and where a plan ends (deeds.c). */
struct EaglesData;
void eagles_deed(const struct EaglesData *d, const EaglesState *before, Move move, WordsDeed *deed);
bool eagles_plan_over(const EaglesState *start, const EaglesState *now, Seat seat);

#endif

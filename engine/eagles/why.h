/* why.h: why a move is not legal: what the files why*.c share. Internal to engine/eagles.
 *
 * why.c takes the text of a move, finds out whether it belongs to the decision that is open, and asks the
 * file of its chapter for the reason. A reason is a statement about the view that is never true of a legal
 * move: tests/eagles/test_eagles_why.c asks after every decision of random games, and finds none for legal
 * moves and one for each of the others. The functions are questions: they look at the view alone and change
 * nothing. */
#ifndef MARSHAL_ENGINE_EAGLES_WHY_H
#define MARSHAL_ENGINE_EAGLES_WHY_H

#include "engine/eagles/campaign.h"
#include "engine/eagles/phrases.h"
#include "engine/words.h"

enum { EAGLES_WHY_NAMES = 4, EAGLES_WHY_NAME_BYTES = EAGLES_NAME_BYTES + 32 };

/* A question and where its answer goes. */
typedef struct EaglesWhy {
    Play p;                 /* the view; no dice */
    const EaglesFrame *top; /* the open decision */
    unsigned side;          /* of the seat that is asked */
    unsigned kind;          /* enum eagles_move_kind of the move asked about */
    unsigned argument;      /* its arguments */
    const MoveList *legal;  /* what is on the list */
    StrBuf *out;
    char *clause;                                       /* WORDS_CLAUSE_BYTES */
    char name[EAGLES_WHY_NAMES][EAGLES_WHY_NAME_BYTES]; /* of hexes, for one sentence */
    unsigned names;
} EaglesWhy;

/* Appends a sentence, sets the clause; true. */
__attribute__((format(printf, 3, 4))) bool eagles_because(const EaglesWhy *w, const char *clause,
                                                          const char *format, ...);
/* Names for sentences, never empty; at most four hexes in one sentence. */
const char *eagles_why_hex(EaglesWhy *w, unsigned hex);
const char *eagles_why_nation(const EaglesWhy *w, unsigned nation);
/* Why SP of a side may not be in a hex at all [7.2]: sentence and true, or false if they may. */
bool eagles_why_closed(EaglesWhy *w, unsigned hex, unsigned side);
/* Why SP of a row may not go to a hex by rules of their own [7.1, 7.2, 13.5]; the same. */
bool eagles_why_barred(EaglesWhy *w, unsigned unit, bool expedition, unsigned hex);
/* The decision is about another force, hex or row than the one named: says which (that of the first move on
 * the list). */
bool eagles_why_another(EaglesWhy *w, const char *clause);

/* Each gives the reason for the kinds of its chapter; false if it knows none. */
bool eagles_why_march(EaglesWhy *w);    /* why_march.c: groups, steps, forced marches, overruns [7] */
bool eagles_why_fight(EaglesWhy *w);    /* why_fight.c: attacks, sieges, joins, retreats, advances [8, 9] */
bool eagles_why_campaign(EaglesWhy *w); /* why_campaign.c: alliances, wars, production, arrivals [4, 5, 13] */
bool eagles_why_sail(EaglesWhy *w);     /* why_sail.c: fleets [12] */

/* GameWords.why_not. */
void eagles_why_not(const void *data, const State *view, Seat seat, const char *move, StrBuf *out,
                    char clause[WORDS_CLAUSE_BYTES]);

#endif

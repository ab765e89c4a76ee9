/* why.h: why a move is not legal: what the files why*.c share. Internal to engine/nae.
 *
 * why.c takes the text of a move, finds out whether it belongs to the decision that is open, and asks the
 * file of its chapter for the reason. A reason is a statement about the view that is never true of a legal
 * move: tests/nae/test_nae_why.c asks after every decision of random games, and finds none for legal moves
 * and one for each of the others. The functions are questions: they look at the view alone and change
 * nothing. */
#ifndef MARSHAL_ENGINE_NAE_WHY_H
#define MARSHAL_ENGINE_NAE_WHY_H

#include "engine/nae/force.h"
#include "engine/nae/rules.h"
#include "engine/words.h"

/* A question and where its answer goes. */
typedef struct NaeWhy {
    NaePlay p;           /* the view; no dice */
    const NaeFrame *top; /* the open decision */
    unsigned kind;       /* enum nae_kind of the move asked about */
    unsigned a, b, c;    /* its arguments */
    StrBuf *out;
    char *clause; /* WORDS_CLAUSE_BYTES */
} NaeWhy;

/* Appends a sentence, sets the clause; true. */
__attribute__((format(printf, 3, 4))) bool nae_because(const NaeWhy *w, const char *clause,
                                                       const char *format, ...);
/* Names for sentences, never empty. */
const char *nae_why_zone(const NaeWhy *w, unsigned zone);
const char *nae_why_piece(const NaeWhy *w, unsigned piece);
const char *nae_why_nation(const NaeWhy *w, unsigned nation);
const char *nae_why_card(const NaeWhy *w, unsigned card);
const char *nae_why_side(unsigned side);
/* What is wrong with a force, as the end of a sentence: "more steps than he can command". */
const char *nae_why_fault(enum nae_fault fault);
/* Why a set cannot stand with another: the fault of the two together, NAE_FAULT_NONE if it can. */
enum nae_fault nae_why_apart(const NaeWhy *w, NaePieces mover, NaePieces stander);

/* Each gives the reason for the kinds of its chapter; false if it knows none. */
bool nae_why_march(const NaeWhy *w);    /* why_march.c: MOVE, WALK, FORTRESS, FORCED_MARCH */
bool nae_why_activate(const NaeWhy *w); /* why_activate.c: SPEND..., GATHER, SPLIT, SWAP */
bool nae_why_fight(const NaeWhy *w);    /* why_fight.c: interception, evasion, battle, retreat */
bool nae_why_buy(const NaeWhy *w);      /* why_buy.c: transfers, purchases, places, reserve */
bool nae_why_card_use(const NaeWhy *w); /* why_card.c: declarations, actions, uses of cards, targets */
bool nae_why_sail(const NaeWhy *w);     /* why_sail.c: squadrons and what they may do */

/* Why a set may not enter a zone from another [12.1, 8.8]: sentence and true, or false if it may. */
bool nae_why_closed(const NaeWhy *w, NaePieces set, unsigned side, unsigned from, unsigned to);

/* GameWords.why_not. */
void nae_why_not(const void *data, const State *view, Seat seat, const char *move, StrBuf *out,
                 char clause[WORDS_CLAUSE_BYTES]);

#endif

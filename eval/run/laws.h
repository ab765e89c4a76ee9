/* laws.h: the laws of engine/game.h, checked on random play. Used by `marshal fuzz` and by
 * tests/eval/test_laws.c.
 *
 * A game is played by random choices; after every decision the cheap laws are checked (lists sorted, unique,
 * not empty; the module's own invariants; the bound on decisions), and on a random sample of decisions, or on
 * all of them when thorough, the dear ones (views, determinization, notation, repeatability, JSON, words,
 * events). The style of the random choices varies from game to game, since uniform choices reach some corners
 * of a game almost never. Everything follows from the seed.
 */
#ifndef MARSHAL_EVAL_RUN_LAWS_H
#define MARSHAL_EVAL_RUN_LAWS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/game.h"

enum law {
    LAW_SETUP, /* set-up fills the whole state and depends on its dice alone */
    LAW_LIST,  /* legal moves are sorted, unique, within max_moves, two or more, and none exactly when the
                  game is over */
    LAW_SEAT,  /* a seat decides exactly while the game goes on */
    LAW_CHECK, /* the module's invariants hold */
    LAW_ENDS,  /* no more than max_plies decisions; then an outcome with winner and grade */
    LAW_VIEW,  /* a view of a view is that view, and keeps the header */
    LAW_VIEW_LEGAL,  /* legal(view of the seat to act) = legal(state) */
    LAW_DETERMINIZE, /* view(determinize(view)) = view; the world made can be played, with the same choices
                      * for that seat
                      */
    LAW_GRAMMAR,     /* moves and outlines are written in the notation of game.h */
    LAW_NOTATION,    /* parse(text(move)) = move, for every legal move; texts differ */
    LAW_REPEATABLE,  /* same state, move and dice give the same bytes */
    LAW_ADVANCE,     /* advance does what apply and then legal do, whatever its scratch has met before */
    LAW_SCRIPT,      /* an apply replayed from its recorded draws gives the same bytes and uses all of them;
                      * with none of them it ends, too, and the dice say that they failed
                      */
    LAW_JSON,        /* text and JSON of a seat are functions of its view; JSON is valid */
    LAW_TURN,        /* turns never go back and stay below turn_count */
    LAW_NAMES,       /* ids of cards and places are unique and fit for notation, none is beyond the last; maps
                      * are finite, neighbours mutual
                      */
    LAW_WORDS,       /* what is asked, choices, targets, turns and where play stands are told, in one line
                      * each, the last from every view alike
                      */
    LAW_EVENTS,      /* noting changes nothing; events are told in one line and as JSON with kind, seat and
                      * clause, to a seat from what it may know of them; dice show faces that they have
                      */
    LAW_LIGHT,   /* a move after which nothing was drawn, and nothing came to light for who made it, looks to
                  * him the same in every world he could not tell from this one
                  */
    LAW_SUMMARY, /* summaries count cards and places that there are */
    LAW_COUNT
};

/* "list", "determinize" ... */
const char *law_name(enum law law);

enum { LAWS_MESSAGE_BYTES = 384 };

/* The first law found broken in a game. */
typedef struct LawBreach {
    enum law law;
    uint32_t ply; /* decisions made before it */
    char message[LAWS_MESSAGE_BYTES];
} LawBreach;

typedef struct LawsReport {
    uint32_t plies;      /* decisions played */
    uint32_t thorough;   /* of these, decisions on which the dear laws were checked */
    uint32_t most_moves; /* longest list */
    uint64_t moves;      /* sum of the lengths of all lists */
    bool stopped;        /* the flag was seen; nothing else is known */
    bool broken;         /* breach is filled */
    LawBreach breach;
} LawsReport;

/* How a game is played while the laws are checked. */
typedef struct LawsPlan {
    uint64_t seed;
    bool thorough;        /* all laws on every decision */
    const Policy *policy; /* of both seats, which leads where play at random does not get; NULL: at random */
    const atomic_bool *stop; /* NULL: never */
} LawsPlan;

/* Plays one game with the laws checked. A policy that gives up is followed by a random move. */
void laws_play(const Game *game, const LawsPlan *plan, LawsReport *report);

#endif

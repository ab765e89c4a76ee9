/* openings.h: the plans of many games' first turns, grouped by what they do, and what each is worth.
 *
 *     Openings *openings = openings_new(&game, &wish);
 *     openings_add(openings, &entry)                     for every game: openings_source.h knows where from
 *     openings_group(openings, &err)
 *     openings_judge(openings, &judge, &err)             if a search's opinion is wanted
 *     look at openings->seats[seat].groups
 *     openings_release(openings)
 *
 * A plan is a set of deeds (plan_watch.h); two games with the same deeds played the same plan. Where the
 * sequence of deeds matters, or where somebody stood half-way, plans are not told apart. Plans that few games
 * played are put together by what matters most: first those alike but for details, then those alike in their
 * main deeds; what is too rare even then is the rest, of which only the number is told.
 *
 * score: points of the seat whose plan it is: a game that nobody won counts one half
 * (eval/statistics/worth.h). Interval: Wilson's, games taken as independent. Strong players have other plans
 * than weak ones, so a plan's score says who plays it as much as what it is worth; the difference of a deed
 * is therefore taken within games of the same two players (report_stats.h).
 *
 * Deterministic: the same games in the same order give the same groups. Texts come from the game and its
 * files. Ownership: Openings owns all it holds and borrows the Game. One thread.
 */
#ifndef MARSHAL_EVAL_OPENINGS_OPENINGS_H
#define MARSHAL_EVAL_OPENINGS_OPENINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/jsonout.h"
#include "engine/strbuf.h"
#include "eval/openings/plan_watch.h"
#include "eval/report/report_stats.h"
#include "eval/statistics/stats.h"

enum { OPENING_SOURCE_BYTES = 128, OPENINGS_POSITIONS_MAX = 64 };

typedef struct OpeningsWish {
    uint64_t least;     /* games that a group has at least; 0: one in forty, and at least three */
    uint32_t top;       /* at most so many groups and deeds of a seat are listed; at least 1 */
    uint32_t turns;     /* a plan covers so many turns; 0: what the game calls a first turn */
    uint32_t positions; /* of each plan so many positions at its end are kept to be judged */
} OpeningsWish;

/* One game to be added. */
typedef struct OpeningEntry {
    const PlanWatch *watch; /* done */
    Outcome outcome;
    uint32_t cell;      /* games of one pair of players have the same, small number */
    const char *source; /* where to find the game, in words */
} OpeningEntry;

/* A deed as groups and lists name it. */
typedef struct OpeningDeed {
    uint8_t rank;
    char heading[WORDS_HEADING_BYTES];
    char text[WORDS_DEED_BYTES];
    uint32_t times;
    uint64_t games;
    double points;
    Interval interval;           /* of the score */
    ReportDifference difference; /* score with it less score without, between the same players */
    uint32_t cell_room;
    struct OpeningCell *cells; /* owned: by pair of players */
} OpeningDeed;

typedef struct OpeningCell {
    uint64_t games;
    double points;
} OpeningCell;

/* A position kept at the end of a plan. */
typedef struct OpeningEnd {
    uint64_t arrival; /* number of the game among those added */
    uint32_t plies;
    State *state; /* owned */
} OpeningEnd;

/* All games with the same deeds. */
typedef struct OpeningPlan {
    uint32_t deed_count;
    uint32_t *deeds; /* owned: indices, ascending */
    uint64_t games;
    double points;
    uint32_t end_count;
    OpeningEnd *ends;                  /* owned; at most OpeningsWish.positions */
    char source[OPENING_SOURCE_BYTES]; /* of the first game */
    uint32_t group;                    /* once grouped; OPENING_REST: in the rest */
} OpeningPlan;

#define OPENING_REST UINT32_MAX

typedef struct OpeningGroup {
    enum words_deed_rank level; /* plans are alike in all deeds of this rank and above */
    uint32_t plan;              /* one of its plans, for its deeds */
    uint64_t plans, games;
    double points;
    Interval interval;
    char source[OPENING_SOURCE_BYTES];
    uint32_t judged; /* positions that a search has judged; 0: none */
    double value;    /* their mean chance of winning for the seat, and its standard error (0 of one) */
    double error;
} OpeningGroup;

typedef struct OpeningsSeat {
    uint64_t games;
    double points;
    uint32_t deed_count, deed_room;
    OpeningDeed *deeds; /* in order of appearance */
    uint32_t *deed_index;
    uint32_t deed_slots;
    uint32_t plan_count, plan_room;
    OpeningPlan *plans;
    uint32_t *plan_index;
    uint32_t plan_slots;
    uint32_t cell_count;
    OpeningCell *cells;
    /* once grouped: */
    uint32_t group_count;
    OpeningGroup *groups; /* most games first */
    OpeningGroup rest;    /* plans 0: none */
    uint32_t listed;
    uint32_t *list;    /* deeds worth listing: most games first */
    uint64_t left_out; /* deeds that had no room in a plan */
} OpeningsSeat;

typedef struct Openings {
    const Game *game;
    OpeningsWish wish;
    uint64_t games;
    OpeningsSeat seats[SEAT_COUNT];
} Openings;

/* NULL without memory. */
Openings *openings_new(const Game *game, const OpeningsWish *wish);
void openings_release(Openings *openings);

/* Adds a game. False without memory. */
bool openings_add(Openings *openings, const OpeningEntry *entry);

/* Makes the groups of all games added; may be called again after more. False without memory. */
bool openings_group(Openings *openings);

/* A search's opinion of positions at the end of the plans of each group. */
typedef struct OpeningsJudge {
    const Policy *policy; /* one that reports */
    uint32_t positions;   /* of a group, at most */
    uint64_t seed;
    const atomic_bool *stop; /* NULL: never; groups not reached stay without opinion */
    void (*listener)(void *context, uint64_t done, uint64_t total); /* NULL: none */
    void *context;
} OpeningsJudge;
bool openings_judge(Openings *openings, const OpeningsJudge *judge, Err *err);

/* What all plans of a seat do, in words; nothing if they have nothing in common, or there is only one. */
void openings_common_words(const OpeningsSeat *seat, StrBuf *out);
/* A group in words, but for what all plans do: "courts the duchy; marches from the mill to the ford; details
 * differ". */
void openings_group_words(const OpeningsSeat *seat, const OpeningGroup *group, StrBuf *out);
/* A deed in words: "courts the duchy". */
void openings_deed_words(const OpeningDeed *deed, StrBuf *out);

/* Tables for people. */
void openings_write_text(const Openings *openings, StrBuf *out);
/* Adds "seats" to an object that is open (docs/files.md). */
void openings_write_json(const Openings *openings, JsonOut *out);

#endif

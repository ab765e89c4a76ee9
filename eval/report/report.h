/* report.h: everything a report on a store says, as numbers: read once, in one pass over the games, then only
 * looked at.
 *
 * A scenario is known by its SHA-256 (rules, board, overrides), a policy by its text, the SHA-256 of the
 * files it was made of and the version of the program: a file that was changed makes another player. A cell
 * is what one French and one Coalition policy played on a scenario, whatever the seed.
 *
 * A meeting is everything two policies played against each other on a scenario. Two experiments that differ
 * in nothing but swapped seats are halves of a duel: game i of one and game i of the other are a pair, with
 * the same luck.
 *
 * All texts come from the store and are hostile until escaped. Owned: everything; report_release.
 */
#ifndef MARSHAL_EVAL_REPORT_REPORT_H
#define MARSHAL_EVAL_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/json.h"
#include "eval/equilibrium/equilibrium.h"
#include "eval/equilibrium/table.h"
#include "eval/openings/openings.h"
#include "eval/report/report_board.h"
#include "eval/report/report_tally.h"
#include "eval/statistics/elo.h"
#include "eval/statistics/rating.h"
#include "eval/store/store.h"

enum { REPORT_FORFEITS_MAX = 200, REPORT_QUARANTINED_MAX = 1000 };

typedef struct ReportScenario {
    char *game;
    char *name; /* "game/name", or a path */
    char *title;
    char *sha256;
    char *overrides;   /* JSON list of texts */
    ReportTally tally; /* of all its cells */
    ReportBoard board;
    /* Its strategies as a matrix game: those of the table are policies `players`, owned. Nothing in them if
     * one policy met one other, or a seat had more than a matrix game has. */
    Table table;
    uint32_t *players[SEAT_COUNT];
    /* Policies that were left out of the table, behind its strategies in `players`: they did not meet all
     * others, and nothing may rest on games that were not played. */
    uint32_t left_out[SEAT_COUNT];
    uint32_t unplayed;       /* pairs of policies without games, of all that have the seats */
    uint32_t samples;        /* of the equilibrium */
    Equilibrium equilibrium; /* payoffs NULL: none */
    Openings *openings;      /* owned: first turns of some of its games; NULL: none can be looked at again */
} ReportScenario;

typedef struct ReportPolicy {
    char *spec;
    char *files;   /* SHA-256 over the files it was made of; "" without */
    char *version; /* of the program */
} ReportPolicy;

typedef struct ReportCell {
    uint32_t scenario;
    uint32_t policies[SEAT_COUNT];
    ReportTally tally;
    uint32_t table_cell; /* in the table of its scenario, before strategies were left out */
} ReportCell;

typedef struct ReportExperiment {
    int64_t id;
    uint32_t cell;
    uint64_t seed;
    bool repeatable;
    uint64_t games;
    uint64_t numbers; /* the highest number of a game, + 1 */
    uint64_t quarantined;
    uint32_t partner; /* the experiment with seats swapped, + 1; 0: none */
} ReportExperiment;

typedef struct ReportMeeting {
    uint32_t scenario;
    uint32_t a, b; /* policies, a <= b; equal: against itself, everything is in single[0] */
    uint64_t pairs[REPORT_RESULTS]
                  [REPORT_RESULTS];     /* by winner of the game with a as the French, of that with b */
    uint64_t single[2][REPORT_RESULTS]; /* games without a partner: a as the French, b as the French */
} ReportMeeting;

typedef struct ReportForfeit {
    uint32_t experiment;
    Seat seat; /* who gave up */
    char *reason;
    uint64_t games;
} ReportForfeit;

typedef struct ReportQuarantine {
    uint32_t experiment;
    uint64_t number, seed;
} ReportQuarantine;

typedef struct Report {
    uint64_t games, forfeited, quarantined;
    uint32_t scenario_count, policy_count, cell_count, experiment_count, meeting_count;
    uint32_t forfeit_count,
        quarantine_count; /* listed: at most REPORT_FORFEITS_MAX, REPORT_QUARANTINED_MAX */
    ReportScenario *scenarios;
    ReportPolicy *policies;
    ReportCell *cells; /* by scenario in order of appearance, then as they came */
    ReportExperiment *experiments;
    ReportMeeting *meetings;
    ReportForfeit *forfeits;
    ReportQuarantine *quarantine;
    bool many_versions;   /* policies of more than one version: say which */
    bool has_ratings;     /* false: too many policies or scenarios, or no two policies met */
    RatingResult ratings; /* by policy and scenario */
} Report;

/* Reads a store, seen at one moment. False and err if it holds no games, is damaged, or memory runs out;
 * nothing needs releasing then. */
bool report_read(Store *store, Report *report, Err *err);
void report_release(Report *report);

/* Pairs of a meeting by half points of a: 0, 1, 2, 3, 4. */
void report_pentanomial(const ReportMeeting *meeting, uint64_t pairs[ELO_VALUES]);

/* The overrides of a scenario, one by one; NULL beyond the last. Borrowed from doc, which the caller opens
 * and closes:
 */
bool report_overrides_open(const ReportScenario *scenario, JsonDoc *doc);
const char *report_override(const JsonDoc *doc, size_t index);

#endif

/* policy.h: whoever chooses moves: random, heuristic, search, an external program. One interface for all.
 *
 * A Policy is made once from a specification such as "heuristic:strategy=holds.json" for one loaded game;
 * from then on it is immutable and shared by all threads. What a policy must remember during one game (a
 * subtree, a child process) lives in a session: one session belongs to one seat of one game in one thread.
 *
 * Honesty: a policy is asked through a PolicyQuery, which holds the legal moves, the view of the seat that
 * decides, and a random stream of its own (rng_derive of the game's seed, the seat's purpose and the ply):
 * never the full state, never the dice. Kinds that need no view do not get one, which also saves making it;
 * one that takes any legal move (random) need not even be called. Given the same query a policy makes the
 * same choice.
 *
 * Giving up: a policy that cannot go on (an external program that crashed, hung or broke the rules) answers
 * POLICY_NO_MOVE and says why in query->forfeit. The game is then lost for its seat; it is no fault of ours.
 * The kinds built in never do so.
 *
 * Ownership: a Policy borrows its Game; policy_init ... policy_release; sessions must be freed before their
 * policy.
 */
#ifndef MARSHAL_AI_POLICY_H
#define MARSHAL_AI_POLICY_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/hash.h"
#include "engine/json.h"
#include "engine/rng.h"

enum { POLICY_SPEC_BYTES = 512, POLICY_OPTIONS_MAX = 32, POLICY_KEY_BYTES = 32 };

enum { POLICY_LINE_MAX = 24 };

/* Room for the reason why a policy gives up a game. */
enum { POLICY_FORFEIT_BYTES = 120 };

/* No move of any game: the answer of a policy that gives up its game. */
#define POLICY_NO_MOVE ((Move)UINT32_MAX)

/* What a policy thought of one legal move. */
typedef struct PolicyMove {
    Move move;
    uint32_t line_count;        /* moves expected from here on, this one first; 0 if nobody looked */
    Move line[POLICY_LINE_MAX]; /* by both seats, in the order of decisions; minor ones that had no node are
                                   left out */
    uint64_t visits;            /* iterations spent on it: where whole plans are compared the one at hand gets
                                   most of them, even if another is found better */
    double prior;               /* share given before searching; all of a list add up to 1 */
    double win_probability;     /* of the seat that decides; meaningless without visits */
    double standard_error; /* of that, over iterations, taken as independent; they are not, for each is led by
                            * those before it: in repeated searches the value spreads about twice as much */
} PolicyMove;

/* Why a policy chose: filled on request by kinds that search. */
typedef struct PolicyReport {
    bool filled;            /* false: this kind keeps no statistics */
    double win_probability; /* of the seat that decides, for the move chosen */
    double standard_error;
    uint64_t iterations; /* of this decision */
    double seconds;
    uint64_t nodes, bytes; /* of the tree, after the decision */
    uint64_t expanded;     /* nodes whose moves were listed and given priors */
    double depth_mean;     /* decisions from the root to the leaf of an iteration */
    uint32_t depth_max;
    bool full;      /* the tree's memory ran out; the search went on without growing it */
    uint32_t count; /* moves, in the order of the legal list */
    uint32_t best;  /* index of the move that was found best: the one chosen, noise apart */
    PolicyMove moves[MOVE_LIST_MAX];
} PolicyReport;

/* Told now and then how far a search has come, in the thread that asked for it. */
typedef struct PolicyWatch {
    double every; /* seconds between two tellings, at least */
    void (*tell)(void *context, const PolicyReport *report);
    void *context;
} PolicyWatch;

/* The best moves of a filled report, best first: the one found best, then by visits, of equals by win
 * probability, then in the order of the list. At most `most` indices into its moves, into an array of that
 * size. Returns how many. */
uint32_t policy_best(const PolicyReport *report, uint32_t most, uint32_t *indices);

/* What is asked of a policy: one decision. */
typedef struct PolicyQuery {
    const State *view; /* view of seat; NULL for a kind that does not need it */
    const MoveList
        *legal;   /* two or more moves; kinds that search may also be asked about some of them, or one */
    Seat seat;    /* who decides */
    uint32_t ply; /* number of the decision in its game, from 1 */
    Rng rng;      /* this decision's own stream */
    const atomic_bool *stop;  /* becomes true when an answer is wanted at once; NULL: never */
    PolicyReport *report;     /* filled if not NULL */
    const PolicyWatch *watch; /* told while a search goes on, if there is a report too: it then holds what is
                               * known so far, without the sums over nodes and depths; NULL: nobody watches */
    bool exploring; /* wanted is any sensible move, for variety: kinds that can draw one by lot do so, others
                       ignore it */
    char *forfeit;  /* room for POLICY_FORFEIT_BYTES: why the policy answers POLICY_NO_MOVE; NULL: nobody asks
                       why */
    void *memory;   /* for strategies (GameAi.memory_bytes); NULL: none */
    uint32_t place; /* a kind that knows it may say where in legal its choice stands, to save others looking
                       for it */
} PolicyQuery;

/* The part of a specification after the colon, "key=value,key=value". */
typedef struct PolicyOption {
    char key[POLICY_KEY_BYTES];
    char value[POLICY_SPEC_BYTES];
} PolicyOption;

typedef struct PolicyOptions {
    size_t count;
    PolicyOption option[POLICY_OPTIONS_MAX];
} PolicyOptions;

/* Key of all that follows the colon, for kinds that do not take "key=value". */
#define POLICY_WHOLE_TEXT "text"

/* Value of a key, NULL if it was not given. */
const char *policy_option(const PolicyOptions *options, const char *key);

/* A number given for a key, from least to most; left as it is if the key was not given. False and err on
 * anything else. */
bool policy_option_double(const PolicyOptions *options, const char *key, double least, double most,
                          double *value, Err *err);
bool policy_option_count(const PolicyOptions *options, const char *key, uint64_t least, uint64_t most,
                         uint64_t *value, Err *err);

struct PolicyKind;

typedef struct Policy {
    const struct PolicyKind *kind;
    const Game *game; /* borrowed */
    void *data;       /* the kind's own, immutable after init */
    char spec[POLICY_SPEC_BYTES];
    unsigned threads;                    /* that one decision keeps busy; 1 unless the kind says otherwise */
    char sources[HASH_SHA256_HEX_BYTES]; /* SHA-256 of the files it was made from (strategy, evaluation); ""
                                            without */
    Seat seat;                           /* that its strategy file is for; SEAT_BOTH without one */
} Policy;

/* One kind of policy. Slots that may be NULL say so. */
typedef struct PolicyKind {
    const char *name;
    const char *usage; /* "heuristic[:strategy=FILE]" */
    const char *help;  /* one line */
    const char *const
        *keys; /* options it takes, NULL-terminated; NULL: all after the colon is one text, see below */
    bool needs_view;
    bool searches; /* fills reports (PolicyQuery), with visits */

    /* Makes policy->data; NULL: there is none. False and err on bad options. */
    bool (*init)(Policy *policy, const PolicyOptions *options, Err *err);
    void (*release)(Policy *policy); /* NULL with init */
    /* Memory of one seat in one game; NULL: none is needed. */
    void *(*session_new)(const Policy *policy, Seat seat);
    void (*session_free)(const Policy *policy, void *session);
    /* Whether the same query gives the same choice at any time on any machine; NULL: it does. Not so with a
     * clock, with threads that share a tree, with another program. */
    bool (*repeatable)(const Policy *policy);
    /* Chooses one of query->legal, or gives up (policy_give_up). May use up query->rng. NULL: any legal move
     * will do, all equally likely (policy_draw). */
    Move (*choose)(const Policy *policy, void *session, PolicyQuery *query);
} PolicyKind;

/* Makes a policy for a game from "name" or "name:key=value,...". False and err (naming what is known) on bad
 * text; then nothing needs releasing. */
bool policy_init(Policy *policy, const Game *game, const char *spec, Err *err);
void policy_release(Policy *policy);

/* Makes the heuristic policy of a strategy that has no file yet: file is its parsed text, spec what the
 * policy is called. False and err as policy_init. (policy_heuristic.c) */
bool policy_init_strategy(Policy *policy, const Game *game, const char *spec, const JsonDoc *file, Err *err);
/* The strategy (GameAi) that a policy plays by, borrowed from it; NULL if it is of another kind or leaves
 * some decisions to chance. (policy_heuristic.c) */
const void *policy_strategy(const Policy *policy);

/* For kinds, in init: notes that the policy was made from this file. */
void policy_note_source(Policy *policy, const JsonDoc *doc);

void *policy_session_new(const Policy *policy, Seat seat);
void policy_session_free(const Policy *policy, void *session);

/* See PolicyKind.repeatable. */
static inline bool policy_is_repeatable(const Policy *policy)
{
    assert(policy->kind != NULL);
    return policy->kind->repeatable == NULL || policy->kind->repeatable(policy);
}

/* Any legal move, all equally likely. */
static inline Move policy_draw(PolicyQuery *query)
{
    query->place = rng_bounded(&query->rng, query->legal->count);
    return query->legal->moves[query->place];
}

/* Asks for a decision; POLICY_NO_MOVE if the policy gives up the game. */
static inline Move policy_choose(const Policy *policy, void *session, PolicyQuery *query)
{
    return policy->kind->choose == NULL ? policy_draw(query) : policy->kind->choose(policy, session, query);
}

/* For kinds: writes the reason why the game is given up, printable and cut if it is too long, to where the
 * query wants it. Returns POLICY_NO_MOVE. */
Move policy_give_up(const PolicyQuery *query, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The kinds there are, for help texts. */
size_t policy_kind_count(void);
const PolicyKind *policy_kind_at(size_t index);

/* The kinds themselves, one file each. */
extern const PolicyKind POLICY_RANDOM;    /* policy_random.c */
extern const PolicyKind POLICY_HEURISTIC; /* policy_heuristic.c */
extern const PolicyKind POLICY_FLAT;      /* policy_search.c: flat Monte Carlo */
extern const PolicyKind POLICY_MCTS;      /* policy_search.c: information-set Monte Carlo tree search */
extern const PolicyKind POLICY_PLANS;     /* policy_plans.c: plan search */
extern const PolicyKind POLICY_LEVEL;     /* policy_level.c: opponents for people (ai/effort.h) */
extern const PolicyKind POLICY_EXEC;      /* policy_exec.c: another program */

#endif

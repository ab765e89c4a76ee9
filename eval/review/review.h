/* review.h: a recorded game judged decision by decision: skill, luck, and where it turned.
 *
 * Every decision is judged from the view of the seat that made it: what it could know, nothing else. A search
 * of all moves finds the best one (most visited), unless a short search of another one alone thinks clearly
 * more of that: moves of low prior get next to no iterations beside others. Then the move played and, if it
 * is another one, the best one are each searched alone: four times with half the iterations, with fresh
 * random streams that are the same for both moves, so the same worlds and the same dice. So the played move
 * gets as many iterations as the best one however little the first search thought of it, and the best one
 * does not profit from having been chosen for its luck.
 *
 * difference: win probability of the best move less that of the played one, by the searches of them alone. An
 * estimate without a tilt, which may be negative. Its standard error comes from the spread of the four pairs
 * of searches: iterations of one tree are not independent, and what a search says of its own noise
 * (ai/policy.h) was found to be too little by half. Four are few, so the spread of one decision is weighed
 * together with the game's average ratio of true to plain variance (as in the moderated t of G. K. Smyth,
 * 2004).
 *
 * loss: the difference if it is established, that is more than REVIEW_ERRORS standard errors and at least
 * REVIEW_LEAST_LOSS; else 0, for hundreds of decisions that are all as good as the best would add up to a
 * sizeable loss made of noise alone. A decision with a loss is a mistake. Decisions with one legal move are
 * passed over.
 *
 * luck: the win probability before a decision is that of the played move plus the loss. The decision costs
 * the loss; the luck is what comes after it, the value of the next decision judged (after the last one, the
 * result) less the win probability of the played move, for the same seat. So over a game losses and luck add
 * up exactly to the result less the value of the first decision. Luck holds dice and cards drawn; what one
 * seat knew and the other did not, for values come from the view of whoever decides (this part goes to and
 * fro and largely cancels); and what a search sees only when it comes nearer: a move is worth a little less
 * to the search before it than to the search after it, which has less left to explore (about 0.3 points a
 * decision at 2000 iterations).
 *
 * dice: that part of the luck which dice and shuffles brought: the value after what fell less the average
 * value over other throws, everything else as it really was. Both come from the evaluation of quiet positions
 * (evaluation_settle), with everything known.
 *
 * news: what a seat learned until its next decision, cards drawn or shown and what the other side had in
 * mind: the value of its next decision less the win probability of the played move, less dice and the other
 * seat's losses on the way. Part of the luck in words, but not in the sums, for it spans decisions of both
 * seats.
 *
 * Reproducible: every decision has streams of its own from seed and ply, so that the review is the same for
 * every number of threads. Unfinished records are reviewed as far as they go; broken ones are refused with
 * line and reason (replay.h).
 *
 * Ownership: a Review owns its game and lists; review_run ... review_release.
 */
#ifndef MARSHAL_EVAL_REVIEW_REVIEW_H
#define MARSHAL_EVAL_REVIEW_REVIEW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/jsonout.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "eval/review/why.h"

/* A decision of a campaign takes a tenth of a second: so many take some minutes on two processors. */
enum { REVIEW_CLOSE_MOST = 4000 };

enum { REVIEW_TURNING_POINTS = 5, REVIEW_NEWS = 3, REVIEW_DICE_SHOWN = 8, REVIEW_PLACE_BYTES = 104 };

/* The least loss, in win probability, that is called a mistake. */
#define REVIEW_LEAST_LOSS 0.005

/* The least loss in standard errors: about one false mistake in a hundred decisions that are as good as the
 * best. */
#define REVIEW_ERRORS 2.5

/* Told after every decision, in order, from one thread at a time; false stops the review. */
typedef bool (*ReviewListener)(void *context, uint64_t done, uint64_t total);

typedef struct ReviewPlan {
    const char *file;     /* the record, or only its name if `record` is given */
    const StrBuf *record; /* its lines; NULL: they are read from the file */
    const char *scenario; /* loaded instead of the one the record names; NULL: that one */
    uint64_t sims;        /* iterations of each search; 0: what suits the game */
    uint64_t seed;
    uint32_t most;           /* decisions that are judged, about: of a longer record those around which the
                                chances moved most; 0: REVIEW_CLOSE_MOST */
    int threads;             /* decisions judged at a time */
    const atomic_bool *stop; /* NULL: never; a stopped review covers the decisions judged until then */
    ReviewListener listener; /* NULL: none */
    void *context;
} ReviewPlan;

typedef struct ReviewDecision {
    uint32_t ply;
    Seat seat;
    int turn;       /* Outcome.turn, when it was made */
    uint32_t legal; /* moves there were */
    bool judged; /* false: there was no choice, then only what is said of dice is filled in; or it lies where
                    the chances of a long game did not move */
    bool mistake;
    Move played, best;
    /* for the seat that decided: */
    double win_probability; /* before the decision: of the played move, plus the loss */
    double best_probability, best_error;
    double played_probability, played_error;
    double difference, error; /* best - played, both 0 if they are the same move */
    double loss;
    double luck;                      /* up to the next decision judged */
    double dice, dice_error;          /* part of the luck; 0 without dice */
    double news;                      /* 0 for the last decision of the seat */
    uint32_t news_ply;                /* of the seat's next decision, 0 if there is none */
    uint32_t dice_count;              /* draws of this decision */
    uint8_t shown[REVIEW_DICE_SHOWN]; /* the first of them */
    char place[REVIEW_PLACE_BYTES];   /* where in the game, in words: "1805, campaign, round 3" */
    /* What was asked, and both moves as choices of that position, in words (review_words); 0 where the
     * decision was skipped. */
    uint32_t asked_words, played_words, best_words;
} ReviewDecision;

/* One seat's game; luck and dice as seen by this seat. */
typedef struct ReviewSeat {
    char policy[RECORD_TEXT_BYTES]; /* who played, as the record says; "" if it does not */
    uint32_t decisions;             /* judged */
    uint32_t best;                  /* of them, those in which the best move was played */
    uint32_t mistakes;
    double loss;                         /* of mistakes */
    double difference, difference_error; /* of all decisions, losses that are not established included */
    double dice, dice_error;
} ReviewSeat;

enum review_turn { REVIEW_BY_DECISION, REVIEW_BY_DICE, REVIEW_BY_NEWS, REVIEW_BY_COUNT };

typedef struct ReviewTurn {
    uint32_t decision;   /* index in decisions */
    enum review_turn by; /* what turned the game there */
    double swing;        /* for the French seat */
    Why why;             /* of a mistake: the best move compared with the one played; no worlds: no reasons */
} ReviewTurn;

typedef struct Review {
    Game game; /* owned */
    char file[ERR_FILE_BYTES];
    uint64_t sims, seed;
    uint32_t plies; /* decisions of the record that are covered */
    bool finished;  /* the game is over, and the review covers all of it */
    bool stopped;
    Outcome outcome; /* when finished */
    uint32_t judged;
    uint32_t skipped; /* decisions of a long record around which the chances moved least, by rough playouts:
                         nothing is said of them, what they did is luck between the others */
    double start;     /* French win probability at the first decision judged */
    double end;       /* where the review ends: the result if the game is finished */
    double luck;      /* of the French: end - start + French losses - Coalition losses */
    ReviewSeat seats[SEAT_COUNT];
    ReviewDecision *decisions; /* plies of them; owned */
    StrBuf words;              /* texts of decisions, each with its end; owned */
    uint32_t turn_count;
    ReviewTurn turns[REVIEW_TURNING_POINTS]; /* the largest, by decision or dice, in order of plies */
    uint32_t news_count;
    ReviewTurn news[REVIEW_NEWS]; /* the largest news, in order of plies; none overlaps another */
} Review;

/* Reviews a record. False and err on a bad record, or if memory runs out; then nothing needs releasing. */
bool review_run(const ReviewPlan *plan, Review *review, Err *err);
void review_release(Review *review);

/* A text of a decision by its place, "" at place 0; lives as long as the review. */
const char *review_words(const Review *review, uint32_t place);

/* A turning point in one sentence. */
void review_turn_words(const Review *review, const ReviewTurn *turn, StrBuf *out);

/* One JSON object, for people a text, and a plot of the French win probability (by gnuplot). */
void review_write_json(const Review *review, StrBuf *out);
void review_write_text(const Review *review, StrBuf *out);
bool review_plot(const Review *review, const char *file, Err *err);

#endif

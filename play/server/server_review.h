/* server_review.h: the review of a game (eval/review/review.h) while the server goes on answering.
 *
 * A review has a thread of its own and works on a copy of the record, so neither the game nor anybody's
 * request waits for it. It shows everything, so only games that may be shown whole are reviewed
 * (server_game_is_open): the caller looks to that. A review that is stopped tells of the decisions judged
 * until then.
 *
 * Functions are called by the HTTP thread, with the game's lock held or not: nothing here takes it.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_REVIEW_H
#define MARSHAL_PLAY_SERVER_SERVER_REVIEW_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/strbuf.h"

enum { SERVER_REVIEW_SIMS_MAX = 20000, SERVER_REVIEWS_MAX = 2 /* at once */ };

enum server_review_state {
    SERVER_REVIEW_NONE,
    SERVER_REVIEW_RUNNING,
    SERVER_REVIEW_DONE,
    SERVER_REVIEW_FAILED
};

/* All zero: there is none. */
typedef struct ServerReview {
    atomic_int state; /* enum server_review_state; what follows it is the thread's while it runs */
    atomic_bool stop;
    atomic_uint_least64_t done, total; /* decisions judged, and to be judged; total 0: not known yet */
    bool begun;                        /* there is a thread to wait for */
    pthread_t thread;
    uint64_t sims;
    StrBuf record;
    StrBuf report; /* review_write_json, once done */
    Err err;       /* once failed */
} ServerReview;

/* Begins to judge the game of a record, as far as it goes. False and err if no thread can be had; a review
 * that runs must have ended (server_review_end) before. */
bool server_review_begin(ServerReview *review, const StrBuf *record, uint64_t sims, Err *err);
/* It is to end with what it has; does not wait. */
void server_review_stop(ServerReview *review);
/* Stops it, waits, and forgets all. */
void server_review_end(ServerReview *review);

enum server_review_state server_review_state(const ServerReview *review);
/* {"state":"none"|"running"|"done"|"failed","sims","done","total","error","report"}; report is the JSON of
 * `marshal review`, null until it is there. */
void server_review_write(const ServerReview *review, StrBuf *out);

#endif

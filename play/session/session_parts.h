/* session_parts.h: what the files of a session share; for them only. */
#ifndef MARSHAL_PLAY_SESSION_SESSION_PARTS_H
#define MARSHAL_PLAY_SESSION_SESSION_PARTS_H

#include "play/session/session.h"

/* ---- session.c ---- */

/* An empty session, to be filled. */
Session *session_new(void);
/* A seed nobody knows, of /dev/urandom; false and err if there is none. */
bool session_unknown_seed(uint64_t *seed, Err *err);
/* All dice come from this seed. */
void session_promise(Session *session, uint64_t seed);
/* Copies of the overrides the game was loaded with. */
void session_keep_overrides(Session *session, const char *const *overrides, size_t count);
/* The game is loaded and set up (session->state): its history begins, with the numbers the set-up drew and
 * what it noted. */
void session_begin(Session *session, const uint8_t *draws, uint32_t draw_count, const Journal *journal);
/* What a policy remembers of steps that never happened would mislead it. */
void session_clear_minds(Session *session);

/* ---- session_play.c ---- */

/* Keeps a decision that led from a position of seat's to session->state: the stream before it, the numbers it
 * drew and what it noted. */
void session_keep(Session *session, Seat seat, Move move, Rng rng, const uint8_t *draws, uint32_t draw_count,
                  const Journal *journal);

#endif

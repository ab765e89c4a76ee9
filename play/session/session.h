/* session.h: one game in play, whoever shows it: terminal, web page, tests.
 *
 * A Session knows its game, who plays each seat (a human or a policy), the position, the dice, every step
 * made so far and what they brought about. It asks nobody anything and has no threads: a front end looks
 * whose turn it is (session_actor), plays a human's move or thinks for a policy (session_query, policy_choose
 * in whatever thread it likes, session_play).
 *
 * Fair dice: all luck comes from one seed, whose SHA-256 can be shown before the first move
 * (session->seed_sha256) and the seed itself after the last; a roll callback lets people type real dice
 * instead, then there is no seed to show.
 *
 * Undo takes a human's step back as long as it told him nothing new: no numbers were drawn, and by the
 * journal of the rules (Journal.revealed) nothing hidden came to light. Take back goes further, to the
 * human's last decision, whatever has happened since; the record says so. Both restore the dice: the same
 * moves lead to the same luck, so nobody gains dice by trying again, and a record always verifies.
 *
 * Long games: positions are not kept but played again (engine/history.h). A session of 200,000 decisions with
 * states of 8 KiB takes some 20 MB; going back anywhere takes some milliseconds.
 *
 * Hidden information: session_query, session_question and session_choice give what the seat's view gives.
 * What happened is told by GameRules.event_text from the journal of a HistoryWalk, which knows who may hear
 * what. The position itself is for a front end that draws with game->rules->position_json and the right seat.
 *
 * Ownership: sessions live on the heap; everything handed out is borrowed until the next call that changes
 * the session. A Session belongs to one thread at a time. A SessionQuery is a copy and may be thought over
 * elsewhere, as long as the session lives and its seats stay as they are.
 */
#ifndef MARSHAL_PLAY_SESSION_SESSION_H
#define MARSHAL_PLAY_SESSION_SESSION_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "ai/policy.h"
#include "engine/err.h"
#include "engine/game.h"
#include "engine/hash.h"
#include "engine/history.h"
#include "engine/record.h"
#include "engine/strbuf.h"
#include "engine/words.h"

#define SESSION_HUMAN "human"

/* Asks people for a die that fell in the world: what it is for ("" if nobody knows), its sides. False: nobody
 * answers any more, the move is not made. */
typedef bool (*SessionRoll)(void *context, const char *what, uint32_t sides, uint32_t *value);

/* What a new game needs; all pointers are borrowed during session_open. */
typedef struct SessionSetup {
    const char *scenario;
    const char *const *overrides;
    size_t override_count;
    const char *seats[SEAT_COUNT]; /* SESSION_HUMAN or a policy's specification */
    bool has_seed;                 /* false: a seed nobody knows is drawn */
    uint64_t seed;
} SessionSetup;

typedef struct Session {
    Game game;
    bool human[SEAT_COUNT];
    char seat_spec[SEAT_COUNT][POLICY_SPEC_BYTES]; /* "human" or the policy */
    Policy policies[SEAT_COUNT];                   /* of seats that are not human */
    void *minds[SEAT_COUNT];                       /* their memory of this game */

    size_t override_count;
    char *overrides[SCENARIO_OVERRIDES_MAX]; /* owned */

    bool has_seed; /* false: dice were typed, at least once */
    uint64_t seed;
    char seed_sha256[HASH_SHA256_HEX_BYTES]; /* the promise made before the first move */
    SessionRoll roll;                        /* NULL: the program rolls */
    void *roll_context;

    StateBuffer state;
    Rng rng;            /* the stream of dice from here on */
    History history;    /* every decision made; walk through it to see what happened */
    HistoryDice fallen; /* the dice of them */
    bool told;          /* the last decision told the one who made it something new, dice apart */
    uint32_t note_count, note_room;
    RecordNote *notes; /* owned; by ascending ply */

    Seat resigned;    /* who gave up, SEAT_NONE if nobody did */
    uint64_t version; /* changes with every change of the session */
} Session;

/* Starts a game. NULL and err if scenario, overrides or policies are no good. */
Session *session_open(const SessionSetup *setup, Err *err);
/* Takes up a recorded game, from whoever wrote it; NULL and err with the line at fault. seats: as in a
 * set-up; NULL, or NULL for a seat: as the record says, a human where it does not say, says a policy that is
 * not known here, or would have a program run (exec). */
Session *session_load(const char *path, const char *const seats[SEAT_COUNT], Err *err);
/* The same for lines in memory; name stands for the file in messages. */
Session *session_load_text(const char *name, const char *text, size_t length,
                           const char *const seats[SEAT_COUNT], Err *err);
void session_close(Session *session);

/* People roll the dice from now on (NULL: the program does again). */
void session_type_dice(Session *session, SessionRoll roll, void *context);

/* ---- where the game stands ---- */

bool session_is_over(const Session *session); /* by the rules or because a seat resigned */
Seat session_actor(const Session *session);   /* who decides; SEAT_NONE when it is over */
bool session_human_acts(const Session *session);
Outcome session_outcome(const Session *session); /* a resignation counts as decisive */
uint32_t session_legal(const Session *session, MoveList *list);
/* What the seat to act is asked, and what a legal move means; in the notation if the game has no words. */
void session_question(const Session *session, StrBuf *out, char clause[WORDS_CLAUSE_BYTES]);
void session_choice(const Session *session, Move move, StrBuf *out);
/* Decisions made so far. */
static inline uint32_t session_plies(const Session *session) { return session->history.count; }
/* The decision made last; there must be one. */
static inline const HistoryStep *session_last(const Session *session)
{
    assert(session->history.count > 0);
    return &session->history.steps[session->history.count - 1];
}
/* The number of the last decision made by a human of this seat, from 1; 0: there is none to take back. */
uint32_t session_last_by(const Session *session, Seat seat);

/* ---- playing ---- */

/* Plays a move of the seat that decides. False and err (nothing changed) if it is not that seat's turn, the
 * move is not legal, or no dice were typed. */
bool session_play(Session *session, Seat seat, Move move, Err *err);

/* Whether the last step can be undone; reason is filled with why not. */
bool session_can_undo(const Session *session, const char **reason);
bool session_undo(Session *session, Err *err);
/* Goes back to before the last decision of a human of this seat; noted in the record. */
bool session_take_back(Session *session, Seat seat, Err *err);
bool session_resign(Session *session, Seat seat, Err *err);
/* The two seats change hands; noted in the record. */
bool session_swap(Session *session, Err *err);
/* Notes in the record, once a seat, that from now on it is shown what its opponent, a program, plans. */
void session_note_plans(Session *session, Seat seat);
/* Gives a seat to a human or another policy. */
bool session_set_seat(Session *session, Seat seat, const char *spec, Err *err);

/* ---- thinking ---- */

/* A question to a policy, independent of what happens to the session meanwhile. */
typedef struct SessionQuery {
    StateBuffer view;
    MoveList legal;
    PolicyQuery query; /* points into this struct: do not copy */
    uint64_t version;  /* of the session when it was asked: an answer to an older one is void */
} SessionQuery;

/* Fills a question to the seat to act. stop and report as in PolicyQuery, may be NULL. */
void session_query(const Session *session, SessionQuery *query, const atomic_bool *stop,
                   PolicyReport *report);

/* ---- records ---- */

/* The whole game as a record. */
void session_record(const Session *session, StrBuf *out);

/* A game as it stood when this was taken, to be written while it goes on: taking it costs a copy of its
 * decisions, writing some 70 bytes of text for each. The session must live on and keep its game. */
typedef struct SessionCopy SessionCopy;
SessionCopy *session_copy(const Session *session);
void session_copy_record(const SessionCopy *copy, StrBuf *out);
void session_copy_free(SessionCopy *copy);
/* Writes it to a file, whole or not at all. */
bool session_save(const Session *session, const char *path, Err *err);

#endif

/* server_game.h: games of the web server: a session each, a thread that thinks for it, and keys that say who
 * sees what.
 *
 * Whoever creates a game gets a key for every seat that a human plays, and a key for watching. A key is 128
 * random bits in hex; without it nothing of a game can be seen or done. A seat's key shows what that seat
 * knows. The watcher's key shows everything, and works only while nobody could profit from it: when both
 * seats are policies, or the game is over.
 *
 * Threads: the HTTP thread owns the table; each game has a lock around its session and a thread of its own
 * that asks policies and analyses for hints. It thinks about a copy, without the lock, so that requests are
 * answered at once; an answer to a position that is gone is thrown away. Functions here are called by the
 * HTTP thread; those marked (locked) want the game's lock held, which server_game_find takes and
 * server_game_leave gives back.
 */
#ifndef MARSHAL_PLAY_SERVER_SERVER_GAME_H
#define MARSHAL_PLAY_SERVER_SERVER_GAME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "ai/evaluation.h"
#include "eval/review/why.h"
#include "play/server/server_review.h"
#include "play/session/session.h"

enum {
    SERVER_GAMES_MAX = 64,
    SERVER_KEY_BYTES = 33,
    SERVER_BEST_MAX = 3,
    SERVER_PACE_MAX_MS = 10000,
};

/* What the analyst thinks of the position a human is to decide in: from that seat's view alone. */
typedef struct ServerAdvice {
    uint64_t version; /* of the session it is about; 0: none */
    bool deep;        /* a hint, not only the bar */
    double win;       /* chances of the seat to act */
    double error;     /* standard error of that */
    uint64_t iterations;
    uint32_t count;
    struct {
        Move move;
        double win, error;
        uint64_t visits;
        Move line[POLICY_LINE_MAX]; /* what is expected to follow, the move itself first */
        uint32_t line_count;
        uint32_t sentences; /* why it is better or worse than the best other one */
        char why[WHY_SENTENCES][WHY_SENTENCE_BYTES];
    } best[SERVER_BEST_MAX];
} ServerAdvice;

/* What the policy that decides, or decided last, made of its position. It speaks from that seat's view:
 * whoever plays against it is told only if he asked to (ServerGame.plans), and then without names of cards
 * and pieces. */
typedef struct ServerIdea {
    bool known;
    Seat seat;
    uint32_t ply; /* decisions made before this one */
    double win;   /* chances of that seat */
    uint64_t iterations;
    uint32_t count; /* moves expected, its own first */
    Move line[POLICY_LINE_MAX];
} ServerIdea;

struct ServerPuzzle; /* server_puzzles.h */

typedef struct ServerGame {
    char id[SERVER_KEY_BYTES];
    char keys[SEAT_BOTH + 1][SERVER_KEY_BYTES]; /* by seat; SEAT_BOTH: the watcher's; "" for policies */
    time_t used;                                /* last request */

    pthread_mutex_t lock; /* of all below */
    pthread_cond_t wake;  /* to the thinker: something has changed */
    pthread_cond_t idle;  /* from the thinker: it thinks no more */
    pthread_t thinker;
    Session *session;
    StrBuf source;     /* of a record to look at: its lines as they came, which say who played; else empty */
    StrBuf board;      /* board and scenario as JSON, for the page */
    Policy analyst[2]; /* for the bar, for hints; opened when first asked */
    Evaluation evaluation; /* for reasons and charts */
    const char *shelf;     /* folder it is kept in (server_shelf.h), NULL: nowhere; borrowed */
    uint64_t shelved;      /* version that stands there */
    struct timespec shelved_at;
    bool quit;
    bool held;                   /* somebody waits until nobody thinks: nothing is begun */
    bool review;                 /* a record to look at: nobody plays on */
    struct ServerPuzzle *puzzle; /* owned; what is to be found here; NULL: it is a game */
    bool paused;
    bool bar;         /* chances are wanted all the time */
    bool hint;        /* best moves are wanted now */
    bool plans;       /* people want to be told what the machine expects, though it tells of its hand */
    uint32_t pace_ms; /* pause before each decision of a policy */
    uint32_t epoch;   /* changes whenever decisions are taken back */
    bool thinking;    /* the thinker is at it, without the lock */
    Seat thinking_for;
    bool analysing;        /* it thinks for the bar or a hint */
    struct timespec since; /* when it began */
    atomic_bool stop;      /* it should answer at once */
    ServerAdvice advice;
    ServerIdea idea;
    double watched_win; /* chances of the French as the last policy saw them, -1: nobody said; for watchers */
    ServerReview
        search_review; /* every decision judged by searching, on demand; only while the game is open */
} ServerGame;

typedef struct ServerGames {
    const char *shelf; /* folder in which games are kept, NULL: they end with the server; borrowed */
    ServerGame *games[SERVER_GAMES_MAX];
} ServerGames;

struct ServerShelved; /* server_shelf.h */

/* True for policies that people may choose over the network: bounded, and naming no file or program. */
bool server_policy_allowed(const char *spec, Err *err);

/* Opens a game with its first settings and starts its thinker. NULL and err on bad input or when there are
 * too many games (full says which). */
ServerGame *server_game_new(ServerGames *games, const SessionSetup *setup, bool bar, uint32_t pace_ms,
                            bool *full, Err *err);
/* Takes up the record in a text, with a record's policies where they are allowed; review: to be looked at.
 * The game is in no table yet, and nobody thinks for it: server_game_enter or server_game_discard comes next.
 * Any thread may call it. NULL and err if the record is no good. */
ServerGame *server_game_read(const StrBuf *text, bool review, Err *err);
/* A game that stands at a puzzle, which it takes over; both seats are people's, so nobody plays on. NULL and
 * err if it cannot be; the puzzle is gone then. */
ServerGame *server_game_puzzle(struct ServerPuzzle *puzzle, Err *err);
/* The same for a game that was kept (server_shelf.h), with its id, keys and settings. */
ServerGame *server_game_read_shelved(const struct ServerShelved *shelved, const StrBuf *record, Err *err);
/* Puts a game that was read into the table and starts its thinker. False and err if there are too many games
 * (full says so) or no thread can be had; the game is then gone. True, and the game gone, if a game of its id
 * is in the table already: find it by its id. */
bool server_game_enter(ServerGames *games, ServerGame *game, bool *full, Err *err);
void server_game_discard(ServerGame *game);
/* The game, locked; NULL if there is none of that id in the table. */
ServerGame *server_game_find(ServerGames *games, const char *id);
/* Gives the lock back; and takes it again, in a request that has left the game for a while. */
void server_game_leave(ServerGame *game);
void server_game_return(ServerGame *game);
/* Ends a game (not locked); kept ones are written first. */
void server_game_close(ServerGames *games, ServerGame *game);
void server_games_close(ServerGames *games);
/* How many of them are being reviewed just now. */
uint32_t server_games_reviewed(const ServerGames *games);

/* Seat whose key this is, SEAT_BOTH for the watcher's, SEAT_NONE if it is nobody's (locked). */
Seat server_game_seat(const ServerGame *game, const char *key);
/* Whether the whole truth may be shown (locked). */
bool server_game_is_open(const ServerGame *game);
/* The game as a record (locked). */
void server_game_record(const ServerGame *game, StrBuf *out);
/* Gives keys to the seats that humans play, takes them from the others (locked). */
void server_game_deal_keys(ServerGame *game);

/* Waits until nobody thinks: before policies are changed or steps taken back (locked). */
void server_game_quiesce(ServerGame *game);
/* Tells the thinker to look again (locked). */
void server_game_wake(ServerGame *game);

#endif

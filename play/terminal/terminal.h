/* terminal.h: a game played in a terminal, or by a script through a pipe.
 *
 * The loop (terminal.c) shows what has happened, asks humans for commands and moves, and lets policies move.
 * What can be typed is in terminal_commands.c, how moves are named in terminal_choices.c, who thinks in
 * terminal_think.c, where lines come from in terminal_input.c. Rules, steps, undo and records belong to the
 * Session (session.h).
 *
 * Hidden information: everything printed about the game comes from the view of t->reader, the seat whose eyes
 * the screen is for: the human's; of two humans that of the one who decides, after a curtain; SEAT_BOTH when
 * only policies play.
 *
 * Nothing is lost: the game is kept in t->file (terminal_keep), now and then while it goes on and when it
 * ends, however it ends; end of input, SIGTERM and SIGHUP count as quitting.
 */
#ifndef MARSHAL_PLAY_TERMINAL_TERMINAL_H
#define MARSHAL_PLAY_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

#include "ai/evaluation.h"
#include "ai/policy.h"
#include "engine/scenario.h"
#include "play/session/session.h"
#include "play/terminal/terminal_input.h"

typedef struct Terminal {
    Session *session; /* owned */
    Input input;
    bool styled;   /* bold and so on may be used */
    bool curtain;  /* two humans: the screen is cleared before it turns to the other */
    bool typed;    /* dice are typed in */
    bool quit;     /* the loop ends */
    bool failed;   /* the game could not be saved at the end */
    bool running;  /* policies move by themselves: always, but where no human plays and somebody has stopped
                      them */
    bool watching; /* a human has handed his seats to policies for a while; away says who he was */
    char away[SEAT_COUNT][POLICY_SPEC_BYTES];

    Seat reader;      /* whose eyes the screen is for */
    uint32_t told[4]; /* steps whose events each reader has been told */
    uint64_t shown;   /* version of the session at which the question was printed */

    char file[SCENARIO_PATH_BYTES]; /* where the game is kept, "" if nowhere */
    uint64_t saved;                 /* version that is in the file */
    double saved_at;                /* clock_seconds */

    StrBuf line;     /* as typed */
    size_t next;     /* where the rest of it begins, for lines with several commands */
    uint64_t agreed; /* version and seat for which the rest was meant; with others it is dropped */
    Seat agreed_seat;
    StrBuf typed_dice; /* numbers typed ahead */
} Terminal;

/* Plays until the human quits or input ends. Owns the session from here. file: where the game is kept, "" if
 * it is not kept; fresh: the session is not in it yet. Returns an exit code. */
int terminal_run(Session *session, const char *file, bool fresh, bool typed_dice);

/* ---- output (terminal_output.c) ---- */

/* Prints lines, wrapped under their own beginnings on a terminal. */
void terminal_print(const Terminal *t, const char *text);
void terminal_printf(const Terminal *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line that stands out. */
void terminal_heading(const Terminal *t, const char *text);
/* Columns of the screen, 0 if there is none. */
unsigned terminal_width(const Terminal *t);
/* Who plays a seat, as the game calls the side. */
const char *terminal_seat(const Terminal *t, Seat seat);
/* What happened in the steps from `from` on, as the reader may know it. */
void terminal_tell(const Terminal *t, uint32_t from, uint32_t to);
/* The view of the reader. */
void terminal_view(const Terminal *t, StateBuffer *view);

/* ---- choices (terminal_choices.c) ---- */

/* Question and numbered choices of the decision that is open; filter: words that choices must have, "" for
 * all. */
void terminal_show_choices(const Terminal *t, const char *filter);

/* The choices alone that a text could name. */
void terminal_list(const Terminal *t, const char *filter);

enum terminal_match { TERMINAL_NONE, TERMINAL_ONE, TERMINAL_MANY };
/* Which legal move is meant: by number, notation, or words. */
enum terminal_match terminal_find(const Terminal *t, const char *text, MoveList *list, uint32_t *index);
/* Plays it and says so; repeat: and as long as the same is asked again, the first move of the same kind. */
bool terminal_play(Terminal *t, Move move, bool repeat);
/* A move in words; in the notation too if wanted. */
void terminal_move_words(const Terminal *t, Move move, StrBuf *out);

/* ---- thinking (terminal_think.c) ---- */

/* The policy whose turn it is makes its move. */
void terminal_think(Terminal *t);
/* The best moves, most of them; with reasons if wanted. wanted: a move to be looked at besides, or NULL. */
bool terminal_advise(Terminal *t, uint32_t most, bool reasons, const Move *wanted);
bool terminal_review(Terminal *t, uint64_t sims);

/* ---- commands (terminal_commands.c) ---- */

/* Carries out one command or move. False if it could not be done: what was typed behind it is then dropped.
 */
bool terminal_execute(Terminal *t, const char *text);
/* Whether a word is a command or its shortcut, so that no page of a game can have it for its name. */
bool terminal_is_command(const char *word);
void terminal_complete(void *context, void *list, InputOffer offer);

/* ---- the game (terminal.c) ---- */

/* Writes the game to its file. False after telling what is wrong. */
bool terminal_keep(Terminal *t);
/* Puts another game in the place of this one. */
void terminal_change(Terminal *t, Session *session);
/* Whether dice are typed from now on. */
void terminal_type_dice(Terminal *t, bool typed);
/* A human's seats to policies and back. */
bool terminal_watch(Terminal *t, const char *spec);

#endif

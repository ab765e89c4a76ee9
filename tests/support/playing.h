/* playing.h: `marshal play` run by a script, or in a terminal of its own, for suites that read what it
 * writes. A failed expectation fails the test. In arguments, words are separated by single spaces, and @ at
 * the beginning of one stands for the folder of the test. */
#ifndef MARSHAL_TESTS_SUPPORT_PLAYING_H
#define MARSHAL_TESTS_SUPPORT_PLAYING_H

#include <sys/types.h>

#include "tests/support/support.h"

/* Of this test; made by playing_new_folder, an .init of Criterion. */
extern char playing_folder[256];
void playing_new_folder(void);
/* A file in it. */
void playing_path(const char *name, char path[300]);
void playing_read(const char *name, StrBuf *text);

/* Runs marshal play (of the program with the toy game) with input as if typed. */
void playing_run_bytes(Run *run, const char *arguments, const char *input, size_t length);
void playing_run(Run *run, const char *arguments, const char *input);

void playing_expect_in(const Run *run, const char *text);
void playing_expect_not_in(const Run *run, const char *text);
/* Plays and expects an exit code and some texts, up to a NULL. */
void playing_expect(const char *arguments, const char *input, int code, const char *const *texts);
#define PLAYING_EXPECT(arguments, input, ...)                                                                \
    playing_expect(arguments, input, 0, (const char *const[]){__VA_ARGS__, NULL})
/* Expects that the program refuses with a message. */
void playing_expect_refusal(const char *arguments, int code, const char *message);
/* Expects that a record in the folder of the test replays, with its dice. */
void playing_expect_valid(const char *name);

/* A terminal with the program in it. */
typedef struct PlayingScreen {
    int master;
    pid_t child;
    StrBuf text; /* all that was written */
    size_t seen; /* up to here it has been waited for */
} PlayingScreen;

void playing_open(PlayingScreen *screen, const char *arguments);
/* Reads until a text has come that was not waited for before. */
void playing_wait_for(PlayingScreen *screen, const char *text);
void playing_type(const PlayingScreen *screen, const char *keys);
/* Ends the input and waits for the game's last words. */
void playing_end_input(PlayingScreen *screen);
/* Expects that the program has ended with an exit code. */
void playing_close(PlayingScreen *screen, int code);

#endif

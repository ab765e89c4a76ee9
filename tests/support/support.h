/* support.h: what several suites need. */
#ifndef MARSHAL_TESTS_SUPPORT_SUPPORT_H
#define MARSHAL_TESTS_SUPPORT_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"
#include "engine/strbuf.h"

/* Scenario folders for this process and its children: those of the tests first. */
void support_use_test_scenarios(void);

/* Loads "toy/plain" or another scenario with at most one override (NULL: none); ends the process if it
 * cannot. */
void support_load(Game *game, const char *scenario, const char *override);

/* True when sanitizers make everything slow: suites then play fewer games. */
bool support_short(void);

/* A new empty folder for files of one test; the caller frees nothing, the folder stays under the build
 * folder. */
void support_folder(const char *name, char path[256]);

/* A whole file, text or bytes; false if it cannot be read. */
bool support_read(const char *path, StrBuf *text);
bool support_write(const char *path, const char *text, size_t length);

/* Puts a text in place of the first of another in out, which is written anew; fails the test if there is
 * none. */
void support_replace(const char *text, const char *old, const char *fresh, StrBuf *out);
/* Expects an error at this path of its file with this in its message. */
void support_expect_error(const Err *err, const char *path, const char *message);

/* Runs the program (with the toy game) with arguments separated by single spaces; waits for it. */
typedef struct Run {
    int code;   /* exit code, or 128 + signal */
    StrBuf out; /* standard output */
    StrBuf err; /* standard error */
} Run;
void support_run(Run *run, const char *arguments);
/* The same, with Ctrl-C (SIGINT) sent to it when it has worked for some milliseconds (support_let_work). */
void support_run_interrupted(Run *run, const char *arguments, long milliseconds);
void support_run_release(Run *run);

/* The same in steps, for more than one program at a time. */
typedef struct Child {
    long pid;
    char out[300], err[300]; /* files */
} Child;
/* file_bytes > 0: files may not grow beyond that (RLIMIT_FSIZE). */
Child support_start(const char *arguments, long file_bytes);
/* Waits so long, or less if it ends before; true if it is still there. */
bool support_wait(const Child *child, long milliseconds);
/* The same until it has had so many milliseconds of processor, in a minute at most: as far as it comes in
 * them it comes on a busy machine, too. */
bool support_let_work(const Child *child, long milliseconds);
void support_finish(const Child *child, Run *run);

#endif

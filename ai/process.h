/* process.h: a child process that reads from and writes to us through pipes.
 *
 * The command is given to /bin/sh -c, in the current folder, with the environment as it is. The child gets
 * standard input and output as pipes; its standard error is ours. It leads a process group of its own, so
 * that Ctrl-C on the terminal is not for it and so that it can be killed together with everything it started.
 * No other descriptor is inherited, nor by children started at the same moment by other threads.
 *
 * Both our ends of the pipes never block; writing to a child that is gone is an error, never a SIGPIPE.
 * process_start ... process_end; after that no child and no zombie is left.
 */
#ifndef MARSHAL_AI_PROCESS_H
#define MARSHAL_AI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "engine/err.h"

typedef struct Process {
    pid_t pid; /* also its process group */
    int in;    /* we write its standard input here; -1: closed */
    int out;   /* we read its standard output here */
} Process;

/* Starts a command. On failure nothing needs ending. */
bool process_start(Process *process, const char *command, Err *err);

/* Writes as much as goes at once; returns the number of bytes, -1 if the child does not read any more. */
ssize_t process_write(const Process *process, const char *text, size_t length);

/* Closes the child's standard input. */
void process_close_input(Process *process);

/* Waits at most so long for the child to end by itself and says in words how it did ("ended with exit code
 * 1"); false if it still runs. The child stays to be collected by process_end. */
bool process_has_ended(const Process *process, double seconds, char *how, size_t size);

/* Closes both pipes, gives the child some seconds to end, then kills it and its group, and collects it. */
void process_end(Process *process, double seconds);

#endif

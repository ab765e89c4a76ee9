/* terminal_input.h: lines from whoever plays in the terminal: by libedit on a terminal, else as they come.
 *
 * On a terminal lines have history and completion, and Ctrl-C gives up the line being typed. From a pipe or a
 * file, lines are read with a bound: a longer one is passed over as a whole. Control characters and bytes
 * that are no UTF-8 become spaces, so what is handed on is safe to print.
 *
 * Signals: input_open takes over SIGINT (a flag that thinking looks at), SIGTERM and SIGHUP (the end of
 * input, so that a game can be saved). One Input at a time; it belongs to the thread that opened it.
 */
#ifndef MARSHAL_PLAY_TERMINAL_TERMINAL_INPUT_H
#define MARSHAL_PLAY_TERMINAL_TERMINAL_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/strbuf.h"

enum { INPUT_LINE_BYTES = 1024, INPUT_CHUNK_BYTES = 4096 };

enum input_status {
    INPUT_LINE,        /* a line was read */
    INPUT_TOO_LONG,    /* a line was passed over */
    INPUT_INTERRUPTED, /* Ctrl-C */
    INPUT_END          /* no more lines, or the program is asked to end */
};

/* Adds a word that what is being typed could become: asked of the owner of the Input with Tab. */
typedef void (*InputOffer)(void *list, const char *word);

typedef struct Input {
    bool terminal; /* libedit is used */
    /* Offers words for completion; NULL: none. */
    void (*complete)(void *context, void *list, InputOffer offer);
    void *context;
    size_t used, filled; /* of chunk */
    char chunk[INPUT_CHUNK_BYTES];
} Input;

void input_open(Input *input);
void input_close(Input *input);

/* Reads a line into text (emptied before), without its line feed. The prompt is shown on a terminal only. */
enum input_status input_read(Input *input, const char *prompt, StrBuf *text);

/* Becomes true with Ctrl-C, or when the program is asked to end. */
const atomic_bool *input_stop(void);
/* Forgets Ctrl-C; before thinking. */
void input_forget_stop(void);
bool input_ended(void);

#endif

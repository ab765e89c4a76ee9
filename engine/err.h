/* err.h: how layers below play/ report bad input: a message and where it was found, never a print, never an
 * exit.
 *
 * A function that can meet bad input takes `Err *err` as its last parameter, returns false (or NULL) and
 * fills it with a full sentence: file, path within it, what was found, what was expected. The caller owns the
 * Err; nothing is allocated. Only the first error is kept: err_set on an Err that is already set does
 * nothing, so the cause is never painted over.
 */
#ifndef MARSHAL_ENGINE_ERR_H
#define MARSHAL_ENGINE_ERR_H

#include <stdbool.h>

enum { ERR_FILE_BYTES = 256, ERR_PATH_BYTES = 256, ERR_MESSAGE_BYTES = 512 };

typedef struct Err {
    bool set;                        /* false: no error so far */
    char file[ERR_FILE_BYTES];       /* file name as the user gave it, "" if none */
    char path[ERR_PATH_BYTES];       /* place inside the file, e.g. places[12].adjacent[3], "" if none */
    char message[ERR_MESSAGE_BYTES]; /* what was found and what was expected; NUL-terminated, cut if too long
                                      */
} Err;

/* Clears an Err for reuse. */
void err_clear(Err *err);

/* Fills err if it is not set yet; file and path may be NULL. The format is printf's. Always returns false, so
 * that `return err_set(...)` reads well. err may be NULL: then nothing is stored. */
bool err_set(Err *err, const char *file, const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Makes text from outside safe to show, in place, and valid UTF-8: control characters and stray bytes become
 * '?'; a sequence torn by a cut at the end is dropped. */
void err_make_printable(char *text);

/* Writes "file: path: message" (without the empty parts) into text, NUL-terminated, cut at size. */
void err_text(const Err *err, char *text, unsigned long size);

#endif

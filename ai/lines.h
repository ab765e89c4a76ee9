/* lines.h: lines of text out of a file descriptor, for the two ends of the text protocol (protocol.h).
 *
 * What arrives is hostile: lines longer than a limit are refused once and skipped to their end, so that
 * memory stays bounded; lines with NUL bytes are refused. The caller waits (poll), calls lines_fill, then
 * lines_next until it says LINE_NONE.
 *
 * Ownership: lines_init ... lines_release; the descriptor stays the caller's. A line is valid until the next
 * call.
 */
#ifndef MARSHAL_AI_LINES_H
#define MARSHAL_AI_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/strbuf.h"

enum line_status {
    LINE_NONE, /* no whole line is there */
    LINE_GOOD,
    LINE_TOO_LONG, /* told once; its rest is skipped as it comes */
    LINE_BAD,      /* holds a NUL byte */
};

enum lines_fill { LINES_MORE, LINES_NOTHING, LINES_END };

typedef struct Lines {
    int fd;
    size_t max;  /* bytes of a line without its end */
    StrBuf text; /* read and not yet handed out, from start on */
    size_t start;
    size_t searched; /* no line feed in text before this */
    bool skipping;   /* within a line that was too long */
    uint64_t bytes;  /* read in all */
} Lines;

void lines_init(Lines *lines, int fd, size_t max);
void lines_release(Lines *lines);

/* Reads once. LINES_NOTHING: nothing was there (on a descriptor that does not block). LINES_END at the end or
 * on an error; a last line without a line feed then counts as a whole one. */
enum lines_fill lines_fill(Lines *lines);

/* The next line, without line feed or carriage return. */
enum line_status lines_next(Lines *lines, char **line);

#endif

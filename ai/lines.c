/* lines.c: see lines.h. */
#include "ai/lines.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK_BYTES = 16 * 1024 };

void lines_init(Lines *lines, int fd, size_t max)
{
    assert(max > 0);
    memset(lines, 0, sizeof *lines);
    lines->fd = fd;
    lines->max = max;
    strbuf_init(&lines->text);
}

void lines_release(Lines *lines) { strbuf_release(&lines->text); }

/* Moves what has not been handed out to the front. */
static void compact(Lines *lines)
{
    StrBuf *text = &lines->text;
    assert(lines->start <= lines->searched && lines->searched <= text->length);
    if (lines->start > 0) {
        memmove(text->text, text->text + lines->start, text->length - lines->start);
        text->length -= lines->start;
        lines->searched -= lines->start;
        lines->start = 0;
    }
}

enum lines_fill lines_fill(Lines *lines)
{
    char chunk[CHUNK_BYTES];
    compact(lines);
    assert(lines->fd >= 0);
    const ssize_t count = read(lines->fd, chunk, sizeof chunk);
    if (count > 0) {
        lines->bytes += (uint64_t)count;
        strbuf_add_bytes(&lines->text, chunk, (size_t)count);
        return LINES_MORE;
    }
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return LINES_NOTHING;
    }
    if (lines->text.length > 0 && lines->text.text[lines->text.length - 1] != '\n') {
        strbuf_add_char(&lines->text, '\n');
    }
    return LINES_END;
}

/* Without a line feed in sight: gives up on a line that has become too long. */
static enum line_status wait_for_more(Lines *lines)
{
    StrBuf *text = &lines->text;
    assert(lines->start <= text->length);
    lines->searched = text->length;
    if (!lines->skipping && text->length - lines->start <= lines->max) {
        return LINE_NONE;
    }
    const bool told = lines->skipping;
    strbuf_clear(text);
    lines->start = 0;
    lines->searched = 0;
    lines->skipping = true;
    return told ? LINE_NONE : LINE_TOO_LONG;
}

/* The line that ends at end. */
static enum line_status take(Lines *lines, const char *end, char **line)
{
    char *begin = lines->text.text + lines->start;
    assert(end >= begin && end < lines->text.text + lines->text.length);
    size_t length = (size_t)(end - begin);
    lines->start += length + 1;
    lines->searched = lines->start;
    if (length > lines->max) {
        return LINE_TOO_LONG;
    }
    if (length > 0 && begin[length - 1] == '\r') {
        length--;
    }
    begin[length] = '\0';
    *line = begin;
    return memchr(begin, '\0', length) != NULL ? LINE_BAD : LINE_GOOD;
}

enum line_status lines_next(Lines *lines, char **line)
{
    StrBuf *text = &lines->text;
    for (;;) {
        const size_t left = text->length - lines->searched;
        const char *end = left > 0 ? memchr(text->text + lines->searched, '\n', left) : NULL;
        if (end == NULL) {
            return wait_for_more(lines);
        }
        if (!lines->skipping) {
            return take(lines, end, line);
        }
        lines->start = (size_t)(end - text->text) + 1;
        lines->searched = lines->start;
        lines->skipping = false;
    }
}

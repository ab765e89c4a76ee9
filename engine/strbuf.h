/* strbuf.h: a growing text buffer.
 *
 * `text` is always NUL-terminated and may be read freely; length does not count the NUL. The owner calls
 * strbuf_release. Out of memory ends the process with a message (the one place besides json.c where memory is
 * asked for piecemeal; never used in playouts or search).
 */
#ifndef MARSHAL_ENGINE_STRBUF_H
#define MARSHAL_ENGINE_STRBUF_H

#include <stddef.h>

typedef struct StrBuf {
    char *text;
    size_t length;
    size_t size;
} StrBuf;

void strbuf_init(StrBuf *buf);
void strbuf_release(StrBuf *buf);
/* Empties the buffer and keeps its memory. */
void strbuf_clear(StrBuf *buf);
void strbuf_add(StrBuf *buf, const char *text);
/* Adds bytes as they are, NULs included. */
void strbuf_add_bytes(StrBuf *buf, const void *bytes, size_t length);
void strbuf_add_char(StrBuf *buf, char c);
void strbuf_addf(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds text as a JSON string with its quotes, escaping what JSON asks for. */
void strbuf_add_json(StrBuf *buf, const char *text);

#endif

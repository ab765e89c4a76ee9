/* strbuf.c: a growing text buffer. Memory doubles, so that adding n characters costs O(n) in all. */
#include "engine/strbuf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRBUF_FIRST_BYTES = 64 };

/* Makes room for extra more characters and the NUL. */
static void reserve(StrBuf *buf, size_t extra)
{
    assert(buf->length <= buf->size);
    if (extra < buf->size - buf->length) {
        return; /* an empty StrBuf has size 0 and length 0: never taken */
    }
    size_t size = buf->size > 0 ? buf->size : STRBUF_FIRST_BYTES;
    while (size - buf->length <= extra && size <= SIZE_MAX / 2) {
        size *= 2;
    }
    char *text = size - buf->length > extra ? realloc(buf->text, size) : NULL;
    if (text == NULL) {
        fputs("marshal: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    buf->text = text;
    buf->size = size;
}

void strbuf_add_bytes(StrBuf *buf, const void *bytes, size_t length)
{
    assert(bytes != NULL);
    reserve(buf, length);
    memcpy(buf->text + buf->length, bytes, length);
    buf->length += length;
    buf->text[buf->length] = '\0';
}

void strbuf_init(StrBuf *buf)
{
    *buf = (StrBuf){NULL, 0, 0};
    reserve(buf, 0);
    buf->text[0] = '\0';
}

void strbuf_release(StrBuf *buf)
{
    free(buf->text);
    *buf = (StrBuf){NULL, 0, 0};
}

void strbuf_clear(StrBuf *buf)
{
    assert(buf->text != NULL);
    buf->length = 0;
    buf->text[0] = '\0';
}

void strbuf_add(StrBuf *buf, const char *text) { strbuf_add_bytes(buf, text, strlen(text)); }

void strbuf_add_char(StrBuf *buf, char c) { strbuf_add_bytes(buf, &c, 1); }

void strbuf_addf(StrBuf *buf, const char *format, ...)
{
    va_list args;
    va_list again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    assert(length >= 0);
    if (length > 0) {
        reserve(buf, (size_t)length);
        (void)vsnprintf(buf->text + buf->length, (size_t)length + 1, format, again);
        buf->length += (size_t)length;
    }
    va_end(again);
}

/* The letter of a short escape such as \n, or 0 if c has none. */
static char short_escape(char c)
{
    switch (c) {
    case '"':
        return '"';
    case '\\':
        return '\\';
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

void strbuf_add_json(StrBuf *buf, const char *text)
{
    strbuf_add_char(buf, '"');
    for (; *text != '\0'; text++) {
        const char letter = short_escape(*text);
        if (letter != 0) {
            const char pair[2] = {'\\', letter};
            strbuf_add_bytes(buf, pair, 2);
        } else if ((unsigned char)*text < 0x20U || (unsigned char)*text == 0x7FU) {
            strbuf_addf(buf, "\\u%04x", (unsigned)(unsigned char)*text);
        } else {
            strbuf_add_char(buf, *text);
        }
    }
    strbuf_add_char(buf, '"');
}

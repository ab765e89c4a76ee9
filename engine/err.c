/* err.c: filling and printing an Err. */
#include "engine/err.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/utf8.h"

/* So that a key of a hostile file cannot steer a terminal. */
void err_make_printable(char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        const unsigned char c = (unsigned char)*text;
        size_t size = utf8_sequence((const unsigned char *)text, left);
        if (size == 0 && utf8_size(c) > left) {
            *text = '\0';
            return;
        }
        if (size == 0 || c < 0x20U || c == 0x7FU) {
            *text = '?';
            size = 1;
        }
        text += size;
        left -= size;
    }
}

static void copy_cut(char *to, size_t size, const char *from)
{
    assert(size > 0);
    (void)snprintf(to, size, "%s", from != NULL ? from : "");
    err_make_printable(to);
}

void err_clear(Err *err) { memset(err, 0, sizeof *err); }

bool err_set(Err *err, const char *file, const char *path, const char *format, ...)
{
    if (err == NULL || err->set) {
        return false;
    }
    err->set = true;
    copy_cut(err->file, sizeof err->file, file);
    copy_cut(err->path, sizeof err->path, path);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    err_make_printable(err->message);
    return false;
}

void err_text(const Err *err, char *text, unsigned long size)
{
    if (size == 0) {
        return;
    }
    (void)snprintf(text, size, "%s%s%s%s%s", err->file, err->file[0] != '\0' ? ": " : "", err->path,
                   err->path[0] != '\0' ? ": " : "", err->message);
    err_make_printable(text);
}

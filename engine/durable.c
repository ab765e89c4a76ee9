/* durable.c: see durable.h. */
#include "engine/durable.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 4096 };

/* EINVAL, ENOTSUP: a file system, or a kind of file, for which there is nothing to do. */
static bool sync_descriptor(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool durable_content(FILE *file) { return fflush(file) == 0 && sync_descriptor(fileno(file)); }

bool durable_name(const char *file)
{
    assert(file != NULL);
    char folder[NAME_BYTES];
    const char *slash = strrchr(file, '/');
    const size_t length = slash == NULL ? 0 : slash == file ? 1 : (size_t)(slash - file);
    if (length >= sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(folder, length > 0 ? file : ".", length > 0 ? length : 1);
    folder[length > 0 ? length : 1] = '\0';
    const int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && sync_descriptor(descriptor);
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return synced;
}

bool durable_write(const char *file, const StrBuf *text, bool durable)
{
    FILE *stream = fopen(file, "wb");
    if (stream == NULL) {
        return false;
    }
    const bool written =
        fwrite(text->text, 1, text->length, stream) == text->length && (!durable || durable_content(stream));
    const int cause = errno;
    const bool closed = fclose(stream) == 0;
    if (!written) {
        errno = cause;
    }
    return written && closed;
}

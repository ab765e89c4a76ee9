/* durable.h: files that outlive a power failure. */
#ifndef MARSHAL_ENGINE_DURABLE_H
#define MARSHAL_ENGINE_DURABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/strbuf.h"

/* Has what was written into a file on disk. False and errno if it cannot be. */
bool durable_content(FILE *file);

/* Has a file's name on disk: its folder is. False and errno if it cannot be. */
bool durable_name(const char *file);

/* Makes a file, or empties the one that is there, and writes text into it; until it is on disk if durable.
 * False and errno if it cannot be: then there may be a part of it. */
bool durable_write(const char *file, const StrBuf *text, bool durable);

#endif

/* durable.h: files that outlive a power failure. */
#ifndef MARSHAL_ENGINE_DURABLE_H
#define MARSHAL_ENGINE_DURABLE_H

#include <stdbool.h>
#include <stdio.h>

/* Has what was written into a file on disk. False and errno if it cannot be. */
bool durable_content(FILE *file);

/* Has a file's name on disk: its folder is. False and errno if it cannot be. */
bool durable_name(const char *file);

#endif

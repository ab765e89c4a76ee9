/* memory.h: memory that there is nothing sensible to do without: running out of it ends the process with a
 * message. For whoever keeps or shows a game (history.h, sessions); rules and searches allocate nothing. */
#ifndef MARSHAL_ENGINE_MEMORY_H
#define MARSHAL_ENGINE_MEMORY_H

#include <stddef.h>

/* size bytes of zero; size may be 0. Freed by memory_free, as all of them. */
void *memory_zeroed(size_t size);
/* As realloc. */
void *memory_resize(void *memory, size_t size);
void *memory_copy(const void *bytes, size_t size);
char *memory_copy_text(const char *text);
void memory_free(void *memory);

#endif

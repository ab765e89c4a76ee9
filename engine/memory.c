/* memory.c: memory, or the end. */
#include "engine/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
    if (memory == NULL) {
        (void)fprintf(stderr, "marshal: out of memory\n");
        abort();
    }
    return memory;
}

void *memory_zeroed(size_t size) { return must(calloc(1, size > 0 ? size : 1)); }

void *memory_resize(void *memory, size_t size) { return must(realloc(memory, size > 0 ? size : 1)); }

void *memory_copy(const void *bytes, size_t size)
{
    void *copy = must(malloc(size > 0 ? size : 1));
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

char *memory_copy_text(const char *text) { return memory_copy(text, strlen(text) + 1); }

void memory_free(void *memory) { free(memory); }

/* cache_line.h: what threads that write side by side keep apart. */
#ifndef MARSHAL_AI_CACHE_LINE_H
#define MARSHAL_AI_CACHE_LINE_H

enum { CACHE_LINE_BYTES = 64 };

#endif

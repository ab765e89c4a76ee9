/* json_scan.h: checks that a text is exactly one JSON value (RFC 8259) before anything builds a tree from it.
 *
 * The library that builds the tree is lenient in places (control characters in strings, \u0000, numbers such
 * as 01) and says little about errors. This scan is strict, needs no memory and no recursion, and names line,
 * column, what was found and what was expected. Internal to json.c.
 */
#ifndef MARSHAL_ENGINE_JSON_SCAN_H
#define MARSHAL_ENGINE_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/err.h"

enum { JSON_DEPTH_MAX = 64 }; /* arrays and objects inside one another */

/* True if text is one JSON value in UTF-8, without NUL bytes and nested at most JSON_DEPTH_MAX deep, with
 * nothing but white space around it. Otherwise false, with line and column (characters, from 1) as the
 * error's path. */
bool json_scan(const char *text, size_t length, const char *file, Err *err);

#endif

/* fold.h: comparing names as people type them: "osterreich" for "Österreich", "ile de france" for
 * "Île-de-France".
 *
 * Folding makes small ASCII letters of Latin ones, accents and ligatures gone ("ß" becomes "ss"), drops
 * apostrophes, and turns everything else that is no letter or digit into single spaces, none at the ends.
 * Text need not be well-formed UTF-8: stray bytes count as spaces.
 */
#ifndef MARSHAL_ENGINE_FOLD_H
#define MARSHAL_ENGINE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum { FOLD_BYTES = 256 };

/* The folded text, cut if it is longer than there is room for; always NUL-terminated. */
void fold_text(const char *text, char *out, size_t size);

/* Whether folded texts are the same; whether each word of words begins a word of text ("mas it": "Masséna to
 * Italia"). */
bool fold_equal(const char *a, const char *b);
bool fold_has_words(const char *text, const char *words);

#endif

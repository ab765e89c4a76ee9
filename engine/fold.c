/* fold.c: names as people type them. */
#include "engine/fold.h"

#include <assert.h>
#include <string.h>

#include "engine/utf8.h"

/* What the letters from U+00C0 to U+017F become, in their order; '*' stands for the two of PAIRS, ' ' for
 * none. */
static const char LETTERS[] =
    "aaaaaa*ceeeeiiiidnooooo ouuuuy**aaaaaa*ceeeeiiiidnooooo ouuuuy*y" /* Latin-1 */
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii**jjkkklllllll" /* Latin Extended-A */
    "lllnnnnnnnnnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static const char *pair_of(unsigned code)
{
    switch (code) {
    case 0xC6:
    case 0xE6:
        return "ae";
    case 0xDE:
    case 0xFE:
        return "th";
    case 0xDF:
        return "ss";
    case 0x132:
    case 0x133:
        return "ij";
    default:
        return "oe";
    }
}

/* Folds the character at *p, which moves on; letters has room for 3 bytes. */
static void fold_one(const unsigned char **p, char letters[3])
{
    const unsigned char *at = *p;
    const size_t size = utf8_sequence(at, strlen((const char *)at));
    memset(letters, 0, 3);
    *p += size > 0 ? size : 1;
    if (size == 1) {
        const unsigned char c = at[0];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        letters[0] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : letter ? (char)c : c == '\'' ? '\0' : ' ';
        return;
    }
    const unsigned code = size == 2 ? ((unsigned)(at[0] & 31U) << 6U | (at[1] & 63U)) : 0;
    letters[0] = code >= 0xC0 && code - 0xC0 < sizeof LETTERS - 1 ? LETTERS[code - 0xC0] : ' ';
    if (letters[0] == '*') {
        memcpy(letters, pair_of(code), 2);
    }
}

void fold_text(const char *text, char *out, size_t size)
{
    assert(size > 0);
    size_t length = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0';) {
        char letters[3];
        fold_one(&p, letters);
        for (size_t i = 0; letters[i] != '\0' && length + 1 < size; i++) {
            const bool again = letters[i] == ' ' && (length == 0 || out[length - 1] == ' ');
            if (!again) {
                out[length++] = letters[i];
            }
        }
    }
    while (length > 0 && out[length - 1] == ' ') {
        length--;
    }
    out[length] = '\0';
}

bool fold_equal(const char *a, const char *b)
{
    char left[FOLD_BYTES];
    char right[FOLD_BYTES];
    fold_text(a, left, sizeof left);
    fold_text(b, right, sizeof right);
    return strcmp(left, right) == 0;
}

/* Whether some word of text (folded) begins with the length bytes at word. */
static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; at != NULL; at = strchr(at, ' ')) {
        at += *at == ' ' ? 1 : 0;
        if (strncmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}

bool fold_has_words(const char *text, const char *words)
{
    char haystack[2 * FOLD_BYTES];
    char needles[FOLD_BYTES];
    fold_text(text, haystack, sizeof haystack);
    fold_text(words, needles, sizeof needles);
    for (const char *at = needles; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        if (!has_word(haystack, at, length)) {
            return false;
        }
        at += length + (at[length] == ' ' ? 1 : 0);
    }
    return needles[0] != '\0';
}

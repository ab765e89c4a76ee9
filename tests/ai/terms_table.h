/* terms_table.h: what tests of every game expect of its terms (GameAi.term_names and what goes with them). */
#ifndef MARSHAL_TESTS_AI_TERMS_TABLE_H
#define MARSHAL_TESTS_AI_TERMS_TABLE_H

#include <stddef.h>

/* What is said when an input is this much in some positions and that much in others. */
typedef struct Saying {
    const char *input;
    double here, there;
    const char *term, *words;
} Saying;

/* Each input belongs to a group and to a subject of that group which is its own; every group has inputs; of
 * every subject there is something to say, but for the groups that are about the time. */
void terms_table_expect_order(const char *scenario);
/* Each of the inputs is there, belongs to its group, and is spoken of as said. */
void terms_table_expect_words(const char *scenario, const Saying *sayings, size_t count);

#endif

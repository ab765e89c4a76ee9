/* completion.h: what may stand where somebody is typing a command line, for shells; from the tables of
 * commands, options and policies, and the scenario folders, so that nothing is said twice.
 *
 * What an option's value or an operand is, its text in the table says (OptionSpec.value, Command.operands):
 * SCENARIO, POLICY, STRATEGY, COMMAND, SIDE, SEAT, DIR, and FILE, DB, CONFIG and other files; words in small
 * letters, as in "typed" or "csv|jsonl", stand for themselves; anything else is not completed.
 */
#ifndef MARSHAL_PLAY_CMD_COMPLETION_H
#define MARSHAL_PLAY_CMD_COMPLETION_H

#include <stddef.h>

#include "engine/strbuf.h"
#include "play/cmd/command.h"

/* Appends the answer for a line whose words behind the program's name are words[0..count), the last of them
 * being typed (it may be ""): first "words", "files" or "folders", which says whether names of files or of
 * folders will do besides, then what begins with the last word, one a line. For the value of an option that
 * is written --name=value each is the whole word. A candidate that ends in ":", "=" or "," goes on. */
void completion_answer(const CommandList *commands, const char *const *words, size_t count, StrBuf *out);

/* Appends a script that makes a shell ask the program for the above; false if we have none for this shell
 * ("bash"). */
bool completion_script(const char *shell, StrBuf *out);

#endif

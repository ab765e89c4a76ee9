/* manual.h: help texts and the manual page, from the tables of commands, options and policies. */
#ifndef MARSHAL_PLAY_CMD_MANUAL_H
#define MARSHAL_PLAY_CMD_MANUAL_H

#include "engine/strbuf.h"
#include "play/cmd/command.h"

/* Appends marshal(1) in the man macros of troff: every command with its options, policies, environment,
 * files, exit codes, examples with a scenario of this machine's. */
void manual_write(const CommandList *commands, StrBuf *out);

#endif

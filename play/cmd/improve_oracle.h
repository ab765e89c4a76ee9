/* improve_oracle.h: `marshal improve --double-oracle`. */
#ifndef MARSHAL_PLAY_CMD_IMPROVE_ORACLE_H
#define MARSHAL_PLAY_CMD_IMPROVE_ORACLE_H

#include "play/cmd/options.h"

/* Runs the command, whose options hold --double-oracle; returns the exit code after telling what is wrong. */
int improve_oracle(const Options *options);

#endif

/* improve_oracle.h: `marshal improve --double-oracle`. */
#ifndef MARSHAL_PLAY_CMD_IMPROVE_ORACLE_H
#define MARSHAL_PLAY_CMD_IMPROVE_ORACLE_H

#include <stdbool.h>

#include "engine/err.h"
#include "play/cmd/options.h"

/* Reads --perturbation and --wander, which both ways of improving have. False and err on anything but numbers
 * from 0.01 to 1. */
bool improve_read_steps(const Options *options, double *perturbation, double *wander, Err *err);

/* Runs the command, whose options hold --double-oracle; returns the exit code after telling what is wrong. */
int improve_oracle(const Options *options);

#endif

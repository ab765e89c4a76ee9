/* disk.h: a disk that fails, for databases: a layer under SQLite (a VFS) that can refuse to write, and
 * remembers what was written and what was synced, so that a test can see what a power cut leaves at any
 * moment.
 *
 * The model of a power cut: what was written before the last finished sync of its file is there. Each write
 * after that is there, or is not, or is there up to some sector, as chance has it, whatever the order.
 * Renaming is not modelled: watch a file that is there.
 */
#ifndef MARSHAL_TESTS_SUPPORT_DISK_H
#define MARSHAL_TESTS_SUPPORT_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rng.h"

typedef struct Disk Disk;

/* All databases that are opened from now on go through it. What is written into `file` and its log is
 * remembered. One at a time; the process ends if that is not possible. */
Disk *disk_new(const char *file);
void disk_free(Disk *disk);

/* After so many more writes all of them fail as on a full disk; -1: none. Returns how many writes have been
 * asked for. */
long disk_fill_after(Disk *disk, long writes);

/* How much has happened so far: writes, syncs and so on. */
size_t disk_moment(const Disk *disk);

/* Makes `copy` and its log what a power cut at this moment would have left of the file and its log. */
void disk_cut(const Disk *disk, size_t moment, Rng *rng, const char *copy);

#endif

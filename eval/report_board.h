/* report_board.h: the names that the indices of a game's summary stand for, and where places lie, from a scenario's
 * files.
 *
 * The store keeps indices only. Files may have gone or changed since the games were played: then a report says so, and
 * speaks of "card 12".
 */
#ifndef MARSHAL_EVAL_REPORT_BOARD_H
#define MARSHAL_EVAL_REPORT_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"

enum { REPORT_NAME_BYTES = 64, REPORT_NEIGHBOURS_MAX = 16 };

typedef struct ReportArea {
    char id[REPORT_NAME_BYTES];
    char name[REPORT_NAME_BYTES];
    bool placed; /* where is it: */
    double latitude, longitude;
    uint32_t neighbour_count;
    uint16_t neighbours[REPORT_NEIGHBOURS_MAX];
} ReportArea;

typedef struct ReportBoard {
    bool found;   /* false: the files are gone, or are no scenario any more */
    bool changed; /* found, but not as they were */
    Err problem;  /* if not found */
    uint32_t card_count, area_count;
    char (*cards)[REPORT_NAME_BYTES]; /* owned */
    ReportArea *areas;                /* owned */
} ReportBoard;

/* Looks for the files of a scenario; what is missing stays empty. False without memory only. */
bool report_board_read(ReportBoard *board, const char *scenario, const char *const *overrides, size_t override_count,
                       const char *sha256);
void report_board_release(ReportBoard *board);

/* Names; made up in room if the board does not know. */
const char *report_card_name(const ReportBoard *board, unsigned card, char room[REPORT_NAME_BYTES]);
const char *report_area_name(const ReportBoard *board, unsigned area, char room[REPORT_NAME_BYTES]);

#endif

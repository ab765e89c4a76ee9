/* report_board.h: the names that the indices of a game's summary stand for, and where places lie, from a
 * game (game.h: card_name, place_name), and what the game calls things.
 *
 * The store keeps indices only. A scenario's files may have gone or changed since the games were played: then
 * a report says so, and speaks of "card 12".
 */
#ifndef MARSHAL_EVAL_REPORT_REPORT_BOARD_H
#define MARSHAL_EVAL_REPORT_REPORT_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/err.h"
#include "engine/game.h"

enum { REPORT_NAME_BYTES = 64 };

typedef struct ReportSite {
    char id[REPORT_NAME_BYTES];
    char name[REPORT_NAME_BYTES];
    bool placed; /* where is it, as GameName: */
    double x, y;
} ReportSite;

/* A line of the map between two places, a < b. */
typedef struct ReportRoad {
    uint16_t a, b;
} ReportRoad;

typedef struct ReportBoard {
    const GameRules *rules; /* of the game; NULL: this program does not know it */
    Game game;              /* owned, if found */
    bool found;             /* false: the files are gone, or are no scenario any more */
    bool changed;           /* found, but not as they were */
    Err problem;            /* if not found */
    uint32_t card_count, site_count, road_count;
    char (*cards)[REPORT_NAME_BYTES]; /* owned */
    ReportSite *sites;                /* owned: the places */
    ReportRoad *roads;                /* owned */
} ReportBoard;

/* Looks for the game and the files of a scenario; what is missing stays empty. False without memory only. */
bool report_board_read(ReportBoard *board, const char *game_id, const char *scenario,
                       const char *const *overrides, size_t override_count, const char *sha256);
void report_board_release(ReportBoard *board);

/* Names; made up in room if the board does not know. */
const char *report_card_name(const ReportBoard *board, unsigned card, char room[REPORT_NAME_BYTES]);
/* A turn as the game calls it; its number if the board does not know. */
const char *report_turn_name(const ReportBoard *board, int turn, char room[REPORT_NAME_BYTES]);
const char *report_place_name(const ReportBoard *board, unsigned place, char room[REPORT_NAME_BYTES]);

#endif

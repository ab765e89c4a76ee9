/* eagles_position.h: positions of Napoleon's Eagles put together by hand, and played on with moves as text
 * and dice as numbers. Every function ends the test with a message if something is not as it should be. */
#ifndef MARSHAL_TESTS_EAGLES_POSITION_H
#define MARSHAL_TESTS_EAGLES_POSITION_H

#include "engine/eagles/rules.h"

enum { BOARD_DICE_MAX = 64 };

typedef struct Board {
    Game game;
    StateBuffer buffer;
    Dice dice;
    uint8_t script[BOARD_DICE_MAX];
    size_t script_count;
    Play p; /* for the questions of rules.h */
} Board;

/* Loads a scenario (with at most one override, NULL: none) and sets it up with a die that always shows 1. */
void board_open(Board *b, const char *scenario, const char *override);
void board_close(Board *b);
/* Takes all SP and leaders off the map (into the pool), lifts sieges. */
void board_clear(Board *b);
void board_month(Board *b, unsigned month);
/* SP or a leader on the map. */
void board_put(Board *b, const char *hex, const char *nation, const char *type, unsigned sp);
void board_lead(Board *b, const char *hex, const char *leader);
/* Puts SP of a nation inside the city of a hex, besieged with a value by those who stand outside. */
void board_besiege(Board *b, const char *hex, const char *nation, const char *type, unsigned sp,
                   unsigned value);
void board_control(Board *b, const char *city, unsigned side);
/* A nation that was conquered once and is neutral by it, of a colour (EAGLES_WHITE, ...), with its land open.
 */
void board_conquered(Board *b, const char *nation, unsigned colour);

/* The dice to fall from now on, ended by 0. */
void board_dice(Board *b, const int *dice);
/* Begins a step of a side's player-turn and plays to the first decision. */
void board_begin(Board *b, enum eagles_step step, unsigned side);
/* Plays a legal move. */
void board_play(Board *b, const char *move);
/* Plays a list of moves, ended by NULL. */
#define MOVES(...) ((const char *const[]){__VA_ARGS__, NULL})
void board_moves(Board *b, const char *const *moves);
bool board_offers(const Board *b, const char *move);
/* Expects all dice to have fallen. */
void board_expect_dice(const Board *b);

/* The grand campaign in a month from August 1805 on (0), the map empty, all ships sunk. override: of the
 * scenario, NULL for none. */
void board_open_bare(Board *b, const char *override, unsigned month);
/* The grand campaign in a month from August 1805 on (0), with these dice, ended by 0, for questions and
 * steps. */
void board_open_campaign(Board *b, unsigned month, const int *dice);
unsigned board_nation(const Board *b, const char *id);
unsigned board_hex(const Board *b, const char *hex);
/* SP of a side in a hex. */
unsigned board_sp(const Board *b, const char *hex, unsigned side);
unsigned board_leader_at(const Board *b, const char *leader);
/* SP of one counter of a nation in a hex or another place. */
unsigned board_sp_of(const Board *b, unsigned place, const char *nation, unsigned type);
/* Infantry of a nation in a city, which the side controls. */
void board_hold(Board *b, const char *hex, const char *nation, unsigned sp, unsigned side);
unsigned board_controller(const Board *b, const char *city);
/* Takes all ships and leaders out of the game, so that none asks where it enters. */
void board_disarm(Board *b);
/* Expects all invariants to hold. */
void board_expect_laws(const Board *b);
static inline EaglesState *board_state(Board *b) { return eagles_state(&b->buffer.header); }
static inline const EaglesData *board_data(const Board *b) { return b->game.data; }

#endif

/* groups.h: what a group may consist of and whether it could act (map 7.1 to 7.5, 15.2). Internal to
 * movement. */
#ifndef MARSHAL_ENGINE_EAGLES_GROUPS_H
#define MARSHAL_ENGINE_EAGLES_GROUPS_H

#include "engine/eagles/campaign.h"

enum { EAGLES_GROUP_ROWS_MAX = 56, EAGLES_GROUP_LEADERS_MAX = 31, EAGLES_ANY_SIZE = 255 };

/* SP a group may take, row by row. */
typedef struct GroupRow {
    uint8_t unit;
    bool expedition, unsupplied;
    bool open;     /* how many go is still free, from 0 to have */
    uint8_t have;  /* SP that could go */
    uint8_t going; /* SP that do, where not open */
} GroupRow;

typedef struct Body {
    unsigned hex, side, colour;
    unsigned spent; /* MP */
    bool free_way;  /* hexes left before may be entered again */
    bool may_march; /* a forced march is still possible */
    unsigned rows;
    GroupRow row[EAGLES_GROUP_ROWS_MAX];
    uint8_t leader[EAGLES_GROUP_LEADERS_MAX]; /* those who go */
    unsigned leaders;
} Body;

/* Copies what is in use of a body: it has room for many more rows than most have. */
void eagles_body_copy(Body *to, const Body *from);
/* The unfinished SP of a colour in a hex that a group could take; rows of infantry only if a leader is to go.
 * All rows are open. */
void eagles_body_from_hex(const Play *p, Body *body, unsigned hex, unsigned colour);
/* The group in hand as it stands; nothing open. */
void eagles_body_from_group(const Play *p, Body *body);
/* The same in two parts: without its leaders, who do not matter to where SP can go; and they. */
void eagles_body_sp_of_group(const Play *p, Body *body);
void eagles_body_add_leaders(const Play *p, Body *body);

unsigned eagles_body_sp(const Body *body);
/* SP that all leaders of the body together may take along; EAGLES_ANY_SIZE without leaders. */
unsigned eagles_body_capacity(const Play *p, const Body *body);
/* The same of a body that sets out: not more than its player may still move of guests (13.5). */
unsigned eagles_body_room(const Play *p, const Body *body);
/* MP in all: 3 with infantry, 4 for cavalry, leaders alone 10 or 12 (7.1). */
unsigned eagles_body_allowance(const Play *p, const Body *body);
/* Whether one of the leaders can lead infantry this turn. */
bool eagles_body_leads(const Play *p, const Body *body);

/* What a step in a direction would cost; 0: not allowed. overrun tells whether enemies would be overrun
 * (7.4). */
unsigned eagles_body_step(const Play *p, const Body *body, unsigned direction, bool *overrun);
/* Directions, as bits, of the hexes around `from` that cost at most so many MP and that land, units and what
 * was left before allow as the next of a forced march. */
unsigned eagles_body_march(const Play *p, const Body *body, unsigned from, unsigned most);
/* Directions as bits in which a body without open rows may step, and begin a forced march. */
typedef struct EaglesWays {
    unsigned step, march;
    bool free; /* one of them is open to any part of the body that somebody leads */
} EaglesWays;
void eagles_body_ways(const Play *p, const Body *body, EaglesWays *ways);
/* Whether one SP of a row may step from its hex, or march off, by itself and without an overrun, with all its
 * MP: if so it acts. */
bool eagles_sp_goes_freely(const Play *p, unsigned hex, uint32_t key);
/* Whether any part of the rows of a body has an action that moves it, whoever leads; false: look closer. */
bool eagles_body_goes_anyhow(const Play *p, const Body *body);
/* Whether a body without open rows has an action that moves it. */
bool eagles_body_acts(const Play *p, const Body *body);
/* Whether one SP of an open row may go so with the leaders of the body, or without. free: there is such a way
 * for all of them, as EaglesWays has it. */
bool eagles_body_goes_freely(const Play *p, const Body *body, bool free);
/* The same with somebody who leads infantry. */
bool eagles_body_goes_led(const Play *p, const Body *body);
/* Whether the open rows can be settled so that the body acts with at most `most` SP; none: also without any
 * SP. */
bool eagles_body_completes(const Play *p, const Body *body, unsigned most, bool none);

/* Hexes that leaders alone can reach to end their move (LEADER_TO), in no order; how many. */
enum { EAGLES_REACH_MAX = EAGLES_ROWS_MAX };
unsigned eagles_leader_reach(const Play *p, const Body *body, uint16_t reach[EAGLES_REACH_MAX]);

/* The group in hand goes to a hex (not by MP): pieces, hexes left, what follows in both hexes. */
void eagles_group_goes(Play *p, unsigned to);
/* Notes in the journal where so many SP of the group came; led: under the first of its leaders. Nothing for
 * who stayed where he was. */
void eagles_note_way(const Play *p, unsigned from, unsigned to, unsigned sp, bool led);
/* march.c: opens a forced march with its first hex. */
void eagles_march_begin(Play *p, unsigned direction);

/* Of the six faces of the die of a forced march whose path is declared: on how many the whole group comes to
 * its end, and on how many it loses SP. french: with the French modifiers, where the group has French (7.5).
 */
typedef struct EaglesMarchOdds {
    unsigned arrive, lose;
} EaglesMarchOdds;
EaglesMarchOdds eagles_march_odds(const Play *p, bool french);

#endif

/* moves.h: the decisions of Napoleon's Eagles as 32-bit codes (rules-map 15.5).
 *
 * kind in bits 25-31, arguments below; ascending codes are the order of a list, so kinds are ordered as
 * options are offered: no, none, stay and keep first; steps before DROP before FM_STEP; LATER, END, DONE,
 * ENOUGH, FM_GO and STOP last. What the arguments of a kind are stands in the table of notation.c and in the
 * functions below.
 */
#ifndef MARSHAL_ENGINE_EAGLES_MOVES_H
#define MARSHAL_ENGINE_EAGLES_MOVES_H

#include "engine/eagles/state.h"

/* NAME and shape of the arguments; a name may stand for several kinds, told apart by their shape
 * (notation.c). */
#define EAGLES_MOVE_KINDS(KIND)                                                                              \
    /* 3 reinforcement */                                                                                    \
    KIND(EVACUATE, "EVACUATE", HEX)                                                                          \
    KIND(PLACE, "PLACE", HEX)                                                                                \
    KIND(REPLACE_AT, "REPLACE_AT", CITY)                                                                     \
    KIND(SPLIT, "SPLIT", CITY)                                                                               \
    KIND(REPLACE_AS, "REPLACE_AS", CITY_TYPE)                                                                \
    KIND(CITY_OF_GROUP, "CITY_OF_GROUP", GROUP_CITY)                                                         \
    KIND(BUILD, "BUILD", NATION_TYPE)                                                                        \
    KIND(CONVERT, "CONVERT", NATION_HEX)                                                                     \
    KIND(BUILD_AT, "BUILD_AT", CITY)                                                                         \
    KIND(BUILD_HEX, "BUILD_HEX", HEX)                                                                        \
    KIND(STORE, "STORE", NATION_NUMBER)                                                                      \
    KIND(INVEST, "INVEST", WAR_YES)                                                                          \
    /* 2 alliance */                                                                                         \
    KIND(ALLY, "ALLY", NATION_OR_NONE)                                                                       \
    KIND(WAR, "WAR", NATION_OR_NONE)                                                                         \
    KIND(TILSIT, "TILSIT", TILSIT)                                                                           \
    KIND(ANNEX, "ANNEX", YES)                                                                                \
    KIND(REQUEST_EXP, "REQUEST_EXP", NATION_OR_NONE)                                                         \
    KIND(WAR_SHIP, "WAR_SHIP", PLACE_UNIT)                                                                   \
    /* 4 naval */                                                                                            \
    KIND(INTERCEPT, "INTERCEPT", PLACE_YES)                                                                  \
    KIND(SAIL, "SAIL", PLACE)                                                                                \
    KIND(SHIPS, "SHIPS", SHIPS)                                                                              \
    KIND(LOAD, "LOAD", YES)                                                                                  \
    KIND(LOAD_ROW, "LOAD", ROW_NUMBER)                                                                       \
    KIND(LOAD_SUPPLY, "LOAD", SUPPLY)                                                                        \
    KIND(LOAD_POINTS, "LOAD", POINTS)                                                                        \
    KIND(RUN, "RUN", YES)                                                                                    \
    KIND(TO, "TO", PLACE)                                                                                    \
    KIND(TO_PORT, "TO_PORT", NOTHING)                                                                        \
    KIND(TO_COAST, "TO_COAST", NOTHING)                                                                      \
    KIND(COAST_OF, "COAST_OF", NATION)                                                                       \
    KIND(PICK_UP, "PICK_UP", NOTHING)                                                                        \
    KIND(IRELAND, "IRELAND", NOTHING)                                                                        \
    KIND(PURSUE, "PURSUE", YES)                                                                              \
    KIND(NAVAL_LOSS, "NAVAL_LOSS", NAVAL_LOSS)                                                               \
    KIND(RETREAT_PORT, "RETREAT_PORT", HEX)                                                                  \
    KIND(ORDERS, "ORDERS", KEEP)                                                                             \
    KIND(ORDER, "ORDER", PLACE_BAND)                                                                         \
    KIND(ATTEMPTS, "ATTEMPTS", NUMBER)                                                                       \
    /* 5 movement */                                                                                         \
    KIND(SEA_FROM, "SEA_FROM", HEX_OR_NO)                                                                    \
    KIND(SEA_COUNTRY, "SEA_COUNTRY", NATION)                                                                 \
    KIND(SEA_TO, "SEA_TO", HEX)                                                                              \
    KIND(CROSS, "CROSS", HEX_OR_NO)                                                                          \
    KIND(PICK, "PICK", HEX)                                                                                  \
    KIND(LATER, "LATER", NOTHING)                                                                            \
    KIND(COLOUR, "COLOUR", COLOUR)                                                                           \
    KIND(LEADER, "LEADER", LEADER)                                                                           \
    KIND(ENOUGH, "ENOUGH", NOTHING)                                                                          \
    KIND(TAKE_ALL, "TAKE", ALL)                                                                              \
    KIND(TAKE_LEAVE_ONE, "TAKE", LEAVE_ONE)                                                                  \
    KIND(TAKE_NONE, "TAKE", NONE)                                                                            \
    KIND(TAKE_ROWS, "TAKE", ROWS)                                                                            \
    KIND(ROWS, "ROWS", ROW_NUMBER)                                                                           \
    KIND(WITH, "WITH", LEADER_YES)                                                                           \
    KIND(LEADER_AREA, "LEADER_AREA", NUMBER)                                                                 \
    KIND(LEADER_TO, "LEADER_TO", HEX)                                                                        \
    KIND(STEP, "STEP", DIRECTION)                                                                            \
    KIND(DROP, "DROP", NOTHING)                                                                              \
    KIND(FM_STEP, "FM_STEP", DIRECTION)                                                                      \
    KIND(FM_GO, "FM_GO", NOTHING)                                                                            \
    KIND(STOP, "STOP", NOTHING)                                                                              \
    KIND(FM_FRENCH, "FM_FRENCH", YES)                                                                        \
    /* 6 combat */                                                                                           \
    KIND(TARGET, "TARGET", HEX)                                                                              \
    KIND(FROM, "FROM", HEX)                                                                                  \
    KIND(SORTIE_WITH, "SORTIE_WITH", ALL_OR_ROWS)                                                            \
    KIND(SHELTER, "SHELTER", NONE_ALL_ROWS)                                                                  \
    KIND(CITY_CHOICE, "CITY_CHOICE", CITY_CHOICE)                                                            \
    KIND(BESIEGE_WITH, "BESIEGE_WITH", HEX_NONE_ALL_ROWS)                                                    \
    KIND(CONTINUE, "CONTINUE", YES)                                                                          \
    KIND(COUNTER, "COUNTER", YES)                                                                            \
    KIND(EVADE, "EVADE", EVADE)                                                                              \
    KIND(REAR, "REAR", HEX_OR_NO)                                                                            \
    KIND(CHARGE, "CHARGE", YES)                                                                              \
    KIND(GUARD, "GUARD", YES)                                                                                \
    KIND(LOSS, "LOSS", LOSS)                                                                                 \
    KIND(WITHDRAW, "WITHDRAW", WITHDRAW)                                                                     \
    KIND(RETREAT, "RETREAT", HEX_ALL_PART)                                                                   \
    KIND(JOIN, "JOIN", HEX_BATTLE)                                                                           \
    KIND(JOIN_HEX, "JOIN_HEX", HEX)                                                                          \
    KIND(ADVANCE, "ADVANCE", ADVANCE)                                                                        \
    KIND(DONE, "DONE", NOTHING)                                                                              \
    KIND(END, "END", NOTHING)

enum eagles_move_kind {
#define EAGLES_MOVE_NAME(NAME, text, shape) EAGLES_MOVE_##NAME,
    EAGLES_MOVE_KINDS(EAGLES_MOVE_NAME)
#undef EAGLES_MOVE_NAME
        EAGLES_MOVE_KIND_COUNT
};

enum { EAGLES_MOVE_KIND_SHIFT = 25, EAGLES_MOVE_ARGUMENT_BITS = 25 };
_Static_assert(EAGLES_MOVE_KIND_COUNT <= 128, "kinds fit seven bits");

/* No move: handed to a step that had nothing to choose from. Never legal. */
#define EAGLES_NO_MOVE 0xFFFFFFFFU

/* Hexes take 11 bits, EAGLES_MOVE_NO_HEX stands before all of them as "no" where a shape allows it (then
 * hexes count from 1). Rows are unit and expedition bit (8 bits); numbers 7. */
static inline Move eagles_move(unsigned kind, unsigned argument)
{
    return (Move)kind << EAGLES_MOVE_KIND_SHIFT | argument;
}
static inline unsigned eagles_move_kind(Move move) { return move >> EAGLES_MOVE_KIND_SHIFT; }
static inline unsigned eagles_move_argument(Move move)
{
    return move & ((1U << EAGLES_MOVE_ARGUMENT_BITS) - 1U);
}

/* A row as argument: unit * 2 + 1 for expeditionary SP. */
static inline unsigned eagles_row_argument(unsigned unit, bool expedition)
{
    return unit * 2U + (expedition ? 1U : 0U);
}

/* ROWS, LOAD: row and how many. */
static inline Move eagles_move_row(unsigned kind, unsigned row, unsigned number)
{
    return eagles_move(kind, row << 8U | number);
}
/* LOSS: row, then hex, so that the order is that of rows before that of hexes. */
static inline Move eagles_move_loss(unsigned row, unsigned hex)
{
    return eagles_move(EAGLES_MOVE_LOSS, row << 11U | hex);
}
/* EVADE: hex, row, 0 to stay or 1 + the number of a neighbour (eagles_neighbour_rank). */
static inline Move eagles_move_evade(unsigned hex, unsigned row, unsigned way)
{
    return eagles_move(EAGLES_MOVE_EVADE, hex << 11U | row << 3U | way);
}
/* WITHDRAW, JOIN: hex, then 0 stay or no, 1 go, 2 + battle. */
static inline Move eagles_move_battle(unsigned kind, unsigned hex, unsigned choice)
{
    return eagles_move(kind, hex << 6U | choice);
}
/* RETREAT, BESIEGE_WITH: hex and what of the force. */
static inline Move eagles_move_part(unsigned kind, unsigned hex, unsigned part)
{
    return eagles_move(kind, hex << 3U | part);
}
/* ADVANCE: hex it comes from, 6 or the direction it goes (6: it stands there), part. */
static inline Move eagles_move_advance(unsigned from, unsigned way, unsigned part)
{
    return eagles_move(EAGLES_MOVE_ADVANCE, from << 6U | way << 3U | part);
}
/* WITH: leader and whether he goes. */
static inline Move eagles_move_with(unsigned leader, bool yes)
{
    return eagles_move(EAGLES_MOVE_WITH, leader << 1U | (yes ? 1U : 0U));
}

/* Parts of a force, in the order they are offered. */
enum eagles_part {
    EAGLES_PART_NONE,
    EAGLES_PART_ALL,
    EAGLES_PART_CAVALRY,
    EAGLES_PART_ALL_BUT_ONE,
    EAGLES_PART_ROWS
};
enum eagles_city_choice { EAGLES_CHOOSE_ASSAULT, EAGLES_CHOOSE_BESIEGE, EAGLES_CHOOSE_DECLINE };

/* What a move names, the last of each kind of argument; out of the range of its kind: none. choice: which of
 * a few it makes, below EAGLES_CHOICES: yes or no, a part of a force, a word, whether "no" stands for a hex.
 */
enum { EAGLES_CHOICES = 8 };
typedef struct EaglesNamed {
    uint16_t hex;                          /* EAGLES_NO_HEX */
    uint8_t city, unit, leader, direction; /* EAGLES_NONE */
    uint8_t number, choice;                /* 0 */
} EaglesNamed;
EaglesNamed eagles_move_names(Move move);
/* How moves of a kind that make a choice are written: "CONTINUE(no)", "STEP(direction)". False: there is no
 * such choice. */
bool eagles_move_shape(unsigned kind, unsigned choice, char text[MOVE_TEXT_BYTES]);

/* Texts (rules-map 15.5). parse: false for text that is no move of this data. */
struct EaglesData;
void eagles_move_text(const struct EaglesData *d, Move move, char text[MOVE_TEXT_BYTES]);
bool eagles_move_parse(const struct EaglesData *d, const char *text, Move *move);

#endif

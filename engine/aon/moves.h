/* moves.h: the codes of atomic decisions and the list of what may be decided now.
 *
 *      31          24 23         16 15          8 7           0
 *     +--------------+-------------+-------------+-------------+
 *     |      0       |    kind     |   object    |   second    |
 *     +--------------+-------------+-------------+-------------+
 *
 * kind is an aon_move_kind, in the canonical order of a list; object is an index (area, corps, card, country,
 * conversion); 255 as object stands for the word after the objects (none, no, prisoners); second is the area
 * of sea_retreat. So ascending codes are the canonical order. Text: "kind(argument,...)" with the ids of the
 * board, see notation.c.
 *
 * A step of the sequence of play opens a decision by filling the choice_ fields of the state with the
 * functions below; they are sets, so that adding is cheap and nothing is ever listed twice.
 */
#ifndef MARSHAL_ENGINE_AON_MOVES_H
#define MARSHAL_ENGINE_AON_MOVES_H

#include "engine/aon/state.h"

#include <assert.h>

enum aon_move_kind {
    AON_MOVE_CONTINUE, /* only in worlds filled in by determinize where the open decision turned out empty */
    AON_CHOOSE_FIRST,
    AON_PLAY_CARD,
    AON_PASS,
    AON_CONVERSION,
    AON_COUNTRY,
    AON_COUNTER,
    AON_PICK_UP,
    AON_DISCARD,
    AON_CORPS_TAKE,
    AON_CORPS_LEAVE,
    AON_AREA,
    AON_STOP,
    AON_LAND,
    AON_SEA,
    AON_FREE,
    AON_PAY,
    AON_DROP,
    AON_PICK,
    AON_WITHDRAW,
    AON_INTERCEPT,
    AON_ATTACK,
    AON_DEFEND,
    AON_BATTLE_ORDER,
    AON_LOSS,
    AON_HERO,
    AON_RETREAT,
    AON_SEA_RETREAT,
    AON_RALLY,
    AON_RELEASE_INVASION,
    AON_END_GAME,
    AON_GO_ON,
    AON_MOVE_KIND_COUNT
};

/* What the object of a move is; 255 stands for none of them where a kind has a word for that. */
enum aon_object {
    AON_OBJECT_NOTHING,
    AON_OBJECT_FIRST, /* 0: self, 1: other */
    AON_OBJECT_CARD,
    AON_OBJECT_NUMBER,
    AON_OBJECT_COUNTRY,
    AON_OBJECT_CORPS,
    AON_OBJECT_AREA,
    AON_OBJECT_NO_YES,
    AON_OBJECT_CORPS_AND_AREA,
};
unsigned aon_move_names(Move move); /* enum aon_object; notation.c */

/* Choices that are words: bits of choice_words, in the canonical order of their moves; the last three follow
 * the objects or corps they belong to. */
enum aon_word {
    AON_WORD_FIRST_SELF = 1 << 0,
    AON_WORD_FIRST_OTHER = 1 << 1,
    AON_WORD_PASS = 1 << 2,
    AON_WORD_STOP = 1 << 3,
    AON_WORD_LAND = 1 << 4,
    AON_WORD_SEA = 1 << 5,
    AON_WORD_FREE = 1 << 6,
    AON_WORD_WITHDRAW_NO = 1 << 7,
    AON_WORD_WITHDRAW_YES = 1 << 8,
    AON_WORD_ATTACK = 1 << 9,
    AON_WORD_DEFEND = 1 << 10,
    AON_WORD_END_GAME = 1 << 11,
    AON_WORD_GO_ON = 1 << 12,
    AON_WORD_FIXED = (1 << 13) - 1, /* all above: each stands for one move */
    AON_WORD_LEAVE = 1 << 13,       /* corps_leave of the first corps of choice_corps */
    AON_WORD_NO =
        1 << 14, /* object 255 of choice_kind: counter none, pick_up no, intercept no, rally no, prisoners */
    AON_WORD_SEA_NO = 1 << 15, /* sea_retreat(no) */
};

static inline Move aon_move(unsigned kind, unsigned object) { return (Move)(kind << 16U | object << 8U); }
static inline Move aon_move2(unsigned kind, unsigned object, unsigned second)
{
    return (Move)(kind << 16U | object << 8U | second);
}
static inline unsigned aon_move_kind(Move move) { return (move >> 16U) & 255U; }
static inline unsigned aon_move_object(Move move) { return (move >> 8U) & 255U; }
static inline unsigned aon_move_second(Move move) { return move & 255U; }
static inline bool aon_move_is_no(Move move) { return aon_move_object(move) == AON_NONE; }

/* Forgets the open decision: before its move is carried out, so that no choice is left over when a step asks.
 */
static inline void aon_clear_choices(AonState *s)
{
    s->choice_play = 0;
    s->choice_objects = 0;
    s->choice_corps_lo = 0;
    s->choice_corps_hi = 0;
    s->choice_words = 0;
    s->choice_kind = 0;
    s->choice_corps_kind = 0;
}
/* --- opening a decision; the choices are clear when a step runs --- */
static inline void aon_ask(AonState *s, Seat seat) { s->header.seat = (uint8_t)seat; }
static inline void aon_ask_word(AonState *s, unsigned words) { s->choice_words |= words; }
static inline void aon_ask_play(AonState *s, CardSet titles) { s->choice_play |= titles; }
static inline void aon_ask_objects(AonState *s, enum aon_move_kind kind, uint64_t objects)
{
    s->choice_kind = (uint8_t)kind;
    s->choice_objects = objects;
}
static inline void aon_ask_corps(AonState *s, enum aon_move_kind kind, CorpsSet corps)
{
    s->choice_corps_kind = (uint8_t)kind;
    s->choice_corps_lo = corps.lo;
    s->choice_corps_hi = (uint32_t)corps.hi;
}
/* Take or leave one corps, in a set that is built corps by corps. */
static inline void aon_ask_take(AonState *s, unsigned corps, bool may_take, bool may_leave)
{
    assert(corps < AON_CORPS_MAX);
    aon_ask_corps(s, may_take ? AON_CORPS_TAKE : AON_CORPS_LEAVE, corps_one(corps));
    if (may_take && may_leave) {
        s->choice_words |= AON_WORD_LEAVE;
    }
}
static inline CorpsSet aon_choice_corps(const AonState *s)
{
    return (CorpsSet){s->choice_corps_lo, s->choice_corps_hi};
}

/* The moves of the open decision in canonical order; returns their number. */
unsigned aon_choice_list(const AonData *d, const AonState *s, MoveList *list);

#endif

/* words.h: what a game has to say to people, in words: what is asked, what each choice means, what happened.
 *
 * A game offers this through GameRules.words (NULL: it has nothing to say, and the notation must serve). Every text is a
 * function of the view of its reader: nothing that the rules hide from a seat is ever told to it. Clauses are those of
 * the game's rulebook, such as "12.5.2", "" if none fits.
 *
 * What happened is told from a Passage: the positions before and after one decision, and the position at each draw of
 * dice on the way (see dice_witness), so that battles and attrition can be told die by die although the rules carry them
 * out in one go.
 */
#ifndef MARSHAL_ENGINE_WORDS_H
#define MARSHAL_ENGINE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/strbuf.h"

enum { WORDS_CLAUSE_BYTES = 16, WORDS_DICE_MAX = 4 };

/* One draw on the way from before to after. */
typedef struct PassageDraw {
    uint32_t sides;
    uint32_t value;
    const State *state; /* full position when it fell */
} PassageDraw;

/* One decision carried out, or the set-up (before is NULL then). Full positions, all borrowed. */
typedef struct Passage {
    const State *before;
    const State *after;
    Seat seat; /* who decided */
    Move move;
    uint32_t draw_count;
    const PassageDraw *draws;
} Passage;

enum story_kind { STORY_MOVE, STORY_DICE, STORY_BATTLE, STORY_CHANGE, STORY_PHASE, STORY_OUTCOME };

/* One thing that happened. */
typedef struct StoryLine {
    enum story_kind kind;
    Seat seat;          /* whose doing it is, SEAT_NONE if nobody's */
    const char *clause; /* of the rulebook, "" if none */
    const char *text;   /* a sentence */
    const char *detail; /* JSON object with the numbers behind it, or NULL */
    uint32_t dice_count;
    uint8_t dice[WORDS_DICE_MAX]; /* faces shown */
} StoryLine;

/* Where lines go; texts are the teller's and must be copied. */
typedef struct Story {
    void (*line)(void *context, const StoryLine *line);
    void *context;
} Story;

/* A page to look at during a game: the map as a table, a hand, help on a phase. Plain text in lines; lines longer than a
 * screen are for the front end to wrap, under their own beginning. */
typedef struct WordsPage {
    const char *name;    /* what is typed to see it; NULL ends a list */
    const char *topic;   /* what may be typed behind it, for help texts; "" if nothing */
    const char *summary; /* what it shows, half a line */
    /* Appends it as reader may see it (view is his; SEAT_BOTH: everything). topic: "" for all of it. False: there is no
     * such topic; then what there is was appended. */
    bool (*write)(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out);
} WordsPage;

typedef struct GameWords {
    /* What the seat to act is asked, as one sentence, and the clause it is asked by. view is that seat's. */
    void (*question)(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES]);
    /* A legal move as a short phrase. view is that of the seat to act. */
    void (*choice)(const void *data, const State *view, Move move, StrBuf *out);
    /* Tells what a seat has seen (SEAT_BOTH: everything) of a passage. */
    void (*tell)(const void *data, const Passage *passage, Seat reader, const Story *story);
    /* True if a draw made in this position is a die that people would roll, not a shuffle or a random pick. */
    bool (*is_die)(const void *data, const State *state, uint32_t sides);
    /* What such a die is for, as a phrase: "battle in Bayern: the die of the French, who attack with strength 12". before:
     * how many dice have fallen in this very position. Tells nothing that is not open to both. NULL: nobody knows. */
    void (*die)(const void *data, const State *state, uint32_t before, StrBuf *out);
    /* What one should know of the thing that a legal move names, for screens without a map: ratings of a corps, who stands
     * in an area. Nothing where there is nothing to say. view is that of the seat to act. NULL: no remarks. */
    void (*remark)(const void *data, const State *view, Move move, StrBuf *out);
    /* What the open decision is about, as a line or two for screens without a map: who meets whom in a battle. Nothing where
     * the question says it all. view as for question. NULL: nothing ever. */
    void (*setting)(const void *data, const State *view, StrBuf *out);
    const WordsPage *pages; /* NULL: none */
    /* The notation of a move with a question mark for what only its own side may know, such as cards and corps: so that a
     * plan can be spoken of before the other side. NULL: plans are kept secret. */
    void (*outline)(const void *data, Move move, char text[MOVE_TEXT_BYTES]);
} GameWords;

#endif

/* words.h: what a game has to say to people, in words: what is asked, what each choice means.
 *
 * A game offers this through GameRules.words (NULL: it has nothing to say, and the notation must serve).
 * Every text is a function of the view of its reader: nothing that the rules hide from a seat is ever told to
 * it. Clauses are those of the game's rulebook, such as "12.5.2", "" if none fits.
 *
 * What happened is told by GameRules.event_text, from the journal of the rules (journal.h).
 */
#ifndef MARSHAL_ENGINE_WORDS_H
#define MARSHAL_ENGINE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"
#include "engine/strbuf.h"

enum { WORDS_CLAUSE_BYTES = 16 };

/* A page to look at during a game: the map as a table, a hand, help on a phase. Plain text in lines; lines
 * longer than a screen are for the front end to wrap, under their own beginning. */
typedef struct WordsPage {
    const char
        *name; /* what is typed to see it: no command of the terminal, which would win; NULL ends a list */
    const char *topic;   /* what may be typed behind it, for help texts; "" if nothing */
    const char *summary; /* what it shows, half a line */
    /* Appends it as reader may see it (view is his; SEAT_BOTH: everything). topic: "" for all of it. False:
     * there is no such topic; then what there is was appended. */
    bool (*write)(const void *data, const State *view, Seat reader, const char *topic, StrBuf *out);
} WordsPage;

/* What a legal move is about, so that no screen needs to read its notation. The texts are the game's own and
 * live as long as its data; "" where there is nothing. */
typedef struct WordsTarget {
    const char *place; /* id of the place to point at on a map (GameRules.place_name) */
    const char *thing; /* id of the card or piece that it names */
    const char *group; /* heading under which choices of its kind stand together: "Cards" */
} WordsTarget;

/* A part of the rules in short, in our own words. */
typedef struct WordsHelp {
    const char *name;  /* one word that is typed to see it; NULL ends a list */
    const char *title; /* "March attrition (12.3)" */
    const char *text;  /* paragraphs, each ended by a line feed */
} WordsHelp;

/* What a clause of the rulebook says, in our own words and one or two sentences. */
typedef struct WordsClause {
    const char *clause; /* "12.5.2"; NULL ends a list */
    const char *text;
} WordsClause;

/* What a decision adds to the plan of the seat that takes it, as people tell plans apart: a country courted,
 * a force that marched somewhere, a card played. Plans are grouped by it (eval/openings/). */
enum words_deed_rank {
    WORDS_DEED_NONE,   /* nothing worth telling: how a march was paid for, who was lost */
    WORDS_DEED_DETAIL, /* where plans that are alike otherwise may still differ */
    WORDS_DEED_PART,
    WORDS_DEED_MAIN, /* what a plan is called by */
};
enum { WORDS_HEADING_BYTES = 24, WORDS_SUBJECT_BYTES = 48, WORDS_DEED_BYTES = 80 };
typedef struct WordsDeed {
    uint8_t rank;                      /* enum words_deed_rank */
    char heading[WORDS_HEADING_BYTES]; /* what kind of deed, as a verb that stands before it: "courts" */
    char subject[WORDS_SUBJECT_BYTES]; /* who does it: a later deed of the same heading and subject takes the
                                          place of this one, as the steps of a march do; "": it stands */
    char text[WORDS_DEED_BYTES];       /* "the duchy", "from the mill to the ford" */
} WordsDeed;

/* For a game's slot deed: fills in all but the subject. */
void words_tell_deed(WordsDeed *deed, enum words_deed_rank rank, const char *heading, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Slots down to loss_nouns are texts for every scenario of the game; those below may be NULL where they say
 * so. The functions at the end of this file stand in for a game without words. */
typedef struct GameWords {
    const char *seat_titles[SEAT_COUNT];  /* who plays a seat, as a side is called: "French", "Empire" */
    const char *turn_noun;                /* what a turn is: "turn", "month" */
    const char *place_noun, *place_nouns; /* what a place is, one and many: "town", "towns" */
    const char *loss_noun, *loss_nouns;   /* what is lost for good: "step", "steps" */
    /* A turn by its number (Outcome.turn), as people call it: "1805", "September 1806". */
    void (*turn_text)(const void *data, int turn, StrBuf *out);
    /* Where in its sequence of play a position is, in one line of at most 100 bytes: "1805, campaign, round
     * 2". Tells nothing that is not open to both seats; state may be any view. */
    void (*stand_text)(const void *data, const State *state, StrBuf *out);
    /* What a legal move is about. view is that of the seat to act. */
    void (*choice_target)(const void *data, const State *view, Move move, WordsTarget *target);
    /* What the seat to act is asked, as one sentence, and the clause it is asked by. view is that seat's. */
    void (*question)(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES]);
    /* A legal move as a short phrase. view is that of the seat to act. */
    void (*choice)(const void *data, const State *view, Move move, StrBuf *out);
    /* True if a draw made in this position is a die that people would roll on the table for both to see, not
     * a shuffle, a random pick, or a throw under a cup: such dice can be typed in. */
    bool (*is_die)(const void *data, const State *state, uint32_t sides);
    /* What such a die is for, as a phrase: "battle at the mill: the die of the attacker, whose strength is
     * 12". before: how many dice have fallen in this very position. Tells nothing that is not open to both.
     * NULL: nobody knows. */
    void (*die)(const void *data, const State *state, uint32_t before, StrBuf *out);
    /* What one should know of the thing that a legal move names, for screens without a map: ratings of a
     * piece, who stands at a place. Nothing where there is nothing to say. view is that of the seat to act.
     * NULL: no remarks. */
    void (*remark)(const void *data, const State *view, Move move, StrBuf *out);
    /* What the open decision is about, as a line or two for screens without a map: who meets whom in a
     * battle. Nothing where the question says it all. view as for question. NULL: nothing ever. */
    void (*setting)(const void *data, const State *view, StrBuf *out);
    /* Why a move is not legal now, for a player who looked for it: one sentence without its full stop, which
     * begins with a capital and names what stands in the way, and the clause. view is that of seat, who is to
     * act; move is in the notation, and need not be one of the game's. Nothing where there is nothing to say,
     * and for a legal move. NULL: nothing ever. Asked through words_why_not. */
    void (*why_not)(const void *data, const State *view, Seat seat, const char *move, StrBuf *out,
                    char clause[WORDS_CLAUSE_BYTES]);
    const WordsPage *pages; /* NULL: none */
    /* The notation of a move with a question mark for what only its own side may know, such as cards and
     * pieces: so that a plan can be spoken of before the other side. NULL: plans are kept secret. */
    void (*outline)(const void *data, Move move, char text[MOVE_TEXT_BYTES]);
    /* A move in a few words without its position: "to the mill", "pay with a toll". hidden: without what only
     * its own side may know ("pay with a card"), as outline does. NULL: the notation must serve. */
    void (*brief)(const void *data, Move move, bool hidden, StrBuf *out);
    /* The rules in short, part by part, and the name of the part that a position is about ("" if none; view
     * may be any). NULL: there is no help. */
    const WordsHelp *help;
    const char *(*help_now)(const void *data, const State *view);
    const WordsClause *clauses; /* in any order; NULL: none is explained */
    /* What a move that was played adds to the plan of its seat: before is the full position in which it was
     * chosen, after the one it led to. deed is all zero bytes before. NULL: plans are told by the verbs of
     * their moves. */
    void (*deed)(const void *data, const State *before, Move move, const State *after, WordsDeed *deed);
    /* Whether a plan of seat that began in one position, set-up or in mid-game, has come to its end in a
     * later one: its first turn is over. NULL: it ends with the turn (State.turn). */
    bool (*plan_over)(const void *data, const State *start, const State *now, Seat seat);
} GameWords;

/* What a game calls things; plain words where it gives none (rules NULL: the game is not known). The texts
 * live as long as the program. */
const char *words_seat(const GameRules *rules, Seat seat);  /* "French"; else the name of the seat */
const char *words_turn_noun(const GameRules *rules);        /* else "turn" */
const char *words_place(const GameRules *rules, bool many); /* else "place", "places" */
const char *words_loss(const GameRules *rules, bool many);  /* else "loss", "losses" */
/* Appends the text of a turn, else its number; game NULL: the number. */
void words_turn(const Game *game, int turn, StrBuf *out);
/* Appends how a game ended: "won by french, decisive, 1807", "nobody won, both_lose, 1815". */
void words_outcome(const Game *game, const Outcome *outcome, StrBuf *out);
/* Appends where play stands, else the turn. */
void words_stand(const Game *game, const State *state, StrBuf *out);
/* What a move that was played adds to the plan of its seat; its verb where the game does not say. */
void words_deed(const Game *game, const State *before, Move move, const State *after, WordsDeed *deed);
/* Whether a plan of seat that began in a position is over in a later one. */
bool words_plan_over(const Game *game, const State *start, const State *now, Seat seat);
/* What a legal move is about; all "" where the game does not say. */
WordsTarget words_target(const Game *game, const State *view, Move move);
/* Appends what the seat to act is asked, else that it decides, and the clause it is asked by ("" if none).
 * view is that seat's, and the game is not over. */
void words_question(const Game *game, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES]);
/* Appends the same in one line without the clause, and behind it what the decision is about, where the game
 * says it. */
void words_asked(const Game *game, const State *view, StrBuf *out);
/* Appends a legal move as a short phrase, else its notation. view is that of the seat to act. */
void words_choice(const Game *game, const State *view, Move move, StrBuf *out);
/* Appends a move in a few words, else its notation. hidden: without what only its own side may know; a game
 * that cannot leave that out (no outline) must not be asked to. */
void words_brief(const Game *game, Move move, bool hidden, StrBuf *out);
/* Appends why seat may not make a move now, in one line with the clause in brackets: what the game says, else
 * what can be said of any: that the text is no move, that the game is over, that another seat decides, that
 * the move is legal after all, what is asked instead. view is that of seat; move may be any text. */
void words_why_not(const Game *game, const State *view, Seat seat, const char *move, StrBuf *out);
/* Name of the part of the help that a position is about, "" if none. */
const char *words_help_now(const Game *game, const State *view);
/* Appends a part of the help by its name or words of it, or what a clause says; "" is the part that the
 * position is about. What there is is listed behind it. False: there is no such part or clause. */
bool words_rules(const Game *game, const State *view, const char *topic, StrBuf *out);
/* What a clause says, by the longest of its beginnings that is told ("12.5.2", else "12.5", else "12"); NULL
 * if none is. */
const WordsClause *words_clause(const GameWords *words, const char *clause);

#endif

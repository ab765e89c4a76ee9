/* laws_internal.h: what the files of laws.h share: a game being tried. */
#ifndef MARSHAL_EVAL_RUN_LAWS_INTERNAL_H
#define MARSHAL_EVAL_RUN_LAWS_INTERNAL_H

#include "engine/dice.h"
#include "engine/journal.h"
#include "engine/rng.h"
#include "engine/strbuf.h"
#include "eval/run/laws.h"

/* A game being tried. */
typedef struct Trial {
    const Game *game;
    const GameRules *rules;
    const void *data;
    Rng rng;   /* choices, samples and worlds */
    Dice dice; /* of the game */
    const LawsPlan *plan;
    void *session[SEAT_COUNT]; /* of the plan's policy */
    uint32_t style;
    uint8_t turn; /* of the state before */
    MoveList legal;
    MoveList advanced;  /* what advance listed, empty if it was not asked */
    GameScratch memory; /* of advance, for the whole game */
    StateBuffer state;
    StateBuffer before; /* state before the last apply */
    StateBuffer scratch[2];
    Journal journal;
    LawsReport *report;
} Trial;

/* Notes a breach; returns false. */
bool laws_broken(Trial *trial, enum law law, const char *format, ...) __attribute__((format(printf, 3, 4)));

static inline void view_of(const Trial *trial, const StateBuffer *state, Seat seat, StateBuffer *view)
{
    trial->rules->view(trial->data, &state->header, seat, &view->header);
}

/* LAW_NAMES of the game; LAW_WORDS of the position; LAW_EVENTS and LAW_SUMMARY of what the journal holds.
 * True if they hold. scratch[0] is used. */
bool laws_names(Trial *trial);
bool laws_words(Trial *trial);
bool laws_events(Trial *trial);

#endif

/* march.h: what the files of turn, activation and movement share. */
#ifndef MARSHAL_ENGINE_NAE_MARCH_H
#define MARSHAL_ENGINE_NAE_MARCH_H

#include "engine/nae/rules.h"

/* NaeMarch.stage. */
enum {
    NAE_STAGE_RUSSIA = 1 /* entered Russian land: 40C */,
    NAE_STAGE_OVER = 2 /* lost its battle, or waits */,
    NAE_STAGE_OUTSIDE = 4 /* counted by 43F */,
    NAE_STAGE_WAITS = 8 /* will wait for the joint battle, once its test is made */,
    NAE_STAGE_LINES = 16 /* interior lines have been offered in this zone */,
    NAE_STAGE_FIGHTS = 32 /* asked whether to fight or wait in this zone: it fights */
};

/* Stage of nae_enter in which the battle begins. */
enum { NAE_ENTER_AT_BATTLE = 4 };

/* Lists the options of the top frame, sorted, without doubles (turn.c). */
uint32_t nae_list(const NaePlay *p, MoveList *list);
/* Enemy side of the force that moves. */
static inline unsigned nae_foe(const NaeState *s) { return nae_other(s->march.side); }
/* Starts the march of a set: slots, context; pushes nae_march (activation.c). */
void nae_start_march(NaePlay *p, NaePieces set, unsigned zone, unsigned side, unsigned flags,
                     unsigned forced);
/* Option single_corps_surcharge [9.1]: whether a corps acting by itself can pay for a march to a zone, and
 * paying for what it does (move.c). */
bool nae_can_pay_corps(const NaePlay *p, unsigned to);
void nae_pay_corps(NaePlay *p);
bool nae_corps_pays(const NaePlay *p, unsigned to);
/* Speed of a set: the slowest of its units and mobile depots. */
unsigned nae_speed(const NaeData *d, const NaeState *s, NaePieces set);
/* One step of the march into a zone; into its own: a sortie (enter.c). */
void nae_march_to(NaePlay *p, unsigned to);
/* Whether a side with a supplied unit there may place its control marker [8.6] (move.c). */
bool nae_may_mark(const NaeData *d, const NaeState *s, unsigned zone, unsigned side);
/* What a die must not exceed for one army or force to rally: its morale and the better value of its general
 * [14.9.4] (move.c). */
unsigned nae_rally_limit(const NaeData *d, const NaeState *s, NaePieces set);
/* Pushes the interception offer for the force that has entered its zone (intercept.c). */
void nae_push_interception(NaePlay *p);

/* Whether a commander of the side stands next to where the march has come: if not, anybody can see that
 * nobody intercepts there, whatever cards are held [12.4]. */
bool nae_interceptors_near(const NaePlay *p, unsigned side);
/* Pushes the evasion offer (evade.c). */
void nae_push_evasion(NaePlay *p);
/* The battle of a zone has been fought: who was to be attacked there in a major campaign may evade again
 * [12.6] (evade.c). */
void nae_evasion_again(NaeState *s, unsigned zone);
/* The least die with which a general who comes from a zone intercepts the force that moves (intercept.c),
 * marches to the guns of the battle for a role (counter_march.c), or the force that is attacked evades, 0 if
 * it does without a die (evade.c): 7 and more never do. Cards that the enemy may play against it apart. */
int nae_interception_needs(const NaePlay *p, unsigned from, unsigned general);
int nae_counter_march_needs(const NaePlay *p, unsigned role, unsigned from, unsigned general);
int nae_evasion_needs(const NaePlay *p);
/* How likely the test of units that have marched to the guns from a zone costs them steps, and how many on
 * average; 0 where they are not tested (counter_march.c). */
double nae_counter_march_risk(const NaePlay *p, unsigned role, unsigned from, NaePieces units,
                              double *losses);
/* The least die with which what a reaction card is asked against (21) succeeds, after the cards played so far
 * and one more, NAE_NONE for none: 1 or more, 7 and more never do; 0 if no die waits (intercept.c). */
int nae_reaction_needs(const NaePlay *p, unsigned card);
/* The clause of the walk at hand: of powers at peace, or of the redeployment. */
static inline const char *nae_walk_clause(const NaeState *s)
{
    return s->phase == NAE_PHASE_NEUTRALS ? "7.5" : "7.6";
}
/* Zones that the force which walks can come to with the points it has left, taking nobody along [7.5, 7.6];
 * before: the zone before each of them on the cheapest way (walk.c). */
NaeZones nae_walk_reach(const NaePlay *p, uint8_t before[NAE_ZONES]);
/* Movement points of the march that is being prepared if more pieces join it and so many are forced
 * (activation.c). */
unsigned nae_allowance(const NaePlay *p, NaePieces more, unsigned forced);
/* What a move of NAE_STEP_SPEND_FORCE costs a side whose force stands in a zone, and activating all of its
 * stack in the field of one; action points (activation.c). */
unsigned nae_activation_cost(const NaePlay *p, unsigned side, unsigned zone, Move move);
unsigned nae_stack_cost(const NaePlay *p, unsigned side, unsigned zone);
/* Whether a general of a zone can bring any unit to another zone so that both parts are legal forces. */
bool nae_can_come(const NaePlay *p, unsigned zone, unsigned general, unsigned to);
/* Pushes what each class of units of a general's force does: come or stay (12.1, 9.2). Those who come go to
 * slot. */
void nae_push_come(NaePlay *p, unsigned zone, unsigned general, unsigned to, unsigned slot);
/* For forecasts: of the units that could come with him those with the most steps together; and their coming,
 * without the tidying of the zone that they leave. */
NaePieces nae_most_who_come(const NaePlay *p, unsigned zone, unsigned general, unsigned to);
void nae_bring(NaePlay *p, unsigned zone, unsigned general, unsigned to, unsigned slot, NaePieces units);
/* Asks a side for its reaction cards at a moment (intercept.c). */
void nae_push_reaction(NaePlay *p, unsigned side, enum nae_moment moment);
/* Before a battle of a major campaign: asks for reactions, then whether to fight or wait, which is
 * NAE_STAGE_WAITS of the march; true if something was pushed. */
bool nae_campaign_asks(NaePlay *p);
/* The force that moves waits where it is until all have moved. */
void nae_campaign_wait(NaePlay *p);
/* Whether 43F lets the force that moves go there, and the next one start there. */
bool nae_campaign_allows(const NaePlay *p, unsigned to);
bool nae_campaign_starts(const NaePlay *p, unsigned zone);
void nae_campaign_note(NaePlay *p, unsigned zone);
/* Whether the i-th force of a campaign fights the joint battle that is under way, or has just been fought. */
bool nae_fights_jointly(const NaeState *s, unsigned i);
bool nae_any_fights_jointly(const NaeState *s);
/* Whether 43C lets the force of a general evade Napoleon without a die. */
bool nae_is_nimble(const NaeState *s, unsigned general);
/* 40C at the end of a march: a test at +3 and a fortress that stays destroyed (campaign.c). */
void nae_scorched_earth(NaePlay *p, unsigned card);
/* Pending test of the march, pushed now (11.1). */
void nae_push_march_attrition(NaePlay *p);
/* Who is gathered or taken along while marked out of supply brings the test of that part with it [13.5]. */
static inline void nae_owe_test(NaePlay *p, NaePieces comers)
{
    if (!nae_pieces_empty(nae_with(p->s, nae_pieces_and(comers, p->d->units), NAE_UNSUPPLIED))) {
        p->s->march.flags |= NAE_MARCH_UNSUPPLIED;
    }
}
/* Ends a march: stages of nae_march from 4 on (activation.c). */
void nae_finish_march(NaePlay *p, NaeFrame *frame);
/* Whether the march is over for its force: lost, destroyed, gone. */
bool nae_march_gone(const NaePlay *p);
/* Steps of outsiders among a set that crossing into the peninsula would count, and the room left [8.8]. */
unsigned nae_iberia_load(const NaeData *d, const NaeState *s, NaePieces set, unsigned side);

#endif

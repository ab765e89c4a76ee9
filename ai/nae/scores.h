/* scores.h: one scorer for each group of moves: points of a legal move, the more the better; equals are left
 * to chance. Internal to ai/nae. The kinds and their arguments are those of engine/nae/moves.h. */
#ifndef MARSHAL_AI_NAE_SCORES_H
#define MARSHAL_AI_NAE_SCORES_H

#include "ai/nae/plan.h"

/* Points of any legal move, by the scorer of its kind (nae_ai.c). */
int nae_points(NaeSense *se, Move move);

/* march.c: which force acts, and where it goes (9, 12) */
int nae_score_action(NaeSense *se, Move move);
int nae_score_spend(NaeSense *se, Move move);
int nae_score_gather(NaeSense *se, Move move);
int nae_score_forced_march(NaeSense *se, Move move);
int nae_score_move(NaeSense *se, Move move);
int nae_score_fortress(NaeSense *se, Move move);
int nae_score_campaign(NaeSense *se, Move move);

/* fight.c: reactions, battle, losses, sieges (12.4, 14, 15) */
int nae_score_intercept(NaeSense *se, Move move);
int nae_score_evade(NaeSense *se, Move move);
int nae_score_counter_march(NaeSense *se, Move move);
int nae_score_loss(NaeSense *se, Move move);
int nae_score_battle(NaeSense *se, Move move);
int nae_score_retreat(NaeSense *se, Move move);
int nae_score_siege(NaeSense *se, Move move);
int nae_score_sea(NaeSense *se, Move move);

/* raise.c: budgets, places, redeployment (7.3, 7.6) */
int nae_score_purchase(NaeSense *se, Move move);
int nae_score_place(NaeSense *se, Move move);
int nae_score_general(NaeSense *se, Move move);
int nae_score_walk(NaeSense *se, Move move);

/* policy.c: cards, diplomacy, wars, terms of peace (6, 7.1, 7.4, 8, 18) */
int nae_score_card_kept(NaeSense *se, Move move);
int nae_score_use(NaeSense *se, Move move);
int nae_score_diplomacy(NaeSense *se, Move move);
int nae_score_war(NaeSense *se, Move move);
int nae_score_terms(NaeSense *se, Move move);
int nae_score_choice(NaeSense *se, Move move);
/* Worth of spending a card in a round on a diplomatic action or a protectorate; 0: there is none. */
int nae_worth_of_statecraft(const NaeSense *se, unsigned card);
/* Worth of playing a card as its event now, and of keeping it in hand. */
int nae_worth_of_event(NaeSense *se, unsigned card);
int nae_worth_of_keeping(const NaeSense *se, unsigned card);

#endif

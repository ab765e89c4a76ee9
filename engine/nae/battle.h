/* battle.h: what the files of the battle chapter share: roles, participants, modifiers. Internal to the
 * chapter.
 *
 * A battle runs on one frame (NAE_STEP_BATTLE) whose stage counts through enum nae_battle_stage; every stage
 * does its automatic part and pushes the decisions that belong to it. Roles are 0 attacker and 1 defender;
 * sides are found by nae_role_side. */
#ifndef MARSHAL_ENGINE_NAE_BATTLE_H
#define MARSHAL_ENGINE_NAE_BATTLE_H

#include "engine/nae/rules.h"

/* fr_garde, of 28F: the loader keeps the order of the board. */
enum { NAE_GARDE = 20, NAE_NAPOLEON = NAE_FIRST_GENERAL };
enum { NAE_ATTACKER = 0, NAE_DEFENDER = 1, NAE_UNDECIDED = 255 };

/* The order of a battle [14], map 12. */
enum nae_battle_stage {
    NAE_STAGE_OPEN_CARDS_ATTACKER,
    NAE_STAGE_OPEN_CARDS_DEFENDER,
    NAE_STAGE_COUNTER_ATTACKER,
    NAE_STAGE_COUNTER_DEFENDER,
    NAE_STAGE_JOIN,
    NAE_STAGE_ODDS,
    NAE_STAGE_MORALE_ATTACKER,
    NAE_STAGE_MORALE_DEFENDER,
    NAE_STAGE_ASSAULT_ATTACKER,
    NAE_STAGE_ASSAULT_DEFENDER,
    NAE_STAGE_SUBORDINATE_ATTACKER,
    NAE_STAGE_SUBORDINATE_DEFENDER,
    NAE_STAGE_CARDS_ATTACKER,
    NAE_STAGE_CARDS_DEFENDER,
    NAE_STAGE_ROLL,
    NAE_STAGE_WOUND_CARD,
    NAE_STAGE_WOUNDS,
    NAE_STAGE_LOSSES_ATTACKER,
    NAE_STAGE_ORDER_ATTACKER,
    NAE_STAGE_LOSSES_DEFENDER,
    NAE_STAGE_ORDER_DEFENDER,
    NAE_STAGE_RETREAT_CARD,
    NAE_STAGE_RETREAT_CHOICE,
    NAE_STAGE_TEST_CARD,
    NAE_STAGE_TEST,
    NAE_STAGE_FAILED_CARD,
    NAE_STAGE_ORDER_FAILED,
    NAE_STAGE_PURSUIT_LOSER_CARD,
    NAE_STAGE_PURSUIT_WINNER_CARD,
    NAE_STAGE_PURSUIT,
    NAE_STAGE_ORDER_PURSUED,
    NAE_STAGE_RETREAT_LOSS,
    NAE_STAGE_ORDER_RETREAT,
    NAE_STAGE_RETREAT,
    NAE_STAGE_RETREAT_SECOND_LOSS,
    NAE_STAGE_ORDER_RETREAT_SECOND,
    NAE_STAGE_RETREAT_SECOND,
    NAE_STAGE_AFTER,
    NAE_STAGE_COUNT
};

/* Windows in which combat cards are played (map 12, 12.1b): argument of the step BATTLE_CARD. */
enum nae_card_window {
    NAE_WINDOW_OPEN,    /* 6F, 12C, 42C */
    NAE_WINDOW_BATTLE,  /* B8 */
    NAE_WINDOW_WOUND,   /* 4C */
    NAE_WINDOW_RETREAT, /* 51F */
    NAE_WINDOW_TEST,    /* 50F, 32C */
    NAE_WINDOW_FAILED,  /* 47F */
    NAE_WINDOW_PURSUED, /* 55F */
    NAE_WINDOW_PURSUIT, /* 8F */
};

/* Side of a role in the running battle, and the role of a side. */
static inline unsigned nae_role_side(const NaeState *s, unsigned role)
{
    assert(s->battle.attacker < 2 && role < 2);
    return role == NAE_ATTACKER ? s->battle.attacker : nae_other(s->battle.attacker);
}
static inline unsigned nae_side_role(const NaeState *s, unsigned side)
{
    return side == s->battle.attacker ? NAE_ATTACKER : NAE_DEFENDER;
}
/* True if the battle in zone is the running one's; for asserts. */
static inline bool nae_in_battle(const NaeState *s) { return s->battle.attacker < 2; }

/* What fights on a role's side: everything of it in the field of the zone; under interior lines [12.6]
 * without the forces that wait for their turn. */
NaePieces nae_fighters(const NaeData *d, const NaeState *s, unsigned role);
/* The general whose value a role adds: its army's commander, else the senior general there; NAE_NONE. */
unsigned nae_battle_general(const NaeData *d, const NaeState *s, unsigned role);
/* Who leads all that one side has in a field, as in a battle there. */
unsigned nae_field_general(const NaeData *d, const NaeState *s, NaePieces set);
/* Attack or defence value of a general in a role, 0 for none. */
int nae_tactical(const NaeData *d, unsigned general, unsigned role);
/* Combat points in halves: steps count 2, a lone fixed depot 1 [14.2]. */
unsigned nae_combat_points(const NaeData *d, const NaeState *s, NaePieces set);
/* Cavalry steps and special cavalry units; and cavalry generals; of a set [14.5.2]. */
unsigned nae_cavalry_steps(const NaeData *d, const NaeState *s, NaePieces set);
unsigned nae_cavalry_points(const NaeData *d, const NaeState *s, NaePieces set);
/* True if half or more of a set's steps are marked unsupplied [13.5]. */
bool nae_mostly_unsupplied(const NaeData *d, const NaeState *s, NaePieces set);
/* True if the steps marked demoralised outnumber the others [14.9.3]. */
bool nae_mostly_demoralised(const NaeData *d, const NaeState *s, NaePieces set);
/* Number of the steps of a set that belong to a nation. */
unsigned nae_steps_of(const NaeData *d, const NaeState *s, NaePieces set, unsigned nation);
/* True if a role has cavalry superiority that no card has cancelled. */
bool nae_has_superiority(const NaeData *d, const NaeState *s, unsigned role);
/* Whether a card has been played in the running battle. */
static inline bool nae_battle_played(const NaeState *s, unsigned card)
{
    return (s->battle.played[nae_card_side(card)] >> (card % NAE_DECK) & 1U) != 0;
}
/* Asks for cards of a window, if the role's side has any to play. */
/* The effect of a card of the battle proper (14.5.7) on a position, for forecasts. */
void nae_battle_card_effect(const NaeData *d, NaeState *s, unsigned role, unsigned card);
void nae_push_battle_cards(NaePlay *p, unsigned role, enum nae_card_window window);
/* Ends the battle at once by the destruction of a role [14.2, 8.5]. */
void nae_battle_overrun(NaePlay *p, unsigned loser);

/* What is added to the dice of a role [14.5]; other: landing, fortified zone, interception, supply. */
typedef struct NaeModifiers {
    int odds, cavalry, terrain, commander, subordinate, spearhead, special, cards, other;
} NaeModifiers;

/* As the running battle stands: with what has been chosen for it so far. */
NaeModifiers nae_battle_modifiers(const NaeData *d, const NaeState *s, unsigned role);
int nae_modifier_sum(const NaeModifiers *m);
/* Works out points, odds and level of the running battle [14.2, 14.3]; 1: the attacker overruns the defender,
 * -1: he is overrun himself, 0: there is a battle. */
int nae_battle_settle(const NaeData *d, NaeState *s);
/* Dice and modifiers as a row of the table of battles [14.6]: kept between the first and the last. */
int nae_net(int total);
/* Role of the winner by the cells that attacker and defender read; losses a role inflicts, capped [14.8]. */
unsigned nae_battle_winner(const NaeCombatCell *attack, const NaeCombatCell *defence);
unsigned nae_battle_capped(const NaeBattle *b, unsigned role, unsigned losses);
/* Terrain of the edge by which an attacker came into a zone: none for a sortie or a landing. */
unsigned nae_edge_terrain(const NaeData *d, unsigned from, unsigned zone);

/* ---- counter_march.c ---- */
/* Adds who of a role may still try to counter-march; true if anybody. */
bool nae_can_counter_march(const NaePlay *p, unsigned role, MoveList *list);
/* Generals of a side in one zone who could march to the guns of a battle in another. */
NaePieces nae_within_hearing(const NaePlay *p, unsigned side, unsigned from, unsigned zone);
/* Whether a general of a role stands in the field next door, where a counter-march could begin. */
bool nae_has_neighbours(const NaeData *d, const NaeState *s, unsigned role);
/* Who has come stands with the others of the role. */
void nae_counter_join(NaePlay *p, unsigned role);
/* ---- battle_loss.c ---- */
void nae_battle_wound(NaePlay *p, unsigned role);
void nae_battle_place_losses(NaePlay *p, unsigned role);
/* ---- battle_end.c ---- */
void nae_battle_test(NaePlay *p);
void nae_battle_pursuit(NaePlay *p);
void nae_battle_after(NaePlay *p);
/* Marks who lost to Napoleon, and a side that lost a major battle; once the winner is known [26F, 50C]. */
void nae_battle_mark(NaePlay *p);
/* Limit of the loser's demoralisation test [14.9.1]. */
int nae_demoralisation_limit(const NaeData *d, const NaeState *s);
/* ---- retreat.c ---- */
void nae_battle_choose_retreat(NaePlay *p);
/* The loser's army (0 all or the first, 1 the second) loses a step at the edge, then moves. */
void nae_battle_edge_loss(NaePlay *p, unsigned army);
void nae_battle_retreat(NaePlay *p, unsigned army);
/* 1 if a side loses a step retreating from zone to zone [14.10]. */
unsigned nae_edge_loss(const NaeData *d, const NaeState *s, unsigned side, unsigned from, unsigned to);
/* Steps lost to edges by the retreats chosen. */
unsigned nae_edge_losses(const NaeData *d, const NaeState *s);
/* The loser's pieces of its first army (0), of its second (1), or all of them. */
enum { NAE_ALL_TOGETHER = 2 };
NaePieces nae_loser_part(const NaeData *d, const NaeState *s, unsigned army);
/* ---- consolidate.c ---- */
/* Arrivals and standers of one side and zone become one force in slot (NAE_STANDING, NAE_MOVING): who may not
 * serve goes to the reserve, demoralisation spreads [14.1, 7.4, 14.9.3]. The excess is left to nae_tidy_zone.
 */
void nae_unite(NaePlay *p, NaePieces arrivals, NaePieces standers, unsigned slot);

#endif

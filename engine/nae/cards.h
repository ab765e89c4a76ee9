/* cards.h: the operations that the events of cards are made of (map 21), by their names in the board file. */
#ifndef MARSHAL_ENGINE_NAE_CARDS_H
#define MARSHAL_ENGINE_NAE_CARDS_H

#include "engine/nae/rules.h"

/* X(constant, name in the file) */
#define NAE_OPERATIONS(X)                                                                                    \
    X(ACTIVATE, "activate")                                                                                  \
    X(ACTIVATE_FLEETS, "activate_fleets")                                                                    \
    X(AP, "ap")                                                                                              \
    X(ATTRITION_TEST, "attrition_test")                                                                      \
    X(ATTRITION_WAIVE, "attrition_waive")                                                                    \
    X(AUTO_EVADE, "auto_evade")                                                                              \
    X(AUTO_PASS_DEMORALISATION, "auto_pass_demoralisation")                                                  \
    X(BLOCKADE_INCOMPLETE, "blockade_incomplete")                                                            \
    X(CANCEL_CAVALRY, "cancel_cavalry_superiority")                                                          \
    X(CANCEL_PURSUIT, "cancel_pursuit")                                                                      \
    X(CHOICE, "choice")                                                                                      \
    X(COMBAT_BONUS, "combat_bonus")                                                                          \
    X(CORSAIRS, "corsairs")                                                                                  \
    X(COUNTER_MARCH_BONUS, "counter_march_bonus")                                                            \
    X(CREATE_STATE, "create_state")                                                                          \
    X(CUT_SUPPLY, "cut_supply")                                                                              \
    X(DEFECTION, "defection")                                                                                \
    X(DEFENCE_ZONE_BONUS, "defence_zone_bonus")                                                              \
    X(DEPLOY, "deploy")                                                                                      \
    X(DIPLOMACY, "diplomacy")                                                                                \
    X(DIPLOMACY_MODIFIER, "diplomacy_modifier")                                                              \
    X(DRAW, "draw")                                                                                          \
    X(EVASION_MODIFIER, "evasion_modifier")                                                                  \
    X(EXTRA_ROUND, "extra_round")                                                                            \
    X(FLIP_ZONE, "flip_zone")                                                                                \
    X(FORBID_CARD, "forbid_card")                                                                            \
    X(FORBID_COUNTER_MARCH, "forbid_counter_march")                                                          \
    X(FORBID_DIPLOMACY, "forbid_diplomacy")                                                                  \
    X(FORBID_REINFORCEMENT, "forbid_reinforcement")                                                          \
    X(FORBID_SUBORDINATE, "forbid_subordinate")                                                              \
    X(FOREIGN_WAR, "foreign_war")                                                                            \
    X(FORTIFY, "fortify")                                                                                    \
    X(HAND_LIMIT, "hand_limit")                                                                              \
    X(HAND_MODIFIER, "hand_modifier")                                                                        \
    X(IGNORE_RIVERS, "ignore_rivers")                                                                        \
    X(IMPOSE_PEACE, "impose_peace")                                                                          \
    X(INTERIOR_LINES, "interior_lines")                                                                      \
    X(JOIN, "join")                                                                                          \
    X(LOSE_STEP, "lose_step")                                                                                \
    X(MAJOR_CAMPAIGN, "major_campaign")                                                                      \
    X(MILITARY_REFORM, "military_reform")                                                                    \
    X(MINOR_STEPS, "minor_steps")                                                                            \
    X(MORALE_BONUS, "morale_bonus")                                                                          \
    X(MOVE_ENEMY_FORCE, "move_enemy_force")                                                                  \
    X(NAVAL_BONUS, "naval_bonus")                                                                            \
    X(NAVAL_REROLL, "naval_reroll")                                                                          \
    X(NELSON_TEST, "nelson_test")                                                                            \
    X(OPEN_IBERIA, "open_iberia")                                                                            \
    X(PEEK, "peek")                                                                                          \
    X(PLACE_SPECIAL, "place_special")                                                                        \
    X(PLACE_STEPS, "place_steps")                                                                            \
    X(PURSUIT_BONUS, "pursuit_bonus")                                                                        \
    X(RALLY, "rally")                                                                                        \
    X(RANDOM_DISCARD, "random_discard")                                                                      \
    X(REACTION_MODIFIER, "reaction_modifier")                                                                \
    X(REFUSE_SURRENDER, "refuse_surrender")                                                                  \
    X(REJOIN, "rejoin")                                                                                      \
    X(REMOVE_CARD, "remove_card")                                                                            \
    X(REMOVE_COMMANDER, "remove_commander")                                                                  \
    X(REMOVE_DEPOT, "remove_depot")                                                                          \
    X(REMOVE_IRREGULARS, "remove_irregulars")                                                                \
    X(RESOURCES, "resources")                                                                                \
    X(RESOURCES_TRANSFER, "resources_transfer")                                                              \
    X(SAFE_RETREAT, "safe_retreat")                                                                          \
    X(SECOND_SPEARHEAD, "second_spearhead")                                                                  \
    X(SIEGE_BONUS, "siege_bonus")                                                                            \
    X(SKIP_ROUNDS, "skip_rounds")                                                                            \
    X(SKIP_WINTER_ROUND, "skip_winter_round")                                                                \
    X(START_BLOCKADE, "start_continental_blockade")                                                          \
    X(TAKE_CORPS, "take_corps")                                                                              \
    X(TRANSFER_LIMIT, "transfer_limit")                                                                      \
    X(WAR_OF_LIBERATION, "war_of_liberation")                                                                \
    X(WOUND_TEST, "wound_test")

enum nae_operation {
#define NAE_OPERATION_ENUM(constant, name) NAE_OP_##constant,
    NAE_OPERATIONS(NAE_OPERATION_ENUM)
#undef NAE_OPERATION_ENUM
        NAE_OP_COUNT
};

/* Whether what a card is aimed at (NAE_STEP_CARD_TARGET) are zones, and the zone that such a move names. */
bool nae_aims_at_zones(unsigned card);
unsigned nae_targeted_zone(const NaeData *d, Move move);

/* ---- what the files of the events share; internal to cards_*.c ---- */

/* The conditions of an event beyond its phase and timing (cards_conditions.c). */
bool nae_card_condition(const NaePlay *p, unsigned card, unsigned phase);
/* Powers of the Coalition that may make a military reform now by 3C (each beaten at least once) or 45C. */
bool nae_may_reform(const NaeData *d, const NaeState *s, unsigned power, bool beaten);
/* Zones an event may put a piece in (18C, 23C, 25C, special units, 2C, 3C, 27F, 39F). */
NaeZones nae_card_places(const NaePlay *p, unsigned card, unsigned piece);
/* Forces of the Empire that 48C may cut off, by zone. */
NaeZones nae_cossack_targets(const NaeData *d, const NaeState *s);
/* French zones that may rise (54C). */
NaeZones nae_royalist_zones(const NaeData *d, const NaeState *s);
/* Spanish irregulars, and those that 46F may remove: who is not shut in. */
NaePieces nae_irregulars_on_map(const NaeData *d, const NaeState *s);
NaePieces nae_irregulars(const NaeData *d, const NaeState *s);
/* Demoralised supplied French forces in or next to Napoleon's zone (50F), by zone. */
NaeZones nae_cheering_zones(const NaePlay *p);
/* Corps of powers in forced alliance that 40F may take; of one power only if power is not NAE_NONE. */
NaePieces nae_expeditionary_corps(const NaeData *d, const NaeState *s, unsigned power);
/* French infantry of the reserve for 27F and 39F. */
NaePieces nae_levy(const NaeData *d, const NaeState *s);
/* Forces of the Coalition that 12F may lead, by zone. */
NaeZones nae_led_forces(const NaeData *d, const NaeState *s);
/* Special unit of a card, NAE_NONE. */
unsigned nae_card_special(const NaeData *d, unsigned card);
/* Markers of the armies that the card may place it with. */
NaePieces nae_armies_for_special(const NaePlay *p, unsigned card, unsigned special);
/* Russian pieces that 2C brings. */
NaePieces nae_holy_russia(const NaeData *d);
/* The corps of Sweden. */
unsigned nae_swedish_corps(const NaeData *d);
/* The piece with an id of the board, asserted to exist. */
unsigned nae_named_piece(const NaeData *d, const char *id);
unsigned nae_named_zone(const NaeData *d, const char *id);

/* The end of 38C: the French Bernadotte is gone; who follows him where he commanded is asked [7.8]. */
void nae_bernadotte_leaves(NaePlay *p);

#endif

/* steps.h: everything play can have to do, each once.
 *
 * The top frame of the stack (state.h) names the step. AUTO(NAME, name): name_run does it and pops, changes
 * or covers the frame. ASK(NAME, name): name_options lists the moves and sets who decides; name_choose
 * carries one out. A decision with one option is taken at once; one without any is handed EAGLES_NO_MOVE and
 * goes on (flow.c).
 */
#ifndef MARSHAL_ENGINE_EAGLES_STEPS_H
#define MARSHAL_ENGINE_EAGLES_STEPS_H

#define EAGLES_STEPS(AUTO, ASK)                                                                              \
    /* turn.c: sequence of play (map 2) */                                                                   \
    AUTO(PLAYER_TURN, player_turn)                                                                           \
    AUTO(MONTH_END, month_end)                                                                               \
    /* attrition.c, losses.c */                                                                              \
    AUTO(ATTRITION, attrition)                                                                               \
    ASK(LOSS, loss)                                                                                          \
    /* alliance.c */                                                                                         \
    AUTO(ALLIANCE, alliance)                                                                                 \
    ASK(RISING, rising)                                                                                      \
    /* diplomacy.c, tilsit.c, holland.c, expedition.c: the grand campaign (map 13.2, 13.8) */                \
    AUTO(DIPLOMACY, diplomacy)                                                                               \
    ASK(TREATY, treaty)                                                                                      \
    ASK(ANNEX, annex)                                                                                        \
    ASK(DECLARE, declare)                                                                                    \
    ASK(REQUEST, request)                                                                                    \
    ASK(ALLY, ally)                                                                                          \
    /* production.c (map 13.3) */                                                                            \
    AUTO(PRODUCTION, production)                                                                             \
    ASK(INVEST, invest)                                                                                      \
    ASK(CITY_OF_GROUP, city_of_group)                                                                        \
    ASK(BUILD, build)                                                                                        \
    ASK(BUILD_AT, build_at)                                                                                  \
    ASK(STORE, store)                                                                                        \
    /* homecoming.c (map 5, 13.2, 13.4) */                                                                   \
    AUTO(HOMECOMING, homecoming)                                                                             \
    ASK(HOME, home)                                                                                          \
    ASK(FROM_IRELAND, from_ireland)                                                                          \
    ASK(HOME_PORT, home_port)                                                                                \
    ASK(ENTER, enter)                                                                                        \
    /* reinforcement.c */                                                                                    \
    AUTO(REINFORCE, reinforce)                                                                               \
    ASK(EVACUATE, evacuate)                                                                                  \
    ASK(PLACE, place)                                                                                        \
    ASK(PLACE_ONE, place_one)                                                                                \
    ASK(REPLACE_AT, replace_at)                                                                              \
    ASK(SPLIT, split)                                                                                        \
    ASK(REPLACE_AS, replace_as)                                                                              \
    /* iberia.c: production in Spain (map 13.3) */                                                           \
    AUTO(IBERIA, iberia)                                                                                     \
    ASK(IBERIA_BUILD, iberia_build)                                                                          \
    ASK(IBERIA_AT, iberia_at)                                                                                \
    ASK(IBERIA_HEX, iberia_hex)                                                                              \
    /* fleets.c, fleet_move.c, transport.c, overseas.c, sea_battle.c, fleet_orders.c (map 12) */             \
    AUTO(NAVAL, naval)                                                                                       \
    ASK(STATIONARY, stationary)                                                                              \
    ASK(SAIL, sail)                                                                                          \
    ASK(SHIPS, ships)                                                                                        \
    ASK(ADMIRAL, admiral)                                                                                    \
    ASK(LOAD, load)                                                                                          \
    ASK(LOAD_ROWS, load_rows)                                                                                \
    ASK(LOAD_LEADERS, load_leaders)                                                                          \
    ASK(LOAD_SUPPLY, load_supply)                                                                            \
    ASK(LOAD_POINTS, load_points)                                                                            \
    ASK(RUN, run)                                                                                            \
    ASK(COURSE, course)                                                                                      \
    ASK(HAVEN, haven)                                                                                        \
    AUTO(ENTER_SEA, enter_sea)                                                                               \
    AUTO(FLEET_END, fleet_end)                                                                               \
    AUTO(SEA_ROUND, sea_round)                                                                               \
    ASK(NAVAL_LOSS, naval_loss)                                                                              \
    ASK(PURSUE, pursue)                                                                                      \
    AUTO(AFTER_RUN, after_run)                                                                               \
    ASK(RETREAT_PORT, retreat_port)                                                                          \
    AUTO(EVICT, evict)                                                                                       \
    ASK(ORDERS, orders)                                                                                      \
    ASK(ORDER, order)                                                                                        \
    ASK(ATTEMPTS, attempts)                                                                                  \
    AUTO(SEA_ATTRITION, sea_attrition)                                                                       \
    /* movement.c, groups.c, march.c, sea_move.c (map 7) */                                                  \
    AUTO(MOVEMENT, movement)                                                                                 \
    ASK(SEA_FROM, sea_from)                                                                                  \
    ASK(SEA_TO, sea_to)                                                                                      \
    ASK(CROSS, cross)                                                                                        \
    AUTO(CROSSING, crossing)                                                                                 \
    ASK(PICK, pick)                                                                                          \
    ASK(COLOUR, colour)                                                                                      \
    ASK(LEADER, leader)                                                                                      \
    ASK(TAKE, take)                                                                                          \
    ASK(TAKE_ROWS, take_rows)                                                                                \
    ASK(STEP, step)                                                                                          \
    ASK(DROP_ROWS, drop_rows)                                                                                \
    ASK(DROP_LEADERS, drop_leaders)                                                                          \
    ASK(LEADER_TO, leader_to)                                                                                \
    ASK(MARCH_PATH, march_path)                                                                              \
    ASK(MARCH_FRENCH, march_french)                                                                          \
    AUTO(MARCH_ROLL, march_roll)                                                                             \
    AUTO(GROUP_END, group_end)                                                                               \
    AUTO(MOVEMENT_END, movement_end)                                                                         \
    /* select.c: a part of a force */                                                                        \
    ASK(SELECT_ROWS, select_rows)                                                                            \
    ASK(SELECT_LEADERS, select_leaders)                                                                      \
    /* declaration.c, combat.c (map 8) */                                                                    \
    AUTO(COMBAT, combat)                                                                                     \
    ASK(TARGET, target)                                                                                      \
    ASK(FROM, from)                                                                                          \
    ASK(SORTIE, sortie)                                                                                      \
    AUTO(ROUND, round)                                                                                       \
    AUTO(BATTLE, battle)                                                                                     \
    ASK(CONTINUE, continue)                                                                                  \
    ASK(COUNTER, counter)                                                                                    \
    ASK(CHARGE, charge)                                                                                      \
    ASK(GUARD, guard)                                                                                        \
    ASK(REAR, rear)                                                                                          \
    AUTO(ROLL, roll)                                                                                         \
    AUTO(AFTER_LOSSES, after_losses)                                                                         \
    /* evasion.c, withdrawal.c, join.c, advance.c */                                                         \
    ASK(EVADE, evade)                                                                                        \
    AUTO(COMPULSORY, compulsory)                                                                             \
    AUTO(VOLUNTARY, voluntary)                                                                               \
    ASK(WITHDRAW, withdraw)                                                                                  \
    AUTO(RETREAT, retreat)                                                                                   \
    ASK(RETREAT_TO, retreat_to)                                                                              \
    AUTO(JOINS, joins)                                                                                       \
    ASK(JOIN, join)                                                                                          \
    ASK(JOIN_HEX, join_hex)                                                                                  \
    AUTO(VACATED, vacated)                                                                                   \
    ASK(ADVANCE, advance)                                                                                    \
    /* siege.c (map 9), casualties.c (map 10) */                                                             \
    ASK(SHELTER, shelter)                                                                                    \
    ASK(CITY_CHOICE, city_choice)                                                                            \
    ASK(BESIEGE, besiege)                                                                                    \
    AUTO(SIEGE_CHECK, siege_check)                                                                           \
    AUTO(COMBAT_END, combat_end)                                                                             \
    /* conquest.c (map 13.7) */                                                                              \
    AUTO(CONQUEST, conquest)                                                                                 \
    AUTO(LEAVE, leave)                                                                                       \
    /* foreign_wars.c (map 13.10) */                                                                         \
    AUTO(FOREIGN_WARS, foreign_wars)                                                                         \
    AUTO(CALL_UP, call_up)                                                                                   \
    ASK(WAR_SHIP, war_ship)

enum eagles_step {
#define EAGLES_STEP_AUTO(NAME, name) EAGLES_STEP_##NAME,
#define EAGLES_STEP_ASK(NAME, name)  EAGLES_STEP_##NAME,
    EAGLES_STEPS(EAGLES_STEP_AUTO, EAGLES_STEP_ASK)
#undef EAGLES_STEP_AUTO
#undef EAGLES_STEP_ASK
        EAGLES_STEP_COUNT
};

#endif

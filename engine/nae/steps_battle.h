/* steps_battle.h: steps of battle, sieges and fleets; included several times by rules.h (see there). */
/* clang-format off */
/* battle.c */
AUTO(BATTLE, battle)
DECISION(MORALE, morale)                 /* a: role */
DECISION(SPEARHEAD, spearhead)           /* a: role */
DECISION(SPECIAL, special)               /* a: role, b: number of the special unit */
DECISION(SUBORDINATE, subordinate)       /* a: role */
/* battle_cards.c */
DECISION(BATTLE_CARD, battle_card)       /* a: role, b: window */
/* counter_march.c */
DECISION(COUNTER_MARCH, counter_march)   /* a: role */
AUTO(COUNTER_ROLL, counter_roll)
AUTO(COUNTER_TEST, counter_test)
AUTO(COUNTER_JOIN, counter_join)
/* battle_loss.c, battle_end.c, retreat.c */
DECISION(BATTLE_LOSS, battle_loss)       /* a: role */
DECISION(PURSUIT_LOSS, pursuit_loss)     /* a: role, b: 1 for 55F */
DECISION(RETREAT, retreat)               /* a: army */
DECISION(RETREAT_LOSS, retreat_loss)     /* a: army */
DECISION_OR(WITHDRAW, withdraw)          /* a: zone, b: side, c: 1 between battles */
DECISION_OR(WITHDRAW_LOSS, withdraw_loss) /* a: zone, b: side, c: zone they go to, d: 1 paid */
/* siege.c, fortress.c */
AUTO(SIEGE_ATTACK, siege_attack)         /* a: zone, b: side, c: bonus */
DECISION(SIEGE_LOSS, siege_loss)         /* a: zone, b: side */
DECISION(REACTIVATE, reactivate)         /* a: zone, b: side, c: 1 if put off before */
DECISION(WHICH_DEPOT, which_depot)       /* a: zone, b: side */
DECISION(TEST_DEPOT, test_depot)         /* above the test that it is spent for */
/* naval*.c */
DECISION(SQUADRON_AT, squadron_at)       /* a: side, b: card or NAE_NONE, c: assaults left */
DECISION_OR(SQUADRON, squadron)          /* a: side, b: card, c: at, d: place, e: next fleet, f: fleets chosen */
DECISION_OR(SAIL, sail)
AUTO(SEA_ENTER, sea_enter)               /* a: stage, b: 0 the squadron has entered, 1 evaders have */
DECISION(SEA_INTERCEPT, sea_intercept)   /* a: at, b: place, c: as b of SEA_ENTER */
DECISION(SEA_ORDER, sea_order)           /* a: as b of SEA_ENTER */
DECISION(SEA_ATTACK, sea_attack)         /* evasion of the squadron attacked: a: place */
DECISION(BOX_FIGHT, box_fight)           /* the squadron in the port fights for its box or not */
AUTO(SEA_BATTLE, sea_battle)
DECISION(SEA_CARD, sea_card)             /* a: window */
DECISION(SEA_TIE, sea_tie)               /* a: 0 the inactive side, 1 the active side */
DECISION(FLEET_LOSS, fleet_loss)         /* a: role */
DECISION_OR(SEA_RETREAT, sea_retreat)    /* a: role */
DECISION(BLOCKADE, blockade)             /* a: role that may blockade, b: port */
AUTO(VOYAGE_END, voyage_end)
DECISION(FLEET_EXCESS, fleet_excess)     /* a: side, b: at, c: place */
AUTO(LANDING, landing)                   /* a: port, b: stage */
DECISION(ASSAULT, assault)               /* a: port */
DECISION(STAND_OFF, stand_off)           /* a: port */
AUTO(FLEE_START, flee_start)             /* a: port lost, b: side that flees */
DECISION_OR(FLEE, flee)                  /* a: port lost, b: side */
AUTO(FLEE_ROUTE, flee_route)             /* a: stage, b: port they make for */
/* clang-format on */

/* steps_march.h: steps of turn, hands, budget, forces and movement; included several times by rules.h (see
 * there). */
/* clang-format off */
/* turn.c */
AUTO(TURN, turn)                 /* a: phase to come */
AUTO(ROUND, round)               /* a: stage */
AUTO(END_PHASE, end_phase)       /* X; a: stage, b: zone */
/* declare.c */
DECISION(DECLARE, declare)
/* hands.c */
AUTO(HANDS, hands)               /* a: stage */
DECISION(KEEP, keep)             /* a: card */
DECISION(DISCARD, discard)       /* a: cards to keep at most */
/* budget.c */
AUTO(BUDGET, budget)             /* a: stage */
DECISION(BUDGET_EVENT, budget_event)
DECISION(TRANSFER, transfer)
DECISION_OR(REINFORCE, reinforce)
AUTO(POWER_BUDGET, power_budget) /* a: stage, b: power */
DECISION(REMOVAL, removal)
DECISION(REMOVAL_PIECE, removal_piece) /* a: zone, or b: NAE_AT_* and a: place */
DECISION(PURCHASE, purchase)
DECISION(RESERVE_GENERAL, reserve_general)
DECISION(MINOR_STEP, minor_step)
DECISION_OR(PLACE, place)        /* a: piece, b: 1 reduced */
DECISION_OR(REPLACE, replace)    /* a: zone, b: bits, c: nation, d: marker, e: by an event */
/* neutrals.c, walk.c */
AUTO(WALKS, walks)               /* I5 and I6; a: power in the order of budgets */
DECISION(NEUTRAL_FLEET, neutral_fleet) /* a: fleet */
DECISION(WALK_FORCE, walk_force)
DECISION(WALK_WHAT, walk_what)   /* a: zone */
DECISION(DEPOT_MOBILE, depot_mobile) /* a: depot */
DECISION(WALK, walk)
AUTO(WALK_END, walk_end)         /* a: stage */
/* activation.c */
DECISION(ACTION, action)
DECISION(USE, use)               /* a: card */
DECISION(SPEND, spend)
DECISION(SPEND_POWER, spend_power)
DECISION(SPEND_ZONE, spend_zone) /* a: nation or NAE_NONE, c to f: of an event */
DECISION(SPEND_FORCE, spend_force) /* a: nation or NAE_NONE, b: zone, c: pick + 1 of an event, d: its argument, e: flags, f: forced march */
DECISION(SWAP, swap)
DECISION(SPLIT, split)           /* a: command left */
AUTO(MARCH, march)               /* a: stage, b: forced march given or NAE_NONE */
DECISION(GATHER, gather)         /* a: zone */
DECISION(FORCED_MARCH, forced_march)
DECISION(REPLACEMENTS, replacements) /* a: 1 before the march, 2 after it */
DECISION(REPLACEMENT, replacement) /* a: steps left, b: bit of the army */
/* move.c, enter.c */
DECISION_OR(MOVE, move)
AUTO(MOVE_ON, move_on)           /* a: zone that the force goes to, a fortress put off being settled (map 11.1) */
DECISION(DROP_WITH, drop_with)   /* a: general */
AUTO(ENTER, enter)               /* a: stage */
DECISION(FORTRESS, fortress)
DECISION(COVER_UNIT, cover_unit) /* a: steps still needed */
DECISION(COVER_GENERAL, cover_general)
DECISION(FREE_SIEGE, free_siege) /* a: zone, b: side */
AUTO(REST, rest)                 /* a: zone that a force has left: its siege */
AUTO(GARRISONS, garrisons)       /* the end of an activation, action or phase */
/* force.c */
DECISION(EXCESS, excess)         /* a: zone, b: side, c: slot and inside */
/* intercept.c, evade.c */
DECISION(INTERCEPT, intercept)
DECISION(INTERCEPT_CARD, intercept_card)
AUTO(INTERCEPT_ROLL, intercept_roll) /* a: stage */
DECISION_OR(COME, come)          /* a: zone, b: general, c: zone they go to, d: slot, e: next unit */
DECISION(REACTION, reaction)     /* a: enum nae_moment, b: card asked */
DECISION(EVADE, evade)
DECISION(EVADE_SPLIT, evade_split)
AUTO(EVADE_ROLL, evade_roll)     /* a: stage, b: split */
DECISION_OR(EVADE_TO, evade_to)
/* campaign.c */
AUTO(CAMPAIGN, campaign)
DECISION(CAMPAIGN_NEXT, campaign_next)
DECISION(CAMPAIGN_FIGHT, campaign_fight)
DECISION(CAMPAIGN_ORDER, campaign_order)
DECISION(CAMPAIGN_STAY, campaign_stay)
/* attrition.c */
DECISION(ATTRITION_DEPOT, attrition_depot) /* of the test below */
AUTO(ATTRITION, attrition)       /* a: side, b: zone, c: slot, d: flags, e: extra + 64, f: marks */
DECISION_OR(ATTRITION_LOSS, attrition_loss) /* a: side, b: zone, c: slot, d: losses, e: nation that loses first */
/* clang-format on */

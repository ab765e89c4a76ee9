/* steps_cards.h: steps of cards, diplomacy, statuses, conquests and victory; included several times by
 * rules.h (see there). */
/* clang-format off */
/* diplomacy.c */
AUTO(DIPLOMACY_PHASE, diplomacy_phase)   /* I4: pops itself when both sides are done */
DECISION(FREE_DIPLOMACY, free_diplomacy)
DECISION(START_CARD, start_card)
DECISION(DIP_CARD, dip_card)
DECISION(DIP_USE, dip_use)               /* a: card */
DECISION(DIPLOMACY_TARGET, diplomacy_target) /* a: targets, b: value, c: bonus */
DECISION(PROTECTORATE_TARGET, protectorate_target)
/* status.c */
DECISION(DEPLOY, deploy)                 /* a: unit to put in any zone of its nation's land */
AUTO(RISING, rising)                     /* 22C; a: next unit, b: cards for what it gained */
AUTO(SHARING, sharing)                   /* a: nation that changed sides */
AUTO(GAINED_CARDS, gained_cards)         /* a: side, b: nation that joined it, c: cards by event */
DECISION(SHARED, shared)                 /* a: zone */
AUTO(DEFECTION_AT_HOME, defection_at_home) /* a: zone, b: nation */
DECISION_OR(DEFECTION_LOSS, defection_loss)
AUTO(DEFECTION_DONE, defection_done)
DECISION_OR(DEFECTION_ABROAD, defection_abroad)
/* foreign_war.c */
DECISION_OR(FOREIGN_WAR_ZONE, foreign_war_zone)
DECISION_OR(FOREIGN_WAR_PIECE, foreign_war_piece)
DECISION(END_WAR, end_war)
/* conquest.c, terms.c, relocation.c */
AUTO(CONQUEST_PHASE, conquest_phase)     /* Q */
DECISION(CONQUEST_CARD, conquest_card)
DECISION(TILSIT, tilsit)
DECISION(MINOR_FATE, minor_fate)
DECISION(ANNEXER, annexer)
AUTO(TERMS, terms)
DECISION(VICTOR_BONUS, victor_bonus)
DECISION(BONUS_POWER, bonus_power)       /* the power that gets the resources */
DECISION_OR(ANNEX, annex)
DECISION(BENEFICIARY, beneficiary)
DECISION(FORCED_ALLIANCE, forced_alliance)
AUTO(RELOCATION, relocation)
DECISION(STAY_OR_GO, stay_or_go)
DECISION_OR(RELOCATE_GUEST, relocate_guest)
DECISION_OR(RELOCATE_FORCE, relocate_force)
DECISION_OR(RELOCATE_FLEET, relocate_fleet)
/* victory.c */
AUTO(VICTORY_PHASE, victory_phase)       /* V: may end the game (nae_end_game) */
/* cards_choices.c, cards_pieces.c, cards_enemy.c */
DECISION(CHOICE, choice)                 /* a: card */
DECISION(CARD_TARGET, card_target)       /* a: card */
DECISION_OR(CARD_PLACE, card_place)      /* a: card, b: piece, c: bits it gets, d: zone prescribed */
DECISION(PLACE_UNIT, place_unit)         /* a: card, b: corps left, c: zone prescribed */
DECISION_OR(LEVY_PLACE, levy_place)      /* as CARD_PLACE */
DECISION(CARD_STEP, card_step)           /* a: card, b: steps left, c: nation */
DECISION_OR(CARD_DEPLOY, card_deploy)    /* a: card, b: unit */
DECISION_OR(TAKE_CORPS_ZONE, take_corps_zone) /* b: corps left, c: power */
DECISION(TAKE_CORPS, take_corps)         /* a: zone, b: corps left */
DECISION_OR(TAKE_GENERAL, take_general)  /* c: power */
DECISION(LOSE_STEP_ZONE, lose_step_zone)
DECISION(CARD_LOSS, card_loss)           /* a: zone */
DECISION(CARD_DEPOT, card_depot)         /* a: zone */
DECISION(MOVE_ENEMY, move_enemy)
DECISION(MOVE_ENEMY_STEP, move_enemy_step) /* a: zone, b: movement points left */
/* clang-format on */

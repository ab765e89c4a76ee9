/* journal.h: what the rules of Napoleon's Eagles note in a Journal, and the texts for it (journal.c). */
#ifndef MARSHAL_ENGINE_EAGLES_JOURNAL_H
#define MARSHAL_ENGINE_EAGLES_JOURNAL_H

#include "engine/eagles/data.h"
#include "engine/journal.h"

/* Kinds; behind each its arguments: h hex, c city, n nation, u unit, l leader, s side, b battle, otherwise a
 * number. */
enum eagles_event {
    EAGLES_EVENT_PHASE,     /* phase (enum eagles_phase), month */
    EAGLES_EVENT_ATTRITION, /* die, colour or 255 (global), area or 0 */
    EAGLES_EVENT_LOST,      /* h, u, SP, cause (enum eagles_cause) */
    EAGLES_EVENT_ALLIANCE,  /* die, modifier, success */
    EAGLES_EVENT_EFFECT,    /* kind, n */
    EAGLES_EVENT_ARRIVED,   /* h, u or 255, l or 255, SP */
    EAGLES_EVENT_WITHDRAWN, /* l */
    EAGLES_EVENT_MOVED,    /* from h, to h, SP, l or 255: a group from where it stood, or last left some of it
                            */
    EAGLES_EVENT_OVERRUN,  /* h, SP overrun, SP that moved */
    EAGLES_EVENT_MARCH,    /* h, column, die, extra MP, SP lost */
    EAGLES_EVENT_CONTROL,  /* c, s */
    EAGLES_EVENT_TRENCH,   /* h */
    EAGLES_EVENT_DECLARED, /* b, from h, target h */
    EAGLES_EVENT_ROLL,     /* b, target h, attacking SP, defending SP, row, first die, second die, modifier,
                              larger s, cells, SP the larger and the smaller side lose */
    EAGLES_EVENT_MORALE,   /* b, s, morale left */
    EAGLES_EVENT_RETREAT,  /* from h, to h, SP */
    EAGLES_EVENT_JOIN,     /* h, b, die, leadership, success */
    EAGLES_EVENT_REAR,     /* h, b, die, leadership, success */
    EAGLES_EVENT_ADVANCE,  /* from h, to h, SP, points */
    EAGLES_EVENT_SHELTER,  /* c, SP */
    EAGLES_EVENT_SIEGE,    /* c, value (0: lifted) */
    EAGLES_EVENT_SIEGE_ROLL,   /* c, die, value */
    EAGLES_EVENT_SURRENDER,    /* h, SP */
    EAGLES_EVENT_DISPLACED,    /* l, h or 0xFFFF */
    EAGLES_EVENT_CASUALTY,     /* l, months (0: dead, 255: captured) */
    EAGLES_EVENT_LEADER,       /* l, h: comes back or takes another's place */
    EAGLES_EVENT_SPECIAL,      /* bit of enum eagles_special */
    EAGLES_EVENT_RESULT,       /* enum eagles_result */
    EAGLES_EVENT_SAILED,       /* from place, to place, ships */
    EAGLES_EVENT_INTERCEPTION, /* place of the fleet that tries, area, die, success */
    EAGLES_EVENT_BLOCKADE_RUN, /* h, die, modifier, success */
    EAGLES_EVENT_SEA_ROLL,  /* place, squadrons of the larger, of the smaller, row, die, modifier, larger s,
                               cells */
    EAGLES_EVENT_SHIP,      /* u, enum eagles_ship_fate, place */
    EAGLES_EVENT_PURSUIT,   /* die, success */
    EAGLES_EVENT_LANDED,    /* h, SP */
    EAGLES_EVENT_WENT_HOME, /* h, u, SP */
    EAGLES_EVENT_STATUS,    /* n, side (enum eagles_side) */
    EAGLES_EVENT_ENTRY,     /* n, dice, added, success */
    EAGLES_EVENT_INVADED,   /* n */
    EAGLES_EVENT_LIBERATION,
    EAGLES_EVENT_ATTEMPT,       /* n, die, modifier, success: of an alliance */
    EAGLES_EVENT_WAR_DECLARED,  /* n */
    EAGLES_EVENT_EXPEDITION,    /* n, h, SP */
    EAGLES_EVENT_PRODUCTION,    /* die */
    EAGLES_EVENT_BUILT,         /* u, c */
    EAGLES_EVENT_CONQUERED,     /* n, times */
    EAGLES_EVENT_SPANISH_LEVEL, /* level, change */
    EAGLES_EVENT_TREATY,        /* option from 0 */
    EAGLES_EVENT_HOLLAND,       /* 1 annexed, 2 lost again */
    EAGLES_EVENT_EXILE,
    EAGLES_EVENT_RETURN,
    EAGLES_EVENT_RECOGNITION, /* dice, sum, success */
    EAGLES_EVENT_EXCHANGE,    /* SP of each side */
    EAGLES_EVENT_FOREIGN_WAR, /* enum eagles_war, 1 begins, 0 ends */
    EAGLES_EVENT_TO_WAR,      /* h, u, enum eagles_war */
    EAGLES_EVENT_IRELAND,     /* SP landed */
    EAGLES_EVENT_LENT,        /* n, points */
    EAGLES_EVENT_UNHURT,      /* l */
    EAGLES_EVENT_COUNT
};

enum eagles_cause {
    EAGLES_BY_ATTRITION,
    EAGLES_BY_MARCH,
    EAGLES_BY_COMBAT,
    EAGLES_BY_RETREAT,
    EAGLES_BY_OVERRUN,
    EAGLES_BY_SURRENDER,
    EAGLES_BY_RULE,
    EAGLES_BY_SEA
};

enum eagles_phase {
    EAGLES_PHASE_ATTRITION,
    EAGLES_PHASE_ALLIANCE,
    EAGLES_PHASE_REINFORCEMENT,
    EAGLES_PHASE_NAVAL,
    EAGLES_PHASE_MOVEMENT,
    EAGLES_PHASE_COMBAT,
    EAGLES_PHASE_MONTH_END
};

/* Purposes of JOURNAL_DICE entries. */
enum eagles_die {
    EAGLES_DIE_ATTRITION,
    EAGLES_DIE_LOCAL_ATTRITION,
    EAGLES_DIE_ALLIANCE,
    EAGLES_DIE_MARCH,
    EAGLES_DIE_BATTLE,
    EAGLES_DIE_JOIN,
    EAGLES_DIE_REAR,
    EAGLES_DIE_SIEGE,
    EAGLES_DIE_CASUALTY,
    EAGLES_DIE_WOUND,
    EAGLES_DIE_SEA_ATTRITION,
    EAGLES_DIE_INTERCEPTION,
    EAGLES_DIE_SEA_BATTLE,
    EAGLES_DIE_PURSUIT,
    EAGLES_DIE_BLOCKADE,
    EAGLES_DIE_NELSON,
    EAGLES_DIE_ENTRY,
    EAGLES_DIE_EXPEDITION,
    EAGLES_DIE_PRODUCTION,
    EAGLES_DIE_REMOVAL,
    EAGLES_DIE_RETURN,
    EAGLES_DIE_TENS,
    EAGLES_DIE_PRISONER,
    EAGLES_DIE_WAR,
    EAGLES_DIE_COUNT
};

enum eagles_ship_fate { EAGLES_SHIP_SUNK, EAGLES_SHIP_HURT, EAGLES_SHIP_RETREATED, EAGLES_SHIP_REPAIRED };

struct Play;
/* Throws a die (or two, into faces) for a side and notes it; hex: where, EAGLES_NO_HEX for nowhere. */
unsigned eagles_die(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex);
void eagles_two_dice(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex,
                     uint8_t faces[2]);
/* One of n things at random, from 1; with one thing nothing is drawn. */
unsigned eagles_draw(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned n);
/* Adds an event with its arguments to the journal that hangs on the dice: EAGLES_NOTE of rules.h asks first
 * whether there is one. */
__attribute__((cold, noinline)) void eagles_add_note(const struct Play *p, enum eagles_event kind,
                                                     unsigned side, const int *args, unsigned count);

/* Of journal.c for journal_campaign.c: a hex as phrases.h tells it, "off the map" for none. */
void eagles_tell_hex(const EaglesData *d, StrBuf *out, int hex);
/* Events of the grand campaign (from EAGLES_EVENT_WENT_HOME on) in words. */
void eagles_tell_campaign(const EaglesData *d, const JournalEntry *entry, StrBuf *out);

void eagles_event_text(const EaglesData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
void eagles_event_json(const EaglesData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
void eagles_summarize(const EaglesData *d, const Journal *journal, GameSummary *summary);

#endif

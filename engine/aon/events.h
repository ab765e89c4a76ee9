/* events.h: what the rules of Age of Napoleon note in a Journal (engine/journal.h); events.c
 * tells it as JSON, event_text.c in words.
 *
 * Notes are made where things happen, with the macros at the end, which cost one predictable branch where no
 * Journal wants them. The arguments of each kind, with their names in the JSON, stand in the table KINDS of
 * events.c, in the order in which they are given to the macro.
 *
 * Secret, by 4.1.2 and scenarios/aon/README.md: who the corps of a hidden stack are unless they are located
 * when the thing has happened, how many of them were fresh where their sides are not known, cards drawn, and
 * ratings that hidden corps decide. Open are: heights, leaders, dice, discards, boxes off the map,
 * alignments.
 */
#ifndef MARSHAL_ENGINE_AON_EVENTS_H
#define MARSHAL_ENGINE_AON_EVENTS_H

#include "engine/aon/data.h"
#include "engine/game.h"

enum aon_note {
    /* sequence of play */
    AON_NOTE_TURN,
    AON_NOTE_PHASE,
    AON_NOTE_ROUND,
    AON_NOTE_PART,
    AON_NOTE_FIRST,
    AON_NOTE_GAME_OVER,
    /* cards */
    AON_NOTE_CARD_PLAYED,
    AON_NOTE_CARD_TARGET,
    AON_NOTE_CARD_DISCARDED,
    AON_NOTE_CARD_PICKED_UP,
    AON_NOTE_CARD_RECOVERED,
    AON_NOTE_CARDS_DRAWN,
    AON_NOTE_DECK_SHUFFLED,
    /* countries */
    AON_NOTE_ALIGNMENT,
    AON_NOTE_VIOLATION,
    AON_NOTE_SURRENDER,
    AON_NOTE_SURRENDER_PREVENTED,
    AON_NOTE_BRITANNIA,
    AON_NOTE_RUSSIA_INVADED,
    AON_NOTE_INVASION_RELEASED,
    /* corps */
    AON_NOTE_CORPS_LOST, /* to the Lost box */
    AON_NOTE_CORPS_OFF,  /* to the reserve or the Prisoners Box */
    AON_NOTE_CORPS_SWAPPED,
    AON_NOTE_CORPS_RESTORED,
    AON_NOTE_DEPLOYED,
    AON_NOTE_RALLIED,
    AON_NOTE_DISPLACED,
    /* movement */
    AON_NOTE_ARMY_DECLARED,
    AON_NOTE_ARMY_ENTERS,
    AON_NOTE_CORPS_DROPPED,
    AON_NOTE_CORPS_PICKED,
    AON_NOTE_HALTED,
    AON_NOTE_MARCH_ATTRITION,
    AON_NOTE_STANDS,
    AON_NOTE_WITHDRAWAL_TRIED,
    AON_NOTE_WITHDRAWAL,
    AON_NOTE_INTERCEPTION_TRIED,
    AON_NOTE_INTERCEPTION,
    AON_NOTE_ROLE,
    /* battle */
    AON_NOTE_BATTLE_BEGINS,
    AON_NOTE_BATTLE_ARMY,
    AON_NOTE_BATTLE_SIDE,
    AON_NOTE_BATTLE_CARD,
    AON_NOTE_BATTLE_ROLL,
    AON_NOTE_BATTLE_SPENT,
    AON_NOTE_RETREAT,
    /* winter */
    AON_NOTE_WINTER_ATTRITION,
    AON_NOTE_COUNT
};

/* Why a corps leaves the map, or a box. */
enum aon_fate {
    AON_FATE_BATTLE,
    AON_FATE_HERO,
    AON_FATE_PURSUIT,
    AON_FATE_NO_RETREAT,
    AON_FATE_MARCH,
    AON_FATE_WINTER,
    AON_FATE_SURROUNDED,
    AON_FATE_NO_REFUGE,
    AON_FATE_CARD,
    AON_FATE_ALIGNMENT,
    AON_FATE_REPATRIATED,
    AON_FATE_COUNT
};

/* Why an alignment changes. */
enum aon_why {
    AON_WHY_DIPLOMACY,
    AON_WHY_DETACHED,
    AON_WHY_TIROL,
    AON_WHY_FAILED,
    AON_WHY_SUCCEEDED,
    AON_WHY_INSURRECTION,
    AON_WHY_VIOLATION,
    AON_WHY_SURRENDER,
    AON_WHY_AFTER_SURRENDER,
    AON_WHY_COUNT
};

/* Why the game ends. */
enum aon_end {
    AON_END_NAPOLEON_LOST,
    AON_END_FRANCE_SURRENDERS,
    AON_END_FRENCH_GIVE_UP,
    AON_END_DECISIVE_FRENCH,
    AON_END_MARGINAL,
    AON_END_LAST_YEAR,
    AON_END_COUNT
};

/* What dice are for: purposes of JOURNAL_DICE entries. */
enum aon_dice_purpose { AON_DICE_BATTLE, AON_DICE_TIE, AON_DICE_MARCH, AON_DICE_WINTER, AON_DICE_COUNT };

/* What a card was played for, and what it was discarded for. */
enum aon_card_use { AON_USE_EVENT, AON_USE_COUNTER, AON_USE_COUNT };
enum aon_card_price {
    AON_PRICE_MOVE,
    AON_PRICE_INTERCEPTION,
    AON_PRICE_RALLY,
    AON_PRICE_WINNERS_RALLY,
    AON_PRICE_HAND_EMPTIED,
    AON_PRICE_COUNT
};

/* How an army's move is paid (12.1.7). */
enum aon_payment { AON_PAYMENT_FREE, AON_PAYMENT_CARD, AON_PAYMENT_FORCED_MARCH, AON_PAYMENT_COUNT };

/* Whose choice it was to attack or to defend. */
enum aon_role { AON_ROLE_INTERCEPTORS, AON_ROLE_VIOLATED, AON_ROLE_INSURGENTS, AON_ROLE_COUNT };

/* Where the summary and the tests find arguments; OFF: of CORPS_LOST and CORPS_OFF. */
enum { AON_OFF_CORPS, AON_OFF_AREA, AON_OFF_BOX, AON_OFF_FATE };
enum {
    AON_ROLL_AREA,
    AON_ROLL_STRENGTH_ATTACKER,
    AON_ROLL_STRENGTH_DEFENDER,
    AON_ROLL_DIE_ATTACKER,
    AON_ROLL_DIE_DEFENDER,
    AON_ROLL_MODIFIED_ATTACKER,
    AON_ROLL_MODIFIED_DEFENDER,
    AON_ROLL_RESULT_ATTACKER,
    AON_ROLL_RESULT_DEFENDER,
    AON_ROLL_TIE_ATTACKER,
    AON_ROLL_TIE_DEFENDER,
    AON_ROLL_TBM_ATTACKER,
    AON_ROLL_TBM_DEFENDER,
    AON_ROLL_PERMANENT_ATTACKER,
    AON_ROLL_TEMPORARY_ATTACKER,
    AON_ROLL_PERMANENT_DEFENDER,
    AON_ROLL_TEMPORARY_DEFENDER,
    AON_ROLL_WINNER
};

/* "card_played" and so on; "?" for no kind. */
const char *aon_note_name(unsigned kind);
/* Clause of the rulebook an entry goes by. */
const char *aon_note_clause(const JournalEntry *entry);

/* GameRules.event_text, .event_json, .summarize. */
void aon_event_text(const AonData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
void aon_event_json(const AonData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
/* The dice of an entry of kind JOURNAL_DICE, for aon_event_json (dice_text.c). */
void aon_dice_json(const AonData *d, const JournalEntry *entry, StrBuf *out);
void aon_summarize(const AonData *d, const Journal *journal, GameSummary *summary);
#define AON_SUMMARY_KINDS                                                                                    \
    {                                                                                                        \
        {                                                                                                    \
            1ULL << AON_NOTE_CARD_PLAYED | 1ULL << AON_NOTE_CORPS_LOST | 1ULL << AON_NOTE_BATTLE_ROLL, 0     \
        }                                                                                                    \
    }

/* ---- for the rules ---- */

/* Notes are kept out of the way of play that makes none. */
#define AON_COLD __attribute__((cold, noinline))

/* Notes one die that fell. */
AON_COLD void aon_note_die(Journal *journal, enum aon_dice_purpose purpose, Seat seat, unsigned area,
                           unsigned face);

/* Adds an entry with open arguments. */
AON_COLD JournalEntry *aon_note(Journal *journal, enum aon_note kind, Seat seat, const int *values,
                                unsigned count);

/* True if a Journal wants this kind: for notes that take some working out. */
#define AON_NOTES(p, KIND) __builtin_expect(((p)->wanted & 1ULL << AON_NOTE_##KIND) != 0, 0)

/* Notes a die of six in the open: whose, for what, where. */
#define AON_NOTE_DIE(p, PURPOSE, seat, area, face)                                                           \
    do {                                                                                                     \
        if (__builtin_expect((p)->dice->journal != NULL, 0)) {                                               \
            aon_note_die((p)->dice->journal, AON_DICE_##PURPOSE, seat, area, face);                          \
        }                                                                                                    \
    } while (0)

/* Notes something with its arguments, all of them open and given as int. */
#define AON_NOTE(p, KIND, seat, ...)                                                                         \
    do {                                                                                                     \
        if (AON_NOTES(p, KIND)) {                                                                            \
            const int values_[] = {__VA_ARGS__};                                                             \
            (void)aon_note((p)->dice->journal, AON_NOTE_##KIND, seat, values_,                               \
                           sizeof values_ / sizeof *values_);                                                \
        }                                                                                                    \
    } while (0)

#endif

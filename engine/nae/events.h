/* events.h: what the rules of Napoleon against Europe note in a Journal (engine/journal.h); events.c holds
 * the table of the kinds, tells entries as JSON and in words, and counts them for reports.
 *
 * Notes are made where things happen, with the macros at the end, which cost one predictable branch where no
 * Journal wants them. The arguments of each kind, with their names in the JSON and the sentence they go into,
 * stand in the table NAE_NOTES below, in the order in which they are given to the macro. A letter before each
 * name says what it is: z zone   u unit   g general   c card   p major power   n nation (major or minor)   f
 * fleet   m minor h half points x piece (notation of moves: unit, general, special unit, army, depot)   s
 * side   i number w word (see events.c) l place of a fleet     v province A name with a capital letter is for
 * its owner only (hidden cards). The sentence may name arguments as $name, the seat of the entry as $side; a
 * ~ is the s of a plural, or nothing where the number before it is one.
 */
#ifndef MARSHAL_ENGINE_NAE_EVENTS_H
#define MARSHAL_ENGINE_NAE_EVENTS_H

#include "engine/game.h"

struct NaeData;

/* X(kind, name in JSON, clause of the rulebook, arguments, sentence) */
#define NAE_NOTES(X)                                                                                         \
    X(YEAR, "year", "5", "i:year", "The year $year begins")                                                  \
    X(PHASE, "phase", "5.1", "w:phase", "$phase")                                                            \
    X(ROUND, "round", "5.2", "i:round w:weather", "Round $round begins$weather")                             \
    X(ACTION, "action", "5.2", "w:what", "$side $what")                                                      \
    X(GAME_OVER, "game_over", "19", "w:result w:reason i:year",                                              \
      "The game ends in $year: $result, for $reason")                                                        \
    /* cards */                                                                                              \
    X(CARD_PLAYED, "card_played", "6.3", "c:card w:use", "$side plays $card $use")                           \
    X(CARD_DISCARDED, "card_discarded", "6.3", "c:card", "$side discards $card")                             \
    X(CARD_REMOVED, "card_removed", "6.3", "c:card", "$card leaves the game")                                \
    X(CARD_DRAWN, "card_drawn", "7.2", "c:Card", "$side draws $Card")                                        \
    X(DECK_SHUFFLED, "deck_shuffled", "6.1", "i:cards", "The draw pile of $side is shuffled, $cards card~")  \
    X(HAND_SEEN, "hand_seen", "6.3", "i:cards", "$side looks at the hand of the enemy, $cards card~")        \
    X(PUNISHMENTS, "punishments", "6.1", "", "The cards of the Punishments come into play")                  \
    /* powers */                                                                                             \
    X(WAR_DECLARED, "war_declared", "7.1", "n:nation", "$side declares war on $nation")                      \
    X(STATUS, "status", "8.1", "n:nation w:status", "$nation: $status")                                      \
    X(DIPLOMACY, "diplomacy", "8.2.3", "n:nation i:die i:modifier w:result",                                 \
      "$side negotiates with $nation: die $die, modifier $modifier, $result")                                \
    X(STATE_CREATED, "state_created", "8.3", "m:minor", "$minor is founded")                                 \
    X(STATE_ENDED, "state_ended", "8.3", "m:minor", "$minor is no more")                                     \
    X(LEVEL, "level", "19", "i:change i:level", "The victory level changes by $change to $level")            \
    X(ESCALADE, "escalade", "8.1", "i:change i:level", "The escalade changes by $change to $level")          \
    X(FOREIGN_WAR, "foreign_war", "6.4", "c:card", "The foreign war of $card breaks out")                    \
    X(FOREIGN_WAR_ROLL, "foreign_war_roll", "6.4", "c:card i:die i:value w:result",                          \
      "The foreign war of $card: die $die, value of the card played $value, $result")                        \
    /* budget */                                                                                             \
    X(INCOME, "income", "7.3.1", "p:power h:halves", "$power has $halves resources")                         \
    X(TRANSFER, "transfer", "7.3.1", "p:giver p:receiver", "$giver gives a point to $receiver")              \
    X(PURCHASE, "purchase", "7.3.2", "p:power w:what x:piece h:halves",                                      \
      "$power $what $piece for $halves point~")                                                              \
    X(STEP_GAINED, "step_gained", "7.3.2", "x:piece z:zone", "$piece gains a step in $zone")                 \
    X(PLACED, "placed", "7.3.4", "x:piece z:zone", "$piece enters the map in $zone")                         \
    X(TAKEN_OFF, "taken_off", "7.3.7", "x:piece w:where", "$piece leaves the map, $where")                   \
    X(REFORM, "military_reform", "7.3.8", "p:power", "$power reforms its army")                              \
    /* marches */                                                                                            \
    X(ACTIVATED, "activated", "9.1", "z:zone x:commander", "$side activates $commander in $zone")            \
    X(FORCED_MARCH, "forced_march", "12.3", "i:points", "$side declares a forced march of $points point~")   \
    X(MOVED, "moved", "12.1", "x:commander z:from z:to i:left",                                              \
      "$commander marches from $from to $to, $left point~ left")                                             \
    X(CONTROL, "control", "3.2", "z:zone w:control", "$zone: $control")                                      \
    X(WALKED, "walked", "7.5", "x:commander z:from z:to", "$commander moves from $from to $to")              \
    X(REDEPLOYED, "redeployed", "7.6", "x:commander z:from z:to", "$commander redeploys from $from to $to")  \
    X(INTERCEPTION, "interception", "12.4", "z:zone g:general i:die i:modifier w:result",                    \
      "$general tries to intercept in $zone: die $die, modifier $modifier, $result")                         \
    X(EVASION, "evasion", "12.5", "z:zone x:general i:die i:modifier w:result",                              \
      "$general tries to evade from $zone: die $die, modifier $modifier, $result")                           \
    X(COUNTER_MARCH, "counter_march", "14.1", "z:zone g:general i:die i:modifier w:result",                  \
      "$general counter-marches to $zone: die $die, modifier $modifier, $result")                            \
    X(ATTRITION, "attrition", "13.6", "z:zone i:steps i:die i:modifier i:losses",                            \
      "Attrition of $side in $zone, $steps step~: die $die, modifier $modifier, $losses lost")               \
    X(STEP_LOST, "step_lost", "14.8", "x:piece z:zone w:cause", "$piece loses a step in $zone, $cause")      \
    X(ELIMINATED, "eliminated", "14.8", "x:piece z:zone w:cause", "$piece is eliminated in $zone, $cause")   \
    X(UNSUPPLIED, "unsupplied", "13.5", "z:zone", "$side is out of supply in $zone")                         \
    X(RALLY, "rally", "14.9", "z:zone i:die i:limit w:result",                                               \
      "Rally in $zone: die $die against $limit, $result")                                                    \
    /* battles */                                                                                            \
    X(BATTLE, "battle", "14.2", "z:zone i:attacker i:defender w:level",                                      \
      "$side attacks in $zone, $attacker against $defender combat points: $level")                           \
    X(OVERRUN, "overrun", "14.2", "z:zone", "$side overruns the enemy in $zone")                             \
    X(BATTLE_MODIFIERS, "battle_modifiers", "14.5",                                                          \
      "z:zone i:modifier i:odds i:cavalry i:terrain i:commander i:subordinate "                              \
      "i:spearhead i:special i:cards i:other",                                                               \
      "The modifiers of $side in $zone add up to $modifier")                                                 \
    X(BATTLE_ROLL, "battle_roll", "14.6", "z:zone i:first i:second i:net i:losses",                          \
      "$side rolls $first and $second in $zone, $net on the table: the enemy loses $losses")                 \
    X(BATTLE_WON, "battle_won", "14.6", "z:zone", "$side wins the battle in $zone")                          \
    X(WOUND, "wound", "14.7", "g:general i:die w:result", "Wound of $general: die $die, $result")            \
    X(DEMORALISATION, "demoralisation", "14.9", "z:zone i:die i:limit w:result",                             \
      "Demoralisation of $side in $zone: die $die against $limit, $result")                                  \
    X(DEMORALISATION_SURE, "demoralisation_sure", "14.9", "z:zone i:limit w:result",                         \
      "Demoralisation of $side in $zone: $result without a die")                                             \
    X(PURSUIT, "pursuit", "14.9.2", "z:zone i:die i:modifier i:losses",                                      \
      "$side pursues from $zone: die $die, modifier $modifier, $losses more lost")                           \
    X(RETREAT, "retreat", "14.10", "z:from z:to", "$side retreats from $from to $to")                        \
    X(RETREAT_INSIDE, "retreat_inside", "14.10", "z:zone", "$side retreats into the fortress of $zone")      \
    /* sieges */                                                                                             \
    X(SIEGE, "siege", "15.1", "z:zone i:marker", "$side besieges $zone, marker $marker")                     \
    X(SIEGE_ROLL, "siege_roll", "15.2", "z:zone i:die i:modifier w:result",                                  \
      "$side attacks the fortress of $zone: die $die, modifier $modifier, $result")                          \
    X(SIEGE_LIFTED, "siege_lifted", "15.4", "z:zone", "The siege of $zone is lifted")                        \
    X(FORTRESS, "fortress", "15.5", "z:zone w:fortress", "The fortress of $zone: $fortress")                 \
    /* at sea */                                                                                             \
    X(SAILED, "sailed", "17.2", "f:fleet l:place", "$fleet sails to $place")                                 \
    X(SAILED_COVERED, "sailed_covered", "17.2", "f:Fleet l:place", "$Fleet sails to $place")                 \
    X(SEA_REACTION, "sea_reaction", "17.2", "l:place i:die i:modifier w:result",                             \
      "$side reacts at $place: die $die, modifier $modifier, $result")                                       \
    X(SEA_ROLL, "sea_roll", "17.3", "l:place i:attacker i:defender",                                         \
      "Battle at $place, totals $attacker and $defender")                                                    \
    X(FLEET_SUNK, "fleet_sunk", "17.3", "f:fleet", "$fleet is sunk")                                         \
    X(LANDING, "landing", "17.2.9", "z:zone i:steps", "$side lands $steps step~ in $zone")                   \
    /* conquests */                                                                                          \
    X(CONQUERED, "conquered", "18", "n:nation", "$nation is conquered by $side")                             \
    X(PROVINCE, "province", "18.2.2", "v:province n:nation", "$province goes to $nation")                    \
    X(RELOCATED, "relocated", "18.2.3", "x:commander z:from z:to", "$commander goes from $from to $to")      \
    X(PEACE_ROLL, "peace_roll", "18.2.3", "p:power i:die i:modifier w:result",                               \
      "Forced peace of $power: die $die, modifier $modifier, $result")

enum nae_note {
#define NAE_NOTE_ENUM(kind, name, clause, arguments, sentence) NAE_NOTE_##kind,
    NAE_NOTES(NAE_NOTE_ENUM)
#undef NAE_NOTE_ENUM
        NAE_NOTE_COUNT
};

/* X(word, id in the JSON, English): everything an argument of kind w may be. */
#define NAE_NOTE_WORDS(X)                                                                                    \
    X(WAR_DECLARATIONS, "war_declarations", "The declarations of war begin")                                 \
    X(HANDS, "hands", "The hands are filled")                                                                \
    X(BUDGET, "budget", "The budgets begin")                                                                 \
    X(DIPLOMACY, "diplomacy", "The diplomacy begins")                                                        \
    X(NEUTRAL_MOVES, "neutral_moves", "The powers at peace move")                                            \
    X(REDEPLOYMENT, "redeployment", "The strategic redeployment begins")                                     \
    X(ACTIVATIONS, "activations", "The activations begin")                                                   \
    X(END_OF_ACTIVATIONS, "end_of_activations", "The activations end")                                       \
    X(CONQUESTS, "conquests", "Conquests and surrenders are settled")                                        \
    X(VICTORY, "victory", "The victory is checked")                                                          \
    X(FAIR, "fair", "")                                                                                      \
    X(BAD_WEATHER, "bad_weather", " in bad weather")                                                         \
    X(WINTER, "winter", " in winter")                                                                        \
    X(PASS, "pass", "passes")                                                                                \
    X(ONE_AP, "one_ap", "takes one point without a card")                                                    \
    X(STOP, "stop", "ends the action")                                                                       \
    X(EMPIRE_WINS, "empire_wins", "the Empire wins")                                                         \
    X(COALITION_WINS, "coalition_wins", "the Coalition wins")                                                \
    X(DRAW, "draw", "a draw")                                                                                \
    X(BOTH_LOSE, "both_lose", "both sides lose")                                                             \
    X(BY_LEVEL, "level", "the victory level")                                                                \
    X(BY_KEY_ZONES, "key_zones", "the key zones of France")                                                  \
    X(BY_LAST_YEAR, "last_year", "the end of the last year")                                                 \
    X(BY_NAPOLEON, "napoleon_lost", "Napol\xc3\xa9on is removed from play")                                  \
    X(BY_FRENCH_FALL, "france_conquered", "France is conquered and has no army in order")                    \
    X(BY_STANDING, "france_stands", "France is not conquered and has an army in order")                      \
    X(BY_ARMY_ALONE, "army_alone", "France is conquered but has an army in order")                           \
    X(BY_LAND_ALONE, "land_alone", "France is not conquered but has no army in order")                       \
    X(FOR_POINTS, "points", "for its points")                                                                \
    X(AS_EVENT, "event", "as an event")                                                                      \
    X(FOR_DIPLOMACY, "for_diplomacy", "for a diplomatic action")                                             \
    X(FOR_PROTECTORATE, "for_protectorate", "for a protectorate")                                            \
    X(TO_END_WAR, "end_war", "to end a foreign war")                                                         \
    X(TO_INTERCEPT, "intercept", "for an interception")                                                      \
    X(FOR_ALLIANCE, "forced_alliance", "for a forced alliance")                                              \
    X(AS_REACTION, "reaction", "as a reaction")                                                              \
    X(RAISES, "raises", "raises")                                                                            \
    X(RAISES_REDUCED, "raises_reduced", "raises, reduced,")                                                  \
    X(STRENGTHENS, "strengthens", "strengthens")                                                             \
    X(BUILDS, "builds", "builds")                                                                            \
    X(STOP_SAVING, "stop_saving", "ends the action and saves what is left")                                  \
    X(IN_BATTLE, "in_battle", "in the battle")                                                               \
    X(SUCCESS, "success", "success")                                                                         \
    X(FAILURE, "failure", "failure")                                                                         \
    X(NEUTRAL, "neutral", "neutral")                                                                         \
    X(EMPIRE_ALLY, "empire_ally", "ally of the Empire")                                                      \
    X(COALITION_ALLY, "coalition_ally", "ally of the Coalition")                                             \
    X(FORCED_PEACE, "forced_peace", "forced peace")                                                          \
    X(FORCED_ALLIANCE, "forced_alliance_status", "forced alliance")                                          \
    X(PROTECTORATE, "protectorate", "protectorate of the Empire")                                            \
    X(TERRITORY, "territory", "annexed")                                                                     \
    X(DISSOLVED, "dissolved", "dissolved")                                                                   \
    X(NO_PROTECTORATE, "no_protectorate", "no longer a protectorate")                                        \
    X(CONTROL_NONE, "no_marker", "no control marker")                                                        \
    X(CONTROL_EMPIRE, "empire_marker", "control marker of the Empire")                                       \
    X(CONTROL_COALITION, "coalition_marker", "control marker of the Coalition")                              \
    X(BY_BATTLE, "battle", "in battle")                                                                      \
    X(BY_PURSUIT, "pursuit", "in the pursuit")                                                               \
    X(BY_RETREAT, "retreat", "on the retreat")                                                               \
    X(BY_ATTRITION, "attrition", "by attrition")                                                             \
    X(BY_SIEGE, "siege", "at the siege")                                                                     \
    X(BY_GARRISON, "garrison", "to garrison the fortress")                                                   \
    X(BY_OVERRUN, "overrun", "overrun")                                                                      \
    X(BY_STACKING, "stacking", "for want of command")                                                        \
    X(BY_CARD, "card", "by a card")                                                                          \
    X(BY_CONQUEST, "conquest", "by the conquest of its land")                                                \
    X(BY_SEA, "sea", "at sea")                                                                               \
    X(TO_RESERVE, "reserve", "to the reserve")                                                               \
    X(TO_RETURN, "returns", "to return in the next budget")                                                  \
    X(TO_BOX, "foreign_war_box", "to a foreign war")                                                         \
    X(OUT_OF_GAME, "out_of_game", "out of the game")                                                         \
    X(SKIRMISH, "skirmish", "a skirmish")                                                                    \
    X(MINOR_BATTLE, "minor_battle", "a minor battle")                                                        \
    X(MAJOR_BATTLE, "major_battle", "a major battle")                                                        \
    X(SAFE, "safe", "no effect")                                                                             \
    X(WOUNDED, "wounded", "wounded")                                                                         \
    X(REPULSED, "repulsed", "repulsed")                                                                      \
    X(STABLE, "stable", "no result")                                                                         \
    X(HONOURS, "honours", "surrender with the honours of war")                                               \
    X(BREACH, "breach", "breach")                                                                            \
    X(DESTROYED, "destroyed", "destroyed")                                                                   \
    X(ACTIVE_EMPIRE, "active_empire", "active for the Empire")                                               \
    X(ACTIVE_COALITION, "active_coalition", "active for the Coalition")                                      \
    X(IN_ORDER, "in_order", "in good order")                                                                 \
    X(DEMORALISED, "demoralised", "demoralised")

enum nae_told {
#define NAE_TOLD_ENUM(word, id, english) NAE_TOLD_##word,
    NAE_NOTE_WORDS(NAE_TOLD_ENUM)
#undef NAE_TOLD_ENUM
        NAE_TOLD_COUNT
};

/* "battle_roll" and so on; "?" for no kind. */
const char *nae_note_name(unsigned kind);

/* GameRules.event_text, .event_json, .summarize. */
void nae_event_text(const struct NaeData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
void nae_event_json(const struct NaeData *d, const JournalEntry *entry, Seat seat, StrBuf *out);
void nae_summarize(const struct NaeData *d, const Journal *journal, GameSummary *summary);
#define NAE_SUMMARY_KINDS                                                                                    \
    {                                                                                                        \
        {                                                                                                    \
            1ULL << NAE_NOTE_CARD_PLAYED | 1ULL << NAE_NOTE_ELIMINATED | 1ULL << NAE_NOTE_BATTLE, 0          \
        }                                                                                                    \
    }

/* ---- for the rules ---- */

/* Adds an entry with its arguments; those with a capital letter in the table are for seat only. */
__attribute__((cold, noinline)) void nae_note(Journal *journal, enum nae_note kind, Seat seat,
                                              const int *values, unsigned count);

/* True if a Journal wants this kind: for notes that take some working out. */
#define NAE_NOTES_WANTED(dice_, KIND) __builtin_expect(journal_wants((dice_)->journal, NAE_NOTE_##KIND), 0)

/* Notes something that has none. */
#define NAE_NOTE_BARE(dice_, KIND, seat_)                                                                    \
    do {                                                                                                     \
        if (NAE_NOTES_WANTED(dice_, KIND)) {                                                                 \
            nae_note((dice_)->journal, NAE_NOTE_##KIND, seat_, NULL, 0);                                     \
        }                                                                                                    \
    } while (0)

/* Notes something with its arguments, all given as int; dice_ is the Dice of the play. */
#define NAE_NOTE(dice_, KIND, seat_, ...)                                                                    \
    do {                                                                                                     \
        if (NAE_NOTES_WANTED(dice_, KIND)) {                                                                 \
            const int values_[] = {__VA_ARGS__};                                                             \
            nae_note((dice_)->journal, NAE_NOTE_##KIND, seat_, values_, sizeof values_ / sizeof *values_);   \
        }                                                                                                    \
    } while (0)

#endif

/* events.c: the entries of a journal as JSON, with their clauses, and the counts taken from them. Words:
 * event_text.c. */
#include "engine/aon/events.h"

#include <assert.h>

#include "engine/aon/aon.h"
#include "engine/jsonout.h"
#include "engine/summary.h"

/* What an argument is, and so how it is written; an index below 0, and a rating of -1, mean none and become
 * null. */
enum type {
    END,
    NUMBER,
    RATING,
    FLAG,
    AREA,
    CORPS,
    CARD,
    COUNTRY,
    SEAT,
    ALIGNMENT,
    PHASE,
    BOX,
    FATE,
    WHY,
    ENDING,
    USE,
    PRICE,
    PAYMENT,
    CAUSE,
    ROLE,
    GRADE,
    TYPE_COUNT
};

enum { FIELDS_MAX = JOURNAL_ARGS_MAX };

typedef struct Field {
    const char *name;
    enum type type;
} Field;

typedef struct Kind {
    const char *name;
    const char *seat_is; /* a second name of the seat, as "attacker"; its enemy then is the "defender" */
    enum type list;      /* of the arguments after the fields: CORPS or CARD; END: none */
    Field fields[FIELDS_MAX];
} Kind;

static const Kind KINDS[AON_NOTE_COUNT] = {
    [AON_NOTE_TURN] = {"turn", NULL, END, {{"year", NUMBER}}},
    [AON_NOTE_PHASE] = {"phase", NULL, END, {{"phase", PHASE}}},
    [AON_NOTE_ROUND] = {"round", NULL, END, {{"round", NUMBER}, {"winter", FLAG}}},
    [AON_NOTE_PART] = {"part", NULL, END, {{"round", NUMBER}}},
    [AON_NOTE_FIRST] = {"first", NULL, END, {{"phase", PHASE}}},
    [AON_NOTE_GAME_OVER] = {"game_over", NULL, END, {{"grade", GRADE}, {"reason", ENDING}, {"year", NUMBER}}},
    [AON_NOTE_CARD_PLAYED] = {"card_played", NULL, END, {{"card", CARD}, {"use", USE}}},
    [AON_NOTE_CARD_TARGET] = {"card_target",
                              NULL,
                              END,
                              {{"card", CARD}, {"country", COUNTRY}, {"to", ALIGNMENT}}},
    [AON_NOTE_CARD_DISCARDED] = {"card_discarded", NULL, END, {{"card", CARD}, {"for", PRICE}}},
    [AON_NOTE_CARD_PICKED_UP] = {"card_picked_up", NULL, END, {{"card", CARD}, {"price", CARD}}},
    [AON_NOTE_CARD_RECOVERED] = {"card_recovered", NULL, END, {{"card", CARD}}},
    [AON_NOTE_CARDS_DRAWN] = {"cards_drawn", NULL, CARD, {{"count", NUMBER}}},
    [AON_NOTE_DECK_SHUFFLED] = {"deck_shuffled", NULL, END, {{"cards", NUMBER}, {"after_surrender", FLAG}}},
    [AON_NOTE_ALIGNMENT] = {"alignment",
                            NULL,
                            END,
                            {{"country", COUNTRY}, {"from", ALIGNMENT}, {"to", ALIGNMENT}, {"reason", WHY}}},
    [AON_NOTE_VIOLATION] = {"violation", NULL, END, {{"country", COUNTRY}}},
    [AON_NOTE_SURRENDER] = {"surrender", NULL, END, {{"country", COUNTRY}}},
    [AON_NOTE_SURRENDER_PREVENTED] = {"surrender_prevented", NULL, END, {{"country", COUNTRY}}},
    [AON_NOTE_BRITANNIA] = {"britannia", NULL, END, {{"year", NUMBER}}},
    [AON_NOTE_RUSSIA_INVADED] = {"russia_invaded", NULL, END, {{"invasion_corps_released", FLAG}}},
    [AON_NOTE_INVASION_RELEASED] = {"invasion_corps_released", NULL, END, {{"corps", CORPS}}},
    [AON_NOTE_CORPS_LOST] = {"corps_lost",
                             NULL,
                             END,
                             {{"corps", CORPS}, {"area", AREA}, {"to", BOX}, {"reason", FATE}}},
    [AON_NOTE_CORPS_OFF] = {"corps_off",
                            NULL,
                            END,
                            {{"corps", CORPS}, {"area", AREA}, {"to", BOX}, {"reason", FATE}}},
    [AON_NOTE_CORPS_SWAPPED] = {"corps_swapped",
                                NULL,
                                END,
                                {{"corps", CORPS}, {"for", CORPS}, {"area", AREA}}},
    [AON_NOTE_CORPS_RESTORED] = {"corps_restored", NULL, END, {{"corps", CORPS}}},
    [AON_NOTE_DEPLOYED] = {"deployed", NULL, END, {{"corps", CORPS}, {"area", AREA}, {"by_sea", FLAG}}},
    [AON_NOTE_RALLIED] = {"rallied",
                          NULL,
                          CORPS,
                          {{"area", AREA}, {"after_battle", FLAG}, {"height", NUMBER}, {"count", NUMBER}}},
    [AON_NOTE_DISPLACED] =
        {"displaced",
         NULL,
         CORPS,
         {{"from", AREA}, {"to", AREA}, {"by_sea", FLAG}, {"area_detached", FLAG}, {"count", NUMBER}}},
    [AON_NOTE_ARMY_DECLARED] =
        {"army_declared",
         NULL,
         END,
         {{"leader", CORPS}, {"area", AREA}, {"by_sea", FLAG}, {"payment", PAYMENT}, {"count", NUMBER}}},
    [AON_NOTE_ARMY_ENTERS] = {"army_enters",
                              NULL,
                              CORPS,
                              {{"leader", CORPS},
                               {"from", AREA},
                               {"to", AREA},
                               {"by_sea", FLAG},
                               {"over_ice", FLAG},
                               {"count", NUMBER}}},
    [AON_NOTE_CORPS_DROPPED] = {"corps_dropped", NULL, END, {{"area", AREA}, {"corps", CORPS}}},
    [AON_NOTE_CORPS_PICKED] = {"corps_picked_up", NULL, END, {{"area", AREA}, {"corps", CORPS}}},
    [AON_NOTE_HALTED] = {"halted", NULL, END, {{"leader", CORPS}, {"area", AREA}}},
    [AON_NOTE_MARCH_ATTRITION] = {"march_attrition",
                                  NULL,
                                  END,
                                  {{"area", AREA},
                                   {"cause", CAUSE},
                                   {"count", NUMBER},
                                   {"die", RATING},
                                   {"losses", NUMBER},
                                   {"spent", NUMBER},
                                   {"result", NUMBER}}},
    [AON_NOTE_STANDS] = {"stands", NULL, END, {{"area", AREA}}},
    [AON_NOTE_WITHDRAWAL_TRIED] =
        {"withdrawal_tried",
         NULL,
         END,
         {{"area", AREA}, {"forced_march", FLAG}, {"needed", RATING}, {"rating", RATING}}},
    [AON_NOTE_WITHDRAWAL] = {"withdrawal",
                             NULL,
                             CORPS,
                             {{"from", AREA}, {"to", AREA}, {"by_sea", FLAG}, {"count", NUMBER}}},
    [AON_NOTE_INTERCEPTION_TRIED] = {"interception_tried",
                                     NULL,
                                     END,
                                     {{"leader", CORPS},
                                      {"from", AREA},
                                      {"to", AREA},
                                      {"counter", FLAG},
                                      {"forced_march", FLAG},
                                      {"count", NUMBER},
                                      {"needed", RATING},
                                      {"rating", RATING}}},
    [AON_NOTE_INTERCEPTION] = {"interception",
                               NULL,
                               CORPS,
                               {{"from", AREA}, {"to", AREA}, {"counter", FLAG}, {"count", NUMBER}}},
    [AON_NOTE_ROLE] = {"role", NULL, END, {{"area", AREA}, {"attacks", FLAG}, {"by", ROLE}}},
    [AON_NOTE_BATTLE_BEGINS] = {"battle_begins",
                                "attacker",
                                END,
                                {{"area", AREA}, {"attacker_count", NUMBER}, {"defender_count", NUMBER}}},
    [AON_NOTE_BATTLE_ARMY] = {"battle_army",
                              "attacker",
                              CORPS,
                              {{"area", AREA}, {"from", AREA}, {"count", NUMBER}}},
    [AON_NOTE_BATTLE_SIDE] = {"battle_side",
                              NULL,
                              CORPS,
                              {{"area", AREA},
                               {"attacks", FLAG},
                               {"strength", NUMBER},
                               {"ratings", NUMBER},
                               {"at_home", NUMBER},
                               {"from_sea", NUMBER},
                               {"cards", NUMBER},
                               {"cards_die", NUMBER},
                               {"count", NUMBER}}},
    [AON_NOTE_BATTLE_CARD] = {"battle_card",
                              NULL,
                              END,
                              {{"card", CARD}, {"value", NUMBER}, {"to_die", FLAG}, {"cancelled", FLAG}}},
    [AON_NOTE_BATTLE_ROLL] = {"battle_roll",
                              "attacker",
                              END,
                              {{"area", AREA},
                               {"attacker_strength", NUMBER},
                               {"defender_strength", NUMBER},
                               {"attacker_die", NUMBER},
                               {"defender_die", NUMBER},
                               {"attacker_modified_die", NUMBER},
                               {"defender_modified_die", NUMBER},
                               {"attacker_result", NUMBER},
                               {"defender_result", NUMBER},
                               {"attacker_tie_die", RATING},
                               {"defender_tie_die", RATING},
                               {"attacker_tie_modifier", NUMBER},
                               {"defender_tie_modifier", NUMBER},
                               {"attacker_permanent", NUMBER},
                               {"attacker_temporary", NUMBER},
                               {"defender_permanent", NUMBER},
                               {"defender_temporary", NUMBER},
                               {"winner", SEAT}}},
    [AON_NOTE_BATTLE_SPENT] = {"battle_spent", NULL, CORPS, {{"area", AREA}, {"count", NUMBER}}},
    [AON_NOTE_RETREAT] = {"retreat",
                          NULL,
                          CORPS,
                          {{"from", AREA}, {"to", AREA}, {"by_sea", FLAG}, {"count", NUMBER}}},
    [AON_NOTE_WINTER_ATTRITION] = {"winter_attrition",
                                   NULL,
                                   END,
                                   {{"area", AREA},
                                    {"count", NUMBER},
                                    {"die", NUMBER},
                                    {"severe", NUMBER},
                                    {"cards", NUMBER},
                                    {"capital", NUMBER},
                                    {"barren", NUMBER},
                                    {"modified_die", NUMBER},
                                    {"result", NUMBER},
                                    {"losses", NUMBER}}},
};

const char *aon_note_name(unsigned kind)
{
    return kind < AON_NOTE_COUNT ? KINDS[kind].name : kind == JOURNAL_DICE ? "dice" : "?";
}

/* ------------------------------------------------------------------ clauses */

static const char *const PHASE_CLAUSES[AON_PHASE_COUNT] = {"7.0",  "8.0",  "9.0",  "10.0",
                                                           "11.0", "14.0", "15.0", "16.0"};
static const char *const FIRST_CLAUSES[AON_PHASE_COUNT] = {"7.1.1", "", "", "10.1", "11.2.1", "", "", ""};
static const char *const FATE_CLAUSES[AON_FATE_COUNT] = {"13.4.1", "13.4.1.2", "13.4.3.2", "13.4.2.7",
                                                         "12.3.4", "15.2",     "14.2.3",   "3.1.3.1",
                                                         "2.3.8",  "2.2.1.7",  "10.6"};
static const char *const WHY_CLAUSES[AON_WHY_COUNT] = {"7.2", "3.1.3.1", "3.1.3.3", "8.1.2", "8.2.2",
                                                       "8.3", "12.7.2",  "14.0",    "7.2.5"};
static const char *const END_CLAUSES[AON_END_COUNT] = {"6.2.2", "6.2.2", "14.2.6", "6.1.2", "6.1.1", "6.3"};
static const char *const PRICE_CLAUSES[AON_PRICE_COUNT] = {"12.1.7", "12.6.3", "10.5", "13.4.3.2", "9.1"};
static const char *const ROLE_CLAUSES[AON_ROLE_COUNT] = {"12.6.4", "12.7.3", "8.3.7"};

static const char *one_of(const char *const *clauses, unsigned count, int index)
{
    return index >= 0 && (unsigned)index < count ? clauses[index] : "";
}

static const char *country_clause(const JournalEntry *entry, const char *minor, const char *major)
{
    return entry->args[0] < AON_MAJORS ? major : minor;
}

static const char *alignment_clause(const JournalEntry *entry)
{
    const int to = entry->args[2];
    if (entry->args[3] != AON_WHY_SURRENDER) {
        return one_of(WHY_CLAUSES, AON_WHY_COUNT, entry->args[3]);
    }
    return country_clause(entry, to == AON_FA || to == AON_FD ? "14.1.2" : "14.1.3", "14.2.2");
}

const char *aon_note_clause(const JournalEntry *entry)
{
    static const char *const dice_clauses[AON_DICE_COUNT] = {"13.3", "13.3.6", "12.3", "15.1"};
    const int32_t *args = entry->args;
    if (entry->kind == JOURNAL_DICE) {
        return one_of(dice_clauses, AON_DICE_COUNT, args[JOURNAL_DICE_PURPOSE]);
    }
    switch ((enum aon_note)entry->kind) {
    case AON_NOTE_TURN:
        return "5.0";
    case AON_NOTE_PHASE:
        return one_of(PHASE_CLAUSES, AON_PHASE_COUNT, args[0]);
    case AON_NOTE_ROUND:
        return args[1] != 0 ? "11.1.2" : "11.1";
    case AON_NOTE_PART:
        return "11.2.2";
    case AON_NOTE_FIRST:
        return one_of(FIRST_CLAUSES, AON_PHASE_COUNT, args[0]);
    case AON_NOTE_GAME_OVER:
        return args[1] == AON_END_MARGINAL && entry->seat == SEAT_COALITION
                   ? "6.2.1"
                   : one_of(END_CLAUSES, AON_END_COUNT, args[1]);
    case AON_NOTE_CARD_PLAYED:
        return args[1] == AON_USE_COUNTER ? "7.2.4.2" : "2.3.6";
    case AON_NOTE_CARD_TARGET:
        return "2.3.8";
    case AON_NOTE_CARD_DISCARDED:
        return one_of(PRICE_CLAUSES, AON_PRICE_COUNT, args[1]);
    case AON_NOTE_CARD_PICKED_UP:
        return "2.3.12";
    case AON_NOTE_CARD_RECOVERED:
        return "9.1";
    case AON_NOTE_CARDS_DRAWN:
        return "9.3";
    case AON_NOTE_DECK_SHUFFLED:
        return args[1] != 0 ? "9.2" : "9.4";
    case AON_NOTE_ALIGNMENT:
        return alignment_clause(entry);
    case AON_NOTE_VIOLATION:
        return "12.7.1";
    case AON_NOTE_SURRENDER:
        return country_clause(entry, "14.1.1", "14.2.1");
    case AON_NOTE_SURRENDER_PREVENTED:
        return "14.0";
    case AON_NOTE_BRITANNIA:
        return "2.3.13";
    case AON_NOTE_RUSSIA_INVADED:
        return args[0] != 0 ? "2.2.1.8" : "6.1.1";
    case AON_NOTE_INVASION_RELEASED:
        return "2.2.1.8";
    case AON_NOTE_CORPS_LOST:
    case AON_NOTE_CORPS_OFF:
        return one_of(FATE_CLAUSES, AON_FATE_COUNT, args[AON_OFF_FATE]);
    case AON_NOTE_CORPS_SWAPPED:
    case AON_NOTE_CORPS_RESTORED:
        return "10.7";
    case AON_NOTE_DEPLOYED:
        return "10.4.1";
    case AON_NOTE_RALLIED:
        return args[1] != 0 ? "13.4.3.2" : "10.5";
    case AON_NOTE_DISPLACED:
        return args[3] != 0 ? "3.1.3.1" : "14.2.3";
    case AON_NOTE_ARMY_DECLARED:
        return "12.1.7";
    case AON_NOTE_ARMY_ENTERS:
        return args[3] != 0 ? "12.4" : args[4] != 0 ? "12.2.5" : "12.2.1";
    case AON_NOTE_CORPS_DROPPED:
    case AON_NOTE_CORPS_PICKED:
        return "12.1.5";
    case AON_NOTE_HALTED:
        return "12.1.8";
    case AON_NOTE_MARCH_ATTRITION:
        return args[3] != 0 ? "12.3.2" : "12.3.3";
    case AON_NOTE_STANDS:
        return "12.5";
    case AON_NOTE_WITHDRAWAL_TRIED:
        return "12.5.2";
    case AON_NOTE_WITHDRAWAL:
        return args[2] != 0 ? "12.5.3" : "12.5.1";
    case AON_NOTE_INTERCEPTION_TRIED:
        return args[3] != 0 ? "12.6.6" : "12.6.2";
    case AON_NOTE_INTERCEPTION:
        return args[2] != 0 ? "12.6.6" : "12.6.1";
    case AON_NOTE_ROLE:
        return one_of(ROLE_CLAUSES, AON_ROLE_COUNT, args[2]);
    case AON_NOTE_BATTLE_BEGINS:
        return "13.1.2";
    case AON_NOTE_BATTLE_ARMY:
        return "13.2.1";
    case AON_NOTE_BATTLE_SIDE:
        return "13.3.1";
    case AON_NOTE_BATTLE_CARD:
        return "13.3.3";
    case AON_NOTE_BATTLE_ROLL:
        return args[AON_ROLL_TIE_ATTACKER] != 0 ? "13.3.6" : "13.3.4";
    case AON_NOTE_BATTLE_SPENT:
        return "13.4.1.6";
    case AON_NOTE_RETREAT:
        return args[2] != 0 ? "13.4.2.4" : "13.4.2";
    case AON_NOTE_WINTER_ATTRITION:
        return "15.1";
    case AON_NOTE_COUNT:
        break;
    }
    return "";
}

/* ------------------------------------------------------------------ JSON */

static const char *const BOXES[] = {"reserve", "prisoners", "lost"};
static const char *const FATES[AON_FATE_COUNT] = {
    "battle",     "heros_death", "pursuit", "no_retreat", "march_attrition", "winter_attrition",
    "surrounded", "no_refuge",   "card",    "alignment",  "repatriated"};
static const char *const WHYS[AON_WHY_COUNT] = {
    "diplomacy",    "detached",  "tirol_rises", "insurrection_failed", "insurrection_succeeded",
    "insurrection", "violation", "surrender",   "after_surrender"};
static const char *const ENDINGS[AON_END_COUNT] = {
    "napoleon_lost",       "france_surrenders",   "napoleon_returns_given_up",
    "decisive_conditions", "marginal_conditions", "last_year"};
static const char *const USES[AON_USE_COUNT] = {"event", "counter"};
static const char *const PRICES[AON_PRICE_COUNT] = {"move", "interception", "rally", "winners_rally",
                                                    "strategy_phase"};
static const char *const PAYMENTS[AON_PAYMENT_COUNT] = {"free", "card", "forced_march"};
static const char *const CAUSES[] = {"distance", "terrain", "winter", "forced_march", "cossacks"};
static const char *const ROLES[AON_ROLE_COUNT] = {"interceptors", "violated", "insurgents"};

#define WORDS(table) (table), sizeof(table) / sizeof *(table)

/* Word of a table, or NULL. */
static const char *word(const char *const *words, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? words[value] : NULL;
}

static const char *id_in(const char (*ids)[AON_NAME_BYTES], unsigned count, int value)
{
    return value >= 0 && (unsigned)value < count ? ids[value] : NULL;
}

/* The word for a value of a type that is not a number or flag; NULL for none. */
static const char *text_of(const AonData *d, enum type type, int value)
{
    switch (type) {
    case AREA:
        return id_in(d->area_id, d->areas, value);
    case CORPS:
        return id_in(d->corps_id, d->corps, value);
    case COUNTRY:
        return id_in(d->country_id, d->countries, value);
    case CARD:
        return value >= 0 && value < d->cards ? d->card[value].id : NULL;
    case SEAT:
        return value >= 0 && value < SEAT_COUNT ? seat_name((Seat)value) : NULL;
    case ALIGNMENT:
        return value >= 0 && value < AON_UNALIGNED ? aon_alignment_name((unsigned)value) : NULL;
    case PHASE:
        return value >= 0 ? aon_phase_name((unsigned)value) : NULL;
    case BOX:
        return word(WORDS(BOXES), value - AON_PLACE_RESERVE);
    case FATE:
        return word(WORDS(FATES), value);
    case WHY:
        return word(WORDS(WHYS), value);
    case ENDING:
        return word(WORDS(ENDINGS), value);
    case USE:
        return word(WORDS(USES), value);
    case PRICE:
        return word(WORDS(PRICES), value);
    case PAYMENT:
        return word(WORDS(PAYMENTS), value);
    case CAUSE:
        return word(WORDS(CAUSES), value);
    case ROLE:
        return word(WORDS(ROLES), value);
    case GRADE:
        return value > 0 && value < OUTCOME_GRADE_COUNT ? outcome_grade_name((enum outcome_grade)value)
                                                        : NULL;
    case END:
    case NUMBER:
    case RATING:
    case FLAG:
    case TYPE_COUNT:
        break;
    }
    return NULL;
}

static void add_value(JsonOut *json, const AonData *d, enum type type, int value)
{
    if (value == JOURNAL_UNSEEN || (type == RATING && value <= 0)) {
        jsonout_null(json);
    } else if (type == NUMBER || type == RATING) {
        jsonout_i64(json, value);
    } else if (type == FLAG) {
        jsonout_bool(json, value != 0);
    } else {
        jsonout_text(json, text_of(d, type, value));
    }
}

/* Arguments after the fields: known ids only. */
static void add_list(JsonOut *json, const AonData *d, enum type type, const JournalEntry *seen,
                     unsigned first)
{
    jsonout_key(json, type == CARD ? "cards" : "corps");
    jsonout_begin(json, '[');
    for (unsigned i = first; i < seen->count; i++) {
        if (seen->args[i] != JOURNAL_UNSEEN) {
            jsonout_text(json, text_of(d, type, seen->args[i]));
        }
    }
    jsonout_end(json, ']');
}

void aon_event_json(const AonData *d, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    const JournalEntry seen = journal_seen_by(entry, seat);
    if (seen.kind == JOURNAL_DICE) {
        aon_dice_json(d, &seen, out);
        return;
    }
    assert(seen.kind < AON_NOTE_COUNT);
    const Kind *kind = &KINDS[seen.kind];
    JsonOut json = jsonout_on(out);
    jsonout_begin(&json, '{');
    jsonout_key_text(&json, "kind", kind->name);
    jsonout_key_text(&json, "seat", seat_name((Seat)seen.seat));
    jsonout_key_text(&json, "clause", aon_note_clause(&seen));
    if (kind->seat_is != NULL) {
        jsonout_key_text(&json, kind->seat_is, seat_name((Seat)seen.seat));
        jsonout_key_text(&json, "defender", seat_name(seat_other((Seat)seen.seat)));
    }
    unsigned i = 0;
    for (; i < FIELDS_MAX && kind->fields[i].type != END; i++) {
        jsonout_key(&json, kind->fields[i].name);
        add_value(&json, d, kind->fields[i].type, i < seen.count ? seen.args[i] : JOURNAL_UNSEEN);
    }
    if (kind->list != END) {
        add_list(&json, d, kind->list, &seen, i);
    }
    jsonout_end(&json, '}');
}

/* ------------------------------------------------------------------ counts */

void aon_summarize(const AonData *d, const Journal *journal, GameSummary *summary)
{
    (void)d;
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalEntry *entry = &journal->entries[i];
        if (entry->kind == AON_NOTE_CARD_PLAYED) {
            summary_card(summary, (Seat)entry->seat, (unsigned)entry->args[0]);
        } else if (entry->kind == AON_NOTE_BATTLE_ROLL) {
            summary_fight(summary, (unsigned)entry->args[AON_ROLL_AREA]);
        } else if (entry->kind == AON_NOTE_CORPS_LOST) {
            summary_loss(summary, (Seat)entry->seat, 1);
        }
    }
}

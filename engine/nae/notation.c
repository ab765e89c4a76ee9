/* notation.c: moves as text, "kind(argument,...)" with the ids of the board, and back (map 28). */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/nae/moves.h"

enum { ARGS = 3, ARG_BYTES = 48 };

/* What an argument is. PLACE takes two bytes of the move, SAID none: it is the fixed word of the row. */
enum type { END, SAID, ZONE, PIECE, CARD, NATION, PROVINCE, SEA, WORD, NUMBER, PLACE };

typedef struct Row {
    const char *name;
    const char *said; /* the word of SAID */
    const char *no;   /* word that NAE_NONE prints as in the first argument, or NULL */
    uint8_t type[ARGS];
} Row;

static const Row ROWS[NAE_KIND_COUNT] = {
    [NAE_M_NOTHING] = {"nothing", NULL, NULL, {END}},
    [NAE_M_DECLARE] = {"declare", NULL, "done", {NATION}},
    [NAE_M_DEPLOY] = {"deploy", NULL, NULL, {PIECE, ZONE}},
    [NAE_M_KEEP] = {"keep", NULL, NULL, {CARD, WORD}},
    [NAE_M_DISCARD] = {"discard", NULL, NULL, {CARD}},
    [NAE_M_BUDGET_EVENT] = {"budget_event", NULL, "done", {CARD}},
    [NAE_M_TRANSFER] = {"transfer", NULL, NULL, {NATION, NATION}},
    [NAE_M_TRANSFER_DONE] = {"transfer", "done", NULL, {SAID}},
    [NAE_M_REMOVAL] = {"removal", NULL, "done", {ZONE}},
    [NAE_M_REMOVAL_PLACE] = {"removal", NULL, NULL, {PLACE}},
    [NAE_M_REMOVAL_PIECE] = {"removal_piece", NULL, NULL, {PIECE}},
    [NAE_M_PURCHASE_UNIT] = {"purchase", NULL, NULL, {WORD, PIECE}},
    [NAE_M_PURCHASE_MARKER] = {"purchase", "marker", NULL, {SAID, PIECE}},
    [NAE_M_PURCHASE_SPECIAL] = {"purchase", "special", NULL, {SAID, PIECE}},
    [NAE_M_PURCHASE_FLEET] = {"purchase", NULL, NULL, {WORD, PIECE}},
    [NAE_M_PURCHASE] = {"purchase", NULL, NULL, {WORD}},
    [NAE_M_PLACE] = {"place", NULL, NULL, {ZONE}},
    [NAE_M_PLACE_PIECE] = {"place", NULL, NULL, {PIECE, ZONE}},
    [NAE_M_RESERVE_GENERAL] = {"reserve_general", NULL, "done", {PIECE}},
    [NAE_M_MINOR_STEP] = {"minor_step", NULL, "done", {PIECE}},
    [NAE_M_REPLACE] = {"replace", NULL, NULL, {PIECE}},
    [NAE_M_FREE_DIPLOMACY] = {"free_diplomacy", NULL, "decline", {NATION}},
    [NAE_M_START_CARD] = {"start_card", NULL, "none", {CARD}},
    [NAE_M_DIP_CARD] = {"dip_card", NULL, "stop", {CARD}},
    [NAE_M_USE] = {"use", NULL, NULL, {WORD}},
    [NAE_M_TARGET] = {"target", NULL, "none", {NATION}},
    [NAE_M_TARGET_ZONE] = {"target", NULL, NULL, {ZONE}},
    [NAE_M_TARGET_PIECE] = {"target", NULL, NULL, {PIECE}},
    [NAE_M_TARGET_CARD] = {"target", NULL, NULL, {CARD}},
    [NAE_M_CHOICE] = {"choice", NULL, NULL, {WORD}},
    [NAE_M_NEUTRAL_FLEET] = {"neutral_fleet", NULL, NULL, {PIECE, PLACE}},
    [NAE_M_WALK_FORCE] = {"walk_force", NULL, "done", {ZONE}},
    [NAE_M_WALK_WHAT] = {"walk_what", NULL, NULL, {WORD}},
    [NAE_M_WALK_UNIT] = {"walk_what", NULL, NULL, {PIECE}},
    [NAE_M_DEPOT_MOBILE] = {"depot_mobile", NULL, NULL, {PIECE, WORD}},
    [NAE_M_WALK_GO] = {"walk", "go", NULL, {SAID, ZONE}},
    [NAE_M_WALK_TAKE] = {"walk", "take", NULL, {SAID, PIECE}},
    [NAE_M_WALK_STOP] = {"walk", "stop", NULL, {SAID}},
    [NAE_M_ACTION] = {"action", NULL, NULL, {WORD}},
    [NAE_M_ACTION_CARD] = {"action", NULL, NULL, {CARD}},
    [NAE_M_SPEND] = {"spend", NULL, NULL, {WORD}},
    [NAE_M_SPEND_POWER] = {"spend_power", NULL, NULL, {NATION}},
    [NAE_M_SPEND_ZONE] = {"spend_zone", NULL, NULL, {ZONE}},
    [NAE_M_SPEND_FORCE] = {"spend_force", NULL, NULL, {WORD}},
    [NAE_M_SPEND_PIECE] = {"spend_force", NULL, NULL, {PIECE}},
    [NAE_M_SWAP] = {"swap", NULL, "done", {PIECE}},
    [NAE_M_SPLIT] = {"split", NULL, "done", {PIECE}},
    [NAE_M_GATHER] = {"gather", NULL, NULL, {ZONE, WORD}},
    [NAE_M_GATHER_UNIT] = {"gather", NULL, NULL, {ZONE, PIECE}},
    [NAE_M_FORCED_MARCH] = {"forced_march", NULL, NULL, {NUMBER}},
    [NAE_M_GO] = {"move", "go", NULL, {SAID, ZONE}},
    [NAE_M_MOVE] = {"move", NULL, NULL, {WORD}},
    [NAE_M_DROP] = {"move", "drop", NULL, {SAID, PIECE}},
    [NAE_M_TAKE] = {"move", "take", NULL, {SAID, PIECE}},
    [NAE_M_TURN_DEPOT] = {"move", "depot", NULL, {SAID, PIECE}},
    [NAE_M_DISMISS] = {"move", "dismiss", NULL, {SAID, PIECE}},
    [NAE_M_MOVE_CARD] = {"move", "card", NULL, {SAID, CARD}},
    [NAE_M_DROP_WITH] = {"drop_with", NULL, NULL, {PIECE}},
    [NAE_M_FORTRESS] = {"fortress", NULL, NULL, {WORD}},
    [NAE_M_COVER_UNIT] = {"cover_unit", NULL, NULL, {PIECE}},
    [NAE_M_COVER_GENERAL] = {"cover_general", NULL, NULL, {PIECE}},
    [NAE_M_INTERCEPT] = {"intercept", NULL, NULL, {ZONE, PIECE}},
    [NAE_M_INTERCEPT_NONE] = {"intercept", "none", NULL, {SAID}},
    [NAE_M_INTERCEPT_CARD] = {"intercept_card", NULL, NULL, {CARD}},
    [NAE_M_COME] = {"come", NULL, NULL, {PIECE, WORD}},
    [NAE_M_REACTION] = {"reaction", NULL, "none", {CARD}},
    [NAE_M_EVADE] = {"evade", NULL, NULL, {WORD}},
    [NAE_M_EVADE_TO] = {"evade_to", NULL, NULL, {ZONE}},
    [NAE_M_CAMPAIGN] = {"campaign", NULL, NULL, {WORD}},
    [NAE_M_ORDER] = {"order", NULL, NULL, {NUMBER}},
    [NAE_M_STAY] = {"stay", NULL, NULL, {WORD}},
    [NAE_M_COUNTER_MARCH] = {"counter_march", NULL, NULL, {ZONE, PIECE}},
    [NAE_M_COUNTER_MARCH_NO] = {"counter_march", "no", NULL, {SAID}},
    [NAE_M_EXCESS] = {"excess", NULL, NULL, {PIECE}},
    [NAE_M_MORALE] = {"morale", NULL, NULL, {NUMBER}},
    [NAE_M_SPEARHEAD] = {"spearhead", NULL, "none", {PIECE}},
    [NAE_M_SPECIAL] = {"special", NULL, NULL, {PIECE, WORD}},
    [NAE_M_SUBORDINATE] = {"subordinate", NULL, "none", {PIECE}},
    [NAE_M_COMBAT_CARD] = {"combat_card", NULL, "pass", {CARD}},
    [NAE_M_BATTLE_LOSS] = {"battle_loss", NULL, NULL, {PIECE}},
    [NAE_M_RETREAT_LOSS] = {"retreat_loss", NULL, NULL, {PIECE}},
    [NAE_M_PURSUIT_LOSS] = {"pursuit_loss", NULL, NULL, {PIECE}},
    [NAE_M_SIEGE_LOSS] = {"siege_loss", NULL, NULL, {PIECE}},
    [NAE_M_ATTRITION_LOSS] = {"attrition_loss", NULL, NULL, {PIECE}},
    [NAE_M_DEFECTION_LOSS] = {"defection_loss", NULL, NULL, {PIECE}},
    [NAE_M_LOSE_STEP] = {"lose_step", NULL, NULL, {PIECE}},
    [NAE_M_RETREAT] = {"retreat", NULL, NULL, {ZONE}},
    [NAE_M_FREE_SIEGE] = {"free_siege", NULL, NULL, {WORD}},
    [NAE_M_ATTRITION_DEPOT] = {"attrition_depot", NULL, NULL, {WORD}},
    [NAE_M_REACTIVATE] = {"reactivate", NULL, NULL, {WORD}},
    [NAE_M_REACTIVATE_UNIT] = {"reactivate", NULL, NULL, {PIECE}},
    [NAE_M_WHICH_DEPOT] = {"which_depot", NULL, NULL, {PIECE}},
    [NAE_M_SQUADRON_AT] = {"squadron_at", NULL, NULL, {PLACE}},
    [NAE_M_SQUADRON_AT_DONE] = {"squadron_at", "done", NULL, {SAID}},
    [NAE_M_SQUADRON] = {"squadron", NULL, NULL, {PIECE, WORD}},
    [NAE_M_SAIL_SEA] = {"sail", "sea", NULL, {SAID, SEA}},
    [NAE_M_SAIL_BOX] = {"sail", "box", NULL, {SAID, ZONE}},
    [NAE_M_SAIL_PORT] = {"sail", "port", NULL, {SAID, ZONE}},
    [NAE_M_SAIL_PORT_ATTACK] = {"sail", "port_attack", NULL, {SAID, ZONE}},
    [NAE_M_SAIL_ASSAULT] = {"sail", "assault", NULL, {SAID, ZONE}},
    [NAE_M_SAIL_ATTACK] = {"sail", "attack", NULL, {SAID, PLACE}},
    [NAE_M_SAIL_LOAD] = {"sail", "load", NULL, {SAID, PIECE}},
    [NAE_M_SAIL_UNLOAD] = {"sail", "unload", NULL, {SAID, ZONE}},
    [NAE_M_SAIL_LEAVE] = {"sail", "leave", NULL, {SAID, PIECE}},
    [NAE_M_SAIL_HOME] = {"sail", "home", NULL, {SAID, ZONE}},
    [NAE_M_SAIL] = {"sail", NULL, NULL, {WORD}},
    [NAE_M_SEA_ORDER] = {"sea_order", NULL, NULL, {PLACE}},
    [NAE_M_SEA_ORDER_NONE] = {"sea_order", "none", NULL, {SAID}},
    [NAE_M_SEA_INTERCEPT] = {"sea_intercept", NULL, NULL, {WORD}},
    [NAE_M_SEA_INTERCEPT_AT] = {"sea_intercept", NULL, NULL, {PLACE, WORD}},
    [NAE_M_SEA_EVADE] = {"sea_evade", NULL, NULL, {WORD}},
    [NAE_M_SEA_TIE] = {"sea_tie", NULL, NULL, {WORD}},
    [NAE_M_SEA_CARD] = {"sea_card", NULL, "pass", {CARD}},
    [NAE_M_SEA_RETREAT] = {"sea_retreat", NULL, NULL, {PLACE}},
    [NAE_M_BLOCKADE] = {"blockade", NULL, NULL, {WORD}},
    [NAE_M_FLEET_LOSS] = {"fleet_loss", NULL, NULL, {PIECE}},
    [NAE_M_FLEET_EXCESS] = {"fleet_excess", NULL, NULL, {PIECE}},
    [NAE_M_STAND_OFF] = {"stand_off", NULL, NULL, {PLACE}},
    [NAE_M_FLEE] = {"flee", NULL, NULL, {ZONE}},
    [NAE_M_ASSAULT] = {"assault", NULL, "done", {PIECE}},
    [NAE_M_FOREIGN_WAR_ZONE] = {"foreign_war_zone", NULL, NULL, {ZONE}},
    [NAE_M_FOREIGN_WAR] = {"foreign_war", NULL, NULL, {PIECE}},
    [NAE_M_MOVE_ENEMY] = {"move_enemy", NULL, NULL, {ZONE}},
    [NAE_M_MOVE_ENEMY_WORD] = {"move_enemy", NULL, NULL, {WORD}},
    [NAE_M_PLACE_UNIT] = {"place_unit", NULL, NULL, {PIECE}},
    [NAE_M_TAKE_CORPS_ZONE] = {"take_corps", NULL, NULL, {ZONE}},
    [NAE_M_TAKE_CORPS] = {"take_corps", NULL, "done", {PIECE}},
    [NAE_M_TAKE_GENERAL] = {"take_general", NULL, "none", {PIECE}},
    [NAE_M_LOSE_STEP_ZONE] = {"lose_step_zone", NULL, NULL, {ZONE}},
    [NAE_M_DEFECTION_TO] = {"defection_to", NULL, NULL, {ZONE}},
    [NAE_M_SHARED] = {"shared", NULL, NULL, {WORD}},
    [NAE_M_SHARED_GO] = {"shared", "go", NULL, {SAID, ZONE}},
    [NAE_M_CONQUEST_CARD] = {"conquest_card", NULL, "none", {CARD}},
    [NAE_M_TILSIT] = {"tilsit", NULL, "none", {NATION}},
    [NAE_M_MINOR_FATE] = {"minor_fate", NULL, NULL, {NATION, WORD}},
    [NAE_M_ANNEXER] = {"annexer", NULL, NULL, {NATION}},
    [NAE_M_FORCED_ALLIANCE] = {"forced_alliance", NULL, "none", {CARD}},
    [NAE_M_VICTOR_BONUS] = {"victor_bonus", NULL, NULL, {WORD}},
    [NAE_M_ANNEX_PROVINCE] = {"annex", "province", NULL, {SAID, PROVINCE}},
    [NAE_M_ANNEX_MINOR] = {"annex", "minor", NULL, {SAID, NATION}},
    [NAE_M_ANNEX_NONE] = {"annex", "none", NULL, {SAID}},
    [NAE_M_BENEFICIARY] = {"beneficiary", NULL, NULL, {NATION}},
    [NAE_M_RELOCATE] = {"relocate", NULL, NULL, {PIECE, ZONE}},
    [NAE_M_RELOCATE_FLEET] = {"relocate_fleet", NULL, NULL, {PIECE, ZONE}},
    [NAE_M_STAY_OR_GO] = {"stay_or_go", NULL, NULL, {ZONE, WORD}},
    [NAE_M_REPLACEMENTS] = {"replacements", NULL, NULL, {WORD}},
    [NAE_M_REPLACEMENT] = {"replacement", NULL, "done", {PIECE}},
};

static const char *const WORDS[NAE_WORD_COUNT] = {
#define X(upper, lower) #lower,
    NAE_WORD_LIST(X)
#undef X
};
static const char *const PLACE_WORDS[4] = {"sea:", "port:", "box:", "corsaires"};

const char *nae_kind_name(enum nae_kind kind)
{
    return ROWS[kind < NAE_KIND_COUNT ? kind : NAE_M_NOTHING].name;
}

const char *nae_word_text(enum nae_word word) { return word < NAE_WORD_COUNT ? WORDS[word] : "?"; }

/* Ids an argument of a type is looked up in; count 0 for types that have none. */
typedef struct Ids {
    const char (*id)[NAE_ID_BYTES];
    unsigned count;
} Ids;

static Ids ids_of(const NaeData *d, unsigned type)
{
    switch (type) {
    case ZONE:
        return (Ids){d->zone_id, d->zones};
    case PIECE:
        return (Ids){d->piece_id, NAE_PIECES};
    case CARD:
        return (Ids){d->card_id, NAE_CARDS};
    case NATION:
        return (Ids){d->nation_id, NAE_NATIONS};
    case PROVINCE:
        return (Ids){d->province_id, d->provinces};
    case SEA:
        return (Ids){d->sea_id, NAE_SEAS};
    default:
        return (Ids){NULL, 0};
    }
}

static void place_text(const NaeData *d, unsigned kind, unsigned index, char text[ARG_BYTES])
{
    const char *id = kind == NAE_P_CORSAIRS ? "" : "?";
    if (kind == NAE_P_SEA && index < NAE_SEAS) {
        id = d->sea_id[index];
    } else if (kind < NAE_P_CORSAIRS && index < d->zones) {
        id = d->zone_id[index];
    }
    (void)snprintf(text, ARG_BYTES, "%s%s", PLACE_WORDS[kind & 3U], id);
}

/* Text of one argument of value v; next is the byte after it, for places. */
static void argument_text(const NaeData *d, const Row *row, unsigned arg, unsigned v, unsigned next,
                          char text[ARG_BYTES])
{
    const Ids ids = ids_of(d, row->type[arg]);
    const char *plain = "?";
    if (row->type[arg] == SAID) {
        plain = row->said;
    } else if (arg == 0 && v == NAE_NONE && row->no != NULL) {
        plain = row->no;
    } else if (row->type[arg] == WORD) {
        plain = nae_word_text((enum nae_word)v);
    } else if (v < ids.count) {
        plain = ids.id[v];
    }
    if (row->type[arg] == NUMBER) {
        (void)snprintf(text, ARG_BYTES, "%u", v);
    } else if (row->type[arg] == PLACE) {
        place_text(d, v, next, text);
    } else {
        (void)snprintf(text, ARG_BYTES, "%s", plain);
    }
}

static unsigned argument_bytes(unsigned type) { return type == SAID ? 0 : type == PLACE ? 2 : 1; }

void nae_move_text(const NaeData *d, Move move, char text[MOVE_TEXT_BYTES])
{
    const unsigned kind = nae_move_kind(move);
    const Row *row = &ROWS[kind < NAE_KIND_COUNT ? kind : NAE_M_NOTHING];
    const unsigned bytes[4] = {nae_move_a(move), nae_move_b(move), nae_move_c(move), 0};
    size_t used = (size_t)snprintf(text, MOVE_TEXT_BYTES, "%s", row->name);
    for (unsigned arg = 0, byte = 0; arg < ARGS && row->type[arg] != END; arg++) {
        char word[ARG_BYTES];
        argument_text(d, row, arg, bytes[byte & 3U], bytes[(byte + 1) & 3U], word);
        byte += argument_bytes(row->type[arg]);
        if (used < MOVE_TEXT_BYTES) {
            used += (size_t)snprintf(text + used, MOVE_TEXT_BYTES - used, "%c%s", arg == 0 ? '(' : ',', word);
        }
    }
    if (row->type[0] != END && used < MOVE_TEXT_BYTES - 1) {
        text[used] = ')';
        text[used + 1] = '\0';
    }
}

/* ---- reading ---- */

/* The index of text among count ids, or NAE_NONE. */
static unsigned find_id(Ids ids, const char *text)
{
    for (unsigned i = 0; i < ids.count; i++) {
        if (strcmp(ids.id[i], text) == 0) {
            return i;
        }
    }
    return NAE_NONE;
}

static unsigned find_word(const char *text)
{
    for (unsigned i = 0; i < NAE_WORD_COUNT; i++) {
        if (strcmp(WORDS[i], text) == 0) {
            return i;
        }
    }
    return NAE_NONE;
}

static bool parse_place(const NaeData *d, const char *text, uint8_t bytes[2])
{
    for (unsigned kind = 0; kind < 4; kind++) {
        const size_t length = strlen(PLACE_WORDS[kind]);
        if (strncmp(text, PLACE_WORDS[kind], length) != 0) {
            continue;
        }
        const unsigned index =
            kind == NAE_P_CORSAIRS ? 0 : find_id(ids_of(d, kind == NAE_P_SEA ? SEA : ZONE), text + length);
        bytes[0] = (uint8_t)kind;
        bytes[1] = (uint8_t)index;
        return index != NAE_NONE && (kind != NAE_P_CORSAIRS || text[length] == '\0');
    }
    return false;
}

static bool parse_number(const char *text, uint8_t *out)
{
    const bool one = text[0] >= '0' && text[0] <= '9' && text[1] == '\0';
    const bool two = text[0] >= '1' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9' && text[2] == '\0';
    *out = (uint8_t)(one ? text[0] - '0' : two ? (text[0] - '0') * 10 + (text[1] - '0') : 0);
    return one || two;
}

/* Which words a kind takes that shares its name with others; all words for the rest. */
static bool word_belongs(unsigned kind, unsigned word)
{
    const bool fleet = word == NAE_W_FLEET || word == NAE_W_FREE_FLEET;
    return kind == NAE_M_PURCHASE_FLEET ? fleet : kind != NAE_M_PURCHASE_UNIT || !fleet;
}

/* Whether moves of a kind may say a word; NAE_NONE: none. */
static bool may_say(unsigned kind, unsigned word)
{
    const Row *row = &ROWS[kind];
    bool says = false;
    for (unsigned arg = 0; arg < ARGS && row->type[arg] != END; arg++) {
        says = says || row->type[arg] == WORD;
    }
    return says                 ? word < NAE_WORD_COUNT && word_belongs(kind, word)
           : word == NAE_W_NONE ? row->no != NULL
                                : word == NAE_NONE;
}

bool nae_kind_shape(enum nae_kind kind, unsigned word, char text[MOVE_TEXT_BYTES])
{
    static const char *const TYPES[] = {
        [ZONE] = "ZONE",         [PIECE] = "PIECE", [CARD] = "CARD",     [NATION] = "NATION",
        [PROVINCE] = "PROVINCE", [SEA] = "SEA",     [NUMBER] = "NUMBER", [PLACE] = "PLACE",
    };
    assert(kind < NAE_KIND_COUNT);
    const Row *row = &ROWS[kind];
    size_t used = (size_t)snprintf(text, MOVE_TEXT_BYTES, "%s", row->name);
    if (!may_say(kind, word)) {
        return false;
    }
    for (unsigned arg = 0; arg < ARGS && row->type[arg] != END && used < MOVE_TEXT_BYTES; arg++) {
        const unsigned type = row->type[arg];
        const bool left_out = arg == 0 && row->no != NULL && word == NAE_W_NONE;
        const char *argument = type == SAID   ? row->said
                               : type == WORD ? nae_word_text((enum nae_word)word)
                               : left_out     ? row->no
                                              : TYPES[type];
        used += (size_t)snprintf(text + used, MOVE_TEXT_BYTES - used, "%c%s", arg == 0 ? '(' : ',', argument);
    }
    if (row->type[0] != END && used < MOVE_TEXT_BYTES) {
        (void)snprintf(text + used, MOVE_TEXT_BYTES - used, ")");
    }
    return true;
}

static void name_argument(unsigned type, unsigned v, unsigned next, NaeNamed *named)
{
    switch (type) {
    case ZONE:
        named->zone = (uint8_t)v;
        break;
    case PLACE: /* of a port or a box */
        named->zone = v == NAE_P_PORT || v == NAE_P_BOX ? (uint8_t)next : NAE_NONE;
        break;
    case PIECE:
        named->piece = (uint8_t)v;
        break;
    case CARD:
        named->card = (uint8_t)v;
        break;
    case NATION:
        named->nation = (uint8_t)v;
        break;
    case WORD:
        named->word = (uint8_t)v;
        break;
    default:
        break;
    }
}

NaeNamed nae_move_names(Move move)
{
    const unsigned kind = nae_move_kind(move);
    const Row *row = &ROWS[kind < NAE_KIND_COUNT ? kind : NAE_M_NOTHING];
    const unsigned bytes[5] = {nae_move_a(move), nae_move_b(move), nae_move_c(move), 0, 0};
    NaeNamed named = {NAE_NONE, NAE_NONE, NAE_NONE, NAE_NONE, NAE_NONE};
    for (unsigned arg = 0, byte = 0; arg < ARGS && row->type[arg] != END; arg++) {
        name_argument(row->type[arg], bytes[byte & 3U], bytes[(byte & 3U) + 1], &named);
        byte += argument_bytes(row->type[arg]);
    }
    if (row->no != NULL && nae_move_a(move) == NAE_NONE) {
        named.word = NAE_W_NONE;
    }
    return named;
}

/* The id of a place of fleets: the port's or box's zone, the sea zone, "" for the Corsairs. */
static const char *place_id(const NaeData *d, unsigned kind, unsigned index)
{
    return kind == NAE_P_SEA && index < NAE_SEAS        ? d->sea_id[index]
           : kind != NAE_P_CORSAIRS && index < d->zones ? d->zone_id[index]
                                                        : "";
}

static void target_place(const char *id, WordsTarget *target)
{
    if (id[0] != '\0') {
        target->place = id;
        target->group = target->group[0] != '\0' ? target->group : "On the map";
    }
}

/* Adds what one argument, of values v and next, points at. */
static void target_argument(const NaeData *d, unsigned type, unsigned v, unsigned next, WordsTarget *target)
{
    const Ids ids = ids_of(d, type);
    if (type == PLACE) {
        target_place(place_id(d, v, next), target);
    } else if (v >= ids.count) {
        return;
    } else if (type == ZONE || type == SEA) {
        target_place(ids.id[v], target);
    } else {
        target->thing = ids.id[v];
        target->group = type == CARD     ? "Cards"
                        : type == PIECE  ? "Forces"
                        : type == NATION ? "Nations"
                                         : target->group;
    }
}

/* Moves about one nation point at its capital too; land or fleets are told apart without reading the words.
 */
static void target_more(const NaeData *d, unsigned kind, unsigned first, WordsTarget *target)
{
    if (kind == NAE_M_SPEND) {
        target->thing = nae_word_text((enum nae_word)first);
        target->group = first == NAE_W_STOP ? "" : "Activate";
        return;
    }
    if (kind == NAE_M_PURCHASE && first != NAE_W_DONE) {
        target->group = "Besides";
        return;
    }
    if (kind == NAE_M_MOVE) {
        target->group = "In this zone"; /* before the pieces that may be left or taken */
        return;
    }
    const bool about = kind == NAE_M_DECLARE || kind == NAE_M_TARGET || kind == NAE_M_FREE_DIPLOMACY ||
                       kind == NAE_M_TILSIT || kind == NAE_M_MINOR_FATE;
    if (about && first < NAE_NATIONS && d->nation[first].capitals > 0) {
        target->place = d->zone_id[d->nation[first].capital[0]];
    }
}

WordsTarget nae_move_target(const NaeData *d, Move move)
{
    const unsigned kind = nae_move_kind(move);
    const Row *row = &ROWS[kind < NAE_KIND_COUNT ? kind : NAE_M_NOTHING];
    const unsigned bytes[5] = {nae_move_a(move), nae_move_b(move), nae_move_c(move), 0, 0};
    WordsTarget target = {"", "", ""};
    for (unsigned arg = 0, byte = 0; arg < ARGS && row->type[arg] != END; arg++) {
        target_argument(d, row->type[arg], bytes[byte & 3U], bytes[(byte & 3U) + 1], &target);
        byte += argument_bytes(row->type[arg]);
    }
    target_more(d, kind, nae_move_a(move), &target);
    return target;
}

/* One argument of a row read into bytes; false if text is none of its type. */
static bool parse_argument(const NaeData *d, const Row *row, unsigned arg, const char *text, uint8_t bytes[2])
{
    unsigned found = NAE_NONE;
    switch (row->type[arg]) {
    case SAID:
        return strcmp(text, row->said) == 0;
    case PLACE:
        return parse_place(d, text, bytes);
    case NUMBER:
        return parse_number(text, bytes);
    case WORD:
        found = find_word(text);
        break;
    default:
        found = find_id(ids_of(d, row->type[arg]), text);
        break;
    }
    bytes[0] = (uint8_t)found;
    return found != NAE_NONE || (arg == 0 && row->no != NULL && strcmp(text, row->no) == 0);
}

static bool parse_row(const NaeData *d, unsigned kind, char (*args)[ARG_BYTES], unsigned count, Move *move)
{
    const Row *row = &ROWS[kind];
    uint8_t bytes[ARGS + 2] = {0};
    unsigned used = 0;
    unsigned arg = 0;
    for (; arg < ARGS && row->type[arg] != END; arg++) {
        if (arg >= count || !parse_argument(d, row, arg, args[arg], bytes + used)) {
            return false;
        }
        used += argument_bytes(row->type[arg]);
    }
    if (arg != count || (row->type[0] == WORD && !word_belongs(kind, bytes[0]))) {
        return false;
    }
    *move = nae_move3((enum nae_kind)kind, bytes[0], bytes[1], bytes[2]);
    return true;
}

/* Splits "name(a,b)" into its name and at most ARGS arguments; false if it is not of that form. */
static bool split(const char *text, char name[ARG_BYTES], char (*args)[ARG_BYTES], unsigned *count)
{
    const size_t length = strcspn(text, "(");
    *count = 0;
    if (length == 0 || length >= ARG_BYTES) {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const char *at = text + length;
    while (*at == (*count == 0 ? '(' : ',') && *count < ARGS) {
        const size_t bytes = strcspn(at + 1, ",)(");
        if (bytes == 0 || bytes >= ARG_BYTES) {
            return false;
        }
        memcpy(args[*count], at + 1, bytes);
        args[*count][bytes] = '\0';
        at += 1 + bytes;
        *count += 1;
    }
    return *count == 0 ? *at == '\0' : strcmp(at, ")") == 0;
}

bool nae_move_parse(const NaeData *d, const char *text, Move *move)
{
    char name[ARG_BYTES];
    char args[ARGS][ARG_BYTES];
    unsigned count = 0;
    if (!split(text, name, args, &count)) {
        return false;
    }
    for (unsigned kind = NAE_M_DECLARE; kind < NAE_KIND_COUNT; kind++) {
        if (strcmp(ROWS[kind].name, name) == 0 && parse_row(d, kind, args, count, move)) {
            return true;
        }
    }
    return false;
}

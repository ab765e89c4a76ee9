/* notation.c: moves as text, "kind(argument,...)" with the ids of the board, and back. */
#include <stdio.h>
#include <string.h>

#include "engine/aon/aon.h"
#include "engine/aon/moves.h"

typedef struct Kind {
    const char *name;
    enum aon_object object;
    const char *no; /* word for object 255, NULL if there is none */
} Kind;

static const Kind KINDS[AON_MOVE_KIND_COUNT] = {
    [AON_MOVE_CONTINUE] = {"continue", AON_OBJECT_NOTHING, NULL},
    [AON_CHOOSE_FIRST] = {"choose_first", AON_OBJECT_FIRST, NULL},
    [AON_PLAY_CARD] = {"play_card", AON_OBJECT_CARD, NULL},
    [AON_PASS] = {"pass", AON_OBJECT_NOTHING, NULL},
    [AON_CONVERSION] = {"conversion", AON_OBJECT_NUMBER, NULL},
    [AON_COUNTRY] = {"country", AON_OBJECT_COUNTRY, NULL},
    [AON_COUNTER] = {"counter", AON_OBJECT_CARD, "none"},
    [AON_PICK_UP] = {"pick_up", AON_OBJECT_CARD, "no"},
    [AON_DISCARD] = {"discard", AON_OBJECT_CARD, NULL},
    [AON_CORPS_TAKE] = {"corps_take", AON_OBJECT_CORPS, NULL},
    [AON_CORPS_LEAVE] = {"corps_leave", AON_OBJECT_CORPS, NULL},
    [AON_AREA] = {"area", AON_OBJECT_AREA, NULL},
    [AON_STOP] = {"stop", AON_OBJECT_NOTHING, NULL},
    [AON_LAND] = {"land", AON_OBJECT_NOTHING, NULL},
    [AON_SEA] = {"sea", AON_OBJECT_NOTHING, NULL},
    [AON_FREE] = {"free", AON_OBJECT_NOTHING, NULL},
    [AON_PAY] = {"pay", AON_OBJECT_CARD, NULL},
    [AON_DROP] = {"drop", AON_OBJECT_CORPS, NULL},
    [AON_PICK] = {"pick", AON_OBJECT_CORPS, NULL},
    [AON_WITHDRAW] = {"withdraw", AON_OBJECT_NO_YES, NULL},
    [AON_INTERCEPT] = {"intercept", AON_OBJECT_AREA, "no"},
    [AON_ATTACK] = {"attack", AON_OBJECT_NOTHING, NULL},
    [AON_DEFEND] = {"defend", AON_OBJECT_NOTHING, NULL},
    [AON_BATTLE_ORDER] = {"battle_order", AON_OBJECT_AREA, NULL},
    [AON_LOSS] = {"loss", AON_OBJECT_CORPS, NULL},
    [AON_HERO] = {"hero", AON_OBJECT_CORPS, NULL},
    [AON_RETREAT] = {"retreat", AON_OBJECT_AREA, "prisoners"},
    [AON_SEA_RETREAT] = {"sea_retreat", AON_OBJECT_CORPS_AND_AREA, "no"},
    [AON_RALLY] = {"rally", AON_OBJECT_AREA, "no"},
    [AON_RELEASE_INVASION] = {"release_invasion", AON_OBJECT_CORPS, NULL},
    [AON_END_GAME] = {"end_game", AON_OBJECT_NOTHING, NULL},
    [AON_GO_ON] = {"go_on", AON_OBJECT_NOTHING, NULL},
};

static const char *const FIRST_WORDS[2] = {"self", "other"};
static const char *const YES_WORDS[2] = {"no", "yes"};

static const Kind *kind_of(unsigned code)
{
    return &KINDS[code < AON_MOVE_KIND_COUNT ? code : AON_MOVE_CONTINUE];
}

unsigned aon_move_names(Move move) { return kind_of(aon_move_kind(move))->object; }

const char *aon_move_kind_name(unsigned kind) { return kind_of(kind)->name; }

static const char *name_in(const char (*ids)[AON_NAME_BYTES], unsigned count, unsigned index)
{
    return index < count ? ids[index] : "?";
}

/* Text of the argument of a move with an object. */
static void argument(const AonData *d, const Kind *kind, Move move, char text[MOVE_TEXT_BYTES])
{
    const unsigned object = aon_move_object(move);
    const char *first = "?";
    switch (kind->object) {
    case AON_OBJECT_FIRST:
        first = FIRST_WORDS[object & 1U];
        break;
    case AON_OBJECT_NO_YES:
        first = YES_WORDS[object & 1U];
        break;
    case AON_OBJECT_CARD:
        first = object < d->cards ? d->card[object].id : "?";
        break;
    case AON_OBJECT_COUNTRY:
        first = name_in(d->country_id, d->countries, object);
        break;
    case AON_OBJECT_AREA:
        first = name_in(d->area_id, d->areas, object);
        break;
    case AON_OBJECT_CORPS:
    case AON_OBJECT_CORPS_AND_AREA:
        first = name_in(d->corps_id, d->corps, object);
        break;
    case AON_OBJECT_NUMBER:
        (void)snprintf(text, MOVE_TEXT_BYTES, "%u", object);
        return;
    case AON_OBJECT_NOTHING:
        break;
    }
    if (kind->no != NULL && object == AON_NONE) {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%s", kind->no);
    } else if (kind->object == AON_OBJECT_CORPS_AND_AREA) {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%s,%s", first,
                       name_in(d->area_id, d->areas, aon_move_second(move)));
    } else {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%s", first);
    }
}

void aon_move_text(const AonData *d, Move move, char text[MOVE_TEXT_BYTES])
{
    const Kind *kind = kind_of(aon_move_kind(move));
    if (kind->object == AON_OBJECT_NOTHING) {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%s", kind->name);
        return;
    }
    char inner[MOVE_TEXT_BYTES];
    argument(d, kind, move, inner);
    (void)snprintf(text, MOVE_TEXT_BYTES, "%.30s(%.62s)", kind->name, inner);
}

void aon_move_outline(const AonData *d, Move move, char text[MOVE_TEXT_BYTES])
{
    const Kind *kind = kind_of(aon_move_kind(move));
    const bool declined = kind->no != NULL && aon_move_object(move) == AON_NONE;
    if (declined || (kind->object != AON_OBJECT_CARD && kind->object != AON_OBJECT_CORPS &&
                     kind->object != AON_OBJECT_CORPS_AND_AREA)) {
        aon_move_text(d, move, text);
    } else if (kind->object == AON_OBJECT_CORPS_AND_AREA) {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%.30s(?,%s)", kind->name,
                       name_in(d->area_id, d->areas, aon_move_second(move)));
    } else {
        (void)snprintf(text, MOVE_TEXT_BYTES, "%.30s(?)", kind->name);
    }
}

/* Index of a word in a pair, AON_NONE if it is neither. */
static unsigned word_index(const char *const words[2], const char *text)
{
    return strcmp(text, words[0]) == 0 ? 0U : strcmp(text, words[1]) == 0 ? 1U : AON_NONE;
}

static unsigned object_index(const AonData *d, const Kind *kind, const char *text)
{
    switch (kind->object) {
    case AON_OBJECT_FIRST:
        return word_index(FIRST_WORDS, text);
    case AON_OBJECT_NO_YES:
        return word_index(YES_WORDS, text);
    case AON_OBJECT_CARD:
        return aon_card_by_id(d, text);
    case AON_OBJECT_COUNTRY:
        return aon_country_by_id(d, text);
    case AON_OBJECT_AREA:
        return aon_area_by_id(d, text);
    case AON_OBJECT_CORPS:
    case AON_OBJECT_CORPS_AND_AREA:
        return aon_corps_by_id(d, text);
    case AON_OBJECT_NUMBER:
        return strlen(text) == 1 && text[0] >= '0' && text[0] <= '9' ? (unsigned)(text[0] - '0') : AON_NONE;
    case AON_OBJECT_NOTHING:
        break;
    }
    return AON_NONE;
}

/* Reads the argument of a kind; the text is the caller's scratch and may be cut up. */
static bool parse_argument(const AonData *d, unsigned code, char *text, Move *move)
{
    const Kind *kind = &KINDS[code];
    if (kind->no != NULL && strcmp(text, kind->no) == 0) {
        *move = aon_move(code, AON_NONE);
        return true;
    }
    unsigned second = 0;
    if (kind->object == AON_OBJECT_CORPS_AND_AREA) {
        char *comma = strchr(text, ',');
        if (comma == NULL) {
            return false;
        }
        *comma = '\0';
        second = aon_area_by_id(d, comma + 1);
    }
    const unsigned object = object_index(d, kind, text);
    *move = aon_move2(code, object, second);
    return object != AON_NONE && second != AON_NONE;
}

bool aon_move_parse(const AonData *d, const char *text, Move *move)
{
    char scratch[MOVE_TEXT_BYTES];
    const size_t length = strlen(text);
    if (length >= sizeof scratch) {
        return false;
    }
    memcpy(scratch, text, length + 1);
    char *open = strchr(scratch, '(');
    if (open != NULL) {
        if (scratch[length - 1] != ')') {
            return false;
        }
        scratch[length - 1] = '\0';
        *open++ = '\0';
    }
    for (unsigned code = 0; code < AON_MOVE_KIND_COUNT; code++) {
        if (strcmp(scratch, KINDS[code].name) == 0) {
            if (KINDS[code].object == AON_OBJECT_NOTHING) {
                *move = aon_move(code, 0);
                return open == NULL;
            }
            return open != NULL && parse_argument(d, code, open, move);
        }
    }
    return false;
}

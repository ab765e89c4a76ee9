/* notation.c: moves as text, KIND(argument,...) with the ids of the board (map 15.5), and back.
 *
 * One table gives each kind its name and its arguments in the order they are written, each with the place of
 * its bits in the code; text and parse walk the same table.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eagles/data.h"
#include "engine/eagles/moves.h"

enum field {
    END_OF_FIELDS,
    HEX,
    HEX_OR_NO,
    CITY,
    TYPE,
    NATION,
    NATION_OR_NONE,
    GROUP,
    WAR,
    TILSIT,
    YES,
    KEEP,
    PLACE,
    BAND,
    ROW,
    NUMBER,
    UNIT,
    DAMAGED,
    SUNK,
    COLOUR,
    LEADER,
    DIRECTION,
    PART,
    RETREAT_PART,
    CHOICE,
    EVADE_WAY,
    BATTLE_OR_NO,
    WITHDRAWAL,
    ADVANCE_WAY,
    WORD_ALL,
    WORD_LEAVE_ONE,
    WORD_NONE,
    WORD_ROWS,
    WORD_SUPPLY,
    WORD_POINTS,
};

enum { FIELDS_MAX = 4 };

typedef struct Shape {
    const char *name;
    struct {
        uint8_t field, shift;
    } part[FIELDS_MAX];
} Shape;

/* Shapes by the name moves.h gives them. */
#define SHAPE_NOTHING                                                                                        \
    {                                                                                                        \
        {                                                                                                    \
            END_OF_FIELDS, 0                                                                                 \
        }                                                                                                    \
    }
#define SHAPE_HEX                                                                                            \
    {                                                                                                        \
        {                                                                                                    \
            HEX, 0                                                                                           \
        }                                                                                                    \
    }
#define SHAPE_HEX_OR_NO                                                                                      \
    {                                                                                                        \
        {                                                                                                    \
            HEX_OR_NO, 0                                                                                     \
        }                                                                                                    \
    }
#define SHAPE_CITY                                                                                           \
    {                                                                                                        \
        {                                                                                                    \
            CITY, 0                                                                                          \
        }                                                                                                    \
    }
#define SHAPE_CITY_TYPE                                                                                      \
    {                                                                                                        \
        {CITY, 4}, { TYPE, 0 }                                                                               \
    }
#define SHAPE_GROUP_CITY                                                                                     \
    {                                                                                                        \
        {GROUP, 8}, { CITY, 0 }                                                                              \
    }
#define SHAPE_NATION                                                                                         \
    {                                                                                                        \
        {                                                                                                    \
            NATION, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_NATION_TYPE                                                                                    \
    {                                                                                                        \
        {NATION, 4}, { TYPE, 0 }                                                                             \
    }
#define SHAPE_NATION_HEX                                                                                     \
    {                                                                                                        \
        {NATION, 11}, { HEX, 0 }                                                                             \
    }
#define SHAPE_NATION_NUMBER                                                                                  \
    {                                                                                                        \
        {NATION, 8}, { NUMBER, 0 }                                                                           \
    }
#define SHAPE_NATION_OR_NONE                                                                                 \
    {                                                                                                        \
        {                                                                                                    \
            NATION_OR_NONE, 0                                                                                \
        }                                                                                                    \
    }
#define SHAPE_WAR_YES                                                                                        \
    {                                                                                                        \
        {WAR, 1}, { YES, 0 }                                                                                 \
    }
#define SHAPE_TILSIT                                                                                         \
    {                                                                                                        \
        {                                                                                                    \
            TILSIT, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_YES                                                                                            \
    {                                                                                                        \
        {                                                                                                    \
            YES, 0                                                                                           \
        }                                                                                                    \
    }
#define SHAPE_KEEP                                                                                           \
    {                                                                                                        \
        {                                                                                                    \
            KEEP, 0                                                                                          \
        }                                                                                                    \
    }
#define SHAPE_PLACE                                                                                          \
    {                                                                                                        \
        {                                                                                                    \
            PLACE, 0                                                                                         \
        }                                                                                                    \
    }
#define SHAPE_PLACE_YES                                                                                      \
    {                                                                                                        \
        {PLACE, 1}, { YES, 0 }                                                                               \
    }
#define SHAPE_PLACE_UNIT                                                                                     \
    {                                                                                                        \
        {PLACE, 7}, { UNIT, 0 }                                                                              \
    }
#define SHAPE_PLACE_BAND                                                                                     \
    {                                                                                                        \
        {PLACE, 3}, { BAND, 0 }                                                                              \
    }
#define SHAPE_SHIPS                                                                                          \
    {                                                                                                        \
        {UNIT, 9}, {DAMAGED, 8}, { NUMBER, 0 }                                                               \
    }
#define SHAPE_NAVAL_LOSS                                                                                     \
    {                                                                                                        \
        {SUNK, 8}, {UNIT, 1}, { DAMAGED, 0 }                                                                 \
    }
#define SHAPE_ROW_NUMBER                                                                                     \
    {                                                                                                        \
        {ROW, 8}, { NUMBER, 0 }                                                                              \
    }
#define SHAPE_SUPPLY                                                                                         \
    {                                                                                                        \
        {WORD_SUPPLY, 0}, { NUMBER, 0 }                                                                      \
    }
#define SHAPE_POINTS                                                                                         \
    {                                                                                                        \
        {WORD_POINTS, 0}, { NUMBER, 0 }                                                                      \
    }
#define SHAPE_NUMBER                                                                                         \
    {                                                                                                        \
        {                                                                                                    \
            NUMBER, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_COLOUR                                                                                         \
    {                                                                                                        \
        {                                                                                                    \
            COLOUR, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_LEADER                                                                                         \
    {                                                                                                        \
        {                                                                                                    \
            LEADER, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_LEADER_YES                                                                                     \
    {                                                                                                        \
        {LEADER, 1}, { YES, 0 }                                                                              \
    }
#define SHAPE_DIRECTION                                                                                      \
    {                                                                                                        \
        {                                                                                                    \
            DIRECTION, 0                                                                                     \
        }                                                                                                    \
    }
#define SHAPE_ALL                                                                                            \
    {                                                                                                        \
        {                                                                                                    \
            WORD_ALL, 0                                                                                      \
        }                                                                                                    \
    }
#define SHAPE_LEAVE_ONE                                                                                      \
    {                                                                                                        \
        {WORD_LEAVE_ONE, 0}, { ROW, 0 }                                                                      \
    }
#define SHAPE_NONE                                                                                           \
    {                                                                                                        \
        {                                                                                                    \
            WORD_NONE, 0                                                                                     \
        }                                                                                                    \
    }
#define SHAPE_ROWS                                                                                           \
    {                                                                                                        \
        {                                                                                                    \
            WORD_ROWS, 0                                                                                     \
        }                                                                                                    \
    }
#define SHAPE_ALL_OR_ROWS                                                                                    \
    {                                                                                                        \
        {                                                                                                    \
            PART, 0                                                                                          \
        }                                                                                                    \
    }
#define SHAPE_NONE_ALL_ROWS                                                                                  \
    {                                                                                                        \
        {                                                                                                    \
            PART, 0                                                                                          \
        }                                                                                                    \
    }
#define SHAPE_HEX_NONE_ALL_ROWS                                                                              \
    {                                                                                                        \
        {HEX, 3}, { PART, 0 }                                                                                \
    }
#define SHAPE_HEX_ALL_PART                                                                                   \
    {                                                                                                        \
        {HEX, 3}, { RETREAT_PART, 0 }                                                                        \
    }
#define SHAPE_CITY_CHOICE                                                                                    \
    {                                                                                                        \
        {                                                                                                    \
            CHOICE, 0                                                                                        \
        }                                                                                                    \
    }
#define SHAPE_EVADE                                                                                          \
    {                                                                                                        \
        {HEX, 11}, {ROW, 3}, { EVADE_WAY, 0 }                                                                \
    }
#define SHAPE_LOSS                                                                                           \
    {                                                                                                        \
        {HEX, 0}, { ROW, 11 }                                                                                \
    }
#define SHAPE_WITHDRAW                                                                                       \
    {                                                                                                        \
        {HEX, 6}, { WITHDRAWAL, 0 }                                                                          \
    }
#define SHAPE_HEX_BATTLE                                                                                     \
    {                                                                                                        \
        {HEX, 6}, { BATTLE_OR_NO, 0 }                                                                        \
    }
#define SHAPE_ADVANCE                                                                                        \
    {                                                                                                        \
        {HEX, 6}, {ADVANCE_WAY, 3}, { PART, 0 }                                                              \
    }

#define EAGLES_SHAPE(NAME, text, shape) [EAGLES_MOVE_##NAME] = {text, SHAPE_##shape},
static const Shape SHAPES[EAGLES_MOVE_KIND_COUNT] = {EAGLES_MOVE_KINDS(EAGLES_SHAPE)};
#undef EAGLES_SHAPE

/* Bits of each field. */
static const uint8_t BITS[] = {
    [HEX] = 11,           [HEX_OR_NO] = 12, [CITY] = 8,         [TYPE] = 4,        [NATION] = 5,
    [NATION_OR_NONE] = 6, [GROUP] = 3,      [WAR] = 2,          [TILSIT] = 2,      [YES] = 1,
    [KEEP] = 1,           [PLACE] = 16,     [BAND] = 3,         [ROW] = 8,         [NUMBER] = 8,
    [UNIT] = 7,           [DAMAGED] = 1,    [SUNK] = 1,         [COLOUR] = 3,      [LEADER] = 7,
    [DIRECTION] = 3,      [PART] = 3,       [RETREAT_PART] = 3, [CHOICE] = 2,      [EVADE_WAY] = 3,
    [BATTLE_OR_NO] = 6,   [WITHDRAWAL] = 6, [ADVANCE_WAY] = 3,  [WORD_POINTS] = 0,
};

typedef struct Words {
    const char *word[8];
} Words;

/* Fields that are one of a few words. */
static const Words FIELD_WORDS[] = {
    [WAR] = {{"usa", "finnish", "turkish", "irish"}},
    [TILSIT] = {{"no_poland", "grand_duchy", "kingdom"}},
    [YES] = {{"no", "yes"}},
    [KEEP] = {{"keep", "change"}},
    [BAND] = {{"always", "never", "r1", "r32", "r2"}},
    [DAMAGED] = {{"u", "d"}},
    [SUNK] = {{"sunk", "damaged"}},
    [PART] = {{"none", "all", "cavalry", "all_but_one", "rows"}},
    [RETREAT_PART] = {{"", "all", "", "", "part"}},
    [CHOICE] = {{"assault", "besiege", "decline"}},
    [WORD_ALL] = {{"ALL"}},
    [WORD_LEAVE_ONE] = {{"LEAVE_ONE"}},
    [WORD_NONE] = {{"NONE"}},
    [WORD_ROWS] = {{"ROWS"}},
    [WORD_SUPPLY] = {{"supply"}},
    [WORD_POINTS] = {{"points"}},
};

/* ------------------------------------------------------------------ writing */

typedef struct Text {
    char *at;
    size_t left;
} Text;

__attribute__((format(printf, 2, 3))) static void put(Text *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(out->at, out->left, format, args);
    va_end(args);
    const size_t used = length < 0 ? 0 : (size_t)length < out->left ? (size_t)length : out->left - 1;
    out->at += used;
    out->left -= used;
}

static void put_hex(const EaglesData *d, Text *out, unsigned hex)
{
    if (hex < d->hexes) {
        put(out, "%02u%02u", d->hex[hex].column, d->hex[hex].row);
    } else {
        put(out, "?");
    }
}

static void put_place(const EaglesData *d, Text *out, unsigned place)
{
    if (place >= EAGLES_SEA) {
        put(out, "sea:%s", place - EAGLES_SEA < d->seas ? d->sea[place - EAGLES_SEA].id : "?");
    } else if (place >= EAGLES_COAST) {
        put(out, "coast:");
        put_hex(d, out, place - EAGLES_COAST);
    } else {
        put_hex(d, out, place);
    }
}

static void put_unit(const EaglesData *d, Text *out, unsigned unit, bool expedition)
{
    if (unit >= d->units) {
        put(out, "?,?");
        return;
    }
    put(out, "%s,%s%s", d->nation[d->unit[unit].nation].id, EAGLES_TYPE_IDS[d->unit[unit].type],
        expedition ? "x" : "");
}

static void put_neighbour(const EaglesData *d, Text *out, unsigned hex, unsigned direction)
{
    put_hex(d, out,
            hex < d->hexes && direction < EAGLES_DIRECTIONS ? d->hex[hex].neighbour[direction]
                                                            : EAGLES_NO_HEX);
}

static const char *name_or(bool known, const char *name) { return known ? name : "?"; }

/* first: value of the first field, a hex where directions count from. */
static void put_field(const EaglesData *d, Text *out, enum field field, unsigned value, unsigned first)
{
    switch (field) {
    case HEX:
        put_hex(d, out, value);
        break;
    case HEX_OR_NO:
        if (value == 0) {
            put(out, "no");
        } else {
            put_hex(d, out, value - 1);
        }
        break;
    case CITY:
        put(out, "%s", name_or(value < d->cities, d->city[value].id));
        break;
    case TYPE:
        put(out, "%s", value < EAGLES_TYPES ? EAGLES_TYPE_IDS[value] : "?");
        break;
    case NATION:
        put(out, "%s", name_or(value < d->nations, value < d->nations ? d->nation[value].id : ""));
        break;
    case NATION_OR_NONE:
        put(out, "%s", value == 0 ? "none" : value <= d->nations ? d->nation[value - 1].id : "?");
        break;
    case GROUP:
        put(out, "%s", d->group_id[value]);
        break;
    case PLACE:
        put_place(d, out, eagles_place_of_rank(value));
        break;
    case ROW:
        put_unit(d, out, value >> 1U, (value & 1U) != 0);
        break;
    case UNIT:
        put_unit(d, out, value, false);
        break;
    case NUMBER:
        put(out, "%u", value);
        break;
    case COLOUR:
        put(out, "%s", value < EAGLES_COLOURS ? EAGLES_COLOUR_IDS[value] : "?");
        break;
    case LEADER:
        put(out, "%s", value < d->leaders ? d->leader_text[value].id : "?");
        break;
    case DIRECTION:
        put(out, "%s", value < EAGLES_DIRECTIONS ? EAGLES_DIRECTION_IDS[value] : "?");
        break;
    case EVADE_WAY:
        if (value == 0) {
            put(out, "stay");
        } else {
            put_hex(d, out,
                    first < d->hexes ? eagles_ranked_neighbour(d, first, value - 1)
                                     : (unsigned)EAGLES_NO_HEX);
        }
        break;
    case ADVANCE_WAY:
        put_neighbour(d, out, first, value);
        break;
    case BATTLE_OR_NO:
    case WITHDRAWAL:
        if (value >= 2) {
            put(out, field == WITHDRAWAL ? "join,%u" : "%u", value - 1);
        } else {
            put(out, "%s", value == 1 ? "go" : field == WITHDRAWAL ? "stay" : "no");
        }
        break;
    case WAR:
    case TILSIT:
    case YES:
    case KEEP:
    case BAND:
    case DAMAGED:
    case SUNK:
    case PART:
    case RETREAT_PART:
    case CHOICE:
    case WORD_ALL:
    case WORD_LEAVE_ONE:
    case WORD_NONE:
    case WORD_ROWS:
    case WORD_SUPPLY:
    case WORD_POINTS:
        put(out, "%s", FIELD_WORDS[field].word[value] == NULL ? "?" : FIELD_WORDS[field].word[value]);
        break;
    case END_OF_FIELDS:
        break;
    }
}

static unsigned bits_of(const Shape *shape, unsigned i, unsigned argument)
{
    const unsigned field = shape->part[i].field;
    return argument >> shape->part[i].shift & ((1U << BITS[field]) - 1U);
}

void eagles_move_text(const EaglesData *d, Move move, char text[MOVE_TEXT_BYTES])
{
    Text out = {text, MOVE_TEXT_BYTES};
    const unsigned kind = eagles_move_kind(move);
    const unsigned argument = eagles_move_argument(move);
    text[0] = '\0';
    if (kind >= EAGLES_MOVE_KIND_COUNT) {
        put(&out, "?");
        return;
    }
    const Shape *shape = &SHAPES[kind];
    put(&out, "%s", shape->name);
    for (unsigned i = 0; i < FIELDS_MAX && shape->part[i].field != END_OF_FIELDS; i++) {
        put(&out, i == 0 ? "(" : ",");
        put_field(d, &out, (enum field)shape->part[i].field, bits_of(shape, i, argument),
                  bits_of(shape, 0, argument));
    }
    if (shape->part[0].field != END_OF_FIELDS) {
        put(&out, ")");
    }
}

/* ------------------------------------------------------------------ what is named */

static void name_field(unsigned field, unsigned value, EaglesNamed *named)
{
    switch (field) {
    case HEX:
        named->hex = (uint16_t)value;
        break;
    case HEX_OR_NO:
        named->hex = value > 0 ? (uint16_t)(value - 1) : EAGLES_NO_HEX;
        named->choice = value > 0 ? 1 : 0;
        break;
    case CITY:
        named->city = (uint8_t)value;
        break;
    case UNIT:
        named->unit = (uint8_t)value;
        break;
    case ROW:
        named->unit = (uint8_t)(value >> 1U);
        break;
    case LEADER:
        named->leader = (uint8_t)value;
        break;
    case DIRECTION:
    case ADVANCE_WAY:
        named->direction = (uint8_t)value;
        break;
    case NUMBER:
        named->number = (uint8_t)value;
        break;
    case NATION_OR_NONE:
    case EVADE_WAY:
        named->choice = value > 0 ? 1 : 0;
        break;
    case BATTLE_OR_NO:
    case WITHDRAWAL:
        named->choice = value < 2 ? (uint8_t)value : 2;
        break;
    case YES:
    case KEEP:
    case BAND:
    case SUNK:
    case PART:
    case RETREAT_PART:
    case CHOICE:
        named->choice = value < EAGLES_CHOICES ? (uint8_t)value : 0;
        break;
    default:
        break;
    }
}

EaglesNamed eagles_move_names(Move move)
{
    EaglesNamed named = {EAGLES_NO_HEX, EAGLES_NONE, EAGLES_NONE, EAGLES_NONE, EAGLES_NONE, 0, 0};
    const unsigned kind = eagles_move_kind(move);
    const Shape *shape = &SHAPES[kind < EAGLES_MOVE_KIND_COUNT ? kind : 0U];
    for (unsigned i = 0; i < FIELDS_MAX && shape->part[i].field != END_OF_FIELDS; i++) {
        name_field(shape->part[i].field, bits_of(shape, i, eagles_move_argument(move)), &named);
    }
    return named;
}

/* How many choices a field stands for; 1: it makes none. */
static unsigned choices_of(unsigned field)
{
    switch (field) {
    case HEX_OR_NO:
    case NATION_OR_NONE:
    case EVADE_WAY:
        return 2;
    case BATTLE_OR_NO:
    case WITHDRAWAL:
        return 3;
    case YES:
    case KEEP:
    case BAND:
    case SUNK:
    case PART:
    case RETREAT_PART:
    case CHOICE:
        return EAGLES_CHOICES;
    default:
        return 1;
    }
}

/* What a field is called, or the word that a choice stands for; NULL: there is no such choice. */
static const char *name_of_field(unsigned field, unsigned choice)
{
    static const char *const NAMES[] = {
        [HEX] = "hex",       [CITY] = "city",           [TYPE] = "type",
        [NATION] = "nation", [GROUP] = "group",         [WAR] = "war",
        [TILSIT] = "treaty", [PLACE] = "place",         [ROW] = "row",
        [NUMBER] = "number", [UNIT] = "unit",           [DAMAGED] = "state",
        [COLOUR] = "colour", [DIRECTION] = "direction", [ADVANCE_WAY] = "direction",
        [LEADER] = "leader",
    };
    static const char *const HEXES[] = {"no", "hex"};
    static const char *const NATIONS[] = {"none", "nation"};
    static const char *const WAYS[] = {"stay", "hex"};
    static const char *const BATTLES[] = {"no", "go", "battle"};
    static const char *const WITHDRAWALS[] = {"stay", "go", "join"};
    switch (field) {
    case HEX_OR_NO:
        return HEXES[choice];
    case NATION_OR_NONE:
        return NATIONS[choice];
    case EVADE_WAY:
        return WAYS[choice];
    case BATTLE_OR_NO:
        return BATTLES[choice];
    case WITHDRAWAL:
        return WITHDRAWALS[choice];
    default:
        break;
    }
    const bool named = field < sizeof NAMES / sizeof NAMES[0] && NAMES[field] != NULL;
    const char *word = named ? NAMES[field] : FIELD_WORDS[field].word[choice];
    return word != NULL && word[0] != '\0' ? word : NULL;
}

bool eagles_move_shape(unsigned kind, unsigned choice, char text[MOVE_TEXT_BYTES])
{
    Text out = {text, MOVE_TEXT_BYTES};
    unsigned left = choice; /* not yet made by a field */
    assert(kind < EAGLES_MOVE_KIND_COUNT);
    const Shape *shape = &SHAPES[kind];
    put(&out, "%s", shape->name);
    for (unsigned i = 0; i < FIELDS_MAX && shape->part[i].field != END_OF_FIELDS; i++) {
        const unsigned field = shape->part[i].field;
        const unsigned choices = choices_of(field);
        const char *name =
            choice < choices || choices == 1 ? name_of_field(field, choices > 1 ? choice : 0) : NULL;
        if (name == NULL) {
            return false;
        }
        left = choices > 1 ? 0 : left;
        put(&out, i == 0 ? "(%s" : ",%s", name);
    }
    if (shape->part[0].field != END_OF_FIELDS) {
        put(&out, ")");
    }
    return left == 0;
}

/* ------------------------------------------------------------------ reading */

enum { ARGUMENTS_MAX = 5, ARGUMENT_BYTES = 40 };

typedef struct Arguments {
    char text[ARGUMENTS_MAX][ARGUMENT_BYTES];
    unsigned count, used;
} Arguments;

/* Splits "NAME(a,b)" into name and arguments; false for any other shape. */
static bool split(const char *text, char name[ARGUMENT_BYTES], Arguments *arguments)
{
    const size_t length = strcspn(text, "(");
    arguments->count = arguments->used = 0;
    if (length == 0 || length >= ARGUMENT_BYTES) {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    const char *at = text + length;
    if (*at == '\0') {
        return true;
    }
    do {
        at++;
        const size_t size = strcspn(at, ",)");
        if (arguments->count == ARGUMENTS_MAX || size == 0 || size >= ARGUMENT_BYTES || at[size] == '\0') {
            return false;
        }
        memcpy(arguments->text[arguments->count], at, size);
        arguments->text[arguments->count++][size] = '\0';
        at += size;
    } while (*at == ',');
    return strcmp(at, ")") == 0;
}

static const char *take(Arguments *arguments)
{
    return arguments->used < arguments->count ? arguments->text[arguments->used++] : NULL;
}

static bool parse_number(const char *text, unsigned least, unsigned most, unsigned *value)
{
    if (text == NULL || strlen(text) > 3 || strspn(text, "0123456789") != strlen(text) ||
        (text[0] == '0' && text[1] != '\0')) {
        return false;
    }
    *value = (unsigned)strtoul(text, NULL, 10);
    return *value >= least && *value <= most;
}

static bool parse_hex(const EaglesData *d, const char *text, unsigned *value)
{
    *value = text == NULL ? EAGLES_NO_HEX : eagles_find_hex(d, text);
    return *value != EAGLES_NO_HEX;
}

static bool parse_place(const EaglesData *d, const char *text, unsigned *value)
{
    if (text != NULL && strncmp(text, "sea:", 4) == 0) {
        for (unsigned i = 0; i < d->seas; i++) {
            if (strcmp(d->sea[i].id, text + 4) == 0) {
                *value = EAGLES_SEA + i;
                return true;
            }
        }
        return false;
    }
    const bool coast = text != NULL && strncmp(text, "coast:", 6) == 0;
    if (!parse_hex(d, coast ? text + 6 : text, value)) {
        return false;
    }
    *value += coast ? (unsigned)EAGLES_COAST : 0U;
    return true;
}

/* Nation and type, two arguments; an x behind the type for expeditionary SP where a row is meant. */
static bool parse_unit(const EaglesData *d, Arguments *arguments, bool row, unsigned *value)
{
    const char *nation_text = take(arguments);
    const char *type_text = take(arguments);
    if (nation_text == NULL || type_text == NULL) {
        return false;
    }
    char type_id[ARGUMENT_BYTES];
    snprintf(type_id, sizeof type_id, "%s", type_text);
    const size_t length = strlen(type_id);
    const bool expedition = row && length > 1 && type_id[length - 1] == 'x';
    if (expedition) {
        type_id[length - 1] = '\0';
    }
    const unsigned nation = eagles_find_nation(d, nation_text);
    const unsigned type = eagles_find_type(type_id);
    if (nation == EAGLES_NONE || type == EAGLES_TYPES || d->nation[nation].unit[type] == EAGLES_NONE) {
        return false;
    }
    *value = d->nation[nation].unit[type];
    *value = row ? *value * 2 + (expedition ? 1U : 0U) : *value;
    return true;
}

static bool parse_words(enum field field, const char *text, unsigned *value)
{
    for (unsigned i = 0; text != NULL && i < 8; i++) {
        if (FIELD_WORDS[field].word[i] != NULL && strcmp(FIELD_WORDS[field].word[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool found(unsigned index, unsigned none, unsigned *value)
{
    *value = index;
    return index != none;
}

static bool parse_neighbour(const EaglesData *d, const char *text, unsigned first, bool ranked,
                            unsigned *value)
{
    unsigned hex = 0;
    if (!parse_hex(d, text, &hex) || first >= d->hexes) {
        return false;
    }
    *value = ranked ? eagles_neighbour_rank(d, first, hex) : eagles_direction(d, first, hex);
    return *value != EAGLES_DIRECTIONS;
}

static bool parse_battle(Arguments *arguments, enum field field, unsigned *value)
{
    const char *text = take(arguments);
    if (text == NULL) {
        return false;
    }
    if (strcmp(text, field == WITHDRAWAL ? "stay" : "no") == 0) {
        *value = 0;
        return true;
    }
    if (field == WITHDRAWAL && strcmp(text, "go") == 0) {
        *value = 1;
        return true;
    }
    if (field == WITHDRAWAL && strcmp(text, "join") != 0) {
        return false;
    }
    if (!parse_number(field == WITHDRAWAL ? take(arguments) : text, 1, EAGLES_BATTLES_MAX, value)) {
        return false;
    }
    *value += 1;
    return true;
}

static bool parse_direction(const char *text, unsigned *value)
{
    for (unsigned i = 0; text != NULL && i < EAGLES_DIRECTIONS; i++) {
        if (strcmp(text, EAGLES_DIRECTION_IDS[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool parse_group(const EaglesData *d, const char *text, unsigned *value)
{
    for (unsigned i = 0; text != NULL && i < 8; i++) {
        if (d->group_id[i][0] != '\0' && strcmp(text, d->group_id[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool parse_field(const EaglesData *d, Arguments *arguments, enum field field, unsigned first,
                        unsigned *value)
{
    *value = 0;
    if (field == ROW || field == UNIT) {
        return parse_unit(d, arguments, field == ROW, value);
    }
    if (field == BATTLE_OR_NO || field == WITHDRAWAL) {
        return parse_battle(arguments, field, value);
    }
    const char *text = take(arguments);
    if (text == NULL) {
        return false;
    }
    if (field == HEX_OR_NO || field == NATION_OR_NONE || field == EVADE_WAY) {
        const char *none = field == HEX_OR_NO ? "no" : field == NATION_OR_NONE ? "none" : "stay";
        if (strcmp(text, none) == 0) {
            return true;
        }
        const bool ok = field == HEX_OR_NO        ? parse_hex(d, text, value)
                        : field == NATION_OR_NONE ? found(eagles_find_nation(d, text), EAGLES_NONE, value)
                                                  : parse_neighbour(d, text, first, true, value);
        *value += 1;
        return ok;
    }
    if (field == HEX) {
        return parse_hex(d, text, value);
    }
    if (field == PLACE) {
        const bool known = parse_place(d, text, value);
        *value = known ? eagles_place_rank(*value) : 0;
        return known;
    }
    if (field == CITY) {
        return found(eagles_find_city(d, text), EAGLES_NONE, value);
    }
    if (field == NATION) {
        return found(eagles_find_nation(d, text), EAGLES_NONE, value);
    }
    if (field == LEADER) {
        return found(eagles_find_leader(d, text), EAGLES_NONE, value);
    }
    if (field == TYPE) {
        return found(eagles_find_type(text), EAGLES_TYPES, value);
    }
    if (field == COLOUR) {
        return found(eagles_find_colour(text), EAGLES_COLOURS, value);
    }
    if (field == NUMBER) {
        return parse_number(text, 0, 255, value);
    }
    if (field == ADVANCE_WAY) {
        return parse_neighbour(d, text, first, false, value);
    }
    if (field == DIRECTION) {
        return parse_direction(text, value);
    }
    return field == GROUP ? parse_group(d, text, value) : parse_words(field, text, value);
}

static bool parse_shape(const EaglesData *d, unsigned kind, Arguments *arguments, Move *move)
{
    const Shape *shape = &SHAPES[kind];
    unsigned argument = 0;
    unsigned first = 0;
    arguments->used = 0;
    for (unsigned i = 0; i < FIELDS_MAX && shape->part[i].field != END_OF_FIELDS; i++) {
        unsigned value = 0;
        if (!parse_field(d, arguments, (enum field)shape->part[i].field, first, &value)) {
            return false;
        }
        first = i == 0 ? value : first;
        argument |= value << shape->part[i].shift;
    }
    *move = eagles_move(kind, argument);
    return arguments->used == arguments->count;
}

bool eagles_move_parse(const EaglesData *d, const char *text, Move *move)
{
    char name[ARGUMENT_BYTES];
    Arguments arguments;
    if (!split(text, name, &arguments)) {
        return false;
    }
    for (unsigned kind = 0; kind < EAGLES_MOVE_KIND_COUNT; kind++) {
        if (strcmp(SHAPES[kind].name, name) == 0 && parse_shape(d, kind, &arguments, move)) {
            return true;
        }
    }
    return false;
}

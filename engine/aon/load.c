/* load.c: reading single members for the loader, with messages that help somebody who edits a board by hand.
 */
#include "engine/aon/load.h"

#include <stdio.h>
#include <string.h>

static const char *const seats[] = {"french", "coalition"};
static const char *const alignments[] = {"FR", "CM", "IC", "NC", "FA", "FD"};
static const char *const events[] = {"britannia", "radetzky", "stein", "continental_system", "joseph"};
static const char *const colors[] = {"blue", "red", "white", "black", "green", "yellow"};
static const char *const majors[] = {"france", "britain", "austria", "prussia", "russia", "spain"};
static const char *const sources[] = {"rulebook", "reference", "scenario_booklet", "example",
                                      "reconstructed"};

const AonWords aon_seat_words = {seats, 2, "a seat"};
const AonWords aon_alignment_words = {alignments, 6, "an alignment"};
const AonWords aon_event_words = {events, 5, "an event"};
const AonWords aon_color_words = {colors, AON_MAJORS, "a colour"};
const AonWords aon_major_words = {majors, AON_MAJORS, "a major country"};
static const AonWords source_words = {sources, 5, "a source"};

/* ---- ids ---- */

AonIds aon_area_ids(const AonData *data)
{
    return (AonIds){data->area_id[0], AON_NAME_BYTES, data->areas, "an area"};
}

AonIds aon_country_ids(const AonData *data)
{
    return (AonIds){data->country_id[0], AON_NAME_BYTES, data->countries, "a country"};
}

AonIds aon_corps_ids(const AonData *data)
{
    return (AonIds){data->corps_id[0], AON_NAME_BYTES, data->corps, "a corps"};
}

AonIds aon_card_ids(const AonData *data)
{
    return (AonIds){data->card[0].id, sizeof data->card[0], data->cards, "a card"};
}

static const char *id_at(const AonIds *ids, unsigned index) { return ids->first + ids->stride * index; }

unsigned aon_find_id(const AonIds *ids, const char *id)
{
    for (unsigned i = 0; i < ids->count; i++) {
        if (strcmp(id_at(ids, i), id) == 0) {
            return i;
        }
    }
    return AON_NONE;
}

static unsigned least3(unsigned a, unsigned b, unsigned c)
{
    const unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Letters to change, add or drop to turn a into b (Levenshtein), for texts of at most AON_NAME_BYTES. */
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[AON_NAME_BYTES + 1];
    const size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++) {
        row[j] = (unsigned)j;
    }
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= width; j++) {
            const unsigned above = row[j];
            row[j] = least3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1] ? 1 : 0));
            diagonal = above;
        }
    }
    return row[width];
}

/* The id most like text if at most a third of its letters differ, else NULL. */
static const char *nearest_id(const AonIds *ids, const char *text)
{
    const char *nearest = NULL;
    const size_t length = strlen(text);
    unsigned best = (unsigned)length / 3 + 1;
    if (length >= AON_NAME_BYTES) {
        return NULL;
    }
    for (unsigned i = 0; i < ids->count; i++) {
        const unsigned distance = edit_distance(text, id_at(ids, i));
        if (distance < best) {
            best = distance;
            nearest = id_at(ids, i);
        }
    }
    return nearest;
}

bool aon_read_ref(const JsonNode *node, const AonIds *ids, unsigned *out, Err *err)
{
    const char *text = NULL;
    if (!json_string(node, &text, err)) {
        return false;
    }
    *out = aon_find_id(ids, text);
    if (*out != AON_NONE) {
        return true;
    }
    const char *nearest = nearest_id(ids, text);
    (void)json_error(node, err, "found \"%.60s\", expected the id of %s of the board%s%s%s", text, ids->what,
                     nearest != NULL ? " (did you mean \"" : "", nearest != NULL ? nearest : "",
                     nearest != NULL ? "\"?)" : "");
    return false;
}

bool aon_get_ref(const JsonNode *object, const char *key, const AonIds *ids, unsigned *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && aon_read_ref(&node, ids, out, err);
}

bool aon_get_refs(const JsonNode *object, const char *key, const AonIds *ids, uint64_t *set, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!aon_get_list(object, key, 0, ids->count, &list, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&list, i);
        unsigned index = 0;
        if (!aon_read_ref(&node, ids, &index, err)) {
            return false;
        }
        if (area_in(*set, index)) {
            return json_error(&node, err, "found \"%s\" twice in one list", id_at(ids, index));
        }
        *set |= area_bit(index);
    }
    return true;
}

/* True for a1_b2: words of lower-case letters and digits, joined by single underscores. */
static bool id_well_formed(const char *id)
{
    bool after_word = false;
    for (; *id != '\0'; id++) {
        const bool word = (*id >= 'a' && *id <= 'z') || (*id >= '0' && *id <= '9');
        if (!word && (*id != '_' || !after_word)) {
            return false;
        }
        after_word = word;
    }
    return after_word;
}

bool aon_read_new_id(const JsonNode *object, const AonIds *before, char out[AON_NAME_BYTES], Err *err)
{
    JsonNode node;
    if (!aon_read_name(object, "id", out, AON_NAME_BYTES, err) || !json_get(object, "id", &node, err)) {
        return false;
    }
    if (!id_well_formed(out)) {
        return json_error(
            &node, err, "found \"%s\", expected an id such as \"ile_de_france\": a-z, 0-9 and single _", out);
    }
    if (aon_find_id(before, out) != AON_NONE) {
        return json_error(&node, err, "found \"%s\" a second time, expected ids to be different", out);
    }
    return true;
}

/* ---- words ---- */

static void list_words(const AonWords *words, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < words->count && used < size; i++) {
        const int added = snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", words->words[i]);
        used += added > 0 ? (size_t)added : 0;
    }
}

bool aon_read_word(const JsonNode *node, const AonWords *words, unsigned *out, Err *err)
{
    const char *text = NULL;
    char list[ERR_MESSAGE_BYTES - 150];
    if (!json_string(node, &text, err)) {
        return false;
    }
    for (unsigned i = 0; i < words->count; i++) {
        if (strcmp(words->words[i], text) == 0) {
            *out = i;
            return true;
        }
    }
    list_words(words, list, sizeof list);
    return json_error(node, err, "found \"%.60s\", expected %s: one of %s", text, words->what, list);
}

bool aon_get_word(const JsonNode *object, const char *key, const AonWords *words, unsigned *out, Err *err)
{
    JsonNode node;
    return json_get(object, key, &node, err) && aon_read_word(&node, words, out, err);
}

/* ---- numbers, names, lists ---- */

bool aon_read_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (uint8_t)value;
    return true;
}

bool aon_read_i8(const JsonNode *object, const char *key, long min, long max, int8_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (int8_t)value;
    return true;
}

bool aon_read_year(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err)
{
    long value = 0;
    if (!json_get_int(object, key, min, max, &value, err)) {
        return false;
    }
    *out = (uint8_t)(value - 1800);
    return true;
}

bool aon_get_list(const JsonNode *object, const char *key, size_t min, size_t max, JsonNode *list,
                  size_t *count, Err *err)
{
    if (!json_get(object, key, list, err) || !json_array(list, max, count, err)) {
        return false;
    }
    return *count >= min || json_error(list, err, "found %zu entries, expected at least %zu", *count, min);
}

bool aon_read_row(const JsonNode *object, const char *key, size_t count, long max, uint8_t *out, Err *err)
{
    JsonNode list;
    size_t found = 0;
    if (!aon_get_list(object, key, count, count, &list, &found, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&list, i);
        long value = 0;
        if (!json_int(&node, 0, max, &value, err)) {
            return false;
        }
        out[i] = (uint8_t)value;
    }
    return true;
}

bool aon_read_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    if (!json_get(object, key, &node, err) || !json_string(&node, &text, err)) {
        return false;
    }
    const size_t length = strlen(text);
    if (length == 0 || length >= size) {
        return json_error(&node, err, "found a text of %zu bytes, expected 1 to %zu", length, size - 1);
    }
    memcpy(out, text, length + 1);
    return true;
}

/* ---- notes ---- */

bool aon_check_note(const JsonNode *object, const char *key, Err *err)
{
    JsonNode node;
    const char *text = NULL;
    return !json_find(object, key, &node) || json_string(&node, &text, err);
}

static bool check_reconstructed_fields(const JsonNode *object, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!json_find(object, "reconstructed_fields", &list)) {
        return true;
    }
    if (!json_array(&list, 64, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode node = json_at(&list, i);
        const char *text = NULL;
        if (!json_string(&node, &text, err)) {
            return false;
        }
    }
    return true;
}

bool aon_check_source(const JsonNode *object, Err *err)
{
    unsigned source = 0;
    return aon_get_word(object, "source", &source_words, &source, err) &&
           aon_check_note(object, "source_note", err) && check_reconstructed_fields(object, err);
}

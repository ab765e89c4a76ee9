/* load.h: building AonData from JSON, part by part. Internal to the loader; users see data.h.
 *
 * The order is that of aon_data_load (data.c): map, corps, cards, tables, what follows from them, option
 * definitions, then the scenario's set-up and options. Each part may rely on the parts before it. Every
 * function returns false and fills err (file, path, what was found, what was expected) at the first wrong
 * entry; data is then released as a whole.
 */
#ifndef MARSHAL_ENGINE_AON_LOAD_H
#define MARSHAL_ENGINE_AON_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/aon/data.h"
#include "engine/err.h"
#include "engine/json.h"

/* ---- parts ---- */
bool aon_load_map(AonData *data, const JsonNode *board,
                  Err *err); /* areas, special links, countries, roles */
bool aon_load_corps(AonData *data, const JsonNode *board, Err *err);
bool aon_load_cards(AonData *data, const JsonNode *board, Err *err);
/* Parts of a card: its members "conversions" and "battle_modifier", if it has them. seats: bits of those that
 * may play it. */
bool aon_load_conversions(const AonData *data, AonCard *card, unsigned seats, const JsonNode *node, Err *err);
bool aon_load_battle_modifier(const AonData *data, AonCard *card, const JsonNode *node, Err *err);
bool aon_load_tables(AonData *data, const JsonNode *board, Err *err);
void aon_derive_map(AonData *data);   /* distances and sets that follow from the map */
void aon_derive_corps(AonData *data); /* sets of corps */
bool aon_load_option_definitions(AonData *data, const JsonNode *board, Err *err);
bool aon_load_options(AonData *data, const JsonNode *scenario, Err *err);
bool aon_load_setup(AonData *data, const JsonNode *scenario, Err *err);

/* ---- lists of words and ids ---- */

/* A closed list of words of the file format. */
typedef struct AonWords {
    const char *const *words;
    unsigned count;
    const char *what; /* "an alignment", for messages */
} AonWords;

/* Ids loaded before: every stride bytes from first on stands one. */
typedef struct AonIds {
    const char *first;
    size_t stride;
    unsigned count;
    const char *what; /* "an area" */
} AonIds;

AonIds aon_area_ids(const AonData *data);
AonIds aon_country_ids(const AonData *data);
AonIds aon_corps_ids(const AonData *data);
AonIds aon_card_ids(const AonData *data);
/* Index of an id, AON_NONE if it is none of them. */
unsigned aon_find_id(const AonIds *ids, const char *id);

extern const AonWords aon_seat_words;      /* french, coalition */
extern const AonWords aon_alignment_words; /* FR to FD, in the order of enum aon_alignment */
extern const AonWords aon_event_words;     /* word n is bit 1 << n of enum aon_event */
extern const AonWords aon_color_words;     /* colour of each major country */
extern const AonWords aon_major_words;     /* ids of the major countries */
extern const AonWords aon_op_words;        /* in the order of enum aon_op */

/* ---- reading ---- */
bool aon_read_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err);
bool aon_read_i8(const JsonNode *object, const char *key, long min, long max, int8_t *out, Err *err);
/* A year from 1805 to 1815, stored less 1800. */
bool aon_read_year(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err);
/* An array of exactly count whole numbers. */
bool aon_read_row(const JsonNode *object, const char *key, size_t count, long max, uint8_t *out, Err *err);
/* A string of 1 to size - 1 bytes. */
bool aon_read_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err);
/* The member "id": lower-case letters, digits and single underscores, none of those in before. */
bool aon_read_new_id(const JsonNode *object, const AonIds *before, char out[AON_NAME_BYTES], Err *err);
bool aon_read_word(const JsonNode *node, const AonWords *words, unsigned *out, Err *err);
bool aon_get_word(const JsonNode *object, const char *key, const AonWords *words, unsigned *out, Err *err);
bool aon_read_ref(const JsonNode *node, const AonIds *ids, unsigned *out, Err *err);
bool aon_get_ref(const JsonNode *object, const char *key, const AonIds *ids, unsigned *out, Err *err);
/* A list of at least min and at most max entries. */
bool aon_get_list(const JsonNode *object, const char *key, size_t min, size_t max, JsonNode *list,
                  size_t *count, Err *err);
/* A list of ids without repetition; each is set in *set (at most 64 ids). */
bool aon_get_refs(const JsonNode *object, const char *key, const AonIds *ids, uint64_t *set, Err *err);
/* Where a datum comes from: "source" (required) and the notes that may stand beside it. They are read by
 * people only. */
bool aon_check_source(const JsonNode *object, Err *err);
/* A note for people: absent, or a string. */
bool aon_check_note(const JsonNode *object, const char *key, Err *err);

#endif

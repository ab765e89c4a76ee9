/* load.h: building NaeData from JSON, part by part. Internal to the loader; users see data.h.
 *
 * The order is that of nae_data_load (load.c): map, nations, pieces, cards, tables, then the scenario's
 * set-up and options. Each part may rely on the parts before it. Every function returns false and fills err
 * (file, path, what was found, what was expected) at the first wrong entry; data is then released as a whole.
 */
#ifndef MARSHAL_ENGINE_NAE_LOAD_H
#define MARSHAL_ENGINE_NAE_LOAD_H

#include "engine/nae/data.h"

/* ---- parts ---- */
bool nae_load_map(NaeData *data, const JsonNode *board, Err *err);     /* load_map.c: nation ids too */
bool nae_load_nations(NaeData *data, const JsonNode *board, Err *err); /* load_nations.c */
bool nae_load_pieces(NaeData *data, const JsonNode *board, Err *err);  /* load_pieces.c */
bool nae_load_cards(NaeData *data, const JsonNode *board, Err *err);   /* load_cards.c */
bool nae_load_card_ids(NaeData *data, const JsonNode *board,
                       Err *err); /* load.c: 1F to 55C, before the pieces */
bool nae_load_slots(NaeData *data, const JsonNode *board, Err *err);    /* load_nations.c: card_slots */
bool nae_load_tables(NaeData *data, const JsonNode *board, Err *err);   /* load_tables.c */
bool nae_load_setup(NaeData *data, const JsonNode *scenario, Err *err); /* load_setup.c */

/* ---- lists of words and ids ---- */
typedef struct NaeWords {
    const char *const *words;
    unsigned count;
    const char *what; /* "a terrain", for messages */
} NaeWords;

typedef struct NaeIds {
    const char (*id)[NAE_ID_BYTES];
    unsigned count;
    const char *what;
} NaeIds;

NaeIds nae_zone_ids(const NaeData *data);
NaeIds nae_piece_ids(const NaeData *data);
NaeIds nae_card_ids(const NaeData *data);
NaeIds nae_nation_ids(const NaeData *data);
NaeIds nae_major_ids(const NaeData *data);
NaeIds nae_province_ids(const NaeData *data);
NaeIds nae_sea_ids(const NaeData *data);
/* Index of an id, NAE_NONE if it is none of them. */
unsigned nae_find_id(const NaeIds *ids, const char *id);

extern const NaeWords nae_side_words;   /* empire, coalition */
extern const NaeWords nae_status_words; /* in the order of enum nae_status */

/* ---- reading: each returns false and fills err ---- */
bool nae_read_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err);
bool nae_read_i8(const JsonNode *object, const char *key, long min, long max, int8_t *out, Err *err);
bool nae_read_u16(const JsonNode *object, const char *key, long min, long max, uint16_t *out, Err *err);
/* Whole or half points, stored in halves. */
bool nae_read_half(const JsonNode *object, const char *key, double max, uint8_t *out, Err *err);
bool nae_read_flag(const JsonNode *object, const char *key, uint8_t bit, uint8_t *flags, Err *err);
/* A string of 1 to size - 1 bytes. */
bool nae_read_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err);
/* The member "id": lower-case letters, digits and underscores, none of the count ids of list. */
bool nae_read_new_id(const JsonNode *object, const NaeIds *before, char out[NAE_ID_BYTES], Err *err);
bool nae_read_word(const JsonNode *object, const char *key, const NaeWords *words, uint8_t *out, Err *err);
bool nae_word_of(const JsonNode *node, const NaeWords *words, uint8_t *out, Err *err);
bool nae_ref_of(const JsonNode *node, const NaeIds *ids, uint8_t *out, Err *err);
bool nae_read_ref(const JsonNode *object, const char *key, const NaeIds *ids, uint8_t *out, Err *err);
/* null: NAE_NONE. */
bool nae_read_ref_or_null(const JsonNode *object, const char *key, const NaeIds *ids, uint8_t *out, Err *err);
/* As many ids as the list has, at most max, none twice, into out; *count. */
bool nae_read_refs(const JsonNode *object, const char *key, const NaeIds *ids, unsigned max, uint8_t *out,
                   uint8_t *count, Err *err);
bool nae_read_list(const JsonNode *object, const char *key, size_t min, size_t max, JsonNode *list,
                   size_t *count, Err *err);
/* "source" is one of the four words of the board's meta. */
bool nae_check_source(const JsonNode *object, Err *err);

#endif

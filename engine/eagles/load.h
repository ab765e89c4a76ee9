/* load.h: building EaglesData from JSON, part by part. Internal to the loader; users see data.h.
 *
 * The order is that of eagles_data_load (load.c): nations, units, leaders, tables, map, scenario. Each part
 * may rely on the parts before it. Every function returns false and fills err (file, path, what was found,
 * what was expected) at the first wrong entry; data is then released as a whole.
 */
#ifndef MARSHAL_ENGINE_EAGLES_LOAD_H
#define MARSHAL_ENGINE_EAGLES_LOAD_H

#include <stddef.h>

#include "engine/eagles/data.h"

bool eagles_load_nations(EaglesData *d, const JsonNode *board, Err *err); /* nations, units, leaders */
bool eagles_load_tables(EaglesData *d, const JsonNode *board, Err *err);
bool eagles_load_map(EaglesData *d, const JsonNode *board, Err *err);
bool eagles_load_scenario(EaglesData *d, const JsonNode *scenario, Err *err);
bool eagles_load_alliance(EaglesData *d, const JsonNode *scenario, Err *err);
bool eagles_load_victory(EaglesData *d, const JsonNode *scenario, Err *err);
/* Nothing to do but in the grand campaign. */
bool eagles_load_campaign(EaglesData *d, const JsonNode *scenario, const JsonNode *board, Err *err);
/* What supply asks of the map in this scenario: EaglesData.near. When all else is loaded. */
void eagles_find_near_cities(EaglesData *d);
/* What leaders alone ask of it: EaglesData.ride. When all else is loaded. */
void eagles_find_rides(EaglesData *d);
/* Rows and bytes of a state of this scenario; ships only where they sail. When all else is loaded. */
void eagles_size_state(EaglesData *d);
/* Whether play can begin with the set-up that was read: a message names the entry that is wrong. */
bool eagles_check_setup(const EaglesData *d, const JsonNode *scenario, Err *err);
/* Whether the position set up keeps every law. When all else is loaded. */
bool eagles_try_setup(const EaglesData *d, const JsonNode *scenario, Err *err);
bool eagles_load_stack(const EaglesData *d, const JsonNode *node, EaglesStackData *stack, Err *err);

/* What a reference is looked up in, with the noun for messages. */
typedef unsigned (*EaglesFinder)(const EaglesData *d, const char *id);
enum eagles_noun {
    EAGLES_NOUN_CITY,
    EAGLES_NOUN_NATION,
    EAGLES_NOUN_LEADER,
    EAGLES_NOUN_TYPE,
    EAGLES_NOUN_COLOUR,
    EAGLES_NOUN_HEX,
    EAGLES_NOUN_SIDE
};

/* A string that names one of them; its index in out. */
bool eagles_read_ref(const EaglesData *d, const JsonNode *node, enum eagles_noun noun, unsigned *out,
                     Err *err);
bool eagles_get_ref(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                    unsigned *out, Err *err);
/* An array of at most max references. */
bool eagles_get_refs(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                     uint8_t *out, size_t max, uint8_t *count, Err *err);
/* The same as bits of a 32-bit word. */
bool eagles_get_bits(const EaglesData *d, const JsonNode *object, const char *key, enum eagles_noun noun,
                     uint32_t *bits, Err *err);
bool eagles_get_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err);
/* A member that may be missing. */
bool eagles_find_u8(const JsonNode *object, const char *key, long min, long max, uint8_t *out, Err *err);
bool eagles_find_bool(const JsonNode *object, const char *key, bool *out, Err *err);
bool eagles_get_name(const JsonNode *object, const char *key, char *out, size_t size, Err *err);
/* "1805-08" as months since January 1800. */
bool eagles_get_month(const JsonNode *object, const char *key, unsigned *out, Err *err);

#endif

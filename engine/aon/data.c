/* data.c: loading and releasing AonData, and looking up ids. */
#include "engine/aon/data.h"

#include <stdlib.h>
#include <string.h>

#include "engine/aon/load.h"

/* Refuses a file that is something else, or of a later format. */
static bool check_header(const JsonNode *root, const char *schema, Err *err)
{
    const AonWords schema_words = {&schema, 1, "the format"};
    static const char *const games[] = {"aon"};
    static const AonWords game_words = {games, 1, "the game"};
    unsigned found = 0;
    return json_is_object(root, err) && aon_get_word(root, "schema", &schema_words, &found, err) &&
           aon_get_word(root, "game", &game_words, &found, err);
}

/* A legend for readers: an object of texts. */
static bool check_legend(const JsonNode *meta, const char *key, Err *err)
{
    JsonNode legend;
    size_t count = 0;
    if (!json_find(meta, key, &legend)) {
        return true;
    }
    if (!json_object(&legend, 100, &count, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const JsonNode member = json_member(&legend, i);
        const char *text = NULL;
        if (!json_string(&member, &text, err)) {
            return false;
        }
    }
    return true;
}

static bool check_meta(const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"sources",    "alignment_codes", "conversion_codes",
                                       "corps_note", "source",          NULL};
    JsonNode meta;
    return json_get(board, "meta", &meta, err) && json_only_keys(&meta, keys, err) &&
           aon_check_source(&meta, err) && check_legend(&meta, "sources", err) &&
           check_legend(&meta, "alignment_codes", err) && check_legend(&meta, "conversion_codes", err) &&
           aon_check_note(&meta, "corps_note", err);
}

static bool load_board(AonData *data, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"$schema",
                                       "schema",
                                       "game",
                                       "title",
                                       "meta",
                                       "areas",
                                       "special_links",
                                       "countries",
                                       "corps",
                                       "cards",
                                       "tables",
                                       "roles",
                                       "option_definitions",
                                       NULL};
    if (!check_header(board, "marshal/board/1", err) || !json_only_keys(board, keys, err) ||
        !aon_check_note(board, "title", err) || !check_meta(board, err) || !aon_load_map(data, board, err)) {
        return false;
    }
    aon_derive_map(data);
    if (!aon_load_corps(data, board, err)) {
        return false;
    }
    aon_derive_corps(data);
    return aon_load_cards(data, board, err) && aon_load_tables(data, board, err) &&
           aon_load_option_definitions(data, board, err);
}

static bool load_scenario(AonData *data, const JsonNode *scenario, Err *err)
{
    static const char *const keys[] = {"$schema", "schema", "game",    "id", "title",
                                       "board",   "setup",  "options", NULL};
    return json_only_keys(scenario, keys, err) && aon_check_note(scenario, "id", err) &&
           aon_check_note(scenario, "board", err) &&
           aon_read_name(scenario, "title", data->title, sizeof data->title, err) &&
           aon_load_setup(data, scenario, err) && aon_load_options(data, scenario, err);
}

AonData *aon_data_load(const JsonNode *scenario, const JsonNode *board, Err *err)
{
    if (!check_header(scenario, "marshal/scenario/1", err)) {
        return NULL;
    }
    AonData *data = calloc(1, sizeof *data);
    if (data == NULL) {
        (void)err_set(err, scenario->file, NULL, "not enough memory");
        return NULL;
    }
    if (!load_board(data, board, err) || !load_scenario(data, scenario, err)) {
        aon_data_release(data);
        return NULL;
    }
    return data;
}

void aon_data_release(AonData *data)
{
    if (data == NULL) {
        return;
    }
    for (unsigned i = 0; i < AON_CARDS_MAX; i++) {
        free(data->card[i].effect);
    }
    free(data);
}

unsigned aon_area_by_id(const AonData *data, const char *id)
{
    const AonIds ids = aon_area_ids(data);
    return aon_find_id(&ids, id);
}

unsigned aon_country_by_id(const AonData *data, const char *id)
{
    const AonIds ids = aon_country_ids(data);
    return aon_find_id(&ids, id);
}

unsigned aon_corps_by_id(const AonData *data, const char *id)
{
    const AonIds ids = aon_corps_ids(data);
    return aon_find_id(&ids, id);
}

unsigned aon_card_by_id(const AonData *data, const char *id)
{
    const AonIds ids = aon_card_ids(data);
    return aon_find_id(&ids, id);
}

const char *aon_alignment_name(unsigned alignment)
{
    return alignment < aon_alignment_words.count ? aon_alignment_words.words[alignment] : "";
}

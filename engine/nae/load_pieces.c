/* load_pieces.c: units, generals, special units, army markers, depots and fleets. */
#include <stdio.h>
#include <string.h>

#include "engine/nae/load.h"
#include "engine/nae/sets.h"

static const char *const TYPE_WORDS[NAE_UNIT_TYPE_COUNT] = {"infantry", "cavalry",   "militia",
                                                            "feudal",   "guerrilla", "revolt"};
static const NaeWords TYPES = {TYPE_WORDS, NAE_UNIT_TYPE_COUNT, "a type of unit"};

/* Ids and names of one list of pieces, from number first on. */
static bool load_piece_ids(NaeData *d, const JsonNode *board, const char *key, unsigned first, unsigned count,
                           Err *err)
{
    JsonNode list;
    size_t size = 0;
    unsigned i = first;
    const NaeIds nations = nae_nation_ids(d);
    if (!nae_read_list(board, key, count, count, &list, &size, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        NaeIds before = nae_piece_ids(d);
        before.count = i;
        if (!nae_read_new_id(&entry, &before, d->piece_id[i], err) ||
            !nae_read_name(&entry, "name", d->piece_name[i], NAE_NAME_BYTES, err) ||
            !nae_read_ref(&entry, "power", &nations, &d->nation_of[i], err) ||
            !nae_check_source(&entry, err)) {
            return false;
        }
        nae_pieces_add(&d->nation[d->nation_of[i]].pieces, i);
    }
    return true;
}

static void name_depot(NaeData *d, unsigned piece, unsigned power, unsigned number)
{
    char id[NAE_ID_BYTES];
    char name[NAE_NAME_BYTES];
    (void)snprintf(id, sizeof id, "dp_%.20s_%u", d->nation_id[power], number & 63U);
    (void)snprintf(name, sizeof name, "%.40s depot %u", d->nation_name[power], number & 63U);
    memcpy(d->piece_id[piece], id, sizeof id);
    memcpy(d->piece_name[piece], name, sizeof name);
    d->nation_of[piece] = (uint8_t)power;
    nae_pieces_add(&d->nation[power].pieces, piece);
}

/* Depots are so many for each power; each gets an id "dp_<power>_<n>". */
static bool load_depots(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"power",  "count", "combat_value_fixed_alone", "movement", "cost",
                                       "source", NULL};
    const NaeIds majors = nae_major_ids(d);
    JsonNode list;
    size_t size = 0;
    unsigned piece = NAE_FIRST_DEPOT;
    if (!nae_read_list(board, "depots", 1, NAE_MAJORS, &list, &size, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        uint8_t power = 0;
        uint8_t count = 0;
        if (!json_only_keys(&entry, keys, err) || !nae_read_ref(&entry, "power", &majors, &power, err) ||
            !nae_read_u8(&entry, "count", 1, NAE_DEPOTS, &count, err) || !nae_check_source(&entry, err)) {
            return false;
        }
        if (piece + count > NAE_FIRST_FLEET) {
            return json_error(&entry, err, "found more than %d depots in all, expected %d", NAE_DEPOTS,
                              NAE_DEPOTS);
        }
        for (unsigned i = 0; i < count; i++, piece++) {
            name_depot(d, piece, power, i + 1);
        }
    }
    return piece == NAE_FIRST_FLEET ||
           json_error(&list, err, "found %u depots in all, expected %d", piece - NAE_FIRST_DEPOT, NAE_DEPOTS);
}

/* ---- units ---- */

static bool read_face(const JsonNode *face, unsigned side, NaeUnit *unit, uint8_t *steps, Err *err)
{
    static const char *const keys[] = {"steps", "morale", "movement", NULL};
    return json_only_keys(face, keys, err) && nae_read_u8(face, "steps", 1, 2, steps, err) &&
           nae_read_u8(face, "morale", 1, 6, &unit->morale[side], err) &&
           nae_read_u8(face, "movement", 1, 6, &unit->movement[side], err);
}

static bool read_faces(const JsonNode *entry, NaeUnit *unit, Err *err)
{
    JsonNode front;
    JsonNode back;
    uint8_t steps = 0;
    if (!json_get(entry, "front", &front, err) || !read_face(&front, 0, unit, &steps, err) ||
        !json_get(entry, "back", &back, err)) {
        return false;
    }
    if (steps != unit->steps || json_is_null(&back) != (steps == 1)) {
        return json_error(entry, err, "found steps at odds, expected a back for units of 2 steps only");
    }
    return json_is_null(&back) ||
           (read_face(&back, 1, unit, &steps, err) &&
            (steps == 1 || json_error(&back, err, "found 2 steps, expected 1 on the back")));
}

static bool read_code(const JsonNode *entry, uint8_t *code, Err *err)
{
    static const char *const words[] = {"E", "V", "2P"};
    static const NaeWords codes = {words, 3, "null or a code"};
    JsonNode node;
    if (!json_get(entry, "code", &node, err)) {
        return false;
    }
    if (json_is_null(&node)) {
        *code = NAE_CODE_NONE;
        return true;
    }
    const bool read = nae_word_of(&node, &codes, code, err);
    *code = (uint8_t)(*code + NAE_CODE_E);
    return read;
}

static bool load_unit(NaeData *d, unsigned u, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {
        "id",          "power",     "name",      "number",        "type",   "cavalry",   "steps",
        "stars",       "front",     "back",      "code",          "feudal", "home_zone", "event",
        "rebuildable", "home_only", "army_only", "cost_per_step", "source", "attested",  NULL};
    NaeUnit *unit = &d->unit[u];
    const NaeIds cards = nae_card_ids(d);
    const NaeIds zones = nae_zone_ids(d);
    return json_only_keys(entry, keys, err) && nae_read_word(entry, "type", &TYPES, &unit->type, err) &&
           nae_read_u8(entry, "steps", 1, 2, &unit->steps, err) &&
           nae_read_u8(entry, "stars", 0, 3, &unit->stars, err) && read_faces(entry, unit, err) &&
           read_code(entry, &unit->code, err) &&
           nae_read_ref_or_null(entry, "event", &cards, &unit->event, err) &&
           nae_read_ref_or_null(entry, "home_zone", &zones, &unit->home, err) &&
           nae_read_half(entry, "cost_per_step", 10.0, &unit->cost, err) &&
           json_get_bool(entry, "home_only", &unit->home_only, err) &&
           json_get_bool(entry, "army_only", &unit->army_only, err) &&
           json_get_bool(entry, "rebuildable", &unit->rebuildable, err);
}

static bool same_class(const NaeData *d, unsigned a, unsigned b)
{
    const NaeUnit *x = &d->unit[a];
    const NaeUnit *y = &d->unit[b];
    return d->nation_of[a] == d->nation_of[b] && x->type == y->type && x->stars == y->stars &&
           x->steps == y->steps && x->morale[0] == y->morale[0];
}

static bool load_units(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    unsigned u = 0;
    if (!json_get(board, "units", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), u++) {
        if (!load_unit(d, u, &entry, err)) {
            return false;
        }
        d->unit[u].kind = (uint8_t)u;
        for (unsigned other = 0; other < u; other++) {
            if (same_class(d, other, u)) {
                d->unit[u].kind = d->unit[other].kind;
                break;
            }
        }
    }
    return true;
}

/* ---- generals ---- */

static bool read_entry(const NaeData *d, const JsonNode *object, NaeGeneral *general, Err *err)
{
    static const char *const keys[] = {"year", "event", NULL};
    const NaeIds cards = nae_card_ids(d);
    JsonNode entry;
    JsonNode node;
    general->event = NAE_NONE;
    if (!json_get(object, "entry", &entry, err) || !json_only_keys(&entry, keys, err)) {
        return false;
    }
    return json_find(&entry, "event", &node) ? nae_read_ref(&entry, "event", &cards, &general->event, err)
                                             : nae_read_u16(&entry, "year", 1805, 1815, &general->year, err);
}

static bool read_removal(const NaeData *d, const JsonNode *object, NaeGeneral *general, Err *err)
{
    const NaeIds pieces = nae_piece_ids(d);
    JsonNode node;
    if (!json_get(object, "removal_year", &node, err)) {
        return false;
    }
    if (!json_is_null(&node) && !nae_read_u16(object, "removal_year", 1805, 1815, &general->removal, err)) {
        return false;
    }
    return nae_read_ref_or_null(object, "enters_when_removed", &pieces, &general->enters_with, err);
}

static bool load_generals(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"id",
                                       "name",
                                       "power",
                                       "initiative",
                                       "command",
                                       "attack",
                                       "defence",
                                       "rank",
                                       "cavalry",
                                       "entry",
                                       "source",
                                       "removal_year",
                                       "enters_when_removed",
                                       "attested",
                                       NULL};
    JsonNode list;
    unsigned g = 0;
    if (!json_get(board, "generals", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), g++) {
        NaeGeneral *general = &d->general[g];
        if (!json_only_keys(&entry, keys, err) ||
            !nae_read_u8(&entry, "initiative", 1, 3, &general->initiative, err) ||
            !nae_read_u8(&entry, "command", 1, 9, &general->command, err) ||
            !nae_read_u8(&entry, "attack", 0, 3, &general->attack, err) ||
            !nae_read_u8(&entry, "defence", 0, 3, &general->defence, err) ||
            !nae_read_u8(&entry, "rank", 1, 40, &general->rank, err) ||
            !json_get_bool(&entry, "cavalry", &general->cavalry, err) ||
            !read_entry(d, &entry, general, err) || !read_removal(d, &entry, general, err)) {
            return false;
        }
    }
    return true;
}

/* ---- special units, armies ---- */

static bool load_specials(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"id",           "name",  "power",  "bonus",    "cavalry", "steps",
                                       "combat_value", "event", "source", "attested", NULL};
    const NaeIds cards = nae_card_ids(d);
    JsonNode list;
    unsigned i = 0;
    if (!json_get(board, "special_units", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        NaeSpecial *special = &d->special[i];
        if (!json_only_keys(&entry, keys, err) || !nae_read_u8(&entry, "bonus", 0, 5, &special->bonus, err) ||
            !json_get_bool(&entry, "cavalry", &special->cavalry, err) ||
            !nae_read_ref(&entry, "event", &cards, &special->event, err)) {
            return false;
        }
    }
    return true;
}

/* ---- fleets ---- */

static bool load_fleets(NaeData *d, const JsonNode *board, Err *err)
{
    static const char *const keys[] = {"id",          "name",     "power",    "initiative",
                                       "movement",    "tactical", "steps",    "restricted",
                                       "rebuildable", "source",   "attested", NULL};
    JsonNode list;
    unsigned i = 0;
    if (!json_get(board, "fleets", &list, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry), i++) {
        NaeFleet *fleet = &d->fleet[i];
        fleet->seas = (1U << NAE_SEAS) - 1U;
        if (!json_only_keys(&entry, keys, err) ||
            !nae_read_u8(&entry, "initiative", 0, 5, &fleet->initiative, err) ||
            !nae_read_u8(&entry, "movement", 1, 12, &fleet->movement, err) ||
            !nae_read_u8(&entry, "tactical", 0, 5, &fleet->tactical, err) ||
            !json_get_bool(&entry, "rebuildable", &fleet->rebuildable, err)) {
            return false;
        }
    }
    return true;
}

static bool read_seas(const NaeData *d, const JsonNode *object, const char *key, uint32_t *seas, Err *err)
{
    const NaeIds ids = nae_sea_ids(d);
    uint8_t list[NAE_SEAS];
    uint8_t count = 0;
    *seas = 0;
    if (!nae_read_refs(object, key, &ids, NAE_SEAS, list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        *seas |= 1U << list[i];
    }
    return true;
}

/* Sea zones that can be reached from the ports of a nation without entering a given one. */
static uint32_t seas_within(const NaeData *d, unsigned nation, unsigned beyond)
{
    uint32_t seas = 0;
    NAE_EACH_ZONE(zone, nae_zones_and(d->nation[nation].home, d->ports))
    {
        seas |= 1U << d->zone[zone].seas[0];
    }
    seas &= ~(1U << beyond);
    for (unsigned round = 0; round < NAE_SEAS; round++) {
        for (unsigned sea = 0; sea < NAE_SEAS; sea++) {
            seas |= (seas >> sea & 1U) != 0 ? d->sea[sea].adjacent & ~(1U << beyond) : 0;
        }
    }
    return seas;
}

static bool load_restriction(NaeData *d, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"fleet",       "power", "allowed", "forbidden_beyond",
                                       "max_outside", "home",  "source",  NULL};
    const NaeIds pieces = nae_piece_ids(d);
    const NaeIds seas = nae_sea_ids(d);
    JsonNode node;
    uint8_t fleet = 0;
    uint8_t beyond = 0;
    if (!json_only_keys(entry, keys, err) || !nae_check_source(entry, err)) {
        return false;
    }
    if (json_find(entry, "power", &node)) {
        return nae_read_u8(entry, "max_outside", 0, 3, &d->russian_outside, err) &&
               read_seas(d, entry, "home", &d->russian_seas, err);
    }
    if (!nae_read_ref(entry, "fleet", &pieces, &fleet, err)) {
        return false;
    }
    if (fleet < NAE_FIRST_FLEET) {
        return json_error(entry, err, "found \"%s\", expected a fleet", d->piece_id[fleet]);
    }
    if (json_find(entry, "allowed", &node)) {
        return read_seas(d, entry, "allowed", &d->fleet[fleet - NAE_FIRST_FLEET].seas, err);
    }
    if (!nae_read_ref(entry, "forbidden_beyond", &seas, &beyond, err)) {
        return false;
    }
    d->fleet[fleet - NAE_FIRST_FLEET].seas = seas_within(d, d->nation_of[fleet], beyond);
    return true;
}

static bool load_restrictions(NaeData *d, const JsonNode *board, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(board, "fleet_restrictions", 0, NAE_FLEETS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!load_restriction(d, &entry, err)) {
            return false;
        }
    }
    return true;
}

/* ---- all ---- */

static void derive_masks(NaeData *d)
{
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        NaePieces *mask = piece < NAE_FIRST_GENERAL   ? &d->units
                          : piece < NAE_FIRST_SPECIAL ? &d->generals
                          : piece < NAE_FIRST_ARMY    ? &d->specials
                          : piece < NAE_FIRST_DEPOT   ? &d->armies
                          : piece < NAE_FIRST_FLEET   ? &d->depots
                                                      : &d->fleets;
        nae_pieces_add(mask, piece);
        if (piece < NAE_FIRST_FLEET) {
            nae_pieces_add(&d->land, piece);
        }
    }
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        d->of_majors = nae_pieces_or(d->of_majors, d->nation[n].pieces);
    }
    for (unsigned i = 0; i < NAE_UNITS; i++) {
        if (d->unit[i].steps == 2) {
            nae_pieces_add(&d->doubles, NAE_FIRST_UNIT + i);
        }
        for (unsigned other = d->unit[i].kind; other < i; other++) {
            if (d->unit[other].kind == d->unit[i].kind) {
                nae_pieces_add(&d->alike[i], other);
            }
        }
        if (d->unit[i].home_only) {
            nae_pieces_add(&d->home_only, NAE_FIRST_UNIT + i);
        }
        if (d->unit[i].type == NAE_CAVALRY) {
            nae_pieces_add(&d->cavalry, NAE_FIRST_UNIT + i);
        }
    }
    for (unsigned i = 0; i < NAE_GENERALS; i++) {
        if (d->general[i].cavalry) {
            nae_pieces_add(&d->cavalry, NAE_FIRST_GENERAL + i);
        }
    }
    for (unsigned i = 0; i < NAE_SPECIALS; i++) {
        if (d->special[i].cavalry) {
            nae_pieces_add(&d->cavalry, NAE_FIRST_SPECIAL + i);
        }
    }
}

bool nae_load_pieces(NaeData *d, const JsonNode *board, Err *err)
{
    memset(d->nation_of, NAE_NONE, sizeof d->nation_of);
    if (!load_piece_ids(d, board, "units", NAE_FIRST_UNIT, NAE_UNITS, err) ||
        !load_piece_ids(d, board, "generals", NAE_FIRST_GENERAL, NAE_GENERALS, err) ||
        !load_piece_ids(d, board, "special_units", NAE_FIRST_SPECIAL, NAE_SPECIALS, err) ||
        !load_piece_ids(d, board, "armies", NAE_FIRST_ARMY, NAE_ARMIES, err) || !load_depots(d, board, err) ||
        !load_piece_ids(d, board, "fleets", NAE_FIRST_FLEET, NAE_FLEETS, err)) {
        return false;
    }
    if (!load_units(d, board, err) || !load_generals(d, board, err) || !load_specials(d, board, err) ||
        !load_fleets(d, board, err) || !load_restrictions(d, board, err)) {
        return false;
    }
    derive_masks(d);
    return true;
}

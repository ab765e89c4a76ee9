/* load_setup.c: the set-up of a scenario (map 20). */
#include <string.h>

#include "engine/nae/load.h"
#include "engine/nae/sets.h"

static const char *const STATUSES[] = {
    "belligerent",    "empire_ally",  "coalition_ally",   "neutral",
    "forced_peace",   "protectorate", "empire_territory", "coalition_territory",
    "part_of_naples", "not_created",  "dissolved"};
static const NaeWords STATUS_OF_SETUP = {STATUSES, 11, "a status"};
static const uint8_t STATUS_MEANING[] = {NAE_NEUTRAL,        NAE_EMPIRE_ALLY,       NAE_COALITION_ALLY,
                                         NAE_NEUTRAL,        NAE_FORCED_PEACE,      NAE_PROTECTORATE,
                                         NAE_ANNEXED_EMPIRE, NAE_ANNEXED_COALITION, NAE_PART_OF_NAPLES,
                                         NAE_NOT_CREATED,    NAE_DISSOLVED};

/* ---- dates and levels ---- */

/* null or a number. */
static bool read_level(const JsonNode *setup, const char *key, uint8_t *out, Err *err)
{
    JsonNode node;
    return json_get(setup, key, &node, err) &&
           (json_is_null(&node) || nae_read_u8(setup, key, 0, 60, out, err));
}

static bool load_victory(NaeSetup *s, const JsonNode *setup, Err *err)
{
    static const char *const words[] = {"campaign", "hundred_days", "level"};
    static const NaeWords kinds = {words, 3, "a kind of victory"};
    JsonNode victory;
    if (!json_get(setup, "victory", &victory, err) ||
        !nae_read_word(&victory, "kind", &kinds, &s->victory, err)) {
        return false;
    }
    return s->victory != NAE_VICTORY_LEVEL ||
           (nae_read_i8(&victory, "empire", 1, 60, &s->level_empire, err) &&
            nae_read_i8(&victory, "coalition", 0, s->level_empire - 1, &s->level_coalition, err));
}

static bool load_calendar(NaeSetup *s, const JsonNode *setup, Err *err)
{
    static const char *const words[] = {"epic", "punishments"};
    static const NaeWords periods = {words, 2, "a period"};
    uint8_t period = 0;
    bool interphase = true;
    bool austrians = false;
    bool bavaria = false;
    if (!nae_read_u16(setup, "first_year", 1805, 1815, &s->first_year, err) ||
        !nae_read_u16(setup, "last_year", s->first_year, 1815, &s->last_year, err) ||
        !nae_read_u8(setup, "first_round", 1, 6, &s->first_round, err) ||
        !nae_read_word(setup, "first_side", &nae_side_words, &s->first_side, err) ||
        !json_get_bool(setup, "first_side_only", &s->first_side_only, err) ||
        !json_get_bool(setup, "interphase", &interphase, err) ||
        !read_level(setup, "victory_level", &s->level, err) ||
        !read_level(setup, "escalade_level", &s->escalade, err) ||
        !nae_read_word(setup, "period", &periods, &period, err) ||
        !json_get_bool(setup, "austrians_first", &austrians, err) ||
        !json_get_bool(setup, "kingdom_of_bavaria", &bavaria, err)) {
        return false;
    }
    s->no_interphase = !interphase;
    s->flags = (uint16_t)((period == 1 ? NAE_PUNISHMENTS : 0) | (austrians ? NAE_AUSTRIA_ONLY : 0) |
                          (bavaria ? NAE_BAVARIAN_KINGDOM : 0));
    return load_victory(s, setup, err);
}

/* ---- statuses ---- */

static bool load_status(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    uint8_t word = 0;
    if (!nae_word_of(entry, &STATUS_OF_SETUP, &word, err)) {
        return false;
    }
    uint8_t status = STATUS_MEANING[word];
    const bool belligerent = word == 0;
    if (belligerent != (n == NAE_FRANCE || n == NAE_BRITAIN) || (n < NAE_MAJORS && word > 4)) {
        return json_error(
            entry, err,
            "found \"%s\", expected \"belligerent\" for France and Britain, another word for others",
            STATUSES[word]);
    }
    if (belligerent) {
        status = n == NAE_FRANCE ? NAE_EMPIRE_ALLY : NAE_COALITION_ALLY;
    }
    if (n < NAE_MAJORS) {
        d->setup.major[n].status = status;
        d->setup.major[n].victor = NAE_NONE;
    } else {
        NaeMinor *minor = &d->setup.minor[n - NAE_MAJORS];
        minor->status = status;
        minor->patron = NAE_NONE;
    }
    return true;
}

static bool load_statuses(NaeData *d, const JsonNode *setup, Err *err)
{
    JsonNode node;
    size_t count = 0;
    if (!json_get(setup, "statuses", &node, err) || !json_object(&node, NAE_NATIONS, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&node); !json_is_end(&entry); entry = json_next(&entry)) {
        const NaeIds nations = nae_nation_ids(d);
        if (nae_find_id(&nations, entry.key) == NAE_NONE) {
            return json_error(&entry, err,
                              "found \"%.60s\", expected the id of a power or minor of the board", entry.key);
        }
    }
    for (unsigned n = 0; n < NAE_NATIONS; n++) {
        JsonNode entry;
        if (!json_get(&node, d->nation_id[n], &entry, err) || !load_status(d, n, &entry, err)) {
            return false;
        }
    }
    return true;
}

/* Calls read for each member of an object used as a map from ids. */
typedef bool (*ReadMember)(NaeData *d, unsigned index, const JsonNode *entry, Err *err);

static bool each_member(NaeData *d, const JsonNode *setup, const char *key, NaeIds ids, ReadMember read,
                        Err *err)
{
    JsonNode node;
    size_t count = 0;
    if (!json_get(setup, key, &node, err) || !json_object(&node, NAE_ZONES, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&node); !json_is_end(&entry); entry = json_next(&entry)) {
        const unsigned index = nae_find_id(&ids, entry.key);
        if (index == NAE_NONE) {
            return json_error(&entry, err, "found \"%.60s\", expected the id of %s of the board", entry.key,
                              ids.what);
        }
        if (!read(d, index, &entry, err)) {
            return false;
        }
    }
    return true;
}

static bool read_patron(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    const NaeIds majors = nae_major_ids(d);
    if (n < NAE_MAJORS) {
        return json_error(entry, err, "found a major power, expected a minor");
    }
    return nae_ref_of(entry, &majors, &d->setup.minor[n - NAE_MAJORS].patron, err);
}

static bool read_peace(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    static const char *const keys[] = {"victor", "until_end_of", "then", NULL};
    const NaeIds majors = nae_major_ids(d);
    uint16_t until = 0;
    if (n >= NAE_MAJORS || !json_only_keys(entry, keys, err) ||
        !nae_read_ref(entry, "victor", &majors, &d->setup.major[n].victor, err) ||
        !nae_read_u16(entry, "until_end_of", 1805, 1815, &until, err)) {
        return n < NAE_MAJORS ? false : json_error(entry, err, "found a minor, expected a major power");
    }
    if (d->setup.major[n].status != NAE_FORCED_PEACE) {
        return json_error(entry, err, "found a peace of \"%s\", expected its status to be \"forced_peace\"",
                          d->nation_id[n]);
    }
    d->setup.peace_until[n] = (uint8_t)(until - 1805);
    return true;
}

/* {"autriche": {"france": 1}}: how often beaten by whom. */
static bool read_defeats(NaeData *d, unsigned n, const JsonNode *entry, Err *err)
{
    const NaeIds majors = nae_major_ids(d);
    size_t count = 0;
    if (n >= NAE_MAJORS || !json_object(entry, NAE_MAJORS, &count, err)) {
        return n < NAE_MAJORS ? false : json_error(entry, err, "found a minor, expected a major power");
    }
    for (JsonNode by = json_first(entry); !json_is_end(&by); by = json_next(&by)) {
        const unsigned victor = nae_find_id(&majors, by.key);
        long times = 0;
        if (victor == NAE_NONE || !json_int(&by, 0, 9, &times, err)) {
            return victor != NAE_NONE
                       ? false
                       : json_error(&by, err, "found \"%.60s\", expected a major power", by.key);
        }
        const unsigned side = d->nation[victor].side;
        d->setup.major[n].defeats[side] = (uint8_t)(d->setup.major[n].defeats[side] + times);
    }
    return true;
}

static bool read_territory(NaeData *d, unsigned z, const JsonNode *entry, Err *err)
{
    const NaeIds nations = nae_nation_ids(d);
    return nae_ref_of(entry, &nations, &d->setup.owner[z], err);
}

static bool load_map_changes(NaeData *d, const JsonNode *setup, Err *err)
{
    const NaeIds zones = nae_zone_ids(d);
    uint8_t list[NAE_ZONES];
    uint8_t count = 0;
    for (unsigned z = 0; z < d->zones; z++) {
        d->setup.owner[z] = d->zone[z].owner;
    }
    if (!each_member(d, setup, "territory", zones, read_territory, err) ||
        !nae_read_refs(setup, "empire_control", &zones, NAE_ZONES, list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        if ((d->zone[list[i]].flags & NAE_ZONE_CONTROLLABLE) == 0) {
            return json_error(setup, err,
                              "found \"%s\" in empire_control, expected zones that carry control markers",
                              d->zone_id[list[i]]);
        }
        nae_zones_add(&d->setup.empire_control, list[i]);
    }
    return true;
}

/* ---- cards ---- */

/* A list of card numbers of a side, each once; set is called for each. */
static bool read_numbers(const JsonNode *object, const char *key, unsigned side, uint8_t *out, uint8_t max,
                         uint8_t *count, Err *err)
{
    JsonNode list;
    size_t size = 0;
    *count = 0;
    if (!nae_read_list(object, key, 0, max, &list, &size, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        long number = 0;
        if (!json_int(&entry, 1, NAE_DECK, &number, err)) {
            return false;
        }
        const unsigned card = side == NAE_EMPIRE ? NAE_F(number) : NAE_C(number);
        if (memchr(out, (int)card, *count) != NULL) {
            return json_error(&entry, err, "found card %ld a second time, expected each card once", number);
        }
        out[*count] = (uint8_t)card;
        *count = (uint8_t)(*count + 1);
    }
    return true;
}

static bool load_deck(NaeData *d, const JsonNode *setup, unsigned side, Err *err)
{
    JsonNode decks;
    uint8_t cards[NAE_DECK];
    uint8_t count = 0;
    if (!json_get(setup, "decks", &decks, err) ||
        !read_numbers(&decks, nae_side_words.words[side], side, cards, NAE_DECK, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        d->setup.card[cards[i]] = d->card[cards[i]].permanent != NAE_NONE ? NAE_CARD_ASIDE : NAE_CARD_PILE;
    }
    return true;
}

static bool load_hand(NaeData *d, const JsonNode *setup, unsigned side, Err *err)
{
    static const char *const keys[] = {"cards", "fixed", NULL};
    NaeSetup *s = &d->setup;
    JsonNode hands;
    JsonNode hand;
    if (!json_get(setup, "hands", &hands, err) || !json_get(&hands, nae_side_words.words[side], &hand, err) ||
        !json_only_keys(&hand, keys, err) || !nae_read_u8(&hand, "cards", 0, 20, &s->hand[side], err) ||
        !read_numbers(&hand, "fixed", side, s->fixed_card[side], 12, &s->fixed[side], err)) {
        return false;
    }
    unsigned available = 0;
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = side * NAE_DECK + i;
        available += s->card[card] == NAE_CARD_PILE ? 1U : 0U;
    }
    if (s->fixed[side] > s->hand[side] || s->hand[side] > available + s->fixed[side]) {
        return json_error(
            &hand, err, "found a hand of %u cards with %u fixed ones and a deck of %u, expected enough cards",
            s->hand[side], s->fixed[side], available);
    }
    for (unsigned i = 0; i < s->fixed[side]; i++) {
        if (s->card[s->fixed_card[side][i]] == NAE_CARD_ABSENT) {
            return json_error(&hand, err, "found fixed card \"%s\", expected a card of the deck",
                              d->card_id[s->fixed_card[side][i]]);
        }
    }
    return true;
}

static bool load_events_played(NaeData *d, const JsonNode *setup, Err *err)
{
    const NaeIds cards = nae_card_ids(d);
    uint8_t list[NAE_CARDS];
    uint8_t count = 0;
    if (!nae_read_refs(setup, "events_played", &cards, NAE_CARDS, list, &count, err)) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        d->setup.card[list[i]] |= NAE_EVENT_PLAYED;
        const unsigned flag = list[i] == NAE_F(25)   ? NAE_BLOCKADE
                              : list[i] == NAE_F(24) ? NAE_IBERIA_OPEN
                              : list[i] == NAE_C(22) ? NAE_LIBERATION
                              : list[i] == NAE_F(35) ? NAE_CORSAIRS_RUN
                                                     : 0U;
        d->setup.flags = (uint16_t)(d->setup.flags | flag);
    }
    return true;
}

/* ---- pieces ---- */

static bool read_pieces(const NaeData *d, const JsonNode *object, const char *key, unsigned first,
                        unsigned end, unsigned max, uint8_t *out, uint8_t *count, Err *err)
{
    const NaeIds pieces = nae_piece_ids(d);
    JsonNode node;
    *count = 0;
    if (!json_find(object, key, &node)) {
        return true;
    }
    if (!nae_read_refs(object, key, &pieces, max, out, count, err)) {
        return false;
    }
    for (unsigned i = 0; i < *count; i++) {
        if (out[i] < first || out[i] >= end) {
            return json_error(&node, err, "found \"%s\", a piece of another kind", d->piece_id[out[i]]);
        }
    }
    return true;
}

static bool load_out(NaeData *d, const JsonNode *setup, Err *err)
{
    static const struct {
        const char *key;
        unsigned first, end;
        bool out;
    } lists[] = {{"removed_generals", NAE_FIRST_GENERAL, NAE_FIRST_SPECIAL, true},
                 {"removed_fleets", NAE_FIRST_FLEET, NAE_PIECES, true},
                 {"removed_specials", NAE_FIRST_SPECIAL, NAE_FIRST_ARMY, true},
                 {"reserve_extra", NAE_FIRST_UNIT, NAE_FIRST_GENERAL, false}};
    for (unsigned k = 0; k < 4; k++) {
        uint8_t list[NAE_UNITS];
        uint8_t count = 0;
        if (!read_pieces(d, setup, lists[k].key, lists[k].first, lists[k].end, NAE_UNITS, list, &count,
                         err)) {
            return false;
        }
        for (unsigned i = 0; i < count; i++) {
            nae_pieces_add(lists[k].out ? &d->setup.out : &d->setup.reserve, list[i]);
        }
    }
    return true;
}

/* A piece stands in one force only. */
static bool claim(const NaeData *d, NaePieces *used, unsigned piece, const JsonNode *entry, Err *err)
{
    if (nae_pieces_in(*used, piece) || nae_pieces_in(d->setup.out, piece)) {
        return json_error(entry, err,
                          "found \"%s\" a second time or removed, expected each piece in one place",
                          d->piece_id[piece]);
    }
    nae_pieces_add(used, piece);
    return true;
}

static bool claim_all(const NaeData *d, NaePieces *used, const uint8_t *list, unsigned count,
                      const JsonNode *entry, Err *err)
{
    for (unsigned i = 0; i < count; i++) {
        if (!claim(d, used, list[i], entry, err)) {
            return false;
        }
    }
    return true;
}

/* Optional id of a general or an army marker. */
static bool read_one(const NaeData *d, const JsonNode *entry, const char *key, unsigned first, unsigned end,
                     uint8_t *out, Err *err)
{
    const NaeIds pieces = nae_piece_ids(d);
    JsonNode node;
    *out = NAE_NONE;
    if (!json_find(entry, key, &node)) {
        return true;
    }
    return nae_ref_of(&node, &pieces, out, err) &&
           ((*out >= first && *out < end) ||
            json_error(&node, err, "found \"%s\", a piece of another kind", d->piece_id[*out]));
}

static bool load_force(NaeData *d, NaeSetupForce *f, const JsonNode *entry, NaePieces *used, Err *err)
{
    static const char *const keys[] = {
        "zone",          "power",         "commander",      "subordinates", "army",   "units", "reduced",
        "mobile_depots", "special_units", "fleets_in_port", "note",         "source", NULL};
    const NaeIds zones = nae_zone_ids(d);
    const NaeIds nations = nae_nation_ids(d);
    uint8_t subordinates = 0;
    uint8_t reduced[NAE_FORCE_UNITS];
    uint8_t reduced_count = 0;
    JsonNode node;
    memset(f->subordinate, NAE_NONE, sizeof f->subordinate);
    if (!json_only_keys(entry, keys, err) || !nae_read_ref(entry, "zone", &zones, &f->zone, err) ||
        !nae_read_ref(entry, "power", &nations, &f->power, err) || !nae_check_source(entry, err) ||
        !read_one(d, entry, "commander", NAE_FIRST_GENERAL, NAE_FIRST_SPECIAL, &f->commander, err) ||
        !read_one(d, entry, "army", NAE_FIRST_ARMY, NAE_FIRST_DEPOT, &f->army, err) ||
        !read_pieces(d, entry, "subordinates", NAE_FIRST_GENERAL, NAE_FIRST_SPECIAL, 3, f->subordinate,
                     &subordinates, err) ||
        !read_pieces(d, entry, "units", NAE_FIRST_UNIT, NAE_FIRST_GENERAL, NAE_FORCE_UNITS, f->unit,
                     &f->units, err) ||
        !read_pieces(d, entry, "reduced", NAE_FIRST_UNIT, NAE_FIRST_GENERAL, NAE_FORCE_UNITS, reduced,
                     &reduced_count, err) ||
        !read_pieces(d, entry, "special_units", NAE_FIRST_SPECIAL, NAE_FIRST_ARMY, NAE_SPECIALS, f->special,
                     &f->specials, err) ||
        !read_pieces(d, entry, "fleets_in_port", NAE_FIRST_FLEET, NAE_PIECES, 3, f->fleet, &f->fleets, err) ||
        (json_find(entry, "mobile_depots", &node) &&
         !nae_read_u8(entry, "mobile_depots", 0, 5, &f->depots, err))) {
        return false;
    }
    for (unsigned i = 0; i < reduced_count; i++) {
        const uint8_t *at = memchr(f->unit, reduced[i], f->units);
        if (at == NULL || d->unit[reduced[i]].steps < 2) {
            return json_error(entry, err,
                              "found reduced unit \"%s\", expected a unit of 2 steps of this force",
                              d->piece_id[reduced[i]]);
        }
        f->reduced = (uint16_t)(f->reduced | 1U << (at - f->unit));
    }
    return (f->commander == NAE_NONE || claim(d, used, f->commander, entry, err)) &&
           (f->army == NAE_NONE || claim(d, used, f->army, entry, err)) &&
           claim_all(d, used, f->subordinate, subordinates, entry, err) &&
           claim_all(d, used, f->unit, f->units, entry, err) &&
           claim_all(d, used, f->special, f->specials, entry, err) &&
           claim_all(d, used, f->fleet, f->fleets, entry, err);
}

static bool load_forces(NaeData *d, const JsonNode *setup, NaePieces *used, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(setup, "forces", 1, NAE_FORCES, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!load_force(d, &d->setup.force[d->setup.forces], &entry, used, err)) {
            return false;
        }
        d->setup.forces++;
    }
    return true;
}

static bool load_squadron(NaeData *d, NaeSetupSquadron *q, const JsonNode *entry, NaePieces *used, Err *err)
{
    static const char *const keys[] = {"where", "box", "fleets", "random_draw", "source", NULL};
    static const char *const words[] = {"sea", "blockade", "port"};
    static const NaeWords boxes = {words, 3, "a kind of place"};
    static const uint8_t meaning[] = {NAE_AT_SEA, NAE_AT_BOX, NAE_AT_PORT};
    uint8_t box = 0;
    uint8_t drawn[3];
    uint8_t drawn_count = 0;
    if (!json_only_keys(entry, keys, err) || !nae_read_word(entry, "box", &boxes, &box, err)) {
        return false;
    }
    q->at = meaning[box];
    const NaeIds places = q->at == NAE_AT_SEA ? nae_sea_ids(d) : nae_zone_ids(d);
    if (!nae_read_ref(entry, "where", &places, &q->place, err) ||
        !read_pieces(d, entry, "fleets", NAE_FIRST_FLEET, NAE_PIECES, 3, q->fleet, &q->fleets, err) ||
        !read_pieces(d, entry, "random_draw", NAE_FIRST_FLEET, NAE_PIECES, 3, drawn, &drawn_count, err) ||
        !nae_check_source(entry, err)) {
        return false;
    }
    for (unsigned i = 0; i < drawn_count; i++) {
        const uint8_t *at = memchr(q->fleet, drawn[i], q->fleets);
        if (at == NULL) {
            return json_error(entry, err, "found \"%s\" in random_draw, expected a fleet of this squadron",
                              d->piece_id[drawn[i]]);
        }
        q->random = (uint8_t)(q->random | 1U << (at - q->fleet));
    }
    return claim_all(d, used, q->fleet, q->fleets, entry, err);
}

static bool load_sea(NaeData *d, const JsonNode *setup, NaePieces *used, Err *err)
{
    JsonNode list;
    size_t count = 0;
    if (!nae_read_list(setup, "sea", 0, NAE_SQUADRONS, &list, &count, err)) {
        return false;
    }
    for (JsonNode entry = json_first(&list); !json_is_end(&entry); entry = json_next(&entry)) {
        if (!load_squadron(d, &d->setup.squadron[d->setup.squadrons], &entry, used, err)) {
            return false;
        }
        d->setup.squadrons++;
    }
    return true;
}

bool nae_load_setup(NaeData *d, const JsonNode *scenario, Err *err)
{
    static const char *const keys[] = {"first_year",
                                       "last_year",
                                       "first_round",
                                       "first_side",
                                       "first_side_only",
                                       "interphase",
                                       "victory_level",
                                       "escalade_level",
                                       "period",
                                       "austrians_first",
                                       "victory",
                                       "statuses",
                                       "patrons",
                                       "forced_peace",
                                       "defeats",
                                       "kingdom_of_bavaria",
                                       "territory",
                                       "empire_control",
                                       "decks",
                                       "hands",
                                       "events_played",
                                       "removed_generals",
                                       "removed_fleets",
                                       "removed_specials",
                                       "reserve_extra",
                                       "forces",
                                       "sea",
                                       "source",
                                       NULL};
    JsonNode setup;
    NaePieces used = nae_pieces_none();
    memset(d->setup.peace_until, NAE_NONE, sizeof d->setup.peace_until);
    return json_get(scenario, "setup", &setup, err) && json_only_keys(&setup, keys, err) &&
           nae_check_source(&setup, err) && load_calendar(&d->setup, &setup, err) &&
           load_statuses(d, &setup, err) &&
           each_member(d, &setup, "patrons", nae_nation_ids(d), read_patron, err) &&
           each_member(d, &setup, "forced_peace", nae_nation_ids(d), read_peace, err) &&
           each_member(d, &setup, "defeats", nae_nation_ids(d), read_defeats, err) &&
           load_map_changes(d, &setup, err) && load_deck(d, &setup, NAE_EMPIRE, err) &&
           load_deck(d, &setup, NAE_COALITION, err) && load_hand(d, &setup, NAE_EMPIRE, err) &&
           load_hand(d, &setup, NAE_COALITION, err) && load_events_played(d, &setup, err) &&
           load_out(d, &setup, err) && load_forces(d, &setup, &used, err) && load_sea(d, &setup, &used, err);
}

/* tournament_config.c: reading a tournament's configuration. */
#include <stdio.h>
#include <string.h>

#include "eval/run/tournament.h"

static bool copy_text(const JsonNode *node, char *text, size_t size, Err *err)
{
    const char *value = NULL;
    if (!json_string(node, &value, err)) {
        return false;
    }
    if (value[0] == '\0' || strlen(value) >= size) {
        return json_error(node, err, "found a text of %zu bytes, expected 1 to %zu", strlen(value), size - 1);
    }
    memcpy(text, value, strlen(value) + 1);
    return true;
}

static bool read_overrides(const JsonNode *set, TournamentScenario *scenario, Err *err)
{
    if (!json_array(set, SCENARIO_OVERRIDES_MAX, &scenario->override_count, err)) {
        return false;
    }
    for (size_t i = 0; i < scenario->override_count; i++) {
        const JsonNode item = json_at(set, i);
        if (!json_string(&item, &scenario->overrides[i], err)) {
            return false;
        }
    }
    return true;
}

/* "game/name", or {"scenario": ..., "set": [...]}. */
static bool read_scenario(const JsonNode *node, TournamentScenario *scenario, Err *err)
{
    static const char *const keys[] = {"scenario", "set", NULL};
    JsonNode name;
    JsonNode set;
    scenario->override_count = 0;
    if (!json_is_object(node, NULL)) {
        return copy_text(node, scenario->name, sizeof scenario->name, err);
    }
    return json_only_keys(node, keys, err) && json_get(node, "scenario", &name, err) &&
           copy_text(&name, scenario->name, sizeof scenario->name, err) &&
           (!json_find(node, "set", &set) || read_overrides(&set, scenario, err));
}

static bool read_seat(const JsonNode *node, TournamentPolicy *policy, Err *err)
{
    const char *name = NULL;
    Seat seat = SEAT_NONE;
    if (!json_string(node, &name, err)) {
        return false;
    }
    if (!seat_parse(name, &seat) || !seat_plays(seat)) {
        return json_error(node, err, "found \"%.64s\", expected \"%s\" or \"%s\"", name,
                          seat_name(SEAT_FRENCH), seat_name(SEAT_COALITION));
    }
    policy->barred[seat_other(seat)] = true;
    return true;
}

/* "heuristic", or {"name": ..., "policy": ..., "seat": ..., "both_lose": ...}. */
static bool read_policy(const JsonNode *node, TournamentPolicy *policy, Err *err)
{
    static const char *const keys[] = {"name", "policy", "seat", "both_lose", NULL};
    JsonNode item;
    const bool plain = !json_is_object(node, NULL);
    if (!plain && (!json_only_keys(node, keys, err) || !json_get(node, "policy", &item, err))) {
        return false;
    }
    if (!copy_text(plain ? node : &item, policy->spec, sizeof policy->spec, err)) {
        return false;
    }
    (void)snprintf(policy->name, sizeof policy->name, "%.*s", TOURNAMENT_NAME_BYTES - 1, policy->spec);
    JsonNode name;
    JsonNode seat;
    JsonNode worth;
    policy->both_lose = WORTH_SHARED;
    return plain ||
           ((!json_find(node, "name", &name) || copy_text(&name, policy->name, sizeof policy->name, err)) &&
            (!json_find(node, "seat", &seat) || read_seat(&seat, policy, err)) &&
            (!json_find(node, "both_lose", &worth) ||
             json_double(&worth, 0.0, 1.0, &policy->both_lose, err)));
}

static bool names_differ(const TournamentConfig *config, const JsonNode *list, Err *err)
{
    for (uint32_t i = 0; i < config->policy_count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const bool same_policy = strcmp(config->policies[i].spec, config->policies[j].spec) == 0;
            if (same_policy || strcmp(config->policies[i].name, config->policies[j].name) == 0) {
                const JsonNode node = json_at(list, i);
                return json_error(&node, err, "found the same %s as in [%u]", same_policy ? "policy" : "name",
                                  (unsigned)j);
            }
        }
    }
    return true;
}

/* With two policies, and one for each seat, somebody meets. */
static bool seats_are_filled(const TournamentConfig *config, const JsonNode *list, Err *err)
{
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        if (tournament_place(config, seat, config->policy_count) == 0) {
            return json_error(list, err, "found no policy for the seat %s, expected one at least",
                              seat_name(seat));
        }
    }
    return true;
}

static bool read_lists(const JsonNode *root, TournamentConfig *config, Err *err)
{
    JsonNode scenarios;
    JsonNode policies;
    size_t scenario_count = 0;
    size_t policy_count = 0;
    if (!json_get(root, "scenarios", &scenarios, err) ||
        !json_array(&scenarios, TOURNAMENT_SCENARIOS_MAX, &scenario_count, err) ||
        !json_get(root, "policies", &policies, err) ||
        !json_array(&policies, TOURNAMENT_POLICIES_MAX, &policy_count, err)) {
        return false;
    }
    if (scenario_count < 1) {
        return json_error(&scenarios, err, "found no scenario, expected one at least");
    }
    if (policy_count < 2) {
        return json_error(&policies, err, "found %zu policies, expected two at least", policy_count);
    }
    bool good = true;
    for (size_t i = 0; good && i < scenario_count; i++) {
        const JsonNode node = json_at(&scenarios, i);
        good = read_scenario(&node, &config->scenarios[i], err);
    }
    for (size_t i = 0; good && i < policy_count; i++) {
        const JsonNode node = json_at(&policies, i);
        good = read_policy(&node, &config->policies[i], err);
    }
    config->scenario_count = (uint32_t)scenario_count;
    config->policy_count = (uint32_t)policy_count;
    return good && names_differ(config, &policies, err) && seats_are_filled(config, &policies, err);
}

static bool read_sprt(const JsonNode *node, EloSprt *sprt, Err *err)
{
    size_t count = 0;
    if (!json_array(node, 2, &count, err)) {
        return false;
    }
    if (count != 2) {
        return json_error(node, err, "found %zu numbers, expected two: Elo of H0 and of H1", count);
    }
    const JsonNode low = json_at(node, 0);
    const JsonNode high = json_at(node, 1);
    if (!json_double(&low, -ELO_SPRT_MOST, ELO_SPRT_MOST, &sprt->elo0, err) ||
        !json_double(&high, -ELO_SPRT_MOST, ELO_SPRT_MOST, &sprt->elo1, err)) {
        return false;
    }
    return sprt->elo0 < sprt->elo1 ||
           json_error(node, err, "found %g and %g, expected the lower one first", sprt->elo0, sprt->elo1);
}

static bool read_pairing(const JsonNode *node, bool *only_first, Err *err)
{
    const char *text = NULL;
    if (!json_string(node, &text, err)) {
        return false;
    }
    *only_first = strcmp(text, "first") == 0;
    return *only_first || strcmp(text, "all") == 0 ||
           json_error(node, err, "found \"%.32s\", expected \"all\" or \"first\"", text);
}

/* A store's name is meant from where the configuration lies. */
static bool read_db(const JsonNode *node, TournamentConfig *config, Err *err)
{
    char name[TOURNAMENT_TEXT_BYTES] = "";
    if (!copy_text(node, name, sizeof name, err)) {
        return false;
    }
    const char *slash = strrchr(config->doc.file, '/');
    const int folder = name[0] == '/' || slash == NULL ? 0 : (int)(slash - config->doc.file) + 1;
    const int length = snprintf(config->db, sizeof config->db, "%.*s%s", folder, config->doc.file, name);
    return (length > 0 && (size_t)length < sizeof config->db) ||
           json_error(node, err, "the name is too long");
}

static bool read_numbers(const JsonNode *root, TournamentConfig *config, Err *err)
{
    long pairs = 0;
    long seed = 1;
    long games = 0;
    JsonNode node;
    if (!json_get_int(root, "pairs", 1, 100000000, &pairs, err) ||
        (json_find(root, "seed", &node) && !json_int(&node, 0, 9007199254740991L, &seed, err)) ||
        (json_find(root, "games", &node) && !json_int(&node, 1, 9007199254740991L, &games, err))) {
        return false;
    }
    config->pairs = (uint64_t)pairs;
    config->seed = (uint64_t)seed;
    config->games = (uint64_t)games;
    return true;
}

static bool read_rest(const JsonNode *root, TournamentConfig *config, Err *err)
{
    JsonNode node;
    config->testing = json_find(root, "sprt", &node);
    return (!config->testing || read_sprt(&node, &config->sprt, err)) &&
           (!json_find(root, "pairing", &node) || read_pairing(&node, &config->only_first, err)) &&
           (!json_find(root, "db", &node) || read_db(&node, config, err)) &&
           (!json_find(root, "until", &node) || copy_text(&node, config->until, sizeof config->until, err)) &&
           (!json_find(root, "moves", &node) || json_bool(&node, &config->moves, err));
}

static bool read_schema(const JsonNode *root, Err *err)
{
    static const char *const keys[] = {"schema", "scenarios", "policies", "pairs", "seed",  "pairing",
                                       "sprt",   "games",     "db",       "until", "moves", NULL};
    const char *schema = NULL;
    JsonNode node;
    if (!json_is_object(root, err) || !json_get(root, "schema", &node, err) ||
        !json_string(&node, &schema, err)) {
        return false;
    }
    if (strcmp(schema, "marshal/tournament/1") != 0) {
        return json_error(&node, err, "found \"%.64s\", expected \"marshal/tournament/1\"", schema);
    }
    return json_only_keys(root, keys, err);
}

bool tournament_read(TournamentConfig *config, const char *file, Err *err)
{
    memset(config, 0, sizeof *config);
    if (!json_load(&config->doc, file, err)) {
        return false;
    }
    const JsonNode root = json_root(&config->doc);
    if (read_schema(&root, err) && read_lists(&root, config, err) && read_numbers(&root, config, err) &&
        read_rest(&root, config, err)) {
        return true;
    }
    tournament_config_release(config);
    return false;
}

void tournament_config_release(TournamentConfig *config) { json_release(&config->doc); }

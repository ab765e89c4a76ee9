/* test_aon_data.c: the shipped board and scenarios load and hold what they should; hostile ones are refused with a
 * message that names the place. Scenarios are found from the project folder. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/aon/data.h"
#include "engine/json.h"
#include "engine/rng.h"

#define BOARD "scenarios/aon/board.json"
static const char *const scenarios[] = {"scenarios/aon/1805.json", "scenarios/aon/1809.json", "scenarios/aon/1813.json"};

/* ---- helpers ---- */

/* Board and scenario as parsed, to be spoilt and loaded. */
typedef struct Pair {
    JsonDoc board;
    JsonDoc scenario;
} Pair;

static Pair open_pair(const char *scenario)
{
    Pair pair;
    Err err;
    err_clear(&err);
    cr_assert(json_load(&pair.board, BOARD, &err), "%s", err.message);
    cr_assert(json_load(&pair.scenario, scenario, &err), "%s", err.message);
    return pair;
}

static void close_pair(Pair *pair)
{
    json_release(&pair->board);
    json_release(&pair->scenario);
}

static AonData *load_pair(const Pair *pair, Err *err)
{
    const JsonNode board = json_root(&pair->board);
    const JsonNode scenario = json_root(&pair->scenario);
    err_clear(err);
    return aon_data_load(&scenario, &board, err);
}

static AonData *load(const char *scenario)
{
    Pair pair = open_pair(scenario);
    Err err;
    AonData *data = load_pair(&pair, &err);
    cr_assert_not_null(data, "%s: %s: %s", err.file, err.path, err.message);
    cr_assert_not(err.set);
    close_pair(&pair);
    return data;
}

/* Expects that pair is refused at path with a message that contains each of the two texts. */
static void expect_refused(const Pair *pair, const char *file, const char *path, const char *message)
{
    Err err;
    AonData *data = load_pair(pair, &err);
    cr_expect_null(data, "%s: expected \"%s\"", path, message);
    cr_expect(err.set);
    cr_expect_str_eq(err.file, file);
    cr_expect_str_eq(err.path, path, "found %s: %s, expected %s: %s", err.path, err.message, path, message);
    cr_expect(strstr(err.message, message) != NULL, "%s: found \"%s\", expected \"%s\"", path, err.message, message);
    aon_data_release(data);
}

/* The item at a path such as areas[ulm].adjacent[0]; NULL if there is none. */
static cJSON *item_at(const JsonDoc *doc, const char *path)
{
    cJSON *item = doc->root;
    char word[64];
    while (item != NULL && *path != '\0') {
        const size_t size = strcspn(path, ".[]");
        memcpy(word, path, size);
        word[size] = '\0';
        path += size;
        if (size > 0 && cJSON_IsObject(item)) {
            item = cJSON_GetObjectItemCaseSensitive(item, word);
        } else if (size > 0 && word[0] >= '0' && word[0] <= '9' && strlen(word) < 3) {
            item = cJSON_GetArrayItem(item, atoi(word));
        } else if (size > 0) {
            cJSON *child = item->child;
            while (child != NULL && strcmp(cJSON_GetObjectItemCaseSensitive(child, "id")->valuestring, word) != 0) {
                child = child->next;
            }
            item = child;
        }
        path += *path != '\0' ? 1 : 0;
    }
    return item;
}

/* Replaces what stands at path by other content, keeping its key. */
static void set_item(const JsonDoc *doc, const char *path, const char *json)
{
    cJSON *item = item_at(doc, path);
    cJSON *fresh = cJSON_Parse(json);
    cr_assert_not_null(item, "%s", path);
    cr_assert_not_null(fresh, "%s", json);
    cJSON_Delete(item->child);
    cJSON_free(item->valuestring);
    item->child = fresh->child;
    item->valuestring = fresh->valuestring;
    item->valuedouble = fresh->valuedouble;
    item->valueint = fresh->valueint;
    item->type = fresh->type;
    fresh->child = NULL;
    fresh->valuestring = NULL;
    cJSON_Delete(fresh);
}

static void remove_member(const JsonDoc *doc, const char *path, const char *key)
{
    cJSON *item = item_at(doc, path);
    cr_assert_not_null(item, "%s", path);
    cr_assert(cJSON_HasObjectItem(item, key), "%s.%s", path, key);
    cJSON_DeleteItemFromObjectCaseSensitive(item, key);
}

static void add_member(const JsonDoc *doc, const char *path, const char *key, const char *json)
{
    cJSON *item = item_at(doc, path);
    cr_assert_not_null(item, "%s", path);
    cJSON_AddItemToObject(item, key, cJSON_Parse(json));
}

/* One value of the board, or of scenario 1805, spoilt. */
static void expect_bad_board(const char *path, const char *json, const char *where, const char *message)
{
    Pair pair = open_pair(scenarios[0]);
    set_item(&pair.board, path, json);
    expect_refused(&pair, BOARD, where, message);
    close_pair(&pair);
}

static void expect_bad_setup(unsigned scenario, const char *path, const char *json, const char *where, const char *message)
{
    Pair pair = open_pair(scenarios[scenario]);
    set_item(&pair.scenario, path, json);
    expect_refused(&pair, scenarios[scenario], where, message);
    close_pair(&pair);
}

/* ---- the shipped data ---- */

Test(aon_data, counts)
{
    for (unsigned i = 0; i < 3; i++) {
        AonData *data = load(scenarios[i]);
        cr_expect_eq(data->areas, 59);
        cr_expect_eq(data->countries, 23);
        cr_expect_eq(data->corps, 91);
        cr_expect_eq(data->cards, 42);
        cr_expect_eq(data->copies, 55);
        cr_expect_eq(bits_count(data->majors), 6);
        cr_expect_eq(bits_count(data->minors), 13);
        cr_expect_eq(bits_count(data->detachable), 4);
        cr_expect_eq(bits_count(data->capitals), 6);
        cr_expect_eq(bits_count(data->adjacent_to_france), 6);
        cr_expect_eq(corps_count(data->all_corps), 91);
        cr_expect_eq(corps_count(data->invasion), 9);
        cr_expect_eq(corps_count(data->minor_allies), 17);
        cr_expect_eq(bits_count(data->red), 6);
        cr_expect_eq(bits_count(data->diplomacy), 6);
        cr_expect_eq(bits_count(data->once), 5);
        cr_expect_str_eq(data->corps_name[data->napoleon], "Napol\xc3\xa9on");
        aon_data_release(data);
    }
}

static unsigned area(const AonData *data, const char *id)
{
    const unsigned found = aon_area_by_id(data, id);
    cr_assert_neq(found, AON_NONE, "%s", id);
    return found;
}

static unsigned distance(const AonData *data, const char *from, const char *to)
{
    return data->distance[area(data, from)][area(data, to)];
}

Test(aon_data, map)
{
    AonData *data = load(scenarios[0]);
    /* E02 */
    cr_expect(area_in(data->adjacent[area(data, "boehmen")], area(data, "banat")));
    cr_expect(area_in(data->adjacent[area(data, "banat")], area(data, "boehmen")));
    cr_expect_eq(distance(data, "flandres", "flandres"), 0);
    cr_expect_eq(distance(data, "flandres", "westfalen"), 1);
    cr_expect_eq(distance(data, "flandres", "bayern"), 2);
    cr_expect_eq(distance(data, "danmark", "sverige"), 1);   /* the Sund counts (A27) */
    cr_expect_eq(distance(data, "sverige", "lithuania"), 5); /* the ice does not */
    cr_expect_eq(distance(data, "britain", "flandres"), AON_NONE);
    cr_expect_eq(distance(data, "castilla", "moscow"), distance(data, "moscow", "castilla"));
    cr_expect_eq(data->danmark, area(data, "danmark"));
    cr_expect_eq(data->ice_cost, 2);
    cr_expect(area_in(data->terrain, area(data, "tirol")) && area_in(data->terrain, area(data, "minsk")));
    cr_expect(area_in(data->baltic, area(data, "livonia")) && !area_in(data->baltic, area(data, "hannover")));
    cr_expect_not(area_in(data->coastal, area(data, "kherson")));
    cr_expect(area_in(data->cossack_areas, area(data, "moscow")));
    cr_expect_not(area_in(data->cossack_areas, area(data, "castilla")));
    cr_expect_not(area_in(data->cossack_areas, area(data, "sverige")));
    aon_data_release(data);
}

Test(aon_data, countries)
{
    AonData *data = load(scenarios[0]);
    const unsigned tirol = aon_country_by_id(data, "tirol");
    const unsigned sachsen = aon_country_by_id(data, "sachsen");
    cr_expect_eq(aon_country_by_id(data, "spain"), AON_SPAIN);
    cr_expect_eq(data->capital[AON_AUSTRIA], area(data, "niederoesterreich"));
    cr_expect_eq(bits_count(data->country_areas[AON_RUSSIA]), 13);
    cr_expect_eq(data->tirol, tirol);
    cr_expect_eq(data->parent[tirol], AON_AUSTRIA);
    cr_expect_eq(data->parent[AON_AUSTRIA], AON_NONE);
    cr_expect_eq(data->detachable_of[area(data, "sachsen")], sachsen);
    cr_expect_eq(data->detachable_of[area(data, "bayern")], AON_NONE);
    cr_expect_eq(data->owner_1805[area(data, "sachsen")], AON_PRUSSIA);
    cr_expect_eq(bits_count(data->detachables[AON_PRUSSIA]), 2);
    /* E13: sachsen stays home ground; sverige reaches danmark over the Sund */
    cr_expect(area_in(data->insurgent_range[AON_PRUSSIA], area(data, "bayern")));
    cr_expect_not(area_in(data->insurgent_range[AON_PRUSSIA], area(data, "wuerttemberg")));
    cr_expect(area_in(data->insurgent_range[aon_country_by_id(data, "sverige")], area(data, "danmark")));
    cr_expect((data->coastal_countries >> AON_SPAIN & 1U) != 0 && (data->coastal_countries >> AON_AUSTRIA & 1U) != 0);
    cr_expect_eq(data->coastal_countries >> aon_country_by_id(data, "bayern") & 1U, 0);
    /* 14.0: minors and detached countries first, France last, Britain never */
    cr_expect_eq(data->surrender_count, 22);
    cr_expect_eq(data->surrender_order[0], aon_country_by_id(data, "bayern"));
    cr_expect_eq(data->surrender_order[16], sachsen);
    cr_expect_eq(data->surrender_order[17], AON_SPAIN);
    cr_expect_eq(data->surrender_order[21], AON_FRANCE);
    aon_data_release(data);
}

Test(aon_data, corps)
{
    AonData *data = load(scenarios[0]);
    const unsigned kutuzov = aon_corps_by_id(data, "kutuzov");
    const unsigned wrede = aon_corps_by_id(data, "wrede");
    const unsigned lefebvre = aon_corps_by_id(data, "lefebvre");
    const unsigned beresford = aon_corps_by_id(data, "beresford");
    /* E21 */
    cr_expect_eq(data->mr[0][kutuzov], 3);
    cr_expect_eq(data->sr[kutuzov], 6);
    cr_expect_eq(data->mr[0][aon_corps_by_id(data, "bagration")], 4);
    /* E43: strength and movement of Napoleon fresh and spent */
    cr_expect_eq(data->mr[0][data->napoleon], 4);
    cr_expect_eq(data->mr[1][data->napoleon], 3);
    /* E28: two armies of 18 and 12 */
    cr_expect_eq(data->br[0][data->napoleon] + data->br[0][aon_corps_by_id(data, "davout")] +
                 data->br[0][aon_corps_by_id(data, "lannes")], 18);
    cr_expect_eq(data->br[0][kutuzov] + data->br[0][aon_corps_by_id(data, "bagration")] +
                 data->br[0][aon_corps_by_id(data, "konstantin")], 12);
    /* E01: home corps of France, and bayern home to a blue and a white corps */
    cr_expect_eq(corps_count(data->of_country[AON_FRANCE]), 22);
    cr_expect_not(corps_in(data->of_country[AON_FRANCE], lefebvre));
    cr_expect(corps_equal(data->of_country[aon_country_by_id(data, "bayern")], corps_with(corps_one(wrede), lefebvre)));
    cr_expect(corps_in(data->of_patron[AON_FRANCE], lefebvre) && corps_in(data->of_patron[AON_AUSTRIA], wrede));
    /* 10.2.3 */
    cr_expect_eq(data->group[wrede], AON_GROUP_AUSTRIA);
    cr_expect_eq(data->group[lefebvre], AON_GROUP_FRENCH_MINORS);
    cr_expect_eq(data->group[beresford], AON_GROUP_BRITISH_MINORS);
    cr_expect_eq(data->group[aon_corps_by_id(data, "charles_john")], AON_GROUP_RUSSIA);
    cr_expect_eq(corps_count(data->of_group[AON_GROUP_FRENCH_MINORS]), 10);
    cr_expect(corps_equal(data->up_to_sr[AON_SR_MAX], data->all_corps));
    cr_expect(corps_in(data->with_sr[8], data->napoleon) && !corps_in(data->up_to_sr[7], data->napoleon));
    cr_expect(corps_equal(data->patron_set[(1 << AON_MAJORS) - 1], data->all_corps));
    cr_expect(corps_equal(data->patron_set[1 << AON_SPAIN | 1 << AON_BRITAIN],
                          corps_or(data->of_patron[AON_SPAIN], data->of_patron[AON_BRITAIN])));
    cr_expect(corps_empty(data->patron_set[0]));
    aon_data_release(data);
}

static bool offered(const AonData *data, unsigned seat, unsigned window, const char *card)
{
    return area_in(data->window[seat][window], aon_card_by_id(data, card));
}

Test(aon_data, cards)
{
    AonData *data = load(scenarios[0]);
    const AonCard *battery = &data->card[aon_card_by_id(data, "grand_battery")];
    const AonCard *guard = &data->card[aon_card_by_id(data, "imperial_guard")];
    const AonCard *line = &data->card[aon_card_by_id(data, "thin_red_line")];
    const AonCard *charge = &data->card[aon_card_by_id(data, "cavalry_charge")];
    cr_expect_eq(battery->battle_kind, AON_BATTLE_STRENGTH_PER_CORPS);
    cr_expect_eq(battery->battle_colors, 1 << AON_FRANCE | 1 << AON_RUSSIA);
    cr_expect_eq(battery->battle_max, 4);
    cr_expect(battery->fog_cancels);
    cr_expect_eq(guard->battle_corps, data->napoleon);
    cr_expect_eq(guard->battle_value, 4);
    cr_expect_eq(battery->battle_corps, AON_NONE);
    cr_expect(line->battle_defender_only && line->battle_colors == 1 << AON_BRITAIN);
    cr_expect_eq(charge->battle_kind, AON_BATTLE_DIE);
    cr_expect_eq(charge->battle_max, 6);
    cr_expect_eq(data->card[data->forced_march].movement_modifier, 1);
    cr_expect_eq(data->card[data->forced_march].copies, 4);
    cr_expect_eq(data->card[aon_card_by_id(data, "mud")].movement_modifier, -1);
    cr_expect_eq(data->card[aon_card_by_id(data, "depot")].winter_modifier, 2);
    cr_expect_eq(data->card[aon_card_by_id(data, "russo_ottoman_war")].country, AON_RUSSIA);
    cr_expect_eq(data->card[aon_card_by_id(data, "russo_ottoman_war")].returns, 2);
    cr_expect_eq(data->card[aon_card_by_id(data, "stein")].event, AON_EVENT_STEIN);
    cr_expect_eq(data->card[aon_card_by_id(data, "joseph")].event, AON_EVENT_JOSEPH);
    cr_expect_eq(data->card[aon_card_by_id(data, "pitt")].event, 0);
    cr_expect_gt(strlen(data->card[0].effect), 20);
    aon_data_release(data);
}

Test(aon_data, windows)
{
    AonData *data = load(scenarios[0]);
    cr_expect(offered(data, 0, AON_WINDOW_DIPLOMACY_TURN, "napoleon_i"));
    cr_expect_not(offered(data, 1, AON_WINDOW_DIPLOMACY_TURN, "napoleon_i"));
    cr_expect(offered(data, 1, AON_WINDOW_DIPLOMACY_COUNTER, "metternich"));
    /* A89: the Coalition has Napoleonic Dynasty after a surrender only */
    cr_expect(offered(data, 0, AON_WINDOW_DIPLOMACY_TURN, "napoleonic_dynasty"));
    cr_expect_not(offered(data, 1, AON_WINDOW_DIPLOMACY_TURN, "napoleonic_dynasty"));
    cr_expect(offered(data, 1, AON_WINDOW_AFTER_SURRENDER_TO_FRENCH, "napoleonic_dynasty"));
    cr_expect(offered(data, 0, AON_WINDOW_AFTER_SURRENDER_TO_FRENCH, "territorial_concessions"));
    cr_expect(offered(data, 1, AON_WINDOW_DIPLOMACY_TURN, "continental_system"));
    cr_expect_eq(data->window[0][AON_WINDOW_ANYTIME], area_bit(data->napoleonica));
    for (unsigned window = 0; window < AON_WINDOW_COUNT; window++) {
        cr_expect_neq(data->window[0][window] | data->window[1][window], 0, "no card in window %u", window);
        cr_expect_eq((data->window[0][window] | data->window[1][window]) & ~data->titles, 0);
    }
    aon_data_release(data);
}

Test(aon_data, conversions)
{
    AonData *data = load(scenarios[0]);
    const AonCard *metternich = &data->card[aon_card_by_id(data, "metternich")];
    const AonCard *dynasty = &data->card[aon_card_by_id(data, "napoleonic_dynasty")];
    cr_assert_eq(metternich->conversion_count, 3);
    cr_expect_eq(metternich->conversions[0].seat, 1);
    cr_expect_eq(metternich->conversions[0].from, AON_NC);
    cr_expect_eq(metternich->conversions[0].to, AON_CM);
    cr_expect_eq(metternich->conversions[0].targets, AON_TARGETS_LIST);
    cr_expect_eq(metternich->conversions[0].list, 1U << AON_AUSTRIA);
    cr_expect(metternich->conversions[0].ignores_occupation && !metternich->conversions[2].ignores_occupation);
    cr_assert_eq(dynasty->conversion_count, 4);
    cr_expect_eq(dynasty->conversions[0].from_kind, AON_FROM_ALIGNMENT);
    cr_expect_eq(dynasty->conversions[1].from_kind, AON_FROM_NC_FRENCH_OCCUPIED_MAJOR);
    cr_expect_eq(dynasty->conversions[2].from_kind, AON_FROM_JUST_SURRENDERED);
    cr_expect_eq(dynasty->conversions[2].targets, AON_TARGETS_NOT_RUSSIA);
    cr_expect_eq(data->card[aon_card_by_id(data, "insurrection")].conversions[1].from_kind, AON_FROM_NC_FRENCH_OCCUPIED);
    aon_data_release(data);
}

/* Hand bits: first copies in title order, then the others; each copy has one bit. */
Test(aon_data, copies)
{
    AonData *data = load(scenarios[0]);
    unsigned bits[AON_CARDS_MAX] = {0};
    for (unsigned bit = 0; bit < data->copies; bit++) {
        bits[data->extra_of[bit]]++;
    }
    for (unsigned i = 0; i < data->cards; i++) {
        const AonCard *card = &data->card[i];
        cr_expect_eq(bits[i], card->copies);
        cr_expect_eq(data->extra_of[i], i);
        for (unsigned extra = 0; extra + 1U < card->copies; extra++) {
            cr_expect_eq(data->extra_of[card->first_extra + extra], i);
        }
    }
    aon_data_release(data);
}

Test(aon_data, battle_table)
{
    AonData *data = load(scenarios[0]);
    /* E28 */
    cr_expect_eq(data->battle_losses[18][3], 1);
    cr_expect_eq(data->battle_tbm[18], 3);
    cr_expect_eq(data->battle_losses[12][3], 1);
    cr_expect_eq(data->battle_tbm[12], 2);
    cr_expect_eq(data->battle_losses[0][5], data->battle_losses[1][5]);
    cr_expect_eq(data->battle_tbm[36], 6);
    cr_expect_eq(data->battle_tbm[37], 7);
    cr_expect_eq(data->battle_losses[AON_STRENGTH_MAX][0], 2);
    cr_expect_eq(data->battle_home, 1);
    cr_expect_eq(data->battle_sea, -2);
    aon_data_release(data);
}

Test(aon_data, attrition_tables)
{
    AonData *data = load(scenarios[0]);
    cr_expect_eq(data->march_losses[0][0], 0);
    cr_expect_eq(data->march_losses[1][0], 1);
    cr_expect_eq(data->march_losses[1][1], 0);
    cr_expect_eq(data->march_losses[8][0], 3);
    cr_expect_eq(data->march_losses[9][0], 3 + 1);
    cr_expect_eq(data->march_losses[16][4], 1 + 1);
    cr_expect_eq(data->march_losses[20][0], 3 + 3 + 2); /* 8 + 8 + 4 */
    /* E37: eight corps in Moscow, die 4, capital +1, barren -2 */
    const int die = 4 + data->winter_capital + data->winter_barren;
    cr_expect_eq(die, 3);
    cr_expect_eq(data->winter_losses[8][die - data->winter_die_min], 2);
    cr_expect_eq(data->winter_die_min, -1);
    cr_expect_eq(data->winter_die_max, 6);
    cr_expect_eq(data->winter_minimum_corps, 3);
    cr_expect_eq(data->winter_losses[2][0], 0);
    cr_expect_eq(data->winter_losses[AON_CORPS_MAX][0], 7);
    cr_expect_eq(data->rounds, 6);
    cr_expect_eq(data->winter_from, 5);
    cr_expect_eq(data->coalition_initiative_from, 11);
    cr_expect_eq(data->move_winter, -1);
    cr_expect_eq(data->move_attack, -1);
    aon_data_release(data);
}

Test(aon_data, charts)
{
    AonData *data = load(scenarios[0]);
    cr_expect_eq(data->hand_cards[AON_FRANCE][0][0], 5);
    cr_expect_eq(data->hand_cards[AON_FRANCE][0][1], 5);
    cr_expect_eq(data->hand_cards[AON_FRANCE][1][0], 0);
    cr_expect_eq(data->hand_cards[AON_BRITAIN][1][0], 4);
    cr_expect_eq(data->hand_cards[AON_AUSTRIA][1][0], 1);
    cr_expect_eq(data->hand_cards[AON_AUSTRIA][1][1], 3);
    cr_expect_eq(data->hand_cards[AON_AUSTRIA][0][1], 1);
    cr_expect_eq(data->minors_per_card, 4);
    cr_expect_eq(data->hand_min, 6);
    cr_expect_eq(data->hand_max, 10);
    /* E11 */
    cr_expect_eq(data->limits[AON_GROUP_FRANCE_HOME][0][0].mobilization, 10);
    cr_expect_eq(data->limits[AON_GROUP_FRANCE_HOME][0][0].deployment, 5);
    cr_expect_eq(12 / data->french_minor_divisors.mobilization, 6);
    cr_expect_eq(12 / data->french_minor_divisors.deployment, 4);
    /* fall-backs: [normal, reformed, insurgent, both] */
    cr_expect_eq(data->limits[AON_GROUP_SPAIN][1][0].mobilization, 4);
    cr_expect_eq(data->limits[AON_GROUP_SPAIN][1][2].mobilization, 6);
    cr_expect_eq(data->limits[AON_GROUP_SPAIN][1][3].mobilization, 6);
    cr_expect_eq(data->limits[AON_GROUP_PRUSSIA][1][0].mobilization, 4);
    cr_expect_eq(data->limits[AON_GROUP_PRUSSIA][1][1].mobilization, 7);
    cr_expect_eq(data->limits[AON_GROUP_PRUSSIA][1][2].mobilization, 4);
    cr_expect_eq(data->limits[AON_GROUP_PRUSSIA][1][3].mobilization, 7);
    cr_expect_eq(data->limits[AON_GROUP_PRUSSIA][0][1].mobilization, 1);
    aon_data_release(data);
}

/* ---- the set-ups ---- */

static unsigned control(unsigned alignment)
{
    return alignment == AON_FR || alignment == AON_FA || alignment == AON_FD ? 0 : alignment == AON_CM || alignment == AON_IC ? 1 : 2;
}

/* Hands by the strategy chart [9.3]. */
static unsigned chart_hand(const AonData *data, unsigned seat)
{
    unsigned cards = 0;
    unsigned minors = 0;
    for (unsigned i = 0; i < data->countries; i++) {
        if (control(data->setup.alignment[i]) != seat) {
            continue;
        }
        if (i >= AON_MAJORS) {
            minors++;
            continue;
        }
        const bool reformed = (i == AON_AUSTRIA && (data->setup.events & AON_EVENT_RADETZKY) != 0) ||
                              (i == AON_PRUSSIA && (data->setup.events & AON_EVENT_STEIN) != 0);
        cards += data->hand_cards[i][seat][reformed];
    }
    cards += minors / data->minors_per_card;
    return cards < data->hand_min ? data->hand_min : cards > data->hand_max ? data->hand_max : cards;
}

Test(aon_data, hands_follow_the_chart)
{
    for (unsigned i = 0; i < 3; i++) {
        AonData *data = load(scenarios[i]);
        cr_expect_eq(chart_hand(data, 0), data->setup.hand[0], "%s", scenarios[i]);
        cr_expect_eq(chart_hand(data, 1), data->setup.hand[1], "%s", scenarios[i]);
        aon_data_release(data);
    }
}

/* Corps of a group on the map stay within its mobilization limit [10.2.2]. */
Test(aon_data, setups_respect_mobilization)
{
    for (unsigned i = 0; i < 3; i++) {
        AonData *data = load(scenarios[i]);
        unsigned count[AON_GROUPS_MAX] = {0};
        unsigned french_minors = 0;
        for (unsigned c = AON_MAJORS; c < data->countries; c++) {
            french_minors += control(data->setup.alignment[c]) == 0 ? 1 : 0;
        }
        for (unsigned p = 0; p < data->setup.placement_count; p++) {
            count[data->group[data->setup.placements[p].corps]]++;
        }
        static const uint8_t major[AON_GROUPS_MAX] = {AON_FRANCE, AON_FRANCE, AON_BRITAIN, AON_BRITAIN,
                                                      AON_AUSTRIA, AON_PRUSSIA, AON_RUSSIA, AON_SPAIN};
        for (unsigned g = 0; g < AON_GROUPS_MAX; g++) {
            const unsigned alignment = data->setup.alignment[major[g]];
            const unsigned seat = control(alignment);
            const bool reformed = (g == AON_GROUP_AUSTRIA && (data->setup.events & AON_EVENT_RADETZKY) != 0) ||
                                  (g == AON_GROUP_PRUSSIA && (data->setup.events & AON_EVENT_STEIN) != 0);
            const unsigned row = (reformed ? 1U : 0U) + (alignment == AON_IC ? 2U : 0U);
            const unsigned limit = seat == 2                       ? 0
                                   : g == AON_GROUP_FRENCH_MINORS ? french_minors / data->french_minor_divisors.mobilization
                                                                   : data->limits[g][seat][row].mobilization;
            cr_expect_leq(count[g], limit, "%s: group %u", scenarios[i], g);
        }
        aon_data_release(data);
    }
}

Test(aon_data, setup_1805)
{
    AonData *data = load(scenarios[0]);
    const AonSetup *setup = &data->setup;
    cr_expect_eq(setup->first_year, 5);
    cr_expect_eq(setup->first_round, 3);
    cr_expect_eq(setup->last_year, 15);
    cr_expect_eq(setup->placement_count, 16);
    cr_expect_eq(setup->placements[1].corps, data->napoleon);
    cr_expect_eq(setup->placements[1].area, area(data, "flandres"));
    cr_expect_eq(setup->alignment[AON_PRUSSIA], AON_NC);
    cr_expect_eq(setup->alignment[data->tirol], AON_UNALIGNED);
    /* E41: 53 cards shuffled, 37 left after dealing */
    cr_expect_eq(setup->set_aside[aon_card_by_id(data, "english_gold")], 1);
    cr_expect_eq(setup->set_aside[aon_card_by_id(data, "insurrection")], 1);
    cr_expect_eq(data->copies - 2 - setup->hand[0] - setup->hand[1], 37);
    cr_expect(setup->free_move[0] && setup->free_move[1]);
    cr_expect(data->options.hidden_stacks && data->options.reaction_attrition_everywhere);
    cr_expect_not(data->options.napoleon_returns || data->options.counter_must_match);
    cr_expect_str_eq(data->title, "1805: Ulm and Austerlitz");
    aon_data_release(data);
}

Test(aon_data, setup_1809_and_1813)
{
    AonData *data = load(scenarios[1]);
    cr_expect_eq(data->setup.alignment[data->tirol], AON_IC);
    cr_expect_eq(data->setup.formerly_insurgent, 1U << AON_SPAIN | 1U << data->tirol);
    cr_expect_eq(data->setup.events, AON_EVENT_BRITANNIA | AON_EVENT_RADETZKY | AON_EVENT_CONTINENTAL_SYSTEM | AON_EVENT_JOSEPH);
    cr_expect_eq(data->setup.discard_count, 8);
    cr_expect_eq(data->setup.discarded[0], aon_card_by_id(data, "britannia"));
    cr_expect_eq(data->setup.random_discards, 24);
    cr_expect_eq(corps_count(data->setup.lost), 9);
    cr_expect(corps_empty(data->setup.released));
    aon_data_release(data);
    data = load(scenarios[2]);
    cr_expect(data->setup.russia_invaded);
    cr_expect_eq(data->setup.french_invaded_russia_year, 12);
    cr_expect(corps_equal(data->setup.released, data->invasion));
    cr_expect_eq(data->setup.placement_count, 40);
    aon_data_release(data);
}

/* ---- knobs ---- */

static AonData *load_with(const char *path, const char *value)
{
    Pair pair = open_pair(scenarios[0]);
    Err err;
    err_clear(&err);
    JsonDoc *doc = json_has_root_key(&pair.scenario, path) ? &pair.scenario : &pair.board;
    cr_assert(json_override(doc, path, value, &err), "%s", err.message);
    AonData *data = load_pair(&pair, &err);
    cr_assert_not_null(data, "%s=%s: %s: %s", path, value, err.path, err.message);
    close_pair(&pair);
    return data;
}

Test(aon_data, numbers_can_be_turned)
{
    AonData *data = load_with("setup.hand.french", "6");
    cr_expect_eq(data->setup.hand[0], 6);
    aon_data_release(data);
    data = load_with("tables.battle_results.columns[2].tie_breaker_modifier", "5");
    cr_expect_eq(data->battle_tbm[9], 5);
    aon_data_release(data);
    data = load_with("tables.battle_results.columns[0].losses_by_die_1_to_6[5]", "3");
    cr_expect_eq(data->battle_losses[4][5], 3);
    aon_data_release(data);
    data = load_with("corps[napoleon].fresh.br", "12");
    cr_expect_eq(data->br[0][data->napoleon], 12);
    aon_data_release(data);
    data = load_with("cards[imperial_guard].battle_modifier.value", "0");
    cr_expect_eq(data->card[aon_card_by_id(data, "imperial_guard")].battle_value, 0);
    aon_data_release(data);
    data = load_with("tables.winter_attrition.modifiers[barren_area].value", "-4");
    cr_expect_eq(data->winter_barren, -4);
    aon_data_release(data);
    data = load_with("tables.winter_attrition.minimum_corps", "5");
    cr_expect_eq(data->winter_minimum_corps, 5);
    aon_data_release(data);
    data = load_with("tables.strategy_chart.rows[1].cards", "7");
    cr_expect_eq(data->hand_cards[AON_FRANCE][0][0], 7);
    aon_data_release(data);
    data = load_with("options.hidden_stacks", "false");
    cr_expect_not(data->options.hidden_stacks);
    aon_data_release(data);
    data = load_with("areas[tirol].mountain", "false");
    cr_expect_not(area_in(data->terrain, area(data, "tirol")));
    aon_data_release(data);
    data = load_with("setup.last_year", "1806");
    cr_expect_eq(data->setup.last_year, 6);
    aon_data_release(data);
}

Test(aon_data, options_default_to_the_boards)
{
    Pair pair = open_pair(scenarios[0]);
    Err err;
    cJSON_DeleteItemFromObjectCaseSensitive(pair.scenario.root, "options");
    set_item(&pair.board, "option_definitions[counter_must_match].default", "true");
    AonData *data = load_pair(&pair, &err);
    cr_assert_not_null(data, "%s", err.message);
    cr_expect(data->options.counter_must_match && data->options.hidden_stacks);
    aon_data_release(data);
    close_pair(&pair);
}

/* ---- boards that are wrong ---- */

Test(aon_data, wrong_areas)
{
    expect_bad_board("areas[1].id", "\"Flandres\"", "areas[1].id", "expected an id such as");
    expect_bad_board("areas[1].id", "\"ile_de_france\"", "areas[1].id", "a second time");
    expect_bad_board("areas[1].id", "\"an_id_that_is_far_too_long_for_anything\"", "areas[1].id", "expected 1 to 31");
    expect_bad_board("areas[1].name", "\"\"", "areas[1].name", "0 bytes");
    expect_bad_board("areas[1].country_1805", "\"frence\"", "areas[1].country_1805", "did you mean \"france\"?");
    expect_bad_board("areas[1].country_1805", "\"holland\"", "areas[1]", "does not list \"flandres\"");
    expect_bad_board("areas[tirol].country_1805", "\"tirol\"", "areas[31]", "before it is detached");
    expect_bad_board("areas[1].adjacent[0]", "\"ulm\"", "areas[1].adjacent[0]", "found \"ulm\", expected the id of an area");
    expect_bad_board("areas[1].adjacent[0]", "\"flandres\"", "areas[1]", "border of \"flandres\" with itself");
    expect_bad_board("areas[1].adjacent[0]", "\"holland\"", "areas[1].adjacent[1]", "twice");
    expect_bad_board("areas[1].adjacent", "[\"moscow\"]", "areas[0].adjacent", "does not list \"ile_de_france\"");
    expect_bad_board("areas[britain].adjacent", "[\"flandres\"]", "areas[14].adjacent",
                     "found \"flandres\", but areas[1] (\"flandres\") does not list \"britain\"");
    expect_bad_board("areas[1].lat", "91", "areas[1].lat", "expected a number from -90 to 90");
    expect_bad_board("areas[1].baltic", "\"yes\"", "areas[1].baltic", "expected true or false");
    expect_bad_board("areas[bayern].baltic", "true", "areas[46]", "not coastal");
    expect_bad_board("areas[kherson].coastal", "true", "areas[45]", "both coastal and black_sea");
    expect_bad_board("areas[1].source", "\"hearsay\"", "areas[1].source", "expected a source: one of rulebook");
    expect_bad_board("areas[boehmen].adjacent_given_by_text", "[\"moscow\"]", "areas[24].adjacent_given_by_text", "in adjacent too");
    expect_bad_board("areas", "[]", "areas", "at least 2");
    expect_bad_board("areas[3]", "17", "areas[3]", "found 17, expected an object");
}

Test(aon_data, missing_and_unknown)
{
    Pair pair = open_pair(scenarios[0]);
    cJSON_DeleteItemFromArray(item_at(&pair.board, "areas"), 58);
    expect_refused(&pair, BOARD, "areas[7].adjacent[5]", "found \"wuerttemberg\", expected the id of an area");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    remove_member(&pair.board, "areas[moscow]", "barren");
    expect_refused(&pair, BOARD, "areas[33]", "the key \"barren\" is missing");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    add_member(&pair.board, "areas[moscow]", "baren", "true");
    expect_refused(&pair, BOARD, "areas[33].baren", "unknown key, expected one of id, name");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    remove_member(&pair.board, "", "tables");
    expect_refused(&pair, BOARD, "", "the key \"tables\" is missing");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    add_member(&pair.scenario, "setup", "weather", "\"fine\"");
    expect_refused(&pair, scenarios[0], "setup.weather", "unknown key");
    close_pair(&pair);
}

Test(aon_data, wrong_files)
{
    expect_bad_board("schema", "\"marshal/board/2\"", "schema", "expected the format: one of marshal/board/1");
    expect_bad_board("game", "\"chess\"", "game", "one of aon");
    expect_bad_setup(0, "schema", "\"marshal/board/1\"", "schema", "marshal/scenario/1");
    expect_bad_setup(0, "title", "\"\"", "title", "0 bytes");
}

Test(aon_data, wrong_countries)
{
    expect_bad_board("countries[0].id", "\"austria\"", "countries[0]", "the six major countries come first");
    expect_bad_board("countries[6].id", "\"spain\"", "countries[6].id", "a second time");
    expect_bad_board("countries[6].kind", "\"major\"", "countries[6]", "only for them");
    expect_bad_board("countries[5].kind", "\"minor\"", "countries[5]", "for the first six");
    expect_bad_board("countries[2].color", "\"blue\"", "countries[2]", "expected \"white\"");
    expect_bad_board("countries[2].capital_area", "\"moscow\"", "countries[2]", "one of the country's areas");
    expect_bad_board("countries[bayern].areas", "[\"bayern\",\"tirol\"]", "countries[6]", "found 2 areas, expected one");
    expect_bad_board("countries[bayern].areas[0]", "\"tirol\"", "countries[6]", "found capital_area");
    expect_bad_board("countries[0].areas[1]", "\"holland\"", "countries[9]", "found area \"holland\", which an earlier country lists");
    expect_bad_board("countries[1].areas", "[]", "countries[1]", "found capital_area");
    expect_bad_board("countries[0].area_count_given", "9", "countries[0].area_count_given", "lists 8 areas");
    expect_bad_board("countries[tirol].parent", "\"spain\"", "countries[19]", "an area of \"spain\"");
    expect_bad_board("countries[tirol].parent", "\"bayern\"", "countries[19].parent", "a major country: one of france");
}

Test(aon_data, wrong_links_and_roles)
{
    expect_bad_board("special_links[0].b", "\"danmark\"", "special_links[0]", "without an ordinary border");
    expect_bad_board("special_links[0].b", "\"pommern\"", "special_links[0]", "without an ordinary border");
    expect_bad_board("special_links[0].kind", "\"ice\"", "special_links[0]", "expected \"strait\"");
    expect_bad_board("special_links[1].areas_counted", "0", "special_links[1].areas_counted", "from 1 to 4");
    expect_bad_board("special_links", "[]", "special_links", "at least 2");
    expect_bad_board("roles.winter_sea_exit", "\"tirol\"", "roles", "expected a Baltic area");
    expect_bad_board("roles.rises_with_austria", "\"polen\"", "roles", "detachable country of Austria");
    expect_bad_board("roles.no_cossacks[1]", "\"sweden\"", "roles.no_cossacks[1]", "id of a country");
}

Test(aon_data, wrong_corps)
{
    expect_bad_board("corps[0].fresh.br", "-1", "corps[0].fresh.br", "found -1, expected a whole number from 0 to 20");
    expect_bad_board("corps[0].fresh.br", "1e300", "corps[0].fresh.br", "found 1e+300");
    expect_bad_board("corps[0].fresh.mr", "3.5", "corps[0].fresh.mr", "found 3.5, expected a whole number");
    expect_bad_board("corps[0].sr", "9", "corps[0].sr", "from 1 to 8");
    expect_bad_board("corps[0].sr", "0", "corps[0].sr", "from 1 to 8");
    expect_bad_board("corps[0].fresh", "[8,4]", "corps[0].fresh", "found an array, expected an object");
    expect_bad_board("corps[0].patron", "\"bayern\"", "corps[0].patron", "a major country");
    expect_bad_board("corps[0].country", "\"bayern\"", "corps[0]", "expected \"minor_ally\" if and only if");
    expect_bad_board("corps[lefebvre].country", "\"austria\"", "corps[22]", "minor or detachable country");
    expect_bad_board("corps[lefebvre].availability", "\"none\"", "corps[22]", "expected \"minor_ally\" if and only if");
    expect_bad_board("corps[karl].availability", "\"stein\"", "corps[41]", "expected \"prussia\"");
    expect_bad_board("corps[1].id", "\"napoleon\"", "corps[1].id", "a second time");
    expect_bad_board("corps[0].leader", "false", "corps", "no corps with \"leader\"");
    expect_bad_board("corps[0].leader", "1", "corps[0].leader", "expected true or false");
    Pair pair = open_pair(scenarios[0]);
    add_member(&pair.board, "corps[karl]", "leader", "true");
    expect_refused(&pair, BOARD, "corps[41].leader", "one French home corps");
    close_pair(&pair);
}

Test(aon_data, wrong_cards)
{
    expect_bad_board("cards[0].copies", "0", "cards[0].copies", "from 1 to 55");
    expect_bad_board("cards[0].copies", "2", "cards", "more than 55 cards");
    expect_bad_board("cards[0].op", "\"conver\"", "cards[0].op", "an operation: one of convert");
    expect_bad_board("cards[0].op", "\"detach\"", "cards[0].conversions", "has no use for it");
    expect_bad_board("cards[0].windows[0]", "\"battle_cards\"", "cards[0].windows[0]", "cannot be played");
    expect_bad_board("cards[0].windows", "[]", "cards[0].windows", "at least 1");
    expect_bad_board("cards[0].diplomacy_card", "false", "cards[0].windows", "7.2.1");
    expect_bad_board("cards[0].players", "\"coalition\"", "cards[0].conversions[0]", "may not play the card");
    expect_bad_board("cards[0].phases[0]", "\"tea\"", "cards[0].phases[0]", "a phase: one of");
    expect_bad_board("cards[0].effect", "7", "cards[0].effect", "expected a string");
    expect_bad_board("cards[0].once_only", "true", "cards[0]", "if and only if the card has an event");
    expect_bad_board("cards[stein].event", "\"radetzky\"", "cards[10].event", "brings already");
    expect_bad_board("cards[stein].event", "\"waterloo\"", "cards[10].event", "an event: one of britannia");
    expect_bad_board("cards[0].conversions[0].from", "\"XX\"", "cards[0].conversions[0].from", "one of FR, CM");
    expect_bad_board("cards[0].conversions[0].to", "\"CM\"", "cards[0].conversions[0]", "expected a change");
    expect_bad_board("cards[0].conversions[0].to", "\"IC\"", "cards[0].conversions[0]", "conversion to \"IC\"");
    expect_bad_board("cards[0].conversions[0].countries", "\"all\"", "cards[0].conversions[0].countries", "one of any");
    expect_bad_board("cards[0].conversions[0].countries", "[\"ulm\"]", "cards[0].conversions[0].countries[0]", "id of a country");
    expect_bad_board("cards[0].conversions[0].countries", "[]", "cards[0].conversions[0].countries", "empty list");
    expect_bad_board("cards[forced_march].movement_modifier", "9", "cards[27].movement_modifier", "from -3 to 3");
    expect_bad_board("cards[major_campaign].armies", "0", "cards[26].armies", "from 1 to 6");
    expect_bad_board("cards[grand_battery].battle_modifier.kind", "\"cancel\"", "cards[31].battle_modifier", "does not go with");
    expect_bad_board("cards[grand_battery].battle_modifier.colors[0]", "\"pink\"", "cards[31].battle_modifier.colors[0]", "a colour");
    expect_bad_board("cards[imperial_guard].battle_modifier.requires_corps", "\"ney_\"",
                     "cards[32].battle_modifier.requires_corps", "did you mean \"ney\"?");
    expect_bad_board("cards[russo_ottoman_war].removes_corps.country", "\"sverige\"", "cards[19].removes_corps.country", "a major country");
    Pair pair = open_pair(scenarios[0]);
    remove_member(&pair.board, "cards[depot]", "winter_die_modifier");
    expect_refused(&pair, BOARD, "cards[39]", "the key \"winter_die_modifier\" is missing, which the operation");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    set_item(&pair.board, "cards[major_campaign].op", "\"movement_bonus\"");
    remove_member(&pair.board, "cards[major_campaign]", "armies");
    add_member(&pair.board, "cards[major_campaign]", "movement_modifier", "1");
    set_item(&pair.board, "cards[major_campaign].windows", "[\"own_move\"]");
    expect_refused(&pair, BOARD, "cards[27]", "a second title with the operation \"movement_bonus\"");
    close_pair(&pair);
}

Test(aon_data, wrong_tables)
{
    expect_bad_board("tables.sequence.campaign_rounds", "0", "tables.sequence.campaign_rounds", "from 1 to 7");
    expect_bad_board("tables.sequence.winter_from_round", "8", "tables.sequence.winter_from_round", "from 1 to 7");
    expect_bad_board("tables.battle_results.columns[0].strength_min", "2", "tables.battle_results.columns[0].strength_min", "from 1 to 1");
    expect_bad_board("tables.battle_results.columns[1].strength_max", "9", "tables.battle_results.columns[2].strength_min", "from 10 to 10");
    expect_bad_board("tables.battle_results.columns[1].strength_max", "null", "tables.battle_results.columns[1].strength_max", "only the last row");
    expect_bad_board("tables.battle_results.columns[7].strength_max", "99", "tables.battle_results.columns[7].strength_max", "must be open-ended");
    expect_bad_board("tables.battle_results.columns[0].losses_by_die_1_to_6", "[0,0,0,0,0]",
                     "tables.battle_results.columns[0].losses_by_die_1_to_6", "at least 6");
    expect_bad_board("tables.battle_results.columns[0].losses_by_die_1_to_6[2]", "-1",
                     "tables.battle_results.columns[0].losses_by_die_1_to_6[2]", "from 0 to 60");
    expect_bad_board("tables.battle_results.columns[0].tie_breaker_modifier", "true",
                     "tables.battle_results.columns[0].tie_breaker_modifier", "found true, expected a whole number");
    expect_bad_board("tables.march_attrition.rows[1].spent_corps", "3", "tables.march_attrition.rows[1].spent_corps", "from 2 to 2");
    expect_bad_board("tables.march_attrition.rows[0].losses_by_die_1_to_6[0]", "2",
                     "tables.march_attrition.rows[0].losses_by_die_1_to_6[0]", "from 0 to 1");
    expect_bad_board("tables.winter_attrition.rows[0].corps_min", "4", "tables.winter_attrition.rows[0].corps_min", "from 1 to 3");
    expect_bad_board("tables.winter_attrition.rows[6].corps_min", "10", "tables.winter_attrition.rows[6].corps_min", "from 9 to 9");
    expect_bad_board("tables.winter_attrition.rows[0].losses", "[1,1]", "tables.winter_attrition.rows[0].losses", "at least 8");
    expect_bad_board("tables.winter_attrition.die_max", "-2", "tables.winter_attrition.die_max", "from -1 to 14");
    expect_bad_board("tables.winter_attrition.modifiers[0].id", "\"depot\"", "tables.winter_attrition.modifiers[0].id", "capital_area");
    expect_bad_board("tables.strategy_chart.maximum", "5", "tables.strategy_chart.maximum", "from 6 to 20");
    expect_bad_board("tables.strategy_chart.minor_countries_per_card", "0", "tables.strategy_chart.minor_countries_per_card", "from 1");
    expect_bad_board("tables.strategy_chart.rows[2].country", "\"britain\"", "tables.strategy_chart.rows[2]", "a second row");
    expect_bad_board("tables.strategy_chart.rows[2].controller", "\"french\"", "tables.strategy_chart.rows[8]", "a second row");
    expect_bad_board("tables.strategy_chart.rows[3].state", "\"insurgent\"", "tables.strategy_chart.rows[3]", "any, normal or reformed");
    expect_bad_board("tables.strategy_chart.rows[2].state", "\"reformed\"", "tables.strategy_chart.rows[2]", "austria and prussia only");
    expect_bad_board("tables.reinforcement_chart.rows[1].mobilization_per_controlled_minors", "0",
                     "tables.reinforcement_chart.rows[1].mobilization_per_controlled_minors", "from 1 to 99");
    expect_bad_board("tables.reinforcement_chart.rows[0].controller", "\"coalition\"", "tables.reinforcement_chart.rows[0]", "never controls");
    expect_bad_board("tables.surrender_order.order[0]", "\"spain\"", "tables.surrender_order.order[1]", "a second time");
    expect_bad_board("tables.surrender_order.order[0]", "\"britain\"", "tables.surrender_order.order[0]", "who surrenders");
    Pair pair = open_pair(scenarios[0]);
    cJSON_DeleteItemFromArray(item_at(&pair.board, "tables.strategy_chart.rows"), 11);
    expect_refused(&pair, BOARD, "tables.strategy_chart.rows", "no row for country \"spain\" under \"french\"");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    cJSON_DeleteItemFromArray(item_at(&pair.board, "tables.reinforcement_chart.rows"), 4);
    expect_refused(&pair, BOARD, "tables.reinforcement_chart.rows", "no row for group \"austria\" under \"coalition\"");
    close_pair(&pair);
}

/* ---- set-ups that are wrong ---- */

Test(aon_data, wrong_alignments)
{
    expect_bad_setup(0, "setup.alignments.france", "\"CM\"", "setup.alignments.france", "found \"CM\", expected \"FR\"");
    expect_bad_setup(0, "setup.alignments.britain", "\"NC\"", "setup.alignments.britain", "expected \"CM\"");
    expect_bad_setup(0, "setup.alignments.spain", "\"FR\"", "setup.alignments.spain", "one of CM, IC, NC, FA, FD");
    expect_bad_setup(0, "setup.alignments.spain", "\"IC\"", "setup.formerly_insurgent", "expected \"spain\" here");
    expect_bad_setup(0, "setup.alignments.spain", "3", "setup.alignments.spain", "found 3, expected a string");
    expect_bad_setup(0, "setup.detached", "[\"bayern\"]", "setup.detached", "expected detachable countries");
    expect_bad_setup(0, "setup.detached", "[\"tirol\"]", "setup.alignments", "the country \"tirol\" is missing");
    expect_bad_setup(1, "setup.detached", "[\"dalmatien\",\"polen\",\"sachsen\"]", "setup.alignments", "found \"tirol\"");
    expect_bad_setup(0, "setup.formerly_insurgent", "[\"tirol\"]", "setup.formerly_insurgent", "that exist and can rise");
    expect_bad_setup(0, "setup.formerly_insurgent", "[\"france\"]", "setup.formerly_insurgent", "that exist and can rise");
    Pair pair = open_pair(scenarios[0]);
    add_member(&pair.scenario, "setup.alignments", "ulm", "\"FA\"");
    expect_refused(&pair, scenarios[0], "setup.alignments.ulm", "id of a country");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    remove_member(&pair.scenario, "setup.alignments", "bayern");
    expect_refused(&pair, scenarios[0], "setup.alignments", "the country \"bayern\" is missing");
    close_pair(&pair);
}

Test(aon_data, wrong_calendar_and_events)
{
    expect_bad_setup(0, "setup.first_year", "1804", "setup.first_year", "from 1805 to 1815");
    expect_bad_setup(0, "setup.first_round", "7", "setup.first_round", "from 1 to 6");
    expect_bad_setup(1, "setup.last_year", "1808", "setup.last_year", "from 1809 to 1815");
    expect_bad_setup(0, "setup.events_in_effect", "[\"mud\"]", "setup.events_in_effect[0]", "an event: one of");
    expect_bad_setup(0, "setup.events_in_effect", "[\"stein\",\"stein\"]", "setup.events_in_effect[1]", "a second time");
    expect_bad_setup(0, "setup.french_invaded_russia_year", "1805", "setup.french_invaded_russia_year", "expected null");
    expect_bad_setup(2, "setup.french_invaded_russia_year", "1814", "setup.french_invaded_russia_year", "to 1813");
    expect_bad_setup(2, "setup.invasion_corps_released", "[]", "setup.invasion_corps_released", "expected all 9");
    expect_bad_setup(0, "setup.invasion_corps_released", "[\"kutuzov\"]", "setup.invasion_corps_released[0]", "availability invasion");
    expect_bad_setup(0, "setup.russia_invaded", "0", "setup.russia_invaded", "expected true or false");
}

Test(aon_data, wrong_placements)
{
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"napoleon\"", "setup.corps_on_map[1].corps", "a second time");
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"blucher\"", "setup.corps_on_map[0].corps", "did you mean \"bluecher\"?");
    expect_bad_setup(0, "setup.corps_on_map[0].area", "\"paris\"", "setup.corps_on_map[0].area", "id of an area");
    expect_bad_setup(0, "setup.corps_on_map[0].side", "\"coalition\"", "setup.corps_on_map[0]", "serves who controls \"france\", which is FR");
    expect_bad_setup(0, "setup.corps_on_map[0].side", "\"blue\"", "setup.corps_on_map[0].side", "a seat: one of french, coalition");
    expect_bad_setup(0, "setup.corps_on_map[8].area", "\"flandres\"", "setup.corps_on_map[8]", "both sides in \"flandres\"");
    expect_bad_setup(0, "setup.corps_on_map[8].corps", "\"klenau\"", "setup.corps_on_map[8]", "not available");
    expect_bad_setup(0, "setup.corps_on_map[0].corps", "\"hessen\"", "setup.corps_on_map[0]", "not available to the french");
    expect_bad_setup(0, "setup.corps_on_map[0].spent", "null", "setup.corps_on_map[0].spent", "expected true or false");
    expect_bad_setup(1, "setup.corps_out_of_game[0].corps", "\"davout\"", "setup.corps_out_of_game[0].corps", "a second time");
    expect_bad_setup(1, "setup.corps_out_of_game[0].corps", "\"ney_\"", "setup.corps_out_of_game[0].corps", "id of a corps");
}

Test(aon_data, wrong_stacks_and_insurgents)
{
    Pair pair = open_pair(scenarios[1]);
    set_item(&pair.scenario, "setup.corps_on_map[28].area", "\"flandres\""); /* cuesta, insurgent */
    expect_refused(&pair, scenarios[1], "setup.corps_on_map[28]", "at most one area from \"spain\"");
    close_pair(&pair);
    pair = open_pair(scenarios[0]);
    set_item(&pair.scenario, "setup.corps_on_map[1].corps", "\"gerard\""); /* without Napoleon the senior is of 6 */
    for (int i = 0; i < 8; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "setup.corps_on_map[%d].area", i);
        set_item(&pair.scenario, path, "\"bretagne\"");
    }
    expect_refused(&pair, scenarios[0], "setup.corps_on_map", "found 8 corps in \"bretagne\", expected at most 6");
    close_pair(&pair);
    pair = open_pair(scenarios[1]);
    set_item(&pair.scenario, "setup.corps_on_map[0].corps", "\"ney\"");
    set_item(&pair.scenario, "setup.corps_out_of_game[0].corps", "\"napoleon\"");
    expect_refused(&pair, scenarios[1], "setup.corps_out_of_game[0].corps", "without whom");
    close_pair(&pair);
}

Test(aon_data, wrong_setup_cards)
{
    expect_bad_setup(0, "setup.cards_set_aside[0].card", "\"gold\"", "setup.cards_set_aside[0].card", "id of a card");
    expect_bad_setup(0, "setup.cards_set_aside[0].copies", "2", "setup.cards_set_aside[0].copies", "from 1 to 1");
    expect_bad_setup(0, "setup.cards_set_aside[0].copies", "-1", "setup.cards_set_aside[0].copies", "found -1");
    expect_bad_setup(0, "setup.cards_discarded", "[{\"card\":\"english_gold\",\"copies\":1}]", "setup.cards_discarded[0]", "no copy is left");
    expect_bad_setup(0, "setup.random_discards", "54", "setup.random_discards", "from 0 to 53");
    expect_bad_setup(0, "setup.random_discards", "50", "setup.hand", "found hands of 16 cards in all, expected at most the 3");
    expect_bad_setup(0, "setup.hand.french", "0", "setup.hand.french", "from 1 to 20");
    expect_bad_setup(0, "setup.hand.french", "21", "setup.hand.french", "from 1 to 20");
    expect_bad_setup(0, "setup.hand", "8", "setup.hand", "expected an object");
    expect_bad_setup(0, "setup.free_move_available.french", "1", "setup.free_move_available.french", "expected true or false");
    expect_bad_setup(0, "options.hidden_stacks", "\"no\"", "options.hidden_stacks", "expected true or false");
    Pair pair = open_pair(scenarios[0]);
    add_member(&pair.scenario, "options", "easy_mode", "true");
    expect_refused(&pair, scenarios[0], "options.easy_mode", "unknown key, expected one of hidden_stacks");
    close_pair(&pair);
}

/* ---- wrong types, everywhere ---- */

/* Content of an item put aside while something else stands in its place. */
typedef struct Content {
    cJSON *child;
    char *valuestring;
    double valuedouble;
    int type;
} Content;

static Content swap_content(cJSON *item, Content content)
{
    const Content old = {item->child, item->valuestring, item->valuedouble, item->type};
    item->child = content.child;
    item->valuestring = content.valuestring;
    item->valuedouble = content.valuedouble;
    item->type = content.type;
    return old;
}

/* The path of item, found from the root; items are few enough. */
static bool find_path(const cJSON *root, const cJSON *item, char path[ERR_PATH_BYTES], size_t used, int depth)
{
    int index = 0;
    path[used] = '\0';
    if (root == item) {
        return true;
    }
    for (const cJSON *child = root->child; child != NULL && depth < 10; child = child->next, index++) {
        size_t length = used;
        if (child->string != NULL) {
            length += (size_t)snprintf(path + used, ERR_PATH_BYTES - used, "%s%s", used > 0 ? "." : "", child->string);
        } else {
            length += (size_t)snprintf(path + used, ERR_PATH_BYTES - used, "[%d]", index);
        }
        if (find_path(child, item, path, length, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Every item of a tree, in file order. */
static size_t list_items(cJSON *root, cJSON **items, size_t max)
{
    size_t count = 0;
    items[count++] = root;
    for (size_t i = 0; i < count; i++) {
        for (cJSON *child = items[i]->child; child != NULL && count < max; child = child->next) {
            items[count++] = child;
        }
    }
    return count;
}

/* Legends and given cells are for people: their inside is not read. */
static bool is_read(const char *path)
{
    return strncmp(path, "meta.sources.", 13) != 0 && strncmp(path, "meta.alignment_codes.", 21) != 0 &&
           strncmp(path, "meta.conversion_codes.", 22) != 0 && strstr(path, "given_cells[") == NULL;
}

/* Puts a value of a wrong type at one item of doc and expects an error exactly there. */
static void expect_type_checked(const Pair *pair, const JsonDoc *doc, cJSON *item)
{
    char word[] = "x";
    char path[ERR_PATH_BYTES];
    Err err;
    cr_assert(find_path(doc->root, item, path, 0, 0));
    if (!is_read(path)) {
        return;
    }
    const bool text = cJSON_IsNumber(item) || cJSON_IsBool(item) || cJSON_IsNull(item);
    const int wrong = text ? cJSON_String : cJSON_IsArray(item) ? cJSON_Object : cJSON_IsObject(item) ? cJSON_Array : cJSON_Number;
    const Content old = swap_content(item, (Content){NULL, text ? word : NULL, 7, wrong});
    AonData *data = load_pair(pair, &err);
    cr_expect_null(data, "%s: a wrong type was accepted", path);
    cr_expect_str_eq(err.file, doc->file);
    cr_expect_str_eq(err.path, path, "expected the error at %s, found it at %s: %s", path, err.path, err.message);
    cr_expect_neq(err.message[0], '\0');
    (void)swap_content(item, old);
    aon_data_release(data);
}

enum { ITEMS_MAX = 16384 };

static void check_types(bool board, size_t step)
{
    Pair pair = open_pair(scenarios[2]);
    const JsonDoc *doc = board ? &pair.board : &pair.scenario;
    cJSON **items = calloc(ITEMS_MAX, sizeof(cJSON *));
    cr_assert_not_null(items);
    const size_t count = list_items(doc->root, items, ITEMS_MAX);
    cr_expect_gt(count, board ? 3000 : 300);
    for (size_t i = 0; i < count; i += step) {
        expect_type_checked(&pair, doc, items[i]);
    }
    free(items);
    close_pair(&pair);
}

Test(aon_data, wrong_types_all_over_the_board)
{
    check_types(true, 7); /* 7 divides no list's row, so every kind of member gets its turn */
}

Test(aon_data, wrong_types_all_over_the_scenario)
{
    check_types(false, 1);
}

/* ---- noise ---- */

/* Takes one item out, copies one over another, or turns a number; loading must not mind. */
static void mutate(Rng *rng, cJSON **items, size_t count)
{
    cJSON *item = items[1 + rng_bounded(rng, (uint32_t)count - 1)];
    const cJSON *other = items[1 + rng_bounded(rng, (uint32_t)count - 1)];
    static const double numbers[] = {0, -1, 1, 2, 3, 4, 5, 6, 7, 8, 20, 55, 60, 91, 99, 255, 256, 1805, 1815, 1e9, -1e9, 1e300, 0.5};
    if (cJSON_IsNumber(item)) {
        item->valuedouble = numbers[rng_bounded(rng, sizeof numbers / sizeof numbers[0])];
    } else if (cJSON_IsBool(item)) {
        item->type = cJSON_IsTrue(item) ? cJSON_False : cJSON_True;
    } else if (cJSON_IsString(item) && cJSON_IsString(other)) {
        char *copy = malloc(strlen(other->valuestring) + 1);
        cr_assert_not_null(copy);
        strcpy(copy, other->valuestring);
        cJSON_free(item->valuestring);
        item->valuestring = copy;
    } else if ((cJSON_IsArray(item) || cJSON_IsObject(item)) && item->child != NULL) {
        cJSON_Delete(cJSON_DetachItemViaPointer(item, rng_bounded(rng, 2) == 0 ? item->child : item->child->prev));
    }
}

/* Loading succeeds, or fails with a message; returns whether it succeeded. */
static bool survives(const Pair *pair)
{
    Err err;
    AonData *data = load_pair(pair, &err);
    cr_assert(data != NULL || (err.set && err.message[0] != '\0'));
    cr_assert(data == NULL || !err.set);
    aon_data_release(data);
    return data != NULL;
}

Test(aon_data, random_changes_of_values)
{
    cJSON **items = calloc(ITEMS_MAX, sizeof(cJSON *));
    cr_assert_not_null(items);
    Rng rng;
    unsigned loaded = 0;
    rng_init(&rng, 1805, 1);
    Pair original = open_pair(scenarios[2]);
    for (unsigned i = 0; i < 1200; i++) {
        const bool board = i % 4 == 0;
        Pair pair = original;
        JsonDoc *doc = board ? &pair.board : &pair.scenario;
        doc->root = cJSON_Duplicate(doc->root, true);
        for (uint32_t n = 1 + rng_bounded(&rng, 3); n > 0; n--) {
            mutate(&rng, items, list_items(doc->root, items, ITEMS_MAX));
        }
        loaded += survives(&pair) ? 1 : 0;
        json_release(doc);
    }
    cr_expect_gt(loaded, 10); /* some changes are harmless, most are not */
    cr_expect_lt(loaded, 1000);
    close_pair(&original);
    free(items);
}

static char *read_text(const char *file, size_t *length)
{
    FILE *stream = fopen(file, "rb");
    cr_assert_not_null(stream, "%s", file);
    char *text = malloc(200000);
    cr_assert_not_null(text);
    *length = fread(text, 1, 200000, stream);
    cr_assert_lt(*length, (size_t)200000);
    fclose(stream);
    return text;
}

/* Parses spoilt text in place of board or scenario and loads the pair. */
static bool survives_text(const Pair *original, bool board, const char *text, size_t length)
{
    Pair pair = *original;
    JsonDoc *doc = board ? &pair.board : &pair.scenario;
    Err err;
    err_clear(&err);
    if (!json_parse(doc, text, length, "spoilt.json", &err)) {
        cr_assert(err.set && err.message[0] != '\0');
        return false;
    }
    const bool loaded = survives(&pair);
    json_release(doc);
    return loaded;
}

Test(aon_data, random_changes_of_bytes)
{
    static const char bytes[] = "{}[],:\"\\0123456789-.eE \n\ttruefalsn\x01\x7f\x80\xc3\xff_abc";
    Pair original = open_pair(scenarios[0]);
    Rng rng;
    rng_init(&rng, 1809, 2);
    for (unsigned board = 0; board < 2; board++) {
        size_t length = 0;
        char *text = read_text(board != 0 ? BOARD : scenarios[0], &length);
        for (unsigned i = 0; i < (board != 0 ? 400U : 2500U); i++) {
            const size_t at = rng_bounded(&rng, (uint32_t)length);
            const char old = text[at];
            text[at] = bytes[rng_bounded(&rng, sizeof bytes - 1)];
            (void)survives_text(&original, board != 0, text, length);
            text[at] = old;
        }
        free(text);
    }
    close_pair(&original);
}

Test(aon_data, truncated_files)
{
    Pair original = open_pair(scenarios[0]);
    for (unsigned board = 0; board < 2; board++) {
        size_t length = 0;
        char *text = read_text(board != 0 ? BOARD : scenarios[0], &length);
        while (text[length - 1] == '\n') {
            length--;
        }
        const size_t step = board != 0 ? 1009 : 13;
        for (size_t cut = 0; cut < length; cut += step) {
            cr_expect_not(survives_text(&original, board != 0, text, cut), "cut at %zu", cut);
        }
        free(text);
    }
    close_pair(&original);
}

/* Deep but allowed nesting where something flat belongs. */
Test(aon_data, nested_nonsense)
{
    char text[200] = "";
    for (unsigned i = 0; i < 60; i++) {
        strcat(text, "[");
    }
    for (unsigned i = 0; i < 60; i++) {
        strcat(text, "]");
    }
    expect_bad_board("areas", text, "areas", "at least 2");
    expect_bad_board("areas[0].adjacent", text, "areas[0].adjacent[0]", "found an array, expected a string");
    expect_bad_board("tables", text, "tables", "found an array, expected an object");
    expect_bad_setup(0, "setup", text, "setup", "found an array, expected an object");
    expect_bad_setup(0, "setup.corps_on_map", text, "setup.corps_on_map[0]", "found an array, expected an object");
}

/* why_campaign.c: why nothing can be built or placed so, no alliance attempted, no war declared (map 4, 5,
 * 13). */
#include <assert.h>

#include "engine/eagles/why.h"

enum { CITY_LIMIT = 4, YEAR_1813 = 13 * 12, NAVAL_MAX = 10, ENGLISH_LAND_MAX = 4 };

/* ------------------------------------------------------------------ politics [13.2, 13.6] */

static bool both_beaten(const EaglesWhy *w)
{
    const EaglesCampaignData *c = &w->p.d->campaign;
    return w->p.s->nation[c->austria].conquered > 0 && w->p.s->nation[c->prussia].conquered > 0;
}

static bool why_major(EaglesWhy *w, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &w->p.d->campaign;
    const EaglesNation *n = &w->p.s->nation[nation];
    const char *name = eagles_why_nation(w, nation);
    if (nation == w->p.d->france || nation == c->england) {
        return eagles_because(w, "13.2", "Nobody makes an alliance with %s", name);
    }
    if (nation == c->spain) {
        return eagles_because(w, "13.2", "%s can be won after France has conquered it once", name);
    }
    if (nation == c->austria || nation == c->prussia) {
        const unsigned needed = nation == c->austria ? 2 : 1;
        if (n->conquered < needed) {
            return eagles_because(w, "13.2", "%s can be won after it has been conquered%s", name,
                                  needed == 2 ? " twice" : "");
        }
        return eagles_unraised_sp(&w->p, nation) > 0
                   ? eagles_because(w, "13.2",
                                    "%s can be won when its force pool is empty, and %u SP are in it", name,
                                    eagles_unraised_sp(&w->p, nation))
                   : eagles_because(w, "13.2", "%s has risen against France for good", name);
    }
    if (nation != c->russia) {
        return eagles_because(w, "13.2", "%s takes no side", name);
    }
    if (w->p.s->campaign.peace_months > 0) {
        return eagles_because(w, "13.8", "By the treaty of Tilsit Russia stays neutral for %u more months",
                              w->p.s->campaign.peace_months);
    }
    if (w->p.s->active == EAGLES_FRANCE && (w->p.s->campaign.entry_flags & EAGLES_RUSSIA_INVADED) != 0 &&
        n->conquered == 0) {
        return eagles_because(w, "13.2",
                              "Russia was invaded and fights France to the end unless it is conquered");
    }
    if ((w->p.s->nation[c->austria].flags & w->p.s->nation[c->prussia].flags & EAGLES_NATION_NOW) == 0) {
        return eagles_because(w, "13.2", "Russia can be won while Austria and Prussia are both conquered");
    }
    return eagles_because(w, "13.2", "Russia never sides with France");
}

static bool why_ally(EaglesWhy *w)
{
    const EaglesCampaignData *c = &w->p.d->campaign;
    const unsigned nation = w->argument - 1U;
    const unsigned side = w->p.s->active;
    const EaglesNation *n = &w->p.s->nation[nation];
    const char *name = eagles_why_nation(w, nation);
    const int m = eagles_alliance_modifier(&w->p, nation, side);
    if (n->side == side) {
        return eagles_because(w, "13.2", "%s is on the side of %s", name, eagles_side_words(side));
    }
    if (n->side == EAGLES_UNFORMED) {
        return eagles_because(w, "13.2", "%s is not formed", name);
    }
    if (side == EAGLES_FRANCE ? m > -1 : m < 1) {
        return eagles_because(w, "13.2", "No die wins %s: the points make %+d, and %s", name, m,
                              side == EAGLES_FRANCE ? "France needs 0 or less"
                                                    : "the Coalition needs 7 or more");
    }
    if ((n->flags & EAGLES_NATION_NOW) != 0 && eagles_unraised_sp(&w->p, nation) > 0) {
        return eagles_because(
            w, "13.7", "%s is neutral by conquest until no land unit is left in its force pool: %u are", name,
            eagles_unraised_sp(&w->p, nation));
    }
    if (w->p.d->nation[nation].major) {
        return why_major(w, nation);
    }
    if (side == EAGLES_FRANCE && (nation == c->denmark || nation == c->sweden) && !both_beaten(w)) {
        return eagles_because(w, "13.2", "France asks %s after Austria and Prussia have both been conquered",
                              name);
    }
    if (side == EAGLES_COALITION && nation == c->sweden && eagles_calendar(&w->p) < YEAR_1813) {
        return eagles_because(w, "13.2", "The Allies ask Sweden after 1812");
    }
    return eagles_because(w, "13.2", "%s makes no alliances: minor states go with who conquers them", name);
}

static bool why_war(EaglesWhy *w)
{
    const EaglesCampaignData *c = &w->p.d->campaign;
    const unsigned nation = w->argument - 1U;
    const EaglesNation *n = &w->p.s->nation[nation];
    const char *name = eagles_why_nation(w, nation);
    if (n->side != EAGLES_NEUTRAL) {
        return eagles_because(w, "13.6", "War is declared on neutral nations, and %s is %s", name,
                              n->side == EAGLES_UNFORMED ? "not formed" : "in it already");
    }
    if ((n->flags & EAGLES_NATION_NOW) != 0 || nation == w->p.d->france) {
        return eagles_because(w, "13.6", "%s is neutral by conquest", name);
    }
    if (nation == c->russia) {
        return w->p.s->active == EAGLES_COALITION
                   ? eagles_because(w, "13.6", "Russia would side with France, which it never does")
                   : eagles_because(w, "13.8",
                                    "By the treaty of Tilsit nobody attacks Russia for %u more months",
                                    w->p.s->campaign.peace_months);
    }
    if (w->p.d->nation[nation].capital_count == 0) {
        return eagles_because(w, "13.6", "%s takes no part", name);
    }
    return eagles_because(w, "13.6",
                          "Prussia and its friends do not side with France before Prussia was conquered");
}

static bool why_request(EaglesWhy *w)
{
    const EaglesCampaignData *c = &w->p.d->campaign;
    const unsigned nation = w->argument - 1U;
    const EaglesNation *n = &w->p.s->nation[nation];
    const char *name = eagles_why_nation(w, nation);
    if (nation != c->austria && nation != c->prussia) {
        return eagles_because(w, "13.2", "Only Austria and Prussia send expeditionary forces");
    }
    if (n->side != EAGLES_FRANCE) {
        return eagles_because(w, "13.2", "%s is no friend of France", name);
    }
    if ((n->flags & EAGLES_NATION_EXPEDITION) != 0) {
        return eagles_because(w, "13.2", "%s has sent its force, once for the whole war", name);
    }
    return w->p.s->campaign.tilsit == 3
               ? eagles_because(w, "13.8",
                                "Since there is a Kingdom of Poland nobody sends a force to France")
               : eagles_because(w, "13.2", "%s has no capital or production city where it could gather",
                                name);
}

/* ------------------------------------------------------------------ production [13.3] */

static unsigned pool_of(const EaglesWhy *w, unsigned unit)
{
    unsigned ships = 0;
    if (unit < w->p.d->land_units) {
        return w->p.s->pool[unit];
    }
    for (unsigned i = 0; i < w->p.d->ships; i++) {
        ships += w->p.d->ship_unit[i] == unit && w->p.s->ship_at[i] == EAGLES_SUNK ? 1U : 0U;
    }
    return ships;
}

static bool is_ship(unsigned type) { return type == EAGLES_S || type == EAGLES_T; }

/* By the Iberian table: frame.x points left in halves. */
static bool why_build_in_iberia(EaglesWhy *w, unsigned nation, unsigned type)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const unsigned unit = w->p.d->nation[nation].unit[type];
    const unsigned cost = w->p.d->tables.cost_iberia[type];
    const EaglesNationData *n = &w->p.d->nation[nation];
    const unsigned irregulars = (n->unit[EAGLES_P] == EAGLES_NONE ? 0U : w->p.s->pool[n->unit[EAGLES_P]]) +
                                (n->unit[EAGLES_M] == EAGLES_NONE ? 0U : w->p.s->pool[n->unit[EAGLES_M]]);
    if (nation != w->top->a || unit == EAGLES_NONE || cost == 0) {
        return eagles_because(w, "13.3", "That is nothing %s builds", eagles_why_nation(w, w->top->a));
    }
    if (pool_of(w, unit) == 0) {
        return eagles_because(w, "13.3", "None of these is left in the force pool");
    }
    if (irregulars > 0 && type != EAGLES_P && type != EAGLES_M && !is_ship(type)) {
        return eagles_because(
            w, "13.3", "Regular troops come when all partisans and militia of the nation are out; %u are not",
            irregulars);
    }
    if (cost > w->top->x) {
        return eagles_because(w, "13.3", "It costs %u points, and %u%s are left", cost / 2U, w->top->x / 2U,
                              w->top->x % 2U != 0 ? " and a half" : "");
    }
    return eagles_because(
        w, "13.3", "Types are built in their order and this one has been passed, or no city can take it");
}

static bool why_build(EaglesWhy *w)
{
    const unsigned nation = w->argument >> 4U;
    const unsigned type = w->argument & 15U;
    const unsigned builder = w->top->a;
    const EaglesProduction *b = &w->p.s->campaign.production;
    if (nation >= w->p.d->nations || type >= EAGLES_TYPES) {
        return eagles_because(w, "13.3", "There is no such unit");
    }
    if (w->top->step == EAGLES_STEP_IBERIA_BUILD) {
        return why_build_in_iberia(w, nation, type);
    }
    const unsigned unit = w->p.d->nation[nation].unit[type];
    if (nation != builder && !is_ship(type)) {
        return eagles_because(w, "13.3",
                              "%s builds now; for other states France and England build ships alone",
                              eagles_why_nation(w, builder));
    }
    if (unit == EAGLES_NONE || pool_of(w, unit) == 0) {
        return eagles_because(w, "13.3", "None of these is left in the force pool of %s",
                              eagles_why_nation(w, nation));
    }
    if ((nation << 4U | type) < w->top->z) {
        return eagles_because(
            w, "13.3", "Units are built in the order of nations and types, and this one has been passed");
    }
    const unsigned cost = w->p.d->tables.cost[type == EAGLES_K ? EAGLES_I : type];
    if (cost == 0) {
        return eagles_because(w, "13.3", "These are not bought with points");
    }
    if (type == EAGLES_K) {
        return eagles_because(w, "13.3",
                              "The Legion is paid with points of Hanover and Brunswick, and %u %s left",
                              b->legion / 2U, b->legion == 2 ? "is" : "are");
    }
    if (builder == w->p.d->campaign.england && !is_ship(type) && b->land_spent + cost > ENGLISH_LAND_MAX) {
        return eagles_because(w, "13.3", "England spends two points on land units in a phase");
    }
    if (is_ship(type) && b->naval_spent + cost > NAVAL_MAX &&
        (builder == w->p.d->campaign.england || builder == w->p.d->france)) {
        return eagles_because(w, "13.3", "%s spends five points on ships in a phase",
                              eagles_why_nation(w, builder));
    }
    const unsigned points = (nation == builder ? b->red : 0U) + (type == EAGLES_L ? b->landwehr : 0U) +
                            (is_ship(type) ? b->naval : 0U);
    if (cost > points) {
        return eagles_because(w, "13.3", "It costs %u%s points, and %u%s of the right kind are left",
                              cost / 2U, cost % 2U != 0 ? " and a half" : "", points / 2U,
                              points % 2U != 0 ? " and a half" : "");
    }
    return eagles_because(w, "13.3",
                          "No city of %s can take it: held by the enemy, besieged, full, or no port",
                          eagles_why_nation(w, nation));
}

/* A city of the nation for SP that were built or come home. */
static bool why_city(EaglesWhy *w, unsigned nation, unsigned city)
{
    assert(city < EAGLES_CITIES_MAX);
    const unsigned hex = w->p.d->city[city].hex;
    const unsigned side = nation < w->p.d->nations ? w->p.s->nation[nation].side : w->side;
    const char *name = w->p.d->city[city].name;
    if (nation < w->p.d->nations && eagles_owner(&w->p, hex) != nation) {
        return eagles_because(w, "13.3", "%s is not a city of %s", name, eagles_why_nation(w, nation));
    }
    if (eagles_control(w->p.s, city) != side) {
        return eagles_because(w, "13.3", "%s is in the hands of %s", name,
                              eagles_side_words(eagles_control(w->p.s, city)));
    }
    if (eagles_siege_value(w->p.s, city) > 0) {
        return eagles_because(w, "13.3", "%s is besieged", name);
    }
    if (side <= EAGLES_COALITION && eagles_has(&w->p, hex, eagles_other(side), EAGLES_ANY)) {
        return eagles_because(w, "13.3", "Enemies stand in %s", name);
    }
    return side <= EAGLES_COALITION && eagles_has_partisan(&w->p, hex, side) &&
           eagles_because(w, "7.3", "Nobody stacks with the partisans in %s", name);
}

static bool why_build_at(EaglesWhy *w)
{
    const unsigned city = w->argument;
    const unsigned nation = w->top->a;
    const unsigned type = w->top->b;
    const unsigned built = w->p.s->campaign.built[city / 2] >> (city % 2 * 4) & 15U;
    if (why_city(w, nation, city)) {
        return true;
    }
    if (is_ship(type) && !w->p.d->city[city].port) {
        return eagles_because(w, "13.3", "%s is no port", w->p.d->city[city].name);
    }
    if (!is_ship(type) && built >= CITY_LIMIT) {
        return eagles_because(w, "13.3", "%s has taken four SP in this phase", w->p.d->city[city].name);
    }
    return eagles_because(w, "13.3", "%s is no production city for such units, or has no room for them",
                          w->p.d->city[city].name);
}

static bool why_city_of_group(EaglesWhy *w)
{
    const unsigned group = w->argument >> 8U;
    const unsigned city = w->argument & 255U;
    const unsigned hex = city < w->p.d->cities ? w->p.d->city[city].hex : EAGLES_NO_HEX;
    const unsigned nation = hex == EAGLES_NO_HEX ? EAGLES_NONE : eagles_owner(&w->p, hex);
    if (group != w->top->a) {
        return eagles_because(w, "13.3", "Groups of minor states are asked for one by one, now %s",
                              w->p.d->group_id[w->top->a]);
    }
    if (nation == EAGLES_NONE || w->p.d->nation[nation].group != group) {
        return eagles_because(w, "13.3", "That city is in no state of the group");
    }
    if (w->p.s->nation[nation].side != w->p.s->active) {
        return eagles_because(w, "13.3", "%s is not on the side of %s", eagles_why_nation(w, nation),
                              eagles_side_words(w->p.s->active));
    }
    return why_city(w, nation, city) ||
           eagles_because(w, "13.3", "%s is no production city", w->p.d->city[city].name);
}

static bool why_store(EaglesWhy *w)
{
    const unsigned nation = w->argument >> 8U;
    if (nation != w->top->a) {
        return eagles_because(w, "13.3", "The points of %s are settled now", eagles_why_nation(w, w->top->a));
    }
    const unsigned most = w->legal->count - 1U;
    return eagles_because(
        w, "13.3",
        "%u points at most are kept by %s: England five of any kind, other naval nations five naval ones",
        most, eagles_why_nation(w, nation));
}

/* ------------------------------------------------------------------ arrivals [5, 13.2] */

static bool why_place(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const unsigned side = w->side;
    if (eagles_why_closed(w, hex, side)) {
        return true;
    }
    if (eagles_has(&w->p, hex, eagles_other(side), EAGLES_ANY)) {
        return eagles_because(w, "5", "Enemies stand in %s", eagles_why_hex(w, hex));
    }
    if (eagles_hex_siege(&w->p, hex) > 0) {
        return eagles_because(w, "5", "%s is besieged", eagles_why_hex(w, hex));
    }
    const unsigned city = w->p.d->hex[hex].city;
    if (city != EAGLES_NONE && eagles_control(w->p.s, city) == eagles_other(side)) {
        return eagles_because(w, "5", "%s is in the hands of the enemy", eagles_why_hex(w, hex));
    }
    if (eagles_has_partisan(&w->p, hex, side)) {
        return eagles_because(w, "7.3", "Nobody stacks with the partisans in %s", eagles_why_hex(w, hex));
    }
    return eagles_because(
        w, "5",
        "%s is not one of the places where they come, or they come in ascending order and it has been passed",
        eagles_why_hex(w, hex));
}

static bool why_replace(EaglesWhy *w, unsigned city)
{
    if (city >= w->p.d->cities) {
        return false;
    }
    return why_city(w, EAGLES_NONE, city) ||
           eagles_because(w, "5",
                          "%s is not one of the cities that take these, or cities come in ascending order "
                          "and it has been passed",
                          w->p.d->city[city].name);
}

bool eagles_why_campaign(EaglesWhy *w)
{
    switch (w->kind) {
    case EAGLES_MOVE_ALLY:
        return why_ally(w);
    case EAGLES_MOVE_WAR:
        return why_war(w);
    case EAGLES_MOVE_REQUEST_EXP:
        return why_request(w);
    case EAGLES_MOVE_BUILD:
        return why_build(w);
    case EAGLES_MOVE_CONVERT:
        return eagles_because(w, "13.3",
                              "No cavalry in training can become cavalry there: six more points, militia and "
                              "partisans built, C in the pool");
    case EAGLES_MOVE_BUILD_AT:
        return why_build_at(w);
    case EAGLES_MOVE_BUILD_HEX:
        return eagles_because(w, "13.3",
                              "Partisans gather in the city or next to it, at home, where nobody is");
    case EAGLES_MOVE_CITY_OF_GROUP:
        return why_city_of_group(w);
    case EAGLES_MOVE_STORE:
        return why_store(w);
    case EAGLES_MOVE_INVEST:
        return eagles_because(w, "13.3", "Wars are asked for one by one, those that Russia is in");
    case EAGLES_MOVE_PLACE:
        return why_place(w);
    case EAGLES_MOVE_REPLACE_AT:
    case EAGLES_MOVE_SPLIT:
        return why_replace(w, w->argument);
    case EAGLES_MOVE_REPLACE_AS:
        return why_replace(w, w->argument >> 4U);
    case EAGLES_MOVE_EVACUATE:
        return eagles_because(w, "5",
                              "No red troops outside a city stand on the coast of %s, or it has been passed",
                              eagles_why_hex(w, w->argument));
    default:
        return false;
    }
}

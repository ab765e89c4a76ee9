/* production.c: points of production cities and what is built for them (map 13.3).
 *
 * Order of the step: the die, wars Russia may invest in, the majors of the side in list order (invaded Spain
 * and Portugal by the Iberian table instead, iberia.c), one city of each minor group, and in the Coalition's
 * step the majors that are neutral by conquest, who build without decisions. Points are halves. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum {
    CITY_LIMIT = 4,
    STORE_MAX = 5,
    NAVAL_MAX = 10,
    ENGLISH_LAND_MAX = 4,
    DOUBLED = 6,
    MANY = 20,
    GROUPS = 8
};
enum { YEAR_1809 = 9 * 12, YEAR_1813 = 13 * 12 };
enum phase { THROW, INVEST, MAJORS, MINORS, NEUTRALS };

/* ------------------------------------------------------------------ cities */

bool eagles_landwehr_active(const Play *p, unsigned nation)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (nation == c->austria) {
        return eagles_calendar(p) >= YEAR_1809 || p->s->nation[nation].conquered > 0;
    }
    if (nation == c->prussia) {
        return eagles_calendar(p) >= YEAR_1813 || (p->s->campaign.entry_flags & EAGLES_PRUSSIA_LANDWEHR) != 0;
    }
    return false;
}

static unsigned add_city(const Play *p, unsigned nation, unsigned city, uint8_t *cities, unsigned count)
{
    if (eagles_city_owner(p, city) == nation) {
        cities[count++] = (uint8_t)city;
    }
    return count;
}

/* France: Paris and the first three listed majors that the enemy does not hold. */
static unsigned red_cities(const Play *p, unsigned nation, uint8_t cities[12])
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesNationData *n = &p->d->nation[nation];
    const EaglesCampaignData *c = &p->d->campaign;
    const unsigned enemy = eagles_other(p->s->nation[nation].side);
    unsigned count = 0;
    if (nation == c->holland && p->s->nation[nation].side == EAGLES_COALITION) {
        return add_city(p, nation, c->brussels, cities, count);
    }
    for (unsigned i = 0; i < n->red_always; i++) {
        count = add_city(p, nation, n->red[i], cities, count);
    }
    unsigned chosen = 0;
    for (unsigned i = n->red_always; i < n->red_count && chosen < n->red_choice; i++) {
        const unsigned before = count;
        if (eagles_control(p->s, n->red[i]) != enemy) {
            count = add_city(p, nation, n->red[i], cities, count);
        }
        chosen += count - before;
    }
    return count;
}

unsigned eagles_production_cities(const Play *p, unsigned nation, unsigned kind, uint8_t cities[12])
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesNationData *n = &p->d->nation[nation];
    unsigned count = 0;
    if (kind == EAGLES_KIND_RED) {
        return red_cities(p, nation, cities);
    }
    if (kind == EAGLES_KIND_LANDWEHR) {
        for (unsigned i = 0; i < n->landwehr_count && eagles_landwehr_active(p, nation); i++) {
            count = add_city(p, nation, n->landwehr[i], cities, count);
        }
        return count;
    }
    for (unsigned i = 0; i < n->naval_count; i++) {
        count = add_city(p, nation, n->naval[i], cities, count);
    }
    return count;
}

bool eagles_is_production_city(const Play *p, unsigned nation, unsigned city)
{
    uint8_t cities[12];
    for (unsigned kind = 0; kind < EAGLES_KINDS; kind++) {
        const unsigned count = eagles_production_cities(p, nation, kind, cities);
        for (unsigned i = 0; i < count; i++) {
            if (cities[i] == city) {
                return true;
            }
        }
    }
    return false;
}

/* A city of a nation where its ships can come: its own (nobody's, for neutrals), without siege and strangers
 * who are not friends. */
static bool is_haven(const Play *p, unsigned nation, unsigned city)
{
    assert(city < EAGLES_CITIES_MAX && nation < EAGLES_NATIONS_MAX);
    const unsigned hex = p->d->city[city].hex;
    const unsigned side = p->s->nation[nation].side;
    if (eagles_control(p->s, city) != side || eagles_siege_value(p->s, city) > 0 ||
        !p->d->hex[hex].playable) {
        return false;
    }
    if (side > EAGLES_COALITION) {
        return !eagles_has(p, hex, EAGLES_FRANCE, EAGLES_ANY) &&
               !eagles_has(p, hex, EAGLES_COALITION, EAGLES_ANY);
    }
    return !eagles_has(p, hex, eagles_other(side), EAGLES_ANY);
}

/* The same for its SP: no partisan may be there, who shuts his hex to SP alone (7.3). */
static bool is_home(const Play *p, unsigned nation, unsigned city)
{
    assert(city < EAGLES_CITIES_MAX && nation < EAGLES_NATIONS_MAX);
    const unsigned side = p->s->nation[nation].side;
    return is_haven(p, nation, city) &&
           (side > EAGLES_COALITION || !eagles_has_partisan(p, p->d->city[city].hex, side));
}

static bool in_list(const uint8_t *list, unsigned count, unsigned value)
{
    for (unsigned i = 0; i < count; i++) {
        if (list[i] == value) {
            return true;
        }
    }
    return false;
}

unsigned eagles_home_cities(const Play *p, unsigned nation, uint8_t cities[EAGLES_LIST_MAX])
{
    assert(nation < EAGLES_NATIONS_MAX);
    enum { OTHERS = 4 };
    const EaglesNationData *n = &p->d->nation[nation];
    uint8_t made[12];
    unsigned count = 0;
    for (unsigned i = 0; i < n->capital_count; i++) {
        if (eagles_owner(p, p->d->city[n->capitals[i]].hex) == nation && is_home(p, nation, n->capitals[i])) {
            cities[count++] = n->capitals[i];
        }
    }
    for (unsigned kind = 0; kind < EAGLES_KINDS; kind++) {
        const unsigned found = eagles_production_cities(p, nation, kind, made);
        for (unsigned i = 0; i < found && count < EAGLES_LIST_MAX; i++) {
            if (is_home(p, nation, made[i]) && !in_list(cities, count, made[i])) {
                cities[count++] = made[i];
            }
        }
    }
    if (count > 0) {
        return count;
    }
    for (unsigned city = 0; city < p->d->cities && count < OTHERS; city++) {
        if (eagles_city_owner(p, city) == nation && is_home(p, nation, city)) {
            cities[count++] = (uint8_t)city;
        }
    }
    return count;
}

/* ------------------------------------------------------------------ the die and the points */

static bool napoleon_in_paris(const Play *p)
{
    return p->s->leader_at[p->d->napoleon] == p->d->city[p->d->campaign.paris].hex;
}

static unsigned french_sp_on_area_4(const Play *p)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        const bool there = p->d->hex[eagles_key_place(s->row_key[i])].area == 4;
        sp += there && eagles_unit_side(p, eagles_row_unit(s, i)) == EAGLES_FRANCE ? s->row_count[i] : 0U;
    }
    return sp;
}

/* What a state adds to the die of its side. */
int eagles_production_modifier(const Play *p, unsigned nation)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (nation == p->d->france && napoleon_in_paris(p)) {
        const unsigned month = eagles_calendar(p) % 12;
        const bool invaded = (p->s->campaign.entry_flags & EAGLES_RUSSIA_INVADED) != 0;
        return invaded ? 1 : month == 0 || month == 6 ? 3 : 0;
    }
    if (nation == c->russia) {
        return french_sp_on_area_4(p) >= MANY ? 1 : 0;
    }
    return nation == c->england && eagles_control(p->s, c->lisbon) == EAGLES_FRANCE ? -1 : 0;
}

static unsigned times(const Play *p, unsigned nation)
{
    return p->s->campaign.production_die + eagles_production_modifier(p, nation) >= DOUBLED ? 2 : 1;
}

bool eagles_produces(const Play *p, unsigned nation, unsigned city)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const unsigned side = p->s->nation[nation].side;
    const unsigned control = eagles_control(p->s, city);
    const bool turkish =
        city == p->d->campaign.kiev && (p->s->campaign.war_flags[EAGLES_WAR_TURKISH] & EAGLES_WAR_ON) != 0;
    return !turkish && (side > EAGLES_COALITION ? control == EAGLES_NEUTRAL : control != eagles_other(side));
}

static unsigned points_of_kind(const Play *p, unsigned nation, unsigned kind)
{
    uint8_t cities[12];
    const unsigned count = eagles_production_cities(p, nation, kind, cities);
    unsigned points = 0;
    for (unsigned i = 0; i < count; i++) {
        points += eagles_produces(p, nation, cities[i]) ? 1U : 0U;
    }
    return points * 2 * times(p, nation);
}

/* Points for the King's German Legion: of Brunswick and Hanover in Allied hands, so by the die of these
 * states and not by England's, which French in Lisbon lower (13.3). */
static unsigned legion_points(const Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    const unsigned cities[] = {c->hanover_city, c->brunswick_city};
    unsigned points = 0;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned owner = eagles_owner(p, p->d->city[cities[i]].hex);
        points += eagles_control(p->s, cities[i]) == EAGLES_COALITION ? 2U * times(p, owner) : 0U;
    }
    return points;
}

static bool has_navy(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    return p->d->nation[nation].unit[EAGLES_S] != EAGLES_NONE ||
           p->d->nation[nation].unit[EAGLES_T] != EAGLES_NONE;
}

bool eagles_builds_by_iberian_table(const Play *p, unsigned nation)
{
    const EaglesCampaignData *c = &p->d->campaign;
    if (p->s->nation[nation].side != EAGLES_COALITION) {
        return false;
    }
    if (nation == c->spain) {
        return eagles_sp_inside(p, nation, EAGLES_FRANCE, false) >= c->invaded_sp;
    }
    return nation == c->portugal && eagles_sp_inside(p, nation, EAGLES_FRANCE, false) > 0;
}

/* What a state has to spend: cities, its store, points England sent, less what Russia put into wars. */
static void open_books(Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    EaglesCampaign *c = &p->s->campaign;
    EaglesNation *n = &p->s->nation[nation];
    EaglesProduction *books = &c->production;
    const uint8_t spent = books->legion_spent;
    *books = (EaglesProduction){.legion_spent = spent};
    books->red = (uint8_t)(points_of_kind(p, nation, EAGLES_KIND_RED) + 2U * c->points_sent[nation]);
    books->landwehr = (uint8_t)points_of_kind(p, nation, EAGLES_KIND_LANDWEHR);
    books->naval = (uint8_t)points_of_kind(p, nation, EAGLES_KIND_NAVAL);
    c->points_sent[nation] = 0;
    if (nation == p->d->campaign.england) {
        books->red = (uint8_t)(books->red + 2U * n->stored);
        books->legion = (uint8_t)legion_points(p);
    } else {
        books->naval = (uint8_t)(books->naval + 2U * n->stored);
    }
    n->stored = 0;
    for (unsigned war = 0; war < EAGLES_WARS && nation == p->d->campaign.russia; war++) {
        books->red = (uint8_t)(books->red - ((c->invested >> war & 1U) != 0 ? 2U : 0U));
    }
}

/* ------------------------------------------------------------------ what can be built */

static unsigned built_in(const EaglesState *s, unsigned city)
{
    return s->campaign.built[city / 2] >> (city % 2 * 4) & 15U;
}

static void note_built(EaglesState *s, unsigned city)
{
    s->campaign.built[city / 2] = (uint8_t)(s->campaign.built[city / 2] + (1U << (city % 2 * 4)));
}

static bool is_ship(unsigned type) { return type == EAGLES_S || type == EAGLES_T; }

static bool takes(const Play *p, unsigned nation, unsigned city, unsigned type)
{
    return is_ship(type) ? is_haven(p, nation, city)
                         : is_home(p, nation, city) && built_in(p->s, city) < CITY_LIMIT;
}

/* Cities where a nation's SP of a type may be put: red ones, Landwehr cities for L, ports for ships. A
 * satellite without a port among them takes its capital if that is one, or its first port. */
static unsigned building_cities(const Play *p, unsigned nation, unsigned type, uint8_t out[24])
{
    uint8_t cities[12];
    unsigned count = 0;
    for (unsigned kind = 0; kind < EAGLES_KINDS; kind++) {
        const bool fits = kind == EAGLES_KIND_RED || (kind == EAGLES_KIND_LANDWEHR && type == EAGLES_L) ||
                          (kind == EAGLES_KIND_NAVAL && is_ship(type));
        const unsigned found = fits ? eagles_production_cities(p, nation, kind, cities) : 0;
        for (unsigned i = 0; i < found; i++) {
            if (takes(p, nation, cities[i], type) && (!is_ship(type) || p->d->city[cities[i]].port) &&
                !in_list(out, count, cities[i])) {
                out[count++] = cities[i];
            }
        }
    }
    for (unsigned pass = 0; pass < 2 && count == 0 && is_ship(type) && !p->d->nation[nation].major; pass++) {
        for (unsigned city = 0; city < p->d->cities && count == 0; city++) {
            const bool wanted =
                p->d->city[city].port && (pass == 1 || p->d->city[city].level == EAGLES_CAPITAL);
            if (wanted && eagles_city_owner(p, city) == nation && takes(p, nation, city, type)) {
                out[count++] = (uint8_t)city;
            }
        }
    }
    return count;
}

/* Points that may go into a type: each from its own kind first, the rest from red ones. */
static unsigned purse(const Play *p, unsigned nation, unsigned type)
{
    const EaglesProduction *b = &p->s->campaign.production;
    const bool england = nation == p->d->campaign.england;
    const bool capped = england || nation == p->d->france;
    if (type == EAGLES_K) { /* of the English pool too: within England's limit for land units */
        const unsigned left = ENGLISH_LAND_MAX - b->land_spent;
        return b->legion < left ? b->legion : left;
    }
    unsigned points = b->red + (type == EAGLES_L ? b->landwehr : 0U) + (is_ship(type) ? b->naval : 0U);
    unsigned room = 255;
    if (is_ship(type) && capped) {
        room = NAVAL_MAX - b->naval_spent;
    } else if (!is_ship(type) && england) {
        room = ENGLISH_LAND_MAX - b->land_spent;
    }
    return points < room ? points : room;
}

/* builder pays; nation is its own or, for ships, that of a satellite of France or England. */
static bool can_build(const Play *p, unsigned builder, unsigned nation, unsigned type)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const unsigned unit = p->d->nation[nation].unit[type];
    const unsigned cost = p->d->tables.cost[type] > 0 ? p->d->tables.cost[type]
                          : type == EAGLES_K          ? p->d->tables.cost[EAGLES_I]
                                                      : 0U;
    uint8_t cities[24];
    if (unit == EAGLES_NONE || cost == 0 || eagles_in_pool(p, unit) == 0) {
        return false;
    }
    const unsigned points = builder == nation ? purse(p, builder, type) : p->s->campaign.production.naval;
    const bool foreign = builder != nation;
    if (foreign && (p->s->campaign.production.naval_spent + cost > NAVAL_MAX)) {
        return false;
    }
    return cost <= points && building_cities(p, nation, type, cities) > 0;
}

static bool is_patron(const Play *p, unsigned nation)
{
    return nation == p->d->france || nation == p->d->campaign.england;
}

/* Frame: a the nation that builds, b first nation and type still offered (nation, then type, in z). */
Seat eagles_build_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    const unsigned builder = frame->a;
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        const bool satellite = is_patron(p, builder) && !p->d->nation[nation].major &&
                               p->s->nation[nation].side == p->s->nation[builder].side &&
                               p->s->nation[nation].colour == p->s->nation[builder].colour;
        if (nation != builder && !satellite) {
            continue;
        }
        for (unsigned type = 0; type < EAGLES_TYPES; type++) {
            if ((nation << 4U | type) >= frame->z && (nation == builder || is_ship(type)) &&
                can_build(p, builder, nation, type)) {
                eagles_add(list, eagles_move(EAGLES_MOVE_BUILD, nation << 4U | type));
            }
        }
    }
    eagles_add(list, eagles_move(EAGLES_MOVE_DONE, 0));
    return eagles_seat(p->s->active);
}

static void pay(Play *p, unsigned type)
{
    EaglesProduction *b = &p->s->campaign.production;
    unsigned cost = p->d->tables.cost[type == EAGLES_K ? EAGLES_I : type];
    if (type == EAGLES_K) {
        b->legion = (uint8_t)(b->legion - cost);
        b->legion_spent = (uint8_t)(b->legion_spent + cost);
        b->land_spent = (uint8_t)(b->land_spent + cost);
        return;
    }
    if (is_ship(type)) {
        b->naval_spent = (uint8_t)(b->naval_spent + cost);
    } else {
        b->land_spent = (uint8_t)(b->land_spent + cost);
    }
    uint8_t *own = type == EAGLES_L ? &b->landwehr : is_ship(type) ? &b->naval : NULL;
    if (own != NULL) {
        const unsigned part = *own < cost ? *own : cost;
        *own = (uint8_t)(*own - part);
        cost -= part;
    }
    assert(b->red >= cost);
    b->red = (uint8_t)(b->red - cost);
}

void eagles_build_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (move == EAGLES_NO_MOVE || eagles_move_kind(move) == EAGLES_MOVE_DONE) {
        frame->step = EAGLES_STEP_STORE;
        return;
    }
    const unsigned nation = eagles_move_argument(move) >> 4U;
    const unsigned type = eagles_move_argument(move) & 15U;
    frame->z = (uint16_t)(nation << 4U | type);
    pay(p, type);
    EaglesFrame *at = eagles_push(p, EAGLES_STEP_BUILD_AT);
    at->a = (uint8_t)nation;
    at->b = (uint8_t)type;
}

/* Frame: a nation, b type. */
Seat eagles_build_at_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    uint8_t cities[24];
    const unsigned count = building_cities(p, frame->a, frame->b, cities);
    for (unsigned i = 0; i < count; i++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_BUILD_AT, cities[i]));
    }
    assert(count > 0);
    return eagles_seat(p->s->active);
}

/* A new SP or ship of a nation in a city. */
static void deploy(Play *p, unsigned nation, unsigned type, unsigned city)
{
    assert(nation < EAGLES_NATIONS_MAX && city < EAGLES_CITIES_MAX);
    const unsigned unit = p->d->nation[nation].unit[type];
    const unsigned hex = p->d->city[city].hex;
    if (is_ship(type)) {
        const bool launched = eagles_launch(p, unit, hex);
        assert(launched);
        (void)launched;
        if (nation == p->d->campaign.spain && type == EAGLES_S) {
            eagles_change_spanish_level(p, 1);
        }
    } else {
        note_built(p->s, city); /* the limit is one of SP */
        eagles_bring(p, hex, unit, 1, 0, true);
        eagles_settle(p, hex);
    }
    EAGLES_NOTE(p, EAGLES_EVENT_BUILT, p->s->nation[nation].side, (int)unit, (int)city);
}

void eagles_build_at_choose(Play *p, Move move)
{
    const EaglesFrame frame = *eagles_top(p);
    eagles_pop(p);
    deploy(p, frame.a, frame.b, eagles_move_argument(move));
}

/* ------------------------------------------------------------------ STORE: frame a the nation */

/* England keeps what it likes, other naval nations naval points, 5 at most. */
static unsigned storable(const Play *p, unsigned nation)
{
    const EaglesProduction *b = &p->s->campaign.production;
    const bool england = nation == p->d->campaign.england;
    const unsigned points = (england ? (unsigned)b->red + b->naval : b->naval) / 2U;
    const bool keeps = has_navy(p, nation);
    return !keeps ? 0 : points < STORE_MAX ? points : STORE_MAX;
}

Seat eagles_store_options(const Play *p, MoveList *list)
{
    const unsigned nation = eagles_top(p)->a;
    const unsigned most = storable(p, nation);
    for (unsigned n = 0; n <= most; n++) {
        eagles_add(list, eagles_move(EAGLES_MOVE_STORE, nation << 8U | n));
    }
    return eagles_seat(p->s->active);
}

void eagles_store_choose(Play *p, Move move)
{
    const unsigned nation = eagles_top(p)->a;
    p->s->nation[nation].stored = move == EAGLES_NO_MOVE ? 0 : (uint8_t)(eagles_move_argument(move) & 255U);
    p->s->campaign.production = (EaglesProduction){.legion_spent = p->s->campaign.production.legion_spent};
    eagles_pop(p);
}

/* ------------------------------------------------------------------ INVEST: frame a the war */

static bool can_invest(const Play *p, unsigned war)
{
    const EaglesCampaign *c = &p->s->campaign;
    const unsigned russia = p->d->campaign.russia;
    const bool russian = war == EAGLES_WAR_TURKISH || war == EAGLES_WAR_FINNISH;
    unsigned spent = 0;
    for (unsigned k = 0; k < EAGLES_WARS; k++) {
        spent += (c->invested >> k & 1U) != 0 ? 2U : 0U;
    }
    return russian && (c->war_flags[war] & EAGLES_WAR_ON) != 0 && p->s->nation[russia].side == p->s->active &&
           points_of_kind(p, russia, EAGLES_KIND_RED) / times(p, russia) >= spent + 2; /* before doubling */
}

Seat eagles_invest_options(const Play *p, MoveList *list)
{
    const unsigned war = eagles_top(p)->a;
    if (can_invest(p, war)) {
        eagles_add(list, eagles_move(EAGLES_MOVE_INVEST, war << 1U));
        eagles_add(list, eagles_move(EAGLES_MOVE_INVEST, war << 1U | 1U));
    }
    return eagles_seat(p->s->active);
}

void eagles_invest_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    if (move != EAGLES_NO_MOVE && (eagles_move_argument(move) & 1U) != 0) {
        p->s->campaign.invested = (uint8_t)(p->s->campaign.invested | 1U << frame->a);
    }
    frame->a++;
    if (frame->a == EAGLES_WARS) {
        eagles_pop(p);
    }
}

/* ------------------------------------------------------------------ CITY_OF_GROUP: frame a the group */

/* Nation that a city would produce for in a group; EAGLES_NONE if it would not. */
static unsigned producer(const Play *p, unsigned group, unsigned city, unsigned side)
{
    assert(city < EAGLES_CITIES_MAX);
    uint8_t cities[12];
    if (eagles_control(p->s, city) != side || eagles_siege_value(p->s, city) > 0) {
        return EAGLES_NONE;
    }
    const unsigned nation = eagles_city_owner(p, city);
    if (nation == EAGLES_NONE || p->d->nation[nation].group != group || p->s->nation[nation].side != side ||
        eagles_builds_by_iberian_table(p, nation)) {
        return EAGLES_NONE;
    }
    return in_list(cities, eagles_production_cities(p, nation, EAGLES_KIND_RED, cities), city)
               ? nation
               : (unsigned)EAGLES_NONE;
}

Seat eagles_city_of_group_options(const Play *p, MoveList *list)
{
    const unsigned group = eagles_top(p)->a;
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (producer(p, group, city, p->s->active) != EAGLES_NONE) {
            eagles_add(list, eagles_move(EAGLES_MOVE_CITY_OF_GROUP, group << 8U | city));
        }
    }
    return eagles_seat(p->s->active);
}

void eagles_city_of_group_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    EaglesCampaign *c = &p->s->campaign;
    const unsigned group = frame->a;
    if (move == EAGLES_NO_MOVE) {
        eagles_pop(p);
        return;
    }
    const unsigned city = eagles_move_argument(move) & 255U;
    const unsigned nation = producer(p, group, city, p->s->active);
    c->city_of_group[p->s->active][group] = (uint8_t)(city + 1U);
    const EaglesCampaignData *d = &p->d->campaign;
    unsigned points = 2U * times(p, nation);
    if (city == d->hanover_city || city == d->brunswick_city) { /* spent on the Legion already */
        const unsigned other = legion_points(p) > points ? legion_points(p) - points : 0U;
        const unsigned used = c->production.legion_spent > other ? c->production.legion_spent - other : 0U;
        points -= used < points ? used : points;
    }
    c->production = (EaglesProduction){.red = (uint8_t)(points + 2U * c->points_sent[nation]),
                                       .naval = (uint8_t)(2U * p->s->nation[nation].stored),
                                       .legion_spent = c->production.legion_spent};
    c->points_sent[nation] = 0;
    p->s->nation[nation].stored = 0;
    *frame = (EaglesFrame){.step = EAGLES_STEP_BUILD, .a = (uint8_t)nation};
}

/* ------------------------------------------------------------------ majors neutral by conquest */

/* What a conquered state raises, in this order: the line, Cossacks and Guards, Landwehr last. */
static const uint8_t REBUILT[] = {EAGLES_I, EAGLES_C, EAGLES_CC, EAGLES_GI, EAGLES_GC, EAGLES_L};

/* Landwehr only once its cities are active. */
static bool is_rebuilt(const Play *p, unsigned nation, unsigned type)
{
    return type != EAGLES_L || eagles_landwehr_active(p, nation);
}

/* The nation stays neutral "until there is no land combat unit left" in its pool: what can be raised at all
 * has to be, or nobody with Guards, training cavalry or a Landwehr of later years could ever be won (13.7).
 */
unsigned eagles_unraised_sp(const Play *p, unsigned nation)
{
    assert(nation < EAGLES_NATIONS_MAX);
    unsigned sp = 0;
    for (unsigned i = 0; i < sizeof REBUILT; i++) {
        const unsigned unit = p->d->nation[nation].unit[REBUILT[i]];
        sp += unit != EAGLES_NONE && is_rebuilt(p, nation, REBUILT[i]) ? p->s->pool[unit] : 0U;
    }
    return sp;
}

/* One SP after the other, city by city. */
static void rebuild(Play *p, unsigned nation)
{
    open_books(p, nation);
    for (unsigned i = 0; i < sizeof REBUILT; i++) {
        while (is_rebuilt(p, nation, REBUILT[i]) && can_build(p, nation, nation, REBUILT[i])) {
            uint8_t cities[24];
            building_cities(p, nation, REBUILT[i], cities);
            pay(p, REBUILT[i]);
            deploy(p, nation, REBUILT[i], cities[0]);
        }
    }
    p->s->campaign.production = (EaglesProduction){.legion_spent = p->s->campaign.production.legion_spent};
}

/* ------------------------------------------------------------------ the step */

static void throw_die(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    memset(c->built, 0, sizeof c->built);
    memset(c->city_of_group[p->s->active], 0, sizeof c->city_of_group[0]);
    c->production = (EaglesProduction){0};
    c->production_die = (uint8_t)eagles_die(p, EAGLES_DIE_PRODUCTION, p->s->active, EAGLES_NO_HEX);
    EAGLES_NOTE(p, EAGLES_EVENT_PRODUCTION, p->s->active, c->production_die);
    if (p->s->active == EAGLES_COALITION) {
        c->invested = 0;
    }
}

/* The next nation that builds as a state of its own: majors, and invaded Portugal; false: none is left. */
static bool next_builder(Play *p, EaglesFrame *frame)
{
    while (frame->x < p->d->nations) {
        const unsigned nation = frame->x++;
        if (p->s->nation[nation].side != p->s->active) {
            continue;
        }
        if (eagles_builds_by_iberian_table(p, nation)) {
            eagles_build_in_iberia(p, nation);
            return true;
        }
        if (p->d->nation[nation].major) {
            open_books(p, nation);
            eagles_push(p, EAGLES_STEP_BUILD)->a = (uint8_t)nation;
            return true;
        }
    }
    return false;
}

/* Frame: phase, x the next nation or group. */
void eagles_production_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    switch ((enum phase)frame->phase) {
    case THROW:
        throw_die(p);
        frame->phase = INVEST;
        break;
    case INVEST:
        frame->phase = MAJORS;
        if (p->s->active == EAGLES_COALITION) {
            eagles_push(p, EAGLES_STEP_INVEST);
        }
        break;
    case MAJORS:
        if (!next_builder(p, frame)) {
            frame->phase = MINORS;
            frame->x = 0;
        }
        break;
    case MINORS:
        if (frame->x < GROUPS) {
            const unsigned group = frame->x++;
            eagles_push(p, EAGLES_STEP_CITY_OF_GROUP)->a = (uint8_t)group;
        } else {
            frame->phase = NEUTRALS;
        }
        break;
    case NEUTRALS:
        for (unsigned nation = 0; nation < p->d->nations && p->s->active == EAGLES_COALITION; nation++) {
            if (p->d->nation[nation].major && p->s->nation[nation].side == EAGLES_NEUTRAL &&
                p->s->nation[nation].conquered > 0) {
                rebuild(p, nation);
            }
        }
        p->s->campaign.production = (EaglesProduction){0};
        p->s->campaign.production_die = 0;
        if (p->s->active == EAGLES_COALITION) {
            memset(p->s->campaign.points_sent, 0, sizeof p->s->campaign.points_sent);
        }
        eagles_pop(p);
        break;
    }
}

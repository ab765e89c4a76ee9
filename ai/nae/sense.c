/* sense.c: strength, worth and distance. */
#include "ai/nae/sense.h"
#include "ai/nae/odds.h"
#include "ai/nae/waters.h"
#include "engine/nae/march.h"

#include <string.h>

enum {
    LACKS_SUPPLY = 2,
    LAST_POWER = 6,   /* times that Russia counts when it is the last power of the continent at war */
    BLOCKADE = 12000, /* worth of the ports that are open yet, together */
    BLOCKADE_AT_WAR = 4000,
    CUT_ARMY = 500,         /* worth of a line of supply to an army */
    LAST_FORTRESS = 3000,   /* and of the fortress that Napoleon is in */
    LAST_ARMIES = 800,      /* worth of an army of France in 1815 */
    LET_IN_BY_BLOCKADE = 4, /* steps a year that 25F and 24F let into the peninsula */
    LET_IN_BY_SNARE = 8
}; /* movement points more that land without supply counts: a link must be made first */

/* ------------------------------------------------------------------ the board */

/* Movement points from a zone to every zone over land, whoever stands there; straits that a squadron may
 * close are no way. */
static void measure(NaeStrategy *strategy, const NaeData *d, unsigned from)
{
    uint8_t *cost = strategy->distance[from];
    NaeZones open = nae_zones_one(from);
    memset(cost, NAE_FAR, NAE_ZONES);
    cost[from] = 0;
    while (!nae_zones_empty(open)) {
        const unsigned zone = nae_zones_take(&open);
        for (unsigned i = 0; i < d->zone[zone].neighbors; i++) {
            const NaeEdge *edge = &d->zone[zone].edge[i];
            const unsigned next = edge->zone;
            const unsigned step = nae_step_cost(d, zone, next, false);
            if (edge->terrain == NAE_EDGE_STRAIT && !edge->open) {
                continue;
            }
            const unsigned through = cost[zone] + (step == NAE_NONE ? 4U : step);
            if (through < cost[next]) {
                cost[next] = (uint8_t)through;
                nae_zones_add(&open, next);
            }
        }
    }
}

void nae_strategy_fade(NaeStrategy *strategy)
{
    for (unsigned side = 0; side < SEAT_COUNT; side++) {
        int left = 1024 * 64;
        for (unsigned i = 0; i < NAE_DECAY_STEPS; i++) {
            strategy->decay[side][i] = (uint16_t)(left / 64);
            left = left * strategy->weights[side].decay / 100;
        }
    }
}

void nae_strategy_init(NaeStrategy *strategy, const NaeData *d)
{
    const double east_of = 17.0; /* degrees: the Oder and the Theiss */
    strategy->weights[SEAT_FRENCH] = nae_weights_default(SEAT_FRENCH, nae_is_hundred_days(d));
    strategy->weights[SEAT_COALITION] = nae_weights_default(SEAT_COALITION, nae_is_hundred_days(d));
    memset(strategy->distance, NAE_FAR, sizeof strategy->distance);
    memset(strategy->french_key, 0, sizeof strategy->french_key);
    memset(strategy->east, 0, sizeof strategy->east);
    for (unsigned zone = 0; zone < d->zones; zone++) {
        measure(strategy, d, zone);
        strategy->east[zone] = d->lon[zone] > east_of;
    }
    for (unsigned i = 0; i < d->nation[NAE_FRANCE].keys; i++) {
        strategy->french_key[d->nation[NAE_FRANCE].key[i]] = 1;
    }
    strategy->napoleon = (uint8_t)nae_piece_by_id(d, "napoleon");
    const unsigned mantua = nae_zone_by_id(d, "mantoue");
    if (mantua != NAE_NONE) {
        strategy->french_key[mantua] = 1;
    }
    for (unsigned terrain = 0; terrain < NAE_EDGE_COUNT; terrain++) {
        strategy->crossing[terrain] = terrain == NAE_EDGE_FULL ? 4U : d->table.extra[terrain];
    }
    nae_battle_table_init(&strategy->battle, d);
    nae_strategy_fade(strategy);
}

void nae_sense_init(NaeSense *se, const NaeData *d, const NaeState *s, const NaeStrategy *strategy,
                    unsigned side)
{
    se->d = d;
    se->s = s;
    se->strategy = strategy;
    se->w = &strategy->weights[side];
    se->side = side;
    se->legal = NULL;
    se->scratch = NULL;
    nae_sense_turn_to(se, s, false, false);
}

NaePlay nae_sense_reader(const NaeSense *se)
{
    NaePlay play = nae_reader(se->d, se->s);
    play.scratch = se->scratch;
    return play;
}

void nae_sense_turn_to(NaeSense *se, const NaeState *s, bool same_war, bool same_board)
{
    se->s = s;
    se->has_trip = false;
    se->promised = nae_zones_none();
    se->useful = -1;
    if (!same_war) {
        se->has_aims = false;
        se->raided = false;
        se->has_field = false;
        se->has_landable = false;
        se->has_launches = false;
        se->has_ways = false;
        se->has_armies = false;
        memset(se->has_supply, 0, sizeof se->has_supply);
        memset(se->has_front, 0, sizeof se->has_front);
    }
    if (!same_board) {
        se->has_rally = false;
        se->has_standing = false;
        memset(se->gained, 0, sizeof se->gained);
    }
}

/* ------------------------------------------------------------------ strength */

int nae_sense_strength(const NaeSense *se, NaePieces force, bool attacks)
{
    int strength = 0;
    NAE_EACH_PIECE(unit, nae_pieces_and(force, se->d->units))
    {
        const NaeUnit *u = &se->d->unit[unit];
        const bool reduced = nae_bit(se->s, unit, NAE_REDUCED);
        strength +=
            (int)nae_unit_steps(se->d, se->s, unit) * (60 + 14 * u->morale[reduced ? 1 : 0] + 6 * u->stars);
    }
    const unsigned commander = nae_commander(se->d, se->s, force);
    if (commander != NAE_NONE) {
        const NaeGeneral *general = nae_general(se->d, commander);
        strength += strength * (attacks ? general->attack : general->defence) / 5;
    }
    return strength;
}

int nae_sense_enemy(const NaeSense *se, unsigned zone)
{
    return nae_sense_strength(se, nae_field(se->d, se->s, zone, nae_other(se->side)), false);
}

int nae_sense_piece(const NaeSense *se, unsigned piece)
{
    if (nae_is_unit(piece)) {
        const NaeUnit *u = &se->d->unit[piece];
        return 10 * u->cost + 3 * u->morale[0] + 4 * u->stars;
    }
    if (nae_is_general(piece)) {
        const NaeGeneral *general = nae_general(se->d, piece);
        return 10 * (general->attack + general->defence) + 4 * general->command;
    }
    return nae_is_depot(piece) ? 8 : 30;
}

/* ------------------------------------------------------------------ worth of zones */

static bool is_at_war(const NaeSense *se, unsigned power)
{
    return nae_side_of(se->s, power) == NAE_COALITION;
}

/* For the Empire: with Austria and Prussia out of the war, Russia is the power that is left; with all of the
 * continent, Britain. */
static bool russia_stands_alone(const NaeSense *se)
{
    return se->side == NAE_EMPIRE && !is_at_war(se, NAE_AUSTRIA) && !is_at_war(se, NAE_PRUSSIA);
}

static bool continent_is_at_peace(const NaeSense *se)
{
    return russia_stands_alone(se) && !is_at_war(se, NAE_RUSSIA);
}

static bool britain_stands_alone(const NaeSense *se)
{
    return continent_is_at_peace(se) && !is_at_war(se, NAE_SPAIN) && !is_at_war(se, NAE_TURKEY);
}

int nae_sense_power(const NaeSense *se, unsigned power)
{
    switch (power) {
    case NAE_AUSTRIA:
        return se->w->austria;
    case NAE_PRUSSIA:
        return se->w->prussia;
    case NAE_RUSSIA:
        return russia_stands_alone(se) ? se->w->russia * LAST_POWER : se->w->russia;
    case NAE_SPAIN:
        return se->w->spain;
    case NAE_TURKEY:
        return se->w->turkey;
    case NAE_BRITAIN:
        return britain_stands_alone(se) ? se->w->britain * LAST_POWER : se->w->britain;
    default:
        return se->w->france;
    }
}

static bool has_blockade_port(const NaeSense *se, unsigned nation)
{
    NAE_EACH_ZONE(zone, se->d->ports)
    {
        if (se->s->owner[zone] == nation && se->d->zone[zone].blockade != 0) {
            return true;
        }
    }
    return false;
}

/* The peninsula before anything opened it to the Empire (map 8.8). */
static bool is_closed(const NaeSense *se, unsigned zone)
{
    const unsigned open = NAE_BLOCKADE | NAE_IBERIA_OPEN | NAE_LIBERATION | NAE_PUNISHMENTS;
    return se->side == NAE_EMPIRE && nae_zones_in(se->d->iberia, zone) && (se->s->flags & open) == 0;
}

/* The Coalition of 1815 must break the armies of France, and nothing else counts for long (19). */
bool nae_sense_hundred_days(const NaeSense *se)
{
    return nae_is_hundred_days(se->d) && se->side == NAE_COALITION;
}

bool nae_sense_has_napoleon(const NaeSense *se, NaePieces force)
{
    const unsigned napoleon = se->strategy->napoleon;
    return napoleon != NAE_NONE && nae_pieces_in(force, napoleon);
}

/* Key zones of a power that a side holds. */
static unsigned keys_held(const NaeSense *se, const NaeNation *nation, unsigned side)
{
    unsigned held = 0;
    for (unsigned i = 0; i < nation->conquest_keys; i++) {
        held += nae_holder(se->s, nation->conquest_key[i]) == side;
    }
    return held;
}

static bool may_be_protected(const NaeNation *minor)
{
    return minor->protectorate == NAE_ELIGIBLE || minor->protectorate == NAE_FROM_START;
}

/* Worth of a key zone of a power, or of a minor's capital, to both sides. */
static int stake(const NaeSense *se, unsigned zone)
{
    const unsigned owner = se->s->owner[zone];
    const NaeNation *nation = &se->d->nation[owner];
    int worth = 0;
    if (nae_sense_hundred_days(se) && se->strategy->french_key[zone] == 0) {
        return se->d->zone[zone].fortress > 0 ? se->w->fortress : 0;
    }
    if (nae_is_major(owner) && owner != NAE_FRANCE) {
        for (unsigned i = 0; i < nation->conquest_keys; i++) {
            worth = nation->conquest_key[i] == zone ? nae_sense_power(se, owner) : worth;
        }
        worth += worth * (int)keys_held(se, nation, se->side) * se->w->finish / 100;
        const bool port = nae_zone_is(se->d, zone, NAE_ZONE_PORT);
        if (owner == NAE_SPAIN && (se->s->flags & NAE_LIBERATION) != 0 && port) {
            worth = se->w->spain / 2;
        }
    } else if (nation->capitals > 0 && nation->capital[0] == zone && !nae_is_major(owner)) {
        worth = se->w->minor + (may_be_protected(nation) ? se->w->protectorate : 0) +
                (has_blockade_port(se, owner) ? se->w->ports : 0);
    } else if (!nae_is_major(owner) && may_be_protected(nation) && se->d->zone[zone].fortress > 0 &&
               continent_is_at_peace(se)) {
        worth = (se->w->minor + se->w->protectorate) / 2; /* it falls with all its fortresses only (18.1) */
    }
    if (nation->capitals > 0 && nation->capital[0] == zone && nae_is_major(owner)) {
        worth = worth * se->w->capital / 100;
    }
    if (se->strategy->french_key[zone] != 0) {
        worth = zone == se->d->nation[NAE_FRANCE].capital[0] ? se->w->paris : se->w->france;
    }
    if ((se->s->flags & NAE_LIBERATION) != 0 && nae_zones_in(se->d->table.border_fortresses, zone)) {
        worth += se->w->ports; /* with all of them the Iberian ports do not count (18.2.3) */
    }
    if (worth == 0 && nae_zone_is(se->d, zone, NAE_ZONE_CONTROLLABLE)) {
        worth = se->w->fortress * (se->d->zone[zone].fortress > 0 ? 2 : 1);
    }
    if (se->strategy->east[zone] != 0) {
        worth = worth * se->w->east / 100;
    }
    return nae_zones_in(se->d->iberia, zone) ? worth * se->w->peninsula / 100 : worth;
}

/* Whether a zone is one the side wants: the enemy's land that it does not hold yet, or its own that it has
 * lost. */
static bool is_wanted(const NaeSense *se, unsigned zone)
{
    const unsigned owner = nae_side_of_zone(se->s, zone);
    const bool held =
        nae_marker(se->s, zone) == se->side ||
        (nae_besieged(se->s, zone) && nae_fortress_side(se->d, se->s, zone) == nae_other(se->side) &&
         nae_siege_marker(se->s, zone) > 3);
    if (owner == nae_other(se->side)) {
        return !held && !is_closed(se, zone);
    }
    return owner == se->side && !is_closed(se, zone) && nae_marker(se->s, zone) == nae_other(se->side);
}

/* There, worth of a zone where an army of France stands: most where Napoleon is. */
static int last_stand(const NaeSense *se, unsigned zone)
{
    return nae_sense_has_napoleon(se, nae_field(se->d, se->s, zone, NAE_EMPIRE)) ? 3 * LAST_ARMIES
                                                                                 : LAST_ARMIES;
}

static const NaeZones *supply_of(NaeSense *se, unsigned nation)
{
    const unsigned place = nation < NAE_MAJORS ? nation : NAE_MAJORS;
    if (!se->has_supply[place]) {
        const NaePlay play = nae_sense_reader(se);
        se->supply[place] =
            nae_supplied_zones(&play, se->side, place < NAE_MAJORS ? place : (unsigned)NAE_ANY_MINOR);
        se->has_supply[place] = true;
    }
    return &se->supply[place];
}

/* What the side has lost the line of supply to: armies, and for the Empire the key zones that it has taken,
 * which count in supply only (18.2). */
static int worth_of_what_is_cut_off(NaeSense *se)
{
    int worth = 0;
    NAE_EACH_PIECE(army, nae_pieces_and(se->s->owned[se->side], se->d->armies))
    {
        const unsigned zone = se->s->place[army];
        worth +=
            zone < se->d->zones && !nae_zones_in(*supply_of(se, se->d->nation_of[army]), zone) ? CUT_ARMY : 0;
    }
    for (unsigned power = 0; power < NAE_MAJORS && se->side == NAE_EMPIRE; power++) {
        const NaeNation *nation = &se->d->nation[power];
        for (unsigned i = 0; i < nation->conquest_keys; i++) {
            const unsigned zone = nation->conquest_key[i];
            const bool held = power != NAE_FRANCE && nae_marker(se->s, zone) == se->side;
            worth += held && !nae_zones_in(*supply_of(se, NAE_FRANCE), zone) ? stake(se, zone) : 0;
        }
    }
    return worth;
}

/* Enemies on own land may stand on the line of supply: they are worth what is cut off. */
static void add_raiders(NaeSense *se)
{
    NaeZones raided = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(se->s->owned[nae_other(se->side)], se->d->units))
    {
        const unsigned zone = se->s->place[unit];
        if (zone < se->d->zones && !nae_bit(se->s, unit, NAE_INSIDE) &&
            (nae_side_of_zone(se->s, zone) == se->side || nae_marker(se->s, zone) == se->side)) {
            nae_zones_add(&raided, zone);
        }
    }
    se->raided = !nae_zones_empty(raided);
    const int worth = se->raided ? worth_of_what_is_cut_off(se) : 0;
    NAE_EACH_ZONE(zone, raided) { se->aim[zone] += worth; }
}

NaeZones nae_sense_open_ports(const NaeSense *se)
{
    if (se->side != NAE_EMPIRE || (se->s->flags & NAE_BLOCKADE) == 0 ||
        nae_year(se->s) >= se->d->setup.last_year) {
        return nae_zones_none();
    }
    const NaePlay play = nae_sense_reader(se);
    return nae_open_ports(&play);
}

/* A complete blockade is worth a level in each budget to come (19.4); with the great powers of the continent
 * out of the war nothing else brings as much. The fewer ports are open, the more each of them counts, those
 * that the Coalition marked in the land of a beaten power included. */
static void add_open_ports(NaeSense *se)
{
    const NaeZones open = nae_sense_open_ports(se);
    const int worth =
        (continent_is_at_peace(se) ? BLOCKADE : BLOCKADE_AT_WAR) / (1 + (int)nae_zones_count(open));
    NAE_EACH_ZONE(zone, open)
    {
        se->prize[zone] += nae_open_land(se->s, se->s->owner[zone], se->side) ? worth : 0;
    }
}

/* An enemy near something of ours draws defenders: worth of what he threatens from a zone, faded. */
static int threat_from(const NaeSense *se, unsigned zone)
{
    int worth = 0;
    NAE_EACH_ZONE(next, se->d->adjacent[zone])
    {
        const int share = nae_side_of_zone(se->s, next) == se->side ? 100
                          : nae_holder(se->s, next) == se->side     ? se->w->taken
                                                                    : 0;
        worth += share > 0 ? stake(se, next) * se->w->guard / 1000 * share / 100 : 0;
    }
    return worth;
}

/* Units of the enemy in the field, each for its steps and for what it threatens. */
static void add_hunted(NaeSense *se)
{
    int threat[NAE_ZONES];
    NaeZones seen = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(se->s->owned[nae_other(se->side)], se->d->units))
    {
        const unsigned zone = se->s->place[unit];
        if (zone >= se->d->zones || nae_bit(se->s, unit, NAE_INSIDE)) {
            continue;
        }
        if (!nae_zones_in(seen, zone)) {
            threat[zone] = threat_from(se, zone);
            nae_zones_add(&seen, zone);
        }
        se->aim[zone] += se->w->hunt * (int)nae_unit_steps(se->d, se->s, unit) / 2 + threat[zone];
    }
}

static void find_aims(NaeSense *se)
{
    memset(se->prize, 0, sizeof se->prize);
    for (unsigned zone = 0; zone < se->d->zones; zone++) {
        if (is_wanted(se, zone)) {
            se->prize[zone] = stake(se, zone);
        }
    }
    add_open_ports(se);
    if (nae_sense_hundred_days(se)) {
        const unsigned napoleon = se->strategy->napoleon;
        const unsigned zone = napoleon == NAE_NONE ? NAE_NONE : se->s->place[napoleon];
        if (zone < se->d->zones && nae_bit(se->s, napoleon, NAE_INSIDE)) {
            se->prize[zone] += LAST_FORTRESS;
        }
    }
    memcpy(se->aim, se->prize, sizeof se->aim);
    add_hunted(se);
    NAE_EACH_PIECE(army, nae_pieces_and(se->s->owned[nae_other(se->side)], se->d->armies))
    {
        const unsigned zone = se->s->place[army];
        if (zone < se->d->zones && !nae_bit(se->s, army, NAE_DEMORALISED)) {
            se->aim[zone] += se->w->armies + (nae_sense_hundred_days(se) ? last_stand(se, zone) : 0);
        }
    }
    add_raiders(se);
    se->has_aims = true;
}

int nae_sense_aim(NaeSense *se, unsigned zone)
{
    if (!se->has_aims) {
        find_aims(se);
    }
    return se->aim[zone];
}

int nae_sense_prize(NaeSense *se, unsigned zone)
{
    if (!se->has_aims) {
        find_aims(se);
    }
    return se->prize[zone];
}

/* ------------------------------------------------------------------ who is in the way */

/* What a zone takes to get past beyond its movement points: a fortress or a force in the way. */
enum { PAST_FORTRESS = 2, PAST_FORCE = 1 };

static void find_ways(NaeSense *se)
{
    const NaeData *d = se->d;
    const NaePieces enemies = nae_pieces_and(se->s->owned[nae_other(se->side)], d->land);
    const NaePieces field = nae_without(se->s, enemies, NAE_INSIDE);
    bool open[NAE_NATIONS];
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        open[nation] = nae_open_land(se->s, nation, se->side);
    }
    se->foe_units = nae_zones_of(se->s, nae_pieces_and(field, d->units));
    const NaeZones foes = nae_zones_or(se->foe_units, nae_zones_of(se->s, nae_pieces_minus(field, d->units)));
    se->barred = foes;
    for (unsigned zone = 0; zone < d->zones; zone++) {
        se->passage[zone] = open[se->s->owner[zone]] ? d->zone[zone].entry : NAE_FAR;
    }
    NAE_EACH_ZONE(zone, d->forts)
    {
        if (nae_enemy_fortress(d, se->s, zone, se->side)) {
            nae_zones_add(&se->barred, zone);
            se->passage[zone] = (uint8_t)(se->passage[zone] + (open[se->s->owner[zone]] ? PAST_FORTRESS : 0));
        }
    }
    NAE_EACH_ZONE(zone, foes)
    {
        se->passage[zone] = (uint8_t)(se->passage[zone] + (open[se->s->owner[zone]] ? PAST_FORCE : 0));
    }
    se->has_ways = true;
}

static void know_ways(NaeSense *se)
{
    if (!se->has_ways) {
        find_ways(se);
    }
}

const NaeZones *nae_sense_foe_units(NaeSense *se)
{
    know_ways(se);
    return &se->foe_units;
}

const NaeZones *nae_sense_barred(NaeSense *se)
{
    know_ways(se);
    return &se->barred;
}

bool nae_sense_is_open(NaeSense *se, unsigned zone)
{
    know_ways(se);
    return se->passage[zone] != NAE_FAR;
}

const NaeZones *nae_sense_standing(NaeSense *se)
{
    if (!se->has_standing) {
        const NaePieces own = nae_pieces_and(se->s->owned[se->side], se->d->land);
        const unsigned mask = NAE_INSIDE | NAE_GROUP;
        se->standing = nae_zones_of(se->s, nae_marked(se->s, own, mask, NAE_STANDING));
        se->has_standing = true;
    }
    return &se->standing;
}

/* ------------------------------------------------------------------ how worth spreads */

/* Zones from which worth has still to spread, by its size: those of the highest class come first, so that
 * nearly every zone is gone through once. Words are taken one by one, since sets that are written in parts
 * and read as a whole would make the machine wait. */
enum { CLASSES = 128, WORDS = 4 };

typedef struct Frontier {
    uint64_t some[CLASSES / 64];    /* classes that hold zones */
    uint64_t zones[CLASSES][WORDS]; /* of a class without zones: not set */
} Frontier;

/* Four classes to each power of two. */
static unsigned class_of(int worth)
{
    const unsigned bits = 31U - (unsigned)__builtin_clz((unsigned)worth | 1U);
    const unsigned below = bits >= 2 ? ((unsigned)worth >> (bits - 2)) & 3U : 0;
    return 4 * bits + below;
}

static void frontier_add(Frontier *frontier, unsigned zone, int worth)
{
    const unsigned class = class_of(worth);
    if ((frontier->some[class / 64] >> class % 64 & 1U) == 0) {
        frontier->some[class / 64] |= UINT64_C(1) << class % 64;
        memset(frontier->zones[class], 0, sizeof frontier->zones[class]);
    }
    frontier->zones[class][zone / 64] |= UINT64_C(1) << zone % 64;
}

/* The highest class that holds a zone; CLASSES: there is none. */
static unsigned frontier_highest(const Frontier *frontier)
{
    for (unsigned word = CLASSES / 64; word-- > 0;) {
        if (frontier->some[word] != 0) {
            return 64 * word + 63U - (unsigned)__builtin_clzll(frontier->some[word]);
        }
    }
    return CLASSES;
}

/* Over which land worth spreads, and how. */
typedef struct Ground {
    NaeSense *se;
    uint8_t
        more[NAE_ZONES]; /* movement points that it takes to get through a zone, NAE_FAR: none gets through */
    bool kept_out;       /* of the peninsula */
} Ground;

/* Whether a way from one zone to the next that only some may go is open to worth, which goes against it. */
static bool lets_through(const Ground *ground, unsigned zone, const NaeEdge *edge)
{
    const NaeData *d = ground->se->d;
    const bool enters =
        ground->kept_out && nae_zones_in(d->iberia, zone) && !nae_zones_in(d->iberia, edge->zone);
    return !enters && (edge->terrain != NAE_EDGE_STRAIT || nae_may_enter(d, ground->se->s, nae_pieces_none(),
                                                                         ground->se->side, edge->zone, zone));
}

/* Worth that spreads from a zone to those around it. */
static void spread_over(const Ground *ground, Frontier *frontier, unsigned zone, int *field)
{
    const NaeStrategy *strategy = ground->se->strategy;
    const uint16_t *decay = &strategy->decay[ground->se->side][ground->more[zone]];
    const NaeZone *z = &ground->se->d->zone[zone];
    const unsigned worth = (unsigned)field[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const unsigned next = z->edge[i].zone;
        const int left = (int)(worth * decay[strategy->crossing[z->edge[i].terrain]] / 1024U);
        if (left > field[next] && lets_through(ground, zone, &z->edge[i])) {
            field[next] = left;
            frontier_add(frontier, next, left);
        }
    }
}

/* Worth spreads from where it lies over the ways that are open today: neutral land and straits under enemy
 * guns are none. Worth only rises, so the work ends, and with the same field in any order. */
static void spread_from(const Ground *ground, NaeZones open, int *field)
{
    Frontier frontier = {.some = {0}};
    NAE_EACH_ZONE(zone, open) { frontier_add(&frontier, zone, field[zone]); }
    for (unsigned class = frontier_highest(&frontier); class < CLASSES; class = frontier_highest(&frontier)) {
        uint64_t zones[WORDS];
        memcpy(zones, frontier.zones[class], sizeof zones);
        frontier.some[class / 64] &= ~(UINT64_C(1) << class % 64);
        for (unsigned word = 0; word < WORDS; word++) {
            for (; zones[word] != 0; zones[word] &= zones[word] - 1) {
                const unsigned zone = 64 * word + (unsigned)__builtin_ctzll(zones[word]);
                /* none: closed, or gone through with more */
                if (ground->more[zone] != NAE_FAR && class_of(field[zone]) == class) {
                    spread_over(ground, &frontier, zone, field);
                }
            }
        }
    }
}

/* The ground of a nation's forces; supplied: zones where they are in supply, NULL: anywhere. */
static void find_ground(NaeSense *se, const NaeZones *supplied, bool kept_out, Ground *ground)
{
    know_ways(se);
    ground->se = se;
    ground->kept_out = kept_out;
    memcpy(ground->more, se->passage, sizeof ground->more);
    if (supplied != NULL) {
        NAE_EACH_ZONE(zone, nae_zones_minus(se->d->all_zones, *supplied))
        {
            ground->more[zone] =
                (uint8_t)(ground->more[zone] + (ground->more[zone] != NAE_FAR ? LACKS_SUPPLY : 0));
        }
    }
}

static void spread(const Ground *ground, int *field)
{
    NaeZones open = {0};
    for (unsigned zone = 0; zone < ground->se->d->zones; zone++) {
        if (field[zone] > 0) {
            nae_zones_add(&open, zone);
        }
    }
    spread_from(ground, open, field);
}

/* Over land, and where squadrons lie ready over the sea, and on from there. */
static void spread_far(NaeSense *se, int *field, const NaeZones *supplied, bool kept_out)
{
    Ground ground;
    find_ground(se, supplied, kept_out, &ground);
    spread(&ground, field);
    if (nae_waters_landings(se)) {
        spread_from(&ground, nae_waters_spread(se, field), field);
    }
}

int nae_sense_field(NaeSense *se, unsigned zone)
{
    if (!se->has_field) {
        for (unsigned aim = 0; aim < se->d->zones; aim++) {
            const int worth = nae_sense_aim(se, aim);
            se->field[aim] = worth > 0 ? worth * 8 : 0;
        }
        spread_far(se, se->field, NULL, false);
        se->has_field = true;
    }
    return se->field[zone];
}

bool nae_sense_kept_out(const NaeSense *se, unsigned zone, NaePieces force)
{
    const unsigned open = NAE_LIBERATION | NAE_PUNISHMENTS;
    if (se->side != NAE_EMPIRE || (se->s->flags & open) != 0 || nae_zones_in(se->d->iberia, zone)) {
        return false;
    }
    const unsigned let_in = (se->s->flags & NAE_IBERIA_OPEN) != 0 ? LET_IN_BY_SNARE
                            : (se->s->flags & NAE_BLOCKADE) != 0  ? LET_IN_BY_BLOCKADE
                                                                  : 0;
    return se->s->iberia_steps + nae_iberia_load(se->d, se->s, force, se->side) > let_in;
}

NaeFront *nae_sense_front(NaeSense *se, unsigned nation, bool kept_out)
{
    const unsigned place = (nation < NAE_MAJORS ? nation : NAE_MAJORS) + (kept_out ? NAE_MAJORS + 1U : 0U);
    NaeFront *front = &se->front[place];
    if (!se->has_front[place]) {
        front->supplied = *supply_of(se, nation);
        for (unsigned aim = 0; aim < se->d->zones; aim++) {
            const int worth = nae_sense_aim(se, aim);
            front->field[aim] = worth > 0 ? worth * 8 : 0;
        }
        spread_far(se, front->field, &front->supplied, kept_out);
        memset(front->asked, 0, sizeof front->asked);
        memset(front->traces, 0, sizeof front->traces);
        se->has_front[place] = true;
    }
    return front;
}

/* Own armies, the stronger and the nearer to aims the better. */
static void find_armies(NaeSense *se, int armies[NAE_ZONES])
{
    memset(armies, 0, NAE_ZONES * sizeof *armies);
    NAE_EACH_PIECE(general, nae_pieces_and(se->s->owned[se->side], se->d->generals))
    {
        const unsigned at = se->s->place[general];
        if (at < se->d->zones && nae_bit(se->s, general, NAE_COMMANDS)) {
            const NaePieces force = nae_field(se->d, se->s, at, se->side);
            const int steps = (int)nae_steps(se->d, se->s, force);
            const int army = nae_has_army(se->d, force) ? 2 : 1;
            const int worth = nae_sense_field(se, at) * army + 40 * (steps < 10 ? steps : 10);
            armies[at] = worth > armies[at] ? worth : armies[at];
        }
    }
}

int nae_sense_rally(NaeSense *se, unsigned zone)
{
    if (!se->has_rally) {
        int armies[NAE_ZONES];
        find_armies(se, armies);
        if (!se->has_armies || memcmp(armies, se->armies, sizeof armies) != 0) {
            memcpy(se->armies, armies, sizeof armies);
            memcpy(se->rally, armies, sizeof armies);
            Ground ground;
            find_ground(se, NULL, false, &ground);
            spread(&ground, se->rally);
            se->has_armies = true;
        }
        se->has_rally = true;
    }
    return se->rally[zone];
}

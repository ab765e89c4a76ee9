/* plan.c: fronts, parties and the ends of a march. */
#include "ai/nae/plan.h"
#include "ai/nae/odds.h"
#include "ai/nae/sail.h"
#include "engine/nae/force.h"

#include <string.h>

enum {
    POINTS = 8,     /* points of the field for one of an aim */
    BUCKETS = 12,   /* movement points of a march, and one more */
    RALLY = 2,      /* movement points of a try to rally (14.9) */
    LINK = 2,       /* movement points between two links of supply (10.3) */
    FULL_FORCE = 8, /* steps from which a force counts whole */
    NO_LINE = 100,
    HUNT_NAPOLEON = 120, /* in 1815: a step of his force, and the chance of winning that is dared for it */
    DARE_NAPOLEON = 2,
    LAST = 8,
    KILL_NAPOLEON = 3000, /* the end of the war */
    FORCED = 2,           /* points of a forced march that are thought of */
    LEAST_GAIN = 40,      /* what is less is not worth a point */
    LEAST_GAIN_1815 = 1000
};

/* ------------------------------------------------------------------ forces */

static unsigned commander_of(const NaeSense *se, NaePieces force)
{
    return nae_commander(se->d, se->s, force);
}

NaeParty nae_plan_party(const NaeSense *se, unsigned zone, NaePieces force)
{
    const NaeData *d = se->d;
    const NaePieces units = nae_pieces_and(force, d->units);
    const unsigned general = commander_of(se, force);
    const unsigned first = nae_pieces_first(units);
    NaeParty party = {.pieces = force,
                      .kept_out = nae_sense_kept_out(se, zone, force),
                      .nation = nae_force_nation(d, se->s, force),
                      .steps = (int)nae_steps(d, se->s, units),
                      .strength = nae_sense_strength(se, force, true),
                      .attack = general == NAE_NONE ? 0 : (int)nae_general(d, general)->attack,
                      .speed = 9,
                      .led = general != NAE_NONE,
                      .army = nae_has_army(d, force),
                      .demoralised = first != NAE_NONE && nae_bit(se->s, first, NAE_DEMORALISED)};
    NAE_EACH_PIECE(unit, units)
    {
        const unsigned speed = nae_unit_speed(d, se->s, unit);
        party.speed = speed < party.speed ? speed : party.speed;
    }
    party.speed -= party.speed > 0 && nae_bad_weather(se->s) ? 1U : 0U;
    if (party.led) {
        const NaePieces depots =
            party.nation < NAE_MAJORS ? nae_of_nation(d, force, party.nation) : nae_pieces_none();
        party.depots = nae_pieces_count(nae_without(se->s, nae_pieces_and(depots, d->depots), NAE_FIXED));
    }
    return party;
}

/* ------------------------------------------------------------------ chances */

/* Chances in a hundred that a fortress falls to a number of attacks (15.4). */
static int siege_odds(const NaeSense *se, const NaeParty *party, unsigned zone, int attacks)
{
    const NaeTables *t = &se->d->table;
    const int need = t->siege_row[1] + 1;
    int marker = nae_besieged(se->s, zone) ? (int)nae_siege_marker(se->s, zone) : 0;
    const int fixed = party->attack + (party->army ? t->siege_army : 0) +
                      (nae_fortress_level(se->d, se->s, zone) > 1 ? t->siege_citadel : 0);
    int stands = 100;
    for (int i = 0; i < attacks && i < 5; i++) {
        const int faces = 7 - need + fixed + marker;
        stands = stands * (6 - (faces < 0 ? 0 : faces > 6 ? 6 : faces)) / 6;
        marker += marker < 3;
    }
    return 100 - stands;
}

/* ------------------------------------------------------------------ battle and capture at the end */

/* Chances in six that a general comes to a battle next door (14.1). */
static int comes(const NaeSense *se, unsigned general, bool attacks)
{
    const NaeGeneral *g = nae_general(se->d, general);
    const int faces = 7 - (int)se->d->table.counter_march + (attacks ? g->attack : g->defence);
    return faces < 0 ? 0 : faces > 6 ? 6 : faces;
}

/* Forces march to the sound of the guns over such an edge. */
static bool is_within_hearing(const NaeEdge *edge)
{
    return edge->terrain != NAE_EDGE_MOUNTAIN && edge->terrain != NAE_EDGE_STRAIT &&
           edge->terrain != NAE_EDGE_FULL;
}

/* Steps that generals next to a zone may be expected to bring to a battle there (14.1). */
static int helpers(const NaeSense *se, unsigned zone, unsigned side, NaePieces but)
{
    int steps = 0;
    for (unsigned i = 0; i < se->d->zone[zone].neighbors; i++) {
        const NaeEdge *edge = &se->d->zone[zone].edge[i];
        if (!is_within_hearing(edge)) {
            continue;
        }
        const NaePieces force = nae_pieces_minus(nae_field(se->d, se->s, edge->zone, side), but);
        const unsigned general = commander_of(se, force);
        if (general != NAE_NONE && !nae_bit(se->s, general, NAE_DEMORALISED)) {
            steps += (int)nae_steps(se->d, se->s, force) * comes(se, general, side == se->side);
        }
    }
    return steps / 6;
}

/* With 26F in hand a battle that Napoleon wins over a power may end its war (21). */
static int worth_of_tilsit(const NaeSense *se, NaePieces attackers, NaePieces foe)
{
    const unsigned power = nae_force_nation(se->d, se->s, foe);
    const bool beaten = power < NAE_MAJORS && (se->s->major[power].flags & NAE_BEATEN_BY_NAPOLEON) != 0;
    if (se->side != NAE_EMPIRE || power >= NAE_MAJORS || power == NAE_BRITAIN || beaten ||
        !nae_in_hand(se->s, NAE_F(26)) || !nae_sense_has_napoleon(se, attackers)) {
        return 0;
    }
    const unsigned total = nae_steps(se->d, se->s, attackers) + nae_steps(se->d, se->s, foe);
    return total > se->d->table.skirmish_max ? nae_sense_power(se, power) : 0;
}

/* Whether a beaten enemy would find no way out of a zone that is attacked from another (14.10). */
static bool is_surrounded(const NaeSense *se, NaePieces foe, unsigned zone, unsigned entry)
{
    const unsigned other = nae_other(se->side);
    if (nae_fortress_side(se->d, se->s, zone) == other && !nae_besieged(se->s, zone)) {
        return false;
    }
    NAE_EACH_ZONE(to, se->d->adjacent[zone])
    {
        const NaePieces ours = nae_land(se->d, se->s, to, se->side);
        if (to != entry && nae_may_enter(se->d, se->s, foe, other, zone, to) &&
            !nae_enemy_fortress(se->d, se->s, to, other) &&
            (nae_pieces_empty(ours) || nae_overrun(se->d, se->s, foe, ours) > 0)) {
            return false;
        }
    }
    return true;
}

/* A battle at the end of a march: NAE_IMPOSSIBLE if it is too much. */
static int worth_of_battle(NaeSense *se, const NaeParty *party, unsigned zone, NaeGround ground)
{
    const NaePieces foe = nae_field(se->d, se->s, zone, nae_other(se->side));
    const int help[2] = {helpers(se, zone, se->side, party->pieces),
                         helpers(se, zone, nae_other(se->side), nae_pieces_none())};
    const NaeOdds odds = nae_odds(se, party->pieces, foe, ground, help);
    const bool napoleon = nae_sense_hundred_days(se) && nae_sense_has_napoleon(se, foe);
    const int hunt = napoleon ? HUNT_NAPOLEON : se->w->hunt;
    if (party->demoralised || odds.chance < (napoleon ? DARE_NAPOLEON : se->w->attack)) {
        return NAE_IMPOSSIBLE;
    }
    const int stake = nae_sense_aim(se, zone) + worth_of_tilsit(se, party->pieces, foe);
    const int toll = (odds.loses[1] * hunt - odds.loses[0] * se->w->blood) / 10;
    const int kills = napoleon && odds.chance > odds.kills && is_surrounded(se, foe, zone, ground.entry)
                          ? odds.chance
                          : odds.kills;
    const int kill = napoleon ? kills * KILL_NAPOLEON / 100 : 0;
    return (stake * odds.chance / 100 + toll + kill) * POINTS;
}

/* A marker placed or a fortress taken at the end of a march with points left. */
static int worth_of_capture(NaeSense *se, const NaeParty *party, unsigned zone, int mp, bool battle)
{
    const int prize = nae_sense_prize(se, zone) * POINTS;
    if (prize == 0) {
        return 0;
    }
    const int fortress = (int)nae_fortress_level(se->d, se->s, zone);
    if (nae_fortress_side(se->d, se->s, zone) != nae_other(se->side)) {
        return mp > 0 || battle ? prize : 0;
    }
    if (party->steps < 2 * fortress) {
        return 0;
    }
    const int link = nae_sense_front(se, party->nation, party->kept_out)->field[zone];
    return (prize + link * se->w->link / 100) *
           (10 + siege_odds(se, party, zone, mp + (battle ? 1 : 0)) * 9 / 10) / 100;
}

/* An end of a march. */
typedef struct End {
    unsigned zone;
    unsigned entry;   /* zone before it */
    unsigned terrain; /* of the edge between them */
    int mp;           /* points left */
    unsigned gap;     /* points since the last zone in supply */
    bool arrives;     /* from elsewhere */
} End;

/* What is not reached in the last round never is. */
static bool is_last_round(const NaeSense *se)
{
    return nae_year(se->s) >= se->d->setup.last_year && se->s->phase == NAE_PHASE_ROUNDS &&
           se->s->round >= 6 && (se->s->flags & NAE_EXTRA_ROUND) == 0;
}

/* Where friends stand with whom it cannot make one force, nobody may stop (7.11). */
static bool may_rest(NaeSense *se, const NaeParty *party, unsigned zone)
{
    if (!nae_zones_in(*nae_sense_standing(se), zone)) {
        return true;
    }
    const NaePieces friends = nae_pieces_minus(nae_standing(se->d, se->s, zone, se->side), party->pieces);
    return nae_pieces_empty(friends) || nae_can_combine(se->d, se->s, party->pieces, friends);
}

static int worth_of_end(NaeSense *se, const NaeParty *party, const NaeFront *front, End end)
{
    if (end.arrives && !may_rest(se, party, end.zone)) {
        return NAE_IMPOSSIBLE;
    }
    const bool enemy = end.arrives && nae_zones_in(*nae_sense_foe_units(se), end.zone);
    const bool supplied = end.gap <= LINK * party->depots;
    const int weight = party->steps < FULL_FORCE ? party->steps : FULL_FORCE;
    /* without supply nothing is taken: what lies here draws nobody, what lies beyond may */
    const int here = nae_sense_aim(se, end.zone) * POINTS;
    const bool draws = supplied || front->field[end.zone] > here;
    const int field = draws ? front->field[end.zone] : here - nae_sense_prize(se, end.zone) * POINTS;
    int worth = field * weight / FULL_FORCE / (is_last_round(se) ? LAST : 1);
    if (enemy) {
        const NaeGround ground = {
            .zone = end.zone, .entry = end.entry, .terrain = end.terrain, .supplied = supplied};
        const int battle = worth_of_battle(se, party, end.zone, ground);
        if (battle == NAE_IMPOSSIBLE) {
            return NAE_IMPOSSIBLE;
        }
        worth += battle;
    }
    if (!supplied) {
        return worth * se->w->supply / 100;
    }
    return worth + worth_of_capture(se, party, end.zone, end.mp, enemy);
}

/* ------------------------------------------------------------------ the search over a march */

typedef struct Search {
    NaeSense *se;
    const NaeParty *party;
    const NaeFront *front;
    unsigned from, mp;
    NaeZones bucket[BUCKETS];
    uint8_t cost[NAE_ZONES];
    uint8_t step[NAE_ZONES]; /* edge of the start that it goes through */
    uint8_t gap[NAE_ZONES];
    uint8_t entry[NAE_ZONES];   /* zone before it */
    uint8_t terrain[NAE_ZONES]; /* of the edge into it */
} Search;

static bool has_line(const NaeSense *se, const NaeParty *party, unsigned zone, unsigned from)
{
    const NaePlay play = nae_sense_reader(se);
    return nae_supplied(&play, party->pieces, zone, from);
}

/* Whether a party has the lines of any other of its nation: minors have their own, and so have expeditionary
 * corps and who is inside a fortress (10.4, 10.8). */
static bool is_alike(const NaeSense *se, const NaeParty *party)
{
    return party->nation < NAE_MAJORS && !nae_pieces_meet(party->pieces, se->s->expeditionary) &&
           !nae_bit(se->s, nae_pieces_first(party->pieces), NAE_INSIDE);
}

bool nae_plan_traces(NaeSense *se, const NaeParty *party, unsigned from, unsigned edge)
{
    const unsigned zone = se->d->zone[from].edge[edge].zone;
    const unsigned bit = 1U << edge;
    NaeFront *front = nae_sense_front(se, party->nation, party->kept_out);
    if (!nae_zones_in(*nae_sense_barred(se), zone)) {
        return true;
    }
    if (!is_alike(se, party)) {
        return has_line(se, party, zone, from);
    }
    if ((front->asked[from] & bit) == 0) {
        const bool open = has_line(se, party, zone, from);
        front->asked[from] = (uint8_t)(front->asked[from] | bit);
        front->traces[from] = (uint8_t)(front->traces[from] | (open ? bit : 0U));
    }
    return (front->traces[from] & bit) != 0;
}

static void expand(Search *search, unsigned zone)
{
    NaeSense *se = search->se;
    const NaeZone *z = &se->d->zone[zone];
    for (unsigned i = 0; i < z->neighbors; i++) {
        const NaeEdge *edge = &z->edge[i];
        const unsigned next = edge->zone;
        if (edge->terrain == NAE_EDGE_FULL) {
            continue;
        }
        const unsigned step = se->d->table.extra[edge->terrain] + se->d->zone[next].entry;
        const unsigned cost = search->cost[zone] + step;
        if (cost > search->mp || cost >= search->cost[next] || !nae_sense_is_open(se, next) ||
            !nae_may_enter_by(se->d, se->s, search->party->pieces, se->side, zone, edge)) {
            continue;
        }
        search->cost[next] = (uint8_t)cost;
        search->step[next] = zone == search->from ? (uint8_t)i : search->step[zone];
        search->entry[next] = (uint8_t)zone;
        search->terrain[next] = edge->terrain;
        search->gap[next] =
            nae_zones_in(search->front->supplied, next) && nae_plan_traces(se, search->party, zone, i)
                ? 0
                : (uint8_t)(search->gap[zone] + step);
        nae_zones_add(&search->bucket[cost], next);
    }
}

NaeTrip nae_plan_trip(NaeSense *se, const NaeParty *party, unsigned from, unsigned mp)
{
    Search search = {.se = se,
                     .party = party,
                     .front = nae_sense_front(se, party->nation, party->kept_out),
                     .from = from,
                     .mp = mp < BUCKETS ? mp : BUCKETS - 1};
    NaeTrip trip;
    memset(search.cost, NAE_FAR, sizeof search.cost);
    search.cost[from] = 0;
    search.gap[from] = nae_zones_in(search.front->supplied, from) ? 0 : NO_LINE;
    for (unsigned i = 0; i < NAE_NEIGHBORS; i++) {
        trip.by_step[i] = NAE_IMPOSSIBLE;
    }
    End end = {.zone = from, .mp = (int)mp, .gap = search.gap[from]};
    trip.stay = worth_of_end(se, party, search.front, end);
    end.mp = 0;
    trip.idle = worth_of_end(se, party, search.front, end);
    trip.best = trip.stay;
    trip.way = NAE_NONE;
    trip.gap = 0;
    expand(&search, from);
    for (unsigned cost = 1; cost <= search.mp; cost++) {
        while (!nae_zones_empty(search.bucket[cost])) {
            const unsigned zone = nae_zones_take(&search.bucket[cost]);
            if (search.cost[zone] != cost) {
                continue;
            }
            const int worth = worth_of_end(se, party, search.front,
                                           (End){.zone = zone,
                                                 .entry = search.entry[zone],
                                                 .terrain = search.terrain[zone],
                                                 .mp = (int)(search.mp - cost),
                                                 .gap = search.gap[zone],
                                                 .arrives = true});
            int *through = &trip.by_step[search.step[zone]];
            *through = worth > *through ? worth : *through;
            if (worth > trip.best) {
                trip.best = worth;
                trip.way = search.step[zone];
                trip.gap = search.gap[zone];
            }
            if (!nae_zones_in(*nae_sense_barred(se), zone)) {
                expand(&search, zone);
            }
        }
    }
    return trip;
}

/* ------------------------------------------------------------------ which force acts */

static int initiative_of(const NaeSense *se, unsigned general)
{
    return general == NAE_NONE ? 1 : (int)nae_general(se->d, general)->initiative;
}

/* Nobody in a set has been activated this round, or it is an army whose commander has not (6.3, 7.7). */
static bool is_fresh(const NaeSense *se, NaePieces set)
{
    const unsigned general = commander_of(se, set);
    if (general != NAE_NONE && nae_bit(se->s, general, NAE_ACTIVATED)) {
        return false;
    }
    return (general != NAE_NONE && nae_has_army(se->d, set)) ||
           nae_pieces_empty(nae_with(se->s, nae_pieces_and(set, se->d->units), NAE_ACTIVATED));
}

/* Two armies together cost the initiative of the senior commander and 1, at most 3 (9.1). */
static int price_of_pair(const NaeSense *se, NaePieces set)
{
    const NaePieces commanders = nae_with(se->s, nae_pieces_and(set, se->d->generals), NAE_COMMANDS);
    const int price = initiative_of(se, nae_senior(se->d, se->s, commanders)) + 1;
    return price > 3 ? 3 : price;
}

static unsigned ways_of_stack(const NaeSense *se, NaePieces set, bool inside, NaeWay *ways)
{
    static const uint8_t words[2][4] = {{NAE_W_WHOLE, NAE_W_BOTH, NAE_W_ARMY0, NAE_W_ARMY1},
                                        {NAE_W_IN_WHOLE, NAE_W_IN_BOTH, NAE_W_IN_ARMY0, NAE_W_IN_ARMY1}};
    const NaePieces army[2] = {nae_army_part(se->s, set, 0), nae_army_part(se->s, set, NAE_SECOND_ARMY)};
    unsigned count = 0;
    if (!nae_has_units(se->d, army[0]) || !nae_has_units(se->d, army[1])) {
        if (nae_has_units(se->d, set) && is_fresh(se, set)) {
            ways[count++] = (NaeWay){set, words[inside][0], initiative_of(se, commander_of(se, set))};
        }
        return count;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (is_fresh(se, army[i])) {
            ways[count++] =
                (NaeWay){army[i], words[inside][2 + i], initiative_of(se, commander_of(se, army[i]))};
        }
    }
    if (count == 2) {
        ways[count++] = (NaeWay){set, words[inside][1], price_of_pair(se, set)};
    }
    return count;
}

unsigned nae_plan_ways(const NaeSense *se, unsigned zone, NaeWay ways[NAE_PLAN_WAYS])
{
    const unsigned count = ways_of_stack(se, nae_standing(se->d, se->s, zone, se->side), false, ways);
    return se->d->zone[zone].fortress == 0
               ? count
               : count + ways_of_stack(se, nae_garrison(se->d, se->s, zone, se->side), true, ways + count);
}

/* Chances in six that a demoralised force rallies when it is activated (14.9). */
static int rallies(const NaeSense *se, const NaeParty *party)
{
    const unsigned general = commander_of(se, party->pieces);
    if (general == NAE_NONE) {
        return 0;
    }
    const NaeGeneral *g = nae_general(se->d, general);
    const int best = g->attack > g->defence ? g->attack : g->defence;
    const int faces = (int)nae_force_morale(se->d, se->s, party->pieces) + best;
    return faces > 6 ? 6 : faces;
}

static int gain_of(NaeSense *se, unsigned zone, NaePieces force)
{
    NaeParty party = nae_plan_party(se, zone, force);
    int faces = 6;
    if (party.demoralised && party.speed > RALLY &&
        nae_zones_in(nae_sense_front(se, party.nation, party.kept_out)->supplied, zone)) {
        faces = rallies(se, &party);
        party.demoralised = faces == 0;
        party.speed -= faces == 0 ? 0 : RALLY;
    }
    if (party.steps == 0) {
        return 0;
    }
    const NaeTrip trip = nae_plan_trip(se, &party, zone, party.speed);
    int gain = trip.best - trip.idle;
    if (gain < LEAST_GAIN &&
        !party.demoralised) { /* a forced march may lead out of where nothing else does */
        const NaeTrip forced = nae_plan_trip(se, &party, zone, party.speed + FORCED);
        gain = forced.best - trip.idle - FORCED * party.steps * se->w->forced / 10;
    }
    gain += nae_sail_link(se, &party, zone);
    const int least = is_last_round(se) ? 1 : nae_sense_hundred_days(se) ? LEAST_GAIN_1815 : LEAST_GAIN;
    gain = gain * faces / 6;
    return gain < least ? 0 : gain;
}

int nae_plan_gain(NaeSense *se, unsigned zone, const NaeWay ways[NAE_PLAN_WAYS], unsigned number)
{
    const unsigned bit = 1U << number;
    if ((se->gained[zone] & bit) == 0) {
        se->gain[zone][number] = gain_of(se, zone, ways[number].force);
        se->gained[zone] = (uint8_t)(se->gained[zone] | bit);
    }
    return se->gain[zone][number];
}

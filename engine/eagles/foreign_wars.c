/* foreign_wars.c: wars off the map and the rising in Ireland (map 13.10). SP, ships and leaders that are away
 * in one stand at EAGLES_WAR + the war, those on their way back from Ireland at EAGLES_FROM_IRELAND. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { END = 12, IRISH_MONTHS = 12, JANUARY = 0 };

static bool is_on(const Play *p, unsigned war)
{
    return (p->s->campaign.war_flags[war] & EAGLES_WAR_ON) != 0;
}

/* ------------------------------------------------------------------ who goes (frame: a the war, phase 0 or 1
 * the nation, b the next type, x ships still to go) */

void eagles_begin_war(Play *p, enum eagles_war war)
{
    EaglesCampaign *c = &p->s->campaign;
    const bool again = war == EAGLES_WAR_TURKISH;
    if (is_on(p, war) || (!again && (c->war_flags[war] & EAGLES_WAR_HAPPENED) != 0)) {
        return;
    }
    c->war_flags[war] |= EAGLES_WAR_ON | EAGLES_WAR_HAPPENED;
    c->war_months[war] = 0;
    EAGLES_NOTE(p, EAGLES_EVENT_FOREIGN_WAR, EAGLES_NEUTRAL, (int)war, 1);
    eagles_push(p, EAGLES_STEP_CALL_UP)->a = (uint8_t)war;
}

/* So many SP of a unit: the owner picks those on the map, the rest comes from the pool. */
static void call_sp(Play *p, unsigned war, unsigned unit, unsigned wanted)
{
    EaglesState *s = p->s;
    const unsigned side = eagles_unit_side(p, unit);
    unsigned there = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        there +=
            eagles_row_unit(s, i) == unit && !eagles_is_besieged(p, eagles_key_place(s->row_key[i]), side)
                ? s->row_count[i]
                : 0U;
    }
    const unsigned from_map = there < wanted ? there : wanted;
    const unsigned rest = wanted - from_map;
    const unsigned from_pool = s->pool[unit] < rest ? s->pool[unit] : rest;
    s->pool[unit] = (uint8_t)(s->pool[unit] - from_pool);
    eagles_rows_add(s, eagles_key(EAGLES_WAR + war, unit, 0), from_pool);
    eagles_lose(p, (EaglesLoss){.scope = EAGLES_LOSS_UNIT,
                                .side = (uint8_t)side,
                                .unit = (uint8_t)unit,
                                .left = (uint8_t)from_map,
                                .gone = (uint8_t)(EAGLES_GONE_TO_WAR + war),
                                .cause = EAGLES_BY_RULE});
}

static bool is_callable(const Play *p, unsigned ship, unsigned unit)
{
    assert(ship < EAGLES_SHIPS_MAX);
    const unsigned at = p->s->ship_at[ship];
    return p->d->ship_unit[ship] == unit && (at < EAGLES_OFF_MAP || (at >= EAGLES_COAST && at < EAGLES_SUNK));
}

static void send_ship(Play *p, unsigned ship, unsigned war)
{
    assert(ship < EAGLES_SHIPS_MAX);
    eagles_send_ship_home(p, ship); /* what it carries */
    p->s->ship_at[ship] = (uint16_t)(EAGLES_WAR + war);
    p->s->ship_flag[ship] = 0;
}

/* Ships afloat are asked for first; those of the pool go without a question. */
static void call_ships(Play *p, unsigned war, unsigned unit, unsigned wanted)
{
    unsigned afloat = 0;
    for (unsigned i = 0; i < p->d->ships; i++) {
        afloat += is_callable(p, i, unit) ? 1U : 0U;
    }
    const unsigned asked = afloat < wanted ? afloat : wanted;
    for (unsigned i = 0, left = wanted - asked; i < p->d->ships && left > 0; i++) {
        if (p->d->ship_unit[i] == unit && p->s->ship_at[i] == EAGLES_SUNK) {
            p->s->ship_at[i] = (uint16_t)(EAGLES_WAR + war);
            left--;
        }
    }
    if (asked > 0) {
        EaglesFrame *frame = eagles_push(p, EAGLES_STEP_WAR_SHIP);
        frame->a = (uint8_t)war;
        frame->b = (uint8_t)unit;
        frame->x = (uint16_t)asked;
    }
}

void eagles_call_up_run(Play *p)
{
    const EaglesCampaignData *d = &p->d->campaign;
    EaglesFrame *frame = eagles_top(p);
    const unsigned war = frame->a;
    while (frame->phase < 2) {
        const unsigned nation = d->war_nation[war][frame->phase];
        if (nation == EAGLES_NONE || frame->b == EAGLES_TYPES) {
            frame->phase++;
            frame->b = 0;
            continue;
        }
        const unsigned type = frame->b++;
        const unsigned wanted = d->war_units[war][frame->phase][type];
        const unsigned unit = p->d->nation[nation].unit[type];
        if (wanted == 0 || unit == EAGLES_NONE) {
            continue;
        }
        if (unit < p->d->land_units) {
            call_sp(p, war, unit, wanted);
        } else {
            call_ships(p, war, unit, wanted);
        }
        return;
    }
    eagles_pop(p);
}

/* WAR_SHIP: frame a the war, b the unit, x how many still go, y the least rank of a place. */
Seat eagles_war_ship_options(const Play *p, MoveList *list)
{
    const EaglesFrame *frame = eagles_top(p);
    unsigned behind = 0;
    for (unsigned rank = EAGLES_SEAS_MAX + 2U * p->d->hexes; rank-- > frame->y;) {
        unsigned here = 0;
        for (unsigned i = 0; i < p->d->ships; i++) {
            here += is_callable(p, i, frame->b) && eagles_place_rank(p->s->ship_at[i]) == rank ? 1U : 0U;
        }
        behind += here;
        if (here > 0 && behind >= frame->x) {
            eagles_add(list, eagles_move(EAGLES_MOVE_WAR_SHIP, rank << 7U | frame->b));
        }
    }
    return eagles_seat(eagles_unit_side(p, frame->b));
}

void eagles_war_ship_choose(Play *p, Move move)
{
    EaglesFrame *frame = eagles_top(p);
    const unsigned rank = eagles_move_argument(move) >> 7U;
    unsigned ship = 0;
    while (!is_callable(p, ship, frame->b) || eagles_place_rank(p->s->ship_at[ship]) != rank) {
        ship++;
    }
    send_ship(p, ship, frame->a);
    frame->y = (uint16_t)rank;
    if (--frame->x == 0) {
        eagles_pop(p);
    }
}

/* ------------------------------------------------------------------ the end of a war */

/* Everybody comes home next turn; French from Ireland by a port of France. */
static void end_war(Play *p, unsigned war)
{
    EaglesState *s = p->s;
    const unsigned away = EAGLES_WAR + war;
    for (unsigned i = eagles_first_row(s, away); eagles_row_at(s, i, away); i = eagles_first_row(s, away)) {
        const unsigned unit = eagles_row_unit(s, i);
        const bool french = p->d->unit[unit].nation == p->d->france;
        eagles_rows_change(s, s->row_key[i],
                           eagles_key(french ? EAGLES_FROM_IRELAND : EAGLES_ARRIVING, unit, 0),
                           s->row_count[i]);
    }
    for (unsigned i = 0; i < p->d->ships; i++) {
        s->ship_at[i] = s->ship_at[i] == away ? (uint16_t)EAGLES_ARRIVING : s->ship_at[i];
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        s->leader_at[l] = s->leader_at[l] == away ? (uint16_t)EAGLES_FROM_IRELAND : s->leader_at[l];
    }
    s->campaign.war_flags[war] &= EAGLES_WAR_HAPPENED;
    EAGLES_NOTE(p, EAGLES_EVENT_FOREIGN_WAR, EAGLES_NEUTRAL, (int)war, 0);
    if (war == EAGLES_WAR_FINNISH) {
        const EaglesOwners before = eagles_owners(p);
        eagles_cede_region(p, p->d->campaign.finland, p->d->campaign.russia);
        eagles_leave_ceded_land(p, p->d->campaign.finland);
        eagles_reclaim(p, &before);
        eagles_settle_all(p);
    }
}

/* Twelve turns after that of the landing; the count begins with the end of that turn. */
static bool has_irish_year_passed(const EaglesCampaign *c) { return c->irish_months > IRISH_MONTHS; }

/* Tested from the month after its start on. */
static void test_end(Play *p, unsigned war)
{
    EaglesCampaign *c = &p->s->campaign;
    if (!is_on(p, war) || c->war_months[war]++ == 0) {
        return;
    }
    uint8_t faces[2];
    const bool stockholm =
        war == EAGLES_WAR_FINNISH && eagles_control(p->s, p->d->campaign.stockholm) == EAGLES_COALITION;
    const bool exhausted = war == EAGLES_WAR_IRISH && has_irish_year_passed(c);
    if (!stockholm && !exhausted) { /* no dice where the war is over without them */
        eagles_two_dice(p, EAGLES_DIE_WAR, EAGLES_NEUTRAL, EAGLES_NO_HEX, faces);
        const int sum = faces[0] + faces[1] + ((c->invested >> war & 1U) != 0 ? 1 : 0);
        if (sum < END) {
            return;
        }
    }
    end_war(p, war);
}

/* ------------------------------------------------------------------ Ireland */

/* The French landed there stir up a rising, at most for twelve months. */
static void test_rising(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    if ((c->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_LANDED) == 0) {
        return;
    }
    c->irish_months++;
    if (is_on(p, EAGLES_WAR_IRISH)) {
        return;
    }
    if (has_irish_year_passed(c)) {
        c->war_flags[EAGLES_WAR_IRISH] |= EAGLES_WAR_HAPPENED; /* the landing was the one of the game */
        end_war(p, EAGLES_WAR_IRISH);                          /* nobody rose: they are taken off again */
        return;
    }
    uint8_t faces[2];
    eagles_two_dice(p, EAGLES_DIE_WAR, EAGLES_FRANCE, EAGLES_NO_HEX, faces);
    if (faces[0] + faces[1] + c->irish_sp + c->irish_leadership >= END) {
        eagles_begin_war(p, EAGLES_WAR_IRISH);
    }
}

static bool has_french_aboard(const Play *p, unsigned ship)
{
    const unsigned hold = EAGLES_ABOARD + ship;
    for (unsigned i = eagles_first_row(p->s, hold); eagles_row_at(p->s, i, hold); i++) {
        if (p->d->unit[eagles_row_unit(p->s, i)].nation == p->d->france) {
            return true;
        }
    }
    return false;
}

bool eagles_can_land_in_ireland(const Play *p)
{
    const EaglesFleet *fleet = &p->s->campaign.fleet;
    if (fleet->at != EAGLES_SEA + (unsigned)p->d->campaign.atlantic || fleet->left == 0 ||
        p->s->active != EAGLES_FRANCE ||
        (p->s->campaign.war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_LANDED) != 0 ||
        (p->s->campaign.war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_HAPPENED) != 0) {
        return false;
    }
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (eagles_ship_is(p, i, EAGLES_FRANCE, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP) &&
            has_french_aboard(p, i)) {
            return true;
        }
    }
    return false;
}

/* All French SP and leaders of the moving fleet go ashore. */
void eagles_land_in_ireland(Play *p)
{
    EaglesState *s = p->s;
    EaglesCampaign *c = &s->campaign;
    const unsigned place = EAGLES_WAR + EAGLES_WAR_IRISH;
    unsigned sp = 0;
    for (unsigned i = 0; i < p->d->ships; i++) {
        if (!eagles_ship_is(p, i, EAGLES_FRANCE, EAGLES_ANYWHERE, EAGLES_SHIP_GROUP)) {
            continue;
        }
        const unsigned hold = EAGLES_ABOARD + i;
        for (unsigned k = eagles_first_row(s, hold); eagles_row_at(s, k, hold);) {
            const uint32_t key = s->row_key[k];
            if (p->d->unit[eagles_key_unit(key)].nation != p->d->france) {
                k++;
                continue;
            }
            sp += s->row_count[k];
            eagles_rows_change(s, key, eagles_key(place, eagles_key_unit(key), 0), s->row_count[k]);
            k = eagles_first_row(s, hold);
        }
        for (unsigned l = 0; l < p->d->leaders; l++) {
            if (s->leader_at[l] == hold && p->d->leader[l].nation == p->d->france) {
                s->leader_at[l] = (uint16_t)place;
                s->leader_flag[l] = 0;
                const unsigned leadership = p->d->leader[l].leadership;
                c->irish_leadership =
                    leadership > c->irish_leadership ? (uint8_t)leadership : c->irish_leadership;
            }
        }
    }
    c->irish_sp = (uint8_t)sp;
    c->irish_months = 0;
    c->war_flags[EAGLES_WAR_IRISH] |= EAGLES_WAR_LANDED;
    EAGLES_NOTE(p, EAGLES_EVENT_IRELAND, EAGLES_FRANCE, (int)sp);
}

/* French at a place off the map go to the pool, their leaders home. */
static void give_up(Play *p, unsigned place)
{
    EaglesState *s = p->s;
    for (unsigned i = eagles_first_row(s, place); eagles_row_at(s, i, place);) {
        if (eagles_is_of_nation(p, s->row_key[i], p->d->france)) {
            eagles_eliminate(p, s->row_key[i], s->row_count[i]);
        } else {
            i++;
        }
    }
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (s->leader_at[l] == place) {
            eagles_send_leader_home(p, l);
        }
    }
}

void eagles_give_up_ireland(Play *p)
{
    EaglesCampaign *c = &p->s->campaign;
    give_up(p, EAGLES_WAR + EAGLES_WAR_IRISH);
    give_up(p, EAGLES_FROM_IRELAND);
    if ((c->war_flags[EAGLES_WAR_IRISH] & EAGLES_WAR_LANDED) != 0 && !is_on(p, EAGLES_WAR_IRISH)) {
        c->war_flags[EAGLES_WAR_IRISH] = EAGLES_WAR_HAPPENED; /* the landing was the one of the game */
    }
}

/* ------------------------------------------------------------------ the month's end: frame phase what comes
 * next */

enum phase { USA, TURKISH, IRELAND, ENDS, DONE };

/* In January a die of 1 begins a war. */
static void test_start(Play *p, enum eagles_war war)
{
    const bool happened = (p->s->campaign.war_flags[war] & EAGLES_WAR_HAPPENED) != 0;
    if (eagles_calendar(p) % 12 == JANUARY && !is_on(p, war) && !(war == EAGLES_WAR_USA && happened) &&
        eagles_die(p, EAGLES_DIE_WAR, EAGLES_NEUTRAL, EAGLES_NO_HEX) == 1) {
        eagles_begin_war(p, war);
    }
}

void eagles_foreign_wars_run(Play *p)
{
    EaglesFrame *frame = eagles_top(p);
    switch ((enum phase)frame->phase++) {
    case USA:
        test_start(p, EAGLES_WAR_USA);
        break;
    case TURKISH:
        test_start(p, EAGLES_WAR_TURKISH);
        break;
    case IRELAND:
        test_rising(p);
        break;
    case ENDS:
        for (unsigned war = 0; war < EAGLES_WARS; war++) {
            test_end(p, war);
        }
        break;
    case DONE:
        eagles_pop(p);
        break;
    }
}

/* diplomacy.c: step 2 of the grand campaign in its order (map 13.2): formation, treaty and annexation,
 * national entry, Spain, declaration of war, expeditionary force, one attempt at an alliance. */
#include <assert.h>

#include "engine/eagles/campaign.h"

enum { CAP = 4, MIN_SUCCESS = 7, YEAR_1813 = 13 * 12 };

enum phase { FORM, TREATY, ANNEX, ENTRY, DECLARE, REQUEST, ALLY, DONE };

/* ------------------------------------------------------------------ points (13.2) */

/* Production cities in enemy majors that a side controls; in France every major city counts once more kind.
 */
static unsigned city_points(const Play *p, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned points = 0;
    for (unsigned city = 0; city < p->d->cities; city++) {
        if (eagles_control(s, city) != side) {
            continue;
        }
        const unsigned nation = eagles_city_owner(p, city);
        if (nation == EAGLES_NONE || !p->d->nation[nation].major ||
            s->nation[nation].side != eagles_other(side)) {
            continue;
        }
        const bool counts = nation == p->d->france && p->d->city[city].level != EAGLES_MINOR;
        points += counts || eagles_is_production_city(p, nation, city) ? 1U : 0U;
    }
    return points;
}

/* Majors on a side, and minor groups all of whose states are. */
static unsigned friend_points(const Play *p, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned points = 0;
    unsigned members[8] = {0};
    unsigned friends[8] = {0};
    for (unsigned n = 0; n < p->d->nations; n++) {
        const EaglesNationData *data = &p->d->nation[n];
        points += data->major && s->nation[n].side == side ? 1U : 0U;
        if (data->group != EAGLES_NONE && eagles_is_state(p, n)) {
            members[data->group]++;
            friends[data->group] += s->nation[n].side == side ? 1U : 0U;
        }
    }
    for (unsigned group = 0; group < 8; group++) {
        points += members[group] > 0 && friends[group] == members[group] ? 1U : 0U;
    }
    return points;
}

/* Points that England sent help the die of the Allies alone (rulebook: Alliance's die-roll modifiers). */
int eagles_alliance_modifier(const Play *p, unsigned nation, unsigned side)
{
    const EaglesCampaign *c = &p->s->campaign;
    const unsigned sent = side == EAGLES_COALITION ? c->points_sent[nation] : 0U;
    const int coalition = (int)(city_points(p, EAGLES_COALITION) + friend_points(p, EAGLES_COALITION) +
                                c->napoleon_points + sent);
    const int m = coalition - (int)(city_points(p, EAGLES_FRANCE) + friend_points(p, EAGLES_FRANCE));
    return m < -CAP ? -CAP : m > CAP ? CAP : m;
}

/* ------------------------------------------------------------------ who can be won */

static bool both_beaten(const Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    return p->s->nation[c->austria].conquered > 0 && p->s->nation[c->prussia].conquered > 0;
}

/* A major that may be the target of an attempt by its own rules. Who has risen for good, and a Russia that
 * was invaded, are none for France; the Allies may win them back when they are neutral (13.2). */
static bool is_eligible_major(const Play *p, unsigned nation, unsigned side)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesState *s = p->s;
    const EaglesNation *n = &s->nation[nation];
    const unsigned flags = side == EAGLES_FRANCE ? s->campaign.entry_flags : 0U;
    if (nation == c->spain) {
        return n->by_france > 0;
    }
    if (nation == c->austria) {
        return n->conquered > 1 && eagles_unraised_sp(p, nation) == 0 && (flags & EAGLES_AUSTRIA_ROSE) == 0;
    }
    if (nation == c->prussia) {
        return n->conquered > 0 && eagles_unraised_sp(p, nation) == 0 && (flags & EAGLES_PRUSSIA_ROSE) == 0;
    }
    if (nation == c->russia) {
        const bool both_down =
            (s->nation[c->austria].flags & s->nation[c->prussia].flags & EAGLES_NATION_NOW) != 0;
        const bool bound = (flags & EAGLES_RUSSIA_INVADED) != 0 && n->conquered == 0;
        const bool never = side == EAGLES_FRANCE && n->side == EAGLES_NEUTRAL;
        return both_down && !bound && !never && s->campaign.peace_months == 0;
    }
    return false; /* France, England, Turkey */
}

bool eagles_is_eligible(const Play *p, unsigned nation, unsigned side)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesNation *n = &p->s->nation[nation];
    if (n->side == side || n->side == EAGLES_UNFORMED ||
        ((n->flags & EAGLES_NATION_NOW) != 0 && eagles_unraised_sp(p, nation) > 0)) {
        return false;
    }
    return p->d->nation[nation].major ? is_eligible_major(p, nation, side)
           : side == EAGLES_FRANCE    ? (nation == c->denmark || nation == c->sweden) && both_beaten(p)
                                      : nation == c->sweden && eagles_calendar(p) >= YEAR_1813;
}

static bool is_target(const Play *p, unsigned nation, unsigned side)
{
    if (!eagles_is_eligible(p, nation, side)) { /* most are not: points are counted only where they matter */
        return false;
    }
    const int m = eagles_alliance_modifier(p, nation, side);
    return side == EAGLES_FRANCE ? m <= -1 : m >= 1;
}

Seat eagles_ally_options(const Play *p, MoveList *list)
{
    const unsigned side = p->s->active;
    eagles_add(list, eagles_move(EAGLES_MOVE_ALLY, 0));
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        if (is_target(p, nation, side)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_ALLY, nation + 1));
        }
    }
    return eagles_seat(side);
}

static bool has_swedes(const Play *p, unsigned hex)
{
    for (unsigned i = eagles_first_row(p->s, hex); eagles_row_at(p->s, i, hex); i++) {
        if (p->d->unit[eagles_row_unit(p->s, i)].nation == p->d->campaign.sweden) {
            return true;
        }
    }
    return false;
}

/* Swedish SP in Pomerania keep their king neutral: they only go home, all of them. */
static bool leave_pomerania(Play *p)
{
    const EaglesCampaignData *c = &p->d->campaign;
    bool left = false;
    for (unsigned hex = 0; hex < p->d->hexes; hex++) {
        const unsigned province = p->d->hex[hex].province;
        if (province != EAGLES_NONE && p->d->province[province].region == c->pomerania &&
            has_swedes(p, hex)) {
            eagles_transfer(p, hex, p->d->city[c->stockholm].hex, EAGLES_NEUTRAL);
            eagles_settle(p, hex);
            left = true;
        }
    }
    return left;
}

static void win_over(Play *p, unsigned nation, unsigned side)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const unsigned old = p->s->nation[nation].side;
    if (old != EAGLES_NEUTRAL) {
        eagles_turn_neutral(p, nation);
    } else if (side != EAGLES_FRANCE || nation != p->d->campaign.sweden || !leave_pomerania(p)) {
        eagles_enter_war(p, nation, side);
    }
}

void eagles_ally_choose(Play *p, Move move)
{
    const unsigned side = p->s->active;
    eagles_pop(p);
    if (move == EAGLES_NO_MOVE || eagles_move_argument(move) == 0) {
        return;
    }
    const unsigned nation = eagles_move_argument(move) - 1;
    const int m = eagles_alliance_modifier(p, nation, side);
    const int die = (int)eagles_die(p, EAGLES_DIE_ALLIANCE, side, EAGLES_NO_HEX);
    const bool success = side == EAGLES_FRANCE ? die + m <= 0 : die + m >= MIN_SUCCESS;
    EAGLES_NOTE(p, EAGLES_EVENT_ATTEMPT, side, (int)nation, die, m, success);
    if (success) {
        win_over(p, nation, side);
    }
}

/* ------------------------------------------------------------------ declaration of war (13.6) */

/* Neutral nations: not those that are neutral by conquest, not Russia (she is never France's, and nobody
 * attacks her during her peace), not Prussia and her friends by the Coalition before she was conquered. */
static bool can_declare(const Play *p, unsigned nation, unsigned side)
{
    assert(nation < EAGLES_NATIONS_MAX);
    const EaglesCampaignData *c = &p->d->campaign;
    const EaglesNation *n = &p->s->nation[nation];
    const bool bloc = (c->prussian_bloc >> nation & 1U) != 0;
    const bool peace = nation == c->russia && (side == EAGLES_COALITION || p->s->campaign.peace_months > 0);
    const bool never = side == EAGLES_COALITION && bloc && p->s->nation[c->prussia].conquered == 0;
    return n->side == EAGLES_NEUTRAL && (n->flags & EAGLES_NATION_NOW) == 0 && nation != p->d->france &&
           p->d->nation[nation].capital_count > 0 && !peace && !never;
}

Seat eagles_declare_options(const Play *p, MoveList *list)
{
    eagles_add(list, eagles_move(EAGLES_MOVE_WAR, 0));
    for (unsigned nation = 0; nation < p->d->nations; nation++) {
        if (can_declare(p, nation, p->s->active)) {
            eagles_add(list, eagles_move(EAGLES_MOVE_WAR, nation + 1));
        }
    }
    return eagles_seat(p->s->active);
}

void eagles_declare_choose(Play *p, Move move)
{
    const unsigned side = p->s->active;
    eagles_pop(p);
    if (move != EAGLES_NO_MOVE && eagles_move_argument(move) > 0) {
        const unsigned nation = eagles_move_argument(move) - 1;
        EAGLES_NOTE(p, EAGLES_EVENT_WAR_DECLARED, side, (int)nation);
        eagles_enter_war(p, nation, eagles_other(side));
    }
}

/* ------------------------------------------------------------------ the step */

/* Frame: phase what comes next. */
void eagles_diplomacy_run(Play *p)
{
    const unsigned side = p->s->active;
    EaglesFrame *frame = eagles_top(p);
    const unsigned phase = frame->phase++;
    switch ((enum phase)phase) {
    case FORM:
        eagles_form_minors(p, side);
        break;
    case TREATY:
        if (side == EAGLES_FRANCE && p->s->campaign.tilsit == 0 && both_beaten(p) &&
            p->s->nation[p->d->france].side == EAGLES_FRANCE) {
            eagles_push(p, EAGLES_STEP_TREATY);
        }
        break;
    case ANNEX:
        if (side == EAGLES_FRANCE) {
            eagles_push(p, EAGLES_STEP_ANNEX);
        }
        break;
    case ENTRY:
        eagles_national_entry(p, side);
        if (side == EAGLES_FRANCE) {
            eagles_exile_step(p);
        } else {
            eagles_change_spanish_level(p, -1);
        }
        break;
    case DECLARE:
        eagles_push(p, EAGLES_STEP_DECLARE);
        break;
    case REQUEST:
        if (side == EAGLES_FRANCE) {
            eagles_push(p, EAGLES_STEP_REQUEST);
        }
        break;
    case ALLY:
        eagles_push(p, EAGLES_STEP_ALLY);
        break;
    case DONE:
        eagles_pop(p);
        break;
    }
}

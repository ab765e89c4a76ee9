/* retreat.c: where the loser of a battle goes (13.4.2). */
#include "engine/aon/rules.h"

static const unsigned resident_flag[SEAT_COUNT] = {AON_BATTLE_RESIDENT_FRENCH, AON_BATTLE_RESIDENT_COALITION};
static const unsigned deployed_flag[SEAT_COUNT] = {AON_BATTLE_DEPLOYED_FRENCH, AON_BATTLE_DEPLOYED_COALITION};
static const unsigned came_flag[SEAT_COUNT] = {AON_BATTLE_CAME_FRENCH, AON_BATTLE_CAME_COALITION};

static Seat losing_seat(const AonState *s) { return seat_other(aon_winner(s)); }

/* 13.4.2.3, A76, A77, A110: an attacker who came from elsewhere goes back; so do interceptors that defended,
 * unless corps of their side stood in the area or were deployed there. Everybody else retreats as a defender.
 */
static bool goes_back(const AonState *s, Seat loser)
{
    const unsigned flags = s->battle.flags;
    if ((flags & came_flag[loser]) == 0) {
        return false;
    }
    if (loser == aon_attacker(s)) { /* under Interior Lines only the army that fought counts (A120) */
        return (s->battle.flags & AON_BATTLE_INTERIOR) == 0 || s->battle.fighting < AON_FROM_HALTED;
    }
    return loser != aon_mover(s) && (flags & (resident_flag[loser] | deployed_flag[loser])) == 0;
}

/* Areas the loser's own armies came from; under Interior Lines those of the army that fought (A120). */
static AreaSet own_entries(const AonData *d, const AonState *s, Seat loser)
{
    const AreaSet all = aon_entry_areas(d, s, loser);
    const unsigned from = s->battle.fighting;
    if ((s->battle.flags & AON_BATTLE_INTERIOR) == 0 || loser != aon_attacker(s)) {
        return all;
    }
    return all & area_bit(from & AON_FROM_AREA_MASK);
}

/* Areas some corps of the group may enter: insurgents keep near home (13.4.2.6). */
static AreaSet open_to_some(const AonData *d, const AonState *s, CorpsSet group)
{
    AreaSet areas = 0;
    while (!corps_empty(group)) {
        areas |= aon_corps_range(d, s, corps_take_first(&group));
    }
    return areas;
}

/* 13.4.2.1: of the legal areas those nearer to the capital of the majority colour, where there are any; every
 * tied colour gives its own (A27, A28). */
static AreaSet towards_capital(const AonData *d, const AonState *s, CorpsSet group, AreaSet areas)
{
    unsigned most = 0;
    for (unsigned color = 0; color < AON_MAJORS; color++) {
        const unsigned count = corps_count(corps_and(group, d->of_patron[color]));
        most = count > most ? count : most;
    }
    AreaSet kept = 0;
    for (unsigned color = 0; color < AON_MAJORS; color++) {
        if (corps_count(corps_and(group, d->of_patron[color])) != most) {
            continue;
        }
        const uint8_t *distance = d->distance[d->capital[color]];
        AreaSet nearer = 0;
        for (AreaSet rest = areas; rest != 0;) {
            const unsigned area = bits_take(&rest);
            nearer |= distance[area] < distance[s->battle.area] ? area_bit(area) : 0;
        }
        kept |= nearer != 0 ? nearer : areas;
    }
    return kept;
}

static AreaSet retreat_areas(const AonData *d, const AonState *s, CorpsSet group)
{
    const Seat loser = losing_seat(s);
    AreaSet areas =
        aon_neighbours(d, s, s->battle.area, loser) & aon_enemy_free(d, s, loser) & open_to_some(d, s, group);
    if (goes_back(s, loser)) {
        areas &= own_entries(d, s, loser);
    } else {
        areas &= ~aon_entry_areas(d, s, seat_other(loser)); /* 13.4.2.2 */
    }
    return areas != 0 ? towards_capital(d, s, group, areas) : 0;
}

/* The group leaves the battle area; whoever is driven back has fought (13.1.3). Should a violation bring on a
 * battle where it ends, it stands there like any other: it entered nothing as an army. */
static void leave(Play *p, CorpsSet group, unsigned area, bool by_sea)
{
    assert(area < AON_AREAS_MAX);
    AonState *s = p->s;
    aon_split(p, aon_army(p->d, s, s->battle.area, losing_seat(s)), group, corps_none());
    for (CorpsSet rest = group; !corps_empty(rest);) {
        s->from[corps_take_first(&rest)] = AON_FROM_RESIDENT;
    }
    aon_put(p, group, area);
    AON_NOTE_ARMY(p, RETREAT, losing_seat(s), group, s->battle.area, (int)area, by_sea);
    aon_set_add(s, AON_SET_FOUGHT, group);
    aon_set_put(s, AON_SET_GROUP, group);
    s->reaction.area = (uint8_t)area;
    aon_check_invasion(p);
}

void retreat_sea_run(Play *p)
{
    AonState *s = p->s;
    CorpsSet open = corps_none();
    if (losing_seat(s) == SEAT_COALITION && (s->events & AON_EVENT_BRITANNIA) != 0) { /* 13.4.2.4 */
        for (CorpsSet rest = aon_fighters(p->d, s, SEAT_COALITION); !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            if (aon_sea_home_targets(p->d, s, corps) != 0) {
                open = corps_with(open, corps);
            }
        }
    }
    if (corps_empty(open)) {
        aon_go(p, AON_STEP_RETREAT_AREA);
        return;
    }
    aon_ask(s, SEAT_COALITION);
    aon_ask_corps(s, AON_SEA_RETREAT, open);
    aon_ask_word(s, AON_WORD_SEA_NO);
}

void retreat_sea_choose(Play *p, Move move)
{
    if (aon_move_is_no(move)) {
        aon_go(p, AON_STEP_RETREAT_AREA);
        return;
    }
    leave(p, corps_one(aon_move_object(move)), aon_move_second(move), true);
    aon_march(p, aon_area_causes(p->d, p->s, p->s->reaction.area) | AON_CAUSE_GROUP,
              AON_STEP_RETREAT_SEA_ARRIVED); /* A108 */
}

void retreat_sea_arrived_run(Play *p)
{
    aon_set_put(p->s, AON_SET_GROUP, corps_none());
    aon_go(p, AON_STEP_RETREAT_AREA);
}

/* 13.4.2.8: every area left would be a violation of neutrality. */
static bool only_violations(const AonData *d, const AonState *s, AreaSet areas)
{
    const Seat loser = losing_seat(s);
    while (areas != 0) {
        if (!aon_violates(d, s, loser, bits_take(&areas), corps_none())) {
            return false;
        }
    }
    return true;
}

void retreat_area_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet group = aon_fighters(p->d, s, losing_seat(s));
    if (corps_empty(group)) {
        aon_go(p, AON_STEP_BATTLE_NEXT_ARMY);
        return;
    }
    const AreaSet areas = retreat_areas(p->d, s, group);
    aon_ask(s, losing_seat(s));
    aon_ask_objects(s, AON_RETREAT, areas);
    if (only_violations(p->d, s, areas)) { /* nowhere to go counts as well (13.4.2.7) */
        aon_ask_word(s, AON_WORD_NO);
    }
}

void retreat_area_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const unsigned area = aon_move_object(move);
    CorpsSet able = corps_none();
    CorpsSet stranded = aon_fighters(p->d, s, losing_seat(s));
    if (!aon_move_is_no(move)) {
        for (CorpsSet rest = stranded; !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            if (area_in(aon_corps_range(p->d, s, corps), area)) {
                able = corps_with(able, corps);
            }
        }
        stranded = corps_minus(stranded, able);
    }
    aon_take_off(p, stranded, AON_PLACE_PRISONERS, AON_FATE_NO_RETREAT); /* 10.3.2, 13.4.2.7 */
    if (corps_empty(able)) {
        aon_go(p, AON_STEP_BATTLE_NEXT_ARMY);
        return;
    }
    leave(p, able, area, false);
    aon_march(p, aon_area_causes(p->d, s, area) | AON_CAUSE_GROUP, AON_STEP_RETREAT_ARRIVED); /* 13.4.2.5 */
}

void retreat_arrived_run(Play *p)
{
    AonState *s = p->s;
    const Seat loser = losing_seat(s);
    const CorpsSet group = aon_set(s, AON_SET_GROUP);
    aon_go(p, AON_STEP_BATTLE_NEXT_ARMY);
    if (!corps_empty(group) && aon_violates(p->d, s, loser, s->reaction.area, group)) { /* 12.7.1 */
        aon_violate_and_deploy(p, loser, aon_owner(p->d, s, s->reaction.area), AON_STEP_BATTLE_NEXT_ARMY);
    }
}

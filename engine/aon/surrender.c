/* surrender.c: the Surrender Phase (14). */
#include "engine/aon/rules.h"

void aon_start_surrender(Play *p)
{
    AonState *s = p->s;
    s->phase = AON_PHASE_SURRENDER;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_SURRENDER);
    s->round = 0;
    memset(&s->scope, 0, sizeof s->scope);
    aon_flag_clear(s, AON_FLAG_SECOND);
    aon_set_put(s, AON_SET_GROUP, corps_none());
    aon_set_put(s, AON_SET_FOUGHT, corps_none()); /* frozen for the Campaign Phase at most (13.1.3) */
    aon_go(p, AON_STEP_SURRENDER_CHECK);
}

/* ------------------------------------------------------------------ conditions */

static unsigned corps_in_areas(const AonState *s, CorpsSet side, AreaSet areas)
{
    unsigned count = 0;
    for (CorpsSet rest = corps_and(aon_on_map(s), side); !corps_empty(rest);) {
        count += area_in(areas, s->place[corps_take_first(&rest)]);
    }
    return count;
}

/* 14.2.1, A31: capital occupied, and outnumbered or without a home corps. */
static bool major_surrenders(const AonData *d, const AonState *s, unsigned country, Seat owner)
{
    assert(country < AON_COUNTRIES_MAX);
    assert(seat_plays(owner));
    const Seat enemy = seat_other(owner);
    const AreaSet areas = aon_country_areas(d, s, country);
    if (!area_in(s->occupied[enemy], d->capital[country])) {
        return false;
    }
    if (enemy == SEAT_FRENCH && aon_was_insurgent(s, country)) {
        return aon_insurrection_failed(d, s, country);
    }
    return corps_in_areas(s, aon_side(d, s, enemy), areas) >
               corps_in_areas(s, aon_side(d, s, owner), areas) ||
           corps_in_areas(s, d->of_country[country], areas) == 0;
}

bool aon_surrenders(const AonData *d, const AonState *s, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned alignment = aon_alignment(s, country);
    const Seat owner = aon_controller(alignment);
    /* nobody is a neutral's enemy; insurgents are settled in their own phase (14 note 2), Britain never
     * (3.8.1) */
    if (owner == SEAT_NONE || alignment == AON_IC || country == AON_BRITAIN) {
        return false;
    }
    if (country >= AON_MAJORS) {
        return area_in(s->occupied[seat_other(owner)], d->capital[country]); /* 14.1.1 */
    }
    return major_surrenders(d, s, country, owner);
}

/* ------------------------------------------------------------------ one country after the other */

static unsigned country_in_turn(const Play *p) { return p->d->surrender_order[p->s->scope.index]; }

/* Country by country in the order of 14.0, each looked at when its turn comes: an earlier surrender can save
 * or ruin a later one. */
void surrender_check_run(Play *p)
{
    AonState *s = p->s;
    for (; s->scope.index < p->d->surrender_count; s->scope.index++) {
        const unsigned country = country_in_turn(p);
        if (aon_surrenders(p->d, s, country)) {
            const Seat owner = aon_country_seat(s, country);
            aon_ask(s, owner);
            aon_ask_word(s, AON_WORD_PASS);
            if (aon_year(s) != p->d->setup.last_year) { /* 14.0 note 1 */
                aon_ask_play(s, aon_playable_anytime(p->d, s, owner, AON_WINDOW_BEFORE_OWN_SURRENDER));
            }
            return;
        }
        if (country == AON_FRANCE && p->d->options.napoleon_returns) {
            aon_go(p, AON_STEP_SURRENDER_RETURNS);
            return;
        }
    }
    aon_start_winter(p);
}

void surrender_check_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->header.seat;
    if (aon_move_kind(move) == AON_PASS) {
        s->scope.country = (uint8_t)country_in_turn(p);
        aon_go(p, AON_STEP_SURRENDER_RESULT);
        return;
    }
    aon_play_card(p, seat, aon_move_object(move));
    if (p->d->card[aon_move_object(move)].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else {
        AON_NOTE(p, SURRENDER_PREVENTED, seat, (int)country_in_turn(p));
        s->scope.index++; /* No Surrender */
    }
}

/* Optional rule Napoleon Returns!: of it only this much is known (14.2.6). */
void surrender_returns_run(Play *p)
{
    aon_ask(p->s, SEAT_FRENCH);
    aon_ask_word(p->s, AON_WORD_END_GAME | AON_WORD_GO_ON);
}

void surrender_returns_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_END_GAME) {
        aon_end_game(p, SEAT_COALITION, OUTCOME_DECISIVE, AON_END_FRENCH_GIVE_UP);
        return;
    }
    p->s->scope.index++;
    aon_go(p, AON_STEP_SURRENDER_CHECK);
}

/* ------------------------------------------------------------------ results (14.1, 14.2) */

/* 14.1.3 exception, 8.3.3: a detached area returns to a ruler who is a Coalition member. */
static void reattach(Play *p, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    AonState *s = p->s;
    aon_take_off(p, corps_and(aon_on_map(s), p->d->of_country[country]), AON_PLACE_RESERVE,
                 AON_FATE_ALIGNMENT); /* 14.1.4, A58 */
    AON_NOTE(p, ALIGNMENT, SEAT_COALITION, (int)country, (int)aon_alignment(s, country), AON_UNALIGNED,
             AON_WHY_SURRENDER);
    s->country[country] = AON_UNALIGNED;
    aon_check_countries(p, AON_NONE);
}

static void minor_result(Play *p, unsigned country, Seat victor)
{
    assert(country < AON_COUNTRIES_MAX);
    const unsigned parent = p->d->parent[country];
    if (victor == SEAT_FRENCH) {
        aon_convert(p, country, aon_was_insurgent(p->s, country) ? AON_FD : AON_FA,
                    AON_WHY_SURRENDER); /* 14.1.2 */
    } else if (parent != AON_NONE && aon_alignment(p->s, parent) == AON_CM) {
        reattach(p, country);
    } else {
        aon_convert(p, country, AON_CM, AON_WHY_SURRENDER);
    }
}

/* Foreign corps of the country's side in its areas: they have to go (14.2.3). */
static CorpsSet guests(const AonData *d, const AonState *s, unsigned country, Seat owner)
{
    assert(country < AON_COUNTRIES_MAX);
    assert(seat_plays(owner));
    const AreaSet areas = aon_country_areas(d, s, country);
    CorpsSet set = corps_none();
    for (CorpsSet rest = corps_and(aon_on_map(s), corps_minus(aon_side(d, s, owner), d->of_country[country]));
         !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (area_in(areas, s->place[corps])) {
            set = corps_with(set, corps);
        }
    }
    return set;
}

/* Guests are noted before the alignment changes: afterwards nobody could tell whose they were. */
static void major_result(Play *p, unsigned country, Seat victor)
{
    assert(country < AON_COUNTRIES_MAX);
    AonState *s = p->s;
    const bool dominion = victor == SEAT_FRENCH && aon_was_insurgent(s, country); /* 14.2.2 exception */
    aon_set_put(s, AON_SET_GROUP, guests(p->d, s, country, seat_other(victor)));
    aon_convert(p, country, dominion ? AON_FD : AON_NC, AON_WHY_SURRENDER);
    aon_flag_set(s, AON_FLAG_MAJOR_SURRENDERED);
}

void surrender_result_run(Play *p)
{
    AonState *s = p->s;
    const unsigned country = s->scope.country;
    const Seat victor = seat_other(aon_country_seat(s, country));
    AON_NOTE(p, SURRENDER, victor, (int)country);
    if (country == AON_FRANCE) {
        aon_end_game(p, SEAT_COALITION, OUTCOME_DECISIVE, AON_END_FRANCE_SURRENDERS); /* 6.2.2 */
        return;
    }
    if (country >= AON_MAJORS) {
        minor_result(p, country, victor);
    } else {
        major_result(p, country, victor);
    }
    aon_go(p, victor == SEAT_FRENCH ? AON_STEP_SURRENDER_WINDOW : AON_STEP_SURRENDER_DISPLACE_SEA);
}

/* ------------------------------------------------------------------ cards after a surrender to the French
 * (A89) */

/* Cards that make more of a victory of the French; either seat may hold one, and the initiative seat is asked
 * first. */
void surrender_window_run(Play *p)
{
    const Seat seat = aon_in_order(p->s, aon_initiative(p->d, p->s));
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_AFTER_SURRENDER_TO_FRENCH));
    aon_ask_word(p->s, AON_WORD_PASS);
}

static void play_after_surrender(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    const AonCard *card = &p->d->card[title];
    aon_play_card(p, seat, title);
    if (card->op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else if (card->op == AON_OP_DETACH) {
        aon_go(p, AON_STEP_DETACH_PARENT);
    } else { /* Napoleonic Dynasty, Joseph: the country becomes a dominion */
        p->s->events |= card->event;
        aon_convert(p, p->s->scope.country, AON_FD, AON_WHY_AFTER_SURRENDER);
    }
}

void surrender_window_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        play_after_surrender(p, (Seat)s->header.seat, aon_move_object(move));
    } else if (!aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_set(s, AON_FLAG_SECOND);
    } else {
        aon_flag_clear(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_SURRENDER_DISPLACE_SEA);
    }
}

/* ------------------------------------------------------------------ guests (14.2.3) */

/* Some may have left the map since the surrender, by a card or with their country. */
static CorpsSet guests_left(const AonState *s) { return corps_and(aon_set(s, AON_SET_GROUP), aon_on_map(s)); }

/* With Britannia one corps of the Coalition may go home by sea before the others walk; it is asked first,
 * since the walk leaves nobody behind to sail (14.2.3). */
void surrender_displace_sea_run(Play *p)
{
    AonState *s = p->s;
    CorpsSet open = corps_none();
    const CorpsSet left = guests_left(s);
    if (!corps_empty(left) && aon_side_of(p->d, s, corps_first(left)) == SEAT_COALITION &&
        (s->events & AON_EVENT_BRITANNIA) != 0) {
        for (CorpsSet rest = left; !corps_empty(rest);) {
            const unsigned corps = corps_take_first(&rest);
            if (aon_sea_home_targets(p->d, s, corps) != 0) {
                open = corps_with(open, corps);
            }
        }
    }
    if (corps_empty(open)) {
        aon_go(p, AON_STEP_SURRENDER_DISPLACE);
        return;
    }
    aon_ask(s, SEAT_COALITION);
    aon_ask_corps(s, AON_SEA_RETREAT, open);
    aon_ask_word(s, AON_WORD_SEA_NO);
}

void surrender_displace_sea_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (!aon_move_is_no(move)) {
        const unsigned corps = aon_move_object(move);
        const unsigned from = s->place[corps];
        aon_split(p, aon_army(p->d, s, from, SEAT_COALITION), corps_one(corps), corps_none());
        aon_put(p, corps_one(corps), aon_move_second(move));
        AON_NOTE_ARMY(p, DISPLACED, SEAT_COALITION, corps_one(corps), (int)from, (int)aon_move_second(move),
                      true, false);
        aon_set_remove(s, AON_SET_GROUP, corps_one(corps));
        aon_check_invasion(p);
    }
    aon_go(p, AON_STEP_SURRENDER_DISPLACE);
}

/* Nearest enemy-free areas of the seat's countries; none if the corps are surrounded (A34). */
static AreaSet nearest_refuges(const AonData *d, const AonState *s, unsigned area, Seat seat)
{
    assert(area < AON_AREAS_MAX);
    assert(seat_plays(seat));
    const AreaSet free = aon_enemy_free(d, s, seat);
    if ((aon_neighbours(d, s, area, seat) & free) == 0) {
        return 0;
    }
    AreaSet nearest = 0;
    unsigned best = AON_NONE;
    for (AreaSet rest = free & aon_controlled_areas(d, s, seat); rest != 0;) {
        const unsigned candidate = bits_take(&rest);
        const unsigned distance = d->distance[area][candidate];
        if (distance < best) {
            best = distance;
            nearest = 0;
        }
        nearest |= distance == best && distance != AON_NONE ? area_bit(candidate) : 0;
    }
    return nearest;
}

/* Guests of the first area that still has any; all of one area go together. */
static CorpsSet next_guests(const AonState *s)
{
    const CorpsSet left = guests_left(s);
    unsigned area = AON_NONE;
    for (CorpsSet rest = left; !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        area = s->place[corps] < area ? s->place[corps] : area;
    }
    return area == AON_NONE ? corps_none() : corps_and(left, aon_corps_at(s, area));
}

void surrender_displace_run(Play *p)
{
    AonState *s = p->s;
    for (CorpsSet group = next_guests(s); !corps_empty(group); group = next_guests(s)) {
        const unsigned corps = corps_first(group);
        const Seat seat = aon_side_of(p->d, s, corps);
        const AreaSet areas = nearest_refuges(p->d, s, s->place[corps], seat);
        if (areas != 0) {
            aon_ask(s, seat);
            aon_ask_objects(s, AON_AREA, areas);
            return;
        }
        aon_take_off(p, group, AON_PLACE_PRISONERS, AON_FATE_SURROUNDED);
    }
    aon_set_put(s, AON_SET_GROUP, corps_none());
    s->scope.country = 0;
    s->scope.index++;
    aon_go(p, AON_STEP_SURRENDER_CHECK);
}

void surrender_displace_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const unsigned area = aon_move_object(move);
    const CorpsSet group = next_guests(s);
    CorpsSet able = corps_none();
    for (CorpsSet rest = group; !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        if (area_in(aon_corps_range(p->d, s, corps), area)) {
            able = corps_with(able, corps);
        }
    }
    aon_set_remove(s, AON_SET_GROUP, group);
    const unsigned from = s->place[corps_first(group)];
    aon_take_off(p, corps_minus(group, able), AON_PLACE_PRISONERS, AON_FATE_SURROUNDED);
    aon_put(p, able, area);
    if (!corps_empty(able)) {
        AON_NOTE_ARMY(p, DISPLACED, aon_side_of(p->d, s, corps_first(able)), able, (int)from, (int)area,
                      false, false);
    }
    aon_check_invasion(p);
}

/* battle.c: battles: order, roles, engagement, cards, dice, losses, pursuit and rally (13). Retreats are in
 * retreat.c. */
#include "engine/aon/rules.h"

static const unsigned resident_flag[SEAT_COUNT] = {AON_BATTLE_RESIDENT_FRENCH, AON_BATTLE_RESIDENT_COALITION};
static const unsigned deployed_flag[SEAT_COUNT] = {AON_BATTLE_DEPLOYED_FRENCH, AON_BATTLE_DEPLOYED_COALITION};
static const unsigned came_flag[SEAT_COUNT] = {AON_BATTLE_CAME_FRENCH, AON_BATTLE_CAME_COALITION};

static void aon_battle_flag(AonState *s, unsigned flag, bool on)
{
    s->battle.flags = (uint16_t)(on ? s->battle.flags | flag : s->battle.flags & ~flag);
}

Seat aon_attacker(const AonState *s)
{
    return (s->battle.flags & AON_BATTLE_COALITION_ATTACKS) != 0 ? SEAT_COALITION : SEAT_FRENCH;
}
Seat aon_winner(const AonState *s)
{
    return (s->battle.flags & AON_BATTLE_COALITION_WON) != 0 ? SEAT_COALITION : SEAT_FRENCH;
}

/* Corps of a seat in this battle: under Interior Lines only one army of the attacker fights (13.2.1 note 2).
 */
CorpsSet aon_fighters(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    const CorpsSet army = aon_army(d, s, s->battle.area, seat);
    if ((s->battle.flags & AON_BATTLE_INTERIOR) != 0 && seat == aon_attacker(s)) {
        return corps_and(army, aon_corps_equal(s->from, s->battle.fighting));
    }
    return army;
}

static CorpsSet engaged(const AonData *d, const AonState *s, Seat seat)
{
    return corps_and(aon_set(s, AON_SET_ARMY), aon_fighters(d, s, seat));
}

/* ------------------------------------------------------------------ order and roles (13.1.2) */

void aon_begin_battles(Play *p, enum aon_step back)
{
    if ((p->s->occupied[SEAT_FRENCH] & p->s->occupied[SEAT_COALITION]) == 0) {
        aon_go(p, back);
    } else {
        aon_call(p, AON_STEP_BATTLE_ORDER, back);
    }
}

void battle_order_run(Play *p)
{
    AonState *s = p->s;
    const AreaSet pending = s->occupied[SEAT_FRENCH] & s->occupied[SEAT_COALITION];
    if (pending == 0) {
        aon_return(p);
        return;
    }
    aon_ask(s, aon_mover(s)); /* A22 */
    aon_ask_objects(s, AON_BATTLE_ORDER, pending);
}

AreaSet aon_entry_areas(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    AreaSet areas = 0;
    unsigned order = 0;
    for (AreaSet rest = aon_borders(d, s->battle.area); rest != 0; order++) {
        const unsigned area = bits_take(&rest);
        areas |= ((s->battle.entry[seat] >> order) & 1U) != 0 ? area_bit(area) : 0;
    }
    return areas;
}

static void note_entry(const AonData *d, AonState *s, Seat seat, unsigned from)
{
    assert(seat_plays(seat));
    const AreaSet all =
        aon_borders(d, s->battle.area); /* their order is that of the bits of AonBattle.entry */
    if (area_in(all, from)) {           /* not over the ice: nobody retreats over it */
        const unsigned order = bits_count(all & (area_bit(from) - 1));
        s->battle.entry[seat] = (uint16_t)(s->battle.entry[seat] | 1U << order);
    }
}

/* Noted before losses: an army wiped out still counts (A111). */
static void note_arrivals(const AonData *d, AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    for (CorpsSet rest = aon_army(d, s, s->battle.area, seat); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        const unsigned from = s->from[corps];
        const bool withdrew = seat != aon_mover(s) && from >= AON_FROM_WITHDREW && from < AON_FROM_HALTED;
        if (from == AON_FROM_RESIDENT || from == AON_FROM_HALTED || withdrew) {
            aon_battle_flag(s, resident_flag[seat], true);
        } else if (from == AON_FROM_DEPLOYED) {
            aon_battle_flag(s, deployed_flag[seat], true);
        } else {
            aon_battle_flag(s, came_flag[seat], true);
            if (corps != s->sea_corps) {
                note_entry(d, s, seat, from & AON_FROM_AREA_MASK);
            }
        }
    }
}

void battle_order_choose(Play *p, Move move)
{
    AonState *s = p->s;
    memset(&s->battle, 0, sizeof s->battle);
    s->battle.area = (uint8_t)aon_move_object(move);
    aon_set_put(s, AON_SET_ARMY, corps_none());
    aon_set_put(s, AON_SET_GROUP, corps_none());
    note_arrivals(p->d, s, SEAT_FRENCH);
    note_arrivals(p->d, s, SEAT_COALITION);
    aon_go(p, AON_STEP_BATTLE_ROLE);
}

static bool all_deployed(const AonState *s, Seat seat)
{
    return (s->battle.flags & deployed_flag[seat]) != 0 &&
           (s->battle.flags & (resident_flag[seat] | came_flag[seat])) == 0;
}

/* Insurgents choose as interceptors would (8.3.7); all other roles are settled already. */
static bool insurgents_choose(const AonState *s)
{
    return aon_flag(s, AON_FLAG_INSURRECTION) && !all_deployed(s, SEAT_FRENCH) &&
           !all_deployed(s, SEAT_COALITION);
}

static void note_begin(const Play *p, Seat attacker)
{
    const unsigned area = p->s->battle.area;
    AON_NOTE(p, BATTLE_BEGINS, attacker, (int)area, (int)corps_count(aon_army(p->d, p->s, area, attacker)),
             (int)corps_count(aon_army(p->d, p->s, area, seat_other(attacker))));
}

static void set_attacker(Play *p, Seat seat)
{
    note_begin(p, seat);
    aon_battle_flag(p->s, AON_BATTLE_COALITION_ATTACKS, seat == SEAT_COALITION);
    aon_go(p, AON_STEP_BATTLE_INTERIOR);
}

void battle_role_run(Play *p)
{
    AonState *s = p->s;
    if (!insurgents_choose(s)) {
        const bool defends = area_in(s->mover_defends, s->battle.area);
        set_attacker(p, defends ? seat_other(aon_mover(s)) : aon_mover(s));
        return;
    }
    aon_ask(s, SEAT_COALITION);
    aon_ask_word(s, AON_WORD_ATTACK | AON_WORD_DEFEND);
}

void battle_role_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    AON_NOTE(p, ROLE, seat, p->s->battle.area, aon_move_kind(move) == AON_ATTACK, AON_ROLE_INSURGENTS);
    set_attacker(p, aon_move_kind(move) == AON_ATTACK ? seat : seat_other(seat));
}

/* ------------------------------------------------------------------ Interior Lines */

/* The top corps of each attacking army: armies differ in where or when they came. */
static CorpsSet attacking_tops(const AonData *d, const AonState *s)
{
    CorpsSet tops = corps_none();
    for (CorpsSet rest = aon_army(d, s, s->battle.area, aon_attacker(s)); !corps_empty(rest);) {
        const CorpsSet army = corps_and(rest, aon_corps_equal(s->from, s->from[corps_first(rest)]));
        tops = corps_with(tops, aon_leader(d, army));
        rest = corps_minus(rest, army);
    }
    return tops;
}

void battle_interior_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = seat_other(aon_attacker(s));
    s->cursor = 0;
    if (corps_count(attacking_tops(p->d, s)) < 2) {
        aon_go(p, AON_STEP_BATTLE_ENGAGE_ATTACKER);
        return;
    }
    aon_ask(s, seat);
    aon_ask_play(s, aon_playable_anytime(p->d, s, seat, AON_WINDOW_BEFORE_ENGAGEMENT));
    aon_ask_word(s, AON_WORD_PASS);
}

void battle_interior_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    if (aon_move_kind(move) == AON_PASS) {
        aon_go(p, AON_STEP_BATTLE_ENGAGE_ATTACKER);
        return;
    }
    aon_play_card(p, seat, aon_move_object(move));
    if (p->d->card[aon_move_object(move)].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else {
        aon_go(p, AON_STEP_BATTLE_ARMY);
    }
}

void battle_army_run(Play *p)
{
    aon_spares(p, aon_attacker(p->s)); /* the leaders of the armies that came are told apart */
    aon_ask(p->s, seat_other(aon_attacker(p->s)));
    aon_ask_corps(p->s, AON_CORPS_TAKE, attacking_tops(p->d, p->s));
}

void battle_army_choose(Play *p, Move move)
{
    p->s->battle.fighting = p->s->from[aon_move_object(move)];
    aon_battle_flag(p->s, AON_BATTLE_INTERIOR, true);
    const unsigned from = p->s->battle.fighting;
    AON_NOTE_ARMY(p, BATTLE_ARMY, aon_attacker(p->s), aon_fighters(p->d, p->s, aon_attacker(p->s)),
                  p->s->battle.area, from >= AON_FROM_HALTED ? -1 : (int)(from & AON_FROM_AREA_MASK));
    aon_go(p, AON_STEP_BATTLE_ENGAGE_ATTACKER);
}

/* ------------------------------------------------------------------ engagement (13.2) */

static void ask_engage(Play *p, Seat seat, enum aon_step next)
{
    assert(seat_plays(seat));
    AonState *s = p->s;
    const CorpsSet army = aon_fighters(p->d, s, seat);
    const CorpsSet rest = corps_from(army, s->cursor);
    const unsigned count = corps_count(engaged(p->d, s, seat));
    if (corps_empty(rest) || count >= aon_top_sr(p->d, army)) { /* 13.2.3 */
        s->cursor = 0;
        aon_go(p, next);
        return;
    }
    const unsigned corps = corps_first(rest);
    aon_ask(s, seat);
    aon_ask_take(s, corps, true, count > 0 || !corps_empty(corps_without(rest, corps))); /* 13.2.4 */
}

static void engage(Play *p, Move move)
{
    const unsigned corps = aon_move_object(move);
    if (aon_move_kind(move) == AON_CORPS_TAKE) {
        aon_set_add(p->s, AON_SET_ARMY, corps_one(corps));
    }
    p->s->cursor = (uint8_t)(corps + 1U);
}

void battle_engage_attacker_run(Play *p)
{
    ask_engage(p, aon_attacker(p->s), AON_STEP_BATTLE_ENGAGE_DEFENDER);
}
void battle_engage_attacker_choose(Play *p, Move move) { engage(p, move); }
void battle_engage_defender_run(Play *p)
{
    ask_engage(p, seat_other(aon_attacker(p->s)), AON_STEP_BATTLE_CARDS_ATTACKER);
}
void battle_engage_defender_choose(Play *p, Move move) { engage(p, move); }

/* ------------------------------------------------------------------ cards (13.3.3) */

static unsigned played_bit(const AonData *d, unsigned title)
{
    return 1U << bits_count(d->battle_cards & ((1ULL << title) - 1U));
}

static bool was_played(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    return (s->battle.played[seat] & played_bit(d, title)) != 0;
}

static unsigned permanent_left(const AonState *s, Seat seat) { return s->battle.losses[seat] & 15U; }
static unsigned temporary_left(const AonState *s, Seat seat)
{
    return (unsigned)s->battle.losses[seat] >> 4U;
}

/* Engaged corps of a seat that have one of the colours a card asks for; all if it asks for none. */
static unsigned engaged_of_colors(const AonData *d, const AonState *s, Seat seat, const AonCard *card)
{
    const CorpsSet own = engaged(d, s, seat);
    return corps_count(card->battle_colors != 0 ? corps_and(own, d->patron_set[card->battle_colors]) : own);
}

static CorpsSet hero_victims(const AonData *d, const AonState *s, Seat owner)
{
    return corps_without(engaged(d, s, owner), d->napoleon); /* A26, A105 */
}

bool aon_battle_card_playable(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    const AonCard *card = &d->card[title];
    if (was_played(d, s, seat, title) || (card->fog_cancels && (s->battle.flags & AON_BATTLE_FOG) != 0)) {
        return false;
    }
    if (card->op == AON_OP_HEROS_DEATH) {
        return !corps_empty(hero_victims(d, s, seat_other(seat)));
    }
    if (card->op != AON_OP_BATTLE_MODIFIER) {
        return true;
    }
    return (card->battle_corps == AON_NONE || corps_in(engaged(d, s, seat), card->battle_corps)) &&
           (!card->battle_defender_only || seat != aon_attacker(s)) &&
           engaged_of_colors(d, s, seat, card) > 0;
}

static void ask_cards(Play *p, Seat seat)
{
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_BATTLE_CARDS));
    aon_ask_word(p->s, AON_WORD_PASS);
}

/* Notes a battle card; returns false for Napoleonica, after which the window stays open. */
static bool play(Play *p, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    aon_play_card(p, seat, title);
    if (p->d->card[title].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
        return false;
    }
    p->s->battle.played[seat] = (uint8_t)(p->s->battle.played[seat] | played_bit(p->d, title));
    if (p->d->card[title].op == AON_OP_FOG_OF_WAR) {
        aon_battle_flag(p->s, AON_BATTLE_FOG, true);
    }
    return true;
}

static void choose_card(Play *p, Move move, enum aon_step next)
{
    if (aon_move_kind(move) == AON_PASS) {
        aon_go(p, next);
    } else {
        (void)play(p, (Seat)p->s->header.seat, aon_move_object(move));
    }
}

void battle_cards_attacker_run(Play *p)
{
    aon_locate(p, aon_set(p->s, AON_SET_ARMY)); /* 4.1.2: engaged corps are shown */
    ask_cards(p, aon_attacker(p->s));
}
void battle_cards_attacker_choose(Play *p, Move move)
{
    choose_card(p, move, AON_STEP_BATTLE_CARDS_DEFENDER);
}
void battle_cards_defender_run(Play *p) { ask_cards(p, seat_other(aon_attacker(p->s))); }
void battle_cards_defender_choose(Play *p, Move move) { choose_card(p, move, AON_STEP_BATTLE_ROLL); }

/* ------------------------------------------------------------------ dice and losses (13.3, 13.4.1) */

static bool is_cancelled(const AonState *s, const AonCard *card)
{
    return card->fog_cancels && (s->battle.flags & AON_BATTLE_FOG) != 0;
}

/* What a card that counts is worth to seat: strength, or die modifier, by its kind. */
static int worth_of(const AonData *d, const AonState *s, Seat seat, const AonCard *card)
{
    assert(seat_plays(seat));
    if (card->battle_kind == AON_BATTLE_STRENGTH_PER_CORPS) {
        const int worth = card->battle_value * (int)engaged_of_colors(d, s, seat, card);
        return worth > card->battle_max ? card->battle_max : worth;
    }
    return card->battle_kind != AON_BATTLE_NONE ? card->battle_value : 0;
}

/* What the cards a seat has played are worth, those cancelled left out: strength, or die modifier of the
 * given kind. */
static int card_value(const AonData *d, const AonState *s, Seat seat, bool die)
{
    assert(seat_plays(seat));
    int value = 0;
    for (CardSet titles = d->battle_cards; titles != 0;) {
        const unsigned title = bits_take(&titles);
        const AonCard *card = &d->card[title];
        if (was_played(d, s, seat, title) && (card->battle_kind == AON_BATTLE_DIE) == die &&
            !is_cancelled(s, card)) {
            value += worth_of(d, s, seat, card);
        }
    }
    return value;
}

/* 13.3.1-13.3.3; at least 1 (A23). */
static unsigned strength(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    int sum = card_value(d, s, seat, false);
    for (CorpsSet rest = engaged(d, s, seat); !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        sum += (int)aon_br(d, s, corps);
        sum += area_in(aon_home_areas(d, s, corps), s->battle.area) ? d->battle_home : 0; /* A67 */
        sum += corps == s->sea_corps && seat == aon_attacker(s) ? d->battle_sea : 0;      /* A65 */
    }
    return sum < 1 ? 1U : sum > AON_STRENGTH_MAX ? AON_STRENGTH_MAX : (unsigned)sum;
}

AonBattleSide aon_battle_side(const AonData *d, const AonState *s, Seat seat)
{
    assert(seat_plays(seat));
    return (AonBattleSide){engaged(d, s, seat), card_value(d, s, seat, false), card_value(d, s, seat, true),
                           strength(d, s, seat)};
}

bool aon_battle_card_played(const AonData *d, const AonState *s, Seat seat, unsigned title)
{
    assert(seat_plays(seat));
    assert(title < AON_CARDS_MAX);
    return was_played(d, s, seat, title);
}

/* Die after Cavalry Charge and its like: never beyond the faces. */
static unsigned modified_die(const AonData *d, const AonState *s, Seat seat, unsigned die)
{
    const int value = (int)die + card_value(d, s, seat, true);
    return value > 6 ? 6U : value < 1 ? 1U : (unsigned)value;
}

/* 13.4.1.1, 13.4.1.5: half permanent; the odd one permanent for the loser and after a tie-break. */
static void set_losses(Play *p, Seat seat, unsigned losses, bool odd_permanent)
{
    const unsigned corps = corps_count(aon_fighters(p->d, p->s, seat));
    const unsigned taken = losses < corps ? losses : corps;
    const unsigned permanent = taken / 2 + (odd_permanent ? taken % 2 : 0);
    p->s->battle.losses[seat] = (uint8_t)(permanent | (taken - permanent) << 4U);
}

/* Who fights for a seat, and what makes up its strength. */
AON_COLD static void note_side(const Play *p, Seat seat)
{
    assert(seat_plays(seat));
    const AonData *d = p->d;
    const AonState *s = p->s;
    const CorpsSet fighting = engaged(d, s, seat);
    int ratings = 0;
    int home = 0;
    int sea = 0;
    for (CorpsSet rest = fighting; !corps_empty(rest);) {
        const unsigned corps = corps_take_first(&rest);
        ratings += (int)aon_br(d, s, corps);
        home += area_in(aon_home_areas(d, s, corps), s->battle.area) ? d->battle_home : 0;
        sea += corps == s->sea_corps && seat == aon_attacker(s) ? d->battle_sea : 0;
    }
    AON_NOTE_ARMY(p, BATTLE_SIDE, seat, fighting, s->battle.area, seat == aon_attacker(s),
                  (int)strength(d, s, seat), ratings, home, sea, card_value(d, s, seat, false),
                  card_value(d, s, seat, true));
    for (CardSet titles = d->battle_cards; titles != 0;) {
        const unsigned title = bits_take(&titles);
        const AonCard *card = &d->card[title];
        if (was_played(d, s, seat, title) && card->battle_kind != AON_BATTLE_NONE) {
            const bool off = is_cancelled(s, card);
            AON_NOTE(p, BATTLE_CARD, seat, (int)title, off ? 0 : worth_of(d, s, seat, card),
                     card->battle_kind == AON_BATTLE_DIE, off);
        }
    }
}

void battle_roll_run(Play *p)
{
    AonState *s = p->s;
    const Seat attacker = aon_attacker(s);
    const Seat defender = seat_other(attacker);
    const unsigned strong[2] = {strength(p->d, s, attacker), strength(p->d, s, defender)};
    const unsigned fallen_attacker = dice_d6(p->dice);
    const unsigned fallen_defender = dice_d6(p->dice);
    AON_NOTE_DIE(p, BATTLE, attacker, s->battle.area, fallen_attacker);
    AON_NOTE_DIE(p, BATTLE, defender, s->battle.area, fallen_defender);
    const unsigned die_attacker = modified_die(p->d, s, attacker, fallen_attacker);
    const unsigned die_defender = modified_die(p->d, s, defender, fallen_defender);
    const unsigned results[2] = {p->d->battle_losses[strong[0]][die_attacker - 1U],
                                 p->d->battle_losses[strong[1]][die_defender - 1U]};
    unsigned by_attacker = results[0];
    unsigned by_defender = results[1];
    const bool tie = by_attacker == by_defender;
    bool attacker_wins = by_attacker > by_defender;
    unsigned broken[2] = {0, 0};
    if (tie) { /* 13.3.6 */
        broken[0] = dice_d6(p->dice);
        broken[1] = dice_d6(p->dice);
        AON_NOTE_DIE(p, TIE, attacker, s->battle.area, broken[0]);
        AON_NOTE_DIE(p, TIE, defender, s->battle.area, broken[1]);
        attacker_wins = broken[0] + p->d->battle_tbm[strong[0]] > broken[1] + p->d->battle_tbm[strong[1]];
    } else if (attacker_wins) {
        by_attacker++; /* 13.3.5 */
    } else {
        by_defender++;
    }
    aon_battle_flag(s, AON_BATTLE_COALITION_WON, (attacker_wins ? attacker : defender) == SEAT_COALITION);
    set_losses(p, attacker, by_defender, !attacker_wins || tie);
    set_losses(p, defender, by_attacker, attacker_wins || tie);
    if (AON_NOTES(p, BATTLE_SIDE)) {
        note_side(p, attacker);
        note_side(p, defender);
    }
    AON_NOTE(p, BATTLE_ROLL, attacker, s->battle.area, (int)strong[0], (int)strong[1], (int)fallen_attacker,
             (int)fallen_defender, (int)die_attacker, (int)die_defender, (int)results[0], (int)results[1],
             (int)broken[0], (int)broken[1], p->d->battle_tbm[strong[0]], p->d->battle_tbm[strong[1]],
             (int)permanent_left(s, attacker), (int)temporary_left(s, attacker),
             (int)permanent_left(s, defender), (int)temporary_left(s, defender), (int)aon_winner(s));
    aon_go(p, AON_STEP_BATTLE_HERO_ATTACKER);
}

/* Hero's Death: right after the losses are known (13.3.3 note 2). */
static void ask_hero(Play *p, Seat seat, enum aon_step next)
{
    assert(seat_plays(seat));
    if (permanent_left(p->s, seat_other(seat)) == 0) {
        aon_go(p, next);
        return;
    }
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_AFTER_LOSS_COUNT));
    aon_ask_word(p->s, AON_WORD_PASS);
}

static void choose_hero(Play *p, Move move, enum aon_step next)
{
    if (aon_move_kind(move) == AON_PASS) {
        aon_go(p, next);
    } else if (play(p, (Seat)p->s->header.seat, aon_move_object(move))) {
        aon_go(p, AON_STEP_BATTLE_HERO_VICTIM);
    }
}

void battle_hero_attacker_run(Play *p) { ask_hero(p, aon_attacker(p->s), AON_STEP_BATTLE_HERO_DEFENDER); }
void battle_hero_attacker_choose(Play *p, Move move) { choose_hero(p, move, AON_STEP_BATTLE_HERO_DEFENDER); }
void battle_hero_defender_run(Play *p)
{
    ask_hero(p, seat_other(aon_attacker(p->s)), AON_STEP_BATTLE_LOSS_ATTACKER);
}
void battle_hero_defender_choose(Play *p, Move move) { choose_hero(p, move, AON_STEP_BATTLE_LOSS_ATTACKER); }

void battle_hero_victim_run(Play *p)
{
    const Seat seat = (Seat)p->s->header.seat;
    aon_ask(p->s, seat);
    aon_ask_corps(p->s, AON_HERO, hero_victims(p->d, p->s, seat_other(seat)));
}

void battle_hero_victim_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->header.seat;
    s->battle.losses[seat_other(seat)]--; /* one permanent loss is settled */
    aon_go(p, seat == aon_attacker(s) ? AON_STEP_BATTLE_HERO_DEFENDER : AON_STEP_BATTLE_LOSS_ATTACKER);
    aon_lose(p, corps_one(aon_move_object(move)), AON_FATE_HERO);
}

/* Losses come from engaged corps first (13.4.1.3), permanent ones before temporary ones. */
static CorpsSet loss_pool(const AonData *d, const AonState *s, Seat seat)
{
    const CorpsSet first = engaged(d, s, seat);
    return corps_empty(first) ? aon_fighters(d, s, seat) : first;
}

static void ask_loss(Play *p, Seat seat, enum aon_step next)
{
    assert(seat_plays(seat));
    AonState *s = p->s;
    const unsigned wanted = permanent_left(s, seat) > 0 ? permanent_left(s, seat) : temporary_left(s, seat);
    if (wanted == 0) {
        s->cursor = 0;
        aon_go(p, next);
        return;
    }
    const CorpsSet pool = loss_pool(p->d, s, seat);
    const unsigned count = corps_count(pool);
    aon_ask(s, seat);
    aon_ask_corps(s, AON_LOSS, aon_ordered(pool, s->cursor, wanted < count ? wanted : count));
}

static void choose_loss(Play *p, Seat seat, unsigned corps)
{
    assert(seat_plays(seat));
    assert(corps < AON_CORPS_MAX);
    AonState *s = p->s;
    const bool permanent = permanent_left(s, seat) > 0;
    const bool was_engaged = aon_set_has(s, AON_SET_ARMY, corps);
    s->battle.losses[seat] = (uint8_t)(s->battle.losses[seat] - (permanent ? 1 : 16));
    s->cursor = (uint8_t)(corps + 1U);
    if (permanent) {
        aon_lose(p, corps_one(corps), AON_FATE_BATTLE);
    } else { /* 13.4.1.4 */
        aon_take_off(p, corps_one(corps), seat == aon_winner(s) ? AON_PLACE_RESERVE : AON_PLACE_PRISONERS,
                     AON_FATE_BATTLE);
    }
    const bool pool_changes = was_engaged && corps_empty(engaged(p->d, s, seat));
    if (pool_changes || (permanent && permanent_left(s, seat) == 0)) {
        s->cursor = 0; /* each group is built in index order of its own */
    }
}

void battle_loss_attacker_run(Play *p) { ask_loss(p, aon_attacker(p->s), AON_STEP_BATTLE_LOSS_DEFENDER); }
void battle_loss_attacker_choose(Play *p, Move move)
{
    choose_loss(p, aon_attacker(p->s), aon_move_object(move));
}
void battle_loss_defender_run(Play *p) { ask_loss(p, seat_other(aon_attacker(p->s)), AON_STEP_BATTLE_SPENT); }
void battle_loss_defender_choose(Play *p, Move move)
{
    choose_loss(p, seat_other(aon_attacker(p->s)), aon_move_object(move));
}

AON_COLD static void note_spent(const Play *p, Seat seat)
{
    assert(seat_plays(seat));
    const CorpsSet turned = corps_minus(engaged(p->d, p->s, seat), aon_set(p->s, AON_SET_SPENT));
    if (!corps_empty(turned)) {
        AON_NOTE_ARMY(p, BATTLE_SPENT, seat, turned, p->s->battle.area);
    }
}

void battle_spent_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet fought = aon_set(s, AON_SET_ARMY);
    if (AON_NOTES(p, BATTLE_SPENT)) {
        note_spent(p, SEAT_FRENCH);
        note_spent(p, SEAT_COALITION);
    }
    aon_make_spent(p, fought); /* 13.4.1.6 */
    aon_set_add(s, AON_SET_FOUGHT, fought);
    if (p->d->options.unengaged_corps_frozen) { /* A24 */
        aon_set_add(s, AON_SET_FOUGHT, aon_fighters(p->d, s, SEAT_FRENCH));
        aon_set_add(s, AON_SET_FOUGHT, aon_fighters(p->d, s, SEAT_COALITION));
    }
    aon_go(p, AON_STEP_BATTLE_PURSUIT);
}

/* ------------------------------------------------------------------ pursuit and rally (13.4.3) */

void battle_pursuit_run(Play *p)
{
    AonState *s = p->s;
    const Seat winner = aon_winner(s);
    if (corps_empty(aon_fighters(p->d, s, winner)) ||
        corps_empty(aon_fighters(p->d, s, seat_other(winner)))) {
        aon_go(p, AON_STEP_BATTLE_RALLY);
        return;
    }
    aon_ask(s, winner);
    aon_ask_play(s, aon_playable_anytime(p->d, s, winner, AON_WINDOW_AFTER_VICTORY));
    aon_ask_word(s, AON_WORD_PASS);
}

void battle_pursuit_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PASS) {
        aon_go(p, AON_STEP_BATTLE_RALLY);
    } else if (play(p, (Seat)p->s->header.seat, aon_move_object(move))) {
        aon_go(p, AON_STEP_BATTLE_PURSUIT_LOSS);
    }
}

void battle_pursuit_loss_run(Play *p)
{
    const Seat loser = seat_other(aon_winner(p->s));
    aon_ask(p->s, loser);
    aon_ask_corps(p->s, AON_LOSS, aon_fighters(p->d, p->s, loser));
}

void battle_pursuit_loss_choose(Play *p, Move move)
{
    aon_take_off(p, corps_one(aon_move_object(move)), AON_PLACE_PRISONERS, AON_FATE_PURSUIT);
    aon_go(p, AON_STEP_RETREAT_SEA);
}

/* Another attacking army waits for its own battle under Interior Lines. */
static bool more_armies(const AonData *d, const AonState *s)
{
    const Seat attacker = aon_attacker(s);
    const CorpsSet waiting =
        corps_minus(aon_army(d, s, s->battle.area, attacker), aon_fighters(d, s, attacker));
    return (s->battle.flags & AON_BATTLE_INTERIOR) != 0 && aon_winner(s) != attacker && !corps_empty(waiting);
}

void battle_rally_run(Play *p)
{
    AonState *s = p->s;
    const Seat winner = aon_winner(s);
    const CorpsSet spent = corps_and(aon_army(p->d, s, s->battle.area, winner), aon_set(s, AON_SET_SPENT));
    if (s->hand_count[winner] == 0 || corps_empty(spent) || more_armies(p->d, s)) { /* 13.4.3.2 exception */
        aon_go(p, AON_STEP_RETREAT_SEA);
        return;
    }
    aon_ask(s, winner);
    aon_ask_objects(s, AON_RALLY, area_bit(s->battle.area));
    aon_ask_word(s, AON_WORD_NO);
}

void battle_rally_choose(Play *p, Move move)
{
    aon_go(p, aon_move_is_no(move) ? AON_STEP_RETREAT_SEA : AON_STEP_BATTLE_RALLY_PAY);
}

void battle_rally_pay_run(Play *p)
{
    const Seat winner = aon_winner(p->s);
    aon_ask(p->s, winner);
    aon_ask_objects(p->s, AON_DISCARD, aon_hand_titles(p->d, p->s, winner));
}

void battle_rally_pay_choose(Play *p, Move move)
{
    const Seat seat = (Seat)p->s->header.seat;
    aon_go(p, AON_STEP_BATTLE_RALLIED);
    aon_discard(p, seat, aon_move_object(move));
}

void battle_rallied_run(Play *p)
{
    if (AON_NOTES(p, RALLIED)) {
        aon_note_rally(p, aon_winner(p->s), p->s->battle.area, true);
    }
    aon_make_fresh(p, aon_army(p->d, p->s, p->s->battle.area, aon_winner(p->s)));
    aon_go(p, AON_STEP_RETREAT_SEA);
}

/* ------------------------------------------------------------------ the end of a battle */

void battle_next_army_run(Play *p)
{
    AonState *s = p->s;
    aon_set_put(s, AON_SET_ARMY, corps_none());
    aon_set_put(s, AON_SET_GROUP, corps_none());
    const Seat attacker = aon_attacker(s);
    const bool both = area_in(s->occupied[SEAT_FRENCH] & s->occupied[SEAT_COALITION], s->battle.area);
    if ((s->battle.flags & AON_BATTLE_INTERIOR) != 0 && aon_winner(s) != attacker && both) {
        memset(s->battle.played, 0, sizeof s->battle.played);
        aon_battle_flag(s, AON_BATTLE_FOG | AON_BATTLE_COALITION_WON, false);
        s->cursor = 0;
        aon_go(p, AON_STEP_BATTLE_ARMY);
    } else {
        aon_go(p, AON_STEP_BATTLE_END);
    }
}

void battle_end_run(Play *p)
{
    AonState *s = p->s;
    s->mover_defends &= ~area_bit(s->battle.area);
    memset(&s->battle, 0, sizeof s->battle);
    memset(&s->reaction, 0, sizeof s->reaction);
    s->cursor = 0;
    aon_go(p, AON_STEP_BATTLE_ORDER);
}

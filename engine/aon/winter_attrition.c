/* winter_attrition.c: the Winter Attrition Phase (15). */
#include "engine/aon/rules.h"

void aon_start_winter(Play *p)
{
    p->s->phase = AON_PHASE_WINTER_ATTRITION;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_WINTER_ATTRITION);
    memset(&p->s->scope, 0, sizeof p->s->scope);
    aon_flag_clear(p->s, AON_FLAG_SECOND);
    aon_go(p, AON_STEP_WINTER_SEVERE);
}

/* Scorched Earth only where no corps of the army is at home. */
bool aon_winter_card_playable(const AonData *d, const AonState *s, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    (void)title;
    if (s->header.step != AON_STEP_WINTER_SCORCHED) {
        return true;
    }
    for (CorpsSet rest = aon_corps_at(s, s->scope.index); !corps_empty(rest);) {
        if (area_in(aon_home_areas(d, s, corps_take_first(&rest)), s->scope.index)) {
            return false;
        }
    }
    return true;
}

/* Every window of this phase is the same question: a card of the window or pass. */
static void ask(Play *p, Seat seat, enum aon_window window)
{
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, window));
    aon_ask_word(p->s, AON_WORD_PASS);
}

/* Plays a card of a window and returns the modifier it gives to the die. */
static int play(Play *p, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    const Seat seat = (Seat)p->s->header.seat;
    aon_play_card(p, seat, title);
    if (p->d->card[title].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
        return 0;
    }
    return p->d->card[title].winter_modifier;
}

/* Severe Winter counts in all areas, so both seats are asked before the first die falls: whoever moved first
 * in the Campaign Phase begins. Played twice it adds up (A104). */
void winter_severe_run(Play *p) { ask(p, aon_in_order(p->s, aon_first_seat(p->s)), AON_WINDOW_WINTER_START); }

void winter_severe_choose(Play *p, Move move)
{
    AonState *s = p->s;
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        s->scope.winter = (int8_t)(s->scope.winter + play(p, aon_move_object(move)));
    } else if (!aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_set(s, AON_FLAG_SECOND);
    } else {
        aon_flag_clear(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_WINTER_NEXT_AREA);
    }
}

static Seat owner_on_turn(const Play *p) { return aon_in_order(p->s, aon_initiative(p->d, p->s)); }

/* Areas in index order, those of the initiative seat first (A59). */
void winter_next_area_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = owner_on_turn(p);
    /* from the area on that the scope has come to: those before it are done */
    for (AreaSet rest = s->occupied[seat] & ~(area_bit(s->scope.index) - 1); rest != 0;) {
        const unsigned area = bits_take(&rest);
        if (corps_count(aon_army(p->d, s, area, seat)) >= p->d->winter_minimum_corps) {
            s->scope.index = (uint8_t)area;
            s->scope.area_die = 0;
            aon_go(p, AON_STEP_WINTER_DEPOT);
            return;
        }
    }
    s->scope.index = 0;
    if (!aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_set(s, AON_FLAG_SECOND);
        return;
    }
    aon_flag_clear(s, AON_FLAG_SECOND);
    memset(&s->scope, 0, sizeof s->scope);
    s->phase = AON_PHASE_VICTORY_CHECK;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_VICTORY_CHECK);
    aon_go(p, AON_STEP_VICTORY_FRENCH);
}

/* Owner before enemy, area by area: the enemy sees what Depots were spent before it burns the land (15.2). */
void winter_depot_run(Play *p) { ask(p, owner_on_turn(p), AON_WINDOW_WINTER_OWN_AREA); }

void winter_depot_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        p->s->scope.area_die = (int8_t)(p->s->scope.area_die + play(p, aon_move_object(move)));
    } else {
        aon_go(p, AON_STEP_WINTER_SCORCHED);
    }
}

void winter_scorched_run(Play *p) { ask(p, seat_other(owner_on_turn(p)), AON_WINDOW_WINTER_ENEMY_AREA); }

void winter_scorched_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_PLAY_CARD) {
        p->s->scope.area_die = (int8_t)(p->s->scope.area_die + play(p, aon_move_object(move)));
    } else {
        aon_go(p, AON_STEP_WINTER_ROLL);
    }
}

/* One die for an area, kept to the rows of the table; its column is the number of corps, and no more can be
 * lost than are there. */
void winter_roll_run(Play *p)
{
    const AonData *d = p->d;
    AonState *s = p->s;
    const unsigned area = s->scope.index;
    const unsigned corps = corps_count(aon_army(d, s, area, owner_on_turn(p)));
    const int fallen = (int)dice_d6(p->dice);
    AON_NOTE_DIE(p, WINTER, owner_on_turn(p), area, (unsigned)fallen);
    const int capital = area_in(d->capitals, area) ? d->winter_capital : 0;
    const int barren = area_in(d->barren, area) ? d->winter_barren : 0;
    int die = fallen + s->scope.winter + s->scope.area_die + capital + barren;
    die = die < d->winter_die_min ? d->winter_die_min : die > d->winter_die_max ? d->winter_die_max : die;
    const unsigned losses = d->winter_losses[corps][die - d->winter_die_min];
    s->attrition_losses = (uint8_t)(losses < corps ? losses : corps);
    s->cursor = 0;
    AON_NOTE(p, WINTER_ATTRITION, owner_on_turn(p), (int)area, (int)corps, fallen, s->scope.winter,
             s->scope.area_die, capital, barren, die, (int)losses, s->attrition_losses);
    aon_go(p, AON_STEP_WINTER_LOSS);
}

/* 15.2: all permanent, the owner chooses. */
void winter_loss_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = owner_on_turn(p);
    if (s->attrition_losses == 0) { /* on to the next area of the same seat */
        s->cursor = 0;
        s->scope.area_die = 0;
        s->scope.index++;
        aon_go(p, AON_STEP_WINTER_NEXT_AREA);
        return;
    }
    aon_ask(s, seat);
    aon_ask_corps(s, AON_LOSS,
                  /* by ascending index, so that each set of losses can be named in one order only */
                  aon_ordered(aon_army(p->d, s, s->scope.index, seat), s->cursor, s->attrition_losses));
}

void winter_loss_choose(Play *p, Move move)
{
    p->s->attrition_losses--;
    p->s->cursor = (uint8_t)(aon_move_object(move) + 1U);
    aon_lose(p, corps_one(aon_move_object(move)), AON_FATE_WINTER);
}

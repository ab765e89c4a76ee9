/* campaign.c: the Campaign Phase: who moves first, rounds, cards at their beginning, the part of each seat
 * (11, 12.1.2). */
#include "engine/aon/rules.h"

void aon_start_campaign(Play *p)
{
    AonState *s = p->s;
    s->phase = AON_PHASE_CAMPAIGN;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_CAMPAIGN);
    s->round = 1;
    memset(&s->move, 0, sizeof s->move);
    aon_flag_clear(s, AON_FLAG_FREE_USED_FRENCH | AON_FLAG_FREE_USED_COALITION | AON_FLAG_SECOND);
    aon_go(p, AON_STEP_CAMPAIGN_FIRST);
}

void campaign_first_run(Play *p)
{
    aon_ask(p->s, aon_initiative(p->d, p->s)); /* 11.2.1 */
    aon_ask_word(p->s, AON_WORD_FIRST_SELF | AON_WORD_FIRST_OTHER);
}

void campaign_first_choose(Play *p, Move move)
{
    aon_set_first(p->s, move);
    AON_NOTE(p, FIRST, aon_first_seat(p->s), AON_PHASE_CAMPAIGN);
    aon_go(p, AON_STEP_ROUND_START);
}

void round_start_run(Play *p)
{
    aon_flag_clear(p->s, AON_FLAG_SECOND);
    if (p->s->round > p->d->rounds) {
        aon_start_surrender(p);
    } else {
        AON_NOTE(p, ROUND, SEAT_NONE, p->s->round, aon_winter(p->d, p->s));
        AON_THEN(p, ROUND_WINDOW, round_window);
    }
}

/* 11.3, 11.4: one of the two cards ends the window of both seats. */
void round_window_run(Play *p)
{
    const Seat seat = aon_in_order(p->s, aon_first_seat(p->s));
    aon_ask(p->s, seat);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, seat, AON_WINDOW_ROUND_START));
    aon_ask_word(p->s, AON_WORD_PASS);
}

void round_window_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = (Seat)s->header.seat;
    if (aon_move_kind(move) == AON_PASS) {
        if (aon_flag(s, AON_FLAG_SECOND)) {
            aon_flag_clear(s, AON_FLAG_SECOND);
            aon_go(p, AON_STEP_PART_START);
        } else {
            aon_flag_set(s, AON_FLAG_SECOND);
        }
        return;
    }
    const AonCard *card = &p->d->card[aon_move_object(move)];
    aon_play_card(p, seat, aon_move_object(move));
    if (card->op == AON_OP_RECOVER_CARD) {
        aon_recover(p, seat);
    } else if (card->op == AON_OP_PEACE_TALKS) {
        s->reaction.count = card->rounds_skipped & 127U;
        aon_start_diplomacy(p, AON_STEP_ROUND_AFTER_TALKS);
    } else {
        s->round = (uint8_t)(p->d->rounds + 1U); /* Winter Quarters */
        aon_go(p, AON_STEP_ROUND_START);
    }
}

/* A51: this round and the next are skipped, never one of the next turn. */
void round_after_talks_run(Play *p)
{
    AonState *s = p->s;
    s->round = (uint8_t)(s->round + s->reaction.count);
    memset(&s->reaction, 0, sizeof s->reaction);
    memset(&s->move, 0, sizeof s->move);
    aon_go(p, AON_STEP_ROUND_START);
}

/* ------------------------------------------------------------------ parts */

void part_start_run(Play *p)
{
    AonState *s = p->s;
    aon_flag_clear(s, AON_FLAG_MOVER_COALITION | AON_FLAG_MAJOR_CAMPAIGN);
    if (aon_in_order(s, aon_first_seat(s)) == SEAT_COALITION) {
        aon_flag_set(s, AON_FLAG_MOVER_COALITION);
    }
    s->armies_left = 1;
    AON_NOTE(p, PART, aon_mover(s), s->round);
    AON_THEN(p, PART_CHOICE, part_choice);
}

/* Major Campaign, like Napoleonica here, only while no army of the part has moved (12.1.2). */
static bool no_army_moved(const AonData *d, const AonState *s)
{
    const unsigned full = aon_flag(s, AON_FLAG_MAJOR_CAMPAIGN) ? d->campaign_armies : 1U;
    return s->armies_left == full && s->sea_corps == AON_NONE;
}

void part_choice_run(Play *p)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    const CardSet cards =
        no_army_moved(p->d, s) ? aon_playable_anytime(p->d, s, seat, AON_WINDOW_PART_START) : 0;
    const AreaSet areas = aon_movable_areas(p->d, s);
    if ((cards | areas) == 0) {
        AON_THEN(p, PART_END, part_end); /* the only choice is to stop */
        return;
    }
    aon_ask(s, seat);
    aon_ask_play(s, cards);
    aon_ask_objects(s, AON_AREA, areas);
    aon_ask_word(s, AON_WORD_STOP);
}

void part_choice_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const Seat seat = aon_mover(s);
    if (aon_move_kind(move) == AON_STOP) {
        AON_THEN(p, PART_END, part_end);
    } else if (aon_move_kind(move) == AON_AREA) {
        aon_start_army(p, aon_move_object(move));
    } else {
        const AonCard *card = &p->d->card[aon_move_object(move)];
        aon_play_card(p, seat, aon_move_object(move));
        if (card->op == AON_OP_RECOVER_CARD) {
            aon_recover(p, seat);
        } else {
            s->armies_left = card->armies;
            aon_flag_set(s, AON_FLAG_MAJOR_CAMPAIGN);
        }
    }
}

void part_end_run(Play *p) /* 13.1.2 */ { aon_begin_battles(p, AON_STEP_PART_OVER); }

void part_over_run(Play *p)
{
    AonState *s = p->s;
    memset(s->from, AON_FROM_RESIDENT, sizeof s->from);
    s->sea_corps = AON_NONE;
    s->armies_left = 0;
    s->mover_defends = 0;
    aon_set_put(s, AON_SET_STEPS_0, corps_none());
    aon_set_put(s, AON_SET_STEPS_1, corps_none());
    if (!aon_flag(s, AON_FLAG_SECOND)) {
        aon_flag_set(s, AON_FLAG_SECOND);
        aon_go(p, AON_STEP_PART_START);
        return;
    }
    aon_flag_clear(s, AON_FLAG_SECOND | AON_FLAG_SEA_MOVED | AON_FLAG_SEA_WITHDREW |
                          AON_FLAG_MOVER_COALITION | AON_FLAG_MAJOR_CAMPAIGN);
    if (!p->d->options.fought_corps_frozen_all_year) { /* A24 */
        aon_set_put(s, AON_SET_FOUGHT, corps_none());
    }
    s->round++;
    aon_go(p, AON_STEP_ROUND_START);
}

/* insurrection.c: the Insurrection Phase (8). Battles in newly insurgent areas are fought by battle.c. */
#include "engine/aon/rules.h"

/* 8.1, 8.2: both are read on the situation at the start (A43); failures are carried out before successes, so
 * that an Österreich that wins its freedom makes a Tirol that has just failed rise again. */
void insurrection_outcomes_run(Play *p)
{
    AonState *s = p->s;
    CountrySet failed = 0;
    CountrySet successful = 0;
    s->phase = AON_PHASE_INSURRECTION;
    AON_NOTE(p, PHASE, SEAT_NONE, AON_PHASE_INSURRECTION);
    for (unsigned country = 0; country < p->d->countries; country++) {
        if (aon_alignment(s, country) != AON_IC) {
            continue;
        }
        if (aon_insurrection_failed(p->d, s, country)) {
            failed |= 1U << country;
        } else if ((aon_country_areas(p->d, s, country) & s->occupied[SEAT_FRENCH]) == 0) {
            successful |= 1U << country;
        }
    }
    while (failed != 0) {
        aon_convert(p, bits_take32(&failed), AON_FD, AON_WHY_FAILED);
    }
    while (successful != 0) {
        aon_convert(p, bits_take32(&successful), AON_CM, AON_WHY_SUCCEEDED);
    }
    aon_go(p, AON_STEP_INSURRECTION_CARDS);
}

void insurrection_cards_run(Play *p)
{
    if (aon_flag(p->s, AON_FLAG_INSURRECTION)) { /* what the battles left behind tells nothing later on */
        aon_flag_clear(p->s, AON_FLAG_INSURRECTION | AON_FLAG_MOVER_COALITION);
        aon_set_put(p->s, AON_SET_FOUGHT, corps_none());
        memset(p->s->from, AON_FROM_RESIDENT, sizeof p->s->from);
    }
    aon_ask(p->s, SEAT_COALITION);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, SEAT_COALITION, AON_WINDOW_NEW_INSURRECTION));
    aon_ask_word(p->s, AON_WORD_STOP);
}

void insurrection_cards_choose(Play *p, Move move)
{
    if (aon_move_kind(move) == AON_STOP) {
        aon_start_strategy(p);
        return;
    }
    const unsigned title = aon_move_object(move);
    aon_play_card(p, SEAT_COALITION, title);
    if (p->d->card[title].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, SEAT_COALITION);
        return;
    }
    p->s->scope.card = (uint8_t)title;
    aon_go(p, AON_STEP_INSURRECTION_TARGET);
}

void insurrection_target_run(Play *p)
{
    const AonCard *card = &p->d->card[p->s->scope.card];
    CountrySet targets = 0;
    for (unsigned k = 0; k < card->conversion_count; k++) {
        targets |= aon_conversion_targets(p->d, p->s, SEAT_COALITION, &card->conversions[k]); /* 8.3.1 */
    }
    aon_ask(p->s, SEAT_COALITION);
    aon_ask_objects(p->s, AON_COUNTRY, targets);
}

void insurrection_target_choose(Play *p, Move move)
{
    AON_NOTE(p, CARD_TARGET, SEAT_COALITION, p->s->scope.card, (int)aon_move_object(move), AON_IC);
    aon_make_insurgent(p, aon_move_object(move));
    aon_flag_set(p->s,
                 AON_FLAG_INSURRECTION | AON_FLAG_MOVER_COALITION); /* A8: the Coalition orders the battles */
    aon_begin_battles(p, AON_STEP_INSURRECTION_CARDS);              /* 8.3.7 */
}

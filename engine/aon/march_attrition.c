/* march_attrition.c: march attrition, cause by cause (12.3). Those subject are the moving army or the
 * reacting group. */
#include "engine/aon/rules.h"

unsigned aon_area_causes(const AonData *d, const AonState *s, unsigned area)
{
    assert(area < AON_AREAS_MAX);
    return (area_in(d->terrain, area) ? AON_CAUSE_TERRAIN : 0U) | (aon_winter(d, s) ? AON_CAUSE_WINTER : 0U);
}

bool aon_ask_cossacks(Play *p, Seat seat, unsigned area)
{
    assert(seat_plays(seat));
    assert(area < AON_AREAS_MAX);
    if (seat != SEAT_FRENCH || !area_in(p->d->cossack_areas, area) ||
        aon_alignment(p->s, AON_RUSSIA) != AON_CM) {
        return false;
    }
    aon_ask(p->s, SEAT_COALITION);
    aon_ask_play(p->s, aon_playable_anytime(p->d, p->s, SEAT_COALITION, AON_WINDOW_ENEMY_ENTERED_AREA));
    aon_ask_word(p->s, AON_WORD_PASS);
    return true;
}

bool aon_answer_cossacks(Play *p, Move move, unsigned *cause)
{
    *cause = 0;
    if (aon_move_kind(move) == AON_PASS) {
        return true;
    }
    const unsigned title = aon_move_object(move);
    aon_play_card(p, SEAT_COALITION, title);
    if (p->d->card[title].op == AON_OP_RECOVER_CARD) {
        aon_recover(p, SEAT_COALITION);
        return false;
    }
    *cause = AON_CAUSE_COSSACKS;
    return true;
}

CorpsSet aon_marching(const AonState *s)
{
    return aon_set(s, (s->attrition & AON_CAUSE_GROUP) != 0 ? AON_SET_GROUP : AON_SET_ARMY);
}

void aon_march(Play *p, unsigned causes, enum aon_step back)
{
    if ((causes & 31U) == 0) {
        aon_go(p, back);
        return;
    }
    p->s->attrition = (uint8_t)causes;
    aon_call(p, AON_STEP_MARCH_CAUSE, back);
}

/* The cause being resolved: they go in this order (A18). */
static unsigned lowest_cause(const AonState *s)
{
    const unsigned causes = s->attrition & 31U;
    return causes & (0U - causes);
}

/* Third and fourth areas tell only on the corps that have gone so far (A19). */
static CorpsSet subject(const AonState *s)
{
    const CorpsSet marching = aon_marching(s);
    if (lowest_cause(s) != AON_CAUSE_DISTANCE) {
        return marching;
    }
    return corps_and(marching, corps_and(aon_set(s, AON_SET_STEPS_0), aon_set(s, AON_SET_STEPS_1)));
}

void march_cause_run(Play *p)
{
    AonState *s = p->s;
    const unsigned cause = lowest_cause(s);
    if (cause == 0 || corps_empty(aon_marching(s))) {
        s->attrition = 0;
        aon_return(p);
        return;
    }
    const CorpsSet corps = subject(s);
    if ((s->attrition & AON_CAUSE_ROLLED) == 0) {
        const unsigned spent = corps_count(corps_and(corps, aon_set(s, AON_SET_SPENT)));
        unsigned die = 0;
        unsigned losses = 0;
        if (spent > 0) { /* 12.3.2: no spent corps, no die */
            die = dice_d6(p->dice);
            AON_NOTE_DIE(p, MARCH, aon_side_of(p->d, s, corps_first(corps)), s->place[corps_first(corps)],
                         die);
            losses = p->d->march_losses[spent][die - 1U];
            s->attrition_losses = (uint8_t)(losses < spent ? losses : spent);
        }
        if (AON_NOTES(p, MARCH_ATTRITION) && !corps_empty(corps)) {
            aon_note_march(p, corps, cause, spent, die, losses);
        }
        s->attrition |= AON_CAUSE_ROLLED;
        s->cursor = 0;
        if (s->attrition_losses > 0) {
            aon_go(p, AON_STEP_MARCH_LOSS);
            return;
        }
    }
    aon_make_spent(p, corps); /* 12.3.3: the fresh ones turn, the others are spent already */
    s->attrition = (uint8_t)(s->attrition & ~(cause | AON_CAUSE_ROLLED));
}

void march_loss_run(Play *p)
{
    AonState *s = p->s;
    const CorpsSet spent = corps_and(subject(s), aon_set(s, AON_SET_SPENT));
    /* there are as many spent corps as losses, but for worlds that determinize made in the midst of this */
    if (s->attrition_losses == 0 || corps_empty(spent)) {
        s->attrition_losses = 0;
        s->cursor = 0;
        aon_go(p, AON_STEP_MARCH_CAUSE);
        return;
    }
    aon_ask(s, aon_side_of(p->d, s, corps_first(spent)));
    aon_ask_corps(s, AON_LOSS, aon_ordered(spent, s->cursor, s->attrition_losses));
}

void march_loss_choose(Play *p, Move move)
{
    AonState *s = p->s;
    const unsigned corps = aon_move_object(move);
    s->attrition_losses--;
    s->cursor = (uint8_t)(corps + 1U);
    if (aon_winter(p->d, s)) { /* 12.3.4 */
        aon_lose(p, corps_one(corps), AON_FATE_MARCH);
    } else {
        aon_take_off(p, corps_one(corps), AON_PLACE_PRISONERS, AON_FATE_MARCH);
    }
}

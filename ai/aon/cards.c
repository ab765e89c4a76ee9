/* cards.c: what cards are worth, and the decisions that are about cards: payments, diplomacy, insurrections,
 * strategy, surrender and winter (2.3, 7-9, 14, 15). */
#include "ai/aon/scores.h"

#include <assert.h>

/* ------------------------------------------------------------------ worth of cards */

/* By operation: what keeping a card one can play is worth, before the weight. */
static int keep(const Sense *se, const AonCard *card)
{
    static const uint8_t points[AON_OP_COUNT] = {[AON_OP_CONVERT] = 40,
                                                 [AON_OP_SET_EVENT] = 45,
                                                 [AON_OP_CONTINENTAL_SYSTEM] = 25,
                                                 [AON_OP_DETACH] = 20,
                                                 [AON_OP_INSURRECTION] = 45,
                                                 [AON_OP_RECOVER_CARD] = 22,
                                                 [AON_OP_PREVENT_SURRENDER] = 40,
                                                 [AON_OP_PEACE_TALKS] = 8,
                                                 [AON_OP_WINTER_QUARTERS] = 8,
                                                 [AON_OP_RETURN_CORPS] = 25,
                                                 [AON_OP_RESTORE_LOST_CORPS] = 8,
                                                 [AON_OP_SWAP_FRENCH] = 6,
                                                 [AON_OP_SWAP_ENEMY] = 6,
                                                 [AON_OP_DEPLOYMENT_BONUS] = 15,
                                                 [AON_OP_MAJOR_CAMPAIGN] = 24,
                                                 [AON_OP_FORCED_MARCH] = 12,
                                                 [AON_OP_MUD] = 9,
                                                 [AON_OP_INDECISION] = 13,
                                                 [AON_OP_COSSACKS] = 8,
                                                 [AON_OP_BATTLE_MODIFIER] = 16,
                                                 [AON_OP_FOG_OF_WAR] = 5,
                                                 [AON_OP_INTERIOR_LINES] = 6,
                                                 [AON_OP_HEROS_DEATH] = 14,
                                                 [AON_OP_PURSUIT] = 12,
                                                 [AON_OP_WINTER_MODIFIER] = 14};
    const bool over = card->once_only && (se->s->events & card->event) != 0; /* 2.3.10 */
    return over ? 0 : points[card->op];
}

static bool can_play(const Sense *se, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    for (unsigned window = 0; window < AON_WINDOW_COUNT; window++) {
        if (((se->d->window[se->seat][window] >> title) & 1U) != 0) {
            return true;
        }
    }
    return false;
}

int sense_card_worth(const Sense *se, unsigned title)
{
    assert(title < AON_CARDS_MAX);
    const AonCard *card = &se->d->card[title];
    int points = keep(se, card);
    if (!can_play(se, title)) {
        points = card->red_title ? points / 2 : 0; /* a red one would be offered to the enemy (2.3.12) */
    }
    return points * se->w->card / 100;
}

int sense_cheapest_card(const Sense *se)
{
    int least = 1000;
    for (CardSet rest = aon_hand_titles(se->d, se->s, se->seat); rest != 0;) {
        const int worth = sense_card_worth(se, bits_take(&rest));
        least = worth < least ? worth : least;
    }
    return least;
}

int score_payment(Sense *se, Move move)
{
    const unsigned kind = aon_move_kind(move);
    return kind == AON_PAY || kind == AON_DISCARD ? -sense_card_worth(se, aon_move_object(move)) : 0;
}

/* A red title for the cheapest of one's own (2.3.12). */
int score_pick_up(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    const unsigned title = se->s->pick_title;
    const int gain = can_play(se, title) ? sense_card_worth(se, title) : 0;
    return gain - sense_card_worth(se, aon_move_object(move)) - 5;
}

int score_recover(Sense *se, Move move) { return sense_card_worth(se, aon_move_object(move)); }

/* ------------------------------------------------------------------ diplomacy (7) */

static int best_target(const Sense *se, const AonConversion *conversion)
{
    int best = -100000;
    for (CountrySet rest = aon_conversion_targets(se->d, se->s, se->seat, conversion); rest != 0;) {
        const int swing = sense_swing(se, bits_take32(&rest), conversion->to);
        best = swing > best ? swing : best;
    }
    return best;
}

static int best_conversion(const Sense *se, const AonCard *card)
{
    int best = -100000;
    for (unsigned k = 0; k < card->conversion_count; k++) {
        const int swing = best_target(se, &card->conversions[k]);
        best = swing > best ? swing : best;
    }
    return best;
}

int score_diplomacy_turn(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const AonCard *card = &se->d->card[aon_move_object(move)];
    if (card->op == AON_OP_RECOVER_CARD) {
        return (aon_discard_titles(se->d, se->s) & se->d->diplomacy) != 0 ? 1 : -1;
    }
    if (card->op == AON_OP_DETACH) {
        return 20;
    }
    return best_conversion(se, card) - se->w->diplomacy;
}

int score_diplomacy_conversion(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_CONVERSION) {
        return 0;
    }
    return best_target(se, &se->d->card[se->s->scope.card].conversions[aon_move_object(move)]);
}

int score_diplomacy_target(Sense *se, Move move)
{
    const AonConversion *conversion = &se->d->card[se->s->scope.card].conversions[se->s->scope.conversion];
    return sense_swing(se, aon_move_object(move), conversion->to);
}

int score_diplomacy_counter(Sense *se, Move move)
{
    if (aon_move_is_no(move)) {
        return 0;
    }
    const AonConversion *conversion = &se->d->card[se->s->scope.card].conversions[se->s->scope.conversion];
    const int saved = -sense_swing(se, se->s->scope.country, conversion->to);
    const int best = best_conversion(se, &se->d->card[aon_move_object(move)]);
    const int own =
        best > 0 ? best / 2 : 0; /* what the card could do on one's own turn, which may be countered */
    return saved - se->w->counter - own;
}

/* More minor countries, more corps; and a foreign ruler is weaker by the area (3.1.3.1). */
int score_detach(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_COUNTRY ? 1 : 0;
}

/* ------------------------------------------------------------------ insurrection (8) */

static int worth_of_rising(Sense *se, unsigned country)
{
    assert(country < AON_COUNTRIES_MAX);
    int french = 0;
    sense_forces(se);
    for (AreaSet rest = aon_country_areas(se->d, se->s, country) & se->s->occupied[SEAT_FRENCH]; rest != 0;) {
        french += se->force[SEAT_FRENCH][bits_take(&rest)].power;
    }
    const int areas = (int)bits_count(aon_country_areas(se->d, se->s, country));
    return sense_country_worth(se, country) + 10 * areas - french / 2;
}

int score_insurrection_cards(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const AonCard *card = &se->d->card[aon_move_object(move)];
    if (card->op != AON_OP_INSURRECTION) {
        return -1;
    }
    int best = -1;
    for (unsigned country = 0; country < se->d->countries; country++) {
        if (aon_alignment(se->s, country) == AON_FD) {
            const int worth = worth_of_rising(se, country);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

int score_insurrection_target(Sense *se, Move move) { return worth_of_rising(se, aon_move_object(move)); }

/* ------------------------------------------------------------------ strategy, surrender, winter (9, 14, 15)
 */

int score_strategy_cards(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    return se->d->card[aon_move_object(move)].op == AON_OP_RECOVER_CARD ? -1 : 1;
}

int score_surrender_check(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    const unsigned country = se->d->surrender_order[se->s->scope.index];
    const bool worthy = country == AON_FRANCE || (country < AON_MAJORS && se->seat == SEAT_COALITION);
    return worthy ? 1 : -1;
}

/* Dominions are safe from diplomacy: good for the French, bad for the Coalition (3.7). */
int score_surrender_window(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    return se->seat == SEAT_FRENCH && se->d->card[aon_move_object(move)].op != AON_OP_RECOVER_CARD ? 1 : -1;
}

/* Corps x 100 a seat may lose in winter quarters. */
static int quarters_of(const Sense *se, Seat seat)
{
    assert(seat_plays(seat));
    int sum = 0;
    for (AreaSet rest = se->s->occupied[seat]; rest != 0;) {
        const unsigned area = bits_take(&rest);
        const unsigned kind = area_in(se->d->barren, area) ? 2U : area_in(se->d->capitals, area) ? 1U : 0U;
        sum += se->strategy->odds.quarters[se->force[seat][area].count][kind];
    }
    return sum;
}

int score_winter_severe(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    if (se->d->card[aon_move_object(move)].op != AON_OP_WINTER_MODIFIER) {
        return -1;
    }
    sense_forces(se);
    return quarters_of(se, se->enemy) - quarters_of(se, se->seat) - 20;
}

/* Depot and Scorched Earth (15.2): where they save or cost a corps. */
int score_winter_area(Sense *se, Move move)
{
    if (aon_move_kind(move) != AON_PLAY_CARD) {
        return 0;
    }
    if (se->d->card[aon_move_object(move)].op != AON_OP_WINTER_MODIFIER) {
        return -1;
    }
    sense_forces(se);
    const unsigned area = se->s->scope.index;
    const unsigned count = se->force[SEAT_FRENCH][area].count + se->force[SEAT_COALITION][area].count;
    return count >= 4 ? 1 : area_in(se->d->barren, area) ? 1 : -1;
}

int score_victory(Sense *se, Move move)
{
    (void)se;
    return aon_move_kind(move) == AON_END_GAME ? 1 : 0;
}

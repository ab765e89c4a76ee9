/* victory.c: the Victory Check Phase and the conditions of victory (6, 16). */
#include "engine/aon/rules.h"

enum { MARGINAL_FRENCH_FROM = 11 }; /* 1811 or later, or after an invasion of Russia (6.1.1) */

/* A Coalition member, insurgent, or neutral and occupied by the Coalition. */
static bool with_coalition(const AonData *d, const AonState *s, unsigned country)
{
    const unsigned alignment = aon_alignment(s, country);
    return alignment == AON_CM || alignment == AON_IC ||
           (alignment == AON_NC && aon_occupies(d, s, SEAT_COALITION, country, corps_none()));
}

/* All countries that border on France. A detachable area that is part of its parent has no alignment of its
 * own and asks for nothing. */
static bool holds_neighbours(const AonData *d, const AonState *s)
{
    for (CountrySet rest = d->adjacent_to_france; rest != 0;) {
        const unsigned country = bits_take32(&rest);
        if (aon_alignment(s, country) != AON_UNALIGNED && !aon_holds(d, s, SEAT_FRENCH, country)) {
            return false;
        }
    }
    return true;
}

/* 6.1.2 */
static bool decisive_french(const AonData *d, const AonState *s)
{
    if (!aon_holds(d, s, SEAT_FRENCH, AON_RUSSIA) || !aon_holds(d, s, SEAT_FRENCH, AON_AUSTRIA) ||
        !aon_holds(d, s, SEAT_FRENCH, AON_PRUSSIA) || !holds_neighbours(d, s)) {
        return false;
    }
    for (unsigned country = 0; country < d->countries; country++) { /* Britain never surrenders (3.8.1) */
        if (country != AON_BRITAIN && with_coalition(d, s, country)) {
            return false;
        }
    }
    return true;
}

/* The invasion must have been in a turn before this one (A10), so the year itself does not count. */
static bool in_time(const AonState *s)
{
    return (s->invaded_year != 0 && s->invaded_year < aon_year(s)) || aon_year(s) >= MARGINAL_FRENCH_FROM;
}

/* 6.1.1; clause (b) is tested for both countries (A115). */
static bool marginal_french(const AonData *d, const AonState *s)
{
    const bool one_held =
        aon_holds(d, s, SEAT_FRENCH, AON_RUSSIA) || aon_holds(d, s, SEAT_FRENCH, AON_AUSTRIA);
    return one_held && in_time(s) && !with_coalition(d, s, AON_RUSSIA) &&
           !with_coalition(d, s, AON_AUSTRIA) && holds_neighbours(d, s);
}

/* 6.2.1, A99 */
static bool marginal_coalition(const AonData *d, const AonState *s)
{
    for (unsigned major = 0; major < AON_MAJORS; major++) {
        if (major != AON_FRANCE && aon_country_seat(s, major) == SEAT_FRENCH) {
            return false;
        }
    }
    return aon_minors_controlled(s, d, SEAT_FRENCH) <= AON_MINORS_LEFT;
}

/* The conditions taken apart, for people: what is held, what is missing and who stands against it. It must
 * say the same as the three judgements above, which is why it asks them for the results. */
AonOutlook aon_outlook(const AonData *d, const AonState *s)
{
    AonOutlook outlook = {.french_minors = aon_minors_controlled(s, d, SEAT_FRENCH), .in_time = in_time(s)};
    for (unsigned country = 0; country < d->countries; country++) {
        const CountrySet bit = (CountrySet)1 << country;
        const bool held = aon_alignment(s, country) != AON_UNALIGNED && aon_holds(d, s, SEAT_FRENCH, country);
        const bool asked = country == AON_AUSTRIA || country == AON_PRUSSIA || country == AON_RUSSIA;
        const bool other_major = country < AON_MAJORS && country != AON_FRANCE;
        outlook.held |= asked && held ? bit : 0;
        outlook.missing |=
            aon_alignment(s, country) != AON_UNALIGNED && !held ? bit & d->adjacent_to_france : 0;
        outlook.opposed |= country != AON_BRITAIN && with_coalition(d, s, country) ? bit : 0;
        outlook.french_majors |= other_major && aon_country_seat(s, country) == SEAT_FRENCH ? bit : 0;
    }
    outlook.decisive[SEAT_FRENCH] = decisive_french(d, s);
    outlook.marginal[SEAT_FRENCH] = marginal_french(d, s);
    outlook.marginal[SEAT_COALITION] = marginal_coalition(d, s);
    return outlook;
}

static bool last_year(const Play *p) { return aon_year(p->s) >= p->d->setup.last_year; }

/* 16.2: end now or go on; in the last year there is no later chance. */
static void ask_end(Play *p, Seat seat)
{
    aon_ask(p->s, seat);
    aon_ask_word(p->s, last_year(p) ? AON_WORD_END_GAME : AON_WORD_END_GAME | AON_WORD_GO_ON);
}

/* A victory that is not taken leaves no trace: it is tested anew in the next year (16.2). */
static void choose_end(Play *p, Move move, enum aon_step next)
{
    if (aon_move_kind(move) == AON_END_GAME) {
        aon_end_game(p, (Seat)p->s->header.seat, OUTCOME_MARGINAL, AON_END_MARGINAL);
    } else {
        aon_go(p, next);
    }
}

/* A decisive victory is not a matter of choice, a marginal one is; and France is looked at first, so that it
 * wins if both could end the game. */
void victory_french_run(Play *p)
{
    if (decisive_french(p->d, p->s)) {
        aon_end_game(p, SEAT_FRENCH, OUTCOME_DECISIVE, AON_END_DECISIVE_FRENCH);
    } else if (marginal_french(p->d, p->s)) {
        ask_end(p, SEAT_FRENCH);
    } else {
        aon_go(p, AON_STEP_VICTORY_COALITION);
    }
}

void victory_french_choose(Play *p, Move move) { choose_end(p, move, AON_STEP_VICTORY_COALITION); }

void victory_coalition_run(Play *p)
{
    if (marginal_coalition(p->d, p->s)) {
        ask_end(p, SEAT_COALITION);
    } else {
        aon_go(p, AON_STEP_VICTORY_TIE_BREAK);
    }
}

void victory_coalition_choose(Play *p, Move move) { choose_end(p, move, AON_STEP_VICTORY_TIE_BREAK); }

/* 6.3: whoever has come to the end of the last year without a victory of any kind has kept the Empire alive.
 */
void victory_tie_break_run(Play *p)
{
    if (last_year(p)) {
        aon_end_game(p, SEAT_FRENCH, OUTCOME_TIE_BREAK, AON_END_LAST_YEAR);
    } else {
        aon_go(p, AON_STEP_TURN_NEXT);
    }
}

/* deeds.c: what decisions of Age of Napoleon add to a plan: countries courted, armies and where they march,
 * cards played and given away, corps raised. A plan of a seat ends with its part of the round in which it
 * began, or of the first round of the year. */
#include <stdio.h>

#include "engine/aon/moves.h"
#include "engine/aon/rules.h"
#include "engine/aon/words.h"

enum { GREAT_ARMY = 4 }; /* corps from which on an army is what a plan is called by */

/* The country that a move of diplomacy was about: the target of the conversion, which may have changed sides
 * by now. */
static unsigned courted(const AonData *d, const AonState *before, Move move, const AonState *after)
{
    if (aon_move_kind(move) == AON_COUNTRY) {
        return aon_move_object(move);
    }
    if (after->header.step == AON_STEP_DIPLOMACY_COUNTER) {
        return after->scope.country;
    }
    for (unsigned country = 0; country < d->countries; country++) {
        if (aon_alignment(before, country) != aon_alignment(after, country)) {
            return country;
        }
    }
    return AON_NONE;
}

static void tell_card(const AonData *d, const AonState *before, Move move, const AonState *after,
                      WordsDeed *deed)
{
    const unsigned card = aon_move_object(move);
    if (card >= d->cards || aon_move_is_no(move)) {
        return;
    }
    const unsigned country =
        before->phase == AON_PHASE_DIPLOMACY ? courted(d, before, move, after) : AON_NONE;
    if (country != AON_NONE && country < d->countries) {
        words_tell_deed(deed, WORDS_DEED_MAIN, "courts", "%s", d->country_name[country]);
    } else if (before->header.step !=
               AON_STEP_DIPLOMACY_TURN) { /* there the target tells, as soon as it is known */
        words_tell_deed(deed, WORDS_DEED_PART, "plays", "%s", d->card[card].title);
    }
}

static void tell_march(const AonData *d, const AonState *before, Move move, WordsDeed *deed)
{
    const unsigned leader = before->move.leader;
    const unsigned area = aon_move_object(move);
    if (leader >= d->corps || area >= d->areas) {
        return;
    }
    const bool great = corps_count(aon_set(before, AON_SET_ARMY)) >= GREAT_ARMY;
    words_tell_deed(deed, great ? WORDS_DEED_MAIN : WORDS_DEED_PART, "marches", "%s to %s",
                    d->corps_name[leader], d->area_name[area]);
    (void)snprintf(deed->subject, sizeof deed->subject, "%s", d->corps_id[leader]);
}

/* Playing first or second, where it is chosen. */
static void tell_order(const AonState *before, Move move, WordsDeed *deed)
{
    const bool campaign = before->header.step == AON_STEP_CAMPAIGN_FIRST;
    words_tell_deed(deed, campaign ? WORDS_DEED_PART : WORDS_DEED_DETAIL,
                    aon_move_object(move) == 0 ? "goes first" : "waits", "%s",
                    campaign                                              ? "in the campaign"
                    : before->header.step == AON_STEP_REINFORCEMENT_FIRST ? "in reinforcement"
                                                                          : "in diplomacy");
}

/* Cards played in battle answer what happens there: they are no plan. */
static bool is_battle_step(unsigned step)
{
    return step >= AON_STEP_BATTLE_ORDER && step <= AON_STEP_BATTLE_END;
}

void aon_deed(const AonData *d, const AonState *before, Move move, const AonState *after, WordsDeed *deed)
{
    const unsigned step = before->header.step;
    switch (aon_move_kind(move)) {
    case AON_CHOOSE_FIRST:
        tell_order(before, move, deed);
        break;
    case AON_PLAY_CARD:
        if (!is_battle_step(step)) {
            tell_card(d, before, move, after, deed);
        }
        break;
    case AON_CONVERSION:
    case AON_COUNTRY:
        if (before->phase == AON_PHASE_DIPLOMACY) {
            const unsigned country = courted(d, before, move, after);
            if (country < d->countries) {
                words_tell_deed(deed, WORDS_DEED_MAIN, "courts", "%s", d->country_name[country]);
            }
        }
        break;
    case AON_COUNTER:
        if (aon_move_object(move) < d->cards) {
            words_tell_deed(deed, WORDS_DEED_PART, "counters with", "%s",
                            d->card[aon_move_object(move)].title);
        }
        break;
    case AON_PAY:
    case AON_DISCARD:
        if (aon_move_object(move) < d->cards && !is_battle_step(step)) {
            words_tell_deed(deed, WORDS_DEED_DETAIL, "gives away", "%s",
                            d->card[aon_move_object(move)].title);
        }
        break;
    case AON_AREA:
        if (step == AON_STEP_MOVE_STEP || step == AON_STEP_MOVE_SEA) {
            tell_march(d, before, move, deed);
        } else if (step == AON_STEP_DEPLOY_AREA && aon_move_object(move) < d->areas) {
            words_tell_deed(deed, WORDS_DEED_DETAIL, "raises corps in", "%s",
                            d->area_name[aon_move_object(move)]);
        }
        break;
    case AON_RELEASE_INVASION:
        words_tell_deed(deed, WORDS_DEED_MAIN, "releases", "the corps held back for the invasion");
        break;
    default:
        break;
    }
}

bool aon_plan_over(const AonState *start, const AonState *now)
{
    const unsigned round = start->phase == AON_PHASE_CAMPAIGN ? start->round : 1U;
    return now->header.turn != start->header.turn || now->phase > AON_PHASE_CAMPAIGN ||
           (now->phase == AON_PHASE_CAMPAIGN && now->round > round);
}

/* plan_watch.c: see plan_watch.h. */
#include "eval/openings/plan_watch.h"

#include <assert.h>
#include <string.h>

void plan_watch_begin(PlanWatch *watch, const Game *game, const State *state, uint32_t plies, Seat seat,
                      uint32_t turns)
{
    watch->game = game;
    watch->turns = turns;
    watch->plies = plies;
    memcpy(&watch->start, state, game->rules->state_bytes);
    memcpy(&watch->now, state, game->rules->state_bytes);
    for (Seat s = SEAT_FRENCH; s <= SEAT_COALITION; s++) {
        SeatPlan *plan = &watch->seats[s];
        plan->wanted = seat == SEAT_BOTH || seat == s;
        plan->over = !plan->wanted;
        plan->count = 0;
        plan->left_out = 0;
        plan->plies = plies;
    }
}

/* Whether a deed takes the place of an earlier one. */
static bool replaces(const WordsDeed *deed, const WordsDeed *earlier)
{
    return deed->subject[0] != '\0' && strcmp(deed->heading, earlier->heading) == 0 &&
           strcmp(deed->subject, earlier->subject) == 0;
}

static bool same(const WordsDeed *a, const WordsDeed *b)
{
    return a->subject[0] == '\0' && b->subject[0] == '\0' && strcmp(a->heading, b->heading) == 0 &&
           strcmp(a->text, b->text) == 0;
}

static void add(SeatPlan *plan, const WordsDeed *deed)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        PlanDeed *known = &plan->deeds[i];
        if (replaces(deed, &known->deed)) {
            known->deed = *deed;
            return;
        }
        if (same(deed, &known->deed)) {
            known->times++;
            return;
        }
    }
    if (plan->count < PLAN_DEEDS_MAX) {
        plan->deeds[plan->count++] = (PlanDeed){*deed, 1};
    } else {
        plan->left_out++;
    }
}

static void close_plan(PlanWatch *watch, SeatPlan *plan)
{
    plan->over = true;
    plan->plies = watch->plies;
    memcpy(&plan->end, &watch->now, watch->game->rules->state_bytes);
}

static bool is_over(const PlanWatch *watch, const State *now, Seat seat)
{
    return watch->turns > 0 ? now->over || now->turn >= watch->start.header.turn + watch->turns
                            : words_plan_over(watch->game, &watch->start.header, now, seat);
}

bool plan_watch_move(PlanWatch *watch, const State *before, Move move, const State *after)
{
    SeatPlan *decider = &watch->seats[before->seat];
    assert(seat_plays((Seat)before->seat));
    watch->plies++;
    memcpy(&watch->now, after, watch->game->rules->state_bytes);
    if (!decider->over) {
        WordsDeed deed;
        words_deed(watch->game, before, move, after, &deed);
        if (deed.rank != WORDS_DEED_NONE) {
            add(decider, &deed);
        }
    }
    for (Seat seat = SEAT_FRENCH; seat <= SEAT_COALITION; seat++) {
        SeatPlan *plan = &watch->seats[seat];
        if (!plan->over && is_over(watch, after, seat)) {
            close_plan(watch, plan);
        }
    }
    return !plan_watch_done(watch);
}

void plan_watch_end(PlanWatch *watch)
{
    for (int seat = 0; seat < SEAT_COUNT; seat++) {
        if (!watch->seats[seat].over) {
            close_plan(watch, &watch->seats[seat]);
        }
    }
}

bool plan_watch_done(const PlanWatch *watch)
{
    return watch->seats[SEAT_FRENCH].over && watch->seats[SEAT_COALITION].over;
}

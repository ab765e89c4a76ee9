/* words.c: where play stands, each choice as a phrase, what a die is for; what is asked: questions.c. */
#include "engine/eagles/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/campaign.h"
#include "engine/eagles/forecast.h"
#include "engine/eagles/groups.h"
#include "engine/eagles/phrases.h"
#include "engine/eagles/why.h"

static const char *const MONTHS[12] = {"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};

static void turn_text(const void *data, int turn, StrBuf *out)
{
    (void)data;
    const int month = turn < 0 ? 0 : turn;
    strbuf_addf(out, "%s %d", MONTHS[month % 12], 1800 + month / 12);
}

static void stand_text(const void *data, const State *state, StrBuf *out)
{
    static const char *const PHASES[] = {"attrition", "alliance", "reinforcement", "naval step",
                                         "movement",  "combat",   "month end"};
    const EaglesData *d = data;
    const EaglesState *s = eagles_state_const(state);
    turn_text(data, (int)(d->first_month + state->turn), out);
    if (state->over != 0) {
        strbuf_add(out, ", the game is over");
        return;
    }
    const unsigned phase = s->stack[0].phase > 0 ? s->stack[0].phase - 1U : 0U;
    strbuf_addf(out, ", %s, %s", eagles_side_words(s->active), PHASES[phase % 7]);
    if (s->round > 0) {
        strbuf_addf(out, ", round %u", s->round);
    }
}

/* ------------------------------------------------------------------ choices */

static void choice(const void *data, const State *view, Move move, StrBuf *out)
{
    EaglesState copy;
    eagles_copy(data, &copy, eagles_state_const(view));
    const Play p = {data, &copy, NULL, 0, NULL};
    eagles_move_phrase(&p, move, out);
}

/* Heading of choices that offer several things at once. */
static const char *group_of(unsigned kind)
{
    switch (kind) {
    case EAGLES_MOVE_STEP:
        return "March";
    case EAGLES_MOVE_FM_STEP:
        return "Forced march";
    default:
        return "";
    }
}

static void choice_target(const void *data, const State *view, Move move, WordsTarget *target)
{
    EaglesState copy;
    eagles_copy(data, &copy, eagles_state_const(view));
    const Play p = {data, &copy, NULL, 0, NULL};
    const unsigned hex = eagles_move_spot(&p, move);
    const unsigned city = hex < p.d->hexes ? p.d->hex[hex].city : EAGLES_NONE;
    const unsigned kind = eagles_move_kind(move);
    const bool leader = kind == EAGLES_MOVE_LEADER || kind == EAGLES_MOVE_WITH;
    const unsigned who = eagles_move_argument(move) >> (kind == EAGLES_MOVE_WITH ? 1U : 0U);
    *target = (WordsTarget){city == EAGLES_NONE ? "" : p.d->city[city].id,
                            leader && who < p.d->leaders ? p.d->leader_text[who].id : "",
                            view->step == EAGLES_STEP_STEP ? group_of(kind) : ""};
}

/* How an attack would go, before it is declared; of several hexes the best. */
static void attack_remark(const Play *of, Move move, StrBuf *out)
{
    const Play p = *of;
    uint16_t from[EAGLES_DIRECTIONS + 1] = {0};
    const unsigned kind = eagles_move_kind(move);
    const unsigned hex = eagles_move_argument(move);
    const unsigned target = kind == EAGLES_MOVE_TARGET ? hex : eagles_top(&p)->x;
    unsigned count = 1;
    from[0] = (uint16_t)hex;
    if (kind == EAGLES_MOVE_TARGET) {
        count = eagles_attack_hexes(&p, hex, from);
    }
    double best = -2.0;
    EaglesForecast f;
    EaglesPrognosis after = {0};
    for (unsigned i = 0; i < count; i++) {
        if (eagles_attack_forecast(&p, from[i], target, &f)) {
            const EaglesPrognosis *end = &f.after[EAGLES_FORECAST_ROUNDS - 1];
            if (end->defender_broken - end->attacker_broken > best) {
                best = end->defender_broken - end->attacker_broken;
                after = *end;
            }
        }
    }
    if (best > -2.0) {
        strbuf_addf(out, "defender broken %.0f %%, attacker %.0f %%", 100.0 * after.defender_broken,
                    100.0 * after.attacker_broken);
    }
}

/* ------------------------------------------------------------------ production */

/* What a counter costs to build here and now: the Iberian table has prices of its own (13.3). */
static void price_remark(const Play *p, Move move, StrBuf *out)
{
    const EaglesTables *t = &p->d->tables;
    const bool iberian = p->s->header.step == EAGLES_STEP_IBERIA_BUILD;
    const bool conversion = eagles_move_kind(move) == EAGLES_MOVE_CONVERT;
    const unsigned type = conversion ? (unsigned)EAGLES_CT : eagles_move_argument(move) & 15U;
    const unsigned cost = iberian                                      ? t->cost_iberia[type]
                          : type == EAGLES_K && t->cost[EAGLES_K] == 0 ? t->cost[EAGLES_I]
                                                                       : t->cost[type];
    strbuf_add(out, "costs ");
    eagles_tell_points(out, cost);
}

/* Who stands where somebody arrives: "there: Napoleon and 14 SP"; nothing of an empty place. */
static void arrival_remark(const Play *p, Move move, StrBuf *out)
{
    const unsigned hex = eagles_move_spot(p, move);
    StrBuf there;
    if (hex >= p->d->hexes) {
        return;
    }
    strbuf_init(&there);
    eagles_tell_stack(p, &there, hex, p->s->header.seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION);
    if (strcmp(there.text, "0 SP") != 0) {
        strbuf_addf(out, "there: %s", there.text);
    }
    strbuf_release(&there);
}

/* What is not kept is lost (13.3). */
static void store_remark(const Play *p, Move move, StrBuf *out)
{
    const EaglesProduction *b = &p->s->campaign.production;
    const unsigned left = (unsigned)b->red + b->naval;
    const unsigned kept = 2U * (eagles_move_argument(move) & 255U);
    if (left > kept) {
        eagles_tell_points(out, left - kept);
        strbuf_add(out, " lost");
    } else {
        strbuf_add(out, "nothing is lost");
    }
}

/* Stacks are picked, and attacks declared, in the order of their hexes: those before the one that is taken
 * not at all (15.2). */
static void order_remark(const EaglesData *d, const EaglesState *s, Move move, StrBuf *out)
{
    MoveList list = {.count = 0};
    unsigned passed = 0;
    (void)eagles_options(d, s, &list);
    for (unsigned i = 0; i < list.count && list.moves[i] != move; i++) {
        passed += eagles_move_kind(list.moves[i]) == eagles_move_kind(move) ? 1U : 0U;
    }
    if (passed > 0) {
        strbuf_addf(out, "%sskips %u", out->length > 0 ? "; " : "", passed);
    }
}

/* ------------------------------------------------------------------ dice to come */

/* The chance of a forced march: of its path as it is declared, or with one hex more (7.5). */
static void march_remark(Play *p, Move move, StrBuf *out)
{
    const unsigned kind = eagles_move_kind(move);
    if (kind == EAGLES_MOVE_FM_STEP && p->s->header.step == EAGLES_STEP_STEP) {
        eagles_march_begin(p, eagles_move_argument(move));
    } else if (kind == EAGLES_MOVE_FM_STEP) {
        eagles_march_path_choose(p, move);
    }
    const EaglesMarchOdds odds =
        eagles_march_odds(p, kind != EAGLES_MOVE_FM_FRENCH || eagles_move_argument(move) != 0);
    strbuf_addf(out, odds.arrive == 6 ? "arrives for certain" : "arrives on %u of 6", odds.arrive);
    if (odds.lose > 0) {
        strbuf_addf(out, ", 1 SP lost on %u", odds.lose);
    }
}

/* What a hex further costs, and whether it lies beyond the group's supply (6, 7.3). */
static void step_remark(const Play *p, Move move, StrBuf *out)
{
    Body body;
    EaglesSupply supply;
    bool overrun = false;
    const unsigned to = eagles_move_spot(p, move);
    eagles_body_from_group(p, &body);
    const unsigned cost = eagles_body_step(p, &body, eagles_move_argument(move), &overrun);
    if (to >= p->d->hexes || cost == 0) {
        return;
    }
    strbuf_addf(out, "%u point%s", cost, cost == 1 ? "" : "s");
    eagles_supply(p, body.colour, &supply);
    strbuf_add(out,
               eagles_body_sp(&body) > 0 && supply.left[to] == EAGLES_IMPASSABLE ? ", out of supply" : "");
}

/* The order that a fleet has already (12). */
static void fleet_remark(const Play *p, Move move, StrBuf *out)
{
    const unsigned place = eagles_place_of_rank(eagles_move_argument(move) >> 3U);
    if (eagles_order_there(p, p->s->active, place) == (eagles_move_argument(move) & 7U)) {
        strbuf_add(out, "as now");
    }
}

/* The die by which a force comes to a battle; one that does not go there throws none (8.9). */
static void join_remark(const Play *p, Move move, StrBuf *out)
{
    enum { FIRST_BATTLE = 2 };
    const unsigned hex = eagles_move_argument(move) >> 6U;
    const unsigned side = p->s->header.seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
    if ((eagles_move_argument(move) & 63U) >= FIRST_BATTLE) {
        strbuf_addf(out, "comes on a die of %u or more", eagles_join_needs(p, hex, side));
    }
}

/* ------------------------------------------------------------------ diplomacy */

static unsigned strength_of(const Play *p, unsigned side)
{
    const EaglesState *s = p->s;
    unsigned sp = 0;
    for (unsigned i = 0; i < s->rows && eagles_key_place(s->row_key[i]) < EAGLES_OFF_MAP; i++) {
        sp += eagles_unit_side(p, eagles_row_unit(s, i)) == side ? s->row_count[i] : 0U;
    }
    return sp;
}

/* Who comes over to the enemy by a declaration of war, the Prussian bloc together (13.6). */
static void war_remark(Play *p, unsigned nation, StrBuf *out)
{
    const unsigned enemy = eagles_other(p->s->active);
    const unsigned before = strength_of(p, enemy);
    eagles_enter_war(p, nation, enemy);
    strbuf_addf(out, "sides with %s, %u SP more", eagles_side_words(enemy), strength_of(p, enemy) - before);
}

/* What a die for an alliance can bring (13.2). */
static void ally_remark(const Play *p, unsigned nation, StrBuf *out)
{
    const int m = eagles_alliance_modifier(p, nation, p->s->active);
    strbuf_addf(out, "comes about on %d of 6%s", m < 0 ? -m : m,
                p->s->nation[nation].side == EAGLES_NEUTRAL ? "" : ", and makes it neutral");
}

static void remark(const void *data, const State *view, Move move, StrBuf *out)
{
    EaglesState copy;
    eagles_copy(data, &copy, eagles_state_const(view));
    Play p = {data, &copy, NULL, 0, NULL};
    switch (eagles_move_kind(move)) {
    case EAGLES_MOVE_TARGET:
    case EAGLES_MOVE_FROM:
        attack_remark(&p, move, out);
        break;
    case EAGLES_MOVE_BUILD:
    case EAGLES_MOVE_CONVERT:
        price_remark(&p, move, out);
        break;
    case EAGLES_MOVE_PLACE:
    case EAGLES_MOVE_BUILD_AT:
    case EAGLES_MOVE_REPLACE_AT:
        arrival_remark(&p, move, out);
        break;
    case EAGLES_MOVE_STORE:
        store_remark(&p, move, out);
        break;
    case EAGLES_MOVE_CITY_OF_GROUP: {
        const unsigned owner = eagles_city_owner(&p, eagles_move_argument(move) & 255U);
        strbuf_addf(out, "for %s", owner < p.d->nations ? p.d->nation[owner].name : "nobody");
        break;
    }
    case EAGLES_MOVE_WAR:
        if (eagles_move_argument(move) > 0) {
            war_remark(&p, eagles_move_argument(move) - 1, out);
        }
        break;
    case EAGLES_MOVE_ALLY:
        if (eagles_move_argument(move) > 0) {
            ally_remark(&p, eagles_move_argument(move) - 1, out);
        }
        break;
    case EAGLES_MOVE_STEP:
        step_remark(&p, move, out);
        break;
    case EAGLES_MOVE_FM_STEP:
    case EAGLES_MOVE_FM_GO:
    case EAGLES_MOVE_FM_FRENCH:
        march_remark(&p, move, out);
        break;
    case EAGLES_MOVE_ORDER:
        fleet_remark(&p, move, out);
        break;
    case EAGLES_MOVE_WITHDRAW:
    case EAGLES_MOVE_JOIN:
        join_remark(&p, move, out);
        break;
    default:
        break;
    }
    if (eagles_move_kind(move) == EAGLES_MOVE_PICK || eagles_move_kind(move) == EAGLES_MOVE_TARGET) {
        order_remark(data, eagles_state_const(view), move, out);
    }
}

static void brief(const void *data, Move move, bool hidden, StrBuf *out)
{
    assert(!hidden); /* nobody is told what the machine means to do: there are no outlines */
    (void)hidden;
    eagles_move_brief(data, move, out);
}

static bool is_die(const void *data, const State *state, uint32_t sides)
{
    (void)data;
    (void)state;
    return sides == 6; /* nothing is shuffled or picked at random in the scenarios */
}

/* What a die is thrown for, by the step that throws it. */
static void die(const void *data, const State *state, uint32_t before, StrBuf *out)
{
    static const char *const DICE[EAGLES_STEP_COUNT] = {
        [EAGLES_STEP_ATTRITION] = "attrition",
        [EAGLES_STEP_ALLIANCE] = "alliances",
        [EAGLES_STEP_DIPLOMACY] = "an alliance, or a state's entry into the war",
        [EAGLES_STEP_PRODUCTION] =
            "production: a state that makes 6 of it with its modifier gets double points",
        [EAGLES_STEP_REQUEST] = "an expeditionary force",
        [EAGLES_STEP_MARCH_ROLL] = "the forced march",
        [EAGLES_STEP_ROLL] = "battle",
        [EAGLES_STEP_JOINS] = "joining the battle",
        [EAGLES_STEP_JOIN] = "joining the battle",
        [EAGLES_STEP_REAR] = "the rear manoeuvre",
        [EAGLES_STEP_COMBAT_END] = "leaders who fought, then sieges",
        [EAGLES_STEP_CONQUEST] = "troops of a conquered state",
        [EAGLES_STEP_SEA_ATTRITION] = "attrition at sea",
        [EAGLES_STEP_SEA_ROUND] = "battle at sea, then pursuit",
        [EAGLES_STEP_STATIONARY] = "interception at sea",
        [EAGLES_STEP_ENTER_SEA] = "interception at sea",
        [EAGLES_STEP_PURSUE] = "pursuit at sea",
        [EAGLES_STEP_COURSE] = "running the blockade",
        [EAGLES_STEP_RUN] = "running the blockade",
        [EAGLES_STEP_NAVAL] = "whether Nelson is hurt, and for how many months",
        [EAGLES_STEP_NAVAL_LOSS] = "for how many months Nelson is hurt",
        [EAGLES_STEP_CROSSING] = "the army on the Channel",
        [EAGLES_STEP_FOREIGN_WARS] = "foreign wars",
    };
    const EaglesData *d = data;
    const EaglesState *s = eagles_state_const(state);
    const EaglesFrame *top = s->depth > 0 ? &s->stack[s->depth - 1] : &s->stack[0];
    const char *what = top->step < EAGLES_STEP_COUNT ? DICE[top->step] : NULL;
    strbuf_addf(out, "%s, %s", eagles_side_words(s->active), what != NULL ? what : "a rule of the month");
    if (top->step == EAGLES_STEP_ROLL && top->a < s->battles) {
        eagles_tell_at(d, out, s->battle[top->a].defend);
        strbuf_addf(out, ", %s die", before % 2 == 0 ? "first" : "second");
    }
}

static void deed(const void *data, const State *before, Move move, const State *after, WordsDeed *out)
{
    (void)after;
    eagles_deed(data, eagles_state_const(before), move, out);
}

static bool plan_over(const void *data, const State *start, const State *now, Seat seat)
{
    (void)data;
    return eagles_plan_over(eagles_state_const(start), eagles_state_const(now), seat);
}

const struct GameWords EAGLES_WORDS = {
    .seat_titles = {"French", "Coalition"},
    .turn_noun = "month",
    .place_noun = "city",
    .place_nouns = "cities",
    .loss_noun = "strength point",
    .loss_nouns = "strength points",
    .turn_text = turn_text,
    .stand_text = stand_text,
    .choice_target = choice_target,
    .question = eagles_question,
    .choice = choice,
    .remark = remark,
    .brief = brief,
    .is_die = is_die,
    .die = die,
    .setting = eagles_setting,
    .why_not = eagles_why_not,
    .help = EAGLES_HELP,
    .help_now = eagles_help_now,
    .clauses = EAGLES_CLAUSES,
    .deed = deed,
    .plan_over = plan_over,
};

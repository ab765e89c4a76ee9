/* words.c: what is asked, and each choice as a phrase. */
#include "engine/eagles/words.h"

#include <stdio.h>

#include "engine/eagles/forecast.h"
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

/* ------------------------------------------------------------------ questions */

typedef struct Question {
    const char *text;
    const char *clause; /* section of the rules map */
} Question;

static const Question QUESTIONS[EAGLES_STEP_COUNT] = {
    [EAGLES_STEP_LOSS] = {"Which strength point is lost?", "15.3"},
    [EAGLES_STEP_RISING] = {"Where do partisans rise?", "4"},
    [EAGLES_STEP_EVACUATE] = {"Do red troops leave the coast?", "5"},
    [EAGLES_STEP_PLACE] = {"Where do reinforcements come?", "5"},
    [EAGLES_STEP_PLACE_ONE] = {"Where does the next strength point come?", "5"},
    [EAGLES_STEP_REPLACE_AT] = {"In which city do the replacements come?", "5"},
    [EAGLES_STEP_SPLIT] = {"In which city does the next replacement come?", "5"},
    [EAGLES_STEP_REPLACE_AS] = {"Which kind of replacement does the city give?", "5"},
    [EAGLES_STEP_IBERIA_BUILD] = {"What is built?", "13.3"},
    [EAGLES_STEP_IBERIA_AT] = {"In which city is it built?", "13.3"},
    [EAGLES_STEP_IBERIA_HEX] = {"In which hex do the partisans gather?", "13.3"},
    [EAGLES_STEP_STATIONARY] = {"Is the enemy fleet in the same sea intercepted?", "12"},
    [EAGLES_STEP_SAIL] = {"Which fleet sails next?", "12"},
    [EAGLES_STEP_SHIPS] = {"How many of these ships?", "15.2"},
    [EAGLES_STEP_ADMIRAL] = {"Does Nelson go with them?", "12"},
    [EAGLES_STEP_LOAD] = {"Are troops taken aboard?", "12"},
    [EAGLES_STEP_LOAD_ROWS] = {"How many of these go aboard?", "12"},
    [EAGLES_STEP_LOAD_LEADERS] = {"Does the leader go aboard?", "12"},
    [EAGLES_STEP_LOAD_SUPPLY] = {"How many supply points go aboard?", "12"},
    [EAGLES_STEP_RUN] = {"Is the blockade run?", "12"},
    [EAGLES_STEP_COURSE] = {"Where does the fleet sail?", "12"},
    [EAGLES_STEP_HAVEN] = {"To which coast or port?", "12"},
    [EAGLES_STEP_NAVAL_LOSS] = {"Which ship is lost or damaged?", "12"},
    [EAGLES_STEP_PURSUE] = {"Is the beaten fleet pursued?", "12"},
    [EAGLES_STEP_RETREAT_PORT] = {"To which port does the beaten fleet go?", "12"},
    [EAGLES_STEP_ORDERS] = {"Do the orders to the fleets stay as they are?", "12"},
    [EAGLES_STEP_ORDER] = {"When does the fleet intercept?", "12"},
    [EAGLES_STEP_ATTEMPTS] = {"How many attempts against one fleet?", "12"},
    [EAGLES_STEP_SEA_FROM] = {"From which port do troops go by sea?", "15.5"},
    [EAGLES_STEP_SEA_TO] = {"To which port?", "15.5"},
    [EAGLES_STEP_PICK] = {"Troops of which hex move next?", "15.2"},
    [EAGLES_STEP_COLOUR] = {"Of which colour?", "15.2"},
    [EAGLES_STEP_LEADER] = {"Which leader goes?", "15.2"},
    [EAGLES_STEP_TAKE] = {"How many go?", "15.2"},
    [EAGLES_STEP_TAKE_ROWS] = {"How many of these go?", "15.2"},
    [EAGLES_STEP_STEP] = {"Where does the group go?", "7.3"},
    [EAGLES_STEP_DROP_ROWS] = {"How many of these stay behind?", "15.2"},
    [EAGLES_STEP_DROP_LEADERS] = {"Does the leader go on?", "15.2"},
    [EAGLES_STEP_LEADER_TO] = {"Where does the leader ride?", "15.2"},
    [EAGLES_STEP_MARCH_PATH] = {"Is the forced march to go farther?", "7.5"},
    [EAGLES_STEP_MARCH_FRENCH] = {"Are the French modifiers used?", "7.5"},
    [EAGLES_STEP_SELECT_ROWS] = {"How many of these?", "15.3"},
    [EAGLES_STEP_SELECT_LEADERS] = {"Does the leader go along?", "15.3"},
    [EAGLES_STEP_TARGET] = {"Which hex is attacked?", "8.1"},
    [EAGLES_STEP_FROM] = {"From which hex?", "8.1"},
    [EAGLES_STEP_SORTIE] = {"Who takes part in the sortie?", "9.6"},
    [EAGLES_STEP_CONTINUE] = {"Is the attack continued?", "8.2"},
    [EAGLES_STEP_COUNTER] = {"Is there a counter-attack?", "8.2"},
    [EAGLES_STEP_CHARGE] = {"Does the cavalry charge?", "11"},
    [EAGLES_STEP_GUARD] = {"Is the Guard committed?", "11"},
    [EAGLES_STEP_REAR] = {"Does a force go round into the enemy's rear?", "11"},
    [EAGLES_STEP_EVADE] = {"Do they slip away?", "8.7"},
    [EAGLES_STEP_WITHDRAW] = {"Does the force stay in the battle?", "8.8"},
    [EAGLES_STEP_RETREAT_TO] = {"Where do they retreat?", "8.8"},
    [EAGLES_STEP_JOIN] = {"Does the force join a battle?", "8.9"},
    [EAGLES_STEP_JOIN_HEX] = {"From which hex does it join?", "8.9"},
    [EAGLES_STEP_ADVANCE] = {"Who advances?", "8.10"},
    [EAGLES_STEP_SHELTER] = {"Who shelters in the city?", "9.1"},
    [EAGLES_STEP_CITY_CHOICE] = {"Is the city assaulted, besieged or left?", "9.2"},
    [EAGLES_STEP_BESIEGE] = {"Who lays the siege?", "9.2"},
    [EAGLES_STEP_TREATY] = {"What becomes of Poland in the treaty of Tilsit?", "13.8"},
    [EAGLES_STEP_ANNEX] = {"Is Holland annexed?", "13.8"},
    [EAGLES_STEP_DECLARE] = {"On which neutral is war declared?", "13.6"},
    [EAGLES_STEP_REQUEST] = {"Who is asked for an expeditionary force?", "13.2"},
    [EAGLES_STEP_ALLY] = {"Which alliance is attempted?", "13.2"},
    [EAGLES_STEP_INVEST] = {"Does Russia put a point into this war?", "13.3"},
    [EAGLES_STEP_CITY_OF_GROUP] = {"Which city of the group produces?", "13.3"},
    [EAGLES_STEP_BUILD] = {"What is built next?", "13.3"},
    [EAGLES_STEP_BUILD_AT] = {"In which city does it come?", "13.3"},
    [EAGLES_STEP_STORE] = {"How many points are kept?", "13.3"},
    [EAGLES_STEP_HOME] = {"Where do the troops come home?", "13.2"},
    [EAGLES_STEP_FROM_IRELAND] = {"To which port do the troops come back from Ireland?", "13.10"},
    [EAGLES_STEP_WAR_SHIP] = {"From where does the next ship go to the foreign war?", "13.10"},
    [EAGLES_STEP_CROSS] = {"Does the army cross the Channel?", "13.9"},
    [EAGLES_STEP_LOAD_POINTS] = {"How many production points go aboard?", "13.3"},
    [EAGLES_STEP_HOME_PORT] = {"To which port do the ships come home?", "13.2"},
    [EAGLES_STEP_ENTER] = {"In which city does the leader take the field?", "13.4"},
};

static void question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    const EaglesData *d = data;
    const EaglesState *s = eagles_state_const(view);
    const Question *q =
        view->step < EAGLES_STEP_COUNT ? &QUESTIONS[view->step] : &QUESTIONS[EAGLES_STEP_STEP];
    const unsigned subject = s->depth > 0 ? s->stack[s->depth - 1].a : (unsigned)EAGLES_NONE;
    const bool builds = view->step == EAGLES_STEP_BUILD || view->step == EAGLES_STEP_IBERIA_BUILD;
    if (view->step == EAGLES_STEP_ENTER && subject < d->leaders) {
        strbuf_addf(out, "In which city does %s take the field?", d->leader[subject].name);
    } else if (view->step == EAGLES_STEP_BUILD_AT && subject < d->nations) {
        strbuf_add(out, "In which city does the ");
        eagles_tell_unit(d, out, d->nation[subject].unit[s->stack[s->depth - 1].b % EAGLES_TYPES], false);
        strbuf_add(out, " come?");
    } else if (builds && subject < d->nations) {
        strbuf_addf(out, "What does %s build next?", d->nation[subject].name);
    } else {
        strbuf_add(out, q->text == NULL ? "What is to be done?" : q->text);
    }
    snprintf(clause, WORDS_CLAUSE_BYTES, "%s", q->clause == NULL ? "" : q->clause);
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
    strbuf_addf(out, ", %s, %s", s->active == EAGLES_FRANCE ? "France" : "the Coalition", PHASES[phase % 7]);
    if (s->round > 0) {
        strbuf_addf(out, ", round %u", s->round);
    }
}

/* ------------------------------------------------------------------ choices */

static void choice(const void *data, const State *view, Move move, StrBuf *out)
{
    EaglesState copy;
    eagles_copy(data, &copy, eagles_state_const(view));
    const Play p = {data, &copy, NULL, 0};
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
    const Play p = {data, &copy, NULL, 0};
    const unsigned hex = eagles_move_spot(&p, move);
    const unsigned city = hex < p.d->hexes ? p.d->hex[hex].city : EAGLES_NONE;
    const unsigned kind = eagles_move_kind(move);
    const bool leader = kind == EAGLES_MOVE_LEADER || kind == EAGLES_MOVE_WITH;
    const unsigned who = eagles_move_argument(move) >> (kind == EAGLES_MOVE_WITH ? 1U : 0U);
    *target = (WordsTarget){city == EAGLES_NONE ? "" : p.d->city[city].id,
                            leader && who < p.d->leaders ? p.d->leader[who].id : "",
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

/* Points are counted in halves. */
static void add_points(StrBuf *out, unsigned halves)
{
    strbuf_addf(out, halves % 2 != 0 ? "%u.5" : "%u", halves / 2);
}

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
    add_points(out, cost);
}

static void remark(const void *data, const State *view, Move move, StrBuf *out)
{
    const unsigned kind = eagles_move_kind(move);
    const bool attacks = kind == EAGLES_MOVE_TARGET || kind == EAGLES_MOVE_FROM;
    const bool builds = kind == EAGLES_MOVE_BUILD || kind == EAGLES_MOVE_CONVERT;
    if (!attacks && !builds) {
        return;
    }
    EaglesState copy;
    eagles_copy(data, &copy, eagles_state_const(view));
    const Play p = {data, &copy, NULL, 0};
    if (attacks) {
        attack_remark(&p, move, out);
    } else {
        price_remark(&p, move, out);
    }
}

/* What the state that builds has left, by what it may be spent on. */
static void setting(const void *data, const State *view, StrBuf *out)
{
    const EaglesState *s = eagles_state_const(view);
    const EaglesProduction *books = &s->campaign.production;
    const unsigned points[] = {books->red, books->landwehr, books->naval, books->legion};
    static const char *const USES[] = {"for anything", "for Landwehr", "for ships", "for the legion"};
    const char *comma = "";
    (void)data;
    if (view->step == EAGLES_STEP_IBERIA_BUILD) {
        strbuf_add(out, "Production points left: ");
        add_points(out, s->stack[s->depth - 1].x);
        strbuf_add(out, ".\n");
    } else if (view->step == EAGLES_STEP_BUILD || view->step == EAGLES_STEP_STORE) {
        strbuf_add(out, "Production points left: ");
        for (unsigned i = 0; i < sizeof points / sizeof points[0]; i++) {
            if (points[i] > 0) {
                strbuf_add(out, comma);
                add_points(out, points[i]);
                strbuf_addf(out, " %s", USES[i]);
                comma = ", ";
            }
        }
        strbuf_add(out, comma[0] == '\0' ? "none.\n" : ".\n");
    }
    if (view->step == EAGLES_STEP_BUILD || view->step == EAGLES_STEP_IBERIA_BUILD) {
        strbuf_add(out,
                   "Counters are built in the order of this list: what stands above the next one is over.\n");
    }
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
        [EAGLES_STEP_NAVAL] = "Nelson",
        [EAGLES_STEP_NAVAL_LOSS] = "Nelson",
        [EAGLES_STEP_CROSSING] = "the army on the Channel",
        [EAGLES_STEP_FOREIGN_WARS] = "foreign wars",
    };
    const EaglesData *d = data;
    const EaglesState *s = eagles_state_const(state);
    const EaglesFrame *top = s->depth > 0 ? &s->stack[s->depth - 1] : &s->stack[0];
    const char *what = top->step < EAGLES_STEP_COUNT ? DICE[top->step] : NULL;
    strbuf_addf(out, "%s, %s", s->active == EAGLES_FRANCE ? "France" : "the Coalition",
                what != NULL ? what : "a rule of the month");
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
    .question = question,
    .choice = choice,
    .remark = remark,
    .is_die = is_die,
    .die = die,
    .setting = setting,
    .why_not = eagles_why_not,
    .help = EAGLES_HELP,
    .help_now = eagles_help_now,
    .clauses = EAGLES_CLAUSES,
    .deed = deed,
    .plan_over = plan_over,
};

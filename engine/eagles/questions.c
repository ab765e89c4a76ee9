/* questions.c: what is asked, and what a person should know who answers (words.h). */
#include <ctype.h>
#include <stdio.h>

#include "engine/eagles/naval.h"
#include "engine/eagles/phrases.h"
#include "engine/eagles/words.h"

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
    [EAGLES_STEP_REPLACE_AT] = {"In which city do the replacements arrive?", "5"},
    [EAGLES_STEP_SPLIT] = {"In which city does the next replacement arrive?", "5"},
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
    [EAGLES_STEP_ORDER] = {"Which fleets of the enemy does it intercept?", "12"},
    [EAGLES_STEP_ATTEMPTS] = {"How many attempts to intercept one and the same fleet?", "12"},
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
    [EAGLES_STEP_BUILD_AT] = {"In which city does it arrive?", "13.3"},
    [EAGLES_STEP_STORE] = {"How many points are kept?", "13.3"},
    [EAGLES_STEP_HOME] = {"Where do the troops come home?", "13.2"},
    [EAGLES_STEP_FROM_IRELAND] = {"To which port do the troops come back from Ireland?", "13.10"},
    [EAGLES_STEP_WAR_SHIP] = {"From where does the next ship go to the foreign war?", "13.10"},
    [EAGLES_STEP_CROSS] = {"Does the army cross the Channel?", "13.9"},
    [EAGLES_STEP_LOAD_POINTS] = {"How many production points go aboard?", "13.3"},
    [EAGLES_STEP_HOME_PORT] = {"To which port do the ships come home?", "13.2"},
    [EAGLES_STEP_ENTER] = {"In which city does the leader take the field?", "13.4"},
};

/* What is asked: a position and the frame of its open decision. */
typedef struct Asked {
    const EaglesData *d;
    const EaglesState *s;
    const EaglesFrame *top;
} Asked;

static Asked asked(const EaglesData *d, const EaglesState *s)
{
    return (Asked){d, s, s->depth > 0 ? &s->stack[s->depth - 1] : &s->stack[0]};
}

/* Kind of counters whose number is asked; EAGLES_NONE if none is. */
static unsigned counted_unit(const Asked *a)
{
    MoveList list = {.count = 0};
    (void)eagles_options(a->d, a->s, &list);
    const unsigned kind = list.count > 0 ? eagles_move_kind(list.moves[0]) : 0;
    const bool counts = kind == EAGLES_MOVE_ROWS || kind == EAGLES_MOVE_LOAD_ROW || kind == EAGLES_MOVE_SHIPS;
    return counts ? eagles_move_argument(list.moves[0]) >> 9U : (unsigned)EAGLES_NONE;
}

/* What those do who are chosen from a force row by row and leader by leader (15.3). */
static const char *does(const Asked *a)
{
    static const char *const DEEDS[EAGLES_PURPOSES] = {
        [EAGLES_FOR_SORTIE] = "sally out",   [EAGLES_FOR_SHELTER] = "shelter in the city",
        [EAGLES_FOR_BESIEGE] = "besiege",    [EAGLES_FOR_RETREAT] = "retreat there",
        [EAGLES_FOR_ADVANCE] = "advance",    [EAGLES_FOR_SEA] = "go by sea",
        [EAGLES_FOR_CROSSING] = "go across",
    };
    return DEEDS[a->top->a % EAGLES_PURPOSES];
}

static bool ask_how_many(const Asked *a, StrBuf *out)
{
    static const char *const WHAT[EAGLES_STEP_COUNT] = {
        [EAGLES_STEP_TAKE_ROWS] = " go",        [EAGLES_STEP_DROP_ROWS] = " stay behind",
        [EAGLES_STEP_SELECT_ROWS] = " ",        [EAGLES_STEP_SHIPS] = "",
        [EAGLES_STEP_LOAD_ROWS] = " go aboard",
    };
    const unsigned step = a->s->header.step;
    const unsigned unit = WHAT[step] != NULL ? counted_unit(a) : (unsigned)EAGLES_NONE;
    if (unit >= a->d->units) {
        return false;
    }
    strbuf_add(out, "How many ");
    eagles_tell_unit(a->d, out, unit, true);
    strbuf_addf(out, "%s%s?", WHAT[step], step == EAGLES_STEP_SELECT_ROWS ? does(a) : "");
    return true;
}

/* "Does Wrede advance?" */
static bool ask_leader_along(const Asked *a, StrBuf *out)
{
    MoveList list = {.count = 0};
    if (a->s->header.step != EAGLES_STEP_SELECT_LEADERS) {
        return false;
    }
    (void)eagles_options(a->d, a->s, &list);
    const unsigned leader = list.count > 0 && eagles_move_kind(list.moves[0]) == EAGLES_MOVE_WITH
                                ? eagles_move_argument(list.moves[0]) >> 1U
                                : (unsigned)EAGLES_NONE;
    if (leader >= a->d->leaders) {
        return false;
    }
    strbuf_addf(out, "Does %s %s?", a->d->leader_text[leader].name, does(a));
    return true;
}

static bool ask_leaders(const Asked *a, StrBuf *out)
{
    const char *between = "Where does ";
    EaglesLeaders here;
    if (a->s->header.step != EAGLES_STEP_LEADER_TO) {
        return false;
    }
    eagles_leaders_flagged(a->s, a->s->group.hex, EAGLES_FLAG_GROUP, &here);
    for (unsigned k = 0; k < here.count; k++) {
        strbuf_addf(out, "%s%s", here.count > 1 && k == 0 ? "Where do " : between,
                    a->d->leader_text[here.leader[k]].name);
        between = k + 2 == here.count ? " and " : ", ";
    }
    strbuf_add(out, " ride?");
    return here.count > 0;
}

static bool ask_replacements(const Asked *a, StrBuf *out)
{
    const unsigned step = a->s->header.step;
    const bool at = step == EAGLES_STEP_REPLACE_AT;
    if ((!at && step != EAGLES_STEP_SPLIT) || a->top->x >= a->d->replacements) {
        return false;
    }
    const EaglesReplacement *r = &a->d->replacement[a->top->x];
    const unsigned pool = a->s->pool[r->unit];
    const unsigned due = at ? r->per_turn : a->top->a;
    strbuf_addf(out, at ? "In which city %s " : "In which city %s the next of ",
                at && due > 1 ? "do" : "does");
    eagles_tell_sp(a->d, out, r->unit, due < pool ? due : pool);
    strbuf_add(out, " arrive?");
    return true;
}

/* "Which city produces for the Italian states?" of a group that the board calls ITALIAN. */
static void ask_city_of_group(const Asked *a, StrBuf *out)
{
    strbuf_add(out, "Which city produces for the ");
    for (const char *at = a->d->group_id[a->top->a & 7U]; *at != '\0'; at++) {
        const bool first = at == a->d->group_id[a->top->a & 7U];
        strbuf_add_char(out, first ? *at : (char)tolower((unsigned char)*at));
    }
    strbuf_add(out, " states?");
}

/* Questions about one leader, city, counter or state, by its name. */
static bool ask_by_name(const Asked *a, StrBuf *out)
{
    const EaglesData *d = a->d;
    const unsigned subject = a->s->depth > 0 ? a->top->a : (unsigned)EAGLES_NONE;
    switch (a->s->header.step) {
    case EAGLES_STEP_ENTER:
        if (subject < d->leaders) {
            strbuf_addf(out, "In which city does %s take the field?", d->leader_text[subject].name);
        }
        break;
    case EAGLES_STEP_BUILD_AT:
        if (subject < d->nations) {
            strbuf_add(out, "In which city does the ");
            eagles_tell_unit(d, out, d->nation[subject].unit[a->top->b % EAGLES_TYPES], false);
            strbuf_add(out, " arrive?");
        }
        break;
    case EAGLES_STEP_BUILD:
    case EAGLES_STEP_IBERIA_BUILD:
        if (subject < d->nations) {
            strbuf_addf(out, "What does %s build next?", d->nation[subject].name);
        }
        break;
    case EAGLES_STEP_CITY_OF_GROUP:
        ask_city_of_group(a, out);
        break;
    case EAGLES_STEP_FROM:
        strbuf_add(out, "From which hex is the attack on the troops");
        eagles_tell_at(d, out, a->top->x);
        strbuf_add_char(out, '?');
        break;
    case EAGLES_STEP_RETREAT_TO:
        strbuf_add(out, "Where do the troops");
        eagles_tell_at(d, out, a->top->x);
        strbuf_add(out, " retreat?");
        break;
    case EAGLES_STEP_ADVANCE:
        strbuf_add(out, "Who advances from ");
        eagles_tell_spot(d, out, a->top->y);
        strbuf_add(out, " to ");
        eagles_tell_spot(d, out, a->top->x);
        strbuf_add_char(out, '?');
        break;
    case EAGLES_STEP_SHELTER:
        if (subject < a->s->battles) {
            const EaglesCity *city = &d->city[d->hex[a->s->battle[subject].defend].city];
            strbuf_addf(out, "Who shelters in %s, which takes %u SP at most?", city->name, city->garrison);
        }
        break;
    case EAGLES_STEP_CITY_CHOICE:
    case EAGLES_STEP_BESIEGE:
        if (subject < a->s->battles) {
            strbuf_addf(out,
                        a->s->header.step == EAGLES_STEP_BESIEGE ? "Who besieges %s?"
                                                                 : "Is %s assaulted, besieged or left?",
                        d->city[d->hex[a->s->battle[subject].defend].city].name);
        }
        break;
    default:
        break;
    }
    return out->length > 0;
}

void eagles_question(const void *data, const State *view, StrBuf *out, char clause[WORDS_CLAUSE_BYTES])
{
    const Asked a = asked(data, eagles_state_const(view));
    const Question *q =
        view->step < EAGLES_STEP_COUNT ? &QUESTIONS[view->step] : &QUESTIONS[EAGLES_STEP_STEP];
    StrBuf text;
    strbuf_init(&text);
    if (!ask_how_many(&a, &text) && !ask_leader_along(&a, &text) && !ask_leaders(&a, &text) &&
        !ask_replacements(&a, &text) && !ask_by_name(&a, &text)) {
        strbuf_add(&text, q->text == NULL ? "What is to be done?" : q->text);
    }
    strbuf_add(out, text.text);
    strbuf_release(&text);
    snprintf(clause, WORDS_CLAUSE_BYTES, "%s", q->clause == NULL ? "" : q->clause);
}

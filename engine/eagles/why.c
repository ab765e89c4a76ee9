/* why.c: why a move is not legal: which chapter knows, and what is being decided instead (words.h). */
#include "engine/eagles/why.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "engine/eagles/phrases.h"
#include "engine/eagles/words.h"

/* ------------------------------------------------------------------ sentences */

bool eagles_because(const EaglesWhy *w, const char *clause, const char *format, ...)
{
    char sentence[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    strbuf_add(w->out, sentence);
    (void)snprintf(w->clause, WORDS_CLAUSE_BYTES, "%s", clause);
    return true;
}

const char *eagles_why_hex(EaglesWhy *w, unsigned hex)
{
    if (hex >= w->p.d->hexes) {
        return "that place";
    }
    char *name = w->name[w->names++ % EAGLES_WHY_NAMES];
    StrBuf spot;
    strbuf_init(&spot);
    eagles_tell_spot(w->p.d, &spot, hex);
    (void)snprintf(name, EAGLES_WHY_NAME_BYTES, "%s", spot.text);
    strbuf_release(&spot);
    return name;
}

const char *eagles_why_nation(const EaglesWhy *w, unsigned nation)
{
    return nation < w->p.d->nations ? w->p.d->nation[nation].name : "nobody";
}

bool eagles_why_another(EaglesWhy *w, const char *clause)
{
    char text[MOVE_TEXT_BYTES];
    eagles_move_text(w->p.d, w->legal->moves[0], text);
    return eagles_because(w, clause, "The question is another one: it is asked about such as %s", text);
}

/* ------------------------------------------------------------------ land that is closed */

bool eagles_why_closed(EaglesWhy *w, unsigned hex, unsigned side)
{
    if (hex >= w->p.d->hexes) {
        return eagles_because(w, "7.2", "There is no land there");
    }
    if (eagles_enterable(&w->p, hex, side)) {
        return false;
    }
    const unsigned owner = eagles_owner(&w->p, hex);
    if (!w->p.d->hex[hex].playable || owner == EAGLES_NONE) {
        return eagles_because(w, "7.2", "%s takes no part in this scenario", eagles_why_hex(w, hex));
    }
    if (w->p.s->nation[owner].side > EAGLES_COALITION ||
        (w->p.s->nation[owner].flags & EAGLES_NATION_CLOSED) != 0) {
        return eagles_because(w, "7.2", "%s belongs to %s, whose neutrality closes its land to %s",
                              eagles_why_hex(w, hex), eagles_why_nation(w, owner), eagles_side_words(side));
    }
    return eagles_because(w, "7.2", "%s lies outside the land of this scenario", eagles_why_hex(w, hex));
}

static bool campaign_bars(EaglesWhy *w, unsigned unit, bool expedition, unsigned hex)
{
    assert(unit < EAGLES_UNITS_MAX);
    const EaglesData *d = w->p.d;
    const unsigned nation = d->unit[unit].nation;
    if (nation == d->france && w->p.s->nation[nation].side == EAGLES_NEUTRAL) {
        return eagles_because(w, "13.10", "French troops stay where they are while Napoleon is in exile");
    }
    if (eagles_has(&w->p, hex, EAGLES_NEUTRAL, EAGLES_ANY) && eagles_campaign_bars(&w->p, unit, hex)) {
        return eagles_because(w, "13.7", "Nobody stacks with the troops of a neutral nation in %s",
                              eagles_why_hex(w, hex));
    }
    if (eagles_is_shut(&w->p, hex) && eagles_campaign_bars(&w->p, unit, hex)) {
        return eagles_because(
            w, "13.7", "%s is the capital of a conquered state that is neutral: foreign troops stay out",
            eagles_why_hex(w, hex));
    }
    if (eagles_campaign_bars(&w->p, unit, hex)) {
        return eagles_because(
            w, "13.5",
            "In a friendly Spain that was never conquered French troops stay north of Madrid's row, but for "
            "the hexes next to Gibraltar");
    }
    if (eagles_leaves_home_barred(&w->p, unit, expedition, hex)) {
        return expedition
                   ? eagles_because(
                         w, "13.5",
                         "An expeditionary force goes no farther than seven hexes from a city of %s",
                         eagles_why_nation(w, nation))
                   : eagles_because(w, "13.5", "Of the troops of %s only the expeditionary force leaves home",
                                    eagles_why_nation(w, nation));
    }
    return false;
}

bool eagles_why_barred(EaglesWhy *w, unsigned unit, bool expedition, unsigned hex)
{
    const EaglesData *d = w->p.d;
    if (d->unit[unit].home_only && !eagles_is_home(&w->p, unit, hex)) {
        return eagles_because(w, "7.1",
                              "Militia and partisans of %s never leave home, and %s lies outside it",
                              eagles_why_nation(w, d->unit[unit].nation), eagles_why_hex(w, hex));
    }
    if ((d->special & EAGLES_CAMPAIGN) != 0 && campaign_bars(w, unit, expedition, hex)) {
        return true;
    }
    return eagles_barred(&w->p, unit, hex) &&
           eagles_because(w, "7.2", "A rule of this scenario keeps troops of %s out of %s",
                          eagles_why_nation(w, d->unit[unit].nation), eagles_why_hex(w, hex));
}

/* ------------------------------------------------------------------ which decision a kind belongs to */

typedef bool (*Chapter)(EaglesWhy *w);

/* A kind of move: when it is chosen, as the end of a sentence, the chapter that knows reasons, and the steps
 * at which it is offered. */
typedef struct Kind {
    const char *when;
    Chapter chapter;
    uint8_t steps[4];
} Kind;

/* clang-format off */
#define GROUPS  "groups are made up and moved one after the other in the movement step"
#define BATTLES "that is chosen in a battle"
#define SIEGES  "that is chosen before a city whose defenders are all inside"
#define ATTACKS "attacks are declared at the start of the combat step, before any dice"
#define SAILS   "fleets sail one after the other in the naval step"
#define BUILDS  "units are built in the production of their state"
#define POLITICS "politics have their step before reinforcements"
#define NEVER   EAGLES_STEP_PLAYER_TURN /* no decision: fills up a list */
static const Kind KINDS[EAGLES_MOVE_KIND_COUNT] = {
    [EAGLES_MOVE_EVACUATE] = {"troops are evacuated before reinforcements", eagles_why_campaign, {EAGLES_STEP_EVACUATE}},
    [EAGLES_MOVE_PLACE] = {"a place is chosen for troops that arrive", eagles_why_campaign, {EAGLES_STEP_PLACE, EAGLES_STEP_PLACE_ONE, EAGLES_STEP_RISING, EAGLES_STEP_HOME}},
    [EAGLES_MOVE_REPLACE_AT] = {"a city is chosen for replacements", eagles_why_campaign, {EAGLES_STEP_REPLACE_AT}},
    [EAGLES_MOVE_SPLIT] = {"a city is chosen for replacements", eagles_why_campaign, {EAGLES_STEP_SPLIT}},
    [EAGLES_MOVE_REPLACE_AS] = {"the kind of replacements is chosen city by city", eagles_why_campaign, {EAGLES_STEP_REPLACE_AS}},
    [EAGLES_MOVE_CITY_OF_GROUP] = {"one city of each group of minors produces", eagles_why_campaign, {EAGLES_STEP_CITY_OF_GROUP}},
    [EAGLES_MOVE_BUILD] = {BUILDS, eagles_why_campaign, {EAGLES_STEP_BUILD, EAGLES_STEP_IBERIA_BUILD}},
    [EAGLES_MOVE_CONVERT] = {BUILDS, eagles_why_campaign, {EAGLES_STEP_IBERIA_BUILD}},
    [EAGLES_MOVE_BUILD_AT] = {"a city is chosen for what has been built", eagles_why_campaign, {EAGLES_STEP_BUILD_AT, EAGLES_STEP_IBERIA_AT}},
    [EAGLES_MOVE_BUILD_HEX] = {"a hex is chosen for partisans", eagles_why_campaign, {EAGLES_STEP_IBERIA_HEX}},
    [EAGLES_MOVE_STORE] = {"points are kept at the end of a state's production", eagles_why_campaign, {EAGLES_STEP_STORE}},
    [EAGLES_MOVE_INVEST] = {"Russia puts points into wars before it builds", eagles_why_campaign, {EAGLES_STEP_INVEST}},
    [EAGLES_MOVE_ALLY] = {POLITICS, eagles_why_campaign, {EAGLES_STEP_ALLY}},
    [EAGLES_MOVE_WAR] = {POLITICS, eagles_why_campaign, {EAGLES_STEP_DECLARE}},
    [EAGLES_MOVE_TILSIT] = {"the treaty is made when Austria and Prussia have both been conquered", eagles_why_campaign, {EAGLES_STEP_TREATY}},
    [EAGLES_MOVE_ANNEX] = {"Holland is annexed after 1809, with Amsterdam, Antwerp and Brussels in French hands", eagles_why_campaign, {EAGLES_STEP_ANNEX}},
    [EAGLES_MOVE_REQUEST_EXP] = {POLITICS, eagles_why_campaign, {EAGLES_STEP_REQUEST}},
    [EAGLES_MOVE_WAR_SHIP] = {"ships are called up when a foreign war begins", eagles_why_sail, {EAGLES_STEP_WAR_SHIP}},
    [EAGLES_MOVE_INTERCEPT] = {"a fleet in the same sea is intercepted before the moves", eagles_why_sail, {EAGLES_STEP_STATIONARY}},
    [EAGLES_MOVE_SAIL] = {SAILS, eagles_why_sail, {EAGLES_STEP_SAIL}},
    [EAGLES_MOVE_SHIPS] = {SAILS, eagles_why_sail, {EAGLES_STEP_SHIPS}},
    [EAGLES_MOVE_LOAD] = {SAILS, eagles_why_sail, {EAGLES_STEP_LOAD}},
    [EAGLES_MOVE_LOAD_ROW] = {SAILS, eagles_why_sail, {EAGLES_STEP_LOAD_ROWS}},
    [EAGLES_MOVE_LOAD_SUPPLY] = {SAILS, eagles_why_sail, {EAGLES_STEP_LOAD_SUPPLY}},
    [EAGLES_MOVE_LOAD_POINTS] = {SAILS, eagles_why_sail, {EAGLES_STEP_LOAD_POINTS}},
    [EAGLES_MOVE_RUN] = {"a blockade is run when a fleet leaves a port that the enemy watches", eagles_why_sail, {EAGLES_STEP_RUN}},
    [EAGLES_MOVE_TO] = {SAILS, eagles_why_sail, {EAGLES_STEP_COURSE, EAGLES_STEP_HAVEN}},
    [EAGLES_MOVE_TO_PORT] = {SAILS, eagles_why_sail, {EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_TO_COAST] = {SAILS, eagles_why_sail, {EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_COAST_OF] = {SAILS, eagles_why_sail, {EAGLES_STEP_HAVEN}},
    [EAGLES_MOVE_PICK_UP] = {SAILS, eagles_why_sail, {EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_IRELAND] = {SAILS, eagles_why_sail, {EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_PURSUE] = {"the winner of a naval battle may pursue", eagles_why_sail, {EAGLES_STEP_PURSUE}},
    [EAGLES_MOVE_NAVAL_LOSS] = {"ships are lost in naval battles and storms", eagles_why_sail, {EAGLES_STEP_NAVAL_LOSS}},
    [EAGLES_MOVE_RETREAT_PORT] = {"beaten fleets retreat to a port", eagles_why_sail, {EAGLES_STEP_RETREAT_PORT}},
    [EAGLES_MOVE_ORDERS] = {"orders are given at the end of the naval step", eagles_why_sail, {EAGLES_STEP_ORDERS}},
    [EAGLES_MOVE_ORDER] = {"orders are given at the end of the naval step", eagles_why_sail, {EAGLES_STEP_ORDER}},
    [EAGLES_MOVE_ATTEMPTS] = {"orders are given at the end of the naval step", eagles_why_sail, {EAGLES_STEP_ATTEMPTS}},
    [EAGLES_MOVE_SEA_FROM] = {"troops go from port to port before the groups move", eagles_why_march, {EAGLES_STEP_SEA_FROM}},
    [EAGLES_MOVE_SEA_COUNTRY] = {"troops go from port to port before the groups move", eagles_why_march, {EAGLES_STEP_SEA_TO}},
    [EAGLES_MOVE_SEA_TO] = {"troops go from port to port before the groups move", eagles_why_march, {EAGLES_STEP_SEA_TO}},
    [EAGLES_MOVE_CROSS] = {"the army crosses the Channel before the groups move", eagles_why_march, {EAGLES_STEP_CROSS}},
    [EAGLES_MOVE_PICK] = {GROUPS, eagles_why_march, {EAGLES_STEP_PICK}},
    [EAGLES_MOVE_LATER] = {GROUPS, eagles_why_march, {EAGLES_STEP_PICK}},
    [EAGLES_MOVE_COLOUR] = {GROUPS, eagles_why_march, {EAGLES_STEP_COLOUR}},
    [EAGLES_MOVE_LEADER] = {GROUPS, eagles_why_march, {EAGLES_STEP_LEADER}},
    [EAGLES_MOVE_ENOUGH] = {GROUPS, eagles_why_march, {EAGLES_STEP_LEADER}},
    [EAGLES_MOVE_TAKE_ALL] = {GROUPS, eagles_why_march, {EAGLES_STEP_TAKE}},
    [EAGLES_MOVE_TAKE_LEAVE_ONE] = {GROUPS, eagles_why_march, {EAGLES_STEP_TAKE}},
    [EAGLES_MOVE_TAKE_NONE] = {GROUPS, eagles_why_march, {EAGLES_STEP_TAKE}},
    [EAGLES_MOVE_TAKE_ROWS] = {GROUPS, eagles_why_march, {EAGLES_STEP_TAKE}},
    [EAGLES_MOVE_ROWS] = {"a part of a force is chosen row by row", eagles_why_march, {EAGLES_STEP_TAKE_ROWS, EAGLES_STEP_DROP_ROWS, EAGLES_STEP_SELECT_ROWS}},
    [EAGLES_MOVE_WITH] = {"leaders are asked for one by one", eagles_why_march, {EAGLES_STEP_DROP_LEADERS, EAGLES_STEP_SELECT_LEADERS, EAGLES_STEP_ADMIRAL, EAGLES_STEP_LOAD_LEADERS}},
    [EAGLES_MOVE_LEADER_AREA] = {GROUPS, eagles_why_march, {EAGLES_STEP_LEADER_TO}},
    [EAGLES_MOVE_LEADER_TO] = {GROUPS, eagles_why_march, {EAGLES_STEP_LEADER_TO}},
    [EAGLES_MOVE_STEP] = {GROUPS, eagles_why_march, {EAGLES_STEP_STEP}},
    [EAGLES_MOVE_DROP] = {GROUPS, eagles_why_march, {EAGLES_STEP_STEP, EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_FM_STEP] = {GROUPS, eagles_why_march, {EAGLES_STEP_STEP, EAGLES_STEP_MARCH_PATH}},
    [EAGLES_MOVE_FM_GO] = {"the path of a forced march is declared hex by hex first", eagles_why_march, {EAGLES_STEP_MARCH_PATH}},
    [EAGLES_MOVE_STOP] = {"groups and fleets stop where they stand", eagles_why_march, {EAGLES_STEP_STEP, EAGLES_STEP_COURSE}},
    [EAGLES_MOVE_FM_FRENCH] = {"the French modifiers are used in a forced march", eagles_why_march, {EAGLES_STEP_MARCH_FRENCH}},
    [EAGLES_MOVE_TARGET] = {ATTACKS, eagles_why_fight, {EAGLES_STEP_TARGET}},
    [EAGLES_MOVE_FROM] = {ATTACKS, eagles_why_fight, {EAGLES_STEP_FROM}},
    [EAGLES_MOVE_SORTIE_WITH] = {ATTACKS, eagles_why_fight, {EAGLES_STEP_SORTIE}},
    [EAGLES_MOVE_SHELTER] = {"a defender in a city may shelter at the start of each round", eagles_why_fight, {EAGLES_STEP_SHELTER}},
    [EAGLES_MOVE_CITY_CHOICE] = {SIEGES, eagles_why_fight, {EAGLES_STEP_CITY_CHOICE}},
    [EAGLES_MOVE_BESIEGE_WITH] = {SIEGES, eagles_why_fight, {EAGLES_STEP_BESIEGE}},
    [EAGLES_MOVE_CONTINUE] = {"the attacker goes on or not from the second round on", eagles_why_fight, {EAGLES_STEP_CONTINUE}},
    [EAGLES_MOVE_COUNTER] = {"the defender counter-attacks or not when the attacker does not go on", eagles_why_fight, {EAGLES_STEP_COUNTER}},
    [EAGLES_MOVE_EVADE] = {"Cossacks and partisans slip away before the dice", eagles_why_fight, {EAGLES_STEP_EVADE}},
    [EAGLES_MOVE_REAR] = {"the rear manoeuvre, if the option is on, comes before the dice of the first round", eagles_why_fight, {EAGLES_STEP_REAR}},
    [EAGLES_MOVE_CHARGE] = {"the cavalry, if the option is on, charges before the dice of a round", eagles_why_fight, {EAGLES_STEP_CHARGE}},
    [EAGLES_MOVE_GUARD] = {"the Guard, if the option is on, is committed before the dice of a round", eagles_why_fight, {EAGLES_STEP_GUARD}},
    [EAGLES_MOVE_LOSS] = {"strength points are lost in attrition, battles and retreats", eagles_why_fight, {EAGLES_STEP_LOSS}},
    [EAGLES_MOVE_WITHDRAW] = {"forces withdraw after the dice of a round", eagles_why_fight, {EAGLES_STEP_WITHDRAW}},
    [EAGLES_MOVE_RETREAT] = {"a hex is chosen by those who retreat", eagles_why_fight, {EAGLES_STEP_RETREAT_TO}},
    [EAGLES_MOVE_JOIN] = {"forces nearby join at the end of a round", eagles_why_fight, {EAGLES_STEP_JOIN}},
    [EAGLES_MOVE_JOIN_HEX] = {"a hex is chosen by those who must shift to join", eagles_why_fight, {EAGLES_STEP_JOIN_HEX}},
    [EAGLES_MOVE_ADVANCE] = {"forces advance into what the enemy has left", eagles_why_fight, {EAGLES_STEP_ADVANCE}},
    [EAGLES_MOVE_DONE] = {BUILDS, NULL, {EAGLES_STEP_BUILD, EAGLES_STEP_IBERIA_BUILD}},
    [EAGLES_MOVE_END] = {"a step ends when nothing else is open in it", NULL, {EAGLES_STEP_PICK, EAGLES_STEP_TARGET, EAGLES_STEP_SAIL, EAGLES_STEP_EVACUATE}},
};
/* clang-format on */

/* Kinds offered at more steps than their row has room for: more places for arrivals. */
static bool is_also_chosen(const EaglesWhy *w)
{
    return w->kind == EAGLES_MOVE_PLACE &&
           (w->top->step == EAGLES_STEP_FROM_IRELAND || w->top->step == EAGLES_STEP_HOME_PORT ||
            w->top->step == EAGLES_STEP_ENTER);
}

static bool is_chosen_here(const EaglesWhy *w)
{
    const Kind *kind = &KINDS[w->kind];
    for (unsigned i = 0; i < sizeof kind->steps; i++) {
        if (kind->steps[i] != NEVER && kind->steps[i] == w->top->step) {
            return true;
        }
    }
    return is_also_chosen(w);
}

/* What is decided now instead: the question of the open decision, and when the move would be chosen. */
static void say_not_now(const EaglesWhy *w)
{
    StrBuf asked;
    char clause[WORDS_CLAUSE_BYTES] = "";
    strbuf_init(&asked);
    EAGLES_WORDS.question(w->p.d, &w->p.s->header, &asked, clause);
    const char *when = KINDS[w->kind].when;
    (void)eagles_because(w, clause, "Something else is decided now: \"%s\"%s%s", asked.text,
                         when != NULL ? "; " : "", when != NULL ? when : "");
    strbuf_release(&asked);
}

/* ------------------------------------------------------------------ the question */

static bool is_legal(const MoveList *legal, Move move)
{
    for (uint32_t i = 0; i < legal->count; i++) {
        if (legal->moves[i] == move) {
            return true;
        }
    }
    return false;
}

void eagles_why_not(const void *data, const State *view, Seat seat, const char *text, StrBuf *out,
                    char clause[WORDS_CLAUSE_BYTES])
{
    EaglesState copy = *eagles_state_const(view);
    MoveList legal = {.count = 0};
    Move move = 0;
    clause[0] = '\0';
    if (copy.depth == 0 || !eagles_move_parse(data, text, &move)) {
        return;
    }
    (void)eagles_options(data, &copy, &legal);
    if (legal.count == 0 || is_legal(&legal, move) || eagles_move_kind(move) >= EAGLES_MOVE_KIND_COUNT) {
        return;
    }
    EaglesWhy w = {.p = {data, &copy, NULL, 0, NULL},
                   .top = &copy.stack[copy.depth - 1],
                   .side = seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION,
                   .kind = eagles_move_kind(move),
                   .argument = eagles_move_argument(move),
                   .legal = &legal,
                   .out = out,
                   .clause = clause};
    if (!is_chosen_here(&w)) {
        say_not_now(&w);
    } else if (KINDS[w.kind].chapter == NULL || !KINDS[w.kind].chapter(&w)) {
        (void)eagles_why_another(&w, "15.1");
    }
}

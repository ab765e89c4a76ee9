/* phrases.c: choices as phrases for people, and where they point on the map (phrases.h). */
#include "engine/eagles/phrases.h"

#include <ctype.h>

#include "engine/eagles/battle.h"
#include "engine/eagles/naval.h"

/* ------------------------------------------------------------------ names */

static const char *const KINDS[EAGLES_TYPES] = {
    "infantry", "Guard infantry", "Landwehr",        "militia",  "partisans", "legion infantry",
    "cavalry",  "Guard cavalry",  "Cossack cavalry", "recruits", "squadron",  "transport",
};
static const char *const TOWARDS[EAGLES_DIRECTIONS] = {"east", "north-east", "north-west",
                                                       "west", "south-west", "south-east"};

static unsigned nearest_city(const EaglesData *d, unsigned hex)
{
    unsigned best = EAGLES_NONE;
    unsigned least = 4; /* what lies farther says nothing */
    for (unsigned city = 0; city < d->cities; city++) {
        const unsigned steps = eagles_distance(d, hex, d->city[city].hex);
        if (steps < least) {
            least = steps;
            best = city;
        }
    }
    return best;
}

void eagles_tell_spot(const EaglesData *d, StrBuf *out, unsigned hex)
{
    if (hex >= d->hexes) {
        strbuf_add(out, "nowhere");
        return;
    }
    const EaglesHex *h = &d->hex[hex];
    if (h->city != EAGLES_NONE) {
        strbuf_add(out, d->city[h->city].name);
        return;
    }
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned next = h->neighbour[direction];
        if (next != EAGLES_NO_HEX && d->hex[next].city != EAGLES_NONE) {
            const unsigned back = (direction + EAGLES_DIRECTIONS / 2) % EAGLES_DIRECTIONS;
            strbuf_addf(out, "%s of %s (%02u%02u)", TOWARDS[back], d->city[d->hex[next].city].name, h->column,
                        h->row);
            return;
        }
    }
    const unsigned city = nearest_city(d, hex);
    strbuf_addf(out, city == EAGLES_NONE ? "hex %s" : "near %s (",
                city == EAGLES_NONE ? "" : d->city[city].name);
    strbuf_addf(out, "%02u%02u%s", h->column, h->row, city == EAGLES_NONE ? "" : ")");
}

void eagles_tell_at(const EaglesData *d, StrBuf *out, unsigned hex)
{
    const bool outside = hex < d->hexes && d->hex[hex].city == EAGLES_NONE;
    const bool lost = outside && nearest_city(d, hex) == EAGLES_NONE;
    strbuf_add(out, lost ? " in " : outside ? " " : " at ");
    eagles_tell_spot(d, out, hex);
}

void eagles_tell_near(const EaglesData *d, StrBuf *out, unsigned hex)
{
    const unsigned city = hex < d->hexes ? d->hex[hex].city : EAGLES_NONE;
    const unsigned near = hex < d->hexes ? nearest_city(d, hex) : EAGLES_NONE;
    if (city != EAGLES_NONE || near == EAGLES_NONE) {
        eagles_tell_spot(d, out, hex);
    } else {
        strbuf_addf(out, "near %s", d->city[near].name);
    }
}

void eagles_tell_unit(const EaglesData *d, StrBuf *out, unsigned unit, bool many)
{
    if (unit >= d->units) {
        strbuf_add(out, "SP");
        return;
    }
    const EaglesUnit *u = &d->unit[unit];
    strbuf_addf(out, "%s %s%s", d->nation[u->nation].adjective, KINDS[u->type],
                u->type >= EAGLES_S && many ? "s" : "");
}

void eagles_tell_sp(const EaglesData *d, StrBuf *out, unsigned unit, unsigned count)
{
    strbuf_addf(out, "%u ", count);
    eagles_tell_unit(d, out, unit, count != 1);
}

/* So many counters, "no French infantry" for none. */
static void tell_some(const EaglesData *d, StrBuf *out, unsigned unit, unsigned count)
{
    if (count > 0) {
        eagles_tell_sp(d, out, unit, count);
    } else {
        strbuf_add(out, "no ");
        eagles_tell_unit(d, out, unit, true);
    }
}

/* "north_sea" as "the North Sea". */
static void tell_sea(const char *id, StrBuf *out)
{
    strbuf_add(out, "the ");
    for (const char *at = id; *at != '\0'; at++) {
        const bool first = at == id || at[-1] == '_';
        strbuf_add_char(out, *at == '_' ? ' ' : first ? (char)toupper((unsigned char)*at) : *at);
    }
}

void eagles_tell_place(const EaglesData *d, StrBuf *out, unsigned place)
{
    if (place >= EAGLES_SEA) {
        tell_sea(place - EAGLES_SEA < d->seas ? d->sea[place - EAGLES_SEA].id : "sea", out);
    } else if (place >= EAGLES_COAST) {
        strbuf_add(out, "the waters off ");
        eagles_tell_spot(d, out, place - EAGLES_COAST);
    } else {
        strbuf_add(out, "the port of ");
        eagles_tell_spot(d, out, place);
    }
}

void eagles_tell_stack(const Play *p, StrBuf *out, unsigned hex, unsigned side)
{
    const char *between = "";
    for (unsigned l = 0; l < p->d->leaders; l++) {
        if (p->s->leader_at[l] == hex && eagles_leader_side(p, l) == side) {
            strbuf_addf(out, "%s%s", between, p->d->leader_text[l].name);
            between = ", ";
        }
    }
    const unsigned sp = eagles_count(p, hex, side, EAGLES_ANY);
    if (sp > 0 || between[0] == '\0') {
        strbuf_addf(out, "%s%u SP", between[0] == '\0' ? "" : " and ", sp);
    }
}

const char *eagles_side_words(unsigned side)
{
    return side == EAGLES_FRANCE ? "France" : side == EAGLES_COALITION ? "the Coalition" : "nobody";
}

static unsigned own_side(const Play *p)
{
    return p->s->header.seat == SEAT_FRENCH ? EAGLES_FRANCE : EAGLES_COALITION;
}

static const char *nation_name(const EaglesData *d, unsigned nation)
{
    return nation < d->nations ? d->nation[nation].name : "nobody";
}

/* ------------------------------------------------------------------ where */

static unsigned spot_of_place(unsigned place)
{
    return place >= EAGLES_SEA      ? place
           : place >= EAGLES_COAST  ? place - EAGLES_COAST
           : place < EAGLES_OFF_MAP ? place
                                    : (unsigned)EAGLES_NO_HEX;
}

static unsigned path_end(const EaglesGroup *g)
{
    return g->path_count > 0 ? g->path[g->path_count - 1] : g->hex;
}

static unsigned neighbour(const Play *p, unsigned hex, unsigned direction)
{
    return hex < p->d->hexes && direction < EAGLES_DIRECTIONS ? p->d->hex[hex].neighbour[direction] : hex;
}

/* Of moves in the campaign's and the naval steps. */
static unsigned spot_at_sea(const Play *p, unsigned kind, unsigned argument)
{
    switch (kind) {
    case EAGLES_MOVE_SAIL:
    case EAGLES_MOVE_TO:
        return spot_of_place(eagles_place_of_rank(argument));
    case EAGLES_MOVE_INTERCEPT:
        return spot_of_place(eagles_place_of_rank(argument >> 1U));
    case EAGLES_MOVE_ORDER:
        return spot_of_place(eagles_place_of_rank(argument >> 3U));
    case EAGLES_MOVE_WAR_SHIP:
        return spot_of_place(eagles_place_of_rank(argument >> 7U));
    case EAGLES_MOVE_CITY_OF_GROUP:
        return p->d->city[argument & 255U].hex;
    case EAGLES_MOVE_CONVERT:
        return argument & 0x7FFU;
    case EAGLES_MOVE_RETREAT_PORT:
        return argument;
    default:
        return EAGLES_NO_HEX;
    }
}

unsigned eagles_move_spot(const Play *p, Move move)
{
    const unsigned argument = eagles_move_argument(move);
    const unsigned kind = eagles_move_kind(move);
    switch (kind) {
    case EAGLES_MOVE_EVACUATE:
    case EAGLES_MOVE_PLACE:
    case EAGLES_MOVE_BUILD_HEX:
    case EAGLES_MOVE_SEA_TO:
    case EAGLES_MOVE_PICK:
    case EAGLES_MOVE_LEADER_TO:
    case EAGLES_MOVE_TARGET:
    case EAGLES_MOVE_FROM:
    case EAGLES_MOVE_JOIN_HEX:
        return argument;
    case EAGLES_MOVE_SEA_FROM:
    case EAGLES_MOVE_CROSS:
    case EAGLES_MOVE_REAR:
        return argument == 0 ? (unsigned)EAGLES_NO_HEX : argument - 1;
    case EAGLES_MOVE_STEP:
        return neighbour(p, p->s->group.hex, argument);
    case EAGLES_MOVE_FM_STEP:
        return neighbour(p, path_end(&p->s->group), argument);
    case EAGLES_MOVE_REPLACE_AT:
    case EAGLES_MOVE_SPLIT:
    case EAGLES_MOVE_BUILD_AT:
        return p->d->city[argument].hex;
    case EAGLES_MOVE_REPLACE_AS:
        return p->d->city[argument >> 4U].hex;
    case EAGLES_MOVE_RETREAT:
    case EAGLES_MOVE_BESIEGE_WITH:
        return argument >> 3U;
    case EAGLES_MOVE_LOSS:
        return argument & 0x7FFU;
    case EAGLES_MOVE_WITHDRAW:
    case EAGLES_MOVE_JOIN:
        return argument >> 6U;
    case EAGLES_MOVE_EVADE:
        return (argument & 7U) == 0 || argument >> 11U >= p->d->hexes
                   ? argument >> 11U
                   : eagles_ranked_neighbour(p->d, argument >> 11U, (argument & 7U) - 1);
    case EAGLES_MOVE_ADVANCE:
        return neighbour(p, argument >> 6U, argument >> 3U & 7U);
    default:
        return spot_at_sea(p, kind, argument);
    }
}

/* ------------------------------------------------------------------ arrivals, alliances, production */

static void tell_arrivals(const Play *p, unsigned kind, unsigned argument, StrBuf *out)
{
    const EaglesData *d = p->d;
    switch (kind) {
    case EAGLES_MOVE_EVACUATE:
        strbuf_add(out, "ship them off from ");
        eagles_tell_spot(d, out, argument);
        break;
    case EAGLES_MOVE_REPLACE_AS:
        strbuf_addf(out, "%s in %s", KINDS[argument & 15U], d->city[argument >> 4U].name);
        break;
    case EAGLES_MOVE_CITY_OF_GROUP:
        strbuf_addf(out, "%s produces", d->city[argument & 255U].name);
        break;
    case EAGLES_MOVE_BUILD:
        strbuf_addf(out, "build %s %s", d->nation[argument >> 4U].adjective, KINDS[argument & 15U]);
        break;
    case EAGLES_MOVE_CONVERT:
        strbuf_addf(out, "recruits of %s become cavalry at ", nation_name(d, argument >> 11U));
        eagles_tell_spot(d, out, argument & 0x7FFU);
        break;
    case EAGLES_MOVE_STORE:
        strbuf_addf(out, "%s keeps %u production %s", nation_name(d, argument >> 8U), argument & 255U,
                    (argument & 255U) == 1 ? "point" : "points");
        break;
    case EAGLES_MOVE_ALLY:
        strbuf_addf(out, argument == 0 ? "no alliance%s" : "an alliance with %s",
                    argument == 0 ? "" : nation_name(d, argument - 1));
        break;
    case EAGLES_MOVE_WAR:
        strbuf_addf(out, argument == 0 ? "no war%s" : "war on %s",
                    argument == 0 ? "" : nation_name(d, argument - 1));
        break;
    case EAGLES_MOVE_REQUEST_EXP:
        strbuf_addf(out, argument == 0 ? "nobody is asked%s" : "ask %s for troops",
                    argument == 0 ? "" : nation_name(d, argument - 1));
        break;
    default:
        strbuf_add(out, "in ");
        eagles_tell_spot(d, out, eagles_move_spot(p, eagles_move(kind, argument)));
        break;
    }
}

static const char *const WARS[EAGLES_WARS] = {"the war with the United States", "the Finnish war",
                                              "the Turkish war", "the war in Ireland"};

static void tell_yes(unsigned kind, unsigned argument, StrBuf *out)
{
    static const char *const TREATIES[] = {"no Poland", "a Grand Duchy of Warsaw", "a Kingdom of Poland", ""};
    const bool yes = (argument & 1U) != 0;
    switch (kind) {
    case EAGLES_MOVE_INVEST:
        strbuf_addf(out, yes ? "a point for %s" : "nothing for %s", WARS[argument >> 1U & 3U]);
        break;
    case EAGLES_MOVE_TILSIT:
        strbuf_add(out, TREATIES[argument & 3U]);
        break;
    case EAGLES_MOVE_ANNEX:
        strbuf_add(out, yes ? "annex Holland" : "leave Holland as it is");
        break;
    case EAGLES_MOVE_CONTINUE:
        strbuf_add(out, yes ? "attack" : "break off");
        break;
    case EAGLES_MOVE_COUNTER:
        strbuf_add(out, yes ? "counter-attack" : "no counter-attack");
        break;
    case EAGLES_MOVE_CHARGE:
        strbuf_add(out, yes ? "the cavalry charges" : "no charge");
        break;
    case EAGLES_MOVE_GUARD:
        strbuf_add(out, yes ? "commit the Guard" : "hold the Guard back");
        break;
    case EAGLES_MOVE_FM_FRENCH:
        strbuf_add(out, yes ? "with the French modifiers" : "without the French modifiers");
        break;
    default:
        strbuf_add(out, yes ? "yes" : "no");
        break;
    }
}

/* ------------------------------------------------------------------ at sea */

const char *eagles_order_words(unsigned order)
{
    static const char *const WORDS[EAGLES_ORDERS] = {
        [EAGLES_ORDER_ALWAYS] = "whatever comes",
        [EAGLES_ORDER_NEVER] = "nothing",
        [EAGLES_ORDER_R1] = "a fleet no larger than itself",
        [EAGLES_ORDER_R32] = "a fleet of two thirds of its size at most",
        [EAGLES_ORDER_R2] = "a fleet of half its size at most",
    };
    return order < EAGLES_ORDERS ? WORDS[order] : "";
}

static void tell_sailing(const Play *p, unsigned kind, unsigned argument, StrBuf *out)
{
    const EaglesData *d = p->d;
    switch (kind) {
    case EAGLES_MOVE_INTERCEPT:
        strbuf_add(out, (argument & 1U) != 0 ? "intercept from " : "let them pass: ");
        eagles_tell_place(d, out, eagles_place_of_rank(argument >> 1U));
        break;
    case EAGLES_MOVE_SAIL:
        strbuf_add(out, "the fleet in ");
        eagles_tell_place(d, out, eagles_place_of_rank(argument));
        strbuf_add(out, ": ");
        eagles_tell_fleet(p, out, own_side(p), eagles_place_of_rank(argument), 0);
        break;
    case EAGLES_MOVE_SHIPS:
        tell_some(d, out, argument >> 9U, argument & 255U);
        strbuf_add(out, (argument >> 8U & 1U) != 0 ? ", damaged" : "");
        break;
    case EAGLES_MOVE_LOAD:
        strbuf_add(out, argument != 0 ? "take troops aboard" : "nobody goes aboard");
        break;
    case EAGLES_MOVE_LOAD_SUPPLY:
    case EAGLES_MOVE_LOAD_POINTS:
        strbuf_addf(out, "%u %s point%s aboard", argument & 255U,
                    kind == EAGLES_MOVE_LOAD_SUPPLY ? "supply" : "production",
                    (argument & 255U) == 1 ? "" : "s");
        break;
    case EAGLES_MOVE_RUN:
        strbuf_add(out, argument != 0 ? "run the blockade" : "stay in port");
        break;
    case EAGLES_MOVE_TO:
        strbuf_add(out, "sail to ");
        eagles_tell_place(d, out, eagles_place_of_rank(argument));
        break;
    case EAGLES_MOVE_PURSUE:
        strbuf_add(out, argument != 0 ? "pursue" : "let them go");
        break;
    case EAGLES_MOVE_NAVAL_LOSS:
        strbuf_addf(out, (argument >> 8U & 1U) == 0 ? "sunk: %s" : "damaged: %s",
                    (argument & 1U) != 0 ? "a damaged unit, " : "");
        eagles_tell_sp(d, out, argument >> 1U & 127U, 1);
        break;
    case EAGLES_MOVE_ORDER:
        eagles_tell_place(d, out, eagles_place_of_rank(argument >> 3U));
        strbuf_addf(out, ": intercept %s", eagles_order_words(argument & 7U));
        break;
    case EAGLES_MOVE_WAR_SHIP:
        eagles_tell_sp(d, out, argument & 127U, 1);
        strbuf_add(out, " from ");
        eagles_tell_place(d, out, eagles_place_of_rank(argument >> 7U));
        break;
    default:
        strbuf_add(out, "to ");
        eagles_tell_spot(d, out, argument);
        break;
    }
}

/* ------------------------------------------------------------------ marches */

static void tell_leave_one(const EaglesData *d, unsigned row, StrBuf *out)
{
    strbuf_add(out, "all but ");
    eagles_tell_sp(d, out, row >> 1U, 1);
}

static void tell_rows(const EaglesData *d, unsigned argument, StrBuf *out)
{
    const unsigned row = argument >> 8U;
    tell_some(d, out, row >> 1U, argument & 255U);
    strbuf_add(out, (row & 1U) != 0 ? " of the expeditionary force" : "");
}

static void tell_step(const Play *p, const char *verb, unsigned direction, unsigned to, StrBuf *out)
{
    const bool enemies = eagles_has(p, to, eagles_other(own_side(p)), EAGLES_OUTSIDE);
    strbuf_addf(out, "%s %s: ", enemies ? "overrun the enemy" : verb, TOWARDS[direction % EAGLES_DIRECTIONS]);
    eagles_tell_spot(p->d, out, to);
}

static void tell_march(const Play *p, unsigned kind, unsigned argument, StrBuf *out)
{
    const EaglesData *d = p->d;
    const unsigned side = own_side(p);
    const unsigned spot = eagles_move_spot(p, eagles_move(kind, argument));
    switch (kind) {
    case EAGLES_MOVE_PICK:
        eagles_tell_spot(d, out, spot);
        strbuf_add(out, ": ");
        eagles_tell_stack(p, out, spot, side);
        break;
    case EAGLES_MOVE_COLOUR:
        strbuf_addf(out, "those of colour %s", argument < EAGLES_COLOURS ? EAGLES_COLOUR_IDS[argument] : "?");
        break;
    case EAGLES_MOVE_LEADER:
        strbuf_addf(out, "%s (leadership %u)", d->leader_text[argument].name, d->leader[argument].leadership);
        break;
    case EAGLES_MOVE_TAKE_LEAVE_ONE:
        tell_leave_one(d, argument & 255U, out);
        break;
    case EAGLES_MOVE_ROWS:
    case EAGLES_MOVE_LOAD_ROW:
        tell_rows(d, argument, out);
        break;
    case EAGLES_MOVE_WITH:
        strbuf_addf(out, (argument & 1U) != 0 ? "%s goes along" : "%s stays",
                    d->leader_text[argument >> 1U].name);
        break;
    case EAGLES_MOVE_LEADER_AREA:
        strbuf_addf(out, "somewhere on map area %u", argument);
        break;
    case EAGLES_MOVE_LEADER_TO:
        strbuf_add(out, "ride to ");
        eagles_tell_spot(d, out, spot);
        strbuf_add(out, ": ");
        eagles_tell_stack(p, out, spot, side);
        break;
    case EAGLES_MOVE_STEP:
        tell_step(p, "march", argument, spot, out);
        break;
    default:
        tell_step(p, "forced march", argument, spot, out);
        break;
    }
}

/* ------------------------------------------------------------------ battles */

static const char *const PARTS[8] = {"nobody", "all", "the cavalry", "all but one SP", "a part", "", "", ""};

static void tell_advance(const Play *p, unsigned argument, StrBuf *out)
{
    const unsigned from = argument >> 6U;
    strbuf_add(out, PARTS[argument & 7U]);
    if ((argument & 7U) == EAGLES_PART_ALL) {
        strbuf_add(out, ": ");
        eagles_tell_stack(p, out, from, own_side(p));
    }
    strbuf_add(out, " from ");
    eagles_tell_spot(p->d, out, from);
    if ((argument & 7U) != EAGLES_PART_NONE) {
        strbuf_add(out, " to ");
        eagles_tell_spot(p->d, out, neighbour(p, from, argument >> 3U & 7U));
    }
}

static void tell_battle_at(const Play *p, unsigned battle, StrBuf *out)
{
    strbuf_add(out, "the battle");
    eagles_tell_at(p->d, out, battle < p->s->battles ? p->s->battle[battle].defend : EAGLES_NO_HEX);
}

static void tell_stay_or_go(const Play *p, unsigned kind, unsigned argument, StrBuf *out)
{
    const unsigned hex = argument >> 6U;
    const unsigned way = argument & 63U;
    eagles_tell_stack(p, out, hex, own_side(p));
    eagles_tell_at(p->d, out, hex);
    if (way < 2) {
        strbuf_add(out, kind == EAGLES_MOVE_JOIN ? ": stay away"
                        : way == 0               ? ": stand and fight"
                                                 : ": withdraw");
    } else {
        strbuf_add(out, kind == EAGLES_MOVE_JOIN ? ": march to the guns of " : ": leave for ");
        tell_battle_at(p, way - 2, out);
    }
}

static void tell_evasion(const Play *p, unsigned argument, StrBuf *out)
{
    const unsigned row = argument >> 3U & 255U;
    const unsigned way = argument & 7U;
    eagles_tell_sp(p->d, out, row >> 1U, 1);
    const unsigned spot = eagles_move_spot(p, eagles_move(EAGLES_MOVE_EVADE, argument));
    strbuf_add(out, way == 0 ? " stay" : " slip away to ");
    (way == 0 ? eagles_tell_at : eagles_tell_spot)(p->d, out, spot);
}

static void tell_loss(const Play *p, unsigned argument, StrBuf *out)
{
    eagles_tell_sp(p->d, out, argument >> 12U, 1);
    strbuf_add(out, (argument >> 11U & 1U) != 0 ? " of the expeditionary force, " : ", ");
    eagles_tell_spot(p->d, out, argument & 0x7FFU);
}

static void tell_fight(const Play *p, unsigned kind, unsigned argument, StrBuf *out)
{
    static const char *const CHOICES[] = {"storm the city", "besiege the city", "leave the city alone", ""};
    const EaglesData *d = p->d;
    const unsigned spot = eagles_move_spot(p, eagles_move(kind, argument));
    switch (kind) {
    case EAGLES_MOVE_TARGET:
        strbuf_add(out, "attack ");
        eagles_tell_spot(d, out, spot);
        strbuf_add(out, ": ");
        eagles_tell_stack(p, out, spot, eagles_other(own_side(p)));
        break;
    case EAGLES_MOVE_FROM:
        strbuf_add(out, "from ");
        eagles_tell_spot(d, out, spot);
        strbuf_add(out, ": ");
        eagles_tell_stack(p, out, spot, own_side(p));
        break;
    case EAGLES_MOVE_SORTIE_WITH:
    case EAGLES_MOVE_SHELTER:
        strbuf_add(out, PARTS[argument & 7U]);
        break;
    case EAGLES_MOVE_CITY_CHOICE:
        strbuf_add(out, CHOICES[argument & 3U]);
        break;
    case EAGLES_MOVE_BESIEGE_WITH:
    case EAGLES_MOVE_RETREAT:
        strbuf_addf(out, kind == EAGLES_MOVE_RETREAT ? "%s to " : "%s from ", PARTS[argument & 7U]);
        eagles_tell_spot(d, out, spot);
        break;
    case EAGLES_MOVE_EVADE:
        tell_evasion(p, argument, out);
        break;
    case EAGLES_MOVE_LOSS:
        tell_loss(p, argument, out);
        break;
    case EAGLES_MOVE_ADVANCE:
        tell_advance(p, argument, out);
        break;
    default:
        tell_stay_or_go(p, kind, argument, out);
        break;
    }
}

/* ------------------------------------------------------------------ all */

/* Moves that are one phrase whatever they are about; NULL: those that are not. */
static const char *plain(const Play *p, unsigned kind, unsigned argument)
{
    switch (kind) {
    case EAGLES_MOVE_SEA_FROM:
    case EAGLES_MOVE_CROSS:
        return argument == 0 ? "nobody goes by sea" : NULL;
    case EAGLES_MOVE_REAR:
        return argument == 0 ? "no rear manoeuvre" : NULL;
    case EAGLES_MOVE_ORDERS:
        return argument == 0 ? "the orders stay as they are" : "give new orders";
    case EAGLES_MOVE_LATER:
        return "show troops farther on";
    case EAGLES_MOVE_ENOUGH:
        return "no more leaders";
    case EAGLES_MOVE_TAKE_ALL:
        return "all of them";
    case EAGLES_MOVE_TAKE_NONE:
        return "leaders only";
    case EAGLES_MOVE_TAKE_ROWS:
        return "choose how many";
    case EAGLES_MOVE_DROP:
        return p->s->header.step == EAGLES_STEP_STEP ? "leave some of them here" : "leave ships here";
    case EAGLES_MOVE_FM_GO:
        return "march: throw the die";
    case EAGLES_MOVE_STOP:
        return "stop here";
    case EAGLES_MOVE_DONE:
        return "nothing more";
    case EAGLES_MOVE_END:
        return p->s->header.step == EAGLES_STEP_PICK     ? "end of movement"
               : p->s->header.step == EAGLES_STEP_TARGET ? "no further attacks"
               : p->s->header.step == EAGLES_STEP_SAIL   ? "no further fleet sails"
                                                         : "that is all";
    case EAGLES_MOVE_TO_PORT:
        return "to a port of this sea";
    case EAGLES_MOVE_TO_COAST:
        return "to a coast of this sea";
    case EAGLES_MOVE_PICK_UP:
        return "ships here join the fleet";
    case EAGLES_MOVE_IRELAND:
        return "land in Ireland";
    default:
        return NULL;
    }
}

static bool is_sailing(unsigned kind)
{
    return (kind >= EAGLES_MOVE_INTERCEPT && kind <= EAGLES_MOVE_ORDER && kind != EAGLES_MOVE_LOAD_ROW) ||
           kind == EAGLES_MOVE_WAR_SHIP;
}

void eagles_move_phrase(const Play *p, Move move, StrBuf *out)
{
    const unsigned kind = eagles_move_kind(move);
    const unsigned argument = eagles_move_argument(move);
    const char *phrase = plain(p, kind, argument);
    if (phrase != NULL) {
        strbuf_add(out, phrase);
        return;
    }
    switch (kind) {
    case EAGLES_MOVE_INVEST:
    case EAGLES_MOVE_TILSIT:
    case EAGLES_MOVE_ANNEX:
    case EAGLES_MOVE_CONTINUE:
    case EAGLES_MOVE_COUNTER:
    case EAGLES_MOVE_CHARGE:
    case EAGLES_MOVE_GUARD:
    case EAGLES_MOVE_FM_FRENCH:
        tell_yes(kind, argument, out);
        return;
    case EAGLES_MOVE_SEA_COUNTRY:
    case EAGLES_MOVE_COAST_OF:
        strbuf_addf(out, "to %s", nation_name(p->d, argument));
        return;
    case EAGLES_MOVE_ATTEMPTS:
        strbuf_addf(out, argument == 1 ? "one attempt" : "%u attempts at most", argument);
        return;
    case EAGLES_MOVE_SEA_FROM:
    case EAGLES_MOVE_CROSS:
    case EAGLES_MOVE_REAR:
        strbuf_add(out, "from ");
        eagles_tell_spot(p->d, out, argument - 1);
        return;
    case EAGLES_MOVE_SEA_TO:
    case EAGLES_MOVE_JOIN_HEX:
        strbuf_add(out, kind == EAGLES_MOVE_SEA_TO ? "to " : "by way of ");
        eagles_tell_spot(p->d, out, argument);
        return;
    default:
        break;
    }
    if (is_sailing(kind)) {
        tell_sailing(p, kind, argument, out);
    } else if ((kind >= EAGLES_MOVE_PICK && kind <= EAGLES_MOVE_FM_STEP) || kind == EAGLES_MOVE_LOAD_ROW) {
        tell_march(p, kind, argument, out);
    } else if (kind >= EAGLES_MOVE_TARGET) {
        tell_fight(p, kind, argument, out);
    } else {
        tell_arrivals(p, kind, argument, out);
    }
}

/* Of a force by its hex: where it fights or marches to hangs on the position. */
static void tell_stay_or_go_briefly(const EaglesData *d, unsigned kind, unsigned argument, StrBuf *out)
{
    const unsigned way = argument & 63U;
    const bool joins = kind == EAGLES_MOVE_JOIN;
    strbuf_add(out, way > 1    ? (joins ? "march to the guns from " : "leave for another battle from ")
                    : joins    ? "stay away "
                    : way == 0 ? "stand and fight "
                               : "withdraw ");
    if (way > 1) {
        eagles_tell_spot(d, out, argument >> 6U);
    } else {
        strbuf_add(out, "with those");
        eagles_tell_at(d, out, argument >> 6U);
    }
}

void eagles_move_brief(const EaglesData *d, Move move, StrBuf *out)
{
    const unsigned kind = eagles_move_kind(move);
    const unsigned argument = eagles_move_argument(move);
    EaglesState nowhere = {0};
    const Play p = {d, &nowhere, NULL, 0, NULL};
    switch (kind) { /* the phrases of these tell of the position */
    case EAGLES_MOVE_PICK:
        eagles_tell_spot(d, out, argument);
        break;
    case EAGLES_MOVE_TARGET:
    case EAGLES_MOVE_FROM:
    case EAGLES_MOVE_LEADER_TO:
        strbuf_add(out, kind == EAGLES_MOVE_TARGET ? "attack "
                        : kind == EAGLES_MOVE_FROM ? "from "
                                                   : "ride to ");
        eagles_tell_spot(d, out, argument);
        break;
    case EAGLES_MOVE_STEP:
    case EAGLES_MOVE_FM_STEP:
        strbuf_addf(out, kind == EAGLES_MOVE_STEP ? "%s" : "by force %s",
                    TOWARDS[argument % EAGLES_DIRECTIONS]);
        break;
    case EAGLES_MOVE_LEADER:
        strbuf_add(out, argument < d->leaders ? d->leader_text[argument].name : "a leader");
        break;
    case EAGLES_MOVE_SAIL:
        strbuf_add(out, "the fleet in ");
        eagles_tell_place(d, out, eagles_place_of_rank(argument));
        break;
    case EAGLES_MOVE_ADVANCE:
        strbuf_addf(out, (argument & 7U) == EAGLES_PART_NONE ? "%s advances" : "%s advance",
                    PARTS[argument & 7U]);
        break;
    case EAGLES_MOVE_WITHDRAW:
    case EAGLES_MOVE_JOIN:
        tell_stay_or_go_briefly(d, kind, argument, out);
        break;
    case EAGLES_MOVE_DROP:
        strbuf_add(out, "leave some here");
        break;
    case EAGLES_MOVE_END:
        strbuf_add(out, "end");
        break;
    default:
        eagles_move_phrase(&p, move, out);
        break;
    }
}

/* journal.c: what happened, noted as it happens and told in words and JSON. */
#include "engine/eagles/journal.h"

#include <string.h>

#include "engine/eagles/phrases.h"
#include "engine/eagles/rules.h"
#include "engine/jsonout.h"
#include "engine/summary.h"

void eagles_add_note(const struct Play *p, enum eagles_event kind, unsigned side, const int *args,
                     unsigned count)
{
    JournalEntry *entry =
        journal_add(p->dice->journal, kind, side > EAGLES_COALITION ? (unsigned)SEAT_NONE : side);
    for (unsigned i = 0; i < count; i++) {
        journal_arg(entry, args[i], false);
    }
}

/* ------------------------------------------------------------------ dice */

static void note_dice(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex,
                      const uint8_t *faces, unsigned count)
{
    if (__builtin_expect(!journal_wants(p->dice->journal, JOURNAL_DICE), 1)) {
        return;
    }
    const unsigned city = hex < p->d->hexes ? p->d->hex[hex].city : EAGLES_NONE;
    journal_dice(p->dice->journal, side > EAGLES_COALITION ? (unsigned)SEAT_NONE : side, (int)purpose,
                 city == EAGLES_NONE ? -1 : (int)city, 6, faces, count);
}

/* What a draw is for, so that dice may hang on it (dice_occasion). */
static void name_occasion(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex)
{
    enum { SIDES = 4, HEXES = 4096, PURPOSES = 32 };
    _Static_assert((int)EAGLES_DIE_COUNT <= (int)PURPOSES && (int)EAGLES_HEXES_MAX < (int)HEXES,
                   "told apart");
    dice_occasion(p->dice,
                  ((p->s->header.turn * PURPOSES + (unsigned)purpose) * SIDES + side % SIDES) * HEXES +
                      (hex < HEXES ? hex : HEXES - 1U));
}

unsigned eagles_die(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex)
{
    name_occasion(p, purpose, side, hex);
    const uint8_t face = (uint8_t)dice_d6(p->dice);
    note_dice(p, purpose, side, hex, &face, 1);
    return face;
}

void eagles_two_dice(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned hex,
                     uint8_t faces[2])
{
    name_occasion(p, purpose, side, hex);
    faces[0] = (uint8_t)dice_d6(p->dice);
    faces[1] = (uint8_t)dice_d6(p->dice);
    note_dice(p, purpose, side, hex, faces, 2);
}

unsigned eagles_draw(const struct Play *p, enum eagles_die purpose, unsigned side, unsigned n)
{
    assert(n > 0 && n < 256);
    if (n == 1) {
        return 1;
    }
    name_occasion(p, purpose, side, EAGLES_NO_HEX);
    const uint8_t face = (uint8_t)dice_draw(p->dice, n);
    journal_dice(p->dice->journal, side > EAGLES_COALITION ? (unsigned)SEAT_NONE : side, (int)purpose, -1, n,
                 &face, 1);
    return face;
}

static const struct {
    const char *name, *clause;
} DICE[EAGLES_DIE_COUNT] = {
    [EAGLES_DIE_ATTRITION] = {"attrition", "3"},
    [EAGLES_DIE_LOCAL_ATTRITION] = {"local_attrition", "3"},
    [EAGLES_DIE_ALLIANCE] = {"alliance", "4"},
    [EAGLES_DIE_MARCH] = {"forced_march", "7.5"},
    [EAGLES_DIE_BATTLE] = {"battle", "8.6"},
    [EAGLES_DIE_JOIN] = {"join", "8.9"},
    [EAGLES_DIE_REAR] = {"rear_manoeuvre", "11"},
    [EAGLES_DIE_SIEGE] = {"siege", "9.3"},
    [EAGLES_DIE_CASUALTY] = {"casualty", "10"},
    [EAGLES_DIE_WOUND] = {"wound", "10"},
    [EAGLES_DIE_SEA_ATTRITION] = {"sea_attrition", "3"},
    [EAGLES_DIE_INTERCEPTION] = {"interception", "12"},
    [EAGLES_DIE_SEA_BATTLE] = {"naval_battle", "12"},
    [EAGLES_DIE_PURSUIT] = {"pursuit", "12"},
    [EAGLES_DIE_BLOCKADE] = {"run_blockade", "12"},
    [EAGLES_DIE_NELSON] = {"nelson", "12"},
    [EAGLES_DIE_ENTRY] = {"national_entry", "13.2"},
    [EAGLES_DIE_EXPEDITION] = {"expeditionary_force", "13.2"},
    [EAGLES_DIE_PRODUCTION] = {"production", "13.3"},
    [EAGLES_DIE_REMOVAL] = {"removal", "13.7"},
    [EAGLES_DIE_RETURN] = {"return", "13.10"},
    [EAGLES_DIE_TENS] = {"tens_of_sp", "13.6"},
    [EAGLES_DIE_PRISONER] = {"prisoner", "13.10"},
    [EAGLES_DIE_WAR] = {"foreign_war", "13.10"},
};

/* ------------------------------------------------------------------ kinds */

/* What an argument names. */
enum argument { NUMBER, HEX, CITY, NATION, UNIT, LEADER, SIDE, BATTLE, FLAG, PLACE };

typedef struct Kind {
    const char *name;
    const char *clause; /* of the rules map */
    struct {
        const char *key;
        uint8_t what;
    } arg[JOURNAL_ARGS_MAX];
} Kind;

static const Kind KINDS[EAGLES_EVENT_COUNT] = {
    [EAGLES_EVENT_PHASE] = {"phase", "2", {{"phase", NUMBER}, {"month", NUMBER}}},
    [EAGLES_EVENT_ATTRITION] = {"attrition", "3", {{"die", NUMBER}, {"colour", NUMBER}, {"area", NUMBER}}},
    [EAGLES_EVENT_LOST] = {"lost", "15.3", {{"hex", HEX}, {"unit", UNIT}, {"sp", NUMBER}, {"cause", NUMBER}}},
    [EAGLES_EVENT_ALLIANCE] = {"alliance", "4", {{"die", NUMBER}, {"modifier", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_EFFECT] = {"effect", "4", {{"effect", NUMBER}, {"nation", NATION}}},
    [EAGLES_EVENT_ARRIVED] = {"arrived",
                              "5",
                              {{"hex", HEX}, {"unit", UNIT}, {"leader", LEADER}, {"sp", NUMBER}}},
    [EAGLES_EVENT_WITHDRAWN] = {"withdrawn", "5", {{"leader", LEADER}}},
    [EAGLES_EVENT_MOVED] = {"moved", "7", {{"from", HEX}, {"to", HEX}, {"sp", NUMBER}, {"leader", LEADER}}},
    [EAGLES_EVENT_OVERRUN] = {"overrun", "7.4", {{"hex", HEX}, {"sp", NUMBER}, {"by", NUMBER}}},
    [EAGLES_EVENT_MARCH] =
        {"forced_march",
         "7.5",
         {{"hex", HEX}, {"column", NUMBER}, {"die", NUMBER}, {"extra", NUMBER}, {"lost", NUMBER}}},
    [EAGLES_EVENT_CONTROL] = {"control", "7.6", {{"city", CITY}, {"side", SIDE}}},
    [EAGLES_EVENT_TRENCH] = {"entrenched", "7.6", {{"hex", HEX}}},
    [EAGLES_EVENT_DECLARED] = {"declared", "8.1", {{"battle", BATTLE}, {"from", HEX}, {"hex", HEX}}},
    [EAGLES_EVENT_ROLL] = {"battle_roll",
                           "8.6",
                           {{"battle", BATTLE},
                            {"hex", HEX},
                            {"attackers", NUMBER},
                            {"defenders", NUMBER},
                            {"row", NUMBER},
                            {"first_die", NUMBER},
                            {"second_die", NUMBER},
                            {"modifier", NUMBER},
                            {"larger", SIDE},
                            {"larger_cell", NUMBER},
                            {"smaller_cell", NUMBER},
                            {"larger_lost", NUMBER},
                            {"smaller_lost", NUMBER}}},
    [EAGLES_EVENT_MORALE] = {"morale", "8.4", {{"battle", BATTLE}, {"side", SIDE}, {"left", NUMBER}}},
    [EAGLES_EVENT_RETREAT] = {"retreat", "8.8", {{"from", HEX}, {"to", HEX}, {"sp", NUMBER}}},
    [EAGLES_EVENT_JOIN] =
        {"join",
         "8.9",
         {{"hex", HEX}, {"battle", BATTLE}, {"die", NUMBER}, {"leadership", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_REAR] =
        {"rear_manoeuvre",
         "11",
         {{"hex", HEX}, {"battle", BATTLE}, {"die", NUMBER}, {"leadership", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_ADVANCE] = {"advance",
                              "8.10",
                              {{"from", HEX}, {"to", HEX}, {"sp", NUMBER}, {"points", NUMBER}}},
    [EAGLES_EVENT_SHELTER] = {"shelter", "9.1", {{"city", CITY}, {"sp", NUMBER}}},
    [EAGLES_EVENT_SIEGE] = {"siege", "9.2", {{"city", CITY}, {"value", NUMBER}}},
    [EAGLES_EVENT_SIEGE_ROLL] = {"siege_roll", "9.3", {{"city", CITY}, {"die", NUMBER}, {"value", NUMBER}}},
    [EAGLES_EVENT_SURRENDER] = {"surrender", "9.7", {{"hex", HEX}, {"sp", NUMBER}}},
    [EAGLES_EVENT_DISPLACED] = {"displaced", "7.4", {{"leader", LEADER}, {"hex", HEX}}},
    [EAGLES_EVENT_CASUALTY] = {"casualty", "10", {{"leader", LEADER}, {"months", NUMBER}}},
    [EAGLES_EVENT_LEADER] = {"leader", "10", {{"leader", LEADER}, {"hex", HEX}}},
    [EAGLES_EVENT_SPECIAL] = {"special", "17", {{"rule", NUMBER}}},
    [EAGLES_EVENT_RESULT] = {"result", "2", {{"result", NUMBER}}},
    [EAGLES_EVENT_SAILED] = {"sailed", "12", {{"from", PLACE}, {"to", PLACE}, {"ships", NUMBER}}},
    [EAGLES_EVENT_INTERCEPTION] = {"interception",
                                   "12",
                                   {{"from", PLACE}, {"at", PLACE}, {"die", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_BLOCKADE_RUN] = {"run_blockade",
                                   "12",
                                   {{"hex", HEX}, {"die", NUMBER}, {"modifier", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_SEA_ROLL] = {"naval_roll",
                               "12",
                               {{"at", PLACE},
                                {"larger_squadrons", NUMBER},
                                {"smaller_squadrons", NUMBER},
                                {"row", NUMBER},
                                {"die", NUMBER},
                                {"modifier", NUMBER},
                                {"larger", SIDE},
                                {"larger_cell", NUMBER},
                                {"smaller_cell", NUMBER}}},
    [EAGLES_EVENT_SHIP] = {"ship", "12", {{"unit", UNIT}, {"fate", NUMBER}, {"at", PLACE}}},
    [EAGLES_EVENT_PURSUIT] = {"pursuit", "12", {{"die", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_LANDED] = {"landed", "12", {{"hex", HEX}, {"sp", NUMBER}}},
    [EAGLES_EVENT_WENT_HOME] = {"went_home", "13.2", {{"hex", HEX}, {"unit", UNIT}, {"sp", NUMBER}}},
    [EAGLES_EVENT_STATUS] = {"status", "13.1", {{"nation", NATION}, {"side", SIDE}}},
    [EAGLES_EVENT_ENTRY] = {"national_entry",
                            "13.2",
                            {{"nation", NATION}, {"dice", NUMBER}, {"added", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_INVADED] = {"invaded", "13.6", {{"nation", NATION}}},
    [EAGLES_EVENT_LIBERATION] = {"liberation", "13.2", {{NULL, 0}}},
    [EAGLES_EVENT_ATTEMPT] = {"attempt",
                              "13.2",
                              {{"nation", NATION}, {"die", NUMBER}, {"modifier", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_WAR_DECLARED] = {"war_declared", "13.6", {{"nation", NATION}}},
    [EAGLES_EVENT_EXPEDITION] = {"expeditionary_force",
                                 "13.2",
                                 {{"nation", NATION}, {"hex", HEX}, {"sp", NUMBER}}},
    [EAGLES_EVENT_PRODUCTION] = {"production", "13.3", {{"die", NUMBER}}},
    [EAGLES_EVENT_BUILT] = {"built", "13.3", {{"unit", UNIT}, {"city", CITY}}},
    [EAGLES_EVENT_CONQUERED] = {"conquered", "13.7", {{"nation", NATION}, {"times", NUMBER}}},
    [EAGLES_EVENT_SPANISH_LEVEL] = {"spanish_level", "13.6", {{"level", NUMBER}, {"change", NUMBER}}},
    [EAGLES_EVENT_TREATY] = {"treaty_of_tilsit", "13.8", {{"option", NUMBER}}},
    [EAGLES_EVENT_HOLLAND] = {"holland", "13.8", {{"annexed", NUMBER}}},
    [EAGLES_EVENT_EXILE] = {"exile", "13.10", {{NULL, 0}}},
    [EAGLES_EVENT_RETURN] = {"return", "13.10", {{NULL, 0}}},
    [EAGLES_EVENT_RECOGNITION] = {"recognition",
                                  "13.10",
                                  {{"dice", NUMBER}, {"sum", NUMBER}, {"success", FLAG}}},
    [EAGLES_EVENT_EXCHANGE] = {"prisoners_exchanged", "13.10", {{"sp", NUMBER}}},
    [EAGLES_EVENT_FOREIGN_WAR] = {"foreign_war", "13.10", {{"war", NUMBER}, {"begins", FLAG}}},
    [EAGLES_EVENT_TO_WAR] = {"to_foreign_war", "13.10", {{"hex", HEX}, {"unit", UNIT}, {"war", NUMBER}}},
    [EAGLES_EVENT_IRELAND] = {"landed_in_ireland", "13.10", {{"sp", NUMBER}}},
    [EAGLES_EVENT_UNHURT] = {"unhurt", "10", {{"leader", LEADER}}},
    [EAGLES_EVENT_LENT] = {"points_lent", "13.3", {{"nation", NATION}, {"points", NUMBER}}},
};

/* ------------------------------------------------------------------ words */

void eagles_tell_hex(const EaglesData *d, StrBuf *out, int hex)
{
    if (hex < 0 || hex >= (int)d->hexes) {
        strbuf_add(out, "off the map");
        return;
    }
    eagles_tell_spot(d, out, (unsigned)hex);
}

/* The same behind a verb. */
static void tell_at(const EaglesData *d, StrBuf *out, int hex)
{
    if (hex < 0 || hex >= (int)d->hexes) {
        strbuf_add(out, " off the map");
    } else {
        eagles_tell_at(d, out, (unsigned)hex);
    }
}

static const char *leader_name(const EaglesData *d, int leader)
{
    return leader >= 0 && leader < (int)d->leaders ? d->leader_text[leader].name : "nobody";
}

static const char *const ROWS[] = {"1:1", "3:2", "2:1", "4:1"};

static void tell_hexes(const EaglesData *d, StrBuf *out, const char *before, int hex, const char *between,
                       int other)
{
    strbuf_add(out, before);
    eagles_tell_hex(d, out, hex);
    strbuf_add(out, between);
    eagles_tell_hex(d, out, other);
}

static void tell_arrival(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    if (a[2] == 255) {
        eagles_tell_sp(d, out, (unsigned)a[1], (unsigned)a[3]);
    } else {
        strbuf_add(out, leader_name(d, a[2]));
    }
    strbuf_add(out, a[2] == 255 && a[3] != 1 ? " arrive" : " arrives");
    tell_at(d, out, a[0]);
}

/* "12 SP under Napoleon go from Strasbourg to Karlsruhe", "Napoleon rides from Strasbourg to Karlsruhe". */
static void tell_way(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    const bool alone = a[2] == 0;
    if (!alone) {
        strbuf_addf(out, "%d SP%s", a[2], a[3] == 255 ? "" : " under ");
    }
    strbuf_addf(out, "%s %s", a[3] == 255 ? "" : leader_name(d, a[3]),
                alone       ? "rides"
                : a[2] == 1 ? "goes"
                            : "go");
    tell_hexes(d, out, " from ", a[0], " to ", a[1]);
}

static void tell_casualty(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    if (a[1] == 255) {
        strbuf_addf(out, "%s is captured", leader_name(d, a[0]));
    } else if (a[1] == 0) {
        strbuf_addf(out, "%s is killed", leader_name(d, a[0]));
    } else {
        strbuf_addf(out, "%s is out of action for %d month%s", leader_name(d, a[0]), a[1],
                    a[1] == 1 ? "" : "s");
    }
}

/* The row of a table, and who throws on it; even strength is nobody's advantage. */
static void tell_row(StrBuf *out, int row, int larger)
{
    strbuf_addf(out, (row & 3) == 0 ? " (%s); %s throws " : " (%s for %s), who throws ", ROWS[row & 3],
                eagles_side_words((unsigned)larger));
}

static void tell_modifier(StrBuf *out, int modifier)
{
    if (modifier != 0) {
        strbuf_addf(out, ", %+d", modifier);
    }
}

/* What a side loses by a cell of the combat table (8.6): "3 SP and a point of morale". */
static void tell_loss(StrBuf *out, int cell, int sp)
{
    static const char *const MORALE[] = {
        "", "", "", "a point of morale", "2 points of morale", "3 points of morale"};
    const char *morale = MORALE[cell % 6];
    if (sp > 0) {
        strbuf_addf(out, "%d SP%s", sp, morale[0] != '\0' ? " and " : "");
    }
    strbuf_add(out, sp == 0 && morale[0] == '\0' ? "nothing" : morale);
}

static void tell_roll(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    const int larger = a[8];
    strbuf_add(out, "battle");
    tell_at(d, out, a[1]);
    strbuf_addf(out, ": %d SP attack %d", a[2], a[3]);
    tell_row(out, a[4], larger);
    strbuf_addf(out, "%d and %d", a[5], a[6]);
    tell_modifier(out, a[7]);
    strbuf_addf(out, ": %s loses ", eagles_side_words((unsigned)larger));
    tell_loss(out, a[9], a[11]);
    strbuf_addf(out, ", %s ", eagles_side_words(eagles_other((unsigned)larger)));
    tell_loss(out, a[10], a[12]);
}

/* A force that marches to the guns, or comes round into the rear. */
static void tell_attempt(const EaglesData *d, StrBuf *out, const int32_t *a, bool join)
{
    static const char *const ENDS[2][2] = {{"fails", "is in the rear"},
                                           {"comes too late", "joins the battle"}};
    strbuf_add(out, "the force");
    tell_at(d, out, a[0]);
    strbuf_addf(out, " %s: die %d, leadership %d, it %s",
                join ? "marches to the guns" : "tries for the enemy's rear", a[2], a[3],
                ENDS[join ? 1 : 0][a[4] != 0 ? 1 : 0]);
}

static void tell_battles(const EaglesData *d, StrBuf *out, const JournalEntry *e)
{
    const int32_t *a = e->args;
    switch (e->kind) {
    case EAGLES_EVENT_DECLARED:
        tell_hexes(d, out, "attack from ", a[1], " on ", a[2]);
        break;
    case EAGLES_EVENT_ROLL:
        tell_roll(d, out, a);
        break;
    case EAGLES_EVENT_MORALE:
        strbuf_addf(out, "morale of %s falls to %d", eagles_side_words((unsigned)a[1]), a[2]);
        break;
    case EAGLES_EVENT_RETREAT:
        strbuf_addf(out, "%d SP %s", a[2], a[2] == 1 ? "retreats" : "retreat");
        tell_hexes(d, out, " from ", a[0], " to ", a[1]);
        break;
    case EAGLES_EVENT_JOIN:
    case EAGLES_EVENT_REAR:
        tell_attempt(d, out, a, e->kind == EAGLES_EVENT_JOIN);
        break;
    case EAGLES_EVENT_ADVANCE:
        strbuf_addf(out, "%d SP %s", a[2], a[2] == 1 ? "advances" : "advance");
        tell_hexes(d, out, " from ", a[0], " to ", a[1]);
        if (a[3] > 0) {
            strbuf_addf(out, " and earn %d point%s", a[3], a[3] == 1 ? "" : "s");
        }
        break;
    case EAGLES_EVENT_SHELTER:
        strbuf_addf(out, "%d SP %s in %s", a[1], a[1] == 1 ? "shelters" : "shelter", d->city[a[0]].name);
        break;
    case EAGLES_EVENT_SIEGE:
        strbuf_addf(out, a[1] > 0 ? "siege of %s, value %d" : "siege of %s is over", d->city[a[0]].name,
                    a[1]);
        break;
    case EAGLES_EVENT_SIEGE_ROLL:
        strbuf_addf(out, "siege roll for %s: die %d against value %d", d->city[a[0]].name, a[1], a[2]);
        break;
    case EAGLES_EVENT_SURRENDER:
        strbuf_addf(out, "%d SP %s", a[1], a[1] == 1 ? "surrenders" : "surrender");
        tell_at(d, out, a[0]);
        break;
    default:
        strbuf_add(out, KINDS[e->kind].name);
        break;
    }
}

/* A place in JSON: a sea by its id, land by its city or the number of its hex. */
static void add_place(const EaglesData *d, StrBuf *out, int place)
{
    if (place >= EAGLES_SEA && place < EAGLES_SEA + (int)d->seas) {
        strbuf_add(out, d->sea[place - EAGLES_SEA].id);
        return;
    }
    const int hex = place >= EAGLES_COAST ? place - EAGLES_COAST : place;
    strbuf_add(out, place >= EAGLES_COAST ? "the coast of " : "");
    if (hex < 0 || hex >= (int)d->hexes) {
        strbuf_add(out, "off the map");
    } else if (d->hex[hex].city != EAGLES_NONE) {
        strbuf_add(out, d->city[d->hex[hex].city].name);
    } else {
        strbuf_addf(out, "hex %02u%02u", d->hex[hex].column, d->hex[hex].row);
    }
}

/* A place as people call it, unlike in JSON. */
static void tell_place(const EaglesData *d, StrBuf *out, int place)
{
    if (place < 0 || (place >= (int)d->hexes && place < EAGLES_COAST)) {
        strbuf_add(out, "off the map");
    } else {
        eagles_tell_place(d, out, (unsigned)place);
    }
}

static void tell_sea_roll(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    static const char *const SEA_CELLS[] = {"unhurt",
                                            "damaged",
                                            "beaten and damaged",
                                            "beaten, one unit sunk",
                                            "beaten, two units sunk",
                                            "beaten, one unit sunk",
                                            "beaten, two units sunk"};
    const int larger = a[6];
    strbuf_add(out, "naval battle, ");
    tell_place(d, out, a[0]);
    strbuf_addf(out, ": %d squadrons against %d", a[1], a[2]);
    tell_row(out, a[3], larger);
    strbuf_addf(out, "%d", a[4]);
    tell_modifier(out, a[5]);
    strbuf_addf(out, ": %s is %s, %s is %s", eagles_side_words((unsigned)larger), SEA_CELLS[a[7] % 7],
                eagles_side_words(eagles_other((unsigned)larger)), SEA_CELLS[a[8] % 7]);
}

static void tell_naval(const EaglesData *d, StrBuf *out, const JournalEntry *e)
{
    static const char *const FATES[] = {"is sunk", "is damaged", "retreats", "is repaired"};
    const int32_t *a = e->args;
    switch (e->kind) {
    case EAGLES_EVENT_SAILED:
        strbuf_addf(out, "%d ship%s from ", a[2], a[2] == 1 ? " sails" : "s sail");
        tell_place(d, out, a[0]);
        strbuf_add(out, " to ");
        tell_place(d, out, a[1]);
        break;
    case EAGLES_EVENT_INTERCEPTION:
        strbuf_add(out, "interception from ");
        tell_place(d, out, a[0]);
        strbuf_addf(out, ": die %d, %s", a[2], a[3] != 0 ? "contact" : "nothing");
        break;
    case EAGLES_EVENT_BLOCKADE_RUN:
        strbuf_add(out, "the blockade of ");
        eagles_tell_hex(d, out, a[0]);
        strbuf_addf(out, " is run: die %d, modifier %+d, %s", a[1], a[2], a[3] != 0 ? "through" : "caught");
        break;
    case EAGLES_EVENT_SEA_ROLL:
        tell_sea_roll(d, out, a);
        break;
    case EAGLES_EVENT_SHIP:
        strbuf_add(out, "1 ");
        eagles_tell_unit(d, out, (unsigned)a[0], false);
        strbuf_addf(out, " %s", FATES[a[1] & 3]);
        strbuf_add(out, a[1] == EAGLES_SHIP_RETREATED ? " to " : ": ");
        tell_place(d, out, a[2]);
        break;
    case EAGLES_EVENT_PURSUIT:
        strbuf_addf(out, "pursuit: die %d, %s", a[0], a[1] != 0 ? "another round" : "they get away");
        break;
    default:
        strbuf_addf(out, "%d SP %s", a[1], a[1] == 1 ? "lands" : "land");
        tell_at(d, out, a[0]);
        break;
    }
}

/* By enum eagles_cause. */
static const char *const CAUSES[] = {"to attrition", "on a forced march", "in battle",    "in retreat",
                                     "overrun",      "by surrender",      "by the rules", "with a ship"};

static void tell_attrition(StrBuf *out, const int32_t *a)
{
    strbuf_addf(out, "attrition die %d", a[0]);
    if (a[1] >= 0 && a[1] < EAGLES_COLOURS) {
        strbuf_addf(out, " for %s on map area %d", EAGLES_COLOUR_IDS[a[1]], a[2]);
    }
}

static void tell_effect(const EaglesData *d, StrBuf *out, const int32_t *a)
{
    static const char *const EFFECTS[] = {
        [EAGLES_NATION_JOINS] = "%s joins the war",
        [EAGLES_BAR_ALLIANCE] = "%s makes no alliance any more",
        [EAGLES_REMOVE_SP] = "%s withdraws strength points",
        [EAGLES_STOP_REPLACEMENTS] = "%s gets no replacements any more",
        [EAGLES_GERMAN_RISING] = "the Germans rise against France",
        [EAGLES_CONTINGENT_LEAVES] = "%s calls her contingent home",
        [EAGLES_CANCEL_REINFORCEMENT] = "a reinforcement will not come",
        [EAGLES_CHANGES_SIDE] = "%s changes sides",
        [EAGLES_ALLIANCE_MODIFIER] = "later dice for alliances are changed",
    };
    const char *effect = a[0] >= 0 && a[0] <= EAGLES_ALLIANCE_MODIFIER ? EFFECTS[a[0]] : "the war goes on";
    const char *nation = a[1] >= 0 && a[1] < (int)d->nations ? d->nation[a[1]].name : "a state";
    const char *gap = strstr(effect, "%s");
    strbuf_add(out, gap != NULL ? nation : "");
    strbuf_add(out, gap != NULL ? gap + 2 : effect);
}

void eagles_event_text(const EaglesData *d, const JournalEntry *entry, Seat seat, StrBuf *out)
{
    static const char *const PHASES[] = {"attrition", "alliance", "reinforcement", "naval",
                                         "movement",  "combat",   "month end"};
    const JournalEntry seen = journal_seen_by(entry, seat);
    const int32_t *a = seen.args;
    if (seen.kind == JOURNAL_DICE) {
        return; /* the entry of what the dice decide tells them */
    }
    if (seen.kind >= EAGLES_EVENT_WENT_HOME && seen.kind <= EAGLES_EVENT_LENT) {
        eagles_tell_campaign(d, &seen, out);
        strbuf_addf(out, " [%s]", KINDS[seen.kind].clause);
        return;
    }
    switch (seen.kind) {
    case EAGLES_EVENT_PHASE:
        strbuf_addf(out, "%s: %s step", eagles_side_words((unsigned)seen.seat), PHASES[a[0] % 7]);
        break;
    case EAGLES_EVENT_ATTRITION:
        tell_attrition(out, a);
        break;
    case EAGLES_EVENT_LOST:
        eagles_tell_sp(d, out, (unsigned)a[1], (unsigned)a[2]);
        strbuf_addf(out, " lost %s", CAUSES[a[3] & 7]);
        tell_at(d, out, a[0]);
        break;
    case EAGLES_EVENT_ALLIANCE:
        strbuf_addf(out, "alliance die %d, points %+d: %s", a[0], a[1], a[2] != 0 ? "success" : "nothing");
        break;
    case EAGLES_EVENT_EFFECT:
        tell_effect(d, out, a);
        break;
    case EAGLES_EVENT_ARRIVED:
        tell_arrival(d, out, a);
        break;
    case EAGLES_EVENT_WITHDRAWN:
        strbuf_addf(out, "%s is called away", leader_name(d, a[0]));
        break;
    case EAGLES_EVENT_MOVED:
        tell_way(d, out, a);
        break;
    case EAGLES_EVENT_OVERRUN:
        strbuf_addf(out, "%d SP overrun %d", a[2], a[1]);
        tell_at(d, out, a[0]);
        break;
    case EAGLES_EVENT_MARCH:
        strbuf_add(out, "forced march");
        tell_at(d, out, a[0]);
        strbuf_addf(out, " for %d point%s: die %d, %d gained", a[1], a[1] == 1 ? "" : "s", a[2], a[3]);
        if (a[4] > 0) {
            strbuf_addf(out, ", %d SP lost", a[4]);
        }
        break;
    case EAGLES_EVENT_CONTROL:
        strbuf_addf(out, "%s is controlled by %s", d->city[a[0]].name, eagles_side_words((unsigned)a[1]));
        break;
    case EAGLES_EVENT_TRENCH:
        strbuf_add(out, "entrenchment");
        tell_at(d, out, a[0]);
        break;
    case EAGLES_EVENT_DISPLACED:
        strbuf_addf(out, "%s flees: ", leader_name(d, a[0]));
        eagles_tell_hex(d, out, a[1]);
        break;
    case EAGLES_EVENT_CASUALTY:
        tell_casualty(d, out, a);
        break;
    case EAGLES_EVENT_UNHURT:
        strbuf_addf(out, "%s is unhurt", leader_name(d, a[0]));
        break;
    case EAGLES_EVENT_LEADER:
        strbuf_addf(out, "%s takes command", leader_name(d, a[0]));
        tell_at(d, out, a[1]);
        break;
    case EAGLES_EVENT_SPECIAL:
        strbuf_add(out, a[0] == EAGLES_SAXONY_FALLS  ? "Saxony has fallen and goes over to France"
                        : a[0] == EAGLES_HESSE_FALLS ? "Hesse is out of the war"
                                                     : "a rule of the scenario takes effect");
        break;
    case EAGLES_EVENT_RESULT:
        strbuf_addf(out, "the game is over: %s%s",
                    a[0] == EAGLES_DRAWN ? "a draw" : eagles_side_words((unsigned)a[0]),
                    a[0] == EAGLES_DRAWN ? "" : " wins");
        break;
    case EAGLES_EVENT_SAILED:
    case EAGLES_EVENT_INTERCEPTION:
    case EAGLES_EVENT_BLOCKADE_RUN:
    case EAGLES_EVENT_SEA_ROLL:
    case EAGLES_EVENT_SHIP:
    case EAGLES_EVENT_PURSUIT:
    case EAGLES_EVENT_LANDED:
        tell_naval(d, out, &seen);
        break;
    default:
        tell_battles(d, out, &seen);
        break;
    }
    strbuf_addf(out, " [%s]", KINDS[seen.kind].clause);
}

/* ------------------------------------------------------------------ JSON */

static void json_argument(const EaglesData *d, JsonOut *out, unsigned what, int value)
{
    char id[8];
    const bool known = value >= 0;
    switch ((enum argument)what) {
    case HEX:
        if (!known || value >= (int)d->hexes) {
            jsonout_null(out);
            return;
        }
        id[0] = (char)('0' + d->hex[value].column / 10);
        id[1] = (char)('0' + d->hex[value].column % 10);
        id[2] = (char)('0' + d->hex[value].row / 10);
        id[3] = (char)('0' + d->hex[value].row % 10);
        id[4] = '\0';
        jsonout_text(out, id);
        return;
    case CITY:
        jsonout_text(out, known && value < (int)d->cities ? d->city[value].id : NULL);
        return;
    case NATION:
        jsonout_text(out, known && value < (int)d->nations ? d->nation[value].id : NULL);
        return;
    case UNIT:
        if (known && value < (int)d->units) {
            StrBuf text;
            strbuf_init(&text);
            strbuf_addf(&text, "%s,%s", d->nation[d->unit[value].nation].id,
                        EAGLES_TYPE_IDS[d->unit[value].type]);
            jsonout_text(out, text.text);
            strbuf_release(&text);
        } else {
            jsonout_null(out);
        }
        return;
    case LEADER:
        jsonout_text(out, known && value < (int)d->leaders ? d->leader_text[value].id : NULL);
        return;
    case SIDE:
        jsonout_text(out, known && value < 4 ? EAGLES_SIDE_IDS[value] : NULL);
        return;
    case FLAG:
        jsonout_bool(out, value != 0);
        return;
    case BATTLE:
        jsonout_i64(out, value + 1);
        return;
    case PLACE: {
        StrBuf text;
        strbuf_init(&text);
        add_place(d, &text, value);
        jsonout_text(out, text.text);
        strbuf_release(&text);
        return;
    }
    case NUMBER:
        jsonout_i64(out, value);
        return;
    }
}

void eagles_event_json(const EaglesData *d, const JournalEntry *entry, Seat seat, StrBuf *buf)
{
    const JournalEntry seen = journal_seen_by(entry, seat);
    if (seen.kind == JOURNAL_DICE) {
        const int purpose = seen.args[JOURNAL_DICE_PURPOSE];
        const int city = seen.args[JOURNAL_DICE_PLACE];
        assert(purpose >= 0 && purpose < EAGLES_DIE_COUNT);
        journal_dice_json(&seen, DICE[purpose].clause, DICE[purpose].name,
                          city >= 0 && city < (int)d->cities ? d->city[city].id : NULL, buf);
        return;
    }
    const Kind *kind = &KINDS[seen.kind];
    JsonOut out = jsonout_on(buf);
    jsonout_begin(&out, '{');
    jsonout_key_text(&out, "kind", kind->name);
    jsonout_key_text(&out, "seat", seat_name((Seat)seen.seat));
    jsonout_key_text(&out, "clause", kind->clause);
    for (unsigned i = 0; i < seen.count && kind->arg[i].key != NULL; i++) {
        jsonout_key(&out, kind->arg[i].key);
        json_argument(d, &out, kind->arg[i].what, seen.args[i]);
    }
    jsonout_end(&out, '}');
}

/* ------------------------------------------------------------------ counts of a game */

/* Places of a summary are cities: that nearest to the hex attacked. */
static unsigned nearest_city(const EaglesData *d, unsigned hex)
{
    unsigned best = 0;
    for (unsigned city = 1; city < d->cities; city++) {
        best = eagles_distance(d, hex, d->city[city].hex) < eagles_distance(d, hex, d->city[best].hex) ? city
                                                                                                       : best;
    }
    return best;
}

void eagles_summarize(const EaglesData *d, const Journal *journal, GameSummary *summary)
{
    for (uint32_t i = 0; i < journal->count; i++) {
        const JournalEntry *e = &journal->entries[i];
        if (e->kind == EAGLES_EVENT_DECLARED) {
            summary_fight(summary, nearest_city(d, (unsigned)e->args[2]));
        } else if (e->seat >= SEAT_COUNT) {
            continue;
        } else if (e->kind == EAGLES_EVENT_LOST) {
            summary_loss(summary, (Seat)e->seat, (unsigned)e->args[2]);
        } else if (e->kind == EAGLES_EVENT_OVERRUN) {
            summary_loss(summary, seat_other((Seat)e->seat), (unsigned)e->args[1]);
        } else if (e->kind == EAGLES_EVENT_SURRENDER) {
            summary_loss(summary, (Seat)e->seat, (unsigned)e->args[1]);
        }
    }
}

/* remarks.c: what one should know of a choice before it is made (GameWords.remark): values of pieces, who
 * stands where, what a step or an activation costs, and the chances of dice and battles. */
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/fog.h"
#include "engine/nae/force.h"
#include "engine/nae/forecast.h"
#include "engine/nae/march.h"
#include "engine/nae/naval.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"
#include "engine/nae/words.h"

/* "1 point", "2 points" */
static void counted(unsigned n, const char *what, StrBuf *out)
{
    strbuf_addf(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

static void general_words(const NaeData *d, unsigned piece, StrBuf *out)
{
    const NaeGeneral *g = nae_general(d, piece);
    strbuf_addf(out, "initiative %u, command %u, attack %u, defence %u, rank %u%s", g->initiative, g->command,
                g->attack, g->defence, g->rank, g->cavalry ? ", cavalry" : "");
}

void nae_force_words(const NaeData *d, const NaeState *s, NaePieces set, StrBuf *out)
{
    const NaePieces covered = nae_pieces_and(set, nae_covered(d, s, s->header.seat));
    const unsigned steps = nae_steps(d, s, nae_pieces_minus(set, covered));
    const unsigned counters = nae_pieces_count(covered);
    if (steps > 0 || counters == 0) {
        counted(steps, "step", out);
    }
    if (counters > 0) {
        strbuf_add(out, steps > 0 ? " and " : "");
        counted(counters, "covered counter", out);
    }
}

enum { CORPS_NAMED = 2 };

/* Who leads a set, or what it is made of where nobody does: " under Davout", " (IX corps, X corps and 2
 * more)". What lies covered is not named. */
static void who_words(const NaeData *d, const NaeState *s, NaePieces set, StrBuf *out)
{
    const NaePieces seen = nae_pieces_minus(set, nae_covered(d, s, s->header.seat));
    const NaePieces units = nae_pieces_and(seen, d->units);
    const unsigned chief = nae_chief(d, s, seen);
    if (chief != NAE_NONE) {
        strbuf_addf(out, " under %s", d->piece_name[chief]);
        return;
    }
    unsigned named = 0;
    NAE_EACH_PIECE(unit, units)
    {
        if (named < CORPS_NAMED) {
            strbuf_addf(out, "%s%s", named == 0 ? " (" : ", ", d->piece_name[unit]);
        }
        named++;
    }
    if (named > CORPS_NAMED) {
        strbuf_addf(out, " and %u more", named - CORPS_NAMED);
    }
    strbuf_add(out, named > 0 ? ")" : "");
}

/* Who stands in a zone and what bars it; lead: goes before that, if there is anything. */
static void zone_remark(const NaeData *d, const NaeState *s, unsigned zone, const char *lead, StrBuf *out)
{
    const char *comma = lead;
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces set = nae_land(d, s, zone, side);
        if (nae_has_units(d, set)) {
            strbuf_addf(out, "%s%s: ", comma, side == NAE_EMPIRE ? "Empire" : "Coalition");
            nae_force_words(d, s, set, out);
            who_words(d, s, set, out);
            comma = "; ";
        }
    }
    const NaePieces neutral =
        nae_pieces_minus(nae_at(d, s, zone), nae_pieces_or(s->owned[NAE_EMPIRE], s->owned[NAE_COALITION]));
    const unsigned unit = nae_pieces_first(nae_pieces_and(neutral, d->units));
    if (unit != NAE_NONE) {
        strbuf_addf(out, "%s%s: ", comma, d->nation_name[d->nation_of[unit]]);
        nae_force_words(d, s, neutral, out);
        who_words(d, s, neutral, out);
        comma = "; ";
    }
    if (nae_fortress_level(d, s, zone) > 0) {
        const bool hostile = nae_fortress_side(d, s, zone) == nae_other(s->header.seat) && s->header.seat < 2;
        strbuf_addf(out, "%s%sfortress of level %u", comma, hostile ? "enemy " : "",
                    nae_fortress_level(d, s, zone));
    }
}

static void piece_remark(const NaeData *d, const NaeState *s, unsigned piece, StrBuf *out)
{
    if (piece >= NAE_PIECES) {
        return;
    }
    if (nae_is_general(piece)) {
        general_words(d, piece, out);
    } else if (nae_is_unit(piece)) {
        const unsigned side = nae_bit(s, piece, NAE_REDUCED) ? 1 : 0;
        strbuf_addf(out, "morale %u, movement %u", d->unit[piece].morale[side],
                    d->unit[piece].movement[side]);
    } else if (nae_is_fleet(piece)) {
        const NaeFleet *f = nae_fleet(d, piece);
        strbuf_addf(out, "initiative %u, movement %u, tactical %u", f->initiative, f->movement, f->tactical);
    }
}

void nae_points_words(int halves, StrBuf *out)
{
    const int some = halves > 0 ? halves : 0;
    strbuf_addf(out, "%d%s point%s", some / 2, some % 2 != 0 ? ".5" : "", some == 2 ? "" : "s");
}

enum { PLACES_NAMED = 4 };

/* "3 points, in Paris, Lyon and 5 more zones" */
static void price_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const unsigned halves = nae_price(d, move);
    const NaePlay play = nae_reader(d, s);
    const NaeZones zones = nae_purchase_places(&play, move);
    unsigned named = 0;
    nae_points_words((int)halves, out);
    NAE_EACH_ZONE(zone, zones)
    {
        if (named++ < PLACES_NAMED) {
            strbuf_addf(out, "%s%s", named == 1 ? ", in " : ", ", d->zone_name[zone]);
        }
    }
    if (named > PLACES_NAMED) {
        strbuf_addf(out, " and %u more", named - PLACES_NAMED);
    }
}

void nae_forecast_words(const NaeForecast *f, StrBuf *out)
{
    if (f->overrun != 0) {
        strbuf_add(out, f->overrun > 0 ? "the defender would be overrun" : "the attacker would be overrun");
        return;
    }
    strbuf_addf(out, "the attack wins %.0f %%: %+d against %+d, losses of %.1f against %.1f steps",
                f->wins * 100.0, nae_modifier_sum(&f->modifiers[0]), nae_modifier_sum(&f->modifiers[1]),
                f->losses[0], f->losses[1]);
}

/* The same as who is asked sees it: who defends reads his own chances, modifiers and losses first. */
static void own_forecast_words(const NaeForecast *f, bool attacks, StrBuf *out)
{
    const unsigned own = attacks ? 0 : 1;
    if (f->overrun != 0) {
        strbuf_add(out, (f->overrun > 0) == attacks ? "you would overrun the enemy" : "you would be overrun");
        return;
    }
    strbuf_addf(out, "you win %.0f %%: %+d against %+d, losses of %.1f against %.1f steps",
                (attacks ? f->wins : 1.0 - f->wins) * 100.0, nae_modifier_sum(&f->modifiers[own]),
                nae_modifier_sum(&f->modifiers[1 - own]), f->losses[own], f->losses[1 - own]);
}

/* Whether the enemies in a zone are seen: else nothing is told that hangs on who they are. */
static bool is_seen(const NaeData *d, const NaeState *s, unsigned zone)
{
    return !nae_pieces_meet(nae_at(d, s, zone), nae_covered(d, s, s->header.seat));
}

enum { CALLERS_NAMED = 2 };

/* Who commands next door and may march to the guns of a battle for a side [14.1]: "; Davout may march to the
 * guns"; where the enemy lies covered it is not told. */
static void hearing_remark(const NaeData *d, const NaeState *s, unsigned side, unsigned zone, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    unsigned named = 0;
    NAE_EACH_ZONE(from, d->adjacent[zone])
    {
        const NaePieces able =
            is_seen(d, s, from) ? nae_within_hearing(&play, side, from, zone) : nae_pieces_none();
        NAE_EACH_PIECE(general, nae_with(s, able, NAE_COMMANDS))
        {
            if (named < CALLERS_NAMED) {
                strbuf_addf(out, "%s%s", named == 0 ? "; " : ", ", d->piece_name[general]);
            }
            named++;
        }
    }
    if (named > CALLERS_NAMED) {
        strbuf_addf(out, " and %u more", named - CALLERS_NAMED);
    }
    strbuf_add(out, named == 0 ? "" : " may march to its guns");
}

/* Odds of the attack that a step of a march would be, if the enemy there is seen. */
static void attack_remark(const NaeData *d, const NaeState *s, unsigned zone, StrBuf *out)
{
    const NaePieces foe = nae_field(d, s, zone, nae_other(s->march.side));
    const NaePieces force = nae_marchers(s);
    if (!nae_has_units(d, foe) || !nae_has_units(d, force) ||
        nae_pieces_meet(foe, nae_covered(d, s, s->header.seat))) {
        return;
    }
    const NaeForecast f = nae_attack_forecast(d, s, force, s->march.zone, zone);
    strbuf_add(out, "; ");
    nae_forecast_words(&f, out);
    hearing_remark(d, s, nae_other(s->march.side), zone, out);
}

/* What a step of a march takes, and who is there. */
static void step_remark(const NaeData *d, const NaeState *s, unsigned zone, StrBuf *out)
{
    const unsigned cost =
        zone == s->march.zone ? 0U : nae_step_cost(d, s->march.zone, zone, s->action.rivers != 0);
    if (cost == NAE_NONE) {
        strbuf_add(out, "all points");
    } else {
        counted(cost, "point", out);
    }
    zone_remark(d, s, zone, "; ", out);
    attack_remark(d, s, zone, out);
}

/* "succeeds with 4 or more"; needs: the least die. */
static void die_words(int needs, StrBuf *out)
{
    if (needs <= 1) {
        strbuf_add(out, "succeeds with any die");
    } else if (needs > 6) {
        strbuf_add(out, "no die is enough");
    } else {
        strbuf_addf(out, needs == 6 ? "succeeds with a 6" : "succeeds with %d or more", needs);
    }
}

/* What the enemy's die needs, with a reaction card against it or without. Under the fog of war his modifiers
 * are not known. */
static void reaction_remark(const NaeData *d, const NaeState *s, unsigned card, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const bool waits = !d->option.fog_of_war && nae_reaction_needs(&play, NAE_NONE) != 0;
    if (!waits) {
        return;
    }
    const int needs = nae_reaction_needs(&play, card);
    strbuf_add(out, out->length > 0 ? "; the enemy " : "the enemy ");
    if (needs > 6) {
        strbuf_add(out, "cannot succeed");
    } else {
        die_words(needs, out);
    }
}

/* An interception: the die, and the battle if all of the force come; the enemy who moves attacks it. */
static void interception_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const unsigned from = nae_move_a(move);
    const unsigned general = nae_move_b(move);
    if (s->march.zone >= d->zones || !is_seen(d, s, s->march.zone)) {
        return;
    }
    strbuf_addf(out, "; for a card of value %u or more; ", nae_general(d, general)->initiative);
    die_words(nae_interception_needs(&play, from, general), out);
    const NaePieces standing = nae_standing(d, s, from, s->header.seat);
    const NaePieces set = nae_army_part(s, standing, s->bits[general] & NAE_SECOND_ARMY);
    const NaeForecast f = nae_interception_forecast(
        d, s, nae_pieces_minus(set, nae_with(s, nae_pieces_and(set, d->depots), NAE_FIXED)));
    strbuf_add(out, "; with all of it ");
    own_forecast_words(&f, false, out);
}

/* A march to the guns: the die, what the test on the way costs, and the battle if all who may come do. */
static void guns_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const unsigned role = s->frame[s->frames - 1].a;
    const unsigned from = nae_move_a(move);
    const unsigned general = nae_move_b(move);
    strbuf_add(out, "; ");
    die_words(nae_counter_march_needs(&play, role, from, general), out);
    if (!is_seen(d, s, s->battle.zone)) {
        return;
    }
    unsigned excess = 0;
    double losses = 0.0;
    const NaePieces units = nae_most_who_come(&play, from, general, s->battle.zone);
    const double chance = nae_counter_march_risk(&play, role, from, units, &losses);
    const NaeForecast f = nae_guns_forecast(d, s, role, from, general, &excess);
    strbuf_addf(out, "; with %s%u %s ", nae_pieces_count(units) > 1 ? "all " : "its ", nae_steps(d, s, units),
                nae_steps(d, s, units) == 1 ? "step" : "steps");
    own_forecast_words(&f, role == NAE_ATTACKER, out);
    if (excess > 0) {
        strbuf_addf(out, "; %u of the steps there would be too many, and lost", excess);
    }
    if (chance > 0.005) { /* what a rounded share would call nothing */
        strbuf_addf(out, "; on the way steps are lost with %.0f %%, %.1f on average", chance * 100.0, losses);
    }
}

/* What the battle is like with what a move engages. */
static void engaged_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const bool rolled = !nae_in_battle(s) || s->battle.stage > NAE_STAGE_ROLL;
    const unsigned top = s->frame[s->frames - 1].b;
    const bool early = nae_move_kind(move) == NAE_M_COMBAT_CARD && top != NAE_WINDOW_BATTLE;
    if (rolled || early || nae_move_a(move) == NAE_NONE ||
        (nae_move_kind(move) == NAE_M_SPECIAL && nae_move_b(move) != NAE_W_YES) ||
        !is_seen(d, s, s->battle.zone)) {
        return;
    }
    const NaeForecast f = nae_battle_forecast_with(d, s, move);
    strbuf_add(out, out->length > 0 ? "; " : "");
    const bool attacks = s->battle.attacker == s->header.seat;
    if (f.overrun == 0) {
        strbuf_addf(out, "then you win %.0f %%", (attacks ? f.wins : 1.0 - f.wins) * 100.0);
    } else {
        own_forecast_words(&f, attacks, out);
    }
    if (nae_move_kind(move) == NAE_M_SPEARHEAD || nae_move_kind(move) == NAE_M_SPECIAL) { /* 14.8 */
        strbuf_add(out, nae_move_kind(move) == NAE_M_SPEARHEAD ? "; takes the first loss" : "; takes a loss");
    }
}

/* What activating costs, and under whom a stack would march where that has not been told with its zone. */
static void cost_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const NaeFrame *top = &s->frame[s->frames - 1];
    const bool whole = nae_move_kind(move) == NAE_M_SPEND_ZONE;
    const unsigned zone = whole ? nae_move_a(move) : top->b;
    const NaePieces field = nae_standing(d, s, zone, top->seat);
    strbuf_add(out, out->length > 0 ? "; " : "");
    if (whole && !nae_has_units(d, field)) {
        strbuf_add(out, "a garrison");
        return;
    }
    const unsigned chief = nae_chief(d, s, field);
    if (!whole && nae_move_kind(move) == NAE_M_SPEND_FORCE && nae_move_a(move) == NAE_W_WHOLE &&
        chief != NAE_NONE) {
        nae_force_words(d, s, field, out);
        strbuf_addf(out, " under %s; ", d->piece_name[chief]);
    }
    if (top->c != 0) {
        strbuf_add(out, "at no cost");
        return;
    }
    counted(whole ? nae_stack_cost(&play, top->seat, zone)
                  : nae_activation_cost(&play, top->seat, zone, move),
            "action point", out);
}

/* Where a power is strongest: "most in Lille, 15 steps under Napoleon". */
static void power_remark(const NaeData *d, const NaeState *s, unsigned nation, StrBuf *out)
{
    unsigned most = 0;
    unsigned where = NAE_NONE;
    for (unsigned zone = 0; zone < d->zones && nation < NAE_NATIONS; zone++) {
        const NaePieces own = nae_of_nation(d, nae_standing(d, s, zone, s->header.seat), nation);
        const unsigned steps = nae_steps(d, s, own);
        where = steps > most ? zone : where;
        most = steps > most ? steps : most;
    }
    if (where != NAE_NONE) {
        const NaePieces force = nae_standing(d, s, where, s->header.seat);
        strbuf_addf(out, "most in %s, ", d->zone_name[where]);
        nae_force_words(d, s, force, out);
        who_words(d, s, force, out);
    }
}

/* The test at the end of a forced march, of a force in supply and off poor land, without a depot: how
 * likely it costs steps, and how much less on its own land. */
static void forced_remark(const NaePlay *p, unsigned forced, StrBuf *out)
{
    const NaePieces set = nae_marchers(p->s);
    const unsigned winter = nae_winter(p->s) ? NAE_TEST_WINTER : 0U;
    double losses[2];
    const double abroad = nae_attrition_risk(p, set, winter, (int)forced, &losses[0]);
    const double home = nae_attrition_risk(p, set, winter | NAE_TEST_NATIONAL, (int)forced, &losses[1]);
    strbuf_addf(out, ", then a test of attrition: in supply steps are lost with %.0f %%, %.1f on average",
                abroad * 100.0, losses[0]);
    if (losses[1] < losses[0] && nae_is_home(p->s, p->s->march.zone, nae_force_nation(p->d, p->s, set))) {
        strbuf_addf(out, "; within its own land %.0f %%, %.1f", home * 100.0, losses[1]);
    }
}

/* How far a force would march with those who join it, or by a forced march. */
static void allowance_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const unsigned a = nae_move_a(move);
    const unsigned forced = nae_move_kind(move) == NAE_M_FORCED_MARCH ? a : 0;
    NaePieces more = nae_pieces_none();
    if (nae_move_kind(move) == NAE_M_GATHER_UNIT) {
        more = nae_pieces_one(nae_move_b(move));
    } else if (nae_move_kind(move) == NAE_M_GATHER && nae_move_b(move) == NAE_W_JOIN) {
        more = nae_movable(d, s, nae_standing(d, s, a, s->march.side));
    }
    strbuf_add(out, out->length > 0 ? "; " : "");
    counted(nae_allowance(&play, more, forced), "movement point", out);
    if (forced > 0 && (s->march.flags & NAE_MARCH_FREE_FORCED) == 0) {
        forced_remark(&play, forced, out);
    }
}

static void diplomacy_remark(const NaeData *d, const NaeState *s, unsigned nation, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    const NaeFrame *top = &s->frame[s->frames - 1];
    if (nation < NAE_NATIONS &&
        (top->step == NAE_STEP_FREE_DIPLOMACY || top->step == NAE_STEP_DIPLOMACY_TARGET)) {
        die_words(nae_diplomacy_needs(&play, top, nation), out);
    }
}

/* Which fleets of one's own lie in a place. */
static void squadron_remark(const NaeData *d, const NaeState *s, unsigned kind, unsigned place, StrBuf *out)
{
    static const uint8_t at[] = {
        [NAE_P_SEA] = NAE_AT_SEA, [NAE_P_PORT] = NAE_AT_PORT, [NAE_P_BOX] = NAE_AT_BOX};
    uint32_t fleets = kind < sizeof at && s->header.seat < 2
                          ? nae_fleets_at(s, d, s->header.seat, (enum nae_at)at[kind], place)
                          : 0;
    const char *comma = "";
    for (unsigned fleet; (fleet = nae_mask_take(&fleets)) != NAE_NONE; comma = ", ") {
        strbuf_addf(out, "%s%s", comma, d->piece_name[fleet]);
    }
}

/* How many fleets lie in a sea zone. */
static void sea_remark(const NaeData *d, const NaeState *s, unsigned sea, StrBuf *out)
{
    const char *comma = "";
    for (unsigned side = 0; side < 2; side++) {
        uint32_t fleets = nae_fleets_at(s, d, side, NAE_AT_SEA, sea);
        unsigned count = 0;
        while (nae_mask_take(&fleets) != NAE_NONE) {
            count++;
        }
        if (count > 0) {
            strbuf_addf(out, "%s%s: ", comma, side == NAE_EMPIRE ? "Empire" : "Coalition");
            counted(count, "fleet", out);
            comma = "; ";
        }
    }
}

/* How strong a nation is on which war is declared; nothing of one whose corps comes only then. */
static void strength_remark(const NaeData *d, const NaeState *s, unsigned nation, StrBuf *out)
{
    const NaePieces units = nae_of_nation(d, nae_pieces_and(d->units, nae_pieces_on_map(s)), nation);
    if (!nae_pieces_empty(units)) {
        nae_force_words(d, s, units, out);
        strbuf_add(out, " on the map");
    }
}

enum { FOLLOWERS_NAMED = 3 };

/* "; Saxe and Hesse follow it": minors that a power takes into war with it. */
static void followers_remark(const NaeData *d, const NaeState *s, unsigned power, StrBuf *out)
{
    unsigned count = 0;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        if (!nae_goes_along(s, minor, power)) {
            continue;
        }
        if (count < FOLLOWERS_NAMED) {
            strbuf_addf(out, "%s%s", count == 0 ? "; with it " : ", ", d->nation_name[minor]);
        }
        count++;
    }
    if (count > FOLLOWERS_NAMED) {
        strbuf_addf(out, " and %u more", count - FOLLOWERS_NAMED);
    }
}

/* What a declaration of war brings about [7.1; map 4.1]: who fights for the enemy then, what the first one on
 * a power adds to the escalade, and what an attack on one that was beaten before costs. */
static void war_remark(const NaeData *d, const NaeState *s, unsigned nation, StrBuf *out)
{
    if (nation >= NAE_NATIONS) {
        return;
    }
    strength_remark(d, s, nation, out);
    followers_remark(d, s, nation, out);
    const int rise = nae_is_first_war(s, nation) && (s->flags & NAE_PUNISHMENTS) == 0
                         ? d->table.score[NAE_SCORE_FIRST_WAR].escalade
                         : 0;
    if (rise != 0) {
        strbuf_addf(out, "; escalade %u to %d%s", s->escalade, s->escalade + rise,
                    s->escalade + rise >= d->table.punishments ? ", which opens the Punishments" : "");
    }
    if (nae_is_major(nation) && s->major[nation].defeats[s->header.seat] > 0) {
        strbuf_addf(out, "; it was beaten before: the enemy gets %u diplomatic actions%s",
                    NAE_DOUBLED_ACTIONS,
                    (s->flags & NAE_PUNISHMENTS) == 0 ? ", and the Punishments are opened" : "");
    }
}

/* A tie of morale: how many steps have each, and what it is good for [14.7, 14.9]. */
static void morale_remark(StrBuf *out)
{
    strbuf_add(
        out, "after a defeat good order is kept with up to that much, changed by the general and the losses");
}

/* Whether a fleet of a power at peace stays where it lies [7.5]. */
static bool stays_there(const NaeState *s, Move move)
{
    const unsigned fleet = nae_move_a(move);
    const unsigned kind = (s->bits[fleet] & NAE_AT) == NAE_AT_PORT ? NAE_P_PORT : NAE_P_SEA;
    return nae_move_b(move) == kind && nae_move_c(move) == s->place[fleet];
}

/* What is added to what is told of the thing that a move names. */
static void more_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const unsigned a = nae_move_a(move);
    switch ((unsigned)nae_move_kind(move)) {
    case NAE_M_SPEND_ZONE:
    case NAE_M_SPEND_FORCE:
    case NAE_M_SPEND_PIECE:
        cost_remark(d, s, move, out);
        break;
    case NAE_M_SPEND_POWER:
        power_remark(d, s, a, out);
        break;
    case NAE_M_GATHER:
    case NAE_M_GATHER_UNIT:
    case NAE_M_FORCED_MARCH:
        allowance_remark(d, s, move, out);
        break;
    case NAE_M_REACTION:
        reaction_remark(d, s, a, out);
        break;
    case NAE_M_INTERCEPT:
        interception_remark(d, s, move, out);
        break;
    case NAE_M_SQUADRON_AT:
        squadron_remark(d, s, a, nae_move_b(move), out);
        break;
    case NAE_M_SAIL_SEA:
        sea_remark(d, s, a, out);
        break;
    case NAE_M_DECLARE:
        war_remark(d, s, a, out);
        break;
    case NAE_M_MORALE:
        morale_remark(out);
        break;
    case NAE_M_NEUTRAL_FLEET:
        strbuf_add(out, stays_there(s, move) ? "; it lies there" : "");
        break;
    case NAE_M_FREE_DIPLOMACY:
    case NAE_M_TARGET:
        diplomacy_remark(d, s, a, out);
        break;
    case NAE_M_COUNTER_MARCH:
        guns_remark(d, s, move, out);
        break;
    case NAE_M_SPEARHEAD:
    case NAE_M_SPECIAL:
    case NAE_M_SUBORDINATE:
    case NAE_M_COMBAT_CARD:
        engaged_remark(d, s, move, out);
        break;
    case NAE_M_BATTLE_LOSS:
    case NAE_M_PURSUIT_LOSS:
    case NAE_M_RETREAT_LOSS:
    case NAE_M_SIEGE_LOSS:
    case NAE_M_ATTRITION_LOSS:
    case NAE_M_REACTIVATE_UNIT:
    case NAE_M_DEFECTION_LOSS:
        strbuf_add(out, nae_is_unit(a) && nae_unit_steps(d, s, a) == 1 ? "; its last step" : "");
        break;
    default:
        break;
    }
}

/* What awaits who stands and fights, or attacks at once in a campaign. */
static void stand_remark(const NaeData *d, const NaeState *s, bool attacks, StrBuf *out)
{
    const NaePieces force = nae_marchers(s);
    const unsigned zone = s->march.zone;
    if (s->march.side < 2 && nae_has_units(d, force) &&
        nae_has_units(d, nae_field(d, s, zone, nae_other(s->march.side))) &&
        !nae_pieces_meet(nae_at(d, s, zone), nae_covered(d, s, s->header.seat))) {
        const NaeForecast f = nae_attack_forecast(d, s, force, s->march.from, zone);
        own_forecast_words(&f, attacks, out);
        hearing_remark(d, s, nae_other(s->header.seat), zone, out);
    }
}

/* What a test of attrition is likely to cost, with a depot spent or without; under the fog of war who asks
 * sees his own. */
static void depot_remark(const NaeData *d, const NaeState *s, bool spent, StrBuf *out)
{
    const NaePlay play = nae_reader(d, s);
    double losses = 0.0;
    const double chance = nae_attrition_depot_risk(&play, spent, &losses);
    strbuf_addf(out, "steps are lost with %.0f %%, %.1f on average", chance * 100.0, losses);
}

/* Points of an action with those that were saved. */
static void points_remark(const NaeState *s, unsigned points, StrBuf *out)
{
    const unsigned saved = s->side[s->header.seat].reserve_ap;
    counted(points + saved, "action point", out);
    if (saved > 0) {
        strbuf_addf(out, ", %u of them saved before", saved);
    }
}

/* "with Egypte", "with Egypte, Naples and 3 more": whom a card can be aimed at; one alone is not asked for.
 */
static void targets_remark(const NaeData *d, const NaeState *s, unsigned card, bool protects, StrBuf *out)
{
    enum { NAMED = 2 };
    const enum nae_targets targets = s->phase == NAE_PHASE_ROUNDS ? NAE_TARGET_MINORS : NAE_TARGET_ANY;
    const unsigned value = nae_card_value(d, s, card);
    unsigned count = 0;
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        if (protects ? nation >= NAE_MAJORS && nae_may_be_protectorate(d, s, nation)
                     : nae_is_target(d, s, nae_card_side(card), nation, targets, value)) {
            if (count < NAMED) {
                strbuf_addf(out, "%s%s", count > 0 ? ", " : "with ", d->nation_name[nation]);
            }
            count++;
        }
    }
    if (count > NAMED) {
        strbuf_addf(out, " and %u more", count - NAMED);
    }
}

/* What a card would bring in this use of it. */
static void use_remark(const NaeData *d, const NaeState *s, unsigned word, StrBuf *out)
{
    const unsigned card = s->frames > 0 ? s->frame[s->frames - 1].a : (unsigned)NAE_NONE;
    if (card >= NAE_CARDS) {
        return;
    }
    if (word == NAE_W_AP) {
        points_remark(s, nae_card_value(d, s, card), out);
    } else if (word == NAE_W_EVENT && d->card_effect[card] != NULL) {
        strbuf_add(out, d->card_effect[card]);
    } else if (word == NAE_W_DIPLOMACY || word == NAE_W_PROTECTORATE) {
        targets_remark(d, s, card, word == NAE_W_PROTECTORATE, out);
    }
}

/* The attack on a fortress with the force that marches: the dice that take it, and that cost a step. */
static void siege_remark(const NaeData *d, const NaeState *s, StrBuf *out)
{
    int takes = 0;
    int repulsed = 0;
    nae_siege_dice(d, s, s->march.zone, s->march.side, s->action.free_siege, &takes, &repulsed);
    die_words(takes, out);
    if (repulsed >= 6) {
        strbuf_add(out, ", any costs a step");
    } else if (repulsed >= 1) {
        strbuf_addf(out, repulsed == 1 ? ", a 1 costs a step" : ", up to %d costs a step", repulsed);
    }
}

/* An enemy fortress on the way [8.4]: what is left to attack it with if it is besieged, and how many steps a
 * covering part has. */
static void fortress_remark(const NaeData *d, const NaeState *s, unsigned word, StrBuf *out)
{
    const NaeMarch *m = &s->march;
    if (m->zone >= d->zones || m->side > 1) {
        return;
    }
    if (word == NAE_W_COVER) {
        counted(2U * nae_fortress_level(d, s, m->zone), "step", out);
        strbuf_add(out, " at least stay, the others march on");
        return;
    }
    strbuf_add(out, "the march ends here");
    if (word != NAE_W_SIEGE) {
        strbuf_add(out, ", without a siege");
    } else if (!nae_may_attack_free(d, s, m->zone, m->side)) {
        strbuf_add(out, "; out of supply no attack follows");
    } else if (m->mp < d->table.siege_cost) {
        strbuf_add(out, "; no point is left for an attack");
    } else {
        strbuf_add(out, "; an attack for ");
        counted(d->table.siege_cost, "point", out);
        strbuf_add(out, " then ");
        siege_remark(d, s, out);
    }
}

/* What a force can do where it stands: what it takes, and the dice. */
static void deed_remark(const NaeData *d, const NaeState *s, unsigned word, StrBuf *out)
{
    if (word == NAE_W_MARK) {
        counted(d->table.mark_cost, "point", out);
    } else if (word == NAE_W_SIEGE) {
        counted(d->table.siege_cost, "point", out);
        strbuf_add(out, "; ");
        siege_remark(d, s, out);
    } else if (word == NAE_W_RALLY) {
        const unsigned limit = nae_rally_limit(d, s, nae_army_part(s, nae_marchers(s), 0));
        counted(d->table.rally_cost, "point", out);
        strbuf_addf(out, limit >= 6 ? "; in good order with any die" : "; in good order with up to %u",
                    limit);
    }
}

/* Remarks that need the whole move; false if there is none of these. */
static bool special_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const unsigned kind = nae_move_kind(move);
    if (kind >= NAE_M_PURCHASE_UNIT && kind <= NAE_M_PURCHASE) {
        if (kind != NAE_M_PURCHASE || nae_move_a(move) != NAE_W_DONE) {
            price_remark(d, s, move, out);
        }
        return true;
    }
    if (kind == NAE_M_EVADE && nae_move_a(move) == NAE_W_STAND) {
        stand_remark(d, s, false, out);
        return true;
    }
    if (kind == NAE_M_ATTRITION_DEPOT) {
        depot_remark(d, s, nae_move_a(move) == NAE_W_YES, out);
        return true;
    }
    if (kind == NAE_M_CAMPAIGN && nae_move_a(move) == NAE_W_FIGHT) {
        stand_remark(d, s, true, out);
        return true;
    }
    if (kind == NAE_M_EVADE && (nae_move_a(move) == NAE_W_EVADE || nae_move_a(move) == NAE_W_SPLIT)) {
        const NaePlay play = nae_reader(d, s);
        if (is_seen(d, s, s->march.zone)) {
            die_words(nae_evasion_needs(&play), out);
        }
        return true;
    }
    if (kind == NAE_M_ACTION && nae_move_a(move) == NAE_W_ONE_AP) {
        points_remark(s, 1, out);
        return true;
    }
    if (kind == NAE_M_SPEND && nae_move_a(move) == NAE_W_STOP) {
        if (s->action.ap > 0) {
            counted(s->action.ap, "action point", out);
            strbuf_add(out, s->action.may_save != 0 ? " saved" : " lost");
        }
        return true;
    }
    if (kind == NAE_M_GO && nae_move_a(move) < d->zones) {
        step_remark(d, s, nae_move_a(move), out);
        return true;
    }
    if (kind == NAE_M_FORTRESS) {
        fortress_remark(d, s, nae_move_a(move), out);
        return true;
    }
    if (kind == NAE_M_MOVE) {
        deed_remark(d, s, nae_move_a(move), out);
        return true;
    }
    if (kind == NAE_M_FREE_SIEGE && nae_move_a(move) == NAE_W_YES) {
        siege_remark(d, s, out);
        return true;
    }
    if (kind == NAE_M_DIP_CARD && nae_move_a(move) < NAE_CARDS) {
        strbuf_addf(out, "value %u", nae_card_value(d, s, nae_move_a(move)));
        if (nae_can_negotiate(d, s, nae_move_a(move), false)) {
            strbuf_add(out, "; talks ");
            targets_remark(d, s, nae_move_a(move), false, out);
        }
        return true;
    }
    if (kind == NAE_M_USE) {
        use_remark(d, s, nae_move_a(move), out);
        return true;
    }
    return false;
}

/* What the phrase of a move names first: the worth of a card, the values of a piece, who stands in a zone. */
static void named_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    const unsigned a = nae_move_a(move);
    const char named = nae_named(move);
    if (named == 'c' && a < NAE_CARDS) {
        strbuf_addf(out, "value %u", nae_card_value(d, s, a));
    } else if (named == 'p') {
        piece_remark(d, s, a, out);
    } else if (named == 'z' && a < d->zones) {
        zone_remark(d, s, a, "", out);
    }
}

void nae_choice_remark(const NaeData *d, const NaeState *s, Move move, StrBuf *out)
{
    StrBuf own;
    strbuf_init(&own);
    if (!special_remark(d, s, move, &own)) {
        named_remark(d, s, move, &own);
        more_remark(d, s, move, &own);
    }
    strbuf_add(out, own.text);
    strbuf_release(&own);
}

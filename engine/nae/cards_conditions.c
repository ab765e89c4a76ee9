/* cards_conditions.c: what each event asks for and what it may choose from (map 21; the cards' own texts). An
 * event that would change nothing is not offered. */
#include <assert.h>
#include <string.h>

#include "engine/nae/budget.h"
#include "engine/nae/cards.h"
#include "engine/nae/fog.h"
#include "engine/nae/force.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

unsigned nae_named_piece(const NaeData *d, const char *id)
{
    const unsigned piece = nae_piece_by_id(d, id);
    assert(piece != NAE_NONE);
    return piece;
}

unsigned nae_named_zone(const NaeData *d, const char *id)
{
    const unsigned zone = nae_zone_by_id(d, id);
    assert(zone != NAE_NONE);
    return zone;
}

/* ------------------------------------------------------------------ regions */

static bool in_provinces(const NaeData *d, unsigned zone, const char *const *ids)
{
    assert(zone < NAE_ZONES);
    const unsigned province = d->zone[zone].province;
    for (size_t i = 0; province != NAE_NONE && ids[i] != NULL; i++) {
        if (strcmp(d->province_id[province], ids[i]) == 0) {
            return true;
        }
    }
    return false;
}

void nae_prepare_cards(NaeData *d)
{
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        d->is_permanent[card] = d->card[card].permanent != NAE_NONE ? 1 : 0;
    }
    static const char *const provinces[] = {"piemont", "genes",   "toscane", "lombardie", "romagne",
                                            "papaute", "venetie", "naples",  "sicile",    NULL};
    for (unsigned zone = 0; zone < d->zones; zone++) {
        if (in_provinces(d, zone, provinces)) {
            nae_zones_add(&d->italian, zone);
        }
    }
}

/* Under fog of war the enemy counts what he sees: open steps, and one for each covered counter. */
static unsigned steps_inside(const NaeData *d, const NaeState *s, unsigned side, unsigned nation)
{
    assert(side < SEAT_COUNT);
    unsigned steps = 0;
    const NaePieces covered = nae_covered(d, s, nae_other(side));
    NAE_EACH_PIECE(piece, nae_pieces_or(nae_pieces_and(s->owned[side], d->units), covered))
    {
        const unsigned counted = nae_pieces_in(covered, piece) ? 1U : nae_unit_steps(d, s, piece);
        steps += !nae_is_fleet(piece) && nae_on_map(s, piece) && s->owner[s->place[piece]] == nation ? counted
                                                                                                     : 0U;
    }
    return steps;
}

static bool unit_of_in(const NaeData *d, const NaeState *s, unsigned nation, unsigned land)
{
    assert(nation < NAE_NATIONS);
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[nation].pieces, d->units))
    {
        if (nae_on_map(s, unit) && s->owner[s->place[unit]] == land) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ what events choose from */

unsigned nae_card_special(const NaeData *d, unsigned card)
{
    NAE_EACH_PIECE(special, d->specials)
    {
        if (nae_special(d, special)->event == card) {
            return special;
        }
    }
    return NAE_NONE;
}

/* Under fog of war nobody is told where the enemy's army of that power stands [9.2]. */
static bool hides_army(const NaeData *d, unsigned card, unsigned side)
{
    return d->option.fog_of_war && nae_card_side(card) != side;
}

/* Whether an army may take a special unit of its power: in supply and with room, by 18F in a round Napoleon's
 * own, not one that stands with it. */
static bool takes_special(const NaePlay *p, unsigned card, unsigned special, unsigned army)
{
    const NaeState *s = p->s;
    const unsigned side = nae_side_of(s, p->d->nation_of[special]);
    const unsigned zone = s->place[army];
    if (!nae_on_map(s, army) || side == NAE_NOBODY || nae_bit(s, army, NAE_INSIDE) ||
        nae_shut_out(p, special, zone) || hides_army(p->d, card, side)) {
        return false;
    }
    NaePieces force = nae_army_part(s, nae_standing(p->d, s, zone, side), s->bits[army] & NAE_SECOND_ARMY);
    const unsigned commander = nae_commander(p->d, s, force);
    nae_pieces_add(&force, special);
    return nae_force_fault(p->d, s, force, commander) == NAE_FAULT_NONE &&
           nae_field_supplied(p, zone, side) &&
           (card != NAE_F(18) || s->phase == NAE_PHASE_BUDGET || commander == p->d->napoleon);
}

NaePieces nae_armies_for_special(const NaePlay *p, unsigned card, unsigned special)
{
    NaePieces armies = nae_pieces_none();
    NAE_EACH_PIECE(army, nae_of_nation(p->d, p->d->armies, p->d->nation_of[special]))
    {
        if (takes_special(p, card, special, army)) {
            nae_pieces_add(&armies, army);
        }
    }
    return armies;
}

static NaeZones named_places(const NaeData *d, const NaeState *s, unsigned piece, const char *const *ids)
{
    NaeZones zones = nae_zones_none();
    for (size_t i = 0; ids[i] != NULL; i++) {
        const unsigned zone = nae_named_zone(d, ids[i]);
        /* An enemy fortress without a garrison does not bar a rising. */
        const NaePieces with = nae_pieces_or(nae_standing(d, s, zone, NAE_COALITION), nae_pieces_one(piece));
        if (nae_pieces_empty(nae_land(d, s, zone, NAE_EMPIRE)) && nae_force_legal(d, s, with)) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

/* Reinforcement zones of the piece's nation that may take it; a general does not take another's place outside
 * a budget [10.2]. */
static NaeZones reinforcement_places(const NaePlay *p, unsigned piece)
{
    assert(piece < NAE_PIECES);
    const unsigned nation = p->d->nation_of[piece];
    NaeZones zones = nae_zones_and(nae_reinforcement_zones(p, nation), nae_places_for(p, piece));
    if (nae_is_general(piece) && p->s->phase != NAE_PHASE_BUDGET) {
        NAE_EACH_ZONE(zone, zones)
        {
            const NaePieces stack = nae_standing(p->d, p->s, zone, nae_side_of(p->s, nation));
            if (!nae_has_army(p->d, stack) && nae_commander(p->d, p->s, stack) != NAE_NONE) {
                nae_zones_drop(&zones, zone);
            }
        }
    }
    return zones;
}

unsigned nae_swedish_corps(const NaeData *d)
{
    return nae_pieces_first(nae_pieces_and(d->nation[NAE_SWEDEN].pieces, d->units));
}

/* 38C: where the Swedish corps stands, if it is on the map and may have him. */
static NaeZones with_swedes(const NaePlay *p, unsigned general)
{
    const unsigned corps = nae_swedish_corps(p->d);
    return nae_may_join_piece(p, general, corps) ? nae_zones_one(p->s->place[corps]) : nae_zones_none();
}

NaeZones nae_card_places(const NaePlay *p, unsigned card, unsigned piece)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    static const char *const tyrol[] = {"innsbruck", "trente", NULL};
    static const char *const serbia[] = {"belgrade", "nich", NULL};
    static const char *const vendee[] = {"poitiers", "nantes", "brest", "rennes", NULL};
    if (piece == NAE_NONE) {
        return nae_zones_none();
    }
    switch (card) {
    case NAE_F(18):
    case NAE_C(35):
    case NAE_C(36):
    case NAE_C(37):
        return nae_zones_of(s, nae_armies_for_special(p, card, piece));
    case NAE_C(18):
        return named_places(d, s, piece, tyrol);
    case NAE_C(23):
        return named_places(d, s, piece, serbia);
    case NAE_C(25):
        return named_places(d, s, piece, vendee);
    case NAE_C(38):
        return with_swedes(p, piece);
    case NAE_F(38):
    case NAE_C(26):
    case NAE_F(27):
    case NAE_F(39): /* they come on their reduced side: room for one step is enough */
        return nae_places_for_unit(p, piece, 1);
    default:
        return reinforcement_places(p, piece);
    }
}

NaePieces nae_holy_russia(const NaeData *d)
{
    NaePieces out = nae_pieces_one(nae_named_piece(d, "tchitchagov"));
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[NAE_RUSSIA].pieces, d->units))
    {
        if (d->unit[unit].event == NAE_C(2)) {
            nae_pieces_add(&out, unit);
        }
    }
    return out;
}

/* Zones within two steps of a unit of a nation. */
static NaeZones near_units(const NaeData *d, const NaeState *s, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[nation].pieces, d->units))
    {
        if (nae_on_map(s, unit)) {
            nae_zones_add(&zones, s->place[unit]);
        }
    }
    for (unsigned step = 0; step < 2; step++) {
        NaeZones wider = zones;
        NAE_EACH_ZONE(zone, zones) { wider = nae_zones_or(wider, d->adjacent[zone]); }
        zones = wider;
    }
    return zones;
}

NaeZones nae_cossack_targets(const NaeData *d, const NaeState *s)
{
    NaeZones zones = nae_zones_none();
    if (nae_side_of(s, NAE_RUSSIA) != NAE_COALITION) {
        return zones;
    }
    NAE_EACH_ZONE(zone, near_units(d, s, NAE_RUSSIA))
    {
        if (nae_has_units(d, nae_land(d, s, zone, NAE_EMPIRE))) { /* a garrison is a force too [9.1] */
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

NaeZones nae_royalist_zones(const NaeData *d, const NaeState *s)
{
    NaeZones zones = nae_zones_none();
    for (unsigned zone = 0; zone < d->zones; zone++) {
        if (s->owner[zone] == NAE_FRANCE && nae_zone_is(d, zone, NAE_ZONE_CITY) &&
            d->zone[zone].fortress == 0 && zone != d->nation[NAE_FRANCE].capital[0] &&
            nae_marker(s, zone) != NAE_COALITION && !nae_has_units(d, nae_land(d, s, zone, NAE_EMPIRE))) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

NaePieces nae_irregulars_on_map(const NaeData *d, const NaeState *s)
{
    NaePieces out = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[NAE_SPAIN].pieces, d->units))
    {
        const bool irregular = d->unit[unit].type == NAE_MILITIA || d->unit[unit].type == NAE_GUERRILLA;
        if (irregular && nae_on_map(s, unit)) {
            nae_pieces_add(&out, unit);
        }
    }
    return out;
}

NaePieces nae_irregulars(const NaeData *d, const NaeState *s)
{
    NaePieces out = nae_irregulars_on_map(d, s);
    NAE_EACH_PIECE(unit, nae_with(s, out, NAE_INSIDE))
    {
        if (nae_besieged(s, s->place[unit])) {
            nae_pieces_drop(&out, unit);
        }
    }
    return out;
}

NaeZones nae_cheering_zones(const NaePlay *p)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const unsigned napoleon = d->napoleon;
    NaeZones zones = nae_zones_none();
    if (!nae_on_map(s, napoleon)) {
        return zones;
    }
    NaeZones near = d->adjacent[s->place[napoleon]];
    nae_zones_add(&near, s->place[napoleon]);
    NAE_EACH_ZONE(zone, near)
    {
        const NaePieces force = nae_field(d, s, zone, NAE_EMPIRE);
        if (!nae_pieces_empty(nae_with(s, force, NAE_DEMORALISED)) &&
            nae_force_nation(d, s, force) == NAE_FRANCE && nae_field_supplied(p, zone, NAE_EMPIRE)) {
            nae_zones_add(&zones, zone);
        }
    }
    return zones;
}

NaePieces nae_expeditionary_corps(const NaeData *d, const NaeState *s, unsigned power)
{
    NaePieces out = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_minus(d->units, s->expeditionary))
    {
        const unsigned nation = d->nation_of[unit];
        if (nae_is_major(nation) && s->major[nation].status == NAE_FORCED_ALLIANCE &&
            (power == NAE_NONE || power == nation) && nae_on_map(s, unit) && !d->unit[unit].home_only &&
            !d->unit[unit].army_only &&
            !nae_field_units(d, s, s->place[unit], NAE_COALITION)) { /* its enemies would share its zone */
            nae_pieces_add(&out, unit);
        }
    }
    return out;
}

NaePieces nae_levy(const NaeData *d, const NaeState *s)
{
    NaePieces out = nae_pieces_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[NAE_FRANCE].pieces, d->units))
    {
        if (s->place[unit] == NAE_RESERVE && d->unit[unit].type == NAE_INFANTRY && d->unit[unit].steps == 2) {
            nae_pieces_add(&out, unit);
        }
    }
    return out;
}

NaeZones nae_led_forces(const NaeData *d, const NaeState *s)
{
    NaeZones zones = nae_zones_none();
    NAE_EACH_PIECE(unit, nae_pieces_and(s->owned[NAE_COALITION], d->units))
    {
        if (nae_on_map(s, unit) && !nae_bit(s, unit, NAE_INSIDE)) {
            nae_zones_add(&zones, s->place[unit]);
        }
    }
    return zones;
}

/* ------------------------------------------------------------------ conditions */

/* By either side: texts that mean one of them say so (20F, 46C, 47C). */
static bool beaten(const NaeState *s, unsigned power) { return nae_defeats(&s->major[power]) > 0; }

bool nae_may_reform(const NaeData *d, const NaeState *s, unsigned power, bool beaten_only)
{
    assert(power < NAE_MAJORS);
    const NaeMajor *m = &s->major[power];
    return d->nation[power].reform && (m->flags & NAE_REFORMED) == 0 && (!beaten_only || nae_defeats(m) > 0);
}

/* Allies: who has become territory of France is none any more [8.3.1]. */
static unsigned confederates(const NaeData *d, const NaeState *s)
{
    unsigned count = 0;
    for (unsigned minor = NAE_MAJORS; minor < NAE_NATIONS; minor++) {
        const unsigned status = nae_status(s, minor);
        count += d->nation[minor].confederate && (status == NAE_EMPIRE_ALLY || status == NAE_PROTECTORATE);
    }
    return count;
}

static bool walewska(const NaeData *d, const NaeState *s)
{
    const unsigned warsaw = d->nation[NAE_POLAND].capital[0];
    return nae_status(s, NAE_POLAND) == NAE_NOT_CREATED && nae_side_of_zone(s, warsaw) == NAE_COALITION &&
           nae_controls(d, s, warsaw, NAE_EMPIRE);
}

static bool westphalia(const NaeData *d, const NaeState *s)
{
    return (s->flags & NAE_PUNISHMENTS) != 0 && nae_event_played(s, NAE_F(20)) &&
           nae_event_played(s, NAE_F(24)) && nae_status(s, NAE_WESTPHALIA) == NAE_NOT_CREATED &&
           nae_westphalian_parts(d, s) >= 3 &&
           nae_side_of_zone(s, d->nation[NAE_NAPLES].capital[0]) == NAE_EMPIRE;
}

/* In forced peace or alliance, or neutral after a defeat, whoever dealt it (46C, 47C). */
static bool may_rejoin(const NaeState *s, unsigned power)
{
    assert(power < NAE_MAJORS);
    const NaeMajor *m = &s->major[power];
    return m->status == NAE_FORCED_PEACE || m->status == NAE_FORCED_ALLIANCE ||
           (m->status == NAE_NEUTRAL && nae_defeats(m) > 0);
}

static bool has_forced_ally(const NaeData *d, const NaeState *s)
{
    return !nae_pieces_empty(nae_expeditionary_corps(d, s, NAE_NONE));
}

static bool sweden_may_come(const NaeState *s)
{
    const unsigned status = nae_status(s, NAE_SWEDEN);
    return status == NAE_NEUTRAL || status == NAE_COALITION_ALLY || status == NAE_EMPIRE_ALLY;
}

static bool defectors(const NaeState *s)
{
    return nae_status(s, NAE_BAVARIA) == NAE_EMPIRE_ALLY || nae_status(s, NAE_WURTTEMBERG) == NAE_EMPIRE_ALLY;
}

static bool may_pick(const NaeData *d, const NaeState *s, unsigned side, enum nae_pick pick, unsigned arg)
{
    return nae_event_activation_possible(d, s, side, pick, arg);
}

static bool spanish_or_neutral(const NaeState *s)
{
    return nae_status(s, NAE_SPAIN) == NAE_EMPIRE_ALLY || nae_status(s, NAE_SPAIN) == NAE_NEUTRAL;
}

/* A card in the other hand besides the permanent ones, which are known and not discarded. */
static bool other_hand(const NaeData *d, const NaeState *s, unsigned victim)
{
    unsigned count = nae_hand_count(s, victim);
    for (unsigned card = victim * NAE_DECK; card < (victim + 1U) * NAE_DECK; card++) {
        count -= d->is_permanent[card] != 0 && nae_in_hand(s, card) ? 1U : 0U;
    }
    return count > 0;
}

static bool may_place(const NaePlay *p, unsigned card, unsigned piece)
{
    return piece != NAE_NONE && p->s->place[piece] >= NAE_ZONES && p->s->place[piece] != NAE_OUT &&
           !nae_zones_empty(nae_card_places(p, card, piece));
}

static unsigned revolt_unit(const NaeData *d, unsigned nation)
{
    assert(nation < NAE_NATIONS);
    return nae_pieces_first(nae_pieces_and(d->nation[nation].pieces, d->units));
}

static bool may_levy(const NaePlay *p, unsigned card)
{
    NAE_EACH_PIECE(unit, nae_levy(p->d, p->s))
    {
        if (!nae_zones_empty(nae_card_places(p, card, unit))) {
            return true;
        }
    }
    return false;
}

static bool russian_winter(const NaeData *d, const NaeState *s)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(s->owned[NAE_EMPIRE], d->units))
    {
        const unsigned zone = s->place[unit];
        if (zone < d->zones && s->owner[zone] == NAE_RUSSIA && nae_zone_is(d, zone, NAE_ZONE_POOR)) {
            return true;
        }
    }
    return false;
}

static bool iberian_force(const NaeData *d, const NaeState *s)
{
    return may_pick(d, s, NAE_EMPIRE, NAE_PICK_IBERIA, 0);
}

static bool guerrillas_wait(const NaeData *d, const NaeState *s)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(d->nation[NAE_SPAIN].pieces, d->units))
    {
        if (d->unit[unit].event == NAE_C(34) && !nae_on_map(s, unit)) {
            return true;
        }
    }
    return false;
}

static bool french_condition(const NaePlay *p, unsigned card)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const bool peace = s->major[NAE_AUSTRIA].status == NAE_FORCED_PEACE ||
                       s->major[NAE_AUSTRIA].status == NAE_FORCED_ALLIANCE;
    const unsigned warsaw = d->nation[NAE_POLAND].capital[0];
    switch (card) {
    case NAE_F(1):
        return may_pick(d, s, NAE_EMPIRE, NAE_PICK_GENERAL, d->napoleon);
    case NAE_F(2):
    case NAE_F(43):
        return may_pick(d, s, NAE_EMPIRE, NAE_PICK_ANY, 0);
    case NAE_F(4):
    case NAE_F(15):
        return nae_event_sailing_possible(d, s, NAE_EMPIRE, card);
    case NAE_F(7):
        return nae_status(s, NAE_SPAIN) == NAE_EMPIRE_ALLY;
    case NAE_F(9):
    case NAE_F(16):
    case NAE_F(23):
    case NAE_F(37):
    case NAE_F(53):
        return nae_can_start_war(d, s, card);
    case NAE_F(11):
        return nae_has_target(d, s, NAE_EMPIRE, NAE_TARGET_ANY, nae_card_value(d, s, card));
    case NAE_F(14):
        return nae_has_target(d, s, NAE_EMPIRE, NAE_TARGET_14F, nae_card_value(d, s, card));
    case NAE_F(42):
        return nae_has_target(d, s, NAE_EMPIRE, NAE_TARGET_42F, nae_card_value(d, s, card));
    case NAE_F(12):
        return !nae_zones_empty(nae_led_forces(d, s)) ||
               may_pick(d, s, NAE_EMPIRE, NAE_PICK_GENERAL, d->napoleon);
    case NAE_F(17):
        return s->major[NAE_PRUSSIA].status == NAE_NEUTRAL;
    case NAE_F(18):
        return may_place(p, card, nae_card_special(d, card));
    case NAE_F(20):
        return beaten(s, NAE_PRUSSIA) && beaten(s, NAE_AUSTRIA) && confederates(d, s) >= 6 &&
               nae_status(s, NAE_CONFEDERATION) == NAE_NOT_CREATED;
    case NAE_F(22):
        return walewska(d, s);
    case NAE_F(24):
        return (s->flags & NAE_BLOCKADE) != 0 && nae_status(s, NAE_SPAIN) == NAE_EMPIRE_ALLY;
    case NAE_F(27):
    case NAE_F(39):
        return may_levy(p, card);
    case NAE_F(29):
        return may_pick(d, s, NAE_EMPIRE, NAE_PICK_NATION, NAE_FRANCE);
    case NAE_F(34):
        return peace && s->major[NAE_AUSTRIA].victor == NAE_FRANCE;
    case NAE_F(38):
        return nae_status(s, NAE_POLAND) == NAE_PROTECTORATE && !nae_holds(d, s, warsaw, NAE_COALITION) &&
               !nae_pieces_empty(nae_minor_step_units(p, NAE_POLAND));
    case NAE_F(40):
        return has_forced_ally(d, s);
    case NAE_F(41):
        return other_hand(d, s, NAE_COALITION);
    case NAE_F(44):
        return iberian_force(d, s);
    case NAE_F(45):
        return westphalia(d, s);
    case NAE_F(46):
        /* Under fog of war who is shut in may not show [9.2]. */
        return !nae_pieces_empty(d->option.fog_of_war ? nae_irregulars_on_map(d, s) : nae_irregulars(d, s));
    case NAE_F(50):
        return !nae_zones_empty(nae_cheering_zones(p));
    default:
        return true; /* 10F, 13F, 25F, 33F, 35F, 36F, 48F, 49F, 52F, 54F */
    }
}

static bool coalition_condition(const NaePlay *p, unsigned card)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    const bool turks = nae_side_of(s, NAE_TURKEY) == NAE_COALITION;
    switch (card) {
    case NAE_C(1):
    case NAE_C(9):
    case NAE_C(24):
        return nae_event_sailing_possible(d, s, NAE_COALITION, card);
    case NAE_C(2): /* enemies of hers: not the guests of a peace that the Empire has imposed */
        return nae_side_of(s, NAE_RUSSIA) == NAE_COALITION &&
               steps_inside(d, s, NAE_EMPIRE, NAE_RUSSIA) >= 10;
    case NAE_C(14):
    case NAE_C(29):
    case NAE_C(43):
        return may_pick(d, s, NAE_COALITION, NAE_PICK_ANY, 0);
    case NAE_C(8):
        return spanish_or_neutral(s);
    case NAE_C(17):
        return nae_has_target(d, s, NAE_COALITION, NAE_TARGET_17C, NAE_NO_MINIMUM);
    case NAE_C(18):
        return (s->flags & NAE_BAVARIAN_KINGDOM) != 0 && may_place(p, card, revolt_unit(d, NAE_TYROL));
    case NAE_C(19):
        return nae_has_target(d, s, NAE_COALITION, NAE_TARGET_ANY, NAE_NO_MINIMUM);
    case NAE_C(20):
        return nae_has_target(d, s, NAE_COALITION, NAE_TARGET_20C, NAE_NO_MINIMUM);
    case NAE_C(22):
        return nae_event_played(s, NAE_F(24)) && (s->flags & NAE_LIBERATION) == 0;
    case NAE_C(23):
        return !turks && may_place(p, card, revolt_unit(d, NAE_SERBIA));
    case NAE_C(25):
        return may_place(p, card, revolt_unit(d, NAE_CHOUANS));
    case NAE_C(26):
        return nae_status(s, NAE_SWEDEN) == NAE_COALITION_ALLY &&
               (!nae_pieces_empty(nae_minor_step_units(p, NAE_SWEDEN)) ||
                may_pick(d, s, NAE_COALITION, NAE_PICK_NATION, NAE_SWEDEN));
    case NAE_C(33):
        return unit_of_in(d, s, NAE_BRITAIN, NAE_PORTUGAL);
    case NAE_C(34): /* a Spain at peace, or the Empire's ally again, fights no such war */
        return (s->flags & NAE_LIBERATION) != 0 && nae_side_of(s, NAE_SPAIN) == NAE_COALITION &&
               guerrillas_wait(d, s);
    case NAE_C(35):
    case NAE_C(36):
    case NAE_C(37):
        return may_place(p, card, nae_card_special(d, card));
    case NAE_C(38):
        return sweden_may_come(s);
    case NAE_C(39):
        return other_hand(d, s, NAE_EMPIRE);
    case NAE_C(41):
        return russian_winter(d, s);
    case NAE_C(45):
        return nae_may_reform(d, s, NAE_AUSTRIA, false) || nae_may_reform(d, s, NAE_PRUSSIA, false);
    case NAE_C(46):
        return may_rejoin(s, NAE_PRUSSIA);
    case NAE_C(47):
        return may_rejoin(s, NAE_AUSTRIA) && !nae_modifier_runs(s, NAE_F(34));
    case NAE_C(48):
        return !nae_zones_empty(nae_cossack_targets(d, s));
    case NAE_C(49):
        return nae_has_target(d, s, NAE_COALITION, NAE_TARGET_49C, NAE_NO_MINIMUM);
    case NAE_C(50):
        return defectors(s);
    case NAE_C(52):
        return s->side[NAE_COALITION].hand_ceiling <= d->table.hand_max;
    case NAE_C(54):
        return !nae_zones_empty(nae_royalist_zones(d, s));
    default:
        return true; /* 3C, 6C, 7C, 13C, 16C, 51C, 53C, 55C */
    }
}

bool nae_card_condition(const NaePlay *p, unsigned card, unsigned phase)
{
    (void)phase;
    return nae_card_side(card) == NAE_EMPIRE ? french_condition(p, card) : coalition_condition(p, card);
}

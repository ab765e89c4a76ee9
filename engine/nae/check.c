/* check.c: every invariant of a full position, recomputed from scratch. */
#include <stdarg.h>
#include <stdio.h>

#include "engine/nae/force.h"
#include "engine/nae/nae.h"
#include "engine/nae/rules.h"
#include "engine/nae/view.h"

typedef struct Check {
    const NaeData *d;
    const NaeState *s;
    char *message;
} Check;

__attribute__((format(printf, 2, 3))) static bool broken(const Check *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(c->message, GAME_CHECK_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- pieces ---- */

/* Each piece is in one place that a piece of its kind may have, with bits that mean something there. */
static bool check_piece(const Check *c, unsigned piece)
{
    assert(piece < NAE_PIECES);
    const NaeState *s = c->s;
    const unsigned place = s->place[piece];
    const char *id = c->d->piece_id[piece];
    if (nae_is_fleet(piece)) {
        const unsigned at = s->bits[piece] & NAE_AT;
        const unsigned limit = at == NAE_AT_SEA ? (unsigned)NAE_SEAS : c->d->zones;
        if (at == NAE_AT_SPECIAL ? place < NAE_ZONES : place >= limit) {
            return broken(c, "fleet %s: place %u does not go with where it is (%u)", id, place, at);
        }
        if ((at == NAE_AT_PORT || at == NAE_AT_BOX) && !nae_zone_is(c->d, place, NAE_ZONE_PORT)) {
            return broken(c, "fleet %s: no port at %s", id, c->d->zone_id[place]);
        }
        if (at != NAE_AT_BOX && nae_bit(s, piece, NAE_FROM_BLACK_SEA)) {
            return broken(c, "fleet %s: marked for a blockade box, in none", id);
        }
        return true;
    }
    if (place >= c->d->zones && (place < NAE_ZONES || place >= NAE_CORSAIRS)) {
        return broken(c, "%s: place %u", id, place);
    }
    if (nae_is_unit(piece) && nae_is_cut(s, piece) && place >= NAE_ZONES && place != NAE_ABOARD) {
        return broken(c, "%s: cut off from its supply off the map", id);
    }
    if (place >= NAE_ZONES && place != NAE_ABOARD && place != NAE_HELD &&
        (s->bits[piece] & (NAE_INSIDE | NAE_ACTIVATED | NAE_UNSUPPLIED)) != 0) {
        return broken(c, "%s: marked %u off the map", id, s->bits[piece]);
    }
    return true;
}

static bool check_pieces(const Check *c)
{
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        if (!check_piece(c, piece)) {
            return false;
        }
        if (nae_is_unit(piece) && nae_bit(c->s, piece, NAE_REDUCED) && c->d->unit[piece].steps < 2) {
            return broken(c, "%s: reduced, but has one step", c->d->piece_id[piece]);
        }
    }
    const uint8_t *place = &c->s->place[NAE_PIECES];
    const uint8_t *bits = &c->s->bits[NAE_PIECES];
    unsigned dirty = 0;
    for (unsigned i = 0; i < NAE_PIECE_BYTES - NAE_PIECES; i++) {
        dirty |= (unsigned)(place[i] ^ NAE_OUT) | (NAE_PIECES + i < sizeof c->s->bits ? bits[i] : 0U);
    }
    if (dirty != 0) {
        return broken(c, "padding of pieces is not clean");
    }
    return true;
}

/* Sides of pieces follow from statuses. */
static bool check_owned(const Check *c)
{
    NaeState copy = *c->s;
    nae_recompute_owned(c->d, &copy);
    for (unsigned side = 0; side < 2; side++) {
        if (!nae_pieces_equal(copy.owned[side], c->s->owned[side])) {
            return broken(c, "pieces of side %u do not follow from the statuses", side);
        }
    }
    return nae_pieces_meet(c->s->owned[0], c->s->owned[1]) ? broken(c, "a piece serves both sides") : true;
}

/* ---- forces ---- */

/* Who follows a commander in a zone is being asked. */
static bool is_replaced(const NaeState *s, unsigned zone)
{
    for (unsigned i = 0; i < s->frames; i++) {
        if (s->frame[i].step == NAE_STEP_REPLACE && s->frame[i].a == zone) {
            return true;
        }
    }
    return false;
}

/* Standing forces are legal [7.1-7.4] between actions: whenever nothing is going on in the zone. */
static bool check_force(const Check *c, NaePieces set, unsigned zone, const char *what)
{
    const NaePieces generals = nae_pieces_and(set, c->d->generals);
    if (nae_pieces_empty(set)) {
        return true;
    }
    for (unsigned army = 0; army < 2; army++) {
        const NaePieces part = nae_army_part(c->s, set, army);
        const unsigned leaders =
            nae_pieces_count(nae_with(c->s, nae_pieces_and(part, c->d->generals), NAE_COMMANDS));
        if (nae_pieces_meet(part, generals) && leaders != 1 && !is_replaced(c->s, zone)) {
            return broken(c, "%s in %s: %u commanders", what, c->d->zone_id[zone], leaders);
        }
    }
    const enum nae_fault fault = nae_has_units(c->d, set)
                                     ? nae_force_fault(c->d, c->s, nae_army_part(c->s, set, 0),
                                                       nae_commander(c->d, c->s, nae_army_part(c->s, set, 0)))
                                     : NAE_FAULT_NONE;
    return nae_has_units(c->d, set) && !nae_force_legal(c->d, c->s, set)
               ? broken(c, "%s in %s is no legal force (%u)", what, c->d->zone_id[zone], (unsigned)fault)
               : true;
}

/* No activation, battle or event is under way: every force must be as it may stand. */
static bool at_rest(const NaeState *s)
{
    const unsigned step = s->frames > 0 ? s->frame[s->frames - 1].step : (unsigned)NAE_STEP_NOTHING;
    return s->march.side > 1 && s->battle.attacker > 1 && s->voyage.side > 1 && s->campaign.on == 0 &&
           (step == NAE_STEP_ACTION || step == NAE_STEP_DECLARE || step == NAE_STEP_KEEP ||
            step == NAE_STEP_BUDGET_EVENT);
}

static bool check_zone_forces(const Check *c, unsigned zone)
{
    const NaePieces both[2] = {nae_land(c->d, c->s, zone, 0), nae_land(c->d, c->s, zone, 1)};
    for (unsigned side = 0; side < 2; side++) {
        if (nae_pieces_empty(both[side])) {
            continue;
        }
        const NaePieces field = nae_without(c->s, both[side], NAE_INSIDE);
        const NaePieces inside = nae_with(c->s, both[side], NAE_INSIDE);
        if (!check_force(c, field, zone, "the force") || !check_force(c, inside, zone, "the garrison")) {
            return false;
        }
        NAE_EACH_PIECE(piece, both[side])
        {
            if ((c->s->bits[piece] & NAE_GROUP) != NAE_STANDING) {
                return broken(c, "%s in %s stands in slot %u", c->d->piece_id[piece], c->d->zone_id[zone],
                              c->s->bits[piece] & NAE_SLOT);
            }
        }
    }
    const bool meet = nae_has_units(c->d, nae_without(c->s, both[0], NAE_INSIDE)) &&
                      nae_has_units(c->d, nae_without(c->s, both[1], NAE_INSIDE));
    return meet ? broken(c, "both sides stand in the field of %s", c->d->zone_id[zone]) : true;
}

static bool check_forces(const Check *c)
{
    for (unsigned zone = 0; zone < c->d->zones && at_rest(c->s); zone++) {
        if (!check_zone_forces(c, zone)) {
            return false;
        }
    }
    return true;
}

/* ---- fleets ---- */

static bool check_fleets(const Check *c)
{
    uint8_t count[2][4][NAE_PIECE_BYTES] = {{{0}}};
    for (unsigned fleet = NAE_FIRST_FLEET; fleet < NAE_PIECES && c->s->voyage.side > 1; fleet++) {
        const unsigned at = c->s->bits[fleet] & NAE_AT;
        const unsigned side = nae_side_of_piece(c->s, fleet);
        if (nae_bit(c->s, fleet, NAE_SAILING) && c->s->frames > 0 &&
            c->s->frame[c->s->frames - 1].step != NAE_STEP_SQUADRON &&
            c->s->frame[c->s->frames - 1].step != NAE_STEP_FLEE) {
            return broken(c, "%s sails without a voyage", c->d->piece_id[fleet]);
        }
        if (at != NAE_AT_SPECIAL && side < 2 && ++count[side][at][c->s->place[fleet]] > 3 && at_rest(c->s)) {
            return broken(c, "four fleets with %s", c->d->piece_id[fleet]);
        }
    }
    return true;
}

/* ---- zones ---- */

static bool check_zone(const Check *c, unsigned zone)
{
    assert(zone < NAE_ZONES);
    const NaeState *s = c->s;
    const NaeZone *z = &c->d->zone[zone];
    const char *id = c->d->zone_id[zone];
    const unsigned marker = nae_marker(s, zone);
    if (s->owner[zone] >= NAE_NATIONS) {
        return broken(c, "%s belongs to nation %u", id, s->owner[zone]);
    }
    if (marker != NAE_NOBODY && ((z->flags & NAE_ZONE_CONTROLLABLE) == 0 || marker > 1)) {
        return broken(c, "%s carries a control marker", id);
    }
    if (nae_besieged(s, zone) && (z->fortress == 0 || nae_fort_state(s, zone) == NAE_FORT_DESTROYED)) {
        return broken(c, "%s is besieged without a fortress", id);
    }
    if (nae_besieged(s, zone) && at_rest(s) && nae_fortress_side(c->d, s, zone) < 2 &&
        !nae_field_units(c->d, s, zone, nae_other(nae_fortress_side(c->d, s, zone)))) {
        return broken(c, "nobody besieges %s", id);
    }
    const unsigned user = nae_fortress_side(c->d, s, zone);
    if (user < 2 && at_rest(s) && nae_has_units(c->d, nae_garrison(c->d, s, zone, nae_other(user)))) {
        return broken(c, "the enemy is in the fortress of %s", id);
    }
    if (z->fortress == 0 && nae_fort_state(s, zone) != NAE_FORT_OWNER) {
        return broken(c, "%s has the state of a fortress", id);
    }
    return true;
}

static bool check_zones(const Check *c)
{
    for (unsigned zone = 0; zone < c->d->zones; zone++) {
        if (!check_zone(c, zone)) {
            return false;
        }
    }
    return true;
}

/* ---- nations ---- */

static bool check_nations(const Check *c)
{
    for (unsigned nation = 0; nation < NAE_NATIONS; nation++) {
        const unsigned status = nae_status(c->s, nation);
        if (status >= NAE_STATUS_COUNT) {
            return broken(c, "%s has status %u", c->d->nation_id[nation], status);
        }
        if (nation >= NAE_MAJORS) {
            const unsigned patron = c->s->minor[nation - NAE_MAJORS].patron;
            if (patron != NAE_NONE && patron >= NAE_NATIONS) {
                return broken(c, "%s follows nation %u", c->d->nation_id[nation], patron);
            }
        }
    }
    if (nae_status(c->s, NAE_FRANCE) != NAE_EMPIRE_ALLY) {
        return broken(c, "France is not at war on its own side");
    }
    for (unsigned major = 0; major < NAE_MAJORS; major++) {
        const NaeMajor *m = &c->s->major[major];
        const bool peace = m->status == NAE_FORCED_PEACE || m->status == NAE_FORCED_ALLIANCE;
        if (peace && m->victor >= NAE_NATIONS) {
            return broken(c, "%s is at forced peace with nobody", c->d->nation_id[major]);
        }
    }
    return true;
}

/* Statuses fit the wars [8.1, map 16]: a minor at peace follows a patron at peace, one whose patron is beaten
 * shares its peace, annexed land is a nation's of the right side. Asked between actions. */
static bool check_statuses(const Check *c)
{
    for (unsigned nation = NAE_MAJORS; nation < NAE_NATIONS && at_rest(c->s); nation++) {
        const NaeMinor *minor = &c->s->minor[nation - NAE_MAJORS];
        const unsigned patron =
            minor->patron < NAE_MAJORS ? nae_status(c->s, minor->patron) : NAE_STATUS_COUNT;
        const bool peace = patron == NAE_FORCED_PEACE || patron == NAE_FORCED_ALLIANCE;
        const char *id = c->d->nation_id[nation];
        if (minor->status == NAE_NEUTRAL && patron != NAE_STATUS_COUNT && patron != NAE_NEUTRAL) {
            return broken(c, "%s is neutral, its patron is not (%u)", id, patron);
        }
        if ((minor->status == NAE_FORCED_PEACE || minor->status == NAE_FORCED_ALLIANCE) && !peace) {
            return broken(c, "%s shares a peace that its patron does not have", id);
        }
        if (minor->status == NAE_ANNEXED_EMPIRE || minor->status == NAE_ANNEXED_COALITION) {
            const unsigned side = minor->status == NAE_ANNEXED_EMPIRE ? NAE_EMPIRE : NAE_COALITION;
            if (minor->patron < NAE_NATIONS && nae_side_of(c->s, minor->patron) == nae_other(side)) {
                return broken(c, "%s is annexed by the other side's %s", id, c->d->nation_id[minor->patron]);
            }
        }
    }
    for (unsigned major = 0; major < NAE_MAJORS; major++) {
        if (c->s->major[major].status == NAE_FORCED_ALLIANCE && nae_victor_side(c->s, major) != NAE_EMPIRE) {
            return broken(c, "%s is a forced ally of nobody's Empire", c->d->nation_id[major]);
        }
    }
    return true;
}

/* Corps in the field of neutral land [12.1]; risings break out where they will. */
static bool stands_abroad(const Check *c, unsigned zone, unsigned side)
{
    NAE_EACH_PIECE(unit, nae_pieces_and(nae_field(c->d, c->s, zone, side), c->d->units))
    {
        if (c->d->unit[unit].type != NAE_REVOLT && nae_status(c->s, c->s->owner[zone]) == NAE_NEUTRAL) {
            return true;
        }
    }
    return false;
}

/* Markers and fortresses say what differs from the owner's side [3.2, 15.5]: none on land of one's own side,
 * and no siege by a side whose fortress it is. */
static bool check_control(const Check *c)
{
    for (unsigned zone = 0; zone < c->d->zones && at_rest(c->s); zone++) {
        const unsigned side = nae_side_of_zone(c->s, zone);
        const unsigned state = nae_fort_state(c->s, zone);
        const char *id = c->d->zone_id[zone];
        for (unsigned guest = 0; guest < 2; guest++) {
            if (stands_abroad(c, zone, guest)) {
                return broken(c, "%s: side %u stands on neutral land", id, guest);
            }
        }
        if (nae_marker(c->s, zone) < 2 && nae_marker(c->s, zone) == side) {
            return broken(c, "%s carries a marker of its own side", id);
        }
        if ((state == NAE_FORT_EMPIRE || state == NAE_FORT_COALITION) && state - NAE_FORT_EMPIRE == side) {
            return broken(c, "the fortress of %s is marked for its own side", id);
        }
    }
    return true;
}

/* ---- cards ---- */

static bool check_pile(const Check *c, unsigned side)
{
    assert(side < SEAT_COUNT);
    const NaeState *s = c->s;
    bool seen[NAE_CARDS] = {false};
    const unsigned count = s->side[side].pile;
    if (count > NAE_DECK) {
        return broken(c, "%u cards in the pile of side %u", count, side);
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned card = s->pile[side][i];
        if (card >= NAE_CARDS || nae_card_side(card) != side || seen[card] ||
            nae_card_place(s, card) != NAE_CARD_PILE) {
            return broken(c, "card %u of the pile of side %u is wrong or there twice", card, side);
        }
        seen[card] = true;
    }
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = side * NAE_DECK + i;
        if (nae_card_place(s, card) == NAE_CARD_PILE && !seen[card]) {
            return broken(c, "%s is not in its pile", c->d->card_id[card]);
        }
        if (nae_card_place(s, card) > NAE_CARD_REMOVED) {
            return broken(c, "%s is at place %u", c->d->card_id[card], nae_card_place(s, card));
        }
    }
    return true;
}

/* No card of this game gets lost: what was dealt at set-up, or came with the Punishments, is somewhere
 * [5, 6.1].
 */
static bool check_cards(const Check *c)
{
    const NaeState *s = c->s;
    const bool late_ones = (s->flags & NAE_PUNISHMENTS & ~c->d->setup.flags) != 0;
    for (unsigned card = 0; card < NAE_CARDS; card++) {
        const bool late = (c->d->card[card].flags & NAE_PUNISHMENTS_CARD) != 0;
        const bool dealt =
            (c->d->setup.card[card] & NAE_CARD_PLACE) != NAE_CARD_ABSENT || (late && late_ones);
        if (dealt && nae_card_place(s, card) == NAE_CARD_ABSENT) {
            return broken(c, "%s is lost", c->d->card_id[card]);
        }
    }
    return true;
}

/* ---- the agenda ---- */

static bool check_agenda(const Check *c)
{
    const NaeState *s = c->s;
    if (s->header.over != 0) {
        return true;
    }
    if (s->frames == 0 || s->frames > NAE_FRAMES || s->header.seat > 1) {
        return broken(c, "%u entries in the agenda, seat %u decides", s->frames, s->header.seat);
    }
    const NaeFrame *top = &s->frame[s->frames - 1];
    if (top->step >= NAE_STEP_COUNT || NAE_STEPS[top->step].options == NULL || top->step != s->header.step) {
        return broken(c, "step %u is open, the top of the agenda is %s", s->header.step,
                      nae_step_name(top->step));
    }
    for (unsigned i = s->frames; i < NAE_FRAMES; i++) {
        static const NaeFrame clean;
        if (memcmp(&s->frame[i], &clean, sizeof clean) != 0) {
            return broken(c, "entry %u of the agenda is not clean", i);
        }
    }
    return true;
}

/* A voyage's cargo is there only while it runs, and a fleet of it carries each piece. */
static bool check_cargo(const Check *c)
{
    for (unsigned piece = 0; piece < NAE_FIRST_FLEET; piece++) {
        if (c->s->place[piece] != NAE_ABOARD) {
            continue;
        }
        if (c->s->voyage.side > 1) {
            return broken(c, "%s is aboard of nothing", c->d->piece_id[piece]);
        }
        const unsigned carrier = c->s->bits[piece] & 3U;
        if (carrier > 2 || c->s->voyage.carrier[carrier] >= NAE_PIECES) {
            return broken(c, "no fleet carries %s", c->d->piece_id[piece]);
        }
    }
    return true;
}

bool nae_check(const NaeData *d, const NaeState *s, char message[GAME_CHECK_BYTES])
{
    const Check c = {d, s, message};
    return check_agenda(&c) && check_pieces(&c) && check_owned(&c) && check_nations(&c) && check_zones(&c) &&
           check_fleets(&c) && check_cargo(&c) && check_statuses(&c) && check_control(&c) &&
           check_cards(&c) && check_pile(&c, 0) && check_pile(&c, 1) && check_forces(&c);
}

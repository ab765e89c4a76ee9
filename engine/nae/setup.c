/* setup.c: the position a scenario begins with [20, map 20]. */
#include <string.h>

#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/nae.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* ---- where pieces wait that stand nowhere ---- */

static bool event_happened(const NaeData *d, unsigned card)
{
    return card != NAE_NONE && (d->setup.card[card] & NAE_EVENT_PLAYED) != 0;
}

static unsigned unit_waits(const NaeData *d, unsigned unit)
{
    const NaeUnit *u = &d->unit[unit];
    if (u->code == NAE_CODE_V) { /* comes with Venice in the Kingdom of Italy (3; map 16.8) */
        return d->setup.owner[nae_zone_by_id(d, "venise")] == NAE_ITALY ? NAE_RESERVE : NAE_LATER;
    }
    return u->code == NAE_CODE_NONE || event_happened(d, u->event) || nae_pieces_in(d->setup.reserve, unit)
               ? NAE_RESERVE
               : NAE_LATER;
}

static unsigned general_waits(const NaeData *d, unsigned piece)
{
    const NaeGeneral *g = nae_general(d, piece);
    if (g->removal != 0 && g->removal <= d->setup.first_year) {
        return NAE_OUT;
    }
    const bool here = g->year != 0 ? g->year <= d->setup.first_year && g->enters_with == NAE_NONE
                                   : event_happened(d, g->event);
    return here ? NAE_RESERVE : NAE_LATER;
}

static void put_waiting(const NaeData *d, NaeState *s)
{
    memset(s->place, NAE_OUT, sizeof s->place);
    for (unsigned piece = 0; piece < NAE_PIECES; piece++) {
        unsigned place = NAE_RESERVE;
        if (nae_pieces_in(d->setup.out, piece)) {
            /* Special units come with their cards (3); the rest is gone for good. */
            place = nae_is_special(piece) ? NAE_LATER : NAE_OUT;
        } else if (nae_is_unit(piece)) {
            place = unit_waits(d, piece);
        } else if (nae_is_general(piece)) {
            place = general_waits(d, piece);
        } else if (nae_is_special(piece)) {
            place = event_happened(d, nae_special(d, piece)->event) ? NAE_RESERVE : NAE_LATER;
        }
        s->place[piece] = (uint8_t)place;
    }
}

/* ---- forces and squadrons ---- */

static void put_force(const NaeData *d, NaeState *s, const NaeSetupForce *f)
{
    for (unsigned i = 0; i < f->units; i++) {
        s->place[f->unit[i]] = f->zone;
        s->bits[f->unit[i]] = (f->reduced >> i & 1U) != 0 ? NAE_REDUCED : 0;
    }
    if (f->commander != NAE_NONE) {
        s->place[f->commander] = f->zone;
        s->bits[f->commander] = NAE_COMMANDS;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (f->subordinate[i] != NAE_NONE) {
            s->place[f->subordinate[i]] = f->zone;
        }
    }
    if (f->army != NAE_NONE) {
        s->place[f->army] = f->zone;
    }
    for (unsigned i = 0; i < f->specials; i++) {
        s->place[f->special[i]] = f->zone;
    }
    for (unsigned i = 0; i < f->fleets; i++) {
        s->place[f->fleet[i]] = f->zone;
        s->bits[f->fleet[i]] = NAE_AT_PORT;
    }
    for (unsigned i = 0; i < f->depots; i++) {
        const unsigned depot = nae_pieces_first(
            nae_of_nation(d, nae_pieces_and(nae_all_at(s, NAE_RESERVE), d->depots), f->power));
        if (depot != NAE_NONE) {
            s->place[depot] = f->zone;
        }
    }
}

static void put_fleet(NaeState *s, const NaeSetupSquadron *q, unsigned fleet)
{
    s->place[fleet] = q->place;
    s->bits[fleet] = q->at;
}

/* With random_fleets the marked seats are drawn among the fleets of the power that stand nowhere [rule 4 of
 * the set-up]. */
static void put_squadrons(const NaeData *d, NaeState *s, Dice *dice)
{
    for (unsigned i = 0; i < d->setup.squadrons; i++) {
        const NaeSetupSquadron *q = &d->setup.squadron[i];
        for (unsigned k = 0; k < q->fleets; k++) {
            if (!d->option.random_fleets || (q->random >> k & 1U) == 0) {
                put_fleet(s, q, q->fleet[k]);
            }
        }
    }
    for (unsigned i = 0; d->option.random_fleets && i < d->setup.squadrons; i++) {
        const NaeSetupSquadron *q = &d->setup.squadron[i];
        for (unsigned k = 0; k < q->fleets; k++) {
            uint8_t pool[NAE_FLEETS];
            unsigned count = 0;
            if ((q->random >> k & 1U) == 0) {
                continue;
            }
            NAE_EACH_PIECE(fleet, nae_of_nation(d, d->fleets, d->nation_of[q->fleet[k]]))
            {
                if (s->place[fleet] == NAE_RESERVE && (s->bits[fleet] & NAE_AT) == NAE_AT_SPECIAL) {
                    pool[count++] = (uint8_t)fleet;
                }
            }
            if (count > 0) {
                put_fleet(s, q, pool[count > 1 ? dice_draw(dice, count) - 1U : 0U]);
            }
        }
    }
}

/* ---- statuses, zones, cards ---- */

static void put_nations(const NaeData *d, NaeState *s)
{
    memcpy(s->major, d->setup.major, sizeof s->major);
    memcpy(s->minor, d->setup.minor, sizeof s->minor);
    memcpy(s->owner, d->setup.owner, sizeof s->owner);
    for (unsigned n = NAE_MAJORS; n < NAE_NATIONS; n++) {
        if (nae_side_of(s, n) != NAE_NOBODY) {
            s->minor[n - NAE_MAJORS].flags |= NAE_DEPLOYED;
        }
    }
    nae_note_poland(d, s);
    /* Corps of a military reform in the reserves: it has been made before (7.3.8; map 18). */
    NAE_EACH_PIECE(unit, d->setup.reserve)
    {
        const unsigned nation = d->nation_of[unit];
        if (nae_is_unit(unit) && nation < NAE_MAJORS && d->nation[nation].reform &&
            d->unit[unit].code == NAE_CODE_E) {
            s->major[nation].flags |= NAE_REFORMED;
        }
    }
    NAE_EACH_ZONE(zone, d->setup.empire_control)
    {
        nae_set_marker(s, zone, NAE_EMPIRE);
        if (d->zone[zone].fortress > 0) {
            nae_set_fort_state(s, zone, NAE_FORT_EMPIRE);
        }
    }
}

static void put_cards(NaePlay *p)
{
    NaeState *s = p->s;
    const NaeSetup *setup = &p->d->setup;
    memcpy(s->card, setup->card, NAE_CARDS);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < setup->fixed[side]; i++) {
            const unsigned card = setup->fixed_card[side][i];
            nae_put_card(s, card, NAE_CARD_HAND);
            s->card[card] |= p->d->card[card].permanent != NAE_NONE ? NAE_KNOWN : 0;
        }
        for (unsigned i = 0; i < NAE_DECK; i++) {
            const unsigned card = side * NAE_DECK + i;
            if (nae_card_place(s, card) == NAE_CARD_PILE) {
                s->pile[side][s->side[side].pile++] = (uint8_t)card;
            }
        }
        nae_shuffle(p, side);
    }
    for (unsigned side = 0; side < 2; side++) {
        const unsigned held = nae_hand_count(s, side);
        nae_draw(p, side, setup->hand[side] > held ? setup->hand[side] - held : 0U);
    }
}

static void put_counters(const NaeData *d, NaeState *s)
{
    s->header.turn = (uint8_t)(d->setup.first_year - 1805U);
    s->level = (int8_t)d->setup.level;
    s->escalade = d->setup.escalade;
    s->flags = d->setup.flags;
    for (unsigned side = 0; side < 2; side++) {
        s->side[side].hand_ceiling = d->table.hand_max;
    }
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        s->modifier[i].card = NAE_NONE;
    }
    s->battle.attacker = SEAT_NONE;
    s->march.side = SEAT_NONE;
    s->voyage.side = SEAT_NONE;
}

void nae_setup(const NaeData *d, NaeState *s, Dice *dice)
{
    NaePlay p = {d, s, dice, NULL};
    memset(s, 0, sizeof *s);
    put_counters(d, s);
    put_waiting(d, s);
    put_nations(d, s);
    for (unsigned i = 0; i < d->setup.forces; i++) {
        put_force(d, s, &d->setup.force[i]);
    }
    nae_recompute_owned(d, s);
    put_cards(&p);
    put_squadrons(d, s, dice);
    s->phase = NAE_PHASE_ROUNDS;
    s->round = d->setup.first_round;
    nae_push(&p, NAE_STEP_TURN, SEAT_NONE)->a = NAE_PHASE_END;
    nae_push(&p, NAE_STEP_ROUND, SEAT_NONE);
    nae_run(&p);
}

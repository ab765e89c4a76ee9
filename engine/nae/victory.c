/* victory.c: levels and their points, control for victory and conquest, the Continental Blockade, and the end
 * of the game (3.2, 19; map 17.1, 19). */
#include <assert.h>

#include "engine/nae/events.h"
#include "engine/nae/peace.h"
#include "engine/nae/rules.h"

/* ------------------------------------------------------------------ levels */

static bool has_levels(const NaePlay *p) { return p->d->setup.victory != NAE_VICTORY_1815; }

static void end_by(NaePlay *p, unsigned winner, int result, int reason, enum outcome_grade grade)
{
    NAE_NOTE(p->dice, GAME_OVER, (Seat)winner, result, reason, (int)nae_year(p->s));
    nae_end_game(p, winner, grade);
}

/* The victory level moves; at its ends the game is over at once (19.1, 19.2). */
void nae_change_level(NaePlay *p, int levels)
{
    NaeState *s = p->s;
    if (levels == 0 || !has_levels(p) || s->header.over != 0) {
        return;
    }
    s->level = (int8_t)(s->level + levels);
    NAE_NOTE(p->dice, LEVEL, SEAT_NONE, levels, s->level);
    if (s->level >= p->d->table.empire_wins) {
        end_by(p, NAE_EMPIRE, NAE_TOLD_EMPIRE_WINS, NAE_TOLD_BY_LEVEL, OUTCOME_DECISIVE);
    } else if (s->level <= p->d->table.coalition_wins) {
        end_by(p, NAE_COALITION, NAE_TOLD_COALITION_WINS, NAE_TOLD_BY_LEVEL, OUTCOME_DECISIVE);
    }
}

/* The escalade is followed up to the Punishments only (5.7). */
void nae_change_escalade(NaePlay *p, int points)
{
    NaeState *s = p->s;
    if (points == 0 || !has_levels(p) || (s->flags & NAE_PUNISHMENTS) != 0) {
        return;
    }
    s->escalade = (uint8_t)(s->escalade + points);
    NAE_NOTE(p->dice, ESCALADE, SEAT_NONE, points, s->escalade);
    if (s->escalade >= p->d->table.punishments) {
        nae_open_punishments(p);
    }
}

void nae_score(NaePlay *p, enum nae_score what)
{
    assert(what < NAE_SCORE_COUNT);
    nae_change_escalade(p, p->d->table.score[what].escalade);
    nae_change_level(p, p->d->table.score[what].level);
}

/* ------------------------------------------------------------------ supplied control (3.2) */

/* A power at war on the side could trace from there. */
static bool traces(const NaePlay *p, unsigned zone, unsigned side)
{
    for (unsigned power = 0; power < NAE_MAJORS; power++) {
        if (nae_side_of(p->s, power) == side && nae_power_traces(p, power, zone)) {
            return true;
        }
    }
    return false;
}

bool nae_holds(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const unsigned fortress = nae_fortress_side(d, s, zone);
    if (nae_besieged(s, zone) && fortress < 2) {
        return fortress == nae_other(side);
    }
    return nae_holder(s, zone) == side &&
           (nae_marker(s, zone) != side || !nae_field_units(d, s, zone, nae_other(side)));
}

bool nae_controls_now(const NaePlay *p, unsigned zone, unsigned side)
{
    return nae_holds(p->d, p->s, zone, side) && traces(p, zone, side);
}

bool nae_controls(const NaeData *d, const NaeState *s, unsigned zone, unsigned side)
{
    const NaePlay play = nae_reader(d, s);
    return nae_controls_now(&play, zone, side);
}

/* ------------------------------------------------------------------ Continental Blockade (map 19.4) */

/* Control as everywhere [4]: in supply, by a siege too, and lost to an enemy's. */
static bool all_border_fortresses(const NaePlay *p)
{
    NAE_EACH_ZONE(zone, p->d->table.border_fortresses)
    {
        if (!nae_controls_now(p, zone, NAE_EMPIRE)) {
            return false;
        }
    }
    return true;
}

/* A power the Empire has beaten is closed as long as it does not fight for the Coalition again, and its
 * minors with it. */
static bool is_closed_nation(const NaeState *s, unsigned nation)
{
    if (nae_side_of(s, nation) == NAE_EMPIRE) {
        return true;
    }
    const unsigned power = nae_is_major(nation) ? nation : s->minor[nation - NAE_MAJORS].patron;
    return power < NAE_MAJORS && nae_side_of(s, nation) == NAE_NOBODY &&
           nae_side_of(s, power) == NAE_NOBODY &&
           (s->major[power].defeats[NAE_EMPIRE] > 0 || s->major[power].status == NAE_FORCED_ALLIANCE);
}

/* Whether British trade still gets in by a port (19.4); one that no_iberia passes over does not count. */
static bool is_open_port(const NaePlay *p, unsigned zone, bool no_iberia)
{
    const NaeData *d = p->d;
    const NaeState *s = p->s;
    if (d->zone[zone].blockade == 0 || (no_iberia && nae_zones_in(d->iberia, zone))) {
        return false;
    }
    return is_closed_nation(s, s->owner[zone]) ? nae_controls_now(p, zone, NAE_COALITION)
                                               : !nae_controls_now(p, zone, NAE_EMPIRE);
}

/* The border fortresses of the peninsula close its ports (19.4). */
static bool passes_over_iberia(const NaePlay *p)
{
    return (p->s->flags & NAE_LIBERATION) != 0 && all_border_fortresses(p);
}

NaeZones nae_open_ports(const NaePlay *p)
{
    const bool no_iberia = passes_over_iberia(p);
    NaeZones open = nae_zones_none();
    NAE_EACH_ZONE(zone, p->d->ports)
    {
        if (is_open_port(p, zone, no_iberia)) {
            nae_zones_add(&open, zone);
        }
    }
    return open;
}

bool nae_blockade_complete(const NaeData *d, const NaeState *s)
{
    if ((s->flags & NAE_BLOCKADE) == 0 || (s->flags & NAE_BLOCKADE_INCOMPLETE) != 0) {
        return false;
    }
    const NaePlay play = nae_reader(d, s);
    const bool no_iberia = passes_over_iberia(&play);
    NAE_EACH_ZONE(zone, d->ports)
    {
        if (is_open_port(&play, zone, no_iberia)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the end */

/* Key zones that France owned at the start of the board, held by a side. */
static unsigned french_keys(const NaeData *d, const NaeState *s, unsigned side)
{
    unsigned held = 0;
    for (unsigned i = 0; i < d->nation[NAE_FRANCE].keys; i++) {
        held += nae_controls(d, s, d->nation[NAE_FRANCE].key[i], side);
    }
    return held;
}

/* What each victory phase costs the Empire (19; the capital counts double). */
static void score_phase(NaePlay *p)
{
    const NaeNation *france = &p->d->nation[NAE_FRANCE];
    for (unsigned i = 0; i < france->keys; i++) {
        if (nae_controls_now(p, france->key[i], NAE_COALITION)) {
            nae_score(p, NAE_SCORE_FRENCH_KEY);
            if (france->key[i] == france->capital[0]) {
                nae_score(p, NAE_SCORE_FRENCH_KEY);
            }
        }
    }
    if (nae_controls_now(p, p->d->place.mantoue, NAE_COALITION)) {
        nae_score(p, NAE_SCORE_MANTUA);
    }
}

static void end_campaign(NaePlay *p)
{
    const NaeData *d = p->d;
    const unsigned keys = d->nation[NAE_FRANCE].keys;
    if (french_keys(d, p->s, NAE_COALITION) == keys) {
        end_by(p, NAE_COALITION, NAE_TOLD_COALITION_WINS, NAE_TOLD_BY_KEY_ZONES, OUTCOME_DECISIVE);
    } else if (french_keys(d, p->s, NAE_EMPIRE) == keys &&
               nae_controls(d, p->s, d->place.mantoue, NAE_EMPIRE) && nae_event_played(p->s, NAE_F(45))) {
        end_by(p, NAE_EMPIRE, NAE_TOLD_EMPIRE_WINS, NAE_TOLD_BY_KEY_ZONES, OUTCOME_DECISIVE);
    } else {
        end_by(p, NAE_NOBODY, NAE_TOLD_BOTH_LOSE, NAE_TOLD_BY_LAST_YEAR, OUTCOME_DRAW);
    }
}

/* A French army on the map that is in order. */
static bool french_army_stands(const NaeData *d, const NaeState *s)
{
    NAE_EACH_PIECE(army, nae_pieces_and(d->nation[NAE_FRANCE].pieces, d->armies))
    {
        if (nae_on_map(s, army) && !nae_bit(s, army, NAE_DEMORALISED)) {
            return true;
        }
    }
    return false;
}

/* Napoleon is removed from play (20.1) when he is off the map: "removed from play" is what the rules call a
 * general or marker that leaves it (4, 14.7), and nobody comes back in the one phase that is played. */
static bool napoleon_is_out(const NaeData *d, const NaeState *s)
{
    const unsigned napoleon = d->napoleon;
    return (s->flags & NAE_NAPOLEON_OUT) != 0 || napoleon == NAE_NONE || !nae_on_map(s, napoleon);
}

/* The Hundred Days: both of France's conditions, or Napoleon lost (map 19.5). */
static void end_1815(NaePlay *p)
{
    const bool conquered = nae_is_beaten(p->d, p->s, NAE_FRANCE, NAE_COALITION);
    const bool army = french_army_stands(p->d, p->s);
    const bool lost = napoleon_is_out(p->d, p->s);
    if ((conquered && !army) || lost) {
        end_by(p, NAE_COALITION, NAE_TOLD_COALITION_WINS,
               lost ? NAE_TOLD_BY_NAPOLEON : NAE_TOLD_BY_FRENCH_FALL, OUTCOME_DECISIVE);
    } else if (!conquered && army) {
        end_by(p, NAE_EMPIRE, NAE_TOLD_EMPIRE_WINS, NAE_TOLD_BY_STANDING, OUTCOME_DECISIVE);
    } else {
        end_by(p, NAE_NOBODY, NAE_TOLD_DRAW, conquered ? NAE_TOLD_BY_ARMY_ALONE : NAE_TOLD_BY_LAND_ALONE,
               OUTCOME_DRAW);
    }
}

/* Scenarios that are decided by the level reached. */
static void end_by_level(NaePlay *p)
{
    const NaeSetup *setup = &p->d->setup;
    if (p->s->level >= setup->level_empire) {
        end_by(p, NAE_EMPIRE, NAE_TOLD_EMPIRE_WINS, NAE_TOLD_BY_LEVEL, OUTCOME_MARGINAL);
    } else if (p->s->level <= setup->level_coalition) {
        end_by(p, NAE_COALITION, NAE_TOLD_COALITION_WINS, NAE_TOLD_BY_LEVEL, OUTCOME_MARGINAL);
    } else {
        end_by(p, NAE_NOBODY, NAE_TOLD_DRAW, NAE_TOLD_BY_LEVEL, OUTCOME_DRAW);
    }
}

void nae_victory_phase_run(NaePlay *p, NaeFrame *frame)
{
    (void)frame;
    nae_pop(p);
    if (p->d->setup.victory == NAE_VICTORY_1815) {
        end_1815(p);
        return;
    }
    score_phase(p);
    if (p->s->header.over != 0 || nae_year(p->s) < p->d->setup.last_year) {
        return;
    }
    if (p->d->setup.victory == NAE_VICTORY_LEVEL) {
        end_by_level(p);
    } else {
        end_campaign(p);
    }
}

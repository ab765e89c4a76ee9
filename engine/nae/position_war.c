/* position_war.c: what pages show of forces and battles beside where the pieces lie (view.h): supply, reach,
 * chances. */
#include "engine/nae/position_war.h"

#include <assert.h>

#include "engine/nae/forecast.h"
#include "engine/nae/march.h"

static const char *const SIDES[2] = {"empire", "coalition"};
static const char *const LEVELS[3] = {"skirmish", "minor", "major"};

/* ---- forces ---- */

/* Where a force can march, and beside each zone of that the one before it on the way. */
static void put_reach(const NaeData *d, NaeZones zones, const uint8_t before[NAE_ZONES], JsonOut *out)
{
    jsonout_key(out, "reach");
    jsonout_begin(out, '[');
    NAE_EACH_ZONE(zone, zones) { jsonout_text(out, d->zone_id[zone]); }
    jsonout_end(out, ']');
    jsonout_key(out, "before");
    jsonout_begin(out, '[');
    NAE_EACH_ZONE(zone, zones) { jsonout_text(out, d->zone_id[before[zone]]); }
    jsonout_end(out, ']');
}

static void put_line(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, JsonOut *out)
{
    uint8_t line[NAE_ZONES];
    const unsigned length = nae_supply_line(d, s, set, zone, line);
    jsonout_key_bool(out, "supplied", length > 0);
    jsonout_key(out, "line");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < length; i++) {
        jsonout_text(out, d->zone_id[line[i]]);
    }
    jsonout_end(out, ']');
}

/* Points of a march of this round by a force that has not set out, so many of them forced. */
static unsigned fresh_points(const NaeData *d, const NaeState *s, NaePieces set, unsigned forced)
{
    const int points = (int)(nae_speed(d, s, set) + forced) + (nae_bad_weather(s) ? d->table.bad_weather : 0);
    return points > 0 ? (unsigned)points : 0;
}

/* Whether the force that marches is still asked how far: it has no points yet [12.3]. */
static bool sets_out(const NaeState *s, bool marching)
{
    return marching && s->header.step == NAE_STEP_FORCED_MARCH;
}

/* Points of a force: those left on its march, else those of a march of this round. */
static unsigned points_of(const NaeData *d, const NaeState *s, NaePieces set, bool marching, unsigned forced)
{
    const NaePlay p = nae_reader(d, s);
    return sets_out(s, marching) ? nae_allowance(&p, nae_pieces_none(), forced)
           : marching            ? s->march.mp
                                 : fresh_points(d, s, set, forced);
}

/* Zones beyond its reach that a force comes to by a forced march: a list of those for one point, for two,
 * and so on. The demoralised make none [12.3]. */
static void put_forced(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, NaeZones found,
                       bool marching, JsonOut *out)
{
    if (!nae_pieces_empty(nae_with(s, nae_pieces_and(set, d->units), NAE_DEMORALISED))) {
        return;
    }
    jsonout_key(out, "forced");
    jsonout_begin(out, '[');
    for (unsigned forced = 1; forced <= d->table.forced_max; forced++) {
        const unsigned points = points_of(d, s, set, marching, forced);
        const NaeZones wide = nae_march_reach(d, s, set, zone, points, true, NULL);
        jsonout_begin(out, '[');
        NAE_EACH_ZONE(other, wide)
        {
            if (!nae_zones_in(found, other) && nae_has_room(d, s, set, other, 0)) {
                jsonout_text(out, d->zone_id[other]);
                nae_zones_add(&found, other);
            }
        }
        jsonout_end(out, ']');
    }
    jsonout_end(out, ']');
}

/* Zones of its reach that a force only passes through: friends there leave it no room. */
static void put_through(const NaeData *d, const NaeState *s, NaePieces set, NaeZones reach, JsonOut *out)
{
    jsonout_key(out, "through");
    jsonout_begin(out, '[');
    NAE_EACH_ZONE(zone, reach)
    {
        if (!nae_has_room(d, s, set, zone, 0)) {
            jsonout_text(out, d->zone_id[zone]);
        }
    }
    jsonout_end(out, ']');
}

static void put_force(const NaeData *d, const NaeState *s, NaePieces set, unsigned zone, unsigned side,
                      JsonOut *out)
{
    assert(zone < NAE_ZONES);
    const bool marching = s->march.side == side && s->march.zone == zone && s->battle.attacker > 1;
    const NaePieces force = marching && nae_has_units(d, nae_marchers(s)) ? nae_marchers(s) : set;
    const unsigned points = points_of(d, s, force, marching, 0);
    uint8_t before[NAE_ZONES];
    jsonout_begin(out, '{');
    jsonout_key_text(out, "zone", d->zone_id[zone]);
    jsonout_key_text(out, "side", SIDES[side]);
    put_line(d, s, force, zone, out);
    jsonout_key_u64(out, "movement", points);
    const bool fresh = !marching || s->march.from == NAE_NONE;
    const NaeZones reach = nae_march_reach(d, s, force, zone, points, fresh, before);
    put_reach(d, reach, before, out);
    put_through(d, s, force, reach, out);
    if (side == s->header.seat && (!marching || sets_out(s, marching))) {
        put_forced(d, s, force, zone, reach, marching, out);
    }
    jsonout_end(out, '}');
}

void nae_put_forces(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out)
{
    jsonout_key(out, "forces");
    jsonout_begin(out, '[');
    for (unsigned zone = 0; zone < d->zones; zone++) {
        for (unsigned side = 0; side < 2; side++) {
            const NaePieces set = nae_field(d, s, zone, side);
            if (nae_has_units(d, set) && !nae_pieces_meet(set, covered)) {
                put_force(d, s, set, zone, side, out);
            }
        }
    }
    jsonout_end(out, ']');
}

void nae_put_walk(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out)
{
    const NaePlay p = nae_reader(d, s);
    uint8_t before[NAE_ZONES];
    if (s->header.step != NAE_STEP_WALK || nae_pieces_meet(nae_at(d, s, s->march.zone), covered)) {
        return;
    }
    jsonout_key(out, "walk");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "zone", d->zone_id[s->march.zone]);
    jsonout_key_u64(out, "movement_points", s->march.mp);
    const NaeZones reach = nae_walk_reach(&p, before);
    put_reach(d, reach, before, out);
    jsonout_end(out, '}');
}

/* ---- battles ---- */

static void put_modifiers(const NaeModifiers *m, JsonOut *out)
{
    jsonout_key(out, "modifiers");
    jsonout_begin(out, '{');
    jsonout_key_i64(out, "odds", m->odds);
    jsonout_key_i64(out, "cavalry", m->cavalry);
    jsonout_key_i64(out, "terrain", m->terrain);
    jsonout_key_i64(out, "commander", m->commander);
    jsonout_key_i64(out, "subordinate", m->subordinate);
    jsonout_key_i64(out, "spearhead", m->spearhead);
    jsonout_key_i64(out, "special", m->special);
    jsonout_key_i64(out, "cards", m->cards);
    jsonout_key_i64(out, "other", m->other);
    jsonout_end(out, '}');
    jsonout_key_i64(out, "sum", nae_modifier_sum(m));
}

static const char *piece_or_null(const NaeData *d, unsigned piece)
{
    return piece < NAE_PIECES ? d->piece_id[piece] : NULL;
}

static void put_role(const NaeData *d, const NaeState *s, const NaeForecast *f, unsigned role, JsonOut *out)
{
    const NaeBattle *b = &s->battle;
    jsonout_key(out, role == NAE_ATTACKER ? "attack" : "defence");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "side", SIDES[nae_role_side(s, role)]);
    jsonout_key_text(out, "general", piece_or_null(d, nae_battle_general(d, s, role)));
    jsonout_key_text(out, "spearhead", piece_or_null(d, b->spearhead[role]));
    jsonout_key_text(out, "subordinate", piece_or_null(d, b->subordinate[role]));
    jsonout_key(out, "cards");
    jsonout_begin(out, '[');
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned side = nae_role_side(s, role);
        if ((b->played[side] >> i & 1U) != 0) {
            jsonout_text(out, d->card_id[side * NAE_DECK + i]);
        }
    }
    jsonout_end(out, ']');
    if (f != NULL) {
        jsonout_key_double(out, "points", f->points[role] / 2.0);
        jsonout_key_double(out, "expected_losses", f->losses[role]);
        put_modifiers(&f->modifiers[role], out);
    } else {
        jsonout_key_double(out, "points", b->steps[role] / 2.0);
        jsonout_key_u64(out, "dice", b->dice[role]);
        jsonout_key_u64(out, "losses", b->losses[role]);
        jsonout_key_u64(out, "to_place", b->to_place[role]);
    }
    jsonout_end(out, '}');
}

void nae_put_battle(const NaeData *d, const NaeState *s, NaePieces covered, JsonOut *out)
{
    const NaeBattle *b = &s->battle;
    const bool open = b->stage <= NAE_STAGE_ROLL; /* the dice are still to fall */
    const bool seen = !nae_pieces_meet(nae_at(d, s, b->zone), covered);
    NaeForecast f;
    jsonout_key(out, "battle");
    jsonout_begin(out, '{');
    jsonout_key_text(out, "zone", d->zone_id[b->zone]);
    jsonout_key_text(out, "attacker", SIDES[b->attacker]);
    jsonout_key_text(out, "entry", b->entry < d->zones ? d->zone_id[b->entry] : NULL);
    if (open && seen) {
        f = nae_battle_forecast(d, s);
        jsonout_key_text(out, "level", LEVELS[f.level]);
        jsonout_key_i64(out, "overrun", f.overrun);
        jsonout_key_double(out, "attacker_wins", f.wins);
    } else if (!open) {
        jsonout_key_text(out, "level", LEVELS[b->level]);
        jsonout_key_text(out, "winner", b->winner < 2 ? SIDES[nae_role_side(s, b->winner)] : NULL);
        jsonout_key_u64(out, "pursuit", b->pursuit);
    }
    if (seen || !open) {
        put_role(d, s, open ? &f : NULL, NAE_ATTACKER, out);
        put_role(d, s, open ? &f : NULL, NAE_DEFENDER, out);
    }
    jsonout_end(out, '}');
}

/* turn.c: the agenda and the calendar: phases of a year, rounds, the end of activations [5, map 3, 15]. */
#include <string.h>

#include "engine/nae/battle.h"
#include "engine/nae/events.h"
#include "engine/nae/fog.h"
#include "engine/nae/force.h"
#include "engine/nae/march.h"
#include "engine/nae/rules.h"
#include "engine/nae/scratch.h"

/* ---- agenda ---- */

NaeFrame *nae_push(NaePlay *p, enum nae_step step, unsigned seat)
{
    assert(p->s->frames < NAE_FRAMES);
    NaeFrame *frame = &p->s->frame[p->s->frames++];
    *frame = (NaeFrame){.step = (uint8_t)step, .seat = (uint8_t)seat};
    return frame;
}

void nae_pop(NaePlay *p)
{
    assert(p->s->frames > 0);
    p->s->frame[--p->s->frames] = (NaeFrame){0};
}

NaeFrame *nae_become(NaePlay *p, enum nae_step step, unsigned seat)
{
    nae_pop(p);
    return nae_push(p, step, seat);
}

static void drop_doubles(MoveList *list)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < list->count; i++) {
        if (list->moves[i] != list->moves[kept - 1]) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* Sorts by code and drops doubles; lists are short and nearly sorted. */
static void put_in_order(MoveList *list)
{
    uint32_t kept = 1;
    while (kept < list->count && list->moves[kept - 1] < list->moves[kept]) {
        kept++;
    }
    if (kept >= list->count) {
        return; /* most lists are in order as they were made */
    }
    bool doubled = false;
    for (uint32_t i = kept; i < list->count; i++) {
        const Move move = list->moves[i];
        uint32_t k = i;
        for (; k > 0 && list->moves[k - 1] > move; k--) {
            list->moves[k] = list->moves[k - 1];
        }
        list->moves[k] = move;
        doubled |= k > 0 && list->moves[k - 1] == move;
    }
    if (doubled) {
        drop_doubles(list);
    }
}

static uint32_t list_options(const NaePlay *p, MoveList *list)
{
    const NaeFrame *frame = &p->s->frame[p->s->frames - 1];
    list->count = 0;
    nae_hold_still(p);
    NAE_STEPS[frame->step].options(p, frame, list);
    nae_move_on(p);
    put_in_order(list);
    return list->count;
}

/* Under fog of war what may be chosen follows from what is seen. */
static __attribute__((cold, noinline)) uint32_t list_under_fog(const NaePlay *p, MoveList *list)
{
    NaeState seen = *p->s;
    const NaePlay play = {p->d, &seen, NULL, p->scratch};
    nae_cover(p->d, &seen, seen.frame[seen.frames - 1].seat);
    return list_options(&play, list);
}

uint32_t nae_list(const NaePlay *p, MoveList *list)
{
    return p->d->option.fog_of_war ? list_under_fog(p, list) : list_options(p, list);
}

void nae_end_game(NaePlay *p, unsigned winner, enum outcome_grade grade)
{
    p->s->header.over = (uint8_t)(winner | (unsigned)grade << 4U);
    p->s->header.seat = SEAT_NONE;
    p->s->header.step =
        0; /* the frames of whoever ended it are cleared by nae_run, when they have returned */
}

bool nae_tells_of_hands(unsigned step)
{
    static const uint8_t steps[NAE_STEP_COUNT] = {
        [NAE_STEP_HANDS] = 1,
        [NAE_STEP_KEEP] = 1,
        [NAE_STEP_DISCARD] = 1,
        [NAE_STEP_BUDGET_EVENT] = 1,
        [NAE_STEP_ACTION] = 1,
        [NAE_STEP_USE] = 1,
        [NAE_STEP_INTERCEPT] = 1,
        [NAE_STEP_INTERCEPT_CARD] = 1,
        [NAE_STEP_REACTION] = 1,
        [NAE_STEP_ATTRITION] = 1,
        [NAE_STEP_MOVE] = 1,
        [NAE_STEP_BATTLE] = 1,
        [NAE_STEP_BATTLE_CARD] = 1,
        [NAE_STEP_COUNTER_MARCH] = 1,
        [NAE_STEP_COUNTER_ROLL] = 1,
        [NAE_STEP_SEA_BATTLE] = 1,
        [NAE_STEP_SEA_CARD] = 1,
        [NAE_STEP_SIEGE_ATTACK] = 1,
        [NAE_STEP_START_CARD] = 1,
        [NAE_STEP_DIP_CARD] = 1,
        [NAE_STEP_DIP_USE] = 1,
        [NAE_STEP_END_WAR] = 1,
        [NAE_STEP_DIPLOMACY_PHASE] = 1,
        [NAE_STEP_CONQUEST_PHASE] = 1,
        [NAE_STEP_CONQUEST_CARD] = 1,
        [NAE_STEP_TILSIT] = 1,
        [NAE_STEP_FORCED_ALLIANCE] = 1,
        [NAE_STEP_TERMS] = 1,
        [NAE_STEP_CHOICE] = 1,
        [NAE_STEP_RETREAT] = 1,
    };
    return steps[step] != 0;
}

/* Under fog of war, what goes on by itself between two decisions of one side tells nothing only here. */
static bool tells_of_stacks(const NaeData *d, const NaeFrame *frame)
{
    static const uint8_t quiet[NAE_STEP_COUNT] = {
        [NAE_STEP_MARCH] = 1, [NAE_STEP_WALKS] = 1, [NAE_STEP_WALK_END] = 1, [NAE_STEP_POWER_BUDGET] = 1};
    return d->option.fog_of_war && quiet[frame->step] == 0;
}

/* A force of the enemy led astray and who is next to it are shown to the Empire, the irregulars of 46F as
 * well; troops of a power that leave for a foreign war to the Coalition, which picks them, whosever friend
 * the power is. */
static bool shows_the_enemy(const NaeData *d, const NaeFrame *frame)
{
    static const uint8_t shows[NAE_STEP_COUNT] = {
        [NAE_STEP_MOVE_ENEMY_STEP] = 1, [NAE_STEP_FOREIGN_WAR_ZONE] = 1, [NAE_STEP_FOREIGN_WAR_PIECE] = 1};
    const bool irregulars = frame->step == NAE_STEP_CARD_TARGET && frame->a == NAE_F(46);
    return d->option.fog_of_war && (shows[frame->step] != 0 || irregulars);
}

/* Nobody is near who could intercept, for all to see: that he is not asked tells nothing. */
static bool plainly_nobody(const NaePlay *p, const NaeFrame *frame)
{
    return frame->step == NAE_STEP_INTERCEPT && !p->d->option.fog_of_war &&
           !nae_interceptors_near(p, frame->seat);
}

/* Says so, for whoever does not own the hand; both where the step is nobody's. */
static void bring_to_light(NaePlay *p, const NaeFrame *frame)
{
    if (p->dice->journal == NULL || plainly_nobody(p, frame) ||
        !(nae_tells_of_hands(frame->step) || tells_of_stacks(p->d, frame))) {
        return;
    }
    if (shows_the_enemy(p->d, frame)) {
        journal_reveal(p->dice->journal, frame->seat);
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        if (frame->seat != seat) {
            journal_reveal(p->dice->journal, seat);
        }
    }
}

void nae_run_to(NaePlay *p, MoveList *list)
{
    while (p->s->header.over == 0) {
        assert(p->s->frames > 0);
        NaeFrame *frame = &p->s->frame[p->s->frames - 1];
        const NaeStep *step = &NAE_STEPS[frame->step];
        bring_to_light(p, frame);
        if (p->d->option.fog_of_war) {
            nae_fog_watch(p, frame);
        }
        if (step->options == NULL) {
            step->run(p, frame);
            continue;
        }
        const uint32_t count = nae_list(p, list);
        if (count > 1) {
            p->s->header.seat = frame->seat;
            p->s->header.step = frame->step;
            return;
        }
        if (count == 1) {
            step->choose(p, frame, list->moves[0]);
        } else if (step->run != NULL) {
            step->run(p, frame);
        } else {
            nae_pop(p);
        }
    }
    list->count = 0;
    memset(p->s->frame, 0, sizeof p->s->frame);
    p->s->frames = 0;
}

void nae_run(NaePlay *p)
{
    MoveList list;
    nae_run_to(p, &list);
}

/* ---- the year; a: the phase to come ---- */

static void start_rounds(NaePlay *p)
{
    NaeState *s = p->s;
    s->round = 1;
    NaeFrame *round = nae_push(p, NAE_STEP_ROUND, SEAT_NONE);
    round->a = 0;
}

static void next_year(NaePlay *p)
{
    NaeState *s = p->s;
    if (nae_year(s) >= p->d->setup.last_year) {
        nae_end_game(p, SEAT_NONE, OUTCOME_DRAW);
        return;
    }
    s->header.turn++;
    s->frame[0].a = NAE_PHASE_WAR;
    NAE_NOTE(p->dice, YEAR, SEAT_NONE, (int)nae_year(s));
}

/* Who acted in a round may act in the next one, and by an event of the interphase [6.3]. */
static void forget_activations(NaePlay *p)
{
    nae_remark(p->s, p->d->land, NAE_ACTIVATED, 0);
    nae_remark(p->s, p->d->fleets, NAE_ACTIVATED | NAE_ATTACKED, 0);
}

/* What ends with the year [15.4, map 1]. */
static void end_of_year(NaePlay *p)
{
    NaeState *s = p->s;
    forget_activations(p);
    s->flags &= (uint16_t) ~(NAE_SKIP_WINTER | NAE_EXTRA_ROUND | NAE_BLOCKADE_INCOMPLETE |
                             NAE_BLOCKADE_SCORED | NAE_AUSTRIA_ONLY);
    s->iberia_steps = 0;
    memset(s->campaign.nimble, 0, sizeof s->campaign.nimble);
    for (unsigned side = 0; side < 2; side++) {
        s->side[side].diplomacy_cards = 0;
        s->side[side].diplomacy_rounds = 0;
        s->side[side].majors_targeted = 0;
        s->side[side].flags = 0;
    }
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        s->major[n].flags &=
            (uint8_t) ~(NAE_DOUBLED | NAE_FLEET_BUILT | NAE_DIPLOMACY_TRIED | NAE_BEATEN_BY_NAPOLEON);
        s->major[n].resources = 0;
        s->major[n].received = 0;
    }
    for (unsigned z = 0; z < NAE_ZONES; z++) {
        s->zone_bits[z] &= (uint8_t)~NAE_NO_REBUILD;
    }
    for (unsigned i = 0; i < NAE_MODIFIERS; i++) {
        if (s->modifier[i].card != NAE_NONE && s->modifier[i].until <= s->header.turn) {
            s->modifier[i] = (NaeModifier){NAE_NONE, 0, 0, 0};
        }
    }
}

static void note_phase(const NaePlay *p, unsigned phase)
{
    static const uint8_t told[NAE_PHASE_COUNT] = {
        [NAE_PHASE_WAR] = NAE_TOLD_WAR_DECLARATIONS,   [NAE_PHASE_HANDS] = NAE_TOLD_HANDS,
        [NAE_PHASE_BUDGET] = NAE_TOLD_BUDGET,          [NAE_PHASE_DIPLOMACY] = NAE_TOLD_DIPLOMACY,
        [NAE_PHASE_NEUTRALS] = NAE_TOLD_NEUTRAL_MOVES, [NAE_PHASE_REDEPLOY] = NAE_TOLD_REDEPLOYMENT,
        [NAE_PHASE_ROUNDS] = NAE_TOLD_ACTIVATIONS,     [NAE_PHASE_END] = NAE_TOLD_END_OF_ACTIVATIONS,
        [NAE_PHASE_CONQUEST] = NAE_TOLD_CONQUESTS,     [NAE_PHASE_VICTORY] = NAE_TOLD_VICTORY,
    };
    assert(phase < NAE_PHASE_COUNT);
    NAE_NOTE(p->dice, PHASE, SEAT_NONE, told[phase]);
}

static void note_round(const NaePlay *p)
{
    NAE_NOTE(p->dice, ROUND, SEAT_NONE, p->s->round,
             nae_winter(p->s)        ? NAE_TOLD_WINTER
             : nae_bad_weather(p->s) ? NAE_TOLD_BAD_WEATHER
                                     : NAE_TOLD_FAIR);
}

void nae_turn_run(NaePlay *p, NaeFrame *frame)
{
    static const uint8_t steps[NAE_PHASE_COUNT] = {
        [NAE_PHASE_HANDS] = NAE_STEP_HANDS,
        [NAE_PHASE_BUDGET] = NAE_STEP_BUDGET,
        [NAE_PHASE_DIPLOMACY] = NAE_STEP_DIPLOMACY_PHASE,
        [NAE_PHASE_NEUTRALS] = NAE_STEP_WALKS,
        [NAE_PHASE_REDEPLOY] = NAE_STEP_WALKS,
        [NAE_PHASE_END] = NAE_STEP_END_PHASE,
        [NAE_PHASE_CONQUEST] = NAE_STEP_CONQUEST_PHASE,
        [NAE_PHASE_VICTORY] = NAE_STEP_VICTORY_PHASE,
    };
    NaeState *s = p->s;
    const unsigned phase = frame->a++;
    if (phase == NAE_PHASE_COUNT) {
        end_of_year(p);
        next_year(p);
        return;
    }
    s->phase = (uint8_t)phase;
    s->round = 0;
    note_phase(p, phase);
    if (phase != NAE_PHASE_ROUNDS) {
        nae_push(p, NAE_STEP_GARRISONS, SEAT_NONE); /* at the end of the phase [13.5b] */
    }
    if (phase == NAE_PHASE_WAR) {
        nae_push(p, NAE_STEP_DECLARE, NAE_EMPIRE);
        nae_push(p, NAE_STEP_DECLARE, NAE_COALITION);
    } else if (phase == NAE_PHASE_ROUNDS) {
        start_rounds(p);
    } else {
        nae_push(p, (enum nae_step)steps[phase], SEAT_NONE);
    }
}

/* ---- rounds; a: 0 the Empire's action, 2 the Coalition's, each with its end after it, 4 the end ---- */

static unsigned last_round(const NaeState *s)
{
    return (s->flags & NAE_SKIP_WINTER) != 0 ? 5U : (s->flags & NAE_EXTRA_ROUND) != 0 ? 7U : 6U;
}

/* The round of the year's start that only one side plays [20.3]. */
static bool only_first(const NaePlay *p)
{
    const NaeSetup *setup = &p->d->setup;
    return setup->first_side_only && nae_year(p->s) == setup->first_year && p->s->round == setup->first_round;
}

static void act(NaePlay *p, unsigned side)
{
    p->s->actor = (uint8_t)side;
    memset(&p->s->action, 0, sizeof p->s->action);
    p->s->action.side = (uint8_t)side;
    p->s->action.event = NAE_NONE;
    if (side == NAE_COALITION) {
        memset(p->s->campaign.nimble, 0, sizeof p->s->campaign.nimble);
    }
    for (unsigned i = 0; i < NAE_MODIFIERS && side == NAE_COALITION; i++) {
        if (p->s->modifier[i].card == NAE_C(43)) { /* until the next Coalition action */
            p->s->modifier[i] = (NaeModifier){NAE_NONE, 0, 0, 0};
        }
    }
    nae_push(p, NAE_STEP_ACTION, side);
}

void nae_round_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    const unsigned stage = frame->a++;
    if (stage == 0) {
        forget_activations(p);
        note_round(p);
        if (!only_first(p) || p->d->setup.first_side == NAE_EMPIRE) {
            act(p, NAE_EMPIRE);
        }
    } else if (stage == 1 || stage == 3) {
        nae_garrisons_out(p);
    } else if (stage == 2) {
        memset(&s->action, 0, sizeof s->action);
        if (s->rounds_to_skip == 0 && (!only_first(p) || p->d->setup.first_side == NAE_COALITION)) {
            act(p, NAE_COALITION);
        }
    } else {
        memset(&s->action, 0, sizeof s->action);
        s->round = (uint8_t)(s->round + 1U + s->rounds_to_skip);
        s->rounds_to_skip = 0;
        frame->a = 0;
        if (s->round > last_round(s)) {
            nae_pop(p);
        }
    }
}

/* ---- X: the end of activations [15, map 15]; a: stage, b: zone, c: side ---- */

/* 15.1: every supplied besieger attacks once, the Empire's first. */
static bool free_siege_here(NaePlay *p, unsigned zone, unsigned side)
{
    return nae_besieged(p->s, zone) && nae_can_attack_siege(p->d, p->s, zone, side);
}

/* Adds a set to those that are out of supply if it is a force that is; returns it if it is a force at all. */
static NaePieces look_over(const NaePlay *p, NaePieces set, unsigned zone, NaePieces *unsupplied)
{
    if (!nae_has_units(p->d, set)) {
        return nae_pieces_none();
    }
    if (!nae_supplied(p, set, zone, NAE_NONE)) {
        *unsupplied = nae_pieces_or(*unsupplied, set);
    }
    return set;
}

/* Marks of supply of everything on the map [10.7]. */
static void check_all_supply(NaePlay *p)
{
    NaePieces forces = nae_pieces_none();
    NaePieces unsupplied = nae_pieces_none();
    nae_hold_still(p);
    for (unsigned side = 0; side < 2; side++) {
        const NaePieces land = nae_pieces_and(p->s->owned[side], p->d->land);
        const NaePieces field = nae_without(p->s, land, NAE_INSIDE);
        NAE_EACH_ZONE(zone, nae_zones_of(p->s, nae_pieces_and(land, p->d->units)))
        {
            const NaePieces here = nae_pieces_and(nae_all_at(p->s, zone), land);
            const NaePieces outside = look_over(p, nae_pieces_and(here, field), zone, &unsupplied);
            const NaePieces inside = look_over(p, nae_pieces_minus(here, field), zone, &unsupplied);
            forces = nae_pieces_or(forces, nae_pieces_or(outside, inside));
        }
    }
    nae_move_on(p);
    nae_mark_supply(p, forces, unsupplied);
}

/* Pushes the test of one army of a force if it is due: its own marks, and the land of its own commander
 * [15.3, 11.2]. */
static void end_test_of_army(NaePlay *p, unsigned zone, unsigned side, unsigned slot, unsigned army,
                             NaePieces set)
{
    const NaePieces part = nae_army_part(p->s, set, army == 0 ? 0U : NAE_SECOND_ARMY);
    const NaePieces units = nae_pieces_and(part, p->d->units);
    if (nae_pieces_empty(units) || nae_pieces_meet(units, p->s->march.touched)) {
        return; /* nothing, or it fell back from a zone where it was tested */
    }
    const bool besieged = (slot & NAE_INSIDE) != 0 && nae_besieged(p->s, zone);
    const unsigned others =
        (nae_pieces_empty(nae_with(p->s, units, NAE_DEMORALISED)) ? 0U : NAE_TEST_DEMORALISED) |
        (besieged ? NAE_TEST_BESIEGED : 0U);
    const bool bare = others != 0 ? nae_mostly_unsupplied(p->d, p->s, part)
                                  : !nae_pieces_empty(nae_with(p->s, units, NAE_UNSUPPLIED));
    const unsigned reasons = others | (bare ? NAE_TEST_UNSUPPLIED : 0U);
    if (reasons != 0) {
        const unsigned nation = nae_force_nation(p->d, p->s, part);
        const unsigned land = (nae_zone_is(p->d, zone, NAE_ZONE_POOR) ? NAE_TEST_POOR : 0U) |
                              (nae_is_home(p->s, zone, nation) ? NAE_TEST_NATIONAL : 0U);
        p->s->march.touched = nae_pieces_or(p->s->march.touched, units);
        nae_push_army_attrition(p, side, zone, slot | (others != 0 ? 0U : (unsigned)NAE_UNSUPPLIED_PART),
                                army, reasons | land, 0);
    }
}

static void end_test(NaePlay *p, unsigned zone, unsigned side, unsigned slot)
{
    const NaePieces set = (slot & NAE_INSIDE) != 0 ? nae_garrison(p->d, p->s, zone, side)
                                                   : nae_standing(p->d, p->s, zone, side);
    for (unsigned army = 2; army-- > 0;) { /* the first one's test is on top */
        end_test_of_army(p, zone, side, slot, army, set);
    }
}

/* Whether a zone lies within the supply of some major at war on a side. */
static bool zone_supplied(const NaePlay *p, unsigned zone, unsigned side)
{
    for (unsigned n = 0; n < NAE_MAJORS; n++) {
        if (nae_side_of(p->s, n) == side && nae_zones_in(nae_supplied_zones(p, side, n), zone)) {
            return true;
        }
    }
    return false;
}

/* A conquered fortress becomes active for its conqueror if it is in supply, with or without a force there
 * [5.2.1, map 15.4]. */
static void reactivate_all(NaePlay *p)
{
    NaeZones active = nae_zones_none();
    NAE_EACH_ZONE(zone,
                  nae_zones_and(p->d->forts, nae_zones_marked(p->s, NAE_FORTRESS, NAE_FORT_DESTROYED << 2U)))
    {
        if (nae_holder(p->s, zone) == NAE_EMPIRE && (p->s->zone_bits[zone] & NAE_NO_REBUILD) != 0) {
            continue;
        }
        const unsigned holder = nae_holder(p->s, zone);
        if (holder != NAE_NOBODY && !nae_field_units(p->d, p->s, zone, nae_other(holder)) &&
            zone_supplied(p, zone, holder)) {
            nae_zones_add(&active, zone);
        }
    }
    NAE_EACH_ZONE(zone, active) /* all are tested before any of them counts */
    {
        const unsigned holder = nae_holder(p->s, zone);
        nae_set_fort_state(
            p->s, zone, holder == nae_side_of_zone(p->s, zone) ? NAE_FORT_OWNER : NAE_FORT_EMPIRE + holder);
    }
}

/* Zones where a stage has something to do: 0 and 1 sieges, 2 and 3 forces with a reason for a test. */
static NaeZones end_zones(const NaePlay *p, unsigned stage, unsigned side)
{
    const NaeZones besieged = nae_zones_minus(p->d->all_zones, nae_zones_marked(p->s, NAE_SIEGE, 0));
    if (stage < 2) {
        return besieged;
    }
    const NaePieces units = nae_pieces_and(p->s->owned[side], p->d->units);
    return nae_zones_or(nae_zones_of(p->s, nae_with(p->s, units, NAE_UNSUPPLIED | NAE_DEMORALISED)),
                        nae_zones_and(nae_zones_of(p->s, nae_with(p->s, units, NAE_INSIDE)), besieged));
}

/* Goes through the zones from frame->b on up to the first where something is pushed; true if there is one. */
static bool next_of_stage(NaePlay *p, NaeFrame *frame)
{
    const unsigned side = frame->a & 1U; /* the Empire first */
    const unsigned frames = p->s->frames;
    NAE_EACH_ZONE(zone, end_zones(p, frame->a, side))
    {
        if (zone < frame->b) {
            continue;
        }
        frame->b = (uint8_t)(zone + 1U);
        if (frame->a < 2) {
            if (free_siege_here(p, zone, side)) {
                nae_push_siege_attack(p, zone, side, 0);
            }
        } else {
            end_test(p, zone, side, NAE_STANDING);
            end_test(p, zone, side, NAE_INSIDE);
        }
        if (p->s->frames != frames) {
            return true;
        }
    }
    return false;
}

void nae_end_phase_run(NaePlay *p, NaeFrame *frame)
{
    NaeState *s = p->s;
    for (; frame->a < 4; frame->a++) {
        if (frame->a == 2 && frame->b == 0) {
            check_all_supply(p);
            s->march.touched = nae_pieces_none(); /* units tested in this phase: one test each */
        }
        if (next_of_stage(p, frame)) {
            return;
        }
        frame->b = 0;
    }
    reactivate_all(p);
    s->side[0].reserve_ap = 0;
    s->side[1].reserve_ap = 0;
    nae_pop(p);
}

/* why_fight.c: why a hex may not be attacked, a city not assaulted or besieged, a battle not joined, and why
 * nobody may withdraw, retreat, advance or be lost so (map 8, 9, 11, 15.3). */
#include "engine/eagles/battle.h"
#include "engine/eagles/why.h"

/* ------------------------------------------------------------------ declaring [8.1] */

static bool neighbours(const EaglesWhy *w, unsigned a, unsigned b)
{
    return eagles_direction(w->p.d, a, b) != EAGLES_DIRECTIONS;
}

/* Own hexes around an enemy one: any, any without water between, any that has not initiated. */
static void look_around(const EaglesWhy *w, unsigned hex, bool *any, bool *by_land, bool *fresh)
{
    const unsigned side = w->p.s->active;
    *any = *by_land = *fresh = false;
    for (unsigned direction = 0; direction < EAGLES_DIRECTIONS; direction++) {
        const unsigned from = w->p.d->hex[hex].neighbour[direction];
        if (from == EAGLES_NO_HEX || !eagles_has(&w->p, from, side, EAGLES_OUTSIDE)) {
            continue;
        }
        const bool land = eagles_attack_adjacent(&w->p, from, hex);
        *any = true;
        *by_land = *by_land || land;
        *fresh = *fresh || (land && eagles_find_force(&w->p, from, side) < 0);
    }
}

static bool why_target(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const unsigned enemy = eagles_other(w->p.s->active);
    bool any = false;
    bool by_land = false;
    bool fresh = false;
    if (!eagles_has(&w->p, hex, enemy, EAGLES_ANY)) {
        return eagles_because(w, "8.1", "No enemies stand in %s", eagles_why_hex(w, hex));
    }
    if (hex < w->top->x) {
        return eagles_because(w, "8.1",
                              "Hexes are named in ascending order, each once, and %s has been passed",
                              eagles_why_hex(w, hex));
    }
    look_around(w, hex, &any, &by_land, &fresh);
    if (!eagles_has(&w->p, hex, enemy, EAGLES_OUTSIDE)) {
        return eagles_is_unassailable(&w->p, hex, enemy)
                   ? eagles_because(w, "9.8",
                                    "Gibraltar is not assaulted while troops and a squadron hold it")
                   : eagles_because(w, "8.1", "The garrison of %s is besieged: only its besiegers assault it",
                                    eagles_why_hex(w, hex));
    }
    if (!any) {
        return eagles_because(w, "8.1", "No troops of %s stand next to %s", eagles_side_words(w->p.s->active),
                              eagles_why_hex(w, hex));
    }
    if (!by_land) {
        return eagles_because(w, "8.1", "Nobody attacks %s over a strait or ferry", eagles_why_hex(w, hex));
    }
    return eagles_because(w, "8.1", "Every force next to %s attacks elsewhere: a hex initiates one battle",
                          eagles_why_hex(w, hex));
}

static bool why_from(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    const unsigned target = w->top->x;
    const unsigned side = w->p.s->active;
    if (!eagles_has(&w->p, hex, side, EAGLES_ANY)) {
        return eagles_because(w, "8.1", "%s has no troops in %s", eagles_side_words(side),
                              eagles_why_hex(w, hex));
    }
    if (hex != target && !neighbours(w, hex, target)) {
        return eagles_because(w, "8.1", "%s is not next to %s", eagles_why_hex(w, hex),
                              eagles_why_hex(w, target));
    }
    if (eagles_find_force(&w->p, hex, side) >= 0) {
        return eagles_because(w, "8.1", "The force in %s attacks elsewhere: a hex initiates one battle",
                              eagles_why_hex(w, hex));
    }
    if (hex != target && !eagles_attack_adjacent(&w->p, hex, target)) {
        return eagles_because(w, "8.1", "A strait or ferry lies between %s and %s", eagles_why_hex(w, hex),
                              eagles_why_hex(w, target));
    }
    return eagles_because(w, "8.1",
                          "The garrison of %s can only sally against its besiegers, and from outside nobody "
                          "attacks those besieged",
                          eagles_why_hex(w, hex));
}

/* ------------------------------------------------------------------ cities [9] */

static bool why_shelter(EaglesWhy *w)
{
    const EaglesBattle *b = &w->p.s->battle[w->top->a];
    const unsigned side = eagles_other(b->attacker);
    const unsigned limit = w->p.d->city[w->p.d->hex[b->defend].city].garrison;
    const unsigned inside = eagles_count(&w->p, b->defend, side, EAGLES_INSIDE);
    const unsigned sp = eagles_count(&w->p, b->defend, side, EAGLES_OUTSIDE);
    return w->argument == EAGLES_PART_ALL
               ? eagles_because(w, "9.1", "%s shelters %u SP, %u are inside, and %u do not fit",
                                eagles_why_hex(w, b->defend), limit, inside, sp)
               : eagles_because(w, "9.1", "One SP shelters or does not: there are no rows to name");
}

static bool why_city_choice(EaglesWhy *w)
{
    const EaglesBattle *b = &w->p.s->battle[w->top->a];
    const unsigned defender = eagles_other(b->attacker);
    const unsigned garrison = eagles_count(&w->p, b->defend, defender, EAGLES_INSIDE);
    if (eagles_is_unassailable(&w->p, b->defend, defender)) {
        return eagles_because(
            w, "9.8", "Gibraltar is neither assaulted nor besieged while troops and a squadron hold it");
    }
    if (w->argument == EAGLES_CHOOSE_ASSAULT) {
        return eagles_because(
            w, "9.5",
            "The morale of the attackers was gone in an assault of this phase: they assault no more");
    }
    if ((b->flags & EAGLES_BATTLE_SIEGE) != 0) {
        return eagles_because(w, "9.2", "The city is besieged already");
    }
    if (eagles_has(&w->p, b->defend, defender, EAGLES_OUTSIDE)) {
        return eagles_because(w, "9.2", "Enemies that are out of the battle still stand before the city");
    }
    if (eagles_why_closed(w, b->defend, b->attacker)) {
        return true;
    }
    return eagles_because(w, "9.2", "A siege needs as many supplied SP next to the city as it has inside: %u",
                          garrison);
}

static bool why_besiege(EaglesWhy *w)
{
    const unsigned hex = w->argument >> 3U;
    const unsigned first = eagles_move_argument(w->legal->moves[0]) >> 3U;
    if (hex != first) {
        return eagles_because(w, "9.2", "Forces are asked for one by one, now that of %s",
                              eagles_why_hex(w, first));
    }
    return (w->argument & 7U) == EAGLES_PART_NONE
               ? eagles_because(w, "9.2", "Without any of %s the besiegers would be fewer than the garrison",
                                eagles_why_hex(w, hex))
               : eagles_because(w, "9.2", "Less than all of %s would be fewer than the garrison needs",
                                eagles_why_hex(w, hex));
}

/* ------------------------------------------------------------------ joining [8.9, 11] */

static bool fights_in(const EaglesWhy *w, unsigned hex, unsigned side, unsigned battle)
{
    const int force = eagles_find_force(&w->p, hex, side);
    return force >= 0 && w->p.s->force[force].battle == battle;
}

static bool near_battle(const EaglesWhy *w, unsigned hex, unsigned battle)
{
    for (unsigned i = 0; i < w->p.s->forces; i++) {
        const EaglesForce *force = &w->p.s->force[i];
        if (force->battle == battle && neighbours(w, hex, force->hex) &&
            eagles_force_count(&w->p, force, false) > 0) {
            return true;
        }
    }
    return false;
}

static bool why_joins(EaglesWhy *w, unsigned hex, unsigned side, unsigned battle)
{
    if (battle >= w->p.s->battles || !eagles_battle_on(w->p.s, battle)) {
        return eagles_because(w, "8.9", "There is no battle %u that goes on", battle + 1U);
    }
    const EaglesBattle *b = &w->p.s->battle[battle];
    if (fights_in(w, hex, side, battle)) {
        return eagles_because(w, "8.9", "The force fights in that battle already");
    }
    if ((b->flags & EAGLES_BATTLE_ASSAULT) != 0 && side != b->attacker) {
        return eagles_because(w, "8.9", "Nobody joins a garrison that is assaulted");
    }
    if (eagles_is_besieged(&w->p, hex, side)) {
        return eagles_because(w, "8.9",
                              "The garrison of %s is besieged: it joins only those who come to its relief",
                              eagles_why_hex(w, hex));
    }
    if (!near_battle(w, hex, battle)) {
        return eagles_because(w, "8.9", "%s is not next to a force of battle %u", eagles_why_hex(w, hex),
                              battle + 1U);
    }
    return eagles_because(
        w, "8.9", "From %s nobody of the enemy in battle %u is next door, and there is no hex to shift to",
        eagles_why_hex(w, hex), battle + 1U);
}

static bool why_withdraw(EaglesWhy *w)
{
    const unsigned hex = w->argument >> 6U;
    const unsigned choice = w->argument & 63U;
    const int force = eagles_find_force(&w->p, w->top->x, w->top->b);
    if (hex != w->top->x) {
        return eagles_because(w, "8.8", "Forces are asked one by one, now that of %s",
                              eagles_why_hex(w, w->top->x));
    }
    if (w->p.s->battle[w->top->a].lost[w->top->b] > 0) {
        return eagles_because(w, "8.9", "Who has lost morale in his battle joins no other");
    }
    if (force >= 0 && (w->p.s->force[force].flags & EAGLES_FORCE_TRIED) != 0) {
        return eagles_because(w, "8.9", "The force has tried to join in this round");
    }
    return choice >= 2 && why_joins(w, hex, w->top->b, choice - 2);
}

static bool why_join(EaglesWhy *w)
{
    const unsigned hex = w->argument >> 6U;
    const unsigned choice = w->argument & 63U;
    if (hex != w->top->x) {
        return eagles_because(w, "8.9", "Forces are asked one by one, now that of %s",
                              eagles_why_hex(w, w->top->x));
    }
    return choice >= 2 ? why_joins(w, hex, w->top->b, choice - 2)
                       : eagles_because(w, "8.9", "The force has no battle to withdraw from");
}

static bool why_join_hex(EaglesWhy *w)
{
    const unsigned hex = w->argument;
    if (!neighbours(w, w->top->x, hex)) {
        return eagles_because(w, "8.9", "%s is not next to %s", eagles_why_hex(w, hex),
                              eagles_why_hex(w, w->top->x));
    }
    if (eagles_why_closed(w, hex, w->top->b)) {
        return true;
    }
    return eagles_because(w, "8.9",
                          "A force shifts to a hex next to an enemy of the battle, free of enemies and of "
                          "friends who do not fight there");
}

static bool why_rear(EaglesWhy *w)
{
    const EaglesBattle *b = &w->p.s->battle[w->top->a];
    const unsigned hex = w->argument - 1U;
    if (hex >= w->p.d->hexes || !eagles_has(&w->p, hex, EAGLES_FRANCE, EAGLES_OUTSIDE)) {
        return eagles_because(w, "11", "No French force stands there");
    }
    if (!neighbours(w, hex, b->defend) || neighbours(w, hex, b->attack) || hex == b->attack) {
        return eagles_because(w, "11", "%s is not one of the three hexes behind %s", eagles_why_hex(w, hex),
                              eagles_why_hex(w, b->defend));
    }
    if (eagles_find_force(&w->p, hex, EAGLES_FRANCE) >= 0) {
        return eagles_because(w, "11", "The force in %s fights in a battle", eagles_why_hex(w, hex));
    }
    if (eagles_best_leader(&w->p, hex, EAGLES_FRANCE, EAGLES_FLAG_OUT | EAGLES_FLAG_INSIDE, 0) < 0) {
        return eagles_because(w, "11", "The force in %s has no leader", eagles_why_hex(w, hex));
    }
    return eagles_because(w, "11", "The force in %s cannot leave its hex for that of the attack",
                          eagles_why_hex(w, hex));
}

/* ------------------------------------------------------------------ retreats and advances [8.7, 8.8, 8.10]
 */

static bool why_retreat(EaglesWhy *w)
{
    const unsigned hex = w->argument >> 3U;
    const unsigned side = w->top->a;
    const unsigned from = w->top->x;
    const unsigned enemy = eagles_other(side);
    if (w->top->phase > 0) {
        return eagles_because(
            w, "8.8",
            "On a way through enemies the force goes on together, to a free hex if one is next to it");
    }
    if (!neighbours(w, from, hex)) {
        return eagles_because(w, "8.8", "%s is not next to %s", eagles_why_hex(w, hex),
                              eagles_why_hex(w, from));
    }
    if (eagles_why_closed(w, hex, side)) {
        return true;
    }
    if (eagles_has_partisan(&w->p, hex, side)) {
        return eagles_because(w, "7.3", "Nobody stacks with the partisans in %s", eagles_why_hex(w, hex));
    }
    if (hex < w->top->y) {
        return eagles_because(w, "15.3", "Parts retreat to hexes in ascending order, and %s has been passed",
                              eagles_why_hex(w, hex));
    }
    for (uint32_t i = 0; i < w->legal->count; i++) {
        if (eagles_move_argument(w->legal->moves[i]) >> 3U == hex) {
            return eagles_because(w, "15.3",
                                  "No part of them goes to %s while the rest finds another hex behind it",
                                  eagles_why_hex(w, hex));
        }
    }
    if (eagles_has(&w->p, hex, enemy, EAGLES_ANY)) {
        return eagles_because(w, "8.8",
                              "Enemies are in %s: a way through them is taken only when there is no other",
                              eagles_why_hex(w, hex));
    }
    if (eagles_in_campaign(&w->p) && eagles_is_shut(&w->p, hex)) {
        return eagles_because(w, "13.7",
                              "%s is closed by neutral troops or as the capital of a conquered state",
                              eagles_why_hex(w, hex));
    }
    const unsigned direction = eagles_direction(w->p.d, from, hex);
    if (eagles_cost(&w->p, from, direction, side) == EAGLES_IMPASSABLE) {
        return eagles_because(w, "7.2", "Water lies between %s and %s", eagles_why_hex(w, from),
                              eagles_why_hex(w, hex));
    }
    return eagles_because(w, "8.8", "%s is farther from a source of supply than %s", eagles_why_hex(w, hex),
                          eagles_why_hex(w, from));
}

static bool why_advance(EaglesWhy *w)
{
    const unsigned from = w->argument >> 6U;
    const unsigned part = w->argument & 7U;
    if (from != w->top->y) {
        return eagles_because(w, "8.10", "Forces are asked one by one, now that of %s",
                              eagles_why_hex(w, w->top->y));
    }
    if ((w->argument >> 3U & 7U) != eagles_direction(w->p.d, w->top->y, w->top->x)) {
        return eagles_because(w, "8.10", "The enemy has left %s, and no other hex is entered",
                              eagles_why_hex(w, w->top->x));
    }
    return part == EAGLES_PART_CAVALRY
               ? eagles_because(w, "8.10", "All that may advance is cavalry, or nothing of it")
               : eagles_because(w, "8.10", "A single SP may advance: all of it or none");
}

static bool why_evade(EaglesWhy *w)
{
    const unsigned first = eagles_move_argument(w->legal->moves[0]);
    const unsigned way = w->argument & 7U;
    if (w->argument >> 3U != first >> 3U) {
        return eagles_because(w, "8.7", "Rows of Cossacks and partisans are asked for one by one");
    }
    const unsigned hex = w->argument >> 11U;
    const unsigned to = way > 0 ? eagles_ranked_neighbour(w->p.d, hex, way - 1U) : (unsigned)EAGLES_NO_HEX;
    if (eagles_why_closed(w, to, w->top->b)) {
        return true;
    }
    return eagles_because(w, "8.7", "They slip away to a free hex no farther from supply, and %s is none",
                          eagles_why_hex(w, to));
}

/* ------------------------------------------------------------------ losses [8.6, 15.3] */

static bool why_loss(EaglesWhy *w)
{
    const EaglesLoss *loss = &w->p.s->loss;
    const unsigned order = w->argument;
    const unsigned unit = order >> 12U;
    const unsigned hex = order & 0x7FFU;
    bool there = false;
    for (unsigned i = eagles_rows_in(w->p.s, hex); hex < w->p.d->hexes && eagles_row_at(w->p.s, i, hex);
         i++) {
        there = there || eagles_row_unit(w->p.s, i) == unit;
    }
    if (!there || unit >= w->p.d->land_units) {
        return eagles_because(w, "15.3", "No such troops stand in %s", eagles_why_hex(w, hex));
    }
    if (loss->guard == 1 && w->p.d->unit[unit].type != EAGLES_GI && w->p.d->unit[unit].type != EAGLES_GC) {
        return eagles_because(w, "11", "The Guard was committed: it suffers the first loss");
    }
    if (loss->guard == 2 && !w->p.d->unit[unit].cavalry) {
        return eagles_because(w, "11", "The cavalry charged: it suffers the first loss");
    }
    if (loss->cavalry != 0 && loss->guard == 0 && !w->p.d->unit[unit].cavalry) {
        return eagles_because(w, "8.6", "One of the SP lost is cavalry, and rows are named cavalry first");
    }
    if (order < loss->last) {
        return eagles_because(w, "15.3", "Losses are named row by row, and this one has been passed");
    }
    return eagles_because(w, "15.3",
                          "Those are not among the troops that suffer, or too few would be left to name");
}

bool eagles_why_fight(EaglesWhy *w)
{
    switch (w->kind) {
    case EAGLES_MOVE_TARGET:
        return why_target(w);
    case EAGLES_MOVE_FROM:
        return why_from(w);
    case EAGLES_MOVE_SORTIE_WITH:
        return eagles_because(w, "9.6", "One SP sallies or stays: there are no rows to name");
    case EAGLES_MOVE_SHELTER:
        return why_shelter(w);
    case EAGLES_MOVE_CITY_CHOICE:
        return why_city_choice(w);
    case EAGLES_MOVE_BESIEGE_WITH:
        return why_besiege(w);
    case EAGLES_MOVE_EVADE:
        return why_evade(w);
    case EAGLES_MOVE_REAR:
        return why_rear(w);
    case EAGLES_MOVE_LOSS:
        return why_loss(w);
    case EAGLES_MOVE_WITHDRAW:
        return why_withdraw(w);
    case EAGLES_MOVE_RETREAT:
        return why_retreat(w);
    case EAGLES_MOVE_JOIN:
        return why_join(w);
    case EAGLES_MOVE_JOIN_HEX:
        return why_join_hex(w);
    case EAGLES_MOVE_ADVANCE:
        return why_advance(w);
    default:
        return false;
    }
}

/* why_fight.c: why no interception, evasion, counter-march, spearhead, combat card or retreat [12, 14]. */
#include "engine/nae/battle.h"
#include "engine/nae/march.h"
#include "engine/nae/why.h"

/* ---- generals who would react ---- */

static bool demoralised(const NaeWhy *w, NaePieces set)
{
    const unsigned unit = nae_pieces_first(nae_pieces_and(set, w->p.d->units));
    return unit != NAE_NONE && nae_bit(w->p.s, unit, NAE_DEMORALISED);
}

/* A general of the seat who stands in the field of a zone next to another. */
static bool not_there(const NaeWhy *w, unsigned general, unsigned zone, unsigned to)
{
    const NaePieces there = nae_standing(w->p.d, w->p.s, zone, w->top->seat);
    if (nae_edge(w->p.d, zone, to) == NULL) {
        return nae_because(w, "12.4", "%s does not touch %s", nae_why_zone(w, zone), nae_why_zone(w, to));
    }
    if (!nae_is_general(general)) {
        return nae_because(w, "12.4", "%s is no general: a corps by itself does not react",
                           nae_why_piece(w, general));
    }
    return !nae_pieces_in(there, general) && nae_because(w, "12.4", "%s does not stand in the field of %s",
                                                         nae_why_piece(w, general), nae_why_zone(w, zone));
}

static unsigned best_card(const NaeWhy *w)
{
    unsigned best = 0;
    for (unsigned i = 0; i < NAE_DECK; i++) {
        const unsigned card = w->top->seat * NAE_DECK + i;
        const unsigned value = nae_in_hand(w->p.s, card) ? nae_card_value(w->p.d, w->p.s, card) : 0;
        best = value > best ? value : best;
    }
    return best;
}

static bool why_intercept(const NaeWhy *w)
{
    const NaeData *d = w->p.d;
    const unsigned zone = w->a;
    const unsigned general = w->b;
    const unsigned to = w->p.s->march.zone;
    if (not_there(w, general, zone, to)) {
        return true;
    }
    const NaePieces set = nae_army_part(w->p.s, nae_standing(d, w->p.s, zone, w->top->seat),
                                        w->p.s->bits[general] & NAE_SECOND_ARMY);
    if (!nae_bit(w->p.s, general, NAE_COMMANDS)) {
        return nae_because(w, "12.4", "%s serves in an army: commanders intercept",
                           nae_why_piece(w, general));
    }
    if (demoralised(w, set)) {
        return nae_because(w, "14.9.3", "The force of %s is demoralised", nae_why_piece(w, general));
    }
    const unsigned need = nae_general(d, general)->initiative;
    if (need > best_card(w)) {
        return nae_because(w, "12.4", "%s needs a card of value %u for it, and your best is %u",
                           nae_why_piece(w, general), need, best_card(w));
    }
    return nae_why_closed(w, nae_pieces_and(set, d->generals), w->top->seat, zone, to);
}

static bool why_intercept_card(const NaeWhy *w)
{
    if (w->a >= NAE_CARDS || nae_card_side(w->a) != w->top->seat || !nae_in_hand(w->p.s, w->a)) {
        return nae_because(w, "12.4", "%s is not in your hand", nae_why_card(w, w->a));
    }
    return nae_because(w, "12.4", "%s needs a card of value %u, and %s has %u",
                       nae_why_piece(w, w->p.s->reaction.general),
                       nae_general(w->p.d, w->p.s->reaction.general)->initiative, nae_why_card(w, w->a),
                       nae_card_value(w->p.d, w->p.s, w->a));
}

static bool why_counter(const NaeWhy *w)
{
    const unsigned zone = w->a;
    const unsigned general = w->b;
    const unsigned to = w->p.s->battle.zone;
    if (not_there(w, general, zone, to)) {
        return true;
    }
    const unsigned terrain = nae_edge(w->p.d, zone, to)->terrain;
    if (terrain == NAE_EDGE_MOUNTAIN || terrain == NAE_EDGE_STRAIT) {
        return nae_because(w, "14.1", "Mountains without a pass and straits stop a counter-march");
    }
    if (nae_bit(w->p.s, general, NAE_DEMORALISED)) {
        return nae_because(w, "14.9.3", "%s is demoralised", nae_why_piece(w, general));
    }
    if (nae_pieces_in(w->p.s->battle.tried, general)) {
        return nae_because(w, "14.1", "%s has tried in this battle already", nae_why_piece(w, general));
    }
    const NaePieces led = nae_pieces_one(general);
    return nae_why_closed(w, led, w->top->seat, zone, to) ||
           nae_because(w, "14.1",
                       "No corps can come with %s so that those who go and those who stay are legal "
                       "forces",
                       nae_why_piece(w, general));
}

/* ---- evasion [12.5] ---- */

static bool why_evade_to(const NaeWhy *w, NaePieces set, unsigned to)
{
    const NaeData *d = w->p.d;
    const NaeMarch *m = &w->p.s->march;
    const unsigned side = nae_other(m->side);
    if (to == m->from) {
        return nae_because(w, "12.5", "The attacker comes from %s", nae_why_zone(w, to));
    }
    if (nae_why_closed(w, set, side, m->zone, to)) {
        return true;
    }
    if (!nae_pieces_empty(nae_in_the_way(d, w->p.s, to, side))) {
        return nae_because(w, "12.5", "Enemies stand in %s", nae_why_zone(w, to));
    }
    if (nae_enemy_fortress(d, w->p.s, to, side)) {
        return nae_because(w, "12.5", "The fortress of %s is the enemy's", nae_why_zone(w, to));
    }
    const enum nae_fault fault = nae_why_apart(w, set, nae_standing(d, w->p.s, to, side));
    return fault != NAE_FAULT_NONE && nae_because(w, "12.5", "Friends stand in %s, and together %s",
                                                  nae_why_zone(w, to), nae_why_fault(fault));
}

static bool why_fort(const NaeWhy *w, NaePieces set)
{
    const NaeMarch *m = &w->p.s->march;
    const unsigned side = nae_other(m->side);
    if (nae_fortress_side(w->p.d, w->p.s, m->zone) != side) {
        return nae_because(w, "12.5", "No fortress of %s is in your hands", nae_why_zone(w, m->zone));
    }
    if (nae_besieged(w->p.s, m->zone)) {
        return nae_because(w, "15.6", "Nobody enters a besieged fortress");
    }
    if (!nae_pieces_empty(nae_garrison(w->p.d, w->p.s, m->zone, side))) {
        return nae_because(w, "15.6", "The fortress of %s is full: it holds one force",
                           nae_why_zone(w, m->zone));
    }
    return w->a == NAE_W_SPLIT
               ? nae_because(w, "12.5",
                             "To part, one corps must be able to go inside, and the rest, a legal "
                             "force under a general, to evade")
               : (!nae_force_legal(w->p.d, w->p.s, set) &&
                  nae_because(w, "15.6", "What stands there is more than the one force a fortress holds"));
}

static bool why_evade(const NaeWhy *w)
{
    const NaePieces set = nae_standing(w->p.d, w->p.s, w->p.s->march.zone, nae_foe(w->p.s));
    switch (w->a) {
    case NAE_W_STAND:
        return nae_because(w, "14.9.3", "A demoralised force always evades if it can");
    case NAE_W_EVADE:
        if (nae_commander(w->p.d, w->p.s, set) == NAE_NONE && !demoralised(w, set)) {
            return nae_because(w, "12.5", "Corps without a general evade only if they are demoralised");
        }
        return nae_because(w, "12.5",
                           "No zone next to %s can be evaded to: not where the attacker came from, "
                           "nor enemy units, fortresses, closed land, or friends it cannot join",
                           nae_why_zone(w, w->p.s->march.zone));
    case NAE_W_FORT:
    case NAE_W_SPLIT:
        return why_fort(w, set);
    default:
        return nae_because(w, "12.5", "An attacked force stands, evades, enters its fortress, or parts");
    }
}

/* ---- battle [14] ---- */

static bool not_fighting(const NaeWhy *w, unsigned piece)
{
    return !nae_pieces_in(nae_fighters(w->p.d, w->p.s, w->top->a), piece) &&
           nae_because(w, "14", "%s does not fight on your side in the battle of %s", nae_why_piece(w, piece),
                       nae_why_zone(w, w->p.s->battle.zone));
}

static bool why_spearhead(const NaeWhy *w)
{
    return not_fighting(w, w->a) ||
           nae_because(w, "14.5.5", "%s has no star: elite corps lead an assault", nae_why_piece(w, w->a));
}

static bool why_subordinate(const NaeWhy *w)
{
    return not_fighting(w, w->a) ||
           (!nae_is_general(w->a) && nae_because(w, "14.5.6", "%s is no general", nae_why_piece(w, w->a))) ||
           nae_because(w, "14.5.6", "%s commands: his value counts already", nae_why_piece(w, w->a));
}

static bool why_combat_card(const NaeWhy *w)
{
    const unsigned card = w->a;
    if (card >= NAE_CARDS || nae_card_side(card) != w->top->seat) {
        return nae_because(w, "14.5.7", "%s is a card of the other side", nae_why_card(w, card));
    }
    if (nae_battle_played(w->p.s, card)) {
        return nae_because(w, "14.5.7", "%s has been played in this battle", nae_why_card(w, card));
    }
    if (!nae_in_hand(w->p.s, card)) {
        return nae_because(w, "14.5.7", "%s is not in your hand", nae_why_card(w, card));
    }
    if ((w->p.d->card[card].flags & NAE_COMBAT_CARD) == 0) {
        return nae_because(w, "14.5.7", "%s is no combat card", nae_why_card(w, card));
    }
    return nae_because(w, "14.5.7",
                       "What %s asks for is not given here, or it belongs to another moment of the "
                       "battle",
                       nae_why_card(w, card));
}

static bool why_loss(const NaeWhy *w)
{
    const NaeBattle *b = &w->p.s->battle;
    if (not_fighting(w, w->a)) {
        return true;
    }
    if (!nae_is_unit(w->a)) {
        return nae_because(w, "14.8", "Steps are lost by corps");
    }
    return b->cavalry_loss[w->top->a] != 0
               ? nae_because(w, "14.8", "One step is to be lost by reserve cavalry")
               : nae_because(w, "14.8",
                             "Half of the losses fall on corps with at least the morale %u of the "
                             "force",
                             b->morale[w->top->a]);
}

static const char *rank_of_zone(const NaeWhy *w, unsigned to, unsigned side)
{
    return nae_enemy_controls(w->p.d, w->p.s, to, side) ? "the enemy controls it"
                                                        : "it is not the first choice";
}

static bool why_retreat(const NaeWhy *w)
{
    const NaeBattle *b = &w->p.s->battle;
    const unsigned side = w->top->seat;
    const NaePieces set = nae_loser_part(w->p.d, w->p.s, w->top->a);
    const unsigned to = w->a;
    if (to == b->zone) {
        return nae_because(w, "14.10", "No fortress of %s is open to the whole force, or a better way exists",
                           nae_why_zone(w, to));
    }
    if (to == b->entry && nae_role_side(w->p.s, NAE_DEFENDER) == side &&
        (b->flags & NAE_BATTLE_SAFE_RETREAT) == 0) {
        return nae_because(w, "14.10", "The attacker came from %s", nae_why_zone(w, to));
    }
    if (nae_why_closed(w, set, side, b->zone, to)) {
        return true;
    }
    if (!nae_pieces_empty(nae_in_the_way(w->p.d, w->p.s, to, side))) {
        return nae_because(w, "14.10", "Enemies stand in %s", nae_why_zone(w, to));
    }
    if (nae_enemy_fortress(w->p.d, w->p.s, to, side)) {
        return nae_because(w, "14.10", "The fortress of %s is the enemy's", nae_why_zone(w, to));
    }
    return nae_because(
        w, "14.10",
        "Not to %s, %s: a beaten force goes to friendly or open zones first, then to sieges of "
        "its side, its own fortress, land the enemy controls; two corps without a general do "
        "not combine",
        nae_why_zone(w, to), rank_of_zone(w, to, side));
}

bool nae_why_fight(const NaeWhy *w)
{
    switch (w->kind) {
    case NAE_M_INTERCEPT:
        return why_intercept(w);
    case NAE_M_INTERCEPT_CARD:
        return why_intercept_card(w);
    case NAE_M_EVADE:
        return why_evade(w);
    case NAE_M_EVADE_TO:
        return why_evade_to(w, nae_standing(w->p.d, w->p.s, w->p.s->march.zone, nae_foe(w->p.s)), w->a);
    case NAE_M_COUNTER_MARCH:
        return why_counter(w);
    case NAE_M_SPEARHEAD:
        return why_spearhead(w);
    case NAE_M_SUBORDINATE:
        return why_subordinate(w);
    case NAE_M_COMBAT_CARD:
        return why_combat_card(w);
    case NAE_M_BATTLE_LOSS:
        return why_loss(w);
    default:
        return why_retreat(w);
    }
}

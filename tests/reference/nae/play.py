"""The turn sequence [3] and the rounds of activation [6]."""
import conquest
import events
import interphase
from diplomacy import attempt, make_protectorate, may_protect, protectorate_targets, targets
from forces import units
from game import finish_action
from losses import attrition, besiegers, may_besiege, siege_attack
from march import activate, choose_force, force_options, own_nation, start_force
from naval import Squadron, naval_possible, pick_squadron, sail
from supply import is_supplied, mark, zone_traced
from world import COALITION, EMPIRE, SIDES


def play(g):
    """The whole game."""
    s = g.scenario
    first = True
    while not g.over:
        if not first:
            yield from interphase.interphase(g)
            if g.over:
                return
        yield from activation_phase(g, s['start'] if first else None)
        first = False
        if g.over:
            return
        yield from end_of_activations(g)
        if s['hundred_days']:
            yield from conquest.judge_1815(g)
            return
        yield from conquest.conquests(g)
        if g.over:
            return
        conquest.victory_phase(g)
        if g.over:
            return
        year_end(g)


def year_end(g):
    """Effects of the year end."""
    g.year += 1
    g.modifiers = {c: v for c, v in g.modifiers.items() if (c == '34F' and v >= g.year) or c == '51C' and v == 1}
    g.beaten_by_napoleon, g.empire_lost_major = set(), False
    g.foreign_war_started = False
    g.target = {s: None for s in SIDES}
    g.steps_in_iberia = 0
    g.skip_winter = g.extra_round = False
    g.burnt = set()


# -- rounds -------------------------------------------------------------------------------------------------------------
def activation_phase(g, start):
    g.phase = 'activation'
    g.dips = {s: 0 for s in SIDES}
    r = start['round'] if start else 1
    skip_first = start and start['first'] == 'coalition'
    g.skip_rounds = 0
    while r <= last_round(g):
        g.round = r
        new_round(g)
        for side in SIDES:
            if (side == EMPIRE and skip_first) or g.skip_rounds:
                continue
            yield from action(g, side)
            yield from finish_action(g)
            if g.over:
                return
        skip_first = False
        r += 1 + g.skip_rounds
        g.skip_rounds = 0


def last_round(g):
    if g.skip_winter:
        return 5
    return 7 if g.extra_round else 6


def new_round(g):
    for p in g.pieces.values():
        p.activated = False
    g.covering, g.port_attacked = set(), set()


def must_blockade(g):
    """25F is compulsory while every French fleet is destroyed or blockaded [6.1]."""
    if not g.held(EMPIRE, '25F'):
        return False
    for f in g.of('fleet'):
        if f.power == 'france' and (f.place.startswith('sea:') or f.place.startswith('box:')
                                    or (f.place.startswith('port:') and not g.blockaded(f.place[5:], EMPIRE))):
            return False
    return True


def uses(g, side, card):
    """Ways to use a card as the action of a round [6.1]."""
    if side == EMPIRE and must_blockade(g):
        return ['event'] if card == '25F' else []
    restricted = side == COALITION and 'restriction_1805' in g.flags
    out = []
    if g.value(card) > 0:
        out.append('ap')
    if restricted:
        return out
    if events.playable(g, side, card, 'activation'):
        out.append('event')
    if g.dips[side] < 2 and targets(g, side, g.value(card), majors=False):
        out.append('diplomacy')
    if side == EMPIRE and may_protect(g, card) and protectorate_targets(g):
        out.append('protectorate')
    if side == COALITION and g.winter() and events.wars(g):
        out.append('end_war')
    return out


def action(g, side):
    """One action of a round."""
    if side == COALITION:
        g.auto_evade = set()
    ways = {c: uses(g, side, c) for c in g.hand(side)}
    compulsory = side == EMPIRE and must_blockade(g)
    options = [] if compulsory else [('action', 'pass'), ('action', 'one_ap')]
    options += [('action', c) for c, u in ways.items() if u]
    choice = yield from g.ask(side, options)
    if choice[1] == 'pass':
        return
    if choice[1] == 'one_ap':
        yield from spend_ap(g, side, 1)
        return
    card = choice[1]
    use = (yield from g.ask(side, [('use', u) for u in ways[card]]))[1]
    yield from USE[use](g, side, card)


def use_ap(g, side, card):
    n = g.value(card)
    g.spend(card)
    yield from spend_ap(g, side, n)


def use_event(g, side, card):
    yield from events.play_event(g, side, card)


def use_diplomacy(g, side, card):
    g.dips[side] += 1
    pool = targets(g, side, g.value(card), majors=False)
    g.spend(card)
    n = (yield from g.ask(side, [('target', t) for t in pool]))[1]
    yield from attempt(g, side, n)


def use_protectorate(g, side, card):
    g.spend(card)
    n = (yield from g.ask(side, [('target', t) for t in protectorate_targets(g)]))[1]
    make_protectorate(g, n)


def use_end_war(g, side, card):
    yield from events.end_war(g, card)


USE = {'ap': use_ap, 'event': use_event, 'diplomacy': use_diplomacy, 'protectorate': use_protectorate,
       'end_war': use_end_war}


def spend_ap(g, side, n):
    """AP one activation at a time; the rest is kept [6.1-6.3]."""
    g.run_ap = n + g.ap[side]
    g.ap[side] = 0
    while g.run_ap > 0:
        restricted = side == COALITION and 'restriction_1805' in g.flags
        allowed = (lambda zone, word, nation: own_nation(g, side, zone, word) == 'autriche') if restricted else None
        kinds = []
        if land_possible(g, side, g.run_ap, allowed):
            kinds.append(('spend', 'land'))
        if not restricted and naval_possible(g, side):
            kinds.append(('spend', 'naval'))
        choice = yield from g.ask(side, kinds + [('spend', 'stop')])
        if choice[1] == 'stop':
            break
        if choice[1] == 'land':
            zone, word, cost = yield from choose_force(g, side, g.run_ap, allowed)
            g.run_ap -= cost
            a = yield from start_force(g, side, zone, word)
            yield from activate(g, a)
        else:
            fleets = yield from pick_squadron(g, side, g.run_ap)
            g.run_ap -= len(fleets)
            yield from sail(g, Squadron(g, side, fleets[0].place, fleets))
        yield from finish_action(g)
        if g.over:
            return
    g.ap[side] = g.run_ap
    g.run_ap = 0


def land_possible(g, side, ap, allowed):
    return any(cost <= ap and (allowed is None or allowed(z, w, n)) for z in g.w.zones if g.by_place.get(z)
               for n, w, cost in force_options(g, side, z))


# -- X ------------------------------------------------------------------------------------------------------------------
def end_of_activations(g):
    """Free sieges, supply, attrition, reactivation [15]."""
    g.phase, g.round = 'end_of_activations', 0
    g.flags.discard('restriction_1805')
    for side in SIDES:
        for z in sorted(g.siege, key=g.w.zone_order.get):
            if z in g.siege and g.fort_side(z) in SIDES and g.fort_side(z) != side:
                pieces = besiegers(g, z)
                if may_besiege(g, side, z, pieces) and is_supplied(g, pieces):
                    mark(g, pieces)
                    yield from siege_attack(g, side, z, pieces)
        yield from finish_action(g, out=False)
    for part in every_force(g):  # two armies trace for who commands both [13.3]
        mark(g, part, force=g.land(part[0].place, g.party(part[0]), part[0].fort))
    tested = set()
    for side in SIDES:
        for zone, slot, fort in [(p[0].place, p[0].slot, p[0].fort) for p in every_force(g) if g.party(p[0]) == side]:
            part = [p for p in g.land(zone, side, fort) if p.slot == slot and p.kind != 'depot']
            if units(part) and not any(u.id in tested for u in units(part)):
                yield from final_test(g, part, tested)
    g.destroyed -= {z for z in g.destroyed if reactivates(g, z)}
    for s in SIDES:
        g.ap[s] = 0
    yield from finish_action(g)


def every_force(g):
    """All forces of both sides, slot by slot, in the order of the zones."""
    out = []
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        for side in SIDES:
            for fort in (False, True):
                pieces = g.land(z, side, fort)
                for s in sorted({p.slot for p in units(pieces)}):
                    part = [p for p in pieces if p.slot == s and p.kind != 'depot']
                    if units(part):
                        out.append(part)
    return out


def final_test(g, part, tested):
    """Besieged, unsupplied or demoralised forces test once, wherever they fall back to [15.3]."""
    besieged = part[0].fort and part[0].place in g.siege
    bare = sum(u.steps for u in units(part) if u.unsupplied)
    shaken = any(p.demoralised for p in units(part))
    if besieged or bare or shaken:
        zone = part[0].place
        tested |= {u.id for u in units(part)}
        from forces import nationality
        alone = not besieged and not shaken  # then only the part without supply is tested [rulebook 13.5]
        bare = alone or 2 * bare >= sum(u.steps for u in units(part))
        yield from attrition(g, part, poor=g.w.zones[zone]['poor'], unsupplied=bare, demoralised=shaken, bare_only=alone,
                             besieged=besieged, home=g.home(nationality(part), zone))


def reactivates(g, z):
    """A fallen fortress serves its conqueror when its zone is in supply [15.4; rulebook 5.2.1, 5.5 of chapter 15]."""
    side = g.controller(z)
    if side not in SIDES or (side == EMPIRE and z in g.burnt) or g.enemy_field(z, side):
        return False
    return zone_traced(g, side, z)

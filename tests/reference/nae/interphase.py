"""The interphase [4]: declarations, hands, budget, diplomacy, neutral moves, redeployment."""
import diplomacy as dip
import events
from budget import budget
from cardplay import hand_size, permanent_due
from forces import (classes, commander, fix_zone, generals, group, legal, markers, merge_plan, nationality, outranks,
                    rest_legal, units)
from game import finish_action
from losses import attrition, join
from naval import Squadron, passes
from supply import Tracer, is_supplied, trace_nation
from world import BUDGET_ORDER, COALITION, EMPIRE, SIDES, other


def interphase(g):
    """I1 to I6."""
    from conquest import check_level
    g.round = 0
    for p in g.pieces.values():
        p.activated = False  # who acted in the last round may act by an event of the interphase [6.3]
    g.doubled, g.free_dips = set(), []
    for phase, run in (('declaration', declarations), ('hands', hands), ('budget', budget), ('diplomacy', diplomacy),
                       ('neutral_moves', neutral_moves), ('redeployment', redeployment)):
        g.phase = phase
        yield from run(g)
        yield from finish_action(g)
        check_level(g)
        if g.over:
            return


def reinforcement_zones(g, power):
    from budget import reinforcement_zones as zones
    return zones(g, power)


# -- I1 -----------------------------------------------------------------------------------------------------------------
def war_targets(g, side):
    """Whom a side may declare war on [4.1.1]."""
    out = []
    for p in g.w.majors:
        s = g.status[p]
        if p == 'autriche' and '34F' in g.modifiers:
            continue
        if s == 'neutral' or (s in ('forced_peace', 'forced_alliance') and g.victor[p] != side and p != 'grande_bretagne'):
            out.append(p)
    for m in g.w.minors:
        if g.status[m] == 'neutral' and not g.patron.get(m):
            out.append(m)
    return out


def declarations(g):
    for side in (COALITION, EMPIRE):
        while True:
            pool = war_targets(g, side)
            if not pool:
                break
            choice = yield from g.ask(side, [('declare', t) for t in pool] + [('declare', 'done')])
            if choice[1] == 'done':
                break
            yield from declare(g, side, choice[1])


def declare(g, side, target):
    """War on a nation: it joins the other side [4.1.2-4.1.4]."""
    if not g.w.is_major(target):
        yield from dip.minor_joins(g, target, other(side))
        return
    if g.status[target] == 'neutral' and target not in g.declared:
        g.declared.add(target)
        g.score('first_war_declaration_on_neutral_major')
    beaten = g.defeats.get((target, side), 0) > 0
    yield from dip.major_joins(g, target, other(side))
    if beaten:
        g.doubled.add(target)
        g.open_punishments()
        g.free_dips += [other(side)] * 3


# -- I2 -----------------------------------------------------------------------------------------------------------------
def hands(g):
    """Sizes first; the Coalition discards, then the Empire; permanents; draws [4.2.0]."""
    size = {s: hand_size(g, s) for s in SIDES}
    due = {s: [c for c in g.w.cards if (c[-1] == 'F') == (s == EMPIRE) and permanent_due(g, c)] for s in SIDES}
    for side in (COALITION, EMPIRE):
        yield from discards(g, side, size[side], due[side])
    for side in (COALITION, EMPIRE):
        for c in g.hand(side):
            if g.w.cards[c]['permanent'] and c not in due[side]:
                g.cards[c] = 'aside'
        for c in due[side]:
            g.cards[c] = 'hand'
    for side in (COALITION, EMPIRE):
        g.draw_cards(side, max(0, size[side] - len(g.hand(side))))
        g.bonus[side] = g.hand_modifier[side] = 0


def discards(g, side, size, due):
    for c in g.hand(side):
        d = g.w.cards[c]
        if d['permanent'] or d['not_discardable']:
            continue
        if (yield from g.ask(side, [('keep', c, 'keep'), ('keep', c, 'discard')]))[2] == 'discard':
            g.cards[c] = 'discard'
    while True:
        kept = [c for c in g.hand(side) if not g.w.cards[c]['permanent']]
        free = [c for c in kept if not g.w.cards[c]['not_discardable']]
        if len(kept) + len(due) <= size or not free:
            return
        g.cards[(yield from g.ask(side, [('discard', c) for c in free]))[1]] = 'discard'


# -- I4 -----------------------------------------------------------------------------------------------------------------
def diplomacy(g):
    while g.free_dips:
        yield from free_action(g, g.free_dips.pop(0))
    cards = {s: 2 for s in SIDES}
    while cards[EMPIRE]:
        start = [c for c in ('17F', '52F') if g.held(EMPIRE, c) and (c == '52F' or g.status['prusse'] == 'neutral')]
        if not start:
            break
        choice = yield from g.ask(EMPIRE, [('start_card', c) for c in start] + [('start_card', 'none')])
        if choice[1] == 'none':
            break
        g.spend(choice[1], True)
        g.modifiers[choice[1]] = 1
        cards[EMPIRE] -= 1
    for side in (COALITION, EMPIRE):
        while cards[side]:
            ways = {c: dip_uses(g, side, c) for c in g.hand(side)}
            options = [('dip_card', c) for c, u in ways.items() if u]
            if not options:
                break
            card = (yield from g.ask(side, options + [('dip_card', 'stop')]))[1]
            if card == 'stop':
                break
            cards[side] -= 1
            use = (yield from g.ask(side, [('use', u) for u in ways[card]]))[1]
            yield from dip_play(g, side, card, use)
            yield from finish_action(g, out=False)
            if g.over:
                return
    g.modifiers.pop('17F', None)
    g.modifiers.pop('52F', None)


def free_action(g, side):
    """One of the three actions a renewed war gives [4.1.4]."""
    pool = [p for p in g.w.majors if g.status[p] in ('neutral', 'forced_peace', 'forced_alliance')
            and p != 'france' and (p != 'grande_bretagne' or side == COALITION)  # never France's ally [8.1.2]
            and not (p == 'autriche' and side == COALITION and '34F' in g.modifiers)]
    pool += [m for m in g.w.minors if g.status[m] in ('neutral', 'forced_peace', 'forced_alliance')]
    if not pool:
        return
    choice = yield from g.ask(side, [('free_diplomacy', t) for t in pool] + [('free_diplomacy', 'decline')])
    if choice[1] != 'decline':
        kept = g.target[side]
        yield from dip.attempt(g, side, choice[1], 2)
        g.target[side] = kept


def dip_uses(g, side, card):
    out = []
    if dip.targets(g, side, g.value(card)):
        out.append('diplomacy')
    if events.playable(g, side, card, 'diplomacy'):
        out.append('event')
    if side == EMPIRE and dip.may_protect(g, card) and dip.protectorate_targets(g):
        out.append('protectorate')
    if side == COALITION and events.wars(g):
        out.append('end_war')
    return out


def dip_play(g, side, card, use):
    if use == 'diplomacy':
        pool = dip.targets(g, side, g.value(card))
        g.spend(card)
        n = (yield from g.ask(side, [('target', t) for t in pool]))[1]
        yield from dip.attempt(g, side, n)
    elif use == 'event':
        yield from events.play_event(g, side, card)
    elif use == 'protectorate':
        g.spend(card)
        n = (yield from g.ask(side, [('target', t) for t in dip.protectorate_targets(g)]))[1]
        dip.make_protectorate(g, n)
    else:
        yield from events.end_war(g, card)


# -- I5 and I6 ----------------------------------------------------------------------------------------------------------
class Walk:
    """A force that moves in the interphase."""

    def __init__(self, party, side, zone, redeploy, power):
        self.party, self.side, self.zone, self.redeploy, self.power = party, side, zone, redeploy, power
        self.spent, self.base, self.limit, self.touched, self.moved = 0, 0, 0, set(), False

    def pieces(self, g):
        return group(g, self.zone, self.party, {2, 3})

    def standing(self, g):
        return [p for p in g.land(self.zone, self.party, False) if p.slot < 2]


def neutral_moves(g):
    for p in g.pieces.values():
        p.activated = False
    for power in BUDGET_ORDER:
        if g.side_of(power):
            continue
        side = g.manager(power)
        yield from walks(g, power, side, 'peace:' + power, False)
        yield from neutral_fleets(g, power, side)


def redeployment(g):
    for p in g.pieces.values():
        p.activated = False
    for power in BUDGET_ORDER:
        side = g.side_of(power)
        if side:
            yield from walks(g, power, side, side, True)


def commands(g, power, side, part, redeploy):
    """Does this power move the force [4.6]? At peace a major moves its own only [4.5]."""
    n = nationality(part)
    if n == power:
        return not any(p.exped for p in part if p.power == n) or power == 'france'
    chief = 'france' if side == EMPIRE else 'grande_bretagne'
    exped = any(p.exped for p in part if p.power == n)
    return redeploy and power == chief and (not g.w.is_major(n) or exped)


def walkers(g, power, side, party, zone, redeploy):
    """Words for what may leave a zone: whole, army0, army1, or a corps."""
    pieces = [p for p in g.land(zone, party, False) if p.slot < 2]
    out, single = [], []
    slots = sorted({p.slot for p in units(pieces)})
    for s in slots:
        part = [p for p in pieces if p.slot == s and p.kind != 'depot']
        if not commands(g, power, side, part, redeploy):
            continue
        if redeploy and not is_supplied(g, part):
            continue
        lead = commander(part)
        fresh = not (lead.activated if lead else any(u.activated for u in units(part)))
        if fresh and not (not markers(part) and any(u.activated for u in units(part))):
            out.append('whole' if len(slots) == 1 else 'army%d' % s)
        if len(units(part)) > 1:
            single += [u for u in units(part) if not u.activated and not u.d['army_only']
                       and rest_legal(g, [p for p in part if p is not u])]
    out += [u.id for u in classes(sorted(single, key=lambda u: u.order))]  # one of a class in the zone [P2]
    if 'army0' in out and 'army1' in out:
        out.append('whole')
    return out


def walks(g, power, side, party, redeploy):
    """Forces of a power, one after another, until done."""
    while True:
        zones = [z for z in g.w.zones if g.by_place.get(z) and walkers(g, power, side, party, z, redeploy)]
        if not zones:
            return
        z = (yield from g.ask(side, [('walk_force', z) for z in zones] + [('walk_force', 'done')]))[1]
        if z == 'done':
            return
        words = walkers(g, power, side, party, z, redeploy)
        word = (yield from g.ask(side, [('walk_what', w) for w in words]))[1]
        w = Walk(party, side, z, redeploy, power)
        yield from set_out(g, w, word)
        yield from walk(g, w)
        yield from fix_zone(g, z, party)  # a foreign general without steps of his nation [7.6]


def leave(w, word, chosen):
    """Those who walk are no longer of those who stand."""
    for p in chosen:
        if p.slot < 2:
            p.slot = 2 + (p.slot if word == 'whole' else 0)
        p.activated = True


def set_out(g, w, word):
    """The force leaves its stack; fixed depots may turn mobile and go along [4.6]."""
    pieces = w.standing(g)
    if word in ('whole', 'army0', 'army1'):
        slots = {0, 1} if word == 'whole' else {int(word[4:])}
        chosen = [p for p in pieces if p.slot in slots and (p.kind != 'depot' or not p.fixed)]
        if generals(chosen):
            leave(w, word, chosen)
            for d in [p for p in pieces if p.kind == 'depot' and p.fixed and p.power == w.power]:
                if (yield from g.ask(w.side, [('depot_mobile', d.id, 'yes'), ('depot_mobile', d.id, 'no')]))[2] == 'yes':
                    d.fixed = False
                    chosen.append(d)
        else:
            chosen = [p for p in chosen if p.kind != 'depot']
    else:
        chosen = [g.pieces[word]]
    leave(w, word, chosen)
    w.base = min(u.face['movement'] for u in units(chosen))
    w.limit = w.base * (2 if w.redeploy and generals(chosen) else 1)


def walk_ok(g, w, to, pieces):
    """May the force enter a zone in this phase?"""
    if not w.redeploy:
        return g.owner[to] == w.power
    side = w.side
    if not g.may_enter(side, w.zone, to, pieces) or g.land(to, other(side), None, ('unit', 'depot')) and any(
            not (p.fort and to in g.siege) for p in g.land(to, other(side), None, ('unit', 'depot'))):
        return False
    if g.hostile_fort(to, side) or g.control.get(to) == other(side):
        return False
    return Tracer(g, trace_nation(pieces), side).supplied(to)


def walk_cost(g, w, to):
    c = g.edge_cost(w.zone, to)
    if c is None:
        return None if w.spent else w.limit
    return c


def rests(g, w, pieces, zone):
    stand = [p for p in g.land(zone, w.party, False) if p.slot < 2]
    return not units(stand) or merge_plan(g, pieces, stand) is not None


def walk_steps(g, w, pieces):
    out = []
    for n in g.w.adj[w.zone]:
        c = walk_cost(g, w, n)
        if c is None or w.spent + c > w.limit or not walk_ok(g, w, n, pieces):
            continue
        if rests(g, w, pieces, n) or onward(g, w, pieces, n, w.limit - w.spent - c):
            out.append(n)
    return out


def onward(g, w, pieces, n, left):
    """From a zone where it cannot rest the force must be able to go on [4.6]."""
    old, w.zone = w.zone, n
    found = False
    for t in g.w.adj[n]:
        c = g.edge_cost(n, t)
        if c is not None and c <= left and walk_ok(g, w, t, pieces) and rests(g, w, pieces, t):
            found = True
            break
    w.zone = old
    return found


def walk_takes(g, w, pieces):
    """Units a general may absorb on the way."""
    lead = commander(pieces)
    if not lead:
        return []
    out = []
    stand = [p for p in w.standing(g) if p.kind != 'depot']
    body = [p for p in pieces if p.kind != 'depot']
    for s in sorted({p.slot for p in units(stand)}):
        part = [p for p in stand if p.slot == s]
        chief = commander(part)
        if chief and not outranks(lead, chief, body, part) or (markers(part) and not markers(body)):
            continue
        for u in classes([u for u in units(part) if not u.activated and u.id not in w.touched]):
            rest = [p for p in part if p is not u]
            if not units(rest) and markers(part):
                continue
            if (not units(rest) or rest_legal(g, rest)) and taking_slot(g, body, [u]) is not None and w.spent <= w.limit and u not in out:
                out.append(u)
    return out


def taking_slot(g, body, new):
    """Slot of the mover that takes pieces in: of two armies the first that has room."""
    for s in sorted({p.slot for p in body}):
        if legal(g, [p for p in body if p.slot == s] + new):
            return s
    return None


def walk(g, w):
    while True:
        pieces = w.pieces(g)
        go = walk_steps(g, w, pieces)
        options = [('walk', 'go', n) for n in go] + [('walk', 'take', u.id) for u in walk_takes(g, w, pieces)]
        if rests(g, w, pieces, w.zone) or not go:
            options.append(('walk', 'stop'))
        choice = yield from g.ask(w.side, options)
        if choice[1] == 'stop':
            break
        if choice[1] == 'take':
            walk_take(g, w, g.pieces[choice[2]])
            continue
        to = choice[2]
        w.spent += walk_cost(g, w, to)
        frm = w.zone
        if w.redeploy:
            g.note_entry(w.side, frm, to, units(pieces))
        for p in pieces:
            g.put(p, to, p.slot)
        w.zone, w.moved = to, True
        if w.redeploy:
            from march import left_siege
            from forces import lone_depots
            yield from left_siege(g, frm, w.side)
            lone_depots(g, frm)
        w.home = getattr(w, 'home', True) and g.home(nationality(pieces), to)
        w.poor = getattr(w, 'poor', False) or g.w.zones[to]['poor']
    yield from walk_end(g, w)


def walk_take(g, w, u):
    part = [p for p in w.standing(g) if p.slot == u.slot]
    pieces = [p for p in w.pieces(g) if p.kind != 'depot']
    u.slot, u.activated = taking_slot(g, pieces, [u]), True
    w.touched.add(u.id)
    rest = [p for p in part if p is not u]
    if not units(rest):
        for q in rest:
            if q.kind == 'depot' and not q.fixed:
                q.slot = u.slot
            elif q.kind == 'general':
                if markers(pieces) and legal(g, [p for p in pieces if p.slot == u.slot] + [u, q]):
                    q.slot = u.slot
                else:
                    g.put(q, 'reserve')
    if u.face['movement'] < w.base:
        factor = 2 if w.limit > w.base else 1
        w.limit = max(w.spent, w.limit - factor * (w.base - u.face['movement']))
        w.base = u.face['movement']


def walk_end(g, w):
    """The test beyond the printed factor, then the stack [4.6]."""
    pieces = w.pieces(g)
    if w.redeploy and w.spent > w.base and units(pieces):
        yield from attrition(g, [p for p in pieces if p.kind != 'depot'], poor=getattr(w, 'poor', False),
                             home=getattr(w, 'home', False),
                             demoralised=any(u.demoralised for u in units(pieces)))
        pieces = w.pieces(g)
    stand = w.standing(g)
    if units(stand) and units(pieces):
        yield from join(g, w.zone, w.party, pieces, stand)
    else:
        for p in pieces:
            p.slot = p.slot % 2 if len(markers(pieces)) == 2 else 0
    yield from fix_zone(g, w.zone, w.party)


def neutral_fleets(g, power, side):
    """Fleets of a power at peace may shift inside home waters [4.5]."""
    for f in [f for f in g.of('fleet') if f.power == power and f.place.split(':')[0] in ('port', 'sea')]:
        places = neutral_places(g, power, f)
        choice = yield from g.ask(side, [('neutral_fleet', f.id, p) for p in places])
        g.put(f, choice[2])


def neutral_places(g, power, f):
    """National ports and sea zones next to one, within the movement of the fleet, and where it lies."""
    sq = Squadron(g, 'peace', f.place, [f])
    ports = [p for p in g.w.ports if g.owner[p] == power]
    coast = {s for p in ports for s in g.w.ports[p]['sea_zones']}
    start = f.place.split(':')
    dist = {start[1]: 0} if start[0] == 'sea' else {s: 1 for s in g.w.ports[start[1]]['sea_zones'] if passes(g, sq, None, s)}
    todo = list(dist)
    while todo:
        s = todo.pop(0)
        for n in g.w.sea[s]['adjacent']:
            if n not in dist and dist[s] + 1 <= f.d['movement'] and passes(g, sq, s, n):
                dist[n] = dist[s] + 1
                todo.append(n)
    out = [f.place]
    for p in ports:
        if 'port:' + p != f.place and any(dist.get(s, 99) + 1 <= f.d['movement'] for s in g.w.ports[p]['sea_zones']) \
                and len([o for o in g.at('port:' + p, ('fleet',)) if o.power == power]) < 3:
            out.append('port:' + p)
    for s in dist:
        there = [g.party(o) for o in g.at('sea:' + s, ('fleet',)) if g.party(o) not in SIDES]
        if s in coast and 'sea:' + s != f.place and len(there) < 3 and all(o == g.party(f) for o in there):
            out.append('sea:' + s)  # a squadron of its own party, three at most
    return out

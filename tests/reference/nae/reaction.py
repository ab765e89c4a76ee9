"""What the inactive side does when a force comes in: interception, evasion; and major campaigns [9]."""
from battle import Battle, can_come, fight, free_siege, who_comes
from forces import (army_commander, by_nation, cavalry, classes, commander, fix, fix_zone, generals, legal_all, lone_depots,
                    markers, merge_plan, units)
from losses import arrive, attrition, join, retreat_force
from world import COALITION, EMPIRE, other


# -- interception -------------------------------------------------------------------------------------------------------
def interceptors(g, a):
    """(zone, general) that may intercept into the zone just entered [9.1]."""
    side, out = other(a.side), []
    best = max((g.value(c) for c in g.hand(side)), default=-1)
    for n, edge in g.w.adj[a.zone].items():
        here = [p for p in g.land(n, side, False) if p.slot < 2]
        for s in sorted({p.slot for p in units(here)}):
            part = [p for p in here if p.slot == s]
            x = commander(part)
            if not x or x.d['initiative'] > best or any(u.demoralised for u in units(part)):
                continue
            if can_come(g, side, part, x, a.zone):
                out.append((n, x))
    return out


def intercept(g, a, cost):
    """One attempt per zone entered; True when an interception battle was won by the mover."""
    side = other(a.side)
    found = interceptors(g, a)
    if not found or not units(a.pieces(g)):
        return False
    choice = yield from g.ask(side, [('intercept', 'none')] + [('intercept', n, x.id) for n, x in found])
    if choice[1] == 'none':
        return False
    frm, x = choice[1], g.pieces[choice[2]]
    cards = [c for c in g.hand(side) if g.value(c) >= x.d['initiative']]
    card = (yield from g.ask(side, [('intercept_card', c) for c in cards]))[1]
    g.spend(card, False)
    part = [p for p in g.land(frm, side, False) if p.slot == x.slot]
    entry_cost = g.entry_points(frm, a.zone)
    mover = a.pieces(g)
    chief = commander(mover)
    roll = -(entry_cost >= 2) + (cavalry(part) > cavalry(mover))
    roll += chief is not None and x.d['initiative'] < chief.d['initiative']
    if side == COALITION and g.held(EMPIRE, '32F'):
        if (yield from g.ask(EMPIRE, [('reaction', '32F'), ('reaction', 'none')]))[1] == '32F':
            g.spend('32F', True)
            roll -= 2
    if g.dice.d6() + roll < 5:
        return False
    return (yield from interception_battle(g, a, side, frm, x, part, entry_cost))


def interception_battle(g, a, side, frm, x, part, cost):
    from march import left_siege, pay
    comers = yield from who_comes(g, side, part, x, a.zone)
    g.note_entry(side, frm, a.zone, units(comers))
    for p in comers:
        if p.kind != 'depot' or not p.fixed:
            g.put(p, a.zone, 4)
    for p in g.land(frm, side, False):
        if p.kind != 'depot' and not units([q for q in g.land(frm, side, False) if q.slot == p.slot]):
            g.put(p, 'reserve')
    yield from fix_zone(g, frm, side)  # what stays is one force again, before anything else
    yield from left_siege(g, frm, side)
    lone_depots(g, frm)
    lead = commander(comers)
    yield from attrition(g, [p for p in comers if p.kind != 'depot'], entry=cost, poor=g.w.zones[a.zone]['poor'],
                         winter=g.winter(), home=g.home(lead.power, a.zone))
    if not units([p for p in comers if p.place == a.zone]):
        return False
    if a.campaign and not a.joined:
        yield from interior_lines(g, a, side)
        a.campaign.fought = True
    yield from pay(g, a)
    slots = set(a.slots) | {0, 1} | waiting_slots(a)
    left = [p for p in g.land(a.zone, a.side, False) if p.slot in slots]
    if not units(left) and not any(p.kind == 'depot' and p.fixed for p in left):
        for p in left:
            g.eliminate(p)  # mobile depots alone do not fight [8.7]
        a.ended = True
        yield from rest_defenders(g, a.zone, side)
        return False
    b = Battle(a.zone, a.side, slots, {4, 0, 1}, a.entry, interceptor=side, def_home=frm,
               ignore_rivers=a.ignore_rivers, supplied=a.slots if a.supplied_card else (),
               entries=entries_of(g, [w for w in a.campaign.waiting if w.zone == a.zone]) if a.campaign else None,
               others_came=waiting_entries(a))
    yield from fight(g, b)
    if a.campaign:
        a.campaign.refused.discard(a.zone)
    yield from rest_defenders(g, a.zone, side)
    for s in sorted(slots):
        yield from fix(g, a.zone, a.side, s)
    if b.winner != a.side or not units(a.pieces(g)):
        a.ended = True
        release_waiting(a, a.zone, b.winner == a.side)
        return False
    yield from after_win(g, a, b)
    return True


def rest_defenders(g, zone, side):
    """Interceptors and those who stood there are one force again."""
    late = [p for p in g.land(zone, side, False) if p.slot == 4]
    early = [p for p in g.land(zone, side, False) if p.slot < 2]
    if units(late) and units(early):
        yield from join(g, zone, side, late, early)
    elif units(late):
        for p in late:
            p.slot = 0
    yield from fix_zone(g, zone, side)


def waiting_entries(a):
    """Zones from where the forces of a campaign that wait in the zone have come [10.5]."""
    c = a.campaign
    return {w.entry for w in c.waiting + c.later if w.zone == a.zone and w.entry} if c else set()


def waiting_slots(a):
    if not a.campaign or a.zone in a.campaign.interior:  # under interior lines each fights alone [9.7]
        return set()
    return {s for w in a.campaign.waiting if w.zone == a.zone for s in w.slots}


def release_waiting(a, zone, won):
    """Forces that waited where an interception was lost have retreated with the rest."""
    if a.campaign and not won and zone not in a.campaign.interior:
        a.campaign.waiting = [w for w in a.campaign.waiting if w.zone != zone]


# -- evasion ------------------------------------------------------------------------------------------------------------
def evade_zones(g, side, zone, entry, pieces):
    """Where a force may evade to; it must fit whole [9.5, 12.11b]."""
    out = []
    for n, edge in g.w.adj[zone].items():
        if n == entry or not g.may_enter(side, zone, n, pieces):
            continue
        if g.enemies(n, side) or g.hostile_fort(n, side):
            continue
        friends = [p for p in g.land(n, side, False) if p.slot < 2]
        if not units(friends) or merge_plan(g, pieces, friends) is not None:
            out.append(n)
    return out


def fort_room(g, side, zone, pieces):
    """May all of it enter the fortress of the zone [9.5, 13.6]?"""
    if g.fort_side(zone) != side or zone in g.siege:
        return False
    inside = [p for p in g.land(zone, side, True) if p.kind != 'depot']
    body = [p for p in pieces if p.kind != 'depot']
    if not units(inside):
        return legal_all(g, body)
    return merge_plan(g, body, inside) is not None


def encounter(g, a, cost):
    """The force meets the enemy of a zone: evasion, then battle or the wait of a campaign."""
    side = other(a.side)
    foe = [p for p in g.land(a.zone, side, False)]
    if units(foe) and not (a.campaign and a.zone in a.campaign.refused):
        gone = yield from evasion(g, a, side, foe, cost)
        if gone:
            yield from leftover_depots(g, a, side)
            return
    if not units(foe):
        yield from leftover_depots(g, a, side)
        return
    if a.campaign:
        a.campaign.refused.add(a.zone)
        yield from interior_lines(g, a, side)
    yield from attack_or_wait(g, a)


def attack_or_wait(g, a):
    """In a campaign a force may wait for others, or must where one waits already [9.6]."""
    if a.campaign:
        if a.joined:
            word = 'fight'  # the joint battles have begun: there is nobody to wait for any more
        elif any(w.zone == a.zone for w in a.campaign.waiting):
            word = 'wait'
        else:
            word = (yield from g.ask(a.side, [('campaign', 'fight'), ('campaign', 'wait')]))[1]
        if word == 'wait':
            from march import pay
            yield from pay(g, a)
            if units(a.pieces(g)):
                wait(g, a)
            else:
                a.ended = True
            return
        a.campaign.fought = True
    yield from attack(g, a)


def leftover_depots(g, a, side):
    """Depots the enemy left alone: mobile ones die, fixed ones defend with half a point [8.7]."""
    left = g.land(a.zone, side, False, ('depot',))
    for d in left:
        if not d.fixed:
            g.eliminate(d)
    if any(d.fixed for d in left):
        yield from attack_or_wait(g, a)


def attack(g, a):
    """The battle of an activation."""
    from march import pay
    yield from pay(g, a)
    if not units(a.pieces(g)):
        a.ended = True
        return
    b = Battle(a.zone, a.side, a.slots, {0, 1}, a.entry, homes=getattr(a, 'homes', None),
               ignore_rivers=a.ignore_rivers, supplied=a.slots if a.supplied_card else (), sortie=a.sortie,
               entries=a.entries, others_came=waiting_entries(a))
    yield from fight(g, b)
    if a.campaign:
        a.campaign.refused.discard(a.zone)  # only until the battle is fought [12.6]
    a.slots = set(b.slots[a.side])
    if b.winner != a.side or not units(a.pieces(g)):
        a.ended = True
        yield from fix_zone(g, a.zone, side_of_zone(g, a))
        return
    yield from after_win(g, a, b)


def side_of_zone(g, a):
    return other(a.side)


def after_win(g, a, b):
    """Slower comrades cost points; the free siege attack [12.12]."""
    from march import after_siege, siege_supplied
    pieces = a.pieces(g)
    slow = min([u.face['movement'] for u in units(pieces)] + b.joined_at)
    if slow < a.base:
        a.mp, a.base = max(0, a.mp - (a.base - slow)), slow
    a.sortie = False
    if not siege_supplied(g, a, pieces):
        b.free_siege = False
    from march import standing
    result = yield from free_siege(g, b, pieces, standing(g, a), a.siege_bonus, a.due())
    if result:
        if result == 'held':
            a.held = True
        yield from after_siege(g, a, result)


def evasion(g, a, side, foe, cost):
    """The inactive side stands, evades, enters its fortress or splits; True when nobody is left to fight [9.5]."""
    body = [p for p in foe if p.kind != 'depot' or not p.fixed]
    shaken = mostly_demoralised(body)
    zones = evade_zones(g, side, a.zone, a.entry, body)
    options = [('evade', 'stand')]
    if zones and (commander(body) or shaken):
        options.append(('evade', 'evade'))
    if fort_room(g, side, a.zone, body):
        options.append(('evade', 'fort'))
    if (commander(body) or shaken) and split_options(g, a, side, body):
        options.append(('evade', 'split'))
    choice = yield from g.ask(side, options)
    if choice[1] == 'stand':
        return False
    if choice[1] == 'fort':
        yield from enter_fort(g, side, a.zone, body)
        return True
    if choice[1] == 'split':
        body = yield from split(g, a, side, body)
        zones = evade_zones(g, side, a.zone, a.entry, body)
    if not (yield from evasion_roll(g, a, side, body, cost)):
        return False
    to = (yield from g.ask(side, [('evade_to', z) for z in zones]))[1]
    if not commander(body):
        body = units(body)  # no depot moves without a general [1.1]
    g.note_entry(side, a.zone, to, units(body))
    friends = g.land(to, side, False)
    for p in body:
        g.put(p, to, p.slot)
    yield from arrive(g, to, side, body, friends)
    from march import left_siege
    yield from left_siege(g, a.zone, side)
    return True


def mostly_demoralised(body):
    """Of two armies the one with more steps decides [14.9.3]."""
    return 2 * sum(u.steps for u in units(body) if u.demoralised) > sum(u.steps for u in units(body))


def evasion_roll(g, a, side, body, cost):
    """The die of an evasion, after the cards against it; who goes into a fortress is no part of the force any more."""
    lead, chief = commander(body), commander(a.pieces(g))
    if mostly_demoralised(body) or (lead or units(body)[0]).id in g.auto_evade and chief and chief.id == 'napoleon':
        return True
    minus = 0
    while side == COALITION:
        cards = [c for c in ('19F', '32F') if g.held(EMPIRE, c)]
        if not cards:
            break
        card = (yield from g.ask(EMPIRE, [('reaction', c) for c in cards] + [('reaction', 'none')]))[1]
        if card == 'none':
            break
        g.spend(card, True)
        minus += 3 if card == '19F' else 2
    roll = g.dice.d6() + (cavalry(body) > cavalry(a.pieces(g))) + (cost >= 2) - minus
    roll += bool(lead and chief) and lead.d['initiative'] < chief.d['initiative']
    return roll >= 5


def split_options(g, a, side, body):
    """Units that may enter the fortress while the rest evades."""
    out = []
    for u in classes(units(body)):
        rest = [p for p in body if p is not u]
        land = [p for p in rest if p.kind != 'depot']
        if units(rest) and legal_all(g, land) and fort_room(g, side, a.zone, [u]) \
                and evade_zones(g, side, a.zone, a.entry, rest):
            out.append(u)
    return out


def split(g, a, side, body):
    """Units enter one by one; answers who is left outside."""
    done = []
    while True:
        options = split_options(g, a, side, body)
        if not options:
            return body
        choice = yield from g.ask(side, [('split', u.id) for u in options] + done)
        if choice[1] == 'done':
            return body
        u = g.pieces[choice[1]]
        yield from enter_fort(g, side, a.zone, [u])
        body, done = [p for p in body if p is not u], [('split', 'done')]


def enter_fort(g, side, zone, pieces):
    """A force becomes the garrison; it combines with one already there."""
    inside = g.land(zone, side, True)
    pieces = [p for p in pieces if p.place == zone]
    from forces import merge
    if units(inside):
        merge(g, pieces, inside)
    for p in pieces:
        if p.place == zone:
            p.fort = True
            if p.slot > 1:
                p.slot %= 2
    yield from fix_zone(g, zone, side, True)


# -- major campaigns ----------------------------------------------------------------------------------------------------
class Campaign:
    """Forces activated by one Major Campaign card [9.6]."""

    def __init__(self, side):
        self.side, self.waiting, self.refused, self.interior, self.fought = side, [], set(), set(), False
        self.later = []  # who waits for his turn under interior lines
        self.played = False


def wait(g, a):
    """The force waits in the zone for the joint battle."""
    k = len(a.campaign.waiting)
    pieces, new = a.pieces(g), {}
    for i, s in enumerate(sorted(a.slots)):
        new[s] = 10 + 2 * k + i
    for p in pieces:
        p.slot = new[p.slot]
    a.slots = set(new.values())
    a.touched &= {p.id for p in pieces}  # who has left it and comes back by a counter-march may leave again
    a.dismissed.clear()
    a.campaign.waiting.append(a)
    a.ended = a.waiting = True


def interior_lines(g, a, side):
    """15C or 1F before the first battle of a campaign [9.7]."""
    c = a.campaign
    lead = commander(g.land(a.zone, side, False))
    if c.fought or c.played or not lead or lead.d['defence'] < 2:
        return
    card = '15C' if side == COALITION else '1F'
    if not g.held(side, card) or (side == EMPIRE and lead.power != 'france'):
        return
    choice = yield from g.ask(side, [('reaction', card), ('reaction', 'none')])
    if choice[1] == card:
        g.spend(card, True)
        c.interior.add(a.zone)
        c.played = True


def major_campaign(g, side, count, outside=None, auto=False):
    """Up to `count` forces move in turn; battles wait until the last has moved [9.6]."""
    from march import activate, choose_force, start_force
    c, abroad, marked = Campaign(side), 0, set()
    for k in range(count):
        options = [('spend', 'land'), ('spend', 'stop')]
        free = None
        if outside is not None and abroad >= outside:
            free = lambda zone, word, nation: zone in g.w.original_france
        if not any_force(g, side, free):
            break
        if (yield from g.ask(side, options))[1] == 'stop':
            break
        picked = yield from choose_force(g, side, None, free)
        a = yield from start_force(g, side, picked[0], picked[1])
        a.lone = False  # no activation is paid for
        inside = outside is not None and abroad >= outside
        a.inside_france = inside
        lead = commander(a.pieces(g)) or (units(a.pieces(g)) or units(g.land(a.zone, side, True)))[0]
        marked.add(lead.id)
        yield from activate(g, a, campaign=c)
        if a.start not in g.w.original_france or a.left_france:
            abroad += 1
    yield from resolve_campaign(g, c)
    if auto:
        g.auto_evade |= marked


def any_force(g, side, free):
    from march import force_options
    return any(free is None or free(z, w, n) for z in g.w.zones if g.by_place.get(z)
               for n, w, _ in force_options(g, side, z))


def resolve_campaign(g, c):
    """The joint battles, zone by zone in the order of arrival."""
    from march import finish, loop
    while c.waiting:
        zone = c.waiting[0].zone
        acts = [w for w in c.waiting if w.zone == zone]
        c.waiting = [w for w in c.waiting if w.zone != zone]
        acts = [w for w in acts if units(w.pieces(g))]
        if not acts:
            continue
        foe = g.enemy_field(zone, c.side, ('unit', 'depot'))
        if zone in c.interior and len(acts) > 1:  # also if the defender has gone: each goes on alone
            yield from one_after_another(g, c, zone, acts)
            continue
        a = yield from unite(g, acts)
        if not units(a.pieces(g)):
            continue
        a.ended = False
        if foe:
            yield from attack(g, a)
        if not a.ended:
            from march import meet_fortress
            yield from meet_fortress(g, a)
            yield from loop(g, a)
        yield from finish(g, a, 'none')


def side_by_side(g, acts):
    """{slot a force waited in: 2 or 3} as the forces come together one by one: a third army has no room, so of a single one
    and a pair the single one loses its marker and joins one of its nation, else the first on the board [9.2]."""
    place = {}
    for w in acts:
        new = sorted(markers(w.pieces(g)), key=lambda m: m.order)
        old = sorted((m for v in acts[:acts.index(w)] for m in markers(v.pieces(g))), key=lambda m: m.order)
        if len(new) + len(old) <= 2:
            for m in sorted(new, key=lambda m: m.slot):  # the second of two stays the second
                place[m.slot] = 2 + len(place)
            continue
        pair, single = (old, new[0]) if len(old) == 2 else (new, old[0])
        if pair is new:
            place = {s: 2 + i for i, s in enumerate(sorted(m.slot for m in new))}
        place[single.slot] = place[by_nation(pair, [single])[0].slot]
        g.put(single, 'reserve')
    return place


def choose_armies(g, acts, place):
    """Who has no army joins the first force with one, and those who came before him: of two armies one that he fits into, of
    his own nation if he can; generals who stand above that army's go to the reserve [9.2, 10.1]."""
    base = next((w for w in acts if markers(w.pieces(g))), None)
    for i, w in enumerate(acts):
        mine = w.pieces(g)
        if markers(mine) or not units(mine):
            continue
        there = [p for v in acts[:i] + [base] * (base in acts[i:]) for p in v.pieces(g)]
        main = sorted((m for m in markers(there) if m.slot in place), key=lambda m: m.order)
        if len({place[m.slot] for m in main}) < 2:
            continue
        order = by_nation(main, mine)
        body = lambda m: [p for p in there if place.get(p.slot) == place[m.slot]]
        m = next((m for m in order if merge_plan(g, mine, body(m))), order[0])
        chief = army_commander(body(m), m)
        for p in mine:
            place[p.slot] = place[m.slot]
            if p.kind == 'general' and chief and p.power == chief.power and p.d['rank'] < chief.d['rank']:
                g.put(p, 'reserve')


def edge_value(g, frm, to):
    """What the edge between two zones is worth to an attacker; 0 where he crossed none."""
    terrain = g.w.adj[frm][to][0] if frm and to in g.w.adj[frm] else 'none'
    return {'river': -1, 'mountain': -1, 'mountain_pass': -1, 'strait': -2}.get(terrain, 0)


def entries_of(g, acts):
    """Each force of a campaign traces through its own zone of entry [14.5.4]."""
    return {p.id: w.entry for w in acts for p in w.pieces(g)}


def unite(g, acts):
    """Every waiting force tests, then they become one [9.6]."""
    from march import pay
    for w in acts:
        yield from pay(g, w)
    acts = [w for w in acts if units(w.pieces(g))] or acts[:1]
    a = acts[0]
    a.joined = True
    a.refill = set().union(*(w.refill for w in acts))
    a.homes = [w.entry for w in acts if w.entry]
    a.entries = entries_of(g, acts)
    for w in acts[1:]:  # the terrain is that of the worst edge [12.6]
        if edge_value(g, w.entry, a.zone) < edge_value(g, a.entry, a.zone):
            a.entry = w.entry
    a.mp, a.tested = min(w.mp for w in acts), True
    a.base = min(w.base for w in acts)
    a.poor = any(w.poor for w in acts)
    a.in_russia = any(w.in_russia for w in acts)
    a.ignore_rivers = any(w.ignore_rivers for w in acts)
    a.touched = {p.id for w in acts for p in w.pieces(g) if p.id in w.touched}  # each army keeps its own
    for w in acts[1:]:
        a.turned |= w.turned
        a.dismissed |= w.dismissed
    pieces = [p for w in acts for p in w.pieces(g)]
    place = side_by_side(g, acts)
    choose_armies(g, acts, place)
    for m in markers(pieces):
        chief = army_commander(pieces, m)
        for x in generals(pieces):
            if len(set(place.values())) == 1 and chief and x.power == chief.power and x.d['rank'] < chief.d['rank']:
                g.put(x, 'reserve')
    for p in pieces:
        if p.place == a.zone:
            p.slot = place.get(p.slot, 2)
    a.slots = set(place.values()) or {2}
    for s in sorted(a.slots):
        yield from fix(g, a.zone, a.side, s)
        part = [u for u in units(a.pieces(g)) if u.slot == s]
        for u in part if any(u.demoralised for u in part) else []:
            u.demoralised = True
    return a


def one_after_another(g, c, zone, acts):
    """Interior Lines: the defender fights the forces in the order the active side chooses [9.7]."""
    from march import finish, loop, meet_fortress
    side, c.later = other(c.side), acts
    while acts:
        if len(acts) > 1:
            k = int((yield from g.ask(c.side, [('order', str(i + 1)) for i in range(len(acts))]))[1])
        else:
            k = 1
        a = acts.pop(k - 1)
        if not units(a.pieces(g)):
            continue
        a.ended, a.joined = False, True  # who goes on after his battle waits for nobody [12.6]
        if g.enemy_field(zone, c.side, ('unit', 'depot')):
            yield from attack(g, a)
            left = [w for w in acts if units(w.pieces(g))]
            if a.ended and left and units(g.enemy_field(zone, c.side)):
                if (yield from g.ask(side, [('stay', 'stay'), ('stay', 'retreat')]))[1] == 'retreat':
                    yield from retreat_force(g, side, zone, g.land(zone, side, False),
                                             {w.entry for w in left})
        if not a.ended:
            yield from meet_fortress(g, a)
            yield from loop(g, a)
            yield from finish(g, a, 'none')



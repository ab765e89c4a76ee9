"""The budget phase [4.3]: income, transfers, removals, purchases, generals, minor steps."""
import diplomacy as dip
import events
from forces import army_commander, classes, commander, fix, fix_zone, generals, legal, lone_depots, markers, steps, units
from supply import enemy_holds, firmly_held, holds, is_supplied
from world import BUDGET_ORDER, COALITION, EMPIRE, SIDES, other


def budget(g):
    """I3 in the order of 4.3."""
    g.transfer_limit, g.spain_sends = 4, False
    g.flips, g.army_depots, g.deferred = {}, {}, {}
    yield from calendar(g)
    yield from returns(g)
    for side in (COALITION, EMPIRE):
        yield from budget_events(g, side)
    if blockade_complete(g):
        g.score('continental_blockade_complete_budget_phase')
    g.modifiers.pop('49F', None)
    for p in BUDGET_ORDER:
        g.points[p] = 2 * income(g, p)
    for side in (COALITION, EMPIRE):
        yield from transfers(g, side)
    for p in BUDGET_ORDER:
        yield from power_budget(g, p)
        if p == 'grande_bretagne':
            yield from minor_steps(g, COALITION)
    yield from minor_steps(g, EMPIRE)
    g.points = {}
    g.modifiers.pop('51C', None)


# -- the calendar -------------------------------------------------------------------------------------------------------
def calendar(g):
    """Generals come and go; what was set aside returns to the reserve [4.3.9b]."""
    for p in list(g.pieces.values()):
        if p.place in ('next_year', 'wounded'):
            g.put(p, 'reserve')
        elif p.place == 'year_after':
            g.put(p, 'next_year')
        elif p.place == 'reinforcement' and p.kind == 'general' and p.id != 'poniatowski':
            g.put(p, 'reserve')
    for x in g.of('general'):
        if x.d['removal_year'] and x.d['removal_year'] <= g.year and x.place != 'gone':
            for y in g.of('general'):
                if y.d['enters_when_removed'] == x.id and y.place == 'unavailable':
                    g.put(y, 'reserve')
    for x in g.of('general'):
        entry = x.d['entry'].get('year')
        if entry and entry <= g.year and x.place == 'unavailable' and not x.d['enters_when_removed'] and not (
                x.d['removal_year'] and x.d['removal_year'] <= g.year):
            g.put(x, 'reserve')
    for x in g.of('general'):
        if x.d['removal_year'] and x.d['removal_year'] <= g.year and x.place != 'gone':
            yield from retire(g, x)


def retire(g, x):
    """A general leaves for good; the next in rank takes his army, or one of the reserve."""
    if not g.on_map(x):
        g.put(x, 'gone')
        return
    here = [p for p in g.land(x.place, g.party(x), x.fort) if p.slot == x.slot]
    mates = [y for y in generals(here) if y is not x and y.power == x.power]
    if mates or commander(here) is not x or not markers(here):
        zone, party, slot, fort = x.place, g.party(x), x.slot, x.fort
        g.put(x, 'gone')
        yield from fix(g, zone, party, slot, fort)
    else:
        yield from g.remove_commander(x, 'gone', event=False)


def returns(g):
    """Garrisons and foreign war units placed free [4.3.9b]."""
    for x in g.at('reinforcement', ('general',)):
        if x.id != 'poniatowski':
            g.put(x, 'reserve')
    for p in sorted(g.at('reinforcement'), key=lambda p: p.order):
        if p.kind == 'general':
            continue
        side = g.manager(p.power)
        zones = return_zones(g, p)
        if not zones:
            g.put(p, 'reserve')
            continue
        z = (yield from g.ask(side, [('place', p.id, z) for z in zones]))[2]
        if p.kind == 'fleet':
            g.put(p, 'port:' + z)
            continue
        reduced = p.reduced
        put_new(g, z, p)
        p.reduced = reduced and p.kind == 'unit'
    x = g.pieces['poniatowski']
    if x.place == 'reinforcement' and g.controller('varsovie') != EMPIRE:
        g.put(x, 'reserve')
    elif x.place == 'reinforcement':
        body = [p for p in g.land('varsovie', EMPIRE, False) if p.kind != 'depot']
        slot = dip.slot_for(g, body, [x])
        g.put(x, 'varsovie' if slot is not None else 'reserve', slot or 0)


def return_zones(g, p):
    if p.kind == 'fleet':
        return fleet_ports(g, p)
    if g.w.is_major(p.power):
        zones = reinforcement_zones(g, p.power)
    elif p.id == 'mi_pologne_1' and g.pieces['poniatowski'].place == 'reinforcement':
        zones = [z for z in minor_places(g, 'pologne') if z == 'varsovie']
    elif g.side_of(p.power) is None:  # at peace it comes home like a power's
        zones = [z for z in g.w.zones if g.owner[z] == p.power and not g.control.get(z) and z not in g.siege
                 and (z == g.w.minors[p.power]['capital'] or g.fort(z) and z not in g.fort_user)]
    else:
        zones = minor_places(g, p.power)
    if p.kind == 'depot':
        return depot_zones(g, p.power)
    if p.kind == 'special':
        return [m.place for m in armies_for(g, p.power, p)]
    return [z for z in zones if room(g, z, p)]


# -- places -------------------------------------------------------------------------------------------------------------
def joined_land(g, power):
    """Own territory joined to a capital by own territory [4.3.7]."""
    seen, todo = set(), [c for c in g.w.majors[power]['capitals'] if g.owner[c] == power]
    while todo:
        z = todo.pop()
        if z in seen:
            continue
        seen.add(z)
        todo += [n for n in g.w.adj[z] if g.owner[n] == power]
    return seen


def reinforcement_zones(g, power):
    """Capitals and unbesieged fortresses of the joined land, free of the enemy."""
    party = g.side_of(power) or 'peace:' + power
    capitals = g.w.majors[power]['capitals']
    out = []
    joined = joined_land(g, power)
    for z in g.w.zones:
        if z not in joined or (z not in capitals and (not g.fort(z) or z in g.fort_user)) or z in g.siege or g.control.get(z):
            continue
        if party in SIDES and g.enemies(z, party):
            continue
        out.append(z)
    if party == EMPIRE and '51C' in g.modifiers and g.phase == 'budget':
        out = [z for z in out if not events.italian(g, z)]
    return out


def party_of(g, piece):
    return g.party(piece)


def room(g, zone, u, n=None):
    """Can a new unit (of n steps) stand there? Reserve cavalry only in an army [4.3.7]."""
    if n is not None and u.kind == 'unit':
        was, u.reduced = u.reduced, n < u.d['steps']
        ok = room(g, zone, u)
        u.reduced = was
        return ok
    party = party_of(g, u)
    if party in SIDES and (g.enemies(zone, party) or g.control.get(zone) == other(party)) or zone in g.siege:
        return False
    stand = [p for p in g.land(zone, party, False) if p.kind != 'depot']
    if not units(stand):
        return not u.d['army_only']
    return dip.slot_for(g, stand, [u]) is not None


def put_new(g, zone, p):
    party = party_of(g, p)
    stand = [q for q in g.land(zone, party, False) if q.kind != 'depot']
    slot = 0
    if p.kind in ('unit', 'special') and units(stand):
        slot = dip.slot_for(g, stand, [p]) or 0
    g.put(p, zone, slot)
    shake(g, p)


def shake(g, p):
    """What stops with a demoralised force is demoralised too [12.13]."""
    mates = [u for u in g.land(p.place, g.party(p), p.fort, ('unit',)) if u.slot == p.slot and u is not p]
    p.demoralised = p.kind == 'unit' and any(u.demoralised for u in mates)


def fleet_ports(g, f):
    """Ports of the national territory for a new fleet."""
    party = party_of(g, f)
    return [z for z in g.w.ports if g.owner[z] == f.power and not g.control.get(z) and z not in g.siege
            and not (party in SIDES and g.enemies(z, party)) and len([o for o in g.at('port:' + z, ('fleet',)) if g.party(o) == party]) < 3]


def minor_places(g, minor):
    """Capital and fortresses of a minor, or the capital of a state [4.3.11]."""
    side = g.side_of(minor)
    if not side:
        return []
    capital = g.w.minors[minor]['capital']
    zones = [z for z in g.w.zones if g.owner[z] == minor and (z == capital or g.fort(z) and z not in g.fort_user)]
    if minor in ('confederation_du_rhin', 'westphalie'):
        zones = [capital]
    if side == EMPIRE and '51C' in g.modifiers and g.phase == 'budget':
        zones = [z for z in zones if not events.italian(g, z)]
    return [z for z in zones if g.controller(z) == side and z not in g.siege and not g.enemies(z, side)]


def armies_on_map(g, side=None):
    """(marker, its pieces) of supplied armies outside fortresses."""
    out = []
    for m in g.of('army'):
        if not g.on_map(m) or m.fort:
            continue
        party = g.party(m)
        part = [p for p in g.land(m.place, party, False) if p.slot == m.slot and p.kind != 'depot']
        if (side is None or party == side) and units(part) and is_supplied(g, part):
            out.append((m, part))
    return out


def armies_for(g, power, sp):
    return [m for m, part in armies_on_map(g) if m.power == power and legal(g, part + [sp]) and not (
        '51C' in g.modifiers and g.party(m) == EMPIRE and events.italian(g, m.place))]


# -- events, blockade, income -------------------------------------------------------------------------------------------
def budget_events(g, side):
    from play import must_blockade
    while True:
        cards = [c for c in g.hand(side) if events.playable(g, side, c, 'budget')]
        compulsory = side == EMPIRE and must_blockade(g)
        if compulsory:
            cards = ['25F']
        if not cards:
            return
        options = [('budget_event', c) for c in cards] + ([] if compulsory else [('budget_event', 'done')])
        card = (yield from g.ask(side, options))[1]
        if card == 'done':
            return
        yield from events.play_event(g, side, card)


def port_closed(g, z):
    """Does a port keep to the Continental Blockade [19.4]? Control is that of 3.2: in supply, by a siege too."""
    if firmly_held(g, EMPIRE, z):
        return True
    n = g.owner[z]
    head = n if g.w.is_major(n) else g.patron.get(n, n)
    s = g.side_of(n)
    if s == EMPIRE:
        return not firmly_held(g, COALITION, z)
    if s == COALITION:
        return False
    if g.status.get(head) == 'forced_alliance':
        return True
    return g.w.is_major(head) and g.defeats.get((head, EMPIRE), 0) > 0


def blockade_complete(g):
    if 'blockade' not in g.flags or '49F' in g.modifiers:
        return False
    border = g.w.tables['blockade_border_fortresses']
    spared = 'war_of_liberation' in g.flags and all(
        firmly_held(g, EMPIRE, z) for z in border['french'] + border['spanish'])
    return all(port_closed(g, z) for z, d in g.w.ports.items()
               if d['continental_blockade'] and not (spared and z in g.w.iberia))


def income(g, p):
    """Resources of a year [4.3.3]."""
    d = g.w.majors[p]
    n = d['resources'] - g.deferred.get(p, 0)
    side = g.side_of(p)
    for z in d['key_zones']:
        if side and g.owner[z] == p and enemy_holds(g, side, z) and not (
                z == 'madrid' and 'war_of_liberation' in g.flags):
            n -= d['resource_loss_per_lost_key']
    total = max(n + g.correction.pop(p, 0), 0) * (2 if p in g.doubled else 1)
    if g.deferred.get(p):
        g.correction[p] = g.deferred.pop(p)
    return total


def transfers(g, side):
    """Whole points between majors at war [4.3.5]."""
    got = {}
    limit = g.transfer_limit if side == COALITION else 4
    while True:
        powers = [p for p in BUDGET_ORDER if g.side_of(p) == side]
        options = [('transfer', a, b) for a in powers for b in powers if a != b and g.points[a] >= 2
                   and got.get(b, 0) < limit and not (a == 'espagne' and side == EMPIRE and not spain_may(g, b))]
        if not options:
            return
        choice = yield from g.ask(side, options + [('transfer', 'done')])
        if choice[1] == 'done':
            return
        g.points[choice[1]] -= 2
        g.points[choice[2]] += 2
        got[choice[2]] = got.get(choice[2], 0) + 1


def spain_may(g, receiver):
    """A Spain allied to the Empire sends nothing before 24F and 25F [8.1.2]; 7F opens the way to France alone."""
    return g.spain_sends and receiver == 'france' or {'24F', '25F'} <= g.events


# -- one power ----------------------------------------------------------------------------------------------------------
def power_budget(g, p):
    side = g.manager(p)
    pay_owed(g, p)
    yield from removals(g, p, side)
    g.fleet_bought, g.free_used, g.card_bought = False, p != 'grande_bretagne', False
    came = set()
    while True:
        before = len(came)
        yield from buy_pieces(g, p, side)
        yield from new_generals(g, p, side, came)
        if len(came) == before or not purchases(g, p):  # who has just come may have room or found an army [7.3.4, 9.1]
            break
    g.points[p] = 0
    party = g.side_of(p) or 'peace:' + p
    for z in g.w.zones:
        if g.by_place.get(z):
            yield from fix_zone(g, z, party)


def buy_pieces(g, p, side):
    while True:
        options = purchases(g, p)
        if not options:
            return
        choice = yield from g.ask(side, options + [('purchase', 'done')])
        if choice[1] == 'done':
            return
        yield from buy(g, p, side, choice)


def own_pieces(g, p):
    return [q for q in g.pieces.values() if q.power == p and not q.exped and (
        g.on_map(q) or q.place.split(':')[0] in ('sea', 'port', 'box', 'corsaires'))]


def removals(g, p, side):
    """Anything may be taken off until next year's budget [4.3.10]."""
    while True:
        places = sorted({q.place for q in own_pieces(g, p) if not leaves_general(g, q)},
                        key=lambda s: (g.w.zone_order.get(s, 999), s))
        if not places:
            return
        place = (yield from g.ask(side, [('removal', z) for z in places] + [('removal', 'done')]))[1]
        if place == 'done':
            return
        pool = classes([q for q in g.at(place) if q.power == p and not q.exped and not leaves_general(g, q)])
        q = g.pieces[(yield from g.ask(side, [('removal_piece', q.id) for q in pool]))[1]]
        yield from remove(g, q)


def leaves_general(g, q):
    """The last unit of a force with a general: nobody leaves him alone on purpose [10.2]."""
    if q.kind != 'unit' or not g.on_map(q):
        return False
    force = [x for x in g.land(q.place, g.party(q), q.fort) if x.slot == q.slot]
    return any(x.kind == 'general' for x in force) and sum(x.kind == 'unit' for x in force) == 1


def remove(g, q):
    from losses import check_sieges
    yield from take_off(g, q)
    yield from check_sieges(g)


def take_off(g, q):
    if not g.on_map(q):
        g.put(q, 'next_year')
        return
    zone, party, slot, fort = q.place, g.party(q), q.slot, q.fort
    here = [x for x in g.land(zone, party, fort) if x.slot == slot]
    if q.kind == 'general' and markers(here) and army_commander(here, markers(here)[0]) is q:
        yield from g.remove_commander(q, 'next_year', event=False, budget=True)
    else:
        g.put(q, 'next_year')
        yield from fix_zone(g, zone, party, fort)  # a marker gone, two forces may have to be one [9.2]
    lone_depots(g, zone)


def pay_owed(g, p):
    """Steps and fleets owed to a foreign war are built first [5.6]."""
    for card in [c for c in events.WARS if events.WARS[c][0] == p and g.cards[c] == 'box']:
        box = 'foreign_war:' + card
        while g.owed.get(card, 0):
            pool = [u for u in g.at('reserve', ('unit',)) if u.power == p and u.d['type'] == 'infantry']
            if not pool:
                break
            u = min(pool, key=lambda u: (u.d['cost_per_step'], u.order))
            n = min(2 if u.d['steps'] == 2 else 1, g.owed[card])
            cost = int(2 * u.d['cost_per_step'] * n)
            if cost > g.points[p] and n == 2:
                n, cost = 1, int(2 * u.d['cost_per_step'])
            if cost > g.points[p]:
                break
            g.points[p] -= cost
            g.put(u, box)
            u.reduced = n == 1 and u.d['steps'] == 2
            g.owed[card] -= n
        while g.owed.get(box, 0):
            pool = [f for f in g.at('reserve', ('fleet',)) if f.power == p]
            if not pool or g.points[p] < 10:
                break
            g.points[p] -= 10
            g.put(pool[0], box)
            g.owed[box] -= 1


def cost2(u, n):
    """Half points of n steps of a unit."""
    return int(2 * u.d['cost_per_step'] * n)


def purchases(g, p):
    """Everything the power can pay and place [4.3.6]."""
    pts = g.points[p]
    prod = g.w.production
    out = []
    zones = reinforcement_zones(g, p)
    for u in classes([u for u in g.at('reserve', ('unit',)) if u.power == p]):
        for word, n in (('full', u.d['steps']), ('reduced', 1)):
            if cost2(u, n) <= pts and (word == 'full' or u.d['steps'] == 2) and any(
                    room(g, z, u, n) and unit_zone(g, z, u) for z in zones):
                out.append(('purchase', word, u.id))
    out += flip_options(g, p, pts)
    if pts >= 2 * prod['army_marker']:
        out += [('purchase', 'marker', m.id) for m in g.at('reserve', ('army',)) if m.power == p and marker_zones(g, m)]
    depot = [d for d in g.at('reserve', ('depot',)) if d.power == p]
    if depot and pts >= 2 * prod['depot'] and depot_zones(g, p):
        out.append(('purchase', 'depot'))
    for sp in g.at('reserve', ('special',)):
        if sp.power == p and pts >= 2 * prod['special_unit'] and armies_for(g, p, sp):
            out.append(('purchase', 'special', sp.id))
    fleets = [f for f in g.at('reserve', ('fleet',)) if f.power == p and fleet_ports(g, f)]
    if fleets and pts >= 2 * prod['fleet'] and (p == 'grande_bretagne' or not g.fleet_bought):
        out += [('purchase', 'fleet', f.id) for f in fleets]
    if p == 'grande_bretagne':
        if not g.free_used:
            out += [('purchase', 'free_fleet', f.id) for f in fleets] + [('purchase', 'free_card')]
        if not g.card_bought and pts >= 2 * prod['british_extra_card']:
            out.append(('purchase', 'card'))
    return out


def unit_zone(g, z, u):
    """Reserve cavalry goes only into an army."""
    return not u.d['army_only'] or bool(markers(g.land(z, g.party(u), False)))


def flip_options(g, p, pts):
    """Reduced units: allies' too in the power's supplied armies, its own in reinforcement zones [4.3.6]."""
    out, seen = [], set()
    for word in ('flip_army', 'flip_zone'):
        for u in flippable(g, p, word):
            if cost2(u, 1) <= pts and (word, u.klass) not in seen:
                seen.add((word, u.klass))
                out.append(('purchase', word, u.id))
    return out


def flippable(g, p, word):
    armies = {(m.place, m.slot): m for m, _ in armies_on_map(g) if m.power == p}
    zones = reinforcement_zones(g, p) if word == 'flip_zone' else []
    out = []
    for u in g.of('unit'):
        if not u.reduced or not g.on_map(u) or u.fort or not capacity_ok(g, u):
            continue
        if u.power == 'pologne' and poland_is_lost(g):
            continue
        if g.party(u) == EMPIRE and '51C' in g.modifiers and events.italian(g, u.place):
            continue
        if word == 'flip_zone':
            good = u.power == p and u.place in zones and not u.exped
        else:
            m = armies.get((u.place, u.slot))
            good = m is not None and g.party(m) == g.party(u) and g.flips.get(m.id, 0) < 2
        if good:
            out.append(u)
    return out


def capacity_ok(g, u):
    """Would the force still be legal with the unit at full strength?"""
    part = [q for q in g.land(u.place, g.party(u), u.fort) if q.slot == u.slot and q.kind != 'depot']
    u.reduced = False
    ok = legal(g, part)
    u.reduced = True
    return ok


def marker_zones(g, m):
    """Supplied zones with a general of the nation and two steps [4.3.8]."""
    out = []
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        party = g.party(m)
        part = [q for q in g.land(z, party, False) if q.slot == 0 and q.kind != 'depot']
        other_army = markers(g.land(z, party, False))
        lead = commander(part)
        if lead and lead.power == m.power and not other_army and steps(part) >= 2 and legal(g, part + [m]) \
                and is_supplied(g, part):
            out.append(z)
    return out


def depot_zones(g, p):
    """Reinforcement zones, and supplied armies of the power (two a budget) [4.3.7]."""
    zones = list(reinforcement_zones(g, p))
    for m, _ in armies_on_map(g):
        if m.power == p and m.place not in zones and g.army_depots.get(m.id, 0) < 2:
            zones.append(m.place)
    return zones


def buy(g, p, side, choice):
    """One purchase and its place."""
    prod = g.w.production
    word = choice[1]
    piece = g.pieces[choice[2]] if len(choice) > 2 else None
    if word in ('full', 'reduced'):
        n = piece.d['steps'] if word == 'full' else 1
        g.points[p] -= cost2(piece, n)
        zones = [z for z in reinforcement_zones(g, p) if room(g, z, piece, n) and unit_zone(g, z, piece)]
        z = (yield from g.ask(side, [('place', z) for z in zones]))[1]
        piece.reduced = word == 'reduced'
        put_new(g, z, piece)
    elif word in ('flip_zone', 'flip_army'):
        g.points[p] -= cost2(piece, 1)
        pool = [u for u in flippable(g, p, word) if u.klass == piece.klass]
        z = (yield from g.ask(side, [('place', z) for z in dict.fromkeys(u.place for u in pool)]))[1]
        piece = next(u for u in pool if u.place == z)
        piece.reduced = False
        if word == 'flip_army':
            m = next(m for m in g.of('army') if (m.place, m.slot) == (piece.place, piece.slot)
                     and g.party(m) == g.party(piece))
            g.flips[m.id] = g.flips.get(m.id, 0) + 1
    elif word == 'marker':
        g.points[p] -= 2 * prod['army_marker']
        z = (yield from g.ask(side, [('place', z) for z in marker_zones(g, piece)]))[1]
        g.put(piece, z, 0)
    elif word == 'depot':
        yield from buy_depot(g, p, side)
    elif word == 'special':
        spots = armies_for(g, p, piece)
        g.points[p] -= 2 * prod['special_unit']
        z = (yield from g.ask(side, [('place', m.place) for m in spots]))[1]
        g.put(piece, z, min(m.slot for m in spots if m.place == z))  # of two armies the first that has room
    elif word in ('fleet', 'free_fleet'):
        if word == 'fleet':
            g.points[p] -= 2 * prod['fleet']
            g.fleet_bought = True
        else:
            g.free_used = True
        z = (yield from g.ask(side, [('place', z) for z in fleet_ports(g, piece)]))[1]
        g.put(piece, 'port:' + z)
    else:
        if word == 'card':
            g.points[p] -= 2 * prod['british_extra_card']
            g.card_bought = True
        else:
            g.free_used = True
        g.draw_cards(COALITION, 1)


def buy_depot(g, p, side):
    d = next(d for d in g.at('reserve', ('depot',)) if d.power == p)
    g.points[p] -= int(2 * g.w.production['depot'])
    z = (yield from g.ask(side, [('place', z) for z in depot_zones(g, p)]))[1]
    g.put(d, z, 0)
    if z not in reinforcement_zones(g, p):
        m = next(m for m, _ in armies_on_map(g) if m.power == p and m.place == z and g.army_depots.get(m.id, 0) < 2)
        g.army_depots[m.id] = g.army_depots.get(m.id, 0) + 1


# -- generals -----------------------------------------------------------------------------------------------------------
def general_places(g, x, p):
    """Zones a general of the reserve may be put in [4.3.9]: {zone: slot}."""
    party = g.party(x)
    out = {}
    minor = not g.w.is_major(x.power)
    reinforce = set(minor_places(g, x.power) if minor else reinforcement_zones(g, p))
    supplied = {(m.place, m.slot) for m, _ in armies_on_map(g) if g.party(m) == party}
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        stand = [q for q in g.land(z, party, False) if q.kind != 'depot']
        own = {m.slot for m in markers(stand) if m.power == x.power}  # of two armies that of his nation first [9.2]
        for s in sorted({q.slot for q in units(stand)}, key=lambda s: (s not in own, s)):
            part = [q for q in stand if q.slot == s]
            if not (z in reinforce or (z, s) in supplied or (not minor and minor_home(g, z, part))):
                continue
            if accepts(g, part, x):
                out.setdefault(z, s)
    return out


def minor_home(g, z, part):
    """An allied minor's unit in that minor's capital or fortress."""
    return any(not g.w.is_major(u.power) and z in minor_places(g, u.power) for u in units(part))


def accepts(g, part, x):
    """May the general join this force, or replace the general of one without army?"""
    ms = markers(part)
    if ms:
        chief = army_commander(part, ms[0])
        if chief.power == x.power and x.d['rank'] < chief.d['rank']:
            return False
        return legal(g, part + [x])
    body = [q for q in part if q.kind != 'general']
    return legal(g, body + [x])


def placed_by(g, x, p):
    """Own generals; France and Britain also place those of the minors of their side."""
    if x.power == p:
        return True
    chief = {'france': EMPIRE, 'grande_bretagne': COALITION}.get(p)
    return chief is not None and not g.w.is_major(x.power) and g.side_of(x.power) == chief


def new_generals(g, p, side, done):
    """Generals of the reserve take their places, each once in a budget; adds to those who have."""
    while True:
        pool = [x for x in g.at('reserve', ('general',)) if placed_by(g, x, p) and x.id not in done
                and general_places(g, x, p)]
        if not pool:
            return
        choice = (yield from g.ask(side, [('reserve_general', x.id) for x in pool] + [('reserve_general', 'done')]))[1]
        if choice == 'done':
            return
        x = g.pieces[choice]
        done.add(x.id)
        spots = general_places(g, x, p)
        z = (yield from g.ask(side, [('place', z) for z in spots]))[1]
        part = [q for q in g.land(z, g.party(x), False) if q.slot == spots[z] and q.kind != 'depot']
        if not markers(part):
            for y in generals(part):
                g.put(y, 'reserve')
        g.put(x, z, spots[z])


def poland_is_lost(g):
    """Its capital and all its fortresses: its corps are not restored any more, wherever they stand [8.3.5]."""
    zones = {'varsovie'} | {z for z, d in g.w.zones.items() if d['fortress'] and g.owner[z] == 'pologne'}
    return all(g.control.get(z) == COALITION for z in zones)


# -- minor steps --------------------------------------------------------------------------------------------------------
REVOLTS = {'chouans': ('poitou', 'bretagne'), 'serbie': ('serbie',), 'tyrol_insurge': ('tyrol',)}


def counts_for(g, side, m):
    """Does a minor count for the free steps [4.3.11]?"""
    if g.side_of(m) != side or not g.w.minors[m]['has_units']:
        return False
    homes = REVOLTS.get(m)
    if homes:
        zones = [z for n in homes for z in g.w.provinces[n]['zones']]
        return any(g.controllable(z) and holds(g, side, z) or any(
            u.power == m for u in g.land(z, side, None, ('unit',))) for z in zones)
    return True


def minor_pool(g, side):
    """Units of minors that may take a free step."""
    out, seen = [], set()
    for u in g.of('unit'):
        if g.w.is_major(u.power) or g.side_of(u.power) != side:
            continue
        if u.power in REVOLTS and not counts_for(g, side, u.power):
            continue  # no ally where the enemy is master again [3]
        if u.power == 'pologne' and (g.controller('varsovie') == COALITION if not g.on_map(u) else poland_is_lost(g)):
            continue
        if g.on_map(u):
            if not u.reduced or u.fort and u.place in g.siege or not capacity_ok(g, u):
                continue
            if side == EMPIRE and '51C' in g.modifiers and events.italian(g, u.place):
                continue
            if not is_supplied(g, [q for q in g.land(u.place, side, u.fort) if q.slot == u.slot]):
                continue
        elif u.place != 'reserve' or not any(room(g, z, u, 1) for z in minor_places(g, u.power)):
            continue
        key = (u.klass, u.place)
        if key not in seen:
            seen.add(key)
            out.append(u)
    return out


def minor_steps(g, side):
    """A free step for every two minors with units."""
    left = sum(counts_for(g, side, m) for m in g.w.minors) // 2
    while left:
        pool = minor_pool(g, side)
        if not pool:
            return
        choice = (yield from g.ask(side, [('minor_step', u.id) for u in pool] + [('minor_step', 'done')]))[1]
        if choice == 'done':
            return
        u = g.pieces[choice]
        left -= 1
        if g.on_map(u):
            u.reduced = False
            continue
        zones = [z for z in minor_places(g, u.power) if room(g, z, u, 1)]
        z = (yield from g.ask(side, [('place', z) for z in zones]))[1]
        u.reduced = u.d['steps'] == 2
        put_new(g, z, u)

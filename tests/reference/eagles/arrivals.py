"""Step 3: evacuation, withdrawals, the injured, arrivals, replacements, Iberian production [5]."""
from choices import ascending, loss_rows
from land import home_bound, partisan_step
from world import COALITION, FRANCE, text_of_hex


def city_ok(g, h, side):
    """A place for arrivals: open, not enemy controlled, no enemy SP, no siege."""
    if not g.enterable(h, side) or g.enemy_sp(h, side) or h in g.siege or g.own_partisan(h, side):
        return False
    return not g.city(h) or g.controller(h) in (side, None)


def own_city_ok(g, h, side):
    return city_ok(g, h, side) and g.controller(h) == side


def reinforce(g, side):
    yield from evacuate(g, side)
    for w in g.withdrawals:
        if not w['done'] and w['d']['month'] <= g.date and side_of(g, w['d']['nation']) == side:
            yield from withdraw(g, side, w)
    injured(g, side)
    for e in g.entries:
        if not e['done'] and e['d']['month'] <= g.date and e['d']['side'] == side:
            yield from enter(g, side, e)
    for r in g.replacements:
        if side_of(g, r['nation']) == side and due(g, r):
            yield from replace(g, side, r)
    if side == COALITION and g.has_rule('iberian_production'):
        from production import iberian
        yield from iberian(g)


def side_of(g, nation):
    return g.status.get(nation)


# -- evacuation and withdrawals -----------------------------------------------------------------------------------------
def evacuate(g, side):
    if side != COALITION or not g.has_rule('walcheren'):
        return
    start = -1
    while True:
        goals = [h for h in g.hexes_of(side) if h > start and g.w.hexes[h].coastal
                 and any(u.colour == 'red' and not u.inside for u in g.sp(h, side))]
        h = yield from g.ask(side, [('EVACUATE(%s)' % text_of_hex(h), h) for h in goals] + [('END', None)])
        if h is None:
            return
        start = h
        for u in [u for u in g.outside(h, side) if u.colour == 'red']:
            g.drop(u, 'gone')
        for l in g.heads(h, side):
            if l.colour == 'red' and not l.inside:
                g.drop_leader(l, 'withdrawn')
        g.settle(h)


def withdraw(g, side, w):
    d = w['d']
    wait = d.get('waits_for')
    if wait and g.date < wait['until'] and g.control[wait['control']] == side:
        return
    w['done'] = True
    for name in d['leaders']:
        l = g.leaders[name]
        if l.hex is not None and l.inside and l.hex in g.siege:
            continue
        if l.hex is not None or l.away in ('injured', 'waiting'):
            h = l.hex
            g.drop_leader(l, 'withdrawn')
            if h is not None:
                g.settle(h)
    for t, n in sorted(d['units'].items(), key=lambda kv: g.w.unit_key(d['nation'], kv[0])):
        units = [u for u in g.units if u.hex is not None and u.nation == d['nation'] and u.type == t and not g.besieged(u)]

        def gone(u):
            h = u.hex
            g.drop(u, 'gone')
            g.settle(h)
        yield from ascending(g, side, loss_rows(g, units), min(n, len(units)), None, gone)


def injured(g, side):
    """The injured come back at the capital or the nearest own city to it [5]."""
    for l in sorted(g.leaders.values(), key=lambda l: l.order):
        if l.away == 'injured' and l.side == side and l.months == 0:
            h = home_of(g, l)
            if h is not None:
                g.put_leader(l, h)


def home_of(g, l):
    nation = l.d['nation']
    capital = g.w.cities[g.w.nations[nation]['capitals'][0]]['at']
    if own_city_ok(g, capital, l.side):
        return capital
    goals = [d['at'] for d in g.w.cities.values() if own_city_ok(g, d['at'], l.side)]
    return min(goals, key=lambda h: (g.w.distance(capital, h), h), default=None)


# -- arrivals -----------------------------------------------------------------------------------------------------------
def landing_ok(g, h, side):
    return g.enterable(h, side) and not g.enemy_sp(h, side) and h not in g.siege and not g.own_partisan(h, side)


def enter(g, side, e):
    """One entry of the list; it waits if it has no place."""
    d = e['d']
    if d.get('one_per_hex'):
        yield from enter_apart(g, side, e)
        return
    ok = landing_ok if d.get('landing') else city_ok
    goals = [int(a['hex']) for a in d['at'] if ok(g, int(a['hex']), side)]
    if not goals:
        return
    h = yield from g.ask(side, [('PLACE(%s)' % text_of_hex(x), x) for x in goals])
    e['done'] = True
    place_leaders(g, d, h)
    for t, n in e['units'].items():
        for _ in range(n):
            place_unit(g, d['nation'], t, d['side'], d['colour'], h)
    g.settle(h)


def place_leaders(g, d, h):
    for name in d['leaders']:
        l = g.leaders[name]
        if l.hex is not None or l.away in ('dead', 'captured', 'injured', 'waiting'):
            continue
        l.side, l.colour = d['side'], d['colour']
        g.put_leader(l, h)
    for l in sorted(g.leaders.values(), key=lambda l: l.order):
        if l.away == 'waiting' and waits_for(g, l, d):
            g.put_leader(l, h)


def waits_for(g, l, d):
    if l.side != d['side']:
        return False
    if l.d['nation'] in g.w.nations and g.w.major(l.d['nation']):
        return l.d['nation'] == d['nation']
    return l.colour == d['colour']


def place_unit(g, nation, t, side, colour, h):
    u = g.draw(nation, t)
    if u is None:
        return None
    u.side, u.colour = side, colour
    g.put(u, h)
    g.settle(h)
    return u


def enter_apart(g, side, e):
    """One SP a hex: in the listed hex or those next to it in the same region, without SP [5]."""
    d = e['d']
    (t, n), = e['units'].items()
    base = int(d['at'][0]['hex'])
    region = g.w.hexes[base].region
    n = min(n, g.spare(d['nation'], t))
    start = -1
    goals = [h for h in sorted([base] + g.w.neighbours(base))
             if g.w.hexes[h].region == region and apart_ok(g, d, t, h)]
    if not goals:
        return
    e['done'] = True
    for k in range(n):
        left = [h for h in goals if h > start and not g.sp(h)]
        if not left:
            break
        options = [h for i, h in enumerate(left) if len(left) - i >= min(n - k, len(left))]
        h = yield from g.ask(side, [('PLACE(%s)' % text_of_hex(x), x) for x in options])
        place_unit(g, d['nation'], t, d['side'], d['colour'], h)
        start = h


def apart_ok(g, d, t, h):
    if not g.enterable(h, d['side']) or g.sp(h):
        return False
    if g.w.cost(h, h, g.winter) is None:
        return False
    return t != 'P' or not g.heads(h, d['side'])


# -- replacements -------------------------------------------------------------------------------------------------------
def due(g, r):
    if g.date < r['first'] or r['nation'] in g.stopped:
        return False
    return g.month % r.get('every', 1) == 0


def replace(g, side, r):
    cities = [c for c in r['at'] if own_city_ok(g, g.w.cities[c]['at'], side)]
    if not cities:
        return
    if r['kind'] != 'each_city':
        cities.sort(key=lambda c: g.w.cities[c]['at'])
    kind, n = r['kind'], min(r['per_turn'], g.spare(r['nation'], r['unit']))
    colour = g.colour(r['nation'], side)
    if kind == 'each_city':
        yield from each_city(g, side, r, cities, colour)
        return
    if kind == 'any_split':
        yield from split(g, side, r, cities, n, colour)
        return
    if not n:
        return
    c = yield from g.ask(side, [('REPLACE_AT(%s)' % c, c) for c in cities])
    for _ in range(n):
        place_unit(g, r['nation'], r['unit'], side, colour, g.w.cities[c]['at'])


def split(g, side, r, cities, n, colour):
    at = 0
    for _ in range(n):
        at = yield from g.ask(side, [('SPLIT(%s)' % c, k) for k, c in enumerate(cities) if k >= at])
        place_unit(g, r['nation'], r['unit'], side, colour, g.w.cities[cities[at]]['at'])


def each_city(g, side, r, cities, colour):
    militia = (len(cities) + 1) // 2 if r.get('landwehr') else 0
    for c in cities:
        h = g.w.cities[c]['at']
        t = r['unit']
        options = [t] if g.spare(r['nation'], t) else []
        if militia and g.spare(r['nation'], 'L'):
            options.append('L')
        if not options:
            continue
        if militia:
            t = yield from g.ask(side, [('REPLACE_AS(%s,%s)' % (c, x), x) for x in options])
        n = r['per_turn']
        if t == 'L' and r['unit'] != 'L':
            militia, n = militia - 1, 2
        for _ in range(n):
            place_unit(g, r['nation'], t, side, colour, h)


__all__ = ['reinforce', 'place_leaders', 'place_unit', 'home_bound', 'partisan_step', 'FRANCE']

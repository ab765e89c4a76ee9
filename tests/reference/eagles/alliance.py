"""The alliance step and its effects [4]."""
from arrivals import place_leaders, place_unit
from choices import ascending, loss_rows
from world import COALITION, FRANCE, SIDES, other, text_of_hex


def points(g):
    a = g.scenario['alliance']
    total = sum(1 for c in a['city_points']['coalition_controls'] if g.control[c] == COALITION)
    total -= sum(1 for c in a['city_points']['france_controls'] if g.control[c] == FRANCE)
    if a.get('victory_points'):
        total += g.vp[COALITION] - g.vp[FRANCE]
    total += sum(m['value'] for m in a['modifiers'] if m['from'] <= g.date <= m['to'])
    return max(-4, min(4, total + g.lasting))


def effects_of(g, side):
    key = 'french_effects' if side == FRANCE else 'coalition_effects'
    return g.scenario['alliance'][key]


def next_effect(g, side):
    """The next effect of the list that is not barred, or None."""
    for k, e in enumerate(effects_of(g, side)):
        if k in g.used[side]:
            continue
        if e['effect'] == 'nation_joins' and e['nation'] in g.barred[side]:
            continue
        return k
    return None


def alliance(g, side):
    if not g.scenario['alliance'].get('active'):
        return
    k, m = next_effect(g, side), points(g)
    if k is None or (m >= 0 if side == FRANCE else m <= 0):
        return
    result = g.dice.d6() + m
    if result <= 0 if side == FRANCE else result >= 7:
        g.used[side].add(k)
        e = effects_of(g, side)[k]
        yield from EFFECTS[e['effect']](g, side, e)


def join_side(g, nation, side):
    """A nation takes a side: its land opens, its cities are its side's [4]."""
    g.status[nation] = side
    g.closed.discard(nation)
    g.open.discard(nation)
    g.new_sources.add(nation)
    for c, d in g.w.cities.items():
        h = d['at']
        if g.owner(h) == nation and h not in g.siege and not g.sp(h, other(side)):
            g.control[c] = side


def nation_joins(g, side, e):
    to = e.get('side', COALITION)
    for n in [e['nation']] + e.get('with', []):
        join_side(g, n, to)
    if 'min_longitude' in e:
        g.limits.append({'nation': e['nation'], 'min_longitude': e['min_longitude']})
    for d in e['units']:
        h = int(d['hex'])
        if g.sp(h, other(to)):
            h = nearest_city(g, h, e.get('nearest_in', e['nation']), to)
            if h is None:
                continue
        place_leaders(g, d, h)
        for t, n in d['units'].items():
            for _ in range(n):
                place_unit(g, d['nation'], t, to, d['colour'], h)
        g.settle(h)
    return
    yield


def nearest_city(g, h, nation, side):
    goals = [d['at'] for d in g.w.cities.values() if g.owner(d['at']) == nation and not g.sp(d['at'], other(side))
             and g.enterable(d['at'], side)]
    return min(goals, key=lambda x: (g.w.distance(h, x), x), default=None)


def bar_alliance(g, side, e):
    g.barred[other(side)].add(e['nation'])
    return
    yield


def stop_replacements(g, side, e):
    g.stopped.add(e['nation'])
    return
    yield


def alliance_modifier(g, side, e):
    g.lasting += e['value']
    return
    yield


def cancel_reinforcement(g, side, e):
    for x in g.entries:
        d = x['d']
        if not x['done'] and d['nation'] == e['nation'] and d['month'] == e['month'] and e['leader'] in d['leaders']:
            x['done'] = True
    return
    yield


def remove_sp(g, side, e):
    """Arrivals still to come are cut first, then SP on the map die [4]."""
    n, nation = e['amount'], e['nation']
    for x in g.entries:
        if x['done'] or x['d']['nation'] != nation:
            continue
        for t in sorted(x['units'], key=g.w.type_order.get):
            cut = min(n, x['units'][t])
            x['units'][t] -= cut
            n -= cut
    units = [u for u in g.units if u.hex is not None and u.nation == nation]
    owner = g.status[nation]

    def strike(u):
        h = u.hex
        g.drop(u)
        g.settle(h)
    yield from ascending(g, owner, loss_rows(g, units), min(n, len(units)), None, strike)


def german_rising(g, side, e):
    """Three partisans in empty hexes of Westphalia."""
    from land import partisan_step
    from state import Unit
    probe = Unit('austria', 'P')
    probe.side, probe.colour = COALITION, 'white'
    goals = [h for h in sorted(g.w.hexes) if g.w.hexes[h].playable and g.owner(h) == 'westphalia'
             and partisan_step(g, probe, h)]
    n, start = min(3, g.spare('austria', 'P'), len(goals)), -1
    for k in range(n):
        left = [h for h in goals if h > start]
        options = [h for i, h in enumerate(left) if len(left) - i >= n - k]
        h = yield from g.ask(COALITION, [('PLACE(%s)' % text_of_hex(x), x) for x in options])
        place_unit(g, 'austria', 'P', COALITION, 'white', h)
        start = h


def contingent_leaves(g, side, e):
    """SP and leaders of the nation are removed; its land may close [4]."""
    n = e['nation']
    for u in [u for u in g.units if u.hex is not None and u.nation == n]:
        h = u.hex
        g.drop(u)
        g.settle(h)
    for l in g.leaders.values():
        if l.d['nation'] == n and (l.hex is not None or l.away in ('injured', 'waiting')):
            h = l.hex
            g.drop_leader(l, 'withdrawn')
            if h is not None:
                g.settle(h)
    for x in g.entries:
        if x['d']['nation'] == n:
            x['done'] = True
    if not e.get('closes'):
        g.only[n] = FRANCE      # open to France alone (README of the scenarios, 8)
        return
    g.closed.add(n)
    g.status[n] = 'neutral'
    for c, d in g.w.cities.items():
        if g.owner(d['at']) == n:
            g.control[c] = None
    for h in sorted(g.at):
        if g.owner(h) == n:
            evict(g, h)
    return
    yield


def evict(g, h):
    """Everybody in a land that closes goes to the nearest own city outside it."""
    for side in SIDES:
        units, heads = g.sp(h, side), g.heads(h, side)
        if not units and not heads:
            continue
        goals = [d['at'] for c, d in g.w.cities.items() if g.control[c] == side and d['at'] not in g.siege
                 and not g.enemy_sp(d['at'], side) and g.enterable(d['at'], side)]
        to = min(goals, key=lambda x: (g.w.distance(h, x), x))
        for u in units:
            g.put(u, to)
        for l in heads:
            g.put_leader(l, to)
        g.settle(h)
        g.settle(to)


def nation_changes_side(g, side, e):
    """Its SP change colour where they stand, unless stacked with blue SP or besieged: those reappear in a city [4]."""
    n = e['nation']
    colour = g.colour(n, side)
    moved = {}
    for u in [u for u in g.units if u.hex is not None and u.nation == n]:
        h = u.hex
        if u.inside or any(x.nation != n and x.side != side for x in g.sp(h)):
            moved[u.type] = moved.get(u.type, 0) + 1
            g.drop(u)
        else:
            u.side, u.colour = side, colour
    for l in g.leaders.values():
        if l.d['nation'] == n and l.side is not None:
            l.side, l.colour = side, colour
    join_side(g, n, side)
    for h in list(g.at):
        g.settle(h)
    place = next((g.w.cities[c]['at'] for c in e['places']
                  if not g.enemy_sp(g.w.cities[c]['at'], side) and g.w.cities[c]['at'] not in g.siege), None)
    if place is not None:
        for t in moved:
            for _ in range(moved[t]):
                place_unit(g, n, t, side, colour, place)
    return
    yield


EFFECTS = {f.__name__: f for f in (nation_joins, bar_alliance, stop_replacements, alliance_modifier, cancel_reinforcement,
                                   remove_sp, german_rising, contingent_leaves, nation_changes_side)}

"""Where pieces may go [7.2]: costs, closed land, limits of the scenario, homes."""
import heapq

from world import other


def limited(g, unit, h):
    """Limits of special rules on where SP may go [7.2]."""
    d = g.w.hexes[h]
    for r in g.limits:
        if 'colour' in r and r['colour'] != unit.colour or 'colours' in r and unit.colour not in r['colours']:
            continue
        if 'nation' in r and r['nation'] != unit.nation:
            continue
        if 'month' in r and r['month'] != g.date:
            continue
        if d.lat < r.get('min_latitude', -90) or d.lat > r.get('max_latitude', 90):
            return True
        if d.lon < r.get('min_longitude', -180) or d.lon > r.get('max_longitude', 180):
            return True
        if 'country' in r and g.owner(h) == r['country']:
            return True
    return False


def home_bound(g, unit, h):
    """Types that stay at home may not go there [7.1]."""
    if unit.type == 'P':
        return not g.at_home(unit, h)
    return unit.type == 'M' and g.owner(h) != unit.nation


def may_stand(g, unit, h):
    """May an SP go there by its nature, leaving enemies aside?"""
    return not limited(g, unit, h) and not home_bound(g, unit, h) and unit.type != 'CT' and not g.restricted(unit, h)


def own_siege(g, h, side):
    return h in g.siege and g.siege[h][0] == side


def foes(g, h, side):
    """Enemy SP in the way: all but a garrison that the side besieges [7.2]."""
    if own_siege(g, h, side):
        return [u for u in g.enemy_sp(h, side) if not u.inside]
    return g.enemy_sp(h, side)


def passable(g, a, b, side, step=False):
    """Cost from a to b, or None where the side may not go at all; a step may take cities of a conquered state [13.7]."""
    c = g.w.cost(a, b, g.winter)
    if g.guest and g.owner(b) != g.guest:
        return None             # the English player moves inside the country [13.5]
    if c is None or not (g.enterable(b, side) or step and g.may_occupy(b, side)):
        return None
    if g.w.side_kind(a, b, 'ferry') and not g.ferry_open(side):
        return None
    return c


def paths(g, start, limit, step):
    """Hexes within `limit` MP; `step(a, b)` gives a cost or None."""
    heap, done = [(0, start)], {}
    while heap:
        mp, h = heapq.heappop(heap)
        if h in done:
            continue
        done[h] = mp
        for n in g.w.hexes[h].near.values():
            if n in done:
                continue
            c = step(h, n)
            if c is not None and mp + c <= limit:
                heapq.heappush(heap, (mp + c, n))
    return done


def leader_goals(g, start, side, colour, mp):
    """Hexes where leaders alone may end [15.2 LEADER_TO]."""
    def step(a, b):
        c = passable(g, a, b, side)
        return None if c is None or foes(g, b, side) else c
    found = []
    for h in paths(g, start, mp, step):
        if h == start or g.own_partisan(h, side):
            continue
        if any(u.side == side and u.colour == colour and not u.inside for u in g.sp(h)):
            found.append(h)
    return sorted(found)


def partisan_step(g, unit, h):
    """May a partisan go to an adjacent hex [7.3]? No SP of any side, no leader of its own."""
    d = g.w.hexes[h]
    if not d.playable or not g.enterable(h, unit.side) or home_bound(g, unit, h) or limited(g, unit, h):
        return False
    return not g.sp(h) and not g.heads(h, unit.side)


def partisan_goals(g, unit):
    found = []
    for name in ('E', 'NE', 'NW', 'W', 'SW', 'SE'):
        n = g.w.hexes[unit.hex].near.get(name)
        if n is not None and g.w.cost(unit.hex, n, g.winter) is not None and partisan_step(g, unit, n):
            found.append((name, n))
    return found


def foe_of(side):
    return other(side)

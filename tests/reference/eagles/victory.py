"""Victory checks [17] and the conquest of a state [13.7]."""
from supply import Supply
from world import COALITION, FRANCE, other


def controls(g, cities, side, rule):
    for c in cities:
        h = g.w.cities[c]['at']
        if g.control[c] != side:
            return False
        if rule.get('unbesieged') and h in g.siege:
            return False
        if rule.get('supplied'):
            supply = Supply(g)
            if h in g.siege or not any(supply.ok(u) for u in g.sp(h, side)):
                return False
    return True


def conquered(g, nation):
    """Every city of Spain and Portugal holds unbesieged enemy SP and is theirs [13.7, 16.79]."""
    side = other(g.status[nation])
    for c, d in g.w.cities.items():
        h = d['at']
        if g.owner(h) != nation or not g.w.hexes[h].playable:
            continue
        if g.control[c] != side or h in g.siege or not g.sp(h, side):
            return False
    return True


def holds(g, p):
    if 'control' in p:
        return controls(g, p['control'], p['side'], p)
    if 'conquered' in p:
        return all(conquered(g, n) for n in p['conquered'])
    if 'max_cities' in p:
        n = sum(1 for c, d in g.w.cities.items() if g.owner(d['at']) in p['countries'] and g.control[c] == p['side'])
        return n <= p['max_cities']
    raise ValueError('predicate %r is not known here' % p)


def check(g, last):
    """The outcome at a month's end, or None."""
    for c in g.scenario['victory']['checks']:
        if c['when'] == 'end' and not last:
            continue
        if c.get('otherwise'):
            return c['winner']
        if all(holds(g, p) for p in c.get('all', [])) and ('any' not in c or any(holds(g, p) for p in c['any'])):
            return c['winner']
    return None


__all__ = ['check', 'conquered', 'COALITION', 'FRANCE']

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
    return campaign_holds(g, p)


def production_cities(g, side, types):
    """Production cities a side controls; of France Paris and any three majors at most, whoever holds them [13.3, 17]."""
    france = g.w.nations['france']['production']
    majors = france['red_choice']
    total = french = 0
    for c, d in g.w.cities.items():
        if g.control[c] != side:
            continue
        if g.owner(d['at']) != 'france':
            total += d.get('production') in types
        elif c in majors['from']:
            french += 1
        else:
            total += c in france['red']
    return total + min(majors['count'], french)


def campaign_holds(g, p):
    """Predicates of the grand campaign [17]."""
    if 'conquered_any' in p:
        return any(g.conquered_by.get(n) == p['side'] for n in p['conquered_any'])
    if 'production_cities_min' in p:
        return production_cities(g, p['side'], p['types']) >= p['production_cities_min']
    if 'conquered_times' in p:
        n, times = p['conquered_times']
        return g.fallen.get(n, 0) >= times
    if 'napoleon_exile_months_min' in p:
        return g.exile is not None and g.exile >= p['napoleon_exile_months_min']
    if 'france_never_conquered' in p:
        return (g.fallen.get('france', 0) == 0) == p['france_never_conquered']
    if 'france_neutral' in p:
        return (g.status['france'] == 'neutral') == p['france_neutral']
    if 'after_return_roll' in p:
        return g.recognised
    raise ValueError('predicate %r is not known here' % p)


def most_production_cities(g, c):
    n = {s: production_cities(g, s, c['types']) for s in (FRANCE, COALITION)}
    if n[FRANCE] == n[COALITION]:
        return c['tie']
    return max(n, key=n.get)


def check(g, last):
    """The outcome at a month's end, or None."""
    for c in g.scenario['victory']['checks']:
        if c['when'] == 'end' and not last:
            continue
        if c.get('otherwise'):
            return most_production_cities(g, c) if c['winner'] == 'most_production_cities' else c['winner']
        if all(holds(g, p) for p in c.get('all', [])) and ('any' not in c or any(holds(g, p) for p in c['any'])):
            return c['winner']
    return None


__all__ = ['check', 'conquered', 'COALITION', 'FRANCE']

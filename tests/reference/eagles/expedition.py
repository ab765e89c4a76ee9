"""Expeditionary forces of Austria and Prussia [13.2]."""
from economy import landwehr_active
from politics import modifier
from world import FRANCE, text_of_hex

HOME_ONLY = ('M', 'P', 'CT')


def request(g):
    """REQUEST_EXP: once a nation and game, from an ally with a capital or production city in French hands."""
    targets = []
    for n in g.rules['expeditionary']['nations']:
        if g.status.get(n) == FRANCE and n not in g.requested and g.treaty != 'kingdom' and gathering(g, n) is not None:
            targets.append(n)
    n = yield from g.ask(FRANCE, [('REQUEST_EXP(none)', None)] + [('REQUEST_EXP(%s)' % n, n) for n in targets])
    if n is not None:
        draw(g, n)


def gathering(g, n):
    """The capital, else the first production city that can take them."""
    from campaign import home_ok
    from economy import cities_of
    cities = list(g.w.nations[n]['capitals']) + [c for kind in ('red', 'landwehr', 'naval') for c in cities_of(g, n, kind)]
    for c in cities:
        h = g.w.cities[c]['at']
        if g.owner(h) == n and home_ok(g, h, FRANCE):
            return h
    return None


def draw(g, n):
    """The size by a die and the alliance modifier, SP at random from the map, then the pool; a quarter is cavalry at most."""
    g.requested.add(n)
    h = gathering(g, n)
    size = g.w.tables['expeditionary_force']['sp']
    total = g.dice.d6() + modifier(g, n)
    wanted = size['<=0'] if total <= 0 else size['7+'] if total >= 7 else size[str(total)]
    horse = -(-wanted // 4)
    for _ in range(wanted):
        u = pick(g, [u for u in g.pool_units(n) if fits(u, horse) and u.hex is not None and not u.inside and not u.exped], True) \
            or pick(g, [u for u in g.pool_units(n) if fits(u, horse) and u.state == 'pool'
                        and (u.type != 'L' or landwehr_active(g, n))], False)
        if u is None:
            break
        horse -= u.cavalry
        a = u.hex
        u.side, u.colour = FRANCE, g.colour(n)
        g.put(u, h)
        u.exped = True
        if a is not None:
            g.settle(a)
    g.settle(h)


def fits(u, horse):
    return u.type not in HOME_ONLY and (horse > 0 or not u.cavalry)


def pick(g, units, by_hex):
    """One SP at random, counted by hex and row."""
    if not units:
        return None
    units.sort(key=lambda u: (u.hex if by_hex else 0, g.w.unit_key(u.nation, u.type)))
    return units[g.dice.draw(len(units)) - 1]


__all__ = ['request', 'text_of_hex']

"""Attrition [3]."""
from choices import lose
from supply import Supply
from world import COLOURS


def attrition(g, side):
    supply = Supply(g)
    hexes = [h for h in g.hexes_of(side) if len(exposed(g, h, side)) >= 3]
    everywhere = g.dice.d6()
    dice = {}
    if 'local_attrition' in g.options:
        pairs = {(main_colour(g, h, side), g.w.hexes[h].area) for h in hexes}
        for pair in sorted(pairs, key=lambda p: (COLOURS.index(p[0]), p[1])):
            dice[pair] = g.dice.d6()
    bills = []
    for h in hexes:
        die = dice.get((main_colour(g, h, side), g.w.hexes[h].area), everywhere) if dice else everywhere
        bills.append((h,) + loss(g, h, side, die, supply, exposed(g, h, side)))
    for h, n, horse in bills:
        yield from lose(g, side, exposed(g, h, side), n, horse)
    yield from g.sea_attrition(side, everywhere)


def exposed(g, h, side):
    """SP of a hex that suffer: an expeditionary force at home is immune [3]."""
    return [u for u in g.sp(h, side) if not (u.exped and g.at_home(u, h))]


def counts(items):
    found = {}
    for x in items:
        found[x] = found.get(x, 0) + 1
    return found


def main_colour(g, h, side):
    n = counts(u.colour for u in exposed(g, h, side))
    return max(n, key=lambda c: (n[c], -COLOURS.index(c)))


def majority(found):
    """The one with most, None in a tie."""
    most = max(found.values())
    best = [k for k, v in found.items() if v == most]
    return best[0] if len(best) == 1 else None


def loss(g, h, side, die, supply, units=None):
    """SP lost in a hex, of all the side's there or of those given, and whether one must be cavalry."""
    units = units or g.sp(h, side)
    m = die
    if majority(counts(u.colour for u in units)) == 'blue':
        m -= 1
    nation = majority(counts(u.nation for u in units))
    if nation and g.owner(h) == nation:
        m -= 1
    if 2 * sum(1 for u in units if not supply.ok(u)) >= len(units):
        m += 1
    m += g.winter + (g.w.hexes[h].area in (1, 4))
    if h in g.siege and any(u.inside for u in units):
        m += g.siege[h][1]
    m = str(max(1, min(6, m)))
    table = g.w.tables['attrition']
    for k, (lo, hi) in enumerate(table['column_bounds']):
        if lo <= len(units) <= hi:
            return table['loss'][m][k], bool(table['one_must_be_cavalry'][m][k])
    raise AssertionError(len(units))

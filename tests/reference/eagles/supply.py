"""Supply [6]: sources, depots, and what an SP may draw from."""
import heapq

from world import SIDES


def blocked(g, h, side):
    """Hexes no supply line of the side passes."""
    return not g.open_to(h, side) or bool(g.unbesieged_enemy(h, side))


def city_counts(g, city, side):
    h = g.w.cities[city]['at']
    return g.control[city] == side and h not in g.siege and not blocked(g, h, side)


def sources(g, side, colour):
    """Source hexes of a colour at this moment."""
    w, found = g.w, set()
    rule = g.scenario['supply']['sources'].get(colour)
    cities = []
    if rule:
        kind = rule['rule']
        if kind == 'list':
            cities = list(rule['cities'])
        elif kind in ('any_city_in', 'red_1814'):
            cities = [c for c, d in w.cities.items() if g.owner(d['at']) in rule['countries']]
        elif kind == 'any_city_in_aligned':
            cities = [c for c, d in w.cities.items() if colour_now(g, g.owner(d['at']), side) == colour]
        cities += rule.get('also', [])
        if kind in ('red_1814', 'coastal'):
            found |= coastal_sources(g, side, colour, kind == 'red_1814')
    for n in g.new_sources:
        if g.status.get(n) == side and g.colour(n, side) == colour:
            cities += [c for c, d in w.cities.items() if g.owner(d['at']) == n]
    cities += g.more_source_cities(side, colour)
    return found | {w.cities[c]['at'] for c in cities if city_counts(g, c, side)}


def colour_now(g, nation, side):
    return g.colour(nation, side) if g.status.get(nation) == side else None


def coastal_sources(g, side, colour, only_cities):
    found = set()
    for h, us in g.at.items():
        if not g.w.hexes[h].coastal or blocked(g, h, side):
            continue
        if any(u.side == side and u.colour == colour and not g.besieged(u) for u in us):
            if not only_cities or (g.city(h) and city_counts(g, g.city(h), side)):
                found.add(h)
    return found


def flood(g, side, start, limit, reached, shut):
    """Hexes within `limit` MP of a root; adds them to `reached` and returns those newly reached. `shut` keeps what is blocked."""
    w, winter, fresh = g.w, g.winter, []
    heap, done = [(0, start)], {}
    while heap:
        mp, h = heapq.heappop(heap)
        if h in done:
            continue
        done[h] = mp
        if h not in reached:
            reached.add(h)
            fresh.append(h)
        for n, c in w.steps(h, winter):
            if n in done or mp + c > limit:
                continue
            if n not in shut:
                shut[n] = blocked(g, n, side)
            if not shut[n]:
                heapq.heappush(heap, (mp + c, n))
    return fresh


def flood_costs(g, side, start, limit):
    """Hexes within `limit` MP of one that the side may use, with their MP."""
    heap, done = [(0, start)], {}
    if blocked(g, start, side):
        return done
    while heap:
        mp, h = heapq.heappop(heap)
        if h in done:
            continue
        done[h] = mp
        for n in g.w.hexes[h].near.values():
            c = None if n in done else g.w.cost(h, n, g.winter)
            if c is not None and mp + c <= limit and not blocked(g, n, side):
                heapq.heappush(heap, (mp + c, n))
    return done


def depot(g, h, side, colour):
    """Does an unbesieged SP of the colour stand there, other than a partisan [6]?"""
    return any(u.side == side and u.colour == colour and not g.besieged(u) for u in g.at.get(h, ()))


def supplied_hexes(g, side, colour):
    """Hexes where an unbesieged SP of the colour is supplied."""
    roots = sorted(sources(g, side, colour))
    reached, seen, shut, limit = set(), set(), {}, g.scenario['supply'].get('max_mp', 3)
    while roots:
        root = roots.pop()
        if root in seen:
            continue
        seen.add(root)
        for h in flood(g, side, root, limit, reached, shut):
            if h not in seen and depot(g, h, side, colour):
                roots.append(h)
    return reached


class Supply:
    """Supply of every SP at one moment; what an SP does later does not change it [6]."""

    def __init__(self, g):
        self.hexes = {}
        for side in SIDES:
            for colour in g.colours_of(side):
                self.hexes[side, colour] = supplied_hexes(g, side, colour)
        self.good = {u for us in g.at.values() for u in us if self._drawn(g, u)}
        g.overseas_supply(self)

    def _drawn(self, g, unit):
        if g.besieged(unit) or unit.side not in SIDES:
            return False
        if unit.type == 'P' and g.at_home(unit, unit.hex):
            return True
        return unit.hex in self.hexes[unit.side, unit.colour]

    def ok(self, unit):
        """Was the SP supplied?"""
        return unit in self.good

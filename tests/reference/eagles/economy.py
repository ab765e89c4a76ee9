"""Production, building and storing of the grand campaign [13.3]. Points are counted in halves."""
import fleets as f
from world import COALITION, FRANCE, other

POINT = 2
STORE_LIMIT = 5
NEUTRAL = 'neutral'
LEGION = ('brunswick', 'hanover')


class Purse:
    """Points of a nation by kind, in halves, and what was built where."""

    def __init__(self, red=0, landwehr=0, naval=0, legion=0):
        self.red, self.landwehr, self.naval, self.legion = red, landwehr, naval, legion
        self.land_spent = self.naval_spent = self.french_naval = 0
        self.built = {}

    def reach(self, t):
        """Points that can pay a type."""
        if t == 'K':
            return self.legion
        if t == 'L':
            return self.red + self.landwehr
        return self.red + self.naval if t in f.NAVAL else self.red

    def pay(self, t, n):
        if t == 'K':
            self.legion -= n
            return
        if t == 'L':
            k = min(n, self.landwehr)
            self.landwehr -= k
            n -= k
        elif t in f.NAVAL:
            k = min(n, self.naval)
            self.naval -= k
            n -= k
        self.red -= n


def cost_of(g, t):
    return int(g.w.tables['production_costs']['cost'][t] * POINT)


def landwehr_active(g, nation):
    d = g.w.nations[nation].get('landwehr_activation')
    if d is None:
        return True
    if g.date >= d['date']:
        return True
    return g.treaty == 'kingdom' if nation == 'prussia' else g.fallen.get(nation, 0) >= 1


def cities_of(g, nation, kind):
    """National production cities of a kind: red, landwehr (once activated), naval [13.3]."""
    d = g.w.nations[nation]['production']
    if kind == 'red':
        cities = list(d['red'])
        if nation == 'holland' and g.status.get(nation) == COALITION:
            cities = [g.rules['holland']['coalition_production']]
        choice = d.get('red_choice')
        if choice:
            cities += [c for c in choice['from'] if not hostile(g, nation, c) and owns(g, nation, c)][:choice['count']]
    elif kind == 'landwehr':
        cities = list(d['landwehr']) if landwehr_active(g, nation) else []
    else:
        cities = list(d['naval'])
    return [c for c in cities if owns(g, nation, c)]


def owns(g, nation, c):
    return g.owner(g.w.cities[c]['at']) == nation


def hostile(g, nation, c):
    """Is a city controlled by an enemy of the nation? Every controller is one of a neutral."""
    s = g.status.get(nation)
    return g.control[c] is not None and g.control[c] != s


def made(g, nation, kind):
    cities = [c for c in cities_of(g, nation, kind) if not hostile(g, nation, c)]
    if nation == 'russia' and kind == 'red' and g.wars.on('turkish'):
        cities = [c for c in cities if c != 'kiev']
    return len(cities)


def modifier(g, nation, side):
    """The nation's own modifiers of the production die."""
    if nation == 'france' and g.leaders['napoleon'].hex == g.w.cities['paris']['at']:
        if g.russia_invaded:
            return 1
        return 3 if g.month in (1, 7) else 0
    if nation == 'russia':
        return 1 if sum(1 for u in g.units if u.hex and u.side == FRANCE and g.w.hexes[u.hex].area == 4) >= 20 else 0
    if nation == 'england':
        return -1 if g.control['lisbon'] == FRANCE else 0
    return 0


def production(g, side):
    """The production of a side's step 3."""
    die = g.dice.d6()
    g.legion_spent = 0, 0
    if side == COALITION:
        g.wars.invested.clear()     # a point counts for the rolls of its month [13.10, reading 49]
    if g.status['russia'] == side:
        g.invested = yield from g.wars.invest(g, 'russia', made(g, 'russia', 'red'))
    for n in g.w.nations:
        if g.status.get(n) == side and g.w.major(n):
            if n == 'spain' and g.iberia_invaded('spain'):
                from production import produce
                yield from produce(g, 'spain')
            else:
                yield from major(g, side, n, die)
        elif n == 'portugal' and False:
            pass
        if n == 'spain' and side == COALITION and g.iberia_invaded('portugal'):
            from production import produce
            yield from produce(g, 'portugal')
    for group, members in g.w.groups.items():
        yield from minors(g, side, group, members, die)
    if side == COALITION:
        for n in g.w.nations:
            if g.w.major(n) and g.status.get(n) == NEUTRAL and g.fallen.get(n, 0) and g.w.nations[n]['capitals']:
                rebuild(g, n, die)
        g.lent.clear()      # what was not spent now is lost [13.3]


def factor(g, nation, side, die):
    return 2 if die + modifier(g, nation, side) >= 6 else 1


def major(g, side, n, die):
    k = factor(g, n, side, die) * POINT
    red = made(g, n, 'red')
    p = Purse(red * k - (g.invested * POINT if n == 'russia' else 0), made(g, n, 'landwehr') * k, made(g, n, 'naval') * k)
    p.red += g.lent.pop(n, 0) * POINT
    if n == 'england':
        p.red += g.stored[n]
        # by the die of these states, not England's [13.3]
        p.legion = sum(1 for c in LEGION if g.control[c] == COALITION) * (2 if die >= 6 else 1) * POINT
    else:
        p.naval += g.stored[n]
    g.stored[n] = 0
    before = p.legion
    yield from build(g, side, n, p)
    if n == 'england' and p.legion < before:
        g.legion_spent = before - p.legion, before
    yield from store(g, side, n, p)


def within_limits(g, n, t, p, cost, satellite=False):
    limits = g.w.tables['production_points']['limits']
    if t in f.NAVAL:
        if n in ('france', 'england'):
            return p.naval_spent + cost <= limits[n + '_naval_per_phase'] * POINT
        return True
    if n == 'england':
        return p.land_spent + cost <= limits['england_land_per_phase'] * POINT
    return True


def free_counters(g, nation, t):
    if t in f.NAVAL:
        return sum(1 for s in g.ships if s.nation == nation and s.type == t and s.state == 'pool')
    return g.spare(nation, t)


def sites(g, n, t, p, side):
    """Cities where a type can be placed."""
    if t in f.NAVAL:
        cities = cities_of(g, n, 'naval') + [c for c in cities_of(g, n, 'red') if g.w.cities[c].get('port')]
    else:
        cities = cities_of(g, n, 'red') + (cities_of(g, n, 'landwehr') if t == 'L' else [])
    found = []
    for c in dict.fromkeys(cities):
        h = g.w.cities[c]['at']
        if g.control[c] != side or h in g.siege or g.enemy_sp(h, side) or not g.enterable(h, side):
            continue
        if t not in f.NAVAL and (p.built.get(c, 0) >= 4 or g.own_partisan(h, side)):
            continue
        found.append(c)
    return found


def satellites(g, n, side):
    """Minors whose ships France or England may replace with naval points."""
    if n not in ('france', 'england'):
        return []
    colour = g.w.nations[n]['colour']
    return [m for m in g.w.nations if not g.w.major(m) and g.status.get(m) == side and g.colour(m) == colour]


def satellite_port(g, m, side):
    cities = sites(g, m, 'S', Purse(), side)
    if cities:
        return cities[0]
    own = [c for c in g.w.nations[m]['capitals'] if g.w.cities[c].get('port')]
    own += [c for c, d in g.w.cities.items() if d.get('port') and owns(g, m, c)]
    for c in own:
        h = g.w.cities[c]['at']
        if g.control[c] == side and h not in g.siege and not g.enemy_sp(h, side):
            return c
    return None


def options_of(g, side, n, p, least):
    """What can be built now: (order, nation, type)."""
    found = []
    for t in g.w.type_order:
        if t in ('P', 'CT') or t not in g.w.tables['production_costs']['cost'] or (0, g.w.type_order[t]) < least:
            continue
        c = cost_of(g, t)
        if free_counters(g, n, t) and p.reach(t) >= c and within_limits(g, n, t, p, c) and sites(g, n, t, p, side):
            found.append(((0, g.w.type_order[t]), n, t))
    for m in satellites(g, n, side):
        for t in f.NAVAL:
            order, c = (1 + g.w.nation_order[m], g.w.type_order[t]), cost_of(g, t)
            if order >= least and free_counters(g, m, t) and p.naval >= c and within_limits(g, n, t, p, c) \
                    and satellite_port(g, m, side):
                found.append((order, m, t))
    return found


def build(g, side, n, p):
    least = (-1, -1)
    while True:
        found = options_of(g, side, n, p, least)
        options = [('BUILD(%s,%s)' % (m, t), (o, m, t)) for o, m, t in found] + [('DONE', None)]
        choice = yield from g.ask(side, options)
        if choice is None:
            return
        least, m, t = choice
        if m != n:
            city = satellite_port(g, m, side)
        else:
            cities = sorted(sites(g, n, t, p, side), key=lambda c: g.w.cities[c]['at'])
            city = yield from g.ask(side, [('BUILD_AT(%s)' % c, c) for c in cities])
        c = cost_of(g, t)
        p.pay(t, c)
        if t in f.NAVAL:
            p.naval_spent += c
        else:
            p.land_spent += c
            p.built[city] = p.built.get(city, 0) + 1
        place_new(g, m, t, side, g.w.cities[city]['at'])


def place_new(g, nation, t, side, h):
    if t in f.NAVAL:
        s = next(s for s in g.ships if s.nation == nation and s.type == t and s.state == 'pool')
        s.side, s.colour, s.order = side, g.colour(nation), 'r1'
        f.put_ship(g, s, ('port', h))
        f.take_orders(g, [s], s.place)
        if nation == 'spain' and t == 'S':
            g.spanish_level(1)
        return
    u = g.draw(nation, t)
    u.side, u.colour = side, g.colour(nation)
    g.put(u, h)
    g.settle(h)


def store(g, side, n, p):
    if n == 'england':
        left = p.red + p.naval
    elif g.w.nations[n]['production']['naval']:
        left = p.naval
    else:
        return
    most = min(STORE_LIMIT, left // POINT)
    k = yield from g.ask(side, [('STORE(%s,%d)' % (n, i), i) for i in range(most + 1)])
    g.stored[n] = k * POINT


def minors(g, side, group, members, die):
    """One city of a group [13.3]."""
    cities = []
    for n in members:
        if g.status.get(n) != side or n == 'portugal' and g.iberia_invaded('portugal'):
            continue
        cities += [(c, n) for c in cities_of(g, n, 'red')
                   if g.control[c] == side and g.w.cities[c]['at'] not in g.siege]
    if not cities:
        return
    c, n = yield from g.ask(side, [('CITY_OF_GROUP(%s,%s)' % (group, c), (c, n)) for c, n in cities])
    p = Purse((2 if die >= 6 else 1) * POINT)
    if c in LEGION:     # what the Legion cost beyond the other city's points is gone
        spent, held = g.legion_spent
        p.red -= min(p.red, max(0, spent - max(0, held - p.red)))
    p.red += g.lent.pop(n, 0) * POINT
    yield from build(g, side, n, p)


def iberian_ships(g, n, points):
    """Ships after CT, in naval ports and red cities with a port [13.3, reading 68]."""
    costs = g.w.tables['production_costs_iberia']['cost']
    found = []
    for t in f.NAVAL:
        cities = sites(g, n, t, Purse(), COALITION)
        if free_counters(g, n, t) and points >= costs[t] and cities:
            found.append(('BUILD(%s,%s)' % (n, t), (t, sorted(cities, key=lambda c: g.w.cities[c]['at']))))
    return found


REBUILT = ('I', 'C', 'CC', 'GI', 'GC', 'L')


def unraised(g, n):
    """SP a conquered state still has to raise; Landwehr once its cities are active [13.7]."""
    return sum(g.spare(n, t) for t in REBUILT if t != 'L' or landwehr_active(g, n))


def rebuild(g, n, die):
    """A conquered neutral builds without decisions [13.3]."""
    k = factor(g, n, COALITION, die) * POINT
    p = Purse(made(g, n, 'red') * k, made(g, n, 'landwehr') * k)
    for t in REBUILT:
        if t == 'L' and not landwehr_active(g, n):
            continue
        cities = [c for c in cities_of(g, n, 'red') + (cities_of(g, n, 'landwehr') if t == 'L' else [])]
        cities = [c for c in cities if not hostile(g, n, c) and not g.foreign_sp(g.w.cities[c]['at'], n)]
        while True:
            open_ = [c for c in cities if p.built.get(c, 0) < 4]
            if not open_ or not g.spare(n, t) or p.reach(t) < cost_of(g, t) or not within_limits(g, n, t, p, cost_of(g, t)):
                break
            city = open_[0]         # city by city
            p.pay(t, cost_of(g, t))
            p.land_spent += cost_of(g, t)
            p.built[city] = p.built.get(city, 0) + 1
            place_new(g, n, t, NEUTRAL, g.w.cities[city]['at'])


__all__ = ['production', 'other', 'FRANCE']

"""Ships and fleets of the grand campaign: places, strength, retreat to port, sinking, Nelson [12].

A place is (kind, key): ('sea', area), ('port', hex), ('coast', hex); None is off the map.
"""
from world import SIDES, other, text_of_hex

NAVAL = ('S', 'T')
CARGO = 10


class Ship:
    """One naval unit with its cargo."""

    __slots__ = ('nation', 'type', 'order_no', 'side', 'colour', 'place', 'state', 'damaged', 'moved', 'used', 'fought', 'ran',
                 'order', 'units', 'leaders', 'supply', 'points')

    def __init__(self, nation, kind, number):
        self.nation, self.type, self.order_no = nation, kind, number
        self.side = self.colour = self.place = None
        self.state, self.order = 'pool', 'r1'
        self.damaged = self.moved = self.used = self.fought = self.ran = False
        self.units, self.leaders, self.supply, self.points = [], [], 0, 0

    def __repr__(self):
        return '<%s %s %s%s>' % (self.nation, self.type, self.place or self.state, ' damaged' if self.damaged else '')

    @property
    def laden(self):
        return bool(self.units or self.leaders or self.supply or self.points)

    @property
    def room(self):
        if self.type != 'T':
            return 0
        return CARGO - sum(2 if u.cavalry else 1 for u in self.units) - self.supply - self.points


def make_ships(g):
    g.ships = []
    for n, d in g.w.nations.items():
        for t in NAVAL:
            g.ships += [Ship(n, t, k) for k in range(d['counter_mix'].get(t, 0))]
    g.areas = [d['id'] for d in g.w.board['map']['sea_areas']]
    g.near_areas = {d['id']: d['adjacent'] for d in g.w.board['map']['sea_areas']}
    g.area_hexes = {d['id']: sorted(int(h) for h in d['coastal_hexes']) for d in g.w.board['map']['sea_areas']}
    g.attempts = {s: 4 for s in SIDES}
    g.nelson = Nelson()


class Nelson:
    """Ashore at a hex, aboard a ship, or out: months left, or 'away' before he comes."""

    def __init__(self):
        self.hex = self.ship = self.months = None
        self.fought = self.waits = False      # waits: comes with the leaders who wait


def key(g, place):
    """Order of places [15.2]."""
    if place[0] == 'sea':
        return 0, g.areas.index(place[1]), 0
    return 1, place[1], place[0] == 'coast'


def text(place):
    if place[0] == 'sea':
        return 'sea:' + place[1]
    return ('coast:' if place[0] == 'coast' else '') + text_of_hex(place[1])


def seas_of(g, place):
    """Sea areas a place touches."""
    if place[0] == 'sea':
        return [place[1]]
    return [a for a in g.areas if place[1] in g.area_hexes[a]]


def fleet(g, place, side):
    return [s for s in g.ships if s.place == place and s.side == side]


def fleet_places(g, side):
    return sorted({s.place for s in g.ships if s.place and s.side == side}, key=lambda p: key(g, p))


def squadrons(ships):
    return [s for s in ships if s.type == 'S']


def morale(g, ships):
    """Shared by most squadrons; tie lower [12]."""
    count = {}
    for s in squadrons(ships):
        m = max(0, g.w.nations[s.nation]['morale']['S'] - s.damaged)
        count[m] = count.get(m, 0) + 1
    return min(count, key=lambda m: (-count[m], m)) if count else 0


def has_nelson(g, ships):
    return g.nelson.ship is not None and g.nelson.ship in ships


def is_port(g, h):
    c = g.city(h)
    return c is not None and bool(g.w.cities[c].get('port'))


def blockaders(g, h, side):
    """Enemy squadrons off a port."""
    return squadrons(fleet(g, ('coast', h), other(side)))


def blockading(g, place, side):
    """Does a fleet there lie off an enemy port with naval units in it?"""
    return place[0] == 'coast' and is_port(g, place[1]) and bool(fleet(g, ('port', place[1]), other(side)))


def in_harbour_hex(g, h, side):
    return fleet(g, ('port', h), side) + fleet(g, ('coast', h), side)


def rows_of(g, ships):
    """Rows of SHIPS and NAVAL_LOSS: nation, type, undamaged first [15.2]."""
    found = {}
    for s in ships:
        found.setdefault((g.w.nation_order[s.nation], s.type != 'S', s.damaged), []).append(s)
    return [found[k] for k in sorted(found)]


def row_text(row):
    s = row[0]
    return '%s,%s,%s' % (s.nation, s.type, 'd' if s.damaged else 'u')


def put_ship(g, ship, place):
    ship.place, ship.state = place, 'map'


def take_orders(g, came, place):
    """Ships that came take the order of those that lay there; where nobody did they keep that of their first ship [12]."""
    if not came:
        return
    there = [s for s in fleet(g, place, came[0].side) if s not in came]
    order = (there or came)[0].order
    for s in fleet(g, place, came[0].side):
        s.order = order


def off_map(g, ship, state='pool'):
    """A ship leaves the map; cargo is lost unless it was taken off before [12]."""
    ship.place, ship.state = None, state
    for u in ship.units:
        g.drop(u)
    for l in ship.leaders:
        if g.immortal(l):
            g.drop_leader(l, 'injured', 6)
        else:
            g.drop_leader(l, 'dead')
    ship.units, ship.leaders, ship.supply, ship.points = [], [], 0, 0
    ship.moved = ship.used = ship.fought = ship.ran = ship.damaged = False
    ship.order = 'r1'
    if state == 'pool':
        g.ship_sunk(ship)


def sink(g, ship, fighters):
    """A ship of a fleet sinks; Nelson changes to one that fights with it, else to another of the place, or is out [12, reading 35]."""
    rest = [s for s in fleet(g, ship.place, ship.side) if s is not ship]     # of one place is one fleet
    if g.nelson.ship is ship:
        near = [s for s in rest if s in fighters]
        g.nelson.ship = (squadrons(near) or near or squadrons(rest) or rest or [None])[0]
        if g.nelson.ship is None:
            nelson_out(g)
    off_map(g, ship)


def nelson_out(g):
    g.nelson.ship = g.nelson.hex = None
    g.nelson.months = g.dice.d6()


def havens(g, place, side, leave=None):
    """Nearest own ports that are not blockaded, layer by layer of sea areas [12]."""
    areas, seen = seas_of(g, place), set()
    while areas:
        found = sorted({h for a in areas for h in g.area_hexes[a]
                        if is_port(g, h) and g.controller(h) == side and h != leave and not blockaders(g, h, side)})
        if found:
            return found
        seen |= set(areas)
        areas = [b for b in g.areas if b not in seen and any(b in g.near_areas[a] for a in areas)]
    return []


def flee(g, side, ships, place):
    """A beaten fleet goes to the nearest port, else it is lost."""
    ships = [s for s in ships if s.place is not None]
    if not ships:
        return
    goals = havens(g, place, side)
    if not goals:
        for s in list(ships):
            sink(g, s, ships)
        return
    h = yield from g.ask(side, [('RETREAT_PORT(%s)' % text_of_hex(x), x) for x in goals])
    for s in ships:
        put_ship(g, s, ('port', h))
        s.moved = True
    take_orders(g, ships, ('port', h))


def lost_ports(g):
    """Ships in ports that the enemy holds leave them [12, reading 82]."""
    for s in g.ships:
        if s.place and s.place[0] == 'port' and s.side in SIDES and g.controller(s.place[1]) == other(s.side):
            yield from flee(g, s.side, fleet(g, s.place, s.side), s.place)


def strike(g, side, ships, n, word, hit_once, squadrons_first):
    """The owner picks what sinks or is damaged: squadrons first, a unit once by one result [12, reading 34]."""
    for _ in range(n):
        afloat = [s for s in ships if s.place is not None]
        if squadrons_first and squadrons(afloat):
            afloat = squadrons(afloat)
        rows = rows_of(g, [s for s in afloat if s not in hit_once])
        if not rows:
            return
        row = yield from g.ask(side, [('NAVAL_LOSS(%s,%s)' % (word, row_text(r)), r) for r in rows])
        ship = row[0]
        hit_once.add(ship)
        if word == 'sunk' or ship.damaged:
            sink(g, ship, ships)
        else:
            ship.damaged = True

"""Step 4: naval moves, transport, landing, repair, orders [12, 15.2]."""
import fleets as f
from land import home_bound, limited
from sea_fight import battle, intercept, stationary
from state import Leader
from supply import sources
from world import COALITION, FRANCE, other, text_of_hex

POINTS = 4
SHOWN = 48
LANDINGS = 8


class Course:
    """A fleet under way."""

    def __init__(self, side, place, ships):
        self.side, self.place, self.ships = side, place, ships
        self.spent = self.attempts = 0
        self.rolled = self.swapped = self.asked = self.ran_in = self.held = False

    @property
    def rest(self):
        return POINTS - self.spent

    @property
    def laden(self):
        return any(s.laden for s in self.ships)


def naval(g, side):
    """Step 4."""
    for s in g.ships:
        s.used = s.fought = False
        s.moved, s.ran = stays_in_port(s), False
    g.nelson.fought = False
    yield from f.lost_ports(g)
    nelson_boards(g)
    g.sea_battles = 0
    yield from stationary(g, side)
    yield from sailing(g, side)
    land_cargo(g, side)
    repair(g, side)
    if g.nelson.fought and g.nelson.ship is not None and g.dice.d6() + g.dice.d6() >= 11:
        f.nelson_out(g)
    yield from give_orders(g, side)


def nelson_boards(g):
    n = g.nelson
    if n.hex is None:
        return
    own = [s for s in f.squadrons(g.ships) if s.nation == 'england' and s.side == COALITION and s.place]
    here = [s for s in own if s.place == ('port', n.hex)]
    ports = [s for s in own if s.place[0] == 'port']
    if here or ports:
        n.ship, n.hex = (here or ports)[0], None


# -- the loop -----------------------------------------------------------------------------------------------------------
def sailing(g, side):
    start = None
    while True:
        places = [p for p in f.fleet_places(g, side) if start is None or f.key(g, p) >= f.key(g, start)]
        places = [p for p in places if any(not s.moved for s in f.fleet(g, p, side))]
        p = yield from g.ask(side, [('SAIL(%s)' % f.text(p), p) for p in places] + [('END', None)])
        if p is None:
            return
        start = p
        log, g.sea_battles = len(g.dice.log), 0
        yield from one_move(g, side, p)
        if len(g.dice.log) != log or g.sea_battles:
            start = None


def pick_ships(g, side, ships, keep_one, order=None):
    """SHIPS row by row: at least one; with keep_one not all. Those that are dropped have their new order at once."""
    rows, taken = f.rows_of(g, ships), []
    total = sum(len(r) for r in rows)
    for k, row in enumerate(rows):
        later = sum(len(r) for r in rows[k + 1:])
        options = []
        for n in range(len(row) + 1):
            if len(taken) + n + later < 1:
                continue
            if keep_one and len(taken) + n == total:
                continue
            options.append(('SHIPS(%s,%d)' % (f.row_text(row), n), n))
        n = yield from g.ask(side, options)
        taken += row[:n]
        for s in row[:n] if order else ():
            s.moved, s.order = True, order
    return taken


def admiral(g, side, part, rest):
    """Nelson goes with a part or stays with the rest [reading 36]."""
    n = g.nelson
    if n.ship not in part and n.ship not in rest:
        return
    if not rest or not part:
        return
    go = yield from g.ask(side, [('WITH(nelson,no)', False), ('WITH(nelson,yes)', True)])
    goal = part if go else rest
    if n.ship not in goal:
        n.ship = (f.squadrons(goal) or goal)[0]


def one_move(g, side, place):
    here = [s for s in f.fleet(g, place, side) if not s.moved]
    part = yield from pick_ships(g, side, here, False)
    c = Course(side, place, sorted(part, key=g.ships.index))
    stay = [s for s in f.fleet(g, place, side) if s not in part]
    yield from admiral(g, side, part, stay)
    yield from load(g, c)
    if place[0] == 'port' and f.blockaders(g, place[1], side):
        if not (yield from run_out(g, c)):
            c.held = True
            finish(g, c)
            return
    while True:
        options = course_options(g, c)
        kind, what = yield from g.ask(side, options)
        if kind == 'stop':
            break
        if kind == 'pick_up':
            yield from pick_up(g, c)
            yield from load(g, c)
        elif kind == 'drop':
            yield from drop(g, c)
        elif kind == 'ireland':
            g.land_in_ireland(c)
        elif kind == 'to':
            if not (yield from go(g, c, what)):
                break
        else:
            if not (yield from go(g, c, (yield from haven(g, c, kind)))):
                break
        if c.rest < 1 and not (course_options(g, c)[:-1]):
            break
    finish(g, c)


def finish(g, c):
    f.take_orders(g, [s for s in c.ships if s.place == c.place], c.place)
    for s in c.ships:
        s.moved = True
        if not c.spent and not c.held:
            s.supply = 0        # of a ship that does not sail
            if s.place == ('port', g.w.cities['london']['at']):
                s.points = g.deliver(s.place[1], s.points)      # go back into the store at once [reading 50]


def course_options(g, c):
    options = [('TO(%s)' % f.text(p), ('to', p)) for p in next_seas(g, c)]
    if c.place[0] == 'sea':
        if port_goals(g, c):
            options.append(('TO_PORT', ('port', None)))
        if coast_goals(g, c):
            options.append(('TO_COAST', ('coast', None)))
    on = bool(options)
    if c.place[0] == 'sea' and ireland_ok(g, c):
        options.append(('IRELAND', ('ireland', None)))      # nobody must land there
    if on and not c.swapped:
        if [s for s in f.fleet(g, c.place, c.side) if not s.moved and s not in c.ships] and not shut_in(g, c):
            options.append(('PICK_UP', ('pick_up', None)))
        if droppable(g, c):
            options.append(('DROP', ('drop', None)))
    if not (c.place[0] == 'sea' and c.laden and on):
        options.append(('STOP', ('stop', None)))
    return options


def shut_in(g, c):
    """A blockaded port: who did not run the blockade does not leave with who did [12]."""
    return c.place[0] == 'port' and bool(f.blockaders(g, c.place[1], c.side))


def next_seas(g, c):
    if c.rest < 1:
        return []
    if c.place[0] != 'sea':
        if c.ran_in and f.blockaders(g, c.place[1], c.side):
            return []       # a way out would be a second run
        areas = f.seas_of(g, c.place)
    else:
        areas = [a for a in g.areas if a in g.near_areas[c.place[1]]]
    if c.laden and c.rest < 2:
        return []
    return [('sea', a) for a in areas]


def port_goals(g, c):
    if c.rest < 1:
        return []
    found = []
    for h in g.area_hexes[c.place[1]]:
        if not f.is_port(g, h) or g.controller(h) != c.side:
            continue
        if f.blockaders(g, h, c.side) and any(s.ran for s in c.ships):
            continue
        if f.blockaders(g, h, c.side) and not f.squadrons(c.ships):
            continue
        found.append(('port', h))
    return found


def enemy_ships(g, h, side):
    return f.in_harbour_hex(g, h, other(side))


def coast_goals(g, c):
    if c.rest < 2:
        return []
    found = []
    for h in g.area_hexes[c.place[1]]:
        enemies = f.squadrons(c.ships) and enemy_ships(g, h, c.side)
        if not f.squadrons(c.ships) and f.squadrons(enemy_ships(g, h, c.side)):
            continue
        if f.is_port(g, h) and g.w.hexes[h].playable or enemies or can_land_any(g, c, h) or can_embark_any(g, c, h):
            found.append(('coast', h))
    return found


def haven(g, c, kind):
    """TO_PORT and TO_COAST: the second decision."""
    goals = port_goals(g, c) if kind == 'port' else coast_goals(g, c)
    goals.sort(key=lambda p: (not f.is_port(g, p[1]), p[1]))
    if len(goals) > SHOWN:
        lands = sorted({g.owner(p[1]) for p in goals}, key=g.w.nation_order.get)
        land = yield from g.ask(c.side, [('COAST_OF(%s)' % n, n) for n in lands])
        goals = [p for p in goals if g.owner(p[1]) == land]
    return (yield from g.ask(c.side, [('TO(%s)' % f.text(p), p) for p in goals]))


# -- going on -----------------------------------------------------------------------------------------------------------
def go(g, c, to):
    """One step; false if the move is over."""
    c.spent += 2 if to[0] == 'coast' else 1
    came, c.swapped = c.place, False
    if to[0] == 'port' and f.blockaders(g, to[1], c.side):
        if not (yield from run_in(g, c, to)):
            return False
        c.ran_in = True
    shift(g, c, to)
    if to[0] == 'sea':
        if (yield from intercept(g, c, to[1])):
            return False
        c.ships = [s for s in c.ships if s.place is not None]
        return bool(c.ships)
    if to[0] == 'coast':
        enemies = f.fleet(g, to, other(c.side))
        if enemies:
            gone = yield from battle(g, (c.side, c.ships), (other(c.side), enemies), to)
            if c.side in gone:
                return False
        c.ships = [s for s in c.ships if s.place is not None]
        if not c.ships:
            return False
    yield from load(g, c)
    return bool(came)


def shift(g, c, to):
    c.place, c.asked = to, False
    for s in c.ships:
        s.place = to


def run_roll(g, c, foe):
    own, theirs = len(f.squadrons(c.ships)), len(f.squadrons(foe))
    return g.dice.d6() + g.winter + (own >= 2 * theirs) - (theirs >= 2 * own) >= 6


def run_out(g, c):
    """RUN: out of a blockaded port [12]."""
    h = c.place[1]
    if not (yield from g.ask(c.side, [('RUN(no)', False), ('RUN(yes)', True)])):
        return False
    return (yield from run(g, c, h, c.place))


def run_in(g, c, to):
    return (yield from run(g, c, to[1], None))


def run(g, c, h, back):
    foe = f.fleet(g, ('coast', h), other(c.side))
    for s in c.ships:
        s.ran = True
    if run_roll(g, c, foe):
        return True
    came = c.place
    gone = yield from battle(g, (c.side, c.ships), (other(c.side), foe), ('coast', h), False, bool(back))
    c.ships = [s for s in c.ships if s.place is not None]
    return c.side not in gone and bool(c.ships) and came is not None


def droppable(g, c):
    if len(c.ships) < 2:
        return []
    return [s for s in c.ships if c.place[0] != 'sea' or not s.laden]


def drop(g, c):
    c.swapped = True
    part = droppable(g, c)
    keep = len(part) == len(c.ships)
    there = [s for s in f.fleet(g, c.place, c.side) if s not in c.ships]
    order = (there or c.ships)[0].order      # of those that lie there, else of the fleet [12, reading 79]
    left = yield from pick_ships(g, c.side, part, keep, order)
    going = [s for s in c.ships if s not in left]
    yield from admiral(g, c.side, going, [s for s in f.fleet(g, c.place, c.side) if s not in going])
    c.ships = going


def pick_up(g, c):
    c.swapped = True
    here = [s for s in f.fleet(g, c.place, c.side) if not s.moved and s not in c.ships]
    part = yield from pick_ships(g, c.side, here, False)
    c.ships = [s for s in g.ships if s in c.ships or s in part]
    yield from admiral(g, c.side, c.ships, [s for s in f.fleet(g, c.place, c.side) if s not in c.ships])


# -- cargo --------------------------------------------------------------------------------------------------------------
def transports(ships, colour):
    """Transports of a colour in the order of filling: undamaged first."""
    return [s for d in (False, True) for s in ships if s.type == 'T' and s.damaged == d and s.colour == colour]


def cost(u):
    return 2 if u.cavalry else 1


def fitting(ships, unit, n):
    """How many of n SP like this one fit, each in the first ship with room."""
    room, k = [s.room for s in ships], 0
    while k < n:
        at = next((i for i, r in enumerate(room) if r >= cost(unit)), None)
        if at is None:
            break
        room[at] -= cost(unit)
        k += 1
    return k


def embarkable(g, side, h):
    """SP that may go aboard at a hex: not besieged, not of the home-bound types."""
    return [u for u in g.outside(h, side) if u.type not in ('M', 'P', 'CT') and not g.besieged(u)
            and h not in g.siege_of(other(side)) and g.may_embark(u)]


def cargo_rows(g, c, h):
    ships = {s.colour for s in c.ships if s.type == 'T'}
    rows = g.rows([u for u in embarkable(g, c.side, h) if u.colour in ships])
    return [r for r in rows if fitting(transports(c.ships, r[2][0].colour), r[2][0], 1)]


def cargo_leaders(g, c, h):
    colours = {s.colour for s in c.ships}
    return [l for l in g.heads(h, c.side) if not l.inside and l.colour in colours and l.away is None]


def supply_port(g, c, ship):
    """May a transport load supply points here [12]?"""
    h = c.place[1]
    if c.place[0] != 'port' or ship.type != 'T' or ship.room < 1 or h in g.siege:
        return False
    return g.controller(h) == c.side and h in sources(g, c.side, ship.colour)


def points_port(g, c, ship):
    return c.place == ('port', g.w.cities['london']['at']) and ship.nation == 'england' and ship.type == 'T' and ship.room > 0 \
        and g.whole_store() > 0


def load(g, c):
    """LOAD in a coastal hex, once whenever it is entered [12]."""
    if c.place[0] == 'sea' or c.asked:
        return
    h = c.place[1]
    if not (cargo_rows(g, c, h) or cargo_leaders(g, c, h) or any(supply_port(g, c, s) or points_port(g, c, s)
                                                                 for s in c.ships)):
        return
    c.asked = True
    if not (yield from g.ask(c.side, [('LOAD(no)', False), ('LOAD(yes)', True)])):
        return
    for n, t, units in cargo_rows(g, c, h):
        ships = transports(c.ships, units[0].colour)
        most = fitting(ships, units[0], len(units))
        k = yield from g.ask(c.side, [('LOAD(%s,%s,%d)' % (n, t, i), i) for i in range(most + 1)])
        for u in units[:k]:
            ship = next(s for s in ships if s.room >= cost(u))
            g.aboard(u)
            ship.units.append(u)
        g.settle(h)
    for l in cargo_leaders(g, c, h):
        if (yield from g.ask(c.side, [('WITH(%s,no)' % l.id, False), ('WITH(%s,yes)' % l.id, True)])):
            board(g, c, l)
    g.settle(h)
    for s in transports_all(c.ships):
        if supply_port(g, c, s):
            k = yield from g.ask(c.side, [('LOAD(supply,%d)' % i, i) for i in range(s.room + 1)])
            s.supply += k
    for s in transports_all(c.ships):
        if points_port(g, c, s):
            most = min(s.room, g.whole_store())
            k = yield from g.ask(c.side, [('LOAD(points,%d)' % i, i) for i in range(most + 1)])
            s.points += k
            g.stored['england'] -= 2 * k


def transports_all(ships):
    return [s for d in (False, True) for s in ships if s.type == 'T' and s.damaged == d]


def board(g, c, leader):
    own = [s for d in (False, True) for s in c.ships if s.damaged == d and s.colour == leader.colour]
    ship = next((s for s in own if s.laden), None) or (f.squadrons(own) or own)[0]
    g.drop_leader(leader, 'aboard')
    ship.leaders.append(leader)


def may_land(g, u, h):
    """Home-bound types land at home alone; limits on moves by land do not bind landings [7.2, 13.5]."""
    return not limited(g, u, h) and not home_bound(g, u, h)


def shut_shore(g, h, side):
    """Closed land, or not free of enemy SP and leaders [12]."""
    return not g.enterable(h, side) or bool(g.enemy_sp(h, side)) or bool(g.heads(h, other(side)))


def closed_to(g, h, side):
    """Nobody lands there at all [reading 40]."""
    return shut_shore(g, h, side) or g.own_partisan(h, side)


def can_land_any(g, c, h):
    """Could some cargo of the fleet land there?"""
    if any(s.points for s in c.ships) and (points_ok(g, h) or not closed_to(g, h, c.side)):
        return True     # who has points aboard sails to any open coast, though they go ashore on some of them alone
    return not closed_to(g, h, c.side) and any(
        s.leaders or s.supply or any(may_land(g, u, h) for u in s.units) for s in c.ships)


def points_ok(g, h):
    """Points are landed on allied coasts, or put back into the store in England [13.10, reading 50]."""
    return g.status.get(g.owner(h)) == COALITION and not shut_shore(g, h, COALITION)


def can_embark_any(g, c, h):
    probe = Course(c.side, ('coast', h), c.ships)      # besiegers too: they share the hex with the ships [12]
    return bool(cargo_rows(g, probe, h)) or bool(cargo_leaders(g, probe, h))


def land_cargo(g, side):
    """Automatic landing at the end of step 4 [12]."""
    for s in g.ships:
        if s.side != side or s.place is None or s.place[0] == 'sea' or not s.laden:
            continue
        h = s.place[1]
        s.points = g.deliver(h, s.points) if s.points and points_ok(g, h) else s.points
        if closed_to(g, h, side):
            continue
        for u in list(s.units):
            if may_land(g, u, h):
                g.put(u, h)
                u.landed = True
                s.units.remove(u)
        for l in s.leaders:
            g.put_leader(l, h)
            l.landed = l.moved = True
        s.leaders = []
        if s.supply:
            land_supply(g, h, s)
        g.settle(h)


def land_supply(g, h, ship):
    for d in g.landed_supply:
        if d[0] == h and d[1] == ship.colour:
            d[2] += ship.supply
            ship.supply = 0
            return
    if len(g.landed_supply) < LANDINGS:
        g.landed_supply.append([h, ship.colour, ship.supply])
        ship.supply = 0


def stays_in_port(ship):
    """Of a pro-French Austria only the expeditionary force is moved and leaves home [13.5]."""
    return ship.nation in ('austria', 'prussia') and ship.side == FRANCE


def repair(g, side):
    for s in g.ships:
        if s.damaged and s.side == side and s.place and s.place[0] == 'port' and not s.fought and (not s.moved or stays_in_port(s)):
            if g.controller(s.place[1]) == side and not f.blockaders(g, s.place[1], side):
                s.damaged = False


def give_orders(g, side):
    places = [p for p in f.fleet_places(g, side) if f.squadrons(f.fleet(g, p, side))]
    if not places:
        return
    if not (yield from g.ask(side, [('ORDERS(keep)', False), ('ORDERS(change)', True)])):
        return
    for p in places:
        o = yield from g.ask(side, [('ORDER(%s,%s)' % (f.text(p), o), o) for o in ('always', 'never', 'r1', 'r32', 'r2')])
        for s in f.fleet(g, p, side):
            s.order = o
    g.attempts[side] = yield from g.ask(side, [('ATTEMPTS(%d)' % n, n) for n in (1, 2, 3, 4)])


def ireland_ok(g, c):
    """The landing in Ireland [13.10]: once a game, French cargo, in the Atlantic with a point left."""
    return (c.side == FRANCE and c.place == ('sea', 'atlantic_ocean') and c.rest >= 1 and not g.ireland.used
            and any(u.nation == 'france' for s in c.ships for u in s.units))


__all__ = ['naval', 'Leader', 'text_of_hex']

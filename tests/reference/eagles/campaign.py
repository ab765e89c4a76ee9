"""The grand campaign 1805-15: the position beyond the scenarios, the order of a month, arrivals [2, 13]."""
from types import SimpleNamespace

import fleets as f
from arrivals import city_ok, home_of
from attrition import attrition
from combat import combat
from economy import cities_of, production
from game import Game
from movement import move
from nations import NEUTRAL, UNFORMED, recolour
from politics import alliance_step
from sail import naval
from state import Leader
from world import COALITION, FRANCE, SIDES, other, text_of_hex


class Campaign(Game):
    """The grand campaign; chapters are in nations, politics, economy, conquest, exile, wars, fleets, sea_fight, sail."""

    jail, captivity = 'prisoner', 12

    @staticmethod
    def knows(data):
        return bool(data['alliance'].get('grand_campaign'))

    # -- set-up -----------------------------------------------------------------------------------------------------
    def prepare(self):
        from wars import Ireland, Wars
        self.rules = self.w.board['grand_campaign_rules']
        self.wars, self.ireland = Wars(self), Ireland()
        self.stored, self.lent, self.sent = {n: 0 for n in self.w.nations}, {}, {}
        self.fallen, self.fallen_to, self.conquered_by = {}, {}, {}
        self.treaty, self.peace, self.no_points_until = None, 0, None
        self.russia_invaded, self.liberated, self.prussia_rose, self.austria_rose = False, False, None, False
        self.spain_counts, self.spain_level = False, 0
        self.napoleon_points = 0
        self.landed_supply, self.legion_spent = [], (0, 0)
        self.annexed = self.dutch_counters = False
        self.requested, self.dropped_morale = set(), set()
        self.first_fall, self.first_side = {}, {}       # first_side: first controller of a minor
        self.exile, self.recognised = None, False
        self.returned = None
        self.advances = 0
        self.trieste_taken = False
        self.prussian_rolls = 0
        self.lying, self.low_morale = set(), set()
        f.make_ships(self)

    def set_up(self):
        for n in self.scenario['political']['unformed']:
            self.status[n] = UNFORMED
        super().set_up()
        for n in self.scenario['political']['unformed']:
            self.open.add(n)
        self.limit_pools()

    def limit_pools(self):
        """What can be built at the start is the force pool; other counters are out of play [17]."""
        pool = self.scenario['force_pool']['pool']
        for (n, t), units in self.pool.items():
            spare = [u for u in units if u.state == 'pool']
            for u in spare[pool.get(n, {}).get(t, 0):]:
                u.state = 'gone'
        for n in self.w.nations:
            for t in f.NAVAL:
                spare = [s for s in self.ships if s.nation == n and s.type == t and s.state == 'pool']
                for s in spare[pool.get(n, {}).get(t, 0):]:
                    s.state = 'gone'

    def set_stack(self, d):
        ships = {t: n for t, n in d['units'].items() if t in f.NAVAL}
        land = dict(d, units={t: n for t, n in d['units'].items() if t not in f.NAVAL}, leaders=[
            l for l in d['leaders'] if l != 'nelson'])
        h = int(d['hex'])
        before = self.control[self.city(h)] if self.city(h) else None
        super().set_stack(land)
        if self.city(h) and d['side'] not in SIDES:
            self.control[self.city(h)] = before
        place = ('coast' if d.get('blockading') else 'port', h)
        for t, n in ships.items():
            for _ in range(n):
                s = next(s for s in self.ships if s.nation == d['nation'] and s.type == t and s.state == 'pool')
                s.side, s.colour = d['side'], d['colour']
                f.put_ship(self, s, place)
        if 'nelson' in d['leaders']:
            self.nelson.hex = h
        for name in land['leaders']:
            l = self.leaders[name]
            if l.d['nation'] == 'satellite' and d['side'] not in SIDES:     # he waits until a minor of his colour is at war
                self.drop_leader(l, 'waiting')
                l.side = COALITION

    # -- questions of other chapters --------------------------------------------------------------------------------
    def colour(self, nation, side=None):
        """Colour of a nation now [reading 43]."""
        d = self.w.nations[nation]
        if d['colour']:
            return d['colour']
        if self.status.get(nation) == FRANCE:
            return d['colour_if_france']
        colour = d['colour_if_coalition']
        for n, x in self.w.nations.items():
            if x['colour'] == colour and self.status.get(n) == FRANCE and self.status.get(nation) == COALITION:
                return 'red'
        return colour

    def conquered_now(self, nation):
        """Is a nation neutral by conquest?"""
        return self.status.get(nation) == NEUTRAL and nation in self.conquered_by

    def open_to(self, h, side):
        """Supply passes SP of neutrals and the capital of a conquered state, where nobody may stand [6, 13.7]."""
        d = self.w.hexes[h]
        owner = self.owner(h)
        return d.playable and (self.status.get(owner) in SIDES or self.is_open(h) or self.conquered_now(owner)
                               or owner == 'prussia' and self.liberated)

    def enterable(self, h, side):
        d = self.w.hexes[h]
        if not d.playable:
            return False
        if any(u.side == NEUTRAL for u in self.at.get(h, ())):
            return False
        owner = self.owner(h)
        status = self.status.get(owner)
        if status in SIDES or self.is_open(h):
            return True
        if self.conquered_now(owner):
            return d.city not in self.w.nations[owner]['capitals']
        return owner == 'prussia' and self.liberated

    def morale_malus(self, nation):
        return 1 if nation in self.low_morale else 0

    def sea_attrition(self, side, die):
        from sea_fight import attrition_at_sea
        yield from attrition_at_sea(self, side, die)

    def crossing(self, side):
        from channel import crossing
        yield from crossing(self, side)

    def attacked(self, h):
        from spain import attacked
        attacked(self, h)

    def held(self, unit):
        from limits import held
        return held(self, unit)

    def leader_held(self, leader):
        return self.guest is not None and leader.d['nation'] != self.guest

    def guests_left(self):
        return self.guest_sp if self.guest else 10 ** 6

    def guest_moves(self, side):
        from limits import guest_moves
        yield from guest_moves(self, side)

    def group_moves(self, group):
        if self.guest:
            self.guest_sp -= len(group.units)
        if group.side == FRANCE and any(u.nation == 'spain' for u in group.units):
            self.spaniards_moved = True

    def room(self, side, colour, a, b):
        from limits import room
        return room(self, side, colour, a, b)

    def entered(self, side, napoleon):
        extra = 2 if napoleon else 0
        self.napoleon_points += extra
        if self.returned:
            self.advances += 1 + extra if side == COALITION else -1

    def takes_control(self, h, side):
        n = self.owner(h)
        return not self.conquered_now(n) or self.conquered_by[n] == side or n == 'prussia' and self.liberated \
            or self.control.get(self.city(h)) == other(side)    # what the enemy holds is won as anywhere [Control]

    def may_occupy(self, h, side):
        n = self.owner(h)
        if not self.city(h) or not self.conquered_now(n) or self.conquered_by[n] != side:
            return False
        if self.city(h) in self.w.nations[n]['capitals'] or self.enemy_sp(h, side):
            return False
        return all(u.nation == n for u in self.sp(h) if u.side == NEUTRAL)

    def iberian_ships(self, nation, points):
        from economy import iberian_ships
        return iberian_ships(self, nation, points)

    def launch_iberian(self, nation, t, cities):
        from economy import place_new
        city = yield from self.ask(COALITION, [('BUILD_AT(%s)' % c, c) for c in cities])
        place_new(self, nation, t, COALITION, self.w.cities[city]['at'])

    def unassailable(self, h, side):
        """Gibraltar is neither assaulted nor besieged while SP and a squadron of its side are there [9.8]."""
        return h == self.w.cities['gibraltar']['at'] and bool(f.squadrons(f.fleet(self, ('port', h), side)))

    def immortal(self, leader):
        return leader.id == 'napoleon'

    def ferry_open(self, side):
        """Closed by an enemy squadron in the Baltic or in a hex on it, for who marches, retreats or joins [7.2, 8.8]."""
        for s in f.squadrons(self.ships):
            if s.side == other(side) and s.place and 'baltic_sea' in f.seas_of(self, s.place):
                return False
        return True

    def more_source_cities(self, side, colour):
        from sources import more_cities
        return more_cities(self, side, colour)

    def overseas_supply(self, supply):
        from sources import overseas
        overseas(self, supply)

    def restricted(self, unit, h):
        from limits import restricted
        return restricted(self, unit, h)

    def may_embark(self, unit):
        from limits import home_only
        return not home_only(self, unit)

    def siege_of(self, side):
        """Hexes where a side besieges."""
        return {h for h, s in self.siege.items() if s[0] == side}

    def iberia_invaded(self, nation):
        if self.status.get(nation) != COALITION:
            return False
        n = sum(1 for u in self.units if u.hex is not None and u.side == FRANCE and self.owner(u.hex) == nation)
        return n >= (20 if nation == 'spain' else 1)

    def foreign_sp(self, h, nation):
        return [u for u in self.sp(h) if u.nation != nation]

    def over_in_step(self):
        """Did a roll of the alliance step end the game?"""
        return self.outcome is not None

    def whole_store(self):
        return self.stored['england'] // 2

    def aboard(self, unit):
        """An SP goes aboard."""
        side, colour = unit.side, unit.colour
        exped = unit.exped
        self.drop(unit, 'aboard')
        unit.side, unit.colour, unit.exped = side, colour, exped

    def ship_sunk(self, ship):
        if ship.nation == 'spain' and ship.type == 'S':
            self.spanish_level(-1)

    def spanish_level(self, n):
        if self.spain_counts:
            self.spain_level = max(0, self.spain_level + n)

    def deliver(self, h, points):
        from lending import deliver
        return deliver(self, h, points)

    def land_in_ireland(self, course):
        self.ireland.land(self, course)

    # -- a month ----------------------------------------------------------------------------------------------------
    def months(self):
        from exile import month_over
        first = self.date
        while True:
            for side in SIDES:
                yield from self.player_turn(side, self.date == first)
                if self.outcome is not None:
                    return
            yield from self.month_end()
            if self.over_now():
                return
            month_over(self)
            self.month += 1
            if self.month == 13:
                self.year, self.month = self.year + 1, 1

    def player_turn(self, side, first):
        self.side = side
        from spain import french_in_spain
        self.spain_before, self.spaniards_moved = french_in_spain(self), False
        if not first:
            yield from attrition(self, side)
            yield from alliance_step(self, side)
            if self.outcome is not None:
                return
        yield from reinforcement(self, side)
        self.landed_supply = []
        yield from naval(self, side)
        yield from move(self, side)
        yield from self.end_movement(side)
        yield from combat(self, side)
        if self.outcome is not None:
            return
        self.landed_supply = []
        from spain import turn_over
        yield from turn_over(self, side)
        yield from f.lost_ports(self)

    def month_end(self):
        self.side = FRANCE
        self.end_month()
        if self.nelson.months:
            self.nelson.months -= 1
        from wars import wars_at_month_end
        yield from wars_at_month_end(self)

    def over_now(self):
        from victory import check
        last = self.date == self.last_month()
        self.outcome = check(self, last)
        return self.outcome is not None or last

    def last_month(self):
        from exile import last_month
        return last_month(self)

    def after_movement(self):
        from spain import invasion_of_russia
        invasion_of_russia(self)

    def after_combat(self):
        from conquest import conquests
        yield from conquests(self)

    def facts(self):
        return campaign_facts(self, super().facts())


def campaign_facts(g, found):
    for s in g.ships:
        if s.place:
            k = 'ship:%s:%s:%s:%s%s' % (f.text(s.place), s.nation, s.type, 'd' if s.damaged else 'u',
                                        ':%d/%d' % (s.supply, s.points) if s.supply or s.points else '')
            found[k] = found.get(k, 0) + 1
        elif s.state == 'pool':
            k = 'pool:%s:%s' % (s.nation, s.type)
            found[k] = found.get(k, 0) + 1
    for side in SIDES:
        for p in f.fleet_places(g, side):
            ships = f.fleet(g, p, side)
            if ships:
                found['order:%s:%s' % (side, f.text(p))] = ships[0].order
    for n, s in g.status.items():
        found['status:' + n] = s
    if g.spain_counts:
        found['spain'] = g.spain_level
    if g.nelson.months is not None:
        found['nelson'] = g.nelson.months
    for n, k in g.fallen.items():
        found['fallen:' + n] = k
    found['peace'] = g.peace
    for n, k in g.stored.items():
        if k:
            found['stored:' + n] = k / 2
    return found


# -- step 3 -------------------------------------------------------------------------------------------------------------
def reinforcement(g, side):
    recovered(g, side)
    yield from production(g, side)
    departures(g, side)
    yield from homecomers(g, side)
    waiting(g, side)
    yield from entries(g, side)


def owner_side(g, nation):
    """The side in whose step 3 a nation is served; neutrals in the Coalition's."""
    s = g.status.get(nation)
    return s if s in SIDES else COALITION


def departures(g, side):
    """Leaders whose time is over leave [13.4]."""
    for l in g.leaders.values():
        if l.d.get('leaves') and l.d['leaves'] <= g.date and l.away not in ('dead', 'withdrawn', 'captured') \
                and owner_side(g, l.d['nation']) == side:
            h = l.hex
            if h is not None and l.inside and h in g.siege:
                continue
            g.leave_ship(l) if l.away == 'aboard' else None
            g.drop_leader(l, 'withdrawn')
            if h is not None:
                g.settle(h)


def recovered(g, side):
    """The injured come back [5]."""
    n = g.nelson
    if side == COALITION and n.months == 0 and n.hex is None and n.ship is None and not n.waits:
        h = home_of(g, SimpleNamespace(d=g.w.leaders['nelson'], side=COALITION))     # like any leader [5]
        if h is not None:
            n.months, n.hex = None, h
    for l in sorted(g.leaders.values(), key=lambda l: l.order):
        if l.away == 'injured' and l.months == 0 and (l.side == side or l.side == NEUTRAL and side == COALITION):
            h = home_of(g, l) if l.d['nation'] in g.w.nations else satellite_home(g, l)
            if h is not None:
                g.put_leader(l, h)


def satellite_home(g, l):
    """The first home of a minor of his colour [reading 46]."""
    for n in g.w.nations:
        if not g.w.major(n) and g.status.get(n) == l.side and g.colour(n) == l.colour:
            goals = homes(g, n, l.side)
            if goals:
                return goals[0]
    return None


def home_ok(g, h, side):
    if side in SIDES:
        return city_ok(g, h, side) and g.controller(h) == side
    return g.controller(h) is None and h not in g.siege and not any(u.side in SIDES for u in g.sp(h))


def homes(g, nation, side):
    """Where those come who go home, and leaders who enter [13.2, reading 46]."""
    cities = list(g.w.nations[nation]['capitals'])
    for kind in ('red', 'landwehr', 'naval'):
        cities += cities_of(g, nation, kind)
    cities = [c for c in dict.fromkeys(cities) if g.owner(g.w.cities[c]['at']) == nation]
    goals = [g.w.cities[c]['at'] for c in cities if home_ok(g, g.w.cities[c]['at'], side)]
    if not goals:
        goals = [d['at'] for c, d in g.w.cities.items() if g.owner(d['at']) == nation and c not in cities
                 and home_ok(g, d['at'], side)][:4]
    return goals


def homecomers(g, side):
    """SP that went home come back, all of one nation together; then the ships [13.2]."""
    if side == FRANCE:
        from wars import back_from_ireland
        yield from back_from_ireland(g)
    for n in g.w.nations:
        own = g.status.get(n, NEUTRAL)
        units = [u for u in g.pool_units(n) if u.state == 'coming']
        goals = homes(g, n, own) if units and owner_side(g, n) == side else []
        if goals:
            h = yield from g.ask(side, place_options(goals))
            for u in units:
                u.side, u.colour = own, g.colour(n)
                g.put(u, h)
            for l in g.leaders.values():
                if l.away == 'waiting' and l.d['nation'] == n:      # they come the same way
                    l.side, l.colour = own, g.colour(n)
                    g.put_leader(l, h)
            g.settle(h)
    for n in g.w.nations:
        if owner_side(g, n) == side:
            yield from ships_home(g, side, n, g.status.get(n, NEUTRAL))


def place_options(goals):
    return [('PLACE(%s)' % text_of_hex(x), x) for x in goals]


def ships_home(g, side, n, own):
    ships = [s for s in g.ships if s.nation == n and s.state == 'coming']
    if not ships:
        return

    def port_ok(c):
        d = g.w.cities[c]
        return d.get('port') and g.control[c] == (own if own in SIDES else None) and d['at'] not in g.siege     # [5]
    cities = cities_of(g, n, 'naval') + [c for c in cities_of(g, n, 'red') if g.w.cities[c].get('port')]
    goals = [g.w.cities[c]['at'] for c in dict.fromkeys(cities) if port_ok(c)]
    if not goals:
        goals = [d['at'] for c, d in g.w.cities.items() if g.owner(d['at']) == n and port_ok(c)][:4]
    if not goals:
        return
    h = yield from g.ask(side, place_options(goals))
    for s in ships:
        s.side, s.colour = own, g.colour(n)
        f.put_ship(g, s, ('port', h))
        s.order = 'r1'
    f.take_orders(g, ships, ('port', h))


def waiting(g, side):
    """Leaders who wait come to the first home of their nation, or of a minor of their colour [13.2, reading 46]."""
    england = homes(g, 'england', COALITION) if g.nelson.waits and side == COALITION else []
    if england:
        g.nelson.waits, g.nelson.months, g.nelson.hex = False, None, england[0]
    for l in sorted(g.leaders.values(), key=lambda l: l.order):
        if l.away != 'waiting':
            continue
        n, h = l.d['nation'], None
        if n not in g.w.nations:
            h = satellite_home(g, l) if l.side == side else None
        elif owner_side(g, n) == side and g.status.get(n) != UNFORMED:
            h = next(iter(homes(g, n, g.status[n])), None)
        if h is not None:
            if n in g.w.nations:
                l.side, l.colour = g.status[n], g.colour(n)
            g.put_leader(l, h)


def entries(g, side):
    """Leaders who enter [13.4, reading 46]."""
    for l in sorted(g.leaders.values(), key=lambda l: l.order):
        n = l.d['nation']
        if l.hex is not None or 'enters' not in l.d or l.away is not None or not l.named or n not in g.w.nations:
            continue
        if l.d['enters'] > g.date or (l.d.get('leaves') or '9') <= g.date or g.status.get(n) != side:
            continue
        goals = homes(g, n, side)
        if goals:
            h = yield from g.ask(side, place_options(goals))
            l.side, l.colour = side, g.colour(n)
            g.put_leader(l, h)


def pool_units(self, nation):
    return [u for (n, _), units in self.pool.items() if n == nation for u in units]


def leave_ship(self, leader):
    for s in self.ships:
        if leader in s.leaders:
            s.leaders.remove(leader)


Campaign.pool_units, Campaign.leave_ship = pool_units, leave_ship
__all__ = ['Campaign', 'Leader', 'recolour']

"""The position: SP, leaders, cities, nations, and the questions asked of them everywhere."""
from world import CAVALRY, COLOURS, COALITION, FRANCE, SIDES, other, text_of_hex


class Unit:
    """One strength point. `hex` is None off the map, `state` then says why; change both only by Position.put and drop."""

    __slots__ = ('nation', 'type', 'side', 'colour', 'hex', 'inside', 'moved', 'out', 'exped', 'state', 'group', 'sortie',
                 'landed')

    def __init__(self, nation, kind):
        self.nation, self.type = nation, kind
        self.side = self.colour = self.hex = None
        self.inside = self.moved = self.out = self.exped = self.group = self.sortie = self.landed = False
        self.state = 'pool'

    def __repr__(self):
        return '<%s %s %s%s>' % (self.nation, self.type, self.hex, ' in' if self.inside else '')

    @property
    def cavalry(self):
        return self.type in CAVALRY

    @property
    def kind(self):
        """Type of the row: expeditionary SP form one of their own [0]."""
        return self.type + 'x' if self.exped else self.type


class Leader:
    """A leader; `away` tells why he is off the map: None before his first entry, injured, dead, captured, withdrawn, waiting."""

    __slots__ = ('id', 'd', 'order', 'side', 'colour', 'hex', 'inside', 'moved', 'out', 'away', 'months', 'group', 'displaced',
                 'landed')

    def __init__(self, d, order):
        self.id, self.d, self.order = d['id'], d, order
        self.side = self.colour = self.hex = self.away = None
        self.inside = self.moved = self.out = self.group = self.displaced = self.landed = False
        self.months = 0

    def __repr__(self):
        return '<%s %s>' % (self.id, self.hex or self.away)

    @property
    def rating(self):
        return self.d['leadership']

    @property
    def allowance(self):
        return self.d['move']

    @property
    def capacity(self):
        return self.d['capacity']

    @property
    def named(self):
        return self.d['named']


class Position:
    """State with its queries; the procedures of the other modules work on it."""

    def __init__(self, world, scenario):
        self.w, self.scenario = world, scenario
        self.at, self.leaders_at = {}, {}
        self.pool = {}
        for n, d in world.nations.items():
            for t, count in d['counter_mix'].items():
                if t in world.types:
                    self.pool[n, t] = [Unit(n, t) for _ in range(count)]
        self.units = [u for rows in self.pool.values() for u in rows]
        self.leaders = {l: Leader(d, k) for k, (l, d) in enumerate(world.leaders.items()) if not d.get('naval')}
        self.status, self.owner_of = {}, dict(scenario['territory'])
        self.closed, self.open, self.only = set(), set(), {}    # only: land open to one side
        self.control = {c: None for c in world.cities}
        self.siege = {}                         # city hex: [besieging side, value]
        self.trench = {s: set() for s in SIDES}
        self.vp = {s: 0 for s in SIDES}
        self.year = self.month = 0
        self.side = FRANCE
        self.round = 0
        self.battles = []
        self.new_sources = set()                # nations that joined: all their cities are sources of their colour [4]
        self._owner = {}

    # -- calendar ---------------------------------------------------------------------------------------------------
    @property
    def winter(self):
        return self.month in (11, 12, 1, 2)

    @property
    def date(self):
        return '%04d-%02d' % (self.year, self.month)

    # -- land -------------------------------------------------------------------------------------------------------
    def owner(self, h):
        """Nation that owns a hex [17]."""
        if h not in self._owner:
            d, t = self.w.hexes[h], self.owner_of
            self._owner[h] = (t.get('city:%s' % d.city) or t.get('region:%s' % d.region) or t.get('country:%s' % d.country)
                              or d.country)
        return self._owner[h]

    def land_status(self, h):
        return self.status.get(self.owner(h), 'neutral')

    def is_open(self, h):
        """Open neutral land: both sides may enter [17]."""
        d = self.w.hexes[h]
        return self.owner(h) in self.open or 'region:%s' % d.region in self.open

    def open_to(self, h, side):
        """Land that supply passes [6]."""
        return self.enterable(h, side)

    def enterable(self, h, side):
        """Land a side may enter at all: in play, not closed, not neutral [7.2]."""
        d = self.w.hexes[h]
        if not d.playable or d.area not in self.scenario['areas']:
            return False
        if self.owner(h) in self.closed:
            return False
        if self.owner(h) in self.only:
            return self.only[self.owner(h)] == side
        return self.land_status(h) in SIDES or self.is_open(h)

    def city(self, h):
        return self.w.hexes[h].city

    def controller(self, h):
        """Side that controls the city of a hex."""
        return self.control[self.w.hexes[h].city]

    def level(self, h):
        c = self.w.hexes[h].city
        return self.w.cities[c]['level'] if c else None

    def garrison_limit(self, h):
        return self.w.cities[self.w.hexes[h].city]['garrison_limit']

    def at_home(self, unit, h):
        """Is a hex in the home country of an SP [0]? White partisans of 1809 are at home in Tirol and Westphalia too."""
        if self.owner(h) == unit.nation:
            return True
        if unit.type != 'P' or unit.colour != 'white' or not self.has_rule('tirol'):
            return False
        return self.w.hexes[h].region == 'tirol' or self.owner(h) == 'westphalia'

    def colour(self, nation, side):
        """Colour of a nation's units on a side [0]."""
        return self.w.colour(nation, side)

    def ferry_open(self, side):
        """The belts are closed by enemy squadrons [7.2]; without fleets they are open."""
        return True

    def morale_malus(self, nation):
        """Morale lost with a change of controller [8.4]."""
        return 0

    def sea_attrition(self, side, die):
        """Attrition at sea [3]; only in the grand campaign."""
        return
        yield

    captivity = 0       # months
    jail = 'pool'       # where SP that surrender go: they are eliminated

    def crossing(self, side):
        """The crossing of the Channel [13.9]; only in the grand campaign."""
        return
        yield

    def attacked(self, h):
        """An attack is declared on a hex; told to the grand campaign [13.6]."""

    guest = None        # a pro-French major whose SP the English player moves [13.5]

    def held(self, unit):
        """May the mover not touch an SP [13.5]? Only in the grand campaign."""
        return False

    def leader_held(self, leader):
        return False

    def guests_left(self):
        """SP that the English player may still move [13.5]."""
        return 10 ** 6

    def guest_moves(self, side):
        """The English player's SP in a pro-French major, moved before the others [13.5]."""
        return
        yield

    def group_moves(self, group):
        """A group begins to move; told to the grand campaign [13.6]."""

    def room(self, side, colour, a, b):
        """SP that may go from a to b by the limit of a friendly Spain [13.5]; without end elsewhere."""
        return 10 ** 6

    def entered(self, side, napoleon):
        """A unit of the side entered a hex that held five enemy SP, perhaps Napoleon too; told to the grand campaign [13.10]."""

    def takes_control(self, h, side):
        """Does a side that stands in a city control it? Of a state that somebody else conquered only what he holds [13.7]."""
        return True

    def may_occupy(self, h, side):
        """May a step enter a city of a conquered state with its SP in it [13.7]?"""
        return False

    def iberian_ships(self, nation, points):
        """Ships that invaded Spain or Portugal can build [13.3]; none without fleets."""
        return []

    def unassailable(self, h, side):
        """Gibraltar with its squadrons [9.8]: of the campaign."""
        return False

    def immortal(self, leader):
        """Napoleon in the grand campaign is hurt, never killed [10]."""
        return False

    def more_source_cities(self, side, colour):
        """Source cities of the grand campaign [6]; none elsewhere."""
        return []

    def overseas_supply(self, supply):
        """SP that draw from supply points landed this turn [6]; only in the grand campaign."""

    def restricted(self, unit, h):
        """Limits of the grand campaign on where SP may go [13.5]; none elsewhere."""
        return False

    def has_rule(self, rule):
        return any(r['id'] == rule for r in self.scenario['special_rules'])

    # -- pieces -----------------------------------------------------------------------------------------------------
    def put(self, unit, h, inside=False):
        """Moves an SP on the map."""
        if unit.hex is not None:
            self.at[unit.hex].remove(unit)
        if h != unit.hex:
            unit.inside = False
        unit.hex, unit.state = h, 'map'
        unit.inside = inside
        self.at.setdefault(h, []).append(unit)

    def drop(self, unit, state='pool'):
        """An SP leaves the map."""
        if unit.hex is not None:
            self.at[unit.hex].remove(unit)
        unit.hex, unit.state = None, state
        unit.inside = unit.moved = unit.out = unit.exped = unit.group = unit.sortie = unit.landed = False

    def put_leader(self, leader, h, inside=False):
        if leader.hex is not None:
            self.leaders_at[leader.hex].remove(leader)
        leader.hex, leader.inside, leader.away, leader.months = h, inside, None, 0
        self.leaders_at.setdefault(h, []).append(leader)

    def drop_leader(self, leader, away, months=0):
        if leader.hex is not None:
            self.leaders_at[leader.hex].remove(leader)
        leader.hex, leader.away, leader.months = None, away, months
        leader.inside = leader.moved = leader.out = leader.group = leader.landed = False

    def draw(self, nation, kind):
        """A counter off the map, or None [5]."""
        for u in self.pool.get((nation, kind), ()):
            if u.state == 'pool':
                return u
        return None

    def spare(self, nation, kind):
        return sum(1 for u in self.pool.get((nation, kind), ()) if u.state == 'pool')

    def sp(self, h, side=None):
        """SP of a hex."""
        found = self.at.get(h)
        if not found:
            return []
        return [u for u in found if side is None or u.side == side]

    def outside(self, h, side):
        return [u for u in self.at.get(h, ()) if u.side == side and not u.inside]

    def garrison(self, h, side=None):
        return [u for u in self.at.get(h, ()) if u.inside and (side is None or u.side == side)]

    def heads(self, h, side=None):
        """Leaders of a hex in list order."""
        return sorted((l for l in self.leaders_at.get(h, ()) if side is None or l.side == side), key=lambda l: l.order)

    def besieged(self, unit):
        """Inside while a siege lasts; a sortie goes out of a siege and stays under it [0, 9]."""
        return (unit.inside or unit.sortie) and unit.hex in self.siege

    def unbesieged_enemy(self, h, side):
        """Enemy SP that are not besieged."""
        foe = other(side)
        return [u for u in self.at.get(h, ()) if u.side == foe and not self.besieged(u)]

    def enemy_sp(self, h, side):
        foe = other(side)
        return [u for u in self.at.get(h, ()) if u.side == foe]

    def own_partisan(self, h, side):
        return any(u.type == 'P' and u.side == side for u in self.at.get(h, ()))

    def rows(self, units):
        """Groups of SP by (nation, type) in row order: list of (nation, type, [units])."""
        found = {}
        for u in units:
            found.setdefault((u.nation, u.kind), []).append(u)
        return [(n, t, found[n, t]) for n, t in sorted(found, key=lambda r: self.w.unit_key(*r))]

    def hexes_of(self, side):
        """Hexes with SP of a side, ascending."""
        return sorted(h for h, us in self.at.items() if any(u.side == side for u in us))

    def colours_of(self, side):
        found = {u.colour for us in self.at.values() for u in us if u.side == side}
        return [c for c in COLOURS if c in found]

    # -- leaders without troops [0, 7.4] ----------------------------------------------------------------------------
    def settle(self, h):
        """What follows at once when SP left or died in a hex: entrenchment, siege, leaders [7.6, 0]."""
        for side in SIDES:
            if h in self.trench[side] and not self.sp(h, side):
                self.trench[side].discard(h)
        self.settle_siege(h)
        for side in SIDES:
            self.settle_leaders(h, side)

    def settle_siege(self, h):
        if h not in self.siege:
            return
        side = self.siege[h][0]
        if not any(u.inside or u.sortie for u in self.sp(h, other(side))):
            self.end_siege(h)
            self.control[self.city(h)] = side
        elif not self.outside(h, side):
            self.end_siege(h)

    def end_siege(self, h):
        del self.siege[h]
        for u in self.sp(h):
            u.inside = u.sortie = False
        for l in self.heads(h):
            l.inside = False

    def settle_leaders(self, h, side):
        heads = self.heads(h, side)
        if not heads:
            return
        own = self.sp(h, side)
        if not own:
            if self.enemy_sp(h, side):
                for l in heads:
                    self.displace(l)
        elif not any(not u.inside for u in own):
            for l in heads:
                l.inside = True

    def displace(self, leader):
        """To the nearest hex with an SP of his colour (a neutral's: of his nation, whose land he does not leave); else he waits
        for the next arrival of his nation [7.4]."""
        best = None
        for h, us in self.at.items():
            if h != leader.hex and not self.own_partisan(h, leader.side) and any(
                    u.side == leader.side and u.colour == leader.colour
                    and (leader.side in SIDES or u.nation == leader.d['nation']) for u in us):
                key = (self.w.distance(leader.hex, h), h)
                if best is None or key < best:
                    best = key
        leader.displaced = True
        if best is None:
            self.drop_leader(leader, 'waiting')
            return
        h = best[1]
        inside = all(u.inside for u in self.sp(h, leader.side))
        self.put_leader(leader, h, inside)

    # -- facts ------------------------------------------------------------------------------------------------------
    def facts(self):
        """The position as a flat dict (README, Facts)."""
        f = {'year': self.year, 'month': self.month, 'side': self.side, 'round': self.round}
        for s in SIDES:
            f['vp:' + s] = self.vp[s]
            for h in self.trench[s]:
                f['trench:' + text_of_hex(h)] = 1
        for h, us in self.at.items():
            for u in us:
                flags = ''.join('/' + m for m in ('inside', 'out', 'moved') if getattr(u, m))
                key = 'sp:%s:%s:%s:%s:%s%s' % (text_of_hex(h), u.side, u.colour, u.nation, u.type, flags)
                f[key] = f.get(key, 0) + 1
        for l in self.leaders.values():
            if l.hex is not None:
                f['leader:' + l.id] = l.side + ' ' + text_of_hex(l.hex) + ''.join(
                    '/' + m for m in ('inside', 'out', 'moved') if getattr(l, m))
            elif l.away:
                f['leader:' + l.id] = l.away + (' %d' % l.months if l.months else '')
        for c, s in self.control.items():
            if s:
                f['control:' + c] = s
        for h, (s, v) in self.siege.items():
            f['siege:' + self.city(h)] = '%s %d' % (s, v)
        for n, t in self.pool:
            k = self.spare(n, t)
            if k:
                f['pool:%s:%s' % (n, t)] = k
        for b in self.battles:
            f['battle:%d' % b.number] = '%s %s %s %d %d%s' % (
                text_of_hex(b.attack), text_of_hex(b.defend), b.attacker, b.lost[FRANCE], b.lost[COALITION],
                ' over' if b.over else '')
        return f

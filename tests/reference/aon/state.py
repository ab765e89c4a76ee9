"""The position: where everything is, who controls what, and the questions the rules ask of it."""
from collections import deque

from world import COALITION, CONTROL, FRENCH, OFF_MAP, SEATS, other


class Position:
    """All that is on the table. Corps off the map stand in `reserve`, `prisoners` or `lost`."""

    def __init__(self, world):
        self.w = world
        self.year = self.round = 0
        self.phase = ''
        self.align, self.formerly, self.detached = {}, set(), set()
        self.place = {x: 'reserve' for x in world.corps}
        self.spent, self.moved, self.fought = set(), set(), set()
        self.tags = {}
        self.hands = {s: [] for s in SEATS}
        self.known = {s: [] for s in SEATS}
        self.deck, self.pile, self.aside = [], [], []
        self.events, self.released = set(), set()
        self.invaded, self.french_invaded = False, None
        self.free = {s: True for s in SEATS}
        self.pending = {}
        self.outcome = None

    # -- countries --------------------------------------------------------------------------------------------------
    def country(self, area):
        """The country an area belongs to at present."""
        return area if area in self.detached else self.w.areas[area]['country_1805']

    def areas(self, country):
        """The areas a country owns at present."""
        return [a for a in self.w.countries[country]['areas'] if self.country(a) == country]

    def exists(self, country):
        return country not in self.w.parent or country in self.detached

    def holder(self, country):
        """The seat that controls a country, or None; an attached one follows its ruler."""
        if not self.exists(country):
            country = self.w.parent[country]
        return CONTROL[self.align[country]]

    def ruler(self, country):
        """The country itself, or the one that an attached one is part of."""
        return country if self.exists(country) else self.w.parent[country]

    def minors(self, seat):
        """Minor and detached countries under control of a seat."""
        return [c for c in self.align if not self.w.is_major(c) and self.exists(c) and self.holder(c) == seat]

    # -- corps ------------------------------------------------------------------------------------------------------
    def seat(self, x):
        """Who controls a corps [2.2.1.7], or None."""
        d = self.w.corps[x]
        seat = self.holder(d['patron'])
        if d['country'] == d['patron'] or seat is None:
            return seat
        if not self.exists(d['country']):
            return seat if self.w.parent[d['country']] == d['patron'] else None
        return seat if self.holder(d['country']) == seat else None

    def available(self, x):
        """May come from the reserve [2.2.1.6-8]."""
        if self.place[x] != 'reserve' or self.seat(x) is None:
            return False
        kind = self.w.corps[x]['availability']
        if kind in ('radetzky', 'stein'):
            return kind in self.events
        if kind == 'insurrection':
            return self.w.corps[x]['country'] in self.formerly
        return kind != 'invasion' or x in self.released

    def on_map(self, x):
        return self.place[x] not in OFF_MAP

    def at(self, area, seat=None):
        """The corps in an area, of one seat or all, in order."""
        return [x for x in self.w.corps if self.place[x] == area and (seat is None or self.seat(x) == seat)]

    def has(self, area, seat, without=()):
        return any(self.place[x] == area and x not in without and self.seat(x) == seat for x in self.w.corps)

    def free_of(self, area, seat):
        """No corps of the seat in the area."""
        return not self.has(area, seat)

    def rating(self, x, key):
        d = self.w.corps[x]
        return d['sr'] if key == 'sr' else d['spent' if x in self.spent else 'fresh'][key]

    def top(self, corps):
        """The leader: highest seniority, of equals the first [4.2, A112]."""
        return max(corps, key=lambda x: (self.rating(x, 'sr'), -self.w.corps_order[x]))

    def leader_mr(self, corps):
        """The best movement rating among the senior corps [A112]."""
        sr = max(self.rating(x, 'sr') for x in corps)
        return max(self.rating(x, 'mr') for x in corps if self.rating(x, 'sr') == sr)

    def home(self, x):
        """Home areas of a corps [2.1.1.5]."""
        country = self.w.corps[x]['country']
        return self.areas(country) if self.exists(country) else [country]

    def insurgent(self, x):
        return self.align[self.ruler(self.w.corps[x]['country'])] == 'IC'

    def own_ground(self, x):
        """The areas, detached ones too, of the country that an insurgent corps fights for [10.3.1 note 1]."""
        return self.w.countries[self.ruler(self.w.corps[x]['country'])]['areas']

    def may_stand(self, x, area):
        """Insurgent corps stay within one area of their country [10.3.1]."""
        if not self.insurgent(x):
            return True
        ground = self.own_ground(x)
        return area in ground or any(b in ground for b in self.borders(area))

    def may_attack(self, x, area):
        return not self.insurgent(x) or area in self.own_ground(x)

    def corps_of(self, country):
        """Corps of a country on the map, those of what is attached to it too [B5]."""
        return [x for x in self.w.corps if self.on_map(x) and self.ruler(self.w.corps[x]['country']) == country]

    # -- occupation -------------------------------------------------------------------------------------------------
    def occupies(self, seat, country, without=()):
        """Foreign corps of the seat in the capital area [6.1, A73]."""
        area = self.w.capital(country)
        return any(self.place[x] == area and x not in without and self.seat(x) == seat
                   and self.w.corps[x]['country'] != country for x in self.w.corps)

    # -- the map ----------------------------------------------------------------------------------------------------
    def winter(self):
        return self.phase == 'campaign' and self.round >= self.w.tables['sequence']['winter_from_round']

    def borders(self, area):
        """Ordinary borders and the strait, whoever asks."""
        near = list(self.w.areas[area]['adjacent'])
        if area in self.w.sund:
            near += [a for a in self.w.sund if a != area]
        return sorted(near, key=self.w.area_order.get)

    def near(self, area, seat):
        """Areas next to one for a seat: the strait under its condition [12.2.4]."""
        shut = seat == FRENCH and any(self.align[c] == 'CM' for c in self.w.sund)
        return [a for a in self.borders(area) if not (shut and area in self.w.sund and a in self.w.sund)]

    def distances(self, area):
        """Areas to every area by ordinary borders and the strait."""
        found, todo = {area: 0}, deque([area])
        while todo:
            a = todo.popleft()
            for b in self.borders(a):
                if b not in found:
                    found[b] = found[a] + 1
                    todo.append(b)
        return found

    def coastal(self, area):
        return self.w.areas[area]['coastal']

    def sea_open(self, start, end):
        """The Baltic is closed in winter but for the way out of its mouth [12.4.3]."""
        if not self.winter():
            return True
        exit_area = self.w.roles['winter_sea_exit']
        baltic = [a for a in (start, end) if self.w.areas[a]['baltic']]
        if not baltic:
            return True
        if baltic == [start]:
            return start == exit_area
        return baltic == [end] and end == exit_area and self.options['danmark_winter_sea_both_ways']

    def sea_homes(self, x, start):
        """Where a Coalition corps may withdraw or retreat to by sea [12.5.3, 13.4.2.4]."""
        if 'britannia' not in self.events or self.seat(x) != COALITION or not self.coastal(start):
            return []
        return [a for a in self.w.areas if a in self.home(x) and a != start and self.coastal(a)
                and self.holder(self.country(a)) == COALITION and self.free_of(a, FRENCH) and self.sea_open(start, a)]

    # -- time -------------------------------------------------------------------------------------------------------
    def initiative(self):
        return FRENCH if self.year < self.w.tables['sequence']['coalition_initiative_from'] else COALITION

    def in_order(self, first=None):
        first = first or self.initiative()
        return (first, other(first))

    # -- changing places --------------------------------------------------------------------------------------------
    def put(self, x, place):
        """Moves a corps; off the map it loses its marks."""
        self.place[x] = place
        if place in OFF_MAP:
            for marks in (self.spent, self.moved, self.fought):
                marks.discard(x)
            self.tags.pop(x, None)

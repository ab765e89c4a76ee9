"""The data of the project: board, map and scenarios, with the questions that never change during a game."""
import json
import os

SCENARIOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'scenarios', 'eagles')
FRANCE, COALITION = 'france', 'coalition'
SIDES = (FRANCE, COALITION)
SEAT = {FRANCE: 'french', COALITION: 'coalition'}
COLOURS = ('blue', 'red', 'white', 'grey', 'green', 'yellow')
DIRECTIONS = ('E', 'NE', 'NW', 'W', 'SW', 'SE')
CAVALRY = ('C', 'GC', 'CC')
GUARD = ('GI', 'GC')
MOUNTAINS = ('low_mountain', 'high_mountain')


def other(side):
    return COALITION if side == FRANCE else FRANCE


def text_of_hex(h):
    return '%04d' % h


class Hex:
    """A hex of the map. Hexes are named by CCRR read as a number, which is their order [0]."""

    __slots__ = ('id', 'land', 'coastal', 'playable', 'terrain', 'area', 'country', 'region', 'seas', 'city', 'lat', 'lon',
                 'near', 'sides')

    def __init__(self, d):
        self.id = int(d['id'])
        self.land = d['type'] in ('land', 'coastal')
        self.coastal = d['type'] == 'coastal'
        self.playable = self.land and d.get('playable', True)
        self.terrain, self.area = d.get('terrain'), d.get('area')
        self.country, self.region = d.get('country'), d.get('region')
        self.seas, self.city = d.get('seas', []), d.get('city')
        self.lat, self.lon = d['lat'], d['lon']
        self.near = {}      # direction: hex id
        self.sides = {}     # hex id: {kind: hexside}


class World:
    """Everything that is the same in all games."""

    def __init__(self, board, scenarios):
        self.board, self.scenarios, self.tables = board, scenarios, board['tables']
        self.types = [t for t, d in board['unit_types'].items() if d['arm'] != 'naval']
        self.type_order = {t: k for k, t in enumerate(board['unit_types'])}
        self.nations = board['nations']
        self.nation_order = {n: k for k, n in enumerate(self.nations)}
        self.leaders = {d['id']: d for d in board['leaders']}
        self.leader_order = {l: k for k, l in enumerate(self.leaders)}
        self.hexes = {int(d['id']): Hex(d) for d in board['map']['hexes']}
        self.costs = {}     # MP of steps already worked out
        self.cities = {d['id']: d for d in board['map']['cities']}
        for d in self.cities.values():
            d['at'] = int(d['hex'])
            self.hexes[d['at']].city = d['id']
        self._join_hexes(board['map']['hexsides'])
        self.groups = {g: list(m) for g, m in board['minor_groups'].items() if isinstance(m, list)}

    @classmethod
    def load(cls, folder=SCENARIOS):
        with open(os.path.join(folder, 'board.json'), encoding='utf-8') as handle:
            board = json.load(handle)
        scenarios = {}
        for name in sorted(os.listdir(folder)):
            if name[0].isdigit() and name.endswith('.json'):
                with open(os.path.join(folder, name), encoding='utf-8') as handle:
                    scenarios[name[:-5]] = json.load(handle)
        return cls(board, scenarios)

    def _join_hexes(self, hexsides):
        for h in self.hexes.values():
            col, row = divmod(h.id, 100)
            odd = row & 1
            for name, c, r in (('E', col + 1, row), ('NE', col + odd, row - 1), ('NW', col - 1 + odd, row - 1),
                               ('W', col - 1, row), ('SW', col - 1 + odd, row + 1), ('SE', col + odd, row + 1)):
                if c >= 0 and r >= 0 and c * 100 + r in self.hexes and r < 100:
                    h.near[name] = c * 100 + r
        for d in hexsides:
            a, b = int(d['a']), int(d['b'])
            self.hexes[a].sides.setdefault(b, {})[d['kind']] = d
            self.hexes[b].sides.setdefault(a, {})[d['kind']] = d

    def neighbours(self, h):
        """Neighbours in ascending order."""
        return sorted(self.hexes[h].near.values())

    def side_kind(self, a, b, kind):
        return kind in self.hexes[a].sides.get(b, ())

    def distance(self, a, b):
        """Steps between two hexes [0]."""
        (ca, ra), (cb, rb) = divmod(a, 100), divmod(b, 100)
        qa, qb = ca - (ra - (ra & 1)) // 2, cb - (rb - (rb & 1)) // 2
        dq, dr = qa - qb, ra - rb
        return max(abs(dq), abs(dr), abs(dq + dr))

    def is_city(self, h):
        return self.hexes[h].city is not None

    def cost(self, a, b, winter):
        """MP to enter b from a [7.2]; None where nobody goes: sea, straits, lakes outside winter."""
        key = a, b, winter
        if key not in self.costs:
            self.costs[key] = self.work_out_cost(a, b, winter)
        return self.costs[key]

    def steps(self, h, winter):
        """The hexes next to one that can be entered from it, with their MP."""
        key = h, winter
        if key not in self.costs:
            mp = [(n, self.cost(h, n, winter)) for n in self.hexes[h].near.values()]
            self.costs[key] = [(n, c) for n, c in mp if c is not None]
        return self.costs[key]

    def work_out_cost(self, a, b, winter):
        to = self.hexes[b]
        if not to.playable:
            return None
        kinds = self.hexes[a].sides.get(b, {})
        if 'strait' in kinds:
            return None
        if to.city is not None:
            mp = 1
        elif to.terrain in ('swamp', 'lake') and winter:
            mp = 1
        elif 'pass' in kinds and to.terrain in MOUNTAINS:
            mp = 1
        else:
            mp = self.tables['terrain']['rows'][to.terrain]['mp']
            if mp is None:
                return None
        if 'river' in kinds and not kinds['river'].get('bridge'):
            mp += 1
        if 'ferry' in kinds:
            mp += 2
        return mp

    def terrain_drm(self, h, winter):
        """Modifier of a hex for its defender [8.5]."""
        terrain = self.hexes[h].terrain
        if winter and terrain in ('swamp', 'lake'):
            return 0
        return self.tables['terrain']['rows'][terrain]['drm']

    def unit_key(self, nation, kind):
        """Order of rows: C GC CC of all nations first, then nation and type [0]."""
        plain = kind.rstrip('x')
        return (plain not in CAVALRY, self.nation_order[nation], self.type_order[plain], kind != plain)

    def major(self, nation):
        return self.nations[nation]['kind'] == 'major'

    def colour(self, nation, side):
        """Colour of a nation's units on a side [0, colour_rule]."""
        d = self.nations[nation]
        return d['colour'] or d['colour_if_' + side]

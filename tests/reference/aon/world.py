"""The unchanging facts of the game, read from the board and the scenarios of the project, by id."""
import json
import os

FRENCH, COALITION = 'french', 'coalition'
SEATS = (FRENCH, COALITION)
CONTROL = {'FR': FRENCH, 'FA': FRENCH, 'FD': FRENCH, 'CM': COALITION, 'IC': COALITION, 'NC': None}
OFF_MAP = ('reserve', 'prisoners', 'lost')
SCENARIOS = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'scenarios', 'aon'))


def other(seat):
    """The opposing seat."""
    return COALITION if seat == FRENCH else FRENCH


def read(path):
    with open(path, encoding='utf-8') as handle:
        try:
            return json.load(handle)
        except json.JSONDecodeError as err:
            raise ValueError('%s: not JSON (%s)' % (path, err)) from err


class World:
    """The board in the shape the engine wants. Order of areas, countries, corps and cards is that of the file."""

    def __init__(self, board):
        self.areas = {a['id']: a for a in board['areas']}
        self.countries = {c['id']: c for c in board['countries']}
        self.corps = {c['id']: c for c in board['corps']}
        self.cards = {c['id']: c for c in board['cards']}
        self.tables = board['tables']
        self.roles = board['roles']
        self.sund, self.ice = ((d['a'], d['b']) for d in board['special_links'])
        self.ice_cost = board['special_links'][1]['areas_counted']
        self.options = {o['id']: o['default'] for o in board['option_definitions']}
        self.area_order = {k: i for i, k in enumerate(self.areas)}
        self.country_order = {k: i for i, k in enumerate(self.countries)}
        self.corps_order = {k: i for i, k in enumerate(self.corps)}
        self.card_order = {k: i for i, k in enumerate(self.cards)}
        self.majors = [k for k, c in self.countries.items() if c['kind'] == 'major']
        self.parent = {}
        for k in self.majors:
            for a in self.countries[k]['areas']:
                if a in self.countries and self.countries[a]['kind'] == 'detachable':
                    self.parent[a] = k
        self.napoleon = next(k for k, c in self.corps.items() if c.get('leader'))
        self.invasion = [k for k, c in self.corps.items() if c['availability'] == 'invasion']
        self.neighbours = self.near_france()

    def near_france(self):
        """The countries that border on France (ordinary borders, nothing detached) [6.1]."""
        touching = {self.areas[b]['country_1805'] for a in self.countries['france']['areas'] for b in self.areas[a]['adjacent']}
        return [c for c in self.countries if c in touching and c != 'france']

    def capital(self, country):
        return self.countries[country]['capital_area']

    def is_major(self, country):
        return self.countries[country]['kind'] == 'major'

    def color(self, corps):
        return self.countries[self.corps[corps]['patron']].get('color')

    def by_order(self, corps):
        return sorted(corps, key=self.corps_order.get)


def load(path):
    """A scenario file with its board: (scenario, world)."""
    scenario = read(path)
    return scenario, World(read(os.path.join(os.path.dirname(path), scenario['board'])))

"""The unchanging facts of the game, read from the board and the scenarios of the project, indexed by id."""
import json
import os

EMPIRE, COALITION = 'empire', 'coalition'
SIDES = (EMPIRE, COALITION)
SEAT = {EMPIRE: 'french', COALITION: 'coalition'}
BUDGET_ORDER = ('turquie', 'espagne', 'prusse', 'autriche', 'russie', 'grande_bretagne', 'france')
# Who commands among allies of equal strength [7.4]; other minors come last.
COMMAND_ORDER = ('grande_bretagne', 'france', 'autriche', 'russie', 'prusse', 'suede', 'espagne', 'turquie')
CONQUEST_ORDER = ('grande_bretagne', 'russie', 'prusse', 'autriche', 'espagne', 'turquie')
ITALY = ('lombardie', 'romagne', 'venetie')


def other(side):
    """The opposing side."""
    return COALITION if side == EMPIRE else EMPIRE


# What the board leaves to the rules: the score that opens the Punishments [5.7].
SCENARIOS = os.path.relpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'scenarios', 'nae'))
FIXED = {'escalade_threshold': 15}
BLANK_FORCE = {'commander': None, 'subordinates': [], 'army': None, 'units': [], 'mobile_depots': 0,
               'fleets_in_port': [], 'special_units': []}


def read(folder, name):
    path = os.path.join(folder, name)
    with open(path, encoding='utf-8') as handle:
        try:
            return json.load(handle)
        except json.JSONDecodeError as err:
            raise ValueError('%s: not JSON (%s)' % (path, err)) from err


def force_of(row):
    reduced = set(row.get('reduced', []))
    units = [{'id': u, 'reduced': u in reduced} for u in row.get('units', [])]
    return dict(BLANK_FORCE, **dict(row, units=units))


def scenario_of(row):
    """A scenario file in the terms of this engine."""
    s = dict(row['setup'])
    s.update(id=row['id'], year=s['first_year'],
             start={'round': s['first_round'], 'first': s['first_side']},
             forces=[force_of(f) for f in s['forces']],
             decks={'F': s['decks']['empire'], 'C': s['decks']['coalition']})
    s['hundred_days'] = s['victory']['kind'] == 'hundred_days'
    return s


class World:
    """All tables of the board in the shape the engine wants."""

    def __init__(self, data):
        self.data = data
        self.zones = {z['id']: z for z in data['zones']}
        self.zone_order = {z['id']: i for i, z in enumerate(data['zones'])}
        self.adj = {z: {} for z in self.zones}
        for e in data['edges']:
            edge = (e['terrain'], e.get('sea_zone'), bool(e.get('always_passable')))
            self.adj[e['a']][e['b']] = edge
            self.adj[e['b']][e['a']] = edge
        self.provinces = {p['id']: p for p in data['provinces']}
        self.sea = {s['id']: s for s in data['sea_zones']}
        self.ports = {p['zone']: p for p in data['ports']}
        self.majors = {p['id']: p for p in data['powers']}
        self.minors = {m['id']: m for m in data['minors']}
        self.slots = data['card_slots']
        self.states = {s['id']: s for s in data['states']}
        self.cards = {c['id']: c for c in data['cards']}
        self.card_order = {c: i for i, c in enumerate(sorted(
            self.cards, key=lambda c: (c[-1] == 'C', self.cards[c]['number'])))}
        self.tables = data['tables']
        self.scenarios = {s['id']: s for s in data['scenarios']}
        self.production = data['tables']['production']
        self.extra = {k: v for k, v in data['tables']['movement']['edge_extra'].items() if isinstance(v, int)}
        self.iberia = {z for z, d in self.zones.items() if d['owner'] in ('espagne', 'portugal')}
        self.original_france = {z for z, d in self.zones.items() if d['owner'] == 'france'}

    @classmethod
    def load(cls, folder):
        """Reads board.json and every scenario of a folder; raises ValueError naming the file that is not what it should be."""
        data = read(folder, 'board.json')
        data['meta'].update(FIXED)
        data['scenarios'] = [scenario_of(row) for row in (read(folder, name) for name in sorted(os.listdir(folder))
                                                          if name.endswith('.json')) if 'setup' in row]
        here = os.path.dirname(os.path.abspath(__file__))
        data['tests'] = read(here, 'examples.json')
        return cls(data)

    def is_major(self, nation):
        return nation in self.majors

    def level(self, zone):
        """Printed fortress level of a zone, 0 without fortress."""
        return self.zones[zone]['fortress']

"""The position: pieces, zones, nations, cards, and the questions asked of them everywhere."""
from world import EMPIRE, COALITION, SIDES, other

OFF_MAP = ('reserve', 'unavailable', 'gone', 'next_year', 'year_after', 'wounded', 'reinforcement')


class Piece:
    """A counter. `place` is a zone, a place of fleets or a place off the map; change it only by Position.put."""

    __slots__ = ('id', 'kind', 'power', 'd', 'order', 'place', 'slot', 'fort', 'reduced', 'fixed', 'unsupplied',
                 'demoralised', 'activated', 'exped')

    def __init__(self, kind, pid, power, data, order):
        self.id, self.kind, self.power, self.d, self.order = pid, kind, power, data, order
        self.place, self.slot, self.fort = 'unavailable', 0, False
        self.reduced = self.fixed = self.unsupplied = self.demoralised = self.activated = self.exped = False

    def __repr__(self):
        return '<%s %s>' % (self.id, self.place)

    @property
    def steps(self):
        """Combat steps of a unit now; 0 for everything else."""
        if self.kind != 'unit':
            return 0
        return (self.d['back'] if self.reduced else self.d['front'])['steps']

    @property
    def face(self):
        return self.d['back'] if self.reduced else self.d['front']

    @property
    def klass(self):
        """Pieces of one class are one option [24.1 P2]."""
        if self.kind == 'unit':
            return (self.power, self.d['type'], self.d['steps'], self.d['stars'], self.face['morale'], self.reduced)
        if self.kind == 'depot':
            return ('depot', self.power, self.fixed)
        return (self.id,)


class Position:
    """State with its queries; the procedures of the other modules work on it."""

    def __init__(self, world):
        self.w = world
        self.pieces, self.by_place = {}, {}
        data = world.data
        rows = [('unit', u['id'], u['power'], u) for u in data['units']]
        rows += [('special', u['id'], u['power'], u) for u in data['special_units']]
        rows += [('army', a['id'], a['power'], a) for a in data['armies']]
        rows += [('general', x['id'], x['power'], x) for x in data['generals']]
        for d in data['depots']:
            rows += [('depot', 'depot_%s_%d' % (d['power'], k), d['power'], d) for k in range(1, d['count'] + 1)]
        rows += [('fleet', f['id'], f['power'], f) for f in data['fleets']]
        for order, (kind, pid, power, d) in enumerate(rows):
            piece = Piece(kind, pid, power, d, order)
            self.pieces[pid] = piece
            self.by_place.setdefault('unavailable', set()).add(piece)
        self.owner = {z: d['owner'] for z, d in world.zones.items()}
        self.control, self.siege, self.destroyed, self.burnt = {}, {}, set(), set()
        self.fort_user = {}  # fortresses that still serve the enemy on land whose marker fell [17.1]
        self.status, self.patron, self.victor = {}, {}, {}
        self.years, self.until, self.defeats = {}, {}, {}
        self.points, self.correction = {}, {}
        self.reform, self.refused, self.declared = set(), set(), set()
        self.flags, self.modifiers, self.events = set(), {}, set()
        self.cards = {c: 'unused' for c in world.cards}
        self.piles = {s: [] for s in SIDES}
        self.year = self.round = 0
        self.phase, self.period = 'activation', 'epic'
        self.level = self.escalade = None
        self.ap = {s: 0 for s in SIDES}
        self.bonus = {s: 0 for s in SIDES}
        self.hand_modifier = {s: 0 for s in SIDES}
        self.target = {s: None for s in SIDES}
        self.steps_in_iberia = 0
        self.options = set()
        self.cut = set()

    # -- pieces -----------------------------------------------------------------------------------------------------
    def put(self, piece, place, slot=0, fort=False):
        """Moves a counter; marks that belong to the old place are dropped off the map."""
        if piece.kind == 'fleet':  # in a blockade box: 1 if it came there from the Black Sea [17.2.3]
            slot = int(piece.place == 'sea:mer_noire') if piece.place.startswith('sea:') else piece.slot
            slot *= place.startswith('box:')
        self.by_place[piece.place].discard(piece)
        self.by_place.setdefault(place, set()).add(piece)
        piece.place, piece.slot, piece.fort = place, slot, fort
        if place not in self.w.zones:
            piece.unsupplied = piece.demoralised = False
            self.cut.discard(piece.id)
            if piece.kind in ('unit', 'depot') and not place.startswith('aboard'):
                piece.fixed = False
            if piece.kind != 'fleet' and not place.startswith(('aboard', 'foreign_war', 'reinforcement')):
                piece.reduced = False
            if place in ('reserve', 'gone', 'next_year', 'unavailable'):
                piece.exped = False

    def at(self, place, kinds=None):
        """Counters of a place in the order of the data."""
        found = self.by_place.get(place)
        if not found:
            return []
        return sorted((p for p in found if kinds is None or p.kind in kinds), key=lambda p: p.order)

    def of(self, kind):
        return [p for p in self.pieces.values() if p.kind == kind]

    def on_map(self, piece):
        return piece.place in self.w.zones

    def eliminate(self, piece):
        """A counter leaves the map by loss [5.5 of the rulebook's consequences, 7.9]."""
        if piece.kind == 'unit' and (not piece.d['rebuildable'] or self.status.get(piece.power) == 'dissolved'):
            self.put(piece, 'gone')
        elif piece.kind == 'fleet' and not piece.d['rebuildable']:
            self.put(piece, 'gone')
        else:
            self.put(piece, 'reserve')

    def lose_step(self, piece):
        """One step of a unit or special unit, or a depot."""
        if piece.kind == 'unit' and piece.d['steps'] == 2 and not piece.reduced:
            piece.reduced = True
        else:
            self.eliminate(piece)

    # -- nations ----------------------------------------------------------------------------------------------------
    def side_of(self, nation):
        """Side a nation fights for, None at peace."""
        if nation == 'france':
            return EMPIRE
        s = self.status.get(nation)
        if s == 'belligerent' or s == 'ally_coalition':
            return COALITION
        if s in ('ally_empire', 'protectorate'):
            return EMPIRE
        if s == 'part_of_naples':
            return self.side_of('naples')
        return None

    def whole(self, nation):
        """Sicily follows Naples in everything while it is a part of it."""
        return 'naples' if self.status.get(nation) == 'part_of_naples' else nation

    def party(self, piece):
        """Whom a counter stands with: a side, or `peace:<nation>`."""
        if piece.exped:
            return EMPIRE
        side = self.side_of(piece.power)
        return side or 'peace:' + self.patron.get(piece.power, piece.power)

    def manager(self, nation):
        """Side that produces and moves for a power at peace [4.3.4]; its own side at war."""
        nation = self.patron.get(nation, nation) if not self.w.is_major(nation) else nation
        side = self.side_of(nation)
        if side:
            return side
        if not self.w.is_major(nation):
            return COALITION
        if self.status[nation] in ('forced_peace', 'forced_alliance'):
            return other(self.victor[nation])
        return EMPIRE if nation in ('espagne', 'turquie') else COALITION

    def decider(self, party):
        return party if party in SIDES else self.manager(party.split(':')[1])

    def majors_at_war(self, side):
        return [p for p in self.w.majors if self.side_of(p) == side]

    def grand_coalition(self):
        return self.period == 'punishments' and len(self.majors_at_war(COALITION)) >= 5

    def members_at_war(self, side):
        return [n for n in list(self.w.majors) + list(self.w.minors) if self.side_of(n) == side]

    def in_state(self, minor):
        """State a minor is a member of, if that state exists [16.7]."""
        for sid in ('confederation_du_rhin', 'westphalie'):
            if self.status[sid] == 'protectorate' and minor in self.w.states[sid]['members'] \
                    and self.side_of(minor) == EMPIRE:
                return sid
        return None

    # -- zones ------------------------------------------------------------------------------------------------------
    def zone_side(self, zone):
        """Side the owner of a zone fights for."""
        return self.side_of(self.owner[zone])

    def controller(self, zone):
        """Side that controls a zone; None for land at peace."""
        return self.control.get(zone) or self.zone_side(zone)

    def port_side(self, zone):
        """Whose a port is: a fortress that still serves the enemy keeps it [17.1]."""
        return self.fort_user.get(zone) or self.controller(zone)

    def controllable(self, zone):
        return self.w.zones[zone]['controllable']

    def fort_level(self, zone):
        level = self.w.level(zone)
        return 2 if zone == 'lisbonne' and level and '33C' in self.modifiers else level

    def fort(self, zone):
        """Is there an intact fortress?"""
        return bool(self.w.level(zone)) and zone not in self.destroyed

    def fort_side(self, zone):
        """Whom an intact fortress serves: a side, `peace`, or None without one."""
        if not self.fort(zone):
            return None
        return self.fort_user.get(zone) or self.controller(zone) or 'peace'

    def besieged(self, zone):
        return zone in self.siege

    def hostile_fort(self, zone, side):
        """An unbesieged active enemy fortress stands there."""
        return self.fort_side(zone) == other(side) and zone not in self.siege

    def land(self, zone, party=None, fort=None, kinds=('unit', 'special', 'army', 'general', 'depot')):
        """Land counters of a zone."""
        return [p for p in self.at(zone, kinds) if (fort is None or p.fort == fort)
                and (party is None or self.party(p) == party)]

    def field_units(self, zone, party):
        return self.land(zone, party, False, ('unit',))

    def enemies(self, zone, side):
        """Unbesieged enemy units and depots: those in the field, and garrisons that nobody besieges."""
        foe = other(side)
        return [p for p in self.land(zone, foe, None, ('unit', 'depot')) if not (p.fort and zone in self.siege)]

    def enemy_field(self, zone, side, kinds=('unit',)):
        return self.land(zone, other(side), False, kinds)

    def take_control(self, zone, side):
        """Puts the side's marker, or takes the enemy's off its own land [8.6]."""
        if self.zone_side(zone) == side:
            self.control.pop(zone, None)
        else:
            self.control[zone] = side

    def enemy_marked(self, zone, side):
        return self.controllable(zone) and self.controller(zone) == other(side)

    def home(self, power, zone):
        return self.owner[zone] == power

    # -- land passage -------------------------------------------------------------------------------------------------
    def land_open(self, side, zone):
        """May the side's forces enter this nation's land [8.2]?"""
        nation = self.owner[zone]
        if self.side_of(nation):
            return True
        head = self.patron.get(nation, nation)
        status = self.status.get(nation)
        if status == 'part_of_naples':
            status, head = self.status['naples'], self.patron.get('naples', 'naples')
        if status == 'forced_peace':
            return self.victor.get(head) == side
        return status == 'forced_alliance' and side == EMPIRE

    def iberia_limit(self):
        """Empire steps that may cross into the peninsula this turn; None without limit [8.8]."""
        if 'war_of_liberation' in self.flags or self.period == 'punishments':
            return None
        return 8 if '24F' in self.events else 4 if '25F' in self.events else 0

    def iberia_open(self, side, frm, to, units):
        """Peninsular restrictions for units that go from a zone (None: by sea) to another [8.8]."""
        if to not in self.w.iberia:
            return True
        limit = self.iberia_limit()
        if limit is None:
            return True
        opened = limit > 0
        owner = self.w.zones[to]['owner']
        strangers = [u for u in units if u.power != owner]
        if not strangers:
            return True
        if not opened:
            return False
        if side == COALITION or frm in self.w.iberia:
            return True
        outside = sum(u.steps for u in strangers if u.power not in ('espagne', 'portugal'))
        return self.steps_in_iberia + outside <= limit

    def note_entry(self, side, frm, to, units):
        if side == EMPIRE and to in self.w.iberia and frm not in self.w.iberia and self.iberia_limit() is not None:
            self.steps_in_iberia += sum(u.steps for u in units if u.power not in ('espagne', 'portugal'))
        if self.owner[to] == 'autriche' and any(u.power == 'france' for u in units):
            self.flags.discard('restriction_1805')  # they enter or cross Austria

    def strait_closed(self, edge, side):
        terrain, sea, always = edge
        if terrain != 'strait' or always:
            return False
        return any(self.party(f) == other(side) for f in self.at('sea:' + sea))

    def home_ok(self, units, zone):
        """home_only units stay on national territory [7.10]."""
        return all(not u.d['home_only'] or self.owner[zone] == u.power for u in units if u.kind == 'unit')

    def edge_cost(self, a, b, rivers=True):
        """Movement points from a to b; None for the whole-allowance edge."""
        terrain = self.w.adj[a][b][0]
        if terrain == 'full_movement':
            return None
        extra = self.w.extra[terrain] if rivers or terrain != 'river' else 0
        return self.w.zones[b]['entry_cost'] + extra

    def entry_points(self, a, b):
        """What an entry counts for interceptors and counter-marchers: 3 for the edge of a whole allowance."""
        cost = self.edge_cost(a, b)
        return 3 if cost is None else cost

    def may_enter(self, side, frm, to, pieces):
        """Everything of 8.2 and 8.8 but the movement points."""
        units = [p for p in pieces if p.kind == 'unit']
        return (self.land_open(side, to) and not self.strait_closed(self.w.adj[frm][to], side)
                and self.iberia_open(side, frm, to, units) and self.home_ok(units, to))

    # -- fleets -------------------------------------------------------------------------------------------------------
    def fleets(self, place, side):
        return [f for f in self.at(place, ('fleet',)) if self.party(f) == side]

    def blockaded(self, port, side):
        return bool(self.fleets('box:' + port, other(side)))

    # -- cards --------------------------------------------------------------------------------------------------------
    def hand(self, side):
        letter = 'F' if side == EMPIRE else 'C'
        return sorted((c for c, p in self.cards.items() if p == 'hand' and c[-1] == letter),
                      key=self.w.card_order.get)

    def value(self, card):
        """Value of the day of a card [5.8]."""
        c = self.w.cards[card]
        plus = card[-1] == 'C' and not c['combat_card'] and self.grand_coalition()
        return c['value'] + (1 if plus else 0)

    def held(self, side, card):
        return self.cards[card] == 'hand' and (card[-1] == 'F') == (side == EMPIRE)

    # -- scores -------------------------------------------------------------------------------------------------------
    def score(self, entry):
        """Applies an entry of tables.victory."""
        for row in self.w.tables['victory']['list']:
            if row['id'] == entry:
                self.add_points(row['vp'], row['esc'])
                return
        raise KeyError(entry)

    def add_points(self, vp, esc):
        if self.level is not None:
            self.level += vp
        if self.escalade is not None and self.period == 'epic':
            self.escalade += esc

    # -- facts --------------------------------------------------------------------------------------------------------
    def piece_text(self, p):
        text = p.place
        if p.kind == 'unit' and p.reduced:
            text += '*'
        if p.kind == 'depot' and p.fixed:
            text += '/fixed'
        if p.fort:
            text += '/in'
        if p.kind == 'unit':
            text += ('/u' if p.unsupplied else '') + ('/d' if p.demoralised else '')
        return text + ('/x' if p.exped and p.kind in ('unit', 'general') else '')

    def facts(self):
        """The whole position as a flat dict; README, section Facts."""
        f = {'year': self.year, 'phase': self.phase, 'round': self.round if self.phase == 'activation' else 0,
             'period': self.period}
        if self.level is not None:
            f['level'] = self.level
        if self.escalade is not None:
            f['escalade'] = self.escalade
        for p in self.pieces.values():
            f['%s:%s' % (p.kind, p.id)] = self.piece_text(p)
        self._army_facts(f)
        for c, place in self.cards.items():
            f['card:' + c] = place
        for c in self.events:
            f['event:' + c] = 1
        for s in SIDES:
            f['pile:' + s] = ','.join(self.piles[s])
            for key, value in (('ap', self.ap[s]), ('bonus', self.bonus[s]), ('hand_modifier', self.hand_modifier[s]),
                               ('target', self.target[s])):
                if value:
                    f['%s:%s' % (key, s)] = value
        for z, d in self.w.zones.items():
            if self.owner[z] != d['owner']:
                f['owner:' + z] = self.owner[z]
        for name, values in (('control', self.control), ('siege', self.siege), ('status', self.status),
                             ('patron', self.patron), ('victor', self.victor), ('until', self.until),
                             ('modifier', self.modifiers)):
            for k, v in values.items():
                f['%s:%s' % (name, k)] = v
        for name, values in (('years', self.years), ('points', self.points), ('correction', self.correction)):
            for k, v in values.items():
                if v:
                    f['%s:%s' % (name, k)] = v
        for (power, side), n in self.defeats.items():
            if n:
                f['defeats:%s:%s' % (power, side)] = n
        for name, values in (('reform', self.reform), ('refused', self.refused), ('declared', self.declared),
                             ('flag', self.flags), ('burnt', self.burnt)):
            for k in values:
                f['%s:%s' % (name, k)] = 1
        for z in self.destroyed:
            f['fortress:' + z] = 'destroyed'
        if self.steps_in_iberia:
            f['steps_in_iberia'] = self.steps_in_iberia
        return f

    def _army_facts(self, f):
        zones = {p.place for p in self.pieces.values() if p.kind == 'army' and self.on_map(p) and not p.fort}
        for z in zones:
            markers = [p for p in self.land(z, kinds=('army',)) if not p.fort]
            for party in {self.party(m) for m in markers}:
                mine = {m.slot: m for m in markers if self.party(m) == party}
                if len(mine) < 2:
                    continue
                for p in self.land(z, party, False, ('unit', 'special', 'general', 'depot')):
                    if p.slot in mine:
                        f['with:' + p.id] = mine[p.slot].id

"""The game object: the position, its chance, and the procedure that asks for decisions one by one."""
import copy

from alliance import alliance, join_side
from arrivals import place_leaders, place_unit, reinforce
from attrition import attrition
from combat import combat, control, fighting, heads_of, strength_check
from movement import move
from state import Position
from supply import Supply
from victory import check
from world import COALITION, FRANCE, SEAT, SIDES, other

SPECIAL = {'ulm_trap', 'saxony_falls', 'hesse_falls', 'walcheren', 'tirol', 'area4_morale', 'austrian_corps', 'prussian_corps',
           'sieges_at_start', 'polish_neutrality', 'english_sea_movement', 'austro_russian_delay', 'iberian_production',
           'partisan_moves', 'spanish_home', 'red_sea_movement', 'theatre', 'control_at_start'}


class Game(Position):
    """A game under way. `seat` decides among `legal()`; `apply(text)` goes on to the next decision."""

    def __init__(self, world, scenario, options=(), dice=None):
        if scenario not in world.scenarios:
            raise ValueError('unknown scenario %r' % scenario)
        data = copy.deepcopy(world.scenarios[scenario])
        super().__init__(world, data)
        if not self.knows(data):
            raise ValueError('%s has rules that this engine does not know (naval rules, grand campaign, ...)' % scenario)
        self.options, self.dice = set(options), dice
        self.limits = [r for r in data['special_rules'] if 'latitude' in str(r) or 'longitude' in str(r) or 'country' in r]
        self.limits = [r for r in self.limits if 'max_sp' not in r]
        self.lasting, self.stopped = 0, set()
        self.used, self.barred = {s: set() for s in SIDES}, {s: set() for s in SIDES}
        self.entries = [{'d': d, 'units': dict(d['units']), 'done': False} for d in data['reinforcements']]
        self.withdrawals = [{'d': d, 'done': False} for d in data.get('withdrawals', [])]
        self.replacements = data['replacements']
        self.fired, self.fighters = set(), []
        self.supply5 = self.supply = None
        self.in_combat = False
        self.over, self.outcome = False, None
        self.prepare()
        self.set_up()
        self._flow = self.months()
        self._side, self._moves = None, {}
        self._advance(None)

    def prepare(self):
        """What a chapter of its own needs before the set-up."""

    def months(self):
        return play(self)

    @staticmethod
    def knows(data):
        """Whether all rules of a scenario are here; those of the grand campaign and of fleets are not."""
        return not {r['id'] for r in data['special_rules']} - SPECIAL and 'grand' not in str(sorted(data)) \
            and 'see_grand_campaign_rules' not in str(data)

    # -- the decision interface -------------------------------------------------------------------------------------
    @property
    def seat(self):
        return SEAT[self._side] if self._side else None

    def legal(self):
        """Texts of the legal moves in their order."""
        return list(self._moves)

    def apply(self, text):
        if text not in self._moves:
            raise ValueError('illegal move %s' % text)
        self._advance(self._moves[text])

    def _advance(self, choice):
        try:
            side, options = self._flow.send(choice)
        except StopIteration:
            self._side, self._moves, self.over = None, {}, True
            return
        self._side, self._moves = side, dict(options)

    def ask(self, side, options):
        """One decision of (text, value); a single option is taken at once [15.1]."""
        assert options, 'a decision without options'
        if len(options) == 1:
            return options[0][1]
        return (yield COALITION if self.guest else side, options)

    # -- set-up [0, 17] ---------------------------------------------------------------------------------------------
    def set_up(self):
        s = self.scenario
        self.year, self.month = (int(x) for x in s['start'].split('-'))
        for side in SIDES:
            for n in s['political'][side]:
                self.status[n] = side
        for n in s['political'].get('neutral', []):
            self.status[n] = 'neutral'
        self.closed = set(s['political'].get('closed', []))
        self.open = set(s['political'].get('open_neutrals', []))
        for c, d in self.w.cities.items():
            status = self.land_status(d['at'])
            self.control[c] = status if status in SIDES else None
        for side in SIDES:
            for c in s.get('control_at_start', {}).get(side, []):
                self.control[c] = side
        for d in s['setup']:
            self.set_stack(d)

    def set_stack(self, d):
        h, inside = int(d['hex']), d.get('besieged', False)
        for t, n in d['units'].items():
            for _ in range(n):
                u = place_unit(self, d['nation'], t, d['side'], d['colour'], h)
                assert u is not None, 'set-up asks for more counters than there are: %s' % d
                u.inside = inside
        for name in d['leaders']:
            l = self.leaders[name]
            l.side, l.colour = d['side'], d['colour']
            self.put_leader(l, h, inside)
        if d.get('besieging'):
            self.siege[h] = [d['side'], 2]
        elif self.city(h) and d['units']:
            self.control[self.city(h)] = d['side']

    # -- what other chapters ask for --------------------------------------------------------------------------------
    def fighting(self, battle, force):
        return fighting(self, battle, force)

    def heads_of(self, battle, force):
        return heads_of(self, battle, force)

    def note_fighters(self, battle):
        """Leaders who are with a force in a fought round [10]."""
        for f in battle.forces:
            if fighting(self, battle, f):
                for l in heads_of(self, battle, f):
                    if l not in self.fighters:
                        self.fighters.append(l)

    def after_combat(self):
        """Triggers of special rules at the end of a Combat Phase."""
        for r in self.scenario['special_rules']:
            if r['id'] == 'saxony_falls' and r['id'] not in self.fired \
                    and self.control['leipzig'] == self.control['dresden'] == FRANCE:
                self.fired.add(r['id'])
                self.saxony_falls(r)
            if r['id'] == 'hesse_falls' and r['id'] not in self.fired and self.control['cassel'] == FRANCE:
                self.fired.add(r['id'])
                self.remove_nation('hesse')
        return
        yield

    def remove_nation(self, nation):
        for u in [u for u in self.units if u.hex is not None and u.nation == nation]:
            h = u.hex
            self.drop(u)
            self.settle(h)

    def saxony_falls(self, r):
        self.remove_nation('saxony')
        join_side(self, 'saxony', FRANCE)
        stack = dict(r['stack'])
        stack['at'] = [{'hex': stack['hex']}]
        stack['month'] = self.date
        self.entries.insert(0, {'d': stack, 'units': dict(stack['units']), 'done': False})      # before those of the list

    def end_movement(self, side):
        """Step 5 ends: control, entrenchment, siege strength [7.6]."""
        control(self)
        self.after_movement()
        for h in self.hexes_of(side):
            still = [u for u in self.outside(h, side) if not u.moved]
            if len(still) >= 3 and self.level(h) not in ('major', 'capital'):
                self.trench[side].add(h)
        for x in self.units + list(self.leaders.values()):
            x.moved = x.landed = False
        yield from strength_check(self, Supply(self))

    def after_movement(self):
        """What only the grand campaign looks at then."""

    def end_month(self):
        for s in self.siege.values():
            s[1] = min(5, s[1] + 1)
        for l in self.leaders.values():
            if l.away == 'injured' and l.months > 0:
                l.months -= 1


def play(g):
    """All months [2]."""
    first = g.date
    while True:
        for side in SIDES:
            g.side = side
            if g.date != first or 'attrition' not in g.scenario['first_turn']['skip']:
                yield from attrition(g, side)
            if g.date != first or 'alliance' not in g.scenario['first_turn']['skip']:
                yield from alliance(g, side)
            yield from reinforce(g, side)
            yield from move(g, side)
            yield from g.end_movement(side)
            yield from combat(g, side)
        g.end_month()
        last = g.date == g.scenario['end']
        g.outcome = check(g, last)
        if g.outcome or last:
            return
        g.month += 1
        if g.month == 13:
            g.year, g.month = g.year + 1, 1


__all__ = ['Game', 'COALITION', 'place_leaders', 'other']

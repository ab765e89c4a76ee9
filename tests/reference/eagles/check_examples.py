"""Worked examples of the rules as cases of this engine; each builds its own position.

    python3 check_examples.py
"""
import sys

from alliance import points
from arrivals import place_unit
from attrition import loss
from combat import Battle, base_morale, casualties, drm, join_roll, loss_column, morale_of, nominal, quarters, row_of, siege_rolls
from combat import combat
from dice import Dice
from game import Game
from movement import NEVER, capacity, move, overrun_cost
from retreat import score
from supply import Supply
from victory import conquered
from world import COALITION, FRANCE, World, text_of_hex

WORLD = World.load()
CASES = []


def case(*numbers):
    def keep(f):
        CASES.append((numbers, f))
        return f
    return keep


class Table:
    """An empty board of a scenario; the open ground is Brittany: 1624 and its neighbours are clear."""

    def __init__(self, scenario='1805', dice=(), options=()):
        self.g = g = Game(WORLD, scenario, options, Dice(seed=1))
        for u in [u for u in g.units if u.hex is not None]:
            g.drop(u)
        for l in g.leaders.values():
            g.drop_leader(l, None)
        g.siege.clear()
        for s in g.trench:
            g.trench[s].clear()
        g.dice = Dice(script=list(dice))

    def put(self, h, nation, t, n, inside=False):
        side = self.g.status[nation]
        for _ in range(n):
            u = place_unit(self.g, nation, t, side, WORLD.colour(nation, side), h)
            u.inside = inside
        return self

    def lead(self, h, name):
        l = self.g.leaders[name]
        l.side = self.g.status[l.d['nation']]
        l.colour = WORLD.colour(l.d['nation'], l.side)
        self.g.put_leader(l, h)
        return self

    def drive(self, procedure, moves):
        """Runs a procedure with named moves; the options of the question after the last one, or None at the end."""
        moves, choice = list(moves), None
        while True:
            try:
                _, options = procedure.send(choice)
            except StopIteration:
                assert not moves, 'moves left: %s' % moves
                return None
            texts = dict(options)
            if not moves:
                return list(texts)
            assert moves[0] in texts, '%s is not among %s' % (moves[0], list(texts))
            choice = texts[moves.pop(0)]

    def n(self, h, side=None):
        return len(self.g.sp(h, side))


def attr(sp, die, nation='austria', h=1624, horse=0):
    """Loss of a stack; Austrians in Brittany are unsupplied (+1) and not at home."""
    t = Table().put(h, nation, 'I', sp - horse).put(h, nation, 'C', horse)
    return loss(t.g, h, t.g.status[nation], die, Supply(t.g))


@case(2, 3)
def small_stacks():
    assert attr(3, 4) == (0, False) and attr(3, 5) == (1, False)


@case(4, 5, 6, 7)
def the_table():
    assert attr(7, 3) == (1, False) and attr(7, 4) == (2, True)
    assert attr(21, 5) == (5, True) and attr(16, 1)[0] == 1


@case(9, 11, 12)
def modifiers_and_clamp():
    assert attr(12, 4, 'france') == (1, False)      # blue and at home: as 2
    assert attr(21, 6) == (5, True) and attr(5, 1, 'france') == (0, False)


@case(13)
def besieged():
    t = Table().put(2726, 'france', 'I', 6, True).put(2726, 'austria', 'I', 8)
    t.g.siege[2726] = [COALITION, 3]
    assert loss(t.g, 2726, FRANCE, 1, Supply(t.g)) == (1, False)   # 1 + 3 + 1 - 1 (blue) = 4


def overrun(sp, enemy, mountain=False, entrenched=False, acav=0, dcav=0, supplied=True, city=False):
    h = 2726 if city else next(x for x, d in WORLD.hexes.items() if d.playable and not d.city
                               and d.terrain == ('low_mountain' if mountain else 'clear') and d.country == 'austria')
    t = Table().put(h, 'austria', 'I', enemy - dcav).put(h, 'austria', 'C', dcav)
    if entrenched:
        t.g.trench[COALITION].add(h)
    c = overrun_cost(t.g, FRANCE, h, t.g.sp(h), sp, acav, supplied, 1)
    return None if c == NEVER else c - 1


@case(29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 153)
def overruns():
    assert overrun(8, 2) == 1 and overrun(7, 2) is None and overrun(11, 3) is None
    assert overrun(8, 2, mountain=True) is None and overrun(10, 2, mountain=True) == 1 and overrun(12, 2, mountain=True) == 0
    assert overrun(4, 1, entrenched=True) is None and overrun(5, 1, entrenched=True) == 1
    assert overrun(12, 2) == 0 and overrun(8, 2, acav=1, dcav=2) is None and overrun(8, 2, acav=2, dcav=2) == 1
    assert overrun(12, 1, city=True) is None and overrun(12, 1, supplied=False) is None


@case(43, 44, 45, 46, 47, 48, 49)
def rows_of_the_table():
    assert [row_of(*x) for x in ((11, 6), (9, 6), (8, 6), (18, 6), (24, 6), (60, 6), (3.5, 3), (12, 8))] == [
        '3:2', '3:2', '1:1', '2:1', '4:1', '4:1', '1:1', '3:2']


@case(52, 53, 54, 55)
def terrain():
    g = Table().g
    assert [WORLD.terrain_drm(next(h for h, d in WORLD.hexes.items() if d.terrain == t), False)
            for t in ('clear', 'forest', 'low_mountain', 'high_mountain')] == [0, 1, 2, 2]
    swamp = next(h for h, d in WORLD.hexes.items() if d.terrain == 'swamp')
    assert (WORLD.terrain_drm(swamp, False), WORLD.terrain_drm(swamp, True)) == (1, 0)
    a, b = next((a, b) for a, d in WORLD.hexes.items() for b, k in d.sides.items()
                if 'river' in k and k['river'].get('bridge') and WORLD.hexes[b].terrain == 'clear')
    battle = Battle(a, b, FRANCE)
    assert drm(g, battle) == 2
    g.trench[COALITION].add(b)
    assert drm(g, battle) == 3


@case(62, 63, 64, 65, 66)
def losses():
    g = Table().g
    assert [nominal(g, 'L', n) for n in (5, 11, 21)] == [1, 2, 3] and nominal(g, 'D1', 8) == 2
    assert [nominal(g, 'D3', n) for n in (3, 4, 25)] == [1, 2, 9]
    assert all(nominal(g, 'D2', n) == nominal(g, 'D3', n) for n in (1, 4, 6, 11, 16, 21)) and loss_column(g, 10) == 2


@case(69)
def napoleon_breaks_twelve_austrians():
    t = Table(dice=(3, 4)).put(1624, 'france', 'I', 20).lead(1624, 'napoleon').put(1724, 'austria', 'I', 12)
    t.g.side = FRANCE
    asked = t.drive(combat(t.g, FRANCE), ['TARGET(1724)'])
    assert t.n(1624) == 18 and t.n(1724) == 7 and asked[0].startswith('RETREAT(')


def base(*parts):
    """Base morale of Austrian line (1), Landwehr (0), French line (2) and Guard (3)."""
    t = Table()
    for nation, kind, n in parts:
        t.put(1624, nation, kind, n)
    return base_morale(t.g, Battle(1624, 1724, FRANCE), t.g.sp(1624))


@case(71, 72, 73)
def morale_of_most():
    assert base(('france', 'I', 5), ('holland', 'I', 4)) == 2 and base(('france', 'I', 4), ('holland', 'I', 4)) == 1
    assert base(('france', 'GI', 3), ('france', 'I', 3), ('holland', 'I', 5)) == 1


@case(74)
def militia_garrison():
    t = Table().put(1924, 'france', 'M', 3, True)
    b = Battle(1824, 1924, COALITION)
    b.assault = True
    assert base_morale(t.g, b, t.g.sp(1924)) == 1 and all(quarters(t.g, b, u) == 8 for u in t.g.sp(1924))


@case(75, 76)
def russians_at_home():
    t = Table('1812').put(5508, 'russia', 'I', 1).put(5508, 'russia', 'M', 1).put(5508, 'russia', 'CC', 1).put(3518, 'russia', 'I', 1)
    assert [morale_of(t.g, u) for u in t.g.sp(5508)] == [3, 0, 1] and morale_of(t.g, t.g.sp(3518)[0]) == 2


@case(78, 79)
def capacities():
    t = Table().lead(1624, 'napoleon').lead(1624, 'davout')
    assert capacity(t.g.heads(1624)) == 12 and capacity([t.g.leaders['davout']]) == 10


@case(80)
def infantry_needs_a_leader_of_the_start():
    t = Table().put(1624, 'france', 'I', 3).put(1724, 'france', 'I', 3).lead(1724, 'davout')
    asked = t.drive(move(t.g, FRANCE), ['PICK(1724)', 'TAKE(NONE)'])
    assert asked is None or 'PICK(1624)' not in asked


@case(81, 85)
def a_leader_who_drops_everybody_goes_on():
    t = Table().put(1624, 'france', 'I', 3).put(2124, 'france', 'I', 1).lead(1624, 'davout')
    asked = t.drive(move(t.g, FRANCE), ['PICK(1624)', 'TAKE(ALL)', 'STEP(E)', 'DROP', 'ROWS(france,I,3)'])
    assert asked is None or 'PICK(2124)' not in asked
    assert t.g.leaders['davout'].hex == 2124 and WORLD.cities['ulm']['garrison_limit'] == 4


@case(84, 136)
def rivers_and_lakes():
    lake = next(h for h, d in WORLD.hexes.items() if d.terrain == 'lake' and d.playable)
    n = next(iter(WORLD.hexes[lake].near.values()))
    assert WORLD.cost(n, lake, False) is None and WORLD.cost(n, lake, True) >= 1


@case(86)
def shelter_has_a_limit():
    t = Table().put(2625, 'france', 'I', 20).put(2726, 'austria', 'I', 14)
    asked = t.drive(combat(t.g, FRANCE), ['TARGET(2726)', 'SHELTER(rows)'])
    assert asked == ['ROWS(austria,I,%d)' % n for n in (1, 2, 3, 4)]


@case(87, 88)
def siege_rolls_of_a_phase():
    for die, value, falls in ((1, 1, True), (2, 1, False), (6, 5, False)):
        t = Table(dice=(die,)).put(2726, 'france', 'I', 2, True).put(2726, 'austria', 'I', 3)
        t.g.siege[2726], t.g.control['ulm'] = [COALITION, value], FRANCE
        siege_rolls(t.g, COALITION)
        assert (t.n(2726, FRANCE) == 0) is falls and (t.g.control['ulm'] == COALITION) is falls


@case(91, 92)
def joins():
    t = Table(dice=(3, 4)).lead(1624, 'davout')
    assert join_roll(t.g, t.g.heads(1624)) and not join_roll(t.g, [])


@case(95, 96, 98)
def casualties_of_leaders():
    for dice, away in (((6, 6, 4), 'injured'), ((6, 6, 6), 'dead'), ((5, 6), None)):
        t = Table(dice=dice).put(1624, 'france', 'I', 1).lead(1624, 'davout')
        t.g.fighters = [t.g.leaders['davout']]
        casualties(t.g)
        assert t.g.leaders['davout'].away == away and not t.g.dice.script
        assert away != 'injured' or t.g.leaders['davout'].months == 4
        assert (t.g.leaders['france_a'].hex == 1624) is bool(away)


@case(99, 100, 101, 102)
def alliance_points():
    t = Table()
    t.g.vp[FRANCE] = 9
    assert points(t.g) == -4
    t.g.vp[FRANCE], t.g.vp[COALITION] = 0, 9
    assert points(t.g) == 4


@case(137)
def no_entrenchment_in_a_capital():
    t = Table().put(1924, 'france', 'I', 3).put(1624, 'france', 'I', 3)
    t.drive(t.g.end_movement(FRANCE), [])
    assert t.g.trench[FRANCE] == {1624}


@case(138, 176)
def conquest_of_spain():
    t = Table('1808-14')
    cities = [d['at'] for d in WORLD.cities.values() if t.g.owner(d['at']) == 'spain' and WORLD.hexes[d['at']].playable]
    assert len(cities) == 31
    for h in cities:
        t.put(h, 'france', 'I', 1)
        t.g.control[WORLD.hexes[h].city] = FRANCE
    assert conquered(t.g, 'spain')
    t.g.drop(t.g.sp(cities[7])[0])
    assert not conquered(t.g, 'spain')


@case(141)
def three_rear_hexes():
    for d, a in ((2020, 2120), (2021, 2122), (2525, 2425)):
        assert len(set(WORLD.neighbours(d)) - set(WORLD.neighbours(a)) - {a}) == 3


@case(146, 147)
def victory_points():
    for sp, expected in ((7, 3), (4, 0)):
        t = Table()
        t.g.snapshot, t.g.scored, t.g.napoleon = {(FRANCE, 1624): sp}, set(), 1624
        score(t.g, COALITION, 1624)
        assert t.g.vp[COALITION] == expected


@case(151)
def cossacks():
    for enemy, may in ((2, True), (3, False)):
        t = Table(dice=(3, 4)).put(4423, 'russia', 'CC', 2).put(4423, 'russia', 'I', 5)
        t.put(4523, 'france', 'C', enemy).put(4523, 'france', 'I', 5)
        asked = t.drive(combat(t.g, FRANCE), ['TARGET(4423)'])
        assert asked[0].startswith('EVADE(') is may


@case(169)
def a_declined_assault_leaves_no_siege():
    t = Table().put(2625, 'france', 'I', 6).put(2726, 'austria', 'I', 2)
    t.drive(combat(t.g, FRANCE), ['TARGET(2726)', 'SHELTER(all)', 'CITY_CHOICE(decline)'])
    assert t.n(2726) == 2 and not t.g.garrison(2726) and not t.g.siege


@case(175)
def the_last_besieger_leaves():
    t = Table().put(2726, 'france', 'I', 2, True).put(2726, 'austria', 'I', 3).put(2925, 'austria', 'I', 1).lead(2726, 'mack')
    t.g.siege[2726] = [COALITION, 1]
    for u in t.g.sp(2726, COALITION):
        t.g.put(u, 2826)
    t.g.settle(2726)
    assert not t.g.siege and not t.g.garrison(2726) and text_of_hex(t.g.leaders['mack'].hex) == '2826'


def main():
    done = 0
    for numbers, f in CASES:
        f()
        done += len(numbers)
    print('%d worked examples in %d cases hold' % (done, len(CASES)))
    return 0


if __name__ == '__main__':
    sys.exit(main())

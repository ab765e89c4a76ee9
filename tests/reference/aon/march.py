"""The moves of a part of a campaign round [12.1-12.4, 12.7]."""
from attrition import cossacks, one_cause, suffer, terrain_causes
from battle import battles
from deploy import in_order, rush, stands_in_neutral, violate
from game import move
from reaction import interception, withdrawal
from world import COALITION, other

FORCED = 'forced_march'


class March:
    """An army on the move."""

    def __init__(self, g, seat, area, leader):
        self.seat, self.area, self.start, self.leader = seat, area, area, leader
        self.corps = [leader]
        self.forced = self.sea = self.attacked = False
        self.mud = self.used = 0
        self.came = None
        self.entered = {}
        self.last_drop = self.last_pick = -1
        self.later = []
        self.withdrawals, self.withdrew, self.refused = {}, set(), set()
        self.number = 0

    def led(self, g):
        return g.place[self.leader] == self.area and self.leader in self.corps

    def allowance(self, g, rating, attack):
        mods = g.w.tables['movement_modifiers']
        value = rating + int(self.forced) - self.mud
        value += (mods['winter'] if g.winter() else 0) + (mods['attack'] if attack else 0)
        return max(0, value)

    def against(self, g):
        """The movement rating that reactions are measured by [12.5.2, 12.6.2, A41, A118]."""
        if self.led(g):
            return g.rating(self.leader, 'mr') + int(self.forced)
        return g.leader_mr(self.corps)


# -- what an army may do ----------------------------------------------------------------------------------------------
def steps(g, m):
    """Areas the army may enter, with their cost in areas [12.2]."""
    found = {}
    ways = [(a, 1) for a in g.near(m.area, m.seat)]
    if g.winter() and m.area in g.w.ice:
        ways += [(a, g.w.ice_cost) for a in g.w.ice if a != m.area]
    for a, cost in ways:
        enemy = g.has(a, other(m.seat))
        d = g.w.corps[m.leader]
        rating = d['spent']['mr'] if cost > 1 else g.rating(m.leader, 'mr')
        if m.used + cost > m.allowance(g, rating, m.attacked or enemy):
            continue
        if all(g.may_stand(x, a) and (not enemy or g.may_attack(x, a)) for x in m.corps):
            found[a] = cost
    return found


def sea_goals(g, seat, x):
    """Where a corps may sail [12.4, A17]."""
    start = g.place[x]
    if seat != COALITION or 'britannia' not in g.events or g.sea_used or not g.coastal(start):
        return []
    goals = [a for a in g.w.areas if a != start and g.coastal(a) and g.sea_open(start, a)]
    return [a for a in goals if not g.insurgent(x) or a in g.home(x)]


def may_pay(g, seat):
    return g.free[seat] or bool(g.hands[seat])


def by_land(g, seat, x):
    """Could the corps lead a step by land, with a Forced March if the hand has one?"""
    m = March(g, seat, g.place[x], x)
    m.forced = FORCED in g.hands[seat]
    return bool(steps(g, m))


def idle(g, seat, area):
    return [x for x in g.at(area, seat) if x not in g.moved and x not in g.fought]



def leaders(g, seat, area):
    """Corps that could lead an army out of an area."""
    if not may_pay(g, seat) or g.has(area, other(seat)):
        return []
    return [x for x in idle(g, seat, area)
            if (g.armies > 0 and by_land(g, seat, x)) or ((g.armies > 0 or g.sea_extra()) and sea_goals(g, seat, x))]


# -- a part -----------------------------------------------------------------------------------------------------------
def part(g, seat):
    """One seat's part: its armies, then its battles [12.1.2, 13.1.2]."""
    g.armies, g.allowed, moved = 1, 1, False
    g.tags.clear()
    g.pending.clear()
    while True:
        goals = []
        if g.armies > 0 or g.sea_extra():
            goals = [a for a in g.w.areas if leaders(g, seat, a)]
        rest = [move('area', a) for a in goals] + [('stop', None)]
        choice = yield from g.window(seat, 'part_start', lambda c: not moved, rest=rest, recovery=not moved)
        if choice is None:
            break
        if choice in g.w.cards:
            g.armies = g.allowed = g.w.cards[choice]['armies']
            continue
        moved = True
        yield from army(g, seat, choice)
    yield from battles(g, seat)
    g.moved.clear()


def army(g, seat, area):
    """Forms, pays and moves one army [12.1.3-12.1.7]."""
    x = yield from g.ask(seat, [move('corps_take', x) for x in leaders(g, seat, area)])
    m = March(g, seat, area, x)
    land = g.armies > 0 and by_land(g, seat, x)
    if land:
        yield from members(g, seat, m.corps, idle(g, seat, area), x)
    sail = len(m.corps) == 1 and (g.armies > 0 or g.sea_extra()) and bool(sea_goals(g, seat, x))
    if land and sail:
        m.sea = yield from g.ask(seat, [('land', False), ('sea', True)])
    else:
        m.sea = not land
    m.forced = yield from pay(g, seat, not m.sea)
    if m.sea:
        g.sea_used = True
    if not (m.sea and g.options['sea_move_is_extra']):
        g.armies -= 1
    m.number = g.allowed - g.armies
    if not (yield from declared(g, m)):
        g.moved = {x for x in g.moved if g.seat(x) == seat or g.place[x] in g.pending}
        yield from (sail_to if m.sea else walk)(g, m)
    g.moved.update(x for x in m.corps if g.on_map(x))


def members(g, seat, corps, pool, leader):
    """Takes or leaves corps in order; the leader is senior and leads no more than his rating [12.1.4]."""
    limit = g.rating(leader, 'sr')
    for x in pool:
        if len(corps) == limit:
            break
        if x == leader or g.rating(x, 'sr') > limit:
            continue
        if (yield from g.ask(seat, [('corps_take(%s)' % x, True), ('corps_leave(%s)' % x, False)])):
            corps.append(x)


def pay(g, seat, may_force, must_force=False):
    """The card, or the free one of the phase [12.1.7]. The value tells whether it was a Forced March."""
    options = []
    if not must_force:
        if g.free[seat]:
            options.append(('free', None))
        else:
            options += [move('pay', c) for c in g.titles(g.hands[seat])]
    if may_force and FORCED in g.hands[seat]:
        options.append(('play_card(%s)' % FORCED, True))
    choice = yield from g.ask(seat, options)
    g.free[seat] = False
    if choice is True:
        g.take_from_hand(seat, FORCED)
        return True
    if choice:
        yield from g.discard(seat, choice)
    return False


def declared(g, m):
    """Indecision and Mud of the other seat. The value tells whether the move is called off."""
    led_by_napoleon = m.leader == g.w.napoleon

    def fits(card):
        if g.w.cards[card]['op'] == 'cancel_action':
            return not led_by_napoleon
        return not m.sea

    while True:
        card = yield from g.window(other(m.seat), 'enemy_move_declared', fits, recovery=not (m.sea and led_by_napoleon))
        if card is None:
            return False
        if g.w.cards[card]['op'] == 'cancel_action':
            return True
        m.mud += 1


def walk(g, m):
    """Step by step until the army stops [12.1.5, 12.1.8]."""
    while True:
        if m.led(g) and m.used >= m.allowance(g, g.rating(m.leader, 'mr'), m.attacked):
            break
        goals = steps(g, m)
        options = [move('area', a) for a in goals] + [('stop', None)]
        if m.area != m.start or m.came:
            options += drops(g, m) + picks(g, m)
        choice = yield from g.ask(m.seat, options)
        if choice is None:
            break
        if isinstance(choice, tuple):
            yield from load(g, m, *choice)
            continue
        if not (yield from step(g, m, choice, goals[choice])):
            return
    yield from halt(g, m)


def drops(g, m):
    if m.last_pick >= 0:
        return []
    return [('drop(%s)' % x, ('drop', x)) for x in g.w.by_order(m.corps)
            if x != m.leader and g.w.corps_order[x] > m.last_drop]


def picks(g, m):
    limit = g.rating(m.leader, 'sr')
    if len(m.corps) >= limit:
        return []
    return [('pick(%s)' % x, ('pick', x)) for x in idle(g, m.seat, m.area)
            if x not in m.corps and g.rating(x, 'sr') <= limit and g.w.corps_order[x] > m.last_pick]


def load(g, m, kind, x):
    """One corps is left behind or taken along [12.1.5]."""
    if kind == 'pick':
        m.last_pick = g.w.corps_order[x]
        m.corps = g.w.by_order(m.corps + [x])
        g.moved.add(x)
        return
    m.last_drop = g.w.corps_order[x]
    acting = list(m.corps)
    m.corps = [y for y in m.corps if y != x]
    g.moved.add(x)
    if stands_in_neutral(g, m.seat, m.area, acting):
        yield from violate(g, m.seat, g.country(m.area), later=m.later)


def deploy_later(g, m):
    """Countries violated by a drop deploy once the army is elsewhere, or has ended [12.7.2 note]."""
    while m.later:
        yield from rush(g, m.later.pop(0))


def halt(g, m):
    """The move ends where the army stands [12.7.1, B1]."""
    yield from deploy_later(g, m)
    g.moved.update(x for x in m.corps if g.on_map(x))
    acting = () if m.came is None else m.corps
    if m.corps and stands_in_neutral(g, m.seat, m.area, acting):
        yield from violate(g, m.seat, g.country(m.area))


def step(g, m, area, cost):
    """Enters an area. The value tells whether the army may go on and has not been halted yet."""
    if g.has(area, other(m.seat)):
        m.attacked = True
    m.used += cost
    yield from enter(g, m, area, 'move', cost)
    return (yield from arrive(g, m))


def enter(g, m, area, kind, cost=1):
    """The corps come in and suffer march attrition [12.3]."""
    m.came, m.area = m.area, area
    m.last_drop = m.last_pick = -1
    for x in m.corps:
        g.place[x] = area
        g.moved.add(x)
        g.tags[x] = (kind, m.came, (m.came, m.number))
    g.checks()
    extra = yield from cossacks(g, m.seat, area)
    if kind == 'sea':
        yield from suffer(g, m.seat, m.corps, area, terrain_causes(g, area))
    else:
        for k in range(cost):
            last = k == cost - 1
            yield from distance(g, m)
            causes = terrain_causes(g, area, m.forced) if last else int(g.winter()) + int(m.forced)
            yield from suffer(g, m.seat, m.corps, area, causes + (extra if last else 0))
    m.corps = [x for x in m.corps if g.place[x] == area]


def distance(g, m):
    """The third or fourth area, counted for each corps [12.3.1, A19]."""
    for x in m.corps:
        m.entered[x] = m.entered.get(x, 0) + 1
    far = [x for x in m.corps if g.place[x] == m.area and m.entered[x] >= 3]
    if far:
        yield from one_cause(g, m.seat, far)


def sail_to(g, m):
    """A corps goes by sea [12.4]."""
    area = yield from g.ask(m.seat, [move('area', a) for a in in_order(g, sea_goals_of(g, m))])
    yield from enter(g, m, area, 'sea')
    if (yield from arrive(g, m)):
        yield from halt(g, m)


def sea_goals_of(g, m):
    used, g.sea_used = g.sea_used, False
    goals = sea_goals(g, m.seat, m.leader)
    g.sea_used = used
    return goals


# -- on entering an area ----------------------------------------------------------------------------------------------
def arrive(g, m):
    """Neutral capital, withdrawal, interception, in this order. The value tells whether the army may go on."""
    foe, area = other(m.seat), m.area
    fresh = area not in g.pending
    yield from deploy_later(g, m)
    if not m.corps:
        return False
    country = g.country(area)
    shut = area in g.pending
    crosses = g.w.is_major(country) and area == g.w.capital(country) and stands_in_neutral(g, m.seat, area, m.corps)
    if crosses and g.has(area, foe):
        count = len(g.at(area, foe))
        yield from violate(g, m.seat, country)
        shut = shut or len(g.at(area, foe)) > count
        crosses = False
    if g.has(area, foe):
        if not shut:
            yield from withdrawal(g, m)
        if g.has(area, foe):
            yield from stand(g, m, fresh)
            return False
    alone = all(x in m.corps for x in g.at(area, m.seat))
    joined = (yield from interception(g, m, rearguard=False)) if alone and m.corps else None
    if joined:
        yield from settle(g, m, joined)
        return False
    if crosses and m.corps:
        yield from violate(g, m.seat, country)
        if g.has(area, foe):
            return False
    if not m.led(g):
        yield from halt(g, m)
        return False
    return True


def stand(g, m, fresh):
    """Enemy corps stay: the army fights here; others may still come in [12.6.4 exception]."""
    joined = None
    if fresh:
        g.pending.setdefault(m.area, m.seat)
        joined = yield from interception(g, m, rearguard=True)
    if joined:
        yield from settle(g, m, joined)
    else:
        yield from halt(g, m)


def settle(g, m, joined):
    """The neutrality of an area where corps intercepted [12.6.9, A61, A101, B12]."""
    foe, area = other(m.seat), m.area
    country = g.country(area)
    if g.align[country] != 'NC':
        return
    exempt = g.w.is_major(country) and area == g.w.capital(country) and g.pending.get(area) == foe
    if not exempt and stands_in_neutral(g, foe, area, joined.corps):
        yield from violate(g, foe, country)
    elif stands_in_neutral(g, m.seat, area, m.corps + joined.helpers):
        yield from violate(g, m.seat, country)

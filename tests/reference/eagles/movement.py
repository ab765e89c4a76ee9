"""Ground movement [7, 15.2]."""
from choices import lose, pick_rows
from land import foes, leader_goals, may_stand, partisan_goals, passable
from supply import Supply
from world import CAVALRY, COLOURS, DIRECTIONS, MOUNTAINS, text_of_hex

FOOT_MP, HORSE_MP, FORCED = 3, 4, 3


class Group:
    """What moves together: one colour of one hex [7.1]."""

    def __init__(self, side, colour, h, units, leaders):
        self.side, self.colour, self.hex, self.units, self.leaders = side, colour, h, units, leaders
        self.spent, self.left, self.first, self.dropped = 0, set(), True, False
        self.supplied = True

    @property
    def foot(self):
        return any(u.type not in CAVALRY for u in self.units)

    @property
    def rest(self):
        """MP left [7.1]."""
        if not self.units:
            return min(l.allowance for l in self.leaders) - self.spent
        return (FOOT_MP if self.foot else HORSE_MP) - self.spent


def capacity(leaders):
    """SP that leaders carry; a group without leader has no limit [7.1]."""
    return max((l.capacity for l in leaders), default=10 ** 6)


def leads(leaders):
    return any(not l.displaced for l in leaders)


class Frame:
    """Where a group stands and what it has used: enough to tell whether some group could act from there."""

    def __init__(self, g, side, colour, h, spent, left, supplied):
        self.g, self.side, self.colour, self.h = g, side, colour, h
        self.spent, self.left, self.supplied = spent, left, supplied
        self.targets = self._targets()

    def _targets(self):
        g, found = self.g, []
        for t in g.w.hexes[self.h].near.values():
            if t in self.left:
                continue
            c = passable(g, self.h, t, self.side, True)
            if c is None or g.own_partisan(t, self.side):
                continue
            found.append((t, c, foes(g, t, self.side)))
        return found

    def act(self, fixed, flex, lo, hi):
        """Can a group of the fixed rows and some of the flexible ones, lo to hi SP in all, make a step or a forced march?
        Rows are (sample unit, number)."""
        g = self.g
        for t, c, enemies in self.targets:
            room = g.room(self.side, self.colour, self.h, t)
            if room < max(lo, sum(k for _, k in fixed)):
                continue
            most = min(hi, room)
            if any(k and not may_stand(g, u, t) for u, k in fixed):
                continue
            fi = sum(k for u, k in fixed if u.type not in CAVALRY)
            fc = sum(k for u, k in fixed if u.type in CAVALRY)
            allowed = [(u, k) for u, k in flex if may_stand(g, u, t)]
            xi = sum(k for u, k in allowed if u.type not in CAVALRY)
            xc = sum(k for u, k in allowed if u.type in CAVALRY)
            if not fi and self._try(t, c, enemies, 0, fc + xc, min(most, fc + xc), lo, HORSE_MP):
                return True
            if fi + xi and self._try(t, c, enemies, max(fi, 1), fc + xc, min(most, fi + fc + xi + xc), lo, FOOT_MP):
                return True
        return False

    def _try(self, t, c, enemies, foot, horse, total, lo, mp):
        if total < max(lo, 1, foot):
            return False
        r = mp - self.spent
        if r < 0:
            return False
        if not enemies:
            if c <= r:
                return True
            return c <= r + FORCED and not self.g.enemy_sp(t, self.side)
        return overrun_cost(self.g, self.side, t, enemies, total, min(horse, total - foot), self.supplied, c) <= r


NEVER = 99


def overrun_cost(g, side, t, enemies, total, horse, supplied, c):
    """MP of an overrun, or NEVER where it is illegal [7.4]."""
    if not supplied or g.city(t) or g.guest:
        return NEVER
    n, theirs = len(enemies), sum(1 for u in enemies if u.type in CAVALRY)
    if theirs and horse < theirs:
        return NEVER
    if total >= 6 * n:
        return c
    hard = g.w.hexes[t].terrain in MOUNTAINS or t in g.trench[enemies[0].side]
    return c + 1 if total >= (5 if hard else 4) * n else NEVER


# -- the groups of a hex ------------------------------------------------------------------------------------------------
class Order:
    """What ascending order leaves open in one hex: colours, leaders, sizes of leaderless groups [15.2]."""

    def __init__(self):
        self.hex, self.colour, self.leader, self.size = -1, -1, -1, None

    def note(self, h, colour, leaders, size):
        colour = COLOURS.index(colour)
        self.hex, self.colour = h, colour
        if leaders:
            self.leader, self.size = leaders[0].order, None
        else:
            self.leader, self.size = 10 ** 6, size

    def within(self, h, colour):
        """(lowest leader allowed, size limit of leaderless groups) or None where the colour is done."""
        k = COLOURS.index(colour)
        if h != self.hex or k > self.colour:
            return -1, 10 ** 6
        if k < self.colour:
            return None
        return self.leader, 10 ** 6 if self.size is None else self.size


class Picker:
    """The choices of COLOUR, LEADER and TAKE for one hex and side."""

    def __init__(self, g, side, h, order):
        self.g, self.side, self.h, self.order = g, side, h, order

    def pieces(self, colour):
        g = self.g
        units = [u for u in g.outside(self.h, self.side) if u.colour == colour and not u.moved and not u.landed and u.type not in ('CT', 'P')
                 and not g.held(u)]
        leaders = [l for l in g.heads(self.h, self.side) if l.colour == colour and not l.moved and not l.inside
                   and not g.leader_held(l)]
        return units, leaders

    def partisan(self):
        for u in self.g.outside(self.h, self.side):
            if u.type == 'P' and not u.moved:
                return u
        return None

    def frame(self, colour):
        g = self.g
        units = [u for u in g.outside(self.h, self.side) if u.colour == colour]
        return Frame(g, self.side, colour, self.h, 0, (), all(g.supply5.ok(u) for u in units))     # points landed count too

    def taken(self, units, leaders):
        """SP that can go with these leaders."""
        return [u for u in units if u.type in CAVALRY or leads(leaders)]

    def limit(self, colour, leaders):
        return min(capacity(leaders) if leaders else self.order.within(self.h, colour)[1], self.g.guests_left())

    def sp_ok(self, colour, frame, units, leaders, cap, lead):
        flex = [(us[0], len(us)) for _, _, us in self.g.rows([u for u in units if u.type in CAVALRY or lead])]
        return frame.act([], flex, 1, cap)

    def none_ok(self, colour, leaders):
        return bool(leaders) and bool(leader_goals(self.g, self.h, self.side, colour, min(l.allowance for l in leaders)))

    def take_ok(self, colour, frame, units, leaders):
        if self.sp_ok(colour, frame, units, leaders, self.limit(colour, leaders), leads(leaders)):
            return True
        return self.none_ok(colour, leaders)

    def more_ok(self, colour, frame, units, chosen, later):
        """Is there a completion with these leaders and perhaps some later ones?"""
        cap = min(max(capacity(chosen), max((l.capacity for l in later), default=0)), self.g.guests_left())
        if self.sp_ok(colour, frame, units, chosen, cap, leads(chosen) or leads(later)):
            return True
        return self.none_ok(colour, chosen)

    def colour_ok(self, colour):
        allowed = self.order.within(self.h, colour)
        if allowed is None:
            return False
        lowest, _ = allowed
        p = self.partisan()
        if p:
            return p.colour == colour and bool(partisan_goals(self.g, p))
        units, leaders = self.pieces(colour)
        leaders = [l for l in leaders if l.order > lowest]
        if not units and not leaders:
            return False
        frame = self.frame(colour)
        if self.take_ok(colour, frame, units, []):
            return True
        return any(self.more_ok(colour, frame, units, [l], leaders[k + 1:]) for k, l in enumerate(leaders))

    def colours(self):
        g = self.g
        present = {u.colour for u in g.outside(self.h, self.side)} | {
            l.colour for l in g.heads(self.h, self.side) if not l.inside}
        return [c for c in COLOURS if c in present and self.colour_ok(c)]


def pick_group(g, side, h, order):
    """COLOUR, LEADER, TAKE [15.2]."""
    p = Picker(g, side, h, order)
    colour = yield from g.ask(side, [('COLOUR(%s)' % c, c) for c in p.colours()])
    partisan = p.partisan()
    if partisan:
        order.note(h, colour, [], 1)
        return Group(side, colour, h, [partisan], [])
    units, leaders = p.pieces(colour)
    lowest = order.within(h, colour)[0]
    leaders = [l for l in leaders if l.order > lowest]
    frame, chosen = p.frame(colour), []
    while True:
        later = [l for l in leaders if not chosen or l.order > chosen[-1].order]
        options = [('LEADER(%s)' % l.id, l) for k, l in enumerate(later)
                   if p.more_ok(colour, frame, units, chosen + [l], later[k + 1:])]
        if p.take_ok(colour, frame, units, chosen):
            options.append(('ENOUGH', None))
        l = yield from g.ask(side, options)
        if l is None:
            break
        chosen.append(l)
    taken = yield from take(g, p, colour, frame, units, chosen)
    order.note(h, colour, chosen, len(taken))
    group = Group(side, colour, h, taken, chosen)
    group.supplied = all(g.supply5.ok(u) for u in taken)
    return group


def take(g, p, colour, frame, units, leaders):
    """TAKE [15.2]."""
    rows = g.rows(p.taken(units, leaders))
    total, cap = sum(len(r[2]) for r in rows), p.limit(colour, leaders)
    flex = [(us[0], len(us)) for _, _, us in rows]
    options = []
    if 1 <= total <= cap and frame.act(flex, [], 1, cap):
        options.append(('TAKE(ALL)', 'all'))
    if 1 <= total - 1 <= cap:
        for k, (n, t, us) in enumerate(rows):
            part = [(u, c - (i == k)) for i, (u, c) in enumerate(flex)]
            if frame.act(part, [], 1, cap):
                options.append(('TAKE(LEAVE_ONE,%s,%s)' % (n, t), k))
    if p.none_ok(colour, leaders):
        options.append(('TAKE(NONE)', 'none'))
    hi = min(cap, total - 2)
    if hi >= 1 and frame.act([], flex, 1, hi):
        options.append(('TAKE(ROWS)', 'rows'))
    choice = yield from g.ask(p.side, options)
    if choice == 'all':
        return [u for _, _, us in rows for u in us]
    if choice == 'none':
        return []
    if choice == 'rows':
        def fits(done):
            fixed = [(u, k) for (u, _), k in zip(flex, done)]
            return sum(done) <= hi and frame.act(fixed, flex[len(done):], 1, hi)
        return (yield from pick_rows(g, p.side, rows, fits))
    return [u for k, (_, _, us) in enumerate(rows) for u in (us[1:] if k == choice else us)]


# -- moving a group -----------------------------------------------------------------------------------------------------
def mark(group, on):
    for x in group.units + group.leaders:
        x.group = on


def finish(group):
    for x in group.units + group.leaders:
        x.moved, x.group = True, False


def shift(g, pieces, leaders, a, b):
    for u in pieces:
        g.put(u, b)
    for l in leaders:
        g.put_leader(l, b)
    g.settle(a)
    g.settle(b)


def move_group(g, side, group):
    """Moves a group to its end; true if a die or an overrun reopened the order."""
    mark(group, True)
    g.group_moves(group)
    if group.units and group.units[0].type == 'P':
        u = group.units[0]
        h = yield from g.ask(side, [('STEP(%s)' % d, t) for d, t in partisan_goals(g, u)])
        shift(g, [u], [], u.hex, h)
        finish(group)
        return False
    reopened = False
    while True:
        if not group.units:
            yield from leader_to(g, side, group)
            break
        options = [('STEP(%s)' % d, ('step', t)) for d, t in steps(g, group)]
        if not group.first and not group.dropped and Dropping(g, group).possible():
            options.append(('DROP', ('drop', None)))
        options += [('FM_STEP(%s)' % d, ('forced', t)) for d, t in forced_steps(g, group, [], group.hex)]
        if not group.first:
            options.append(('STOP', ('stop', None)))
        kind, t = yield from g.ask(side, options)
        if kind == 'stop':
            break
        group.first = False
        if kind == 'step':
            reopened |= step(g, group, t)
        elif kind == 'drop':
            yield from drop(g, side, group)
        else:
            yield from forced_march(g, side, group, t)
            reopened = True
            break
    finish(group)
    return reopened


def steps(g, group):
    found = []
    for d in DIRECTIONS:
        t = g.w.hexes[group.hex].near.get(d)
        if t is not None and step_cost(g, group, t) <= group.rest:
            found.append((d, t))
    return found


def step_cost(g, group, t):
    """MP of a step of the whole group, overruns included; NEVER if illegal [7.2, 7.4]."""
    c = passable(g, group.hex, t, group.side, True)
    if c is None or t in group.left or g.own_partisan(t, group.side):
        return NEVER
    if any(not may_stand(g, u, t) for u in group.units) or g.room(group.side, group.colour, group.hex, t) < len(group.units):
        return NEVER
    enemies = foes(g, t, group.side)
    if not enemies:
        return c
    horse = sum(1 for u in group.units if u.type in CAVALRY)
    return overrun_cost(g, group.side, t, enemies, len(group.units), horse, group.supplied, c)


def step(g, group, t):
    """One step; true if it overran somebody."""
    group.spent += step_cost(g, group, t)
    enemies = foes(g, t, group.side)
    a = group.hex
    group.left.add(a)
    group.hex, group.dropped = t, False
    enemies = enemies + [u for u in g.sp(t) if u.side == 'neutral']     # of a conquered state [13.7]
    for u in enemies:
        g.drop(u)
    for l in g.heads(t, 'neutral') if enemies else ():
        g.displace(l)
    shift(g, group.units, group.leaders, a, t)
    if enemies:
        group.left = set()
    return bool(enemies)


def leader_to(g, side, group):
    goals = leader_goals(g, group.hex, side, group.colour, group.rest)
    if len(goals) > 48:
        areas = sorted({g.w.hexes[h].area for h in goals})
        area = yield from g.ask(side, [('LEADER_AREA(%d)' % a, a) for a in areas])
        goals = [h for h in goals if g.w.hexes[h].area == area]
    h = yield from g.ask(side, [('LEADER_TO(%s)' % text_of_hex(t), t) for t in goals])
    shift(g, [], group.leaders, group.hex, h)
    group.hex = h


# -- DROP ---------------------------------------------------------------------------------------------------------------
class Dropping:
    """Which parts of a group may stay behind so that the rest can act [7.3]."""

    def __init__(self, g, group):
        self.g, self.group = g, group
        self.rows = g.rows(group.units)
        self.sizes = [len(r[2]) for r in self.rows]
        self.frame = Frame(g, group.side, group.colour, group.hex, group.spent, (), group.supplied)
        self.leaders = sorted(group.leaders, key=lambda l: l.order)
        self._goals = {}

    def possible(self):
        return len(self.group.units) + len(self.leaders) > 1 and self.fits([])

    def fits(self, stay):
        """Can numbers staying of the first rows be completed?"""
        return self.leaders_fit(stay, [], self.leaders)

    def leaders_fit(self, stay, going, open_):
        """The same with leaders that go on already named, others still open."""
        for mask in range(1 << len(open_)):
            go = going + [l for k, l in enumerate(open_) if mask >> k & 1]
            if self.part_ok(stay, go):
                return True
        return False

    def part_ok(self, stay, go):
        decided = len(stay)
        fixed = [(r[2][0], size - k) for r, size, k in zip(self.rows, self.sizes, stay)]
        flex = [(r[2][0], size) for r, size in zip(self.rows[decided:], self.sizes[decided:])]
        if not leads(go):
            if any(k and u.type not in CAVALRY for u, k in fixed):
                return False
            flex = [(u, k) for u, k in flex if u.type in CAVALRY]
        total = len(self.group.units)
        hi = min(capacity(go), total - 1 if len(go) == len(self.leaders) else total)
        if sum(k for _, k in fixed) <= hi and self.frame.act(fixed, flex, 1, hi):
            return True
        return bool(go) and not any(k for _, k in fixed) and self.goals(go)

    def goals(self, go):
        mp = min(l.allowance for l in go) - self.group.spent
        if mp not in self._goals:
            self._goals[mp] = bool(leader_goals(self.g, self.group.hex, self.group.side, self.group.colour, mp))
        return self._goals[mp]


def left_behind(piece):
    piece.moved, piece.group = True, False


def drop(g, side, group):
    """DROP: per row what stays, then per leader who goes on [15.2]."""
    d = Dropping(g, group)
    staying = yield from pick_rows(g, side, d.rows, d.fits, left_behind)
    stay = [sum(1 for u in staying if u in r[2]) for r in d.rows]
    going = []
    for k, l in enumerate(d.leaders):
        options = [('WITH(%s,%s)' % (l.id, word), yes) for word, yes in (('no', False), ('yes', True))
                   if d.leaders_fit(stay, going + ([l] if yes else []), d.leaders[k + 1:])]
        if (yield from g.ask(side, options)):
            going.append(l)
        else:
            left_behind(l)
    group.units = [u for u in group.units if u not in staying]
    group.leaders = going
    group.left, group.dropped = set(), True


# -- forced march -------------------------------------------------------------------------------------------------------
def forced_steps(g, group, path, at):
    """Directions that a forced march may take next [7.5]."""
    found, used = [], path_cost(g, group, path)
    for d in DIRECTIONS:
        t = g.w.hexes[at].near.get(d)
        if t is None or t in group.left or t in path or t == group.hex:
            continue
        c = passable(g, at, t, group.side)
        if c is None or g.own_partisan(t, group.side) or g.enemy_sp(t, group.side):
            continue
        if any(not may_stand(g, u, t) for u in group.units) or g.room(group.side, group.colour, at, t) < len(group.units):
            continue
        if used + c > group.rest + FORCED or (not path and c <= group.rest):
            continue
        found.append((d, t))
    return found


def path_cost(g, group, path):
    total, at = 0, group.hex
    for t in path:
        total += g.w.cost(at, t, g.winter)
        at = t
    return total


def forced_march(g, side, group, first):
    """Declares the path, rolls, moves, loses [7.5]."""
    path = [first]
    while True:
        options = [('FM_STEP(%s)' % d, t) for d, t in forced_steps(g, group, path, path[-1])] + [('FM_GO', None)]
        t = yield from g.ask(side, options)
        if t is None:
            break
        path.append(t)
    french = False
    if any(u.nation == 'france' for u in group.units):
        french = yield from g.ask(side, [('FM_FRENCH(no)', False), ('FM_FRENCH(yes)', True)])
    die = g.dice.d6()
    column = path_cost(g, group, path) - group.rest - 1
    losing, best = [], (0, 0)
    start = group.hex
    for units, modifier in classes(group, french):
        m = max(1, min(6, die + modifier + march_modifier(g, group, units)))
        table = g.w.tables['forced_march']
        end = march(g, group, path, group.rest + table['extra_mp'][str(m)][column])
        best = max(best, (len(units), end))
        if table['lose_one_sp'][str(m)][column]:
            losing.append(units)
        for u in units:
            g.put(u, ([start] + path)[end])
    for l in group.leaders:
        g.put_leader(l, ([start] + path)[best[1]])
    for h in [start] + path:
        g.settle(h)
    for units in losing:
        yield from lose(g, side, units, 1)
    group.units = [u for u in group.units if u.hex is not None]


def classes(group, french):
    """Classes that read the die apart [7.5]: Guard, other French, the rest."""
    if not french:
        return [(group.units, 0)]
    guard = [u for u in group.units if u.nation == 'france' and u.type in ('GI', 'GC')]
    line = [u for u in group.units if u.nation == 'france' and u.type not in ('GI', 'GC')]
    rest = [u for u in group.units if u.nation != 'france']
    return [(units, m) for units, m in ((guard, -2), (line, -1), (rest, 0)) if units]


def march_modifier(g, group, units):
    """A class is unsupplied by its majority, a tie counts as unsupplied [7.5]."""
    hungry = sum(1 for u in units if not g.supply5.ok(u))
    return (2 * hungry >= len(units)) + g.winter + (g.w.hexes[group.hex].area in (1, 4))


def march(g, group, path, mp):
    """Steps of the path that the MP pay."""
    at, done = group.hex, 0
    for t in path:
        c = g.w.cost(at, t, g.winter)
        if c > mp:
            break
        mp -= c
        at, done = t, done + 1
    return done


# -- the step -----------------------------------------------------------------------------------------------------------
def move(g, side):
    """Step 5 [7, 15.2]."""
    g.supply5 = Supply(g)
    for l in g.leaders.values():
        l.displaced = False
    for u in g.units:
        u.moved = False
    for l in g.leaders.values():
        l.moved = l.landed
    from sea import port_move
    yield from port_move(g, side)
    yield from g.crossing(side)
    yield from g.guest_moves(side)
    yield from pick_loop(g, side)


def pick_loop(g, side):
    """PICK after PICK until END [15.2]."""
    order, start = Order(), 0
    while True:
        hexes = [h for h in candidates(g, side) if h >= start and Picker(g, side, h, order).colours()]
        options = [('PICK(%s)' % text_of_hex(h), h) for h in hexes[:48]]
        if len(hexes) > 48:
            options.append(('LATER', 'later'))
        options.append(('END', None))
        h = yield from g.ask(side, options)
        if h is None:
            break
        if h == 'later':
            start = hexes[48]
            continue
        group = yield from pick_group(g, side, h, order)
        start = h
        if (yield from move_group(g, side, group)):
            order, start = Order(), 0


def candidates(g, side):
    found = set(g.hexes_of(side))
    found |= {l.hex for l in g.leaders.values() if l.hex is not None and l.side == side}
    return sorted(found)

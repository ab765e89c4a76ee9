"""The Combat Phase: declaration, rounds, sieges, its end [8, 9, 10]."""
from choices import ask_leaders, between, is_cavalry, is_guard, kill, lose, pick_rows
from land import may_stand, own_siege, passable
from retreat import FAR, advance, distances, enter, retreat, score, surrender, ways
from supply import Supply
from world import CAVALRY, SIDES, other, text_of_hex


class Force:
    """SP and leaders of one side in one hex that are committed to a battle."""

    def __init__(self, side, h):
        self.side, self.hex, self.tried = side, h, False
        self.new = False            # joined in this round: it counts from the next one


class Battle:
    """A battle: two hexes, the attacker of the round, morale lost."""

    def __init__(self, attack, defend, attacker, sortie=False):
        self.number = 0
        self.attack, self.defend, self.attacker = attack, defend, attacker
        self.sortie = sortie                        # the garrison came out
        self.author, self.author_hex = attacker, attack
        self.storm = attack == defend and not sortie    # assault declared by besiegers
        self.lost = {s: 0 for s in SIDES}
        self.over = self.assault = self.no_assault = False
        self.rounds = 0
        self.forces = [Force(attacker, attack), Force(other(attacker), defend)]
        self.base, self.bill, self.rear = {}, set(), None
        self.must_go = set()                        # sides of morale 0 while they withdraw: they do not follow

    @property
    def defender(self):
        return other(self.attacker)

    def home(self, side):
        """The hex of the side's original force."""
        return self.attack if side == self.attacker else self.defend

    def of(self, side):
        return sorted((f for f in self.forces if f.side == side), key=lambda f: f.hex)


# -- who fights ---------------------------------------------------------------------------------------------------------
def fighting(g, b, f):
    """SP of a force that fight now [8.1, 8.2, 9]."""
    if f.new:
        return []
    if b.assault and f.side == b.defender:
        if f.hex != b.defend:
            return []
        return [u for u in g.sp(f.hex, f.side) if u.inside and not u.out]
    found = [u for u in g.outside(f.hex, f.side) if not u.out]
    if b.sortie and f.side == b.author and f.hex == b.author_hex:
        return [u for u in found if u.sortie]
    return found


def committed(g, b, side):
    return [u for f in b.of(side) for u in fighting(g, b, f)]


def heads_of(g, b, f):
    """Leaders with a force."""
    inside = b.assault and f.side == b.defender
    return [l for l in g.heads(f.hex, f.side) if l.inside == inside and not l.out]


def horse(units):
    return sum(1 for u in units if u.type in CAVALRY)


def committed_hexes(g):
    return {(f.side, f.hex) for b in g.battles for f in b.forces}


# -- declaration [8.1] --------------------------------------------------------------------------------------------------
def attackers(g, side, t, used):
    """Hexes from which a hex can be attacked."""
    w, found = g.w, []
    for n in sorted(set(w.hexes[t].near.values()) | {t}):
        if n in used:
            continue
        if n == t:
            if own_siege(g, t, side) and g.outside(t, side) and g.garrison(t, other(side)):
                found.append(n)
            elif own_siege(g, t, other(side)) and g.garrison(t, side):
                found.append(n)
        elif g.outside(n, side) and g.outside(t, other(side)):
            if not w.side_kind(n, t, 'strait') and not w.side_kind(n, t, 'ferry'):
                found.append(n)
    return found


def declare(g, side):
    used, start = set(), -1
    while True:
        targets = [t for t in g.hexes_of(other(side)) if t > start and attackers(g, side, t, used)]
        options = [('TARGET(%s)' % text_of_hex(t), t) for t in targets] + [('END', None)]
        t = yield from g.ask(side, options)
        if t is None:
            break
        a = yield from g.ask(side, [('FROM(%s)' % text_of_hex(h), h) for h in attackers(g, side, t, used)])
        used.add(a)
        start = t
        sortie = a == t and bool(g.garrison(t, side))
        b = Battle(a, t, side, sortie)
        b.number = len(g.battles) + 1
        g.attacked(t)
        g.battles.append(b)
        if sortie:
            yield from sortie_with(g, side, t)


def sortie_with(g, side, h):
    """SORTIE_WITH [9.6]."""
    units = g.garrison(h, side)
    heads = [l for l in g.heads(h, side) if l.inside]
    options = [('SORTIE_WITH(all)', False)]
    if len(units) >= 2:
        options.append(('SORTIE_WITH(rows)', True))
    if (yield from g.ask(side, options)):
        units = yield from pick_rows(g, side, g.rows(units), between(g.rows(units), 1, len(units) - 1))
        heads = yield from ask_leaders(g, side, heads)
    for u in units:
        u.inside, u.sortie = False, True
    for l in heads:
        l.inside = False


# -- a round ------------------------------------------------------------------------------------------------------------
def fight(g, b):
    """Steps b to g for one battle."""
    b.rounds += 1
    b.assault, b.base, b.bill, b.rear = False, {}, set(), None
    for f in b.forces:
        f.tried = f.new = False
    if not any(fighting(g, b, f) for f in b.of(b.attacker) if f.hex == b.attack):
        b.attack, b.defend, b.attacker = b.defend, b.attack, b.defender     # only sheltered SP are left of it [8.2]
    if not committed(g, b, b.attacker):
        end_battle(g, b)            # both sides only shelter: nobody can go on [8.2, 9.1]
        return
    if b.storm and b.rounds == 1:
        b.assault = True
    elif not (yield from who_attacks(g, b)):
        return
    if not b.assault:
        yield from evasion(g, b)
        if b.over or not committed(g, b, b.attacker) or not committed(g, b, b.defender):
            return          # who is left sits inside: the garrison is the defender of the next round [9.1]
    extras = yield from options(g, b)
    yield from roll(g, b, extras)


def who_attacks(g, b):
    """Steps b, c, d; false if nobody fights this round."""
    asked = yield from shelter_and_choice(g, b)
    if b.over:
        return False
    if asked or b.rounds == 1:
        return True
    if (yield from g.ask(b.attacker, [('CONTINUE(no)', False), ('CONTINUE(yes)', True)])):
        return True
    if b.sortie or not (yield from g.ask(b.defender, [('COUNTER(no)', False), ('COUNTER(yes)', True)])):
        end_battle(g, b)
        return False
    b.attack, b.defend, b.attacker = b.defend, b.attack, b.defender
    yield from shelter_and_choice(g, b)
    return not b.over


def shelter_and_choice(g, b):
    """Steps b and c; true if the attacker was asked to assault, besiege or decline."""
    if g.city(b.defend) and b.defend not in g.siege:
        yield from shelter(g, b)
    if any(not u.out for u in g.outside(b.defend, b.defender)) and not (b.storm and own_siege(g, b.defend, b.attacker)):
        return False
    if not g.garrison(b.defend, b.defender):
        return False
    yield from city_choice(g, b)
    return True


def shelter(g, b):
    """SHELTER [9.1]."""
    h, side = b.defend, b.defender
    units = g.outside(h, side)
    room = g.garrison_limit(h) - len(g.garrison(h, side))
    if not units:
        return
    options = [('SHELTER(none)', 'none')]
    if len(units) <= room:
        options.append(('SHELTER(all)', 'all'))
    if len(units) >= 2 and room >= 1:
        options.append(('SHELTER(rows)', 'rows'))
    choice = yield from g.ask(side, options)
    if choice == 'none':
        return
    heads = [l for l in g.heads(h, side) if not l.inside]
    part = units
    if choice == 'rows':
        rows = g.rows(units)
        part = yield from pick_rows(g, side, rows, between(rows, 1, min(room, len(units) - 1)))
        heads = yield from ask_leaders(g, side, heads)
    for u in part:
        u.inside = True
    for l in heads:
        l.inside = True


def city_choice(g, b):
    """CITY_CHOICE [9]."""
    side = b.attacker
    options = []
    shut = g.unassailable(b.defend, b.defender)
    if not b.no_assault and not shut:
        options.append(('CITY_CHOICE(assault)', 'assault'))
    if b.defend not in g.siege and not shut and not g.outside(b.defend, b.defender) \
            and siege_strength(g, b) >= len(g.garrison(b.defend, b.defender)):
        options.append(('CITY_CHOICE(besiege)', 'besiege'))
    options.append(('CITY_CHOICE(decline)', 'decline'))
    choice = yield from g.ask(side, options)
    if choice == 'assault':
        b.assault = True
    elif choice == 'besiege':
        yield from besiege(g, b)
        end_battle(g, b)
    else:
        end_battle(g, b)


def besiegers(g, b, f):
    """SP of a force that may lay the siege [9.2]."""
    h, w = b.defend, g.w
    if f.hex != h:
        if h not in w.hexes[f.hex].near.values() or w.side_kind(f.hex, h, 'strait') or w.side_kind(f.hex, h, 'ferry'):
            return []
        if passable(g, f.hex, h, f.side) is None:
            return []
    return [u for u in fighting(g, b, f) if g.supply.ok(u) and may_stand(g, u, h) and u.type != 'P']


def siege_strength(g, b):
    return sum(len(besiegers(g, b, f)) for f in b.of(b.attacker))


def besiege(g, b):
    """BESIEGE_WITH [9.2]: forces by hex; together at least as many as the garrison."""
    side, h = b.attacker, b.defend
    need = len(g.garrison(h, b.defender))
    parts = [(f, besiegers(g, b, f)) for f in b.of(side)]
    parts = [(f, us) for f, us in parts if us]
    for k, (f, us) in enumerate(parts):
        later = sum(len(x) for _, x in parts[k + 1:])
        base = 'BESIEGE_WITH(%s,' % text_of_hex(f.hex)
        options = []
        if need - later <= 0:
            options.append((base + 'none)', 'none'))
        options.append((base + 'all)', 'all'))
        lo = max(1, need - later)
        if lo <= len(us) - 1:
            options.append((base + 'rows)', 'rows'))
        choice = yield from g.ask(side, options)
        if choice == 'none':
            continue
        heads = [l for l in g.heads(f.hex, side) if not l.inside and not l.out]
        part = us
        if choice == 'rows':
            rows = g.rows(us)
            part = yield from pick_rows(g, side, rows, between(rows, lo, len(us) - 1))
            heads = yield from ask_leaders(g, side, heads)
        need -= len(part)
        a = f.hex
        for u in part:
            g.put(u, h)
            u.out = True
        for l in heads:
            g.put_leader(l, h)
            l.out = True
        if a != h:
            g.settle(a)
    g.siege[h] = [side, 1]


def end_battle(g, b):
    """A battle ends: sheltered SP come out again unless there is a siege, a sortie goes in [9.1, 9.6]."""
    b.over = True
    for h in (b.attack, b.defend):
        back_inside(g, h)
        if h in g.siege:
            continue
        for u in g.garrison(h):
            u.inside = False
        for l in g.heads(h):
            l.inside = False


def back_inside(g, h):
    """SP that came out of a siege are inside again if it goes on."""
    came = [u for u in g.sp(h) if u.sortie]
    for u in came:
        u.sortie = False
        u.inside = h in g.siege
    if came and h in g.siege:
        for l in g.heads(h, came[0].side):
            l.inside = True


# -- evasion [8.7] ------------------------------------------------------------------------------------------------------
def evasion(g, b):
    for side in (b.attacker, b.defender):
        for f in b.of(side):
            for n, t, _ in g.rows(fighting(g, b, f)):
                if t in ('CC', 'P'):
                    yield from evade(g, b, f, n, t)
    check_over(g, b)


def evade(g, b, f, nation, kind):
    side = f.side
    row = [u for u in fighting(g, b, f) if u.nation == nation and u.type == kind]
    theirs = horse(committed(g, b, other(side)))
    if kind == 'CC':
        if (b.sortie and side == b.author) or theirs > horse(committed(g, b, side)):
            return
    elif side != b.defender or (terrain_of(g, f.hex) == 'clear' and theirs):
        return
    goals = [n for n in near_goals(g, side, row[0].colour, f.hex) if evade_ok(g, row[0], n)]
    base = 'EVADE(%s,%s,%s,' % (text_of_hex(f.hex), nation, kind)
    options = [(base + 'stay)', None)] + [(base + text_of_hex(n) + ')', n) for n in goals]
    n = yield from g.ask(side, options)
    if n is not None:
        enter(g, row, [], f.hex, n)
        if not g.sp(f.hex, side):
            for l in g.heads(f.hex, side):
                g.displace(l)
            yield from advance(g, b, f.hex, side)       # whichever hex of the battle it is [8.7, 8.10]


def terrain_of(g, h):
    t = g.w.hexes[h].terrain
    return 'clear' if g.winter and t in ('swamp', 'lake') else t


def near_goals(g, side, colour, h):
    d = distances(g, side, colour)
    return [n for n in ways(g, side, h) if d.get(n, FAR) <= d.get(h, FAR)]


def evade_ok(g, u, n):
    if u.type != 'P':
        return True
    return g.at_home(u, n) and not g.sp(n) and not g.heads(n, u.side)      # nor leaders of its own [0, 7.3]


def is_held(g, b):
    """Does each side hold its hex of the battle, by a fighting force or a garrison that goes on as the defender [8.2, 9.1]?"""
    for side in SIDES:
        if not any(fighting(g, b, f) for f in b.of(side) if f.hex == b.home(side)):
            if not any(not u.out for u in g.garrison(b.home(side), side)) or b.home(side) in g.siege:
                return False
    return True


def check_over(g, b):
    """A battle is over when one of its two hexes has no fighting force [8.2]."""
    if not b.over and not is_held(g, b):
        end_battle(g, b)


# -- optional rules [11] ------------------------------------------------------------------------------------------------
class Extras:
    """What the options of a round give."""

    def __init__(self):
        self.bonus = {s: 0 for s in SIDES}
        self.charge, self.guard = set(), False


def options(g, b):
    x = Extras()
    on = g.options
    if 'rear_maneuver' in on and b.rounds == 1 and not b.assault and not b.sortie and b.attacker == 'france' \
            and not g.rear_tried:
        yield from rear(g, b)
    if b.rear == b.rounds:
        x.bonus['france'] += 1
    for side in (b.attacker, b.defender):
        units = committed(g, b, side)
        if 'cavalry_charge' in on and not b.assault and horse(units):
            if (yield from g.ask(side, [('CHARGE(no)', False), ('CHARGE(yes)', True)])):
                x.charge.add(side)
                x.bonus[side] += 1
        if side == 'france' and 'imperial_guard' in on and side not in x.charge and any(is_guard(u) for u in units):
            x.guard = yield from g.ask(side, [('GUARD(no)', False), ('GUARD(yes)', True)])
    return x


def rear(g, b):
    """REAR [11]: a force next to the defender and far from the attack hex joins the attacker."""
    side, busy = b.attacker, committed_hexes(g)
    goals = []
    for h in g.w.neighbours(b.defend):
        if h == b.attack or h in g.w.hexes[b.attack].near.values() or (side, h) in busy:
            continue
        units = [u for u in g.outside(h, side) if not u.out]        # who is out of combat is no part of the force [8.1]
        heads = [l for l in g.heads(h, side) if not l.inside and not l.out]
        if not units or not heads or h in g.siege or not all(may_stand(g, u, b.attack) for u in g.sp(h, side)):
            continue
        if any(u.type in ('P', 'CT') for u in g.sp(h, side)):
            continue
        goals.append(h)
    if not goals:
        return
    h = yield from g.ask(side, [('REAR(no)', None)] + [('REAR(%s)' % text_of_hex(h), h) for h in goals])
    if h is None:
        return
    g.rear_tried = True
    units, heads = [u for u in g.outside(h, side) if not u.out], [l for l in g.heads(h, side) if not l.inside and not l.out]
    against = any(l.id == 'wellington' for f in b.of(b.defender) for l in heads_of(g, b, f))
    if g.dice.d6() + max(l.rating for l in heads) - (3 if against else 0) >= 5:
        for u in units:
            g.put(u, b.attack)
        for l in heads:
            g.put_leader(l, b.attack)
        g.settle(h)
        b.rear = b.rounds


# -- the roll [8.3 - 8.6] -----------------------------------------------------------------------------------------------
def quarters(g, b, u):
    if b.assault and u.side == b.defender:
        return 8
    if u.side == b.attacker and not g.supply.ok(u):
        return 2
    return 4


def morale_of(g, u):
    d = g.w.nations[u.nation]
    bonus = d.get('area4_morale')
    if bonus and u.type in bonus['types'] and g.w.hexes[u.hex].area == 4:
        return bonus['value']
    return max(0, d['morale'][u.type] - g.morale_malus(u.nation))


def base_morale(g, b, units):
    """Value shared by most; tie: the lower [8.4]."""
    count = {}
    for u in units:
        m = morale_of(g, u)
        count[m] = count.get(m, 0) + 1
    best = min(count, key=lambda m: (-count[m], m))
    if b.assault and units[0].side == b.defender:
        best = max(best, 1)
    return best


def leader_bonus(g, b, side):
    """Best leader of the main force and of the main colours [8.4]."""
    forces = [(len(fighting(g, b, f)), f) for f in b.of(side)]
    most = max(n for n, _ in forces)
    units = committed(g, b, side)
    count = {}
    for u in units:
        count[u.colour] = count.get(u.colour, 0) + 1
    colours = {c for c in count if count[c] == max(count.values())}
    best = 0
    for n, f in forces:
        if n == most:
            best = max([best] + [l.rating for l in heads_of(g, b, f) if l.colour in colours])
    return best


def drm(g, b):
    """Terrain and entrenchment for the defender of the round [8.5]."""
    if b.assault:
        return 0
    best = g.w.terrain_drm(b.defend, g.winter)
    if b.attack != b.defend and g.w.side_kind(b.attack, b.defend, 'river'):
        best = max(best, g.w.tables['terrain']['rows']['river_hexside']['drm'])
    return best + (b.defend in g.trench[b.defender])


def row_of(larger, smaller):
    if larger >= 4 * smaller:
        return '4:1'
    if larger >= 2 * smaller:
        return '2:1'
    return '3:2' if 2 * larger >= 3 * smaller else '1:1'


def loss_column(g, n):
    for k, (lo, hi) in enumerate(g.w.tables['land_loss']['column_bounds']):
        if lo <= n <= hi:
            return k
    raise AssertionError(n)


def nominal(g, code, n):
    """SP a result code costs; None for '-' [8.6]."""
    if code == '-':
        return None
    if code == '1':
        return 1
    row = 'D2/D3' if code in ('D2', 'D3') else code
    return g.w.tables['land_loss']['rows'][row][loss_column(g, n)]


def roll(g, b, extras):
    """Step g."""
    parts = {s: committed(g, b, s) for s in SIDES}
    strength = {s: sum(quarters(g, b, u) for u in parts[s]) for s in SIDES}
    big = b.attacker if strength[b.attacker] >= strength[b.defender] else b.defender
    small = other(big)
    b.base = {s: base_morale(g, b, parts[s]) for s in SIDES}
    value = {}
    for s in SIDES:
        morale = 3 if extras.guard and s == 'france' else max(0, b.base[s] - b.lost[s])
        value[s] = morale + leader_bonus(g, b, s) + extras.bonus[s]
    value[b.defender] += drm(g, b)
    g.note_fighters(b)
    dice = g.dice.d6() + g.dice.d6()
    m = max(-4, min(4, value[big] - value[small]))
    cell = g.w.tables['land_combat']['rows'][row_of(strength[big], strength[small])][max(2, min(12, dice + m)) - 2]
    codes = dict(zip((big, small), cell.split('/')))
    hit = {s: nominal(g, codes[s], len(parts[small])) for s in SIDES}
    for s in SIDES:
        if hit[s] is None:
            hit[s] = 1 if hit[other(s)] > 1 else 0
        if codes[s][0] == 'D':
            b.lost[s] += int(codes[s][1])
            if extras.guard and s == 'france':
                b.lost[s] = max(b.lost[s], b.base[s])
    for s in (big, small):
        first = None
        if extras.guard and s == 'france':
            first = is_guard
        elif s in extras.charge:
            first = is_cavalry
        yield from lose(g, s, parts[s], hit[s], hit[s] > 1, first, lambda u: fallen(g, u, b))
    yield from after_losses(g, b)


def fallen(g, unit, b=None):
    """An SP dies in battle; leaders left without SP flee [8.6]. The last besieger in an assault does not lift the siege before the
    garrison has lost its own [9.5]."""
    h, side = unit.hex, unit.side
    if b is not None and b.assault and side == b.attacker and h == b.defend:
        g.drop(unit)
    else:
        kill(g, unit)
    if not g.sp(h, side):
        for l in g.heads(h, side):
            g.displace(l)


def after_losses(g, b):
    """Surrender of an assaulted garrison; hexes emptied by losses are entered at once [8.2]."""
    if b.assault and g.garrison(b.defend, b.defender) and b.base[b.defender] <= b.lost[b.defender]:
        inside = g.garrison(b.defend, b.defender)
        surrender(g, inside, [l for l in g.heads(b.defend, b.defender) if l.inside])
        g.control[g.city(b.defend)] = b.attacker
    g.settle(b.defend)
    empty = cleared(g, b, (g.side, other(g.side)))
    if not b.assault and is_held(g, b):     # who must withdraw from a battle that goes on follows nobody [8.8, reading 126]
        b.must_go = broken(b)
    yield from entered(g, b, empty)
    b.must_go = set()
    check_over(g, b)


def broken(b):
    """Sides whose morale is 0 after the roll."""
    return {side for side in SIDES if b.base[side] - b.lost[side] <= 0}


def cleared(g, b, sides):
    """Forces whose hex losses have emptied leave the battle; not those whose hex is empty because they advanced."""
    found = [f for side in sides for f in b.of(side) if not g.sp(f.hex, side)]
    for f in found:
        b.forces.remove(f)
    return found


def entered(g, b, empty):
    """Such hexes are entered at once."""
    for f in empty:
        yield from advance(g, b, f.hex, f.side)


# -- withdrawals and joins ----------------------------------------------------------------------------------------------
def compulsory(g, b):
    """Step h [8.8]."""
    if b.over or not b.base:
        return
    b.must_go = set() if b.assault else broken(b)
    for side in (g.side, other(g.side)):
        if b.base[side] - b.lost[side] > 0:
            continue
        if b.assault:
            if side == b.attacker:
                b.no_assault = True
            continue
        units = committed(g, b, side)
        if not units:
            continue
        looked_at = False
        for f in b.of(side):
            if not looked_at and not any(u.sortie for u in fighting(g, b, f)):
                looked_at = True        # by the first who retreats; a sortie goes back inside and owes nothing
                units = committed(g, b, side)
                yield from bill(g, b, side, units, units)
                yield from entered(g, b, cleared(g, b, [side]))     # by that SP, as by losses
            if f in b.forces:
                yield from withdraw(g, b, f)
    b.must_go = set()
    check_over(g, b)


def bill(g, b, side, force, pool):
    """The SP lost by a withdrawing force with fewer cavalry, once per side and round [8.8]."""
    if side in b.bill or all(u.sortie for u in force):
        return
    if horse(force) < horse(committed(g, b, other(side))):
        b.bill.add(side)
        yield from lose(g, side, pool, 1, strike=lambda u: fallen(g, u))


def withdraw(g, b, f):
    """A force leaves the battle; what it vacates is entered at once."""
    units, h = fighting(g, b, f), f.hex
    if any(u.sortie for u in units):
        back_inside(g, h)
        return
    heads = heads_of(g, b, f)
    if units:
        yield from retreat(g, f.side, units, heads)
    if f in b.forces and not g.sp(h, f.side):
        b.forces.remove(f)  # it has left the battle, and its hex is not emptied a second time
    yield from advance(g, b, h, f.side)


def voluntary(g, b):
    """Step i: withdrawals and use 1 [8.8, 8.9]."""
    if b.over or not b.base:
        return
    for side in (g.side, other(g.side)):
        for f in b.of(side):
            if b.over:
                return
            units = fighting(g, b, f)
            if not units or (b.assault and side == b.defender):
                continue
            base = 'WITHDRAW(%s,' % text_of_hex(f.hex)
            choices = [(base + 'stay)', ('stay', None)), (base + 'go)', ('go', None))]
            choices += [(base + 'join,%d)' % x.number, ('join', x)) for x in join_targets(g, side, f.hex, units, b)]
            what, target = yield from g.ask(side, choices)
            if what == 'go':
                yield from bill(g, b, side, units, units)
                yield from withdraw(g, b, f)
            elif what == 'join':
                yield from use_one(g, b, f, target, units)
            check_over(g, b)


def use_one(g, b, f, target, units):
    """A committed force tries to join another battle [8.9]."""
    f.tried = True
    h = f.hex
    heads = heads_of(g, b, f)
    goal = yield from join_hex(g, f.side, h, units, target)
    if join_roll(g, heads):
        b.forces.remove(f)
        place_joiner(g, f.side, units, heads, h, goal, target)
        if goal == h and h == b.home(f.side):
            end_battle(g, b)        # a hex belongs to one battle: who shelters in it is out of the old one, too [8.1, reading 60]
        yield from advance(g, b, h, f.side)


def join_roll(g, heads):
    return g.dice.d6() + max([0] + [l.rating for l in heads]) >= 5


def near(g, a, h):
    return a == h or h in g.w.hexes[a].near.values()


def enemy_near(g, target, side, h):
    """Is an enemy SP committed to the battle next to a hex?"""
    return any(near(g, h, f.hex) and fighting(g, target, f) for f in target.of(other(side)))


def shift_goals(g, side, h, units, target):
    """Hexes where a joiner that must shift could go [8.9]."""
    if any(u.type in ('P', 'CT') for u in units) or h in g.siege:
        return []
    found = []
    for n in g.w.neighbours(h):
        if passable(g, h, n, side) is None or g.enemy_sp(n, side) or not enemy_near(g, target, side, n):
            continue
        own = g.sp(n, side)
        if own and not any(f.hex == n and fighting(g, target, f) for f in target.of(side)):
            continue
        if any(u.out or u.inside or u.type == 'P' for u in own) or any(not may_stand(g, u, n) for u in units):
            continue
        found.append(n)
    return found


def join_targets(g, side, h, units, own=None):
    """Battles that a force could try to join."""
    if own is not None and own.lost[side]:
        return []
    found = []
    for b in g.battles:
        if b is own or b.over or (b.assault and side == b.defender):
            continue
        if not any(near(g, h, f.hex) and fighting(g, b, f) for f in b.forces):
            continue
        if enemy_near(g, b, side, h) or shift_goals(g, side, h, units, b):
            found.append(b)
    return found


def join_hex(g, side, h, units, target):
    """Where the joiner will stand: where it is if an enemy is next to it [8.9]."""
    if enemy_near(g, target, side, h):
        return h
    goals = shift_goals(g, side, h, units, target)
    return (yield from g.ask(side, [('JOIN_HEX(%s)' % text_of_hex(n), n) for n in goals]))


def place_joiner(g, side, units, heads, h, goal, target):
    """The joiner counts from the next round; a big one restores morale [8.9]."""
    before = len(committed(g, target, side))
    if goal != h:
        for u in units:
            g.put(u, goal)
        for l in heads:
            g.put_leader(l, goal)
        g.settle(h)
        g.settle(goal)  # enemy leaders alone there make room [7.4]
    if not any(f.side == side and f.hex == goal for f in target.forces):
        target.forces.append(Force(side, goal))
        target.forces[-1].new = True
    if target.lost[side] and len(units) >= before:
        target.lost[side] = 0


def use_two(g):
    """Step j: uncommitted forces [8.9]."""
    for side in (g.side, other(g.side)):
        for h in g.hexes_of(side):
            if (side, h) in committed_hexes(g):
                continue
            inside = own_siege(g, h, other(side))
            units = [u for u in g.sp(h, side) if u.inside == inside and not u.out]
            if not units:
                continue
            targets = join_targets(g, side, h, units)
            if inside:
                targets = [b for b in targets if b.defend == h and b.attacker == side and not b.sortie and not b.storm]
            options = [('JOIN(%s,no)' % text_of_hex(h), None)]
            options += [('JOIN(%s,%d)' % (text_of_hex(h), b.number), b) for b in targets]
            b = yield from g.ask(side, options)
            if b is None:
                continue
            heads = [l for l in g.heads(h, side) if l.inside == inside and not l.out]
            goal = yield from join_hex(g, side, h, units, b)
            if join_roll(g, heads):
                if inside:
                    for u in units:
                        u.inside, u.sortie = False, True
                    for l in heads:
                        l.inside = False
                place_joiner(g, side, units, heads, h, goal, b)


def combat(g, side):
    """Step 6."""
    for u in g.units:
        u.out = False
    for l in g.leaders.values():
        l.out = False
    g.battles, g.round, g.scored, g.fighters, g.rear_tried, g.in_combat = [], 0, set(), [], False, True
    g.snapshot = {}
    for s in SIDES:
        for h in g.hexes_of(s):
            g.snapshot[s, h] = len(g.sp(h, s))
    g.napoleon = g.leaders['napoleon'].hex
    g.supply = Supply(g)
    yield from declare(g, side)
    while any(not b.over for b in g.battles):
        g.round += 1
        g.supply = Supply(g)
        for b in g.battles:
            if not b.over:
                yield from fight(g, b)
        for b in g.battles:
            yield from compulsory(g, b)
        for b in g.battles:
            yield from voluntary(g, b)
        yield from use_two(g)
    yield from end_of_combat(g, side)


# -- end of the phase [10] ----------------------------------------------------------------------------------------------
def end_of_combat(g, side):
    for b in g.battles:
        end_battle(g, b)
    casualties(g)
    siege_rolls(g, side)
    control(g)
    yield from strength_check(g, g.supply)
    g.battles, g.round, g.in_combat = [], 0, False
    for u in g.units:
        u.out = False
    for l in g.leaders.values():
        l.out = False
    yield from g.after_combat()


def casualties(g):
    for l in sorted(g.fighters, key=lambda l: l.order):
        if not l.named or l.away == 'captured':
            continue
        if g.dice.d6() + g.dice.d6() != 12:
            continue
        die = g.dice.d6()
        h, inside = l.hex, l.inside
        if die == 6 and not g.immortal(l):
            g.drop_leader(l, 'dead')
        else:
            g.drop_leader(l, 'injured', die)
        if h is not None:
            replace(g, l, h, inside)


def replace(g, l, h, inside):
    """An unnamed leader of his nation, or colour for satellites, takes his place [10]."""
    for x in g.leaders.values():
        if x.named or x.hex is not None or x.away in ('captured', 'aboard', 'ireland', 'from ireland'):
            continue
        if x.d.get('satellite'):
            fits = not g.w.major(l.d['nation']) and x.d['colour'] == l.colour
        else:
            fits = x.d['nation'] == l.d['nation']
        if fits:
            x.side, x.colour = l.side, l.colour
            g.put_leader(x, h, inside)
            return


def siege_rolls(g, side):
    for h in sorted(g.siege):
        if g.siege[h][0] != side:
            continue
        if g.dice.d6() <= g.siege[h][1]:
            foe = other(side)
            surrender(g, g.garrison(h, foe), [l for l in g.heads(h, foe) if l.inside])


def control(g):
    """City control [7.6]."""
    for h, us in g.at.items():
        if us and g.city(h) and h not in g.siege:
            sides = {u.side for u in us}
            if len(sides) == 1 and sides <= set(SIDES) and g.takes_control(h, *sides):
                g.control[g.city(h)] = sides.pop()


def strength_check(g, supply):
    """Besiegers too weak retreat [9.4]."""
    for h in sorted(g.siege):
        if h not in g.siege:
            continue
        side = g.siege[h][0]
        own = g.outside(h, side)
        if sum(1 for u in own if supply.ok(u)) >= len(g.garrison(h, other(side))) \
                and not g.unassailable(h, other(side)):
            continue
        yield from retreat(g, side, own, [l for l in g.heads(h, side) if not l.inside])


__all__ = ['combat', 'score', 'strength_check', 'control']

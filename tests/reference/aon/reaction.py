"""Withdrawal and interception [12.5, 12.6]."""
from attrition import cossacks, suffer, terrain_causes
from deploy import stands_in_neutral, violate
from game import move
from world import other

FORCED = 'forced_march'


# -- withdrawal -------------------------------------------------------------------------------------------------------
def withdrawers(g, m, corps):
    """Corps that may withdraw once more in this move [12.5.6, 13.1.3]."""
    limit = g.leader_mr(corps) - int(g.winter())
    return [x for x in corps if x not in g.fought and m.withdrawals.get(x, 0) < limit]


def exits(g, m, seat, x):
    """Areas one corps may withdraw to by land [12.5.1]."""
    return [a for a in g.near(m.area, seat) if a != m.came and g.free_of(a, m.seat) and g.may_stand(x, a)]


def common(g, m, seat, corps):
    found = None
    for x in corps:
        ways = exits(g, m, seat, x)
        found = ways if found is None else [a for a in found if a in ways]
    return found or []


def can_complete(g, m, seat, chosen, rest):
    """Can the corps chosen so far still become a legal group with some of the rest?"""
    pools = [(chosen, common(g, m, seat, chosen))] if chosen else []
    if chosen and not pools[0][1]:
        return False
    ways = pools[0][1] if chosen else [a for x in rest for a in exits(g, m, seat, x)]
    for a in ways:
        fit = [x for x in rest if a in exits(g, m, seat, x)]
        if not chosen and not fit:
            continue
        best = max(g.rating(x, 'sr') for x in chosen + fit)
        if max(1, len(chosen)) <= best and (len(chosen) <= senior(g, chosen) or len(chosen) + 1 <= best):
            return True
    return False


def senior(g, corps):
    return max((g.rating(x, 'sr') for x in corps), default=0)


def withdrawal(g, m):
    """The seat in the way may leave [12.5]."""
    seat = other(m.seat)
    corps = g.at(m.area, seat)
    need = m.against(g)
    forced = g.leader_mr(corps) < need
    if g.leader_mr(corps) + 1 < need or (forced and FORCED not in g.hands[seat]):
        return
    pool = withdrawers(g, m, corps)
    by_sea = [(x, a) for x in pool for a in g.sea_homes(x, m.area)] if not g.sea_withdrawal_used else []
    if not by_sea and not any(exits(g, m, seat, x) for x in pool):
        return
    if not (yield from g.ask(seat, [('withdraw(no)', False), ('withdraw(yes)', True)])):
        return
    if forced:
        g.take_from_hand(seat, FORCED)
    sailed = None
    if by_sea:
        sailed = yield from sail(g, m, seat, by_sea, pool, forced)
        pool = [x for x in pool if x != sailed]
    yield from leave(g, m, seat, pool, sailed, forced)


def sail(g, m, seat, options, pool, forced):
    """One Coalition corps leaves by sea [12.5.3]."""
    rows = [('sea_retreat(%s,%s)' % (x, a), (x, a)) for x, a in options]
    if any(exits(g, m, seat, x) for x in pool):
        rows.append(('sea_retreat(no)', None))
    choice = yield from g.ask(seat, rows)
    if choice is None:
        return None
    x, a = choice
    g.sea_withdrawal_used = True
    yield from withdraw_to(g, m, seat, [x], a, forced)
    return x


def leave(g, m, seat, pool, sailed, forced):
    """The group that leaves by land."""
    chosen = []
    for i, x in enumerate(pool):
        rest = pool[i + 1:]
        options = []
        if can_complete(g, m, seat, chosen + [x], rest):
            options.append(('corps_take(%s)' % x, True))
        if (sailed and not chosen) or can_complete(g, m, seat, chosen, rest):
            options.append(('corps_leave(%s)' % x, False))
        if (yield from g.ask(seat, options)):
            chosen.append(x)
    if not chosen:
        return
    area = yield from g.ask(seat, [move('area', a) for a in common(g, m, seat, chosen)])
    yield from withdraw_to(g, m, seat, chosen, area, forced)


def withdraw_to(g, m, seat, corps, area, forced):
    for x in corps:
        m.withdrawals[x] = m.withdrawals.get(x, 0) + 1
        m.withdrew.add((x, m.area))
        g.moved.add(x)
        g.place[x] = area
    g.checks()
    extra = yield from cossacks(g, seat, area)
    yield from suffer(g, seat, corps, area, terrain_causes(g, area, forced, reaction=True) + extra)
    left = [x for x in corps if g.place[x] == area]
    if left and stands_in_neutral(g, seat, area, left):
        yield from violate(g, seat, g.country(area))


# -- interception -----------------------------------------------------------------------------------------------------
class Joined:
    """Who has come in: interceptors, and those who help the moving army."""

    def __init__(self):
        self.corps, self.helpers = [], []
        self.ratings = []


def tag(g, area, target):
    """The army that a group intercepting from an area is in a battle: three from one area are told apart, the moving ones
    among them; what comes later counts with the last [B6]."""
    used = {g.tags[x][2] for x in g.at(target) if x in g.tags}
    number = next((k for k in (0, 1) if (area, k) not in used), 2)
    return (area, number)


def ready(g, m, area, seat, helper):
    """Corps of an area that could be sent into the army's area."""
    target = m.area
    found = []
    for x in g.at(area, seat):
        if x in g.fought or x in m.refused or (x, target) in m.withdrew or not g.may_stand(x, target):
            continue
        if helper and x in g.moved:
            continue
        found.append(x)
    return found


def sources(g, m, seat, need, helper):
    """Areas from which the seat may intercept, and whether it takes a Forced March [12.6.1, 12.6.2]."""
    found = {}
    if not g.free[seat] and not g.hands[seat]:
        return found
    for a in g.near(m.area, seat):
        if g.has(a, other(seat)) or not ready(g, m, a, seat, helper):
            continue
        rating = g.leader_mr(g.at(a, seat))
        if rating >= need or (rating + 1 >= need and FORCED in g.hands[seat]):
            found[a] = rating < need
    return found


def one_side(g, m, joined, seat, need, helper):
    """Armies of one seat come in one after the other [12.6.3, 12.6.5]."""
    while True:
        if not helper:
            need = m.against(g)
        pool = sources(g, m, seat, need, helper)
        options = [move('intercept', a) for a in sorted(pool, key=g.w.area_order.get)] + [('intercept(no)', None)]
        area = yield from g.ask(seat, options)
        if area is None:
            return
        yield from send(g, m, joined, seat, area, pool[area], helper)


def send(g, m, joined, seat, area, must_force, helper):
    """One army is formed, paid, perhaps called off, and suffers on the way [12.6.8]."""
    from march import members, pay
    pool = ready(g, m, area, seat, helper)
    leader = yield from g.ask(seat, [move('corps_take', x) for x in pool])
    corps = [leader]
    yield from members(g, seat, corps, pool, leader)
    corps = g.w.by_order(corps)
    forced = yield from pay(g, seat, True, must_force)
    if leader != g.w.napoleon and (yield from g.window(other(seat), 'enemy_interception_declared')):
        m.refused.update(corps)
        g.moved.update(corps)
        return
    army = tag(g, area, m.area)
    for x in corps:
        g.place[x] = m.area
        g.tags[x] = ('intercept', area, army)
    g.moved.update(corps)
    g.checks()
    extra = yield from cossacks(g, seat, m.area)
    yield from suffer(g, seat, corps, m.area, terrain_causes(g, m.area, forced, reaction=True) + extra)
    left = [x for x in corps if g.place[x] == m.area]
    (joined.helpers if helper else joined.corps).extend(left)
    if leader in left:
        joined.ratings.append(g.rating(leader, 'mr') + int(forced))
    elif left:
        joined.ratings.append(g.leader_mr(left))


def interception(g, m, rearguard):
    """Interception, counter-interception, and the roles. The value tells who came, or is None."""
    seat = other(m.seat)
    joined = Joined()
    yield from one_side(g, m, joined, seat, 0, False)
    if not joined.corps:
        return None
    need = max(joined.ratings)
    yield from one_side(g, m, joined, m.seat, need, True)
    if rearguard:
        return joined
    if any(not g.may_attack(x, m.area) for x in joined.corps):
        g.pending[m.area] = m.seat
    else:
        g.pending[m.area] = yield from g.ask(seat, [('attack', seat), ('defend', m.seat)])
    return joined

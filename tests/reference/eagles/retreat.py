"""Withdrawals and advances [8.8, 8.10]."""
import heapq

from choices import ask_leaders, between, kill, lose, pick_rows
from land import foes, home_bound, may_stand, passable
from supply import sources
from world import CAVALRY, COLOURS, other, text_of_hex


def distances(g, side, colour):
    """Cheapest MP from any own source of the colour; SP of both sides are ignored [8.8]."""
    heap, done = [(0, h) for h in sorted(sources(g, side, colour))], {}
    heapq.heapify(heap)
    while heap:
        mp, h = heapq.heappop(heap)
        if h in done:
            continue
        done[h] = mp
        for n in g.w.hexes[h].near.values():
            if n in done or not g.open_to(n, side):
                continue
            c = g.w.cost(h, n, g.winter)
            if c is not None:
                heapq.heappush(heap, (mp + c, n))
    return done


FAR = 10 ** 6


def ways(g, side, h):
    """Hexes next to h that may be entered, free of enemies."""
    found = []
    for n in g.w.neighbours(h):
        if passable(g, h, n, side) is None or g.own_partisan(n, side):
            continue
        if foes(g, n, side):
            continue
        found.append(n)
    return found


def near_ways(g, side, colour, h):
    """Those of them that are not farther from supply."""
    d = distances(g, side, colour)
    here = d.get(h)
    if here is None:        # a hex that is shut behind those who leave it, as a conquered capital: by its neighbours
        costs = [d[n] + g.w.cost(n, h, g.winter) for n in g.w.neighbours(h) if n in d and g.w.cost(n, h, g.winter) is not None]
        here = min(costs, default=FAR)
    return [n for n in ways(g, side, h) if d.get(n, FAR) <= here]


def may_retreat_to(g, u, h):
    """P and M stay at home, P stands alone, CT never goes [8.8]."""
    if u.type == 'CT' or home_bound(g, u, h):
        return False
    return u.type != 'P' or not g.sp(h) and not g.heads(h, u.side)     # nor to leaders of its own [0, 7.3]


def retreat(g, side, units, leaders):
    """A force leaves its hex: colour by colour [8.8]."""
    h = units[0].hex if units else None
    for u in [u for u in units if u.type == 'CT']:
        g.drop(u)
    units = [u for u in units if u.hex is not None]
    if not units:
        if h is not None:
            if not g.sp(h, side):
                for l in leaders:
                    g.displace(l)
            g.settle(h)
        return
    colours = [c for c in COLOURS if any(u.colour == c for u in units)]
    for k, c in enumerate(colours):
        stack = [u for u in units if u.colour == c and u.hex is not None]
        # leaders go with their colour, others with the first; whose troops died on their way through enemies, with the next
        heads = [l for l in leaders if l.hex == h and (l.colour == c or l.colour not in colours[k:])]
        if stack:
            yield from retreat_stack(g, side, c, stack, heads)


def retreat_stack(g, side, colour, units, leaders):
    h = units[0].hex
    goals = near_ways(g, side, colour, h) or ways(g, side, h)
    if not goals:
        yield from break_through(g, side, units, leaders)
        return
    while units or leaders:
        options = []
        for k, n in enumerate(goals):
            options.append(('RETREAT(%s,all)' % text_of_hex(n), (k, True)))
            if k + 1 < len(goals) and sum(1 for u in units if may_retreat_to(g, u, n)) >= 1 and len(units) >= 2:
                options.append(('RETREAT(%s,part)' % text_of_hex(n), (k, False)))
        k, whole = yield from g.ask(side, options)
        part, heads = units, leaders
        if not whole:
            rows = g.rows([u for u in units if may_retreat_to(g, u, goals[k])])
            part = yield from pick_rows(g, side, rows, between(rows, 1, len(units) - 1))
            heads = yield from ask_leaders(g, side, leaders)
        go(g, part, heads, h, goals[k])
        units = [u for u in units if u not in part]
        leaders = [l for l in leaders if l not in heads]
        goals = goals[k + 1:]


def go(g, units, leaders, a, b):
    for u in units:
        if may_retreat_to(g, u, b):
            g.put(u, b)
            u.out = g.in_combat
        else:
            g.drop(u)
    for l in leaders:
        g.put_leader(l, b)
        l.out = g.in_combat
    g.settle(a)
    g.settle(b)


def reach_free(g, side, h, used, left):
    """Can a free hex be reached from an enemy hex, entering at most `left` more of them?"""
    if ways_on(g, side, h, used):
        return True
    if not left:
        return False
    return any(reach_free(g, side, n, used | {n}, left - 1) for n in enemy_ways(g, side, h, used))


def ways_on(g, side, h, used):
    return [n for n in g.w.neighbours(h) if n not in used and passable(g, h, n, side) is not None
            and not g.own_partisan(n, side) and not g.enemy_sp(n, side)]


def enemy_ways(g, side, h, used):
    return [n for n in g.w.neighbours(h) if n not in used and passable(g, h, n, side) is not None and g.enemy_sp(n, side)]


def break_through(g, side, units, leaders):
    """No free way: through enemy hexes, an SP for each, or surrender [8.8]. The SP stand where they were until they reach a
    free hex."""
    start = at = units[0].hex
    used, left = {at}, 3
    while True:
        free = ways_on(g, side, at, used)
        goals = free or [n for n in enemy_ways(g, side, at, used)
                         if left and reach_free(g, side, n, used | {n}, left - 1)]
        if not goals:
            surrender(g, units, leaders)
            return
        n = yield from g.ask(side, [('RETREAT(%s,all)' % text_of_hex(t), t) for t in goals])
        if free:
            go(g, units, leaders, start, n)
            return
        at, used, left = n, used | {n}, left - 1
        yield from lose(g, side, units, 1)
        units = [u for u in units if u.hex is not None]
        leaders = [l for l in leaders if l.hex == start]
        if not units:
            if not g.sp(start, side):       # who was the last pays with his life, and leaves leaders without troops [8.6]
                for l in leaders:
                    g.displace(l)
                g.settle(start)
            return


def surrender(g, units, leaders):
    """SP are eliminated, leaders captured [8.8, 9.7]."""
    places = {u.hex for u in units}
    for l in leaders:
        g.drop_leader(l, 'captured', g.captivity)
    for u in units:
        g.drop(u, g.jail)
    for h in sorted(places):
        g.settle(h)


def score(g, side, h):
    """Victory points for entering a hex after battle [4]."""
    if h in g.scored or g.snapshot.get((other(side), h), 0) < 5:
        return
    g.scored.add(h)
    g.entered(side, side == 'coalition' and g.napoleon == h)
    g.vp[side] += 1
    if side == 'coalition' and g.napoleon == h:
        g.vp[side] += 2


def vacated(g, h, side):
    """No SP of the side left there, neither outside nor in the city."""
    return not g.sp(h, side)


def advance(g, battle, h, loser):
    """Each opposing committed force next to a vacated hex may move in [8.10]."""
    if not vacated(g, h, loser):
        return
    side = other(loser)
    if side in battle.must_go:      # where both must withdraw nobody follows [8.8, reading 126]
        return
    assaulted = battle.assault and side == battle.attacker
    there = [u for f in battle.forces if f.side == side and f.hex == h for u in g.fighting(battle, f)]
    if any(assaulted or g.supply.ok(u) for u in there):     # a garrison that sallied enters nothing [4, reading 123]
        score(g, side, h)
    for f in sorted((f for f in battle.forces if f.side == side), key=lambda f: f.hex):
        yield from advance_force(g, battle, f, h)


def can_advance(g, u, h):
    return g.supply.ok(u) and may_stand(g, u, h) and not (u.type == 'P' and (g.sp(h) or g.heads(h, u.side)))


def advance_force(g, battle, f, h):
    w, side = g.w, f.side
    if f.hex == h or h not in w.hexes[f.hex].near.values():
        return
    if w.side_kind(f.hex, h, 'strait'):
        return
    if passable(g, f.hex, h, side) is None or g.own_partisan(h, side) or foes(g, h, side):
        return
    force = g.fighting(battle, f)
    units = [u for u in force if can_advance(g, u, h)]
    if not units:
        return
    leaders = g.heads_of(battle, f)
    rows = g.rows(units)
    horse = [u for u in units if u.type in CAVALRY]
    options = ['none', 'all']
    if horse and len(horse) < len(units):
        options.append('cavalry')
    if len(units) >= 2:
        options += ['all_but_one', 'rows']
    base = 'ADVANCE(%s,%s,' % (text_of_hex(f.hex), text_of_hex(h))
    choice = yield from g.ask(side, [(base + o + ')', o) for o in options])
    if choice == 'none':
        return
    heads = leaders
    if choice == 'all':
        part = units
    elif choice == 'all_but_one':
        part = [u for k, r in enumerate(rows) for u in (r[2][1:] if k == len(rows) - 1 else r[2])]
    else:
        part = horse
        if choice == 'rows':
            part = yield from pick_rows(g, side, rows, between(rows, 1, len(units) - 1))
        heads = yield from ask_leaders(g, side, leaders)
    enter(g, part, heads, f.hex, h)
    score(g, side, h)


def enter(g, units, leaders, a, b):
    """SP and leaders move in and are out of combat from now on."""
    for u in units:
        g.put(u, b)
        u.out = True
    for l in leaders:
        g.put_leader(l, b)
        l.out = True
    g.settle(a)
    g.settle(b)


__all__ = ['advance', 'enter', 'retreat', 'surrender', 'score', 'kill']

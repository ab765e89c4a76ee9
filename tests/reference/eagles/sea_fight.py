"""Interception and sea battles [12]."""
import fleets as f
from world import COALITION, other, text_of_hex

BANDS = {'r1': (1, 1), 'r32': (3, 2), 'r2': (2, 1)}


def size_row(big, small):
    if big >= 2 * small:
        return '2:1'
    return '3:2' if 2 * big >= 3 * small else '1:1'


def column(n):
    return min(n, 6) - 1


def damage(g, code, n):
    """Units sunk and damaged by a result, for a fleet of n squadrons [12]."""
    rows = g.w.tables['naval_damage']['rows']
    if code == '0':
        return 0, 0
    if code in ('D', 'R'):
        return 0, rows['D/R/C'][column(n)]
    if code == 'C':
        return 1, rows['D/R/C'][column(n)]
    return (2 if code[0] == '2' else 1), rows[code][column(n)]


def one_round(g, first, second):
    """A round between two fleets (side, ships), the moving one first; the side that won."""
    ships = {first[0]: alive(first[1]), second[0]: alive(second[1])}
    n = {side: len(f.squadrons(x)) for side, x in ships.items()}
    if not n[first[0]] or not n[second[0]]:     # transports alone lose one and flee
        weak = first if not n[first[0]] else second
        yield from f.strike(g, weak[0], weak[1], 1, 'sunk', set(), False)
        return other(weak[0])
    big = first[0] if n[first[0]] >= n[second[0]] else second[0]
    small = other(big)
    m = f.morale(g, ships[big]) - f.morale(g, ships[small])
    if any(f.has_nelson(g, s) for s in ships.values()):
        m += 1 if big == COALITION else -1
    die = g.dice.d6()
    cell = g.w.tables['naval_combat']['rows'][size_row(n[big], n[small])][max(-1, min(8, die + m)) + 1]
    codes = dict(zip((big, small), cell.split('/')))
    for side, fleet in (first, second):
        sunk, hurt = damage(g, codes[side], n[side])
        once = set()
        yield from f.strike(g, side, fleet, sunk, 'sunk', once, True)
        yield from f.strike(g, side, fleet, hurt, 'damaged', once, True)
    return big if codes[big] in ('0', 'D') else small


def alive(ships):
    return [s for s in ships if s.place is not None]


def battle(g, first, second, where, chase=True, stays=False):
    """A battle; who is beaten flees from `where`; with `stays` the first, beaten, is still in its port. Who had to leave."""
    gone = set()
    if not f.squadrons(first[1]) and not f.squadrons(second[1]):
        return gone     # transports do not fight each other: nothing has happened
    for _, ships in (first, second):
        for s in ships:
            s.fought = True
        if f.has_nelson(g, ships):
            g.nelson.fought = True
    g.sea_battles += 1
    chase = chase and f.squadrons(first[1]) and f.squadrons(second[1])
    winner = yield from one_round(g, first, second)
    win, lose = (first, second) if winner == first[0] else (second, first)
    if chase and alive(lose[1]) and f.morale(g, alive(win[1])) > 0:
        if (yield from g.ask(winner, [('PURSUE(no)', False), ('PURSUE(yes)', True)])):
            if g.dice.d6() + f.has_nelson(g, win[1]) >= 5:
                winner = yield from one_round(g, first, second)
                win, lose = (first, second) if winner == first[0] else (second, first)
    for part in (lose, win):
        ships = alive(part[1])
        if part is lose or f.squadrons(ships) and f.morale(g, ships) == 0:
            gone.add(part[0])
            if not stays or part is not first:
                yield from leave(g, part, where)
    return gone


def leave(g, part, where):
    yield from f.flee(g, part[0], alive(part[1]), where)


def allows(g, ships, against):
    """Does the order of a fleet allow it to intercept [12]?"""
    order = ships[0].order
    if order in ('always', 'never'):
        return order == 'always'
    a, b = BANDS[order]
    return b * len(f.squadrons(ships)) >= a * len(f.squadrons(against))


def candidates(g, area, side, against):
    """Enemy fleets that may intercept in an area: larger first, then by place."""
    foe, found = other(side), []
    for place in f.fleet_places(g, foe):
        if area not in f.seas_of(g, place):
            continue
        ships = f.fleet(g, place, foe)
        if not f.squadrons(ships) or any(s.used for s in ships) or not allows(g, ships, against):
            continue
        if place[0] == 'port' and f.blockaders(g, place[1], foe) or f.blockading(g, place, foe):
            continue
        found.append((-len(f.squadrons(ships)), f.key(g, place), place))
    return [p for _, _, p in sorted(found)]


def intercept(g, course, area):
    """Attempts against a fleet that enters an area; true if it lost its battle and its move is over."""
    side, foe = course.side, other(course.side)
    for place in candidates(g, area, side, course.ships):
        if course.attempts >= g.attempts[foe]:
            return False
        ships = f.fleet(g, place, foe)
        course.attempts += 1
        course.rolled = True
        for s in ships:
            s.used = True
        if g.dice.d6() + f.has_nelson(g, ships) >= 5:
            gone = yield from battle(g, (side, course.ships), (foe, ships), ('sea', area))
            return side in gone
    return False


def stationary(g, side):
    """Interceptions of fleets at sea by the active side [12 a]."""
    for area in g.areas:
        place = ('sea', area)
        own, foes = f.fleet(g, place, side), f.fleet(g, place, other(side))
        if not foes or not f.squadrons(own):
            continue
        text = 'INTERCEPT(%s,' % f.text(place)
        if (yield from g.ask(side, [(text + 'no)', False), (text + 'yes)', True)])):
            for s in own:
                s.used = True
            if g.dice.d6() + 1 + f.has_nelson(g, own) >= 5:
                yield from battle(g, (side, own), (other(side), foes), place)



def attrition_at_sea(g, side, die):
    """On a natural 6 each fleet outside port rolls: 5 and 6 damage it [3]."""
    if 'local_attrition' in g.options:
        die = g.dice.d6()
    if die != 6:
        return
    for place in f.fleet_places(g, side):
        ships = f.fleet(g, place, side)
        if place[0] != 'port' and ships and g.dice.d6() >= 5:
            n = g.w.tables['sea_attrition']['damaged'][column(len(ships))]
            yield from f.strike(g, side, ships, n, 'damaged', set(), False)


__all__ = ['battle', 'intercept', 'stationary', 'text_of_hex']

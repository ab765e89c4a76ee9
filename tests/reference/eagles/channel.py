"""The French crossing of the Channel [13.9]."""
import fleets as f
from attrition import loss
from choices import ask_leaders, between, lose, pick_rows
from land import may_stand
from movement import shift
from supply import Supply
from world import COALITION, FRANCE, text_of_hex


def rule_of(g):
    return g.rules['france']['invasion_of_england']


def free_squadron(g):
    """An English squadron in the North Sea or in a hex bordering it, fleets blockaded in port aside."""
    for s in f.squadrons(g.ships):
        if s.nation != 'england' or s.side != COALITION or not s.place or 'north_sea' not in f.seas_of(g, s.place):
            continue
        if s.place[0] == 'port' and f.blockaders(g, s.place[1], COALITION):
            continue
        return True
    return False


def transport(g):
    """A French transport at Boulogne or in the North Sea; it is ignored too when it is blockaded in the port [reading 55]."""
    port = g.w.cities['boulogne']['at']
    places = [('coast', port), ('sea', 'north_sea')] + ([] if f.blockaders(g, port, FRANCE) else [('port', port)])
    return any(s.nation == 'france' and s.type == 'T' and s.side == FRANCE and s.place in places for s in g.ships)


def cargo(g, h, to=None):
    return [u for u in g.outside(h, FRANCE) if u.nation == 'france' and u.type not in ('P', 'CT', 'M') and not u.landed
            and (to is None or may_stand(g, u, to))]


def crossing(g, side):
    if side != FRANCE or g.status['france'] != FRANCE or not transport(g) or free_squadron(g):
        return
    a = g.w.cities['boulogne']['at']
    if not cargo(g, a):
        return
    goals = [int(h) for h in rule_of(g)['to_hexes']]
    goals = sorted(h for h in goals if g.enterable(h, FRANCE) and not g.enemy_sp(h, FRANCE) and not g.own_partisan(h, FRANCE))
    b = yield from g.ask(side, [('CROSS(no)', None)] + [('CROSS(%s)' % text_of_hex(h), h) for h in goals])
    if b is None:
        return
    rows = g.rows(cargo(g, a, b))
    part = yield from pick_rows(g, side, rows, between(rows, 1, rule_of(g)['max_sp']))
    heads = yield from ask_leaders(g, side, [l for l in g.heads(a, side) if l.d['nation'] == 'france' and not l.inside and not l.landed])
    shift(g, part, heads, a, b)
    for x in part + heads:
        x.moved = True
    yield from toll(g, part, b)


def toll(g, part, h):
    """Two dice on the attrition table, each with the SP that are left [13.9, reading 55]."""
    for _ in range(2):
        die = g.dice.d6()
        part = [u for u in part if u.hex == h]
        if len(part) < 3:
            continue
        n, horse = loss(g, h, FRANCE, die, Supply(g), part)
        yield from lose(g, FRANCE, part, n, horse)

"""Port moves of the special rules, before the first PICK [15.5, special_rules]."""
from choices import ask_leaders, between, pick_rows
from land import limited
from movement import shift
from world import COALITION, text_of_hex


def rule_of(g, side):
    if side != COALITION:
        return None
    for r in g.scenario['special_rules']:
        if r['id'] in ('english_sea_movement', 'red_sea_movement'):
            return r
    return None


def ports(g, rule):
    return sorted(d['at'] for d in g.w.cities.values()
                  if d.get('port') and ('countries' not in rule or g.owner(d['at']) in rule['countries']))


def cargo(g, side, h):
    return [u for u in g.outside(h, side) if u.colour == 'red' and u.type not in ('M', 'P', 'CT')]


def goals(g, side, start, rule):
    found = []
    for h in ports(g, rule):
        if h == start or not g.enterable(h, side) or g.enemy_sp(h, side) or g.own_partisan(h, side):
            continue
        if any(not limited(g, u, h) for u in cargo(g, side, start)):
            found.append(h)
    return found


def port_move(g, side):
    rule = rule_of(g, side)
    if rule is None:
        return
    starts = [h for h in ports(g, rule) if cargo(g, side, h) and goals(g, side, h, rule)
              and ('countries' not in rule or g.controller(h) == side)]
    options = [('SEA_FROM(no)', None)] + [('SEA_FROM(%s)' % text_of_hex(h), h) for h in starts]
    a = yield from g.ask(side, options)
    if a is None:
        return
    to = goals(g, side, a, rule)
    if len(to) > 48:
        lands = sorted({g.owner(h) for h in to}, key=g.w.nation_order.get)
        land = yield from g.ask(side, [('SEA_COUNTRY(%s)' % n, n) for n in lands])
        to = [h for h in to if g.owner(h) == land]
    b = yield from g.ask(side, [('SEA_TO(%s)' % text_of_hex(h), h) for h in to])
    rows = g.rows(cargo(g, side, a))
    part = yield from pick_rows(g, side, rows, between(rows, 1, rule['max_sp']))
    heads = yield from ask_leaders(g, side, [l for l in g.heads(a, side) if l.colour == 'red' and not l.inside])
    shift(g, part, heads, a, b)
    for x in part + heads:
        x.moved = True

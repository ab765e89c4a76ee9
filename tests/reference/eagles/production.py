"""Iberian production of the two scenarios of Spain [13.3, special_rules]."""
from land import partisan_step
from world import COALITION, text_of_hex

ORDER = ('M', 'P', 'I', 'C', 'CT')      # M and P first: the last of them opens the way to I [13.3]
RANK = {t: k for k, t in enumerate(ORDER + ('S', 'T'))}


def points_of(g, nation):
    """Points of the cities that are controlled or free of enemy SP."""
    table = g.w.tables['production_points']['iberia_invaded']
    total, own = 0, {}
    for c, d in sorted(g.w.cities.items(), key=lambda kv: kv[1]['at']):
        if g.owner(d['at']) != nation or not g.w.hexes[d['at']].playable:
            continue
        if g.control[c] != COALITION and g.enemy_sp(d['at'], COALITION):
            continue
        total += table['madrid'] if c == 'madrid' else table['minor'] if d['level'] == 'minor' else table['major']
        own[c] = d['at']
    return total, own


def iberian(g):
    for nation in ('spain', 'portugal'):
        yield from produce(g, nation)


def sites(g, nation, built):
    """Cities where SP can be placed."""
    found = []
    for c, d in sorted(g.w.cities.items(), key=lambda kv: kv[1]['at']):
        h = d['at']
        if g.owner(h) == nation and g.enterable(h, COALITION) and g.control[c] == COALITION and h not in g.siege \
                and not g.enemy_sp(h, COALITION) and built.get(c, 0) < g.w.tables['production_points']['limits'][
                    'max_sp_per_city_per_phase']:
            found.append((c, h))
    return found


def partisan_hexes(g, nation, c, h):
    from state import Unit
    probe = Unit(nation, 'P')
    probe.side, probe.colour = COALITION, g.colour(nation, COALITION)
    return [x for x in sorted([h] + g.w.neighbours(h))
            if g.w.cost(h, x, g.winter) is not None and partisan_step(g, probe, x)] if c else []


def produce(g, nation):
    points = points_of(g, nation)[0] + (g.lent.pop(nation, 0) if hasattr(g, 'lent') else 0)     # of England's [13.3]
    costs = g.w.tables['production_costs_iberia']['cost']
    built, least = {}, -1       # in this order: what was passed over is not built any more [13.3]
    while True:
        options = []
        pool = {t: g.spare(nation, t) for t in ORDER}
        regular = not pool['M'] and not pool['P']
        open_ = sites(g, nation, built)
        for t in ORDER:
            if RANK[t] < least:
                continue
            if t == 'CT' and regular and points >= costs['CT']:
                for h in g.hexes_of(COALITION):
                    if pool['C'] and any(u.nation == nation and u.type == 'CT' for u in g.sp(h, COALITION)):
                        options.append(('CONVERT(%s,%s)' % (nation, text_of_hex(h)), ('CONVERT', h)))
            if not pool[t] or points < costs[t]:
                continue
            if t in ('I', 'C', 'CT') and not regular:
                continue
            if t == 'P':
                goals = [(c, h) for c, h in open_ if partisan_hexes(g, nation, c, h)]
            else:
                goals = [(c, h) for c, h in open_ if not g.own_partisan(h, COALITION)]
            if goals:
                options.append(('BUILD(%s,%s)' % (nation, t), (t, goals)))
        options += [o for o in g.iberian_ships(nation, points) if RANK[o[1][0]] >= least]
        choice = yield from g.ask(COALITION, options + [('DONE', None)])
        if choice is None:
            return
        t, goals = choice
        if t in ('S', 'T'):
            least = RANK[t]
            points -= costs[t]
            yield from g.launch_iberian(nation, t, goals)
            continue
        least = RANK['CT' if t == 'CONVERT' else t]
        colour = g.colour(nation, COALITION)
        if t == 'CONVERT':
            u = next(u for u in g.sp(goals, COALITION) if u.nation == nation and u.type == 'CT')
            inside = u.inside       # who is besieged stays so
            g.drop(u)
            n = g.draw(nation, 'C')
            n.side, n.colour = COALITION, colour
            g.put(n, goals, inside)
            points -= costs['CT']
            continue
        c, h = yield from g.ask(COALITION, [('BUILD_AT(%s)' % c, (c, h)) for c, h in goals])
        if t == 'P':
            h = yield from g.ask(COALITION, [('BUILD_HEX(%s)' % text_of_hex(x), x) for x in partisan_hexes(g, nation, c, h)])
        u = g.draw(nation, t)
        u.side, u.colour = COALITION, colour
        g.put(u, h)
        g.settle(h)
        built[c] = built.get(c, 0) + 1
        points -= costs[t]

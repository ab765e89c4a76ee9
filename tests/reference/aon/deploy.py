"""Deployment: limits, areas, and corps that join at once [7.3.3, 10.2-10.4, 12.7.2]."""
from collections import Counter

from game import move
from world import COALITION, FRENCH, other

FOREIGN_GROUPS = {'france': 'french_minor_allies', 'britain': 'british_minor_allies'}


def group(g, x):
    """The row of the reinforcement chart a corps counts in [10.2.3]."""
    d = g.w.corps[x]
    if d['patron'] in FOREIGN_GROUPS:
        return d['patron'] + '_home' if d['country'] == d['patron'] else FOREIGN_GROUPS[d['patron']]
    return d['patron']


def row_of(rows, g, country, fits):
    """The row of a chart for the state a country is in."""
    reform = {'austria': 'radetzky', 'prussia': 'stein'}.get(country)
    by_state = {r['state']: r for r in rows if fits(r)}
    if country in g.align and g.align[country] == 'IC' and 'insurgent' in by_state:
        return by_state['insurgent']
    if reform in g.events and 'reformed' in by_state:
        return by_state['reformed']
    return by_state.get('normal', by_state.get('any'))


def limits(g, x):
    """(mobilization, deployment) of a corps' group."""
    seat, name = g.seat(x), group(g, x)
    row = row_of(g.w.tables['reinforcement_chart']['rows'], g, name,
                 lambda r: r['group'] == name and r['controller'] == seat)
    if row is None:
        return 0, 0
    if 'mobilization' in row:
        return row['mobilization'], row['deployment']
    minors = len(g.minors(seat))
    return minors // row['mobilization_per_controlled_minors'], minors // row['deployment_per_controlled_minors']


def deployment(g, seat, pool, areas_of, bonus=None, placed=None):
    """Corps by corps, then the area [10.2]; `placed` is told each corps and area. The value is the list of corps."""
    count, last, done = Counter(), -1, []
    bonus = bonus or {}
    while True:
        options = []
        for x in pool:
            if g.w.corps_order[x] <= last or not g.available(x) or g.seat(x) != seat:
                continue
            most, rate = limits(g, x)
            name = group(g, x)
            here = sum(1 for y in g.w.corps if g.on_map(y) and group(g, y) == name)
            if here < most and count[name] < rate + bonus.get(name, 0) and areas_of(x):
                options.append(move('corps_take', x))
        x = (yield from g.ask(seat, options + [('stop', None)]))
        if x is None:
            return done
        area = yield from g.ask(seat, [move('area', a) for a in areas_of(x)])
        g.put(x, area)
        count[group(g, x)] += 1
        last = g.w.corps_order[x]
        done.append(x)
        if placed:
            placed(x, area)


def homes(g, x):
    """Home areas without enemy corps [10.4.1]."""
    return in_order(g, [a for a in g.home(x) if g.free_of(a, other(g.seat(x)))])


def in_order(g, areas):
    return sorted(set(areas), key=g.w.area_order.get)


def reinforcement_areas(g, x, sea_free):
    """Where a reinforcement may come [10.4.1 with exceptions 2 and 3]."""
    found = homes(g, x)
    if g.w.corps[x]['country'] == 'france':
        for a in g.w.areas:
            if g.align[g.country(a)] in ('IC', 'FD') and g.free_of(a, COALITION) \
                    and any(g.country(b) == 'france' and g.free_of(b, COALITION) for b in g.borders(a)):
                found.append(a)
    if sea_free and g.seat(x) == COALITION and 'britannia' in g.events and not g.insurgent(x):
        found += [a for a in g.w.areas if g.coastal(a) and g.free_of(a, FRENCH)
                  and g.holder(g.country(a)) == COALITION]
    return in_order(g, found)


def joiners(g, country):
    """Corps that a country brings when it joins [7.3.3, A102]."""
    return [x for x in g.w.corps if g.ruler(g.w.corps[x]['country']) == country]


def join(g, country):
    """A country that has joined deploys at once in enemy-free home areas [7.3.3]."""
    seat = g.holder(country)
    if seat:
        yield from deployment(g, seat, joiners(g, country), lambda x: homes(g, x))


def rush(g, country):
    """Deployment after a violation, also among enemies [12.7.3]; the areas where both sides stand are to be fought for."""
    seat = g.holder(country)
    before = {a: g.has(a, seat) for a in g.areas(country)}
    corps = yield from deployment(g, seat, joiners(g, country), lambda x: in_order(g, g.home(x)))
    for x in corps:
        g.tags[x] = ('deploy', None, 'deploy')
    for a in in_order(g, [g.place[x] for x in corps]):
        if not g.has(a, other(seat)) or a in g.pending:
            continue
        if before[a]:
            g.pending[a] = other(seat)
            continue
        role = yield from g.ask(seat, [('attack', seat), ('defend', other(seat))])
        g.pending[a] = role


def violate(g, violator, country, later=None):
    """A country whose neutrality is violated joins the other side [12.7.2]; `later` collects those that deploy later."""
    g.set_align(country, 'CM' if violator == FRENCH else 'FA')
    if later is not None:
        later.append(country)
    else:
        yield from rush(g, country)


def stands_in_neutral(g, seat, area, acting):
    """Would an action that ends in the area violate a neutrality [12.7.1]?"""
    country = g.country(area)
    return g.align[country] == 'NC' and not g.occupies(seat, country, without=acting)

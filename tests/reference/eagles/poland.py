"""The treaty of Tilsit and the annexation of Holland [13.8]."""
from nations import NEUTRAL, UNFORMED, cede, clear_neutrals, go_neutral, send_home, strangers_leave_ports, take_side
from fleets import Ship
from state import Unit
from world import COALITION, FRANCE


def treaty(g):
    if g.treaty or not (g.fallen.get('austria') and g.fallen.get('prussia')) or g.exile is not None:
        return
    names = list(g.rules['poland']['options'])
    name = yield from g.ask(FRANCE, [('TILSIT(%s)' % n, n) for n in names])
    enact(g, name, g.rules['poland']['options'][name])


def enact(g, name, d):
    g.treaty = name
    g.peace = d['russia_neutral_months']
    g.no_points_until = d['russia_no_english_points_until']
    if d.get('magdeburg_to_westphalia') and g.status.get('westphalia') == FRANCE:
        cede(g, 'region:magdeburg', 'westphalia')
        clear_neutrals(g, 'westphalia')
        own_cities(g, 'westphalia', FRANCE)
    if d['force_pool']:
        make_poland(g, d)       # its land is Russia's no more when she turns neutral [reading 118]
    if g.status['russia'] != NEUTRAL:
        go_neutral(g, 'russia')


def own_cities(g, n, side):
    for c, x in g.w.cities.items():
        h = x['at']
        if g.owner(h) == n and h not in g.siege and not any(u.side != side for u in g.sp(h)):
            g.control[c] = side


def make_poland(g, d):
    cede(g, 'region:south_prussia', 'poland')
    for c in d['cities']:
        cede(g, 'city:' + c, 'poland')
    if d.get('plus_region'):
        cede(g, 'region:' + d['plus_region'], 'poland')
    if g.fallen.get('austria', 0) >= 2:
        for r in d['second_austrian_conquest_cedes']:
            cede(g, 'region:' + r, 'poland')
    land = [h for h in g.w.hexes if g.owner(h) == 'poland']
    enemies = [u for h in land for u in g.sp(h) if u.side != FRANCE]
    send_home(g, enemies, [l for h in land for l in g.heads(h) if l.side != FRANCE])
    for t in ('I', 'C'):
        spare = [u for u in g.pool['poland', t] if u.state == 'gone']
        for u in spare[:d['force_pool'][t]]:
            u.state = 'pool'
    take_side(g, 'poland', FRANCE)
    strangers_leave_ports(g, 'poland')


def annexation(g):
    h = g.rules['holland']
    if g.annexed or g.date <= h['annex']['after'] or g.status.get('holland') != FRANCE or g.exile is not None:
        return
    if any(g.control[c] != FRANCE for c in h['annex']['needs']):
        return
    if not (yield from g.ask(FRANCE, [('ANNEX(no)', False), ('ANNEX(yes)', True)])):
        return
    annex(g, h['annex'])


def annex(g, d):
    g.annexed = True
    g.status['holland'] = UNFORMED
    for u in g.units:
        if u.nation == 'holland' and u.state != 'gone':
            h = u.hex
            for s in g.ships:
                if u in s.units:
                    s.units.remove(u)
            g.drop(u, 'gone')
            if h is not None:
                g.settle(h)
    for s in g.ships:
        if s.nation == 'holland' and s.state != 'gone':
            from fleets import off_map
            from nations import unload_home
            if s.place:
                unload_home(g, s)       # nobody else goes down with Dutch ships
                off_map(g, s, 'gone')
            s.state = 'gone'
    dutch = [c for c, x in g.w.cities.items() if g.owner(x['at']) == 'holland']
    cede(g, 'country:holland', 'france')
    for c in dutch:     # ceded: France's, but for enemies in it [reading 81]
        h = g.w.cities[c]['at']
        if h not in g.siege and not g.sp(h, COALITION):
            g.control[c] = FRANCE
    added = d['adds_to_french_pool'] if not g.dutch_counters else {'I': 0, 'S': 0}     # beside those of the mix, once
    g.dutch_counters = True
    more = [Unit('france', 'I') for _ in range(added['I'])]
    g.pool['france', 'I'] += more
    g.units += more
    g.ships += [Ship('france', 'S', k) for k in range(added['S'])]


__all__ = ['treaty', 'annexation', 'COALITION']

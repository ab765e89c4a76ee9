"""Conquest of states and its effects [13.7]."""
import fleets as f
from economy import cities_of
from nations import NEUTRAL, UNFORMED, cede, dissolve, end_sieges, go_neutral, recolour, send_home, ships_come_home, stands, strangers_leave_ports, take_side
from supply import Supply
from world import COALITION, FRANCE, SIDES, other

SPAIN_STAYS = ('sweden', 'saxony', 'holland')


def needed(g, n):
    """Cities that must be held to conquer a nation."""
    rules = g.rules['conquest']
    if n in rules['all_cities']:
        return [c for c, d in g.w.cities.items() if g.owner(d['at']) == n and g.w.hexes[d['at']].playable]
    if n == 'holland' and g.status.get(n) == COALITION:
        return list(g.rules['holland']['coalition_conquest_needs'])
    cities = [c for c in g.w.nations[n]['capitals'] if g.owner(g.w.cities[c]['at']) == n]
    for kind in ('red', 'landwehr', 'naval'):
        cities += cities_of(g, n, kind)
    return list(dict.fromkeys(cities))


def occupied(g, n, foe):
    """Are all cities that count controlled by the enemy, not besieged, with an SP of his in each [13.7]?"""
    if n == 'france':
        h = g.w.cities['paris']['at']
        return g.control['paris'] == foe and h not in g.siege and any(g.supply.ok(u) for u in g.sp(h, foe))
    cities = needed(g, n)
    return bool(cities) and all(g.control[c] == foe and g.w.cities[c]['at'] not in g.siege and g.sp(g.w.cities[c]['at'], foe)
                                for c in cities)


def loyal(g, n):
    """Minors that never change sides [13.7]."""
    if n == 'bavaria':
        return not g.fallen.get('austria')
    return n in g.rules['conquest']['minor_effects']['loyal']


def conquests(g):
    """Nations are tested in list order at the end of the Combat Phase."""
    dalmatia(g)
    annexed_holland(g)
    for n in g.w.nations:
        side = g.status.get(n)
        if side not in SIDES:
            continue
        foe = other(side)
        if n in g.lying and not occupied(g, n, foe):
            g.lying.discard(n)
        if n in g.lying or not occupied(g, n, foe):
            continue
        if n == 'france':
            from exile import conquer_france
            yield from conquer_france(g)
            if g.outcome is not None:
                return          # the game is over at once
        elif g.w.major(n):
            yield from fall_of_major(g, n, foe)
        else:
            yield from fall_of_minor(g, n, foe)


def count(g, n, foe):
    g.fallen[n] = g.fallen.get(n, 0) + 1
    g.fallen_to[n, foe] = g.fallen_to.get((n, foe), 0) + 1
    g.first_fall.setdefault(n, g.date)
    g.stored[n] = 0


def free_prisoners(g, n):
    for u in g.pool_units(n):
        if u.state == 'prisoner':
            u.state = 'pool'
    free_leaders(g, n)


def free_leaders(g, n):
    for l in g.leaders.values():
        if l.away == 'captured' and l.d['nation'] == n:
            l.away, l.months = 'waiting', 0     # free at once [9.7]


def empty_militia(g, n):
    for u in g.pool_units(n):
        if u.state == 'pool' and u.type in ('M', 'P'):
            u.state = 'gone'


# -- majors -------------------------------------------------------------------------------------------------------------
def fall_of_major(g, n, foe):
    first = not g.fallen.get(n)
    count(g, n, foe)
    g.napoleon_points = 0
    ceded = austrian_cessions(g, first, foe) if n == 'austria' else []
    for key, to in ceded:
        cede(g, key, to)        # first, so that who stands there is outside the borders [reading 53]
    land = {h for h in g.w.hexes if g.w.hexes[h].playable and g.owner(h) == n}
    for u in g.units:
        if u.nation == n and (u.state == 'aboard' or u.state == 'map' and u.hex not in land):
            to_pool(g, u)
    for key, to in ceded:
        give(g, key, to)        # the cities, now that the beaten are gone
    g.conquered_by[n] = foe
    for h in [h for h in g.siege if h in land]:
        g.end_siege(h)
    go_neutral(g, n, keep=foe)
    free_prisoners(g, n)
    empty_militia(g, n)
    for c in g.w.nations[n]['capitals']:
        if g.owner(g.w.cities[c]['at']) == n:
            g.control[c] = None
    strangers_leave_ports(g, n)
    yield from leave_capitals(g, n, foe)


def to_pool(g, u):
    h = u.hex
    for s in g.ships:
        if u in s.units:
            s.units.remove(u)
    g.drop(u)
    if h is not None:
        g.settle(h)


def leave_capitals(g, n, foe):
    """Foreign SP leave the capital, and hexes they share with SP of the state, by a retreat without loss; who finds no way
    goes home [13.7, 9.4, reading 53]."""
    from retreat import retreat, ways
    capitals = [g.w.cities[c]['at'] for c in g.w.nations[n]['capitals']]
    for h in sorted(h for h in g.w.hexes if g.sp(h, foe)):
        if g.owner(h) != n or h not in capitals and not any(u.nation == n for u in g.sp(h)):
            continue
        units, heads = g.sp(h, foe), g.heads(h, foe)
        for u in units:
            u.inside = False
        if ways(g, foe, h):
            yield from retreat(g, foe, units, heads)
        else:
            send_home(g, units, heads)


def austrian_cessions(g, first, foe):
    """The land that Austria's fall cedes, and to whom [13.2, 13.8]."""
    if first:
        return [('region:' + region, to) for region, to in g.rules['austria']['first_conquest_cedes'].items()
                if g.status.get(to) == foe]
    if g.fallen['austria'] == 2 and g.treaty in g.rules['poland']['options'] and g.status.get('poland') in SIDES \
            and stands(g, 'poland'):
        return [('region:' + r, 'poland')
                for r in g.rules['poland']['options'][g.treaty].get('second_austrian_conquest_cedes', ())]
    return []


def give(g, key, to):
    """Land is ceded; its cities are its new owner's side's, except with enemy SP or besieged."""
    cede(g, key, to)
    side = g.status[to]
    for c, d in g.w.cities.items():
        h = d['at']
        if key not in ('region:%s' % g.w.hexes[h].region, 'city:' + c) or h in g.siege:
            continue
        if side in SIDES and not g.sp(h, other(side)):
            g.control[c] = side
        elif side == NEUTRAL and not any(g.sp(h, s) for s in SIDES):
            g.control[c] = None         # neutral cities have no flag


def dalmatia(g):
    """The first time Trieste is French, Dalmatia goes to Italy [13.2]."""
    if g.trieste_taken or g.control['trieste'] != FRANCE:
        return
    g.trieste_taken = True
    if g.owner(g.w.cities['spalato']['at']) == 'austria' and g.status.get('northern_italy') == FRANCE:
        give(g, 'region:dalmatia', 'northern_italy')


# -- minors -------------------------------------------------------------------------------------------------------------
def fall_of_minor(g, n, foe):
    count(g, n, foe)
    if loyal(g, n):
        free_leaders(g, n)      # it changes no side: its prisoners stay [13.10, reading 122]
    else:
        free_prisoners(g, n)
    empty_militia(g, n)
    undo_cessions(g, n)
    if loyal(g, n):
        g.lying.add(n)
        if n == 'bavaria':
            for u in g.units:
                if u.nation == n and u.state in ('map', 'aboard'):
                    to_pool(g, u)
        if n == 'poland':
            end_of_poland(g)
        return
    if n in ('rhine_confederation', 'westphalia'):
        dissolve_state(g, n, foe)
        return
    if n in g.rules['conquest']['minor_effects']['revert']:
        dissolve(g, n)
        g.open.add(n)
        return
    if g.dice.d6() < 4:
        for u in g.units:
            if u.nation == n and u.state in ('map', 'aboard'):
                to_pool(g, u)
    change_morale(g, n, foe)
    if n == 'holland':      # Belgium is part of a Holland in the Coalition: ships in Antwerp lie at home [13.8]
        cede(g, 'region:belgium', 'holland' if foe == COALITION else None)
    take_side(g, n, foe, True)     # "naval units are not removed from map"
    if n == 'holland':
        belgium(g, foe)
    yield from g.wars.finnish(g)


def change_morale(g, n, foe):
    first = next((s for s in SIDES if n in g.scenario['political'][s]), g.first_side.get(n))
    keeps = n == 'sweden' or n == 'saxony' and foe == FRANCE or n == 'holland' and foe == COALITION
    if foe != first and first is not None and not keeps:
        g.low_morale.add(n)
    else:
        g.low_morale.discard(n)


def undo_cessions(g, n):
    """Land ceded to a minor that falls returns to its former owner [13.7]."""
    for key in [k for k, v in g.owner_of.items() if v == n and k.startswith('region:')]:
        if key.split(':')[1] in ('tirol', 'venetia', 'dalmatia', 'magdeburg'):
            cede(g, key, None)
            owners_control(g, key)


def owners_control(g, key):
    for c, d in g.w.cities.items():
        h = d['at']
        if 'region:%s' % g.w.hexes[h].region != key or h in g.siege:
            continue
        sides = {u.side for u in g.sp(h)}
        if not sides:
            s = g.land_status(h)
            g.control[c] = s if s in SIDES else None


def end_of_poland(g):
    for key in [k for k, v in g.owner_of.items() if v == 'poland']:
        cede(g, key, None)


def dissolve_state(g, n, foe):
    parts = ('baden', 'holy_roman_empire') if n == 'rhine_confederation' else ('hesse', 'brunswick')
    dissolve(g, n)
    for p in parts:
        cede(g, 'country:' + p, None)
        take_side(g, p, foe)


def belgium(g, foe):
    """Belgium goes to a Holland of the Coalition, else back to France; its cities with it [13.8, reading 81]."""
    cede(g, 'region:belgium', 'holland' if foe == COALITION else None)
    for c, d in g.w.cities.items():
        h = d['at']
        side = g.land_status(h)
        if g.w.hexes[h].region == 'belgium' and h not in g.siege and side in SIDES and not g.sp(h, other(side)):
            g.control[c] = side


def annexed_holland(g):
    """Annexed Holland is formed again when the Coalition holds its three cities [13.8]."""
    if g.annexed and all(g.control[c] == COALITION for c in g.rules['holland']['annex']['needs']):
        g.annexed = False
        cede(g, 'country:holland', None)
        belgium(g, COALITION)
        take_side(g, 'holland', COALITION)


__all__ = ['conquests', 'NEUTRAL', 'UNFORMED', 'f', 'end_sieges', 'recolour', 'ships_come_home', 'Supply']

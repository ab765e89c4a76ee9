"""Statuses of nations and what changes with them: sides, homes, cessions, formed states [13.1, 13.2]."""
import fleets as f
from world import COALITION, FRANCE, SIDES, other

NEUTRAL, UNFORMED = 'neutral', 'unformed'


def recolour(g):
    """Every piece has the side and colour of its nation now [0, reading 43]."""
    for u in g.units:
        if u.state in ('map', 'aboard', 'coming'):
            u.side, u.colour = g.status.get(u.nation, NEUTRAL), g.colour(u.nation)
    for s in g.ships:
        if s.place or s.state == 'coming':
            s.side, s.colour = g.status.get(s.nation, NEUTRAL), g.colour(s.nation)
    for l in g.leaders.values():
        if l.side is None:
            continue
        n = l.d['nation']
        if n in g.w.nations:
            l.side, l.colour = g.status.get(n, NEUTRAL), g.colour(n)
        else:
            l.side = satellite_side(g, l)


def satellite_side(g, l):
    """A satellite leader follows his colour; he is never neutral."""
    colour = l.d['colour']
    if colour == 'blue':
        return FRANCE
    for n, d in g.w.nations.items():
        if d['colour'] == colour and g.status.get(n) == FRANCE:
            return FRANCE
    return COALITION


def lands_of(g, n):
    return [h for h in g.w.hexes if g.w.hexes[h].playable and g.owner(h) == n]


def send_home(g, units, leaders=()):
    """SP go home and come back next turn; leaders wait [13.2]."""
    places = {u.hex for u in units if u.hex is not None} | {l.hex for l in leaders if l.hex is not None}
    for u in units:
        side, colour = u.side, u.colour
        g.drop(u, 'coming')
        u.side, u.colour = side, colour
    for l in leaders:
        g.drop_leader(l, 'waiting')
    for h in sorted(places):
        g.settle(h)


def clear_neutrals(g, n):
    """SP and leaders of states that take no part go home from the land of a nation (reading 88)."""
    land = lands_of(g, n)
    send_home(g, [u for h in land for u in g.sp(h) if u.side not in SIDES], [l for h in land for l in g.heads(h) if l.side not in SIDES])


def ships_come_home(g, n, sail_on=False):
    """Ships of a nation outside its own ports leave the map and come back [12, 13.2], but for those of a conquered minor, which
    sail on where no enemies lie off the same coast [13.7]; cargo of others goes home."""
    for s in g.ships:
        if s.nation != n or not s.place:
            continue
        among = s.place[0] == 'coast' and s.side in SIDES and bool(f.fleet(g, s.place, other(s.side)))
        if s.place[0] == 'port' and g.owner(s.place[1]) == n or sail_on and not among:
            friends = [x for x in f.fleet(g, s.place, s.side) if x.nation != n]
            s.order = friends[0].order if friends else 'r1'
            continue
        unload_home(g, s)
        s.place, s.state, s.order, s.damaged = None, 'coming', 'r1', s.damaged
        if g.nelson.ship is s:
            g.nelson.ship, g.nelson.months, g.nelson.waits = None, 0, True     # he comes home too


def strangers_leave_ports(g, n):
    """Ships of others in ports of a nation that is neutral now go home [13.7]."""
    for s in g.ships:
        if s.nation != n and s.place and s.place[0] == 'port' and g.owner(s.place[1]) == n and g.controller(s.place[1]) != s.side:
            unload_home(g, s)
            s.place, s.state, s.order = None, 'coming', 'r1'
            if g.nelson.ship is s:
                g.nelson.ship, g.nelson.months, g.nelson.waits = None, 0, True


def strangers_go_ashore(g):
    """Cargo that is not of its ship's side and colour any more goes home; the ship sails on [reading 44]."""
    for s in g.ships:
        if not s.place:
            continue
        for u in [u for u in s.units if (u.side, u.colour) != (s.side, s.colour)]:
            side, c = u.side, u.colour
            s.units.remove(u)
            g.drop(u, 'coming')
            u.side, u.colour = side, c
        for l in [l for l in s.leaders if (l.side, l.colour) != (s.side, s.colour)]:
            l.away = 'waiting'
            s.leaders.remove(l)


def unload_home(g, ship, colour=None):
    for u in list(ship.units):
        side, c = u.side, u.colour
        g.drop(u, 'coming')
        u.side, u.colour = side, c
    for l in ship.leaders:
        l.away = 'waiting'
    ship.units, ship.leaders = [], []


def end_sieges(g, n):
    """Sieges in which a nation's SP sit among friends now end; a city without garrison is the besieger's [7.6]."""
    for h in sorted(g.siege):
        g.settle_siege(h)


def take_side(g, n, side, sail_on=False):
    """A nation enters the war on a side, or changes it [13.1, reading 44]."""
    g.status[n] = side
    g.first_side.setdefault(n, side)
    g.open.discard(n)
    g.conquered_by.pop(n, None)
    for u in g.units if side == COALITION else ():      # an expeditionary force is one until its country joins the Coalition [13.2]
        u.exped = u.exped and u.nation != n
    recolour(g)
    foe = other(side)
    units, heads = [], []
    for h in sorted(g.at):
        own = [u for u in g.sp(h) if u.nation == n]
        enemies = g.sp(h, foe)
        if not own or not enemies:
            continue
        leaving = enemies if g.owner(h) == n else own
        units += leaving
        nations = {u.nation for u in leaving}
        heads += [l for l in g.heads(h) if l.d['nation'] in nations]        # any other is displaced, like who is left alone [0]
    send_home(g, units, heads)
    end_sieges(g, n)
    for c, d in g.w.cities.items():
        h = d['at']
        if g.owner(h) == n and h not in g.siege and not g.sp(h, foe):
            g.control[c] = side
    ships_come_home(g, n, sail_on)
    strangers_go_ashore(g)
    for h in list(g.at):
        g.settle(h)
    if n == 'sweden' and side == FRANCE:
        g.wars.finnish_starts = True


def go_neutral(g, n, keep=None):
    """A nation becomes neutral: units abroad and foreign units in it go home [13.2]. `keep`: the conqueror's side stays."""
    g.status[n] = NEUTRAL
    own_land = set(lands_of(g, n))
    abroad = [u for u in g.units if u.hex is not None and u.nation == n and u.hex not in own_land]
    foreign = [u for h in sorted(own_land) for u in g.sp(h) if u.nation != n and u.side != keep]
    heads = [l for l in g.leaders.values() if l.hex is not None and (
        l.d['nation'] == n) != (l.hex in own_land) and (l.d['nation'] == n or l.side != keep)]
    send_home(g, abroad + foreign, heads)
    for h in [h for h in g.siege if h in own_land]:
        g.end_siege(h)
    recolour(g)
    for c, d in g.w.cities.items():
        if d['at'] in own_land and (keep is None or g.control[c] != keep):
            g.control[c] = None
    ships_come_home(g, n)
    if keep is None:
        strangers_leave_ports(g, n)
    strangers_go_ashore(g)
    for h in list(g.at):
        g.settle(h)


def dissolve(g, n):
    """A state is unformed: its SP go to the pool, those on their way home and prisoners too [13.2]."""
    g.status[n] = UNFORMED
    for u in g.units:
        if u.nation == n and u.state in ('map', 'aboard', 'coming', 'prisoner'):
            h = u.hex
            for s in g.ships:
                if u in s.units:
                    s.units.remove(u)
            g.drop(u)
            if h is not None:
                g.settle(h)


def cede(g, key, to):
    """Land changes its owner."""
    if to is None:
        g.owner_of.pop(key, None)
    else:
        g.owner_of[key] = to
    g._owner.clear()


def bloc(g, n, side):
    """Prussia and her friends enter a war together [13.6]."""
    members = g.scenario['political']['prussian_bloc']
    for m in members if n in members else ():
        if m != n and g.status.get(m) == NEUTRAL and not g.conquered_now(m):
            take_side(g, m, side)


def stands(g, n):
    """A Poland that has fallen is a state no more, though her men stay loyal [13.7, reading 130]."""
    return n != 'poland' or not g.fallen.get(n)


def enter_war(g, n, side):
    take_side(g, n, side)
    bloc(g, n, side)


__all__ = ['SIDES', 'f']

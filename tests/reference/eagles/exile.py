"""Napoleon's exile and return, the second conquest, the end of the campaign [13.10]."""
from conquest import belgium, count, empty_militia, free_prisoners, give, to_pool
from nations import NEUTRAL, UNFORMED, cede, go_neutral, recolour, send_home, stands, take_side, unload_home
from world import COALITION, FRANCE, other

FIRST_ROLL, QUARTER, LAST, EXTENSION = 3, 3, 12, 12


def conquer_france(g):
    """The first time France falls Napoleon goes into exile; the second time ends the game [13.10]."""
    yield from ()
    count(g, 'france', COALITION)
    free_prisoners(g, 'france')
    empty_militia(g, 'france')
    g.napoleon_points = 0
    if g.fallen['france'] > 1:
        g.outcome = COALITION
        return
    g.exile = 0
    dutch_and_others(g)
    empty_the_land(g)
    if g.status['sweden'] == COALITION:
        go_neutral(g, 'sweden')
    colonies(g)
    recolour(g)
    for c, d in g.w.cities.items():
        if g.owner(d['at']) == 'france':
            g.control[c] = None
    for c, d in g.w.cities.items():     # of those who left French hands, now that the French are gone
        h, n = d['at'], g.owner(d['at'])
        new = n in ('holland', 'piedmont') or n == 'prussia' and g.w.hexes[h].region == 'rhineland'
        if not new or h in g.siege:
            continue
        if g.status[n] in (FRANCE, COALITION) and not g.sp(h, other(g.status[n])):
            g.control[c] = g.status[n]
        elif g.status[n] == NEUTRAL and not g.sp(h, FRANCE) and not g.sp(h, COALITION):
            g.control[c] = None
    g.conquered_by['france'] = COALITION
    for h in list(g.at):
        g.settle(h)


def dutch_and_others(g):
    if g.annexed or g.status['holland'] != COALITION:
        if g.annexed:
            g.annexed = False
            cede(g, 'country:holland', None)
        belgium(g, COALITION)
        take_side(g, 'holland', COALITION)
    else:
        belgium(g, COALITION)
    if g.status['piedmont'] == UNFORMED:
        cede(g, 'region:piedmont', 'piedmont')
        take_side(g, 'piedmont', COALITION)
    give(g, 'region:rhineland', 'prussia')


def empty_the_land(g):
    """French SP abroad go to the pool, ships and enemies come back next turn, Napoleon in a year at most."""
    land = {h for h in g.w.hexes if g.w.hexes[h].playable and g.owner(h) == 'france'}
    napoleon = g.leaders['napoleon']
    h = napoleon.hex
    g.leave_ship(napoleon)
    g.drop_leader(napoleon, 'injured', LAST + 1)
    if h is not None:
        g.settle(h)
    heads = [l for l in g.leaders.values() if l.hex is not None and (l.d['nation'] == 'france') != (l.hex in land)]
    for u in g.units:       # whose leaders go home, too, also from where enemies would have displaced them
        if u.nation == 'france' and (u.state == 'aboard' or u.state == 'map' and u.hex not in land):
            to_pool(g, u)
    for u in [u for u in g.units if u.state in ('ireland', 'from ireland')]:
        to_pool(g, u)
    heads += [l for l in g.leaders.values() if l.away in ('ireland', 'from ireland')]
    g.ireland.give_up()
    for s in g.ships:
        if s.place and (s.nation == 'france' or s.place[0] == 'port' and s.place[1] in land):
            unload_home(g, s)
            s.place, s.state, s.order = None, 'coming', 'r1'
    for h in [h for h in g.siege if h in land]:
        g.end_siege(h)
    foreign = [u for h in sorted(land) for u in g.sp(h) if u.nation != 'france']
    g.status['france'] = NEUTRAL
    send_home(g, foreign, heads)


def colonies(g):
    """Spanish SP go to the pool but for an infantry SP in each Spanish city their side holds."""
    side = g.status['spain']
    for u in g.units:
        if u.nation == 'spain' and u.state in ('map', 'aboard'):
            to_pool(g, u)
    for c, d in sorted(g.w.cities.items()):
        h = d['at']
        if g.owner(h) != 'spain' or g.control[c] != (side if side in (FRANCE, COALITION) else None) or h in g.siege \
                or side in (FRANCE, COALITION) and g.sp(h, other(side)):
            continue
        u = g.draw('spain', 'I')
        if u is not None:
            u.side, u.colour = side, g.colour('spain')
            g.put(u, h)


def return_rolls(g):
    """In each French alliance step: the return from month 3 of the exile, then the recognition [13.10]."""
    if g.exile is not None:
        if g.exile >= FIRST_ROLL:
            minors = sum(1 for n, s in g.status.items() if s == FRANCE and not g.w.major(n) and stands(g, n))
            if g.dice.d6() - g.exile // QUARTER - minors <= 0:
                come_back(g)
    elif g.returned and g.date > g.returned:
        rules = g.rules['france']['return']['recognition']
        held = sum(1 for c in rules['cities'] if g.control[c] == FRANCE)
        total = g.dice.d6() + g.dice.d6() + rules['year'].get(str(min(g.year, 1816)), 0) + g.advances - held
        if total <= 0:
            g.recognised = True
            g.outcome = 'draw'


def come_back(g):
    g.exile, g.returned, g.advances = None, g.date, 0
    take_side(g, 'france', FRANCE)
    g.put_leader(g.leaders['napoleon'], g.w.cities['paris']['at'])


def month_over(g):
    """The clock of the exile: months since that of the fall [reading 90]."""
    if g.exile is not None:
        g.exile += 1


def last_month(g):
    """The scenario's, or the twelfth month after the return if that is later, but not during the exile [reading 54]."""
    if g.exile is not None:
        return '9999-12'
    if g.returned:
        from politics import later
        return max(later(g.returned, EXTENSION), g.scenario['end'])     # it is extended, never cut short
    return g.scenario['end']

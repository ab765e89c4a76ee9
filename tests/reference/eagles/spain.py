"""The Spanish war entry [13.6] and what else is looked at when a player-turn is over."""
from nations import NEUTRAL, enter_war, go_neutral
from world import COALITION, FRANCE


def french_in_spain(g):
    """Foreign pro-French SP in Spain."""
    return sum(1 for u in g.units if u.hex is not None and u.side == FRANCE and u.nation != 'spain' and g.owner(u.hex) == 'spain')


def tens(g, n):
    """Tens of SP; a fraction rounds up on a d10 of at most the remainder."""
    k, rest = divmod(n, 10)
    if rest and g.dice.draw(10) <= rest:
        k += 1
    return k


def attacked(g, h):
    """An attack of the Coalition on a force at least half Spanish [13.6]."""
    units = g.sp(h, FRANCE)
    spaniards = sum(1 for u in units if u.nation == 'spain')
    if g.side == COALITION and spaniards and 2 * spaniards >= len(units):
        g.spanish_level(2)


def counts(g):
    return g.status.get('spain') == FRANCE and not g.fallen.get('spain')


def starts(g):
    both = g.fallen_to.get(('austria', FRANCE)) and g.fallen_to.get(('prussia', FRANCE))
    return bool(both) or g.date > '1807-07'


def monthly(g):
    """Each Coalition alliance step."""
    if g.spain_counts and counts(g):
        g.spanish_level(-1)


def turn_over(g, side):
    """Events of the player-turn and the level itself [13.6, reading 51]."""
    yield from ()
    invasion_of_russia(g)
    liberation(g)
    if not counts(g):
        g.spain_counts = False
        return
    now = french_in_spain(g)
    if not g.spain_counts:
        if starts(g):
            g.spain_counts = True
            rules = g.rules['spain']['entry']
            squadrons = sum(1 for s in g.ships if s.nation == 'spain' and s.type == 'S' and s.state == 'pool')
            g.spain_level = rules['start_level'] - squadrons - tens(g, now)
            g.spain_tens = now
    else:
        if now > g.spain_before:
            g.spanish_level(-tens(g, now - g.spain_before))
        elif now < g.spain_before:
            g.spanish_level(tens(g, g.spain_before - now))
        if g.spaniards_moved:
            g.spanish_level(-2)
    if g.spain_counts and g.spain_level <= 0:
        g.spain_counts = False
        enter_war(g, 'spain', COALITION)


def invasion_of_russia(g):
    """As soon as they are there: when movement is over, and the player-turn [13.2, reading 119]."""
    if g.status.get('russia') == COALITION and not g.russia_invaded:
        n = sum(1 for u in g.units if u.hex is not None and u.side == FRANCE and g.owner(u.hex) == 'russia')
        held = g.year < 1810 and any(g.control[c] == FRANCE for c, d in g.w.cities.items()
                                     if d['level'] != 'minor' and g.owner(d['at']) == 'russia')
        if n >= 25 or held:
            g.russia_invaded = True


def liberation(g):
    if not g.russia_invaded:
        return
    if not g.liberated and not any(u.hex is not None and u.side == FRANCE and g.owner(u.hex) == 'russia' for u in g.units):
        g.liberated = True
        for n in ('austria', 'prussia'):
            if g.status[n] == FRANCE:
                go_neutral(g, n)
    if g.liberated and not g.prussia_rose and g.status['prussia'] == NEUTRAL:
        cities = g.rules['russia']['liberation']['initial_prussian_cities']
        if sum(1 for c in cities if g.control[c] == COALITION) >= 4:
            g.prussia_rose = g.date
            enter_war(g, 'prussia', COALITION)

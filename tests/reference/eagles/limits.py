"""Where SP may not go in the grand campaign [13.5]."""
from world import COALITION, FRANCE

RANGE = 7
SPANISH_LIMIT = 20


def bound_major(g, unit):
    """Does an SP belong to a pro-French Austria or Prussia outside its expeditionary force?"""
    return unit.nation in ('austria', 'prussia') and unit.side == FRANCE and not unit.exped


def home_only(g, unit):
    return bound_major(g, unit)


def invaded(g, nation):
    """Is a pro-French major invaded by the Coalition [reading 52]?"""
    return any(u.hex is not None and u.side == COALITION and g.owner(u.hex) == nation for u in g.units)


def restricted(g, unit, h):
    if bound_major(g, unit) and g.owner(h) != unit.nation:
        return True
    if unit.exped and unit.side == FRANCE and not near_home(g, unit, h):
        return True
    if unit.side == FRANCE and unit.colour == 'blue' and g.owner(h) == 'spain' and south_line(g, h):
        return True
    return False


def near_home(g, unit, h):
    return any(g.owner(d['at']) == unit.nation and g.w.distance(d['at'], h) <= RANGE for d in g.w.cities.values())


def friendly_spain(g):
    return g.status.get('spain') == FRANCE and not g.fallen.get('spain')


def south_line(g, h):
    """Madrid's row and south of it, except next to Gibraltar [13.5]."""
    row = g.rules['spain']['pro_french_limit']['row_of_madrid']
    if not friendly_spain(g) or h % 100 < row:
        return False
    return g.w.distance(h, g.w.cities['gibraltar']['at']) > 1


def room(g, side, colour, a, b):
    """Blue SP that may still enter a friendly Spain in step 5 [13.5, reading 52]."""
    if side != FRANCE or colour != 'blue' or g.owner(b) != 'spain' or g.owner(a) == 'spain' or not friendly_spain(g):
        return 10 ** 6
    inside = sum(1 for u in g.units if u.hex is not None and u.side == FRANCE and u.colour == 'blue' and g.owner(u.hex) == 'spain')
    return max(0, SPANISH_LIMIT - inside)


__all__ = ['restricted', 'home_only', 'room', 'invaded', 'COALITION']

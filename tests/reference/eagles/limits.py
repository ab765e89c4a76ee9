"""Where SP may not go in the grand campaign [13.5]."""
from world import COALITION, FRANCE

RANGE = 7
SPANISH_LIMIT = 20
GUESTS = 10


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


def held(g, unit):
    """SP that who moves now may not touch: the French those of a major that is not invaded, the English player all but
    ten SP of that nation in its country [13.5]."""
    if g.guest:
        return unit.nation != g.guest or unit.exped or g.owner(unit.hex) != g.guest
    return bound_major(g, unit) and not invaded(g, unit.nation)


def guest_moves(g, side):
    """The English player moves ten SP of each pro-French major that the Coalition has not invaded; they are France's side
    all the same [13.5]."""
    for n in ('austria', 'prussia') if side == COALITION else ():
        if g.status[n] == FRANCE and not invaded(g, n):
            from movement import pick_loop
            g.guest, g.guest_sp, g.side = n, GUESTS, FRANCE
            yield from pick_loop(g, FRANCE)
            g.guest, g.side = None, COALITION


def room(g, side, colour, a, b):
    """Blue SP that may still enter a friendly Spain in step 5 [13.5, reading 52]."""
    if side != FRANCE or colour != 'blue' or g.owner(b) != 'spain' or g.owner(a) == 'spain' or not friendly_spain(g):
        return 10 ** 6
    inside = sum(1 for u in g.units if u.hex is not None and u.side == FRANCE and u.colour == 'blue' and g.owner(u.hex) == 'spain')
    return max(0, SPANISH_LIMIT - inside)


__all__ = ['restricted', 'home_only', 'room', 'invaded', 'COALITION']

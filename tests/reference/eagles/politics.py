"""The alliance step of the grand campaign [13.2, 13.6]."""
from economy import cities_of, owns, unraised
from nations import NEUTRAL, UNFORMED, cede, clear_neutrals, dissolve, enter_war, go_neutral, send_home, stands, take_side
from world import COALITION, FRANCE, SIDES, other


def alliance_step(g, side):
    formation(g, side)
    if side == FRANCE:
        from poland import annexation, treaty
        yield from treaty(g)
        yield from annexation(g)
        from exile import return_rolls
        return_rolls(g)
    else:
        entry_rolls(g)
        from spain import monthly
        monthly(g)
    if g.over_in_step():
        return
    yield from declaration(g, side)
    if side == FRANCE:
        from expedition import request
        yield from request(g)
    yield from attempt(g, side)
    g.sent = {} if side == COALITION else g.sent


# -- formation ----------------------------------------------------------------------------------------------------------
def formation(g, side):
    """Minor states are formed when their conditions hold [13.2]."""
    unformed = [n for n, s in g.status.items() if s == UNFORMED]
    if side == COALITION and 'hanover' in unformed and g.control['hanover'] == COALITION:
        take_side(g, 'hanover', COALITION)
    if side != FRANCE:
        return
    if 'rhine_confederation' in unformed and g.control['frankfurt'] == FRANCE and (g.fallen.get('austria') or g.fallen.get('prussia')):
        form(g, 'rhine_confederation', ('baden', 'holy_roman_empire'))
    if 'westphalia' in unformed and g.control['brunswick'] == FRANCE and g.control['cassel'] == FRANCE:
        if g.treaty and g.rules['poland']['options'][g.treaty].get('magdeburg_to_westphalia'):
            cede(g, 'region:magdeburg', 'westphalia')
        form(g, 'westphalia', ('hesse', 'brunswick'))


def form(g, n, parts):
    for p in parts:
        dissolve(g, p)
        g.open.discard(p)
        cede(g, 'country:' + p, n)
    take_side(g, n, FRANCE)
    clear_neutrals(g, n)


# -- entry rolls [13.2] -------------------------------------------------------------------------------------------------
def empty_pool(g, n):
    return unraised(g, n) == 0


def months_since(g, date):
    y, m = (int(x) for x in date.split('-'))
    return (g.year - y) * 12 + g.month - m


def later(date, months):
    y, m = (int(x) for x in date.split('-'))
    k = y * 12 + m - 1 + months
    return '%04d-%02d' % (k // 12, k % 12 + 1)


def entry_rolls(g):
    if g.conquered_now('austria') and g.fallen['austria'] == 1 and empty_pool(g, 'austria'):
        enter_war(g, 'austria', COALITION)
    prussian_roll(g)
    if g.prussia_rose and not g.austria_rose and g.status['austria'] != COALITION:
        if g.dice.d6() + g.dice.d6() + months_since(g, g.prussia_rose) >= 12:
            g.austria_rose = True
            enter_war(g, 'austria', COALITION)


def prussian_roll(g):
    if g.status['prussia'] != NEUTRAL or g.fallen.get('prussia'):
        return
    first = '1806-05'
    if 'austria' in g.first_fall:
        first = min(first, later(g.first_fall['austria'], 3))
    if g.date < first:
        return
    rolls, g.prussian_rolls = g.prussian_rolls, g.prussian_rolls + 1
    if g.dice.d6() + g.dice.d6() + rolls >= 12:
        enter_war(g, 'prussia', COALITION)


# -- declaration of war [13.6] ------------------------------------------------------------------------------------------
def protected(g, n, side):
    if n == 'turkey' or g.conquered_now(n):
        return True
    if n == 'russia':
        return g.peace > 0 or side == COALITION
    if side == COALITION and n in g.scenario['political']['prussian_bloc']:
        return not g.fallen.get('prussia')
    return n == 'france'


def declaration(g, side):
    targets = [n for n in g.w.nations if g.status.get(n) == NEUTRAL and not protected(g, n, side)]
    n = yield from g.ask(side, [('WAR(none)', None)] + [('WAR(%s)' % n, n) for n in targets])
    if n:
        enter_war(g, n, other(side))
        yield from g.wars.finnish(g)


# -- alliances ----------------------------------------------------------------------------------------------------------
def city_points(g, side):
    """Production cities in major states of the enemy; in France major cities too [reading 48]."""
    foe, total = other(side), 0
    for n in g.w.nations:
        if not g.w.major(n) or g.status.get(n) != foe:
            continue
        cities = set()
        for kind in ('red', 'landwehr', 'naval'):
            cities.update(national_cities(g, n, kind))
        if n == 'france':
            cities.update(c for c, d in g.w.cities.items() if d['level'] == 'major' and owns(g, n, c))
        total += sum(1 for c in cities if g.control[c] == side)
    return total


def national_cities(g, n, kind):
    if n == 'france' and kind == 'red':
        d = g.w.nations[n]['production']
        return [c for c in d['red'] + d['red_choice']['from'] if owns(g, n, c)]
    return cities_of(g, n, kind)


def side_points(g, side):
    total = city_points(g, side)
    total += sum(1 for n in g.w.nations if g.w.major(n) and g.status.get(n) == side)
    for members in g.w.groups.values():
        formed = [n for n in members if g.status.get(n) != UNFORMED and n in g.status and stands(g, n)]
        if formed and all(g.status[n] == side for n in formed):
            total += 1
    return total


def modifier(g, target=None):
    m = side_points(g, COALITION) - side_points(g, FRANCE) + g.napoleon_points
    if target:
        m += g.sent.get(target, 0)
    return max(-4, min(4, m))


def eligible(g, n, side):
    s = g.status.get(n)
    if n in ('france', 'england') or s == side or s not in (NEUTRAL,) + SIDES:
        return False
    if g.conquered_now(n) and not empty_pool(g, n):
        return False
    both = g.fallen.get('austria') and g.fallen.get('prussia')
    if n == 'austria':
        return g.fallen.get(n, 0) >= 2 and empty_pool(g, n) and not (g.austria_rose and side == FRANCE)
    if n == 'prussia':
        return bool(g.fallen.get(n)) and empty_pool(g, n) and not (g.prussia_rose and side == FRANCE)
    if n == 'russia':
        if g.peace or not (g.conquered_now('austria') and g.conquered_now('prussia')):
            return False
        return side == COALITION or s == COALITION and not (g.russia_invaded and not g.fallen.get(n))
    if n == 'spain':
        return bool(g.fallen_to.get((n, FRANCE)))
    if n == 'denmark':
        return side == FRANCE and bool(both)
    if n == 'sweden':
        return bool(both) if side == FRANCE else g.year > 1812
    return False


def attempt(g, side):
    targets = []
    for n in g.w.nations:
        if eligible(g, n, side):
            m = modifier(g, n if side == COALITION else None)
            if m < 0 if side == FRANCE else m > 0:
                targets.append(n)
    n = yield from g.ask(side, [('ALLY(none)', None)] + [('ALLY(%s)' % n, n) for n in targets])
    if n is None:
        return
    die = g.dice.d6() + modifier(g, n if side == COALITION else None)
    if not (die <= 0 if side == FRANCE else die >= 7):
        return
    if n == 'sweden' and side == FRANCE and g.status[n] == NEUTRAL and swedes_in_pomerania(g):
        for u in swedes_in_pomerania(g):
            h = u.hex
            g.put(u, g.w.cities['stockholm']['at'])
            g.settle(h)
        return
    if g.status[n] == NEUTRAL:
        enter_war(g, n, side)
    else:
        go_neutral(g, n)
    yield from g.wars.finnish(g)


def swedes_in_pomerania(g):
    return [u for u in g.units if u.hex is not None and u.nation == 'sweden' and g.w.hexes[u.hex].region == 'pomerania']


__all__ = ['alliance_step', 'send_home']

"""Diplomacy and insurrections [7, 8]."""
from deploy import in_order, join
from game import move
from world import COALITION, FRENCH, other

STEADY = ('austria', 'prussia', 'russia')
CODE_AFTER = 'just_surrendered_to_french'


class Talks:
    """One Diplomacy Phase or Peace Talks: who has passed, and which seat changed which country."""

    def __init__(self):
        self.passed = set()
        self.changed = {}


def immune(g, seat, country, ignores):
    """General immunities [7.2.2, 7.2.3, 3.5.5, 3.8, 3.9]."""
    if seat == FRENCH:
        return country == 'britain' or country in g.formerly or g.occupies(COALITION, country)
    if country == 'france' or g.align[country] == 'FD':
        return True
    return g.occupied_neutral(country) and not ignores


def fits_list(g, seat, country, code):
    """The condition a conversion puts on its countries."""
    small = not g.w.is_major(country)
    if isinstance(code, list):
        return country in code
    if code == 'minor':
        return small
    if code == 'not_russia':
        return country != 'russia'
    if code == 'coastal_minor_unoccupied':
        area = g.w.capital(country)
        return small and g.coastal(area) and g.free_of(area, other(seat))
    if code == 'coastal_unoccupied':
        keeper = g.holder(country)
        return any(g.coastal(a) for a in g.areas(country)) and not (keeper and g.occupies(keeper, country))
    if code == 'minor_unoccupied':
        return small and g.free_of(g.w.capital(country), other(seat))
    return code == 'any'


def fits_from(g, country, code):
    if code == 'NC_french_occupied_major':
        return g.w.is_major(country) and g.occupied_neutral(country)
    if code == 'NC_french_occupied':
        return g.occupied_neutral(country)
    return g.align[country] == code


def targets(g, seat, conversion, talks):
    """Countries a conversion may change [7.2]."""
    if conversion['player'] != seat or conversion['from'] == CODE_AFTER:
        return []
    found = []
    for c in g.align:
        if not g.exists(c) or not fits_from(g, c, conversion['from']) or not fits_list(g, seat, c, conversion['countries']):
            continue
        if immune(g, seat, c, conversion.get('ignores_occupation')) or talks.changed.get(c, seat) != seat:
            continue
        if conversion['to'] == 'FA' and conversion['from'] == 'NC' and c in STEADY and not g.occupied_neutral(c):
            continue
        found.append(c)
    return found


def conversions(g, seat, card, talks):
    """Index and targets of each conversion that the seat can carry out."""
    found = []
    for k, conversion in enumerate(g.w.cards[card].get('conversions', [])):
        pool = targets(g, seat, conversion, talks)
        if pool:
            found.append((k, pool))
    return found


def parents(g, talks=None, surrendered=None):
    """Whose lands Territorial Concessions may take [3.1.3.1, A114]."""
    found = []
    for c in dict.fromkeys(g.w.parent.values()):
        if all(g.exists(d) for d, p in g.w.parent.items() if p == c):
            continue
        if surrendered is not None:
            if c == surrendered:
                found.append(c)
        elif (g.align[c] in ('FA', 'FD') or g.occupied_neutral(c)) and not immune(g, FRENCH, c, False) \
                and talks.changed.get(c, FRENCH) == FRENCH:
            found.append(c)
    return found


def playable(g, seat, card, talks):
    op = g.w.cards[card]['op']
    if op == 'detach':
        return bool(parents(g, talks))
    return op == 'release_set_aside_then_convert' or bool(conversions(g, seat, card, talks))


# -- changes of alignment ---------------------------------------------------------------------------------------------
def send_home(g, country):
    for x in g.corps_of(country):
        g.put(x, 'reserve')


def convert(g, country, code):
    """A change by diplomacy and what follows [7.3, A7]."""
    before = g.holder(country)
    if code == 'NC' or before != {'CM': COALITION, 'IC': COALITION}.get(code, FRENCH):
        send_home(g, country)
        g.set_align(country, code)
        yield from join(g, country)
    else:
        g.set_align(country, code)


def detach(g, talks=None, surrendered=None):
    """Territorial Concessions: one or both lands become dominions."""
    parent = yield from g.ask(FRENCH, [move('country', c) for c in parents(g, talks, surrendered)])
    last, first = -1, True
    while True:
        pool = [d for d, p in g.w.parent.items() if p == parent and not g.exists(d) and g.w.country_order[d] > last]
        options = [move('country', d) for d in pool] + ([] if first else [('stop', None)])
        land = yield from g.ask(FRENCH, options)
        if land is None:
            return
        last, first = g.w.country_order[land], False
        yield from take_land(g, parent, land)
        if talks:
            talks.changed[land] = FRENCH


def take_land(g, parent, land):
    """A land leaves its ruler; the ruler's corps in it go to his nearest free area [B4]."""
    corps = [x for x in g.at(land) if g.w.corps[x]['country'] == parent]
    g.detached.add(land)
    g.align[land] = 'FD'
    seat = g.holder(parent)
    if corps and seat:
        enemies = [a for a in g.areas(parent) if g.free_of(a, other(seat))]
        far = g.distances(land)
        best = min((far[a] for a in enemies if a in far), default=None)
        pool = [a for a in in_order(g, enemies) if far.get(a) == best]
        to = (yield from g.ask(seat, [move('area', a) for a in pool])) if pool else 'reserve'
        for x in corps:
            g.put(x, to)
    g.checks()


# -- the phase --------------------------------------------------------------------------------------------------------
def diplomacy(g):
    """A Diplomacy Phase, or the one of Peace Talks [7.1]."""
    talks = Talks()
    starter = g.initiative()
    seat = yield from g.ask(starter, [('choose_first(self)', starter), ('choose_first(other)', other(starter))])
    while len(talks.passed) < 2:
        if seat not in talks.passed:
            card = yield from g.window(seat, 'diplomacy_turn', lambda c, s=seat: playable(g, s, c, talks))
            if card is None:
                talks.passed.add(seat)
            else:
                yield from action(g, seat, card, talks)
        seat = other(seat)


def action(g, seat, card, talks):
    """One card of a turn: conversion, country, counter, change."""
    d = g.w.cards[card]
    if d['op'] == 'detach':
        yield from g.after_event(seat, card)
        yield from detach(g, talks)
        return
    if d['op'] == 'release_set_aside_then_convert':
        g.pile += sorted(g.aside, key=g.w.card_order.get)
        g.aside = []
    if d.get('event'):
        g.events.add(d['event'])
    yield from g.after_event(seat, card)
    options = conversions(g, seat, card, talks)
    if not options:
        return
    rest = [('pass', None)] if d['op'] == 'release_set_aside_then_convert' else []
    k = yield from g.ask(seat, [move('conversion', k, k) for k, _ in options] + rest)
    if k is None:
        return
    country = yield from g.ask(seat, [move('country', c) for c in dict(options)[k]])
    if d['diplomacy_card'] and (yield from countered(g, other(seat), country, talks)):
        return
    talks.changed[country] = seat
    yield from convert(g, country, d['conversions'][k]['to'])


def countered(g, seat, country, talks):
    """The other seat may cancel it with a diplomacy card of its own [7.2.4.2, A5, A6]."""
    if seat in talks.passed and not g.options['counter_after_pass']:
        return False
    cards = g.playable(seat, 'diplomacy_counter')
    if g.options['counter_must_match']:
        only = {'metternich': 'austria', 'alexander_i': 'russia'}
        cards = [c for c in cards if only.get(c, country) == country]
    card = yield from g.ask(seat, [move('counter', c) for c in cards] + [('counter(none)', None)])
    if card is None:
        return False
    g.take_from_hand(seat, card)
    return True


# -- insurrections ----------------------------------------------------------------------------------------------------
def defeated(g, country):
    """More than half of its areas, the capital among them, are held and none of its corps is left [8.1.1]."""
    areas = g.areas(country)
    held = [a for a in areas if g.has(a, FRENCH)]
    return 2 * len(held) > len(areas) and g.w.capital(country) in held and not g.corps_of(country)


def insurrections(g):
    """The Insurrection Phase [8]."""
    rebels = [c for c in g.align if g.exists(c) and g.align[c] == 'IC']
    failed = [c for c in rebels if defeated(g, c)]
    won = [c for c in rebels if c not in failed and not any(g.has(a, FRENCH) for a in g.areas(c))]
    for c in failed:
        g.set_align(c, 'FD')
    for c in won:
        g.set_align(c, 'CM')
    while True:
        pool = [c for c in g.align if g.exists(c) and (g.align[c] == 'FD' or g.occupied_neutral(c))]
        card = yield from g.window(COALITION, 'new_insurrection', lambda c: bool(pool), rest=[('stop', None)],
                                   recovery=bool(pool))
        if card is None:
            return
        country = yield from g.ask(COALITION, [move('country', c) for c in pool])
        yield from rise(g, country)


def rise(g, country):
    """A new insurrection [8.3.4-8.3.8]."""
    ground = g.areas(country)
    for x in g.corps_of(country):
        if not g.w.is_major(country) or g.place[x] not in ground:
            g.put(x, 'reserve')
    g.set_align(country, 'IC')
    todo = [a for a in in_order(g, ground) if g.has(a, COALITION) and g.has(a, FRENCH)]
    from battle import battles
    for a in todo:
        g.pending[a] = None
    yield from battles(g, COALITION)



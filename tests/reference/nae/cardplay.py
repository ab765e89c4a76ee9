"""Hands: the slots that are open, what may be drawn [4.2]."""
from supply import enemy_holds
from world import COALITION, EMPIRE, other


def held_open(g, side, zone):
    """A key zone of the side that the enemy does not control with supply."""
    return g.side_of(g.owner[zone]) == side and not enemy_holds(g, side, zone)


def open_slots(g, side):
    """Card slots open for a side [4.2.2]."""
    out = []
    for s in g.w.slots:
        if s['id'] == 'royaume_de_baviere':
            if side == EMPIRE and 'kingdom_of_bavaria' in g.flags and g.side_of('baviere') == EMPIRE and not any(
                    enemy_holds(g, EMPIRE, z) for z in ('munich', 'innsbruck')):
                out.append(s['id'])
        elif s['id'] == 'confederation_du_rhin':
            if side == EMPIRE and g.status['confederation_du_rhin'] == 'protectorate':
                out.append(s['id'])
        elif s['id'] == 'conquest_bonus':
            out += [s['id']] * g.bonus[side]
        elif s['benefit'] in (side, 'both') and all(held_open(g, side, z) for z in s['zones']):
            out.append(s['id'])
        if s['captor_gains'] == side and any(captured(g, side, z) for z in s['zones']):
            out.append('captor_' + s['id'])
    return out


def captured(g, side, zone):
    """The side controls an enemy slot zone with supply."""
    return g.side_of(g.owner[zone]) == other(side) and enemy_holds(g, other(side), zone)


def hand_size(g, side):
    """Size of the hand of the phase [4.2.2]."""
    n = len(open_slots(g, side)) + g.hand_modifier[side]
    if side == COALITION and 'corsairs' in g.flags and not g.fleets('corsaires', COALITION):
        n -= 1
    limits = g.w.tables['hand']
    n = max(n, limits['min'])
    if side == COALITION and 'hand_unlimited' in g.flags:
        return n
    return min(n, limits['max'])


def permanent_due(g, card):
    """Does the owner get this permanent card [4.2.3]?"""
    c = g.w.cards[card]
    power = c['permanent']
    if not power or g.cards[card] in ('removed', 'unused'):
        return False
    side = EMPIRE if card[-1] == 'F' else COALITION
    capital = 'moscou' if power == 'russie' else g.w.majors[power]['capitals'][0]
    besieged = capital in g.siege and g.fort_side(capital) == side  # a siege is control [3.2]
    return g.side_of(power) == side and g.control.get(capital) != other(side) and not besieged

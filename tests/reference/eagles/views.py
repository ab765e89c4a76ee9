"""What a seat knows of the other side's SP under closed information [11, reading 57].

An enemy SP is seen in a hex with own SP or next to one, in a battle, on the move, and where it is a partisan, militia or cavalry in
training; of other stacks a seat knows hex, colour and marks. Everything else in a position is public.
"""
from world import other, text_of_hex

MARKS = ('inside', 'out', 'moved')
OPEN_TYPES = ('P', 'M', 'CT')
# Decisions in the midst of something, which lays open what it is about: views are compared at all others.
BUSY = {'LEADER', 'ENOUGH', 'TAKE', 'ROWS', 'WITH', 'STEP', 'DROP', 'STOP', 'FM_STEP', 'FM_GO', 'FM_FRENCH', 'LEADER_TO', 'LEADER_AREA',
        'COLOUR', 'LOSS', 'RETREAT', 'LOAD', 'SEA_TO', 'SEA_COUNTRY', 'SHELTER', 'SORTIE_WITH', 'BESIEGE_WITH'}


def seen_hexes(game, side):
    """Hexes whose enemy SP a side sees."""
    seen = set()
    for h in game.hexes_of(side):
        seen.add(h)
        seen.update(game.w.neighbours(h))
    for b in game.battles:
        seen.update((b.attack, b.defend))
        seen.update(f.hex for f in b.forces)
    return seen


def shown(game, side):
    """Facts of the SP as a side knows them: counted where seen, else that they are there."""
    facts, seen, foe = {}, seen_hexes(game, side), other(side)
    for h, units in game.at.items():
        for u in units:
            marks = ''.join('/' + m for m in MARKS if getattr(u, m))
            place = 'sp:%s:%s:%s' % (text_of_hex(h), u.side, u.colour)
            if u.side == foe and u.type not in OPEN_TYPES and h not in seen and not (u.group or u.sortie):
                facts[place + ':hidden' + marks] = 1
            else:
                key = '%s:%s:%s%s' % (place, u.nation, u.type, marks)
                facts[key] = facts.get(key, 0) + 1
    return facts


def told(position):
    """The same facts of a position that the program prints for a seat."""
    facts = {}
    for u in position['units']:
        if u['hex'] is None:
            continue
        marks = ''.join('/' + m for m in MARKS if u.get(m))
        place = 'sp:%s:%s:%s' % (u['hex'], u['side'], u['colour'])
        if u.get('hidden'):
            facts[place + ':hidden' + marks] = 1
        else:
            key = '%s:%s:%s%s' % (place, u['nation'], u['type'], marks)
            facts[key] = facts.get(key, 0) + u['sp']
    return facts


def is_quiet(legal):
    """Whether a decision tells nothing of stacks by itself."""
    return not BUSY & {m.partition('(')[0] for m in legal}

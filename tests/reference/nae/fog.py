"""Fog of war [9.2]: which counters of the enemy lie covered. Only 2C and the fifth way of a retreat ask."""
from forces import commander, generals, units
from world import SIDES, other


def stack(g, x):
    """What stands with a general: of his party, in the same force."""
    return [p for p in g.land(x.place, g.party(x), x.fort) if p.slot == x.slot]


def leads(g, x):
    return g.on_map(x) and g.party(x) in SIDES and commander(stack(g, x)) is x


def snapshot(g):
    """The stacks that are known, before a move."""
    return {x: (g.party(x), set(stack(g, x))) for x in (g.pieces[i] for i in g.known) if g.on_map(x)}


def known(g):
    """Generals whose stacks are known: from a battle on, until something joins or leaves, but for losses."""
    out = set()
    for x in (g.pieces[i] for i in g.known | g.just_seen):
        if not leads(g, x):
            continue
        party, was = g.stacks_before.get(x, (None, set()))
        now = set(stack(g, x))
        same = party == g.party(x) and now <= was and not any(g.on_map(p) for p in was - now)
        if x.id not in g.known or same:
            out.add(x.id)
    return out


def watch(g, forces):
    """A battle comes to the odds: who fights is seen."""
    for pieces in forces:
        for x in generals(pieces):
            if leads(g, x) and x.id not in g.known:
                g.just_seen.add(x.id)


def settle(g):
    """After a move."""
    g.known, g.just_seen = known(g), set()
    g.stacks_before = snapshot(g)


def covered(g, viewer):
    """Counters of the other side that the viewer does not see, between actions."""
    out, seen = set(), known(g)
    for x in g.of('general'):
        if leads(g, x) and g.party(x) == other(viewer) and x.id not in seen and units(stack(g, x)):
            out |= {p for p in stack(g, x) if p is not x and not p.fixed}
    return out

"""What must hold at every decision."""
from state import OFF_MAP
from world import SIDES


def check(g):
    """Raises AssertionError naming what is broken."""
    places(g)
    cards(g)
    for side in SIDES:
        assert g.ap[side] >= 0, 'negative reserve of AP'
    for z, n in g.siege.items():
        assert 0 <= n <= 3, 'siege marker %s' % z
        assert g.w.level(z), 'siege of a zone without fortress: %s' % z
    for z in g.destroyed:
        assert g.w.level(z), 'destroyed fortress in a zone without one: %s' % z


def places(g):
    """Each piece in one known place; no more steps than printed; ports hold three fleets of a side."""
    seen = 0
    for place, pieces in g.by_place.items():
        for p in pieces:
            assert p.place == place, '%s is filed under %s' % (p, place)
            seen += 1
            if place in OFF_MAP or place in g.w.zones:
                assert p.kind != 'fleet' or place not in g.w.zones, 'a fleet ashore: %s' % p
                continue
            head = place.split(':')[0]
            if p.kind == 'fleet':
                assert head in ('sea', 'port', 'box', 'corsaires', 'foreign_war'), '%s' % p
            else:
                assert head in ('aboard', 'foreign_war'), '%s' % p
    assert seen == len(g.pieces), 'a piece in two places or in none'
    for p in g.pieces.values():
        assert not p.fixed or g.on_map(p), 'a fixed depot off the map: %s' % p
        assert not p.fort or g.w.level(p.place), 'inside no fortress: %s' % p


def cards(g):
    for side in SIDES:
        pile = g.piles[side]
        assert len(set(pile)) == len(pile), 'a card twice in a pile'
        for c in pile:
            assert g.cards[c] == 'pile', '%s is in a pile and in %s' % (c, g.cards[c])
    filed = sum(p == 'pile' for p in g.cards.values())
    assert filed == sum(len(g.piles[s]) for s in SIDES), 'a card of a pile is lost'


def quiet(g):
    """Between actions: one force per side and zone within the limits, and never both sides in the field together."""
    from forces import legal_all, units
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        both = [s for s in SIDES if g.field_units(z, s)]
        assert len(both) < 2, 'both sides stand in %s' % z
        for party in {g.party(p) for p in g.land(z)}:
            for fort in (False, True):
                body = [p for p in g.land(z, party, fort) if p.kind != 'depot']
                assert not body or legal_all(g, body), 'an illegal stack in %s: %s' % (z, body)
                assert units(body) or not body, 'staff without troops in %s' % z

"""What must hold at every decision."""
from world import SIDES, other


def check(g):
    """Raises AssertionError naming what is broken."""
    pieces(g)
    for h, us in g.at.items():
        if us:
            hex_ok(g, h, us)
    for h, (side, value) in g.siege.items():
        assert g.city(h), 'a siege without city: %d' % h
        assert 1 <= value <= 5, 'siege value %d' % value
        assert any(u.inside or u.sortie for u in g.sp(h, other(side))), 'a siege without garrison: %d' % h
        assert g.outside(h, side), 'a siege without besieger: %d' % h
    for side in SIDES:
        for h in g.trench[side]:
            assert g.sp(h, side), 'an entrenchment without SP: %d' % h
    for b in g.battles:
        assert b.attack in g.w.hexes and b.defend in g.w.hexes and min(b.lost.values()) >= 0, 'battle %d' % b.number


def pieces(g):
    """Each SP in one place; not more than there are counters."""
    filed = sum(len(us) for us in g.at.values())
    assert filed == sum(1 for u in g.units if u.hex is not None), 'an SP in two places or in none'
    for h, us in g.at.items():
        for u in us:
            assert u.hex == h and u.state == 'map' and u.side in SIDES, '%s is filed under %d' % (u, h)
    for l in g.leaders.values():
        assert l.hex is None or l in g.leaders_at[l.hex], '%s is not filed' % l
        assert l.hex is None or l.away is None, '%s is on the map and %s' % (l, l.away)


def hex_ok(g, h, us):
    d = g.w.hexes[h]
    assert d.playable, 'SP in %d, which is not in play' % h
    sides = {u.side for u in us}
    assert len(sides) == 1 or h in g.siege, 'both sides in %d' % h
    if any(u.inside for u in us):
        assert d.city, 'inside no city: %d' % h
    for u in us:
        if u.type == 'P':
            assert len(g.sp(h, u.side)) == 1, 'a partisan is not alone in %d' % h
        assert u.type not in ('M', 'P') or g.at_home(u, h), '%s is not at home' % u
    for l in g.leaders_at.get(h, ()):
        assert l.side in sides, '%s stands among enemies' % l

"""The modifiers of a battle roll [12.5]."""
from forces import cavalry, commander
from world import COALITION, EMPIRE, other


def odds_modifier(g, a, d):
    """Attacker's modifier from the rounded ratio [12.2]."""
    high, low = max(a, d), min(a, d)
    ratio = int(high / low + 0.5)
    pair = (ratio, 1) if a >= d else (1, ratio)
    for row in g.w.tables['odds']['modifiers']:
        if (row['attacker'], row['defender']) == pair:
            return row['mod']
    return 0


def edge_modifier(g, b):
    """Least favourable edge of the attackers [A-12]; a sortie, a landing or an action of 12F crosses none. An army has
    engineers for rivers [rulebook 4]."""
    if b.landing or b.sortie:
        return 0
    worst = 0
    bridged = b.ignore_rivers or any(p.kind == 'army' for p in b.pieces(g, b.att))
    for h in b.homes:
        terrain = g.w.adj[h][b.zone][0] if b.zone in g.w.adj[h] else 'none'
        value = {'river': 0 if bridged else -1, 'mountain': -1, 'mountain_pass': -1, 'strait': -2}.get(terrain, 0)
        worst = min(worst, value)
    return worst


def cavalry_side(g, b):
    """Side with cavalry superiority, None if equal or cancelled [12.5, 5C]."""
    a, d = cavalry(b.pieces(g, EMPIRE)), cavalry(b.pieces(g, COALITION))
    if a > d:
        return None if '5C' in b.cards[COALITION] else EMPIRE
    return COALITION if d > a else None


def card_bonus(b, side):
    """Sum of the combat cards a side has played."""
    total = 0
    for card in b.cards[side]:
        if card == '3F' and '44C' not in b.cards[COALITION]:
            total += 2 if b.level == 'major' else 1
        elif card == '31F':  # superior when it was played; 5C after it takes the pursuit only
            total += 1
        elif card == '28C':
            total += 2
        elif card in ('5F', '30F', '11C', '30C', '31C', '44C'):
            total += 1
    return total


def battle_modifiers(g, b):
    """Net modifier of each side."""
    superior = cavalry_side(g, b)
    net = {}
    for side in (b.att, b.dfn):
        pieces = b.pieces(g, side)
        lead = commander(pieces)
        n = lead.d[b.role(side)] if lead else 0
        n += b.sub[side].d[b.role(side)] if b.sub[side] else 0
        n += superior == side
        n += b.spear[side].d['stars'] if b.spear[side] else 0
        n += b.spear2[side].d['stars'] if b.spear2[side] else 0
        n += sum(p.d['bonus'] for p in b.special[side])
        n += b.interceptor == side
        n -= 3 if b.unsupplied[side] else 0
        n += card_bonus(b, side)
        net[side] = n
    net[b.att] += odds_modifier(g, b.strong[b.att], b.strong[b.dfn]) + edge_modifier(g, b)
    net[b.att] += b.landing_modifier if b.landing else 0
    net[b.dfn] += g.w.zones[b.zone]['terrain'] in ('marsh', 'desert')
    if b.dfn == COALITION and '33C' in g.modifiers and b.zone in ('lisbonne', 'coimbra'):
        net[b.dfn] += 1
    assert other(b.att) == b.dfn
    return net

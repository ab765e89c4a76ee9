"""English points carried over sea [13.3, 13.10]."""
from economy import STORE_LIMIT, made
from world import COALITION


def deliver(g, h, points):
    """Points landed at a coast; what is not taken stays aboard."""
    n = g.owner(h)
    if g.status.get(n) != COALITION or g.enemy_sp(h, COALITION):
        return points
    if n == 'england':
        take = min(points, STORE_LIMIT - g.stored['england'] // 2)
        g.stored['england'] += 2 * take
        return points - take
    if n == 'russia' and g.no_points_until and g.date < g.no_points_until:
        return points
    take = max(0, min(points, made(g, n, 'red') - g.lent.get(n, 0)))
    if take:
        g.lent[n] = g.lent.get(n, 0) + take
        g.sent[n] = g.sent.get(n, 0) + take
    return points - take

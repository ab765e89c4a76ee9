"""How random play chooses: uniformly, biased to action, or after the enemy's key zones."""
from world import COALITION, EMPIRE, other

DECLINES = ('pass)', 'stop)', 'done)', 'none)', 'no)', 'stay)')


def uniform(game, rng, legal):
    return rng.choice(legal)


def bold(game, rng, legal):
    """Shuns words that decline three times in four."""
    if rng.random() < 0.75:
        active = [m for m in legal if not m.endswith(DECLINES)]
        if active:
            return rng.choice(active)
    return rng.choice(legal)


def goals(game, side):
    """Key zones, capitals and fortresses of the enemy the side does not hold yet."""
    w = game.w
    return [z for z, d in w.zones.items() if game.zone_side(z) == other(side) and game.controller(z) == other(side)
            and (d['key'] or d['capital'] or w.level(z))]


def distances(game, zones):
    """Zones from the nearest goal, by plain steps."""
    dist = {z: 0 for z in zones}
    todo = list(zones)
    while todo:
        z = todo.pop(0)
        for n in game.w.adj[z]:
            if n not in dist:
                dist[n] = dist[z] + 1
                todo.append(n)
    return dist


PREFER = {'move(siege)': 0.9, 'move(lay)': 0.9, 'move(mark)': 0.7, 'free_siege(yes)': 0.8, 'fortress(siege)': 0.6,
          'removal(done)': 0.95, 'walk_force(done)': 0.6, 'spend(land)': 0.75, 'campaign(fight)': 0.5,
          'transfer(done)': 0.5, 'evade(stand)': 0.5, 'swap(done)': 0.8, 'intercept(none)': 0.3}


def fierce(game, rng, legal):
    """Marches on the enemy's key zones, besieges, attacks, and conquers."""
    for text, chance in PREFER.items():
        if text in legal and rng.random() < chance:
            return text
    kind = legal[0].split('(')[0]
    if kind == 'move' and rng.random() < 0.8:
        go = [m for m in legal if m.startswith('move(go,')]
        side = EMPIRE if game.seat == 'french' else COALITION
        dist = distances(game, goals(game, side))
        if go:
            return min(go, key=lambda m: (dist.get(m[8:-1], 99), rng.random()))
    if kind == 'declare' and rng.random() < 0.7:
        return 'declare(done)'
    if kind == 'spend_force' and rng.random() < 0.7:
        big = [m for m in legal if 'whole' in m or 'both' in m or 'army' in m]
        return rng.choice(big or legal)
    if kind == 'use' and 'use(event)' in legal and rng.random() < 0.6:
        return 'use(event)'
    return bold(game, rng, legal)


def passive(game, rng, legal):
    """Declines whatever it can."""
    down = [m for m in legal if m.endswith(DECLINES)]
    return rng.choice(down or legal)


def empire_hunts(game, rng, legal):
    """The Empire attacks a passive Coalition."""
    return (fierce if game.seat == 'french' else passive)(game, rng, legal)


def coalition_hunts(game, rng, legal):
    """The Coalition attacks a passive Empire."""
    return (fierce if game.seat == 'coalition' else passive)(game, rng, legal)


PICKERS = {'empire_hunts': empire_hunts, 'coalition_hunts': coalition_hunts,
           'uniform': uniform, 'bold': bold, 'fierce': fierce}

"""Choices that several chapters share: losses SP by SP, parts by rows, leaders one by one [15.3]."""
from world import CAVALRY, GUARD, text_of_hex


def kill(g, unit):
    """An SP dies; what follows at once follows."""
    h = unit.hex
    g.drop(unit)
    g.settle(h)


def loss_rows(g, units):
    """Rows of a LOSS: by unit, then by hex; those out of supply in this round are the last of theirs, who die first [reading 95]."""
    found, fed = {}, g.supply.ok if g.in_combat and g.supply else lambda u: True
    for u in sorted(units, key=fed, reverse=True):
        found.setdefault((g.w.unit_key(u.nation, u.kind), u.hex), []).append(u)
    return [found[k] for k in sorted(found)]


def loss_text(units):
    u = units[0]
    return 'LOSS(%s,%s,%s)' % (text_of_hex(u.hex), u.nation, u.kind)


def ascending(g, side, rows, n, first, strike):
    """n picks that never go back; the first from rows that pass the test."""
    at = 0
    for k in range(n):
        options = []
        for i in range(at, len(rows)):
            if not rows[i] or sum(len(r) for r in rows[i:]) < n - k:
                continue
            if k == 0 and first and not first(rows[i][0]):
                continue
            options.append((loss_text(rows[i]), i))
        at = yield from g.ask(side, options)
        strike(rows[at].pop())


def lose(g, side, units, n, cavalry=False, first=None, strike=None):
    """The owner picks n SP. `cavalry`: one of them is cavalry if there is any; `first`: test the first SP must meet [8.6]."""
    strike = strike or (lambda u: kill(g, u))
    rows = loss_rows(g, units)
    n = min(n, sum(len(r) for r in rows))
    if n <= 0:
        return
    horse = cavalry and any(r[0].type in CAVALRY for r in rows)
    if first and any(first(r[0]) for r in rows):
        picked = []
        yield from ascending(g, side, rows, 1, first, picked.append)
        strike(picked[0])
        rows, n = [r for r in rows if r], n - 1
        horse = horse and picked[0].type not in CAVALRY
        horse = horse and any(r[0].type in CAVALRY for r in rows)
        if n <= 0:
            return
    yield from ascending(g, side, rows, n, (lambda u: u.type in CAVALRY) if horse else None, strike)


def is_guard(u):
    return u.nation == 'france' and u.type in GUARD


def is_cavalry(u):
    return u.type in CAVALRY


def pick_rows(g, side, rows, fits, each=None):
    """A part by rows: for each (nation, type, units) the owner names a number. `fits(taken)` tells whether the numbers so far
    (a list, shorter than the rows) can be completed. `each` is told every row's part at once."""
    taken = []
    for n, t, units in rows:
        options = [('ROWS(%s,%s,%d)' % (n, t, k), k) for k in range(len(units) + 1) if fits(taken + [k])]
        k = yield from g.ask(side, options)
        taken.append(k)
        for u in units[:k] if each else ():
            each(u)
    return [u for (_, _, units), k in zip(rows, taken) for u in units[:k]]


def between(rows, lo, hi):
    """A `fits` for parts of lo to hi SP."""
    sizes = [len(r[2]) for r in rows]

    def fits(taken):
        done = sum(taken)
        return done <= hi and done + sum(sizes[len(taken):]) >= lo
    return fits


def ask_leaders(g, side, leaders, fits=None):
    """Leaders that come along, asked one by one in list order."""
    chosen = []
    for k, l in enumerate(leaders):
        options = [('WITH(%s,%s)' % (l.id, word), yes) for word, yes in (('no', False), ('yes', True))
                   if fits is None or fits(chosen + ([l] if yes else []), leaders[k + 1:])]
        if (yield from g.ask(side, options)):
            chosen.append(l)
    return chosen

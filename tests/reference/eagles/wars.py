"""Foreign wars, the landing in Ireland, prisoners [13.10]."""
import fleets as f
from choices import ascending, loss_rows
from nations import lands_of, send_home, unload_home
from world import COALITION, FRANCE, SIDES, text_of_hex


class Wars:
    """The wars that are on: name: month it began."""

    def __init__(self, g):
        self.g, self.running, self.had, self.invested = g, {}, set(), {}
        self.finnish_starts = False

    def on(self, name):
        return name in self.running

    def invest(self, g, n, red):
        """INVEST: a red point of Russia in each of her wars; the points put in."""
        if n != 'russia':
            return 0
        spent = 0
        for name in ('finnish', 'turkish'):
            self.invested[name] = 0
            if self.on(name) and red > spent:
                if (yield from g.ask(g.side, [('INVEST(%s,no)' % name, False), ('INVEST(%s,yes)' % name, True)])):
                    self.invested[name] = 1
                    spent += 1
        return spent

    def finnish(self, g):
        """The Finnish War begins when Sweden takes the French side."""
        if not self.finnish_starts:
            return
        self.finnish_starts = False
        if 'finnish' in self.had:
            return
        self.had.add('finnish')
        self.running['finnish'] = g.date
        for n, units in g.rules['foreign_wars']['finnish']['units'].items():
            yield from commit(g, 'finnish', n, units)


class Ireland:
    """The French landing of the game."""

    def __init__(self):
        self.used, self.since, self.force, self.heads, self.rose = False, None, [], [], False

    def land(self, g, course):
        self.used, self.since = True, g.date
        for s in course.ships:
            for u in list(s.units):
                if u.nation == 'france':
                    s.units.remove(u)
                    u.state = 'ireland'
                    self.force.append(u)
            for l in list(s.leaders):
                s.leaders.remove(l)
                l.away = 'ireland'
                self.heads.append(l)


    def give_up(self):
        """Napoleon's exile: a rising that broke out goes on without them [13.10]."""
        self.force, self.heads, self.since = [], [], self.since if self.rose else None


def commit(g, war, n, units):
    """Units leave the map, then the pool, for a war; their owner picks [13.10]."""
    side = g.status.get(n)
    owner = side if side in (FRANCE, COALITION) else COALITION
    for t in sorted(units, key=lambda t: g.w.type_order[t]):
        k = units[t]
        if t in f.NAVAL:
            yield from commit_ships(g, owner, war, n, t, k)
            continue
        own = [u for u in g.units if u.hex is not None and u.nation == n and u.type == t and not g.besieged(u)]
        take = min(k, len(own))

        def strike(u):
            h = u.hex
            g.drop(u, 'war:' + war)
            g.settle(h)
        yield from ascending(g, owner, loss_rows(g, own), take, None, strike)
        for u in [u for u in g.pool_units(n) if u.type == t and u.state == 'pool'][:k - take]:
            u.state = 'war:' + war


def commit_ships(g, owner, war, n, t, k):
    at = None
    for done in range(k):
        ships = [s for s in g.ships if s.nation == n and s.type == t and s.place]
        places = sorted({s.place for s in ships}, key=lambda p: f.key(g, p))
        places = [p for p in places if at is None or f.key(g, p) >= f.key(g, at)]
        owed = min(k - done, sum(1 for s in ships if s.place in places))
        places = [p for p in places if sum(1 for s in ships if f.key(g, s.place) >= f.key(g, p)) >= owed]
        if not places:
            s = next((s for s in g.ships if s.nation == n and s.type == t and s.state == 'pool'), None)
            if s:
                s.state = 'war:' + war
            continue
        at = yield from g.ask(owner, [('WAR_SHIP(%s,%s,%s)' % (f.text(p), n, t), p) for p in places])
        s = next(s for s in ships if s.place == at)
        unload_home(g, s)
        f.off_map(g, s, 'war:' + war)
        if g.nelson.ship is s:
            g.nelson.ship, g.nelson.months, g.nelson.waits = None, 0, True      # he comes home


def bring_back(g, war):
    for u in g.units:
        if u.state == 'war:' + war:
            u.state = 'coming'
    for s in g.ships:
        if s.state == 'war:' + war:
            s.state = 'coming'
    del g.wars.running[war]


def wars_at_month_end(g):
    """Order: captured leaders, triggers, Ireland, ends, prisoners [13.10]."""
    started = set()
    captured(g)
    if g.month == 1:
        for name in ('usa', 'turkish'):
            if g.wars.on(name) or name == 'usa' and 'usa' in g.wars.had:
                continue
            if g.dice.d6() == 1:
                g.wars.had.add(name)
                g.wars.running[name] = g.date
                started.add(name)
                d = g.rules['foreign_wars'][name]
                yield from commit(g, name, d['nation'], d['units'])
    yield from irish(g, started)
    for name in ('usa', 'finnish', 'turkish', 'irish'):
        if g.wars.on(name) and name not in started and g.wars.running[name] != g.date:
            end_of(g, name)
    if g.month == 1:
        exchange(g)
    if g.peace:
        g.peace -= 1


def end_of(g, name):
    if name == 'finnish' and g.control['stockholm'] == COALITION:
        over = True
    elif name == 'irish' and months(g, g.ireland.since) >= 12:
        over = True
    else:
        over = g.dice.d6() + g.dice.d6() + g.wars.invested.get(name, 0) >= 12
    if not over:
        return
    bring_back(g, name)
    if name == 'finnish':
        from conquest import give
        give(g, 'region:finland', 'russia')
        leave_finland(g)
    if name == 'irish':
        leave_ireland(g)


def leave_finland(g):
    """SP and leaders of a neutral Sweden go home from land that is ceded [reading 88]."""
    land = [h for h in lands_of(g, 'russia') if g.w.hexes[h].region == 'finland']
    send_home(g, [u for h in land for u in g.sp(h) if u.side not in SIDES], [l for h in land for l in g.heads(h) if l.side not in SIDES])


def months(g, date):
    y, m = (int(x) for x in date.split('-'))
    return (g.year - y) * 12 + g.month - m


def irish(g, started):
    i = g.ireland
    if i.since is None or i.rose:
        return
    if months(g, i.since) >= 12:
        leave_ireland(g)
        return
    best = max([0] + [l.rating for l in i.heads])
    if g.dice.d6() + g.dice.d6() + len(i.force) + best >= 12:
        i.rose = True
        g.wars.running['irish'] = g.date
        started.add('irish')
        d = g.rules['foreign_wars']['irish']
        yield from commit(g, 'irish', d['nation'], d['units'])


def leave_ireland(g):
    i = g.ireland
    for u in i.force:
        u.state = 'from ireland'
    for l in i.heads:
        l.away = 'from ireland'
    i.force, i.heads, i.since = [], [], None


def back_from_ireland(g):
    """French from Ireland come to any port of France that she holds [13.10]."""
    force = [u for u in g.units if u.state == 'from ireland']
    goals = [d['at'] for c, d in g.w.cities.items() if d.get('port') and g.owner(d['at']) == 'france'
             and g.control[c] == FRANCE and d['at'] not in g.siege and not g.enemy_sp(d['at'], FRANCE)
             and not g.own_partisan(d['at'], FRANCE)]
    if not force or not goals or g.status['france'] != FRANCE:
        return
    h = yield from g.ask(FRANCE, [('PLACE(%s)' % text_of_hex(x), x) for x in goals])
    for u in force:
        g.put(u, h)
    for l in g.leaders.values():
        if l.away == 'from ireland':
            g.put_leader(l, h)
    g.settle(h)


def captured(g):
    """Captured leaders are free when their nation is neutral, or after twelve months [9.7]."""
    for l in g.leaders.values():
        if l.away == 'captured':
            l.months -= 1
            if l.months <= 0 or g.status.get(l.d['nation']) == 'neutral':
                l.away, l.months = 'waiting', 0


def exchange(g):
    """Prisoners one for one at random [13.10]."""
    jail = {s: [u for u in g.units if u.state == 'prisoner' and g.status.get(u.nation) == s] for s in (FRANCE, COALITION)}
    for units in jail.values():
        units.sort(key=lambda u: g.w.unit_key(u.nation, u.kind))
    for _ in range(min(len(x) for x in jail.values())):
        for side in (FRANCE, COALITION):
            u = jail[side].pop(g.dice.draw(len(jail[side])) - 1)
            u.state = 'pool'

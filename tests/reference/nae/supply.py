"""Supply lines [10]: a chain of links two movement points apart, from the force to a source."""
import heapq

from forces import nationality
from world import EMPIRE, other


class Tracer:
    """Traces for one nation of a side; `barred` are the zones from where its enemies came into a battle [10.5]."""

    def __init__(self, g, nation, side, barred=(), battle=None):
        self.g, self.nation, self.side = g, nation, side
        self.barred, self.battle = barred, battle
        self.minor = not g.w.is_major(nation)
        self.allies = set(g.majors_at_war(side))

    def held(self, zone):
        return self.g.controller(zone) == self.side

    def good_fort(self, zone):
        g = self.g
        return zone not in g.siege and g.fort_side(zone) == self.side

    def source(self, zone):
        """Sources of 10.1."""
        g = self.g
        if zone == self.battle:
            return False
        if self.nation == 'chouans' and g.scenario['hundred_days']:
            return self.british_port(zone)
        nations = {self.nation} | (self.allies if self.minor else set())
        owner = g.owner[zone]
        for n in nations:
            capitals = g.w.majors[n]['capitals'] if g.w.is_major(n) else [g.w.minors[n]['capital']]
            if zone in capitals and zone not in g.siege and self.held(zone):  # a state's may be the enemy's land
                return True
        if self.good_fort(zone) and owner in nations:
            return True
        if not g.w.is_major(owner) and self.held(zone) and g.side_of(owner) == self.side:
            capital = g.w.minors[owner]['capital']
            if zone == capital and self.good_fort(zone):
                return True
        return self.revolt(zone)

    def british_port(self, zone):
        """What the Chouans of 1815 trace to away from home, and nothing else [20.1]."""
        g = self.g
        return (zone in g.w.ports and zone not in g.siege and self.held(zone)
                and any(d.fixed and d.power == 'grande_bretagne' for d in g.land(zone, self.side, False, ('depot',))))

    def revolt(self, zone):
        """Sources of the revolts of the Serbs and of Tyrol [21: 18C, 23C]."""
        g = self.g
        own = {'serbie': 'belgrade', 'tyrol_insurge': 'innsbruck'}.get(self.nation)
        return zone == own and g.control.get(zone) != EMPIRE and zone not in g.siege

    def depot(self, zone):
        nations = self.allies if self.minor else {self.nation}
        return any(d.fixed and d.power in nations for d in self.g.land(zone, self.side, False, ('depot',)))

    def link(self, zone):
        """Links of 10.2."""
        if zone == self.battle:
            return False
        g = self.g
        if self.good_fort(zone):
            return True
        if self.side == EMPIRE and g.fort(zone) and zone not in g.siege and not g.control.get(zone) \
                and g.status.get(g.owner[zone]) == 'forced_alliance':
            return True
        return self.depot(zone)

    def passable(self, zone):
        """Blocks of 10.5 but the straits."""
        g, side = self.g, self.side
        if zone in self.barred or not g.land_open(side, zone):
            return False
        return not (g.enemies(zone, side) or g.hostile_fort(zone, side)
                    or (g.enemy_marked(zone, side) and not (zone in g.siege and g.enemy_marked(zone, side)
                                                            and g.fort_side(zone) == other(side))))

    def strait(self, edge):
        terrain, sea, always = edge
        if terrain != 'strait' or always:
            return True
        g = self.g
        return not g.fleets('sea:' + sea, other(self.side)) or bool(g.fleets('sea:' + sea, self.side))

    def reach(self, start, first=None):
        """Zones within two movement points, counted from the force towards the link [A-37]."""
        g = self.g
        best = {start: 0}
        heap = [(0, start)]
        while heap:
            cost, z = heapq.heappop(heap)
            if cost > best[z]:
                continue
            steps = g.w.adj[z] if not (z == start and first) else {first: g.w.adj[z].get(first)}
            for n, edge in steps.items():
                if edge is None or not self.strait(edge):
                    continue
                c = g.edge_cost(z, n)
                total = cost + (2 if c is None else c)
                if total <= 2 and total < best.get(n, 9) and self.passable(n):
                    best[n] = total
                    heapq.heappush(heap, (total, n))
        del best[start]
        return best

    def sea_port(self, zone):
        """Can this link serve a maritime hop: a friendly port, no town of the enemy without a marker [10.4, 10.5]?"""
        g = self.g
        return (zone in g.w.ports and not g.blockaded(zone, self.side) and zone not in g.siege and self.link(zone)
                and g.land_open(self.side, zone) and not g.enemy_marked(zone, self.side))

    def overseas(self, zone):
        """Ports joined to a port by sea that a line may cross [10.5]."""
        g = self.g
        seen, todo = set(), list(g.w.ports[zone]['sea_zones'])
        while todo:
            s = todo.pop()
            if s in seen or (g.fleets('sea:' + s, other(self.side)) and not g.fleets('sea:' + s, self.side)):
                continue
            seen.add(s)
            todo += g.w.sea[s]['adjacent']
        return [p for p, d in g.w.ports.items() if p != zone and seen & set(d['sea_zones'])
                and self.sea_port(p) and self.passable(p)]

    def supplied(self, start, entry=None, garrison=False):
        """Is a force at `start` supplied? `entry`: zone it attacks from; `garrison`: it is besieged there."""
        if garrison:
            if start not in self.g.w.ports or self.g.blockaded(start, self.side):
                return False
            seen, todo = {start}, self.overseas(start)
            if any(self.source(z) for z in todo):
                return True
            seen.update(todo)
        else:
            if entry is None and self.source(start):
                return True
            seen, todo = {start}, [start]
        while todo:
            z = todo.pop()
            near = list(self.reach(z, entry if z == start and not garrison else None))
            if self.sea_port(z) and not (z == start and entry):
                near += self.overseas(z)
            for n in near:
                if self.source(n):
                    return True
                if n not in seen and self.link(n):
                    seen.add(n)
                    todo.append(n)
        return False


def trace_nation(pieces):
    """Nation a force traces for; an expeditionary corps without a general of the Empire traces as a minor [10.8]."""
    n = nationality(pieces)
    lead = [p for p in pieces if p.kind == 'general' and p.power == n]
    if any(p.exped for p in (lead or pieces) if p.power == n):
        return 'hollande'
    return n


def is_supplied(g, pieces, entry=None, barred=(), battle=None, force=None):
    """Supply of a force where it stands; powers at peace count as supplied [4.3.7]. `force`: what they are a part of."""
    nation = trace_nation(force or pieces)
    side = g.party(pieces[0])
    if side.startswith('peace'):
        return True
    zone, fort = pieces[0].place, pieces[0].fort
    if nation == 'chouans' and g.w.zones[zone]['province'] in ('poitou', 'bretagne'):
        return True
    tracer = Tracer(g, nation, side, barred, battle)
    if tracer.revolt(zone):
        return True  # a corps in revolt where its source is [18C, 23C]
    return tracer.supplied(zone, entry, fort and zone in g.siege)


def mark(g, pieces, entry=None, barred=(), battle=None, force=None):
    """A supply check: sets or clears the markers, and answers [10.7]."""
    ok = is_supplied(g, pieces, entry, barred, battle, force)
    for p in pieces:
        if p.kind == 'unit':
            p.unsupplied = not ok or p.id in g.cut
    return ok


def zone_traced(g, side, zone):
    """Can a zone trace to a source of the side, of any of its majors at war [17.2]?"""
    return any(Tracer(g, n, side).supplied(zone) for n in g.majors_at_war(side))


def firmly_held(g, side, zone):
    """Supplied control for hands, resources, conquest and victory [3.2, 4.2.2]."""
    return holds(g, side, zone) and zone_traced(g, side, zone)


def holds(g, side, zone):
    """Control with or without a line [3.2]: a marker where no enemy stands, or a friendly siege."""
    if zone in g.siege and g.fort_side(zone) in (side, other(side)):
        return g.fort_side(zone) == other(side)
    return g.controller(zone) == side and not (g.control.get(zone) == side and g.enemy_field(zone, side))


def enemy_holds(g, side, zone):
    """Is a zone of the side's own under supplied enemy control?"""
    foe = other(side)
    shut_in = g.fort_side(zone) if zone in g.siege else None
    taken = shut_in == side or (g.control.get(zone) == foe and shut_in != foe and not g.enemy_field(zone, foe))
    return taken and zone_traced(g, foe, zone)

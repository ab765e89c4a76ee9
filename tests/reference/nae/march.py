"""Land activations: order of business, movement loop, combining, fortresses on the way [6.4-6.7, 8]."""
from battle import unit_morale
from forces import (army_commander, classes, commander, fix, generals, group, heads, leaderless, legal, legal_all, lone_depots,
                    markers, merge_plan, nationality, outranks, rest_legal, steps, units)
from losses import attrition, join, may_besiege, raise_siege, reactivate, siege_attack
from reaction import encounter, intercept
from supply import is_supplied, mark
from world import COALITION, EMPIRE, other


class Act:
    """One running activation of a land force."""

    def __init__(self, side, zone, slots):
        self.side, self.zone, self.slots = side, zone, set(slots)
        self.start, self.entry, self.mp, self.base, self.forced = zone, None, 0, 0, 0
        self.full, self.moved = 0, False
        self.free_march = self.supplied_card = self.sweep = self.lone = False
        self.unsupplied = self.tested = self.poor = self.ended = self.held = False
        self.home_all, self.in_russia = True, False
        self.touched, self.turned, self.dismissed, self.spent = set(), set(), set(), set()
        self.siege_bonus, self.ignore_rivers, self.later = 0, False, None
        self.campaign, self.inside_france, self.sortie, self.covering = None, False, False, set()
        self.refill = set()  # armies whose replacements come when the activation is over [1815]
        self.joined = False  # the force of a joint battle of a campaign
        self.entries = None  # in it: its pieces' own zones of entry, by id
        self.left_france = False

    def pieces(self, g):
        return group(g, self.zone, self.side, self.slots)

    def due(self):
        """Is an attrition test pending [11.1]?"""
        return not self.tested and (self.unsupplied or (self.forced > 0 and not self.free_march))


def standing(g, a):
    """Friends who stand in the zone of an activation, without waiting forces."""
    return [p for p in g.land(a.zone, a.side, False) if p.slot < 2]


def choose_force(g, side, budget, free=None, stop=False):
    """Power, zone, force [6.3]; `budget`: AP at hand (None: free). Answers (zone, word, cost) or None."""
    found = {}
    for zone in g.w.zones:
        if not g.by_place.get(zone):
            continue
        for nation, word, cost in force_options(g, side, zone):
            if (budget is None or cost <= budget) and (free is None or free(zone, word, nation)):
                found.setdefault(nation, {}).setdefault(zone, []).append((word, cost))
    if not found:
        return None
    options = [('spend_power', n) for n in found] + ([('spend_power', 'stop')] if stop else [])
    n = (yield from g.ask(side, options))[1]
    if n == 'stop':
        return None
    z = (yield from g.ask(side, [('spend_zone', z) for z in found[n]]))[1]
    word = (yield from g.ask(side, [('spend_force', w) for w, _ in found[n][z]]))[1]
    return z, word, dict(found[n][z])[word]


def force_options(g, side, zone):
    """(nation of the commander, word, AP) of everything that may be activated in a zone [6.2-6.4]."""
    for fort in (False, True):
        pieces = [p for p in g.land(zone, side, fort) if p.slot < 2]
        if not units(pieces):
            continue
        pre = 'in_' if fort else ''
        ms = markers(pieces)
        nation = nationality(pieces)
        if len(ms) == 2:
            chief = commander(pieces)
            parts = [[p for p in pieces if p.slot == k] for k in (0, 1)]
            if not any((commander(q) or units(q)[0]).activated for q in parts):  # an army moves once a round
                yield nation, pre + 'both', min(3, chief.d['initiative'] + 1)
            for k in (0, 1):
                part = [p for p in pieces if p.slot == k]
                own = commander(part)
                if own and not own.activated:
                    yield nation, pre + 'army%d' % k, own.d['initiative']
        else:
            lead = commander(pieces)
            if lead and not lead.activated and (ms or not any(u.activated for u in units(pieces))):
                yield nation, pre + 'whole', lead.d['initiative']
            if not lead and not any(u.activated for u in units(pieces)):
                yield nation, pre + 'whole', 1
        if generals(pieces):
            yield from part_options(g, zone, pieces, nation)


def own_nation(g, side, zone, word):
    """Nation of what a word of force_options stands for."""
    fort = word.startswith('in_')
    word = word[3:] if fort else word
    if word in g.pieces:
        return g.pieces[word].power
    here = [p for p in g.land(zone, side, fort) if p.slot < 2]
    return nationality([p for p in here if p.slot == int(word[4:])] if word in ('army0', 'army1') else here)


def part_options(g, zone, pieces, nation):
    """Subordinates and single corps that may leave a force [6.2, 6.4]."""
    for s in sorted({p.slot for p in units(pieces)}):
        part = [p for p in pieces if p.slot == s and p.kind != 'depot']
        chief = commander(part)
        for x in generals(part):
            if markers(part) and x is not chief and not x.activated and first_corps(g, part, x):
                yield nation, x.id, x.d['initiative']
        for u in classes([u for u in units(part) if not u.activated]):
            if not u.d['army_only'] and len(units(part)) > 1 and rest_legal(g, [p for p in part if p is not u]):
                yield nation, u.id, 1


def first_corps(g, part, x):
    return [u for u in units(part) if not u.activated and splits(g, part, x, [u])]


def splits(g, part, x, picked):
    gone = picked + [x]
    return legal(g, gone) and rest_legal(g, [p for p in part if p not in gone])


def start_force(g, side, zone, word):
    """Takes the chosen force out of its stack; answers its activation."""
    fort = word.startswith('in_') or (word in g.pieces and g.pieces[word].fort)
    word = word[3:] if word.startswith('in_') else word
    pieces = [p for p in g.land(zone, side, fort) if p.slot < 2]
    a = Act(side, zone, {2})
    if word in ('both', 'army0', 'army1', 'whole'):
        keep = {'army0': {0}, 'army1': {1}}.get(word, {0, 1})
        chosen = [p for p in pieces if p.slot in keep and (p.kind != 'depot' or not p.fixed)]
        if word == 'both':
            a.slots = {2, 3}
            yield from swap(g, side, zone, fort)
            chosen = [p for p in g.land(zone, side, fort) if p.slot < 2 and (p.kind != 'depot' or not p.fixed)]
        if len(units(chosen)) == 1 and not generals(chosen):
            a.lone = True
            chosen = [p for p in chosen if p.kind != 'depot']
    elif g.pieces[word].kind == 'unit':
        chosen = [g.pieces[word]]
        a.lone = True
    else:
        chosen = yield from split_subordinate(g, side, zone, g.pieces[word])
    a.sortie = fort and bool(g.enemy_field(zone, side))  # without besiegers a garrison comes out [13.5b]
    for p in chosen:
        g.put(p, zone, 2 + (p.slot if word == 'both' else 0), a.sortie)
        p.activated = True
    return a


def swap(g, side, zone, fort):
    """Two armies exchange units, one class at a time, before they move [6.2]."""
    done = set()
    while True:
        pieces = [p for p in g.land(zone, side, fort) if p.slot < 2 and p.kind != 'depot']
        options = []
        for s in (0, 1):
            part = [p for p in pieces if p.slot == s]
            rest = [p for p in pieces if p.slot != s]
            for u in classes([u for u in units(part) if u.id not in done]):
                if rest_legal(g, [p for p in part if p is not u]) and moved_legal(g, rest, u, 1 - s):
                    options.append(('swap', u.id))
        if not options:
            return
        choice = yield from g.ask(side, options + [('swap', 'done')])
        if choice[1] == 'done':
            return
        u = g.pieces[choice[1]]
        u.slot = 1 - u.slot
        done.add(u.id)
        for s in (0, 1):
            yield from fix(g, zone, side, s, fort)


def moved_legal(g, army, u, slot):
    """Would an army be legal with a unit of the other one?"""
    old, u.slot = u.slot, slot
    ok = legal(g, army + [u])
    u.slot = old
    return ok


def split_subordinate(g, side, zone, x):
    """A subordinate chooses his corps [6.4]."""
    part = [p for p in g.land(zone, side, x.fort) if p.slot == x.slot and p.kind != 'depot']
    picked = []
    while True:
        options = [u for u in units(part) if not u.activated and u not in picked and splits(g, part, x, picked + [u])]
        if not options:
            break
        done = [('split', 'done')] if picked else []
        choice = yield from g.ask(side, [('split', u.id) for u in classes(options)] + done)
        if choice[1] == 'done':
            break
        picked.append(g.pieces[choice[1]])
    return picked + [x]


def activate(g, a, forced=None, free_march=False, supplied=False, sweep=False, campaign=None):
    """The order of business of 6.6. `forced`: points fixed by a card; `free_march`: no test for them."""
    a.free_march, a.supplied_card, a.sweep, a.campaign = free_march, supplied, sweep, campaign
    for fort in (False, True):
        without_steps(g, [p for p in g.land(a.zone, a.side, fort) if p.slot < 2])
    pieces = a.pieces(g) if not a.sortie else group(g, a.zone, a.side, a.slots, True)
    g.cut -= {u.id for u in units(pieces)}
    if supplied:
        for u in units(pieces):
            u.unsupplied = False
    else:
        for s in sorted(a.slots):
            part = [p for p in pieces if p.slot == s]
            if units(part):
                mark(g, part, force=pieces)
    a.unsupplied = any(u.unsupplied for u in units(pieces))
    refill = yield from replacements_when(g, a, pieces)
    if refill == 'before':
        yield from replacements(g, a)
        pieces = a.pieces(g) if not a.sortie else group(g, a.zone, a.side, a.slots, True)
    gathered = 0
    if markers(pieces) and not a.sortie:
        gathered = yield from gather(g, a)
        pieces = a.pieces(g)
        a.unsupplied = any(u.unsupplied for u in units(pieces))
    a.base = min(u.face['movement'] for u in units(pieces))
    if any(u.demoralised for u in units(pieces)):
        a.forced = 0
    elif forced is not None:
        a.forced = forced
    else:
        top = 3 if not a.lone or g.surcharge_ok(a) else 0
        a.forced = int((yield from g.ask(a.side, [('forced_march', str(k)) for k in range(top + 1)]))[1])
        if a.forced:
            g.surcharge(a)
    a.full = a.base
    a.mp = a.base + a.forced - (1 if g.round >= 5 else 0) - gathered
    if a.sortie:
        yield from sortie(g, a)
    yield from loop(g, a)
    yield from finish(g, a, refill)


def replacements_when(g, a, pieces):
    """1815: a French army restores two steps before or after its move, not in winter."""
    if not g.scenario['hundred_days'] or a.side != EMPIRE or g.winter() \
            or not any(m.power == 'france' for m in markers(pieces)):
        return 'none'
    return (yield from g.ask(EMPIRE, [('replacements', w) for w in ('before', 'after', 'none')]))[1]


def refilled(g, a):
    """The French armies that act or have just acted, in order."""
    out = []
    for m in g.land(a.zone, EMPIRE, None, ('army',)):
        part = [p for p in g.land(a.zone, EMPIRE, m.fort) if p.slot == m.slot and p.kind != 'depot']
        chief = army_commander(part, m)
        if m.power == 'france' and chief and (m.slot in a.slots or chief.activated):
            out.append(m)
    return sorted(out, key=lambda m: m.slot)


def refill_options(g, m):
    """Steps an army may get: reduced units, corps of the reserve."""
    part = [p for p in g.land(m.place, EMPIRE, m.fort) if p.slot == m.slot and p.kind != 'depot']
    chief = army_commander(part, m)
    if not chief or heads(part) >= 2 * chief.d['command']:
        return []
    horse = sum(h.steps for h in units(part) if h.d['cavalry'])
    room = lambda u: not (u.d['cavalry'] and horse >= 2) and g.home_ok([u], m.place)
    return [u for u in units(part) if u.reduced and room(u)] + [
        u for u in g.at('reserve', ('unit',)) if u.power == 'france' and room(u)]


def replacements(g, a, armies=None):
    """Two steps for each French army (of those, ids): reduced units of it, or corps rebuilt in it on their reduced side."""
    for m in [m for m in refilled(g, a) if armies is None or m.id in armies]:
        for _ in range(2):
            seen, opts = set(), []
            for u in refill_options(g, m):
                key = (u.klass, u.place == m.place and u.reduced)
                if key not in seen:
                    seen.add(key)
                    opts.append(('replacement', u.id))
            choice = yield from g.ask(EMPIRE, opts + [('replacement', 'done')])
            if choice[1] == 'done':
                break
            refill(g, m, g.pieces[choice[1]])


def refill(g, m, u):
    if u.place == m.place:
        u.reduced = False
        return
    mates = [v for v in g.land(m.place, EMPIRE, m.fort, ('unit',)) if v.slot == m.slot]
    g.put(u, m.place, m.slot, m.fort)
    u.reduced, u.activated = u.d['steps'] == 2, True
    u.demoralised = any(v.demoralised for v in mates)
    u.unsupplied = any(v.unsupplied for v in mates)


# -- gathering ----------------------------------------------------------------------------------------------------------
def gather(g, a):
    """Neighbouring forces join the army before it moves [6.5]; answers 1 if any did."""
    joined = 0
    chief = commander(a.pieces(g))
    m = next(m for m in markers(a.pieces(g)) if m.slot == chief.slot)  # of two armies that of who stands above the other
    for n in g.w.adj[a.zone]:
        part = [p for p in g.land(n, a.side, False) if p.slot < 2]
        if not gatherable(g, a, m, n, part):
            continue
        while True:
            part = [p for p in g.land(n, a.side, False) if p.slot < 2]
            options = gather_options(g, a, m, n, part)
            if not options:
                break
            choice = yield from g.ask(a.side, [('gather', n, w) for w in options] + [('gather', n, 'stay')])
            if choice[2] == 'stay':
                break
            joined = 1
            carry_gather(g, a, m, part, choice[2])
            if choice[2] == 'join':
                break
    return joined


def gatherable(g, a, m, n, part):
    lead = commander(part)
    chief = army_commander(a.pieces(g), m)
    if not units(part) or markers(part) or n in g.siege or any(p.activated for p in part if p.kind in ('unit', 'general')):
        return False
    if any(u.demoralised for u in units(part)) or (lead and lead.power == chief.power and lead.d['rank'] < chief.d['rank']):
        return False
    cost = g.edge_cost(n, a.zone)
    return cost is not None and cost <= 1 and g.may_enter(a.side, n, a.zone, part)


def gather_options(g, a, m, n, part):
    """`join` when all of it fits, otherwise the classes that fit."""
    if not units(part):
        return []
    army = [p for p in a.pieces(g) if p.kind != 'depot' and p.slot == m.slot]
    if whole_guest(g, army, part) is not None:
        return ['join']
    out = []
    for u in classes(units(part)):
        rest = [p for p in part if p is not u and p.kind != 'depot']
        if legal(g, army + [u]) and (rest_legal(g, rest) if units(rest) else True) and units(rest):
            out.append(u.id)
    return out


def whole_guest(g, army, part):
    """Generals sent away when a whole force joins an army, None if it does not fit."""
    body = [p for p in part if p.kind != 'depot']
    lead = commander(body)
    if legal(g, army + body):
        return []
    if lead and legal(g, army + [p for p in body if p is not lead]):
        return [lead]
    return None


def carry_gather(g, a, m, part, word):
    if word == 'join':
        away = whole_guest(g, [p for p in a.pieces(g) if p.kind != 'depot' and p.slot == m.slot], part)
        led, zone = commander(part), part[0].place
        g.note_entry(a.side, zone, a.zone, units(part))
        for p in part:
            if p in away:
                g.put(p, 'reserve')
            elif p.kind != 'depot' or led and not p.fixed:  # no depot moves without a general [1.1]
                g.put(p, a.zone, m.slot)
                p.activated = True
        lone_depots(g, zone)
    else:
        g.note_entry(a.side, g.pieces[word].place, a.zone, [g.pieces[word]])
        g.put(g.pieces[word], a.zone, m.slot)
        g.pieces[word].activated = True
    army = [u for u in units(a.pieces(g)) if u.slot == m.slot]
    for u in army if any(u.demoralised for u in army) else []:
        u.demoralised = True


# -- the loop -----------------------------------------------------------------------------------------------------------
def loop(g, a):
    """Movement, marking, sieges, rallies, dropping and absorbing until the force stops [8.1]."""
    while not a.ended:
        pieces = a.pieces(g)
        if not units(pieces):
            a.ended = True
            return
        options = loop_options(g, a, pieces)
        choice = yield from g.ask(a.side, options)
        if choice[1] == 'stop':
            return
        yield from STEPS[choice[1]](g, a, choice)


def loop_options(g, a, pieces):
    go = [('move', 'go', n) for n in g.w.adj[a.zone] if can_go(g, a, pieces, n)]
    out = list(go)
    out += zone_works(g, a, pieces)
    out += exchanges(g, a, pieces)
    for card, flag in (('33F', a.siege_bonus), ('36F', a.ignore_rivers)):
        if a.side == EMPIRE and g.held(EMPIRE, card) and not flag:
            out.append(('move', 'card', card))
    if can_stop(g, a, pieces) or not go:
        out.append(('move', 'stop'))
    return out


def can_stop(g, a, pieces):
    stand = standing(g, a)
    return not units(stand) or merge_plan(g, pieces, stand) is not None


def move_cost(g, a, n):
    """Points to enter n, None if impossible now."""
    cost = g.edge_cost(a.zone, n, not a.ignore_rivers)
    if cost is None:  # the whole unmodified allowance, as the sole move [8.1]
        return a.mp if not a.moved and a.mp == a.full and a.forced == 0 and a.mp > 0 else None
    return cost if cost <= a.mp else None


def can_go(g, a, pieces, n):
    if a.held or a.mp <= 0:
        return False
    cost = move_cost(g, a, n)
    if cost is None or not g.may_enter(a.side, a.zone, n, pieces):
        return False
    if a.inside_france and n not in g.w.original_france:
        return False
    if a.lone and (g.enemies(n, a.side) or g.controller(n) != a.side) and not g.surcharge_ok(a):
        return False
    friends = [p for p in g.land(n, a.side, False) if p.slot < 2]
    if units(friends) and merge_plan(g, pieces, friends) is None:
        return leaves_again(g, a, pieces, n, a.mp - cost)
    return True


def leaves_again(g, a, pieces, n, left):
    """Enough points to go on from a friend's zone to one where the force may end [7.11]."""
    for t in g.w.adj[n]:
        cost = g.edge_cost(n, t, not a.ignore_rivers)
        if cost is None or cost > left or not g.may_enter(a.side, n, t, pieces):
            continue
        friends = [p for p in g.land(t, a.side, False) if p.slot < 2 and p not in pieces]
        if not units(friends) or merge_plan(g, pieces, friends) is not None:
            return True
    return False


def supplied_now(pieces):
    """Marker status: half or more unsupplied steps make a force unsupplied."""
    bare = sum(u.steps for u in units(pieces) if u.unsupplied)
    return 2 * bare < steps(pieces)


def zone_works(g, a, pieces):
    """mark, siege, lay, rally."""
    out, z = [], a.zone
    foe_fort = g.fort_side(z) == other(a.side)
    if a.mp >= 1 and g.enemy_marked(z, a.side) and not foe_fort and not g.enemies(z, a.side) and supplied_now(pieces):
        out.append(('move', 'mark'))
    if foe_fort and may_besiege(g, a.side, z, pieces + standing(g, a)):
        if z not in g.siege:
            out.append(('move', 'lay'))
        elif a.mp >= 1 and siege_supplied(g, a, pieces):
            out.append(('move', 'siege'))
    if a.mp >= 2 and commander(pieces) and any(u.demoralised for u in units(pieces)) and supplied_now(pieces):
        out.append(('move', 'rally'))
    return out


def siege_supplied(g, a, pieces):
    if a.supplied_card:
        return True
    entry = a.entry if a.moved else None
    return is_supplied(g, pieces, entry=entry, battle=a.zone if entry else None)


def parts_of(pieces):
    """The armies of the force, or the force."""
    return [[p for p in pieces if p.slot == s] for s in sorted({p.slot for p in pieces if p.kind != 'depot'})]


def exchanges(g, a, pieces):
    """drop, take, depot, dismiss [8.3]."""
    if not generals(pieces):
        return []
    stand = standing(g, a)
    out = [('move', 'drop', p.id) for p in drop_list(g, a, pieces, stand)]
    out += [('move', 'take', p.id) for p in take_list(g, a, pieces, stand)]
    depots = sorted((d for d in pieces + stand if d.kind == 'depot' and (d.id, a.zone) not in a.turned),
                    key=lambda d: d.order)
    out += [('move', 'depot', d.id) for d in classes(depots)]
    for part in parts_of(pieces):
        if markers(part):
            chief = commander(part)
            out += [('move', 'dismiss', x.id) for x in generals(part) if x is not chief and x.id not in a.dismissed]
    return out


def drop_list(g, a, pieces, stand):
    found, officers = [], []
    for part in parts_of(pieces):
        body = [p for p in part if p.kind != 'depot']
        for u in [u for u in units(body) if u.id not in a.touched]:
            if rest_legal(g, [p for p in body if p is not u]) and takes_in(g, stand, [u]):
                found.append(u)
        for x in generals(body):
            if markers(body) and x is not commander(body) and x.id not in a.dismissed and drop_pairs(g, a, body, stand, x):
                officers.append(x)
    # One of a class stands for all of the force, of two armies too [P2].
    found = classes(sorted(found, key=lambda u: u.order)) + officers
    found += classes([d for d in pieces if d.kind == 'depot' and not d.fixed and ('side', d.id, a.zone) not in a.turned])
    return found


def drop_pairs(g, a, body, stand, x):
    """Units a subordinate may be dropped with."""
    return [u for u in units(body) if u.id not in a.touched and rest_legal(g, [p for p in body if p not in (u, x)])
            and takes_in(g, stand, [x, u])]


def takes_in(g, stand, comers):
    """Can the standing force take these in, nobody sent away?"""
    body = [p for p in stand if p.kind != 'depot']
    if not units(body):
        return legal(g, comers)
    return receiver(g, body, comers) is not None


def receiver(g, body, comers):
    """Slot of the standing force that takes units in without changing its command."""
    nation = next((x.power for x in generals(comers)), units(comers)[0].power)
    rank = {m.slot: (m.power != nation, m.order) for m in markers(body)}  # its own army first, then that first on the board [9.2]
    for s in sorted({p.slot for p in body}, key=lambda s: rank.get(s, (False, s))):
        part = [p for p in body if p.slot == s]
        chief = commander(part)
        if not chief and not generals(comers):
            continue
        for x in generals(comers):
            if chief and x.power == chief.power and x.d['rank'] < chief.d['rank']:
                break
        else:
            if chief and legal(g, part + comers):
                return s
            if not chief and legal(g, part + comers):
                return s
    return None


def take_list(g, a, pieces, stand):
    found = []
    body = [p for p in stand if p.kind != 'depot']
    for s in sorted({p.slot for p in units(body)}):
        part = [p for p in body if p.slot == s]
        for u in classes([u for u in units(part) if not u.activated and u.id not in a.touched]):
            if take_slot(g, pieces, part, u) is not None and u.id not in [f.id for f in found]:
                found.append(u)
    found += classes([d for d in stand if d.kind == 'depot' and not d.fixed and ('side', d.id, a.zone) not in a.turned])
    return found


def take_slot(g, pieces, part, u):
    """Slot of the moving force that may absorb a unit of a standing one [7.5]."""
    gm, gs = commander(pieces), commander(part)
    if gs and not outranks(gm, gs, pieces, part):
        return None
    if markers(part) and not markers(pieces):
        return None
    rest = [p for p in part if p is not u]
    if units(rest) and not rest_legal(g, rest):
        return None
    if not units(rest) and markers(part):
        return None
    for own in parts_of([p for p in pieces if p.kind != 'depot']):
        if generals(own) and legal(g, own + [u]):
            return own[0].slot
    return None


def step_go(g, a, choice):
    yield from enter(g, a, choice[2])


def step_mark(g, a, choice):
    a.mp -= 1
    from forces import lone_depots
    g.take_control(a.zone, a.side)
    lone_depots(g, a.zone)
    g.note_capture(a.zone, a.side)
    yield from g.flee_port(a.zone, other(a.side))


def step_lay(g, a, choice):
    g.siege[a.zone] = 0
    g.note_siege()
    return
    yield


def step_siege(g, a, choice):
    a.mp -= 1
    pieces = a.pieces(g)
    if not a.supplied_card:
        entry = a.entry if a.moved else None
        mark(g, pieces, entry=entry, battle=a.zone if entry else None)
    yield from after_siege(g, a, (yield from siege_attack(g, a.side, a.zone, pieces, a.siege_bonus, pending=a.due())))


def after_siege(g, a, result):
    if result == 'taken':
        a.held = False
        a.later, g.later = g.later, None
    elif result == 'raised':
        a.ended = True
    return
    yield


def step_rally(g, a, choice):
    a.mp -= 2
    for part in parts_of(a.pieces(g)):
        us = units(part)
        if not any(u.demoralised for u in us):
            continue
        count = {}
        for u in us:
            count[unit_morale(g, u)] = count.get(unit_morale(g, u), 0) + u.steps
        morale = max(count, key=lambda m: (count[m], m))
        lead = commander(part)
        if g.dice.d6() <= morale + (max(lead.d['attack'], lead.d['defence']) if lead else 0):
            for u in us:
                u.demoralised = False
    return
    yield


def step_drop(g, a, choice):
    p = g.pieces[choice[2]]
    stand = [q for q in standing(g, a) if q.kind != 'depot']
    if p.kind == 'depot':
        p.slot = min((q.slot for q in units(stand)), default=0)
        a.turned.add(('side', p.id, a.zone))
        return
    gone = [p]
    if p.kind == 'general':
        body = next(part for part in parts_of(a.pieces(g)) if p in part)
        body = [q for q in body if q.kind != 'depot']
        pairs = drop_pairs(g, a, body, stand, p)
        u = (yield from g.ask(a.side, [('drop_with', u.id) for u in classes(pairs)]))[1]
        gone.append(g.pieces[u])
        a.dismissed.add(p.id)
    slot = receiver(g, stand, gone) if units(stand) else 0
    if any(u.demoralised for u in units(stand) + units(gone)):
        for u in [u for u in units(stand) if u.slot == slot] + units(gone):
            u.demoralised = True
    for q in gone:
        q.slot = slot
        a.touched.add(q.id)
    without_steps(g, a.pieces(g))


def without_steps(g, pieces):
    """Foreign generals of whose nation the last step has left the army go at once [9.4]."""
    for part in parts_of(pieces):
        if markers(part) and commander(part):
            for x in leaderless(g, part, commander(part)):
                g.put(x, 'reserve')


def step_take(g, a, choice):
    p = g.pieces[choice[2]]
    pieces = a.pieces(g)
    if p.kind == 'depot':
        p.slot = min(a.slots)
        a.turned.add(('side', p.id, a.zone))
        return
    was = p.slot
    part = [q for q in standing(g, a) if q.slot == was]
    slot = take_slot(g, pieces, [q for q in part if q.kind != 'depot'], p)
    own = [q for q in pieces if q.slot == slot and q.kind != 'depot']
    p.slot, p.activated = slot, True
    a.touched.add(p.id)
    rest = [q for q in part if q is not p]
    if not units(rest):
        for q in rest:
            if q.kind == 'depot' and not q.fixed:
                q.slot = slot
            elif q.kind == 'general':
                chief = commander(own)  # nobody serves under a lower rank of his nation [7.4]
                fits = markers(own) and legal(g, own + [p, q]) and not (
                    q.power == chief.power and q.d['rank'] < chief.d['rank'])
                if fits:
                    q.slot, q.activated = slot, True
                else:
                    g.put(q, 'reserve')
    movement = p.face['movement']
    if movement < a.base:
        a.mp = max(0, a.mp - (a.base - movement))
        a.base = movement
    if any(u.demoralised for u in units(own) + [p]):
        for u in units(own) + [p]:
            u.demoralised = True
    a.unsupplied = a.unsupplied or p.unsupplied
    left = [q for q in standing(g, a) if q.slot == was]
    if markers(left) and commander(left):
        for x in leaderless(g, left, commander(left)):  # no step of his nation is left [9.4]
            g.put(x, 'reserve')
    return
    yield


def step_depot(g, a, choice):
    d = g.pieces[choice[2]]
    d.fixed = not d.fixed
    a.turned.add((d.id, a.zone))
    d.slot = 0 if d.fixed else min(a.slots)
    return
    yield


def step_dismiss(g, a, choice):
    x = g.pieces[choice[2]]
    a.dismissed.add(x.id)
    slot = x.slot
    g.put(x, 'reserve')
    yield from fix(g, a.zone, a.side, slot)


def step_card(g, a, choice):
    g.spend(choice[2], True)
    if choice[2] == '33F':
        a.siege_bonus = 2
    else:
        a.ignore_rivers = True
    return
    yield


STEPS = {'go': step_go, 'mark': step_mark, 'lay': step_lay, 'siege': step_siege, 'rally': step_rally, 'drop': step_drop,
         'take': step_take, 'depot': step_depot, 'dismiss': step_dismiss, 'card': step_card}


# -- entering -----------------------------------------------------------------------------------------------------------
def enter(g, a, n):
    """One zone on: interception, the enemy there, the fortress [8.4]."""
    cost = move_cost(g, a, n)
    frm = a.zone
    if a.lone and (g.enemies(n, a.side) or g.controller(n) != a.side):
        g.surcharge(a)
    if a.later == frm:
        a.later = None
        yield from reactivate(g, a.side, frm, late=True)
    pieces = a.pieces(g)
    if not units(pieces):
        a.ended = True
        return
    a.mp -= cost
    a.homes = a.entries = None
    g.note_entry(a.side, frm, n, units(pieces))
    for p in pieces:
        if p.kind == 'depot' and p.fixed:
            p.slot = 0
        else:
            g.put(p, n, p.slot)
    a.zone, a.entry, a.moved = n, frm, True
    a.sortie = False  # besiegers who evade are followed like anybody
    a.turned = set()
    a.poor = a.poor or g.w.zones[n]['poor']
    a.left_france = a.left_france or n not in g.w.original_france
    a.home_all = a.home_all and g.home(nationality(pieces), n)
    a.in_russia = a.in_russia or g.owner[n] == 'russie'
    yield from left_siege(g, frm, a.side)
    from forces import lone_depots
    lone_depots(g, frm)
    if a.sweep:
        sweep(g, n, other(a.side))
    won = yield from intercept(g, a, cost)
    if a.ended:
        return
    if g.enemy_field(n, a.side, ('unit', 'depot')) and not won:
        yield from encounter(g, a, cost)
    if not a.ended:
        yield from meet_fortress(g, a)


def sweep(g, zone, foe):
    """44F: a guerrilla or militia unit alone in the zone goes."""
    there = g.field_units(zone, foe)
    if len(there) == 1 and there[0].d['type'] in ('guerrilla', 'militia') and not [
            p for p in g.land(zone, foe, False) if p.kind == 'general']:
        g.eliminate(there[0])


def left_siege(g, zone, side):
    """A siege left without enough besiegers is lifted [13.5]."""
    if zone in g.siege and g.fort_side(zone) == other(side):
        left = g.land(zone, side, False)
        if heads(left) < 2 * g.fort_level(zone):
            yield from raise_siege(g, zone, side)


def meet_fortress(g, a):
    """An unbesieged enemy fortress stops the force unless it is besieged or covered [8.4]."""
    z = a.zone
    if not g.hostile_fort(z, a.side) or g.enemy_field(z, a.side):
        return
    pieces = a.pieces(g)
    options = [('fortress', 'stop')]
    if may_besiege(g, a.side, z, pieces + standing(g, a)):
        options.append(('fortress', 'siege'))
    if cover_completions(g, a, []):
        options.append(('fortress', 'cover'))
    choice = yield from g.ask(a.side, options)
    if choice[1] == 'cover':
        yield from cover(g, a)
    else:
        a.held = True
        if choice[1] == 'siege':
            g.siege[z] = 0
            g.note_siege()


def cover_completions(g, a, picked):
    """Units that may be the next of a covering part; [] when it is complete or impossible."""
    out = []
    if units(standing(g, a)):
        return out
    pool = [u for u in units(a.pieces(g)) if u not in picked]
    need = 2 * g.fort_level(a.zone)
    for u in classes(pool):
        rest = [v for v in pool if v is not u]
        if cover_search(g, a, picked + [u], rest, need):
            out.append(u)
    return out


def cover_search(g, a, picked, rest, need):
    if sum(u.steps for u in picked) >= need:
        return bool(cover_leaders(g, a, picked))
    return any(cover_search(g, a, picked + [u], rest[i + 1:], need) for i, u in enumerate(rest))


def cover_leaders(g, a, picked):
    """Subordinates (None: no general) under whom the covering part and the rest are legal."""
    pieces = [p for p in a.pieces(g) if p.kind != 'depot']
    rest = [p for p in pieces if p not in picked]
    out = []
    if not units(rest):
        return out
    if legal(g, picked) and legal_all(g, rest):
        out.append(None)
    for part in parts_of(pieces):
        if markers(part):
            for x in generals(part):
                if x is not commander(part) and legal(g, picked + [x]) and legal_all(g, [p for p in rest if p is not x]):
                    out.append(x)
    return out


def cover(g, a):
    """Leaves a covering part with a siege marker 0 [8.4]."""
    picked, need = [], 2 * g.fort_level(a.zone)
    while sum(u.steps for u in picked) < need:
        choice = yield from g.ask(a.side, [('cover_unit', u.id) for u in cover_completions(g, a, picked)])
        picked.append(g.pieces[choice[1]])
    leaders = cover_leaders(g, a, picked)
    if None in leaders:
        x = None
    else:
        x = g.pieces[(yield from g.ask(a.side, [('cover_general', x.id) for x in leaders]))[1]]
    for p in picked + ([x] if x else []):
        p.slot = 0
        g.covering.add(p.id)
        (a.dismissed if p is x else a.touched).add(p.id)
    without_steps(g, a.pieces(g))
    g.siege[a.zone] = 0
    g.note_siege()


# -- fighting -----------------------------------------------------------------------------------------------------------
def pay(g, a):
    """The pending attrition test of an activation [11.1]."""
    if not a.due():
        return
    a.tested = True
    pieces = [p for p in a.pieces(g) if p.kind != 'depot']
    if not units(pieces):
        return
    forced = 0 if a.free_march else a.forced
    bare = a.unsupplied and (not forced or not supplied_now(pieces))
    yield from attrition(g, pieces, forced=forced, poor=a.poor, winter=g.winter(), bare_only=not forced,
                         unsupplied=bare, demoralised=any(u.demoralised for u in units(pieces)),
                         home=a.home_all and g.home(nationality(pieces), a.zone), spent=a.spent)


def sortie(g, a):
    """A garrison attacks the besiegers; no point for the zone, back inside when beaten [A-47]."""
    barred = a.lone and not g.surcharge_ok(a)
    if a.lone and not barred:
        g.surcharge(a)
    for p in group(g, a.zone, a.side, a.slots, True):
        p.fort = False
    if barred:  # it stays where it is, and tests if it has to
        yield from pay(g, a)
        for p in a.pieces(g):
            p.fort = True
        a.ended = True
        return
    yield from encounter(g, a, 0)


def finish(g, a, refill):
    """End of an activation: test, late reactivation, 40C, combination."""
    if not a.ended:
        yield from pay(g, a)
        if a.later == a.zone and units(a.pieces(g)):
            yield from reactivate(g, a.side, a.zone, late=True)
        yield from scorched(g, a)
        yield from settle(g, a)
    if refill == 'after':
        a.refill = {m.id for m in refilled(g, a)}
    if not a.campaign or a not in a.campaign.waiting:  # who waits has not ended his activation [9.6]
        yield from replacements(g, a, a.refill)


def scorched(g, a):
    """40C at the end of an activation in Russia."""
    if a.side != EMPIRE or not a.in_russia or g.owner[a.zone] != 'russie' or '2C' not in g.events:
        return
    pieces = [p for p in a.pieces(g) if p.kind != 'depot']
    if not g.held(COALITION, '40C') or not units(pieces):
        return
    choice = yield from g.ask(COALITION, [('reaction', '40C'), ('reaction', 'none')])
    if choice[1] == '40C':
        g.spend('40C', True)
        if a.zone in g.destroyed:  # one that falls later is none that the card found destroyed
            g.burnt.add(a.zone)
        yield from attrition(g, pieces, poor=g.w.zones[a.zone]['poor'], winter=g.winter(),
                             home=g.home(nationality(pieces), a.zone), card=3, spent=a.spent)


def settle(g, a):
    """The force stops and combines with those who stand there."""
    pieces = a.pieces(g)
    stand = standing(g, a)
    if units(pieces) and units(stand):
        yield from join(g, a.zone, a.side, pieces, stand)
    else:
        for p in pieces:
            p.slot = p.slot % 2 if len(markers(pieces)) == 2 else 0
        yield from fix(g, a.zone, a.side, 0)
    a.ended = True


"""Battles on land: counter-marches, the roll, losses, demoralisation, pursuit, retreat [12]."""
from attribution import battle_modifiers
from forces import (army_commander, best_general, by_nation, cavalry, classes, commander, dissolve_empty, fix, fix_zone,
                    generals, group, leaderless, legal, lone_depots, rest_legal, markers, merge_plan, outranks, steps, units)
from fog import watch
from losses import (attrition, can_join, carry_retreat, destroy, edge_loss, lose_one, may_besiege, points, retreat_zones,
                    siege_attack)
from supply import mark
from world import COALITION, EMPIRE, SIDES, other


class Battle:
    """One battle. Slots name the counters that take part; `homes` are the zones the attackers came from."""

    def __init__(self, zone, attacker, att_slots, def_slots, entry, homes=None, interceptor=None, def_home=None,
                 landing=False, modifier=-3, ignore_rivers=False, supplied=(), sortie=False, entries=None,
                 others_came=()):
        self.zone, self.att, self.dfn = zone, attacker, other(attacker)
        self.slots = {attacker: set(att_slots), other(attacker): set(def_slots)}
        self.entry, self.homes = entry, homes or ([entry] if entry else [])
        self.interceptor, self.def_home = interceptor, def_home
        self.entries = entries or {}  # of the pieces of forces of a campaign, by id: their own zones of entry
        self.others_came = set(others_came)  # zones of entry of forces that wait there for interior lines
        self.landing, self.landing_modifier = landing, modifier
        self.ignore_rivers, self.always_supplied, self.sortie = ignore_rivers, supplied, sortie
        self.cards = {s: [] for s in SIDES}
        self.spear, self.spear2 = {s: None for s in SIDES}, {s: None for s in SIDES}
        self.special, self.sub = {s: [] for s in SIDES}, {s: None for s in SIDES}
        self.level = self.winner = None
        self.joined_at = []  # movement of units that came to the attacker, lost since or not
        self.unsupplied = {s: False for s in SIDES}

    def pieces(self, g, side):
        return group(g, self.zone, side, self.slots[side])

    def role(self, side):
        return 'attack' if side == self.att else 'defence'


def fight(g, b):
    """Fights a battle to its end; `b.winner` is then set. The attacker's pending tests are made before the call."""
    if not points(b.pieces(g, b.att)):
        b.winner = b.dfn
        return
    yield from counter_marches(g, b)
    for side in (b.att, b.dfn):
        yield from consolidate(g, b, side)
    if not points(b.pieces(g, b.att)):
        b.winner = b.dfn
        return
    if 'fog_of_war' in g.options:
        watch(g, [b.pieces(g, s) for s in SIDES])
    strong = {s: points(b.pieces(g, s)) for s in SIDES}
    high, low = max(strong.values()), min(strong.values())
    if low == 0 or int(high / low + 0.5) >= 5:
        yield from overrun(g, b, max(SIDES, key=lambda s: (strong[s], s == b.dfn)))
        return
    check_supply(g, b)
    total = sum(strong.values())
    b.level = 'skirmish' if total <= 7 else 'major' if total >= 22 and low >= 10 else 'minor'
    b.strong = strong
    b.morale = {}
    for side in (b.att, b.dfn):
        b.morale[side] = yield from force_morale(g, b, side)
    for side in (b.att, b.dfn):
        yield from commit(g, b, side)
    for side in (b.att, b.dfn):
        yield from pick_subordinate(g, b, side)
    for side in (b.att, b.dfn):
        yield from combat_cards(g, b, side)
    yield from resolve(g, b)


def overrun(g, b, winner):
    """5:1: the weaker side is destroyed without dice [8.5, A-44]."""
    loser = other(winner)
    check_supply(g, b)
    destroy(g, b.pieces(g, loser))
    b.winner, b.level = winner, 'overrun'
    for u in units(b.pieces(g, winner)):  # a battle won [14.9.4, A-44]
        u.demoralised = False
    yield from aftermath(g, b)


# -- counter-marches ----------------------------------------------------------------------------------------------------
def counter_candidates(g, b, side):
    """(zone, general) that may march to the sound of the guns [12.1]."""
    if b.interceptor or not units(b.pieces(g, side)):
        return []
    out = []
    for n in g.w.adj[b.zone]:
        terrain = g.w.adj[b.zone][n][0]
        if terrain in ('mountain', 'strait'):
            continue
        here = [p for p in g.land(n, side, False) if p.slot < 2]
        for x in generals(here):
            part = [p for p in here if p.slot == x.slot]
            if not any(u.demoralised for u in units(part)) and can_come(g, side, part, x, b.zone):
                out.append((n, x))
    return out


def counter_marches(g, b):
    """B1: cards first, attacker first; then his marches, then the defender's [12.1b]. None after an interception, but 42C
    bars subordinates there too."""
    plus = {s: False for s in SIDES}
    b.barred = None
    for side in (b.att, b.dfn):
        yield from counter_cards(g, b, side, plus)
    for side in (b.att, b.dfn):
        if b.barred == side:
            continue
        tried = set()
        while True:
            todo = [(n, x) for n, x in counter_candidates(g, b, side) if x.id not in tried]
            if not todo:
                break
            choice = yield from g.ask(side, [('counter_march', n, x.id) for n, x in todo] + [('counter_march', 'no')])
            if choice[1] == 'no':
                break
            tried.add(choice[2])
            yield from counter_march(g, b, side, choice[1], g.pieces[choice[2]], plus[side])


def counter_cards(g, b, side, plus):
    """6F, 12C and 42C."""
    while True:
        cards = []
        mine = '6F' if side == EMPIRE else '12C'
        if g.held(side, mine) and not plus[side] and b.barred != side and counter_candidates(g, b, side):
            cards.append(mine)
        if side == COALITION and g.held(side, '42C') and b.barred is None and quarrel_useful(g, b):
            cards.append('42C')
        if not cards:
            return
        choice = yield from g.ask(side, [('combat_card', c) for c in cards] + [('combat_card', 'pass')])
        if choice[1] == 'pass':
            return
        g.spend(choice[1], True)
        b.cards[side].append(choice[1])
        if choice[1] == '42C':
            b.barred = EMPIRE
        else:
            plus[side] = True


def quarrel_useful(g, b):
    """42C. Under fog of war whatever shows counts: any general next door, any third counter with a general."""
    here = b.pieces(g, EMPIRE)
    if 'fog_of_war' not in g.options:
        return counter_candidates(g, b, EMPIRE) or subordinates(here)
    here = [p for p in here if not p.fixed]
    if generals(here) and len(here) >= 3:
        return True
    return not b.interceptor and units(here) and any(
        p.slot < 2 for n, edge in g.w.adj[b.zone].items() if edge[0] not in ('mountain', 'strait')
        for p in generals(g.land(n, EMPIRE, False)))


def counter_march(g, b, side, frm, x, plus):
    """One attempt: reaction, die, who comes, attrition, joining."""
    cost = g.entry_points(frm, b.zone)
    value = x.d[b.role(side)]
    here = b.pieces(g, side)
    for m in markers(here):
        chief = army_commander(here, m)
        if chief:
            value = max(value, chief.d[b.role(side)])
    minus = 0
    if side == COALITION and g.held(EMPIRE, '32F'):
        choice = yield from g.ask(EMPIRE, [('reaction', '32F'), ('reaction', 'none')])
        if choice[1] == '32F':
            g.spend('32F', True)
            minus = 2
    roll = g.dice.d6() + value - (cost >= 2) + 2 * plus - minus
    if roll < 5:
        return
    part = [p for p in g.land(frm, side, False) if p.slot == x.slot]
    comers = yield from who_comes(g, side, part, x, b.zone)
    g.note_entry(side, frm, b.zone, units(comers))
    for p in comers:
        g.put(p, b.zone, 20)
    from march import left_siege
    yield from fix_zone(g, frm, side)  # what stays is one force again, before anything else
    yield from left_siege(g, frm, side)
    if not plus:
        yield from attrition(g, comers, entry=cost, unsupplied=False, home=g.home(comers_nation(comers), b.zone),
                             poor=g.w.zones[b.zone]['poor'], winter=g.winter())
    comers = [p for p in comers if p.place == b.zone]
    if not units(comers):  # a depot whose units were lost on the way lies there; the force may take it along [8.3]
        for p in comers:
            p.slot = 0
        return
    b.joined_at += [u.face['movement'] for u in units(comers) if side == b.att]
    for p in comers:
        p.activated = p.activated or side == b.att
    take_place(g, b, side, comers, join_slot(g, b, side, comers))


def comers_nation(pieces):
    lead = commander(pieces)
    return lead.power if lead else units(pieces)[0].power


def who_comes(g, side, part, x, zone):
    """Unit by unit, the comers of a force; the rest must stay legal [9.2, 12.1]."""
    leads_army = bool(markers(part)) and x is commander(part)
    us = able(g, side, part, zone)
    chosen = []
    for i, u in enumerate(us):
        rest = us[i + 1:]
        options = []
        for word in ('come', 'stay'):
            base = chosen + ([u] if word == 'come' else [])
            if completes(g, part, x, leads_army, base, rest, zone):
                options.append(('come', u.id, word))
        choice = yield from g.ask(side, options)
        if choice[2] == 'come':
            chosen.append(u)
    comers = party_of(g, part, x, leads_army, chosen)
    for y in leaderless(g, comers, x) if markers(comers) else []:  # his steps stay behind: he leaves at once [9.4]
        g.put(y, 'reserve')
        comers.remove(y)
    return comers


def able(g, side, part, zone):
    """Units of a force that may cross into a zone by themselves."""
    return [u for u in units(part) if g.may_enter(side, u.place, zone, [u])]


def can_come(g, side, part, x, zone):
    """Is there any legal choice of comers under a general?"""
    return completes(g, part, x, bool(markers(part)) and x is commander(part), [], able(g, side, part, zone), zone)


def completes(g, part, x, leads_army, base, rest, zone):
    """Is there a way to finish a choice of comers legally?"""
    n = len(rest)
    for mask in range(1 << n):
        pick = base + [rest[i] for i in range(n) if mask >> i & 1]
        if pick and g.iberia_open(g.party(x), x.place, zone, pick) and split_legal(g, part, x, leads_army, pick):
            return True
    return False


def split_legal(g, part, x, leads_army, pick):
    comers = party_of(g, part, x, leads_army, pick)
    stay = [p for p in part if p not in comers and p.kind != 'depot']
    if not rest_legal(g, [p for p in comers if p.kind != 'depot']):
        return False
    return not stay or rest_legal(g, stay)


def party_of(g, part, x, leads_army, pick):
    """Everything that goes with the units that come: staff, or the general alone."""
    if not leads_army:
        out = list(pick) + [x]
        if x is commander(part) and not markers(part):
            out += [p for p in part if p.kind == 'depot' and not p.fixed]
        return out
    left = [u for u in units(part) if u not in pick]
    keep = None
    if len(left) >= 2:
        subs = sorted((s for s in generals(part) if s is not x), key=lambda s: (s.power != x.power, s.d['rank'], s.order))
        for s in subs:
            if legal(g, left + [s]):
                keep = s
                break
    return [p for p in part if p in pick or (p.kind in ('army', 'special', 'general') and p is not keep)
            or (p.kind == 'depot' and not p.fixed)]


def join_slot(g, b, side, comers):
    """Slot of the battle an arrival joins: a second army stands apart [12.1]."""
    here = b.pieces(g, side)
    if markers(comers) and markers(here) and len(markers(here)) < 2:
        first = markers(here)[0].slot  # who joins is the second of the two
        used = b.slots[side] | {p.slot for p in g.land(b.zone, side, False)} | {20}
        free = next(s for s in range(max(6, first + 1), 60) if s not in used and s % 2 != first % 2)
        b.slots[side].add(free)
        return free
    armies = by_nation(markers(here), comers)
    for m in armies:
        if merge_plan(g, comers, [p for p in here if p.slot == m.slot]):
            return m.slot
    return armies[0].slot if armies else min(u.slot for u in units(here))


def take_place(g, b, side, comers, slot):
    """The arrivals take their place; an army's general keeps the command [12.1]."""
    standing = [p for p in b.pieces(g, side) if p.slot == slot]
    if markers(standing) and markers(comers):
        for m in markers(comers):
            g.put(m, 'reserve')
        comers = [p for p in comers if p.place == b.zone]
    if markers(standing) or markers(comers):
        army, guests = (standing, comers) if markers(standing) else (comers, standing)
        chief = army_commander(army, markers(army)[0])
        for y in generals(guests):
            if chief and y.power == chief.power and y.d['rank'] < chief.d['rank']:
                g.put(y, 'reserve')
    else:
        a, c = commander(standing), commander(comers)
        if a and c:
            g.put(c if outranks(a, c, standing, comers) else a, 'reserve')
    for p in comers:
        if p.place == b.zone:
            p.slot = slot
    part = [p for p in b.pieces(g, side) if p.slot == slot]
    if markers(part) and commander(part):
        for x in leaderless(g, part, commander(part)):
            g.put(x, 'reserve')
    here = units(part)
    for u in here if any(u.demoralised for u in here) else []:
        u.demoralised = True


def consolidate(g, b, side):
    """B2 and after losses: limits hold, except after an interception, where they do when it is over [9.2]; a general without
    any unit leaves at once there, too [rulebook 1.2]."""
    if not units(b.pieces(g, side)):
        return
    if b.interceptor:
        dissolve_empty(g, [p for p in b.pieces(g, side) if p.kind != 'depot'])
        return
    dissolve_empty(g, [p for p in b.pieces(g, other(side)) if p.kind != 'depot'])  # the attacker who has lost his last unit
    for s in sorted(b.slots[side]):  # who leaves at once does before anything is asked
        part = [p for p in b.pieces(g, side) if p.slot == s and p.kind != 'depot']
        dissolve_empty(g, part)
        if markers(part) and commander(part):
            for x in leaderless(g, part, commander(part)):
                g.put(x, 'reserve')
    for s in sorted(b.slots[side]):
        yield from fix(g, b.zone, side, s)


# -- strength -----------------------------------------------------------------------------------------------------------
def check_supply(g, b):
    """Both sides check; half or more unsupplied steps count [10.7, 10.9]."""
    for side in (b.att, b.dfn):
        pieces = b.pieces(g, side)
        barred = {b.def_home} if side == b.att else {b.entry} | set(b.entries.values()) | b.others_came
        for s in sorted({p.slot for p in units(pieces)}):
            part = [p for p in pieces if p.slot == s]
            # Two armies trace for who commands both [13.3].
            force = [p for p in pieces if together(p.slot, side == b.att) == together(s, side == b.att)]
            if side == b.att:
                if b.landing or s in b.always_supplied:
                    for u in units(part):
                        u.unsupplied = False
                elif b.sortie:
                    mark_sortie(g, part, b.zone)
                else:
                    default = b.entry if s not in (0, 1) else None
                    for e in sorted({b.entries.get(p.id, default) for p in part}, key=str):
                        own = [p for p in part if b.entries.get(p.id, default) == e]
                        if units(own):
                            mark(g, own, entry=e, barred=barred, battle=b.zone if e else None, force=force)
            elif s == 4:
                mark(g, part, entry=b.def_home, barred=barred, battle=b.zone, force=force)
            else:
                mark(g, part, barred=barred, force=force)
        us = units(pieces)
        bare = sum(u.steps for u in us if u.unsupplied)
        b.unsupplied[side] = bool(us) and 2 * bare >= steps(us)


def together(slot, attacks):
    """Who stands or acts, with those who came to him; who intercepts; each who waits alone."""
    if not attacks:
        return 4 if slot in (4, 5) else 0
    return slot if slot >= 10 else 0 if slot < 2 else 4 if slot in (4, 5) else 2


def mark_sortie(g, part, zone):
    """A garrison that attacks its besiegers is unsupplied unless it traces by sea [13.5]."""
    from supply import Tracer, trace_nation
    ok = Tracer(g, trace_nation(part), g.party(part[0])).supplied(zone, None, zone in g.siege)
    for u in units(part):
        u.unsupplied = not ok


def unit_morale(g, u):
    """Morale of a unit, one less when its nation has lost its capital [12.4]."""
    morale = u.face['morale']
    foe = other(g.party(u)) if g.party(u) in SIDES else None
    if g.w.is_major(u.power):
        capitals = g.w.majors[u.power]['capitals']
    else:
        capital = g.w.minors[u.power]['capital']
        capitals = [capital] if capital else []
    if u.power == 'espagne' and 'war_of_liberation' in g.flags:
        return morale
    if capitals and foe and all(g.controller(c) == foe for c in capitals):
        morale -= 1
    return morale


def force_morale(g, b, side):
    """Morale with the most steps; the owner chooses among equals [12.4]."""
    count = {}
    for u in units(b.pieces(g, side)):
        count[unit_morale(g, u)] = count.get(unit_morale(g, u), 0) + u.steps
    if not count:
        return 0
    top = max(count.values())
    choice = yield from g.ask(side, [('morale', str(m)) for m, n in sorted(count.items()) if n == top])
    return int(choice[1])


def commit(g, b, side):
    """B6: spearhead, then each special unit."""
    pieces = b.pieces(g, side)
    stars = classes([u for u in units(pieces) if u.d['stars']])
    if stars:
        choice = yield from g.ask(side, [('spearhead', u.id) for u in stars] + [('spearhead', 'none')])
        if choice[1] != 'none':
            b.spear[side] = g.pieces[choice[1]]
    for p in [p for p in pieces if p.kind == 'special']:
        choice = yield from g.ask(side, [('special', p.id, 'yes'), ('special', p.id, 'no')])
        if choice[2] == 'yes':
            b.special[side].append(p)


def subordinates(pieces):
    """Generals of armies who do not command one of them."""
    chiefs = [army_commander(pieces, m) for m in markers(pieces)]
    slots = {m.slot for m in markers(pieces)}
    return [x for x in generals(pieces) if x.slot in slots and x not in chiefs]


def pick_subordinate(g, b, side):
    """B7."""
    if getattr(b, 'barred', None) == side:
        return
    subs = subordinates(b.pieces(g, side))
    if subs:
        choice = yield from g.ask(side, [('subordinate', x.id) for x in subs] + [('subordinate', 'none')])
        if choice[1] != 'none':
            b.sub[side] = g.pieces[choice[1]]


def playable_cards(g, b, side):
    """B8: combat cards that would change something."""
    pieces = b.pieces(g, side)
    defends = side == b.dfn
    if side == EMPIRE:
        out = []
        if not b.unsupplied[side] and '44C' not in b.cards[COALITION]:
            out.append('3F')
        out.append('5F')
        if any(u.id == 'fr_garde' and b.spear[side] is not u for u in units(pieces)):
            out.append('28F')
        if defends:
            out.append('30F')
        if cavalry(pieces) > cavalry(b.pieces(g, COALITION)) and '5C' not in b.cards[COALITION]:
            out.append('31F')
    else:
        out = []
        if cavalry(b.pieces(g, EMPIRE)):
            out.append('5C')
        if cavalry(pieces):
            out.append('11C')
        if defends and not b.unsupplied[side]:
            out.append('28C')
        if defends:
            out.append('30C')
        if sum(u.steps for u in units(pieces) if u.power == 'prusse') >= 2:
            out.append('31C')
        lead = commander(pieces)
        if defends and lead and lead.power == 'grande_bretagne':
            out.append('44C')
    return [c for c in out if g.held(side, c) and c not in b.cards[side]]


def combat_cards(g, b, side):
    """All a side wants, one by one."""
    while True:
        cards = playable_cards(g, b, side)
        if not cards:
            return
        choice = yield from g.ask(side, [('combat_card', c) for c in cards] + [('combat_card', 'pass')])
        if choice[1] == 'pass':
            return
        g.spend(choice[1], True)
        b.cards[side].append(choice[1])
        if choice[1] == '28F':
            b.spear2[side] = g.pieces['fr_garde']


# -- the roll and after -------------------------------------------------------------------------------------------------
def resolve(g, b):
    """B9-B15."""
    net = battle_modifiers(g, b)
    rolls = {}
    for side in (b.att, b.dfn):
        rolls[side] = min(max(g.dice.d6() + g.dice.d6() + net[side], 2), 20)
    b.net = rolls
    rows = {s: g.w.tables['combat']['rows'][b.level][rolls[s] - 2] for s in SIDES}
    there = {s: steps(b.pieces(g, s)) for s in SIDES}  # nobody inflicts more than his steps, or loses more than he has
    b.taken = {s: min(rows[other(s)]['losses'], there[other(s)], there[s] + len(b.special[s])) for s in SIDES}
    b.winner = winner(b, rows)
    b.chief = {s: commander(b.pieces(g, s)) for s in SIDES}
    b.chief_value = {s: b.chief[s].d[b.role(s)] if b.chief[s] else 0 for s in SIDES}
    note_battle(g, b)
    for side in (b.att, b.dfn):
        yield from wound(g, b, side)
    for side in (b.att, b.dfn):
        yield from take_losses(g, b, side, rows[other(side)]['cavalry_loss'])
    for side in (b.att, b.dfn):
        if not units(b.pieces(g, side)):  # nobody is left: generals and markers leave, mobile depots are alone
            dissolve_empty(g, b.pieces(g, side))
            lone_depots(g, b.zone)
    yield from after_roll(g, b)


def winner(b, rows):
    """More losses read; then the only `+`; then the defender [12.6, A-8]."""
    la, ld = rows[b.att]['losses'], rows[b.dfn]['losses']
    if la != ld:
        return b.att if la > ld else b.dfn
    if rows[b.att]['plus'] and not rows[b.dfn]['plus']:
        return b.att
    return b.dfn


def note_battle(g, b):
    """What 26F and 50C ask about this year."""
    loser = other(b.winner)
    if 'spain_exposed' in g.options and b.level != 'skirmish' and any(
            u.power == 'espagne' for u in units(b.pieces(g, loser))):
        g.flags.add('spain_beaten')
    if b.level != 'skirmish' and loser == COALITION:
        if b.chief[EMPIRE] and b.chief[EMPIRE].id == 'napoleon':
            g.beaten_by_napoleon |= {u.power for u in units(b.pieces(g, loser))}
    if b.level == 'major' and loser == EMPIRE:
        g.empire_lost_major = True


def wound(g, b, side):
    """B11: a subordinate who lent his value; 4C replaces the test of an Empire general."""
    x = b.sub[side]
    if not x:
        return
    if side == EMPIRE and g.held(COALITION, '4C'):
        choice = yield from g.ask(COALITION, [('combat_card', '4C'), ('combat_card', 'pass')])
        if choice[1] == '4C':
            g.spend('4C', True)
            die = g.dice.d6()
            if die >= 3:
                g.put(x, 'gone' if die >= 5 else 'wounded')
            return
    if g.dice.d6() == 6:
        g.put(x, 'wounded')


def take_losses(g, b, side, horse):
    """B12 in the order of 12.8."""
    n = b.taken[side]
    here = lambda: [u for u in units(b.pieces(g, side))]
    spears = sum(p is not None for p in (b.spear[side], b.spear2[side]))
    need, good, left = (n - min(len(b.special[side]), max(n - spears, 0)) + 1) // 2, 0, n
    high = lambda u: unit_morale(g, u) >= b.morale[side]
    slots = set(b.slots[side])
    spear_horse = False
    for p in (b.spear[side], b.spear2[side]):
        if p and left and p.place == b.zone:
            good += high(p)
            spear_horse = spear_horse or p.d['cavalry']
            g.lose_step(p)
            left -= 1
    for p in b.special[side]:
        if left and p.place == b.zone:
            g.eliminate(p)
            left -= 1
    if horse and left and not spear_horse and any(u.d['cavalry'] for u in here()):
        marks = {u.id: high(u) for u in here()}
        p = yield from lose_one(g, side, 'battle_loss', [u for u in here() if u.d['cavalry']])
        good += marks[p.id]
        left -= 1
    while left and here():
        pool = here()
        if left <= need - good and any(high(u) for u in pool):
            pool = [u for u in pool if high(u)]
        marks = {u.id: high(u) for u in pool}
        p = yield from lose_one(g, side, 'battle_loss', pool)
        good += marks[p.id]
        left -= 1
    b.slots[side] = slots
    yield from consolidate(g, b, side)


def after_roll(g, b):
    """B13-B16: the edge of the retreat, the test, pursuit, the retreat, the winner's gains."""
    loser = other(b.winner)
    body = b.pieces(g, loser)
    for d in body if units(body) else []:  # a fixed depot serves two armies; if it comes along, the first takes it
        if d.kind == 'depot' and d.fixed:
            d.slot = min(u.slot for u in units(body))
    plans = yield from choose_retreats(g, b, loser)
    destroyed = False
    if b.level != 'skirmish' and units(b.pieces(g, loser)):
        failed = yield from demoralisation(g, b, loser, sum(1 for p in plans if p[2]))
        destroyed = failed and not units(b.pieces(g, loser))
        if failed and not destroyed:
            yield from pursuit(g, b, loser)
    if not destroyed:
        yield from run(g, b, loser, plans)
    for u in units(b.pieces(g, b.winner)):
        u.demoralised = False
    yield from aftermath(g, b)


def choose_retreats(g, b, loser):
    """(slots, zone or None, edge loss, inside) for each part that retreats; the edge comes before the test [A-10]."""
    pieces = b.pieces(g, loser)
    if not units(pieces):
        return []
    b.safe = False
    if loser == EMPIRE and g.held(EMPIRE, '51F') and not (loser == b.att and (b.landing or b.sortie)):
        choice = yield from g.ask(EMPIRE, [('combat_card', '51F'), ('combat_card', 'pass')])
        if choice[1] == '51F':
            g.spend('51F', True)
            b.safe = True
    if loser == b.att or b.interceptor == loser:
        return (yield from fixed_retreat(g, b, loser))
    parts = [b.slots[loser]]
    if len(markers(pieces)) == 2:
        parts = army_parts(b, pieces, loser)
    plans = []
    for slots in parts:
        part = [p for p in pieces if p.slot in slots]
        zones = retreat_zones(g, loser, b.zone, part, set(b.homes) if len(b.homes) > 1 else b.entry, b.safe)
        if not zones:
            plans.append((slots, None, False, None))
            continue
        choice = yield from g.ask(loser, [('retreat', z) for z in zones])
        rivers = not (b.ignore_rivers and loser == b.att)
        plans.append((slots, choice[1], edge_loss(g, b.zone, choice[1], rivers, b.safe), choice[1] == b.zone))
    if len(plans) == 2 and plans[0][1:] == plans[1][1:] and plans[0][1]:
        return [(b.slots[loser], *plans[0][1:])]  # one way: one force, one loss at the edge
    return plans


def army_parts(b, pieces, loser):
    """Slots of each of two armies: the interceptors that stand with the first or the second are of it."""
    main = sorted({m.slot for m in markers(pieces)})
    if len({s % 2 for s in main}) < 2:
        return [{s} for s in main]
    return [{s for s in b.slots[loser] if s % 2 == m % 2} for m in main]


def fixed_retreat(g, b, loser):
    """Attackers go back where they came from, interceptors likewise [12.11]."""
    if loser == b.att and b.landing:
        return [(b.slots[loser], None, False, None)]
    if loser == b.att and b.sortie:
        return [(b.slots[loser], b.zone, False, True)]
    homes = [b.def_home] if loser == b.dfn else list(dict.fromkeys(b.homes))
    open_homes = [h for h in homes if not g.enemies(h, loser) and can_join(g, b.pieces(g, loser), g.land(h, loser, False))]
    if not open_homes:
        return [(b.slots[loser], None, False, None)]
    choice = yield from g.ask(loser, [('retreat', z) for z in open_homes])
    rivers = not (b.ignore_rivers and loser == b.att)
    return [(b.slots[loser], choice[1], edge_loss(g, b.zone, choice[1], rivers, b.safe), False)]


def demoralisation(g, b, loser, edge):
    """B13: does the loser fail [12.9]?"""
    if loser == EMPIRE and b.chief[loser] and b.chief[loser].id == 'napoleon':
        auto = '50F'
    else:
        auto = '32C' if loser == COALITION else None
    value = b.chief_value[loser]
    limit = b.morale[loser] + value - (b.taken[loser] + edge - b.taken[b.winner])
    limit += '31C' in b.cards[loser]
    if limit >= 6:
        return False
    if auto and g.held(loser, auto):
        choice = yield from g.ask(loser, [('combat_card', auto), ('combat_card', 'pass')])
        if choice[1] == auto:
            g.spend(auto, True)
            return False
    if limit <= 0:
        failed = True
    else:
        failed = g.dice.d6() > limit
    if failed:
        demoralise(g, b, loser)
    if failed and loser == COALITION and g.held(EMPIRE, '47F') and b.chief[loser] and b.chief[loser].place == b.zone:
        choice = yield from g.ask(EMPIRE, [('combat_card', '47F'), ('combat_card', 'pass')])
        if choice[1] == '47F':
            g.spend('47F', True)
            yield from g.remove_commander(b.chief[loser], 'year_after', settle=False)
            yield from consolidate(g, b, loser)
    return failed


def demoralise(g, b, loser):
    """Marks the loser; one who already was is destroyed. Two armies count by their greater part [12.13]."""
    us = units(b.pieces(g, loser))
    bad = sum(u.steps for u in us if u.demoralised)
    if 2 * bad > steps(us):
        destroy(g, b.pieces(g, loser))
        return
    for u in us:
        u.demoralised = True


def pursuit(g, b, loser):
    """B14 [12.10]."""
    win = b.winner
    if loser == EMPIRE and g.held(EMPIRE, '55F'):
        choice = yield from g.ask(EMPIRE, [('combat_card', '55F'), ('combat_card', 'pass')])
        if choice[1] == '55F':
            g.spend('55F', True)
            yield from pay_rearguard(g, b, loser)
            return
    plus = 0
    if win == EMPIRE and g.held(EMPIRE, '8F'):
        choice = yield from g.ask(EMPIRE, [('combat_card', '8F'), ('combat_card', 'pass')])
        if choice[1] == '8F':
            g.spend('8F', True)
            plus += 2
    squares = win == EMPIRE and '5C' in b.cards[COALITION]
    plus += ('31F' in b.cards[win] and not squares) + ('11C' in b.cards[win])
    horse = lambda s: sum(u.steps for u in units(b.pieces(g, s)) if u.d['cavalry']) + sum(
        x.d['cavalry'] for x in generals(b.pieces(g, s)))
    if not squares:
        plus += horse(win)
    if 'cavalry_pursuit_defence' in g.options:
        plus -= horse(loser)
    value = b.chief[win].d[b.role(win)] if b.chief[win] else 0
    for _ in range(max(0, g.dice.d6() + value + plus - 6)):
        pool = [p for p in b.pieces(g, loser) if p.kind in ('unit', 'depot')]
        if not units(pool):
            break
        yield from lose_one(g, loser, 'pursuit_loss', pool)
    yield from consolidate(g, b, loser)
    if not units(b.pieces(g, loser)):
        destroy(g, b.pieces(g, loser))


def pay_rearguard(g, b, loser):
    """55F: one step of the spearhead, or of the units of the highest morale."""
    us = units(b.pieces(g, loser))
    spear = [u for u in us if u is b.spear[loser]]
    top = max(unit_morale(g, u) for u in us)
    yield from lose_one(g, loser, 'pursuit_loss', [u for u in us if u in spear or unit_morale(g, u) == top])
    yield from consolidate(g, b, loser)


def run(g, b, loser, plans):
    """B15."""
    parts = [[p for p in b.pieces(g, loser) if p.slot in plan[0]] for plan in plans]
    if len(parts) == 2 and bool(units(parts[0])) != bool(units(parts[1])):
        lost, left = sorted(parts, key=lambda part: bool(units(part)))
        for d in lost:  # the army that is left takes the depots of the other along, whatever way it was to go [14.10]
            if d.kind == 'depot':
                d.slot = units(left)[0].slot
    for slots, zone, loss, inside in plans:
        pieces = [p for p in b.pieces(g, loser) if p.slot in slots]
        if not units(pieces):
            destroy(g, pieces)
        elif zone is None:
            destroy(g, pieces)
        else:
            main = markers(pieces)
            if len(main) > 2:
                pieces = two_of_three(g, pieces)
            if len(slots) > 1 and len(main) < 2:
                yield from one_force(g, loser, pieces)
                pieces = [p for p in pieces if p.place == b.zone]
            elif len(slots) > 2 and len(main) == 2:  # interceptors go with the army that they stand with
                for part in army_parts(b, pieces, loser):
                    yield from one_force(g, loser, [p for p in pieces if p.slot in part])
                pieces = [p for p in pieces if p.place == b.zone]
            yield from carry_retreat(g, loser, b.zone, pieces, zone, loss, inside, waits=b.interceptor is not None)
    left = b.pieces(g, loser)
    if left and not units(left):
        destroy(g, left)


def two_of_three(g, pieces):
    """Of three armies in a zone those who came later join the second one; the first marker on the board stays [9.2]."""
    main = sorted(markers(pieces), key=lambda m: m.slot)
    keep = min(main[1:], key=lambda m: m.order)
    slots, second = {m.slot for m in main[1:]}, main[1].slot
    for p in pieces:
        if p.slot in slots:
            p.slot = second
    for m in main[1:]:
        if m is not keep:
            g.put(m, 'reserve')
    together = [p for p in pieces if p.slot == second and p.place in g.w.zones]
    chief = army_commander(together, keep)
    for x in generals(together):
        if x.power == chief.power and x.d['rank'] < chief.d['rank']:
            g.put(x, 'reserve')
    return [p for p in pieces if p.place in g.w.zones]


def one_force(g, side, pieces):
    """Those who fought together retreat as one force: the highest general leads, others go to the reserve."""
    army = markers(pieces)
    chief = army_commander(pieces, army[0]) if army else best_general(pieces)
    for x in generals(pieces):
        if x is chief:
            continue
        if not army or (x.power == chief.power and x.d['rank'] < chief.d['rank']):
            g.put(x, 'reserve')
    slot = min(p.slot for p in pieces)
    for p in pieces:
        if p.place in g.w.zones:
            p.slot = slot
    return
    yield


def aftermath(g, b):
    """B16: marker and free siege attack of the winner [8.6, 12.12]."""
    from march import left_siege
    win = b.winner
    lone_depots(g, b.zone)
    for side in SIDES:
        yield from left_siege(g, b.zone, side)
    pieces = b.pieces(g, win)
    us = units(pieces)
    foe = other(win)
    if not us or g.enemy_field(b.zone, win):
        return
    if win == b.att:
        for d in g.land(b.zone, foe, False, ('depot',)):
            g.eliminate(d)
    supplied = 2 * sum(u.steps for u in us if u.unsupplied) < steps(us)
    if supplied and g.enemy_marked(b.zone, win) and g.fort_side(b.zone) != foe:
        g.take_control(b.zone, win)
        g.note_capture(b.zone, win)
        yield from g.flee_port(b.zone, foe)
    b.free_siege = (win == b.att and not b.landing and g.fort_side(b.zone) == foe and supplied)


def free_siege(g, b, pieces, friends, bonus, pending):
    """The free attack after a battle won [12.12]; friends who lie there count for the number [13.1]. Answers what the
    attack did, or None."""
    side = b.att
    if not getattr(b, 'free_siege', False) or not may_besiege(g, side, b.zone, pieces + friends):
        return None
    choice = yield from g.ask(side, [('free_siege', 'yes'), ('free_siege', 'no')])
    if choice[1] == 'no':
        return None
    g.siege.setdefault(b.zone, 0)
    return (yield from siege_attack(g, side, b.zone, pieces, bonus, pending=pending))

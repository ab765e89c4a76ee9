"""Forces, command, hierarchy and what is lost over the limits [7 of the map, 9-10 of the rulebook]."""
from world import COMMAND_ORDER, SIDES

LAND = ('unit', 'special', 'army', 'general', 'depot')


def group(g, zone, party, slots=None, fort=False):
    """Counters of one force: a party's, in a zone, in some slots (None: all), inside or outside the fortress."""
    return [p for p in g.land(zone, party, fort) if slots is None or p.slot in slots]


def units(pieces):
    return [p for p in pieces if p.kind == 'unit']


def generals(pieces):
    return [p for p in pieces if p.kind == 'general']


def markers(pieces):
    return [p for p in pieces if p.kind == 'army']


def steps(pieces):
    """Combat steps [12.2: special units 0]."""
    return sum(p.steps for p in pieces)


def heads(pieces):
    """Steps for command and attrition: special units count 1."""
    return steps(pieces) + sum(p.kind == 'special' for p in pieces)


def cavalry(pieces):
    """Cavalry points: reserve cavalry steps, special cavalry, cavalry generals [12.5]."""
    return sum(p.steps if p.kind == 'unit' and p.d['cavalry'] else
               1 if p.kind in ('special', 'general') and p.d['cavalry'] else 0 for p in pieces)


def nation_rank(power):
    return COMMAND_ORDER.index(power) if power in COMMAND_ORDER else len(COMMAND_ORDER)


def best_general(pieces, candidates=None):
    """Highest-ranked general without regard to armies [7.4]."""
    found = candidates if candidates is not None else generals(pieces)
    if not found:
        return None
    by_nation = {}
    for x in found:
        if x.power not in by_nation or x.d['rank'] < by_nation[x.power].d['rank']:
            by_nation[x.power] = x

    def key(x):
        return (-sum(u.steps for u in units(pieces) if u.power == x.power), nation_rank(x.power), x.order)
    return min(by_nation.values(), key=key)


def army_commander(pieces, marker):
    own = [x for x in generals(pieces) if x.power == marker.power and x.slot == marker.slot]
    return min(own, key=lambda x: (x.d['rank'], x.order)) if own else None


def commander(pieces):
    """Who commands a force: an army's general first [7.4]."""
    heads_ = [c for c in (army_commander(pieces, m) for m in markers(pieces)) if c]
    if heads_:
        return best_general(pieces, heads_)
    return best_general(pieces)


def nationality(pieces):
    """Power whose supply, depots and land count: the commander's, otherwise the corps'."""
    c = commander(pieces)
    if c:
        return c.power
    us = units(pieces)
    return us[0].power if us else (pieces[0].power if pieces else None)


def outranks(a, b, force_a, force_b):
    """Does general a of one force command general b of another [7.4]?"""
    if b is None:
        return True
    if a.power == b.power:
        return a.d['rank'] < b.d['rank']
    ma, mb = bool(markers(force_a)), bool(markers(force_b))
    if ma != mb:
        return ma
    return best_general(list(force_a) + list(force_b), [a, b]) is a


def allied_breach(g, pieces, lead):
    """Allied majors that are too strong under a commander [7.3]; expeditionary corps count as minors."""
    total = steps(pieces)
    count = {}
    for u in units(pieces):
        if g.w.is_major(u.power) and u.power != lead.power and not u.exped:
            count[u.power] = count.get(u.power, 0) + u.steps
    own = sum(u.steps for u in units(pieces) if u.power == lead.power)
    bad = {n for n, k in count.items() if k >= own}
    if not bad and sum(count.values()) > total // 2:
        bad = set(count)
    return bad


def leaderless(g, pieces, lead):
    """Subordinates of allied majors without a step of their nation."""
    nations = {u.power for u in units(pieces)}
    return [x for x in generals(pieces) if x is not lead and g.w.is_major(x.power) and x.power not in nations
            and x.power != (markers(pieces)[0].power if markers(pieces) else None)]


def legal(g, pieces):
    """Is this one force without an excess (one slot: at most one army) [7.1-7.4, 7.9]?"""
    us, gs, ms = units(pieces), generals(pieces), markers(pieces)
    sp = [p for p in pieces if p.kind == 'special']
    if not us:
        return not gs and not ms and not sp
    if len(ms) > 1:
        return False
    if not gs:
        return len(us) == 1 and not ms and not sp and not us[0].d['army_only']
    if not ms:
        lead = gs[0]
        return (len(gs) == 1 and not sp and not any(u.d['army_only'] for u in us)
                and steps(us) <= lead.d['command'] and not allied_breach(g, pieces, lead))
    lead = army_commander(pieces, ms[0])
    return (lead is not None and len(gs) <= 4 and heads(pieces) <= 2 * lead.d['command']
            and sum(u.steps for u in us if u.d['cavalry']) <= 2
            and not allied_breach(g, pieces, lead) and not leaderless(g, pieces, lead))


def rest_legal(g, pieces):
    """What stays behind: a foreign general without steps of his nation goes to the reserve, no more [7.3]."""
    lead = commander(pieces)
    loose = leaderless(g, pieces, lead) if lead and markers(pieces) else []
    return legal(g, [p for p in pieces if p not in loose])


def legal_all(g, pieces):
    """Legality slot by slot: a force is one slot, or two armies."""
    slots = sorted({p.slot for p in pieces if p.kind != 'depot'})
    if len(slots) > 2:
        return False
    parts = [[p for p in pieces if p.slot == s] for s in slots]
    if len(parts) == 2 and not all(markers(p) for p in parts):
        return False
    return all(rest_legal(g, p) for p in parts)


def classes(pieces):
    """First piece of every class, in order [P2]."""
    seen, out = set(), []
    for p in pieces:
        if p.klass not in seen:
            seen.add(p.klass)
            out.append(p)
    return out


def dissolve_empty(g, pieces):
    """Generals, markers and special units without a combat step leave [7.6, 7.9]."""
    for s in {p.slot for p in pieces}:
        part = [p for p in pieces if p.slot == s]
        if not units(part):
            for p in part:
                if p.kind in ('general', 'army', 'special'):
                    g.put(p, 'reserve')


def fix(g, zone, party, slot=0, fort=False):
    """Brings one slot inside the limits; the owner chooses the excess [7.2, 7.3, 7.6]."""
    while True:
        pieces = group(g, zone, party, (slot,), fort)
        if not units(pieces):
            dissolve_empty(g, pieces)
            return
        if legal(g, pieces):
            return
        yield from fix_once(g, pieces, party)


def lighten(g, pieces):
    """One thing that an illegal slot loses unasked; false when nothing is left that has to go."""
    us, gs, ms = units(pieces), generals(pieces), markers(pieces)
    if len(ms) > 1:
        g.put(ms[-1], 'reserve')
        return True
    if ms and army_commander(pieces, ms[0]) is None:
        g.put(ms[0], 'reserve')
        return True
    if not ms:
        gone = [p for p in pieces if p.kind == 'special' or (p.kind == 'unit' and p.d['army_only'])]
        for p in gone:
            g.eliminate(p)
        if gone:
            return True
    lead = commander(pieces)
    if not gs:
        return False
    loose = leaderless(g, pieces, lead) if ms else [x for x in gs if x is not lead]
    for x in loose:
        g.put(x, 'reserve')
    return bool(loose)


def break_up(g, zone, party, slot, fort):
    """A slot that is about to become part of another: what it may hold is asked of both together [10.1, 12.2]."""
    while True:
        pieces = group(g, zone, party, (slot,), fort)
        if not units(pieces):
            dissolve_empty(g, pieces)
            return
        if legal(g, pieces) or not lighten(g, pieces):
            return


def fix_once(g, pieces, party):
    """One correction of an illegal slot."""
    if lighten(g, pieces):
        return
    us, gs, ms = units(pieces), generals(pieces), markers(pieces)
    if not gs:
        yield from excess(g, party, us)
        return
    lead = commander(pieces)
    if len(gs) > 4:
        yield from excess(g, party, [x for x in gs if x is not lead])
        return
    horse = [u for u in us if u.d['cavalry']]
    if steps(horse) > 2:
        yield from excess(g, party, horse)
        return
    limit = lead.d['command'] * (2 if ms else 1)
    if heads(pieces) > limit:
        yield from excess(g, party, us + [p for p in pieces if p.kind == 'special'])
        return
    bad = allied_breach(g, pieces, lead)
    assert bad, 'a force breaks a limit that has no cure'
    yield from excess(g, party, [u for u in us if u.power in bad])


def excess(g, party, candidates):
    """The owner gives up one step or one general."""
    choice = yield from g.ask(g.decider(party), [('excess', p.id) for p in classes(candidates)])
    p = g.pieces[choice[1]]
    if p.kind == 'general':
        g.put(p, 'reserve')
    else:
        g.lose_step(p)


def fix_all(g):
    """Brings every stack inside the limits at the end of an action or phase [7.6b]."""
    for zone in g.w.zones:
        if not g.by_place.get(zone):
            continue
        for fort in (True, False):
            for party in sorted({g.party(p) for p in g.land(zone, None, fort)}):
                yield from fix_zone(g, zone, party, fort)
        lone_depots(g, zone)


def fix_zone(g, zone, party, fort=False):
    """Every slot of a party in a zone; two forces that are not two armies are merged first [7.1]."""
    part_armies(g, zone, party, fort)
    pieces = group(g, zone, party, None, fort)
    slots = sorted({p.slot for p in pieces if p.kind != 'depot'})
    armies = {m.slot for m in markers(pieces) if army_commander([p for p in pieces if p.slot == m.slot], m)}
    joining = len({u.slot for u in units(pieces)}) > max(1, len(armies))
    for s in slots:
        if joining:
            break_up(g, zone, party, s, fort)
        else:
            yield from fix(g, zone, party, s, fort)
    merge_standing(g, zone, party, fort)
    for s in sorted({p.slot for p in group(g, zone, party, None, fort) if p.kind != 'depot'}):
        yield from fix(g, zone, party, s, fort)
    normal_slots(g, zone, party, fort)


def part_armies(g, zone, party, fort=False):
    """Two armies that stood apart, under a peace, and are of one side now stand side by side: each with its own nation."""
    pieces = group(g, zone, party, None, fort)
    for m in markers(pieces)[1:]:
        if any(n is not m and n.slot == m.slot for n in markers(pieces)):
            free = max(p.slot for p in pieces) + 1
            for p in [p for p in pieces if p.power == m.power]:
                p.slot = free


def merge_standing(g, zone, party, fort=False):
    """What stands together with at most one army is one force; two armies keep their slots."""
    pieces = group(g, zone, party, None, fort)
    ms = [m for m in markers(pieces) if any(u.slot == m.slot for u in units(pieces))]
    if len({u.slot for u in units(pieces)}) > max(1, len(ms)):
        chiefs = [army_commander([p for p in pieces if p.slot == m.slot], m) for m in ms[:1]]
        for x in [x for x in generals(pieces) for c in chiefs if c and x.slot != c.slot and x.power == c.power
                  and x.d['rank'] < c.d['rank']]:
            g.put(x, 'reserve')  # leaves his steps to the lower rank that leads an army [10.1, 12.2.2]
        pieces = [p for p in pieces if p.place == zone]
        joined = True
    else:
        joined = False
    for p in pieces:
        if len(ms) <= 1:
            p.slot = 0
        elif p.slot not in {m.slot for m in ms}:
            p.slot = ms[0].slot
    if joined:
        spread_demoralisation([p for p in pieces if p.kind != 'depot'])


def normal_slots(g, zone, party, fort=False):
    """Renumbers the slots of a zone to 0 and 1."""
    pieces = group(g, zone, party, None, fort)
    old = sorted({p.slot for p in pieces if p.kind != 'depot'})
    for p in pieces:
        p.slot = old.index(p.slot) if p.slot in old else 0


def lone_depots(g, zone):
    """Mobile depots alone in an enemy-controlled zone die [8.7]."""
    for side in SIDES:
        mine = g.land(zone, side, False)
        if mine and all(p.kind == 'depot' for p in mine):
            hostile = g.enemy_marked(zone, side)
            for d in mine:
                if hostile and not d.fixed:
                    g.eliminate(d)


def merge_plan(g, mover, stander):
    """Slots of the force two friendly forces make, or None when they cannot combine [7.5].

    Returns (assignment {piece: slot}, generals sent to the reserve).
    """
    if not units(stander):
        return {p: p.slot - 2 if p.slot in (2, 3) else p.slot for p in mover}, []
    if not units(mover):
        return {p: 0 for p in mover}, []
    am, as_ = markers(mover), markers(stander)
    if len(am) + len(as_) >= 2:
        return _two_armies(g, mover, stander, am, as_)
    gm, gs = commander(mover), commander(stander)
    if gm is None and gs is None:
        return None
    sent = []
    together = list(mover) + list(stander)
    if am or as_:
        army, guest = (mover, stander) if am else (stander, mover)
        chief, visitor = commander(army), commander(guest)
        if visitor and visitor.power == chief.power and visitor.d['rank'] < chief.d['rank']:
            if guest is stander:
                return None
            sent.append(visitor)
    elif gm and gs:
        sent.append(gs if outranks(gm, gs, mover, stander) else gm)
    kept = [p for p in together if p not in sent]
    if not legal(g, kept):
        drop = leaderless(g, kept, commander(kept)) if markers(kept) and commander(kept) else []
        sent += drop
        kept = [p for p in kept if p not in drop]
        # A fourth subordinate is the owner's choice when the force stands [7.6].
        chief = commander(kept)
        spare = [x for x in generals(kept) if x is not chief][3:] if markers(kept) else []
        if not legal(g, [p for p in kept if p not in spare]):
            return None
    return {p: 0 for p in kept}, sent


def _two_armies(g, mover, stander, am, as_):
    """Two armies side by side; a force without army joins none of them here unless it is the only other one."""
    if len(am) + len(as_) > 2:
        return None
    if len(am) == 1:
        return dict([(p, 1) for p in mover] + [(p, 0) for p in stander]), []
    pair, guest = (mover, stander) if am else (stander, mover)
    for m in by_nation(markers(pair), guest):
        part = [p for p in pair if p.slot == m.slot]
        plan = merge_plan(g, guest, part) if guest is mover else merge_plan(g, part, guest)
        if plan:
            number = numbers(pair)
            out = {p: number.get(p.slot, 0) for p in pair}
            for p in guest:
                if p not in plan[1]:
                    out[p] = number[m.slot]
            return {p: s for p, s in out.items() if p not in plan[1]}, plan[1]
    return None


def by_nation(ms, guest):
    """Markers in the order in which a force without army tries them: those of its nation first, else as on the board."""
    return sorted(ms, key=lambda m: m.power != nationality(guest))


def numbers(pair):
    """0 and 1 for the slots of two armies, whatever they fought in."""
    return {s: i for i, s in enumerate(sorted({m.slot for m in markers(pair)}))}


def merge(g, mover, stander):
    """Carries a merge plan out."""
    plan = merge_plan(g, mover, stander)
    if plan is None:
        return False
    where, sent = plan
    for x in sent:
        g.put(x, 'reserve')
    for p, s in where.items():
        p.slot = s
    spread_demoralisation(where)
    return True


def spread_demoralisation(pieces):
    """Demoralisation covers everything that stops together, two armies apart [12.13]."""
    for s in {p.slot for p in pieces}:
        part = [u for u in units(pieces) if u.slot == s]
        if any(u.demoralised for u in part):
            for u in part:
                u.demoralised = True

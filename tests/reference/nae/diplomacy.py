"""Diplomatic actions, changes of side, protectorates and created states [16]."""
from battle import Battle, fight
from cardplay import open_slots
from forces import fix_zone, legal, lone_depots, merge_plan, units
from losses import arrive, join, lose_one
from world import COALITION, EMPIRE, SIDES, other

STATE_NAMES = ('confederation_du_rhin', 'westphalie', 'pologne', 'chouans', 'serbie', 'tyrol_insurge')


# -- targets ------------------------------------------------------------------------------------------------------------
def empire_steps_inside(g, minor):
    return any(g.whole(g.owner[p.place]) == minor for p in g.of('unit') if g.on_map(p) and g.party(p) == EMPIRE)


def minor_target(g, side, minor, loose=False):
    """May a minor be the target of a diplomatic action of a side [16.1]? `loose`: 49C and its like."""
    s = g.status[minor]
    if minor in STATE_NAMES or s in ('territory', 'part_of_naples', 'not_created', 'dissolved', 'forced_peace',
                                     'forced_alliance', 'ally_coalition'):
        return False
    if s == 'neutral':
        return True
    if side == EMPIRE:
        return False
    if loose:
        return s in ('ally_empire', 'protectorate')
    if s == 'protectorate' or g.in_state(minor):
        return False
    return g.period == 'punishments' or not empire_steps_inside(g, minor)


def spain_exposed(g, side):
    """Option of the first edition: a beaten Spain may be talked out of the Empire's alliance before 24F."""
    return ('spain_exposed' in g.options and side == COALITION and 'spain_beaten' in g.flags
            and g.side_of('espagne') == EMPIRE and '24F' not in g.events)


def spain_leaves(g):
    """Spain becomes neutral; its land is cleared as after a peace: the Coalition's forces leave it, its friends of yesterday, its
    own gather at its key zones [8.2.1, 18.2.3 of the first edition]."""
    import conquest
    g.status['espagne'] = 'neutral'
    for z in g.w.zones:
        if g.owner[z] == 'espagne':
            conquest.unmark(g, z)
    yield from conquest.relocation(g, COALITION, 'espagne', False)


def major_target(g, side, power):
    if power == 'espagne' and spain_exposed(g, side):
        return not g.target[side]
    if g.status.get(power) != 'neutral' or g.target[side]:
        return False
    if side == COALITION and power == 'prusse' and '17F' in g.modifiers:
        return False
    return not (side == COALITION and power == 'autriche' and '34F' in g.modifiers)


def minimum(g, nation):
    if g.w.is_major(nation):
        return 3
    return 2 if g.w.minors[nation]['has_units'] else 1


def targets(g, side, value, majors=True, wanted=None, loose=False, ignore_minimum=False):
    """Legal targets for a card of a value; `wanted` narrows them."""
    out = []
    for n in list(g.w.majors) + list(g.w.minors):
        if wanted is not None and n not in wanted:
            continue
        if not ignore_minimum and minimum(g, n) > value:
            continue
        if g.w.is_major(n):
            if (majors or (n == 'espagne' and spain_exposed(g, side))) and major_target(g, side, n):
                out.append(n)
        elif minor_target(g, side, n, loose):
            out.append(n)
    return out


def attempt(g, side, nation, bonus=0):
    """The die of 16.2; the nation joins on 6 or more."""
    if g.w.is_major(nation):
        g.target[side] = nation
        influence = (g.w.majors[nation]['influence'] or {}).get(side, 0)
        if g.defeats.get((nation, other(side)), 0):
            bonus += 2
        if g.defeats.get((nation, side), 0):
            bonus -= 1
        if side == COALITION and '52F' in g.modifiers:
            bonus -= 2
    else:
        influence = (g.w.minors[nation]['influence'] or {}).get(side, 0)
    if g.dice.d6() + influence + bonus >= 6:
        if nation == 'espagne' and spain_exposed(g, side):
            yield from spain_leaves(g)
        else:
            yield from win_over(g, nation, side)


def win_over(g, nation, side):
    """A nation joins a side by diplomacy and brings cards for its key zones [16.2], not for those that are open again because
    its land has cut the enemy's supply."""
    joins = {nation} | {m for m in g.w.minors if g.patron.get(m) == nation}
    brought = lambda: sum(s['id'] in open_slots(g, side) and any(g.owner[z] in joins for z in s['zones']) for s in g.w.slots)
    before = brought()
    if g.w.is_major(nation):
        yield from major_joins(g, nation, side)
    else:
        if g.side_of(nation) == other(side):
            yield from defect(g, nation, side)
        else:
            g.patron.pop(nation, None)
            yield from minor_joins(g, nation, side)
            yield from fix_party(g)  # whom it has left
    g.draw_cards(side, max(0, brought() - before))


def ally_word(side):
    return 'ally_empire' if side == EMPIRE else 'ally_coalition'


def own_land(g, nation, side):
    """Markers and fortresses of the side on the land of a nation that joins it are the nation's own."""
    for z in g.w.zones:
        if g.whole(g.owner[z]) == nation:
            if g.control.get(z) == side:
                g.control.pop(z)
            if g.fort_user.get(z) == side:
                g.fort_user.pop(z)
            if z in g.siege and not g.land(z, None, True) and g.land(z, side, False, ('unit',)):
                g.siege.pop(z)  # the besiegers' own now


def major_joins(g, power, side):
    """A major enters the war on a side with the minors that follow it."""
    guests = beside_two_armies(g, power, side)
    g.status[power] = 'belligerent' if power == 'grande_bretagne' else ally_word(side)
    g.until.pop(power, None)
    g.years.pop(power, None)
    for p in g.pieces.values():
        if p.power == power and p.exped:
            p.exped = False
    along = [m for m in g.w.minors if g.patron.get(m) == power
             and g.status[m] in ('neutral', 'forced_peace', 'forced_alliance')]
    own_land(g, power, side)
    for m in along:
        g.status[m] = ally_word(side)
        own_land(g, m, side)
        deploy_fleets(g, m)
    for m in along:
        yield from deploy_units(g, m, side)
    yield from part_garrisons(g, [power] + along, side)
    yield from unite(g, [power] + along, side, guests)
    yield from settle_shared(g, power)
    lift_sieges(g)
    yield from fleets_leave(g)
    yield from enter_an_army(g, guests, side)
    yield from fix_party(g)


def part_garrisons(g, nations, side):
    """Of those shut in together the fortress's own side stays; the nations come out to the besiegers, or the others leave."""
    import conquest
    for z in g.w.zones:
        if not g.land(z, other(side), True, ('unit',)):
            continue
        if g.fort_side(z) == side:
            conquest.leave_fortresses(g, [z], side)
        elif any(u.power in nations for u in g.land(z, side, True, ('unit',))):
            for p in g.land(z, side, True):
                p.fort = False
            yield from fix_zone(g, z, side)


def unite(g, nations, side, guests):
    """Where no enemy stands they are one force with their new friends at once [7.2, 11]; what is shared parts afterwards."""
    for z in g.w.zones:
        if g.land(z, EMPIRE, False, ('unit',)) and g.land(z, COALITION, False, ('unit',)):
            continue
        for fort in (False, True):
            here = {u.power in nations for u in g.land(z, side, fort, ('unit',))}
            if len(here) == 2:
                if not fort and z in guests:
                    yield from enter_an_army(g, {z: guests.pop(z)}, side)
                yield from fix_zone(g, z, side, fort)


def beside_two_armies(g, power, side):
    """{zone: pieces of a power at peace without an army that stand where a side has two}."""
    out = {}
    for x in [x for x in g.pieces.values() if x.power == power and g.on_map(x) and not x.fort and not x.exped]:
        if len(g.land(x.place, side, False, ('army',))) == 2 and g.side_of(power) is None:
            out.setdefault(x.place, []).append(x)
    return {z: new for z, new in out.items() if any(p.kind == 'unit' for p in new) and not any(p.kind == 'army' for p in new)}


def enter_an_army(g, guests, side):
    """They join the army that takes them, like any that come there [7.2, 9.2]."""
    for z, new in guests.items():
        new = [p for p in new if p.place == z and g.party(p) == side]
        old = [p for p in g.land(z, side, False) if p not in new]
        if units(new) and len([p for p in old if p.kind == 'army']) == 2:
            for p in new:
                p.slot = 5
            yield from join(g, z, side, new, old)


def lift_sieges(g):
    """Sieges of fortresses that are the besiegers' own now, or that nobody besieges any more."""
    for z in list(g.siege):
        if g.fort_side(z) in SIDES and not g.land(z, other(g.fort_side(z)), False, ('unit',)):
            g.siege.pop(z)


def minor_joins(g, minor, side):
    """A minor becomes an ally and deploys its units [16.2]."""
    g.status[minor] = ally_word(side)
    own_land(g, minor, side)
    deploy_fleets(g, minor)
    yield from deploy_units(g, minor, side)


def deploy_fleets(g, minor):
    """Its fleets come into the port of its capital, otherwise its first port with room."""
    side, capital = g.side_of(minor), g.w.minors[minor]['capital']
    for f in g.of('fleet'):
        if f.power == minor and f.place == 'unavailable':
            ports = [z for z in g.w.ports if g.owner[z] == minor and g.controller(z) == side
                     and len(g.fleets('port:' + z, side)) < 3]
            if ports:
                g.put(f, 'port:' + (capital if capital in ports else ports[0]))


def deploy_units(g, minor, side):
    for u in [u for u in g.of('unit') if u.power == minor and u.place == 'unavailable' and not u.d['code']]:
        zones = [z for z in g.w.zones if g.owner[z] == minor and fits(g, side, z, u)]
        if not zones:
            g.put(u, 'reserve')
            continue
        choice = yield from g.ask(side, [('deploy', u.id, z) for z in zones])
        place_unit(g, side, choice[2], u)


def fits(g, side, zone, u, n=None):
    """Can a new unit (of n steps) stand in a zone: no enemy, no enemy control, stacking kept [4.3.7]?"""
    if n is not None:
        was, u.reduced = u.reduced, n < u.d['steps']
        ok = fits(g, side, zone, u)
        u.reduced = was
        return ok
    if g.enemies(zone, side) or g.control.get(zone) == other(side) or zone in g.siege:
        return False
    stand = [p for p in g.land(zone, side, False) if p.kind != 'depot']
    if not units(stand):
        return not u.d['army_only']
    return slot_for(g, stand, [u]) is not None


def slot_for(g, stand, new):
    """First standing slot that takes new pieces in legally."""
    for s in sorted({p.slot for p in stand}):
        if legal(g, [p for p in stand if p.slot == s and p.kind != 'depot'] + new):
            return s
    return None


def place_unit(g, side, zone, u, reduced=False):
    stand = [p for p in g.land(zone, side, False) if p.kind != 'depot']
    u.reduced = reduced and u.d['steps'] == 2
    slot = slot_for(g, stand, [u]) if units(stand) else 0
    g.put(u, zone, slot or 0)
    mates = [v for v in g.land(zone, side, False, ('unit',)) if v.slot == u.slot and v is not u]
    u.demoralised = any(v.demoralised for v in mates)  # [12.13]


def fix_party(g):
    from forces import fix_all
    yield from fix_all(g)


# -- leaving the Empire -------------------------------------------------------------------------------------------------
def defect(g, minor, side=COALITION):
    """A minor ally of the Empire changes sides [16.3]."""
    lost = g.status[minor] == 'protectorate'
    mine = [u for u in g.of('unit') if u.power == minor and g.on_map(u)]
    mixed = [u for u in mine if any(p.power != minor for p in g.land(u.place, EMPIRE, u.fort, ('unit',)))]
    zones = [z for z in g.w.zones if g.whole(g.owner[z]) == minor]
    french_only = {z for z in zones if g.land(z, EMPIRE, None, ('unit',))
                   and not any(u.place == z for u in mine)}
    for z in zones:
        if z in g.siege and g.fort_side(z) == EMPIRE:
            for p in g.land(z, EMPIRE, True):
                g.put(p, 'reinforcement' if p.kind != 'army' else 'reserve')
            french_only.discard(z)
            g.siege.pop(z)
    g.patron.pop(minor, None)
    g.status[minor] = ally_word(side)
    own_land(g, minor, side)
    if lost:
        g.score('protectorate_lost')
    for z in zones:
        if z in french_only and g.controllable(z):
            g.control[z] = EMPIRE
        elif g.control.get(z) == side:
            g.control.pop(z)
            g.fort_user.pop(z, None)
    yield from come_out(g, minor, side)
    for u in mixed:
        if not g.on_map(u):
            continue
        if g.whole(g.owner[u.place]) == minor:
            yield from one_for_one(g, u.place, minor, side)
        else:
            yield from walk_over(g, u, side)
    for z in zones:  # who is left alone after the losses keeps the zone too [8.2.3]
        if g.land(z, EMPIRE, None, ('unit',)) and not g.land(z, side, None, ('unit',)) and g.controllable(z):
            g.control[z] = EMPIRE
    for u in mine:
        if g.on_map(u):
            u.slot = 0
    yield from fix_party(g)  # what was broken up is put in order before fleets flee
    yield from fleets_leave(g)
    yield from deploy_units(g, minor, side)
    lift_sieges(g)
    states_check(g)
    yield from fix_party(g)


def come_out(g, minor, side):
    """Corps of a minor shut in alone in a fortress of yesterday's friends come out to the besiegers, their friends now."""
    for z in g.w.zones:
        if any(u.power == minor for u in g.land(z, side, True, ('unit',))) and g.fort_side(z) == other(side) \
                and not g.land(z, other(side), True, ('unit',)):
            for p in g.land(z, side, True):
                p.fort = False
            yield from fix_zone(g, z, side)


def fleets_leave(g):
    """Fleets in ports that are the other side's now flee as from a captured port [14.10]."""
    for z in sorted(g.w.ports, key=g.w.zone_order.get):
        for side in (EMPIRE, COALITION):
            if g.port_side(z) == other(side) and g.fleets('port:' + z, side):
                yield from g.flee_port(z, side)


def one_for_one(g, zone, minor, side):
    """At home: step against step with the French stacked there."""
    while True:
        own = [u for u in g.land(zone, side, None, ('unit',)) if u.power == minor]
        french = g.land(zone, other(side), None, ('unit',))
        if not own or not french:
            return
        yield from lose_one(g, other(side), 'defection_loss', french)
        yield from lose_one(g, side, 'defection_loss', own)


def walk_over(g, u, side):
    """Abroad: to the nearest zone of the new side within its movement, or it dies."""
    best, todo = {}, {u.place: 0}
    done = {}
    while todo:
        z = min(todo, key=lambda k: (todo[k], g.w.zone_order[k]))
        cost = todo.pop(z)
        done[z] = cost
        for n in g.w.adj[z]:
            c = g.edge_cost(z, n)
            if c is None or n in done or cost + c > u.face['movement'] or not g.may_enter(side, z, n, [u]) \
                    or g.enemies(n, side) or g.hostile_fort(n, side):
                continue
            todo[n] = min(todo.get(n, 99), cost + c)
    for z, cost in done.items():
        stand = [p for p in g.land(z, side, False) if p is not u]
        if z != u.place and g.controller(z) == side and (not units(stand) or merge_plan(g, [u], stand) is not None):
            best[z] = cost
    if not best:
        g.eliminate(u)
        return
    near = [z for z, c in best.items() if c == min(best.values())]
    to = (yield from g.ask(side, [('defection_to', z) for z in near]))[1]
    stand = g.land(to, side, False)
    g.put(u, to, 0)
    yield from arrive(g, to, side, [u], stand)


def settle_shared(g, power):
    """Zones a power that changes sides shared with its enemies; the Empire alone keeps its zones [16.4, A-45]."""
    for z in g.w.zones:  # what is the Empire's alone first, then what is shared
        if g.side_of(power) != COALITION or g.owner[z] != power and g.patron.get(g.whole(g.owner[z])) != power:
            continue
        if g.land(z, EMPIRE, None, ('unit',)) and not g.land(z, COALITION, None, ('unit',)) \
                and g.controllable(z) and g.side_of(g.owner[z]) == COALITION:
            g.control[z] = EMPIRE
    for z in g.w.zones:
        lone_depots(g, z)
    for z in g.w.zones:
        if g.land(z, EMPIRE, False, ('unit',)) and g.land(z, COALITION, False, ('unit',)):
            yield from shared_zone(g, z)


def shared_zone(g, z):
    from reaction import enter_fort, fort_room
    french = [p for p in g.land(z, EMPIRE, False)]
    options = [('shared', 'fight')]
    if fort_room(g, EMPIRE, z, french):
        options.append(('shared', 'fort'))
    for n in g.w.adj[z]:
        if g.w.adj[z][n][0] != 'full_movement' and g.may_enter(EMPIRE, z, n, french) and not g.enemies(n, EMPIRE) \
                and g.controller(n) != COALITION:
            stand = g.land(n, EMPIRE, False)
            if not units(stand) or merge_plan(g, french, stand) is not None:
                options.append(('shared', 'go', n))
    choice = yield from g.ask(EMPIRE, options)
    if choice[1] == 'fort':
        yield from enter_fort(g, EMPIRE, z, french)
    elif choice[1] == 'go':
        stand = g.land(choice[2], EMPIRE, False)
        for p in french:
            p.fixed = False  # fixed depots go along as mobile ones [8.7]
            g.put(p, choice[2], p.slot)
        yield from arrive(g, choice[2], EMPIRE, french, stand)
    else:
        own = g.land(z, COALITION, False)
        for p in own:
            p.slot = 2 + p.slot % 2
        yield from fight(g, Battle(z, COALITION, {2, 3}, {0, 1}, None))  # they came from nowhere: beaten, they are lost
        for p in g.land(z, COALITION, False):
            p.slot %= 2
        yield from fix_zone(g, z, COALITION)


# -- protectorates and states -------------------------------------------------------------------------------------------
def protectorate_targets(g):
    """Eligible minors, and Italy and Switzerland once lost [16.5]."""
    return [m for m, d in g.w.minors.items() if d['protectorate'] in ('eligible', 'from_start')
            and g.status[m] == 'ally_empire']


def may_protect(g, card):
    """A card of 2 or more that may be discarded [8.1.5]; a target is another question."""
    return g.value(card) >= 2 and not g.w.cards[card]['not_discardable']


def make_protectorate(g, minor):
    g.status[minor] = 'protectorate'
    g.score('protectorate_established')


def confederation_ready(g):
    members = g.w.states['confederation_du_rhin']['members']
    allied = [m for m, d in g.w.minors.items() if d['confederation_symbol'] and g.side_of(m) == EMPIRE]
    assert members
    beaten = all(any(g.defeats.get((p, s), 0) for s in (EMPIRE, COALITION)) for p in ('prusse', 'autriche'))
    return (beaten and len(allied) >= 6
            and g.status['confederation_du_rhin'] == 'not_created')


def empire_province(g, name):
    """A W province on the Empire's side: an allied minor, or land owned by the Empire's nations."""
    if name in g.w.minors:
        zones = g.w.minors[name]['zones']
        return g.side_of(name) == EMPIRE or all(g.side_of(g.owner[z]) == EMPIRE for z in zones)
    zones = g.w.provinces[name]['zones']
    return all(g.side_of(g.owner[z]) == EMPIRE for z in zones)


def westphalia_ready(g):
    s = g.w.states['westphalie']
    return (g.period == 'punishments' and {'20F', '24F'} <= g.events and g.status['westphalie'] == 'not_created'
            and sum(empire_province(g, n) for n in s['members']) >= s['members_needed'] and empire_province(g, 'naples'))


def create_state(g, sid):
    """Units and generals of the state enter the reserve; the points are those of its card."""
    g.status[sid] = 'protectorate'
    for pid in g.w.states[sid]['units'] + g.w.states[sid]['generals']:
        if g.pieces[pid].place == 'unavailable':
            g.put(g.pieces[pid], 'reserve')


def found_poland(g):
    """Poland by 22F or by annexation of Mazovie [16.7, 16.8]."""
    if g.status['pologne'] == 'not_created':
        g.status['pologne'] = 'protectorate'
        g.add_points(0, 2)


def states_check(g):
    """Confederation and Westphalia end when all members are conquered or Coalition allies [16.7]."""
    for sid, entry in (('confederation_du_rhin', 'confederation_dissolved'), ('westphalie', 'westphalie_dissolved')):
        if g.status[sid] != 'protectorate':
            continue
        members = g.w.states[sid]['members']
        if any(empire_province(g, m) for m in members):
            continue
        g.status[sid] = 'dissolved'
        g.score('westphalia_dissolved' if sid == 'westphalie' else entry)
        for pid in g.w.states[sid]['units'] + g.w.states[sid]['generals']:
            if g.pieces[pid].place != 'gone':
                g.put(g.pieces[pid], 'gone')


def reform(g, power):
    """Military reform [18]: the E units enter the reserve."""
    g.reform.add(power)
    for u in g.of('unit'):
        if u.power == power and u.place == 'unavailable' and u.d['code'] == 'E':
            g.put(u, 'reserve')



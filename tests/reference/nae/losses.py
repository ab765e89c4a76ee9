"""Attrition tests [11], step losses, sieges [13] and retreats [12.11]."""
from forces import (army_commander, by_nation, classes, commander, dissolve_empty, fix, fix_zone, generals, group, heads, lone_depots, markers, merge,
                    nationality, numbers, spread_demoralisation, steps, units)
from fog import covered
from world import EMPIRE, other


def attrition_column(n):
    return '1-2' if n <= 2 else '3-5' if n <= 5 else '6-8' if n <= 8 else '9-12' if n <= 12 else '13+'


def attrition(g, pieces, forced=0, poor=False, winter=False, entry=0, unsupplied=False, demoralised=False,
              besieged=False, home=False, card=0, spent=None, bare_only=False):
    """Tests a force; two armies test apart [11.2]. `spent` collects slots that have used their depot. `bare_only`: lack of
    supply is the only reason, so only the part without it is tested [rulebook 13.5]."""
    slots = sorted({p.slot for p in units(pieces)})
    for s in slots:
        part = [p for p in pieces if p.slot == s]
        extra = forced + 2 * poor + 2 * winter + entry + 2 * unsupplied + demoralised + besieged - 2 * home + card
        yield from attrition_one(g, part, extra, spent if spent is not None else set(), s, bare_only)


def attrition_one(g, part, modifier, spent, slot, bare_only):
    """One test of one army or force [11.3]."""
    side = g.party(part[0])
    body = [p for p in part if p.kind in ('unit', 'special')]
    if bare_only and not all(u.unsupplied for u in units(body)):
        body = [u for u in units(body) if u.unsupplied]
    if not units(body):
        return
    if side == EMPIRE and g.held(EMPIRE, '21F'):
        choice = yield from g.ask(EMPIRE, [('reaction', '21F'), ('reaction', 'none')])
        if choice[1] == '21F':
            g.spend('21F', True)
            return
    total = heads(body)
    french = sum(max(p.steps, 1) for p in body if p.power == 'france')
    bonus = None
    if french == total:
        modifier, bonus = modifier - 2, 'france'
    elif 2 * french >= total:
        modifier, bonus = modifier - 1, 'france'
    elif all(p.power == 'russie' for p in body):
        modifier, bonus = modifier - 1, 'russie'
    nation, zone, fort = nationality(part), part[0].place, part[0].fort
    depots = [d for d in g.land(zone, side, fort, ('depot',)) if d.power == nation]
    if depots and slot not in spent:
        choice = yield from g.ask(g.decider(side), [('attrition_depot', 'yes'), ('attrition_depot', 'no')])
        if choice[1] == 'yes':
            yield from spend_depot(g, side, depots)
            spent.add(slot)
            modifier -= 2
    cells = g.w.tables['attrition']['cells'][attrition_column(total)]
    cell = cells[min(max(g.dice.d6() + modifier, -2), 12) + 2]
    losses = int(cell.rstrip('*'))
    if cell.endswith('*') and g.dice.d6() >= g.w.tables['attrition']['star']['extra_loss_on']:
        losses += 1
    for k in range(losses):
        left = [p for p in body if p.place == zone]
        first = [p for p in left if p.power == bonus] if k == 0 and bonus else left
        if not left:
            break
        yield from lose_one(g, side, 'attrition_loss', first or left)
    for s in (slot,):
        yield from fix(g, zone, side, s, fort)
    lone_depots(g, zone)
    if losses and side in ('empire', 'coalition') and g.fort_side(zone) == other(side):
        yield from too_few(g, zone, side)


def spend_depot(g, side, depots):
    choice = yield from g.ask(g.decider(side), [('which_depot', d.id) for d in classes(depots)])
    g.eliminate(g.pieces[choice[1]])


def lose_one(g, side, kind, candidates):
    """One step (or depot) of the owner's choice; returns the counter."""
    choice = yield from g.ask(g.decider(side), [(kind, p.id) for p in classes(candidates)])
    p = g.pieces[choice[1]]
    g.lose_step(p)
    return p


def destroy(g, pieces):
    """A force is destroyed: units, depots and special units die, generals and markers go to the reserve."""
    for p in pieces:
        g.eliminate(p)


# -- sieges -----------------------------------------------------------------------------------------------------------
def besiegers(g, zone):
    side = g.fort_side(zone)
    return [] if side not in ('empire', 'coalition') else g.land(zone, other(side), False)


def may_besiege(g, side, zone, pieces):
    """Conditions of 13.1 to lay or keep a siege."""
    return (g.fort_side(zone) == other(side) and not g.enemy_field(zone, side)
            and heads(pieces) >= 2 * g.fort_level(zone) and bool(units(pieces)))


def siege_attack(g, side, zone, pieces, bonus=0, landing=False, pending=False):
    """One attack; returns `taken`, `honours` folded in, `held` or `raised` [13.2]."""
    lead = commander(pieces)
    roll = g.dice.d6() + (lead.d['attack'] if lead else 0) + bool(markers(pieces)) + g.siege.get(zone, 0) + bonus
    if g.fort_level(zone) == 2:
        roll -= 2
    if roll >= 6:
        yield from fortress_falls(g, side, zone, breach=roll >= 8, pending=pending)
        return 'taken'
    g.siege[zone] = min(3, g.siege.get(zone, 0) + 1)
    g.note_siege()  # a free attack lays the siege too [12.12]
    if roll <= 2:
        slots = {p.slot for p in pieces}
        yield from lose_one(g, side, 'siege_loss', [p for p in pieces if p.kind in ('unit', 'special')
                                                    and p.place == zone])
        for s in sorted(slots):
            yield from fix(g, zone, side, s)
        left = g.land(zone, side, False)
        if heads(left) < 2 * g.fort_level(zone):
            if not landing:
                yield from raise_siege(g, zone, side)
            return 'raised'
    return 'held'


def fortress_falls(g, side, zone, breach, pending=False):
    """The garrison leaves, the fortress is destroyed and may be reactivated at once [13.3, 13.4]."""
    for p in g.land(zone, other(side), True):
        if p.kind == 'army' or (breach and p.kind != 'depot'):
            g.eliminate(p)
        elif breach:
            g.eliminate(p)
        else:
            g.put(p, 'reinforcement')
    g.destroyed.add(zone)
    g.fort_user.pop(zone, None)
    g.siege.pop(zone, None)
    g.take_control(zone, side)
    g.note_capture(zone, side)
    yield from g.flee_port(zone, other(side))
    yield from reactivate(g, side, zone, pending)


def reactivate(g, side, zone, pending=False, late=False):
    """A step or a depot makes the fortress serve the conqueror at once [13.4]; `later` while a test is due: then the steps are
    asked for again, the depot is not [11.1]."""
    if side == EMPIRE and zone in g.burnt:
        return 'no'
    present = g.land(zone, side, False)
    depots = [p for p in present if p.kind == 'depot']
    options = [('reactivate', 'no')]
    if depots and not late:
        options.append(('reactivate', 'depot'))
    if pending:
        options.append(('reactivate', 'later'))
        g.later = zone
    else:
        options += [('reactivate', p.id) for p in classes(units(present))]
    g.later = None
    choice = yield from g.ask(side, options)
    if choice[1] == 'later':
        g.later = zone
        return 'later'
    if choice[1] == 'depot':
        yield from spend_depot(g, side, depots)
    if choice[1] != 'no':
        g.destroyed.discard(zone)
    if choice[1] not in ('no', 'depot'):
        p = g.pieces[choice[1]]
        slot = p.slot
        g.lose_step(p)
        yield from fix(g, zone, side, slot)
    return choice[1]


def too_few(g, zone, side):
    """A siege without enough besiegers is lifted [13.5]."""
    pieces = g.land(zone, side, False)
    if zone in g.siege and units(pieces) and heads(pieces) < 2 * g.fort_level(zone):
        yield from raise_siege(g, zone, side)


def raise_siege(g, zone, side):
    """Too few besiegers: the siege is lifted and they retreat, friends who counted for the number with them [13.5]."""
    g.siege.pop(zone, None)
    pieces = group(g, zone, side)
    if units(pieces):
        yield from retreat_force(g, side, zone, pieces, None, supplied=True)


def check_sieges(g):
    """Sieges without enough besiegers end [13.5]; sieges of no enemy fortress vanish."""
    for zone in sorted(g.siege, key=g.w.zone_order.get):
        side = g.fort_side(zone)
        if side not in ('empire', 'coalition'):
            g.siege.pop(zone)
            continue
        foe = other(side)
        pieces = g.land(zone, foe, False)
        if not units(pieces):
            g.siege.pop(zone)
        elif heads(pieces) < 2 * g.fort_level(zone):
            yield from raise_siege(g, zone, foe)


def garrisons_out(g):
    """A garrison without siege and enemy in the zone stands in the field again [13.5b]."""
    zones = sorted({p.place for p in g.pieces.values() if p.fort and g.on_map(p)}, key=g.w.zone_order.get)
    for zone in zones:
        if zone in g.siege:
            continue
        for party in sorted({g.party(p) for p in g.land(zone, None, True)}):
            if party in ('empire', 'coalition') and g.enemy_field(zone, party):
                continue
            inside = g.land(zone, party, True)
            outside = g.land(zone, party, False)
            for p in inside:
                p.fort = False
            if units(inside) and units(outside):
                yield from join(g, zone, party, inside, outside)


def join(g, zone, party, comers, standers):
    """Two forces come together whether they fit or not; what does not fit is lost."""
    if not merge(g, comers, standers):
        ms = markers(comers) + markers(standers)
        if len(ms) <= 1:
            army = comers if markers(comers) else standers
            chief = commander(army) if ms else None
            for x in generals(list(comers) + list(standers)):
                if chief and x is not chief and x.power == chief.power and x.d['rank'] < chief.d['rank']:
                    g.put(x, 'reserve')
            for p in list(comers) + list(standers):
                p.slot = 0
        else:
            pair, guest = (standers, comers) if markers(standers) else (comers, standers)
            if len(ms) > 2:  # the single one of three loses its marker
                pair, guest = (comers, standers) if len(markers(comers)) == 2 else (standers, comers)
                for m in markers(guest):
                    g.put(m, 'reserve')
            number = numbers(pair)
            if len(ms) > 2:  # who came is the second beside who waited [slots from 10 on]
                number = {s: i for i, s in enumerate(sorted(number, key=lambda s: (s < 10, s)))}
            for p in pair:
                p.slot = number.get(p.slot, 0)
            host = by_nation(markers(pair), guest)[0]
            chief = army_commander(pair, host)
            for p in guest:
                if p.place == zone and (len(ms) > 2 or not markers(guest)):
                    p.slot = host.slot
                    if p.kind == 'general' and chief and p.power == chief.power and p.d['rank'] < chief.d['rank']:
                        g.put(p, 'reserve')  # stands above the army's general [10.1, 12.2.2]
        spread_demoralisation([p for p in list(comers) + list(standers) if p.place == zone])
    yield from fix_those(g, zone, party, [p for p in list(comers) + list(standers) if p.place == zone])


def fix_those(g, zone, party, pieces):
    """Limits of a force that has come together; one that is on the march in the zone goes on [15.3]."""
    if all(p in pieces for p in g.land(zone, party, False, ('unit',))):
        yield from fix_zone(g, zone, party)
        return
    for s in sorted({p.slot for p in pieces}):
        yield from fix(g, zone, party, s)


# -- retreats ---------------------------------------------------------------------------------------------------------
def can_join(g, comers, standers):
    """May a retreating force combine at all [12.11b]?"""
    if not units(standers):
        return True
    if not commander(comers) and not commander(standers):
        return False
    return True  # of three armies one loses its marker [9.2]


def retreat_zones(g, side, zone, pieces, attacker_from, safe=False):
    """Zones of the best priority open to a beaten defender; (zone, `fort` for the fortress of the zone itself)."""
    ranked = {1: [], 2: [], 3: [], 4: [], 5: []}
    foe = other(side)
    barred = attacker_from if isinstance(attacker_from, set) else {attacker_from}
    for n in g.w.adj[zone]:
        if n in barred and not safe:
            continue
        if not g.land_open(side, n) or g.strait_closed(g.w.adj[zone][n], side) \
                or not g.iberia_open(side, zone, n, units(pieces)):
            continue
        if not can_join(g, pieces, [p for p in g.land(n, side, False) if p.slot < 2]):
            continue
        hostile = g.enemies(n, side)
        friendly = (g.controller(n) == side or not g.controllable(n) or g.controller(n) is None) and not (
            g.hostile_fort(n, side))  # a fortress that still serves the enemy [18.1]
        if n in g.siege and g.fort_side(n) == foe and not hostile:
            ranked[2].append(n)  # whoever has the marker there
        elif not hostile and friendly:
            ranked[1].append(n)
        elif not hostile and not g.hostile_fort(n, side):
            ranked[4].append(n)
        elif not g.hostile_fort(n, side) and not ('fog_of_war' in g.options and covered(g, side) & set(hostile)) \
                and overrun_odds(g, pieces, hostile):  # nobody plans to overrun what he cannot count
            ranked[5].append(n)
    if g.fort_side(zone) == side and zone not in g.siege:
        inside = g.land(zone, side, True)
        if not units(inside) or can_join(g, pieces, inside):
            ranked[3].append(zone)
    for k in sorted(ranked):
        if ranked[k]:
            return ranked[k]
    return []


def overrun_odds(g, pieces, hostile):
    strong, weak = steps(pieces), points(hostile)
    return weak > 0 and int(strong / weak + 0.5) >= 5 or (weak == 0 and strong > 0)


def points(pieces):
    """Combat points: steps, or half a point of a lone fixed depot [12.2]."""
    n = steps(pieces)
    return n if n else 0.5 if any(p.kind == 'depot' and p.fixed for p in pieces) else 0


def edge_loss(g, zone, to, rivers=True, pontoons=False):
    """A step at the edge of a retreat [14.10]; 51F saves it at rivers and mountains, not at straits."""
    terrain = g.w.adj[zone][to][0] if to != zone else 'none'
    return terrain == 'strait' or not pontoons and (terrain == 'mountain' or terrain == 'river' and rivers)


def supplied_there(g, pieces, to):
    """Would the force be in supply in another zone?"""
    from supply import is_supplied
    back = [(p, p.place, p.slot, p.fort, p.unsupplied, p.demoralised) for p in pieces]
    for p in pieces:
        g.put(p, to, p.slot)
    ok = is_supplied(g, pieces)
    for p, z, s, f, un, dem in back:
        g.put(p, z, s, f)
        p.unsupplied, p.demoralised = un, dem
    return ok


def retreat_force(g, side, zone, pieces, attacker_from, safe=False, rivers=True, supplied=False):
    """A defender or besieger retreats by the priorities [12.11]; besiegers where they are in supply, if they can
    [rulebook 15.3]."""
    zones = retreat_zones(g, side, zone, pieces, attacker_from, safe)
    if supplied:
        zones = [z for z in zones if z != zone and supplied_there(g, pieces, z)] or zones
    if not zones:
        destroy(g, pieces)
        return
    choice = yield from g.ask(g.decider(side), [('retreat', z) for z in zones])
    yield from carry_retreat(g, side, zone, pieces, choice[1], edge_loss(g, zone, choice[1], rivers) and not safe)


def carry_retreat(g, side, zone, pieces, to, loss, fort=None, waits=False):
    """Executes a retreat; home_only units abroad are lost [A-24]. waits: stacking does, for the end of an interception [9.2]."""
    pieces = [p for p in pieces if p.place == zone]
    if loss and any(p.kind in ('unit', 'depot') for p in pieces):
        slots = sorted({p.slot for p in pieces})
        yield from lose_one(g, side, 'retreat_loss', [p for p in pieces if p.kind in ('unit', 'depot')])
        for slot in slots if not waits else []:
            yield from fix(g, zone, side, slot)
        if waits:
            dissolve_empty(g, [p for p in pieces if p.place == zone])
        pieces = [p for p in pieces if p.place == zone]
    for u in [p for p in pieces if p.kind == 'unit' and not g.home_ok([p], to)]:
        g.eliminate(u)
    pieces = [p for p in pieces if p.place == zone]
    if not units(pieces):
        destroy(g, pieces)
        return
    inside = (to == zone) if fort is None else fort
    for p in g.enemies(to, side) if not inside else []:
        destroy(g, [q for q in g.land(to, other(side), False)])
        break
    standers = [p for p in g.land(to, side, inside) if p.slot < 2]  # a force on the march there goes on
    g.note_entry(side, zone, to, units(pieces))
    for p in pieces:
        if p.kind == 'depot':
            p.fixed = False
        keep = p.slot
        g.put(p, to, keep, inside)
    if inside:
        for p in pieces + standers:
            p.slot = 0 if len(markers(pieces + standers)) <= 1 else p.slot
        yield from fix_zone(g, to, side, True)
    else:
        yield from arrive(g, to, side, pieces, standers)


def arrive(g, zone, side, comers, standers):
    """A force that retreated or evaded stands in its new zone [7.1]."""
    standers = [p for p in standers if p.place == zone]
    if units(standers):
        yield from join(g, zone, side, comers, standers)
    else:
        number = numbers(comers)
        for p in comers:
            p.slot = number.get(p.slot, 0) if len(number) == 2 else 0
        spread_demoralisation([p for p in comers if p.kind != 'depot'])  # two forces that their peace has made one [14.9.3]
        yield from fix_those(g, zone, side, comers)
    lone_depots(g, zone)


"""Conquests, peace, and the end of the game [17, 18, 19]."""
import heapq

import diplomacy as dip
from forces import (best_general, commander, dissolve_empty, fix_zone, generals, legal, lone_depots, markers,
                    spread_demoralisation, units)
from losses import garrisons_out
from supply import enemy_holds, firmly_held, is_supplied, zone_traced
from world import COALITION, CONQUEST_ORDER, EMPIRE, SIDES, other

SCORE = {'autriche': 'conquest_austria', 'prusse': 'conquest_prussia', 'russie': 'conquest_russia',
         'espagne': 'conquest_spain', 'turquie': 'conquest_turkey', 'grande_bretagne': 'conquest_britain'}
POLISH = ('mazovie', 'posnanie', 'galicie_occidentale', 'nouvelle_prusse_orientale')


def conquests(g):
    """The conquests phase, Q."""
    from game import finish_action
    g.phase, g.round = 'conquests', 0
    g.fresh_peace = set()
    yield from control_step(g)
    if g.held(EMPIRE, '22F'):
        import events
        if events.r_walewska(g, EMPIRE, 'conquests'):
            choice = yield from g.ask(EMPIRE, [('conquest_card', '22F'), ('conquest_card', 'none')])
            if choice[1] == '22F':
                g.spend('22F', True)
                g.flags.add('poland_pending')
    poland_by_card(g)
    for side in (COALITION, EMPIRE):
        for m in list(g.w.minors):
            if minor_conquered(g, side, m):
                yield from conquer_minor(g, side, m)
    for side in (COALITION, EMPIRE):
        for p in CONQUEST_ORDER:
            if major_conquered(g, side, p):
                yield from maybe_conquer(g, side, p)
    yield from tilsit(g)
    yield from peace_ends(g)
    rally_all(g)
    dip.states_check(g)
    yield from finish_action(g)
    check_level(g)


def control_step(g):
    """Markers that fall, markers that come [17.1]."""
    marked = []
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        owner = g.zone_side(z)
        if owner and g.control.get(z) == other(owner) and any(
                not u.fort for u in g.land(z, owner, None, ('unit',))):
            if g.fort(z):
                g.fort_user[z] = other(owner)
            else:
                marked.append((z, owner))  # the port is lost with the marker, but where a fortress serves on [17.2.1]
            g.control.pop(z)
    for z in g.w.zones:
        if not g.by_place.get(z):
            continue
        for side in SIDES:
            us = g.field_units(z, side)
            if us and g.enemy_marked(z, side) and g.fort_side(z) != other(side) \
                    and not any(p.kind == 'unit' or p.fixed for p in g.enemies(z, side)) and is_supplied(g, g.land(z, side, False)):
                g.take_control(z, side)
                lone_depots(g, z)
                marked.append((z, side))
    for z, side in marked:
        yield from g.flee_port(z, other(side))


def poland_by_card(g):
    """22F: does the control of Warsaw still hold?"""
    if 'poland_pending' not in g.flags:
        return
    g.flags.discard('poland_pending')
    if g.side_of(g.owner['varsovie']) == COALITION and firmly_held(g, EMPIRE, 'varsovie') \
            and g.status['pologne'] == 'not_created':
        leave_fortresses(g, ['varsovie'], EMPIRE)  # held by a siege, too [3.2]
        g.status['pologne'] = 'protectorate'
        g.score('poland_created')
        g.flags.add('poland_second')  # its point has come with the card
        for z in g.w.provinces['mazovie']['zones']:
            g.owner[z] = 'pologne'
            g.control.pop(z, None)
            g.fort_user.pop(z, None)
        g.destroyed.discard('varsovie')
        for pid in ('poniatowski', 'mi_pologne_1'):
            if g.pieces[pid].place == 'unavailable':
                g.put(g.pieces[pid], 'reinforcement')


# -- minors -------------------------------------------------------------------------------------------------------------
def minor_conquered(g, side, m):
    """Capital and all fortresses held and traced [17.2]."""
    if m in dip.STATE_NAMES or g.side_of(m) != other(side) or g.status[m] == 'part_of_naples':
        return False
    capital = g.w.minors[m]['capital']
    if capital is None or g.owner[capital] != m:
        return False
    zones = [capital] if m == 'naples' else [z for z in g.w.zones if g.owner[z] == m and (z == capital or g.w.level(z))]
    return all(firmly_held(g, side, z) for z in zones)


def conquer_minor(g, side, m):
    """A minor changes hands [17.2]."""
    lost = g.status[m] == 'protectorate'
    loser = other(side)
    for p in list(g.pieces.values()):
        if p.power != m or p.place in ('gone', 'unavailable') or p.place == 'reserve' and p.kind != 'fleet':
            continue
        if p.kind == 'fleet':  # for good, wherever it is [7.3.3]
            dip_sink(g, p)
        elif p.kind == 'unit':
            if p.place.startswith('foreign_war:'):
                war = p.place.split(':')[1]
                g.owed[war] = g.owed.get(war, 0) + p.steps
            g.eliminate(p)
    fate = 'ally'
    if not g.w.minors[m]['has_units'] and not (m == 'sicile' and side == EMPIRE):  # Sicily goes to Naples [18.1]
        fate = (yield from g.ask(side, [('minor_fate', m, 'ally'), ('minor_fate', m, 'territory')]))[2]
    power = (yield from annexer(g, side, m)) if fate == 'territory' else None
    g.patron.pop(m, None)
    leave_fortresses(g, [z for z in g.w.zones if g.owner[z] == m], side)
    zones = [z for z in g.w.zones if g.owner[z] == m]
    g.status[m] = dip.ally_word(side)
    for z in zones:
        if g.control.get(z) == side:
            g.control.pop(z)
            g.fort_user.pop(z, None)
        g.destroyed.discard(z)
        g.siege.pop(z, None)
    if m == 'naples' and g.status['sicile'] == 'part_of_naples':
        g.status['sicile'] = 'ally_coalition'
        if side == COALITION:
            sicily_parts(g)
    if m == 'sicile' and side == EMPIRE and g.side_of('naples') == EMPIRE:
        g.status['sicile'] = 'part_of_naples'
    if power:
        become_land(g, m, power)
    if lost and side == COALITION:
        g.score('protectorate_lost')
    for z in zones:
        yield from g.flee_port(z, loser)
    yield from dip.fleets_leave(g)
    dip.states_check(g)
    yield from dip.fix_party(g)


def sicily_parts(g):
    """Sicily goes on with the Coalition when Naples has fallen to it: the Empire keeps what it stands in there alone [16.3]."""
    dip.own_land(g, 'sicile', COALITION)
    for z in [z for z in g.w.zones if g.owner[z] == 'sicile']:
        if z in g.siege or g.land(z, COALITION, None, ('unit',)):
            leave_fortresses(g, [z], COALITION)
        elif g.land(z, EMPIRE, None, ('unit',)) and g.controllable(z):
            g.control[z] = EMPIRE
        lone_depots(g, z)


def dip_sink(g, f):
    from naval import sink
    sink(g, f)


def leave_fortresses(g, zones, side):
    """Garrisons of the beaten side leave with honours, or stand in the field [17.2]."""
    for z in zones:
        dissolve_empty(g, g.land(z, other(side), True))  # whose corps are gone with their land [1.2]
        inside = g.land(z, other(side), True)
        if not inside:
            continue
        if g.land(z, side, False, ('unit',)):
            for p in inside:
                g.put(p, 'reserve' if p.kind == 'army' else 'reinforcement')
        else:
            for p in inside:
                p.fort = False
        g.siege.pop(z, None)


def annexer(g, side, m):
    """The power that takes the land: France, or a Coalition major near the capital [A-43]."""
    if side == EMPIRE:
        return 'france'
    capital = g.w.minors[m]['capital']
    near = [capital] + list(g.w.adj[capital])
    pool = [p for p in g.majors_at_war(COALITION) if any(
        u.power == p and u.place in near for u in g.of('unit'))] or ['grande_bretagne']
    return (yield from g.ask(side, [('annexer', p) for p in pool]))[1]


def become_land(g, m, power):
    """National territory of the conqueror."""
    for z in g.w.zones:
        if g.owner[z] == m:
            g.owner[z] = power
            g.control.pop(z, None)
            g.fort_user.pop(z, None)
    g.status[m] = 'territory'
    g.patron.pop(m, None)


# -- majors -------------------------------------------------------------------------------------------------------------
def standing_army(g, power):
    """An undemoralised army of the power on its own territory: marker, general, step [A-54]."""
    for m in g.of('army'):
        if m.power != power or not g.on_map(m) or not g.home(power, m.place):
            continue
        part = [p for p in g.land(m.place, g.party(m), m.fort) if p.slot == m.slot]
        if generals(part) and any(not u.demoralised for u in units(part)):
            return True
    return False


def major_conquered(g, side, p):
    """Conditions of 17.3."""
    if g.side_of(p) != other(side):
        return False
    d = g.w.majors[p]
    keys = [z for z in d['conquest_key_zones'] if g.owner[z] == p]
    if p == 'espagne' and 'war_of_liberation' in g.flags:
        keys = ['madrid'] + [z for z in g.w.ports if z in g.w.iberia]
        return all(held_for(g, side, z) for z in keys)
    held = [z for z in keys if firmly_held(g, side, z)]
    if len(held) == len(keys):
        return bool(keys)
    capitals_lost = all(g.controller(z) == side or (z in g.siege and g.fort_side(z) == other(side))
                        for z in d['capitals'])
    return len(held) == len(keys) - 1 and len(keys) > 1 and capitals_lost and not standing_army(g, p)


def held_for(g, side, z):
    return firmly_held(g, side, z) or (g.zone_side(z) == side and not enemy_holds(g, side, z))


def maybe_conquer(g, side, p):
    if side == EMPIRE and p != 'grande_bretagne' and g.held(COALITION, '27C'):
        choice = yield from g.ask(COALITION, [('conquest_card', '27C'), ('conquest_card', 'none')])
        if choice[1] == '27C':
            g.spend('27C', True)
            g.refused.add(p)
            return
    yield from conquer_major(g, side, p, SCORE[p] if side == EMPIRE else 'empire_major_ally_conquered_by_coalition')


def tilsit(g):
    """26F after the tests of the Empire's conquests."""
    if not g.held(EMPIRE, '26F'):
        return
    pool = [p for p in CONQUEST_ORDER if p != 'grande_bretagne' and g.side_of(p) == COALITION and (
        p in g.beaten_by_napoleon or any(g.controller(z) == EMPIRE or (z in g.siege and g.fort_side(z) == COALITION)
                                         for z in g.w.majors[p]['capitals']))]
    if not pool:
        return
    choice = yield from g.ask(EMPIRE, [('tilsit', p) for p in pool] + [('tilsit', 'none')])
    if choice[1] != 'none':
        g.spend('26F', True)
        yield from conquer_major(g, EMPIRE, choice[1], 'tilsit')


def followers(g, p):
    """Unconquered minor allies that share the peace."""
    if p == 'grande_bretagne':
        return [m for m in g.w.minors if g.status[m] == 'ally_coalition' and g.patron.get(m) in (None, p)
                and m not in ('chouans', 'serbie', 'tyrol_insurge')]
    side = g.side_of(p)
    return [m for m, patron in g.patron.items() if patron == p and g.side_of(m) == side
            and g.status[m] != 'protectorate']  # that is attached to France for good [16.5]


def conquer_major(g, side, p, entry):
    """Everything a conquest brings [17.4-17.8, 18]."""
    minors = followers(g, p)
    g.defeats[(p, side)] = g.defeats.get((p, side), 0) + 1
    g.status[p], g.victor[p] = 'forced_peace', side
    g.years.pop(p, None)
    g.until.pop(p, None)
    g.after_peace.pop(p, None)  # what the scenario has come after its own peace [18.2.3, 20.2]
    for m in minors:
        g.status[m] = 'forced_peace'
        g.patron[m] = p
    g.fresh_peace.add(p)
    for z in lands(g, p):
        unmark(g, z)
    if side == EMPIRE:
        unmark_abroad(g)
    if g.defeats[(p, side)] >= 2:
        g.until[p] = 9999
    elif 'peace_length_r1' in g.options:  # the peace first, then the points and what they open [17.4]
        g.until[p] = g.year + (g.dice.d6() + 1) // 2
    g.score(entry)
    if sum(g.defeats.get((p, s), 0) for s in SIDES) == 2 and g.w.majors[p]['has_military_reform'] and p not in g.reform:
        dip.reform(g, p)
    yield from forced_alliance(g, side, p, minors)
    if (yield from g.ask(side, [('victor_bonus', 'card'), ('victor_bonus', 'resources')]))[1] == 'card':
        g.bonus[side] += 1
    else:
        who = 'france'
        if side == COALITION:
            who = (yield from g.ask(side, [('target', n) for n in g.majors_at_war(side)]))[1]
        g.correction[who] = g.correction.get(who, 0) + 4
    yield from provinces(g, side, p, minors)
    yield from relocation(g, side, p)


def unmark(g, z):
    """Markers of both sides vanish, the fortress is its owner's again [17.6]."""
    g.control.pop(z, None)
    g.fort_user.pop(z, None)
    g.destroyed.discard(z)
    g.siege.pop(z, None)


def unmark_abroad(g):
    """The beaten power's markers outside its land vanish [rulebook 5.3], and fortresses there serve it no more: those that nobody
    of the Coalition holds who fights on."""
    gone = [z for z in g.w.zones if COALITION in (g.control.get(z), g.fort_user.get(z)) and g.zone_side(z) == EMPIRE
            and not g.land(z, COALITION, None, ('unit',)) and not firmly_held(g, COALITION, z)]
    for z in gone:
        g.control.pop(z, None)
        g.fort_user.pop(z, None)
        g.siege.pop(z, None)


def forced_alliance(g, side, p, minors):
    """The Empire may impose one for any card [16.4]."""
    if side != EMPIRE or not (sum(g.defeats.get((p, s), 0) for s in SIDES) >= 2 or p in g.refused) or p == 'grande_bretagne':
        return
    hand = [c for c in g.hand(EMPIRE) if not g.w.cards[c]['not_discardable']]  # the card is discarded [8.1.4]
    if not hand:
        return
    choice = yield from g.ask(EMPIRE, [('forced_alliance', c) for c in hand] + [('forced_alliance', 'none')])
    if choice[1] == 'none':
        return
    g.spend(choice[1])
    g.status[p] = 'forced_alliance'
    g.until.pop(p, None)
    for m in minors:
        g.status[m] = 'forced_alliance'


def province_owner(g, name):
    owners = {g.owner[z] for z in g.w.provinces[name]['zones']}
    return owners.pop() if len(owners) == 1 else None


def beneficiaries(g, side, name):
    """Nations of the victor's side next to a province [17.5]."""
    if name == 'mazovie' and side == EMPIRE:
        return ['pologne']
    zones = g.w.provinces[name]['zones']
    near = {g.owner[n] for z in zones for n in g.w.adj[z] if n not in zones}
    out = [n for n in list(g.w.majors) + list(g.w.minors) if n in near and g.side_of(n) == side
           and g.status.get(n) != 'part_of_naples']
    if out and side == EMPIRE and 'france' not in out:
        out.insert(0, 'france')
    return out


def annexable(g, side, p):
    out = []
    for name, d in g.w.provinces.items():
        if d['annexable'] and province_owner(g, name) == p and beneficiaries(g, side, name):
            if name == 'mazovie' and side != EMPIRE:  # for Poland, which is founded wherever it lies
                continue
            out.append(name)
    return out


def provinces(g, side, p, minors):
    """Three picks, four after 27C [17.5]."""
    for _ in range(4 if p in g.refused else 3):
        options = [('annex', 'province', n) for n in annexable(g, side, p)]
        options += [('annex', 'minor', m) for m in minors if g.patron.get(m) == p]
        if not options:
            g.correction[p] = g.correction.get(p, 0) - 4
            continue
        choice = yield from g.ask(side, options + [('annex', 'none')])
        if choice[1] == 'province':
            name = choice[2]
            who = (yield from g.ask(side, [('beneficiary', n) for n in beneficiaries(g, side, name)]))[1]
            annex(g, side, name, who)
            for z in sorted(g.w.provinces[name]['zones'], key=g.w.zone_order.get):  # its friends go home: it was its land
                if g.land(z, other(side), None, ('unit',)):
                    for q in g.land(z, other(side), True):
                        q.fort = False
                    yield from go_out(g, other(side), z, p)
                lone_depots(g, z)
        elif choice[1] == 'minor':
            m = choice[2]
            power = None  # its status changes when its fate is known
            if not g.w.minors[m]['has_units']:
                fate = (yield from g.ask(side, [('minor_fate', m, 'ally'), ('minor_fate', m, 'territory')]))[2]
                if fate == 'territory':
                    power = yield from annexer(g, side, m)
            g.patron.pop(m)
            yield from dip.minor_joins(g, m, side)
            for z in [z for z in g.w.zones if g.owner[z] == m]:
                lone_depots(g, z)  # of yesterday's friends [8.7]
            yield from part_company(g, side, m, p)
            if power:
                become_land(g, m, power)
        elif not any(o[1] == 'province' for o in options):
            g.correction[p] = g.correction.get(p, 0) - 4  # no legal province for this slot


def part_company(g, side, m, p):
    """Corps of a minor that the victor takes leave yesterday's friends as in 8.2.3; on the beaten land relocation does it."""
    yield from dip.come_out(g, m, side)
    for u in [u for u in g.of('unit') if u.power == m and g.on_map(u)]:
        if not g.on_map(u) or u.place in lands(g, p) or not g.land(u.place, other(side), u.fort, ('unit',)):
            continue
        if g.owner[u.place] == m:
            yield from dip.one_for_one(g, u.place, m, side)
        else:
            yield from dip.walk_over(g, u, side)


def annex(g, side, name, who):
    for z in g.w.provinces[name]['zones']:
        g.owner[z] = who
        g.control.pop(z, None)
        g.fort_user.pop(z, None)
        g.destroyed.discard(z)
        g.siege.pop(z, None)
    if name == 'tyrol' and who == 'baviere' and side == EMPIRE:
        g.flags.add('kingdom_of_bavaria')
    if name == 'venetie' and who == 'italie' and side == EMPIRE and g.pieces['mi_italie_2'].place == 'unavailable':
        g.put(g.pieces['mi_italie_2'], 'reserve')
    if who == 'pologne':
        if name == 'mazovie' and g.status['pologne'] == 'not_created':
            dip.found_poland(g)
        polish_growth(g)


def polish_growth(g):
    """Second and third province of Poland [16.8]."""
    n = sum(all(g.owner[z] == 'pologne' for z in g.w.provinces[x]['zones']) for x in POLISH)
    if n >= 2 and 'poland_second' not in g.flags:
        g.flags.add('poland_second')
        g.add_points(1, 0)
        for pid in ('poniatowski', 'mi_pologne_1'):
            if g.pieces[pid].place == 'unavailable':
                g.put(g.pieces[pid], 'reserve')
    if n >= 3 and 'poland_third' not in g.flags:
        g.flags.add('poland_third')
        if g.pieces['mi_pologne_2'].place == 'unavailable':
            g.put(g.pieces['mi_pologne_2'], 'reserve')


# -- relocation ---------------------------------------------------------------------------------------------------------
def lands(g, p):
    """Land under the peace: the power's and its minors'."""
    nations = {p} | {m for m, patron in g.patron.items() if patron == p and g.status[m] != 'protectorate'}
    return [z for z in g.w.zones if g.whole(g.owner[z]) in nations]


def relocation(g, side, p, may_stay=True):
    """Markers vanish, fortresses rise, everybody goes home [17.6]; nobody may stay on land that is neutral at once."""
    zones = lands(g, p)
    dip.lift_sieges(g)  # besiegers who have made peace besiege nobody
    for z in zones:
        for s in SIDES:
            for q in g.land(z, s, True):
                q.fort = False
    for z in zones:
        if g.land(z, side, None, ('unit',)):
            if not may_stay or (yield from g.ask(side, [('stay_or_go', z, 'stay'), ('stay_or_go', z, 'go')]))[2] == 'go':
                yield from go_out(g, side, z, p)
    for z in zones:
        if g.land(z, other(side), None, ('unit',)):
            yield from go_out(g, other(side), z, p)
    yield from send_home(g, side, p)
    yield from dip.fix_party(g)  # what was broken up is put in order before fleets flee [8.2.3]
    yield from fleets_home(g, p, zones)
    for u in [u for u in g.of('unit') if g.on_map(u) and not u.fort and not g.w.is_major(u.power) and g.party(u) == side]:
        if g.on_map(u) and g.land(u.place, other(side), False, ('unit',)):
            yield from dip.walk_over(g, u, side)  # taken before the land it stands on
    yield from garrisons_out(g)
    yield from dip.fix_party(g)


def frontier(g, side, start, p, pieces):
    """Nearest fortress zones of the side outside the land, by movement points over land, whoever holds it."""
    far = distances(g, start)
    found = [z for z in g.w.zones if z in far and g.fort_side(z) == side and z not in g.siege
             and z not in lands(g, p) and not g.enemies(z, side)
             and (not units(g.land(z, side, False)) or can_stack(g, pieces, g.land(z, side, False)))]
    least = min((far[z] for z in found), default=0)
    return [z for z in found if far[z] == least]


def can_stack(g, pieces, stand):
    from forces import merge_plan
    saved = [(q, q.slot) for q in pieces]
    for q in pieces:
        q.slot = 2 + q.slot % 2
    ok = merge_plan(g, pieces, stand) is not None
    for q, s in saved:
        q.slot = s
    return ok


def go_out(g, side, z, p):
    """A side's force leaves the land under the peace for the nearest frontier fortress."""
    from losses import arrive, destroy
    pieces = [q for q in g.land(z, side, None)]
    if p == 'grande_bretagne' and side == EMPIRE:  # the French leave by sea [rulebook 18.2.3]
        found = [t for t, d in g.w.ports.items() if 'manche' in d['sea_zones'] and g.fort_side(t) == side
                 and (not units(g.land(t, side, False)) or can_stack(g, pieces, g.land(t, side, False)))]
    else:
        found = frontier(g, side, z, p, pieces)
    if not found:
        destroy(g, pieces)
        return
    to = (yield from g.ask(side, [('relocate', pieces[0].id, t) for t in found]))[2]
    for u in [u for u in units(pieces) if not g.home_ok([u], to)]:
        g.eliminate(u)
    pieces = [q for q in pieces if q.place == z]
    if not units(pieces):
        destroy(g, pieces)
        return
    stand = g.land(to, side, False)
    for q in pieces:
        q.fixed = False  # fixed depots go along as mobile ones [8.7]
        g.put(q, to, 2 + q.slot % 2)
    yield from arrive(g, to, side, pieces, stand)
    for s in SIDES:
        dissolve_empty(g, g.land(z, s, False))  # generals whose corps have made peace or changed sides [1.2]


def send_home(g, side, p):
    """The defeated's own forces go to its key zones, freely reorganised."""
    nations = [p]  # corps of its minors are not its own: they stand where they are
    party = 'peace:' + p
    mine = [q for q in g.pieces.values() if q.power in nations and g.on_map(q) and q.kind != 'fleet' and not q.exped]
    alone = [q for q in mine if q.kind == 'depot' and g.owner[q.place] in nations and not any(
        u.kind == 'unit' and (u.place, u.slot, u.fort) == (q.place, q.slot, q.fort) for u in mine)]
    mine = [q for q in mine if q not in alone]  # depots alone on their own land lie where they are
    stacks = {}
    for q in sorted(mine, key=lambda q: q.order):
        stacks.setdefault((g.w.zone_order[q.place], q.slot, q.fort), []).append(q)
    mixed = {q.place for q in mine}
    parts = []
    for key in sorted(stacks):
        parts += cut(g, stacks[key]) or [[q for q in stacks[key] if q.kind == 'depot']]
    for q in mine:
        g.put(q, 'reserve') if q.kind in ('army', 'special', 'general') and not any(q in part for part in parts) else None
    keep = {q: (q.reduced, q.demoralised, q.unsupplied) for q in mine}
    homes = {q: q.place for q in mine}
    for part in parts:
        for q in part if units(part) else []:
            if q.kind != 'depot' or not (q.fixed and g.owner[q.place] in nations):
                q.fixed = False
                g.put(q, 'aboard:peace')
                q.reduced, q.demoralised, q.unsupplied = keep[q]
    for part in parts:
        if not units(part):  # depots alone abroad
            for q in part:
                g.put(q, 'reserve')
            continue
        part = [q for q in part if q.place == 'aboard:peace']
        if part:
            yield from settle_home(g, side, p, part, party, nations, homes[part[0]])
    for z in sorted(mixed, key=g.w.zone_order.get):
        for s in SIDES:
            yield from fix_zone(g, z, s)
            yield from fix_zone(g, z, s, True)
        yield from fix_zone(g, z, party)


def cut(g, stack):
    """A stack, or what is left of one, as legal forces: along ranks, then single corps."""
    body = [q for q in stack if q.kind != 'depot']
    depots = [q for q in stack if q.kind == 'depot']
    if not units(body):
        return []
    if legal(g, body):
        return [body + depots]
    out, left = [], list(units(body))
    ms = markers(body)
    for x in sorted(generals(body), key=lambda x: x.d['rank']):
        part = [x] + ([m for m in ms if m.power == x.power][:1] if not out else [])
        took = []
        for u in list(left):
            if legal(g, part + took + [u]):
                took.append(u)
        if took and legal(g, part + took):
            out.append(sorted(part + took, key=lambda q: q.order))  # named by its first piece
            left = [u for u in left if u not in took]
    led = bool(out)
    if led:
        out[0] += depots
    out += [[u] for u in left if not u.d['army_only']]
    if out and not led:  # they come home with the last of corps without a general
        out[-1] += depots
    for u in left:
        if u.d['army_only']:
            g.eliminate(u)
    return out


def distances(g, start):
    """Movement points over land from a zone to every other, whoever stands there; a whole allowance counts 4."""
    best, heap = {start: 0}, [(0, g.w.zone_order[start], start)]
    while heap:
        cost, _, z = heapq.heappop(heap)
        if cost > best[z]:
            continue
        for n in g.w.adj[z]:
            c = g.edge_cost(z, n)
            through = cost + (4 if c is None else c)
            if through < best.get(n, 999):
                best[n] = through
                heapq.heappush(heap, (through, g.w.zone_order[n], n))
    return best


def settle_home(g, side, p, part, party, nations, start):
    """One force: a key zone where it fits, otherwise the nearest capital or fortress of its land."""
    body = [q for q in part if q.kind != 'depot']
    spots = [z for z in g.w.majors[p]['key_zones'] if g.owner[z] == p and room_for(g, z, party, body)]
    if not spots:
        far = distances(g, start)
        spots = [z for z in g.w.zones if g.owner[z] in nations and (g.w.level(z) or g.w.zones[z]['capital'])
                 and room_for(g, z, party, body) and z in far]
        least = min((far[z] for z in spots), default=0)
        spots = [z for z in spots if far[z] == least]
    if not spots:
        spots = [z for z in g.w.zones if g.owner[z] in nations and room_for(g, z, party, body)][:1]
    if not spots:
        for q in part:
            g.eliminate(q)
        return
    z = (yield from g.ask(g.manager(p), [('relocate', part[0].id, z) for z in spots]))[2]
    stand = [q for q in g.land(z, party, False) if q.kind != 'depot']
    slot = dip.slot_for(g, stand, body) if units(stand) else 0
    flags = [(q, q.reduced, q.demoralised, q.unsupplied) for q in part]
    for q, r, d, u in flags:
        g.put(q, z, slot)
        q.reduced, q.demoralised, q.unsupplied = r, d, u
    spread_demoralisation([q for q in g.land(z, party, False) if q.kind != 'depot'])


def room_for(g, z, party, body):
    stand = [q for q in g.land(z, party, False) if q.kind != 'depot']
    if not units(stand):
        return True
    lead = commander(stand)
    new = best_general(body)
    if markers(stand) and markers(body):
        return False
    if lead and new and not markers(stand) and not markers(body):
        return False
    return dip.slot_for(g, stand, body) is not None


def fleets_home(g, p, zones):
    """Fleets of the defeated to its national ports, unless they lie in one; strangers leave them."""
    for f in g.of('fleet'):
        at, _, z = f.place.partition(':')
        if f.power == p and at in ('sea', 'port', 'box', 'corsaires') and not (at == 'port' and g.owner[z] == p):
            spots = [z for z in g.w.ports if g.owner[z] == p and len(
                [o for o in g.at('port:' + z, ('fleet',)) if o is not f]) < 3]
            if not spots:
                g.put(f, 'reserve')
                continue
            z = (yield from g.ask(g.manager(p), [('relocate_fleet', f.id, z) for z in spots]))[2]
            g.put(f, 'port:' + z)
    for z in g.w.zones:
        for s in SIDES:
            if z in g.w.ports and (z in zones or g.port_side(z) == other(s)):
                yield from g.flee_port(z, s)


# -- ends ---------------------------------------------------------------------------------------------------------------
def peace_ends(g):
    """Length of forced peaces [17.8]."""
    for p in CONQUEST_ORDER:
        if g.status[p] != 'forced_peace' or p in g.fresh_peace:
            continue
        if p in g.until:
            over = g.year >= g.until[p]
        else:
            g.years[p] = g.years.get(p, 0) + 1
            over = g.dice.d6() + (g.years[p] >= 2) >= 5
        if over:
            yield from end_peace(g, p)


def end_peace(g, p):
    """Neutral again, Britain back at war; what the victor left in the land is destroyed, and who came with him and has
    changed sides since [17.7, 17.8]."""
    from losses import destroy
    g.until.pop(p, None)
    g.years.pop(p, None)
    if p == 'grande_bretagne':
        for z in lands(g, p):
            destroy(g, g.land(z, g.victor[p], None))
        yield from dip.major_joins(g, p, COALITION)  # its minors keep it as their patron [16.3]
        return
    zones = lands(g, p)
    g.status[p] = g.after_peace.pop(p, 'neutral')
    for m, patron in g.patron.items():
        if patron == p and g.status[m] == 'forced_peace':
            g.status[m] = g.status[p]
    if g.status[p] == 'neutral':
        for z in zones:
            for side in (EMPIRE, COALITION):
                destroy(g, [q for q in g.land(z, side, None)])


def rally_all(g):
    """Demoralised forces rally unless they are marked unsupplied [17.9]: each army or force apart, those of a power at
    peace too. Half or more of the steps make a force unsupplied."""
    forces = {}
    for u in g.of('unit'):
        if g.on_map(u):
            forces.setdefault((u.place, g.party(u), u.slot, u.fort), []).append(u)
    for part in forces.values():
        if 2 * sum(u.steps for u in part if u.unsupplied) < sum(u.steps for u in part):
            for u in part:
                u.demoralised = False


def check_level(g):
    if g.level is None or g.over:
        return
    if g.level >= g.w.tables['victory']['empire_automatic']:
        g.over, g.outcome = True, EMPIRE
    elif g.level <= g.w.tables['victory']['coalition_automatic']:
        g.over, g.outcome = True, COALITION


def victory_phase(g):
    """V: items of each year, then the end of the last [19]."""
    g.phase = 'victory'
    check_level(g)
    if g.over:
        return
    for z in ('paris', 'bordeaux', 'lyon', 'anvers'):
        if enemy_holds(g, EMPIRE, z):
            for _ in range(2 if z == 'paris' else 1):
                g.score('french_key_zone_in_coalition_control_each_victory_phase')
    if firmly_held(g, COALITION, 'mantoue'):
        g.score('mantoue_in_coalition_control_each_victory_phase')
    check_level(g)
    if g.over or g.year < g.scenario['last_year']:
        return
    g.over = True
    judge = g.scenario['victory']
    if judge['kind'] == 'level':
        g.outcome = EMPIRE if g.level >= judge['empire'] else COALITION if g.level <= judge['coalition'] else 'draw'
        return
    keys = g.w.majors['france']['key_zones']
    if all(enemy_holds(g, EMPIRE, z) for z in keys):
        g.outcome = COALITION
    elif all(firmly_held(g, EMPIRE, z) for z in keys + ['mantoue']) and '45F' in g.events:
        g.outcome = EMPIRE
    else:
        g.outcome = 'draw'


def judge_1815(g):
    """Conditions of the Hundred Days [19.5]."""
    g.phase = 'conquests'
    yield from control_step(g)
    keys = ['paris', 'bordeaux', 'lyon', 'anvers']
    lost = [z for z in keys if g.side_of(g.owner[z]) == COALITION or enemy_holds(g, EMPIRE, z)]
    conquered = len(lost) == 4 or (len(lost) == 3 and 'paris' in lost and not standing_army(g, 'france'))
    army = any(m.power == 'france' and g.on_map(m) and generals(part_of(g, m)) and any(
        not u.demoralised for u in units(part_of(g, m))) for m in g.of('army'))
    g.over = True
    if not g.on_map(g.pieces['napoleon']) or (conquered and not army):
        g.outcome = COALITION
    elif not conquered and army:
        g.outcome = EMPIRE
    else:
        g.outcome = 'draw'


def part_of(g, m):
    return [p for p in g.land(m.place, g.party(m), m.fort) if p.slot == m.slot]



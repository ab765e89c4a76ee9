"""The sea [14]: squadrons, interceptions, blockades, battles, transport, landings."""
from forces import break_up, classes, commander, fix_zone, generals, group, heads, legal, lone_depots, markers, merge_plan, rest_legal, units
from losses import destroy, join, siege_attack
from world import COALITION, EMPIRE, other

CARGO = ('unit', 'special', 'army', 'general', 'depot')


class Squadron:
    """Fleets activated together, with their cargo."""

    def __init__(self, g, side, place, fleets, steps=2, modifier=-3, zones=None, assaults=None, ignore_blockade=False,
                 transport=None):
        self.side, self.place, self.start = side, place, place
        self.ids = [f.id for f in fleets]
        self.mp = min(f.d['movement'] for f in fleets)
        self.origin = place
        self.landing_steps, self.modifier, self.zones = steps, modifier, zones
        self.assaults = assaults if assaults is not None else [1]
        self.ignore_blockade, self.transport = ignore_blockade, transport
        self.left, self.ended = set(), False
        self.loaded = self.sailed = self.beaten = False

    def fleets(self, g):
        return [g.pieces[i] for i in self.ids]

    def cargo(self, g):
        return [p for i in self.ids for p in g.at('aboard:' + i, CARGO)]


def kind(place):
    return place.split(':')[0]


def where(place):
    return place.split(':')[1] if ':' in place else None


def seas_of(g, place):
    """Sea zones a squadron at a place lies in or next to."""
    if kind(place) == 'sea':
        return [where(place)]
    return g.w.ports[where(place)]['sea_zones'] if ':' in place else []


def fleet_places(g, side):
    """Places with fleets of the side that have not been activated."""
    out = []
    for f in g.of('fleet'):
        if (':' in f.place or f.place == 'corsaires') and not f.place.startswith('foreign_war') \
                and g.party(f) == side and not f.activated and f.place not in out:
            out.append(f.place)
    return out


def naval_possible(g, side):
    return bool(fleet_places(g, side))


def pick_squadron(g, side, ap, place=None, only=None, limit=3):
    """Place, then fleet by fleet [14.1]; answers the fleets."""
    if place is None:
        place = (yield from g.ask(side, [('squadron_at', p) for p in fleet_places(g, side)]))[1]
    pool = [f for f in g.fleets(place, side) if not f.activated and (only is None or only(f))]
    chosen = []
    most = min(limit, ap if ap is not None else limit)
    for i, f in enumerate(pool):
        if len(chosen) >= most:
            break
        options = [('squadron', f.id, 'go')]
        if chosen or i + 1 < len(pool):
            options.append(('squadron', f.id, 'stay'))
        if (yield from g.ask(side, options))[2] == 'go':
            chosen.append(f)
    return chosen


def sail(g, sq):
    """One activation of a squadron, until it stops; cargo still aboard is lost [14.2, 14.8]."""
    for f in sq.fleets(g):
        f.activated = True
    while not sq.ended and sq.ids:
        options = sail_options(g, sq)
        choice = yield from g.ask(sq.side, options)
        if choice[1] == 'stop':
            break
        yield from SAIL[choice[1]](g, sq, choice)
    if sq.beaten and sq.ids and kind(sq.place) == 'port' and units(sq.cargo(g)) and unload_ok(g, sq, where(sq.place)):
        yield from step_unload(g, sq, ('sail', 'unload', where(sq.place)))  # the activation ends there [17.2.8]
    settle_shore(g, sq)
    destroy(g, sq.cargo(g))
    yield from limit_fleets(g, sq)


def settle_shore(g, sq):
    """A foreign general whose last step has gone aboard, and who has not, leaves the army that stays [7.3]."""
    if sq.loaded and sq.place.startswith('port:'):
        zone = sq.place[5:]
        for fort in (False, True):
            for s in {p.slot for p in g.land(zone, sq.side, fort)}:
                break_up(g, zone, sq.side, s, fort)


def limit_fleets(g, sq):
    """No more than three fleets of a side in a place [14.1]."""
    while sq.ids and sq.place != 'corsaires' and len(g.fleets(sq.place, sq.side)) > 3:
        choice = yield from g.ask(sq.side, [('fleet_excess', f.id) for f in g.fleets(sq.place, sq.side)])
        sink(g, g.pieces[choice[1]])
        sq.ids = [i for i in sq.ids if g.pieces[i].place == sq.place]


def sink(g, f):
    destroy(g, g.at('aboard:' + f.id, CARGO))
    g.eliminate(f)


def move_to(g, sq, place):
    settle_shore(g, sq)
    for f in sq.fleets(g):
        g.put(f, place)
    sq.place, sq.loaded, sq.sailed = place, False, True


def passes(g, sq, frm, to):
    """Geographical limits of a step from a sea zone (None: a port) to a sea zone [14.11]."""
    w = g.w
    for f in sq.fleets(g):
        for r in w.data['fleet_restrictions']:
            if r.get('fleet') == f.id:
                if 'allowed' in r and to not in r['allowed']:
                    return False
                if r.get('forbidden_beyond') == to:
                    return False
            elif r.get('power') == f.power and to not in r['home'] and russians_out(g, r, sq) > r['max_outside']:
                return False
    if {frm, to} == {'mer_egee', 'mer_noire'} and bosphorus_shut(g, sq.side) or not box_opens(g, sq.side, sq.fleets(g), to):
        return False
    return not (g.winter() and (w.sea[to]['ice'] or frm and w.sea[frm]['ice']))


def bosphorus_shut(g, side):
    return g.side_of('turquie') and g.controller('constantinople') != side


def box_opens(g, side, fleets, to):
    """Before Constantinople a squadron that may not pass the Bosphorus goes back to the side it came from [17.2.3]."""
    return not (bosphorus_shut(g, side) and any(f.place == 'box:constantinople' and f.slot != (to == 'mer_noire')
                                                for f in fleets))


def russians_out(g, rule, sq):
    """Fleets of the power that would be outside its home seas."""
    n = 0
    for f in g.of('fleet'):
        if f.power != rule['power']:
            continue
        if f.id in sq.ids:
            n += 1
        elif f.place == 'corsaires' or kind(f.place) in ('sea', 'box', 'port') and not set(seas_of(g, f.place)) & set(rule['home']):
            n += 1
    return n


def sail_options(g, sq):
    out, z = [], where(sq.place)
    place_kind = kind(sq.place)
    if place_kind == 'corsaires':
        return [('sail', 'home', p) for p in home_ports(g, sq)] + [('sail', 'stop')]
    shut = place_kind == 'port' and g.blockaded(z, sq.side)
    if sq.side == COALITION and 'corsairs' in g.flags and len(sq.ids) == 1 and not sq.sailed and not sq.cargo(g) \
            and not shut and not frozen(g, sq.place) and may_hunt(g, sq):
        out.append(('sail', 'corsairs'))
    if place_kind == 'port':
        out += [('sail', 'load', p.id) for p in load_list(g, sq)]
        if sq.cargo(g) and not sq.loaded and unload_ok(g, sq, z):
            out.append(('sail', 'unload', z))
        if sq.mp >= 1:
            out += [('sail', 'sea', s) for s in g.w.ports[z]['sea_zones'] if enters_sea(g, sq, None, s, 1)]
    elif place_kind == 'box':
        out += [('sail', 'sea', s) for s in g.w.ports[z]['sea_zones'] if enters_sea(g, sq, None, s, 0)]
        out += box_options(g, sq, z)
    else:
        out += sea_options(g, sq, z)
    if len(sq.ids) > 1:
        out += [('sail', 'leave', i) for i in sq.ids if leave_ok(g, sq)]
    rest = len(g.fleets(sq.place, sq.side)) <= 3
    if rest or not out:
        out.append(('sail', 'stop'))
    return out


def has_room(g, sq, place):
    """Room for the squadron beside the fleets that lie there already [14.1]."""
    return len([f for f in g.fleets(place, sq.side) if f.id not in sq.ids]) + len(sq.ids) <= 3


def enters_sea(g, sq, frm, to, cost):
    """A sea zone may be crossed without room in it, if points remain to leave it [17.2.2]."""
    return passes(g, sq, frm, to) and (sq.mp > cost or has_room(g, sq, 'sea:' + to))


def leave_ok(g, sq):
    return len(g.fleets(sq.place, sq.side)) - len(sq.ids) + 1 <= 3


def frozen(g, place):
    """In winter nothing moves beyond the ice, its ports included [16]."""
    seas = [place[4:]] if kind(place) == 'sea' else seas_of(g, place)
    return g.winter() and all(g.w.sea[s]['ice'] for s in seas)


def may_hunt(g, sq):
    """The Corsairs' box lies in no waters that fleets are bound to [17.2.4]."""
    for f in sq.fleets(g):
        for r in g.w.data['fleet_restrictions']:
            if r.get('fleet') == f.id or r.get('power') == f.power and russians_out(g, r, sq) > r['max_outside']:
                return False
    return True


def home_ports(g, sq):
    """Ports of the national territory a fleet of the Corsairs box may return to [14.12]."""
    return [p for p in g.w.ports if all(g.owner[p] == f.power for f in sq.fleets(g)) and g.port_side(p) == sq.side
            and has_room(g, sq, 'port:' + p) and not frozen(g, 'port:' + p)]


def friendly_port(g, side, z):
    return g.port_side(z) == side


def box_options(g, sq, z):
    """From a blockade box: into a friendly port, an attack in the port, a landing."""
    out = []
    if g.winter() and all(g.w.sea[s]['ice'] for s in g.w.ports[z]['sea_zones']):
        return out  # frozen in [16]
    if friendly_port(g, sq.side, z):
        if sq.mp >= 1 and not g.blockaded(z, sq.side) and has_room(g, sq, 'port:' + z):
            out.append(('sail', 'port', z))
        if g.enemy_field(z, sq.side) and z not in g.siege and assault_ok(g, sq, z, []):
            out.append(('sail', 'assault', z))
        return out
    if g.port_side(z) != other(sq.side):
        return out
    enemies = g.fleets('port:' + z, other(sq.side))
    if enemies and sq.mp >= 1 and z not in g.port_attacked:
        out.append(('sail', 'port_attack', z))
    if assault_ok(g, sq, z, enemies):
        out.append(('sail', 'assault', z))
    return out


def assault_ok(g, sq, z, enemies):
    us = units(sq.cargo(g))
    return (bool(us) and sq.mp >= 2 and not g.winter() and sq.assaults[0] > 0 and not enemies
            and (sq.zones is None or z in sq.zones) and not g.land(z, sq.side, None, ('unit',))
            and bool(landing_units(g, sq, z, [])))


def sea_options(g, sq, z):
    out = []
    if g.winter() and g.w.sea[z]['ice']:
        return out  # frozen in [16]
    if sq.mp >= 1:
        out += [('sail', 'sea', s) for s in g.w.sea[z]['adjacent'] if enters_sea(g, sq, z, s, 1)]
    for p, d in g.w.ports.items():
        if z not in d['sea_zones']:
            continue
        c = g.port_side(p)
        blockers = g.fleets('box:' + p, other(sq.side))
        box = c == other(sq.side) and sq.mp >= 1 or (c == sq.side and g.enemy_field(p, sq.side) and not blockers
                                                     and p not in g.siege)
        if box and has_room(g, sq, 'box:' + p) and box_opens(g, sq.side, g.fleets('box:' + p, sq.side), z):
            out.append(('sail', 'box', p))
        if c == sq.side and sq.mp >= 1 and not blockers and has_room(g, sq, 'port:' + p):
            out.append(('sail', 'port', p))
        if blockers:
            out.append(('sail', 'attack', 'box:' + p))
    if g.fleets('sea:' + z, other(sq.side)):
        out.append(('sail', 'attack', 'sea:' + z))
    return out


# -- steps --------------------------------------------------------------------------------------------------------------
def step_sea(g, sq, choice):
    to = choice[2]
    frm = sq.place
    if kind(frm) != 'box':
        sq.mp -= 1
    if kind(frm) == 'port' and g.blockaded(where(frm), sq.side) and not sq.ignore_blockade:
        foes = g.fleets('box:' + where(frm), other(sq.side))
        won = yield from battle(g, sq, sq.side, sq.fleets(g), foes, None, retreat=('port', frm), sea=to)
        if not won or not sq.ids or sq.place != frm:
            return
    sq.origin = frm
    move_to(g, sq, 'sea:' + to)
    yield from interceptions(g, sq, to)


def step_box(g, sq, choice):
    """Into an enemy port's blockade box; the ships of the port may come out [14.4]."""
    z = choice[2]
    sq.mp -= 0 if friendly_port(g, sq.side, z) else 1
    relief = bool(g.fleets('box:' + z, sq.side))
    sq.origin = sq.place
    move_to(g, sq, 'box:' + z)
    foes = g.fleets('port:' + z, other(sq.side))
    if foes and not relief:
        answer = yield from g.ask(other(sq.side), [('sea_intercept', 'port:' + z, 'yes'),
                                                   ('sea_intercept', 'port:' + z, 'no')])
        if answer[2] == 'yes':
            yield from battle(g, sq, sq.side, sq.fleets(g), foes, None, retreat=('out', sq.origin), port=z)


def step_port(g, sq, choice):
    sq.mp -= 1
    sq.origin = sq.place
    move_to(g, sq, 'port:' + choice[2])
    return
    yield


def step_attack(g, sq, choice):
    """An attack on the squadron at sea, which may evade, or on a blockading one [14.3]."""
    place = choice[2]
    foes = g.fleets(place, other(sq.side))
    if kind(place) == 'sea' and (yield from sea_evasion(g, sq, foes)):
        return
    yield from battle(g, sq, sq.side, sq.fleets(g), foes, None, retreat=('sea', sq.origin), sea=where(sq.place))


def step_port_attack(g, sq, choice):
    """One round against the ships and guns of a port [14.7]."""
    z = choice[2]
    sq.mp -= 1
    g.port_attacked.add(z)
    foes = g.fleets('port:' + z, other(sq.side))
    guns = g.fort_level(z) if g.fort(z) else 0
    yield from battle(g, sq, sq.side, sq.fleets(g), foes, z, retreat=('box', sq.origin), guns=guns, single=True, port=z)


def step_load(g, sq, choice):
    p = g.pieces[choice[2]]
    zone = p.place
    party = g.party(p)
    sq.loaded = True
    mates = [q for q in g.land(zone, party, p.fort) if q.slot == p.slot and q is not p and q.kind != 'depot']
    put_aboard(g, sq, p)
    if p.kind == 'unit' and mates and not units(mates):
        for q in mates:
            if q.kind != 'general' or room(g, sq, q):
                put_aboard(g, sq, q)
            else:
                g.put(q, 'reserve')
    lone_depots(g, zone)
    return
    yield


def step_unload(g, sq, choice):
    z = choice[2]
    cargo = sq.cargo(g)
    fort = z in g.siege
    stand = g.land(z, sq.side, fort)
    land(g, cargo, z, fort)
    if units(stand) and units(cargo):
        yield from join(g, z, sq.side, cargo, stand)
    else:
        for p in cargo:
            p.slot = 0
        yield from fix_zone(g, z, sq.side, fort)


def land(g, cargo, zone, fort=False, slot=0):
    g.note_entry(g.party(cargo[0]), None, zone, units(cargo)) if cargo else None
    for p in cargo:
        g.put(p, zone, slot, fort)
        p.activated = True


def step_leave(g, sq, choice):
    destroy(g, g.at('aboard:' + choice[2], CARGO))  # nobody lands it any more
    sq.ids.remove(choice[2])
    sq.left.add(choice[2])
    return
    yield


def step_home(g, sq, choice):
    move_to(g, sq, 'port:' + choice[2])
    sq.ended = True
    return
    yield


def step_corsairs(g, sq, choice):
    move_to(g, sq, 'corsaires')
    sq.ended = True
    return
    yield


# -- transport ----------------------------------------------------------------------------------------------------------
def room(g, sq, p):
    """First fleet with room for a piece [14.8]; steps that a card names for the squadron are spread over it [9C]."""
    if sq.transport and p.kind in ('unit', 'special'):
        if heads(sq.cargo(g)) + (p.steps or 1) > sq.transport:
            return None
        return min(sq.ids, key=lambda i: heads(g.at('aboard:' + i, CARGO)))
    for i in sq.ids:
        aboard = g.at('aboard:' + i, CARGO)
        if p.kind in ('unit', 'special'):
            if heads(aboard) + (p.steps or 1) <= 2:
                return i
        elif not any(q.kind == p.kind for q in aboard):
            return i
    return None


def put_aboard(g, sq, p):
    i = room(g, sq, p)
    if i is None:
        g.put(p, 'reserve')
        return
    un, dem = p.unsupplied, p.demoralised
    g.put(p, 'aboard:' + i)
    p.unsupplied, p.demoralised = un, dem


def load_list(g, sq):
    """Pieces that may go aboard in a controlled port, class by class."""
    z = where(sq.place)
    if g.port_side(z) != sq.side:
        return []
    out = []
    for fort in (False, True):
        pieces = [p for p in g.land(z, sq.side, fort) if p.slot < 2]
        first = classes([u for u in units(pieces) if not u.activated])  # of two armies one corps stands for both [P2]
        for s in sorted({p.slot for p in pieces}):
            body = [p for p in pieces if p.slot == s and p.kind != 'depot']
            for u in [u for u in first if u in body and not u.d['home_only']]:
                if room(g, sq, u) and loads(g, sq, body, u):
                    out.append(u)
            out += [x for x in body if x.kind != 'unit' and not x.activated and boards(g, sq, body, x)]
        if generals(sq.cargo(g)):  # depots move with a general only [rulebook 1.2]
            out += classes([d for d in pieces if d.kind == 'depot' and not d.fixed and not d.activated and room(g, sq, d)])
    return out


def boards(g, sq, body, x):
    """A general joins units aboard, a marker a general of its nation, a special unit a marker."""
    cargo = [p for p in sq.cargo(g) if p.kind != 'depot']
    if not units(cargo) or room(g, sq, x) is None:
        return False
    if x.kind == 'army' and not any(y.power == x.power for y in generals(cargo)):
        return False
    if x.kind == 'special' and not markers(cargo):
        return False
    return legal(g, cargo + [x]) and loads(g, sq, body, x)


def loads(g, sq, body, u):
    rest = [p for p in body if p is not u]
    return rest_legal(g, rest) if units(rest) else True


def unload_ok(g, sq, z):
    """May the whole cargo land in a friendly port [14.8]?"""
    cargo = sq.cargo(g)
    if not cargo or g.port_side(z) != sq.side or not g.iberia_open(sq.side, None, z, units(cargo)):
        return False
    fort = z in g.siege
    if not fort and g.enemy_field(z, sq.side):
        return False
    stand = g.land(z, sq.side, fort)
    if not units(cargo):
        return all(p.kind == 'depot' for p in cargo)
    saved = {p: p.slot for p in cargo}
    for p in cargo:
        p.slot = 2
    ok = merge_plan(g, cargo, stand) is not None if units(stand) else legal(
        g, [p for p in cargo if p.kind != 'depot'])
    for p, s in saved.items():
        p.slot = s
    return ok


# -- interception and evasion -------------------------------------------------------------------------------------------
def initiative(fleets):
    return max(f.d['initiative'] for f in fleets)


def interceptions(g, sq, z, flees=False):
    """The squadron at sea, then the blockading ones, may intercept [14.3]; survivors of a flight go on [14.10]."""
    side = other(sq.side)
    at_sea = g.fleets('sea:' + z, side)
    joined, tried = [], set()
    if at_sea:
        answer = yield from g.ask(side, [('sea_intercept', 'sea:' + z, 'yes'), ('sea_intercept', 'sea:' + z, 'no')])
        if answer[2] == 'yes' and g.dice.d6() + initiative(at_sea) >= 6:
            joined = list(at_sea)
    while True:
        size = len(at_sea) + sum(1 for f in joined if f not in at_sea)
        boxes = ['box:' + p for p, d in g.w.ports.items() if z in d['sea_zones'] and 'box:' + p not in tried
                 and 0 < len(g.fleets('box:' + p, side)) <= 3 - size and box_opens(g, side, g.fleets('box:' + p, side), z)]
        if not boxes:
            break
        place = (yield from g.ask(side, [('sea_order', p) for p in boxes] + [('sea_order', 'none')]))[1]
        if place == 'none':
            break
        tried.add(place)
        fleets = g.fleets(place, side)
        if g.dice.d6() + initiative(fleets) >= 6:
            joined = list(dict.fromkeys(list(at_sea) + joined + fleets))
    if joined:
        for f in joined:
            g.put(f, 'sea:' + z)
        retreat = ('stand', sq.place) if flees else ('sea', sq.origin)
        yield from battle(g, sq, sq.side, sq.fleets(g), joined, None, retreat=retreat, sea=z)


def sea_evasion(g, sq, foes):
    """An attacked squadron at sea may slip away; True if it did [14.3]."""
    side = other(sq.side)
    z = where(sq.place)
    places = escape_places(g, side, z, sq.origin, foes)
    if not places:
        return False
    if (yield from g.ask(side, [('sea_evade', 'stand'), ('sea_evade', 'evade')]))[1] == 'stand':
        return False
    if g.dice.d6() + initiative(foes) < 6:
        return False
    to = (yield from g.ask(side, [('sea_retreat', p) for p in places]))[1]
    ghost = Squadron(g, side, 'sea:' + z, foes)
    ghost.origin = 'sea:' + z
    move_to(g, ghost, to)
    if kind(to) == 'sea':
        yield from interceptions(g, ghost, where(to))
    return True


def escape_places(g, side, z, origin, fleets):
    """Ports of the zone, adjacent zones but the enemy's origin [14.3, 14.6]."""
    ghost = Squadron(g, side, 'sea:' + z, fleets)
    here = box_opens(g, side, fleets, z)
    out = ports_with_room(g, side, z, len(fleets)) if here else []
    for s in g.w.sea[z]['adjacent']:
        if 'sea:' + s != origin and passes(g, ghost, z if here else None, s) and len(g.fleets('sea:' + s, side)) + len(fleets) <= 3:
            out.append('sea:' + s)
    return out


def ports_with_room(g, side, z, n):
    return ['port:' + p for p, d in g.w.ports.items() if z in d['sea_zones'] and g.port_side(p) == side
            and not g.blockaded(p, side) and len(g.fleets('port:' + p, side)) + n <= 3]


# -- battle -------------------------------------------------------------------------------------------------------------
def battle(g, sq, active, ours, foes, fort_zone, retreat, sea=None, port=None, guns=0, single=False):
    """A naval battle; True if the active squadron won [14.5-14.7]. `retreat`: where the active side goes back to."""
    inactive = other(active)
    groups = {active: list(ours), inactive: list(foes)}
    card = yield from sea_card(g, groups, '21C')
    guns = 0 if card == '21C' else guns
    loser, diff, sunk = None, 0, {EMPIRE: 0, COALITION: 0}
    most = g.w.tables['naval_combat']['tie_limit']['rounds']
    for exchange in range(most):
        totals = {s: sum(g.dice.d6() + f.d['tactical'] for f in groups[s]) for s in (active, inactive)}
        fired = sum(g.dice.d6() for _ in range(guns))
        totals[inactive] += fired
        totals[COALITION] += 3 if card == '21C' else 0
        if not card and g.held(COALITION, '10C') and any(f.id == 'fl_nelson' for f in groups[COALITION]):
            answer = yield from g.ask(COALITION, [('sea_card', '10C'), ('sea_card', 'pass')])
            if answer[1] == '10C':
                card = '10C'
                g.spend('10C', False)
                g.events.add('10C')
                totals[COALITION] = sum(g.dice.d6() + f.d['tactical'] for f in groups[COALITION])
                if COALITION == inactive:
                    totals[COALITION] += fired  # the guns of the port are none of the squadron's dice
        diff = abs(totals[active] - totals[inactive])
        if diff:
            loser = min(totals, key=totals.get)
            break
        if single or exchange + 1 == most:  # the last tie beats the active side, nobody is asked [14.5]
            break
        if (yield from g.ask(inactive, [('sea_tie', 'stay'), ('sea_tie', 'retreat')]))[1] == 'retreat':
            loser = inactive
            break
        if (yield from g.ask(active, [('sea_tie', 'again'), ('sea_tie', 'retreat')]))[1] == 'retreat':
            break
    loser = loser or active
    losses = naval_losses(g, diff, loser == inactive and fort_zone and g.fort(fort_zone) and card != '21C')
    yield from lose_fleets(g, loser, groups, losses, sunk)
    sq.ids = [i for i in sq.ids if g.pieces[i] in groups[active]]
    if card == '10C':
        nelson_test(g, sunk[EMPIRE], groups)
        sq.ids = [i for i in sq.ids if g.pieces[i] in groups[active]]
    yield from naval_retreat(g, sq, active, loser, groups, retreat, sea, port)
    if loser == active:
        sq.ended = sq.beaten = retreat[0] != 'stand'
    return loser != active and bool(sq.ids)


def sea_card(g, groups, card):
    if not g.held(COALITION, card):
        return None
    answer = yield from g.ask(COALITION, [('sea_card', card), ('sea_card', 'pass')])
    if answer[1] == card:
        g.spend(card, True)
        return card
    return None


def naval_losses(g, diff, covered):
    if diff >= 12:
        return 99
    n = 0 if diff < 4 else 1 if diff < 8 else 2
    return max(0, n - 1) if covered else n


def lose_fleets(g, side, groups, n, sunk):
    """Empty fleets first; nobody is asked who loses all [14.5, 17.3]."""
    while n and groups[side]:
        if n >= len(groups[side]):
            for f in list(groups[side]):
                groups[side].remove(f)
                sink(g, f)
                sunk[side] += 1
            return
        empty = [f for f in groups[side] if not g.at('aboard:' + f.id, CARGO)]
        pool = empty or groups[side]
        choice = yield from g.ask(side, [('fleet_loss', f.id) for f in pool])
        f = g.pieces[choice[1]]
        groups[side].remove(f)
        sink(g, f)
        sunk[side] += 1
        n -= 1


def nelson_test(g, destroyed, groups):
    """10C: Nelson may fall."""
    if g.dice.d6() + destroyed >= 5:
        f = g.pieces['fl_nelson']
        if f in groups[COALITION]:
            groups[COALITION].remove(f)
        destroy(g, g.at('aboard:fl_nelson', CARGO))
        g.put(f, 'gone')
        g.cards['10C'] = 'removed'


def naval_retreat(g, sq, active, loser, groups, retreat, sea, port):
    """Where the beaten go, and the free blockade [14.6, 14.4]."""
    fleets = groups[loser]
    winners = groups[other(loser)]
    if not fleets:
        return
    if loser == active:
        yield from active_retreat(g, sq, retreat, sea, winners)
        return
    if port:
        for f in fleets:
            g.put(f, 'port:' + port)
        return
    z = sea or where(sq.place)
    places = escape_places(g, loser, z, sq.origin if kind(sq.origin) == 'sea' else None, fleets)
    if not places:
        for f in fleets:
            sink(g, f)
        return
    to = (yield from g.ask(loser, [('sea_retreat', p) for p in places]))[1]
    for f in fleets:
        g.put(f, to)
    if kind(to) == 'port' and winners:
        yield from free_blockade(g, sq, other(loser), winners, to, z)


def active_retreat(g, sq, retreat, sea, winners):
    """The mover goes back: port of the zone with room, or his zone of origin."""
    word, place = retreat
    side = sq.side
    if word == 'stand':
        return
    if word == 'port':
        move_to(g, sq, place)
        return
    if word in ('box', 'out'):  # who blockaded before may go back to the box after an attack in the port [17.3.3]
        box = sq.place
        if word == 'box' and sq.start == box:
            return
        seas = ['sea:' + s for s in seas_of(g, box) if place == 'sea:' + s] or ['sea:' + s for s in seas_of(g, box)]
        to = seas[0]
        if word == 'box':  # as after any battle [17.3.3]: a port of the zone too
            to = (yield from g.ask(side, [('sea_retreat', p) for p in ports_with_room(g, side, to[4:], len(sq.ids)) + [to]]))[1]
        move_to(g, sq, to)
        if kind(to) == 'port' and winners:
            yield from free_blockade(g, sq, other(side), winners, to, seas[0][4:])
        return
    places = ports_with_room(g, side, sea, len(sq.ids)) if sea else []
    if place not in places and kind(place) != 'port' and (kind(place) != 'sea' or len(g.fleets(place, side)) + len(sq.ids) <= 3) \
            and len([f for f in g.fleets(place, side) if f.id not in sq.ids]) + len(sq.ids) <= 3:
        places.append(place)
    if not places:
        for f in sq.fleets(g):
            sink(g, f)
        sq.ids = []
        return
    to = (yield from g.ask(side, [('sea_retreat', p) for p in places]))[1]
    move_to(g, sq, to)
    if kind(to) == 'port' and winners:
        yield from free_blockade(g, sq, other(side), winners, to, sea)


def free_blockade(g, sq, victor, winners, port_place, sea):
    """The victor may follow a beaten squadron from the sea zone of the battle into the blockade box [14.6]."""
    box = 'box:' + where(port_place)
    if len(g.fleets(box, victor)) + len(winners) > 3 or g.port_side(where(port_place)) == victor \
            or not box_opens(g, victor, winners + g.fleets(box, victor), sea):
        return
    if (yield from g.ask(victor, [('blockade', 'yes'), ('blockade', 'no')]))[1] == 'yes':
        for f in winners:
            g.put(f, 'sea:' + sea)
            g.put(f, box)
        if victor == sq.side:
            sq.origin, sq.place = sq.place, box


# -- landings -----------------------------------------------------------------------------------------------------------
def free_landing(g, sq, z):
    """Nothing but an open town: everything may land."""
    return not g.fort(z) and not g.land(z, other(sq.side), None, ('unit',)) and not any(
        d.fixed for d in g.land(z, other(sq.side), None, ('depot',)))


def landing_units(g, sq, z, chosen):
    """Units that may still join the landing [14.9]."""
    us = units(sq.cargo(g))
    limit = 99 if free_landing(g, sq, z) else sq.landing_steps
    used = sum(u.steps for u in chosen)
    out = []
    for u in classes([u for u in us if u not in chosen]):
        if used + u.steps <= limit and g.land_open(sq.side, z) and g.home_ok([u], z) \
                and g.iberia_open(sq.side, None, z, chosen + [u]) and landing_group(g, sq, chosen + [u]) is not None:
            out.append(u)
    return out


def landing_group(g, sq, chosen):
    """The landing force with its general, None if no legal force."""
    rest = [p for p in sq.cargo(g) if p not in chosen and p.kind != 'depot']
    staff = [p for p in rest if p.kind in ('general', 'army', 'special')]
    saved = {p: p.slot for p in chosen + staff}
    for p in chosen + staff:
        p.slot = 2
    found = None
    gs = [p for p in staff if p.kind == 'general']
    for group_ in ([chosen + staff] if staff else []) + [chosen + [x] for x in gs] + [chosen]:
        if legal(g, group_):
            found = group_
            break
    for p, s in saved.items():
        p.slot = s
    return found


def step_assault(g, sq, choice):
    """Amphibious assault [14.9]."""
    z = choice[2]
    sq.mp -= 2
    sq.assaults[0] -= 1
    side, foe = sq.side, other(sq.side)
    if g.fort_side(z) == foe and not (yield from duel_with_fort(g, sq)):
        yield from stand_off(g, sq, z, beaten=True)
        return
    chosen = []
    while True:
        options = landing_units(g, sq, z, chosen)
        if not options:
            break
        done = [('assault', 'done')] if chosen else []
        pick = (yield from g.ask(side, [('assault', u.id) for u in options] + done))[1]
        if pick == 'done':
            break
        chosen.append(g.pieces[pick])
    force = landing_group(g, sq, chosen)
    depots = [p for p in sq.cargo(g) if p.kind == 'depot'] if len(chosen) == len(units(sq.cargo(g))) else []
    land(g, force + depots, z, False, 2)
    yield from storm(g, sq, z)
    mine = [p for p in g.land(z, side, False) if p.slot in (2, 3)]
    if g.controller(z) == side and units(mine) and not g.enemy_field(z, side):
        stand = [p for p in g.land(z, side, False) if p.slot < 2]
        if units(stand):
            yield from join(g, z, side, mine, stand)
        for p in g.land(z, side, False):
            p.slot = 0 if p.slot > 1 else p.slot
        yield from fix_zone(g, z, side)
        if len(g.fleets('port:' + z, side)) + len(sq.ids) <= 3:
            move_to(g, sq, 'port:' + z)
    else:
        destroy(g, mine)
        if z in g.siege and not units(g.land(z, side, False)):
            g.siege.pop(z)
        yield from stand_off(g, sq, z)


def duel_with_fort(g, sq):
    """A naval battle against one die of a fortress without ships; ties repeat. Cards of a Coalition squadron as in others."""
    groups = {sq.side: sq.fleets(g), other(sq.side): []}
    rockets = sq.side == COALITION and (yield from sea_card(g, groups, '21C'))
    card = rockets
    while True:
        ours = sum(g.dice.d6() + f.d['tactical'] for f in groups[sq.side]) + (3 if rockets else 0)
        fort = 0 if rockets else g.dice.d6()
        if not card and sq.side == COALITION and g.held(COALITION, '10C') and 'fl_nelson' in sq.ids:
            if (yield from g.ask(COALITION, [('sea_card', '10C'), ('sea_card', 'pass')]))[1] == '10C':
                card = '10C'
                g.spend('10C', False)
                g.events.add('10C')
                ours = sum(g.dice.d6() + f.d['tactical'] for f in groups[sq.side])
        if ours != fort:
            break
    if card == '10C':
        nelson_test(g, 0, groups)
        sq.ids = [i for i in sq.ids if g.pieces[i] in groups[sq.side]]
    return ours > fort and bool(units(sq.cargo(g)))


def stand_off(g, sq, z, beaten=False):
    """To the box or the sea; who is beaten by the fortress to the sea he came from [17.2.9]."""
    if not sq.ids:
        return
    seas = ['sea:' + s for s in g.w.ports[z]['sea_zones']]
    places = ['box:' + z] + [s for s in ([sq.origin] if beaten and sq.origin in seas else seas)
                             if box_opens(g, sq.side, sq.fleets(g), where(s))]
    places = [p for p in places if p == sq.place or len(g.fleets(p, sq.side)) + len(sq.ids) <= 3]
    to = (yield from g.ask(sq.side, [('stand_off', p) for p in places]))[1]
    move_to(g, sq, to)


class Landing:
    """What the evasion procedure needs to know of a landing force."""

    def __init__(self, side, zone):
        self.side, self.zone, self.entry, self.slots, self.campaign = side, zone, None, {2}, None
        self.joined = False

    def pieces(self, g):
        return group(g, self.zone, self.side, self.slots)


def storm(g, sq, z):
    """The landed force fights, then has two siege attempts."""
    from battle import Battle, fight
    from reaction import evasion
    side, foe = sq.side, other(sq.side)
    a = Landing(side, z)
    field = g.land(z, foe, False)
    for d in [d for d in field if d.kind == 'depot' and not d.fixed and not units(field)]:
        g.eliminate(d)
    if units(field):
        yield from evasion(g, a, foe, g.land(z, foe, False), 0)
    if g.enemy_field(z, side, ('unit', 'depot')):
        b = Battle(z, side, {2}, {0, 1}, None, landing=True, modifier=sq.modifier)
        yield from fight(g, b)
        if b.winner != side:
            return
    if not g.fort_side(z) == foe:
        if units(a.pieces(g)) and not g.enemy_field(z, side):
            g.take_control(z, side)
            g.note_capture(z, side)
            yield from g.flee_port(z, foe)
        return
    g.siege.setdefault(z, 0)
    for _ in range(2):
        pieces = a.pieces(g)
        if not units(pieces):
            return
        if (yield from siege_attack(g, side, z, pieces, landing=True)) == 'taken':
            return


SAIL = {'sea': step_sea, 'box': step_box, 'port': step_port, 'attack': step_attack, 'port_attack': step_port_attack,
        'load': step_load, 'unload': step_unload, 'leave': step_leave, 'home': step_home, 'corsairs': step_corsairs,
        'assault': step_assault}


# -- captured ports -----------------------------------------------------------------------------------------------------
def flee_port(g, zone, side):
    """Fleets of a captured port flee to the nearest friendly port [14.10]."""
    if zone not in g.w.ports:
        return
    fleets = g.fleets('port:' + zone, side)
    if not fleets:
        return
    sq = Squadron(g, side, 'port:' + zone, fleets)
    routes = flee_routes(g, sq, zone)
    if not routes:
        for f in sq.fleets(g):
            sink(g, f)
        return
    to = (yield from g.ask(side, [('flee', p) for p in routes]))[1]
    foes = g.fleets('box:' + zone, other(side))
    if foes:
        yield from battle(g, sq, side, fleets, foes, None, retreat=('stand', 'port:' + zone),
                          sea=g.w.ports[zone]['sea_zones'][0])
        sq.ids = [i for i in sq.ids if g.pieces[i].place == 'port:' + zone]
    if not sq.ids:
        return
    for s in routes[to]:
        sq.origin = sq.place
        move_to(g, sq, 'sea:' + s)
        yield from interceptions(g, sq, s, flees=True)
        if not sq.ids or kind(sq.place) == 'box':  # who follows the beaten into a box stays there
            return
    if g.blockaded(to, side):
        yield from flee_blockade(g, sq, to)
    if sq.ids:
        move_to(g, sq, 'port:' + to)


def flee_routes(g, sq, zone):
    """Nearest friendly ports with the sea zones on the way."""
    best, todo, seen = {}, [(s, [s]) for s in g.w.ports[zone]['sea_zones'] if passes(g, sq, None, s)], set()
    while todo and not best:
        nxt = []
        for s, path in todo:
            if s in seen or len(path) + 1 > sq.mp:
                continue
            seen.add(s)
            for p, d in g.w.ports.items():
                if p != zone and s in d['sea_zones'] and p not in best and g.port_side(p) == sq.side \
                        and len(g.fleets('port:' + p, sq.side)) + len(sq.ids) <= 3:
                    best[p] = path
            nxt += [(n, path + [n]) for n in g.w.sea[s]['adjacent'] if passes(g, sq, s, n)]
        todo = nxt
    return best


def flee_blockade(g, sq, to):
    foes_side = other(sq.side)
    foes = g.fleets('box:' + to, foes_side)
    answer = yield from g.ask(foes_side, [('sea_intercept', 'box:' + to, 'yes'), ('sea_intercept', 'box:' + to, 'no')])
    if answer[2] == 'yes' and g.dice.d6() + initiative(foes) >= 6:
        yield from battle(g, sq, sq.side, sq.fleets(g), foes, None, retreat=('stand', sq.place), sea=where(sq.place))

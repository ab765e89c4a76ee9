"""Event cards outside battle [5, 21]: when each may be played and what it does."""
import diplomacy as dip
from forces import classes, commander, fix, fix_zone, legal, units
from fog import covered
from losses import attrition, lose_one, may_besiege
from march import activate, choose_force, own_nation, start_force
from naval import Squadron, fleet_places, pick_squadron, sail
from reaction import any_force, major_campaign
from supply import firmly_held, holds, is_supplied
from world import COALITION, EMPIRE, other

ITALIAN = ('italie', 'papaute', 'naples', 'sicile')


def italian(g, zone):
    """The Italian peninsula of the glossary, with Sicily."""
    d = g.w.zones[zone]
    return d['owner'] in ITALIAN or d['province'] in ('venetie', 'toscane', 'ligurie', 'piemont', 'genes')


def playable(g, side, card, phase):
    """May the card be played as an event now: its phase, its timing, its condition, and it changes something?"""
    c = g.w.cards[card]
    if phase not in c['phases'] or card not in EVENTS:
        return False
    if c['silver_star'] and card in g.events:
        return False
    timing = c['timing']
    if timing in ('battle', 'reaction', 'free_in_own_action', 'conquests', 'start_of_diplomacy'):
        return False
    if phase == 'activation':
        if timing == 'own_action_round_5' and g.round != 5 or timing == 'own_action_round_6' and g.round != 6:
            return False
        if timing == 'own_action_winter' and g.round < 6:
            return False
    ready = EVENTS[card][0]
    return bool(ready(g, side, phase))


def play_event(g, side, card):
    """Plays a card as an event: it is used first, then it works."""
    g.spend(card, True)
    yield from EVENTS[card][1](g, side, card)


def always(g, side, phase):
    return True


def nothing(g):
    return
    yield


# -- activations --------------------------------------------------------------------------------------------------------
def named(g, side, who):
    """A filter of force options: a force commanded by a general."""
    x = g.pieces[who]
    if not g.on_map(x) or x.activated or g.party(x) != side:
        return None

    def free(zone, word, nation):
        if zone != x.place:
            return False
        w = word[3:] if word.startswith('in_') else word
        here = [p for p in g.land(zone, side, x.fort) if p.slot < 2]
        if word not in g.pieces and word.startswith('in_') != x.fort:
            return False
        if w == 'whole':
            return commander(here) is x
        if w == 'both':
            return commander(here) is x
        if w.startswith('army') and w[4:].isdigit():
            return commander([p for p in here if p.slot == int(w[4:])]) is x
        return w == who
    return free


def can_activate(g, side, free):
    return free is not None and any_force(g, side, free)


def free_activation(g, side, free, **how):
    """One force activated without AP."""
    if not can_activate(g, side, free):
        return
    zone, word, _ = yield from choose_force(g, side, None, free)
    a = yield from start_force(g, side, zone, word)
    a.lone = False  # no activation is paid for
    yield from activate(g, a, **how)
    from game import finish_action
    yield from finish_action(g)


def any_of(g, side, power):
    """Forces of a power: the nation of what would act, not of the stack it leaves."""
    return lambda zone, word, nation: own_nation(g, side, zone, word) == power


def anyone(zone, word, nation):
    return True


def r_napoleon(g, side, phase):
    return phase == 'activation' and can_activate(g, side, named(g, side, 'napoleon'))


def e_genius(g, side, card):
    yield from free_activation(g, side, named(g, side, 'napoleon'), free_march=True)


def r_any_force(g, side, phase):
    return any_force(g, side, None)


def e_campaign(g, side, card):
    outside = 2 if card == '43F' else None
    yield from major_campaign(g, side, 3, outside, card == '43C')


def r_french_force(g, side, phase):
    return can_activate(g, side, any_of(g, side, 'france') if side == EMPIRE else anyone)


def e_two_points(g, side, card):
    yield from free_activation(g, side, any_of(g, side, 'france') if side == EMPIRE else anyone, forced=2, free_march=True)


def iberian(g):
    return lambda zone, word, nation: zone in g.w.iberia


def r_iberia(g, side, phase):
    return can_activate(g, side, iberian(g))


def e_iberia(g, side, card):
    yield from free_activation(g, side, iberian(g), supplied=True, sweep=True)


def e_ap(n):
    def run(g, side, card):
        from play import spend_ap
        if card == '16C':
            g.extra_round = True
        if n:
            yield from spend_ap(g, side, n)
    return run


# -- fleets -------------------------------------------------------------------------------------------------------------
def fleet_filter(g, card):
    """Fleets a naval event may move."""
    def good(f):
        if card == '4F':
            return f.power in ('france', 'espagne', 'hollande') and not (
                f.place.startswith('port:') and g.blockaded(f.place[5:], EMPIRE))
        if card == '15F':
            return f.power == 'france' and f.place.startswith('port:')
        if card == '1C':
            return f.power == 'grande_bretagne' or not g.w.is_major(f.power)
        return f.power == 'grande_bretagne' and f.place != 'corsaires'
    return good


def event_places(g, side, card):
    good = fleet_filter(g, card)
    return [p for p in fleet_places(g, side) if any(not f.activated and good(f) for f in g.fleets(p, side))]


def r_fleets(card):
    return lambda g, side, phase: bool(event_places(g, side, card))


def e_all_fleets(g, side, card):
    """4F, 1C: every fleet once, one landing in all."""
    landings = [1]
    from game import finish_action
    while True:
        places = event_places(g, side, card)
        if not places:
            return
        place = (yield from g.ask(side, [('squadron_at', p) for p in places] + [('squadron_at', 'done')]))[1]
        if place == 'done':
            return
        fleets = yield from pick_squadron(g, side, None, place, fleet_filter(g, card), 3)
        yield from sail(g, Squadron(g, side, place, fleets, steps=4 if card == '4F' else 2, assaults=landings))
        yield from finish_action(g)


def e_one_squadron(g, side, card):
    """15F, 9C, 24C: one squadron of one place."""
    place = (yield from g.ask(side, [('squadron_at', p) for p in event_places(g, side, card)]))[1]
    fleets = yield from pick_squadron(g, side, None, place, fleet_filter(g, card), 3)
    how = {'15F': dict(ignore_blockade=True), '9C': dict(transport=6, steps=6, modifier=0),
           '24C': dict(modifier=0, zones=('naples', 'tarente', 'reggio'))}[card]
    yield from sail(g, Squadron(g, side, place, fleets, **how))


# -- diplomacy ----------------------------------------------------------------------------------------------------------
def dip_pool(g, side, card):
    """Legal targets of the diplomatic event cards."""
    value = g.value(card)
    w = g.w
    if card == '11F':
        return dip.targets(g, side, value)
    if card == '14F':
        return dip.targets(g, side, value, wanted=('turquie', 'egypte'))
    if card == '42F':
        return dip.targets(g, side, value, wanted=('danemark', 'suede', 'hanse', 'mecklembourg'))
    if card == '17C':
        ports = {m for m, d in w.minors.items() if g.status[m] == 'neutral' and any(z in w.ports for z in d['zones'])}
        return dip.targets(g, side, value, majors=False, wanted=ports, ignore_minimum=True)
    if card == '19C':
        return dip.targets(g, side, value, ignore_minimum=True)
    if card == '20C':
        wanted = {'prusse'} | {m for m, patron in g.patron.items() if patron == 'prusse'}
        return dip.targets(g, side, value, wanted=wanted, ignore_minimum=True)
    wanted = {m for m, d in w.minors.items() if d['confederation_symbol']} | {'danemark', 'suisse'}
    return dip.targets(g, side, value, majors=False, wanted=wanted, loose=True)


DIP_BONUS = {'11F': 2, '14F': 2, '42F': 3, '17C': 0, '19C': 2, '20C': 1, '49C': 3}


def r_dip(card):
    return lambda g, side, phase: bool(dip_pool(g, side, card))


def e_dip(g, side, card):
    n = (yield from g.ask(side, [('target', t) for t in dip_pool(g, side, card)]))[1]
    yield from dip.attempt(g, side, n, DIP_BONUS[card])


# -- resources ----------------------------------------------------------------------------------------------------------
def add(g, power, n):
    g.correction[power] = g.correction.get(power, 0) + n


def e_france(n):
    def run(g, side, card):
        add(g, 'france', n)
        if card == '54F':
            g.hand_modifier[EMPIRE] -= 2
        if card == '49F':
            g.modifiers['49F'] = 1
        return nothing(g)
    return run


def r_spain_ally(g, side, phase):
    return g.side_of('espagne') == EMPIRE


def e_spain(g, side, card):
    if (yield from g.ask(side, [('choice', 'transfer'), ('choice', 'resources')]))[1] == 'resources':
        add(g, 'espagne', 4)
    else:
        g.spain_sends = True


def e_britain(g, side, card):
    add(g, 'grande_bretagne', 6)
    g.transfer_limit = 8
    return nothing(g)


def e_one_major(g, side, card):
    pool = g.majors_at_war(COALITION)
    if pool:  # Britain may be at peace, too
        add(g, (yield from g.ask(side, [('target', n) for n in pool]))[1], 4)


def e_galleons(g, side, card):
    add(g, 'grande_bretagne', 4)
    add(g, 'espagne', -4)
    return nothing(g)


def e_thirteen(g, side, card):
    if (yield from g.ask(side, [('choice', 'resources_6'), ('choice', 'resources_3_and_card')]))[1] == 'resources_6':
        add(g, 'grande_bretagne', 6)
    else:
        add(g, 'grande_bretagne', 3)
        g.draw_cards(COALITION, 1)


def e_fiftyfive(g, side, card):
    for n in g.majors_at_war(COALITION):
        add(g, n, 3)
    g.draw_cards(COALITION, 1)
    return nothing(g)


# -- foreign wars -------------------------------------------------------------------------------------------------------
WARS = {'9F': ('russie', 2, 1, 0), '16F': ('russie', 2, 0, 0), '23F': ('grande_bretagne', 1, 0, 1),
        '37F': ('grande_bretagne', 2, 0, 1), '53F': ('russie', 4, 1, 0)}


def wars(g):
    """Foreign wars under way."""
    return [c for c in WARS if g.cards[c] == 'box']


def r_war(g, side, phase):
    return not g.foreign_war_started


def r_war_turkey(g, side, phase):
    return not g.foreign_war_started and g.side_of('turquie') != COALITION


def e_war(g, side, card):
    """The Coalition sends units to the box; what is missing is owed [5.6]."""
    power, steps, chiefs, fleets = WARS[card]
    g.foreign_war_started = True
    box = 'foreign_war:' + card
    decider = COALITION
    missing = steps
    while missing:
        pool = [u for u in g.of('unit') if u.power == power and g.on_map(u) and not u.d['home_only']
                and u.steps <= missing and not u.exped]
        if not pool:
            break
        zones = [z for z in g.w.zones if any(u.place == z for u in pool)]
        z = (yield from g.ask(decider, [('foreign_war_zone', z) for z in zones]))[1]
        pick = (yield from g.ask(decider, [('foreign_war', u.id) for u in classes([u for u in pool if u.place == z])]))[1]
        missing -= yield from to_box(g, g.pieces[pick], box)
    for _ in range(chiefs):
        yield from general_to_box(g, power, box)
    if card == '16F' and g.side_of('suede') == COALITION and g.on_map(g.pieces['mi_suede']):
        yield from to_box(g, g.pieces['mi_suede'], box)
    for _ in range(fleets):
        yield from fleet_to_box(g, power, box)
    if missing:
        g.owed[card] = missing


def to_box(g, u, box):
    zone, party, slot, fort = u.place, g.party(u), u.slot, u.fort
    n = u.steps
    g.put(u, box)
    yield from fix(g, zone, party, slot, fort)
    return n


def general_to_box(g, power, box):
    pool = [x for x in g.at('reserve', ('general',)) if x.power == power]
    for x in g.of('general'):
        if x.power == power and g.on_map(x):
            here = [p for p in g.land(x.place, g.party(x), x.fort) if p.slot == x.slot and p is not x
                    and p.kind != 'depot']
            if legal(g, here):
                pool.append(x)
    if not pool:
        return
    pick = (yield from g.ask(COALITION, [('foreign_war', x.id) for x in pool]))[1]
    g.put(g.pieces[pick], box)


def fleet_to_box(g, power, box):
    pool = [f for f in g.of('fleet') if f.power == power and f.place.split(':')[0] in ('sea', 'port', 'box', 'corsaires')]
    if not pool:
        g.owed[box] = g.owed.get(box, 0) + 1
        return
    pick = (yield from g.ask(COALITION, [('foreign_war', f.id) for f in pool]))[1]
    g.put(g.pieces[pick], box)


def end_war(g, card):
    """A card against a foreign war: die + value of 5 ends it."""
    pool = wars(g)
    value = g.value(card)
    g.spend(card)
    war = (yield from g.ask(COALITION, [('target', c) for c in pool]))[1]
    if g.dice.d6() + value >= 5:
        g.cards[war] = 'removed'
        g.owed.pop(war, None)
        g.owed.pop('foreign_war:' + war, None)
        for p in g.at('foreign_war:' + war):
            if p.kind == 'general' or p.kind == 'fleet':
                g.put(p, 'reinforcement')
            else:
                g.put(p, 'reinforcement')


# -- placing ------------------------------------------------------------------------------------------------------------
def reinforcement_zones(g, power):
    """Places for new units of a major [4.3.7]."""
    from interphase import reinforcement_zones as zones
    return zones(g, power)


def guard_zones(g, sp, phase):
    """Slots of supplied armies that may take a special unit: (zone, marker)."""
    out = []
    for m in g.of('army'):
        if m.power != sp.power or not g.on_map(m) or m.fort:
            continue
        if g.phase == 'budget' and '51C' in g.modifiers and g.party(m) == EMPIRE and italian(g, m.place):
            continue
        part = [p for p in g.land(m.place, g.party(m), False) if p.slot == m.slot and p.kind != 'depot']
        lead = commander(part)
        if sp.id == 'sp_cavalerie_garde' and phase == 'activation' and (not lead or lead.id != 'napoleon'):
            continue
        if 'fog_of_war' in g.options and g.party(m) != (EMPIRE if sp.power == 'france' else COALITION):
            continue  # nobody is told where the enemy's army is
        if legal(g, part + [sp]) and g.side_of(sp.power) and is_supplied(g, part):
            out.append(m)
    return out


SPECIAL = {'18F': 'sp_cavalerie_garde', '35C': 'sp_uxbridge', '36C': 'sp_kgl', '37C': 'sp_chevaliers_gardes'}


def r_special(card):
    def ready(g, side, phase):
        sp = g.pieces[SPECIAL[card]]
        return not g.on_map(sp) and sp.place != 'gone' and bool(guard_zones(g, sp, phase))
    return ready


def e_special(g, side, card):
    sp = g.pieces[SPECIAL[card]]
    spots = guard_zones(g, sp, 'activation' if g.phase == 'activation' else 'budget')
    z = (yield from g.ask(side, [('place', m.place) for m in spots]))[1]
    g.put(sp, z, min(m.slot for m in spots if m.place == z))  # of two armies the first that has room


def french_corps(g):
    return [u for u in g.at('reserve', ('unit',)) if u.power == 'france' and u.d['type'] == 'infantry']


def r_place(g, side, phase):
    return bool(french_corps(g)) and bool(place_zones(g, french_corps(g)))


def place_zones(g, pool):
    return [z for z in reinforcement_zones(g, 'france') if any(dip.fits(g, EMPIRE, z, u, 1) for u in pool)]


def e_place_two(g, side, card):
    """27F: two corps in one place."""
    z = None
    for _ in range(2):
        pool = classes([u for u in french_corps(g) if place_zones(g, [u]) and (not z or z in place_zones(g, [u]))])
        if not pool:
            return
        u = g.pieces[(yield from g.ask(side, [('place_unit', u.id) for u in pool]))[1]]
        z = z or (yield from g.ask(side, [('place', z) for z in place_zones(g, [u])]))[1]
        dip.place_unit(g, EMPIRE, z, u, True)


def e_place_three(g, side, card):
    """39F: three corps, anywhere."""
    for _ in range(3):
        pool = classes([u for u in french_corps(g) if place_zones(g, [u])])
        if not pool:
            return
        u = g.pieces[(yield from g.ask(side, [('place_unit', u.id) for u in pool]))[1]]
        z = (yield from g.ask(side, [('place', z) for z in place_zones(g, [u])]))[1]
        dip.place_unit(g, EMPIRE, z, u, True)


def deploy_zones(g, side, u, zones, alone=False):
    return [z for z in zones if dip.fits(g, side, z, u) and not (alone and g.land(z, None, None, ('unit',)))]


def deploy_one(g, side, u, zones, alone=False):
    """Places a unit of an event; without room it waits in the reserve [A-42]."""
    zones = deploy_zones(g, side, u, zones, alone)
    if not zones:
        if u.place == 'unavailable':
            g.put(u, 'reserve')
        return
    z = (yield from g.ask(side, [('place', z) for z in zones]))[1]
    dip.place_unit(g, side, z, u)


def province_zones(g, *names):
    return [z for n in names for z in g.w.provinces[n]['zones']]


def revolt(minor, unit, names, need=None):
    """18C, 23C, 25C."""
    def spots(g):
        zones = ['belgrade', 'nich'] if minor == 'serbie' else province_zones(g, *names)
        return [z for z in zones if not g.land(z, EMPIRE) and stands(g, z)]

    def stands(g, z):
        there = [p for p in g.land(z, COALITION, False) if p.kind != 'depot']
        return not units(there) or dip.slot_for(g, there, [g.pieces[unit]]) is not None

    def ready(g, side, phase):
        return g.pieces[unit].place in ('unavailable',) and bool(spots(g)) and (need is None or need(g))

    def run(g, side, card):
        g.status[minor] = 'ally_coalition'
        u = g.pieces[unit]
        z = (yield from g.ask(side, [('place', z) for z in spots(g)]))[1]
        dip.place_unit(g, COALITION, z, u)
    return ready, run


def russian_steps(g):
    """Under fog of war a covered counter counts one."""
    unseen = covered(g, COALITION) if 'fog_of_war' in g.options else set()
    return sum(1 if p in unseen else p.steps for p in set(g.of('unit')) | unseen
               if g.on_map(p) and g.party(p) == EMPIRE and g.owner[p.place] == 'russie')


def r_hand(g, side, phase):
    """52C lasts for the game: a second time it changes nothing."""
    return 'hand_unlimited' not in g.flags


def r_holy_russia(g, side, phase):
    return g.side_of('russie') == COALITION and russian_steps(g) >= 10


def e_holy_russia(g, side, card):
    zones = reinforcement_zones(g, 'russie')
    for uid in ('ru_milice_2', 'ru_milice_3', 'ru_11', 'ru_12'):
        if g.pieces[uid].place == 'unavailable':
            yield from deploy_one(g, side, g.pieces[uid], zones)
    x = g.pieces['tchitchagov']
    if x.place == 'unavailable':
        spots = general_spots(g, x, zones)
        if spots:
            z = (yield from g.ask(side, [('place', z) for z in spots]))[1]
            put_general(g, x, z)
        else:
            g.put(x, 'reserve')
    yield from free_activation(g, side, any_of(g, side, 'russie'))


def general_spots(g, x, zones):
    """Zones of the list where a general may stand with a legal force."""
    out = []
    for z in zones:
        body = [p for p in g.land(z, g.side_of(x.power), False) if p.kind != 'depot']
        if dip.slot_for(g, body, [x]) is not None:
            out.append(z)
    return out


def put_general(g, x, z):
    body = [p for p in g.land(z, g.party(x), False) if p.kind != 'depot']
    g.put(x, z, dip.slot_for(g, body, [x]))


# -- 3C and reforms -----------------------------------------------------------------------------------------------------
def three_ways(g, side, phase):
    out = ['resources']
    if g.side_of('autriche') and g.side_of('turquie') and g.side_of('autriche') != g.side_of('turquie') \
            and austrian_reserve(g):
        out.insert(0, 'deploy')
    if any(can_reform(g, p) and conquered(g, p) for p in ('autriche', 'prusse')):
        out.append('reform')
    return out


def conquered(g, p):
    return any(g.defeats.get((p, s), 0) for s in (EMPIRE, COALITION))


def can_reform(g, p):
    return p not in g.reform


def austrian_reserve(g):
    zones = reinforcement_zones(g, 'autriche')
    side = g.side_of('autriche')
    return classes([u for u in g.at('reserve', ('unit',)) if u.power == 'autriche'
                    and side and any(dip.fits(g, side, z, u) for z in zones)])


def e_three(g, side, card):
    word = (yield from g.ask(side, [('choice', w) for w in three_ways(g, side, g.phase)]))[1]
    if word == 'deploy':
        yield from call_grenadiers(g)
    if word == 'resources':
        add(g, 'autriche', 6)
        if g.phase == 'budget':  # "the next budget": not the one under way
            g.deferred['autriche'] = 6
    elif word == 'reform':
        for p in ('autriche', 'prusse'):
            if can_reform(g, p) and conquered(g, p):
                dip.reform(g, p)
    else:
        for _ in range(3):
            pool = austrian_reserve(g)
            if not pool:
                break
            u = g.pieces[(yield from g.ask(side, [('place_unit', u.id) for u in pool]))[1]]
            zones = [z for z in reinforcement_zones(g, 'autriche') if dip.fits(g, g.side_of('autriche'), z, u)]
            z = (yield from g.ask(side, [('place', z) for z in zones]))[1]
            dip.place_unit(g, g.side_of('autriche'), z, u)
    if word != 'deploy':
        yield from call_grenadiers(g)


def call_grenadiers(g):
    """Option grenadiers_on_3c: they come before the corps of the reserve, from those of a reform too [7.3.8]."""
    if 'grenadiers_on_3c' in g.options:
        u = g.pieces['au_grenadiers']
        if u.place in ('unavailable', 'reserve') and g.side_of('autriche'):
            yield from deploy_one(g, g.side_of('autriche'), u, reinforcement_zones(g, 'autriche'))


def r_reform(g, side, phase):
    return any(can_reform(g, p) for p in ('autriche', 'prusse'))


def e_reform(g, side, card):
    p = (yield from g.ask(side, [('target', p) for p in ('autriche', 'prusse') if can_reform(g, p)]))[1]
    dip.reform(g, p)


def r_rejoin(power):
    def ready(g, side, phase):
        if power == 'autriche' and '34F' in g.modifiers:
            return False
        beaten = any(g.defeats.get((power, s), 0) for s in (EMPIRE, COALITION))  # the cards do not say by whom
        return g.status[power] in ('forced_peace', 'forced_alliance') or (g.status[power] == 'neutral' and beaten)
    return ready


def e_rejoin(power, n):
    def run(g, side, card):
        dip.reform(g, power)
        yield from dip.major_joins(g, power, COALITION)
        g.draw_cards(COALITION, n)
        if power == 'autriche' and g.controller('vienne') != EMPIRE and g.cards['3C'] == 'aside':
            g.cards['3C'] = 'hand'
    return run


# -- states, Iberia, flags ----------------------------------------------------------------------------------------------
def r_erfurt(g, side, phase):
    return dip.confederation_ready(g)


def e_erfurt(g, side, card):
    dip.create_state(g, 'confederation_du_rhin')
    return nothing(g)


def r_walewska(g, side, phase):
    return g.status['pologne'] == 'not_created' and g.side_of(g.owner['varsovie']) == COALITION \
        and firmly_held(g, EMPIRE, 'varsovie')


def e_walewska(g, side, card):
    g.flags.add('poland_pending')
    return nothing(g)


def r_westphalia(g, side, phase):
    return dip.westphalia_ready(g)


def e_westphalia(g, side, card):
    dip.create_state(g, 'westphalie')
    return nothing(g)


def r_bayonne(g, side, phase):
    return '25F' in g.events and g.side_of('espagne') == EMPIRE


def e_nothing(g, side, card):
    return nothing(g)


def e_blockade(g, side, card):
    g.flags.add('blockade')
    if g.phase == 'activation':
        from play import spend_ap
        yield from spend_ap(g, side, 2)


def e_modifier(g, side, card):
    g.modifiers[card] = g.year + 1 if card == '34F' else 1
    return nothing(g)


def e_flag(name):
    def run(g, side, card):
        g.flags.add(name)
        return nothing(g)
    return run


def r_liberation(g, side, phase):
    return '24F' in g.events and 'war_of_liberation' not in g.flags


def e_liberation(g, side, card):
    """22C."""
    brought = lambda: sum(s['id'] in dip.open_slots(g, COALITION) and any(g.owner[z] == 'espagne' for z in s['zones'])
                          for s in g.w.slots)  # what Spain brings, no slot that is open again beside it
    before = brought()
    g.flags.add('war_of_liberation')
    joins = g.side_of('espagne') != COALITION  # who fights there already only rises
    french = {z for z in g.w.zones if joins and g.owner[z] == 'espagne' and g.land(z, EMPIRE, None, ('unit',))
              and not any(u.power == 'espagne' for u in g.land(z, EMPIRE, None, ('unit',)))}
    g.status['espagne'] = 'ally_coalition'
    g.until.pop('espagne', None)
    g.years.pop('espagne', None)
    dip.own_land(g, 'espagne', COALITION)
    for z in french:
        if g.controllable(z):
            g.control[z] = EMPIRE
    yield from unmix_spain(g)
    yield from dip.settle_shared(g, 'espagne')
    yield from dip.fix_party(g)
    yield from dip.fleets_leave(g)
    zones = [z for z in g.w.zones if g.owner[z] == 'espagne' and g.controller(z) != EMPIRE]
    pool = [g.pieces['es_milice_%d' % k] for k in range(1, 5)] + [
        u for u in g.at('reserve', ('unit',)) if u.power == 'espagne' and u.d['type'] == 'infantry']
    used = set()
    for u in pool:
        if u.place not in ('unavailable', 'reserve'):
            continue
        open_ = [z for z in zones if z not in used and g.w.zones[z]['city'] and z not in g.siege
                 and not g.land(z, EMPIRE, None, ('unit',)) and rises(g, z, u)]
        spots = [z for z in open_ if g.fort(z)] or open_
        if not spots:
            g.put(u, 'reserve')
            continue
        z = (yield from g.ask(COALITION, [('deploy', u.id, z) for z in spots]))[2]
        used.add(z)
        dip.place_unit(g, COALITION, z, u, True)
    if joins:
        g.draw_cards(COALITION, max(0, brought() - before))


def rises(g, z, u):
    """Is there room for one step of a unit among its friends?"""
    stand = [p for p in g.land(z, COALITION, False) if p.kind != 'depot']
    if not units(stand):
        return True
    u.reduced = u.d['steps'] == 2
    ok = dip.slot_for(g, stand, [u]) is not None
    u.reduced = False
    return ok


def unmix_spain(g):
    """Stacks of both sides fall apart into their own slots."""
    for z in g.w.zones:
        for p in g.land(z, COALITION):
            if p.power == 'espagne':
                p.slot = min(p.slot, 1)
    return
    yield


def r_guerrilla(g, side, phase):
    return 'war_of_liberation' in g.flags and any(g.pieces['es_guerilla_%d' % k].place == 'unavailable' for k in (1, 2, 3)) \
        and g.side_of('espagne') == COALITION


def e_guerrilla(g, side, card):
    zones = [z for z in g.w.zones if g.owner[z] == 'espagne']
    for k in (1, 2, 3):
        u = g.pieces['es_guerilla_%d' % k]
        if u.place != 'unavailable':
            continue
        spots = [z for z in zones if not g.land(z, None, None, ('unit',))]
        if not spots:
            g.put(u, 'reserve')
            continue
        z = (yield from g.ask(side, [('deploy', u.id, z) for z in spots]))[2]
        g.put(u, z)


def irregulars(g):
    return [u for u in g.of('unit') if u.power == 'espagne' and u.d['type'] in ('guerrilla', 'militia') and g.on_map(u)
            and not (u.fort and u.place in g.siege)]


def r_irregular(g, side, phase):
    if 'fog_of_war' in g.options:  # who is shut in may not show
        return any(u.power == 'espagne' and u.d['type'] in ('guerrilla', 'militia') and g.on_map(u) for u in g.of('unit'))
    return bool(irregulars(g))


def e_irregular(g, side, card):
    if not irregulars(g):
        return
    zones = [z for z in g.w.zones if any(u.place == z for u in irregulars(g))]
    pool = [u for z in zones for u in classes([u for u in irregulars(g) if u.place == z])]
    u = g.pieces[(yield from g.ask(side, [('target', u.id) for u in pool]))[1]]
    z, party, slot, fort = u.place, g.party(u), u.slot, u.fort
    g.put(u, 'reserve')
    yield from fix(g, z, party, slot, fort)


# -- the rest of the Empire ---------------------------------------------------------------------------------------------
def e_skip_winter(g, side, card):
    g.skip_winter = True
    return nothing(g)


def e_skip_round(g, side, card):
    g.skip_rounds = 1
    return nothing(g)


def r_polish(g, side, phase):
    return g.status['pologne'] == 'protectorate' and not holds(g, COALITION, 'varsovie') and polish(g)


def polish(g):
    """Steps of Poland that can be had, like those of a budget [7.3.3]: one unit of a class at a place."""
    from budget import capacity_ok
    out = {}
    for u in g.of('unit'):
        if u.power == 'pologne':
            if g.on_map(u) and u.reduced and not (u.fort and u.place in g.siege) and capacity_ok(g, u):
                barred = g.phase == 'budget' and '51C' in g.modifiers and italian(g, u.place)
                if not barred and is_supplied(g, [q for q in g.land(u.place, EMPIRE, u.fort) if q.slot == u.slot]):
                    out.setdefault((u.klass, u.place), u)
            elif u.place == 'reserve' and any(dip.fits(g, EMPIRE, z, u, 1) for z in polish_zones(g)):
                out.setdefault((u.klass, u.place), u)
    return list(out.values())


def polish_zones(g):
    return [z for z in g.w.zones if g.owner[z] == 'pologne' and (z == 'varsovie' or g.fort(z))
            and g.controller(z) == EMPIRE]


def e_polish(g, side, card):
    for _ in range(2):
        pool = polish(g)
        if not pool:
            return
        choice = yield from g.ask(side, [('minor_step', u.id) for u in pool] + [('minor_step', 'done')])
        if choice[1] == 'done':
            return
        u = g.pieces[choice[1]]
        if g.on_map(u):
            u.reduced = False
        else:
            z = (yield from g.ask(side, [('place', z) for z in polish_zones(g) if dip.fits(g, side, z, u, 1)]))[1]
            dip.place_unit(g, side, z, u, True)


def forced_allies(g):
    return [p for p in g.w.majors if g.status[p] == 'forced_alliance']


def loan_corps(g):
    """Corps of forced allies that the Empire may take [40F]."""
    return [u for u in g.of('unit') if g.on_map(u) and u.power in forced_allies(g) and not u.exped
            and not u.d['home_only'] and not u.d['army_only'] and not g.land(u.place, COALITION, False, ('unit',))]


def r_loan(g, side, phase):
    return bool(loan_corps(g))


def e_loan(g, side, card):
    """40F: up to two corps and a general of one forced ally."""
    power = (yield from g.ask(side, [('target', p) for p in forced_allies(g) if any(
        u.power == p for u in loan_corps(g))]))[1]
    taken = []
    while len(taken) < 2:
        pool = [u for u in loan_corps(g) if u.power == power]
        zones = [z for z in g.w.zones if any(u.place == z for u in pool)]
        if not zones:
            break
        done = [('take_corps', 'done')] if taken else []
        z = (yield from g.ask(side, [('take_corps', z) for z in zones] + done))[1]
        if z == 'done':
            break
        u = g.pieces[(yield from g.ask(side, [('take_corps', u.id) for u in classes(
            [u for u in pool if u.place == z])]))[1]]
        taken.append(u)
        u.exped, u.slot, u.fort = True, 5, False
    z = min((u for u in g.of('unit') if u.power == power and u.exped and g.on_map(u)), key=lambda u: u.order).place
    pool = [x for x in g.of('general') if x.power == power and not x.exped and lends_himself(g, x, z)]
    choice = (yield from g.ask(side, [('take_general', x.id) for x in pool] + [('take_general', 'none')]))[1]
    if choice != 'none':
        x = g.pieces[choice]
        g.put(x, z, 5)
        x.exped = True
    for z in sorted({u.place for u in taken}, key=g.w.zone_order.get):
        yield from settle_loan(g, z, 'peace:' + power)


def lends_himself(g, x, z):
    """A general of the reserve, or one who commands nobody where the corps stand; legal with them."""
    here = x.place == z and commander([p for p in g.land(z, g.party(x), x.fort) if p.slot == x.slot]) is not x
    return (here or x.place == 'reserve') and legal(g, [p for p in g.land(z, EMPIRE, False) if p.slot == 5] + [x])


def settle_loan(g, z, party):
    yield from fix_zone(g, z, party)
    yield from fix_zone(g, z, party, True)
    new = [p for p in g.land(z, EMPIRE, False) if p.slot == 5]
    old = [p for p in g.land(z, EMPIRE, False) if p.slot != 5]
    if units(new) and units(old):
        from losses import join
        yield from join(g, z, EMPIRE, new, old)
    yield from fix_zone(g, z, EMPIRE)


def e_discard(g, side, card):
    if card == '53C':
        g.cards['1F'] = 'removed'
    g.random_discard(other(side))
    return nothing(g)


def r_discard(g, side, phase):
    return any(not g.w.cards[c]['permanent'] for c in g.hand(other(side)))


def near_napoleon(g):
    x = g.pieces['napoleon']
    if not g.on_map(x):
        return []
    zones = [x.place] + list(g.w.adj[x.place])
    return [u for u in g.of('unit') if u.power == 'france' and u.demoralised and u.place in zones
            and is_supplied(g, [p for p in g.land(u.place, EMPIRE, u.fort) if p.slot == u.slot])]


def r_rally(g, side, phase):
    return bool(near_napoleon(g))


def e_rally(g, side, card):
    for u in near_napoleon(g):
        for v in g.land(u.place, EMPIRE, u.fort, ('unit',)):
            if v.slot == u.slot:
                v.demoralised = False
    return nothing(g)


# -- 12F ----------------------------------------------------------------------------------------------------------------
def movable_enemy(g):
    """Zones with an enemy force in the field."""
    return [z for z in g.w.zones if g.by_place.get(z) and g.field_units(z, COALITION)]


def enemy_steps(g, pieces, zone, mp, start):
    """Zones a force moved by 12F may go on to, always supplied and free of opponents."""
    out = {}
    for n in g.w.adj[zone]:
        c = g.edge_cost(zone, n)
        if c is None or c > mp or not g.may_enter(COALITION, zone, n, pieces) or g.land(n, EMPIRE, None, ('unit', 'depot')):
            continue
        stand = [p for p in g.land(n, COALITION, False) if p not in pieces]
        if units(stand):
            from forces import merge_plan
            if merge_plan(g, pieces, stand) is None:
                continue
        if g.hostile_fort(n, COALITION) and not may_besiege(g, COALITION, n, pieces):
            continue
        back = [(p, p.place, p.slot) for p in pieces]
        for p in pieces:
            g.put(p, n, p.slot)
        ok = is_supplied(g, pieces)
        for p, z, s in back:
            g.put(p, z, s)
        if ok:
            out[n] = c
    return out


def led_force(g, z):
    """The force of a zone that 12F may lead, and its points."""
    land = g.land(z, COALITION, False)
    led = any(p.kind == 'general' for p in land)  # without one no depot moves [1.1]
    pieces = [p for p in land if p.kind != 'depot' or led and not p.fixed]
    return pieces, min(u.face['movement'] for u in units(pieces)) - (1 if g.round >= 5 else 0)


def first_steps(g, z):
    pieces, mp = led_force(g, z)
    return enemy_steps(g, pieces, z, mp, z)


def r_schulmeister(g, side, phase):
    return bool(movable_enemy(g)) or r_napoleon(g, side, phase)


def e_schulmeister(g, side, card):
    # Under fog of war any: what can make no step is found out.
    zones = [z for z in movable_enemy(g) if 'fog_of_war' in g.options or first_steps(g, z)]
    z = (yield from g.ask(side, [('move_enemy', z) for z in zones] + [('move_enemy', 'none')]))[1]
    if z != 'none':
        pieces, mp = led_force(g, z)
        for p in pieces:
            p.slot = 2 + p.slot % 2
        here = z
        while True:
            ways = enemy_steps(g, pieces, here, mp, z)
            if not ways:
                break
            n = (yield from g.ask(side, [('move_enemy', n) for n in ways] + [('move_enemy', 'stop')]))[1]
            if n == 'stop':
                break
            mp -= ways[n]
            for p in pieces:
                g.put(p, n, p.slot)
            from forces import lone_depots
            from march import left_siege
            lone_depots(g, here)  # left alone in enemy land [8.7]
            yield from left_siege(g, here, COALITION)
            here = n
            if g.hostile_fort(here, COALITION):
                g.siege[here] = 0
                g.note_siege()
                break
        stand = [p for p in g.land(here, COALITION, False) if p.slot < 2]
        from losses import join
        if units(stand):
            yield from join(g, here, COALITION, pieces, stand)
        else:
            for p in pieces:
                p.slot %= 2
            yield from fix_zone(g, here, COALITION)
    yield from free_activation(g, EMPIRE, named(g, EMPIRE, 'napoleon'))


# -- the rest of the Coalition ------------------------------------------------------------------------------------------
def r_sweden_step(g, side, phase):
    u = g.pieces['mi_suede']
    return g.side_of('suede') == COALITION and u.place != 'gone' and (
        swedish(g) or can_activate(g, side, any_of(g, side, 'suede')))


def swedish(g):
    u = g.pieces['mi_suede']
    from budget import capacity_ok
    if g.on_map(u):
        return u.reduced and not (u.fort and u.place in g.siege) and capacity_ok(g, u) and is_supplied(
            g, [p for p in g.land(u.place, COALITION, u.fort) if p.slot == u.slot])
    return u.place == 'reserve' and bool(minor_zones(g, 'suede', u))


def minor_zones(g, minor, u):
    side = g.side_of(minor)
    capital = g.w.minors[minor]['capital']
    return [z for z in g.w.zones if g.owner[z] == minor and (z == capital or g.fort(z)) and g.controller(z) == side
            and z not in g.siege and dip.fits(g, side, z, u, 1)]


def e_sweden_step(g, side, card):
    u = g.pieces['mi_suede']
    free = swedish(g) and (yield from g.ask(side, [('minor_step', u.id), ('minor_step', 'done')]))[1] == u.id
    if free and g.on_map(u):
        u.reduced = False
    elif free:
        z = (yield from g.ask(side, [('place', z) for z in minor_zones(g, 'suede', u)]))[1]
        dip.place_unit(g, COALITION, z, u, True)
    yield from free_activation(g, side, any_of(g, side, 'suede'))


def r_torres(g, side, phase):
    return any(p.power == 'grande_bretagne' for z in g.w.minors['portugal']['zones']
               for p in g.land(z, COALITION, None, ('unit',)))


def r_bernadotte(g, side, phase):
    s = g.status['suede']
    return s in ('neutral', 'ally_coalition', 'ally_empire')


def e_bernadotte(g, side, card):
    if g.status['suede'] != 'ally_coalition':
        yield from dip.win_over(g, 'suede', COALITION)
    x = g.pieces['bernadotte_suede']
    u = g.pieces['mi_suede']
    body = [p for p in g.land(u.place, COALITION, u.fort) if p.slot == u.slot and p.kind != 'depot'] \
        if g.on_map(u) else []
    if body and not legal(g, body + [x]):
        body = []
    g.put(x, u.place if body else 'reserve', u.slot if body else 0, u.fort if body else False)
    old = g.pieces['bernadotte']
    if g.on_map(old):
        here = [p for p in g.land(old.place, EMPIRE, old.fort) if p.slot == old.slot]
        if commander(here) is old:
            yield from g.remove_commander(old, 'gone')
        else:
            zone, slot, fort = old.place, old.slot, old.fort
            g.put(old, 'gone')
            yield from fix(g, zone, EMPIRE, slot, fort)
    else:
        g.put(old, 'gone')


def poor_russia(g):
    return [z for z in g.w.zones if g.owner[z] == 'russie' and g.w.zones[z]['poor'] and g.land(z, EMPIRE, None, ('unit',))]


def r_winter(g, side, phase):
    return bool(poor_russia(g))


def e_winter(g, side, card):
    for z in poor_russia(g):
        for fort in (False, True):
            part = [p for p in g.land(z, EMPIRE, fort) if p.kind != 'depot']
            if units(part):
                yield from attrition(g, part, poor=True, winter=True, card=2)


def cossack_targets(g):
    """Zones of Empire forces within two zones of a Russian unit [48C]."""
    out = []
    for z in g.w.zones:
        if not g.by_place.get(z) or not g.land(z, EMPIRE, None, ('unit',)):
            continue
        near = {z} | set(g.w.adj[z]) | {m for n in g.w.adj[z] for m in g.w.adj[n]}
        if any(u.power == 'russie' and g.party(u) == COALITION for n in near for u in g.at(n, ('unit',))):
            out.append(z)
    return out


def r_cossacks(g, side, phase):
    return bool(cossack_targets(g))


def e_cossacks(g, side, card):
    z = (yield from g.ask(side, [('target', z) for z in cossack_targets(g)]))[1]
    for u in g.land(z, EMPIRE, None, ('unit',)):
        u.unsupplied = True
        g.cut.add(u.id)
    depots = [d for d in g.land(z, EMPIRE, None, ('depot',)) if not d.fixed]
    if depots:
        choice = yield from g.ask(EMPIRE, [('which_depot', d.id) for d in classes(depots)])
        g.eliminate(g.pieces[choice[1]])


def r_defection(g, side, phase):
    return any(g.side_of(m) == EMPIRE for m in ('baviere', 'wurtemberg'))


def e_defection(g, side, card):
    pool = [m for m in ('baviere', 'wurtemberg') if g.side_of(m) == EMPIRE]
    m = (yield from g.ask(side, [('target', m) for m in pool]))[1]
    if g.empire_lost_major or g.dice.d6() >= 3:
        yield from dip.win_over(g, m, COALITION)


def e_italy(g, side, card):
    """51C."""
    g.modifiers['51C'] = 1
    zones = [z for z in g.w.zones if italian(g, z) and g.land(z, EMPIRE, None, ('unit',))]
    if zones:
        z = (yield from g.ask(EMPIRE, [('lose_step_zone', z) for z in zones]))[1]
        u = yield from lose_one(g, EMPIRE, 'lose_step', g.land(z, EMPIRE, None, ('unit',)))
        assert u
        yield from fix_zone(g, z, EMPIRE)
        yield from fix_zone(g, z, EMPIRE, True)


def flip_targets(g):
    return [z for z in g.w.zones if g.owner[z] == 'france' and g.w.zones[z]['city'] and not g.w.level(z) and z != 'paris'
            and not g.land(z, EMPIRE, None, ('unit',)) and g.control.get(z) != COALITION]


def r_flip(g, side, phase):
    return bool(flip_targets(g))


def e_flip(g, side, card):
    z = (yield from g.ask(side, [('target', z) for z in flip_targets(g)]))[1]
    g.control[z] = COALITION
    yield from g.flee_port(z, EMPIRE)  # its port is captured [17.2.1]


TYROL = revolt('tyrol_insurge', 'mi_tyrol', ('tyrol',), lambda g: 'kingdom_of_bavaria' in g.flags)
SERBS = revolt('serbie', 'mi_serbes', ('serbie',), lambda g: g.side_of('turquie') != COALITION)
CHOUANS = revolt('chouans', 'mi_chouans', ('poitou', 'bretagne'))

EVENTS = {
    '1F': (r_napoleon, e_genius), '2F': (r_any_force, e_campaign), '4F': (r_fleets('4F'), e_all_fleets),
    '7F': (r_spain_ally, e_spain), '9F': (r_war, e_war), '10F': (always, e_france(4)), '11F': (r_dip('11F'), e_dip),
    '12F': (r_schulmeister, e_schulmeister), '13F': (always, e_skip_winter), '14F': (r_dip('14F'), e_dip),
    '15F': (r_fleets('15F'), e_one_squadron), '16F': (r_war, e_war), '18F': (r_special('18F'), e_special),
    '20F': (r_erfurt, e_erfurt), '22F': (r_walewska, e_walewska), '23F': (r_war, e_war), '24F': (r_bayonne, e_nothing),
    '25F': (always, e_blockade), '27F': (r_place, e_place_two), '29F': (r_french_force, e_two_points),
    '34F': (lambda g, s, p: g.status['autriche'] in ('forced_peace', 'forced_alliance')
            and g.victor.get('autriche') == EMPIRE, e_modifier),
    '35F': (always, e_flag('corsairs')), '37F': (r_war, e_war), '38F': (r_polish, e_polish),
    '39F': (r_place, e_place_three), '40F': (r_loan, e_loan), '41F': (r_discard, e_discard), '42F': (r_dip('42F'), e_dip),
    '43F': (r_any_force, e_campaign), '44F': (r_iberia, e_iberia), '45F': (r_westphalia, e_westphalia),
    '46F': (r_irregular, e_irregular), '48F': (always, e_skip_round), '49F': (always, e_france(3)),
    '50F': (r_rally, e_rally), '53F': (r_war_turkey, e_war), '54F': (always, e_france(8)),
    '1C': (r_fleets('1C'), e_all_fleets), '2C': (r_holy_russia, e_holy_russia), '3C': (always, e_three),
    '6C': (always, e_britain), '7C': (always, e_one_major),
    '8C': (lambda g, s, p: g.side_of('espagne') == EMPIRE or g.status['espagne'] == 'neutral', e_galleons),
    '9C': (r_fleets('9C'), e_one_squadron), '13C': (always, e_thirteen), '14C': (r_any_force, e_campaign),
    '16C': (always, e_ap(1)), '17C': (r_dip('17C'), e_dip), '18C': TYROL, '19C': (r_dip('19C'), e_dip),
    '20C': (r_dip('20C'), e_dip), '22C': (r_liberation, e_liberation), '23C': SERBS,
    '24C': (r_fleets('24C'), e_one_squadron), '25C': CHOUANS, '26C': (r_sweden_step, e_sweden_step),
    '29C': (r_french_force, e_two_points), '33C': (r_torres, e_modifier), '34C': (r_guerrilla, e_guerrilla),
    '35C': (r_special('35C'), e_special), '36C': (r_special('36C'), e_special), '37C': (r_special('37C'), e_special),
    '38C': (r_bernadotte, e_bernadotte), '39C': (r_discard, e_discard), '41C': (r_winter, e_winter),
    '43C': (r_any_force, e_campaign), '45C': (r_reform, e_reform), '46C': (r_rejoin('prusse'), e_rejoin('prusse', 2)),
    '47C': (r_rejoin('autriche'), e_rejoin('autriche', 1)), '48C': (r_cossacks, e_cossacks), '49C': (r_dip('49C'), e_dip),
    '50C': (r_defection, e_defection), '51C': (always, e_italy), '52C': (r_hand, e_flag('hand_unlimited')),
    '53C': (always, e_discard), '54C': (r_flip, e_flip), '55C': (always, e_fiftyfive),
}

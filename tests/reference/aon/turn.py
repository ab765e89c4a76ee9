"""The game turn: set-up, phases, surrender, winter, victory [5, 6, 9, 10, 11, 14, 15, 16, 17]."""
from deploy import deployment, in_order, reinforcement_areas, row_of
from diplomacy import defeated, detach, diplomacy, insurrections, parents, send_home
from game import move
from march import part
from world import COALITION, FRENCH, SEATS, other


def set_up(g):
    """The scenario's position, the deck shuffled and dealt [17]."""
    s, w = g.setup, g.w
    g.align = {c: s['alignments'].get(c, 'NC') for c in w.countries}
    g.detached, g.formerly = set(s['detached']), set(s['formerly_insurgent'])
    g.events, g.released = set(s['events_in_effect']), set(s['invasion_corps_released'])
    g.invaded, g.french_invaded = s['russia_invaded'], s['french_invaded_russia_year']
    g.year, g.round, g.phase = s['first_year'], s['first_round'], 'campaign'
    g.free = dict(s['free_move_available'])
    for row in s['corps_on_map']:
        g.place[row['corps']] = row['area']
        if row['spent']:
            g.spent.add(row['corps'])
    for row in s['corps_out_of_game']:
        g.place[row if isinstance(row, str) else row['corps']] = 'lost'
    cards = [c for c in w.cards for _ in range(w.cards[c]['copies'])]
    for key, place in (('cards_set_aside', g.aside), ('cards_discarded', g.pile)):
        for row in s[key]:
            for _ in range(row['copies']):
                cards.remove(row['card'])
                place.append(row['card'])
    g.deck = cards
    g.shuffle_deck()
    for _ in range(s['random_discards']):
        g.pile.append(g.deck.pop(0))
    for seat in SEATS:
        g.draw_cards(seat, s['hand'][seat])
    g.checks()


def play(g):
    """The whole game, decision by decision."""
    set_up(g)
    start = g.round
    while True:
        if start == 1 and g.year != g.setup['first_year']:
            yield from before_campaign(g)
        g.phase = 'campaign'
        yield from campaign(g, start)
        start = 1
        g.round = 0
        g.phase = 'surrender'
        g.surrendered = False
        yield from surrender(g)
        g.phase = 'winter_attrition'
        yield from winter_attrition(g)
        g.phase = 'victory_check'
        yield from victory(g)
        g.year += 1
        g.surrendered_before = g.surrendered


def before_campaign(g):
    g.phase = 'diplomacy'
    yield from diplomacy(g)
    g.phase = 'insurrection'
    g.fought.clear()
    yield from insurrections(g)
    g.fought.clear()
    g.phase = 'strategy'
    yield from strategy(g)
    g.phase = 'reinforcement'
    yield from reinforcement(g)


# -- Strategy Phase [9] -----------------------------------------------------------------------------------------------
def strategy(g):
    g.barred = set()
    for seat in g.in_order():
        yield from strategy_cards(g, seat)
        g.emptying = seat
        while g.hands[seat]:
            yield from g.discard(seat, g.titles(g.hands[seat])[0])
        g.emptying = None
    if g.surrendered_before:
        g.deck, g.pile = g.deck[::-1] + g.pile, []
        g.shuffle_deck()
    for seat in g.in_order():
        g.draw_cards(seat, hand_size(g, seat))
    for seat in g.in_order():
        yield from strategy_cards(g, seat)


def hand_size(g, seat):
    """Cards by the countries under control [9.3]."""
    chart = g.w.tables['strategy_chart']
    total = len(g.minors(seat)) // chart['minor_countries_per_card']
    for c in g.w.majors:
        if g.holder(c) == seat:
            row = row_of(chart['rows'], g, c, lambda r, c=c: r['country'] == c and r['controller'] == seat)
            total += row['cards'] if row else 0
    return min(max(total, chart['minimum']), chart['maximum'])


def strategy_cards(g, seat):
    def fits(card):
        return card != 'russo_ottoman_war' or g.align['russia'] == 'CM'

    while True:
        card = yield from g.window(seat, 'strategy_step', fits, rest=[('stop', None)])
        if card is None:
            return
        d = g.w.cards[card]
        if d['op'] == 'set_event':
            g.events.add(d['event'])
        else:
            yield from distant_war(g, d['removes_corps'])
        yield from g.after_event(seat, card)


def distant_war(g, what):
    """Corps go back to the reserve, the country deploys none this year."""
    country = what['country']
    pool = [x for x in g.w.corps if g.on_map(x) and g.w.corps[x]['country'] == country and g.seat(x) == COALITION]
    yield from g.choose_losses(COALITION, pool, min(what['count'], len(pool)), g.to_reserve, 'corps_take')
    g.barred.add('russia' if country == 'russia' else country + '_home')
    g.checks()


# -- Reinforcement Phase [10] -----------------------------------------------------------------------------------------
def reinforcement(g):
    starter = g.initiative()
    first = yield from g.ask(starter, [('choose_first(self)', starter), ('choose_first(other)', other(starter))])
    for seat in (first, other(first)):
        g.bonus = {}
        yield from reinforcement_cards(g, seat)
        yield from reinforce(g, seat)
        yield from rally(g, seat)
    for x in g.w.corps:
        if g.place[x] == 'prisoners':
            g.put(x, 'reserve')


def home_corps(g, country):
    """Corps of a major country on the map, and those in the reserve that could be there."""
    corps = [x for x in g.w.corps if g.w.corps[x]['country'] == country]
    return [x for x in corps if g.on_map(x)], [x for x in corps if g.available(x)]


def restorable(g, seat):
    return [x for x in g.w.corps if g.place[x] == 'lost' and g.seat(x) == seat and x != g.w.napoleon]


def out_of_favor_pool(g, seat):
    """Corps of the other seat that can be exchanged."""
    found = []
    for c in g.w.majors:
        here, spare = home_corps(g, c)
        if c != 'france' and spare:
            found += [x for x in here if g.seat(x) == other(seat)]
    return g.w.by_order(found)


def reinforcement_cards(g, seat):
    def fits(card):
        op = g.w.cards[card]['op']
        if op == 'restore_lost_corps':
            return bool(restorable(g, seat))
        if op == 'swap_french_corps':
            here, spare = home_corps(g, 'france')
            return bool([x for x in here if x != g.w.napoleon]) and bool(spare)
        if op == 'swap_enemy_corps_at_random':
            return bool(out_of_favor_pool(g, seat))
        return True

    while True:
        card = yield from g.window(seat, 'reinforcement_cards', fits, rest=[('stop', None)])
        if card is None:
            return
        yield from carry_out(g, seat, g.w.cards[card])


def carry_out(g, seat, d):
    if d['op'] == 'restore_lost_corps':
        x = yield from g.ask(seat, [move('corps_take', x) for x in restorable(g, seat)])
        mates = [y for y in g.w.corps if g.on_map(y) and g.w.corps[y]['country'] == g.w.corps[x]['country']
                 and g.seat(y) == seat]
        y = yield from g.ask(seat, [move('corps_take', y) for y in mates] + [('stop', None)])
        if y:
            swap(g, y, x)
        else:
            g.put(x, 'reserve')
    elif d['op'] == 'swap_french_corps':
        here, spare = home_corps(g, 'france')
        y = yield from g.ask(seat, [move('corps_take', y) for y in here if y != g.w.napoleon])
        x = yield from g.ask(seat, [move('corps_take', x) for x in spare])
        swap(g, y, x)
    elif d['op'] == 'swap_enemy_corps_at_random':
        y = yield from g.ask(seat, [move('corps_take', y) for y in out_of_favor_pool(g, seat)])
        spare = home_corps(g, g.w.corps[y]['country'])[1]
        swap(g, y, spare[g.dice.draw(len(spare)) - 1])
    elif seat == FRENCH:
        g.bonus['france_home'] = g.bonus.get('france_home', 0) + d['deployment_bonus']
    else:
        pool = [c for c in g.w.majors if g.align[c] in ('CM', 'IC')]
        c = yield from g.ask(seat, [move('country', c) for c in pool])
        name = 'britain_home' if c == 'britain' else c
        g.bonus[name] = g.bonus.get(name, 0) + d['deployment_bonus']


def swap(g, old, new):
    """A corps takes the place and the side of another."""
    area, tired = g.place[old], old in g.spent
    g.put(old, 'reserve')
    g.put(new, area)
    if tired:
        g.spent.add(new)


def reinforce(g, seat):
    """Deployment by the chart [10.2-10.4]."""
    from deploy import group
    sea = [True]

    def areas(x):
        return [] if group(g, x) in g.barred else reinforcement_areas(g, x, sea[0])

    def placed(x, area):
        if seat == COALITION and area not in g.home(x):
            sea[0] = False

    yield from deployment(g, seat, list(g.w.corps), areas, g.bonus, placed)
    g.checks()


def rally(g, seat):
    """A card for an army [10.5]."""
    while g.hands[seat]:
        areas = in_order(g, [g.place[x] for x in g.spent if g.seat(x) == seat])
        area = yield from g.ask(seat, [move('rally', a) for a in areas] + [('rally(no)', None)])
        if area is None:
            return
        card = yield from g.ask(seat, [move('discard', c) for c in g.titles(g.hands[seat])])
        yield from g.discard(seat, card)
        g.spent.difference_update(g.at(area, seat))


# -- Campaign Phase [11] ----------------------------------------------------------------------------------------------
def campaign(g, start):
    """The rounds [11.1-11.4]."""
    if g.year != g.setup['first_year']:
        g.free = {s: True for s in SEATS}
    g.round = start
    starter = g.initiative()
    first = yield from g.ask(starter, [('choose_first(self)', starter), ('choose_first(other)', other(starter))])
    g.first_mover = first
    last = g.w.tables['sequence']['campaign_rounds']
    while g.round <= last:
        card = yield from round_window(g, (first, other(first)))
        if card and g.w.cards[card]['op'] == 'skip_rounds':
            break
        if card:
            yield from diplomacy(g)
            g.round += g.w.cards[card]['rounds_skipped']
            continue
        g.sea_used = g.sea_withdrawal_used = False
        for seat in (first, other(first)):
            yield from part(g, seat)
        if not g.options['fought_corps_frozen_all_year']:
            g.fought.clear()
        g.round += 1
    g.fought.clear()


def round_window(g, seats):
    winter = g.winter()
    for seat in seats:
        card = yield from g.window(seat, 'round_start', lambda c: g.w.cards[c]['op'] != 'skip_rounds' or winter)
        if card:
            return card
    return None


# -- Surrender Phase [14] ---------------------------------------------------------------------------------------------
def surrender(g):
    order = []
    for name in g.w.tables['surrender_order']['order']:
        order += [c for c in g.w.countries if not g.w.is_major(c)] if name == 'minors' else [name]
    for c in order:
        if not g.exists(c) or not beaten(g, c):
            if c == 'france' and g.options['napoleon_returns'] \
                    and (yield from g.ask(FRENCH, [('end_game', True), ('go_on', False)])):
                g.end(COALITION, 'decisive')
            continue
        keeper = g.holder(c)
        if g.year < g.setup['last_year'] and (yield from g.window(keeper, 'before_own_surrender')):
            continue
        if c == 'france':
            g.end(COALITION, 'decisive')
        if g.w.is_major(c):
            yield from major_surrenders(g, c)
        else:
            yield from minor_surrenders(g, c)


def beaten(g, c):
    """The conditions of a surrender [14.1.1, 14.2.1]."""
    keeper = g.holder(c)
    if keeper is None or g.align[c] == 'IC' or c == 'britain':
        return False
    foe = other(keeper)
    if not g.has(g.w.capital(c), foe):
        return False
    if not g.w.is_major(c):
        return True
    if c in g.formerly and foe == FRENCH:
        return defeated(g, c)
    areas = g.areas(c)
    enemies = sum(len(g.at(a, foe)) for a in areas)
    friends = [x for a in areas for x in g.at(a, keeper)]
    return enemies > len(friends) or not any(g.w.corps[x]['country'] == c for x in friends)


def minor_surrenders(g, c):
    """It joins the victor, or goes back to its ruler [14.1]."""
    victor = other(g.holder(c))
    send_home(g, c)
    ruler = g.w.parent.get(c)
    if victor == COALITION and ruler and g.align[ruler] == 'CM':
        g.detached.discard(c)
        g.formerly.discard(c)
        g.align[c] = 'NC'
        g.checks()
        return
    if victor == COALITION:
        g.set_align(c, 'CM')
        return
    g.set_align(c, 'FD' if c in g.formerly else 'FA')
    yield from spoils(g, c)


def major_surrenders(g, c):
    """It becomes neutral; its allies leave [14.2.2, 14.2.3]."""
    keeper = g.holder(c)
    victor = other(keeper)
    allies = [x for a in g.areas(c) for x in g.at(a, keeper) if g.ruler(g.w.corps[x]['country']) != c]
    send_home(g, c)
    g.surrendered = True
    g.set_align(c, 'FD' if victor == FRENCH and c in g.formerly else 'NC')
    if victor == FRENCH:
        yield from spoils(g, c)
    allies = [x for x in allies if g.on_map(x)]
    yield from send_allies_off(g, keeper, allies)


def spoils(g, c):
    """Cards of the moment after a surrender to the French [A89]."""
    def options(seat):
        def fits(card):
            d = g.w.cards[card]
            if d['op'] == 'detach':
                return g.w.is_major(c) and bool(parents(g, surrendered=c))
            return g.align[c] != 'FD' and any(
                k['player'] == seat and k['from'] == 'just_surrendered_to_french'
                and (c in k['countries'] if isinstance(k['countries'], list) else c != 'russia')
                for k in d['conversions'])
        return fits

    for seat in g.in_order():
        while True:
            card = yield from g.window(seat, 'after_surrender_to_french', options(seat))
            if card is None:
                break
            d = g.w.cards[card]
            if d['op'] != 'detach':
                if d.get('event'):
                    g.events.add(d['event'])
                g.set_align(c, 'FD')
            yield from g.after_event(seat, card)
            if d['op'] == 'detach':
                yield from detach(g, surrendered=c)


def send_allies_off(g, seat, allies):
    """Allied corps leave the country, area by area [14.2.3]."""
    by_sea = [(x, a) for x in allies for a in g.sea_homes(x, g.place[x])]
    if by_sea:
        choice = yield from g.ask(COALITION, [('sea_retreat(%s,%s)' % p, p) for p in by_sea] + [('sea_retreat(no)', None)])
        if choice:
            g.put(*choice)
            g.checks()
            allies = [x for x in allies if x != choice[0]]
    for area in in_order(g, [g.place[x] for x in allies]):
        corps = [x for x in allies if g.place[x] == area]
        to = yield from refuge(g, seat, area)
        for x in corps:
            g.put(x, to if to and g.may_stand(x, to) else 'prisoners')
        g.checks()


def refuge(g, seat, area):
    """The nearest free area under control of the seat, or None for those surrounded [A34]."""
    foe = other(seat)
    if all(g.has(b, foe) for b in g.borders(area)):
        return None
    far = g.distances(area)
    pool = [a for a in g.w.areas if a in far and g.free_of(a, foe) and g.holder(g.country(a)) == seat]
    if not pool:
        return None
    best = min(far[a] for a in pool)
    return (yield from g.ask(seat, [move('area', a) for a in pool if far[a] == best]))


# -- Winter Attrition Phase [15] --------------------------------------------------------------------------------------
def winter_attrition(g):
    severe = 0
    for seat in (g.first_mover, other(g.first_mover)):
        while True:
            card = yield from g.window(seat, 'winter_start')
            if card is None:
                break
            severe += g.w.cards[card]['winter_die_modifier']
    table = g.w.tables['winter_attrition']
    for seat in g.in_order():
        for area in g.w.areas:
            if len(g.at(area, seat)) >= table['minimum_corps']:
                yield from freeze(g, seat, area, severe, table)


def freeze(g, seat, area, severe, table):
    """One area's die [15.1, 15.2]."""
    bonus = severe
    foreign = not any(area in g.home(x) for x in g.at(area, seat))
    for who, name, open_ in ((seat, 'winter_own_area', True), (other(seat), 'winter_enemy_area', foreign)):
        while True:
            card = yield from g.window(who, name, lambda c, fit=open_: fit)
            if card is None:
                break
            bonus += g.w.cards[card]['winter_die_modifier']
    printed = {m['id']: m['value'] for m in table['modifiers']}
    if any(area == g.w.capital(c) for c in g.w.majors):
        bonus += printed['capital_area']
    if g.w.areas[area]['barren']:
        bonus += printed['barren_area']
    die = min(max(g.dice.d6() + bonus, table['die_min']), table['die_max'])
    corps = g.at(area, seat)
    row = next(r for r in table['rows'] if r['corps_max'] is None or len(corps) <= r['corps_max'])
    count = min(row['losses'][die - table['die_min']], len(corps))
    yield from g.choose_losses(seat, corps, count, lambda x: g.lose(x, True))


# -- Victory Check Phase [6, 16] --------------------------------------------------------------------------------------
def holds(g, c):
    return g.holder(c) == FRENCH or g.occupies(FRENCH, c)


def opposed(g, c):
    return g.align[c] in ('CM', 'IC') or (g.align[c] == 'NC' and g.occupies(COALITION, c))


def french_neighbours(g):
    return all(holds(g, c) for c in g.w.neighbours)


def french_decisive(g):
    return french_neighbours(g) and all(holds(g, c) for c in ('russia', 'austria', 'prussia')) \
        and not any(opposed(g, c) for c in g.align if g.exists(c) and c != 'britain')


def french_marginal(g):
    pair = ('russia', 'austria')
    in_time = g.year >= 1811 or (g.french_invaded is not None and g.french_invaded < g.year)
    return in_time and french_neighbours(g) and any(holds(g, c) for c in pair) and not any(opposed(g, c) for c in pair)


def coalition_marginal(g):
    majors = [c for c in g.w.majors if g.holder(c) == FRENCH]
    return majors == ['france'] and len(g.minors(FRENCH)) <= 3


def victory(g):
    last = g.year >= g.setup['last_year']
    if french_decisive(g):
        g.end(FRENCH, 'decisive')
    for seat, met in ((FRENCH, french_marginal), (COALITION, coalition_marginal)):
        if met(g) and (last or (yield from g.ask(seat, [('end_game', True), ('go_on', False)]))):
            g.end(seat, 'marginal')
    if last:
        g.end(FRENCH, 'tie_break')

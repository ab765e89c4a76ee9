"""Battles [13]: order, engagement, strength, losses, pursuit, rally and retreat."""
from collections import Counter

from attrition import suffer, terrain_causes
from deploy import in_order, stands_in_neutral, violate
from game import move
from world import COALITION, FRENCH, SEATS, other


class Side:
    """What one side brings into a battle."""

    def __init__(self, g, area, seat, attacks):
        self.seat, self.attacks = seat, attacks
        self.corps = g.at(area, seat)
        self.engaged, self.lost = [], []
        self.played, self.active = [], []
        self.losses = self.permanent = 0

    def alive(self, g, area):
        return [x for x in self.corps if g.place[x] == area and x not in self.lost]


def fields(g):
    """Areas where both sides stand and a battle is due [13.1, A80]."""
    return [a for a in in_order(g, g.pending) if all(g.has(a, s) for s in SEATS)]


def battles(g, chooser):
    """All battles that are due; the seat whose part it is chooses the order [A22]."""
    while True:
        areas = fields(g)
        if not areas:
            break
        area = yield from g.ask(chooser, [move('battle_order', a) for a in areas])
        attacker = g.pending[area]
        if attacker is None:
            attacker = yield from g.ask(COALITION, [('attack', COALITION), ('defend', FRENCH)])
        del g.pending[area]
        yield from battle(g, area, attacker)
    g.pending.clear()
    g.tags.clear()


def armies_of(g, corps):
    """The attacking armies by move or interception [13.2.1]."""
    found = {}
    for x in corps:
        found.setdefault(g.tags.get(x, ('', None, None))[2], []).append(x)
    return list(found.values())


def battle(g, area, attacker):
    """One area's battle, in parts when the defender plays Interior Lines."""
    attack, defend = Side(g, area, attacker, True), Side(g, area, other(attacker), False)
    ways = {s: entries(g, side.corps) for s, side in ((attacker, attack), (other(attacker), defend))}
    armies = armies_of(g, attack.corps)
    if len(armies) > 1:
        card = yield from g.window(defend.seat, 'before_engagement')
        if card:
            yield from interior(g, area, attacker, armies, ways)
            return
    yield from fight(g, area, attack, defend, ways)


def interior(g, area, attacker, armies, ways):
    """Each attacking army alone, until the defender loses [13.2.1 note 2, A78, A120]."""
    while armies and g.has(area, other(attacker)):
        tops = {g.top(a): a for a in armies}
        first = yield from g.ask(other(attacker), [move('corps_take', x) for x in g.w.by_order(tops)])
        army = tops[first]
        armies = [a for a in armies if a is not army]
        attack, defend = Side(g, area, attacker, True), Side(g, area, other(attacker), False)
        attack.corps = list(army)
        own = dict(ways)
        own[attacker] = entries(g, army)
        winner = yield from fight(g, area, attack, defend, own, last=not armies, all_ways=ways)
        if winner == attacker:
            return
        armies = [[x for x in a if g.place[x] == area] for a in armies]
        armies = [a for a in armies if a]


def entries(g, corps):
    """How a side came: residents, kinds, and the areas its armies came from by land; noted before losses."""
    kinds = [g.tags.get(x, ('resident', None, None)) for x in corps]
    return {'kinds': {k[0] for k in kinds}, 'areas': {k[1] for k in kinds if k[0] in ('move', 'intercept')}}


def fight(g, area, attack, defend, ways, last=True, all_ways=None):
    """One battle. The value is the seat that won it."""
    for side in (attack, defend):
        yield from engage(g, side)
    yield from play_cards(g, attack, defend)
    winner, loser, tie = roll(g, attack, defend)
    count_losses(attack, winner, tie)
    count_losses(defend, winner, tie)
    for side, enemy in ((attack, defend), (defend, attack)):
        yield from heros_death(g, side, enemy)
    for side in (attack, defend):
        yield from take_losses(g, side, side is winner)
    for side in (attack, defend):
        for x in side.engaged:
            if g.place[x] == area:
                g.spent.add(x)
                g.fought.add(x)
        if g.options['unengaged_corps_frozen']:
            g.fought.update(side.alive(g, area))
    yield from exploit(g, area, winner, loser, last or winner is attack)
    yield from retreat(g, area, loser, ways, all_ways or ways)
    return winner.seat


def engage(g, side):
    """Takes or leaves the corps in order, at least one, at most what the senior one leads [13.2]."""
    limit = max(g.rating(x, 'sr') for x in side.corps)
    for i, x in enumerate(side.corps):
        if len(side.engaged) == limit:
            break
        if not side.engaged and i == len(side.corps) - 1:
            side.engaged.append(x)
            break
        take = yield from g.ask(side.seat, [('corps_take(%s)' % x, True), ('corps_leave(%s)' % x, False)])
        if take:
            side.engaged.append(x)


def strength(g, side):
    mods = g.w.tables['battle_modifiers']
    total = 0
    for x in side.engaged:
        total += g.rating(x, 'br')
        if g.place[x] in g.home(x):
            total += mods['per_corps_at_home']
        if side.attacks and g.tags.get(x, ('',))[0] == 'sea':
            total += mods['per_corps_attacking_from_sea']
    for card in side.active:
        total += card_strength(g, side, g.w.cards[card]['battle_modifier'])
    return max(1, total)


def card_strength(g, side, mod):
    if mod['kind'] == 'strength':
        return mod['value']
    if mod['kind'] == 'strength_per_corps':
        count = sum(1 for x in side.engaged if g.w.color(x) in mod['colors'])
        return min(mod['max'], mod['value'] * count)
    return 0


def card_fits(g, side, card, fog):
    """May the card be played in this battle [13.3.3]?"""
    d = g.w.cards[card]
    mod = d['battle_modifier']
    if card in side.played or (fog and d['cancelled_by_fog_of_war']):
        return False
    if mod['kind'] == 'strength_per_corps':
        return any(g.w.color(x) in mod['colors'] for x in side.engaged)
    if 'requires_corps' in mod and mod['requires_corps'] not in side.engaged:
        return False
    if 'requires_color' in mod and not any(g.w.color(x) == mod['requires_color'] for x in side.engaged):
        return False
    return 'requires_role' not in mod or mod['requires_role'] == ('attacker' if side.attacks else 'defender')


def play_cards(g, attack, defend):
    """The attacker's cards, then the defender's."""
    fog = False
    for side in (attack, defend):
        while True:
            card = yield from g.window(side.seat, 'battle_cards', lambda c, s=side: card_fits(g, s, c, fog))
            if card is None:
                break
            side.played.append(card)
            if g.w.cards[card]['battle_modifier']['kind'] == 'cancel':
                fog = True
                for s in (attack, defend):
                    s.active = [c for c in s.active if not g.w.cards[c]['cancelled_by_fog_of_war']]
            else:
                side.active.append(card)


def roll(g, attack, defend):
    """Dice, losses inflicted, winner and loser, and whether a tie was broken [13.3.4-6]."""
    table = g.w.tables['battle']
    columns = []
    for side in (attack, defend):
        value = strength(g, side)
        columns.append(next(i for i, c in enumerate(table['columns'])
                            if c['strength_max'] is None or value <= c['strength_max']))
    inflicted = []
    for side, column in zip((attack, defend), columns):
        die = g.dice.d6()
        for card in side.active:
            mod = g.w.cards[card]['battle_modifier']
            if mod['kind'] == 'die':
                die = min(mod['max_face'], die + mod['value'])
        inflicted.append(table['columns'][column]['losses_by_die_1_to_6'][die - 1])
    attack.losses, defend.losses = inflicted[1], inflicted[0]
    tie = inflicted[0] == inflicted[1]
    if tie:
        dice = [g.dice.d6() + table['tbm'][c] for c in columns]
        won = dice[0] > dice[1]
    else:
        won = inflicted[0] > inflicted[1]
    winner, loser = (attack, defend) if won else (defend, attack)
    if not tie:
        loser.losses += 1
    return winner, loser, tie


def count_losses(side, winner, tie):
    """Permanent and temporary losses [13.4.1.1, 13.4.1.5]."""
    side.losses = min(side.losses, len(side.corps))
    odd_is_permanent = side is not winner or tie
    side.permanent = side.losses // 2 + (side.losses % 2 if odd_is_permanent else 0)


def heros_death(g, side, enemy):
    """The card names one permanent loss of the enemy [A26, A105]."""
    pool = [x for x in enemy.engaged if x != g.w.napoleon]
    if not enemy.permanent or not pool:
        return
    card = yield from g.window(side.seat, 'after_loss_count')
    if card:
        x = yield from g.ask(side.seat, [move('hero', x) for x in pool])
        yield from drop_out(g, enemy, x, 'lost')


def pick_losses(g, side, count, box):
    """`count` of the side's corps, engaged ones first, in order; each is lost at once [13.4.1.2-4]."""
    left = count
    for pool in (side.engaged, [x for x in side.corps if x not in side.engaged]):
        pool = [x for x in pool if x not in side.lost]
        want = min(left, len(pool))
        left -= want
        yield from g.choose_losses(side.seat, pool, want, lambda x: drop_out(g, side, x, box))


def drop_out(g, side, x, box):
    side.lost.append(x)
    if box == 'reserve':
        return g.to_reserve(x)
    return g.lose(x, box == 'lost')


def take_losses(g, side, won):
    """The owner chooses; permanent ones first."""
    yield from pick_losses(g, side, side.permanent - len(side.lost), 'lost')
    yield from pick_losses(g, side, side.losses - side.permanent, 'reserve' if won else 'prisoners')


def exploit(g, area, winner, loser, may_rally):
    """Pursuit, or the winner's rally [13.4.3.2]."""
    left, prey = winner.alive(g, area), loser.alive(g, area)
    if not left:
        return
    if prey and 'pursuit' not in winner.played:
        card = yield from g.window(winner.seat, 'after_victory')
        if card:
            x = yield from g.ask(loser.seat, [move('loss', x) for x in prey])
            yield from g.lose(x, False)
            return
    left = g.at(area, winner.seat)
    if may_rally and g.hands[winner.seat] and any(x in g.spent for x in left):
        if (yield from g.ask(winner.seat, [move('rally', area, True), ('rally(no)', False)])):
            card = yield from g.ask(winner.seat, [move('discard', c) for c in g.titles(g.hands[winner.seat])])
            yield from g.discard(winner.seat, card)
            g.spent.difference_update(left)


# -- retreat ----------------------------------------------------------------------------------------------------------
def goes_back(own, attacks):
    """Must the side return where it came from [13.4.2.3, A76, A77, A110]?"""
    if attacks:
        return bool(own['kinds'] - {'deploy', 'resident'})
    return own['kinds'] <= {'intercept'}


def toward_capital(g, area, corps, pool):
    """Only the areas nearer to the capital of the majority, if there are any [13.4.2.1, A27, A28]."""
    colors = Counter(g.w.corps[x]['patron'] for x in corps)
    most = max(colors.values())
    allowed = set()
    for patron, n in colors.items():
        if n == most:
            far = g.distances(g.w.capital(patron))
            nearer = [a for a in pool if area in far and far.get(a, 99) < far[area]]
            allowed.update(nearer or pool)
    return [a for a in pool if a in allowed]


def retreat(g, area, loser, ways, all_ways):
    """All surviving corps of the loser leave [13.4.2]."""
    corps = loser.alive(g, area)
    if not corps:
        return
    own, enemy = ways[loser.seat], all_ways[other(loser.seat)]
    gone = yield from sea_retreat(g, area, corps)
    corps = [x for x in corps if x not in gone]
    near = [a for a in g.near(area, loser.seat) if g.free_of(a, other(loser.seat))]
    if goes_back(own, loser.attacks):
        pool = [a for a in near if a in own['areas']]
    else:
        pool = [a for a in near if a not in enemy['areas']]
    pool = [a for a in pool if any(g.may_stand(x, a) for x in corps)]
    if corps and pool:
        pool = toward_capital(g, area, corps, pool)
    if not corps:
        return
    options = [move('retreat', a) for a in pool]
    if all(stands_in_neutral(g, loser.seat, a, corps) for a in pool):
        options.append(('retreat(prisoners)', None))
    to = yield from g.ask(loser.seat, options)
    yield from fall_back(g, loser.seat, corps, to)


def driven(g, x, area):
    """A corps that retreats has fought, and stands in its new area like any other [13.1.3, B7]."""
    g.put(x, area)
    g.tags.pop(x, None)
    g.moved.discard(x)
    g.fought.add(x)


def fall_back(g, seat, corps, to):
    movers = [x for x in corps if to is not None and g.may_stand(x, to)]
    for x in corps:
        if x in movers:
            driven(g, x, to)
        else:
            g.put(x, 'prisoners')
    g.checks()
    if movers:
        yield from settle_retreat(g, seat, movers, to)


def settle_retreat(g, seat, movers, to):
    """Attrition of the terrain and winter, then a neutrality violated [13.4.2.5, 12.7.1]."""
    yield from suffer(g, seat, movers, to, terrain_causes(g, to))
    movers = [x for x in movers if g.place[x] == to]
    if movers and stands_in_neutral(g, seat, to, movers):
        yield from violate(g, seat, g.country(to))


def sea_retreat(g, area, corps):
    """One Coalition corps may leave by sea [13.4.2.4]. The value lists it."""
    options = [('sea_retreat(%s,%s)' % (x, a), (x, a)) for x in corps for a in g.sea_homes(x, area)]
    if not options:
        return []
    choice = yield from g.ask(COALITION, options + [('sea_retreat(no)', None)])
    if choice is None:
        return []
    x, a = choice
    driven(g, x, a)
    g.checks()
    yield from settle_retreat(g, COALITION, [x], a)
    return [x]

"""The game object: the position, its chance, and the procedure that asks for decisions one by one."""
from forces import army_commander, fix, generals, group, legal, markers, units
from state import Position
from world import COALITION, EMPIRE, SEAT, SIDES


def text_of(move):
    """Text form of a move: kind(arg,...) [28]."""
    return '%s(%s)' % (move[0], ','.join(move[1:]))


class LevelReached(Exception):
    """The level has ended the game, whatever was going on [19.1]."""


class Game(Position):
    """A game under way. `seat` decides among `legal()`; `apply(text)` goes on to the next decision."""

    def __init__(self, world, scenario, options=(), dice=None):
        super().__init__(world)
        if scenario not in world.scenarios:
            raise ValueError('unknown scenario %r' % scenario)
        self.scenario = world.scenarios[scenario]
        self.options, self.dice = set(options), dice
        self.beaten_by_napoleon, self.empire_lost_major = set(), False
        self.covering, self.port_attacked, self.auto_evade = set(), set(), set()
        self.paranoid = False
        self.later, self.run_ap, self.foreign_war_started = None, 0, False
        self.skip_rounds, self.skip_winter, self.extra_round = 0, False, False
        self.transfer_limit, self.spain_sends, self.iberia_boxes = 4, False, {}
        self.after_peace, self.owed, self.over, self.outcome = {}, {}, False, None
        self.free_dips, self.doubled = [], set()
        from play import play
        from setup import set_up
        set_up(self)
        self.known, self.just_seen, self.stacks_before = set(), set(), {}  # [fog.py]
        self._flow = play(self)
        self._side, self._moves = None, {}
        self._advance(None)

    # -- the decision interface -------------------------------------------------------------------------------------
    @property
    def seat(self):
        return SEAT[self._side] if self._side else None

    def legal(self):
        return set(self._moves)

    def apply(self, text):
        if text not in self._moves:
            raise ValueError('illegal move %s' % text)
        self._advance(self._moves[text])

    def _advance(self, choice):
        try:
            side, options = self._flow.send(choice)
        except (StopIteration, LevelReached):
            self._side, self._moves, self.over = None, {}, True
            self.phase = 'over'
            return
        self._side = side
        self._moves = {text_of(o): o for o in options}
        if 'fog_of_war' in self.options:
            from fog import settle
            settle(self)

    def ask(self, side, options):
        """One decision; a single option is taken at once [P4]."""
        options = list(dict.fromkeys(options))
        assert options, 'a decision without options'
        if len(options) == 1:
            return options[0]
        assert side in SIDES, side
        return (yield side, options)

    # -- cards ------------------------------------------------------------------------------------------------------
    def spend(self, card, event=False):
        """A card has been used: where it goes, what it scores [5.3]."""
        c = self.w.cards[card]
        if c['permanent']:
            place = 'aside'
        elif event and c['foreign_war']:
            place = 'box'
        elif event and c['gold_star']:
            place = 'removed'
        else:
            place = 'discard'
        self.cards[card] = place
        if event:
            self.events.add(card)
            if c['score_when'] == 'play':
                self.add_points(c['vp'], c['escalade'])

    def pile_cards(self, side, places):
        letter = 'F' if side == EMPIRE else 'C'
        return sorted((c for c, p in self.cards.items() if c[-1] == letter and p in places
                       and not self.w.cards[c]['permanent']), key=self.w.card_order.get)

    def draw_cards(self, side, n):
        """Draws from the top; an empty pile is made of the discards [4.2.5]."""
        for _ in range(n):
            if not self.piles[side]:
                pile = self.pile_cards(side, ('discard',))
                self.dice.shuffle(pile)
                self.piles[side] = pile
                for c in pile:
                    self.cards[c] = 'pile'
            if not self.piles[side]:
                return
            self.cards[self.piles[side].pop(0)] = 'hand'

    def random_discard(self, side):
        """A card of a hand at random, permanent ones and those that may not be discarded apart [21, 7.2]."""
        hand = [c for c in self.hand(side) if not (self.w.cards[c]['permanent'] or self.w.cards[c]['not_discardable'])]
        if hand:
            self.cards[hand[self.dice.draw(len(hand)) - 1]] = 'discard'

    def open_punishments(self):
        """The second period begins: new draw piles [5.7]."""
        if self.period == 'punishments':
            return
        self.period = 'punishments'
        for side in SIDES:
            fresh = [c for c in self.pile_cards(side, ('unused',)) if self.w.cards[c]['period'] == 'punishments']
            pile = sorted(self.pile_cards(side, ('pile', 'discard')) + fresh, key=self.w.card_order.get)
            self.dice.shuffle(pile)
            self.piles[side] = pile
            for c in pile:
                self.cards[c] = 'pile'

    def add_points(self, vp, esc):
        """Victory and escalade; the level ends the game [19.1], the Punishments open at once [5.7]."""
        from conquest import check_level
        super().add_points(vp, esc)
        self.check_period()
        check_level(self)
        if self.over:
            raise LevelReached

    def check_period(self):
        if self.escalade is not None and self.period == 'epic' \
                and self.escalade >= self.w.data['meta']['escalade_threshold']:
            self.open_punishments()

    # -- small things other chapters ask for ------------------------------------------------------------------------
    def winter(self):
        return self.phase == 'activation' and self.round >= 6

    def flee_port(self, zone, side):
        from naval import flee_port
        yield from flee_port(self, zone, side)

    def note_capture(self, zone, side):
        self.note_siege()

    def note_siege(self):
        """The restriction of 1805 ends when Mantua and Ulm are besieged by Austrians, or taken [20]."""
        if 'restriction_1805' in self.flags and all(
                self.controller(z) == COALITION or (z in self.siege and self.fort_side(z) == EMPIRE and any(
                    u.power == 'autriche' for u in self.field_units(z, COALITION)))
                for z in ('mantoue', 'ulm')):
            self.flags.discard('restriction_1805')

    def surcharge_ok(self, a):
        """Option single_corps_surcharge: is the second AP of a lone corps paid or payable?"""
        if 'single_corps_surcharge' not in self.options or not a.lone or getattr(a, 'paid', False):
            return True
        return self.run_ap >= 1

    def surcharge(self, a):
        if 'single_corps_surcharge' in self.options and a.lone and not getattr(a, 'paid', False):
            a.paid = True
            self.run_ap = max(0, self.run_ap - 1)

    def may_follow(self, rest, y, slot, army):
        """Could a general command what is left?"""
        old, y.slot = y.slot, slot
        body = [p for p in rest if p.kind != 'depot' and (army or p.kind != 'general')] + [y]
        ok = legal(self, body) and (not army or army_commander(body, army[0]) is y)
        y.slot = old
        return ok

    def outgrown(self, rest, y, army):
        """A general for whom the army is only too much [9.2]."""
        return all(x.power != y.power or x.d['rank'] > y.d['rank'] for x in generals(rest) if x is not y) if army else True

    def remove_commander(self, x, place, event=True, settle=True, budget=False):
        """A general leaves; another takes his place [7.8]. After an event a subordinate or a general of the reserve, by
        choice, also in a force without army; in a budget a general of the reserve may come and the highest there commands.
        `settle`: what is too much under him goes at once."""
        zone, party, slot, fort = x.place, self.party(x), x.slot, x.fort
        here = group(self, zone, party, (slot,), fort)
        army = markers(here)
        self.put(x, place)
        rest = [p for p in here if p is not x]
        nation = army[0].power if army else x.power
        mates = [y for y in generals(rest) if y.power == nation]
        idle = [y for y in self.at('reserve', ('general',)) if y.power == nation]
        spare = [y for y in idle if self.may_follow(rest, y, slot, army)]
        if budget and mates:  # a general of the reserve may come first; the highest in rank commands [10.2]
            best = min(mates, key=lambda y: y.d['rank'])
            if idle:
                choice = yield from self.ask(self.decider(party), [('replace', y.id) for y in idle + [best]])
                if choice[1] != best.id:
                    self.put(self.pieces[choice[1]], zone, slot, fort)
                yield from fix(self, zone, party, slot, fort)
                return
        if event:
            able = [y for y in mates if self.may_follow([p for p in rest if p is not y], y, slot, army)]
            if not able and not spare:  # nobody can command all: what is too much goes
                able = [y for y in mates if army and self.outgrown(rest, y, army)]
                spare = [y for y in idle if self.outgrown(rest, y, army)]
            mates = able
        if army and not event and not mates and not spare:
            spare = [y for y in idle if self.outgrown(rest, y, army)]
        pool = ([] if not army and not event else spare if mates and not event else mates + spare)
        if not units(rest) or not pool or (mates and not event):
            if settle:
                yield from fix(self, zone, party, slot, fort)
            return
        choice = yield from self.ask(self.decider(party), [('replace', y.id) for y in pool])
        y = self.pieces[choice[1]]
        if y.place == 'reserve':
            self.put(y, zone, slot, fort)
        if settle:
            yield from fix(self, zone, party, slot, fort)


def finish_action(g, out=True):
    """Tests at the end of every activation, action and phase [7.6b, 13.5]; `out`: garrisons come out [13.5b]."""
    from forces import fix_all
    from losses import check_sieges, garrisons_out
    yield from fix_all(g)
    yield from check_sieges(g)
    if out:
        yield from garrisons_out(g)
    yield from fix_all(g)
    from conquest import check_level
    check_level(g)
    if g.paranoid:
        from invariants import quiet
        quiet(g)



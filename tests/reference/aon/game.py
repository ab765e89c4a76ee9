"""The game object: the position, its chance, cards and windows, and the procedure that asks for decisions one by one."""
from state import Position
from world import COALITION, FRENCH, SEATS, other

RECOVER = 'napoleonica'


class GameOver(Exception):
    """The game has ended; the arguments are winner and kind."""


def move(kind, name, value=None):
    """An option: its text and what it stands for."""
    return ('%s(%s)' % (kind, name), name if value is None else value)


class Game(Position):
    """A game under way. `decider` decides among `legal()`; `apply(text)` goes on to the next decision."""

    def __init__(self, world, setup, options=None, dice=None):
        super().__init__(world)
        self.setup = setup
        self.options = dict(world.options, **(options or {}))
        self.dice = dice
        self.armies = self.allowed = 0
        self.emptying = None
        self.first_mover = None
        self.sea_used = self.sea_withdrawal_used = False
        self.surrendered, self.surrendered_before = False, False
        self.barred, self.bonus = set(), {}
        from turn import play
        self._flow = play(self)
        self.decider, self._moves = None, {}
        self._advance(None)

    # -- decisions --------------------------------------------------------------------------------------------------
    def legal(self):
        return set(self._moves)

    def apply(self, text):
        if text not in self._moves:
            raise ValueError('illegal move %s' % text)
        self._advance(self._moves[text])

    def _advance(self, choice):
        try:
            self.decider, options = self._flow.send(choice)
            self._moves = dict(options)
        except GameOver as end:
            self.decider, self._moves, self.outcome = None, {}, end.args

    def ask(self, seat, options):
        """One decision; a single option is taken at once."""
        options = list(dict.fromkeys(options))
        assert options, 'a decision without options'
        if len(options) == 1:
            return options[0][1]
        return (yield seat, options)

    def choose_losses(self, seat, pool, count, then, kind='loss'):
        """`count` members of a pool, in its order, so that every set arises in one way; `then` is done with each at once."""
        rest = list(pool)
        while count:
            x = yield from self.ask(seat, [move(kind, x) for x in rest[:len(rest) - count + 1]])
            count -= 1
            rest = rest[rest.index(x) + 1:]
            yield from then(x)

    def to_reserve(self, x):
        """A corps goes to the reserve: the end of a choice like those that end in a loss."""
        self.put(x, 'reserve')
        return ()

    # -- cards ------------------------------------------------------------------------------------------------------
    def titles(self, cards):
        return sorted(set(cards), key=self.w.card_order.get)

    def take_from_hand(self, seat, card):
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        self.pile.append(card)

    def give(self, seat, card):
        self.hands[seat].append(card)
        self.known[seat].append(card)

    def discard(self, seat, card):
        """A card goes without its event; a red title may be picked up [2.3.12]."""
        self.take_from_hand(seat, card)
        yield from self.pick_up_chain(seat, card)

    def pick_up_chain(self, seat, card):
        """The other seat may take a red title from the pile for one of its cards, and so on; each title once [A47]."""
        seen = set()
        while self.w.cards[card]['red_title'] and card not in seen:
            taker = other(seat)
            if not self.hands[taker] or self.emptying == taker:
                return
            options = [move('pick_up', c) for c in self.titles(self.hands[taker])] + [('pick_up(no)', None)]
            price = yield from self.ask(taker, options)
            if price is None:
                return
            seen.add(card)
            self.pile.remove(card)
            self.give(taker, card)
            self.take_from_hand(taker, price)
            seat, card = taker, price

    def can_recover(self, seat):
        return RECOVER in self.hands[seat] and any(c != RECOVER for c in self.pile)

    def recover(self, seat):
        """A title of the pile comes into the hand [9.1, B8]."""
        self.take_from_hand(seat, RECOVER)
        card = yield from self.ask(seat, [move('pick_up', c) for c in self.titles(self.pile) if c != RECOVER])
        self.pile.remove(card)
        self.give(seat, card)

    def playable(self, seat, name):
        """Titles of the hand whose event the seat may play in a window."""
        found = []
        for c in self.titles(self.hands[seat]):
            d = self.w.cards[c]
            if name in d['windows'] and d['players'] in ('both', seat) and not (d['once_only'] and d['event'] in self.events):
                found.append(c)
        return found

    def window(self, seat, name, fits=lambda card: True, rest=None, recovery=True):
        """A seat plays a card of a window, or takes one of the other options (default: pass). The value is a card that was
        played, or that of the option. A recovered card opens the window again [anytime cards]."""
        rest = rest or [('pass', None)]
        while True:
            cards = [c for c in self.playable(seat, name) if fits(c)]
            if recovery and self.can_recover(seat):
                cards.append(RECOVER)
            choice = yield from self.ask(seat, [move('play_card', c) for c in cards] + rest)
            if choice == RECOVER:
                yield from self.recover(seat)
                continue
            if choice in cards:
                self.take_from_hand(seat, choice)
            return choice

    def after_event(self, seat, card):
        """With the option, a red title may be picked up after its event, too [A3, B15]."""
        if self.options['red_title_pickup_after_event'] and self.w.cards[card]['red_title'] and card in self.pile:
            yield from self.pick_up_chain(seat, card)

    def draw_cards(self, seat, count):
        for _ in range(count):
            if not self.deck:
                if not self.pile:
                    return
                self.deck, self.pile = self.pile, []
                self.shuffle_deck()
            self.hands[seat].append(self.deck.pop(0))

    def shuffle_deck(self):
        """The top of a shuffled pile is what the shuffle left last."""
        self.dice.shuffle(self.deck)
        self.deck.reverse()

    # -- what follows from every change -----------------------------------------------------------------------------
    def end(self, winner, kind):
        raise GameOver(winner, kind)

    def checks(self):
        """The consequences that take place at once [6.2.2, 2.2.1.7, 2.3.13, 2.2.1.8]."""
        if self.place[self.w.napoleon] == 'lost':
            self.end(COALITION, 'decisive')
        for x in self.w.corps:
            if self.on_map(x) and self.seat(x) is None:
                self.put(x, 'reserve')
        if all(self.align[c] != 'CM' for c in ('austria', 'prussia', 'russia')):
            self.events.add('britannia')
        self.check_invasion()

    def check_invasion(self):
        """Russia is invaded while hostile corps stand in it [A9, A10]."""
        seat = self.holder('russia')
        if seat is None or not any(self.has(a, other(seat)) for a in self.areas('russia')):
            return
        self.invaded = True
        self.released.update(self.w.invasion)
        if seat == COALITION and self.french_invaded is None:
            self.french_invaded = self.year

    def set_align(self, country, code):
        """A new marker, and Tirol with Austria [3.1.3.3, 8.3.3]."""
        before = self.align[country]
        self.align[country] = code
        if code == 'IC':
            self.formerly.add(country)
        riser = self.w.roles['rises_with_austria']
        if country == self.w.parent[riser] and code in ('CM', 'IC') and before != code and riser in self.detached \
                and self.align[riser] == 'FD':
            self.align[riser] = 'IC'
            self.formerly.add(riser)
        self.checks()

    def lose(self, x, permanent):
        """A corps is lost for good or taken prisoner; a Russian one may call an Invasion corps [2.2.1.8]."""
        self.put(x, 'lost' if permanent else 'prisoners')
        self.checks()
        if permanent and self.w.corps[x]['country'] == 'russia' and not self.invaded:
            pool = [y for y in self.w.invasion if y not in self.released]
            seat = self.holder('russia')
            if pool and seat:
                y = yield from self.ask(seat, [move('release_invasion', y) for y in pool])
                self.released.add(y)

    def sea_extra(self):
        """May one corps still sail besides the armies of the part [A13]?"""
        return self.options['sea_move_is_extra'] and not self.sea_used

    def occupied_neutral(self, country, seat=FRENCH):
        return self.align[country] == 'NC' and self.occupies(seat, country)

    def facts(self):
        """The position in the words of the program's position file."""
        w = self.w
        return {
            'year': self.year, 'phase': self.phase, 'round': self.round,
            'countries': {c: (self.align[c] if self.exists(c) else None, c in self.formerly, c in self.detached)
                          for c in w.countries},
            'corps': {x: (self.place[x], x in self.spent, x in self.moved, x in self.fought) for x in w.corps},
            'hands': {s: sorted(self.hands[s], key=w.card_order.get) for s in SEATS},
            'known_cards': {s: sorted(self.known[s], key=w.card_order.get) for s in SEATS},
            'deck': list(self.deck), 'discard': list(self.pile), 'set_aside': list(self.aside),
            'events': sorted(self.events), 'released_invasion': w.by_order(self.released),
            'russia_invaded': self.invaded, 'french_invaded_russia_year': self.french_invaded,
            'free_move_available': dict(self.free),
        }

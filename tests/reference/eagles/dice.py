"""Sources of chance: seeded, or a scripted list of draws."""
import random


class ScriptEnded(Exception):
    """More draws were asked than the script holds."""


class Dice:
    """All chance of the game; `log` keeps every draw in order."""

    def __init__(self, seed=None, script=None):
        self.random = random.Random(seed)
        self.script = script
        self.log = []

    def draw(self, n):
        """A draw of 1..n; n = 1 draws nothing."""
        assert n >= 1
        if n == 1:
            return 1
        if self.script is None:
            value = self.random.randint(1, n)
        else:
            if not self.script:
                raise ScriptEnded('draw of 1..%d asked, no scripted draw left' % n)
            value = self.script.pop(0)
            if not 1 <= value <= n:
                raise ValueError('scripted draw %d is outside 1..%d' % (value, n))
        self.log.append(value)
        return value

    def d6(self):
        return self.draw(6)

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1) - 1
            items[i], items[j] = items[j], items[i]

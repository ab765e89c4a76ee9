"""The chance of a game: draws read from a script, each 1..n as the record of the program keeps them."""


class ScriptEnded(Exception):
    """More draws were asked than the script holds."""


class Dice:
    """All chance of the game; what is left of `script` was not asked for."""

    def __init__(self, script=()):
        self.script = list(script)

    def draw(self, n):
        """A draw of 1..n; n = 1 draws nothing."""
        assert n >= 1
        if n == 1:
            return 1
        if not self.script:
            raise ScriptEnded('draw of 1..%d asked, no scripted draw left' % n)
        value = self.script.pop(0)
        if not 1 <= value <= n:
            raise ScriptEnded('scripted draw %d is outside 1..%d' % (value, n))
        return value

    def d6(self):
        return self.draw(6)

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.draw(i + 1) - 1
            items[i], items[j] = items[j], items[i]

"""Steps the reference engine: along a trace, comparing, or through random games of its own."""
import argparse
import json
import random
import sys
import time

from dice import Dice, ScriptEnded
from game import Game
from invariants import check
from pickers import PICKERS
from world import SCENARIOS, World


def lines(path):
    with open(path, encoding='utf-8') as handle:
        for number, line in enumerate(handle, 1):
            if line.strip():
                yield number, json.loads(line)


def differences(theirs, ours):
    """Keys of two fact dicts that differ."""
    return ['%s: trace %r, reference %r' % (k, theirs.get(k), ours.get(k))
            for k in sorted(set(theirs) | set(ours)) if theirs.get(k) != ours.get(k)]


class Replay:
    """A trace replayed in step; the first difference ends it."""

    def __init__(self, world, path):
        self.world, self.path, self.moves, self.ply = world, path, [], 0

    def fail(self, what):
        print('%s: ply %d: %s' % (self.path, self.ply, what))
        for m in self.moves[-5:]:
            print('  after %s' % m)
        return 1

    def run(self):
        rows = lines(self.path)
        _, head = next(rows)
        dice = Dice(script=list(head.get('dice', [])))
        options = [k for k, v in head.get('options', {}).items() if v]
        try:
            game = Game(self.world, head['scenario'], options, dice)
        except ScriptEnded as err:
            return self.fail('set-up: %s' % err)
        problem = self.compare(game, dice, head)
        if problem:
            return self.fail(problem)
        for number, row in rows:
            self.ply += 1
            problem = self.step(game, dice, row)
            if problem:
                return self.fail('line %d: %s' % (number, problem))
        print('%s: %d decisions compared' % (self.path, self.ply))
        return 0

    def step(self, game, dice, row):
        if game.over:
            return 'the trace goes on, the reference game is over (%s)' % game.outcome
        if row['seat'] != game.seat:
            return 'seat: trace %s, reference %s with %s' % (row['seat'], game.seat, sorted(game.legal())[:20])
        if 'legal' in row:
            theirs, ours = set(row['legal']), game.legal()
            if theirs != ours:
                return 'legal moves: only trace %s, only reference %s' % (sorted(theirs - ours), sorted(ours - theirs))
        dice.script = list(row.get('dice', []))
        self.moves.append(row['move'])
        try:
            game.apply(row['move'])
        except (ScriptEnded, ValueError) as err:
            return '%s: %s' % (row['move'], err)
        return self.compare(game, dice, row)

    def compare(self, game, dice, row):
        if dice.script:
            return 'the reference left %d draws unused: %s' % (len(dice.script), dice.script)
        if 'facts' in row:
            found = differences(row['facts'], game.facts())
            if found:
                return 'facts:\n    ' + '\n    '.join(found[:30])
        return None


def play_random(world, args):
    """Random games; every position is checked."""
    count = widest = longest = total = 0
    outcomes, began = {}, time.time()
    for k in range(args.games):
        picker = random.Random(args.seed * 1000003 + k)
        dice = Dice(seed=args.seed * 7919 + k)
        out = open(args.out, 'w', encoding='utf-8') if args.out and k == 0 else None
        game = Game(world, args.random, args.options, dice)
        game.paranoid = True
        if out:
            write(out, {'scenario': args.random, 'options': {o: True for o in args.options}, 'dice': dice.log,
                        'facts': game.facts()})
        n = 0
        while not game.over:
            legal = sorted(game.legal())
            move = PICKERS[args.player](game, picker, legal)
            seat = game.seat
            dice.log = []
            try:
                game.apply(move)
                if n % args.check == 0:
                    check(game)
            except Exception:
                print('game %d (seed %d), ply %d, year %d round %d %s, move %s' % (
                    k, args.seed, n, game.year, game.round, game.phase, move))
                raise
            if out:
                write(out, {'seat': seat, 'legal': legal, 'move': move, 'dice': dice.log, 'facts': game.facts()})
            n += 1
            count += 1
            total += len(legal)
            widest = max(widest, len(legal))
            if n > args.limit:
                raise RuntimeError('game %d does not end' % k)
        longest = max(longest, n)
        outcomes[game.outcome] = outcomes.get(game.outcome, 0) + 1
        if out:
            out.close()
    spent = time.time() - began
    print('%s: %d games, %d decisions, longest %d, mean branching %.1f, most %d, outcomes %s, %.0f decisions/s' % (
        args.random, args.games, count, longest, total / max(1, count), widest, outcomes, count / max(spent, 1e-9)))
    return 0


def write(out, row):
    out.write(json.dumps(row, separators=(',', ':')) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--data', default=SCENARIOS, help='folder of the board and the scenarios')
    parser.add_argument('--trace')
    parser.add_argument('--random', metavar='SCENARIO')
    parser.add_argument('--games', type=int, default=1)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--out')
    parser.add_argument('--player', choices=sorted(PICKERS), default='uniform', help='how random play chooses')
    parser.add_argument('--check', type=int, default=1, help='check the invariants every n decisions')
    parser.add_argument('--limit', type=int, default=200000)
    parser.add_argument('--options', type=lambda s: [o for o in s.split(',') if o], default=[])
    args = parser.parse_args()
    world = World.load(args.data)
    if args.trace:
        return Replay(world, args.trace).run()
    if args.random:
        return play_random(world, args)
    parser.error('--trace or --random is needed')
    return 2


if __name__ == '__main__':
    sys.exit(main())

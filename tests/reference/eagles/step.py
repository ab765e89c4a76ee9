"""Steps the reference engine through random games of its own and looks at every position.

    python3 step.py --random SCENARIO [--games N] [--seed K] [--options a,b] [--out TRACE]
"""
import argparse
import json
import random
import sys
import time

from dice import Dice
from game import Game
from invariants import check
from world import SCENARIOS, World


def play_one(world, args, k, out):
    """One random game; every position is checked. The decisions made and the outcome."""
    picker, dice = random.Random(args.seed * 1000003 + k), Dice(seed=args.seed * 7919 + k)
    game, n = Game(world, args.random, args.options, dice), 0
    if out:
        write(out, {'scenario': args.random, 'options': {o: True for o in args.options}, 'dice': dice.log, 'facts': game.facts()})
    while not game.over:
        legal, seat = game.legal(), game.seat
        move = picker.choice(legal)
        dice.log = []
        try:
            game.apply(move)
            check(game)
        except Exception:
            print('game %d (seed %d), decision %d, %s %s, move %s' % (k, args.seed, n, game.date, game.side, move))
            raise
        if out:
            write(out, {'seat': seat, 'legal': legal, 'move': move, 'dice': dice.log, 'facts': game.facts()})
        n += 1
        if n > args.limit:
            raise RuntimeError('game %d does not end' % k)
    return n, game.outcome


def write(out, row):
    out.write(json.dumps(row, separators=(',', ':')) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', default=SCENARIOS, help='folder of the board and the scenarios')
    parser.add_argument('--random', metavar='SCENARIO', required=True)
    parser.add_argument('--games', type=int, default=1)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--out', help='writes the first game as a trace')
    parser.add_argument('--limit', type=int, default=200000)
    parser.add_argument('--options', type=lambda s: [o for o in s.split(',') if o], default=[])
    args = parser.parse_args()
    world, outcomes, total, began = World.load(args.data), {}, 0, time.time()
    for k in range(args.games):
        out = open(args.out, 'w', encoding='utf-8') if args.out and k == 0 else None
        n, outcome = play_one(world, args, k, out)
        if out:
            out.close()
        total += n
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    print('%s: %d games, %d decisions, outcomes %s, %.0f decisions/s' % (
        args.random, args.games, total, outcomes, total / max(time.time() - began, 1e-9)))
    return 0


if __name__ == '__main__':
    sys.exit(main())

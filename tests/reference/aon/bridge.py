"""Runs the program and this engine in step over games, and says where they part.

    python3 bridge.py --marshal PROGRAM [--games N] [--seed K] [--all] [--player POLICY] [--option NAME=VALUE ...] [SCENARIO ...]

The program plays and records the games; `replay --positions` gives every decision with its legal moves and its position, the
record the dice. At every decision the seat, the set of legal moves, the dice asked for and the position are compared. The first
difference ends a game; the run fails if there was any.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from dice import Dice, ScriptEnded
from game import Game
from world import SCENARIOS, load


def told_facts(world, p):
    """The facts of a position of the program, in the shape of Game.facts()."""
    facts = {k: p[k] for k in ('year', 'phase', 'round', 'deck', 'discard', 'russia_invaded', 'french_invaded_russia_year',
                               'free_move_available', 'hands', 'known_cards')}
    facts['countries'] = {c: (d['alignment'], d['formerly_insurgent'], d['detached']) for c, d in p['countries'].items()}
    facts['corps'] = {x: (d['place'], d['spent'], d['moved'], d['fought']) for x, d in p['corps'].items()}
    facts['set_aside'] = p['set_aside']
    facts['events'] = sorted(p['events'])
    facts['released_invasion'] = world.by_order(p['released_invasion'])
    return facts


def differences(theirs, ours, path=''):
    """The places where two nested facts differ, as texts."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        found = []
        for key in sorted(set(theirs) | set(ours)):
            found += differences(theirs.get(key), ours.get(key), '%s.%s' % (path, key) if path else key)
        return found
    return [] if theirs == ours else [(path, 'program %r, reference %r' % (theirs, ours))]


class Step:
    """One recorded game replayed in step."""

    def __init__(self, program, record, scenario, world):
        self.world, self.plies, self.moves = world, 0, []
        with open(record, encoding='utf-8') as handle:
            rows = [json.loads(line) for line in handle]
        self.head, self.rows = rows[0], {r['ply']: r for r in rows if 'ply' in r}
        self.setup = scenario['setup']
        self.command = [program, 'replay', record, '--positions']
        self.kind = None
        self.titles = collections.Counter()

    def run(self):
        """None, or the text of the first difference; `kind` is its class."""
        with subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True) as told:
            try:
                return self.follow(json.loads(line) for line in told.stdout if line.startswith('{'))
            finally:
                told.kill()

    def follow(self, told):
        dice = Dice(self.head.get('dice', []))
        try:
            game = Game(self.world, self.setup, self.head['options'], dice)
        except ScriptEnded as err:
            return self.differ('set-up', str(err))
        for row in told:
            problem = self.compare(game, dice, row)
            if problem:
                return problem
            if row['move'] is None:
                break
            self.moves.append(row['move'])
            self.titles[row['move']] += 1
            self.plies += 1
            dice.script = list(self.rows[row['ply']].get('dice', []))
            try:
                game.apply(row['move'])
            except ScriptEnded as err:
                return self.differ('dice', '%s: %s' % (row['move'], err), row['move'])
        return None

    def differ(self, kind, text, detail=''):
        self.kind = '%s %s' % (kind, detail.partition('(')[0])
        return '%s: %s' % (kind, text)

    def compare(self, game, dice, row):
        last = self.moves[-1] if self.moves else ''
        step = row['position']['step']
        if dice.script:
            return self.differ('dice', 'the reference left %s unused' % dice.script, last)
        legal, seat = set(row['legal']), row['seat'] if row['seat'] != 'none' else None
        if seat != game.decider or legal != game.legal():
            ours, theirs = sorted(game.legal() - legal), sorted(legal - game.legal())
            return self.differ('legal', 'step %s, seat %s, reference %s; only the program %s; only the reference %s; both %s' % (
                step, seat, game.decider, theirs, ours, sorted(legal & game.legal())[:8]), step + ' after ' + last)
        found = differences(told_facts(self.world, row['position']), game.facts())
        found += self.outcome(row['position']['outcome'], game.outcome)
        if found:
            text = '\n    '.join('%s: %s' % pair for pair in found[:8])
            return self.differ('facts', 'step %s\n    %s' % (step, text), found[0][0] + ' at ' + step)
        return None

    def outcome(self, theirs, ours):
        if theirs is None or ours is None:
            return [] if theirs is None and ours is None else [('outcome', 'program %r, reference %r' % (theirs, ours))]
        told = (theirs['winner'], theirs['grade'])
        return [] if told == ours else [('outcome', 'program %r, reference %r' % (told, ours))]


def play(program, scenario, args, folder):
    """Records games with the program."""
    path = os.path.join(args.scenarios, scenario + '.json')
    command = [program, 'match', path, '--french', args.player, '--coalition', args.player, '--games', str(args.games),
               '--seed', str(args.seed), '--records', folder]
    for option in args.option:
        command += ['--set', 'options.' + option]
    subprocess.run(command, check=True, capture_output=True)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder))


def one_scenario(name, args):
    """Decisions in step, games without difference, and the classes of the differences."""
    scenario, world = load(os.path.join(args.scenarios, name + '.json'))
    kinds, plies, clean, shown, seen = collections.Counter(), 0, 0, set(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        records = play(args.marshal, name, args, folder)
        for record in records:
            step = Step(args.marshal, record, scenario, world)
            try:
                problem = step.run()
            except Exception as err:  # a failing reference is a finding as well: told with its game, not raised
                if args.raises:
                    raise
                problem = step.differ('error', repr(err), type(err).__name__ + ' after ' + (step.moves or [''])[-1])
            plies += step.plies
            seen.update(step.titles)
            if problem is None:
                clean += 1
                continue
            kinds[step.kind] += 1
            if args.all or step.kind not in shown:
                shown.add(step.kind)
                print('%s, game %s, ply %d (%s)\n  %s\n  after %s' % (
                    name, os.path.basename(record), step.plies, step.kind, problem, '; '.join(step.moves[-8:])))
    print('%s: %d decisions in step, %d of %d games without difference' % (name, plies, clean, len(records)))
    for kind, n in kinds.most_common():
        print('  %4d  %s' % (n, kind))
    if args.cards:
        unplayed = [c for c in world.cards if not seen['play_card(%s)' % c] and not seen['counter(%s)' % c]]
        print('  events never played: %s' % (', '.join(unplayed) or 'none'))
    sys.stdout.flush()
    return len(records) - clean


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marshal', required=True, help='the program')
    parser.add_argument('--scenarios', default=SCENARIOS)
    parser.add_argument('--games', type=int, default=10, help='games for each scenario')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--player', default='random')
    parser.add_argument('--option', action='append', default=[], help='a switch of the scenarios, such as sea_move_is_extra=true')
    parser.add_argument('--all', action='store_true', help='shows every difference, not one of each class')
    parser.add_argument('--cards', action='store_true', help='tells which cards were never played for their event')
    parser.add_argument('--raises', action='store_true', help='lets errors of the reference through')
    parser.add_argument('scenario', nargs='*')
    args = parser.parse_args()
    names = args.scenario or sorted(f[:-5] for f in os.listdir(args.scenarios) if f[:1].isdigit() and f.endswith('.json'))
    bad = sum(one_scenario(name, args) for name in names)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())

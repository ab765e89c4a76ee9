"""Runs the program and this engine in step over random games, and says where they part.

    python3 bridge.py --marshal PROGRAM [--games N] [--seed K] [--all] [--player POLICY] [--french POLICY]
                      [--coalition POLICY] [--options a,b] [SCENARIO ...]

The program plays and records the games; `replay --positions` gives every decision with its legal moves and its position, the
record the dice. A position is turned into facts (README, section Facts). The first difference ends a game; the run fails if
there was any.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from dice import Dice, ScriptEnded
from campaign import Campaign
from game import Game
from views import is_quiet, shown, told
from world import COALITION, FRANCE, SCENARIOS, SEAT, SIDES, World

CAMPAIGN_GAMES, CAMPAIGN_UNTIL = 3, '1807-06'      # of the grand campaign, unless it is named
MARKS = ('inside', 'out', 'moved')


def facts_of(p):
    """The facts of a position of the program."""
    f = {'year': p['year'], 'month': p['month'], 'side': p['side'], 'round': p['round'],
         'vp:france': p['french_points'], 'vp:coalition': p['coalition_points']}
    for u in p['units']:
        if u['hex'] is None:
            continue            # in a foreign war or aboard
        key = 'sp:%s:%s:%s:%s:%s%s' % (u['hex'], u['side'], u['colour'], u['nation'], u['type'],
                                       ''.join('/' + m for m in MARKS if u.get(m)))
        f[key] = f.get(key, 0) + u['sp']
    for l in p['leaders']:
        if 'hex' in l:
            f['leader:' + l['id']] = l['side'] + ' ' + str(l['hex']) + ''.join('/' + m for m in MARKS if l.get(m))
        else:
            f['leader:' + l['id']] = l['away'] + (' %d' % l['months'] if l.get('months') else '')
    for c, d in p['cities'].items():
        if d['control'] != 'neutral':
            f['control:' + c] = d['control']
        if 'siege' in d:
            f['siege:' + c] = '%s %d' % (d['besieger'], d['siege'])
    for n, d in p['nations'].items():
        for t, k in d['pool'].items():
            if k:
                f['pool:%s:%s' % (n, t)] = k
    for h in p['entrenched']:
        f['trench:' + h] = 1
    for b in p['battles']:
        f['battle:%d' % b['number']] = '%s %s %s %d %d%s' % (b['attack'], b['defend'], b['attacker'], b['french_morale_lost'],
                                                           b['coalition_morale_lost'], ' over' if b['over'] else '')
    return f


def campaign_facts(p, f):
    """What only the grand campaign has: ships, orders, statuses, stores."""
    for s in p['ships']:
        place = 'sea:' + s['sea'] if 'sea' in s else ('' if s['in_port'] else 'coast:') + s['hex']
        extra = ':%d/%d' % (s['supply_points'], s['production_points']) if s['supply_points'] or s['production_points'] else ''
        key = 'ship:%s:%s:%s:%s%s' % (place, s['nation'], s['type'], 'd' if s['damaged'] else 'u', extra)
        f[key] = f.get(key, 0) + 1
    for d in p['ledger']['fleets']:
        place = d['place'] if d['place'].isdigit() else 'sea:' + d['place']
        if place.isdigit() and not d['in_port']:
            place = 'coast:' + place
        f['order:%s:%s' % (d['side'], place)] = d['orders']
    for n, d in p['nations'].items():
        if n != 'turkey':
            f['status:' + n] = d['side']
    for n, d in p['ledger']['states'].items():
        if d['stored']:
            f['stored:' + n] = d['stored']
    if p['campaign']['spanish_level_counts']:
        f['spain'] = p['campaign']['spanish_level']
    for n, k in p['campaign']['conquered'].items():
        f['fallen:' + n] = k
    f['peace'] = p['campaign']['russian_peace_months']
    for l in p['leaders']:
        if l['id'] == 'nelson' and 'away' in l:
            f['nelson'] = l['months']
        if 'hex' in l and l['hex'] is None or l['id'] == 'nelson':
            f.pop('leader:' + l['id'])
    return f


def kind_of(world, scenario):
    """The class that plays a scenario."""
    return Campaign if Campaign.knows(world.scenarios[scenario]) else Game


class Step:
    """One recorded game replayed in step."""

    def __init__(self, world, program, record, until='9999-12', views=0):
        self.until, self.views, self.looks = until, views, 0
        self.program, self.record = program, record
        self.world, self.plies, self.moves = world, 0, []
        with open(record, encoding='utf-8') as handle:
            rows = [json.loads(line) for line in handle]
        self.head, self.rows = rows[0], {r['ply']: r for r in rows if 'ply' in r}
        self.outcome = next((r['outcome'] for r in rows if 'outcome' in r), None)
        self.command = [program, 'replay', record, '--positions']
        self.scenario = os.path.splitext(os.path.basename(self.head['scenario']))[0]
        self.kind = None

    def run(self):
        """None, or the text of the first difference; `kind` is its class."""
        with subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True) as told:
            try:
                return self.follow(json.loads(line) for line in told.stdout if line.startswith('{"ply"'))
            finally:
                told.kill()

    def follow(self, told):
        dice = Dice(script=list(self.head.get('dice', [])))
        game = kind_of(self.world, self.scenario)(self.world, self.scenario, [k for k, v in self.head['options'].items() if v], dice)
        for row in told:
            if '%04d-%02d' % (row['position']['year'], row['position']['month']) > self.until:
                return None
            problem = self.compare(game, dice, row) or self.compare_views(game, row)
            if problem:
                return problem
            if row['move'] is None:
                break
            move = row['move']
            self.moves.append(move)
            self.plies += 1
            dice.script = list(self.rows[row['ply']].get('dice', []))
            try:
                game.apply(move)
            except ScriptEnded as err:
                return self.differ('dice', '%s: %s' % (move, err), move)
        return self.ended(game)

    def ended(self, game):
        if self.outcome is None:
            return None
        winner = self.outcome['winner']
        winner = {'french': FRANCE, 'coalition': COALITION}.get(winner, 'draw')
        if not game.over or game.outcome != winner:
            return self.differ('outcome', 'program %s, reference %s' % (winner, game.outcome))
        return None

    def differ(self, kind, text, detail=''):
        self.kind = '%s %s' % (kind, detail.partition('(')[0])
        return '%s: %s' % (kind, text)

    def compare(self, game, dice, row):
        last = self.moves[-1] if self.moves else ''
        if dice.script:
            return self.differ('dice', 'the reference left %s unused, now asks %s' % (dice.script, game.legal()[:6]), last)
        legal, ours = row['legal'], game.legal()
        seat = row['seat'] if row['seat'] != 'none' else None
        if seat != game.seat or set(legal) != set(ours):
            only_ours, theirs = [m for m in ours if m not in legal], [m for m in legal if m not in ours]
            what = (theirs or only_ours or ['seat'])[0].partition('(')[0]
            return self.differ('legal', 'seat %s, reference %s; only the program %s; only the reference %s; both %s' % (
                seat, game.seat, theirs[:12], only_ours[:12], [m for m in ours if m in legal][:8]), what + ' after ' + last)
        theirs, ours = facts_of(row['position']), game.facts()
        if isinstance(game, Campaign):
            theirs = campaign_facts(row['position'], theirs)
            ours = {k: v for k, v in ours.items() if not k.startswith('leader:') or v not in ('aboard', 'ireland', 'from ireland')}
        else:
            theirs = {k: v for k, v in theirs.items() if not (k.startswith('pool:') and k[-2:] in (':S', ':T'))}     # no ships in play
        if game.over:
            theirs['side'] = ours['side']
        found = [k for k in sorted(set(theirs) | set(ours)) if theirs.get(k) != ours.get(k)]
        if found:
            text = '\n    '.join('%s: program %r, reference %r' % (k, theirs.get(k), ours.get(k)) for k in found[:12])
            return self.differ('facts', '\n    ' + text, found[0].partition(':')[0] + ' after ' + last)
        return None

    def compare_views(self, game, row):
        """Under closed information: what each seat is shown, at every so many decisions."""
        if not self.views or self.plies % self.views or game.over or not is_quiet(row['legal']):
            return None
        for side in SIDES:
            command = [self.program, 'show', self.record, '--ply', str(self.plies), '--seat', SEAT[side], '--json']
            seen = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            theirs, ours = told(seen['position']), shown(game, side)
            legal = row['legal'] if SEAT[side] == row['seat'] else None
            self.looks += 1
            if seen['legal'] != legal:
                return self.differ('view', '%s is shown the moves %s, has %s' % (side, seen['legal'], legal), 'moves')
            found = [k for k in sorted(set(theirs) | set(ours)) if theirs.get(k) != ours.get(k)]
            if found:
                text = '\n    '.join('%s: program %r, reference %r' % (k, theirs.get(k), ours.get(k)) for k in found[:12])
                return self.differ('view', 'of %s\n    %s' % (side, text), 'stacks')
        return None


def play(args, scenario, folder):
    """Records random games with the program."""
    path = os.path.join(args.scenarios, scenario + '.json')
    command = [args.marshal, 'match', path, '--french', args.french or args.player, '--coalition', args.coalition or args.player,
               '--games', str(args.games), '--seed', str(args.seed), '--records', folder]
    for option in args.options:
        command += ['--set', 'options.%s=true' % option]
    if args.closed:
        command += ['--set', 'options.open_information=false']
    subprocess.run(command, check=True, capture_output=True)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder))


def one_scenario(world, scenario, args):
    """Decisions in step, games without difference, and the classes of the differences."""
    kinds, plies, looks, clean, told_of = collections.Counter(), 0, 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        records = play(args, scenario, folder)
        for record in records:
            step = Step(world, args.marshal, record, args.until, args.closed)
            try:
                problem = step.run()
            except Exception as err:  # a failing reference is a finding as well: told with its game, not raised
                if args.raises:
                    raise
                problem = step.differ('error', repr(err), type(err).__name__ + ' after ' + (step.moves or [''])[-1])
            plies, looks = plies + step.plies, looks + step.looks
            if problem is None:
                clean += 1
                continue
            kinds[step.kind] += 1
            if args.all or step.kind not in told_of:
                told_of.add(step.kind)
                print('%s, game %s, ply %d (%s)\n  %s\n  after %s' % (
                    scenario, os.path.basename(record), step.plies, step.kind, problem, '; '.join(step.moves[-args.tail:])))
    print('%s: %d decisions in step, %d of %d games without difference%s' % (
        scenario, plies, clean, len(records), ', %d views compared' % looks if args.closed else ''))
    for kind, n in kinds.most_common():
        print('  %4d  %s' % (n, kind))
    sys.stdout.flush()
    return len(records) - clean


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--marshal', required=True, help='the program')
    parser.add_argument('--scenarios', default=SCENARIOS)
    parser.add_argument('--games', type=int, default=10, help='games for each scenario')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--until', default='9999-12', help='last month that is compared, as 1806-12')
    parser.add_argument('--player', default='random')
    parser.add_argument('--french', help='player of that seat, if another')
    parser.add_argument('--coalition', help='player of that seat, if another')
    parser.add_argument('--options', type=lambda s: [o for o in s.split(',') if o], default=[], help='optional rules switched on')
    parser.add_argument('--closed', type=int, default=0, metavar='N',
                        help='closed information: the views of both seats are compared too, at every Nth decision')
    parser.add_argument('--all', action='store_true', help='shows every difference, not one of each class')
    parser.add_argument('--raises', action='store_true', help='lets errors of the reference through')
    parser.add_argument('--tail', type=int, default=8, help='decisions shown before a difference')
    parser.add_argument('scenario', nargs='*')
    args = parser.parse_args()
    world = World.load(args.scenarios)
    names = args.scenario or sorted(s for s in world.scenarios if Game.knows(world.scenarios[s]))
    bad = sum(one_scenario(world, s, args) for s in names)
    for s in sorted(set(world.scenarios) - set(names)) if not args.scenario else ():
        args.games, args.until = min(args.games, CAMPAIGN_GAMES), min(args.until, CAMPAIGN_UNTIL)
        print('%s: %d games up to %s, the reference of its rules is not finished (README)' % (s, args.games, args.until))
        bad += one_scenario(world, s, args)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())

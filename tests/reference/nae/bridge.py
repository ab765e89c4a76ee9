"""Runs the program and this engine in step over random games, and says where they part.

    python3 bridge.py --marshal PROGRAM [--games N] [--seed K] [--all] [--player POLICY]
                      [--french POLICY] [--coalition POLICY] [--options a,b] [SCENARIO ...]

The program plays and records the games; `replay --positions` gives every decision with its legal moves and its position, the
record the dice. A position is turned into facts (README, section Facts). Some facts are read more loosely than this engine
tells them, because the program stores less: see `loose` and FAMILIES. The first difference ends a game; the run fails if
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
from game import Game
from world import COALITION, EMPIRE, SCENARIOS, SIDES, World, other

PHASES = {'war_declarations': 'declaration', 'rounds': 'activation'}
STATUS = {'empire_ally': 'ally_empire', 'coalition_ally': 'ally_coalition', 'empire_territory': 'territory',
          'coalition_territory': 'territory'}
# Places the program tells less exactly: what waits for its year or event and what is out of the game; what comes back in the
# next budget for several reasons; the box of which foreign war; which fleet carries what.
LOOSE = {'unavailable': 'away', 'gone': 'away', 'later': 'away', 'out': 'away', 'wounded': 'next_budget',
         'next_year': 'next_budget'}
# Facts compared: the keys (before the colon) of both sides; all others are left out.
FAMILIES = {'year', 'phase', 'round', 'level', 'escalade', 'period', 'ap', 'unit', 'general', 'special', 'army', 'depot', 'fleet',
            'with', 'card', 'pile', 'event', 'owner', 'control', 'fortress', 'serves', 'siege', 'status', 'patron', 'victor',
            'defeats', 'points', 'reform', 'flag', 'commands'}
FLAGS = {'kingdom_of_bavaria': 'kingdom_of_bavaria', 'war_of_liberation': 'war_of_liberation',
         'continental_blockade': 'blockade', 'corsairs': 'corsairs'}


def loose(place):
    """The part of a place that both engines tell."""
    head, _, mark = place.partition('/')
    head = head.rstrip('*')
    star = '*' if place.partition('/')[0].endswith('*') else ''
    for family in ('foreign_war', 'aboard', 'reinforcement'):
        if head.startswith(family):
            return family
    return LOOSE.get(head, head) + star + ('/' + mark if mark else '')


def name(piece):
    """Depots have names of their own in each engine."""
    return 'depot' + piece[2:] if piece.startswith('dp_') else piece


def rename(move):
    return move.replace('(dp_', '(depot_').replace(',dp_', ',depot_')


class Facts:
    """The facts of a position of the program."""

    def __init__(self, world, position, head):
        self.w, self.p, self.f, self.head = world, position, {}, head
        self.kinds = {}
        for kind, rows in (('unit', 'units'), ('special', 'special_units'), ('army', 'armies'), ('general', 'generals'),
                           ('fleet', 'fleets')):
            self.kinds.update({d['id']: kind for d in world.data[rows]})
        self.units = {d['id']: d for d in world.data['units']}

    def kind(self, piece):
        return self.kinds.get(piece, 'depot')

    def collect(self):
        p, f = self.p, self.f
        f['year'], f['round'] = p['year'], p['round']
        f['phase'] = 'over' if p['over'] else PHASES.get(p['phase'], p['phase'])
        f['period'] = 'punishments' if p['flags']['punishments'] else 'epic'
        if self.head['victory_level'] is not None:
            f['level'] = p['level']
        if self.head['escalade_level'] is not None:
            f['escalade'] = p['escalade']
        for key, flag in FLAGS.items():
            if p['flags'][key]:
                f['flag:' + flag] = 1
        for row in p['sides']:
            self.side(row)
        for row in p['nations']:
            self.nation(row)
        for d in self.units.values():
            f['unit:' + d['id']] = 'away'
        for piece, kind in self.kinds.items():
            f['%s:%s' % (kind, piece)] = 'away'
        for d in self.w.data['depots']:
            for k in range(1, d['count'] + 1):
                f['depot:depot_%s_%d' % (d['power'], k)] = 'away'
        for row in p['zones']:
            self.zone(row)
        for row in p['fleets']:
            self.fleet(row)
        for place, pieces in p['off_map'].items():
            for piece in pieces:
                f['%s:%s' % (self.kind(piece), name(piece))] = LOOSE.get(place, place)
        return f

    def side(self, row):
        f, side = self.f, row['side']
        letter = 'F' if side == EMPIRE else 'C'
        if row['reserve_ap']:
            f['ap:' + side] = row['reserve_ap']
        for card in self.w.cards:
            if card[-1] == letter:
                f['card:' + card] = 'unused'
        for key, place in (('hand', 'hand'), ('discards', 'discard'), ('aside', 'aside'), ('foreign_wars', 'box'),
                           ('removed', 'removed')):
            for card in row[key]:
                # What a side has just put away lies face down until both have chosen [4.2.1].
                down = key == 'aside' and not self.w.cards[card]['permanent']
                f['card:' + card] = 'discard' if down else place
        for card in self.p[side + '_pile']:
            f['card:' + card] = 'pile'
        f['pile:' + side] = ','.join(self.p[side + '_pile'])
        for card in row['events_played']:
            f['event:' + card] = 1

    def nation(self, row):
        f, n = self.f, row['id']
        status = STATUS.get(row['status'], row['status'])
        if n == 'france' or (n == 'grande_bretagne' and row['side'] == COALITION):
            status = 'belligerent'
        f['status:' + n] = status
        if not self.w.is_major(n):
            if row['patron'] and status != 'territory':
                f['patron:' + n] = row['patron']
            return
        if row['victor'] and status.startswith('forced'):
            f['victor:' + n] = EMPIRE if row['victor'] == 'france' else COALITION
        for side in SIDES:
            if row['defeats_by_' + side]:
                f['defeats:%s:%s' % (n, side)] = row['defeats_by_' + side]
        if row['resources'] and self.p['phase'] == 'budget':
            f['points:' + n] = round(2 * row['resources'])
        if row['reformed']:
            f['reform:' + n] = 1

    def zone(self, row):
        f, z = self.f, row['id']
        if row['owner'] != self.w.zones[z]['owner']:
            f['owner:' + z] = row['owner']
        if row['marker']:
            f['control:' + z] = row['marker']
        if row.get('fortress') == 'destroyed':
            f['fortress:' + z] = 'destroyed'
        elif 'fortress' in row:
            f['serves:' + z] = row['fortress_side']
        if 'siege' in row and row.get({EMPIRE: COALITION, COALITION: EMPIRE}.get(row['fortress_side'])):
            f['siege:' + z] = row['siege']  # one whose besiegers have made peace vanishes sooner or later
        for key in ('empire', 'coalition', 'neutral'):
            pieces = row.get(key, [])
            for piece in pieces:
                self.piece(piece, z, key)
            self.stood_with(pieces)

    def piece(self, row, zone, party):
        kind = self.kind(row['id'])
        text = zone
        if kind == 'unit':
            d = self.units[row['id']]
            if d['steps'] == 2 and row['steps'] == d['back']['steps']:
                text += '*'
        if row.get('fixed'):
            text += '/fixed'
        if row.get('inside'):
            text += '/in'
        if kind == 'unit':
            text += ('/u' if row.get('unsupplied') else '') + ('/d' if row.get('demoralised') else '')
        side = next(n['side'] for n in self.p['nations'] if n['id'] == row['nation'])
        if party == EMPIRE and side != EMPIRE and kind in ('unit', 'general'):
            text += '/x'
        self.f['%s:%s' % (kind, name(row['id']))] = text

    def stood_with(self, pieces):
        """The army each piece stands with where one party has two [README, with]."""
        field = [r for r in pieces if not r.get('inside')]
        slots = {r.get('slot', 0): r['id'] for r in field if self.kind(r['id']) == 'army'}
        if len(slots) < 2:
            return
        for r in field:
            if r.get('slot', 0) in slots and self.kind(r['id']) != 'army' and not r.get('fixed'):
                self.f['with:' + name(r['id'])] = slots[r.get('slot', 0)]

    def fleet(self, row):
        place = LOOSE.get(row['place'], row['place'])
        if row['place'] == 'foreign_war':
            place = 'foreign_war'
        self.f['fleet:' + row['id']] = place if row['at'] == 'special' else '%s:%s' % (row['at'], row['place'])


def besieged(game, zone):
    """Do enemies lie before the fortress of a zone?"""
    side = game.fort_side(zone)
    return side in SIDES and bool(game.land(zone, other(side), False))


def own_facts(game):
    """The facts of this engine in the terms that both tell."""
    f = {}
    for key, value in game.facts().items():
        family = key.partition(':')[0]
        if family in ('unit', 'general', 'special', 'army', 'depot', 'fleet'):
            value = loose(value)
        elif family == 'flag' and key[5:] not in FLAGS.values():
            continue
        elif family == 'victor' and not game.status[key[7:]].startswith('forced'):
            continue
        elif family == 'points' and game.phase != 'budget':
            continue
        elif family == 'patron' and game.status[key[7:]] == 'territory':
            continue
        elif family == 'siege' and not besieged(game, key[6:]):
            continue
        elif family == 'with' and getattr(game.pieces[key[5:]], 'fixed', False):
            continue  # a fixed depot serves both armies
        if family in FAMILIES:
            f[key] = value
    for z, d in game.w.zones.items():
        if d['fortress'] and game.fort(z):
            side = game.fort_side(z)
            f['serves:' + z] = side if side in SIDES else 'none'
    return f


class Step:
    """One recorded game replayed in step."""

    def __init__(self, world, program, record):
        self.world, self.plies, self.moves = world, 0, []
        with open(record, encoding='utf-8') as handle:
            rows = [json.loads(line) for line in handle]
        self.head, self.rows = rows[0], {r['ply']: r for r in rows if 'ply' in r}
        self.command = [program, 'replay', record, '--positions']
        self.head['id'] = os.path.splitext(os.path.basename(self.head['scenario']))[0]
        self.kind = None

    def run(self):
        """None, or the text of the first difference; `kind` is its class."""
        with subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True) as told:
            try:
                return self.follow(json.loads(line) for line in told.stdout if line.startswith('{'))
            finally:
                told.kill()

    def follow(self, told):
        dice = Dice(script=list(self.head.get('dice', [])))
        options = [k for k, v in self.head['options'].items() if v]
        try:
            game = Game(self.world, self.head['id'], options, dice)
        except ScriptEnded as err:
            return self.differ('set-up', str(err))
        for row in told:
            problem = self.compare(game, dice, row)
            if problem:
                return problem
            if row['move'] is None:
                break
            move = rename(row['move'])
            self.moves.append(move)
            self.plies += 1
            dice.script = list(self.rows[row['ply']].get('dice', []))
            try:
                game.apply(move)
            except ScriptEnded as err:
                return self.differ('dice', '%s: %s' % (move, err), move)
        return None

    def differ(self, kind, text, detail=''):
        self.kind = '%s %s' % (kind, detail.partition('(')[0])
        return '%s: %s' % (kind, text)

    def compare(self, game, dice, row):
        last = self.moves[-1] if self.moves else ''
        if dice.script:
            return self.differ('dice', 'the reference left %s unused' % dice.script, last)
        legal = {rename(m) for m in row['legal']}
        seat = row['seat'] if row['seat'] != 'none' else None
        if seat != game.seat or legal != game.legal():
            ours, theirs = sorted(game.legal() - legal), sorted(legal - game.legal())
            what = (theirs or ours or ['seat'])[0].partition('(')[0]
            return self.differ('legal', 'seat %s, reference %s; only the program %s; only the reference %s; both %s' % (
                seat, game.seat, theirs, ours, sorted(legal & game.legal())[:8]), what + ' after ' + last)
        theirs = Facts(self.world, row['position'], game.scenario).collect()
        ours = own_facts(game)
        for key in [k for k, v in ours.items() if v == 'reserve' or theirs.get(k) == 'reserve']:
            # Pieces of a minor that is not at war wait off the map; the program calls that its reserve [setup rule 8].
            power = game.pieces[key.partition(':')[2]].power
            if power in self.world.minors and game.side_of(power) is None:
                for told in (ours, theirs):
                    told[key] = 'away' if told.get(key) == 'reserve' else told.get(key)
        for key in [k for k, v in ours.items() if v == 'away' and theirs.get(k) == 'reserve']:
            # The same as long as the open question is where the pieces of a minor that joined come [16.2].
            if any(move.startswith('deploy(') for move in game.legal()):
                theirs[key] = 'away'
        found = [k for k in sorted(set(theirs) | set(ours)) if theirs.get(k) != ours.get(k)]
        if game.over and theirs['phase'] == 'over' and game.level is not None and found:
            # Once the level has ended the game [19.1] nothing goes on; how far the last event has got is of no consequence.
            found = [k for k in found if k in ('year', 'period')]
        if any(move.startswith('relocate(') for move in game.legal()):
            # The reference takes a beaten power's forces up before it places the first, the program one by one.
            found = [k for k in found if ours.get(k) != 'aboard' and not k.startswith('with:')]
        if any(move.startswith(('relocate(', 'stay_or_go(')) for move in game.legal()):
            # The reference brings garrisons out before it asks, the program as they go.
            found = [k for k in found if str(theirs.get(k)).replace('/in', '') != str(ours.get(k))]
            # The program takes generals whom nobody is left to follow off the map with the forces of the beaten power,
            # markers, special units and reserve cavalry without an army like them.
            found = [k for k in found if not (ours.get(k) == 'reserve' and (
                k.startswith(('general:', 'army:', 'special:')) or k.startswith('unit:') and game.pieces[k[5:]].d['army_only']))]
        if any(move.startswith('split(') for move in game.legal()):
            # The program names who leaves an army before the units, the reference after them.
            found = [k for k in found if not k.startswith('with:')]
        if any(move.startswith('retreat_loss(') for move in game.legal()):
            # Who leads those that go back together is settled before the loss at the edge here, after it by the program.
            found = [k for k in found if not k.startswith('general:')]
        if any(move.startswith('battle_loss(') for move in game.legal()):
            # Depots of an army that has lost its last unit go with it in the program, when both have given their losses here.
            found = [k for k in found if not (k.startswith('depot:') and theirs.get(k) == 'reserve')]
        if any(move.startswith('excess(') for move in game.legal()):
            # The program lifts a siege with the step that makes the besiegers too few, the reference after the last.
            found = [k for k in found if not k.startswith('siege:')]
        if found:
            text = '\n    '.join('%s: program %r, reference %r' % (k, theirs.get(k), ours.get(k)) for k in found[:12])
            return self.differ('facts', '\n    ' + text, found[0].partition(':')[0] + ' after ' + last)
        return None


def play(program, scenario, args, folder):
    """Records random games with the program."""
    path = os.path.join(args.scenarios, scenario + '.json')
    command = [program, 'match', path, '--french', args.french or args.player, '--coalition', args.coalition or args.player,
               '--games', str(args.games), '--seed', str(args.seed), '--jobs', '1', '--records', folder]
    for option in args.options:
        command += ['--set', 'options.%s=true' % option]
    subprocess.run(command, check=True, capture_output=True)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder))


def one_scenario(world, scenario, args):
    """Decisions in step, games without difference, and the classes of the differences."""
    kinds, plies, clean, shown = collections.Counter(), 0, 0, set()
    with tempfile.TemporaryDirectory() as folder:
        records = play(args.marshal, scenario, args, folder)
        for record in records:
            step = Step(world, args.marshal, record)
            try:
                problem = step.run()
            except Exception as err:  # a failing reference is a finding as well: told with its game, not raised
                if args.raises:
                    raise
                problem = step.differ('error', repr(err), type(err).__name__ + ' after ' + step.moves[-1] if step.moves else '')
            plies += step.plies
            if problem is None:
                clean += 1
                continue
            kinds[step.kind] += 1
            if args.all or step.kind not in shown:
                shown.add(step.kind)
                print('%s, game %s, ply %d (%s)\n  %s\n  after %s' % (
                    scenario, os.path.basename(record), step.plies, step.kind, problem, '; '.join(step.moves[-6:])))
    print('%s: %d decisions in step, %d of %d games without difference' % (scenario, plies, clean, len(records)))
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
    parser.add_argument('--player', default='random')
    parser.add_argument('--french', help='player of that seat, if another')
    parser.add_argument('--coalition', help='player of that seat, if another')
    parser.add_argument('--options', type=lambda s: [o for o in s.split(',') if o], default=[], help='optional rules switched on')
    parser.add_argument('--all', action='store_true', help='shows every difference, not one of each class')
    parser.add_argument('--raises', action='store_true', help='lets errors of the reference through')
    parser.add_argument('scenario', nargs='*')
    args = parser.parse_args()
    world = World.load(args.scenarios)
    names = args.scenario or sorted(world.scenarios)
    bad = sum(one_scenario(world, s, args) for s in names)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())

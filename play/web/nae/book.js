// book.js: names and facts of the board of Napoleon against Europe, by id; and the position indexed.

const index = (list) => new Map(list.map((item) => [item.id, item]));

export class Book {
  constructor(board, scenario) {
    this.board = board;
    this.scenario = scenario;
    this.zones = index(board.zones);
    this.seas = index(board.sea_zones);
    this.units = index(board.units);
    this.generals = index(board.generals);
    this.armies = index(board.armies);
    this.specials = index(board.special_units);
    this.fleets = index(board.fleets);
    this.cards = index(board.cards);
    this.nations = index([...board.powers, ...board.minors]);
    this.ports = new Map(board.ports.map((port) => [port.zone, port]));
    this.capitals = new Set([...board.powers.flatMap((power) => power.capitals), ...board.minors.map((minor) => minor.capital)].filter(Boolean));
    this.neighbours = new Map(board.zones.map((zone) => [zone.id, []]));
    for (const { a, b, terrain } of board.edges) {
      this.neighbours.get(a).push([b, terrain]);
      this.neighbours.get(b).push([a, terrain]);
    }
  }

  name(id) {
    for (const list of [this.zones, this.seas, this.units, this.generals, this.armies, this.specials, this.fleets, this.nations]) if (list.has(id)) return list.get(id).name;
    return this.cards.get(id)?.title ?? (id?.startsWith('dp_') ? 'Depot' : id ?? '');
  }

  // Zones that so many borders are crossed to from one, and that one.
  within(id, borders) {
    const found = new Set([id]);
    for (let i = 0, front = [id]; i < borders; i++) {
      front = front.flatMap((zone) => this.neighbours.get(zone).map(([near]) => near)).filter((near) => !found.has(near));
      for (const near of front) found.add(near);
    }
    return found;
  }

  // One of a few shades, so that lands of one side are told apart.
  shade(nation) { return [...this.nations.keys()].indexOf(nation) % 4; }

  cardTitle(id) { return this.cards.get(id)?.title ?? id; }
  nationName(id) { return this.nations.get(id)?.name ?? id; }

  kind(id) {
    return this.units.has(id) ? 'unit' : this.generals.has(id) ? 'general' : this.armies.has(id) ? 'army' : this.specials.has(id) ? 'special' : this.fleets.has(id) ? 'fleet' : 'depot';
  }

  // "initiative 1, command 9, attack 3, defence 3"
  values(id, steps) {
    const general = this.generals.get(id);
    if (general) return `initiative ${general.initiative}, command ${general.command}, attack ${general.attack}, defence ${general.defence}${general.cavalry ? ', cavalry' : ''}`;
    const unit = this.units.get(id);
    if (unit) {
      const side = steps !== undefined && steps < unit.steps ? unit.back : unit.front;
      return `morale ${side.morale}, movement ${side.movement}${unit.stars ? `, ${unit.stars === 1 ? 'elite' : `elite of ${unit.stars} stars`}` : ''}${unit.cavalry ? ', cavalry' : ''}${unit.type !== 'infantry' && !unit.cavalry ? `, ${unit.type}` : ''}`;
    }
    const fleet = this.fleets.get(id);
    if (fleet) return `initiative ${fleet.initiative}, movement ${fleet.movement}, tactical ${fleet.tactical}`;
    const special = this.specials.get(id);
    if (special) return `+${special.bonus} once in a battle`;
    const army = this.armies.get(id);
    return army ? `up to ${army.max_subordinates} subordinates, sieges +${army.siege_bonus}` : '';
  }
}

// What stands in a zone, in groups that act together: [{ side, inside, pieces, steps, leader, nation, marks }].
export function groupsOf(zone) {
  const groups = [];
  for (const side of ['empire', 'coalition', 'neutral']) {
    for (const inside of [false, true]) {
      const pieces = (zone[side] ?? []).filter((piece) => Boolean(piece.inside) === inside);
      if (pieces.length) groups.push(group(side === 'neutral' ? 'none' : side, inside, pieces, 0));
    }
  }
  for (const [key, inside] of [['covered', false], ['covered_inside', true]]) {
    if (!zone[key]) continue;
    const side = zone.covered_side;
    const known = groups.find((one) => one.side === side && one.inside === inside);
    if (known) known.covered = zone[key];
    else groups.push(group(side, inside, [], zone[key]));
  }
  return groups;
}

// One group of those that stand in the zone of a march as two: who marches, and who stands beside them.
export function withMarchers(one, march) {
  const ids = new Set(march.pieces);
  const hidden = march.covered ?? 0;
  if (one.inside || one.side !== march.side || !(ids.size || hidden)) return [one];
  const [marchers, others] = [true, false].map((marches) => one.pieces.filter(({ id }) => ids.has(id) === marches));
  const rest = group(one.side, false, others, (one.covered ?? 0) - hidden);
  return [{ ...group(one.side, false, marchers, hidden), marches: true }, ...(others.length || rest.covered > 0 ? [{ ...rest, beside: true }] : [])];
}

function group(side, inside, pieces, covered) {
  const leader = pieces.find((piece) => piece.commands) ?? null;
  const units = pieces.filter((piece) => piece.steps !== undefined);
  const steps = units.reduce((sum, unit) => sum + unit.steps, 0);
  const has = (mark) => pieces.some((piece) => piece[mark]);
  return { side, inside, pieces, covered, leader, steps, units: units.length, nation: leader?.nation ?? units[0]?.nation ?? pieces[0]?.nation ?? null,
    unsupplied: has('unsupplied'), demoralised: has('demoralised'), activated: pieces.length > 0 && pieces.every((piece) => piece.activated) };
}

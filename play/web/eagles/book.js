// book.js: names and facts of the board of Napoleon's Eagles, by id; where hexes are; and what stands in them.
import { CAVALRY } from './words.js';

const index = (list) => new Map(list.map((item) => [item.id, item]));
const round = (n) => Math.round(n * 10) / 10;

// Where a hex lies as seen from its neighbour to the east, and so on against the clock: the words of the terminal.
const BACK = ['west', 'south-west', 'south-east', 'east', 'north-east', 'north-west'];

// Steps between two hexes; odd rows are shifted half a hex to the east.
function distance(a, b) {
  const side = (hex) => hex.col - (hex.row - (hex.row % 2)) / 2;
  const [dx, dy] = [side(b) - side(a), b.row - a.row];
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
}

export class Book {
  constructor(board, scenario, data) {
    Object.assign(this, { board, scenario, data });
    this.radius = data.radius;
    this.wide = Math.sqrt(3) * data.radius;
    this.hexes = new Map(board.map.hexes.map((hex) => [hex.id, { ...hex, ...this.centre(hex.col, hex.row) }]));
    this.land = [...this.hexes.values()].filter((hex) => hex.type !== 'sea').sort((a, b) => (a.id < b.id ? -1 : 1));
    this.land.forEach((hex, i) => { hex.index = i; }); // its letter in the strings of a position
    this.cities = index(board.map.cities);
    this.cityAt = new Map(board.map.cities.map((city) => [city.hex, city]));
    this.leaders = index(board.leaders);
    this.nations = new Map(Object.entries(board.nations));
    this.nationIds = [...this.nations.keys()];
    this.seas = index(data.seas);
    this.sides = new Map(board.map.hexsides.map((side) => [`${side.a} ${side.b}`, side]));
    this.deciding = new Set(this.#decidingCities());
  }

  // ---- where ----

  centre(col, row) { return { x: (col + 0.5 + (row % 2) / 2) * this.wide, y: this.radius + row * 1.5 * this.radius }; }

  corners({ x, y }, r = this.radius) { return [0, 1, 2, 3, 4, 5].map((k) => [round(x + r * Math.sin((k * Math.PI) / 3)), round(y - r * Math.cos((k * Math.PI) / 3))]); }

  // The hex at a point of the map, or null.
  hexAt(x, y) {
    const guess = Math.round((y - this.radius) / (1.5 * this.radius));
    let best = null, least = this.radius * this.radius;
    for (let row = guess - 1; row <= guess + 1; row++) {
      const middle = Math.round(x / this.wide - 0.5 - (Math.abs(row) % 2) / 2);
      for (let col = middle - 1; col <= middle + 1; col++) {
        const hex = this.hexes.get(`${String(col).padStart(2, '0')}${String(row).padStart(2, '0')}`);
        const far = hex ? (hex.x - x) ** 2 + (hex.y - y) ** 2 : least;
        if (far < least) { least = far; best = hex; }
      }
    }
    return best;
  }

  // East first, then against the clock, as in the rules.
  neighbours(hex) {
    const odd = hex.row % 2;
    const at = (col, row) => this.hexes.get(`${String(col).padStart(2, '0')}${String(row).padStart(2, '0')}`);
    return [at(hex.col + 1, hex.row), at(hex.col + odd, hex.row - 1), at(hex.col - 1 + odd, hex.row - 1), at(hex.col - 1, hex.row), at(hex.col - 1 + odd, hex.row + 1), at(hex.col + odd, hex.row + 1)];
  }

  side(a, b) { return this.sides.get(`${a} ${b}`) ?? this.sides.get(`${b} ${a}`) ?? null; }

  // ---- names ----

  name(id) {
    if (this.cityAt.has(id)) return this.cityAt.get(id).name;
    if (this.cities.has(id)) return this.cities.get(id).name;
    if (this.seas.has(id)) return this.seaName(id);
    const hex = this.hexes.get(id);
    if (!hex) return this.leaders.get(id)?.name ?? this.nations.get(id)?.name ?? String(id ?? '');
    const around = this.neighbours(hex).map((one) => one && this.cityAt.get(one.id)), way = around.findIndex(Boolean);
    if (way >= 0) return `${BACK[way]} of ${around[way].name} (${id})`;
    const near = this.#nearCity(hex);
    return near ? `near ${near.name} (${id})` : `hex ${id}`;
  }

  // The same at the beginning of a sentence.
  Name(id) { return this.name(id).replace(/^./, (first) => first.toUpperCase()); }

  // The same behind a verb: "at Ulm", "west of Ulm (2626)", "in hex 0101".
  at(id) { return this.hexes.has(id) && !this.cityAt.has(id) ? this.name(id).replace(/^hex/, 'in hex') : `at ${this.name(id)}`; }

  // The nearest city less than four hexes away, the first of the board of several.
  #nearCity(hex) {
    let best = null, least = 4;
    for (const city of this.cities.values()) {
      const far = distance(hex, this.hexes.get(city.hex));
      if (far < least) { least = far; best = city; }
    }
    return best;
  }

  seaName(id) { return id.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '); }

  nationName(id) { return this.nations.get(id)?.name ?? String(id ?? '').replaceAll('_', ' '); }

  leaderWords(id) { const leader = this.leaders.get(id); return leader ? `${leader.name} (${leader.leadership})` : id; }

  // ---- land ----

  owner(hex, position) { const letter = position.owners[hex.index]; return letter === '.' ? null : this.nationIds[letter.charCodeAt(0) - 65]; }

  ownerSide(hex, position) { const owner = this.owner(hex, position); return owner ? position.nations[owner]?.side ?? 'neutral' : 'neutral'; }

  supplied(colour, hex, position) { const letter = position.supply[colour]?.[hex.index] ?? '.'; return letter !== '.'; }

  // ---- victory ----

  #decidingCities() {
    const clauses = (this.scenario.victory?.checks ?? []).flatMap((check) => [...(check.all ?? []), ...(check.any ?? [])]);
    return clauses.flatMap((clause) => clause.control ?? []);
  }
}

// What stands in each hex, in groups that act together: hex -> [{ hex, side, inside, units, leaders, sp, colour, ... }].
export function stacksOf(book, position) {
  const found = new Map();
  const group = (hex, side, inside) => {
    const here = found.get(hex) ?? [];
    if (!found.has(hex)) found.set(hex, here);
    let one = here.find((other) => other.side === side && other.inside === inside);
    if (!one) { one = { hex, side, inside, units: [], leaders: [], sp: 0, cavalry: 0, hidden: false }; here.push(one); }
    return one;
  };
  for (const unit of position.units) {
    if (!unit.hex) continue;
    const one = group(unit.hex, unit.side, Boolean(unit.inside));
    one.units.push(unit);
    one.sp += unit.sp ?? 0;
    one.cavalry += CAVALRY.includes(unit.type) ? unit.sp : 0;
    one.hidden ||= Boolean(unit.hidden);
  }
  for (const leader of position.leaders) {
    if (leader.hex && !leader.away) group(leader.hex, leader.side, Boolean(leader.inside)).leaders.push(leader);
  }
  for (const one of [...found.values()].flat()) finish(book, one);
  return found;
}

function finish(book, one) {
  const rating = (leader) => book.leaders.get(leader.id)?.leadership ?? 0;
  one.leaders.sort((a, b) => rating(b) - rating(a));
  one.leader = one.leaders[0] ?? null;
  const sp = new Map();
  for (const unit of one.units) sp.set(unit.colour, (sp.get(unit.colour) ?? 0) + (unit.sp ?? 1));
  one.colour = [...sp].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  one.colours = [...sp.keys()];
  const has = (mark) => one.units.some((unit) => unit[mark]);
  one.unsupplied = has('unsupplied');
  one.out = has('out');
  one.moved = one.units.length > 0 && one.units.every((unit) => unit.moved);
  one.group = has('group') || one.leaders.some((leader) => leader.group);
}

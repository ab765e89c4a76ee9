// map.js: the map of Napoleon's Eagles: land painted on a canvas (terrain.js), counters and choices above it; pan, zoom and choices
// are the shell's (shell/canvas.js).
import { Canvas } from '/shell/canvas.js';
import { el, svg } from '/shell/dom.js';
import { stacksOf } from './book.js';
import { Terrain } from './terrain.js';
import { COLOURS, MARKS, SIDE, colours, typeName } from './words.js';

const LAYERS = ['marches', 'passed', 'reach', 'choices', 'over', 'path', 'fleets', 'stacks', 'attacks'];
const NEAR = 0.44; // units of the map in a pixel, below which counters are written out
const HEIGHT = 16; // of a counter, in its own units
const BEYOND = 0.4; // of the screen: how far the land is painted beyond it on every side
const clamp = (low, x, high) => Math.max(low, Math.min(high, x));

export class EaglesMap extends Canvas {
  // data: map.json; book: names and facts of the board
  constructor(box, data, book, handlers) {
    const places = new Map(book.land.map((hex) => [hex.id, { x: hex.x, y: hex.y, path: `M${book.corners(hex).map((point) => point.join(',')).join('L')}Z` }]));
    for (const sea of data.seas) places.set(sea.id, sea);
    super(box, { width: data.width, height: data.height, label: 'Map of Europe in hexagons', phone: { x: 560, y: 470, w: 420 } }, LAYERS, places, handlers);
    Object.assign(this, { book, data });
    this.ground = el('canvas', { id: 'ground', 'aria-hidden': 'true' });
    this.sheet.prepend(this.ground);
    this.terrain = new Terrain(book, data);
    this.note = el('p', { id: 'map-note', role: 'status', hidden: true });
    box.append(this.note);
    this.moving = [];
    this.svg.addEventListener('pointermove', (event) => this.#hover(event));
    this.svg.addEventListener('pointerleave', () => this.#rest(null));
    this.resize();
  }

  at({ x, y }) {
    const hex = this.book?.hexAt(x, y);
    return !hex ? null : hex.type === 'sea' ? hex.sea ?? null : hex.id;
  }

  // Draws attention to hexes by their edge: a ring would cross out the names around.
  mark(ids) {
    const places = ids.map((id) => this.places.get(id)).filter(Boolean);
    this.layers.over.replaceChildren(...places.map((place) => (place.path ? svg('path', { class: 'mark', d: place.path }) : svg('circle', { class: 'mark', cx: place.x, cy: place.y, r: 17 }))));
  }

  // Stacks that were passed over and may still be taken up by a click.
  showPassed(ids) { this.layers.passed.replaceChildren(...ids.map((id) => svg('path', { class: 'passed-over', d: this.places.get(id).path }))); }

  // Forced marches, which are a gamble, look unlike the rest.
  setChoices(choices) {
    super.setChoices(choices);
    for (const target of this.layers.choices.children) target.classList.toggle('forced', this.forced?.has(target.dataset.place) ?? false);
  }

  // Whether a place lies in what is shown, or in another part of the map.
  // margin: how far from the rim, as a part of what is shown.
  sees(id, { x, y, w, h } = this.view, margin = 0) {
    const place = this.places.get(id);
    return Boolean(place) && place.x > x + w * margin && place.x < x + w * (1 - margin) && place.y > y + h * margin && place.y < y + h * (1 - margin);
  }

  // ---- a position ----

  show(position) {
    this.position = position;
    this.stacks = stacksOf(this.book, position);
    this.terrain.show(position);
    this.#drawStacks();
    this.#drawFleets();
    this.#drawAttacks();
    this.#arrange();
    const pointed = this.rested ?? null; // what the mouse rests on stays shown
    this.rested = undefined;
    this.outline(null);
    this.#rest(pointed);
    this.paint();
  }

  #drawStacks() {
    this.moving = [];
    this.layers.stacks.replaceChildren();
    for (const [id, groups] of this.stacks) {
      const hex = this.book.hexes.get(id);
      if (!hex) continue;
      const items = groups.map((one) => this.#counter(id, one));
      if (this.position.battles.some((battle) => battle.defend === id && !battle.over)) items.push({ item: svg('text', { class: 'swords' }, '\u2694'), sign: true });
      this.layers.stacks.append(...items.map(({ item }) => item));
      this.moving.push({ hex, items });
    }
    for (const [id, city] of Object.entries(this.position.cities)) if (city.siege) this.#drawSiege(this.book.cities.get(id), city);
    for (const id of this.position.entrenched) this.#drawTrench(this.book.hexes.get(id));
  }

  // A counter in both its forms: written out, and with its number only.
  #counter(hex, one) {
    const [ground, ink] = colours(one.colour ?? this.#leaderColour(one.leader?.id));
    const chief = one.leader ? this.book.leaders.get(one.leader.id).name.replace(/^(Archduke|Grand Duke|Duke of) /, '') : ''; // a rank would lie over the next hex
    const short = chief.length > 12 ? `${chief.slice(0, 11)}.` : chief;
    const more = one.leaders.length > 1 ? ` +${one.leaders.length - 1}` : '', name = `${short}${more}`;
    const number = one.hidden ? '?' : one.units.length ? String(one.sp) : '\u2013';
    const marks = Object.entries(MARKS).filter(([mark]) => one[mark]).map(([, [sign]]) => sign).join('');
    const wideWith = (text) => 25 + (text ? text.length * 6 + 5 : 0) + marks.length * 7, wide = wideWith(name), slim = number.length > 1 ? 22 : 18;
    const words = `${SIDE[one.side]}${one.inside ? ', in the city' : ''}: ${one.units.length ? (one.hidden ? 'troops' : `${one.sp} SP`) : 'no troops'}${one.leaders.length ? ` under ${one.leaders.map((leader) => this.book.leaderWords(leader.id)).join(', ')}` : ''}${Object.entries(MARKS).filter(([mark]) => one[mark]).map(([, [, text]]) => `, ${text}`).join('')}`;
    const frame = (width, kind, ...more) => svg('g', { class: kind }, svg('rect', { class: 'counter', x: -width / 2, y: 0, width, height: HEIGHT, rx: one.inside ? 8 : 2.5, fill: ground }),
      svg('text', { class: 'sp', x: kind === 'far' ? 0 : -width / 2 + 11, y: 12, fill: ink }, number), ...more);
    const label = name || marks ? [svg('text', { class: 'leader', x: 11, y: 11.6, fill: ink }, `${name}${marks ? ` ${marks}` : ''}`)] : [];
    const star = one.leader ? [svg('circle', { class: 'led', cx: slim / 2, cy: 0.5, r: 3 })] : [];
    const worry = one.unsupplied ? [svg('circle', { class: 'worry', cx: -slim / 2, cy: 0.5, r: 3.2 })] : [];
    const item = svg('g', { class: `stack ${one.side} ${one.moved ? 'moved' : ''} ${one.group ? 'moving' : ''} ${one.units.length ? '' : 'lone'}`, 'data-place': hex }, frame(wide, 'near', ...label), frame(slim, 'far', ...star, ...worry), svg('title', {}, words));
    // Makes the counter so wide at most, at the expense of the leader's name.
    const text = item.querySelector('.near .leader'), box = item.querySelector('.near .counter'), sp = item.querySelector('.near .sp');
    let told = name;
    const fit = (most) => {
      const room = Math.floor((most - wideWith('') - 5) / 6) - 1; // letters before a full stop
      const part = [name, short].find((words) => wideWith(words) <= most) ?? (room > 1 ? `${chief.slice(0, room)}.` : '');
      if (part === told || !text) return;
      told = part;
      const width = wideWith(part);
      box.setAttribute('x', -width / 2);
      box.setAttribute('width', width);
      sp.setAttribute('x', -width / 2 + 11);
      text.textContent = `${part}${marks ? ` ${marks}` : ''}`;
    };
    return { item, wide, slim, fit };
  }

  #leaderColour(id) {
    const leader = this.book.leaders.get(id);
    return leader?.colour ?? this.position.nations[leader?.nation]?.colour ?? null;
  }

  #drawSiege(city, { siege, besieger }) {
    const hex = this.book.hexes.get(city.hex);
    const sign = svg('g', { class: 'siege' }, svg('circle', { r: 11 }), svg('text', { x: 11, y: -6 }, String(siege)), svg('title', {}, `${city.name} is besieged by ${SIDE[besieger]}, siege value ${siege}`));
    this.layers.stacks.append(sign);
    this.moving.push({ hex, lone: sign });
  }

  #drawTrench(hex) {
    const sign = svg('path', { class: 'trench', d: 'M-12,20L-8,16L-4,20L0,16L4,20L8,16L12,20' }, svg('title', {}, 'Entrenched: +1 for the defender'));
    this.layers.stacks.prepend(sign); // beneath the counters, whose numbers it must not cross out
    this.moving.push({ hex, lone: sign });
  }

  #drawFleets() {
    this.layers.fleets.replaceChildren();
    const fleets = new Map();
    for (const ship of this.position.ships ?? []) {
      const key = `${ship.sea ?? ship.hex} ${ship.sea ? 'sea' : ship.in_port ? 'port' : 'coast'}`;
      fleets.set(key, [...(fleets.get(key) ?? []), ship]);
    }
    for (const [key, ships] of fleets) this.#drawFleet(...key.split(' '), ships);
  }

  #drawFleet(id, where, ships) {
    const place = this.book.seas.get(id) ?? this.book.hexes.get(id);
    const sides = [...new Set(ships.map((ship) => this.position.nations[ship.nation]?.side))];
    sides.forEach((side, i) => {
      const own = ships.filter((ship) => this.position.nations[ship.nation]?.side === side);
      const [ground, ink] = colours(this.position.nations[own[0].nation]?.colour);
      const squadrons = own.filter((ship) => ship.type === 'S').length;
      const words = `${SIDE[side] ?? 'A fleet'} ${where === 'port' ? 'in port' : where === 'coast' ? 'off the coast' : 'at sea'}: ${[[squadrons, 'S'], [own.length - squadrons, 'T']].filter(([n]) => n).map(([n, type]) => `${n} ${typeName(type, n)}`).join(', ')}${own.some((ship) => ship.damaged) ? `, ${own.filter((ship) => ship.damaged).length} damaged` : ''}`;
      const item = svg('g', { class: `fleet ${side} ${where}`, 'data-place': id }, svg('path', { class: 'hull', d: 'M-11,-2H11L7,7H-7ZM-1,-2V-10L7,-4Z', fill: ground }), svg('text', { y: 5.6, fill: ink }, `${squadrons || ''}${own.length - squadrons ? `${squadrons ? '+' : ''}${own.length - squadrons}t` : ''}`), svg('title', {}, words));
      this.layers.fleets.append(item);
      this.moving.push({ hex: place, fleet: item, dx: (where === 'port' ? -21 : where === 'coast' ? 21 : 0) + i * 24, dy: where === 'sea' ? 14 : 8 }); // beside the counters, below the name
    });
  }

  // Attacks that are declared, from hex to hex.
  #drawAttacks() {
    const fought = this.position.battles.filter((battle) => !battle.over && battle.attack !== battle.defend);
    this.layers.attacks.replaceChildren(...fought.map(({ attack, defend, attacker }) => this.#attack(this.places.get(attack), this.places.get(defend), attacker)));
  }

  // An arrow over the side between two hexes: counters and names stand in their middles.
  #attack(a, b, side) {
    const BEGIN = 0.3, END = 0.68, HEAD = 6, HALF = 4.6; // shares of the way; units of the map
    const [dx, dy] = [b.x - a.x, b.y - a.y], far = Math.hypot(dx, dy), [u, v] = [dx / far, dy / far];
    const tip = [a.x + dx * END, a.y + dy * END], neck = [tip[0] - u * HEAD, tip[1] - v * HEAD];
    const point = ([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`;
    return svg('g', { class: `attack ${side}` }, svg('path', { class: 'shaft', d: `M${point([a.x + dx * BEGIN, a.y + dy * BEGIN])}L${point(neck)}` }),
      svg('path', { d: `M${point(tip)}L${point([neck[0] - v * HALF, neck[1] + u * HALF])}L${point([neck[0] + v * HALF, neck[1] - u * HALF])}Z` }));
  }

  // ---- sizes ----

  rescale() {
    this.paint();
    if (!this.terrain) return;
    const k = this.unit;
    if (this.scale && Math.abs(k / this.scale - 1) < 0.01) return;
    this.scale = k;
    this.svg.classList.toggle('is-near', k < NEAR);
    this.#arrange();
  }

  #arrange() {
    if (!this.scale) return;
    const near = this.scale < NEAR;
    const size = near ? clamp(0.16, this.scale * 0.92, 0.5) : clamp(0.5, this.scale, 1.25);
    const put = (item, x, y, k = size) => item.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${k.toFixed(3)})`);
    for (const { hex, items, lone, fleet, dx, dy } of this.moving) {
      if (fleet) put(fleet, hex.x + dx * size, hex.y + dy * size);
      else if (lone) put(lone, hex.x, hex.y, clamp(0.5, this.scale, 1));
      else this.#arrangeStack(hex, items, near, size, put);
    }
  }

  #arrangeStack(hex, items, near, size, put) {
    const counters = items.filter((one) => !one.sign);
    const [east, , , west] = near ? this.book.neighbours(hex) : [];
    const beside = this.stacks.has(east?.id) || this.stacks.has(west?.id); // counters would lie over each other
    if (near) for (const one of counters) one.fit(beside ? (this.book.wide - 0.4) / size : Infinity);
    const total = counters.reduce((sum, one) => sum + one.slim + 1, -1);
    let x = hex.x - (total * size) / 2, y = hex.y + (near ? 2.2 : 0.5);
    for (const one of counters) {
      put(one.item, near ? hex.x : x + (one.slim * size) / 2, y);
      x += (one.slim + 1) * size;
      if (near) y += (HEIGHT + 3) * size;
    }
    for (const one of items) if (one.sign) put(one.item, hex.x, hex.y - 3 * size);
  }

  // Paints the land on the next frame, and some of it beyond the screen.
  paint() {
    if (!this.terrain || this.painting) return;
    this.painting = requestAnimationFrame(() => this.#paintLand());
  }

  #paintLand() {
    this.painting = 0;
    const { view, drawn, size, terrain } = this;
    if (!drawn || !size) return;
    const density = Math.min(2, devicePixelRatio || 1), px = size.w / view.w;
    const [width, height] = [view.w, view.h].map((units) => Math.round(units * (1 + 2 * BEYOND) * px * density));
    const sheet = { view: { x: view.x - view.w * BEYOND, y: view.y - view.h * BEYOND, w: width / density / px, h: height / density / px }, px, density, width, height };
    const moves = this.sheet.classList.contains('shifted');
    if (moves || terrain.ready(sheet)) {
      terrain.leave();
      this.#drawLand(sheet, moves);
    } else {
      if (this.#covered()) this.#layLand(); // as it is, until it has been painted sharply
      else this.#drawLand(sheet, true);
      terrain.sharpen(sheet, () => this.#drawLand(sheet));
    }
    terrain.prepare();
  }

  #drawLand(sheet, rough = false) {
    const { ground } = this, { width, height } = sheet;
    if (ground.width !== width || ground.height !== height) Object.assign(ground, { width, height });
    this.painted = sheet.view;
    this.#layLand();
    this.terrain.draw(ground, sheet, rough);
  }

  // Lays the land that is painted where it belongs.
  #layLand() {
    const { painted, drawn, ground, size } = this;
    const across = size.w / drawn.w; // pixels of the screen in a unit, before it is scaled
    const css = { left: painted.x - drawn.x, top: painted.y - drawn.y, width: painted.w, height: painted.h };
    for (const [name, units] of Object.entries(css)) ground.style[name] = `${units * across}px`;
  }

  // Whether all that is in sight is painted.
  #covered() {
    const { view: { x, y, w, h }, painted } = this;
    return Boolean(painted) && x >= painted.x && y >= painted.y && x + w <= painted.x + painted.w && y + h <= painted.y + painted.h;
  }

  // Land that comes into sight from beyond what is painted.
  shifted() {
    this.terrain?.leave();
    if (this.painted && !this.#covered()) this.paint();
  }

  // Shows a part of the map.
  see(view) {
    this.view = { ...view };
    this.zoom(1);
  }

  // The same: hexes, with room around them.
  frame(ids) {
    const seen = ids.map((id) => this.places.get(id)).filter(Boolean);
    const box = this.box.getBoundingClientRect();
    if (!seen.length || box.width < 10) return;
    const margin = 60;
    const [x0, x1] = [Math.min(...seen.map((p) => p.x)) - margin, Math.max(...seen.map((p) => p.x)) + margin];
    const [y0, y1] = [Math.min(...seen.map((p) => p.y)) - margin, Math.max(...seen.map((p) => p.y)) + margin];
    const ratio = box.width / box.height;
    const w = Math.max(x1 - x0, (y1 - y0) * ratio, 300);
    this.view = { x: (x0 + x1 - w) / 2, y: (y0 + y1 - w / ratio) / 2, w, h: w / ratio };
    this.zoom(1);
  }

  // ---- how far a stack can go, where its supply comes from, and the way there ----

  #hover(event) { if (!this.panning) this.#rest(this.placeAt(event)); }

  #rest(id) {
    if (id === this.rested) return;
    this.rested = id;
    const group = this.position?.group;
    if (['march_path', 'march_french'].includes(this.position?.step)) { this.#drawReach([]); this.#drawWay(group.path); return; }
    if (group?.reach) { this.#drawReach(group.reach); this.drawPath(group.reach, group.hex, id); return; }
    if (this.shown && this.dragged) this.drawPath(this.#force(this.shown)?.reach ?? [], this.shown, id);
    else this.outline(id);
  }

  #force(id) { return id && this.position?.forces?.find((force) => force.hex === id); }

  // Reach of a stack and supply of its colour; null: of none.
  outline(id) {
    const force = this.#force(id);
    this.shown = force ? id : null;
    const stack = id && this.stacks?.get(id)?.find((one) => one.colour);
    const overlay = this.fixed ?? (force || stack ? (force ?? stack).colour : null);
    if (overlay !== this.terrain.overlay) { this.terrain.overlay = overlay; this.paint(); }
    this.layers.path.replaceChildren();
    const reach = force?.reach ?? this.position?.group?.reach ?? [];
    this.#drawReach(reach);
    this.#explain(overlay, reach);
  }

  // What the colours laid over the map mean.
  #explain(colour, reach) {
    const words = [colour ? `Green: in supply for ${COLOURS[colour][2].replace(/^(\w+): (.*)$/, (_, name, who) => `${name.toLowerCase()} (${who})`)}.` : '',
      reach.length ? 'Edged: within reach; the number is the movement points it takes.' : '', this.forced?.size ? 'Dotted: by a forced march.' : '', reach.some(({ overrun }) => overrun) ? 'Red: enemies are overrun there.' : ''].filter(Boolean);
    this.note.textContent = words.join(' ');
    this.note.hidden = !words.length;
  }

  // Where the enemy has marched since one's own turn, as arrows; hideMarches: the person does not want them.
  showMarches(marches) {
    this.marches = marches;
    this.layers.marches.replaceChildren(...(this.hideMarches ? [] : marches.map((march) => this.#arrow(march)).filter(Boolean)));
  }

  #arrow({ from, to, seat, sp }) {
    const [a, b] = [from, to].map((id) => this.places.get(id));
    if (!a || !b) return null;
    const far = Math.hypot(b.x - a.x, b.y - a.y), [u, v] = [(b.x - a.x) / far, (b.y - a.y) / far];
    const wide = Math.min(4, 1 + sp / 5), tip = 7; // units of the map
    const [x, y] = [b.x - u * tip, b.y - v * tip];
    const head = [[b.x, b.y], [x - v * wide * 1.6, y + u * wide * 1.6], [x + v * wide * 1.6, y - u * wide * 1.6]].map((point) => point.map((n) => n.toFixed(1)).join(',')).join('L');
    return svg('g', { class: `marched ${seat}` }, svg('line', { x1: a.x, y1: a.y, x2: x.toFixed(1), y2: y.toFixed(1), 'stroke-width': wide.toFixed(1) }), svg('path', { d: `M${head}Z` }));
  }

  // Keeps the supply of a colour in sight; null: no more.
  keepSupply(colour) { this.fixed = colour; this.outline(null); }

  // Points from where the group stands now: its reach counts those of its whole march.
  #points(reach, { mp }) { return mp - (reach === this.position?.group?.reach ? this.position.group.spent : 0); }

  #drawReach(reach) {
    const shapes = reach.map((entry) => {
      const { x, y, path } = this.places.get(entry.hex);
      return svg('g', {}, svg('path', { class: `within ${entry.overrun ? 'overrun' : ''}`, d: path }), svg('text', { class: 'mp', x: x - 10.2, y: y + 3 }, String(this.#points(reach, entry))));
    });
    this.layers.reach.replaceChildren(...shapes);
  }

  // The way of a reach from a hex to another one.
  drawPath(reach, from, to) {
    const end = reach.find((entry) => entry.hex === to);
    this.#drawWay(wayTo(reach, from, to), end ? `${this.#points(reach, end)} movement points` : '');
  }

  // A way from hex to hex.
  #drawWay(way, title = 'The forced march that is declared') {
    const points = way.map((id) => this.places.get(id));
    this.layers.path.replaceChildren(...(points.length > 1 ? [svg('path', { class: 'way', d: `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}` }), svg('circle', { class: 'way-end', cx: points.at(-1).x, cy: points.at(-1).y, r: 4.5 }), svg('title', {}, title)] : []));
  }
}

// Hexes from one to another by a reach ([{ hex, from, mp }]); none if it is not in it.
export function wayTo(reach, from, to) {
  const before = new Map(reach.map((entry) => [entry.hex, entry.from]));
  const way = [to];
  while (way[0] !== from) {
    const previous = before.get(way[0]);
    if (!previous || way.length > 40) return [];
    way.unshift(previous);
  }
  return way;
}

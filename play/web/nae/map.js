// map.js: the map of Napoleon against Europe: zones by who controls them, fortresses, forces, fleets, lines of supply; pan, zoom
// and choices are the shell's (shell/canvas.js).
import { Canvas } from '/shell/canvas.js';
import { svg } from '/shell/dom.js';
import { groupsOf } from './book.js';
import { boxAt, placeNames, placeStacks } from './layout.js';
import { LINK_WORDS, MARKS, SIDE, colours } from './words.js';

const LAYERS = ['ground', 'zones', 'reach', 'choices', 'borders', 'over', 'supply', 'way', 'symbols', 'labels', 'fleets', 'stacks'];
const SEA_BEYOND = 900; // drawn beyond the frame, so that its rim is never seen
const NEAR = 0.78, NAMES = 1.05; // units of the map in a pixel, below which counters are written out, and all names shown
const HEIGHT = 17, GAP = 2, ROW = 5; // of a counter, in its own units: its height, what lies beside and below it
const RISE = 3;                  // how far names keep off the middle of the zone, in units of the map
const SWORDS = 11;               // how far they stand beside the counters
const LINE = 12; // of a name: its height
const BASE = 5, DEPTH = 2.5;     // of a name: how far its foot stands over the middle of the zone, and how deep letters reach below
const clamp = (low, x, high) => Math.max(low, Math.min(high, x));
const ruler = document.createElement('canvas').getContext('2d');
const widthOf = (text, font) => { ruler.font = `${font} ${getComputedStyle(document.body).fontFamily}`; return ruler.measureText(text).width; };
const put = (item, x, y, size) => item.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size.toFixed(3)})`);

export class NaeMap extends Canvas {
  // data: map.json; book: names and facts of the board
  constructor(box, data, book, handlers) {
    const places = new Map([...data.seas, ...data.places].map((place) => [place.id, place]));
    super(box, { width: data.width, height: data.height, label: 'Map of Europe', phone: { x: 430, y: 560, w: 620 } }, LAYERS, places, handlers);
    Object.assign(this, { book, data });
    this.zones = new Map();   // id -> { group, mark }
    this.borders = [];        // { pair, path }
    this.names = [];          // of zones, kept off each other and counters: { label, id, x, y, great, wide }
    this.scaled = [];         // what keeps its size on the screen: { item, x, y }
    this.layers.ground.append(this.#patterns(), svg('rect', { class: 'sea', x: -SEA_BEYOND, y: -SEA_BEYOND, width: data.width + 2 * SEA_BEYOND, height: data.height + 2 * SEA_BEYOND }));
    this.#drawSeas();
    this.layers.ground.append(svg('path', { class: 'land', d: data.land }));
    this.#drawZones();
    this.#drawBorders();
    this.#drawPorts();
    box.addEventListener('pointerover', (event) => {
      const stack = event.target.closest?.('[data-stack]')?.dataset.place ?? null;
      this.#hover(stack, stack ?? event.target.closest?.('[data-place]')?.dataset.place ?? null);
    });
    this.resize();
  }

  #patterns() {
    const pattern = (side) => svg('pattern', { id: `held-${side}`, width: 9, height: 9, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { class: `stripe ${side}`, width: 4.5, height: 9 }));
    return svg('defs', {}, pattern('empire'), pattern('coalition'));
  }

  #drawSeas() {
    for (const sea of this.data.seas) {
      this.layers.ground.append(svg('path', { class: 'sea-zone', d: sea.path, 'data-place': sea.id }));
      const label = svg('text', { class: 'sea-label' }, this.book.name(sea.id));
      this.layers.labels.append(label);
      this.scaled.push({ item: label, x: sea.x, y: sea.y - 4 });
    }
  }

  #drawZones() {
    for (const place of this.data.places) {
      const mark = svg('path', { class: 'held', d: place.path });
      const tint = svg('path', { class: 'tint', d: place.path });
      const group = svg('g', { class: 'zone', 'data-place': place.id }, svg('path', { class: 'fill', d: place.path }), tint, mark);
      this.layers.zones.append(group);
      this.zones.set(place.id, { group, tint, mark });
      this.#label(place, this.book.zones.get(place.id));
    }
  }

  #label(place, zone) {
    const capital = this.book.capitals.has(zone.id);
    const signs = `${capital ? '\u2605' : ''}${zone.key ? '\u25C6' : ''}${zone.terrain === 'normal' ? '' : '\u2248'}${zone.poor ? '\u2234' : ''}`;
    const label = svg('text', { class: `label ${capital || zone.key ? 'great' : 'small'}`, y: -BASE, 'data-zone': zone.id }, zone.name, signs ? svg('tspan', { class: 'signs', dx: 2 }, signs) : '');
    this.layers.labels.append(label);
    this.names.push({ label, id: zone.id, x: place.x, y: place.y - RISE, great: Boolean(capital || zone.key), wide: widthOf(zone.name, `600 ${capital || zone.key ? 11 : 10.5}px`) + (signs ? 2 + widthOf(signs, '400 11px') : 0) });
  }

  #drawBorders() {
    for (const { pair, terrain, path } of this.data.borders) {
      const line = svg('path', { class: `border ${terrain}`, d: path });
      this.layers.borders.append(line);
      this.borders.push({ pair, line });
    }
    for (const { pair, terrain } of this.data.links) {
      const [a, b] = pair.map((id) => this.places.get(id));
      this.layers.borders.append(svg('path', { class: `link ${terrain}`, d: `M${a.x},${a.y}L${b.x},${b.y}` }, svg('title', {}, LINK_WORDS)));
    }
  }

  #drawPorts() {
    this.anchorage = new Map();
    for (const { zone, port, box } of this.data.ports) {
      this.anchorage.set(`port ${zone}`, port);
      this.anchorage.set(`box ${zone}`, box);
      this.layers.symbols.append(svg('path', { class: 'mooring', d: `M${this.places.get(zone).x},${this.places.get(zone).y}L${port}L${box}` }));
      for (const [kind, [x, y], r] of [['port', port, 4], ['box', box, 5.5]]) {
        this.layers.symbols.append(svg('circle', { class: kind, cx: x, cy: y, r, 'data-place': zone }, svg('title', {}, `${kind === 'port' ? 'Port' : 'Blockade box'} of ${this.book.name(zone)}`)));
      }
    }
  }

  // ---- a position ----

  show(position) {
    this.position = position;
    const land = new Map(position.zones.map((zone) => [zone.id, zone]));
    for (const [id, { group, tint, mark }] of this.zones) {
      const zone = land.get(id);
      group.setAttribute('data-side', zone.owner_side);
      tint.setAttribute('data-shade', String(this.book.shade(zone.owner)));
      mark.setAttribute('fill', zone.marker && zone.marker !== zone.owner_side ? `url(#held-${zone.marker})` : 'none');
    }
    for (const { pair, line } of this.borders) line.classList.toggle('frontier', land.get(pair[0]).owner !== land.get(pair[1]).owner);
    this.#drawPieces(position);
    this.outline(null);
  }

  #drawPieces(position) {
    this.layers.stacks.replaceChildren();
    this.layers.fleets.replaceChildren();
    this.moving = [];
    this.cut = new Set(position.forces.filter((force) => !force.supplied).map((force) => `${force.zone} ${force.side}`)); // out of supply as things stand
    for (const zone of position.zones) this.#drawZone(zone, position);
    for (const [place, fleets] of this.#fleetsByPlace(position)) this.#drawFleets(place, fleets);
    this.#layout();
  }

  #drawZone(zone, position) {
    const place = this.places.get(zone.id);
    if (zone.fortress) this.#drawFortress(zone, place);
    const groups = groupsOf(zone);
    if (!groups.length) return;
    for (const one of groups) one.unsupplied ||= !one.inside && this.cut.has(`${zone.id} ${one.side}`);
    const marching = position.march?.zone === zone.id ? position.march.side : null;
    const items = groups.map((one) => this.#counter(zone.id, one, marching === one.side && !one.inside));
    if (new Set(groups.filter((one) => !one.inside).map((one) => one.side)).size > 1) items.push({ item: svg('text', { class: 'swords' }, '\u2694'), swords: true });
    this.layers.stacks.append(...items.map(({ item }) => item));
    this.moving.push({ place, items });
  }

  #drawFortress(zone, place) {
    const gone = zone.fortress === 'destroyed';
    const sign = svg('g', { class: `fortress ${zone.fortress_side} ${gone ? 'gone' : ''}`, 'data-place': zone.id },
      svg('path', { class: 'wall-sign', d: 'M0,-6.5L6,-2V6H-6V-2Z' }), svg('text', { y: 4.4 }, gone ? '\u00D7' : String(zone.fortress_level)));
    if (zone.siege !== undefined) sign.append(svg('circle', { class: 'siege', r: 9.5 }), svg('text', { class: 'siege-marker', x: 9.5, y: -5 }, String(zone.siege)));
    this.layers.stacks.append(sign);
    this.moving.push({ place, fortress: sign });
  }

  // A counter in both its forms: written out, and with its number only.
  #counter(zone, one, marching) {
    const [ground, ink] = colours(one.nation);
    const name = one.leader ? this.book.name(one.leader.id) : one.units ? this.book.name(one.pieces.find((piece) => piece.steps !== undefined).id) : one.pieces.length ? this.book.name(one.pieces[0].id) : '?';
    const short = name.length > 11 ? `${name.slice(0, 10)}.` : name;
    const marks = Object.entries(MARKS).filter(([mark]) => one[mark]).map(([, [sign]]) => sign).join('');
    const number = `${one.units || !one.covered ? one.steps : ''}${one.covered ? `${one.units ? '+' : ''}${one.covered}?` : ''}`;
    const army = one.pieces.some((piece) => this.book.armies.has(piece.id));
    const left = 11 + number.length * 6; // what the number takes
    const wide = left + 8 + (short.length + (marks ? marks.length + 1 : 0)) * 6.4, slim = Math.max(20, 10 + number.length * 7);
    const words = `${SIDE[one.side]}${one.inside ? ', in the fortress' : ''}: ${name}, ${one.steps} ${one.steps === 1 ? 'step' : 'steps'}${Object.entries(MARKS).filter(([mark]) => one[mark]).map(([, [, text]]) => `, ${text}`).join('')}`;
    const box = (width, kind) => svg('g', { class: kind },
      svg('rect', { class: 'counter', x: -width / 2, y: 0, width, height: HEIGHT, rx: one.inside ? 8 : 3, fill: ground }),
      svg('text', { class: 'steps', x: kind === 'far' ? 0 : (left - width) / 2, y: 12.6, fill: ink }, number),
      ...(kind === 'far' ? [] : [svg('text', { class: 'leader', x: (left - 3) / 2, y: 12.2, fill: ink }, `${short}${marks ? ` ${marks}` : ''}`)]),
      ...(army ? [svg('rect', { class: 'army', x: -width / 2, y: -3.4, width, height: 3.2, rx: 1 })] : []),
      ...(kind === 'far' && (one.unsupplied || one.demoralised) ? [svg('circle', { class: 'worry', cx: width / 2, cy: 1, r: 3.6 })] : []));
    const item = svg('g', { class: `stack ${one.side} ${one.activated ? 'activated' : ''} ${marching ? 'moving' : ''}`, 'data-place': zone, 'data-stack': one.side }, box(wide, 'near'), box(slim, 'far'), svg('title', {}, words));
    return { item, wide, slim };
  }

  #fleetsByPlace(position) {
    const found = new Map();
    for (const fleet of position.fleets) {
      if (fleet.at === 'special') continue;
      const key = `${fleet.at} ${fleet.place}`;
      found.set(key, [...(found.get(key) ?? []), fleet]);
    }
    return found;
  }

  #drawFleets(key, fleets) {
    const id = key.slice(key.indexOf(' ') + 1);
    const at = this.anchorage.get(key);
    const sea = this.places.get(id);
    const [x, y] = at ?? [sea.x, sea.y + 8];
    const nations = [...new Set(fleets.map((fleet) => fleet.nation))];
    nations.forEach((nation, i) => {
      const own = fleets.filter((fleet) => fleet.nation === nation);
      const [ground, ink] = colours(nation);
      const item = svg('g', { class: `fleet ${own.some((fleet) => fleet.sailing) ? 'moving' : ''}`, 'data-place': id },
        svg('path', { class: 'hull', d: 'M-11,-2H11L7,7H-7ZM-1,-2V-10L7,-4Z', fill: ground }), svg('text', { y: 6, fill: ink }, String(own.length)),
        svg('title', {}, own.map((fleet) => `${fleet.id ? this.book.name(fleet.id) : 'A fleet'} (${this.book.nationName(nation)})`).join(', ')));
      this.layers.fleets.append(item);
      this.moving.push({ fleet: item, x, y, shift: (i - (nations.length - 1) / 2) * 22 });
    });
  }

  // ---- sizes ----

  rescale() {
    const k = this.unit;
    if (this.scale && Math.abs(k / this.scale - 1) < 0.01) return;
    this.scale = k;
    this.svg.classList.toggle('is-near', k < NEAR);
    this.svg.classList.toggle('all-names', k < NAMES);
    const size = clamp(0.3, k, 1.7);
    for (const { item, x, y } of this.scaled) item.setAttribute('transform', `translate(${x} ${y}) scale(${size.toFixed(3)})`);
    this.#layout();
  }

  // Counters and names, each where it can be read.
  #layout() {
    if (!this.scale || !this.moving) return;
    const k = this.scale;
    const near = k < NEAR;
    const size = near ? clamp(0.28, k, 0.8) : clamp(0.7, k * 0.92, 1.9);
    const letters = clamp(0.3, k, 1.7);
    const shown = this.names.filter(({ great }) => great || k < NAMES);
    const at = ({ x, y, wide }) => ({ x, y: y - (BASE + LINE - DEPTH) * letters, width: wide * letters, height: LINE * letters });
    const held = new Set(this.moving.filter(({ items }) => items).map(({ place }) => place.id));
    const homes = shown.filter(({ id, great }) => great || held.has(id)).map(at).map(({ x, y, width, height }) => boxAt(x, y, width, height));
    const stacks = this.moving.filter(({ items }) => items).map((one) => this.#stackBox(one, near, size));
    const signs = this.#arrangeSigns(near, size);
    placeStacks(stacks, homes, signs);
    for (const stack of stacks) this.#arrangeStack(stack, near, size);
    const under = new Map(stacks.map(({ place, box }) => [place.id, box.y1]));
    const names = shown.map((name) => ({ ...at(name), name, needed: name.great || held.has(name.id), under: under.get(name.id) }));
    placeNames(names, stacks.map(({ box }) => box), signs);
    for (const { name, dx, dy, box } of names) {
      name.label.classList.toggle('crowded', !box);
      if (box) name.label.setAttribute('transform', `translate(${(name.x + dx).toFixed(1)} ${(name.y + dy).toFixed(1)}) scale(${letters.toFixed(3)})`);
    }
  }

  // Counters of a zone: one below the other, small ones side by side.
  #stackBox({ place, items }, near, size) {
    const counters = items.filter((one) => !one.swords);
    const width = near ? Math.max(...counters.map((one) => one.wide)) : counters.reduce((sum, one) => sum + one.slim + GAP, -GAP);
    const height = near ? counters.length * (HEIGHT + ROW) - ROW : HEIGHT;
    return { place, items, counters, x: place.x, y: place.y, width: width * size, height: height * size };
  }

  #arrangeStack({ x, y, dx, dy, items, counters, width }, near, size) {
    let left = x + dx - width / 2, top = y + dy;
    for (const one of counters) {
      put(one.item, near ? x + dx : left + (one.slim * size) / 2, top, size);
      left += (one.slim + GAP) * size;
      if (near) top += (HEIGHT + ROW) * size;
    }
    const swords = items.find((one) => one.swords);
    if (swords) put(swords.item, x + dx - width / 2 - SWORDS * size, y + dy + HEIGHT * size, size);
  }

  // Fortresses and fleets; returns the boxes that they take.
  #arrangeSigns(near, size) {
    return this.moving.filter(({ items }) => !items).map(({ place, fortress, fleet, x, y, shift }) => {
      const [sign, right, down] = fleet ? [fleet, x + shift * size, y] : [fortress, place.x - (near ? 0 : 15 * size), place.y - (near ? RISE + 23 * size : 6 * size)];
      put(sign, right, down, size);
      return boxAt(right, down - 6 * size, (fleet ? 22 : 12) * size, 10 * size);
    });
  }

  // Shows a part of the map with places of which none is in sight.
  reveal(ids) {
    if (!this.#anySeen(ids)) this.frame(ids);
  }

  // Moves the map to the first of places of which none is in sight; what was framed before counts as framed still.
  bring(ids) {
    if (this.#anySeen(ids)) return;
    const framed = this.isFramed();
    this.centre(ids[0]);
    if (framed) this.ownFrame = { ...this.view };
  }

  #anySeen(ids) {
    const { x, y, w, h } = this.view;
    return ids.map((id) => this.places.get(id)).filter(Boolean).some((at) => at.x > x && at.x < x + w && at.y > y && at.y < y + h);
  }

  // Shows a part of the map: places, with room around them. Answers whether it is near enough for counters that are written out.
  frame(ids) {
    const seen = ids.map((id) => this.places.get(id)).filter(Boolean);
    const box = this.box.getBoundingClientRect();
    if (!seen.length || box.width < 10) return false;
    const margin = 70;
    const [x0, x1] = [Math.min(...seen.map((p) => p.x)) - margin, Math.max(...seen.map((p) => p.x)) + margin];
    const [y0, y1] = [Math.min(...seen.map((p) => p.y)) - margin, Math.max(...seen.map((p) => p.y)) + margin];
    const ratio = box.width / box.height;
    const w = Math.max(x1 - x0, (y1 - y0) * ratio, 420);
    this.view = { x: (x0 + x1 - w) / 2, y: (y0 + y1 - w / ratio) / 2, w, h: w / ratio };
    this.zoom(1);
    this.ownFrame = { ...this.view };
    return this.unit < NEAR;
  }

  // Whether what is shown is what was framed last: nobody has looked elsewhere.
  isFramed() {
    return Boolean(this.ownFrame) && ['x', 'y', 'w'].every((key) => Math.abs(this.ownFrame[key] - this.view[key]) < 1);
  }

  // ---- how far a force can march, and its line of supply ----

  // Of the force on its march, if there is one, all the time; else of that under the mouse.
  #hover(stack, zone) {
    if (stack !== this.shown && !this.dragged) this.outline(stack); // the reach of what is dragged stays
    this.#showWay(zone);
  }

  #force(zone) { return zone && this.position?.forces?.find((one) => one.zone === zone); }

  outline(zone) {
    this.shown = zone;
    this.goal = null;
    this.layers.way.replaceChildren();
    const force = (this.position && underWay(this.position)) ?? this.#force(zone);
    const shapes = (force?.reach ?? []).filter((id) => !force.through?.includes(id)).map((id) => svg('path', { class: 'within', d: this.places.get(id).path }));
    const strained = (force?.forced ?? []).flat().map((id) => svg('path', { class: 'strained', d: this.places.get(id).path }));
    this.layers.reach.replaceChildren(...strained, ...shapes);
    const line = (this.#force(zone)?.line ?? []).map((id) => this.places.get(id)).filter(Boolean);
    const points = line.map(({ x, y }) => `${x},${y}`).join('L');
    this.layers.supply.replaceChildren(...(line.length > 1 ? [svg('path', { class: 'supply-line', d: `M${points}` })] : []),
      ...(line.length ? [svg('circle', { class: 'supply-source', cx: line.at(-1).x, cy: line.at(-1).y, r: 6 })] : []));
  }

  // The way of the force on its march to a zone within its reach.
  #showWay(zone) {
    if (zone === this.goal) return;
    this.goal = zone;
    const force = this.position && underWay(this.position);
    const way = force ? wayTo(force, zone).map((id) => this.places.get(id)) : [];
    this.layers.way.replaceChildren(...(way.length > 1 ? [svg('path', { class: 'way', d: `M${way.map(({ x, y }) => `${x},${y}`).join('L')}` }), svg('circle', { class: 'way-end', cx: way.at(-1).x, cy: way.at(-1).y, r: 5 })] : []));
  }
}

// The force on its march or about to set out, or on its walk at peace or in redeployment, with its reach: { zone, reach, before }; null: there is none.
export function underWay({ step, march, walk, forces }) {
  if (step === 'walk') return walk ?? null;
  return (['move', 'forced_march'].includes(step) && march && forces.find((one) => one.zone === march.zone && one.side === march.side)) || null;
}

// The zones of the cheapest way of a force ({ zone, reach, before }) to another zone, its own first; none if that is out of reach.
export function wayTo({ zone, reach, before }, to) {
  const way = [to];
  while (way[0] !== zone) {
    const at = reach.indexOf(way[0]);
    if (at < 0) return [];
    way.unshift(before[at]);
  }
  return way;
}

// map.js: the map of Age of Napoleon: areas by alignment, names, stacks; pan, zoom and choices are the shell's (shell/canvas.js).
import { Canvas } from '/shell/canvas.js';
import { svg } from '/shell/dom.js';
import { LINKS, SYMBOLS } from './words.js';

// Places a counter may take beside its area's middle, nearest first, in units of the map.
const OFFSETS = [];
for (let dx = -48; dx <= 48; dx += 8) for (let dy = -54; dy <= 48; dy += 6) OFFSETS.push({ dx, dy, far: Math.hypot(dx, dy) });
OFFSETS.sort((a, b) => a.far - b.far);
const LINE_HEIGHT = 19; // of one counter with the space below it
const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const LAYERS = ['ground', 'areas', 'choices', 'over', 'links', 'labels', 'leads', 'stacks'];
const SEA_BEYOND = 800; // drawn beyond the frame, so that its rim is never seen

export class AonMap extends Canvas {
  // data: map.json; book: names and facts of the board
  constructor(box, data, book, handlers) {
    super(box, { width: data.width, height: data.height, label: 'Map of Europe', phone: { x: 420, y: 300, w: 620 } }, LAYERS, new Map(data.places.map((area) => [area.id, area])), handlers);
    this.book = book;
    this.shapes = new Map();
    this.names = [];         // of areas: { area, place, label, width, height }, and the box each takes
    this.stacked = [];       // the same of stacks
    this.inside = new Map(); // whether a place beside the middle of an area still lies in it
    this.layers.ground.append(this.#patterns(), svg('rect', { class: 'sea', x: -SEA_BEYOND, y: -SEA_BEYOND, width: data.width + 2 * SEA_BEYOND, height: data.height + 2 * SEA_BEYOND }), svg('path', { class: 'land', d: data.land }));
    this.#drawAreas(data);
    this.#drawLinks();
    this.resize();
  }

  #patterns() {
    const pattern = ([id, angle, colour]) => svg('pattern', { id: `hatch-${id}`, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` },
      svg('line', { x1: 0, y1: 0, x2: 0, y2: 7, stroke: colour, 'stroke-width': 1.6 }));
    return svg('defs', {}, ...[['dominion', 45, '#6f94c4'], ['insurgent', -45, '#b35a00']].map(pattern));
  }

  #drawAreas(data) {
    const capitals = new Set(this.book.board.countries.map((country) => country.capital_area));
    for (const place of data.places) {
      const area = this.book.areas.get(place.id);
      if (!area) continue;
      const [fill, pattern, edge] = ['fill', 'pattern', 'edge'].map((name) => svg('path', { class: name, d: place.path }));
      const group = svg('g', { class: 'area', 'data-place': place.id }, fill, pattern, edge);
      this.layers.areas.append(group);
      this.shapes.set(place.id, { group, pattern });
      this.#label(place, area, capitals.has(place.id));
    }
  }

  #drawLinks() {
    for (const link of this.book.board.special_links) {
      const a = this.places.get(link.a), b = this.places.get(link.b);
      if (!a || !b) continue;
      this.layers.links.append(svg('path', { class: `link ${link.kind}`, d: `M${a.x},${a.y + 8}L${b.x},${b.y + 8}` }, svg('title', {}, LINKS[link.kind] ?? link.kind)));
    }
  }

  #label(place, area, capital) {
    const symbols = `${capital ? '\u2605' : ''}${area.mountain ? '\u25B2' : ''}${area.marsh ? '\u2248' : ''}${area.barren ? '\u2234' : ''}`;
    const words = area.name.length > 12 && area.name.includes(' ') ? this.#split(area.name) : [area.name];
    const size = Math.max(9, Math.min(13, (place.room * 3.2) / Math.max(...words.map((w) => w.length)) + 5));
    const label = svg('text', { class: 'label', y: -4 - (words.length - 1) * size, 'font-size': size.toFixed(1) });
    words.forEach((word, i) => label.append(svg('tspan', { x: 0, dy: i === 0 ? 0 : size }, word)));
    for (const [sign, words] of SYMBOLS.filter(([sign]) => symbols.includes(sign))) {
      label.append(svg('tspan', { class: 'symbols', dx: 1, 'data-place': place.id }, svg('title', {}, words), sign));
    }
    this.layers.labels.append(label);
    this.names.push({ area: place.id, place, label, width: Math.max(...words.map((w) => w.length)) * size * 0.62 + symbols.length * 9, height: words.length * size });
  }

  #split(name) {
    const words = name.split(' ');
    const half = Math.ceil(words.length / 2);
    return [words.slice(0, half).join(' '), words.slice(half).join(' ')];
  }

  show(position) {
    const owners = this.book.owners(position);
    for (const [id, { group, pattern }] of this.shapes) {
      const alignment = owners.get(id) ?? 'NC';
      group.setAttribute('data-alignment', alignment);
      pattern.setAttribute('fill', alignment === 'FD' ? 'url(#hatch-dominion)' : alignment === 'IC' ? 'url(#hatch-insurgent)' : 'none');
    }
    this.layers.stacks.replaceChildren();
    const inArea = new Map();
    for (const stack of position.stacks) {
      const list = inArea.get(stack.area) ?? [];
      list.push(stack);
      inArea.set(stack.area, list);
    }
    this.stacked = [];
    for (const [area, stacks] of inArea) {
      const place = this.places.get(area);
      if (!place) continue;
      const width = Math.max(...stacks.map((stack) => this.#counterName(stack).width));
      const items = stacks.map((stack, i) => this.#stack(area, stack, i, position));
      if (stacks.length > 1) items.push(svg('text', { class: 'swords', x: -width / 2 - 10, y: 24 }, '\u2694'));
      this.layers.stacks.append(...items);
      this.stacked.push({ area, place, items, width: width + 6, height: stacks.length * LINE_HEIGHT });
    }
    this.stacked.sort((a, b) => a.place.room - b.place.room); // who has least room chooses first
    this.#arrange();
  }

  // Labels and counters keep a readable size on the screen, within what the areas have room for.
  rescale() {
    const k = this.unit;
    const label = Math.max(0.55, Math.min(1.12, k * 0.95)), counter = Math.max(0.6, Math.min(1.4, k * 1.05));
    if (this.scale && Math.abs(label / this.scale.label - 1) < 0.01 && Math.abs(counter / this.scale.counter - 1) < 0.01) return;
    this.scale = { label, counter };
    this.#arrange();
  }

  // Finds a place for every name, then for every counter, so that they cover each other as little as can be.
  #arrange() {
    if (!this.scale) return;
    const names = [], counters = [];
    for (const name of this.names) names.push(this.#arrangeName(name, names));
    this.layers.leads.replaceChildren();
    for (const stack of this.stacked) counters.push(this.#arrangeCounters(stack, names, counters));
  }

  // A name stands above the middle of its area, a little higher or lower if another is in the way. Returns the box it takes.
  #arrangeName({ area, place, label, width, height }, others) {
    const k = this.scale.label;
    const box = (shift) => ({ area, left: place.x - (width * k) / 2, right: place.x + (width * k) / 2, top: place.y - (4 + height) * k + shift, bottom: place.y - 2 * k + shift });
    const cost = (shift) => others.reduce((sum, other) => sum + cover(box(shift), other), 0) + Math.abs(shift) * 0.2;
    const best = [0, -7, 7, -13, 13].reduce((a, b) => (cost(b) < cost(a) ? b : a));
    label.setAttribute('transform', `translate(${place.x} ${place.y + best}) scale(${k.toFixed(3)})`);
    return box(best);
  }

  // Counters stand below the name; where that would hide names or counters they step aside, and a line leads back.
  #arrangeCounters({ area, place, items, width, height }, names, counters) {
    const k = this.scale.counter;
    const box = ({ dx, dy }) => ({ left: place.x + dx - (width * k) / 2, right: place.x + dx + (width * k) / 2, top: place.y + dy + 2, bottom: place.y + dy + 2 + height * k });
    let best = null, least = Infinity;
    const cost = (offset) => {
      const here = box(offset);
      let sum = offset.far * 1.1;
      for (const name of names) sum += cover(here, name) * (name.area === area ? 1.6 : 1);
      for (const other of counters) sum += cover(here, other) * 1.5;
      return sum >= least || this.#isInside(area, offset) ? sum : sum + 70;
    };
    for (const offset of OFFSETS) {
      if (offset.far * 1.1 >= least) break; // farther ones only cost more
      const sum = cost(offset);
      if (sum < least) { least = sum; best = offset; }
    }
    const x = place.x + best.dx, y = place.y + best.dy + 2;
    for (const item of items) item.setAttribute('transform', `translate(${x} ${y}) scale(${k.toFixed(3)})`);
    if (!this.#isInside(area, best)) {
      this.layers.leads.append(svg('path', { class: 'lead', d: `M${place.x},${place.y + 4}L${x},${y + (height * k) / 2}` }), svg('circle', { class: 'lead-end', cx: place.x, cy: place.y + 4, r: 2.6 }));
    }
    return box(best);
  }

  // Whether counters at an offset lie in their own area, by and large.
  #isInside(area, { dx, dy }) {
    const key = `${area} ${dx} ${dy}`;
    if (!this.inside.has(key)) {
      const { x, y } = this.places.get(area);
      this.inside.set(key, this.shapes.get(area).group.firstElementChild.isPointInFill({ x: x + dx, y: y + dy + LINE_HEIGHT / 2 }));
    }
    return this.inside.get(key);
  }

  #counterName(stack) {
    const name = stack.leader ? this.book.corpsName(stack.leader) : '?';
    const short = name.length > 10 ? `${name.slice(0, 9)}.` : name;
    return { name, short, width: Math.max(36, 22 + short.length * 6.3) };
  }

  #stack(area, stack, index, position) {
    const { name, short, width } = this.#counterName(stack);
    const y = index * LINE_HEIGHT;
    const x = -width / 2;
    const moving = position.army && position.army.area === area && position.army.seat === stack.seat;
    const group = svg('g', { class: `stack ${stack.seat}${stack.spent ? ' spent' : ''}${moving ? ' moving' : ''}`, 'data-place': area, 'data-seat': stack.seat });
    for (let i = Math.min(stack.height, 4) - 1; i > 0; i--) group.append(svg('rect', { class: 'under', x: x + i * 1.8, y: y + i * 1.8, width, height: 16, rx: 3 }));
    group.append(svg('rect', { class: 'counter', x, y, width, height: 16, rx: 3 }),
      svg('text', { class: 'height', x: x + 8, y: y + 12 }, String(stack.height)),
      svg('line', { class: 'rule', x1: x + 15, x2: x + 15, y1: y + 2, y2: y + 14 }),
      svg('text', { class: 'leader', x: x + 15 + (width - 15) / 2, y: y + 11.6 }, short));
    group.append(svg('title', {}, `${name}, ${stack.height} corps${stack.spent ? ', spent' : ''}`));
    return group;
  }
}

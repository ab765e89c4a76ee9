// map.js: the map as SVG: areas, stacks, choices on the map; pan and zoom by mouse, wheel, keyboard and touch.
import { LINKS, SYMBOLS } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
// Places a counter may take beside its area's middle, nearest first, in units of the map.
const OFFSETS = [];
for (let dx = -48; dx <= 48; dx += 8) for (let dy = -54; dy <= 48; dy += 6) OFFSETS.push({ dx, dy, far: Math.hypot(dx, dy) });
OFFSETS.sort((a, b) => a.far - b.far);
const LINE_HEIGHT = 19; // of one counter with the space below it
const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const make = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

export class MapView {
  // handlers: area(id) when an area is chosen, drag(from, to) when a stack was dragged, info(id) to describe an area
  constructor(holder, data, handlers) {
    this.data = data;
    this.handlers = handlers;
    this.places = new Map(data.areas.map((area) => [area.id, area]));
    this.shapes = new Map();
    this.pointers = new Map();
    this.view = { x: 0, y: 0, w: data.width, h: data.height };
    this.svg = make('svg', { id: 'map', role: 'group', 'aria-label': 'Map of Europe. Arrow keys move it, plus and minus zoom.', tabindex: '0', preserveAspectRatio: 'xMidYMid meet' });
    this.svg.append(this.#defs(), make('rect', { class: 'sea', x: -800, y: -800, width: data.width + 1600, height: data.height + 1600 }),
      make('path', { class: 'land', d: data.land }));
    this.layers = {};
    for (const name of ['areas', 'choices', 'over', 'links', 'labels', 'leads', 'stacks']) {
      this.layers[name] = make('g', { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    holder.replaceChildren(this.svg);
    this.holder = holder;
    this.#listen();
    this.resize();
    new ResizeObserver(() => this.resize()).observe(holder);
  }

  #defs() {
    const defs = make('defs');
    for (const [id, angle, colour] of [['dominion', 45, '#6f94c4'], ['insurgent', -45, '#b35a00']]) {
      defs.append(make('pattern', { id: `hatch-${id}`, width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${angle})` },
        make('line', { x1: 0, y1: 0, x2: 0, y2: 7, stroke: colour, 'stroke-width': 1.6 })));
    }
    return defs;
  }

  // Draws what never changes of a board.
  setBoard(board) {
    this.board = board;
    const byId = new Map(board.areas.map((area) => [area.id, area]));
    const capitals = new Set(board.countries.map((country) => country.capital_area));
    this.layers.areas.replaceChildren();
    this.layers.labels.replaceChildren();
    this.layers.links.replaceChildren();
    this.shapes.clear();
    this.names = []; // of areas: { area, place, label, width, height }, and the box each takes
    this.inside = new Map(); // whether a place beside the middle of an area still lies in it
    for (const place of this.data.areas) {
      const area = byId.get(place.id);
      if (!area) continue;
      const group = make('g', { class: 'area', 'data-area': place.id });
      const shape = make('path', { class: 'fill', d: place.path });
      const pattern = make('path', { class: 'pattern', d: place.path });
      const edge = make('path', { class: 'edge', d: place.path });
      group.append(shape, pattern, edge);
      this.layers.areas.append(group);
      this.shapes.set(place.id, { group, pattern });
      this.#label(place, area, capitals.has(place.id));
    }
    for (const link of board.special_links) {
      const a = this.places.get(link.a), b = this.places.get(link.b);
      if (!a || !b) continue;
      this.layers.links.append(make('path', { class: `link ${link.kind}`, d: `M${a.x},${a.y + 8}L${b.x},${b.y + 8}` },
        make('title', {}, LINKS[link.kind] ?? link.kind)));
    }
    this.stacked = [];
    this.#arrange();
  }

  #label(place, area, capital) {
    const symbols = `${capital ? '\u2605' : ''}${area.mountain ? '\u25B2' : ''}${area.marsh ? '\u2248' : ''}${area.barren ? '\u2234' : ''}`;
    const words = area.name.length > 12 && area.name.includes(' ') ? this.#split(area.name) : [area.name];
    const size = Math.max(9, Math.min(13, (place.room * 3.2) / Math.max(...words.map((w) => w.length)) + 5));
    const label = make('text', { class: 'label', y: -4 - (words.length - 1) * size, 'font-size': size.toFixed(1) });
    words.forEach((word, i) => label.append(make('tspan', { x: 0, dy: i === 0 ? 0 : size }, word)));
    for (const [sign, words] of SYMBOLS.filter(([sign]) => symbols.includes(sign))) {
      label.append(make('tspan', { class: 'symbols', dx: 1, 'data-area': place.id }, make('title', {}, words), sign));
    }
    this.layers.labels.append(label);
    this.names.push({ area: place.id, place, label, width: Math.max(...words.map((w) => w.length)) * size * 0.62 + symbols.length * 9, height: words.length * size });
  }

  #split(name) {
    const words = name.split(' ');
    const half = Math.ceil(words.length / 2);
    return [words.slice(0, half).join(' '), words.slice(half).join(' ')];
  }

  // Shows a position. owners: area -> alignment code; stacks as in the position; names of corps by id.
  show(position, owners, corpsName) {
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
      const width = Math.max(...stacks.map((stack) => this.#counterName(stack, corpsName).width));
      const items = stacks.map((stack, i) => this.#stack(area, stack, i, corpsName, position));
      if (stacks.length > 1) items.push(make('text', { class: 'swords', x: -width / 2 - 10, y: 24 }, '\u2694'));
      this.layers.stacks.append(...items);
      this.stacked.push({ area, place, items, width: width + 6, height: stacks.length * LINE_HEIGHT });
    }
    this.stacked.sort((a, b) => a.place.room - b.place.room); // who has least room chooses first
    this.#arrange();
  }

  // Labels and counters keep a readable size on the screen, within what the areas have room for.
  #rescale() {
    const k = this.view.w / (this.holder.clientWidth || 1);
    const label = Math.max(0.55, Math.min(1.12, k * 0.95)), counter = Math.max(0.6, Math.min(1.4, k * 1.05));
    if (this.scale && Math.abs(label / this.scale.label - 1) < 0.01 && Math.abs(counter / this.scale.counter - 1) < 0.01) return;
    this.scale = { label, counter };
    if (this.names) this.#arrange();
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
      this.layers.leads.append(make('path', { class: 'lead', d: `M${place.x},${place.y + 4}L${x},${y + (height * k) / 2}` }), make('circle', { class: 'lead-end', cx: place.x, cy: place.y + 4, r: 2.6 }));
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

  #counterName(stack, corpsName) {
    const name = stack.leader ? corpsName(stack.leader) : '?';
    const short = name.length > 10 ? `${name.slice(0, 9)}.` : name;
    return { name, short, width: Math.max(36, 22 + short.length * 6.3) };
  }

  #stack(area, stack, index, corpsName, position) {
    const { name, short, width } = this.#counterName(stack, corpsName);
    const y = index * LINE_HEIGHT;
    const x = -width / 2;
    const moving = position.army && position.army.area === area && position.army.seat === stack.seat;
    const group = make('g', { class: `stack ${stack.seat}${stack.spent ? ' spent' : ''}${moving ? ' moving' : ''}`, 'data-area': area, 'data-seat': stack.seat });
    for (let i = Math.min(stack.height, 4) - 1; i > 0; i--) group.append(make('rect', { class: 'under', x: x + i * 1.8, y: y + i * 1.8, width, height: 16, rx: 3 }));
    group.append(make('rect', { class: 'counter', x, y, width, height: 16, rx: 3 }),
      make('text', { class: 'height', x: x + 8, y: y + 12 }, String(stack.height)),
      make('line', { class: 'rule', x1: x + 15, x2: x + 15, y1: y + 2, y2: y + 14 }),
      make('text', { class: 'leader', x: x + 15 + (width - 15) / 2, y: y + 11.6 }, short));
    group.append(make('title', {}, `${name}, ${stack.height} corps${stack.spent ? ', spent' : ''}`));
    return group;
  }

  // Areas that can be chosen: area -> words of the choice.
  setChoices(choices) {
    this.choices = choices;
    const focused = document.activeElement?.classList?.contains('choice') || (this.waiting && document.activeElement === this.svg);
    this.layers.choices.replaceChildren();
    for (const [id, words] of choices) {
      const place = this.places.get(id);
      if (!place) continue;
      const target = make('path', { class: 'choice', d: place.path, 'data-area': id, role: 'button', tabindex: '0', 'aria-label': words.join('; ') },
        make('title', {}, words.join('\n')));
      target.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); event.stopPropagation(); this.handlers.area(id); }
      });
      this.layers.choices.append(target);
    }
    if (focused) (this.layers.choices.firstElementChild ?? this.svg).focus({ preventScroll: true });
    this.waiting = focused && !choices.size; // comes back to the next choices, as long as the focus stays on the map
  }

  // Draws attention to areas: a hint, a battle.
  mark(areas) {
    this.layers.over.replaceChildren();
    for (const id of areas) {
      const place = this.places.get(id);
      if (place) this.layers.over.append(make('circle', { class: 'mark', cx: place.x, cy: place.y + 6, r: 30 }));
    }
  }

  centre(id) {
    const place = this.places.get(id);
    if (!place) return;
    const { x, y, w, h } = this.view;
    const margin = 0.12;
    if (place.x > x + w * margin && place.x < x + w * (1 - margin) && place.y > y + h * margin && place.y < y + h * (1 - margin)) return;
    this.view.x = place.x - w / 2;
    this.view.y = place.y - h / 2;
    this.#apply();
  }

  // ---- pan and zoom ----

  resize() {
    const box = this.holder.getBoundingClientRect();
    if (box.width < 10 || box.height < 10) return;
    const ratio = box.width / box.height;
    const first = !this.sized;
    this.sized = true;
    if (first) {
      this.all();
    } else {
      const middle = { x: this.view.x + this.view.w / 2, y: this.view.y + this.view.h / 2 };
      this.view.h = this.view.w / ratio;
      this.view.x = middle.x - this.view.w / 2;
      this.view.y = middle.y - this.view.h / 2;
      this.#apply();
    }
  }

  all() {
    const box = this.holder.getBoundingClientRect();
    const ratio = box.width / box.height;
    const { width, height } = this.data;
    const narrow = box.width < 600; // on a phone: the middle of Europe, large enough to be read
    const w = narrow ? 620 : Math.max(width * 0.985, height * 0.97 * ratio);
    this.view = { w, h: w / ratio, x: narrow ? 420 : (width - w) / 2, y: narrow ? 300 + (w - w / ratio) / 6 : (height - w / ratio) / 2 };
    this.#apply();
  }

  zoom(factor, centre) {
    const { x, y, w, h } = this.view;
    const next = Math.max(160, Math.min(this.data.width * 1.3, w / factor));
    const at = centre ?? { x: x + w / 2, y: y + h / 2 };
    const k = next / w;
    this.view = { x: at.x - (at.x - x) * k, y: at.y - (at.y - y) * k, w: next, h: h * k };
    this.#apply();
  }

  pan(dx, dy) {
    this.view.x += dx * this.view.w;
    this.view.y += dy * this.view.h;
    this.#apply();
  }

  #apply() {
    const v = this.view;
    v.x = Math.max(-v.w * 0.6, Math.min(this.data.width - v.w * 0.4, v.x));
    v.y = Math.max(-v.h * 0.6, Math.min(this.data.height - v.h * 0.4, v.y));
    this.svg.setAttribute('viewBox', `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.w.toFixed(1)} ${v.h.toFixed(1)}`);
    this.#rescale();
  }

  #point(event) {
    const box = this.svg.getBoundingClientRect();
    return { x: this.view.x + ((event.clientX - box.left) / box.width) * this.view.w, y: this.view.y + ((event.clientY - box.top) / box.height) * this.view.h };
  }

  #areaAt(event) {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const area = element.closest?.('[data-area]');
      if (area && this.svg.contains(area)) return area.dataset.area;
    }
    return null;
  }

  #listen() {
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.18 : 1 / 1.18, this.#point(event));
    }, { passive: false });
    this.svg.addEventListener('keydown', (event) => this.#key(event));
    this.svg.addEventListener('pointerdown', (event) => this.#down(event));
    this.svg.addEventListener('pointermove', (event) => this.#move(event));
    for (const name of ['pointerup', 'pointercancel']) this.svg.addEventListener(name, (event) => this.#up(event, name === 'pointerup'));
  }

  #key(event) {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (moves[event.key]) this.pan(...moves[event.key]);
    else if (event.key === '+' || event.key === '=') this.zoom(1.25);
    else if (event.key === '-') this.zoom(0.8);
    else if (event.key === 'Home') this.all();
    else return;
    event.preventDefault();
  }

  #down(event) {
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 1) {
      const stack = event.target.closest?.('.stack');
      const from = this.#areaAt(event);
      const draggable = from && this.choices?.has(from) && (stack || [...this.layers.stacks.children].some((s) => s.dataset.area === from));
      this.start = { x: event.clientX, y: event.clientY, from: draggable && this.handlers.mayDrag(from) ? from : null, moved: false, view: { ...this.view } };
    } else {
      this.start = null;
      this.#endGhost();
    }
  }

  #move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    if (this.pointers.size === 2) { this.#pinch(event); return; }
    this.pointers.set(event.pointerId, event);
    const start = this.start;
    if (!start) return;
    const dx = event.clientX - start.x, dy = event.clientY - start.y;
    if (!start.moved && Math.hypot(dx, dy) < 6) return;
    if (!start.moved) this.svg.setPointerCapture(event.pointerId);
    start.moved = true;
    if (start.from) { this.#ghost(start.from, this.#point(event)); return; }
    const box = this.svg.getBoundingClientRect();
    this.view.x = start.view.x - (dx / box.width) * this.view.w;
    this.view.y = start.view.y - (dy / box.height) * this.view.h;
    this.#apply();
  }

  #pinch(event) {
    const before = [...this.pointers.values()];
    this.pointers.set(event.pointerId, event);
    const after = [...this.pointers.values()];
    const span = (list) => Math.hypot(list[0].clientX - list[1].clientX, list[0].clientY - list[1].clientY);
    const middle = { clientX: (after[0].clientX + after[1].clientX) / 2, clientY: (after[0].clientY + after[1].clientY) / 2 };
    if (span(before) > 0) this.zoom(span(after) / span(before), this.#point(middle));
  }

  #ghost(from, to) {
    const place = this.places.get(from);
    if (!this.arrow) {
      this.arrow = make('path', { class: 'drag' });
      this.layers.over.append(this.arrow);
    }
    this.arrow.setAttribute('d', `M${place.x},${place.y + 8}L${to.x.toFixed(1)},${to.y.toFixed(1)}`);
  }

  #endGhost() {
    this.arrow?.remove();
    this.arrow = null;
  }

  #up(event, done) {
    const start = this.start;
    this.pointers.delete(event.pointerId);
    this.#endGhost();
    this.start = null;
    if (!start || !done) return;
    const area = this.#areaAt(event);
    if (!start.moved) {
      if (area) this.handlers.area(area); else this.handlers.area(null);
    } else if (start.from && area && area !== start.from) {
      this.handlers.drag(start.from, area);
    }
  }
}

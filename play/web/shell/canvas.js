// canvas.js: a map to be looked at: pan and zoom by mouse, wheel, keyboard and touch; places that can be chosen, marked, and
// dragged from. What a place looks like, and everything else on the map, is drawn by the game's module into layers of its own.
// While it moves what is drawn already is only shifted and scaled, which the browser does without painting; it is drawn anew when it rests.
import { el, svg } from './dom.js';

const LEAST_VIEW = 160; // no closer than so many units of the map across
const DRAG_PIXELS = 6;  // a pointer that moves less has not moved
const REST_MS = 140;    // a map that has not moved for so long rests
const FAR = 1.2;        // screens beyond which a shift shows what is not drawn
const LARGER = 3;       // and a scale beyond which it is no longer worth looking at

export class Canvas {
  // map: { width, height, label, phone }: the size in units of its own, what it shows, and optionally the part { x, y, w } that a
  // narrow screen shows first. layers: names from the bottom up; "choices" and "over" must be among them.
  // places: id -> { x, y, path }: the middle, and the outline as the d of an SVG path.
  // handlers: from the shell (contract.js).
  constructor(box, map, layers, places, handlers) {
    Object.assign(this, { box, map, places, handlers });
    this.pointers = new Map();
    this.choices = new Map();
    this.view = { x: 0, y: 0, w: map.width, h: map.height };
    this.svg = svg('svg', { id: 'map', role: 'group', 'aria-label': `${map.label}. Arrow keys move it, plus and minus zoom.`, tabindex: '0', preserveAspectRatio: 'xMidYMid meet' });
    this.layers = Object.fromEntries(layers.map((name) => [name, svg('g', { class: `layer-${name}` })]));
    this.svg.append(...Object.values(this.layers));
    this.sheet = el('div', { class: 'sheet' }, this.svg); // what moves
    box.replaceChildren(this.sheet);
    this.#listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  // Units of the map in a pixel of the screen.
  get unit() { return this.view.w / (this.box.clientWidth || 1); }

  // Called when the map has been drawn anew; for subclasses that keep the size of names and counters.
  rescale() {}

  // Called while it moves; for subclasses that paint a part of it only.
  shifted() {}

  // Places that can be chosen: id -> [words of a choice].
  setChoices(choices) {
    this.choices = choices;
    const focused = document.activeElement?.classList?.contains('choice') || (this.waiting && document.activeElement === this.svg);
    this.layers.choices.replaceChildren(...[...choices].filter(([id]) => this.places.has(id)).map(([id, words]) => this.#target(id, words)));
    if (focused) (this.layers.choices.firstElementChild ?? this.svg).focus({ preventScroll: true });
    this.waiting = focused && !choices.size; // comes back to the next choices, as long as the focus stays on the map
  }

  #target(id, words) {
    const target = svg('path', { class: 'choice', d: this.places.get(id).path, 'data-place': id, role: 'button', tabindex: '0', 'aria-label': words.join('; ') },
      svg('title', {}, words.join('\n')));
    target.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      this.handlers.place(id);
    });
    target.addEventListener('focus', () => { if (target.matches(':focus-visible')) this.centre(id); }); // who goes by keys sees where he is
    return target;
  }

  // Draws attention to places: where somebody is, a battle.
  mark(ids, radius = 30) {
    const marked = ids.map((id) => this.places.get(id)).filter(Boolean);
    this.layers.over.replaceChildren(...marked.map(({ x, y }) => svg('circle', { class: 'mark', cx: x, cy: y + 6, r: radius })));
  }

  // Brings a place into sight, if it is not well in it already.
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
    if (!this.svg.isConnected) { this.observer.disconnect(); return; } // another game is shown there now
    const box = this.box.getBoundingClientRect();
    if (box.width < 10 || box.height < 10) return;
    this.size = { w: box.width, h: box.height };
    if (!this.sized) {
      this.sized = true;
      this.all();
      return;
    }
    const { x, y, w, h } = this.view;
    const height = w * (box.height / box.width);
    this.view = { x, w, y: y + (h - height) / 2, h: height };
    this.#apply();
  }

  // The whole map; asked for again while it is shown, the part that was shown before.
  all() {
    if (this.before && ['x', 'y', 'w'].every((part) => this.view[part] === this.whole[part])) {
      this.view = this.before;
      this.before = null;
      this.zoom(1);
      return;
    }
    this.before = this.whole ? { ...this.view } : null; // none before the first time, when the map is mounted
    const box = this.box.getBoundingClientRect();
    const ratio = box.width / box.height;
    const { width, height, phone } = this.map;
    const narrow = phone && box.width < 600; // the middle, large enough to be read
    const w = narrow ? phone.w : Math.max(width * 0.985, height * 0.97 * ratio);
    this.view = { w, h: w / ratio, x: narrow ? phone.x : (width - w) / 2, y: narrow ? phone.y + (w - w / ratio) / 6 : (height - w / ratio) / 2 };
    this.#apply();
    this.whole = { ...this.view };
  }

  zoom(factor, centre, moving = false) {
    const { x, y, w, h } = this.view;
    const next = Math.max(LEAST_VIEW, Math.min(this.map.width * 1.3, w / factor));
    const at = centre ?? { x: x + w / 2, y: y + h / 2 };
    const k = next / w;
    this.view = { x: at.x - (at.x - x) * k, y: at.y - (at.y - y) * k, w: next, h: h * k };
    this.#apply(moving);
  }

  pan(dx, dy) {
    this.view.x += dx * this.view.w;
    this.view.y += dy * this.view.h;
    this.#apply(true);
  }

  // Shows the view; moving: more of the same is likely to follow.
  #apply(moving = false) {
    const v = this.view;
    v.x = Math.max(-v.w * 0.6, Math.min(this.map.width - v.w * 0.4, v.x));
    v.y = Math.max(-v.h * 0.6, Math.min(this.map.height - v.h * 0.4, v.y));
    if (moving && this.#shift()) return;
    this.drawNow();
  }

  // Draws what the view shows.
  drawNow() {
    const v = this.view;
    clearTimeout(this.resting);
    this.drawn = { ...v };
    this.sheet.classList.remove('shifted');
    this.sheet.style.transform = '';
    this.svg.setAttribute('viewBox', `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.w.toFixed(1)} ${v.h.toFixed(1)}`);
    this.rescale();
  }

  // Shifts and scales what is drawn to where the view shows it; false: that would leave too much of it blank.
  #shift() {
    const { view, drawn, size } = this;
    if (!drawn || !size) return false;
    const scale = drawn.w / view.w, x = (drawn.x - view.x) / view.w, y = (drawn.y - view.y) / view.h;
    if (Math.abs(x) > FAR || Math.abs(y) > FAR || scale > LARGER || scale < 1 / LARGER) return false;
    this.sheet.classList.add('shifted');
    this.sheet.style.transform = `translate(${(x * size.w).toFixed(2)}px,${(y * size.h).toFixed(2)}px) scale(${scale.toFixed(4)})`;
    this.#soon();
    this.shifted();
    return true;
  }

  // Draws anew when the map rests and nobody holds it.
  #soon() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => (this.pointers.size ? this.#soon() : this.drawNow()), REST_MS);
  }

  // ---- pointers and keys ----

  #point(event) {
    const box = this.box.getBoundingClientRect();
    return { x: this.view.x + ((event.clientX - box.left) / box.width) * this.view.w, y: this.view.y + ((event.clientY - box.top) / box.height) * this.view.h };
  }

  // The place at a point of the map (in its units); for subclasses whose places are painted, not elements.
  at() { return null; }

  // The place under a pointer, or null.
  placeAt(event) {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = element.closest?.('[data-place]');
      if (place && this.svg.contains(place)) return place.dataset.place;
    }
    return this.at(this.#point(event));
  }

  #listen() {
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.18 : 1 / 1.18, this.#point(event), true);
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
    if (this.pointers.size > 1) {
      this.start = null;
      this.#endArrow();
      return;
    }
    const from = this.placeAt(event);
    this.start = { x: event.clientX, y: event.clientY, from: from && this.handlers.mayDrag(from) ? from : null, moved: false, view: { ...this.view } };
  }

  #move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    if (this.pointers.size === 2) { this.#pinch(event); return; }
    this.pointers.set(event.pointerId, event);
    const { start } = this;
    if (!start) return;
    const dx = event.clientX - start.x, dy = event.clientY - start.y;
    if (!start.moved && Math.hypot(dx, dy) < DRAG_PIXELS) return;
    if (!start.moved) this.svg.setPointerCapture(event.pointerId);
    start.moved = true;
    if (start.from) { this.#arrow(start.from, this.#point(event)); return; }
    this.view.x = start.view.x - (dx / this.size.w) * this.view.w;
    this.view.y = start.view.y - (dy / this.size.h) * this.view.h;
    this.#apply(true);
  }

  // Whether the map itself is being dragged.
  get panning() { return Boolean(this.start?.moved && !this.start.from); }

  #pinch(event) {
    const before = [...this.pointers.values()];
    this.pointers.set(event.pointerId, event);
    const after = [...this.pointers.values()];
    const span = (list) => Math.hypot(list[0].clientX - list[1].clientX, list[0].clientY - list[1].clientY);
    const middle = { clientX: (after[0].clientX + after[1].clientX) / 2, clientY: (after[0].clientY + after[1].clientY) / 2 };
    if (span(before) > 0) this.zoom(span(after) / span(before), this.#point(middle), true);
  }

  #arrow(from, to) {
    const place = this.places.get(from);
    if (!this.dragged) {
      this.dragged = svg('path', { class: 'drag' });
      this.layers.over.append(this.dragged);
    }
    this.dragged.setAttribute('d', `M${place.x},${place.y + 8}L${to.x.toFixed(1)},${to.y.toFixed(1)}`);
  }

  #endArrow() {
    this.dragged?.remove();
    this.dragged = null;
  }

  #up(event, done) {
    const { start } = this;
    this.pointers.delete(event.pointerId);
    this.#endArrow();
    this.start = null;
    if (!start || !done) return;
    const place = this.placeAt(event);
    if (!start.moved) this.handlers.place(place);
    else if (start.from && place && place !== start.from) this.handlers.drag(start.from, place);
  }
}

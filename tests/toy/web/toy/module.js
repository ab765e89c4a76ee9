// module.js: the toy game on the page, and the template of a game's part of it: what the shell wants of one, and nothing else, is
// written down in play/web/shell/contract.js.
import { Canvas } from '/shell/canvas.js';
import { el, redraw, svg } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { seatTitle } from '/shell/words.js';

const SEATS = ['french', 'coalition'];
const UNIT = 6;    // units of the map for one of the board's coordinates, which go from 0 to 100
const RADIUS = 52; // of a stall
const MARGIN = 40; // around them
const LAYERS = ['ground', 'stalls', 'choices', 'over', 'names', 'coins'];

export const style = '/toy/style.css';

// How long a new game is.
export function options({ setup }) {
  const value = String(setup.last_year);
  return [el('div', { class: 'field' }, el('label', { for: 'setup.last_year' }, 'Last fair'),
    el('input', { type: 'number', id: 'setup.last_year', name: 'setup.last_year', min: String(setup.first_year), max: String(setup.first_year + 50), value, 'data-initial': value }))];
}

// ---- the map: stalls in a ring, the fair at one of them ----

const circle = (x, y) => `M${x - RADIUS},${y}a${RADIUS},${RADIUS} 0 1,0 ${2 * RADIUS},0a${RADIUS},${RADIUS} 0 1,0 ${-2 * RADIUS},0Z`;

function placesOf(board) {
  const at = (coordinate) => MARGIN + coordinate * UNIT;
  return new Map((board.sites ?? []).map(({ id, name, x, y }) => [id, { name, x: at(x), y: at(y), path: circle(at(x), at(y)) }]));
}

class Fairground extends Canvas {
  constructor(box, board, handlers) {
    super(box, { width: 100 * UNIT + 2 * MARGIN, height: 100 * UNIT + 2 * MARGIN, label: 'Map of the stalls' }, LAYERS, placesOf(board), handlers);
    this.layers.ground.append(svg('rect', { class: 'meadow', x: -600, y: -600, width: 1800, height: 1800 }));
    for (const [id, { name, x, y, path }] of this.places) {
      this.layers.stalls.append(svg('g', { class: 'stall', 'data-place': id }, svg('path', { d: path })));
      this.layers.names.append(svg('text', { class: 'stall-name', x, y: y - 6 }, name));
    }
    this.resize();
  }

  show({ stall, points, at_stake: stake }) {
    for (const one of this.layers.stalls.children) one.classList.toggle('open', one.dataset.place === stall);
    const place = this.places.get(stall);
    const purse = (seat, i) => svg('text', { class: `purse ${seat}`, x: place.x + (i ? 24 : -24), y: place.y + 18 }, String(points[i]));
    const staked = stake ? [svg('text', { class: 'stake', x: place.x, y: place.y + 38 }, `${stake}?`)] : [];
    this.layers.coins.replaceChildren(...(place ? [...SEATS.map(purse), ...staked] : []));
  }
}

// ---- the view ----

class ToyView {
  constructor(table) {
    this.table = table;
    this.weight = table.board.tables.hand_weight;
    this.tabs = [
      { id: 'purse', title: 'Purses', draw: (panel, state) => this.#drawPurses(panel, state) },
      { id: 'numbers', title: 'Numbers', draw: (panel, { position }) => redraw(panel, el('p', {}, `${position.deck_count} numbers in the deck. Shown and gone: ${position.discard.filter(Boolean).join(', ') || 'none'}.`)) },
    ];
    this.tour = [['#map-holder', 'The fair', 'Stalls stand in a ring; the fair goes from one to the next. The two sums are the coins of the guilds.']];
  }

  mount(box) { this.canvas = new Fairground(box, this.table.board, this.table.handlers); }

  show({ position }) {
    this.canvas.show(position);
    this.canvas.mark(position.at_stake ? [position.stall] : [], RADIUS + 8);
  }

  strip(box, { position: { round, rounds } }) {
    redraw(box, el('span', { class: 'track' }, el('span', { class: 'name' }, 'Fair'), el('span', { class: 'cell now' }, String(Math.min(round, rounds))), el('span', { class: 'cell' }, `of ${rounds}`)));
  }

  #drawPurses(panel, { position, you }) {
    const number = (seat, i) => (position.hand[i] ? term(String(position.hand[i]), `Counts ${position.hand[i] * this.weight} in the end.`) : 'hidden');
    const row = (seat, i) => el('tr', {}, el('th', { scope: 'row' }, `${seatTitle(seat)}${seat === you ? ' (you)' : ''}`), el('td', { class: 'n' }, String(position.points[i])), el('td', { class: 'n' }, number(seat, i)));
    redraw(panel, el('table', { class: 'plain' }, el('thead', {}, el('tr', {}, ...['Guild', 'Coins', 'Number'].map((title) => el('th', { scope: 'col' }, title)))), el('tbody', {}, ...SEATS.map(row))));
  }

  key() { return [el('ul', {}, el('li', {}, el('span', { class: 'swatch open' }), 'The fair is here'), el('li', {}, el('span', { class: 'swatch' }), 'Other stalls'))]; }

  place(id, { position }) {
    return { title: this.canvas.places.get(id).name, body: [el('p', {}, id === position.stall ? 'The fair is here.' : 'Nothing is on sale here now.')] };
  }

  about(choice) { return choice.thing ? `The number you hold counts ${this.weight} times in the end.` : ''; }

  // What the one that has fallen means.
  detail({ kind }) { return kind === 'one' ? el('p', {}, 'Keep: half of it is yours. Push: one more die, and on 4 to 6 it counts double, else nothing.') : null; }

  // In a long game nobody wants to throw three hundred times a fair.
  repeats({ choices, position: { round } }) {
    const pick = (now) => (now.position.round === round && !now.outcome ? now.choices?.find(({ move }) => move === 'roll(2)' || move === 'keep') : null);
    return choices?.some(({ verb }) => verb === 'roll') ? [{ id: 'throw-on', label: 'Two dice until the next fair', pick }] : [];
  }
}

export const create = (table) => new ToyView(table);

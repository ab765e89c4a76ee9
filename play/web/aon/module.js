// module.js: Age of Napoleon on the page (shell/contract.js): its map, calendar, cards, forces and battles.
import { el } from '/shell/dom.js';
import { Book } from './book.js';
import { battleView, openBattleView } from './battle.js';
import { renderHand, renderPiles } from './cards.js';
import { placeBody, renderForces } from './forces.js';
import { AonMap } from './map.js';
import { mayMarch, march, repeats } from './march.js';
import { renderTracks } from './tracks.js';
import { ALIGNMENT, LINKS, SYMBOLS, TOUR } from './words.js';

export const style = '/aon/style.css';

// Hands and last year of a new game.
export function options(scenario) {
  const { setup } = scenario;
  const number = (label, name, value, min, max) => el('div', { class: 'field' }, el('label', { for: name }, label), el('input', { type: 'number', id: name, name, min: String(min), max: String(max), value: String(value), 'data-initial': String(value) }));
  const hands = setup.hand ? [number('French hand', 'setup.hand.french', setup.hand.french, 0, 10), number('Coalition hand', 'setup.hand.coalition', setup.hand.coalition, 0, 10)] : [];
  return [...hands, number('Last year', 'setup.last_year', setup.last_year, setup.first_year, 1815)];
}

class AonView {
  constructor(table, mapData) {
    const { board, scenario } = table;
    this.table = table;
    this.mapData = mapData;
    this.book = new Book(board, scenario);
    this.tour = TOUR;
    this.tabs = [
      { id: 'hand', title: 'Hand', draw: (panel, state) => renderHand(panel, this.book, state, table.choose) },
      { id: 'forces', title: 'Forces', draw: (panel, state) => renderForces(panel, this.book, state, table.look) },
      { id: 'piles', title: 'Cards', draw: (panel, state) => renderPiles(panel, this.book, state) },
    ];
  }

  mount(box) { this.canvas = new AonMap(box, this.mapData, this.book, this.table.handlers); }

  show(state) {
    const { position } = state;
    this.canvas.show(position);
    const { army, battle } = position;
    const standing = army && !state.choices?.some((choice) => choice.place === army.area);
    this.canvas.mark(battle ? [battle.area] : standing ? [army.area] : []);
    if (battle) this.canvas.centre(battle.area);
    else if (army) this.canvas.centre(army.area);
  }

  strip(box, state) { renderTracks(box, this.book, state.position); }

  key() {
    const item = (sign, words) => el('li', {}, sign, words);
    return [el('ul', {},
      ...Object.entries(ALIGNMENT).map(([code, words]) => item(el('span', { class: `swatch ${code}` }), words)),
      ...SYMBOLS.map(([symbol, words]) => item(el('span', { class: 'swatch' }, symbol), words)),
      ...Object.entries(LINKS).map(([kind, words]) => item(el('span', { class: `swatch link ${kind}` }), words)),
      el('li', {}, 'Counters: height of the stack and its leader; filled is fresh, hollow is spent.'))];
  }

  place(id, state) { return { title: this.book.name(id), body: placeBody(this.book, state.position, id, this.table.look) }; }

  about(choice) { return this.book.cards.get(choice.thing)?.effect; }

  setting(state) { return state.position.battle ? openBattleView(this.book, state.position) : null; }

  detail(event) { return event.kind === 'battle_roll' ? battleView(this.book, event) : null; }

  repeats(state) { return repeats(state); }

  mayDrag(place, state) { return mayMarch(place, state); }

  drag(from, to) { return march(this.book, from, to, this.table.say); }
}

let mapData = null; // of all games alike: fetched once

export async function create(table) {
  mapData ??= await (await fetch('/aon/map/map.json')).json();
  return new AonView(table, mapData);
}

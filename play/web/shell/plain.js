// plain.js: the view of a game that has none of its own (contract.js): the program's words for the position, and its pages (map
// as a table, hands, piles) as tabs.
import { el, redraw } from './dom.js';
import { sentence } from './words.js';

const text = (words) => el('pre', { class: 'plain-text', tabindex: '0' }, words);

class PlainView {
  constructor(table) {
    // which pages there are is known with the first position
    this.tabs = (table.state()?.pages ?? []).map(({ name, title }) => ({
      id: `page-${name}`, title: sentence(title), draw: (panel, state) => redraw(panel, text(state.pages.find((page) => page.name === name)?.text ?? '')),
    }));
  }

  mount(box) {
    this.box = el('div', { id: 'plain', role: 'region', 'aria-label': 'Position' });
    box.replaceChildren(this.box);
  }

  show(state) { redraw(this.box, text(state.text ?? '')); }
}

export const create = (table) => new PlainView(table);

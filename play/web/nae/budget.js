// budget.js: the budgets: what each power has left, what can be bought, for how much and where, and what waits in the reserve.
import { el, redraw } from '/shell/dom.js';
import { SIDE_OF, statusWords } from './words.js';

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map((text) => el('th', { scope: 'col' }, text))));

// Powers whose budgets a reader wants to see: those of his side, in a review all; and the one that spends.
function powersOf(book, { position, you }) {
  const spends = position.budget?.power;
  return book.board.powers.map((power) => position.nations.find((nation) => nation.id === power.id))
    .filter((nation) => nation.id === spends || you === 'both' || nation.side === SIDE_OF[you]);
}

function purseTable(book, state) {
  const spends = state.position.budget?.power;
  return el('table', { class: 'plain' }, headings(['Power', 'Stands', 'Points left']), el('tbody', {}, ...powersOf(book, state).map((nation) => el('tr', { class: nation.id === spends ? 'now' : '' },
    el('th', { scope: 'row' }, book.nationName(nation.id), nation.id === spends ? ' \u2013 spends now' : ''), el('td', {}, statusWords(nation.status)), el('td', { class: 'n' }, String(nation.resources))))));
}

const PRICES = [['A step of a corps, of cavalry, of militia', (t) => `${t.per_step.infantry}, ${t.per_step.cavalry}, ${t.per_step.militia}`], ['More for each star of each step', (t) => t.per_star_and_step], ['An army', (t) => t.army_marker],
  ['A special unit', (t) => t.special_unit], ['A depot', (t) => t.depot], ['A fleet, once a year', (t) => t.fleet], ['A further British card, once a year', (t) => t.british_extra_card]];

const priceTable = (book) => el('details', {}, el('summary', {}, 'Prices'),
  el('table', { class: 'plain' }, headings(['What', 'Points']), el('tbody', {}, ...PRICES.map(([what, of]) => el('tr', {}, el('td', {}, what), el('td', { class: 'n' }, String(of(book.board.tables.production))))))));

// What the power that spends can buy now, a row each: the program says price and places.
function offerTable(state, choose) {
  const offers = (state.choices ?? []).filter((choice) => choice.verb === 'purchase' && choice.remark);
  if (!offers.length) return [];
  return [el('h3', {}, 'To be bought'), el('table', { class: 'plain' }, headings(['What', 'Price and places', '']),
    el('tbody', {}, ...offers.map((choice) => el('tr', {}, el('td', {}, choice.words), el('td', {}, choice.remark), el('td', {}, el('button', { 'aria-label': `Buy: ${choice.words}`, onclick: () => choose(choice) }, 'Buy'))))))];
}

// What lies in the reserve of those powers.
function reserveList(book, state) {
  const reserve = state.position.off_map.reserve ?? [];
  return powersOf(book, state).map((nation) => [nation, reserve.filter((id) => (book.units.get(id) ?? book.generals.get(id) ?? book.armies.get(id) ?? book.specials.get(id))?.power === nation.id)]).filter(([, ids]) => ids.length)
    .map(([nation, ids]) => el('details', {}, el('summary', {}, `Reserve of ${book.nationName(nation.id)} (${ids.length})`), el('p', {}, ids.map((id) => `${book.name(id)}${book.values(id) ? ` (${book.values(id)})` : ''}`).join('; '))));
}

export function renderBudget(panel, book, state, choose) {
  redraw(panel, purseTable(book, state), ...offerTable(state, choose), priceTable(book), ...reserveList(book, state),
    el('p', { class: 'small' }, state.position.budget ? 'A purchase can be undone as long as nothing hidden has been drawn and the other side has not decided.' : 'Powers spend in the budget phase, once a year.'));
}

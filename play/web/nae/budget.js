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

// Whether a power spends now: the sheet is open.
export const spends = ({ choices, position: { budget, step } }) => Boolean(budget && choices && ['purchase', 'place'].includes(step));

// Whether a choice has its row on the sheet.
export const isOffer = ({ verb, move }) => verb === 'purchase' && move !== 'purchase(done)';

const PLACES_NAMED = 4;

// Where a purchase may come to stand.
function placesOf(book, { zones }) {
  const names = zones.slice(0, PLACES_NAMED).map((id) => book.name(id));
  return names.length ? `in ${names.join(', ')}${zones.length > PLACES_NAMED ? ` and ${zones.length - PLACES_NAMED} more` : ''}` : '';
}

function offerRow(book, choice, left, buy) {
  const then = left - choice.points;
  return el('tr', { class: choice.gone ? 'gone' : '' }, el('td', {}, choice.words, el('small', {}, choice.gone ? (then < 0 ? 'too dear now' : 'no more of it') : placesOf(book, choice))),
    el('td', { class: 'n' }, String(choice.points)), el('td', { class: 'n' }, choice.gone || then < 0 ? '\u2013' : String(then)),
    el('td', {}, el('button', { 'aria-label': `Buy: ${choice.words}`, 'aria-disabled': choice.gone || !buy ? 'true' : null, onclick: () => (choice.gone ? null : buy?.(choice)) }, 'Buy')));
}

const kindOf = ({ move }) => move.split(/[(,]/)[1]; // purchase(full,fr_8): "full"

// What was offered in this budget stays in its row, so that more of it is bought by a click on the same button: the next counter of a
// kind takes the row of the last one, and what cannot be bought any more is marked.
function rowsOf(rows, offers) {
  const fresh = offers.filter(({ move }) => !rows.some((row) => row.move === move));
  const successor = (row) => {
    const at = row.gone ? -1 : fresh.findIndex((offer) => kindOf(offer) === kindOf(row));
    return at < 0 ? null : fresh.splice(at, 1)[0];
  };
  const kept = rows.map((row) => offers.find(({ move }) => move === row.move) ?? successor(row) ?? { ...row, gone: true });
  return [...kept, ...fresh];
}

// The offers of a budget with the price and the places that the position tells of each.
function offersOf({ choices, position: { budget } }) {
  const told = new Map((budget.offers ?? []).map((offer) => [offer.move, offer]));
  return choices.filter(isOffer).map((choice) => ({ ...choice, ...told.get(choice.move) }));
}

// What the power that spends can buy now, a row each: the program says price and places. While it is asked where a purchase goes the
// rows stay as they were. kept: an object that remembers them.
function offerTable(book, state, choose, kept) {
  const { budget, step, year } = state.position;
  if (!spends(state)) return [];
  const key = `${budget.power} ${year}`;
  if (kept.key !== key) Object.assign(kept, { key, rows: [] });
  const asks = step === 'purchase';
  if (asks) kept.rows = rowsOf(kept.rows, offersOf(state));
  if (!kept.rows.length) return [];
  return [el('h3', {}, 'To be bought'), asks ? null : el('p', { class: 'small' }, 'First it is asked where the last purchase goes.'), el('table', { class: 'plain offers' }, headings(['What and where', 'Points', 'Left then', '']),
    el('tbody', {}, ...kept.rows.map((choice) => offerRow(book, choice, budget.points, asks ? choose : null))))].filter(Boolean);
}

// Of what a purchase is made: it is told, and what else happens in between.
const SPENDING = new Set(['purchase', 'placed', 'step_gained', 'dice']);

// Purchases of the power that spends, from the log, in its order.
function bought({ position: { budget } }, log) {
  const list = [];
  for (const { event } of [...log].reverse()) {
    if (!event) continue;
    if (!SPENDING.has(event.kind) || (event.kind === 'purchase' && event.power !== budget.power)) break;
    if (event.kind === 'purchase') list.unshift(event);
  }
  return list;
}

// Below the question: what is left, in the program's words, and what has been bought; null: nothing yet.
export function spentView(book, state, log) {
  const list = state.position.budget ? bought(state, log) : [];
  if (!list.length) return null;
  const total = list.reduce((sum, { halves }) => sum + halves, 0) / 2;
  return el('div', {}, el('p', {}, state.question?.setting ?? ''), el('p', {}, `Bought for ${total} ${total === 1 ? 'point' : 'points'}: ${list.map(({ piece, halves }) => `${book.name(piece) || 'a card'} (${halves / 2})`).join(', ')}.`));
}

// What lies in the reserve of those powers.
function reserveList(book, state) {
  const reserve = state.position.off_map.reserve ?? [];
  return powersOf(book, state).map((nation) => [nation, reserve.filter((id) => (book.units.get(id) ?? book.generals.get(id) ?? book.armies.get(id) ?? book.specials.get(id))?.power === nation.id)]).filter(([, ids]) => ids.length)
    .map(([nation, ids]) => el('details', {}, el('summary', {}, `Reserve of ${book.nationName(nation.id)} (${ids.length})`), el('p', {}, ids.map((id) => `${book.name(id)}${book.values(id) ? ` (${book.values(id)})` : ''}`).join('; '))));
}

// Once a purchase has its place the focus is back at the button that began it, for more of the same.
function comeBack(panel, state, kept) {
  if (!kept.bought || !spends(state) || state.position.step !== 'purchase' || state.ply <= kept.bought.ply) return;
  panel.querySelectorAll('.offers button')[kept.bought.row]?.focus({ preventScroll: true });
  kept.bought = null;
}

export function renderBudget(panel, book, state, choose, kept) {
  const buy = (choice) => {
    kept.bought = { ply: state.ply, row: kept.rows.indexOf(choice) };
    choose(choice);
  };
  redraw(panel, ...offerTable(book, state, buy, kept), purseTable(book, state), priceTable(book), ...reserveList(book, state),
    el('p', { class: 'small' }, state.position.budget ? 'A purchase can be undone as long as nothing hidden has been drawn and the other side has not decided.' : 'Powers spend in the budget phase, once a year.'));
  comeBack(panel, state, kept);
}

// nations.js: the table of nations: who stands with whom, what is known of conquests, peace and money.
import { el, redraw } from '/shell/dom.js';
import { statusWords } from './words.js';

const headings = (list) => el('thead', {}, el('tr', {}, ...list.map((text) => el('th', { scope: 'col' }, text))));

// Key zones that a power owns, which alone decide its conquest, and those that the enemy of its side holds.
function keysHeld(book, position, power) {
  const land = new Map(position.zones.map((zone) => [zone.id, zone]));
  const keys = (power.conquest_key_zones ?? power.key_zones ?? []).filter((id) => land.get(id)?.owner === power.id);
  const side = position.nations.find((one) => one.id === power.id)?.side;
  return { all: keys.length, lost: keys.filter((id) => land.get(id)?.holder !== 'none' && land.get(id)?.holder !== side && side !== 'none') };
}

function powerRow(book, position, power, look) {
  const nation = position.nations.find((one) => one.id === power.id);
  const { all, lost } = keysHeld(book, position, power);
  const more = [nation.victor ? `beaten by ${book.nationName(nation.victor)}` : '', nation.years ? `${nation.years} more years` : '', nation.defeats_by_empire ? `defeats by the Empire: ${nation.defeats_by_empire}` : '',
    nation.defeats_by_coalition ? `defeats by the Coalition: ${nation.defeats_by_coalition}` : '', nation.reformed ? 'army reformed' : ''].filter(Boolean);
  return el('tr', { class: nation.side }, el('th', { scope: 'row' }, el('button', { class: 'link', onclick: () => look(power.capitals[0]) }, power.name)), el('td', {}, [statusWords(nation.status), ...more].join('; ')),
    el('td', {}, lost.length ? `${lost.length} of ${all}: ${lost.map((id) => book.name(id)).join(', ')}` : `0 of ${all}`), el('td', { class: 'n' }, String(nation.resources)));
}

function minorRow(book, position, minor, look) {
  const nation = position.nations.find((one) => one.id === minor.id);
  const influence = minor.influence ? `${minor.influence.empire} / ${minor.influence.coalition}` : '';
  const label = minor.capital ? el('button', { class: 'link', onclick: () => look(minor.capital) }, minor.name) : minor.name;
  return el('tr', { class: nation.side }, el('th', { scope: 'row' }, label), el('td', {}, `${statusWords(nation.status)}${nation.patron ? ` (${book.nationName(nation.patron)})` : ''}`), el('td', { class: 'n' }, influence));
}

export function renderNations(panel, book, { position }, look) {
  const there = (minor) => !['not_created', 'dissolved'].includes(position.nations.find((one) => one.id === minor.id)?.status);
  const gone = book.board.minors.filter((minor) => !there(minor));
  redraw(panel, el('h3', {}, 'Powers'),
    el('table', { class: 'plain nations' }, headings(['Power', 'Stands', 'Key zones lost', 'Points']), el('tbody', {}, ...book.board.powers.map((power) => powerRow(book, position, power, look)))),
    el('h3', {}, 'Minor nations'), el('p', {}, 'Influence is added to the die of a negotiation of the Empire / of the Coalition.'),
    el('table', { class: 'plain nations' }, headings(['Nation', 'Stands', 'Influence']), el('tbody', {}, ...book.board.minors.filter(there).map((minor) => minorRow(book, position, minor, look)))),
    gone.length ? el('p', {}, `Not in being: ${gone.map((minor) => minor.name).join(', ')}.`) : el('p', {}, ''));
}

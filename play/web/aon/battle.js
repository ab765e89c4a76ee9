// battle.js: battles: one that was fought with its numbers, one that is being fought.
import { el } from '/shell/dom.js';
import { term } from '/shell/tips.js';
import { dieFace } from '/shell/words.js';
import { cardChip } from './cards.js';
import { corpsChip } from './forces.js';
import { SIDE } from './words.js';

const FACES = [1, 2, 3, 4, 5, 6];
const signed = (n) => (n ? ` ${n > 0 ? '+' : '\u2212'}${Math.abs(n)}` : '');
const headings = (list) => list.map((text) => el('th', { scope: 'col' }, text));

// The row of the table of battle losses for a strength.
const losses = (book, strength) => book.board.tables.battle.columns.find((column) => strength <= (column.strength_max ?? Infinity))?.losses_by_die_1_to_6 ?? [];

// Strength, die and the row of the table of a side.
function foughtRow(book, event, part) {
  const seat = event[part];
  const strength = event[`${part}_strength`];
  const die = event[`${part}_die`];
  const counted = event[`${part}_modified_die`];
  return el('tr', { class: seat }, el('th', { scope: 'row' }, `${SIDE[seat]} ${part === 'attacker' ? 'attacks' : 'defends'}`), el('td', {}, el('strong', {}, String(strength))),
    el('td', {}, dieFace(die, seat), signed(counted - die)),
    ...losses(book, strength).map((n, k) => el('td', { class: `cell ${k + 1 === counted ? 'hit' : ''}` }, String(n))));
}

// A battle that was fought: the numbers of its event; who was engaged with what stands in the lines before it.
export function battleView(book, event) {
  const tie = (part) => [dieFace(event[`${part}_tie_die`], event[part]), `+${event[`${part}_tie_modifier`]}`];
  return el('div', { class: 'battle' },
    el('table', {}, el('thead', {}, el('tr', {}, ...headings(['Side', 'Strength', 'Die']), ...FACES.map((n) => el('th', { scope: 'col', class: 'cell' }, String(n))))), el('tbody', {}, foughtRow(book, event, 'attacker'), foughtRow(book, event, 'defender'))),
    el('p', {}, 'The columns 1 to 6: losses inflicted with that die; the one that counted is dark.'),
    event.attacker_tie_die ? el('p', {}, 'Tie: ', ...tie('attacker'), ' against ', ...tie('defender')) : null,
    el('p', {}, el('strong', {}, `${SIDE[event.winner]} wins in ${book.name(event.area)}.`)));
}

// A battle being fought: who is engaged, with what, how strong so far.
export function openBattleView(book, position) {
  const { battle } = position;
  const other = battle.attacker === 'french' ? 'coalition' : 'french';
  const row = (seat) => {
    const { engaged, cards, strength } = battle[seat];
    const corps = engaged.map((id) => corpsChip(book, id, position.corps[id], seat));
    return el('tr', { class: seat }, el('th', { scope: 'row' }, `${SIDE[seat]} ${battle.attacker === seat ? 'attacks' : 'defends'}`),
      el('td', {}, ...(corps.length ? corps : ['nobody yet']), ...cards.map((id) => cardChip(book, id))), el('td', {}, el('strong', {}, strength === null ? '\u2013' : String(strength))));
  };
  const strength = term('Strength', 'Battle ratings of the corps engaged, one more for each at home, and cards so far.');
  return el('div', { class: 'battle' }, el('table', {}, el('thead', {}, el('tr', {}, ...headings(['Side', 'Engaged, with cards', strength]))), el('tbody', {}, row(battle.attacker), row(other))));
}
